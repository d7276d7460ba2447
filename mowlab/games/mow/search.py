"""What search needs to know about MOW: who sees what, how a game stands, what a bot may tell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...core.level import Level, Method, Won
from ...core.link import rule
from ...core.table import EVERYONE, Table
from ...core.words import Names
from .rules import PASS, PLAYING, TAKE, TARGET, State

if TYPE_CHECKING:
    from ...core.view import View

# Flies by which a lead may still change: at the end, and more for each fly that the worst farmer has not got yet.
# Fitted to who won 3,000 games of four spoilers.
LEAST, FOR_EACH_FLY = 13.0, 0.33


@rule
def seen_by(s: State, a: int) -> int:
    """Cards are played in the open."""
    return EVERYONE


@rule
def outlook(s: State, p: int) -> float:
    """The fewer flies the better, the more so the nearer the end is."""
    worst = 0
    for q in range(s.players):
        worst = max(worst, s.flies[q])
    unit = LEAST + FOR_EACH_FLY * max(0, TARGET - worst)
    total = 0.0
    for q in range(s.players):
        total += math.exp((s.flies[p] - s.flies[q]) / unit)
    return 1.0 / total


METHOD = Method(exploration=0.3, own=0.0, rivals=0.0, horizon=1, character="spoiler")
LADDER = (
    Level("beginner", "Beginner", "shedder"),
    Level("easy", "Easy", "opener", Won(28, 26, 30, 2_000)),
    Level("medium", "Medium", "spoiler", Won(39, 37, 41, 2_000)),
    Level("hard", "Hard", 400, Won(37, 27, 47, 100)),
    Level("expert", "Expert", 10_000, Won(33, 28, 39, 220)),
)


# ---- what a bot may tell --------------------------------------------------------------------------------------------
def tells(s: Any, a: int) -> bool:
    """Naming choice `a`, which was not taken, gives nothing away: cards in hand are secret."""
    return a >= TAKE


def beliefs(view: View, a: int, worlds: list[Any], names: Names) -> Iterator[str]:
    """How often the next farmer can play a card after `a`, and need not take the herd."""
    rules, me = view.game.plain, view.seat
    able: list[bool] = []
    for world in worlds:
        t = Table.new()
        rules.apply(world, a, t)
        if world.phase != PLAYING or world.rounds != view.state.rounds or world.turn == me:
            return
        able.append(any(m not in (TAKE, PASS) for m in t.moves[: rules.list_moves(world, t)]))
    share = 100 * sum(able) / len(able)
    yield f"Then {names[worlds[0].turn]} can play a card in {share:.0f} of 100 worlds."
