"""The rulebook of Mow Money in its own order, each example by name."""

from __future__ import annotations

from collections import Counter

import pytest

import mowlab
from mowlab.games.mow_money import rules as r
from mowlab.match import Match

from .mow_money_play import (
    cards_at,
    discarded,
    gone,
    hand,
    happened,
    legal,
    money,
    of_dummy,
    pass_on,
    pile,
    play,
    refused,
    stack,
    table,
    winners,
    won,
)

CARDS = mowlab.game("mow-money").cards
STARRED_TEN = "b2*c1 b2*c2 b3*c1 b3*t1"  # four basic cards with stars, $10
MEDIUM_TEN = "m3*f1 m3*f2 m4*f1"  # three medium cards with stars, $10
ADVANCED_NINE = "a4s1 a5fs1"  # two advanced cards, $9
SPRINKLERS = "m4*s1 a3s1 a4s2"


def new(players: int, seed: int = 1, **options: object) -> Match:
    match: Match = mowlab.game("mow-money", players=players, **options).match(["you"] * players, seed=seed)
    return match


def score(match: Match) -> list[int]:
    return match.scores()


# ---- Contents -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tier", "cards", "dollars"), [("basic", 50, {1, 2, 3}), ("medium", 36, {2, 3, 4}), ("advanced", 20, {3, 4, 5})]
)
def test_106_bid_cards(tier: str, cards: int, dollars: set[int]) -> None:
    rows = [row for row in CARDS.rows if row["tier"] == tier]
    assert len(rows) == cards
    assert {row["value"] for row in rows} == dollars
    assert all(1 <= len(row["icons"]) <= 2 for row in rows)


def test_36_contracts_worth_1_to_8() -> None:
    counts = CARDS.column("count", "contracts")
    assert (CARDS.column("points", "contracts"), sum(counts)) == ([*range(1, 9)], 36)


def test_example_tera_ends_with_25_dollars_and_gets_8_points_for_them() -> None:
    match = table("b1c1 b1c2", "b3f1", money=[0, 25], piles=["r1.1", "r1.2 r2.1"])
    play(match, "A as1 b1c1 b1c2 bluff0 done", "done", "done")
    assert match.over
    assert score(match)[1] == 8 + 1  # and the basic mower
    assert happened(match, r.SCORED)[1] == (1, 9, 8)


def test_odd_job_and_mower_values() -> None:
    pay = {"clean_up": 4, "trim_shrubs": 5, "repair_fence": 9, "plant_trees": 14, "install_sprinklers": 20}
    assert {row["name"]: row["pay"] for row in CARDS.others["jobs"]} == pay
    mowers = CARDS.others["mowers"]
    assert [(row["points"], row["card_price"], row["limit"]) for row in mowers] == [(1, 1, 7), (2, 3, 5), (3, 5, 3)]


# ---- Set Up ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "letters"), [(2, "AB"), (3, "ABC"), (4, "ABCD"), (5, "ABCDE"), (6, "ABCDEF")])
def test_example_a_neighborhood_for_each_player(players: int, letters: str) -> None:
    match = new(players)
    assert legal(match) == {*letters, "OJ", "done"}
    assert refused(match, "F") == (r.OK if "F" in letters else r.NO_SUCH_AREA)


def test_example_three_players_have_24_contracts_eight_on_each_neighborhood_a_one_point_contract_face_up() -> None:
    match = new(3)
    piles = [pile(match, area) for area in "ABC"]
    assert [len(contracts) for contracts in piles] == [8, 8, 8]
    assert [contracts[0] for contracts in piles] == ["r1.1", "r1.2", "r1.3"]
    assert len({code for contracts in piles for code in contracts}) == 24
    assert not any(code.startswith("r1") for contracts in piles for code in contracts[1:])
    seen = match.view(0).state.pile
    assert [contract >= 0 for contract in seen[:24]] == ([True] + [False] * 7) * 3  # the others lie face down


@pytest.mark.parametrize("players", [1, 2])
def test_the_chart_for_one_and_two_players(players: int) -> None:
    match = new(players)
    points = Counter(int(code[1]) for area in "AB" for code in pile(match, area))
    assert [points[n] for n in range(1, 9)] == [2, 3, 3, 3, 2, 1, 1, 1]


def test_contracts_and_bid_cards_are_shuffled() -> None:
    games = [new(2, seed) for seed in range(30)]
    assert len({tuple(pile(match, "A")) for match in games}) == 30
    assert len({frozenset(hand(match, 0)) for match in games}) == 30


@pytest.mark.parametrize("players", range(1, 7))
def test_everybody_begins_with_five_basic_cards_three_bluff_cards_a_basic_mower_and_no_money(players: int) -> None:
    match = new(players)
    s = match.state
    for p in range(players):
        assert len(hand(match, p)) == 5
        assert all(code.startswith("b") for code in hand(match, p))
        assert list(s.mower[3 * p : 3 * p + 3]) == [1, 0, 0]
        assert r.unused_bluffs(s, p) == 3
    assert money(match) == [0] * players
    assert list(s.left) == [50 - 5 * players, 36, 20]


# ---- Invest Phase ---------------------------------------------------------------------------------------------------
def test_the_marker_holder_invests_first_then_clockwise_and_nobody_in_the_first_round() -> None:
    match = new(3)
    first = match.mover
    assert match.state.phase == r.AIMING
    pass_on(pass_on(match))
    order = [match.mover]
    while match.state.phase == r.INVESTING:
        play(match, "done")
        order.append(match.mover)
    assert order[:3] == [(first + k) % 3 for k in (1, 2, 3)]


def test_a_mower_is_bought_once_and_for_all_the_advanced_one_perhaps_before_the_medium_one() -> None:
    match = table("b1c1", "", phase="invest", rounds=1, money=[20, 0])
    assert {"mower-m", "mower-a"} < legal(match)
    play(match, "mower-a")
    assert money(match) == [14, 0]
    assert refused(match, "mower-a") == r.HAVE_MOWER
    assert refused(match, "mower-b") == r.HAVE_MOWER
    play(match, "card-a mower-m")
    assert money(match) == [14 - 5 - 3, 0]


def test_example_advanced_cards_need_the_advanced_mower_first_and_cost_5() -> None:
    match = table("b1c1", "", phase="invest", rounds=1, money=[11, 0])
    assert refused(match, "card-a") == r.NO_MOWER
    play(match, "mower-a card-a")
    assert money(match) == [0, 0]
    assert Counter(code[0] for code in hand(match, 0)) == {"b": 1, "a": 1}
    assert refused(match, "card-b") == r.NO_MONEY


@pytest.mark.parametrize(("tier", "price"), [("b", 1), ("m", 3), ("a", 5)])
def test_cards_cost_1_3_and_5(tier: str, price: int) -> None:
    match = table("", "", phase="invest", rounds=1, money=[price, 0], mowers=["bma", "b"])
    play(match, f"card-{tier}")
    assert money(match)[0] == 0
    assert [code[0] for code in hand(match, 0)] == [tier]


def test_example_tera_has_nine_basic_three_medium_and_four_advanced_cards_and_must_discard_three() -> None:
    basic = "b1c1 b1c2 b1c3 b1c4 b1c5 b2c1 b2c2 b2c3 b2c4"
    match = table(f"{basic} m2f1 m2f2 m3f1 a3s1 a3s2 a4s1 a4s2", "", phase="invest", rounds=5)
    play(match, "done")
    assert match.state.phase == r.DISCARDING
    assert legal(match) == {*basic.split(), "a3s1", "a3s2", "a4s1", "a4s2"}
    assert refused(match, "m2f1") == r.NOT_OVER_LIMIT
    assert refused(match, "done") != r.OK
    play(match, "b1c1 a4s2")
    assert legal(match) == set(basic.split()) - {"b1c1"}
    play(match, "b2c4")
    assert match.mover == 1
    assert discarded(match) == {"b1c1", "a4s2", "b2c4"}
    assert Counter(code[0] for code in hand(match, 0)) == {"b": 7, "m": 3, "a": 3}


# ---- Bid Phase ------------------------------------------------------------------------------------------------------
def test_example_two_neighborhoods_or_one_and_an_odd_job_but_no_more() -> None:
    hands = ("b1c1 b1c2 b1c3 b1c4 b1c5", "")
    match = play(table(*hands), "A as1 b1c1 b1c2 bluff0", "B as1 b1c3 b1c4 bluff0")
    assert match.mover == 1, "the third bid is not asked for"
    match = play(table(*hands), "A as1 b1c1 b1c2 bluff0", "OJ job-c b1c3 b1c4 b1c5 bluff0")
    assert match.mover == 1
    match = play(table(*hands), "OJ free b1c1 done bluff0")
    assert refused(match, "OJ") == r.AIMED_THERE
    assert legal(match) == {"A", "B", "done"}


def test_types_are_not_combined() -> None:
    match = table("b1c1 b1c2 m2f1 m2f2 a3s1", "", up="r3.1 r1.1")
    play(match, "A as1")
    assert legal(match) == {"m2f1"}, "the other one follows"
    assert refused(match, "a3s1") == r.WRONG_TIER
    match = play(table("b1*c1 b1*c2 m2*f1", "", up="r3.1 r1.1"), "A free b1*c1 b1*c2 m2*f1 bluff0 done", "done")
    assert happened(match, r.INVALID) == [(0, 0, 0)]
    assert winners(match) == []


@pytest.mark.parametrize("cards", ["b1c1", "b1c1 b1c2 b1c3"])
def test_the_quantity_must_be_exact(cards: str) -> None:
    match = play(table(f"{cards} b3f1", ""), f"A free {cards} done bluff0 done", "done")
    assert winners(match) == []


def test_if_there_is_a_star_all_cards_must_show_one() -> None:
    match = table("b1*c1 b1*c2 b1c1", "", up="r3.1 r1.1")
    play(match, "A")
    assert refused(match, "as2") == r.CANNOT_MEET
    play(match, "free b1*c1 b1*c2 b1c1 bluff0 done", "done")
    assert happened(match, r.INVALID) == [(0, 0, 0)]


@pytest.mark.parametrize(
    ("way", "cards"),
    [
        ("as1", "m2*f1 m2*f2"),
        ("as1", "m2*f1 m2f1"),
        ("as1", "m2f1 m2f2"),
        ("as2", "b1*c1 b1*c2 b1*c3"),
    ],
)
def test_example_a_contract_worth_three_has_two_possible_bids(way: str, cards: str) -> None:
    match = table(cards, "", up="r3.1 r1.1")
    play(match, "A")
    assert legal(match) == {way, "free"}
    assert refused(match, "as3") == r.NO_SUCH_WAY
    play(match, way, cards, "bluff0 done", "done")
    assert [contract for _, contract, _ in winners(match)] == ["r3.1"]


@pytest.mark.parametrize(("way", "cards"), [("as1", ADVANCED_NINE), ("as2", MEDIUM_TEN), ("as3", STARRED_TEN)])
def test_example_a_contract_worth_five_has_three_possible_bids(way: str, cards: str) -> None:
    match = table(cards, "", up="r5.1 r1.1")
    play(match, "A")
    assert legal(match) == {way, "free"}
    play(match, way, cards, "bluff0 done", "done")
    assert [contract for _, contract, _ in winners(match)] == ["r5.1"]


@pytest.mark.parametrize("cards", ["m3*f1 m3*f2 m3f1", "b2*c1 b2*c2 b3*c1 b3cf1", "a4s1", "m3*f1 a4s1"])
def test_and_nothing_else_wins_a_contract_worth_five(cards: str) -> None:
    match = play(table(f"{cards} a5ts1", "", up="r5.1 r1.1"), f"A free {cards} done bluff0 done", "done")
    assert winners(match) == []


def test_example_eliza_puts_the_B_token_on_her_stack_for_bear_cave_way() -> None:
    game = mowlab.game("mow-money", players=2)
    match = game.match(["you", "you"], names=["Zach", "Eliza"], position={"hands": [[], ["b1c1", "b1c2"]], "marker": 1})
    words = [game.words.action_words(a, match.state, game.cards, match.names()) for a in match.legal()]
    assert "Bid on B, Bear Cave Way" in words
    play(match, "B as1 b1c1 b1c2 bluff0 done", "done")
    assert "Eliza turns over a bid for B, Bear Cave Way: basic $1 card (clean up), basic $1 card (clean up)." in (
        match.events()
    )
    assert won(match, 1) == {"r1.2"}


def test_bluff_cards_disguise_the_quantity() -> None:
    match = play(table("b1c1 b1c2", "", ""), "A as1 b1c1 b1c2 bluff2")
    assert match.view(1).facts["stacks"][0] == "4/0"
    assert happened(match, r.SEALED) == [(0, 4, 0)]


def test_example_zach_stakes_three_points_on_a_ten_dollar_bid_bids_7_and_is_paid_10() -> None:
    match = table("a5s1 a5fs1", "", up="r8.1 r1.1", won=["r3.1", ""])
    play(match, "A as1 a5fs1 a5s1 r3.1 bluff0 done", "done")
    assert happened(match, r.OFFERED) == [(0, 7, 10)]
    assert winners(match) == [(0, "r8.1", 10)]
    assert money(match)[0] == 10
    assert won(match, 0) == {"r8.1"}
    assert gone(match) == {"r3.1"}


def test_a_stake_is_lost_with_a_lost_bid_too() -> None:
    match = table("a5s1 a5fs1", "a3s1 a3s2", up="r8.1 r1.1", won=["r2.1 r3.1", ""])
    play(match, "A as1 a5fs1 a5s1 r3.1 bluff0 done", "A as1 a3s1 a3s2 bluff0 done")
    assert winners(match) == [(1, "r8.1", 6)]
    assert won(match, 0) == {"r2.1"}
    assert gone(match) == {"r3.1"}
    assert happened(match, r.STAKE_GONE) == [(0, 3, 0)]


@pytest.mark.parametrize(
    ("job", "cards", "pay"),
    [
        ("job-c", "b1c1 b1c2 b1c3", 4),
        ("job-t", "b1t1 b2tf1 m2t1", 5),
        ("job-f", "b2tf1 m2f1 a3f1", 9),
        ("job-p", "b3cp1 m3p1 a3p1", 14),
        ("job-s", SPRINKLERS, 20),
    ],
)
def test_an_odd_job_takes_three_cards_with_its_icon_of_whatever_type(job: str, cards: str, pay: int) -> None:
    match = table(cards, "")
    play(match, "OJ")
    assert job in legal(match)
    play(match, job, cards, "bluff0 done", "done")
    assert money(match) == [pay + 3, 0]
    assert discarded(match) == set(cards.split())


# ---- Resolve Phase --------------------------------------------------------------------------------------------------
def test_example_eliza_gets_23_dollars_for_sprinklers_through_her_odd_job_token() -> None:
    match = play(table(SPRINKLERS, ""), f"OJ job-s {SPRINKLERS} bluff0 done", "done")
    assert money(match) == [23, 0]
    assert happened(match, r.JOB_DONE) == [(0, 4, 23)]


def test_odd_jobs_are_resolved_before_contracts() -> None:
    match = play(
        table("b1c1 b1c2", "b2c1 b2c2 b2c3"), "A as1 b1c1 b1c2 bluff0 done", "OJ job-c b2c1 b2c2 b2c3 bluff0 done"
    )
    kinds = [row[0] for row in match.turns[-1].events]
    assert kinds.index(r.JOB_DONE) < kinds.index(r.WON_CONTRACT)


def test_who_bids_alone_wins_and_of_several_the_lowest() -> None:
    match = play(table("b3f1 b3ct1", ""), "A as1 b3ct1 b3f1 bluff0 done", "done")
    assert winners(match) == [(0, "r1.1", 6)]
    match = table("b3f1 b3ct1", "b2c1 b3cf1", "b1c1 b2c2")
    play(match, "A as1 b3ct1 b3f1 bluff0 done", "A as1 b2c1 b3cf1 bluff0 done", "A as1 b1c1 b2c2 bluff0 done")
    assert winners(match) == [(2, "r1.1", 3)]


def four_bids() -> Match:
    """The picture in the rulebook: four players bid for a contract worth five."""
    game = mowlab.game("mow-money", players=4)
    hands = ["m2*f1 m3*f3", STARRED_TEN, MEDIUM_TEN, ADVANCED_NINE]
    position = {
        "hands": [cards.split() for cards in hands],
        "up": ["r5.1", "r1.2", "r1.3", "r1.4"],
        "won": [[], ["r2.1"], [], []],
    }
    match: Match = game.match(["you"] * 4, names=["Orange", "Yellow", "Green", "Red"], position=position)
    play(match, "A free m2*f1 m3*f3 bluff0 done")
    play(match, f"A as3 {STARRED_TEN} r2.1 bluff0 done")
    play(match, f"A as2 {MEDIUM_TEN} bluff0 done")
    play(match, f"A as1 {ADVANCED_NINE} bluff1 done")
    return match


def test_example_four_bids_orange_has_one_medium_star_too_few() -> None:
    match = four_bids()
    assert happened(match, r.INVALID) == [(0, 0, 0)]
    assert "Orange's bid for A, Apple Hollow is not valid" in " ".join(match.events())
    assert hand(match, 0) == {"m2*f1", "m3*f3"}
    assert refused(table("m2*f1 m3*f3", "", up="r5.1 r1.1", bids="A"), "as2") == r.CANNOT_MEET
    valid = table("m2*f1 m3*f3 m3*t1", "", up="r5.1 r1.1", bids="A")
    assert refused(valid, "as2") == r.OK, "with one more it would be"


def test_example_four_bids_yellow_bids_10_stakes_2_and_wins_with_8() -> None:
    match = four_bids()
    assert (1, 8, 10) in happened(match, r.OFFERED)
    assert winners(match) == [(1, "r5.1", 10)]
    assert won(match, 1) == {"r5.1"}
    assert gone(match) == {"r2.1"}
    assert discarded(match) == set(STARRED_TEN.split())


def test_example_four_bids_green_bids_10_with_three_medium_stars_and_loses() -> None:
    match = four_bids()
    assert (2, 10, 10) in happened(match, r.OFFERED)
    assert hand(match, 2) == set(MEDIUM_TEN.split())


def test_example_four_bids_red_bids_9_with_two_advanced_and_gets_its_bluff_card_back() -> None:
    match = four_bids()
    assert (3, 9, 9) in happened(match, r.OFFERED)
    assert happened(match, r.SEALED)[-1] == (3, 3, 0), "it looked like a bid of three cards"
    assert happened(match, r.BLUFFS_BACK) == [(3, 1, 0)]
    assert r.unused_bluffs(match.state, 3) == 3
    assert hand(match, 3) == set(ADVANCED_NINE.split())


# Ethan is seat 0, Eliza sits on his left, Zach on hers.
TIE = ("", "b1c1 b2c1", "b1c2 b2c2")
BOTH_BID = ("A as1 b1c1 b2c1 bluff0 done", "A as1 b1c2 b2c2 bluff0 done")


def test_example_ethan_has_the_marker_eliza_and_zach_tie_and_eliza_wins() -> None:
    match = play(table(*TIE, marker=0), "done", *BOTH_BID)
    assert [offer for _, offer, _ in happened(match, r.OFFERED)] == [3, 3]
    assert [who for who, _, _ in winners(match)] == [1]


def test_a_tie_is_won_by_the_marker_holder() -> None:
    match = play(table(*TIE, marker=2), BOTH_BID[1], "done", BOTH_BID[0])
    assert [who for who, _, _ in winners(match)] == [2]
    match = play(table(*TIE, marker=1), *BOTH_BID, "done")
    assert [who for who, _, _ in winners(match)] == [1]


def test_a_tie_is_won_by_whoever_staked_most() -> None:
    match = table("", "b1c1 b2c1", "b2c2 b2c3", won=["", "", "r1.3"], marker=0)
    play(match, "done", BOTH_BID[0], "A as1 b2c2 b2c3 r1.3 bluff0 done")
    assert [offer for _, offer, _ in happened(match, r.OFFERED)] == [3, 3]
    assert [who for who, _, _ in winners(match)] == [2]


def test_the_winner_is_paid_and_discards_the_losers_take_their_cards_back() -> None:
    match = table("b1c1 b2c1", "b2c2 b2c3")
    play(match, "A as1 b1c1 b2c1 bluff1 done", "A as1 b2c2 b2c3 bluff1 done")
    assert money(match) == [3, 0]
    assert discarded(match) == {"b1c1", "b2c1"}
    assert [hand(match, p) for p in (0, 1)] == [set(), {"b2c2", "b2c3"}]
    assert [r.unused_bluffs(match.state, p) for p in (0, 1)] == [3, 3]


def test_neighborhoods_are_resolved_in_alphabetical_order() -> None:
    match = table("b1c1 b1c2 b1c3 b1c4", "b2c1 b2c2", marker=1)
    play(match, "A as1 b2c1 b2c2 bluff0 done", "B as1 b1c1 b1c2 bluff0 A as1 b1c3 b1c4 bluff0")
    assert winners(match) == [(0, "r1.1", 2), (0, "r1.2", 2)]


def test_a_player_who_won_nothing_and_did_no_odd_job_may_pick_one_up_without_the_bonus() -> None:
    match = play(table("b1c1 b1c2 b1c3", "b1t1 b2t1"), "done", "A as1 b1t1 b2t1 bluff0 done")
    assert (match.mover, legal(match)) == (0, {"job-c", "done"})
    play(match, "job-c b1c1 b1c2 b1c3")
    assert money(match) == [4, 3]
    assert happened(match, r.PICKED_UP) == [(0, 0, 4)]
    assert cards_at(match, r.DISCARD) == {"b1c1", "b1c2", "b1c3", "b1t1", "b2t1"}
    assert match.state.phase == r.INVESTING, "the winner of a contract is not asked"


# ---- Maintenance Phase ----------------------------------------------------------------------------------------------
def test_the_game_ends_when_a_neighborhood_has_no_contract_left() -> None:
    match = table("b1c1 b1c2", "", piles=["r1.1", "r1.2 r2.1 r3.1"])
    pass_on(pass_on(match))
    assert not match.over, "nobody won it"
    match = play(table("b1c1 b1c2", "", piles=["r1.1", "r1.2 r2.1 r3.1"]), "A as1 b1c1 b1c2 bluff0 done", "done done")
    assert match.over


def test_example_a_contract_on_C_that_nobody_bid_for_goes_face_down_to_the_bottom() -> None:
    match = table("b1c1 b1c2", "b2c1 b2c2", "b3f1", piles=["r1.1 r2.1", "r1.2 r2.2", "r1.3 r4.1 r5.1"])
    play(match, "A as1 b1c1 b1c2 bluff0 done", "B as1 b2c1 b2c2 bluff0 done", "done", "done")
    assert pile(match, "C") == ["r4.1", "r5.1", "r1.3"]
    assert [pile(match, area) for area in "AB"] == [["r2.1"], ["r2.2"]]


def test_the_marker_is_passed_to_the_left() -> None:
    match = table("", "", "", marker=2)
    pass_on(pass_on(match))
    assert match.state.marker == 0
    assert match.mover == 0


# ---- Determining a Winner -------------------------------------------------------------------------------------------
def test_points_are_on_contracts_and_mowers_and_three_dollars_are_one() -> None:
    match = table(
        "b1c1 b1c2", "", piles=["r1.1", "r1.2 r2.1"], won=["r8.1", "r4.1 r5.1"], money=[3, 11], mowers=["bma", "bm"]
    )
    play(match, "A as1 b1c1 b1c2 done bluff0 done", "done done")
    assert score(match) == [8 + 1 + (1 + 2 + 3) + 5 // 3, 9 + (1 + 2) + 11 // 3]
    assert match.payoffs() == [1, 0]
    assert happened(match, r.VICTORY) == [(0, 16, 1)]


# ---- Solo Play ------------------------------------------------------------------------------------------------------
def test_solo_is_set_up_for_two_with_neighborhoods_A_and_B() -> None:
    match = new(1)
    assert legal(match) == {"A", "B", "OJ", "done"}
    assert len(pile(match, "A")) == len(pile(match, "B")) == 8


def test_solo_the_dummy_wins_what_nobody_bids_for_so_the_game_lasts_eight_rounds() -> None:
    match = new(1)
    while not match.over:
        play(match, "done")
    assert match.state.rounds == 8
    assert len(of_dummy(match)) == 16
    assert match.payoffs() == [0]
    assert happened(match, r.DUMMY_SCORED) == [(0, 60, 1)]


def test_solo_example_zach_bids_four_starred_basic_cards_and_the_dummy_draws_until_it_has_four() -> None:
    deck = "b1c1 b1*c1 b1c2 b2*t1 b3*f1 b1c3 b3*ct1 b1c4"
    match = table(STARRED_TEN, up="r5.1 r1.1", decks={"b": deck})
    play(match, f"A as3 {STARRED_TEN} bluff0 done")
    drawn = [match.notation(card) for _, card, _ in happened(match, r.DUMMY_DREW)]
    assert drawn == deck.split()[:7]
    assert happened(match, r.DUMMY_OFFERED) == [(0, 1 + 2 + 3 + 3, 0)]
    assert happened(match, r.DUMMY_WON)[0] == (0, happened(match, r.DUMMY_WON)[0][1], 9)
    assert "r5.1" in of_dummy(match)
    assert set(drawn) < discarded(match)
    assert hand(match, 0) == set(STARRED_TEN.split())
    assert money(match) == [0]


@pytest.mark.parametrize(
    ("deck", "winner"), [("b1*c1 b2*t1", "dummy"), ("b2*t1 b3*f1", "human"), ("b2*t1 b2*t2", "human")]
)
def test_solo_the_lowest_bid_wins_and_the_human_wins_ties(deck: str, winner: str) -> None:
    match = table("b2c1 b2c2", decks={"b": deck})
    play(match, "A as1 b2c1 b2c2 bluff0 done")
    assert ("r1.1" in won(match, 0)) == (winner == "human")
    assert ("r1.1" in of_dummy(match)) == (winner == "dummy")
    assert money(match) == [4 if winner == "human" else 0]


def test_solo_the_dummy_counts_contracts_only_and_the_human_as_ever() -> None:
    match = table("", piles=["r1.1", "r1.2"], dummy=["r8.1"], won=["r5.1 r3.1"], money=[5], mowers=["bm"])
    play(match, "done", "done")
    assert match.over
    assert score(match) == [8 + 3 + 1]
    assert happened(match, r.DUMMY_SCORED) == [(0, 8 + 1 + 1, 0)]
    assert match.payoffs() == [1]


def test_a_stack_is_what_lies_under_one_token() -> None:
    match = play(table("b1c1 b1c2", "", won=["r2.1", ""]), "A as1 b1c1 b1c2 r2.1 bluff2")
    assert stack(match, 0) == {"b1c1", "b1c2", "r2.1", "bluffs2"}
