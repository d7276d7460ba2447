"""Play where a turn is put together on a map: drafts, undo, reload, the end of a round, reasons that keep secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mowlab
from mowlab.games.mob_town import draft as d
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town import table
from mowlab.games.mob_town.cards import N_KINDS
from mowlab.match import Match
from mowlab.ui.app import App
from mowlab.ui.play import Play
from mowlab.ui.session import GO_ON, TAKE_BACK
from tests.ui.test_play import press, said, settled, tap

GAME = "mob-town"
CITY = {"G1": [0, 0], "H2": [1, 0], "R4": [2, 0], "T3": [0, 1], "F2": [1, 1], "H4": [2, 1]}
HAND = "rat3 shark2 rat1 snake1 fox1 weasel1 cash"
LINE = ["rat1", "rat2", "snake2", "shark3", "fox3"]


def of(hands: list[str], bots: list[str], **position: Any) -> Match:
    game = mowlab.game(GAME, players=len(hands))
    given = {
        "city": CITY,
        "tokens": [[0, "G1"], [1, "H2"]],
        "hands": [hand.split() for hand in hands],
        "line": LINE,
        **position,
    }
    match: Match = game.match(["you", *bots], seed=1, position=given)
    return match


def begun(*hands: str, bots: list[str] | None = None, **position: Any) -> Play:
    """A Play section with a position on the table, bots moving at once."""
    play = Play(GAME)
    play.speed = "instant"
    play.begin(of(list(hands), bots or ["expander"] * (len(hands) - 1), **position))
    return play


def go(play: Play, *moves: str | int) -> None:
    for move in moves:
        assert play.session.match is not None
        tap(play.table, play.session.match.action(move) if isinstance(move, str) else move)


def zone(play: Play, key: str) -> Any:
    return next(z for z in play.table.scene["zones"] if z["id"] == key)


def codes(play: Play, key: str) -> list[str]:
    return [card["code"] for card in zone(play, key)["cards"]]


def out(play: Play, code: str, slot: int = d.PRICE) -> int:
    assert play.session.match is not None
    return d.OUT + slot * N_KINDS + play.session.match.action(code)


def test_a_take_over_is_put_together_and_nothing_is_played_before_it_is_done() -> None:
    play = begun(HAND, "fox1")
    match = settled(play)
    go(play, "take-R4")
    assert match.turns == []
    assert (codes(play, "slot0"), codes(play, "slot2")) == (["rat3", "rat1"], ["snake1"])
    go(play, out(play, "rat3"), "shark2")
    assert match.turns == []
    go(play, "cash", d.DO)
    assert [match.notation(turn.action) for turn in match.turns[:5]] == ["take-R4", "shark2", "rat1", "cash", "snake1"]
    assert match.turns[4].events[0][:4] == (r.HANDED, 0, match.action("snake1"), 1)


def test_a_refusal_is_told_with_its_rule_and_brought_into_view() -> None:
    play = begun(HAND, "fox1")
    go(play, "take-R4", "take-H4")
    message = play.table.scene["message"]
    assert message["tone"] == "bad"
    assert message["look"]
    assert "The Hotel 4 costs 4" in message["text"]
    assert message["rule"].startswith("Rulebook: Gameplay, Take Over")
    assert codes(play, "slot0") == ["rat3", "rat1"], "what was begun stays"
    tap(play.table, TAKE_BACK)
    assert "message" not in play.table.scene or play.table.scene["message"] is None
    assert all(z["id"] != "slot0" for z in play.table.scene["zones"])


def test_undo_opens_a_take_over_again_with_its_cards() -> None:
    play = begun(HAND, "fox1")
    match = settled(play)
    go(play, "take-R4", out(play, "rat3"), "shark2", "cash", d.DO)
    settled(play)
    press(play.panel, "undo")
    assert match.turns == []
    assert sorted(codes(play, "slot0")) == ["cash", "rat1", "shark2"]
    assert codes(play, "slot2") == ["snake1"]
    go(play, d.DO)
    assert match.state.owner[match.game.cards.column("code", "properties").index("R4")] == 0


def test_undo_opens_a_new_building_and_a_trade_again() -> None:
    play = begun(HAND, "fox1", lot=["R3", "T1", "F4"])
    match = settled(play)
    go(play, "lot-R3", "G1.up", "leave")
    settled(play)
    press(play.panel, "undo")
    assert match.turns == []
    assert match.state.briefcases[0] == 3
    assert play.session.draft[:2] == (match.action("lot-R3"), match.action("G1.up"))
    for _ in range(3):
        press(play.panel, "undo")
    assert play.session.draft == ()
    go(play, "cash-in", "fox3", "rat1", "snake2", d.DO)
    settled(play)
    press(play.panel, "undo")
    assert sorted(play.session.draft[1:]) == sorted(match.action(code) for code in ("fox3", "rat1", "snake2"))
    for _ in range(4):
        press(play.panel, "undo")
    go(play, "trade-rat", "fox1")
    settled(play)
    press(play.panel, "undo")
    assert play.session.draft == (match.action("trade-rat"),)


def test_reload_brings_back_what_was_being_put_together() -> None:
    play = begun(HAND, "fox1", lot=["R3", "T1", "F4"])
    for moves in (["take-R4", "weasel1"], ["lot-R3", "G1.left"], ["cash-in", "fox3", "rat1"], ["fox1"]):
        while play.session.draft:
            tap(play.table, TAKE_BACK)
        go(play, *moves)
        again = Play(GAME)
        again.table.stored = play.table.to_store
        assert again.session.draft == play.session.draft
        assert again.session.match is not None
        assert again.session.match.turns == []


@pytest.mark.parametrize("draft", ["x", [[1]], [10_000], [True], [r.DRAW], [d.DO], [d.OWN], [-3], {"a": 1}])
def test_a_kept_draft_that_makes_no_sense_is_left_out(draft: Any) -> None:
    play = begun(HAND, "fox1")
    again = Play(GAME)
    again.table.stored = json.dumps({**settled(play).record(), "draft": draft})
    assert again.session.draft == ()
    assert again.session.match is not None
    assert again.session.match.turns == []


def test_agendas_are_chosen_two_at_once_and_bots_choose_theirs_in_one_step() -> None:
    play = Play(GAME)
    press(play.panel, "speed", speed="instant")
    press(play.panel, "start", players="3", seed="5")
    match = settled(play)
    assert match.state.phase == r.CHOOSING
    assert match.mover == 0
    go(play, "halls", "variety", d.DO)
    settled(play)
    assert match.state.chosen[:3] == [2, 2, 2]
    assert sorted(codes(play, "agendas")) == ["halls", "variety"]
    play.begin(of([HAND, "fox1"], ["schemer"], phase="agendas", tokens=[]))
    session = play.session
    for a in (r.AGENDA, r.AGENDA + 1, d.DO):
        session.choose(a)
    assert session.match is not None
    n = len(session.match.turns)
    while not session.bot_step():
        pass
    assert len(session.match.turns) - n == 2


def test_a_bot_takes_over_in_one_step() -> None:
    play = Play(GAME)
    play.begin(of(["fox1", HAND], ["expander"], tokens=[[1, "G1"], [0, "H2"]]))
    session = play.session
    session.choose(r.DRAW)
    match = session.match
    assert match is not None
    n = len(match.turns)
    while not session.bot_step():
        pass
    assert match.notation(match.turns[n].action).startswith("take-")
    assert len(match.turns) - n > 2
    assert match.mover == 0
    (told,) = [text for text in session.news() if " takes over " in text]
    assert told in [line["text"] for line in session.log()], "the log tells it as one, too"
    assert not any("pays" in line["text"] for line in session.log())


def test_the_law_ends_the_round_and_the_city_stays_while_the_points_are_read() -> None:
    play = begun("rat1", "fox1", law=0, agendas=[["halls", "variety"], ["hotels", "empire"]])
    go(play, "draw")
    scene = play.table.scene
    assert scene["title"] == "Round 1 is over"
    assert scene["lines"][0]["title"] == "The law comes: you draw it"
    assert [row[0] for row in scene["lines"][0]["rows"]] == ["You", "Max Map"]
    assert "most Gaming Halls (1, nobody else has any: 3 points)" in scene["lines"][0]["told"][0]
    assert [z["id"] for z in scene["zones"]] == ["city"]
    assert {card["code"] for card in scene["zones"][0]["cards"]} == set(CITY), "not the new city"
    assert [c["label"] for c in scene["choices"]] == ["On to the next round"]
    tap(play.table, GO_ON)
    settled(play)
    scene = play.table.scene
    assert scene["title"] == "Round 2: secret agendas"
    assert len(zone(play, "city")["cards"]) == 12
    assert scene["lines"] is None


def test_at_the_end_the_result_stands_above_the_last_count() -> None:
    play = begun("rat1", "fox1", law=0, rounds=2, points=[20, 3])
    go(play, "draw")
    scene = play.table.scene
    assert scene["result"]["title"].startswith("You win with ")
    assert scene["lines"][0]["header"][-2:] == ["briefcases", "total"]
    assert [c["label"] for c in scene["choices"]] == ["Play again"]


def test_reasons_do_not_give_agendas_away_before_the_round_is_over() -> None:
    play = begun("rat1", HAND, bots=["schemer"], tokens=[[1, "G1"], [0, "H2"]], law=30)
    go(play, "draw")
    settled(play)
    press(play.panel, "why")
    assert "explained when the round is over" in said(play.panel.blocks)
    match = settled(play)
    whys = {match.why(i) for i, turn in enumerate(match.turns) if turn.seat == 1}
    assert not any(why in said(play.panel.blocks) for why in whys)


def test_each_reason_says_whose_move_it_was() -> None:
    play = begun("rat1", HAND, bots=["expander"], tokens=[[1, "G1"], [0, "H2"]], law=30)
    go(play, "draw")
    match = settled(play)
    press(play.panel, "why")
    words = said(play.panel.blocks)
    taken = next(i for i, turn in enumerate(match.turns) if match.notation(turn.action).startswith("take-"))
    why = match.why(taken, weighed=False)
    assert f"Max Map: {why}" in words
    assert "Gain reckoned" not in words, "what else it could have done tells what is in its hand, in this round"


def test_every_bot_is_offered_with_how_hard_it_is() -> None:
    play = Play(GAME)
    bots = play.shared.game.bots
    assert {*(bot.key for bot in play.shared.game.bots_module.BOTS), "random"} == set(table.LEVELS) <= set(bots)
    words = str(play.panel.blocks)
    assert all(f"{bots[key].name} ({level})" in words for key, level in table.LEVELS.items())


def test_the_app_says_whose_game_it_is_and_what_is_reconstructed() -> None:
    app = App(GAME)
    words = said(app.about.blocks)
    for word in ("5th Street Games", "not affiliated", "reconstructed", "16 of 17 cards", "Gaming Hall 1", "weasel"):
        assert word in words
