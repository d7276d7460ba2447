"""The table widget: draws a scene (`ui/scene.py`) and reports what the player chose.

>>> table = Table(art=read_art("mowlab.games.mow"), storage_key="mowlab/mow")
>>> table.on_choose(play)  # play(action: int)
>>> table.show(scene)
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from mowlab.ui import STATIC, asset
from mowlab.ui.scene import Scene

MAX_STORED = 200_000
"""Longest text `save` accepts, in characters; browsers give a site about five million in all."""


def read_art(package: str) -> dict[str, str]:
    """Art of a game, {file stem: SVG text}, from the folder `art` in its package."""
    pictures = (entry for entry in files(package).joinpath("art").iterdir() if entry.name.endswith(".svg"))
    return {entry.name.removesuffix(".svg"): entry.read_text(encoding="utf-8") for entry in pictures}


class Table(anywidget.AnyWidget):
    """A game table on the page.  All state is in the traits, so a late or reloaded page draws right.

    scene:        what to show; see `show`
    art:          {key: SVG text}; keys are those named by faces, markers and results
    chosen:       {action, stamp, nonce}, set by the page at every click or Enter; see `on_choose`
    answered:     nonce of the last choice that was dealt with; the page takes no second choice before that
    storage_key:  where the browser keeps this game; empty = nowhere
    stored:       what the browser held under that key when the page first drew; None = no page has drawn yet
    to_store:     what the browser shall hold; None = leave as it is, empty = forget; see `save`
    """

    _esm = STATIC / "table.js"
    _css = asset("tokens.css") + asset("table.css")

    scene = traitlets.Dict().tag(sync=True)
    art = traitlets.Dict(key_trait=traitlets.Unicode(), value_trait=traitlets.Unicode()).tag(sync=True)
    chosen = traitlets.Dict().tag(sync=True)
    answered = traitlets.Unicode("").tag(sync=True)
    storage_key = traitlets.Unicode("").tag(sync=True)
    stored = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    to_store = traitlets.Unicode(None, allow_none=True).tag(sync=True)

    def __init__(self, scene: Scene | None = None, art: Mapping[str, str] | None = None, storage_key: str = "") -> None:
        super().__init__(scene=scene or {}, art=dict(art or {}), storage_key=storage_key)

    def show(self, scene: Scene) -> None:
        """Draw this scene instead of the present one."""
        self.scene = dict(scene)

    def on_choose(self, callback: Callable[[int], object]) -> None:
        """Call `callback(action)` for every choice made on the scene now shown (older ones are dropped)."""

        def handle(change: dict[str, Any]) -> None:
            chosen = change["new"]
            try:
                if chosen.get("stamp") == self.scene.get("stamp") and type(chosen.get("action")) is int:
                    callback(chosen["action"])
            finally:  # also after an error the table must take choices again
                self.answered = str(chosen.get("nonce", ""))

        self.observe(handle, "chosen")

    def on_restore(self, callback: Callable[[str], object]) -> None:
        """Call `callback(text)` once, if the browser still holds a text from an earlier page."""

        def handle(change: dict[str, Any]) -> None:
            if change["old"] is None and change["new"]:
                callback(change["new"])

        self.observe(handle, "stored")

    def save(self, text: str) -> None:
        """Keep `text` in the player's browser under `storage_key`; empty forgets it, longer than MAX_STORED raises."""
        if len(text) > MAX_STORED:
            raise ValueError(f"A saved game of {len(text)} characters is too long; at most {MAX_STORED} are kept.")
        self.to_store = text
