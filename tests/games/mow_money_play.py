"""Small words for tests of Mow Money that read like play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import mowlab
from mowlab.games.mow_money import rules as r
from mowlab.match import IllegalMove, Match

JOBS = "ctfps"


def table(
    *hands: str,
    won: Sequence[str] = (),
    piles: Sequence[str] = (),
    up: str = "",
    bids: str = "",
    discards: str = "",
    decks: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 1,
    **more: Any,
) -> Match:
    """A match of persons with these hands (codes with spaces between); the rest is as `position.build` takes it."""
    game = mowlab.game("mow-money", players=len(hands), **(options or {}))
    position: dict[str, Any] = {"hands": [hand.split() for hand in hands], **more}
    texts: dict[str, Any] = {
        "won": [contracts.split() for contracts in won],
        "piles": [pile.split() for pile in piles],
        "up": up.split(),
        "bids": bids.split(),
        "discards": discards.split(),
        "decks": {tier: deck.split() for tier, deck in (decks or {}).items()},
    }
    position.update({name: given for name, given in texts.items() if given})
    match: Match = game.match(["you"] * len(hands), seed=seed, position=position)
    return match


def play(match: Match, *moves: str) -> Match:
    """Play moves in notation; one text may hold several."""
    for text in moves:
        for move in text.split():
            match.play(move)
    return match


def pass_on(match: Match) -> Match:
    """All others say done until the phase of the game changes: from bids to the pick-up, from there to Invest."""
    phase = match.state.phase
    bidding = r.is_bidding(phase)
    while not match.over and (match.state.phase == phase or (bidding and r.is_bidding(match.state.phase))):
        match.play("done")
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
    return cards_at(match, r.HAND + seat)


def stack(match: Match, seat: int, slot: int = 0) -> set[str]:
    """All under one token: bid cards, staked contracts, bluff cards as `bluffs2`."""
    bid = seat * r.SLOTS + slot
    bluffs = {f"bluffs{match.state.bluffs[bid]}"} if match.state.bluffs[bid] else set()
    return cards_at(match, r.STACK + bid) | contracts_at(match, r.STAKED + bid) | bluffs


def discarded(match: Match) -> set[str]:
    return cards_at(match, r.DISCARD)


def won(match: Match, seat: int) -> set[str]:
    return contracts_at(match, r.WON + seat)


def gone(match: Match) -> set[str]:
    return contracts_at(match, r.GONE)


def of_dummy(match: Match) -> set[str]:
    return contracts_at(match, r.DUMMY)


def pile(match: Match, area: str) -> list[str]:
    """Contracts of a neighborhood, the one that is up first."""
    s, n = match.state, "ABCDEF".index(area)
    return [match.notation(r.STAKE + c) for c in s.pile[n * 8 : n * 8 + s.depth[n]]]


def money(match: Match) -> list[int]:
    return list(match.state.money[: match.state.players])


def happened(match: Match, kind: int) -> list[tuple[int, ...]]:
    """Rows (who, what, more) of the events of one kind, since the start."""
    rows = [row for turn in [match.opening, *match.turns] for row in turn.events]
    return [row[1:4] for row in rows if row[0] == kind]


def winners(match: Match) -> list[tuple[int, str, int]]:
    """Who won which contract for how many dollars, so far."""
    return [(who, match.notation(r.STAKE + c), paid) for who, c, paid in happened(match, r.WON_CONTRACT)]


def cards_at(match: Match, place: int) -> set[str]:
    return {match.notation(c) for c in range(r.N_CARDS) if match.state.place[c] == place}


def contracts_at(match: Match, place: int) -> set[str]:
    return {match.notation(r.STAKE + c) for c in range(r.N_CONTRACTS) if match.state.contract[c] == place}
