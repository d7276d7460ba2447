"""A state of Mow Money never contradicts itself, in play, built by hand, or imagined; and worlds are dealt evenly."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mowlab.core.game import Game
from mowlab.core.table import Table, seed_streams, seed_words
from mowlab.games.mow_money import rules as r
from mowlab.games.mow_money.cards import DEPTH, MAX_PLAYERS, NONE

from ..conformance.play import SETTINGS, opened, states, walk, walks
from .mow_money_play import play, table

every_setting = pytest.mark.parametrize("setting", [s for s in SETTINGS if s.game == "mow-money"], ids=str)


def dice(seed: int) -> Any:
    t: Any = Table.new()
    seed_streams(t, seed_words(seed, 1).tolist(), 0)
    return t


def contradictions(game: Game, s: Any) -> list[str]:
    """Everything in a state that does not fit together."""
    return [*_cards(game, s), *_contracts(s), *_bids(s)]


def _cards(game: Game, s: Any) -> list[str]:
    found = []
    tiers = game.constants["TIER"]
    held: Counter[tuple[int, int]] = Counter()
    old: Counter[tuple[int, int]] = Counter()
    for c, place in enumerate(s.place):
        p = r.owner_of(place)
        if p == NONE and place not in (r.DECK, r.DISCARD):
            found.append(f"card {c} is nowhere")
        if p >= s.players:
            found.append("somebody who does not play has a card")
        if p == NONE and s.shown[c]:
            found.append("a card is known to be in a hand and is in none")
        held[p, tiers[c]] += 1
        old[p, tiers[c]] += not s.fresh[c]
        if place == r.DECK and not s.fresh[c]:
            found.append("a card is in the deck that was not there when it was shuffled")
    for tier in range(r.N_TIERS):
        first, end = r.FIRST_OF_TIER[tier], r.FIRST_OF_TIER[tier + 1]
        deck = s.deck[first : first + s.left[tier]]
        if sorted(deck) != [c for c in range(first, end) if s.place[c] == r.DECK]:
            found.append("a deck holds other cards than those that lie there")
        if set(s.deck[first + s.left[tier] : end]) - {NONE}:
            found.append("there are cards above the deck")
        for p in range(MAX_PLAYERS):
            if s.held[p * r.N_TIERS + tier] != held[p, tier] or s.old[p * r.N_TIERS + tier] != old[p, tier]:
                found.append("held or old is not the number of such cards that a seat has")
    return found


def _contracts(s: Any) -> list[str]:
    found = []
    for area in range(r.N_AREAS):
        row = s.pile[area * DEPTH : (area + 1) * DEPTH]
        there, rest = row[: s.depth[area]], row[s.depth[area] :]
        if set(rest) - {NONE} or (there and area >= s.areas):
            found.append("a contract lies where there is no neighborhood")
        if sorted(there) != [c for c in range(r.N_CONTRACTS) if s.contract[c] == r.AREA + area]:
            found.append("a pile holds other contracts than those that lie there")
        if r.is_bidding(s.phase) and area < s.areas and (s.up[area] != there[0] or not s.seen[there[0]]):
            found.append("the contract that is up is not the one on top, or nobody has seen it")
    for c, where in enumerate(s.contract):
        if not r.AREA <= where < r.WON and where != r.BOX and not s.seen[c]:
            found.append("a contract was won that has never been up")
    return found


def _bids(s: Any) -> list[str]:
    found = []
    for p in range(MAX_PLAYERS):
        bids = [2 * p, 2 * p + 1]
        if not 0 <= r.unused_bluffs(s, p) <= 3:
            found.append("somebody has more than three bluff cards")
        for bid in bids:
            lies_there = r.cards_in(s, r.STACK + bid) + r.stakes_in(s, bid) + s.bluffs[bid]
            sealed = r.is_bidding(s.phase) and (p != s.turn or bid % 2 < s.slot)
            if sealed and s.laid[bid] != lies_there:
                found.append("a stack has another size than its cards")
            if sealed and (s.target[bid] == NONE) != (s.laid[bid] == 0):
                found.append("a stack has no target, or a target no stack")
            if not r.is_bidding(s.phase) and (lies_there or (s.success[bid] and s.target[bid] == NONE)):
                found.append("there is a stack outside of the bid phase, or success without a bid")
        if p < s.players and s.target[bids[0]] == s.target[bids[1]] != NONE:
            found.append("two bids of a seat have one target")
    return found


# ---- in play --------------------------------------------------------------------------------------------------------
@every_setting
def test_no_state_in_play_contradicts_itself(setting: Any) -> None:
    game = opened(setting)
    for s in states(walk(setting), every=2):
        assert contradictions(game, s) == []


def test_nor_does_one_of_rare_matches_or_of_bots() -> None:
    for match in walks("mow-money"):
        for s in states(match)[-30:]:
            assert contradictions(match.game, s) == []
    for players in (2, 5):
        game = opened(next(s for s in SETTINGS if s.game == "mow-money" and s.options == (("players", players),)))
        match = game.match(["bluffer", "builder", "jobber", "undercutter", "appraiser"][:players], seed=players)
        match.advance()
        assert match.over
        for s in states(match):
            assert contradictions(game, s) == []


def test_a_position_built_by_hand_is_one_that_can_be() -> None:
    match = table(
        "b1c1 b1c2 m2f1",
        "b2c1 a3s1",
        won=["r2.1", "r3.1 r4.1"],
        marker=1,
        rounds=3,
        mowers=["bm", "bma"],
        bids="A free b2c1 done r3.1 done bluff1 OJ free a3s1 bluff2",
    )
    assert contradictions(match.game, match.state) == []
    match = table("b1c1", "", phase="invest", rounds=1, money=[9, 9], decks={"b": "b1c2"}, discards="m2f1")
    assert contradictions(match.game, match.state) == []
    play(match, "card-b card-b")
    assert contradictions(match.game, match.state) == []


# ---- imagined -------------------------------------------------------------------------------------------------------
@every_setting
def test_no_imagined_world_contradicts_itself(setting: Any) -> None:
    """Before the mover's own stack is sealed there is nothing half built but that stack, and only in its own world."""
    game, t = opened(setting), dice(1)
    for s in states(walk(setting), every=3)[:-1]:
        for me in range(game.players):
            world = s.__copy__()
            game.plain.determinize(world, me, t)
            assert contradictions(game, world) == []


def test_imagined_worlds_are_dealt_evenly() -> None:
    """Each unseen card is as often with a rival as any other of its tier; the same for contracts that lie face down."""
    match = table("b1c1 b1c2", "b2c1 b2c2 b2c3 m2f1", shown=["b2c1"])
    game, t, worlds = match.game, dice(2), 6000
    theirs: Counter[int] = Counter()
    second: Counter[int] = Counter()
    for _ in range(worlds):
        world = match.state.__copy__()
        game.plain.determinize(world, 0, t)
        theirs.update(c for c in range(r.N_CARDS) if world.place[c] == r.HAND + 1)
        second[world.pile[1]] += 1
    assert theirs[match.action("b2c1")] == worlds
    basic = [theirs[c] for c in range(50) if match.notation(c) not in ("b1c1", "b1c2", "b2c1")]
    medium = [theirs[c] for c in range(50, 86)]
    for counts, expected in ((basic, worlds * 2 / 47), (medium, worlds / 36), (list(second.values()), worlds / 14)):
        chi2 = sum((n - expected) ** 2 / expected for n in counts)
        freedom = len(counts) - 1
        assert chi2 < freedom + 4 * (2 * freedom) ** 0.5, "four standard deviations"
    assert len(second) == 14
