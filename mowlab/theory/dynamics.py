"""Populations that learn: the share of each action grows with how much better than average it does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .solution import Vector, shares
from .symmetric import Symmetric

STEP = 0.01


def growth(game: Symmetric, mix: Vector) -> Vector:
    """The replicator equation: x_i' = x_i (payoff of i - average payoff)."""
    pay = game.payoffs(mix)
    change: Vector = mix * (pay - mix @ pay)
    return change


def replicator(game: Symmetric, start: npt.ArrayLike, times: npt.ArrayLike, step: float = STEP) -> Vector:
    """Shares (times, actions) at the given ascending times, from `start` at time 0; Runge-Kutta of order four."""
    x = np.asarray(start, dtype=np.float64)
    now = 0.0
    rows = []
    for until in np.asarray(times, dtype=np.float64):
        n = max(int(np.ceil((until - now) / step)), 0)
        h = (until - now) / n if n else 0.0
        for _ in range(n):
            x = _runge_kutta(game, x, h)
        now = until
        rows.append(x)
    return np.array(rows)


def _runge_kutta(game: Symmetric, x: Vector, h: float) -> Vector:
    a = growth(game, x)
    b = growth(game, x + h / 2 * a)
    c = growth(game, x + h / 2 * b)
    d = growth(game, x + h * c)
    return shares(np.clip(x + h / 6 * (a + 2 * b + 2 * c + d), 0.0, None))
