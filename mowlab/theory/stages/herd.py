"""The end of a round of MOW: the deck is empty, and whoever takes a herd now ends the round.

The mover adds a cow below or above the line of the herd in front of it, or takes that herd.  Then all count flies: the
taker the herd's and the own hand's, everybody else the own hand's.  A payoff is how many flies fewer than the average
rival.  Ordinary cows only: no card is drawn, no arrow turned.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ...games.mow import rules as r
from ...games.mow.cards import COW
from ..extensive import CHANCE, END, Number

if TYPE_CHECKING:
    from ...core.game import Game

TAKE = "take"
NOT_YET = -1


class Cow(NamedTuple):
    number: int
    flies: int

    def __str__(self) -> str:
        return f"{self.number}({self.flies})"


class Herd(NamedTuple):
    """Lowest and highest number of the line, and all flies in it."""

    low: int
    high: int
    flies: int

    def fits(self, cow: Cow) -> bool:
        return cow.number < self.low or cow.number > self.high

    def with_cow(self, cow: Cow) -> Herd:
        return Herd(min(self.low, cow.number), max(self.high, cow.number), self.flies + cow.flies)


class Position(NamedTuple):
    """hands: of each seat, sorted.  at: the herd in front of the mover.  taken_by: who ended the round, or NOT_YET.

    said: the cows played since the start, in order; empty where nobody needs to remember them.
    """

    hands: tuple[tuple[Cow, ...], ...]
    herds: tuple[Herd, ...]
    turn: int = 0
    at: int = 0
    taken_by: int = NOT_YET
    said: tuple[Cow, ...] = ()


def _moves(s: Position) -> tuple[Any, ...]:
    """Cows that fit, each kind once, ascending; then taking, which is always allowed."""
    return (*(c for c in dict.fromkeys(s.hands[s.turn]) if s.herds[s.at].fits(c)), TAKE)


def _play(s: Position, move: Any, step: int, remember: bool) -> Position:
    if move == TAKE:
        return s._replace(taken_by=s.turn)
    hand = list(s.hands[s.turn])
    hand.remove(move)
    hands = (*s.hands[: s.turn], tuple(hand), *s.hands[s.turn + 1 :])
    herds = (*s.herds[: s.at], s.herds[s.at].with_cow(move), *s.herds[s.at + 1 :])
    turn, at = (s.turn + step) % len(hands), (s.at + step) % len(herds)
    return Position(hands, herds, turn, at, said=(*s.said, move) if remember else ())


def flies(s: Position) -> tuple[int, ...]:
    """What each seat counts where the round has ended."""
    return tuple(
        sum(c.flies for c in hand) + (s.herds[s.at].flies if p == s.taken_by else 0) for p, hand in enumerate(s.hands)
    )


def _payoffs(s: Position) -> tuple[Number, ...]:
    counted = flies(s)
    rivals = len(counted) - 1
    return tuple(Fraction(sum(counted) - own, rivals) - own for own in counted)


@dataclass(frozen=True)
class OpenHerd:
    """All hands are known (everybody has counted cards).  step: 1 if the arrow points to higher seats, or -1."""

    position: Position
    step: int = 1

    @classmethod
    def of(cls, hands: Sequence[Sequence[tuple[int, int]]], low: int, high: int, flies: int) -> OpenHerd:
        """One herd, seat 0 to move; cows as (number, flies)."""
        return cls(Position(tuple(sorted_hand(h) for h in hands), (Herd(low, high, flies),)))

    @classmethod
    def of_match(cls, game: Game, s: r.State) -> OpenHerd:
        """The stage game of a position of MOW.  Raises ValueError where a card could be drawn or a special played."""
        number, fly, kind = (game.constants[name] for name in ("NUMBER", "FLIES", "KIND"))
        if s.phase != r.PLAYING or s.deck_top != s.n_cards:
            raise ValueError("This stage begins when the deck is empty and a cow is to be played or the herd taken.")
        if any(s.low[h] > s.high[h] for h in range(s.n_herds)):
            raise ValueError("This stage needs cows in every herd.")
        if any(kind[c] != COW for c in range(s.n_cards) if r.HAND <= s.place[c] < r.SHED):
            raise ValueError("This stage is about ordinary cows: somebody holds a special one.")
        if any(s.mad[h] for h in range(s.n_herds)):
            raise ValueError("This stage is about ordinary herds: there is a mad cow in one.")

        def cows(place: int) -> tuple[Cow, ...]:
            return sorted_hand([(number[c], fly[c]) for c in range(s.n_cards) if s.place[c] == place])

        herds = tuple(
            Herd(s.low[h], s.high[h], sum(fly[c] for c in range(s.n_cards) if s.place[c] == r.HERD + h))
            for h in range(s.n_herds)
        )
        hands = tuple(cows(r.HAND + p) for p in range(s.players))
        return cls(Position(hands, herds, s.turn, s.herd), s.direction)

    @property
    def players(self) -> int:
        return len(self.position.hands)

    def start(self) -> Position:
        return self.position

    def turn(self, s: Position) -> int:
        return s.turn if s.taken_by == NOT_YET else END

    def moves(self, s: Position) -> tuple[Any, ...]:
        return _moves(s)

    def chances(self, s: Position) -> Sequence[tuple[Any, Fraction]]:
        return ()

    def play(self, s: Position, move: Any) -> Position:
        return _play(s, move, self.step, remember=False)

    def payoffs(self, s: Position) -> tuple[Number, ...]:
        return _payoffs(s)

    def sees(self, s: Position) -> Hashable:
        return s


@dataclass(frozen=True)
class HiddenHerd:
    """Two farmers, each with `held` cows dealt from a known pool; the rest is out of the game.  Seat 0 moves first."""

    pool: tuple[Cow, ...]
    herd: Herd
    held: int = 2

    @classmethod
    def of(cls, pool: Sequence[tuple[int, int]], low: int, high: int, flies: int) -> HiddenHerd:
        return cls(sorted_hand(pool), Herd(low, high, flies))

    players = 2

    def start(self) -> Position | None:
        """None before the deal."""
        return None

    def deals(self) -> list[tuple[tuple[Cow, ...], tuple[Cow, ...]]]:
        """All pairs of hands, equally likely."""
        first = itertools.combinations(self.pool, self.held)
        return [(a, b) for a in first for b in itertools.combinations(without(self.pool, a), self.held)]

    def turn(self, s: Position | None) -> int:
        if s is None:
            return CHANCE
        return s.turn if s.taken_by == NOT_YET else END

    def chances(self, s: Position | None) -> Sequence[tuple[Any, Fraction]]:
        deals = self.deals()
        return [(deal, Fraction(1, len(deals))) for deal in deals]

    def moves(self, s: Position) -> tuple[Any, ...]:
        return _moves(s)

    def play(self, s: Position | None, move: Any) -> Position:
        if s is None:
            return Position(move, (self.herd,))
        return _play(s, move, 1, remember=True)

    def payoffs(self, s: Position) -> tuple[Number, ...]:
        return _payoffs(s)

    def sees(self, s: Position) -> Seen:
        return Seen(s.hands[s.turn], s.said)

    def worlds(self, seen: Seen) -> list[Position]:
        """All positions that somebody with this knowledge may be in."""
        herd = self.herd
        for cow in seen.said:
            herd = herd.with_cow(cow)
        me = len(seen.said) % 2
        left = self.held - (len(seen.said) + me) // 2  # the other has played as often, once more if it began
        found = []
        for other in itertools.combinations(without(self.pool, (*seen.hand, *seen.said)), left):
            found.append(Position((seen.hand, other) if me == 0 else (other, seen.hand), (herd,), me, said=seen.said))
        return found

    def opened(self) -> Fraction:
        """The value to the first farmer if both hands were shown after the deal: the mean over all deals."""
        from ..extensive import backward

        deals = self.deals()
        values = [backward(OpenHerd(Position(deal, (self.herd,)))).value[0] for deal in deals]
        return sum((Fraction(v) for v in values), Fraction(0)) / len(deals)


class Seen(NamedTuple):
    """What a farmer knows: the own hand, and the cows played since the deal."""

    hand: tuple[Cow, ...]
    said: tuple[Cow, ...]

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.hand))} | {' '.join(map(str, self.said))}"


def sorted_hand(cows: Sequence[tuple[int, int]]) -> tuple[Cow, ...]:
    return tuple(sorted(Cow(*c) for c in cows))


def without(pool: Sequence[Cow], taken: Sequence[Cow]) -> tuple[Cow, ...]:
    left = list(pool)
    for cow in taken:
        left.remove(cow)
    return tuple(left)


HIDDEN: Mapping[str, HiddenHerd] = {
    "G6": HiddenHerd.of([(1, 0), (2, 0), (2, 1), (6, 0), (6, 1), (7, 0)], 3, 5, 3),
    "G6b": HiddenHerd.of([(1, 0), (2, 1), (4, 2), (6, 0), (6, 1), (7, 0)], 3, 5, 2),
    "G8": HiddenHerd.of([(1, 0), (2, 0), (2, 1), (3, 1), (5, 1), (6, 0), (6, 1), (7, 0)], 4, 4, 3),
}  # small games in which hidden hands matter
