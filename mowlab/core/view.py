"""What one seat may know of a position: the only thing a bot, a hint or a screen is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game


class UnknownFact(KeyError):
    """A name that a view does not have: says which ones it has."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would put it between quotation marks


class View:
    """The position as seat `seat` sees it.

    state: the game's fields with hidden ones blanked.  moves: actions (numbers) if it is this seat's turn: all legal
    ones, where an amount is asked for some of them; `allows(a)` tells of any other.
    notations: the same in notation.  facts: hand, herd and so on by name, cards as codes.
    """

    def __init__(self, game: Game, state: Any, seat: int, moves: list[int]):
        self.game, self.state, self.seat, self.moves = game, state, seat, moves

    @property
    def notations(self) -> list[str]:
        return [self.game.notation(a) for a in self.moves]

    def allows(self, a: int) -> bool:
        """Action `a` is legal for this seat now, whether it is among `moves` or not."""
        return bool(self.moves) and self.game.allows(self.state, a)

    @property
    def facts(self) -> dict[str, Any]:
        return self.game.words.facts(self.state, self.seat, self.game.cards)  # type: ignore[no-any-return]

    def __getitem__(self, name: str) -> Any:
        """A fact by its name.  Raises UnknownFact."""
        facts = self.facts
        if name not in facts:
            raise UnknownFact(f"A view of {self.game.title} has no {name!r}; it has: {', '.join(facts)}.")
        return facts[name]

    def __repr__(self) -> str:
        return f"<view of seat {self.seat}: {self.facts}>"
