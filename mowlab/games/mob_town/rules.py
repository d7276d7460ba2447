"""The rules of Mob Town for 2 to 4 players, once, as small functions over one record of integers.

Rulings are named T1 to T42 as in docs/games/mob-town.md; the sentences for reasons and events are in words.py.
Cards of one kind are alike, so hands and discards count kinds (rows of the draw deck, from the highest value down);
only properties are followed one by one.  A set of properties is a bit mask.
"""

from __future__ import annotations

from ...core.link import rule
from ...core.schema import CUSTOM, SECRET, Ints, Schema, ints, num, option
from ...core.table import EVERYONE, Table, below, dice, emit, offer, shuffle
from .cards import (
    CASH_CARD,
    CASH_SUIT,
    LAW_CARD,
    N_AGENDAS,
    N_DRAW,
    N_KINDS,
    N_PROPERTIES,
    NONE,
    OF_GROUP,
    OF_TYPE,
    OF_TYPES,
    constants,
    load,
)

_DEFAULT = constants(load())
SUIT: tuple[int, ...] = _DEFAULT["SUIT"]  # of each kind of card
VALUE: tuple[int, ...] = _DEFAULT["VALUE"]
COUNT: tuple[int, ...] = _DEFAULT["COUNT"]
TYPE: tuple[int, ...] = _DEFAULT["TYPE"]  # of each property
FACE: tuple[int, ...] = _DEFAULT["FACE"]
ARROW: tuple[int, ...] = _DEFAULT["ARROW"]
FIRST_SUIT: tuple[int, ...] = _DEFAULT["FIRST_SUIT"]
SECOND_SUIT: tuple[int, ...] = _DEFAULT["SECOND_SUIT"]
AGENDA_COUNTS: tuple[int, ...] = _DEFAULT["AGENDA_COUNTS"]  # of each agenda
AGENDA_OF: tuple[int, ...] = _DEFAULT["AGENDA_OF"]

MAX_PLAYERS, ROUNDS, HAND_SIZE, LINE_SIZE, LOT_SIZE, DRAWN = 4, 3, 3, 5, 3, 2
SMALLEST_CITY, TOKENS, BRIEFCASES, CHOSEN, LAW_DEPTH = 10, 12, 3, 2, 11  # city: 10 + players; law: in the last 11 cards
AGENDA_POINTS, BRIEFCASE_POINTS, SMALLEST_GROUP, IDLE_ROUNDS = 3, 2, 2, 4
NOBODY = MAX_PLAYERS  # takes the cards for spaces that nobody owns
MAX_WAYS = 48  # more than the chains that 20 cards on a grid can offer

# ---- the map: a cell is a number, a step to a neighbour a difference; 20 cards never reach the rim ------------------
SIDE = 64
ORIGIN = SIDE * SIDE // 2 + SIDE // 2
STEP = (-SIDE, 1, SIDE, -1)  # up, right, down, left
REST, LOT, CITY = range(3)  # where a property is

# ---- actions --------------------------------------------------------------------------------------------------------
# 0 to 15: that card (to trade away, take, pay or hand over).  TRADE + suit, TAKE + property, LOT + property,
# AGENDA + agenda, WAY + chain, SITE + 4 * property + direction: the cell next to that property.
DRAW, CASH, TRADE, TAKE = 16, 17, 18, 24
LOT_CARD = TAKE + N_PROPERTIES
LEAVE = LOT_CARD + N_PROPERTIES
AGENDA = LEAVE + 1
WAY = AGENDA + N_AGENDAS
SITE = WAY + MAX_WAYS
N_ACTIONS = SITE + 4 * N_PROPERTIES

# ---- phases: what is asked; the actions that can answer run from FROM to UPTO ---------------------------------------
CHOOSING, ACTING, TRADING, PICKING, ROUTING, PAYING, CONNECTING, SITING, DECIDING, SWAPPING, ENDED = range(11)
FROM = (AGENDA, DRAW, 0, 0, WAY, 0, 0, SITE, TAKE, AGENDA, 0)
UPTO = (WAY, WAY, N_KINDS, N_KINDS, SITE, N_KINDS, N_KINDS, N_ACTIONS, AGENDA, WAY, 0)

# ---- reasons why an action is not allowed ---------------------------------------------------------------------------
(
    OK,
    GAME_OVER,
    NO_SUCH_ACTION,
    AGENDAS_FIRST,
    SWAP_FIRST,
    TRADE_FIRST,
    PICK_FIRST,
    WAY_FIRST,
    PAY_FIRST,
    CONNECT_FIRST,
    SITE_FIRST,
    DECIDE_FIRST,
    NOT_ASKED,
    AGENDA_HELD,
    AGENDA_SPENT,
    AGENDAS_STAND,
    AGENDA_NOT_HELD,
    SWAP_GUARD,
    NO_CASH,
    EMPTY_HAND,
    SUIT_NOT_IN_LINE,
    TRADE_GUARD,
    NOT_IN_CITY,
    ALREADY_YOURS,
    NO_TOKEN,
    TOO_DEAR,
    TOO_FAR,
    LOT_EMPTY,
    NO_BRIEFCASE,
    NOT_IN_LOT,
    NOT_IN_HAND,
    NOT_IN_LINE,
    WRONG_SUIT,
    OUT_OF_ORDER,
    CANNOT_FINISH,
    NO_SUCH_WAY,
    NOT_PLACED,
    OCCUPIED,
    OTHER_NAME,
    ONLY_THIS,
    AGENDA_PUT_BACK,
) = range(41)
FIRST = (  # by phase, for an action that answers another question
    AGENDAS_FIRST,
    NOT_ASKED,
    TRADE_FIRST,
    PICK_FIRST,
    WAY_FIRST,
    PAY_FIRST,
    CONNECT_FIRST,
    SITE_FIRST,
    DECIDE_FIRST,
    SWAP_FIRST,
)

# ---- events ---------------------------------------------------------------------------------------------------------
(
    ROUND_STARTED,
    TURNED_UP,
    LOT_TURNED_UP,
    CHOSE,
    PUT_BACK,
    DREW,
    TRADED,
    CASHED,
    PICKED,
    ROUTED,
    PAID,
    CONNECTED,
    HANDED,
    TOOK_OVER,
    PRICE,
    PLACED,
    LEFT,
    LAW_CAME,
    FACES_SCORED,
    AGENDA_SCORED,
    BRIEFCASES_SCORED,
    ROUND_SCORED,
    WON,
) = range(23)

LINE_UP, DISCARD = range(2)  # where a traded card goes


class State(Schema):
    """Everything about a game of Mob Town but its randomness."""

    players: int = option(4, {n: n for n in range(2, 5)}, "number of players", "Contents; Round Setup")
    cash_take: int = option(
        3, {3: 3, 2: 2}, "cards that a cash card buys from the line-up: 3, or 2 as in the edition of 2016", "T14"
    )
    traded: int = option(
        LINE_UP, {"line-up": LINE_UP, "discard": DISCARD}, "where the card goes that is traded away", "T10"
    )
    agendas: int = option(
        0, {"all": 0, "spent": 1}, "whether all agendas may be chosen in each round or only unused ones", "T33"
    )
    agenda_swap: int = option(
        0, {"off": 0, "on": 1}, "whether a turn may be used to swap an agenda (edition of 2016)", "T33, Options"
    )
    retake: int = option(0, {"off": 0, "on": 1}, "whether one may take over what one already controls", "T20")

    place: Ints = ints(N_PROPERTIES, "where each property is: REST, LOT (face up) or CITY")
    stack: Ints = ints(N_PROPERTIES, "the property stack from the top", CUSTOM)
    turned_up: int = num("how many cards of the stack have been turned up")
    cell: Ints = ints(N_PROPERTIES, "the cell of each property in the city, or NONE")
    near: Ints = ints(N_PROPERTIES, "which properties lie next to each property in the city")
    owner: Ints = ints(N_PROPERTIES, "who controls each property, or NONE")
    tokens: Ints = ints(N_PROPERTIES, "family tokens on each property")
    used: Ints = ints(MAX_PLAYERS, "tokens that each player has placed in this round")

    deck: Ints = ints(N_DRAW, "the draw deck from the top, as kinds of cards", SECRET)
    deck_top: int = num("cards of the draw deck that are gone")
    hand: Ints = ints(MAX_PLAYERS * N_KINDS, "cards of each kind in each hand, at p * N_KINDS + kind", CUSTOM)
    known: Ints = ints(MAX_PLAYERS * N_KINDS, "how many of them all have seen go there and not come back (T41b)")
    held: Ints = ints(MAX_PLAYERS, "number of cards in each hand")
    line: Ints = ints(LINE_SIZE, "kinds of the cards in the line-up; NONE where one is missing")
    discard: Ints = ints(N_KINDS, "cards of each kind that are out of this round")

    agenda: Ints = ints(MAX_PLAYERS, "which agendas each player has chosen", CUSTOM)
    chosen: Ints = ints(MAX_PLAYERS, "how many agendas each player has chosen")
    spent: Ints = ints(MAX_PLAYERS, "which agendas each player had in earlier rounds")
    served: Ints = ints(MAX_PLAYERS * N_AGENDAS, "take-overs of each player that served each agenda, in this round")
    taken_for: Ints = ints(N_PROPERTIES, "which agendas the take-over that put the top token there served")
    briefcases: Ints = ints(MAX_PLAYERS, "briefcase tokens left")
    points: Ints = ints(MAX_PLAYERS, "points of the scored rounds")

    rounds: int = num("rounds that have been scored")
    starter: int = num("who began this round")
    turn: int = num("who is to decide")
    turns: int = num("turns of this round that have been taken")
    idle: int = num("turns in a row without a smaller deck and without a take-over (T11)")
    phase: int = num("what is to be decided: CHOOSING to SWAPPING, or ENDED")

    aim: int = num("the action under way: suit asked for in a trade, property to be taken over; else NONE")
    put_back: int = num("the agenda put back in this turn, while another one is to be chosen; else NONE", CUSTOM)
    owed: int = num("value still to be paid, or cards still to be picked from the line-up")
    apart: int = num("connection cards still to be paid")
    feed: Ints = ints(MAX_PLAYERS + 1, "connection cards still to go to each player, and to nobody")
    order: int = num("the first kind of card that may come next")
    paid: int = num("cards paid so far for this take-over")
    n_ways: int = num("chains to choose from")
    way: Ints = ints(MAX_WAYS, "the spaces that each of these chains passes")


# ---- setting up -----------------------------------------------------------------------------------------------------
@rule
def start(s: State, t: Table) -> None:
    s.rounds = 0
    for p in range(MAX_PLAYERS):
        s.points[p] = 0
        s.spent[p] = 0
        s.briefcases[p] = BRIEFCASES if p < s.players else 0
    s.starter = below(t, s.players)  # T1
    set_up(s, t)


@rule
def set_up(s: State, t: Table) -> None:
    """A new round: city, open lot, three cards each, line-up, law; then agendas are chosen (T33, T40)."""
    emit(t, ROUND_STARTED, s.starter, s.rounds + 1, SMALLEST_CITY + s.players, EVERYONE)
    clear_round(s)
    s.turn = s.starter
    shuffle(t, s.stack, N_PROPERTIES)
    lay_city(s)
    refill_lot(s, t)
    shuffle(t, s.deck, N_DRAW - 1)
    for p in range(s.players):
        for _ in range(HAND_SIZE):
            gain(s, p, top_card(s), 0)
    for i in range(LINE_SIZE):
        s.line[i] = top_card(s)
        emit(t, TURNED_UP, s.starter, s.line[i], 0, EVERYONE)
    hide_law(s, N_DRAW - LAW_DEPTH + below(t, LAW_DEPTH))
    s.phase = CHOOSING


@rule
def clear_round(s: State) -> None:
    for x in range(N_PROPERTIES):
        s.stack[x] = x
        s.place[x] = REST
        s.cell[x] = NONE
        s.near[x] = 0
        s.owner[x] = NONE
        s.tokens[x] = 0
        s.taken_for[x] = 0
    i = 0
    for k in range(N_KINDS):
        s.discard[k] = 0
        for _ in range(COUNT[k]):
            s.deck[i] = k
            i += 1
    for p in range(MAX_PLAYERS):
        s.used[p] = 0
        s.held[p] = 0
        s.agenda[p] = 0
        s.chosen[p] = 0
        for k in range(N_KINDS):
            s.hand[p * N_KINDS + k] = 0
            s.known[p * N_KINDS + k] = 0
        for a in range(N_AGENDAS):
            s.served[p * N_AGENDAS + a] = 0
    s.turned_up = 0
    s.deck_top = 0
    s.turns = 0
    s.idle = 0
    clear_action(s)


@rule
def clear_action(s: State) -> None:
    """Nothing is under way."""
    s.aim = NONE
    s.put_back = NONE
    s.owed = 0
    s.apart = 0
    s.order = 0
    s.paid = 0
    for q in range(MAX_PLAYERS + 1):
        s.feed[q] = 0
    for i in range(s.n_ways):
        s.way[i] = 0
    s.n_ways = 0


@rule
def lay_city(s: State) -> None:
    """T4: each card goes where the arrow of the one before points, past cards that lie there to the first free cell."""
    cell = ORIGIN
    for i in range(SMALLEST_CITY + s.players):
        if i > 0:
            last = s.stack[i - 1]
            cell = s.cell[last] + STEP[ARROW[last]]
            while who_lies_at(s, cell) != NONE:
                cell += STEP[ARROW[last]]
        settle(s, s.stack[i], cell)
        s.turned_up += 1


@rule
def who_lies_at(s: State, cell: int) -> int:
    """The property on a cell, or NONE."""
    for x in range(N_PROPERTIES):
        if s.cell[x] == cell:
            return x
    return NONE


@rule
def is_beside(a: int, b: int) -> bool:
    """Cells a and b have an edge in common."""
    gap = abs(a - b)
    return gap == 1 or gap == SIDE


@rule
def settle(s: State, x: int, cell: int) -> None:
    """Property x becomes part of the city."""
    for y in range(N_PROPERTIES):
        if s.place[y] == CITY and is_beside(s.cell[y], cell):
            s.near[x] |= 1 << y
            s.near[y] |= 1 << x
    s.cell[x] = cell
    s.place[x] = CITY


@rule
def lot_size(s: State) -> int:
    n = 0
    for x in range(N_PROPERTIES):
        if s.place[x] == LOT:
            n += 1
    return n


@rule
def refill_lot(s: State, t: Table) -> None:
    """Three face-up cards in the open lot as long as there are any (T31)."""
    for _ in range(lot_size(s), LOT_SIZE):
        if s.turned_up < N_PROPERTIES:
            x = s.stack[s.turned_up]
            s.place[x] = LOT
            s.turned_up += 1
            emit(t, LOT_TURNED_UP, s.turn, x, 0, EVERYONE)


@rule
def hide_law(s: State, at: int) -> None:
    """T6: the law card goes into the deck at place `at`, after the deal; those behind it move down."""
    for i in range(N_DRAW - 1, at, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[at] = LAW_CARD


# ---- moving cards ---------------------------------------------------------------------------------------------------
@rule
def top_card(s: State) -> int:
    s.deck_top += 1
    return s.deck[s.deck_top - 1]


@rule
def gain(s: State, p: int, k: int, seen: int) -> None:
    """A card goes to the hand of p; seen: 1 if all see which one."""
    s.hand[p * N_KINDS + k] += 1
    s.known[p * N_KINDS + k] += seen
    s.held[p] += 1


@rule
def lose(s: State, p: int, k: int) -> None:
    """A card leaves the hand of p in sight of all; it may be one that they had seen go there (T41b)."""
    s.hand[p * N_KINDS + k] -= 1
    s.known[p * N_KINDS + k] = max(s.known[p * N_KINDS + k] - 1, 0)
    s.held[p] -= 1


@rule
def throw_away(s: State, p: int, k: int) -> None:
    lose(s, p, k)
    s.discard[k] += 1


@rule
def in_line(s: State, suit: int) -> int:
    """Cards of one suit (cash counts as one, T12) in the line-up."""
    n = 0
    for i in range(LINE_SIZE):
        if s.line[i] != NONE and SUIT[s.line[i]] == suit:
            n += 1
    return n


@rule
def pick(s: State, p: int, i: int, t: Table) -> None:
    """Card i of the line-up goes to the hand of p."""
    emit(t, PICKED, p, s.line[i], 0, EVERYONE)
    gain(s, p, s.line[i], 1)
    s.line[i] = NONE


@rule
def refill(s: State, p: int, t: Table) -> bool:
    """Fill the line-up from the deck; True if the law came and ended the round (T7: the line-up stays short)."""
    for i in range(LINE_SIZE):
        if s.line[i] == NONE:
            k = top_card(s)
            if k == LAW_CARD:
                end_round(s, p, t)
                return True
            s.line[i] = k
            emit(t, TURNED_UP, p, k, 0, EVERYONE)
    return False


# ---- costs and chains -----------------------------------------------------------------------------------------------
@rule
def cost(s: State, x: int) -> int:
    """T16: face value and one for each token that lies on the property."""
    return FACE[x] + s.tokens[x]


@rule
def pays(k: int, x: int) -> bool:
    """A card of kind k counts for property x: one of its two suits, or cash (T18)."""
    return SUIT[k] == FIRST_SUIT[x] or SUIT[k] == SECOND_SUIT[x] or SUIT[k] == CASH_SUIT


@rule
def cards_needed(s: State, p: int, x: int, still: int, first: int, gone: int) -> int:
    """The fewest cards of p, of kind `first` or later, that pay `still` for property x, or NONE if all do not reach.

    gone: cards of kind `first` not to be counted.  Kinds go from high values to low, so taking them in turn is best.
    """
    n = 0
    if still <= 0:
        return 0
    for k in range(first, N_KINDS):
        if pays(k, x):
            for _ in range(s.hand[p * N_KINDS + k] - (gone if k == first else 0)):
                n += 1
                still -= VALUE[k]
                if still <= 0:
                    return n
    return NONE


@rule
def owned(s: State, p: int) -> int:
    """The properties that p controls, as a mask."""
    mask = 0
    for x in range(N_PROPERTIES):
        if s.owner[x] == p:
            mask |= 1 << x
    return mask


@rule
def around(s: State, mask: int) -> int:
    """All properties next to one of the mask."""
    found = 0
    for x in range(N_PROPERTIES):
        if mask >> x & 1:
            found |= s.near[x]
    return found


@rule
def gap(s: State, p: int, x: int) -> int:
    """T22: cards between x and the nearest property of p along a shortest chain; 0 where p has none (T26)."""
    reached = owned(s, p)
    if reached == 0 or reached >> x & 1:
        return 0
    edge = reached
    for between in range(N_PROPERTIES):
        edge = around(s, edge) & ~reached
        if edge >> x & 1:
            return between
        reached |= edge
    return N_PROPERTIES  # not reached: a city is always in one piece


@rule
def measure(s: State, p: int, t: Table) -> None:
    """scratch[x]: steps from the nearest property of p to x; 0 for those of p, N_PROPERTIES where there is no way."""
    edge = owned(s, p)
    reached = edge
    for x in range(N_PROPERTIES):
        t.scratch[x] = 0 if edge >> x & 1 else N_PROPERTIES
    for steps in range(1, N_PROPERTIES):
        edge = around(s, edge) & ~reached
        reached |= edge
        for x in range(N_PROPERTIES):
            if edge >> x & 1:
                t.scratch[x] = steps


@rule
def find_ways(s: State, p: int, x: int, t: Table) -> None:
    """T22 to T24: all shortest chains from any property of p to x, one for each set of owners fed, into s.way.

    Depth first, from x inwards: path[d] is d steps from x; tried[d] the first property not yet tried as the next one.
    """
    measure(s, p, t)
    path = N_PROPERTIES
    tried = 2 * N_PROPERTIES
    between = t.scratch[x] - 1
    t.scratch[path] = x
    t.scratch[tried] = 0
    mask = 0
    d = 0
    while d >= 0:
        if d == between:
            add_way(s, mask)
            y = N_PROPERTIES
        else:
            y = t.scratch[tried + d]
            while y < N_PROPERTIES and not (s.near[t.scratch[path + d]] >> y & 1 and t.scratch[y] == between - d):
                y += 1
        if y == N_PROPERTIES:
            mask &= ~(1 << t.scratch[path + d])
            d -= 1
        else:
            t.scratch[tried + d] = y + 1
            d += 1
            mask |= 1 << y
            t.scratch[path + d] = y
            t.scratch[tried + d] = 0


@rule
def fed(s: State, mask: int) -> int:
    """How many spaces of each owner a chain passes, as one number with the lowest seat in front."""
    number = 0
    for x in range(N_PROPERTIES):
        if mask >> x & 1 and s.owner[x] != NONE:
            number += 1 << 5 * (MAX_PLAYERS - s.owner[x])
    return number


@rule
def add_way(s: State, mask: int) -> None:
    """Keep this chain unless one that feeds the same owners is there (T23a); in ascending order of `fed`."""
    number = fed(s, mask)
    i = s.n_ways
    while i > 0 and fed(s, s.way[i - 1]) > number:
        i -= 1
    if s.n_ways == MAX_WAYS or (i > 0 and fed(s, s.way[i - 1]) == number):
        return
    for j in range(s.n_ways, i, -1):
        s.way[j] = s.way[j - 1]
    s.way[i] = mask
    s.n_ways += 1


@rule
def go_along(s: State, mask: int) -> None:
    """T24: a card for the owner of each space on the chain; spaces of nobody are paid to the discards."""
    for x in range(N_PROPERTIES):
        if mask >> x & 1:
            s.feed[NOBODY if s.owner[x] == NONE else s.owner[x]] += 1


@rule
def receiver(s: State) -> int:
    """Whose connection card is paid next: the lowest seat, nobody last."""
    for q in range(NOBODY):
        if s.feed[q] > 0:
            return q
    return NOBODY


# ---- what is allowed ------------------------------------------------------------------------------------------------
@rule
def check(s: State, a: int) -> int:
    """Why action `a` is not allowed now, or OK: the one statement of legality."""
    if s.phase == ENDED:
        return GAME_OVER
    if a < 0 or a >= N_ACTIONS:
        return NO_SUCH_ACTION
    if a < FROM[s.phase] or a >= UPTO[s.phase]:
        return FIRST[s.phase]
    if s.phase == CHOOSING or s.phase == SWAPPING:
        return check_agenda(s, a - AGENDA)
    if s.phase == ACTING:
        return check_turn(s, a)
    if s.phase == ROUTING:
        return OK if a - WAY < s.n_ways else NO_SUCH_WAY
    if s.phase == SITING:
        return check_site(s, (a - SITE) // 4, (a - SITE) % 4)
    if s.phase == DECIDING:
        return check_decision(s, a)
    return check_card(s, a)


@rule
def check_agenda(s: State, i: int) -> int:
    if s.agenda[s.turn] >> i & 1:
        return AGENDA_HELD
    if s.phase == SWAPPING and s.put_back == i:
        return AGENDA_PUT_BACK
    return AGENDA_SPENT if s.agendas and s.spent[s.turn] >> i & 1 else OK


@rule
def check_turn(s: State, a: int) -> int:
    """The action of a turn: just one (T3)."""
    if a == DRAW:
        return OK
    if a == CASH:
        return OK if s.hand[s.turn * N_KINDS + CASH_CARD] > 0 else NO_CASH
    if a < TAKE:
        return check_trade(s, a - TRADE)
    if a < LOT_CARD:
        return check_take(s, a - TAKE)
    if a < LEAVE:
        return check_lot(s, a - LOT_CARD)
    return NOT_ASKED if a == LEAVE else check_swap(s, a - AGENDA)


@rule
def is_stalled(s: State) -> bool:
    """T11: four turns of each player without a smaller deck and without a take-over."""
    return s.idle >= IDLE_ROUNDS * s.players


@rule
def check_trade(s: State, suit: int) -> int:
    if s.held[s.turn] == 0:
        return EMPTY_HAND
    n = in_line(s, suit)
    if n == 0:
        return SUIT_NOT_IN_LINE
    return TRADE_GUARD if n == 1 and s.traded == LINE_UP and is_stalled(s) else OK


@rule
def check_take(s: State, x: int) -> int:
    """T27: all costs together; what can be paid for is never begun in vain."""
    if s.place[x] != CITY:
        return NOT_IN_CITY
    if s.owner[x] == s.turn and not s.retake:
        return ALREADY_YOURS
    return check_price(s, x)


@rule
def check_price(s: State, x: int) -> int:
    p = s.turn
    if s.used[p] == TOKENS:
        return NO_TOKEN
    n = cards_needed(s, p, x, cost(s, x), 0, 0)
    if n == NONE:
        return TOO_DEAR
    if s.phase == DECIDING:  # T30: no connection cost
        return OK
    return OK if n + gap(s, p, x) <= s.held[p] else TOO_FAR


@rule
def check_lot(s: State, x: int) -> int:
    if s.place[x] == LOT:
        return OK if s.briefcases[s.turn] > 0 else NO_BRIEFCASE
    return LOT_EMPTY if s.turned_up == N_PROPERTIES and lot_size(s) == 0 else NOT_IN_LOT


@rule
def check_swap(s: State, i: int) -> int:
    """Putting one agenda back; another one is chosen next."""
    if not s.agenda_swap:
        return AGENDAS_STAND
    if is_stalled(s):
        return SWAP_GUARD
    return OK if s.agenda[s.turn] >> i & 1 else AGENDA_NOT_HELD


@rule
def check_site(s: State, x: int, direction: int) -> int:
    """T29: any empty cell with an edge in common with the city; it is named after its first neighbour."""
    if s.place[x] != CITY:
        return NOT_PLACED
    cell = s.cell[x] + STEP[direction]
    if who_lies_at(s, cell) != NONE:
        return OCCUPIED
    for y in range(x):
        if s.place[y] == CITY and is_beside(s.cell[y], cell):
            return OTHER_NAME
    return OK


@rule
def check_decision(s: State, a: int) -> int:
    """T30a: take over the card just placed, or leave it."""
    if a == LEAVE:
        return OK
    return check_price(s, s.aim) if a == TAKE + s.aim else ONLY_THIS


@rule
def check_card(s: State, k: int) -> int:
    """A card to trade away, pick, pay or hand over.  Several go from high values to low: each set comes up once."""
    p = s.turn
    if s.phase == PICKING:
        return check_pick(s, k)
    if s.hand[p * N_KINDS + k] == 0:
        return NOT_IN_HAND
    if s.phase == TRADING:
        return OK
    if s.phase == PAYING:
        if not pays(k, s.aim):
            return WRONG_SUIT
        if k < s.order:
            return OUT_OF_ORDER
        n = cards_needed(s, p, s.aim, s.owed - VALUE[k], k, 1)
        return OK if n != NONE and n + 1 + s.apart <= s.held[p] else CANNOT_FINISH
    if k < s.order:
        return OUT_OF_ORDER
    left = 0
    for other in range(k, N_KINDS):
        left += s.hand[p * N_KINDS + other]
    return OK if left >= s.feed[receiver(s)] else CANNOT_FINISH


@rule
def check_pick(s: State, k: int) -> int:
    found = 0
    left = 0
    for i in range(LINE_SIZE):
        if s.line[i] == k:
            found += 1
        if s.line[i] >= k:
            left += 1
    if found == 0:
        return NOT_IN_LINE
    if k < s.order:
        return OUT_OF_ORDER
    return OK if left >= s.owed else CANNOT_FINISH


@rule
def list_moves(s: State, t: Table) -> int:
    """All actions that `check` allows, in ascending order."""
    t.n_moves = 0
    for a in range(FROM[s.phase], UPTO[s.phase]):
        if check(s, a) == OK:
            offer(t, a)
    return t.n_moves


# ---- what happens ---------------------------------------------------------------------------------------------------
@rule
def apply(s: State, a: int, t: Table) -> None:
    p = s.turn
    if s.phase == CHOOSING or s.phase == SWAPPING:
        choose_agenda(s, p, a - AGENDA, t)
    elif s.phase == ACTING:
        act(s, p, a, t)
    elif s.phase == TRADING:
        trade(s, p, a, t)
    elif s.phase == PICKING:
        pick_one(s, p, a, t)
    elif s.phase == ROUTING:
        emit(t, ROUTED, p, s.way[a - WAY], s.aim, EVERYONE)
        go_along(s, s.way[a - WAY])
        s.phase = PAYING
    elif s.phase == PAYING:
        pay(s, p, a, t)
    elif s.phase == CONNECTING:
        connect(s, p, a, t)
    elif s.phase == SITING:
        place_lot_card(s, p, s.cell[(a - SITE) // 4] + STEP[(a - SITE) % 4], t)
    elif a == LEAVE:
        emit(t, LEFT, p, s.aim, 0, EVERYONE)
        end_turn(s, 0, t)
    else:
        s.owed = cost(s, s.aim)
        s.phase = PAYING


@rule
def choose_agenda(s: State, p: int, i: int, t: Table) -> None:
    """T33: hidden; one player after the other, starter first."""
    emit(t, CHOSE, p, i, 0, 1 << p)
    s.agenda[p] |= 1 << i
    s.chosen[p] += 1
    if s.phase == SWAPPING:
        end_turn(s, 0, t)
    elif s.chosen[p] == CHOSEN:
        s.turn = (p + 1) % s.players
        if s.turn == s.starter:
            s.phase = ACTING


@rule
def act(s: State, p: int, a: int, t: Table) -> None:
    """Begin the action of a turn."""
    if a == DRAW:
        draw(s, p, t)
    elif a == CASH:
        throw_away(s, p, CASH_CARD)
        emit(t, CASHED, p, CASH_CARD, 0, EVERYONE)
        s.owed = s.cash_take
        s.phase = PICKING
    elif a < TAKE:
        s.aim = a - TRADE
        s.phase = TRADING
    elif a < LOT_CARD:
        aim_at(s, p, a - TAKE, t)
    elif a < LEAVE:
        s.aim = a - LOT_CARD
        s.briefcases[p] -= 1
        s.phase = SITING
    else:
        emit(t, PUT_BACK, p, a - AGENDA, 0, 1 << p)
        s.agenda[p] &= ~(1 << a - AGENDA)
        s.chosen[p] -= 1
        s.put_back = a - AGENDA
        s.phase = SWAPPING


@rule
def draw(s: State, p: int, t: Table) -> None:
    """Two cards; the law ends the round at once, as the first of them too (T8)."""
    for _ in range(DRAWN):
        k = top_card(s)
        if k == LAW_CARD:
            end_round(s, p, t)
            return
        gain(s, p, k, 0)
        emit(t, DREW, p, k, 0, 1 << p)
    end_turn(s, 1, t)


@rule
def trade(s: State, p: int, k: int, t: Table) -> None:
    """T10: take all of the suit, then put the card down and refill; so it is not taken back by the same trade."""
    suit = s.aim
    lose(s, p, k)
    emit(t, TRADED, p, k, suit, EVERYONE)
    taken = 0
    for i in range(LINE_SIZE):
        if s.line[i] != NONE and SUIT[s.line[i]] == suit:
            pick(s, p, i, t)
            taken += 1
    if s.traded == DISCARD:
        s.discard[k] += 1
    else:
        put_in_line(s, k)
    if not refill(s, p, t):
        end_turn(s, 1 if taken > 1 or s.traded == DISCARD else 0, t)


@rule
def put_in_line(s: State, k: int) -> None:
    for i in range(LINE_SIZE):
        if s.line[i] == NONE:
            s.line[i] = k
            return


@rule
def pick_one(s: State, p: int, k: int, t: Table) -> None:
    """T14: one of the cards that cash buys."""
    i = 0
    while s.line[i] != k:
        i += 1
    pick(s, p, i, t)
    s.owed -= 1
    s.order = k
    if s.owed == 0 and not refill(s, p, t):
        end_turn(s, 1, t)


@rule
def aim_at(s: State, p: int, x: int, t: Table) -> None:
    """Begin a take-over: which way, if ways differ in whom they feed; then the price, then the connection cards."""
    s.aim = x
    s.owed = cost(s, x)
    s.apart = gap(s, p, x)
    s.phase = PAYING
    if s.apart > 0:
        find_ways(s, p, x, t)
        if s.n_ways > 1:
            s.phase = ROUTING
        else:
            go_along(s, s.way[0])


@rule
def pay(s: State, p: int, k: int, t: Table) -> None:
    """T17: card by card until the price is reached."""
    throw_away(s, p, k)
    emit(t, PAID, p, k, s.aim, EVERYONE)
    s.paid += 1
    s.owed -= VALUE[k]
    s.order = k
    if s.owed <= 0:
        s.order = 0
        if s.apart > 0:
            s.phase = CONNECTING
        else:
            take_over(s, p, t)


@rule
def connect(s: State, p: int, k: int, t: Table) -> None:
    """T24, T25: any card for a space between; to its owner, or out of the round."""
    q = receiver(s)
    if q == NOBODY:
        throw_away(s, p, k)
        emit(t, CONNECTED, p, k, s.aim, EVERYONE)
    else:
        lose(s, p, k)
        gain(s, q, k, 1)
        emit(t, HANDED, p, k, q, EVERYONE)
    s.paid += 1
    s.apart -= 1
    s.feed[q] -= 1
    s.order = k if s.feed[q] > 0 else 0
    if s.apart == 0:
        take_over(s, p, t)


@rule
def take_over(s: State, p: int, t: Table) -> None:
    """Everything is paid."""
    emit(t, TOOK_OVER, p, s.aim, s.owner[s.aim], EVERYONE)
    emit(t, PRICE, p, s.tokens[s.aim], s.paid, EVERYONE)
    put_token(s, p, s.aim)
    end_turn(s, 1, t)


@rule
def put_token(s: State, p: int, x: int) -> None:
    """A token of p goes on top of property x, and all see which agendas that may serve."""
    s.taken_for[x] = 0
    for a in range(N_AGENDAS):
        if serves(s, p, x, a):
            s.served[p * N_AGENDAS + a] += 1
            s.taken_for[x] |= 1 << a
    s.owner[x] = p
    s.tokens[x] += 1
    s.used[p] += 1


@rule
def place_lot_card(s: State, p: int, cell: int, t: Table) -> None:
    settle(s, s.aim, cell)
    emit(t, PLACED, p, s.aim, cell, EVERYONE)
    s.phase = DECIDING


@rule
def end_turn(s: State, progress: int, t: Table) -> None:
    """The next player acts; progress: 1 if the deck got smaller or something was taken over (T11)."""
    refill_lot(s, t)
    clear_action(s)
    s.idle = 0 if progress else s.idle + 1
    s.turns += 1
    s.turn = (s.turn + 1) % s.players
    s.phase = ACTING


# ---- agendas --------------------------------------------------------------------------------------------------------
@rule
def serves(s: State, p: int, x: int, a: int) -> bool:
    """Taking over x now brings player p nearer to agenda a."""
    if AGENDA_COUNTS[a] == OF_TYPE:
        return TYPE[x] == AGENDA_OF[a]
    if AGENDA_COUNTS[a] == OF_TYPES:
        return not holds_type(s, p, TYPE[x])
    if AGENDA_COUNTS[a] == OF_GROUP:
        return s.near[x] & owned(s, p) != 0
    return s.owner[x] != p


@rule
def size_of(mask: int) -> int:
    n = 0
    for x in range(N_PROPERTIES):
        n += mask >> x & 1
    return n


@rule
def faces_of(mask: int) -> int:
    """Face values of a set of properties, added up."""
    total = 0
    for x in range(N_PROPERTIES):
        if mask >> x & 1:
            total += FACE[x]
    return total


@rule
def holds_type(s: State, p: int, kind: int) -> bool:
    """Player p controls a property of that type."""
    for x in range(N_PROPERTIES):
        if s.owner[x] == p and TYPE[x] == kind:
            return True
    return False


@rule
def claim(count: int, faces: int) -> int:
    """How much of an agenda somebody has, as one number: the count decides, then the face values (T35)."""
    return 1000 * count + faces


@rule
def best_group(s: State, mask: int) -> int:
    """T36: the claim of the largest connected group; among those of one size the one of the highest value."""
    best = 0
    left = mask
    while left:
        group = left & -left
        wider = group | (around(s, group) & mask)
        while wider != group:
            group = wider
            wider = group | (around(s, group) & mask)
        best = max(best, claim(size_of(group), faces_of(group)))
        left &= ~group
    return best


@rule
def claim_of(s: State, p: int, a: int) -> int:
    """What player p has of agenda a."""
    counts = AGENDA_COUNTS[a]
    if counts == OF_GROUP:
        return best_group(s, owned(s, p))
    count = 0
    faces = 0
    found = 0
    for x in range(N_PROPERTIES):
        if s.owner[x] == p and (counts != OF_TYPE or TYPE[x] == AGENDA_OF[a]):
            faces += FACE[x]
            if counts != OF_TYPES or not found >> TYPE[x] & 1:
                count += 1
            found |= 1 << TYPE[x]
    return claim(count, faces)


@rule
def achieves(s: State, p: int, a: int) -> bool:
    """T35 to T37: more than every rival; if as many, with a higher value than each of them; more than nothing."""
    mine = claim_of(s, p, a)
    if mine < claim(SMALLEST_GROUP if AGENDA_COUNTS[a] == OF_GROUP else 1, 0):
        return False
    for q in range(s.players):
        if q != p and claim_of(s, q, a) >= mine:
            return False
    return True


@rule
def prospect(s: State, p: int) -> int:
    """What player p would score if the round ended now: face values and agendas."""
    total = faces_of(owned(s, p))
    for a in range(N_AGENDAS):
        if s.agenda[p] >> a & 1 and achieves(s, p, a):
            total += AGENDA_POINTS
    return total


# ---- the end of a round ---------------------------------------------------------------------------------------------
@rule
def end_round(s: State, drawer: int, t: Table) -> None:
    """The law has come: everybody scores, beginning with the one who drew it (T38)."""
    drawn = s.deck_top - HAND_SIZE * s.players - LINE_SIZE
    emit(t, LAW_CAME, drawer, drawn, s.turns + 1, EVERYONE)
    clear_action(s)
    for i in range(s.players):
        score_round(s, (drawer + i) % s.players, t)
    s.rounds += 1
    if s.rounds == ROUNDS:
        end_game(s, t)
    else:
        s.starter = last_of_all(s, t)
        set_up(s, t)


@rule
def score_round(s: State, p: int, t: Table) -> None:
    mine = owned(s, p)
    emit(t, FACES_SCORED, p, faces_of(mine), size_of(mine), EVERYONE)
    for a in range(N_AGENDAS):
        if s.agenda[p] >> a & 1:  # T41a: all chosen agendas are shown
            emit(t, AGENDA_SCORED, p, a, AGENDA_POINTS if achieves(s, p, a) else 0, EVERYONE)
    total = prospect(s, p)
    s.points[p] += total
    s.spent[p] |= s.agenda[p]
    emit(t, ROUND_SCORED, p, total, s.points[p], EVERYONE)


@rule
def last_of_all(s: State, t: Table) -> int:
    """T1, T18a: who has the fewest points begins the next round; lots are drawn among those tied."""
    fewest = s.points[0]
    tied = 0
    for p in range(s.players):
        if s.points[p] < fewest:
            fewest = s.points[p]
            tied = 0
        if s.points[p] == fewest:
            tied += 1
    skip = below(t, tied) if tied > 1 else 0
    for p in range(s.players):
        if s.points[p] == fewest:
            if skip == 0:
                return p
            skip -= 1
    return 0


@rule
def end_game(s: State, t: Table) -> None:
    """T32: two points for each briefcase that is left; the most points win."""
    for p in range(s.players):
        s.points[p] += BRIEFCASE_POINTS * s.briefcases[p]
        emit(t, BRIEFCASES_SCORED, p, BRIEFCASE_POINTS * s.briefcases[p], s.points[p], EVERYONE)
    s.phase = ENDED
    for p in range(s.players):
        if payoff(s, p) > 0:
            emit(t, WON, p, s.points[p], 0, EVERYONE)


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
def score(s: State, p: int) -> int:
    """Points of the rounds that have been scored; at the end with those for briefcases."""
    return s.points[p]


@rule
def wealth(s: State, p: int) -> int:
    """Points as they stand: with what the round would bring if it ended now, and with the briefcases that are left."""
    if s.phase == ENDED:
        return s.points[p]
    return s.points[p] + prospect(s, p) + BRIEFCASE_POINTS * s.briefcases[p]


@rule
def standing(s: State, p: int) -> float:
    """How many points more than the average rival."""
    rivals = 0
    for q in range(s.players):
        if q != p:
            rivals += wealth(s, q)
    return wealth(s, p) - rivals / (s.players - 1)


@rule
def payoff(s: State, p: int) -> float:
    """1 for the player with the most points, shared among those tied (T42), 0 for the others."""
    tied = 0
    for q in range(s.players):
        if s.points[q] > s.points[p]:
            return 0.0
        if s.points[q] == s.points[p]:
            tied += 1
    return 1.0 / tied


# ---- hidden information ---------------------------------------------------------------------------------------------
@rule
def hide(s: State, me: int) -> None:
    """Hands of others shrink to what all have seen, agendas of others and both decks are blanked (T41)."""
    for i in range(N_DRAW):
        s.deck[i] = NONE
    for i in range(s.turned_up, N_PROPERTIES):
        s.stack[i] = NONE
    for p in range(s.players):
        if p != me:
            for i in range(p * N_KINDS, (p + 1) * N_KINDS):
                s.hand[i] = s.known[i]
            if s.phase != ENDED:
                s.agenda[p] = 0
    if me != s.turn:
        s.put_back = NONE


@rule
def determinize(s: State, me: int, t: Table) -> None:
    """A world that `me` cannot tell from the true one: cards evenly at random, agendas weighted by take-overs."""
    imagine_stack(s, t)
    imagine_cards(s, me, t)
    if s.phase != ENDED:
        for p in range(s.players):
            if p != me:
                imagine_agendas(s, p, t)


@rule
def mix(t: Table, n: int) -> None:
    """Shuffle the first n numbers of the scratch space with the bots' dice."""
    for i in range(n - 1, 0, -1):
        j = dice(t, i + 1)
        item = t.scratch[i]
        t.scratch[i] = t.scratch[j]
        t.scratch[j] = item


@rule
def imagine_stack(s: State, t: Table) -> None:
    """Which properties are face down is known, their order is not."""
    n = 0
    for x in range(N_PROPERTIES):
        if s.place[x] == REST:
            t.scratch[n] = x
            n += 1
    mix(t, n)
    for i in range(n):
        s.stack[s.turned_up + i] = t.scratch[i]


@rule
def unseen(s: State, me: int, k: int) -> int:
    """Cards of kind k whose place `me` does not know: in the deck, or in another hand unseen."""
    n = COUNT[k] - s.discard[k]
    for i in range(LINE_SIZE):
        if s.line[i] == k:
            n -= 1
    for p in range(s.players):
        n -= s.hand[p * N_KINDS + k] if p == me else s.known[p * N_KINDS + k]
    return n


@rule
def imagine_cards(s: State, me: int, t: Table) -> None:
    """Deal what `me` cannot place to the hands of others and to the deck; the law is somewhere in its last 11 cards."""
    n = 0
    for k in range(N_KINDS):
        for _ in range(unseen(s, me, k)):
            t.scratch[n] = k
            n += 1
    mix(t, n)
    for p in range(s.players):
        if p != me:
            missing = s.held[p]
            for i in range(p * N_KINDS, (p + 1) * N_KINDS):
                s.hand[i] = s.known[i]
                missing -= s.known[i]
            for _ in range(missing):
                n -= 1
                s.hand[p * N_KINDS + t.scratch[n]] += 1
    for i in range(N_DRAW):
        s.deck[i] = NONE
    for i in range(n):
        s.deck[s.deck_top + i] = t.scratch[i]
    if s.phase != ENDED:
        depth = min(LAW_DEPTH, N_DRAW - s.deck_top)
        hide_law(s, N_DRAW - depth + dice(t, depth))


# The posterior of an agenda: each take-over that served it makes it this many times as likely, each other one less so.
# Measured in games of the characters with agendas drawn by lot; see docs/games/mob-town.md.
TYPE_HIT, TYPE_MISS = 1.7, 0.85
TYPES_HIT, TYPES_MISS = 1.05, 0.8
GROUP_HIT, GROUP_MISS = 1.2, 0.9


@rule
def agenda_weight(s: State, p: int, a: int) -> float:
    """How likely agenda a is among those of player p, in proportion, judging by the take-overs of this round."""
    if s.agendas and s.spent[p] >> a & 1:
        return 0.0
    hit = 1.0
    miss = 1.0
    if AGENDA_COUNTS[a] == OF_TYPE:
        hit = TYPE_HIT
        miss = TYPE_MISS
    elif AGENDA_COUNTS[a] == OF_TYPES:
        hit = TYPES_HIT
        miss = TYPES_MISS
    elif AGENDA_COUNTS[a] == OF_GROUP:
        hit = GROUP_HIT
        miss = GROUP_MISS
    weight = 1.0
    for i in range(s.used[p]):
        weight *= hit if i < s.served[p * N_AGENDAS + a] else miss
    return weight


@rule
def imagine_agendas(s: State, p: int, t: Table) -> None:
    """Draw as many agendas as p has chosen; a pair comes up in proportion to the product of its weights."""
    s.agenda[p] = 0
    swapping = s.phase == SWAPPING and p == s.turn  # then the other one of the pair has been put back
    if s.chosen[p] == CHOSEN or swapping:
        s.agenda[p] = 1 << draw_agenda(s, p, 1, t)
    if swapping:
        s.put_back = draw_agenda(s, p, 0, t)
    elif s.chosen[p] > 0:
        s.agenda[p] |= 1 << draw_agenda(s, p, 0, t)


@rule
def draw_agenda(s: State, p: int, ahead: int, t: Table) -> int:
    """ahead: 1 for the first of a pair, which counts with all that can still join it."""
    total = 0.0
    for a in range(N_AGENDAS):
        total += draw_weight(s, p, a, ahead)
    point = total * dice(t, 1 << 30) / (1 << 30)
    chosen = NONE
    for a in range(N_AGENDAS):
        weight = draw_weight(s, p, a, ahead)
        if weight > 0.0 and point >= 0.0:
            chosen = a
        point -= weight
    return chosen


@rule
def draw_weight(s: State, p: int, a: int, ahead: int) -> float:
    if s.agenda[p] >> a & 1:
        return 0.0
    weight = agenda_weight(s, p, a)
    if not ahead:
        return weight
    others = 0.0
    for b in range(N_AGENDAS):
        if b != a:
            others += agenda_weight(s, p, b)
    return weight * others


@rule
def agenda_chance(s: State, p: int, a: int) -> float:
    """How likely player p is to have agenda a, as somebody sees it who does not know."""
    pairs = 0.0
    with_it = 0.0
    for b in range(N_AGENDAS):
        for c in range(b):
            weight = agenda_weight(s, p, b) * agenda_weight(s, p, c)
            pairs += weight
            if a == b or a == c:
                with_it += weight
    return with_it / pairs


HOOKS = (start, check, list_moves, apply, mover, is_over, stage, score, standing, payoff, hide, determinize)
TOOLS = (
    lay_city,
    cost,
    pays,
    cards_needed,
    gap,
    find_ways,
    owned,
    clear_round,
    who_lies_at,
    settle,
    put_token,
    gain,
    serves,
    claim_of,
    achieves,
    prospect,
    wealth,
    unseen,
    agenda_chance,
)  # linked too, for words, bots and positions
