"""The tree of a search: its hash table, what its bounds do, what joins it, what it says about a game that is known."""

from __future__ import annotations

import math
from typing import Any

import pytest

import mowlab
from mowlab.core import engine, search
from mowlab.core.game import Game, new_tables
from mowlab.core.level import Method
from mowlab.core.link import link
from mowlab.core.schema import Schema, num
from mowlab.core.search import CELL, KEY, MILLION, PRIME, ROOM, Tree
from mowlab.core.table import seed_words
from mowlab.search import _Search, ismcts, think


@pytest.fixture
def tree() -> Any:
    made = Tree.new()
    for p in range(search.MAX_SEATS):
        made.low[p], made.high[p] = search.LOW_FACTOR, search.HIGH_FACTOR
    return made


# ---- keys and cells -------------------------------------------------------------------------------------------------
def test_keys_are_positive_and_fit_62_bits(tree: Any) -> None:
    for value in (0, 1, -1, -64, PRIME, 2**31, 10**15, -(10**15)):
        for p in range(10):
            assert 0 < search.key_of(tree, p, value) <= 1 << 62


def test_keys_differ_by_seat_by_action_and_by_what_was_seen(tree: Any) -> None:
    actions = [*range(-70, 200), 1000, 2000, 5000, 10**6, 10**9, 10**15]
    keys = {search.key_of(tree, p, a) for p in range(10) for a in actions}
    tree.low[0], tree.high[0] = search.mixed(1, 5, search.LOW_FACTOR), search.mixed(1, 5, search.HIGH_FACTOR)
    keys |= {search.key_of(tree, 0, a) for a in actions}
    assert len(keys) == 11 * len(actions)


def test_a_cell_is_found_again_beside_others_that_want_its_place(tree: Any) -> None:
    keys = [3 + i * ROOM for i in range(5)] + [4, ROOM - 1, 2 * ROOM - 1, 3 * ROOM - 1]
    for key in keys:
        at = search.find(tree, key)
        assert tree.cells[at] == 0
        search.add(tree, at, key)
    assert [tree.cells[search.find(tree, key) + KEY] for key in keys] == keys
    assert len({search.find(tree, key) for key in keys}) == len(keys)
    assert tree.n_cells == len(keys)


def test_a_full_tree_stops_growing_and_goes_on_counting() -> None:
    match = mowlab.game("mow", players=3).match(["random"] * 3, seed=1)
    running = _Search(match.view(match.mover), 1, Method(0.5, 1.0, 1.0), None, False)
    running.trees[0].n_cells = ROOM - ROOM // 4
    running.go_on(10)
    assert not any(running.trees[0].cells[::CELL])
    assert sum(c.visits for c in running.choices()) == running.tree_iterations == 10


def test_a_few_worlds_do_not_tell_that_a_choice_never_or_always_wins() -> None:
    match = mowlab.game("mow", players=3).match(["random"] * 3, seed=1)
    running = _Search(match.view(match.mover), 1, Method(0.5, 1.0, 1.0), None, False)
    tree = running.trees[0]
    for k, (tries, won) in enumerate([(20, 0), (20, 20), (4, 1)]):
        tree.tried[k], tree.total[k], tree.squares[k] = tries, won * MILLION, won * MILLION
    always, never, sometimes = (choice for choice in running.choices() if choice.visits)
    assert (never.value, never.low, never.high) == pytest.approx((0, 0, 0.161), abs=5e-4)
    assert (always.value, always.low, always.high) == pytest.approx((1, 0.839, 1), abs=5e-4)
    half = 1.96 * math.sqrt(0.25 * 0.75 / 3)
    assert (sometimes.low, sometimes.high) == pytest.approx((0, 0.25 + half))


# ---- bounds ---------------------------------------------------------------------------------------------------------
def test_the_upper_bound_is_the_mean_and_more_where_less_is_known() -> None:
    bound = search.upper_bound(300_000, 2, 10, 0.5)
    assert bound == pytest.approx(0.15 + 0.5 * math.sqrt(math.log(10) / 2))
    assert search.upper_bound(300_000, 2, 10, 0.0) == pytest.approx(0.15)
    assert search.upper_bound(600_000, 4, 10, 0.5) < bound < search.upper_bound(300_000, 2, 11, 0.5)


def test_every_choice_is_tried_once_before_any_is_tried_again(tree: Any) -> None:
    for a in (7, 8, 9):
        search.add_choice(tree, a)
    order = []
    for value in (0, 1_000_000, 0, 1_000_000):
        k = search.pick_root(tree, 0.01)
        order.append(tree.choices[k])
        tree.tried[k] += 1
        tree.total[k] += value
        tree.iterations += 1
    assert order == [7, 8, 9, 8]


# ---- numbers --------------------------------------------------------------------------------------------------------
def test_numbers_join_halfway_beside_the_best_one() -> None:
    game = mowlab.game("magic-money", players=3)
    s = game.blank()
    t: Any = new_tables()[0]
    t.chance = t.dice = [1, 2, 3, 4]
    game.plain.start(s, t)
    game.plain.apply(s, 1, t)
    narrow = link([search.narrow], {"check": game.rules.check}, game.constants, compiled=False, label="test").narrow
    tree: Any = Tree.new()
    for a, tried in ((1, 1), (10, 5), (50, 2), (51, 1)):
        search.add_choice(tree, a)
        tree.tried[tree.n_choices - 1] = tried
    narrow(s, tree)
    assert tree.choices[:6] == [1, 10, 50, 51, 5, 30]
    tree.tried[3] = 9  # now 51 is best: nothing lies between it and 50, nothing is listed above
    narrow(s, tree)
    assert tree.n_choices == 6


def test_a_search_bids_numbers_that_no_list_names() -> None:
    match = mowlab.game("magic-money", players=3).match(["valuer"] * 3, seed=2)
    while match.mover == match.state.active:  # whoever opens may bid nothing but 1
        match.bot_move()
    view = match.view(match.mover)
    found = think(view, 300, compiled=False, method=Method(0.5, 0.0, 0.0, 1))
    assert {c.action for c in found.choices} > set(view.moves)
    assert all(view.allows(c.action) for c in found.choices)


# ---- what is seen ---------------------------------------------------------------------------------------------------
def noted(game: Game, state: Any, a: int) -> list[bool]:
    """Which seats have seen something once `a` is noted."""
    hooks = {"seen_by": game.search_module.seen_by, "mover": game.rules.mover}
    note = link([search.note], hooks, game.constants, compiled=False, label="test").note
    tree: Any = Tree.new()
    note(state, a, tree)
    return [tree.low[p] != 0 for p in range(game.players)]


def test_a_sealed_bid_is_seen_by_its_bidder_and_the_active_wizard() -> None:
    match = mowlab.game("magic-money", players=4).match(["random"] * 4, seed=1)
    active = match.mover
    assert noted(match.game, match.state, match.legal()[0]) == [True] * 4
    match.play(match.legal()[0])
    assert noted(match.game, match.state, 7) == [p in (active, match.mover) for p in range(4)]


def test_agendas_are_chosen_and_put_back_unseen() -> None:
    game = mowlab.game("mob-town", players=3, agenda_swap="on")
    match = game.match(["you"] * 3, seed=2)
    for agenda in ("halls", "empire") * 3:
        me = match.mover
        assert noted(game, match.state, match.action(agenda)) == [p == me for p in range(3)]
        match.play(agenda)
    me = match.mover
    for move in ("empire", "hotels"):  # one back, another one instead
        assert noted(game, match.state, match.action(move)) == [p == me for p in range(3)]
        match.play(move)
    assert noted(game, match.state, match.action("draw")) == [True] * 3


def test_a_card_that_is_played_is_seen_by_all() -> None:
    match = mowlab.game("mow", players=5).match(["random"] * 5, seed=1)
    assert noted(match.game, match.state, match.legal()[0]) == [True] * 5


def test_bids_of_mow_money_and_agendas_of_mob_town_are_secret() -> None:
    for key in ("mow-money", "mob-town"):
        match = mowlab.game(key, players=3).match(["random"] * 3, seed=1)
        assert noted(match.game, match.state, match.legal()[0]) == [p == match.mover for p in range(3)]


# ---- asking ---------------------------------------------------------------------------------------------------------
def test_what_cannot_be_asked_for_says_so() -> None:
    match = mowlab.game("mow", players=3).match(["random"] * 3, seed=1)
    for iterations in (0, -1, True, 2.5, 10**9):
        with pytest.raises(ValueError, match="iterations"):
            think(match, iterations)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="iterations"):
            ismcts(iterations)  # type: ignore[arg-type]
    for seconds in (0, -1.0, math.inf, math.nan):
        with pytest.raises(ValueError, match="seconds"):
            think(match, seconds=seconds)
    with pytest.raises(ValueError, match="not to move"):
        think(match.view((match.mover + 1) % 3))
    match.advance()
    with pytest.raises(ValueError, match="over"):
        think(match)


@pytest.mark.parametrize("view", [None, "mow", 3])
def test_thinking_needs_a_match_or_a_view(view: Any) -> None:
    with pytest.raises(ValueError, match=r"think needs a match, or the view of a seat"):
        think(view)


@pytest.mark.parametrize(("name", "value"), [("seconds", "a"), ("seconds", True), ("iterations", "a"), ("seed", "a")])
def test_numbers_that_are_none_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} = {value!r}"):
        think(mowlab.game("mow").match(seed=1), **{name: value})
    with pytest.raises(ValueError, match=f"{name} = {value!r}"):
        ismcts(**{name: value})


def test_an_only_move_needs_no_thought() -> None:
    match = mowlab.game("mow", players=3).match(["random"] * 3, seed=1)
    while len(match.legal()) > 1:
        match.bot_move()
    found = think(match, 50, compiled=False)
    assert (found.iterations, found.best.action) == (0, match.legal()[0])
    assert found.why(found.best.action) == "There was only one legal move."


@pytest.mark.parametrize("name", ["ismcts-0", "ismcts-07", "ismcts-999999", "ismcts-x", "ismcts-", "Expert"])
def test_names_that_mean_nothing_are_refused(name: str) -> None:
    with pytest.raises(mowlab.UnknownBot, match="expert"):
        mowlab.game("mow").bot(name)


def test_bots_are_known_by_their_name_in_records() -> None:
    game = mowlab.game("mow", players=3)
    match = game.match(["ismcts-2", ismcts(3, compiled=False), "random"], seed=4)
    for _ in range(4):
        match.bot_move()
    again = mowlab.replay(match.record())
    assert [seat.bot.key for seat in again.seats if seat.bot] == ["ismcts-2", "ismcts-3", "random"]
    assert again.state == match.state


# ---- a game that is known -------------------------------------------------------------------------------------------
class Pennies(Schema):
    """Seat 0 shows heads or tails, openly or covered; then seat 1 does, and wins if they match."""

    players: int = num("2")
    covered: int = num("1 if seat 1 does not see what seat 0 has shown")
    n: int = num("how many have shown")
    first: int = num("what seat 0 has shown")
    second: int = num("what seat 1 has shown")


def _list(s: Any, t: Any) -> int:
    t.moves[:2], t.n_moves = [0, 1], 2
    return 2


def _show(s: Any, a: int, t: Any) -> None:
    if s.n == 0:
        s.first = a
    else:
        s.second = a
    s.n += 1


def nothing(*args: Any) -> None:
    """For a game in which nothing but the order of moves is hidden."""


PENNIES: dict[str, Any] = {
    "list_moves": _list,
    "apply": _show,
    "check": lambda s, a: 0,
    "mover": lambda s: s.n,
    "is_over": lambda s: s.n == 2,
    "stage": lambda s: 0,
    "payoff": lambda s, p: float((s.first == s.second) == (p == 1)),
    "outlook": lambda s, p: 0.5,
    "seen_by": lambda s, a: 1 if s.covered and s.n == 0 else 3,
    "hide": nothing,
    "determinize": nothing,
    "imagine_world": search.any_world,
    "choose": lambda s, bot, t: 0,
    "copy_state": engine.copy_plain,
}


def value_of_pennies(covered: int, rivals: float) -> float:
    """What 400 iterations promise seat 0; whoever plays on where there is no tree throws dice."""
    linked = link([search.plant, search.grow_tree], PENNIES, {}, compiled=False, label="pennies")
    states = [Pennies.new() for _ in range(engine.N_STATES)]
    states[engine.VIEW].players, states[engine.VIEW].covered = 2, covered
    tables, trees = new_tables(), [Tree.new()]
    tables[engine.REAL].dice = [1, 2, 3, 4]
    assert linked.plant(states, tables, trees, engine.RANDOM, 0) == 2
    words = seed_words(1, 400).tolist()
    status = linked.grow_tree(states, tables, trees, words, [], 400, engine.RANDOM, 0.5, 0.0, rivals, 0, 0, [0])
    assert status == engine.OVER
    return float(sum(trees[0].total[:2]) / 400 / MILLION)


def test_a_rival_who_sees_the_move_answers_it() -> None:
    assert value_of_pennies(covered=0, rivals=5.0) < 0.2


def test_a_rival_who_does_not_see_it_can_only_guess() -> None:
    assert 0.35 < value_of_pennies(covered=1, rivals=5.0) < 0.65


def test_a_rival_left_to_the_character_throws_its_dice() -> None:
    assert 0.4 < value_of_pennies(covered=0, rivals=0.0) < 0.6
