"""What search needs to know about Mow Money: who sees what, and how a game stands that is not over."""

from __future__ import annotations

import math

from ...core.level import Level, Method
from ...core.link import rule
from ...core.table import EVERYONE
from .bots import rounds_left
from .rules import DUMMY, State, is_bidding, reputation, wealth

# Points by which a lead may still change: at the end, and more for each round to come.
# Fitted to who won 600 games of four bluffers.
LEAST, FOR_EACH_ROUND = 3.4, 0.5


@rule
def seen_by(s: State, a: int) -> int:
    """Bids are laid face down, what they are for included."""
    return 1 << s.turn if is_bidding(s.phase) else EVERYONE


@rule
def outlook(s: State, p: int) -> float:
    """The more points the better, the more so the nearer the end is."""
    unit = LEAST + FOR_EACH_ROUND * rounds_left(s)
    if s.players == 1:
        return 1.0 / (1.0 + math.exp((reputation(s, DUMMY) - wealth(s, 0)) / unit))
    total = 0.0
    for q in range(s.players):
        total += math.exp((wealth(s, q) - wealth(s, p)) / unit)
    return 1.0 / total


METHOD = Method(exploration=0.5, own=0.5, rivals=0.0, horizon=1, character="bluffer")
LADDER = (
    Level("beginner", "Beginner", "jobber"),
    Level("easy", "Easy", "appraiser"),
    Level("medium", "Medium", "bluffer"),
    Level("hard", "Hard", 50),
    Level("expert", "Expert", 300),
)
