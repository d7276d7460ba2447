"""Positions of Mow Money built by hand and checked: for lessons, tests and analysis of a real table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.game import Game, PositionError
from ...core.table import Table
from ...core.words import Names
from . import rules as r
from .cards import BASIC, DEPTH, MAX_PLAYERS, N_CARDS, N_CONTRACTS, NONE, TIERS
from .words import AREAS, contract_code

MOST_MONEY = 999  # far more than anybody ever has
PHASES = {"invest": r.INVESTING, "bid": r.AIMING, "pick-up": r.PICKING_UP}
_LETTERS = "".join(tier[0] for tier in TIERS)


def build(
    game: Game,
    *,
    hands: Sequence[Sequence[str]],
    money: Sequence[int] = (),
    mowers: Sequence[str] = (),
    won: Sequence[Sequence[str]] = (),
    up: Sequence[str] = (),
    piles: Sequence[Sequence[str]] = (),
    dummy: Sequence[str] = (),
    decks: Mapping[str, Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    shown: Sequence[str] = (),
    marker: int = 0,
    rounds: int = 0,
    phase: str = "bid",
    turn: int | None = None,
    lucky: Sequence[int] = (),
    bids: Sequence[str] = (),
) -> r.State:
    """A state of Mow Money.  Cards and contracts are given by code; each may be named once.

    hands, money (dollars), mowers (letters, such as "bm"), won (contracts): for each seat.
    piles: for each neighborhood its contracts, the one that is up first; contracts that are not named have left the
    game.  Without it the contracts not named are dealt out in order, `up` (one for each neighborhood) on top.
    dummy: contracts of the dummy in the solo game.  decks: for the letter of a tier its deck from the top, the rest of
    the tier is discarded; a tier without one has all cards not named elsewhere in its deck.  discards: bid cards.
    shown: cards in hands that all have seen.  marker: seat.  rounds: how many have been finished.
    phase: "invest", "bid" or "pick-up"; turn: the seat that is to invest or pick up, by default the first one.
    lucky: seats that won something in this round, for the pick-up.
    bids: moves of this bid phase so far, in notation, seat after seat from the marker.  Raises PositionError.
    """
    s: r.State = game.blank()
    game.plain.start(s, Table.new())  # sets all that follows from the options; the deal is replaced below
    _check_shapes(s, hands, money, mowers, won, up, piles, lucky)
    if not isinstance(phase, str) or phase not in PHASES:
        raise PositionError(f"phase is {phase!r}; allowed are {', '.join(PHASES)}.")
    _whole("marker", marker, s.players - 1)
    _whole("rounds", rounds, r.MAX_ROUNDS - 1)
    if turn is not None:
        _whole("turn", turn, s.players - 1)
    s.marker, s.rounds, s.phase = marker, rounds, PHASES[phase]
    for p in range(s.players):
        s.money[p] = money[p] if money else 0
        for tier in _tiers(mowers[p] if mowers else _LETTERS[BASIC]):
            s.mower[p * r.N_TIERS + tier] = 1
    _lay_cards(game, s, hands, decks, discards, shown)
    _lay_contracts(game, s, won, up, piles, dummy)
    _set_turn(s, phase, turn, lucky)
    _check_limits(game, s)
    _bid(game, s, bids)
    return s


# ---- what was given -------------------------------------------------------------------------------------------------
def _check_shapes(
    s: r.State,
    hands: Any,
    money: Any,
    mowers: Any,
    won: Any,
    up: Any,
    piles: Any,
    lucky: Any,
) -> None:
    for name, given in (("hands", hands), ("money", money), ("mowers", mowers), ("won", won)):
        if name == "hands" or given != ():
            _sequence(name, given, s.players, "players")
    for name, given in (("up", up), ("piles", piles)):
        if given != ():
            _sequence(name, given, s.areas, "neighborhoods")
    if up != () and piles != ():
        raise PositionError("Give either up or piles: the first contract of a pile is the one that is up.")
    for p, dollars in enumerate(money):
        _whole(f"money of seat {p}", dollars, MOST_MONEY)
    _sequence("lucky", lucky)
    for p in lucky:
        _whole("a seat in lucky", p, s.players - 1)


def _sequence(name: str, given: Any, length: int | None = None, of: str = "") -> None:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PositionError(f"{name} must be a list, not {given!r}.")
    if length is not None and len(given) != length:
        raise PositionError(f"{name} needs one entry for each of the {length} {of}, not {len(given)}.")


def _whole(name: str, number: Any, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise PositionError(f"{name} is {number!r}; it must be a whole number from 0 to {most}.")


def _tiers(letters: Any) -> list[int]:
    if not isinstance(letters, str) or not set(letters) <= set(_LETTERS) or _LETTERS[BASIC] not in letters:
        raise PositionError(f"mowers are {letters!r}; allowed are b, bm, ba and bma: everybody has the basic one.")
    return [_LETTERS.index(letter) for letter in letters]


# ---- bid cards ------------------------------------------------------------------------------------------------------
def _lay_cards(game: Game, s: r.State, hands: Any, decks: Any, discards: Any, shown: Any) -> None:
    ids = {row["code"]: i for i, row in enumerate(game.cards.rows)}
    free = dict.fromkeys(range(N_CARDS))
    for name, given in (*(("a hand", hand) for hand in hands), ("discards", discards), ("shown", shown)):
        _sequence(name, given)
    tier_of = game.constants["TIER"]
    for i in range(MAX_PLAYERS * r.N_TIERS):
        s.held[i] = s.old[i] = 0
    for c in range(N_CARDS):
        s.place[c], s.deck[c], s.shown[c], s.fresh[c] = r.DISCARD, NONE, 0, 1
    for p, hand in enumerate(hands):
        for code in hand:
            card = _take(code, ids, free, "bid card")
            s.place[card] = r.HAND + p
            s.held[p * r.N_TIERS + tier_of[card]] += 1
    for code in discards:
        _take(code, ids, free, "bid card")
    given = {} if decks is None else decks
    if not isinstance(given, Mapping) or not all(isinstance(t, str) and t in _LETTERS and len(t) == 1 for t in given):
        raise PositionError(f"decks is {decks!r}; it must name decks by the letter of their tier: b, m, a.")
    for tier, letter in enumerate(_LETTERS):
        cards = [c for c in free if tier_of[c] == tier]
        if letter in given:
            _sequence(f"the {TIERS[tier]} deck", given[letter])
            cards = [_take(code, ids, free, "bid card") for code in given[letter]]
        s.left[tier] = len(cards)
        for i, card in enumerate(reversed(cards)):
            if tier_of[card] != tier:
                raise PositionError(f"{game.notation(card)} is no {TIERS[tier]} bid card.")
            s.place[card] = r.DECK
            s.deck[r.FIRST_OF_TIER[tier] + i] = card
    for code in shown:
        if not isinstance(code, str) or code not in ids or not r.HAND <= s.place[ids[code]] < r.STACK:
            raise PositionError(f"shown names {code!r}, which is in nobody's hand.")
        s.shown[ids[code]] = 1


def _take(code: Any, ids: dict[str, int], free: dict[int, None], what: str) -> int:
    if not isinstance(code, str) or code not in ids:
        raise PositionError(f"There is no {what} {code!r} in this game.")
    if ids[code] not in free:
        raise PositionError(f"The {what} {code!r} is named twice.")
    del free[ids[code]]
    return ids[code]


# ---- contracts ------------------------------------------------------------------------------------------------------
def _lay_contracts(game: Game, s: r.State, won: Any, up: Any, piles: Any, dummy: Any) -> None:
    ids = {contract_code(c, game.cards): c for c in range(N_CONTRACTS) if s.contract[c] != r.BOX}
    free = dict.fromkeys(ids.values())
    for name, given in (*(("won", w) for w in won), *(("a pile", pile) for pile in piles), ("dummy", dummy)):
        _sequence(name, given)
    if dummy and s.players > 1:
        raise PositionError("There is a dummy in the solo game only.")
    for c in ids.values():
        s.contract[c], s.seen[c] = r.GONE, 1
    owners = [(r.WON + p, contracts) for p, contracts in enumerate(won)] + [(r.DUMMY, dummy)]
    for where, contracts in owners:
        for code in contracts:
            s.contract[_take(code, ids, free, "contract")] = where
    if piles:
        laid = [[_take(code, ids, free, "contract") for code in pile] for pile in piles]
    else:
        laid = [[_take(code, ids, free, "contract")] for code in up] or [[] for _ in range(s.areas)]
        for i, contract in enumerate(list(free)):
            laid[i % s.areas].append(contract)
    for i in range(len(s.pile)):
        s.pile[i] = NONE
    for area, contracts in enumerate(laid):
        if not 1 <= len(contracts) <= DEPTH:
            raise PositionError(
                f"{AREAS[area]} has {len(contracts)} contracts; it must have 1 to {DEPTH}: without one the game ends."
            )
        s.depth[area] = 0
        for contract in contracts:
            s.seen[contract] = 0
            game.plain.push(s, area, contract)
        game.plain.turn_up(s, area)


# ---- whose turn -----------------------------------------------------------------------------------------------------
def _set_turn(s: r.State, phase: str, turn: int | None, lucky: Sequence[int]) -> None:
    if phase == "invest" and s.rounds == 0:
        raise PositionError("Nobody invests in the first round (ruling M27): rounds must be 1 or more.")
    if phase == "bid" and turn not in (None, s.marker):
        raise PositionError("The marker holder bids first: give the moves of those who have bid in bids.")
    if lucky and phase != "pick-up":
        raise PositionError("lucky is for the pick-up: before it nobody has won anything in this round.")
    for p in lucky:
        s.success[p * r.SLOTS] = 1
    waiting = [q for i in range(s.players) if (q := (s.marker + i) % s.players) not in lucky]
    if not waiting or (turn is not None and turn not in waiting):
        raise PositionError("Only seats that won nothing are asked for a pick-up.")
    s.turn = waiting[0] if turn is None else turn


def _check_limits(game: Game, s: r.State) -> None:
    """Only who is investing can have more cards than allowed."""
    limits = game.constants["HAND_LIMIT"]
    for p in range(s.players):
        for tier in range(r.N_TIERS):
            n = s.held[p * r.N_TIERS + tier]
            if n > limits[tier] and (s.phase != r.INVESTING or p != s.turn):
                raise PositionError(f"Seat {p} has {n} {TIERS[tier]} bid cards; the limit is {limits[tier]}.")


def _bid(game: Game, s: r.State, bids: Any) -> None:
    """Play the moves of the bid phase so far by the rules."""
    _sequence("bids", bids)
    names = Names([f"seat {p}" for p in range(s.players)])
    for move in bids:
        try:
            a = game.action(str(move))
        except ValueError as error:
            raise PositionError(str(error)) from None
        if not game.plain.is_bidding(s.phase):
            raise PositionError(f"{move!r} cannot be played: bids are placed in the bid phase.")
        if why := game.plain.check(s, a):
            raise PositionError(f"{move!r} cannot be played: {game.words.reason(why, a, s, game.cards, names)}")
        game.plain.apply(s, a, Table.new())
        if not game.plain.is_bidding(s.phase):
            raise PositionError(f"With {move!r} all have bid and the bids are resolved: leave it out.")
