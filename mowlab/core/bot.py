"""Bots: one short record each, found by key.  A character's policy is compiled; a Python bot plays from its view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import engine
from .expectation import Expectation

if TYPE_CHECKING:
    from .view import View
    from .weighing import Reckoning


class BotError(RuntimeError):
    """A bot that raised, answered with something else than a legal move, or did not answer: says which and why."""


@dataclass(frozen=True)
class Bot:
    """A policy: what it is called, its idea in a sentence or two, where the idea comes from.

    policy: number that the engine's loops know, or OUTSIDE for a Python bot, which then has `play`.
    why: a sentence why it made move `a`, from its view of the position: why(view, a).
    weigh: what it goes by in that position, None where it does not compare moves: weigh(view).
    home: key of the one game that it can play; None if it plays all of them.
    """

    key: str
    name: str
    idea: str
    source: str
    policy: int
    why: Callable[[View, int], str]
    play: Callable[[View], Any] | None = None
    home: str | None = None
    weigh: Callable[[View], Reckoning | None] | None = None

    @property
    def searches(self) -> bool:
        """It can say what it thinks of a view: `play` has `thoughts`, `knows` and `explain` (mowlab/search.py)."""
        return hasattr(self.play, "thoughts")

    @property
    def looks_ahead(self) -> bool:
        """It imagines worlds for each move, which takes long."""
        return self.policy == engine.EXPECTED or self.searches

    def __str__(self) -> str:
        return f"{self.key}: {self.idea}"


def _why_dice(view: View) -> str:
    if len(view.moves) == 1:
        return "There was only one legal move."
    return f"It threw dice: one of {len(view.moves)} listed moves, each as likely as the others."


GENERIC = (
    Bot(
        "random",
        "Dora Dice",
        "Picks one of the listed moves, each equally likely.",
        "the usual yardstick of game research",
        engine.RANDOM,
        lambda view, a: _why_dice(view),
    ),
    Bot(
        "expected",
        "Eve Expect",
        "Tries each listed move in the same imagined deals; takes the one that leaves it best off when the round ends.",
        "one-step expected value, also called flat Monte Carlo",
        engine.EXPECTED,
        lambda view, a: Expectation(view).why(a),
    ),
)
