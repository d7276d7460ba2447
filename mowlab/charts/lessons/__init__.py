"""Charts of lessons: what was predicted, what was played and what the theory says, in one picture.

A row has a part ("step", "bar", "line", "dot" or "mark", a named line), a series, a value, and x or, for bars, a label;
the cells of a heat map have label, x, value and, some of them, a text.  Series get their colours in the order of the
rows, so lessons name the theory first, then you, the bots and what you predicted.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from .. import Picture

Row = dict[str, Any]
SPECS = pathlib.Path(__file__).parent / "specs"
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
STEP, BAR, LINE, DOT, MARK = "step", "bar", "line", "dot", "mark"
THEORY, YOU, PREDICTED = "the theory", "you", "you predicted"  # series that every lesson has


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


def mark(series: str, *, x: float | None = None, label: str | None = None, value: float | None = None) -> Row:
    """A named line: upright at x or at the label of a bar, or across at a value."""
    return {"part": MARK, "series": series, "x": x, "label": label, "value": value}


def _placed(rows: list[Row]) -> list[Row]:
    """The rows, each mark with the place of its name: level, counted from the top, and whether it is on the left side
    of an upright line (right half of the picture), or at the right end of one across, where names would meet.
    """
    labels = list(dict.fromkeys(r["label"] for r in rows if r.get("part") == BAR))
    at = [r["x"] for r in rows if r.get("part") not in (MARK, BAR) and r.get("x") is not None]
    done, levels, ends = [], 0, 0
    for row in rows:
        if row.get("part") == MARK and row["value"] is None:
            late = labels.index(row["label"]) * 2 >= len(labels) if row["label"] else 2 * row["x"] > min(at) + max(at)
            done.append({**row, "level": levels, "right": late})
            levels += 1
        elif row.get("part") == MARK:
            done.append({**row, "level": 0, "right": ends % 2 == 1})
            ends += 1
        else:
            done.append(row)
    return done


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
    table_rows = _placed(list(rows))
    spec = json.loads(text)
    _keyed(spec, table_rows)
    _whole(spec, table_rows)
    table = [{"field": field, "title": heading, "digits": digits} for field, heading, digits in columns]
    return Picture(name, title, spec, table_rows, summary, table)


def _keyed(spec: Any, rows: list[Row]) -> None:
    """Give all scales of the series the same domain, in the order of the rows: then the key is one, and a series has a
    colour, a shape and a dash.  Lines get a stroke for a shape.
    """
    series = list(dict.fromkeys(r["series"] for r in rows if r.get("part") not in (None, MARK)))
    dots = [r["series"] for r in rows if r.get("part") == DOT]
    shapes = iter(SHAPES)
    by_name = {name: next(shapes) if name in dots else "stroke" for name in series}
    for encoding in _encodings(spec):
        for channel in {"color", "shape", "strokeDash", "xOffset"} & encoding.keys():
            encoding[channel]["scale"] = {"domain": series}
        if "shape" in encoding:
            encoding["shape"]["scale"]["range"] = [by_name[name] for name in series]


def _whole(spec: Any, rows: list[Row]) -> None:
    """No half steps along an axis on which there are whole numbers only."""
    at = [float(r["x"]) for r in rows if r.get("part") in (STEP, LINE, DOT)]
    if at and all(x.is_integer() for x in at):
        for encoding in _encodings(spec):
            if encoding.get("x", {}).get("type") == "quantitative":
                encoding["x"].setdefault("axis", {})["tickMinStep"] = 1


def _encodings(spec: Any) -> Iterator[dict[str, Any]]:
    """All encodings of a spec and of its layers."""
    yield from ([spec["encoding"]] if "encoding" in spec else [])
    for layer in spec.get("layer", ()):
        yield from _encodings(layer)


@cache
def _file(kind: str) -> str:
    return (SPECS / f"{kind}.json").read_text("utf-8")
