"""What search needs to know about Mow Money: who sees what, how a game stands, what a bot may tell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...core.engine import IMAGINED, VIEW, decide
from ...core.level import Level, Method, Won
from ...core.link import rule
from ...core.table import EVERYONE, Table
from ...core.words import Names, percent
from .bots import rounds_left
from .cards import N_CARDS, N_CONTRACTS, NONE
from .rules import (
    AIM,
    AIMING,
    BLUFF_CARDS,
    BUY_CARD,
    DUMMY,
    HAND,
    ODD_JOB,
    SLOTS,
    STACK,
    STAKED,
    WAY,
    WON,
    State,
    apply,
    determinize,
    imagine_bid,
    is_bidding,
    list_moves,
    mover,
    reputation,
    wealth,
)
from .words import area_name

if TYPE_CHECKING:
    from ...core.view import View

# Points by which a lead may still change: at the end, and more for each round to come.
# Fitted to who won 600 games of four bluffers; 3,000 more, and weights of their own for money, mowers and types of
# cards, gave nothing (docs/search.md).
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


# ---- what lies in sealed stacks -------------------------------------------------------------------------------------
@rule
def imagine_world(states: Any, character: int, t: Table) -> None:
    """Hands as `determinize` deals them; whoever has bid has bid what the character would have bid with its hand, if
    that is a stack of as many cards, bluff cards aside; else anything that fits.
    """
    s: State = states[IMAGINED]
    determinize(s, mover(states[VIEW]), t)
    if not is_bidding(s.phase):
        return
    turn = s.turn
    phase = s.phase
    slot = s.slot
    way = s.way
    last = s.last
    n_put = s.n_put
    for i in range((turn - s.marker + s.players) % s.players):
        bid_again(states, (s.marker + i) % s.players, character, t)
    s.turn = turn
    s.phase = phase
    s.slot = slot
    s.way = way
    s.last = last
    s.n_put = n_put


@rule
def bid_again(states: Any, p: int, character: int, t: Table) -> None:
    """Have the character make the bids of seat p, that are sealed, from the hand it is imagined to have."""
    s: State = states[IMAGINED]
    first = s.laid[p * SLOTS]
    second = s.laid[p * SLOTS + 1]
    if not s.simultaneous and first == 0:
        return
    take_back(s, p)
    s.turn = p
    s.slot = 0
    s.phase = AIMING
    while s.turn == p:
        n = list_moves(s, t)
        apply(s, t.moves[0] if n == 1 else decide(states, IMAGINED, character, t), t)
    if s.simultaneous or fill_up(s, p, first, second):
        return
    take_back(s, p)
    s.laid[p * SLOTS] = first
    s.laid[p * SLOTS + 1] = second
    for bid in range(p * SLOTS, (p + 1) * SLOTS):
        if s.laid[bid]:
            imagine_bid(s, bid, t)


@rule
def take_back(s: State, p: int) -> None:
    """Seat p has all its cards and contracts in hand again."""
    for bid in range(p * SLOTS, (p + 1) * SLOTS):
        for c in range(N_CARDS):
            if s.place[c] == STACK + bid:
                s.place[c] = HAND + p
        for c in range(N_CONTRACTS):
            if s.contract[c] == STAKED + bid:
                s.contract[c] = WON + p
        s.target[bid] = NONE
        s.job[bid] = NONE
        s.bluffs[bid] = 0
        s.laid[bid] = 0
    s.way = NONE
    s.last = NONE
    s.n_put = 0


@rule
def fill_up(s: State, p: int, first: int, second: int) -> bool:
    """Give the stacks of seat p the sizes that were seen by other numbers of bluff cards; False if that cannot be."""
    bid = p * SLOTS
    if s.laid[bid] == 0 or (second == 0) != (s.laid[bid + 1] == 0):
        return False
    one = first - s.laid[bid] + s.bluffs[bid]
    two = second - s.laid[bid + 1] + s.bluffs[bid + 1]
    if one < 0 or two < 0 or one + two > BLUFF_CARDS:
        return False
    s.bluffs[bid] = one
    s.bluffs[bid + 1] = two
    s.laid[bid] = first
    s.laid[bid + 1] = second
    return True


METHOD = Method(exploration=0.5, own=0.0, rivals=0.0, horizon=2, character="bluffer", whole=True)
LADDER = (
    Level("beginner", "Beginner", "jobber"),
    Level("easy", "Easy", "appraiser", Won(44, 42, 46, 2_000)),
    Level("medium", "Medium", "bluffer", Won(36, 34, 38, 2_000)),
    Level("hard", "Hard", 100, Won(64, 55, 72, 100)),
    Level("expert", "Expert", 2_000, Won(61, 52, 70, 40)),
)


# ---- what a bot may tell --------------------------------------------------------------------------------------------
def tells(s: Any, a: int) -> bool:
    """Naming choice `a`, which was not taken, gives nothing away: what to bid for and what to buy is open to all, cards
    in hand and what they could have been used for stay secret.
    """
    return bool(AIM <= a < WAY or a >= BUY_CARD)


def beliefs(view: View, a: int, worlds: list[Any], names: Names) -> Iterator[str]:
    """What each sealed stack of a rival is most probably for, if it bids as the character of the METHOD does."""
    s = view.state
    if s.phase != AIMING:
        return
    for p in range(s.players):
        bids = range(p * SLOTS, (p + 1) * SLOTS) if p != view.seat else ()
        found = [likely for bid in bids if (likely := _likely([world.target[bid] for world in worlds]))]
        if found:
            stacks = "stacks are" if len(found) > 1 else "stack is"
            said = "{whose} {stacks} most likely for {what}, going by how a bluffer bids."
            yield names.sentence(said, p, stacks=stacks, what=" and ".join(found))


def _likely(targets: list[int]) -> str:
    """«A (45 %)»: what a stack is for in most worlds; nothing if there is none."""
    known = [target for target in targets if target != NONE]
    if not known:
        return ""
    most = max(sorted(set(known)), key=known.count)
    what = "an odd job" if most == ODD_JOB else area_name(most)[0]
    return f"{what} ({percent(known.count(most) / len(targets))})"
