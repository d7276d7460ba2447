"""Where to bid: several contracts and a sure odd job; who meets others at a contract wins it with equal chances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..solution import Solution, Vector
from ..symmetric import equilibria


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
        """The symmetric equilibrium; there is one, as a crowd only makes a site worse."""
        return next(equilibria(self))


def share(x: float, n: int) -> float:
    """The expected part of a site's worth where each of n - 1 others comes with probability x."""
    return 1.0 if x < 1e-12 else (1 - (1 - x) ** n) / (n * x)
