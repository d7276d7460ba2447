"""Play and Try it where a move is a number that somebody types, and other moves have negative codes."""

from __future__ import annotations

from typing import Any

import pytest

import mowlab
from mowlab.games.magic_money import state as st
from mowlab.match import Match
from mowlab.ui.app import App
from mowlab.ui.play import Play
from mowlab.ui.session import AGAIN, GO_ON
from mowlab.ui.shared import Shared
from mowlab.ui.try_it import LAST, TryIt
from tests.ui.test_play import press, said, settled, tap

GAME = "magic-money"


def begun(cards: str, moves: str = "", bots: tuple[str, ...] = ("miser", "valuer"), active: int = 0) -> Play:
    """A Play section with a position on the table, you in seat 0, bots moving at once."""
    game = mowlab.game(GAME, players=1 + len(bots))
    position = {"cards": cards.split(), "moves": moves, "active": active}
    match: Match = game.match(["you", *bots], seed=1, names=["You", "Bea", "Carl"], position=position)
    play = Play(GAME)
    play.speed = "instant"
    play.begin(match)
    settled(play)
    return play


def number(play: Play | TryIt) -> Any:
    return play.table.scene["number"]


def labels(play: Play) -> list[str]:
    return [choice["label"] for choice in play.table.scene["choices"]]


def test_a_number_that_is_refused_leaves_the_field_as_it_was_and_says_why() -> None:
    play = begun("puddlewyrm moonmule")
    field = number(play)
    for typed, reason, rule in (
        (5000, "This opening must be 1: it is the first of the game.", "Rulebook: Begin the Auction"),
        (0, "0 is too low: nobody may stay out, and the lowest bid is 1.", "Rulebook: Bidding"),
        (st.CAP + 1, "this program stops at 1,000,000,000,000,000", "Ruling W8a"),
    ):
        tap(play.table, typed)
        message = play.table.scene["message"]
        assert message["tone"] == "bad"
        assert reason in message["text"]
        assert message["rule"] == rule
        assert number(play) == field, "the page keeps what was typed as long as the field is the same"
    assert settled(play).turns == []
    tap(play.table, 1)
    assert settled(play).turns[0].action == 1
    assert number(play) is None


def test_an_opening_above_a_tenth_is_refused_with_the_numbers_of_the_rulebook() -> None:
    play = begun("puddlewyrm moonmule brambleram", "1 9 8 seat1  1 3 5739 seat0")
    tap(play.table, 574)
    text = play.table.scene["message"]["text"]
    assert "574 is too high to open with: the last winning bid was 5,739" in text
    tap(play.table, 573)
    assert settled(play).turns[0].action == 573


def test_a_number_is_no_answer_to_a_question_and_an_answer_no_number() -> None:
    play = begun("puddlewyrm moonmule")
    tap(play.table, st.SEAT + 1)
    assert "Now a bid is asked for" in play.table.scene["message"]["text"]
    play = begun("puddlewyrm moonmule", "1 30 20")
    tap(play.table, 30)
    assert "Now a wizard is to be named" in play.table.scene["message"]["text"]
    assert settled(play).turns == []


def test_naming_the_winner_and_an_ability_are_buttons_with_negative_codes() -> None:
    """They reach the game: buttons that are no moves have other codes."""
    play = begun("puddlewyrm moonmule", "1 30 30")
    assert play.table.scene["status"] == "Your turn: a tie! Say who wins Puddlewyrm."
    assert labels(play) == ["Bea wins", "Carl wins"]
    tap(play.table, st.SEAT)
    assert play.table.scene["message"]["text"].startswith("A token beats your opening")
    tap(play.table, st.SEAT + 2)
    match = settled(play)
    assert match.state.winner[0] == 2
    assert play.table.scene["title"] == "Auction 1 is over"
    assert labels(play) == ["On to the next auction"]
    assert play.table.scene["number"] is None


def test_erasing_no_second_entry_is_no_other_button() -> None:
    """«Enough» has the code -2, which once meant «Play again» to the page."""
    moves = "1 40 3 seat2  4 5 50 seat1  5 6 60 seat0"
    play = begun("puddlewyrm moonmule forgetfawn brambleram", moves, active=1)
    assert labels(play) == ["Cross out 3 (your bid of auction 1)", "Cross out 5 (your bid of auction 2)"]
    tap(play.table, st.ENOUGH)
    assert play.table.scene["message"]["text"] == "You must cross out at least one entry."
    tap(play.table, st.TOKEN + 1)
    assert labels(play) == ["Cross out 3 (your bid of auction 1)", "Cross out no second one"]
    tap(play.table, st.ENOUGH)
    match = settled(play)
    assert [turn.action for turn in match.turns] == [st.TOKEN + 1, st.ENOUGH]
    assert play.table.scene["title"] == "Auction 3 is over"
    assert play.table.scene["lines"][0]["told"] == ["You cross out 1 Private entry."]


def test_undo_brings_the_field_back() -> None:
    play = begun("puddlewyrm moonmule")
    before = number(play)
    tap(play.table, 1)
    settled(play)
    assert number(play) is None
    press(play.panel, "undo")
    settled(play)
    assert number(play) == before


def test_why_tells_no_secret() -> None:
    play = Play(GAME)
    play.speed = "instant"
    press(play.panel, "start", seed="5", players="4", first_active="fixed")
    match = settled(play)
    tap(play.table, 1)
    settled(play)
    tap(play.table, next(c["action"] for c in play.table.scene["choices"]))
    settled(play)
    if play.session.scored is not None:
        tap(play.table, GO_ON)
        settled(play)
    press(play.panel, "why")
    words = said(play.panel.blocks)
    assert "Its way: " in words
    bids = [i for i, turn in enumerate(match.turns) if turn.seat and turn.action > 0]
    assert bids
    assert not any(match.why(i) in words for i in bids)


@pytest.mark.parametrize("players", [3, 6])
def test_a_whole_game_is_played_from_what_the_table_shows(players: int) -> None:
    play = Play(GAME)
    play.speed = "instant"
    press(play.panel, "start", players=str(players), seed="3")
    match = settled(play)
    titles = []
    for i in range(400):
        scene = play.table.scene
        if match.over:
            break
        if scene["number"] is not None:
            big = i % 3 == 0 and scene["number"]["label"] == "Your bid"
            tap(play.table, 40 if big else 1)
        else:
            titles.append(scene["title"])
            tap(play.table, next(c for c in scene["choices"] if c.get("legal", True))["action"])
        settled(play)
    assert match.over
    assert [f"Auction {k} is over" for k in range(1, players + 6)] == [t for t in dict.fromkeys(titles) if "over" in t]
    scene = play.table.scene
    assert [lines["title"].split(":")[0] for lines in scene["lines"]] == ["The final count", f"Auction {players + 6}"]
    assert scene["result"]["title"]
    assert [c["action"] for c in scene["choices"]] == [AGAIN]
    again = Play(GAME)
    again.table.stored = play.table.to_store
    assert settled(again).state == match.state
    assert again.table.scene["result"] == scene["result"]


def test_a_number_is_tried_with_the_same_luck() -> None:
    shared = Shared(GAME)
    play, section = Play(GAME, shared), TryIt(GAME, shared)
    play.speed = "instant"
    match = begun("puddlewyrm moonmule brambleram", "1 9 8 seat1  1 3 5739 seat0").session.match
    assert match is not None
    play.begin(match)
    section.opened()
    assert number(section)["id"] == number(play)["id"]
    tap(section.table, 574)
    assert section.table.scene["message"]["tone"] == "bad"
    tap(section.table, 77)
    assert "77" in section.table.scene["status"]
    assert section.situation.match.turns == []
    tap(play.table, 500)
    settled(play)
    section.opened()
    press(section.head, "position", position=LAST)
    assert "500" in section.table.scene["status"]


def test_the_app_says_whose_game_it_is_and_that_the_creatures_are_ours() -> None:
    words = said(App(GAME).about.blocks)
    for word in (
        "Indie Boards & Cards",
        "not affiliated",
        "our own invention",
        "21 of 21 cards",
        "Grudgeling",
        "not public",
        "this page plays with ours",
    ):
        assert word in words
