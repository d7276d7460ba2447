"""What must hold for the checkout as a whole: nothing from outside, imports downwards, quick start, clean notebooks."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest

import mowlab

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mowlab"
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("[!.]*.ipynb"))
JUPYTER = ("IPython", "ipykernel", "ipywidgets", "anywidget", "traitlets", "jupyter_core", "jupyter_server", "voila")
HEAVY = ("numpy", "numba", "altair", "pandas", *JUPYTER)


def in_new_process(code: str) -> Any:
    """What ``code`` prints, as JSON, in a Python of its own."""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def our_files() -> list[Path]:
    """Everything in the checkout but environments, caches and build products."""

    def walk(folder: Path) -> Iterator[Path]:
        for path in folder.iterdir():
            skip = (path.name.startswith(".") and path.name not in (".ci", ".gitignore")) or (
                path.name in ("__pycache__", "build", "dist") or path.name.endswith(".egg-info")
            )
            if skip:
                continue
            if path.is_dir():
                yield from walk(path)
            else:
                yield path

    return sorted(walk(ROOT))


def text_of(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


# --- Nothing from outside -------------------------------------------------------------------------------------------

PAGE_PARTS = {".js", ".css", ".j2", ".html", ".svg", ".ipynb", ".py", ".toml", ".json"}
HARMLESS = re.compile(
    r"https?://(www\.w3\.org/|127\.0\.0\.1|localhost|\{)"  # names of formats, this machine, filled in at run time
)
BUNDLES = {"vega_host.js"}  # made from Vega, names its formats by address; the server's policy lets no page fetch them
# In two parts, as no file may name them, not even this one.
REGISTRIES = [
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("anaconda", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
        ("cdnjs", "cloudflare"),
        ("googleapis", "com"),
        ("esm", "sh"),
    ]
]


def outside_links(text: str) -> list[str]:
    found = re.findall(r"https?://[^\s\"'`)<>\\]+", text)
    found += re.findall(r"(?:src|href)=[\"']//[^\"']+|url\([\"']?//[^)]+|from [\"']//[^\"']+", text)
    return [link for link in found if not HARMLESS.match(link)]


def test_no_page_links_outside() -> None:
    parts = [path for path in our_files() if path.suffix in PAGE_PARTS and path.name not in BUNDLES]
    shown = [path for path in parts if path.is_relative_to(PACKAGE) or path in NOTEBOOKS]
    assert any(path.name == "index.html.j2" for path in shown)
    assert {str(path.relative_to(ROOT)): found for path in shown if (found := outside_links(path.read_text()))} == {}


@pytest.mark.parametrize(
    "text",
    [
        '<link href="https://fonts.example/x.css">',
        '<script src="//cdn.example/x.js">',
        "@import url(//a.example/b.css)",
    ],
)
def test_the_link_scan_finds_a_link(text: str) -> None:
    assert outside_links(text)


def test_no_file_names_a_package_registry() -> None:
    named = {}
    for path in our_files():
        text = text_of(path)
        if text is not None and path.name not in BUNDLES:
            hosts = [host for host in REGISTRIES if re.search(rf"\b{re.escape(host)}\b", text)]
            options = re.findall(r"^\s*(?:-i|--index-url|--extra-index-url|--find-links)\b.*", text, re.MULTILINE)
            if hosts or options:
                named[str(path.relative_to(ROOT))] = hosts + options
    assert named == {}


# --- Imports --------------------------------------------------------------------------------------------------------

# From the ground up: a part may import its own level and those below.  A new part gets its place here.
LEVELS = [
    {"_quick"},
    {"core", "ui.scene"},  # the scene is plain data in which a game describes its table; ui draws it
    {"games"},
    {"bots", "encoding", "match", "ready", "reasons", "record", "search", "whole"},
    {"analysis", "gymnasium", "openspiel", "pettingzoo", "theory", "unfolding"},
    {"charts"},
    {"ui"},
    {"serve", "diagnosis", "terminal"},
    {"cli", "__main__"},
]
LEVEL = {part: level for level, parts in enumerate(LEVELS) for part in parts}
SHELL = {"", "__version__", *mowlab.__all__}  # the package itself: loads what it offers when first used
UI = LEVEL["ui"]
BRIDGES = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}  # parts and what they need
LOADABLE = {part for part in LEVEL if importlib.util.find_spec(BRIDGES.get(part, "mowlab"))}


def modules() -> list[tuple[str, Path]]:
    """Dotted names below ``mowlab`` ("" is the package itself) with their files."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return found


def imports(name: str, path: Path, tree: ast.AST | None = None) -> Iterator[str]:
    """Dotted names that a module imports, anywhere in it; ``mowlab.`` is cut off ours."""
    package = ["mowlab", *filter(None, name.split("."))]
    if path.name != "__init__.py":
        package.pop()
    for node in ast.walk(tree or ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("mowlab.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *filter(None, [node.module])])
            yield from (f"{source}.{alias.name}".removeprefix("mowlab.") for alias in node.names)


def part_of(name: str) -> str | None:
    """The part of the house that a dotted name belongs to, or None if it is not ours."""
    if name in SHELL or name == "mowlab":
        return ""
    pieces = name.split(".")
    return next((key for key in (".".join(pieces[:2]), pieces[0]) if key in LEVEL), None)


def test_every_part_has_a_level() -> None:
    parts = {name.split(".")[0] for name, _ in modules() if name}
    assert parts - set(LEVEL) == set(), "give the new part its place in LEVELS"


def test_imports_go_downwards_only() -> None:
    upwards = []
    for name, path in modules():
        own = part_of(name)
        for target in imports(name, path):
            part = part_of(target)
            if own and part and LEVEL[part] > LEVEL[own]:
                upwards.append(f"{name} imports {target}")
    assert upwards == []


def test_the_import_scan_sees_relative_and_late_imports() -> None:
    tree = ast.parse("def f():\n    from ..ui import table\n    from . import x\n    import mowlab.charts")
    path = PACKAGE / "games" / "mow.py"
    assert list(imports("games.mow", path, tree)) == ["charts", "ui.table", "games.x"] or set(
        imports("games.mow", path, tree)
    ) == {"charts", "ui.table", "games.x"}


def test_a_game_knows_no_other_game_and_the_core_knows_none() -> None:
    games = {path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists()}
    assert games
    for name, path in modules():
        pieces = name.split(".")
        if pieces[0] == "core":
            assert not [target for target in imports(name, path) if target.split(".")[0] == "games"]
            words = set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
            assert words & games == set(), f"{name} names a game"
        if pieces[0] == "games" and len(pieces) > 1:
            others = {f"games.{game}" for game in games - {pieces[1]}}
            assert not [target for target in imports(name, path) if ".".join(target.split(".")[:2]) in others]


def test_nothing_below_the_screen_loads_jupyter() -> None:
    parts = {name: part for name, _ in modules() if (part := part_of(name)) in LOADABLE and LEVEL[part] < UI}
    below = [f"mowlab.{name}" for name in parts]
    assert len(below) > 10
    code = (
        f"import importlib, json, sys\nfor name in {below!r}: importlib.import_module(name)\n"
        f"print(json.dumps([name for name in {JUPYTER!r} if name in sys.modules]))"
    )
    assert in_new_process(code) == []
    for name, path in modules():
        if (part := part_of(name)) is not None and part and LEVEL[part] < UI:
            wrong = [target for target in imports(name, path) if target.split(".")[0] in JUPYTER]
            assert wrong == [], f"{name} imports {wrong}"


@pytest.mark.parametrize("name", ["mowlab", "mowlab.cli", "mowlab.serve"])
def test_importing_loads_nothing_heavy(name: str) -> None:
    code = f"import json, sys, {name}\nprint(json.dumps([name for name in {HEAVY!r} if name in sys.modules]))"
    assert in_new_process(code) == []


def test_the_first_game_loads_neither_numba_nor_charts() -> None:
    code = (
        "import json, sys, mowlab\nmatch = mowlab.game('mow', players=4).match(seed=1)\nmatch.play(match.legal()[0])\n"
        "print(json.dumps([name for name in ('numba', 'altair', 'pandas', 'ipywidgets') if name in sys.modules]))"
    )
    assert in_new_process(code) == []


@pytest.mark.parametrize("call", ["charts.picture", "analysis.luck_and_skill", "theory.__doc__", "bots.bot"])
def test_parts_need_no_import_of_their_own(call: str) -> None:
    assert in_new_process(f"import mowlab\nprint(int(bool(mowlab.{call})))") == 1
    assert call.split(".")[0] in dir(mowlab)


def test_everything_public_is_there_and_described() -> None:
    assert len(set(mowlab.__all__)) == len(mowlab.__all__)
    for name in mowlab.__all__:
        thing = getattr(mowlab, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert inspect.getdoc(thing), f"mowlab.{name} has no docstring"
    assert set(mowlab.__all__) <= set(dir(mowlab))


# --- Notebooks and what runs while they load ------------------------------------------------------------------------

HANGS = {"interact", "interactive", "interactive_output", "interact_manual", "Output"}


def hangers(code: str) -> list[str]:
    """Uses of what makes a Voila page hang while it loads (Output contexts and interact), as "name, line"."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name) and node.id in HANGS:
            found.append(f"{node.id}, line {node.lineno}")
        elif isinstance(node, ast.Attribute) and node.attr in HANGS:
            found.append(f"{node.attr}, line {node.lineno}")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ipywidgets"):
            found += [f"{alias.name}, line {node.lineno}" for alias in node.names if alias.name in HANGS]
    return found


def python_of(cell: nbformat.NotebookNode) -> str:
    """A cell's source without lines for IPython only."""
    return "\n".join(line for line in cell.source.splitlines() if not line.lstrip().startswith(("%", "!")))


def test_nothing_in_the_package_makes_pages_hang() -> None:
    screens = [(name, path) for name, path in modules() if name.split(".")[0] in ("ui", "charts", "games")]
    assert screens
    assert {name: found for name, path in screens if (found := hangers(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    "code", ["with widgets.Output(): pass", "from ipywidgets import interact", "w.interactive_output(f, {})"]
)
def test_the_scan_for_what_hangs_finds_it(code: str) -> None:
    assert hangers(code)


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_clean(path: Path) -> None:
    book = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(book)
    assert (book.nbformat, book.nbformat_minor) >= (4, 5), "cells need ids that stay"
    assert book.metadata.kernelspec.name == "python3"
    assert book.metadata.get("title"), "the list of apps and the browser tab show metadata.title"
    assert len({cell.id for cell in book.cells}) == len(book.cells)
    for cell in book.cells:
        if cell.cell_type == "code":
            assert not cell.outputs, f"cell {cell.id} has outputs"
            assert cell.execution_count is None
            assert hangers(python_of(cell)) == []


# --- The look -------------------------------------------------------------------------------------------------------

GROUNDS = ("bg", "surface", "surface-2")
INKS = ("ink", "ink-soft", "accent", "accent-hover", "good", "warn", "bad")
PAIRS = [
    *((ink, ground, 4.5) for ink in INKS for ground in GROUNDS),
    *((ink, ground, 3.0) for ink in ("line-strong", "focus") for ground in GROUNDS),
    *((ink, f"{mood}-soft", 4.5) for mood in ("accent", "good", "warn", "bad") for ink in (mood, "ink", "ink-soft")),
    ("accent-ink", "accent", 4.5),
    ("accent-ink", "accent-hover", 4.5),
]


def themes() -> list[dict[str, str]]:
    """Colours by token of the light block and of the two dark ones."""
    style = re.sub(r"/\*.*?\*/", "", (PACKAGE / "ui" / "static" / "tokens.css").read_text(), flags=re.DOTALL)
    return [
        dict(re.findall(r"--mow-([\w-]+): (#[0-9a-f]{6});", block))
        for block in re.split(r"\n *color-scheme:", style)[1:]
    ]


def luminance(colour: str) -> float:
    """WCAG relative luminance of ``#rrggbb``."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_the_published_ratio() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_colours_can_be_read_in_both_themes(ink: str, ground: str, least: float) -> None:
    for theme in themes():
        assert contrast(theme[ink], theme[ground]) >= least


def test_the_dark_blocks_are_equal_and_complete() -> None:
    light, dark, jupyterlab = themes()
    assert dark == jupyterlab
    assert light.keys() == dark.keys()


def test_pages_use_only_named_tokens() -> None:
    styles = list((PACKAGE / "ui" / "static").glob("*.css")) + list((PACKAGE / "serve").rglob("*.css"))
    known = set(re.findall(r"(--mow-[\w-]+):", "".join(path.read_text() for path in styles)))
    for path in styles:
        assert set(re.findall(r"var\((--mow-[\w-]+)\)", path.read_text())) - known == set(), path.name


# --- Installing -----------------------------------------------------------------------------------------------------


@pytest.fixture
def do() -> ModuleType:
    spec = importlib.util.spec_from_file_location("do_script", ROOT / "do.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_half_done_install_is_done_again(do: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [1, 0, 0]
    commands: list[list[str]] = []

    def run(command: list[str], **_: Any) -> int:
        commands.append([str(word) for word in command])
        return answers.pop(0)

    monkeypatch.setattr(do, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(do, "works", lambda python: True)
    monkeypatch.setattr(do, "run", run)
    with pytest.raises(do.Stop, match="could not be installed"):
        do.set_up("apps")
    do.set_up("apps")
    do.set_up("apps")
    assert [command[-1] for command in commands] == [".[apps]", ".[apps]"]
    do.set_up("dev")  # more than there is
    do.set_up("apps")  # less than there is
    assert [command[-1] for command in commands[2:]] == [".[dev]"]
    monkeypatch.setattr(do, "digest", lambda: "changed")
    answers.append(0)
    do.set_up("apps")
    assert commands[-1][-1] == ".[apps]"


def test_other_files_in_the_way_are_left_alone(do: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "precious").write_text("x")
    monkeypatch.setattr(do, "VENV", tmp_path)
    monkeypatch.setattr(do, "PYTHON", tmp_path / "bin" / "python")
    with pytest.raises(do.Stop, match="in the way"):
        do.make_venv()
    assert (tmp_path / "precious").read_text() == "x"


def test_without_a_browser_a_sentence_says_what_to_install(do: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(do.shutil, "which", lambda name: None)
    monkeypatch.delenv("MOWLAB_CHROMIUM", raising=False)
    with pytest.raises(do.Stop, match="apt-get install chromium"):
        do.find_browser()
    monkeypatch.setenv("MOWLAB_CHROMIUM", "/no/such/program")
    with pytest.raises(do.Stop, match="/no/such/program"):
        do.find_browser()


def test_stages_stop_at_the_first_failure(do: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def stage(name: str, code: int) -> Any:
        return lambda *_: ran.append(name) or code

    monkeypatch.setattr(do, "STAGES", {"one": stage("one", 0), "two": stage("two", 3), "three": stage("three", 0)})
    assert do.run_stages(["one", "two", "three"], []) == 3
    assert ran == ["one", "two"]


def test_an_installed_package_has_every_file(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    skip = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("mowlab", "notebooks"):
        shutil.copytree(ROOT / name, source / name, ignore=skip)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, source / name)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path),
        str(source),
    ]
    result = subprocess.run([*command, "--no-index"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = {path.relative_to(source).as_posix() for path in (source / "mowlab").rglob("*") if path.is_file()}
    wanted |= {f"mowlab/{path.relative_to(source).as_posix()}" for path in (source / "notebooks").rglob("*.ipynb")}
    assert wanted - inside == set()
