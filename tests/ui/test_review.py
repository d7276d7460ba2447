"""Review my game without a browser: what it says, the way to a position and back, what is kept, what goes away."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

import mowlab
from mowlab.match import Match
from mowlab.ui import panel as p
from mowlab.ui import review as review_module
from mowlab.ui.play import Play
from mowlab.ui.session import AGAIN
from tests.conformance.play import GAMES

from .test_play import SECONDS, ids, press, said, settled, tap


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ITERATIONS", "SLOW_ITERATIONS", "WORLDS", "SLOW_WORLDS"):
        monkeypatch.setattr(review_module, name, 2)


def finished(key: str = "mow") -> Play:
    """A Play section with a game at its end: a person, whose moves dice chose, against bots."""
    play = Play(key)
    play.speed = "instant"
    match: Match = mowlab.game(key, players=3).match(["you", "random", "random"], seed=3)
    while not match.over:
        match.play(match.proposal(match.game.bot("random")))
    play.begin(match)
    return play


def reviewed(key: str = "mow") -> Play:
    play = finished(key)
    press(play.panel, "review")
    assert play.review.bar.job is not None
    assert play.review.bar.job.wait(SECONDS)
    assert play.review.result is not None, play.review.bar.shown
    return play


def blocks(play: Play) -> list[p.Block]:
    return list(play.review.panel.blocks)


def looks(play: Play) -> list[str]:
    return sorted(id for id in ids(blocks(play)) if id.startswith("look-"))


def test_it_is_offered_when_the_game_is_over_and_not_before() -> None:
    play = Play("mow")
    play.speed = "instant"
    press(play.panel, "start", seed="7")
    settled(play)
    assert "review" not in ids(play.panel.blocks)
    assert play.review.layout.display == "none"
    assert "review" in ids(finished().panel.blocks)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_reviewed_in_words_table_and_files(key: str) -> None:
    play = reviewed(key)
    found = play.review.result
    assert found is not None
    assert found.seat == 0
    assert len(found.decisions) == found.wanted > 3
    assert play.review.layout.display is None
    words = said(blocks(play))
    assert f"as good as the best in {found.as_good} of {len(found.decisions)} decisions" in words
    assert "of 100 victories" in words
    assert len(looks(play)) == len(found.worst())
    table = next(b for block in blocks(play) for b in block.get("blocks", []) if b["kind"] == "table")
    assert len(table["rows"]) == len(found.decisions)
    files = {b["name"]: b["text"] for block in blocks(play) for b in block.get("blocks", []) if b["kind"] == "download"}
    rows = list(csv.DictReader(io.StringIO(files[f"{key}-review.csv"])))
    assert [int(row["turn"]) for row in rows] == [d.turn + 1 for d in found.decisions]
    assert len(json.loads(files[f"{key}-review.json"])["decisions"]) == len(rows)
    assert play.review.chart is not None
    assert len(play.review.chart.rows) == len(rows)
    assert "review" not in ids(play.panel.blocks)


def test_a_decision_is_looked_at_played_on_and_left_again() -> None:
    play = reviewed()
    end = play.session.match
    id = looks(play)[0]
    press(play.review.panel, id)
    trial = settled(play)
    assert trial is not end
    assert len(trial.turns) == int(id.removeprefix("look-"))
    assert trial.mover == 0
    assert not trial.over
    assert "You chose" in play.table.scene["message"]["text"]
    assert "finished" in ids(play.panel.blocks)
    assert looks(play), "the findings stay"
    tap(play.table, trial.legal()[0])
    assert len(settled(play).turns) > int(id.removeprefix("look-"))
    assert json.loads(play.review.kept())["result"] is not None, "a reload brings the finished game back"
    press(play.panel, "finished")
    assert play.session.match is end
    assert "finished" not in ids(play.panel.blocks)
    assert play.review.kept() == ""
    assert play.review.result is not None


def test_the_browser_keeps_the_finished_game_meanwhile() -> None:
    play = reviewed()
    press(play.review.panel, looks(play)[0])
    settled(play)
    assert json.loads(play.table.to_store)["result"] is not None


@pytest.mark.parametrize("how", ["again", "undo", "new"])
def test_with_another_game_on_the_table_the_review_goes_away(how: str) -> None:
    play = reviewed()
    if how == "again":
        tap(play.table, AGAIN)
    elif how == "undo":
        press(play.panel, "undo")
    else:
        press(play.panel, "new")
        assert play.review.layout.display == "none"
        press(play.panel, "start", seed="8")
    settled(play)
    assert play.review.result is None
    assert blocks(play) == []
    assert play.review.layout.display == "none"


def test_going_to_the_form_and_back_keeps_the_review() -> None:
    play = reviewed()
    press(play.panel, "new")
    press(play.panel, "keep")
    assert play.review.result is not None
    assert play.review.layout.display is None


def test_cancel_at_once_says_so_and_lets_one_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    play = finished()
    monkeypatch.setattr(review_module, "SLOW_ITERATIONS", 3_000)
    monkeypatch.setattr(review_module, "ITERATIONS", 100_000)
    press(play.panel, "review")
    job: Any = play.review.bar.job
    job.cancel()
    assert job.wait(SECONDS)
    assert "Stopped before the first decision" in said(blocks(play))
    assert "review" in ids(play.panel.blocks)


def test_bots_alone_have_no_review() -> None:
    play = Play("mow")
    match = mowlab.game("mow", players=3).match(["random"] * 3, seed=1)
    match.advance()
    play.begin(match)
    assert "review" not in ids(play.panel.blocks)
