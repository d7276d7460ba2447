"""The screen's building blocks in a real browser: table, chart and progress bar, by keyboard, touch and ear."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import launch, open_notebook

EVIL = "<img src=x onerror=alert(1)>"

# A browser that refuses to keep this game (switched off, full, private window).
NO_STORAGE = """
for (const name of ["getItem", "setItem"]) {
  const real = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...rest) {
    if (key.startsWith("mowlab/")) throw new Error("switched off");
    return real.call(this, key, ...rest);
  };
}
"""

# A toy game: a card is legal if it is above the last one; the 5 has two ways to be played (50, 51).
GAME = """
import json
from mowlab.ui.table import Table, read_art

EVIL = "<img src=x onerror=alert(1)>"
played, hand = [], [2, 5, 7, 4]
message = None

def card(n, action=None):
    legal = not played or n > played[-1]
    face = {"title": str(n), "emblem": "cow", "hue": "green", "pips": n % 3}
    return {"id": f"c{n}", "label": f"Cow {n}", "face": face, "action": action, "legal": legal,
            "why": "" if legal else "too low"}

def scene():
    herd = {"id": "herd", "title": "Herd", "layout": "line", "cards": [card(n) for n in played], "empty": "No cow yet"}
    mine = [card(n, None if n == 5 else n) for n in hand]
    ends = [{"action": 50, "label": "Low end", "card": "c5"}, {"action": 51, "label": "High end", "card": "c5"}]
    take = {"action": 99, "label": "Take the herd", "tone": "danger"}
    me = {"name": EVIL, "is_you": True, "active": True, "facts": [{"label": "played", "value": str(len(played))}]}
    return {"title": EVIL, "status": "Your turn.", "stamp": len(played), "message": message, "seats": [me],
            "zones": [herd, {"id": "hand", "title": "Your hand", "layout": "hand", "cards": mine}],
            "choices": [*(ends if 5 in hand else []), take], "log": [{"text": f"played {n}"} for n in played]}

def play(action):
    global message
    n = 5 if action in (50, 51) else action
    if n in hand and card(n)["legal"]:
        hand.remove(n)
        played.append(n)
        message = None
        table.save(json.dumps(played))
    else:
        message = {"tone": "bad", "text": f"{n} is too low.", "rule": "How to Play"}
    table.show(scene())

def restore(text):
    for n in json.loads(text):
        hand.remove(n)
        played.append(n)
    table.show(scene())

table = Table(scene(), read_art("mowlab.games.mow"), storage_key="mowlab/test")
table.on_choose(play)
table.on_restore(restore)
table
"""

CHARTS = """
import time
import ipywidgets
from mowlab.ui.chart import LiveChart
from mowlab.ui.work import JobBar

x, y = {"field": "bot", "type": "nominal", "sort": None}, {"field": "flies", "type": "quantitative"}
spec = {"mark": "bar", "encoding": {"x": x, "y": y}}
columns = [{"field": "bot", "title": "Bot"}, {"field": "flies", "title": "Flies", "digits": 1}]
chart = LiveChart(spec, [{"bot": "calm", "flies": 3}], summary="Calm takes 3.", columns=columns, name="flies")
broken = LiveChart({"mark": "nonsense", "encoding": {"x": {"field": "a", "type": "quantitative"}}}, [{"a": 1}])
bar = JobBar()
go = ipywidgets.Button(description="Go")

def work(job):
    for step in range(1, 600):
        job.check()
        time.sleep(0.02)
        job.progress(step, 600)

def then(job):
    chart.draw([{"bot": "=wild", "flies": 7.25}, {"bot": "calm", "flies": 3}], summary="Wild takes 7.25.")

go.on_click(lambda button: bar.start(work, then, unit="games"))
ipywidgets.VBox([go, bar, chart, broken])
"""


def notebook(path: Path, code: str) -> None:
    cell = {"cell_type": "code", "id": "only", "metadata": {}, "source": code, "outputs": [], "execution_count": None}
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path.write_text(
        json.dumps({"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})
    )


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("blocks")
    notebook(folder / "game.ipynb", GAME)
    notebook(folder / "charts.ipynb", CHARTS)
    server = launch(folder, tmp_path_factory.mktemp("log") / "log")
    yield server.url
    server.stop()


@pytest.fixture
def game(quiet_page: Callable[..., Page], url: str) -> Callable[..., Page]:
    def open_game(script: str = "", **options: object) -> Page:
        page = quiet_page(**options)
        if script:
            page.add_init_script(script)
        open_notebook(page, url, "game.ipynb")
        expect(hand(page)).to_have_count(4)
        return page

    return open_game


def hand(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("group", name="Your hand").get_by_role("button")


def herd(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("group", name="Herd").get_by_role("img")


def button(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name=name, exact=True)


def test_a_game_by_keyboard_alone(game: Callable[..., Page]) -> None:
    page = game()
    first = button(page, "Cow 2")
    for _ in range(12):
        if first.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(button(page, "Cow 7")).to_be_focused()
    page.keyboard.press("Enter")
    expect(herd(page)).to_have_count(1)
    expect(button(page, "Cow 4")).to_be_focused()  # what has taken the played card's place
    expect(button(page, "Cow 4")).to_have_attribute("aria-description", "too low")
    expect(button(page, "Cow 4")).to_be_disabled()  # for a screen reader; pressing it tells why
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("4 is too low. How to Play Your turn.")
    expect(button(page, "Cow 4")).to_be_focused()
    page.keyboard.press("Tab")
    expect(button(page, "Take the herd")).to_be_focused()


def test_a_card_with_two_ways_asks_which(game: Callable[..., Page]) -> None:
    page = game()
    expect(button(page, "High end")).to_have_count(0)
    button(page, "Cow 5").click()
    expect(button(page, "Low end")).to_be_focused()
    button(page, "High end").click()
    expect(herd(page)).to_have_attribute("aria-label", "Cow 5")
    expect(button(page, "High end")).to_have_count(0)


def test_a_double_click_plays_once(game: Callable[..., Page]) -> None:
    page = game()
    button(page, "Cow 2").dblclick()
    expect(herd(page)).to_have_count(1)
    button(page, "Cow 7").click()
    expect(herd(page)).to_have_count(2)
    expect(page.get_by_text("too low")).to_have_count(0)


def test_text_stays_text(game: Callable[..., Page]) -> None:
    page = game()
    expect(page.get_by_role("heading", name=EVIL)).to_be_visible()
    expect(page.get_by_text(EVIL).last).to_be_visible()
    assert page.locator(".mow-table img[src]").count() == 0


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_shows_all_without_sideways_scrolling(game: Callable[..., Page], dark: bool) -> None:
    page = game(width=390, height=844, dark=dark, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for target in [*hand(page).all(), button(page, "Take the herd")]:
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    button(page, "Cow 2").tap()
    expect(herd(page)).to_have_count(1)


def test_a_game_survives_a_reload(game: Callable[..., Page]) -> None:
    page = game()
    for n, card in enumerate(("Cow 2", "Cow 7"), 1):
        button(page, card).click()
        expect(herd(page)).to_have_count(n)
    page.reload()
    expect(herd(page)).to_have_count(2)
    expect(hand(page)).to_have_count(2)


def test_without_storage_one_can_still_play(game: Callable[..., Page]) -> None:
    page = game(NO_STORAGE)
    button(page, "Cow 2").click()
    expect(herd(page)).to_have_count(1)


def test_charts_and_a_job(quiet_page: Callable[..., Page], url: str) -> None:
    page = quiet_page(width=390)
    open_notebook(page, url, "charts.ipynb")
    bars = page.locator("svg.marks .mark-rect path")
    expect(bars).to_have_count(1)
    expect(page.get_by_role("figure", name="Calm takes 3.")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("The chart could not be drawn")
    expect(page.get_by_role("progressbar")).to_have_count(0)

    button(page, "Go").click()
    expect(page.get_by_text("of 600 games")).to_be_visible()
    button(page, "Cancel").click()
    expect(page.get_by_text("Stopped at")).to_have_count(2)  # shown, and spoken
    expect(bars).to_have_count(2)
    labels = page.locator(".role-axis-label").first.locator("text")
    expect(labels).to_have_text(["=wild", "calm"])  # in the order of the rows now, not of when they first came
    expect(page.get_by_role("figure", name="Wild takes 7.25.")).to_be_visible()

    page.get_by_text("The numbers (2 rows)").click()
    expect(page.get_by_role("row", name="=wild 7.3")).to_be_visible()
    with page.expect_download() as download:
        button(page, "Save as CSV").click()
    assert download.value.suggested_filename == "flies.csv"
    assert download.value.path().read_bytes() == b"bot,flies\r\n'=wild,7.25\r\ncalm,3\r\n"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
