"""Seat advantage, and luck against skill: what the results of a simulation depend on.

Where every deal is played in every seating of the line-up, each seat of each deal has been held by each bot.  So the
variance of a result (share of the victory, score) falls into three parts by the ordinary two-way analysis of variance:
the cards and the seat that one was dealt (a level for each deal and seat), who plays (a level for each bot), and the
rest, which is how all that happens to meet: what suits one bot in a deal does not suit another, and what one bot does
changes what the cards are worth to others.  Components are the usual unbiased ones (mean squares set equal to what is
expected of them); what comes out below nothing counts as nothing.  Intervals are bootstrapped over deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.student import LEVEL
from ..core.words import number_of
from .intervals import Estimate, mean_of_units, share_of_units
from .outcomes import Outcomes

Floats = NDArray[np.float64]
Row = dict[str, Any]

LEAST_DEALS = 100  # of fewer, intervals hold less often than they say: 87 of 100 with 25 deals of MOW
DRAWS = 1_000
BLOCKS = 1_000  # more deals than that are drawn in blocks of about equal size: as independent, and faster
VICTORY = "victory"
NAMES = {"luck": "the deal (luck)", "skill": "who plays (skill)", "rest": "how it all meets"}


class LuckError(ValueError):
    """Luck and skill cannot be told apart in these outcomes: says why, and what would help."""


@dataclass(frozen=True, repr=False)
class Parts:
    """Shares of the variance of a result between the seats of all games, between 0 and 1; they add to 1.

    of: "victory" or what the game counts.  luck: by cards and seat.  skill: by who plays.  rest: what is left.
    """

    of: str
    luck: Estimate
    skill: Estimate
    rest: Estimate

    def __str__(self) -> str:
        parts = ", ".join(f"{said} {getattr(self, name).text(0, 100, ' %')}" for name, said in NAMES.items())
        return f"{self.of}: {parts}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def rows(self) -> list[Row]:
        """One flat row for each part."""
        return [
            {"of": self.of, "part": name, "value": e.value, "low": e.low, "high": e.high, "deals": e.units}
            for name in NAMES
            for e in [getattr(self, name)]
        ]


def why_no_parts(outcomes: Outcomes) -> str | None:
    """Why luck and skill cannot be told apart in these outcomes, or None."""
    plan = outcomes.plan
    if len(plan.bots) == 1:
        return "With one player there is nobody whose skill could be compared."
    if len(outcomes.bots) == 1:
        return "All places have the same bot, so nothing depends on who plays. Choose different bots."
    if plan.per_deal == 1:
        return "Each deal was played in one seating only. Let the line-up rotate."
    if (deals := len(_cells(outcomes))) < LEAST_DEALS:
        played = number_of(deals, "deal was", "deals were")
        return f"Only {played} played in every seating; luck and skill take {LEAST_DEALS} at least."
    return None


def luck_and_skill(outcomes: Outcomes, seed: int = 1) -> tuple[Parts, Parts]:
    """How much of the variance of the victory, and of the score, comes from cards and seat, from who plays, and from
    the rest.

    seed: of the bootstrap.  Deals that were not played in every seating to the end are left out.  Raises LuckError.
    """
    if (why := why_no_parts(outcomes)) is not None:
        raise LuckError(why)
    cells = _cells(outcomes)
    bot = outcomes.bot[cells]  # [deal, game of the deal, seat]
    blocks = min(len(cells), BLOCKS)
    draws = np.random.default_rng(seed).multinomial(blocks, np.full(blocks, 1 / blocks), size=DRAWS)
    named = (VICTORY, outcomes.payoff), (outcomes.game.words.UNIT, outcomes.score.astype(np.float64))
    first, second = (_parts(of, values[cells], bot[0], draws) for of, values in named)
    return first, second


def _cells(outcomes: Outcomes) -> NDArray[np.int64]:
    """Indexes of games, one row for each deal that was played in every seating to the end."""
    deal = outcomes.deal[outcomes.finished]
    index = np.flatnonzero(outcomes.finished)
    used, counts = np.unique(deal, return_counts=True)
    whole = np.isin(deal, used[counts == outcomes.plan.per_deal])
    return index[whole].reshape(-1, outcomes.plan.per_deal)


def _parts(of: str, values: Floats, bot: NDArray[np.int64], draws: NDArray[np.int64]) -> Parts:
    """values[d, r, p]: result of seat p in seating r of deal d.  bot[r, p]: who sat there, the same in every deal.
    draws[i, k]: how often draw i of the bootstrap holds block k of the deals.
    """
    deals, blocks = len(values), draws.shape[1]
    first = np.arange(blocks) * deals // blocks
    sums: Floats = np.add.reduceat(_sums(values - values.mean(), bot), first)
    sizes = np.diff(first, append=deals)
    shares = components(sums.sum(axis=0, keepdims=True), bot, np.array([deals]))[0]
    drawn = components(draws @ sums, bot, draws @ sizes)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    ends = zip(shares, low, high, strict=True)
    return Parts(of, *(Estimate(float(v), float(a), float(b), values.size, deals) for v, a, b in ends))


def _sums(values: Floats, bot: NDArray[np.int64]) -> Floats:
    """For each deal what sums of squares are made of: the sum of squares, that of the seats' sums, each bot's sum."""
    squares = (values**2).sum(axis=(1, 2))
    seats = (values.sum(axis=1) ** 2).sum(axis=1)
    bots = [(values * (bot == b)).sum(axis=(1, 2)) for b in range(int(bot.max()) + 1)]
    return np.column_stack([squares, seats, *bots])


def components(sums: Floats, bot: NDArray[np.int64], deals: NDArray[np.int64]) -> Floats:
    """Shares of luck, skill and the rest for each row of `sums` (see `_sums`), added over so many deals."""
    seatings, seats = bot.shape
    squares, cells, bots = sums[:, 0], sums[:, 1], sums[:, 2:]
    n, levels, weights = deals * bot.size, deals * seats, np.bincount(bot.ravel()) / bot.size
    k = len(weights)
    mean = bots.sum(axis=1) / n
    effects = bots / (n[:, None] * weights) - mean[:, None]
    by_cell = cells / seatings - n * mean**2
    by_bot = n * (effects**2 @ weights)
    rest = (squares - n * mean**2 - by_cell - by_bot) / (n - levels - k + 1)
    luck = (by_cell / (levels - 1) - rest) / seatings
    skill = (by_bot - (k - 1) * rest) / n
    parts = np.maximum(np.column_stack([luck, skill, rest]), 0)
    total = parts.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(parts, total, out=np.full_like(parts, np.nan), where=total > 0)
    return shares


# ---- the seat -------------------------------------------------------------------------------------------------------
def seat_advantage(outcomes: Outcomes) -> list[Estimate]:
    """For each seat its share of the victories less the even share, with intervals that hold for all seats together.

    Only deals that were played in every seating count, so that no seat looks better by who sat there.  Raises
    LuckError.
    """
    plan, seats = outcomes.plan, len(outcomes.plan.bots)
    if seats == 1:
        raise LuckError("With one player there is one seat.")
    if plan.per_deal == 1 and len(outcomes.bots) > 1:
        raise LuckError("Each deal was played in one seating only, so seats cannot be told from bots.")
    cells = _cells(outcomes)
    if len(cells) < 2:
        raise LuckError("Fewer than two deals were played in every seating yet.")
    wins = outcomes.payoff[cells].sum(axis=1)
    counts, even = np.full(len(wins), plan.per_deal), 1 / seats
    found = [share_of_units(wins[:, p], counts, 1 - (1 - LEVEL) / seats) for p in range(seats)]
    return [Estimate(e.value - even, e.low - even, e.high - even, e.n, e.units, e.level) for e in found]


# ---- in plain sentences ---------------------------------------------------------------------------------------------
def seat_words(outcomes: Outcomes) -> str:
    """Which seats win more or less than their share."""
    try:
        found = seat_advantage(outcomes)
    except LuckError as error:
        return str(error)
    clear = [
        f"seat {p + 1} wins {abs(100 * e.value):.1f} points of 100 {'more' if e.value > 0 else 'less'} than its share "
        f"({_points(e)})"
        for p, e in enumerate(found)
        if e.excludes(0)
    ]
    if not clear:
        widest = max(e.half for e in found)
        return f"The seat makes no difference that shows; one of {100 * widest:.1f} points of 100 could hide here."
    return f"The seat matters: {'; '.join(clear)}."


def _points(e: Estimate) -> str:
    low, high = sorted((abs(e.low), abs(e.high)))
    return f"{100 * low:.1f} to {100 * high:.1f}"


def luck_words(outcomes: Outcomes) -> str:
    """What decides a game, in a sentence or two."""
    try:
        victory, _ = luck_and_skill(outcomes)
    except LuckError as error:
        return str(error)
    luck, skill, rest = (e.text(0, 100, " %") for e in (victory.luck, victory.skill, victory.rest))
    return (
        f"What decides who wins, between these bots: {luck} the cards and the seat, {skill} who plays, and {rest} how "
        "it all meets. Such shares are of the differences between single results: over many games luck evens out and "
        "skill adds up."
    )


def lead_words(outcomes: Outcomes) -> str:
    """How often the lead changes."""
    used = outcomes.finished
    if outcomes.lead_changes is None:
        return "Who leads was not watched in this run: play it with events."
    if not used.any():
        return "No game has come to its end yet."
    deal, changes = np.unique(outcomes.deal[used], return_inverse=True)[1], outcomes.lead_changes[used]
    mean = mean_of_units(np.bincount(deal, weights=changes), np.bincount(deal), least=0.0)
    never = float((changes == 0).mean())
    stage = outcomes.game.stage_name
    return (
        f"The lead changes {mean.text(2)} times a game, as seen at the end of each {stage}; in {100 * never:.0f} % of "
        "the games it never does."
    )
