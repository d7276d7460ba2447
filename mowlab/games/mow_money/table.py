"""Mow Money on the table: a scene (`mowlab.ui.scene`) of what one company may see, and what the screen asks of a game.

>>> import mowlab
>>> match = mowlab.game("mow-money", players=3, fixed_starter="fixed").match(seed=7)
>>> scene(match.view(0), match.names(you=0))["title"]
'Round 1: bids'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.cards import Cards
from ...core.words import Names, Row, number_of
from . import account, words
from . import rules as r
from .cards import N_CARDS, N_CONTRACTS, NONE, STARRED, TIERS
from .stack import (
    HALF_DONE,
    Stack,
    can_do,
    cheapest,
    in_hand,
    job_done,
    pick_up_verdict,
    press,
    redraft,
    staked,
    total,
    verdict,
    ways,
)

if TYPE_CHECKING:
    from ...core.view import View
    from ...ui.scene import (
        Card,
        Choice,
        Face,
        FaceLine,
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
    "OPTIONS",
    "SEAT",
    "SOLO",
    "applies",
    "card_tables",
    "chapter",
    "explained",
    "half_done",
    "news",
    "press",
    "redraft",
    "result",
    "scene",
    "scoring",
]

HUES: tuple[Hue, ...] = ("green", "yellow", "blue")  # by tier
MOWERS = tuple(f"mower-{tier}" for tier in TIERS)
LEVELS = {  # how hard a bot is to beat: their order in a tournament of all against all
    "bluffer": "very strong",
    "builder": "strong",
    "undercutter": "good",
    "appraiser": "good",
    "jobber": "weak",
    "random": "very weak",
}
SEAT = "Company"  # what a seat is called where bots are chosen
SOLO = "You play alone against a dummy: it draws its bids from the decks, and takes what you leave."
ABOUT = (
    "Mow Money is a game by Matt Saunders, published by Mayday Games. mowlab is not affiliated with them: the rules "
    "are told in our own words, and all pictures are our own.",
    "The rulebook does not list the bid cards and most contracts, so ours are reconstructed: they fit all that is "
    "known, but they are not the printed ones. An owner of the game can put the real ones into a file. Where the "
    "rulebook is silent, mowlab has a ruling with a number (M1 to M39), named where it counts.",
)
OPTIONS: dict[str, tuple[str, dict[Any, str]]] = {  # what a person reads where options are chosen
    "players": ("Players", {1: "1, against a dummy"}),
    "difficulty": (
        "The dummy",
        {
            "standard": "takes what you do not win",
            "easy": "does not get contracts without a valid bid",
            "hard": "wins ties as well",
        },
    ),
    "simultaneous": (
        "Bids are placed",
        {"visible": "one after the other, stack sizes in sight", "simultaneous": "at the same time"},
    ),
    "sole_wins": (
        "The only bidder",
        {"valid": "needs a valid bid", "always": "wins with any stack"},
    ),
    "max_stakes": ("Contracts staked on one bid", {"any": "as many as you like", 1: "1", 2: "up to 2", 3: "up to 3"}),
    "fixed_starter": ("First marker", {"random": "by lot", "fixed": "you have it"}),
}
FIRST_OPTIONS = ("players", "difficulty")
STAKE_HINT = " · tap one to stake it: your bid gets lower, and the contract is gone, win or lose"


def applies(name: str, options: dict[str, str]) -> bool:
    """Whether an option means anything with these others (all as texts)."""
    solo = options["players"] == "1"
    return solo if name == "difficulty" else name in ("players", "max_stakes") or not solo


# ---- cards ----------------------------------------------------------------------------------------------------------
def face(card: int, cards: Cards) -> Face:
    """What bid card number `card` shows: its dollars, a star if it has one, its odd jobs."""
    row = cards.rows[card]
    shown: Face = {
        "title": f"${row['value']}",
        "hue": HUES[TIERS.index(row["tier"])],
        "emblems": [icon.replace("_", "-") for icon in row["icons"]],
        "caption": row["tier"],
    }
    if row["star"]:
        shown["badge"] = "star"
    return shown


def label(card: int, cards: Cards) -> str:
    """The bid card in words."""
    name = words.card_name(card, cards).removeprefix("the ")
    source = ". Its values are reconstructed" if cards.rows[card]["from"] == "reconstructed" else ""
    return f"{name[0].upper()}{name[1:]}{source}"


def picture(card: int, cards: Cards) -> Card:
    """A bid card that lies there and cannot be pressed."""
    code = cards.rows[card]["code"]
    return {"id": code, "code": code, "label": label(card, cards), "face": face(card, cards)}


def contract_face(contract: int, cards: Cards) -> Face:
    return {
        "title": str(words.points_of(contract, cards)),
        "hue": "grey",
        "emblem": "house",
        "lines": [_way_line(way) for way in words.needs_of(contract, cards)],
    }


def _way_line(way: list[Any]) -> FaceLine:
    tier, count, star = way
    return {"text": f"{count} {tier}{' ★' if star == STARRED else ''}", "art": MOWERS[TIERS.index(tier)]}


def contract_label(contract: int, cards: Cards) -> str:
    asked = " or ".join(words.way_words(way) for way in words.needs_of(contract, cards))
    name = words.contract_name(contract, cards).removeprefix("the ")
    return f"{name[0].upper()}{name[1:]}, takes {asked}"


def card_tables(cards: Cards) -> list[Lines]:
    """What all the cards of the game are, as tables to read; the last one is long."""
    names = [name.capitalize() for name in words.JOB_NAMES]
    jobs = cards.others["jobs"]
    return [
        {
            "title": "Contracts",
            "header": ["points", "in the box", "takes", "source"],
            "rows": [
                [str(c["points"]), str(c["count"]), " or ".join(map(words.way_words, c["needs"])), c["from"]]
                for c in cards.others["contracts"]
            ],
        },
        {
            "title": "Odd jobs: three cards that show the same one",
            "header": ["job", "pays", "source"],
            "rows": [[name, f"${job['pay']}", job["from"]] for name, job in zip(names, jobs, strict=True)],
            "note": f"Under the odd-job token each brings ${r.BONUS} more.",
        },
        {
            "title": "Mowers",
            "header": ["mower", "price", "points", "a bid card costs", "hand limit", "source"],
            "rows": [
                [m["tier"], f"${m['price']}", str(m["points"]), f"${m['card_price']}", str(m["limit"]), m["from"]]
                for m in cards.others["mowers"]
            ],
        },
        {
            "title": f"All {len(cards.rows)} bid cards",
            "header": ["card", "type", "dollars", "star", "odd jobs", "source"],
            "rows": [
                [
                    row["code"],
                    row["tier"],
                    f"${row['value']}",
                    "yes" if row["star"] else "",
                    " and ".join(icon.replace("_", " ") for icon in row["icons"]),
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
    draft: tuple[int, ...] = (),
    live: bool = True,
) -> Scene:
    """All that the table shows to seat `view.seat`; the arguments are those of MOW's, and

    draft: what has been put together so far of a bid or a pick-up (see stack.py).
    """
    s = view.state
    mine = live and s.phase != r.ENDED and s.turn == view.seat
    desk = _Desk(view, names, draft if mine else (), mine)
    return {
        "title": title or _title(s),
        "status": status or desk.status(),
        "stamp": stamp,
        "message": message,
        "markers": list(_marker(view, names)),
        "seats": [*(_seat(view, p, names) for p in range(s.players)), *_dummy(view)],
        "zones": list(desk.zones()),
        "choices": list(desk.choices()) if mine else [],
        "log": list(log),
        "lines": lines,
        "result": result,
    }


def half_done(s: Any) -> bool:
    """The rules are in the middle of a chain that a draft stands for."""
    return s.phase in HALF_DONE


def _title(s: Any) -> str:
    if s.phase == r.ENDED:
        return "The end"
    what = {r.INVESTING: "investing", r.DISCARDING: "investing", r.PICKING_UP: "odd-job pick-up"}
    what[r.PICKING_CARDS] = what[r.PICKING_UP]
    return f"Round {s.rounds + 1}: {what.get(s.phase, 'bids')}"


def _marker(view: View, names: Names) -> Iterator[Marker]:
    s = view.state
    if s.players > 1 and s.phase != r.ENDED:
        has = "you have" if s.marker == names.you else f"{names[s.marker]} has"
        yield {"art": "marker", "text": f"{has} the marker", "label": f"{has} the starting player marker"}


def _seat(view: View, p: int, names: Names) -> Seat:
    s, game = view.state, view.game
    won = sorted(words.points_of(c, game.cards) for c in account.won_by(s, p))
    seat: Seat = {
        "name": names.names[p],
        "is_you": p == names.you and names.names[p].lower() != "you",  # the name says it already
        "active": s.phase != r.ENDED and p == s.turn,
        "facts": [
            {"label": "points", "value": str(game.plain.score(s, p))},
            {"label": "money", "value": f"${s.money[p]}", "art": "coin"},
            *_held(s, p),
        ],
    }
    if won:
        seat["facts"].append({"label": "contracts", "value": " + ".join(map(str, won)), "art": "house"})
    sealed = [str(n) for n in s.laid[p * r.SLOTS : (p + 1) * r.SLOTS] if n]
    if sealed and r.is_bidding(s.phase):
        seat["facts"].append({"label": "sealed cards", "value": " and ".join(sealed)})
    if s.phase == r.ENDED:
        if game.plain.payoff(s, p) > 0.5 or (game.players > 1 and game.plain.payoff(s, p) > 0):
            seat["badge"] = "winner"
    elif s.players > 1 and p == s.marker:
        seat["badge"] = "marker"
    return seat


def _held(s: Any, p: int) -> Iterator[Fact]:
    """For each mower owned, how many bid cards of its type are in hand and stacks."""
    for i, tier in enumerate(TIERS):
        if s.mower[p * r.N_TIERS + i]:
            held = str(s.held[p * r.N_TIERS + i])
            yield {"label": f"{tier} mower, {tier} cards", "value": held, "art": MOWERS[i]}


def _dummy(view: View) -> Iterator[Seat]:
    s = view.state
    if s.players == 1:
        points = view.game.plain.reputation(s, r.DUMMY)
        won = [words.points_of(c, view.game.cards) for c in range(N_CONTRACTS) if s.contract[c] == r.DUMMY]
        seat: Seat = {"name": account.DUMMY, "facts": [{"label": "points", "value": str(points)}]}
        if won:
            seat["facts"].append({"label": "contracts", "value": " + ".join(map(str, won)), "art": "house"})
        if s.phase == r.ENDED and view.game.plain.payoff(s, 0) < 0.5:
            seat["badge"] = "winner"
        yield seat


class _Desk:
    """The zones, buttons and the status line for one seat: what lies there, and what pressing it would do."""

    def __init__(self, view: View, names: Names, draft: tuple[int, ...], mine: bool):
        self.view, self.names, self.mine = view, names, mine
        self.s, self.game, self.cards, self.me = view.state, view.game, view.game.cards, view.seat
        self.bidding = mine and self.s.phase == r.AIMING  # a draft may be made
        self.picking = mine and self.s.phase == r.PICKING_UP
        self.draft = draft
        self.stack = Stack.of(draft)

    # ---- places ----
    def zones(self) -> Iterator[Zone]:
        if self.s.phase == r.ENDED:
            return
        yield self._areas()
        yield from self._sealed()
        if self.mine and self.s.phase == r.INVESTING:
            yield self._shop()
        if self.mine and (self.draft or self.s.phase in HALF_DONE):
            yield self._stack()
        yield from self._hand()
        yield from self._won()

    def _areas(self) -> Zone:
        return {
            "id": "areas",
            "title": "Neighborhoods",
            "layout": "wide",
            "cards": [self._area(n) for n in range(self.s.areas) if self.s.depth[n]],
            "note": "contract on top: points and what a bid takes",
            "empty": "No contract is left: this was the last round.",
        }

    def _area(self, n: int) -> Card:
        s, contract = self.s, self.game.plain.top(self.s, n)
        if contract == NONE:  # the next one is turned up when the round is over (M28a)
            return _face_down(n, s.depth[n])
        left = s.depth[n]
        last = "the last one: won, it ends the game"
        tokens: list[Token] = [{"text": "the last one", "label": last, "hue": "orange"}] if left == 1 else []
        if any(s.target[self.me * r.SLOTS + slot] == n and self._is_sealed(slot) for slot in range(r.SLOTS)):
            tokens.append({"text": "your bid", "hue": "blue"})
        if self.stack.target == n:
            tokens.append({"text": "your stack", "hue": "blue"})
        shown_face = contract_face(contract, self.cards)
        shown_face["caption"] = words.area_name(n).replace(", ", " · ")
        shown_face["lines"].append({"text": f"{left} in this pile"})
        shown: Card = {
            "id": f"area{n}",
            "code": words.contract_code(contract, self.cards),
            "label": f"{words.area_name(n)}: {contract_label(contract, self.cards)}; {left} in this pile",
            "face": shown_face,
            "tokens": tokens,
        }
        if self.bidding:
            self._button(shown, r.AIM + n)
        return shown

    def _is_sealed(self, slot: int) -> bool:
        return r.is_bidding(self.s.phase) and bool(self.s.laid[self.me * r.SLOTS + slot])

    def _sealed(self) -> Iterator[Zone]:
        """Own stacks under their tokens; those of others are told at their seats."""
        s = self.s
        for slot in range(r.SLOTS):
            bid = self.me * r.SLOTS + slot
            if not self._is_sealed(slot):
                continue
            cards = [c for c in range(N_CARDS) if s.place[c] == r.STACK + bid]
            stakes = [c for c in range(N_CONTRACTS) if s.contract[c] == r.STAKED + bid]
            note = [f"${self.game.plain.total_of(s, bid)}"] if s.target[bid] != r.ODD_JOB else []
            if stakes:
                note.append(f"{number_of(self.game.plain.points_staked(s, bid), 'point', 'points')} staked")
            if not self._would_count(bid):
                note.append("not valid")
            yield {
                "id": f"sealed{slot}",
                "title": f"Sealed: {self._target_words(s.target[bid])}",
                "layout": "row",
                "own": True,
                "cards": [
                    *(picture(c, self.cards) for c in cards),
                    *(self._staked_card(c) for c in stakes),
                    *(_bluff_card(i) for i in range(s.bluffs[bid])),
                ],
                "note": ", ".join(note),
            }

    def _would_count(self, bid: int) -> bool:
        """A sealed stack of one's own is a valid bid, or an odd job that gets done."""
        s, plain = self.s, self.game.plain
        if s.target[bid] == r.ODD_JOB:
            return bool(plain.job_done(s, bid) != NONE)
        return bool(plain.way_met(s, bid, plain.top(s, s.target[bid])) != NONE)

    def _target_words(self, target: int) -> str:
        return "an odd job" if target == r.ODD_JOB else words.area_name(target)

    def _staked_card(self, contract: int) -> Card:
        points = words.points_of(contract, self.cards)
        return {
            "id": f"stake{contract}",
            "code": words.contract_code(contract, self.cards),
            "label": f"Staked contract worth {number_of(points, 'point', 'points')}",
            "face": {"title": str(points), "hue": "grey", "emblem": "house", "caption": "staked"},
        }

    def _stack(self) -> Zone:
        """The bid that is being put together."""
        s, stack = self.s, self.stack
        if s.phase in HALF_DONE and s.phase != r.PICKING_CARDS:  # begun by the rules' own steps
            bid = r.here(s)
            stack = Stack(
                s.target[bid],
                tuple(c for c in range(N_CARDS) if s.place[c] == r.STACK + bid),
                tuple(c for c in range(N_CONTRACTS) if s.contract[c] == r.STAKED + bid),
            )
        cards = [picture(c, self.cards) for c in stack.cards]
        stakes = [self._staked_card(c) for c in stack.stakes]
        if self.draft:
            for shown, a in zip([*cards, *stakes], [*stack.cards, *(r.STAKE + c for c in stack.stakes)], strict=True):
                shown["action"], shown["legal"] = a, True
                shown["label"] += ". Press to take it out"
        zone: Zone = {
            "id": "stack",
            "title": self._stack_title(stack),
            "layout": "row",
            "own": True,
            "active": True,
            "cards": [*cards, *stakes],
            "empty": "Tap cards of your hand to put them here.",
        }
        note = self._sum(stack) if stack.cards or stack.stakes else ""
        zone["note"] = " · ".join(filter(None, [note, self._verdict(stack)]))
        return zone

    def _stack_title(self, stack: Stack) -> str:
        if self.s.phase in (r.PICKING_UP, r.PICKING_CARDS):
            return "Your odd job"
        if stack.target == NONE:
            return "Your stack"
        return f"Your bid: {self._target_words(stack.target)}"

    def _sum(self, stack: Stack) -> str:
        """The running total: «$6, less 2 staked counts as $4»."""
        if stack.target == r.ODD_JOB or self.s.phase == r.PICKING_UP:
            return number_of(len(stack.cards), "card", "cards")
        base = self._base()
        paid, less = total(self.game, base, stack), staked(self.game, base, stack)
        return f"${paid}, less {less} staked counts as {words.dollars(paid - less)}" if less else f"${paid}"

    def _verdict(self, stack: Stack) -> str:
        if self.s.phase in (r.PICKING_UP, r.PICKING_CARDS):
            return pick_up_verdict(self.game, self.s, stack.cards)[1] if self.picking else ""
        return verdict(self.game, self._base(), stack)[1]

    def _base(self) -> Any:
        """The position with no stack begun."""
        if self.s.phase == r.AIMING:
            return self.s
        base = self.s.__copy__()
        bid = r.here(base)
        for c in range(N_CARDS):
            if base.place[c] == r.STACK + bid:
                base.place[c] = r.HAND + self.me
        for c in range(N_CONTRACTS):
            if base.contract[c] == r.STAKED + bid:
                base.contract[c] = r.WON + self.me
        base.phase = r.AIMING
        return base

    def _hand(self) -> Iterator[Zone]:
        """One row for each type of card."""
        hand = in_hand(self.s, self.me)
        for i, tier in enumerate(TIERS):
            held = self.s.held[self.me * r.N_TIERS + i]
            if not held and i:
                continue
            row = self.cards.others["mowers"][i]
            mine = [c for c in hand if self.cards.rows[c]["tier"] == tier and c not in self.stack.cards]
            mine.sort(key=lambda c: (self.cards.rows[c]["value"], not self.cards.rows[c]["star"], c))
            yield {
                "id": f"hand-{tier}",
                "title": f"Your {tier} cards",
                "layout": "hand",
                "cards": [self._in_hand(c) for c in mine],
                "note": f"{held} of at most {row['limit']}",
                "empty": "All of them lie in your stacks." if held else "None in hand.",
            }

    def _in_hand(self, card: int) -> Card:
        shown = picture(card, self.cards)
        if not self.mine:
            return shown
        if self.bidding or self.picking:
            shown["action"], shown["legal"] = card, True
        elif self.s.phase in (r.DISCARDING, r.PUTTING_CARDS, r.PICKING_CARDS):
            self._button(shown, card)
        return shown

    def _won(self) -> Iterator[Zone]:
        """Own contracts, which may be staked on a bid."""
        s = self.s
        won = [c for c in range(N_CONTRACTS) if s.contract[c] == r.WON + self.me and c not in self.stack.stakes]
        if not won:
            return
        points = sum(words.points_of(c, self.cards) for c in won)
        can_stake = self.bidding and self.draft and self.stack.target != r.ODD_JOB
        yield {
            "id": "won",
            "title": "Your contracts",
            "layout": "row",
            "own": True,
            "cards": [self._won_card(c, bool(can_stake)) for c in won],
            "note": number_of(points, "point", "points") + (STAKE_HINT if can_stake else ""),
        }

    def _won_card(self, contract: int, can_stake: bool) -> Card:
        points = words.points_of(contract, self.cards)
        shown: Card = {
            "id": f"won{contract}",
            "code": words.contract_code(contract, self.cards),
            "label": f"Your contract worth {number_of(points, 'point', 'points')}",
            "face": {"title": str(points), "hue": "grey", "emblem": "house"},
        }
        if can_stake:
            self._draft_button(shown, r.STAKE + contract)
        elif self.mine and self.s.phase == r.STAKING:
            self._button(shown, r.STAKE + contract)
        return shown

    def _shop(self) -> Zone:
        """Mowers not owned yet, and the decks, each with its price."""
        s, me = self.s, self.me
        return {
            "id": "shop",
            "title": "To buy",
            "layout": "wide",
            "own": True,
            "note": f"you have ${s.money[me]}",
            "cards": [
                *(self._mower(i) for i in range(1, r.N_TIERS) if not s.mower[me * r.N_TIERS + i]),
                *(self._deck(i) for i in range(r.N_TIERS)),
            ],
        }

    def _mower(self, i: int) -> Card:
        mower = self.cards.others["mowers"][i]
        points = number_of(mower["points"], "point", "points")
        shown: Card = {
            "id": f"buy-mower-{mower['tier']}",
            "label": f"{mower['tier'].capitalize()} mower for ${mower['price']}: {points}, and you may buy "
            f"{mower['tier']} cards",
            "face": {
                "title": f"${mower['price']}",
                "caption": f"{mower['tier'].capitalize()} mower",
                "emblem": MOWERS[i],
                "hue": "grey",
                "lines": [{"text": points}, {"text": f"allows {mower['tier']} cards"}],
            },
        }
        self._button(shown, r.BUY_MOWER + i)
        return shown

    def _deck(self, i: int) -> Card:
        mower = self.cards.others["mowers"][i]
        s = self.s
        held, left = s.held[self.me * r.N_TIERS + i], s.left[i]
        pile = f"{left} in the deck" if left else "reshuffled when bought" if r.has_discards(s, i) else "none left"
        shown: Card = {
            "id": f"buy-card-{mower['tier']}",
            "label": f"{mower['tier'].capitalize()} card for ${mower['card_price']}: you hold {held} of at most "
            f"{mower['limit']}, {pile}",
            "face": {
                "title": f"${mower['card_price']}",
                "caption": f"{mower['tier'].capitalize()} card",
                "emblem": "back",
                "hue": HUES[i],
                "lines": [{"text": f"you hold {held} of {mower['limit']}"}, {"text": pile}],
            },
        }
        self._button(shown, r.BUY_CARD + i)
        return shown

    def _button(self, card: Card, a: int) -> None:
        """Make a card a button for the rules' own action `a`."""
        card["action"], card["legal"] = a, a in self.view.moves
        if not card["legal"]:
            card["why"] = self._why_not(a)

    def _why_not(self, a: int) -> str:
        code = self.game.plain.check(self.s, a)
        return self.game.words.reason(code, a, self.s, self.cards, self.names).text if code else ""

    def _draft_button(self, card: Card, a: int) -> None:
        """Make a card a button for a step of the draft."""
        refused = press(self.view, self.draft, a, self.names).refused
        card["action"], card["legal"] = a, refused is None
        if refused is not None:
            card["why"] = refused.text

    # ---- buttons ----
    def choices(self) -> Iterator[Choice]:
        if self.bidding:
            yield from self._bid_choices() if self.draft else self._first_choices()
        elif self.picking:
            yield from self._pick_up_choices()
        else:
            for a in self.view.moves:
                if a >= N_CARDS and not r.STAKE <= a < r.BLUFF and a < r.BUY_CARD:
                    done = a == r.DONE and self.s.phase == r.INVESTING
                    yield {**self._choice(a), "tone": "primary" if done else "plain"}

    def _choice(self, a: int, hint: str = "") -> Choice:
        text: str = self.game.words.action_words(a, self.s, self.cards, self.names)
        return {"action": a, "label": text[0].upper() + text[1:], "hint": hint, "legal": a in self.view.moves}

    def _first_choices(self) -> Iterator[Choice]:
        jobs = self._able()
        pay = max((self.cards.others["jobs"][j]["pay"] for j in jobs), default=0)
        hint = f"you can get up to ${pay + r.BONUS}" if jobs else "no three of your cards show the same job"
        yield self._choice(r.AIM + r.ODD_JOB, hint)
        yield self._choice(r.DONE)

    def _bid_choices(self) -> Iterator[Choice]:
        stack = self.stack
        if stack.target == NONE:
            yield self._choice(r.AIM + r.ODD_JOB)
            return
        if stack.target == r.ODD_JOB:
            yield from (self._job(j, r.BONUS) for j in self._able())
        else:
            for k, way in enumerate(ways(self.game, self.s, stack.target)):
                yield self._fill(k, way)
        ok = verdict(self.game, self.s, stack)[0]
        for n in range(r.BLUFF_CARDS + 1):
            if n == 0 or n <= self.game.plain.unused_bluffs(self.s, self.me):
                yield self._seal(n, ok)

    def _fill(self, k: int, way: list[Any]) -> Choice:
        refused = press(self.view, self.draft, r.WAY + k, self.names).refused
        cards = cheapest(self.game, self.s, self.me, way)
        hint = "your hand does not have them" if refused else f"${total(self.game, self.s, Stack(NONE, cards))}"
        text = words.way_words(way)
        return {
            "action": r.WAY + k,
            "label": text[0].upper() + text[1:],
            "hint": hint,
            "legal": refused is None,
            "group": "Put in the cheapest",
        }

    def _able(self) -> list[int]:
        """The odd jobs that three cards in hand can do."""
        return [j for j in range(r.N_JOBS) if can_do(self.game, self.s, self.me, j)]

    def _job(self, j: int, bonus: int) -> Choice:
        pay = self.cards.others["jobs"][j]["pay"]
        return {
            "action": r.JOB + j,
            "label": words.JOB_NAMES[j].capitalize(),
            "hint": f"${pay} + ${bonus}" if bonus else f"${pay}",
            "group": "Put in three cards for",
        }

    def _seal(self, n: int, ok: bool) -> Choice:
        refused = press(self.view, self.draft, r.BLUFF + n, self.names).refused
        hint = ("valid" if ok else "not valid") if n == 0 else ""
        return {
            "action": r.BLUFF + n,
            "label": "Seal it" if n == 0 else f"+ {number_of(n, 'bluff', 'bluffs')}",
            "hint": hint,
            "legal": refused is None,
            "tone": "primary" if ok and n == 0 else "plain",
            "group": "Seal the stack",
        }

    def _pick_up_choices(self) -> Iterator[Choice]:
        done = job_done(self.game, self.s, self.stack.cards) if self.draft else NONE
        if done != NONE:
            pay = self.cards.others["jobs"][done]["pay"]
            label = f"Do it: {words.JOB_NAMES[done]} for ${pay}"
            yield {"action": r.JOB + done, "label": label, "tone": "primary", "legal": True}
        able = self._able()
        yield from (self._job(j, 0) for j in able if j != done)
        yield {**self._choice(r.DONE), "tone": "plain" if able or self.draft else "primary"}

    # ---- what to do now ----
    def status(self) -> str:
        s = self.s
        if not self.mine:
            return str(self.game.words.status(s, self.names))
        if s.phase == r.INVESTING:
            money = s.money[self.me]
            if not money:
                return "Your turn: you have no money to invest. Press Done investing."
            return f"Your turn: invest your ${money}, or be done."
        if s.phase == r.DISCARDING:
            return f"Your turn: too many cards, so discard {self._excess()}."
        if self.bidding:
            return self._bid_status()
        if self.picking:
            if self.draft:
                return "Your turn: change the three cards, or do the job."
            if not self._able():
                return "Your turn: you won nothing, and no three cards of yours show the same odd job. Go on."
            return "Your turn: you won nothing. Pick up an odd job, without the bonus?"
        return f"Your turn: {str(self.game.words.status(s, self.names)).removeprefix('You ')}"

    def _excess(self) -> str:
        over = []
        for i, tier in enumerate(TIERS):
            n = self.s.held[self.me * r.N_TIERS + i] - self.cards.others["mowers"][i]["limit"]
            if n > 0:
                over.append(f"{n} {tier}")
        return " and ".join(over)

    def _bid_status(self) -> str:
        if self.stack.target == NONE and self.draft:
            return "Your turn: what is this stack for? Tap a neighborhood, or take the odd job."
        if self.draft:
            return "Your turn: put cards in or take them out, then seal the stack."
        if self.s.slot:
            return "Your turn: a second bid, or no further one?"
        return "Your turn: tap a neighborhood to bid there, or do an odd job."


def _face_down(n: int, left: int) -> Card:
    name = words.area_name(n)
    face: Face = {
        "title": "?",
        "hue": "grey",
        "emblem": "back",
        "caption": name.replace(", ", " · "),
        "lines": [{"text": "won in this round"}, {"text": f"{left} in this pile"}],
    }
    return {"id": f"area{n}", "label": f"{name}: won in this round, {left} in this pile", "face": face}


def _bluff_card(i: int) -> Card:
    face: Face = {"title": "", "hue": "violet", "emblem": "bluff", "caption": "bluff"}
    return {"id": f"bluff{i}", "label": "Bluff card", "face": face}


# ---- what happened --------------------------------------------------------------------------------------------------
_TOLD_BY_LINES = (
    r.REVEALED,
    r.SHOWED_CARD,
    r.SHOWED_STAKE,
    r.SHOWED_BLUFFS,
    r.INVALID,
    r.OFFERED,
    r.JOB_DONE,
    r.JOB_FAILED,
    r.WON_CONTRACT,
    r.TURNED_DOWN,
    r.DUMMY_DREW,
    r.DUMMY_OFFERED,
    r.DUMMY_WON,
    r.STAKE_GONE,
    r.BLUFFS_BACK,
    r.ROUND_SCORED,
    r.TO_BOTTOM,
    r.TURNED_UP,
    r.MARKER,
    r.CAPPED,
    r.SCORED,
    r.DUMMY_SCORED,
    r.VICTORY,
)  # `scoring` and `result` tell it
_ABOUT_STACKS = (r.SEALED, r.NO_BID, r.COMMITTED)
_PURCHASES = (r.BOUGHT_CARD, r.BOUGHT_MOWER, r.DREW)
_DONE_BY_ONESELF = (r.BOUGHT_CARD, r.BOUGHT_MOWER, r.DISCARDED, r.SEALED, r.NO_BID, r.COMMITTED, r.DECLINED)


def chapter(row: Row) -> str | None:
    """The heading that starts with this event row, or None."""
    kind, _, what, _ = row
    return f"Round {what}" if kind == r.ROUND_STARTED else None


def news(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """What `names.you` does not know yet of these event rows, shorter than in the log, which has all of it."""
    turned = max((i for i, row in enumerate(rows) if row[0] in account.RESOLVED), default=-1)
    rows = [
        row
        for i, row in enumerate(rows)
        if row[0] not in _TOLD_BY_LINES and not (i < turned and row[0] in _ABOUT_STACKS)  # all see what lay there
    ]
    i = 0
    while i < len(rows):
        kind, who, *_ = rows[i]
        mine = who == names.you
        alike = next((kinds for kinds in (_PURCHASES, (r.SEALED,)) if kind in kinds and not mine), None)
        if alike:
            first = i
            while i < len(rows) and rows[i][0] in alike and rows[i][1] == who:
                i += 1
            yield _together(rows[first:i], names)
            continue
        if not (mine and kind in _DONE_BY_ONESELF):
            yield from words.tell([rows[i]], cards, names)
        i += 1


def _together(rows: Sequence[Row], names: Names) -> str:
    """What somebody bought, or the bids that they sealed, in one sentence."""
    kind, who, *_ = rows[0]
    if kind != r.SEALED:
        return names.sentence("{Who} {buy|buys} {things}.", who, things=_bought(rows))
    sizes = " and ".join(number_of(what or 0, "card", "cards") for _, _, what, _ in rows)
    return names.sentence(
        "{Who} {seal|seals} {stacks} of {sizes}.", who, stacks="a stack" if len(rows) == 1 else "stacks", sizes=sizes
    )


def _bought(rows: Sequence[Row]) -> str:
    """«the medium mower, 2 medium cards»."""
    mowers = [f"the {TIERS[what or 0]} mower" for kind, _, what, _ in rows if kind == r.BOUGHT_MOWER]
    bought = [what for kind, _, what, _ in rows if kind == r.BOUGHT_CARD]
    cards = [number_of(bought.count(i), f"{tier} card", f"{tier} cards") for i, tier in enumerate(TIERS) if i in bought]
    return ", ".join([*mowers, *cards])


def scoring(rows: Sequence[Row], names: Names, view: View) -> list[Lines] | None:
    """What these event rows bring to read: how the bids came out, and the points once the round is over; or None.

    view: the position after them.
    """
    found = [lines for lines in (account.resolution(rows, names, view), account.count(rows, names, view)) if lines]
    return found or None


def explained(match: Any, me: int) -> list[int]:
    """The turns of bots whose reasons seat `me` may hear now: those since its last turn, and bids of the same round,
    but none of a bid before it is turned over.
    """
    own = max((i for i, turn in enumerate(match.turns) if turn.seat == me), default=-1)
    own_round = match.turns[own].before[0].rounds if own >= 0 else NONE
    sealed = match.state.rounds if r.is_bidding(match.state.phase) else NONE  # bids of this round are still secret
    found = []
    for i, turn in enumerate(match.turns):
        rounds, is_bid = turn.before[0].rounds, r.is_bidding(turn.before[0].phase)
        recent = i > own or (is_bid and rounds == own_round)
        if turn.seat != me and recent and not (is_bid and rounds == sealed):
            found.append(i)
    return found


def result(view: View, names: Names) -> Result | None:
    """Who won, or None while the game goes on."""
    s, game = view.state, view.game
    if s.phase != r.ENDED:
        return None
    if s.players == 1:
        return _solo_result(view)
    won = [p for p in range(s.players) if game.plain.payoff(s, p) > 0]
    points = number_of(game.plain.score(s, won[0]), "reputation point", "reputation points")
    if len(won) == 1:
        title = names.sentence("{Who} {win|wins}", won[0]) + f" with {points}!"
    else:
        them = " and ".join(names[p] for p in won)
        title = f"{them[0].upper()}{them[1:]} share the victory with {points} each."
    who = won[0] if names.you not in won else names.you
    text = names.sentence("{Who} {are|is} the landscaper of the whole city now.", who) if len(won) == 1 else ""
    return {"title": title, "text": text, "tone": "good" if names.you in won else "info", "art": "trophy"}


def _solo_result(view: View) -> Result:
    mine, rival = view.game.plain.score(view.state, 0), view.game.plain.reputation(view.state, r.DUMMY)
    title = (
        f"You win with {mine} against {rival} reputation points!"
        if mine > rival
        else f"The dummy wins with {rival} against your {mine} reputation points."
        if mine < rival
        else f"A draw: {mine} reputation points each."
    )
    return {"title": title, "tone": "good" if mine > rival else "info", "art": "trophy" if mine > rival else "house"}
