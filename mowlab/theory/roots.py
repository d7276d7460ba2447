"""Roots of a function of one number, without SciPy, which takes a second to load: a page must start fast."""

from __future__ import annotations

from collections.abc import Callable

HALVINGS = 60  # beyond the digits of a float


def root_between(f: Callable[[float], float], low: float, high: float) -> float:
    """Where f is 0, by halving; f must have different signs at both ends (or be 0 there).  Raises ValueError."""
    at_low = f(low)
    if at_low * f(high) > 0:
        raise ValueError(f"The function has the same sign at {low} and at {high}.")
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        at_middle = f(middle)
        if at_middle == 0:
            return middle
        if at_low * at_middle > 0:
            low, at_low = middle, at_middle
        else:
            high = middle
    return (low + high) / 2
