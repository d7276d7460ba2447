"""The characters of Mob Town.  Each is one short function: what a move is worth to it, from its view of the table.

The same small counting functions serve the policies and the sentences that explain them, so the two cannot drift apart.
Worth is counted in points.  The weights were tuned by playing many games against each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import rule
from ...core.table import Table
from .cards import CASH_CARD, CASH_SUIT, N_DRAW, N_KINDS, N_PROPERTIES, NONE, OF_GROUP, OF_PROPERTIES, OF_TYPE, OF_TYPES
from .rules import (
    ACTING,
    AGENDA,
    AGENDA_COUNTS,
    AGENDA_OF,
    CASH,
    CHOOSING,
    CITY,
    CONNECTING,
    DECIDING,
    DRAW,
    FACE,
    FIRST_SUIT,
    LAW_DEPTH,
    LEAVE,
    LINE_SIZE,
    LOT_CARD,
    N_AGENDAS,
    PAYING,
    PICKING,
    ROUTING,
    SECOND_SUIT,
    SITE,
    SITING,
    STEP,
    SUIT,
    SWAPPING,
    TAKE,
    TRADE,
    TRADING,
    TYPE,
    VALUE,
    WAY,
    State,
    achieves,
    cards_needed,
    claim_of,
    cost,
    faces_of,
    gap,
    is_beside,
    owned,
    pays,
    wealth,
)

if TYPE_CHECKING:
    from ...core.view import View

EXPANDER, SCHEMER, SPOILER, HOARDER, PLANNER = range(FIRST_CHARACTER, FIRST_CHARACTER + 5)
PLAYOUT, WORLDS = PLANNER, 24

# ---- weights, in points ---------------------------------------------------------------------------------------------
NEVER = -1000.0  # less than any other move is worth
LITTLE = 0.01  # decides between moves that are otherwise equal
CARD_POINT = 0.45  # what one value of a card in hand is worth while there is time to use it
CASH_VALUE = 1.4  # cash counts one, but everywhere
DRAWN_VALUE = 2.6  # value of two cards from the deck
SPACE_VALUE = 1.3  # a connection card
TURN_VALUE = 4.0  # value of cards that a turn can use up
BRIEFCASE = 2.0


# ---- counting: what policies and sentences share --------------------------------------------------------------------
@rule
def cards_to_law(s: State) -> float:
    """Cards that will still be drawn, on average, the law among them."""
    left = N_DRAW - s.deck_top
    depth = min(left, LAW_DEPTH)
    return left - depth + (depth + 1) / 2


@rule
def turns_to_law(s: State) -> float:
    """Turns that each player still has, on average: a turn draws a little more than one card."""
    return cards_to_law(s) / s.players / 1.3


@rule
def hand_value(s: State, p: int) -> float:
    """What the cards of p add up to."""
    total = 0.0
    for k in range(N_KINDS):
        total += s.hand[p * N_KINDS + k] * worth_of_card(k)
    return total


@rule
def worth_of_card(k: int) -> float:
    return CASH_VALUE if k == CASH_CARD else float(VALUE[k])


@rule
def card_rate(s: State) -> float:
    """Points that one value of a card is worth: less as the law comes near, for cards in hand are worth nothing then."""
    room = TURN_VALUE * (turns_to_law(s) - 0.5)
    have = hand_value(s, s.turn)
    if room <= 0.0:
        return 0.0
    return CARD_POINT * min(1.0, room / (have + 1.0))


@rule
def hope(s: State, p: int, a: int) -> float:
    """Points that agenda a promises p as properties lie now: the lead over the best rival decides."""
    mine = claim_of(s, p, a) // 1000
    best = 0
    for q in range(s.players):
        if q != p:
            best = max(best, claim_of(s, q, a) // 1000)
    lead = mine - best
    if lead >= 2:
        return 2.7
    if lead == 1:
        return 2.2
    if lead == 0:
        return 1.2 if achieves(s, p, a) else 0.9
    return 0.4 if lead == -1 else 0.0


@rule
def hopes(s: State, p: int) -> float:
    """What the agendas that p holds promise."""
    total = 0.0
    for a in range(N_AGENDAS):
        if s.agenda[p] >> a & 1:
            total += hope(s, p, a)
    return total


@rule
def help_of(s: State, x: int) -> float:
    """What taking over x adds to the promise of one's agendas."""
    p = s.turn
    before = hopes(s, p)
    former = s.owner[x]
    s.owner[x] = p
    after = hopes(s, p)
    s.owner[x] = former
    return after - before


@rule
def loot(s: State, x: int) -> int:
    """Points that somebody else loses with property x."""
    return 0 if s.owner[x] == NONE or s.owner[x] == s.turn else FACE[x]


@rule
def leader(s: State) -> int:
    """The rival with the most points as far as one can see."""
    best = NONE
    for q in range(s.players):
        if q != s.turn and (best == NONE or visible(s, q) > visible(s, best)):
            best = q
    return best


@rule
def visible(s: State, q: int) -> int:
    """Points of q in scored rounds and in properties; agendas of others are hidden."""
    return s.points[q] + faces_of(owned(s, q))


@rule
def price(s: State, x: int) -> float:
    """Value of the cards that taking over x takes."""
    between = 0 if s.phase == DECIDING else gap(s, s.turn, x)
    return cost(s, x) + SPACE_VALUE * between


@rule
def free_borders(s: State, x: int) -> int:
    """Neighbours of x that are not one's own."""
    n = 0
    for y in range(N_PROPERTIES):
        if s.near[x] >> y & 1 and s.owner[y] != s.turn:
            n += 1
    return n


@rule
def line_value(s: State, suit: int) -> float:
    """What the cards of one suit in the line-up add up to."""
    total = 0.0
    for i in range(LINE_SIZE):
        if s.line[i] != NONE and SUIT[s.line[i]] == suit:
            total += worth_of_card(s.line[i])
    return total


@rule
def best_picks(s: State) -> float:
    """What the best cards of the line-up that cash buys add up to."""
    total = 0.0
    last = 99.0
    for _ in range(s.cash_take):
        best = 0.0
        for i in range(LINE_SIZE):
            value = worth_of_card(s.line[i]) - LITTLE * i
            if value < last:
                best = max(best, value)
        total += best
        last = best
    return total


@rule
def cheapest_card(s: State) -> float:
    least = 99.0
    for k in range(N_KINDS):
        if s.hand[s.turn * N_KINDS + k] > 0:
            least = min(least, use_of(s, k))
    return least


@rule
def use_of(s: State, k: int) -> float:
    """How much a card is wanted: its value, more if properties of the city that are not one's own take its suit."""
    if k == CASH_CARD:
        return CASH_VALUE
    wanted = 0
    for x in range(N_PROPERTIES):
        if s.place[x] == CITY and s.owner[x] != s.turn and pays(k, x):
            wanted += FACE[x]
    return VALUE[k] * (0.7 + 0.02 * wanted)


@rule
def can_pay(s: State, x: int) -> bool:
    """Property x could be taken over without a connection."""
    return cards_needed(s, s.turn, x, cost(s, x), 0, 0) != NONE


# ---- collecting cards, for all characters ---------------------------------------------------------------------------
@rule
def collect(s: State, a: int) -> float:
    """Value that a draw, a trade or cash brings to the hand."""
    if a == DRAW:
        return DRAWN_VALUE
    if a == CASH:
        return best_picks(s) - CASH_VALUE
    return line_value(s, a - TRADE) - cheapest_card(s)


# ---- characters: what the action of a turn is worth to each ---------------------------------------------------------
@rule
def expander(s: State, a: int) -> float:
    if a < TAKE:
        return LITTLE * collect(s, a)
    if a < LOT_CARD:
        x = a - TAKE
        return 10.0 + FACE[x] - 0.6 * price(s, x) + 0.1 * free_borders(s, x)
    return NEVER


@rule
def schemer(s: State, a: int) -> float:
    if a < TAKE:
        return card_rate(s) * collect(s, a)
    x = a - TAKE if a < LOT_CARD else a - LOT_CARD
    value = 1.5 * help_of(s, x) + 0.5 * FACE[x]
    if a < LOT_CARD:
        return value - card_rate(s) * price(s, x)
    return value - card_rate(s) * cost(s, x) - BRIEFCASE if can_pay(s, x) else NEVER


@rule
def spoiler(s: State, a: int) -> float:
    if a < TAKE:
        return card_rate(s) * collect(s, a)
    if a < LOT_CARD:
        x = a - TAKE
        rob = loot(s, x) if s.owner[x] == leader(s) else 0
        return FACE[x] + help_of(s, x) + 1.5 * rob - card_rate(s) * price(s, x)
    return NEVER


@rule
def hoarder(s: State, a: int) -> float:
    if a < TAKE:
        return LITTLE * collect(s, a)
    if N_DRAW - s.deck_top > LAW_DEPTH + 2 * s.players or a >= LOT_CARD:
        return NEVER
    x = a - TAKE
    return FACE[x] + help_of(s, x) + 0.3 * loot(s, x) - LITTLE * price(s, x)


@rule
def planner(s: State, a: int) -> float:
    if a < TAKE:
        return card_rate(s) * collect(s, a)
    x = a - TAKE if a < LOT_CARD else a - LOT_CARD
    value = FACE[x] + help_of(s, x) + 0.4 * loot(s, x)
    if a < LOT_CARD:
        return value - card_rate(s) * price(s, x)
    return value - card_rate(s) * cost(s, x) - BRIEFCASE if can_pay(s, x) else NEVER


# ---- smaller questions, answered alike by all -----------------------------------------------------------------------
@rule
def promise(s: State, a: int) -> float:
    """How promising agenda a is before the first turn."""
    if AGENDA_COUNTS[a] == OF_TYPE:
        n = 0
        for x in range(N_PROPERTIES):
            if s.place[x] == CITY and TYPE[x] == AGENDA_OF[a]:
                n += 1
        return 1.0 + 0.1 * n
    if AGENDA_COUNTS[a] == OF_TYPES:
        return 1.0
    return 1.0


@rule
def worth_of_way(s: State, mask: int) -> float:
    """Cards to rivals, the more so to those in front, are bad."""
    total = 0.0
    for x in range(N_PROPERTIES):
        if mask >> x & 1 and s.owner[x] != NONE:
            total -= 1.0 + LITTLE * visible(s, s.owner[x])
    return total


@rule
def worth_of_payment(s: State, k: int) -> float:
    """Pay with the highest card that is not too high; keep cash."""
    value = float(VALUE[k]) if VALUE[k] <= s.owed else s.owed - 0.6 * (VALUE[k] - s.owed)
    return value - 0.2 * (SUIT[k] == CASH_SUIT) - 0.1 * use_of(s, k)


@rule
def worth_of_site(s: State, cell: int) -> int:
    """Own neighbours that the new property would have."""
    n = 0
    for y in range(N_PROPERTIES):
        if s.place[y] == CITY and s.owner[y] == s.turn and is_beside(s.cell[y], cell):
            n += 1
    return n


@rule
def detail(s: State, a: int) -> float:
    """What an answer within an action is worth."""
    if s.phase == CHOOSING or s.phase == SWAPPING:
        return promise(s, a - AGENDA)
    if s.phase == ROUTING:
        return worth_of_way(s, s.way[a - WAY])
    if s.phase == PAYING:
        return worth_of_payment(s, a)
    if s.phase == PICKING:
        return use_of(s, a)
    if s.phase == TRADING or s.phase == CONNECTING:
        return -use_of(s, a)
    if s.phase == SITING:
        return float(worth_of_site(s, s.cell[(a - SITE) // 4] + STEP[(a - SITE) % 4]))
    return 0.0 if a == LEAVE else 1.0  # what was placed was placed to be taken over


@rule
def worth(s: State, bot: int, a: int) -> float:
    """What the legal move `a` is worth to character `bot`."""
    if s.phase != ACTING:
        return detail(s, a)
    if a >= AGENDA:
        return NEVER
    if bot == EXPANDER:
        return expander(s, a)
    if bot == SCHEMER:
        return schemer(s, a)
    if bot == SPOILER:
        return spoiler(s, a)
    if bot == HOARDER:
        return hoarder(s, a)
    if bot == PLANNER:
        return planner(s, a)
    raise ValueError("Mob Town has no character of that number")


@rule
def choose(s: State, bot: int, t: Table) -> int:
    """The legal move that is worth most to character `bot`; of equals the first in the list."""
    best = t.moves[0]
    most = worth(s, bot, best)
    for k in range(1, t.n_moves):
        value = worth(s, bot, t.moves[k])
        if value > most:
            best = t.moves[k]
            most = value
    return best


def _why(view: View, a: int) -> str:
    return "It liked this move best."


BOTS = (
    Bot("expander", "Max Map", "x", "x", EXPANDER, _why),
    Bot("schemer", "Sly Secret", "x", "x", SCHEMER, _why),
    Bot("spoiler", "Rico Rob", "x", "x", SPOILER, _why),
    Bot("hoarder", "Hilda Hoard", "x", "x", HOARDER, _why),
    Bot("planner", "Paula Plan", "x", "x", PLANNER, _why),
)
