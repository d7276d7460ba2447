"""Learn: a lesson step by step, text on one side and the table on the other, with tasks that the game's engine checks.

>>> Learn("mow")  # a widget

What the learner has done is kept in the browser, so a reloaded page goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets
import traitlets

from mowlab.ui import STATIC, asset
from mowlab.ui.course import Course
from mowlab.ui.shared import Shared
from mowlab.ui.table import Table
from mowlab.ui.work import guarded


class Pane(anywidget.AnyWidget):
    """The words of a lesson; all text is shown as text.

    part:   "head" (progress, title, text) or "foot" (previous, next, list of steps)
    page:   what to show: `Course.page()`
    asked:  {what, at, nonce}, set by the page at every press of a button; see `on_ask`
    """

    _esm = STATIC / "learn.js"
    _css = asset("tokens.css") + asset("learn.css")

    part = traitlets.Unicode("head").tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)

    def on_ask(self, callback: Callable[[str, int], object]) -> None:
        """Call `callback(what, at)` for every button: what is "next", "back" or "go", at the step it leads to."""

        def handle(change: dict[str, Any]) -> None:
            what, at = change["new"].get("what"), change["new"].get("at")
            if isinstance(what, str) and type(at) is int:
                callback(what, at)

        self.observe(handle, "asked")


class Learn(ipywidgets.VBox):  # type: ignore[misc]
    """The Learn section of an app.

    course: where the learner stands.  table, head, foot: its widgets.
    """

    def __init__(self, game_key: str, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(game_key)
        self.course = Course(self.shared)
        self.table = Table(art=self.shared.art, storage_key=self.shared.storage_key("learn"))
        self.head, self.foot = Pane(part="head"), Pane(part="foot")
        body = ipywidgets.VBox([self.head, self.table, self.foot])
        body.add_class("mow-lesson")
        super().__init__([body])
        self.add_class("mow-learn")
        self.table.on_choose(guarded(self.choose, self.report))
        self.table.on_restore(guarded(self.restore, self.report))
        self.foot.on_ask(guarded(self.ask, self.report))
        self.refresh()

    def choose(self, action: int) -> None:
        """A card or button of the table."""
        self.course.choose(action)
        self.refresh(keep=True)

    def ask(self, what: str, at: int) -> None:
        """A button below the text."""
        if what == "next":
            self.course.move_on()
        else:
            self.course.go(at)
        self.refresh(keep=True)

    def restore(self, text: str) -> None:
        """Progress that the browser kept; what cannot be read is left alone until something new is kept."""
        if not self.course.touched and self.course.restore(text):
            self.refresh()

    def refresh(self, keep: bool = False) -> None:
        """Bring table and text up to date with the course, and with `keep` the browser's memory too."""
        if keep:  # first: what is seen has been kept, even if the page is closed at once
            self.table.save(self.course.text())
        self.table.show(self.course.scene())
        self.head.page = self.foot.page = self.course.page()

    def report(self, sentence: str) -> None:
        """Something went wrong in a handler: say so in the place of the last answer."""
        self.table.show({**self.course.scene(), "message": {"text": sentence, "tone": "bad"}})
