"""The characters of Mob Town.  One formula says what an action is worth; a character is a column of weights in it.

The same small counting functions serve the policies and the sentences that explain them, so the two cannot drift apart.
Worth is counted in points.  The weights were tuned by playing many games against each other.
"""

from __future__ import annotations

import functools
import types
from typing import TYPE_CHECKING

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import by_cards, rule
from ...core.policy import choose as choose
from ...core.weighing import Reckoning
from ...core.words import number_of
from .cards import CASH_CARD, N_AGENDAS, N_DRAW, N_KINDS, N_PROPERTIES, NONE, OF_GROUP, OF_TYPE, SUITS, constants
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
    DRAWN,
    FACE,
    LAW_DEPTH,
    LEAVE,
    LINE_SIZE,
    LOT_CARD,
    PAYING,
    PICKING,
    ROUTING,
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
    in_line,
    is_beside,
    owned,
    pays,
)
from .words import PLURALS, agenda_name, card_name, members, property_name

if TYPE_CHECKING:
    from ...core.view import View

EXPANDER, SCHEMER, SPOILER, HOARDER, PLANNER = range(FIRST_CHARACTER, FIRST_CHARACTER + 5)
PLAYOUT, WORLDS = PLANNER, 16

# ---- weights, in hundredths of a point, one column for each character ----------------------------------------------
OWN_FACE = (100, 50, 60, 100, 60)  # a point of face value gained
OWN_AGENDA = (30, 200, 60, 60, 60)  # a point that an agenda promises
FROM_RIVAL = (0, 0, 30, 30, 60)  # a point of face value that a rival loses
FROM_LEADER = (0, 0, 170, 0, 60)  # and more if it is the rival in front
KEPT = (100, 60, 60, 0, 45)  # how much of all this counts while the law is far: much can be taken back until then
CARD_EARLY = (15, 45, 45, 5, 90)  # a value of cards in hand before the law can come
CARD_LATE = (5, 40, 40, 5, 40)  # and when it can; less with every card that is drawn
LEAD = (0, 0, 0, 0, 150)  # a point of lead at the end of the round, if drawing may end it
STRENGTH = (0, 0, 0, 0, 30)  # more cards in hand than any rival: what is taken will rather be kept

NEVER = -1000.0  # less than any other move is worth
LITTLE = 0.01  # decides between moves that are otherwise equal
CASH_VALUE = 1.4  # cash counts one, but everywhere
DRAWN_VALUE = 2.8  # two cards from the deck
SPACE_VALUE = 1.3  # a connection card
PRICE_SHARE = 0.7  # cards that are paid would not all have found a use
BRIEFCASE = 2.0  # points at the end
ROUND_OF_DRAWS = 1.35  # cards that a player draws between two turns
RIVAL_AGENDAS = 0.6  # points that a rival's agendas bring on average
HAND_LEAD = 8.0  # cards more in hand that make one as strong as can be


# ---- counting: what policies and sentences share --------------------------------------------------------------------
@rule
def cards_left(s: State) -> int:
    return N_DRAW - s.deck_top


@rule
def law_within(s: State, n: int) -> float:
    """Chance that the law is among the next n cards of the deck."""
    left = cards_left(s)
    depth = min(left, LAW_DEPTH)
    return min(1.0, max(0, n - (left - depth)) / depth)


@rule
def turned_up_by(s: State, a: int) -> int:
    """Cards that leave the deck when one draws, trades or cashes in."""
    if a == DRAW:
        return DRAWN
    return s.cash_take if a == CASH else in_line(s, a - TRADE) - 1 + s.traded


@rule
def card_value(k: int) -> float:
    return CASH_VALUE if k == CASH_CARD else float(VALUE[k])


@rule
def use_of(s: State, k: int) -> float:
    """How much a card is wanted: its value, more if properties of others in the city take its suit."""
    if k == CASH_CARD:
        return CASH_VALUE
    wanted = 0
    for x in range(N_PROPERTIES):
        if s.place[x] == CITY and s.owner[x] != s.turn and pays(k, x):
            wanted += FACE[x]
    return VALUE[k] * (0.7 + 0.02 * wanted)


@rule
def least_use(s: State) -> float:
    """The least that a card in hand is wanted."""
    least = 99.0
    for k in range(N_KINDS):
        if s.hand[s.turn * N_KINDS + k] > 0:
            least = min(least, use_of(s, k))
    return least


@rule
def line_value(s: State, suit: int) -> float:
    """What the cards of one suit in the line-up add up to."""
    total = 0.0
    for i in range(LINE_SIZE):
        if s.line[i] != NONE and SUIT[s.line[i]] == suit:
            total += card_value(s.line[i])
    return total


@rule
def picks_value(s: State) -> float:
    """What the best cards that cash buys add up to."""
    total = 0.0
    last = 99.0
    for _ in range(s.cash_take):
        best = 0.0
        for i in range(LINE_SIZE):
            value = card_value(s.line[i]) - LITTLE * i
            if value < last:
                best = max(best, value)
        total += best
        last = best
    return total


@rule
def harvest(s: State, a: int) -> float:
    """Value that a draw, a trade or cash adds to the hand."""
    if a == DRAW:
        return DRAWN_VALUE
    if a == CASH:
        return picks_value(s) - CASH_VALUE
    return line_value(s, a - TRADE) - least_use(s)


@rule
def hope(s: State, p: int, a: int) -> float:
    """Points that agenda a promises p as properties lie now: the lead over the best rival decides."""
    best = 0
    for q in range(s.players):
        if q != p:
            best = max(best, claim_of(s, q, a) // 1000)
    lead = claim_of(s, p, a) // 1000 - best
    if lead >= 2:
        return 2.7
    if lead == 1:
        return 2.2
    if lead == 0:
        return 1.2 if achieves(s, p, a) else 0.9
    return 0.4 if lead == -1 else 0.0


@rule
def hopes(s: State, p: int) -> float:
    """What the agendas of p promise, as far as they are known."""
    total = 0.0
    for a in range(N_AGENDAS):
        if s.agenda[p] >> a & 1:
            total += hope(s, p, a)
    return total


@rule
def help_of(s: State, x: int) -> float:
    """What taking over x adds to the promise of one's agendas."""
    before = hopes(s, s.turn)
    former = s.owner[x]
    s.owner[x] = s.turn
    after = hopes(s, s.turn)
    s.owner[x] = former
    return after - before


@rule
def visible(s: State, q: int) -> int:
    """Points of q in scored rounds and in properties; agendas of others are hidden."""
    return s.points[q] + faces_of(owned(s, q))


@rule
def leader(s: State) -> int:
    """The rival in front."""
    best = NONE
    for q in range(s.players):
        if q != s.turn and (best == NONE or visible(s, q) > visible(s, best)):
            best = q
    return best


@rule
def loot(s: State, x: int) -> int:
    """Points that a rival loses with property x."""
    return 0 if s.owner[x] == NONE or s.owner[x] == s.turn else FACE[x]


@rule
def lead_now(s: State) -> float:
    """By how much one would win the round, or not, if it ended now."""
    best = 0
    for q in range(s.players):
        if q != s.turn:
            best = max(best, faces_of(owned(s, q)))
    return faces_of(owned(s, s.turn)) + hopes(s, s.turn) - best - RIVAL_AGENDAS


@rule
def hand_lead(s: State) -> int:
    """Cards more in hand than the rival with the most."""
    most = 0
    for q in range(s.players):
        if q != s.turn:
            most = max(most, s.held[q])
    return s.held[s.turn] - most


@rule
def price(s: State, x: int) -> float:
    """Value of the cards that taking over x takes."""
    return cost(s, x) + SPACE_VALUE * gap(s, s.turn, x)


@rule
def can_pay(s: State, x: int) -> bool:
    """Property x could be taken over without a connection."""
    return cards_needed(s, s.turn, x, cost(s, x), 0, 0) != NONE


# ---- what the action of a turn is worth -----------------------------------------------------------------------------
@rule
def card_rate(s: State, bot: int) -> float:
    """Points that a value of cards in hand is worth: little when the law may come at any time."""
    left = cards_left(s)
    if left > LAW_DEPTH:
        return CARD_EARLY[bot - EXPANDER] / 100
    return CARD_LATE[bot - EXPANDER] / 100 * left / LAW_DEPTH


@rule
def worth_of_cards(s: State, bot: int, a: int) -> float:
    """Drawing, trading, cashing in: value for the hand if the round goes on, the lead if it ends by that."""
    end = law_within(s, turned_up_by(s, a))
    value = (1.0 - end) * card_rate(s, bot) * harvest(s, a)
    weight = LEAD[bot - EXPANDER]
    return value + end * weight / 100 * lead_now(s) if weight > 0 and end > 0.0 else value


@rule
def gain(s: State, bot: int, x: int) -> float:
    """What property x itself is worth now."""
    c = bot - EXPANDER
    robbed = loot(s, x)
    total = OWN_FACE[c] * FACE[x] + FROM_RIVAL[c] * robbed
    if robbed > 0 and FROM_LEADER[c] > 0 and s.owner[x] == leader(s):
        total += FROM_LEADER[c] * robbed
    return (total + OWN_AGENDA[c] * help_of(s, x)) / 100


@rule
def kept(s: State, bot: int) -> float:
    """Share of a gain that one may count on: all of it if the law comes before one's next turn."""
    c = bot - EXPANDER
    end = law_within(s, int(ROUND_OF_DRAWS * s.players + 0.5))
    share = KEPT[c] / 100 + (1.0 - KEPT[c] / 100) * end
    strength = min(1.0, max(-1.0, hand_lead(s) / HAND_LEAD))
    return min(1.0, share * (1.0 + STRENGTH[c] / 100 * strength))


@rule
def worth_of_action(s: State, bot: int, a: int) -> float:
    if a < TAKE:
        return worth_of_cards(s, bot, a)
    rate = PRICE_SHARE * card_rate(s, bot)
    if a < LOT_CARD:
        x = a - TAKE
        return gain(s, bot, x) * kept(s, bot) - rate * price(s, x)
    if a < LEAVE:
        x = a - LOT_CARD
        return gain(s, bot, x) * kept(s, bot) - rate * cost(s, x) - BRIEFCASE if can_pay(s, x) else NEVER
    return NEVER  # swapping agendas


# ---- smaller questions, answered alike by all -----------------------------------------------------------------------
@rule
def in_city(s: State, kind: int) -> int:
    """Properties of one type in the city."""
    n = 0
    for x in range(N_PROPERTIES):
        if s.place[x] == CITY and TYPE[x] == kind:
            n += 1
    return n


@rule
def hand_for(s: State, a: int) -> int:
    """Value of the cards in hand that pay for properties of the type that agenda a counts."""
    total = 0
    for x in range(N_PROPERTIES):
        if TYPE[x] == AGENDA_OF[a]:
            for k in range(CASH_CARD):
                if pays(k, x):
                    total += s.hand[s.turn * N_KINDS + k] * VALUE[k]
            return total
    return total


@rule
def promise(s: State, a: int) -> float:
    """Chance to achieve agenda a, before the first turn; measured in games between planners."""
    if AGENDA_COUNTS[a] == OF_TYPE:
        return 0.13 + (0.09 - 0.02 * s.players) * in_city(s, AGENDA_OF[a]) + 0.02 * hand_for(s, a)
    if AGENDA_COUNTS[a] == OF_GROUP:
        return 0.385 - 0.054 * s.players
    return 0.5 - 0.085 * s.players


@rule
def worth_of_way(s: State, mask: int) -> float:
    """Cards for rivals are bad, the more so for those in front."""
    total = 0.0
    for x in range(N_PROPERTIES):
        if mask >> x & 1 and s.owner[x] != NONE:
            total -= 1.0 + LITTLE * visible(s, s.owner[x])
    return total


@rule
def worth_of_payment(s: State, k: int) -> float:
    """The highest card that is not too high; of equals the one that is wanted least."""
    value = float(VALUE[k]) if VALUE[k] <= s.owed else s.owed - 0.6 * (VALUE[k] - s.owed)
    return value - 0.1 * use_of(s, k) - 0.2 * (k == CASH_CARD)


@rule
def own_neighbours(s: State, cell: int) -> int:
    """Own properties next to a cell."""
    n = 0
    for y in range(N_PROPERTIES):
        if s.place[y] == CITY and s.owner[y] == s.turn and is_beside(s.cell[y], cell):
            n += 1
    return n


@rule
def worth_of_answer(s: State, a: int) -> float:
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
        return float(own_neighbours(s, s.cell[(a - SITE) // 4] + STEP[(a - SITE) % 4]))
    return 0.0 if a == LEAVE else 1.0  # what was placed was placed to be taken over


@rule
def worth(s: State, bot: int, a: int) -> float:
    """What the legal move `a` is worth to character `bot`."""
    if bot < EXPANDER or bot > PLANNER:
        raise ValueError("Mob Town has no character of that number")
    return worth_of_action(s, bot, a) if s.phase == ACTING else worth_of_answer(s, a)


# ---- counting in words: uncompiled, with the cards of the game at hand ----------------------------------------------
COUNTED = (
    cards_left,
    law_within,
    turned_up_by,
    help_of,
    leader,
    loot,
    lead_now,
    gain,
    kept,
    can_pay,
    in_city,
    hand_for,
    promise,
    own_neighbours,
    cost,
    gap,
    in_line,
    worth,
)
counting = by_cards(COUNTED, constants)


# ---- why, in a sentence ---------------------------------------------------------------------------------------------
TAKE_TEXTS = {
    EXPANDER: "It takes what it can pay for as soon as it can: {property} for {price}.",
    SCHEMER: "{Property} raises what its agendas promise by {help}, for {price}.",
    SPOILER: "{Property} brings {face} for {price}{robbed}.",
    HOARDER: "With {left} in the deck the law may come before its next turn: it strikes, at {property} for {price}.",
    PLANNER: "{Property} is worth {gain} to it: {face} of face value{robbed}, agendas counted. "
    "With {left} in the deck it expects to keep {kept} of that.",
}
CARD_TEXTS = {
    EXPANDER: "It can pay for no property now, so it collects: {what}.",
    SCHEMER: "Nothing that it can pay for helps its agendas enough, so it collects: {what}.",
    SPOILER: "The rival in front cannot be robbed at a good price now, so it collects: {what}.",
    HOARDER: "{far} It collects: {what}.",
    PLANNER: "It takes {what}: cards are worth more to it now than any property it could pay for. {law}",
}
LOT_TEXT = "{Property} is worth a briefcase to it, {face} in the city without a connection to pay."


def _weigh(bot: int, view: View) -> Reckoning | None:
    """What each action is worth, or how likely each agenda is achieved."""
    s, count = view.state, counting(view.game.cards)
    if s.phase not in (ACTING, CHOOSING):
        return None
    worth = {a: count.worth(s, bot, a) for a in view.moves}
    rated = {a: value for a, value in worth.items() if value > NEVER}
    return Reckoning("Gain reckoned in points" if s.phase == ACTING else "Chance", rated, s.phase == CHOOSING)


def _explain(bot: int, view: View, a: int) -> str:
    text = _action_text(bot, view, a) if view.state.phase == ACTING else _answer_text(view, a)
    return text[0].upper() + text[1:]


def _action_text(bot: int, view: View, a: int) -> str:
    s, count = view.state, counting(view.game.cards)
    if a < TAKE:
        return CARD_TEXTS[bot].format(**_about_cards(s, count, a))
    if a >= LEAVE:
        return "It would rather hold another agenda."
    x = a - TAKE if a < LOT_CARD else a - LOT_CARD
    text = TAKE_TEXTS[bot] if a < LOT_CARD else LOT_TEXT
    return text.format(**_about_property(bot, view, count, x))


def _about_cards(s: State, count: types.SimpleNamespace, a: int) -> dict[str, str]:
    """Drawing, trading or cashing in."""
    if a == DRAW:
        what = "two cards from the deck"
    elif a == CASH:
        what = f"{s.cash_take} cards of the line-up for a cash card"
    else:
        suit = SUITS[a - TRADE]
        what = f"{number_of(count.in_line(s, a - TRADE), suit, PLURALS[suit])} of the line-up for one card"
    above = count.cards_left(s) - LAW_DEPTH
    can_come = number_of(above, "card lies", "cards lie")
    end = count.law_within(s, count.turned_up_by(s, a))
    ahead = "it is ahead" if count.lead_now(s) > 0 else "it is not ahead"
    bet = f"That ends the round with a chance of {100 * end:.0f} %, and {ahead}."
    return {
        "what": what,
        "far": f"The law cannot come yet: {can_come} above the last eleven." if above > 0 else "Nothing pays now.",
        "law": bet if end else "The law cannot come by that.",
    }


def _about_property(bot: int, view: View, count: types.SimpleNamespace, x: int) -> dict[str, str]:
    s = view.state
    name = property_name(x, view.game.cards)
    face = view.game.cards.others["properties"][x]["value"]
    between = count.gap(s, s.turn, x) if s.place[x] == CITY else 0
    more = f" and {number_of(between, 'card', 'cards')} to connect" if between else ""
    whose = "the rival in front" if s.owner[x] == count.leader(s) else "a rival"
    return {
        "property": name,
        "Property": name[0].upper() + name[1:],
        "face": number_of(face, "point", "points"),
        "price": f"{count.cost(s, x)}{more}",
        "robbed": f", and {whose} loses as much" if count.loot(s, x) else "",
        "help": f"{count.help_of(s, x):.1f} points",
        "gain": f"{count.gain(s, bot, x):.1f}",
        "kept": f"{100 * count.kept(s, bot):.0f} %",
        "left": number_of(count.cards_left(s), "card", "cards"),
    }


def _answer_text(view: View, a: int) -> str:
    """An answer within an action."""
    s, cards, count = view.state, view.game.cards, counting(view.game.cards)
    if s.phase in (CHOOSING, SWAPPING):
        return _agenda_text(view, count, a - AGENDA)
    if s.phase == ROUTING:
        spaces = members(s.way[a - WAY])
        fed = sum(s.owner[x] != NONE for x in spaces)
        given = number_of(fed, "card", "cards") if fed else "no card"
        return f"Of {len(view.moves)} chains this one gives rivals {given}."
    if s.phase == SITING:
        cell = s.cell[(a - SITE) // 4] + STEP[(a - SITE) % 4]
        own = count.own_neighbours(s, cell)
        return f"There it has {number_of(own, 'neighbour of its own', 'neighbours of its own') if own else 'room'}."
    if s.phase == DECIDING:
        name = property_name(s.aim, cards)
        return f"It cannot pay for {name}." if a == LEAVE else f"It placed {name} to take it over."
    name = card_name(a, cards)
    if s.phase == PICKING:
        return f"Of the line-up {name} is what it wants most."
    if s.phase == PAYING:
        exact = cards.rows[a]["value"] <= s.owed
        return f"{s.owed} still to pay: {name} {'is not too much' if exact else 'is more, but nothing else is better'}."
    return f"It can do without {name} best."


def _agenda_text(view: View, count: types.SimpleNamespace, i: int) -> str:
    s, cards = view.state, view.game.cards
    chance = f"{100 * count.promise(s, i):.0f} %"
    row = cards.others["agendas"][i]
    if row["counts"] != "type":
        return f"{agenda_name(i, cards)}: with {s.players} players it gives that a chance of {chance}."
    kind = cards.column("code", "types").index(row["of"])
    return (
        f"{agenda_name(i, cards)}: the city has {count.in_city(s, kind)}, its cards for them add up to "
        f"{count.hand_for(s, i)}; it gives that a chance of {chance}."
    )


def _character(key: str, name: str, policy: int, idea: str, source: str) -> Bot:
    why = functools.partial(_explain, policy)
    return Bot(key, name, idea, source, policy, why, home="mob-town", weigh=functools.partial(_weigh, policy))


BOTS = (
    _character(
        "expander",
        "Max Map",
        EXPANDER,
        "Takes over whatever brings points as soon as it can pay, and collects cards only in between.",
        "our own: what most people do in their first game",
    ),
    _character(
        "schemer",
        "Sally Secret",
        SCHEMER,
        "Lives for its two agendas: properties that serve them come first, face values second.",
        "our own: agendas bring as much as a property of value 3, and nobody sees them",
    ),
    _character(
        "spoiler",
        "Rico Robber",
        SPOILER,
        "Takes from the rival in front: each point that changes hands counts twice.",
        "our own: in a game with few points robbing beats building",
    ),
    _character(
        "hoarder",
        "Hilda Hoard",
        HOARDER,
        "Collects a big hand while the law cannot come, then strikes turn after turn before it does.",
        "our own: what is taken early is only taken back",
    ),
    _character(
        "planner",
        "Paula Plan",
        PLANNER,
        "Weighs points, agendas and robbing against the cards they cost, and counts how soon the law may come: "
        "it strikes late, keeps cards to strike back, and draws on when it is ahead.",
        "our own, weights tuned against the others: late in a round a draw is a bet on its end",
    ),
)
