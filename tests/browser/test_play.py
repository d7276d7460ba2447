"""Play and Try it as a person with a phone or a laptop uses them: real Chromium, network off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import ROOT, launch, open_notebook

APP = "mow.ipynb"
SLOW = 60_000  # ms; test machines are shared
COMPILES = 5 * SLOW  # where the search was never compiled before
ADVICE = re.compile(r"Best: .*\. It wins about \d+ of 100 games \([\d,]+ worlds\)")


def play_tab(page: Page) -> Locator:
    page.get_by_role("tab", name="Play").click()
    section = page.get_by_role("tabpanel", name="Play")
    expect(section).to_be_visible()
    return section


def start(page: Page, seed: int, farmers: int = 4, speed: str | None = "at once") -> Locator:
    """A game begun on the Play tab, bots moving at once."""
    section = play_tab(page)
    section.get_by_label("Farmers").select_option(str(farmers))
    expect(section.locator(".mp-group-bots select")).to_have_count(farmers - 1)
    section.get_by_text("More choices").click()
    section.get_by_label("Seed").fill(str(seed))
    section.get_by_role("button", name="Start the game").click()
    expect(section.locator(".mt-status")).to_contain_text("Your turn")
    if speed:
        section.get_by_role("button", name="More").click()
        section.get_by_label("Bots move").select_option(label=speed)
        section.get_by_role("button", name="Close", exact=True).click()
        expect(section.locator(".mp-group-drawer")).to_have_count(0)
    return section


def move(section: Locator) -> None:
    """Press the first thing that may be pressed, and wait until it is one's own turn again or the round is over."""
    log = section.locator(".mt-log li")
    before = log.count()
    card = section.locator(".mt-hand .mt-legal").first
    (card if card.count() else section.locator(".mt-choice").first).click()
    expect(log.nth(before)).to_be_attached(timeout=SLOW)
    waiting = section.locator(".mt-status", has_text="Your turn").or_(section.locator(".mt-lines"))
    expect(waiting.first).to_be_visible(timeout=SLOW)


def fits(page: Page) -> bool:
    """Nothing sticks out to the right."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


def hand(section: Locator) -> list[str]:
    return [str(card.get_attribute("aria-label")) for card in section.locator(".mt-hand .mt-card").all()]


def test_a_whole_round_on_a_phone(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    section = start(page, seed=3, farmers=5)
    assert fits(page)
    for _ in range(40):
        if section.locator(".mt-lines").count():
            break
        move(section)
        assert fits(page)
    expect(section.locator(".mt-lines tbody tr")).to_have_count(5)
    flies = [int(cell) for cell in section.locator(".mt-lines tbody td:last-child").all_inner_texts()]
    assert sum(flies) == 74  # every fly of the green packet has been counted
    assert fits(page)
    section.get_by_role("button", name="On to the next round").click()
    expect(section.locator(".mt-head h3")).to_have_text("Round 2")
    expect(section.locator(".mt-lines")).to_have_count(0)


def test_wrong_card_undo_hint_and_reload_on_a_phone(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    section = start(page, seed=7)
    first = hand(section)
    move(section)
    assert hand(section) != first

    wrong = section.locator(".mt-hand .mt-muted").first
    wrong.click(force=True)  # it is marked as not to be pressed, and pressing it says why
    expect(section.locator(".mt-message small")).to_contain_text("Rule: ")
    expect(section.locator(".mt-say")).to_have_class("mt-say mt-bad")
    assert fits(page)

    section.get_by_role("button", name="Hint").click()
    rows = section.locator(".mp-group-drawer tbody tr")
    choices = section.locator(".mt-hand .mt-legal, .mt-choice")
    expect(section.locator(".mt-message")).to_contain_text(ADVICE, timeout=COMPILES)
    expect(rows.first).to_be_hidden()
    section.get_by_text("The numbers", exact=True).click()
    expect(rows.first).to_be_visible()
    expect(rows).to_have_count(choices.count())
    expect(rows.first).to_contain_text(re.compile(r"\d+ % \(\d+ to \d+\)"))
    expect(section.locator(".mt-tag").first).to_have_text(re.compile(r"^\d+ %$"))
    expect(section.locator(".mt-hand .mt-pips")).not_to_have_count(0)  # flies stay to be seen
    assert fits(page)

    section.get_by_role("button", name="Undo").click()
    expect(section.locator(".mt-message")).to_contain_text("Taken back")
    assert hand(section) == first

    move(section)
    before, log = hand(section), section.locator(".mt-log li").all_inner_texts()
    page.reload(wait_until="commit")
    section = page.get_by_role("tabpanel", name="Play")  # the tab is remembered too
    expect(section.locator(".mt-message")).to_contain_text("Welcome back", timeout=SLOW)
    assert hand(section) == before
    assert section.locator(".mt-log li").all_inner_texts() == log
    move(section)


def test_save_load_and_keyboard(app_page: Callable[..., Page], tmp_path: Path) -> None:
    page = app_page(APP, width=1280)
    tab = page.get_by_role("tab", name="Learn")
    tab.focus()
    tab.press("ArrowRight")
    expect(page.get_by_role("tab", name="Play")).to_be_focused()
    expect(page.get_by_role("tab", name="Play")).to_have_attribute("aria-selected", "true")
    section = start(page, seed=7)
    section.locator(".mt-hand .mt-legal").first.focus()
    page.keyboard.press("Enter")
    expect(section.locator(".mt-log li").nth(4)).to_be_attached(timeout=SLOW)
    expect(section.locator(".mt-status")).to_contain_text("Your turn", timeout=SLOW)
    kept = hand(section)

    section.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        section.get_by_role("link", name="Save as a file").click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["game"] == "mow"

    section.get_by_label("Load: paste a record here").fill("no record")
    section.get_by_role("button", name="Load", exact=True).click()
    expect(section.locator(".mp-bad")).to_contain_text("not JSON")
    assert hand(section) == kept

    section.get_by_role("button", name="New game").click()
    expect(section.locator(".mp-info")).to_contain_text("throws it away")
    section.get_by_label("Seed").fill("8")
    section.get_by_role("button", name="Throw it away and start anew").click()
    expect(section.locator(".mt-log li")).to_have_count(1)
    assert hand(section) != kept
    section.get_by_role("button", name="More").click()
    section.get_by_label("or from a file").set_input_files(saved)
    expect(section.locator(".mt-message")).to_contain_text("Loaded")
    assert hand(section) == kept


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_try_it_runs_and_can_be_cancelled(app_page: Callable[..., Page], width: int, dark: bool) -> None:
    page = app_page(APP, width=width, dark=dark)
    page.get_by_role("tab", name="Try it").click()
    section = page.get_by_role("tabpanel", name="Try it")
    section.locator(".mt-hand .mt-legal").last.click()
    expect(section.locator(".mt-status")).to_contain_text("Your choice")
    section.get_by_label("Imagined worlds").select_option("200")
    section.get_by_role("button", name="Try every choice").click()
    expect(section.locator(".mp-tone", has_text="Best: ")).to_be_visible(timeout=2 * SLOW)  # compiles where it must
    expect(section.get_by_text("Cancel")).to_be_hidden(timeout=2 * SLOW)
    expect(section.locator("svg.marks")).to_have_count(0)
    section.get_by_role("button", name="The numbers").click()
    expect(section.get_by_text("imagined in 200 ways")).to_be_visible(timeout=SLOW)
    expect(section.locator("svg.marks")).to_have_count(2, timeout=SLOW)
    expect(section.get_by_text("What the characters would do here")).to_be_visible(timeout=SLOW)
    expect(section.locator(".mp-tone")).to_contain_text("Your choice")
    assert fits(page)

    section.get_by_label("Imagined worlds").select_option("10000")
    section.get_by_text("How it is worked out").click()
    section.get_by_label("Play on to").select_option(label="the end of the game")
    section.get_by_role("button", name="Try every choice").click()
    section.get_by_role("button", name="Cancel").click()
    expect(section.get_by_text("Stopped").first).to_be_visible(timeout=SLOW)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("app", ["mow-money.ipynb", "magic-money.ipynb", "mob-town.ipynb"])
def test_every_game_gives_hints_that_fit_a_page(app_page: Callable[..., Page], app: str, width: int) -> None:
    page = app_page(app, width=width)
    section = play_tab(page)
    section.get_by_text("More choices").click()
    section.get_by_label("Seed", exact=True).fill("7")
    section.get_by_role("button", name="Start the game").click()
    hint = section.get_by_role("button", name="Hint")
    expect(section.locator(".mt-status")).to_contain_text(re.compile("You|Choose"), timeout=SLOW)
    for _ in range(2):  # the first one may compile, or load what was compiled
        expect(section.get_by_role("button", name="At once")).to_have_count(0, timeout=SLOW)
        hint.click()
        expect(section.locator(".mt-message")).to_contain_text(ADVICE, timeout=COMPILES)
        assert fits(page)
        section.get_by_text("The numbers", exact=True).click()
        expect(section.locator(".mp-group-drawer tbody tr").first).to_contain_text("%")
        assert fits(page)
        section.get_by_role("button", name="Close", exact=True).click()
        expect(section.locator(".mp-group-drawer")).to_have_count(0)


def test_an_expert_thinks_in_sight_and_can_be_taken_back(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390)
    section = play_tab(page)
    section.locator(".mp-group-bots select").first.select_option("expert")
    section.get_by_text("More choices").click()
    section.get_by_label("Seed", exact=True).fill("3")
    section.get_by_role("button", name="Start the game").click()
    expect(section.locator(".mt-status")).to_contain_text("Your turn")
    first = hand(section)
    section.locator(".mt-hand .mt-legal").first.click()
    expect(section.locator(".mt-log")).to_contain_text("Expert play", timeout=COMPILES)
    expect(section.locator(".mt-status")).to_contain_text("Your turn", timeout=COMPILES)
    section.get_by_role("button", name="Why?").click()
    expect(section.locator(".mp-row-reasons")).to_contain_text("worlds that fit what it knows", timeout=SLOW)
    assert fits(page)
    section.get_by_role("button", name="Close", exact=True).click()
    section.get_by_role("button", name="Undo").click()
    expect(section.locator(".mt-message")).to_contain_text("Taken back")
    assert hand(section) == first


def in_sight(page: Page, what: Locator) -> bool:
    box, height = what.bounding_box(), page.viewport_size["height"]  # type: ignore[index]
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


def test_on_a_phone_nothing_pressed_takes_the_hand_out_of_sight(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=390, height=844, has_touch=True, is_mobile=True)
    assert in_sight(page, play_tab(page).get_by_role("button", name="Start the game"))
    section = start(page, seed=3, farmers=5)
    move(section)
    section.get_by_role("button", name="Hint").tap()
    expect(section.locator(".mt-message")).to_contain_text(ADVICE, timeout=COMPILES)
    page.wait_for_timeout(1000)  # it scrolls there
    assert in_sight(page, section.locator(".mt-say"))
    assert in_sight(page, section.locator(".mt-zone.mt-hand"))
    page.evaluate("scrollTo(0, 0)")
    section.get_by_role("button", name="Why?").tap()
    expect(section.locator(".mp-row-reasons p").first).to_be_visible()
    section.get_by_role("button", name="Close", exact=True).tap()
    assert page.evaluate("scrollY") == 0
    for _ in range(40):
        if section.locator(".mt-lines").count():
            break
        move(section)
    page.wait_for_timeout(1000)
    assert in_sight(page, section.locator(".mt-lines"))


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_herd_stays_one_row_with_both_ends_in_sight(app_page: Callable[..., Page], width: int) -> None:
    page = app_page(APP, width=width)
    section = start(page, seed=3, farmers=5)
    longest = 0
    for _ in range(12):
        slots = section.locator(".mt-line .mt-slot")
        if section.locator(".mt-lines").count():
            break
        if slots.count():
            row_of = "nodes => nodes.map((node) => node.offsetTop)"
            tops = set(section.locator(".mt-line .mt-cards > li").evaluate_all(row_of))
            row = section.locator(".mt-line").bounding_box()
            assert row is not None
            for slot in slots.all():
                box = slot.bounding_box()
                assert box is not None
                assert row["x"] <= box["x"]
                assert box["x"] + box["width"] <= row["x"] + row["width"] + 1
            assert len(tops) == 1
            longest = max(longest, section.locator(".mt-line .mt-cards > li").count())
        assert fits(page)
        move(section)
    assert longest > 7  # more than fit beside each other on a phone


def test_with_ten_farmers_the_hand_is_above_the_fold(app_page: Callable[..., Page]) -> None:
    page = app_page(APP, width=1280, height=800)
    section = start(page, seed=3, farmers=10)
    move(section)
    page.evaluate("scrollTo(0, 0)")
    assert in_sight(page, section.locator(".mt-zone.mt-hand"))
    assert in_sight(page, section.locator(".mt-choices button").first)


def test_a_press_without_an_answer_says_so(quiet_page: Callable[..., Page], tmp_path: Path) -> None:
    server = launch(ROOT / "notebooks", tmp_path / "log")
    page = quiet_page(390)
    open_notebook(page, server.url, APP)
    section = start(page, seed=3, speed=None)
    server.stop()
    section.locator(".mt-hand .mt-legal").first.click()
    expect(section.locator(".mt-message")).to_contain_text("does not answer")
    expect(section.locator(".mt-say").get_by_role("button", name="Reload")).to_be_visible()
    section.get_by_role("button", name="Undo").click()
    expect(section.get_by_role("alert")).to_contain_text("does not answer")
    page.watch.errors.clear()  # type: ignore[attr-defined]  # the connection that is gone
