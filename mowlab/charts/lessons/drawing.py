"""The charts of lessons in Altair: steps and bars that any lesson can fill.  Altair is imported when one is drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..drawing import LINES_HEIGHT, ROWS, altair

WORDS = "split(datum.label, ' ')"  # long labels stand word below word
READABLE: tuple[dict[str, Any], ...] = (  # on any ground and over any mark: a white halo, then the words in black
    {"stroke": "white", "strokeWidth": 4, "strokeJoin": "round", "color": "white", "fontWeight": 600},
    {"color": "black", "fontWeight": 600},
)


def steps(across: str, title: str, *, format: str) -> Any:
    """A staircase for each series, and a named line where somebody predicted something."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    x = alt.X("x:Q", title=across, scale=alt.Scale(nice=False), axis=alt.Axis(tickMinStep=1))
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
    marks = base.transform_filter("datum.part == 'mark'")
    rule = marks.mark_rule(strokeDash=[5, 4], strokeWidth=2).encode(x)
    names = [
        marks.mark_text(align="left", baseline="top", dx=5, dy=2, **look).encode(x, y=alt.value(0), text="series:N")
        for look in READABLE
    ]
    return alt.layer(stairs, rule, *names).properties(height=LINES_HEIGHT)


def bars(across: str, title: str, *, format: str, grouped: bool = False) -> Any:
    """A bar for each label in the order of the rows, and named lines across; series are stacked, or side by side."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    numbers = f"datum.value % 1 && '{format}' == 'd' ? '' : format(datum.value, '{format}')"  # no half things
    y = alt.Y("value:Q", title=title, axis=alt.Axis(labelExpr=numbers))
    beside = {"xOffset": alt.XOffset("series:N", sort=None)} if grouped else {}
    bar = (
        base.transform_filter("datum.part == 'bar'")
        .mark_bar()
        .encode(
            alt.X("label:N", sort=None, title=across, axis=alt.Axis(labelAngle=0, labelExpr=WORDS, labelOverlap=False)),
            y,
            alt.Color("series:N", sort=None, title=None, legend=alt.Legend(orient="bottom")),
            tooltip=["label:N", "series:N", alt.Tooltip("value:Q", format=format)],
            **beside,
        )
    )
    marks = base.transform_filter("datum.part == 'mark'")
    rule = marks.mark_rule(strokeDash=[5, 4], strokeWidth=2).encode(y)
    names = [
        marks.mark_text(align="left", baseline="bottom", dx=4, dy=-3, **look).encode(
            x=alt.value(0), y=y, text="series:N"
        )
        for look in READABLE
    ]
    return alt.layer(bar, rule, *names).properties(height=LINES_HEIGHT)


def heat(across: str, title: str, *, format: str) -> Any:
    """A cell for each label and x, darker where more is; the label of the darkest stands in the summary."""
    alt = altair()
    base = alt.Chart(alt.NamedData(name=ROWS))
    return (
        base.mark_rect()
        .encode(
            alt.X("x:O", sort=None, title=across, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
            alt.Y("label:N", sort=None, title=title),
            alt.Opacity("value:Q", legend=None, scale=alt.Scale(domain=[0, 1], range=[0.04, 1])),
            tooltip=["label:N", "x:O", alt.Tooltip("value:Q", format=format)],
        )
        .properties(height=LINES_HEIGHT)
    )


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
        .encode(x, y, colour, alt.StrokeDash("series:N", sort=None, title=None, legend=None), tooltip=tooltip)
    )
    dots = (
        base.transform_filter("datum.part == 'dot'")
        .mark_point(filled=True, size=110, opacity=1, stroke="white", strokeWidth=1)
        .encode(x, y, colour, alt.Shape("series:N", sort=None, legend=None), tooltip=tooltip)
    )
    marks = base.transform_filter("datum.part == 'mark'")
    rule = marks.mark_rule(strokeDash=[5, 4], strokeWidth=2).encode(x)
    names = [
        marks.mark_text(align="left", baseline="top", dx=5, dy=2, **look).encode(x, y=alt.value(0), text="series:N")
        for look in READABLE
    ]
    return alt.layer(drawn, dots, rule, *names).properties(height=LINES_HEIGHT)


DRAWINGS: dict[str, Callable[[], Any]] = {
    "steps": partial(steps, "{across}", "{title}", format="{format}"),
    "bars": partial(bars, "{across}", "{title}", format="{format}"),
    "pairs": partial(bars, "{across}", "{title}", format="{format}", grouped=True),
    "lines": partial(lines, "{across}", "{title}", format="{format}"),
    "heat": partial(heat, "{across}", "{title}", format="{format}"),
}
