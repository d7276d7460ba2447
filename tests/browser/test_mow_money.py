"""Mow Money as a person with a phone or a laptop plays it: real Chromium, network off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import mowlab

APP = "mow-money.ipynb"
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


def start(page: Page, seed: int, players: int) -> Locator:
    section = tab(page, "Play")
    section.get_by_label("Players").select_option(str(players))
    expect(section.locator(".mp-group-bots select")).to_have_count(players - 1)
    section.get_by_text("More choices", exact=True).click()
    section.get_by_label("Seed").fill(str(seed))
    section.get_by_role("button", name="Start the game").click()
    expect(section.locator(".mt-status")).to_be_visible()
    hurry(section)
    return section


def load(page: Page, **position: Any) -> Locator:
    """Play from a position of three, seat 0 with the marker."""
    game = mowlab.game("mow-money", players=3, fixed_starter="fixed")
    match = game.match(["you", "undercutter", "jobber"], seed=3, names=["You", "Una", "Olga"], position=position)
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


def choice(section: Locator, name: str) -> Locator:
    return zone(section, "choices").get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def labels(some: Locator) -> list[str]:
    return [str(card.get_attribute("aria-label")) for card in some.locator(".mt-card").all()]


def waits(section: Locator, text: str) -> None:
    expect(section.locator(".mt-status")).to_contain_text(text, timeout=SLOW)


def to_the_count(section: Locator) -> None:
    """Read what came out, without an odd job, until the points are counted."""
    over, read, job = (choice(section, name) for name in ("On to the next round", "Go on", "No odd job"))
    for _ in range(4):
        expect(over.or_(read).or_(job).first).to_be_visible(timeout=SLOW)
        if over.count():
            return
        pressed = read if read.count() else job
        pressed.click()
        expect(pressed).to_have_count(0)


@BOTH
def test_a_round_with_a_refusal_and_a_stack_that_is_changed(
    app_page: Callable[..., Page], width: int, dark: bool
) -> None:
    page = app_page(APP, width=width, dark=dark)
    hands = [["b1c1", "b2c1", "b3f1", "b3ct1", "b1t1"], ["b1c2", "b2c2"], ["b2t2"]]
    section = load(page, hands=hands, up=["r3.1", "r1.1", "r1.2"])
    waits(section, "tap a neighborhood")

    zone(section, "areas").get_by_role("button", name="Apple Hollow").click()
    expect(zone(section, "stack")).to_contain_text("can only mislead the others")
    way = choice(section, "3 basic cards, all with a star")
    expect(way).to_contain_text("your hand does not have them")
    way.click(force=True)  # marked as not to be pressed, and pressing it says why
    expect(section.locator(".mt-message")).to_contain_text("Your hand does not have 3 basic cards, all with a star")
    expect(section.locator(".mt-message")).to_contain_text("Rule: Bid Phase")
    assert fits(page)

    zone(section, "areas").get_by_role("button", name="Bear Cave Way").click()
    hand = zone(section, "hand-basic")
    hand.get_by_role("button", name="basic $3 card (repair fence)").click()
    expect(zone(section, "stack")).to_contain_text("$3 · Not valid yet: 1 more for 2 basic cards")
    hand.get_by_role("button", name="basic $1 card (clean up)").click()
    expect(zone(section, "stack")).to_contain_text("$4 · Valid for 1 point: 2 basic cards.")
    assert len(labels(zone(section, "stack"))) == 2
    section.get_by_role("button", name="Take back").click()
    expect(zone(section, "stack")).to_contain_text("$3 · Not valid yet")
    zone(section, "stack").get_by_role("button").click()  # out with the other one
    expect(zone(section, "stack").locator(".mt-card")).to_have_count(0)
    choice(section, "2 basic cards").click()
    expect(zone(section, "stack")).to_contain_text("$2 · Valid for 1 point")
    assert fits(page)
    choice(section, "Seal it").click()
    waits(section, "a second bid")
    assert len(labels(zone(section, "sealed0"))) == 2

    page.reload(wait_until="commit")
    section = page.get_by_role("tabpanel", name="Play")
    expect(section.locator(".mt-message")).to_contain_text("Welcome back", timeout=SLOW)
    assert len(labels(zone(section, "sealed0"))) == 2
    hurry(section)
    choice(section, "No further bid").click()

    bids = section.locator(".mt-lines").first
    expect(bids).to_contain_text("The bids are turned over", timeout=SLOW)
    expect(bids.locator("tbody tr").filter(has_text="You")).to_have_count(1)
    expect(bids.locator(".mt-told")).to_contain_text("B, Bear Cave Way (1 point): ")
    expect(bids.locator(".mt-told")).to_contain_text("You bid $2 with 2 basic cards.")
    assert fits(page)
    to_the_count(section)
    expect(section.locator(".mt-lines").last.locator("tbody tr")).to_have_count(3)
    assert fits(page)
    choice(section, "On to the next round").click()
    waits(section, "invest")
    expect(section.locator(".mt-head h3")).to_have_text("Round 2: investing")
    assert fits(page)


@BOTH
def test_two_rounds_with_a_purchase_a_stake_and_a_bluff(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    hands = [["a4s1", "a5s1", "b1c1", "b2c1"], ["a3s1", "a4s2", "b1t1"], ["b2t2"]]
    position = {"hands": hands, "mowers": ["ba", "ba", "b"], "up": ["r8.1", "r1.1", "r1.2"], "rounds": 3}
    section = load(page, **position, won=[["r3.1"], [], []], money=[8, 0, 0])
    zone(section, "areas").get_by_role("button", name="Apple Hollow").click()
    choice(section, "2 advanced cards").click()
    expect(zone(section, "stack")).to_contain_text("$9 · Valid for 8 points")
    zone(section, "won").get_by_role("button", name="Your contract worth 3 points").click()
    expect(zone(section, "stack")).to_contain_text("$9, less 3 staked counts as $6 · Valid for 8 points")
    choice(section, "+ 2 bluffs").click()
    waits(section, "a second bid")
    assert labels(zone(section, "sealed0"))[-2:] == ["Bluff card", "Bluff card"]
    expect(section.locator(".mt-seat").first).to_contain_text("sealed cards 5")
    choice(section, "No further bid").click()
    told = section.locator(".mt-told").first
    expect(told).to_contain_text(
        "You bid $9 with 2 advanced cards, 2 bluff cards, less 3 staked makes $6.", timeout=SLOW
    )
    expect(told).to_contain_text("You win it and get $9.")
    assert fits(page)
    to_the_count(section)
    mine = section.locator(".mt-lines").last.locator("tbody tr").first
    expect(mine).to_have_text("You84 (basic, advanced)5 ($17)17")  # the staked contract is gone
    choice(section, "On to the next round").click()

    waits(section, "invest your $17")
    zone(section, "shop").get_by_role("button", name="Medium card for").click(force=True)
    expect(section.locator(".mt-message")).to_contain_text("You need the medium mower")
    zone(section, "shop").get_by_role("button", name="Medium mower").click()
    waits(section, "invest your $14")
    zone(section, "shop").get_by_role("button", name="Medium card for").click()
    waits(section, "invest your $11")
    expect(section.locator(".mt-message")).to_contain_text("You draw the medium")
    expect(zone(section, "hand-medium").locator(".mt-card")).to_have_count(1)
    assert fits(page)
    choice(section, "Done investing").click()
    waits(section, "tap a neighborhood")
    zone(section, "hand-medium").get_by_role("button").click()
    expect(section.locator(".mt-status")).to_contain_text("what is this stack for?")
    zone(section, "areas").get_by_role("button", name="Bear Cave Way").click()
    choice(section, "+ 1 bluff").click()
    waits(section, "a second bid")
    section.get_by_role("button", name="Undo").click()
    expect(zone(section, "stack")).to_be_visible()  # open again, with its card
    assert len(labels(zone(section, "stack"))) == 1
    choice(section, "+ 1 bluff").click()
    waits(section, "a second bid")
    choice(section, "No further bid").click()
    expect(section.locator(".mt-told").first).to_contain_text("You put 1 medium card", timeout=SLOW)
    assert fits(page)
    to_the_count(section)
    choice(section, "On to the next round").click()
    waits(section, "invest")
    expect(section.locator(".mt-head h3")).to_have_text("Round 6: investing")


@BOTH
def test_a_solo_game_to_its_end(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    section = start(page, seed=4, players=1)
    expect(section.locator(".mt-seat").last).to_contain_text("The dummy")
    rounds = set()
    for _ in range(150):
        if section.locator(".mt-result").count():
            break
        head = section.locator(".mt-head h3").inner_text()
        rounds.add(head.split(":")[0])
        status = section.locator(".mt-status").inner_text()
        if "tap a neighborhood" in status or "a second bid" in status:
            choice(section, "No").click()
        elif "put cards in" in status:
            choice(section, "Seal it").click()
        else:
            zone(section, "choices").locator(".mt-choice").last.click()
        expect(
            section.locator(".mt-status").filter(has_not_text=status).or_(section.locator(".mt-result")).first
        ).to_be_visible()
        assert fits(page)
    expect(section.locator(".mt-result h4")).to_contain_text("dummy")
    expect(section.locator(".mt-lines").last).to_contain_text("The final count")
    assert len({name for name in rounds if re.fullmatch(r"Round \d", name)}) == 8


@BOTH
def test_the_bid_laboratory_draws_the_curve_and_marks_the_own_bid(
    app_page: Callable[..., Page], width: int, dark: bool
) -> None:
    page = app_page(APP, width=width, dark=dark)
    section = tab(page, "Try it")
    zone(section, "areas").get_by_role("button", name="Cherry Creek").click()
    choice(section, "3 basic cards").click()
    choice(section, "Seal it").click()
    waits(section, "Your choice: C for $4: 3 basic.")
    expect(section.get_by_label("Compare bids on")).to_have_value("2")
    section.get_by_label("Imagined worlds").select_option("200")
    section.get_by_role("button", name="Try every bid").click()
    expect(section.get_by_text(re.compile("^Best in 200 worlds"))).to_be_visible(timeout=6 * SLOW)  # compiles first
    expect(section.locator("svg.marks")).to_have_count(2, timeout=SLOW)
    expect(section.locator("svg.marks").first).to_contain_text("yours")
    expect(section.get_by_text("What the characters would do here")).to_be_visible()
    expect(section.locator(".mp-list")).to_contain_text("of the worlds")
    section.get_by_text(re.compile("All [0-9]+ plans, the best first")).click()
    expect(section.locator(".mp-mark")).to_contain_text("C for $4: 3 basic (yours)")
    assert fits(page)

    section.get_by_label("Compare bids on").select_option("all")
    section.get_by_role("button", name="Try every bid").click()
    expect(section.get_by_text(re.compile("^Best in 200 worlds"))).to_be_visible(timeout=SLOW)
    section.get_by_text(re.compile("All [0-9]+ plans, the best first")).click()
    expect(section.locator(".mp-table").first).to_contain_text("wins a contract")
    assert fits(page)
