"""Mob Town as a person with a phone or a laptop plays it: real Chromium, network off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import mowlab

APP = "mob-town.ipynb"
SLOW = 60_000  # ms; test machines are shared
TOUCH = 44  # least pixels of what is pressed
BOTH = pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
CITY = {"G1": [0, 0], "H2": [1, 0], "R4": [2, 0], "T3": [0, 1], "F2": [1, 1], "H4": [2, 1], "G3": [3, 1], "T1": [0, 2]}
HAND = ["rat3", "shark2", "rat1", "snake1", "fox1", "weasel1", "cash"]


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
    """Play from a position of three, seat 0 to move."""
    given = {"city": CITY, "tokens": [[0, "G1"], [1, "H2"], [2, "T3"]], **position}
    game = mowlab.game("mob-town", players=3)
    match = game.match(["you", "expander", "spoiler"], seed=3, names=["You", "Max", "Rico"], position=given)
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


def place(section: Locator, name: str) -> Locator:
    """A property on the map."""
    return zone(section, "city").get_by_role("button", name=re.compile(f"^{name}"))


def choice(section: Locator, name: str) -> Locator:
    return zone(section, "choices").get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def waits(section: Locator, text: str) -> None:
    expect(section.locator(".mt-status")).to_contain_text(text, timeout=SLOW)


def easy_to_touch(some: Locator) -> bool:
    sizes = some.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect()).map((r) => [r.width, r.height])")
    return bool(sizes) and all(min(size) >= TOUCH for size in sizes)


@BOTH
def test_a_round_from_the_agendas_to_the_law(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    deck = ["snake2", "fox2", "weasel2", "snake1", "fox1", "shark1", "rat1", "weasel1", "cash", "law"]
    line = ["rat2", "rat2", "shark3", "fox3", "snake3"]
    section = load(page, hands=[HAND, [], []], deck=deck, line=line, tokens=[], phase="agendas")

    waits(section, "Choose two agendas")
    agendas = zone(section, "agendas")
    expect(agendas.get_by_role("button")).to_have_count(8)
    agendas.get_by_role("button", name="Agenda: most Gaming Halls").click()
    expect(agendas).to_contain_text("1 of 2 chosen")
    choice(section, "Hold these two").click(force=True)  # marked as not to be pressed, and pressing it says why
    expect(section.locator(".mt-message")).to_contain_text("First choose two agendas")
    agendas.get_by_role("button", name="Agenda: most different types").click()
    expect(agendas).to_contain_text("2 of 2 chosen")
    assert fits(page)
    choice(section, "Hold these two").click()

    waits(section, "Your turn:")
    expect(agendas.locator(".mt-card")).to_have_count(2)
    expect(section.locator(".mt-seat").nth(1)).to_contain_text("2")
    assert easy_to_touch(zone(section, "city").locator("button"))
    place(section, "Theater 3").click()  # snake, fox and cash make 3
    expect(zone(section, "slot0")).to_contain_text("3 of 3, foxes or snakes")
    choice(section, "Take it over").click()

    waits(section, "Your turn:")
    expect(place(section, "Theater 3")).to_have_accessible_name(re.compile("yours, 1 token"))
    assert fits(page)
    zone(section, "line").get_by_role("button", name="Rat 2").first.click()
    waits(section, "Tap the card of your hand")
    zone(section, "hand").get_by_role("button", name="Weasel 1").click()
    expect(section.locator(".mt-message")).to_contain_text(
        "You trade weasel 1 for all rats in the line-up", timeout=SLOW
    )
    waits(section, "Your turn:")
    lines, note = section.locator(".mt-lines"), zone(section, "line").locator(".mt-note")
    for _ in range(8):
        if lines.count():
            break
        left = note.inner_text()
        choice(section, "Draw two cards").click()
        expect(lines.or_(note.filter(has_not_text=left)).first).to_be_visible(timeout=SLOW)
        expect(lines.or_(choice(section, "Draw two cards")).first).to_be_visible(timeout=SLOW)
    expect(lines).to_contain_text("The law comes")
    expect(lines.locator("tbody tr")).to_have_count(3)
    expect(lines.locator(".mt-told li")).to_have_count(3)
    expect(lines.locator(".mt-told")).to_contain_text("You: most Gaming Halls (")
    expect(zone(section, "city")).to_contain_text("The city when the law came")
    assert fits(page)
    choice(section, "On to the next round").click()
    waits(section, "Choose two agendas")
    expect(section.locator(".mt-head h3")).to_have_text("Round 2: secret agendas")
    expect(zone(section, "city").locator(".mt-card")).to_have_count(13)
    assert fits(page)


@BOTH
def test_a_take_over_with_a_connection_is_changed_refused_and_taken_back(
    app_page: Callable[..., Page], width: int, dark: bool
) -> None:
    page = app_page(APP, width=width, dark=dark)
    section = load(page, hands=[HAND, ["fox1"], ["weasel1"]], law=20)
    place(section, "Hotel 4").click(force=True)
    message = section.locator(".mt-message")
    expect(message).to_contain_text("The Hotel 4 costs 4, and your weasels and foxes and cash come to 3")
    expect(message).to_contain_text("Rule: Gameplay, Take Over")
    expect(message).to_be_in_viewport()

    place(section, "Restaurant 4").click()
    expect(zone(section, "city").locator(".mt-mark-aim")).to_have_accessible_name(re.compile("^Restaurant 4"))
    expect(zone(section, "city").locator(".mt-mark-way")).to_have_accessible_name(re.compile("^Hotel 2.*on the way"))
    expect(section.locator(".mt-status")).to_be_in_viewport()
    expect(zone(section, "slot0")).to_contain_text("4 of 4")
    expect(zone(section, "slot2")).to_contain_text("To connect: for Max")
    zone(section, "slot0").get_by_role("button", name="Rat 3").click()
    waits(section, "First pay for the Restaurant 4: 3 more")
    expect(choice(section, "Take it over")).to_have_attribute("aria-disabled", "true")
    hand = zone(section, "hand")
    hand.get_by_role("button", name="Shark 2").click()
    hand.get_by_role("button", name="Cash").click()
    expect(zone(section, "slot0")).to_contain_text("4 of 4")
    hand.get_by_role("button", name="Weasel 1").click()  # in exchange for the connection card
    expect(zone(section, "slot2").locator(".mt-card")).to_have_accessible_name(re.compile("^Weasel 1"))
    assert fits(page)

    page.reload(wait_until="commit")
    section = page.get_by_role("tabpanel", name="Play")
    expect(section.locator(".mt-status")).to_contain_text("Take over the Restaurant 4 with these", timeout=SLOW)
    expect(choice(section, "Take it over")).to_contain_text("for shark 2, rat 1, weasel 1 and cash")
    hurry(section)
    choice(section, "Take it over").click()
    expect(
        place(section, "Restaurant 4").or_(zone(section, "city").get_by_role("img", name=re.compile("^Restaurant 4")))
    ).to_have_accessible_name(re.compile("yours, 1 token"), timeout=SLOW)
    waits(section, "Your turn:")
    section.get_by_role("button", name="Undo").click()
    expect(zone(section, "slot0").locator(".mt-card")).to_have_count(3)
    expect(zone(section, "slot2").locator(".mt-card")).to_have_count(1)


@BOTH
def test_cash_in_and_a_new_property_on_the_map(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    line = ["rat2", "rat2", "shark3", "fox3", "snake3"]
    section = load(page, hands=[HAND, ["fox1"], ["weasel1"]], law=25, line=line, lot=["R3", "H1", "F4"])
    choice(section, "Cash in").click()
    waits(section, "tap 3 more in the line-up")
    for name in ("Fox 3", "Rat 2", "Snake 3"):
        zone(section, "line").get_by_role("button", name=name).first.click()
        expect(zone(section, "line").get_by_role("button", name=re.compile(f"^{name}.*picked"))).to_have_count(1)
    choice(section, "Pay cash, take snake 3, fox 3 and rat 2").click()
    waits(section, "Your turn:")
    expect(zone(section, "hand").locator(".mt-card")).to_have_count(9)

    zone(section, "lot").get_by_role("button", name=re.compile("^Hotel 1")).click()
    waits(section, "Where shall the Hotel 1 go?")
    spots = zone(section, "city").locator(".mt-spot")
    assert spots.count() > 8
    assert easy_to_touch(spots)
    assert fits(page)
    zone(section, "city").get_by_role("button", name="Put it on the cell above the Gaming Hall 1").click()
    waits(section, "Build the Hotel 1 there and take it over")
    expect(zone(section, "city").locator(".mt-mark-aim")).to_have_accessible_name(re.compile("^Hotel 1"))
    assert fits(page)
    choice(section, "Only build it").click()
    waits(section, "Your turn:")
    expect(zone(section, "city").locator(".mt-card")).to_have_count(9)
    expect(section.locator(".mt-seat").first.locator("[title=briefcases]")).to_contain_text("2")
    section.get_by_text("What happened").scroll_into_view_if_needed()
    expect(section.locator(".mt-log")).to_contain_text("You add the Hotel 1 from the open lot to the city.")
    assert fits(page)


def test_the_map_is_walked_with_the_arrow_keys(app_page: Callable[..., Page]) -> None:
    page = app_page(APP)
    section = load(page, hands=[HAND, ["fox1"], ["weasel1"]], law=20)
    place(section, "Gaming Hall 1").focus()
    page.keyboard.press("ArrowRight")
    expect(place(section, "Hotel 2")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(place(section, "Factory 2")).to_be_focused()
    page.keyboard.press("Enter")
    waits(section, "Factory 2")


def test_a_wide_city_scrolls_in_its_own_area_on_a_phone(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    codes = [f"{kind}{value}" for kind in "GRHTF" for value in (1, 2)]
    section = load(page, city={code: [i, 0] for i, code in enumerate(codes)}, tokens=[], hands=[HAND, [], []], law=20)
    row = zone(section, "city").locator(".mt-cards")
    assert row.evaluate("(list) => list.scrollWidth > list.clientWidth")
    assert fits(page)
    place(section, "Gaming Hall 1").scroll_into_view_if_needed()
    place(section, "Factory 2").click(force=True)
    expect(zone(section, "slot0").or_(section.locator(".mt-message")).first).to_be_visible()
    assert easy_to_touch(zone(section, "city").locator("button"))
