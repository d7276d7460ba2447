"""Everybody pays: sealed bids for one prize, the highest wins, all pay what they bid (the core of Magic Money)."""

from __future__ import annotations

from dataclasses import dataclass
from math import gamma

import numpy as np
import numpy.typing as npt

from ..normal import NormalForm
from ..roots import root_between
from ..solution import Solution, Vector, frozen, shares
from ..symmetric import certified

SHARE, LOSE = "share", "lose"  # what equal highest bids do: each has an equal chance, or nobody wins
_RENTS = [float(u) for u in np.linspace(0.0, 1.0, 102)]  # what a bidder may earn; no equilibrium leaves as much as 1


@dataclass(frozen=True)
class AllPay:
    """players bidders, a prize worth `prize` to all, whole bids from 0 to the prize, hidden until all have bid."""

    players: int
    prize: int
    ties: str = SHARE

    def __post_init__(self) -> None:
        if self.players < 2 or self.prize < 1 or self.ties not in (SHARE, LOSE):
            raise ValueError(f"{self}: at least 2 players, a prize of at least 1, ties {SHARE!r} or {LOSE!r}.")

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(range(self.prize + 1))

    def chances(self, mix: npt.ArrayLike) -> Vector:
        """How likely each bid wins against others who all bid by `mix`."""
        p = np.asarray(mix, dtype=np.float64)
        below = np.cumsum(p) - p
        if self.ties == LOSE:
            return below ** (self.players - 1)
        return np.array([_share(b, q, self.players) for b, q in zip(below, p, strict=True)])

    def payoffs(self, mix: Vector) -> Vector:
        return self.prize * self.chances(mix) - np.arange(self.prize + 1)

    def equilibrium(self) -> Solution:
        """The symmetric equilibrium in which every bid below the prize is used; where there are many, a middle one."""
        mix = self._losing_ties() if self.ties == LOSE else self._shared_ties()
        return certified(self, np.append(mix, 0.0))

    def _losing_ties(self) -> Vector:
        """Bid i + 1 wins where all others bid i or less, and must earn 0 as bid 0 does: F(i) = ((i+1)/V)^(1/(n-1))."""
        steps = (np.arange(1, self.prize + 1) / self.prize) ** (1 / (self.players - 1))
        return np.diff(steps, prepend=0.0)

    def _shared_ties(self) -> Vector:
        """If a bidder is to earn u, bid after bid the probability follows; u is right when they sum to 1.

        The sum goes up and down with u, so every crossing is looked at, and the one with the least regret taken.
        """

        def excess(u: float) -> float:
            return float(self._ladder(u).sum()) - 1.0

        if self.players == 2 and self.prize % 2 == 0:
            return np.full(self.prize, 1.0 / self.prize)  # one of a continuum
        gaps = [excess(u) for u in _RENTS]
        pairs = zip(_RENTS, _RENTS[1:], gaps, gaps[1:], strict=False)
        roots = [root_between(excess, a, b) for a, b, low, high in pairs if low * high <= 0]
        mixes = [shares(self._ladder(u)) for u in roots]
        return min(mixes, key=lambda mix: certified(self, np.append(mix, 0.0)).regret)

    def _ladder(self, u: float) -> Vector:
        mix = np.zeros(self.prize)
        below = 0.0
        for i in range(self.prize):
            mix[i] = _needed(below, (u + i) / self.prize, self.players)
            below += mix[i]
        return mix


def _share(below: float, equal: float, n: int) -> float:
    """Chance to win against n - 1 others who are below with one probability and equal with another; ties shared."""
    if equal < 1e-12:
        return below ** (n - 1)
    return float(((below + equal) ** n - below**n) / (n * equal))


def _needed(below: float, chance: float, n: int) -> float:
    """How likely others must bid exactly this, so that the bid wins with `chance`."""
    if _share(below, 0.0, n) >= chance:
        return 0.0
    return root_between(lambda p: _share(below, p, n) - chance, 0.0, 2.0)


@dataclass(frozen=True)
class Continuous:
    """The same with any real bid: the benchmark in which F(b) = (b / V)^(1 / (n - 1)) and nobody earns anything."""

    players: int
    prize: float = 1.0

    def cdf(self, bid: npt.ArrayLike) -> Vector:
        """How likely a bid is at most this."""
        return np.clip(np.asarray(bid, dtype=np.float64) / self.prize, 0.0, 1.0) ** (1 / (self.players - 1))

    def quantile(self, u: npt.ArrayLike) -> Vector:
        """The bid with this share of all bids below it: with u even on [0, 1], a bid of the equilibrium."""
        return np.asarray(self.prize * np.asarray(u, dtype=np.float64) ** (self.players - 1), dtype=np.float64)

    @property
    def mean_bid(self) -> float:
        return self.prize / self.players

    @property
    def mean_highest(self) -> float:
        return self.prize * self.players / (2 * self.players - 1)

    @property
    def overspending(self) -> float:
        """How often all bids together are more than the prize.

        With bids V u^p, p = n - 1, the sum stays below V where u lies in the part of the l_p ball with positive
        coordinates: volume gamma(1 + 1/p)^n / gamma(1 + n/p).
        """
        p = self.players - 1
        return float(1 - gamma(1 + 1 / p) ** self.players / gamma(1 + self.players / p))

    def payoffs(self, bids: npt.ArrayLike) -> Vector:
        """What each bid earns against others who bid by the equilibrium: 0 up to the prize."""
        b = np.asarray(bids, dtype=np.float64)
        return self.prize * self.cdf(b) ** (self.players - 1) - b


@dataclass(frozen=True)
class Private:
    """Everybody pays, the highest bid wins, and each knows only its own value of the prize: even on [0, 1]."""

    players: int

    def bid(self, value: npt.ArrayLike) -> Vector:
        """The equilibrium bid: (n - 1) / n times the value to the n."""
        n = self.players
        return (n - 1) / n * np.asarray(value, dtype=np.float64) ** n

    @property
    def revenue(self) -> float:
        """All bids together on average."""
        return (self.players - 1) / (self.players + 1)

    def earns(self, value: npt.ArrayLike, bid: npt.ArrayLike) -> Vector:
        """Expected gain of a bid against others who bid by the equilibrium."""
        n, b = self.players, np.asarray(bid, dtype=np.float64)
        like = np.minimum((b * n / (n - 1)) ** (1 / n), 1.0)  # the value that bids so
        gain: Vector = np.asarray(value, dtype=np.float64) * like ** (n - 1) - b
        return gain

    def regret(self, grid: int = 201) -> float:
        """The most that any value on a grid gains by any other bid on a grid."""
        values, bids = np.linspace(0, 1, grid), np.linspace(0, 1, 5 * grid)
        best = self.earns(values[:, None], bids[None, :]).max(axis=1)
        return float(max((best - self.earns(values, self.bid(values))).max(), 0.0))


def unequal(first: int, second: int) -> NormalForm:
    """Two bidders to whom the prize is worth different amounts; ties shared; whole bids up to the higher value."""
    bids = range(max(first, second) + 1)

    def payoff(a: int, b: int) -> tuple[float, float]:
        win = 0.5 if a == b else float(a > b)
        return first * win - a, second * (1 - win) - b

    return NormalForm.of((bids, bids), payoff)


def unequal_as_zero_sum(first: int, second: int) -> Vector:
    """A zero-sum table with the same equilibria: chance to win, less both bids, each in units of its bidder's value."""
    a = np.arange(max(first, second) + 1)
    win = np.where(a[:, None] == a, 0.5, a[:, None] > a)
    return frozen(win - a[:, None] / first + a / second)
