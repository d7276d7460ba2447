"""The state of a game of Magic Money: its fields and codes, and reading the ledgers.

A ledger has a Public side (a list of entries) and a Private side.  The Private side is not a list: what seat p bid in
auction k is `token[slot(p, k)]` for good, and whether it stands on p's Private side follows from who was active and who
won; `gone` tells when it left there or was crossed out.  So nothing is kept twice, and what a seat may know of a bid is
a question about public facts (knowledge.py).
"""

from __future__ import annotations

from ...core.link import rule
from ...core.schema import CUSTOM, SECRET, Ints, Schema, ints, num, option
from .cards import N_CARDS, NONE

MAX_PLAYERS, MOST_AUCTIONS = 6, 12
MORE_CREATURES = 6  # creatures in play: as many as wizards and six more
ENTRIES = 24  # on one Public side: at most one bid an auction, and one entry that a creature brings
TOKENS, ROWS, PAIRS = MAX_PLAYERS * MOST_AUCTIONS, MAX_PLAYERS * ENTRIES, MAX_PLAYERS * MAX_PLAYERS
CAP = 10**15  # W8a: the highest bid, so that all sums are exact in 64 bits
TENTH = 10
SEALED = -1  # stands in a view for a bid that this seat does not know

# ---- where a creature can be ----------------------------------------------------------------------------------------
DECK, BOX, TABLE, OWNED, UNKNOWN = 0, 1, 2, 3, 9  # OWNED + seat

# ---- actions: a number from 0 up is a bid; all others have codes below 0 --------------------------------------------
SEAT, ENTRY, TOKEN, ENOUGH = -64, -50, -24, -2  # SEAT + seat, ENTRY + place on a Public side, TOKEN + auction

# ---- what a question asks for ---------------------------------------------------------------------------------------
NOTHING, A_NUMBER, A_SEAT, AN_ENTRY, A_TOKEN = range(5)

# ---- phases: each asks one question ---------------------------------------------------------------------------------
(
    OPENING,
    BIDDING,
    RESOLVING,
    ERASING_PUBLIC,
    ERASING_PRIVATE,
    ERASING_FIRST,
    ERASING_SECOND,
    PEEKING,
    EXPOSING,
    SWAPPING_OWN,
    SWAPPING_RIVAL,
    SWAPPING_THEIRS,
    FORGING,
    RESTORING_RIVAL,
    RESTORING_ENTRY,
    ENDED,
) = range(16)
# fmt: off
ASKS = (
    A_NUMBER, A_NUMBER, A_SEAT, AN_ENTRY, A_TOKEN, A_TOKEN, A_TOKEN, A_SEAT,
    A_SEAT, AN_ENTRY, A_SEAT, AN_ENTRY, A_SEAT, A_SEAT, AN_ENTRY, NOTHING,
)
FIRST_QUESTION = (  # of each ability in the order of cards.ABILITIES; ENDED where there is none
    ENDED, ERASING_PUBLIC, ERASING_PRIVATE, ERASING_FIRST, ENDED, ENDED, PEEKING, EXPOSING,
    SWAPPING_OWN, FORGING, RESTORING_RIVAL, ENDED, ENDED,
)
# fmt: on

# ---- how an entry came to a Public side -----------------------------------------------------------------------------
OPENED_WITH, WON_WITH, DOUBLED_TO, FORGED_BY, EXPOSED_BY = range(5)

AT_MOST, EXACT = range(2)  # opening_mode
ONE, FREE = range(2)  # first_opening
ALL_OUT, ONE_OUT, NONE_OUT = range(3)  # top_tie
PUBLIC_ONLY, BOTH_SIDES = range(2)  # beaten_opening


class State(Schema):
    """Everything about a game of Magic Money but its randomness.  «Auction k» counts from 0 here, from 1 in words."""

    players: int = option(4, {n: n for n in range(3, 7)}, "number of wizards", "Set Up")
    first_active: int = option(1, {"fixed": 0, "random": 1}, "who is active first: seat 0, or drawn by lot", "W18")
    opening_mode: int = option(
        AT_MOST,
        {"at_most": AT_MOST, "exact": EXACT},
        "an opening is at most a tenth of the last winning bid, or exactly that",
        "Begin the Auction; W1",
    )
    first_opening: int = option(
        ONE, {"one": ONE, "free": FREE}, "the first opening of a game is 1, or any number", "Begin the Auction; W1"
    )
    top_tie: int = option(
        ALL_OUT,
        {"all": ALL_OUT, "random": ONE_OUT, "none": NONE_OUT},
        "who is out when several have spent most: all of them (unless that is everybody), one drawn by lot, nobody",
        "W13a",
    )
    beaten_opening: int = option(
        PUBLIC_ONLY,
        {"public": PUBLIC_ONLY, "both": BOTH_SIDES},
        "an opening that was beaten stands on the Public side alone, or on both sides and counts twice",
        "W3, W3a",
    )

    n_auctions: int = num("creatures in the deck of this game, each sold in one auction")
    place: Ints = ints(N_CARDS, "where each creature is: DECK, BOX, TABLE, OWNED + seat", CUSTOM)
    deck: Ints = ints(N_CARDS, "order of the deck from the top", SECRET)
    auction: int = num("auctions settled so far, abilities included: the number of the one going on")
    active: int = num("the active wizard of this auction; after it is resolved its winner")
    turn: int = num("the wizard to decide")
    phase: int = num("which question is asked")

    lot: Ints = ints(MOST_AUCTIONS, "creature of each auction, NONE for those to come")
    opener: Ints = ints(MOST_AUCTIONS, "active wizard of each auction, NONE for those to come")
    winner: Ints = ints(MOST_AUCTIONS, "winner of each auction, NONE until it is resolved")
    bid: Ints = ints(MOST_AUCTIONS, "winning bid of each auction as it was announced (W2)")
    erased: Ints = ints(MOST_AUCTIONS, "Private entries that the winner of each auction crossed out after it")
    exposed_seat: Ints = ints(MOST_AUCTIONS, "whose Private entry was exposed after each auction, NONE if nobody's")
    exposed_bid: Ints = ints(MOST_AUCTIONS, "how much that entry was")

    token: Ints = ints(
        TOKENS,
        "bid of seat p in auction k, at p * MOST_AUCTIONS + k; 0 before it is made; in a view maybe SEALED",
        CUSTOM,
    )
    gone: Ints = ints(
        TOKENS,
        "1 + the auction after which that entry left the Private side or was crossed out there; 0 if live",
        CUSTOM,
    )
    written: Ints = ints(MAX_PLAYERS, "entries on each Private side, crossed-out ones included")
    live: Ints = ints(MAX_PLAYERS, "entries on each Private side that are not crossed out")
    peeked: Ints = ints(PAIRS, "1 + the auction after which seat p last peeked at seat q, at p * MAX_PLAYERS + q; or 0")

    amount: Ints = ints(ROWS, "entry i on the Public side of seat p, at p * ENTRIES + i")
    crossed: Ints = ints(ROWS, "1 if that entry is crossed out")
    since: Ints = ints(ROWS, "the auction in which it was written there")
    origin: Ints = ints(ROWS, "how it came there: OPENED_WITH, WON_WITH ...")
    entries: Ints = ints(MAX_PLAYERS, "entries on each Public side, crossed-out ones included")

    own_entry: int = num("the entry that the winner gives away in a swap, once it is chosen")
    rival: int = num("the opponent chosen for a swap or a restoration")
    total: Ints = ints(MAX_PLAYERS, "what each wizard has spent, announced at the end of the game")
    out: Ints = ints(MAX_PLAYERS, "1 for a wizard who was thrown out as the greediest")


# ---- reading the ledgers --------------------------------------------------------------------------------------------
@rule
def slot(p: int, k: int) -> int:
    """Where the bid of seat p in auction k stands in `token` and `gone`."""
    return p * MOST_AUCTIONS + k


@rule
def on_private_side(s: State, p: int, k: int) -> bool:
    """The bid of p in auction k was written on the Private side (it may have been crossed out or exposed since)."""
    if k >= MOST_AUCTIONS or s.winner[k] == NONE or s.winner[k] == p:
        return False
    return s.opener[k] != p or s.beaten_opening == BOTH_SIDES  # W3, W3a


@rule
def was_exposed(s: State, p: int, k: int) -> bool:
    """The entry of auction k that p does not have any more was moved to the Public side, not crossed out."""
    after = s.gone[slot(p, k)] - 1
    return after >= 0 and s.exposed_seat[after] == p


@rule
def is_live(s: State, p: int, k: int) -> bool:
    """The bid of p in auction k stands on the Private side and is not crossed out, as far as this state tells."""
    return on_private_side(s, p, k) and s.gone[slot(p, k)] == 0


@rule
def public_sum(s: State, p: int) -> int:
    """What stands on the Public side of p and is not crossed out."""
    spent = 0
    for row in range(p * ENTRIES, p * ENTRIES + s.entries[p]):
        if not s.crossed[row]:
            spent += s.amount[row]
    return spent


@rule
def spent(s: State, p: int) -> int:
    """The ledger total of p.  In a view only that of its own seat is right."""
    total = public_sum(s, p)
    for k in range(min(s.auction + 1, MOST_AUCTIONS)):
        if is_live(s, p, k):
            total += s.token[slot(p, k)]
    return total


@rule
def count_entries(s: State, p: int, crossed: int) -> int:
    """Entries on the Public side of p that are crossed out (1) or not (0)."""
    n = 0
    for row in range(p * ENTRIES, p * ENTRIES + s.entries[p]):
        if s.crossed[row] == crossed:
            n += 1
    return n


@rule
def highest(s: State) -> int:
    """The highest bid of this auction, the opening included."""
    most = 0
    for p in range(s.players):
        most = max(most, s.token[slot(p, s.auction)])
    return most
