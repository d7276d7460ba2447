"""Play, Try it and the app without a browser: what a person's press does, what is kept, what goes wrong and how."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

import mowlab
from mowlab.core.game import PYTHON_BOTS
from mowlab.games.mow.lesson import place
from mowlab.games.mow.puzzles import PUZZLES
from mowlab.match import Match
from mowlab.ui import lookahead
from mowlab.ui import panel as p
from mowlab.ui import try_it as try_module
from mowlab.ui.app import TABS, App
from mowlab.ui.play import PAUSES, Play
from mowlab.ui.session import AGAIN, DICE_FOR_BOT, GO_ON, MAX_RECORD, RETRY_BOT, SKIP, STEP
from mowlab.ui.shared import Shared
from mowlab.ui.table import Table
from mowlab.ui.try_it import LAST, NOW, TryIt, from_play

COUNT = itertools.count()
SECONDS = 60.0


def press(panel: p.Panel, id: str, file: dict[str, Any] | None = None, **values: str) -> None:
    """What the page sends when a control of a panel is used."""
    panel.event = {"id": id, "values": values, "file": file, "nonce": str(next(COUNT))}


def tap(table: Table, action: int) -> None:
    """What the page sends when a card or button of the table is pressed."""
    table.chosen = {"action": action, "stamp": table.scene["stamp"], "nonce": str(next(COUNT))}


def said(blocks: list[p.Block]) -> str:
    """All words of a panel."""
    words: list[str] = []
    for block in blocks:
        words += [str(block[key]) for key in ("lead", "text", "label", "title", "hint") if block.get(key)]
        if block["kind"] == "table":
            words += [block["caption"], block["note"], *(cell for row in block["rows"] for cell in row)]
        words.append(said(block.get("blocks", [])))
    return " ".join(filter(None, words))


def ids(blocks: list[p.Block]) -> set[str]:
    return {b["id"] for b in blocks if "id" in b}.union(*(ids(b.get("blocks", [])) for b in blocks), set())


def started(seed: str = "7", speed: str = "instant", **values: str) -> Play:
    """A Play section with a game begun, bots moving at once."""
    play = Play("mow")
    play.speed = speed
    play.session.step_by_step = speed == "step"
    press(play.panel, "start", seed=seed, **values)
    return play


def settled(play: Play) -> Match:
    """The match once all bots have moved."""
    if play.bots is not None:
        play.bots.join(SECONDS)
        assert not play.bots.is_alive()
    assert play.session.match is not None
    return play.session.match


def put(play: Play, match: Match) -> None:
    play.begin(match)


def of(position: dict[str, Any], seats: list[str]) -> Match:
    match: Match = mowlab.game("mow", players=len(seats)).match(seats=seats, seed=1, position=position)
    return match


# ---- setting up -----------------------------------------------------------------------------------------------------
def test_a_new_page_asks_for_nothing_but_start() -> None:
    play = Play("mow")
    assert play.table.layout.display == "none"
    press(play.panel, "start")
    match = settled(play)
    assert match.game.players == 4
    assert [seat.bot is None for seat in match.seats] == [True, False, False, False]
    assert play.table.layout.display is None
    assert play.table.scene["status"].startswith("Your turn")


def test_every_choice_of_the_form_counts() -> None:
    play = Play("mow")
    press(play.panel, "players", players="6", packets="both")
    assert len(play.setup.bots) == 5
    chosen = {f"bot{i}": "random" for i in range(5)}
    press(play.panel, "start", players="6", packets="both", seed="11", six_specials="on", **chosen)
    match = settled(play)
    assert match.game.options == {
        "players": 6,
        "packets": "both",
        "random_starter": "fixed",
        "six_specials": "on",
    }
    assert match.seed == 11
    assert {seat.bot.key for seat in match.seats[1:] if seat.bot} == {"random"}
    assert "Seed 11" in said(play.foot.blocks)


def test_each_opponent_is_shown_with_its_idea() -> None:
    play = Play("mow")
    words = said(play.panel.blocks)
    for key in play.setup.bots:
        assert play.shared.game.bots[key].idea in words


@pytest.mark.parametrize("seed", ["-1", "x", "1.5", "9" * 40, "\N{SUPERSCRIPT TWO}"])
def test_a_seed_that_is_none_is_refused_in_a_sentence(seed: str) -> None:
    play = Play("mow")
    press(play.panel, "start", seed=seed)
    assert play.session.match is None
    assert "whole number" in said(play.panel.blocks)


def test_options_that_do_not_fit_are_refused_in_a_sentence() -> None:
    play = Play("mow")
    press(play.panel, "start", players="10", packets="green")
    assert play.session.match is None
    assert "use both packets" in said(play.panel.blocks)


def test_the_same_seed_deals_the_same_cards() -> None:
    assert settled(started()).state.place == settled(started()).state.place


# ---- playing --------------------------------------------------------------------------------------------------------
def test_a_legal_card_is_played_and_bots_go_on() -> None:
    play = started()
    match = settled(play)
    tap(play.table, match.legal()[0])
    settled(play)
    assert match.mover == 0
    assert len(match.turns) >= 4
    assert play.table.scene["log"]
    assert play.table.scene["message"]["tone"] == "info"


def test_a_wrong_card_says_why_and_changes_nothing() -> None:
    play = Play("mow")
    match = of(place("g7.0 g1.0", "g5.0 g11.0", farmers=3), ["you", "random", "random"])
    put(play, match)
    tap(play.table, match.action("g7.0"))
    message = play.table.scene["message"]
    assert message["tone"] == "bad"
    assert "lower than 5 or higher than 11" in message["text"]
    assert message["rule"].startswith("Rulebook")
    assert match.turns == []


def test_undo_goes_back_to_the_last_decision_of_the_person() -> None:
    play = started()
    match = settled(play)
    before = match.state.__copy__()
    tap(play.table, match.legal()[0])
    settled(play)
    first = [match.notation(turn.action) for turn in match.turns]
    press(play.panel, "undo")
    assert settled(play).state == before
    tap(play.table, match.action(first[0]))
    settled(play)
    assert [match.notation(turn.action) for turn in match.turns] == first  # the luck stayed the same


def test_undo_with_nothing_to_take_back_says_so() -> None:
    play = started()
    press(play.panel, "undo")
    assert "no move of yours" in play.table.scene["message"]["text"]


def test_undo_stops_bots_that_are_moving() -> None:
    play = started(speed="normal")
    match = settled(play)
    tap(play.table, match.legal()[0])
    moving = play.bots
    assert moving is not None
    press(play.panel, "undo")
    moving.join(SECONDS)
    assert not moving.is_alive()
    assert match.turns == []
    assert match.mover == 0


def test_step_by_step_bots_wait_for_next() -> None:
    play = started(speed="step")
    match = play.session.match
    assert match is not None
    tap(play.table, match.legal()[0])
    assert [c["action"] for c in play.table.scene["choices"]] == [STEP]
    for n in (2, 3):
        tap(play.table, STEP)
        wait_until(lambda n=n: len(match.turns) == n)
    assert match.bot is not None
    press(play.panel, "undo")
    settled(play)


def test_waiting_for_bots_can_be_cut_short() -> None:
    play = started(speed="normal")
    match = settled(play)
    tap(play.table, match.legal()[0])
    (skip,) = play.table.scene["choices"]
    assert (skip["action"], skip["beside"]) == (SKIP, True)
    began = time.monotonic()
    tap(play.table, SKIP)
    settled(play)
    assert match.mover == 0
    assert len(match.turns) >= 4
    assert time.monotonic() - began < PAUSES["normal"]  # type: ignore[operator]
    assert play.speed == "normal"


def test_the_news_tell_every_move_since_the_own_one() -> None:
    play = started(players="10", packets="both")
    match = settled(play)
    tap(play.table, match.legal()[0])
    settled(play)
    text = play.table.scene["message"]["text"]
    assert not text.startswith("\N{HORIZONTAL ELLIPSIS}")
    assert all(seat.name in text for seat in match.seats[1:])


def test_each_opponent_shows_how_strong_it_is() -> None:
    play = Play("mow")
    words = [label for b in p_selects(play.panel.blocks) for _, label in b["options"]]
    assert "Theo Trap (very strong)" in words
    assert set(play.shared.table.LEVELS) <= set(play.shared.game.bots)
    levels = {level.name.lower() for level in play.shared.game.ladder.values()}
    assert not levels & set(play.shared.table.LEVELS.values()), "one word, one meaning"


def test_levels_and_characters_stand_under_headings_of_their_own() -> None:
    play = Play("mob-town")
    (first, *_) = p_selects(play.panel.blocks)
    keys = [key for key, _ in first["options"]]
    begins = {heading: keys.index(key) for key, heading in first["headings"].items()}
    assert keys[begins["Levels"] : begins["Characters"]] == list(play.shared.game.ladder)
    assert keys[begins["Characters"] :] == list(play.shared.game.bots)


def p_selects(blocks: list[p.Block]) -> list[p.Block]:
    found = [b for b in blocks if b["kind"] == "select" and b["id"].startswith("bot")]
    return found + [one for b in blocks for one in p_selects(b.get("blocks", []))]


def wait_until(true: Any) -> None:
    end = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_round_is_scored_before_the_next_one_is_shown() -> None:
    play = Play("mow")
    match = of(place("g1.0 g9.3", "g5.1 g11.2", farmers=3, left=0), ["you", "random", "random"])
    put(play, match)
    play.speed = "instant"
    tap(play.table, match.action("take"))
    scene = play.table.scene
    assert scene["title"] == "Round 1 is over"
    assert scene["lines"]["rows"][0][1:] == ["3", "3", "6", "6"]
    assert scene["zones"] == []
    assert [c["action"] for c in scene["choices"]] == [GO_ON]
    n = len(match.turns)
    tap(play.table, match.legal()[0])  # nothing may be played meanwhile
    assert len(match.turns) == n
    tap(play.table, GO_ON)
    settled(play)
    assert play.table.scene["lines"] is None
    assert play.table.scene["title"] == "Round 2"


def test_a_whole_game_by_pressing_what_the_table_offers() -> None:
    play = started(seed="3")
    match = settled(play)
    for _ in range(2_000):
        if match.over:
            break
        scene = play.table.scene
        hand = [c for z in scene["zones"] for c in z["cards"] if c.get("legal")]
        action = (hand or scene["choices"])[0]["action"]
        tap(play.table, action)
        settled(play)
    scene = play.table.scene
    assert match.over
    assert "win" in scene["result"]["title"] or "share" in scene["result"]["title"]
    assert scene["lines"]["title"] == "The last round"
    tap(play.table, AGAIN)
    fresh = settled(play)
    assert fresh is not match
    assert [seat.name for seat in fresh.seats] == [seat.name for seat in match.seats]


def test_bots_say_why_they_moved() -> None:
    play = started()
    match = settled(play)
    tap(play.table, match.legal()[0])
    settled(play)
    press(play.panel, "why")
    words = said(play.panel.blocks)
    bots = [i for i, turn in enumerate(match.turns) if turn.seat != 0]
    assert bots
    assert all(match.why(i) in words for i in bots)


def test_nobody_thinks_again_about_moves_that_were_not_made() -> None:
    play = Play("mow")
    put(play, of(place("g1.0", "g5.0", farmers=3), ["you", "expected", "random"]))
    press(play.panel, "why")
    assert play.answer == []  # nothing was set going
    assert "none to explain now" in said(play.panel.blocks)


def test_the_cowshed_can_be_looked_into() -> None:
    play = Play("mow")
    put(play, of(place("g1.0", "g5.0", farmers=3, shed="g7.3"), ["you", "random", "random"]))
    shed = next(z for z in play.table.scene["zones"] if z["id"] == "shed")
    assert shed["cards"] == []
    press(play.foot, "shed")
    shed = next(z for z in play.table.scene["zones"] if z["id"] == "shed")
    assert [card["id"] for card in shed["cards"]] == ["g7.3"]


# ---- hints ----------------------------------------------------------------------------------------------------------
def test_a_hint_shows_numbers_with_intervals_for_every_choice() -> None:
    play = Play("mow")
    match = of(place("g1.0 g9.3 g13.1", "g5.1 g11.2", farmers=3, left=4), ["you", "random", "random"])
    put(play, match)
    press(play.panel, "hint")
    assert play.bar.job is not None
    assert play.bar.job.wait(SECONDS)
    scene = play.table.scene
    assert scene["message"]["text"].startswith("Best: ")
    assert scene["message"]["look"]
    fold = next(b for b in drawer(play) if b["kind"] == "fold")
    assert not fold["open"]
    table = next(b for b in fold["blocks"] if b["kind"] == "table")
    assert len(table["rows"]) == len(match.legal())
    assert all(" to " in row[1] for row in table["rows"])
    tried = [int(row[2].replace(",", "")) for row in table["rows"]]
    assert table["mark"] == 0
    assert tried[0] == max(tried)
    assert sum(tried) == lookahead.WORLDS
    assert f"({sum(tried):,} worlds)" in scene["message"]["text"]
    tags = [c["tag"] for z in scene["zones"] for c in z["cards"] if c.get("tag")]
    assert len(tags) == len([a for a in match.legal() if a < 96])
    assert all(re.fullmatch(r"\d+ %", tag) for tag in tags)
    assert re.match(r"\d+ %", next(c for c in scene["choices"] if c["label"] == "Take the herd")["hint"])
    assert all(c["face"] for z in scene["zones"] for c in z["cards"])  # the flies stay on it
    tap(play.table, match.legal()[0])
    assert play.drawer is None


def drawer(play: Play) -> list[p.Block]:
    return next(b for b in play.panel.blocks if b.get("name") == "drawer")["blocks"]  # type: ignore[no-any-return]


def test_no_hint_while_a_bot_is_to_move_or_nothing_can_be_chosen() -> None:
    play = Play("mow")
    put(play, of(place("g8.0", "g5.1 g11.2", farmers=3), ["you", "random", "random"]))
    press(play.panel, "hint")
    assert "There is only one legal choice: Take the herd." in said(play.panel.blocks)
    play = started(speed="step")
    tap(play.table, play.session.match.legal()[0])  # type: ignore[union-attr]
    press(play.panel, "hint")
    assert "your own turn" in said(play.panel.blocks)
    assert play.bar.job is None


# ---- saving, loading, reloading -------------------------------------------------------------------------------------
def test_what_the_browser_keeps_brings_the_game_back() -> None:
    play = started()
    match = settled(play)
    tap(play.table, match.legal()[0])
    settled(play)
    kept = play.table.to_store
    assert kept is not None
    again = Play("mow")
    again.table.stored = kept
    back = again.session.match
    assert back is not None
    assert back.state == match.state
    assert back.streams() == match.streams()
    assert "Welcome back" in again.table.scene["message"]["text"]
    assert not again.choosing
    assert again.setup.bots == play.setup.bots


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "mowlab record"}', "[" * 100_000, "null"])
def test_what_the_browser_kept_but_is_damaged_starts_afresh(text: str) -> None:
    play = Play("mow")
    play.table.stored = text
    assert play.session.match is None
    assert play.choosing
    assert "cannot be read" in said(play.panel.blocks)
    press(play.panel, "start")
    assert play.session.match is not None
    assert "cannot be read" not in said(play.panel.blocks)


def test_a_game_begun_meanwhile_is_not_replaced_by_what_the_browser_kept() -> None:
    kept = started(seed="1").table.to_store
    play = started(seed="2")
    play.table.stored = kept
    assert settled(play).seed == 2


def test_a_saved_record_can_be_loaded_again() -> None:
    play = started()
    match = settled(play)
    tap(play.table, match.legal()[0])
    settled(play)
    press(play.panel, "more")
    saved = next(b for b in drawer(play) if b.get("id") == "saved")["value"]
    assert json.loads(saved) == match.record()
    other = started(seed="99")
    press(other.panel, "load", record=saved)
    assert settled(other).state == match.state
    assert "Loaded" in other.table.scene["message"]["text"]
    from_file = started(seed="98")
    press(from_file.panel, "file", file={"name": "game.json", "size": len(saved), "text": saved})
    assert settled(from_file).state == match.state


def damage(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "", "Paste a record"
    yield "hello", "not JSON"
    yield json.dumps({**record, "version": 99}), "version"
    yield json.dumps({**record, "game": "chess"}), "chess"
    yield json.dumps({**record, "moves": [{"seat": 0, "move": "g1.9"}]}), "Move 1"
    yield "x" * (MAX_RECORD + 1), "at most"


def test_a_record_that_cannot_be_loaded_says_why_and_keeps_the_game() -> None:
    play = started()
    match = settled(play)
    press(play.panel, "more")
    for text, word in damage(match.record()):
        press(play.panel, "load", record=text)
        assert word in said(play.panel.blocks)
        assert "stays as it is" in said(play.panel.blocks)
        assert play.session.match is match


def test_a_file_that_is_too_large_is_refused() -> None:
    play = started()
    press(play.panel, "more")
    press(play.panel, "file", file={"name": "big.json", "size": 9_999_999, "text": None})
    assert "big.json has 9,999,999 bytes" in said(play.panel.blocks)


def test_a_new_game_asks_before_it_throws_one_away() -> None:
    play = started()
    match = settled(play)
    tap(play.table, match.legal()[0])
    settled(play)
    press(play.panel, "new")
    assert "throws it away" in said(play.panel.blocks)
    press(play.panel, "keep")
    assert play.session.match is match
    assert not play.choosing
    press(play.panel, "new")
    press(play.panel, "start", seed="5")
    assert settled(play).seed == 5


def test_a_game_without_a_move_is_thrown_away_without_asking() -> None:
    play = started()
    press(play.panel, "new")
    assert "throws it away" not in said(play.panel.blocks)


# ---- bots that fail -------------------------------------------------------------------------------------------------
@pytest.fixture
def failing() -> Iterator[dict[str, bool]]:
    mood = {"angry": True}

    @mowlab.bot("mow", name="Moody")
    def moody(view: Any) -> Any:
        if mood["angry"]:
            raise RuntimeError("no!")
        return view.moves[0]

    yield mood
    PYTHON_BOTS.pop(("mow", "moody"))


def test_a_bot_that_fails_keeps_the_game_and_dice_may_move_for_it(failing: dict[str, bool]) -> None:
    play = Play("mow")
    play.speed = "instant"
    match = of(place("g1.0 g2.0", "g5.0 g11.0", farmers=3), ["you", "moody", "random"])
    put(play, match)
    tap(play.table, match.action("g2.0"))
    settled(play)
    scene = play.table.scene
    assert "kept" in scene["message"]["text"]
    assert "no!" in scene["message"]["text"]
    assert [c["action"] for c in scene["choices"]] == [RETRY_BOT, DICE_FOR_BOT]
    assert len(match.turns) == 1
    tap(play.table, RETRY_BOT)
    settled(play)
    assert len(match.turns) == 1
    tap(play.table, DICE_FOR_BOT)
    settled(play)
    assert match.turns[1].seat == 1


def test_a_bot_that_has_recovered_is_asked_again(failing: dict[str, bool]) -> None:
    play = Play("mow")
    play.speed = "instant"
    match = of(place("g1.0 g2.0", "g5.0 g11.0", farmers=3), ["you", "moody", "random"])
    put(play, match)
    tap(play.table, match.action("g2.0"))
    settled(play)
    failing["angry"] = False
    tap(play.table, RETRY_BOT)
    settled(play)
    assert play.session.fault is None
    assert match.mover == 0


def test_an_error_in_a_handler_becomes_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    play = started()
    monkeypatch.setattr(play.session, "undo", lambda: 1 // 0)
    press(play.panel, "undo")
    assert "Something went wrong" in said(play.panel.blocks)


@pytest.mark.parametrize("event", [{}, {"id": 3, "values": {}}, {"id": "start", "values": None}])
def test_a_message_that_is_no_event_is_dropped(event: dict[str, Any]) -> None:
    play = Play("mow")
    play.panel.event = event
    assert play.session.match is None


# ---- Try it ---------------------------------------------------------------------------------------------------------
def tried(section: TryIt) -> Any:
    press(section.panel, "run", worlds="200", seed="1", whole="", bot=section.asked["bot"])
    assert section.bar.job is not None
    assert section.bar.job.wait(120)
    return section.bar.job


def test_every_prepared_position_leaves_a_choice() -> None:
    for puzzle in PUZZLES:
        match = mowlab.game("mow", **puzzle.options).match(seed=1, position=puzzle.position)
        assert match.mover == 0
        assert len(match.legal()) > 1, puzzle.title


def test_every_choice_is_tried_and_the_own_one_is_marked() -> None:
    section = TryIt("mow")
    match = section.situation.match
    worst = match.action("g15.0")
    tap(section.table, worst)
    assert tried(section).state == "done"
    choices = section.choices
    assert choices is not None
    assert choices.worlds == 200
    assert set(choices.actions) == set(match.legal())
    words = said(section.findings.blocks)
    assert "Best: " in words
    assert "Your choice, to play the 15 with no flies," in words
    assert re.search(r"wins about \d+ of 100 games \([\d,]+ worlds\)", words)
    assert "95 %" not in words
    press(section.findings, "numbers")
    words = said(section.findings.blocks)
    assert "200 worlds" in words
    assert "Seed 1" in words
    assert "95 % intervals" in words
    names = {bot.name for key, bot in match.game.bots.items() if key != "random"}
    assert all(name in words for name in names)
    marks = {row["mark"] for row in section.charts["behind"].rows}
    assert marks == {"best", "yours", ""}
    tap(section.table, worst)  # a second tap takes the mark away
    assert section.picked is None
    assert "Your choice" not in said(section.findings.blocks)


def test_a_wrong_card_says_why_in_try_it_too() -> None:
    section = TryIt("mow")
    tap(section.table, section.situation.match.action("g7.2"))
    assert section.table.scene["message"]["tone"] == "bad"
    assert section.picked is None


def test_cancel_keeps_what_was_reached() -> None:
    section = TryIt("mow")
    tried(section)  # compiled from here on
    press(section.panel, "run", worlds="10000", seed="1", whole="whole", bot=section.asked["bot"])
    job = section.bar.job
    assert job is not None
    wait_until(lambda: job.done > 0 or job.state != "running")
    section.bar.asked += 1
    assert job.wait(SECONDS)
    assert job.state == "cancelled"
    assert section.choices is not None
    assert section.thoughts is not None
    assert 0 < section.choices.worlds < 10_000
    press(section.findings, "numbers")
    assert "of 10,000 worlds" in said(section.findings.blocks)


def test_another_position_drops_results_still_coming_in() -> None:
    section = TryIt("mow")
    first = section.asking
    tried(section)
    results = section.choices
    assert results is not None
    press(section.head, "position", position=PUZZLES[1].key)
    assert section.choices is None
    section.show(first, results)
    assert section.choices is None


@pytest.mark.parametrize("seed", ["", "x", "-3", "9" * 30])
def test_try_it_refuses_a_seed_that_is_none(seed: str) -> None:
    section = TryIt("mow")
    press(section.panel, "run", seed=seed)
    assert section.bar.job is None
    assert "whole number" in said(section.findings.blocks)


def test_the_position_comes_from_the_play_table() -> None:
    shared = Shared("mow")
    play, section = Play("mow", shared), TryIt("mow", shared)
    play.speed = "instant"
    press(play.panel, "start", seed="7")
    match = settled(play)
    chosen = match.legal()[0]
    tap(play.table, chosen)
    settled(play)
    section.opened()
    assert section.situation.key == NOW
    assert section.situation.match.state == match.state
    press(section.head, "position", position=LAST)
    assert section.situation.match.turns == []
    assert section.picked == chosen
    n = len(match.turns)
    tap(section.table, section.situation.match.legal()[-1])
    assert len(match.turns) == n


def test_no_hidden_hand_is_tried_while_a_bot_is_to_move() -> None:
    match = of(place("g1.0 g2.0", "g5.0 g11.0", farmers=3), ["you", "random", "random"])
    assert [one.key for one in from_play(match, Shared("mow"))] == [NOW]
    match.play("g2.0")
    assert [one.key for one in from_play(match, Shared("mow"))] == [LAST]
    assert all(one.match.mover == 0 for one in from_play(match, Shared("mow")))


def test_a_move_without_a_choice_is_no_decision_to_try() -> None:
    match = of(place("g8.0 g9.0", "g5.1 g11.2", farmers=3), ["you", "random", "random"])
    assert match.view(0).notations == ["take"]
    match.play("take")
    assert [one.key for one in from_play(match, Shared("mow"))] == [NOW]
    first = match.legal()[0]
    match.play(first)
    last = [one for one in from_play(match, Shared("mow")) if one.key == LAST]
    assert [(one.chosen, one.match.mover) for one in last] == [(first, 0)]


def test_try_it_says_when_it_must_compile_first(monkeypatch: pytest.MonkeyPatch) -> None:
    section = TryIt("mow")
    monkeypatch.setattr(try_module, "is_ready", lambda game, loop: False)
    monkeypatch.setattr(section.bar, "start", lambda *a, **k: None)
    press(section.panel, "run", worlds="200", seed="1", whole="", bot=section.asked["bot"])
    assert "compiles" in said(section.findings.blocks)


# ---- the app --------------------------------------------------------------------------------------------------------
def test_the_app_builds_a_section_when_its_tab_is_opened() -> None:
    app = App("mow")
    assert app.sections == {}
    app.bar.current = "play"  # what the page sends
    assert set(app.sections) == {"play"}
    shown = [key for key, box in app.boxes.items() if box.layout.display is None]
    assert shown == ["play"]
    app.bar.current = "nonsense"
    assert set(app.sections) == {"play"}


def test_opening_every_tab_loads_no_compiler_charts_or_tables() -> None:
    code = (
        "import sys; from mowlab.ui.app import TABS, App; app = App('mow')\n"
        "for tab in TABS: app.go(tab.key)\n"
        "print(len(app.sections), *[name for name in ('numba', 'altair', 'pandas') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == [str(len(TABS))]


def test_play_hands_its_position_to_try_it() -> None:
    app = App("mow")
    app.go("play")
    play = app.sections["play"]
    press(play.panel, "start", seed="7")
    press(play.foot, "try")
    assert app.bar.current == "try"
    assert app.sections["try"].situation.key == NOW


def test_a_section_that_cannot_be_built_is_excused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    app = App("mow")
    monkeypatch.setattr("mowlab.ui.play.Play.__init__", lambda *a: 1 // 0)
    app.go("play")
    (panel,) = app.boxes["play"].children
    assert "Something went wrong" in said(panel.blocks)


def test_about_names_whose_game_it_is_and_what_is_reconstructed() -> None:
    app = App("mow")
    words = said(app.about.blocks)
    assert "Bruno Cathala" in words
    assert "Hurrican" in words
    assert "not affiliated" in words
    for card in app.shared.table.card_list(app.shared.game.cards):
        assert card["code"] in words
    assert "reconstructed" in words
    assert [tab.key for tab in TABS] == ["learn", "play", "try", "analyze"]
