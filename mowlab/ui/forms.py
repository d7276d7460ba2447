"""What forms have in common: the options of a game, the seed, how strong levels are, how long the first run takes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from mowlab.core import link
from mowlab.core.game import PLAYERS, Game
from mowlab.core.level import FAIR, Level
from mowlab.ui import panel as p
from mowlab.ui.shared import Shared

LONGEST_SEED = 18  # digits
NO_BREAK = "\N{NO-BREAK SPACE}"
HOW_STRONG = "How strong are the levels?"
BETWEEN = (
    f"If all four were equally strong, each would win {FAIR}. In brackets: nineteen times out of twenty the true "
    "number lies between these two."
)
UNCOMPILED = "This computer cannot compile the rules, so games take some fifty times longer. Begin with few."
COMPILING = "The first time, mowlab compiles its rules for speed: that takes from some seconds to two minutes, once."


def read_seed(text: str) -> int:
    """The seed that was typed.  Raises ValueError with a sentence."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_SEED):
        raise ValueError(f"The seed is a whole number of up to {LONGEST_SEED} digits, not {text[:30]!r}.")
    return int(text)


def is_ready(game: Game, loop: str) -> bool:
    """A compiled loop needs no more compiling; the analysis is loaded only when this is asked."""
    from mowlab.analysis import is_ready

    return is_ready(game, loop)


class Options:
    """The options of a game while somebody chooses them, all as texts by name."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.known = shared.game.state_class.options()
        self.texts = {name: str(value) for name, value in shared.game.options.items()}

    @property
    def players(self) -> int:
        return int(self.texts[PLAYERS])

    def read(self, values: dict[str, str]) -> None:
        """Take over what the form holds."""
        self.texts |= {name: values[name] for name in self.texts if name in values}

    def take_over(self, game: Game) -> None:
        """Choose what this game is played with."""
        self.texts = {name: str(value) for name, value in game.options.items()}

    def applies(self, name: str) -> bool:
        """Whether an option means anything with the others as they are."""
        applies = getattr(self.shared.table, "applies", None)
        return applies is None or bool(applies(name, self.texts))

    def values(self) -> dict[str, Any]:
        """Those that mean anything, as the game knows them."""
        return {
            name: next(value for value in self.known[name].values if str(value) == text)
            for name, text in self.texts.items()
            if self.applies(name)
        }

    def block(self, name: str) -> p.Block:
        """The control to choose one of them."""
        title, words = self.shared.table.OPTIONS[name]
        values = [(str(value), words.get(value, str(value))) for value in self.known[name].values]
        return p.select(name, title, self.texts[name], values)

    def blocks(self, besides: tuple[str, ...]) -> Iterator[p.Block]:
        """The controls of all that mean anything, but for those that stand elsewhere."""
        return (self.block(name) for name in self.texts if name not in besides and self.applies(name))


def strengths(game: Game) -> Iterator[p.Block]:
    """How often each level won among three of the level below, and where that tells nothing yet."""
    steps = list(itertools.pairwise(game.ladder.values()))
    rows = [[upper.name, lower.name, *_won(upper)] for lower, upper in steps]
    header = ["level", "three others", "wins of 100", "games"]
    yield p.table("One player among three of the level below", header, rows, note=BETWEEN)
    for lower, upper in steps:
        if upper.won and upper.won.low <= FAIR:
            doubt = f"These games do not yet tell if {upper.name} is stronger than {lower.name}."
            yield p.text(doubt, soft=True)


def _won(level: Level) -> tuple[str, str]:
    if (won := level.won) is None:
        return "not measured", ""
    text = f"{won.of_100} ({won.low} to {won.high})"
    return text.replace(" ", NO_BREAK), f"{won.games:,}"


def speed_notes(game: Game) -> Iterator[p.Block]:
    """What to know before many games are played: that they are slow here, or that the first ones are."""
    if link.compiling_is_off():
        yield p.text(UNCOMPILED, "info")
    elif not is_ready(game, "play_many"):
        yield p.text(COMPILING, "info")
