"""Try it and Analyze of Mob Town as a person uses them: real Chromium, network off, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .test_analyze import analyze_tab

APP = "mob-town.ipynb"
SLOW = 300_000  # ms; the first run compiles, and test machines are shared
GENERAL = ("scores", "rounds", "wins", "seats", "seat_bots", "luck", "lead_changes", "decisions")
OWN = (
    "sources",
    "agendas",
    "prices",
    "take_overs",
    "turns",
    "law_cards",
    "law",
    "law_points",
    "order_wins",
    "order_points",
)


def test_all_charts_of_games_for_two(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390, dark=True)
    section = analyze_tab(page)
    section.get_by_label("Games", exact=True).select_option("400")
    section.get_by_role("combobox").first.select_option("2")  # players
    section.get_by_role("button", name="Play the games").click()
    expect(section.get_by_role("heading", name="What came out")).to_be_visible(timeout=SLOW)
    expect(section.locator("svg.marks")).to_have_count(len(GENERAL) + len(OWN), timeout=SLOW)
    for heading in ("Where points come from", "Agendas: chosen and achieved", "Who draws the law"):
        expect(section.get_by_role("heading", name=heading)).to_be_visible()
    inks = "[...new Set([...document.querySelectorAll('svg.marks text')].map((text) => getComputedStyle(text).fill))]"
    assert "rgb(0, 0, 0)" not in page.evaluate(inks), "charts have the colours of the dark page"
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_every_take_over_with_its_cost_its_chances_and_what_rivals_are_up_to(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    page.get_by_role("tab", name="Try it").click()
    section = page.get_by_role("tabpanel", name="Try it")
    section.get_by_label("Position").select_option("rob")
    section.locator("[data-zone=city]").get_by_role("button", name=re.compile("^Hotel 3")).click()
    section.get_by_role("button", name="Take it over").click()
    expect(section.locator(".mt-status")).to_have_text("Your choice: take over the Hotel 3.")
    section.get_by_label("Imagined worlds").select_option("200")
    section.get_by_role("button", name="Try every choice").click()
    expect(section.get_by_role("heading", name="What came out")).to_be_visible(timeout=SLOW)
    expect(section.get_by_text("likely agendas, each 25 % at first: most Hotels 68 %")).to_be_visible()
    expect(section.get_by_text("plans, the best first")).to_be_visible()
    section.get_by_text("plans, the best first").click()
    table = section.get_by_role("table").first
    expect(table).to_contain_text("most Gaming Halls")
    expect(table.get_by_role("row", name="take over the Hotel 3 (yours)")).to_contain_text("4 (fox 3 and cash)")
    expect(section.locator("svg.marks")).to_have_count(1, timeout=SLOW)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
