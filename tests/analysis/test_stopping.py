"""When to stop: few looks, intervals that still hold as often as they say, and honest words."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mowlab.analysis import Comparison, compare
from mowlab.analysis.intervals import NOTHING, mean_of_units
from mowlab.analysis.stopping import half_width, looks

A, B = ["random", "random", "shedder", "random"], ["opener", "random", "shedder", "random"]


# ---- the looks ------------------------------------------------------------------------------------------------------
def test_looks_double_and_end_with_all_games() -> None:
    assert list(looks(4, 40, 10_000, None)) == [10_000]
    assert list(looks(4, 40, 10_000, 0.01)) == [2_400, 4_800, 9_600, 10_000]
    assert list(looks(4, 500, 10_000, 0.01)) == [2_500, 5_000, 10_000]
    assert list(looks(1, 1, 50, 0.01)) == [50]
    assert list(looks(4, 4, 1_000, 0.5)) == [400, 800, 1_000]


def test_few_deals_without_a_difference_prove_little() -> None:
    nothing_seen = mean_of_units(np.zeros(100), np.ones(100))
    assert nothing_seen.half == 0
    assert half_width([nothing_seen]) == 0.06
    assert half_width([]) == 0
    assert np.isnan(half_width([NOTHING]))


# ---- coverage: a known difference, stopped as `compare` stops --------------------------------------------------------
def rare(rng: np.random.Generator, n: int) -> Any:
    """A victory more in one deal of twenty-five, a quarter of one less in one of ten: mean 0.015, far from normal."""
    return rng.choice([1.0, -0.25, 0.0], n, p=[0.04, 0.1, 0.86])


def shares(rng: np.random.Generator, n: int) -> Any:
    """The mean of four seatings, each won or lost: mean 0.05."""
    return rng.binomial(4, 0.4, n) / 4 - rng.binomial(4, 0.35, n) / 4


def coverage(draw: Callable[[np.random.Generator, int], Any], truth: float, precision: float, runs: int) -> list[float]:
    """The share of runs whose interval holds the truth, and the mean number of looks."""
    rng = np.random.default_rng(6)
    held, looked = 0, 0
    for _ in range(runs):
        deals = draw(rng, 4_096)
        for n in looks(1, 1, len(deals), precision):
            looked += 1
            found = mean_of_units(deals[:n], np.ones(n))
            if half_width([found]) <= precision:
                break
        held += found.low <= truth <= found.high
    return [held / runs, looked / runs]


@pytest.mark.parametrize(
    ("draw", "truth", "precision", "least"),
    [(shares, 0.05, 0.02, 0.938), (shares, 0.05, 0.04, 0.938), (rare, 0.015, 0.015, 0.925), (rare, 0.015, 0.02, 0.91)],
)
def test_intervals_hold_as_often_as_they_say_although_they_are_looked_at(
    draw: Any, truth: float, precision: float, least: float
) -> None:
    held, looked = coverage(draw, truth, precision, 4_000)
    assert 1 < looked < 5
    assert least < held < 0.962, "95 %, as far as 4,000 runs tell; somewhat less where differences are rare"


def test_stopping_where_the_number_pleases_is_worse_which_this_test_would_see() -> None:
    """The same looks, but stopped as soon as the interval leaves out 0: of no difference at all."""
    rng = np.random.default_rng(6)
    wrong = 0
    for _ in range(2_000):
        deals = shares(rng, 4_096) - 0.05
        found = [mean_of_units(deals[:n], np.ones(n)) for n in looks(1, 1, len(deals), 0.03)]
        wrong += any(e.excludes(0) for e in found)
    assert wrong / 2_000 > 0.1


# ---- compare --------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare("mow", A, B, 2_000, 2, precision=0.06, compiled=False)


def test_it_stops_when_the_precision_is_reached(comparison: Comparison) -> None:
    played = len(comparison.a)
    assert played == len(comparison.b) < 2_000
    assert comparison.reached
    assert comparison.half_width <= 0.06
    assert not comparison.partial
    assert "intervals of 6 points to either side; reached, after 1 look." in str(comparison)
    assert f"{played} games" in comparison.title


def test_games_are_those_of_a_run_of_that_length(comparison: Comparison) -> None:
    plain = compare("mow", A, B, len(comparison.a), 2, compiled=False)
    assert np.array_equal(plain.a.score, comparison.a.score)
    assert np.array_equal(plain.b.score, comparison.b.score)
    assert plain.changes == comparison.changes
    assert plain.reached is None


def test_what_is_not_reached_is_said() -> None:
    found = compare("mow", A, B, 40, 2, precision=0.01, compiled=False)
    assert found.reached is False
    assert not found.partial
    assert "intervals of 1 points to either side; not reached: what is rare can hide in 10 deals" in str(found)


def test_progress_and_cancel_go_through_all_batches() -> None:
    seen: list[tuple[int, int]] = []
    cancel = threading.Event()

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        if done > 100:
            cancel.set()

    found = compare("mow", A, B, 2_000, 2, precision=0.06, progress=progress, compiled=False)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (2 * len(found.a), 2 * len(found.a))
    assert compare("mow", A, B, 2_000, 2, precision=0.06, progress=progress, cancel=cancel, compiled=False).partial


@pytest.mark.parametrize("precision", [0, 1, -0.1, True, "fine", float("nan")])
def test_a_precision_is_a_share(precision: Any) -> None:
    with pytest.raises(ValueError, match="a share of victories between 0 and 1"):
        compare("mow", A, B, 8, precision=precision)
