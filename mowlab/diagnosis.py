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
    """One line of the diagnosis: what was looked at, what was found, whether that is good."""

    good: bool
    what: str
    found: str

    def __str__(self) -> str:
        return f"{'ok  ' if self.good else 'MEND'}  {self.what}: {self.found}"


def examine() -> list[Finding]:
    """Look at this installation without changing it."""
    return [
        Finding(True, "mowlab", f"{__version__} on Python {platform.python_version()}, {platform.platform()}"),
        *(_part(name, use) for name, use in PARTS.items()),
        _compiling(),
        _cache(),
        *(_compiled(key) for key in games.keys()),  # noqa: SIM118  # a function, not a dictionary
        _offline(),
    ]


def warm_up(key: str) -> float:
    """Compile a game's loops (or load them from the cache) and return the seconds it took."""
    from .analysis import warm_up as compile_loops

    began = time.monotonic()
    link.require_compiled()
    compile_loops(games.game(key))
    return time.monotonic() - began


def _part(name: str, use: str) -> Finding:
    try:
        return Finding(True, name, f"{importlib.metadata.version(name)}, for {use}")
    except importlib.metadata.PackageNotFoundError:
        return Finding(False, name, f"not installed; needed for {use}: pip install 'mowlab[apps]'")


def _compiling() -> Finding:
    why = link.why_not_compiled()
    return Finding(why is None, "compiling", "possible" if why is None else why)


def _cache() -> Finding:
    root = link.cache_root()
    problem = link.cache_problem(root)
    return Finding(problem is None, "cache", problem or f"{root} can be written")


def _compiled(key: str) -> Finding:
    kept = sorted(link.cache_root().glob(f"{key}-*/**/*.nbc"))
    return Finding(
        True, f"game {key}", f"{len(kept)} compiled functions kept" if kept else "not compiled yet: mowlab warmup"
    )


def _offline() -> Finding:
    """The pages load nothing from outside: the chart library must be in the package."""
    bundle = Path(__file__).parent / "ui" / "static" / "vega_host.js"
    there = bundle.is_file()
    return Finding(
        there, "offline", "everything a page needs is in the package" if there else f"{bundle.name} is missing"
    )
