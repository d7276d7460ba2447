"""Curves over an amount, of plans that were tried with the same luck: the chance to win a bid, and what it gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..analysis import Choices, Estimate
from ..analysis.intervals import mean_of_units, share_of_units
from ..core.plan import Curve, Known
from . import Picture, filled

Row = dict[str, Any]
Values = NDArray[Any] | Mapping[str, NDArray[Any]]
MOST_TOLD = 3  # lines that the sentence goes into
CURVE, LOG_CURVE, RANGES = "curve", "log_curve", "ranges"  # the names of their specs
COLUMNS = (
    ("label", "plan", 0),
    ("series", "what", 0),
    ("x", "amount", 0),
    ("value", "value", 3),
    ("low", "lower end", 3),
    ("high", "upper end", 3),
)


def curve(choices: Choices, drawn: Curve, chosen: Any = None) -> Picture:
    """Lines over the amounts of the plans, with the mean over the worlds and its interval at each point.

    chosen: the plan that gets a point of its own; so does the best.
    """
    rows = curve_rows(choices, drawn.values, share=drawn.share, chosen=chosen)
    said = summary(rows, drawn.axis, drawn.across)
    if rows:
        rows += mark_rows(drawn.marks)
    words = {"axis": drawn.axis, "across": drawn.across, "format": ".0%" if drawn.share else ".1f"}
    spec = filled(LOG_CURVE if drawn.log else CURVE, words)
    columns = [{"field": field, "title": heading, "digits": digits} for field, heading, digits in COLUMNS]
    return Picture(drawn.name, drawn.title, spec, rows, said, columns)


def mark_rows(marks: Mapping[str, int]) -> list[Row]:
    """Rows (part "line") of amounts that get a line with a name."""
    return [{"part": "line", "label": name, "x": x, "mark": f"{name} {x:,}"} for name, x in marks.items()]


def curve_rows(choices: Choices, values: Values, *, share: bool = False, chosen: Any = None) -> list[Row]:
    """One row for each plan that has an amount and each line (part "point"), by line and amount, then the best and the
    chosen one once more (part "mark"), on the first line if the lines are different values.
    """
    if choices.plans is None or not choices.worlds:
        return []
    placed = [k for k, plan in enumerate(choices.plans) if plan.amount is not None]
    if not placed:
        return []
    lines = values if isinstance(values, Mapping) else {"": values}
    kinds = list(dict.fromkeys(choices.plans[k].kind for k in placed))
    placed.sort(key=lambda k: (kinds.index(choices.plans[k].kind), choices.plans[k].amount))  # type: ignore[index]
    rows = [_row(choices, name, line[k], k, share) for name, line in lines.items() for k in placed]
    best = max(placed, key=lambda k: float(choices.worth[k].mean()))
    own = choices.actions.index(chosen) if chosen in choices.actions else None
    marks = {best: "best, yours"} if own == best else {best: "best", **({own: "yours"} if own in placed else {})}
    first, counts = next(iter(lines.items()))
    return [*rows, *(_row(choices, first, counts[k], k, share, mark) for k, mark in marks.items() if k is not None)]


def _row(choices: Choices, name: str, values: NDArray[Any], k: int, share: bool, mark: str = "") -> Row:
    assert choices.plans is not None
    e = estimate(values, share)
    plan = choices.plans[k]
    ends = {"low": e.low, "high": e.high} if e.units > 1 else {"low": e.value, "high": e.value}
    text = e.text(0, 100, " %") if share else e.text(1)
    where = {"part": "mark" if mark else "point", "label": plan.words, "series": name or plan.kind, "mark": mark}
    return {**where, "x": plan.amount, "value": e.value, **ends, "n": e.n, "text": text}


def estimate(values: NDArray[Any], share: bool) -> Estimate:
    """The mean over the worlds, with its interval."""
    make = share_of_units if share else mean_of_units
    return make(values.astype(np.float64), np.ones(len(values)))


def summary(rows: Sequence[Row], axis: str, across: str) -> str:
    """The first lines where they begin and end, then the best and the chosen plan, in a sentence."""
    if not rows:
        return "No bid has been tried yet."
    parts = []
    lines = list(dict.fromkeys(row["series"] for row in rows if row["part"] == "point"))
    for series in lines[:MOST_TOLD]:
        of_it = [row for row in rows if row["part"] == "point" and row["series"] == series]
        ends = [of_it[0], of_it[-1]] if len(of_it) > 1 else of_it
        parts.append(f"{series}: " + ", ".join(f"{row['text']} at {row['x']:,}" for row in ends))
    if len(lines) > MOST_TOLD:
        parts.append(f"{len(lines) - MOST_TOLD} more lines are in the numbers")
    parts += [f"{row['mark']}, {row['label']}: {row['text']}" for row in rows if row["part"] == "mark"]
    return f"{axis[0].upper()}{axis[1:]} by {across} (95 % interval): {'; '.join(parts)}."


# ---- what is known of amounts ---------------------------------------------------------------------------------------
def ranges(known: Known, name: str = RANGES) -> Picture:
    """For each row a bar from the least to the most that an amount can be, over a scale that goes far up from 1."""
    rows = [
        {
            "part": "range",
            "label": who,
            "low": low,
            "high": high,
            "from": max(1, low),
            "to": max(1, high),
            "text": f"{low:,}" if low == high else f"{low:,} to {high:,}",
        }
        for who, low, high in known.rows
    ]
    said = f"{known.title}: " + "; ".join(f"{row['label']} {row['text']}" for row in rows) + "."
    columns = [{"field": f, "title": t, "digits": 0} for f, t in (("label", "who"), ("low", "least"), ("high", "most"))]
    spec = filled(RANGES, {"axis": known.axis})
    return Picture(name, known.title, spec, [*rows, *mark_rows(known.marks)], said, columns)
