"""Every Python example in the README and in docs/ runs."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PAGES = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if BLOCK.search(path.read_text())]
GOES_ON = re.compile(r"^ +\S.*\n(?!else|elif|except|finally)[\w@].*", re.MULTILINE)  # no empty line after a block
MANY = re.compile(r"\b(games|worlds|iterations)=[\d_]+")
TEACHER = "tcp://192.168.1.20:8786"
OTHERS = re.compile(
    r"^(?:import|from) (distributed|gymnasium|pettingzoo|pyarrow|pyspiel|open_spiel|mowlab\.(?:gymnasium|pettingzoo))",
    re.M,
)


def missing(block: str) -> list[str]:
    """Libraries that a block needs and that are not installed."""
    return [name for found in OTHERS.findall(block) if not importlib.util.find_spec(name := found.split(".")[-1])]


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Address of a cluster in this process, for examples that speak of a teacher's computer."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> None:
    """One after the other, as a reader would paste them; with fewer games, worlds and iterations."""
    names: dict[str, Any] = {"__name__": page.stem}
    skipped: set[str] = set()
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        if absent := missing(block[1]):
            skipped.update(absent)
            continue
        line = page.read_text(encoding="utf-8")[: block.start(1)].count("\n")
        code = MANY.sub(r"\1=8", block[1])
        if TEACHER in code:
            code = code.replace(TEACHER, request.getfixturevalue("scheduler"))
        exec(compile("\n" * line + code, page, "exec"), names)
    assert capsys.readouterr().out.strip(), "they print something"
    if skipped:
        pytest.skip(f"the rest ran; not installed: {', '.join(sorted(skipped))}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_can_be_pasted_at_the_prompt_of_python(page: Path) -> None:
    """It ends a block at an empty line only."""
    found = [GOES_ON.search(block[1]) for block in BLOCK.finditer(page.read_text(encoding="utf-8"))]
    assert [one[0] for one in found if one] == []


def test_there_are_examples() -> None:
    assert {"README.md", "bots.md", "measuring.md"} <= {page.name for page in PAGES}


def test_the_readme_names_every_page_of_docs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in (ROOT / "docs").glob("*.md") if f"docs/{path.name}" not in readme] == []
