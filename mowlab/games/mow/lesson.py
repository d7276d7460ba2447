"""MOW step by step for somebody who has never seen it, and a quiz.  Only data and what is asked of the engine.

The sentences are our own; every step names the rulebook section, and the ruling where it is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from ...core.lesson import (
    Lesson,
    Match,
    Move,
    Number,
    Question,
    Refusal,
    Step,
    after,
    cards,
    choices,
    moves,
    numbers,
    seats,
)
from . import rules as r
from . import words as w
from .cards import N_CARDS, PACKET_SIZE, load

YOU = 0
NAMES = ("You", "Bea", "Carl", "Dina", "Emil", "Fay")
TECHNICAL = {  # reasons that nobody meets at a table: its buttons never ask for such a thing
    r.NO_SUCH_ACTION: "no button stands for it",
    r.NO_SUCH_SEAT: "only farmers who sit there have a button",
}
_ROWS = {row["code"]: row for row in load().rows}
_CODES = tuple(_ROWS)
BOTH: dict[str, Any] = {"players": 6, "packets": "both"}
GREEN: dict[str, Any] = {"players": 3}
TWO: dict[str, Any] = {"players": 2}

AIM, CONTENTS = "Rulebook: The Aim", "Rulebook: Contents"
PLAY, HERD, END = f"Rulebook: {w.CARDS_}", f"Rulebook: {w.HERD_}", f"Rulebook: {w.END_}"
GREENS, YELLOWS, PAIR = f"Rulebook: {w.GREEN}", f"Rulebook: {w.YELLOW}", f"Rulebook: {w.TWO}"


# ---- positions ------------------------------------------------------------------------------------------------------
def place(
    hand: str,
    *herds: str,
    farmers: int = 3,
    others: Sequence[str] = (),
    shed: str = "",
    left: int | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Keyword arguments of a position: your hand and the herds as codes; all other cards dealt evenly, always the same.

    others: the next farmers' hands, where they matter.  left: cards in the deck (None: all that are nowhere else); what
    is then over lies in the others' cowsheds.
    """
    named = " ".join((hand, *herds, *others, shed)).replace("yC-", "yC").replace("yC+", "yC").split()
    packet = _CODES[: N_CARDS if farmers > 5 else PACKET_SIZE]
    rest = [code for code in packet if code not in named]
    random.Random(" ".join(named)).shuffle(rest)
    size = len(hand.split()) if left == 0 else r.HAND_SIZE
    hands = [hand.split(), *(text.split() for text in others)]
    while len(hands) < farmers:
        hands.append([rest.pop() for _ in range(size)])
    deck = rest if left is None else rest[:left]
    gone = rest[len(deck) :]
    return {
        "hands": hands,
        "herds": [herd.split() for herd in herds] or [[]],
        "deck": deck,
        "sheds": [shed.split(), *(gone[p :: farmers - 1] for p in range(farmers - 1))],
        **more,
    }


# ---- what is asked of the engine ------------------------------------------------------------------------------------
def _event(match: Match, kind: int, who: int = YOU) -> tuple[int, int]:
    """(what, more) of the last event of that kind in the last turn."""
    what, more = next((row[2], row[3]) for row in reversed(match.turns[-1].events) if row[:2] == (kind, who))
    return int(what), int(more)


def flies_of_herd(match: Match) -> int:
    return _event(after(match, "take"), r.TOOK)[0]


def cows_of_herd(match: Match) -> int:
    return _event(after(match, "take"), r.TOOK)[1]


def flies_this_round(match: Match) -> int:
    """Your flies of a round that ends because you take the herd."""
    return _event(after(match, "take"), r.ROUND_SCORED)[0]


def flies_in_hand_at_end(match: Match) -> int:
    return _event(after(match, "take"), r.HAND_SCORED)[0]


def flies_in_hand(match: Match) -> int:
    return sum(r.FLIES[c] for c in range(N_CARDS) if match.state.place[c] == r.HAND + YOU)


def cards_in_hand(match: Match) -> int:
    return int(match.state.held[YOU])


def hand_after(*played: str) -> Number:
    return lambda match: cards_in_hand(after(match, *played))


def next_after(*played: str) -> Number:
    return lambda match: int(after(match, *played).state.turn)


def herd_after(*played: str) -> Number:
    return lambda match: int(after(match, *played).state.herd)


def number_of(card: str) -> Number:
    """The number that a card without one gets when it is played now."""
    return lambda match: _event(after(match, card), r.PLAYED)[1] % r.SLOTS


def leader(match: Match) -> int:
    return max(range(match.game.players), key=lambda p: match.game.plain.payoff(match.state, p))


def game_goes_on(match: Match) -> int:
    """0 if taking the herd ends the game, 1 if another round follows."""
    return int(not after(match, "take").over)


def cleanest(*codes: str) -> Number:
    return lambda match: min(range(len(codes)), key=lambda i: match.game.cards.rows[_CODES.index(codes[i])]["flies"])


def calf_ends(match: Match) -> int:
    """0 low end only, 1 high end only, 2 both, 3 none."""
    low, high = (match.why_not(a) is None for a in (r.CALF_LOW, r.CALF_HIGH))
    return {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[low, high]


# ---- goals ----------------------------------------------------------------------------------------------------------
def played(*codes: str) -> Callable[[Match], bool]:
    """One of these moves was made; without codes, any card."""
    wanted = {*codes}

    def reached(match: Match) -> bool:
        a = match.turns[-1].action
        return match.notation(a) in wanted if wanted else a <= r.CALF_HIGH

    return reached


def high_end(match: Match) -> bool:
    """The last card made the herd reach higher."""
    before = match.turns[-1].before[0]
    return bool(match.state.high[before.herd] > before.high[before.herd])


def most_flies_gone(match: Match) -> bool:
    """The last card had more flies than any other that could be played."""
    a, could = match.turns[-1].action, match.view_before(-1).moves
    return a < N_CARDS and bool(r.FLIES[a] == max(r.FLIES[c] for c in could if c < N_CARDS))


# ---- the steps ------------------------------------------------------------------------------------------------------
IDEA, TURN, TAKING, SPECIAL_GREEN, SPECIAL_YELLOW, ENDING, MORE = (
    "What it is about",
    "Your turn",
    "Taking the herd",
    "Green special cows",
    "Yellow special cows",
    "How it ends",
    "Two farmers, and a tip",
)

FEW: tuple[str, ...] = ("seats", "arrow")  # what a step leaves out
LINE: tuple[str, ...] = (*FEW, "shed")
ALONE: tuple[str, ...] = (*LINE, "deck", "ends")

STEPS = (
    Step(
        key="theme",
        veil=ALONE,
        chapter=IDEA,
        title="Cows and flies",
        text=(
            "You are a farmer, it is summer, and there are flies everywhere. Every cow has a number. Some cows are "
            "clean, others bring flies along. Sooner or later you lead cows home into your cowshed, with all their "
            "flies."
        ),
        rule=AIM,
        options=GREEN,
        position=place("g3.2 g6.1 g10.0 g12.2 g8.3", "g7.1"),
        tasks=(
            Question(
                say="Which cow in your hand has no flies?",
                options=cards(
                    cleanest("g3.2", "g6.1", "g8.3", "g10.0", "g12.2"),
                    **{"g3.2": "The 3", "g6.1": "The 6", "g8.3": "The 8", "g10.0": "The 10", "g12.2": "The 12"},
                ),
                because="Yes. The little flies are drawn at the bottom of each card, with their number.",
                look="Look at the bottom of the cards in your hand: there sit the flies.",
                nudge="The clean cow is the green card.",
            ),
        ),
    ),
    Step(
        key="goal",
        veil=("arrow", "deck", "shed"),
        chapter=IDEA,
        title="Few flies win",
        text=(
            "Flies in your cowshed count against you. They are added up after each round. When the game ends, the "
            "farmer with the fewest flies wins, and the one with the most has to moo."
        ),
        rule=AIM,
        options=GREEN,
        position=place("g2.0 g5.1 g9.0 g11.2 g13.0", "g7.2", flies=(34, 51, 28)),
        tasks=(
            Question(
                say="Imagine the game ended with these totals. Who would win?",
                options=seats(leader),
                because="Right: the fewest flies win.",
                look="Compare the flies behind the names.",
                nudge="Look for the smallest number of flies.",
            ),
        ),
    ),
    Step(
        key="cards",
        veil=ALONE,
        chapter=IDEA,
        title="Reading the cards",
        text=(
            "The colour tells how many flies a cow has: green none, yellow one, orange two, red three. Violet cows "
            "are special: they have a power, and five flies. Your hand is secret, and you will not want to keep "
            "flies in it."
        ),
        rule=CONTENTS,
        options=GREEN,
        position=place("g12.0 g5.1 g10.2 g8.3 gSa", "g7.0"),
        tasks=(
            Question(
                say="How many flies do you hold in your hand?",
                options=numbers(flies_in_hand, [(cards_in_hand, "That is how many cards you hold.")]),
                because="Right: 0 + 1 + 2 + 3 + 5.",
                look="Add up the flies at the bottom of your five cards.",
                nudge="None, one, two, three and five: how many together?",
                veil=("notes",),
            ),
        ),
    ),
    Step(
        key="start",
        chapter=IDEA,
        title="A round begins",
        text=(
            "Everybody gets five cards; the others form the deck. The arrow points to the left of the farmer who "
            "starts. Three to five farmers use the green packet. Whoever starts puts the first cow on the empty "
            "meadow."
        ),
        rule=f"{PLAY}; ruling M6",
        options=GREEN,
        position=place("g4.1 g8.0 g9.2 g11.0 g14.1"),
        tasks=(
            Move(
                say="You start: put one of your cows on the meadow.",
                goal=played(),
                solution="g8.0",
                refused={"take": r.NO_HERD, "pass": r.CAN_START},
                offers=("take", "pass"),
                because="The herd has its first cow, and you drew a new card: five again.",
                nudge="Press one of the five cards in your hand.",
            ),
        ),
    ),
    Step(
        key="line",
        veil=LINE,
        chapter=TURN,
        title="Lower or higher",
        text=(
            "The cows stand in a line in the order of their numbers. A new cow goes to one of the two ends: it must "
            "be lower than the lowest or higher than the highest. Numbers may be left out."
        ),
        rule=PLAY,
        options=GREEN,
        position=place("g3.1 g9.0 g10.2 g14.0 g8.2", "g7.0 g9.1 g11.2"),
        tasks=(
            Refusal(
                say="Find out what does not work: try your 9.",
                code=r.INSIDE_LINE,
                solution="g9.0",
                because="Nobody may squeeze in.",
                nudge="Press the green 9 in your hand.",
            ),
            Question(
                say="Which of these moves are allowed? Tick all that are.",
                many=True,
                options=moves("g3.1", "g10.2", "g14.0", "g13.0"),
                because="Right: lower than 7 or higher than 11, and from your own hand.",
                look="Lower than 7 or higher than 11?",
                nudge="Two of them are allowed. One of the others is not in your hand.",
                veil=("ends",),
            ),
            Move(
                say="Play a cow that makes the line longer at its high end.",
                goal=high_end,
                solution="g14.0",
                refused={"g10.2": r.INSIDE_LINE},
                because="The line now reaches higher. That makes life harder for everybody after you.",
                nudge="Which of your cows is higher than 11?",
            ),
        ),
    ),
    Step(
        key="equal",
        veil=LINE,
        chapter=TURN,
        title="Equal is not enough",
        text=(
            "Most numbers exist several times. But a cow with the same number as an end of the line does not fit: "
            "it has to be really lower or really higher."
        ),
        rule=PLAY,
        options=GREEN,
        position=place("g11.2 g4.2 g2.0 g8.1 g15.0", "g6.1 g4.0 g11.0"),
        tasks=(
            Refusal(
                say="Try to play a cow whose number is already at an end.",
                code=r.SAME_AS_END,
                solution="g11.2",
                because="",
                nudge="The line ends with 4 and 11. You hold a 4 and an 11.",
            ),
            Move(
                say="Play a cow that fits.",
                goal=played(),
                solution="g15.0",
                refused={"g4.2": r.SAME_AS_END, "g8.1": r.INSIDE_LINE},
                because="Lower than the lowest or higher than the highest: that is all you need.",
                nudge="Lower than 4 or higher than 11.",
            ),
        ),
    ),
    Step(
        key="next",
        chapter=TURN,
        title="Draw, then the next farmer",
        text=(
            "After your card you draw the top card of the deck. Then it is the turn of the farmer the arrow points "
            "to. At the start of a round it points left, which is the next name in the list."
        ),
        rule=PLAY,
        options=GREEN,
        position=place(
            "g5.0 g13.1 g9.2 g10.0 g3.1",
            "g8.0 g10.1",
            others=("g14.0 g9.1 g7.2 g11.0 g6.2", "g2.0 g8.1 g12.2 g4.1 g9.3"),
        ),
        tasks=(
            Question(
                say="The arrow points left. Who plays after you?",
                options=seats(next_after("g13.1")),
                because="Right: to the left is the next name in the list.",
                look="Left of you is the next name in the list.",
                nudge="The list of farmers begins with you.",
                veil=("arrow",),
            ),
            Question(
                say="You hold five cards. How many will they be when your turn is over?",
                options=numbers(
                    hand_after("g13.1"), [(lambda match: cards_in_hand(match) - 1, "And the new one from the deck?")]
                ),
                because="Right: one played, one drawn.",
                look="One card goes, one comes.",
                nudge="You draw one for the one you played.",
            ),
            Move(
                say="Play your 13, and see what the others do.",
                goal=played("g13.1"),
                solution="g13.1",
                then=("g14.0", "g2.0"),
                refused={"g9.2": r.INSIDE_LINE},
                because="Then Bea and Carl added a cow each, and it is your turn again.",
                nudge="Press the yellow 13.",
            ),
        ),
    ),
    Step(
        key="must-take",
        veil=FEW,
        chapter=TAKING,
        title="When nothing fits",
        text=(
            "If no card of yours fits, you take the whole herd into your cowshed, flies and all. The cows leave the "
            "game until the round is counted. You are still to move: start a new herd, then draw."
        ),
        rule=HERD,
        options=GREEN,
        position=place("g4.0 g7.1 g10.2 g8.0 g12.0", "g5.1 g3.2 g9.0 g12.2 g13.1"),
        tasks=(
            Question(
                say="None of your cards fits. How many flies will you have to take?",
                options=numbers(flies_of_herd, [(cows_of_herd, "That is how many cows there are. Count their flies.")]),
                because="Right. Ouch!",
                look="Add up the flies of all cows in the herd.",
                nudge="Go along the line and count: two, one, none, two, one.",
                veil=("notes",),
            ),
            Move(
                say="Take the herd.",
                goal=played("take"),
                solution="take",
                refused={"g8.0": r.INSIDE_LINE, "g12.0": r.INSIDE_LINE},
                because="They are in your cowshed now. The meadow is empty, and it is still your turn.",
                nudge="Press the button «Take the herd».",
            ),
            Move(
                say="Start a new herd with a card of your choice.",
                goal=played(),
                solution="g8.0",
                refused={"take": r.NO_HERD},
                offers=("take",),
                because="A fresh start. Now Bea has to add to your cow.",
                nudge="Press any card in your hand.",
            ),
        ),
    ),
    Step(
        key="want-take",
        veil=FEW,
        chapter=TAKING,
        title="When you do not want to",
        text=(
            "You may take the herd even though a card of yours would fit. With few flies in it that can be clever: "
            "you get a fresh start and keep your good cards. Only an empty meadow cannot be taken."
        ),
        rule=f"{HERD}; ruling M6",
        options=GREEN,
        position=place("g2.1 g14.1 g8.3 g7.2 g10.1", "g6.0 g9.1"),
        tasks=(
            Move(
                say="There is only one fly in this herd. Take it, although you could add a cow.",
                goal=played("take"),
                solution="take",
                refused={"g8.3": r.INSIDE_LINE},
                because="A cheap herd. You are still to move.",
                nudge="Press the button «Take the herd».",
            ),
            Refusal(
                say="Try to take once more.",
                code=r.NO_HERD,
                solution="take",
                offers=("take",),
                because="",
                nudge="Press «Take the herd» again.",
            ),
            Move(
                say="Start a herd. Why not with the cow that has most flies, to be rid of it?",
                goal=played(),
                solution="g8.3",
                because="Those flies now wait for somebody else.",
                nudge="Press any card in your hand.",
            ),
        ),
    ),
    Step(
        key="blocker",
        veil=LINE,
        chapter=SPECIAL_GREEN,
        title="Blocking cows: 0 and 16",
        text=(
            "Six violet cows in the green packet have a power, and five flies each. Two of them block: the 0 goes "
            "to the low end, the 16 to the high end, and nothing goes beyond them."
        ),
        rule=GREENS,
        options=GREEN,
        position=place("gB16 g13.2 g10.0 g7.1 g5.0", "g12.1 g14.0"),
        tasks=(
            Move(
                say="Close the high end of this line.",
                goal=played("gB16"),
                solution="gB16",
                refused={"g13.2": r.INSIDE_LINE},
                then=("keep",),
                because="No cow is higher than 16: from now on, cows can only join at the low end.",
                nudge="The blocking cow 16 is violet.",
            ),
        ),
    ),
    Step(
        key="arrow",
        chapter=SPECIAL_GREEN,
        title="Turning the arrow",
        text=(
            "Whoever plays a green special cow may turn the arrow round, or leave it. You draw first and decide "
            "then. From now on the game goes in the new direction."
        ),
        rule=f"{GREENS}; rulings M7, M8",
        options={"players": 4},
        position=place("gB0 g13.0 g9.2 g8.1 g14.1", "g6.1 g9.0 g11.1", farmers=4),
        tasks=(
            Refusal(
                say="Try to turn the arrow just like that.",
                code=r.NOTHING_TO_CHOOSE,
                solution="turn",
                offers=("turn",),
                because="",
                nudge="Press «Turn the arrow round».",
            ),
            Move(
                say="Play your special cow.",
                goal=played("gB0"),
                solution="gB0",
                refused={"g9.2": r.INSIDE_LINE},
                because="The low end is closed. Now you may decide about the arrow.",
                nudge="The blocking cow 0 is violet.",
            ),
            Question(
                say="If you turn the arrow now, who plays next?",
                options=seats(next_after("turn")),
                because="Right: to the right of you sits the last farmer of the list.",
                look="To the right of you sits the last one in the list.",
                nudge="Not Bea any more, but the neighbour on your other side.",
                veil=("arrow",),
            ),
            Move(
                say="Turn the arrow.",
                goal=lambda match: bool(match.state.direction == -1),
                solution="turn",
                refused={"g13.0": r.CHOOSE_ARROW_FIRST, "next2": r.ARROW_ONLY},
                offers=("g13.0", "next2"),
                because="The game now runs the other way round.",
                nudge="Press «Turn the arrow round».",
            ),
        ),
    ),
    Step(
        key="acrobat",
        veil=LINE,
        chapter=SPECIAL_GREEN,
        title="Acrobats: 7 and 9",
        text=(
            "An acrobatic cow climbs on a cow of the line that has the same number printed on it, so its 7 or 9 "
            "must be there already. The ends of the line stay as they were. Both acrobats are a fine way to get rid "
            "of five flies."
        ),
        rule=f"{GREENS}; ruling M13",
        options=GREEN,
        position=place("gA9 gA7 g8.0 g10.1 g7.2", "g9.1 g6.0 g11.2"),
        tasks=(
            Move(
                say="Only one of your acrobats finds a cow to climb on. Play it.",
                goal=played("gA9"),
                solution="gA9",
                refused={"gA7": r.NO_SAME_NUMBER, "g7.2": r.INSIDE_LINE},
                then=("keep",),
                because="There is a 9 in the line. The line still goes from 6 to 11.",
                nudge="Which number is there, 7 or 9?",
            ),
        ),
    ),
    Step(
        key="slowpoke",
        veil=LINE,
        chapter=SPECIAL_GREEN,
        title="Slowpokes",
        text=(
            "A slowpoke has no number. It slips into the line where a number is missing between two cows, and "
            "stands there for it. There are two of them. No gap, no slowpoke. And no acrobat climbs on a slowpoke."
        ),
        rule=f"{GREENS}; rulings M10, M13",
        options=GREEN,
        position=place(
            "gSa gSb gA7 g12.1 g8.2", "g6.0 g8.1", others=("g9.0 g7.2 g5.2 g7.1 g6.2", "g10.0 g9.1 g7.3 g8.0 g11.2")
        ),
        tasks=(
            Question(
                say="Which number would a slowpoke stand for here?",
                options=numbers(number_of("gSa")),
                because="Right: it is the only number missing between two cows.",
                look="Which number is missing between the cows?",
                nudge="6, then a gap, then 8.",
            ),
            Move(
                say="Play a slowpoke, and see what the others do.",
                goal=played("gSa", "gSb"),
                solution="gSa",
                refused={"gA7": r.NO_SAME_NUMBER, "g8.2": r.SAME_AS_END},
                then=("keep", "g9.0", "g10.0"),
                because="It stands in the gap. Then Bea and Carl went on, and it is your turn again.",
                nudge="Slowpokes have no number; you hold two.",
            ),
            Refusal(
                say="Try the other slowpoke.",
                code=r.NO_GAP,
                solution="gSb",
                because="",
                nudge="Press the slowpoke that is still in your hand.",
            ),
        ),
    ),
    Step(
        key="starters",
        veil=LINE,
        chapter=SPECIAL_GREEN,
        title="Who can start a herd",
        text=(
            "On an empty meadow an acrobat has nothing to climb on and a slowpoke no gap. So a herd starts with a "
            "card that has a number of its own, blocking cows included. You may pass only if you have no such card, "
            "which hardly ever happens."
        ),
        rule=f"{PLAY}; rulings M4, M5",
        options=GREEN,
        position=place("gSa gA9 gB0 g12.1 g3.0"),
        tasks=(
            Refusal(
                say="Try to start with a card that cannot start a herd.",
                code=r.NEEDS_NUMBER,
                solution="gSa",
                because="",
                nudge="Try the slowpoke or the acrobat.",
            ),
            Refusal(
                say="Try to pass.",
                code=r.CAN_START,
                solution="pass",
                offers=("pass",),
                because="You can start.",
                nudge="Press «Pass».",
            ),
            Move(
                say="Start the herd.",
                goal=played(),
                solution="g12.1",
                refused={"gA9": r.NEEDS_NUMBER},
                because="A number of its own is enough.",
                nudge="Your 3, your 12 or the blocking cow 0 will do.",
            ),
        ),
    ),
    Step(
        key="name-next",
        veil=("shed",),
        chapter=SPECIAL_YELLOW,
        title="Who plays next?",
        text=(
            "With six or more farmers the yellow packet joins in. Its cows are the same but for six other specials. "
            "Whoever plays a yellow special may name the farmer who plays next; the arrow stays as it is."
        ),
        rule=f"{YELLOWS}; rulings M9, M9a",
        options=BOTH,
        position=place("yB16 g10.0 y11.2 g5.1 y3.0", "y9.0 g12.1", farmers=6),
        tasks=(
            Move(
                say="Play your yellow blocking cow.",
                goal=played("yB16"),
                solution="yB16",
                refused={"g10.0": r.INSIDE_LINE},
                because="It blocks like the green one, but gives another choice.",
                nudge="It is violet and has the number 16.",
            ),
            Move(
                say="Say that Dina plays next.",
                goal=lambda match: bool(match.state.turn == NAMES.index("Dina")),
                solution="next3",
                refused={"turn": r.NEXT_ONLY, "next0": r.NOT_YOURSELF, "g5.1": r.CHOOSE_NEXT_FIRST},
                offers=("next0", "turn", "g5.1"),
                because="Dina plays, then the game goes on in the direction of the arrow, with Emil.",
                nudge="Press «Dina plays next».",
            ),
        ),
    ),
    Step(
        key="calf",
        veil=LINE,
        chapter=SPECIAL_YELLOW,
        title="The calf",
        text=(
            "The calf has no number. It keeps close to a clean cow at either end and counts one step beyond it: "
            "one lower or one higher. Beside the 1 it counts 0, and that end is closed. What it counts never changes."
        ),
        rule=f"{YELLOWS}; rulings M15, M15a",
        options=BOTH,
        position=place("yC g8.0 y7.1 g3.2 y12.0", "y6.0 g9.1 g10.2", farmers=6),
        tasks=(
            Question(
                say="Which of these would be allowed?",
                options=moves("yC", "yC-", "yC+"),
                because="Right: at the low end stands a clean cow.",
                look="Which end has a cow without flies?",
                nudge="The 6 is clean, the 10 has flies.",
            ),
            Question(
                say="What number will the calf count as there?",
                options=numbers(
                    number_of("yC-"),
                    [
                        (lambda match: int(match.state.low[0]), "That is its neighbour's number."),
                        (lambda match: int(match.state.low[0]) + 1, "One higher would be at the high end."),
                    ],
                ),
                because="Right: one step beyond its neighbour.",
                look="At the low end it counts one lower than its neighbour.",
                nudge="Its neighbour is the 6.",
            ),
            Move(
                say="Play the calf.",
                goal=played("yC-"),
                solution="yC-",
                refused={"yC+": r.NOT_FLYLESS, "g8.0": r.INSIDE_LINE},
                then=("keep",),
                because="The next cow at that end must be lower than the calf's number.",
                nudge="Press the calf, then choose its end.",
            ),
        ),
    ),
    Step(
        key="thin-dairy",
        veil=LINE,
        chapter=SPECIAL_YELLOW,
        title="Thin cow and dairy cow",
        text=(
            "These two join the line by their numbers like any cow. After the thin cow you draw nothing, so your "
            "hand gets smaller. After the dairy cow you draw two cards, so it grows. It stays so for the rest of "
            "the round."
        ),
        rule=f"{YELLOWS}; ruling M21",
        options=BOTH,
        position=place("yT7 yD9 g8.0 g4.1 y13.2", "g8.1", farmers=6),
        tasks=(
            Question(
                say="You have five cards. How many after playing the thin cow?",
                options=numbers(hand_after("yT7"), [(cards_in_hand, "The thin cow is not replaced.")]),
                because="Right: one card fewer that could cost you flies in the end.",
                look="One played, none drawn.",
                nudge="Five less one.",
            ),
            Question(
                say="How many after playing the dairy cow instead?",
                options=numbers(hand_after("yD9"), [(cards_in_hand, "The dairy cow is replaced by two cards.")]),
                because="Right: more choice, but also more cards to get rid of.",
                look="One played, two drawn.",
                nudge="Five, less one, and two more.",
            ),
            Move(
                say="Play one of the two.",
                goal=played("yT7", "yD9"),
                solution="yD9",
                refused={"g8.0": r.SAME_AS_END},
                then=("keep",),
                because="See below what you drew.",
                nudge="The thin cow has a 7, the dairy cow a 9. Both fit beside the 8.",
            ),
        ),
    ),
    Step(
        key="mad-eight",
        veil=LINE,
        chapter=SPECIAL_YELLOW,
        title="The mad cow wants an 8",
        text=(
            "The mad cow takes the place of an 8 in the line. It must be a cow with 8 printed on it; a slowpoke "
            "that only stands for 8 will not do."
        ),
        rule=f"{YELLOWS}; ruling M18",
        options=BOTH,
        position=place("yM g5.1 y11.0 g8.2 y3.1", "g7.0 y9.1 gSa", farmers=6),
        tasks=(
            Refusal(
                say="In this line a slowpoke stands for the 8. Try the mad cow.",
                code=r.NO_EIGHT,
                solution="yM",
                because="",
                nudge="The mad cow is violet and has no number.",
            ),
            Move(
                say="Play another card.",
                goal=played(),
                solution="y11.0",
                refused={"g8.2": r.INSIDE_LINE, "yM": r.NO_EIGHT},
                because="The mad cow has to wait for a real 8.",
                nudge="Lower than 7 or higher than 9.",
            ),
        ),
    ),
    Step(
        key="mad",
        veil=LINE,
        chapter=SPECIAL_YELLOW,
        title="The mad cow comes",
        text=(
            "Here is a real 8. The mad cow takes its place and counts as 8; the driven-out 8 goes into your hand, "
            "where everybody has seen it. You draw no card, for you have already got one."
        ),
        rule=f"{YELLOWS}; rulings M18, M19",
        options=BOTH,
        position=place("yM g4.1 y12.0 g10.2 y3.1", "g5.0 y8.2 g11.1", farmers=6),
        tasks=(
            Question(
                say="How many cards will you hold after playing the mad cow?",
                options=numbers(
                    hand_after("yM"), [(lambda match: cards_in_hand(match) - 1, "And the 8 that comes to you?")]
                ),
                because="Right: the mad cow goes, the 8 comes.",
                look="The mad cow goes, the 8 comes, nothing is drawn.",
                nudge="Five, less one, plus the 8.",
            ),
            Move(
                say="Play the mad cow.",
                goal=played("yM"),
                solution="yM",
                refused={"g10.2": r.INSIDE_LINE},
                then=("keep",),
                because="The 8 is in your hand now, with its two flies.",
                nudge="The mad cow is violet and has no number.",
            ),
        ),
    ),
    Step(
        key="mad-herd",
        veil=LINE,
        chapter=SPECIAL_YELLOW,
        title="No clean cow near the mad one",
        text=(
            "As long as a mad cow is in the herd, cows without flies stay away. Only cows with flies may be added, "
            "special cows too. When somebody takes the herd, the fear is over."
        ),
        rule=f"{YELLOWS}; ruling M20",
        options=BOTH,
        position=place("g12.0 y2.0 y13.1 g9.2 g15.0", "g6.0 y8.1 yM g10.1", farmers=6),
        tasks=(
            Refusal(
                say="Try a cow without flies.",
                code=r.MAD_HERD,
                solution="g12.0",
                because="",
                nudge="Green cards have no flies.",
            ),
            Move(
                say="Play a cow that may join.",
                goal=played(),
                solution="y13.1",
                refused={"y2.0": r.MAD_HERD, "g9.2": r.INSIDE_LINE},
                because="It has flies and fits the line: both are needed.",
                nudge="It needs flies, and must be lower than 6 or higher than 10.",
            ),
        ),
    ),
    Step(
        key="round-end",
        veil=("arrow",),
        chapter=ENDING,
        title="The end of a round",
        text=(
            "When the deck is empty, nobody draws any more. The next farmer who takes a herd ends the round. Then "
            "the cards left in each hand go into the cowshed too, and all flies are counted. The farmer with most "
            "flies starts the next round."
        ),
        rule=f"{END}; rulings M2, M22",
        options=GREEN,
        position=place("g6.0 gA7 g9.1", "g5.2 g10.1 g12.2", shed="g8.3 g14.0", left=0, flies=(12, 20, 9)),
        tasks=(
            Question(
                say="Your cowshed holds 3 flies already. You take the herd. How many flies do you get this round?",
                options=numbers(
                    flies_this_round,
                    [
                        (flies_of_herd, "That is the herd alone. Your cowshed and your hand count too."),
                        (lambda match: flies_of_herd(match) + flies_in_hand_at_end(match), "And the cowshed?"),
                        (
                            lambda match: flies_this_round(match) - flies_in_hand_at_end(match),
                            "And the cards in your hand?",
                        ),
                    ],
                ),
                because="Right: cowshed, herd and hand together.",
                look="Cowshed, herd and hand together.",
                nudge="3 in the cowshed, 5 on the herd, 6 in your hand.",
                veil=("notes",),
            ),
            Move(
                say="Take the herd and end the round.",
                goal=played("take"),
                solution="take",
                refused={"g6.0": r.INSIDE_LINE, "gA7": r.NO_SAME_NUMBER},
                because="The table shows how the flies add up; a new round has been dealt.",
                nudge="Press «Take the herd».",
            ),
        ),
    ),
    Step(
        key="game-end",
        veil=("deck", "shed", "arrow"),
        chapter=ENDING,
        title="The end of the game",
        text=(
            "Rounds go on until somebody has 100 flies or more when a round is counted. Then the game is over, and "
            "the farmer with the fewest flies wins. If two have equally few, they win together."
        ),
        rule=f"{END}; ruling M25",
        options=GREEN,
        position=place("g7.1 g9.2", "g6.1 g4.0 g11.2 g13.2", left=0, flies=(95, 22, 51)),
        tasks=(
            Question(
                say="The deck is empty, you have 95 flies, and nothing fits: you take this herd. What happens?",
                options=choices(
                    game_goes_on,
                    "The round is counted and the game is over",
                    "The round is counted and another one follows",
                ),
                because="Right: you have more than 100 flies, so this was the last round.",
                look="How many flies will you have in all?",
                nudge="The herd alone brings you to 100.",
            ),
            Move(
                say="Take the herd.",
                goal=lambda match: bool(match.over),
                solution="take",
                refused={"g9.2": r.INSIDE_LINE},
                because="Everybody's flies are counted, and the winner is known.",
                nudge="Press «Take the herd».",
            ),
            Refusal(
                say="Try to take one more herd.",
                code=r.GAME_OVER,
                solution="take",
                offers=("take",),
                because="",
                nudge="Press «Take the herd» again.",
            ),
        ),
    ),
    Step(
        key="two",
        chapter=MORE,
        title="Two farmers, three herds",
        text=(
            "Two farmers look after three herds. You do not choose: after every turn the next herd in the direction "
            "of the arrow is on. If you take one, you start it anew and the others stay. When the round ends, herds "
            "left lying cost nothing."
        ),
        rule=f"{PAIR}; rulings M26, M27a",
        options=TWO,
        position=place("g7.0 g10.1 g7.2 g12.1 g6.0", "g5.0 g9.1", "g6.1 g8.0", "g11.0 g13.2", farmers=2, herd=1),
        tasks=(
            Question(
                say="You must add to herd 2. Which herd will be Bea's?",
                options=choices(herd_after("g10.1"), "Herd 1", "Herd 2", "Herd 3"),
                because="Right: one step on, in the direction of the arrow.",
                look="After every turn it goes one herd on.",
                nudge="After 2 comes ...",
            ),
            Move(
                say="Play a cow that fits herd 2.",
                goal=played(),
                solution="g10.1",
                refused={"g7.0": r.INSIDE_LINE, "g6.0": r.SAME_AS_END},
                because="Only the herd that is on matters.",
                nudge="Herd 2 goes from 6 to 8.",
            ),
        ),
    ),
    Step(
        key="tip",
        veil=FEW,
        chapter=MORE,
        title="One tip",
        text=(
            "The cards in your hand count at the end. So play cows with many flies while the deck lasts, and keep "
            "clean cows for the end. Special cows have five flies, but fit where others do not."
        ),
        rule=f"{END}; tip",
        options=GREEN,
        position=place("g13.0 gB16 g3.0 g11.1 g7.2", "g6.0 g8.1", left=4),
        tasks=(
            Question(
                say="How many flies does your hand hold right now?",
                options=numbers(flies_in_hand, [(cards_in_hand, "That is how many cards you hold.")]),
                because="Right. Most of them sit on one card.",
                look="Add up the flies of your cards.",
                nudge="None, five, none, one and two.",
                veil=("notes",),
            ),
            Move(
                say="Four cards are left in the deck. Which card do you get rid of?",
                goal=most_flies_gone,
                solution="gB16",
                refused={"g7.2": r.INSIDE_LINE},
                then=("keep",),
                because="Five flies gone, and the high end is closed for the others. Now you know MOW!",
                nudge="Which card has the most flies?",
            ),
        ),
    ),
)


# ---- the quiz: each maker draws a position and asks one thing -------------------------------------------------------
def _cows(
    rng: random.Random, n: int, packet: str = "g", low: int = 1, high: int = 15, without: Sequence[str] = ()
) -> list[str]:
    """Codes of n ordinary cows with different numbers from low to high, in the order of their numbers."""
    by_number: dict[int, list[str]] = {}
    for code, row in _ROWS.items():
        if row["kind"] == "cow" and code[0] in packet and low <= row["number"] <= high and code not in without:
            by_number.setdefault(row["number"], []).append(code)
    return [rng.choice(by_number[number]) for number in sorted(rng.sample(sorted(by_number), n))]


def _fits(code: str, low: str, high: str) -> bool:
    """Whether an ordinary cow is outside the line from cow `low` to cow `high`."""
    return not _ROWS[low]["number"] <= _ROWS[code]["number"] <= _ROWS[high]["number"]


def ask_line(rng: random.Random) -> Step:
    herd = _cows(rng, 3, low=4, high=12)
    hand: list[str] = []
    while len({_fits(code, herd[0], herd[-1]) for code in hand}) < 2:  # some fit, some do not
        hand = _cows(rng, 5, without=herd)
    return Step(
        key="quiz-line",
        veil=LINE,
        review="line",
        chapter="Quiz",
        title="What fits?",
        text="",
        rule=PLAY,
        options=GREEN,
        position=place(" ".join(hand), " ".join(herd)),
        tasks=(
            Question(
                say="Which of your cards may join this herd? Tick all.",
                many=True,
                options=moves(*hand),
                because="Lower than the lowest or higher than the highest.",
                look="Lower than the lowest or higher than the highest cow?",
                nudge="Compare each card with both ends.",
                veil=("ends",),
            ),
        ),
    )


def ask_taking(rng: random.Random) -> Step:
    herd = _cows(rng, 6, low=2, high=14)
    hand = _cows(rng, 5, without=herd)
    return Step(
        key="quiz-taking",
        veil=FEW,
        review="must-take",
        chapter="Quiz",
        title="The price of a herd",
        text="",
        rule=HERD,
        options=GREEN,
        position=place(" ".join(hand), " ".join(herd)),
        tasks=(
            Question(
                say="You take this herd. How many flies come into your cowshed?",
                options=numbers(flies_of_herd, [(cows_of_herd, "That is how many cows there are.")]),
                because="Every fly on every cow of the herd counts.",
                look="Add up the flies of the herd.",
                nudge="Go along the line card by card.",
                veil=("notes",),
            ),
        ),
    )


def ask_arrow(rng: random.Random) -> Step:
    farmers, direction = rng.choice((3, 4, 5)), rng.choice((1, -1))
    blocker = rng.choice(("gB0", "gB16"))
    herd, hand = _cows(rng, 2), _cows(rng, 5)
    hand = [code for code in hand if code not in herd][:4]
    return Step(
        key="quiz-arrow",
        veil=("shed",),
        review="arrow",
        chapter="Quiz",
        title="The arrow",
        text="",
        rule=GREENS,
        options={"players": farmers},
        position=place(" ".join(hand), " ".join((*herd, blocker)), farmers=farmers, direction=direction, phase="arrow"),
        tasks=(
            Question(
                say="You have just played a blocking cow and turn the arrow. Who plays next?",
                options=seats(next_after("turn")),
                because="The neighbour on the other side.",
                look="Turned, the arrow points to your neighbour on the other side.",
                nudge="Left is the next name in the list, right the one before.",
            ),
        ),
    )


def ask_specials(rng: random.Random) -> Step:
    specials = ["gA7", "gA9", "gSa", "gB16"]
    herd = _cows(rng, 3, low=5, high=11)
    while {7, 9} <= {_ROWS[code]["number"] for code in herd}:
        herd = _cows(rng, 3, low=5, high=11)
    return Step(
        key="quiz-specials",
        veil=LINE,
        review="acrobat",
        chapter="Quiz",
        title="Green special cows",
        text="",
        rule=f"{GREENS}; rulings M10, M13",
        options=GREEN,
        position=place(" ".join((*specials, *_cows(rng, 1, without=herd))), " ".join(herd)),
        tasks=(
            Question(
                say="Which of these special cows may join this herd? Tick all.",
                many=True,
                options=moves(*specials),
                because="Each by its own rule.",
                look="An acrobat needs its number, a slowpoke a gap, a blocking cow an open end.",
                nudge="Is there a 7? A 9? A gap?",
                veil=("ends",),
            ),
        ),
    )


def ask_calf(rng: random.Random) -> Step:
    herd = _cows(rng, 3, "gy")
    hand = ["yC", *_cows(rng, 4, "gy", without=herd)]
    return Step(
        key="quiz-calf",
        veil=LINE,
        review="calf",
        chapter="Quiz",
        title="The calf",
        text="",
        rule=f"{YELLOWS}; ruling M15",
        options=BOTH,
        position=place(" ".join(hand), " ".join(herd), farmers=6),
        tasks=(
            Question(
                say="Where could the calf go?",
                options=choices(calf_ends, "Only to the low end", "Only to the high end", "To both ends", "Nowhere"),
                because="It needs a cow without flies beside it.",
                look="It needs a cow without flies beside it.",
                nudge="Look at the first and at the last cow.",
            ),
        ),
    )


def ask_mad(rng: random.Random) -> Step:
    low, high = _cows(rng, 1, "gy", low=5, high=7)[0], _cows(rng, 1, "gy", low=9, high=11)[0]
    clean = rng.choice(["g12.0", "y13.0", "g3.0", "y2.0"])
    hand = [clean]
    while not any(_ROWS[code]["flies"] and _fits(code, low, high) for code in hand):
        hand = [clean, *_cows(rng, 3, "gy", without=[low, high, clean])]
    herd = [low, "y8.1", high, "yM"]
    return Step(
        key="quiz-mad",
        veil=LINE,
        review="mad-herd",
        chapter="Quiz",
        title="A mad cow is here",
        text="",
        rule=f"{YELLOWS}; ruling M20",
        options=BOTH,
        position=place(" ".join(hand), " ".join(herd), farmers=6),
        tasks=(
            Question(
                say="Which of your cards may join this herd? Tick all.",
                many=True,
                options=moves(*hand),
                because="They fit the line and have flies.",
                look="They must fit the line and have flies.",
                nudge="With a mad cow in the herd, clean cows stay away.",
                veil=("ends", "notes"),
            ),
        ),
    )


_DRAWN = {"yT7": "the thin cow", "yD9": "the dairy cow", "yB16": "the yellow blocking cow"}


def ask_hand(rng: random.Random) -> Step:
    card = rng.choice(sorted(_DRAWN))
    hand = [card, *_cows(rng, rng.choice((3, 4, 5)), "gy", without=["g8.1"])]
    return Step(
        key="quiz-hand",
        veil=FEW,
        review="thin-dairy",
        chapter="Quiz",
        title="Cards in hand",
        text="",
        rule=f"{YELLOWS}; ruling M21",
        options=BOTH,
        position=place(" ".join(hand), "g8.1", farmers=6),
        tasks=(
            Question(
                say=f"You play {_DRAWN[card]}. How many cards do you hold at the end of the turn?",
                options=numbers(hand_after(card, "keep")),
                because="Thin: none drawn. Dairy: two. All others: one.",
                look="How many cards are drawn after it?",
                nudge="Count your cards, take one away, add what is drawn.",
            ),
        ),
    )


def ask_round_end(rng: random.Random) -> Step:
    mixed = _cows(rng, 10, low=2, high=14)
    rng.shuffle(mixed)
    shed, hand, herd = mixed[:3], mixed[3:6], sorted(mixed[6:], key=lambda code: _ROWS[code]["number"])
    return Step(
        key="quiz-round-end",
        veil=("seats", "arrow"),
        review="round-end",
        chapter="Quiz",
        title="Counting",
        text="",
        rule=END,
        options=GREEN,
        position=place(" ".join(hand), " ".join(herd), shed=" ".join(shed), left=0),
        tasks=(
            Question(
                say="The deck is empty and you take this herd. How many flies do you get for the round?",
                options=numbers(
                    flies_this_round,
                    [
                        (flies_of_herd, "That is the herd alone."),
                        (
                            lambda match: flies_this_round(match) - flies_in_hand_at_end(match),
                            "And the cards in your hand?",
                        ),
                    ],
                ),
                because="Cowshed, herd and hand count.",
                look="Cowshed, herd and hand count.",
                nudge="Add the three up.",
            ),
        ),
    )


LESSON = Lesson(
    game="mow",
    names=NAMES,
    steps=STEPS,
    quiz=(ask_line, ask_taking, ask_arrow, ask_specials, ask_calf, ask_mad, ask_hand, ask_round_end),
    you=YOU,
)
