"""Games as numbers and texts for other libraries: dense action ids, observation vectors, information states.

Written once for all games; PettingZoo, Gymnasium and OpenSpiel share it (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from .core.game import Game
from .core.schema import SECRET, Option
from .core.view import View
from .core.words import Names
from .match import Match, Turn, heard, whole

SLOTS = 64  # ids for numbers; the most that a game lists at once must find room in them


class Encoding:
    """How the actions and views of one game (with its options and cards) are written as numbers.

    n_actions: ids are 0 ... n_actions - 1.  The actions that a game can list once and for all come first, in the order
    of their codes.  Where numbers can be bid, the last SLOTS ids stand for the numbers that are listed now, ascending:
    id `n_actions - SLOTS` is the lowest.  What such an id means changes from turn to turn; that it is legal does not.
    names: what stands at each place of an observation.
    """

    def __init__(self, game: Game):
        self.game = game
        self._listed: tuple[int, ...] = tuple(sorted(game.words.all_actions()))
        self._ids = {a: i for i, a in enumerate(self._listed)}
        self._slots = range(len(self._listed), len(self._listed) + (SLOTS if game.words.AMOUNTS else 0))
        self.n_actions = self._slots.stop
        self._fields = _fields(game)
        self.names = (
            "seat",
            *(place for name, length in self._fields.items() for place in _places(name, length)),
            *(f"number[{k}]" for k in range(len(self._slots))),
        )

    def actions(self, moves: Sequence[int]) -> dict[int, int]:
        """What each legal id stands for, ascending.  moves: all listed legal actions, ascending."""
        slots = iter(self._slots)
        return dict(sorted((next(slots) if self.game.is_amount(a) else self._ids[a], a) for a in moves))

    def action(self, i: Any, moves: Sequence[int]) -> int:
        """What id `i` stands for, legal now or not.  Raises ValueError where it stands for nothing."""
        number = whole(i)
        if number is None or not 0 <= number < self.n_actions:
            raise ValueError(f"{i!r} is no action: actions are whole numbers from 0 to {self.n_actions - 1}.")
        if number in self._slots:
            legal = self.actions(moves)
            if number not in legal:
                raise ValueError(f"Action {number} stands for no number now; legal now: {', '.join(map(str, legal))}.")
            return legal[number]
        return self._listed[number]

    def notation(self, i: int) -> str:
        """What id `i` is called: as in the game, or as the n-th number that is listed."""
        return self.game.notation(self._listed[i]) if i < len(self._listed) else f"number{i - self._slots.start + 1}"

    def mask(self, moves: Sequence[int]) -> Any:
        """1 for each legal id, else 0: int8 array (n_actions,)."""
        mask = np.zeros(self.n_actions, dtype=np.int8)
        mask[list(self.actions(moves))] = 1
        return mask

    def vector(self, view: View) -> Any:
        """All that a seat may know, as int64 array (len(names),): its number, every field of the game that is not
        secret (what is hidden is blanked), and the numbers that its ids stand for now (0 where there is none).
        """
        row = [view.seat]
        for name, length in self._fields.items():
            value = getattr(view.state, name)
            row += [value] if length is None else value
        amounts = [a for a in view.moves if self.game.is_amount(a)]
        row += amounts + [0] * (len(self._slots) - len(amounts))
        return np.array(row, dtype=np.int64)


def _fields(game: Game) -> dict[str, int | None]:
    """Fields of a state that a seat may see something of, with their lengths; options never change and are left out."""
    fields = game.state_class.fields.items()
    return {name: f.length for name, f in fields if f.who != SECRET and not isinstance(f, Option)}


def _places(name: str, length: int | None) -> list[str]:
    return [name] if length is None else [f"{name}[{i}]" for i in range(length)]


def rewards(game: Game, payoffs: Sequence[float] | None) -> list[float]:
    """For each seat its share of the victory less the fair share: they add up to 0.  Zeros where there are no payoffs.

    The fair share is one of as many as there are seats; alone against the game it is a half.
    """
    fair = 1.0 / max(2, game.players)
    return [0.0] * game.players if payoffs is None else [share - fair for share in payoffs]


# ---- texts ----------------------------------------------------------------------------------------------------------
def observation(view: View) -> str:
    """All that a seat may know now, as text: its number and every field that is not secret."""
    return " ".join(
        (f"seat={view.seat}", *(f"{name}={_text(getattr(view.state, name))}" for name in _fields(view.game)))
    )


def information_state(match: Match, seat: int) -> str:
    """All that `seat` has done, heard and seen so far, as text: the same for all games that look alike to it.

    A paragraph for the deal and one for each turn in which it noticed something: its own move, what it was told, which
    fields of its view changed and what they are now.  Nothing is ever taken out of it (perfect recall).
    """
    turns = [match.opening, *match.turns]
    after = [turn.before[0] for turn in match.turns] + [match.state]
    return "".join(news(match.game, seat, turn, state) for turn, state in zip(turns, after, strict=True))


def news(game: Game, seat: int, turn: Turn, after: Any) -> str:
    """What `seat` does, hears and sees in one turn, which leaves the state `after`; empty where it notices nothing."""
    seen = game.view(after, seat, [])
    changes = [observation(seen)] if turn.seat < 0 else _changes(game.view(turn.before[0], seat, []), seen)
    lines = [*own_move(game, seat, turn), *_told(game, seat, turn), " ".join(changes)]
    return "".join(f"{line}\n" for line in lines if line)


def own_move(game: Game, seat: int, turn: Turn) -> list[str]:
    """A line for what `seat` itself did, or none."""
    return [f"> {game.notation(turn.action)}"] if turn.seat == seat else []


def _told(game: Game, seat: int, turn: Turn) -> Iterator[str]:
    names = Names([f"Seat {p}" for p in range(game.players)], seat)
    return game.words.tell(heard(turn.events, seat), game.cards, names)  # type: ignore[no-any-return]


def _changes(before: View, after: View) -> Iterator[str]:
    for name, length in _fields(after.game).items():
        old, new = getattr(before.state, name), getattr(after.state, name)
        if length is None:
            old, new = [old], [new]
        yield from (f"{place}={n}" for place, o, n in zip(_places(name, length), old, new, strict=True) if o != n)


def _text(value: int | Sequence[int]) -> str:
    return ",".join(map(str, value)) if isinstance(value, Sequence) else str(value)
