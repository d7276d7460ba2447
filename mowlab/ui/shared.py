"""What the sections of one app (Learn, Play, Try it, Analyze) share.

A section is a widget made by `Section(game_key, shared)`.  It may have a method `opened()`, called when its tab is
opened again, and one that can be given a position has `receive(match)`; it must not play on that match.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from mowlab.games import game
from mowlab.ui.table import read_art

if TYPE_CHECKING:
    from mowlab.match import Match

Opener = Callable[[str, "Match | None"], None]


class Shared:
    """The common ground of one app's sections.

    title:  the game's name
    art:    pictures for every `Table(art=shared.art)` of the app
    table:  the game's module of that name: `shared.table.scene(view, names)`
    match:  the match that lies on the Play table, or None
    lock:   held by whoever changes or copies that match: bots move in a thread of their own
    """

    def __init__(self, game_key: str) -> None:
        self.game_key = game_key
        self.game = game(game_key)  # with the usual options: for words, bots and cards
        self.title = self.game.title
        self.art = read_art(self.game.package)
        self.match: Match | None = None
        self.lock = threading.RLock()
        self._openers: list[Opener] = []

    @property
    def table(self) -> ModuleType:
        """What the game's tables show (`games/<game>/table.py`)."""
        return importlib.import_module(f"{self.game.package}.table")

    @property
    def lab(self) -> ModuleType | None:
        """Which plans of several decisions can be compared (`games/<game>/lab.py`), if the game has such plans."""
        return self.game.lab

    @property
    def whole_games(self) -> bool:
        """Choices are best compared at the end of the game: `WHOLE` in `games/<game>/lab.py`."""
        return bool(getattr(self.lab, "WHOLE", False))

    @property
    def drafts(self) -> bool:
        """Choices of several decisions are put together at this table: it has `press`, `redraft` and `half_done`."""
        return hasattr(self.table, "press")

    @property
    def own_pile(self) -> tuple[str, str] | None:
        """The words of the buttons that open and close a pile of one's own, if the game has one."""
        return getattr(self.table, "OWN_PILE", None)

    def storage_key(self, part: str) -> str:
        """Where the browser keeps something of this game: `Table(storage_key=shared.storage_key("learn"))`."""
        return f"mowlab/{self.game_key}/{part}"

    def open(self, section: str, match: Match | None = None) -> None:
        """Go to another section ("learn", "play", "try", "analyze"), with a position if it takes one."""
        for opener in self._openers:
            opener(section, match)

    def on_open(self, opener: Opener) -> None:
        """Call `opener(section, match)` whenever a section asks for another one."""
        self._openers.append(opener)
