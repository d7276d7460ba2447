"""Two auctions in a row among three level wizards: what one learns in the first decides the second.

Bids from 1 to `highest`; the first winner's bid becomes known, the two lost bids stay secret; the greediest is thrown
out in the end, by lot among equals, and the best in points, then in what was spent, wins.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..solution import Vector, shares
from .last_creature import RANDOM, _end

PLAYERS = 3


class Known(NamedTuple):
    """What one knows before the second auction: the own first bid, whether it won, and the winning bid."""

    bid: int
    won: bool
    price: int


Plan = Mapping[Known, Vector]  # mix of second bids; all bids are from 1 up, at index bid - 1


@dataclass(frozen=True)
class Solved:
    """first: mix of first bids.  second: of second bids.  exploitability: the gain of a best reply to both others."""

    first: Vector
    second: Plan
    exploitability: float


@dataclass(frozen=True)
class TwoAuctions:
    """worth: points of the two creatures."""

    highest: int
    worth: tuple[int, int]

    def known(self) -> Iterator[Known]:
        """Everything that can be known before the second auction."""
        for bid in range(1, self.highest + 1):
            yield Known(bid, True, bid)
            for price in range(bid, self.highest + 1):
                yield Known(bid, False, price)

    def share(self, first: tuple[int, ...], winner: int, second: tuple[int, ...]) -> float:
        """The share of the victory of wizard 0; equal highest second bids win with equal chances."""
        totals = [a + b for a, b in zip(first, second, strict=True)]
        top = [p for p in range(PLAYERS) if second[p] == max(second)]
        won = []
        for w in top:
            points = [self.worth[0] * (p == winner) + self.worth[1] * (p == w) for p in range(PLAYERS)]
            won.append(float(_end(points, totals, RANDOM)[0]))
        return sum(won) / len(top)

    def stage(self) -> Stage:
        return Stage(self)

    def certified(self, first: Vector, second: Plan) -> Solved:
        """A strategy with its exploitability; all wizards play it, so without a deviation each wins 1/3."""
        return Solved(first, second, max(self.stage().best_reply(first, second) - 1 / PLAYERS, 0.0))

    def learned(self, iterations: int) -> Solved:
        """The average strategy of regret matching+ against itself."""
        return self.stage().learn(iterations)


class Stage:
    """All ways in which the first auction can go, laid out once as arrays: won[case][own, other, third bid]."""

    def __init__(self, game: TwoAuctions):
        self.game, self.bids = game, range(1, game.highest + 1)
        self.cases: list[tuple[tuple[int, ...], int, float, Vector]] = []
        for first in itertools.product(self.bids, repeat=PLAYERS):
            top = [p for p in range(PLAYERS) if first[p] == max(first)]
            for winner in top:
                won = np.array(
                    [game.share(first, winner, second) for second in itertools.product(self.bids, repeat=PLAYERS)]
                ).reshape((game.highest,) * PLAYERS)
                self.cases.append((first, winner, 1 / len(top), won))

    def worth(self, first: Vector, second: Plan) -> dict[Known, Vector]:
        """For each thing known, what each second bid wins, weighted by how likely the others lead there."""
        table = {k: np.zeros(len(self.bids)) for k in self.game.known()}
        for bids, winner, lot, won in self.cases:
            price = max(bids)
            others = [second[Known(bids[p], winner == p, price)] for p in (1, 2)]
            weight = lot * first[bids[1] - 1] * first[bids[2] - 1]
            table[Known(bids[0], winner == 0, price)] += weight * (won @ others[1] @ others[0])
        return table

    def best_reply(self, first: Vector, second: Plan) -> float:
        """The most that one wizard can win against two who play the strategy."""
        table = self.worth(first, second)
        return max(sum(float(v.max()) for k, v in table.items() if k.bid == b) for b in self.bids)

    def learn(self, iterations: int) -> Solved:
        n = len(self.bids)
        regret_1, regret_2 = np.zeros(n), {k: np.zeros(n) for k in self.game.known()}
        sum_1, sum_2 = np.zeros(n), {k: np.zeros(n) for k in regret_2}
        for i in range(1, iterations + 1):
            first = shares(regret_1)
            second = {k: shares(r) for k, r in regret_2.items()}
            table = self.worth(first, second)
            values = np.array([sum(float(second[k] @ v) for k, v in table.items() if k.bid == b) for b in self.bids])
            regret_1 = np.maximum(regret_1 + values - first @ values, 0)
            sum_1 += i * first
            for k, v in table.items():
                regret_2[k] = np.maximum(regret_2[k] + v - second[k] @ v, 0)
                sum_2[k] += i * first[k.bid - 1] * second[k]
        return self.game.certified(shares(sum_1), {k: shares(s) for k, s in sum_2.items()})
