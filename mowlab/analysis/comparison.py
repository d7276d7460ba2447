"""Two line-ups with the same luck: the same deals, the same dice, and intervals of the differences."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..core.bot import Bot
from ..core.cancel import wants_to_stop
from ..core.game import Game
from ..core.words import number_of
from .chunks import Progress
from .files import Tidy
from .intervals import Estimate, change_of_shares, mean_of_units
from .outcomes import Outcomes
from .playing import Played
from .report import Report
from .simulation import LineupError, make_plan, play_plans
from .stopping import check_precision, half_width, looks

Row = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """What place `place` of the line-up gains by line-up b instead of a: share of victories, and score.

    win, score: b minus a, deal by deal.  deals, games: how many pairs.
    """

    place: int
    bot_a: str
    bot_b: str
    win: Estimate
    score: Estimate
    games: int

    def row(self) -> Row:
        """As a flat row for tables and charts."""
        row: Row = {"place": self.place, "bot_a": self.bot_a, "bot_b": self.bot_b, "games": self.games}
        for name, e in {"win": self.win, "score": self.score}.items():
            row |= {name: e.value, f"{name}_low": e.low, f"{name}_high": e.high}
        return row


@dataclass(frozen=True, eq=False)
class Comparison(Report, Tidy):
    """Outcomes of line-ups a and b in the same deals.  precision, looks: as asked for; how often it was looked at."""

    a: Outcomes
    b: Outcomes
    precision: float | None = None
    looks: int = 1

    @property
    def game(self) -> Game:
        return self.a.game

    @property
    def partial(self) -> bool:
        return self.a.partial or self.b.partial

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of a change in victories, among the places whose bot is another one."""
        return half_width([c.win for c in self.changes if c.bot_a != c.bot_b])

    @property
    def reached(self) -> bool | None:
        """Whether the precision asked for was reached; None if none was asked for."""
        return None if self.precision is None else bool(self.half_width <= self.precision)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """One entry for each place of the line-up, over the games that both finished."""
        a, b = self.a, self.b
        both, in_a, in_b = np.intersect1d(a.number[a.finished], b.number[b.finished], return_indices=True)
        deal = np.unique(both // a.plan.per_deal, return_inverse=True)[1]
        deals = int(deal.max()) + 1 if len(deal) else 0
        counts = np.bincount(deal, minlength=deals)

        def by_deal(change: Any) -> list[Any]:
            return [np.bincount(deal, weights=column, minlength=deals) for column in change.T]

        win, score = (
            _by_place(b, values_b)[in_b] - _by_place(a, values_a)[in_a]
            for values_a, values_b in ((a.payoff, b.payoff), (a.score, b.score))
        )
        scores = [mean_of_units(sums, counts) for sums in by_deal(score)]
        if a.plan.bots == b.plan.bots:  # the same games twice
            wins = [mean_of_units(sums, counts) for sums in by_deal(win)]
        else:
            parts = zip(by_deal(np.maximum(win, 0)), by_deal(np.maximum(-win, 0)), strict=True)
            wins = [change_of_shares(gains, losses, counts) for gains, losses in parts]
        return tuple(Change(k, a.lineup[k], b.lineup[k], wins[k], scores[k], len(both)) for k in range(len(a.lineup)))

    def rows(self) -> list[Row]:
        """One flat row for each place of the line-up."""
        return [change.row() for change in self.changes]

    def columns(self) -> dict[str, list[Any]]:
        """A tidy table by column: one line for each seat of each game of either line-up, "a" or "b"."""
        a, b = self.a.columns(), self.b.columns()
        which = [name for name, part in (("a", a), ("b", b)) for _ in part["game"]]
        return {"line_up": which, **{name: a[name] + b[name] for name in a}}

    @property
    def title(self) -> str:
        return f"{', '.join(self.b.lineup)} instead of {', '.join(self.a.lineup)} with the same luck. {self.b.title}"

    def lines(self) -> list[list[str]]:
        """The changes as text, a heading first."""
        rows = [["place", "bot", "victories", f"{self.a.game.words.UNIT} a game"]]
        for c in self.changes:
            bot = c.bot_a if c.bot_a == c.bot_b else f"{c.bot_a} \N{RIGHTWARDS ARROW} {c.bot_b}"
            rows.append([str(c.place + 1), bot, c.win.text(1, 100, " points"), c.score.text(1)])
        return rows

    def notes(self) -> list[str]:
        """What a reader must know besides the numbers."""
        first, *rest = self.a.notes()
        changed = [c.win for c in self.changes if c.bot_a != c.bot_b]
        asked = [precision_note(self.precision, changed, self.looks)] if self.precision is not None else []
        return [
            f"Differences, second line-up minus first. {first}",
            *asked,
            *dict.fromkeys([*rest, *self.b.notes()[1:]]),
        ]


def _by_place(outcomes: Outcomes, values: Any) -> Any:
    """Values by seat, reordered by place in the line-up; rows of finished games."""
    sorted_values = np.empty_like(values)
    np.put_along_axis(sorted_values, outcomes.place, values, axis=1)
    return sorted_values[outcomes.finished]


def compare(
    game: str | Game,
    lineup_a: Sequence[str | Bot],
    lineup_b: Sequence[str | Bot],
    games: int = 10_000,
    seed: int = 1,
    *,
    precision: float | None = None,
    rotate: bool = True,
    events: bool = True,
    log: bool = False,
    players: int | None = None,
    progress: Progress | None = None,
    cancel: Any = None,
    threads: int | None = None,
    compiled: bool | None = None,
    **options: Any,
) -> Comparison:
    """Play the same deals with two line-ups; `games` games each.  Everything else is as in `simulate`.

    Who sits in place k of line-up b has, game by game, the deal and the seat of who sits in place k of line-up a.
    precision: stop as soon as the 95 % intervals of the changes in victories are no wider than this to either side
    (0.01: one percentage point), for all places whose bot changes; then `games` is the most that is played.
    `Comparison.reached` says whether it was.  It is looked at a few times only, whenever the number of games has
    doubled, and only at how wide intervals are: see analysis/stopping.py for what that does to them.

    Progress goes up to twice `games`, to the games played if the precision comes first.  Raises what `simulate` raises,
    ValueError if the precision is no share.
    """
    check_precision(precision)
    plans = [
        make_plan(game, lineup, games, seed, rotate, events, log, compiled, players, options)
        for lineup in (lineup_a, lineup_b)
    ]
    if len(plans[0].bots) != len(plans[1].bots):
        raise LineupError(f"Line-ups of {len(plans[0].bots)} and {len(plans[1].bots)} bots cannot play the same deals.")
    per_deal = math.lcm(*(plan.per_deal for plan in plans))
    plans = [dataclasses.replace(plan, per_deal=per_deal) for plan in plans]
    played: list[dict[int, Played]] = [{}, {}]
    begin, found = 0, None
    for n, end in enumerate(looks(per_deal, max(plan.per_chunk for plan in plans), games, precision), 1):
        play_plans(plans, begin, end, shown_from(progress, 2 * begin, 2 * games), cancel, threads, played)
        a, b = (Outcomes.from_chunks(plan, chunks) for plan, chunks in zip(plans, played, strict=True))
        found, begin = Comparison(a, b, precision, n), end
        if wants_to_stop(cancel):
            break
        if found.reached:
            found = dataclasses.replace(found, a=found.a.complete(), b=found.b.complete())
            break
    assert found is not None
    if progress is not None and not found.partial and begin < games:
        progress(2 * begin, 2 * begin)
    return found


def shown_from(progress: Progress | None, before: int, total: int) -> Progress | None:
    """A progress for a part of the work that begins at `before`."""
    return None if progress is None else lambda done, _: progress(before + done, total)


def precision_note(precision: float, estimates: Sequence[Estimate], looks: int) -> str:
    """Whether the precision asked for was reached by all these estimates."""
    half = half_width(estimates)
    times = number_of(looks, "look", "looks")
    asked = f"{100 * precision:g} points to either side"
    if half <= precision:
        return f"Asked for: intervals of {asked}; reached, after {times}."
    if math.isnan(half):
        now = "there is no interval yet"
    elif half > max(e.half for e in estimates):
        deals = number_of(min(e.units for e in estimates), "deal", "deals")
        now = f"what is rare can hide in {deals}, so they tell {min(100 * half, 100):.1f} points at best"
    else:
        now = f"the widest has {100 * half:.1f}"
    return f"Asked for: intervals of {asked}; not reached: {now}."
