"""What charts are drawn from: small tidy tables, however many games there were, and the same in a sentence.

A table has one row for each bar, dot or strip; `part` says which mark a row belongs to.  Counting is done here, so that
10,000 games reach a page as some hundred rows.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..analysis import Change, Choices, Comparison, Estimate, Outcomes, Review, Variants
from ..analysis.intervals import mean_of_units, share_of_units
from ..analysis.luck import NAMES, luck_and_skill
from ..core.chart import LANES, LINES, OwnChart, Tally
from ..core.chart import Lane as OwnLane
from ..core.words import number_of

Row = dict[str, Any]
Lane = tuple[str, NDArray[Any], Estimate]  # label, whole numbers, their mean

MAX_BARS = 380  # in all lanes of one chart together
MAX_BINS = 40  # in one lane
MANY_LANES = 8  # from more of them on, only the means are said
BAR_HEIGHT = 0.68  # of a lane; the rest is for its label
GAP = 0.06  # between bars, part of a bar's width
LABEL_WIDTH = 16  # letters in a line of an axis label
MOST_CLOSE = 6  # choices that are told to be as good as the best


# ---- distributions: a lane of bars for each bot ---------------------------------------------------------------------
def lanes_rows(lanes: Iterable[Lane]) -> list[Row]:
    """Bars that count whole numbers, lane above lane, and for each lane its mean.

    Bars (part "bar"): from, to: the numbers counted, both included; count; share of its lane; x, x2, y, y2: where to
    draw it.  Means (part "mean"): mean, low, high, n, text; x, y, y2.
    """
    used = [lane for lane in lanes if len(lane[1])]
    if not used:
        return []
    start, width, bins = _bins([values for _, values, _ in used], max(min(MAX_BINS, MAX_BARS // len(used)), 4))
    counts = [np.bincount((values - start) // width, minlength=bins) for _, values, _ in used]
    shares = [count / count.sum() for count in counts]
    tallest = max(share.max() for share in shares)
    rows: list[Row] = []
    for k, (label, values, mean) in enumerate(used):
        floor = len(used) - 1 - k
        for b in np.flatnonzero(counts[k]).tolist():
            low = int(start + b * width)
            at = {
                **_ground(low, width, GAP),
                "y": floor,
                "y2": floor + BAR_HEIGHT * shares[k][b] / tallest,
            }
            bar = {"from": low, "to": low + width - 1, "count": int(counts[k][b]), "share": float(shares[k][b])}
            rows.append({"part": "bar", "label": label, **bar, **at})
        ends = {"mean": mean.value, "low": mean.low, "high": mean.high, "n": len(values)}
        at = {"x": mean.value, "y": floor, "y2": floor + BAR_HEIGHT, "name_y": floor + BAR_HEIGHT}
        rows.append({"part": "mean", "label": label, **ends, "text": f"{label}: {mean.text(1)}", **at})
    return rows


def _bins(values: Sequence[NDArray[Any]], most: int) -> tuple[int, int, int]:
    """First number, width and number of the bins that hold all values: at most `most` bins of a round width."""
    low, high = min(int(v.min()) for v in values), max(int(v.max()) for v in values)
    width = next(w for e in range(19) for w in (10**e, 2 * 10**e, 5 * 10**e) if high // w - low // w < most)
    start = low // width * width
    return start, width, (high - start) // width + 1


def _ground(low: int, width: int, gap: float = 0.0) -> Row:
    """From where to where the bar of the whole numbers from `low` on stands; gap: part of its width."""
    return {"x": low - 0.5 + gap * width / 2, "x2": low - 0.5 + width - gap * width / 2}


def _bot_lanes(
    outcomes: Outcomes, values: NDArray[Any], row: NDArray[Any], seat: NDArray[Any], least: float = -math.inf
) -> list[Lane]:
    """One lane for each bot, of values that belong to seats of games; least: what no value can be below."""
    used = outcomes.finished[row]
    bot, deal = outcomes.bot[row, seat][used], outcomes.deal[row][used]
    values = values[used]
    return [
        (label, values[bot == b], _mean_by_deal(values[bot == b], deal[bot == b], least))
        for b, label in enumerate(outcomes.labels.values())
    ]


def _mean_by_deal(values: NDArray[Any], deal: NDArray[Any], least: float = -math.inf) -> Estimate:
    unit = np.unique(deal, return_inverse=True)[1]
    return mean_of_units(np.bincount(unit, weights=values), np.bincount(unit), least=least)


def _all_seats(outcomes: Outcomes) -> tuple[NDArray[Any], NDArray[Any]]:
    games, seats = outcomes.place.shape
    return np.repeat(np.arange(games), seats), np.tile(np.arange(seats), games)


def scores_rows(outcomes: Outcomes) -> list[Row]:
    """How often each bot ended a game with which score."""
    return lanes_rows(_score_lanes(outcomes))


def _score_lanes(outcomes: Outcomes) -> list[Lane]:
    return _bot_lanes(outcomes, outcomes.score.ravel(), *_all_seats(outcomes), least=0.0)


def event_rows(outcomes: Outcomes, event: str, column: str) -> list[Row]:
    """How often which value of a kept event came up for each bot.  Raises NoSuchEvents."""
    events = outcomes.events(event)
    return lanes_rows(_bot_lanes(outcomes, events.columns[column], events.row, events.seat))


def rounds_rows(outcomes: Outcomes) -> list[Row]:
    """How often each bot got how many points in a round."""
    return event_rows(outcomes, "round", outcomes.game.words.UNIT)


def _all_games(outcomes: Outcomes, values: NDArray[Any]) -> list[Row]:
    used = outcomes.finished
    return lanes_rows([("All games", values[used], _mean_by_deal(values[used], outcomes.deal[used], 0.0))])


def decisions_rows(outcomes: Outcomes) -> list[Row]:
    """How many decisions the games took."""
    return _all_games(outcomes, outcomes.decisions)


def round_counts_rows(outcomes: Outcomes) -> list[Row]:
    """How many rounds the games took."""
    return _all_games(outcomes, _round_counts(outcomes))


def _round_counts(outcomes: Outcomes) -> NDArray[Any]:
    return np.bincount(outcomes.events("round").row, minlength=len(outcomes)) // len(outcomes.plan.bots)


def has_as_many_rounds_always(outcomes: Outcomes) -> bool:
    """Every finished game took the same number of rounds."""
    return len(np.unique(_round_counts(outcomes)[outcomes.finished])) < 2


def lead_changes_rows(outcomes: Outcomes) -> list[Row]:
    """How often the lead changed in a game; no rows where it was not watched."""
    return [] if outcomes.lead_changes is None else _all_games(outcomes, outcomes.lead_changes)


def lanes_summary(rows: Sequence[Row], thing: str) -> str:
    """«Flies in a game, on average (95 % interval): Dora Dice: 87.5 (85.4 to 89.6), mostly 60 to 109 …»."""
    means = [row for row in rows if row["part"] == "mean"]
    if not means:
        return "No game has come to its end yet."
    short = len(means) > MANY_LANES
    said = "; ".join(row["text"] if short else f"{row['text']}, mostly {_middle(rows, row['label'])}" for row in means)
    return (
        f"{thing[0].upper()}{thing[1:]}, on average (95 % interval): {said}. Counted: {sum(r['n'] for r in means):,}."
    )


def _middle(rows: Sequence[Row], label: str) -> str:
    """Between which numbers the middle half of a lane lies, as far as its bars tell."""
    bars = [row for row in rows if row["part"] == "bar" and row["label"] == label]
    upto = np.cumsum([bar["share"] for bar in bars])
    low = bars[int(np.searchsorted(upto, 0.25))]["from"]
    high = bars[min(int(np.searchsorted(upto, 0.75)), len(bars) - 1)]["to"]
    return f"{low}" if low == high else f"{low} to {high}"


# ---- victories: a dot with an interval for each bot or seat ---------------------------------------------------------
def wins_rows(outcomes: Outcomes) -> list[Row]:
    """Share of victories of each bot; even: the share if all seats were equal."""
    return _wins(outcomes, "bot")


def seats_rows(outcomes: Outcomes) -> list[Row]:
    """Share of victories of each seat, whoever sat there."""
    return _wins(outcomes, "seat")


def seat_bots_rows(outcomes: Outcomes) -> list[Row]:
    """Share of victories of each bot in each seat."""
    return _wins(outcomes, "seat", "bot")


def _wins(outcomes: Outcomes, *by: str) -> list[Row]:
    rows = []
    for group in outcomes.groups(*by):
        bot = outcomes.labels[group.bot] if group.bot is not None else None
        seat = f"Seat {group.seat + 1}" if group.seat is not None else None
        ends = {"value": group.win.value, "low": group.win.low, "high": group.win.high}
        text = group.win.text(1, 100, " %")
        rows.append(
            {
                "label": seat or bot,
                "bot": bot or "everybody",
                **ends,
                "games": group.games,
                "even": 1 / max(outcomes.game.players, 2),  # a single seat has the game's own opponent
                "text": text,
            }
        )
    return rows


def wins_summary(rows: Sequence[Row]) -> str:
    """The shares in a sentence."""
    if not rows:
        return "No game has come to its end yet."
    said = "; ".join(f"{row['label']}: {row['text']}" for row in rows)
    return f"Share of victories (95 % interval): {said}. If all were equal: {100 * rows[0]['even']:.1f} %."


def seat_bots_summary(rows: Sequence[Row]) -> str:
    """For each bot its worst and its best seat."""
    if not rows:
        return "No game has come to its end yet."
    said = []
    for bot in dict.fromkeys(row["bot"] for row in rows):
        own = sorted((row for row in rows if row["bot"] == bot), key=lambda row: float(row["value"]))
        worst, best = own[0], own[-1]
        said.append(f"{bot}: {worst['text']} in {worst['label'].lower()}, {best['text']} in {best['label'].lower()}")
    return f"Share of victories in the worst and the best seat (95 % interval): {'; '.join(said)}."


# ---- luck and skill: a dot with an interval for each part -----------------------------------------------------------
def luck_rows(outcomes: Outcomes, seed: int = 1) -> list[Row]:
    """How much of the differences between results comes from each part, of the victory and of the score.

    seed: of the bootstrap.  Raises LuckError.
    """
    return [
        {"label": NAMES[row["part"]], "series": row["of"], **ends, "text": e.text(0, 100, " %")}
        for parts in luck_and_skill(outcomes, seed)
        for row in parts.rows()
        for e in [getattr(parts, row["part"])]
        for ends in [{"value": e.value, "low": e.low, "high": e.high, "deals": e.units}]
    ]


# ---- what a game declares for itself --------------------------------------------------------------------------------
def own_rows(chart: OwnChart, outcomes: Outcomes) -> list[Row]:
    """Rows of a chart that a game declares, of finished games only.  Lanes: as `lanes_rows`.

    Others: label, series, x, value, low, high, n (observations), text; without those that nothing was observed for.
    """
    if chart.kind == LANES:
        return lanes_rows(_own_lanes(chart, outcomes))
    used = outcomes.finished
    deal = np.unique(outcomes.deal[used], return_inverse=True)[1]

    def estimate(tally: Tally) -> Estimate:
        sums, counts = (np.bincount(deal, weights=part[used]) for part in (tally.sums, tally.counts))
        return share_of_units(sums, counts) if chart.share else mean_of_units(sums, counts)

    tallies = cast(Iterable[Tally], chart.count(outcomes))
    shown = [(tally, e) for tally in tallies if (e := estimate(tally)).n]
    return [
        {
            "label": tally.label,
            "series": tally.series,
            "x": tally.x,
            "value": e.value,
            "low": e.low,
            "high": e.high,
            "n": e.n,
            "text": _own_text(chart, e),
        }
        for tally, e in shown
    ]


def _own_lanes(chart: OwnChart, outcomes: Outcomes) -> Iterator[Lane]:
    for lane in cast(Iterable[OwnLane], chart.count(outcomes)):
        used = outcomes.finished[lane.row]
        values = lane.values[used]
        yield lane.label, values, _mean_by_deal(values, outcomes.deal[lane.row][used])


def _own_text(chart: OwnChart, e: Estimate) -> str:
    return e.text(chart.digits, 100, " %") if chart.share else e.text(chart.digits)


def own_summary(chart: OwnChart, finished: bool, rows: Sequence[Row]) -> str:
    """The numbers of `own_rows` in a sentence; of lines only where they begin and end.  finished: any game came to its
    end.
    """
    if not finished:
        return "No game has come to its end yet."
    if not rows:
        return "Nothing of this kind happened in these games."
    if chart.kind == LANES:
        said = lanes_summary(rows, chart.axis)
    else:
        parts = _ends_of_lines(chart, rows) if chart.kind == LINES else _by_label(rows)
        said = f"{chart.axis[0].upper()}{chart.axis[1:]} (95 % interval): {'; '.join(parts)}."
    return f"{said} {chart.know}".strip()


def _by_label(rows: Sequence[Row]) -> list[str]:
    parts = []
    for label in dict.fromkeys(row["label"] for row in rows):
        of_it = [row for row in rows if row["label"] == label]
        parts.append(f"{label}: " + ", ".join(f"{row['series']} {row['text']}".strip() for row in of_it))
    return parts


def _ends_of_lines(chart: OwnChart, rows: Sequence[Row]) -> list[str]:
    parts = []
    for series in dict.fromkeys(row["series"] for row in rows):
        of_it = [row for row in rows if row["series"] == series]
        ends = (of_it[0], of_it[-1]) if len(of_it) > 1 else of_it
        parts.append(f"{series}: " + ", ".join(f"{row['text']} in {chart.across} {row['x']}" for row in ends))
    return parts


# ---- each value of an option ----------------------------------------------------------------------------------------
def option_scores_rows(variants: Variants) -> list[Row]:
    """How often each bot ended a game with which score, for each value of the option."""
    return _varied(variants, _score_lanes)


def option_own_rows(chart: OwnChart, variants: Variants) -> list[Row]:
    """The lanes of a chart that a game declares, for each value of the option."""
    return _varied(variants, lambda outcomes: _own_lanes(chart, outcomes))


def _varied(variants: Variants, lanes: Callable[[Outcomes], Iterable[Lane]]) -> list[Row]:
    return lanes_rows(
        (f"{value}: {label}", values, mean)
        for value, outcomes in variants.named().items()
        for label, values, mean in lanes(outcomes)
    )


def option_wins_rows(variants: Variants) -> list[Row]:
    """Share of victories of each bot, for each value of the option."""
    return [{**row, "label": value} for value, outcomes in variants.named().items() for row in wins_rows(outcomes)]


def option_wins_summary(rows: Sequence[Row]) -> str:
    """The shares in a sentence."""
    if not rows:
        return "No game has come to its end yet."
    said = [
        f"{value}: " + ", ".join(f"{row['bot']} {row['text']}" for row in rows if row["label"] == value)
        for value in dict.fromkeys(row["label"] for row in rows)
    ]
    return f"Share of victories (95 % interval): {'; '.join(said)}. If all were equal: {100 * rows[0]['even']:.1f} %."


# ---- one decision ---------------------------------------------------------------------------------------------------
def choices_rows(choices: Choices, chosen: int | str | None = None, names: Sequence[str] | None = None) -> list[Row]:
    """For each choice, the best first: strips (part "strip": x, x2, share of the worlds) and the mean (part "mean").

    chosen: the move that was made.  names: what the seats are called.
    """
    found = choices.rows(chosen, names) if choices.worlds else []
    if not found:
        return []
    start, width, bins = _bins([choices.points], max(min(20, MAX_BARS // len(found)), 4))
    rows: list[Row] = []
    for row in found:
        label = choice_label(row)
        points = choices.points[choices.actions.index(row["action"])]
        shares = np.bincount((points - start) // width, minlength=bins) / choices.worlds
        for b in np.flatnonzero(shares).tolist():
            low = int(start + b * width)
            at = _ground(low, width)
            bar = {"from": low, "to": low + width - 1, "share": float(shares[b])}
            rows.append({"part": "strip", "label": label, **bar, **at})
        rows.append({"part": "mean", "label": label, "mark": mark_of(row), **_ends(choices[row["action"]].points, 1)})
    return rows


def behind_rows(choices: Choices, chosen: int | str | None = None, names: Sequence[str] | None = None) -> list[Row]:
    """How much worse than the best each choice is, with paired intervals; shares of the victory in percent."""
    return [
        {"label": choice_label(row), "mark": mark_of(row), **_ends(choices[row["action"]].behind, 1, choices.scale)}
        for row in (choices.rows(chosen, names) if choices.worlds else [])
    ]


def choice_wins_rows(
    choices: Choices, chosen: int | str | None = None, names: Sequence[str] | None = None
) -> list[Row]:
    """Share of the victory after each choice, in percent; for whole games only."""
    rows = []
    for row in choices.rows(chosen, names) if choices.worlds else []:
        win = choices[row["action"]].win
        if win is not None:
            rows.append({"label": choice_label(row), "mark": mark_of(row), **_ends(win, 1, 100)})
    return rows


def _ends(estimate: Estimate, digits: int, scale: float = 1) -> Row:
    value = estimate.value * scale
    low, high = estimate.low * scale, estimate.high * scale
    return {"value": value, "low": low, "high": high, "text": estimate.text(digits, scale), "n": estimate.n}


def choice_label(row: Row) -> str:
    """What a choice is called beside its marks, in short lines; what is said of it stands there in words."""
    name = row.get("short") or row["words"].removeprefix("Play the ").removeprefix("Play ")
    said = textwrap.wrap(name, LABEL_WIDTH)
    mark = mark_of(row)
    return "\n".join([*said, *([f"({mark})"] if mark else [])])


def mark_of(row: Row) -> str:
    """«best», «yours», «best, yours» or nothing."""
    return ", ".join(word for word, is_so in (("best", row["best"]), ("yours", row["chosen"])) if is_so)


def choices_summary(choices: Choices, chosen: int | str | None = None, names: Sequence[str] | None = None) -> str:
    """The best choice, whether others are as good, and what the chosen one costs, in a few sentences."""
    if not choices.worlds:
        return "No world has been played yet."
    unit = "% of the victory" if choices.whole else choices.compared
    rows, scale = choices.rows(chosen, names), choices.scale
    best = choices[rows[0]["action"]]
    upto = (
        "to the end of the game"
        if choices.whole
        else f"at the end of the {choices.stage}"
        if choices.by_standing
        else f"in this {choices.stage}"
    )
    count = choices.standing_words if choices.by_standing else choices.game.words.UNIT
    measure = best.measure.text(1, scale) if choices.by_standing else best.points.text(1)
    said = [f"Best in {choices.quality}: {rows[0]['words']}, {measure} {count} {upto}."]
    close = [row["words"] for row in rows[1:] if row["close"]]
    if close:
        more = f" and {len(close) - MOST_CLOSE} more" if len(close) > MOST_CLOSE else ""
        said.append(f"Too close to tell apart from it: {', '.join(close[:MOST_CLOSE])}{more}.")
    mine = next((row for row in rows if row["chosen"]), None)
    if mine is not None and not mine["best"]:
        said.append(f"Your choice, {mine['words']}: {choices.regret(mine['action']).text(1, scale)} {unit} worse.")
    return " ".join(said)


# ---- two line-ups ---------------------------------------------------------------------------------------------------
def changes_rows(comparison: Comparison) -> list[Row]:
    """What each place of the line-up gains in victories, in percent of the games."""
    return [{**_place(comparison, c), **_ends(c.win, 1, 100)} for c in comparison.changes if c.games]


def score_changes_rows(comparison: Comparison) -> list[Row]:
    """What each place of the line-up gains in points."""
    return [{**_place(comparison, c), **_ends(c.score, 1)} for c in comparison.changes if c.games]


def _place(comparison: Comparison, change: Change) -> Row:
    before, after = comparison.a.labels[change.bot_a], comparison.b.labels[change.bot_b]
    bots = before if change.bot_a == change.bot_b else f"{before} \N{RIGHTWARDS ARROW} {after}"
    return {"label": "\n".join([f"Place {change.place + 1}:", *textwrap.wrap(bots, LABEL_WIDTH)]), "bots": bots}


def changes_summary(rows: Sequence[Row], unit: str) -> str:
    """The differences in a sentence."""
    if not rows:
        return "No game has come to its end yet."
    said = "; ".join(f"{row['label'].replace(chr(10), ' ')} {row['text']}{_verdict(row)}" for row in rows)
    games = number_of(rows[0]["n"], "game", "games")
    return f"Second line-up minus first in the same {games}, {unit} (95 % interval): {said}."


def _verdict(row: Row) -> str:
    return "" if row["low"] > 0 or row["high"] < 0 else ", no clear difference"


# ---- the decisions of a game ----------------------------------------------------------------------------------------
def costs_rows(review: Review) -> list[Row]:
    """What each decision cost, in percent of the victory, with its interval; x: the move of the game, from 1."""
    return [
        {"x": d.turn + 1, "label": d.played_words, "best": d.best_words, "verdict": d.verdict, **_ends(d.cost, 1, 100)}
        for d in review.decisions
    ]


def costs_summary(review: Review) -> str:
    """The figures of a review, and its dearest decision."""
    if not review.decisions:
        return "There was no decision with more than one choice."
    said = f"As good as the best {review.good_ones}"
    said += f"; on average one cost {review.lost.text(1, 100)} % of the victory (95 % interval)."
    if (worst := next(iter(review.worst()), None)) is not None:
        said += f" Move {worst.turn + 1} cost most: {worst.played_words}, {worst.cost.text(1, 100)} %."
    return said
