"""Positions of MOW built by hand and checked: for lessons, tests and analysis of a real table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.game import Game, PositionError
from ...core.table import Table
from ...core.words import Names
from . import rules as r
from .cards import COW, NONE, PACKET_SIZE

MOST_ROUNDS = 1000  # far more than any game has
PHASES = {"play": r.PLAYING, "arrow": r.CHOOSING_ARROW, "next": r.CHOOSING_NEXT}


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
    game.  Raises PositionError.
    """
    s: r.State = game.blank()
    game.plain.start(s, Table.new())  # sets all that follows from the options; the deal is replaced below
    ids = {row["code"]: i for i, row in enumerate(game.cards.rows[: s.n_cards])}
    _sequence("hands", hands, s.players)
    _sequence("herds", herds)
    for name, given in (("sheds", sheds), ("flies", flies)):
        if given != ():
            _sequence(name, given, s.players)
    for name, cards in (("a hand", hands), ("a herd", herds), ("a cowshed", sheds), ("the deck", [deck or []])):
        for given in cards:
            _sequence(name, given)
    if len(herds) > s.n_herds:
        raise PositionError(f"With {s.players} farmers there are {s.n_herds} herds, not {len(herds)}.")
    if not isinstance(phase, str) or phase not in PHASES:
        raise PositionError(f"phase is {phase!r}; allowed are {', '.join(PHASES)}.")
    if direction not in (1, -1):
        raise PositionError(f"direction is {direction!r}; allowed are 1 (left) and -1 (right).")
    _whole("turn", turn, s.players - 1)
    _whole("starter", starter, s.players - 1)
    _whole("herd", herd, s.n_herds - 1)
    _whole("rounds", rounds, MOST_ROUNDS)
    for p, total in enumerate(flies):
        _whole(f"flies of seat {p}", total, r.TARGET - 1)  # with more the game is over
    _clear(game, s)
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
    _stack(s, ids, deck)
    s.turn, s.starter, s.direction, s.herd, s.rounds = turn, starter, direction, herd, rounds
    s.phase = PHASES[phase]
    _check_choice(s, game.constants["KIND"])
    return s


# ---- what was given -------------------------------------------------------------------------------------------------
def _sequence(name: str, given: Any, length: int | None = None) -> None:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PositionError(f"{name} must be a list, not {given!r}.")
    if length is not None and len(given) != length:
        raise PositionError(f"{name} needs one entry for each of the {length} farmers, not {len(given)}.")


def _whole(name: str, number: Any, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise PositionError(f"{name} is {number!r}; it must be a whole number from 0 to {most}.")


# ---- putting cards down ---------------------------------------------------------------------------------------------
def _clear(game: Game, s: r.State) -> None:
    """No card anywhere: not in the deck either, so that nothing is drawn while herds are built."""
    for c in range(s.n_cards):
        s.place[c] = r.OUT
        s.deck[c] = NONE
    for h in range(r.MAX_HERDS):
        game.plain.clear_herd(s, h)
    s.deck_top, s.shown, s.direction = s.n_cards, NONE, 1


def _put(s: r.State, code: Any, ids: dict[str, int], place: int) -> int:
    if not isinstance(code, str) or code not in ids:
        raise PositionError(f"There is no card {code!r} among the {s.n_cards} cards of this game.")
    card = ids[code]
    if s.place[card] != r.OUT:
        raise PositionError(f"Card {code!r} is named twice.")
    s.place[card] = place
    return card


def _join(game: Game, s: r.State, h: int, code: Any, ids: dict[str, int]) -> None:
    """Add one cow to herd h by the rules: as if the farmer to move held it."""
    try:
        a = game.action(str(code))
    except ValueError as error:
        raise PositionError(f"Herd {h}: {error}") from None
    card = game.constants["CALF_CARD"] if a in (r.CALF_LOW, r.CALF_HIGH) else a
    if not 0 <= card < s.n_cards or s.place[card] != r.OUT:
        raise PositionError(f"Herd {h}: {code!r} is not a free cow of this game.")
    s.turn, s.herd, s.phase = 0, h, r.PLAYING
    s.place[card] = r.HAND
    if why := game.plain.check(s, a):
        names = Names([f"farmer {p}" for p in range(s.players)])
        raise PositionError(f"Herd {h}: {code!r} cannot be added. {game.words.reason(why, a, s, game.cards, names)}")
    game.plain.play_cow(s, 0, a, Table.new())
    for c in range(s.n_cards):  # an 8 driven out by a mad cow is free again
        if s.place[c] == r.HAND:
            s.place[c] = r.OUT
    s.shown = NONE


def _stack(s: r.State, ids: dict[str, int], deck: Sequence[str] | None) -> None:
    pile = [code for code, c in ids.items() if s.place[c] == r.OUT] if deck is None else list(deck)
    s.deck_top = s.n_cards - len(pile)
    for i, code in enumerate(pile):
        s.deck[s.deck_top + i] = _put(s, code, ids, r.DECK)
    if not pile and any(s.low[h] > s.high[h] for h in range(s.n_herds)):
        raise PositionError("With an empty deck no herd is empty: the round ends as soon as one is taken.")


def _check_choice(s: r.State, kinds: Sequence[int]) -> None:
    """Somebody who is to choose has just played a special cow of the packet that gives the choice."""
    if s.phase == r.PLAYING:
        return
    green = s.phase == r.CHOOSING_ARROW
    cards = range(PACKET_SIZE) if green else range(PACKET_SIZE, s.n_cards)
    if not any(s.place[c] == r.HERD + s.herd and kinds[c] != COW for c in cards):
        packet = "green" if green else "yellow"
        raise PositionError(f"There is nothing to choose: no special cow of the {packet} packet is in herd {s.herd}.")
