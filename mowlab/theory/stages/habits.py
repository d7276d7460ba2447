"""Habits of spending in a toy Magic Money: three wizards, nine creatures worth 1 to 3 points, no abilities.

The opener of an auction may go up to a tenth of the last price (at least 1); the others bid as they like; all is paid,
the winner opens next.  In the end the greediest is thrown out, by lot among equals, and the best in points, then in
what was spent, wins.  Many games are played side by side as rows of arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..empirical import Empirical, Means
from ..solution import Vector

PLAYERS, CREATURES, MOST_POINTS, TENTH, MARGIN = 3, 9, 3, 10, 3
Ints = npt.NDArray[np.int64]


@dataclass
class Table:
    """What a bidder may look at; g games side by side.  public: what each has spent in the open; spent: in truth."""

    rng: np.random.Generator
    worth: Ints  # (g,) points of the creature
    price: Ints  # (g,) the last winning bid
    public: Ints  # (g, 3)
    spent: Ints  # (g, 3)


def miser(t: Table, me: int) -> Ints:
    """Always bids 1."""
    return np.ones_like(t.price)


def flat(t: Table, me: int) -> Ints:
    """Bids 8 to 12, whatever is for sale."""
    return np.asarray(t.rng.integers(8, 13, len(t.price)), dtype=np.int64)


def all_pay(t: Table, me: int) -> Ints:
    """Bids as if points were money, 10 a point, in the all-pay auction of three: V u^2 with u even on [0, 1]."""
    bid: Ints = np.maximum((10 * t.worth * t.rng.random(len(t.price)) ** 2).astype(np.int64), 1)
    return bid


def chaser(t: Table, me: int) -> Ints:
    """Bids 1.2 times the last price and 1 to 3 more."""
    bid: Ints = t.price * 6 // 5 + t.rng.integers(1, 4, len(t.price))
    return bid


def shadow(t: Table, me: int) -> Ints:
    """Bids what keeps its own total a little below the highest public one of its rivals."""
    rivals = np.delete(t.public, me, axis=1).max(axis=1)
    bid: Ints = np.maximum(rivals - t.spent[:, me] - MARGIN, 1)
    return bid


HABITS: dict[str, Callable[[Table, int], Ints]] = {
    "miser": miser,
    "flat": flat,
    "all-pay": all_pay,
    "chaser": chaser,
    "shadow": shadow,
}


def play(profile: tuple[str, ...], games: int, seed: int) -> Vector:
    """Shares of the victory (games, 3) of the three habits in the order of the profile."""
    t = Table(
        np.random.default_rng(seed),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros((games, PLAYERS), np.int64),
        np.zeros((games, PLAYERS), np.int64),
    )
    rows = np.arange(games)
    points = np.zeros((games, PLAYERS), np.int64)
    opener = t.rng.integers(0, PLAYERS, games)
    for _ in range(CREATURES):
        t.worth = t.rng.integers(1, MOST_POINTS + 1, games)
        bids = np.stack([HABITS[habit](t, me) for me, habit in enumerate(profile)], axis=1)
        bids[rows, opener] = np.minimum(bids[rows, opener], np.maximum(t.price // TENTH, 1))
        winner = np.argmax(bids + t.rng.random(bids.shape), axis=1)  # equal bids: by lot
        t.price = bids[rows, winner]
        points[rows, winner] += t.worth
        t.spent += bids
        t.public[rows, winner] += t.price
        losing = opener != winner
        t.public[rows[losing], opener[losing]] += bids[rows[losing], opener[losing]]
        opener = winner
    return _shares(points, t.spent, t.rng)


def _shares(points: Ints, spent: Ints, rng: np.random.Generator) -> Vector:
    greediest = np.argmax(spent + rng.random(spent.shape), axis=1)
    rank = points * (spent.max() + 1) + spent
    rank[np.arange(len(rank)), greediest] = -1
    best = rank == rank.max(axis=1, keepdims=True)
    share: Vector = best / best.sum(axis=1, keepdims=True)
    return share


def measured(games: int, seed: int) -> Empirical:
    """All habits against each other."""

    def means(profile: tuple[str, ...]) -> Means:
        shares = play(profile, games, seed)
        result = {}
        for habit in set(profile):
            own = shares[:, [i for i, h in enumerate(profile) if h == habit]].mean(axis=1)
            result[habit] = float(own.mean()), float(own.std(ddof=1) / np.sqrt(games))
        return result

    return Empirical.measured(list(HABITS), PLAYERS, games, means)
