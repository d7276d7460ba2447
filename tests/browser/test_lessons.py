"""Every lesson in a real browser with the network off: predict, play, charts, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from mowlab.ui.lessons.warm_ups import WARM_UPS

CHARTS = ".mow-chart svg, .mow-chart canvas, canvas.marks, svg.marks"
WIDTH = 390


@dataclass(frozen=True)
class Walk:
    """A notebook, what to predict, which buttons to press in turn until the charts come, and how many these are."""

    notebook: str
    predict: dict[str, str]
    press: tuple[str, ...]
    charts: int


WALKS = (
    Walk("01-everyone-pays", {"bid": "5", "spent": "12", "gain": "-1"}, ("bid-3",) * 8, 3),
    Walk("02-the-greediest-wizard", {"bid": "5", "rank": "2", "caught": "50"}, ("bid-5",) * 6, 3),
    Walk("03-the-lowest-bid-wins", {"bid": "55", "price": "50", "markup": "2"}, ("cost",) * 6, 3),
    Walk("04-your-hand-is-your-price", {"dear": "3", "free": "1", "ones": "50"}, ("bid-",) * 8, 4),
    Walk("05-stakes-and-crowds", {"stake": "3", "marker": "1", "crowd": "50"}, ("bid-1",) * 6, 3),
    Walk("06-take-or-add", {"last": "2", "stuck": "20"}, ("bid-0",) * 6, 2),
    Walk("07-what-dont-they-hold", {"open": "1", "hidden": "0", "best": "2"}, ("move-0",) * 20, 3),
    Walk("08-one-more-token", {"first": "2", "law": "20"}, ("give-up",) * 4, 3),
    Walk("09-reading-the-boss", {"agenda": "B", "sure": "80", "block": "60"}, ("bid-1",) * 6, 4),
    Walk("10-a-tournament-of-habits", {"best": "3", "cells": "35", "miser": "10"}, ("run",) * 4, 4),
)


def play(page: Page) -> Locator:
    """The panel in which one plays: the second one of a lesson."""
    return page.locator(".mow-panel").nth(1)


def predict(page: Page, answers: dict[str, str]) -> None:
    for id, text in answers.items():
        page.fill(f'[data-id="{id}"]', text)
    page.click('[data-id="keep"]')
    expect(page.get_by_text("Kept as you wrote it")).to_be_visible()


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.notebook)
def test_a_lesson_from_prediction_to_charts(app_page: Callable[..., Page], walk: Walk) -> None:
    page = app_page(f"lessons/{walk.notebook}.ipynb", width=WIDTH)
    expect(play(page)).to_contain_text("Write down your prediction first")
    predict(page, walk.predict)
    charts = page.locator(CHARTS)
    expect(page.locator(f'[data-id^="{walk.press[0]}"]').first).to_be_visible()
    for button in walk.press:
        if charts.count():
            break
        before = play(page).inner_text()
        page.locator(f'[data-id^="{button}"]').first.click()
        expect(play(page)).not_to_have_text(before, use_inner_text=True)
    expect(charts).to_have_count(walk.charts)
    expect(page.locator(".mow-chart svg").first).to_contain_text("predicted")
    expect(page.get_by_role("heading").filter(has_text=re.compile(r"^1\. "))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, "nothing sticks out at the side"


def test_every_warm_up_from_prediction_to_answer(app_page: Callable[..., Page]) -> None:
    page = app_page("lessons/00-warm-ups.ipynb", width=WIDTH)
    for number, warm_up in enumerate(WARM_UPS, 1):
        panel = page.locator(".mow-panel").nth(number)  # the first one says how far one is
        expect(panel.get_by_role("heading")).to_have_count(0)
        panel.locator(f'[data-id="{warm_up.key}"]').fill("1")
        panel.locator(f'[data-id="keep-{warm_up.key}"]').click()
        for i in range(1, len(warm_up.tasks) + 1):
            expect(panel.get_by_text(f"Try {i} of {len(warm_up.tasks)}", exact=True)).to_be_visible()
            panel.locator(f'[data-id="try-{warm_up.key}-1"]').click()
        expect(panel.get_by_role("heading", name="The answer: ")).to_be_visible()
        panel.locator(f'[data-id="{warm_up.exercise.id}"]').fill(f"{warm_up.exercise.answer():.4f}")
        panel.locator(f'[data-id="check-{warm_up.exercise.id}"]').click()
        expect(panel.locator(".mp-good", has_text=f"Right. {warm_up.exercise.why}")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, "nothing sticks out at the side"
    page.reload(wait_until="commit")
    expect(page.get_by_text("7 of 7 tried, 7 of 7 exercises solved.")).to_be_visible()


def test_what_was_done_is_there_after_a_reload(app_page: Callable[..., Page]) -> None:
    page = app_page("lessons/01-everyone-pays.ipynb", width=1280)
    predict(page, WALKS[0].predict)
    for number in range(1, 9):
        expect(page.get_by_text(f"First eight rounds: round {number} of 8", exact=True)).to_be_visible()
        page.click(f'[data-id="bid-{number}"]')
    expect(page.get_by_text("First eight rounds: you won")).to_be_visible()
    page.fill('[data-id="mean"]', "2")
    page.click('[data-id="check-mean"]')
    expect(page.locator(".mp-good", has_text="Right. All bids together are the prize")).to_be_visible()
    page.reload(wait_until="commit")
    expect(page.get_by_text("First eight rounds: you won")).to_be_visible()
    expect(page.get_by_text("1 of 5 solved.")).to_be_visible()
