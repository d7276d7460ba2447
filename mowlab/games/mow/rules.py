"""The rules of MOW for 2 to 10 farmers, once, as small functions over one record of integers.

Rulings are named M1 to M30 as in docs/games/mow.md; the sentences for reasons and events are in words.py.
"""

from __future__ import annotations

from ...core.link import rule
from ...core.schema import CUSTOM, SECRET, Ints, Schema, ints, num, option
from ...core.table import EVERYONE, Table, below, dice, emit, offer, shuffle
from .cards import ACROBAT, CALF, COW, DAIRY, MAD, N_CARDS, NONE, PACKET_SIZE, SLOWPOKE, THIN, constants, load

_DEFAULT = constants(load())
NUMBER: tuple[int, ...] = _DEFAULT["NUMBER"]  # type: ignore[assignment]
FLIES: tuple[int, ...] = _DEFAULT["FLIES"]  # type: ignore[assignment]
KIND: tuple[int, ...] = _DEFAULT["KIND"]  # type: ignore[assignment]
CALF_CARD: int = _DEFAULT["CALF_CARD"]  # type: ignore[assignment]

MAX_PLAYERS, MAX_HERDS, SLOTS, EIGHT = 10, 3, 17, 8
HAND_SIZE, TARGET, SIX = 5, 100, 6

# ---- where a card can be --------------------------------------------------------------------------------------------
DECK, OUT, HERD, HAND, SHED, UNKNOWN = 0, 1, 2, 5, 15, 25  # HERD + herd, HAND + seat, SHED + seat

# ---- actions: 0 to 95 play that card (the calf needs a side) --------------------------------------------------------
CALF_LOW, CALF_HIGH, TAKE, KEEP, TURN, PASS, NEXT = 96, 97, 98, 99, 100, 101, 102  # NEXT + seat
N_ACTIONS = NEXT + MAX_PLAYERS

PLAYING, CHOOSING_ARROW, CHOOSING_NEXT, ENDED = range(4)  # phases

# ---- reasons why an action is not allowed ---------------------------------------------------------------------------
(
    OK,
    GAME_OVER,
    NO_SUCH_ACTION,
    NOT_IN_HAND,
    CHOOSE_ARROW_FIRST,
    CHOOSE_NEXT_FIRST,
    ARROW_ONLY,
    NEXT_ONLY,
    NOTHING_TO_CHOOSE,
    NOT_YOURSELF,
    NO_SUCH_SEAT,
    NO_HERD,
    CAN_START,
    NEEDS_NUMBER,
    MAD_HERD,
    INSIDE_LINE,
    SAME_AS_END,
    NO_SAME_NUMBER,
    NO_GAP,
    WHICH_END,
    NOT_FLYLESS,
    NO_EIGHT,
) = range(22)

# ---- events ---------------------------------------------------------------------------------------------------------
(
    ROUND_STARTED,
    DREW,
    DECK_EMPTIED,
    PLAYED,
    RETURNED,
    TURNED,
    KEPT,
    NAMED,
    PASSED,
    CARRIED,
    TOOK,
    HAND_SCORED,
    SIX_SPECIALS,
    ROUND_SCORED,
    WON,
) = range(15)

BY_RULEBOOK, GREEN_ONLY, BOTH = range(3)  # packets


class State(Schema):
    """Everything about a game of MOW but its randomness."""

    players: int = option(4, {n: n for n in range(2, 11)}, "number of farmers", "How to Play; M24")
    packets: int = option(
        BY_RULEBOOK,
        {"rulebook": BY_RULEBOOK, "green": GREEN_ONLY, "both": BOTH},
        "which packets are used: by the number of farmers as the rulebook says, the green one alone, or both",
        "How to Play",
    )
    random_starter: int = option(
        0, {"fixed": 0, "random": 1}, "who starts round one, and who of those tied starts a later one", "M1, M2"
    )
    six_specials: int = option(
        0, {"off": 0, "on": 1}, "a farmer with six or more 5-fly cows in a round scores 0 for it", "M29 (2021 edition)"
    )

    n_cards: int = num("cards in play: 48 or 96")
    n_herds: int = num("3 with two farmers, else 1")
    place: Ints = ints(N_CARDS, "where each card is: DECK, OUT, HERD + herd, HAND + seat, SHED + seat", CUSTOM)
    deck: Ints = ints(N_CARDS, "order of the deck from the top", SECRET)
    deck_top: int = num("cards drawn so far; n_cards when the deck is empty")
    held: Ints = ints(MAX_PLAYERS, "number of cards in each hand")
    shown: int = num("the card in a hand that all have seen go there (the 8 that a mad cow drove out), or NONE")
    cow: Ints = ints(
        MAX_HERDS * SLOTS, "the card that stands as number n of herd h, at h * SLOTS + n, or NONE; acrobats excluded"
    )
    low: Ints = ints(MAX_HERDS, "lowest number of each herd; SLOTS while it is empty")
    high: Ints = ints(MAX_HERDS, "highest number of each herd; NONE while it is empty")
    mad: Ints = ints(MAX_HERDS, "1 while a mad cow is in that herd")
    herd: int = num("the herd that the farmer to move must deal with")
    turn: int = num("the farmer to move")
    starter: int = num("the farmer who was to start this round")
    direction: int = num("1: the arrow points left, to higher seats; -1: right")
    phase: int = num("PLAYING, CHOOSING_ARROW, CHOOSING_NEXT or ENDED")
    rounds: int = num("rounds that have been scored")
    flies: Ints = ints(MAX_PLAYERS, "flies of the scored rounds")


# ---- setting up -----------------------------------------------------------------------------------------------------
@rule
def start(s: State, t: Table) -> None:
    both = s.packets == BOTH or (s.packets == BY_RULEBOOK and s.players > 5)
    s.n_cards = N_CARDS if both else PACKET_SIZE
    s.n_herds = MAX_HERDS if s.players == 2 else 1
    s.rounds = 0
    for p in range(MAX_PLAYERS):
        s.flies[p] = 0
    s.starter = below(t, s.players) if s.random_starter else 0
    deal(s, t)


@rule
def deal(s: State, t: Table) -> None:
    """A new round: shuffle, five cards each, the arrow to the left (M3)."""
    for c in range(N_CARDS):
        s.place[c] = DECK if c < s.n_cards else OUT
        s.deck[c] = c if c < s.n_cards else NONE
    shuffle(t, s.deck, s.n_cards)
    s.deck_top = 0
    s.shown = NONE
    for h in range(MAX_HERDS):
        clear_herd(s, h)
    s.herd = 0
    s.direction = 1
    s.turn = s.starter
    s.phase = PLAYING
    emit(t, ROUND_STARTED, s.starter, s.rounds + 1, 0, EVERYONE)
    for p in range(MAX_PLAYERS):
        s.held[p] = 0
    for p in range(s.players):
        for _ in range(HAND_SIZE):
            take_top(s, p)


@rule
def draw(s: State, p: int, n: int, t: Table) -> None:
    for _ in range(n):
        if s.deck_top == s.n_cards:
            return
        emit(t, DREW, p, take_top(s, p), 0, 1 << p)
        if s.deck_top == s.n_cards:
            emit(t, DECK_EMPTIED, p, 0, 0, EVERYONE)


@rule
def take_top(s: State, p: int) -> int:
    """The top card of the deck goes to the hand of p."""
    card = s.deck[s.deck_top]
    s.deck_top += 1
    s.place[card] = HAND + p
    s.held[p] += 1
    return card


@rule
def clear_herd(s: State, h: int) -> None:
    for slot in range(h * SLOTS, (h + 1) * SLOTS):
        s.cow[slot] = NONE
    s.low[h] = SLOTS
    s.high[h] = NONE
    s.mad[h] = 0


# ---- what is allowed ------------------------------------------------------------------------------------------------
@rule
def check(s: State, a: int) -> int:
    """Why action `a` is not allowed now, or OK: the one statement of legality."""
    if s.phase == ENDED:
        return GAME_OVER
    if a < 0 or a >= N_ACTIONS:
        return NO_SUCH_ACTION
    if s.phase == CHOOSING_ARROW:
        if a == KEEP or a == TURN:
            return OK
        return ARROW_ONLY if a >= NEXT else CHOOSE_ARROW_FIRST
    if s.phase == CHOOSING_NEXT:
        if a == KEEP:
            return OK
        if a >= NEXT:
            return check_next(s, a - NEXT)
        return NEXT_ONLY if a == TURN else CHOOSE_NEXT_FIRST
    if a == KEEP or a == TURN or a >= NEXT:
        return NOTHING_TO_CHOOSE
    if a == TAKE:
        return NO_HERD if is_empty(s, s.herd) else OK
    if a == PASS:
        return check_pass(s)
    return check_cow(s, a)


@rule
def check_next(s: State, p: int) -> int:
    if p == s.turn:
        return NOT_YOURSELF
    return OK if p < s.players else NO_SUCH_SEAT


@rule
def check_pass(s: State) -> int:
    """M5: only where a herd must be started and no card in hand has a printed number."""
    if not is_empty(s, s.herd):
        return CAN_START
    for c in range(s.n_cards):
        if s.place[c] == HAND + s.turn and has_number(c):
            return CAN_START
    return OK


@rule
def check_cow(s: State, a: int) -> int:
    card = CALF_CARD if a >= CALF_LOW else a
    if card == NONE or s.place[card] != HAND + s.turn:
        return NOT_IN_HAND
    h = s.herd
    kind = KIND[card]
    if is_empty(s, h):
        return OK if has_number(card) else NEEDS_NUMBER
    if s.mad[h] and FLIES[card] == 0:
        return MAD_HERD
    if kind == ACROBAT:
        return OK if is_printed(s, h, NUMBER[card]) else NO_SAME_NUMBER
    if kind == SLOWPOKE:
        return NO_GAP if first_gap(s, h) == NONE else OK
    if kind == MAD:
        return OK if is_printed(s, h, EIGHT) else NO_EIGHT
    if kind == CALF:
        return check_calf(s, h, a)
    if NUMBER[card] < s.low[h] or NUMBER[card] > s.high[h]:
        return OK
    return SAME_AS_END if NUMBER[card] == s.low[h] or NUMBER[card] == s.high[h] else INSIDE_LINE


@rule
def check_calf(s: State, h: int, a: int) -> int:
    """M15 to M17: beside a flyless cow at the end that is asked for."""
    if a < CALF_LOW:
        return WHICH_END
    end = s.low[h] if a == CALF_LOW else s.high[h]
    return OK if FLIES[s.cow[h * SLOTS + end]] == 0 else NOT_FLYLESS  # a 0 or 16 always has flies: see cards.py


@rule
def is_empty(s: State, h: int) -> bool:
    return s.low[h] > s.high[h]


@rule
def has_number(card: int) -> bool:
    """M4: only a card with a number of its own can start a herd (an acrobat needs its cow)."""
    return NUMBER[card] != NONE and KIND[card] != ACROBAT


@rule
def is_printed(s: State, h: int, n: int) -> bool:
    """M13, M18: a cow with `n` printed on it is in herd h; slowpoke, calf and mad cow only stand for a number."""
    card = s.cow[h * SLOTS + n]
    return card != NONE and has_number(card)


@rule
def first_gap(s: State, h: int) -> int:
    """M10: the lowest number missing between two cows of herd h, or NONE."""
    for n in range(s.low[h] + 1, s.high[h]):
        if s.cow[h * SLOTS + n] == NONE:
            return n
    return NONE


@rule
def list_moves(s: State, t: Table) -> int:
    """All actions that `check` allows, in ascending order."""
    t.n_moves = 0
    if s.phase == PLAYING:
        for c in range(s.n_cards):
            if s.place[c] == HAND + s.turn and check(s, c) == OK:
                offer(t, c)
    for a in range(CALF_LOW, N_ACTIONS):
        if check(s, a) == OK:
            offer(t, a)
    return t.n_moves


# ---- what happens ---------------------------------------------------------------------------------------------------
@rule
def apply(s: State, a: int, t: Table) -> None:
    p = s.turn
    if a == KEEP:
        emit(t, KEPT, p, 0, 0, EVERYONE)
        end_turn(s, neighbour(s, p))
    elif a == TURN:
        s.direction = -s.direction
        emit(t, TURNED, p, s.direction, 0, EVERYONE)
        end_turn(s, neighbour(s, p))
    elif a >= NEXT:
        emit(t, NAMED, p, a - NEXT, 0, EVERYONE)
        end_turn(s, a - NEXT)
    elif a == PASS:
        emit(t, PASSED, p, 0, 0, EVERYONE)
        s.turn = neighbour(s, p)
    elif a == TAKE:
        take_herd(s, p, t)
        if s.deck_top == s.n_cards:
            end_round(s, t)
    else:
        play_cow(s, p, a, t)


@rule
def neighbour(s: State, p: int) -> int:
    """The next farmer in the direction of the arrow."""
    return (p + s.direction + s.players) % s.players


@rule
def end_turn(s: State, following: int) -> None:
    s.turn = following
    s.phase = PLAYING
    s.herd = (s.herd + s.direction + s.n_herds) % s.n_herds  # M27a: one step after every turn


@rule
def play_cow(s: State, p: int, a: int, t: Table) -> None:
    """Add a card to the herd, draw (M7: before the choice), then end the turn or ask for the special's choice."""
    card = CALF_CARD if a >= CALF_LOW else a
    kind = KIND[card]
    slot = s.herd * SLOTS + number_for(s, s.herd, card, a)
    s.place[card] = HERD + s.herd
    s.held[p] -= 1
    if card == s.shown:
        s.shown = NONE
    emit(t, PLAYED, p, card, slot, EVERYONE)
    if kind == MAD:
        drive_out(s, p, slot, t)
    if kind != ACROBAT:
        stand(s, s.herd, slot, card)
    draw(s, p, replacements(kind), t)
    if kind == COW:
        end_turn(s, neighbour(s, p))
    else:
        s.phase = CHOOSING_ARROW if card < PACKET_SIZE else CHOOSING_NEXT


@rule
def number_for(s: State, h: int, card: int, a: int) -> int:
    """The number that `card` gets in herd h."""
    kind = KIND[card]
    if kind == SLOWPOKE:
        return first_gap(s, h)
    if kind == MAD:
        return EIGHT
    if kind == CALF:
        return s.low[h] - 1 if a == CALF_LOW else s.high[h] + 1
    return NUMBER[card]


@rule
def drive_out(s: State, p: int, slot: int, t: Table) -> None:
    """The mad cow takes the place of the 8, which goes to the hand in sight of all."""
    eight = s.cow[slot]
    s.place[eight] = HAND + p
    s.held[p] += 1
    s.shown = eight
    s.mad[s.herd] = 1
    emit(t, RETURNED, p, eight, 0, EVERYONE)


@rule
def stand(s: State, h: int, slot: int, card: int) -> None:
    n = slot - h * SLOTS
    s.cow[slot] = card
    s.low[h] = min(s.low[h], n)
    s.high[h] = max(s.high[h], n)


@rule
def replacements(kind: int) -> int:
    """M19, M21: cards drawn after playing one of this kind."""
    if kind == THIN or kind == MAD:
        return 0
    return 2 if kind == DAIRY else 1


@rule
def take_herd(s: State, p: int, t: Table) -> None:
    """The whole herd goes to the cowshed; the same farmer moves on and must start a new one."""
    h = s.herd
    flies = 0
    size = 0
    for c in range(s.n_cards):
        if s.place[c] == HERD + h:
            s.place[c] = SHED + p
            flies += FLIES[c]
            size += 1
            emit(t, CARRIED, p, c, h, EVERYONE)
    clear_herd(s, h)
    emit(t, TOOK, p, flies, size, EVERYONE)


@rule
def end_round(s: State, t: Table) -> None:
    """Hands are added to the cowsheds, flies are counted, the game ends where someone has 100 (M25)."""
    worst = 0
    for p in range(s.players):
        s.flies[p] += flies_of_round(s, p, t)
        worst = max(worst, s.flies[p])
    s.rounds += 1
    if worst >= TARGET:
        s.phase = ENDED
        for p in range(s.players):
            if payoff(s, p) > 0:
                emit(t, WON, p, s.flies[p], 0, EVERYONE)
    else:
        s.starter = next_starter(s, worst, t)
        deal(s, t)


@rule
def flies_of_round(s: State, p: int, t: Table) -> int:
    in_hand = 0
    in_shed = 0
    specials = 0
    for c in range(s.n_cards):
        if s.place[c] == HAND + p:
            in_hand += FLIES[c]
        elif s.place[c] == SHED + p:
            in_shed += FLIES[c]
        else:
            continue
        if KIND[c] != COW:
            specials += 1
    emit(t, HAND_SCORED, p, in_hand, s.held[p], EVERYONE)
    flies = in_hand + in_shed
    if s.six_specials and specials >= SIX:  # M29a
        emit(t, SIX_SPECIALS, p, flies, 0, EVERYONE)
        flies = 0
    emit(t, ROUND_SCORED, p, flies, s.flies[p] + flies, EVERYONE)
    return flies


@rule
def next_starter(s: State, worst: int, t: Table) -> int:
    """M2, M2a: the farmer with most flies; tied ones are searched leftwards from the last starter, who comes last."""
    tied = 0
    for p in range(s.players):
        if s.flies[p] == worst:
            tied += 1
    skip = below(t, tied) if s.random_starter and tied > 1 else 0
    p = s.starter
    for _ in range(s.players):
        p = (p + 1) % s.players
        if s.flies[p] == worst:
            if skip == 0:
                return p
            skip -= 1
    return p


# ---- what an observer needs -----------------------------------------------------------------------------------------
@rule
def mover(s: State) -> int:
    return s.turn


@rule
def is_over(s: State) -> bool:
    return s.phase == ENDED


@rule
def stage(s: State) -> int:
    return s.rounds


@rule
def score(s: State, p: int) -> int:
    """Flies of the rounds that have been scored."""
    return s.flies[p]


@rule
def standing(s: State, p: int) -> float:
    """How many flies fewer than the average rival."""
    rivals = 0
    for q in range(s.players):
        if q != p:
            rivals += s.flies[q]
    return rivals / (s.players - 1) - s.flies[p]


@rule
def payoff(s: State, p: int) -> float:
    """1 for the farmer with the fewest flies, shared among those tied (M25), 0 for the others."""
    tied = 0
    for q in range(s.players):
        if s.flies[q] < s.flies[p]:
            return 0.0
        if s.flies[q] == s.flies[p]:
            tied += 1
    return 1.0 / tied


# ---- hidden information ---------------------------------------------------------------------------------------------
@rule
def is_hidden(s: State, card: int, me: int) -> bool:
    """`me` cannot know whether `card` is in the deck or in which other hand.  Herds and takings were open (M30)."""
    where = s.place[card]
    if where == DECK or where == UNKNOWN:
        return True
    return HAND <= where < SHED and where != HAND + me and card != s.shown


@rule
def hide(s: State, me: int) -> None:
    for c in range(s.n_cards):
        s.deck[c] = NONE
        if is_hidden(s, c, me):
            s.place[c] = UNKNOWN


@rule
def determinize(s: State, me: int, t: Table) -> None:
    """Deal the cards that `me` cannot place evenly at random to the deck and to hands of the right size."""
    n = 0
    for c in range(s.n_cards):
        if is_hidden(s, c, me):
            t.scratch[n] = c
            n += 1
    for i in range(n - 1, 0, -1):
        j = dice(t, i + 1)
        card = t.scratch[i]
        t.scratch[i] = t.scratch[j]
        t.scratch[j] = card
    for p in range(s.players):
        if p != me:
            missing = s.held[p]
            if s.shown != NONE and s.place[s.shown] == HAND + p:
                missing -= 1
            for _ in range(missing):
                n -= 1
                s.place[t.scratch[n]] = HAND + p
    for i in range(s.n_cards):
        s.deck[i] = NONE
    for i in range(s.deck_top, s.n_cards):
        n -= 1
        s.deck[i] = t.scratch[n]
        s.place[t.scratch[n]] = DECK


HOOKS = (start, check, list_moves, apply, mover, is_over, stage, score, standing, payoff, hide, determinize)
TOOLS = (
    clear_herd,
    play_cow,
    has_number,
    is_printed,
    first_gap,
    flies_of_round,
)  # linked too, for words, bots and positions
