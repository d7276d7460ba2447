"""A page where many games are played: a form, a bar, what came out, charts one below the other, a file of all games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import ipywidgets

from mowlab.ui import panel as p
from mowlab.ui.shared import Shared
from mowlab.ui.work import JobBar, guarded

if TYPE_CHECKING:
    from mowlab.ui.chart import Column, LiveChart

MOST_IN_FILE = 20_000  # rows; a larger file is for the command line


class Results(ipywidgets.VBox):  # type: ignore[misc]
    """What such pages share; each has a `shared`, and says how to `read` its form, `run` it and show what came out.

    result: what came out, or None.  file: the table of all games as text, once it was asked for.
    panel, bar, findings: widgets; charts by name, once there is a result, in `place`.
    """

    shared: Shared

    def __init__(self, *below: ipywidgets.Widget) -> None:
        self.result: Any = None
        self.file = ""
        self.panel, self.bar, self.findings = p.Panel(), JobBar(), p.Panel()
        self.charts: dict[str, tuple[p.Panel, LiveChart]] = {}
        self.place = ipywidgets.VBox()
        super().__init__([self.panel, self.bar, self.findings, self.place, *below])
        for panel in (self.panel, self.findings):
            panel.on_event(guarded(self.on_event, self.report))

    # ---- what each page says for itself -----------------------------------------------------------------------------
    def form(self) -> Iterator[p.Block]:
        """The controls."""
        raise NotImplementedError

    def read(self, values: dict[str, str]) -> None:
        """Take over what the form holds."""
        raise NotImplementedError

    def run(self) -> object:
        """Play what was asked for, in a thread."""
        raise NotImplementedError

    def finding_blocks(self, result: Any) -> Iterator[p.Block]:
        """What came out, in words and tables, with the files."""
        raise NotImplementedError

    def file_text(self, result: Any) -> str:
        """The table of all games as CSV."""
        raise NotImplementedError

    # ---- what they share --------------------------------------------------------------------------------------------
    def on_event(self, event: p.Event) -> None:
        self.read(event.values)
        if event.id == "run":
            self.run()
        elif event.id == "file":
            self.make_file()
        else:
            self.panel.show(list(self.form()))

    def forget(self) -> None:
        """What came out before is shown no more."""
        self.result, self.file = None, ""
        self.place.layout.display = "none"

    def make_file(self) -> None:
        """Put a link to the table of all games on the page."""
        if self.result is not None:
            self.file = self.file_text(self.result)
            self.findings.show(list(self.finding_blocks(self.result)))

    def report(self, sentence: str) -> None:
        """Something is wrong with what was asked for."""
        self.findings.show([p.text(sentence, "bad")])

    def draw(self, result: Any) -> None:
        """One chart after the other; those that do not fit this result are put away."""
        from mowlab import charts
        from mowlab.ui.chart import LiveChart

        shown: list[ipywidgets.Widget] = []
        for name in charts.names(result):
            picture = charts.picture(name, result)
            if name not in self.charts:
                self.charts[name] = p.Panel(), LiveChart()
            title, chart = self.charts[name]
            title.show([p.heading(picture.title)])
            chart.name = f"{result.game.key}-{name}"
            chart.columns = cast("list[Column]", picture.columns)
            chart.draw(picture.rows, picture.summary, picture.spec)
            shown += [title, chart]
        if list(self.place.children) != shown:
            self.place.children = shown
        self.place.layout.display = None
