"""Showing and hiding a goal: your first move may pay at once, but tells the rival what to block.

Your goal is on the left or on the right, and only you know.  You move to one side; on your own side you earn `gain`.
The rival sees the move and blocks one side.  A goal that is not blocked is worth GOAL.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ..extensive import CHANCE, END, Number

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

    def regret(self) -> Fraction | float:
        """The most that somebody gains by another choice: the boss with either goal, the rival after either move."""
        show, block = self.shows(), self.blocks_what_it_sees()
        own_side, other_side = self.gain + GOAL * (1 - block), GOAL * block
        boss = max(own_side, other_side) - (show * own_side + (1 - show) * other_side)
        saved = block * show + (1 - block) * (1 - show)  # both goals are equally likely, so the goal is seen this often
        return max(boss, GOAL * (max(show, 1 - show) - saved))

    def value(self) -> Fraction | float:
        """In an equilibrium: (GOAL + gain) / 2 as long as hiding is worth it, else the gain alone."""
        return (GOAL + self.gain) / 2 if self.gain < GOAL else self.gain

    def shows(self) -> Fraction | int:
        """How often you move to your own side: half the time, so that the move tells nothing, as long as that pays."""
        return Fraction(1, 2) if self.gain < GOAL else 1

    def blocks_what_it_sees(self) -> Fraction | float:
        """How often the rival blocks the side that was moved to: so that showing pays no more than hiding."""
        return (GOAL + self.gain) / (2 * GOAL) if self.gain < GOAL else 1
