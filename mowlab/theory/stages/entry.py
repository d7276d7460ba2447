"""Where to bid: several contracts and a sure odd job; who meets others at a contract wins it with equal chances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..roots import root_between
from ..solution import Solution, Vector, shares
from ..symmetric import certified


@dataclass(frozen=True)
class Entry:
    """players choose one of the sites, worth `sites` each, or the odd job, worth `job` to everybody who does it."""

    players: int
    sites: tuple[float, ...]
    job: float

    @property
    def actions(self) -> tuple[str, ...]:
        return (*(f"site {i + 1}" for i in range(len(self.sites))), "odd job")

    def payoffs(self, mix: Vector) -> Vector:
        return np.array([*(v * share(x, self.players) for v, x in zip(self.sites, mix, strict=False)), self.job])

    def equilibrium(self) -> Solution:
        """The symmetric equilibrium; there is one, as a crowd only makes a site worse.

        All sites that are used pay the same u, and whoever is left does the job; if nobody is, u is above the job.
        """

        def excess(u: float) -> float:
            return sum(coming(v, u, self.players) for v in self.sites) - 1.0

        u = self.job if excess(self.job) <= 0 else root_between(excess, self.job, max(self.sites))
        at = [coming(v, u, self.players) for v in self.sites]
        return certified(self, shares(np.array([*at, max(1.0 - sum(at), 0.0)])))


def coming(value: float, u: float, n: int) -> float:
    """How likely each of n players must come to a site of this value, so that it pays u."""
    if value <= u:
        return 0.0
    if value * share(1.0, n) >= u:
        return 1.0
    return root_between(lambda x: value * share(x, n) - u, 0.0, 1.0)


def share(x: float, n: int) -> float:
    """The expected part of a site's worth where each of n - 1 others comes with probability x."""
    return 1.0 if x < 1e-12 else (1 - (1 - x) ** n) / (n * x)
