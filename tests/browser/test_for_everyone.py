"""Every page for everyone: judged by axe in both themes, large text, targets for fingers, the keyboard alone."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

import mowlab
from mowlab.serve.cards import Card, cards
from mowlab.ui.lesson_page import Kept

from .conftest import ROOT, Server, open_notebook
from .pictures import game, lesson
from .test_review import load_finished

SLOW = 90_000  # ms; the first run may compile, and test machines are shared
GAMES = [key for key in ("mow", "mow-money", "magic-money", "mob-town") if (ROOT / f"notebooks/{key}.ipynb").is_file()]
LESSONS = [
    card for shelf in cards(ROOT / "notebooks").values() for card in shelf if card.lesson and card.lesson != "warm-ups"
]
TOUCH = 44  # CSS pixels

# Text outside a box that hides what overflows.  Boxes that scroll, and words for screen readers, are all right.
CLIPPED = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("script, style, noscript, svg, select, .jp-mod-noOutputs")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter((line) => line.width && line.height);
    for (let box = parent; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      if (style.clipPath !== "none" || style.position === "fixed") break;
      if ([style.overflowX, style.overflowY].some((flow) => flow === "auto" || flow === "scroll")) break;
      const hides = style.overflowX === "hidden" || style.overflowX === "clip";
      if (hides && lines.some((line) => line.left < edge.left - 2 || line.right > edge.right + 2
          || line.top < edge.top - line.height / 3 || line.bottom > edge.bottom + line.height / 3)) {
        found.push(`${box.className} clips «${text.data.trim().slice(0, 40)}»`);
        break;
      }
    }
  }
  return [...new Set(found)];
}"""

# What a finger presses; a box to tick may be small, the label around it may not.  Links within a sentence are exempt.
SMALL = """(least) => [...document.querySelectorAll("button, a[href], select, input, textarea, summary, [role=tab]")]
  .filter((one) => one.checkVisibility() && !one.closest(".mow-skip, p:not(.mow-facts) a"))
  .map((one) => [one, (/checkbox|radio/.test(one.type) && one.closest("label") || one).getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < least - 0.5 || box.height < least - 0.5))
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""

# As if the reader had told the browser to double the text and nothing else.  The faces of cards are pictures.
DOUBLE = """() => {
  const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize);
  const sizes = [...document.querySelectorAll("body, body *")].map((one) => [one, sizeOf(one)]);
  for (const [one, size] of sizes) {
    if (!one.closest(".mt-card")) one.style.setProperty("font-size", `${2 * size}px`, "important");
  }
}"""


# Until all that moves has come to rest, but for what moves as long as somebody waits.
AT_REST = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished.catch(() => {})))"""


def judge(page: Page, where: str) -> None:
    """Both themes, a laptop and a phone: no violation, nothing too small to press, nothing lost at 200 and 400 %."""
    for width, scheme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(AT_REST)
        answer = Axe().run(page, options={"resultTypes": ["violations"]}).response
        assert answer["passes"], "axe has looked at something"
        wrong = [
            f"{rule['id']}: {rule['help']}: {node['html'][:160]}"
            for rule in answer["violations"]
            for node in rule["nodes"]
        ]
        assert wrong == [], f"{where}, {scheme}"
    assert page.evaluate(SMALL, TOUCH) == [], where
    for width in (640, 320):  # a window of 1280 at 200 and at 400 %
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{where} at {width}"
        assert page.evaluate(CLIPPED) == [], f"{where} at {width}"


def double(page: Page, where: str) -> None:
    """Nothing is lost when only the text is doubled.  The page is of no use afterwards."""
    page.set_viewport_size({"width": 640, "height": 800})
    page.evaluate(DOUBLE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640, where
    assert page.evaluate(CLIPPED) == [], where


def unfold(page: Page) -> None:
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")


def tab(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name=name).click()
    section = page.get_by_role("tabpanel", name=name)
    expect(section.locator(".mow-table, .mow-panel").first).to_be_attached()
    expect(section.get_by_text("One moment …")).to_have_count(0)
    expect(section.get_by_role("button").first).to_be_visible()
    return section


def test_the_checks_find_what_is_wrong(quiet_page: Callable[..., Page]) -> None:
    page = quiet_page()
    page.set_content(
        "<html lang=en><title>x</title><main><h1>T</h1><button style='width:20px'>x</button><img src='data:,'>"
        "<p style='width:30px;overflow:hidden;white-space:nowrap'>much too long</p></main>"
    )
    page.watch.errors.clear()
    assert [rule["id"] for rule in Axe().run(page).response["violations"]] == ["image-alt"]
    assert len(page.evaluate(SMALL, TOUCH)) == 1
    assert page.evaluate(CLIPPED) == [" clips «much too long»"]


def test_the_gallery_and_the_error_pages(quiet_page: Callable[..., Page], serve_url: str) -> None:
    page = quiet_page()
    page.goto(serve_url)
    kept = {"moves": [], "seats": [{}, {}], "result": None}
    page.evaluate("(text) => localStorage.setItem('mowlab/mow/play', text)", json.dumps(kept))
    page.reload()
    expect(page.get_by_role("heading", name="Go on where you left off")).to_be_visible()
    judge(page, "gallery")
    double(page, "gallery")
    page.goto(f"{serve_url}nothing")
    judge(page, "404")
    page.watch.errors.clear()  # Chromium reports the 404


def test_the_teachers_page(app_page: Callable[..., Page]) -> None:
    page = app_page("teachers.ipynb")
    expect(page.get_by_role("heading").first).to_be_visible()
    judge(page, "for teachers")
    double(page, "for teachers")


def test_the_door_and_a_full_house(start_server: Callable[..., Server], quiet_page: Callable[..., Page]) -> None:
    """The door is there for a moment only: here its script does not run."""
    server = start_server(ROOT / "notebooks", {"CappedKernelManager": {"max_kernels": 1}})
    page = quiet_page()
    address = f"{server.url}voila/render/mow.ipynb"
    with urllib.request.urlopen(address) as answer:
        door = answer.read().decode()
    page.route(
        address,
        lambda route: route.fulfill(
            body=door, content_type="text/html", headers={"Content-Security-Policy": "script-src 'none'"}
        ),
    )
    page.goto(address)
    expect(page.get_by_role("status")).to_contain_text("Starting")
    judge(page, "door")
    page.watch.errors.clear()  # Chromium reports the script that did not run
    taken, late = quiet_page(), quiet_page()
    open_notebook(taken, server.url, "mow.ipynb")
    expect(taken.get_by_role("tab").first).to_be_visible()
    late.goto(address)
    expect(late.get_by_role("heading", name="The meadow is full")).to_be_visible()
    judge(late, "full")
    late.watch.errors.clear()  # Chromium reports the 503


def test_a_page_that_lost_its_kernel(start_server: Callable[..., Server], quiet_page: Callable[..., Page]) -> None:
    server = start_server(ROOT / "notebooks")
    page = quiet_page()
    open_notebook(page, server.url, "mow.ipynb")
    expect(page.get_by_role("tab").first).to_be_visible()
    page.route("**/api/kernels/*", lambda route: route.fulfill(status=404))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("alert").get_by_role("button")).to_be_visible()
    judge(page, "lost kernel")
    double(page, "lost kernel")
    page.unroute("**/api/kernels/*")
    page.watch.errors.clear()  # Chromium reports the 404


@pytest.mark.parametrize("key", GAMES)
def test_every_part_of_an_app(key: str, app_page: Callable[..., Page]) -> None:
    page = app_page(f"{key}.ipynb")
    tab(page, "Learn")
    unfold(page)
    judge(page, f"{key}: Learn")

    section = tab(page, "Analyze")
    if key == "mow":  # charts and tables are the same widgets everywhere
        section.get_by_label("Games", exact=True).select_option("400")
        section.get_by_role("button", name="Play the games").click()
        expect(section.locator("svg.marks").first).to_be_visible(timeout=SLOW)
    unfold(page)
    judge(page, f"{key}: Analyze")

    section = tab(page, "Play")
    unfold(page)
    judge(page, f"{key}: a new game")
    section.get_by_role("button", name="Start the game").click()
    section.get_by_role("button", name="More").click()
    section.get_by_label("Bots move").select_option(label="at once")
    expect(section.locator(".mt-zone button:visible, .mt-ask input").first).to_be_visible(timeout=SLOW)
    unfold(page)
    judge(page, f"{key}: Play")
    for drawer in ("Hint", "Why?"):
        section.get_by_role("button", name=drawer, exact=True).click()
        expect(section.get_by_role("button", name="Close")).to_be_visible()
        unfold(page)
        judge(page, f"{key}: {drawer}")

    section = tab(page, "Try it")
    expect(section.locator(".mow-table .mt-zone").first).to_be_visible()
    unfold(page)
    judge(page, f"{key}: Try it")
    double(page, f"{key}: Try it")


def test_a_game_that_is_over_and_its_review(app_page: Callable[..., Page]) -> None:
    page = app_page("mow.ipynb")
    section = load_finished(page)
    unfold(page)
    judge(page, "the end of a game")
    section.get_by_role("button", name="Review my game").click()
    expect(section.locator("svg.marks")).to_have_count(1, timeout=2 * SLOW)
    unfold(page)
    judge(page, "review")
    section.get_by_role("button", name="Look at it on the table").first.click()
    expect(section.get_by_role("button", name="Back to the finished game")).to_be_visible()
    unfold(page)
    judge(page, "a decision that is looked at again")
    double(page, "a decision that is looked at again")


@pytest.mark.parametrize("card", LESSONS, ids=lambda card: card.lesson)
def test_every_lesson(card: Card, app_page: Callable[..., Page]) -> None:
    page = app_page(card.path)
    expect(page.get_by_text("Write down your prediction first").first).to_be_visible()
    judge(page, f"{card.lesson} at its start")
    lesson(card.lesson, Kept(opened=True))(page)
    unfold(page)
    judge(page, f"{card.lesson} with its charts")
    double(page, f"{card.lesson} with its charts")


def test_the_tournament(app_page: Callable[..., Page]) -> None:
    page = app_page("tournament.ipynb")
    page.get_by_label("Games of each line-up").select_option("20")
    page.get_by_role("button", name="Play the tournament").click()
    expect(page.locator("svg.marks")).to_have_count(3, timeout=SLOW)
    unfold(page)
    judge(page, "tournament")
    double(page, "tournament")


def test_the_warm_ups(app_page: Callable[..., Page]) -> None:
    page = app_page("lessons/00-warm-ups.ipynb")
    lesson("warm-ups", Kept(opened=True), "text=The answer: 62.5")(page)
    unfold(page)
    judge(page, "warm-ups, all opened")
    double(page, "warm-ups, all opened")


# ---- the keyboard alone ---------------------------------------------------------------------------------------------

OPEN = """() => {
  const places = ".mow-play :is(.mt-zone, .mt-choices, .mt-beside)";
  return document.activeElement.matches(`${places} button:not([aria-disabled=true])`);
}"""


BUTTONS = ":is(.mt-choices, .mt-beside) button, .mt-ask input"


class Hands:
    """A person without a mouse: presses keys and sees where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, selector: str) -> bool:
        return bool(self.page.evaluate("(s) => document.activeElement.matches(s)", selector))

    def text(self) -> str:
        return str(self.page.evaluate("document.activeElement.textContent"))

    def tab_to(self, selector: str, most: int = 60) -> None:
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if self.at(selector):
                assert self.page.evaluate("document.activeElement.matches(':focus-visible')")
                return
        raise AssertionError(f"{most} times Tab did not lead to {selector}")

    def candidates(self) -> Iterator[None]:
        """Go round the page: Tab from zone to zone, arrows within one, and stop at what may be pressed."""
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.at(".mt-ask input") or self.page.evaluate(OPEN):
                yield
            if self.at("[data-zone] button[data-focus]"):
                self.page.keyboard.press("ArrowRight")
                if self.page.evaluate(OPEN):
                    yield


def mine(section: Locator) -> int:
    """How many lines of the log are about what you did."""
    return len([line for line in section.locator(".mt-log li").all_inner_texts() if re.match(r"You\b", line)])


def begun(page: Page) -> tuple[Hands, Locator]:
    """A new game, begun by keyboard; bots move at once."""
    expect(page.get_by_role("tab", name="Play")).to_be_visible()
    hands = Hands(page)
    hands.tab_to("[role=tab][aria-selected=true]")
    page.keyboard.press("ArrowRight")
    section = page.get_by_role("tabpanel", name="Play")
    expect(section.get_by_role("button", name="Start the game")).to_be_visible()
    hands.tab_to(".mp-button[data-id=start]")
    page.keyboard.press("Enter")
    expect(section.locator(".mt-zone").first).to_be_visible()
    return at_once(page, section), section


def at_once(page: Page, section: Locator) -> Hands:
    """Bots that move without a pause, set by keyboard."""
    hands = Hands(page)
    hands.tab_to(".mp-button[data-id=more]")
    page.keyboard.press("Enter")
    hands.tab_to("select[data-id=speed]")
    page.keyboard.type("at once")
    hands.tab_to(".mp-button[data-id=close]")
    page.keyboard.press("Enter")
    expect(section.locator(".mp-group-drawer")).to_have_count(0)
    return hands


@pytest.mark.parametrize("key", GAMES)
def test_a_game_begun_and_played_by_keyboard_alone(key: str, app_page: Callable[..., Page]) -> None:
    page = app_page(f"{key}.ipynb")
    hands, section = begun(page)
    done = first = mine(section)
    presses = vain = 0
    while done < first + 4:
        for _ in hands.candidates():
            presses, vain = presses + 1, vain + 1
            assert presses < 300, f"{done - first} things done after {presses} presses"
            if vain > 5 and not hands.at(BUTTONS):
                continue  # cards were picked up and put back: on to the buttons
            if hands.at(".mt-ask input"):
                page.keyboard.type(str(mowlab.game(key).words.AMOUNTS[0]))  # always allowed, as an opening bid, too
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
            expect(section.locator(".mow-table")).not_to_have_attribute("aria-busy", "true")
            focused = page.evaluate("document.activeElement !== document.body")
            assert focused, "the focus was lost"
            if mine(section) > done:
                break
        vain = 0 if mine(section) > done else vain
        done = mine(section)


@pytest.mark.parametrize("key", ["mow", "magic-money"])
def test_a_whole_game_by_keyboard_alone(key: str, app_page: Callable[..., Page]) -> None:
    """Enter on whatever can be pressed, rounds and scorings through, to the end."""
    page = app_page(f"{key}.ipynb")
    to_the_end(key, page, *begun(page))


LATE = {"mow-money": 597, "mob-town": 179}  # decisions of all until about the last twelve of yours


@pytest.mark.parametrize("key", LATE)
def test_the_end_of_a_long_game_by_keyboard_alone(key: str, app_page: Callable[..., Page]) -> None:
    """The two games that take too long to press through: from their last decisions on."""
    page = app_page(f"{key}.ipynb")
    game(key, seed=1, turns=LATE[key])(page)
    section = page.get_by_role("tabpanel", name="Play")
    expect(section.locator(".mt-zone").first).to_be_visible()
    to_the_end(key, page, at_once(page, section), section)


def to_the_end(key: str, page: Page, hands: Hands, section: Locator) -> None:
    over = section.get_by_role("button", name="Review my game")
    log = section.locator(".mt-log li")
    presses = vain = told = laps = 0
    while not over.count():
        laps += 1
        assert laps < 200, section.locator(".mow-table").inner_text()
        for _ in hands.candidates():
            only_buttons = vain > 5  # what was picked up is put back again and again: finish it
            if only_buttons and (not hands.at(BUTTONS) or "Take back" in hands.text()):
                continue
            presses, vain = presses + 1, vain + 1
            assert presses < 600, section.locator(".mow-table").inner_text()
            if hands.at(".mt-ask input"):
                page.keyboard.type(str(mowlab.game(key).words.AMOUNTS[0]))
            page.keyboard.press("Enter")
            page.wait_for_timeout(60)
            expect(section.locator(".mow-table")).not_to_have_attribute("aria-busy", "true")
            assert page.evaluate("document.activeElement !== document.body"), "the focus was lost"
            if (lines := log.count()) != told:
                vain, told = 0, lines
            if over.count():
                break
        else:
            vain = 0  # no button finishes it: it goes on with a card
