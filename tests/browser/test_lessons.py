"""Lessons in a real browser with the network off, on a phone and on a laptop."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize("width", [390, 1280])
def test_everyone_pays_from_prediction_to_charts(app_page: Callable[..., Page], width: int) -> None:
    page = app_page("lessons/01-everyone-pays.ipynb", width=width)
    expect(page.locator('[data-id="bid-3"]')).to_have_count(0)
    for id, text in (("bid", "5"), ("spent", "12"), ("gain", "-1")):
        page.fill(f'[data-id="{id}"]', text)
    page.click('[data-id="keep"]')
    expect(page.get_by_text("Kept as you wrote it")).to_be_visible()
    for number in range(1, 9):
        expect(page.get_by_text(f"First eight rounds: round {number} of 8", exact=True)).to_be_visible()
        page.click(f'[data-id="bid-{number}"]')
    expect(page.get_by_text("First eight rounds: you won")).to_be_visible()
    expect(page.locator(".mow-chart svg, .mow-chart canvas, canvas.marks, svg.marks")).to_have_count(3)
    expect(page.get_by_text("1. No fixed bid can last")).to_be_visible()
    page.fill('[data-id="mean"]', "2")
    page.click('[data-id="check-mean"]')
    expect(page.locator(".mp-good", has_text="Right. All bids together are the prize")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out at the side"
    page.reload(wait_until="commit")
    expect(page.get_by_text("First eight rounds: you won")).to_be_visible()
    expect(page.get_by_text("1 of 5 solved.")).to_be_visible()


def test_the_greediest_wizard_from_prediction_to_charts(app_page: Callable[..., Page]) -> None:
    page = app_page("lessons/02-the-greediest-wizard.ipynb", width=390)
    for id, text in (("bid", "5"), ("rank", "2"), ("caught", "50")):
        page.fill(f'[data-id="{id}"]', text)
    page.click('[data-id="keep"]')
    for number in range(1, 7):
        expect(page.get_by_text(f"Six rounds: round {number} of 6", exact=True)).to_be_visible()
        page.click('[data-id="bid-5"]')
    expect(page.get_by_text("Six rounds: you won")).to_be_visible()
    expect(page.locator(".mow-chart svg, .mow-chart canvas, canvas.marks, svg.marks")).to_have_count(3)
    expect(page.get_by_text("1. Who can win with which bid")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing sticks out at the side"
