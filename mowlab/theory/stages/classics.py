"""Textbook games with known solutions: to try out solvers and to warm up."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from ..bayes import even, update
from ..extensive import CHANCE, END, Number
from ..solution import Solution, Vector, frozen
from ..symmetric import SymmetricTable, equilibria

RPS = SymmetricTable(("rock", "paper", "scissors"), frozen([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
BIASED_RPS = SymmetricTable(RPS.actions, frozen([[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]]))
PRISONERS = SymmetricTable(("cooperate", "defect"), frozen([[-1, -3], [0, -2]]))


@dataclass(frozen=True)
class LowestUnique:
    """Everybody names a number from 1 to `highest`; the lowest that nobody else named wins."""

    players: int
    highest: int

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(range(1, self.highest + 1))

    def payoffs(self, mix: Vector) -> Vector:
        """Chance to win with each number: nobody else names it, and no lower one is named by exactly one other."""
        return np.array([self._wins(i, mix) for i in range(self.highest)])

    def _wins(self, i: int, mix: Vector) -> float:
        """ways[k]: chance weight that k of the others are placed on lower numbers, none of these being unique."""
        others = self.players - 1
        ways = np.zeros(others + 1)
        ways[0] = 1.0
        for j in range(i):
            ways = np.array(
                [
                    sum(_choose(others - k + m, m) * mix[j] ** m * ways[k - m] for m in range(k + 1) if m != 1)
                    for k in range(others + 1)
                ]
            )
        above = max(1.0 - mix[: i + 1].sum(), 0.0)
        return float(sum(ways[k] * above ** (others - k) for k in range(others + 1)))

    def equilibrium(self) -> Solution:
        """The symmetric equilibrium that uses every number."""
        return next(equilibria(self, sizes=[self.highest]))


def _choose(n: int, k: int) -> int:
    out = 1
    for i in range(k):
        out = out * (n - i) // (i + 1)
    return out


def blotto(own: int, rival: int, fields: int) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], Vector]:
    """Both spread soldiers over fields; most on a field wins it.  Both lists of plans; table of fields won - lost."""
    rows, columns = ([p for p in itertools.product(range(n + 1), repeat=fields) if sum(p) == n] for n in (own, rival))
    a, b = np.array(rows)[:, None, :], np.array(columns)[None, :, :]
    return rows, columns, frozen(np.sign(a - b).sum(axis=2))


def blotto_kinds(soldiers: int, fields: int) -> SymmetricTable:
    """Blotto between equals who put their plan on the fields by lot: only the kind of plan is chosen, largest first."""
    plans, _, table = blotto(soldiers, soldiers, fields)
    kinds = sorted({tuple(sorted(plan, reverse=True)) for plan in plans}, reverse=True)
    own = [[i for i, plan in enumerate(plans) if tuple(sorted(plan, reverse=True)) == kind] for kind in kinds]
    return SymmetricTable(tuple(kinds), frozen([[table[np.ix_(a, b)].mean() for b in own] for a in own]))


def levels(share: float, start: float, steps: int) -> list[float]:
    """Guess a share of the average: what level 1, 2 ... guess who think that all others are one level below."""
    return [start * share**k for k in range(1, steps + 1)]


def urns(red: int, blue: int) -> dict[str, Fraction]:
    """Urn A has two red balls and a blue one, B the other way round; how likely each is after so many balls drawn
    and put back.
    """
    two, one = Fraction(2, 3), Fraction(1, 3)
    return update(even("AB"), lambda urn: two**red * one**blue if urn == "A" else one**red * two**blue)


class Hand(NamedTuple):
    cards: tuple[int, ...] = ()
    said: str = ""


class Kuhn:
    """Kuhn's poker: three cards, a chip each to start, one bet of a chip; p: pass, b: bet or call."""

    players = 2

    def start(self) -> Hand:
        return Hand()

    def turn(self, s: Hand) -> int:
        if not s.cards:
            return CHANCE
        return END if s.said in ("pp", "pbp", "pbb", "bp", "bb") else len(s.said) % 2

    def chances(self, s: Hand) -> Sequence[tuple[tuple[int, ...], Fraction]]:
        return [(deal, Fraction(1, 6)) for deal in itertools.permutations((1, 2, 3), 2)]

    def moves(self, s: Hand) -> Sequence[str]:
        return ("p", "b")

    def play(self, s: Hand, move: Any) -> Hand:
        return s._replace(said=s.said + move) if s.cards else Hand(move)

    def payoffs(self, s: Hand) -> tuple[Number, ...]:
        if s.said in ("bp", "pbp"):
            first = 1 if s.said == "bp" else -1
        else:
            first = (2 if s.said.endswith("bb") else 1) * (1 if s.cards[0] > s.cards[1] else -1)
        return first, -first

    def sees(self, s: Hand) -> Hashable:
        return s.cards[len(s.said) % 2], s.said
