"""Solvers on textbook games, and a second opinion of nashpy where two players meet in a matrix."""

from __future__ import annotations

import warnings
from fractions import Fraction

import nashpy
import numpy as np
import pytest

from mowlab.theory import cfr, dynamics, ratings, sequence, zero_sum
from mowlab.theory.alpharank import alpharank, stationary
from mowlab.theory.normal import NormalForm
from mowlab.theory.stages import allpay, classics
from mowlab.theory.stages.stakes import StakeDuel
from mowlab.theory.symmetric import SymmetricTable, certified, equilibria

from .reference import REFERENCE

GAMES = {"RPS": classics.RPS, "BRPS": classics.BIASED_RPS, "PD": classics.PRISONERS}


# ---- matrices -------------------------------------------------------------------------------------------------------
def test_zero_sum_by_linear_programs() -> None:
    found = zero_sum.solve(classics.BIASED_RPS.table)
    assert 16 * found.mix == pytest.approx([1, 10, 5], abs=1e-9)
    assert (found.value, found.regret) == pytest.approx((0, 0), abs=1e-9)


@pytest.mark.parametrize(
    ("own", "rival", "fields", "value"),
    [(5, 5, 3, 0), (6, 5, 3, 4 / 9), (7, 5, 3, 5 / 6), (6, 4, 3, 1), (5, 4, 2, 1 / 3)],
)
def test_blotto(own: int, rival: int, fields: int, value: float) -> None:
    found = zero_sum.solve(classics.blotto(own, rival, fields)[2])
    assert found.value == pytest.approx(value, abs=1e-6)
    assert found.regret < 1e-9


def test_regret_is_what_the_best_deviation_gains() -> None:
    game = NormalForm.of([("c", "d")] * 2, dilemma)
    assert game.pure("c", "c").regret == 1
    assert game.pure("d", "d").regret == 0
    assert list(game.pure_equilibria()) == [("d", "d")]
    assert game.without_dominated().actions == (("d",), ("d",))


def dilemma(a: str, b: str) -> tuple[float, float]:
    table = classics.PRISONERS.table
    i, j = "cd".index(a), "cd".index(b)
    return float(table[i, j]), float(table[j, i])


def test_payoffs_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\(2, 2, 2\) fits"):
        NormalForm((("a", "b"), ("a", "b")), np.zeros((2, 2, 3)))


def test_nashpy_agrees_on_the_auction_with_an_odd_prize() -> None:
    game = allpay.unequal(5, 5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(nashpy.Game(*game.payoffs).support_enumeration())
    assert len(theirs) == 1
    ours = allpay.AllPay(2, 5).equilibrium()
    assert theirs[0][0] == pytest.approx(ours.mix, abs=1e-9)
    assert game.solution(theirs[0]).regret < 1e-9


@pytest.mark.parametrize("value", [2.5, 10 / 3, 4.5])
def test_nashpy_agrees_on_duels_of_stakes(value: float) -> None:
    duel = StakeDuel.of(value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(nashpy.Game(*duel.game().payoffs).support_enumeration())
    ours = duel.equilibrium()
    assert len(theirs) == 1
    for mix, other in zip(ours.mixes, theirs[0], strict=True):
        assert mix == pytest.approx(other, abs=1e-9)


def test_nashpy_finds_the_same_value_of_random_zero_sum_games() -> None:
    rng = np.random.default_rng(7)
    for _ in range(10):
        table = rng.normal(size=(4, 5))
        ours = zero_sum.solve(table)
        x, y = nashpy.Game(table).linear_program()
        assert ours.regret < 1e-9
        assert ours.value == pytest.approx(x @ table @ y, abs=1e-9)


def test_support_enumeration_finds_what_nashpy_finds_in_a_game_of_hawks_and_doves() -> None:
    table = np.array([[-1.0, 4.0], [0.0, 2.0]])
    ours = [e.mix for e in equilibria(SymmetricTable(("hawk", "dove"), table))]
    theirs = [x for x, y in nashpy.Game(table, table.T).support_enumeration() if np.allclose(x, y)]
    assert len(ours) == len(theirs) == 1
    assert ours[0] == pytest.approx(theirs[0])


@pytest.mark.parametrize("highest", [3, 14])
def test_lowest_unique_number(highest: int) -> None:
    found = classics.LowestUnique(3, highest).equilibrium()
    assert found.regret < 1e-9
    known = REFERENCE["lupi3"] if highest == 14 else [0.464102, 0.267949, 0.267949]
    assert found.mix[: len(known)] == pytest.approx(known, abs=1e-6)
    if highest == 14:
        assert found.value == pytest.approx(0.295598, abs=1e-6)


def test_lowest_unique_number_by_counting() -> None:
    game, mix = classics.LowestUnique(4, 4), np.array([0.4, 0.3, 0.2, 0.1])
    wins = np.zeros(4)
    for own in range(4):
        for others in np.ndindex(4, 4, 4):
            named = [own, *others]
            unique = [k for k in named if named.count(k) == 1]
            wins[own] += mix[list(others)].prod() * (bool(unique) and min(unique) == own)
    assert game.payoffs(mix) == pytest.approx(wins, abs=1e-12)


# ---- trees ----------------------------------------------------------------------------------------------------------
def test_kuhn_poker() -> None:
    form = sequence.SequenceForm.of(classics.Kuhn())
    exact = sequence.solve(form)
    assert exact.value == pytest.approx(-1 / 18, abs=1e-9)
    assert exact.regret < 1e-9
    learned = cfr.cfr_plus(form, 300)
    assert learned.value == pytest.approx(-1 / 18, abs=1e-4)
    curve = cfr.convergence(form, [10, 100])
    assert curve[1][1] < curve[0][1]


def test_a_best_response_wins_what_the_plans_leave() -> None:
    form = sequence.SequenceForm.of(classics.Kuhn())
    x, y = form.even_plan(0), form.even_plan(1)
    most, best = form.best_response(0, y)
    assert form.value(best, y) == pytest.approx(most)
    assert form.solution(x, y).gains[0] == pytest.approx(most - form.value(x, y))


def test_a_policy_must_give_probabilities() -> None:
    form = sequence.SequenceForm.of(classics.Kuhn())
    with pytest.raises(ValueError, match="sum to"):
        form.plan(0, lambda seen: {"p": 0.5})


# ---- populations and ratings ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("alpha", ["0.1", "1", "10"])
def test_alpharank(name: str, alpha: str) -> None:
    found = alpharank(GAMES[name], float(alpha))
    assert found == pytest.approx(REFERENCE["alpharank_m50"][name][alpha], abs=1e-5)


def test_alpharank_with_weak_selection_and_the_walk_behind_it() -> None:
    assert alpharank(classics.PRISONERS, 0.01) == pytest.approx([0.186943, 0.813057], abs=1e-5)
    moves = np.array([[0.5, 0.5, 0.0], [0.1, 0.8, 0.1], [0.0, 1.0, 0.0]])
    shares = stationary(moves)
    assert shares @ moves == pytest.approx(shares)


def test_replicator() -> None:
    end = dynamics.replicator(classics.RPS, [0.5, 0.3, 0.2], [10])[-1]
    assert end == pytest.approx(REFERENCE["replicator_RPS_t10"], abs=1e-4)
    assert end.prod() == pytest.approx(0.03, abs=1e-8), "the product of the shares is conserved"
    known = REFERENCE["replicator_PD_D_share"]
    shares = dynamics.replicator(classics.PRISONERS, [0.9, 0.1], [float(t) for t in known])[:, 1]
    assert shares == pytest.approx(list(known.values()), abs=1e-6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = nashpy.Game(classics.RPS.table).replicator_dynamics(
            y0=[0.5, 0.3, 0.2], timepoints=np.linspace(0, 10, 50)
        )
    assert end == pytest.approx(theirs[-1], abs=1e-3)


def test_habits_as_a_table() -> None:
    game = SymmetricTable(("miser", "flat", "all-pay", "chaser", "shadow"), np.array(REFERENCE["magic_egta_tensor"]))
    found = [e.mix for e in equilibria(game, tolerance=1e-6)]
    assert len(found) == 3
    for mix, known in zip(found, ([1, 0, 0, 0, 0], [0, 0, 0, 1, 0], [0, 0.5167, 0, 0, 0.4833]), strict=True):
        assert mix == pytest.approx(known, abs=1e-4)
    regrets = [certified(game, np.eye(5)[i]).regret for i in range(5)]
    assert regrets == pytest.approx([0, 0.3037, 0.0764, 0, 0.0042], abs=2e-4)
    assert alpharank(game, 1.0) == pytest.approx([0.342, 0.002, 0.003, 0.422, 0.230], abs=1e-3)


def test_ratings() -> None:
    known = REFERENCE["openskill_2p"]
    two, course = ratings.rate([[("a", 0), ("b", 1)]])
    assert [two[n].mu for n in "ab"] == pytest.approx(known["mu"], abs=1e-6)
    assert [two[n].sigma for n in "ab"] == pytest.approx([known["sigma"]] * 2, abs=1e-6)
    assert course == [two]
    three, _ = ratings.rate([[("a", 0), ("b", 1), ("c", 2)]])
    assert [three[n].mu for n in "abc"] == pytest.approx([27.869049, 25.717262, 21.413689], abs=1e-6)
    assert [three[n].sigma for n in "abc"] == pytest.approx([8.205243, 8.058224, 8.058224], abs=1e-6)
    other, _ = ratings.rate([[("a", 0), ("b", 1), ("c", 2)]], "bradley-terry")
    assert [other[n].sigma for n in "abc"] == pytest.approx([7.788847] * 3, abs=1e-6)
    assert [other[n].mu for n in "abc"] == pytest.approx([30.270779, 25, 19.729221], abs=1e-6)
    with pytest.raises(ValueError, match="plackett-luce"):
        ratings.rate([], "elo")


def test_levels_of_guessing() -> None:
    assert classics.levels(float(Fraction(2, 3)), 50, 5) == pytest.approx([33.33, 22.22, 14.81, 9.88, 6.58], abs=0.01)
