"""Games between ways of playing: who wins how often against whom, measured or computed, as a table to be solved.

What holds in such a table holds among the listed ways of playing only.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..analysis import simulate
from ..core.game import Game
from .extensive import Policy
from .sequence import SequenceForm
from .solution import Vector, frozen
from .symmetric import SymmetricTable

Means = Mapping[str, tuple[float, float]]  # for each bot of a profile its mean payoff and the standard error of that


@dataclass(frozen=True, eq=False)
class Empirical:
    """bots: keys.  means, errors: arrays (bots, bots ...) with one axis for each seat: what the first bot gets beside
    the others, and its standard error.  games: how many were played for each profile; 0 if nothing was left to chance.
    """

    bots: tuple[str, ...]
    games: int
    means: Vector
    errors: Vector

    @classmethod
    def measured(
        cls, bots: Sequence[str], players: int, games: int, play: Callable[[tuple[str, ...]], Means]
    ) -> Empirical:
        """play(profile) is asked once for every multiset of bots."""
        shape = (len(bots),) * players
        means, errors = np.zeros(shape), np.zeros(shape)
        for profile in profiles(bots, players):
            result = play(profile)
            for order in set(itertools.permutations(profile)):
                at = tuple(bots.index(b) for b in order)
                means[at], errors[at] = result[order[0]]
        return cls(tuple(bots), games, frozen(means), frozen(errors))

    @property
    def game(self) -> SymmetricTable:
        return SymmetricTable(self.bots, self.means)

    def resampled(self, seed: int) -> SymmetricTable:
        """The table as it might have come out: each profile's means shifted by normal errors of the measured size."""
        rng = np.random.default_rng(seed)
        means = np.array(self.means)
        for profile in profiles(range(len(self.bots)), self.means.ndim):
            for bot in set(profile):
                others = list(profile)
                others.remove(bot)
                shift = rng.normal() * self.errors[(bot, *others)]
                for order in itertools.permutations(others):
                    means[(bot, *order)] = self.means[(bot, *order)] + shift
        return SymmetricTable(self.bots, frozen(means))

    def record(self) -> dict[str, Any]:
        return {
            "bots": list(self.bots),
            "games": self.games,
            "means": np.round(self.means, 6).tolist(),
            "errors": np.round(self.errors, 6).tolist(),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Empirical:
        return cls(tuple(record["bots"]), record["games"], frozen(record["means"]), frozen(record["errors"]))


def profiles(bots: Sequence[Any], players: int) -> Iterator[tuple[Any, ...]]:
    """All multisets of bots at the table: C(len(bots) + players - 1, players) of them."""
    return itertools.combinations_with_replacement(bots, players)


def by_simulation(game: Game, bots: Sequence[str], games: int, seed: int) -> Empirical:
    """Shares of the victory in a real game with these bots in all line-ups, seats rotated; `games` for each line-up."""

    def play(profile: tuple[str, ...]) -> Means:
        groups = simulate(game, list(profile), games, seed, events=False).groups("bot")
        return {str(g.bot): (g.win.value, _error(g.win.low, g.win.high)) for g in groups}

    return Empirical.measured(bots, game.players, games, play)


def _error(low: float, high: float) -> float:
    """The standard error behind a 95 % interval."""
    return (high - low) / 2 / 1.959964


def exact_duels(form: SequenceForm, policies: Mapping[str, Sequence[Policy]]) -> tuple[Vector, Empirical]:
    """Policies (one for each seat) against each other in a zero-sum game, by expectation.

    First what the row gets as player 0 against the column as player 1, then the symmetric game in which both seats
    are equally likely.
    """
    plans = [(form.plan(0, p[0]), form.plan(1, p[1])) for p in policies.values()]
    first = np.array([[form.value(x, y) for _, y in plans] for x, _ in plans])
    both = (first - first.T) / 2
    return frozen(first), Empirical(tuple(policies), 0, frozen(both), frozen(np.zeros_like(both)))
