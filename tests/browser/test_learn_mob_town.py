"""Mob Town's Learn in a real browser, network off: a take-over is put together on the map, refused, changed, done."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Server, launch, open_notebook
from .test_learn import choice, go, has_no_sideways_scroll, message, task, title

WIDTHS = (1280, 390)
CELL = "from mowlab.ui.learn import Learn\nLearn('mob-town')"
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
def test_a_connection_through_a_rival_with_the_wrong_card_then_the_right_one(
    learn: Callable[[int], Page], width: int
) -> None:
    page = learn(width)
    go(page, "Through somebody else's property")
    press(choice(page, "You"))
    expect(message(page)).to_contain_text("Who controls the Hotel?")
    press(choice(page, "Bea"))
    expect(task(page)).to_have_text("Next: Take over the Restaurant 4, but do not give away your weasel.")

    press(in_zone(page, "city", "Restaurant 4"))
    expect(page.locator("[data-zone=slot2]")).to_contain_text("To connect: for Bea")
    press(in_zone(page, "hand", "Weasel 3"))
    press(button(page, "Take it over"))
    expect(message(page)).to_contain_text("That is allowed, but not what is asked here.")
    press(in_zone(page, "hand", "Fox 1"))
    for touched in page.locator(".mow-learn button:visible").all():
        box = touched.bounding_box()
        assert box is not None
        assert box["height"] >= 44, touched.inner_text()
    assert has_no_sideways_scroll(page)
    press(button(page, "Take it over"))
    expect(message(page)).to_contain_text("Bea gets your fox")
    press(choice(page, "3"))
    expect(task(page)).to_have_text("Done.")
    assert has_no_sideways_scroll(page)


@pytest.mark.parametrize("width", WIDTHS)
def test_an_open_lot_on_the_map_and_the_law(learn: Callable[[int], Page], width: int) -> None:
    page = learn(width)
    go(page, "Placing without taking over")
    press(in_zone(page, "lot", "Gaming Hall 4"))
    assert has_no_sideways_scroll(page)
    press(in_zone(page, "city", "the left of the Restaurant 1"))
    press(button(page, "Build it"))
    expect(task(page)).to_contain_text("Next: That was your last briefcase.")
    press(in_zone(page, "lot", "Theater 1"))
    expect(message(page)).to_contain_text("You have no briefcase left")
    expect(message(page)).to_contain_text("Rule: Gameplay, Open Lot")
    expect(task(page)).to_have_text("Done.")

    go(page, "The round is scored")
    expect(page.locator(".mt-seats")).not_to_contain_text("points")
    press(choice(page, "8"))
    press(choice(page, "You"))
    press(button(page, "Draw two cards"))
    expect(task(page)).to_have_text("Done.")
    expect(page.locator(".mt-lines").first).to_contain_text("Bea")
    assert has_no_sideways_scroll(page)
