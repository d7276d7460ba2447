"""The decisions of a simulation, one row each: who made which move, of how many, when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.words import number_of
from .files import Tidy
from .playing import Ints, Plan

Row = dict[str, Any]


class NotLogged(ValueError):
    """Decisions that were asked for but not kept: says how to keep them."""


@dataclass(frozen=True, eq=False)
class Log(Tidy):
    """All decisions of a run in order of play; all arrays have one entry for each.

    number: of the game; turn: 0 for its first decision; seat: who decided; legal: how many moves were listed (where a
    number is asked for, only candidates are); action: the move as a number; stage: rounds that had been scored.
    """

    plan: Plan
    number: Ints
    turn: Ints
    seat: NDArray[np.int32]
    legal: NDArray[np.int32]
    action: Ints
    stage: NDArray[np.int32]

    @classmethod
    def joined(cls, plan: Plan, parts: Sequence[Ints]) -> Log:
        """From the decisions of chunks, in order."""
        number, seat, action, legal, stage = np.concatenate([np.zeros((0, 5), np.int64), *parts]).T
        begins = np.flatnonzero(np.diff(number, prepend=-1))
        turn = np.arange(len(number)) - np.repeat(begins, np.diff(begins, append=len(number)))
        small = [values.astype(np.int32) for values in (seat, legal, stage)]
        return cls(plan, number.copy(), turn, small[0], small[1], action.copy(), small[2])

    def __len__(self) -> int:
        return len(self.number)

    @property
    def deal(self) -> Ints:
        """deal[i]: games with the same deal have the same cards and the same dice."""
        return self.number // self.plan.per_deal

    def of(self, number: int) -> Log:
        """The decisions of one game; none if it is not among these."""
        at = slice(*np.searchsorted(self.number, [number, number + 1]))
        return Log(
            self.plan,
            self.number[at],
            self.turn[at],
            self.seat[at],
            self.legal[at],
            self.action[at],
            self.stage[at],
        )

    @property
    def notations(self) -> list[str]:
        """The moves in notation."""
        words = {a: self.plan.game.notation(a) for a in np.unique(self.action).tolist()}
        return [words[a] for a in self.action.tolist()]

    def columns(self) -> dict[str, list[Any]]:
        """A tidy table by column: one line for each decision."""
        keys = np.array([bot.key for bot in self.plan.bots], dtype=object)
        place = np.take_along_axis(self.plan.places(self.number), self.seat[:, None].astype(np.int64), axis=1)[:, 0]
        return {
            "game": self.number.tolist(),
            "deal": self.deal.tolist(),
            "turn": self.turn.tolist(),
            "stage": self.stage.tolist(),
            "seat": self.seat.tolist(),
            "bot": keys[place].tolist(),
            "legal": self.legal.tolist(),
            "action": self.action.tolist(),
            "move": self.notations,
        }

    def __repr__(self) -> str:
        decisions = number_of(len(self), "decision", "decisions")
        return f"<{self.plan.game.title}: {decisions} of {number_of(len(np.unique(self.number)), 'game', 'games')}>"
