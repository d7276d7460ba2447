"""One text that a page keeps in the browser, so that a reload loses nothing.  It must be shown, but draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from mowlab.ui import STATIC


class Memory(anywidget.AnyWidget):
    """storage_key: where the browser keeps it.  stored: what it held when the page first drew, None before that.

    to_store: what it shall hold; None = leave as it is, empty = forget.
    """

    _esm = STATIC / "memory.js"

    storage_key = traitlets.Unicode("").tag(sync=True)
    stored = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    to_store = traitlets.Unicode(None, allow_none=True).tag(sync=True)

    def on_restore(self, callback: Callable[[str], object]) -> None:
        """Call `callback(text)` once, if the browser still holds a text from an earlier page."""

        def handle(change: dict[str, Any]) -> None:
            if change["old"] is None and change["new"]:
                callback(change["new"])

        self.observe(handle, "stored")

    def keep(self, text: str) -> None:
        """Keep `text` in the browser; empty forgets."""
        self.to_store = text
