"""Intervals against published values, and how often they cover the truth."""

import math

import numpy as np
import pytest

from mowlab.analysis.intervals import (
    Estimate,
    mean_of_units,
    share_of_units,
)
from mowlab.core.student import EXPANSION_FROM, _expanded, t_inside, t_quantile, wilson

# Two-sided 95 % and 99 % points of Student's t, as in every table of it.
T_TABLE = [(1, 12.7062, 63.6567), (2, 4.30265, 9.92484), (5, 2.57058, 4.03214), (10, 2.22814, 3.16927)]
T_TABLE += [(30, 2.04227, 2.74999), (100, 1.98397, 2.62589), (1000, 1.96234, 2.58075)]


@pytest.mark.parametrize(("df", "t95", "t99"), T_TABLE)
def test_t_quantiles_are_those_of_the_tables(df: int, t95: float, t99: float) -> None:
    assert t_quantile(df) == pytest.approx(t95, abs=6e-5)
    assert t_quantile(df, 0.99) == pytest.approx(t99, abs=6e-5)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_expansion_meets_the_exact_quantile_where_it_takes_over(level: float) -> None:
    df = EXPANSION_FROM
    assert t_inside(t_quantile(df, level), df) == pytest.approx(level, abs=1e-9)


def test_expansion_is_too_coarse_for_few_degrees_of_freedom() -> None:
    """Why the exact sums are there at all."""
    assert abs(_expanded(1.959964, 3) - t_quantile(3)) > 0.001


# Example of Newcombe, "Two-sided confidence intervals for the single proportion", 1998: 81 of 263, 15 of 148, 0 of 20.
@pytest.mark.parametrize(
    ("k", "n", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
)
def test_wilson_gives_the_published_intervals(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k / n, n, 1.959964) == pytest.approx((low, high), abs=5e-5)


def test_independent_wins_give_wilsons_interval() -> None:
    wins = np.array([1.0] * 81 + [0.0] * 182)
    found = share_of_units(wins, np.ones(263))
    assert (found.low, found.high) == pytest.approx(wilson(81 / 263, 263, t_quantile(262)))
    assert (found.n, found.units) == (263, 263)


def test_mean_of_ten_numbers_by_hand() -> None:
    found = mean_of_units(np.arange(1.0, 11.0), np.ones(10))
    half = 2.2621571628 * math.sqrt(9.1666666667 / 10)  # t for 9 degrees of freedom, variance of 1 to 10
    assert (found.value, found.low, found.high) == pytest.approx((5.5, 5.5 - half, 5.5 + half))


def test_units_that_repeat_themselves_are_no_more_worth_than_once() -> None:
    values = np.array([3.0, 5.0, 10.0, 4.0])
    once, fourfold = mean_of_units(values, np.ones(4)), mean_of_units(4 * values, 4 * np.ones(4))
    assert (fourfold.value, fourfold.low, fourfold.high) == pytest.approx((once.value, once.low, once.high))
    assert (fourfold.n, fourfold.units) == (16, 4)


def test_nothing_and_one_unit_have_no_interval() -> None:
    assert math.isnan(mean_of_units([], []).value)
    assert math.isnan(share_of_units([0.0], [0]).value)
    one = mean_of_units([8.0], [4])
    assert (one.value, one.units) == (2.0, 1)
    assert math.isnan(one.low)
    assert str(mean_of_units([], [])) == "no games"


def test_never_and_always_have_an_interval_that_is_not_empty() -> None:
    never, always = share_of_units(np.zeros(50), np.full(50, 4)), share_of_units(np.full(50, 4.0), np.full(50, 4))
    assert never.low == 0 < never.high < 0.1
    assert 0.9 < always.low < always.high == 1


@pytest.mark.parametrize("units", [5, 40])
def test_mean_interval_covers_the_truth_95_times_in_100(units: int) -> None:
    """Four seats of one deal that resemble each other; 3,000 repetitions: standard error of the coverage 0.4 %."""
    rng = np.random.default_rng(7)
    luck = rng.normal(0, 3, (3000, units, 1))
    values = 20 + luck + rng.normal(0, 1, (3000, units, 4))
    found = [mean_of_units(v.sum(axis=1), np.full(units, 4)) for v in values]
    assert np.mean([e.low <= 20 <= e.high for e in found]) == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize("share", [0.05, 0.3])
def test_share_interval_covers_the_truth_95_times_in_100_though_games_of_a_deal_resemble_each_other(
    share: float,
) -> None:
    """Games of a deal mostly end alike, so intervals from single games would be far too narrow: that is shown too."""
    rng = np.random.default_rng(8)
    deals, games = 100, 4
    alike = rng.random((3000, deals, 1)) < 0.8
    wins = np.where(alike, rng.random((3000, deals, 1)) < share, rng.random((3000, deals, games)) < share)
    found = [share_of_units(w.sum(axis=1), np.full(deals, games)) for w in wins]
    naive = [wilson(w.mean(), deals * games, 1.96) for w in wins]
    assert np.mean([e.low <= share <= e.high for e in found]) == pytest.approx(0.95, abs=0.02)
    assert np.mean([low <= share <= high for low, high in naive]) < 0.85


def test_an_estimate_says_itself() -> None:
    e = Estimate(0.2481, 0.2406, 0.2558, 1000, 250)
    assert e.text(1, 100, " %") == "24.8 % (24.1 to 25.6)"
    assert Estimate(-1.26, -2.0, -0.01, 9, 9).text(1) == "\N{MINUS SIGN}1.3 (\N{MINUS SIGN}2.0 to 0.0)"
    assert e.excludes(0.2)
    assert not e.excludes(0.25)
