"""The characters of MOW.  Each is one short function: how many flies a move is worth to it, from its view of the table.

The same small counting functions serve the policies and the sentences that explain them, so the two cannot drift apart.
The weights were tuned by playing many games against each other.
"""

from __future__ import annotations

import functools
import types
from enum import Enum, auto
from typing import TYPE_CHECKING

from ...core.bot import Bot
from ...core.engine import FIRST_CHARACTER
from ...core.link import by_cards, rule
from ...core.policy import choose as choose
from ...core.weighing import Reckoning
from ...core.words import number_of
from .cards import COW, constants
from .rules import (
    CALF_CARD,
    CALF_LOW,
    EIGHT,
    FLIES,
    HAND_SIZE,
    HERD,
    KEEP,
    KIND,
    NEXT,
    NUMBER,
    PASS,
    PLAYING,
    SHED,
    SLOTS,
    TAKE,
    TURN,
    UNKNOWN,
    State,
    has_number,
    is_empty,
    neighbour,
    number_for,
)
from .words import card_name

if TYPE_CHECKING:
    from ...core.view import View

SHEDDER, OPENER, PLANNER, COUNTER, SPOILER = range(FIRST_CHARACTER, FIRST_CHARACTER + 5)
PLAYOUT, WORLDS = PLANNER, 24

# ---- weights, in flies ----------------------------------------------------------------------------------------------
NEVER = -1000.0  # less than any other move is worth
LITTLE = 0.1  # decides between moves that are otherwise equal
SHEDDER_NUMBER = 0.25  # what a number that can no longer be played costs the shedder; the careful ones say a whole fly
SPOILER_NUMBER = 0.5
SPOILER_FLY = 0.5  # what getting a fly out of the hand is worth to the spoiler
SHUT_END = 20.0  # an end where nothing fits any more, to the opener: more than any card can narrow the line
LIFEBELT = 3.0  # a special cow kept in hand: it fits where nothing else does
SHARE = 0.3  # what a fly that the next farmer must expect is worth to the counter
NEW_START = 3.0  # beginning a herd with a card that could have been kept
TAKEN_FLY = 1.5  # a fly taken on purpose: it is certain, those that a card brings are not


# ---- counting: what policies and sentences share --------------------------------------------------------------------
@rule
def card_of(a: int) -> int:
    """The card that action `a` (0 to CALF_HIGH) plays."""
    return CALF_CARD if a >= CALF_LOW else a


@rule
def flies_of(a: int) -> int:
    return FLIES[card_of(a)]


@rule
def is_special(a: int) -> bool:
    return KIND[card_of(a)] != COW


@rule
def herd_flies(s: State, h: int) -> int:
    flies = 0
    for c in range(s.n_cards):
        if s.place[c] == HERD + h:
            flies += FLIES[c]
    return flies


@rule
def flies_so_far(s: State, p: int) -> int:
    """Flies of farmer p in scored rounds and in the cowshed; herds are taken in the open."""
    flies = s.flies[p]
    for c in range(s.n_cards):
        if s.place[c] == SHED + p:
            flies += FLIES[c]
    return flies


@rule
def low_after(s: State, a: int) -> int:
    return min(s.low[s.herd], number_for(s, s.herd, card_of(a), a))


@rule
def high_after(s: State, a: int) -> int:
    return max(s.high[s.herd], number_for(s, s.herd, card_of(a), a))


@rule
def closed(s: State, a: int) -> int:
    """Numbers that card `a` jumps over: they fitted before and do not any more.  Its own number does not count."""
    if is_empty(s, s.herd):
        return 0
    moved = s.low[s.herd] - low_after(s, a) + high_after(s, a) - s.high[s.herd]
    return max(moved - 1, 0)


@rule
def narrowing(s: State, a: int) -> int:
    """How much card `a` narrows the line: numbers it closes; for the first cow of a herd, its distance from the 8."""
    return abs(NUMBER[card_of(a)] - EIGHT) if is_empty(s, s.herd) else closed(s, a)


@rule
def shuts_end(s: State, a: int) -> bool:
    """Card `a` leaves no number at an end of the line that was open."""
    shuts_low = low_after(s, a) == 0 and s.low[s.herd] > 0
    return shuts_low or (high_after(s, a) == SLOTS - 1 and s.high[s.herd] < SLOTS - 1)


@rule
def unseen(s: State) -> int:
    """Cards that this farmer cannot place: in the deck or in a rival's hand."""
    n = 0
    for c in range(s.n_cards):
        if s.place[c] == UNKNOWN:
            n += 1
    return n


@rule
def fitting(s: State, h: int, place: int, low: int, high: int) -> int:
    """Numbered cards at `place` that fit herd h if it runs from `low` to `high`."""
    n = 0
    for c in range(s.n_cards):
        outside = NUMBER[c] < low or NUMBER[c] > high
        if s.place[c] == place and outside and has_number(c) and (FLIES[c] > 0 or not s.mad[h]):
            n += 1
    return n


@rule
def stuck(fit: int, total: int, held: int) -> float:
    """Chance that none of `held` cards fits, if they are drawn from `total` cards of which `fit` do."""
    chance = 1.0
    for i in range(min(held, total)):
        chance *= max(total - fit - i, 0) / (total - i)
    return chance


@rule
def stuck_after(s: State, a: int) -> float:
    """Chance that no numbered card of the next farmer fits after card `a`, as far as this farmer can see."""
    fit = fitting(s, s.herd, UNKNOWN, low_after(s, a), high_after(s, a))
    return stuck(fit, unseen(s), s.held[neighbour(s, s.turn)])


@rule
def danger(s: State, a: int) -> float:
    """Flies that the next farmer must expect from having to take the herd after card `a`."""
    return (herd_flies(s, s.herd) + flies_of(a)) * stuck_after(s, a)


@rule
def turns_left(s: State) -> float:
    """Turns of each farmer until the deck is empty."""
    return (s.n_cards - s.deck_top) / s.players


@rule
def urgency(s: State) -> float:
    """Worth of a fly that leaves the hand: one once the deck is empty, none while there is a turn for every card."""
    return 1.0 - turns_left(s) / HAND_SIZE


# ---- choices after a special cow ------------------------------------------------------------------------------------
@rule
def next_farmer(s: State, a: int) -> int:
    """Who plays after the choice KEEP, TURN or NEXT + seat."""
    if a >= NEXT:
        return a - NEXT
    if a == TURN:
        return (s.turn - s.direction + s.players) % s.players
    return neighbour(s, s.turn)


@rule
def next_herd(s: State, a: int) -> int:
    """Which herd that farmer then faces."""
    step = -s.direction if a == TURN else s.direction
    return (s.herd + step + s.n_herds) % s.n_herds


@rule
def threat(s: State, a: int) -> float:
    """Flies that the farmer who is next after the choice `a` must expect from having to take the herd."""
    h = next_herd(s, a)
    if is_empty(s, h):
        return 0.0
    fit = fitting(s, h, UNKNOWN, s.low[h], s.high[h])
    return herd_flies(s, h) * stuck(fit, unseen(s), s.held[next_farmer(s, a)])


@rule
def rest(s: State, a: int) -> int:
    """Farmers who play before this one is to move again, after the choice `a`."""
    step = -s.direction if a == TURN else s.direction
    return ((s.turn - next_farmer(s, a)) * step + s.players) % s.players


# ---- characters: what a move is worth to each -----------------------------------------------------------------------
@rule
def shedder(s: State, a: int) -> float:
    if a == TAKE:
        return NEVER
    if s.phase != PLAYING:
        return LITTLE * (a == KEEP)
    return flies_of(a) - SHEDDER_NUMBER * narrowing(s, a)


@rule
def opener(s: State, a: int) -> float:
    if a == TAKE:
        return NEVER
    if s.phase != PLAYING:
        return LITTLE * (a == KEEP)
    return LITTLE * flies_of(a) - narrowing(s, a) - SHUT_END * shuts_end(s, a)


@rule
def planner(s: State, a: int) -> float:
    if a == TAKE:
        return NEVER
    if s.phase != PLAYING:
        return rest(s, a) + LITTLE * (a == KEEP)
    return urgency(s) * flies_of(a) - narrowing(s, a) - LIFEBELT * is_special(a)


@rule
def counter(s: State, a: int) -> float:
    if a == TAKE:
        return -NEW_START - TAKEN_FLY * herd_flies(s, s.herd)
    if s.phase != PLAYING:
        return threat(s, a) + LITTLE * rest(s, a)
    return planner(s, a) + SHARE * danger(s, a)


@rule
def spoiler(s: State, a: int) -> float:
    if a == TAKE:
        return NEVER
    if s.phase != PLAYING:
        return threat(s, a) - LITTLE * flies_so_far(s, next_farmer(s, a))
    return danger(s, a) + SPOILER_FLY * flies_of(a) - SPOILER_NUMBER * narrowing(s, a) - LIFEBELT * is_special(a)


@rule
def worth(s: State, bot: int, a: int) -> float:
    """What the legal move `a` is worth to character `bot`."""
    if a == PASS:
        return 0.0
    if bot == SHEDDER:
        return shedder(s, a)
    if bot == OPENER:
        return opener(s, a)
    if bot == PLANNER:
        return planner(s, a)
    if bot == COUNTER:
        return counter(s, a)
    if bot == SPOILER:
        return spoiler(s, a)
    raise ValueError("MOW has no character of that number")


# ---- counting in words: uncompiled, with the cards of the game at hand ---------------------------------------------
COUNTED = (
    card_of,
    flies_of,
    is_special,
    herd_flies,
    flies_so_far,
    low_after,
    high_after,
    closed,
    shuts_end,
    unseen,
    fitting,
    stuck_after,
    danger,
    turns_left,
    urgency,
    next_farmer,
    next_herd,
    threat,
    rest,
    worth,
)
counting = by_cards(COUNTED, constants)


# ---- why, in a sentence ---------------------------------------------------------------------------------------------
def _weigh(bot: int, view: View) -> Reckoning:
    """What each move is worth, but for those that the character never makes if it has another."""
    count = counting(view.game.cards)
    worth = {a: count.worth(view.state, bot, a) for a in view.moves}
    return Reckoning("Gain reckoned in flies", {a: value for a, value in worth.items() if value > NEVER})


class Kind(Enum):
    """What sort of move a sentence is about."""

    PASS = auto()
    FORCED = auto()  # nothing but taking was possible
    TAKE = auto()
    START = auto()  # the first cow of a herd
    ONLY = auto()  # the only card that fits
    SPECIAL = auto()
    FLIES = auto()  # an ordinary cow with flies
    CLEAN = auto()
    KEEP = auto()  # after a special cow: all goes on as before
    NEXT = auto()  # or somebody else is next
    HERD = auto()  # two farmers: which herd is next


COMMON = {
    Kind.PASS: "None of {his} cards can start a herd, so {he} had to pass.",
    Kind.FORCED: "{None} fits, so {he} had to take the herd with {cost}.",
    Kind.TAKE: "{He} took the herd with {cost}.",
    Kind.START: "{He} starts with {card}: {below} lower and {above} higher than it stay open.",
    Kind.ONLY: "Only {card} fits. Without it {he} would have to take {cost}.",
    Kind.KEEP: "{He} does not mind who is next, so play goes on as before, to {rival}.",
    Kind.NEXT: "{He} wants {rival} to be next.",
    Kind.HERD: "{Rival} is next at a herd with {cost}, and must expect {threat} from it on average.",
}
OWN_CARDS = "{He} looks at {his} own cards only, so play goes on as before."
SHED_TEXTS = {
    Kind.START: "{He} starts with {card}. That is {flies} less in {his} hand, with {deck} still in the deck.",
    Kind.SPECIAL: "{He} got rid of {flies} at once, with {deck} still in the deck.",
    Kind.FLIES: "{He} got rid of {flies}, with {deck} still in the deck.",
    Kind.CLEAN: "No card with flies is better now. {Card} shuts out {closed}.",
    Kind.HERD: OWN_CARDS,
}
NONE_FITS = {0: "No card of an empty hand", 1: "Not even the last card"}
CARD = (Kind.SPECIAL, Kind.FLIES, Kind.CLEAN)
CHOICE = (Kind.KEEP, Kind.NEXT)
OPEN_TEXTS = dict.fromkeys(
    CARD, "{He} keeps the line open. {Card} shuts out {closed}; {below} below it and {above} above it still fit."
) | {Kind.HERD: OWN_CARDS}
PLAN_TEXTS = (
    dict.fromkeys(CARD, "{He} has {turns} left for {hand}, so {when}. {Card} shuts out {closed}.")
    | dict.fromkeys(CHOICE, "This way {rest} before {he} has to move again.")
    | {
        Kind.SPECIAL: "{He} has {turns} left for {hand}, so {when}. "
        "{Card} fits where others do not, and takes {flies} along."
    }
)
COUNT_TEXTS = (
    dict.fromkeys(
        CARD,
        "After {card}, {fit} of the {unseen} that {he} cannot see still fit. "
        "The chance that the next farmer has none of them is {chance}.",
    )
    | dict.fromkeys(
        CHOICE, "{Rival} must expect {threat} from this herd on average, and {rest} before {he} moves again."
    )
    | {
        Kind.TAKE: "Few flies now rather than more later: the herd has {cost}. {He} reckons that taking it costs "
        "{price} in the end, and {his} best card {other}.",
    }
)
SPOIL_TEXTS = (
    dict.fromkeys(
        CARD,
        "{He} leaves a herd with {after} to the next farmer. {fit} of the {unseen} that {he} cannot see fit: "
        "on average this costs that farmer {danger}.",
    )
    | dict.fromkeys(CHOICE, "{Rival} has {theirs} so far, and must expect {threat} from this herd on average.")
    | {Kind.START: "{He} starts with {card}. {fit} of the {unseen} that {he} cannot see fit beside it."}
)
PRONOUNS = {
    "he": {"he": "he", "He": "He", "his": "his"},
    "she": {"he": "she", "He": "She", "his": "her"},
}


def _explain(texts: dict[Kind, str], pronouns: dict[str, str], bot: int, view: View, a: int) -> str:
    kind = _kind(view, a)
    text = (COMMON | texts)[kind].format(**pronouns, **_numbers(kind, bot, view, a))
    return text[0].upper() + text[1:]


def _kind(view: View, a: int) -> Kind:
    s, cards = view.state, [m for m in view.moves if m != TAKE]
    if a == PASS:
        return Kind.PASS
    if a == TAKE:
        return Kind.TAKE if cards else Kind.FORCED
    if s.phase != PLAYING:
        return Kind.HERD if s.n_herds > 1 else Kind.KEEP if a == KEEP else Kind.NEXT
    if is_empty(s, s.herd):
        return Kind.START
    if cards == [a]:
        return Kind.ONLY
    count = counting(view.game.cards)
    return Kind.SPECIAL if count.is_special(a) else Kind.FLIES if count.flies_of(a) else Kind.CLEAN


def _numbers(kind: Kind, bot: int, view: View, a: int) -> dict[str, str]:
    """The numbers of this position, ready for a sentence."""
    s, count = view.state, counting(view.game.cards)
    numbers = {
        "hand": number_of(s.held[s.turn], "card", "cards"),
        "None": NONE_FITS.get(s.held[s.turn], f"None of the {s.held[s.turn]} cards"),
        "deck": number_of(s.n_cards - s.deck_top, "card", "cards"),
        "unseen": number_of(count.unseen(s), "cow", "cows"),
    }
    if kind in (Kind.FORCED, Kind.TAKE, Kind.ONLY):
        numbers["cost"] = _flies(count.herd_flies(s, s.herd))
    if kind == Kind.TAKE:
        worths = [count.worth(s, bot, m) for m in view.moves if m != TAKE]
        numbers |= {"price": _flies(-count.worth(s, bot, a)), "other": _flies(-max(worths))}
    if kind in (Kind.KEEP, Kind.NEXT, Kind.HERD):
        return numbers | _about_choice(s, count, a)
    if kind in (Kind.START, Kind.ONLY, Kind.SPECIAL, Kind.FLIES, Kind.CLEAN):
        return numbers | _about_card(view, count, a)
    return numbers


def _about_card(view: View, count: types.SimpleNamespace, a: int) -> dict[str, str]:
    """What changes with card `a`."""
    s, low, high = view.state, count.low_after(view.state, a), count.high_after(view.state, a)
    name = card_name(count.card_of(a), view.game.cards)
    turns = round(count.turns_left(s))
    return {
        "card": name,
        "Card": name[0].upper() + name[1:],
        "flies": _flies(count.flies_of(a)),
        "closed": number_of(count.closed(s, a), "number", "numbers") if count.closed(s, a) else "no number",
        "below": number_of(low, "number", "numbers"),
        "above": number_of(SLOTS - 1 - high, "number", "numbers"),
        "turns": f"about {number_of(turns, 'turn', 'turns')}" if turns else "hardly a turn",
        "when": "flies can wait" if count.urgency(s) <= 0 else "flies have to go",
        "fit": str(count.fitting(s, s.herd, UNKNOWN, low, high)),
        "chance": f"{100 * count.stuck_after(s, a):.0f} %",
        "after": _flies(count.herd_flies(s, s.herd) + count.flies_of(a)),
        "danger": _flies(count.danger(s, a)),
    }


def _about_choice(s: State, count: types.SimpleNamespace, a: int) -> dict[str, str]:
    """Who is next after the choice `a`, and at what."""
    p = count.next_farmer(s, a)
    rival = _farmer(s, p)
    resting = count.rest(s, a)
    return {
        "rival": rival,
        "Rival": rival[0].upper() + rival[1:],
        "theirs": _flies(count.flies_so_far(s, p)),
        "cost": _flies(count.herd_flies(s, count.next_herd(s, a))),
        "threat": _flies(count.threat(s, a)),
        "rest": "one other farmer plays" if resting == 1 else f"{resting} other farmers play",
    }


def _farmer(s: State, p: int) -> str:
    """Farmer p as seen from the seat to move; a view knows no names."""
    seats = (p - s.turn + s.players) % s.players
    if s.players == 2:
        return "the other farmer"
    near = {1: "the left neighbour", s.players - 1: "the right neighbour"}
    return near.get(seats, f"the farmer {seats} seats to the left")


def _flies(n: float) -> str:
    """«3 flies»; a number that is an average gets one decimal."""
    return number_of(n, "fly", "flies") if isinstance(n, int) else f"{n:.1f} flies"


def _character(key: str, name: str, pronoun: str, policy: int, texts: dict[Kind, str], idea: str, source: str) -> Bot:
    why = functools.partial(_explain, texts, PRONOUNS[pronoun], policy)
    return Bot(key, name, idea, source, policy, why, home="mow", weigh=functools.partial(_weigh, policy))


REMARK = "a piece of advice that players of MOW give each other"
BOTS = (
    _character(
        "shedder",
        "Felix Flyswatter",
        "he",
        SHEDDER,
        SHED_TEXTS,
        "Gets rid of the card with the most flies at once, however thick the deck still is.",
        f"{REMARK}, taken to the letter: get rid of your cows with flies before the deck is empty",
    ),
    _character(
        "opener",
        "Wanda Wide",
        "she",
        OPENER,
        OPEN_TEXTS,
        "Keeps the line wide open: plays the number nearest to an end, so that the herd goes on to others. "
        "Never shuts an end if another card fits.",
        "our own, from watching games: nothing else helps a farmer so much",
    ),
    _character(
        "planner",
        "Polly Patience",
        "she",
        PLANNER,
        PLAN_TEXTS,
        "Keeps the line open, saves special cows for bad times, and counts the turns that are left: "
        "flies can wait until there are fewer turns than cards in hand.",
        f"{REMARK}, with our own timing: the 5-fly cards must be gone before the deck is",
    ),
    _character(
        "counter",
        "Carla Count",
        "she",
        COUNTER,
        COUNT_TEXTS,
        "Plays like Polly, but also counts how many of the cows she has not seen still fit, and takes a small "
        "clean herd on purpose where any card would cost more.",
        f"{REMARK}: take a small clean herd on purpose to start afresh",
    ),
    _character(
        "spoiler",
        "Theo Trap",
        "he",
        SPOILER,
        SPOIL_TEXTS,
        "Wants the next farmer to be stuck with a dear herd: narrows the line, keeps special cows for when they hurt, "
        "and sends the one with the fewest flies into the trap.",
        f"{REMARK}: turn the arrow, or name the next farmer, where it hurts",
    ),
)
