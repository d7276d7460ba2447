"""The characters of Mow Money.  All weigh bids, jobs and purchases alike; what differs are the habits in the tables.

Everything is weighed in reputation points: three dollars are one.  The same functions serve the choices and the
sentences that explain them, so the two cannot drift apart.  The numbers in the tables were tuned by tournaments.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import by_cards, rule
from ...core.table import Table
from ...core.weighing import Reckoning
from ...core.words import number_of, percent
from .cards import ADVANCED, BASIC, MAX_NEEDS, MEDIUM, N_CARDS, NONE, TIERS, constants
from .rules import (
    AIM,
    AIMING,
    BLUFF,
    BLUFFING,
    BONUS,
    BUY_CARD,
    BUY_MOWER,
    CARD_PRICE,
    CHOOSING_WAY,
    DISCARDING,
    DONE,
    FIRST_OF_TIER,
    FREE,
    HAND,
    ICON,
    ICON_2,
    INVESTING,
    JOB,
    JOB_CARDS,
    JOB_PAY,
    MONEY_PER_POINT,
    MOWER_POINTS,
    MOWER_PRICE,
    N_JOBS,
    N_TIERS,
    NEED_COUNT,
    NEED_STAR,
    NEED_TIER,
    ODD_JOB,
    PICKING_CARDS,
    PICKING_UP,
    POINTS,
    PUTTING_CARDS,
    SLOTS,
    STACK,
    STAKE,
    STAKED,
    STAKING,
    STAR,
    TIER,
    VALUE,
    WAY,
    State,
    check,
    here,
    points_staked,
    top,
    total_of,
    unused_bluffs,
)
from .words import AREAS, JOB_NAMES, card_name, contract_name, needs_of, way_words

if TYPE_CHECKING:
    from ...core.view import View

UNDERCUTTER, APPRAISER, JOBBER, BUILDER, BLUFFER = range(FIRST_CHARACTER, FIRST_CHARACTER + 5)
PLAYOUT, WORLDS = BUILDER, 12

# ---- habits: one number for each character, in the order of their numbers; shares in percent ------------------------
CHEAPEST = (1, 0, 0, 0, 0)  # 1: always bids its cheapest set; 0: its best one where hardly anybody else is expected
JOB_LOVE = (100, 100, 170, 100, 100)  # what an odd job is worth to it
BIG_LOVE = (100, 120, 100, 150, 120)  # what each point of a contract beyond SMALL is worth to it
STAKE_LOVE = (0, 150, 0, 100, 250)  # what the chance that a stake adds is worth to it
DECOYS = (0, 0, 0, 0, 1)  # 1: hides sizes with bluff cards and lays stacks of nothing else
LATE = (99, 99, 5, 99, 99)  # rounds left from which on it buys more than basic cards

# What each wants to buy, in this order: (action, cards to have of that tier, 1 to save for it), filled up with zeros.
STEPS = 6  # rows for each character
B, M, A = BUY_CARD + BASIC, BUY_CARD + MEDIUM, BUY_CARD + ADVANCED
MOWER_M, MOWER_A = BUY_MOWER + MEDIUM, BUY_MOWER + ADVANCED
# fmt: off
WISHES = (
    B, 7, 0,  MOWER_M, 0, 0,  M, 2, 0,  MOWER_A, 0, 0,  A, 3, 0,  M, 4, 0,
    B, 7, 0,  MOWER_A, 0, 0,  A, 3, 0,  MOWER_M, 0, 0,  M, 4, 0,  0, 0, 0,
    B, 7, 0,  MOWER_M, 0, 0,  MOWER_A, 0, 0,  A, 3, 0,  M, 4, 0,  0, 0, 0,
    B, 7, 0,  MOWER_A, 0, 1,  A, 3, 1,  MOWER_M, 0, 0,  M, 4, 0,  0, 0, 0,
    B, 7, 0,  MOWER_M, 0, 0,  M, 2, 0,  MOWER_A, 0, 0,  A, 3, 0,  M, 4, 0,
)
# fmt: on

# ---- weights that all share, in points and dollars ------------------------------------------------------------------
SMALL = 3  # points of a small contract
KEPT_PRICE, KEPT_LAST = 0.9, 0.6  # what a card in hand is worth of its price, before and in what may be the last round
KEPT_STAR = 0.25  # points that a star adds to that
NOBODY = 0.1  # rivals to expect at a contract that hardly anybody bids for
JOB_WEIGHT = 3.0  # points of a contract that attracts as many bids as an odd job does
TOKENS = 2.0  # bids to expect of a rival who has not bid yet
SIZE_COULD = 0.7  # how much a stack that is larger than needed speaks for a bid, compared with one of the right size
BELOW_MEAN = 1.2  # dollars that a card in a rival's bid is below the mean of the suitable ones
SPREAD = 2.0  # dollars by which bids differ
FULL_STACK = 4  # cards that every stack of somebody who bluffs seems to have


# ---- looking at the table -------------------------------------------------------------------------------------------
@rule
def habit(bot: int) -> int:
    return bot - FIRST_CHARACTER


@rule
def rounds_left(s: State) -> int:
    """Rounds that will be played at the least, this one included: contracts in the lowest neighborhood."""
    left = s.depth[0]
    for area in range(1, s.areas):
        left = min(left, s.depth[area])
    return left


@rule
def keep(s: State, c: int) -> float:
    """What it is worth to keep card c: most of its price, a bit for a star; less in what may be the last round."""
    price = CARD_PRICE[TIER[c]] / MONEY_PER_POINT
    return KEPT_LAST * price if rounds_left(s) <= 1 else KEPT_PRICE * price + KEPT_STAR * STAR[c]


@rule
def row_of(s: State, area: int) -> int:
    """First row of the NEED tables for the contract that is up."""
    return (POINTS[top(s, area)] - 1) * MAX_NEEDS


@rule
def usual_bid(need: int) -> float:
    """Dollars that a rival's bid of this way usually makes: less than suitable cards do on average."""
    total = 0
    n = 0
    for c in range(FIRST_OF_TIER[NEED_TIER[need]], FIRST_OF_TIER[NEED_TIER[need] + 1]):
        if STAR[c] >= NEED_STAR[need]:
            total += VALUE[c]
            n += 1
    return NEED_COUNT[need] * (total / max(n, 1) - BELOW_MEAN)


@rule
def able(s: State, p: int, need: int) -> float:
    """Chance that a rival's hand has the cards for a way of bidding, judged by how many of the tier it holds."""
    held = s.held[p * N_TIERS + NEED_TIER[need]]
    count = NEED_COUNT[need]
    if held < count:
        return 0.0
    if not NEED_STAR[need]:
        return 1.0
    if held == count:
        return 0.1
    return min(0.2 + 0.2 * (held - count), 0.8)


@rule
def has_bid(s: State, p: int) -> bool:
    """Seat p has placed its bids before the seat to move."""
    return (p - s.marker + s.players) % s.players < (s.turn - s.marker + s.players) % s.players


@rule
def fits_size(s: State, p: int, need: int) -> float:
    """How many bids seat p can have placed on this way of bidding, judged by the sizes of its stacks."""
    if not has_bid(s, p) or s.simultaneous:
        return TOKENS
    fits = 0.0
    for bid in range(p * SLOTS, (p + 1) * SLOTS):
        if s.laid[bid] == NEED_COUNT[need]:
            fits += 1.0
        elif s.laid[bid] > NEED_COUNT[need]:
            fits += SIZE_COULD
    return fits


@rule
def rivals_for(s: State, area: int) -> float:
    """How many valid bids of rivals to reckon with for the contract of a neighborhood."""
    if s.players == 1:
        return 1.0
    worth = JOB_WEIGHT
    for other in range(s.areas):
        worth += POINTS[top(s, other)]
    share = POINTS[top(s, area)] / worth
    crowd = 0.0
    row = row_of(s, area)
    for p in range(s.players):
        if p != s.turn:
            likely = 0.0
            for need in range(row, row + MAX_NEEDS):
                if NEED_TIER[need] != NONE:
                    likely = max(likely, able(s, p, need) * fits_size(s, p, need))
            crowd += likely * share
    return crowd


@rule
def chance(crowd: float, usual: float, offer: int) -> float:
    """Chance that a bid of `offer` dollars wins against `crowd` rivals who usually bid `usual` dollars."""
    x = (offer - usual) / SPREAD
    lower = 0.5 + 0.5 * x / (1.0 + abs(x))  # chance that one rival's bid is lower
    return 1.0 / (1.0 + crowd * lower)


# ---- sets of cards --------------------------------------------------------------------------------------------------
@rule
def gather(s: State, need: int, job: int, after: int, t: Table) -> int:
    """Cards in hand beyond `after`, to scratch: for a need the cheapest first, for a job the least worth keeping."""
    n = 0
    for c in range(after + 1, N_CARDS):
        if s.place[c] != HAND + s.turn:
            continue
        if need != NONE:
            fits = TIER[c] == NEED_TIER[need] and STAR[c] >= NEED_STAR[need]
        else:
            fits = ICON[c] == job or ICON_2[c] == job
        if fits:
            i = n
            while i > 0 and comes_before(s, c, t.scratch[i - 1], need):
                t.scratch[i] = t.scratch[i - 1]
                i -= 1
            t.scratch[i] = c
            n += 1
    return n


@rule
def comes_before(s: State, c: int, other: int, need: int) -> bool:
    if need != NONE:
        return VALUE[c] < VALUE[other]
    return keep(s, c) < keep(s, other)


@rule
def gain(s: State, bot: int, area: int, total: int, kept: float) -> float:
    """Points that winning brings: the contract, what the bid pays, less what its cards would be worth later."""
    points = POINTS[top(s, area)]
    liked = points + max(points - SMALL, 0) * (BIG_LOVE[habit(bot)] - 100) / 100
    return liked + total / MONEY_PER_POINT - kept


@rule
def best_set(s: State, bot: int, area: int, need: int, crowd: float, t: Table) -> tuple[float, int, int]:
    """The best set of cards for a way of bidding, of those that go on with the stack as it is.

    Returns its worth (chance times gain), its dollars, and its card with the lowest number, NONE if there is no set.
    """
    going_on = s.phase == PUTTING_CARDS
    missing = NEED_COUNT[need] - (s.n_put if going_on else 0)
    n = gather(s, need, NONE, s.last if going_on else NONE, t)
    usual = usual_bid(need)
    before = total_of(s, here(s)) if going_on else 0
    kept_before = kept_in(s, here(s)) if going_on else 0.0
    best = 0.0
    dollars = 0
    first = NONE
    for i in range(n - missing + 1):
        total = before
        kept = kept_before
        lowest = t.scratch[i]
        for k in range(i, i + missing):
            c = t.scratch[k]
            total += VALUE[c]
            kept += keep(s, c)
            lowest = min(lowest, c)
        worth = chance(crowd, usual, total) * gain(s, bot, area, total, kept)
        if first == NONE or worth > best:
            best = worth
            dollars = total
            first = lowest
        if CHEAPEST[habit(bot)] or crowd > NOBODY:
            break
    return best, dollars, first


@rule
def kept_in(s: State, bid: int) -> float:
    """What it would be worth to keep the cards of a stack."""
    kept = 0.0
    for c in range(N_CARDS):
        if s.place[c] == STACK + bid:
            kept += keep(s, c)
    return kept


@rule
def best_way(s: State, bot: int, area: int, t: Table) -> tuple[float, int]:
    """The best way of bidding on a contract: its worth and its number, FREE - WAY if the hand has no set for any."""
    best = 0.0
    way = FREE - WAY
    row = row_of(s, area)
    crowd = rivals_for(s, area)
    for k in range(MAX_NEEDS):
        if NEED_TIER[row + k] != NONE:
            worth, _, first = best_set(s, bot, area, row + k, crowd, t)
            if first != NONE and (way == FREE - WAY or worth > best):
                best = worth
                way = k
    return best, way


@rule
def job_set(s: State, job: int, after: int, count: int, t: Table) -> tuple[float, int]:
    """What the `count` cards are worth that one can best do without for a job, and the lowest of them (or NONE)."""
    n = gather(s, NONE, job, after, t)
    kept = 0.0
    lowest = NONE
    if n >= count:
        lowest = t.scratch[0]
        for i in range(count):
            kept += keep(s, t.scratch[i])
            lowest = min(lowest, t.scratch[i])
    return kept, lowest


@rule
def best_job(s: State, bot: int, bonus: int, t: Table) -> tuple[float, int]:
    """The odd job that brings most, less what its cards would be worth later: its worth and number, or NONE."""
    best = 0.0
    found = NONE
    for job in range(N_JOBS):
        kept, first = job_set(s, job, NONE, JOB_CARDS, t)
        worth = (JOB_PAY[job] + bonus) / MONEY_PER_POINT * JOB_LOVE[habit(bot)] / 100 - kept
        if first != NONE and (found == NONE or worth > best):
            best = worth
            found = job
    return best, found


# ---- choices --------------------------------------------------------------------------------------------------------
@rule
def aim_for(s: State, bot: int, t: Table) -> int:
    """Whichever target is worth most, as long as it is worth something; a decoy where it likes those."""
    best = 0.0
    action = DONE
    quiet = NONE
    for area in range(s.areas):
        if check(s, AIM + area):
            continue
        worth, way = best_way(s, bot, area, t)
        if way != FREE - WAY and worth > best:
            best = worth
            action = AIM + area
        if quiet == NONE or POINTS[top(s, area)] > POINTS[top(s, quiet)]:
            quiet = area
    if not check(s, AIM + ODD_JOB):
        worth, job = best_job(s, bot, BONUS, t)
        if job != NONE and worth > best:
            action = AIM + ODD_JOB
    if action == DONE and DECOYS[habit(bot)] and quiet != NONE and unused_bluffs(s, s.turn):
        return AIM + quiet
    return action


@rule
def way_for(s: State, bot: int, t: Table) -> int:
    if s.target[here(s)] == ODD_JOB:
        _, job = best_job(s, bot, BONUS, t)
        return FREE if job == NONE else JOB + job
    _, way = best_way(s, bot, s.target[here(s)], t)
    return WAY + way


@rule
def card_for(s: State, bot: int, t: Table) -> int:
    job = s.way if s.phase == PICKING_CARDS else s.job[here(s)]
    if job != NONE:
        _, first = job_set(s, job, s.last, JOB_CARDS - s.n_put, t)
        return first
    if s.way != FREE - WAY:
        area = s.target[here(s)]
        _, _, first = best_set(s, bot, area, row_of(s, area) + s.way, rivals_for(s, area), t)
        return first
    return DONE if check(s, DONE) == 0 else t.moves[0]  # a stack of bluff cards, or of the fewest cards


@rule
def stake_for(s: State, bot: int, t: Table) -> int:
    """The contract whose stake adds most beyond its own points, if there is one."""
    best = 0.0
    action = DONE
    for k in range(t.n_moves):
        if t.moves[k] != DONE:
            points = POINTS[t.moves[k] - STAKE]
            worth = (chance_now(s, points) - chance_now(s, 0)) * prize(s, bot) * STAKE_LOVE[habit(bot)] / 100 - points
            if worth > best:
                best = worth
                action = t.moves[k]
    return action


@rule
def chance_now(s: State, more: int) -> float:
    """Chance that the bid being built wins if `more` points are staked on it; none if it is no valid one."""
    area = s.target[here(s)]
    if s.way == FREE - WAY:
        return 0.0
    offer = total_of(s, here(s)) - points_staked(s, here(s)) - more
    return chance(rivals_for(s, area), usual_bid(row_of(s, area) + s.way), offer)


@rule
def prize(s: State, bot: int) -> float:
    """What the bid being built brings if it wins."""
    return gain(s, bot, s.target[here(s)], total_of(s, here(s)), kept_in(s, here(s)))


@rule
def bluffs_for(s: State, bot: int) -> int:
    """None, or as many as make a stack look like one of FULL_STACK cards; a stack without cards gets two."""
    left = unused_bluffs(s, s.turn)
    if s.n_put == 0:
        return BLUFF + min(2, left)
    if not DECOYS[habit(bot)] or s.simultaneous:
        return BLUFF
    return BLUFF + max(0, min(left, FULL_STACK - s.n_put))


@rule
def pick_up_for(s: State, bot: int, t: Table) -> int:
    worth, job = best_job(s, bot, 0, t)
    return JOB + job if job != NONE and worth > 0.0 else DONE


@rule
def purchase(s: State, bot: int, t: Table) -> int:
    """The first wish that can be paid; near the end mowers that bring more points than their money come first."""
    left = rounds_left(s)
    for tier in range(N_TIERS - 1, -1, -1):
        if left <= 2 and MOWER_POINTS[tier] * MONEY_PER_POINT > MOWER_PRICE[tier] and check(s, BUY_MOWER + tier) == 0:
            return BUY_MOWER + tier
    for step in range(habit(bot) * STEPS, (habit(bot) + 1) * STEPS):
        a = WISHES[3 * step]
        if a != 0 and is_wanted(s, a, WISHES[3 * step + 1]) and (a == BUY_CARD or left <= LATE[habit(bot)]):
            if check(s, a) == 0:
                return a
            if WISHES[3 * step + 2] and left > 2:
                return DONE
    return DONE


@rule
def is_wanted(s: State, a: int, enough: int) -> bool:
    if a >= BUY_MOWER:
        return s.mower[s.turn * N_TIERS + a - BUY_MOWER] == 0
    tier = a - BUY_CARD
    return s.mower[s.turn * N_TIERS + tier] == 1 and s.held[s.turn * N_TIERS + tier] < enough


@rule
def discard_for(s: State, bot: int, t: Table) -> int:
    """The card that is least worth keeping; of equals the dearest, as it wins least."""
    best = t.moves[0]
    for k in range(1, t.n_moves):
        c = t.moves[k]
        if keep(s, c) < keep(s, best) or (keep(s, c) == keep(s, best) and VALUE[c] > VALUE[best]):
            best = c
    return best


@rule
def choose(s: State, bot: int, t: Table) -> int:
    """What character `bot` does, from its view and the move list."""
    if bot < FIRST_CHARACTER or bot > BLUFFER:
        raise ValueError("Mow Money has no character of that number")
    if s.phase == INVESTING:
        return purchase(s, bot, t)
    if s.phase == DISCARDING:
        return discard_for(s, bot, t)
    if s.phase == AIMING:
        return aim_for(s, bot, t)
    if s.phase == CHOOSING_WAY:
        return way_for(s, bot, t)
    if s.phase == PUTTING_CARDS or s.phase == PICKING_CARDS:
        return card_for(s, bot, t)
    if s.phase == STAKING:
        return stake_for(s, bot, t)
    if s.phase == BLUFFING:
        return bluffs_for(s, bot)
    return pick_up_for(s, bot, t)


# ---- weighing in words: uncompiled, with the cards of the game at hand ----------------------------------------------
COUNTED = (best_job, best_set, best_way, chance, chance_now, rivals_for, row_of, total_of, usual_bid)
counting = by_cards(COUNTED, constants)


# ---- why, in a sentence ---------------------------------------------------------------------------------------------
COMMON = {
    "contract": "For {contract} it can bid ${dollars} with {way}. It reckons with {rivals} and a chance of {chance}.",
    "odd job": "An odd job is certain money: {job} brings ${pay}, and no bid promises it more.",
    "no odd job": "An odd job it cannot do is as good a place for a stack as any.",
    "nothing": "No {further}bid that it can make is worth its cards.",
    "decoy": "It has no {further}bid worth making, so a stack of bluff cards shall look like one.",
    "way": "Of the ways that its hand allows it takes {way}: ${dollars}, and a chance of {chance}.",
    "only way": "Its hand allows no other way than {way}: ${dollars}, and a chance of {chance}.",
    "bluff": "Its hand meets no way of bidding here, so this can only be a bluff.",
    "job": "Of the odd jobs in its hand {job} brings most for what the cards are worth to it.",
    "cheap card": "It goes for the set that makes ${dollars}, the cheapest that does.",
    "dear card": "Hardly anybody else should bid here, so it goes for a dear set: ${dollars} if it wins.",
    "job card": "It can best do without {card}.",
    "no card": "This stack is a bluff: bluff cards will do.",
    "lone card": "This stack is a bluff, and without bluff cards it takes a card.",
    "stake": "Staking {staked} lifts its chance from {chance} to {better}.",
    "no stake": "No stake would add more than the points that it costs.",
    "no bluff card": "It has nothing to hide.",
    "bluff cards": "With {bluffs} the others see a stack of {size}.",
    "buy card": "It wants {enough} and has {held}; {left}.",
    "buy mower": "The mower is worth {points} for ${price}, and money is worth less; {left}.",
    "save": "It saves its ${money} for {wish}.",
    "bought": "Its ${money} buy nothing that it still wants; {left}.",
    "discard": "It can best do without {card}.",
    "pick up": "It has won nothing in this round, and {job} brings ${pay}.",
    "no pick up": "No three of its cards show the same odd job.",
    "keep": "Its cards are worth more to it than an odd job would bring.",
}
TEXTS: tuple[dict[str, str], ...] = (
    {
        "contract": "Its cheapest cards for {contract} make ${dollars}: that leaves others little room below, "
        "a chance of {chance} by its reckoning.",
        "no stake": "It never gives up points that it has.",
    },
    {},
    {
        "odd job": "Odd jobs come first: {job} brings ${pay} for certain.",
        "save": "Until the last rounds it buys nothing but basic cards.",
    },
    {
        "big contract": "It has waited for this: {contract}, with {way} for ${dollars} and a chance of {chance}.",
        "save": "It waits: its ${money} are meant for {wish}.",
    },
    {
        "no bluff card": "The stack is large enough to keep the others guessing.",
    },
)


def _weigh(bot: int, view: View) -> Reckoning | None:
    """What each target is worth that the hand has a set for, or each way of bidding on the one that was chosen."""
    s, count, t = view.state, counting(view.game.cards), Table.new()
    worth: dict[int, float] = {}
    if s.phase == AIMING:
        for a in view.moves:
            if a == AIM + ODD_JOB:
                gained, job = count.best_job(s, bot, BONUS, t)
                worth |= {a: gained} if job != NONE else {}
            elif a != DONE:
                gained, way = count.best_way(s, bot, a - AIM, t)
                worth |= {a: gained} if way != FREE - WAY else {}
    elif s.phase == CHOOSING_WAY and s.target[here(s)] != ODD_JOB:
        area = s.target[here(s)]
        row, crowd = count.row_of(s, area), count.rivals_for(s, area)
        for a in (a for a in view.moves if WAY <= a < FREE):
            gained, _, first = count.best_set(s, bot, area, row + a - WAY, crowd, t)
            worth |= {a: gained} if first != NONE else {}
    return Reckoning("Gain reckoned in points", worth)


def _explain(bot: int, view: View, a: int) -> str:
    texts = TEXTS[habit(bot)]
    kind, details = _KINDS[view.state.phase](bot, view, a)
    if kind == "contract" and details["points"] > SMALL and "big contract" in texts:
        kind = "big contract"
    text = texts.get(kind, COMMON.get(kind, "")).format(**details)
    return text[0].upper() + text[1:]


Explained = tuple[str, dict[str, Any]]  # which sentence, and the numbers of this position


def _aim(bot: int, view: View, a: int) -> Explained:
    s, count = view.state, counting(view.game.cards)
    further = {"further": "further " if s.slot else ""}
    if a == DONE:
        return "nothing", further
    if a == AIM + ODD_JOB:
        _, job = count.best_job(s, bot, BONUS, Table.new())
        return ("odd job", _job_numbers(view, job, BONUS)) if job != NONE else ("no odd job", {})
    _, way = count.best_way(s, bot, a - AIM, Table.new())
    if way == FREE - WAY:
        return "decoy", further
    return "contract", _bid_numbers(bot, view, a - AIM, way)


def _choose_way(bot: int, view: View, a: int) -> Explained:
    s = view.state
    if a == FREE:
        return "bluff", {}
    if a >= JOB:
        return "job", _job_numbers(view, a - JOB, BONUS)
    ways = [m for m in view.moves if WAY <= m < FREE]
    return "way" if len(ways) > 1 else "only way", _bid_numbers(bot, view, s.target[here(s)], a - WAY)


def _put(bot: int, view: View, a: int) -> Explained:
    s = view.state
    if a == DONE:
        return "no card", {}
    if s.phase == PICKING_CARDS or s.job[here(s)] != NONE:
        return "job card", {"card": card_name(a, view.game.cards)}
    if s.way == FREE - WAY:
        return "lone card", {}
    numbers = _bid_numbers(bot, view, s.target[here(s)], s.way)
    return "cheap card" if CHEAPEST[habit(bot)] or numbers["crowd"] > NOBODY else "dear card", numbers


def _stake(bot: int, view: View, a: int) -> Explained:
    if a == DONE:
        return "no stake", {}
    s, count = view.state, counting(view.game.cards)
    points = view.game.constants["POINTS"][a - STAKE]
    return "stake", {
        "staked": number_of(points, "point", "points"),
        "chance": percent(count.chance_now(s, 0)),
        "better": percent(count.chance_now(s, points)),
    }


def _seal(bot: int, view: View, a: int) -> Explained:
    s = view.state
    if a == BLUFF:
        return "no bluff card", {}
    size = s.n_put + sum(where == STAKED + here(s) for where in s.contract) + a - BLUFF
    return "bluff cards", {
        "bluffs": number_of(a - BLUFF, "bluff card", "bluff cards"),
        "size": number_of(size, "card", "cards"),
    }


def _invest(bot: int, view: View, a: int) -> Explained:
    s, cards = view.state, view.game.cards
    left = rounds_left(s)
    numbers: dict[str, Any] = {
        "money": s.money[s.turn],
        "left": "this may be the last round" if left <= 1 else f"at least {left} rounds are to come",
    }
    if a >= BUY_MOWER:
        mower = cards.others["mowers"][a - BUY_MOWER]
        return "buy mower", {
            **numbers,
            "points": number_of(mower["points"], "point", "points"),
            "price": mower["price"],
        }
    wishes = [WISHES[3 * i : 3 * i + 3] for i in range(habit(bot) * STEPS, (habit(bot) + 1) * STEPS)]
    if a != DONE:
        tier, held = a - BUY_CARD, s.held[s.turn * N_TIERS + a - BUY_CARD]
        enough = next((n for action, n, _ in wishes if action == a and n > held), held + 1)
        named = number_of(enough, f"{TIERS[tier]} card", f"{TIERS[tier]} cards")
        return "buy card", {**numbers, "enough": named, "held": held}
    waits = [action for action, n, saves in wishes if action and is_wanted(s, action, n) and saves]
    if left > LATE[habit(bot)] or (waits and left > 2):
        wish = waits[0] if waits else MOWER_M
        what = f"the {TIERS[wish - BUY_MOWER]} mower" if wish >= BUY_MOWER else f"{TIERS[wish - BUY_CARD]} cards"
        return "save", {**numbers, "wish": what}
    return "bought", numbers


def _discard(bot: int, view: View, a: int) -> Explained:
    return "discard", {"card": card_name(a, view.game.cards)}


def _pick_up(bot: int, view: View, a: int) -> Explained:
    if a != DONE:
        return "pick up", _job_numbers(view, a - JOB, 0)
    return "keep" if len(view.moves) > 1 else "no pick up", {}


_KINDS = {
    INVESTING: _invest,
    DISCARDING: _discard,
    AIMING: _aim,
    CHOOSING_WAY: _choose_way,
    PUTTING_CARDS: _put,
    STAKING: _stake,
    BLUFFING: _seal,
    PICKING_UP: _pick_up,
    PICKING_CARDS: _put,
}


def _bid_numbers(bot: int, view: View, area: int, way: int) -> dict[str, Any]:
    """About the set of cards that the bot would put for this way of bidding, or is putting."""
    s, count = view.state, counting(view.game.cards)
    need, crowd = count.row_of(s, area) + way, count.rivals_for(s, area)
    _, dollars, _ = count.best_set(s, bot, area, need, crowd, Table.new())
    contract = top(s, area)
    rivals = round(crowd)
    return {
        "contract": f"{contract_name(contract, view.game.cards)} in {AREAS[area]}",
        "points": view.game.constants["POINTS"][contract],
        "way": way_words(needs_of(contract, view.game.cards)[way]),
        "dollars": dollars,
        "crowd": crowd,
        "rivals": f"about {number_of(rivals, 'rival', 'rivals')}" if rivals else "hardly any rival",
        "chance": percent(count.chance(crowd, count.usual_bid(need), dollars)),
    }


def _job_numbers(view: View, job: int, bonus: int) -> dict[str, Any]:
    return {"job": JOB_NAMES[job], "pay": view.game.constants["JOB_PAY"][job] + bonus}


def _character(key: str, name: str, policy: int, idea: str, source: str) -> Bot:
    why = functools.partial(_explain, policy)
    return Bot(key, name, idea, source, policy, why, home="mow-money", weigh=functools.partial(_weigh, policy))


REVIEW = "praised in public reviews of the game"
BOTS = (
    _character(
        "undercutter",
        "Una Undercut",
        UNDERCUTTER,
        "Bids the cheapest cards it has and lets them win; what it has won it never stakes.",
        f"undercutting is what players like best, {REVIEW}",
    ),
    _character(
        "appraiser",
        "Abe Appraise",
        APPRAISER,
        "Weighs each bid by chance and gain, judges rivals by their stacks and hands, and stakes where that pays.",
        "our own: expected value with a rough picture of the rivals",
    ),
    _character(
        "jobber",
        "Olga Oddjob",
        JOBBER,
        "Lives on odd jobs and basic cards, and buys mowers and better cards only in the last five rounds.",
        "the other way to score that the rulebook offers: three dollars are a point",
    ),
    _character(
        "builder",
        "Bruno Big",
        BUILDER,
        "Keeps a full hand of basic cards, saves for the advanced mower and its cards, and goes for the big contracts.",
        f"bigger mowers make the better contracts easier, {REVIEW}",
    ),
    _character(
        "bluffer",
        "Bella Bluff",
        BLUFFER,
        "Stakes points for contracts that it wants badly, hides sizes with bluff cards, and lays stacks of nothing.",
        f"fake bids and stakes, {REVIEW}",
    ),
)
