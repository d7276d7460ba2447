"""Two-player zero-sum games with hidden information, in sequence form.

A sequence of a player is one of its moves in one of its information sets; it stands for all of its moves up to there,
as everybody remembers them.  A plan gives each sequence the product of the player's own probabilities along it, and
the expected payoff is plan . payoff . plan: bilinear, however large the tree.  (Koller, Megiddo and von Stengel, 1996.)
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from .extensive import CHANCE, END, Extensive, Policy
from .solution import Vector, frozen, shares
from .zero_sum import NoSolution

ROUNDED = 1e-4  # probabilities that are written with few digits may miss 1 by this much


@dataclass(frozen=True)
class InfoSet:
    """What a player knows (key), its moves, the sequence that led there and the first of its own ones."""

    key: Hashable
    moves: tuple[Any, ...]
    parent: int
    first: int

    @property
    def own(self) -> slice:
        return slice(self.first, self.first + len(self.moves))


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """infosets: for each player, parents before children.  payoff: sparse (sequences of 0, sequences of 1), what
    player 0 gets, times the probability of chance.  Sequence 0 is "no move yet".
    """

    infosets: tuple[tuple[InfoSet, ...], tuple[InfoSet, ...]]
    payoff: Any

    @classmethod
    def of(cls, game: Extensive[Any]) -> SequenceForm:
        return _Builder(game).form()

    def length(self, player: int) -> int:
        return int(self.payoff.shape[player])

    # ---- plans ----
    def plan(self, player: int, policy: Policy) -> Vector:
        """The plan of a policy; a policy gives probabilities for what it sees.  They must sum to 1."""
        x = np.zeros(self.length(player))
        x[0] = 1.0
        for info in self.infosets[player]:
            chances = policy(info.key)
            part = np.array([chances.get(m, 0.0) for m in info.moves])
            if abs(part.sum() - 1.0) > ROUNDED:
                raise ValueError(f"At {info.key!r} the probabilities of {info.moves} sum to {part.sum()}, not 1.")
            x[info.own] = x[info.parent] * shares(part)
        return frozen(x)

    def even_plan(self, player: int) -> Vector:
        moves = {info.key: info.moves for info in self.infosets[player]}
        return self.plan(player, lambda key: dict.fromkeys(moves[key], 1.0 / len(moves[key])))

    def policy(self, player: int, plan: Vector) -> dict[Hashable, dict[Any, float]]:
        """Move probabilities by information set; even where the plan never comes."""
        table = {}
        for info in self.infosets[player]:
            chances = shares(np.clip(plan[info.own], 0.0, None))
            table[info.key] = dict(zip(info.moves, map(float, chances), strict=True))
        return table

    # ---- how good a plan is ----
    def value(self, x: Vector, y: Vector) -> float:
        """What player 0 gets."""
        return float(x @ (self.payoff @ y))

    def against(self, player: int, rival: Vector) -> Vector:
        """What each sequence of `player` earns where the game ends right behind it, against this plan."""
        return np.asarray(self.payoff @ rival if player == 0 else -(self.payoff.T @ rival), dtype=np.float64)

    def best_response(self, player: int, rival: Vector) -> tuple[float, Vector]:
        """The most that `player` can get against this plan, and a plan that gets it."""
        worth = self.against(player, rival)
        choice = np.zeros(len(self.infosets[player]), dtype=np.int64)
        for i in range(len(choice) - 1, -1, -1):
            info = self.infosets[player][i]
            choice[i] = worth[info.own].argmax()
            worth[info.parent] += worth[info.first + choice[i]]
        plan = np.zeros(len(worth))
        plan[0] = 1.0
        for info, chosen in zip(self.infosets[player], choice, strict=True):
            plan[info.first + chosen] = plan[info.parent]
        return float(worth[0]), frozen(plan)

    def solution(self, x: Vector, y: Vector) -> SequenceSolution:
        value = self.value(x, y)
        gains = self.best_response(0, y)[0] - value, self.best_response(1, x)[0] + value
        return SequenceSolution(self, (frozen(x), frozen(y)), value, (max(gains[0], 0.0), max(gains[1], 0.0)))


@dataclass(frozen=True, eq=False)
class SequenceSolution:
    """Plans of both players; value: of player 0; gains: the most that either could gain by another plan."""

    form: SequenceForm
    plans: tuple[Vector, Vector]
    value: float
    gains: tuple[float, float]

    @property
    def regret(self) -> float:
        return max(self.gains)

    @property
    def exploitability(self) -> float:
        """What a perfect opponent would win from these plans on average over both seats."""
        return sum(self.gains) / 2

    def policy(self, player: int) -> dict[Hashable, dict[Any, float]]:
        return self.form.policy(player, self.plans[player])


def exploitability(form: SequenceForm, policies: Sequence[Policy]) -> float:
    """What a perfect opponent wins from a player with these policies (one for each seat), mean of both seats."""
    return form.solution(form.plan(0, policies[0]), form.plan(1, policies[1])).exploitability


def looked_up(table: Mapping[Hashable, Mapping[Any, float]]) -> Policy:
    """A policy from a table of move probabilities."""
    return lambda key: table[key]


# ---- building -------------------------------------------------------------------------------------------------------
class _Builder:
    def __init__(self, game: Extensive[Any]):
        self.game = game
        self.infosets: tuple[list[InfoSet], list[InfoSet]] = ([], [])
        self.index: tuple[dict[Hashable, InfoSet], dict[Hashable, InfoSet]] = ({}, {})
        self.lengths = [1, 1]
        self.entries: dict[tuple[int, int], float] = {}

    def form(self) -> SequenceForm:
        self._walk(self.game.start(), (0, 0), 1.0)
        rows, columns = zip(*self.entries, strict=True)
        payoff = csr_matrix((list(self.entries.values()), (rows, columns)), shape=tuple(self.lengths))
        return SequenceForm((tuple(self.infosets[0]), tuple(self.infosets[1])), payoff)

    def _walk(self, s: Any, at: tuple[int, int], chance: float) -> None:
        game, mover = self.game, self.game.turn(s)
        if mover == END:
            self.entries[at] = self.entries.get(at, 0.0) + chance * float(game.payoffs(s)[0])
        elif mover == CHANCE:
            for move, p in game.chances(s):
                self._walk(game.play(s, move), at, chance * float(p))
        else:
            info = self._infoset(mover, s, at[mover])
            for i, move in enumerate(info.moves):
                step = info.first + i
                self._walk(game.play(s, move), (step, at[1]) if mover == 0 else (at[0], step), chance)

    def _infoset(self, mover: int, s: Any, parent: int) -> InfoSet:
        key, moves = self.game.sees(s), tuple(self.game.moves(s))
        known = self.index[mover].get(key)
        if known is None:
            known = InfoSet(key, moves, parent, self.lengths[mover])
            self.index[mover][key] = known
            self.infosets[mover].append(known)
            self.lengths[mover] += len(moves)
        elif known.parent != parent or known.moves != moves:
            raise ValueError(f"A player who sees {key!r} does not remember its own moves, or its moves differ.")
        return known


# ---- solving --------------------------------------------------------------------------------------------------------
def solve(form: SequenceForm) -> SequenceSolution:
    """An equilibrium by two linear programs of the size of the tree.  Raises NoSolution where HiGHS gives up."""
    return form.solution(_safest(form, 0), _safest(form, 1))


def _flow(form: SequenceForm, player: int) -> tuple[Any, Vector]:
    """E, e with E plan = e for every plan: what flows into an information set flows out of it."""
    infosets = form.infosets[player]
    rows, columns, values = [0], [0], [1.0]
    for i, info in enumerate(infosets, 1):
        for column, value in ((info.parent, -1.0), *((info.first + k, 1.0) for k in range(len(info.moves)))):
            rows.append(i)
            columns.append(column)
            values.append(value)
    e = np.zeros(len(infosets) + 1)
    e[0] = 1.0
    return csr_matrix((values, (rows, columns)), shape=(len(e), form.length(player))), e


def _safest(form: SequenceForm, player: int) -> Vector:
    """The plan whose value against a best response is highest: maximise f.q with F'q <= A'x, E x = e, x >= 0."""
    own, e = _flow(form, player)
    other, f = _flow(form, 1 - player)
    gain = form.payoff if player == 0 else -form.payoff.T
    n, m = own.shape[1], other.shape[0]
    found = linprog(
        np.append(np.zeros(n), -f),
        A_ub=hstack([-gain.T, other.T], format="csr"),
        b_ub=np.zeros(other.shape[1]),
        A_eq=hstack([own, csr_matrix((own.shape[0], m))], format="csr"),
        b_eq=e,
        bounds=[(0, None)] * n + [(None, None)] * m,
        method="highs",
    )
    if found.status != 0:
        raise NoSolution(found.message)
    return _repaired(form, player, np.asarray(found.x[:n], dtype=np.float64))


def _repaired(form: SequenceForm, player: int, plan: Vector) -> Vector:
    """The same plan with exact flows: rounding and unreached rows are put right."""
    return form.plan(player, looked_up(form.policy(player, plan)))
