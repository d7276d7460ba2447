"""Review my game as a person uses it: real Chromium, network off, at both widths."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import mowlab

from .test_play import play_tab

SLOW = 150_000  # ms; the first review compiles, and test machines are shared


def finished_record() -> str:
    """A game of MOW at its end: a person, whose moves dice chose, against characters."""
    match = mowlab.game("mow", players=3).match(["you", "shedder", "opener"], seed=3)
    while not match.over:
        match.play(match.proposal(match.game.bot("random")) if match.bot is None else match.proposal(match.bot))
    return json.dumps(match.record())


def load_finished(page: Page) -> Locator:
    section = play_tab(page)
    section.get_by_text("Load a saved game").click()
    section.get_by_label("Load: paste a record here").fill(finished_record())
    section.get_by_role("button", name="Load", exact=True).click()
    expect(section.get_by_role("button", name="Review my game")).to_be_visible()
    return section


@pytest.mark.parametrize("width", [1280, 390])
def test_review_a_game_look_at_a_decision_and_come_back(
    app_page: Callable[..., Page], width: int, tmp_path: Path
) -> None:
    page = app_page("mow.ipynb", width=width)
    section = load_finished(page)
    section.get_by_role("button", name="Review my game").click()
    expect(section.get_by_role("heading", name="Your game, reviewed")).to_be_visible(timeout=SLOW)
    expect(section.get_by_text("Accuracy").first).to_be_visible()
    expect(section.locator("svg.marks")).to_have_count(1, timeout=SLOW)
    looks = section.get_by_role("button", name="Look at it on the table")
    expect(looks).to_have_count(3)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")

    with page.expect_download() as saved:
        section.get_by_role("link", name="Save mow-review.csv").click()
    saved.value.save_as(tmp_path / "review.csv")
    assert (tmp_path / "review.csv").read_text("utf-8").startswith("turn,stage,options,move,best")

    looks.first.click()
    back = section.get_by_role("button", name="Back to the finished game")
    expect(back).to_be_visible()
    expect(section.get_by_text("You chose").first).to_be_visible()
    page.reload(wait_until="commit")
    section = play_tab(page)
    expect(section.get_by_role("button", name="Review my game")).to_be_visible(timeout=SLOW)


def test_a_review_can_be_cancelled(app_page: Callable[..., Page]) -> None:
    page = app_page("mow.ipynb", width=390)
    section = load_finished(page)
    section.get_by_role("button", name="Review my game").click()
    section.get_by_role("button", name="Cancel").click()
    again = section.get_by_role("button", name="Review my game")
    expect(again.or_(section.get_by_text("stopped after").first)).to_be_visible(timeout=SLOW)
