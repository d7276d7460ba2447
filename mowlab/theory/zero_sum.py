"""Two-player games in which one wins what the other loses, by linear programming (SciPy's HiGHS)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .solution import Solution, Vector, frozen

SLACK = 1e-9  # how far below the value a strategy may fall and still count as optimal


class NoSolution(RuntimeError):
    """The linear program failed: says what HiGHS said."""


def _lp(objective: Vector, **constraints: object) -> Vector:
    from scipy.optimize import linprog  # takes a second to load

    found = linprog(objective, method="highs", **constraints)
    if found.status != 0:
        raise NoSolution(found.message)
    return np.asarray(found.x, dtype=np.float64)


def _safest(table: Vector) -> Vector:
    """The mix of rows whose worst column is best."""
    rows, columns = table.shape
    objective = np.append(np.zeros(rows), -1.0)
    below = np.hstack([-table.T, np.ones((columns, 1))])
    total = np.append(np.ones(rows), 0.0)[None, :]
    bounds = [(0, None)] * rows + [(None, None)]
    x = _lp(objective, A_ub=below, b_ub=np.zeros(columns), A_eq=total, b_eq=[1.0], bounds=bounds)[:rows]
    x = np.clip(x, 0, None)
    return frozen(x / x.sum())


def solve(table: npt.ArrayLike) -> Solution:
    """An equilibrium of the zero-sum game whose row player gets `table` (rows, columns).

    Each side is its own linear program; the regret is computed from the table, not taken from the solver.
    """
    a = np.asarray(table, dtype=np.float64)
    x, y = _safest(a), _safest(-a.T)
    value = float(x @ a @ y)
    regret = max(float((a @ y).max()) - value, value - float((x @ a).min()), 0.0)
    return Solution((x, y), (value, -value), regret)


@dataclass(frozen=True)
class Range:
    """The least and the most of something over all optimal strategies."""

    low: float
    high: float


def over_optimal(table: npt.ArrayLike, weights: npt.ArrayLike, side: int = 0) -> Range:
    """How far weights @ mix goes over all optimal strategies of one side (0: rows, 1: columns)."""
    a = np.asarray(table, dtype=np.float64)
    a = a if side == 0 else -a.T
    value = solve(a).value
    w = np.asarray(weights, dtype=np.float64)
    ends = []
    for sign in (1.0, -1.0):
        x = _lp(
            sign * w,
            A_ub=-a.T,
            b_ub=np.full(a.shape[1], -value + SLACK),
            A_eq=np.ones((1, len(w))),
            b_eq=[1.0],
            bounds=[(0, None)] * len(w),
        )
        ends.append(float(w @ x))
    return Range(*ends)
