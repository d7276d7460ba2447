"""The characters of Mow Money: each a short compiled policy with a name, an idea and a source."""

from __future__ import annotations

from ...core.bot import Bot
from ...core.link import rule
from ...core.table import Table, dice
from .rules import State

PLACEHOLDER = 10
PLAYOUT, WORLDS = PLACEHOLDER, 16


@rule
def choose(s: State, bot: int, t: Table) -> int:
    return t.moves[dice(t, t.n_moves)]


BOTS = (Bot("undercutter", "x", "x", "x", PLACEHOLDER, lambda view, a: "because"),)
