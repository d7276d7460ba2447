"""Small words for tests of Mob Town that read like play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import mowlab
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town import words
from mowlab.match import IllegalMove, Match

CARDS = mowlab.game("mob-town").cards
CODES: list[str] = CARDS.column("code")
PROPERTIES: list[str] = CARDS.column("code", "properties")
AGENDAS: list[str] = CARDS.column("code", "agendas")


def drawn(city: str) -> dict[str, list[int]]:
    """Where each property lies on a map: rows with / between, .. for an empty cell; the first cell is (0, 0)."""
    return {code: [x, y] for y, row in enumerate(city.split("/")) for x, code in enumerate(row.split()) if code != ".."}


def table(
    *hands: str,
    city: str = "G1 H2 R4",
    tokens: str = "",
    options: dict[str, Any] | None = None,
    seed: int = 1,
    agendas: Sequence[str] | None = None,
    seen: Sequence[str] = (),
    spent: Sequence[str] = (),
    **more: Any,
) -> Match:
    """A match of persons with these hands.  tokens: take-overs in order, as «0G1 1H2»."""
    game = mowlab.game("mob-town", players=len(hands), **(options or {}))
    position: dict[str, Any] = {
        "city": drawn(city),
        "hands": [hand.split() for hand in hands],
        "tokens": [[int(token[0]), token[1:]] for token in tokens.split()],
        **{name: value.split() if name in ("line", "deck", "lot") else value for name, value in more.items()},
    }
    for name, given in (("agendas", agendas), ("seen", seen or None), ("spent", spent or None)):
        if given is not None:
            position[name] = [codes.split() for codes in given]
    match: Match = game.match(["you"] * len(hands), seed=seed, position=position)
    return match


def dealt(stack: str, players: int = 2, deck: str = "", law: int = 5, starter: int = 0, **options: Any) -> Match:
    """A fresh match with this property stack and deck on top; what is not named follows in the order of the lists."""
    first = stack.split()
    kinds = [k for k, n in enumerate(CARDS.column("count")[: r.N_KINDS]) for _ in range(n)]
    top = [CODES.index(code) for code in deck.split()]
    for k in top:
        kinds.remove(k)
    order = [PROPERTIES.index(code) for code in [*first, *(code for code in PROPERTIES if code not in first)]]
    game = mowlab.game("mob-town", players=players, **options)
    match: Match = game.match(["you"] * players, seed=1, script=[starter, *order, *top, *kinds, law])
    assert match.end_script()
    return match


def play(match: Match, *moves: str) -> Match:
    for line in moves:
        for move in line.split():
            match.play(move)
    return match


def legal(match: Match, start: str = "") -> set[str]:
    """Notations of the legal moves, or of those that start so."""
    return {text for a in match.legal() if (text := match.notation(a)).startswith(start)}


def refused(match: Match, move: str) -> int:
    """The code of the reason why a move is not allowed, with the match left as it was; 0 if it is allowed."""
    reason = match.why_not(move)
    if reason is None:
        return r.OK
    before = match.state.__copy__()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.reason == reason
    assert match.state == before
    return reason.code


def hand(match: Match, seat: int) -> list[str]:
    """The cards of a hand, from high values to low."""
    counts = match.state.hand[seat * r.N_KINDS : (seat + 1) * r.N_KINDS]
    return [CODES[k] for k, n in enumerate(counts) for _ in range(n)]


def line(match: Match) -> list[str]:
    return sorted(CODES[k] for k in match.state.line if k >= 0)


def discards(match: Match) -> list[str]:
    return [CODES[k] for k, n in enumerate(match.state.discard) for _ in range(n)]


def deck(match: Match) -> list[str]:
    return [CODES[k] for k in match.state.deck[match.state.deck_top :]]


def owner(match: Match, code: str) -> int | None:
    found = match.state.owner[PROPERTIES.index(code)]
    return None if found < 0 else int(found)


def tokens(match: Match, code: str) -> int:
    return int(match.state.tokens[PROPERTIES.index(code)])


def cell(match: Match, code: str) -> tuple[int, int]:
    return words.place_name(match.state.cell[PROPERTIES.index(code)])


def lot(match: Match) -> set[str]:
    return {code for code, place in zip(PROPERTIES, match.state.place, strict=True) if place == r.LOT}


def costs(match: Match, code: str, seat: int | None = None) -> tuple[int, int]:
    """Value and connection cards of a take-over, as the view of the seat (or of the one to move) tells them."""
    view = match.view(match.mover if seat is None else seat)
    place = next(place for place in view["city"] if place["code"] == code)
    return place["value"], place["gap"]


def happened(match: Match, kind: int) -> list[tuple[int, ...]]:
    """Rows (who, what, more) of the events of one kind, since the start."""
    rows = [row for turn in [match.opening, *match.turns] for row in turn.events]
    return [row[1:4] for row in rows if row[0] == kind]


def scored(match: Match) -> dict[int, list[int]]:
    """For each seat what its agendas brought in the rounds that have ended."""
    found: dict[int, list[int]] = {p: [] for p in range(match.game.players)}
    for who, _, points in happened(match, r.AGENDA_SCORED):
        found[who].append(points)
    return found
