"""The rulings of Mow Money, M1 to M39 and their clarifications, each in a test that names it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import mowlab
from mowlab.core.table import Table, seed_streams, seed_words
from mowlab.games.mow_money import rules as r
from mowlab.match import Match

from .mow_money_play import (
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

RULINGS = [f"M{n}" for n in range(1, 40)]
CLARIFICATIONS = ["M1a", "M1b", "M4a", "M5a", "M11a", "M13a", "M14a", "M24a", "M28a", "M31a", "M35a", "M36a", "M39a"]
SECRET = {"simultaneous": "simultaneous"}


def test_every_ruling_and_clarification_has_a_test_that_names_it() -> None:
    named = {name for test in globals() if test.startswith("test_") for name in re.findall(r"M\d+a?b?", test)}
    assert named == {*RULINGS, *CLARIFICATIONS}


# ---- placing bids ---------------------------------------------------------------------------------------------------
def test_M1_bids_can_be_secret_others_see_neither_how_many_nor_how_large() -> None:
    one = play(table("b1c1 b1c2 b1c3", "", options=SECRET), "A as1 b1c1 b1c2 bluff2 B free b1c3 bluff1")
    none = play(table("b1c1 b1c2 b1c3", "", options=SECRET), "done")
    assert one.view(1).state == none.view(1).state
    assert one.events(1) == none.events(1)
    assert one.events(0) != none.events(0)
    assert one.view(0).facts["stacks"][0] == "4/2", "the owner sees them"


def test_M1_nor_which_bid_is_being_built() -> None:
    second = play(table("b1c1 b1c2", "", options=SECRET), "A as1 b1c1 b1c2 bluff0")
    assert second.view(1).state == table("b1c1 b1c2", "", options=SECRET).view(1).state


def test_M1a_by_default_bids_are_placed_clockwise_from_the_marker_with_sizes_in_sight() -> None:
    match = table("b1c1 b1c2", "b2c1 b2c2", "b1c3", marker=1)
    assert match.mover == 1
    play(match, "A as1 b2c1 b2c2 bluff1 done")
    assert match.mover == 2
    assert match.view(2).facts["stacks"] == ["0/0", "3/0", "0/0"]
    play(match, "done")
    assert match.mover == 0


@pytest.mark.parametrize(
    "moves", ["A as1 b1c1 b1c2 r2.1 bluff1 OJ free b2c1 b2c2 bluff0", "B free done done bluff2 done", "done"]
)
def test_M1a_the_same_bids_have_the_same_outcome_placed_in_secret(moves: str) -> None:
    games = []
    for options in ({}, SECRET):
        match = table("b1c1 b1c2 b2c1 b2c2", "b2c3 b2t1", won=["r2.1", ""], options=options)
        games.append(play(match, moves, "A as1 b2c3 b2t1 bluff0 done"))
    visible, secret = (match.state.__copy__() for match in games)
    visible.simultaneous = 1
    assert visible == secret


def test_M1b_others_see_how_many_cards_of_all_kinds_lie_under_a_token_and_not_for_what() -> None:
    match = play(table("b1c1 b1c2", "", won=["r2.1 r3.1", ""]), "A as1 b1c1 b1c2 r3.1 bluff1")
    seen = match.view(1).state
    assert (seen.laid[0], seen.target[0], seen.bluffs[0]) == (4, -1, 0)
    assert not any(r.STACK <= place < r.UNKNOWN for place in seen.place)
    staked = match.action("r3.1") - r.STAKE
    assert (match.state.contract[staked], seen.contract[staked]) == (r.STAKED, r.WON), "still shown as won"
    assert seen.held[:3] == [2, 0, 0], "or a bluff could be read off the hand"


def test_M1b_so_it_is_until_all_are_turned_over() -> None:
    match = table("b1c1 b1c2 b2c1 b2c2", "", won=["r2.1", ""])
    views = []
    for move in ("A", "as1", "b2c1", "b2c2", "r2.1", "bluff0"):
        views.append(match.view(1).state)
        play(match, move)
    assert all(view == views[0] for view in views)


def test_M1b_imagined_stacks_have_what_their_sizes_tokens_and_hands_allow() -> None:
    t: Any = Table.new()
    seed_streams(t, seed_words(5, 1).tolist(), 0)
    seen: Counter[str] = Counter()
    for match in games_with_stakes_and_bluffs():
        game, most = match.game, match.state.max_stakes or 99
        for turn in match.turns[::3]:
            s = turn.before[0]
            if not r.is_bidding(s.phase):
                continue
            for me in range(s.players):
                world = s.__copy__()
                game.plain.determinize(world, me, t)
                for p in range(s.players):
                    if p != me:
                        check_stacks(world, p, most, seen)
    assert min(seen[what] for what in ("stack", "two stacks", "odd job", "stake", "bluff", "valid")) > 50


def check_stacks(s: Any, p: int, most: int, seen: Counter[str]) -> None:
    sealed = [bid for bid in (2 * p, 2 * p + 1) if s.laid[bid]]
    for bid in sealed:
        cards, stakes = r.cards_in(s, r.STACK + bid), r.stakes_in(s, bid)
        assert s.laid[bid] == cards + stakes + s.bluffs[bid]
        assert cards + s.bluffs[bid] >= 1
        assert stakes <= (0 if s.target[bid] == r.ODD_JOB else most)
        assert 0 <= s.target[bid] < s.areas or s.target[bid] == r.ODD_JOB
        seen.update(["stack", *["stake"] * (stakes > 0), *["bluff"] * (s.bluffs[bid] > 0)])
        seen["odd job"] += s.target[bid] == r.ODD_JOB
        if s.target[bid] == r.ODD_JOB:
            seen["valid"] += r.job_done(s, bid) >= 0
        else:
            seen["valid"] += r.way_met(s, bid, r.top(s, s.target[bid])) >= 0
    seen["two stacks"] += len(sealed) == 2
    assert len({s.target[bid] for bid in sealed}) == len(sealed)
    assert r.unused_bluffs(s, p) >= 0


def games_with_stakes_and_bluffs() -> Iterator[Match]:
    """Random games in which everybody has contracts to stake."""
    won = ["r1.1 r2.1 r3.1 r4.1", "r2.2 r2.3 r3.2", "r4.2 r1.2"]
    for seed, most in enumerate(["any", 1, 2, "any", 3, 1]):
        match = table(
            "b1*c1 b1*c2 b2c1 m2f1 m2f2 a3s1",
            "b1c1 b1c2 m3*f1",
            "b3f1",
            won=won,
            rounds=3,
            options={"max_stakes": most},
            seed=seed,
        )
        for _ in range(200):
            if not match.over:
                match.play(match.proposal(match.game.bot("random")))
        yield match


def test_M2_a_bid_may_be_invalid_on_purpose_but_never_empty() -> None:
    match = play(table("b1c1 b1c2", ""), "A free")
    assert legal(match) == {"b1c1", "b1c2", "done"}
    play(match, "done")
    assert (match.state.phase, legal(match)) == (r.BLUFFING, {"bluff1", "bluff2", "bluff3"})
    assert refused(match, "bluff0") == r.NEEDS_BLUFF
    play(match, "bluff3 B free")
    assert legal(match) == {"b1c1", "b1c2"}, "without a bluff card it needs a bid card"
    assert refused(match, "done") == r.STACK_NOT_READY


def test_M2_without_any_card_there_is_no_bid() -> None:
    match = play(table("", "b1c1"), "A free bluff3")
    assert legal(match) == {"done"}
    assert refused(match, "B") == r.NOTHING_TO_BID


def test_M3_an_invalid_bid_never_wins_its_cards_return_and_its_stakes_are_gone() -> None:
    match = table("b1c1 b1c2 b1c3", "b3f1 b3ct1", won=["r2.1", ""])
    play(match, "A free b1c1 b1c2 b1c3 r2.1 bluff0 done", "A as1 b3ct1 b3f1 bluff0 done")
    assert winners(match) == [(1, "r1.1", 6)]
    assert hand(match, 0) == {"b1c1", "b1c2", "b1c3"}
    assert (won(match, 0), gone(match)) == (set(), {"r2.1"})


def test_M4_who_bids_alone_needs_a_valid_bid() -> None:
    match = play(table("b1c1 b1c2 b1c3", ""), "A free b1c1 b1c2 b1c3 bluff0 done", "done")
    assert winners(match) == []


@pytest.mark.parametrize(("moves", "paid"), [("free b1c1 b1c2 b1c3 bluff0", 3), ("free done bluff1", 0)])
def test_M4a_by_an_option_who_bids_alone_wins_with_any_stack(moves: str, paid: int) -> None:
    match = table("b1c1 b1c2 b1c3", "", options={"sole_wins": "always"})
    play(match, f"A {moves} done", "done")
    assert winners(match) == [(0, "r1.1", paid)]
    match = table("b1c1 b1c2 b1c3", "b3f1", options={"sole_wins": "always"})
    play(match, f"A {moves} done", "A free b3f1 bluff0 done")
    assert winners(match) == [], "two invalid bids are not one"


def test_M5_a_contract_with_only_invalid_bids_goes_to_the_bottom() -> None:
    match = table("b1c1", "b1c2", piles=["r1.1 r2.1 r3.1", "r1.2 r2.2"])
    pass_on(play(match, "A free b1c1 bluff0 done", "A free b1c2 bluff0 done"))
    assert pile(match, "A") == ["r2.1", "r3.1", "r1.1"]


def test_M5a_but_what_was_staked_on_it_is_gone() -> None:
    match = play(table("b1c1", "", won=["r4.1", ""]), "A free b1c1 r4.1 bluff0 done", "done")
    assert gone(match) == {"r4.1"}
    assert pile(match, "A")[0] == "r1.1"


def test_M6_two_bids_for_one_neighborhood_are_impossible() -> None:
    match = play(table("b1c1 b1c2 b1c3 b1c4", ""), "A as1 b1c1 b1c2 bluff0")
    assert refused(match, "A") == r.AIMED_THERE
    assert legal(match) == {"B", "OJ", "done"}


@pytest.mark.parametrize("others", [0, 1, 5])
@pytest.mark.parametrize("second", ["B", "OJ"])
def test_M7_two_bids_at_most_the_odd_job_is_one_of_them(others: int, second: str) -> None:
    match = play(table("b1c1 b1c2 b1c3 b1c4", *[""] * others), f"A as1 b1c1 b1c2 bluff0 {second} free b1c3 done bluff0")
    assert match.state.phase != r.AIMING or match.mover != 0


@pytest.mark.parametrize(("stack_of", "valid"), [("b1c1 b1c2", True), ("b1c1 b1c2 b1c3", False), ("b1c1", False)])
@pytest.mark.parametrize("bluffs", [0, 1, 2])
def test_M8_one_card_too_many_or_too_few_is_invalid_and_bluff_cards_never_count(
    stack_of: str, valid: bool, bluffs: int
) -> None:
    match = play(table(f"{stack_of} b3f1", ""), f"A free {stack_of} done bluff{bluffs} done", "done")
    assert bool(winners(match)) == valid


def test_M9_starred_cards_may_serve_where_no_star_is_asked_for() -> None:
    match = play(table("b1*c1 b1*c2", ""), "A as1 b1*c1 b1*c2 bluff0 done", "done")
    assert winners(match) == [(0, "r1.1", 2)]


@pytest.mark.parametrize("cards", ["a4s1 a5fs1", "m3*f1 m3*f2 m4*f1", "b2*c1 b2*c2 b3*c1 b3*t1"])
def test_M10_which_way_is_meant_follows_from_the_cards(cards: str) -> None:
    match = play(table(cards, "", up="r5.1 r1.1"), f"A free {cards} bluff0 done", "done")
    assert [contract for _, contract, _ in winners(match)] == ["r5.1"]


def test_M10_no_two_ways_of_a_contract_overlap() -> None:
    for row in mowlab.game("mow-money").cards.others["contracts"]:
        assert len({tier for tier, _, _ in row["needs"]}) == len(row["needs"])


# ---- odd jobs -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("cards", ["b1c1 b1c2", "b1c1 b1c2 b1c3 b1c4", "b1c1 b1c2 b1t1", "b1c1 b1t1 b1ct1"])
def test_M11_exactly_three_cards_that_share_an_icon(cards: str) -> None:
    match = play(table(f"{cards} b3f1", ""), f"OJ free {cards} done bluff0 done", "done")
    assert len(happened(match, r.JOB_FAILED)) == 1
    assert money(match) == [0, 0]


def test_M11_bluff_cards_do_no_harm_to_an_odd_job() -> None:
    match = play(table("b1c1 b1c2 b1c3", ""), "OJ free b1c1 b1c2 b1c3 bluff2 done", "done")
    assert money(match) == [7, 0]


BOTH_ICONS = "b1ct1 b1ct2 b2ct1"


@pytest.mark.parametrize(("way", "pay"), [("job-c", 4), ("job-t", 5), ("free", 5)])
def test_M11a_the_owner_names_the_job_and_unnamed_it_is_the_better_paid_one(way: str, pay: int) -> None:
    match = play(table(BOTH_ICONS, ""), f"OJ {way} {BOTH_ICONS} bluff0 done", "done")
    assert money(match) == [pay + 3, 0]


def test_M11a_so_it_is_at_the_pick_up_and_the_icon_must_be_on_all_three() -> None:
    match = play(table(f"{BOTH_ICONS} b1t1", ""), "done done job-t")
    assert refused(match, "b1c1") == r.NOT_IN_HAND
    play(match, "b1t1 b1ct1 b1ct2")
    assert money(match) == [5, 0]
    match = play(table(f"{BOTH_ICONS} b1t1", ""), "done done job-c")
    assert refused(match, "b1t1") == r.WRONG_ICON


def test_M12_a_failed_odd_job_returns_pays_nothing_and_leaves_the_pick_up_open() -> None:
    match = play(table("b1c1 b1c2 b1c3 b1t1", ""), "OJ free b1c1 b1c2 b1t1 bluff0 done", "done")
    assert hand(match, 0) == {"b1c1", "b1c2", "b1c3", "b1t1"}
    assert legal(match) == {"job-c", "done"}
    play(match, "job-c b1c1 b1c2 b1c3")
    assert money(match) == [4, 0]


def test_M13_the_pick_up_is_optional_for_one_job_without_bonus_clockwise_from_the_marker() -> None:
    cards = "b1c1 b1c2 b1c3"
    match = play(table(cards, "b1t1 b1t2 b1t3", "b2t1 b2t2 b2tf1 b3*t1", marker=1), "done done done")
    assert match.mover == 1
    play(match, "done")
    assert match.mover == 2
    play(match, "job-t b2t1 b2t2 b2tf1")
    assert match.mover == 0
    play(match, "job-c b1c1 b1c2 b1c3")
    assert money(match) == [4, 0, 5]
    assert match.state.phase == r.INVESTING


def test_M13a_who_may_is_asked_whether_the_hand_can_or_not() -> None:
    match = play(table("", "b1c1", "b1c2 b1c3"), "done done A as1 b1c2 b1c3 bluff0 done")
    assert (match.mover, match.state.phase, legal(match)) == (0, r.PICKING_UP, {"done"})
    play(match, "done")
    assert (match.mover, legal(match)) == (1, {"done"})
    play(match, "done")
    assert match.state.phase == r.INVESTING, "the winner is not asked"


# ---- stakes ---------------------------------------------------------------------------------------------------------
def test_M14_several_contracts_may_be_staked_split_over_both_bids() -> None:
    match = table("b3f1 b3ct1 b3cf1 b3cf2", "", won=["r1.2 r2.1 r3.1", ""], piles=["r1.1 r2.2", "r4.1 r2.3"])
    play(match, "A as1 b3cf1 b3cf2 r1.2 r3.1 bluff0")
    assert stack(match, 0) == {"b3cf1", "b3cf2", "r1.2", "r3.1"}
    play(match, "B free b3ct1 done")
    assert legal(match) == {"r2.1", "done"}
    play(match, "r2.1 bluff0", "done")
    assert happened(match, r.OFFERED) == [(0, 6 - 4, 6)]
    assert gone(match) >= {"r1.2", "r2.1", "r3.1"}


@pytest.mark.parametrize("most", [1, 2, 3])
def test_M14_a_setting_limits_the_contracts_staked(most: int) -> None:
    owned = ["r1.2", "r2.1", "r2.2", "r3.1"]
    match = table("b3f1 b3ct1", "", won=[" ".join(owned), ""], up="r3.2 r1.1", options={"max_stakes": most})
    play(match, "A free b3ct1 b3f1", *owned[:most])
    assert match.state.phase == r.BLUFFING
    assert refused(match, owned[3]) == r.TOO_MANY_STAKES


def test_M14a_the_limit_is_for_each_bid() -> None:
    match = table("b3f1 b3ct1", "", won=["r1.2 r2.1 r2.2", ""], up="r3.2 r1.1", options={"max_stakes": 1})
    play(match, "A free b3ct1 done r1.2 bluff0", "B free b3f1")
    assert legal(match) == {"r2.1", "r2.2", "done"}


def test_M14a_nothing_is_staked_on_an_odd_job_or_without_a_card_in_the_stack() -> None:
    match = play(table("b1c1 b1c2 b1c3", "", won=["r2.1", ""]), "OJ job-c b1c1 b1c2 b1c3")
    assert match.state.phase == r.BLUFFING
    match = play(table("b1c1", "", won=["r2.1", ""]), "A free done r2.1")
    assert refused(match, "bluff0") == r.NEEDS_BLUFF


def test_M15_a_contract_cannot_be_staked_in_the_round_in_which_it_is_won() -> None:
    match = play(table("b1c1 b1c2 b1c3 b1c4", ""), "A as1 b1c1 b1c2 bluff0 B as1 b1c3 b1c4")
    assert match.state.phase == r.BLUFFING
    assert refused(match, "r1.1") == r.NOT_NOW
    play(match, "bluff0", "done done done done")
    assert match.state.phase == r.AIMING
    play(match, "done A free")
    assert legal(match) == {"r1.1", "r1.2", "done"}, "in the next round it can"


def test_M16_a_modified_bid_can_be_below_nothing() -> None:
    match = table("b1c1 b1c2", "b1c3 b1c4", won=["r4.1", "r5.1"])
    play(match, "A as1 b1c1 b1c2 r4.1 bluff0 done", "A as1 b1c3 b1c4 r5.1 bluff0 done")
    assert happened(match, r.OFFERED) == [(0, -2, 2), (1, -3, 2)]
    assert winners(match) == [(1, "r1.1", 2)]
    assert "bids -$3, $2 less what is staked." in " ".join(match.events())


def test_M17_a_stake_on_a_bid_without_rivals_is_lost_all_the_same() -> None:
    match = play(table("b1c1 b1c2", "", won=["r4.1", ""]), "A as1 b1c1 b1c2 r4.1 bluff0 done", "done")
    assert won(match, 0) == {"r1.1"}
    assert gone(match) == {"r4.1"}
    assert happened(match, r.STAKE_GONE) == [(0, 4, 1)]


def test_M18_the_winner_is_paid_what_the_cards_add_up_to() -> None:
    match = play(table("b3f1 b3ct1", "", won=["r4.1", ""]), "A as1 b3ct1 b3f1 r4.1 bluff0 done", "done")
    assert money(match) == [6, 0]


@pytest.mark.parametrize("marker", [0, 1, 2])
@pytest.mark.parametrize(
    ("bids", "stakes", "winner"),
    [
        (("b2c1 b2c2", "b2c3 b2c4", "b1c1 b2t1"), ("", "", ""), 2),  # the lowest
        (("b2c1 b2c2", "b2c3 b2c4", "b2t1 b3f1"), ("", "r1.1", "r2.1"), 2),  # 4, 3, 3: the most staked
        (("b2c1 b3f1", "b2c3 b2c4", "b2t1 b2t2"), ("r1.1", "", ""), 0),  # 4, 4, 4: the only stake
    ],
)
def test_M19_lower_bid_then_more_staked(
    bids: tuple[str, ...], stakes: tuple[str, ...], winner: int, marker: int
) -> None:
    match = table(*bids, won=stakes, marker=marker, up="r1.3 r3.1 r4.1")
    for k in range(3):
        p = (marker + k) % 3
        play(match, f"A as1 {' '.join(bids[p].split())} {stakes[p]} bluff0 done")
    assert [who for who, _, _ in winners(match)] == [winner]


@pytest.mark.parametrize("marker", [0, 1, 2, 3])
@pytest.mark.parametrize("tied", [(0, 1), (1, 3), (2, 3), (0, 1, 2, 3)])
def test_M19_then_the_marker_holder_then_the_nearest_clockwise(tied: tuple[int, ...], marker: int) -> None:
    hands = ["b1c1 b2c1", "b1c2 b2c2", "b1c3 b2c3", "b1c4 b2c4"]
    match = table(*hands, marker=marker)
    order = [(marker + k) % 4 for k in range(4)]
    for p in order:
        play(match, f"A as1 {hands[p]} bluff0 done" if p in tied else "done")
    assert [who for who, _, _ in winners(match)] == [next(p for p in order if p in tied)]


def test_M20_neighborhoods_are_resolved_from_A_on_and_do_not_depend_on_each_other() -> None:
    hands = ["b1c1 b1c2 b1c3 b1c4", "b2c1 b2c2 b2c3 b2c4", ""]
    moves = {p: [f"{area} as1 {{}} {{}} bluff0" for area in order] for p, order in ((0, "CA"), (1, "AC"))}
    match = table(*hands)
    for p in (0, 1):
        cards = hands[p].split()
        play(match, moves[p][0].format(*cards[:2]), moves[p][1].format(*cards[2:]))
    play(match, "done")
    targets = [row[2] for row in match.turns[-1].events if row[0] in (r.WON_CONTRACT, r.INVALID)]
    assert [match.notation(r.STAKE + c) for c in targets] == ["r1.1", "r1.3"]
    assert [who for who, _, _ in winners(match)] == [0, 0]


# ---- what is public -------------------------------------------------------------------------------------------------
def test_M21_all_stacks_and_stakes_are_shown_and_what_goes_back_is_known() -> None:
    match = table("b1c1 b1c2 b3f1", "b2c1 b2c2", won=["r2.1", ""])
    before = match.view(1).state
    assert r.HAND not in before.place
    play(match, "A as1 b1c1 b3f1 r2.1 bluff1 done", "A as1 b2c1 b2c2 bluff0 done")
    text = " ".join(match.events(1))
    assert "basic $1 card (clean up), basic $3 card (repair fence), 2 points staked, 1 bluff card." in text
    seen = match.view(1).state
    returned = {match.notation(c) for c in range(r.N_CARDS) if seen.place[c] == r.HAND}
    assert returned == set(), "the winner's cards are discarded"
    match = table("b3ct1 b3f1 b1c1", "b2c1 b2c2")
    play(match, "A as1 b3ct1 b3f1 bluff1 done", "A as1 b2c1 b2c2 bluff0 done")
    seen = match.view(1).state
    assert {match.notation(c) for c in range(r.N_CARDS) if seen.place[c] == r.HAND} == {"b3ct1", "b3f1"}


def test_M21_what_is_known_stays_known_until_it_is_played_or_discarded() -> None:
    match = table("b3ct1 b3f1", "b2c1 b2c2")
    play(match, "A as1 b3ct1 b3f1 bluff1 done", "A as1 b2c1 b2c2 bluff0 done", "done", "done done", "done A free b3f1")
    seen = match.view(1).state
    places = {match.notation(c): seen.place[c] for c in range(r.N_CARDS)}
    assert places["b3f1"] == places["b3ct1"] == r.HAND, "in hand or under a token"


def test_M22_money_mowers_card_counts_and_won_contracts_are_public_and_faces_are_not() -> None:
    hands = ("b1c1 b1c2 m2f1", "b2c1 a3s1 a3s2")
    match = table(*hands, money=[7, 9], mowers=["bm", "bma"], won=["r2.1", "r3.1 r4.1"])
    facts = match.view(0).facts
    assert facts["money"] == [7, 9]
    assert facts["mowers"] == ["bm", "bma"]
    assert facts["held"] == ["2/1/0", "1/0/2"]
    assert facts["won"] == ["r2.1", "r3.1 r4.1"]
    assert facts["hand"] == ["b1c1", "b1c2", "m2f1"]
    seen = match.view(0).state
    assert all(seen.place[match.action(code)] == r.UNKNOWN for code in hands[1].split())


def test_M22_nobody_knows_the_contracts_that_have_not_been_up() -> None:
    match = table("", "", piles=["r1.1 r2.1 r3.1", "r1.2 r2.2"])
    seen = match.view(0).state
    assert [c for c in seen.pile if c >= 0] == [match.action(code) - r.STAKE for code in ("r1.1", "r1.2")]
    pass_on(pass_on(match))
    known = match.view(0).state.pile
    assert [match.notation(r.STAKE + c) for c in known[:3] if c >= 0] == ["r2.1", "r1.1"]


def test_M23_the_bank_never_runs_dry() -> None:
    cards = "m4*s1 a3s1 a4s2"
    match = play(table(cards, "", money=[900, 900]), f"OJ job-s {cards} bluff0 done", "done")
    assert money(match) == [923, 900]


# ---- decks and buying -----------------------------------------------------------------------------------------------
ADVANCED = [row["code"] for row in mowlab.game("mow-money").cards.rows if row["tier"] == "advanced"]


def test_M24_an_empty_deck_is_made_of_its_discards_and_if_there_are_none_the_tier_cannot_be_bought() -> None:
    last = ADVANCED[-2:]
    match = table(
        " ".join(ADVANCED[:-2]),
        "",
        phase="invest",
        rounds=2,
        money=[15, 0],
        mowers=["bma", "b"],
        decks={"a": ""},
        discards=" ".join(last),
    )
    play(match, "card-a card-a")
    assert set(last) < hand(match, 0)
    assert happened(match, r.RESHUFFLED) == [(0, 2, 2)]
    assert refused(match, "card-a") == r.NO_CARDS_LEFT


def test_M24a_the_discards_are_shuffled_when_the_next_card_is_needed_and_not_before() -> None:
    match = table("b1c1", "", phase="invest", rounds=2, money=[3, 0], decks={"b": "b2c1"}, discards="b3f1 b3cf1")
    play(match, "card-b")
    assert "b2c1" in hand(match, 0)
    assert (match.state.left[0], happened(match, r.RESHUFFLED)) == (0, [])
    play(match, "card-b")
    assert happened(match, r.RESHUFFLED) == [(0, 0, 48)]


def test_M24a_whoever_counts_cards_knows_what_was_shuffled_and_what_was_in_hands() -> None:
    match = table(
        "b1c1 b1c2",
        "b1t1 b1t2",
        phase="invest",
        rounds=2,
        money=[1, 1],
        decks={"b": ""},
    )
    play(match, "card-b done card-b")
    t: Any = Table.new()
    seed_streams(t, seed_words(3, 1).tolist(), 0)
    thought: set[str] = set()
    for _ in range(100):
        world = match.state.__copy__()
        match.game.plain.determinize(world, 0, t)
        theirs = {match.notation(c) for c in range(r.N_CARDS) if world.place[c] == r.HAND + 1}
        assert {"b1t1", "b1t2"} < theirs, "these two were in nobody else's hand when the rest was shuffled"
        thought |= theirs - {"b1t1", "b1t2"}
    assert len(thought) > 20


def test_M25_cards_are_bought_one_at_a_time_and_seen_before_the_next_choice() -> None:
    match = table("", "", phase="invest", rounds=1, money=[9, 9], decks={"b": "b3f1 b2c1", "m": "m4*s1"})
    play(match, "card-b")
    assert hand(match, 0) == {"b3f1"}
    assert match.view(0).facts["hand"] == ["b3f1"]
    play(match, "mower-m card-m card-b")
    assert hand(match, 0) == {"b3f1", "m4*s1", "b2c1"}
    assert match.mover == 0, "until it is done"
    play(match, "done")
    assert match.mover == 1


def test_M25_a_bought_card_is_seen_by_its_buyer_alone() -> None:
    match = table("", "", phase="invest", rounds=1, money=[9, 9], decks={"b": "b3f1"})
    play(match, "card-b")
    assert match.events(0)[-1].endswith("basic $3 card (repair fence).")
    assert match.events(1)[-1].endswith("draws a card.")
    assert match.view(1).state.place[match.action("b3f1")] == r.UNKNOWN


def test_M26_the_limits_hold_at_the_end_of_ones_own_invest_turn_and_the_owner_chooses() -> None:
    seven = "b1c1 b1c2 b1c3 b1c4 b1c5 b2c1 b2c2"
    match = table(seven, "", phase="invest", rounds=1, money=[2, 0], decks={"b": "b3f1 b3cf1"})
    play(match, "card-b card-b")
    assert len(hand(match, 0)) == 9
    play(match, "done")
    assert legal(match) == {*seven.split(), "b3f1", "b3cf1"}
    play(match, "b3f1 b1c1")
    assert len(hand(match, 0)) == 7
    assert {"b3f1", "b1c1"} < discarded(match)
    assert happened(match, r.DISCARDED) == [(0, match.action(code), 0) for code in ("b3f1", "b1c1")]


@pytest.mark.parametrize("players", range(1, 7))
def test_M27_nobody_invests_in_the_first_round(players: int) -> None:
    match = mowlab.game("mow-money", players=players).match(["you"] * players, seed=1)
    assert match.state.phase == r.AIMING
    pass_on(pass_on(match))
    assert (match.state.phase, match.state.rounds) == (r.INVESTING, 1)


# ---- maintenance ----------------------------------------------------------------------------------------------------
def test_M28_the_next_contract_is_turned_up_before_anybody_invests() -> None:
    match = table("b1c1 b1c2", "", piles=["r1.1 r5.1 r3.1", "r1.2 r2.2"])
    play(match, "A as1 b1c1 b1c2 bluff0 done", "done done")
    assert match.state.phase == r.INVESTING
    assert match.view(1).facts["up"] == ["A:r5.1", "B:r2.2"]


def test_M28a_it_is_not_known_during_the_pick_up() -> None:
    match = play(table("b1c1 b1c2", "", piles=["r1.1 r5.1", "r1.2 r2.2"]), "A as1 b1c1 b1c2 bluff0 done done")
    assert (match.mover, match.state.phase) == (1, r.PICKING_UP)
    assert match.view(1).state.pile[0] == -1
    assert match.view(1).facts["up"] == ["B:r1.2"]


def test_M29_a_single_contract_that_nobody_won_stays_up() -> None:
    match = pass_on(pass_on(table("", "", piles=["r1.1", "r1.2 r2.1"])))
    assert pile(match, "A") == ["r1.1"]
    assert not match.over
    assert match.view(0).facts["up"] == ["A:r1.1", "B:r2.1"]


def test_M30_the_end_is_checked_before_anything_else_and_all_neighborhoods_finish_the_round() -> None:
    match = table("b1c1 b1c2", "b2c1 b2c2", "", piles=["r1.1", "r1.2 r2.1", "r1.3 r3.1"], marker=1)
    play(match, "B as1 b2c1 b2c2 bluff0 done", "done", "A as1 b1c1 b1c2 bluff0 done", "done")
    assert match.over
    assert winners(match) == [(0, "r1.1", 2), (1, "r1.2", 4)]
    assert pile(match, "C") == ["r1.3", "r3.1"], "not put to the bottom any more"
    assert match.state.marker == 1


def test_M31_a_game_without_end_is_stopped_after_60_rounds_and_says_so() -> None:
    match = table("", "", rounds=59, money=[6, 0])
    pass_on(pass_on(match))
    assert match.over
    assert happened(match, r.CAPPED) == [(0, 60, 0)]
    assert match.payoffs() == [1, 0]
    assert "The game is stopped after 60 rounds (our own limit)." in match.events()


def test_M31a_first_the_end_then_the_cap_then_the_rest() -> None:
    match = table("b1c1 b1c2", "", rounds=59, piles=["r1.1", "r1.2 r2.1"], marker=0)
    play(match, "A as1 b1c1 b1c2 bluff0 done", "done done")
    assert match.over
    assert happened(match, r.CAPPED) == [], "it ended by itself"
    match = pass_on(pass_on(table("", "", rounds=59, piles=["r1.1 r3.1", "r1.2 r2.1"], marker=0)))
    assert pile(match, "A") == ["r1.1", "r3.1"]
    assert match.state.marker == 0


# ---- the end --------------------------------------------------------------------------------------------------------
def test_M32_mowers_that_were_not_bought_score_nothing() -> None:
    match = table("", "", "", "", mowers=["b", "bm", "ba", "bma"])
    assert match.scores() == [1, 1 + 2, 1 + 3, 1 + 2 + 3]


def test_M33_equal_players_share_the_victory() -> None:
    match = pass_on(pass_on(table("", "", "", rounds=59, money=[9, 11, 5])))
    assert match.payoffs() == [0.5, 0.5, 0]
    assert [who for who, _, _ in happened(match, r.VICTORY)] == [0, 1]
    assert "shares the victory with 4 reputation points!" in match.events()[-1]


def test_M34_the_first_marker_holder_is_drawn_by_lot_or_fixed() -> None:
    first = [mowlab.game("mow-money", players=5).match(seed=seed).state.marker for seed in range(60)]
    assert set(first) == set(range(5))
    fixed = mowlab.game("mow-money", players=5, fixed_starter="fixed")
    assert {fixed.match(seed=seed).state.marker for seed in range(20)} == {0}


# ---- solo -----------------------------------------------------------------------------------------------------------
def test_M35_what_the_human_does_not_bid_for_is_the_dummys() -> None:
    match = table("b1c1 b1c2", piles=["r1.1 r2.1", "r1.2 r3.1"], decks={"b": "b3f1 b3cf1"})
    play(match, "A as1 b1c1 b1c2 bluff0 done")
    assert (won(match, 0), of_dummy(match)) == ({"r1.1"}, {"r1.2"})


@pytest.mark.parametrize(("difficulty", "where"), [("standard", of_dummy), ("hard", of_dummy), ("easy", gone)])
def test_M35a_an_invalid_bid_is_no_bid_and_the_dummy_draws_nothing(difficulty: str, where: Any) -> None:
    match = table("b1c1 b1c2 b1c3", won=["r2.1"], up="r1.1 r1.2", options={"difficulty": difficulty})
    play(match, "A free b1c1 b1c2 b1c3 r2.1 bluff0 done")
    assert {"r1.1", "r1.2"} <= where(match)
    assert happened(match, r.DUMMY_DREW) == []
    assert "r2.1" in gone(match)
    assert hand(match, 0) == {"b1c1", "b1c2", "b1c3"}


def test_M36_the_dummy_matches_tier_number_and_stars_of_the_way_used() -> None:
    match = table("m2f1 m2f2", up="r3.1 r1.1", decks={"m": "m4fp1 m3*f1 m2t1"})
    play(match, "A as1 m2f1 m2f2 bluff0 done")
    assert [match.notation(c) for _, c, _ in happened(match, r.DUMMY_DREW)] == ["m4fp1", "m3*f1"], "stars do not matter"
    assert happened(match, r.DUMMY_OFFERED) == [(0, 7, 0)]
    assert {"m4fp1", "m3*f1", "m2f1", "m2f2"} <= discarded(match)


def test_M36_the_dummys_deck_is_reshuffled_when_it_is_empty() -> None:
    match = table("b3f1 b3cf1", decks={"b": "b1c1"}, seed=3)
    play(match, "A as1 b3cf1 b3f1 bluff0 done")
    assert happened(match, r.RESHUFFLED) == [(0, 0, 47)]
    assert len(happened(match, r.DUMMY_DREW)) == 2


def test_M36a_what_it_has_drawn_is_not_reshuffled_and_if_it_falls_short_it_has_no_bid() -> None:
    spare = [code for code in ADVANCED if code not in ("a5s1", "a5fs1")]
    hands = " ".join(["a5s1", "a5fs1", *spare])
    match = table(hands, phase="invest", rounds=1, money=[0], up="r8.1 r1.1", decks={"a": ""})
    play(match, "done", *spare[:-1])
    kept = spare[-1]
    assert hand(match, 0) == {"a5s1", "a5fs1", kept}
    match = table(f"a5fs1 a5s1 {kept}", up="r8.1 r1.1", decks={"a": spare[0]}, discards="")
    s = match.state
    for code in spare[1:-1]:  # as if they were in another hand: neither in the deck nor discarded
        s.place[match.action(code)] = r.ASIDE
    play(match, "A as1 a5fs1 a5s1 bluff0 done")
    assert [match.notation(c) for _, c, _ in happened(match, r.DUMMY_DREW)] == [spare[0]]
    assert happened(match, r.DUMMY_OFFERED) == []
    assert winners(match) == [(0, "r8.1", 10)]


def test_M37_a_stake_lowers_the_human_bid_only_and_the_human_wins_ties() -> None:
    match = table("b3f1 b3cf1", won=["r2.1"], decks={"b": "b2c1 b2c2"})
    play(match, "A as1 b3cf1 b3f1 r2.1 bluff0 done")
    assert happened(match, r.OFFERED) == [(0, 4, 6)]
    assert happened(match, r.DUMMY_OFFERED) == [(0, 4, 0)]
    assert winners(match) == [(0, "r1.1", 6)]


def test_M37_equal_points_at_the_end_are_a_draw() -> None:
    match = table("", piles=["r1.1", "r1.2"], dummy=["r4.1"], won=["r5.1"])
    play(match, "done done")
    assert match.scores() == [6]
    assert match.payoffs() == [0.5]
    assert "share the victory with 6 reputation points!" in match.events()[-1]


def test_M38_the_dummy_draws_for_A_before_B_and_does_no_odd_jobs() -> None:
    match = table("b3f1 b3cf1 b3cf2 b3ct1", decks={"b": "b1c1 b1c2 b2c1 b2c2"})
    play(match, "B as1 b3cf1 b3cf2 bluff0 A as1 b3ct1 b3f1 bluff0")
    assert [offer for _, offer, _ in happened(match, r.DUMMY_OFFERED)] == [2, 4]
    assert of_dummy(match) == {"r1.1", "r1.2"}
    assert money(match) == [0]


def test_M38_the_human_takes_part_in_odd_jobs_and_pick_up() -> None:
    match = play(table("b1c1 b1c2 b1c3"), "OJ job-c b1c1 b1c2 b1c3 bluff0 done")
    assert money(match) == [7]
    match = play(table("b1c1 b1c2 b1c3"), "done job-c b1c1 b1c2 b1c3")
    assert money(match) == [4]


def test_M39_easy_what_nobody_bids_for_leaves_the_game() -> None:
    match = play(table("", up="r1.1 r1.2", options={"difficulty": "easy"}), "done")
    assert gone(match) == {"r1.1", "r1.2"}
    assert of_dummy(match) == set()
    assert len(happened(match, r.TURNED_DOWN)) == 2


def test_M39_difficulty_is_for_the_solo_game() -> None:
    with pytest.raises(mowlab.OptionError, match="solo game only"):
        mowlab.game("mow-money", players=2, difficulty="hard")


def test_M39a_hard_the_dummy_wins_ties_whatever_was_staked_but_equal_points_stay_a_draw() -> None:
    hard = {"difficulty": "hard"}
    match = table("b3f1 b3cf1", won=["r2.1"], decks={"b": "b2c1 b2c2"}, options=hard)
    play(match, "A as1 b3cf1 b3f1 r2.1 bluff0 done")
    assert "r1.1" in of_dummy(match)
    assert gone(match) == {"r2.1"}
    match = table("", piles=["r1.1", "r1.2"], dummy=["r4.1"], won=["r5.1"], options=hard)
    assert play(match, "done done").payoffs() == [0.5]
