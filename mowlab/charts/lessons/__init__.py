"""Charts of lessons: what was predicted, what was played and what the theory says, in one picture.

A row has a part ("step", "bar", "line", "dot" or "mark", a named line across), a series, a value, and x or, for bars, a
label; the cells of a heat map have label, x and value.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable
from functools import cache
from typing import Any

from .. import Picture

Row = dict[str, Any]
SPECS = pathlib.Path(__file__).parent / "specs"
STEP, BAR, LINE, DOT, MARK = "step", "bar", "line", "dot", "mark"


def steps(
    name: str, title: str, rows: Iterable[Row], summary: str, *, across: str, axis: str, format: str = ".0%"
) -> Picture:
    """Staircases, for shares of what is at most x."""
    columns = (("series", "who", 0), ("x", across, 2), ("value", axis, 4))
    return _picture("steps", name, title, rows, summary, across, axis, format, columns)


def bars(
    name: str,
    title: str,
    rows: Iterable[Row],
    summary: str,
    *,
    across: str,
    axis: str,
    format: str = ".1f",
    grouped: bool = False,
) -> Picture:
    """Bars with lines to compare them with; the series of a label are stacked, or side by side."""
    columns = (("label", across, 0), ("series", "what", 0), ("value", axis, 3))
    return _picture("pairs" if grouped else "bars", name, title, rows, summary, across, axis, format, columns)


def lines(
    name: str, title: str, rows: Iterable[Row], summary: str, *, across: str, axis: str, format: str = "d"
) -> Picture:
    """Lines and dots over x."""
    columns = (("series", "who", 0), ("x", across, 2), ("value", axis, 2))
    return _picture("lines", name, title, rows, summary, across, axis, format, columns)


def heat(
    name: str, title: str, rows: Iterable[Row], summary: str, *, across: str, axis: str, format: str = ".0%"
) -> Picture:
    """Shares of labels over x, as dark as they are large."""
    columns = (("label", axis, 0), ("x", across, 2), ("value", "share", 4))
    return _picture("heat", name, title, rows, summary, across, axis, format, columns)


def staircase(series: str, cumulative: Iterable[float]) -> list[Row]:
    """Rows of one staircase over 0, 1, 2 ..."""
    return [{"part": STEP, "series": series, "x": x, "value": float(v)} for x, v in enumerate(cumulative)]


def mark(series: str, *, x: float | None = None, value: float | None = None) -> Row:
    """A named line at x (steps) or at a value (bars)."""
    return {"part": MARK, "series": series, "x": x, "value": value}


def _picture(
    kind: str,
    name: str,
    title: str,
    rows: Iterable[Row],
    summary: str,
    across: str,
    axis: str,
    format: str,
    columns: tuple[tuple[str, str, int], ...],
) -> Picture:
    text = _file(kind)
    for word, value in (("across", across), ("title", axis), ("format", format)):
        text = text.replace(f"{{{word}}}", json.dumps(value)[1:-1])
    table = [{"field": field, "title": heading, "digits": digits} for field, heading, digits in columns]
    return Picture(name, title, json.loads(text), list(rows), summary, table)


@cache
def _file(kind: str) -> str:
    return (SPECS / f"{kind}.json").read_text("utf-8")
