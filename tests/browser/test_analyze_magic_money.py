"""Try it (the bid curve) and Analyze of Magic Money as a person uses them: real Chromium, network off, both widths."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .test_analyze import analyze_tab

APP = "magic-money.ipynb"
SLOW = 300_000  # ms; the first run compiles all bots of the game, and test machines are shared
GENERAL = ("scores", "wins", "seats", "seat_bots", "lead_changes", "decisions")  # 80 deals are too few for luck
OWN = ("bid_sizes", "spending", "greediest", "risk", "ranks", "thrown_out")


def fits(page: Page) -> bool:
    """Nothing sticks out to the right."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_the_bid_curve_with_the_own_bid_the_free_budget_and_ranges(
    app_page: Callable[..., Page], width: int, dark: bool
) -> None:
    page = app_page(APP, width=width, dark=dark)
    page.get_by_role("tab", name="Try it").click()
    section = page.get_by_role("tabpanel", name="Try it")
    bid = section.locator(".mt-ask input")
    bid.fill("0")
    bid.press("Enter")
    expect(section.get_by_text("too low").first).to_be_visible()
    bid.fill("5739")
    bid.press("Enter")
    expect(section.locator(".mt-status")).to_contain_text("Your choice: Bid 5,739.")
    section.get_by_text("What everybody can have spent so far").click()
    expect(section.locator(".mp-table").first).to_contain_text("at most")
    section.get_by_label("Imagined worlds").select_option("200")
    section.get_by_role("button", name="Try bids from 1 up").click()
    expect(section.locator(".mj-text", has_text="200 worlds in")).to_be_visible(timeout=SLOW)
    drawn = section.locator("svg.marks")
    expect(drawn).to_have_count(2, timeout=SLOW)
    for text in ("win the game", "win the creature", "be the greediest", "free budget 65", "yours"):
        expect(drawn.first).to_contain_text(text)
    expect(drawn.last).to_contain_text("101 to 160")
    expect(section.locator(".mp-list")).to_contain_text("Bids sealed before yours were guessed: often 1")
    expect(section.get_by_text("Your choice, to bid 5,739, wins about").first).to_be_visible()
    section.get_by_text(re.compile("All [0-9]+ plans, the best first")).click()
    expect(section.locator(".mp-mark")).to_contain_text("Bid 5,739 (yours)")
    assert fits(page)


def test_what_an_ability_would_hurt_is_tried_to_the_end_of_the_game(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    page.get_by_role("tab", name="Try it").click()
    section = page.get_by_role("tabpanel", name="Try it")
    section.get_by_label("Position").select_option("whom")
    section.get_by_label("Imagined worlds").select_option("200")
    section.get_by_role("button", name="Try every choice").click()
    expect(section.locator(".mj-text", has_text="200 worlds in")).to_be_visible(timeout=SLOW)
    expect(section.get_by_text(re.compile("^Best: .* of 100 games")).first).to_be_visible()
    assert fits(page)


def test_all_charts_of_a_game_for_five_by_night(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390, dark=True)
    section = analyze_tab(page)
    section.get_by_label("Games", exact=True).select_option("400")
    section.get_by_role("combobox").first.select_option("5")  # players
    section.get_by_role("button", name="Play the games").click()
    expect(section.get_by_role("heading", name="What came out")).to_be_visible(timeout=SLOW)
    expect(section.locator("svg.marks")).to_have_count(len(GENERAL) + len(OWN), timeout=SLOW)
    expect(section.get_by_role("heading", name="Does the greediest have most points?")).to_be_visible()
    fills = "found => found.map(text => getComputedStyle(text).fill)"
    colours = section.locator("svg.marks .role-axis-label text").evaluate_all(fills)
    assert len(colours) > 50
    assert "rgb(0, 0, 0)" not in colours, "black on a dark page cannot be read"
    assert fits(page)
