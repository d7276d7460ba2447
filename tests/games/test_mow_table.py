"""MOW on the table: the line in order, every legal move a button, nothing hidden shown, scoring line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import mowlab
from mowlab.core.words import Names
from mowlab.games.mow import rules as r
from mowlab.games.mow import table
from mowlab.games.mow.lesson import place
from mowlab.match import Match
from mowlab.ui.scene import Card, Scene, Zone


def at(position: dict[str, Any], players: int = 3, **options: Any) -> Match:
    names = ["You", "Bea", "Carl", "Dina", "Emil", "Fay"][:players]
    seats = ["you", *["random"] * (players - 1)]
    match: Match = mowlab.game("mow", players=players, **options).match(seats, seed=1, names=names, position=position)
    return match


def shown(match: Match, seat: int = 0, **more: Any) -> Scene:
    return table.scene(match.view(seat), match.names(you=seat), **more)


def zone(scene: Scene, key: str) -> Zone:
    return next(z for z in scene["zones"] if z["id"] == key)


def titles(some: Zone) -> list[str]:
    return [f"gap {card['face']['title']}" if card.get("kind") == "gap" else card["id"] for card in some["cards"]]


def cards(scene: Scene) -> Iterator[Card]:
    for z in scene["zones"]:
        for card in z.get("cards", []):
            yield card
            yield from card.get("on_top", [])


# ---- the herd -------------------------------------------------------------------------------------------------------
def test_the_herd_lies_in_number_order_with_gaps_between() -> None:
    herd = zone(shown(at(place("g1.0 g2.0", "g7.0 g5.1 g11.0"))), "herd0")
    assert titles(herd) == ["g5.1", "gap 6", "g7.0", "gap 8\N{EN DASH}10", "g11.0"]
    assert herd["note"] == "3 cows, 1 fly"


def test_an_acrobat_lies_on_top_of_its_cow() -> None:
    herd = zone(shown(at(place("g1.0", "g7.0 g10.0 gA7"))), "herd0")
    assert [card["id"] for card in herd["cards"][0]["on_top"]] == ["gA7"]


def test_cows_without_a_number_show_what_they_stand_for() -> None:
    herd = zone(shown(at(place("g1.0", "g5.0 g8.1 gSa yC- yM", farmers=6), players=6)), "herd0")
    faces = {card["id"]: card["face"]["title"] for card in herd["cards"]}
    assert faces["gSa"] == "=6"
    assert faces["yC"] == "=4"
    assert faces["yM"] == "=8"
    assert "mad cow" in herd["note"]


def test_open_and_closed_ends_say_so() -> None:
    open_ends = zone(shown(at(place("g1.0", "g5.0 g11.0"))), "herd0")["markers"]
    assert [(m["text"], m["open"]) for m in open_ends] == [("lower than 5", True), ("higher than 11", True)]
    closed = zone(shown(at(place("g1.0", "g5.0 gB0 gB16"))), "herd0")["markers"]
    assert [(m["text"], m["open"]) for m in closed] == [("closed", False), ("closed", False)]
    nearly = zone(shown(at(place("gB0", "g1.0 g15.0"))), "herd0")["markers"]
    assert [m["open"] for m in nearly] == [True, True]


def test_an_empty_herd_has_no_ends() -> None:
    herd = zone(shown(at(place("g1.0 g2.0"))), "herd0")
    assert herd["markers"] == []
    assert "starts the herd" in herd["empty"]


def test_two_farmers_see_three_herds_and_which_one_is_theirs() -> None:
    scene = shown(at(place("g1.0", "g5.0", "g6.0", "", farmers=2, herd=1), players=2))
    herds = [z for z in scene["zones"] if z["id"].startswith("herd")]
    assert [z["title"] for z in herds] == ["Herd 1", "Herd 2", "Herd 3"]
    assert [z["active"] for z in herds] == [False, True, False]


# ---- hand and buttons -----------------------------------------------------------------------------------------------
def test_the_hand_is_sorted_and_illegal_cards_say_why() -> None:
    match = at(place("g13.1 gSa g8.2 g2.0 g7.0", "g5.0 g6.0 g11.0"))
    hand = zone(shown(match), "hand")["cards"]
    assert [card["id"] for card in hand] == ["g2.0", "g7.0", "g8.2", "g13.1", "gSa"]
    assert [card["legal"] for card in hand] == [True, False, False, True, True]
    reason = match.why_not("g7.0", you=0)
    assert reason is not None
    assert hand[1]["why"] == reason.text
    assert "5" in hand[1]["why"]
    assert "11" in hand[1]["why"]


def test_the_calf_offers_both_ends_and_an_impossible_calf_says_why() -> None:
    scene = shown(at(place("yC g1.0", "g5.0 g11.0", farmers=6), players=6))
    ends = [choice for choice in scene["choices"] if choice.get("card") == "yC"]
    assert [(c["action"], c["legal"], c["hint"]) for c in ends] == [
        (r.CALF_LOW, True, "as number 4"),
        (r.CALF_HIGH, True, "as number 12"),
    ]
    dirty = shown(at(place("yC g1.0", "g5.1 g11.2", farmers=6), players=6))
    calf = next(card for card in zone(dirty, "hand")["cards"] if card["id"] == "yC")
    assert not calf["legal"]
    assert "no flies" in calf["why"]
    assert not [choice for choice in dirty["choices"] if choice.get("card")]


def test_taking_says_what_it_costs_and_stands_out_when_nothing_else_is_left() -> None:
    take = shown(at(place("g1.0 g8.0", "g5.1 g11.2")))["choices"]
    assert [(c["label"], c["hint"], c["tone"]) for c in take] == [
        ("Take the herd", "2 cows, 3 flies go into your cowshed", "plain")
    ]
    assert shown(at(place("g8.0", "g5.1 g11.2")))["choices"][0]["tone"] == "primary"


def test_after_a_special_cow_the_buttons_say_who_plays_then() -> None:
    scene = shown(at(place("g1.0", "g5.0 gB16", phase="arrow"), players=3))
    assert [c["hint"].removeprefix("then ") for c in scene["choices"]] == ["Bea plays", "Carl plays"]
    assert all("action" not in card for card in zone(scene, "hand")["cards"])


def test_whoever_is_not_to_move_gets_no_buttons() -> None:
    scene = shown(at(place("g1.0", "g5.0", turn=1)))
    assert scene["choices"] == []
    assert all("action" not in card for card in cards(scene))


@pytest.mark.parametrize("players", range(2, 11))
def test_in_random_games_every_legal_move_is_a_button_and_nothing_hidden_is_shown(players: int) -> None:
    game = mowlab.game("mow", players=players)
    match = game.match(seats=["random"] * players, seed=players)
    while not match.over:
        me = match.mover
        scene = shown(match, me, open_shed=True)
        json.dumps(scene)
        buttons = {card["action"] for card in cards(scene) if card.get("legal") and card["action"] != r.CALF_LOW}
        buttons |= {choice["action"] for choice in scene["choices"] if choice["legal"]}
        assert buttons == set(match.legal())
        seen = {card["id"] for card in cards(scene) if card.get("kind") != "gap"}
        places = {game.cards.rows[c]["code"]: match.state.place[c] for c in range(match.state.n_cards)}
        allowed = {r.HAND + me, r.SHED + me, *range(r.HERD, r.HERD + r.MAX_HERDS)}
        assert {places[code] for code in seen} <= allowed
        assert zone(scene, "deck")["count"] == sum(place == r.DECK for place in places.values())
        match.bot_move()


def test_seats_tell_totals_and_counts_only() -> None:
    match = at(place("g1.0 g2.0", "g5.0", shed="g7.3 g8.3", flies=[3, 40, 0]))
    scene = shown(match)
    mine = {fact["label"]: fact["value"] for fact in scene["seats"][0]["facts"]}
    assert mine == {"flies": "3", "hand": "2", "shed": "2 cows"}
    assert zone(scene, "shed")["note"] == "6 flies"
    assert [card["id"] for card in zone(shown(match, open_shed=True), "shed")["cards"]] == ["g7.3", "g8.3"]
    assert {fact["label"]: fact["value"] for fact in scene["seats"][1]["facts"]}["flies"] == "40"


def test_the_arrow_names_who_is_next() -> None:
    assert shown(at(place("g1.0", "g5.0")))["markers"][0]["text"] == "next: Bea"
    assert shown(at(place("g1.0", "g5.0", direction=-1)))["markers"][0]["text"] == "next: Carl"


# ---- cards and their sources ----------------------------------------------------------------------------------------
def test_reconstructed_cards_say_so() -> None:
    deck = mowlab.game("mow", players=6).cards
    for i, row in enumerate(deck.rows):
        assert ("reconstructed" in table.label(i, deck)) == (row["from"] == "reconstructed")
    assert {card["code"] for card in table.card_list(deck) if card["source"] == "reconstructed"} == set(
        deck.reconstructed
    )


def test_every_option_has_words_for_a_person() -> None:
    for name, option in r.State.options().items():
        title, values = table.OPTIONS[name]
        assert title
        assert all(value in values or isinstance(value, int) for value in option.values)


def test_special_cows_say_what_they_do() -> None:
    listed = table.card_list(mowlab.game("mow", players=6).cards)
    assert all(bool(card["power"]) == (card["flies"] == 5) for card in listed)


# ---- scoring --------------------------------------------------------------------------------------------------------
def rows(match: Match) -> list[Any]:
    return [row[:4] for row in match.turns[-1].events]


def test_a_round_is_scored_line_by_line() -> None:
    match = at(place("g1.0 g9.3", "g5.1 g11.2", farmers=3, left=0, shed="g7.3"))
    match.play("take")
    lines = table.scoring(rows(match), match.names(you=0))
    assert lines is not None
    assert lines["rows"][0] == ["You", "6", "3", "9", "9"]
    assert [int(row[4]) for row in lines["rows"]] == match.scores()
    starter = match.names(you=0)[match.state.starter]
    assert f"{starter[:1].upper()}{starter[1:]} start" in lines["note"]


def test_a_turn_without_scoring_has_no_lines() -> None:
    match = at(place("g1.0 g9.3", "g5.1 g11.2"))
    match.play("g1.0")
    assert table.scoring(rows(match), match.names()) is None


def test_a_tie_for_the_next_starter_is_explained() -> None:
    names = Names(["You", "Bea", "Carl"], you=0)
    events = [
        *[(r.HAND_SCORED, p, 1, 2) for p in range(3)],
        *[(r.ROUND_SCORED, p, n, n) for p, n in enumerate((20, 30, 30))],
        (r.ROUND_STARTED, 2, 2, 0),
    ]
    lines = table.scoring(events, names)
    assert lines is not None
    assert lines["note"].startswith("Bea and Carl have the most flies")
    assert "Carl starts" in lines["note"]
    by_chance = table.scoring(events, names, by_chance=True)
    assert by_chance is not None
    assert "chance" in by_chance["note"]


def test_six_special_cows_that_do_not_count_are_explained() -> None:
    names = Names(["You", "Bea"], you=0)
    events = [
        (r.HAND_SCORED, 0, 10, 2),
        (r.SIX_SPECIALS, 0, 34, 0),
        (r.ROUND_SCORED, 0, 0, 5),
        (r.HAND_SCORED, 1, 0, 0),
        (r.ROUND_SCORED, 1, 40, 100),
    ]
    lines = table.scoring(events, names)
    assert lines is not None
    assert lines["rows"][0] == ["You", "24", "10", "0 (six special cows: 34 do not count)", "5"]
    assert "Bea has 100" in lines["note"]


@pytest.mark.parametrize(("mine", "theirs", "title"), [(50, 99, "You win with 50"), (99, 50, "share the victory")])
def test_the_end_names_the_winners(mine: int, theirs: int, title: str) -> None:
    """Whoever has 99 holds three flies more."""
    hands = [["g1.0"], ["g7.3"], ["g8.3"]] if mine == 50 else [["g7.3"], ["g1.0"], ["g2.0"]]
    match = at({"hands": hands, "herds": [["g8.0"]], "deck": [], "flies": [mine, theirs, theirs]})
    assert table.result(match.view(0), match.names(you=0)) is None
    match.play("take")
    assert match.over
    result = table.result(match.view(0), match.names(you=0))
    assert result is not None
    assert title in result["title"]
    badges = [seat.get("badge") for seat in shown(match)["seats"]]
    assert badges == ["winner" if share else None for share in match.payoffs() or ()]


def test_news_leave_out_what_others_draw_and_what_one_did_oneself() -> None:
    match = at(place("g1.0 g9.3", "g5.1 g11.2"))
    match.play("g1.0")
    match.bot_move()
    names = match.names(you=0)
    told = " ".join(table.news([row[:4] for turn in match.turns for row in turn.events], match.game.cards, names))
    assert "You play" not in told
    assert "You draw" in told
    assert "draws" not in told
    assert "Bea" in told
