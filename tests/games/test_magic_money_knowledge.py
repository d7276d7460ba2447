"""What each wizard may know: counted again by hand from what everybody saw, and never a private bid too many."""

from __future__ import annotations

import functools
import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

import mowlab
from mowlab.core.table import Table, seed_streams, seed_words
from mowlab.games.magic_money import cards as card_file
from mowlab.games.magic_money import rules as r
from mowlab.games.magic_money import state as st
from mowlab.match import Match

from ..conformance.play import states
from ..strategies import read_toml, to_toml
from .magic_money_play import table

PUBLISHED = Path(card_file.__file__).with_name("cards.toml")
NOSY = ["peek", "expose", "erase-private", "erase-private-2", "expose", "peek", "swap"]


@functools.cache
def played(players: int, seed: int, cards: Path | None = None, both: bool = False) -> Match:
    """A match with bids of many digits, no two alike, so that each can be told apart wherever it turns up."""
    sides = "both" if both else "public"
    game = mowlab.game("magic-money", cards=cards, players=players, beaten_opening=sides)
    match: Match = game.match(["you"] * players, seed=seed)
    chance = random.Random(seed)
    used: set[int] = set()
    while not match.over:
        legal = match.legal()
        if not game.is_amount(legal[0]):
            match.play(chance.choice(legal))
            continue
        most = game.plain.opening_limit(match.state) if match.state.phase == st.OPENING else 10**12
        bid = chance.randint(min(most, 10**9), most)
        while bid in used and most > 1:
            bid = chance.randint(min(most, 10**9), most)
        used.add(bid)
        match.play(bid)
    return match


@pytest.fixture(scope="module")
def nosy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Creatures that do nothing but look, expose, cross out and swap."""
    data = read_toml(PUBLISHED)
    for row, ability in zip(data["cards"], itertools.cycle(NOSY), strict=False):
        row["ability"] = ability
    path = tmp_path_factory.mktemp("cards") / "nosy.toml"
    path.write_text(to_toml(data), "utf-8")
    return path


def matches(nosy: Path) -> list[Match]:
    usual = [played(players, seed) for players in (3, 4, 6) for seed in range(3)]
    return usual + [
        played(players, seed, nosy, both) for players in (3, 5) for seed in (1, 2) for both in (False, True)
    ]


# ---- counted by hand ------------------------------------------------------------------------------------------------
class Onlooker:
    """Who knows which bid, from the moves alone: its maker, the active wizard, everybody for openings and winners."""

    def __init__(self, players: int):
        self.players = players
        self.known: list[dict[tuple[int, int], int]] = [{} for _ in range(players)]  # by observer: (seat, auction)
        self.auction: dict[int, int] = {}
        self.losses: list[dict[int, int]] = [{} for _ in range(players)]  # what stands or stood on Private sides

    def learn(self, observers: Any, p: int, k: int, amount: int) -> None:
        for me in observers:
            self.known[me][p, k] = amount

    def turn(self, before: Any, a: int, both: bool) -> None:
        p, k, active = before.turn, before.auction, before.active
        if before.phase == st.OPENING:
            self.auction = {p: a}
            self.learn(range(self.players), p, k, a)
        elif before.phase == st.BIDDING:
            self.auction[p] = a
            self.learn({p, active}, p, k, a)
        elif before.phase == st.RESOLVING:
            winner = a - st.SEAT
            self.learn(range(self.players), winner, k, self.auction[winner])
            for q, amount in self.auction.items():
                if q != winner and (q != active or both):
                    self.losses[q][k] = amount
        elif before.phase == st.PEEKING:
            for auction, amount in self.losses[a - st.SEAT].items():
                self.learn({p}, a - st.SEAT, auction, amount)


def test_each_seat_sees_exactly_the_bids_that_it_may_know(nosy: Path) -> None:
    for match in matches(nosy):
        players, both = match.game.players, bool(match.state.beaten_opening)
        onlooker = Onlooker(players)
        made: dict[tuple[int, int], int] = {}
        for turn in match.turns:
            before = turn.before[0]
            for me in range(players):
                seen = match.game.view(before, me, []).state.token
                for (p, k), amount in made.items():
                    expected = onlooker.known[me].get((p, k), st.SEALED)
                    assert seen[st.slot(p, k)] == expected, (me, p, k, amount)
            onlooker.turn(before, turn.action, both)
            if turn.action > 0:
                made[turn.seat, before.auction] = turn.action


def test_no_view_fact_or_log_line_holds_a_bid_that_the_seat_cannot_know(nosy: Path) -> None:
    looked_for = 0
    for match in matches(nosy):
        players, both = match.game.players, bool(match.state.beaten_opening)
        onlooker, made = Onlooker(players), {}
        for i, turn in enumerate(match.turns):
            onlooker.turn(turn.before[0], turn.action, both)
            if turn.action > 0:
                made[turn.seat, turn.before[0].auction] = turn.action
            if i % 5 and i < len(match.turns) - 1:
                continue
            after = match.turns[i + 1].before[0] if i + 1 < len(match.turns) else match.state
            public = {*after.amount, *after.exposed_bid, *after.bid}
            for me in range(players):
                view = match.game.view(after, me, [])
                rows = [row for done in match.turns[: i + 1] for row in done.events]
                told = " ".join(match.tell(rows, me)).replace(",", "")
                shown = told + json.dumps(view.facts) + repr(view.state)
                for key, amount in made.items():
                    if key not in onlooker.known[me] and amount not in public and amount >= 10**9:
                        assert str(amount) not in shown
                        looked_for += 1
    assert looked_for > 1000


def test_nobody_learns_which_entry_was_crossed_out_or_exposed_but_by_peeking(nosy: Path) -> None:
    hidden = shown = 0
    for match in matches(nosy):
        for s in states(match, every=3):
            for me, p in itertools.permutations(range(match.game.players), 2):
                seen = match.game.view(s, me, []).state.gone
                looked = s.peeked[me * st.MAX_PLAYERS + p]
                for k in range(st.MOST_AUCTIONS):
                    gone = s.gone[st.slot(p, k)]
                    assert seen[st.slot(p, k)] == (gone if gone <= looked else 0)
                    hidden += gone > looked
                    shown += 0 < gone <= looked
    assert min(hidden, shown) > 50


# ---- imagined worlds ------------------------------------------------------------------------------------------------
def contradictions(s: Any) -> list[str]:
    """What does not fit together in the ledgers of a true or imagined state."""
    found = []
    done = [k for k in range(st.MOST_AUCTIONS) if s.winner[k] != -1]
    for p in range(s.players):
        side = [k for k in done if st.on_private_side(s, p, k)]
        bids = {k: s.token[st.slot(p, k)] for k in side}
        gone = {k: s.gone[st.slot(p, k)] or 99 for k in side}  # 1 + auction
        if any(not 1 <= bids[k] <= s.bid[k] for k in side):
            found.append("a losing bid is below 1 or above the winning one")
        if sum(gone[k] == 99 for k in side) != s.live[p]:
            found.append("another number of entries is live")
        if sum(not st.was_exposed(s, p, k) for k in side) != s.written[p]:
            found.append("another number of entries stands there")
        for j in done:
            left = [k for k in side if gone[k] == j + 1]
            if any(k >= j for k in left) and s.winner[j] == p:
                found.append("an entry was crossed out before it was written")
            if s.winner[j] == p and len(left) != s.erased[j]:
                found.append("another number of entries was crossed out")
            if s.exposed_seat[j] == p:
                live = [k for k in side if k <= j and gone[k] >= j + 1]
                best = max((bids[k] for k in live), default=0)
                if left != [k for k in live if bids[k] == best][:1] or best != s.exposed_bid[j]:
                    found.append("what was exposed was not the highest, or not the earliest of equals")
            elif left and s.winner[j] != p:
                found.append("an entry is gone though nothing happened")
    return found


def dice_of(seed: int) -> Any:
    t: Any = Table.new()
    seed_streams(t, seed_words(seed, 1).tolist(), 0)
    return t


def small(nosy: Path, players: int, seed: int, both: bool) -> Match:
    """A match with bids from 1 to 4, in which equal ones are common."""
    game = mowlab.game("magic-money", cards=nosy, players=players, beaten_opening="both" if both else "public")
    match: Match = game.match(["you"] * players, seed=seed)
    chance = random.Random(seed)
    while not match.over:
        legal = match.legal()
        bids = [1] if match.state.phase == st.OPENING else [1, 2, 3, 4]
        match.play(chance.choice(bids if game.is_amount(legal[0]) else legal))
    return match


def test_no_true_state_and_no_imagined_world_contradicts_what_is_known(nosy: Path) -> None:
    t = dice_of(1)
    events = 0
    for match in [*matches(nosy), *(small(nosy, 3 + seed % 4, seed, seed % 3 == 0) for seed in range(12))]:
        for s in states(match, every=4):
            assert contradictions(s) == []
            for me in range(match.game.players):
                world = match.game.view(s, me, []).state
                match.game.plain.determinize(world, me, t)
                assert contradictions(world) == []
                assert st.SEALED not in world.token
                events += sum(world.gone[i] != s.gone[i] for i in range(st.TOKENS))
    assert events > 500, "worlds differ in what was crossed out or exposed"


def test_what_is_imagined_for_a_sealed_bid_has_any_size() -> None:
    match = table("puddlewyrm moonmule brambleram", "1 4000 7 seat1 300", players=3)
    t = dice_of(2)
    seen = match.view(0).state
    bids, losses = set(), set()
    for _ in range(300):
        world = seen.__copy__()
        match.game.plain.determinize(world, 0, t)
        bids.add(len(str(world.token[st.slot(2, 1)])) if match.state.token[st.slot(2, 1)] else 0)
        losses.add(len(str(world.token[st.slot(2, 0)])))
    assert bids == {0}, "seat 2 has not bid yet"
    assert losses == {1}, "seat 0 was active and saw the 7"
    match.play(50)
    seen = match.view(0).state
    for _ in range(300):
        world = seen.__copy__()
        match.game.plain.determinize(world, 0, t)
        bids.add(len(str(world.token[st.slot(2, 1)])))
    assert bids == {0, 1, 2, 3, 4}


# ---- floors and ceilings --------------------------------------------------------------------------------------------
def test_what_somebody_has_spent_lies_between_floor_and_ceiling(nosy: Path) -> None:
    gaps = 0
    for match in [*matches(nosy), *(small(nosy, 3 + seed % 4, seed, seed % 3 == 0) for seed in range(6))]:
        count = match.game.plain
        for s in states(match, every=3):
            for me in range(match.game.players):
                view = match.game.view(s, me, []).state
                for p in range(match.game.players):
                    low, high = count.floor_of(s, me, p), count.ceiling_of(s, me, p)
                    assert low <= count.spent(s, p) <= high
                    assert (low, high) == (count.floor_of(view, me, p), count.ceiling_of(view, me, p))
                    assert low == high or p != me
                    gaps += low < high
    assert gaps > 500


def test_what_a_wizard_saw_as_the_active_one_makes_the_floor_higher() -> None:
    match = table("puddlewyrm moonmule", "1 4000 3000 seat1", players=3)
    assert match.view(0).facts["least_spent"] == [1, 4000, 3000] == match.view(0).facts["most_spent"]
    assert match.view(1).facts["least_spent"] == [1, 4000, 1]
    assert match.view(1).facts["most_spent"] == [1, 4000, 4000]
    assert match.view(1).facts["free_budget"] == 0
    assert match.view(2).facts["free_budget"] == 4000 - 3000 - 1
    assert match.view(0).facts["free_budget"] == 4000 - 1 - 1


def test_the_free_budget_is_free_of_risk_in_this_auction(nosy: Path) -> None:
    """Whoever bids no more than it has spent less than some rival once the auction is resolved."""
    free = 0
    for match in matches(nosy):
        count = match.game.plain
        for turn in match.turns:
            s, me = turn.before[0], turn.seat
            budget = count.free_budget(s, me) if s.phase in (st.OPENING, st.BIDDING) else 0
            if budget < 1:
                continue
            world = s.__copy__()
            bid = min(budget, count.opening_limit(s)) if s.phase == st.OPENING else budget
            count.apply(world, bid, Table.new())
            while world.phase == st.BIDDING:
                count.apply(world, 1, Table.new())  # the least that others can do
            mine = count.spent(world, me) + (bid if s.phase == st.BIDDING else 0)
            rivals = [
                count.spent(world, p) + (world.token[st.slot(p, world.auction)] if p != world.active else 0)
                for p in range(match.game.players)
                if p != me
            ]
            assert mine < max(rivals)
            free += 1
    assert free > 100


# ---- no chance to tell ----------------------------------------------------------------------------------------------
def test_the_winner_and_the_amount_are_all_that_the_announcement_tells() -> None:
    """In worlds in which the same seat wins with the same bid, the others hear and see the same."""
    told = set()
    for losing in (1, 2, 299, 300):
        match = table("puddlewyrm moonmule", f"1 300 {losing} 5 seat1", players=4)
        seen = repr(match.view(3).state), tuple(match.events(3))
        told.add(seen)
    assert len(told) == 1


def test_revealing_events_are_those_that_the_words_name() -> None:
    words = mowlab.game("magic-money").words
    assert set(words.REVEALS) == {r.WON_LOT, r.EXPOSED}
