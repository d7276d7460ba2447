"""A duel of stakes: two equal stacks of Mow Money, each may add own contracts as stakes, which are lost either way.

In reputation points: winning is worth V, and the lower sum less stakes wins; equal ones go to who staked more, then to
the holder of the marker.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from .. import zero_sum
from ..normal import NormalForm
from ..solution import Solution, Vector
from .hand_auction import stacks

if TYPE_CHECKING:
    from ...core.game import Game
    from ...games.mow_money.rules import State

CARD = Fraction(1, 3)  # what a card is worth elsewhere, in points: a basic one is bought for a dollar


@dataclass(frozen=True)
class StakeDuel:
    """value: V in points.  stakes: for each player the points that can be staked, ascending, 0 first.

    Player 1 (index 0) holds the marker.  lead: by how many dollars its cards are the lower ones.
    """

    value: float
    stakes: tuple[tuple[int, ...], tuple[int, ...]]
    lead: int = 0

    @classmethod
    def of(cls, value: float, lead: int = 0, most: tuple[int, int] | None = None) -> StakeDuel:
        """Any whole number of points can be staked: up to `most`, or as far as it could ever pay."""
        enough = int(np.ceil(value)) + abs(lead)
        first, second = most or (enough, enough)
        return cls(value, (tuple(range(min(first, enough) + 1)), tuple(range(min(second, enough) + 1))), lead)

    @classmethod
    def of_match(cls, game: Game, s: State, area: int, card: Fraction = CARD) -> StakeDuel:
        """Two players with the same lowest stack for a contract, who stake any of the contracts they have won.

        Raises ValueError where there are more players, no valid stacks, or unequal ones.
        """
        if s.players != 2:
            raise ValueError("A duel is between two players.")
        order = (s.marker, 1 - s.marker)
        choices = [stacks(game, s, p, area) for p in order]
        if not all(choices) or min(choices[0].items()) != min(choices[1].items()):
            raise ValueError("In a duel both can bid for the contract, and their lowest stacks are equal.")
        lowest, cards = min(choices[0].items())
        points = game.constants["POINTS"]
        value = points[game.plain.top(s, area)] + Fraction(lowest, game.rules.MONEY_PER_POINT) - card * cards
        own = [[points[c] for c in range(len(points)) if s.contract[c] == game.rules.WON + p] for p in order]
        return cls(float(value), (_totals(own[0]), _totals(own[1])))

    def first_wins(self) -> Vector:
        """1 where player 1 wins, for each pair of stakes."""
        gap = np.array(self.stakes[0])[:, None] + self.lead - np.array(self.stakes[1])[None, :]
        return np.where((gap > 0) | ((gap == 0) & (self.lead <= 0)), 1.0, 0.0)

    def game(self) -> NormalForm:
        first = self.first_wins()
        paid = np.array(self.stakes[0])[:, None], np.array(self.stakes[1])[None, :]
        payoffs = np.stack([self.value * first - paid[0], self.value * (1 - first) - paid[1]])
        return NormalForm(self.stakes, payoffs)

    def equilibrium(self) -> Solution:
        """Staking is zero-sum in disguise: adding the rival's stake to one's own payoff changes no comparison."""
        table = self.value * self.first_wins() - np.array(self.stakes[0])[:, None] + np.array(self.stakes[1])
        return self.game().solution(zero_sum.solve(table).mixes)

    def chance(self, solution: Solution) -> float:
        """How often player 1 wins."""
        return float(solution.mixes[0] @ self.first_wins() @ solution.mixes[1])


def _totals(contracts: list[int]) -> tuple[int, ...]:
    """What any of these contracts are worth together."""
    sets = itertools.chain.from_iterable(itertools.combinations(contracts, k) for k in range(len(contracts) + 1))
    return tuple(sorted({sum(chosen) for chosen in sets}))
