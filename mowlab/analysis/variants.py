"""One line-up under every value of one option, in the same deals: what a rule changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.bot import Bot
from ..core.game import PLAYERS, Game, OptionError
from .chunks import Progress
from .files import Tidy
from .outcomes import Outcomes
from .report import Report
from .simulation import game_for, make_plan, play_plan

Row = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Variants(Report, Tidy):
    """runs: outcomes by the value of `option` they were played with; equal numbers are equal luck."""

    option: str
    runs: dict[Any, Outcomes]

    @property
    def game(self) -> Game:
        """The game with the first of the values."""
        return next(iter(self.runs.values())).game

    @property
    def partial(self) -> bool:
        return any(run.partial for run in self.runs.values())

    def named(self) -> dict[str, Outcomes]:
        """The outcomes by what a lane or a line of a table is called."""
        return {str(value): run for value, run in self.runs.items()}

    def rows(self) -> list[Row]:
        """One flat row for each value and bot, as `Outcomes.summary` gives them."""
        return [{self.option: value, **row} for value, run in self.runs.items() for row in run.summary()]

    def columns(self) -> dict[str, list[Any]]:
        """A tidy table by column: that of `Outcomes`, with the value of the option in front."""
        tables = {value: run.columns() for value, run in self.runs.items()}
        which = [value for value, table in tables.items() for _ in table["game"]]
        names = next(iter(tables.values()))
        return {self.option: which, **{name: [x for t in tables.values() for x in t[name]] for name in names}}

    @property
    def title(self) -> str:
        first = next(iter(self.runs.values()))
        return f"{first.title}, for each value of {self.option.replace('_', ' ')}: {', '.join(self.named())}"

    def lines(self) -> list[list[str]]:
        """The summary as text, a heading first."""
        head = next(iter(self.runs.values())).lines()[0]
        rows = [[bot, value, *rest] for value, run in self.named().items() for bot, *rest in run.lines()[1:]]
        return [[head[0], self.option.replace("_", " "), *head[1:]], *rows]

    def notes(self) -> list[str]:
        """What a reader must know besides the numbers."""
        return list(dict.fromkeys(note for run in self.runs.values() for note in run.notes()))


def vary(
    game: str | Game,
    bots: Sequence[str | Bot],
    option: str,
    games: int = 10_000,
    seed: int = 1,
    *,
    values: Sequence[Any] | None = None,
    rotate: bool = True,
    events: bool = True,
    log: bool = False,
    players: int | None = None,
    progress: Progress | None = None,
    cancel: Any = None,
    threads: int | None = None,
    compiled: bool | None = None,
    **options: Any,
) -> Variants:
    """Play the same deals with each value of `option` (default: all that it has); `games` games each.

    Everything else is as in `simulate`.  Progress goes up to all games together.  The number of players cannot be
    varied, as it changes the line-up.  Raises what `simulate` raises, OptionError if no such option can be varied.
    """
    if option in options:
        raise OptionError(f"{option} = {options[option]!r} is fixed and to be varied at once: leave one of them out.")
    game = game_for(game, bots, players, options)
    known = {name: opt.values for name, opt in game.state_class.options().items() if name != PLAYERS}
    if option not in known:
        raise OptionError(f"{game.title} has no option {option!r} to vary; it has: {', '.join(known)}.")
    given = known[option] if values is None else values
    chosen = [] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    if not chosen:
        raise OptionError(
            f"values = {values!r}: it must be a list of values of {option}, such as {list(known[option])}."
        )
    variants = [game.varied(**{option: value}) for value in chosen]
    plans = [make_plan(variant, bots, games, seed, rotate, events, log, compiled, None, {}) for variant in variants]

    def play(k: int) -> Outcomes:
        def shown(done: int, total: int) -> None:
            if progress is not None:
                progress(k * games + done, len(plans) * total)

        return play_plan(plans[k], shown, cancel, threads)

    return Variants(option, {value: play(k) for k, value in enumerate(chosen)})
