"""Positions of Magic Money: the creatures in their order and the moves so far, checked by playing them.

Ledgers cannot be put together by hand: each entry has a history (who was active, who won, who saw what), and that is
what a view goes by.  So a position is a short game, and everything in it has come about by the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.game import Game, PositionError
from ...core.table import Table
from ...core.words import Names
from . import state as st
from .cards import N_CARDS

UNSEEN = "?"  # a bid that nobody here has seen; it is kept as 1, and worlds are imagined with any bid in its place


def build(
    game: Game,
    *,
    cards: Sequence[str],
    moves: Sequence[str] | str = (),
    active: int = 0,
    owned: Sequence[Sequence[str]] = (),
) -> st.State:
    """A state of Magic Money.  Creatures are given by code; each may be named once.

    cards: the creatures that are sold in this game, in order; fewer than usual make a shorter game.
    moves: what was done so far in notation, as a list or a text with spaces; "?" for a sealed bid that nobody has seen.
    active: who is active first.  owned: for each seat creatures that it has from the beginning.  Raises PositionError.
    """
    _sequence("cards", cards)
    most = game.players + st.MORE_CREATURES
    if not 1 <= len(cards) <= most:
        raise PositionError(f"With {game.players} wizards 1 to {most} creatures are sold, not {len(cards)}.")
    if isinstance(active, bool) or not isinstance(active, int) or not 0 <= active < game.players:
        raise PositionError(f"active is {active!r}; it must be a seat from 0 to {game.players - 1}.")
    moves = moves.split() if isinstance(moves, str) else moves
    _sequence("moves", moves)
    if owned:
        _sequence("owned", owned)
        if len(owned) != game.players:
            raise PositionError(f"owned needs one entry for each of the {game.players} wizards, not {len(owned)}.")
    s = _begun(game, cards, owned, active)
    t = Table.new()
    for i, move in enumerate(moves):
        _play(game, s, t, i, move)
    return s


def _sequence(name: str, given: Any) -> None:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PositionError(f"{name} must be a list, not {given!r}.")


def _begun(game: Game, cards: Sequence[str], owned: Sequence[Sequence[str]], active: int) -> st.State:
    """The game before its first opening."""
    s: st.State = game.blank()
    t = Table.new()
    game.plain.start(s, t)
    ids = {row["code"]: i for i, row in enumerate(game.cards.rows)}
    s.place[:] = [st.BOX] * N_CARDS
    deck = [_put(s, ids, code, st.DECK) for code in cards]
    for p, codes in enumerate(owned):
        _sequence(f"owned by seat {p}", codes)
        for code in codes:
            _put(s, ids, code, st.OWNED + p)
    rest = [c for c in range(N_CARDS) if c not in deck]
    s.deck[:] = deck + rest
    s.n_auctions = len(deck)
    s.active = active
    game.plain.clear_ledgers(s)
    game.plain.begin_auction(s, t)
    return s


def _put(s: st.State, ids: dict[str, int], code: Any, place: int) -> int:
    if not isinstance(code, str) or code not in ids:
        raise PositionError(f"There is no creature {code!r}; the creatures are {', '.join(ids)}.")
    card = ids[code]
    if s.place[card] != st.BOX:
        raise PositionError(f"The creature {code!r} is named twice.")
    s.place[card] = place
    return card


def _play(game: Game, s: st.State, t: Table, i: int, move: Any) -> None:
    where = f"Move {i + 1}"
    if not isinstance(move, str):
        raise PositionError(f"{where} is {move!r}; it must be a notation.")
    try:
        a = 1 if move == UNSEEN and s.phase == st.BIDDING else game.action(move)
    except ValueError as error:
        raise PositionError(f"{where}: {error}") from None
    if why := game.plain.check(s, a):
        names = Names([f"wizard {p}" for p in range(game.players)])
        raise PositionError(f"{where}: {move!r} is not allowed. {game.words.reason(why, a, s, game.cards, names)}")
    game.plain.apply(s, a, t)
    t.n_log = t.n_outcomes = 0
