"""Analyze of Mow Money as a person uses it: real Chromium, network off, on a phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from .test_analyze import analyze_tab

APP = "mow-money.ipynb"
SLOW = 300_000  # ms; the first run compiles all bots of the game, and test machines are shared
GENERAL = ("scores", "wins", "seats", "seat_bots", "luck", "lead_changes", "decisions", "round_counts")
OWN = ("winning_bids", "money", "mowers", "stakes", "bluffs", "invalid", "odd_jobs")


def play(section: Locator, charts: int) -> None:
    section.get_by_role("button", name="Play the games").click()
    expect(section.get_by_role("heading", name="What came out")).to_be_visible(timeout=SLOW)
    expect(section.locator("svg.marks")).to_have_count(charts, timeout=SLOW)


def test_solo_by_difficulty_then_all_charts_of_a_game_for_two(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    section = analyze_tab(page)
    section.get_by_label("Games", exact=True).select_option("400")
    section.get_by_role("combobox").first.select_option("1")  # players
    section.get_by_label("Compare").select_option("each")
    section.get_by_label("Which option").select_option("difficulty")
    play(section, charts=3)  # scores, victories, you against the dummy
    expect(section.get_by_role("table").first).to_contain_text("hard")
    expect(section.get_by_role("heading", name="You against the dummy")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")

    section.get_by_role("combobox").first.select_option("2")
    section.get_by_label("Compare").select_option("one")
    play(section, charts=len(GENERAL) + len(OWN))
    expect(section.get_by_role("heading", name="Money over the rounds")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
