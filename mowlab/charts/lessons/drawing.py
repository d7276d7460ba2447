"""The charts of lessons in Altair: steps and bars that any lesson can fill.  Altair is imported when one is drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..drawing import LINES_HEIGHT, ROWS, altair

WORDS = "bandwidth('x') < 120 ? split(datum.label, ' ') : datum.label"  # word below word where there is little room
LONG_WORDS = "bandwidth('x') < 64 && length(datum.label) > 7"  # of five plans on a phone: they would touch
LINE: dict[str, Any] = {"strokeDash": [5, 4], "strokeWidth": 2}
READABLE: tuple[dict[str, Any], ...] = (  # on any ground and over any mark: a white halo, then the words in black
    {"stroke": "white", "strokeWidth": 4, "strokeJoin": "round", "color": "white", "fontWeight": 600},
    {"color": "black", "fontWeight": 600},
)


def _names(marks: Any, left: dict[str, Any], right: dict[str, Any], **look: Any) -> list[Any]:
    """The names of lines, at one of two places as their rows say."""
    places = (("!datum.right", {"align": "left", "dx": 5}, left), ("datum.right", {"align": "right", "dx": -5}, right))
    return [
        marks.transform_filter(which).mark_text(**aligned, **look, **ink).encode(**place, text="series:N")
        for which, aligned, place in places
        for ink in READABLE
    ]


def _upright(base: Any, x: Any) -> list[Any]:
    """Named lines from top to bottom; where there are several, one name stands below the other."""
    alt = altair()
    marks = base.transform_filter("datum.part == 'mark' && !isValid(datum.value)")
    place = {"x": x, "y": alt.value(0)}
    below = alt.ExprRef("2 + 16 * datum.level")
    return [marks.mark_rule(**LINE).encode(x), *_names(marks, place, place, baseline="top", dy=below)]


def _across(base: Any, y: Any) -> list[Any]:
    """Named lines from side to side; every other name stands at the right end."""
    alt = altair()
    marks = base.transform_filter("datum.part == 'mark' && isValid(datum.value)")
    ends = {"x": alt.value(0), "y": y}, {"x": alt.value("width"), "y": y}
    return [marks.mark_rule(**LINE).encode(y), *_names(marks, *ends, baseline="bottom", dy=-3)]


def steps(across: str, title: str, *, format: str) -> Any:
    """A staircase for each series, and a named line where somebody predicted something."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    x = alt.X("x:Q", title=across, scale=alt.Scale(nice=False))
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format=format), scale=alt.Scale(domainMin=0))
    legend = alt.Legend(orient="bottom", symbolType="stroke")
    stairs = (
        base.transform_filter("datum.part == 'step'")
        .mark_line(interpolate="step-after", strokeWidth=3)
        .encode(
            x,
            y,
            alt.Color("series:N", sort=None, title=None, legend=legend),
            alt.StrokeDash("series:N", sort=None, title=None, legend=legend),
            tooltip=["series:N", "x:Q", alt.Tooltip("value:Q", format=format)],
        )
    )
    return alt.layer(stairs, *_upright(base, x)).properties(height=LINES_HEIGHT)


def bars(across: str, title: str, *, format: str, grouped: bool = False) -> Any:
    """A bar for each label in the order of the rows, and named lines across; series are stacked, or side by side."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    numbers = f"datum.value % 1 && '{format}' == 'd' ? '' : format(datum.value, '{format}')"  # no half things
    y = alt.Y("value:Q", title=title, axis=alt.Axis(labelExpr=numbers))
    beside = {"xOffset": alt.XOffset("series:N", sort=None)} if grouped else {}
    small = alt.condition(LONG_WORDS, alt.value(11), alt.value(13))
    axis = alt.Axis(labelAngle=0, labelExpr=WORDS, labelOverlap=False, labelFontSize=small)
    x = alt.X("label:N", sort=None, title=across, axis=axis)
    bar = (
        base.transform_filter("datum.part == 'bar'")
        .mark_bar()
        .encode(
            x,
            y,
            alt.Color("series:N", sort=None, title=None, legend=alt.Legend(orient="bottom")),
            tooltip=["label:N", "series:N", alt.Tooltip("value:Q", format=format)],
            **beside,
        )
    )
    return alt.layer(bar, *_across(base, y), *_upright(base, x)).properties(height=LINES_HEIGHT)


def heat(across: str, title: str, *, format: str) -> Any:
    """A cell for each label and x, darker where more is; some cells have a text of their own."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    x = alt.X("x:O", sort=None, title=across, axis=alt.Axis(labelAngle=0, labelOverlap=True))
    y = alt.Y("label:N", sort=None, title=title)
    cells = base.mark_rect().encode(
        x,
        y,
        alt.Opacity("value:Q", legend=None, scale=alt.Scale(domain=[0, 1], range=[0.04, 1])),
        tooltip=["label:N", "x:O", alt.Tooltip("value:Q", format=format)],
    )
    told = base.transform_filter("isValid(datum.text)")
    texts = [told.mark_text(lineBreak="\n", baseline="middle", **ink).encode(x, y, text="text:N") for ink in READABLE]
    return alt.layer(cells, *texts).properties(height=LINES_HEIGHT)


def lines(across: str, title: str, *, format: str) -> Any:
    """A line for each series, dots of others, and named lines where somebody predicted something."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    x = alt.X("x:Q", title=across, scale=alt.Scale(nice=False, zero=False))
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format=format), scale=alt.Scale(zero=False))
    legend = alt.Legend(orient="bottom")
    colour = alt.Color("series:N", sort=None, title=None, legend=legend)
    tooltip = ["series:N", "x:Q", alt.Tooltip("value:Q", format=format)]
    drawn = (
        base.transform_filter("datum.part == 'line'")
        .mark_line(strokeWidth=3)
        .encode(x, y, colour, alt.StrokeDash("series:N", sort=None, title=None, legend=legend), tooltip=tooltip)
    )
    dots = (
        base.transform_filter("datum.part == 'dot'")
        .mark_point(filled=True, size=110, opacity=1, stroke="white", strokeWidth=1)
        .encode(x, y, colour, alt.Shape("series:N", sort=None, title=None, legend=legend), tooltip=tooltip)
    )
    return alt.layer(drawn, dots, *_upright(base, x), *_across(base, y)).properties(height=LINES_HEIGHT)


DRAWINGS: dict[str, Callable[[], Any]] = {
    "steps": partial(steps, "{across}", "{title}", format="{format}"),
    "bars": partial(bars, "{across}", "{title}", format="{format}"),
    "pairs": partial(bars, "{across}", "{title}", format="{format}", grouped=True),
    "lines": partial(lines, "{across}", "{title}", format="{format}"),
    "heat": partial(heat, "{across}", "{title}", format="{format}"),
}
