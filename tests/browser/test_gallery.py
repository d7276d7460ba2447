"""The gallery in a real browser with the network off: pictures, going on, forgetting, paper."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from mowlab.serve.cards import cards

from .conftest import ROOT, open_notebook

Pages = Callable[..., Page]
PATHS = [card.path for shelf in cards(ROOT / "notebooks").values() for card in shelf]


def keep(page: Page, **texts: str) -> None:
    """What an earlier visit left in the browser; ``mow_play`` is mowlab/mow/play."""
    for name, text in texts.items():
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"mowlab/{name.replace('_', '/')}", text])


@pytest.mark.parametrize("dark", [False, True])
def test_cards_with_pictures_at_every_width(dark: bool, quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page(1280, dark=dark)
    page.goto(serve_url)
    for width in (1280, 768, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for image in page.locator(".mow-card img").all():
            image.scroll_into_view_if_needed()
            expect(image).to_have_js_property("naturalWidth", 960)
            assert image.get_attribute("alt")
            assert image.evaluate("(one) => one.currentSrc").endswith(f"-{'dark' if dark else 'light'}.webp")
    assert page.locator(".mow-card").evaluate_all("(all) => all.map((one) => one.dataset.path)") == PATHS
    expect(page.locator("#mow-continue")).to_be_hidden()
    assert "Bruno Cathala" in page.locator(".mow-credits").inner_text()


def test_the_gallery_needs_no_kernel(quiet_page: Pages, start_server: Callable) -> None:  # type: ignore[type-arg]
    server = start_server(ROOT / "notebooks")
    page = quiet_page()
    page.goto(server.url, wait_until="networkidle")
    assert server.kernels() == 0


@pytest.mark.parametrize("part", ["Learn", "Play", "Try it", "Analyze"])
def test_a_card_leads_to_every_part_of_an_app(part: str, quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page(390)
    page.goto(serve_url)
    page.locator(".mow-card", has_text="MOW").first.get_by_role("link", name=part, exact=True).click()
    expect(page.get_by_role("tab", name=part)).to_have_attribute("aria-selected", "true")


def test_go_on_with_a_game_that_was_left(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page(390)
    open_notebook(page, serve_url, "magic-money.ipynb#play")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".mt-ask input").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator(".mt-log li", has_text="You").first).to_be_attached()
    page.get_by_role("link", name="All games and lessons").click()
    going = page.locator("#mow-continue a")
    expect(going).to_have_count(1)
    expect(going).to_contain_text("Magic Money your game of 4")
    going.click()
    expect(page.locator(".mt-message")).to_contain_text("Welcome back")


def test_what_was_open_last_comes_first_and_what_is_done_is_left_out(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page()
    page.goto(serve_url)
    game = {"seats": [{}, {}, {}], "moves": [{}], "result": None}
    keep(
        page,
        mow_play=json.dumps(game),
        mow_learn=json.dumps({"done": ["a", "b"], "steps": 24}),
        **{"mow-money_learn": json.dumps({"done": ["a", "b"], "steps": 2}), "lesson_everyone-pays": "{}"},
        **{"mob-town_play": json.dumps({**game, "result": {"scores": [1, 2, 3]}})},
        visits=json.dumps({"mow.ipynb": 5, "lessons/01-everyone-pays.ipynb": 9}),
    )
    page.reload()
    expect(page.locator("#mow-continue a")).to_have_text(
        [
            "Everyone pays what you wrote and played is still there",
            "MOW your game of 3, 1 move so far",
            "MOW Learn, 2 of 24 steps done",
        ]
    )


@pytest.mark.parametrize("text", ["", "{", "null", "7", '"x"', "[]", '{"moves": 3, "seats": {}}', '{"done": {}}'])
def test_broken_storage_breaks_nothing(text: str, quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page()
    page.goto(serve_url)
    keep(page, mow_play=text, mow_learn=text, visits=text, **{"lesson_everyone-pays": text})
    page.reload()
    expect(page.locator("#mow-forget button")).to_be_visible()  # the script ran to its end


def test_text_from_storage_stays_text(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page()
    page.goto(serve_url)
    evil = "<img src=x onerror=document.title='caught'>"
    keep(page, mow_learn=json.dumps({"done": [1], "steps": evil}))
    page.reload()
    expect(page.locator("#mow-continue a")).to_have_text("MOW Learn, 1 step done")
    assert page.locator("#mow-continue img").count() == 0
    assert "caught" not in page.title()


def test_forget_all_of_it(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page(390)
    page.goto(serve_url)
    expect(page.locator("#mow-forget")).to_be_hidden()
    keep(page, mow_play=json.dumps({"moves": [{}], "seats": [{}], "result": None}))
    page.evaluate("localStorage.setItem('another', 'stays')")
    page.reload()
    page.get_by_role("button", name="Forget all of it").click()
    assert page.evaluate("localStorage.length") == 2, "the first press asks only"
    page.get_by_role("button", name="Yes, forget").click()
    assert page.evaluate("Object.keys(localStorage)") == ["another"]
    expect(page.locator("#mow-continue")).to_be_hidden()


def test_on_paper_there_is_nothing_to_press(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page(dark=True)
    page.goto(serve_url)
    page.emulate_media(media="print")
    for press in (".mow-tabs", ".mow-back", ".mow-skip"):
        expect(page.locator(press).first).to_be_hidden()
    expect(page.locator(".mow-card img").first).to_be_visible()
    assert page.locator(".mow-card img").first.evaluate("(one) => one.currentSrc").endswith("-light.webp")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_nothing_moves_for_who_wants_it_calm(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page(reduced_motion="reduce")
    page.goto(serve_url)
    page.locator(".mow-card").first.hover()
    moving = "(one) => getComputedStyle(one).transitionDuration + getComputedStyle(one).animationName"
    assert set(page.locator("body *").evaluate_all(f"(all) => all.map({moving})")) == {"0snone"}


def test_teachers_find_their_page_and_the_lessons_from_it(quiet_page: Pages, serve_url: str) -> None:
    page = quiet_page(390)
    page.goto(serve_url)
    page.get_by_role("link", name="For teachers").click()
    page.wait_for_selector("#rendered_cells", state="visible")
    expect(page.get_by_role("heading", name="What to prepare")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("link", name="Everyone pays").click()
    page.wait_for_selector("#rendered_cells", state="visible")
    expect(page.get_by_role("button", name="Keep my prediction")).to_be_visible()
