"""The app of one game: tabs for Learn, Play, Try it and Analyze, and where the game and its cards come from.

>>> app("mow")  # as the last line of a notebook's cell

A section is built when its tab is first opened, so the page is light at the start.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets
import traitlets

from mowlab.ui import STATIC, asset
from mowlab.ui import panel as p
from mowlab.ui.shared import Shared
from mowlab.ui.work import guarded

if TYPE_CHECKING:
    from mowlab.match import Match


MOST_NAMED = 12  # reconstructed cards that are named one by one


@dataclass(frozen=True)
class Tab:
    """A section: its key, what its tab says, what it is for, the class that makes it: `Section(game_key, shared)`."""

    key: str
    title: str
    hint: str
    module: str
    section: str


TABS = (
    Tab("learn", "Learn", "The rules, step by step, with cards to play", "mowlab.ui.learn", "Learn"),
    Tab("play", "Play", "A game against bots", "mowlab.ui.play", "Play"),
    Tab("try", "Try it", "Same luck, every choice", "mowlab.ui.try_it", "TryIt"),
    Tab("analyze", "Analyze", "Thousands of games between bots", "mowlab.ui.analyze", "Analyze"),
)


class TabBar(anywidget.AnyWidget):
    """Tabs to click, or to walk with the arrow keys.

    tabs:         [{key, title, hint}]
    current:      key of the open tab; empty until a page has drawn (it knows which one was open last)
    panels:       css class prefix of the sections: `<panels>-<key>`
    storage_key:  where the browser keeps which tab is open
    """

    _esm = STATIC / "tabs.js"
    _css = asset("tokens.css") + asset("app.css")

    tabs: traitlets.List[Any] = traitlets.List().tag(sync=True)
    current = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    panels = traitlets.Unicode("").tag(sync=True)
    storage_key = traitlets.Unicode("").tag(sync=True)


class App(ipywidgets.VBox):  # type: ignore[misc]
    """See the module.  `sections` holds those that were opened, by key; `go(key)` opens one."""

    def __init__(self, game_key: str) -> None:
        self.shared = Shared(game_key)
        self.sections: dict[str, Any] = {}
        self.boxes = {tab.key: ipywidgets.VBox() for tab in TABS}
        for key, box in self.boxes.items():
            box.add_class("ma-panel")
            box.add_class(f"ma-{game_key}-{key}")
            box.layout.display = "none"
        self.bar = TabBar(
            tabs=[{"key": tab.key, "title": tab.title, "hint": tab.hint} for tab in TABS],
            label=self.shared.title,
            panels=f"ma-{game_key}",
            storage_key=self.shared.storage_key("tab"),
        )
        self.about = p.Panel(list(about_blocks(self.shared)))
        super().__init__([self.bar, *self.boxes.values(), self.about])
        self.add_class("mow-app")
        self.bar.observe(lambda change: self.go(change["new"]), "current")
        self.shared.on_open(self.go)

    def go(self, key: str, match: Match | None = None) -> None:
        """Show section `key` and give it the position of `match`, if there is one and it takes one."""
        if key not in self.boxes:
            return
        self.bar.current = key
        for other, box in self.boxes.items():
            box.layout.display = None if other == key else "none"
        guarded(self._show, lambda sentence: self._excuse(key, sentence))(key, match)

    def _show(self, key: str, match: Match | None) -> None:
        section = self._section(key)
        receive, opened = getattr(section, "receive", None), getattr(section, "opened", None)
        if match is not None and receive is not None:
            receive(match)
        elif opened is not None:
            opened()

    def _section(self, key: str) -> Any:
        if key not in self.sections:
            box = self.boxes[key]
            box.children = [p.Panel([p.text("One moment …", soft=True)])]
            tab = next(tab for tab in TABS if tab.key == key)
            section = getattr(importlib.import_module(tab.module), tab.section)
            self.sections[key] = section(self.shared.game_key, self.shared)
            box.children = [self.sections[key]]
        return self.sections[key]

    def _excuse(self, key: str, sentence: str) -> None:
        box = self.boxes[key]
        box.children = [p.Panel([p.text(sentence, "bad")]), *([self.sections[key]] if key in self.sections else [])]


def about_blocks(shared: Shared) -> Iterator[p.Block]:
    """Whose game it is, and where every card value comes from."""
    cards = shared.game.cards
    *first, everything = shared.table.card_tables(cards)
    words = ", ".join(f"{source} ({meaning})" for source, meaning in cards.provenance.items())
    yield p.fold(
        "about",
        f"About {shared.title} and its cards",
        *(p.text(paragraph) for paragraph in shared.table.ABOUT),
        p.text(_reconstructed(shared)),
        *(p.table(t["title"], t["header"], t["rows"], note=t.get("note", "")) for t in first),
        p.fold(
            "all-cards",
            "All cards and the source of each",
            p.table(everything["title"], everything["header"], everything["rows"], note=f"Sources: {words}."),
        ),
    )


def _reconstructed(shared: Shared) -> str:
    """Which values are reconstructed, by name as long as they are few."""
    cards = shared.game.cards
    rows = [i for i, row in enumerate(cards.rows) if row["from"] == "reconstructed"]
    if not cards.reconstructed:
        return "No card value had to be reconstructed."
    if len(rows) > MOST_NAMED:
        return f"Reconstructed card values are marked as such: {len(rows)} of {len(cards.rows)} cards."
    names = (shared.game.words.card_name(i, cards).removeprefix("the ") for i in rows)
    return f"Reconstructed card values, marked as such on the card: {', '.join(names)}."


def app(game_key: str) -> App:
    """The app of a game, to be shown by a notebook.  Raises UnknownGame."""
    return App(game_key)
