"""The rulings of Magic Money by number: W1 to W20 with their clarifications, and B3 on abilities."""

from __future__ import annotations

from typing import Any

import pytest

import mowlab
from mowlab.games.magic_money import rules as r
from mowlab.games.magic_money import state as st
from mowlab.match import Match

from .magic_money_play import (
    CODES,
    PLAIN,
    crossed,
    happened,
    legal,
    owner,
    play,
    private,
    public,
    refused,
    table,
    total,
    totals,
)


def heard(match: Match, seat: int) -> str:
    return " ".join(match.events(seat))


# ---- auctions -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "first", "later"),
    [
        ({}, {1}, {1, 4, 5, 7}),
        ({"opening_mode": "exact"}, {1}, {7}),
        ({"first_opening": "free"}, {1, 5, 10**15}, {1, 4, 5, 7}),
        ({"opening_mode": "exact", "first_opening": "free"}, {1, 5, 10**15}, {7}),
    ],
)
def test_W1_openings_by_option(options: dict[str, Any], first: set[int], later: set[int]) -> None:
    tried = {1, 4, 5, 7, 8, 10**15}
    start = table("puddlewyrm moonmule", **options)
    assert {a for a in tried if not refused(start, a)} == (tried if len(first) > 1 else first)
    assert set(start.legal()) <= (set(range(1, 10**4)) if len(first) > 1 else first)
    after = table("puddlewyrm moonmule", "1 78 5 seat1", **options)
    assert {a for a in tried if not refused(after, a)} == later
    assert max(after.legal()) == 7


def test_W1_an_opening_that_is_no_tenth_is_refused_in_words() -> None:
    match = table("puddlewyrm moonmule", "1 78 5 seat1", opening_mode="exact")
    assert refused(match, "6") == r.NOT_A_TENTH
    assert refused(match, "8") == r.NOT_A_TENTH
    assert "must be 7" in str(match.why_not("6"))


def test_W2_the_limit_goes_by_the_bid_as_announced() -> None:
    halved = table("pennyphoenix moonmule", "1 100 5 seat1")
    assert public(halved, 1) == [50]
    assert halved.game.plain.opening_limit(halved.state) == 10
    erased = table("puddlewyrm inkling-otter moonmule", "1 900 5 seat1  90 5 6 seat1 public1")
    assert crossed(erased, 1) == [900]
    assert erased.game.plain.opening_limit(erased.state) == 9


def test_W3_W3a_a_beaten_opening_is_public_and_counts_once() -> None:
    match = table("puddlewyrm moonmule brambleram", "1 50 2 seat1  5 30 2 seat2")
    assert public(match, 1) == [50, 5]
    assert private(match, 1) == {}
    assert total(match, 1) == 55
    assert match.state.written[1] == 0


def test_W3a_by_option_it_stands_on_both_sides_and_counts_twice() -> None:
    match = table("puddlewyrm moonmule brambleram", "1 50 2 seat1  5 30 2 seat2", beaten_opening="both")
    assert public(match, 1) == [50, 5]
    assert private(match, 1) == {2: 5}
    assert total(match, 1) == 60
    assert match.view(0).facts["bids"][1][1] == 5, "everybody saw the opening"
    assert match.view(0).facts["least_spent"][1] == 60


def test_W4_a_winning_opening_is_not_written_twice() -> None:
    match = table("puddlewyrm moonmule brambleram", "1 50 2 seat1  5 4 2 seat1")
    assert public(match, 1) == [50, 5]
    assert match.state.origin[rows_of(match, 1)[1]] == st.OPENED_WITH


def rows_of(match: Match, p: int) -> range:
    return range(p * st.ENTRIES, p * st.ENTRIES + match.state.entries[p])


def test_W5_the_active_wizard_may_choose_itself_if_its_opening_equals_the_highest_bid() -> None:
    match = table("puddlewyrm moonmule", "1 1 1", players=3)
    assert legal(match) == {"seat0", "seat1", "seat2"}
    assert owner(play(match, "seat0"), "puddlewyrm") == 0
    other = play(table("puddlewyrm moonmule", "1 1 1", players=3), "seat2")
    assert owner(other, "puddlewyrm") == 2
    assert (public(other, 0), private(other, 1)) == ([1], {1: 1})


def test_W6_a_tie_is_not_announced() -> None:
    tied = play(table("puddlewyrm moonmule", "1 30 7 30", players=4), "seat1")
    clear = play(table("puddlewyrm moonmule", "1 30 7 20", players=4), "seat1")
    assert heard(tied, 2) == heard(clear, 2)
    assert tied.view(2).state == clear.view(2).state
    assert tied.view(2).facts == clear.view(2).facts


def test_W6a_everybody_else_sees_the_same_while_the_active_wizard_resolves() -> None:
    tied, clear = (table("puddlewyrm moonmule", f"1 30 7 {bid}", players=4) for bid in (30, 20))
    assert (len(tied.legal()), len(clear.legal())) == (2, 1), "it is always a decision"
    assert tied.view(2).state == clear.view(2).state
    assert tied.view(2).moves == clear.view(2).moves == []
    assert tied.status(2) == clear.status(2)
    assert tied.events(2) == clear.events(2)


def test_W7_the_active_wizard_sees_who_bid_what_and_nobody_else_does() -> None:
    match = table("puddlewyrm moonmule", "1 30 7 12", players=4)
    assert "seals a bid of 30" in heard(match, 0)
    assert "seals a bid of 7" in heard(match, 0)
    assert [text for text in match.events(2) if "of 30" in text or "of 12" in text] == []
    play(match, "seat1 3 1 2 1 seat1")
    assert match.over
    assert match.view(0).facts["bids"] == [[1, 30, 7, 12], [1, 3, None, None]], "it does not forget"
    assert match.view(2).facts["bids"] == [[1, 30, 7, None], [None, 3, 1, None]]


@pytest.mark.parametrize("pass_", ["pass", "0"])
def test_W8_nobody_can_pass(pass_: str) -> None:
    match = table("puddlewyrm", "1")
    if pass_ == "0":
        assert refused(match, pass_) == r.TOO_LOW
    else:
        with pytest.raises(ValueError, match="is not a move"):
            match.play(pass_)


@pytest.mark.parametrize("bid", [10**15 + 1, 10**16, 2**63 - 1, 2**64, "1" + "0" * 400, "1,000,000,000,000,001"])
def test_W8a_the_program_stops_at_a_thousand_million_million_and_says_so(bid: int | str) -> None:
    match = table("puddlewyrm", "1")
    assert refused(match, bid) == r.TOO_HIGH
    assert "1,000,000,000,000,000" in str(match.why_not(bid))
    assert "Ruling W8a" in str(match.why_not(bid))


def test_W8a_sums_of_the_highest_bids_are_exact() -> None:
    bids = "".join(f" {opening} {10**15} {10**15 - 1} seat{p}" for opening, p in [(1, 1), (1, 2), (1, 0)])
    match = table(" ".join(PLAIN[:3]), bids)
    assert match.state.total[:3] == [1 + 10**15 - 1 + 10**15, 10**15 + 1 + 10**15 - 1, 10**15 - 1 + 10**15 + 1]


def test_W9_an_ability_acts_after_the_last_auction_too() -> None:
    last = table("puddlewyrm sootkit", "1 90 7 seat1  1 900 5 seat2")
    assert last.state.phase == st.ERASING_PRIVATE
    play(last, "private1")
    assert last.over
    assert last.state.total[2] == 900


def test_W10_only_the_winner_acts() -> None:
    match = table("puddlewyrm snoopowl moonmule", "1 2 90 seat2  1 5 9 seat1")
    assert match.mover == 1
    assert legal(match) == {"seat0", "seat2"}


def test_W11_the_winner_opens_next_and_may_win_again() -> None:
    match = table(" ".join(PLAIN[:3]), "1 2 90 seat2")
    assert match.mover == 2
    assert play(match, "9 1 1 seat2").mover == 2


def test_W12_the_greediest_still_counts_when_wings_are_compared() -> None:
    match = table("puddlewyrm", "1 9 2 seat1", owned=("lanternmoth", "", "thistlegryph"))
    assert match.state.out[:3] == [0, 1, 0]
    assert match.scores() == [2 + 2, 5, 1 + 1], "seat 1 has fewer wings than both"


@pytest.mark.parametrize(("top_tie", "out"), [("all", [0, 1, 1, 0]), ("none", [0, 0, 0, 0]), ("random", None)])
def test_W13_W13a_several_have_spent_most(top_tie: str, out: list[int] | None) -> None:
    match = table("puddlewyrm", "1 30 30 7 seat1", players=4, top_tie=top_tie)
    if out is not None:
        assert match.state.out[:4] == out
    else:
        assert sorted(match.state.out[:4]) == [0, 0, 0, 1]
        assert match.state.out[0] == match.state.out[3] == 0
    assert match.payoffs() == ([0, 0, 0, 1] if top_tie == "all" else match.payoffs())


def test_W13a_one_of_those_tied_is_drawn_by_lot() -> None:
    drawn = set()
    for seed in range(40):
        game = mowlab.game("magic-money", players=3, top_tie="random")
        position = {"cards": ["puddlewyrm"], "moves": "1 30 30"}
        match = game.match(["you"] * 3, seed=seed, position=position)
        turn = match.play("seat1")
        assert turn.chance in ([0], [1])
        drawn.add(tuple(match.state.out[:3]))
    assert drawn == {(0, 1, 0), (0, 0, 1)}


def test_W13_if_everybody_is_tied_nobody_is_thrown_out() -> None:
    match = table("puddlewyrm", "1 1 1 seat2")
    assert match.state.out[:3] == [0, 0, 0]
    assert happened(match, r.NOBODY_OUT) == [(2, 3, 1)]
    assert match.payoffs() == [0, 0, 1]


def test_W14_all_equal_is_a_shared_victory() -> None:
    match = table("puddlewyrm", "1 1 1 9 seat3", players=4)
    assert match.state.out[:4] == [0, 0, 0, 1]
    assert match.payoffs() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_W15_no_horns_score_nothing() -> None:
    match = table("puddlewyrm")
    assert [match.game.plain.horn_points(match.state, p) for p in range(3)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("codes", "horns", "points"),
    [("oddling", 3, 3), ("oddling quillcalf", 3, 3), ("oddling moonmule", 5, 5), ("oddling brambleram", 5, 5)],
)
def test_W16_a_wild_horn_joins_an_even_number_once(codes: str, horns: int, points: int) -> None:
    match = table("puddlewyrm", owned=(codes, "", ""))
    count, s = match.game.plain, match.state
    assert (count.horns(s, 0), count.horn_points(s, 0)) == (horns, points)


def test_loose_hearts_score_one_each() -> None:
    match = table("puddlewyrm", owned=("hushhound", "thistlegryph", "quillcalf skyskillet"))
    assert [match.game.plain.heart_points(match.state, p) for p in (0, 2)] == [2, 0]
    pair = table("puddlewyrm", owned=("hushhound thistlegryph", "", ""))
    assert pair.game.plain.heart_points(pair.state, 0) == 2 + 1


def test_W17_private_amounts_and_creatures_to_come_are_hidden() -> None:
    match = table(" ".join(PLAIN[:5]), "1 40 7 12 seat1", players=4)
    view = match.view(2)
    assert view.state.token[st.slot(3, 0)] == st.SEALED
    assert view.state.deck == [-1] * 21
    assert [CODES[c] for c in range(21) if view.state.place[c] != st.UNKNOWN] == sorted(PLAIN[:2], key=CODES.index)


def test_W17a_numbers_of_private_entries_are_public_and_how_many_are_live() -> None:
    match = table("puddlewyrm sootkit moonmule", "1 9 7 12 seat3  1 8 60 4 seat1", players=4)
    assert match.state.phase == st.ERASING_PRIVATE
    play(match, "private1")
    for seat in range(4):
        state = match.view(seat).state
        assert state.written[:4] == [1, 1, 2, 0]
        assert state.live[:4] == [1, 0, 2, 0]


def test_W17a_in_the_end_totals_are_public_and_single_private_entries_are_not() -> None:
    match = table("puddlewyrm moonmule", "1 9 7 12 seat3  1 8 60 4 seat1", players=4)
    assert match.over
    view = match.view(1)
    assert view.state.total[:4] == [9, 69, 11, 13]
    assert view.state.token[st.slot(2, 0)] == view.state.token[st.slot(2, 1)] == st.SEALED
    assert view.facts["least_spent"] == view.facts["most_spent"] == [9, 69, 11, 13]


def test_W18_the_first_active_wizard_is_random_or_fixed() -> None:
    fixed = mowlab.game("magic-money", players=3, first_active="fixed")
    assert {fixed.match(seed=seed).mover for seed in range(30)} == {0}
    drawn = mowlab.game("magic-money", players=3)
    assert {drawn.match(seed=seed).mover for seed in range(30)} == {0, 1, 2}


def test_W19_crossed_out_entries_are_no_targets_and_do_not_count() -> None:
    moves = "1 90 7 seat1  9 1 1 seat1 public1  1 50 1 seat2  5 1 70 seat1"
    match = table("puddlewyrm inkling-otter moonmule mirror-newt", moves)
    assert match.state.phase == st.SWAPPING_OWN
    assert refused(match, "public1") == r.CROSSED_OUT
    assert total(match, 1) == 9 + 1 + 70


def test_W20_the_active_wizard_cannot_name_a_lower_bid() -> None:
    match = table("puddlewyrm moonmule", "1 30 7")
    assert [refused(match, f"seat{p}") for p in range(3)] == [r.OPENING_LOWER, 0, r.NOT_HIGHEST]


# ---- abilities ------------------------------------------------------------------------------------------------------
def test_erase_public_crosses_out_an_older_own_entry_in_sight_of_all() -> None:
    match = table("puddlewyrm inkling-otter moonmule", "1 90 7 seat1  9 1 5 seat1")
    assert legal(match) == {"public1"}, "B3g: asked though there is one answer only"
    assert refused(match, "public2") == r.JUST_WRITTEN
    assert refused(match, "public3") == r.NO_SUCH_ENTRY
    play(match, "public1")
    assert (public(match, 1), crossed(match, 1)) == ([9], [90])
    assert "crosses out the Public entry of 90" in heard(match, 0)


def test_erase_private_shows_only_that_it_happened() -> None:
    moves = "1 9 70 8 seat2  1 12 30 5 seat0  1 20 6 2 seat1"
    match = table("puddlewyrm moonmule sootkit brambleram", moves, players=4)
    assert (match.mover, legal(match)) == (1, {"private1", "private2"})
    play(match, "private1")
    assert private(match, 1) == {2: 5}
    assert "You cross out the Private entry of 9 (auction 1)" in " ".join(match.events(1, you=1))
    other = play(table("puddlewyrm moonmule sootkit brambleram", moves, players=4), "private2")
    for seat in (0, 2, 3):
        assert match.events(seat) == other.events(seat)
        assert match.view(seat).state == other.view(seat).state
        assert "crosses out a Private entry" in heard(match, seat)
    assert match.view(1).state != other.view(1).state


def test_erase_private_2_crosses_out_one_or_two_B3b() -> None:
    moves = "1 9 70 seat2  1 80 5 seat0  8 20 6 seat1"
    match = table("puddlewyrm moonmule forgetfawn brambleram", moves)
    assert match.state.phase == st.ERASING_FIRST
    assert refused(match, "enough") == r.NOT_ENOUGH
    play(match, "private2")
    assert legal(match) == {"private1", "enough"}
    assert refused(match, "private2") == r.TOKEN_CROSSED
    assert private(play(match, "enough"), 1) == {1: 9}
    both = play(table("puddlewyrm moonmule forgetfawn brambleram", moves), "private2 private1")
    assert private(both, 1) == {}
    assert both.state.phase == st.OPENING


def test_erase_private_2_with_one_entry_asks_once() -> None:
    match = table("puddlewyrm forgetfawn moonmule", "1 9 70 seat2  7 1 80 seat1 private1")
    assert match.state.phase == st.OPENING
    assert private(match, 1) == {}


@pytest.mark.parametrize(("bid", "counts"), [(1, 1), (2, 1), (3, 1), (100, 50), (101, 50)])
def test_halve_rounds_down_but_not_below_1(bid: int, counts: int) -> None:
    match = table("pennyphoenix moonmule", f"1 {bid} 1 seat1")
    assert public(match, 1) == [counts]
    assert happened(match, r.HALVED) == [(1, counts, bid)]


def test_halve_acts_on_a_winning_opening_too() -> None:
    match = table("puddlewyrm pennyphoenix moonmule", "1 90 1 seat1  9 2 3 seat1")
    assert public(match, 1) == [90, 4]


def test_double_writes_the_winning_bid_twice_as_announced_B3f() -> None:
    match = table("coinbadger moonmule", "1 90 1 seat1")
    assert public(match, 1) == [90, 90]
    assert match.game.plain.opening_limit(match.state) == 9
    opening = table("puddlewyrm coinbadger moonmule", "1 90 1 seat1  9 2 3 seat1")
    assert public(opening, 1) == [90, 9, 9]


def test_B3f_the_free_budget_reckons_with_a_bid_that_counts_twice() -> None:
    """Of two ways of paying for the creature on sale the dearer one must be free of risk."""
    spent_before = "1 100 9 seat1 1"  # seat 1 has spent 101 with its opening, seat 2 has spent 9
    assert table("puddlewyrm moonmule", spent_before).view(2).facts["free_budget"] == 91
    match = table("puddlewyrm coinbadger", spent_before)
    assert match.view(2).facts["free_budget"] == 45
    play(match, "45 1 seat2")
    assert totals(match) == [2, 101, 99]
    risky = table("puddlewyrm coinbadger", spent_before + " 46 1 seat2")
    assert totals(risky) == [2, 101, 101]


def test_W3a_the_free_budget_reckons_with_an_opening_that_counts_twice_if_it_is_beaten() -> None:
    moves = "1 500 2 seat1  1 2 40 seat0"
    cards = "puddlewyrm moonmule brambleram"
    assert table(cards, moves).view(0).facts["free_budget"] == 501 - 41, "the rival pays 1 at least once more"
    both = table(cards, moves, beaten_opening="both")
    assert both.view(0).facts["free_budget"] == (502 - 42) // 2
    assert play(both, "4").view(2).facts["free_budget"] == 502 - 4, "a sealed bid counts once"


def test_peek_shows_one_private_side_to_one_wizard_B3c() -> None:
    moves = "1 9 70 8 seat2  1 12 30 5 seat0  3 6 50 2 seat2"
    match = table("puddlewyrm moonmule snoopowl brambleram", moves, players=4)
    assert (match.mover, legal(match)) == (2, {"seat0", "seat1", "seat3"})
    assert refused(match, "seat2") == r.NOT_YOURSELF
    play(match, "seat1")
    assert [bids[1] for bids in match.view(2).facts["bids"][:3]] == [9, 5, 6]
    assert "9 (auction 1); 5 (auction 2); 6 (auction 3)" in heard(match, 2)
    for seat in (0, 3):
        assert match.events(seat)[-2] == "You 3 looks at the Private side of You 2."
    assert match.view(3).facts["bids"][0][1] is None
    assert match.view(0).facts["bids"][1][1] is None


def test_peek_at_an_empty_side_is_allowed_and_crossed_out_entries_are_seen_as_such_B3c() -> None:
    match = table("puddlewyrm sootkit snoopowl moonmule", "1 9 70 seat2  7 3 80 seat1 private1  8 90 5 seat2")
    assert {"seat0", "seat1"} == legal(match)
    play(match, "seat1")
    assert "9 (auction 1), crossed out" in heard(match, 2)
    assert match.view(2).state.gone[st.slot(1, 0)] == 2
    assert match.view(0).state.gone[st.slot(1, 0)] == 0
    empty = table("snoopowl moonmule", "1 9 7 seat1")
    assert empty.state.written[0] == 0
    assert refused(empty, "seat0") == 0


def test_expose_moves_the_highest_private_entry_the_earliest_of_equals_B3d() -> None:
    moves = "1 9 70 8 seat2  1 12 30 9 seat0  3 6 50 2 seat2"
    match = table("puddlewyrm moonmule tattlefinch brambleram", moves, players=4)
    assert refused(match, "seat2") == r.NOT_YOURSELF
    play(match, "seat1")
    assert private(match, 1) == {2: 9, 3: 6}
    assert public(match, 1) == [9]
    assert "(auction 1)" not in heard(match, 3)
    assert "is 9 and moves to the Public side: the bid of auction 1." in heard(match, 1)
    assert "is 9 and moves to the Public side." in heard(match, 3)
    assert match.view(3).state.gone[st.slot(1, 0)] == 0, "others do not learn which bid it was"
    assert match.view(1).state.gone[st.slot(1, 0)] == 3
    assert (match.state.written[1], match.state.live[1]) == (2, 2)


def test_expose_takes_losing_bids_of_the_same_auction_too_and_needs_a_live_entry_B3d() -> None:
    match = table("tattlefinch moonmule", "1 90 40 seat1")
    assert legal(match) == {"seat2"}
    assert refused(match, "seat0") == r.NO_LIVE_PRIVATE
    play(match, "seat2")
    assert (public(match, 2), private(match, 2)) == ([40], {})


def test_an_exposed_entry_is_an_ordinary_public_one_afterwards_B3d_B3e() -> None:
    moves = "1 90 40 seat1 seat2  9 1 70 seat0"  # seat 0 takes the Newt; seat 2 has 40 in public
    match = table("tattlefinch mirror-newt inkling-otter moonmule", moves)
    assert match.state.phase == st.SWAPPING_OWN
    play(match, "public1 seat2 public1")
    assert (public(match, 0), public(match, 2)) == ([40, 70], [1])
    play(match, "7 1 80 seat2")
    assert legal(match) == {"public1"}, "B3e: an entry that was exposed and swapped may be crossed out"
    assert crossed(play(match, "public1"), 2) == [1]


def test_a_private_entry_that_was_exposed_cannot_be_crossed_out_there() -> None:
    match = table("puddlewyrm tattlefinch sootkit moonmule", "1 90 40 seat1  9 9 8 seat1 seat2")
    assert private(match, 2) == {2: 9}
    play(match, "1 99 2 seat2")
    assert refused(match, "private1") == r.TOKEN_EXPOSED
    assert legal(match) == {"private2"}


def test_swap_exchanges_amounts_and_nothing_else() -> None:
    match = table("puddlewyrm moonmule mirror-newt brambleram", "1 90 7 seat1  9 40 5 seat2  4 3 60 seat1")
    assert legal(match) == {"public1", "public2"}
    assert refused(match, "public3") == r.JUST_WRITTEN
    play(match, "public1")
    assert legal(match) == {"seat0", "seat2"}
    play(match, "seat2")
    assert legal(match) == {"public1", "public2"}
    since = list(match.state.since)
    play(match, "public2")
    assert (public(match, 1), public(match, 2)) == ([4, 9, 60], [40, 90])
    assert match.state.since == since


def test_swap_may_take_an_opponents_opening_of_this_auction_B3a() -> None:
    match = table("puddlewyrm moonmule mirror-newt brambleram", "1 90 7 seat1  9 40 5 seat2  4 3 60 seat1")
    play(match, "public2 seat2 public2")
    assert public(match, 2)[1] == 9


def test_swap_without_gain_is_allowed_B3e() -> None:
    match = table("puddlewyrm moonmule mirror-newt brambleram", "1 90 7 seat1  9 40 5 seat2  4 3 60 seat1")
    play(match, "public2 seat2 public1")
    assert (public(match, 1), public(match, 2)) == ([90, 40, 60], [9, 4])


def test_swap_needs_an_older_own_entry_and_one_of_an_opponent() -> None:
    match = table("mirror-newt moonmule", "1 90 7 seat1")
    assert happened(match, r.NO_TARGET)[-1][:2] == (1, 8)
    assert match.state.phase == st.OPENING
    chosen = table("puddlewyrm mirror-newt moonmule", "1 90 7 seat1  9 3 8 seat1 public1")
    assert refused(chosen, "seat2") == r.NO_LIVE_PUBLIC
    assert legal(chosen) == {"seat0"}


@pytest.mark.parametrize(("bid", "entry"), [(5739, 573), (90, 9), (9, 1), (1, 1)])
def test_forge_writes_a_tenth_on_an_opponents_public_side(bid: int, entry: int) -> None:
    match = table("grudgeling moonmule", f"1 {bid} 1 seat1")
    assert legal(match) == {"seat0", "seat2"}
    play(match, "seat2")
    assert public(match, 2) == [entry]
    assert total(match, 2) == 1 + entry


def test_a_forged_entry_is_an_ordinary_target_later_B3e() -> None:
    match = table("grudgeling inkling-otter moonmule", "1 90 3 seat1 seat2  9 95 2 seat2")
    assert legal(match) == {"public1"}
    assert crossed(play(match, "public1"), 2) == [9]


def test_a_doubled_entry_is_an_ordinary_target_later_B3e() -> None:
    erased = table("coinbadger inkling-otter moonmule", "1 90 3 seat1  9 2 4 seat1")
    assert legal(erased) == {"public1", "public2"}
    assert (crossed(play(erased, "public2"), 1), public(erased, 1)) == ([90], [90, 9])
    swapped = table("coinbadger mirror-newt moonmule", "1 90 3 seat1  9 40 2 seat2")
    assert happened(swapped, r.NO_TARGET)[-1][0] == 2, "seat 2 has nothing older to give"
    taken = table("puddlewyrm coinbadger mirror-newt moonmule", "1 3 70 seat2  7 2 90 seat1  9 95 4 seat2")
    play(taken, "public1 seat1 public2")
    assert (public(taken, 1), public(taken, 2)) == ([90, 70, 9], [90, 7, 95])


def test_restore_brings_a_crossed_out_public_entry_of_an_opponent_back() -> None:
    moves = "1 90 7 seat1  9 3 5 seat1 public1  1 70 2 seat2"
    match = table("puddlewyrm inkling-otter sealwax-golem moonmule", moves)
    assert refused(match, "seat0") == r.NONE_CROSSED
    assert refused(match, "seat2") == r.NOT_YOURSELF
    assert legal(match) == {"seat1"}
    play(match, "seat1")
    assert legal(match) == {"public1"}
    assert refused(match, "public2") == r.NOT_CROSSED
    play(match, "public1")
    assert public(match, 1) == [90, 9, 1]
    assert happened(match, r.RESTORED) == [(1, 90, 2)]


def test_restore_never_touches_private_entries() -> None:
    match = table("puddlewyrm sootkit sealwax-golem moonmule", "1 9 70 seat2  7 3 80 seat1 private1  8 90 5 seat2")
    assert match.state.phase == st.OPENING
    assert happened(match, r.NO_TARGET)[-1][:2] == (2, 10)


@pytest.mark.parametrize(
    "card", ["inkling-otter", "sootkit", "forgetfawn", "tattlefinch", "mirror-newt", "sealwax-golem"]
)
def test_an_ability_without_a_target_does_nothing_and_says_so(card: str) -> None:
    match = table(f"{card} moonmule", "1 1 1 seat0")
    if card == "tattlefinch":
        assert match.state.phase == st.EXPOSING
        return
    assert match.state.phase == st.OPENING
    assert len(happened(match, r.NO_TARGET)) == 1
    assert "nothing that" in heard(match, 2)


def test_abilities_are_mandatory_where_there_is_a_target() -> None:
    match = table("puddlewyrm inkling-otter moonmule", "1 90 7 seat1  9 1 5 seat1")
    assert refused(match, "enough") == r.ENTRY_ASKED
    assert refused(match, "7") == r.ENTRY_ASKED
    peek = table("snoopowl moonmule", "1 90 7 seat1")
    assert refused(peek, "5") == r.SEAT_ASKED
    sootkit = table("puddlewyrm sootkit moonmule", "1 9 70 seat2  7 3 80 seat1")
    assert refused(sootkit, "seat0") == r.TOKEN_ASKED
    assert refused(sootkit, "private2") == r.NO_SUCH_TOKEN


def test_B3a_the_entry_of_this_auction_is_safe_from_the_own_ability() -> None:
    otter = table("inkling-otter moonmule", "1 5000 7 seat1")
    assert public(otter, 1) == [5000]
    opening = table("puddlewyrm inkling-otter moonmule", "1 90 7 seat1  9 3 4 seat1")
    assert refused(opening, "public2") == r.JUST_WRITTEN


def test_B3g_a_single_answer_is_still_asked_for_and_recorded() -> None:
    match = table("puddlewyrm sootkit moonmule", "1 9 70 seat2  7 3 80 seat1")
    assert legal(match) == {"private1"}
    play(match, "private1")
    moves = [entry["move"] for entry in match.record()["moves"]]
    assert moves[-1] == "private1"
    again = mowlab.replay(match.record())
    assert again.state == match.state


def test_totals_after_all_abilities_are_the_sum_of_what_stands() -> None:
    match = table("puddlewyrm moonmule mirror-newt", "1 90 7 seat1  9 40 5 seat2  4 3 60 seat1")
    before = sum(totals(match))
    play(match, "public1 seat2 public2")
    assert match.over
    assert sum(totals(match)) == before, "a swap changes no sum"
