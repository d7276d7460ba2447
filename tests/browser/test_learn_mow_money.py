"""Mow Money's Learn in a real browser, network off: a stack is built wrong, changed, sealed, and turned over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Server, launch, open_notebook
from .test_learn import choice, go, has_no_sideways_scroll, message, task, title

WIDTHS = (1280, 390)
CELL = "from mowlab.ui.learn import Learn\nLearn('mow-money')"
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


def in_zone(page: Page, zone: str, name: str) -> Locator:
    """A card lying there, by what its name for screen readers holds."""
    return page.locator(f"[data-zone={zone}]").get_by_role("button", name=name)


def press(button: Locator) -> None:
    """Click as soon as the game has answered the click before."""
    expect(button.page.locator(".mow-table[aria-busy]")).to_have_count(0)
    button.click()


def button(page: Page, name: str) -> Locator:
    return page.locator("[data-zone=choices]").get_by_role("button", name=name)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_wrong_stack_then_a_right_one_and_both_bids_turned_over(learn: Callable[[int], Page], width: int) -> None:
    page = learn(width)
    go(page, "Bid")
    press(choice(page, "Bid on D, Duck Springs"))
    expect(task(page)).to_have_text("Next: Put together a valid bid for A and seal it.")
    press(in_zone(page, "areas", "A, Apple Hollow"))
    press(in_zone(page, "hand-basic", "Basic $1 card with a star"))
    press(button(page, "Seal it"))  # one card is too few
    expect(message(page)).to_contain_text("That is allowed, but not what is asked here.")
    press(in_zone(page, "hand-basic", "Basic $1 card (trim shrubs)"))
    expect(page.locator("[data-zone=stack]")).to_contain_text("Valid for 1 point")
    press(button(page, "Seal it"))
    expect(task(page)).to_have_text("Next: One bid is enough for now: place no further one.")
    expect(page.locator("[data-zone=sealed0]")).to_be_visible()
    assert has_no_sideways_scroll(page)
    press(button(page, "No further bid"))
    expect(task(page)).to_have_text("Done.")
    expect(page.locator(".mt-lines").first).to_contain_text("You win it and get $2.")
    assert has_no_sideways_scroll(page)

    go(page, "Mixed, or too few")
    for area, cards in (
        ("A, Apple Hollow", ["basic:Basic $1", "medium:Medium $2 card (repair fence)"]),
        ("B, Bear Cave Way", ["medium:Medium $2", "medium:Medium $3"]),
    ):
        press(in_zone(page, "areas", area))
        for tier, name in (card.split(":") for card in cards):
            press(in_zone(page, f"hand-{tier}", name))
        press(button(page, "Seal it"))
    expect(task(page)).to_have_text("Next: How many bid cards do you hold now?")
    expect(page.locator(".mt-lines").first.get_by_text("not valid", exact=True)).to_have_count(2)
    expect(page.locator("[data-zone^=hand-] li")).to_have_count(5)
    press(choice(page, "5"))
    expect(task(page)).to_have_text("Done.")
    assert has_no_sideways_scroll(page)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_stake_is_put_under_a_bid(learn: Callable[[int], Page], width: int) -> None:
    page = learn(width)
    go(page, "Staking your reputation")
    for answer in ("$7", "$9"):
        press(choice(page, answer))
    press(in_zone(page, "areas", "A, Apple Hollow"))
    for name in ("Advanced $4", "Advanced $5"):
        press(in_zone(page, "hand-advanced", name))
    press(in_zone(page, "won", "worth 2 points"))
    expect(page.locator("[data-zone=stack]")).to_contain_text("$9, less 2 staked counts as $7")
    for touched in page.locator(".mow-learn button:visible").all():
        box = touched.bounding_box()
        assert box is not None
        assert box["height"] >= 44, touched.inner_text()
    press(button(page, "Seal it"))
    expect(task(page)).to_have_text("Done.")
    expect(page.locator(".mt-lines").first).to_contain_text("$7")
    assert has_no_sideways_scroll(page)
