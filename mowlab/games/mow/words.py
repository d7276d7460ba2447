"""MOW in words: notation, card names, reasons, events, and what to do now.  Plain Python, never compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.cards import Cards
from ...core.words import Names, Reason, Row, number_of
from . import rules as r
from .cards import N_CARDS, NONE, PACKET_SIZE

TITLE = "MOW"
UNIT = "flies"
LOWER_IS_BETTER = True
PLAYERS = "farmers"
# What simulations keep besides the results: name -> (event, what its `what` is, what its `more` is)
KEPT_EVENTS = {"herd": (r.TOOK, "flies", "cows"), "round": (r.ROUND_SCORED, "flies", "total")}

CARDS_, HERD_, END_, GREEN, YELLOW, TWO = (
    "How to Play",
    "Bring the Herd into the Cowshed",
    "End of the Round and End of the Game",
    "Special Cows (Green Packet)",
    "Special Cows (Yellow Packet)",
    "Head to Head (2 Farmers)",
)

# ---- notation -------------------------------------------------------------------------------------------------------
_FIXED = {r.TAKE: "take", r.KEEP: "keep", r.TURN: "turn", r.PASS: "pass"}


def notation(a: int, cards: Cards) -> str:
    """The short code of an action: a card's code, yC- or yC+ for the calf, take, keep, turn, pass, next3."""
    if a in _FIXED:
        return _FIXED[a]
    if a in (r.CALF_LOW, r.CALF_HIGH):
        calf = _calf(cards)
        return f"{'calf' if calf == NONE else cards.rows[calf]['code']}{'-' if a == r.CALF_LOW else '+'}"
    if a >= r.NEXT:
        return f"next{a - r.NEXT}"
    return str(cards.rows[a]["code"])


def _calf(cards: Cards) -> int:
    """The id of the calf, NONE if there is none among these cards."""
    return next((i for i, row in enumerate(cards.rows) if row["kind"] == "calf"), NONE)


def all_actions() -> range:
    return range(r.N_ACTIONS)


AMOUNTS = range(0)  # no move is a number


# ---- names ----------------------------------------------------------------------------------------------------------
_KIND_NAMES = {
    "blocker": "blocking cow",
    "acrobat": "acrobatic cow",
    "slowpoke": "slowpoke",
    "calf": "calf",
    "thin": "thin cow",
    "dairy": "dairy cow",
    "mad": "mad cow",
}


def card_name(card: int, cards: Cards) -> str:
    """For example «the 7 with 2 flies» or «the acrobatic cow 9»."""
    row = cards.rows[card]
    if row["kind"] == "cow":
        return f"the {row['number']} with {number_of(row['flies'], 'fly', 'flies') if row['flies'] else 'no flies'}"
    name = f"the {_KIND_NAMES[row['kind']]}"
    return name if row["number"] == NONE else f"{name} {row['number']}"


def action_words(a: int, s: Any, cards: Cards, names: Names) -> str:
    """What the action is, as a player would say it: the text of a button."""
    if a == r.TAKE:
        return "Take the herd"
    if a == r.PASS:
        return "Pass"
    if a == r.KEEP:
        return "Leave the arrow as it is" if s.phase == r.CHOOSING_ARROW else "Go on in the usual order"
    if a == r.TURN:
        return "Turn the arrow round"
    if a >= r.NEXT:
        return names.sentence("{Who} {play|plays} next", a - r.NEXT)
    if a in (r.CALF_LOW, r.CALF_HIGH):
        return f"Play the calf at the {'low' if a == r.CALF_LOW else 'high'} end"
    return f"Play {card_name(a, cards)}"


# ---- why not --------------------------------------------------------------------------------------------------------
# Placeholders: Card (the card, capitalised), number, low, high (ends of the herd), rival (a seat asked for).
REASONS: dict[int, tuple[str, str]] = {
    r.GAME_OVER: ("The game is over: nobody can move any more.", END_),
    r.NO_SUCH_ACTION: ("MOW has no such move. You can play a card from your hand or take the herd.", CARDS_),
    r.NOT_IN_HAND: ("{Card} is not in your hand. Choose one of your own cards.", CARDS_),
    r.CHOOSE_ARROW_FIRST: (
        "First decide about the arrow: leave it, or turn it round. Then the next farmer plays.",
        GREEN,
    ),
    r.CHOOSE_NEXT_FIRST: ("First say who plays next, or go on in the usual order.", YELLOW),
    r.ARROW_ONLY: (
        "A green special lets you turn the arrow. Only a yellow special lets you name the next farmer.",
        GREEN,
    ),
    r.NEXT_ONLY: (
        "A yellow special lets you name the next farmer. Only a green special lets you turn the arrow.",
        YELLOW,
    ),
    r.NOTHING_TO_CHOOSE: (
        "You may decide about the arrow or the next farmer only right after playing a special cow.",
        GREEN,
    ),
    r.NOT_YOURSELF: ("You cannot name yourself: choose another farmer.", YELLOW + "; ruling M9a"),
    r.NO_SUCH_SEAT: ("No farmer sits there.", YELLOW),
    r.NO_HERD: ("There is no herd to take: start one with a card from your hand.", HERD_ + "; ruling M6"),
    r.CAN_START: (
        "You may pass only when a herd must be started and none of your cards has a number of its own.",
        "ruling M5",
    ),
    r.NEEDS_NUMBER: (
        "{Card} cannot start a herd: it needs a cow that is already there. Start with a numbered cow.",
        "ruling M4",
    ),
    r.MAD_HERD: (
        "A mad cow is in this herd: only cows with flies may join it, and {card} has none.",
        YELLOW + "; ruling M20",
    ),
    r.INSIDE_LINE: (
        "The herd runs from {low} to {high}, and {number} lies in between. "
        "A new cow must be lower than {low} or higher than {high}.",
        CARDS_,
    ),
    r.SAME_AS_END: (
        "The cow at that end has the number {number} too, and equal is not enough. "
        "A new cow must be lower than {low} or higher than {high}.",
        CARDS_,
    ),
    r.NO_SAME_NUMBER: (
        "The acrobat climbs on a cow with the number {number} printed on it, and there is none in this herd.",
        GREEN + "; ruling M13",
    ),
    r.NO_GAP: (
        "The slowpoke takes the place of a number missing between two cows, and from {low} to {high} none is missing.",
        GREEN + "; ruling M10",
    ),
    r.WHICH_END: ("Say at which end of the line the calf goes: the low one or the high one.", YELLOW + "; ruling M15"),
    r.NOT_FLYLESS: (
        "The calf stays close to a clean cow: the cow at that end must have no flies.",
        YELLOW + "; ruling M15",
    ),
    r.NO_EIGHT: (
        "The mad cow takes the place of an 8, and there is no cow with 8 printed on it in this herd.",
        YELLOW + "; ruling M18",
    ),
}


def reason(code: int, a: int, s: Any, cards: Cards, names: Names) -> Reason:
    """The sentence for a reason code in this position, with the rule it stands on."""
    text, rule = REASONS[code]
    card = r.CALF_CARD if a in (r.CALF_LOW, r.CALF_HIGH) else a
    is_card = 0 <= card < N_CARDS
    name = card_name(card, cards) if is_card else "that card"
    filled = text.format(
        card=name,
        Card=name[0].upper() + name[1:],
        number=cards.rows[card]["number"] if is_card else "",
        low=s.low[s.herd],
        high=s.high[s.herd],
    )
    return Reason(code, filled, f"Rulebook: {rule}" if not rule.startswith("ruling") else rule[0].upper() + rule[1:])


# ---- what happened --------------------------------------------------------------------------------------------------
EVENTS: dict[int, str] = {
    r.ROUND_STARTED: "Round {what} begins: five cards each. {Who} {start|starts}, the arrow points left.",
    r.DREW: "{Who} {draw|draws} {card}.",
    r.DECK_EMPTIED: "The deck is empty: the next farmer who takes a herd ends the round.",
    r.PLAYED: "{Who} {play|plays} {card}{place}.",
    r.RETURNED: "The mad cow drives out {card}: it goes to {whose} hand.",
    r.TURNED: "{Who} {turn|turns} the arrow to the {side}.",
    r.KEPT: "{Who} {leave|leaves} everything as it is.",
    r.NAMED: "{Who} {say|says}: {rival} next!",
    r.PASSED: "{Who} {have|has} no card that can start a herd and {pass|passes}.",
    r.CARRIED: "{card}",
    r.TOOK: "{Who} {take|takes} the herd: {herd}. {Cows}, {flies}.",
    r.HAND_SCORED: "{Who} {add|adds} {cows} left in hand: {flies}.",
    r.SIX_SPECIALS: "{Who} {have|has} six special cows: the {flies} of this round do not count.",
    r.ROUND_SCORED: "{Who} {get|gets} {flies} this round and {have|has} {more} in all.",
    r.WON: "{Who} {win|wins} with {flies}!",
}
PRIVATE = {r.DREW: "{Who} {draw|draws} a card."}


def tell(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """Sentences for event rows (kind, who, what or None if hidden, more); the cows of a taken herd share a sentence."""
    carried: list[int] = []
    for kind, who, what, more in rows:
        if kind == r.CARRIED:
            assert what is not None
            carried.append(what)
            continue
        text = PRIVATE[kind] if what is None else EVENTS[kind]
        yield names.sentence(text, who, **_details(kind, what, more, cards, names, carried))
        carried = []


def _details(kind: int, what: int | None, more: int, cards: Cards, names: Names, carried: list[int]) -> dict[str, Any]:
    if what is None:
        return {}
    if kind in (r.DREW, r.RETURNED):
        return {"card": card_name(what, cards)}
    if kind == r.PLAYED:
        return {"card": card_name(what, cards), "place": _place(what, more % r.SLOTS, cards)}
    if kind == r.TURNED:
        return {"side": "left" if what > 0 else "right"}
    if kind == r.NAMED:
        return {"rival": names[what]}
    counted = {
        "what": what,
        "more": more,
        "flies": number_of(what, "fly", "flies"),
        "cows": number_of(more, "cow", "cows"),
    }
    return {**counted, "Cows": counted["cows"], "herd": _herd_names(carried, cards)}


def _herd_names(carried: list[int], cards: Cards) -> str:
    """The cows of a herd by number, those without one last: «3, 7, acrobatic cow 7, slowpoke»."""
    rows = [cards.rows[c] for c in carried]
    rows.sort(key=lambda row: (row["number"] == NONE, row["number"], row["kind"] != "cow"))
    names = (" ".join((_KIND_NAMES.get(row["kind"], ""), str(row["number"]).replace(str(NONE), ""))) for row in rows)
    return ", ".join(name.strip() for name in names)


def _place(card: int, n: int, cards: Cards) -> str:
    """Where a cow without a number of its own, or on top of another, went."""
    kind = cards.rows[card]["kind"]
    return {
        "slowpoke": f" in the place of the missing {n}",
        "calf": f" as number {n}",
        "mad": " in the place of the 8",
        "acrobat": f" on top of the {n}",
    }.get(kind, "")


# ---- what to do now -------------------------------------------------------------------------------------------------
PHASES: dict[int, str] = {
    r.PLAYING: "{Who} {add|adds} a cow to the herd or {take|takes} the herd.",
    r.CHOOSING_ARROW: "{Who} {decide|decides}: leave the arrow, or turn it round?",
    r.CHOOSING_NEXT: "{Who} {decide|decides} who plays next.",
    r.ENDED: "The game is over.",
}


def status(s: Any, names: Names) -> str:
    """Whose turn it is and what that farmer must do."""
    if s.phase == r.PLAYING and s.low[s.herd] > s.high[s.herd]:
        return names.sentence("{Who} {start|starts} a new herd.", s.turn)
    return names.sentence(PHASES[s.phase], s.turn)


# ---- the view of a seat, for a bot written in ordinary Python -------------------------------------------------------
def facts(s: Any, me: int, cards: Cards) -> dict[str, Any]:
    """What seat `me` knows, with cards as codes: hand, herd, low, high, deck, arrow, flies, own cowshed ..."""
    code = [row["code"] for row in cards.rows]
    at = {
        "hand": r.HAND + me,
        "shed": r.SHED + me,
        "herd": r.HERD + s.herd,
        "unseen": r.UNKNOWN,
    }
    found = {name: [code[c] for c in range(s.n_cards) if s.place[c] == place] for name, place in at.items()}
    line = [code[c] for c in s.cow[s.herd * r.SLOTS : (s.herd + 1) * r.SLOTS] if c != NONE]
    found["herd"] = line + [c for c in found["herd"] if c not in line]  # in order; acrobats stand on others
    return {
        "seat": me,
        **found,
        "low": s.low[s.herd] if found["herd"] else None,
        "high": s.high[s.herd] if found["herd"] else None,
        "deck": s.n_cards - s.deck_top,
        "arrow": "left" if s.direction > 0 else "right",
        "hands": list(s.held[: s.players]),
        "sheds": [sum(s.place[c] == r.SHED + p for c in range(s.n_cards)) for p in range(s.players)],
        "flies": list(s.flies[: s.players]),
        "round": s.rounds + 1,
    }


# ---- options --------------------------------------------------------------------------------------------------------
EXAMPLES = "g7.2 (a card's code), take, keep, turn, next2, pass"


def refused(options: dict[str, Any], cards: Cards) -> str | None:
    """Why these options do not go together, or None."""
    players = options["players"]
    needed = players * r.HAND_SIZE
    if options["packets"] == "green" and needed >= PACKET_SIZE:
        return (
            f"MOW: {players} farmers need {needed} cards to start, but the green packet has {PACKET_SIZE}; "
            f"use both packets ({CARDS_})."
        )
    return None
