"""Positions of MOW built by hand and checked: for lessons, tests and analysis of a real table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...core.table import Table
from . import rules as r
from .cards import NONE

if TYPE_CHECKING:
    from ...core.game import Game

PHASES = {"play": r.PLAYING, "arrow": r.CHOOSING_ARROW, "next": r.CHOOSING_NEXT}


class PositionError(ValueError):
    """A position that cannot occur: says which part and why."""


def build(
    game: Game,
    *,
    hands: Sequence[Sequence[str]],
    herds: Sequence[Sequence[str]] = ((),),
    deck: Sequence[str] | None = None,
    sheds: Sequence[Sequence[str]] = (),
    flies: Sequence[int] = (),
    turn: int = 0,
    starter: int = 0,
    direction: int = 1,
    herd: int = 0,
    rounds: int = 0,
    phase: str = "play",
) -> r.State:
    """A state of MOW.  Cards are given by code; each may be named once.

    hands, sheds: for each seat.  herds: for each herd the cows in the order they were played, a calf with its side
    (yC-). deck: from the top; without it, all cards not named elsewhere; with it, the rest of the cards are out of the
    game.
    """
    s: r.State = game.blank()
    game.plain.start(s, Table.new())  # sets all that follows from the options; the deal is replaced below
    ids = {row["code"]: i for i, row in enumerate(game.cards.rows[: s.n_cards])}
    for c in range(s.n_cards):
        s.place[c] = r.OUT
        s.deck[c] = NONE
    for h in range(r.MAX_HERDS):
        game.plain.clear_herd(s, h)
    _seat_numbers(s, turn=turn, starter=starter)
    if len(hands) != s.players or len(sheds) not in (0, s.players) or len(flies) not in (0, s.players):
        raise PositionError(f"hands, sheds and flies need one entry for each of the {s.players} farmers.")
    if len(herds) > s.n_herds or not 0 <= herd < s.n_herds:
        raise PositionError(f"With {s.players} farmers there are {s.n_herds} herds, numbered from 0.")
    if direction not in (1, -1) or phase not in PHASES:
        raise PositionError(f"direction is 1 (left) or -1 (right), phase one of {', '.join(PHASES)}.")
    for h, cows in enumerate(herds):
        for code in cows:
            _join(game, s, h, code, ids)
    for p in range(s.players):
        s.held[p] = len(hands[p])
        for code in hands[p]:
            _put(s, code, ids, r.HAND + p)
        for code in sheds[p] if sheds else ():
            _put(s, code, ids, r.SHED + p)
        s.flies[p] = flies[p] if flies else 0
    rest = [code for code, c in ids.items() if s.place[c] == r.OUT]
    pile = rest if deck is None else list(deck)
    s.deck_top = s.n_cards - len(pile)
    for i, code in enumerate(pile):
        s.deck[s.deck_top + i] = _put(s, code, ids, r.DECK)
    s.turn, s.starter, s.direction, s.herd, s.rounds = turn, starter, direction, herd, rounds
    s.shown, s.phase = NONE, PHASES[phase]
    return s


def _seat_numbers(s: r.State, **seats: int) -> None:
    for name, seat in seats.items():
        if not 0 <= seat < s.players:
            raise PositionError(f"{name} = {seat}: the seats are 0 to {s.players - 1}.")


def _put(s: r.State, code: str, ids: dict[str, int], place: int) -> int:
    if code not in ids:
        raise PositionError(f"There is no card {code!r} among the {s.n_cards} cards of this game.")
    card = ids[code]
    if s.place[card] != r.OUT:
        raise PositionError(f"Card {code!r} is named twice.")
    s.place[card] = place
    return card


def _join(game: Game, s: r.State, h: int, code: str, ids: dict[str, int]) -> None:
    """Add one cow to herd h by the rules: as if the farmer to move held it."""
    a: Any = ids.get(code)
    if a is None:
        try:
            a = game.action(code)
        except ValueError as error:
            raise PositionError(f"Herd {h}: {error}") from None
    card = r.CALF_CARD if a in (r.CALF_LOW, r.CALF_HIGH) else a
    if not 0 <= card < s.n_cards or s.place[card] != r.OUT:
        raise PositionError(f"Herd {h}: {code!r} is not a free cow of this game.")
    s.herd, s.phase = h, r.PLAYING
    s.place[card] = r.HAND + s.turn
    if why := game.plain.check(s, a):
        raise PositionError(f"Herd {h}: {code!r} cannot be added. {game.words.reason(why, a, s, game.cards, [])}")
    game.plain.play_cow(s, s.turn, a, _quiet_table())
    for c in range(s.n_cards):  # an 8 driven out by a mad cow is free again
        if s.place[c] == r.HAND + s.turn:
            s.place[c] = r.OUT


def _quiet_table() -> Table:
    return Table.new()
