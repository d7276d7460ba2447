"""Reading a boss of Mob Town: which two agendas fit the properties that were taken over?

A boss takes, with probability 1 - slip, one of the open properties that serve an own agenda, each equally likely; with
probability `slip`, or where none serves, any open one.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ...games.mob_town import rules as r
from ...games.mob_town.cards import N_AGENDAS, N_PROPERTIES
from ..bayes import even, update

if TYPE_CHECKING:
    from ...core.game import Game

Pair = tuple[str, ...]
SLIP = Fraction(1, 5)


@dataclass(frozen=True)
class Reading:
    """serves: for each property the agendas that a take-over serves.  slip: how often a boss takes just anything."""

    serves: Mapping[str, frozenset[str]]
    slip: Fraction = SLIP
    chosen: int = 2

    @classmethod
    def of(cls, table: Mapping[str, Iterable[str]], slip: Fraction = SLIP) -> Reading:
        return cls({x: frozenset(agendas) for x, agendas in table.items()}, slip)

    @classmethod
    def of_match(cls, game: Game, s: r.State, seat: int, slip: Fraction = SLIP) -> Reading:
        """What each property of the city would serve if `seat` took it over now, by the rules of Mob Town."""
        codes, agendas = game.cards.column("code", "properties"), game.cards.column("code", "agendas")
        return cls(
            {
                codes[x]: frozenset(agendas[a] for a in range(N_AGENDAS) if game.plain.serves(s, seat, x, a))
                for x in range(N_PROPERTIES)
                if s.place[x] == r.CITY
            },
            slip,
            r.CHOSEN,
        )

    @property
    def agendas(self) -> tuple[str, ...]:
        return tuple(sorted(frozenset().union(*self.serves.values())))

    def prior(self) -> dict[Pair, Fraction]:
        """All pairs equally likely."""
        return even(itertools.combinations(self.agendas, self.chosen))

    def likelihood(self, pair: Pair, taken: str, open_: Collection[str]) -> Fraction:
        """How likely a boss with these agendas takes `taken` of the open properties."""
        wanted = [x for x in open_ if self.serves[x] & set(pair)]
        if not wanted:
            return Fraction(1, len(open_))
        return self.slip / len(open_) + ((1 - self.slip) / len(wanted) if taken in wanted else 0)

    def read(self, prior: Mapping[Pair, Fraction], taken: str, open_: Collection[str]) -> dict[Pair, Fraction]:
        """The posterior after one take-over.  Raises ValueError where `taken` is not open."""
        if taken not in open_:
            raise ValueError(f"{taken} is not among the open properties {', '.join(sorted(open_))}.")
        return update(prior, lambda pair: self.likelihood(pair, taken, open_))

    def single(self, belief: Mapping[Pair, Fraction]) -> dict[str, Fraction]:
        """How likely the boss has each agenda; they sum to the number of agendas that a boss has."""
        return {a: sum((p for pair, p in belief.items() if a in pair), Fraction(0)) for a in self.agendas}


STREET = Reading.of(
    {"1": "AE", "2": "AF", "3": "BE", "4": "BG", "5": "CF", "6": "CG", "7": "DH", "8": "DE", "9": "BH"}
)  # nine properties made up for the lesson, eight agendas A to H
