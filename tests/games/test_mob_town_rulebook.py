"""The rulebook of Mob Town in its own order, each example by name; then the rulings T1 to T42 and clarifications."""

from __future__ import annotations

import pathlib
import re
from itertools import pairwise
from typing import Any

import pytest

import mowlab
from mowlab.games.mob_town import rules as r

from .mob_town_play import (
    AGENDAS,
    CARDS,
    PROPERTIES,
    cell,
    costs,
    dealt,
    deck,
    discards,
    hand,
    happened,
    legal,
    line,
    lot,
    owner,
    play,
    refused,
    scored,
    table,
    tokens,
)


# ---- Contents -------------------------------------------------------------------------------------------------------
def test_there_are_20_properties_57_draw_cards_12_tokens_8_agendas_and_3_briefcases() -> None:
    assert len(PROPERTIES) == 20
    assert sum(CARDS.column("count")) == 57
    assert len(AGENDAS) == 8
    view = mowlab.game("mob-town", players=3).match(seed=1).view(0)
    assert view["tokens"] == [12] * 3
    assert view["briefcases"] == [3] * 3


# ---- Round Setup ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_city_has_12_13_or_14_properties_the_open_lot_3_the_line_up_5_and_every_hand_3_cards(players: int) -> None:
    match = mowlab.game("mob-town", players=players).match(seed=players)
    view = match.view(0)
    assert len(view["city"]) == {2: 12, 3: 13, 4: 14}[players]
    assert len(view["lot"]) == 3
    assert len(view["line"]) == 5
    assert view["hands"] == [3] * players
    assert view["deck"] == 57 - 5 - 3 * players


def test_arrow_placement_A_the_next_property_goes_to_the_left() -> None:
    match = dealt("G4 H1 R1")  # the arrow of G4 points left
    assert (cell(match, "G4"), cell(match, "H1")) == ((0, 0), (-1, 0))


def test_arrow_placement_B_the_next_property_goes_up() -> None:
    match = dealt("G1 H1 R1")  # the arrow of G1 points up
    assert (cell(match, "G1"), cell(match, "H1")) == ((0, 0), (0, -1))


def test_arrow_placement_C_the_next_property_goes_down_to_the_next_open_space() -> None:
    match = dealt("G1 H1 R1")  # G1 up to H1; H1 points down, where G1 lies: past it
    assert cell(match, "R1") == (0, 1)


def test_the_city_follows_the_direction_of_the_last_placed_property() -> None:
    match = dealt("R1 R2 H2 G1 F2")  # right, down, left, up (past R1, where the line began), right
    assert [cell(match, code) for code in ("R1", "R2", "H2", "G1", "F2")] == [(0, 0), (1, 0), (1, 1), (0, 1), (0, -1)]


def test_two_agendas_are_chosen_and_added_to_the_hand_in_secret() -> None:
    match = dealt("G1")
    assert legal(match) == set(AGENDAS)
    play(match, "hotels", "empire", "variety", "halls")
    assert match.view(0)["agendas"] == ["hotels", "empire"]
    assert match.view(1)["agendas"] == ["halls", "variety"]
    assert match.view(1).state.agenda[0] == 0
    assert not any("Hotel" in text for text in match.events(1))
    assert any("most Hotels" in text for text in match.events(0))


# ---- Gameplay -------------------------------------------------------------------------------------------------------
def test_draw_takes_two_cards_from_the_deck() -> None:
    match = table("rat1", "fox1", deck="shark2 snake1 rat2 law")
    play(match, "draw")
    assert hand(match, 0) == ["shark2", "rat1", "snake1"]
    assert (match.mover, deck(match)) == (1, ["rat2", "law"])


def test_trade_gives_one_card_for_all_of_one_type_and_refills_the_line_up() -> None:
    match = table("rat1 fox3", "fox1", line="shark1 rat2 shark3 cash snake1", deck="snake3 rat3 law")
    assert legal(match, "trade-") == {"trade-rat", "trade-shark", "trade-snake", "trade-cash"}
    play(match, "trade-shark", "rat1")
    assert hand(match, 0) == ["shark3", "fox3", "shark1"]
    assert line(match) == sorted(["rat1", "rat2", "cash", "snake1", "snake3"])


def test_cash_in_discards_a_cash_card_for_any_three_cards_of_the_line_up() -> None:
    match = table("cash fox1", "fox1", line="shark1 rat2 shark3 weasel3 snake1", deck="cash cash rat1 rat1 law")
    play(match, "cash-in", "shark3 rat2 shark1")
    assert hand(match, 0) == ["shark3", "rat2", "shark1", "fox1"]
    assert line(match) == sorted(["weasel3", "snake1", "cash", "cash", "rat1"])
    assert "cash" in discards(match)


@pytest.mark.parametrize("paid", ["snake1", "shark1"])
def test_example_taking_over_this_gaming_hall_takes_1_snake_or_1_shark(paid: str) -> None:
    match = table(f"{paid} rat1", "fox1", city="G1 H2 R4")
    assert costs(match, "G1") == (1, 0)
    play(match, "take-G1")
    assert legal(match) == {paid}
    play(match, paid)
    assert (owner(match, "G1"), tokens(match, "G1"), hand(match, 0)) == (0, 1, ["rat1"])
    assert discards(match).count(paid) >= 1
    assert match.mover == 1


def test_example_a_gaming_hall_cannot_be_had_for_rats() -> None:
    match = table("rat3 fox2", "fox1", city="G1 H2 R4")
    assert refused(match, "take-G1") == r.TOO_DEAR


@pytest.mark.parametrize("paid", ["rat3 shark1", "rat2 shark2", "rat1 rat1 rat1 shark1", "shark3 cash"])
def test_example_the_restaurant_from_the_gaming_hall_takes_one_card_for_the_hotel_and_4_rats_and_sharks(
    paid: str,
) -> None:
    match = table(f"{paid} fox1", "fox1", city="G1 H2 R4", tokens="0G1")
    assert costs(match, "R4") == (4, 1)
    play(match, "take-R4", paid)
    assert legal(match) == {"fox1"}, "any one card to skip the Hotel"
    play(match, "fox1")
    assert (owner(match, "R4"), hand(match, 0)) == (0, [])


def test_example_without_a_card_for_the_hotel_the_restaurant_is_too_far() -> None:
    match = table("rat3 shark1", "fox1", city="G1 H2 R4", tokens="0G1")
    assert refused(match, "take-R4") == r.TOO_FAR


def test_example_a_card_for_the_hotel_goes_to_its_owner() -> None:
    match = table("rat3 shark1 fox1", "snake1", city="G1 H2 R4", tokens="0G1 1H2")
    play(match, "take-R4", "rat3 shark1 fox1")
    assert hand(match, 1) == ["snake1", "fox1"]
    assert happened(match, r.HANDED) == [(0, CARDS.column("code").index("fox1"), 1)]


def test_each_token_on_a_property_makes_it_dearer_by_one() -> None:
    match = table("fox3 weasel1", "weasel3 fox1", city="G1 H2 R4", tokens="0H2")
    assert costs(match, "H2", 1) == (3, 0)
    play(match, "draw", "take-H2 weasel3")
    assert (owner(match, "H2"), tokens(match, "H2"), costs(match, "H2", 0)) == (1, 2, (4, 0))


def test_without_a_property_in_the_city_any_is_taken_over_without_connection() -> None:
    match = table("rat3 shark1", "fox1", city="G1 H2 R4", tokens="1G1")
    assert costs(match, "R4") == (4, 0)
    play(match, "take-R4", "rat3 shark1")
    assert owner(match, "R4") == 0


def test_open_lot_takes_a_briefcase_places_a_card_and_may_take_it_over_without_connection() -> None:
    match = table("snake3 shark1", "fox1", city="R1 H2 R4", tokens="0R1", lot="G4 F1 T1")
    play(match, "lot-G4")
    assert match.view(0)["briefcases"] == [2, 3]
    play(match, "R4.right")
    assert cell(match, "G4") == (3, 0)
    assert legal(match) == {"take-G4", "leave"}
    play(match, "take-G4", "snake3 shark1")
    assert (owner(match, "G4"), hand(match, 0), len(lot(match)), match.mover) == (0, [], 3, 1)
    assert lot(match) > {"F1", "T1"}


# ---- Round End, Scoring, Game End -----------------------------------------------------------------------------------
def test_the_law_ends_the_round_face_values_and_agendas_are_scored_and_a_new_round_begins() -> None:
    match = table(
        "rat1", "rat1", city="G3 H2 R4", tokens="0G3 0H2 1R4", law=0, agendas=["halls hotels", "restaurants halls"]
    )
    play(match, "draw")
    assert match.scores() == [5 + 3 + 3, 4 + 3]
    assert (match.view(0)["round"], match.view(0)["phase"], match.mover) == (2, "agendas", 1)
    assert [owner(match, code) for code in ("G3", "H2", "R4")] == [None] * 3


def test_a_tied_agenda_goes_to_the_higher_face_values() -> None:
    match = table("rat1", "rat1", city="G3 G2 R4", tokens="0G3 1G2", law=0, agendas=["halls hotels"] * 2)
    play(match, "draw")
    assert scored(match) == {0: [3, 0], 1: [0, 0]}


def test_after_three_rounds_unused_briefcases_bring_two_points_each_and_the_most_points_win() -> None:
    match = table("rat1", "rat1", tokens="0G1", law=0, rounds=2, points=[10, 12], briefcases=[3, 1])
    play(match, "draw")
    assert match.over
    assert match.scores() == [10 + 1 + 3 + 3 * 2, 12 + 1 * 2]
    assert match.payoffs() == [1, 0]
    assert happened(match, r.WON) == [(0, 20, 0)]


# ---- rulings --------------------------------------------------------------------------------------------------------
def test_T01_the_first_player_is_drawn_and_later_the_last_in_points_begins() -> None:
    starters = {mowlab.game("mob-town", players=3).match(seed=seed).mover for seed in range(30)}
    assert starters == {0, 1, 2}
    match = table("rat1", "rat1", "rat1", tokens="0G1 1H2", law=0, points=[5, 5, 5])
    assert play(match, "draw").mover == 2


def test_T02_turns_go_clockwise() -> None:
    match = table("rat1", "rat1", "rat1", turn=2, law=20)
    assert [play(match, "draw").mover for _ in range(4)] == [0, 1, 2, 0]


def test_T03_a_turn_is_one_action_and_drawing_is_always_possible() -> None:
    match = table("", "")
    assert legal(match) == {"draw", "lot-G2", "lot-G3", "lot-G4"}
    assert refused(match, "leave") == r.NOT_ASKED
    assert refused(match, "rat1") == r.NOT_ASKED
    assert play(match, "draw").mover == 1
    walk = mowlab.game("mob-town", players=2).match(["random"] * 2, seed=4)
    while not walk.over:
        if walk.state.phase == r.ACTING:
            assert "draw" in legal(walk)
        walk.bot_move()


def test_T04_cards_are_placed_relative_to_the_last_one_and_past_occupied_cells() -> None:
    for seed in range(20):
        match = mowlab.game("mob-town", players=4).match(seed=seed)
        stack = [PROPERTIES[x] for x in match.state.stack[:14]]
        laid = {cell(match, stack[0])}
        for before, code in pairwise(stack):
            x, y = cell(match, before)
            arrow = CARDS.others["properties"][PROPERTIES.index(before)]["arrow"]
            dx, dy = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}[arrow]
            while (x, y) in laid:
                x, y = x + dx, y + dy
            assert cell(match, code) == (x, y)
            laid.add((x, y))


@pytest.mark.parametrize(("players", "hidden"), [(2, 5), (3, 4), (4, 3)])
def test_T05_the_open_lot_is_what_the_city_leaves_three_cards_of_it_face_up(players: int, hidden: int) -> None:
    match = mowlab.game("mob-town", players=players).match(seed=5)
    assert len(lot(match)) == 3
    assert len(match.view(0)["rest"]) == hidden
    assert set(match.view(0).state.stack[-hidden:]) == {-1}, "their order is hidden"


def test_T06_the_law_is_never_dealt_and_lies_in_the_last_eleven_cards() -> None:
    places = []
    for seed in range(200):
        match = mowlab.game("mob-town", players=2).match(seed=seed)
        below = deck(match)
        assert below.count("law") == 1
        places.append(len(below) - below.index("law"))
    assert set(places) == set(range(1, 12))


def test_T06_card_by_card_the_law_goes_in_after_the_deal() -> None:
    match = dealt("G1", deck="rat3 rat2 rat1 fox3 fox2 fox1 shark1 shark1 snake1 snake1 cash weasel3", law=10)
    assert [hand(match, 0), hand(match, 1)] == [["rat3", "rat2", "rat1"], ["fox3", "fox2", "fox1"]]
    assert line(match) == sorted(["shark1", "shark1", "snake1", "snake1", "cash"])
    assert (deck(match)[0], deck(match)[-1]) == ("weasel3", "law")
    assert deck(dealt("G1", law=0))[-11] == "law"


def test_T07_the_law_in_a_refill_ends_the_round_at_once_and_cards_taken_are_kept() -> None:
    match = table("rat1 rat2", "fox1", line="shark1 shark1 shark1 cash snake1", law=1, rounds=2)
    play(match, "trade-shark", "rat1")
    assert match.over
    assert hand(match, 0) == ["rat2", "shark1", "shark1", "shark1"]
    assert len(line(match)) == 4
    assert happened(match, r.LAW_CAME)[0][0] == 0
    match = table("cash rat2", "fox1", line="shark1 shark1 shark1 cash snake1", law=0, rounds=2)
    play(match, "cash-in", "shark1 shark1 shark1")
    assert (match.over, len(line(match)), hand(match, 0).count("shark1")) == (True, 2, 3)


def test_T07a_the_log_says_who_drew_the_law_and_when() -> None:
    match = table("rat1", "rat1", deck="rat2 rat3 snake1 law")
    play(match, "draw", "draw")
    who, drawn, turn = happened(match, r.LAW_CAME)[0]
    assert (who, turn) == (1, 2)
    assert drawn == 57 - 5 - 6
    assert any("draws it as card 46 of the deck, in turn 2" in text for text in match.events())


def test_T08_the_law_as_the_first_of_two_cards_leaves_no_second() -> None:
    match = table("rat1", "rat1", deck="law rat3 rat3", rounds=2)
    play(match, "draw")
    assert match.over
    assert hand(match, 0) == ["rat1"]
    assert deck(match) == ["rat3", "rat3"]


def test_T09_discards_are_not_shuffled_in_again_within_a_round() -> None:
    match = mowlab.game("mob-town", players=3).match(["random"] * 3, seed=9)
    while not match.over:
        before, rounds = match.state.deck_top, match.state.rounds
        out = sum(match.state.discard)
        match.bot_move()
        if match.state.rounds == rounds:
            assert match.state.deck_top >= before
            assert sum(match.state.discard) >= out


def test_T10_the_traded_card_goes_to_the_line_up_after_the_taking() -> None:
    match = table("rat1", "fox1", line="rat2 shark3 cash snake1 fox3", deck="rat3 rat3 rat1 law")
    play(match, "trade-rat", "rat1")
    assert hand(match, 0) == ["rat2"], "not taken back by the same trade"
    assert line(match) == sorted(["rat1", "shark3", "cash", "snake1", "fox3"])
    assert len(deck(match)) == 4, "one card for one card: nothing is turned up"


def test_T10_option_discard_puts_the_traded_card_away_and_turns_up_a_new_one() -> None:
    options = {"traded": "discard"}
    match = table("rat1", "fox1", line="rat2 shark3 cash snake1 fox3", deck="rat3 rat3 law", options=options)
    play(match, "trade-rat", "rat1")
    assert line(match) == sorted(["rat3", "shark3", "cash", "snake1", "fox3"])
    assert "rat1" in discards(match)


def stalled(idle: int, **more: Any) -> Any:
    return table("rat1 fox1", "fox1", line="rat2 shark3 cash snake1 snake3", idle=idle, law=20, **more)


def test_T11_trades_of_one_card_cannot_go_on_for_ever() -> None:
    assert refused(stalled(7), "trade-rat") == r.OK
    match = stalled(8)
    assert refused(match, "trade-rat") == r.TRADE_GUARD
    assert legal(match, "trade-") == {"trade-snake"}, "two snakes: the deck gets smaller"


def test_T11a_what_counts_and_what_starts_the_count_again() -> None:
    match = table("rat1", "fox1", line="rat2 shark3 cash snake1 fox3", law=30, city="R1 H2 R4")
    play(match, "trade-rat", "rat1", "trade-fox", "fox1")
    assert match.view(0)["idle"] == 2
    play(match, "lot-G1", "R1.up", "leave")
    assert match.view(0)["idle"] == 3, "the open lot without a take-over counts"
    assert play(match, "draw").view(0)["idle"] == 0
    again = stalled(8, city="R1 H2 R4")
    play(again, "take-R1", "rat1")
    assert again.view(0)["idle"] == 0, "so does a take-over"
    assert play(stalled(8), "trade-snake", "rat1").view(0)["idle"] == 0
    assert play(table("rat1", "rat1", idle=5, law=0), "draw").view(0)["idle"] == 0, "and a new round"


def test_T11a_with_the_discard_option_every_trade_makes_the_deck_smaller() -> None:
    assert refused(stalled(99, options={"traded": "discard"}), "trade-rat") == r.OK


def test_T12_one_type_of_the_line_up_is_one_suit_or_cash_in_all_values() -> None:
    match = table("rat1", "fox1", line="snake1 snake2 snake3 cash cash", law=20)
    assert legal(match, "trade-") == {"trade-snake", "trade-cash"}
    assert refused(match, "trade-rat") == r.SUIT_NOT_IN_LINE
    play(match, "trade-snake", "rat1")
    assert hand(match, 0) == ["snake3", "snake2", "snake1"]


def test_T13_cash_may_be_traded_away_and_taken_by_a_trade() -> None:
    match = table("cash", "fox1", line="snake1 snake2 rat3 cash cash", law=20)
    assert play(match, "trade-cash", "cash").view(0)["hand"] == ["cash", "cash"]


@pytest.mark.parametrize("take", [3, 2])
def test_T14_cash_buys_three_cards_or_two_in_the_other_edition(take: int) -> None:
    match = table("cash", "fox1", line="rat3 rat3 rat2 rat2 rat1", law=20, options={"cash_take": take})
    play(match, "cash-in")
    for _ in range(take):
        assert match.mover == 0
        play(match, sorted(legal(match))[-1])
    assert (match.mover, len(hand(match, 0)), len(line(match))) == (1, take, 5)
    assert refused(table("rat1", "rat1"), "cash-in") == r.NO_CASH


def test_T14_cards_are_named_from_high_to_low_and_only_such_that_enough_remain() -> None:
    match = table("cash", "fox1", line="rat3 rat2 rat2 rat1 cash", law=20)
    play(match, "cash-in")
    assert legal(match) == {"rat3", "rat2"}
    assert refused(match, "rat1") == r.CANNOT_FINISH
    assert refused(match, "snake1") == r.NOT_IN_LINE
    play(match, "rat2")
    assert refused(match, "rat3") == r.OUT_OF_ORDER


def test_T15_a_hand_may_grow_without_limit() -> None:
    match = table("", "", law=40)
    for _ in range(10):
        play(match, "draw", "draw")
    assert match.view(0)["hands"] == [20, 20]


def test_T16_own_tokens_below_count_as_well() -> None:
    match = table("snake3", "fox1", tokens="0G1 1G1 0R4")
    assert costs(match, "G1")[0] == 1 + 2


def test_T17_overpaying_is_allowed_but_no_card_that_is_not_needed() -> None:
    match = table("rat3 rat3 rat1", "fox1", city="R4")
    play(match, "take-R4", "rat3")
    assert legal(match) == {"rat3", "rat1"}
    assert refused(match, "fox1") == r.NOT_IN_HAND
    play(match, "rat3")
    assert (owner(match, "R4"), hand(match, 0)) == (0, ["rat1"]), "no change is given"


def test_T17a_three_and_three_for_a_cost_of_four_is_legal_though_three_and_one_is_in_hand() -> None:
    match = play(table("rat3 rat3 rat1", "fox1", city="R4"), "take-R4", "rat3 rat3")
    assert owner(match, "R4") == 0


def test_T17a_every_payment_without_a_needless_card_can_be_made_and_no_other() -> None:
    held = "rat3 shark2 shark2 rat1 cash"
    values = {"rat3": 3, "shark2": 2, "rat1": 1, "cash": 1}

    def payments(match: Any, so_far: tuple[str, ...]) -> set[tuple[str, ...]]:
        if match.mover == 1:
            return {so_far}
        found: set[tuple[str, ...]] = set()
        for move in legal(match):
            again = table(held, "fox1", city="R4")
            found |= payments(play(again, "take-R4", *so_far, move), (*so_far, move))
        return found

    paid = payments(play(table(held, "fox1", city="R4"), "take-R4"), ())
    worth = {p: sum(values[c] for c in p) for p in paid}
    assert all(total >= 4 and total - min(values[c] for c in p) < 4 for p, total in worth.items())
    assert paid == {
        ("rat3", "shark2"),
        ("rat3", "rat1"),
        ("rat3", "cash"),
        ("shark2", "shark2"),
        ("shark2", "rat1", "cash"),
    }


def test_T17_a_payment_that_cannot_be_completed_is_not_begun() -> None:
    match = table("rat3 rat1 fox1", "fox1", city="R4 H1 R3", tokens="0R4 1R3")
    assert costs(match, "R3") == (4, 1)
    play(match, "take-R3")
    assert refused(match, "rat1") == r.CANNOT_FINISH, "the 3 would have had to come before"
    assert refused(match, "fox1") == r.WRONG_SUIT
    match = table("rat2 rat2 rat1 rat1", "fox1", city="R4 H1 R3", tokens="0R4")
    play(match, "take-R3", "rat2")
    assert legal(match) == {"rat2", "rat1"}
    play(match, "rat2")
    assert legal(match) == {"rat1"}, "the price is reached; a card for the Hotel"


def test_T18_any_number_of_cash_cards_pays_one_each() -> None:
    match = table("cash cash cash cash", "fox1", city="R4")
    assert owner(play(match, "take-R4", "cash cash cash cash"), "R4") == 0


def test_T19_the_token_on_top_controls() -> None:
    match = table("rat1", "rat1", tokens="0G1 1G1 0G1", law=0, agendas=["halls hotels"] * 2)
    assert owner(match, "G1") == 0
    assert play(match, "draw").scores() == [1 + 3, 0]


def test_T20_an_own_property_cannot_be_taken_over_unless_the_option_says_so() -> None:
    assert refused(table("snake3", "rat1", tokens="0G1"), "take-G1") == r.ALREADY_YOURS
    match = table("snake3", "rat1", tokens="0G1", options={"retake": "on"})
    play(match, "take-G1", "snake3")
    assert (tokens(match, "G1"), owner(match, "G1"), costs(match, "G1")) == (2, 0, (3, 0))


def test_T21_next_to_an_own_property_there_is_no_connection_cost() -> None:
    match = table("fox2", "rat1", tokens="0G1")
    assert costs(match, "H2") == (2, 0)
    assert owner(play(match, "take-H2", "fox2"), "H2") == 0


def test_T22_the_nearest_own_property_counts_along_a_shortest_chain_of_cards() -> None:
    city = "G1 G2 G3 G4 R1/ .. .. .. .. R2/ H1 H2 H3 H4 R3"
    match = table("rat1", "rat1", city=city, tokens="0G1")
    assert costs(match, "H1") == (1, 9), "around the gap, not across it"
    assert costs(match, "R1")[1] == 3
    match = table("rat1", "rat1", city=city, tokens="0G1 0H3")
    assert costs(match, "H1")[1] == 1
    assert costs(match, "G2")[1] == 0


DIAMOND = "G1 G2 G3/ R1 F1 R3/ H1 H2 H3"  # from G1 to F1: by G2 or by R1


def test_T23_the_payer_chooses_among_shortest_chains_that_feed_different_owners() -> None:
    match = table("rat1 rat1", "fox1", "fox1", city=DIAMOND, tokens="0G1 1G2 2R1")
    play(match, "take-F1")
    assert legal(match) == {"way1", "way2"}
    ways = [match.game.words.action_words(a, match.state, CARDS, match.names()) for a in match.legal()]
    assert [("Gaming Hall 2" in text, "Restaurant 1" in text) for text in ways] == [(False, True), (True, False)]
    assert refused(match, "way3") == r.NO_SUCH_WAY
    play(match, "way1", "rat1 rat1")
    assert [hand(match, p) for p in range(3)] == [[], ["fox1"], ["rat1", "fox1"]]


def test_T23_a_longer_chain_is_not_offered_even_if_it_feeds_nobody() -> None:
    match = table("rat1 rat1", "fox1", city="G1 R1 F1/ G2 G3 G4", tokens="0G1 1R1")
    play(match, "take-F1", "rat1 rat1")
    assert hand(match, 1) == ["rat1", "fox1"]


def test_T23a_chains_that_feed_the_same_owners_are_one_choice() -> None:
    match = table("rat1 rat1", "fox1", city=DIAMOND, tokens="0G1 1G2 1R1")
    assert legal(play(match, "take-F1")) == {"rat1"}, "no question: Ben gets one card either way"


def test_T23a_chains_may_begin_at_any_nearest_own_property() -> None:
    match = table("rat1 rat1", "fox1", "fox1", city="G1 G2 F1 R2 R1", tokens="0G1 0R1 1G2 2R2")
    assert legal(play(match, "take-F1")) == {"way1", "way2"}


def test_T24_spaces_of_rivals_feed_them_neutral_ones_and_the_target_feed_nobody() -> None:
    match = table("rat3 fox1 fox2", "snake1", city="G1 H1 H2 R1", tokens="0G1 1H2 1R1")
    assert costs(match, "R1") == (2, 2)
    play(match, "take-R1", "rat3")
    assert refused(match, "snake1") == r.NOT_IN_HAND
    play(match, "fox2", "fox1")
    assert hand(match, 1) == ["fox2", "snake1"], "the first card is for the owner, the second for nobody"
    assert "fox1" in discards(match)


def test_T24a_two_spaces_of_one_rival_two_cards_that_the_payer_picks() -> None:
    match = table("rat1 fox1 cash snake2", "", city="G1 H1 H2 R1", tokens="0G1 1H2 1H1")
    play(match, "take-R1", "rat1")
    assert legal(match) == {"snake2", "fox1"}, "two cards must follow, from high to low"
    assert refused(match, "cash") == r.CANNOT_FINISH
    play(match, "fox1", "cash")
    assert (hand(match, 0), hand(match, 1)) == (["snake2"], ["fox1", "cash"])


def test_T25_any_card_connects_whatever_its_suit_and_value() -> None:
    for card in ("cash", "weasel3", "shark1"):
        match = table(f"rat3 shark1 {card}", "", tokens="0G1")
        assert owner(play(match, "take-R4", "rat3 shark1", card), "R4") == 0


def test_T26a_who_has_lost_the_last_property_pays_no_connection_cost_again() -> None:
    match = table("rat3 rat1", "fox1", tokens="0G1 1G1")
    assert costs(match, "R4") == (4, 0)


def test_T27_all_costs_are_checked_together() -> None:
    match = table("rat1 rat1", "fox1", city="G1 H1 R1 R2", tokens="0G1")
    assert costs(match, "R2") == (2, 2)
    assert refused(match, "take-R2") == r.TOO_FAR
    assert refused(match, "take-R1") == r.OK
    assert refused(table("rat1", "fox1", city="R2"), "take-R2") == r.TOO_DEAR
    assert refused(match, "take-F1") == r.NOT_IN_CITY


def test_T28_there_are_twelve_tokens_and_without_one_no_take_over() -> None:
    city = " ".join(PROPERTIES[:14])
    match = table("cash cash", "rat1", city=city, tokens=" ".join(f"0{code}" for code in PROPERTIES[:12]))
    assert match.view(0)["tokens"] == [0, 12]
    assert refused(match, f"take-{PROPERTIES[12]}") == r.NO_TOKEN
    again = play(table("rat1", "rat1", tokens="0G1 1H2", law=0), "draw")
    assert again.view(0)["tokens"] == [12, 12], "they come back every round"


def test_T29_any_empty_cell_at_an_edge_of_the_city_inner_holes_too() -> None:
    match = table("", "", city="G1 G2 G3/ R1 .. R3/ H1 H2 H3", lot="T1 T2 T3")
    play(match, "lot-T1")
    cells = legal(match)
    assert "G2.down" in cells, "the hole"
    assert len(cells) == 12 + 1
    assert refused(match, "R1.right") == r.OTHER_NAME
    assert refused(match, "G1.right") == r.OCCUPIED
    assert refused(match, "F1.up") == r.NOT_PLACED
    assert refused(match, "draw") == r.SITE_FIRST
    assert cell(play(match, "G2.down"), "T1") == (1, 1)


def test_T30_the_take_over_of_an_open_lot_card_is_optional_and_without_connection_cost() -> None:
    match = table("fox1", "", city="G1 H2 R4", tokens="0G1", lot="T1 T2 T3")
    play(match, "lot-T1", "R4.right")
    assert legal(match) == {"take-T1", "leave"}
    assert refused(match, "take-R4") == r.ONLY_THIS
    play(match, "leave")
    assert (owner(match, "T1"), match.mover) == (None, 1)


def test_T30a_what_cannot_be_paid_is_refused_but_placing_stays_possible_without_a_token_too() -> None:
    match = table("rat1", "", lot="T1 T2 T3")
    play(match, "lot-T1", "R4.right")
    assert refused(match, "take-T1") == r.TOO_DEAR
    assert legal(match) == {"leave"}
    city = " ".join(PROPERTIES[:14])
    match = table("cash", "", city=city, tokens=" ".join(f"0{code}" for code in PROPERTIES[:12]), lot="F1 F2 F3")
    play(match, "lot-F1", "G1.up")
    assert refused(match, "take-F1") == r.NO_TOKEN
    assert legal(play(match, "leave"))


def test_T31_an_empty_open_lot_cannot_be_used() -> None:
    match = table("", "", city=" ".join(PROPERTIES))
    assert refused(match, "lot-G1") == r.LOT_EMPTY
    match = table("", "", city=" ".join(PROPERTIES[:16]), lot="F1 F2 F3")
    play(match, "lot-F1", "G1.up", "leave")
    assert lot(match) == {"F2", "F3", "F4"}
    play(match, "lot-F2", "G2.up", "leave")
    assert lot(match) == {"F3", "F4"}, "nothing is left to refill it"


def test_T32_three_briefcases_for_the_whole_game_spent_ones_stay_gone() -> None:
    match = table("", "", law=0, briefcases=[1, 3], lot="T1 T2 T3")
    play(match, "lot-T1", "R4.right", "leave", "draw")
    assert match.view(0)["round"] == 2
    assert match.view(0)["briefcases"] == [0, 3]
    assert refused(table("", "", briefcases=[0, 3], lot="T1 T2 T3"), "lot-T1") == r.NO_BRIEFCASE
    assert refused(table("", "", lot="T1 T2 T3"), "lot-T4") == r.NOT_IN_LOT


def test_T33_agendas_are_chosen_anew_every_round_with_city_line_up_and_hand_in_sight() -> None:
    match = dealt("G1")
    view = match.view(match.mover)
    assert (len(view["city"]), len(view["line"]), len(view["hand"])) == (12, 5, 3)
    play(match, "halls restaurants")
    assert refused(match, "draw") == r.AGENDAS_FIRST
    play(match, "halls restaurants")
    assert refused(match, "halls") == r.AGENDAS_STAND
    again = play(table("", "", law=0, agendas=["halls hotels"] * 2), "draw")
    assert legal(again) == set(AGENDAS), "all eight again"


def test_T33_option_spent_agendas_cannot_be_chosen_again() -> None:
    match = table("", "", law=0, agendas=["halls hotels"] * 2, options={"agendas": "spent"})
    play(match, "draw")
    assert legal(match) == set(AGENDAS) - {"halls", "hotels"}
    assert refused(match, "halls") == r.AGENDA_SPENT


def test_T33_option_swap_costs_a_turn_and_stays_hidden() -> None:
    match = table("", "", agendas=["halls hotels", "empire district"], options={"agenda_swap": "on"}, law=20)
    assert {"halls", "hotels"} <= legal(match)
    assert refused(match, "empire") == r.AGENDA_NOT_HELD
    play(match, "halls")
    assert refused(match, "draw") == r.SWAP_FIRST
    assert refused(match, "halls") == r.AGENDA_PUT_BACK  # another one is held instead
    assert match.view(1).state.put_back == r.NONE
    play(match, "variety")
    assert (match.view(0)["agendas"], match.mover) == (["hotels", "variety"], 1)
    assert not any("Gaming" in text or "types" in text for text in match.events(1))
    assert match.view(0)["idle"] == 1
    stuck = table("", "", options={"agenda_swap": "on"}, idle=8)
    assert refused(stuck, "halls") == r.SWAP_GUARD


def test_T33a_agendas_are_named_in_any_order() -> None:
    one, other = dealt("G1"), dealt("G1")
    assert play(one, "halls hotels").state == play(other, "hotels halls").state


def test_T34_two_players_may_have_the_same_agenda() -> None:
    match = play(dealt("G1"), "halls hotels", "halls hotels")
    assert match.state.agenda[0] == match.state.agenda[1]


def ended(city: str, taken: str, *agendas: str) -> dict[int, list[int]]:
    """What the agendas bring if the round ends with these take-overs."""
    match = table(*["" for _ in agendas], city=city, tokens=taken, law=0, agendas=agendas)
    return scored(play(match, "draw"))


def test_T35_most_is_strictly_more_then_value_decides_and_a_full_tie_scores_nobody() -> None:
    both = ["halls hotels"] * 2
    assert ended("G1 G2 G3 G4 R1", "0G1 0G2 1G4", *both)[0] == [3, 0], "two of value 3 beat one of value 4"
    assert ended("G1 G2 G3 G4 R1", "0G1 0G4 1G2 1G3", *both) == {0: [0, 0], 1: [0, 0]}, "2 of 5 against 2 of 5"
    assert ended("G1 G2 G3 G4 R1", "0G2 0G4 1G1 1G3", *both) == {0: [3, 0], 1: [0, 0]}
    assert ended("G1 G2 R1", "0R1", *both) == {0: [0, 0], 1: [0, 0]}, "none is not most"


def test_T35a_in_a_tie_of_three_every_tied_rival_must_be_beaten_on_value() -> None:
    mine = ["halls hotels", "variety hotels", "variety hotels"]
    assert ended("G1 G2 G3 G4 R1", "0G4 1G1 2G3", *mine)[0][0] == 3
    assert ended("G1 G2 G3 G4 R1", "0G2 1G1 2G3", *mine)[0][0] == 0


def test_T36_ties_of_types_and_totals_are_broken_by_all_own_properties() -> None:
    assert ended("G1 G2 H1 H4 R1", "0G2 0H1 1G1 1H4", *["variety empire"] * 2) == {0: [0, 0], 1: [3, 3]}
    assert ended("G1 G2 H1 H4 R1", "0G1 0G2 1H4 1R1", *["variety empire"] * 2) == {0: [0, 0], 1: [3, 3]}


def test_T36_ties_of_groups_are_broken_by_the_best_valued_largest_group() -> None:
    two = ["district halls"] * 2
    city = "G1 G2 R1 H3 H4 R2 F1 F2"
    assert ended(city, "0G1 0G2 0H3 0H4 1F1 1F2", *two)[0][1] == 3, "2 cards of 7 against 2 of 3"
    assert ended(city, "0G1 0G2 1F1 1F2", *two) == {0: [3, 0], 1: [0, 0]}, "a full tie: only the halls count"


def test_T36a_a_group_needs_two_properties() -> None:
    assert ended("G1 G2 R1", "0R1", "district halls", "halls hotels")[0] == [0, 0]
    assert ended("G1 G2 R1", "0G1 0G2", "district hotels", "halls hotels")[0] == [0, 3]


def test_T37_rivals_without_that_agenda_are_compared_as_well() -> None:
    assert ended("G1 G2 G3 R1", "0G1 1G2", "halls hotels", "empire variety")[0] == [0, 0]


def test_T38_scoring_begins_with_who_drew_the_law_and_the_order_changes_no_total() -> None:
    totals = []
    for turn in (0, 1):
        match = play(table("", "", tokens="0G1 1H2", law=0, turn=turn), "draw")
        assert [who for who, _, _ in happened(match, r.ROUND_SCORED)] == [turn, 1 - turn]
        totals.append(match.scores())
    assert totals[0] == totals[1]


def test_T39_scores_above_25_and_50_are_plain_numbers() -> None:
    match = table("", "", tokens="0R4", law=0, points=[49, 24], agendas=["restaurants empire", "halls hotels"])
    assert play(match, "draw").scores() == [49 + 4 + 3 + 3, 24]


def test_T40_a_new_round_begins_with_all_cards_properties_and_tokens() -> None:
    match = play(table("rat1 rat2", "fox1", tokens="0G1 1H2", law=0), "draw")
    s = match.state
    assert sum(s.place[x] == r.CITY for x in range(20)) == 12
    assert (sum(s.tokens), sum(s.discard), s.idle, s.turns) == (0, 0, 0, 0)
    counts = [sum(s.hand[p * 16 + k] for p in range(2)) + s.line[:].count(k) + s.deck[11:].count(k) for k in range(16)]
    assert counts == CARDS.column("count")[:16]
    assert len({tuple(play(table("", "", law=0, seed=seed), "draw").state.stack) for seed in range(10)}) == 10


def test_T41_what_was_public_is_in_every_view_and_hands_and_agendas_are_not() -> None:
    match = table("rat1 fox2", "snake1", agendas=["halls hotels", "empire variety"])
    view = match.view(1)
    assert view["hands"] == [2, 1]
    assert view["seen"] == [[], []]
    assert view["agendas"] == ["variety", "empire"]
    assert sum(view.state.hand[:16]) == 0
    assert view.state.agenda[0] == 0


def test_T41b_a_view_says_at_least_n_of_this_kind_less_those_played() -> None:
    match = table("rat1 fox2", "snake1", line="snake1 snake1 shark3 rat2 cash", city="G1 T1 R4", law=30)
    play(match, "trade-snake", "fox2", "draw")
    assert match.view(1)["seen"][0] == ["snake1", "snake1"]
    play(match, "take-T1", "snake1")
    assert match.view(1)["seen"][0] == ["snake1"]
    known = table("rat1", "snake1 snake1", city="G1 T1 R4", seen=["", "snake1"], law=30)
    play(known, "draw", "take-G1", "snake1")
    assert known.view(0)["seen"][1] == [], "it may have been another one: at least none"


def test_T41b_cards_paid_for_a_space_on_the_way_are_known_to_be_in_that_hand() -> None:
    match = play(table("rat3 shark1 fox1", "snake1", tokens="0G1 1H2"), "take-R4", "rat3 shark1 fox1")
    assert match.view(0)["seen"][1] == ["fox1"]


def test_T41a_at_the_end_of_a_round_all_chosen_agendas_are_shown() -> None:
    match = play(table("", "", law=0, agendas=["halls hotels", "empire variety"]), "draw")
    shown = {(who, AGENDAS[a]) for who, a, _ in happened(match, r.AGENDA_SCORED)}
    assert shown == {(0, "halls"), (0, "hotels"), (1, "empire"), (1, "variety")}
    told = match.events(0)
    assert any("most different types" in text for text in told)


def test_T42_a_tie_at_the_end_is_shared() -> None:
    match = play(table("", "", "", law=0, rounds=2, points=[7, 3, 7]), "draw")
    assert match.payoffs() == [0.5, 0, 0.5]


def test_T18a_only_the_lowest_take_part_in_the_draw_for_starter() -> None:
    starters = set()
    for seed in range(40):
        match = play(table("", "", "", "", law=0, points=[3, 1, 1, 9], seed=seed), "draw")
        starters.add(match.mover)
    assert starters == {1, 2}


def test_cells_are_named_by_x_and_y_with_the_first_property_at_0_0_and_y_growing_downwards() -> None:
    match = dealt("R1 R2 H2")
    places = {place["code"]: (place["x"], place["y"]) for place in match.view(0)["city"]}
    assert [places[code] for code in ("R1", "R2", "H2")] == [(0, 0), (1, 0), (1, 1)]


LETTERED = ("07a", "11a", "17a", "18a", "23a", "24a", "26a", "30a", "33a", "35a", "36a", "41a", "41b")


def test_every_ruling_has_a_test_that_names_it() -> None:
    tests = pathlib.Path(__file__).read_text("utf-8")
    tested = {int(n) for n in re.findall(r"def test_T(\d\d)", tests)}
    assert tested == set(range(1, 43))
    lettered = {name.lower() for name in re.findall(r"def test_(T\d\d[ab])_", tests)}
    assert lettered == {f"t{name}" for name in LETTERED}
