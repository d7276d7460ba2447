"""Showing and hiding a goal: your first move may pay at once, but tells the rival what to block.

Your goal is on the left or on the right, and only you know.  You move to one side; on your own side you earn `gain`.
The rival sees the move and blocks one side.  A goal that is not blocked is worth GOAL.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..extensive import CHANCE, END, Number

if TYPE_CHECKING:
    from ..sequence import SequenceSolution

LEFT, RIGHT = "left", "right"
SIDES = (LEFT, RIGHT)
GOAL = 3


class Play(NamedTuple):
    goal: str = ""
    move: str = ""
    block: str = ""


@dataclass(frozen=True)
class Signal:
    gain: Fraction | float = 1

    players = 2

    def start(self) -> Play:
        return Play()

    def turn(self, s: Play) -> int:
        if not s.goal:
            return CHANCE
        if not s.move:
            return 0
        return END if s.block else 1

    def chances(self, s: Play) -> Sequence[tuple[str, Fraction]]:
        return [(side, Fraction(1, 2)) for side in SIDES]

    def moves(self, s: Play) -> Sequence[str]:
        return SIDES

    def play(self, s: Play, move: Any) -> Play:
        if not s.goal:
            return Play(move)
        return s._replace(block=move) if s.move else s._replace(move=move)

    def payoffs(self, s: Play) -> tuple[Number, ...]:
        mine = (self.gain if s.move == s.goal else 0) + (GOAL if s.block != s.goal else 0)
        return mine, -mine

    def sees(self, s: Play) -> Hashable:
        return s.move or s.goal

    def solution(self) -> SequenceSolution:
        """The equilibrium with the most that either could gain by another plan."""
        from ..sequence import SequenceForm

        def mostly(side: str, share: float) -> dict[str, float]:
            return {s: share if s == side else 1 - share for s in SIDES}

        form = SequenceForm.of(self)
        boss = form.plan(0, lambda goal: mostly(goal, float(self.shows())))
        rival = form.plan(1, lambda seen: mostly(seen, float(self.blocks_what_it_sees())))
        return form.solution(boss, rival)

    def value(self) -> Fraction | float:
        """In an equilibrium: (GOAL + gain) / 2 as long as hiding is worth it, else the gain alone."""
        return (GOAL + self.gain) / 2 if self.gain < GOAL else self.gain

    def shows(self) -> Fraction | int:
        """How often you move to your own side: half the time, so that the move tells nothing, as long as that pays."""
        return Fraction(1, 2) if self.gain < GOAL else 1

    def blocks_what_it_sees(self) -> Fraction | float:
        """How often the rival blocks the side that was moved to: so that showing pays no more than hiding."""
        return (GOAL + self.gain) / (2 * GOAL) if self.gain < GOAL else 1
