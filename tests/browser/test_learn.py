"""Learn in a real browser with the network off, as a learner on a laptop and on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Server, launch, open_notebook

WIDTHS = (1280, 390)
CELL = "from mowlab.ui.learn import Learn\nLearn('mow')"
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


def title(page: Page) -> Locator:
    return page.locator(".mow-pane-head h3")


def message(page: Page) -> Locator:
    return page.locator(".mt-message")


def task(page: Page) -> Locator:
    return page.locator(".mt-status")


def card(page: Page, name: str) -> Locator:
    """A card in the hand, by how its name for screen readers begins."""
    return page.locator("[data-zone=hand]").get_by_role("button", name=re.compile(rf"^(The )?{name}", re.IGNORECASE))


def choice(page: Page, name: str) -> Locator:
    return page.locator("[data-zone=choices]").get_by_role("button", name=name, exact=True)


def go(page: Page, step: str) -> None:
    """To a step through the list."""
    if page.locator(".ml-list").get_attribute("open") is None:
        page.locator(".ml-list summary").click()
    page.locator(".ml-list").get_by_role("button", name=step, exact=True).click()
    expect(title(page)).to_have_text(step)


def has_no_sideways_scroll(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.parametrize("width", WIDTHS)
def test_a_wrong_then_a_right_try_and_on_after_a_reload(learn: Callable[[int], Page], width: int) -> None:
    page = learn(width)
    go(page, "Equal is not enough")
    card(page, "11 with 2 flies").click()
    expect(task(page)).to_have_text("Next: Play a cow that fits.")
    expect(page.locator(".mt-words > p").first).to_have_attribute(
        "data-key", "message"
    )  # praise first, then what is next
    card(page, "8 with 1 fly").click()  # wrong
    expect(message(page)).to_contain_text("runs from 4 to 11, and 8 lies in between")
    expect(message(page)).to_contain_text("Rule: How to Play")
    card(page, "4 with 2 flies").click()  # wrong again: a nudge
    expect(message(page)).to_contain_text("Lower than 4 or higher than 11.")
    card(page, "15 with no flies").click()  # right
    expect(task(page)).to_have_text("Done.")
    expect(page.locator(".mt-log")).to_contain_text("You play the 15 with no flies.")
    choice(page, "Next step").click()
    expect(title(page)).to_have_text("Draw, then the next farmer")
    assert has_no_sideways_scroll(page)

    page.reload()
    expect(title(page)).to_have_text("Draw, then the next farmer")
    expect(page.locator(".ml-list summary")).to_have_text("All steps: 1 of 24 done")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_task_stands_beside_the_hand_and_everything_is_large_enough_for_a_finger(
    learn: Callable[[int], Page], width: int
) -> None:
    page = learn(width)
    go(page, "Who plays next?")
    card(page, "Blocking cow 16").click()
    expect(task(page)).to_have_text("Next: Say that Dina plays next.")
    hand = page.locator("[data-zone=hand]").bounding_box()
    said = page.locator(".mt-say").bounding_box()
    assert hand is not None
    assert said is not None
    assert 0 <= hand["y"] - (said["y"] + said["height"]) < 60
    for button in page.locator(".mow-learn button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44, button.inner_text()
    assert has_no_sideways_scroll(page)
    expect(page.locator(".ml-note")).to_contain_text("Reconstructed: the blocking cow 16")
    head, table = page.locator(".mow-pane-head").bounding_box(), page.locator(".mow-table").bounding_box()
    assert head is not None
    assert table is not None
    beside = head["x"] + head["width"] <= table["x"]
    assert beside if width == 1280 else head["y"] + head["height"] <= table["y"]


def test_a_step_by_keyboard_alone(learn: Callable[[int], Page]) -> None:
    page = learn(1280)
    choice(page, "The 3").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(message(page)).to_contain_text("there sit the flies")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(task(page)).to_have_text("Done.")
    expect(page.locator(".mow-table [role=status]")).to_contain_text("Yes. The little flies")
    assert page.evaluate("document.activeElement.closest('[data-zone=choices]') !== null")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("Few flies win")
    expect(page.locator(".mow-pane-head [role=status]")).to_contain_text("Step 2 of 24. Few flies win")


def test_quiz_by_skipping_names_the_steps_to_look_at_again(learn: Callable[[int], Page]) -> None:
    page = learn(390)
    page.locator(".ml-list summary").click()
    page.locator(".ml-list").get_by_role("button", name="Quiz", exact=True).click()
    for n in range(1, 9):
        expect(page.locator(".ml-count")).to_contain_text(f"Question {n} of 8")
        page.locator(".ml-nav").get_by_role("button", name="Skip").click()
    expect(page.locator(".mt-result")).to_contain_text("0 of 8 right at once")
    assert has_no_sideways_scroll(page)
    page.locator(".ml-review").get_by_role("button", name="The calf").click()
    expect(title(page)).to_have_text("The calf")


def test_a_card_answers_like_its_button(learn: Callable[[int], Page]) -> None:
    page = learn(390)
    expect(page.locator(".mt-hand .mt-legal")).to_have_count(0)  # no card is marked as right before it is tried
    card(page, "3 with 2 flies").click()
    expect(message(page)).to_contain_text("Look at the bottom")
    card(page, "10 with no flies").click()
    expect(task(page)).to_have_text("Done.")
    expect(page.get_by_role("button", name=re.compile("Next step"))).to_have_count(1)


def test_a_picked_calf_asks_for_its_end_and_nothing_else_is_said(learn: Callable[[int], Page]) -> None:
    page = learn(390)
    go(page, "The calf")
    choice(page, "Play the calf at the low end").click()
    choice(page, "5").click()
    expect(task(page)).to_have_text("Next: Play the calf.")
    card(page, "8 with no flies").click()  # refused
    expect(page.locator(".mt-say")).to_have_class("mt-say mt-bad")
    card(page, "calf").click()
    expect(task(page)).to_have_text("Now choose its end of the line.")
    expect(message(page)).to_have_count(0)
    page.locator(".mt-choices").get_by_role("button", name="Play the calf at the low end").click()
    expect(page.locator(".mt-say")).to_have_class("mt-say mt-good")
