"""Mob Town on the table: a scene (`mowlab.ui.scene`) of what one family may see, and what the screen asks of a game.

>>> import mowlab
>>> match = mowlab.game("mob-town", players=3).match(seed=7)
>>> scene(match.view(0), match.names(you=0))["title"]
'Round 1: secret agendas'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.cards import Cards
from ...core.words import Names, Row, list_of, number_of
from . import account, words
from . import rules as r
from .cards import CASH_CARD, N_AGENDAS, N_DRAW, N_KINDS, N_PROPERTIES, NONE, SUITS
from .draft import DO, OUT, PRICE, Deal, Purchase, cell_of, half_done, in_hand, press, redraft, sites, without

if TYPE_CHECKING:
    from ...core.view import View
    from ...ui.scene import (
        Card,
        Choice,
        Face,
        Fact,
        Hue,
        Lines,
        LogLine,
        Marker,
        Message,
        Result,
        Scene,
        Seat,
        Token,
        Zone,
    )

__all__ = [
    "ABOUT",
    "FIRST_OPTIONS",
    "LEVELS",
    "NO_REASONS",
    "OPTIONS",
    "SEAT",
    "card_tables",
    "chapter",
    "explained",
    "half_done",
    "logged",
    "news",
    "press",
    "reading",
    "redraft",
    "result",
    "scene",
    "scoring",
]

LEVELS = {  # how hard a bot is to beat: their order in a tournament of all against all at tables of four
    "planner": "very strong",
    "spoiler": "strong",
    "hoarder": "good",
    "schemer": "fair",
    "expander": "weak",
    "random": "very weak",
}
SEAT = "Family"  # what a seat is called where bots are chosen
ABOUT = (
    "Mob Town is a game published by 5th Street Games. mowlab is not affiliated with them: the rules are told in our "
    "own words, and all pictures are our own.",
    "The rulebook does not list the cards. The types and values of the properties and most agendas are known from "
    "public descriptions; the suits of three types, all arrows and how many cards of each suit there are had to be "
    "reconstructed. An owner of the game can put the printed values into a file. Where the rulebook is silent, mowlab "
    "has a ruling with a number (T1 to T42), named where it counts.",
)
OPTIONS: dict[str, tuple[str, dict[Any, str]]] = {  # what a person reads where options are chosen
    "players": ("Players", {2: "2, a city of 12", 3: "3, a city of 13", 4: "4, a city of 14"}),
    "cash_take": ("Cash buys", {3: "three cards of the line-up", 2: "two cards (edition of 2016)"}),
    "traded": ("The card given away in a trade", {"line-up": "goes to the line-up", "discard": "is out of the round"}),
    "agendas": ("Agendas", {"all": "all eight in every round", "spent": "each only once in the game"}),
    "agenda_swap": ("A turn may be used to swap an agenda", {"off": "no", "on": "yes (edition of 2016)"}),
    "retake": ("Taking over what is yours", {"off": "not allowed", "on": "allowed, to make it dearer"}),
}
FIRST_OPTIONS = ("players",)
NO_REASONS = (
    "No bot has made a move since your last decision that can be explained without giving secrets away. "
    "All the others are explained when the round is over and agendas are on the table."
)

FAMILIES: tuple[Hue, ...] = ("family1", "family2", "family3", "family4")  # by seat
BUILDINGS = ("gaming-hall", "restaurant", "hotel", "theater", "factory")  # by type
SUIT_HUES: tuple[Hue, ...] = ("yellow", "blue", "green", "orange", "violet", "grey")
OPEN_MINDED = ("expander", "spoiler", "hoarder")  # characters whose reasons for a take-over are no secret
GUESSED = ". Reconstructed"
TITLES = {r.CHOOSING: "secret agendas", r.SWAPPING: "secret agendas"}
MAX_TURNS_TOLD = 24


def guessed(row: dict[str, Any], what: str) -> str:
    """A note on where the values of a card come from, if we had to make them up."""
    return f"{GUESSED}: {what}" if row["from"] == "reconstructed" else ""


def guessed_of(x: int, cards: Cards) -> str:
    """The same note for a property: the suits are those of its type, the arrow is its own."""
    rows = ((words.type_row(x, cards), "its suits"), (cards.others["properties"][x], "its arrow"))
    made_up = [what for row, what in rows if row["from"] == "reconstructed"]
    return f"{GUESSED}: {list_of(made_up)}" if made_up else ""


# ---- cards ----------------------------------------------------------------------------------------------------------
def face(k: int, cards: Cards) -> Face:
    """What a draw card shows: its suit and value."""
    row = cards.rows[k]
    suit = SUITS.index(row["suit"])
    return {"title": str(row["value"]), "hue": SUIT_HUES[suit], "emblem": row["suit"], "caption": row["suit"]}


def picture(k: int, cards: Cards, key: str) -> Card:
    """A draw card that lies there and cannot be pressed."""
    row = cards.rows[k]
    name = words.card_name(k, cards).removeprefix("the ")
    wild = ", counts 1 in any suit" if k == CASH_CARD else ""
    how_many = guessed(row, f"that there are {row['count']} of them")
    label = f"{name[0].upper()}{name[1:]}{wild}{how_many}"
    return {"id": key, "code": row["code"], "label": label, "face": face(k, cards)}


def type_number(x: int, cards: Cards) -> int:
    return cards.column("code", "types").index(cards.others["properties"][x]["type"])


def property_face(x: int, cards: Cards) -> Face:
    """What a property card shows: value, type, the two suits that pay, and its arrow."""
    row, kind = cards.others["properties"][x], words.type_row(x, cards)
    return {
        "title": str(row["value"]),
        "hue": "grey",
        "emblem": BUILDINGS[type_number(x, cards)],
        "emblems": [kind["first"], kind["second"]],
        "arrow": row["arrow"],
    }


def property_label(x: int, cards: Cards) -> str:
    """«Hotel 2, paid with weasels and foxes»."""
    return f"{words.property_name(x, cards).removeprefix('the ')}, paid with {words.property_suits(x, cards)}"


def card_tables(cards: Cards) -> list[Lines]:
    """What all the cards of the game are, as tables to read; the last one is long."""
    return [
        {
            "title": "Agendas: everybody has all of these, and holds two in a round",
            "header": ["agenda", "points", "source"],
            "rows": [
                [words.agenda_name(a, cards), str(r.AGENDA_POINTS), row["from"]]
                for a, row in enumerate(cards.others["agendas"])
            ],
        },
        {
            "title": "Types of property",
            "header": ["type", "paid with", "source"],
            "rows": [
                [kind["name"], f"{kind['first']}, {kind['second']}, cash", kind["from"]]
                for kind in cards.others["types"]
            ],
        },
        {
            "title": f"The draw deck: {N_DRAW} cards",
            "header": ["card", "value", "how many", "source"],
            "rows": [[row["suit"], str(row["value"]), str(row["count"]), row["from"]] for row in cards.rows],
        },
        {
            "title": f"All {N_PROPERTIES} properties",
            "header": ["card", "value", "arrow", "source of the arrow"],
            "rows": [
                [words.property_name(x, cards).removeprefix("the "), str(row["value"]), row["arrow"], row["from"]]
                for x, row in enumerate(cards.others["properties"])
            ],
        },
    ]


# ---- the scene ------------------------------------------------------------------------------------------------------
def scene(
    view: View,
    names: Names,
    *,
    log: Sequence[LogLine] = (),
    message: Message | None = None,
    stamp: int = 0,
    lines: Lines | list[Lines] | None = None,
    result: Result | None = None,
    status: str | None = None,
    title: str | None = None,
    draft: tuple[int, ...] = (),
    live: bool = True,
) -> Scene:
    """All that the table shows to seat `view.seat`; the arguments are those of MOW's, and

    draft: what has been put together so far of a turn (see draft.py).
    """
    s = view.state
    mine = live and s.phase != r.ENDED and s.turn == view.seat
    desk = _Desk(view, names, draft if mine else (), mine)
    return {
        "title": title or _title(s),
        "status": status or desk.status(),
        "stamp": stamp,
        "message": _answer(message, draft),
        "markers": [] if s.phase == r.ENDED else [_law(s)],
        "seats": [_seat(view, p, names) for p in range(s.players)],
        "zones": list(desk.zones()),
        "choices": list(desk.choices()) if mine else [],
        "log": list(log),
        "lines": lines,
        "result": result,
    }


def _answer(message: Message | None, draft: tuple[int, ...]) -> Message | None:
    """What to say besides the status: a refusal is brought into view; news have been read once something is begun."""
    if message is None or message.get("tone") == "bad":
        return message and {**message, "look": True}
    return None if draft and message.get("tone") == "info" else message


def reading(before: View, names: Names) -> list[Zone]:
    """What stays on the table while a scoring is read: the city as it was. before: the position it was made of."""
    city = _Desk(before, names, (), False).city()
    city["title"], city["note"] = "The city when the law came", ""
    for card in city["cards"]:
        card["face"].pop("foot", None)
    return [city]


def _title(s: Any) -> str:
    if s.phase == r.ENDED:
        return "The end"
    return (
        f"Round {s.rounds + 1} of {r.ROUNDS}" if s.phase not in TITLES else f"Round {s.rounds + 1}: {TITLES[s.phase]}"
    )


def safe_cards(s: Any) -> int:
    """Cards of the deck that surely come before the law."""
    return max(0, int(N_DRAW - s.deck_top - r.LAW_DEPTH))


def law_words(s: Any) -> str:
    """Where the law card may be: «not among the next 12 cards»."""
    safe, left = safe_cards(s), N_DRAW - s.deck_top
    if safe:
        return f"not among the next {safe}" if safe > 1 else "not the next one"
    return "the next card!" if left == 1 else f"1 in {left} for the next card"


def _law(s: Any) -> Marker:
    left = number_of(N_DRAW - s.deck_top, "card", "cards")
    return {
        "art": "law",
        "text": f"The law: {law_words(s)}",
        "label": f"The law card, which ends the round, among the last 11 of the deck: {law_words(s)}; {left} left",
    }


def initials(names: Sequence[str]) -> list[str]:
    """One or two letters for each seat, all different."""
    first = [name[:1].upper() for name in names]
    if len(set(first)) == len(first):
        return first
    both = [f"{name[:1].upper()}{name[-1:]}" for name in names]
    return both if len(set(both)) == len(both) else [str(p + 1) for p in range(len(names))]


def _token(p: int, names: Names, n: int = 1) -> Token:
    """The family token of seat p, on top of n in all."""
    letter = initials(names.names)[p]
    whose = "yours" if p == names.you else f"{names[p]}'s"
    label = f"{whose}, {number_of(n, 'token', 'tokens')}"
    return {"text": letter if n == 1 else f"{letter} ×{n}", "label": label, "hue": FAMILIES[p]}


def _seat(view: View, p: int, names: Names) -> Seat:
    s, game = view.state, view.game
    mask = game.plain.owned(s, p)
    mine = words.members(mask)
    worth = sum(game.cards.others["properties"][x]["value"] for x in mine)
    points = game.plain.score(s, p)
    seat: Seat = {
        "name": names.names[p],
        "token": _token(p, names),
        "is_you": p == names.you and names.names[p].lower() != "you",  # the name says it already
        "active": s.phase != r.ENDED and p == s.turn,
        "facts": [
            {"label": "points", "value": f"{points} + {worth}" if worth and s.phase != r.ENDED else str(points)},
            {"label": f"properties, worth {worth} now", "value": str(len(mine)), "art": "buildings"},
            {"label": "cards in hand", "value": str(s.held[p]), "art": "cards"},
            {"label": "briefcases", "value": str(s.briefcases[p]), "art": "briefcase"},
            *_secrets(s, p, view.seat),
            *_seen(s, p, view),
        ],
    }
    if s.phase == r.ENDED:
        if game.plain.payoff(s, p) > 0:
            seat["badge"] = "winner"
    elif p == s.starter and not s.turns:
        seat["badge"] = "starts"
    return seat


def _secrets(s: Any, p: int, me: int) -> Iterator[Fact]:
    if p != me and s.chosen[p] and s.phase != r.ENDED:
        yield {"label": "secret agendas", "value": str(s.chosen[p]), "art": "agenda"}


def _seen(s: Any, p: int, view: View) -> Iterator[Fact]:
    """Cards of another hand that all have seen go there."""
    if p != view.seat and s.phase != r.ENDED:
        seen = [(k, s.known[p * N_KINDS + k]) for k in range(N_KINDS) if s.known[p * N_KINDS + k]]
        if seen:
            told = ", ".join(words.card_name(k, view.game.cards) + (f" ×{n}" if n > 1 else "") for k, n in seen)
            yield {"label": "seen:", "value": told}


class _Desk:
    """The zones, buttons and the status line for one seat: what lies there, and what pressing it would do."""

    def __init__(self, view: View, names: Names, draft: tuple[int, ...], mine: bool):
        self.view, self.names, self.mine, self.draft = view, names, mine, draft
        self.s, self.game, self.cards, self.me = view.state, view.game, view.game.cards, view.seat
        self.acting = mine and self.s.phase == r.ACTING  # a draft may be made
        self.choosing = mine and self.s.phase == r.CHOOSING
        self.first = draft[0] if draft else NONE
        self.deal = Deal.of(draft) if self.acting else None
        self.purchase = None if self.deal is None else Purchase(self.game, self.s, self.me, self.deal)
        self.suit = self.first - r.TRADE if self.acting and r.TRADE <= self.first < r.TAKE else NONE
        self.gift = self.first if self.acting and 0 <= self.first < N_KINDS else NONE
        self.cashing = self.acting and self.first == r.CASH
        self.swapping = self.acting and r.AGENDA <= self.first < r.WAY

    # ---- places ----
    def zones(self) -> Iterator[Zone]:
        if self.s.phase == r.ENDED:
            return
        yield self.city()
        yield self._line()
        yield self._lot()
        yield from self._counter()
        yield self._hand()
        yield self._agendas_to_choose() if self.choosing else self._own_agendas()

    def city(self) -> Zone:
        """The map."""
        shown = [self._property(x) for x in range(N_PROPERTIES) if self.s.place[x] == r.CITY]
        if self.deal is not None and self.deal.lot != NONE:
            shown += self._spots(self.deal)
        return {
            "id": "city",
            "title": "The city",
            "layout": "map",
            "cards": shown,
            "active": self.deal is not None and self.deal.lot != NONE and self.deal.site == NONE,
            "note": self._legend(shown),
        }

    def _legend(self, shown: Sequence[Card]) -> str:
        prices = [card["face"].get("foot", "") for card in shown]
        if not any(prices):
            return ""
        apart = "; 3+1: three, and one card to connect" if any("+" in price for price in prices) else ""
        return f"on each: its value, the two suits that pay, and your price now{apart}"

    def _property(self, x: int) -> Card:
        s, me = self.s, self.me
        shown_face = property_face(x, self.cards)
        label = property_label(x, self.cards)
        tokens: list[Token] = []
        price = ""
        if s.owner[x] != NONE:
            shown_face["hue"] = FAMILIES[s.owner[x]]
            tokens.append(_token(s.owner[x], self.names, s.tokens[x]))
        building = self.deal is not None and self.deal.lot != NONE
        if 0 <= me < s.players and (s.owner[x] != me or s.retake):
            offer = words.offer_for(s, me, x, self.cards)
            more = f"+{offer['gap']}" if offer["gap"] else ""
            if not building:
                shown_face["foot"] = f"{offer['value']}{more}"
            price = f"costs you {self._cost_words(offer)}"
        column, line = words.place_name(s.cell[x])
        note = guessed_of(x, self.cards)
        code = words.property_code(x, self.cards)
        shown: Card = {"id": code, "code": code, "label": label + note, "face": shown_face, "x": column, "y": line}
        if price:
            shown["price"] = price
        if tokens:
            shown["tokens"] = tokens
        self._mark_way(shown, x)
        if building:
            self._quiet_button(shown, r.TAKE + x)
        elif self.acting:
            self._button(shown, r.TAKE + x)
        return shown

    def _cost_words(self, offer: dict[str, Any]) -> str:
        """«4 and 2 cards to connect (through the Hotel 2 and the Factory 1), at least 4 cards»."""
        text = str(offer["value"])
        if offer["gap"]:
            codes = self.cards.column("code", "properties")
            through = list_of([words.property_name(codes.index(code), self.cards) for code in offer["chain"]])
            text += f" and {number_of(offer['gap'], 'card', 'cards')} to connect (through {through})"
        return text if offer["cards"] is None else f"{text}, at least {number_of(offer['cards'], 'card', 'cards')}"

    def _mark_way(self, shown: Card, x: int) -> None:
        """The target of a take-over and the spaces that its connection passes."""
        purchase = self.purchase
        if purchase is None or purchase.deal.aim == NONE:
            return
        if x == purchase.deal.aim:
            shown["mark"] = "aim"
        elif purchase.chain >> x & 1:
            shown["mark"] = "way"
            shown["label"] += ", on the way"

    def _spots(self, deal: Deal) -> Iterator[Card]:
        """Empty places at the edge of the city, and the new property where it was put."""
        for a in sites(self.game, self.s, deal.lot):
            column, line = words.place_name(cell_of(self.s, a))
            if a == deal.site:
                shown_face = property_face(deal.lot, self.cards)
                code = words.property_code(deal.lot, self.cards)
                label = f"{property_label(deal.lot, self.cards)}, to be built here"
                yield {
                    "id": code,
                    "code": code,
                    "label": label,
                    "face": shown_face,
                    "mark": "aim",
                    "x": column,
                    "y": line,
                }
                continue
            text = words.action_words(a, self.s, self.cards, self.names)
            yield {
                "id": f"spot{a}",
                "kind": "spot",
                "label": text,
                "face": {"title": "+"},
                "action": a,
                "legal": True,
                "x": column,
                "y": line,
            }

    def _line(self) -> Zone:
        left = number_of(N_DRAW - self.s.deck_top, "card", "cards")
        return {
            "id": "line",
            "title": "Line-up",
            "layout": "row",
            "cards": list(self._line_cards()),
            "active": self.cashing or self.gift != NONE,
            "note": f"{left} in the deck",
        }

    def _line_cards(self) -> Iterator[Card]:
        picked = list(self.draft[1:]) if self.cashing else []
        for i, k in enumerate(self.s.line):
            if k == NONE:
                continue
            shown = picture(k, self.cards, f"line{i}")
            suit = SUITS.index(self.cards.rows[k]["suit"])
            if self.cashing:
                self._pick(shown, k, picked)
            elif self.acting and (self.deal is None and not self.swapping):
                a = r.TRADE + suit
                self._quiet_button(shown, a)
                shown["label"] += f". {words.action_words(a, self.s, self.cards, self.names)}"
                if suit == self.suit:
                    shown["mark"] = "chosen"
            yield shown

    def _pick(self, shown: Card, k: int, picked: list[int]) -> None:
        """A card of the line-up that cash may buy."""
        if k in picked:
            picked.remove(k)
            shown["mark"], shown["action"], shown["legal"] = "chosen", OUT + k, True
            shown["label"] += ", picked"
        else:
            full = len(self.draft) > self.s.cash_take
            shown["action"], shown["legal"] = k, not full

    def _lot(self) -> Zone:
        s = self.s
        lot = [x for x in s.stack[: s.turned_up] if s.place[x] == r.LOT]
        hidden = N_PROPERTIES - s.turned_up
        return {
            "id": "lot",
            "title": "Open lot",
            "layout": "tiles",
            "cards": [self._lot_card(x) for x in lot],
            "note": f"one for a briefcase; {hidden} more face down"
            if hidden
            else "one for a briefcase; no more to come",
            "empty": "All properties have been placed.",
        }

    def _lot_card(self, x: int) -> Card:
        code = words.property_code(x, self.cards)
        note = guessed_of(x, self.cards)
        shown: Card = {
            "id": code,
            "code": code,
            "label": f"{property_label(x, self.cards)}, to add to the city for a briefcase{note}",
            "face": property_face(x, self.cards),
        }
        if self.deal is not None and self.deal.lot == x:
            shown["mark"] = "chosen"
        if self.acting:
            self._quiet_button(shown, r.LOT_CARD + x)
        return shown

    # ---- what is paid ----
    def _counter(self) -> Iterator[Zone]:
        """Where the cards lie that a take-over would cost."""
        purchase = self.purchase
        if purchase is None or purchase.deal.aim == NONE:
            return
        suits = words.property_suits(purchase.deal.aim, self.cards).replace("and", "or")
        yield self._slot(PRICE, "The price", f"{purchase.paid} of {purchase.price}, {suits}")
        for slot, n in purchase.needs.items():
            q = slot - 1
            title = "To connect: thrown away" if q == r.NOBODY else f"To connect: for {self.names[q]}"
            yield self._slot(slot, title, f"{len(purchase.cards[slot])} of {number_of(n, 'card', 'cards')}")

    def _slot(self, slot: int, title: str, note: str) -> Zone:
        assert self.purchase is not None
        shown = []
        for i, k in enumerate(self.purchase.cards[slot]):
            card = picture(k, self.cards, f"slot{slot}-{i}-{k}")
            card["action"], card["legal"] = OUT + slot * N_KINDS + k, True
            card["label"] += ". Press to take it back into your hand"
            shown.append(card)
        return {
            "id": f"slot{slot}",
            "title": title,
            "layout": "counter",
            "own": True,
            "active": True,
            "look": slot == PRICE,
            "cards": shown,
            "note": note,
            "empty": "Tap cards of your hand.",
        }

    def _hand(self) -> Zone:
        left = in_hand(self.s, self.me) if 0 <= self.me < self.s.players else []
        if self.purchase is not None:
            left = self.purchase.hand
        elif self.cashing:
            left = without(left, [CASH_CARD])
        left.sort(key=lambda k: (SUITS.index(self.cards.rows[k]["suit"]), -self.cards.rows[k]["value"]))
        return {
            "id": "hand",
            "title": "Your hand",
            "layout": "hand",
            "cards": [self._in_hand(k, i) for i, k in enumerate(left)],
            "active": self.suit != NONE,
            "note": number_of(len(left), "card", "cards"),
            "empty": "No card.",
        }

    def _in_hand(self, k: int, i: int) -> Card:
        shown = picture(k, self.cards, f"hand{i}-{k}")
        if not self.acting or self.cashing or self.swapping:
            return shown
        shown["action"] = k
        if self.purchase is not None:
            refused = press(self.view, self.draft, k, self.names).refused
            shown["legal"] = refused is None
            if refused is not None:
                shown["why"] = refused.text
        elif self.suit != NONE:
            shown["legal"] = True
        elif k == self.gift and i == self._first_at(k):
            shown["mark"] = "chosen"
        return shown

    def _first_at(self, k: int) -> int:
        """Where the first card of kind k lies in the sorted hand."""
        key = (SUITS.index(self.cards.rows[k]["suit"]), -self.cards.rows[k]["value"])
        hand = in_hand(self.s, self.me)
        return sum((SUITS.index(self.cards.rows[c]["suit"]), -self.cards.rows[c]["value"]) < key for c in hand)

    # ---- agendas ----
    def _agendas_to_choose(self) -> Zone:
        n = r.CHOSEN - self.s.chosen[self.me]
        return {
            "id": "agendas",
            "title": "Your agendas",
            "layout": "wide",
            "own": True,
            "active": True,
            "look": True,
            "note": f"{len(self.draft)} of {n} chosen; {r.AGENDA_POINTS} points for each in which you come out first",
            "cards": [self._agenda_to_choose(a) for a in range(N_AGENDAS)],
        }

    def _agenda_to_choose(self, a: int) -> Card:
        shown = self._agenda_card(a)
        row = self.cards.others["agendas"][a]
        shown["face"]["lines"] = [{"text": self._promise(row)}]
        shown["action"] = r.AGENDA + a
        if r.AGENDA + a in self.draft:
            shown["mark"], shown["legal"] = "chosen", True
            shown["tokens"] = [{"text": "✓ chosen", "label": "chosen"}]
        else:
            self._button(shown, r.AGENDA + a)
            if shown["legal"]:
                del shown["legal"]
        return shown

    def _promise(self, row: dict[str, Any]) -> str:
        """What the city has for an agenda."""
        if row["counts"] == "type":
            here = [x for x in range(N_PROPERTIES) if self.s.place[x] == r.CITY and self._type(x) == row["of"]]
            worth = sum(self.cards.others["properties"][x]["value"] for x in here)
            return f"{len(here)} in the city, worth {worth}"
        return {
            "types": "Of the five types, have more than any rival",
            "group": "Properties that touch at their edges, two or more",
            "properties": "However they lie, whatever they are",
        }[row["counts"]]

    def _type(self, x: int) -> str:
        return str(self.cards.others["properties"][x]["type"])

    def _agenda_card(self, a: int) -> Card:
        row = self.cards.others["agendas"][a]
        name = words.agenda_name(a, self.cards)
        art = BUILDINGS[self.cards.column("code", "types").index(row["of"])] if row["counts"] == "type" else "agenda"
        return {
            "id": f"agenda-{row['code']}",
            "code": row["code"],
            "label": f"Agenda: {name}{guessed(row, 'that the printed game has it')}",
            "face": {"title": "", "hue": "yellow", "emblem": art, "caption": name[0].upper() + name[1:]},
        }

    def _own_agendas(self) -> Zone:
        mask = self.s.agenda[self.me] if 0 <= self.me < self.s.players else 0
        held = [a for a in range(N_AGENDAS) if mask >> a & 1]
        if self.swapping:
            return self._swap(held)
        shown = [self._held_agenda(a) for a in held]
        return {
            "id": "agendas",
            "title": "Your secret agendas",
            "layout": "wide",
            "own": True,
            "cards": shown,
            "note": f"{r.AGENDA_POINTS} points each for whoever is first in it when the law comes",
            "empty": "Not chosen yet.",
        }

    def _held_agenda(self, a: int) -> Card:
        shown = self._agenda_card(a)
        told = account.standing(self.game, self.s, self.me, a, self.names)
        good = self.game.plain.achieves(self.s, self.me, a)
        shown["face"]["lines"] = [{"text": f"{'✓ ' if good else ''}{told}"}]
        if good:
            shown["face"]["hue"] = "green"
        shown["label"] += f". {told}"
        if self.acting and self.s.agenda_swap and self.deal is None:
            self._quiet_button(shown, r.AGENDA + a)
        return shown

    def _swap(self, held: list[int]) -> Zone:
        """Which agenda to hold instead of the one put back."""
        back = self.first - r.AGENDA
        shown = []
        for a in range(N_AGENDAS):
            card = self._agenda_card(a)
            refused = press(self.view, self.draft, r.AGENDA + a, self.names).refused
            card["face"]["lines"] = [{"text": "put back" if a == back else "you hold it" if a in held else "hold this"}]
            card["action"], card["legal"] = r.AGENDA + a, refused is None
            if a == back:
                card["mark"] = "chosen"
            if refused is not None:
                card["why"] = refused.text
            shown.append(card)
        return {
            "id": "agendas",
            "title": "Which agenda will you hold instead?",
            "layout": "wide",
            "own": True,
            "active": True,
            "look": True,
            "cards": shown,
        }

    # ---- buttons ----
    def _button(self, card: Card, a: int) -> None:
        """Make a card a button for the rules' own action `a`."""
        code = self.game.plain.check(self.s, a)
        card["action"], card["legal"] = a, not code
        if code:
            card["why"] = self.game.words.reason(code, a, self.s, self.cards, self.names).text

    def _quiet_button(self, card: Card, a: int) -> None:
        """The same, but what is allowed does not shine: most of these are always allowed."""
        self._button(card, a)
        if card["legal"]:
            del card["legal"]

    def choices(self) -> Iterator[Choice]:
        if self.choosing:
            n = r.CHOSEN - self.s.chosen[self.me]
            yield {"action": DO, "label": "Hold these two", "legal": len(self.draft) == n, "tone": "primary"}
        elif not self.acting:
            yield from (self._choice(a) for a in self.view.moves)
        elif self.purchase is not None:
            yield from self._deal_choices(self.purchase)
        elif self.cashing:
            ready = len(self.draft) == 1 + self.s.cash_take
            taken = [words.card_name(k, self.cards) for k in sorted(self.draft[1:])]
            label = f"Pay cash, take {list_of(taken)}" if taken else "Pay cash, take …"
            yield {"action": DO, "label": label, "legal": ready, "tone": "primary"}
        elif not self.draft:
            yield from self._first_choices()

    def _choice(self, a: int, hint: str = "") -> Choice:
        text = words.action_words(a, self.s, self.cards, self.names)
        choice: Choice = {"action": a, "label": text[0].upper() + text[1:], "legal": a in self.view.moves}
        return {**choice, "hint": hint} if hint else choice

    def _first_choices(self) -> Iterator[Choice]:
        yield self._choice(r.DRAW, self._risk())
        cash = self.s.hand[self.me * N_KINDS + CASH_CARD]
        buys = f"{self.s.cash_take} of the line-up for cash"
        yield {**self._choice(r.CASH, buys if cash else "you have no cash"), "label": "Cash in"}

    def _risk(self) -> str:
        """How likely two cards bring the law."""
        left = N_DRAW - self.s.deck_top
        if safe_cards(self.s) >= r.DRAWN:
            return "the law cannot come"
        hit = r.DRAWN if not safe_cards(self.s) else 1
        among = min(left, r.LAW_DEPTH)
        return f"{min(hit, among)} in {among} that the law comes"

    def _deal_choices(self, purchase: Purchase) -> Iterator[Choice]:
        deal = purchase.deal
        if deal.lot == NONE:
            yield self._done("Take it over", purchase)
            if len(purchase.ways) > 1:
                yield from (self._way(i, purchase) for i in range(len(purchase.ways)))
        elif deal.aim != NONE:
            yield self._done("Build it and take it over", purchase)
            yield {"action": r.LEAVE, "label": "Only build it", "hint": "anybody may take it over later"}
        elif deal.site != NONE:
            yield {"action": r.LEAVE, "label": "Build it", "hint": "for one briefcase", "tone": "primary"}
            refused = press(self.view, self.draft, r.TAKE + deal.lot, self.names).refused
            also: Choice = {"action": r.TAKE + deal.lot, "label": "Take it over as well", "legal": refused is None}
            yield {**also, "hint": "your cards do not reach"} if refused else also

    def _done(self, label: str, purchase: Purchase) -> Choice:
        given = sorted(k for cards in purchase.cards.values() for k in cards)
        hint = f"for {list_of([words.card_name(k, self.cards) for k in given])}" if given else ""
        return {"action": DO, "label": label, "hint": hint, "legal": purchase.complete, "tone": "primary"}

    def _way(self, i: int, purchase: Purchase) -> Choice:
        spaces = words.members(purchase.ways[i])
        through = list_of([words.property_name(x, self.cards).removeprefix("the ") for x in spaces])
        fed = [(q, sum(self.s.owner[x] == q for x in spaces)) for q in range(self.s.players)]
        gets = [f"{self.names[q]} gets {number_of(n, 'card', 'cards')}" for q, n in fed if n]
        return {
            "action": r.WAY + i,
            "label": f"{'✓ ' if i == purchase.way else ''}{through}",
            "hint": list_of(gets) if gets else "nobody gets a card",
            "group": "Connect through",
        }

    # ---- what to do now ----
    def status(self) -> str:
        s = self.s
        if self.choosing:
            return "Choose two agendas for this round. Nobody else sees them."
        if not self.acting:
            told = str(words.status(s, self.names))
            return f"Your turn: {told.removeprefix('You ')}" if self.mine else told
        if self.purchase is not None:
            return self._deal_status(self.purchase)
        if self.cashing:
            missing = 1 + s.cash_take - len(self.draft)
            if not missing:
                return "Take these cards for your cash?"
            return f"Your cash buys {number_of(s.cash_take, 'card', 'cards')}: tap {missing} more in the line-up."
        if self.swapping:
            return "Your turn goes into another agenda: tap the one to hold instead."
        if self.suit != NONE:
            n = sum(k != NONE and self.cards.rows[k]["suit"] == SUITS[self.suit] for k in s.line)
            what = number_of(n, SUITS[self.suit], words.PLURALS[SUITS[self.suit]])
            return f"You get {what}. Tap the card of your hand that you give for {'it' if n == 1 else 'them'}."
        if self.gift != NONE:
            return f"You give away {words.card_name(self.gift, self.cards)}: tap what you want in the line-up."
        if not s.held[self.me]:
            builds = any(r.LOT_CARD <= a < r.LEAVE for a in self.view.moves)
            return f"Your turn: your hand is empty, so draw{', or build a property of the open lot' * builds}."
        if not any(r.TAKE <= a < r.LOT_CARD for a in self.view.moves):
            return "Your turn: your cards pay for no property yet. Tap a card of the line-up to trade, or draw."
        return "Your turn: tap a ringed property to take it over, or a card of the line-up to trade; or draw."

    def _deal_status(self, purchase: Purchase) -> str:
        deal = purchase.deal
        if deal.lot != NONE and deal.site == NONE:
            return (
                f"Where shall {words.property_name(deal.lot, self.cards)} go? Tap a free place at the edge of the city."
            )
        if deal.aim == NONE:
            return f"Build {words.property_name(deal.lot, self.cards)} there?"
        if purchase.complete and purchase.built:
            return f"Build {words.property_name(deal.lot, self.cards)} there and take it over with these cards?"
        if purchase.complete:
            return f"Take over {words.property_name(deal.aim, self.cards)} with these cards? Tap cards to change them."
        code, world = purchase.missing()
        return str(self.game.words.reason(code, DO, world, self.cards, self.names).text)


# ---- what happened --------------------------------------------------------------------------------------------------
_TOLD_BY_LINES = (
    r.LAW_CAME,
    r.FACES_SCORED,
    r.AGENDA_SCORED,
    r.BRIEFCASES_SCORED,
    r.ROUND_SCORED,
    r.WON,
)  # `scoring` and `result` tell it
_IN_SIGHT = (r.TURNED_UP, r.LOT_TURNED_UP, r.CHOSE, r.PUT_BACK, r.CASHED, r.ROUTED)  # and what goes without saying

_PAYING = (r.PAID, r.CONNECTED, r.HANDED)


def chapter(row: Row) -> str | None:
    """The heading that starts with this event row, or None."""
    kind, _, what, _ = row
    return f"Round {what}" if kind == r.ROUND_STARTED else None


def news(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """What `names.you` does not know yet of these event rows, shorter than in the log, which has all of it: a
    take-over with all that was paid for it is one sentence.
    """
    untold = (*_TOLD_BY_LINES, *_IN_SIGHT)
    yield from logged(
        [row for row in rows if row[0] not in untold and not (row[0] in _PAYING and row[1] == names.you)], cards, names
    )


def logged(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """Sentences of the log; what was paid for a take-over stands in its sentence."""
    told: list[Row] = []
    paid: list[Row] = []
    for row in rows:
        if row[0] in _PAYING:
            paid.append(row)
        elif row[0] == r.TOOK_OVER:
            yield from words.tell(told, cards, names)
            yield account.purchase(row, paid, cards, names)
            told, paid = [], []
        elif row[0] not in (r.PRICE, r.ROUTED):
            told.append(row)
    yield from words.tell([*told, *paid], cards, names)


def scoring(rows: Sequence[Row], names: Names, view: View, before: View | None = None) -> list[Lines] | None:
    """What these event rows bring to read: the points of the round once the law has come; or None.

    before: the position in front of them, to tell how each agenda came out.
    """
    if not any(row[0] == r.LAW_CAME for row in rows):
        return None
    return [account.count(rows, names, view, before)]


def explained(match: Any, me: int) -> list[int]:
    """The turns of bots whose reasons seat `me` may hear now.  Reasons name agendas and what is in hand: so those of a
    round come when it is over, but for take-overs that are explained by what lies on the table.
    """
    turns = match.turns
    own = max((i for i, turn in enumerate(turns) if turn.seat == me), default=-1)
    here = NONE if match.over else match.state.rounds
    last = max((i for i, turn in enumerate(turns) if any(row[0] == r.LAW_CAME for row in turn.events)), default=NONE)
    scored = turns[last].before[0].rounds if last > own or (0 <= last == own) else NONE
    found = []
    for i, turn in enumerate(turns):
        state = turn.before[0]
        if turn.seat == me or state.phase not in (r.ACTING, r.CHOOSING):
            continue
        weighty = state.phase == r.CHOOSING or r.TAKE <= turn.action < r.LEAVE
        if state.rounds == here:
            if i > own and r.TAKE <= turn.action < r.LEAVE and _open_minded(match.seats[turn.seat].bot):
                found.append(i)
        elif state.rounds == scored and weighty:
            found.append(i)
    return found[-MAX_TURNS_TOLD:]


def why(match: Any, turn: int) -> str:
    """Why a bot made that turn; what else it could have done tells what is in its hand, so that waits till the round is
    over.
    """
    return str(match.why(turn, weighed=match.over or match.turns[turn].before[0].rounds != match.state.rounds))


def _open_minded(bot: Any) -> bool:
    """This character's reasons for a take-over tell nothing but what all can see."""
    return bot is not None and bot.key in OPEN_MINDED


def result(view: View, names: Names) -> Result | None:
    """Who won, or None while the game goes on."""
    s, game = view.state, view.game
    if s.phase != r.ENDED:
        return None
    won = [p for p in range(s.players) if game.plain.payoff(s, p) > 0]
    most = s.points[won[0]]
    points = number_of(most, "point", "points")
    others = sorted((p for p in range(s.players) if p not in won), key=lambda p: -s.points[p])
    if len(won) == 1:
        title = names.sentence("{Who} {win|wins}", won[0]) + f" with {points}!"
        text = names.sentence("{Who} {are|is} the new boss of the town", won[0])
        lead = number_of(most - s.points[others[0]], "point", "points")
        text += f", {lead} ahead of {names[others[0]]}."
    else:
        them = list_of([names[p] for p in won])
        title = f"{them[0].upper()}{them[1:]} share the victory with {points} each."
        text = "A tie at the end is shared (ruling T42): the town has several bosses now."
    return {"title": title, "text": text, "tone": "good" if names.you in won else "info", "art": "trophy"}
