"""The lowest bid wins and is paid: private costs, one contract (the benchmark for Mow Money).

n bidders, each with a cost drawn evenly from [0, 1] that only it knows; the winner is paid its own bid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..solution import Vector

GRID = 2001


@dataclass(frozen=True)
class Procurement:
    """ceiling: no bid above it is accepted.  entry: what it costs to bid at all.  One of the two at a time."""

    bidders: int
    ceiling: float = 1.0
    entry: float = 0.0

    def __post_init__(self) -> None:
        if self.bidders < 2 or not 0 < self.ceiling <= 1 or not 0 <= self.entry < 1:
            raise ValueError(
                f"{self}: at least 2 bidders, a ceiling above 0 and up to 1, an entry cost from 0 below 1."
            )
        if self.ceiling < 1 and self.entry > 0:
            raise ValueError(f"{self}: a ceiling together with an entry cost is not solved here.")

    @property
    def highest_cost(self) -> float:
        """Who has higher costs stays away."""
        return min(self.ceiling, 1.0 - float(self.entry ** (1 / self.bidders)))

    def bid(self, cost: npt.ArrayLike) -> Vector:
        """The equilibrium bid; NaN for costs that stay away.

        What cost c earns is what all worse costs up to the highest would add: the integral of (1 - t)^(n-1), beside
        the entry cost, shared out over the chance to win.
        """
        c = np.asarray(cost, dtype=np.float64)
        n, top = self.bidders, self.highest_cost
        with np.errstate(divide="ignore", invalid="ignore"):
            markup = (self.entry + ((1 - c) ** n - (1 - top) ** n) / n) / (1 - c) ** (n - 1)
        return np.where(c > top, np.nan, np.where(c == 1, c, c + markup))

    @property
    def trade(self) -> float:
        """How likely somebody bids."""
        return 1 - (1 - self.highest_cost) ** self.bidders

    @property
    def price(self) -> float:
        """The mean price where somebody bids, by integrating over the lowest cost."""
        c = np.linspace(0.0, self.highest_cost, GRID)
        density = self.bidders * (1 - c) ** (self.bidders - 1)
        return float(_integral(np.nan_to_num(self.bid(c)) * density, c) / self.trade)

    @property
    def profit(self) -> float:
        """The mean profit of one bidder, before its cost is known."""
        c = np.linspace(0.0, self.highest_cost, GRID)
        return float(_integral(self.earns(c, np.nan_to_num(self.bid(c), nan=1.0)), c))

    def chance(self, bid: npt.ArrayLike) -> Vector:
        """How likely a bid wins against rivals who bid by the equilibrium."""
        b = np.asarray(bid, dtype=np.float64)
        low, high = np.zeros_like(b), np.full_like(b, self.highest_cost)
        for _ in range(60):  # which cost bids b; the rule rises, so halving finds it
            middle = (low + high) / 2
            below = self.bid(middle) < b
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return np.where(b > self.bid(np.array(self.highest_cost)) + 1e-12, 0.0, (1 - low) ** (self.bidders - 1))

    def earns(self, cost: npt.ArrayLike, bid: npt.ArrayLike) -> Vector:
        """Expected profit of a bid at a cost, the entry cost paid."""
        b, c = np.broadcast_arrays(np.asarray(bid, dtype=np.float64), np.asarray(cost, dtype=np.float64))
        profit: Vector = (b - c) * self.chance(b) - self.entry
        return profit

    def regret(self, grid: int = 41) -> float:
        """The most that a bidder of any cost on a grid gains by any other bid on a grid."""
        costs = np.linspace(0.0, self.highest_cost, grid)[:-1]
        bids = np.linspace(0.0, 1.0, 5 * grid)
        own = self.earns(costs, self.bid(costs))
        return float(max((self.earns(costs[:, None], bids[None, :]).max(axis=1) - own).max(), 0.0))


def best_ceiling(bidders: int) -> tuple[float, float]:
    """The ceiling that is cheapest for a buyer who can have the work done elsewhere for 1, and the mean cost then."""
    ceilings = np.linspace(0.02, 1.0, 99)
    costs = []
    for r in ceilings:
        auction = Procurement(bidders, float(r))
        costs.append(auction.price * auction.trade + 1 - auction.trade)
    i = int(np.argmin(costs))
    return float(ceilings[i]), float(costs[i])


def curse(bidders: int, spread: float) -> float:
    """Loss of a winner who bids its own estimate of a cost common to all, estimates being even within +- spread."""
    return spread * (bidders - 1) / (bidders + 1)


def _integral(values: Vector, at: Vector) -> float:
    """Simpson's rule on an odd number of even steps."""
    h = (at[-1] - at[0]) / (len(at) - 1)
    return float(h / 3 * (values[0] + values[-1] + 4 * values[1:-1:2].sum() + 2 * values[2:-1:2].sum()))
