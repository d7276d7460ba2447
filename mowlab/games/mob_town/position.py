"""Positions of Mob Town built by hand and checked: for lessons, tests and analysis of a real table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.game import Game, PositionError
from ...core.table import Table
from . import rules as r
from .cards import CASH_CARD, LAW_CARD, N_AGENDAS, N_DRAW, N_KINDS, N_PROPERTIES, NONE

MOST_POINTS = 1000  # far more than any game brings
PHASES = {"turn": r.ACTING, "agendas": r.CHOOSING}


def build(
    game: Game,
    *,
    city: Mapping[str, Sequence[int]],
    hands: Sequence[Sequence[str]],
    line: Sequence[str] | None = None,
    deck: Sequence[str] | None = None,
    law: int | None = None,
    tokens: Sequence[Sequence[Any]] = (),
    lot: Sequence[str] | None = None,
    agendas: Sequence[Sequence[str]] | None = None,
    spent: Sequence[Sequence[str]] = (),
    seen: Sequence[Sequence[str]] = (),
    points: Sequence[int] = (),
    briefcases: Sequence[int] = (),
    turn: int = 0,
    starter: int = 0,
    rounds: int = 0,
    idle: int = 0,
    phase: str = "turn",
) -> r.State:
    """A state of Mob Town.  Cards, properties and agendas are given by code.

    city: where each property lies, as [x, y]; y grows downwards, all in one piece.  tokens: the take-overs of this
    round in order, as [seat, property]: the last one controls it.  For each seat: hands, agendas (two; the first two
    without it, none in phase "agendas"), spent, seen (cards of a hand that all know), points, briefcases.
    line: five cards; without it one of each suit.  deck: from the top; without it all cards not named elsewhere, the
    law last; with it, the others are discarded.  law: instead of a deck, how many cards are left above the law.
    lot: up to three properties; without it the first that are not in the city; the others lie face down.
    Raises PositionError.
    """
    s: r.State = game.blank()
    game.plain.start(s, Table.new())  # sets all that follows from the options; the deal is replaced below
    game.plain.clear_round(s)
    if not isinstance(phase, str) or phase not in PHASES:
        raise PositionError(f"phase is {phase!r}; allowed are {', '.join(PHASES)}.")
    for name, number, most in (
        ("turn", turn, s.players - 1),
        ("starter", starter, s.players - 1),
        ("rounds", rounds, r.ROUNDS - 1),
        ("idle", idle, MOST_POINTS),
    ):
        _whole(name, number, most)
    s.turn, s.starter, s.rounds, s.idle, s.phase = turn, starter, rounds, idle, PHASES[phase]
    if phase == "agendas" and turn != starter:
        raise PositionError("In phase 'agendas' the starter is the first to choose: turn and starter must be the same.")
    _lay_city(game, s, city)
    _place_tokens(game, s, tokens)
    _fill_lot(game, s, lot)
    _deal(game, s, hands, line, deck, law, seen)
    _give_agendas(game, s, agendas, spent)
    for name, given, most, field in (
        ("points", points, MOST_POINTS, s.points),
        ("briefcases", briefcases, r.BRIEFCASES, s.briefcases),
    ):
        if len(given):
            _sequence(name, given, s.players)
            for p, number in enumerate(given):
                _whole(f"{name} of seat {p}", number, most)
                field[p] = number
    return s


# ---- what was given -------------------------------------------------------------------------------------------------
def _sequence(name: str, given: Any, length: int | None = None) -> None:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PositionError(f"{name} must be a list, not {given!r}.")
    if length is not None and len(given) != length:
        raise PositionError(f"{name} needs {length} entries, not {len(given)}.")


def _whole(name: str, number: Any, most: int, least: int = 0) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise PositionError(f"{name} is {number!r}; it must be a whole number from {least} to {most}.")


def _found(what: str, code: Any, codes: Sequence[str]) -> int:
    if not isinstance(code, str) or code not in codes:
        raise PositionError(f"There is no {what} {code!r}; there are {', '.join(codes)}.")
    return codes.index(code)


# ---- the city -------------------------------------------------------------------------------------------------------
def _properties(game: Game) -> list[str]:
    return game.cards.column("code", "properties")


def _lay_city(game: Game, s: r.State, city: Any) -> None:
    if not isinstance(city, Mapping) or not city:
        raise PositionError(f"city must tell for at least one property where it lies, not {city!r}.")
    reach = N_PROPERTIES - 1
    for code, at in city.items():
        x = _found("property", code, _properties(game))
        _sequence(f"the cell of {code}", at, 2)
        for number in at:
            _whole(f"the cell of {code}", number, reach, -reach)
        cell = r.ORIGIN + at[0] + r.SIDE * at[1]
        if (other := game.plain.who_lies_at(s, cell)) != NONE:
            raise PositionError(f"{code} lies where {_properties(game)[other]} lies already.")
        game.plain.settle(s, x, cell)
    placed = sum(1 << x for x in range(N_PROPERTIES) if s.place[x] == r.CITY)
    part = placed & -placed
    for _ in range(N_PROPERTIES):
        part |= r.around(s, part)
    if part != placed:
        raise PositionError("The city is not in one piece: each property needs a neighbour at an edge.")


def _place_tokens(game: Game, s: r.State, tokens: Any) -> None:
    """Take-overs in order, so that it is known which agendas they served."""
    _sequence("tokens", tokens)
    for entry in tokens:
        _sequence("a token", entry, 2)
        p, code = entry
        _whole("the seat of a token", p, s.players - 1)
        x = _found("property", code, _properties(game))
        if s.place[x] != r.CITY:
            raise PositionError(f"A token lies on {code}, which is not in the city.")
        if s.used[p] == r.TOKENS:
            raise PositionError(f"Seat {p} has {r.TOKENS} tokens; more are listed.")
        if s.owner[x] == p and not s.retake:
            raise PositionError(f"Seat {p} cannot take over {code} twice in a row (ruling T20).")
        game.plain.put_token(s, p, x)


def _fill_lot(game: Game, s: r.State, lot: Any) -> None:
    codes = _properties(game)
    free = [x for x in range(N_PROPERTIES) if s.place[x] == r.REST]
    if lot is None:
        chosen = free[: r.LOT_SIZE]
    else:
        _sequence("lot", lot)
        chosen = [_found("property", code, codes) for code in lot]
        if len(set(chosen)) != len(chosen) or len(chosen) > r.LOT_SIZE or not set(chosen) <= set(free):
            raise PositionError(
                f"lot is {list(lot)}; it needs up to {r.LOT_SIZE} different ones that are not in the city."
            )
        if len(chosen) < min(r.LOT_SIZE, len(free)):
            raise PositionError(
                f"With {len(free)} properties outside the city the open lot shows {r.LOT_SIZE} of them."
            )
    for x in chosen:
        s.place[x] = r.LOT
    hidden = [x for x in free if x not in chosen]
    laid = [x for x in range(N_PROPERTIES) if s.place[x] == r.CITY]
    s.stack[:] = [*laid, *chosen, *hidden]
    s.turned_up = len(laid) + len(chosen)


# ---- cards ----------------------------------------------------------------------------------------------------------
def _deal(game: Game, s: r.State, hands: Any, line: Any, deck: Any, law: Any, seen: Any) -> None:
    codes = game.cards.column("code")
    left = list(game.cards.column("count"))

    def taken(name: str, given: Any) -> list[int]:
        _sequence(name, given)
        kinds = [_found("card", code, codes) for code in given]
        for k in kinds:
            left[k] -= 1
            if left[k] < 0:
                raise PositionError(f"There are only {game.cards.column('count')[k]} cards {codes[k]!r} in the game.")
        return kinds

    _sequence("hands", hands, s.players)
    for p, given in enumerate(hands):
        for k in taken(f"the hand of seat {p}", given):
            if k == LAW_CARD:
                raise PositionError("The law is in the deck until it ends the round.")
            game.plain.gain(s, p, k, 0)
    if len(seen):
        _sequence("seen", seen, s.players)
        for p, given in enumerate(seen):
            _sequence(f"seen of seat {p}", given)
            for code in given:
                i = p * N_KINDS + _found("card", code, codes[:N_KINDS])
                s.known[i] += 1
                if s.known[i] > s.hand[i]:
                    raise PositionError(f"Seat {p} does not have as many cards {code!r} as are said to have been seen.")
    if line is None:
        line = [codes[k] for k in range(CASH_CARD - 1, -1, -1) if left[k]][: r.LINE_SIZE]
    _sequence("line", line, r.LINE_SIZE)
    s.line[:] = taken("the line-up", line)
    if LAW_CARD in s.line:
        raise PositionError("The law is in the deck until it ends the round.")
    _stack(s, taken, codes, left, deck, law)


def _stack(s: r.State, taken: Any, codes: list[str], left: list[int], deck: Any, law: Any) -> None:
    """The draw deck, the law within its last 11 cards; what is not named is out of the round."""
    if deck is None:
        pile = [k for k in range(N_KINDS) for _ in range(left[k])]
        if law is None:
            pile.append(LAW_CARD)
        else:
            _whole("law", law, len(pile))
            pile = [*pile[:law], LAW_CARD]
        deck = [codes[k] for k in pile]
    elif law is not None:
        raise PositionError("Give either the deck or the number of cards above the law, not both.")
    pile = taken("the deck", deck)
    if LAW_CARD not in pile[-r.LAW_DEPTH :]:
        raise PositionError(f"The law must be among the last {r.LAW_DEPTH} cards of the deck.")
    s.deck_top = N_DRAW - len(pile)
    s.deck[:] = [NONE] * s.deck_top + pile
    s.discard[:] = left[:N_KINDS]


# ---- agendas --------------------------------------------------------------------------------------------------------
def _give_agendas(game: Game, s: r.State, agendas: Any, spent: Any) -> None:
    codes = game.cards.column("code", "agendas")
    if len(spent):
        _sequence("spent", spent, s.players)
        for p, given in enumerate(spent):
            s.spent[p] = _agenda_mask(f"spent of seat {p}", given, codes)
    if s.phase == r.CHOOSING:
        if agendas is not None:
            raise PositionError("In phase 'agendas' nobody has chosen yet: leave them out.")
        return
    if agendas is None:
        allowed = [
            [c for i, c in enumerate(codes) if not (s.agendas and s.spent[p] >> i & 1)] for p in range(s.players)
        ]
        agendas = [free[: r.CHOSEN] for free in allowed]
    _sequence("agendas", agendas, s.players)
    for p, given in enumerate(agendas):
        s.agenda[p] = _agenda_mask(f"the agendas of seat {p}", given, codes)
        s.chosen[p] = r.CHOSEN
        if sum(s.agenda[p] >> i & 1 for i in range(N_AGENDAS)) != r.CHOSEN:
            raise PositionError(f"Seat {p} needs {r.CHOSEN} agendas, not {list(given)}.")
        if s.agendas and s.agenda[p] & s.spent[p]:
            raise PositionError(f"Seat {p} has used one of its agendas before (ruling T33).")


def _agenda_mask(name: str, given: Any, codes: list[str]) -> int:
    _sequence(name, given)
    found = [_found("agenda", code, codes) for code in given]
    if len(set(found)) != len(found):
        raise PositionError(f"{name} names an agenda twice.")
    return sum(1 << a for a in found)
