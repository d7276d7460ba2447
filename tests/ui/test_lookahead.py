"""Hints by search, and opponents that search: seen through the view alone, never in the way of the page."""

from __future__ import annotations

import re
import threading
import time
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core.table import Table, seed_words
from mowlab.core.view import View
from mowlab.match import Match
from mowlab.search import Searcher, ismcts
from mowlab.ui import lookahead
from mowlab.ui.advice import best_in_words
from mowlab.ui.play import Play
from mowlab.ui.shared import Shared
from tests.ui.test_play import SECONDS, press, said, settled, tap, wait_until

GAMES = ("mow", "mow-money", "magic-money", "mob-town")
every_game = pytest.mark.parametrize("key", GAMES)
GO = np.zeros(1, np.int64)  # a flag that stops nothing


def decision(key: str, n: int = 1) -> Match:
    """A match of three in which seat 0, a person, has something to choose for the n-th time."""
    match: Match = mowlab.game(key, players=3).match(["you", "random", "random"], seed=11)
    while True:
        match.advance()
        n -= len(match.legal()) > 1
        if n == 0:
            return match
        match.play(match.legal()[0])


def another(view: View) -> View:
    """The same view of another world."""
    t: Any = Table.new()
    t.dice = seed_words(8, 1)[0].tolist()[4:]
    world = view.state.__copy__()
    view.game.plain.determinize(world, view.seat, t)
    return view.game.view(world, view.seat, list(view.moves))


# ---- hints ----------------------------------------------------------------------------------------------------------
@every_game
def test_a_hint_uses_the_view_alone_and_is_the_same_again(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "WORLDS", 40)
    shared, match = Shared(key), decision(key, 3)
    view = match.view(0)
    found = lookahead.hint(shared, view, (), GO)
    assert found.iterations == 40
    assert found.choices == lookahead.hint(shared, view, (), GO).choices
    assert found.choices == lookahead.hint(shared, another(view), (), GO).choices
    assert best_in_words(found, match.names(0)).startswith("Best: ")


@every_game
def test_what_a_character_would_do_can_be_done(key: str) -> None:
    shared, match = Shared(key), decision(key, 2)
    moves = lookahead.whole_choice(shared, match.view(0), shared.game.usual_bot)
    assert moves == lookahead.whole_choice(shared, another(match.view(0)), shared.game.usual_bot)
    for a in moves:
        match.play(a, 0)
    assert not shared.drafts or match.over or not shared.table.half_done(match.state)


def test_a_whole_bid_is_found_among_all_bids() -> None:
    """With nothing begun those on everything; once a target is chosen, those on that."""
    shared, match = Shared("mow-money"), decision("mow-money", 2)
    while match.state.phase != match.game.rules.AIMING or match.mover != 0:
        match.play(match.proposal(match.game.bot("bluffer")))
    view = match.view(0)
    aims = [a for a in view.moves if match.game.rules.AIM <= a < match.game.rules.AIM + match.game.rules.ODD_JOB]
    begun = shared.lab.topic_of(view, aims[:1])  # type: ignore[union-attr]
    assert {begun} <= topics_of(shared, view, lookahead.hint(shared, view, (aims[0],), GO)) <= {begun, "all"}
    found = lookahead.hint(shared, view, (), GO)
    assert topics_of(shared, view, found) > {begun, "all"}
    assert found.best.plan is not None
    scratch = match
    for a in found.best.plan.moves:
        scratch.play(a, 0)
    assert not shared.table.half_done(scratch.state)


def topics_of(shared: Shared, view: View, found: Any) -> set[str]:
    return {shared.lab.topic_of(view, choice.key) for choice in found.choices}  # type: ignore[union-attr]


def test_until_search_is_ready_a_character_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = threading.Event()
    waiting = threading.Thread(target=ready.wait, daemon=True)
    waiting.start()
    monkeypatch.setattr(lookahead, "prepare", lambda shared, after=0.0: waiting if waiting.is_alive() else None)
    play = Play("mow")
    play.begin(decision("mow"))
    press(play.panel, "hint")
    bot = play.shared.game.usual_bot.name
    wait_until(lambda: f"what {bot} would do" in said(play.panel.blocks))
    assert "being prepared" in said(play.panel.blocks)
    ready.set()
    assert play.bar.job is not None
    assert play.bar.job.wait(SECONDS)
    assert play.table.scene["message"]["text"].startswith("Best: ")
    assert "being prepared" not in said(play.panel.blocks)


def test_waiting_for_search_ends_when_the_hint_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = threading.Event()
    waiting = threading.Thread(target=ready.wait, daemon=True)
    waiting.start()
    monkeypatch.setattr(lookahead, "prepare", lambda shared, after=0.0: waiting)
    play = Play("mow")
    play.begin(decision("mow"))
    press(play.panel, "hint")
    press(play.panel, "close")
    assert play.bar.job is not None
    assert play.bar.job.wait(SECONDS)
    assert play.session.advice is None
    ready.set()


# ---- opponents that search ------------------------------------------------------------------------------------------
def against(iterations: int, speed: str = "instant") -> Play:
    """MOW against one opponent that makes so many iterations before a move, uncompiled; it is to move first."""
    play = Play("mow")
    play.speed = speed
    slow = ismcts(iterations, compiled=False, name="Expert")
    match = mowlab.game("mow", players=3).match(["you", slow, "random"], seed=4, names=["You", "Expert", "Dora"])
    play.begin(match)
    tap(play.table, match.legal()[0])
    return play


def test_while_a_bot_thinks_the_table_says_so_and_undo_is_done_at_once() -> None:
    play = against(200_000)
    wait_until(lambda: play.table.scene["status"] == "Expert is thinking …")
    thinking = play.bots
    assert thinking is not None
    began = time.monotonic()
    press(play.panel, "undo")
    assert time.monotonic() - began < 2, "it thinks for minutes"
    thinking.join(SECONDS)
    assert not thinking.is_alive()
    assert play.session.match is not None
    assert play.session.match.turns == []
    assert "thinking" not in play.table.scene["status"]


def test_a_new_game_can_be_begun_while_a_bot_thinks() -> None:
    play = against(200_000)
    wait_until(lambda: play.session.thinking is not None)
    thinking = play.bots
    press(play.panel, "new")
    press(play.panel, "start", seed="9", **{f"bot{i}": "random" for i in range(3)})
    assert settled(play).seed == 9
    assert thinking is not None
    thinking.join(SECONDS)
    assert not thinking.is_alive()


def test_a_bot_that_thought_moves_and_says_what_it_weighed() -> None:
    play = against(30)
    match = settled(play)
    assert match.mover == 0
    assert play.session.thinking is None
    press(play.panel, "why")
    assert play.bar.job is not None
    assert play.bar.job.wait(SECONDS)
    words = said(play.panel.blocks)
    assert re.search(r"In 30 worlds that fit what it knows, «[^»]+» wins about \d+ of 100 games", words)


def test_after_a_reload_it_thinks_again_in_a_thread_and_says_the_same() -> None:
    play = against(30)
    match = settled(play)
    searchers = [seat.bot.play for seat in match.seats if seat.bot and isinstance(seat.bot.play, Searcher)]
    before = [reason.why for reason in play.session.reasons()]
    for searcher in searchers:
        searcher.recent.clear()
    press(play.panel, "why")
    assert play.bar.job is not None
    assert play.bar.job.wait(SECONDS)
    assert all(why in said(play.panel.blocks) for why in before)


def test_eve_says_what_she_expected_at_once_and_after_a_reload() -> None:
    play = Play("mow")
    play.speed = "instant"
    press(play.panel, "start", seed="7", **{f"bot{i}": "expected" for i in range(3)})
    match = settled(play)
    while not play.session.reasons():
        tap(play.table, match.legal()[0])
        match = settled(play)
    press(play.panel, "why")
    assert play.bar.job is not None
    assert play.bar.job.wait(SECONDS)
    first = said(play.panel.blocks)
    told = (
        r"It tried \d+ moves in the same 24 imagined deals\. At the end of the round: «[^»]+» \S+ flies ahead of the "
    )
    assert re.search(told, first)
    play.session.load(play.session.text())
    assert play.session.match is not None
    assert all(turn.thought is None for turn in play.session.match.turns)
    play.settle()
    press(play.panel, "why")
    assert play.bar.job.wait(SECONDS)
    assert re.search(told, said(play.panel.blocks))


def test_levels_that_search_can_be_chosen_as_opponents() -> None:
    play = Play("mow")
    press(play.panel, "start", seed="3", bot0="expert", bot1="beginner", bot2="hard")
    match = play.session.match
    assert match is not None
    assert [seat.name for seat in match.seats] == ["You", "Expert", "Beginner", "Hard"]
    assert play.setup.bots == ["expert", "beginner", "hard"]
