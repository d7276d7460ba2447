"""Small words for tests that read like play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import mowlab
from mowlab.games.mow import rules as r
from mowlab.match import IllegalMove, Match


def table(
    *hands: str,
    herd: str = "",
    herds: Sequence[str] | None = None,
    deck: str | None = None,
    sheds: Sequence[str] = (),
    pointer: int = 0,
    options: dict[str, Any] | None = None,
    seed: int = 1,
    **more: Any,
) -> Match:
    """A match of persons with these hands (codes with spaces between).  Without a deck, all other cards lie there.

    The yellow packet is in play where a yellow card is named or there are more than five farmers.
    """
    named = " ".join([*hands, herd, *(herds or ()), deck or "", *sheds])
    packets = "both" if "y" in named else "rulebook"
    game = mowlab.game("mow", players=len(hands), **{"packets": packets, **(options or {})})
    position: dict[str, Any] = {
        "hands": [hand.split() for hand in hands],
        "herds": [h.split() for h in (herds if herds is not None else [herd])],
        "herd": pointer,
        **more,
    }
    if deck is not None:
        position["deck"] = deck.split()
    if sheds:
        position["sheds"] = [shed.split() for shed in sheds]
    match: Match = game.match(["you"] * len(hands), seed=seed, position=position)
    return match


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def legal(match: Match) -> set[str]:
    return {match.notation(a) for a in match.legal()}


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


def hand(match: Match, seat: int) -> set[str]:
    return _at(match, r.HAND + seat)


def shed(match: Match, seat: int) -> set[str]:
    return _at(match, r.SHED + seat)


def herd(match: Match, h: int = 0) -> set[str]:
    return _at(match, r.HERD + h)


def ends(match: Match, h: int = 0) -> tuple[int, int]:
    return match.state.low[h], match.state.high[h]


def gaps(match: Match, h: int = 0) -> list[int]:
    """Numbers missing in the line of herd h."""
    s = match.state
    return [n for n in range(s.low[h] + 1, s.high[h]) if s.cow[h * r.SLOTS + n] == -1]


def deck_left(match: Match) -> int:
    return int(match.state.n_cards - match.state.deck_top)


def arrow(match: Match) -> str:
    return "left" if match.state.direction == 1 else "right"


def flies(match: Match) -> list[int]:
    return match.scores()


def happened(match: Match, kind: int) -> list[tuple[int, ...]]:
    """Rows (who, what, more) of the events of one kind, since the start."""
    rows = [row for turn in [match.opening, *match.turns] for row in turn.events]
    return [row[1:4] for row in rows if row[0] == kind]


def _at(match: Match, place: int) -> set[str]:
    s = match.state
    return {match.notation(c) for c in range(s.n_cards) if s.place[c] == place}
