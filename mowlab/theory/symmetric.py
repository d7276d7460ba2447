"""Symmetric games of any number of players: everybody has the same actions and the same payoffs.

Equilibria in which all play alike are found by trying every set of actions that could be used (support enumeration):
within it all actions must pay the same, outside it none may pay more.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from .solution import SURE, Solution, Vector, frozen

STARTS, SAME = 6, 1e-6  # random starts for each support; mixes closer than SAME are one
FOUND = 1e-7  # a root may miss its equations by this much; the regret is checked after it


class Symmetric(Protocol):
    """players: how many.  actions: their names.  payoffs(mix): of each action while all others play `mix`."""

    @property
    def players(self) -> int: ...
    @property
    def actions(self) -> tuple[Any, ...]: ...
    def payoffs(self, mix: Vector) -> Vector: ...


@dataclass(frozen=True, eq=False)
class SymmetricTable:
    """table: array with one axis for each player; [i, j, k ...] is what i gets where the others play j, k ..."""

    actions: tuple[Any, ...]
    table: Vector

    @property
    def players(self) -> int:
        return self.table.ndim

    def payoffs(self, mix: Vector) -> Vector:
        values = self.table
        for _ in range(self.players - 1):
            values = values @ mix
        return values


def certified(game: Symmetric, mix: npt.ArrayLike) -> Solution:
    """Everybody plays `mix`: the value and the regret."""
    x = frozen(mix)
    options = game.payoffs(x)
    value = float(x @ options)
    return Solution((x,) * game.players, (value,) * game.players, max(float(options.max()) - value, 0.0))


def equilibria(
    game: Symmetric, *, sizes: Sequence[int] | None = None, tolerance: float = SURE, seed: int = 0
) -> Iterator[Solution]:
    """Symmetric equilibria, each once, small supports first.

    sizes: how many actions may be used; all by default.  For each support the equations are solved from STARTS random
    mixes and the even one, so nothing is promised beyond what is found; whatever is found has regret <= tolerance.
    """
    n = len(game.actions)
    rng = np.random.default_rng(seed)
    known: list[Vector] = []
    for size in sizes or range(1, n + 1):
        for support in itertools.combinations(range(n), size):
            for start in _starts(size, rng):
                mix = _equal_pay(game, support, start)
                if mix is None or any(np.abs(mix - k).max() < SAME for k in known):
                    continue
                solution = certified(game, mix)
                if solution.regret <= tolerance:
                    known.append(mix)
                    yield solution


def _starts(size: int, rng: np.random.Generator) -> Iterator[Vector]:
    yield np.full(size, 1.0 / size)
    for _ in range(STARTS if size > 1 else 0):
        yield rng.dirichlet(np.ones(size))


def _equal_pay(game: Symmetric, support: tuple[int, ...], start: Vector) -> Vector | None:
    """A mix on exactly this support under which all its actions pay the same."""
    from scipy.optimize import root  # takes a second to load, and pages that only check a solution do without

    where = list(support)

    def spread(part: Vector) -> Vector:
        mix = np.zeros(len(game.actions))
        mix[where] = part
        return mix

    if len(where) == 1:
        return spread(start)

    def gaps(part: Vector) -> Vector:
        pay = game.payoffs(spread(part))[where]
        return np.append(pay[1:] - pay[0], part.sum() - 1.0)

    found = root(gaps, start, method="hybr", options={"xtol": 1e-13})
    part = np.asarray(found.x, dtype=np.float64)
    if np.abs(gaps(part)).max() > FOUND or part.min() < SAME:
        return None
    return spread(part / part.sum())
