"""Magic Money as a person with a phone or a laptop plays it: real Chromium, network off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import mowlab

APP = "magic-money.ipynb"
SLOW = 60_000  # ms; test machines are shared
BOTH = pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])


def tab(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name=name).click()
    section = page.get_by_role("tabpanel", name=name)
    expect(section).to_be_visible()
    return section


def hurry(section: Locator) -> None:
    """Let bots move at once."""
    section.get_by_role("button", name="More").click()
    section.get_by_label("Bots move").select_option(label="at once")
    section.get_by_role("button", name="Close").click()
    expect(section.locator(".mp-group-drawer")).to_have_count(0)


def load(page: Page, **position: Any) -> Locator:
    """Play from a position of three, you in seat 0."""
    game = mowlab.game("magic-money", players=3)
    match = game.match(["you", "miser", "valuer"], seed=3, names=["You", "Bea", "Carl"], position=position)
    section = tab(page, "Play")
    section.get_by_text("Load a saved game").click()
    section.get_by_label("Load: paste a record here").fill(json.dumps(match.record()))
    section.get_by_role("button", name="Load", exact=True).click()
    expect(section.locator(".mt-message")).to_contain_text("Loaded")
    hurry(section)
    return section


def fits(page: Page) -> bool:
    """Nothing sticks out to the right."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


def zone(section: Locator, key: str) -> Locator:
    return section.locator(f"[data-zone='{key}']")


def field(section: Locator) -> Locator:
    return section.locator(".mt-ask input")


def answer(section: Locator, name: str) -> Locator:
    """A button beside the question."""
    return zone(section, "beside").get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def waits(section: Locator, text: str) -> None:
    expect(section.locator(".mt-status")).to_contain_text(text, timeout=SLOW)


def says(section: Locator, text: str) -> None:
    expect(section.locator(".mt-message")).to_contain_text(text, timeout=SLOW)


def send(section: Locator, number: str) -> None:
    """Type a number and send it, with the keyboard alone."""
    field(section).fill("")
    field(section).press_sequentially(number)
    field(section).press("Enter")


def go_on(section: Locator) -> None:
    button = zone(section, "choices").get_by_role("button", name="On to the next auction")
    expect(button).to_be_visible(timeout=SLOW)
    button.click()
    expect(button).to_have_count(0)


@BOTH
def test_an_ability_asks_its_questions_and_entries_answer(
    app_page: Callable[..., Page], width: int, dark: bool
) -> None:
    page = app_page(APP, width=width, dark=dark)
    creatures = ["puddlewyrm", "lanternmoth", "mirror-newt", "brambleram"]
    before = "1 40 60 seat0  6 70 5 seat1  7 8 90 seat0"  # you have won the first and the third one
    section = load(page, cards=creatures, moves=before, active=1)
    waits(section, "Your turn: choose an older Public entry to give away.")
    mine = zone(section, "public")
    assert [card.get_attribute("aria-disabled") for card in mine.locator("button").all()] == [None, None, "true"]
    mine.get_by_role("button", name="90, Public").click(force=True)
    says(section, "What you have just paid for this creature must stay")
    mine.get_by_role("button", name="60, Public").click()
    waits(section, "with whom to swap")
    expect(answer(section, "Swap with Bea")).to_contain_text("1, 70, 7")
    answer(section, "Swap with Bea").focus()
    page.keyboard.press("Enter")
    waits(section, "the entry to take over")
    assert fits(page)
    zone(section, "wizard1").get_by_role("button", name="7, Public").click()
    expect(section.locator(".mt-lines").first).to_contain_text("You give a Public entry of 60 to Bea.", timeout=SLOW)
    go_on(section)
    waits(section, "Your turn: you are active")
    expect(mine).to_contain_text("7")
    expect(zone(section, "wizard1")).to_contain_text("60")
    section.get_by_role("button", name="Undo").click()
    waits(section, "the entry to take over")
    assert fits(page)


@BOTH
def test_a_tie_is_settled_by_the_active_wizard(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    section = load(page, cards=["puddlewyrm", "moonmule"], moves="1 30 30")
    waits(section, "Your turn: a tie! Say who wins Puddlewyrm.")
    mine = zone(section, "bids").get_by_role("button", name="You: 1, open")
    expect(mine).to_have_attribute("aria-disabled", "true")
    mine.click(force=True)
    says(section, "A token beats your opening")
    answer(section, "Carl wins").click()
    expect(section.locator(".mt-lines").first).to_contain_text("Auction 1: Carl wins Puddlewyrm for 30", timeout=SLOW)
    expect(section.locator(".mt-lines").first).to_contain_text("Your 1 is gone too")
    expect(section.locator(".mt-head h3")).to_have_text("Auction 1 is over")
    assert fits(page)
    go_on(section)
    waits(section, "Your turn: seal a bid for Moonmule.")
    expect(zone(section, "wizard2").locator(".mt-card").first).to_contain_text("Puddlewyrm")


@BOTH
def test_a_bid_is_typed_refused_corrected_and_sent_with_the_keyboard(
    app_page: Callable[..., Page], width: int, dark: bool
) -> None:
    page = app_page(APP, width=width, dark=dark)
    section = load(page, cards=["puddlewyrm", "moonmule", "brambleram"], moves="1 9 8 seat1  1 3 5739 seat0")
    waits(section, "Your turn: you are active, so open the auction of Brambleram.")
    expect(field(section)).to_have_attribute("inputmode", "numeric")
    expect(section.locator(".mt-ask .mt-note")).to_contain_text(
        "From 1 to 573, a tenth of the last winning bid (5,739)"
    )

    send(section, "5739")
    says(section, "5,739 is too high to open with")
    expect(section.locator(".mt-message")).to_contain_text("Rule: Begin the Auction")
    expect(field(section)).to_have_value("5,739")  # what was typed is kept, in groups, ready to be typed over
    expect(field(section)).to_have_attribute("aria-invalid", "true")
    expect(field(section)).to_be_focused()
    box, reason = field(section).bounding_box(), section.locator(".mt-message").bounding_box()
    assert box is not None
    assert reason is not None
    assert 0 <= box["y"] - (reason["y"] + reason["height"]) < 60, "the reason stands right above the field"

    page.keyboard.type("57x")
    page.keyboard.press("Enter")
    says(section, "Type a whole number from 1 up")
    expect(field(section)).to_have_value("57x")
    page.keyboard.press("Backspace")
    page.keyboard.type("4")
    says(section, "Type a whole number from 1 up")  # the reason stays until the next try
    expect(field(section)).to_have_value("574")
    page.keyboard.press("Enter")
    page.keyboard.type("99999999999999999999")  # the answer is on its way
    says(section, "574 is too high to open with")
    page.keyboard.press("Enter")
    says(section, "That is too high")
    expect(field(section)).to_have_value("99,999,999,999,999,999,999")
    page.keyboard.type("-3")
    page.keyboard.press("Enter")
    says(section, "Type a whole number from 1 up")
    assert fits(page)

    offer = section.locator(".mt-offer").filter(has_text="573")
    expect(offer).to_contain_text("the most")
    offer.click()
    expect(field(section)).to_have_value("573")
    section.get_by_role("button", name="Open", exact=True).click()
    waits(section, "say who wins Brambleram")
    expect(zone(section, "bids").locator(".mt-card")).to_have_count(3)
    expect(zone(section, "public")).to_contain_text("573")
    lower = zone(section, "bids").locator("button[aria-disabled]").first
    lower.click(force=True)
    expect(section.locator(".mt-say.mt-bad")).to_be_visible(timeout=SLOW)
    assert fits(page)


@BOTH
def test_digits_are_grouped_as_they_are_typed(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    section = load(page, cards=["puddlewyrm", "moonmule"], moves="1 9 8 seat1  1")
    waits(section, "Your turn: seal a bid for Moonmule.")
    expect(section.locator(".mt-offer").filter(has_text="free budget")).to_be_visible()
    field(section).press_sequentially("1234567")
    expect(field(section)).to_have_value("1,234,567")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type("0")  # before the last three digits; the caret stays behind it
    expect(field(section)).to_have_value("12,340,567")
    page.keyboard.type("9")
    expect(field(section)).to_have_value("123,409,567")
    page.keyboard.press("Backspace")
    expect(field(section)).to_have_value("12,340,567")
    field(section).fill("1 000 000 000 000 000")
    field(section).press("Enter")
    auction = section.locator(".mt-lines").last
    expect(auction).to_contain_text("you win Moonmule for 1,000,000,000,000,000", timeout=SLOW)
    assert fits(page)


@BOTH
def test_a_whole_game(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    section = tab(page, "Play")
    section.get_by_label("Wizards").select_option("3")
    expect(section.locator(".mp-group-bots select")).to_have_count(2)
    section.get_by_text("More choices", exact=True).click()
    section.get_by_label("Seed").fill("5")
    section.get_by_label("First active wizard").select_option(label="you")
    section.get_by_role("button", name="Start the game").click()
    expect(section.locator(".mt-status")).to_be_visible()
    hurry(section)

    waits(section, "you are active, so open the auction")
    expect(field(section)).to_have_value("1")
    send(section, "5")
    says(section, "This opening must be 1")
    expect(field(section)).to_have_value("5")
    send(section, "1")
    waits(section, "Your turn: say who wins")

    auctions, bids = set(), iter([30, 45, 90, 60, 150, 25, 10, 400, 5])
    over = section.locator(".mt-result")
    next_one = zone(section, "choices").get_by_role("button", name="On to the next auction")
    answers = zone(section, "beside").locator(".mt-choice").filter(has_not_text="At once")
    asked = field(section).or_(answers)
    for _ in range(80):
        expect(over.or_(next_one).or_(asked).first).to_be_visible(timeout=SLOW)
        if over.count():
            break
        before = section.locator(".mt-head h3").inner_text(), section.locator(".mt-status").inner_text()
        auctions.add(before[0])
        if next_one.count():
            next_one.click()
        elif field(section).count():
            opening = section.locator(".mt-ask label").inner_text().startswith("Your opening")
            send(section, "1" if opening else str(next(bids, 7)))
        else:
            answers.first.click()
        page.wait_for_function(
            "([head, status]) => { const at = document.querySelector('.mow-play .mow-table');"
            "return at.querySelector('.mt-result') || at.querySelector('.mt-head h3').textContent !== head"
            " || at.querySelector('.mt-status').textContent !== status; }",
            arg=list(before),
            timeout=SLOW,
        )
        assert fits(page)
    expect(over.locator("h4")).to_be_visible()
    assert {f"Auction {k} of 9" for k in range(2, 10)} <= auctions
    assert {f"Auction {k} is over" for k in range(1, 9)} <= auctions
    count = section.locator(".mt-lines").first
    expect(count).to_contain_text("The final count")
    assert count.evaluate("lines => lines.scrollWidth <= lines.clientWidth"), "the hearts can be read without scrolling"
    expect(count).to_contain_text("(out)")
    expect(count).to_contain_text("(wins)")
    expect(over).to_contain_text("spent most")
    expect(section.locator(".mt-badge").filter(has_text="thrown out")).to_have_count(1)
    expect(section.locator(".mt-badge").filter(has_text="winner")).to_have_count(1)
    page.reload(wait_until="commit")
    section = page.get_by_role("tabpanel", name="Play")
    expect(section.locator(".mt-result")).to_be_visible(timeout=SLOW)
    assert fits(page)
