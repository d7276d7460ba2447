"""The naive MOW referee against the rulebook's own examples and the rulings, on positions set up by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from .mow import COWS, Farmer, Herd, MowOracle, packet_of_cows

ALL_CODES = [cow.code for letter in "gy" for cow in packet_of_cows(letter)]
GREEN_CODES = [cow.code for cow in packet_of_cows("g")]


def herd_of(*actions: str) -> Herd:
    """A herd made by adding cows one after the other, each of them legally."""
    herd = Herd()
    for action in actions:
        assert action in herd.ways_to_add(COWS[action.rstrip("-+")]), f"{action} does not fit"
        herd.add(action)
    return herd


def position(
    hand: Sequence[str],
    *herds: Herd,
    deck: Sequence[str] = ("g1.0", "g2.0", "g3.0"),
    others: Sequence[str] = ("g15.0",),
    players: int = 3,
    decks: Sequence[list[str]] = (),
    six_specials: bool = False,
) -> MowOracle:
    """Seat 0 to move with this hand; every other farmer holds `others`; nothing is said about the remaining cows."""
    game = MowOracle(players, packets=2, six_specials=six_specials, decks=[ALL_CODES, *decks])
    game.farmers = [Farmer(hand=[COWS[code] for code in hand])]
    game.farmers += [Farmer(hand=[COWS[code] for code in others]) for _ in range(players - 1)]
    game.all_herds = list(herds) or [Herd()]
    game.deck = [COWS[code] for code in deck]
    return game


def play(game: MowOracle, *actions: str) -> MowOracle:
    for action in actions:
        game.play(action)
    return game


def ends(game: MowOracle) -> tuple[int | None, int | None, int]:
    [herd] = game.herds()
    return herd["low"], herd["high"], herd["gaps"]


# Contents


@pytest.mark.parametrize("letter", ["g", "y"])
def test_a_packet_has_48_cows_and_74_flies(letter: str) -> None:
    cows = packet_of_cows(letter)
    assert len({cow.code for cow in cows}) == 48
    assert sum(cow.flies for cow in cows) == 74
    by_flies = [sum(cow.flies == flies for cow in cows) for flies in (0, 1, 2, 3, 5)]
    assert by_flies == [15, 13, 11, 3, 6]


def test_the_deal_gives_each_seat_five_in_order_and_goes_on_from_there() -> None:
    game = MowOracle(3, decks=[GREEN_CODES])
    assert game.hands() == [set(GREEN_CODES[0:5]), set(GREEN_CODES[5:10]), set(GREEN_CODES[10:15])]
    game.play("g5.0")
    assert game.hands()[0] == {"g1.0", "g2.0", "g3.0", "g4.0", GREEN_CODES[15]}
    assert game.deck_left() == 48 - 15 - 1
    assert game.mover() == 1


@pytest.mark.parametrize(("players", "cows"), [(2, 48), (3, 48), (5, 48), (6, 96), (10, 96)])
def test_packets_by_the_rulebook(players: int, cows: int) -> None:
    game = MowOracle(players, decks=[ALL_CODES[:cows]])
    assert game.deck_left() == cows - 5 * players
    assert len(game.herds()) == (3 if players == 2 else 1)


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": 1},
        {"players": 11},
        {"players": 10, "packets": 1},
        {"players": 3, "packets": 3},
        {"players": 3, "first_starter": 3},
        {"players": 3, "decks": []},
        {"players": 3, "decks": [GREEN_CODES[:-1]]},
        {"players": 3, "decks": [GREEN_CODES[:-1] + GREEN_CODES[:1]]},
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"farmers|Packets|starter|deck"):
        MowOracle(**{"decks": [GREEN_CODES], **arguments})  # type: ignore[arg-type]


def test_an_action_that_is_not_legal_is_refused() -> None:
    game = position(["g8.0"], herd_of("g7.0", "g11.0"))
    with pytest.raises(ValueError, match="take"):
        game.play("g8.0")


# Numbers


def test_rulebook_example_herd_from_7_to_11() -> None:
    numbered = [code for code in ALL_CODES if "." in code]
    game = position(numbered, herd_of("g7.1", "g11.2"))
    expected = {code for code in numbered if not 7 <= int(code[1:].split(".")[0]) <= 11}
    assert game.legal() == expected | {"take"}
    assert "g6.0" in expected
    assert "g12.0" in expected
    assert "g7.0" not in expected


def test_an_equal_number_is_not_greater_even_on_a_herd_of_one() -> None:
    assert position(["g7.0", "y7.1", "yT7"], herd_of("g7.1")).legal() == {"take"}


def test_m4_only_a_printed_number_starts_a_herd_and_m6_an_empty_herd_cannot_be_taken() -> None:
    hand = ["gB0", "gB16", "gA7", "gA9", "gSa", "gSb", "yB0", "yB16", "yC", "yT7", "yD9", "yM", "g8.0"]
    assert position(hand).legal() == {"gB0", "gB16", "yB0", "yB16", "yT7", "yD9", "g8.0"}


def test_blocking_cow_closes_one_end_and_m14_no_second_one_fits() -> None:
    game = position(["g1.0", "gB0", "yB16", "g15.0"], herd_of("yB0", "g4.0"))
    assert game.legal() == {"g15.0", "yB16", "take"}
    game = position(["g1.0", "yB0", "yB16", "g15.0"], herd_of("gB16"))
    assert game.legal() == {"g1.0", "yB0", "g15.0", "take"}
    game = position(["g1.0", "yB0", "yB16", "g15.0"], herd_of("gB16", "g3.0"))
    assert game.legal() == {"g1.0", "yB0", "take"}


# Acrobats


@pytest.mark.parametrize("base", ["g7.0", "y7.3", "yT7"])
def test_acrobat_jumps_on_a_printed_7_anywhere_in_the_herd(base: str) -> None:
    game = position(["gA7", "gA9"], herd_of("g5.0", base, "g10.0"))
    assert game.legal() == {"gA7", "take"}
    before = ends(game)
    game.play("gA7")
    assert ends(game) == before
    assert game.herds()[0]["cards"] == {"g5.0", base, "g10.0", "gA7"}


def test_acrobat_jumps_on_the_dairy_9() -> None:
    assert "gA9" in position(["gA9"], herd_of("yD9")).legal()


@pytest.mark.parametrize(
    "herd",
    [
        herd_of("g8.0", "yC-"),  # M13: a calf worth 7
        herd_of("g6.0", "g8.0", "gSa"),  # a slowpoke in place of the 7
        herd_of("g6.0", "g8.0"),
    ],
)
def test_m13_acrobat_needs_the_number_printed(herd: Herd) -> None:
    assert position(["gA7"], herd).legal() == {"take"}


def test_m10_acrobats_leave_no_gap_and_fill_none() -> None:
    full = herd_of("g7.0", "g9.0", "gSa", "gA7", "gA9")
    assert full.missing_numbers() == []
    assert position(["gSb"], full).legal() == {"take"}


# Slowpokes


def test_rulebook_example_slowpoke_between_5_and_9() -> None:
    game = position(["gSa", "gSb", "g7.0"], herd_of("g5.0", "g9.0"))
    assert ends(game) == (5, 9, 3)
    assert game.legal() == {"gSa", "gSb", "take"}
    play(game, "gSb", "keep")
    assert ends(game) == (5, 9, 2)
    assert game.herds()[0]["cards"] == {"g5.0", "g9.0", "gSb"}


def test_m10_one_missing_number_holds_one_slowpoke() -> None:
    assert position(["gSb"], herd_of("g5.0", "g7.0", "gSa")).legal() == {"take"}
    assert position(["gSb"], herd_of("g5.0", "g8.0", "gSa")).legal() == {"gSb", "take"}


@pytest.mark.parametrize("herd", [herd_of("g8.0"), herd_of("g8.0", "g9.0"), herd_of("g8.0", "yC+")])
def test_slowpoke_needs_a_missing_number(herd: Herd) -> None:
    assert position(["gSa"], herd).legal() == {"take"}


def test_m11_a_gap_beside_a_blocking_cow_counts() -> None:
    assert herd_of("gB0", "g4.0").missing_numbers() == [1, 2, 3]


# Calf


def test_rulebook_example_calf_beside_the_1_and_m15a() -> None:
    game = position(["yC"], herd_of("g1.0"))
    assert game.legal() == {"yC-", "yC+", "take"}
    assert ends(play(game, "yC-")) == (0, 1, 0)
    assert position(["gB0", "yB0", "g1.0", "y2.0"], game.all_herds[0]).legal() == {"y2.0", "take"}
    assert ends(play(position(["yC"], herd_of("g1.0")), "yC+")) == (1, 2, 0)


def test_m16_calf_beside_the_15_is_16_and_nothing_follows() -> None:
    herd = herd_of("g15.0", "yC+")
    assert (herd.low(), herd.high()) == (15, 16)
    assert position(["gB16", "yB16", "g14.0"], herd).legal() == {"g14.0", "take"}


@pytest.mark.parametrize(
    ("herd", "sides"),
    [
        (herd_of("g5.0", "g9.0"), {"yC-", "yC+"}),
        (herd_of("g5.1", "g9.0"), {"yC+"}),
        (herd_of("g5.0", "g9.1"), {"yC-"}),
        (herd_of("g4.1", "g7.0", "g9.1"), set()),
        (herd_of("g8.0"), {"yC-", "yC+"}),
        (herd_of("g8.1"), set()),
        (herd_of("gB0"), set()),  # a special has flies too
        (herd_of("yT7"), set()),
        (herd_of("g8.0", "yM"), set()),  # the mad cow has five flies
        (herd_of("g5.0", "g8.0", "yM"), {"yC-"}),
        (herd_of("g7.0", "gA7"), {"yC-", "yC+"}),  # M17: the acrobat stands on it, not beside
        (herd_of("g7.1", "gA7"), set()),
    ],
)
def test_m15_m17_calf_stands_beside_a_flyless_end_cow(herd: Herd, sides: set[str]) -> None:
    assert position(["yC"], herd).legal() == sides | {"take"}


def test_m15_calf_counts_for_ends_and_gaps() -> None:
    herd = herd_of("g5.0", "g9.0", "yC+")
    assert (herd.low(), herd.high(), herd.missing_numbers()) == (5, 10, [6, 7, 8])
    assert position(["g10.0", "g11.0"], herd).legal() == {"g11.0", "take"}


# Thin, dairy, mad


def test_thin_cow_draws_nothing_and_dairy_cow_two() -> None:
    thin = play(position(["yT7", "g1.0"]), "yT7")
    assert (thin.hands()[0], thin.deck_left()) == ({"g1.0"}, 3)
    dairy = play(position(["yD9", "g1.0"], deck=["g2.0", "g3.0", "g4.0"]), "yD9")
    assert (dairy.hands()[0], dairy.deck_left()) == ({"g1.0", "g2.0", "g3.0"}, 1)
    last = play(position(["yD9", "g1.0"], deck=["g2.0"]), "yD9")
    assert (last.hands()[0], last.deck_left()) == ({"g1.0", "g2.0"}, 0)


@pytest.mark.parametrize("eight", ["g8.0", "y8.3"])
def test_mad_cow_takes_the_place_of_the_8_and_m19_draws_nothing(eight: str) -> None:
    game = position(["yM", "g1.0"], herd_of("g5.1", eight, "g9.1"))
    game.play("yM")
    assert game.herds()[0] == {"cards": {"g5.1", "yM", "g9.1"}, "low": 5, "high": 9, "gaps": 2}
    assert game.hands()[0] == {"g1.0", eight}
    assert game.deck_left() == 3
    assert game.legal() == {"keep", "next1", "next2"}


def test_mad_cow_on_a_herd_of_one() -> None:
    game = play(position(["yM"], herd_of("g8.0"), others=["g9.0", "g9.1", "y8.1", "yB0"]), "yM")
    assert game.hands()[0] == {"g8.0"}
    assert ends(game) == (8, 8, 0)
    game.play("keep")
    assert game.legal() == {"g9.1", "yB0", "take"}


@pytest.mark.parametrize(
    "herd",
    [
        herd_of("g7.0", "g9.0"),
        herd_of("g7.0", "g9.0", "gSa"),  # M18: a slowpoke in place of the 8
        herd_of("g7.0", "yC+"),  # a calf worth 8
    ],
)
def test_m18_mad_cow_needs_a_printed_8(herd: Herd) -> None:
    assert position(["yM"], herd).legal() == {"take"}


def test_m20_beside_a_mad_cow_only_cows_with_flies_fit() -> None:
    herd = herd_of("g5.0", "g7.1", "g8.0", "yM", "g9.1")
    hand = ["g1.0", "g15.0", "g2.1", "g12.2", "gB0", "yB16", "gA7", "gA9", "gSa", "yC", "y8.1"]
    assert position(hand, herd).legal() == {"g2.1", "g12.2", "gB0", "yB16", "gA7", "gA9", "gSa", "yC-", "take"}


def test_m20_ends_with_the_herd_that_is_taken() -> None:
    game = play(position(["g1.0"], herd_of("g8.0", "yM")), "take")
    assert game.sheds()[0] == {"yM"}
    assert game.legal() == {"g1.0"}


# Direction and next farmer


def test_m7_m8_green_special_draws_first_then_offers_the_arrow() -> None:
    game = play(position(["gB16"]), "gB16")
    assert game.hands()[0] == {"g1.0"}
    assert (game.mover(), game.legal()) == (0, {"keep", "turn"})
    game.play("turn")
    assert (game.direction, game.mover()) == (-1, 2)
    kept = play(position(["gB16"]), "gB16", "keep")
    assert (kept.direction, kept.mover()) == (1, 1)


def test_m9_yellow_special_offers_the_others_and_the_arrow_stays() -> None:
    game = play(position(["yB16"], players=4), "yB16")
    assert game.legal() == {"keep", "next1", "next2", "next3"}
    game.play("next2")
    assert (game.direction, game.mover()) == (1, 2)
    game.play("g15.0")
    assert game.mover() == 3


def test_the_arrow_pointing_right_goes_on_to_lower_seats() -> None:
    game = position(["yB16"], players=4)
    game.direction = -1
    play(game, "yB16", "keep")
    assert (game.direction, game.mover()) == (-1, 3)


def test_m5a_a_starter_without_printed_numbers_passes_without_drawing() -> None:
    for direction, following in ((1, 1), (-1, 3)):
        game = position(["gA7", "gSa", "yC", "yM"], herd_of("g8.0"), players=4)
        game.direction = direction
        play(game, "take")
        assert (game.mover(), game.legal()) == (0, {"pass"})
        game.play("pass")
        assert (game.mover(), game.deck_left(), game.hands()[0]) == (following, 3, {"gA7", "gSa", "yC", "yM"})
        assert game.legal() == {"g15.0"}


def test_m5a_with_two_farmers_the_next_one_must_start_the_same_herd() -> None:
    herds = [herd_of("g8.0"), herd_of("g5.0"), herd_of("g6.0")]
    game = two_farmers(*herds, hand=["gA7", "gSa", "yC", "yM"], others=["g9.0"])
    play(game, "take", "pass")
    assert (game.pointer, game.mover(), game.legal()) == (0, 1, {"g9.0"})
    play(game, "g9.0")
    assert (game.pointer, game.mover()) == (1, 0)


# Taking, the empty deck, the count


def test_taking_is_always_allowed_and_the_same_farmer_starts_and_draws() -> None:
    game = position(["g9.0", "gA7"], herd_of("g7.0", "g8.1"))
    assert game.legal() == {"g9.0", "gA7", "take"}
    game.play("take")
    assert game.sheds() == [{"g7.0", "g8.1"}, set(), set()]
    assert (game.mover(), game.legal()) == (0, {"g9.0"})
    game.play("g9.0")
    assert (game.mover(), game.deck_left()) == (1, 2)
    assert game.herds()[0] == {"cards": {"g9.0"}, "low": 9, "high": 9, "gaps": 0}


def test_m22_m23_the_round_outlives_the_deck_until_a_herd_is_taken() -> None:
    game = position(["yD9"], herd_of("g8.1"), deck=["g2.1"], others=["g15.0"], decks=[ALL_CODES])
    play(game, "yD9")
    assert (game.deck_left(), game.legal()) == (0, {"keep", "next1", "next2"})
    play(game, "next2", "g15.0")
    assert (game.round, game.mover(), game.hands()[2]) == (1, 0, set())
    game.play("g2.1")
    game.play("take")  # seat 1 has a 15 that does not fit
    assert game.round_scores == [[0, 7, 0]]
    assert (game.round, game.totals) == (2, [0, 7, 0])


def test_m22_an_empty_hand_must_take() -> None:
    game = position([], herd_of("g8.2"), deck=[], others=["g7.2"], decks=[ALL_CODES])
    assert game.legal() == {"take"}
    game.play("take")
    assert game.round_scores == [[2, 2, 2]]  # the hands of the others count too


def test_a_new_round_deals_again_and_m3_the_arrow_points_left() -> None:
    deck = ALL_CODES[::-1]
    game = position(["g1.0"], herd_of("g8.2"), deck=[], decks=[deck])
    game.direction = -1
    game.play("take")
    assert game.hands() == [set(deck[0:5]), set(deck[5:10]), set(deck[10:15])]
    assert (game.direction, game.sheds(), game.deck_left()) == (1, [set()] * 3, 81)
    assert game.mover() == 0  # M2: the most flies


@pytest.mark.parametrize(
    ("totals", "last", "starter"),
    [
        ([9, 20, 20, 20], 2, 3),
        ([9, 20, 20, 9], 2, 1),  # the search passes the last starter's left and comes back to it last
        ([9, 9, 20, 9], 2, 2),
        ([20, 20, 20, 20], 3, 0),
    ],
)
def test_m2_m2a_most_flies_start_and_ties_go_round_from_the_last_starters_left(
    totals: list[int], last: int, starter: int
) -> None:
    game = position([], herd_of("g1.0"), deck=[], others=[], players=4, decks=[ALL_CODES])
    game.totals, game.starter = totals, last
    game.play("take")
    assert (game.round, game.mover()) == (2, starter)


def test_m2a_a_starter_who_passed_is_still_the_last_starter() -> None:
    game = position(["gSa", "gSb", "yC", "yM"], deck=["y1.0"], others=["g15.0"], decks=[ALL_CODES])
    play(game, "pass", "g15.0")
    game.deck, game.farmers[0].hand, game.totals = [], [], [5, 5, 5]
    game.seat = 0
    game.play("take")
    assert game.starter == 1  # left neighbour of seat 0, not of seat 1 who started in its stead


@pytest.mark.parametrize(
    ("totals", "over", "shares"),
    [
        ([97, 10, 10], False, None),
        ([98, 10, 10], True, [0, 0.5, 0.5]),
        ([98, 120, 99], True, [0, 0, 1]),  # M25: seat 0 reaches 100, fewest flies win all the same
        ([118, 120, 120], True, [1 / 3] * 3),
    ],
)
def test_m25_the_game_ends_at_100_and_a_tie_is_a_shared_win(
    totals: list[int], over: bool, shares: list[float] | None
) -> None:
    game = position([], herd_of("g8.2"), deck=[], others=[], decks=[ALL_CODES])
    game.totals = totals
    game.play("take")
    assert game.over is over
    if shares is None:
        with pytest.raises(ValueError, match="over"):
            game.payoffs()
    else:
        assert game.payoffs() == shares
        assert (game.legal(), game.mover()) == (set(), None)


@pytest.mark.parametrize(("option", "score"), [(False, 35), (True, 0)])
def test_m29_six_specials_of_either_packet_in_shed_and_hand(option: bool, score: int) -> None:
    herd = herd_of("g7.3", "gA7", "g9.2", "gSa", "gB0", "yB16")
    game = position(["yC", "yM"], herd, deck=[], others=[], decks=[ALL_CODES], six_specials=option)
    game.play("take")
    assert game.round_scores == [[score, 0, 0]]


def test_m29_five_specials_are_not_enough() -> None:
    herd = herd_of("g7.0", "gA7", "g9.0", "gSa", "gB0", "yB16")
    game = position(["yC"], herd, deck=[], others=[], decks=[ALL_CODES], six_specials=True)
    assert play(game, "take").round_scores == [[25, 0, 0]]


# Two farmers


def two_farmers(*herds: Herd, hand: Sequence[str], others: Sequence[str]) -> MowOracle:
    return position(hand, *(herds or (Herd(), Herd(), Herd())), others=others, players=2)


def test_two_farmers_start_three_herds_in_turn_and_go_on_with_the_first() -> None:
    game = MowOracle(2, decks=[GREEN_CODES])
    play(game, "g3.0", "g8.0", "g4.0")
    assert [herd["cards"] for herd in game.herds()] == [{"g3.0"}, {"g8.0"}, {"g4.0"}]
    assert (game.mover(), game.pointer) == (1, 0)
    assert {"g6.0", "g10.0", "take"} <= game.legal()


def test_m26_an_empty_herd_must_be_started() -> None:
    game = MowOracle(2, decks=[GREEN_CODES])
    game.play("g3.0")
    assert game.legal() == {"g6.0", "g7.0", "g8.0", "g9.0", "g10.0"}


def test_m27_reversal_in_the_first_turn_starts_the_third_herd_next() -> None:
    game = play(two_farmers(hand=["gB0"], others=["g5.0"]), "gB0", "turn")
    assert (game.pointer, game.mover(), game.legal()) == (2, 1, {"g5.0"})
    play(game, "g5.0")
    assert (game.pointer, game.legal()) == (1, {"g1.0"})


def test_m27a_reversal_in_the_second_turn_steps_back_to_the_first_herd() -> None:
    game = play(two_farmers(hand=["g5.0", "g6.0"], others=["gB0"]), "g5.0", "gB0", "turn")
    assert (game.pointer, game.mover(), game.legal()) == (0, 0, {"g6.0", "g1.0", "take"})
    game.play("g6.0")
    assert (game.pointer, game.direction, game.herds()[2]["cards"]) == (2, -1, set())


def test_two_farmers_take_only_the_herd_in_play() -> None:
    game = two_farmers(herd_of("g5.0"), herd_of("g6.0"), herd_of("g7.0"), hand=["g8.0"], others=["g9.0"])
    play(game, "take", "g8.0")
    assert [herd["cards"] for herd in game.herds()] == [{"g8.0"}, {"g6.0"}, {"g7.0"}]
    assert (game.sheds()[0], game.pointer, game.mover()) == ({"g5.0"}, 1, 1)


def test_m20_a_mad_cow_minds_only_its_own_herd() -> None:
    game = two_farmers(herd_of("g5.0"), herd_of("g8.0", "yM"), herd_of("g7.0"), hand=["g9.0"], others=["g1.0"])
    game.play("g9.0")
    assert game.legal() == {"take"}
    assert "g9.0" in game.herds()[0]["cards"]


def test_m28_two_herds_stay_unscored_and_hands_count() -> None:
    game = MowOracle(2, packets=2, decks=[ALL_CODES, ALL_CODES])
    game.all_herds = [herd_of("g5.2"), herd_of("g6.2"), herd_of("g7.3")]
    game.farmers = [Farmer(hand=[COWS["g8.1"]]), Farmer(hand=[COWS["gSa"]], shed=[COWS["g9.1"]])]
    game.deck, game.pointer = [], 2
    game.play("take")
    assert game.round_scores == [[4, 6]]
    assert (game.mover(), game.pointer, [herd["cards"] for herd in game.herds()]) == (1, 0, [set()] * 3)


def test_m9_with_two_farmers_the_other_can_be_named() -> None:
    game = play(two_farmers(hand=["yB0"], others=["g5.0"]), "yB0")
    assert game.legal() == {"keep", "next1"}
    game.play("next1")
    assert (game.mover(), game.pointer) == (1, 1)


# Whole games


def shuffled_decks(packets: int, chance: random.Random) -> Iterator[list[str]]:
    codes = GREEN_CODES if packets == 1 else ALL_CODES
    while True:
        yield chance.sample(codes, len(codes))


def check_position(game: MowOracle, cows: int) -> None:
    """Every cow is in one place, and M10's count of gaps agrees with the places in the line."""
    places = [*game.hands(), *game.sheds(), *(herd["cards"] for herd in game.herds())]
    codes = [code for place in places for code in place] + [cow.code for cow in game.deck]
    assert len(codes) == len(set(codes)) == cows
    for herd in game.herds():
        if herd["cards"]:
            assert herd["low"] is not None
            assert herd["high"] is not None
            assert herd["gaps"] == herd["high"] - herd["low"] + 1 - len(herd["cards"] - {"gA7", "gA9"}) >= 0
    assert game.legal(), "somebody can always do something"


SETTINGS = [(players, packets) for players in range(2, 11) for packets in (1, 2) if (players, packets) != (10, 1)]


@pytest.mark.parametrize(("players", "packets"), SETTINGS)
def test_random_play_ends_and_every_cow_is_counted(players: int, packets: int) -> None:
    chance = random.Random(100 * players + packets)
    for six_specials in (False, True):
        game = MowOracle(
            players, packets, six_specials, chance.randrange(players), decks=shuffled_decks(packets, chance)
        )
        steps = 0
        while not game.over:
            check_position(game, 48 * packets)
            game.play(chance.choice(sorted(game.legal())))
            steps += 1
            assert steps < 5000
        assert game.totals == [sum(scores) for scores in zip(*game.round_scores, strict=True)]
        assert max(game.totals) >= 100 > max(map(sum, zip(*game.round_scores[:-1], strict=True)), default=0)
        assert sum(game.payoffs()) == pytest.approx(1)
        if players > 2 and not six_specials:
            assert all(sum(scores) == 74 * packets for scores in game.round_scores)
            # totals below 100 each allow at most 99 * players flies before the last round
            assert len(game.round_scores) <= 99 * players // (74 * packets) + 1


def test_random_play_meets_every_kind_of_action() -> None:
    chance = random.Random(5)
    seen: set[str] = set()
    for players in (2, 4, 7) * 6:
        game = MowOracle(players, packets=2, decks=shuffled_decks(2, chance))
        while not game.over:
            action = chance.choice(sorted(game.legal()))
            seen.add(action)
            game.play(action)
    seats = {f"next{seat}" for seat in range(7)}
    assert seen == set(ALL_CODES) - {"yC"} | {"yC-", "yC+", "take", "keep", "turn"} | seats
