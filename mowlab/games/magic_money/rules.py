"""The rules of Magic Money for 3 to 6 wizards: what is allowed, which moves are listed, what happens.

Rulings are named W1 to W20 and B3a to B3h as in docs/games/magic-money.md; the sentences for reasons and events are in
words.py.  Sealed bids are made one seat after the other, clockwise from the active wizard; nobody sees an earlier one.
"""

from __future__ import annotations

from ...core.link import rule
from ...core.table import EVERYONE, Table, below, emit, offer, shuffle
from .cards import DOUBLE, HALVE, LEFT, N_CARDS, NONE, RIGHT, VP, WINGS
from .knowledge import (
    ceiling_of,
    determinize,
    floor_of,
    free_budget,
    hide,
    highest_floor,
    knows,
    may_be_live,
    may_count_twice,
    scale,
)
from .scoring import ABILITY, heart_points, horn_points, horns, payoff, points, signs, standing, wing_points
from .state import (
    A_NUMBER,
    A_SEAT,
    A_TOKEN,
    ALL_OUT,
    AN_ENTRY,
    ASKS,
    AT_MOST,
    BIDDING,
    BOX,
    CAP,
    DECK,
    DOUBLED_TO,
    ENDED,
    ENOUGH,
    ENTRIES,
    ENTRY,
    ERASING_FIRST,
    ERASING_PUBLIC,
    ERASING_SECOND,
    EXACT,
    EXPOSED_BY,
    EXPOSING,
    FIRST_QUESTION,
    FORGED_BY,
    FORGING,
    FREE,
    MAX_PLAYERS,
    MORE_CREATURES,
    MOST_AUCTIONS,
    NONE_OUT,
    NOTHING,
    ONE_OUT,
    OPENED_WITH,
    OPENING,
    OWNED,
    PAIRS,
    PEEKING,
    RESOLVING,
    RESTORING_ENTRY,
    RESTORING_RIVAL,
    ROWS,
    SEAT,
    SWAPPING_OWN,
    SWAPPING_RIVAL,
    SWAPPING_THEIRS,
    TABLE,
    TENTH,
    TOKEN,
    TOKENS,
    WON_WITH,
    State,
    count_entries,
    highest,
    is_live,
    on_private_side,
    public_sum,
    slot,
    spent,
    was_exposed,
)

# ---- reasons why an action is not allowed ---------------------------------------------------------------------------
(
    OK,
    GAME_OVER,
    NO_SUCH_ACTION,
    NUMBER_ASKED,
    SEAT_ASKED,
    ENTRY_ASKED,
    TOKEN_ASKED,
    TOO_LOW,
    TOO_HIGH,
    ONLY_ONE,
    OVER_TENTH,
    NOT_A_TENTH,
    NO_SUCH_SEAT,
    NOT_HIGHEST,
    OPENING_LOWER,
    NOT_YOURSELF,
    NO_LIVE_PRIVATE,
    NO_LIVE_PUBLIC,
    NONE_CROSSED,
    NO_SUCH_ENTRY,
    CROSSED_OUT,
    NOT_CROSSED,
    JUST_WRITTEN,
    NO_SUCH_TOKEN,
    TOKEN_CROSSED,
    TOKEN_EXPOSED,
    NOT_ENOUGH,
) = range(27)

# ---- events ---------------------------------------------------------------------------------------------------------
(
    AUCTION,
    OPENED,
    SEALED_BID,
    WON_LOT,
    ADOPTED,
    NO_TARGET,
    CROSSED_PUBLIC,
    CROSSED_PRIVATE,
    HALVED,
    DOUBLED,
    PEEKED,
    PEEK_SAW,
    EXPOSED,
    EXPOSED_WHICH,
    SWAPPED,
    SWAPPED_FOR,
    FORGED,
    RESTORED,
    SCORED_VP,
    SCORED_HORNS,
    SCORED_WINGS,
    SCORED_HEARTS,
    SCORED,
    ELIMINATED,
    NOBODY_OUT,
    WON,
) = range(26)


# ---- setting up -----------------------------------------------------------------------------------------------------
@rule
def start(s: State, t: Table) -> None:
    s.n_auctions = s.players + MORE_CREATURES
    for c in range(N_CARDS):
        s.deck[c] = c
    shuffle(t, s.deck, N_CARDS)
    for i in range(N_CARDS):
        s.place[s.deck[i]] = DECK if i < s.n_auctions else BOX
    clear_ledgers(s)
    s.active = below(t, s.players) if s.first_active else 0
    begin_auction(s, t)


@rule
def clear_ledgers(s: State) -> None:
    s.auction = 0
    for k in range(MOST_AUCTIONS):
        s.lot[k] = NONE
        s.opener[k] = NONE
        s.winner[k] = NONE
        s.bid[k] = 0
        s.erased[k] = 0
        s.exposed_seat[k] = NONE
        s.exposed_bid[k] = 0
    for i in range(TOKENS):
        s.token[i] = 0
        s.gone[i] = 0
    for row in range(ROWS):
        s.amount[row] = 0
        s.crossed[row] = 0
        s.since[row] = 0
        s.origin[row] = 0
    for i in range(PAIRS):
        s.peeked[i] = 0
    for p in range(MAX_PLAYERS):
        s.written[p] = 0
        s.live[p] = 0
        s.entries[p] = 0
        s.total[p] = 0
        s.out[p] = 0
    s.own_entry = NONE
    s.rival = NONE


@rule
def begin_auction(s: State, t: Table) -> None:
    """Turn up the next creature, or score the game where there is none."""
    s.own_entry = NONE
    s.rival = NONE
    s.turn = s.active
    if s.auction == s.n_auctions:
        end_game(s, t)
        return
    card = s.deck[s.auction]
    s.place[card] = TABLE
    s.lot[s.auction] = card
    s.opener[s.auction] = s.active
    s.phase = OPENING
    emit(t, AUCTION, s.active, card, s.auction + 1, EVERYONE)


# ---- what is allowed ------------------------------------------------------------------------------------------------
@rule
def kind_of(a: int) -> int:
    """What action `a` answers: A_NUMBER, A_SEAT, AN_ENTRY, A_TOKEN, or NOTHING where there is no such action."""
    if a >= 0:
        return A_NUMBER
    if SEAT <= a < SEAT + MAX_PLAYERS:
        return A_SEAT
    if ENTRY <= a < ENTRY + ENTRIES:
        return AN_ENTRY
    return A_TOKEN if TOKEN <= a < TOKEN + MOST_AUCTIONS or a == ENOUGH else NOTHING


@rule
def check(s: State, a: int) -> int:
    """Why action `a` is not allowed now, or OK: the one statement of legality."""
    if s.phase == ENDED:
        return GAME_OVER
    kind = kind_of(a)
    if kind == NOTHING:
        return NO_SUCH_ACTION
    asked = ASKS[s.phase]
    if kind != asked:
        return NUMBER_ASKED + asked - A_NUMBER
    if asked == A_NUMBER:
        return check_bid(s, a)
    if asked == A_SEAT:
        return check_seat(s, a - SEAT)
    if asked == AN_ENTRY:
        return check_entry(s, a - ENTRY)
    return check_token(s, a)


@rule
def check_bid(s: State, a: int) -> int:
    if a < 1:
        return TOO_LOW
    if a > CAP:
        return TOO_HIGH
    most = opening_limit(s)
    if s.phase == BIDDING or (a <= most and (s.opening_mode == AT_MOST or is_free(s))):
        return OK
    if most == 1:
        return OK if a == 1 else ONLY_ONE
    if s.opening_mode == EXACT:
        return OK if a == most else NOT_A_TENTH
    return OVER_TENTH


@rule
def is_free(s: State) -> bool:
    """The first opening of a game, where the option leaves it free."""
    return s.auction == 0 and s.first_opening == FREE


@rule
def opening_limit(s: State) -> int:
    """W1: the last digit of the last winning bid (as announced, W2) is dropped; 1 where nothing is left."""
    if s.auction == 0:
        return CAP if s.first_opening == FREE else 1
    return max(1, s.bid[s.auction - 1] // TENTH)


@rule
def check_seat(s: State, p: int) -> int:
    if p >= s.players:
        return NO_SUCH_SEAT
    if s.phase == RESOLVING:
        if s.token[slot(p, s.auction)] == highest(s):
            return OK
        return OPENING_LOWER if p == s.active else NOT_HIGHEST
    if p == s.turn:
        return NOT_YOURSELF
    if s.phase == EXPOSING and s.live[p] == 0:
        return NO_LIVE_PRIVATE
    if s.phase == SWAPPING_RIVAL and count_entries(s, p, 0) == 0:
        return NO_LIVE_PUBLIC
    if s.phase == RESTORING_RIVAL and count_entries(s, p, 1) == 0:
        return NONE_CROSSED
    return OK


@rule
def check_entry(s: State, i: int) -> int:
    """An entry on the winner's own Public side, or on that of the opponent who was chosen."""
    whose = s.rival if s.phase == SWAPPING_THEIRS or s.phase == RESTORING_ENTRY else s.turn
    if i >= s.entries[whose]:
        return NO_SUCH_ENTRY
    row = whose * ENTRIES + i
    if s.phase == RESTORING_ENTRY:
        return OK if s.crossed[row] else NOT_CROSSED
    if s.crossed[row]:
        return CROSSED_OUT
    if whose == s.turn and s.since[row] == s.auction:
        return JUST_WRITTEN  # B3a: or the winner could bid without limit for free
    return OK


@rule
def check_token(s: State, a: int) -> int:
    if a == ENOUGH:
        return OK if s.phase == ERASING_SECOND else NOT_ENOUGH  # B3b
    if not on_private_side(s, s.turn, a - TOKEN):
        return NO_SUCH_TOKEN
    if s.gone[slot(s.turn, a - TOKEN)] == 0:
        return OK
    return TOKEN_EXPOSED if was_exposed(s, s.turn, a - TOKEN) else TOKEN_CROSSED


# ---- which moves are listed -----------------------------------------------------------------------------------------
SERIES = (*(d * 10**e for e in range(15) for d in (1, 2, 5)), CAP)
HIGHEST_LISTED = 4  # candidates go up to the first of SERIES that is this many times the scale


@rule
def list_moves(s: State, t: Table) -> int:
    """All actions that `check` allows, ascending; where a number is asked for, candidates (see list_amounts)."""
    t.n_moves = 0
    asked = ASKS[s.phase]
    if asked == A_NUMBER:
        list_amounts(s, t)
    elif asked == A_SEAT:
        offer_legal(s, SEAT, s.players, t)
    elif asked == AN_ENTRY:
        offer_legal(s, ENTRY, ENTRIES, t)
    elif asked == A_TOKEN:
        offer_legal(s, TOKEN, MOST_AUCTIONS, t)
        offer_legal(s, ENOUGH, 1, t)
    return t.n_moves


@rule
def offer_legal(s: State, first: int, n: int, t: Table) -> None:
    for a in range(first, first + n):
        if check(s, a) == OK:
            offer(t, a)


@rule
def list_amounts(s: State, t: Table) -> None:
    """Amounts worth a thought, for bots, search and buttons; every other legal number may be bid as well.

    1, 2, 5, 10, 20 ... up to some times the usual price, and among them the numbers with a meaning: the opening and one
    more, the last winning bid and one more, the whole free budget and one more, the highest opening.
    """
    most = opening_limit(s) if s.phase == OPENING else CAP
    if s.phase == OPENING and s.opening_mode == EXACT and not is_free(s):
        offer(t, most)
        return
    top = min(most, HIGHEST_LISTED * scale(s))
    n = meant_amounts(s, most, t)
    i = 0
    for k in range(len(SERIES)):
        value = min(SERIES[k], most)
        while i < n and t.scratch[i] < value:
            offer(t, t.scratch[i])
            i += 1
        if i < n and t.scratch[i] == value:
            i += 1
        offer(t, value)
        if value >= top:
            break
    while i < n:
        offer(t, t.scratch[i])
        i += 1


@rule
def meant_amounts(s: State, most: int, t: Table) -> int:
    """Numbers with a meaning from 1 to `most`, ascending, into the scratch space; how many there are."""
    n = insert(t, 0, most if s.phase == OPENING and most < CAP else 0, most)
    if s.phase == BIDDING:
        opened = s.token[slot(s.active, s.auction)]
        n = insert(t, n, opened, most)
        n = insert(t, n, opened + 1, most)
    if s.auction > 0:
        n = insert(t, n, s.bid[s.auction - 1], most)
        n = insert(t, n, s.bid[s.auction - 1] + 1, most)
    budget = free_budget(s, s.turn)
    n = insert(t, n, budget, most)
    return insert(t, n, budget + 1, most)


@rule
def insert(t: Table, n: int, value: int, most: int) -> int:
    """Put `value` among the n ascending numbers of the scratch space, unless it is there or not from 1 to `most`."""
    if value < 1 or value > most:
        return n
    i = n
    while i > 0 and t.scratch[i - 1] > value:
        i -= 1
    if i > 0 and t.scratch[i - 1] == value:
        return n
    for j in range(n, i, -1):
        t.scratch[j] = t.scratch[j - 1]
    t.scratch[i] = value
    return n + 1


# ---- what happens ---------------------------------------------------------------------------------------------------
@rule
def apply(s: State, a: int, t: Table) -> None:
    p = s.turn
    if s.phase == OPENING:
        s.token[slot(p, s.auction)] = a
        write(s, p, a, OPENED_WITH)
        emit(t, OPENED, p, a, s.auction + 1, EVERYONE)
        ask_next(s)
    elif s.phase == BIDDING:
        s.token[slot(p, s.auction)] = a
        emit(t, SEALED_BID, p, a, s.auction + 1, 1 << p | 1 << s.active)  # W7
        ask_next(s)
    elif s.phase == RESOLVING:
        resolve(s, a - SEAT, t)
    else:
        answer(s, p, a, t)


@rule
def ask_next(s: State) -> None:
    s.turn = (s.turn + 1) % s.players
    s.phase = RESOLVING if s.turn == s.active else BIDDING


@rule
def write(s: State, p: int, amount: int, origin: int) -> None:
    """A new entry on the Public side of p."""
    row = p * ENTRIES + s.entries[p]
    s.amount[row] = amount
    s.crossed[row] = 0
    s.since[row] = s.auction
    s.origin[row] = origin
    s.entries[p] += 1


@rule
def resolve(s: State, p: int, t: Table) -> None:
    """p wins: the bid is announced and written (a winning opening stands already, W4), the others' bids are hidden."""
    k = s.auction
    s.winner[k] = p
    s.bid[k] = s.token[slot(p, k)]
    if p != s.active:
        write(s, p, s.bid[k], WON_WITH)
    for q in range(s.players):
        if on_private_side(s, q, k):
            s.written[q] += 1
            s.live[q] += 1
    s.active = p
    s.turn = p
    emit(t, WON_LOT, p, s.bid[k], k + 1, EVERYONE)
    emit(t, ADOPTED, p, s.lot[k], k + 1, EVERYONE)
    adopt(s, p, ABILITY[s.lot[k]], t)


@rule
def adopt(s: State, p: int, ability: int, t: Table) -> None:
    """W9: the new creature's ability acts before the next auction; a question is asked only if it has an answer."""
    if ability == HALVE:
        row = p * ENTRIES + s.entries[p] - 1
        before = s.amount[row]
        s.amount[row] = max(1, before // 2)
        emit(t, HALVED, p, s.amount[row], before, EVERYONE)
    elif ability == DOUBLE:
        write(s, p, s.bid[s.auction], DOUBLED_TO)
        emit(t, DOUBLED, p, s.bid[s.auction], 0, EVERYONE)
    if FIRST_QUESTION[ability] != ENDED:
        s.phase = FIRST_QUESTION[ability]
        if can_answer(s):
            return
        emit(t, NO_TARGET, p, ability, 0, EVERYONE)
    end_auction(s, t)


@rule
def can_answer(s: State) -> bool:
    """The question that is asked has an answer, and so has the one that follows it."""
    if s.phase == SWAPPING_OWN and rival_entries(s) == 0:
        return False
    asked = ASKS[s.phase]
    if asked == A_SEAT:
        return count_legal(s, SEAT, s.players) > 0
    if asked == AN_ENTRY:
        return count_legal(s, ENTRY, ENTRIES) > 0
    return count_legal(s, TOKEN, MOST_AUCTIONS) > 0


@rule
def count_legal(s: State, first: int, n: int) -> int:
    legal = 0
    for a in range(first, first + n):
        if check(s, a) == OK:
            legal += 1
    return legal


@rule
def rival_entries(s: State) -> int:
    """Live Public entries of all opponents of the wizard to decide."""
    n = 0
    for q in range(s.players):
        if q != s.turn:
            n += count_entries(s, q, 0)
    return n


@rule
def answer(s: State, p: int, a: int, t: Table) -> None:
    """The winner answers a question of the new creature's ability."""
    if s.phase == SWAPPING_OWN:
        s.own_entry = a - ENTRY
        s.phase = SWAPPING_RIVAL
        return
    if s.phase == SWAPPING_RIVAL or s.phase == RESTORING_RIVAL:
        s.rival = a - SEAT
        s.phase = SWAPPING_THEIRS if s.phase == SWAPPING_RIVAL else RESTORING_ENTRY
        return
    if s.phase == ERASING_PUBLIC:
        cross_public(s, p, a - ENTRY, t)
    elif ASKS[s.phase] == A_TOKEN:
        if a != ENOUGH:
            cross_private(s, p, a - TOKEN, t)
            if s.phase == ERASING_FIRST and s.live[p] > 0:
                s.phase = ERASING_SECOND
                return
    elif s.phase == PEEKING:
        peek(s, p, a - SEAT, t)
    elif s.phase == EXPOSING:
        expose(s, p, a - SEAT, t)
    elif s.phase == SWAPPING_THEIRS:
        swap_entries(s, p, a - ENTRY, t)
    elif s.phase == FORGING:
        write(s, a - SEAT, max(1, s.bid[s.auction] // TENTH), FORGED_BY)
        emit(t, FORGED, a - SEAT, max(1, s.bid[s.auction] // TENTH), p, EVERYONE)
    else:
        row = s.rival * ENTRIES + a - ENTRY
        s.crossed[row] = 0
        emit(t, RESTORED, s.rival, s.amount[row], p, EVERYONE)
    end_auction(s, t)


@rule
def cross_public(s: State, p: int, i: int, t: Table) -> None:
    s.crossed[p * ENTRIES + i] = 1
    emit(t, CROSSED_PUBLIC, p, s.amount[p * ENTRIES + i], i + 1, EVERYONE)


@rule
def cross_private(s: State, p: int, k: int, t: Table) -> None:
    """Everybody learns that an entry is crossed out, nobody else which one."""
    s.gone[slot(p, k)] = s.auction + 1
    s.live[p] -= 1
    s.erased[s.auction] += 1
    emit(t, CROSSED_PRIVATE, p, s.token[slot(p, k)], k + 1, 1 << p)


@rule
def peek(s: State, p: int, q: int, t: Table) -> None:
    """p sees the whole Private side of q: amounts, auctions, what is crossed out and what was moved away (B3c, B3h)."""
    s.peeked[p * MAX_PLAYERS + q] = s.auction + 1
    for k in range(s.auction + 1):
        if on_private_side(s, q, k) and not was_exposed(s, q, k):
            live = 1 if s.gone[slot(q, k)] == 0 else -1
            emit(t, PEEK_SAW, p, s.token[slot(q, k)], live * (k + 1), 1 << p)
    emit(t, PEEKED, p, q, s.written[q], EVERYONE)


@rule
def expose(s: State, p: int, q: int, t: Table) -> None:
    """B3d: the largest live Private entry of q, the earliest of equals, becomes an ordinary Public one."""
    best = NONE
    for k in range(s.auction + 1):
        if is_live(s, q, k) and (best == NONE or s.token[slot(q, k)] > s.token[slot(q, best)]):
            best = k
    s.gone[slot(q, best)] = s.auction + 1
    s.live[q] -= 1
    s.written[q] -= 1
    s.exposed_seat[s.auction] = q
    s.exposed_bid[s.auction] = s.token[slot(q, best)]
    write(s, q, s.exposed_bid[s.auction], EXPOSED_BY)
    emit(t, EXPOSED_WHICH, q, s.exposed_bid[s.auction], best + 1, 1 << q)
    emit(t, EXPOSED, q, s.exposed_bid[s.auction], p, EVERYONE)


@rule
def swap_entries(s: State, p: int, i: int, t: Table) -> None:
    """Two entries exchange their amounts and nothing else."""
    own = p * ENTRIES + s.own_entry
    theirs = s.rival * ENTRIES + i
    given = s.amount[own]
    s.amount[own] = s.amount[theirs]
    s.amount[theirs] = given
    emit(t, SWAPPED, p, given, s.rival, EVERYONE)
    emit(t, SWAPPED_FOR, p, s.amount[own], s.rival, EVERYONE)


@rule
def end_auction(s: State, t: Table) -> None:
    """The creature lay on the table until its ability was settled; only now it counts for its owner."""
    s.place[s.lot[s.auction]] = OWNED + s.active
    s.auction += 1
    begin_auction(s, t)


@rule
def end_game(s: State, t: Table) -> None:
    """W12: everybody scores, then the greediest is thrown out, then the best of the others wins."""
    s.phase = ENDED
    for p in range(s.players):
        s.total[p] = spent(s, p)
        emit(t, SCORED_VP, p, signs(s, p, VP), 0, EVERYONE)
        emit(t, SCORED_HORNS, p, horn_points(s, p), horns(s, p), EVERYONE)
        emit(t, SCORED_WINGS, p, wing_points(s, p), signs(s, p, WINGS), EVERYONE)
        emit(t, SCORED_HEARTS, p, heart_points(s, p), signs(s, p, LEFT) + signs(s, p, RIGHT), EVERYONE)
        emit(t, SCORED, p, points(s, p), s.total[p], EVERYONE)
    throw_out(s, t)
    for p in range(s.players):
        if payoff(s, p) > 0:
            emit(t, WON, p, points(s, p), s.total[p], EVERYONE)


@rule
def throw_out(s: State, t: Table) -> None:
    """The highest total goes; W13, W13a for several with the same."""
    most = 0
    tied = 0
    for p in range(s.players):
        if s.total[p] > most:
            most = s.total[p]
            tied = 0
        if s.total[p] == most:
            tied += 1
    if tied > 1 and (s.top_tie == NONE_OUT or (s.top_tie == ALL_OUT and tied == s.players)):
        emit(t, NOBODY_OUT, s.turn, tied, most, EVERYONE)
        return
    keep = below(t, tied) if tied > 1 and s.top_tie == ONE_OUT else NONE
    i = 0
    for p in range(s.players):
        if s.total[p] == most:
            if keep == NONE or i == keep:
                s.out[p] = 1
                emit(t, ELIMINATED, p, points(s, p), most, EVERYONE)
            i += 1


# ---- what an observer needs -----------------------------------------------------------------------------------------
@rule
def mover(s: State) -> int:
    return s.turn


@rule
def is_over(s: State) -> bool:
    return s.phase == ENDED


@rule
def stage(s: State) -> int:
    """Auctions settled: a short playout goes to the end of the auction, the ability of its creature included."""
    return s.auction


@rule
def score(s: State, p: int) -> int:
    """Victory points of p as they stand."""
    return points(s, p)


HOOKS = (start, check, list_moves, apply, mover, is_over, stage, score, standing, payoff, hide, determinize)
TOOLS = (
    clear_ledgers,
    begin_auction,
    slot,
    opening_limit,
    highest,
    on_private_side,
    was_exposed,
    is_live,
    knows,
    may_be_live,
    signs,
    horns,
    horn_points,
    wing_points,
    heart_points,
    points,
    public_sum,
    spent,
    floor_of,
    ceiling_of,
    highest_floor,
    free_budget,
    may_count_twice,
    scale,
)  # linked too, for words, bots, positions and what the screen shows
