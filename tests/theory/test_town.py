"""Mob Town: escalation, the law's clock, hidden agendas."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mowlab.theory import bayes, sequence
from mowlab.theory.extensive import backward
from mowlab.theory.stages import escalation, law, signal
from mowlab.theory.stages.agendas import STREET

from .reference import REFERENCE, numbers

F = Fraction


@pytest.mark.parametrize("key", REFERENCE["oneill_first_bid"])
def test_first_bid_of_a_dollar_auction(key: str) -> None:
    game = escalation.DollarAuction(*numbers(key))
    assert game.first_bid() == REFERENCE["oneill_first_bid"][key]


def test_the_rule_for_the_first_bid_is_what_backward_induction_finds() -> None:
    games = [escalation.DollarAuction(s, b) for s in range(2, 13) for b in range(s, 31)]
    assert [g for g in games if g.next_bid(0, 0) != g.first_bid()] == []


@pytest.mark.parametrize(("stake", "budget"), [(2, 6), (4, 9), (5, 12), (10, 20), (10, 25)])
def test_nobody_gains_by_another_bid_anywhere(stake: int, budget: int) -> None:
    game = escalation.DollarAuction(stake, budget)
    assert game.regret() == 0
    solved = backward(game)
    assert solved.value == (stake - game.first_bid(), 0), "the first bid settles it"


def test_a_wrong_bid_is_found_out() -> None:
    class Timid(escalation.DollarAuction):
        def next_bid(self, own: int, rival: int) -> int:
            return 0

    assert Timid(10, 20).regret() == 9, "against somebody who always gives up a bid of 1 gets all"


@pytest.mark.parametrize(
    ("face", "benefit", "price", "last", "takes"),
    [
        (1, 4, F(1), 2, True),
        (1, 5, F(1), 3, False),
        (2, 6, F(1), 3, False),
        (3, 6, F(1), 2, True),
        (3, 6, F(1, 2), 8, True),
        (4, 7, F(1, 2), 9, False),
        (4, 4, F(1, 2), 3, False),
    ],
)
def test_odd_and_even_take_overs(face: int, benefit: int, price: F, last: int, takes: bool) -> None:
    game = escalation.TokenFight(face, benefit, price)
    assert (game.affordable(), game.first_takes(), game.by_induction()) == (last, takes, takes)
    assert game.regret() == 0


@pytest.mark.parametrize(("prize", "cost", "quit_"), [(10, 1, 0.090909), (5, 1, 0.166667), (5, 0.75, 0.130435)])
def test_war_of_attrition(prize: float, cost: float, quit_: float) -> None:
    q = escalation.war_of_attrition(prize, cost)
    assert q == pytest.approx(quit_, abs=1e-6)
    assert q * prize - (1 - q) * cost == pytest.approx(0), "staying one more round earns as much as giving up"
    assert max(escalation.outlasting(prize, cost, n, q) for n in range(51)) == pytest.approx(0, abs=1e-12)


def test_the_chance_of_the_law() -> None:
    assert [law.chance_of_law(gone) for gone in range(11)] == [
        F(2, 11), F(1, 5), F(2, 9), F(1, 4), F(2, 7), F(1, 3), F(2, 5), F(1, 2), F(2, 3), 1, 1,
    ]  # fmt: skip
    assert law.chance_of_law(6) == F(2, 5)
    with pytest.raises(ValueError, match="at most 10"):
        law.chance_of_law(11)


@pytest.mark.parametrize("key", REFERENCE["take_over_race"])
def test_take_over_race(key: str) -> None:
    face, own, rival, safe = numbers(key)
    solved = backward(law.TakeOverRace(face, (own, rival), safe))
    value = F(REFERENCE["take_over_race"][key])
    assert solved.value == (value, -value)
    assert solved.regret == 0


SINGLE = {  # P(B), P(E), P(H), P(G) after a take
    "3": (0.473602, 0.473602, 0.180124, 0.180124),
    "4": (0.782197, 0.229006, 0.224750, 0.281285),
    "9": (0.952088, 0.113464, 0.421075, 0.167948),
}
MOST = {"3": "25/322", "4": "450/2303", "9": "9450/24161"}  # of the likeliest pair


def test_reading_a_boss() -> None:
    belief, open_ = STREET.prior(), set("123456789")
    assert bayes.entropy(belief) == pytest.approx(4.807355, abs=1e-6)
    for taken, gone, bits in (("3", "37", 4.237978), ("4", "41", 3.602972), ("9", "96", 2.771167)):
        belief = STREET.read(belief, taken, open_)
        open_ -= set(gone)
        assert bayes.entropy(belief) == pytest.approx(bits, abs=1e-6)
        assert sum(belief.values()) == 1
        single = STREET.single(belief)
        assert [float(single[a]) for a in "BEHG"] == pytest.approx(SINGLE[taken], abs=1e-6)
        assert belief[("B", "H")] == max(belief.values()) == F(MOST[taken])
    known = REFERENCE["agenda_posterior_after_3_4_9"]
    assert {pair: belief[tuple(sorted(pair))] for pair in known} == {pair: F(p) for pair, p in known.items()}
    assert {a: float(p) for a, p in STREET.single(belief).items()} == pytest.approx(
        REFERENCE["agenda_marginals"], abs=1e-12
    )
    assert max(belief, key=belief.__getitem__) == ("B", "H")
    assert bayes.log_score(belief, ("B", "H")) == pytest.approx(1.354, abs=1e-3)


def test_what_is_impossible_is_refused() -> None:
    with pytest.raises(bayes.Impossible):
        bayes.update({"x": F(1)}, lambda h: F(0))
    with pytest.raises(ValueError, match="not among the open"):
        STREET.read(STREET.prior(), "3", {"1"})


@pytest.mark.parametrize("gain", [F(1, 2), 1, 2, 3, 4])
def test_showing_and_hiding(gain: F) -> None:
    game = signal.Signal(gain)
    form = sequence.SequenceForm.of(game)
    found = sequence.solve(form)
    assert found.regret < 1e-9
    assert found.value == pytest.approx(float(game.value()), abs=1e-9)
    assert game.regret() == 0
    block, show = float(game.blocks_what_it_sees()), float(game.shows())
    x = form.plan(0, lambda goal: {goal: show, signal.LEFT if goal == signal.RIGHT else signal.RIGHT: 1 - show})
    assert -form.best_response(1, x)[0] == pytest.approx(float(game.value()), abs=1e-9), "nor does any way of blocking"
    y = form.plan(1, lambda seen: {seen: block, signal.LEFT if seen == signal.RIGHT else signal.RIGHT: 1 - block})
    assert form.best_response(0, y)[0] == pytest.approx(float(game.value()), abs=1e-9), "no goal does better against it"


def test_who_always_blocks_what_it_sees_can_be_cheated() -> None:
    class Naive(signal.Signal):
        def blocks_what_it_sees(self) -> int:
            return 1

    assert Naive(1).regret() == 1, "moving away from the goal then brings 3 for sure, showing and hiding alike bring 2"
