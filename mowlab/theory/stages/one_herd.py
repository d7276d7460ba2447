"""One herd of MOW, a card at a time: on your turn you draw an unseen cow, and add it or take the herd.

A cow that does not fit forces you to take.  Whoever takes pays the flies of the herd, and the herd is over.  Cards
outside the line are all unplayed, so the line, the number of cows in it and their flies say everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from typing import TYPE_CHECKING

from ...games.mow.cards import COW, PACKET_SIZE
from .herd import Cow, Herd, sorted_hand

if TYPE_CHECKING:
    from ...core.game import Game


@dataclass(frozen=True)
class OneHerd:
    """deck: all cows of this game."""

    deck: tuple[Cow, ...]

    @classmethod
    def of(cls, deck: Sequence[tuple[int, int]]) -> OneHerd:
        return cls(sorted_hand(deck))

    @classmethod
    def of_game(cls, game: Game) -> OneHerd:
        """The ordinary cows of the green packet."""
        number, flies, kind = (game.constants[name] for name in ("NUMBER", "FLIES", "KIND"))
        return cls.of([(number[c], flies[c]) for c in range(PACKET_SIZE) if kind[c] == COW])

    @cached_property
    def kinds(self) -> tuple[tuple[Cow, int], ...]:
        """Each kind of cow with its number of cards."""
        return tuple(Counter(self.deck).items())

    def opening(self, cow: tuple[int, int]) -> Fraction:
        """What it is worth to be the one who must answer this first cow of a herd: flies less than the rival."""
        number, flies = cow
        return self.value(Herd(number, number, flies), 1)

    def value(self, herd: Herd, cows: int) -> Fraction:
        """What a herd with so many cows is worth to the farmer who is about to draw.  Exact."""
        return _value(self, herd, cows)

    def add(self, herd: Herd, cows: int, cow: Cow) -> Fraction:
        """What it is worth to add the cow that was drawn; taking is worth -herd.flies."""
        if not herd.fits(cow):
            raise ValueError(f"{cow} does not fit a herd from {herd.low} to {herd.high}.")
        return -self.value(herd.with_cow(cow), cows + 1)

    def fitting(self, low: int, high: int) -> int:
        """How many cards fit a line from low to high: none of them can have been played."""
        return sum(n for cow, n in self.kinds if cow.number < low or cow.number > high)

    def stuck(self, low: int, high: int, cows: int, hand: int) -> Fraction:
        """How likely a hand of so many unseen cards has none that fits: C(unseen - fitting, hand) / C(unseen, hand)."""
        unseen = len(self.deck) - cows
        return Fraction(comb(unseen - self.fitting(low, high), hand), comb(unseen, hand))


@lru_cache(maxsize=200_000)
def _value(game: OneHerd, herd: Herd, cows: int) -> Fraction:
    total = Fraction(0)
    for cow, n in game.kinds:
        if herd.fits(cow):
            total += n * max(Fraction(-herd.flies), -_value(game, herd.with_cow(cow), cows + 1))
    misfits = len(game.deck) - cows - game.fitting(herd.low, herd.high)
    return (total - misfits * herd.flies) / (len(game.deck) - cows)


SMALL = OneHerd.of(
    [(n, 0) for n in range(1, 8)] + [(n, 1) for n in range(2, 7)] + [(n, 2) for n in range(3, 6)] + [(4, 3)]
)  # 16 cards: small enough to be looked through by hand
