"""Fights in which everybody pays: one bids on because of what is still to win, not because of what is gone."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True)
class DollarAuction:
    """Two bid in turns for `stake`, both pay their last bid, nobody can bid more than `budget`; units are whole."""

    stake: int
    budget: int

    def first_bid(self) -> int:
        """The opening after which the other gives up (O'Neill, 1986): ((budget - 1) mod (stake - 1)) + 1."""
        return (self.budget - 1) % (self.stake - 1) + 1

    def next_bid(self, own: int, rival: int) -> int:
        """The best bid above `rival` of somebody who has bid `own` so far, 0 to give up; found backwards.

        Whoever does not mind gives up, and the smallest of equally good bids is taken.
        """
        return _bid(self, own, rival)


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

    def first_takes(self) -> bool:
        """Who could take last does, so the one before does not, and so on down: it is a matter of odd and even."""
        return self.affordable() % 2 == 0

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
