"""What search needs to know about Mob Town: who sees what, and how a game stands that is not over."""

from __future__ import annotations

import math

from ...core.level import Level, Method
from ...core.link import rule
from ...core.table import EVERYONE
from .rules import CHOOSING, ROUNDS, SWAPPING, State, wealth

# Points by which a lead may still change: in the whole game, and less for each round that was scored.
# Fitted to who won 1,000 games of four planners.
WHOLE, FOR_EACH_ROUND = 6.5, 1.6


@rule
def seen_by(s: State, a: int) -> int:
    """Agendas are chosen in secret."""
    return 1 << s.turn if s.phase == CHOOSING or s.phase == SWAPPING else EVERYONE


@rule
def outlook(s: State, p: int) -> float:
    """The more points the better, the more so the nearer the end is."""
    unit = WHOLE - FOR_EACH_ROUND * min(s.rounds, ROUNDS - 1)
    total = 0.0
    for q in range(s.players):
        total += math.exp((wealth(s, q) - wealth(s, p)) / unit)
    return 1.0 / total


METHOD = Method(exploration=0.5, own=0.5, rivals=0.0, horizon=1)
LADDER = (
    Level("beginner", "Beginner", "expander"),
    Level("easy", "Easy", "schemer"),
    Level("medium", "Medium", "planner"),
    Level("hard", "Hard", 150),
    Level("expert", "Expert", 500),
)
