"""MOW on the table: a scene (`mowlab.ui.scene`) of what one farmer may see, and the scoring line by line.  Pure data.

>>> import mowlab
>>> match = mowlab.game("mow", players=4).match(seed=7)
>>> scene(match.view(0), match.names(you=0))["status"]
'Your turn: start a new herd.'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.cards import Cards
from ...core.words import Names, Row, number_of
from . import rules as r
from . import words
from .cards import NONE

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.view import View
    from ...ui.scene import Card, Choice, Face, Hue, Lines, LogLine, Marker, Message, Result, Scene, Seat, Zone

HUES: dict[int, Hue] = {0: "green", 1: "yellow", 2: "orange", 3: "red"}  # by flies; special cows are violet
SPECIALS: dict[str, tuple[str, str]] = {  # kind: caption, what it does
    "blocker": ("Blocker", "Closes one end of the line: no cow is lower than 0 or higher than 16."),
    "acrobat": ("Acrobat", "Climbs on a cow with the same number printed on it."),
    "slowpoke": ("Slowpoke", "Slips into the line in the place of a missing number."),
    "calf": ("Calf", "Stands at an end next to a cow without flies and counts one lower or one higher."),
    "thin": ("Thin cow", "Whoever plays it draws no new card."),
    "dairy": ("Dairy cow", "Whoever plays it draws two new cards."),
    "mad": (
        "Mad cow",
        "Drives the 8 out into your hand; while it is there only cows with flies may join. No card is drawn.",
    ),
}
AFTER: dict[str, str] = {
    "green": "Then its farmer may turn the arrow.",
    "yellow": "Then its farmer may say who plays next.",
}
LEVELS = {  # how hard a bot is to beat: their order in a tournament of all against all
    "spoiler": "very strong",
    "counter": "strong",
    "planner": "good",
    "opener": "fair",
    "shedder": "weak",
    "random": "very weak",
}
SEAT = "Farmer"  # what a seat is called where bots are chosen
OWN_PILE = ("My cowshed", "Close my cowshed")  # the button that opens one's own pile, and the one that closes it
ABOUT = (
    "MOW is a card game by Bruno Cathala, published by Hurrican. mowlab is not affiliated with them: the rules are "
    "told in our own words, and all pictures are our own.",
    "Rules and card counts are those of the edition with two packets for 2 to 10 farmers. Where its rulebook is "
    "silent, mowlab has a ruling with a number (M1 to M30), named where it counts.",
)
FIRST_OPTIONS = ("players", "packets")  # those that most people choose
OPTIONS: dict[str, tuple[str, dict[Any, str]]] = {  # what a person reads where options are chosen
    "players": ("Farmers", {}),
    "packets": (
        "Cards",
        {"rulebook": "as the rulebook says", "green": "green packet only", "both": "green and yellow packet"},
    ),
    "random_starter": ("Who starts", {"fixed": "you start round 1", "random": "chance decides"}),
    "six_specials": (
        "Six special cows in a round",
        {"off": "count like all others", "on": "make the round cost nothing"},
    ),
}


# ---- cards ----------------------------------------------------------------------------------------------------------
def face(card: int, cards: Cards, stands_for: int | None = None) -> Face:
    """What card number `card` shows; `stands_for` is the number that a cow without one has in the line."""
    row = cards.rows[card]
    special = SPECIALS.get(row["kind"])
    title = str(row["number"]) if row["number"] != NONE else "" if stands_for is None else f"={stands_for}"
    shown: Face = {
        "title": title,
        "pips": row["flies"],
        "hue": "violet" if special else HUES.get(row["flies"], "red"),
        "emblem": row["kind"],
    }
    if special:
        shown["caption"] = special[0]
    return shown


def label(card: int, cards: Cards, stands_for: int | None = None) -> str:
    """The card in words, with what a special cow does and whether its values are reconstructed."""
    row = cards.rows[card]
    name = words.card_name(card, cards).removeprefix("the ")
    parts = [name[0].upper() + name[1:]]
    if row["kind"] in SPECIALS:
        parts[0] += f", {row['packet']}, {number_of(row['flies'], 'fly', 'flies')}"
        parts.append(SPECIALS[row["kind"]][1])
    if stands_for is not None and row["number"] == NONE:
        parts[0] += f", stands for {stands_for}"
    if row["from"] == "reconstructed":
        parts.append("Its number is reconstructed.")
    return ". ".join(part.removesuffix(".") for part in parts)


def picture(card: int, cards: Cards, stands_for: int | None = None) -> Card:
    """A card that lies there and cannot be pressed."""
    code = cards.rows[card]["code"]
    return {"id": code, "code": code, "label": label(card, cards, stands_for), "face": face(card, cards, stands_for)}


def card_list(cards: Cards) -> list[dict[str, Any]]:
    """Every card for a list to read: code, packet, name, number (None without), flies, power, source."""
    return [
        {
            "code": row["code"],
            "packet": row["packet"],
            "name": words.card_name(i, cards).removeprefix("the "),
            "number": None if row["number"] == NONE else row["number"],
            "flies": row["flies"],
            "power": f"{SPECIALS[row['kind']][1]} {AFTER[row['packet']]}" if row["kind"] in SPECIALS else "",
            "source": row["from"],
        }
        for i, row in enumerate(cards.rows)
    ]


def card_tables(cards: Cards) -> list[Lines]:
    """The same as tables to read; the last one is long."""
    listed = card_list(cards)
    return [
        {
            "title": "What the special cows do",
            "header": ["cow", "packet", "flies", "power", "source"],
            "rows": [[c["name"], c["packet"], str(c["flies"]), c["power"], c["source"]] for c in listed if c["power"]],
        },
        {
            "title": f"{len(listed)} cards",
            "header": ["card", "packet", "number", "flies", "source"],
            "rows": [
                [c["code"], c["packet"], "" if c["number"] is None else str(c["number"]), str(c["flies"]), c["source"]]
                for c in listed
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
    lines: Lines | None = None,
    result: Result | None = None,
    status: str | None = None,
    title: str | None = None,
    open_shed: bool = False,
    live: bool = True,
) -> Scene:
    """All that the table shows to seat `view.seat`.

    names: what the seats are called, with `you` set to the seat that is spoken to.  log, message, lines, result: shown
    as they are.  status: instead of the usual sentence about whose turn it is.  open_shed: show the cows in the own
    cowshed one by one.  live: False makes a picture of it, with nothing to press.
    """
    s = view.state
    mine = live and s.phase != r.ENDED and s.turn == view.seat
    return {
        "title": title or (f"Round {s.rounds + 1}" if s.phase != r.ENDED else "The end"),
        "status": status or _status(view, names),
        "stamp": stamp,
        "message": message,
        "markers": list(_arrow(view, names)),
        "seats": [_seat(view, p, names) for p in range(s.players)],
        "zones": [
            *(_herd(view, h) for h in range(s.n_herds)),
            _deck(s),
            _shed(view, open_shed),
            _hand(view, names, mine),
        ],
        "choices": list(_choices(view, names)) if mine else [],
        "log": list(log),
        "lines": lines,
        "result": result,
    }


def _status(view: View, names: Names) -> str:
    """Whose turn it is and what to do, spoken to the one who does it."""
    s = view.state
    if s.phase == r.ENDED or names.you != s.turn:
        return str(view.game.words.status(s, names))
    if s.phase != r.PLAYING:
        return {
            r.CHOOSING_ARROW: "Your turn: leave the arrow as it is, or turn it round?",
            r.CHOOSING_NEXT: "Your turn: who plays next?",
        }[s.phase]
    if s.low[s.herd] > s.high[s.herd]:
        return "Your turn: start a new herd." if r.PASS not in view.moves else "Your turn: you have to pass."
    if view.moves == [r.TAKE]:
        return "Your turn: no cow of yours fits, so take the herd."
    return "Your turn: add a cow that fits, or take the herd."


def _cards_at(s: Any, place: int) -> list[int]:
    return [c for c in range(s.n_cards) if s.place[c] == place]


def _flies(game: Game, some: Sequence[int]) -> int:
    return sum(game.cards.rows[c]["flies"] for c in some)


def _tally(game: Game, some: Sequence[int]) -> str:
    """«3 cows, 4 flies»."""
    return f"{number_of(len(some), 'cow', 'cows')}, {number_of(_flies(game, some), 'fly', 'flies')}"


def _arrow(view: View, names: Names) -> Iterator[Marker]:
    s = view.state
    if s.phase == r.ENDED:
        return
    side, following = ("left", 1) if s.direction > 0 else ("right", -1)
    after = names[(s.turn + following) % s.players]
    yield {
        "art": f"arrow-{side}",
        "text": f"next: {after}",
        "label": f"The arrow points to the {side}; after this turn {after} {'are' if after == 'you' else 'is'} next.",
    }


def _seat(view: View, p: int, names: Names) -> Seat:
    s = view.state
    shed = _cards_at(s, r.SHED + p)
    seat: Seat = {
        "name": names.names[p],
        "is_you": p == names.you and names.names[p].lower() != "you",  # the name says it already
        "active": s.phase != r.ENDED and p == s.turn,
        "facts": [
            {"label": "flies", "value": str(s.flies[p])},
            {"label": "hand", "value": str(s.held[p])},
            {"label": "shed", "value": number_of(len(shed), "cow", "cows")},
        ],
    }
    if s.phase == r.ENDED and view.game.plain.payoff(s, p) > 0:
        seat["badge"] = "winner"
    return seat


def _herd(view: View, h: int) -> Zone:
    s, game = view.state, view.game
    cows = _cards_at(s, r.HERD + h)
    zone: Zone = {
        "id": f"herd{h}",
        "title": f"Herd {h + 1}" if s.n_herds > 1 else "The herd",
        "layout": "line",
        "cards": list(_line(s, h, cows, game.cards)),
        "active": h == s.herd and s.phase != r.ENDED,
        "empty": "No cow here. A cow with a number starts the herd.",
        "markers": [],
    }
    if cows:
        zone["note"] = _tally(game, cows) + (" · mad cow: only cows with flies may join" if s.mad[h] else "")
        zone["markers"] = [_end(s, h, "start"), _end(s, h, "end")]
    return zone


def _line(s: Any, h: int, cows: Sequence[int], cards: Cards) -> Iterator[Card]:
    """The cows in number order, acrobats on top of theirs, and one gap for each stretch of missing numbers."""
    climbers = [c for c in cows if cards.rows[c]["kind"] == "acrobat"]
    missing: list[int] = []
    for n in range(s.low[h], s.high[h] + 1):
        card = s.cow[h * r.SLOTS + n]
        if card == NONE:
            missing.append(n)
            continue
        if missing:
            yield _gap(missing)
            missing = []
        shown = picture(card, cards, n)
        if above := [picture(c, cards) for c in climbers if cards.rows[c]["number"] == n]:
            shown["on_top"] = above
        yield shown


def _gap(missing: Sequence[int]) -> Card:
    first, last = missing[0], missing[-1]
    text = str(first) if first == last else f"{first}\N{EN DASH}{last}"
    return {"id": f"gap{first}", "kind": "gap", "label": f"missing: {text}", "face": {"title": text}}


def _end(s: Any, h: int, at: str) -> Marker:
    low = at == "start"
    number, word = (s.low[h], "lower") if low else (s.high[h], "higher")
    is_open = number > 0 if low else number < r.SLOTS - 1
    where = f"{word} than {number}"
    return {
        "at": "start" if low else "end",
        "open": is_open,
        "text": where if is_open else "closed",
        "label": f"Here a cow {where} fits." if is_open else f"This end is closed: no cow is {where}.",
    }


def _deck(s: Any) -> Zone:
    left = s.n_cards - s.deck_top
    zone: Zone = {"id": "deck", "title": "Deck", "layout": "pile", "count": left, "cards": []}
    if left == 0:
        zone["note"] = "empty: the next herd taken ends the round"
    return zone


def _shed(view: View, is_open: bool) -> Zone:
    s, game = view.state, view.game
    mine = sorted(_cards_at(s, r.SHED + view.seat), key=lambda c: (-game.cards.rows[c]["flies"], c))
    zone: Zone = {
        "id": "shed",
        "title": "Your cowshed" if is_open else "Cowshed",
        "layout": "row" if is_open else "pile",
        "count": len(mine),
    }
    zone["cards"] = [picture(c, game.cards) for c in mine] if is_open else []
    zone["note"] = number_of(_flies(game, mine), "fly", "flies")
    zone["empty"] = "Empty."
    return zone


def _hand(view: View, names: Names, mine: bool) -> Zone:
    s, game = view.state, view.game
    hand = sorted(_cards_at(s, r.HAND + view.seat), key=lambda c: _place_in_hand(game.cards.rows[c]))
    return {
        "id": "hand",
        "title": "Your hand",
        "layout": "hand",
        "cards": [_in_hand(view, c, names, mine) for c in hand],
        "note": _tally(game, hand),
        "empty": "Your hand is empty.",
    }


def _place_in_hand(row: dict[str, Any]) -> tuple[int, int, str]:
    """By number, cows without one last."""
    return (r.SLOTS if row["number"] == NONE else row["number"], row["flies"], row["code"])


def _in_hand(view: View, card: int, names: Names, mine: bool) -> Card:
    s, game = view.state, view.game
    shown = picture(card, game.cards)
    if not mine or s.phase != r.PLAYING:
        return shown
    moves = (r.CALF_LOW, r.CALF_HIGH) if game.cards.rows[card]["kind"] == "calf" else (card,)
    legal = [a for a in moves if a in view.moves]
    shown["action"] = moves[0]
    shown["legal"] = bool(legal)
    if legal and len(moves) > 1:
        shown["ask"] = "Now choose its end of the line."
    if not legal:
        shown["why"] = why_not(view, moves[0], names)
    return shown


def why_not(view: View, a: int, names: Names) -> str:
    """Why action `a` is not allowed, from the mover's view; an empty text if it is."""
    code = view.game.plain.check(view.state, a)
    return view.game.words.reason(code, a, view.state, view.game.cards, names).text if code else ""


# ---- buttons --------------------------------------------------------------------------------------------------------
def _choices(view: View, names: Names) -> Iterator[Choice]:
    s, game = view.state, view.game

    def button(a: int, hint: str = "") -> Choice:
        text: str = game.words.action_words(a, s, game.cards, names)
        return {"action": a, "label": text[0].upper() + text[1:], "hint": hint, "legal": a in view.moves}

    if s.phase == r.PLAYING:
        if r.PASS in view.moves:
            yield {**button(r.PASS, "None of your cows has a number of its own."), "tone": "primary"}
        if r.TAKE in view.moves:
            hint = f"{_tally(game, _cards_at(s, r.HERD + s.herd))} go into your cowshed"
            yield {**button(r.TAKE, hint), "tone": "primary" if len(view.moves) == 1 else "plain"}
        if any(a in view.moves for a in (r.CALF_LOW, r.CALF_HIGH)):
            for a, n in ((r.CALF_LOW, s.low[s.herd] - 1), (r.CALF_HIGH, s.high[s.herd] + 1)):
                hint = f"as number {n}" if a in view.moves else ""
                yield {**button(a, hint), "card": game.notation(game.constants["CALF_CARD"])}
        return
    for a in view.moves:
        yield button(a, _then(s, a, names))


def _then(s: Any, a: int, names: Names) -> str:
    """Who plays after KEEP or TURN."""
    if a not in (r.KEEP, r.TURN):
        return ""
    step = s.direction if a == r.KEEP else -s.direction
    who = names[(s.turn + step) % s.players]
    return f"then {who} {'play' if who == 'you' else 'plays'}"


# ---- what happened --------------------------------------------------------------------------------------------------
_QUIET = (r.DREW, r.KEPT)  # no news to the other farmers
_DONE_BY_ONESELF = (r.PLAYED, r.KEPT, r.TURNED, r.NAMED, r.TOOK)  # no news to the one who did it
_TOLD_BY_LINES = (r.HAND_SCORED, r.SIX_SPECIALS, r.ROUND_SCORED, r.WON)  # `scoring` and `result` tell it


def chapter(row: Row) -> str | None:
    """The heading that starts with this event row, or None."""
    kind, _, what, _ = row
    return f"Round {what}" if kind == r.ROUND_STARTED else None


def news(rows: Sequence[Row], cards: Cards, names: Names) -> Iterator[str]:
    """What `names.you` does not know yet of these event rows, shorter than in the log, which has all of it."""
    for row in rows:
        kind, who, what, more = row
        mine = who == names.you
        if kind in _TOLD_BY_LINES or kind == r.CARRIED or kind in (_DONE_BY_ONESELF if mine else _QUIET):
            continue
        if kind == r.TOOK:
            haul = f"{number_of(more, 'cow', 'cows')}, {number_of(what or 0, 'fly', 'flies')}"
            yield f"{names[who]} takes the herd: {haul}."
        else:
            yield from words.tell([row], cards, names)


# ---- the end of a round, line by line -------------------------------------------------------------------------------
def scoring(rows: Sequence[Row], names: Names, view: View | None = None, *, by_chance: bool = False) -> Lines | None:
    """The scoring among these event rows (kind, who, what, more) as a table, or None if there is none.

    view: the position after them.  by_chance: a tie for who starts is settled by chance, not by seating; by default as
    in the game of the view.
    """
    by_chance = by_chance or (view is not None and bool(view.state.random_starter))
    hand: dict[int, int] = {}
    spared: dict[int, int] = {}
    scored: dict[int, tuple[int, int]] = {}
    starter, number = None, 0
    for kind, who, what, more in rows:
        n = what or 0
        if kind == r.HAND_SCORED:
            hand[who] = n
        elif kind == r.SIX_SPECIALS:
            spared[who] = n
        elif kind == r.ROUND_SCORED:
            scored[who] = (n, more)
        elif kind == r.ROUND_STARTED and scored:
            starter, number = who, n
    if not scored:
        return None
    totals = {p: total for p, (_, total) in scored.items()}
    return {
        "title": "Who gets how many flies" if number else "The last round",
        "header": ["farmer", "cowshed", "+ hand", "= this round", "in all"],
        "rows": [
            [
                _capital(names[p]),
                str(spared.get(p, got) - hand[p]),
                str(hand[p]),
                str(got) if p not in spared else f"{got} (six special cows: {spared[p]} do not count)",
                str(total),
            ]
            for p, (got, total) in scored.items()
        ],
        "note": _next_start(starter, totals, names, by_chance) if starter is not None else _game_end(totals, names),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _next_start(starter: int, totals: dict[int, int], names: Names, by_chance: bool) -> str:
    most = max(totals.values())
    tied = [names[p] for p, total in totals.items() if total == most]
    who = names.sentence("{Who} {start|starts}", starter)
    if len(tied) == 1:
        return (
            f"Nobody has {r.TARGET} flies yet, so the game goes on. {who} the next round, with the most flies so far."
        )
    how = "chance decided among them" if by_chance else "of those, the first to the left of the last starter begins"
    return f"{_capital(' and '.join(tied))} have the most flies; {how}. {who} the next round."


def _game_end(totals: dict[int, int], names: Names) -> str:
    over = [names.sentence("{Who} {have|has}", p) + f" {total}" for p, total in totals.items() if total >= r.TARGET]
    return f"With {r.TARGET} flies or more after a round the game ends: {', '.join(over)}. The fewest flies win."


def result(view: View, names: Names) -> Result | None:
    """Who won, or None while the game goes on."""
    s = view.state
    if s.phase != r.ENDED:
        return None
    won = [p for p in range(s.players) if view.game.plain.payoff(s, p) > 0]
    flies = number_of(s.flies[won[0]], "fly", "flies")
    if len(won) == 1:
        title = names.sentence("{Who} {win|wins}", won[0]) + f" with {flies}!"
    else:
        title = f"{_capital(' and '.join(names[p] for p in won))} share the victory with {flies} each."
    loser = max(range(s.players), key=lambda p: s.flies[p])
    text = names.sentence("{Who} {have|has}", loser) + f" the most flies, {s.flies[loser]}. Moo!"
    return {"title": title, "text": text, "tone": "good" if names.you in won else "info", "art": "trophy"}
