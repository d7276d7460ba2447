"""Your hand is your price: a contract of Mow Money for which exactly `need` basic cards must be put down.

The lowest sum wins, is paid in dollars, and costs the cards; losers take theirs back.  A winner with the sum s earns
s + K: K is what the contract's reputation is worth in dollars less what the cards could have earned elsewhere.  A
bidder's type is the set of sums that its hand can form; hands are independent, faces are even.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from ...games.mow_money import rules as r
from ...games.mow_money.cards import BASIC, MAX_NEEDS, NONE
from ..roots import root_between

if TYPE_CHECKING:
    from ...core.game import Game

FACES = ((1, 1), (2, 1), (3, 1))
Bids = Mapping[int, Any]  # how likely each sum is bid: exact fractions or floats


@dataclass(frozen=True)
class HandAuction:
    """bidders with `hand` cards each, of which `need` are put down; K (`worth`) in dollars.

    faces: each value with its weight, ascending.  Ties are shared.
    """

    bidders: int
    hand: int
    need: int
    worth: Fraction = Fraction(0)
    faces: tuple[tuple[int, int], ...] = FACES

    @classmethod
    def of_game(cls, game: Game, points: int, bidders: int, each: Fraction | int) -> HandAuction:
        """A contract of so many points that basic cards can buy, hands of five from the basic deck of a real game.

        each: what a card is worth elsewhere, in dollars.  Raises ValueError where basic cards alone do not do.
        """
        ways = range((points - 1) * MAX_NEEDS, points * MAX_NEEDS)
        tier, count, star, values = (game.constants[n] for n in ("NEED_TIER", "NEED_COUNT", "NEED_STAR", "VALUE"))
        need = next((count[w] for w in ways if tier[w] == BASIC and not star[w]), None)
        if need is None:
            raise ValueError(f"A contract of {points} points cannot be had for just any basic cards.")
        faces = Counter(values[r.FIRST_OF_TIER[BASIC] : r.FIRST_OF_TIER[BASIC + 1]])
        return cls(bidders, r.HAND_SIZE, need, worth(points, need, each), tuple(sorted(faces.items())))

    def __post_init__(self) -> None:
        if self.bidders < 2 or not 1 <= self.need <= self.hand:
            raise ValueError(f"{self}: at least 2 bidders, and at least as many cards in hand as are needed.")

    @cached_property
    def types(self) -> dict[tuple[int, ...], Fraction]:
        """The sets of sums that a hand can form, ascending, with their probabilities."""
        total = sum(weight for _, weight in self.faces) ** self.hand
        chances: Counter[tuple[int, ...]] = Counter()
        for hand in itertools.combinations_with_replacement(self.faces, self.hand):
            orders = factorial(self.hand) // prod(factorial(n) for n in Counter(hand).values())
            weight = orders * prod(weight for _, weight in hand)
            chances[feasible([value for value, _ in hand], self.need)] += weight
        return {sums: Fraction(n, total) for sums, n in sorted(chances.items())}

    @cached_property
    def sums(self) -> tuple[int, ...]:
        return tuple(sorted({s for sums in self.types for s in sums}))

    def bids(self, ranking: Sequence[int]) -> dict[int, Fraction]:
        """How likely each sum is bid by somebody who bids the first feasible one of a ranking."""
        place = {s: i for i, s in enumerate(ranking)}
        q = dict.fromkeys(self.sums, Fraction(0))
        for sums, p in self.types.items():
            q[min(sums, key=place.__getitem__)] += p
        return q

    def win(self, q: Bids) -> dict[int, Any]:
        """Chance that each sum wins against others who bid by q; ties are shared."""
        n, chances, above = self.bidders, {}, 0 * next(iter(q.values()))
        for s in reversed(self.sums):
            equal = q[s]
            chances[s] = ((above + equal) ** n - above**n) / (n * equal) if equal else above ** (n - 1)
            above += equal
        return chances

    def earns(self, q: Bids) -> dict[int, Any]:
        """Expected payoff of each sum against others who bid by q."""
        worth: Any = self.worth if isinstance(next(iter(q.values())), Fraction) else float(self.worth)
        return {s: w * (s + worth) for s, w in self.win(q).items()}

    def regret(self, q: Bids) -> Any:
        """The most that a bidder of any type could gain where all bid by q, q itself being one's own average.

        It is the gap between always taking the best feasible sum and what q earns.
        """
        pay = self.earns(q)
        best = sum((p * max(pay[s] for s in sums) for sums, p in self.types.items()), 0 * self.worth)
        return best - sum(q[s] * pay[s] for s in self.sums)

    # ---- everybody bids the lowest sum ----
    def lowest(self) -> dict[int, Fraction]:
        return self.bids(self.sums)

    def threshold(self) -> Fraction:
        """The least K at which it is an equilibrium that everybody bids the lowest sum."""
        win = self.win(self.lowest())
        needed: list[Fraction] = [
            (win[s] * s - win[sums[0]] * sums[0]) / (win[sums[0]] - win[s]) for sums in self.types for s in sums[1:]
        ]
        return max(needed)

    def price(self, q: Bids) -> Any:
        """The mean of the lowest bid."""
        above, total = 0 * next(iter(q.values())), 0 * next(iter(q.values()))
        for s in reversed(self.sums):
            total += s * ((above + q[s]) ** self.bidders - above**self.bidders)
            above += q[s]
        return total

    # ---- all equilibria by rankings ----
    def equilibria(self) -> Iterator[HandEquilibrium]:
        """Equilibria in which all rank the sums alike, with at most one pair of neighbours that pay the same.

        Each distribution of bids is given once: pure rankings exactly, mixtures of two neighbouring sums as floats.
        """
        known: list[dict[int, float]] = []
        for ranking in itertools.permutations(self.sums):
            for found in self._of(ranking):
                q = {s: float(p) for s, p in found.bids.items()}
                if found.regret <= 1e-9 and not any(max(abs(q[s] - k[s]) for s in q) < 1e-9 for k in known):
                    known.append(q)
                    yield found

    def _of(self, ranking: Sequence[int]) -> Iterator[HandEquilibrium]:
        """What a ranking can give: itself, and mixtures with the ranking in which two neighbours are swapped."""
        q = self.bids(ranking)
        yield self._certified(q, None)
        for i in range(len(ranking) - 1):
            a, b = ranking[i], ranking[i + 1]
            if a < b:
                other = self.bids((*ranking[:i], b, a, *ranking[i + 2 :]))
                if other != q and (share := self._indifferent(q, other, a, b)) is not None:
                    mixed = {s: float(q[s]) * (1 - share) + float(other[s]) * share for s in q}
                    yield self._certified(mixed, (a, b, share))

    def _indifferent(self, q: Bids, other: Bids, a: int, b: int) -> float | None:
        """How often those who can bid both a and b must take b, so that both pay the same."""

        def gap(share: float) -> float:
            pay = self.earns({s: float(q[s]) * (1 - share) + float(other[s]) * share for s in q})
            return float(pay[a] - pay[b])

        if gap(0.0) * gap(1.0) >= 0:
            return None
        return root_between(gap, 0.0, 1.0)

    def _certified(self, q: Bids, mix: tuple[int, int, float] | None) -> HandEquilibrium:
        pay = self.earns(q)
        value = sum(float(q[s]) * float(pay[s]) for s in self.sums)
        return HandEquilibrium(q, mix, value, max(float(self.regret(q)), 0.0), float(self.price(q)))


@dataclass(frozen=True)
class HandEquilibrium:
    """bids: how likely each sum is bid.  mix: (a, b, how often b) for those who can bid both and do not mind.

    value: mean payoff of a bidder, in dollars.  price: mean of the winning sum.
    """

    bids: Bids
    mix: tuple[int, int, float] | None
    value: float
    regret: float
    price: float


def feasible(hand: Sequence[int], need: int) -> tuple[int, ...]:
    """All sums of `need` cards of a hand, ascending."""
    return tuple(sorted({sum(cards) for cards in itertools.combinations(hand, need)}))


def stacks(game: Game, s: r.State, seat: int, area: int) -> dict[int, int]:
    """The sums of valid stacks without stakes that `seat` has for a neighborhood's contract, ascending.

    For each sum the least number of cards that it takes.
    """
    first = (game.constants["POINTS"][game.plain.top(s, area)] - 1) * MAX_NEEDS
    tier, count, star, need_star = (game.constants[n] for n in ("TIER", "NEED_COUNT", "STAR", "NEED_STAR"))
    hand = [c for c in range(len(tier)) if s.place[c] == r.HAND + seat]
    found: dict[int, int] = {}
    for need in range(first, first + MAX_NEEDS):
        if (wanted := game.constants["NEED_TIER"][need]) != NONE:
            fits = [game.constants["VALUE"][c] for c in hand if tier[c] == wanted and star[c] >= need_star[need]]
            for total in feasible(fits, count[need]):
                found[total] = min(count[need], found.get(total, count[need]))
    return dict(sorted(found.items()))


def worth(points: int, cards: int, each: Fraction | int) -> Fraction:
    """K: what a contract's points are worth in dollars, less what its cards are worth elsewhere in dollars each."""
    return r.MONEY_PER_POINT * points - cards * Fraction(each)
