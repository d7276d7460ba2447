"""The characters of MOW: each a short compiled policy with a name, an idea and a source."""

from __future__ import annotations

from ...core.bot import Bot
from ...core.link import rule
from ...core.table import Table
from .rules import FLIES, NUMBER, TAKE, KEEP, CALF_LOW, State

SHEDDER = 10
PLAYOUT, WORLDS = SHEDDER, 24


@rule
def choose(s: State, bot: int, t: Table) -> int:
    return shedder(s, t)


@rule
def shedder(s: State, t: Table) -> int:
    best = t.moves[0]
    best_value = -1000
    for k in range(t.n_moves):
        a = t.moves[k]
        if a == TAKE:
            value = -500
        elif a >= CALF_LOW:
            value = 0 if a >= KEEP else 20
        else:
            closed = 0
            if s.low[s.herd] <= s.high[s.herd] and NUMBER[a] >= 0:
                closed = max(s.low[s.herd] - NUMBER[a], 0) + max(NUMBER[a] - s.high[s.herd], 0)
            value = 10 * FLIES[a] - 4 * closed
        if value > best_value:
            best = a
            best_value = value
    return best


BOTS = (Bot("shedder", "Sheila Shed", "x", "y", SHEDDER, lambda view, a: "because"),)
