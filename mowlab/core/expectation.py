"""What the one-step expected-value bot expects of each move, kept so that it can say so.

`engine.expected_value` decides in the same way, number by number, where games are played without words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import engine
from .student import t_quantile
from .table import Table, _next, seed_streams, seed_words
from .weighing import FEW, Weighed, action_words, believed, names_of, others_in_words
from .words import decimal, percent

if TYPE_CHECKING:
    from .view import View
    from .words import Names

SEED = 1  # of the dice, where nobody knows how they stood
NEW_DEALS = "These deals are new ones: in those of its move, the move was the best."


@dataclass(frozen=True)
class Expected:
    """What is expected of a move: how well the seat stands at the end of the stage, with its 95 % interval."""

    action: int
    value: float
    low: float
    high: float


class Expectation:
    """What the bot thinks of a view with at least one move.

    dice: the four numbers of its dice, before and afterwards; without them it throws others.  words: the seed words of
    the deals that it imagines, none where there is no choice.  moves: what it expects of each, the best first.
    """

    def __init__(self, view: View, dice: Sequence[int] | None = None):
        self.view = view
        self.dice = list(dice or seed_words(SEED, 1)[0].tolist()[4:])
        self.words = [self._deal() for _ in range(view.game.constants["WORLDS"])] if len(view.moves) > 1 else []
        found = [_expected(a, values) for a, values in zip(view.moves, self._played(), strict=True)]
        self.moves = sorted(found, key=lambda move: -move.value)

    @property
    def best(self) -> Expected:
        return self.moves[0]

    def _deal(self) -> list[int]:
        """Seed words of the next deal, drawn as in `engine.imagine`: in turn one for chance, one for the dice."""
        drawn = [_next(self.dice) for _ in range(8)]
        return [*drawn[::2], *drawn[1::2]]

    def _played(self) -> list[list[float]]:
        """For each move how well the seat stands in each deal, played on as the engine does for this bot."""
        view, rules, deals = self.view, self.view.game.plain, len(self.words)
        states = [view.game.state_class.new() for _ in range(engine.N_STATES)]
        view.state.copy_to(states[engine.VIEW])
        tables = [Table.new() for _ in range(engine.N_TABLES)]
        plans, character = [[a] for a in view.moves], view.game.constants["PLAYOUT_CHARACTER"]
        scores = [[[0] * view.game.players for _ in range(deals)] for _ in plans]
        values = [[0.0] * deals for _ in plans]
        given: tuple[Any, ...] = states, tables, plans, self.words, character, engine.TO_STAGE
        done = rules.evaluate(*given, scores, values, [], [0], [0])
        if done != deals:
            raise RuntimeError(f"Imagined deal {-1 - done} could not be played on. Please report it.")
        return values

    def why(self, a: int, names: Sequence[str] | Names | None = None) -> str:
        """What was expected of `a` and of the others; none of these is named that others cannot know of."""
        if len(self.moves) == 1:
            return "There was only one legal move."
        view, called = self.view, names_of(self.view, names)
        chosen = next(move for move in self.moves if move.action == a)
        between = f" ({self._number(chosen.low)} to {self._number(chosen.high)})"
        said = f"«{action_words(view, a, called)}» {self._measured(chosen.value)}{between}"
        others = [m for m in self.moves if m is not chosen]
        weighed = (Weighed(m.action, action_words(view, m.action, called), m.value) for m in others)
        told = "; ".join([said, *others_in_words(view, weighed, self._number, discreet=True, most=FEW)])
        deals = f"It tried {len(self.moves)} moves in the same {len(self.words)} imagined deals"
        text = f"{deals}. At the end of the {view.game.stage_name}: {told}."
        return text if chosen is self.best else f"{text} {NEW_DEALS}"

    def beliefs(self, a: int, names: Sequence[str] | Names | None = None) -> list[str]:
        """What the bot believes about hidden things, from the same deals."""
        return believed(self.view, a, self._worlds(), names_of(self.view, names)) if self.words else []

    def _worlds(self) -> list[Any]:
        """The deals as states."""
        view, t, found = self.view, Table.new(), []
        for w in range(len(self.words)):
            seed_streams(t, self.words, w)
            world = view.state.__copy__()
            view.game.plain.determinize(world, view.seat, t)
            found.append(world)
        return found

    @property
    def _standing(self) -> str:
        words = self.view.game.words
        return str(getattr(words, "STANDING", words.UNIT))

    def _measured(self, value: float) -> str:
        """«1.5 points ahead of the average rival», «31 % of the victory to hope for»."""
        if "%" in self._standing:
            return f"{percent(value)} of the victory to hope for"
        rival = "the average rival" if self.view.game.players > 2 else "its rival"
        return f"{decimal(value)} {self._standing.removesuffix(' ahead')} ahead of {rival}"

    def _number(self, value: float) -> str:
        return percent(value) if "%" in self._standing else decimal(value)


def _expected(a: int, values: Sequence[float]) -> Expected:
    n, total = len(values), 0.0
    if n < 2:
        return Expected(a, math.nan, math.nan, math.nan)
    for value in values:  # one after the other as the engine does it, so that ties are the same
        total += value
    mean = total / n
    spread = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    half = t_quantile(n - 1) * math.sqrt(spread / n)
    return Expected(a, mean, mean - half, mean + half)
