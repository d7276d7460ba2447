"""What MOW has to chart beside what all games have."""

from __future__ import annotations

from ...core.chart import LANES, OwnChart, by_bot

CHARTS = {
    "herd_flies": OwnChart(
        title="Flies in herds",
        kind=LANES,
        events=("herd",),
        axis="flies in a herd taken",
        count=by_bot("herd", "flies"),
    ),
    "herd_cows": OwnChart(
        title="Cows in herds",
        kind=LANES,
        events=("herd",),
        axis="cows in a herd taken",
        count=by_bot("herd", "cows"),
    ),
}
