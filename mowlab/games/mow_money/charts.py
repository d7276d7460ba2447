"""What Mow Money has to chart beside what all games have: bids, money, stakes, bluffs, odd jobs, and the dummy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.chart import GROUPED, LANES, LINES, Lane, Outcomes, OwnChart, Tally, each_game
from .cards import MAX_POINTS
from .words import JOB_NAMES

MOST_ROUNDS = 30  # on an axis
SEEN_IN = 0.2  # a round is shown if this share of the games came so far
TOKEN, PICKED, WITHOUT, WITH = "with the token", "picked up", "without", "with"


# ---- when something happened ----------------------------------------------------------------------------------------
def _when(outcomes: Outcomes, *names: str) -> tuple[NDArray[Any], ...]:
    """For each of these kinds of events, numbers that put all of them in the order of play, game after game."""
    found = [outcomes.events(name) for name in names]
    after_all = max((int(events.order.max(initial=0)) for events in found), default=0) + 1
    return tuple(events.row * after_all + events.order for events in found)


def _rounds_of(outcomes: Outcomes, name: str) -> NDArray[Any]:
    """In which round, from 1 on, each event of a kind happened: one for each round that had been scored before."""
    scored, asked = _when(outcomes, "round", name)
    row = outcomes.events("round").row
    before: NDArray[Any] = np.searchsorted(scored, asked) - np.searchsorted(row, outcomes.events(name).row)
    return before // int(outcomes.game.players) + 1


# ---- bids -----------------------------------------------------------------------------------------------------------
def winning_bids(outcomes: Outcomes) -> Iterator[Tally]:
    """What winning bids paid and what they counted as, by the points of their contract."""
    won = outcomes.events("contract")
    points = np.array(outcomes.game.constants["POINTS"])[won.columns["contract"]]
    bid, is_valid = _modified(outcomes)
    for value in range(1, MAX_POINTS + 1):
        label = f"{value} point{'s' if value > 1 else ''}"
        for series, values, counted in (
            ("paid", won.columns["dollars"], points == value),
            ("less stakes", bid, (points == value) & is_valid),
        ):
            row = won.row[counted]
            yield Tally(label, each_game(outcomes, row, values[counted]), each_game(outcomes, row), series)


def _modified(outcomes: Outcomes) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each contract won: the winning bid less its stakes, and whether it was valid (else there is none, M4a).

    It is what the winner's last bid that was judged before came to: neighborhoods are resolved one after the other,
    and a seat has one bid for each.
    """
    won, offers = outcomes.events("contract"), outcomes.events("offer")
    at, *judged = _when(outcomes, "contract", "offer", "invalid")
    seat = np.concatenate([offers.seat, outcomes.events("invalid").seat])
    bid = np.concatenate([offers.columns["modified"], np.zeros(len(judged[1]), np.int32)])
    is_valid = np.arange(len(bid)) < len(offers)
    when = np.concatenate(judged)
    last = np.zeros(len(won), np.int64)
    for p in range(outcomes.game.players):
        own = np.flatnonzero(seat == p)
        own = own[np.argsort(when[own])]
        mine = won.seat == p
        last[mine] = own[np.searchsorted(when[own], at[mine]) - 1] if len(own) else 0
    return (bid[last], is_valid[last]) if len(bid) else (last, last.astype(bool))


def _by_bot(outcomes: Outcomes, name: str, column: str | None = None) -> list[NDArray[Any]]:
    """For each bot, game by game: how many events of a kind it had, or the sum of a column of them."""
    events = outcomes.events(name)
    bot = outcomes.bot[events.row, events.seat]
    values = np.ones(len(events)) if column is None else events.columns[column]
    return [each_game(outcomes, events.row[bot == b], values[bot == b]) for b in range(len(outcomes.labels))]


def _paid_off(outcomes: Outcomes, added: str, bids: tuple[str, ...], wins: tuple[str, ...]) -> Iterator[Tally]:
    """Of each bot's `bids` the share that are `wins`, with and without what was `added` to some of them."""
    of = {name: _by_bot(outcomes, name) for name in {added, *bids, *wins}}
    successes = _by_bot(outcomes, added, "success")
    for b, label in enumerate(outcomes.labels.values()):
        n, won = (np.sum([of[name][b] for name in names], axis=0) for names in (bids, wins))
        yield Tally(label, won - successes[b], n - of[added][b], WITHOUT)
        yield Tally(label, successes[b], of[added][b], WITH)


FOR_CONTRACTS, FOR_JOBS = ("offer", "invalid"), ("job", "failed_job")  # each bid of a kind is one of the two


def stakes(outcomes: Outcomes) -> Iterator[Tally]:
    """Bids for contracts won with and without staked contracts."""
    return _paid_off(outcomes, "stake", FOR_CONTRACTS, ("contract",))


def bluffs(outcomes: Outcomes) -> Iterator[Tally]:
    """All bids that succeeded with and without bluff cards."""
    return _paid_off(outcomes, "bluff", (*FOR_CONTRACTS, *FOR_JOBS), ("contract", "job"))


def invalid(outcomes: Outcomes) -> Iterator[Tally]:
    """How many of each bot's bids were not valid, of those for contracts and of those for odd jobs."""
    for series, (good, bad) in (("for contracts", FOR_CONTRACTS), ("for odd jobs", FOR_JOBS)):
        for label, valid, failed in zip(
            outcomes.labels.values(), _by_bot(outcomes, good), _by_bot(outcomes, bad), strict=True
        ):
            yield Tally(label, failed, valid + failed, series)


# ---- money, mowers, odd jobs ----------------------------------------------------------------------------------------
def money(outcomes: Outcomes) -> Iterator[Tally]:
    """Dollars of each bot at the end of each round."""
    return _over_rounds(outcomes, outcomes.events("round").columns["dollars"])


def mowers(outcomes: Outcomes) -> Iterator[Tally]:
    """Mowers that each bot owned at the end of each round: the first, and those bought since."""
    rounds, bought = outcomes.events("round"), outcomes.events("mower")
    seats, most = outcomes.game.players, int(_rounds_of(outcomes, "round").max(initial=0)) + 1
    owned = np.zeros((len(outcomes) * seats, most + 1), np.int64)
    np.add.at(owned, (bought.row * seats + bought.seat, _rounds_of(outcomes, "mower")), 1)
    owned = 1 + owned.cumsum(axis=1)
    return _over_rounds(outcomes, owned[rounds.row * seats + rounds.seat, _rounds_of(outcomes, "round")])


def _over_rounds(outcomes: Outcomes, values: NDArray[Any]) -> Iterator[Tally]:
    """The mean of `values`, one for each event "round", for each bot and round."""
    events, number = outcomes.events("round"), _rounds_of(outcomes, "round")
    bot = outcomes.bot[events.row, events.seat]
    lasted = np.bincount(number, minlength=1) / outcomes.game.players
    for k in range(1, min(len(lasted) - 1, MOST_ROUNDS) + 1):
        if lasted[k] < SEEN_IN * len(outcomes):
            return
        for b, label in enumerate(outcomes.labels.values()):
            now = (number == k) & (bot == b)
            row = events.row[now]
            yield Tally(label, each_game(outcomes, row, values[now]), each_game(outcomes, row), label, k)


def odd_jobs(outcomes: Outcomes) -> Iterator[Tally]:
    """How many odd jobs of each kind a player does in a game, as a bid and as a pick-up."""
    seats = np.full(len(outcomes), outcomes.game.players)
    for job, label in enumerate(JOB_NAMES):
        for series, name in ((TOKEN, "job"), (PICKED, "pick_up")):
            events = outcomes.events(name)
            yield Tally(label, each_game(outcomes, events.row[events.columns["job"] == job]), seats, series)


# ---- the solo game --------------------------------------------------------------------------------------------------
def against_dummy(outcomes: Outcomes) -> list[Lane]:
    """Scores of the only player and of the dummy."""
    (label,) = outcomes.labels.values()
    dummy = outcomes.events("dummy")
    own = Lane(label, outcomes.score[:, 0], np.arange(len(outcomes)))
    return [own, Lane("The dummy", dummy.columns["points"], dummy.row)]


_NOT_CAUSE = "Bids with and without differ in other ways too: this is how they fared, not what it did for them."
_STILL_ON = "Only games that were still going on count."

CHARTS = {
    "against_dummy": OwnChart(
        title="You against the dummy",
        kind=LANES,
        events=("dummy",),
        axis="reputation points in a game",
        count=against_dummy,
        fits=lambda game: game.players == 1,
    ),
    "winning_bids": OwnChart(
        title="What contracts are won with",
        kind=GROUPED,
        events=("contract", "offer", "invalid"),
        axis="dollars of winning bids",
        count=winning_bids,
        know="By the points of the contract: what the cards pay, and less what was staked, which decides.",
    ),
    "money": OwnChart(
        title="Money over the rounds",
        kind=LINES,
        events=("round",),
        axis="dollars at the end of the round",
        across="round",
        count=money,
        know=_STILL_ON,
    ),
    "mowers": OwnChart(
        title="Mowers over the rounds",
        kind=LINES,
        events=("round", "mower"),
        axis="mowers owned at the end of the round",
        across="round",
        count=mowers,
        know=_STILL_ON,
    ),
    "stakes": OwnChart(
        title="Do stakes pay off?",
        kind=GROUPED,
        events=(*FOR_CONTRACTS, "contract", "stake"),
        axis="share of bids for contracts that won, with and without stakes",
        count=stakes,
        share=True,
        know=_NOT_CAUSE,
    ),
    "bluffs": OwnChart(
        title="Do bluff cards pay off?",
        kind=GROUPED,
        events=(*FOR_CONTRACTS, *FOR_JOBS, "contract", "bluff"),
        axis="share of bids that succeeded, with and without bluff cards",
        count=bluffs,
        share=True,
        know=_NOT_CAUSE,
    ),
    "invalid": OwnChart(
        title="Bids that were not valid",
        kind=GROUPED,
        events=(*FOR_CONTRACTS, *FOR_JOBS),
        axis="share of bids that were not valid",
        count=invalid,
        share=True,
    ),
    "odd_jobs": OwnChart(
        title="Odd jobs, bid for and picked up",
        kind=GROUPED,
        events=("job", "pick_up"),
        axis="odd jobs a player does in a game",
        digits=2,
        count=odd_jobs,
    ),
}
