"""Small words for tests that read like play."""

from __future__ import annotations

from typing import Any

import pytest

import mowlab
from mowlab.games.magic_money import state as st
from mowlab.match import IllegalMove, Match

CODES = mowlab.game("magic-money").cards.column("code")
PLAIN = [
    "puddlewyrm",
    "moonmule",
    "brambleram",
    "lanternmoth",
    "thistlegryph",
    "quillcalf",
    "gossamer-hare",
    "twinheart-toad",
    "skyskillet",
]


def table(
    cards: str,
    moves: str = "",
    players: int = 3,
    active: int = 0,
    owned: tuple[str, ...] = (),
    after: str = "",
    **options: Any,
) -> Match:
    """A match of persons in which these creatures (codes) are sold in this order, after these moves.

    Bids stand in the order in which they are made: the opening, then those of the next seats in turn.
    after: moves that lead to the position in which the match begins.
    """
    position: dict[str, Any] = {"cards": cards.split(), "active": active, "moves": after}
    if owned:
        position["owned"] = [codes.split() for codes in owned]
    game = mowlab.game("magic-money", players=players, **options)
    match: Match = game.match(["you"] * players, seed=1, position=position)
    return play(match, moves)


def play(match: Match, moves: str) -> Match:
    for move in moves.split():
        match.play(move)
    return match


def legal(match: Match) -> set[str]:
    return {match.notation(a) for a in match.legal()}


def refused(match: Match, move: int | str) -> int:
    """The code of the reason why a move is not allowed, with the match left as it was; 0 if it is allowed."""
    reason = match.why_not(move)
    if reason is None:
        return 0
    before = match.state.__copy__()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.reason == reason
    assert match.state == before
    return reason.code


def public(match: Match, p: int) -> list[int]:
    """Live entries on the Public side of p."""
    return [match.state.amount[row] for row in rows(match, p) if not match.state.crossed[row]]


def crossed(match: Match, p: int) -> list[int]:
    return [match.state.amount[row] for row in rows(match, p) if match.state.crossed[row]]


def rows(match: Match, p: int) -> range:
    return range(p * st.ENTRIES, p * st.ENTRIES + match.state.entries[p])


def private(match: Match, p: int) -> dict[int, int]:
    """Live entries on the Private side of p: auction (from 1) and amount."""
    s, count = match.state, match.game.plain
    return {k + 1: s.token[st.slot(p, k)] for k in range(st.MOST_AUCTIONS) if count.is_live(s, p, k)}


def total(match: Match, p: int) -> int:
    return int(match.game.plain.spent(match.state, p))


def totals(match: Match) -> list[int]:
    return [total(match, p) for p in range(match.game.players)]


def owner(match: Match, code: str) -> int | None:
    """Who has this creature."""
    place = match.state.place[CODES.index(code)]
    return place - st.OWNED if st.OWNED <= place < st.OWNED + match.game.players else None


def happened(match: Match, kind: int) -> list[tuple[int, int, int]]:
    """Who, what and more of every event of this kind."""
    return [row[1:4] for turn in [match.opening, *match.turns] for row in turn.events if row[0] == kind]
