"""Positions that are worth a look, as data: a game's `puzzles.py` lists them, Try it opens them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Puzzle:
    """A position with seat 0 to move.  options: of the game; position: keyword arguments of `game.position`."""

    key: str
    title: str
    question: str
    position: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict)
