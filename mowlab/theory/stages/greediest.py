"""More ends of Magic Money in which the biggest spender falls: chasing a leader, secret totals, two sales at once."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..normal import NormalForm
from ..solution import frozen
from ..symmetric import SymmetricTable
from .last_creature import RANDOM, _end, _mean


@dataclass(frozen=True)
class Chase:
    """The leader has one point more and bids 1; two chasers at the same total compete for a creature worth 2 points.

    What the leader has spent is known up to a secret extra, even on 0 ... `secret`.  Bids are counted as offsets: 0 is
    the highest bid whose total surely stays below the leader's.
    """

    secret: int

    def survives(self, offset: int) -> Fraction:
        """How likely a chaser who wins with this offset spends less in all than the leader; lots among equals."""
        if offset < 0:
            return Fraction(1)
        return max(Fraction(2 * (self.secret - offset) + 1, 2 * (self.secret + 1)), Fraction(0))

    def outcome(self, first: int, second: int) -> tuple[Fraction, Fraction]:
        """Chances of the two chasers to win the game, where they bid these offsets."""
        high = self.survives(max(first, second))
        share = Fraction(1, 2) if first == second else Fraction(first > second)
        return high * share, high * (1 - share)

    def game(self) -> NormalForm:
        """Between the chasers, with offsets from 0 to `secret` + 1."""
        return NormalForm.of((range(self.secret + 2),) * 2, self.outcome)

    def raising(self) -> int:
        """Where the chasers come to rest when they outbid each other by 1 as long as that pays."""
        offset = 0
        while self.survives(offset + 1) > self.survives(offset) / 2:
            offset += 1
        return offset

    def leader_wins(self, offset: int) -> Fraction:
        """Where the higher chaser bids this offset."""
        return 1 - self.survives(offset)


@dataclass(frozen=True)
class SecretTotals:
    """Three wizards level in points; what each has spent is secret, even and independent on `totals`; one creature.

    A strategy says for each total what to bid.
    """

    totals: tuple[int, ...]
    top_tie: str = RANDOM

    def bid(self, strategy: Mapping[int, int], total: int, bid: int) -> Fraction:
        """How likely somebody with this total and bid wins against two who follow the strategy."""
        chances = []
        for a, b in itertools.product(self.totals, repeat=2):
            bids = (bid, strategy[a], strategy[b])
            totals = (total + bid, a + strategy[a], b + strategy[b])
            top = [p for p in range(3) if bids[p] == max(bids)]
            chances.append(_mean([_end([int(p == w) for p in range(3)], totals, self.top_tie) for w in top])[0])
        return sum(chances, Fraction(0)) / len(chances)

    def chances(self, strategy: Mapping[int, int]) -> dict[int, Fraction]:
        """How likely each type wins if all follow the strategy."""
        return {t: self.bid(strategy, t, strategy[t]) for t in self.totals}

    def regret(self, strategy: Mapping[int, int], highest: int) -> Fraction:
        """The most that any type gains by another bid from 1 to `highest`."""
        own = self.chances(strategy)
        return max(self.bid(strategy, t, b) - own[t] for t in self.totals for b in range(1, highest + 1))

    def aiming(self, total: int) -> dict[int, int]:
        """The strategy of bidding up to the same total, whatever one has spent."""
        if total <= max(self.totals):
            raise ValueError(f"Aiming at {total} leaves nothing to bid for who has spent {max(self.totals)}.")
        return {t: total - t for t in self.totals}


def two_at_once(worth: Sequence[int], highest: int) -> SymmetricTable:
    """Three level wizards bid for two creatures at the same time, 0 to `highest` for each; all bids are paid.

    The greediest (one by lot of several) counts nothing; a payoff is the number of points.
    """
    actions = tuple(itertools.product(range(highest + 1), repeat=2))
    table = [[[float(_points(worth, (a, b, c))) for c in actions] for b in actions] for a in actions]
    return SymmetricTable(actions, frozen(table))


def _points(worth: Sequence[int], bids: Sequence[tuple[int, ...]]) -> Fraction:
    """Points that the first of three may expect; being thrown out is independent of who gets what among equals."""
    totals = [sum(b) for b in bids]
    most = [p for p in range(len(bids)) if totals[p] == max(totals)]
    stays = Fraction(len(most) - 1, len(most)) if 0 in most else Fraction(1)
    won = Fraction(0)
    for k, points in enumerate(worth):
        top = [p for p in range(len(bids)) if bids[p][k] == max(b[k] for b in bids)]
        won += Fraction(points, len(top)) if 0 in top else 0
    return stays * won
