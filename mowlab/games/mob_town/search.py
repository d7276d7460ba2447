"""What search needs to know about Mob Town: who sees what, how a game stands, what a bot may tell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...core.level import Level, Method, Won
from ...core.link import rule
from ...core.table import EVERYONE
from ...core.words import Names, percent
from .cards import N_AGENDAS
from .rules import ACTING, AGENDA, CHOOSING, DRAW, LEAVE, ROUNDS, WAY, State, wealth
from .words import agenda_name

if TYPE_CHECKING:
    from ...core.view import View

# Points by which a lead may still change: in the whole game, and less for each round that was scored.
# Fitted to who won 1,000 games of four planners.
WHOLE, FOR_EACH_ROUND = 6.5, 1.6


@rule
def seen_by(s: State, a: int) -> int:
    """Agendas are chosen and put back in secret."""
    return 1 << s.turn if AGENDA <= a < WAY else EVERYONE


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
    Level("easy", "Easy", "schemer", Won(43, 40, 46, 2_000)),
    Level("medium", "Medium", "planner", Won(52, 49, 54, 2_000)),
    Level("hard", "Hard", 150, Won(52, 45, 59, 135)),
    Level("expert", "Expert", 500, Won(51, 39, 63, 40)),
)

LIKELY = 0.4  # from here on an agenda of a rival is named


# ---- what a bot may tell --------------------------------------------------------------------------------------------
def tells(s: Any, a: int) -> bool:
    """Naming choice `a`, which was not taken, gives nothing away that is still secret when the round is over: agendas
    lie on the table then, cards in hand do not.
    """
    return bool(s.phase == CHOOSING or (s.phase == ACTING and DRAW <= a < LEAVE))


def beliefs(view: View, a: int, worlds: list[Any], names: Names) -> Iterator[str]:
    """The agenda that each rival most probably has."""
    if view.state.phase != ACTING:
        return
    for p in range(view.state.players):
        if p == view.seat:
            continue
        shares = [sum(world.agenda[p] >> i & 1 for world in worlds) / len(worlds) for i in range(N_AGENDAS)]
        likely = max(range(N_AGENDAS), key=lambda i: shares[i])
        if shares[likely] >= LIKELY:
            name, share = agenda_name(likely, view.game.cards), percent(shares[likely])
            yield names.sentence("{Who} {have|has} the agenda «{name}» in {share} of them.", p, name=name, share=share)
