"""A chart on the page that takes new rows while it is shown: a Vega-Lite spec, rows, a summary and the table behind.

>>> chart = LiveChart(spec, columns=[{"field": "seat", "title": "Seat"}, {"field": "mean", "title": "Flies"}])
>>> chart.draw([{"seat": "Ada", "mean": 21.4}], summary="Ada takes 21.4 flies a game.")

`spec` is what Altair makes: `alt.Chart(alt.NamedData(name="rows")).mark_bar().encode(...).to_dict(validate=False)`.
Without a width it fills its place; colours and font are the page's where the spec has none of its own.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NotRequired, TypedDict

import anywidget
import traitlets

from mowlab.ui import STATIC, asset


class Column(TypedDict):
    """One column of the table behind a chart; `digits` after the point, else as many as needed up to three."""

    field: str
    title: str
    digits: NotRequired[int]


class VegaHost(anywidget.AnyWidget):
    """Carries the chart library (0.9 MB) to the page, once for all charts of a kernel.  It need not be shown."""

    _esm = STATIC / "vega_host.js"


_hosts: list[VegaHost] = []


def vega_host() -> VegaHost:
    """The one host of this kernel (a new one if the last was closed)."""
    if not _hosts or _hosts[-1].comm is None:
        _hosts.append(VegaHost())
    return _hosts[-1]


def plain(value: Any) -> Any:
    """A number or text as JSON has it: NumPy scalars become Python's, what is not finite becomes None."""
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


class LiveChart(anywidget.AnyWidget):
    """A chart whose rows may change while it is shown (up to some ten times a second).

    spec:     Vega-Lite as a dict; its data is named "rows"
    rows:     list of flat dicts, one per mark; set it through `draw`
    summary:  what the chart says, in words: shown under it and read out in its place
    columns:  the table behind the chart, folded away; none = no table
    name:     name of the CSV file that the table offers, without ".csv"
    """

    _esm = STATIC / "chart.js"
    _css = asset("tokens.css") + asset("chart.css")

    host = anywidget.WidgetTrait().tag(sync=True)
    spec = traitlets.Dict().tag(sync=True)
    rows: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True)
    summary = traitlets.Unicode("").tag(sync=True)
    columns: traitlets.List[Column] = traitlets.List().tag(sync=True)
    name = traitlets.Unicode("chart").tag(sync=True)

    def __init__(
        self,
        spec: Mapping[str, Any] | None = None,
        rows: Iterable[Mapping[str, Any]] = (),
        *,
        summary: str = "",
        columns: Iterable[Column] = (),
        name: str = "chart",
    ) -> None:
        super().__init__(
            host=vega_host(),
            spec=dict(spec or {}),
            rows=_plain_rows(rows),
            summary=summary,
            columns=list(columns),
            name=name,
        )

    def draw(
        self, rows: Iterable[Mapping[str, Any]], summary: str | None = None, spec: Mapping[str, Any] | None = None
    ) -> None:
        """Show these rows, and if given this summary and this spec, in one message to the page."""
        with self.hold_sync():
            self.rows = _plain_rows(rows)
            if summary is not None:
                self.summary = summary
            if spec is not None:
                self.spec = dict(spec)


def _plain_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{key: plain(value) for key, value in row.items()} for row in rows]
