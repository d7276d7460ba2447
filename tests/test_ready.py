"""Search is compiled in a process apart: one at a time, and not for longer than somebody wants it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import mowlab
from mowlab import ready
from mowlab.core import link


def test_one_at_a_time_and_a_lock_without_a_sign_of_life_counts_for_nothing(tmp_path: Path) -> None:
    lock = tmp_path / "mow.compiling"
    assert ready._taken(lock)
    assert not ready._taken(lock)
    os.utime(lock, (0, 0))
    assert not ready._taken(lock), "the old one is taken away first"
    assert ready._taken(lock)


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="there is nothing to compile with")
def test_the_child_ends_with_its_parent(tmp_path: Path) -> None:
    """Else pages that were closed would go on compiling, and their server could not end."""
    environment = {**os.environ, "MOWLAB_JIT": "1", "MOWLAB_CACHE_DIR": str(tmp_path)}
    child = subprocess.Popen([sys.executable, "-c", ready.CHILD, "mow"], stdin=subprocess.PIPE, env=environment)
    time.sleep(2)
    assert child.poll() is None, "compiling takes longer"
    assert child.stdin is not None
    child.stdin.close()
    assert child.wait(60) == 1


def test_where_nothing_can_be_compiled_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOWLAB_JIT", "0")
    assert ready.get_ready(mowlab.game("mow")) is None
    assert not ready.is_ready(mowlab.game("mow"))


def test_many_ask_and_one_thread_sees_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, seen = threading.Event(), []

    def load(game: object, after: float) -> None:
        seen.append(game)
        go_on.wait(60)

    monkeypatch.setattr(ready, "_load", load)
    monkeypatch.setattr(ready, "_behind", {})
    monkeypatch.setattr(ready, "is_ready", lambda game: False)
    monkeypatch.setattr(link, "compiling_is_off", lambda: False)
    threads = {ready.get_ready(mowlab.game("mow", players=n)) for n in (2, 3, 4)}
    assert len(threads) == 1
    go_on.set()
    (thread,) = threads
    assert thread is not None
    thread.join(60)
    assert len(seen) == 1
    assert ready.get_ready(mowlab.game("mow")) is None


def test_what_is_in_the_cache_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And asking for it loads no compiler into the page."""
    asked: list[str] = []
    monkeypatch.setenv("MOWLAB_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(link, "compiling_is_off", lambda: False)
    monkeypatch.setattr(ready, "is_ready", lambda game: False)
    monkeypatch.setattr(ready, "CHILD", "import sys; sys.exit(0)")
    compile_apart = ready._compile_apart
    monkeypatch.setattr(ready, "_compile_apart", lambda game, wait: (asked.append(game.key), compile_apart(game, wait)))
    game = mowlab.game("mow")
    for _ in range(2):
        if (thread := ready.compile_ahead(game)) is not None:
            thread.join(60)
    assert asked == ["mow"]
