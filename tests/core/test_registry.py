"""A new game is a new folder and nothing else: it is found, opened, played, replayed, and tested for conformance."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import mowlab

ROOT = pathlib.Path(mowlab.__file__).parent.parent
UNUSED = shutil.ignore_patterns("__pycache__", "ui", "serve", "art", "browser", "*.js")

PLAY = """
import mowlab
assert {"mow", "twin-mow"} <= set(mowlab.keys()), mowlab.keys()
assert "no-game" not in mowlab.keys()
game = mowlab.game("twin-mow", players=3)
match = game.match(["random"] * 3, seed=1)
match.advance()
assert match.over and match.record()["game"] == "twin-mow"
assert mowlab.replay(match.record()).state == match.state
"""


def run(folder: pathlib.Path, *command: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *command], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_folder_is_a_new_game(tmp_path: pathlib.Path) -> None:
    for name in ("mowlab", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=UNUSED)
    games = tmp_path / "mowlab" / "games"
    shutil.copytree(games / "mow", games / "twin_mow")
    (games / "no_game").mkdir()
    run(tmp_path, "-c", PLAY)
    tests = run(tmp_path, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests/conformance")
    twin, usual = ([test for test in tests.splitlines() if f"[{key}" in test] for key in ("twin-mow", "mow"))
    assert [test.replace("twin-mow", "mow") for test in twin] == usual
    assert len(usual) > 100
