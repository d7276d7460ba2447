"""Charts that a game declares for itself, as data: what is counted, in which kept events, and how it is drawn.

A game's `charts.py` holds CHARTS, a dict from names to `OwnChart`s.  The game only counts, game by game; means with
intervals (deals are the units), specs, tables and sentences are made by mowlab.charts, the same way for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .game import Game

Outcomes = Any  # mowlab.analysis.Outcomes, which stands above the core
LANES, DOTS, GROUPED, LINES = "lanes", "dots", "grouped", "lines"
KINDS = (LANES, DOTS, GROUPED, LINES)


@dataclass(frozen=True)
class Lane:
    """A distribution: whole numbers `values`, each from the game with the index `row` in the outcomes."""

    label: str
    values: NDArray[Any]
    row: NDArray[Any]


@dataclass(frozen=True)
class Tally:
    """A mean or a share: sums[g], counts[g] of what was observed in game g of the outcomes.

    label: its place on the axis.  series: which dot or line it belongs to.  x: where on the axis of LINES it stands.
    """

    label: str
    sums: NDArray[Any]
    counts: NDArray[Any]
    series: str = ""
    x: int = 0


@dataclass(frozen=True, kw_only=True)
class OwnChart:
    """One chart.  `count` gives Lanes if the kind is LANES, else Tallies: DOTS one for each label, GROUPED one for each
    label and series, LINES one for each series and x.

    events: names of the kept events it is made from.  axis: what the numbers are; across: what x is in LINES.
    share: the numbers are shares, to be shown in percent.  digits: how many behind the point.
    know: what a reader must know, in a sentence.
    fits: whether it says anything in this game, given its options.
    """

    title: str
    kind: str
    events: tuple[str, ...]
    axis: str
    count: Callable[[Outcomes], Iterable[Lane] | Iterable[Tally]]
    across: str = ""
    share: bool = False
    digits: int = 1
    know: str = ""
    fits: Callable[[Game], bool] = lambda game: True


def by_bot(event: str, column: str) -> Callable[[Outcomes], list[Lane]]:
    """A Lane for each bot, of one column of a kept event."""

    def lanes(outcomes: Outcomes) -> list[Lane]:
        found = outcomes.events(event)
        bot = outcomes.bot[found.row, found.seat]
        return [
            Lane(label, found.columns[column][bot == b], found.row[bot == b])
            for b, label in enumerate(outcomes.labels.values())
        ]

    return lanes


def each_game(outcomes: Outcomes, row: NDArray[Any], values: NDArray[Any] | None = None) -> NDArray[Any]:
    """For each game of the outcomes the sum of `values` (default: the number) of what belongs to it by `row`."""
    return np.bincount(row, weights=values, minlength=len(outcomes))
