"""The law of Mob Town ends a round somewhere among the last cards, and a property is worth most just before.

One property, two bosses, cards of one suit: on your turn draw two cards, which may bring the law, or take the property
over for as many cards as its face and the tokens on it.  Who controls it when the law comes scores its face.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ...games.mob_town.cards import NONE
from ...games.mob_town.rules import DRAWN, LAW_DEPTH, State
from ..extensive import CHANCE, END, Number

if TYPE_CHECKING:
    from ...core.game import Game

DRAW, TAKE = "draw", "take"
NOBODY = -1


def chance_of_law(gone: int, drawn: int = DRAWN) -> Fraction:
    """How likely the next `drawn` cards hold the law where `gone` cards of its zone have come without it."""
    left = LAW_DEPTH - gone
    if not 0 < left <= LAW_DEPTH:
        raise ValueError(f"gone = {gone}: of the {LAW_DEPTH} cards of the zone at most {LAW_DEPTH - 1} can be gone.")
    return Fraction(min(drawn, left), left)


class Race(NamedTuple):
    hands: tuple[int, int]
    drawn: int  # cards that have been drawn
    turn: int = 0
    owner: int = NOBODY
    tokens: int = 0
    drawing: bool = False
    over: bool = False


@dataclass(frozen=True)
class TakeOverRace:
    """face: points and first price.  safe: cards above the zone of the law."""

    face: int
    hands: tuple[int, int]
    safe: int = 4
    begun: Race | None = None

    players = 2

    @classmethod
    def of_match(cls, game: Game, s: State, code: str) -> TakeOverRace:
        """The race for one property of a position of Mob Town with two players, all else left aside.

        Cards count 1 each whatever they show: the race is about how many turns they take.  The law lies below the cards
        that are surely safe; how deep is what nobody knows.
        """
        if s.players != 2:
            raise ValueError("A race is between two bosses.")
        x = game.cards.column("code", "properties").index(code)
        left = len(s.deck) - s.deck_top
        owner = NOBODY if s.owner[x] == NONE else int(s.owner[x])
        hands = s.held[0], s.held[1]
        begun = Race(hands, max(LAW_DEPTH - left, 0), s.turn, owner, s.tokens[x])
        return cls(game.constants["FACE"][x], hands, max(left - LAW_DEPTH, 0), begun)

    def start(self) -> Race:
        return self.begun or Race(self.hands, 0)

    def turn(self, s: Race) -> int:
        if s.over:
            return END
        return CHANCE if s.drawing else s.turn

    def moves(self, s: Race) -> Sequence[str]:
        can_pay = s.hands[s.turn] >= self.face + s.tokens and s.owner != s.turn
        return (DRAW, TAKE) if can_pay else (DRAW,)  # of equal ones one draws: it brings cards

    def chances(self, s: Race) -> Sequence[tuple[bool, Fraction]]:
        """Whether the law is among the two cards."""
        gone = s.drawn - self.safe
        law = chance_of_law(gone) if gone >= 0 else chance_of_law(0, max(gone + DRAWN, 0))
        return [(came, p) for came, p in ((True, law), (False, 1 - law)) if p]

    def play(self, s: Race, move: Any) -> Race:
        if s.drawing:
            if move:
                return s._replace(over=True, drawing=False)
            return s._replace(hands=_changed(s, DRAWN), drawn=s.drawn + DRAWN, turn=1 - s.turn, drawing=False)
        if move == DRAW:
            return s._replace(drawing=True)
        price = self.face + s.tokens
        return s._replace(hands=_changed(s, -price), turn=1 - s.turn, owner=s.turn, tokens=s.tokens + 1)

    def payoffs(self, s: Race) -> tuple[Number, ...]:
        """Points more than the other."""
        return tuple(0 if s.owner == NOBODY else self.face if s.owner == p else -self.face for p in (0, 1))

    def sees(self, s: Race) -> Hashable:
        return s


def _changed(s: Race, cards: int) -> tuple[int, int]:
    hands = list(s.hands)
    hands[s.turn] += cards
    return hands[0], hands[1]
