"""Positions of Mow Money built by hand: what is left out is filled in, and whatever cannot be is said in a sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.core.game import PositionError
from mowlab.games.mow_money import rules as r

from ..strategies import anything, damaged
from .mow_money_play import cards_at, contracts_at, hand, legal, pass_on, pile, play, stack, table

GAME = mowlab.game("mow-money", players=2)
SOLO = mowlab.game("mow-money", players=1)
HANDS: dict[str, Any] = {"hands": [["b1c1", "b1c2"], ["b2c1"]]}


# ---- what is left out -----------------------------------------------------------------------------------------------
def test_only_hands_are_needed() -> None:
    match = table("b1c1 b1c2", "b2c1")
    s = match.state
    assert (match.mover, s.phase, s.rounds, s.marker) == (0, r.AIMING, 0, 0)
    assert [len(pile(match, area)) for area in "AB"] == [8, 8]
    assert [pile(match, area)[0] for area in "AB"] == ["r1.1", "r1.2"]
    assert list(s.left) == [47, 36, 20]
    assert list(s.mower[:6]) == [1, 0, 0, 1, 0, 0]
    assert cards_at(match, r.DISCARD) == set()


def test_without_a_deck_the_rest_of_a_tier_is_there_and_with_one_it_is_discarded() -> None:
    match = table("b1c1", "", decks={"m": "m4*s1 m2f1"}, discards="b1c2 a3s1")
    assert list(match.state.left) == [48, 2, 19]
    assert len(cards_at(match, r.DISCARD)) == 34 + 2
    match = table("", "", phase="invest", rounds=1, money=[6, 0], mowers=["bm", "b"], decks={"m": "m4*s1 m2f1"})
    assert hand(play(match, "card-m"), 0) == {"m4*s1"}, "the deck is given from the top"


def test_contracts_that_are_not_named_lie_below_those_that_are_up() -> None:
    match = table("", "", up="r8.1 r4.2", won=["r1.1", "r2.1 r3.1"])
    assert [pile(match, area)[0] for area in "AB"] == ["r8.1", "r4.2"]
    assert sum(len(pile(match, area)) for area in "AB") == 16 - 3
    assert contracts_at(match, r.GONE) == set()
    match = table("", "", piles=["r8.1", "r4.2 r1.1"])
    assert [pile(match, area) for area in "AB"] == [["r8.1"], ["r4.2", "r1.1"]]
    assert len(contracts_at(match, r.GONE)) == 13


def test_bids_are_moves_by_the_rules() -> None:
    match = table("b1c1 b1c2", "b2c1", bids="A as1 b1c1 b1c2 bluff1 done OJ free")
    assert stack(match, 0) == {"b1c1", "b1c2", "bluffs1"}
    assert (match.mover, legal(match)) == (1, {"b2c1", "done"})


def test_cards_that_all_have_seen() -> None:
    match = table("b1c1 b1c2", "b2c1", shown=["b1c2"])
    seen = match.view(1).state
    assert [seen.place[match.action(code)] for code in ("b1c1", "b1c2")] == [r.UNKNOWN, r.HAND]


def test_a_pick_up_for_those_who_won_nothing() -> None:
    match = table("b1c1 b1c2 b1c3", "b2c1", "", phase="pick-up", lucky=[1], marker=1)
    assert (match.mover, legal(match)) == (2, {"done"})
    play(match, "done")
    assert (match.mover, legal(match)) == (0, {"job-c", "done"})
    play(match, "done")
    assert match.state.rounds == 1


def test_a_position_is_played_to_the_end_and_recorded() -> None:
    match = table("b1c1 b1c2", "b2c1", won=["r2.1", ""], piles=["r1.1 r3.1", "r1.2"], money=[4, 9], rounds=5)
    play(match, "B as1 b1c1 b1c2 r2.1 bluff0 done", "done done")
    assert match.over
    again = mowlab.replay(match.record())
    assert again.state == match.state
    assert pass_on(again).over


# ---- what cannot be -------------------------------------------------------------------------------------------------
FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "one hand": ({"hands": [["b1c1"]]}, "hands needs one entry for each of the 2 players, not 1"),
    "hands as a text": ({"hands": "b1c1"}, "hands must be a list, not 'b1c1'"),
    "a hand as a text": ({"hands": ["b1c1", []]}, "a hand must be a list, not 'b1c1'"),
    "an unknown card": ({"hands": [["x"], []]}, "There is no bid card 'x' in this game"),
    "a number as a card": ({"hands": [[3], []]}, "There is no bid card 3"),
    "a card twice": ({"hands": [["b1c1"], ["b1c1"]]}, "The bid card 'b1c1' is named twice"),
    "a card in hand and deck": ({"decks": {"b": ["b1c1"]}}, "The bid card 'b1c1' is named twice"),
    "a card in hand and discards": ({"discards": ["b1c1"]}, "The bid card 'b1c1' is named twice"),
    "a card in another deck": ({"decks": {"m": ["b1c3"]}}, "b1c3 is no medium bid card"),
    "a deck of gold": ({"decks": {"g": []}}, "it must name decks by the letter of their tier: b, m, a"),
    "decks as a list": ({"decks": [["b1c3"]]}, "it must name decks by the letter"),
    "too many cards": ({"hands": [["a3s1", "a3s2", "a4s1", "a4s2"], []]}, "Seat 0 has 4 advanced .* the limit is 3"),
    "money in debt": ({"money": [-1, 0]}, "money of seat 0 is -1; it must be a whole number from 0 to 999"),
    "money of true": ({"money": [True, 0]}, "money of seat 0 is True"),
    "no basic mower": ({"mowers": ["m", "b"]}, "mowers are 'm'; allowed are b, bm, ba and bma"),
    "an unknown contract": ({"up": ["r9.1", "r1.1"]}, "There is no contract 'r9.1' in this game"),
    "a contract that is not in play with two": ({"won": [["r8.2"], []]}, "There is no contract 'r8.2' in this game"),
    "a contract twice": ({"up": ["r1.1", "r1.1"]}, "The contract 'r1.1' is named twice"),
    "one contract up": ({"up": ["r1.1"]}, "up needs one entry for each of the 2 neighborhoods, not 1"),
    "up and piles": ({"up": ["r1.1", "r1.2"], "piles": [["r1.1"], ["r1.2"]]}, "Give either up or piles"),
    "an empty pile": ({"piles": [["r1.1"], []]}, "Bear Cave Way has 0 contracts; it must have 1 to 8"),
    "a pile too high": (
        {"piles": [["r1.1", *(f"r{n}.{k}" for n in (2, 3, 4) for k in (1, 2, 3))], ["r1.2"]]},
        "Apple Hollow has 10 contracts; it must have 1 to 8",
    ),
    "a dummy among two": ({"dummy": ["r1.1"]}, "There is a dummy in the solo game only"),
    "a marker nowhere": ({"marker": 2}, "marker is 2; it must be a whole number from 0 to 1"),
    "too many rounds": ({"rounds": 60}, "rounds is 60; it must be a whole number from 0 to 59"),
    "an unknown phase": ({"phase": "resolve"}, "phase is 'resolve'; allowed are invest, bid, pick-up"),
    "investing in round one": ({"phase": "invest"}, r"Nobody invests in the first round \(ruling M27\)"),
    "another bidder": ({"turn": 1}, "The marker holder bids first"),
    "luck before bids": ({"lucky": [0]}, "lucky is for the pick-up"),
    "a pick-up of the lucky": ({"phase": "pick-up", "lucky": [0], "turn": 0}, "Only seats that won nothing are asked"),
    "a pick-up of nobody": ({"phase": "pick-up", "lucky": [0, 1]}, "Only seats that won nothing are asked"),
    "a card shown that nobody has": ({"shown": ["b3f1"]}, "shown names 'b3f1', which is in nobody's hand"),
    "no such move": ({"bids": ["Z"]}, "'Z' is not a move of Mow Money"),
    "a bid that is not allowed": ({"bids": ["A", "as2"]}, "'as2' cannot be played: This contract does not list"),
    "bids that end the phase": ({"bids": ["done", "done"]}, "With 'done' all have bid and the bids are resolved"),
    "bids while investing": ({"bids": ["done"], "phase": "invest", "rounds": 1}, "bids are placed in the bid phase"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_is_said_in_a_sentence(name: str) -> None:
    given_, expected = FAULTS[name]
    with pytest.raises(PositionError) as caught:
        GAME.position(**{**HANDS, **given_})
    text = str(caught.value)
    assert re.search(expected, text), text
    assert text.endswith((".", ")"))


WHOLE: dict[str, Any] = {
    "hands": [["b1c1", "b1c2", "m2f1"], ["b2c1"]],
    "money": [3, 4],
    "mowers": ["bm", "b"],
    "won": [["r2.1"], ["r3.1", "r1.1"]],
    "piles": [["r1.2", "r4.1"], ["r5.1", "r6.1"]],
    "decks": {"b": ["b3f1", "b2c2"], "a": ["a3s1"]},
    "discards": ["m3f1"],
    "shown": ["b2c1"],
    "marker": 1,
    "rounds": 4,
    "phase": "bid",
    "bids": ["A", "free", "b2c1", "r3.1", "done", "bluff1"],
}


@given(damaged(WHOLE))
def test_whatever_is_wrong_is_a_position_error_or_the_position_can_be_played(data: Any) -> None:
    known = {name: part for name, part in data.items() if name in WHOLE}  # Python itself refuses other names
    try:
        GAME.position(**{"hands": [[], []], **known})
    except PositionError:
        return
    match = GAME.match(["random", "random"], seed=1, position={"hands": [[], []], **known})
    match.advance(40)


@given(st.sampled_from(sorted(WHOLE)), anything)
def test_anything_in_the_place_of_a_part(name: str, value: Any) -> None:
    try:
        s = GAME.position(**{**WHOLE, name: value})
    except PositionError:
        return
    assert isinstance(s, GAME.state_class.plain)


def test_the_solo_game_has_a_dummy() -> None:
    s = SOLO.position(hands=[["b1c1"]], dummy=["r8.1"], won=[["r1.1"]])
    assert r.reputation(s, r.DUMMY) == 8
    assert SOLO.plain.score(s, 0) == 2
