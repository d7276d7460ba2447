"""Voila's scripts in one piece.

A page of Voila asks for 72 scripts of 50 kB on average, after its cells have run.  Here they are one file that the
browser fetches while the cells run and keeps for a year.  They are pieces that Voila's own loader (webpack's) finds
on a list; one that is missing here, as its number changes with Voila's version, the loader fetches by itself.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cached_property
from pathlib import Path

PIECES = (  # what a page with widgets loads in Voila 0.5.13; tests/browser/test_host.py notices when it is outdated
    *(73, 143, 225, 431, 457, 614, 630, 1187, 1601, 1621, 1670, 1996, 2121, 2296, 2772, 2829, 2930, 3144, 3249, 3307),
    *(3311, 3459, 3649, 3916, 3989, 3992, 4041, 4135, 4173, 4222, 4371, 4486, 4653, 4729, 4875, 4972, 5044, 5312, 5688),
    *(5764, 5767, 5992, 6008, 6049, 6074, 6305, 6382, 6468, 6573, 7155, 7245, 7259, 7393, 7483, 7556, 7598, 7770, 7883),
    *(8017, 8135, 8487, 8766, 8773, 8862, 8925, 9081, 9151, 9212, 9582, 9684, 9890, 9981),
)


class Bundle:
    """``PIECES`` as they are found in ``folders``, put together when first needed."""

    def __init__(self, folders: list[str]) -> None:
        self.folders = [Path(folder) for folder in folders]

    @cached_property
    def text(self) -> bytes:
        return b"\n;\n".join(self._read(f"{number}.voila.js") for number in PIECES)

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.text, 6)

    @cached_property
    def name(self) -> str:
        """Changes with what is inside, so a browser may keep it."""
        return f"voila-{hashlib.sha256(self.text).hexdigest()[:16]}.js"

    def _read(self, name: str) -> bytes:
        found = next(filter(Path.is_file, (folder / name for folder in self.folders)), None)
        return b"" if found is None else found.read_bytes()
