"""What search needs to know about Magic Money: who sees what, and how a game stands that is not over."""

from __future__ import annotations

from ...core.level import Level, Method
from ...core.link import rule
from ...core.table import EVERYONE
from .state import A_TOKEN, ASKS, BIDDING, State


@rule
def seen_by(s: State, a: int) -> int:
    """Sealed bids are shown to the active wizard alone (W7), what is crossed out on a Private side to nobody."""
    if s.phase == BIDDING:
        return 1 << s.turn | 1 << s.active
    return 1 << s.turn if ASKS[s.phase] == A_TOKEN else EVERYONE


@rule
def outlook(s: State, p: int) -> float:
    """A game of some sixty decisions is always played to its end, so nothing has to be said about the middle of it."""
    return 1.0 / s.players


METHOD = Method(exploration=0.8, own=1.0, rivals=0.0)
LADDER = (
    Level("beginner", "Beginner", "miser"),
    Level("easy", "Easy", "shadow"),
    Level("medium", "Medium", "valuer"),
    Level("hard", "Hard", 40),
    Level("expert", "Expert", 1_000),
)
