"""The rulebook of MOW, sentence by sentence in its own order, each example by name."""

from __future__ import annotations

import pytest

import mowlab
from mowlab.games.mow import rules as r

from .mow_play import arrow, deck_left, ends, flies, gaps, hand, happened, herd, legal, play, refused, shed, table

ORDINARY = [code for code in mowlab.game("mow", players=6).cards.column("code") if "." in code]


def number(code: str) -> int:
    return int(code[1:].split(".")[0])


# ---- The Aim --------------------------------------------------------------------------------------------------------
def test_the_fewest_flies_win() -> None:
    match = table("gSa", "g8.1", "g9.3", herd="g5.2 g7.0", deck="", flies=[95, 40, 20])
    play(match, "take")
    assert match.over
    assert flies(match) == [95 + 2 + 5, 41, 23]
    assert match.payoffs() == [0, 0, 1]
    assert happened(match, r.WON) == [(2, 23, 0)]


# ---- Contents -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "cards", "all_flies"), [(3, 48, 74), (6, 96, 148)])
def test_a_packet_is_48_cows_with_74_flies(players: int, cards: int, all_flies: int) -> None:
    game = mowlab.game("mow", players=players)
    state = game.match(seed=1).state
    assert state.n_cards == cards
    assert sum(game.cards.column("flies")[:cards]) == all_flies


# ---- How to Play ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(2, 11))
def test_up_to_five_farmers_play_with_the_green_packet_and_more_with_both(players: int) -> None:
    match = mowlab.game("mow", players=players).match(seed=players)
    cards = {code for p in range(players) for code in hand(match, p)}
    assert deck_left(match) == (48 if players <= 5 else 96) - 5 * players
    assert all(len(hand(match, p)) == 5 for p in range(players))
    assert len(cards) == 5 * players
    if players <= 5:
        assert all(code.startswith("g") for code in cards)


def test_the_cards_are_shuffled_well() -> None:
    game = mowlab.game("mow", players=3)
    decks = {tuple(game.match(seed=seed).state.deck) for seed in range(50)}
    assert len(decks) == 50
    assert len({deck[0] for deck in decks}) > 20


def test_the_first_farmer_points_the_arrow_left_plays_a_first_card_and_takes_a_new_one() -> None:
    match = mowlab.game("mow", players=4).match(["you"] * 4, seed=3)
    assert (match.mover, arrow(match), herd(match)) == (0, "left", set())
    first = next(code for code in sorted(hand(match, 0)) if "." in code)
    kept = hand(match, 0) - {first}
    play(match, first)
    assert herd(match) == {first}
    assert ends(match) == (number(first), number(first))
    assert len(hand(match, 0)) == 5
    assert hand(match, 0) > kept
    assert (match.mover, deck_left(match)) == (1, 48 - 20 - 1)


def test_each_farmer_in_turn_adds_a_greater_or_a_lower_number_and_takes_a_new_card() -> None:
    match = table("g8.0", "g5.0", "g11.0", deck="g1.0 g2.0 g3.0 g4.0")
    play(match, "g8.0", "g5.0", "g11.0")
    assert herd(match) == {"g8.0", "g5.0", "g11.0"}
    assert ends(match) == (5, 11)
    assert [hand(match, p) for p in range(3)] == [{"g1.0"}, {"g2.0"}, {"g3.0"}]
    assert match.mover == 0


def test_example_from_7_to_11_a_cow_may_be_less_than_7_or_greater_than_11() -> None:
    held = [code for code in ORDINARY if code not in ("g7.0", "g11.0", "y1.0", "y15.0")]
    match = table(" ".join(held), "y1.0", "y15.0", herd="g7.0 g11.0")
    allowed = {code for code in held if number(code) < 7 or number(code) > 11}
    assert legal(match) == allowed | {"take"}
    assert {"g6.0", "g12.0", "y2.1", "y14.1"} <= allowed
    assert {refused(match, code) for code in held if 7 < number(code) < 11} == {r.INSIDE_LINE}
    assert {refused(match, code) for code in held if number(code) in (7, 11)} == {r.SAME_AS_END}


# ---- Special Cows (Green Packet) ------------------------------------------------------------------------------------
def test_a_blocking_cow_blocks_off_one_end_of_the_line() -> None:
    match = table("gB0 g1.0 g9.0", "g4.0", "g6.0", herd="g5.0 g7.0")
    assert legal(match) == {"gB0", "g1.0", "g9.0", "take"}
    play(match, "gB0", "keep")
    assert ends(match) == (0, 7)
    assert refused(match, "g4.0") == r.INSIDE_LINE  # nothing is lower than 0
    match = table("gB16", "g15.0", "g2.0", herd="g5.0 g7.0")
    play(match, "gB16", "keep")
    assert legal(match) == {"take"}
    play(match, "take", "g15.0")
    assert ends(match) == (15, 15)


@pytest.mark.parametrize(("acrobat", "base"), [("gA7", "g7.2"), ("gA9", "g9.3"), ("gA9", "g9.0"), ("gA7", "g7.1")])
@pytest.mark.parametrize("others", ["", "g3.0 g12.0"])
def test_an_acrobat_jumps_on_a_cow_with_its_number(acrobat: str, base: str, others: str) -> None:
    match = table(acrobat, "g1.0", "g2.0", herd=f"{base} {others}")
    before = ends(match)
    play(match, acrobat)
    assert herd(match) == {acrobat, base, *others.split()}
    assert ends(match) == before, "it stands on the cow, not in the line"


@pytest.mark.parametrize(
    ("acrobat", "line"), [("gA7", "g6.0 g8.0"), ("gA9", "g8.0 g10.0"), ("gA7", "g9.0"), ("gA9", "g7.0")]
)
def test_an_acrobat_cannot_be_played_without_its_cow(acrobat: str, line: str) -> None:
    match = table(acrobat, "g1.0", "g2.0", herd=line)
    assert refused(match, acrobat) == r.NO_SAME_NUMBER


def test_example_a_slowpoke_takes_the_place_of_the_6_7_or_8_between_the_5_and_the_9() -> None:
    match = table("gSa g7.0", "gSb", "g1.0", herd="g5.0 g9.0")
    assert gaps(match) == [6, 7, 8]
    assert refused(match, "g7.0") == r.INSIDE_LINE
    play(match, "gSa")
    assert ends(match) == (5, 9)
    assert len(gaps(match)) == 2
    assert set(gaps(match)) < {6, 7, 8}
    play(match, "keep", "gSb")
    assert len(gaps(match)) == 1


@pytest.mark.parametrize("line", ["g5.0 g6.0", "g5.0", "g5.0 g6.0 g7.0 gA7"])
def test_a_slowpoke_needs_a_missing_number(line: str) -> None:
    assert refused(table("gSa", "g1.0", "g2.0", herd=line), "gSa") == r.NO_GAP


@pytest.mark.parametrize("special", ["gB0", "gB16", "gA7", "gA9", "gSa", "gSb"])
@pytest.mark.parametrize(("choice", "side", "following"), [("turn", "right", 3), ("keep", "left", 1)])
def test_who_plays_a_green_special_may_turn_the_arrow(special: str, choice: str, side: str, following: int) -> None:
    match = table(special, "g1.0", "g2.0", "g14.0", herd="g7.0 g9.1")
    play(match, special)
    assert (match.mover, legal(match)) == (0, {"keep", "turn"})
    play(match, choice)
    assert (arrow(match), match.mover) == (side, following)


def test_the_game_goes_on_in_the_direction_of_the_arrow() -> None:
    match = table("gSa", "g1.0", "g2.0", "g14.0", herd="g7.0 g9.1", direction=-1)
    play(match, "gSa", "keep")
    assert match.mover == 3
    play(match, "g14.0")
    assert match.mover == 2
    match = table("gSa", "g1.0", "g2.0", "g14.0", herd="g7.0 g9.1", direction=-1)
    assert play(match, "gSa", "turn").mover == 1


# ---- Special Cows (Yellow Packet) -----------------------------------------------------------------------------------
def test_a_yellow_blocking_cow_blocks_off_one_end_too() -> None:
    match = table("yB16", "g15.0", "g2.0", herd="g5.0 g7.0")
    play(match, "yB16", "keep")
    assert ends(match) == (5, 16)
    assert legal(match) == {"take"}


@pytest.mark.parametrize(("side", "value"), [("yC-", 7), ("yC+", 9)])
def test_a_calf_is_one_more_or_one_less_than_the_flyless_cow_at_the_end(side: str, value: int) -> None:
    match = table("yC", "g1.0", "g2.0", herd="g8.0")
    play(match, side)
    assert ends(match) == tuple(sorted((8, value)))
    assert herd(match) == {"yC", "g8.0"}


def test_a_calf_stands_at_the_end_of_the_line_beside_a_cow_without_flies() -> None:
    match = table("yC", "g1.0", "g2.0", herd="g5.1 g8.0")
    assert (refused(match, "yC-"), refused(match, "yC+")) == (r.NOT_FLYLESS, r.OK)
    match = table("yC", "g1.0", "g2.0", herd="g5.1 g6.0 g8.2")
    assert legal(match) == {"take"}


def test_beside_the_1_the_calf_is_worth_0_and_no_cow_may_follow_it() -> None:
    match = table("yC", "gB0 yB0", "g2.0", herd="g1.0 g6.1")
    play(match, "yC-")
    assert ends(match) == (0, 6)
    play(match, "keep")
    assert legal(match) == {"take"}


def test_after_a_thin_cow_no_card_is_drawn() -> None:
    match = table("yT7 g1.0", "g2.0", "g3.0", herd="g6.0")
    left = deck_left(match)
    play(match, "yT7", "keep")
    assert (hand(match, 0), deck_left(match), ends(match)) == ({"g1.0"}, left, (6, 7))


def test_after_a_dairy_cow_two_cards_are_drawn() -> None:
    match = table("yD9 g1.0", "g2.0", "g3.0", herd="g6.0", deck="g4.0 g5.0 g7.0")
    play(match, "yD9", "keep")
    assert (hand(match, 0), deck_left(match), ends(match)) == ({"g1.0", "g4.0", "g5.0"}, 1, (6, 9))


@pytest.mark.parametrize("eight", ["g8.0", "g8.1", "y8.2", "y8.3"])
@pytest.mark.parametrize("line", ["{}", "{} g5.0 g12.1", "g6.0 {}"])
def test_the_mad_cow_takes_the_place_of_the_8_which_goes_to_the_hand(eight: str, line: str) -> None:
    match = table("yM g3.0", "g2.0", "g4.0", herd=line.format(eight))
    before, left = ends(match), deck_left(match)
    play(match, "yM")
    assert hand(match, 0) == {eight, "g3.0"}
    assert eight not in herd(match)
    assert "yM" in herd(match)
    assert (ends(match), deck_left(match)) == (before, left), "no card is drawn"


def test_beside_a_mad_cow_only_cows_with_flies_can_be_added() -> None:
    match = table("g3.0 g4.1 g12.2 g15.0 gB0 gA7 gSa", "g1.0", "g2.0", herd="g8.0 g7.0 yM g10.1")
    assert legal(match) == {"g4.1", "g12.2", "gB0", "gA7", "gSa", "take"}
    assert refused(match, "g3.0") == refused(match, "g15.0") == r.MAD_HERD


@pytest.mark.parametrize("special", ["yB0", "yB16", "yC-", "yT7", "yD9", "yM"])
def test_who_plays_a_yellow_special_may_name_the_next_farmer(special: str) -> None:
    match = table(special.rstrip("-"), "g1.0", "g2.0", "g14.0", herd="g8.0")
    play(match, special)
    assert (match.mover, legal(match)) == (0, {"keep", "next1", "next2", "next3"})
    play(match, "next2")
    assert (match.mover, arrow(match)) == (2, "left")
    play(match, "take", "g2.0")
    assert match.mover == 3, "and the game goes on from there"


# ---- Bring the Herd into the Cowshed --------------------------------------------------------------------------------
def test_a_farmer_who_cannot_add_a_cow_takes_the_herd_and_starts_a_new_one() -> None:
    match = table("g7.1 g8.1", "g1.0", "g2.0", herd="g6.0 g10.2 g12.1", deck="g3.0 g4.0")
    assert legal(match) == {"take"}
    play(match, "take")
    assert (shed(match, 0), herd(match)) == ({"g6.0", "g10.2", "g12.1"}, set())
    assert (match.mover, legal(match)) == (0, {"g7.1", "g8.1"})
    play(match, "g8.1")
    assert (herd(match), hand(match, 0), match.mover) == ({"g8.1"}, {"g7.1", "g3.0"}, 1)


def test_a_farmer_who_does_not_want_to_add_a_cow_takes_the_herd_too() -> None:
    match = table("g4.0 g8.1", "g1.0", "g2.0", herd="g6.0 g10.2")
    assert legal(match) == {"g4.0", "take"}
    play(match, "take")
    assert legal(match) == {"g4.0", "g8.1"}


def test_cows_in_a_cowshed_never_come_back_in_that_round() -> None:
    match = table("g8.1", "g1.0", "g2.0", herd="g6.0 g10.2", deck="g3.0 g4.0", sheds=["g11.0", "", ""])
    play(match, "take", "g8.1", "take", "g1.0")
    assert (shed(match, 0), shed(match, 1)) == ({"g6.0", "g10.2", "g11.0"}, {"g8.1"})


# ---- End of the Round and End of the Game ---------------------------------------------------------------------------
def test_after_the_last_card_of_the_deck_the_round_goes_on_until_a_herd_is_taken() -> None:
    match = table("g8.1 g3.0", "g9.1 g2.0", "g14.1", herd="g6.0", deck="g5.1")
    play(match, "g8.1")
    assert happened(match, r.DECK_EMPTIED) == [(0, 0, 0)]
    assert deck_left(match) == 0
    play(match, "g9.1")
    assert hand(match, 1) == {"g2.0"}, "nothing to draw"
    play(match, "g14.1")
    assert (hand(match, 2), match.state.rounds) == (set(), 0)
    play(match, "take")
    assert match.state.rounds == 1


def test_cows_in_hand_count_with_those_in_the_cowshed() -> None:
    match = table("g8.1 gSa", "g9.3", "", herd="g6.2 g7.1", deck="", sheds=["g10.2", "g11.1", "g3.0"])
    play(match, "take")
    assert flies(match) == [1 + 5 + 2 + 1 + 2, 3 + 1, 0]
    assert happened(match, r.HAND_SCORED) == [(0, 6, 2), (1, 3, 1), (2, 0, 0)]
    assert happened(match, r.ROUND_SCORED) == [(0, 11, 11), (1, 4, 4), (2, 0, 0)]


def test_flies_are_added_to_a_running_total_and_a_new_round_begins_below_100() -> None:
    match = table("g8.1", "g9.3", "gSa", herd="g6.2", deck="", flies=[96, 10, 20])
    play(match, "take")
    assert flies(match) == [99, 13, 25]
    assert not match.over
    assert match.state.rounds == 1
    assert all(len(hand(match, p)) == 5 for p in range(3))
    assert (deck_left(match), herd(match), shed(match, 0)) == (48 - 15, set(), set())


def test_with_100_flies_the_game_ends() -> None:
    match = table("g8.1", "g9.3", "gSa", herd="g6.2", deck="", flies=[97, 10, 20])
    play(match, "take")
    assert flies(match) == [100, 13, 25]
    assert match.over
    assert legal(match) == set()


# ---- Head to Head ---------------------------------------------------------------------------------------------------
def test_two_farmers_start_three_herds_and_then_the_second_goes_on_with_the_first() -> None:
    match = table("g5.0 g6.0", "g7.0 g8.0", herds=["", "", ""], deck="g1.0 g2.0 g3.0 g4.0 g9.0")
    assert match.state.n_cards == 48
    play(match, "g5.0", "g7.0", "g6.0")
    assert [herd(match, h) for h in range(3)] == [{"g5.0"}, {"g7.0"}, {"g6.0"}]
    assert (match.mover, match.state.herd) == (1, 0)
    play(match, "g8.0")
    assert herd(match, 0) == {"g5.0", "g8.0"}
    assert (match.mover, match.state.herd) == (0, 1)


def test_two_farmers_take_a_herd_and_start_a_new_one_in_its_place_and_the_others_stay() -> None:
    match = table("g12.0", "g7.0", herds=["g4.0 g14.1", "g5.2", "g6.2"], deck="g1.0 g2.0")
    play(match, "take")
    assert (legal(match), shed(match, 0)) == ({"g12.0"}, {"g4.0", "g14.1"})
    play(match, "g12.0")
    assert [herd(match, h) for h in range(3)] == [{"g12.0"}, {"g5.2"}, {"g6.2"}]
    assert (match.mover, match.state.herd) == (1, 1)


def test_two_farmers_score_nothing_for_the_two_herds_left() -> None:
    match = table("g12.1", "g7.3", herds=["g4.2", "g5.2", "g6.2"], deck="", pointer=1)
    play(match, "take")
    assert flies(match) == [2 + 1, 3]


def test_two_farmers_begin_each_round_with_the_arrow_to_the_left_and_the_first_herd() -> None:
    match = table("g12.1", "g7.3", herds=["g4.2", "g5.2", "g6.2"], deck="", pointer=2, direction=-1)
    play(match, "take")
    assert (arrow(match), match.state.herd) == ("left", 0)
    assert [herd(match, h) for h in range(3)] == [set()] * 3
