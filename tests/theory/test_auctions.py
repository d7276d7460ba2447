"""All-pay and lowest-bid auctions, stakes, entry: the computed solutions against reference values and by regret."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mowlab.theory import zero_sum
from mowlab.theory.stages import allpay, entry, hand_auction, procurement, stakes
from mowlab.theory.symmetric import certified, equilibria

from .reference import REFERENCE, numbers


# ---- everybody pays -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("row", REFERENCE["allpay_fair_tie_symmetric"], ids=lambda r: f"n{r['n']}V{r['V']}")
def test_all_pay_with_shared_ties(row: dict[str, Any]) -> None:
    found = allpay.AllPay(row["n"], row["V"]).equilibrium()
    assert found.regret < 1e-9
    assert found.value == pytest.approx(row["u"], abs=1e-8)
    assert found.mix[:-1] == pytest.approx(row["p"], abs=1e-5)
    assert found.mix @ np.arange(row["V"] + 1) == pytest.approx(row["E_bid"], abs=1e-6)


@pytest.mark.parametrize(
    ("prize", "payoff", "bid", "gap"), [(20, 0.227019, 6.43965, 0.032), (50, 0.239615, 16.42705, 0.020)]
)
def test_the_more_bids_there_are_the_nearer_is_the_continuous_one(
    prize: int, payoff: float, bid: float, gap: float
) -> None:
    bids = np.arange(prize + 1)
    found = allpay.AllPay(3, prize).equilibrium()
    assert (found.value, found.mix @ bids) == pytest.approx((payoff, bid), abs=1e-4)
    between = allpay.Continuous(3, prize).cdf(bids + 0.5)  # halfway to the next whole bid
    assert np.abs(np.cumsum(found.mix) - between).max() == pytest.approx(gap, abs=5e-4)


@pytest.mark.parametrize(("prize", "payoff"), [(3, 0.324718), (4, 0.190330), (5, 0.319123)])
def test_three_bidders_have_one_symmetric_equilibrium(prize: int, payoff: float) -> None:
    found = list(equilibria(allpay.AllPay(3, prize)))
    assert [e.value for e in found] == pytest.approx([payoff], abs=1e-5)


@pytest.mark.parametrize("key", REFERENCE["allpay_ties_lose"])
def test_all_pay_where_ties_lose_is_the_continuous_one_at_whole_bids(key: str) -> None:
    players, prize = numbers(key)
    found = allpay.AllPay(players, prize, "lose").equilibrium()
    assert np.cumsum(found.mix)[:-1] == pytest.approx(REFERENCE["allpay_ties_lose"][key], abs=1e-12)
    assert found.regret < 1e-9
    assert allpay.AllPay(players, prize, "lose").payoffs(found.mix) == pytest.approx(0, abs=1e-12), "every bid earns 0"


@pytest.mark.parametrize(("players", "prize", "bid"), [(3, 10, 2.894907), (4, 5, 0.906640)])
def test_mean_bid_where_ties_lose(players: int, prize: int, bid: float) -> None:
    found = allpay.AllPay(players, prize, "lose").equilibrium()
    assert found.mix @ np.arange(prize + 1) == pytest.approx(bid, abs=1e-6)


def test_two_bidders_with_an_odd_prize_bid_evenly() -> None:
    found = allpay.AllPay(2, 5).equilibrium()
    assert (*found.mix, found.value) == pytest.approx((0.2,) * 5 + (0, 0.5), abs=1e-12)


@pytest.mark.parametrize("low", [0.0, 0.05, 0.1, 0.15, 0.2])
def test_two_bidders_with_an_even_prize_have_a_continuum(low: float) -> None:
    found = certified(allpay.AllPay(2, 10), [*([low, 0.2 - low] * 5), 0])
    assert found.regret < 1e-9
    assert found.value == pytest.approx(5 * low)


@pytest.mark.parametrize("n", REFERENCE["allpay_cont"])
def test_continuous_all_pay(n: str) -> None:
    game, known = allpay.Continuous(int(n)), REFERENCE["allpay_cont"][n]
    assert (game.mean_bid, game.mean_highest) == pytest.approx((known["E_bid"], known["E_max"]), abs=1e-12)
    assert game.overspending == pytest.approx(known["P_overdissipation_mc"], abs=1e-3), "simulated: s.e. 0.0004"
    assert game.payoffs(np.linspace(0, 1, 11)) == pytest.approx(0, abs=1e-12)
    bids = game.quantile(np.random.default_rng(1).random((20_000, int(n))))
    assert bids.mean() == pytest.approx(game.mean_bid, abs=4 * bids.std() / np.sqrt(bids.size))
    assert (bids.sum(axis=1) > 1).mean() == pytest.approx(game.overspending, abs=4 * 0.5 / np.sqrt(20_000))


@pytest.mark.parametrize(
    ("players", "median", "pennies"),
    [(2, 0.5, 0.05), (3, 0.25, 0.2236), (4, 0.125, 0.3684), (5, 0.0625, 0.4729), (10, 0.00195, 0.7169)],
)
def test_more_bidders_bid_more_often_next_to_nothing(players: int, median: float, pennies: float) -> None:
    game = allpay.Continuous(players)
    assert (float(game.quantile(0.5)), float(game.cdf(0.05))) == pytest.approx((median, pennies), abs=5e-5)


@pytest.mark.parametrize(("players", "revenue"), [(2, 1 / 3), (3, 0.5), (5, 2 / 3)])
def test_all_pay_with_private_values(players: int, revenue: float) -> None:
    game = allpay.Private(players)
    assert game.revenue == pytest.approx(revenue)
    assert game.regret() < 1e-9
    values = np.random.default_rng(2).random((20_000, players))
    spent = game.bid(values).sum(axis=1)
    assert spent.mean() == pytest.approx(revenue, abs=4 * spent.std() / np.sqrt(len(spent)))
    assert allpay.Private(3).earns(0.5, 0.3) < allpay.Private(3).earns(0.5, allpay.Private(3).bid(0.5))


Ends = tuple[float, float]  # the least and the most of a number, over all optimal ways to bid

UNEQUAL = [
    (9, 5, (4, 4), (2.6, 2.6), (1.3333, 1.3333), (0.5556, 0.5556)),
    (7, 5, (2, 2), (2.6, 2.6), (1.7143, 1.7143), (0.4286, 0.4286)),
    (10, 5, (5, 5), (2.6, 2.6), (1.2, 1.2), (0.6, 0.6)),
    (10, 6, (3, 5), (3, 3), (1.2, 2.4), (0.4, 0.6)),
    (9, 6, (2, 4), (3, 3), (1.3333, 2.6667), (0.3333, 0.5556)),
    (20, 12, (7, 9), (6, 6), (3, 4.2), (0.4, 0.5)),
]


@pytest.mark.parametrize(("first", "second", "payoff", "bid_1", "bid_2", "nothing_2"), UNEQUAL)
def test_unequal_values(first: int, second: int, payoff: Ends, bid_1: Ends, bid_2: Ends, nothing_2: Ends) -> None:
    table = allpay.unequal_as_zero_sum(first, second)
    found = allpay.unequal(first, second).solution(zero_sum.solve(table).mixes)
    assert found.regret < 1e-9
    assert found.values[1] == pytest.approx(0, abs=1e-9)
    assert payoff[0] - 1e-6 <= found.values[0] <= payoff[1] + 1e-6
    bids = np.arange(first + 1)
    for side, number, ends in ((0, bids, bid_1), (1, bids, bid_2), (1, (bids == 0).astype(float), nothing_2)):
        reach = zero_sum.over_optimal(table, number, side)
        assert (reach.low, reach.high) == pytest.approx(ends, abs=1e-3)


def test_a_bad_auction_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 players"):
        allpay.AllPay(1, 5)


# ---- the lowest bid wins --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", REFERENCE["procurement"])
def test_procurement(n: str) -> None:
    game, known = procurement.Procurement(int(n)), REFERENCE["procurement"][n]
    assert game.bid([0, 0.25, 0.5, 0.75]) == pytest.approx([known[k] for k in ("b0", "b25", "b50", "b75")], abs=1e-9)
    assert (game.price, game.profit) == pytest.approx((known["E_price"], known["profit_each"]), abs=1e-6)
    assert game.regret() < 1e-9


@pytest.mark.parametrize(
    ("ceiling", "bid", "trade", "price"), [(0.8, 0.48, 0.96, 0.622222), (0.6, 0.42, 0.84, 0.514286)]
)
def test_a_price_ceiling(ceiling: float, bid: float, trade: float, price: float) -> None:
    game = procurement.Procurement(2, ceiling)
    assert (float(game.bid(0)), game.trade, game.price) == pytest.approx((bid, trade, price), abs=1e-6)
    assert game.regret() < 1e-9


@pytest.mark.parametrize(
    ("n", "highest", "zero", "quarter"), [(2, 0.683772, 0.55, 0.691667), (3, 0.535841, 0.4, 0.618519)]
)
def test_an_entry_cost_keeps_dear_bidders_away(n: int, highest: float, zero: float, quarter: float) -> None:
    game = procurement.Procurement(n, entry=0.1)
    assert (game.highest_cost, *game.bid([0, 0.25])) == pytest.approx((highest, zero, quarter), abs=1e-6)
    assert np.isnan(game.bid(highest + 0.01))
    assert game.regret() < 1e-9
    assert 1 - game.trade == pytest.approx(0.1), "nobody bids as often as entry costs"


@pytest.mark.parametrize(("n", "cost"), [(2, 0.583333), (3, 0.46875), (5, 0.328125)])
def test_the_best_ceiling_is_a_half_for_any_number_of_bidders(n: int, cost: float) -> None:
    assert procurement.best_ceiling(n) == pytest.approx((0.5, cost), abs=1e-6)


def test_the_winner_is_cursed_by_simulation() -> None:
    rng = np.random.default_rng(2)
    for n in (2, 3, 4, 5):
        lowest = rng.uniform(-1, 1, (40_000, n)).min(axis=1)
        assert -lowest.mean() == pytest.approx(procurement.curse(n, 1), abs=4 * lowest.std() / 200)


# ---- your hand is your price ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", REFERENCE["hand_auction_threshold_K"])
def test_threshold_of_the_lowest_sum(key: str) -> None:
    hand, need, bidders = numbers(key)
    game = hand_auction.HandAuction(bidders, hand, need)
    threshold = game.threshold()
    assert threshold == Fraction(REFERENCE["hand_auction_threshold_K"][key])
    for worth, holds in ((threshold, True), (threshold - Fraction(1, 100), False)):
        at = hand_auction.HandAuction(bidders, hand, need, worth)
        assert (at.regret(at.lowest()) == 0) is holds


@pytest.mark.parametrize("key", REFERENCE["hand_auction_equilibria"])
def test_equilibria_of_the_hand_auction(key: str) -> None:
    known = REFERENCE["hand_auction_equilibria"][key]
    match = re.fullmatch(r"h(\d)k(\d)n(\d)K(.*)", key)
    assert match
    hand, need, bidders = map(int, match.groups()[:3])
    found = list(hand_auction.HandAuction(bidders, hand, need, Fraction(match[4])).equilibria())
    assert len(found) == len(known)
    for own, other in zip(found, known, strict=True):
        assert own.regret < 1e-9
        assert own.value == pytest.approx(other["payoff"], abs=1e-9)
        assert {str(s): float(p) for s, p in own.bids.items() if p} == pytest.approx(other["q"], abs=1e-8)
        assert (own.mix is None) == (other["mix"] is None)
        if own.mix:
            assert own.mix == pytest.approx(other["mix"], abs=1e-6)


@pytest.mark.parametrize(
    ("hand", "need", "in_243"),
    [
        (2, 1, {1: 135, 2: 81, 3: 27}),
        (3, 2, {2: 63, 3: 81, 4: 63, 5: 27, 6: 9}),
        (5, 2, {2: 131, 3: 75, 4: 31, 5: 5, 6: 1}),
        (5, 3, {3: 51, 4: 70, 5: 65, 6: 36, 7: 15, 8: 5, 9: 1}),
    ],
)
def test_how_often_the_lowest_sum_is_so_low(hand: int, need: int, in_243: dict[int, int]) -> None:
    lowest = hand_auction.HandAuction(2, hand, need).lowest()
    assert dict(lowest) == {total: Fraction(n, 243) for total, n in in_243.items()}


def test_mean_prices_and_types_of_small_hands() -> None:
    for bidders, price in ((2, 2.2362), (3, 2.1015), (4, 2.0457)):
        game = hand_auction.HandAuction(bidders, 5, 2)
        assert float(game.price(game.lowest())) == pytest.approx(price, abs=1e-4)
    types = hand_auction.HandAuction(2, 2, 1).types
    assert types == {(1,): Fraction(1, 9), (1, 2): Fraction(2, 9), (1, 3): Fraction(2, 9), (2,): Fraction(1, 9),
                     (2, 3): Fraction(2, 9), (3,): Fraction(1, 9)}  # fmt: skip
    assert hand_auction.worth(1, 2, Fraction(7, 3)) == Fraction(-5, 3)


# ---- stakes and crowds ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("value", REFERENCE["staking_duel"])
def test_stakes(value: str) -> None:
    known, found = REFERENCE["staking_duel"][value], stakes.StakeDuel.of(float(value)).equilibrium()
    assert found.regret < 1e-9
    assert found.values == pytest.approx((known["u1"], known["u2"]), abs=1e-9)
    for mix, other in zip(found.mixes, (known["x"], known["y"]), strict=True):
        assert mix[: len(other)] == pytest.approx(other, abs=1e-9)
        assert mix[len(other) :] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("value", "chance", "means"),
    [
        (4.5, 0.5062, (1.7778, 2.2222)),
        (10 / 3, 0.46, (1.2, 1.8)),
        (14 / 3, 0.5408, (1.8571, 2.1429)),
        (26 / 3, 0.5207, (3.8462, 4.1538)),
    ],
)
def test_who_wins_a_duel_of_stakes_and_what_is_staked(value: float, chance: float, means: tuple[float, float]) -> None:
    game = stakes.StakeDuel.of(value)
    found = game.equilibrium()
    assert game.chance(found) == pytest.approx(chance, abs=1e-4)
    assert [mix @ np.arange(len(mix)) for mix in found.mixes] == pytest.approx(means, abs=1e-4)


@pytest.mark.parametrize(
    ("value", "lead", "most", "values", "chance"),
    [
        (4.5, 0, None, (0.5, 0), 0.5062),
        (4.5, 1, None, (0.5, 0), 0.5062),
        (4.5, 2, None, (1.5, 0), 0.5556),
        (4.5, 3, None, (2.5, 0), 0.6543),
        (5, 0, (5, 0), (5, 0), 1.0),
        (5, 0, (5, 1), (4, 0), None),
        (5, 0, (5, 2), (3, 0), None),
        (5, 0, (2, 5), (0, 2), 0.12),
    ],
)
def test_stakes_with_a_lead_or_a_limit(
    value: float, lead: int, most: tuple[int, int] | None, values: tuple[float, float], chance: float | None
) -> None:
    game = stakes.StakeDuel.of(value, lead, most)
    found = game.equilibrium()
    assert found.regret < 1e-9
    assert found.values == pytest.approx(values, abs=1e-9)
    if chance is not None:
        assert game.chance(found) == pytest.approx(chance, abs=1e-4)


@pytest.mark.parametrize("key", REFERENCE["entry_game"])
def test_entry(key: str) -> None:
    players, first, second, job = numbers(key)
    known, game = REFERENCE["entry_game"][key], entry.Entry(players, (first, second), job)
    found = list(equilibria(game))
    assert len(found) == 1
    assert found[0].regret < 1e-9
    assert found[0].value == pytest.approx(known["u"], abs=1e-6)
    assert found[0].mix == pytest.approx([known["xA"], known["xB"], known["xOJ"]], abs=1e-6)
    assert game.equilibrium().mix == pytest.approx(found[0].mix)
