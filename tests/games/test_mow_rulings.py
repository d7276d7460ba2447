"""Where the rulebook is silent, the rulings M1 to M30 decide; each has a test that carries its number."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.games.mow import rules as r
from mowlab.match import Match

from .mow_play import arrow, deck_left, ends, flies, gaps, hand, happened, herd, legal, play, refused, shed, table


def round_ends(scores: list[int], starter: int = 0, **options: Any) -> Match:
    """A match in which seat 0 has just taken a flyless herd from an empty deck: a round ended with these totals."""
    hands = ["g12.0", "g13.0", "g14.0", "g15.0"][: len(scores)]
    match = table(*hands, herd="g6.0", deck="", flies=scores, starter=starter, options=options)
    return play(match, "take")


# ---- who starts -----------------------------------------------------------------------------------------------------
def test_M01_seat_0_starts_round_one_or_chance_decides() -> None:
    fixed = {mowlab.game("mow", players=5).match(seed=seed).mover for seed in range(20)}
    assert fixed == {0}
    game = mowlab.game("mow", players=5, random_starter="random")
    drawn = [game.match(seed=seed) for seed in range(60)]
    assert {match.mover for match in drawn} == set(range(5))
    assert all(match.opening.chance[0] == match.mover == match.state.starter for match in drawn)
    assert game.match(seed=7).mover == game.match(seed=7).mover


@pytest.mark.parametrize(("scores", "starter"), [([9, 40, 20, 3], 1), ([9, 4, 2, 30], 3), ([50, 4, 2, 30], 0)])
def test_M02_the_farmer_with_most_flies_starts_the_next_round(scores: list[int], starter: int) -> None:
    match = round_ends(scores)
    assert (match.mover, match.state.starter) == (starter, starter)
    assert happened(match, r.ROUND_STARTED)[-1] == (starter, 2, 0)


@pytest.mark.parametrize(
    ("scores", "last", "starter"),
    [
        ([7, 7, 7, 7], 0, 1),
        ([7, 7, 7, 7], 3, 0),
        ([7, 0, 7, 0], 0, 2),
        ([7, 0, 7, 0], 2, 0),
        ([7, 0, 7, 0], 1, 2),
        ([7, 7, 0, 0], 0, 1),
    ],
)
def test_M02a_of_those_tied_the_first_to_the_left_of_the_last_starter_starts(
    scores: list[int], last: int, starter: int
) -> None:
    assert round_ends(scores, starter=last).mover == starter


def test_M02a_a_starter_who_had_to_pass_was_the_starter_all_the_same() -> None:
    match = table("gA7 gSa", "g1.0", "g2.0", deck="g3.0", starter=0, flies=[0, 10, 10])
    play(match, "pass", "g1.0", "g2.0", "take")
    assert flies(match) == [10, 10, 10]
    assert match.mover == 1, "seat 0 was the last starter, so it comes last of those tied"


def test_M02_by_chance_if_so_wanted() -> None:
    matches = [
        table(
            "g12.0",
            "g13.0",
            "g14.0",
            herd="g6.0",
            deck="",
            flies=[5, 9, 9],
            options={"random_starter": "random"},
            seed=s,
        )
        for s in range(30)
    ]
    assert {play(match, "take").mover for match in matches} == {1, 2}
    assert {match.turns[0].chance[0] for match in matches} == {0, 1}
    alone = table(
        "g12.0", "g13.0", "g14.0", herd="g6.0", deck="", flies=[5, 8, 9], options={"random_starter": "random"}
    )
    assert play(alone, "take").mover == 2
    assert sorted(alone.turns[0].chance) == list(range(48)), "where nobody is tied, chance shuffles and no more"


def test_M03_the_arrow_points_left_again_in_a_new_round() -> None:
    match = table("g12.0", "g13.0", "g14.0", herd="g6.0", deck="", flies=[0, 9, 0], direction=-1)
    assert arrow(match) == "right"
    play(match, "take")
    assert (arrow(match), match.mover) == ("left", 1)


# ---- starting a herd ------------------------------------------------------------------------------------------------
def test_M04_only_a_card_with_a_number_of_its_own_starts_a_herd() -> None:
    match = table("gA7 gA9 gSa gSb yC yM gB0 gB16 yT7 yD9 g7.0 y15.0", "g1.0", "g2.0")
    assert legal(match) == {"gB0", "gB16", "yT7", "yD9", "g7.0", "y15.0"}
    for card in ("gA7", "gA9", "gSa", "gSb", "yC-", "yC+", "yM"):
        assert refused(match, card) == r.NEEDS_NUMBER
    for card in ("gB16", "yT7", "yD9"):
        match.play(card)
        assert ends(match) == ({"gB16": 16, "yT7": 7, "yD9": 9}[card],) * 2
        match.undo()


def test_M05_who_holds_no_printed_number_passes_without_drawing_and_the_next_farmer_starts() -> None:
    match = table("gA7 gA9 gSa yC yM", "g1.0 gSb", "g2.0")
    left = deck_left(match)
    assert legal(match) == {"pass"}
    play(match, "pass")
    assert (match.mover, deck_left(match), hand(match, 0)) == (1, left, {"gA7", "gA9", "gSa", "yC", "yM"})
    assert happened(match, r.PASSED) == [(0, 0, 0)]
    assert legal(match) == {"g1.0"}


@pytest.mark.parametrize(("cards", "line"), [("gA7 g1.0", ""), ("gA7 gSa", "g8.0"), ("g9.0", "g8.0"), ("gB0", "")])
def test_M05_nobody_else_may_pass(cards: str, line: str) -> None:
    assert refused(table(cards, "g3.0", "g4.0", herd=line), "pass") == r.CAN_START


def test_M05_after_several_passes_somebody_starts() -> None:
    match = table("gA7 gSa", "gA9 gSb", "yC yM", "g4.0")
    play(match, "pass", "pass", "pass", "g4.0")
    assert (herd(match), match.mover) == ({"g4.0"}, 0)


@pytest.mark.parametrize(("direction", "following"), [(1, 1), (-1, 3)])
def test_M05a_after_taking_a_herd_too_the_next_farmer_in_the_direction_of_the_arrow_must_start(
    direction: int, following: int
) -> None:
    match = table("gA7 gSa yC yM", "g1.0", "g2.0", "g3.0", herd="g8.0", direction=direction)
    play(match, "take")
    assert legal(match) == {"pass"}
    play(match, "pass")
    assert match.mover == following
    assert legal(match) == {f"g{following}.0"}


def test_M05a_with_two_farmers_the_other_must_start_the_same_herd() -> None:
    match = table("gA7 gSa yC yM", "g9.0 g1.0", herds=["g8.0", "g5.0", "g6.0"])
    play(match, "take", "pass")
    assert (match.mover, match.state.herd, legal(match)) == (1, 0, {"g9.0", "g1.0"})
    play(match, "g9.0")
    assert (match.mover, match.state.herd) == (0, 1)


def test_M06_there_is_nothing_to_take_in_an_empty_herd() -> None:
    match = table("g7.0", "g1.0", "g2.0", herd="g8.0")
    play(match, "take")
    assert refused(match, "take") == r.NO_HERD
    assert "take" not in legal(match)


# ---- specials and their choices -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("special", "choice"), [("gSa", "turn"), ("gSa", "keep"), ("yB0", "next2"), ("yD9", "keep")])
def test_M07_first_draw_then_choose(special: str, choice: str) -> None:
    match = table(special, "g1.0", "g2.0", herd="g3.0 g8.0", deck="g4.0 g5.0 g6.0")
    play(match, special)
    drawn = {"g4.0", "g5.0"} if special == "yD9" else {"g4.0"}
    assert hand(match, 0) == drawn, "the new card is known before the choice"
    assert match.mover == 0
    assert refused(match, "g4.0") in (r.CHOOSE_ARROW_FIRST, r.CHOOSE_NEXT_FIRST)
    play(match, choice)
    kinds = [row[0] for turn in match.turns for row in turn.events]
    assert kinds == sorted(kinds, key=[r.PLAYED, r.DREW, r.TURNED, r.KEPT, r.NAMED].index)


def test_M08_the_arrow_may_be_kept_or_turned_after_every_green_special_with_two_farmers_too() -> None:
    for players in (2, 3, 5):
        others = ["g1.0", "g2.0", "g14.0", "g13.0"][: players - 1]
        herds = ["g3.0 g8.0"] + ["g5.0", "g6.0"] * (players == 2)
        match = table("gSa", *others, herds=herds)
        play(match, "gSa")
        assert legal(match) == {"keep", "turn"}
        assert refused(match, "next1") == r.ARROW_ONLY
        assert refused(match, "take") == r.CHOOSE_ARROW_FIRST


@pytest.mark.parametrize(("choice", "following"), [("keep", 2), ("next0", 0), ("next2", 2), ("next3", 3)])
@pytest.mark.parametrize("direction", [1, -1])
def test_M09_any_other_farmer_can_be_named_or_nobody_and_the_arrow_stays(
    choice: str, following: int, direction: int
) -> None:
    match = table("g1.0", "yB0", "g2.0", "g14.0", herd="g8.0", turn=1, direction=direction)
    play(match, "yB0")
    assert legal(match) == {"keep", "next0", "next2", "next3"}
    assert refused(match, "turn") == r.NEXT_ONLY
    assert refused(match, "g1.0") == r.CHOOSE_NEXT_FIRST
    assert refused(match, "next4") == r.NO_SUCH_SEAT
    play(match, choice)
    if choice == "keep":
        following = 1 + direction
    assert (match.mover, match.state.direction) == (following, direction)


def test_M09_with_two_farmers_naming_the_other_is_the_usual_order() -> None:
    match = table("yB0", "g1.0", herds=["g8.0", "g5.0", "g6.0"])
    play(match, "yB0")
    assert legal(match) == {"keep", "next1"}
    play(match, "next1")
    assert (match.mover, match.state.herd) == (1, 1)


def test_M09a_nobody_names_himself() -> None:
    match = table("g1.0", "yB0", "g2.0", herd="g8.0", turn=1)
    play(match, "yB0")
    assert refused(match, "next1") == r.NOT_YOURSELF


@pytest.mark.parametrize("move", ["keep", "turn", "next1"])
def test_M07_M08_M09_there_is_nothing_to_choose_without_a_special(move: str) -> None:
    assert refused(table("g1.0 g9.0", "g3.0", "g4.0", herd="g8.0"), move) == r.NOTHING_TO_CHOOSE


# ---- slowpokes, acrobats, blockers ----------------------------------------------------------------------------------
def test_M10_a_gap_of_two_numbers_holds_two_slowpokes_and_one_of_one_holds_one() -> None:
    match = table("gSa", "gSb", "g1.0", herd="g5.0 g8.0")
    play(match, "gSa", "keep", "gSb", "keep")
    assert gaps(match) == []
    match = table("gSa", "gSb", "g1.0", herd="g5.0 g7.0")
    play(match, "gSa", "keep")
    assert refused(match, "gSb") == r.NO_GAP


SOME_COWS = "g1.0 g3.0 g5.1 g7.2 g8.1 g9.0 g11.0 g15.0 gB0 gB16 yC- yC+ yT7 yD9 yM gA7 gA9 gSa gSb"
LINES = st.lists(
    st.sampled_from(SOME_COWS.split()),
    min_size=1,
    max_size=14,
    unique_by=lambda move: move.rstrip("+-"),
)


@given(LINES)
def test_M10_missing_numbers_are_the_span_less_the_cows_in_it(moves: list[str]) -> None:
    match = table(" ".join(dict.fromkeys(move.rstrip("+-") for move in moves)), "y1.0", "y2.0", deck="y3.0 y4.0")
    for move in moves:
        if match.why_not(move) is None:
            match.play(move)
            if match.state.phase != r.PLAYING:
                match.play("keep")
            match.state.turn = 0
        line = herd(match) - {"gA7", "gA9"}
        if line:
            low, high = ends(match)
            assert len(gaps(match)) == high - low + 1 - len(line) >= 0
            slowpokes = {card for card in hand(match, 0) if card in ("gSa", "gSb")}
            assert (slowpokes & legal(match) == slowpokes) == (len(gaps(match)) > 0 or not slowpokes)


def test_M10a_a_slowpoke_stands_in_the_lowest_missing_number() -> None:
    match = table("gSa", "gSb", "g1.0", herd="g3.0 g4.0 g7.0 g9.0")
    play(match, "gSa", "keep", "gSb")
    placed = [(what, more % r.SLOTS) for _, what, more in happened(match, r.PLAYED)]
    assert placed == [(match.action("gSa"), 5), (match.action("gSb"), 6)]
    assert gaps(match) == [8]


@pytest.mark.parametrize(
    ("line", "missing"), [("g4.0 gB0", [1, 2, 3]), ("g14.0 yB16", [15]), ("gB0 gB16", [*range(1, 16)])]
)
def test_M11_a_gap_beside_a_blocking_cow_is_a_gap(line: str, missing: list[int]) -> None:
    match = table("gSa", "g1.0", "g2.0", herd=line)
    assert gaps(match) == missing
    play(match, "gSa")
    assert gaps(match) == missing[1:]


def test_M12_two_acrobats_on_one_cow_need_packets_with_two_of_a_number_and_are_then_allowed(
    tmp_path: pathlib.Path,
) -> None:
    assert [row["number"] for row in mowlab.game("mow").cards.rows if row["kind"] == "acrobat"] == [7, 9]
    text = (pathlib.Path(mowlab.__file__).parent / "games" / "mow" / "cards.toml").read_text("utf-8")
    (tmp_path / "twins.toml").write_text(text.replace('kind = "acrobat", number = 9', 'kind = "acrobat", number = 7'))
    game = mowlab.game("mow", players=3, cards=tmp_path / "twins.toml")
    position = {"hands": [["gA7"], ["gA9"], ["g1.0"]], "herds": [["g7.0"]]}
    match = play(game.match(["you"] * 3, position=position), "gA7", "keep", "gA9", "keep")
    assert (herd(match), ends(match)) == ({"g7.0", "gA7", "gA9"}, (7, 7))


@pytest.mark.parametrize("line", ["g7.3", "yT7", "y7.0 g9.1", "g5.0 yT7 g12.0"])
def test_M13_an_acrobat_jumps_on_a_printed_7(line: str) -> None:
    assert refused(table("gA7", "g1.0", "g2.0", herd=line), "gA7") == r.OK


@pytest.mark.parametrize("line", ["g8.0 yC-", "g6.0 yC+", "g6.0 g8.1 gSa"])
def test_M13_a_calf_or_a_slowpoke_that_stands_for_a_7_does_not_carry_it(line: str) -> None:
    match = table("gA7", "g1.0", "g2.0", herd=line)
    assert 7 not in gaps(match)
    assert refused(match, "gA7") == r.NO_SAME_NUMBER


@pytest.mark.parametrize(("line", "carries"), [("yD9 g3.0", True), ("g10.0 yC-", False), ("g8.0 g10.1 gSa", False)])
def test_M13_an_acrobat_9_needs_a_printed_9(line: str, carries: bool) -> None:
    match = table("gA9", "g1.0", "g2.0", herd=line)
    assert refused(match, "gA9") == (r.OK if carries else r.NO_SAME_NUMBER)


@pytest.mark.parametrize(
    ("line", "second"),
    [
        ("gB0", "yB0"),
        ("yB0 g5.0", "gB0"),
        ("g12.1 gB16", "yB16"),
        ("g1.0 yC-", "gB0"),
        ("g1.0 yC-", "yB0"),
        ("g15.0 yC+", "gB16"),
        ("g15.0 yC+", "yB16"),
    ],
)
def test_M14_a_second_0_or_16_does_not_fit_while_one_is_there(line: str, second: str) -> None:
    match = table(second, "g6.0", "g7.0", herd=line)
    assert refused(match, second) == r.SAME_AS_END
    play(match, "take", second)
    assert second in herd(match)


def test_M14_a_0_and_a_16_are_at_different_ends() -> None:
    match = table("gB0 yB16", "g6.0", "g7.0", herd="g8.1")
    play(match, "gB0", "turn", "take", "g7.0", "take", "g6.0", "yB16", "keep")
    assert ends(match) == (6, 16)


# ---- the calf -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "sides"),
    [
        ("g8.0", {"yC-", "yC+"}),
        ("g8.1", set()),
        ("g5.0 g8.1", {"yC-"}),
        ("g5.1 g8.0", {"yC+"}),
        ("g5.0 g8.0", {"yC-", "yC+"}),
        ("g5.2 g6.0 g8.3", set()),
        ("gB0 g3.0", {"yC+"}),
        ("g3.0 gB16", {"yC-"}),
        ("yT7", set()),
    ],
)
def test_M15_a_calf_stands_beside_a_flyless_cow_at_either_end(line: str, sides: set[str]) -> None:
    match = table("yC", "g1.0", "g2.0", herd=line)
    assert legal(match) == sides | {"take"}
    assert refused(match, "yC") == r.WHICH_END
    for side in {"yC-", "yC+"} - sides:
        assert refused(match, side) == r.NOT_FLYLESS


def test_M15_its_value_is_fixed_when_it_is_played() -> None:
    match = table("yC g4.1", "g3.0", "g2.0", herd="g6.0", deck="y10.0")
    play(match, "yC-", "keep")
    assert ends(match) == (5, 6)
    play(match, "g3.0")
    assert (ends(match), gaps(match)) == ((3, 6), [4])
    assert match.state.cow[5] == match.action("yC")


def test_M15_no_calf_beside_a_calf_or_a_slowpoke_as_they_have_flies() -> None:
    flies_of = dict(zip(*(mowlab.game("mow").cards.column(name) for name in ("code", "flies")), strict=True))
    assert flies_of["yC"] == flies_of["gSa"] == 5


@pytest.mark.parametrize(("side", "value"), [("yC-", (0, 1)), ("yC+", (1, 2))])
def test_M15a_beside_the_1_it_is_0_or_2(side: str, value: tuple[int, int]) -> None:
    assert ends(play(table("yC", "g6.0", "g7.0", herd="y1.0"), side)) == value


def test_M16_beside_the_15_it_is_16_and_nothing_follows() -> None:
    match = table("yC", "gB16 yB16 y15.0 g1.0", "g2.0", herd="g15.0")
    play(match, "yC+", "keep")
    assert ends(match) == (15, 16)
    assert legal(match) == {"g1.0", "take"}


@pytest.mark.parametrize(
    ("line", "sides"), [("g7.0 gA7", {"yC-", "yC+"}), ("g7.1 gA7", set()), ("g9.0 gA9 g3.1", {"yC+"})]
)
def test_M17_an_acrobat_on_top_of_the_flyless_cow_is_no_obstacle(line: str, sides: set[str]) -> None:
    assert legal(table("yC", "g1.0", "g2.0", herd=line)) == sides | {"take"}


# ---- the mad cow ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("line", ["g8.0", "y8.3 g9.0", "g3.0 g8.2 g12.0", "g12.0 g8.1"])
def test_M18_the_mad_cow_takes_the_place_of_any_printed_8(line: str) -> None:
    assert refused(table("yM", "g1.0", "g2.0", herd=line), "yM") == r.OK


@pytest.mark.parametrize("line", ["g7.0", "g7.0 g9.0", "g7.0 g9.1 gSa", "g7.0 yC+", "g9.0 yC-", "gB0 gB16"])
def test_M18_not_of_a_slowpoke_or_a_calf_that_stands_for_an_8(line: str) -> None:
    assert refused(table("yM", "g1.0", "g2.0", herd=line), "yM") == r.NO_EIGHT


def test_M19_it_counts_as_an_8_and_the_hand_keeps_its_size() -> None:
    match = table("yM g3.0", "g7.1 g9.1", "gSa", herd="g8.3 g5.1")
    left = deck_left(match)
    play(match, "yM", "keep")
    assert (ends(match), gaps(match), hand(match, 0), deck_left(match)) == ((5, 8), [6, 7], {"g8.3", "g3.0"}, left)
    assert legal(match) == {"g9.1", "take"}
    play(match, "g9.1", "gSa")
    assert gaps(match) == [7]
    assert shed(play(match, "keep", "take"), 0) == {"yM", "g5.1", "g9.1", "gSa"}


def test_M19_the_8_in_hand_can_be_played_again_and_all_know_who_holds_it() -> None:
    match = table("yM", "g1.0", "g2.0", herd="g8.3", deck="g4.0 g5.0 g6.0")
    play(match, "yM", "keep")
    eight = match.action("g8.3")
    assert all(match.view(seat).state.place[eight] == r.HAND for seat in range(3))
    play(match, "take", "g1.0", "g2.0", "g8.3")
    assert match.state.shown == -1


def test_M20_beside_a_mad_cow_flyless_cows_do_not_fit_and_specials_do() -> None:
    match = table("gB0 gSa gA7 y1.0 g2.0 g2.1", "g12.0", "g13.0", herd="g8.3 g7.0 g5.1 yM")
    assert legal(match) == {"gB0", "gSa", "gA7", "g2.1", "take"}
    assert refused(match, "y1.0") == r.MAD_HERD


def test_M20_it_ends_when_the_herd_is_taken_and_concerns_its_own_herd_alone() -> None:
    match = table("g12.0", "g13.0", "g14.0", herd="g8.3 yM")
    assert refused(match, "g12.0") == r.MAD_HERD
    play(match, "take", "g12.0", "g13.0")
    assert ends(match) == (12, 13)
    match = table("g9.0", "g1.0 g14.0", herds=["g5.0", "g8.3 yM", "g7.0"])
    play(match, "g9.0")
    assert legal(match) == {"take"}
    play(match, "take", "g1.0")
    assert match.state.mad[:3] == [0, 0, 0]


# ---- thin and dairy cow ---------------------------------------------------------------------------------------------
def test_M21_the_hand_stays_one_smaller_after_a_thin_cow_and_one_larger_after_a_dairy_cow() -> None:
    match = table("yT7 g1.0 g2.0 g13.0 g14.0", "yD9 g3.0 g4.0 g11.0 g12.0", "g5.0", herd="g6.0")
    play(match, "yT7", "keep")
    assert match.state.held[:2] == [4, 5]
    play(match, "yD9", "next0", "g13.0")
    assert match.state.held[:2] == [4, 6], "and they draw one card for each they play"
    play(match, "take", "g3.0")
    assert match.state.held[:2] == [4, 6]


@pytest.mark.parametrize(("deck", "drawn"), [("g4.0 g5.0 g10.0", 2), ("g4.0 g5.0", 2), ("g4.0", 1), ("", 0)])
def test_M21_a_dairy_cow_draws_what_is_left(deck: str, drawn: int) -> None:
    match = table("yD9", "g1.0", "g2.0", herd="g8.0", deck=deck)
    play(match, "yD9")
    assert len(hand(match, 0)) == drawn
    assert deck_left(match) == len(deck.split()) - drawn
    assert len(happened(match, r.DECK_EMPTIED)) == (0 < len(deck.split()) <= 2)


# ---- the end of a round ---------------------------------------------------------------------------------------------
def test_M22_with_an_empty_hand_and_an_empty_deck_the_herd_must_be_taken_and_the_round_ends() -> None:
    match = table("g9.0", "", "g2.0", herd="g8.0", deck="")
    play(match, "g9.0")
    assert legal(match) == {"take"}
    play(match, "take")
    assert match.state.rounds == 1


def test_M23_a_special_that_draws_the_last_card_still_has_its_effect() -> None:
    match = table("gSa", "g1.0", "g2.0", herd="g3.0 g8.0", deck="g4.0")
    play(match, "gSa")
    assert deck_left(match) == 0
    assert legal(match) == {"keep", "turn"}
    play(match, "turn")
    assert (match.mover, arrow(match), match.state.rounds) == (2, "right", 0)
    play(match, "g2.0")
    assert match.state.rounds == 0, "the round goes on until somebody takes a herd"
    play(match, "take")
    assert match.state.rounds == 1


@pytest.mark.parametrize(("players", "left"), [(6, 66), (7, 61), (8, 56), (9, 51), (10, 46)])
def test_M24_six_to_ten_farmers_hold_five_cards_too(players: int, left: int) -> None:
    match = mowlab.game("mow", players=players).match(seed=1)
    assert (deck_left(match), match.state.held[:players]) == (left, [5] * players)


@pytest.mark.parametrize(
    ("before", "after", "payoffs"),
    [
        ([98, 97, 50], [100, 100, 50], [0, 0, 1]),
        ([98, 99, 99], [100, 102, 99], [0, 0, 1]),
        ([98, 97, 97], [100, 100, 97], [0, 0, 1]),
        ([98, 47, 50], [100, 50, 50], [0, 0.5, 0.5]),
        ([97, 0, 50], [99, 3, 50], None),
    ],
)
def test_M25_whoever_has_100_the_fewest_flies_win_and_a_tie_is_a_shared_win(
    before: list[int], after: list[int], payoffs: list[float] | None
) -> None:
    match = table("g12.0", "g9.3", "g14.0", herd="g6.2", deck="", flies=before)
    play(match, "take")
    assert flies(match) == after
    assert match.payoffs() == payoffs
    assert match.over == (payoffs is not None)
    winners = [who for who, _, _ in happened(match, r.WON)]
    assert winners == [p for p, share in enumerate(payoffs or []) if share]


# ---- two farmers ----------------------------------------------------------------------------------------------------
def test_M26_the_pointer_decides_about_the_herd_and_an_empty_one_must_be_started() -> None:
    match = table("g12.0 g8.0", "g7.0", herds=["g10.0", "", "g6.0"], pointer=1)
    assert legal(match) == {"g12.0", "g8.0"}, "nothing to take, though the other herds could be"
    play(match, "g8.0")
    assert (match.mover, match.state.herd) == (1, 2)
    assert refused(match, "take") == r.OK
    play(match, "take")
    assert (shed(match, 1), herd(match, 0), herd(match, 1)) == ({"g6.0"}, {"g10.0"}, {"g8.0"})


def test_M27_a_reversal_in_the_first_turn_makes_the_third_herd_the_next() -> None:
    match = table("gB0 g6.0", "g5.0", herds=["", "", ""], deck="g1.0 g2.0 g3.0")
    play(match, "gB0", "turn")
    assert (match.state.herd, match.mover, arrow(match)) == (2, 1, "right")
    play(match, "g5.0")
    assert (match.state.herd, match.mover) == (1, 0)
    play(match, "g6.0")
    assert (match.state.herd, match.mover) == (0, 1)


def test_M27a_the_pointer_always_moves_one_step_so_a_reversal_in_the_second_turn_goes_back_to_the_first_herd() -> None:
    match = table("g5.0 g6.0", "gB0", herds=["", "", ""], deck="g1.0 g2.0 g3.0")
    play(match, "g5.0", "gB0", "turn")
    assert (match.state.herd, match.mover) == (0, 0)
    assert legal(match) == {"g6.0", "g1.0", "take"}
    play(match, "g6.0")
    assert (match.state.herd, herd(match, 2)) == (2, set())


def test_M28_one_taking_after_the_deck_is_empty_ends_the_round_of_two_farmers() -> None:
    match = table("g7.0 gSa", "g12.1", herds=["g10.2", "g5.2", "g6.2 g7.3"], deck="", sheds=["g3.2", "g3.1"])
    play(match, "take")
    assert match.state.rounds == 1
    assert flies(match) == [2 + 2 + 5, 1 + 1]


# ---- the option of the 2021 edition ---------------------------------------------------------------------------------
GREEN_SIX = "gB0 gB16 gA7 gA9 gSa gSb"


@pytest.mark.parametrize(("option", "score"), [("off", 30), ("on", 0)])
def test_M29_six_specials_count_nothing_only_if_so_agreed(option: str, score: int) -> None:
    options = {"six_specials": option}
    match = table("gSb", "", "", herd="g7.0 gA7", deck="", sheds=["gB0 gB16 gA9 gSa", "", ""], options=options)
    play(match, "take")
    assert flies(match) == [score, 0, 0]
    assert len(happened(match, r.SIX_SPECIALS)) == (option == "on")


def test_M29_all_flies_of_that_round_are_forgiven_and_no_others() -> None:
    options = {"six_specials": "on"}
    match = table(
        "gSb g9.3",
        "g8.3",
        "",
        herd="g7.3",
        deck="",
        sheds=["gB0 gB16 gA9 gSa gA7", "", ""],
        flies=[12, 5, 0],
        options=options,
    )
    play(match, "take")
    assert flies(match) == [12, 8, 0]


def test_M29_five_are_not_enough() -> None:
    options = {"six_specials": "on"}
    match = table("gSb", "", "", herd="g7.0", deck="", sheds=["gB0 gB16 gA9 gSa", "", ""], options=options)
    assert flies(play(match, "take")) == [25, 0, 0]


def test_M29a_with_two_packets_any_six_or_more_specials_do() -> None:
    options = {"six_specials": "on"}
    for more, score in (("", 0), (" gA9", 0), (" gA9 gB16 gSa", 0)):
        match = table("yM", "", "", herd="yT7 gA7", deck="", sheds=[f"gB0 yB16 yC{more}", "", ""], options=options)
        assert flies(play(match, "take")) == [score, 0, 0]
    match = table("yM", "", "", herd="yT7", deck="", sheds=["gB0 yB16 yC", "", ""], options=options)
    assert flies(play(match, "take")) == [25, 0, 0], "five are not enough"


# ---- what is hidden -------------------------------------------------------------------------------------------------
def test_M30_takings_were_open_so_a_farmer_may_know_what_is_in_a_cowshed_but_not_in_a_hand() -> None:
    match = table("g9.0", "g12.0", "g13.0", herd="g7.0 g8.1", deck="g1.0 g2.0 g3.0")
    play(match, "take", "g9.0")
    seen = match.view(2).state
    assert [seen.place[match.action(code)] for code in ("g7.0", "g8.1")] == [r.SHED, r.SHED]
    for hidden in ("g1.0", "g12.0", "g2.0", "g3.0"):
        assert seen.place[match.action(hidden)] == r.UNKNOWN
    assert seen.place[match.action("g13.0")] == r.HAND + 2


def test_M30a_the_own_cowshed_is_shown_and_the_others_as_a_number() -> None:
    match = table("g9.0", "g12.0", "g13.0", herd="g7.0 g8.1", sheds=["g5.2", "g6.2 g4.1", ""])
    assert set(match.view(1)["shed"]) == {"g6.2", "g4.1"}
    assert match.view(1)["sheds"] == match.view(0)["sheds"] == [1, 2, 0]
    assert "g5.2" not in match.view(1)["unseen"]


def test_M30a_the_log_names_the_cows_of_a_herd_that_is_taken_and_never_those_added_from_a_hand() -> None:
    match = table("g9.3", "g12.0", "g13.2", herd="g7.0 g8.1 gA7", deck="")
    herd_before = herd(match)
    play(match, "take")
    assert {match.notation(what) for _, what, _ in happened(match, r.CARRIED)} == herd_before
    for seat in (None, 0, 1, 2):
        heard = match.events(seat, since=0)
        assert any("the herd: 7, acrobatic cow 7, 8" in text for text in heard)
        told = [text for text in heard if "left in hand" in text]
        assert [re.findall(r"\d+", text)[-1] for text in told] == ["3", "0", "2"], "points alone"
        assert not any(name in text for text in told for name in ("9", "12", "13"))


# ---- further clarifications -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("blocker", "choices"), [("gB0", {"keep", "turn"}), ("yB0", {"keep", "next1", "next2"})])
def test_the_packet_of_a_blocking_cow_decides_about_its_power(blocker: str, choices: set[str]) -> None:
    match = table(blocker, "g1.0", "g2.0", herd="g8.0", options={"packets": "both"})
    assert legal(play(match, blocker)) == choices


def test_the_reason_that_a_player_would_name_first_comes_first() -> None:
    match = table("g9.0 g9.1", "g1.0", "g2.0", herd="g7.0 g8.1 yM g12.1")
    assert refused(match, "g10.0") == r.NOT_IN_HAND  # also flyless, also inside the line
    assert refused(match, "g9.0") == r.MAD_HERD  # also inside the line
    assert refused(match, "g9.1") == r.INSIDE_LINE


@pytest.mark.parametrize("players", range(3, 11))
def test_three_or_more_farmers_play_at_most_seven_rounds(players: int) -> None:
    for seed in range(5):
        match = mowlab.game("mow", players=players).match(["random"] * players, seed=seed)
        match.advance()
        all_flies = 74 if players <= 5 else 148
        assert match.state.rounds <= 7
        assert sum(flies(match)) == all_flies * match.state.rounds


# ---- are all there? -------------------------------------------------------------------------------------------------
CLARIFIED = {"M2a", "M5a", "M9a", "M10a", "M15a", "M27a", "M29a", "M30a"}


def test_every_ruling_has_a_test_that_names_it() -> None:
    named = {
        f"M{int(number)}{letter}"
        for name in globals()
        for number, letter in re.findall(r"M(\d\d)(a?)_", name)
        if name.startswith("test_")
    }
    assert named == {f"M{n}" for n in range(1, 31)} | CLARIFIED
