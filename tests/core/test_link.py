"""Linking: one source, plain or compiled; no stale code after an edit or with other cards; without numba it runs."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core import game as game_module
from mowlab.core import link
from mowlab.core.link import CompileUnavailable, hook, rule
from mowlab.core.table import Table

PACKAGE = pathlib.Path(mowlab.__file__).parent
CARDS = PACKAGE / "games" / "mow" / "cards.toml"

needs_numba = pytest.mark.skipif(link.why_not_compiled() is not None, reason=str(link.why_not_compiled()))


@pytest.fixture
def fresh_links(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """Nothing linked so far in this process, and a cache folder of this test's own."""
    monkeypatch.setattr(game_module, "_LINKS", {})
    monkeypatch.setenv("MOWLAB_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("MOWLAB_JIT", raising=False)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)


# ---- joining --------------------------------------------------------------------------------------------------------
@hook
def colour(n: int) -> int:
    raise NotImplementedError


WEIGHT = 3
SIZES = (10, 20)


@rule
def heavy(n: int) -> int:
    return n * WEIGHT


@rule
def measure(n: int) -> int:
    return colour(n) + heavy(n) + SIZES[1]


@rule
def red(n: int) -> int:
    return 1000 * n


@rule
def blue(n: int) -> int:
    return 2000 * n + SIZES[0]


def joined(compiled: bool, hooks: Any = red, **constants: Any) -> Any:
    return link.link([measure], {"colour": hooks}, constants, compiled=compiled, label="test").measure


BOTH = [False, pytest.param(True, marks=needs_numba)]


@pytest.mark.parametrize("compiled", BOTH)
@pytest.mark.usefixtures("fresh_links")
def test_hooks_and_constants_are_those_of_the_game(compiled: bool) -> None:
    assert joined(compiled)(2) == 2026
    assert joined(compiled, blue)(2) == 4036
    assert joined(compiled, WEIGHT=100)(2) == 2220
    assert joined(compiled, blue, SIZES=(7, 8))(2) == 4021
    assert (WEIGHT, SIZES) == (3, (10, 20))
    with pytest.raises(NotImplementedError):
        measure(2)


# ---- cards ----------------------------------------------------------------------------------------------------------
def custom_cards(folder: pathlib.Path) -> pathlib.Path:
    """The published cards, but the green 7 with two flies is a 12."""
    text = CARDS.read_text("utf-8")
    old = 'code = "g7.2", packet = "green", kind = "cow", number = 7,'
    assert old in text
    path = folder / "my-cards.toml"
    path.write_text(text.replace(old, old.replace("number = 7", "number = 12")), "utf-8")
    return path


def list_moves(game: mowlab.Game, state: Any, compiled: bool) -> list[str]:
    if not compiled:
        t: Any = Table.new()
        n = game.plain.list_moves(state, t)
        return [game.notation(a) for a in t.moves[:n]]
    record, table = np.zeros(1, game.state_class.dtype()), np.zeros(1, Table.dtype())
    game.state_class.to_record(state, record[0])
    n = game.compiled.list_moves(record[0], table[0])
    return [game.notation(a) for a in table[0]["moves"][:n].tolist()]


@pytest.mark.parametrize("compiled", BOTH)
@pytest.mark.usefixtures("fresh_links")
def test_other_cards_change_the_rules_and_only_for_the_game_that_has_them(
    compiled: bool, tmp_path: pathlib.Path
) -> None:
    herd = {"hands": [["g7.2"], [], []], "herds": [["g8.0", "g10.0"]]}
    published = mowlab.game("mow", players=3)
    custom = mowlab.game("mow", players=3, cards=custom_cards(tmp_path))
    for game in (published, custom, published):
        expected = ["g7.2", "take"]
        assert list_moves(game, game.position(**herd), compiled) == expected
    herd["herds"] = [["g8.0", "g12.0"]]
    assert list_moves(published, published.position(**herd), compiled) == ["g7.2", "take"]
    assert list_moves(custom, custom.position(**herd), compiled) == ["take"]


# ---- no stale code --------------------------------------------------------------------------------------------------
SCRIPT = """
import json, numpy as np, mowlab
from mowlab.core import engine
from mowlab.core.table import Table
game = mowlab.game("mow", players=3)
state = game.position(hands=[["g7.2", "g3.0"], ["g1.0"], ["g4.0"]], herds=[["g8.0", "g10.0"]])
states, tables = np.zeros(engine.N_STATES, game.state_class.dtype()), np.zeros(engine.N_TABLES, Table.dtype())
game.state_class.to_record(state, states[0])
n = game.compiled.step(states, tables, game.action("g7.2"))
print(json.dumps([sorted(game.notation(a) for a in tables[0]["moves"][:n].tolist()), int(states[0]["turn"])]))
"""


def run_copy(folder: pathlib.Path) -> str:
    env = {**os.environ, "PYTHONPATH": str(folder), "MOWLAB_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kept(folder: pathlib.Path) -> dict[str, int]:
    """Files of compiled code, with the time each was written."""
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*.nb*")}


def edit(path: pathlib.Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@needs_numba
def test_after_an_edit_of_the_rules_the_engines_loops_are_compiled_anew(tmp_path: pathlib.Path) -> None:
    unused = shutil.ignore_patterns("__pycache__", "ui", "serve", "art")
    shutil.copytree(PACKAGE, tmp_path / "mowlab", ignore=unused)
    assert run_copy(tmp_path) == '[["g1.0", "take"], 1]'
    before = kept(tmp_path)
    assert before
    edit(tmp_path / "mowlab" / "games" / "mow" / "rules.py", "(p + s.direction + s", "(p - s.direction + s")
    assert run_copy(tmp_path) == '[["g4.0", "take"], 2]'
    assert kept(tmp_path).items() > before.items()


def module(path: pathlib.Path, text: str) -> ModuleType:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(f"linked_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


LOOP = """
from mowlab.core.link import hook, rule
@hook
def value(n):
    raise NotImplementedError
@rule
def total(n):
    found = 0
    for i in range(n):
        found += value(i)
    return found
"""
RULES = "from mowlab.core.link import rule\n@rule\ndef value(n):\n    return n + 1\n"


@needs_numba
@pytest.mark.usefixtures("fresh_links")
def test_what_is_compiled_is_kept_and_loaded_until_a_file_changes(tmp_path: pathlib.Path) -> None:
    def total(rules: str) -> int:
        hooks = {"value": module(tmp_path / "game" / "rules.py", rules).value}
        loop = module(tmp_path / "engine" / "loop.py", LOOP).total
        return int(link.link([loop], hooks, {}, compiled=True, label="mini").total(4))

    assert total(RULES) == 10
    first = kept(tmp_path)
    assert total(RULES) == 10
    assert kept(tmp_path) == first, "unchanged code was compiled again"
    assert total(RULES.replace("+ 1", "+ 100")) == 406
    assert kept(tmp_path).items() > first.items()


HELPER = "from mowlab.core.link import rule\n@rule\ndef helper(n):\n    return n + 1\n"
USER = "from mowlab.core.link import rule\nLIMIT = 5\n@rule\ndef user(n):\n    return helper(n) + LIMIT\n"


@needs_numba
def test_the_digest_covers_functions_and_values_from_other_folders(tmp_path: pathlib.Path) -> None:
    helper = module(tmp_path / "one" / "helper.py", HELPER)
    user = module(tmp_path / "two" / "user.py", USER)
    user.helper = helper.helper  # type: ignore[attr-defined]
    digests = [link._digest({}, {}, (user.user,))]
    user.LIMIT = 6  # type: ignore[attr-defined]
    digests.append(link._digest({}, {}, (user.user,)))
    (tmp_path / "one" / "helper.py").write_text(HELPER.replace("+ 1", "+ 2"), "utf-8")
    digests.append(link._digest({}, {}, (user.user,)))
    digests.append(link._digest({}, {"LIMIT": 7}, (user.user,)))
    assert len(set(digests)) == 4
    assert digests[-1] == link._digest({}, {"LIMIT": 7}, (user.user,))


@needs_numba
def test_code_with_and_without_bounds_checks_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import config

    digests = []
    for checked in (0, 1):
        monkeypatch.setattr(config, "BOUNDSCHECK", checked)
        digests.append(link._digest({}, {}, (heavy,)))
    assert digests[0] != digests[1]


# ---- where things are missing ---------------------------------------------------------------------------------------
@needs_numba
def test_an_unwritable_cache_folder_is_no_obstacle(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("MOWLAB_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(game_module, "_LINKS", {})
    problem = link.cache_problem(link.cache_root())
    assert problem is not None
    assert "MOWLAB_CACHE_DIR" in problem
    game = mowlab.game("mow", players=3)
    state = game.position(hands=[["g7.2"], [], []], herds=[["g8.0"]])
    assert list_moves(game, state, compiled=True) == ["g7.2", "take"]


def one_sentence(text: str) -> bool:
    return text.endswith(".") and "\n" not in text and text.count(". ") == 0


def must_play_plain_only(says: str) -> None:
    game = mowlab.game("mow", players=3)
    with pytest.raises(CompileUnavailable, match=says) as caught:
        _ = game.compiled
    assert one_sentence(str(caught.value)), str(caught.value)
    assert game.best is game.plain
    match = game.match(["random"] * 3, seed=1)
    match.advance()
    assert match.over


@pytest.mark.usefixtures("fresh_links")
@pytest.mark.parametrize(("name", "value"), [("MOWLAB_JIT", "0"), ("NUMBA_DISABLE_JIT", "1")])
def test_compiling_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    must_play_plain_only(name)


@pytest.mark.usefixtures("fresh_links")
def test_without_numba_the_plain_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "numba"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)  # how Python marks a module that cannot be imported
    must_play_plain_only("numba")


@pytest.mark.usefixtures("fresh_links")
def test_a_numba_that_breaks_on_import_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "numba.py").write_text("raise RuntimeError('cannot cache: no locator available for this file')\n")
    for name in [name for name in sys.modules if name.split(".")[0] == "numba"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tmp_path))
    must_play_plain_only("no locator")
