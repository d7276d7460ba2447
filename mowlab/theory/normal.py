"""Games in normal form: every player picks one action at the same time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from .solution import SURE, Solution, Vector, frozen


@dataclass(frozen=True, eq=False)
class NormalForm:
    """actions: for each player their names.  payoffs: array (players, n_1, n_2 ...), what each gets for each choice."""

    actions: tuple[tuple[Any, ...], ...]
    payoffs: Vector

    def __post_init__(self) -> None:
        sizes = (len(self.actions), *map(len, self.actions))
        if self.payoffs.shape != sizes:
            raise ValueError(f"payoffs have the shape {self.payoffs.shape}; {sizes} fits the actions.")

    @classmethod
    def of(cls, actions: Sequence[Sequence[Any]], payoff: Callable[..., Sequence[float | Fraction]]) -> NormalForm:
        """payoff(a_1, a_2 ...) is asked once for every profile of actions."""
        lists = tuple(tuple(a) for a in actions)
        table = [payoff(*profile) for profile in itertools.product(*lists)]
        array = np.array(table, dtype=np.float64).T.reshape(len(lists), *map(len, lists))
        return cls(lists, frozen(array))

    @property
    def players(self) -> int:
        return len(self.actions)

    def deviations(self, player: int, mixes: Sequence[npt.ArrayLike]) -> Vector:
        """Expected payoff of each action of `player` while the others play their mixes."""
        table: Vector = np.moveaxis(self.payoffs[player], player, 0)
        for q in reversed([q for q in range(self.players) if q != player]):
            table = table @ np.asarray(mixes[q], dtype=np.float64)
        return table

    def solution(self, mixes: Sequence[npt.ArrayLike]) -> Solution:
        """The profile with its values and its regret."""
        given = tuple(frozen(m) for m in mixes)
        options = [self.deviations(p, given) for p in range(self.players)]
        values = tuple(float(m @ o) for m, o in zip(given, options, strict=True))
        regret = max(float(o.max()) - v for o, v in zip(options, values, strict=True))
        return Solution(given, values, max(regret, 0.0))

    def pure(self, *chosen: Any) -> Solution:
        """The profile in which everybody plays one action, given by name."""
        return self.solution([np.eye(len(a))[a.index(c)] for a, c in zip(self.actions, chosen, strict=True)])

    def pure_equilibria(self, tolerance: float = SURE) -> Iterator[tuple[Any, ...]]:
        """Profiles in which no single player can do better."""
        stable = np.ones(self.payoffs.shape[1:], dtype=bool)
        for p in range(self.players):
            stable &= self.payoffs[p] >= self.payoffs[p].max(axis=p, keepdims=True) - tolerance
        for profile in np.argwhere(stable):
            yield tuple(a[i] for a, i in zip(self.actions, profile, strict=True))

    def without_dominated(self) -> NormalForm:
        """What iterated elimination of weakly dominated actions leaves; rounds drop all such actions at once."""
        game = self
        while True:
            kept = [game._undominated(p) for p in range(game.players)]
            if [len(k) for k in kept] == [len(a) for a in game.actions]:
                return game
            table = game.payoffs[np.ix_(range(game.players), *kept)]
            names = tuple(tuple(a[i] for i in k) for a, k in zip(game.actions, kept, strict=True))
            game = NormalForm(names, frozen(table))

    def _undominated(self, player: int) -> list[int]:
        """Actions of `player` that no other single action dominates."""
        rows = np.moveaxis(self.payoffs[player], player, 0).reshape(len(self.actions[player]), -1)
        below = [
            any((rows[j] >= rows[i]).all() and (rows[j] > rows[i]).any() for j in range(len(rows)))
            for i in range(len(rows))
        ]
        return [i for i, dominated in enumerate(below) if not dominated]
