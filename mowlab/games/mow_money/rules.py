"""The rules of Mow Money for 1 to 6 players, once, as small functions over one record of integers.

Rulings are named M1 to M39 as in docs/games/mow-money.md; the sentences for reasons and events are in words.py.
A bid is a chain of one-question decisions: aim, way, cards in ascending order, stakes, bluff cards; then it is sealed.
"""

from __future__ import annotations

from ...core.link import rule
from ...core.schema import CUSTOM, SECRET, Ints, Schema, ints, num, option
from ...core.table import EVERYONE, Table, below, dice, emit, offer, shuffle
from .cards import BASIC, DEPTH, MAX_NEEDS, MAX_PLAYERS, MAX_POINTS, N_CARDS, N_CONTRACTS, NONE, SIZES, constants, load

_DEFAULT: dict[str, tuple[int, ...]] = constants(load())  # type: ignore[assignment]
TIER, VALUE, STAR = _DEFAULT["TIER"], _DEFAULT["VALUE"], _DEFAULT["STAR"]
ICON, ICON_2 = _DEFAULT["ICON"], _DEFAULT["ICON_2"]
POINTS, CHART = _DEFAULT["POINTS"], _DEFAULT["CHART"]
NEED_TIER, NEED_COUNT, NEED_STAR = _DEFAULT["NEED_TIER"], _DEFAULT["NEED_COUNT"], _DEFAULT["NEED_STAR"]
JOB_PAY, MOWER_PRICE, MOWER_POINTS = _DEFAULT["JOB_PAY"], _DEFAULT["MOWER_PRICE"], _DEFAULT["MOWER_POINTS"]
CARD_PRICE, HAND_LIMIT = _DEFAULT["CARD_PRICE"], _DEFAULT["HAND_LIMIT"]

N_TIERS, N_JOBS, N_AREAS, SLOTS = 3, 5, 6, 2  # SLOTS: bids of a seat
FIRST_OF_TIER = (0, SIZES[0], SIZES[0] + SIZES[1], N_CARDS)
HAND_SIZE, JOB_CARDS, BONUS, BLUFF_CARDS, MONEY_PER_POINT, MAX_ROUNDS = 5, 3, 3, 3, 3, 60
ODD_JOB = N_AREAS  # a target beside the neighborhoods 0 to 5

# ---- where things are -----------------------------------------------------------------------------------------------
DECK, DISCARD, ASIDE, HAND, STACK, UNKNOWN = 0, 1, 2, 3, 9, 21  # bid cards: HAND + seat, STACK + slot of a seat
BOX, AREA, WON, STAKED, DUMMY, GONE = 0, 1, 7, 13, 25, 26  # contracts: AREA + n, WON + seat, STAKED + slot of a seat

# ---- actions: 0 to 105 that bid card --------------------------------------------------------------------------------
AIM, DONE, WAY, FREE, JOB, STAKE = 106, 113, 114, 117, 118, 123  # AIM + target, WAY + k, JOB + j, STAKE + contract
BLUFF, BUY_CARD, BUY_MOWER, N_ACTIONS = 159, 163, 166, 169  # BLUFF + n, BUY_CARD + tier, BUY_MOWER + tier

(
    INVESTING,
    DISCARDING,
    AIMING,
    CHOOSING_WAY,
    PUTTING_CARDS,
    STAKING,
    BLUFFING,
    PICKING_UP,
    PICKING_CARDS,
    ENDED,
) = range(10)

# ---- reasons why an action is not allowed ---------------------------------------------------------------------------
(
    OK,
    GAME_OVER,
    NO_SUCH_ACTION,
    NOT_NOW,
    NOT_IN_HAND,
    NO_MOWER,
    NO_MONEY,
    NO_CARDS_LEFT,
    HAVE_MOWER,
    NOT_OVER_LIMIT,
    NO_SUCH_AREA,
    AIMED_THERE,
    NOTHING_TO_BID,
    NO_SUCH_WAY,
    CANNOT_MEET,
    CANNOT_DO_JOB,
    WRONG_TIER,
    NEEDS_STAR,
    WRONG_ICON,
    NOT_ASCENDING,
    TOO_FEW_AFTER,
    STACK_NOT_READY,
    NOT_YOUR_CONTRACT,
    TOO_MANY_STAKES,
    NO_BLUFF_LEFT,
    NEEDS_BLUFF,
) = range(26)

# ---- events ---------------------------------------------------------------------------------------------------------
(
    ROUND_STARTED,
    BOUGHT_CARD,
    DREW,
    BOUGHT_MOWER,
    DISCARDED,
    SEALED,
    NO_BID,
    COMMITTED,
    REVEALED,
    SHOWED_CARD,
    SHOWED_STAKE,
    SHOWED_BLUFFS,
    INVALID,
    OFFERED,
    JOB_DONE,
    JOB_FAILED,
    WON_CONTRACT,
    TURNED_DOWN,
    DUMMY_DREW,
    DUMMY_OFFERED,
    DUMMY_WON,
    STAKE_GONE,
    BLUFFS_BACK,
    PICKED_UP,
    DECLINED,
    ROUND_SCORED,
    TO_BOTTOM,
    TURNED_UP,
    RESHUFFLED,
    MARKER,
    CAPPED,
    SCORED,
    DUMMY_SCORED,
    VICTORY,
) = range(34)

STANDARD, EASY, HARD = range(3)


class State(Schema):
    """Everything about a game of Mow Money but its randomness.  A seat's two bids are at 2 * seat and 2 * seat + 1."""

    players: int = option(4, {n: n for n in range(1, 7)}, "number of players; one plays against a dummy", "Set Up")
    simultaneous: int = option(
        0,
        {"visible": 0, "simultaneous": 1},
        "bids are placed clockwise with stack sizes in sight, or at the same time",
        "M1",
    )
    sole_wins: int = option(
        0, {"valid": 0, "always": 1}, "whether the only bidder needs a valid bid or wins with any stack", "M4"
    )
    max_stakes: int = option(0, {"any": 0, 1: 1, 2: 2, 3: 3}, "how many contracts may be staked on one bid", "M14")
    difficulty: int = option(
        STANDARD, {"standard": STANDARD, "easy": EASY, "hard": HARD}, "how strong the dummy of the solo game is", "M39"
    )
    fixed_starter: int = option(0, {"random": 0, "fixed": 1}, "who has the marker first: by lot, or seat 0", "M34")

    areas: int = num("neighborhoods in play")
    place: Ints = ints(N_CARDS, "where each bid card is: DECK, DISCARD, HAND + seat, STACK + slot", CUSTOM)
    shown: Ints = ints(N_CARDS, "1 for a card that all know to be in that seat's hand or stacks")
    deck: Ints = ints(
        N_CARDS, "each tier's deck from its first place on; the next card to draw is the last one", SECRET
    )
    left: Ints = ints(N_TIERS, "cards left in each tier's deck")
    fresh: Ints = ints(N_CARDS, "1 for a card that was in its tier's deck when that was last shuffled")
    held: Ints = ints(
        MAX_PLAYERS * N_TIERS, "cards of each tier that a seat has in hand and stacks, at seat * 3 + tier"
    )
    old: Ints = ints(MAX_PLAYERS * N_TIERS, "how many of those it has held since before that shuffle")
    contract: Ints = ints(
        N_CONTRACTS, "where each contract is: BOX, AREA + n, WON + seat, STAKED + slot, DUMMY, GONE", CUSTOM
    )
    seen: Ints = ints(N_CONTRACTS, "1 once a contract has lain face up")
    pile: Ints = ints(N_AREAS * DEPTH, "contracts of a neighborhood, top first, at n * DEPTH", CUSTOM)
    depth: Ints = ints(N_AREAS, "how many contracts a neighborhood has left")
    up: Ints = ints(N_AREAS, "the contract of each neighborhood that bids of this round are for, or NONE")
    money: Ints = ints(MAX_PLAYERS, "dollars")
    mower: Ints = ints(MAX_PLAYERS * N_TIERS, "1 for each mower a seat owns, at seat * 3 + tier")
    target: Ints = ints(MAX_PLAYERS * SLOTS, "what a bid is for: a neighborhood, ODD_JOB, or NONE", CUSTOM)
    job: Ints = ints(MAX_PLAYERS * SLOTS, "the odd job that a bid names, or NONE", CUSTOM)
    bluffs: Ints = ints(MAX_PLAYERS * SLOTS, "bluff cards in a bid", CUSTOM)
    laid: Ints = ints(MAX_PLAYERS * SLOTS, "cards of all kinds in a sealed bid", CUSTOM)
    success: Ints = ints(MAX_PLAYERS * SLOTS, "1 for a bid of this round that won its contract or did its odd job")
    phase: int = num("INVESTING to ENDED", CUSTOM)
    slot: int = num("which bid of the seat is being built", CUSTOM)
    way: int = num("the way of bidding that was chosen, FREE - WAY for any stack", CUSTOM)
    last: int = num("the card or contract put last, or NONE", CUSTOM)
    n_put: int = num("cards put into the stack so far", CUSTOM)
    turn: int = num("the seat to decide")
    marker: int = num("the seat with the starting player marker")
    rounds: int = num("rounds that have been finished")


# ---- setting up -----------------------------------------------------------------------------------------------------
@rule
def start(s: State, t: Table) -> None:
    s.areas = max(2, s.players)
    s.rounds = 0
    s.marker = 0 if s.fixed_starter or s.players == 1 else below(t, s.players)
    lay_contracts(s, t)
    for p in range(MAX_PLAYERS):
        s.money[p] = 0
        for tier in range(N_TIERS):
            s.held[p * N_TIERS + tier] = 0
            s.mower[p * N_TIERS + tier] = 1 if tier == BASIC else 0
    for c in range(N_CARDS):
        s.place[c] = DISCARD
        s.shown[c] = 0
    for tier in range(N_TIERS):
        s.left[tier] = 0
        refill(s, tier, t)
    for p in range(s.players):
        for _ in range(HAND_SIZE):
            draw(s, p, BASIC, t)
    emit(t, ROUND_STARTED, s.marker, 1, 0, EVERYONE)
    begin_bidding(s)


@rule
def lay_contracts(s: State, t: Table) -> None:
    """Shuffle the contracts in play, deal them to the neighborhoods, a 1-point one on top of each."""
    n = 0
    first = 0
    for points in range(1, MAX_POINTS + 1):
        in_play = CHART[(s.players - 1) * MAX_POINTS + points - 1]
        copies = 0
        for c in range(first, N_CONTRACTS):
            if POINTS[c] != points:
                break
            s.seen[c] = 0
            s.contract[c] = BOX
            if copies < in_play and points > 1:
                t.scratch[n] = c
                n += 1
            copies += 1
        first += copies
    shuffle(t, t.scratch, n)
    each = n // s.areas
    for i in range(N_AREAS * DEPTH):
        s.pile[i] = NONE
    for area in range(N_AREAS):
        s.depth[area] = 0
        s.up[area] = NONE
        if area < s.areas:
            push(s, area, area)  # contracts 0, 1, 2 ... are worth one point
            for i in range(each):
                push(s, area, t.scratch[area * each + i])
            turn_up(s, area)


@rule
def push(s: State, area: int, contract: int) -> None:
    """Put a contract at the bottom of a neighborhood's pile."""
    s.pile[area * DEPTH + s.depth[area]] = contract
    s.depth[area] += 1
    s.contract[contract] = AREA + area


@rule
def top(s: State, area: int) -> int:
    return s.pile[area * DEPTH]


@rule
def turn_up(s: State, area: int) -> None:
    s.up[area] = top(s, area)
    s.seen[top(s, area)] = 1


@rule
def pull(s: State, area: int) -> int:
    """Take the top contract off a neighborhood's pile."""
    contract = top(s, area)
    for i in range(area * DEPTH, area * DEPTH + DEPTH - 1):
        s.pile[i] = s.pile[i + 1]
    s.pile[area * DEPTH + DEPTH - 1] = NONE
    s.depth[area] -= 1
    return contract


# ---- drawing --------------------------------------------------------------------------------------------------------
@rule
def refill(s: State, tier: int, t: Table) -> None:
    """M24, M24a: shuffle a tier's discards into a new deck."""
    n = 0
    for c in range(FIRST_OF_TIER[tier], FIRST_OF_TIER[tier + 1]):
        s.deck[c] = NONE
        s.fresh[c] = 0
        if s.place[c] == DISCARD:
            s.place[c] = DECK
            s.fresh[c] = 1
            t.scratch[n] = c
            n += 1
    for p in range(MAX_PLAYERS):
        s.old[p * N_TIERS + tier] = s.held[p * N_TIERS + tier]
    shuffle(t, t.scratch, n)
    for i in range(n):
        s.deck[FIRST_OF_TIER[tier] + n - 1 - i] = t.scratch[i]  # the first of the order is drawn first
    s.left[tier] = n


@rule
def next_card(s: State, tier: int, t: Table) -> int:
    """Take the next card of a tier off its deck, reshuffling if need be; NONE if there is none."""
    if s.left[tier] == 0:
        if not has_discards(s, tier):
            return NONE
        refill(s, tier, t)
        emit(t, RESHUFFLED, 0, tier, s.left[tier], EVERYONE)
    s.left[tier] -= 1
    at = FIRST_OF_TIER[tier] + s.left[tier]
    card = s.deck[at]
    s.deck[at] = NONE
    return card


@rule
def has_discards(s: State, tier: int) -> bool:
    for c in range(FIRST_OF_TIER[tier], FIRST_OF_TIER[tier + 1]):
        if s.place[c] == DISCARD:
            return True
    return False


@rule
def draw(s: State, p: int, tier: int, t: Table) -> int:
    card = next_card(s, tier, t)
    s.place[card] = HAND + p
    s.shown[card] = 0
    s.held[p * N_TIERS + tier] += 1
    return card


@rule
def discard(s: State, p: int, card: int) -> None:
    """A card leaves hand or stack of seat p, face up."""
    s.place[card] = DISCARD
    s.shown[card] = 0
    s.held[p * N_TIERS + TIER[card]] -= 1
    if not s.fresh[card]:
        s.old[p * N_TIERS + TIER[card]] -= 1


# ---- what is allowed ------------------------------------------------------------------------------------------------
@rule
def check(s: State, a: int) -> int:
    """Why action `a` is not allowed now, or OK: the one statement of legality."""
    if s.phase == ENDED:
        return GAME_OVER
    if a < 0 or a >= N_ACTIONS:
        return NO_SUCH_ACTION
    if s.phase == INVESTING:
        return check_investment(s, a)
    if s.phase == DISCARDING:
        return check_discard(s, a)
    if s.phase == AIMING:
        return check_aim(s, a)
    if s.phase == CHOOSING_WAY:
        return check_way(s, a)
    if s.phase == PUTTING_CARDS or s.phase == PICKING_CARDS:
        return check_card(s, a)
    if s.phase == STAKING:
        return check_stake(s, a)
    if s.phase == BLUFFING:
        return check_bluff(s, a)
    if a == DONE:
        return OK
    return check_job(s, a - JOB) if JOB <= a < STAKE else NOT_NOW


@rule
def check_investment(s: State, a: int) -> int:
    p = s.turn
    if a == DONE:
        return OK
    if a >= BUY_MOWER:
        tier = a - BUY_MOWER
        if s.mower[p * N_TIERS + tier]:
            return HAVE_MOWER
        return OK if s.money[p] >= MOWER_PRICE[tier] else NO_MONEY
    if a >= BUY_CARD:
        tier = a - BUY_CARD
        if not s.mower[p * N_TIERS + tier]:
            return NO_MOWER
        if s.money[p] < CARD_PRICE[tier]:
            return NO_MONEY
        return OK if s.left[tier] or has_discards(s, tier) else NO_CARDS_LEFT
    return NOT_NOW


@rule
def check_discard(s: State, a: int) -> int:
    if a >= N_CARDS:
        return NOT_NOW
    if s.place[a] != HAND + s.turn:
        return NOT_IN_HAND
    return OK if s.held[s.turn * N_TIERS + TIER[a]] > HAND_LIMIT[TIER[a]] else NOT_OVER_LIMIT


@rule
def check_aim(s: State, a: int) -> int:
    if a == DONE:
        return OK
    if not AIM <= a <= AIM + ODD_JOB:
        return NOT_NOW
    target = a - AIM
    if target != ODD_JOB and target >= s.areas:
        return NO_SUCH_AREA
    for slot in range(s.slot):
        if s.target[s.turn * SLOTS + slot] == target:
            return AIMED_THERE
    return OK if cards_in(s, HAND + s.turn) or unused_bluffs(s, s.turn) else NOTHING_TO_BID


@rule
def check_way(s: State, a: int) -> int:
    """FREE is any stack, also one that is invalid on purpose (M2)."""
    if a == FREE:
        return OK
    if s.target[here(s)] == ODD_JOB:
        return check_job(s, a - JOB) if JOB <= a < STAKE else NOT_NOW
    if not WAY <= a < FREE:
        return NOT_NOW
    need = need_of(s, a - WAY)
    if NEED_TIER[need] == NONE:
        return NO_SUCH_WAY
    return OK if suitable(s, need, NONE) >= NEED_COUNT[need] else CANNOT_MEET


@rule
def check_job(s: State, job: int) -> int:
    return OK if with_icon(s, job, NONE) >= JOB_CARDS else CANNOT_DO_JOB


@rule
def check_card(s: State, a: int) -> int:
    """Cards go in by ascending number, with look-ahead, so that each set has one path and no stack gets stuck."""
    if a == DONE:
        return check_enough(s)
    if a >= N_CARDS:
        return NOT_NOW
    if s.place[a] != HAND + s.turn:
        return NOT_IN_HAND
    job = job_at_hand(s)
    if job != NONE:
        if ICON[a] != job and ICON_2[a] != job:
            return WRONG_ICON
        if a < s.last:
            return NOT_ASCENDING
        return OK if s.n_put + 1 + with_icon(s, job, a) >= JOB_CARDS else TOO_FEW_AFTER
    if s.way != FREE - WAY:
        need = need_of(s, s.way)
        if TIER[a] != NEED_TIER[need]:
            return WRONG_TIER
        if STAR[a] < NEED_STAR[need]:
            return NEEDS_STAR
        if a < s.last:
            return NOT_ASCENDING
        return OK if s.n_put + 1 + suitable(s, need, a) >= NEED_COUNT[need] else TOO_FEW_AFTER
    return NOT_ASCENDING if a < s.last else OK


@rule
def check_enough(s: State) -> int:
    """A free stack may stop at any card; without any it needs a bluff card to come."""
    if s.phase == PICKING_CARDS or s.way != FREE - WAY:
        return STACK_NOT_READY
    return OK if s.n_put or unused_bluffs(s, s.turn) else STACK_NOT_READY


@rule
def check_stake(s: State, a: int) -> int:
    if a == DONE:
        return OK
    if not STAKE <= a < BLUFF:
        return NOT_NOW
    contract = a - STAKE
    if s.contract[contract] != WON + s.turn:
        return NOT_YOUR_CONTRACT
    if contract < s.last:
        return NOT_ASCENDING
    return OK if s.max_stakes == 0 or stakes_in(s, here(s)) < s.max_stakes else TOO_MANY_STAKES


@rule
def check_bluff(s: State, a: int) -> int:
    if STAKE <= a < BLUFF and s.contract[a - STAKE] == WON + s.turn and s.max_stakes:
        return TOO_MANY_STAKES if stakes_in(s, here(s)) == s.max_stakes else NOT_NOW
    if not BLUFF <= a < BUY_CARD:
        return NOT_NOW
    if a - BLUFF > unused_bluffs(s, s.turn):
        return NO_BLUFF_LEFT
    return NEEDS_BLUFF if a == BLUFF and s.n_put == 0 else OK


# ---- looking at hands and stacks ------------------------------------------------------------------------------------
@rule
def here(s: State) -> int:
    """The bid that is being built."""
    return s.turn * SLOTS + s.slot


@rule
def need_of(s: State, way: int) -> int:
    """Row of the NEED tables for a way of bidding on the contract that is aimed at."""
    return (POINTS[top(s, s.target[here(s)])] - 1) * MAX_NEEDS + way


@rule
def job_at_hand(s: State) -> int:
    """The odd job whose cards are being put, or NONE."""
    if s.phase == PICKING_CARDS:
        return s.way
    return s.job[here(s)]


@rule
def cards_in(s: State, place: int) -> int:
    n = 0
    for c in range(N_CARDS):
        if s.place[c] == place:
            n += 1
    return n


@rule
def suitable(s: State, need: int, after: int) -> int:
    """Cards in hand beyond number `after` that serve a need."""
    n = 0
    tier = NEED_TIER[need]
    for c in range(max(after + 1, FIRST_OF_TIER[tier]), FIRST_OF_TIER[tier + 1]):
        if s.place[c] == HAND + s.turn and STAR[c] >= NEED_STAR[need]:
            n += 1
    return n


@rule
def with_icon(s: State, job: int, after: int) -> int:
    """Cards in hand beyond number `after` that help with an odd job."""
    n = 0
    for c in range(after + 1, N_CARDS):
        if s.place[c] == HAND + s.turn and (ICON[c] == job or ICON_2[c] == job):
            n += 1
    return n


@rule
def unused_bluffs(s: State, p: int) -> int:
    return BLUFF_CARDS - s.bluffs[p * SLOTS] - s.bluffs[p * SLOTS + 1]


@rule
def stakes_in(s: State, bid: int) -> int:
    n = 0
    for c in range(N_CONTRACTS):
        if s.contract[c] == STAKED + bid:
            n += 1
    return n


@rule
def points_staked(s: State, bid: int) -> int:
    n = 0
    for c in range(N_CONTRACTS):
        if s.contract[c] == STAKED + bid:
            n += POINTS[c]
    return n


@rule
def can_stake(s: State) -> bool:
    """Whether the question about stakes has more than one answer."""
    for c in range(N_CONTRACTS):
        if check_stake(s, STAKE + c) == OK:
            return True
    return False


# ---- move list ------------------------------------------------------------------------------------------------------
@rule
def list_moves(s: State, t: Table) -> int:
    """All actions that `check` allows, in ascending order."""
    t.n_moves = 0
    if s.phase == DISCARDING or s.phase == PUTTING_CARDS or s.phase == PICKING_CARDS:
        for c in range(N_CARDS):
            if s.place[c] == HAND + s.turn and check(s, c) == OK:
                offer(t, c)
        if check(s, DONE) == OK:
            offer(t, DONE)
    else:
        for a in range(AIM, N_ACTIONS):
            if check(s, a) == OK:
                offer(t, a)
    return t.n_moves


# ---- what happens ---------------------------------------------------------------------------------------------------
@rule
def apply(s: State, a: int, t: Table) -> None:
    if s.phase == INVESTING:
        invest(s, a, t)
    elif s.phase == DISCARDING:
        discard(s, s.turn, a)
        emit(t, DISCARDED, s.turn, a, 0, EVERYONE)
        settle_hand(s, t)
    elif s.phase == AIMING:
        aim(s, a, t)
    elif s.phase == CHOOSING_WAY:
        s.way = a - WAY if a <= FREE else NONE
        s.job[here(s)] = a - JOB if a >= JOB else NONE
        s.phase = PUTTING_CARDS
        s.n_put = 0
        s.last = NONE
        go_on_putting(s, t)
    elif s.phase == PUTTING_CARDS:
        if a == DONE:
            begin_stakes(s, t)
        else:
            s.place[a] = STACK + here(s)
            s.n_put += 1
            s.last = a
            go_on_putting(s, t)
    elif s.phase == STAKING:
        if a == DONE:
            begin_bluffs(s, t)
        else:
            s.contract[a - STAKE] = STAKED + here(s)
            s.last = a - STAKE
            if not can_stake(s):
                begin_bluffs(s, t)
    elif s.phase == BLUFFING:
        s.bluffs[here(s)] = a - BLUFF
        seal(s, t)
    else:
        pick_up(s, a, t)


@rule
def clear_bids(s: State) -> None:
    for bid in range(MAX_PLAYERS * SLOTS):
        s.target[bid] = NONE
        s.job[bid] = NONE
        s.bluffs[bid] = 0
        s.laid[bid] = 0
        s.success[bid] = 0
    s.slot = 0
    s.way = NONE
    s.last = NONE
    s.n_put = 0


@rule
def begin_bidding(s: State) -> None:
    clear_bids(s)
    s.turn = s.marker
    s.phase = AIMING


@rule
def aim(s: State, a: int, t: Table) -> None:
    if a == DONE:
        if s.slot == 0 and not s.simultaneous:
            emit(t, NO_BID, s.turn, 0, 0, EVERYONE)
        next_bidder(s, t)
    else:
        s.target[here(s)] = a - AIM
        s.phase = CHOOSING_WAY


@rule
def go_on_putting(s: State, t: Table) -> None:
    """Leave the question for cards as soon as it has no further answer."""
    if s.way == FREE - WAY:
        for c in range(s.last + 1, N_CARDS):
            if s.place[c] == HAND + s.turn:
                return
        begin_stakes(s, t)
    elif s.n_put == (JOB_CARDS if s.job[here(s)] != NONE else NEED_COUNT[need_of(s, s.way)]):
        begin_stakes(s, t)


@rule
def begin_stakes(s: State, t: Table) -> None:
    """M14a: only on a contract."""
    s.last = NONE
    if s.target[here(s)] != ODD_JOB and can_stake(s):
        s.phase = STAKING
    else:
        begin_bluffs(s, t)


@rule
def begin_bluffs(s: State, t: Table) -> None:
    if unused_bluffs(s, s.turn):
        s.phase = BLUFFING
    else:
        seal(s, t)


@rule
def seal(s: State, t: Table) -> None:
    bid = here(s)
    s.laid[bid] = s.n_put + stakes_in(s, bid) + s.bluffs[bid]
    if not s.simultaneous:
        emit(t, SEALED, s.turn, s.laid[bid], s.slot, EVERYONE)
    s.slot += 1
    s.way = NONE
    s.last = NONE
    s.n_put = 0
    if s.slot == SLOTS:
        next_bidder(s, t)
    else:
        s.phase = AIMING


@rule
def next_bidder(s: State, t: Table) -> None:
    if s.simultaneous:
        emit(t, COMMITTED, s.turn, s.slot, 0, 1 << s.turn)  # how many bids is nobody else's business (M1)
    s.turn = (s.turn + 1) % s.players
    s.slot = 0
    s.phase = AIMING
    if s.turn == s.marker:
        resolve(s, t)


# ---- resolving ------------------------------------------------------------------------------------------------------
@rule
def resolve(s: State, t: Table) -> None:
    """Everything is turned over; odd jobs first, then neighborhoods A to F; then the pick-up is offered."""
    s.slot = 0
    reveal(s, t)
    for i in range(s.players):
        p = (s.marker + i) % s.players
        for bid in range(p * SLOTS, (p + 1) * SLOTS):
            if s.target[bid] == ODD_JOB:
                do_odd_job(s, p, bid, t)
    for area in range(s.areas):
        if s.players == 1:
            resolve_solo(s, area, t)
        else:
            resolve_area(s, area, t)
    clear_table(s, t)
    ask_pick_up(s, 0, t)


@rule
def clear_table(s: State, t: Table) -> None:
    """M3, M17: stakes are gone, win or lose; what was not spent goes back to the hands."""
    for i in range(s.players):
        p = (s.marker + i) % s.players
        for bid in range(p * SLOTS, (p + 1) * SLOTS):
            staked = points_staked(s, bid)
            if staked:
                emit(t, STAKE_GONE, p, staked, s.success[bid], EVERYONE)
            if s.bluffs[bid]:
                emit(t, BLUFFS_BACK, p, s.bluffs[bid], s.success[bid], EVERYONE)
            s.bluffs[bid] = 0
    for c in range(N_CONTRACTS):
        if STAKED <= s.contract[c] < DUMMY:
            s.contract[c] = GONE
    for c in range(N_CARDS):
        if STACK <= s.place[c] < UNKNOWN:
            s.place[c] = HAND + (s.place[c] - STACK) // SLOTS


@rule
def reveal(s: State, t: Table) -> None:
    """M21: all stacks and stakes are shown; what goes back to a hand is known to be there."""
    for i in range(s.players):
        p = (s.marker + i) % s.players
        for bid in range(p * SLOTS, (p + 1) * SLOTS):
            if s.target[bid] == NONE:
                continue
            emit(t, REVEALED, p, s.target[bid], bid, EVERYONE)
            for c in range(N_CARDS):
                if s.place[c] == STACK + bid:
                    s.shown[c] = 1
                    emit(t, SHOWED_CARD, p, c, bid, EVERYONE)
            for c in range(N_CONTRACTS):
                if s.contract[c] == STAKED + bid:
                    emit(t, SHOWED_STAKE, p, c, bid, EVERYONE)
            if s.bluffs[bid]:
                emit(t, SHOWED_BLUFFS, p, s.bluffs[bid], bid, EVERYONE)


@rule
def job_done(s: State, bid: int) -> int:
    """M11, M11a: the odd job that a stack completes, the better paid one if none was named, or NONE."""
    if cards_in(s, STACK + bid) != JOB_CARDS:
        return NONE
    best = NONE
    for job in range(N_JOBS):
        n = 0
        for c in range(N_CARDS):
            if s.place[c] == STACK + bid and (ICON[c] == job or ICON_2[c] == job):
                n += 1
        meant = job == s.job[bid] or s.job[bid] == NONE
        if n == JOB_CARDS and meant and (best == NONE or JOB_PAY[job] > JOB_PAY[best]):
            best = job
    return best


@rule
def do_odd_job(s: State, p: int, bid: int, t: Table) -> None:
    job = job_done(s, bid)
    if job == NONE:  # M12
        emit(t, JOB_FAILED, p, 0, bid, EVERYONE)
        return
    s.money[p] += JOB_PAY[job] + BONUS
    s.success[bid] = 1
    spend(s, p, bid)
    emit(t, JOB_DONE, p, job, JOB_PAY[job] + BONUS, EVERYONE)


@rule
def spend(s: State, p: int, bid: int) -> None:
    for c in range(N_CARDS):
        if s.place[c] == STACK + bid:
            discard(s, p, c)


@rule
def total_of(s: State, bid: int) -> int:
    """What the cards of a stack add up to: the unmodified bid, which is what gets paid (M18)."""
    total = 0
    for c in range(N_CARDS):
        if s.place[c] == STACK + bid:
            total += VALUE[c]
    return total


@rule
def way_met(s: State, bid: int, contract: int) -> int:
    """M8, M9, M10: the row of the NEED tables that a stack meets exactly, or NONE.  Bluff cards never count."""
    n = cards_in(s, STACK + bid)
    for need in range((POINTS[contract] - 1) * MAX_NEEDS, POINTS[contract] * MAX_NEEDS):
        if NEED_TIER[need] == NONE or NEED_COUNT[need] != n:
            continue
        fits = 0
        for c in range(N_CARDS):
            if s.place[c] == STACK + bid and TIER[c] == NEED_TIER[need] and STAR[c] >= NEED_STAR[need]:
                fits += 1
        if fits == n:
            return need
    return NONE


@rule
def beats(s: State, bid: int, other: int) -> bool:
    """M19: lower modified bid, then more points staked, then nearer to the marker clockwise."""
    modified = total_of(s, bid) - points_staked(s, bid)
    rival = total_of(s, other) - points_staked(s, other)
    if modified != rival:
        return modified < rival
    if points_staked(s, bid) != points_staked(s, other):
        return points_staked(s, bid) > points_staked(s, other)
    near = (bid // SLOTS - s.marker + s.players) % s.players
    return near < (other // SLOTS - s.marker + s.players) % s.players


@rule
def resolve_area(s: State, area: int, t: Table) -> None:
    contract = top(s, area)
    best = NONE
    bidders = 0
    only = NONE
    for bid in range(s.players * SLOTS):
        if s.target[bid] != area:
            continue
        bidders += 1
        only = bid
        if way_met(s, bid, contract) == NONE:
            emit(t, INVALID, bid // SLOTS, area, bid, EVERYONE)
            continue
        emit(t, OFFERED, bid // SLOTS, total_of(s, bid) - points_staked(s, bid), total_of(s, bid), EVERYONE)
        if best == NONE or beats(s, bid, best):
            best = bid
    if best == NONE and bidders == 1 and s.sole_wins:  # M4a
        best = only
    if best != NONE:
        win(s, area, best, t)


@rule
def win(s: State, area: int, bid: int, t: Table) -> None:
    p = bid // SLOTS
    paid = total_of(s, bid)
    s.money[p] += paid
    s.success[bid] = 1
    spend(s, p, bid)
    contract = pull(s, area)
    s.contract[contract] = WON + p
    emit(t, WON_CONTRACT, p, contract, paid, EVERYONE)


# ---- the solo game --------------------------------------------------------------------------------------------------
@rule
def resolve_solo(s: State, area: int, t: Table) -> None:
    """M35 to M39: the dummy matches a valid bid from the deck; what nobody bids for is the dummy's."""
    contract = top(s, area)
    bid = NONE
    for own in range(SLOTS):
        if s.target[own] == area:
            bid = own
    need = NONE if bid == NONE else way_met(s, bid, contract)
    if bid != NONE and need == NONE:
        emit(t, INVALID, 0, area, bid, EVERYONE)
    if need == NONE:
        pull(s, area)
        if s.difficulty == EASY:
            s.contract[contract] = GONE
            emit(t, TURNED_DOWN, 0, contract, 0, EVERYONE)
        else:
            s.contract[contract] = DUMMY
            emit(t, DUMMY_WON, 0, contract, 0, EVERYONE)
        return
    offered = total_of(s, bid) - points_staked(s, bid)
    emit(t, OFFERED, 0, offered, total_of(s, bid), EVERYONE)
    rival = dummy_bid(s, need, t)
    human = rival == NONE or offered < rival or (offered == rival and s.difficulty != HARD)
    if human:
        win(s, area, bid, t)
    else:
        pull(s, area)
        s.contract[contract] = DUMMY
        emit(t, DUMMY_WON, 0, contract, rival, EVERYONE)


@rule
def dummy_bid(s: State, need: int, t: Table) -> int:
    """M36, M36a: draw until the need is met; all drawn cards lie aside till then.  NONE if there are too few."""
    total = 0
    found = 0
    while found < NEED_COUNT[need]:
        card = next_card(s, NEED_TIER[need], t)
        if card == NONE:
            break
        s.place[card] = ASIDE
        emit(t, DUMMY_DREW, 0, card, 0, EVERYONE)
        if STAR[card] >= NEED_STAR[need]:
            found += 1
            total += VALUE[card]
    for c in range(N_CARDS):
        if s.place[c] == ASIDE:
            s.place[c] = DISCARD
    if found < NEED_COUNT[need]:
        return NONE
    emit(t, DUMMY_OFFERED, 0, total, 0, EVERYONE)
    return total


# ---- pick-up and maintenance ----------------------------------------------------------------------------------------
@rule
def ask_pick_up(s: State, first: int, t: Table) -> None:
    """M13, M13a: every seat that won nothing and did no odd job is asked, whether it can or not."""
    for i in range(first, s.players):
        p = (s.marker + i) % s.players
        if not s.success[p * SLOTS] and not s.success[p * SLOTS + 1]:
            s.turn = p
            s.phase = PICKING_UP
            return
    maintain(s, t)


@rule
def pick_up(s: State, a: int, t: Table) -> None:
    p = s.turn
    if s.phase == PICKING_UP and a != DONE:
        s.way = a - JOB
        s.last = NONE
        s.n_put = 0
        s.phase = PICKING_CARDS
        return
    if s.phase == PICKING_CARDS:
        discard(s, p, a)
        emit(t, DISCARDED, p, a, 0, EVERYONE)
        s.n_put += 1
        s.last = a
        if s.n_put < JOB_CARDS:
            return
        s.money[p] += JOB_PAY[s.way]
        emit(t, PICKED_UP, p, s.way, JOB_PAY[s.way], EVERYONE)
    else:
        emit(t, DECLINED, p, 0, 0, EVERYONE)
    s.way = NONE
    s.last = NONE
    s.n_put = 0
    ask_pick_up(s, (p - s.marker + s.players) % s.players + 1, t)


@rule
def maintain(s: State, t: Table) -> None:
    """M30, M31a: end check, cap, unbid contracts to the bottom, next contracts up, marker on, then Invest."""
    s.rounds += 1
    for p in range(s.players):
        emit(t, ROUND_SCORED, p, score(s, p), s.money[p], EVERYONE)
    ended = False
    for area in range(s.areas):
        if s.depth[area] == 0:
            ended = True
    if not ended and s.rounds == MAX_ROUNDS:
        emit(t, CAPPED, 0, MAX_ROUNDS, 0, EVERYONE)
        ended = True
    if ended:
        finish(s, t)
        return
    for area in range(s.areas):
        if top(s, area) == s.up[area] and s.depth[area] > 1:
            push(s, area, pull(s, area))
            emit(t, TO_BOTTOM, 0, s.up[area], area, EVERYONE)
        if top(s, area) != s.up[area]:
            turn_up(s, area)
            emit(t, TURNED_UP, 0, s.up[area], area, EVERYONE)
    if s.players > 1:
        s.marker = (s.marker + 1) % s.players
        emit(t, MARKER, s.marker, 0, 0, EVERYONE)
    emit(t, ROUND_STARTED, s.marker, s.rounds + 1, 0, EVERYONE)
    clear_bids(s)
    s.turn = s.marker
    s.phase = INVESTING


@rule
def finish(s: State, t: Table) -> None:
    s.phase = ENDED
    clear_bids(s)
    for p in range(s.players):
        emit(t, SCORED, p, score(s, p), s.money[p] // MONEY_PER_POINT, EVERYONE)
    if s.players == 1:
        emit(t, DUMMY_SCORED, 0, reputation(s, DUMMY), 1 if payoff(s, 0) == 0.0 else 0, EVERYONE)
    for p in range(s.players):
        if payoff(s, p) > 0.0:
            emit(t, VICTORY, p, score(s, p), int(1.0 / payoff(s, p) + 0.5), EVERYONE)


# ---- investing ------------------------------------------------------------------------------------------------------
@rule
def invest(s: State, a: int, t: Table) -> None:
    p = s.turn
    if a == DONE:
        settle_hand(s, t)
    elif a >= BUY_MOWER:
        tier = a - BUY_MOWER
        s.money[p] -= MOWER_PRICE[tier]
        s.mower[p * N_TIERS + tier] = 1
        emit(t, BOUGHT_MOWER, p, tier, MOWER_PRICE[tier], EVERYONE)
    else:
        tier = a - BUY_CARD
        s.money[p] -= CARD_PRICE[tier]
        emit(t, BOUGHT_CARD, p, tier, CARD_PRICE[tier], EVERYONE)
        emit(t, DREW, p, draw(s, p, tier, t), 0, 1 << p)


@rule
def settle_hand(s: State, t: Table) -> None:
    """M26: down to the limits, then the next seat invests; after the last one, bids."""
    for tier in range(N_TIERS):
        if s.held[s.turn * N_TIERS + tier] > HAND_LIMIT[tier]:
            s.phase = DISCARDING
            return
    s.turn = (s.turn + 1) % s.players
    s.phase = INVESTING
    if s.turn == s.marker:
        begin_bidding(s)


# ---- what an observer needs -----------------------------------------------------------------------------------------
@rule
def mover(s: State) -> int:
    return s.turn


@rule
def is_over(s: State) -> bool:
    return s.phase == ENDED


@rule
def stage(s: State) -> int:
    return s.rounds


@rule
def reputation(s: State, owner: int) -> int:
    """Points on the contracts of WON + seat (staked ones still count until they are gone) or DUMMY."""
    points = 0
    for c in range(N_CONTRACTS):
        where = s.contract[c]
        if where == owner or (STAKED <= where < DUMMY and WON + (where - STAKED) // SLOTS == owner):
            points += POINTS[c]
    return points


@rule
def score(s: State, p: int) -> int:
    """Contracts, owned mowers, and one point for every three dollars."""
    points = reputation(s, WON + p) + s.money[p] // MONEY_PER_POINT
    for tier in range(N_TIERS):
        if s.mower[p * N_TIERS + tier]:
            points += MOWER_POINTS[tier]
    return points


@rule
def wealth(s: State, p: int) -> float:
    """Score with fractions of dollars and the cards in hand at what they cost: what a short playout can build on."""
    points = score(s, p) + (s.money[p] % MONEY_PER_POINT) / MONEY_PER_POINT
    for tier in range(N_TIERS):
        points += s.held[p * N_TIERS + tier] * CARD_PRICE[tier] / MONEY_PER_POINT
    return points


@rule
def standing(s: State, p: int) -> float:
    """How far ahead of the average rival (of the dummy in the solo game)."""
    if s.players == 1:
        return wealth(s, 0) - reputation(s, DUMMY)
    rivals = 0.0
    for q in range(s.players):
        if q != p:
            rivals += wealth(s, q)
    return wealth(s, p) - rivals / (s.players - 1)


@rule
def payoff(s: State, p: int) -> float:
    """1 for most reputation points, shared among those tied (M33); solo: 1 for more than the dummy, 0.5 for as many."""
    mine = score(s, p)
    if s.players == 1:
        rival = reputation(s, DUMMY)
        return 1.0 if mine > rival else 0.5 if mine == rival else 0.0
    tied = 0
    for q in range(s.players):
        if score(s, q) > mine:
            return 0.0
        if score(s, q) == mine:
            tied += 1
    return 1.0 / tied


# ---- hidden information ---------------------------------------------------------------------------------------------
@rule
def owner_of(place: int) -> int:
    """The seat that has a bid card in hand or stacks, or NONE."""
    if HAND <= place < STACK:
        return place - HAND
    return (place - STACK) // SLOTS if STACK <= place < UNKNOWN else NONE


@rule
def holder(place: int) -> int:
    """HAND + seat for all that a seat has in hand or stacks, else the place itself: what can be told from outside."""
    p = owner_of(place)
    return place if p == NONE else HAND + p


@rule
def is_bidding(phase: int) -> bool:
    return AIMING <= phase <= BLUFFING


@rule
def hide(s: State, me: int) -> None:
    for c in range(N_CARDS):
        s.deck[c] = NONE
        p = owner_of(s.place[c])
        if s.place[c] == DECK or (p != NONE and p != me):
            s.place[c] = HAND + p if p != NONE and s.shown[c] else UNKNOWN
    for c in range(N_CONTRACTS):
        where = s.contract[c]
        if STAKED <= where < DUMMY and (where - STAKED) // SLOTS != me:
            s.contract[c] = WON + (where - STAKED) // SLOTS
        if AREA <= where < WON and not s.seen[c]:
            s.contract[c] = AREA  # in a pile, but who knows in which
    for i in range(N_AREAS * DEPTH):
        if s.pile[i] != NONE and not s.seen[s.pile[i]]:
            s.pile[i] = NONE
    if is_bidding(s.phase):
        for bid in range(s.players * SLOTS):
            if bid // SLOTS != me:
                hide_bid(s, bid)
        if s.turn != me:
            s.phase = AIMING
            s.way = NONE
            s.last = NONE
            s.n_put = 0
            if s.simultaneous:
                s.slot = 0


@rule
def hide_bid(s: State, bid: int) -> None:
    s.target[bid] = NONE
    s.job[bid] = NONE
    s.bluffs[bid] = 0
    if s.simultaneous:
        s.laid[bid] = 0


@rule
def determinize(s: State, me: int, t: Table) -> None:
    """A world that `me` cannot tell from the true one: hands, stacks, decks, and contracts that nobody has seen.

    Cards are dealt evenly within each tier, those that were in hands at its last shuffle apart from those that were in
    the deck.  A sealed stack of others gets, if its size allows, a valid bid that its hand can make, filled up with
    bluff cards and stakes; else any cards.  In the simultaneous game sizes are unknown: whoever has bid is taken to
    have made two valid bids, if the hand can.
    """
    hide(s, me)
    for tier in range(N_TIERS):
        deal_tier(s, me, tier, 0, t)
        deal_tier(s, me, tier, 1, t)
    deal_contracts(s, t)
    if is_bidding(s.phase):
        for i in range((s.turn - s.marker + s.players) % s.players + 1):
            p = (s.marker + i) % s.players
            if p != me:
                for bid in range(p * SLOTS, (p + 1) * SLOTS):
                    if s.laid[bid] or (s.simultaneous and p != s.turn):
                        imagine_bid(s, bid, t)


@rule
def mix(t: Table, n: int) -> None:
    """Put the first n numbers of the scratch space in random order."""
    for i in range(n - 1, 0, -1):
        j = dice(t, i + 1)
        card = t.scratch[i]
        t.scratch[i] = t.scratch[j]
        t.scratch[j] = card


@rule
def deal_tier(s: State, me: int, tier: int, fresh: int, t: Table) -> None:
    """Deal the unknown cards of a tier that were (fresh = 1) or were not (0) in the deck when it was last shuffled."""
    n = 0
    for c in range(FIRST_OF_TIER[tier], FIRST_OF_TIER[tier + 1]):
        if s.place[c] == UNKNOWN and s.fresh[c] == fresh:
            t.scratch[n] = c
            n += 1
    mix(t, n)
    for p in range(s.players):
        if p != me:
            old = s.old[p * N_TIERS + tier]
            missing = s.held[p * N_TIERS + tier] - old if fresh else old
            for c in range(FIRST_OF_TIER[tier], FIRST_OF_TIER[tier + 1]):
                if s.place[c] == HAND + p and s.fresh[c] == fresh and s.shown[c]:
                    missing -= 1
            for _ in range(missing):
                n -= 1
                s.place[t.scratch[n]] = HAND + p
    for i in range(n):  # only fresh ones are left over
        s.deck[FIRST_OF_TIER[tier] + i] = t.scratch[i]
        s.place[t.scratch[i]] = DECK


@rule
def deal_contracts(s: State, t: Table) -> None:
    n = 0
    for c in range(N_CONTRACTS):
        if s.contract[c] == AREA and not s.seen[c]:
            t.scratch[n] = c
            n += 1
    mix(t, n)
    for area in range(s.areas):
        for i in range(area * DEPTH, area * DEPTH + s.depth[area]):
            if s.pile[i] == NONE:
                n -= 1
                s.pile[i] = t.scratch[n]
                s.contract[t.scratch[n]] = AREA + area


@rule
def imagine_bid(s: State, bid: int, t: Table) -> None:
    """Fill a sealed stack of another seat: with a valid bid if one of its size is found, else with anything.

    A stack of unknown size gets a valid bid, or is taken not to be there.
    """
    other = bid - 1 if bid % SLOTS else bid + 1
    first = dice(t, s.areas + 1)
    for i in range(s.areas + 1):
        target = (first + i) % (s.areas + 1)
        if target == s.areas:
            target = ODD_JOB
        if target != s.target[other] and fill_validly(s, bid, target, t):
            return
    if s.laid[bid]:
        s.target[bid] = first % s.areas
        if s.target[bid] == s.target[other]:
            s.target[bid] = (first + 1) % s.areas
        # With as many stakes as can be there is always enough left for a second stack.
        stakes = min(stakes_for(s, bid), s.laid[bid] - 1)
        bluffs = min(unused_bluffs(s, bid // SLOTS), s.laid[bid] - stakes)
        choose_cards(s, bid, NONE, NONE, s.laid[bid] - stakes - bluffs, t)
        add_extras(s, bid, bluffs, stakes)


@rule
def fill_validly(s: State, bid: int, target: int, t: Table) -> bool:
    """Try to put a valid bid for `target` into the stack, so that bluff cards and stakes make up the rest."""
    choices = N_JOBS if target == ODD_JOB else MAX_NEEDS
    first = dice(t, choices)
    for i in range(choices):
        k = (first + i) % choices
        job = k if target == ODD_JOB else NONE
        need = NONE if target == ODD_JOB else (POINTS[top(s, target)] - 1) * MAX_NEEDS + k
        if need != NONE and NEED_TIER[need] == NONE:
            continue
        count = JOB_CARDS if need == NONE else NEED_COUNT[need]
        extra = s.laid[bid] - count if s.laid[bid] else 0
        bluffs = min(extra, unused_bluffs(s, bid // SLOTS))
        stakes = 0 if target == ODD_JOB else stakes_for(s, bid)
        while bluffs >= 0 and extra - bluffs <= stakes and not leaves_enough(s, bid, count + bluffs, extra - bluffs):
            bluffs -= 1
        if bluffs >= 0 and extra - bluffs <= stakes and choose_cards(s, bid, job, need, count, t):
            s.target[bid] = target
            s.job[bid] = job
            s.laid[bid] = count + extra
            add_extras(s, bid, bluffs, extra - bluffs)
            return True
    return False


@rule
def stakes_for(s: State, bid: int) -> int:
    """Contracts that the owner of a bid could stake on it."""
    n = 0
    for c in range(N_CONTRACTS):
        if s.contract[c] == WON + bid // SLOTS:
            n += 1
    return n if s.max_stakes == 0 else min(n, s.max_stakes)


@rule
def leaves_enough(s: State, bid: int, cards: int, stakes: int) -> bool:
    """Whether the second stack can still be filled if `cards` bid and bluff cards and `stakes` go into the first."""
    p = bid // SLOTS
    if bid % SLOTS or s.laid[bid + 1] == 0:
        return True
    spare = cards_in(s, HAND + p) + unused_bluffs(s, p) - cards
    won = 0
    for c in range(N_CONTRACTS):
        if s.contract[c] == WON + p:
            won += 1
    most = won - stakes if s.max_stakes == 0 else min(won - stakes, s.max_stakes)
    return spare >= 1 and spare + most >= s.laid[bid + 1]


@rule
def choose_cards(s: State, bid: int, job: int, need: int, count: int, t: Table) -> bool:
    """Move `count` random cards that suit the job or the need (both NONE: any) from hand to stack, if there are."""
    n = 0
    for c in range(N_CARDS):
        if s.place[c] != HAND + bid // SLOTS:
            continue
        fits = True
        if need != NONE:
            fits = TIER[c] == NEED_TIER[need] and STAR[c] >= NEED_STAR[need]
        elif job != NONE:
            fits = ICON[c] == job or ICON_2[c] == job
        if fits:
            t.scratch[n] = c
            n += 1
    if n < count:
        return False
    mix(t, n)
    for i in range(count):
        s.place[t.scratch[i]] = STACK + bid
    return True


@rule
def add_extras(s: State, bid: int, bluffs: int, stakes: int) -> None:
    """Bluff cards, and the cheapest won contracts as stakes."""
    s.bluffs[bid] = bluffs
    for c in range(N_CONTRACTS):
        if stakes and s.contract[c] == WON + bid // SLOTS:
            s.contract[c] = STAKED + bid
            stakes -= 1


HOOKS = (start, check, list_moves, apply, mover, is_over, stage, score, standing, payoff, hide, determinize)
TOOLS = (
    push,
    turn_up,
    top,
    cards_in,
    way_met,
    job_done,
    total_of,
    points_staked,
    stakes_in,
    unused_bluffs,
    need_of,
    reputation,
    here,
    holder,
    is_bidding,
)
