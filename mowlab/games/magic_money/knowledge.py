"""What a seat may know of the others: bids seen and not seen, the least and the most they have spent, imagined worlds.

Everything here follows from public facts: who was active in which auction, who won it, who peeked at whom and when.
"""

from __future__ import annotations

from ...core.link import rule
from ...core.table import Table, dice
from .cards import DOUBLE, N_CARDS, NONE
from .scoring import ABILITY
from .state import (
    BIDDING,
    BOTH_SIDES,
    BOX,
    CAP,
    DECK,
    ENDED,
    MAX_PLAYERS,
    MOST_AUCTIONS,
    OPENING,
    RESOLVING,
    SEALED,
    TABLE,
    TENTH,
    UNKNOWN,
    State,
    on_private_side,
    public_sum,
    slot,
    spent,
)

FIRST_SCALE = 20  # what a creature may cost where nothing was sold yet


@rule
def peeks(s: State, me: int, p: int) -> int:
    """1 + the auction after which `me` last peeked at p, or 0; a seat that is not there never did."""
    return s.peeked[me * MAX_PLAYERS + p] if 0 <= me < MAX_PLAYERS else 0


@rule
def knows(s: State, me: int, p: int, k: int) -> bool:
    """Seat `me` knows what p bid in auction k: its own, an opening, a winning bid, as the active wizard, by a peek."""
    if p == me or s.opener[k] == p or s.winner[k] == p or (s.opener[k] == me and me >= 0):
        return True
    return k < peeks(s, me, p)


@rule
def may_be_live(s: State, me: int, p: int, k: int) -> bool:
    """As far as `me` knows, the bid of p in auction k stands on p's Private side and is not crossed out."""
    if not on_private_side(s, p, k):
        return False
    gone = s.gone[slot(p, k)]
    if p == me or 0 < gone <= peeks(s, me, p):
        return gone == 0
    return not knows(s, me, p, k) or s.token[slot(p, k)] <= most_after(s, p, k)


@rule
def most_after(s: State, p: int, k: int) -> int:
    """A live bid of auction k is no higher than what was later exposed as the largest of p's entries."""
    most = CAP
    for after in range(k, min(s.auction + 1, MOST_AUCTIONS)):
        if s.exposed_seat[after] == p:
            most = min(most, s.exposed_bid[after])
    return most


@rule
def bound(s: State, me: int, p: int, k: int, upper: int) -> int:
    """The least (with `upper` the most) that p can have bid in auction k if that is live, as far as `me` knows."""
    if knows(s, me, p, k):
        return s.token[slot(p, k)]
    return min(s.bid[k], most_after(s, p, k)) if upper else 1


@rule
def sum_of_live(s: State, me: int, p: int, upper: int) -> int:
    """The least (with `upper` the most) that p's live Private entries can add up to: how many are live is public."""
    total = 0
    possible = 0
    for k in range(min(s.auction + 1, MOST_AUCTIONS)):
        if may_be_live(s, me, p, k):
            total += bound(s, me, p, k, upper)
            possible += 1
    if possible == s.live[p]:
        return total
    total = 0
    for k in range(min(s.auction + 1, MOST_AUCTIONS)):
        if may_be_live(s, me, p, k) and rank(s, me, p, k, upper) < s.live[p]:
            total += bound(s, me, p, k, upper)
    return total


@rule
def rank(s: State, me: int, p: int, k: int, upper: int) -> int:
    """How many of the entries that may be live come before that of auction k, the least (the most) first."""
    before = 0
    mine = bound(s, me, p, k, upper)
    for j in range(min(s.auction + 1, MOST_AUCTIONS)):
        if j != k and may_be_live(s, me, p, j):
            other = bound(s, me, p, j, upper)
            if other == mine:
                before += j < k
            elif (other > mine) == (upper == 1):
                before += 1
    return before


@rule
def floor_of(s: State, me: int, p: int) -> int:
    """The least that p can have spent up to the last auction that was resolved, as far as seat `me` knows."""
    if s.phase == ENDED:
        return s.total[p]
    return spent(s, me) if p == me else public_sum(s, p) + sum_of_live(s, me, p, 0)


@rule
def ceiling_of(s: State, me: int, p: int) -> int:
    """The most that p can have spent up to the last auction that was resolved, as far as seat `me` knows."""
    if s.phase == ENDED:
        return s.total[p]
    return spent(s, me) if p == me else public_sum(s, p) + sum_of_live(s, me, p, 1)


@rule
def highest_floor(s: State, me: int) -> int:
    """The largest floor among the rivals of `me` after this auction, before the ability of its creature acts.

    Whoever stays below it is not the greediest then.  Whoever has not paid in this auction yet will pay 1 at least.
    """
    most = 0
    for q in range(s.players):
        if q != me:
            owes = 1 if s.phase <= RESOLVING and q != s.active else 0
            most = max(most, floor_of(s, me, q) + owes)
    return most


@rule
def free_budget(s: State, me: int) -> int:
    """The most that `me` can bid now and still have spent less than some rival for certain; 0 if nothing.

    Later auctions and abilities can change that, also that of the creature for sale: a winning opening may be halved.
    """
    budget = max(0, highest_floor(s, me) - spent(s, me) - 1)
    return budget // 2 if may_count_twice(s) else budget


@rule
def may_count_twice(s: State) -> bool:
    """What is bid now may count twice: if it wins a creature that doubles (B3f), or is a beaten opening (W3a)."""
    if s.phase == OPENING and s.beaten_opening == BOTH_SIDES:
        return True
    return s.phase <= BIDDING and ABILITY[s.lot[s.auction]] == DOUBLE


@rule
def scale(s: State) -> int:
    """What a creature cost lately: the highest winning bid of one round of auctions, or FIRST_SCALE."""
    most = FIRST_SCALE if s.auction == 0 else TENTH
    for k in range(max(0, s.auction - s.players), s.auction):
        most = max(most, s.bid[k])
    if s.phase == BIDDING:
        most = max(most, s.token[slot(s.active, s.auction)])
    return min(most, CAP // TENTH)


# ---- hidden information ---------------------------------------------------------------------------------------------
@rule
def hide(s: State, me: int) -> None:
    for c in range(N_CARDS):
        s.deck[c] = NONE
        if s.place[c] < TABLE:
            s.place[c] = UNKNOWN
    for p in range(s.players):
        if p != me:
            for k in range(min(s.auction + 1, MOST_AUCTIONS)):
                if s.token[slot(p, k)] > 0 and not knows(s, me, p, k):
                    s.token[slot(p, k)] = SEALED
                if s.gone[slot(p, k)] > peeks(s, me, p):
                    s.gone[slot(p, k)] = 0


@rule
def determinize(s: State, me: int, t: Table) -> None:
    """A world like what `me` sees: unseen creatures in any order, unseen bids from the opponent model (likely_bid).

    What is known of them holds in every world: a losing bid is no higher than the winning one, and what was exposed was
    the largest live entry then.
    """
    hide(s, me)
    deal_unknown(s, t)
    for p in range(s.players):
        if p != me:
            imagine_private_side(s, me, p, t)
            if s.auction < s.n_auctions and s.token[slot(p, s.auction)] == SEALED:
                s.token[slot(p, s.auction)] = likely_bid(s, t)


@rule
def deal_unknown(s: State, t: Table) -> None:
    n = 0
    for c in range(N_CARDS):
        if s.place[c] == UNKNOWN:
            t.scratch[n] = c
            n += 1
            s.place[c] = BOX
    for i in range(min(s.auction + 1, s.n_auctions)):
        s.deck[i] = s.lot[i]
    for i in range(s.auction + 1, s.n_auctions):
        j = dice(t, n)
        s.deck[i] = t.scratch[j]
        s.place[s.deck[i]] = DECK
        n -= 1
        t.scratch[j] = t.scratch[n]


# ---- the opponent model: what somebody may have bid -----------------------------------------------------------------
@rule
def likely_bid(s: State, t: Table) -> int:
    """A sealed bid in this auction: often 1, sometimes just above the opening, else any size up to twice the usual."""
    k = dice(t, 4)
    if k == 0:
        return 1
    if k == 1:
        return min(CAP, s.token[slot(s.active, s.auction)] + 1 + dice(t, 5))
    return any_size(min(CAP, 2 * scale(s)), t)


@rule
def likely_loss(most: int, t: Table) -> int:
    """A losing bid that is at most `most`: often 1, else any size."""
    return 1 if dice(t, 3) == 0 else any_size(most, t)


@rule
def any_size(most: int, t: Table) -> int:
    """A number from 1 to `most`, each number of binary digits as likely as another."""
    digits = 1
    while most >> digits:
        digits += 1
    low = 1 << dice(t, digits)
    return low + wide_dice(min(low, most - low + 1), t)


@rule
def wide_dice(n: int, t: Table) -> int:
    """A random number 0 <= k < n, n up to 2**50."""
    high = dice(t, 1 << 25)
    return ((high << 25) | dice(t, 1 << 25)) % n


# Where the imagined Private side of one rival is worked out, in the scratch space, for auction k:
AWAY, MOST = (
    0,
    MOST_AUCTIONS,
)  # AWAY + k as `gone`; MOST + k the highest bid possible, negative where it is exactly that
TRIES = 50


@rule
def imagine_private_side(s: State, me: int, p: int, t: Table) -> None:
    """Which entries p crossed out or lost to exposure since `me` last peeked, and what the unknown ones were.

    The events are gone through in order with an entry drawn for each; where that contradicts what is known, again.
    """
    for _ in range(TRIES):
        if place_events(s, me, p, t):
            break
    for k in range(MOST_AUCTIONS):
        if on_private_side(s, p, k):
            s.gone[slot(p, k)] = t.scratch[AWAY + k]
            if s.token[slot(p, k)] == SEALED:
                most = t.scratch[MOST + k]
                s.token[slot(p, k)] = -most if most < 0 else likely_loss(most, t)


@rule
def place_events(s: State, me: int, p: int, t: Table) -> bool:
    """Draw the entry of each event on p's Private side that `me` cannot place; True if all that is known fits."""
    for k in range(MOST_AUCTIONS):
        t.scratch[AWAY + k] = s.gone[slot(p, k)]
        t.scratch[MOST + k] = -s.token[slot(p, k)] if s.token[slot(p, k)] > 0 else s.bid[k]
    fits = True
    for after in range(peeks(s, me, p), min(s.auction + 1, MOST_AUCTIONS)):
        if s.winner[after] == p:
            for _ in range(s.erased[after]):
                k = draw_erased(s, p, after, t)
                if k == NONE:
                    return False
                t.scratch[AWAY + k] = after + 1
        if s.exposed_seat[after] == p:
            fits = place_exposed(s, p, after, t) and fits
    return fits


@rule
def draw_erased(s: State, p: int, after: int, t: Table) -> int:
    """An entry that p may have crossed out after auction `after`; first one that a later exposure contradicts."""
    chosen = NONE
    n = 0
    must = False
    for k in range(after):
        if on_private_side(s, p, k) and t.scratch[AWAY + k] == 0:
            contradicts = -t.scratch[MOST + k] > most_after(s, p, after)
            if contradicts and not must:
                must = True
                n = 0
            if contradicts == must:
                n += 1
                if dice(t, n) == 0:
                    chosen = k
    return chosen


@rule
def place_exposed(s: State, p: int, after: int, t: Table) -> bool:
    """Draw the entry that was exposed after auction `after`: the largest live one, the earliest of equals (B3d)."""
    amount = s.exposed_bid[after]
    chosen = NONE
    n = 0
    for k in range(after + 1):
        if on_private_side(s, p, k) and t.scratch[AWAY + k] == 0:
            most = t.scratch[MOST + k]
            if most == -amount or most >= amount:
                n += 1
                if dice(t, n) == 0:
                    chosen = k
            if most == -amount or amount == 1:
                break  # an equal one that is later was not it
    if chosen == NONE:
        return False
    t.scratch[AWAY + chosen] = after + 1
    t.scratch[MOST + chosen] = -amount
    fits = True
    for k in range(after + 1):
        if on_private_side(s, p, k) and t.scratch[AWAY + k] == 0:
            limit = amount if k > chosen else amount - 1
            if -t.scratch[MOST + k] > limit or limit < 1:
                fits = False
            if t.scratch[MOST + k] > 0:
                t.scratch[MOST + k] = max(1, min(t.scratch[MOST + k], limit))
    return fits
