"""What is kept of repeated measurements, how it is judged, and how it is written down."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """Repeated measurements of one thing, in the order in which they were taken."""

    values: tuple[float, ...]

    @classmethod
    def of(cls, values: Iterable[float]) -> Figure:
        """A figure from at least one measurement; ValueError if there is none."""
        kept = tuple(values)
        if not kept:
            raise ValueError("a figure needs at least one measurement")
        return cls(kept)

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def low(self) -> float:
        return min(self.values)

    @property
    def high(self) -> float:
        return max(self.values)

    def over(self, other: Figure) -> Figure:
        """This figure divided by `other`, round by round, so that what slowed a whole round cancels out."""
        return Figure.of(a / b for a, b in zip(self.values, other.values, strict=True))

    def less(self, other: Figure) -> Figure:
        """This figure minus `other`, round by round."""
        return Figure.of(a - b for a, b in zip(self.values, other.values, strict=True))


@dataclass(frozen=True)
class Goal:
    """A bound that the median has to keep: `at_least` or `below`; `void` says why it cannot be judged here."""

    claim: str
    figure: Figure
    form: Callable[[float], str]
    at_least: float | None = None
    below: float | None = None
    void: str = ""

    @property
    def bound(self) -> str:
        return f">= {self.form(self.at_least)}" if self.at_least is not None else f"< {self.form(self.below or 0.0)}"

    @property
    def missed(self) -> bool:
        too_low = self.at_least is not None and self.figure.median < self.at_least
        too_high = self.below is not None and self.figure.median >= self.below
        return not self.void and (too_low or too_high)

    @property
    def verdict(self) -> str:
        return f"not judged: {self.void}" if self.void else "**miss**" if self.missed else "pass"


def per_second(value: float) -> str:
    """A rate with three significant digits: 4.21 M, 85.3 k, 912."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{_three(value / size)} {unit}"
    return _three(value)


def times(value: float) -> str:
    """A ratio: 0.84 x, 21.3 x."""
    return f"{_three(value)} x"


def seconds(value: float) -> str:
    """A duration: 5.21 s, 43 ms."""
    return f"{_three(value)} s" if abs(value) >= 1 else f"{_three(value * 1e3)} ms"


def megabytes(value: float) -> str:
    """A size given in bytes: 128 MB (millions of bytes)."""
    return f"{value / 1e6:.0f} MB"


def _three(value: float) -> str:
    size = abs(value)
    return f"{value:.2f}" if size < 10 else f"{value:.1f}" if size < 100 else f"{value:,.0f}"


def cells(figure: Figure, form: Callable[[float], str]) -> list[str]:
    """Table cells of one figure: median, min, max, n."""
    return [form(figure.median), form(figure.low), form(figure.high), str(len(figure.values))]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A markdown table; the first column is text, the others are numbers or short words."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
