"""What search needs to know about Magic Money: who sees what, how a game stands, what a bot may tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...core.level import Level, Method, Won
from ...core.link import rule
from ...core.table import EVERYONE
from ...core.words import Names
from .state import A_TOKEN, ASKS, BIDDING, RESOLVING, State
from .words import counting

if TYPE_CHECKING:
    from ...core.view import View


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
    Level("easy", "Easy", "shadow", Won(44, 41, 47, 2_000)),
    Level("medium", "Medium", "valuer", Won(48, 45, 51, 2_000)),
    Level("hard", "Hard", 40, Won(49, 43, 55, 200)),
    Level("expert", "Expert", 1_000, Won(42, 31, 55, 88)),
)


# ---- what a bot may tell --------------------------------------------------------------------------------------------
def tells(s: Any, a: int) -> bool:
    """Naming choice `a`, which was not taken, gives nothing away: Private entries and who tied are secret, the numbers
    that somebody thought of are not.
    """
    return bool(ASKS[s.phase] != A_TOKEN and s.phase != RESOLVING)


def beliefs(view: View, a: int, worlds: list[Any], names: Names) -> Iterator[str]:
    """Who has spent most so far, as it seems to the seat: this is as secret as its own money."""
    if view.state.auction == 0:
        return
    count = counting(view.game.cards)
    seats = range(view.game.players)
    most = [max(seats, key=lambda p: count.spent(world, p)) for world in worlds]
    greediest = max(seats, key=most.count)
    share = 100 * most.count(greediest) / len(worlds)
    yield names.sentence("{Who} {have|has} spent most so far in {share:.0f} of 100 worlds.", greediest, share=share)
