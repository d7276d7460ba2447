"""The characters of Mow Money.  One way of weighing bids, jobs and purchases; what differs are the habits in the tables.

All weighing is in reputation points: three dollars are one.  The same functions serve the choices and the sentences that
explain them, so the two cannot drift apart.  The numbers in the tables were tuned by tournaments.
"""

from __future__ import annotations

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import rule
from ...core.table import Table
from .cards import ADVANCED, BASIC, MAX_NEEDS, MEDIUM, N_CARDS, N_CONTRACTS, NONE
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
    HAND_LIMIT,
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
    STAKING,
    STAR,
    TIER,
    VALUE,
    WAY,
    WON,
    State,
    cards_in,
    check,
    here,
    points_staked,
    top,
    total_of,
    unused_bluffs,
)

UNDERCUTTER, APPRAISER, JOBBER, BUILDER, BLUFFER = range(FIRST_CHARACTER, FIRST_CHARACTER + 5)
LAST_CHARACTER = BLUFFER
PLAYOUT, WORLDS = UNDERCUTTER, 12

# ---- habits: one number for each character, in this order; shares in percent ----------------------------------------
#             undercutter, appraiser, jobber, builder, bluffer
CHEAPEST = (1, 0, 0, 0, 0)  # 1: bids the cheapest set it has; 0: the one with the best chance times gain
JOB_LOVE = (100, 100, 170, 100, 100)  # worth of an odd job
BIG_LOVE = (100, 100, 100, 130, 100)  # worth of a contract for each point above three
STAKE_LOVE = (0, 60, 0, 0, 110)  # worth of what a stake adds, compared with the points staked
DECOYS = (0, 0, 0, 0, 1)  # 1: hides sizes with bluff cards and lays stacks of bluff cards

# What each wants to buy, in this order: (action, cards to have of that tier, 1 to save for it), each list ended by (0, 0, 0).
B, M, A = BUY_CARD + BASIC, BUY_CARD + MEDIUM, BUY_CARD + ADVANCED
MOWER_M, MOWER_A = BUY_MOWER + MEDIUM, BUY_MOWER + ADVANCED
STEPS = 8  # rows for each character
# fmt: off
WISHES = (
    B, 6, 0,  MOWER_A, 0, 0,  A, 3, 0,  MOWER_M, 0, 0,  M, 4, 0,  B, 7, 0,  M, 5, 0,  0, 0, 0,
    B, 6, 0,  MOWER_A, 0, 0,  A, 3, 0,  MOWER_M, 0, 0,  M, 4, 0,  B, 7, 0,  M, 5, 0,  0, 0, 0,
    B, 7, 0,  MOWER_M, 0, 0,  MOWER_A, 0, 0,  A, 3, 0,  M, 4, 0,  0, 0, 0,  0, 0, 0,  0, 0, 0,
    B, 3, 0,  MOWER_A, 0, 1,  A, 3, 1,  MOWER_M, 0, 0,  M, 5, 0,  B, 6, 0,  0, 0, 0,  0, 0, 0,
    B, 6, 0,  MOWER_A, 0, 0,  A, 3, 0,  MOWER_M, 0, 0,  M, 4, 0,  B, 7, 0,  M, 5, 0,  0, 0, 0,
)
# fmt: on
LATE = (99, 99, 5, 99, 99)  # rounds left from which on it buys more than basic cards

STAR_WORTH = 0.2  # points that a star adds to the worth of a card that is kept
JOB_WEIGHT = 3.0  # points of a contract that attracts as many bids as an odd job does
TOKENS = 2.0  # bids to expect of a rival who has not bid yet
SIZE_FITS, SIZE_COULD = 1.0, 0.4  # how much a stack of the right size, or a larger one, speaks for a bid
BELOW_USUAL = 0.4  # dollars a card that a rival's bid is below the mean of suitable cards
SPREAD = 1.5  # dollars by which bids differ
LAST_BASICS = 5  # basic cards to have in what may be the last round


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
    """What it is worth to keep card c: its price, and a bit for a star; nothing in the last round."""
    if rounds_left(s) <= 1:
        return 0.0
    return CARD_PRICE[TIER[c]] / MONEY_PER_POINT + STAR_WORTH * STAR[c]


@rule
def row_of(s: State, area: int) -> int:
    """First row of the NEED tables for the contract that is up."""
    return (POINTS[top(s, area)] - 1) * MAX_NEEDS


@rule
def usual_bid(need: int) -> float:
    """Dollars that a bid of this way usually makes: a bit less than its cards are worth on average."""
    total = 0
    n = 0
    for c in range(FIRST_OF_TIER[NEED_TIER[need]], FIRST_OF_TIER[NEED_TIER[need] + 1]):
        if STAR[c] >= NEED_STAR[need]:
            total += VALUE[c]
            n += 1
    return NEED_COUNT[need] * (total / max(n, 1) - BELOW_USUAL)


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
            fits += SIZE_FITS
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
def chance(crowd: float, need: int, offer: int) -> float:
    """Chance that a bid of `offer` dollars wins against as many rivals as that."""
    x = (offer - usual_bid(need)) / SPREAD
    lower = 0.5 + 0.5 * x / (1.0 + abs(x))  # chance that one rival's bid is lower
    return 1.0 / (1.0 + crowd * lower)


# ---- sets of cards --------------------------------------------------------------------------------------------------
@rule
def gather(s: State, need: int, job: int, after: int, t: Table) -> int:
    """Cards in hand beyond `after` that suit a need (cheapest first) or a job (least worth keeping first), to scratch."""
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
    liked = points + max(points - 3, 0) * (BIG_LOVE[habit(bot)] - 100) / 100
    return liked + total / MONEY_PER_POINT - kept


@rule
def best_set(s: State, bot: int, area: int, need: int, t: Table) -> tuple[float, int, int]:
    """The best set of cards for a way of bidding, of those that go on with the stack as it is.

    Returns its worth (chance times gain, below 0 if there is no set), its dollars, and its card with the lowest number.
    """
    going_on = s.phase == PUTTING_CARDS
    after = s.last if going_on else NONE
    missing = NEED_COUNT[need] - (s.n_put if going_on else 0)
    n = gather(s, need, NONE, after, t)
    crowd = rivals_for(s, area)
    before = 0
    kept_before = 0.0
    if going_on:
        for c in range(N_CARDS):
            if s.place[c] == STACK + here(s):
                before += VALUE[c]
                kept_before += keep(s, c)
    best = -1.0
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
        worth = chance(crowd, need, total) * gain(s, bot, area, total, kept)
        if first == NONE or worth > best:
            best = worth
            dollars = total
            first = lowest
        if CHEAPEST[habit(bot)]:
            break
    return best, dollars, first


@rule
def best_way(s: State, bot: int, area: int, t: Table) -> tuple[float, int]:
    """The best way of bidding on a contract: its worth and its number, FREE - WAY if the hand has no set for any."""
    best = -1.0
    way = FREE - WAY
    row = row_of(s, area)
    for k in range(MAX_NEEDS):
        if NEED_TIER[row + k] != NONE:
            worth, _, first = best_set(s, bot, area, row + k, t)
            if first != NONE and worth > best:
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
    """The odd job that brings most, less what its cards would be worth later; NONE if the hand has none."""
    best = -1.0
    found = NONE
    for job in range(N_JOBS):
        kept, first = job_set(s, job, NONE, JOB_CARDS, t)
        worth = ((JOB_PAY[job] + bonus) / MONEY_PER_POINT - kept) * JOB_LOVE[habit(bot)] / 100
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
        _, _, first = best_set(s, bot, s.target[here(s)], row_of(s, s.target[here(s)]) + s.way, t)
        return first
    return DONE if check(s, DONE) == 0 else t.moves[0]  # a stack of bluff cards, or of the fewest cards


@rule
def stake_for(s: State, bot: int, t: Table) -> int:
    """The contract whose stake adds more than it costs, if there is one."""
    best = 0.0
    action = DONE
    for k in range(t.n_moves):
        if t.moves[k] != DONE:
            added = STAKE_LOVE[habit(bot)] / 100 * stake_adds(s, bot, t.moves[k] - STAKE)
            worth = added - POINTS[t.moves[k] - STAKE]
            if worth > best:
                best = worth
                action = t.moves[k]
    return action


@rule
def stake_adds(s: State, bot: int, contract: int) -> float:
    """Points that staking a contract adds to what this bid is worth, before its own points are taken off."""
    bid = here(s)
    area = s.target[bid]
    if s.way == FREE - WAY:
        return 0.0
    need = row_of(s, area) + s.way
    total = total_of(s, bid)
    kept = 0.0
    for c in range(N_CARDS):
        if s.place[c] == STACK + bid:
            kept += keep(s, c)
    offer = total - points_staked(s, bid)
    crowd = rivals_for(s, area)
    better = chance(crowd, need, offer - POINTS[contract]) - chance(crowd, need, offer)
    return better * gain(s, bot, area, total, kept)


@rule
def bluffs_for(s: State, bot: int) -> int:
    """None, or as many as let a stack look like one of four; a stack without cards gets two."""
    left = unused_bluffs(s, s.turn)
    if s.n_put == 0:
        return BLUFF + min(2, left)
    if not DECOYS[habit(bot)] or s.simultaneous:
        return BLUFF
    return BLUFF + max(0, min(left, 4 - s.n_put))


@rule
def pick_up_for(s: State, bot: int, t: Table) -> int:
    worth, job = best_job(s, bot, 0, t)
    return JOB + job if job != NONE and worth > 0.0 else DONE


@rule
def purchase(s: State, bot: int, t: Table) -> int:
    """The first wish that can be paid; mowers that bring more points than their money come first near the end."""
    left = rounds_left(s)
    p = s.turn
    if left <= 2:
        for tier in range(N_TIERS - 1, -1, -1):
            if MOWER_POINTS[tier] * MONEY_PER_POINT > MOWER_PRICE[tier] and check(s, BUY_MOWER + tier) == 0:
                return BUY_MOWER + tier
    for step in range(habit(bot) * STEPS, (habit(bot) + 1) * STEPS):
        a = WISHES[3 * step]
        if a == 0:
            break
        if a < BUY_MOWER:
            tier = a - BUY_CARD
            wanted = WISHES[3 * step + 1]
            if left <= 1:
                wanted = min(wanted, LAST_BASICS) if tier == BASIC else 0
            if s.held[p * N_TIERS + tier] >= wanted or not s.mower[p * N_TIERS + tier]:
                continue
        elif s.mower[p * N_TIERS + a - BUY_MOWER]:
            continue
        if left > LATE[habit(bot)] and a != BUY_CARD + BASIC:
            continue
        if check(s, a) == 0:
            return a
        if WISHES[3 * step + 2] and left > 2:
            break
    return DONE


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
    if bot < FIRST_CHARACTER or bot > LAST_CHARACTER:
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


BOTS = (
    Bot("undercutter", "Una Undercut", "x", "x", UNDERCUTTER, lambda view, a: "because"),
    Bot("appraiser", "Abe Appraise", "x", "x", APPRAISER, lambda view, a: "because"),
    Bot("jobber", "Olga Oddjob", "x", "x", JOBBER, lambda view, a: "because"),
    Bot("builder", "Bruno Big", "x", "x", BUILDER, lambda view, a: "because"),
    Bot("bluffer", "Bella Bluff", "x", "x", BLUFFER, lambda view, a: "because"),
)
