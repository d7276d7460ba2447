"""Fights in which everybody pays: one bids on because of what is still to win, not because of what is gone."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..extensive import END, Number, largest_gain

GIVE_UP = 0


class Bids(NamedTuple):
    """last: the last bids of both.  turn: who bids, or, where it is over, who gave up."""

    last: tuple[int, int] = (0, 0)
    turn: int = 0
    over: bool = False


@dataclass(frozen=True)
class DollarAuction:
    """Two bid in turns for `stake`, both pay their last bid, nobody can bid more than `budget`; units are whole."""

    stake: int
    budget: int

    players = 2

    def start(self) -> Bids:
        return Bids()

    def turn(self, s: Bids) -> int:
        return END if s.over else s.turn

    def moves(self, s: Bids) -> Sequence[int]:
        return GIVE_UP, *range(s.last[1 - s.turn] + 1, self.budget + 1)

    def chances(self, s: Bids) -> Sequence[tuple[int, Fraction]]:
        return ()

    def play(self, s: Bids, move: int) -> Bids:
        if move == GIVE_UP:
            return s._replace(over=True)
        return Bids((move, s.last[1]) if s.turn == 0 else (s.last[0], move), 1 - s.turn)

    def payoffs(self, s: Bids) -> tuple[Number, ...]:
        return tuple((0 if p == s.turn else self.stake) - s.last[p] for p in (0, 1))

    def sees(self, s: Bids) -> Hashable:
        return s

    def first_bid(self) -> int:
        """The opening after which the other gives up (O'Neill, 1986): ((budget - 1) mod (stake - 1)) + 1."""
        return (self.budget - 1) % (self.stake - 1) + 1

    def next_bid(self, own: int, rival: int) -> int:
        """The best bid above `rival` of somebody who has bid `own` so far, 0 to give up; found backwards.

        Whoever does not mind gives up, and the smallest of equally good bids is taken.
        """
        return _bid(self, own, rival)

    def regret(self) -> Number:
        """The most that one other bid in any position would gain, where both go on by `next_bid`."""
        plan: dict[Bids, int] = {}
        left = [self.start()]
        while left:
            s = left.pop()
            if not s.over and s not in plan:
                plan[s] = self.next_bid(s.last[s.turn], s.last[1 - s.turn])
                left += [self.play(s, move) for move in self.moves(s)]
        return largest_gain(self, plan)


@lru_cache(maxsize=100_000)
def _bid(game: DollarAuction, own: int, rival: int) -> int:
    """A bid wins if the rival gives up at it; a bid that is answered is lost.  It must be worth what it adds."""
    for bid in range(rival + 1, min(game.budget, own + game.stake - 1) + 1):
        if _bid(game, rival, bid) == 0:
            return bid
    return 0


@dataclass(frozen=True)
class TokenFight:
    """A property that may be taken over again and again; the k-th time costs `price` * (face + k), `benefit` is for
    who controls it in the end, and passing ends the fight.
    """

    face: int
    benefit: Fraction | int
    price: Fraction | int = 1

    def affordable(self) -> int:
        """The last take-over, counted from 0, that costs less than it brings; -1 if even the first is too dear."""
        k = -1
        while self.price * (self.face + k + 1) < self.benefit:
            k += 1
        return k

    def takes(self, k: int) -> bool:
        """Who could take last does, so the one before does not, and so on down: it is a matter of odd and even."""
        last = self.affordable()
        return k <= last and (last - k) % 2 == 0

    def first_takes(self) -> bool:
        return self.takes(0)

    def regret(self) -> Fraction | int:
        """The most that somebody gains by one other choice at any take-over, all else going by `takes`."""
        return max(max(self._take(k), 0) - self._decide(k) for k in range(self.affordable() + 2))

    def _take(self, k: int) -> Fraction | int:
        """What the k-th take-over brings: the other decides on the next one, and who has it last benefits."""
        after = self._decide(k + 2) if self.takes(k + 1) else self.benefit
        return after - self.price * (self.face + k)

    def _decide(self, k: int) -> Fraction | int:
        """What it is worth to decide on the k-th take-over."""
        return self._take(k) if self.takes(k) else 0

    def by_induction(self) -> bool:
        """The same, found backwards without the rule."""
        takes = False
        for k in range(self.affordable() + 1, -1, -1):
            takes = self.price * (self.face + k) < self.benefit and not takes
        return takes


def war_of_attrition(prize: float, cost: float) -> float:
    """How often each of two gives up in a round, where staying costs `cost` and the last one gets `prize`."""
    return cost / (prize + cost)


def outlasting(prize: float, cost: float, rounds: int, quits: float) -> float:
    """What it earns to give up after `rounds` rounds against a rival who gives up in each with chance `quits`.

    Whoever is left gets the prize; a round in which both stay costs both; if both give up at once nobody gets it.
    """
    stays = 1 - quits
    return sum(stays**k * (quits * prize - stays * cost) for k in range(rounds))
