"""Tables and sentences for the charts of a tournament: who wins, who against whom, how the ratings settle."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from ..analysis import Tournament
from ..analysis.tournaments import Z95

Row = dict[str, Any]

LABEL_WIDTH = 11  # letters in a line of a label, so that squares stay as large as they can on a phone
ROOMY = 5  # bots for which squares on a phone have room for words
POINTS = 12  # at which the course of a rating is drawn
SIGNS = {"more": "▲", "less": "▼", "unsure": "?"}
NOTHING = "No game has come to its end yet."


def standing_rows(tournament: Tournament) -> list[Row]:
    """Share of victories of each bot over all its opponents, the best first; even: the share if all were equal."""
    return [
        {
            "label": tournament.labels[s.bot],
            "value": s.win.value,
            "low": s.win.low,
            "high": s.win.high,
            "games": s.games,
            "even": tournament.fair,
            "text": s.win.text(1, 100, " %"),
        }
        for s in tournament.standings
        if s.games
    ]


def payoff_rows(tournament: Tournament) -> list[Row]:
    """A square for each two bots: share of victories of one of the row's kind among those of the column's.

    side: "more" or "less" than the even share by the whole interval, or "unsure"; away: how far from it, 0 to 1, and 0
    where it is unsure.
    """
    order = [s.bot for s in tournament.standings]
    lines = {bot: "\n".join(textwrap.wrap(tournament.labels[bot], LABEL_WIDTH)) for bot in order}
    fair, rows = tournament.fair, []
    number, ends = ("{} {:.0f} %", "{:.0f} to {:.0f}") if len(order) <= ROOMY else ("{}{:.0f}", "{:.0f}–{:.0f}")
    for a in order:
        for b in order:
            if (cell := tournament.cells.get((a, b))) is None:
                continue
            win = cell.win
            side = "more" if win.low > fair else "less" if win.high < fair else "unsure"
            rows.append(
                {
                    "label": lines[a],
                    "among": lines[b],
                    "column": order.index(b),
                    "value": win.value,
                    "low": win.low,
                    "high": win.high,
                    "games": cell.games,
                    "side": side,
                    "away": 0.0
                    if side == "unsure"
                    else abs(win.value - fair) / (fair if win.value < fair else 1 - fair),
                    "text": number.format(SIGNS[side], 100 * win.value),
                    "ends": "" if win.low != win.low else ends.format(100 * win.low, 100 * win.high),
                }
            )
    return rows


def payoff_summary(rows: Sequence[Row], tournament: Tournament) -> str:
    """The strongest and the weakest square, and a circle if there is one."""
    if not rows:
        return NOTHING
    best, worst = max(rows, key=lambda row: float(row["value"])), min(rows, key=lambda row: float(row["value"]))

    def said(row: Row) -> str:
        one, among = (row[name].replace("\n", " ") for name in ("label", "among"))
        return f"one {one} among {among}: {100 * row['value']:.0f} % ({row['ends']})"

    marks = "▲ surely more than the even share, ▼ surely less, ? not sure yet"
    return (
        f"Share of victories of one bot of the row among bots of the column (95 % interval); {marks}. "
        f"Most: {said(best)}. Least: {said(worst)}. If all were equal: {100 * tournament.fair:.1f} %. "
        f"{circle_sentence(tournament)}"
    )


def circle_sentence(tournament: Tournament) -> str:
    """Who beats whom in a circle, or that no circle shows."""
    names = [tournament.labels[bot] for bot in tournament.circle]
    if not names:
        return "No circle shows."
    steps = ", ".join(f"{a} beats {b}" for a, b in zip(names, [*names[1:], names[0]], strict=True))
    return f"A circle: {steps}."


def rating_rows(tournament: Tournament) -> list[Row]:
    """The rating of each bot, with its interval, after some of the duels that somebody won."""
    course = tournament.course
    if not course:
        return []
    last = len(course)
    at = sorted({max(1, round(last * k / POINTS)) for k in range(1, POINTS + 1)})
    rows = []
    for bot in (s.bot for s in tournament.standings):
        for k in at:
            if (rating := course[k - 1].get(bot)) is not None:
                rows.append(
                    {
                        "label": tournament.labels[bot],
                        "series": tournament.labels[bot],
                        "x": k,
                        "value": rating.mu,
                        "low": rating.mu - Z95 * rating.sigma,
                        "high": rating.mu + Z95 * rating.sigma,
                        "n": k,
                    }
                )
    return rows


def rating_summary(rows: Sequence[Row]) -> str:
    """Where the ratings end."""
    if not rows:
        return NOTHING
    last = max(row["x"] for row in rows)
    ends = [row for row in rows if row["x"] == last]
    said = "; ".join(f"{r['label']}: {r['value']:.1f} ({r['low']:.1f} to {r['high']:.1f})" for r in ends)
    return f"Ratings after {last:,} duels, each with the interval that openskill gives: {said}. 25 is where all begin."
