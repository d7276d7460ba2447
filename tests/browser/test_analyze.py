"""Analyze as a person uses it: real Chromium, network off, at both widths."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

APP = "mow.ipynb"
SLOW = 90_000  # ms; the first run compiles, and test machines are shared


def analyze_tab(page: Page) -> Locator:
    page.get_by_role("tab", name="Analyze").click()
    section = page.get_by_role("tabpanel", name="Analyze")
    expect(section.get_by_role("button", name="Play the games")).to_be_visible()
    return section


@pytest.mark.parametrize("width", [1280, 390])
def test_run_an_analysis_and_cancel_one(app_page: Callable[..., Page], width: int) -> None:
    page = app_page(APP, width=width)
    section = analyze_tab(page)
    section.get_by_label("Games", exact=True).select_option("1000")
    section.get_by_role("button", name="Play the games").click()
    expect(section.get_by_role("heading", name="What came out")).to_be_visible(timeout=SLOW)
    expect(section.get_by_role("table").first).to_contain_text("%")
    expect(section.locator("svg.marks").first).to_be_visible(timeout=SLOW)
    expect(section.locator("svg.marks")).to_have_count(11, timeout=SLOW)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")

    section.get_by_label("Games", exact=True).select_option("100000")
    section.get_by_role("button", name="Play the games").click()
    section.get_by_role("button", name="Cancel").click(timeout=SLOW)
    expect(section.locator(".mj-text", has_text="Stopped at")).to_be_visible(timeout=SLOW)
    expect(section.get_by_text(re.compile("cancelled|Stopped before")).first).to_be_visible(timeout=SLOW)
    expect(section.get_by_role("button", name="Play the games")).to_be_enabled()


def test_two_line_ups_on_a_phone(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    section = analyze_tab(page)
    section.get_by_label("Games", exact=True).select_option("400")
    section.get_by_label("Compare").select_option("two")
    expect(section.get_by_role("region", name="Instead, with the same luck")).to_be_visible()
    section.get_by_role("button", name="Play the games").click()
    expect(section.get_by_text(re.compile("Differences, second line-up minus first"))).to_be_visible(timeout=SLOW)
    expect(section.locator("svg.marks")).to_have_count(2, timeout=SLOW)
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
