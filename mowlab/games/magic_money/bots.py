"""The characters of Magic Money.  Each is one short function: what it bids, from its view of the table.

They share how they judge a creature, what they believe others have spent, and how they choose targets.  Dice make their
bids a little uneven: in sealed auctions whoever can be read is beaten by one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import by_cards, rule
from ...core.table import Table, dice
from ...core.words import number_of
from . import state as st
from .cards import HORNS, LEFT, N_CARDS, RIGHT, VP, WINGS, constants
from .knowledge import (
    FIRST_SCALE,
    ceiling_of,
    floor_of,
    free_budget,
    highest_floor,
    knows,
    may_be_live,
    scale,
)
from .rules import is_free, opening_limit
from .scoring import SIGNS, points
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
from .words import amount

if TYPE_CHECKING:
    from ...core.view import View

MISER, VALUER, SPENDER, SHADOW, LURKER = range(FIRST_CHARACTER, FIRST_CHARACTER + 5)
PLAYOUT, WORLDS = VALUER, 24

USUAL_WORTH = 3.5  # points that a creature brings on average
CAREFUL, WARY = 95, 90  # percent of the highest total believed that a character lets its own come to


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
    if free_budget(s, me) == 0:
        return pennies(s, me)
    return int(free_budget(s, me) * min(1.0, worth(s, me) / USUAL_WORTH))


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
    """What `me` can bid and stay below that share of what it thinks a rival has spent; early on a little more."""
    allowed = max(FIRST_SCALE * (s.auction + 1) // 2, highest_guess(s, me) * percent // 100)
    return max(0, allowed - spent(s, me))


@rule
def valuer(s: State, me: int) -> int:
    """The going price times the creature's worth; never a near second: if that is not to be had, pennies."""
    price = int(going_price(s) * worth(s, me) * worth(s, me) / USUAL_WORTH / USUAL_WORTH * 1.5)
    most = room(s, me, CAREFUL)
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
    return want if want <= room(s, me, WARY) else 1


@rule
def lurker(s: State, me: int) -> int:
    """Pennies in the first half, then what is free: at first a part of it, in the end all."""
    if 2 * left(s) >= s.n_auctions:
        return pennies(s, me)
    budget = max(free_budget(s, me), room(s, me, CAREFUL))
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
    value = wanted(s, bot, s.turn)
    if value > 4:
        value -= dice(t, min(value // 4, 1 << 30))
    return max(1, min(value, most))


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
    value = s.amount[s.turn * ENTRIES + i]
    if s.phase == SWAPPING_OWN and value < cheapest_of_all(s):
        return -float(value)  # whatever is swapped costs something: give the cheapest
    return float(value)


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


# ---- why, in a sentence ---------------------------------------------------------------------------------------------
COUNTED = (worth, going_price, room, free_budget, highest_floor, highest_guess, spent, left, opening_limit, is_free)
counting = by_cards(COUNTED, constants)


TARGETS = {
    st.ERASING_PUBLIC: "It crossed out its dearest older entry: the lower its total, the more it can still bid.",
    st.ERASING_PRIVATE: "It crossed out the dearest bid that it had lost.",
    st.ERASING_FIRST: "It crossed out the dearest bid that it had lost.",
    st.ERASING_SECOND: "Two entries less are better than one.",
    st.PEEKING: "It looked where it knew least: what this wizard has spent was the most uncertain.",
    st.EXPOSING: "It chose the wizard whose spending was the most uncertain.",
    st.SWAPPING_OWN: "It gave away the entry that it gains most by losing.",
    st.SWAPPING_RIVAL: "This wizard has the cheapest entry to take over.",
    st.SWAPPING_THEIRS: "It took over the cheapest entry there was.",
    st.FORGING: "It forged where it hurts most: with points and a high total this wizard is nearest to both ends.",
    st.RESTORING_RIVAL: "It chose the wizard with the most points who has something crossed out.",
    st.RESTORING_ENTRY: "It brought back the dearest one.",
}
PENNIES = "so it offered pennies and did not risk being a near second, who pays and gets nothing."
Texts = Callable[[Any, Any], str]


def _why_target(view: View, a: int) -> str:
    s = view.state
    if len(view.moves) == 1:
        return "That was the highest bid." if s.phase == st.RESOLVING else "There was only one answer."
    if s.phase == st.RESOLVING:
        mine = a == st.SEAT + s.turn
        return (
            "A tie with its own opening: it took the creature." if mine else "Of those tied, this one has least points."
        )
    return TARGETS[s.phase]


def _explain(texts: Texts, view: View, a: int) -> str:
    """Why a character made move `a`: what it went by, with the numbers of the position."""
    s, count = view.state, counting(view.game.cards)
    if a < 0:
        return _why_target(view, a)
    if s.phase == st.OPENING and not count.is_free(s):
        limit = count.opening_limit(s)
        if s.opening_mode == EXACT or limit == 1:
            return f"The opening had to be {amount(limit)}."
        if a == limit:
            return f"{amount(limit)} was the most that it could open with. {texts(s, count)}"
    return texts(s, count)


def _worth_words(s: Any, count: Any) -> str:
    return f"this creature is worth some {count.worth(s, s.turn):.1f} points to it ({USUAL_WORTH:g} is usual)"


def _why_miser(s: Any, count: Any) -> str:
    floor, own, budget = count.highest_floor(s, s.turn), count.spent(s, s.turn), count.free_budget(s, s.turn)
    if budget < 1:
        return f"It had spent {amount(own)} and no rival more for certain: nothing was free of risk, {PENNIES}"
    return (
        f"Some rival has spent at least {amount(floor)} and it had spent {amount(own)}: up to {amount(budget)} was "
        f"free of risk, and {_worth_words(s, count)}."
    )


def _why_valuer(s: Any, count: Any) -> str:
    price, most = count.going_price(s), count.room(s, s.turn, CAREFUL)
    return (
        f"Creatures went for about {amount(price)}, and {_worth_words(s, count)}; it thought it safe to spend "
        f"{amount(most)} more. Where the price is out of reach it offers pennies."
    )


def _why_spender(s: Any, count: Any) -> str:
    if 3 * s.auction < s.n_auctions:
        return f"It spends big while money is still scarce, and {_worth_words(s, count)}."
    return f"Its big spending is over. {_why_miser(s, count)}"


def _why_shadow(s: Any, count: Any) -> str:
    if s.auction == 0:
        return "Nothing was sold yet: a few coins more than pennies might be enough."
    least = min(s.bid[max(0, s.auction - s.players) : s.auction])
    most = count.room(s, s.turn, WARY)
    return (
        f"The cheapest of the last creatures went for {amount(least)}: a little more can be enough, if that is within "
        f"the {amount(most)} that it thought safe to spend."
    )


def _why_lurker(s: Any, count: Any) -> str:
    togo = count.left(s)
    if 2 * togo >= s.n_auctions:
        return f"Too early: with {togo} auctions to come it lets the others spend."
    own, most = count.spent(s, s.turn), count.highest_guess(s, s.turn)
    return (
        f"Now it is time: {number_of(togo, 'auction is', 'auctions are')} to come, it had spent {amount(own)}, and it "
        f"thought that some rival had spent about {amount(most)}."
    )


def _character(key: str, name: str, policy: int, texts: Texts, idea: str, source: str) -> Bot:
    why = functools.partial(_explain, texts)
    return Bot(key, name, idea, source, policy, why, home="magic-money")


BOTS = (
    _character(
        "miser",
        "Minnie Mite",
        MISER,
        _why_miser,
        "Bids what it can spend and surely not be the greediest, unless an ability changes that, and pennies where "
        "that is nothing: it stays below the largest total that it can prove.",
        "our own: a floor under each rival's total, from Public sides, numbers of Private entries and bids it has seen",
    ),
    _character(
        "valuer",
        "Victor Value",
        VALUER,
        _why_valuer,
        "Pays the going price times what the creature is worth to it, as long as it believes that somebody has spent "
        "more; otherwise pennies.",
        "bidding by value with a reserve, the usual advice for auctions; never a near second, who pays for nothing",
    ),
    _character(
        "spender",
        "Bruno Big",
        SPENDER,
        _why_spender,
        "Bids big in the first third of the game and counts on the others to overtake its total later.",
        "a way of bidding that players describe: clearly large bids",
    ),
    _character(
        "shadow",
        "Sally Shade",
        SHADOW,
        _why_shadow,
        "Bids a little more than the cheapest of the last creatures went for: wins now and then, and seldom pays much.",
        "a way of bidding that players describe: 5 or 6 where the others are expected to bid 1",
    ),
    _character(
        "lurker",
        "Larry Late",
        LURKER,
        _why_lurker,
        "Saves up in the first half of the game and spends in the second, all that is safe in the last auction.",
        "our own: totals matter at the end alone, and the higher one wins a tie in points",
    ),
)
