"""What Magic Money has to chart beside what all games have: bids, what winners and losers pay, who is thrown out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.chart import DOTS, GROUPED, LINES, Outcomes, OwnChart, Tally, each_game
from .rules import SERIES
from .state import MOST_AUCTIONS

Numbers = NDArray[np.int64]
SIZES = (1, 2, 10, 100, 1_000, 10_000)  # where classes of bids begin; the last has no end
CLASSES, MOST_CLASSES = SERIES, 8  # where classes of totals end: 1, 2, 5, 10 ..., or 1, 10, 100 ... if they are many
SEEN_IN = 0.01  # a class of totals is shown if this share of the wizards is in it
WINNER, LOSER = "the winner pays", "each loser pays"  # short, for narrow legends
THROWN_OUT, VICTORY, MOST_POINTS = "thrown out", "wins the game", "has most points"
RANKS = ("spent most", "second", "third", "fourth", "fifth", "sixth")
AHEAD = ("nobody ahead", "one ahead", "two ahead", "three ahead", "four ahead", "five ahead")


# ---- bids -----------------------------------------------------------------------------------------------------------
def _bids(outcomes: Outcomes) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """All bids, openings included: game, seat, auction (from 1), amount."""
    parts = [outcomes.events(name) for name in ("opening", "token")]
    row, seat = (np.concatenate([getattr(part, name) for part in parts]) for name in ("row", "seat"))
    auction, bid = (np.concatenate([part.columns[name] for part in parts]) for name in ("auction", "bid"))
    return row, seat, auction, bid


def sizes(outcomes: Outcomes) -> Iterator[Tally]:
    """Which share of the bids in each auction is how high."""
    row, _, auction, bid = _bids(outcomes)
    size = np.searchsorted(SIZES, bid, side="right") - 1
    for i in np.unique(size).tolist():
        for k in np.unique(auction).tolist():
            now = auction == k
            yield Tally(size_words(i), each_game(outcomes, row[now & (size == i)]), each_game(outcomes, row[now]),
                        size_words(i), k)  # fmt: skip


def size_words(i: int) -> str:
    """«10 to 99»."""
    low = SIZES[i]
    if i == len(SIZES) - 1:
        return f"{low:,} and more"
    return str(low) if SIZES[i + 1] == low + 1 else f"{low:,} to {SIZES[i + 1] - 1:,}"


def spending(outcomes: Outcomes) -> Iterator[Tally]:
    """What the winner of each auction bids, and what each of the others bids for nothing."""
    row, seat, auction, bid = _bids(outcomes)
    won = outcomes.events("auction")
    winner = np.full((len(outcomes), MOST_AUCTIONS + 1), -1)
    winner[won.row, won.columns["auction"]] = won.seat
    is_winner = winner[row, auction] == seat
    for series, of_it in ((WINNER, is_winner), (LOSER, ~is_winner & (winner[row, auction] >= 0))):
        for k in np.unique(auction).tolist():
            now = of_it & (auction == k)
            yield Tally(series, each_game(outcomes, row[now], bid[now]), each_game(outcomes, row[now]), series, k)


# ---- how it ended ---------------------------------------------------------------------------------------------------
def _ends(outcomes: Outcomes) -> tuple[Any, Numbers, Numbers, Numbers]:
    """The events "end", and with them for each wizard: thrown out or not, and how many spent and scored more."""
    ends, gone = outcomes.events("end"), outcomes.events("greediest")
    seats = outcomes.game.players
    out = np.zeros((len(outcomes), seats), np.int64)
    out[gone.row, gone.seat] = 1
    tables = []
    for name in ("total", "points"):
        table = np.zeros((len(outcomes), seats), np.int64)
        table[ends.row, ends.seat] = ends.columns[name]
        tables.append((table[:, None, :] > table[:, :, None]).sum(axis=2))
    return ends, out[ends.row, ends.seat], *(table[ends.row, ends.seat] for table in tables)


def _shares(outcomes: Outcomes, label: str, among: Any, series: dict[str, Any]) -> Iterator[Tally]:
    """For each series which share it has (0 to 1 for each wizard) among the ends with `among`."""
    row = outcomes.events("end").row[among]
    for name, values in series.items():
        yield Tally(label, each_game(outcomes, row, values[among]), each_game(outcomes, row), name)


def risk(outcomes: Outcomes) -> Iterator[Tally]:
    """Thrown out, and winning, by what a wizard has spent in all."""
    ends, out, _, _ = _ends(outcomes)
    total, victory = ends.columns["total"], outcomes.payoff[ends.row, ends.seat]
    ends_at = CLASSES if len(np.unique(np.searchsorted(CLASSES, total))) <= MOST_CLASSES else CLASSES[::3]
    upto = np.searchsorted(ends_at, total)
    for i in np.unique(upto).tolist():
        if np.mean(upto == i) >= SEEN_IN:
            yield from _shares(outcomes, class_words(i, ends_at), upto == i, {THROWN_OUT: out, VICTORY: victory})


def class_words(i: int, ends_at: tuple[int, ...]) -> str:
    """The totals of class i: «up to 100», which is more than those of the class before."""
    return f"up to {ends_at[i]:,}" if i < len(ends_at) else f"over {ends_at[-1]:,}"


def ranks(outcomes: Outcomes) -> Iterator[Tally]:
    """Most points, and winning, by how many have spent more."""
    ends, _, above, ahead = _ends(outcomes)
    victory = outcomes.payoff[ends.row, ends.seat]
    for i, label in enumerate(RANKS[: outcomes.game.players]):
        yield from _shares(outcomes, label, above == i, {MOST_POINTS: ahead == 0, VICTORY: victory})


def greediest(outcomes: Outcomes) -> Iterator[Tally]:
    """How many had more points than a wizard who was thrown out."""
    _, out, _, ahead = _ends(outcomes)
    thrown = out == 1
    for i, label in enumerate(AHEAD[: outcomes.game.players]):
        yield from _shares(outcomes, label, thrown, {"": ahead == i})


def thrown_out(outcomes: Outcomes) -> Iterator[Tally]:
    """How often each bot is thrown out, and how often it has most points (shared ones too)."""
    ends, out, _, ahead = _ends(outcomes)
    bot = outcomes.bot[ends.row, ends.seat]
    for b, label in enumerate(outcomes.labels.values()):
        yield from _shares(outcomes, label, bot == b, {THROWN_OUT: out, MOST_POINTS: ahead == 0})


CHARTS = {
    "bid_sizes": OwnChart(
        title="How high bids are",
        kind=LINES,
        events=("opening", "token"),
        axis="share of the bids in an auction",
        across="auction",
        count=sizes,
        share=True,
        know="Openings count as bids.",
    ),
    "spending": OwnChart(
        title="What winners and losers pay",
        kind=LINES,
        events=("opening", "token", "auction"),
        axis="bid in an auction",
        across="auction",
        count=spending,
        know="Everybody pays: what the others bid is gone as well.",
    ),
    "greediest": OwnChart(
        title="Does the greediest have most points?",
        kind=DOTS,
        events=("end", "greediest"),
        axis="share of the greediest",
        count=greediest,
        share=True,
        know="Ahead: with more points. Where nobody was ahead, it was the spending alone that lost the game.",
    ),
    "risk": OwnChart(
        title="Who spends much is thrown out",
        kind=GROUPED,
        events=("end", "greediest"),
        axis="share of wizards with such a total",
        count=risk,
        share=True,
        know="By total spent; each class begins where the one before it ends, and rare ones are left out.",
    ),
    "ranks": OwnChart(
        title="Spending most, or almost most",
        kind=GROUPED,
        events=("end", "greediest"),
        axis="share of wizards in that place",
        count=ranks,
        share=True,
        know="Places by total spent; several with the same total share a place.",
    ),
    "thrown_out": OwnChart(
        title="Who is thrown out, who has most points",
        kind=GROUPED,
        events=("end", "greediest"),
        axis="share of games",
        count=thrown_out,
        share=True,
        know="Most points may be shared.",
    ),
}
