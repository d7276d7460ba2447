"""Mob Town step by step for somebody who has never seen it, and a quiz.  Only data and what is asked of the engine.

The sentences are our own; every step names the rulebook section, and the ruling where it is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from ...core.lesson import (
    Goal,
    Lesson,
    Match,
    Move,
    Number,
    Option,
    Question,
    Refusal,
    Step,
    after,
    choices,
    moves,
    numbers,
    seats,
)
from ...core.words import list_of, number_of
from . import rules as r
from . import words as w
from .cards import ARROWS, LAW_CARD, N_PROPERTIES, SUITS, load

YOU = 0
NAMES = ("You", "Bea", "Carl", "Dina")
TECHNICAL = {  # reasons that nobody meets at a table
    r.NO_SUCH_ACTION: "no button stands for it",
    r.OUT_OF_ORDER: "the table takes cards in any order and puts them in order itself",
    r.NO_SUCH_WAY: "the table has buttons for the chains there are",
    r.NOT_PLACED: "only cells at an edge of the city can be pressed",
    r.OTHER_NAME: "every cell is shown once, by its own name",
    r.LOT_EMPTY: "no card lies there to be pressed",
}
_CARDS = load()
_CODES: list[str] = _CARDS.column("code")
_COUNTS: list[int] = _CARDS.column("count")
_PROPERTIES: list[str] = _CARDS.column("code", "properties")
_AGENDAS: list[str] = _CARDS.column("code", "agendas")
TWO: dict[str, Any] = {"players": 2}
THREE: dict[str, Any] = {"players": 3}

OBJECT, CONTENTS = "Rulebook: Object of the Game", "Rulebook: Contents"
SETUP, PLAY, TRADE, CASH_IN = (f"Rulebook: {text}" for text in (w.SETUP, w.PLAY, w.TRADE, w.CASH_IN))
TAKE_OVER, OPEN_LOT, SCORING = (f"Rulebook: {text}" for text in (w.TAKE_OVER, w.OPEN_LOT, w.SCORING))
ROUND_END, GAME_END = f"Rulebook: {w.END_OF_ROUND}", f"Rulebook: {w.END}"


# ---- positions ------------------------------------------------------------------------------------------------------
def drawn(city: str) -> dict[str, list[int]]:
    """Where each property lies on a map: rows with / between, .. for an empty cell; the first cell is (0, 0)."""
    return {code: [x, y] for y, row in enumerate(city.split("/")) for x, code in enumerate(row.split()) if code != ".."}


def place(
    city: str | dict[str, list[int]],
    hand: str,
    *,
    others: Sequence[str] = (),
    players: int = 2,
    tokens: str = "",
    line: str = "",
    draws: str = "",
    law: int | None = None,
    agendas: Sequence[str] | None = (),
    **more: Any,
) -> dict[str, Any]:
    """Keyword arguments of a position: the city as a map, your hand as codes; the rest always the same.

    others: the next seats' hands where they matter, else three cards each.  tokens: take-overs in order, «0G1 1H2».
    line: what must lie in the line-up.  draws: what lies on top of the deck.  law: cards above the law, where it
    matters.  agendas: of each seat, by default any two; None in the phase in which they are chosen.
    """
    city = drawn(city) if isinstance(city, str) else city
    rng = random.Random(" ".join((*city, hand, *others, tokens, line, draws)))
    hands = [text.split() for text in (hand, *others)]
    pile = [code for code, n in zip(_CODES[:LAW_CARD], _COUNTS, strict=False) for _ in range(n)]
    for code in " ".join((hand, *others, line, draws)).split():
        pile.remove(code)
    rng.shuffle(pile)
    while len(hands) < players:
        hands.append([pile.pop() for _ in range(r.HAND_SIZE)])
    shown = line.split()
    while len(shown) < r.LINE_SIZE:
        shown.append(pile.pop())
    deck = [*draws.split(), *pile]
    deck.insert(len(deck) - rng.randrange(r.LAW_DEPTH) if law is None else law, "law")
    if agendas is not None:
        given = [text.split() for text in agendas]
        agendas_of = [*given, *(rng.sample(_AGENDAS, r.CHOSEN) for _ in range(players - len(given)))]
        more["agendas"] = agendas_of
    free = [code for code in _PROPERTIES if code not in city]
    more.setdefault("lot", rng.sample(free, min(r.LOT_SIZE, len(free))))
    return {
        "city": city,
        "hands": hands,
        "tokens": [[int(token[0]), token[1:]] for token in tokens.split()],
        "line": shown,
        "deck": deck if law is None else deck[: law + 1],
        **{name: value.split() if name == "lot" and isinstance(value, str) else value for name, value in more.items()},
    }


def number(code: str) -> int:
    """The number of a property by its code."""
    return _PROPERTIES.index(code)


# ---- what is asked of the engine ------------------------------------------------------------------------------------
def cost(code: str) -> Number:
    """What is to be paid in suits and cash for that property."""
    return lambda match: int(match.game.plain.cost(match.state, number(code)))


def connection(code: str) -> Number:
    """The connection cards that you need to get there."""
    return lambda match: int(match.game.plain.gap(match.state, YOU, number(code)))


def face(code: str) -> Number:
    return lambda match: int(match.game.constants["FACE"][number(code)])


def hand_size(match: Match, seat: int = YOU) -> int:
    return int(match.state.held[seat])


def hand_of(seat: int) -> Number:
    return lambda match: hand_size(match, seat)


def then(answer: Number, *played: str) -> Number:
    """What `answer` will be after these moves."""
    return lambda match: answer(after(match, *played))


def controlled(match: Match) -> list[int]:
    """The properties that you control."""
    return [x for x in range(N_PROPERTIES) if match.state.owner[x] == YOU]


def count_controlled(match: Match) -> int:
    return len(controlled(match))


def faces_controlled(match: Match) -> int:
    return sum(match.game.constants["FACE"][x] for x in controlled(match))


def with_tokens(match: Match) -> int:
    """Face values of all properties on which one of your tokens lies or lay; told as a typical mistake."""
    return sum(match.game.constants["FACE"][x] for x in range(N_PROPERTIES) if match.state.tokens[x])


def owner(code: str) -> Number:
    return lambda match: int(match.state.owner[number(code)])


def prospect(match: Match) -> int:
    """What you would score if the round ended now."""
    return int(match.game.plain.prospect(match.state, YOU))


def points(match: Match) -> int:
    return int(match.state.points[YOU])


def starter(match: Match) -> int:
    return int(match.state.starter)


def scorer(agenda: str) -> Number:
    """The seat that would achieve that agenda if the round ended now; the number of seats for nobody."""

    def answer(match: Match) -> int:
        achieves = match.game.plain.achieves
        able = [p for p in range(match.game.players) if achieves(match.state, p, _AGENDAS.index(agenda))]
        return able[0] if able else match.game.players

    return answer


def claim(agenda: str, seat: int = YOU) -> Number:
    """How much that seat has of what the agenda counts."""
    return lambda match: int(match.game.plain.claim_of(match.state, seat, _AGENDAS.index(agenda))) // 1000


def likeliest(*agendas: str, seat: int = 1) -> Number:
    """Which of these agendas (from 0) that seat most likely has, judging by its take-overs."""

    def answer(match: Match) -> int:
        chance = [match.game.plain.agenda_chance(match.state, seat, _AGENDAS.index(agenda)) for agenda in agendas]
        return int(chance.index(max(chance)))

    return answer


def winners(*played: str) -> Number:
    """Who wins with these moves: the seat, or the number of seats if the victory is shared."""

    def answer(match: Match) -> int:
        shares = after(match, *played).payoffs()
        return int(shares.index(1) if 1 in shares else match.game.players)

    return answer


def ways(code: str) -> Number:
    """From how many chains, which feed different owners, you may choose on the way there."""
    return lambda match: max(1, int(after(match, f"take-{code}").state.n_ways))


def fed(code: str, *played: str) -> Number:
    """The seat that gets the connection card on the way there; the number of seats for nobody."""

    def answer(match: Match) -> int:
        feed = after(match, f"take-{code}", *played).state.feed
        return next((q for q in range(match.game.players) if feed[q]), int(match.game.players))

    return answer


def next_place(*stack: str) -> Number:
    """Where the last of these properties comes to lie, seen from the one before: the number of a direction of ARROWS,
    or 4 where it lies further away.
    """

    def answer(match: Match) -> int:
        s = match.game.blank()
        match.game.plain.clear_round(s)
        order = [number(code) for code in stack]
        s.stack[:] = [*order, *(x for x in range(N_PROPERTIES) if x not in order)]
        match.game.plain.lay_city(s)
        step = s.cell[order[-1]] - s.cell[order[-2]]
        return r.STEP.index(step) if step in r.STEP else len(ARROWS)

    return answer


def agendas_now(*some: str) -> Callable[[Match], list[Option]]:
    """Agendas to choose from: right are those that you would achieve if the round ended now."""

    def make(match: Match) -> list[Option]:
        return [
            Option(
                _capital(w.agenda_name(i, match.game.cards)),
                bool(match.game.plain.achieves(match.state, YOU, i)),
                "You do not have more of that than every rival.",
            )
            for i in map(_AGENDAS.index, some)
        ]

    return make


def payments(code: str, *some: str) -> Callable[[Match], list[Option]]:
    """Sets of cards to choose from: right are those that exactly pay for the take-over, as the engine judges."""

    def make(match: Match) -> list[Option]:
        return [_payment(match, code, cards) for cards in some]

    return make


def _payment(match: Match, code: str, cards: str) -> Option:
    label = list_of([w.card_name(_CODES.index(card), match.game.cards) for card in cards.split()])
    trial = after(match, f"take-{code}")
    for card in cards.split():
        if trial.state.phase != r.PAYING:
            return Option(label, False, "The price is reached without one of them, and no card may be needless.")
        if (reason := trial.why_not(card, YOU)) is not None:
            return Option(label, False, reason.text, reason.rule, reason.code)
        trial.play(card)
    return Option(label, trial.state.phase != r.PAYING, "That does not reach the price.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- goals ----------------------------------------------------------------------------------------------------------
def _mine(match: Match, kind: int) -> list[tuple[int, int]]:
    """(what, more) of your events of that kind in the last chain of your moves."""
    found: list[tuple[int, int]] = []
    for turn in reversed(match.turns):
        if turn.seat != YOU:
            break
        found = [(row[2], row[3]) for row in turn.events if row[:2] == (kind, YOU)] + found
        if turn.before[0].phase == r.ACTING:
            break
    return found


def _finished(match: Match) -> bool:
    """Nothing that was begun is left open."""
    return match.state.phase in (r.ACTING, r.CHOOSING, r.ENDED)


def did(*codes: str) -> Goal:
    """The last move was one of these."""
    return lambda match: match.notation(match.turns[-1].action) in codes


def took(code: str, also: Goal = lambda match: True) -> Goal:
    """You took over that property, and did what else is wanted."""
    return lambda match: any(what == number(code) for what, _ in _mine(match, r.TOOK_OVER)) and also(match)


def paid_value(match: Match) -> int:
    """The value of the cards that you paid, without a connection."""
    return sum(match.game.constants["VALUE"][what] for what, _ in _mine(match, r.PAID))


def fed_nobody(match: Match) -> bool:
    return not _mine(match, r.HANDED)


def traded(suit: str) -> Goal:
    """You traded a card for all of that suit."""
    return lambda match: any(SUITS[more] == suit for _, more in _mine(match, r.TRADED))


def cashed(match: Match) -> bool:
    return bool(_mine(match, r.CASHED)) and _finished(match)


def chose(agenda: str) -> Goal:
    """You have chosen your agendas, and that is one of them."""
    return lambda match: (
        match.state.chosen[YOU] == r.CHOSEN and bool(match.state.agenda[YOU] >> _AGENDAS.index(agenda) & 1)
    )


def swapped(match: Match) -> bool:
    return bool(_mine(match, r.PUT_BACK)) and _finished(match)


def placed_only(match: Match) -> bool:
    return bool(_mine(match, r.LEFT))


# ---- the steps ------------------------------------------------------------------------------------------------------
IDEA, TURN, TAKING, CONNECTING, LOT, SECRET, RARE, ENDING = (
    "What it is about",
    "Getting cards",
    "Taking over",
    "Connecting",
    "The open lot",
    "Agendas",
    "Seldom, but it happens",
    "How it ends",
)
MAP_ONLY = ("seats", "arrow", "line", "lot", "hand", "agendas")  # what steps leave out
PAYING = ("arrow", "line", "lot", "agendas")
PRICES = ("prices", "notes")
COUNTING = ("arrow", "line", "lot", "hand", "agendas", *PRICES)
SCORES = ("points", "properties")  # facts about seats
EXAMPLE = "G1 H2 R4"  # the rulebook's: from the Gaming Hall over the Hotel to the Restaurant
SQUARE = "G1 H2 R2/F3 T3 G4/R1 H1 F2"
TOWN = "T2 F1 H3 R2/G3 R1 T4 H1/F4 G2 H2 T1"
DIRECTIONS = tuple(f"{text} it" for text in ("Above", "To the right of", "Below", "To the left of"))
FURTHER = (*DIRECTIONS, "Further away: the next free place")
NOBODY = "Nobody"

STEPS = (
    Step(
        key="theme",
        veil=(*COUNTING, *SCORES, "cards in hand", "briefcases", "secret agendas"),
        chapter=IDEA,
        title="Who runs this town?",
        text=(
            "You lead a family that takes over a town, property by property. Every property shows a number from 1 to "
            "4 and two kinds of animals. Whoever has the token on top controls it. At the end of a round it brings "
            "its number as points."
        ),
        rule=OBJECT,
        options=TWO,
        position=place(TOWN, "snake1 fox2 cash", tokens="0G3 1R1 0R1 1T4 0H2 1H2 1H1 0T1", law=14),
        tasks=(
            Question(
                say="How many points do the properties bring that you control?",
                options=numbers(
                    faces_controlled,
                    [
                        (count_controlled, "That is how many you control."),
                        (with_tokens, "Some of these are Bea's."),
                    ],
                ),
                because="Yes. Only the token on top counts: the Hotel 2 was yours, and is Bea's now.",
                look="Add up the numbers of the properties with your token on top.",
                nudge="Gaming Hall 3, Restaurant 1 and Theater 1.",
            ),
        ),
    ),
    Step(
        key="goal",
        veil=("arrow", "line", "lot", "hand", "agendas"),
        chapter=IDEA,
        title="Most points after three rounds",
        text=(
            "A round ends when the law card turns up, and then all score. Controlled properties bring their numbers, "
            "each secret agenda that you achieve brings 3 points. After three rounds every unused briefcase brings 2 "
            "more. Most points win."
        ),
        rule=OBJECT,
        options=THREE,
        position=place(
            "G3 H1 R4/T2 F2 G1/H4 T1 R1",
            "snake1 fox2 cash",
            players=3,
            tokens="0G3 1R4 2H4 0H1 1T2 2T1",
            law=0,
            rounds=2,
            points=[11, 12, 9],
            briefcases=[3, 0, 1],
            agendas=("restaurants factories", "hotels factories", "halls restaurants"),
        ),
        tasks=(
            Question(
                say="This is the third round, the law turns up now, and nobody achieves an agenda. Who wins the game?",
                options=seats(winners("draw")),
                because="Right: Bea was ahead, but your briefcases bring 6 points.",
                look="Add points so far, properties, and 2 for each briefcase.",
                nudge="You: 11 and 4 and three briefcases. Bea: 12 and 6. Carl: 9 and 5 and one briefcase.",
            ),
        ),
    ),
    Step(
        key="arrow-left",
        veil=MAP_ONLY,
        chapter=IDEA,
        title="A town is laid out: the arrow",
        text=(
            "Every round begins with a new city: 12 properties for two players, 13 for three, 14 for four. The first "
            "one lies in the middle. Every card has an arrow (our guess which), and the next card goes where it points."
        ),
        rule=f"{SETUP}; ruling T4",
        options=TWO,
        position=place("G4", "snake1 fox2 cash"),
        tasks=(
            Question(
                say="The first card is the Gaming Hall 4. Its arrow points to the left. Where does the next card go?",
                options=choices(next_place("G4", "H1"), *DIRECTIONS),
                because="Right: where the arrow points.",
                look="Follow the arrow of the card that was placed last.",
                nudge="Its arrow points to the left.",
            ),
        ),
    ),
    Step(
        key="arrow-up",
        veil=MAP_ONLY,
        chapter=IDEA,
        title="A town is laid out: step by step",
        text=(
            "It is always the card placed last whose arrow counts, wherever it lies. So the city grows like a snake: "
            "to the left, up, to the right, sometimes back."
        ),
        rule=f"{SETUP}; ruling T4",
        options=TWO,
        position=place("G1 G4", "snake1 fox2 cash"),
        tasks=(
            Question(
                say=(
                    "After the Gaming Hall 4 came the Gaming Hall 1, whose arrow points up. "
                    "Where does the next card go, seen from the 1?"
                ),
                options=choices(next_place("G4", "G1", "H1"), *DIRECTIONS),
                because="Right: up, from the card that was placed last.",
                look="Only the arrow of the last card counts.",
                nudge="The arrow of the Gaming Hall 1 points up.",
            ),
        ),
    ),
    Step(
        key="arrow-down",
        veil=("seats", "arrow", "line", "hand", "agendas"),
        chapter=IDEA,
        title="A town is laid out: if a place is taken",
        text=(
            "If the arrow points to a place where a card lies already, go on in the same direction to the first free "
            "place. When all are laid, three more properties lie face up beside the city: the open lot."
        ),
        rule=f"{SETUP}; rulings T4, T5",
        options=TWO,
        position=place("H1/G1", "snake1 fox2 cash"),
        tasks=(
            Question(
                say="The Hotel 1 came last, and its arrow points down. Where does the next card go, seen from it?",
                options=choices(next_place("G1", "H1", "R1"), *FURTHER),
                because="Right: past the Gaming Hall, to the first free place below it.",
                look="Is the place below it free?",
                nudge="The Gaming Hall 1 lies there. Go on in the same direction.",
            ),
        ),
    ),
    Step(
        key="agendas",
        veil=("lot",),
        chapter=IDEA,
        title="Two secret agendas",
        text=(
            "Then everybody chooses two of the same eight agendas, in secret. Each says what you must have most of "
            "when the round ends: one type of property, different types, neighbours, or properties at all. Two "
            "players may well choose the same."
        ),
        rule=f"{SETUP}; rulings T33, T34",
        options=TWO,
        position=place(TOWN, "snake1 shark2 cash", agendas=None, phase="agendas"),
        tasks=(
            Move(
                say="Your hand is good for Gaming Halls. Choose «most Gaming Halls» and another one that you like.",
                goal=chose("halls"),
                solution="halls district",
                refused={"draw": r.AGENDAS_FIRST, "halls halls": r.AGENDA_HELD, "hotels empire": r.OK},
                then=("hotels variety",),
                because="Only you can see them. Bea has chosen, too, but you are not told what.",
                nudge="Press «most Gaming Halls» and any other agenda.",
            ),
            Refusal(
                say="It is your turn. Try to change your mind and take «most Hotels».",
                code=r.AGENDAS_STAND,
                solution="hotels",
                offers=("hotels",),
                because="",
                nudge="Press «most Hotels».",
            ),
        ),
    ),
    Step(
        key="draw",
        veil=("lot", "agendas"),
        chapter=TURN,
        title="Draw",
        text=(
            "In your turn you do exactly one thing. There are five of them, and the first is always possible: draw "
            "two cards. The deck has rats, sharks, snakes, foxes and weasels of value 1, 2 and 3, and cash. You may "
            "hold as many cards as you like."
        ),
        rule=f"{PLAY}; rulings T3, T15",
        options=TWO,
        position=place(TOWN, "", draws="shark2 rat1", line="rat1 fox1 fox2 snake1 weasel3"),
        tasks=(
            Refusal(
                say="Your hand is empty. Try to trade for the foxes in the line-up.",
                code=r.EMPTY_HAND,
                solution="trade-fox",
                offers=("trade-fox",),
                because="",
                nudge="Press a fox of the line-up.",
            ),
            Move(
                say="So draw two cards.",
                goal=did("draw"),
                solution="draw",
                refused={"cash-in": r.NO_CASH, "leave": r.NOT_ASKED, "take-G3": r.TOO_DEAR},
                because="Nobody but you knows which cards these are. Now it is Bea's turn.",
                nudge="Press «Draw two cards».",
            ),
            Question(
                say="How many cards do you hold now?",
                options=numbers(hand_size, [(lambda match: 0, "You have drawn some.")]),
                because="Right.",
                look="You had none and drew.",
                nudge="Two.",
            ),
        ),
    ),
    Step(
        key="trade",
        veil=("lot", "agendas"),
        chapter=TURN,
        title="Trade",
        text=(
            "Five cards lie face up: the line-up. You may give one card of your hand for all cards of one type that "
            "lie there. Your card goes to the line-up, and then it is filled up to five from the deck. All see what "
            "you took."
        ),
        rule=f"{TRADE}; rulings T10, T12",
        options=TWO,
        position=place(
            TOWN,
            "rat1 fox3",
            line="shark1 rat2 shark3 snake1 shark2",
            draws="weasel1 snake3",
            agendas=("halls empire",),
        ),
        tasks=(
            Question(
                say="You trade one card for all sharks. How many cards will you hold then?",
                options=numbers(
                    then(hand_size, "trade-shark rat1"),
                    [(lambda match: hand_size(match) + 3, "One of your cards is given away for them.")],
                ),
                because="Right: one goes, three come.",
                look="Count your cards, take one away, add the sharks.",
                nudge="Three sharks lie there.",
            ),
            Move(
                say="Trade your rat for the sharks.",
                goal=lambda match: traded("shark")(match) and did("rat1")(match),
                solution="trade-shark rat1",
                refused={
                    "trade-fox": r.SUIT_NOT_IN_LINE,
                    "trade-shark weasel1": r.NOT_IN_HAND,
                    "trade-shark draw": r.TRADE_FIRST,
                    "trade-shark fox3": r.OK,
                    "draw": r.OK,
                },
                because="Three sharks for a rat. Two cards came from the deck to fill the gaps.",
                nudge="Press a shark in the line-up, then your rat.",
            ),
        ),
    ),
    Step(
        key="cash-in",
        veil=("lot", "agendas"),
        chapter=TURN,
        title="Cash in",
        text=(
            "A cash card buys more: discard it and take any three cards of the line-up, of whichever types. Then "
            "the line-up is filled up again. Cash can also be kept, to pay with it."
        ),
        rule=f"{CASH_IN}; ruling T14",
        options=TWO,
        position=place(TOWN, "cash rat1", line="rat2 snake3 fox1 weasel2 fox3", draws="rat1 snake1 shark3"),
        tasks=(
            Question(
                say="How many cards more than now will you hold after cashing in?",
                options=numbers(
                    lambda match: then(hand_size, "cash-in snake3 fox3 rat2")(match) - hand_size(match),
                    [(lambda match: 3, "And the cash card?")],
                ),
                because="Right: the cash card goes, three come.",
                look="One goes, three come.",
                nudge="Three less one.",
            ),
            Move(
                say="Cash in and take three cards that you like.",
                goal=cashed,
                solution="cash-in snake3 fox3 rat2",
                refused={
                    "cash-in shark1": r.NOT_IN_LINE,
                    "cash-in draw": r.PICK_FIRST,
                    "draw": r.OK,
                },
                because="The cash card is out of the round.",
                nudge="Press «Pay cash», then three cards of the line-up.",
            ),
        ),
    ),
    Step(
        key="take",
        veil=PAYING,
        chapter=TAKING,
        title="Take over",
        text=(
            "To take over a property, discard cards of the two animals it shows; their values must reach its number. "
            "A Gaming Hall takes snakes and sharks, a Restaurant rats and sharks. Cash counts as 1 everywhere. The "
            "animals of the other types are our guess."
        ),
        rule=f"{TAKE_OVER}; ruling T18",
        options=TWO,
        position=place(EXAMPLE, "shark1 fox2 snake1 rat1 cash"),
        tasks=(
            Question(
                say="The Gaming Hall 1 costs 1. Which of your cards can pay for it? Tick all.",
                many=True,
                options=moves("shark1", "fox2", "snake1", "rat1", "cash", first="take-G1"),
                because="Right: a snake, a shark, or cash.",
                look="Which animals does a Gaming Hall show?",
                nudge="Two of its animals, and the card that counts everywhere.",
                veil=PRICES,
            ),
            Move(
                say="Take it over.",
                goal=took("G1"),
                solution="take-G1 snake1",
                refused={
                    "take-R4": r.TOO_DEAR,
                    "take-F1": r.NOT_IN_CITY,
                    "take-G1 rat1": r.WRONG_SUIT,
                    "take-G1 draw": r.PAY_FIRST,
                    "draw": r.OK,
                },
                because="Your token lies on it: it is yours for now.",
                nudge="Press the Gaming Hall, then a card that pays for it.",
            ),
        ),
    ),
    Step(
        key="pay",
        veil=PAYING,
        chapter=TAKING,
        title="Paying more than it costs",
        text=(
            "Both animals and cash may be mixed. If your cards come to more than the price, there is no change. But "
            "no card may be needless: without any one of them the rest must not be enough."
        ),
        rule=f"{TAKE_OVER}; rulings T17, T17a, T18",
        options=TWO,
        position=place(EXAMPLE, "rat3 shark3 rat1 shark1 cash fox1"),
        tasks=(
            Question(
                say="The Restaurant 4 takes rats and sharks. With which of these can it be paid? Tick all.",
                many=True,
                options=payments(
                    "R4", "rat3 shark1", "rat3 shark3", "rat3 rat1 shark1", "shark3 cash", "rat1 shark1 cash"
                ),
                because="Right: at least 4, and no card needless.",
                look="Add up the values. Could one of the cards be left out?",
                nudge="Three of them will do.",
            ),
            Move(
                say="Take it over without wasting anything: cards worth exactly 4.",
                goal=took("R4", lambda match: paid_value(match) == 4),
                solution="take-R4 rat3 shark1",
                refused={"take-R4 rat3 shark3": r.OK, "take-R4 fox1": r.WRONG_SUIT},
                because="Exactly paid. Four points for you when the round ends, if nobody takes it back.",
                nudge="A 3 and a 1.",
            ),
        ),
    ),
    Step(
        key="tokens",
        veil=PAYING,
        chapter=TAKING,
        title="Every token makes it dearer",
        text=(
            "Properties of others can be taken over as well. Your token goes on top of the stack, and the rest stays "
            "below. Each token that lies there adds one to the price. So what changes hands often gets dear, but it "
            "never brings more points."
        ),
        rule=f"{TAKE_OVER}; rulings T16, T19, T20",
        options=TWO,
        position=place("G1 H2 F3", "weasel3 fox1 snake1", others=("fox3 fox2 rat1",), tokens="0H2 1H2 0F3"),
        tasks=(
            Question(
                say="The Hotel 2 is Bea's, and two tokens lie on it. What does it cost you to take it back?",
                options=numbers(
                    cost("H2"),
                    [
                        (face("H2"), "And the tokens on it?"),
                        (lambda match: face("H2")(match) + 1, "All tokens count, your old one as well."),
                    ],
                ),
                because="Right: its number, and one for each token.",
                look="Its number, and one for each token on it.",
                nudge="Two and two.",
                veil=PRICES,
            ),
            Move(
                say="Take it back.",
                goal=took("H2"),
                solution="take-H2 weasel3 fox1",
                refused={"take-F3": r.ALREADY_YOURS, "take-H2 snake1": r.WRONG_SUIT},
                because="Now three tokens lie on it, and yours is on top.",
                nudge="Your weasel and your fox come to 4.",
            ),
            Question(
                say="What would Bea have to pay for it now?",
                options=numbers(cost("H2"), [(lambda match: 4, "You have just put one more token on it.")]),
                because="Right: dearer with every time.",
                look="One more token lies on it.",
                nudge="Two and three.",
                veil=PRICES,
            ),
            Question(
                say="And how many points does it bring?",
                options=numbers(face("H2"), [(cost("H2"), "That is the price. Tokens bring no points.")]),
                because="Right: just its number.",
                look="Tokens make it dear, not valuable.",
                nudge="Its number.",
            ),
        ),
    ),
    Step(
        key="connect",
        veil=PAYING,
        chapter=CONNECTING,
        title="The connection cost",
        text=(
            "If a property is not next to one of yours, edge to edge, you also pay the way: one card for every "
            "property in between, along a shortest chain from your nearest one. Any card will do, whatever its value."
        ),
        rule=f"{TAKE_OVER}; rulings T22, T25",
        options=TWO,
        position=place(EXAMPLE, "rat3 shark1 fox1", tokens="0G1"),
        tasks=(
            Question(
                say="You have the Gaming Hall 1 and want the Restaurant 4. How many connection cards does that take?",
                options=numbers(
                    connection("R4"), [(lambda match: 2, "Count only what lies in between, not the Restaurant itself.")]
                ),
                because="Right: one card to skip the Hotel.",
                look="Count the properties between the two.",
                nudge="Only the Hotel lies between them.",
                veil=PRICES,
            ),
            Question(
                say="And how much in rats and sharks?",
                options=numbers(cost("R4"), [(lambda match: 5, "The connection card is not part of that.")]),
                because="Right: the connection comes on top of the price.",
                look="What is the number of the Restaurant?",
                nudge="No token lies on it.",
                veil=PRICES,
            ),
            Move(
                say="Take over the Restaurant.",
                goal=took("R4"),
                solution="take-R4 rat3 shark1 fox1",
                refused={
                    "take-R4 rat3 shark1 rat1": r.NOT_IN_HAND,
                    "take-R4 rat3 shark1 draw": r.CONNECT_FIRST,
                    "take-R4 fox1": r.WRONG_SUIT,
                },
                because="Four in rats and sharks, and the fox for the way.",
                nudge="Press the Restaurant, then rat, shark and fox.",
            ),
        ),
    ),
    Step(
        key="too-far",
        veil=PAYING,
        chapter=CONNECTING,
        title="All costs at once",
        text=(
            "Price and connection are paid together. If your cards do not suffice for both, you cannot begin. Small "
            "cards are best for the way, since values do not matter there: keep enough cards over."
        ),
        rule=f"{TAKE_OVER}; ruling T27",
        options=TWO,
        position=place("G2 H2 T1 R3 H1 R1", "rat3 shark1 rat1 rat1", tokens="0G2", others=("fox3 fox2 snake1",)),
        tasks=(
            Refusal(
                say="The Restaurant 1 costs only 1. But look at the way there, and try to take it over.",
                code=r.TOO_FAR,
                solution="take-R1",
                because="",
                nudge="Press the Restaurant 1.",
            ),
            Move(
                say="The Restaurant 3 is nearer. Take it over.",
                goal=took("R3"),
                solution="take-R3 rat3 rat1 rat1",
                refused={"take-R3 rat1": r.CANNOT_FINISH, "take-H2": r.TOO_DEAR, "take-R1": r.TOO_FAR},
                because="The rat of value 3 was the price, and two small cards were the way.",
                nudge="Pay with the rat of value 3, so that two cards are left for the way.",
            ),
        ),
    ),
    Step(
        key="rival-way",
        veil=PAYING,
        chapter=CONNECTING,
        title="Through somebody else's property",
        text=(
            "If the chain passes a property of another player, the card for that space is not discarded: its owner "
            "gets it. You decide which card that is. Giving cards away hurts twice, so look where you go."
        ),
        rule=f"{TAKE_OVER}; rulings T24, T25",
        options=TWO,
        position=place(EXAMPLE, "rat3 shark1 fox1 weasel3", tokens="0G1 1H2", others=("snake1 snake2",)),
        tasks=(
            Question(
                say="You connect the Restaurant 4 across the Hotel. Who gets the card for that space?",
                options=choices(fed("R4"), "You", "Bea", "Nobody: it is discarded"),
                because="Right: the Hotel is Bea's.",
                look="Who controls the Hotel?",
                nudge="The token on the Hotel is Bea's.",
            ),
            Move(
                say="Take over the Restaurant 4, but do not give away your weasel.",
                goal=took("R4", lambda match: any(_CODES[what] == "fox1" for what, _ in _mine(match, r.HANDED))),
                solution="take-R4 rat3 shark1 fox1",
                refused={"take-R4 rat3 shark1 weasel3": r.OK, "take-H2": r.OK, "take-R4 weasel3": r.WRONG_SUIT},
                because="Bea gets your fox, and all have seen it.",
                nudge="Pay with rat and shark, and give the fox for the way.",
            ),
            Question(
                say="How many cards does Bea hold now?",
                options=numbers(hand_of(1), [(lambda match: 2, "She got one from you.")]),
                because="Right.",
                look="She had two cards.",
                nudge="Two and the fox.",
                veil=("cards in hand",),
            ),
        ),
    ),
    Step(
        key="ways",
        veil=PAYING,
        chapter=CONNECTING,
        title="Several ways",
        text=(
            "Often several chains are equally short. If they feed different players, you choose one. A longer chain is "
            "not allowed, even if it would feed nobody."
        ),
        rule=f"{TAKE_OVER}; ruling T23",
        options=THREE,
        position=place(SQUARE, "fox3 snake1 rat1 shark2", players=3, tokens="0G1 1H2 2R1"),
        tasks=(
            Question(
                say="You control the Gaming Hall 1 and want the Theater 3. How many ways can you choose from?",
                options=numbers(ways("T3"), [(lambda match: 3, "A way round would be longer.")]),
                because="Right: across the Hotel 2 or across the Factory 3.",
                look="Both properties next to your own lead there.",
                nudge="One to the right, one below.",
            ),
            Move(
                say="Take over the Theater 3 without giving a card to anybody.",
                goal=took("T3", fed_nobody),
                solution="take-T3 way1 fox3 rat1",
                refused={
                    "take-T3 way2 fox3 rat1": r.OK,
                    "take-T3 draw": r.WAY_FIRST,
                    "take-T3 way1 rat1": r.WRONG_SUIT,
                },
                because="Across the Factory, which is nobody's, so the card was discarded.",
                nudge="Take the way through the Factory 3.",
            ),
        ),
    ),
    Step(
        key="none-left",
        veil=PAYING,
        chapter=CONNECTING,
        title="Starting anywhere",
        text=(
            "Whoever controls no property in the city pays no connection at all: at the beginning, and also after "
            "losing the last one. That is a good moment to choose the best place."
        ),
        rule=f"{TAKE_OVER}; rulings T26, T26a",
        options=TWO,
        position=place("G1 H2 R4 T2", "rat3 shark1", tokens="0G1 1G1"),
        tasks=(
            Question(
                say="Bea has just taken your only property. How many connection cards does the Restaurant 4 take now?",
                options=numbers(
                    connection("R4"),
                    [(lambda match: 1, "You have nothing to connect it with, so nothing is to be paid.")],
                ),
                because="Right: none.",
                look="Do you control a property?",
                nudge="Whoever controls none pays none.",
                veil=PRICES,
            ),
            Move(
                say="Take over the Restaurant 4 with your last two cards.",
                goal=took("R4"),
                solution="take-R4 rat3 shark1",
                refused={"take-H2": r.TOO_DEAR, "draw": r.OK},
                because="Four points, and a new base.",
                nudge="Press the Restaurant 4, then both cards.",
            ),
        ),
    ),
    Step(
        key="lot",
        veil=("arrow", "line", "agendas"),
        chapter=LOT,
        title="The open lot",
        text=(
            "Everybody has three briefcases for the whole game. Give one up to put a property of the open lot at any "
            "edge of the city. Then you may take it over at once for its price, without a connection. The arrow does "
            "not matter there."
        ),
        rule=f"{OPEN_LOT}; rulings T29, T30",
        options=TWO,
        position=place("R1 H2 R4", "snake3 shark1 fox1", tokens="0R1", lot="G4 F1 T1"),
        tasks=(
            Move(
                say="Put the Gaming Hall 4 to the right of the Restaurant 4 and take it over.",
                goal=took("G4", lambda match: match.state.cell[number("G4")] == match.state.cell[number("R4")] + 1),
                solution="lot-G4 R4.right take-G4 snake3 shark1",
                refused={
                    "lot-H1": r.NOT_IN_LOT,
                    "lot-G4 R1.right": r.OCCUPIED,
                    "lot-G4 draw": r.SITE_FIRST,
                    "lot-G4 R4.right draw": r.DECIDE_FIRST,
                    "lot-G4 R4.right take-H2": r.ONLY_THIS,
                    "lot-G4 R1.left take-G4 snake3 shark1": r.OK,
                },
                because="Far from your Restaurant 1, and still no card for the way.",
                nudge="Press the Gaming Hall 4, the place to the right of the Restaurant 4, then take it over.",
            ),
            Question(
                say="How many briefcases are left to you?",
                options=numbers(lambda match: int(match.state.briefcases[YOU])),
                because="Right. At the end of the game each of them would be 2 points.",
                look="You had three.",
                nudge="One is gone.",
                veil=("briefcases",),
            ),
        ),
    ),
    Step(
        key="lot-leave",
        veil=("arrow", "line", "agendas"),
        chapter=LOT,
        title="Placing without taking over",
        text=(
            "You may also just place the property and leave it to others: to build a bridge, or because you cannot pay "
            "yet. The briefcase is gone either way. Then the open lot is filled up to three as long as there are "
            "properties."
        ),
        rule=f"{OPEN_LOT}; rulings T30a, T31, T32",
        options=TWO,
        position=place("R1 H2 R4", "snake1 shark1", tokens="0R1", lot="G4 F1 T1", briefcases=[1, 3], law=20),
        tasks=(
            Move(
                say="You cannot pay for the Gaming Hall 4. Place it next to your Restaurant 1 and leave it.",
                goal=lambda match: placed_only(match) and bool(match.state.near[number("G4")] >> number("R1") & 1),
                solution="lot-G4 R1.left leave",
                refused={
                    "lot-G4 R1.left take-G4": r.TOO_DEAR,
                    "lot-G4 R4.right leave": r.OK,
                    "lot-G4 R1.right": r.OCCUPIED,
                },
                then=("draw",),
                because="It lies there for everybody. Bea has drawn two cards.",
                nudge="Press the Gaming Hall 4, a place beside the Restaurant 1, then leave it.",
            ),
            Refusal(
                say="That was your last briefcase. Try to use the open lot once more.",
                code=r.NO_BRIEFCASE,
                solution="lot-T1",
                offers=("lot-T1",),
                because="",
                nudge="Press the Theater 1 in the open lot.",
            ),
        ),
    ),
    Step(
        key="most",
        veil=COUNTING,
        chapter=SECRET,
        title="What agendas count",
        text=(
            "An agenda is achieved if you have more of what it counts than every other player, whether or not they "
            "chose it. A group of neighbours must have at least two properties, all yours and edge to edge. Five "
            "of the eight agendas are our guess."
        ),
        rule=f"{SCORING}; rulings T35, T36, T37",
        options=THREE,
        position=place(
            "G3 H1 R4 F2/T2 F3 G1 T3/H4 T1 R1 ..",
            "snake1 fox2 cash",
            players=3,
            tokens="0G3 1R4 2H4 0H1 1T2 2T1 0T3 1R1 0F2 2G1 0G1",
            agendas=("halls district",),
        ),
        tasks=(
            Question(
                say="How many properties does your largest group of neighbours have?",
                options=numbers(
                    claim("district"),
                    [(count_controlled, "They must be next to each other, edge to edge, without a gap.")],
                ),
                because="Right: properties that touch with an edge.",
                look="Look which of yours touch with an edge.",
                nudge="Start at the Gaming Hall 3, and look at the other corner, too.",
            ),
            Question(
                say="And how many different types do you control?",
                options=numbers(claim("variety"), [(lambda match: 5, "The Restaurants are all in other hands.")]),
                because="Right.",
                look="Gaming Hall, Restaurant, Hotel, Theater, Factory: which do you have?",
                nudge="You have no Restaurant.",
            ),
            Question(
                say="Which of these would you achieve if the round ended now? Tick all.",
                many=True,
                options=agendas_now("factories", "hotels", "variety", "empire", "restaurants"),
                because="Right: more than every other player.",
                look="Compare yourself with Bea and with Carl.",
                nudge="Three of them.",
            ),
        ),
    ),
    Step(
        key="ties",
        veil=COUNTING,
        chapter=SECRET,
        title="If you have as many as another",
        text=(
            "If you have as many as a rival, the numbers of the properties that count are added up: the higher sum "
            "has the agenda. For different types, groups and all properties that means all of yours that count. If "
            "that is equal too, or if nobody has any, nobody scores it."
        ),
        rule=f"{SCORING}; rulings T35, T36",
        options=TWO,
        position=place(
            "G1 R2 G2 F1/T2 R3 T1 G4/H1 F2 G3 T4",
            "snake1 fox2 cash",
            tokens="0R3 1R2 0G1 1G2 0G4 1G3 0T2 1T4",
            agendas=("restaurants halls",),
        ),
        tasks=(
            Question(
                say="You have one Restaurant, Bea has one. Who would achieve «most Restaurants»?",
                options=choices(scorer("restaurants"), "You", "Bea", NOBODY),
                because="Right: yours is the 3, hers the 2.",
                look="As many: so add up their numbers.",
                nudge="Compare the two numbers.",
            ),
            Question(
                say="You have two Gaming Halls, Bea has two. Who would achieve «most Gaming Halls»?",
                options=choices(scorer("halls"), "You", "Bea", NOBODY),
                because="Right: 1 and 4 is as much as 2 and 3.",
                look="As many: so add up their numbers.",
                nudge="Your 1 and 4, her 2 and 3.",
            ),
            Question(
                say="And who would achieve «most Hotels»?",
                options=choices(scorer("hotels"), "You", "Bea", NOBODY),
                because="Right: there must be at least one.",
                look="Who has a Hotel?",
                nudge="Neither of you has any.",
            ),
            Question(
                say="Both of you control four properties. Who would achieve «most properties in all»?",
                options=choices(scorer("empire"), "You", "Bea", NOBODY),
                because="Right: add up all four numbers of each.",
                look="As many: so add up all their numbers.",
                nudge="Yours: 3, 1, 4, 2. Hers: 2, 2, 3, 4.",
            ),
        ),
    ),
    Step(
        key="guess",
        veil=PAYING,
        chapter=SECRET,
        title="What are the others up to?",
        text=(
            "Agendas are secret, but tokens are not. Who keeps taking over one type, or only neighbours, probably has "
            "a reason. It is a hint and no proof: the cards in a hand are a reason as well. All agendas are shown when "
            "the round ends."
        ),
        rule=f"{SETUP}; ruling T41a",
        options=TWO,
        position=place(TOWN, "fox3 snake1 cash", tokens="1H3 0T4 1H1 0R1 1H2", others=("fox2 rat1",)),
        tasks=(
            Question(
                say="Look at what Bea has taken over. Which agenda is she most likely to have?",
                options=choices(
                    likeliest("theaters", "hotels", "restaurants"),
                    *(
                        _capital(w.agenda_name(_AGENDAS.index(code), _CARDS))
                        for code in ("theaters", "hotels", "restaurants")
                    ),
                ),
                because="Right: three Hotels are hardly an accident.",
                look="Which types has she taken over?",
                nudge="All of them are of one type.",
            ),
            Move(
                say="Spoil it: take over the Hotel 3.",
                goal=took("H3"),
                solution="take-H3 fox3 cash",
                refused={"take-H2 fox3": r.OK, "take-H3 snake1": r.WRONG_SUIT, "draw": r.OK},
                because="Two Hotels are left to her, and that one brings you 3 points.",
                nudge="It costs 4: fox and cash.",
            ),
        ),
    ),
    Step(
        key="circles",
        veil=("lot", "agendas"),
        chapter=RARE,
        title="Trading in circles",
        text=(
            "Trading one card for one card turns up nothing, so two players could go on like that for ever. If for "
            "four turns of everybody the deck has not got smaller and nothing was taken over, such trades have to wait "
            "until that happens."
        ),
        rule=f"{TRADE}; rulings T11, T11a",
        options={"players": 2, "agenda_swap": "on"},
        position=place(
            TOWN,
            "rat1 snake2",
            line="fox1 rat2 snake1 weasel1 weasel2",
            idle=8,
            agendas=("halls theaters",),
            draws="cash fox1",
        ),
        tasks=(
            Refusal(
                say="It has come to that. Try to trade for the only fox.",
                code=r.TRADE_GUARD,
                solution="trade-fox",
                because="",
                nudge="Press the fox in the line-up.",
            ),
            Move(
                say="A trade for several cards makes the deck smaller. Trade your rat for the weasels.",
                goal=traded("weasel"),
                solution="trade-weasel rat1",
                refused={"trade-rat": r.TRADE_GUARD, "halls": r.SWAP_GUARD, "draw": r.OK},
                because="Now everything is allowed again.",
                nudge="Press a weasel in the line-up, then your rat.",
            ),
        ),
    ),
    Step(
        key="twelve",
        veil=("lot", "agendas"),
        chapter=RARE,
        title="Twelve tokens",
        text=(
            "Every family has twelve tokens. They stay on the properties until the round ends, below the others too, "
            "and come back then. Without a token left you take over nothing more in this round."
        ),
        rule=f"{CONTENTS}; ruling T28",
        options=TWO,
        position=place(
            TOWN,
            "snake2 rat1 fox1",
            tokens=" ".join(f"0{code} 1{code}" for code in drawn(TOWN) if code != "T1") + " 0T1",
            law=9,
        ),
        tasks=(
            Question(
                say="You control one property. How many of your tokens lie in the city?",
                options=numbers(
                    lambda match: int(match.state.used[YOU]),
                    [(count_controlled, "Below Bea's tokens lie yours, in all the others.")],
                ),
                because="Right: all of them.",
                look="Below every token of Bea's lies one of yours.",
                nudge="Eleven below, one on top.",
            ),
            Refusal(
                say="Try to take over one more property.",
                code=r.NO_TOKEN,
                solution="take-R1",
                because="",
                nudge="Press any property of Bea's.",
            ),
            Move(
                say="Cards you can get all the same. Draw.",
                goal=did("draw"),
                solution="draw",
                refused={"take-G2": r.NO_TOKEN},
                because="Now it is Bea's turn.",
                nudge="Press «Draw two cards».",
            ),
        ),
    ),
    Step(
        key="house-rules",
        veil=("lot",),
        chapter=RARE,
        title="Two house rules",
        text=(
            "mowlab knows some other ways to play. At this table you agreed on two: each agenda can be used in one "
            "round only, and a turn may be used to put one agenda back and hold another one instead, as in an edition "
            "of 2016."
        ),
        rule=f"{SETUP}; ruling T33",
        options={"players": 2, "agenda_swap": "on", "agendas": "spent"},
        position=place(
            TOWN,
            "snake1 rat1 weasel2",
            agendas=("variety empire", "district theaters"),
            spent=[["halls", "hotels"], ["variety", "empire"]],
            rounds=1,
            points=[9, 7],
        ),
        tasks=(
            Refusal(
                say="Try to put back «most Restaurants».",
                code=r.AGENDA_NOT_HELD,
                solution="restaurants",
                offers=("restaurants",),
                because="",
                nudge="Press «most Restaurants».",
            ),
            Move(
                say="Put back «most different types» and take «most Factories».",
                goal=lambda match: swapped(match) and did("factories")(match),
                solution="variety factories",
                refused={
                    "variety halls": r.AGENDA_SPENT,
                    "variety variety": r.AGENDA_PUT_BACK,
                    "variety empire": r.AGENDA_HELD,
                    "variety draw": r.SWAP_FIRST,
                    "hotels": r.AGENDA_NOT_HELD,
                    "draw": r.OK,
                },
                because="That was your turn. Bea knows that you have swapped, but not what.",
                nudge="Press «most different types», then «most Factories».",
            ),
        ),
    ),
    Step(
        key="law",
        chapter=ENDING,
        title="The law",
        text=(
            "One law card is hidden among the last eleven cards of the deck. Whenever it turns up, in a draw or when "
            "the line-up is filled, the round is over at once. So near the end every new card is a risk, or a chance "
            "if you are ahead."
        ),
        rule=f"{ROUND_END}; rulings T6, T7, T8",
        options=TWO,
        position=place(
            TOWN,
            "rat1 fox2",
            tokens="0G3 1T4 0R1",
            line="shark1 shark2 snake3 snake1 weasel1",
            draws="rat2",
            law=1,
            agendas=("halls empire", "hotels restaurants"),
        ),
        tasks=(
            Question(
                say="Two cards are left, and one is the law. Which of these would end the round for certain? Tick all.",
                many=True,
                options=lambda match: [
                    Option(label, after(match, text).state.rounds > match.state.rounds, "That turns up fewer cards.")
                    for label, text in (
                        ("Draw two cards", "draw"),
                        ("Trade a card for all sharks", "trade-shark rat1"),
                        ("Trade a card for the weasel", "trade-weasel rat1"),
                        ("Take over the Factory 1", "take-F1 rat1"),
                    )
                ],
                because="Right: it is one of the next two cards.",
                look="How many cards does each of them turn up?",
                nudge="Drawing turns up two, trading for two cards turns up one.",
            ),
            Question(
                say="You draw, and the second card is the law. What happens?",
                options=choices(
                    lambda match: 2 if after(match, "draw").state.rounds > match.state.rounds else 0,
                    "You take it into your hand",
                    "It is put aside, and you draw another card",
                    "The round is over at once",
                ),
                because="Right. Whoever draws it is told, but that brings neither good nor bad.",
                look="Wherever the law turns up, it does the same.",
                nudge="Nobody makes another turn in this round.",
            ),
            Move(
                say="Draw, and see what the table tells.",
                goal=did("draw"),
                solution="draw",
                refused={"take-G3": r.ALREADY_YOURS},
                because="The round is scored. Tokens, cards and properties are collected for the next one.",
                nudge="Press «Draw two cards».",
            ),
        ),
    ),
    Step(
        key="score",
        chapter=ENDING,
        title="The round is scored",
        text=(
            "Add up the numbers of the properties you control, and 3 points for each of your agendas that you achieve. "
            "Cards in hand bring nothing. Then everything is shuffled for the next round. Whoever has fewest points in "
            "all begins it; lots decide among equals."
        ),
        rule=f"{SCORING}; rulings T1, T40",
        options=TWO,
        position=place(
            TOWN,
            "rat1 fox2",
            tokens="0G3 1T4 0R1 1H1 0F1 1G2",
            law=0,
            agendas=("factories variety", "hotels empire"),
            points=[4, 5],
        ),
        tasks=(
            Question(
                say="You will draw the law now. How many points will this round bring you?",
                options=numbers(
                    lambda match: then(points, "draw")(match) - points(match),
                    [
                        (faces_controlled, "And your agendas?"),
                        (lambda match: faces_controlled(match) + 6, "You do not have both of your agendas."),
                        (lambda match: points(match) + prospect(match), "That is what you will have in all."),
                    ],
                ),
                because="Right: 5 for the properties, 3 for «most Factories».",
                look="Add up properties, then look at each of your two agendas.",
                nudge="Bea has as many different types as you, and higher numbers.",
                veil=SCORES,
            ),
            Question(
                say="Bea gets 7 points for properties and 3 for «most Hotels». Who begins the next round?",
                options=seats(then(starter, "draw")),
                because="Right: whoever has fewest points in all.",
                look="Add that to what you had before.",
                nudge="You: 4 and 8. Bea: 5 and 10 or more.",
            ),
            Move(
                say="Draw the law.",
                goal=did("draw"),
                solution="draw",
                refused={"take-R1": r.ALREADY_YOURS},
                because="A new round begins, with a new city and new agendas.",
                nudge="Press «Draw two cards».",
            ),
        ),
    ),
    Step(
        key="end",
        veil=("line", "lot", "hand"),
        chapter=ENDING,
        title="The end of the game",
        text=(
            "After the third round everybody gets 2 points for each briefcase that is left. Most points win. If two or "
            "more have the most, they share the victory."
        ),
        rule=f"{GAME_END}; rulings T32, T42",
        options=TWO,
        position=place(
            TOWN,
            "rat1 fox2",
            tokens="0G3 1T4",
            law=0,
            rounds=2,
            agendas=("hotels restaurants", "factories restaurants"),
            points=[20, 23],
            briefcases=[3, 1],
        ),
        tasks=(
            Question(
                say="You have 20 points and control the Gaming Hall 3. The law comes. How many points at the end?",
                options=numbers(
                    then(points, "draw"),
                    [
                        (lambda match: points(match) + faces_controlled(match), "And your briefcases?"),
                        (lambda match: points(match) + faces_controlled(match) + 3, "Each briefcase brings 2 points."),
                        (points, "That is what you have now."),
                    ],
                ),
                because="Right: 20, 3, and 6 for three briefcases. You achieve neither agenda.",
                look="Add the property, and 2 for each briefcase.",
                nudge="You have three briefcases.",
            ),
            Question(
                say="Bea has 23 points, the Theater 4 and one briefcase. Who wins?",
                options=choices(winners("draw"), "You", "Bea", "You share the victory"),
                because="Right: both of you have 29.",
                look="Count for Bea in the same way.",
                nudge="23 and 4 and 2.",
            ),
            Move(
                say="Draw the law.",
                goal=lambda match: match.over,
                solution="draw",
                because="The game is over.",
                nudge="Press «Draw two cards».",
            ),
            Refusal(
                say="Try to go on.",
                code=r.GAME_OVER,
                solution="draw",
                offers=("draw",),
                because="",
                nudge="Press «Draw two cards».",
            ),
        ),
    ),
    Step(
        key="tip",
        chapter=ENDING,
        title="One tip",
        text=(
            "What you take early is often taken back. So collect cards while the law is far away, and count the deck: "
            "when eleven cards are left, it may come any time. Then strike. A property of a rival counts twice: you "
            "win points and the rival loses them."
        ),
        rule=f"{PLAY}; tip",
        options=TWO,
        position=place(
            TOWN,
            "snake3 shark2 rat1 fox1",
            tokens="1G3 1T4 0R1",
            law=3,
            agendas=("halls empire", "theaters variety"),
        ),
        tasks=(
            Move(
                say="Four cards are left. Take a property away from Bea that brings you an agenda.",
                goal=took("G3"),
                solution="take-G3 snake3 shark2",
                refused={"take-R1": r.ALREADY_YOURS, "take-T4": r.TOO_DEAR, "take-F1 rat1": r.OK, "draw": r.OK},
                because="She loses 3 points, you win 3 and «most Gaming Halls». Now you know Mob Town!",
                nudge="You hold «most Gaming Halls». Which one is Bea's?",
            ),
        ),
    ),
)


# ---- the quiz: each maker draws a position and asks one thing -------------------------------------------------------
WIDE = 4  # cities of the quiz fit into so many columns and rows
City = dict[str, list[int]]


def _any_city(rng: random.Random, size: int) -> City:
    """Some properties in one piece; arrows do not matter to what is asked."""
    cells = [(rng.randrange(WIDE), rng.randrange(WIDE))]
    while len(cells) < size:
        x, y = rng.choice(cells)
        dx, dy = rng.choice(((0, -1), (1, 0), (0, 1), (-1, 0)))
        cell = (x + dx, y + dy)
        if cell not in cells and min(cell) >= 0 and max(cell) < WIDE:
            cells.append(cell)
    return {code: [x, y] for code, (x, y) in zip(rng.sample(_PROPERTIES, size), cells, strict=True)}


def _beside(city: City, code: str) -> set[str]:
    """The properties next to one, only to draw questions that can be asked."""
    x, y = city[code]
    return {other for other, (u, v) in city.items() if abs(x - u) + abs(y - v) == 1}


def _any_hand(rng: random.Random, size: int = 3) -> str:
    return " ".join(_in_order(rng.sample(_CODES[:LAW_CARD], size)))


def _in_order(codes: Sequence[str]) -> list[str]:
    return sorted(codes, key=_CODES.index)


def _row(code: str) -> dict[str, Any]:
    return _CARDS.others["properties"][number(code)]


def _told(code: str) -> str:
    """«the Hotel 2»"""
    return w.property_name(number(code), _CARDS)


def _quoted(agenda: str) -> str:
    """«most Hotels», with the quotes"""
    return f"«{w.agenda_name(_AGENDAS.index(agenda), _CARDS)}»"


def _for_type(code: str) -> str:
    """Cards that pay for any property of that type without a token, and some over."""
    first = w.type_row(number(code), _CARDS)["first"]
    return f"{first}3 {first}2 {first}1 {first}1"


def _quiz(
    key: str,
    title: str,
    review: str,
    rule: str,
    position: dict[str, Any],
    task: Question,
    players: int,
    veil: tuple[str, ...] = COUNTING,
) -> Step:
    return Step(
        key=f"quiz-{key}",
        review=review,
        chapter="Quiz",
        title=title,
        text="",
        rule=rule,
        veil=veil,
        options={"players": players},
        position=position,
        tasks=(task,),
    )


def ask_price(rng: random.Random) -> Step:
    city = _any_city(rng, 12)
    target, base = rng.sample(sorted(city), 2)
    stack = " ".join(f"{p}{target}" for p in (0, 1, 0, 1)[rng.randrange(3) :])
    return _quiz(
        "price",
        "What does it cost?",
        "tokens",
        f"{TAKE_OVER}; ruling T16",
        place(city, _any_hand(rng), tokens=f"0{base} {stack}", others=(_any_hand(rng),)),
        Question(
            say=f"How much does {_told(target)} cost you, without any connection?",
            options=numbers(
                cost(target),
                [
                    (face(target), "And the tokens on it?"),
                    (lambda match: face(target)(match) + 1, "Every token on it counts."),
                ],
            ),
            because="Its number, and one for each token on it.",
            look="Its number, and one for each token on it.",
            nudge="Tokens of all players count.",
        ),
        2,
    )


def ask_connection(rng: random.Random) -> Step:
    while True:
        city = _any_city(rng, 12)
        target, base, other = rng.sample(sorted(city), 3)
        if target not in _beside(city, base) | _beside(city, other):
            break
    return _quiz(
        "connection",
        "How far is it?",
        "connect",
        f"{TAKE_OVER}; ruling T22",
        place(city, _any_hand(rng), tokens=f"0{base} 0{other}"),
        Question(
            say=f"How many connection cards would it take you to get to {_told(target)}?",
            options=numbers(
                connection(target),
                [(lambda match: connection(target)(match) + 1, "Its own space costs nothing extra.")],
            ),
            because="One for each property in between, from your nearest one.",
            look="Count the properties in between, from your nearest one.",
            nudge="Go from edge to edge, not over corners.",
        ),
        2,
    )


def ask_receiver(rng: random.Random) -> Step:
    while True:
        city = _any_city(rng, 13)
        base, target = rng.sample(sorted(city), 2)
        between = _beside(city, base) & _beside(city, target)
        if len(between) == 1 and target not in _beside(city, base):
            break
    (middle,) = between
    others = rng.sample(sorted(city.keys() - {base, target, middle}), 4)
    owner_of_middle = rng.choice("12-")
    tokens = f"0{base} 1{others[0]} 2{others[1]} 1{others[2]} 2{others[3]}"
    return _quiz(
        "receiver",
        "Who gets the card?",
        "rival-way",
        f"{TAKE_OVER}; ruling T24",
        place(
            city,
            _for_type(target),
            players=3,
            tokens=tokens if owner_of_middle == "-" else f"{tokens} {owner_of_middle}{middle}",
        ),
        Question(
            say=f"You control {_told(base)} and take over {_told(target)}. Who gets the connection card?",
            options=choices(fed(target), "You", "Bea", "Carl", "Nobody: it is discarded"),
            because="The owner of the space in between; for a space of nobody it is discarded.",
            look=f"Between the two lies {_told(middle)}. Whose is it?",
            nudge="Look for a token on it.",
        ),
        3,
    )


def ask_pay(rng: random.Random) -> Step:
    while True:
        city = _any_city(rng, 12)
        target = rng.choice([code for code in sorted(city) if _row(code)["value"] >= 3])
        suits = [w.type_row(number(target), _CARDS)[which] for which in ("first", "second")]
        able = [f"{suit}{value}" for suit in suits for value in (1, 2, 3)]
        hand = _in_order(
            [*rng.sample(able, 4), "cash", rng.choice([c for c in _CODES[:LAW_CARD] if c[:-1] not in suits])]
        )
        some = {" ".join(_in_order(rng.sample(hand, n))) for n in (2, 2, 3, 3, 2, 3, 2)}
        chosen = sorted(some)[:5]
        if len(set(hand)) == len(hand) and {_would_pay(target, cards) for cards in chosen} == {True, False}:
            break
    return _quiz(
        "pay",
        "Which cards pay for it?",
        "pay",
        f"{TAKE_OVER}; ruling T17",
        place(city, " ".join(hand)),
        Question(
            say=f"With which of these cards could you take over {_told(target)}? Tick all.",
            many=True,
            options=payments(target, *chosen),
            because="Its two animals and cash, at least the price, and no card needless.",
            look="Right animals? Enough? Nothing needless?",
            nudge=f"It takes {w.property_suits(number(target), _CARDS)} or cash.",
        ),
        2,
        (*PAYING, *PRICES),
    )


def _would_pay(code: str, cards: str) -> bool:
    """Whether these cards pay for a property without tokens: only to draw questions that have both kinds."""
    kind = w.type_row(number(code), _CARDS)
    rows = [_CARDS.rows[_CODES.index(card)] for card in cards.split()]
    values, price = [row["value"] for row in rows], _row(code)["value"]
    fits = all(row["suit"] in (kind["first"], kind["second"], "cash") for row in rows)
    return fits and sum(values) >= price > sum(values) - min(values)


def _any_tokens(rng: random.Random, city: City, players: int, least: int) -> str:
    """Each player controls some properties; a few have been taken from others."""
    order = rng.sample(sorted(city), len(city))
    n = rng.randrange(least, len(order) - 1)
    found = [(rng.randrange(players) if i >= players else i, code) for i, code in enumerate(order[:n])]
    return " ".join(f"{p}{code}" for p, code in found)


def ask_agenda(rng: random.Random) -> Step:
    city = _any_city(rng, 13)
    agenda = rng.choice(_AGENDAS)
    return _quiz(
        "agenda",
        "Who has the most?",
        "ties",
        f"{SCORING}; rulings T35, T36",
        place(city, _any_hand(rng), players=3, tokens=_any_tokens(rng, city, 3, 7)),
        Question(
            say=f"Who would achieve {_quoted(agenda)} if the round ended now?",
            options=choices(scorer(agenda), "You", "Bea", "Carl", NOBODY),
            because="More than every other; if as many, the higher numbers.",
            look="Count for all three. If two have as many, add up their numbers.",
            nudge="If that is equal too, or nobody has any, nobody achieves it.",
        ),
        3,
    )


def ask_group(rng: random.Random) -> Step:
    city = _any_city(rng, 12)
    mine = rng.sample(sorted(city), 6)
    return _quiz(
        "group",
        "Neighbours",
        "most",
        f"{SCORING}; ruling T36",
        place(city, _any_hand(rng), tokens=" ".join(f"0{code}" for code in mine)),
        Question(
            say="How many properties does your largest group of neighbours have?",
            options=numbers(claim("district"), [(count_controlled, "They must all be connected, edge to edge.")]),
            because="Connected, edge to edge.",
            look="Only properties that are connected edge to edge belong to one group.",
            nudge="Corners do not connect.",
        ),
        2,
        (*COUNTING, "properties"),
    )


def ask_score(rng: random.Random) -> Step:
    city = _any_city(rng, 12)
    mine = rng.sample(_AGENDAS, r.CHOSEN)
    named = " and ".join(map(_quoted, mine))
    return _quiz(
        "score",
        "What does the round bring?",
        "score",
        SCORING,
        place(city, _any_hand(rng), tokens=_any_tokens(rng, city, 2, 7), agendas=(" ".join(mine),), law=0),
        Question(
            say=f"Your agendas are {named}. How many points would you score if the law came now?",
            options=numbers(
                prospect,
                [
                    (faces_controlled, "And your agendas?"),
                    (lambda match: faces_controlled(match) + 3, "Look at both agendas."),
                    (lambda match: faces_controlled(match) + 6, "Look at both agendas."),
                ],
            ),
            because="The numbers of your properties, and 3 for each agenda that you achieve.",
            look="The numbers of your properties, and 3 for each agenda that you achieve.",
            nudge="For each agenda: do you have more than Bea? If as many, higher numbers?",
        ),
        2,
        (*COUNTING, *SCORES),
    )


def ask_end(rng: random.Random) -> Step:
    city = _any_city(rng, 12)
    kinds = {_row(code)["type"]: agenda for code in _PROPERTIES for agenda in _type_agendas(code)}
    mine = rng.sample(sorted(city), 2)
    absent = [agenda for kind, agenda in kinds.items() if kind not in {_row(code)["type"] for code in mine}]
    before, left = rng.randint(12, 30), rng.randint(1, 3)
    return _quiz(
        "end",
        "The last count",
        "end",
        f"{GAME_END}; ruling T32",
        place(
            city,
            _any_hand(rng),
            tokens=" ".join(f"0{code}" for code in mine),
            agendas=(" ".join(rng.sample(absent, r.CHOSEN)),),
            law=0,
            rounds=2,
            points=[before, rng.randint(12, 30)],
            briefcases=[left, rng.randint(0, 3)],
        ),
        Question(
            say=(
                f"You have {before} points and {number_of(left, 'briefcase', 'briefcases')} and achieve no agenda. "
                "The law ends the last round. How many points in all?"
            ),
            options=numbers(
                then(points, "draw"),
                [
                    (lambda match: points(match) + faces_controlled(match), "And your briefcases?"),
                    (lambda match: points(match) + faces_controlled(match) + left, "Each briefcase brings 2."),
                    (lambda match: points(match) + 2 * left, "And your properties?"),
                ],
            ),
            because="Points so far, properties, and 2 for each briefcase.",
            look="Points so far, properties, and 2 for each briefcase.",
            nudge="Look for your two properties on the map.",
        ),
        2,
        (*COUNTING, *SCORES),
    )


def _type_agendas(code: str) -> list[str]:
    """The agendas that count properties of the type of this one."""
    return [row["code"] for row in _CARDS.others["agendas"] if row["of"] == _row(code)["type"]]


LESSON = Lesson(
    game="mob-town",
    names=NAMES,
    steps=STEPS,
    quiz=(ask_price, ask_connection, ask_receiver, ask_pay, ask_agenda, ask_group, ask_score, ask_end),
    you=YOU,
)
