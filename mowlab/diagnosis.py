"""What is installed, compiled and ready here: `mowlab doctor` and `mowlab warmup`."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import time
from dataclasses import dataclass
from pathlib import Path

from . import __version__, games
from .core import link
from .core.game import Game

OK, ABSENT, MEND = "ok", "absent", "MEND"
LOOPS = ("play_many", "evaluate", "grow_tree", "weigh")  # what simulations, Try it, search and reviews wait for
PARTS = {
    "numpy": "simulations and charts",
    "numba": "compiled, fast simulations",
    "altair": "charts in your own notebooks",
    "pandas": "tables of outcomes",
    "voila": "apps in the browser",
    "jupyterlab": "notebooks",
    "anywidget": "the table and the charts on the screen",
    "ipywidgets": "the controls on the screen",
    "ipykernel": "running notebooks",
}


@dataclass(frozen=True)
class Finding:
    """One line of the diagnosis: what was looked at and found, and a verdict: ok, absent (not all need it), MEND."""

    verdict: str
    what: str
    found: str

    @property
    def good(self) -> bool:
        return self.verdict != MEND

    def __str__(self) -> str:
        return f"{self.verdict:6}  {self.what}: {self.found}"


def examine() -> list[Finding]:
    """Look at this installation without changing it."""
    return [
        Finding(OK, "mowlab", f"{__version__} on Python {platform.python_version()}, {platform.platform()}"),
        *(_part(name, use) for name, use in PARTS.items()),
        _compiling(),
        _cache(),
        *(_compiled(key) for key in games.keys()),  # noqa: SIM118  # a function, not a dictionary
        _offline(),
    ]


def warm_up(game: Game) -> float:
    """Compile a game's loops (or load them from the cache) and return the seconds it took."""
    from .analysis import warm_up as compile_loops
    from .search import warm_up as compile_search

    began = time.monotonic()
    link.require_compiled()
    compile_loops(game)
    compile_search(game)
    return time.monotonic() - began


def _part(name: str, use: str) -> Finding:
    try:
        return Finding(OK, name, f"{importlib.metadata.version(name)}, for {use}")
    except importlib.metadata.PackageNotFoundError:
        return Finding(ABSENT, name, f"needed for {use}; in mowlab's own folder: pip install .[apps]")


def _compiling() -> Finding:
    why = link.why_not_compiled()
    return (
        Finding(OK, "compiling", "possible") if why is None else Finding(ABSENT, "compiling", f"{why}; all is slower")
    )


def _cache() -> Finding:
    root = link.cache_root()
    problem = link.cache_problem(root)
    return Finding(OK if problem is None else MEND, "cache", problem or f"{root} can be written")


def _compiled(key: str) -> Finding:
    what = f"game {key}"
    if link.why_not_compiled() is not None:
        return Finding(ABSENT, what, "runs uncompiled")
    folder = Path(games.game(key).compiled.play_many.stats.cache_path)
    missing = [loop for loop in LOOPS if not any(folder.glob(f"*{loop}*.nbc"))]
    return Finding(OK, what, "not compiled yet: mowlab warmup does it" if missing else "compiled code is kept")


def _offline() -> Finding:
    """The pages load nothing from outside: the chart library must be in the package."""
    bundle = Path(__file__).parent / "ui" / "static" / "vega_host.js"
    there = bundle.is_file()
    return (
        Finding(OK, "offline", "all a page needs is here")
        if there
        else Finding(MEND, "offline", f"{bundle.name} is missing")
    )
