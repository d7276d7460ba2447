"""Characters that take whichever move is worth most: a game's bots.py takes `choose` from here and gives `worth`."""

from __future__ import annotations

from typing import Any

from .link import hook, rule
from .table import Table


@hook
def worth(s: Any, bot: int, a: int) -> float:
    """What the legal move `a` is worth to character `bot`, from its view `s`."""
    raise NotImplementedError


@rule
def choose(s: Any, bot: int, t: Table) -> int:
    """The legal move that is worth most to character `bot`; of equals the first in the list."""
    best = t.moves[0]
    most = worth(s, bot, best)
    for k in range(1, t.n_moves):
        value = worth(s, bot, t.moves[k])
        if value > most:
            best = t.moves[k]
            most = value
    return best
