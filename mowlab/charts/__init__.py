"""Charts of outcomes, decisions and comparisons: rows, a spec, and a sentence that says the same.

CHARTS are those of all games; a game's own ones are declared in its folder (core/chart.py) and share a spec for each
kind, so `names` and `picture` know them and no file has to be made for them.

>>> from mowlab import charts, simulate
>>> picture = charts.picture("wins", simulate("mow", ["random", "shedder", "random", "random"], games=400))
>>> picture.summary
'Share of victories ...'

`picture.spec` is Vega-Lite, loaded from a file: Altair is not imported.  In a notebook of your own with Altair:
`charts.draw("wins")` is the same chart as an Altair object whose data is named "rows".
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ..analysis import Choices, Comparison, Outcomes, Review, Tournament, Variants
from ..analysis.luck import lead_words, luck_words, seat_words, why_no_parts
from ..core.chart import DOTS, GROUPED, LANES, LINES, OwnChart
from . import contest
from . import rows as r
from .rows import (
    behind_rows,
    changes_rows,
    choice_wins_rows,
    choices_rows,
    choices_summary,
    costs_rows,
    decisions_rows,
    has_as_many_rounds_always,
    lead_changes_rows,
    luck_rows,
    option_scores_rows,
    option_wins_rows,
    round_counts_rows,
    rounds_rows,
    score_changes_rows,
    scores_rows,
    seat_bots_rows,
    seats_rows,
    wins_rows,
)

if TYPE_CHECKING:
    import altair as alt

__all__ = [
    "CHARTS",
    "OWN",
    "Picture",
    "behind_rows",
    "changes_rows",
    "choice_wins_rows",
    "choices_rows",
    "choices_summary",
    "costs_rows",
    "decisions_rows",
    "draw",
    "lead_changes_rows",
    "luck_rows",
    "names",
    "option_scores_rows",
    "option_wins_rows",
    "picture",
    "round_counts_rows",
    "rounds_rows",
    "score_changes_rows",
    "scores_rows",
    "seat_bots_rows",
    "seats_rows",
    "spec",
    "wins_rows",
]

SPECS = pathlib.Path(__file__).parent / "specs"
Row = dict[str, Any]
Source = Outcomes | Choices | Comparison | Variants | Review | Tournament


class NoSuchChart(ValueError):
    """A chart that does not exist, or not for this kind of result: says which ones do."""


@dataclass(frozen=True)
class Picture:
    """All that a page needs to show a chart.

    spec: Vega-Lite, its data named "rows".  summary: the chart in words.  columns: of the table behind it, each with
    field, title and digits.
    """

    name: str
    title: str
    spec: dict[str, Any]
    rows: list[Row]
    summary: str
    columns: list[dict[str, Any]]

    def __str__(self) -> str:
        return f"{self.title}. {self.summary}"


@dataclass(frozen=True)
class Chart:
    """How one chart is made.  `source`: the kind of result it shows; `event`: what the game must have kept for it."""

    title: str
    source: type
    rows: Callable[..., list[Row]]
    summary: Callable[..., str]
    columns: tuple[tuple[str, str, int], ...]
    event: str | None = None


def _lanes(thing: str) -> Callable[[list[Row], Any], str]:
    return lambda rows, source: r.lanes_summary(rows, thing.format(unit=source.game.words.UNIT))


def _wins(rows: list[Row], source: Any) -> str:
    return r.wins_summary(rows)


def _seats(rows: list[Row], source: Any) -> str:
    return f"{r.wins_summary(rows)} {seat_words(source)}" if rows else r.wins_summary(rows)


def _luck(rows: list[Row], source: Any) -> str:
    return luck_words(source)


def _lead(rows: list[Row], source: Any) -> str:
    return lead_words(source)


def _option_wins(rows: list[Row], source: Any) -> str:
    return r.option_wins_summary(rows)


def _seat_bots(rows: list[Row], source: Any) -> str:
    return r.seat_bots_summary(rows)


def _choices(rows: list[Row], source: Any, **said: Any) -> str:
    return r.choices_summary(source, **said)


def _changes(rows: list[Row], source: Any, unit: str = "") -> str:
    return r.changes_summary(rows, unit or source.a.game.words.UNIT)


def _costs(rows: list[Row], source: Any) -> str:
    return r.costs_summary(source)


_LANE = (
    ("part", "what", 0),
    ("label", "who", 0),
    ("from", "from", 0),
    ("to", "to", 0),
    ("count", "count", 0),
    ("share", "share", 4),
    ("mean", "mean", 2),
    ("low", "lower end", 2),
    ("high", "upper end", 2),
)
_ENDS = (("value", "value", 4), ("low", "lower end", 4), ("high", "upper end", 4))
_WHO = ("label", "who", 0)

CHARTS: dict[str, Chart] = {
    "scores": Chart("Scores of the games", Outcomes, scores_rows, _lanes("{unit} in a game"), _LANE),
    "rounds": Chart("Scores of the rounds", Outcomes, rounds_rows, _lanes("{unit} in a round"), _LANE, "round"),
    "wins": Chart("Who wins", Outcomes, wins_rows, _wins, (_WHO, *_ENDS, ("games", "games", 0))),
    "seats": Chart("Does the seat matter?", Outcomes, seats_rows, _seats, (_WHO, *_ENDS, ("games", "games", 0))),
    "seat_bots": Chart(
        "Who wins from which seat",
        Outcomes,
        seat_bots_rows,
        _seat_bots,
        (("label", "seat", 0), ("bot", "who", 0), *_ENDS, ("games", "games", 0)),
    ),
    "luck": Chart(
        "Luck or skill?",
        Outcomes,
        luck_rows,
        _luck,
        (("label", "part", 0), ("series", "of the differences in", 0), *_ENDS, ("deals", "deals", 0)),
    ),
    "lead_changes": Chart("How often the lead changes", Outcomes, lead_changes_rows, _lead, _LANE),
    "decisions": Chart("Length in decisions", Outcomes, decisions_rows, _lanes("decisions in a game"), _LANE),
    "round_counts": Chart("Length in rounds", Outcomes, round_counts_rows, _lanes("rounds in a game"), _LANE, "round"),
    "choices": Chart(
        "Same luck, every choice",
        Choices,
        choices_rows,
        _choices,
        (
            ("label", "choice", 0),
            ("part", "what", 0),
            ("from", "from", 0),
            ("to", "to", 0),
            ("share", "share", 4),
            *_ENDS,
        ),
    ),
    "behind": Chart(
        "How much worse than the best choice",
        Choices,
        behind_rows,
        _choices,
        (("label", "choice", 0), *_ENDS),
    ),
    "choice_wins": Chart(
        "Share of the victory after each choice",
        Choices,
        choice_wins_rows,
        _choices,
        (("label", "choice", 0), *_ENDS),
    ),
    "changes": Chart(
        "Who wins more, with the same luck",
        Comparison,
        changes_rows,
        partial(_changes, unit="victories in percent of the games"),
        (("label", "place", 0), *_ENDS),
    ),
    "score_changes": Chart(
        "Who scores what, with the same luck", Comparison, score_changes_rows, _changes, (("label", "place", 0), *_ENDS)
    ),
    "option_scores": Chart("Scores by {option}", Variants, option_scores_rows, _lanes("{unit} in a game"), _LANE),
    "option_wins": Chart(
        "Who wins, by {option}",
        Variants,
        option_wins_rows,
        _option_wins,
        (("label", "value", 0), ("bot", "who", 0), *_ENDS, ("games", "games", 0)),
    ),
    "costs": Chart(
        "What each decision cost",
        Review,
        costs_rows,
        _costs,
        (("x", "move", 0), ("label", "done", 0), ("best", "best", 0), ("verdict", "verdict", 0), *_ENDS),
    ),
    "standings": Chart(
        "Who wins, over all opponents",
        Tournament,
        contest.standing_rows,
        _wins,
        (_WHO, *_ENDS, ("games", "games", 0)),
    ),
    "payoffs": Chart(
        "Who wins against whom",
        Tournament,
        contest.payoff_rows,
        contest.payoff_summary,
        (("label", "one", 0), ("among", "among", 0), *_ENDS, ("games", "games", 0)),
    ),
    "rating_course": Chart(
        "How the ratings settle",
        Tournament,
        contest.rating_rows,
        lambda rows, source: contest.rating_summary(rows),
        (_WHO, ("x", "duels", 0), ("value", "rating", 2), ("low", "lower end", 2), ("high", "upper end", 2)),
    ),
}

_OWN_ENDS = (*_ENDS, ("n", "counted", 0))
OWN: dict[str, tuple[str, tuple[tuple[str, str, int], ...]]] = {  # kind of a game's own chart -> its spec, its columns
    LANES: ("own_lanes", _LANE),
    DOTS: ("own_dots", (("label", "what", 0), *_OWN_ENDS)),
    GROUPED: ("own_grouped", (("label", "what", 0), ("series", "which", 0), *_OWN_ENDS)),
    LINES: ("own_lines", (("series", "who", 0), ("x", "at", 0), *_OWN_ENDS)),
}


def names(source: Source) -> list[str]:
    """The charts that can be drawn from this result: the general ones, then the game's own."""
    return [*(name for name, chart in CHARTS.items() if _fits(chart, source)), *_own(source)]


def _own(source: Source) -> dict[str, OwnChart]:
    """The charts of the game itself that can be drawn from this result."""
    if isinstance(source, Variants):  # distributions can stand one above the other
        first = next(iter(source.runs.values()))
        return {name: own for name, own in _own(first).items() if own.kind == LANES}
    if not isinstance(source, Outcomes):
        return {}
    game = source.game
    return {n: own for n, own in game.charts.items() if own.fits(game) and set(own.events) <= source.kept.keys()}


def _fits(chart: Chart, source: Source) -> bool:
    if not isinstance(source, chart.source):
        return False
    if isinstance(source, Choices) and chart.rows is choice_wins_rows:
        return source.whole
    if chart.rows is contest.rating_rows:
        return bool(source.ratings)  # type: ignore[union-attr]  # needs openskill
    if not isinstance(source, Outcomes):
        return True
    if chart.rows in (seats_rows, seat_bots_rows) and source.game.players == 1:
        return False
    if chart.rows is lead_changes_rows and source.lead_changes is None:
        return False
    if chart.rows is luck_rows and why_no_parts(source) is not None:
        return False
    if chart.event is not None and chart.event not in source.kept:
        return False
    if chart.rows is round_counts_rows and has_as_many_rounds_always(source):
        return False
    # scores of single rounds; other games keep running totals
    return chart.rows is not rounds_rows or source.game.words.UNIT in source.kept["round"].columns


def picture(name: str, source: Source, **said: Any) -> Picture:
    """A chart ready to be shown.

    said: for choices: chosen, the move that was made, and names, what the seats are called.
    Raises NoSuchChart if there is no such chart of this kind of result.
    """
    if (own := _own(source).get(name)) is not None:
        assert isinstance(source, Outcomes | Variants)
        return _own_picture(name, own, source)
    chart = CHARTS.get(name)
    if chart is None or not _fits(chart, source):
        raise NoSuchChart(f"There is no chart {name!r} of this result; there are: {', '.join(names(source))}.")
    rows = chart.rows(source, **said)
    found = spec(name, lanes=_labels(rows) if chart.columns is _LANE else None, **_units(source))
    summary = chart.summary(rows, source, **said)
    title = chart.title.format(option=source.option.replace("_", " ")) if isinstance(source, Variants) else chart.title
    return Picture(name, title, found, _numbers_only(rows), summary, _columns(chart.columns))


def _own_picture(name: str, own: OwnChart, source: Outcomes | Variants) -> Picture:
    drawn_as, columns = OWN[own.kind]
    if isinstance(source, Variants):
        rows, runs = r.option_own_rows(own, source), list(source.runs.values())
    else:
        rows, runs = r.own_rows(own, source), [source]
    summary = r.own_summary(own, any(run.finished.any() for run in runs), rows)
    words = {"axis": own.axis, "across": own.across, "format": ".0%" if own.share else f".{own.digits}f"}
    found = filled(drawn_as, words, _labels(rows) if own.kind == LANES else None)
    return Picture(name, own.title, found, _numbers_only(rows), summary, _columns(columns))


def _numbers_only(rows: list[Row]) -> list[Row]:
    """Ends of intervals that one deal cannot give are left empty: a page's JSON knows no NaN."""
    return [{name: None if value != value else value for name, value in row.items()} for row in rows]


def _labels(rows: list[Row]) -> int:
    return len({row["label"] for row in rows}) or 1


def _columns(columns: tuple[tuple[str, str, int], ...]) -> list[dict[str, Any]]:
    return [{"field": field, "title": title, "digits": digits} for field, title, digits in columns]


def _units(source: Source) -> dict[str, str]:
    """What a chart of this result counts, in words."""
    if isinstance(source, Choices):
        compared = "% of the victory" if source.whole else source.compared
        return {"unit": source.game.words.UNIT, "stage": source.stage, "compared": compared}
    game = source.a.game if isinstance(source, Comparison) else source.game
    return {"unit": game.words.UNIT}


def spec(
    name: str, *, unit: str = "points", compared: str = "points", stage: str = "round", lanes: int | None = 4
) -> dict[str, Any]:
    """The Vega-Lite spec of a chart, from its file.  Raises NoSuchChart.

    unit: what the game counts.  compared: what choices are compared in.  stage: what is played to its end.
    lanes: how many labels a chart with one histogram for each label has, None for charts of one height.
    """
    if name not in CHARTS:
        raise NoSuchChart(f"There is no chart {name!r}; there are: {', '.join(CHARTS)}.")
    return filled(name, {"unit": unit, "compared": compared, "stage": stage}, lanes)


def filled(name: str, words: dict[str, str], lanes: int | None = None) -> dict[str, Any]:
    """A spec with its words put in; a height in numbers is that of one lane, unless there are none."""
    text = _file(name)
    for word, value in words.items():
        text = text.replace(f"{{{word}}}", json.dumps(value)[1:-1])
    found: dict[str, Any] = json.loads(text)
    if isinstance(found["height"], int) and lanes is not None:
        found["height"] *= max(lanes, 2)
    return found


@cache
def _file(name: str) -> str:
    return (SPECS / f"{name}.json").read_text("utf-8")


def text_of(found: dict[str, Any]) -> str:
    """A spec as its file holds it."""
    return json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def draw(name: str) -> alt.TopLevelMixin:
    """The chart as an Altair object, its data named "rows"; Altair is imported now.  Raises NoSuchChart."""
    if name not in CHARTS:
        raise NoSuchChart(f"There is no chart {name!r}; there are: {', '.join(CHARTS)}.")
    from .drawing import draw as draw_it

    chart: alt.TopLevelMixin = draw_it(name)
    return chart
