"""Takes the gallery's pictures from the running apps:  python -m tests.browser.pictures [NAME ...]

Each is a real table in the middle of a game, light and dark, written to mowlab/serve/.../static/gallery.  Run it when
tables have changed, look at what comes out, commit it.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from mowlab.serve.cards import PICTURES, Card, cards
from mowlab.ui.lesson_page import Kept
from mowlab.ui.lessons.warm_ups import WARM_UPS, WarmUps
from mowlab.ui.session import Session
from mowlab.ui.shared import Shared

from ..ui.test_lessons import STUDENTS, student
from .conftest import FLAGS, ROOT, browser_path, launch, leave, open_notebook

WIDTH, HEIGHT, SHARP = 900, 562.5, 960 / 900  # CSS pixels that are shown; image pixels to each of them
QUALITY = 60
CHOICES = 3  # at least, for whoever looks at the table


@dataclass(frozen=True)
class Picture:
    """notebook: its page.  show: brings what is to be seen on the page.  top, above: selector of what stands at
    the top, and how many pixels above it are shown."""

    notebook: str
    show: Callable[[Page], None]
    top: str
    above: int = 5


def game(key: str, seed: int, turns: int) -> Callable[[Page], None]:
    """A game that bots have played that far and on to the next decision of yours worth showing."""
    shared = Shared(key)
    usual, *others = [shared.game.usual_bot.key, *list(shared.game.bots)[2:]][: shared.game.players]
    match = shared.game.match(seats=[usual, *others], seed=seed)
    while len(match.turns) < turns or match.mover != 0 or len(match.legal()) < CHOICES:
        match.bot_move()
    mine = shared.game.match(seats=["you", *others], seed=seed)
    for turn in match.turns:
        mine.play(turn.action)
    session = Session(shared)
    session.begin(mine)
    text = session.kept()

    def show(page: Page) -> None:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [shared.storage_key("play"), text])
        page.evaluate("location.hash = 'play'")
        page.reload(wait_until="commit")
        page.wait_for_selector(".mow-play .mt-zone", state="visible")

    return show


def lesson(key: str, kept: Kept, drawn: str = "svg.marks") -> Callable[[Page], None]:
    """A lesson as it was left; `drawn` is to be seen then."""
    text = kept.text()

    def show(page: Page) -> None:
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"mowlab/lesson/{key}", text])
        page.reload(wait_until="commit")
        page.wait_for_selector(drawn, state="visible")

    return show


def warm_ups() -> Picture:
    """The first warm-up, tried to the end by somebody who learns from round to round."""
    page = WarmUps(seed=1)
    page.kept.predictions["guess"] = 20
    for own in (1, 2, 4, 6):
        page.try_out(WARM_UPS[0], own)
    seen = ".mow-panel:has(table)"
    return Picture("lessons/00-warm-ups.ipynb", lesson(page.KEY, page.kept, seen), seen)


def tournament() -> Picture:
    """Who beats whom, after a tournament of the game's characters."""

    def show(page: Page) -> None:
        page.get_by_label("Games of each line-up").select_option("400")
        page.get_by_role("button", name="Play the tournament").click()
        page.get_by_role("heading", name="How to read it").wait_for(timeout=300_000)

    return Picture("tournament.ipynb", show, ".mow-chart:has(svg.marks .mark-rect)", 40)


def pictures() -> dict[str, Picture]:
    tables = {
        "mow": game("mow", 6, 14),
        "mow-money": game("mow-money", 3, 60),
        "magic-money": game("magic-money", 2, 20),
        "mob-town": game("mob-town", 4, 30),
    }
    students = {kind.KEY: kind for kind in STUDENTS}

    def chart(card: Card) -> Picture:
        """The first chart of a lesson, as a student has it."""
        return Picture(
            card.path, lesson(card.lesson, student(students[card.lesson]).kept), ".mow-chart:has(svg.marks)", 40
        )

    lessons = [card for shelf in cards(ROOT / "notebooks").values() for card in shelf if card.lesson]
    return (
        {name: Picture(f"{name}.ipynb", show, ".mow-play .mt-head") for name, show in tables.items()}
        | {card.lesson: chart(card) for card in lessons if card.lesson in students}
        | {WarmUps.KEY: warm_ups(), "bot-tournament": tournament()}
    )


def shoot(page: Page, picture: Picture, path: Path) -> None:
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(2500)  # cards have come to rest
    box = page.locator(picture.top).first.bounding_box()
    assert box is not None
    y = round(box["y"] + page.evaluate("scrollY")) - picture.above
    clip = {"x": 0, "y": y, "width": WIDTH, "height": HEIGHT, "scale": SHARP}
    screen = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": QUALITY, "clip": clip, "captureBeyondViewport": True}
    path.write_bytes(base64.b64decode(screen.send("Page.captureScreenshot", asked)["data"]))
    print(f"{path.name}: {path.stat().st_size / 1024:.0f} KB", flush=True)


def main(names: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    chosen = {name: picture for name, picture in pictures().items() if not names or name in names}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = launch(ROOT / "notebooks", Path(folder, "log"))
        try:
            browser = playwright.chromium.launch(executable_path=browser_path(), headless=True, args=FLAGS)
            for name, picture in chosen.items():
                for scheme in ("light", "dark"):
                    context = browser.new_context(viewport={"width": WIDTH, "height": 900}, color_scheme=scheme)
                    page = context.new_page()
                    page.set_default_timeout(60_000)
                    open_notebook(page, server.url, picture.notebook)
                    picture.show(page)
                    shoot(page, picture, PICTURES / f"{name}-{scheme}.webp")
                    leave(page)
                    context.close()
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
