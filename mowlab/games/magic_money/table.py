"""Magic Money on the table: a scene (`mowlab.ui.scene`) of what one wizard may see, and what the screen asks of a game.

>>> import mowlab
>>> match = mowlab.game("magic-money", first_active="fixed").match(seed=7)
>>> scene(match.view(0), match.names(you=0))["number"]["limits"]
'It must be 1: this is the first auction.'
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.cards import Cards
from ...core.words import Names, Row, number_of
from . import account, words
from . import rules as r
from . import state as st
from .account import capital, reach
from .cards import HORNS, LEFT, RIGHT, VP, WINGS
from .words import amount

if TYPE_CHECKING:
    from ...core.view import View
    from ...ui.scene import (
        Card,
        Choice,
        Face,
        FaceLine,
        Hue,
        Lines,
        LogLine,
        Marker,
        Message,
        NumberField,
        Offer,
        Result,
        Scene,
        Seat,
        Zone,
    )

__all__ = [
    "ABOUT",
    "FIRST_OPTIONS",
    "LEVELS",
    "OPTIONS",
    "SEAT",
    "card_tables",
    "chapter",
    "explained",
    "news",
    "result",
    "scene",
    "scoring",
    "why",
]

ART = {path.stem for path in (pathlib.Path(__file__).parent / "art").glob("*.svg")}
SIGNS = (  # column, art, one, many
    (HORNS, "horn", "horn", "horns"),
    (WINGS, "wing", "wing", "wings"),
    (LEFT, "heart-left", "left half heart", "left half hearts"),
    (RIGHT, "heart-right", "right half heart", "right half hearts"),
)
AT_THE_END = ("wild-horn", "loose-hearts")
INVENTED = "our own invention"
LEVELS = {  # how hard a bot is to beat: their order in a tournament of all against all
    "lurker": "very strong",
    "shadow": "good",
    "valuer": "good",
    "miser": "fair",
    "spender": "weak",
    "random": "very weak",
}
SEAT = "Wizard"  # what a seat is called where bots are chosen
ABOUT = (
    "Magic Money is a game published by Indie Boards & Cards. mowlab is not affiliated with them: the rules are told "
    "in our own words, and all pictures are our own.",
    "The 21 creatures are our own invention: their names, points, horns, wings, hearts and abilities. What is "
    "printed on the real cards is not public. An owner of the game can put the real ones into a file, for games in "
    "Python and in the terminal; this page plays with ours. Where the rulebook is silent, mowlab has a ruling with a "
    "number (W1 to W20 and B3a to B3h), named where it counts.",
)
FIRST_OPTIONS = ("players",)
OPTIONS: dict[str, tuple[str, dict[Any, str]]] = {  # what a person reads where options are chosen
    "players": ("Wizards", {}),
    "first_active": ("First active wizard", {"fixed": "you", "random": "by lot"}),
    "opening_mode": ("Later openings", {"at_most": "at most a tenth", "exact": "exactly a tenth"}),
    "first_opening": ("The first opening", {"one": "is 1", "free": "is any number"}),
    "top_tie": ("If several spent most", {"all": "all are out", "random": "one, by lot", "none": "nobody is out"}),
    "beaten_opening": ("A beaten opening", {"public": "counts once", "both": "counts twice"}),
}


# ---- creatures ------------------------------------------------------------------------------------------------------
def face(card: int, cards: Cards) -> Face:
    """A creature as a small card: points, name, and what it has of each sign."""
    row = cards.rows[card]
    return {
        "title": str(row["vp"]),
        "caption": row["name"],
        "emblem": row["code"] if row["code"] in ART else "creature",
        "hue": _hue(row["ability"]),
        "lines": [{"text": str(n), "art": art} for n, art, *_ in _signs(row)],
    }


def _hue(ability: str) -> Hue:
    return "green" if ability == "none" else "blue" if ability in AT_THE_END else "violet"


def _signs(row: dict[str, Any]) -> Iterator[tuple[int, str, str]]:
    """How many of each sign a creature has: number, art, words."""
    for column, (_, art, one, many) in zip(("horns", "wings", "left", "right"), SIGNS, strict=True):
        if row[column]:
            yield row[column], art, number_of(row[column], one, many)


def label(card: int, cards: Cards) -> str:
    """The creature in words, with its ability."""
    row = cards.rows[card]
    parts = [number_of(row["vp"], "point", "points"), *(text for *_, text in _signs(row))]
    source = f" {capital(INVENTED)}." if row["from"] == "reconstructed" else ""
    ability = words.ABILITY_WORDS[row["ability"]]
    return f"{row['name']}: {', '.join(parts)}.{' ' if ability else ''}{ability}{source}"


def picture(card: int, cards: Cards) -> Card:
    """A creature that somebody has."""
    code = cards.rows[card]["code"]
    return {"id": code, "code": code, "label": label(card, cards), "face": face(card, cards)}


def poster(card: int, cards: Cards) -> Card:
    """The creature that is for sale, with everything in words."""
    row, shown = cards.rows[card], picture(card, cards)
    lines: list[FaceLine] = [{"text": f"{number_of(row['vp'], 'point', 'points')} at the end", "art": "star"}]
    lines += [{"text": text, "art": art} for _, art, text in _signs(row)]
    lines += _ability_lines(row["ability"])
    if row["from"] == "reconstructed":
        lines.append({"text": f"({INVENTED})"})
    shown["face"]["lines"] = lines
    return shown


def _ability_lines(ability: str) -> list[FaceLine]:
    if ability == "none":
        return []
    at_once = "" if ability in AT_THE_END else "At once: "
    return [{"text": f"{at_once}{words.ABILITY_WORDS[ability]}", "art": "wand"}]


def card_tables(cards: Cards) -> list[Lines]:
    """What abilities do, and all creatures, as tables to read; the last one is long."""
    abilities = [row["ability"] for row in cards.rows if row["ability"] != "none"]
    return [
        {
            "title": "Abilities",
            "header": ["creature", "when", "what", "source"],
            "rows": [
                [
                    row["name"],
                    "at the end" if row["ability"] in AT_THE_END else "at once",
                    words.ABILITY_WORDS[row["ability"]],
                    row["from"],
                ]
                for row in cards.rows
                if row["ability"] != "none"
            ],
            "note": f"{len(abilities)} of {len(cards.rows)} creatures have one.",
        },
        {
            "title": f"All {len(cards.rows)} creatures",
            "header": ["creature", "points", "horns", "wings", "left", "right", "ability", "source"],
            "rows": [
                [
                    row["name"],
                    *(str(row[column]) for column in ("vp", "horns", "wings", "left", "right")),
                    row["ability"].replace("-", " "),
                    row["from"],
                ]
                for row in cards.rows
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
    live: bool = True,
) -> Scene:
    """All that the table shows to seat `view.seat`; the arguments are those of MOW's."""
    s = view.state
    desk = _Desk(view, names, live and s.phase != st.ENDED and s.turn == view.seat)
    return {
        "title": title or ("The end" if s.phase == st.ENDED else f"Auction {s.auction + 1} of {s.n_auctions}"),
        "status": status or desk.status(),
        "stamp": stamp,
        "message": message,
        "markers": list(desk.markers()),
        "seats": [desk.seat(p) for p in range(s.players)],
        "zones": list(desk.zones()),
        "choices": list(desk.choices()),
        "number": desk.number(),
        "log": list(log),
        "lines": lines,
        "result": result,
    }


class _Desk:
    """What one seat sees and may press.  mine: it decides now."""

    def __init__(self, view: View, names: Names, mine: bool):
        self.view, self.names, self.mine = view, names, mine
        self.s, self.game, self.cards, self.me = view.state, view.game, view.game.cards, view.seat
        self.count = view.game.plain  # the functions that count points and money

    # ---- whose turn it is, who has what ----
    def markers(self) -> Iterator[Marker]:
        s = self.s
        if s.phase == st.ENDED:
            return
        who = "You are" if s.active == self.names.you else f"{self.names[s.active]} is"
        yield {"art": "crown", "text": f"{who} active", "label": f"{who} the active wizard"}
        if s.auction:
            yield {"art": "coin", "text": f"last winning bid {amount(s.bid[s.auction - 1])}"}

    def seat(self, p: int) -> Seat:
        s = self.s
        points = self.count.points(s, p)
        seat: Seat = {
            "name": self.names.names[p],
            "is_you": p == self.names.you and self.names.names[p].lower() != "you",  # the name says it already
            "active": s.phase != st.ENDED and p == s.turn,
            "facts": [
                {"label": "points", "value": str(points), "art": "star"},
                {"label": "spent", "value": reach(self.view, p), "art": "coin"},
                {"label": "Private entries that count", "value": str(s.live[p]), "art": "lock"},
            ],
        }
        if s.phase == st.ENDED:
            if s.out[p]:
                seat["badge"] = "thrown out"
            elif self.count.payoff(s, p) > 0:
                seat["badge"] = "winner"
        elif p == s.active:
            seat["badge"] = "active"
        return seat

    # ---- places ----
    def zones(self) -> Iterator[Zone]:
        s = self.s
        if s.phase != st.ENDED:
            yield self._lot()
            if s.phase != st.OPENING:
                yield self._bids()
        yield self._own_creatures()
        yield self._own_public()
        yield self._own_private()
        for step in range(1, s.players):
            yield self._rival((self.me + step) % s.players)

    def _lot(self) -> Zone:
        s, card = self.s, self.s.lot[self.s.auction]
        sold = s.phase > st.RESOLVING
        who = s.active if sold else self.me
        gain = number_of(self._gain(card, who), "point", "points")
        for_whom = "you" if who == self.me else self.names[who]
        return {
            "id": "lot",
            "title": "Just sold" if sold else "For sale",
            "layout": "poster",
            "cards": [poster(card, self.cards)],
            "note": f"{'brings' if sold else 'would bring'} {for_whom} {gain} as things stand",
        }

    def _gain(self, card: int, p: int) -> int:
        """How many points more p has with that creature than without."""
        then = self.s.__copy__()
        before = self.count.points(then, p)
        then.place[card] = st.OWNED + p
        return int(self.count.points(then, p) - before)

    def _bids(self) -> Zone:
        """The bids of this auction, the opening first, as far as this seat knows them."""
        s = self.s
        sees, asked = s.opener[s.auction] == self.me, self.mine and s.phase == st.RESOLVING
        return {
            "id": "bids",
            "title": "Bids",
            "layout": "slips",
            "own": not asked,
            "full": True,
            "active": asked,
            "cards": [self._bid((s.opener[s.auction] + step) % s.players) for step in range(s.players)],
            "note": "only you see all of them" if sees else "all pay, the highest bid wins",
        }

    def _bid(self, p: int) -> Card:
        s = self.s
        token, opened, won = s.token[st.slot(p, s.auction)], p == s.opener[s.auction], p == s.winner[s.auction]
        who = capital(self.names[p])
        shown = "…" if token == 0 else "sealed" if token == st.SEALED else amount(token)
        does = "wins" if won else "opens" if opened else ""
        does = does.removesuffix("s") if who == "You" else does
        hue: Hue = "green" if won else "yellow" if opened else "grey" if token == 0 else "violet"
        if token == st.SEALED:
            hue = "back"
        card: Card = {
            "id": f"bid{p}",
            "kind": "slip",
            "label": f"{who}: {'no bid yet' if token == 0 else shown}{f', {does}' if does else ''}",
            "face": {"title": shown, "caption": f"{who} {does}".strip(), "hue": hue},
        }
        if self.mine and s.phase == st.RESOLVING:
            self._button(card, st.SEAT + p)
        return card

    def _own_creatures(self) -> Zone:
        s, me = self.s, self.me
        found = account.creatures(s, me)
        zone: Zone = {
            "id": "creatures",
            "title": "Your creatures",
            "layout": "slips",
            "own": True,
            "cards": [picture(c, self.cards) for c in found],
            "empty": "None yet. Win an auction to adopt one.",
        }
        if found:
            zone["note"] = self._points_words(me)
        return zone

    def _points_words(self, p: int) -> str:
        """«9 points: 5 + 3 for 3 horns + 1 for 2 wings»."""
        s, count = self.s, self.count
        parts = [
            (count.signs(s, p, VP), ""),
            (count.horn_points(s, p), f" for {number_of(count.horns(s, p), 'horn', 'horns')}"),
            (count.wing_points(s, p), f" for {number_of(count.signs(s, p, WINGS), 'wing', 'wings')}"),
            (count.heart_points(s, p), " for hearts"),
        ]
        some = [f"{n}{why}" for n, why in parts if n]
        total = number_of(count.points(s, p), "point", "points")
        return f"{total}: {' + '.join(some)}" if len(some) > 1 else total

    def _own_public(self) -> Zone:
        return {
            "id": "public",
            "title": "Your Public side",
            "layout": "slips",
            "own": True,
            "cards": list(self._public(self.me)),
            "note": f"all can see it: {amount(self.count.public_sum(self.s, self.me))}",
            "empty": "Nothing yet: openings and winning bids stand here.",
        }

    def _own_private(self) -> Zone:
        s, me = self.s, self.me
        return {
            "id": "private",
            "title": "Your Private side",
            "layout": "slips",
            "own": True,
            "cards": [self._token(me, k) for k in account.auctions(s) if self.count.on_private_side(s, me, k)],
            "note": f"only you can see it: {amount(self.count.spent(s, me) - self.count.public_sum(s, me))}",
            "empty": "Nothing yet: bids that lost stand here, and count as well.",
        }

    def _rival(self, p: int) -> Zone:
        s, name = self.s, self.names.names[p]
        spent = reach(self.view, p).replace("–", " to ")
        note = f"{number_of(self.count.points(s, p), 'point', 'points')} · spent {spent}"
        if s.live[p] < s.written[p]:
            note += f" · {s.live[p]} of {number_of(s.written[p], 'Private entry counts', 'Private entries count')}"
        return {
            "id": f"wizard{p}",
            "title": name,
            "layout": "slips",
            "own": True,
            "active": self.mine and s.rival == p,
            "cards": [
                *(picture(c, self.cards) for c in account.creatures(s, p)),
                *self._public(p),
                *self._private(p),
            ],
            "note": note,
            "empty": "No creature, and nothing spent yet.",
        }

    def _public(self, p: int) -> Iterator[Card]:
        s = self.s
        for i in range(s.entries[p]):
            row = p * st.ENTRIES + i
            how = f"Public, {account.ORIGINS[s.origin[row]]} in auction {s.since[row] + 1}"
            card: Card = {
                "id": f"public{p}-{i}",
                "kind": "slip",
                "label": f"{amount(s.amount[row])}, {how}{', crossed out' if s.crossed[row] else ''}",
                "face": {
                    "title": amount(s.amount[row]),
                    "caption": f"{account.ORIGINS[s.origin[row]]} · {s.since[row] + 1}",
                    "hue": "yellow",
                    "struck": bool(s.crossed[row]),
                },
            }
            asked = st.ASKS[s.phase] == st.AN_ENTRY
            whose = s.rival if s.phase in (st.SWAPPING_THEIRS, st.RESTORING_ENTRY) else s.turn
            if self.mine and asked and p == whose:
                self._button(card, st.ENTRY + i)
            yield card

    def _token(self, p: int, k: int) -> Card:
        """A Private entry of which the amount is known."""
        s = self.s
        gone = bool(s.gone[st.slot(p, k)]) or s.live[p] == 0 or not self.count.may_be_live(s, self.me, p, k)
        moved = self.count.was_exposed(s, p, k)
        state = ", moved to the Public side" if moved else ", crossed out" if gone else ""
        card: Card = {
            "id": f"private{p}-{k}",
            "kind": "slip",
            "label": f"{amount(s.token[st.slot(p, k)])}, Private, lost in auction {k + 1}{state}",
            "face": {
                "title": amount(s.token[st.slot(p, k)]),
                "caption": f"{'exposed' if moved else 'lost'} · {k + 1}",
                "hue": "violet",
                "struck": gone,
            },
        }
        if self.mine and p == self.me and st.ASKS[s.phase] == st.A_TOKEN:
            self._button(card, st.TOKEN + k)
        return card

    def _private(self, p: int) -> Iterator[Card]:
        """What stands on a rival's Private side: amounts that this seat knows, and how many more there are."""
        seen = account.seen_private(self.view, p)
        for k in seen:
            yield self._token(p, k)
        hidden = self.s.written[p] - len(seen)
        if hidden > 0:
            yield {
                "id": f"hidden{p}",
                "kind": "slip",
                "label": f"{number_of(hidden, 'Private entry', 'Private entries')} that you have not seen",
                "face": {"title": f"{hidden} hidden", "caption": "Private", "hue": "back"},
            }

    def _button(self, card: Card, a: int) -> None:
        """Make a card a button for action `a`."""
        card["action"], card["legal"] = a, a in self.view.moves
        if not card["legal"]:
            code = self.count.check(self.s, a)
            card["why"] = self.game.words.reason(code, a, self.s, self.cards, self.names).text if code else ""

    # ---- a number to type ----
    def number(self) -> NumberField | None:
        s = self.s
        if not self.mine or st.ASKS[s.phase] != st.A_NUMBER:
            return None
        opening, creature = s.phase == st.OPENING, self.cards.rows[s.lot[s.auction]]["code"]
        field: NumberField = {
            "id": f"{creature}-{s.turn}{'-opening' if opening else ''}",
            "label": "Your opening" if opening else "Your bid",
            "send": "Open" if opening else "Seal it",
            "most": st.CAP,
            "wrong": "That is no number to bid. Type a whole number from 1 up, digits only, such as 25 or 1,250.",
            "limits": self._limits(),
            "offers": self._offers(),
        }
        if opening and self._only() is not None:
            field["value"] = self._only() or 1
        return field

    def _only(self) -> int | None:
        """The only number to open with, or None if there is a choice."""
        s = self.s
        limit = self.count.opening_limit(s)
        exact = s.opening_mode == st.EXACT and not (s.auction == 0 and s.first_opening == st.FREE)
        return int(limit) if limit == 1 or exact else None

    def _limits(self) -> str:
        s = self.s
        if s.phase == st.BIDDING:
            return f"Any whole number from 1 up, and it is spent even if you lose. {self._risk()}"
        if s.auction == 0:
            free = s.first_opening == st.FREE
            return "Any whole number from 1 up." if free else "It must be 1: this is the first auction."
        limit, last = self.count.opening_limit(s), amount(s.bid[s.auction - 1])
        if limit == 1:
            return f"It must be 1: a tenth of the last winning bid ({last}) is no more."
        if self._only() is not None:
            return f"It must be {amount(limit)}: a tenth of the last winning bid, {last}."
        return f"From 1 to {amount(limit)}, a tenth of the last winning bid ({last}). {self._risk()}"

    def _risk(self) -> str:
        budget = self.count.free_budget(self.s, self.me)
        twice = "this bid may count twice, and " if self.count.may_count_twice(self.s) else ""
        if budget < 1:
            return "Free budget 0: with any bid you may be the greediest."
        sure = "up to there you are surely not the greediest, unless an ability changes that."
        return f"Free budget {amount(budget)}: {twice}{sure}"

    def _offers(self) -> list[Offer]:
        s, budget = self.s, int(self.count.free_budget(self.s, self.me))
        if s.phase == st.OPENING and self._only() is not None:
            return []
        most = self.count.opening_limit(s) if s.phase == st.OPENING else st.CAP
        meant = [(1, "the least")]
        if s.phase == st.OPENING and most < st.CAP:
            meant.append((int(most), "the most"))
        if s.phase == st.BIDDING:
            meant.append((int(s.token[st.slot(s.active, s.auction)]) + 1, "over the opening"))
        if s.auction:
            meant.append((int(s.bid[s.auction - 1]) + 1, "over the last price"))
        meant.append((budget, "free budget"))
        shown: dict[int, str] = {}
        for n, what in meant:
            if 1 <= n <= most:
                shown.setdefault(n, what)
        return [{"value": n, "label": shown[n]} for n in sorted(shown)]

    # ---- buttons ----
    def choices(self) -> Iterator[Choice]:
        """Who wins, or what the new creature's ability asks: all answers that are allowed, beside the question."""
        if not self.mine or st.ASKS[self.s.phase] == st.A_NUMBER:
            return
        moves = self.view.moves
        for a in moves:
            yield {
                "action": a,
                "label": capital(self.game.words.action_words(a, self.s, self.cards, self.names)),
                "hint": self._hint(a),
                "tone": "primary" if len(moves) == 1 else "plain",
                "beside": True,
            }

    def _hint(self, a: int) -> str:
        """What speaks for a wizard as the answer."""
        s, p = self.s, a - st.SEAT
        if not 0 <= p < s.players:
            return ""
        if s.phase == st.RESOLVING:
            return f"bid {amount(s.token[st.slot(p, s.auction)])}"
        if s.phase == st.PEEKING:
            return f"{number_of(s.written[p], 'entry', 'entries')} there"
        if s.phase == st.EXPOSING:
            return f"{number_of(s.live[p], 'entry counts', 'entries count')}"
        rows = range(p * st.ENTRIES, p * st.ENTRIES + s.entries[p])
        if s.phase == st.FORGING:
            return f"spent {reach(self.view, p)}"
        wanted = 1 if s.phase == st.RESTORING_RIVAL else 0
        return ", ".join(amount(s.amount[row]) for row in rows if s.crossed[row] == wanted)

    # ---- what to do now ----
    def status(self) -> str:
        s = self.s
        if not self.mine:
            return str(self.game.words.status(s, self.names))
        name = self.cards.rows[s.lot[s.auction]]["name"]
        if s.phase == st.OPENING:
            return f"Your turn: you are active, so open the auction of {name}."
        if s.phase == st.BIDDING:
            return f"Your turn: seal a bid for {name}."
        if s.phase == st.RESOLVING:
            tied = len(self.view.moves) > 1
            return f"Your turn: a tie! Say who wins {name}." if tied else f"Your turn: say who wins {name}."
        asked = str(self.game.words.status(s, self.names)).removeprefix("You ")
        return f"Your turn: {asked}"


# ---- what happened --------------------------------------------------------------------------------------------------
_TOLD_BY_LINES = (
    r.SCORED_VP,
    r.SCORED_HORNS,
    r.SCORED_WINGS,
    r.SCORED_HEARTS,
    r.SCORED,
    r.ELIMINATED,
    r.NOBODY_OUT,
    r.WON,
)  # `scoring` and `result` tell it
_DONE_BY_ONESELF = (r.OPENED, r.CROSSED_PUBLIC, r.CROSSED_PRIVATE)


def chapter(row: Row) -> str | None:
    """The heading that starts with this event row, or None."""
    kind, _, _, more = row
    return f"Auction {more}" if kind == r.AUCTION else None


def news(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """What `names.you` does not know yet of these event rows, shorter than in the log, which has all of it."""
    won = 0
    kept: list[Row] = []  # of one sentence that is told by several rows
    for row in rows:
        kind, who, what, _ = row
        mine = who == names.you
        if kind in _TOLD_BY_LINES or kind in (r.AUCTION, r.SEALED_BID) or (mine and kind in _DONE_BY_ONESELF):
            continue
        if kind == r.WON_LOT:
            won = what or 0
        elif kind == r.ADOPTED:
            creature = words.card_name(what or 0, cards)
            yield names.sentence("{Who} {win|wins} {creature} for {won}.", who, creature=creature, won=amount(won))
        elif kind in (r.PEEK_SAW, r.EXPOSED_WHICH):
            kept.append(row)
        else:
            yield from words.tell([*kept, row], cards, names)
            kept = []


def scoring(rows: Sequence[Row], names: Names, view: View) -> list[Lines] | None:
    """What these event rows bring to read: how an auction came out, and the points once the game is over; or None.

    view: the position after them.
    """
    found = [lines for lines in (account.count(rows, names, view), account.auction(rows, names, view)) if lines]
    return found or None


def explained(match: Any, me: int) -> list[int]:
    """The turns of bots since the last one of seat `me`; why they named a winner is as secret as a tie."""
    own = max((i for i, turn in enumerate(match.turns) if turn.seat == me), default=-1)
    recent = enumerate(match.turns[own + 1 :], own + 1)
    return [i for i, turn in recent if turn.seat != me and turn.before[0].phase != st.RESOLVING]


_OPEN_CHOICES = (
    st.ERASING_PUBLIC,
    st.PEEKING,
    st.EXPOSING,
    st.SWAPPING_OWN,
    st.SWAPPING_RIVAL,
    st.SWAPPING_THEIRS,
    st.FORGING,
    st.RESTORING_RIVAL,
    st.RESTORING_ENTRY,
)  # made in sight of everybody, from what everybody sees


def why(match: Any, turn: int) -> str:
    """Why a bot made that turn, without anything that stays secret for the whole game.

    A bid's reason tells what the bot had spent, so its way of playing is told instead; and what it believes about
    others may come from a look at a Private side, so that is told once the game is over.
    """
    done = match.turns[turn]
    if done.before[0].phase in _OPEN_CHOICES:
        return str(match.why(turn, beliefs=match.over))
    bot = match.seats[done.seat].bot
    return f"What it thought stays as secret as its money. Its way: {bot.idea}" if bot else ""


def result(view: View, names: Names) -> Result | None:
    """Who won and why, or None while the game goes on."""
    return account.result(view, names)
