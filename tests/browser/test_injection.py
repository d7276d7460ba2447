"""Nothing that comes from outside is run as script: a card file, names, what stands in a notebook, an address.

What people type, paste and keep is in test_host.py, what the screen's parts are given in test_table.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import ROOT, Server, open_notebook
from .test_host import PAYLOAD
from .test_serving import write_notebook

TAG = "<svg/onload=window.hacked=1>"  # without spaces: codes of cards may have none
NAME = "<img src=x onerror=hacked=1>"  # short: names have a limit
GAMES = ["mow", "mow-money", "magic-money", "mob-town"]

# A table whose players have such names, and whose cards come from such a file, with all that is said about them.
DRAWN = """
import ipywidgets
from mowlab import game
from mowlab.core.words import Names
from mowlab.ui import panel
from mowlab.ui.app import about_blocks
from mowlab.ui.shared import Shared
from mowlab.ui.table import Table
shared = Shared({key!r})
shared.game = game({key!r}, cards={cards!r})
match = shared.game.match(seed=1)
names = Names([{name!r}] * shared.game.players)
table = Table(art=shared.art)
table.show(shared.table.scene(match.view(0), names))
ipywidgets.VBox([table, panel.Panel(list(about_blocks(shared)))])
"""


def hostile_cards(key: str, folder: Path) -> Path:
    """The game's own card file with script in every text that a card file may choose freely."""
    text = (ROOT / "mowlab" / "games" / key.replace("-", "_") / "cards.toml").read_text(encoding="utf-8")
    text = re.sub(r'\b(code|type|of) = "(?!all")([^"]+)"', rf'\1 = "\2{TAG}"', text)
    if key in ("magic-money", "mob-town"):  # elsewhere names are given
        text = re.sub(r'\b(name|plural) = "[^"]*"', rf'\1 = "{NAME}"', text)
    text = re.sub(r'^edition = ".*"$', f'edition = "{NAME}"', text, flags=re.MULTILINE)
    head, _, sources = text.partition("\n[provenance]")
    sources = re.sub(r'^(.+?)= ".*"$', rf'\1= "{NAME}"', sources, flags=re.MULTILINE)
    path = folder / f"{key}.toml"
    path.write_text(f"{head}\n[provenance]{sources}", encoding="utf-8")
    return path


@pytest.mark.parametrize("key", GAMES)
def test_a_card_file_and_names_stay_text(
    key: str, tmp_path: Path, start_server: Callable[..., Server], quiet_page: Callable[..., Page]
) -> None:
    cards = hostile_cards(key, tmp_path)
    write_notebook(tmp_path / "pages" / "cards.ipynb", DRAWN.format(key=key, cards=str(cards), name=PAYLOAD))
    page = quiet_page()
    open_notebook(page, start_server(tmp_path / "pages").url, "cards.ipynb")
    expect(page.locator(".mow-table")).to_contain_text(PAYLOAD)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    everything = page.locator("#rendered_cells")
    if key in ("mow", "mow-money"):  # the others show no codes
        expect(everything).to_contain_text(TAG)
    expect(everything).to_contain_text(NAME)
    page.wait_for_timeout(300)  # a picture that is not there would have failed by now
    assert page.evaluate("window.hacked") is None
    assert page.locator("img[src=x], svg[onload]").count() == 0


def test_the_gallery_shows_hostile_notebooks_as_text(
    tmp_path: Path, start_server: Callable[..., Server], quiet_page: Callable[..., Page]
) -> None:
    """File name, title, summary and the rest of a card: whoever fills the folder is trusted, but not to escape."""
    own = dict.fromkeys(("summary", "alt", "picture", "icon", "game", "lesson"), PAYLOAD)
    path = tmp_path / "pages" / f"x' {TAG.replace('/', ' ')}.ipynb"
    write_notebook(path, "# Hello", title=PAYLOAD, mowlab={**own, "learn": [PAYLOAD]})
    server = start_server(tmp_path / "pages")
    page = quiet_page()
    page.goto(f"{server.url}?{PAYLOAD}#{PAYLOAD}")
    expect(page.locator(".mow-card")).to_contain_text(PAYLOAD)
    page.locator(".mow-card a").click()
    page.wait_for_selector("#rendered_cells", state="visible")
    assert page.title() == f"{PAYLOAD} – mowlab"
    page.goto(f"{server.url}voila/render/{PAYLOAD}.ipynb?{PAYLOAD}")
    expect(page.get_by_role("heading", name="Only grass here")).to_be_visible()
    page.watch.errors.clear()  # Chromium reports the 404
    assert page.evaluate("window.hacked") is None
    assert page.locator("img[src=x], svg[onload]").count() == 0
