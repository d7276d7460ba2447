"""Mob Town in words: notation, names, reasons, events, and what to do now.  Plain Python, never compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from ...core.cards import Cards
from ...core.link import by_cards
from ...core.table import Table
from ...core.words import Names, Reason, Row, list_of, number_of
from . import rules as r
from .cards import ARROWS, CASH_CARD, CASH_SUIT, N_AGENDAS, N_DRAW, N_KINDS, N_PROPERTIES, NONE, SUITS, constants

TITLE = "Mob Town"
UNIT = "points"
LOWER_IS_BETTER = False
STANDING = "points ahead"  # by what choices are compared at the end of a round: rivals and briefcases count in it
PLAYERS = "players"
AMOUNTS = range(0)  # no move is a free number
# Events that turn up something hidden in the middle of a round
REVEALS = (r.TURNED_UP, r.LOT_TURNED_UP, r.LAW_CAME)
# What simulations keep besides the results: name -> (event, what its `what` is, what its `more` is)
KEPT_EVENTS = {
    "round": (r.ROUND_SCORED, "points", "total"),
    "properties": (r.FACES_SCORED, "points", "properties"),
    "agenda": (r.AGENDA_SCORED, "agenda", "points"),
    "briefcases": (r.BRIEFCASES_SCORED, "points", "total"),
    "price": (r.PRICE, "tokens", "cards"),
    "law": (r.LAW_CAME, "cards", "turns"),
    "start": (r.ROUND_STARTED, "round", "properties"),
}

SETUP, PLAY, END_OF_ROUND, SCORING, END = "Round Setup", "Gameplay", "Round End", "Scoring", "Game End"
TRADE, CASH_IN, TAKE_OVER, OPEN_LOT = (f"{PLAY}, {name}" for name in ("Trade", "Cash in", "Take Over", "Open Lot"))

# ---- notation -------------------------------------------------------------------------------------------------------
_FIXED = {r.DRAW: "draw", r.CASH: "cash-in", r.LEAVE: "leave"}
DIRECTIONS = ARROWS  # in the order of rules.STEP


def notation(a: int, cards: Cards) -> str:
    """The short code of an action: draw, cash-in, trade-rat, take-G3, lot-H2, G3.left, leave, way1, card, agenda."""
    if a in _FIXED:
        return _FIXED[a]
    if a < r.DRAW:
        return str(cards.rows[a]["code"])
    if a < r.TAKE:
        return f"trade-{SUITS[a - r.TRADE]}"
    if a < r.LOT_CARD:
        return f"take-{property_code(a - r.TAKE, cards)}"
    if a < r.LEAVE:
        return f"lot-{property_code(a - r.LOT_CARD, cards)}"
    if a < r.WAY:
        return str(cards.others["agendas"][a - r.AGENDA]["code"])
    if a < r.SITE:
        return f"way{a - r.WAY + 1}"
    return f"{property_code((a - r.SITE) // 4, cards)}.{DIRECTIONS[(a - r.SITE) % 4]}"


def all_actions() -> range:
    return range(r.N_ACTIONS)


# ---- names ----------------------------------------------------------------------------------------------------------
PLURALS = {
    "rat": "rats",
    "shark": "sharks",
    "snake": "snakes",
    "fox": "foxes",
    "weasel": "weasels",
    "cash": "cash cards",
    "law": "law cards",
}


def card_name(k: int, cards: Cards) -> str:
    """A card of the draw deck: «rat 3», «cash», «the law»."""
    row = cards.rows[k]
    return f"{row['suit']} {row['value']}" if k < CASH_CARD else "cash" if k == CASH_CARD else "the law"


_AGENDAS = {
    "types": "most different types",
    "group": "the largest group of neighbours",
    "properties": "most properties in all",
}


def property_code(x: int, cards: Cards) -> str:
    return str(cards.others["properties"][x]["code"])


def type_row(x: int, cards: Cards) -> dict[str, Any]:
    """The type of property x: name, plural, first and second suit."""
    wanted = cards.others["properties"][x]["type"]
    return next(row for row in cards.others["types"] if row["code"] == wanted)


def property_name(x: int, cards: Cards) -> str:
    """«the Hotel 2»."""
    return f"the {type_row(x, cards)['name']} {cards.others['properties'][x]['value']}"


def property_suits(x: int, cards: Cards) -> str:
    """«snakes and sharks»."""
    row = type_row(x, cards)
    return f"{PLURALS[row['first']]} and {PLURALS[row['second']]}"


def agenda_name(a: int, cards: Cards) -> str:
    """«most Gaming Halls»."""
    row = cards.others["agendas"][a]
    if row["counts"] == "type":
        return f"most {next(kind['plural'] for kind in cards.others['types'] if kind['code'] == row['of'])}"
    return _AGENDAS[row["counts"]]


def site_name(x: int, direction: int, cards: Cards) -> str:
    """«the cell to the left of the Hotel 2»."""
    beside = ("above", "to the right of", "below", "to the left of")
    return f"the cell {beside[direction]} {property_name(x, cards)}"


def place_name(cell: int) -> tuple[int, int]:
    """A cell as (x, y): y grows downwards, the first property of the city lies at (0, 0)."""
    return cell % r.SIDE - r.ORIGIN % r.SIDE, cell // r.SIDE - r.ORIGIN // r.SIDE


def members(mask: int) -> list[int]:
    """The properties of a mask."""
    return [x for x in range(N_PROPERTIES) if mask >> x & 1]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- counting with the cards of the game at hand --------------------------------------------------------------------
_COUNTED = (
    r.cost,
    r.cards_needed,
    r.gap,
    r.find_ways,
    r.owned,
    r.size_of,
    r.faces_of,
    r.claim_of,
    r.achieves,
    r.prospect,
    r.agenda_chance,
)


counting = by_cards(_COUNTED, constants)


def means(s: Any, p: int, x: int, cards: Cards) -> int:
    """What all cards in the hand of p that count for property x add up to."""
    row = type_row(x, cards)
    suits = (row["first"], row["second"], SUITS[CASH_SUIT])
    return sum(
        s.hand[p * N_KINDS + k] * cards.rows[k]["value"] for k in range(N_KINDS) if cards.rows[k]["suit"] in suits
    )


def fewest_fed(s: Any, chains: Sequence[int]) -> int:
    """Which of these chains gives others the fewest cards; of equals the first."""
    return min(range(len(chains)), key=lambda i: sum(s.owner[x] != NONE for x in members(chains[i])))


def offer_for(s: Any, p: int, x: int, cards: Cards) -> dict[str, Any]:
    """What a take-over of property x would cost player p now.

    value: to be paid in its suits and cash; gap: connection cards; ways: how many chains differ in whom they feed;
    chain: codes of the spaces of the one that gives rivals the fewest cards; cards: the fewest cards in all, None if it
    cannot be taken over.
    """
    count = counting(cards)
    value, between = count.cost(s, x), count.gap(s, p, x)
    masks = [0]
    if between:
        world = s.__copy__()
        world.n_ways = 0
        count.find_ways(world, p, x, Table.new())
        masks = list(world.way[: world.n_ways])
    needed = count.cards_needed(s, p, x, value, 0, 0)
    mine = s.owner[x] == p and not s.retake
    enough = not mine and needed != NONE and needed + between <= s.held[p] and s.used[p] < r.TOKENS
    return {
        "value": value,
        "gap": between,
        "chain": [property_code(y, cards) for y in members(masks[fewest_fed(s, masks)])],
        "ways": len(masks),
        "cards": needed + between if enough else None,
    }


# ---- buttons --------------------------------------------------------------------------------------------------------
def action_words(a: int, s: Any, cards: Cards, names: Names) -> str:
    """What the action is, as a player would say it: the text of a button."""
    if a < r.DRAW:
        return _card_words(a, s, cards, names)
    if a in (r.DRAW, r.CASH, r.LEAVE):
        picks = _number(s.cash_take)
        return {
            r.DRAW: "Draw two cards",
            r.CASH: f"Pay cash for {picks} of the line-up",
            r.LEAVE: "Leave the new property as it is",
        }[a]
    if a < r.TAKE:
        suit = SUITS[a - r.TRADE]
        found = sum(k != NONE and cards.rows[k]["suit"] == suit for k in s.line)
        return f"Trade a card for {number_of(found, suit, PLURALS[suit])}"
    if a < r.LOT_CARD:
        return _take_words(a - r.TAKE, s, cards)
    if a < r.LEAVE:
        return f"Add {property_name(a - r.LOT_CARD, cards)} to the city"
    if a < r.WAY:
        name = agenda_name(a - r.AGENDA, cards)
        return f"Put back the agenda: {name}" if s.phase == r.ACTING else f"Choose the agenda: {name}"
    if a < r.SITE:
        return _capital(_way_words(s.way[a - r.WAY], s, cards, names))
    return f"Put it on {site_name((a - r.SITE) // 4, (a - r.SITE) % 4, cards)}"


def _card_words(k: int, s: Any, cards: Cards, names: Names) -> str:
    name = card_name(k, cards)
    if s.phase == r.TRADING:
        return f"Trade away {name}"
    if s.phase == r.PICKING:
        return f"Take {name}"
    if s.phase == r.CONNECTING:
        q = next(q for q in range(r.NOBODY + 1) if s.feed[q] or q == r.NOBODY)
        return f"Discard {name}" if q == r.NOBODY else f"Give {name} to {names[q]}"
    return f"Pay {name}"


def _take_words(x: int, s: Any, cards: Cards) -> str:
    offer = offer_for(s, s.turn, x, cards)
    more = f" and {_number(offer['gap'])} to connect" if offer["gap"] else ""
    return f"Take over {property_name(x, cards)} for {offer['value']}{'' if s.phase == r.DECIDING else more}"


def _way_words(mask: int, s: Any, cards: Cards, names: Names) -> str:
    """Which spaces a chain passes and who gets the cards: «through the Hotel 2 (Ben gets 1 card)»."""
    spaces = members(mask)
    gets = [(names[q], sum(s.owner[x] == q for x in spaces)) for q in range(s.players)]
    cards_to = [f"{name} {'get' if name == 'you' else 'gets'} {_number(n)}" for name, n in gets if n]
    told = list_of(cards_to) if cards_to else "nobody gets a card"
    return f"through {list_of([property_name(x, cards) for x in spaces])} ({told})"


# ---- why not --------------------------------------------------------------------------------------------------------
# Placeholders: card, property, agenda, site (what was asked for, with a capital: at the beginning), aim (the property
# that is being taken over), suits (that pay for property or aim), value, have, gap, held, number, named.
REASONS: dict[int, tuple[str, str]] = {
    r.GAME_OVER: ("The game is over: nobody can move any more.", END),
    r.NO_SUCH_ACTION: ("Mob Town has no such move. You can draw, trade, cash in, take over or use the open lot.", PLAY),
    r.AGENDAS_FIRST: ("First choose two agendas for this round. Nobody else sees them.", f"{SETUP}; ruling T33"),
    r.SWAP_FIRST: ("You have put an agenda back: first choose the one to hold instead.", "ruling T33"),
    r.TRADE_FIRST: ("First say which card of your hand you give away for them.", TRADE),
    r.PICK_FIRST: ("First take {owed} from the line-up for your cash.", CASH_IN),
    r.WAY_FIRST: (
        "Several shortest chains lead to {aim}, and they pass other families: first choose one of them.",
        f"{TAKE_OVER}; ruling T23",
    ),
    r.PAY_FIRST: ("First pay for {aim}: {owed_value} more in {suits} or cash.", TAKE_OVER),
    r.CONNECT_FIRST: ("First pay the connection: one card for every card in between.", f"{TAKE_OVER}; ruling T24"),
    r.SITE_FIRST: ("First choose the cell where {aim} goes: any free one at an edge of the city.", OPEN_LOT),
    r.DECIDE_FIRST: ("First decide: take over {aim}, or leave it as it is.", f"{OPEN_LOT}; ruling T30"),
    r.NOT_ASKED: (
        "Begin with an action: draw, trade, cash in, take over a property, or add one from the open lot.",
        f"{PLAY}; ruling T3",
    ),
    r.AGENDA_HELD: ("You have chosen this agenda already ({agenda}). Take another one.", f"{SETUP}; ruling T33"),
    r.AGENDA_SPENT: (
        "You had this agenda in an earlier round ({agenda}), and in this game each may be used once.",
        "ruling T33",
    ),
    r.AGENDAS_STAND: ("Agendas are chosen before the first turn and stay as they are.", f"{SETUP}; ruling T33"),
    r.AGENDA_NOT_HELD: ("You can put back only an agenda that you hold, not this one ({agenda}).", "ruling T33"),
    r.SWAP_GUARD: (
        "For {number} turns nobody has drawn from the deck or taken anything over: agendas stay until somebody does.",
        "ruling T11",
    ),
    r.NO_CASH: ("You have no cash card to discard.", CASH_IN),
    r.EMPTY_HAND: ("Your hand is empty: there is nothing to trade away. Draw two cards.", TRADE),
    r.SUIT_NOT_IN_LINE: ("There is no card of that type ({asked}) in the line-up.", f"{TRADE}; ruling T12"),
    r.TRADE_GUARD: (
        "For {number} turns the deck has not got smaller and nothing was taken over: "
        "a trade for a single card has to wait until that happens.",
        "ruling T11",
    ),
    r.NOT_IN_CITY: ("{Property} does not lie in the city.", TAKE_OVER),
    r.ALREADY_YOURS: ("{Property} is yours already: your token is on top.", f"{TAKE_OVER}; ruling T20"),
    r.NO_TOKEN: ("All twelve of your family tokens are on properties; you get them back next round.", "ruling T28"),
    r.TOO_DEAR: (
        "{Property} costs {value}, and your {suits} and cash come to {have}.",
        f"{TAKE_OVER}; ruling T16, T17",
    ),
    r.TOO_FAR: (
        "{Property} costs {value} and one card for each that lies between it and your nearest property, {gap} in all: "
        "your {held} do not suffice for both.",
        f"{TAKE_OVER}; ruling T22, T27",
    ),
    r.LOT_EMPTY: ("The open lot is empty: all its properties have been placed.", f"{OPEN_LOT}; ruling T31"),
    r.NO_BRIEFCASE: ("You have no briefcase left, and the open lot costs one.", f"{OPEN_LOT}; ruling T32"),
    r.NOT_IN_LOT: ("{Property} does not lie face up in the open lot.", OPEN_LOT),
    r.NOT_IN_HAND: ("You do not have {card} in your hand.", PLAY),
    r.NOT_IN_LINE: ("The line-up does not show {card}.", CASH_IN),
    r.WRONG_SUIT: ("{Card} does not count for {aim}: it takes {suits} or cash.", f"{TAKE_OVER}; ruling T17"),
    r.OUT_OF_ORDER: (
        "Name several cards from the highest value to the lowest, in the order of the card list: "
        "{card} would have had to come before.",
        "ruling T17a",
    ),
    r.CANNOT_FINISH: (
        "With {card} as the next one you could not finish: the cards that may follow it do not suffice.",
        "ruling T14, T17, T27",
    ),
    r.NO_SUCH_WAY: ("There are {number} shortest chains to choose from, and this is none of them.", "ruling T23"),
    r.NOT_PLACED: ("{Site} is no place to build: that property does not lie in the city.", f"{OPEN_LOT}; ruling T29"),
    r.OCCUPIED: ("{Site} is taken. Choose a free one.", f"{OPEN_LOT}; ruling T29"),
    r.OTHER_NAME: (
        "{Site} is free, but goes by the name of its first neighbour: {named}.",
        "ruling T29",
    ),
    r.ONLY_THIS: (
        "Now only {aim}, which you have just placed, may be taken over, not {property}.",
        f"{OPEN_LOT}; ruling T30",
    ),
    r.AGENDA_PUT_BACK: ("You have just put this agenda back ({agenda}). Choose another one.", "ruling T33"),
}


def reason(code: int, a: int, s: Any, cards: Cards, names: Names) -> Reason:
    """The sentence for a reason code in this position, with the rule it stands on."""
    text, rule = REASONS[code]
    found = {**_about_action(a, s, cards), **_about_state(s, cards)}
    found |= {"Card": _capital(found["card"]), "Property": _capital(found["property"]), "Site": _capital(found["site"])}
    where = rule[0].upper() + rule[1:] if rule.startswith("ruling") else f"Rulebook: {rule}"
    return Reason(code, text.format(**found), where)


def _about_state(s: Any, cards: Cards) -> dict[str, str]:
    known = s.phase in (r.ROUTING, r.PAYING, r.CONNECTING, r.SITING, r.DECIDING)
    found = {
        "aim": property_name(s.aim, cards) if known else "it",
        "owed": _number(s.owed),
        "owed_value": str(s.owed),
        "number": str(s.n_ways if s.phase == r.ROUTING else s.idle),
        "held": _number(s.held[s.turn]),
    }
    return found | ({"suits": property_suits(s.aim, cards)} if known else {})


def _about_action(a: int, s: Any, cards: Cards) -> dict[str, str]:
    x = a - r.TAKE if a < r.LOT_CARD else a - r.LOT_CARD if a < r.LEAVE else (a - r.SITE) // 4
    found = {"card": card_name(a, cards) if 0 <= a < N_KINDS else "that card"}
    found["agenda"] = agenda_name(a - r.AGENDA, cards) if r.AGENDA <= a < r.WAY else "this one"
    found["asked"] = PLURALS[SUITS[a - r.TRADE]] if r.TRADE <= a < r.TAKE else "none"
    if not 0 <= x < N_PROPERTIES or a < r.TAKE:
        return {**found, **dict.fromkeys(("property", "site", "suits", "value", "have", "gap", "named"), "that")}
    count = counting(cards)
    return {
        **found,
        "property": property_name(x, cards),
        "suits": property_suits(x, cards),
        "value": str(count.cost(s, x)),
        "have": str(means(s, s.turn, x, cards)),
        "gap": str(count.gap(s, s.turn, x)) if s.place[x] == r.CITY else "0",
        "site": site_name(x, (a - r.SITE) % 4, cards),
        "named": _first_name(x, (a - r.SITE) % 4, s, cards),
    }


def _first_name(x: int, direction: int, s: Any, cards: Cards) -> str:
    """The notation of the cell next to property x: that of its first neighbour in the city."""
    cell = s.cell[x] + r.STEP[direction]
    for y in range(N_PROPERTIES):
        for d, step in enumerate(r.STEP):
            if s.place[y] == r.CITY and s.cell[y] + step == cell:
                return notation(r.SITE + 4 * y + d, cards)
    return "none"


# ---- what happened --------------------------------------------------------------------------------------------------
EVENTS: dict[int, str] = {
    r.ROUND_STARTED: "Round {what} begins with a new city of {more} properties. {Who} {have|has} the first turn.",
    r.TURNED_UP: "Turned up for the line-up: {cards}.",
    r.LOT_TURNED_UP: "Turned up in the open lot: {cards}.",
    r.CHOSE: "{Who} {choose|chooses} an agenda: {agenda}.",
    r.PUT_BACK: "{Who} {put|puts} an agenda back: {agenda}.",
    r.DREW: "{Who} {draw|draws} {cards}.",
    r.TRADED: "{Who} {trade|trades} {card} for all {suit} in the line-up.",
    r.CASHED: "{Who} {cash|cashes} in.",
    r.PICKED: "{Who} {take|takes} from the line-up: {cards}.",
    r.ROUTED: "{Who} {connect|connects} {way}.",
    r.PAID: "{Who} {pay|pays} {card} for {target}.",
    r.CONNECTED: "{Who} {discard|discards} {card} to connect {target}.",
    r.HANDED: "{Who} {hand|hands} {card} to {rival} for a space on the way.",
    r.TOOK_OVER: "{Who} {take|takes} over {property}{former}.",
    r.PRICE: "That took {cards_paid}, with {tokens} on it before.",
    r.PLACED: "{Who} {add|adds} {property} from the open lot to the city.",
    r.LEFT: "{Who} {leave|leaves} {property} to others.",
    r.LAW_CAME: "The law! {Who} {draw|draws} it as card {what} of the deck, in turn {more}: the round is over.",
    r.FACES_SCORED: "{Who} {control|controls} {count} worth {points}.",
    r.AGENDA_SCORED: "{Who} {show|shows} the agenda «{agenda}»: {worth}.",
    r.BRIEFCASES_SCORED: "{Who} {get|gets} {points} for unused briefcases and {have|has} {more} in all.",
    r.ROUND_SCORED: "{Who} {score|scores} {points} this round and {have|has} {more} in all.",
    r.WON: "{Who} {win|wins} with {points}!",
}
PRIVATE = {
    r.CHOSE: "{Who} {choose|chooses} an agenda.",
    r.PUT_BACK: "{Who} {put|puts} an agenda back.",
    r.DREW: "{Who} {draw|draws} {cards}.",
}
JOINED = (r.TURNED_UP, r.LOT_TURNED_UP, r.DREW, r.PICKED)  # several of these in a row are one sentence


def tell(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """Sentences for event rows (kind, who, what or None if hidden, more); cards that come together share one."""
    for (kind, who, *_), found in groupby(rows, key=lambda row: row[:2] if row[0] in JOINED else (row[0], row[1], row)):
        group = [row[2:] for row in found]
        if kind in JOINED:
            seen = [what for what, _ in group if what is not None]
            cards_told = list_of([_turned_up(kind, what, cards) for what in seen]) if seen else _number(len(group))
            yield names.sentence(EVENTS[kind] if seen else PRIVATE[kind], who, cards=cards_told)
            continue
        for what, more in group:
            text = PRIVATE[kind] if what is None else EVENTS[kind]
            yield names.sentence(text, who, **({} if what is None else _details(kind, who, what, more, cards, names)))


def _turned_up(kind: int, what: int, cards: Cards) -> str:
    return property_name(what, cards) if kind == r.LOT_TURNED_UP else card_name(what, cards)


def _number(cards: int) -> str:
    return number_of(cards, "card", "cards")


def _details(kind: int, who: int, what: int, more: int, cards: Cards, names: Names) -> dict[str, Any]:
    counted = {"what": what, "more": more, "points": number_of(what, "point", "points")}
    if kind in (r.CHOSE, r.PUT_BACK, r.AGENDA_SCORED):
        worth = number_of(more, "point", "points") if more else "not achieved"
        return {"agenda": agenda_name(what, cards), "worth": worth}
    if kind in (r.TRADED, r.PAID, r.CONNECTED, r.HANDED, r.CASHED):
        return {"card": card_name(what, cards), **_more_of_card(kind, more, cards, names)}
    if kind == r.ROUTED:
        return {"way": f"through {list_of([property_name(x, cards) for x in members(what)])}"}
    if kind in (r.TOOK_OVER, r.PLACED, r.LEFT):
        former = f" from {names[more]}" if kind == r.TOOK_OVER and more not in (NONE, who) else ""
        return {"property": property_name(what, cards), "former": former}
    if kind == r.PRICE:
        tokens = number_of(what, "token", "tokens") if what else "no token"
        return {"cards_paid": _number(more), "tokens": tokens}
    return {**counted, "count": number_of(more, "property", "properties")}


def _more_of_card(kind: int, more: int, cards: Cards, names: Names) -> dict[str, str]:
    if kind == r.TRADED:
        return {"suit": PLURALS[SUITS[more]]}
    if kind in (r.PAID, r.CONNECTED):
        return {"target": property_name(more, cards)}
    return {"rival": names[more]} if kind == r.HANDED else {}


# ---- what to do now -------------------------------------------------------------------------------------------------
PHASES: dict[int, str] = {
    r.CHOOSING: "{Who} {choose|chooses} two agendas in secret.",
    r.ACTING: "{Who} {take|takes} a turn: draw, trade, cash in, take over a property, or use the open lot.",
    r.TRADING: "{Who} {say|says} which card to give away.",
    r.PICKING: "{Who} {take|takes} cards from the line-up.",
    r.ROUTING: "{Who} {choose|chooses} the chain that connects.",
    r.PAYING: "{Who} {pay|pays} for the take-over, card by card.",
    r.CONNECTING: "{Who} {pay|pays} the connection, one card for each space.",
    r.SITING: "{Who} {choose|chooses} a cell for the new property.",
    r.DECIDING: "{Who} {decide|decides}: take over the new property, or leave it?",
    r.SWAPPING: "{Who} {choose|chooses} the agenda to hold instead.",
    r.ENDED: "The game is over.",
}
PHASE_NAMES = (
    "agendas",
    "turn",
    "trade",
    "pick",
    "way",
    "pay",
    "connect",
    "site",
    "decide",
    "swap",
    "over",
)


def status(s: Any, names: Names) -> str:
    """Whose turn it is and what that player must do."""
    return names.sentence(PHASES[s.phase], s.turn)


# ---- the view of a seat, for a bot written in ordinary Python -------------------------------------------------------
def facts(s: Any, me: int, cards: Cards) -> dict[str, Any]:
    """What seat `me` knows, with cards, properties and agendas as codes.

    city: for each property code, type, value, suits, x, y, owner (a seat or None), tokens, and what it would cost `me`
    to take it over now (value, gap, chain, ways, cards; see offer_for).  law: chance that it is the next card.
    seen: cards of each hand that all have seen.  likely: for each other seat, how likely it has each agenda.
    worth: points this round would bring `me` if it ended now.
    """
    code = [row["code"] for row in cards.rows]
    agenda = [row["code"] for row in cards.others["agendas"]]
    left = N_DRAW - s.deck_top
    count, players = counting(cards), range(s.players)
    sits = 0 <= me < s.players
    return {
        "seat": me,
        "phase": PHASE_NAMES[s.phase],
        "turn": s.turn,
        "hand": _codes(s.hand, me, code) if sits else [],
        "seen": [_codes(s.known, p, code) for p in players],
        "hands": list(s.held[: s.players]),
        "line": [code[k] for k in s.line if k != NONE],
        "deck": left,
        "law": 1 / left if 0 < left <= r.LAW_DEPTH else 0.0,
        "city": [_place(s, me, x, cards) for x in range(N_PROPERTIES) if s.place[x] == r.CITY],
        "lot": [property_code(x, cards) for x in range(N_PROPERTIES) if s.place[x] == r.LOT],
        "rest": [property_code(x, cards) for x in range(N_PROPERTIES) if s.place[x] == r.REST],
        "agendas": [agenda[a] for a in range(N_AGENDAS) if sits and s.agenda[me] >> a & 1],
        "likely": [
            {} if p == me else {agenda[a]: count.agenda_chance(s, p, a) for a in range(N_AGENDAS)} for p in players
        ],
        "worth": count.prospect(s, me) if sits else 0,
        "points": list(s.points[: s.players]),
        "briefcases": list(s.briefcases[: s.players]),
        "tokens": [r.TOKENS - s.used[p] for p in players],
        "round": s.rounds + 1,
        "starter": s.starter,
        "idle": s.idle,
    }


def _codes(counts: Sequence[int], p: int, code: Sequence[str]) -> list[str]:
    return [code[k] for k in range(N_KINDS) for _ in range(counts[p * N_KINDS + k])]


def _place(s: Any, me: int, x: int, cards: Cards) -> dict[str, Any]:
    """One property of the city, with what it would cost `me`."""
    row, kind = cards.others["properties"][x], type_row(x, cards)
    column, line = place_name(s.cell[x])
    return {
        "code": row["code"],
        "type": kind["name"],
        "face": row["value"],
        "suits": [kind["first"], kind["second"]],
        "x": column,
        "y": line,
        "owner": None if s.owner[x] == NONE else s.owner[x],
        "tokens": s.tokens[x],
        **(offer_for(s, me, x, cards) if 0 <= me < s.players else {}),
    }


# ---- options --------------------------------------------------------------------------------------------------------
EXAMPLES = "draw, cash-in, trade-rat, take-G3, lot-H2, G3.left, leave, way1, rat3 (a card), hotels (an agenda)"


def refused(options: dict[str, Any], cards: Cards) -> str | None:
    """All options of Mob Town go together."""
    return None
