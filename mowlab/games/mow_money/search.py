"""What search needs to know about Mow Money: who sees what, how a game stands, what a bot may tell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...core.level import Level, Method, Won
from ...core.link import rule
from ...core.table import EVERYONE
from ...core.words import Names
from .bots import rounds_left
from .cards import NONE
from .rules import AIM, AIMING, BUY_CARD, DUMMY, ODD_JOB, SLOTS, WAY, State, is_bidding, reputation, wealth
from .words import area_name

if TYPE_CHECKING:
    from ...core.view import View

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
    Level("easy", "Easy", "appraiser", Won(44, 42, 46, 2_000)),
    Level("medium", "Medium", "bluffer", Won(36, 34, 38, 2_000)),
    Level("hard", "Hard", 50, Won(45, 38, 52, 173)),
    Level("expert", "Expert", 8_000, Won(28, 19, 38, 40, iterations=2_000)),
)


# ---- what a bot may tell --------------------------------------------------------------------------------------------
def tells(s: Any, a: int) -> bool:
    """Naming choice `a`, which was not taken, gives nothing away: what to bid for and what to buy is open to all, cards
    in hand and what they could have been used for stay secret.
    """
    return bool(AIM <= a < WAY or a >= BUY_CARD)


def beliefs(view: View, a: int, worlds: list[Any], names: Names) -> Iterator[str]:
    """What each sealed stack of a rival is most probably for."""
    s = view.state
    if s.phase != AIMING:
        return
    for p in range(s.players):
        bids = range(p * SLOTS, (p + 1) * SLOTS) if p != view.seat else ()
        found = [likely for bid in bids if (likely := _likely([world.target[bid] for world in worlds]))]
        if found:
            stacks = "stacks are" if len(found) > 1 else "stack is"
            yield names.sentence("{whose} {stacks} probably for {what}.", p, stacks=stacks, what=" and ".join(found))


def _likely(targets: list[int]) -> str:
    """«A (45 %)»: what a stack is for in most worlds; nothing if there is none."""
    known = [target for target in targets if target != NONE]
    if not known:
        return ""
    most = max(sorted(set(known)), key=known.count)
    what = "an odd job" if most == ODD_JOB else area_name(most)[0]
    return f"{what} ({100 * known.count(most) / len(targets):.0f} %)"
