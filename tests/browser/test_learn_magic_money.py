"""Magic Money's Learn in a real browser, network off: numbers are typed, refused, changed; ledgers are pressed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Server, launch, open_notebook
from .test_learn import choice, go, has_no_sideways_scroll, message, task, title

WIDTHS = (1280, 390)
CELL = "from mowlab.ui.learn import Learn\nLearn('magic-money')"
NOTEBOOK: dict[str, Any] = {
    "cells": [
        {"cell_type": "code", "id": "learn", "metadata": {}, "outputs": [], "execution_count": None, "source": CELL}
    ],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("learn")
    (folder / "learn.ipynb").write_text(json.dumps(NOTEBOOK))
    running = launch(folder, folder / "log")
    yield running
    running.stop()


@pytest.fixture
def learn(server: Server, quiet_page: Callable[..., Page]) -> Callable[[int], Page]:
    def open_learn(width: int) -> Page:
        page = quiet_page(width)
        open_notebook(page, server.url, "learn.ipynb")
        expect(title(page)).to_be_visible()
        return page

    return open_learn


def settled(page: Page) -> None:
    """The game has answered what was done before."""
    expect(page.locator(".mow-table[aria-busy]")).to_have_count(0)


def field(page: Page) -> Locator:
    return page.locator("[data-zone=number]").get_by_role("textbox")


def send(page: Page, number: str) -> None:
    """Type a number and send it off."""
    settled(page)
    field(page).fill(number)
    field(page).press("Enter")
    settled(page)


def press(button: Locator) -> None:
    settled(button.page)
    button.click()


def on(page: Page, zone: str, name: str) -> Locator:
    """A slip of paper lying there, by what its name for screen readers begins with."""
    return page.locator(f"[data-zone={zone}]").get_by_role("button", name=name)


@pytest.mark.parametrize("width", WIDTHS)
def test_an_opening_is_typed_refused_and_changed(learn: Callable[[int], Page], width: int) -> None:
    page = learn(width)
    go(page, "At most a tenth")
    expect(page.locator("[data-zone=number]")).to_have_count(0)  # first a question is asked
    press(choice(page, "574"))
    expect(message(page)).to_contain_text("Nothing is rounded.")
    press(choice(page, "573"))
    expect(task(page)).to_have_text("Next: Try to open with one more than that.")
    send(page, "574")
    expect(message(page)).to_contain_text("574 is too high to open with")
    expect(task(page)).to_have_text("Next: Open with a number that is allowed.")
    send(page, "a lot")
    expect(message(page)).to_contain_text("whole number")
    send(page, "5,739")
    expect(message(page)).to_contain_text("Open with 573 at most.")
    expect(message(page)).to_contain_text("Rule: Begin the Auction")
    expect(field(page)).to_have_value("5,739")  # to be changed
    for touched in page.locator(".mow-learn button:visible, .mow-learn input:visible").all():
        box = touched.bounding_box()
        assert box is not None
        assert box["height"] >= 44, touched.inner_text()
    assert has_no_sideways_scroll(page)
    field(page).fill("500")
    press(page.get_by_role("button", name="Open", exact=True))
    expect(task(page)).to_have_text("Done.")
    expect(page.locator("[data-zone=number]")).to_have_count(0)
    assert has_no_sideways_scroll(page)


@pytest.mark.parametrize("width", WIDTHS)
def test_an_auction_is_lost_a_tie_is_settled_an_entry_is_crossed_out(learn: Callable[[int], Page], width: int) -> None:
    page = learn(width)
    go(page, "Losing one: the gold is gone")
    send(page, "25")
    expect(task(page)).to_have_text("Next: How much have you spent in all?")
    expect(page.locator("[data-zone=private]")).to_contain_text("25")
    expect(page.locator(".mt-lines")).to_have_count(0)  # it would tell the answer
    press(choice(page, "55"))
    expect(message(page)).to_contain_text("Private side counts as well")
    press(choice(page, "80"))
    expect(task(page)).to_have_text("Done.")
    expect(page.locator(".mt-lines").first).to_contain_text("Your 25 are gone too")
    assert has_no_sideways_scroll(page)

    go(page, "Equal bids")
    for name in ("Bea wins", "Carl wins"):
        press(page.locator("[data-zone=choices]").get_by_role("button", name=name))
    press(choice(page, "Check my answer"))
    expect(task(page)).to_contain_text("do not help her")
    press(on(page, "bids", "Dina: 60"))
    expect(message(page)).to_contain_text("does not show the highest bid")
    press(on(page, "bids", "Carl: 80"))
    expect(task(page)).to_have_text("Next: Who knows that Bea bid 80? Tick all.")
    assert has_no_sideways_scroll(page)

    go(page, "Crossing out in public")
    press(on(page, "public", "60, Public"))
    expect(message(page)).to_contain_text("must stay")
    press(on(page, "public", "700, Public"))
    expect(task(page)).to_have_text("Next: How much have you spent in all now?")
    expect(page.locator("[data-zone=public]").get_by_text("700", exact=True).first).to_have_css(
        "text-decoration-line", "line-through"
    )
    assert has_no_sideways_scroll(page)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_greediest_is_seen_thrown_out(learn: Callable[[int], Page], width: int) -> None:
    page = learn(width)
    go(page, "The greediest is thrown out")
    press(choice(page, "Bea"))
    send(page, "150")
    expect(page.locator(".mt-result")).to_contain_text("You win with 4 points")
    expect(page.locator(".mt-result")).to_contain_text("thrown out")
    assert has_no_sideways_scroll(page)
    press(choice(page, "Bid 1"))
    expect(task(page)).to_have_text("Done.")
    expect(message(page)).to_contain_text("The game is over")
    assert has_no_sideways_scroll(page)
