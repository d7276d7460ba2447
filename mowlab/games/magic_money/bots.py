"""The characters of Magic Money.  Each is one short function: what it bids, from its view of the table.

They share how they judge a creature, what they believe others have spent, and how they choose targets.  Dice make their
bids a little uneven: in sealed auctions whoever can be read is beaten by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import rule
from ...core.table import Table, dice
from .cards import HORNS, LEFT, N_CARDS, NONE, RIGHT, VP, WINGS
from .knowledge import (
    FIRST_SCALE,
    ceiling_of,
    floor_of,
    free_budget,
    knows,
    may_be_live,
    scale,
)
from .rules import is_free, opening_limit
from .scoring import ABILITY, SIGNS, points
from .state import (
    A_NUMBER,
    ASKS,
    CAP,
    ENOUGH,
    ENTRIES,
    ENTRY,
    EXACT,
    EXPOSING,
    MOST_AUCTIONS,
    OPENING,
    OWNED,
    PEEKING,
    RESOLVING,
    RESTORING_ENTRY,
    SEAT,
    SWAPPING_OWN,
    SWAPPING_RIVAL,
    SWAPPING_THEIRS,
    TABLE,
    TOKEN,
    State,
    public_sum,
    slot,
    spent,
)

if TYPE_CHECKING:
    from ...core.view import View

MISER, VALUER, SPENDER, SHADOW, LURKER = range(FIRST_CHARACTER, FIRST_CHARACTER + 5)
PLAYOUT, WORLDS = VALUER, 24

USUAL_WORTH = 3.5  # points that a creature brings on average


# ---- judging --------------------------------------------------------------------------------------------------------
@rule
def gain(s: State, p: int) -> int:
    """Points that the creature for sale would bring p as things stand: less than nothing where it spoils the horns."""
    card = s.lot[s.auction]
    before = points(s, p)
    s.place[card] = OWNED + p
    after = points(s, p)
    s.place[card] = TABLE
    return after - before


@rule
def printed(card: int) -> float:
    """What a creature is worth to somebody on average: half its horns count, and so do most wings and half hearts."""
    signs = 0.5 * SIGNS[HORNS * N_CARDS + card] + 0.6 * SIGNS[WINGS * N_CARDS + card]
    return SIGNS[VP * N_CARDS + card] + signs + 0.6 * (SIGNS[LEFT * N_CARDS + card] + SIGNS[RIGHT * N_CARDS + card])


@rule
def worth(s: State, p: int) -> float:
    """What the creature for sale is worth to p: what it brings at once, and what it may come to."""
    return max(0.0, 0.5 * gain(s, p) + 0.5 * printed(s.lot[s.auction]))


@rule
def guess(s: State, me: int, p: int) -> int:
    """What p has spent, as `me` would guess: unseen losing bids were a quarter of the winning one."""
    if p == me:
        return spent(s, me)
    total = public_sum(s, p)
    for k in range(min(s.auction + 1, MOST_AUCTIONS)):
        if may_be_live(s, me, p, k):
            total += s.token[slot(p, k)] if knows(s, me, p, k) else 1 + s.bid[k] // 4
    return total


@rule
def highest_guess(s: State, me: int) -> int:
    """What the rival who has spent most has spent, as `me` would guess."""
    most = 0
    for q in range(s.players):
        if q != me:
            most = max(most, guess(s, me, q))
    return most


@rule
def left(s: State) -> int:
    """Auctions to come after this one."""
    return s.n_auctions - 1 - s.auction


# ---- bidding --------------------------------------------------------------------------------------------------------
@rule
def pennies(s: State, me: int) -> int:
    """Where nothing more is safe: 1, or a few coins for a good creature, as many others will bid 1."""
    return 6 if worth(s, me) > USUAL_WORTH else 1


@rule
def miser(s: State, me: int) -> int:
    """Nothing but the free budget, all of it for a good creature."""
    budget = int(free_budget(s, me) * min(1.0, worth(s, me) / USUAL_WORTH))
    return max(budget, pennies(s, me))


@rule
def going_price(s: State) -> int:
    """The middle of the lowest and the highest winning bid of the last round of auctions."""
    if s.auction == 0:
        return FIRST_SCALE // 2
    first = max(0, s.auction - s.players)
    least = s.bid[first]
    most = s.bid[first]
    for k in range(first, s.auction):
        least = min(least, s.bid[k])
        most = max(most, s.bid[k])
    return (least + most) // 2


@rule
def room(s: State, me: int, percent: int) -> int:
    """What `me` can bid and still have spent less than so much of what it thinks a rival has spent; at first a little."""
    allowed = max(FIRST_SCALE * (s.auction + 1) // 2, highest_guess(s, me) * percent // 100)
    return max(0, allowed - spent(s, me))


@rule
def valuer(s: State, me: int) -> int:
    """The going price times the creature's worth; never a near second: if that is not to be had, pennies."""
    price = int(going_price(s) * worth(s, me) * worth(s, me) / USUAL_WORTH / USUAL_WORTH * 1.5)
    most = room(s, me, 95)
    return min(price, most) if 3 * most > 2 * price else pennies(s, me)


@rule
def spender(s: State, me: int) -> int:
    """Big money in the first third of the game; then what is free."""
    if 3 * s.auction < s.n_auctions:
        return int(2 * scale(s) * worth(s, me) / USUAL_WORTH)
    return miser(s, me)


@rule
def shadow(s: State, me: int) -> int:
    """A little more than the lowest recent winning bid, if that is safe."""
    want = CAP
    for k in range(max(0, s.auction - s.players), s.auction):
        want = min(want, s.bid[k])
    want = FIRST_SCALE // 4 if s.auction == 0 else want + want // 5 + 1
    return want if want <= room(s, me, 90) else 1


@rule
def lurker(s: State, me: int) -> int:
    """Pennies in the first half, then what is free: at first a part of it, in the end all."""
    if 2 * left(s) >= s.n_auctions:
        return pennies(s, me)
    budget = max(free_budget(s, me), room(s, me, 95))
    return max(1, 2 * budget // (2 + left(s)))


@rule
def wanted(s: State, bot: int, me: int) -> int:
    """What character `bot` would bid in seat `me`, before the dice and the limits."""
    if bot == MISER:
        return miser(s, me)
    if bot == VALUER:
        return valuer(s, me)
    if bot == SPENDER:
        return spender(s, me)
    if bot == SHADOW:
        return shadow(s, me)
    if bot == LURKER:
        return lurker(s, me)
    raise ValueError("Magic Money has no character of that number")


@rule
def bid(s: State, bot: int, t: Table) -> int:
    most = opening_limit(s) if s.phase == OPENING else CAP
    if s.phase == OPENING and s.opening_mode == EXACT and not is_free(s):
        return most
    amount = wanted(s, bot, s.turn)
    if amount > 4:
        amount -= dice(t, min(amount // 4, 1 << 30))
    return max(1, min(amount, most))


# ---- targets --------------------------------------------------------------------------------------------------------
@rule
def liking(s: State, a: int) -> float:
    """How much a wizard likes the answer `a` to a question that asks for no number."""
    me = s.turn
    if a == ENOUGH:
        return 0.0
    if a >= TOKEN:
        return float(s.token[slot(me, a - TOKEN)])
    if a >= ENTRY:
        return entry_liking(s, a - ENTRY)
    p = a - SEAT
    if s.phase == RESOLVING:
        return 1000.0 if p == me else -float(points(s, p))
    if s.phase == PEEKING or s.phase == EXPOSING:
        return float(ceiling_of(s, me, p) - floor_of(s, me, p))
    if s.phase == SWAPPING_RIVAL:
        return -float(cheapest(s, p))
    return points(s, p) + guess(s, me, p) / (1.0 + highest_guess(s, me))


@rule
def entry_liking(s: State, i: int) -> float:
    if s.phase == SWAPPING_THEIRS:
        return -float(s.amount[s.rival * ENTRIES + i])
    if s.phase == RESTORING_ENTRY:
        return float(s.amount[s.rival * ENTRIES + i])
    amount = s.amount[s.turn * ENTRIES + i]
    if s.phase == SWAPPING_OWN and amount < cheapest_of_all(s):
        return -float(amount)  # whatever is swapped costs something: give the cheapest
    return float(amount)


@rule
def cheapest(s: State, p: int) -> int:
    """The lowest live Public entry of p."""
    least = CAP
    for row in range(p * ENTRIES, p * ENTRIES + s.entries[p]):
        if not s.crossed[row]:
            least = min(least, s.amount[row])
    return least


@rule
def cheapest_of_all(s: State) -> int:
    """The lowest live Public entry of an opponent."""
    least = CAP
    for q in range(s.players):
        if q != s.turn:
            least = min(least, cheapest(s, q))
    return least


@rule
def choose(s: State, bot: int, t: Table) -> int:
    """The bid of character `bot`, or the answer that it likes best; of equals the first in the list."""
    if ASKS[s.phase] == A_NUMBER:
        return bid(s, bot, t)
    best = t.moves[0]
    most = liking(s, best)
    for k in range(1, t.n_moves):
        value = liking(s, t.moves[k])
        if value > most:
            best = t.moves[k]
            most = value
    return best


def _why(view: View, a: int) -> str:
    return "It liked this best."


BOTS = tuple(
    Bot(k, k, k, "x", p, _why)
    for k, p in (("miser", MISER), ("valuer", VALUER), ("spender", SPENDER), ("shadow", SHADOW), ("lurker", LURKER))
)
