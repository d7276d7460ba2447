"""The last creature of Magic Money: sealed bids, the highest takes it, and then the biggest spender is thrown out.

The creature helps only who can afford it.  A position is boiled down to the points of everybody for each possible
winner, and what everybody has spent so far.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ...games.magic_money import state as st
from ...games.magic_money.cards import NO_ABILITY
from ..normal import NormalForm
from ..solution import frozen
from ..symmetric import SymmetricTable

if TYPE_CHECKING:
    from ...core.game import Game

RANDOM, ALL, NONE, EVERYBODY = "random", "all", "none", "everybody"
TOP_TIES = {
    RANDOM: "one of those who have spent most is thrown out, by lot",
    ALL: "all of them are thrown out, unless that is everybody",
    NONE: "nobody is thrown out",
    EVERYBODY: "all of them are thrown out, even if nobody is left and nobody wins",
}


@dataclass(frozen=True)
class LastCreature:
    """points[w][p]: points of p if w wins the creature.  spent[p]: before this auction.

    bids[p]: what p can bid; a single number where it is known already, as an opening is.
    """

    points: tuple[tuple[int, ...], ...]
    spent: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]
    top_tie: str = RANDOM

    def __post_init__(self) -> None:
        if self.top_tie not in TOP_TIES:
            raise ValueError(f"top_tie is {self.top_tie!r}; allowed are {', '.join(TOP_TIES)}.")

    @classmethod
    def of(
        cls, points: Sequence[int], spent: Sequence[int], worth: int, highest: int, top_tie: str = RANDOM
    ) -> LastCreature:
        """A creature that brings `worth` points to whoever gets it; bids from 1 to `highest`."""
        n = len(points)
        table = tuple(tuple(points[p] + worth * (p == w) for p in range(n)) for w in range(n))
        return cls(table, tuple(spent), (tuple(range(1, highest + 1)),) * n, top_tie)

    @classmethod
    def level(cls, players: int, highest: int, top_tie: str = RANDOM) -> LastCreature:
        """All level in points and in what they have spent."""
        return cls.of((0,) * players, (0,) * players, 1, highest, top_tie)

    @classmethod
    def of_match(cls, game: Game, s: st.State, highest: int) -> LastCreature:
        """The stage game of a position of Magic Money in the last auction, before it is resolved.

        Bids that were made already are the only ones of their seats; others go up to `highest`.  Raises ValueError
        where another auction follows, the creature has an ability, or a beaten opening counts twice.
        """
        if s.phase not in (st.OPENING, st.BIDDING) or s.auction != s.n_auctions - 1:
            raise ValueError("This stage is the last auction of a game, before a winner is named.")
        if game.constants["ABILITY"][s.lot[s.auction]] != NO_ABILITY:
            raise ValueError("This stage is about creatures without an ability.")
        if s.beaten_opening == st.BOTH_SIDES:
            raise ValueError("This stage counts a beaten opening once: choose the option beaten_opening='public'.")
        made = [s.token[game.plain.slot(p, s.auction)] for p in range(s.players)]
        opened = s.active if s.phase == st.BIDDING else -1  # whose bid stands on the Public side already
        return cls(
            tuple(tuple(game.plain.points(_owned(s, w), p) for p in range(s.players)) for w in range(s.players)),
            tuple(game.plain.spent(s, p) - (made[p] if p == opened else 0) for p in range(s.players)),
            tuple(tuple(_allowed(game, s, p, made[p], highest)) for p in range(s.players)),
            str(game.options["top_tie"]),
        )

    @property
    def players(self) -> int:
        return len(self.spent)

    def outcome(self, *bids: int) -> tuple[Fraction, ...]:
        """The share of the victory that each may expect; ties for the creature and lots are equally likely."""
        top = [p for p, b in enumerate(bids) if b == max(bids)]
        totals = tuple(t + b for t, b in zip(self.spent, bids, strict=True))
        return _mean([_end(self.points[w], totals, self.top_tie) for w in top])

    def game(self) -> NormalForm:
        """All bids at once, sealed."""
        return NormalForm.of(self.bids, self.outcome)

    def table(self) -> SymmetricTable:
        """The same as a symmetric game.  Raises ValueError where the wizards are not level."""
        game = self.game()
        if len(set(self.bids)) > 1 or any(
            not np.allclose(game.payoffs[p], np.swapaxes(game.payoffs[0], 0, p)) for p in range(self.players)
        ):
            raise ValueError("The wizards are not level, so this is no symmetric game.")
        return SymmetricTable(self.bids[0], frozen(game.payoffs[0]))

    def opened(self, bid: int) -> LastCreature:
        """The same after a public opening of seat 0."""
        return LastCreature(self.points, self.spent, ((bid,), *self.bids[1:]), self.top_tie)


def _allowed(game: Game, s: st.State, p: int, made: int, highest: int) -> range:
    """What p can still bid; `made`: what it has bid already, or 0."""
    if made:
        return range(made, made + 1)
    limit = game.plain.opening_limit(s) if s.phase == st.OPENING and p == s.active else highest
    return range(limit if s.opening_mode == st.EXACT and limit < highest else 1, min(limit, highest) + 1)


def _owned(s: st.State, winner: int) -> st.State:
    after = copy.copy(s)
    after.place[s.lot[s.auction]] = st.OWNED + winner
    return after


def _mean(outcomes: Sequence[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    return tuple(sum(column, Fraction(0)) / len(outcomes) for column in zip(*outcomes, strict=True))


def _end(points: Sequence[int], totals: Sequence[int], top_tie: str) -> tuple[Fraction, ...]:
    """Throw out the greediest; of the others the best in points, then in what was spent, share the victory."""
    everybody = range(len(points))
    most = [p for p in everybody if totals[p] == max(totals)]
    if len(most) > 1 and (top_tie == NONE or (top_tie == ALL and len(most) == len(points))):
        out: list[tuple[int, ...]] = [()]
    elif len(most) > 1 and top_tie == RANDOM:
        out = [(p,) for p in most]
    else:
        out = [tuple(most)]
    return _mean([_shares(points, totals, [p for p in everybody if p not in gone]) for gone in out])


def _shares(points: Sequence[int], totals: Sequence[int], left: Sequence[int]) -> tuple[Fraction, ...]:
    if not left:
        return (Fraction(0),) * len(points)
    best = max((points[p], totals[p]) for p in left)
    winners = [p for p in left if (points[p], totals[p]) == best]
    return tuple(Fraction(p in winners, len(winners)) for p in range(len(points)))
