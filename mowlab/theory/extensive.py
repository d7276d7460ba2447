"""Games that go move by move: what a game must say, and exact solutions where everybody sees everything."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeVar

CHANCE, END = -1, -2

S = TypeVar("S", bound=Hashable)
Number = int | float | Fraction


class Extensive(Protocol[S]):
    """A game move by move.  States are values that can be keys of a dict; moves have names.

    turn(s): the seat to move, CHANCE, or END.  chances(s): (move, probability) of each outcome where chance moves.
    payoffs(s): what each seat gets at the end.  sees(s): all that the seat to move knows, as a key.
    """

    @property
    def players(self) -> int: ...
    def start(self) -> S: ...
    def turn(self, s: S) -> int: ...
    def moves(self, s: S) -> Sequence[Any]: ...
    def chances(self, s: S) -> Sequence[tuple[Any, Fraction]]: ...
    def play(self, s: S, move: Any) -> S: ...
    def payoffs(self, s: S) -> tuple[Number, ...]: ...
    def sees(self, s: S) -> Hashable: ...


@dataclass(frozen=True)
class Backward:
    """A game of open information, solved backwards from where it was asked for.

    value: of each seat at `start`.  best: for each state reached by any play the moves that are best for its mover.
    values: for each of those states what every seat gets from there on.
    regret: the most that one changed move anywhere would gain, found by playing the solution out again.
    """

    value: tuple[Number, ...]
    best: Mapping[Any, tuple[Any, ...]]
    values: Mapping[Any, tuple[Number, ...]]
    regret: Number


def backward(game: Extensive[S], start: S | None = None) -> Backward:
    """Backward induction: each mover takes the first of its best moves.  Exact where payoffs and chances are.

    The game must end and must be small: every state is visited once.
    """
    values: dict[S, tuple[Number, ...]] = {}
    best: dict[S, tuple[Any, ...]] = {}
    root = game.start() if start is None else start

    def value(s: S) -> tuple[Number, ...]:
        if s not in values:
            mover = game.turn(s)
            if mover == END:
                values[s] = game.payoffs(s)
            elif mover == CHANCE:
                values[s] = average((p, value(game.play(s, m))) for m, p in game.chances(s))
            else:
                after = {m: value(game.play(s, m)) for m in game.moves(s)}
                most = max(v[mover] for v in after.values())
                best[s] = tuple(m for m, v in after.items() if v[mover] == most)
                values[s] = after[best[s][0]]
        return values[s]

    result = value(root)
    return Backward(result, best, values, largest_gain(game, {s: moves[0] for s, moves in best.items()}))


def average(parts: Iterable[tuple[Fraction, tuple[Number, ...]]]) -> tuple[Number, ...]:
    """The mean of vectors with these probabilities."""
    weighted = [tuple(p * v for v in vector) for p, vector in parts]
    return tuple(sum(column[1:], column[0]) for column in zip(*weighted, strict=True))


def largest_gain(game: Extensive[S], policy: Mapping[S, Any]) -> Number:
    """The most that a mover gains by one other move in any state of `policy`, all else being played by it.

    Where this is 0 nobody gains by any change, however long (the one-shot deviation principle).
    """
    known: dict[S, tuple[Number, ...]] = {}

    def follow(s: S) -> tuple[Number, ...]:
        if s not in known:
            mover = game.turn(s)
            if mover == END:
                known[s] = game.payoffs(s)
            elif mover == CHANCE:
                known[s] = average((p, follow(game.play(s, m))) for m, p in game.chances(s))
            else:
                known[s] = follow(game.play(s, policy[s]))
        return known[s]

    gains: list[Number] = [0]
    for s in policy:
        mover = game.turn(s)
        gains += [follow(game.play(s, m))[mover] - follow(s)[mover] for m in game.moves(s)]
    return max(gains)


def move_values(game: Extensive[S], s: S) -> dict[Any, Number]:
    """What each move in `s` is worth to its mover if all is played best afterwards."""
    mover = game.turn(s)
    solved = backward(game, s)
    return {m: solved.values[game.play(s, m)][mover] for m in game.moves(s)}


Policy = Callable[[Any], Mapping[Any, float]]  # from what the mover sees to the probability of each move
