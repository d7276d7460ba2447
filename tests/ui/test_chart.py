"""The chart widget as the kernel sees it: what goes to the page, and that the bundled library is the generated one."""

import json
import runpy
from typing import Any

import numpy as np
import pytest

from mowlab.ui import STATIC
from mowlab.ui.chart import LiveChart, VegaHost, vega_host

SPEC = {"mark": "bar", "data": {"name": "rows"}, "encoding": {"x": {"field": "flies", "type": "quantitative"}}}


def sent_by(chart: LiveChart, monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The names of the traits in each message to the page, from now on."""
    messages: list[set[str]] = []
    monkeypatch.setattr(
        chart, "send_state", lambda key=None: messages.append({key} if isinstance(key, str) else set(key))
    )
    return messages


def test_all_charts_share_one_host() -> None:
    first, second = LiveChart(SPEC), LiveChart(SPEC)
    assert first.host is second.host is vega_host()
    assert first.get_state()["host"] == f"anywidget:{vega_host().model_id}"


def test_a_closed_host_is_replaced() -> None:
    old = vega_host()
    old.close()
    assert vega_host() is not old
    assert isinstance(LiveChart(SPEC).host, VegaHost)
    assert LiveChart(SPEC).host is not old


def test_rows_become_plain_json() -> None:
    chart = LiveChart(
        SPEC, [{"flies": np.float64(2.5), "n": np.int64(3), "mean": float("nan"), "top": np.inf, "bot": "calm"}]
    )
    assert chart.rows == [{"flies": 2.5, "n": 3, "mean": None, "top": None, "bot": "calm"}]
    assert [type(value) for value in chart.rows[0].values()] == [float, int, type(None), type(None), str]
    json.dumps(chart.rows, allow_nan=False)


def test_drawing_sends_rows_summary_and_spec_together(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = LiveChart(SPEC)
    messages = sent_by(chart, monkeypatch)
    chart.draw([{"flies": 1}], summary="One fly.", spec={**SPEC, "mark": "line"})
    assert messages == [{"rows", "summary", "spec"}]


def test_drawing_rows_alone_keeps_spec_and_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = LiveChart(SPEC, summary="As before.")
    messages = sent_by(chart, monkeypatch)
    chart.draw([{"flies": 1}])
    assert messages == [{"rows"}]
    assert chart.summary == "As before."


def test_the_bundled_library_is_what_the_script_makes(tmp_path: Any) -> None:
    made = runpy.run_path(str(STATIC / "make_vega_host.py"))
    made["main"].__globals__["TARGET"] = tmp_path / "vega_host.js"
    made["main"]()
    assert (tmp_path / "vega_host.js").read_bytes() == (STATIC / "vega_host.js").read_bytes()
