"""The scripts of Voila and of its extensions in one piece.

A page of Voila asks for 86 scripts of 50 kB on average, after its cells have run.  Here they are one file that the
browser fetches while the cells run and keeps for a year.  They are pieces that the loaders of Voila and of each
extension (webpack's) find on a list; one that is missing here, as its number changes with their versions, the loader
fetches by itself.

Where a script gives up too soon on a slow phone, or on a computer that many visit at once, it is mended (``MENDED``).
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

# What a page with widgets loads in Voila 0.5.13, ipywidgets 8.1.9 and anywidget 0.11.0.  tests/browser/test_host.py
# notices when it is outdated.
PIECES = (
    *(73, 143, 225, 431, 457, 614, 630, 1187, 1601, 1621, 1670, 1996, 2121, 2296, 2772, 2829, 2930, 3144, 3249, 3307),
    *(3311, 3459, 3649, 3916, 3989, 3992, 4041, 4135, 4173, 4222, 4371, 4486, 4653, 4729, 4875, 4972, 5044, 5312, 5688),
    *(5764, 5767, 5992, 6008, 6049, 6074, 6305, 6382, 6468, 6573, 7155, 7245, 7259, 7393, 7483, 7556, 7598, 7770, 7883),
    *(8017, 8135, 8487, 8766, 8773, 8862, 8925, 9081, 9151, 9212, 9582, 9684, 9890, 9981),
)
EXTENSIONS = {
    "@jupyter-widgets/jupyterlab-manager": (7, 32, 84, 121, 160, 170, 452, 704, 718, 967),
    "@voila-dashboards/widgets-manager8": (496, 883),
    "anywidget": (2, 528),
}
# What is found once in these scripts -> what is put there.
MENDED = {
    # Who looks for a widget for two seconds looks a last time when they are over: a busy page comes to it too late.
    b'}throw Error("widget model not found")': (
        b'}if(void 0!==(t=this._models[e]))return t;throw Error("widget model not found")'
    ),
    # A widget may take a minute to begin, instead of two seconds.  It is never told again what it missed.
    b"AbortSignal.timeout(2000)": b"AbortSignal.timeout(60000)",
}


class Bundle:
    """``PIECES`` as they are found in ``folders``, and those of ``EXTENSIONS``, put together when first needed."""

    def __init__(self, folders: Iterable[str], extension_folders: Iterable[str]) -> None:
        self.folders = [Path(folder) for folder in folders]
        self.extension_folders = [Path(folder) for folder in extension_folders]

    @cached_property
    def text(self) -> bytes:
        text = b"\n;\n".join(path.read_bytes() for path in self._paths())
        for old, new in MENDED.items():
            text = text.replace(old, new)
        return text

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.text, 6)

    @cached_property
    def name(self) -> str:
        """Changes with what is inside, so a browser may keep it."""
        return f"voila-{hashlib.sha256(self.text).hexdigest()[:16]}.js"

    def _paths(self) -> Iterator[Path]:
        for number in PIECES:
            yield from _first(self.folders, f"{number}.voila.js")
        for name, numbers in EXTENSIONS.items():
            for number in numbers:
                yield from _first(self.extension_folders, f"{name}/static/{number}.*.js")


def _first(folders: list[Path], pattern: str) -> Iterable[Path]:
    found = (path for folder in folders for path in sorted(folder.glob(pattern)))
    return [path] if (path := next(found, None)) else []
