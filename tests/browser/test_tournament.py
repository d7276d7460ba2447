"""The tournament as a person uses it: real Chromium, network off, at both widths, in both themes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

APP = "tournament.ipynb"
SLOW = 300_000  # ms; the first run compiles, and test machines are shared


def open_page(app_page: Callable[..., Page], width: int, dark: bool = False) -> Page:
    page = app_page(APP, width=width, dark=dark)
    expect(page.get_by_role("button", name="Play the tournament")).to_be_visible()
    return page


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_a_tournament_from_choice_to_squares(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = open_page(app_page, width, dark)
    page.get_by_label("Dora Dice").uncheck()
    expect(page.get_by_text("20 line-ups, one bot among 3 of another kind")).to_be_visible()
    page.get_by_label("Games of each line-up").select_option("100")
    page.get_by_role("button", name="Play the tournament").click()
    expect(page.get_by_role("heading", name="What came out")).to_be_visible(timeout=SLOW)
    table = page.get_by_role("table").first
    expect(table).to_contain_text("Felix Flyswatter")
    expect(table).not_to_contain_text("Dora Dice")
    expect(table.get_by_role("row")).to_have_count(6)
    expect(page.locator("svg.marks")).to_have_count(3, timeout=SLOW)
    squares = page.locator(".mow-chart", has=page.get_by_text("surely more than the even share"))
    expect(squares.locator("svg.marks text", has_text=re.compile("^[▲▼?]")).first).to_be_visible()
    assert squares.locator("svg.marks .mark-rect path").count() == 20
    page.get_by_text("What a rating is").click()
    expect(page.get_by_text("A rating is a number for how strong a bot is.")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save mow-who-beats-whom.csv").click()
    assert saved.value.path().read_text().startswith("bot,among,games,win,win_low,win_high")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_it_is_watched_and_stopped_and_another_game_is_chosen(app_page: Callable[..., Page]) -> None:
    page = open_page(app_page, 390)
    page.get_by_label("Games of each line-up").select_option("4000")
    page.get_by_role("button", name="Play the tournament").click()
    expect(page.get_by_role("heading", name="So far")).to_be_visible(timeout=SLOW)
    expect(page.locator("svg.marks").first).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".mj-text", has_text="Stopped at")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("heading", name="What came out")).to_be_visible()
    expect(page.get_by_text(re.compile("cancelled")).first).to_be_visible()

    page.get_by_label("Game", exact=True).select_option(label="Mob Town")
    expect(page.get_by_label("Rico Robber")).to_be_checked()
    page.get_by_text("A bot of your own", exact=True).click()
    expect(page.get_by_text("it never runs their code")).to_be_visible()
    for box in page.get_by_role("checkbox").all():
        box.set_checked(False)
    expect(page.get_by_text("Choose two bots or more.")).to_be_visible()
    page.get_by_role("button", name="Play the tournament").click()
    expect(page.get_by_text("Choose from two to 8 bots, not 0.").first).to_be_visible()
