"""Having search compiled before somebody waits for it, in a process apart.

Compiling takes a minute, holds up everything else in the process, and leaves it with twice the memory; loading what
was compiled takes two seconds.  So a child process compiles into the cache, and this one loads from there.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from importlib.metadata import version
from pathlib import Path

from .core import link
from .core.game import Game
from .search import warm_up

STALE = 20.0  # seconds after which a lock whose owner gives no sign counts for nothing
SIGN = 1.0  # seconds between two signs
CHILD = """
import os, sys, threading

def end_with_parent():
    sys.stdin.read()
    os._exit(1)

threading.Thread(target=end_with_parent, daemon=True).start()
if hasattr(os, "nice"):
    os.nice(10)
from mowlab import game
from mowlab.search import warm_up
warm_up(game(sys.argv[1]))
"""

_lock = threading.Lock()
_behind: dict[tuple[str, str], threading.Thread] = {}


def is_ready(game: Game) -> bool:
    """Search of this game needs no more compiling in this process.  Asking does not load the compiler."""
    loaded = "numba" in sys.modules and link.why_not_compiled() is None
    return loaded and bool(game.compiled.grow_tree.signatures)


def get_ready(game: Game, after: float = 0.0) -> threading.Thread | None:
    """Have search compiled in the background, once, beginning so many seconds from now.

    The thread that sees to it; None if search is ready, or never will be.
    """
    if link.compiling_is_off() or is_ready(game):
        return None
    key = (game.key, game.cards.digest)
    with _lock:
        if key not in _behind:
            _behind[key] = threading.Thread(target=_load, args=(game, after), name="mowlab search", daemon=True)
            _behind[key].start()
        thread = _behind[key]
    return thread if thread.is_alive() else None


def compile_ahead(game: Game, after: float = 0.0) -> threading.Thread | None:
    """Have search compiled into the cache in the background, beginning so many seconds from now, without loading the
    compiler into this process, which would take a hundred megabytes that a game without hints does not need.

    The thread that sees to it; None if there is nothing to do, or somebody is at it.
    """
    if link.compiling_is_off() or is_ready(game) or _stamp(game).exists():
        return None
    thread = threading.Thread(target=_ahead, args=(game, after), name="mowlab ahead", daemon=True)
    thread.start()
    return thread


def _ahead(game: Game, after: float) -> None:
    time.sleep(after)
    if link.cache_problem(link.cache_root()) is None and not _stamp(game).exists():
        _compile_apart(game, wait=False)


def _stamp(game: Game) -> Path:
    """A file in the cache that is there once search of this game, as its sources are now, has been compiled."""
    folders = [Path(link.__file__).parent, Path(game.rules.__file__ or "").parent]
    files = sorted(path for folder in folders for path in folder.glob("*.py"))
    made_with = (sys.version, version("numba"), game.cards.digest)
    looks = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    digest = hashlib.sha256(repr((made_with, looks)).encode()).hexdigest()[:16]
    return link.cache_root() / f"{game.key}-{digest}.compiled"


def _load(game: Game, after: float) -> None:
    """Load the compiled search into this process; where it is in no cache yet, a child compiles it first."""
    time.sleep(after)
    if link.why_not_compiled() is not None:
        return
    if not is_kept(game) and link.cache_problem(link.cache_root()) is None:
        _compile_apart(game)
    warm_up(game)


def is_kept(game: Game) -> bool:
    """Compiled search of this game lies in the cache, so that it can be loaded in a few seconds."""
    return any(Path(game.compiled.grow_tree.stats.cache_path).glob("*grow_tree*.nbc"))


def _compile_apart(game: Game, wait: bool = True) -> None:
    """Compile in a child, one at a time on this machine: thirty pages of a class must not start thirty.

    wait: until somebody else who is at it has done it, or has stopped and leaves it to us.
    """
    lock = link.cache_root() / f"{game.key}.compiling"
    while not _taken(lock):
        if not wait:
            return
        time.sleep(SIGN)
        if is_kept(game):
            return
    try:
        command = [sys.executable, "-c", CHILD, game.key]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as child:
            while not _has_ended(child):
                lock.touch()
        if child.returncode == 0:
            _stamp(game).touch()
    finally:
        lock.unlink(missing_ok=True)


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    """Whether the child ends within the time between two signs."""
    try:
        child.wait(SIGN)
    except subprocess.TimeoutExpired:
        return False
    return True


def _taken(lock: Path) -> bool:
    """Whether the lock is ours now; one without a sign of life is taken away from its owner."""
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        try:
            if time.time() - lock.stat().st_mtime > STALE:
                lock.unlink(missing_ok=True)
        except OSError:  # given back meanwhile
            pass
        return False
    return True
