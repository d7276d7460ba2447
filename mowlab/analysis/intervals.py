"""Estimates with intervals, from units that are independent of each other.

Games that share a deal are not independent of each other, and neither are the seats of one game.  So the unit is the
deal: each deal gives the sum of what was observed and the number of observations, and the spread between deals gives
the interval.

Means have Student t intervals, changes of shares somewhat wider ones where changes are rare; shares (of victories) have
Wilson's interval, with the number of games replaced by the number of independent games that would be as informative,
and the normal quantile by Student's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.student import LEVEL, t_quantile, wilson
from ..core.words import decimal

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A number, its interval (NaN where the data cannot give one), observations and independent units behind it."""

    value: float
    low: float
    high: float
    n: int
    units: int
    level: float = LEVEL

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """The interval lies wholly to one side of `value`."""
        return self.low > value or self.high < value

    def text(self, digits: int = 1, scale: float = 1.0, unit: str = "") -> str:
        """«24.8 % (24.1 to 25.6)» for digits=1, scale=100, unit=" %"."""
        if math.isnan(self.value):
            return "no games"
        value = f"{decimal(self.value * scale, digits)}{unit}"
        if math.isnan(self.low):
            return value
        return f"{value} ({decimal(self.low * scale, digits)} to {decimal(self.high * scale, digits)})"

    def __str__(self) -> str:
        return self.text(digits=3)


NOTHING = Estimate(math.nan, math.nan, math.nan, 0, 0)


# ---- intervals ------------------------------------------------------------------------------------------------------
def mean_of_units(sums: Any, counts: Any, level: float = LEVEL, least: float = -math.inf) -> Estimate:
    """The mean of all observations.  sums[u], counts[u]: sum and number of the observations of unit u.

    least: what no observation can be below; then the interval is not either, however few units there are.  Units
    without an observation do not count.  One unit gives a value but no interval; none gives NOTHING.
    """
    sums, counts = _used(sums, counts)
    n, units = int(counts.sum()), len(sums)
    if units == 0:
        return NOTHING
    mean = float(sums.sum() / n)
    if units == 1:
        return Estimate(mean, math.nan, math.nan, n, 1, level)
    half = t_quantile(units - 1, level) * math.sqrt(_variance_of_mean(sums, counts, mean))
    return Estimate(mean, max(mean - half, least), mean + half, n, units, level)


def mean_of(values: Any) -> Estimate:
    """The mean of observations that are each a unit of its own."""
    return mean_of_units(values, np.ones(len(values)))


def share_of_units(sums: Any, counts: Any, level: float = LEVEL) -> Estimate:
    """The share (between 0 and 1) of all observations, each between 0 and 1.  Same arguments as `mean_of_units`.

    Where all units agree (nobody ever won), each unit counts as one observation: the cautious end.
    """
    sums, counts = _used(sums, counts)
    n, units = int(counts.sum()), len(sums)
    if units == 0:
        return NOTHING
    share = min(max(float(sums.sum() / n), 0.0), 1.0)
    if units == 1:
        return Estimate(share, math.nan, math.nan, n, 1, level)
    variance = _variance_of_mean(sums, counts, share)
    # the sample variance of n independent 0-1 observations is n / (n - 1) times share * (1 - share)
    worth = 1 + share * (1 - share) / variance if variance > 1e-15 else float(units)
    low, high = wilson(share, worth, t_quantile(units - 1, level))
    return Estimate(share, low, high, n, units, level)


def change_of_shares(gains: Any, losses: Any, counts: Any, level: float = LEVEL) -> Estimate:
    """The mean of changes between -1 and 1, given as sums of what was gained and of what was lost (both not below 0).

    Student's interval, and never narrower than what the shares of gains and of losses leave open together (Zou and
    Donner's method of variance estimates recovery, 2008): where nothing changed in n deals, something that happens in
    one of n may still have been missed, and an interval without width would deny it.
    """
    gains, losses = np.asarray(gains, dtype=np.float64), np.asarray(losses, dtype=np.float64)
    change = mean_of_units(gains - losses, counts, level)
    if change.units < 2:
        return change
    up, down = share_of_units(gains, counts, level), share_of_units(losses, counts, level)
    low = change.value - math.hypot(up.value - up.low, down.high - down.value)
    high = change.value + math.hypot(up.high - up.value, down.value - down.low)
    return replace(change, low=min(change.low, low), high=max(change.high, high))


def _used(sums: Any, counts: Any) -> tuple[Floats, Floats]:
    sums, counts = np.asarray(sums, dtype=np.float64), np.asarray(counts, dtype=np.float64)
    used = counts > 0
    return sums[used], counts[used]


def _variance_of_mean(sums: Floats, counts: Floats, mean: float) -> float:
    """Variance of a ratio of sums over independent units (the ordinary one where all counts are equal)."""
    units = len(sums)
    rest = sums - mean * counts
    return float(units / (units - 1) * (rest @ rest) / counts.sum() ** 2)
