"""Luck as moves of its own: the rules ask what luck brings instead of drawing it.

`ASKED` are the two functions that draw (table.py), to be linked in their place, uncompiled.  They take what the table's
script says; where it ends they raise `Undecided`, which says what could come next.  Whoever catches it chooses, writes
the choice behind the outcomes so far, and lets the rules try again from where they began.  What can come in one way
only is not asked.  Outcomes are kept as in any match, so that a record is a path and a path a record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from . import table
from .link import rule

Outcomes = tuple[tuple[int, float], ...]


class Undecided(Exception):
    """Luck has to decide: `outcomes` are what may come, each with its probability."""

    def __init__(self, outcomes: Outcomes):
        super().__init__(outcomes)
        self.outcomes = outcomes


def _ask(t: Any, chances: Sequence[int]) -> int:
    """The next outcome, one of `chances` (each as likely as it occurs there).  Raises Undecided; ValueError for a
    script with something else.
    """
    if t.at_script < t.n_script:
        outcome: int = t.script[t.at_script]
        t.at_script += 1
        if outcome not in chances:
            allowed = ", ".join(map(str, sorted(set(chances))))
            raise ValueError(f"Luck cannot bring {outcome!r} now; it may bring: {allowed}.")
    else:
        times = Counter(chances)
        if len(times) > 1:
            raise Undecided(tuple((outcome, n / len(chances)) for outcome, n in sorted(times.items())))
        outcome = chances[0]
    table._keep_outcome(t, outcome)
    return outcome


@rule
def below(t: Any, n: int) -> int:
    return _ask(t, range(n))


@rule
def shuffle(t: Any, items: Any, n: int) -> None:
    for i in range(n):
        j = items.index(_ask(t, items[i:n]), i)
        items[i], items[j] = items[j], items[i]


ASKED: dict[Callable[..., Any], Callable[..., Any]] = {table.below: below, table.shuffle: shuffle}
