"""How Mow Money is searched: what is imagined in sealed stacks, and whole bids that are carried out step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import mowlab
from mowlab import whole
from mowlab.core.plan import check_plans
from mowlab.core.view import View
from mowlab.games.mow_money import lab
from mowlab.games.mow_money import rules as r
from mowlab.games.mow_money.search import fill_up, take_back
from mowlab.match import Match
from mowlab.search import Searcher, imagined

WORLDS = 5


def bids(players: int, seed: int, bot: str = "bluffer", **options: Any) -> Iterator[Match]:
    """A match of that character, each time that somebody is about to place bids."""
    match = mowlab.game("mow-money", players=players, **options).match([bot] * players, seed=seed)
    while not match.over:
        if match.state.phase == r.AIMING and match.state.slot == 0:
            yield match
        match.bot_move()


def stack(s: Any, bid: int) -> tuple[Any, ...]:
    """What lies in a stack."""
    cards = [c for c in range(len(s.place)) if s.place[c] == r.STACK + bid]
    stakes = [c for c in range(len(s.contract)) if s.contract[c] == r.STAKED + bid]
    return s.target[bid], cards, stakes, s.bluffs[bid], s.laid[bid]


# ---- sealed stacks --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("placement", ["visible", "simultaneous"])
def test_whoever_has_bid_is_taken_to_have_bid_as_the_character_does(placement: str) -> None:
    """Where its hand is known, that leaves nothing to imagine."""
    seen = 0
    for match in bids(3, 4, simultaneous=placement):
        s = match.state.__copy__()
        me, before = s.turn, range((s.turn - s.marker) % 3)
        rivals = [(s.marker + i) % 3 for i in before]
        for c in range(len(s.place)):
            s.shown[c] = int(r.owner_of(s.place[c]) in rivals)
        for world in imagined(match.game.view(s, me, match.legal()), 1, WORLDS):
            for bid in (2 * p + slot for p in rivals for slot in range(2)):
                assert stack(world, bid) == stack(s, bid)
                seen += s.laid[bid] > 0
    assert seen > 50


def test_a_stack_that_the_character_would_not_lay_is_imagined_in_its_size() -> None:
    other = 0
    for match in bids(4, 5, bot="random"):
        s = match.state
        for world in imagined(match.view(s.turn), 1, WORLDS):
            assert world.laid == s.laid
            for bid, size in enumerate(s.laid):
                target, cards, stakes, bluffs, laid = stack(world, bid)
                assert len(cards) + len(stakes) + bluffs == laid == size
                assert (target == r.NONE) == (size == 0)
                other += size > 0
        if other > 300:
            return
    pytest.fail("too few stacks were laid")


def laid_out() -> Any:
    """Seat 1 has bid three cards with one bluff card for A, and two cards for B."""
    s = mowlab.game("mow-money", players=3).blank()
    s.target[:], s.job[:] = [r.NONE] * len(s.target), [r.NONE] * len(s.job)
    s.target[2:4], s.bluffs[2:4], s.laid[2:4] = [0, 1], [1, 0], [4, 2]
    for card, bid in ((0, 2), (1, 2), (2, 2), (3, 3), (4, 3)):
        s.place[card] = r.STACK + bid
    s.contract[7] = r.WON + 1
    return s


@pytest.mark.parametrize(
    ("sizes", "bluffs"),
    [
        ((4, 2), [1, 0]),  # as they are
        ((3, 5), [0, 3]),
        ((5, 3), [2, 1]),
        ((2, 2), None),  # no room for the cards
        ((5, 4), None),  # that takes four bluff cards
        ((4, 0), None),  # one stack was seen, not two
    ],
)
def test_bluff_cards_make_up_the_size_that_was_seen(sizes: tuple[int, int], bluffs: list[int] | None) -> None:
    s = laid_out()
    before = s.__copy__()
    assert fill_up(s, 1, *sizes) == (bluffs is not None)
    if bluffs is None:
        assert s == before
    else:
        assert (s.bluffs[2:4], s.laid[2:4]) == (bluffs, list(sizes))


def test_what_is_taken_back_is_in_hand_again() -> None:
    s = laid_out()
    s.contract[7] = r.STAKED + 3
    take_back(s, 1)
    assert s.place[:5] == [r.HAND + 1] * 5
    assert s.contract[7] == r.WON + 1
    assert (s.target[2:4], s.bluffs[2:4], s.laid[2:4]) == ([r.NONE] * 2, [0, 0], [0, 0])


# ---- whole bids -----------------------------------------------------------------------------------------------------
def steps(players: int, seed: int) -> Iterator[tuple[View, View]]:
    """The view before each stack that bluffers lay, and that before each single step of it."""
    match = mowlab.game("mow-money", players=players).match(["bluffer"] * players, seed=seed)
    before: Any = None
    while not match.over:
        view = match.view(match.mover)
        if view.state.phase == r.AIMING:
            before = view
        if r.is_bidding(view.state.phase):
            yield before, view
        match.bot_move()


def test_the_view_before_a_bid_is_found_again_at_each_of_its_steps() -> None:
    phases = set()
    for before, view in steps(4, 3):
        began = whole.beginning(view)
        assert began is not None
        assert (began.state, began.seat, began.moves) == (before.state, before.seat, before.moves)
        phases.add(view.state.phase)
    assert phases == {r.AIMING, r.CHOOSING_WAY, r.PUTTING_CARDS, r.STAKING, r.BLUFFING}


def test_no_plans_are_weighed_where_no_bid_is_laid() -> None:
    match = mowlab.game("mow-money", players=3).match(["bluffer"] * 3, seed=3)
    phases = set()
    while not match.over:
        if not r.is_bidding(match.state.phase):
            phases.add(match.state.phase)
            assert whole.beginning(match.view(match.mover)) is None
        match.bot_move()
    assert phases >= {r.INVESTING, r.PICKING_UP}


@pytest.mark.parametrize("players", range(1, 7))
def test_all_plans_can_be_carried_out_and_are_those_of_the_lab(players: int) -> None:
    for n, (before, view) in enumerate(steps(players, 6)):
        if before is view and n % 5 == 0:
            plans = whole.plans_of(view)
            check_plans(view, plans)
            topics = [key for key, _ in lab.topics(view)]
            of_lab = {plan.moves for topic in topics for plan in lab.plans(view, topic) if plan.moves}
            assert {plan.moves for plan in plans} == of_lab or len(plans) == 255


def test_a_bid_is_carried_out_as_it_was_weighed() -> None:
    """One search for each stack, whose best plan is played to its end."""
    match = mowlab.game("mow-money", players=3).match(["bluffer"] * 3, seed=2)
    does, stacks = Searcher(30, compiled=False), 0
    for before, view in steps_of(match, does):
        if before is view:
            stacks += 1
            best = does.plans(view).best
            assert best.plan is not None
            left = list(best.plan.moves)
        found = does.thoughts(view)
        assert found.best.action == left.pop(0) == does(view)
        assert (found.best.value, found.best.visits, found.iterations) == (best.value, best.visits, 30)
        assert found.best.plan is None, "a plan would tell what is in the hand"
        if stacks == 4:
            return
    pytest.fail("the game was too short")


def steps_of(match: Match, does: Searcher) -> Iterator[tuple[View, View]]:
    """The view before each stack, and before each step, while `does` bids for all."""
    before: Any = None
    while not match.over:
        view = match.view(match.mover)
        if not r.is_bidding(view.state.phase):
            match.bot_move()
            continue
        before = view if view.state.phase == r.AIMING else before
        a = does(view)
        yield before, view
        match.play(a)


def test_each_first_step_stands_for_the_best_of_its_plans() -> None:
    match, does = next(bids(3, 8)), Searcher(60, compiled=False)
    view = match.view(match.mover)
    step, plans = does.thoughts(view), does.plans(view)
    for choice in step.choices:
        most = max((p for p in plans.choices if p.key[0] == choice.action), key=lambda p: p.visits)
        assert choice.visits == most.visits
    assert {c.action for c in step.choices} == {p.key[0] for p in plans.choices}


def test_what_somebody_else_began_is_searched_step_by_step() -> None:
    """A stack that the best plan does not lead to: the search goes on from where it lies."""
    match, does = next(bids(3, 8)), Searcher(30, compiled=False)
    best = does(match.view(match.mover))
    match.play(next(a for a in match.legal() if a not in (best, r.DONE)))
    half = match.view(match.mover)
    began = whole.beginning(half)
    assert began is not None
    assert whole.step_of(does.plans(began), half) is None
    assert half.allows(does(half))
    assert {c.action for c in does.thoughts(half).choices} == set(half.moves)
