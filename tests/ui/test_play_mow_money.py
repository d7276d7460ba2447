"""Play and Try it where a choice takes several decisions: drafts, what is read when, and whole bids compared."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import pytest

import mowlab
from mowlab.games.mow_money import rules as r
from mowlab.games.mow_money.puzzles import PUZZLES
from mowlab.match import Match
from mowlab.ui import lookahead
from mowlab.ui.app import App
from mowlab.ui.play import Play
from mowlab.ui.session import GO_ON, TAKE_BACK
from mowlab.ui.shared import Shared
from mowlab.ui.try_it import LAST, NOW, TryIt
from tests.ui.test_play import press, said, settled, tap

GAME = "mow-money"


def of(hands: list[str], bots: list[str], **position: Any) -> Match:
    game = mowlab.game(GAME, players=len(hands), fixed_starter="fixed")
    given = {"hands": [hand.split() for hand in hands], **position}
    match: Match = game.match(["you", *bots], seed=1, position=given)
    return match


def begun(*hands: str, **position: Any) -> Play:
    """A Play section with a position on the table, bots moving at once."""
    play = Play(GAME)
    play.speed = "instant"
    play.begin(of(list(hands), ["undercutter"] * (len(hands) - 1), **position))
    return play


def go(play: Play, moves: str) -> None:
    for move in moves.split():
        assert play.session.match is not None
        tap(play.table, play.session.match.action(move))


def zone(play: Play | TryIt, key: str) -> Any:
    return next(z for z in play.table.scene["zones"] if z["id"] == key)


def ids(play: Play | TryIt, key: str) -> list[str]:
    return [card["id"] for card in zone(play, key)["cards"]]


# ---- setting up -----------------------------------------------------------------------------------------------------
def test_alone_one_plays_against_the_dummy_and_chooses_how_strong_it_is() -> None:
    play = Play(GAME)
    assert "The dummy" not in said(play.panel.blocks)
    press(play.panel, "players", players="1")
    words = said(play.panel.blocks)
    assert "The dummy" in words
    assert "You play alone" in words
    assert "You play against" not in words
    press(play.panel, "start", players="1", difficulty="hard")
    match = settled(play)
    assert match.game.options["difficulty"] == "hard"
    assert [seat["name"] for seat in play.table.scene["seats"]] == ["You", "The dummy"]


def test_an_option_that_no_longer_applies_is_left_out() -> None:
    play = Play(GAME)
    press(play.panel, "players", players="1", difficulty="easy")
    press(play.panel, "start", players="3", difficulty="easy")
    assert settled(play).game.options["difficulty"] == "standard"


# ---- building a bid -------------------------------------------------------------------------------------------------
def test_a_stack_is_built_and_nothing_is_played_until_it_is_sealed() -> None:
    play = begun("b1c1 b2c1 b3f1", "b2t1 b3tp1")
    match = settled(play)
    go(play, "b3f1 A b1c1")
    assert match.turns == []
    assert ids(play, "stack") == ["b3f1", "b1c1"]
    tap(play.table, TAKE_BACK)
    assert ids(play, "stack") == ["b3f1"]
    go(play, "b1c1 bluff0")
    assert [match.notation(turn.action) for turn in match.turns] == ["A", "free", "b1c1", "b3f1", "bluff0"]
    assert ids(play, "sealed0") == ["b1c1", "b3f1"]


def test_a_refusal_is_told_with_its_rule_and_the_stack_stays() -> None:
    play = begun("b1c1 b2c1 b3f1", "b2t1 b3tp1", up=["r3.1", "r2.1"])
    go(play, "A b1c1 as2")
    message = play.table.scene["message"]
    assert message["tone"] == "bad"
    assert "3 basic cards, all with a star" in message["text"]
    assert message["rule"].startswith("Rulebook: Bid Phase")
    assert ids(play, "stack") == ["b1c1"]


def test_undo_takes_back_the_last_card_and_opens_a_sealed_stack_again() -> None:
    play = begun("b1c1 b2c1 b3f1", "b2t1 b3tp1", won=[["r1.2"], []])
    match = settled(play)
    go(play, "A b1c1 b2c1 r1.2 bluff2")
    assert match.state.laid[0] == 5
    press(play.panel, "undo")
    assert match.turns == []
    assert sorted(ids(play, "stack")) == ["b1c1", "b2c1", "stake1"]
    assert zone(play, "stack")["title"] == "Your bid: A, Apple Hollow"
    press(play.panel, "undo")
    assert sorted(ids(play, "stack")) == ["b1c1", "b2c1"]
    for _ in range(3):
        press(play.panel, "undo")
    assert all(z["id"] != "stack" for z in play.table.scene["zones"])


def test_a_record_saved_in_the_middle_of_a_bid_opens_as_a_draft() -> None:
    match = of(["b1c1 b2c1 b3f1", "b2t1 b3tp1"], ["undercutter"])
    for move in ("A", "as1", "b1c1"):
        match.play(move)
    play = Play(GAME)
    play.begin(match)
    assert match.turns == []
    assert ids(play, "stack") == ["b1c1"]


def test_reload_brings_back_the_game_with_its_sealed_stack() -> None:
    play = begun("b1c1 b2c1 b3f1", "b2t1 b3tp1")
    go(play, "A b1c1 b2c1 bluff1")
    again = Play(GAME)
    again.table.stored = play.table.to_store
    assert ids(again, "sealed0") == ["b1c1", "b2c1", "bluff0"]
    assert settled(again).state == settled(play).state


def test_reload_brings_back_a_stack_that_is_being_put_together() -> None:
    play = begun("b1c1 b2c1 b3f1", "b2t1 b3tp1")
    go(play, "b2c1 A b1c1")
    kept = play.table.to_store
    assert kept is not None
    again = Play(GAME)
    again.table.stored = kept
    assert ids(again, "stack") == ["b2c1", "b1c1"]
    assert again.session.draft == play.session.draft


@pytest.mark.parametrize("draft", ["x", [[1]], [10_000], [True], [r.DONE], [r.STAKE], {"a": 1}])
def test_a_kept_stack_that_makes_no_sense_is_left_out(draft: Any) -> None:
    play = begun("b1c1 b2c1 b3f1", "b2t1 b3tp1")
    again = Play(GAME)
    again.table.stored = json.dumps({**settled(play).record(), "draft": draft})
    assert again.session.draft == ()
    assert again.session.match is not None
    assert again.session.match.turns == []


# ---- the course of a round ------------------------------------------------------------------------------------------
def test_the_bids_are_read_then_the_pick_up_comes_then_the_points() -> None:
    play = begun("b1c1 b2c1 b3cf1", "b1t1 b2t1 b3f1")
    match = settled(play)
    go(play, "B done")  # a target alone is a draft; no bid at all
    assert match.turns[0].action == r.DONE
    settled(play)
    scene = play.table.scene
    assert [lines["title"] for lines in scene["lines"]] == ["The bids are turned over"]
    assert scene["zones"] == []
    assert [c["label"] for c in scene["choices"]] == ["Go on"]
    tap(play.table, GO_ON)
    assert match.state.phase == r.PICKING_UP
    go(play, "job-c")
    assert match.state.money[0] == 0
    go(play, "job-c")
    settled(play)
    assert match.state.money[0] == 4
    while play.table.scene["lines"] is None:
        settled(play)
    assert [lines["title"] for lines in play.table.scene["lines"]] == ["Reputation so far"]
    assert play.table.scene["title"] == "Round 1 is over"
    tap(play.table, GO_ON)
    settled(play)
    assert match.state.rounds == 1


def test_a_bot_makes_a_whole_bid_in_one_step() -> None:
    play = Play(GAME)
    play.begin(of(["b1c1 b2c1", "b1t1 b2t1 b3f1"], ["undercutter"]))
    session = play.session
    session.choose(r.DONE)
    match = session.match
    assert match is not None
    n = len(match.turns)
    while not session.bot_step():
        pass
    assert len(match.turns) - n > 3
    assert match.turns[-1].events


def test_reasons_of_bids_come_when_the_bids_are_turned_over() -> None:
    play = begun("b1c1 b2c1 b3cf1", "b1t1 b2t1 b3f1", "b1t2 b2t2 b3tp1", marker=1)
    match = settled(play)
    assert match.mover == 0
    assert len(match.turns) > 2, "the others have bid"
    press(play.panel, "why")
    assert "there is none to explain now" in said(play.panel.blocks)
    press(play.panel, "close")
    go(play, "done")
    settled(play)
    press(play.panel, "why")
    whys = {match.why(i) for i, turn in enumerate(match.turns) if turn.seat != 0 and turn.action != r.DONE}
    words = said(play.panel.blocks)
    assert whys
    assert any(why in words for why in whys)


def test_a_solo_game_is_played_to_its_end() -> None:
    play = Play(GAME)
    press(play.panel, "start", players="1", seed="4")
    match = settled(play)
    for _ in range(400):
        if match.over:
            break
        scene = play.table.scene
        choices = [c for c in scene["choices"] if c.get("legal", True)]
        first = next((c for c in choices if c.get("tone") == "primary"), choices[-1])
        tap(play.table, first["action"])
    assert match.over
    assert match.state.rounds == 8
    scene = play.table.scene
    assert "dummy" in scene["result"]["title"].lower()
    assert [row[0] for row in scene["lines"][-1]["rows"]] == ["You", "The dummy"]


def test_a_hint_compares_whole_bids_on_what_was_begun() -> None:
    play = begun("b1c1 b2c1 b3cf1", "b1t1 b2t1 b3f1")
    go(play, "A")
    press(play.panel, "hint")
    assert play.bar.job is not None
    assert play.bar.job.wait(120)
    words = said(play.panel.blocks)
    text = play.table.scene["message"]["text"]
    assert re.match(r"Best: [^.]+\. It wins about \d+ of 100 games ", text)
    assert f"({lookahead.WORLDS} worlds)" in text
    assert all(plan in words for plan in ("A for $3: 2 basic", "A for $5: 2 basic", "Odd job", "No bid"))
    assert "B for $" not in words


# ---- Try it ---------------------------------------------------------------------------------------------------------
def tried(section: TryIt) -> Any:
    press(section.panel, "run", worlds="200", seed="1", whole="", bot=section.asked["bot"], topic=section.topic)
    assert section.bar.job is not None
    assert section.bar.job.wait(300)
    return section.bar.job


def tap_all(section: TryIt, moves: str) -> None:
    for move in moves.split():
        tap(section.table, section.situation.match.action(move))


def test_the_own_bid_is_put_together_and_marked_on_the_curve() -> None:
    section = TryIt(GAME)
    assert section.situation.key == PUZZLES[0].key
    tap_all(section, "C b3cp1 b2c1 b1c1")
    assert section.topic == "2"
    assert section.picked is None
    tap_all(section, "bluff0")
    assert section.table.scene["status"] == "Your choice: C for $6: 3 basic."
    assert section.situation.match.turns == []
    assert tried(section).state == "done"
    choices = section.choices
    assert choices is not None
    assert choices.plans is not None
    assert {plan.amount for plan in choices.plans if plan.kind == "3 basic"} == {4, 5, 6, 7, 8, 9}
    assert {"chance", "gain"} == set(section.charts)
    chance = section.charts["chance"].rows
    marks = {row["mark"]: row["x"] for row in chance if row["part"] == "mark"}
    assert any("yours" in mark and x == 6 for mark, x in marks.items())
    points = {row["x"]: row for row in chance if row["part"] == "point" and row["series"] == "3 basic"}
    assert points[4]["value"] >= points[9]["value"], "a lower bid wins no less often with the same luck"
    assert all(0 <= row["low"] <= row["value"] <= row["high"] <= 1 for row in chance)
    words = said(section.findings.blocks)
    assert "C for $6: 3 basic (yours)" in words
    assert "of the worlds" in " ".join(item for b in section.findings.blocks for item in b.get("items", []))
    assert all(bot.name in words for bot in section.situation.match.game.bots_module.BOTS)


def test_bids_can_be_tried_before_anything_is_chosen() -> None:
    section = TryIt(GAME)
    shown = next(b for row in section.panel.blocks for b in row.get("blocks", []) if b.get("id") == "topic")
    assert shown["value"] in dict(shown["options"])
    press(section.panel, "run", worlds="200", topic=shown["value"])
    assert section.bar.job is not None
    assert section.bar.job.wait(300)
    assert section.bar.job.state == "done"
    assert section.choices is not None


def test_another_topic_compares_other_bids() -> None:
    section = TryIt(GAME)
    press(section.panel, "topic", topic="0")
    assert {plan.words[:2] for plan in section._plans(section.asking)["plans"]} & {"A ", "B ", "C "} == {"A "}
    press(section.panel, "topic", topic="all")
    assert section.topic == "all"
    plans = section._plans(section.asking)["plans"]
    targets = {plan.words[:2] for plan in plans}
    assert {"A ", "B ", "C "} <= targets


def test_what_was_found_about_one_contract_is_not_told_of_another() -> None:
    section = TryIt(GAME)
    press(section.panel, "topic", topic="2")
    assert tried(section).state == "done"
    found = section.choices
    tap_all(section, "C")
    assert section.choices is found
    tap(section.table, TAKE_BACK)
    assert section.topic != "2"
    assert (section.choices, section.thoughts, section.advice) == (None, None, [])
    assert section.findings.blocks == []


def test_bids_that_are_still_played_out_are_dropped_once_another_contract_is_looked_at() -> None:
    section, begun = TryIt(GAME), threading.Event()
    press(section.panel, "topic", topic="2")
    section.findings.observe(lambda change: begun.set() if section.choices is not None else None, "blocks")
    press(section.panel, "run", worlds="10000", topic="2")
    job = section.bar.job
    assert job is not None
    assert begun.wait(300)
    press(section.panel, "topic", topic="0")
    assert job.wait(300)
    assert job.state == "cancelled"
    assert section.choices is None


def test_single_choices_are_tried_where_there_is_no_bid() -> None:
    section = TryIt(GAME)
    press(section.head, "position", position="invest")
    assert section.topics == []
    tap_all(section, "mower-m")
    assert section.picked == section.situation.match.action("mower-m")
    assert "Your choice: Buy the medium mower" in section.table.scene["status"]


def test_a_refused_step_says_why_in_try_it_too() -> None:
    section = TryIt(GAME)
    tap_all(section, "D as1")
    assert section.table.scene["message"]["tone"] == "bad"
    tap(section.table, TAKE_BACK)
    assert section.draft == ()


def test_the_last_bid_of_the_game_on_the_table_can_be_tried() -> None:
    shared = Shared(GAME)
    play, section = Play(GAME, shared), TryIt(GAME, shared)
    play.speed = "instant"
    play.begin(of(["b1c1 b2c1 b3cf1", "b1t1 b2t1 b3f1"], ["undercutter"]))
    go(play, "A b2c1 b1c1 bluff1")
    section.opened()
    assert section.situation.key == NOW
    press(section.head, "position", position=LAST)
    assert section.situation.match.turns == []
    assert section._say(section.picked) == "A for $3: 2 basic, 1 bluff card"
    assert section.topic == "0"
    assert ids(section, "stack") == ["b1c1", "b2c1"]


def test_the_own_bid_is_compared_with_the_same_bid_over_each_stake() -> None:
    """The hand is so rich that not every bid finds room over every stake."""
    hand = "b1*c1 b1*t1 b2*c1 b2*t1 b3*c1 b3*t1 b3*f1 m2*f1 m2*t1 m3*f1 m4*f1 m4*p1 a3s1 a4s1 a5s1"
    given = {"mowers": ["bma", "b"], "up": ["r5.1", "r1.1"], "won": [["r1.2", "r2.1", "r4.1"], []], "rounds": 5}
    shared = Shared(GAME)
    play, section = Play(GAME, shared), TryIt(GAME, shared)
    play.begin(of([hand, "b1c1"], ["undercutter"], **given))
    section.opened()

    def tried_with(bluffs: str) -> set[str]:
        plans = section._plans(section.asking)["plans"]
        assert len({plan.moves for plan in plans}) == len(plans)
        assert plans[0].moves == (r.DONE,), "what all gains are compared with"
        of_mine = [
            plan.words for plan in plans if plan.words.startswith("A for $9: 3 medium ★") and bluffs in plan.words
        ]
        return {word.split()[0] for text in of_mine for word in text.split(", ") if "staked" in word}

    assert tried_with("") != {"1", "2", "3", "4", "5", "6", "7"}
    tap_all(section, "A m2*f1 m3*f1 m4*f1 bluff2")
    assert tried_with("2 bluff cards") == {"1", "2", "3", "4", "5", "6", "7"}


def test_every_prepared_position_can_be_shown() -> None:
    section = TryIt(GAME)
    for puzzle in PUZZLES:
        press(section.head, "position", position=puzzle.key)
        assert section.situation.key == puzzle.key
        assert section.table.scene["choices"]


# ---- the app --------------------------------------------------------------------------------------------------------
def test_the_app_says_whose_game_it_is_and_what_is_reconstructed() -> None:
    app = App(GAME)
    words = said(app.about.blocks)
    for word in ("Matt Saunders", "Mayday", "not affiliated", "reconstructed", "106 of 106 cards", "a5s1"):
        assert word in words


@pytest.mark.parametrize("topic", ["0", "2", "all"])
def test_no_hidden_card_is_looked_at(topic: str) -> None:
    """Other hands of the same sizes that seat 0 cannot see: the same plans and the same worlds."""
    from mowlab.analysis import explore
    from mowlab.games.mow_money import lab

    hands = ["b1c1 b2c1 b3cf1 b3f1", "b1t1 b2t1 b2f", "b1t2 b2t2 b3tp1"]
    found = []
    for others in (["b1t1 b2t1", "b1t2 b2t2"], ["b3*c1 b2*c1", "b1*t1 b3ct1"]):
        view = of([hands[0], *others], ["undercutter"] * 2).view(0)
        plans = lab.plans(view, topic)
        found.append((plans, explore(view, 20, plans=plans, compiled=False).points.tolist()))
    assert found[0] == found[1]
