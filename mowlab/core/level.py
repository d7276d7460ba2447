"""How a game is searched, and its ladder of opponents from Beginner to Expert: what a game's search.py fills in."""

from __future__ import annotations

from dataclasses import dataclass

from .words import number_of

USUAL_ITERATIONS = 1_000
FAIR = 25  # of 100 games, at the tables of four where levels are measured


@dataclass(frozen=True)
class Method:
    """How search goes about a game; see `grow_tree` in core/search.py.

    exploration: how eagerly choices that look worse are tried, in shares of the victory.  own, rivals: how fast
    choices join a node beyond the root, beside what the character would do, of the seat that searches and of others: 0
    leaves them to the character.  horizon: stages that a world is played for, 0 for the
    whole game.  character: key of the bot that plays on where there is no tree, or None for the game's usual one.
    whole: where the game's lab knows plans of several decisions, bots weigh those (mowlab/whole.py).
    """

    exploration: float
    own: float
    rivals: float
    horizon: int = 0
    character: str | None = None
    whole: bool = False


@dataclass(frozen=True)
class Won:
    """What a level won among three of the level below, as measured: so many of 100 games (docs/search.md).

    low, high: the 95 % interval, in games of 100 too; FAIR would be won by equals.  games: how many were played.
    """

    of_100: int
    low: int
    high: int
    games: int

    def __str__(self) -> str:
        played = number_of(self.games, "game", "games")
        return f"{self.of_100} of 100 games ({self.low} to {self.high}; {played})"


@dataclass(frozen=True)
class Level:
    """One step of the ladder.  bot: a character's key, or the iterations that search makes for each move.

    won: how it did among the level below, or None: not measured, or there is none below.
    """

    key: str
    name: str
    bot: str | int
    won: Won | None = None
