"""The characters of MOW.  Each is one short function: how much it likes a move, in flies, from its view of the position.

The same small counting functions serve the policies and the sentences that explain them (`why`), so the two cannot drift.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import rule
from ...core.table import Table
from .rules import (
    CALF_CARD,
    CALF_LOW,
    FLIES,
    HAND,
    HERD,
    KEEP,
    NEXT,
    NUMBER,
    PASS,
    PLAYING,
    SHED,
    SLOTS,
    TAKE,
    TURN,
    UNKNOWN,
    State,
    has_number,
    is_empty,
    neighbour,
    number_for,
)

if TYPE_CHECKING:
    from ...core.view import View

SHEDDER, OPENER, COUNTER, SPOILER = range(FIRST_CHARACTER, FIRST_CHARACTER + 4)
PLAYOUT, WORLDS = COUNTER, 24

NEVER = -1000.0  # less than any move is worth otherwise
FLY_SHED = 0.5  # a fly that leaves the hand is worth half a fly: some come back with a herd
NUMBER_CLOSED = 0.25  # a number that nobody can play any more
END_CLOSED = 6.0  # no number left at one end


# ---- counting: what policies and sentences share ------------------------------------------------------------------------
@rule
def card_of(a: int) -> int:
    """The card that action `a` (0 to CALF_HIGH) plays."""
    return CALF_CARD if a >= CALF_LOW else a


@rule
def herd_flies(s: State, h: int) -> int:
    flies = 0
    for c in range(s.n_cards):
        if s.place[c] == HERD + h:
            flies += FLIES[c]
    return flies


@rule
def low_after(s: State, a: int) -> int:
    return min(s.low[s.herd], number_for(s, s.herd, card_of(a), a))


@rule
def high_after(s: State, a: int) -> int:
    return max(s.high[s.herd], number_for(s, s.herd, card_of(a), a))


@rule
def closed_by(s: State, a: int) -> int:
    """Numbers that could be added before action `a` and cannot after it; its own number does not count."""
    if is_empty(s, s.herd):
        return 0
    moved = s.low[s.herd] - low_after(s, a) + high_after(s, a) - s.high[s.herd]
    return max(moved - 1, 0)


@rule
def shuts_end(s: State, a: int) -> bool:
    """Action `a` leaves no number at an end of the line that was open."""
    if low_after(s, a) == 0:
        return s.low[s.herd] > 0
    return high_after(s, a) == SLOTS - 1 and s.high[s.herd] < SLOTS - 1


@rule
def unseen(s: State) -> int:
    """Cards that this farmer cannot place: in the deck or in a rival's hand."""
    n = 0
    for c in range(s.n_cards):
        if s.place[c] == UNKNOWN:
            n += 1
    return n


@rule
def fitting(s: State, h: int, place: int, low: int, high: int) -> int:
    """Numbered cards at `place` that fit herd h if it runs from `low` to `high`."""
    n = 0
    for c in range(s.n_cards):
        outside = NUMBER[c] < low or NUMBER[c] > high
        if s.place[c] == place and has_number(c) and outside and (FLIES[c] > 0 or not s.mad[h]):
            n += 1
    return n


@rule
def stuck(fit: int, total: int, held: int) -> float:
    """Chance that none of `held` cards fits, drawn from `total` of which `fit` do."""
    chance = 1.0
    for i in range(held):
        if total - i <= 0:
            return chance
        chance *= max(total - fit - i, 0) / (total - i)
    return chance


@rule
def flies_so_far(s: State, p: int) -> int:
    """Flies of farmer p in scored rounds and in the cowshed; herds were taken in the open."""
    flies = s.flies[p]
    for c in range(s.n_cards):
        if s.place[c] == SHED + p:
            flies += FLIES[c]
    return flies


@rule
def next_farmer(s: State, a: int) -> int:
    """Who plays after the choice KEEP, TURN or NEXT + seat."""
    if a >= NEXT:
        return a - NEXT
    if a == TURN:
        return (s.turn - s.direction + s.players) % s.players
    return neighbour(s, s.turn)


@rule
def next_herd(s: State, a: int) -> int:
    """Which herd that farmer then faces."""
    step = -s.direction if a == TURN else s.direction
    return (s.herd + step + s.n_herds) % s.n_herds


@rule
def threat(s: State, p: int, h: int) -> float:
    """Flies that farmer p must expect from having to take herd h now."""
    if is_empty(s, h):
        return 0.0
    return herd_flies(s, h) * stuck(fitting(s, h, UNKNOWN, s.low[h], s.high[h]), unseen(s), s.held[p])


@rule
def turns_until_back(s: State, a: int) -> int:
    """Farmers who play before this one again, after the choice `a`."""
    step = -s.direction if a == TURN else s.direction
    return ((s.turn - next_farmer(s, a)) * step + s.players) % s.players


# ---- characters: how much each likes a move -----------------------------------------------------------------------------
@rule
def shedder(s: State, a: int) -> float:
    if a == TAKE:
        return NEVER
    return FLIES[card_of(a)] - NUMBER_CLOSED * closed_by(s, a)


@rule
def opener(s: State, a: int) -> float:
    if a == TAKE:
        return NEVER
    return FLY_SHED * FLIES[card_of(a)] - closed_by(s, a) - END_CLOSED * shuts_end(s, a)


@rule
def counter(s: State, a: int) -> float:
    if a == TAKE:
        return -float(herd_flies(s, s.herd))
    return FLY_SHED * FLIES[card_of(a)] - risk(s, a)


@rule
def spoiler(s: State, a: int) -> float:
    if a == TAKE:
        return NEVER
    return FLY_SHED * FLIES[card_of(a)] - risk(s, a) + danger(s, a)


@rule
def danger(s: State, a: int) -> float:
    """Flies that the next farmer must expect from being stuck after card `a`."""
    fit = fitting(s, s.herd, UNKNOWN, low_after(s, a), high_after(s, a))
    flies = herd_flies(s, s.herd) + FLIES[card_of(a)]
    return flies * stuck(fit, unseen(s), s.held[neighbour(s, s.turn)])


@rule
def risk(s: State, a: int) -> float:
    """Flies that this farmer must expect from the herd after card `a`: it comes round again and no card in hand fits."""
    low = low_after(s, a)
    high = high_after(s, a)
    total = unseen(s)
    answered = 1.0 - stuck(fitting(s, s.herd, UNKNOWN, low, high), total, s.held[neighbour(s, s.turn)])
    own = fitting(s, s.herd, HAND + s.turn, low, high)
    back = 1.0
    for _ in range(s.players - 1):
        back *= answered
    return back * (herd_flies(s, s.herd) + FLIES[card_of(a)] + s.players - 1) / (1.0 + own) / (1.0 + own)


@rule
def aim(s: State, a: int) -> float:
    """The choice after a special cow: the next farmer should be in danger, and it should be long until one's own turn."""
    return threat(s, next_farmer(s, a), next_herd(s, a)) + 0.01 * turns_until_back(s, a)


@rule
def liking(s: State, bot: int, a: int) -> float:
    """How much character `bot` likes the legal move `a`."""
    if a == PASS:
        return 0.0
    if s.phase != PLAYING:
        if bot == SPOILER or bot == COUNTER:
            return aim(s, a)
        return 1.0 if a == KEEP else 0.0
    if bot == SHEDDER:
        return shedder(s, a)
    if bot == OPENER:
        return opener(s, a)
    if bot == COUNTER:
        return counter(s, a)
    if bot == SPOILER:
        return spoiler(s, a)
    raise ValueError("MOW has no character of that number")


@rule
def choose(s: State, bot: int, t: Table) -> int:
    """The move that character `bot` likes best; of equals the first in the list."""
    best = t.moves[0]
    most = liking(s, bot, best)
    for k in range(1, t.n_moves):
        value = liking(s, bot, t.moves[k])
        if value > most:
            best = t.moves[k]
            most = value
    return best


def _why(view: View, a: int) -> str:
    return "It liked this move best."


BOTS = (
    Bot("shedder", "Felix Flyswatter", "Gets rid of its flies while the deck is still thick.", "a public strategy remark", SHEDDER, _why),
    Bot("opener", "Wanda Wide", "Keeps the line wide open and never shuts an end if it can help it.", "our own", OPENER, _why),
    Bot("counter", "Carla Count", "Counts the cows it has not seen yet and takes a cheap herd before a dear one comes.", "a public strategy remark", COUNTER, _why),
    Bot("spoiler", "Theo Trap", "Leaves the next farmer a dear herd that hardly any cow fits.", "a public strategy remark", SPOILER, _why),
)
