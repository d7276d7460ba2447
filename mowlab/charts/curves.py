"""Curves over an amount, of plans that were tried with the same luck: the chance to win a bid, and what it gains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..analysis import Choices, Estimate
from ..analysis.intervals import mean_of_units, share_of_units
from . import Picture, filled

Row = dict[str, Any]
MOST_TOLD = 3  # lines that the sentence goes into
CURVE = "curve"  # the name of its spec
COLUMNS = (
    ("label", "plan", 0),
    ("x", "amount", 0),
    ("value", "value", 3),
    ("low", "lower end", 3),
    ("high", "upper end", 3),
)


def curve(
    choices: Choices,
    values: NDArray[Any],
    *,
    name: str,
    title: str,
    axis: str,
    across: str,
    share: bool = False,
    chosen: Any = None,
) -> Picture:
    """A line for each kind of plan over its amounts, with the mean of values[k, w] and its interval at each point.

    share: the values are 0 or 1 and shown in percent.  chosen: the plan that gets a point of its own; so does the best.
    """
    rows = curve_rows(choices, values, share=share, chosen=chosen)
    spec = filled(CURVE, {"axis": axis, "across": across, "format": ".0%" if share else ".1f"})
    columns = [{"field": field, "title": heading, "digits": digits} for field, heading, digits in COLUMNS]
    return Picture(name, title, spec, rows, summary(rows, axis, across), columns)


def curve_rows(choices: Choices, values: NDArray[Any], *, share: bool = False, chosen: Any = None) -> list[Row]:
    """One row for each plan that has an amount (part "point"), by kind and amount, then the best and the chosen one
    once more (part "mark").
    """
    if choices.plans is None or not choices.worlds:
        return []
    placed = [k for k, plan in enumerate(choices.plans) if plan.amount is not None]
    if not placed:
        return []
    kinds = list(dict.fromkeys(choices.plans[k].kind for k in placed))
    placed.sort(key=lambda k: (kinds.index(choices.plans[k].kind), choices.plans[k].amount))  # type: ignore[index]
    rows = [_row(choices, values, k, share) for k in placed]
    best = max(placed, key=lambda k: float(choices.worth[k].mean()))
    own = choices.actions.index(chosen) if chosen in choices.actions else None
    if own == best:
        return [*rows, _row(choices, values, best, share, "best, yours")]
    rows.append(_row(choices, values, best, share, "best"))
    return [*rows, _row(choices, values, own, share, "yours")] if own in placed else rows


def _row(choices: Choices, values: NDArray[Any], k: int, share: bool, mark: str = "") -> Row:
    assert choices.plans is not None
    e = estimate(values[k], share)
    plan = choices.plans[k]
    ends = {"low": e.low, "high": e.high} if e.units > 1 else {"low": e.value, "high": e.value}
    text = e.text(0, 100, " %") if share else e.text(1)
    where = {"part": "mark" if mark else "point", "label": plan.words, "series": plan.kind, "mark": mark}
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
        parts.append(f"{series}: " + ", ".join(f"{row['text']} at {row['x']}" for row in ends))
    if len(lines) > MOST_TOLD:
        parts.append(f"{len(lines) - MOST_TOLD} more lines are in the numbers")
    parts += [f"{row['mark']}, {row['label']}: {row['text']}" for row in rows if row["part"] == "mark"]
    return f"{axis[0].upper()}{axis[1:]} by {across} (95 % interval): {'; '.join(parts)}."
