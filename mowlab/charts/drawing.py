"""The charts in Altair, drawn from the tables of rows.py.  Altair is imported when the first one is drawn.

No chart sets colours, fonts or a width: the page does, for light and dark and for narrow screens.  Nothing is told by
colour alone: lanes and dots are labelled, bots in one lane differ in shape, the best and the chosen move are named.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .._quick import quick_imports

ROWS = "rows"  # the name of the data in every chart
LANE, STEP, TALL_STEP, SQUARE, LINES_HEIGHT, BARS_HEIGHT = 56, 40, 52, 48, 260, 180  # pixels
OUTLINED: tuple[dict[str, Any], ...] = (  # seen on any ground
    {"strokeWidth": 5, "color": "white"},
    {"strokeWidth": 2, "color": "black"},
)
TEN_BELOW = "pow(10, floor(log(datum.value) / LN10 + 1e-9))"  # the power of ten at or below a tick
LINES = "split(datum.label, '\\n')"  # labels may have several lines


def altair() -> Any:
    """The altair module, imported in half its usual time."""
    with quick_imports():
        import altair

    return altair


def lanes(title: str) -> Any:
    """A histogram for each label, one above the other, with a line at its mean and label and mean in words."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    floor = alt.Y("y:Q", axis=None, scale=alt.Scale(nice=False))
    percent = alt.Tooltip("share:Q", title="share", format=".1%")
    bars = (
        base.transform_filter("datum.part == 'bar'")
        .mark_rect()
        .encode(
            alt.X("x:Q", title=title, scale=alt.Scale(nice=False, zero=False), axis=alt.Axis(tickMinStep=1)),
            alt.X2("x2"),
            floor,
            alt.Y2("y2"),
            tooltip=["label:N", "from:Q", "to:Q", "count:Q", percent],
        )
    )
    means = base.transform_filter("datum.part == 'mean'")
    lines = [
        means.mark_rule(**line).encode(alt.X("x:Q"), floor, alt.Y2("y2"), tooltip=["label:N", "text:N"])
        for line in OUTLINED
    ]
    names = means.mark_text(align="left", baseline="bottom", dy=-3, fontWeight=600).encode(
        x=alt.value(2), y=alt.Y("name_y:Q"), text="text:N"
    )
    return alt.layer(bars, *lines, names).properties(height=LANE)


def dots(
    title: str | list[str], *, format: str = "", zero: bool = False, even: bool = False, marks: bool = False
) -> Any:
    """A dot with its interval and its number for each label; a line at zero or at the even share.

    marks: labels have lines of their own, and the best choice and the chosen one have shapes of their own.
    """
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    axis = alt.Axis(labelExpr=LINES) if marks or zero else alt.Axis()
    y = alt.Y("label:N", sort=None, title=None, axis=axis)
    ends = ["label:N", *(alt.Tooltip(f"{name}:Q", format=format or ".2f") for name in ("value", "low", "high"))]
    x = alt.X("value:Q", title=title, axis=alt.Axis(format=format) if format else alt.Axis())
    layers = []
    if zero:
        layers.append(base.mark_rule(strokeDash=[5, 4]).encode(x=alt.datum(0)))
    if even:
        layers += _even(alt, base)
    layers.append(base.mark_rule(strokeWidth=3).encode(alt.X("low:Q", title=title), alt.X2("high"), y, tooltip=ends))
    layers.append(base.mark_point(filled=True, size=80, opacity=1).encode(x, y, tooltip=ends, **_shape(alt, marks)))
    layers.append(_numbers(alt, base, y, -15))
    return alt.layer(*layers).properties(height=alt.Step(TALL_STEP if marks or zero else STEP))


def _shape(alt: Any, marks: bool) -> dict[str, Any]:
    if not marks:
        return {}
    scale = alt.Scale(
        domain=["", "best", "yours", "best, yours"], range=["circle", "triangle-up", "diamond", "diamond"]
    )
    return {"shape": alt.Shape("mark:N", scale=scale, legend=None)}


def _numbers(alt: Any, base: Any, y: Any, dy: int) -> Any:
    """The numbers of a lane in words, at its left edge, where they always have room."""
    return base.mark_text(align="left", dy=dy, fontSize=12).encode(x=alt.value(4), y=y, text="text:N")


def _even(alt: Any, base: Any) -> list[Any]:
    """A line where all shares would be if all were equal, with its name above it."""
    at = alt.X("mean(even):Q")
    name = base.mark_text(text="even share", baseline="bottom", dy=-3, fontSize=12)
    return [base.mark_rule(strokeDash=[5, 4]).encode(at), name.encode(at, y=alt.value(0))]


def grouped(title: str, *, format: str, by: str = "bot", of: str = "games", even: bool = True) -> Any:
    """Several dots with intervals in each label's lane: one for each bot (or what is in the field `by`), with its own
    colour and shape; `of`: the field with the number behind it.
    """
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    y = alt.Y("label:N", sort=None, title=None)
    beside = alt.YOffset(f"{by}:N", sort=None)
    numbers = (alt.Tooltip(f"{name}:Q", format=format) for name in ("value", "low", "high"))
    tooltip = ["label:N", f"{by}:N", *numbers, f"{of}:Q"]
    spans = base.mark_rule(strokeWidth=3).encode(
        alt.X("low:Q", title=title, axis=alt.Axis(format=format)), alt.X2("high"), y, beside, tooltip=tooltip
    )
    points = base.mark_point(filled=True, size=90, opacity=1).encode(
        alt.X("value:Q"),
        y,
        beside,
        alt.Color(f"{by}:N", sort=None, title=None),
        alt.Shape(f"{by}:N", sort=None, title=None),
        tooltip=tooltip,
    )
    layers = [*(_even(alt, base) if even else []), spans, points]
    return alt.layer(*layers).properties(height=alt.Step(18, **{"for": "offset"}))


def lines(title: str, across: str, *, format: str) -> Any:
    """A line for each series over whole numbers, with an interval at each point; dashes and shapes besides colours."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    x = alt.X("x:Q", title=across, scale=alt.Scale(nice=False, zero=False), axis=alt.Axis(tickMinStep=1))
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format=format))
    numbers = (alt.Tooltip(f"{name}:Q", format=format) for name in ("value", "low", "high"))
    tooltip = ["series:N", "x:Q", *numbers, "n:Q"]
    spans = base.mark_rule(opacity=0.5).encode(x, alt.Y("low:Q", title=title), alt.Y2("high"), tooltip=tooltip)
    # the lines' own scales are the points' once more: so the one legend shows colour and shape together
    drawn = base.mark_line().encode(
        x,
        y,
        alt.Stroke("series:N", sort=None, title=None, legend=None),
        alt.StrokeDash("series:N", sort=None, title=None, legend=None),
    )
    colour = alt.Color("series:N", sort=None, title=None)
    points = base.mark_point(filled=True, size=50, opacity=1).encode(
        x, y, colour, alt.Shape("series:N", sort=None, title=None), tooltip=tooltip
    )
    return alt.layer(spans, drawn, points).properties(height=LINES_HEIGHT)


def bars(title: str, across: str) -> Any:
    """A bar with its interval for each whole number."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    axis = alt.Axis(labelAngle=0, labelOverlap="greedy", labelSeparation=6, labelBound=6)  # none is cut at the edge
    x = alt.X("x:O", title=across, axis=axis)
    numbers = (alt.Tooltip(f"{name}:Q", format=".1f") for name in ("value", "low", "high"))
    tooltip = ["x:O", "label:N", "best:N", "verdict:N", *numbers]
    bar = base.mark_bar().encode(x, alt.Y("value:Q", title=title), tooltip=tooltip)
    outlined = [{**line, "strokeWidth": narrow(alt, line["strokeWidth"])} for line in OUTLINED]
    spans = [base.mark_rule(**line).encode(x, alt.Y("low:Q"), alt.Y2("high"), tooltip=tooltip) for line in outlined]
    return alt.layer(bar, *spans).properties(height=BARS_HEIGHT)


def narrow(alt: Any, width: int) -> Any:
    """A stroke of `width` pixels that never hides a bar: of fifty on a phone each is as thin as the outline."""
    return alt.expr(f"min({width}, bandwidth('x') * {width / 10})")


def squares(title: str, across: str) -> Any:
    """A square for each pair of labels: what it says in words, on a ground that is stronger the more it is said.

    More and less than the even share differ by a sign, the colour repeats it.
    """
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    same = alt.EncodingSortField("column", op="min")  # the same order as the rows, though the diagonal is empty
    x = alt.X(
        "among:N",
        sort=same,
        title=across,
        axis=alt.Axis(orient="top", labelExpr=LINES, labelAngle=-90, labelOverlap=False),
    )
    y = alt.Y("label:N", sort=None, title=title, axis=alt.Axis(labelExpr=LINES))
    numbers = (alt.Tooltip(f"{name}:Q", format=".1%") for name in ("value", "low", "high"))
    tooltip = ["label:N", "among:N", *numbers, "games:Q"]
    ground = base.mark_rect().encode(
        x,
        y,
        alt.Fill("side:N", sort=None, legend=None, scale=alt.Scale(domain=["more", "less", "unsure"])),
        alt.FillOpacity("away:Q", legend=None, scale=alt.Scale(domain=[0, 1], range=[0.06, 0.5])),
        tooltip=tooltip,
    )
    words = base.mark_text(dy=-6, fontSize=13, fontWeight=600).encode(x, y, text="text:N", tooltip=tooltip)
    ends = base.mark_text(dy=10, fontSize=10).encode(x, y, text="ends:N", tooltip=tooltip)
    return alt.layer(ground, words, ends).properties(height=alt.Step(SQUARE))


def amounts(alt: Any, title: str, field: str = "x:Q") -> Any:
    """A logarithmic axis of whole amounts from 1 up, with a label at 1, 2, 5, 10, 20 ... where there is room."""
    ticks = f"indexof([1, 2, 5], round(datum.value / {TEN_BELOW})) < 0 ? '' : format(datum.value, ',d')"
    scale = alt.Scale(type="log", nice=False, padding=18)
    return alt.X(field, title=title, scale=scale, axis=alt.Axis(labelExpr=ticks, labelOverlap="greedy"))


def named_lines(alt: Any, base: Any, x: Any) -> list[Any]:
    """A dashed line at each amount that has a name, which stands at the top."""
    at = base.transform_filter("datum.part == 'line'")
    rule = at.mark_rule(strokeDash=[5, 4], strokeWidth=2).encode(x, tooltip=["label:N", alt.Tooltip("x:Q", format=",")])
    name = at.mark_text(baseline="bottom", dy=-3, fontSize=12, fontWeight=600).encode(x, y=alt.value(0), text="mark:N")
    return [rule, name]


def ranges(title: str) -> Any:
    """For each label a bar from the least to the most that an amount can be, with both in words."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    bars = base.transform_filter("datum.part == 'range'")
    y = alt.Y("label:N", sort=None, title=None)
    tooltip = ["label:N", *(alt.Tooltip(f"{name}:Q", format=",") for name in ("low", "high"))]
    span = bars.mark_rule(strokeWidth=8, strokeCap="round", opacity=0.75).encode(
        amounts(alt, title, "from:Q"), alt.X2("to"), y, tooltip=tooltip
    )
    lines = named_lines(alt, base, amounts(alt, title))
    return alt.layer(*lines, span, _numbers(alt, bars, y, -14)).properties(height=alt.Step(STEP))


def curve(title: str, across: str, *, format: str, log: bool = False) -> Any:
    """Lines with bands over an amount, one for each kind of plan; the best and the chosen one ringed and named.

    log: on a scale from 1 to far above.
    """
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    on_line, marks = base.transform_filter("datum.part == 'point'"), base.transform_filter("datum.part == 'mark'")
    whole = alt.Axis(labelExpr="datum.value % 1 ? '' : format(datum.value, 'd')")
    x = alt.X("x:Q", title=across, scale=alt.Scale(nice=False, zero=False, padding=24), axis=whole)
    x = amounts(alt, across) if log else x
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format=format))
    numbers = (alt.Tooltip(f"{name}:Q", format=format) for name in ("value", "low", "high"))
    tooltip = [*(["series:N"] if log else []), "label:N", *numbers]
    own = alt.Stroke("series:N", sort=None, title=None, legend=None)
    band = on_line.mark_area(opacity=0.14).encode(
        x, alt.Y("low:Q", title=title), alt.Y2("high"), alt.Fill("series:N", sort=None, title=None, legend=None)
    )
    spans = on_line.mark_rule(opacity=0.6).encode(x, alt.Y("low:Q", title=title), alt.Y2("high"), tooltip=tooltip)
    drawn = on_line.mark_line().encode(x, y, own, alt.StrokeDash("series:N", sort=None, title=None, legend=None))
    colour = alt.Color("series:N", sort=None, title=None, legend=alt.Legend(orient="bottom"))
    points = on_line.mark_point(filled=True, size=60, opacity=1).encode(
        x, y, colour, alt.Shape("series:N", sort=None, title=None, legend=alt.Legend(orient="bottom")), tooltip=tooltip
    )
    rings = marks.mark_point(filled=False, size=260, strokeWidth=2.5, opacity=1).encode(x, y, tooltip=tooltip)
    names = marks.mark_text(dy=-20, fontWeight=700, fontSize=13).encode(x, y, text="mark:N")
    lines = named_lines(alt, base, x) if log else []
    return alt.layer(*lines, band, spans, drawn, points, rings, names).properties(height=LINES_HEIGHT)


def strips(title: str | list[str]) -> Any:
    """For each choice a strip that is darker where more worlds ended, and the mean with its interval."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    y = alt.Y("label:N", sort=None, title=None, axis=alt.Axis(labelExpr=LINES))
    strip = (
        base.transform_filter("datum.part == 'strip'")
        .mark_rect(height={"band": 0.5})
        .encode(
            alt.X("x:Q", title=title, scale=alt.Scale(nice=False, zero=False)),
            alt.X2("x2"),
            y,
            alt.Opacity("share:Q", legend=None, scale=alt.Scale(range=[0.08, 0.85], domainMin=0)),
            tooltip=["label:N", "from:Q", "to:Q", alt.Tooltip("share:Q", format=".1%")],
        )
    )
    means = base.transform_filter("datum.part == 'mean'")
    ends = ["label:N", *(alt.Tooltip(f"{name}:Q", format=".2f") for name in ("value", "low", "high"))]
    spans = [means.mark_rule(**line).encode(alt.X("low:Q"), alt.X2("high"), y, tooltip=ends) for line in OUTLINED]
    points = means.mark_point(filled=True, size=70, opacity=1, color="black", stroke="white").encode(
        alt.X("value:Q"), y, tooltip=ends, **_shape(alt, True)
    )
    return alt.layer(strip, *spans, points, _numbers(alt, means, y, -20)).properties(height=alt.Step(TALL_STEP))


# {unit} stands for what the game counts, {compared} for what two line-ups or choices are compared in; {axis}, {across}
# and {format} for what a game's own chart says.
DRAWINGS: dict[str, Callable[[], Any]] = {
    "scores": partial(lanes, "{unit} in a game"),
    "rounds": partial(lanes, "{unit} in a round"),
    "decisions": partial(lanes, "decisions in a game"),
    "round_counts": partial(lanes, "rounds in a game"),
    "wins": partial(dots, "share of victories", format=".0%", even=True),
    "seats": partial(dots, "share of victories", format=".0%", even=True),
    "seat_bots": partial(grouped, "share of victories", format=".0%"),
    "luck": partial(grouped, "share of the differences", format=".0%", by="series", of="deals", even=False),
    "lead_changes": partial(lanes, "changes of the lead in a game"),
    "choices": partial(strips, ["{unit}", "to the end of the {stage}"]),
    "behind": partial(dots, ["{compared}", "worse than the best choice"], marks=True),
    "choice_wins": partial(dots, "share of the victory, %", marks=True),
    "changes": partial(dots, "change in victories, % of games", zero=True),
    "score_changes": partial(dots, "change in {unit} a game", zero=True),
    "option_scores": partial(lanes, "{unit} in a game"),
    "option_wins": partial(grouped, "share of victories", format=".0%"),
    "costs": partial(bars, "cost, % of the victory", "move of the game"),
    "standings": partial(dots, "share of victories", format=".0%", even=True),
    "payoffs": partial(squares, "one …", "… among"),
    "rating_course": partial(lines, "rating", "duels", format=".0f"),
    # whole plans over an amount (curves.py)
    "curve": partial(curve, "{axis}", "{across}", format="{format}"),
    "log_curve": partial(curve, "{axis}", "{across}", format="{format}", log=True),
    "ranges": partial(ranges, "{axis}"),
    # what games declare for themselves (core/chart.py), one for each kind
    "own_lanes": partial(lanes, "{axis}"),
    "own_dots": partial(dots, "{axis}", format="{format}"),
    "own_grouped": partial(grouped, "{axis}", format="{format}", by="series", of="n", even=False),
    "own_lines": partial(lines, "{axis}", "{across}", format="{format}"),
}


def draw(name: str) -> Any:
    """The Altair chart of that name; its data is named «rows»."""
    return DRAWINGS[name]()


def to_spec(name: str) -> dict[str, Any]:
    """The chart of that name as Vega-Lite in plain data."""
    return spec_of(draw(name))


def spec_of(chart: Any) -> dict[str, Any]:
    """An Altair chart as Vega-Lite in plain data: no address of a schema, no look, which are the page's."""
    spec: dict[str, Any] = chart.to_dict(validate=True)
    for key in ("$schema", "config", "datasets"):
        spec.pop(key, None)
    return spec
