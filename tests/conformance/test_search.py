"""Search in every game and setting: legal, the same again, the same compiled, stopped at once, blind to the hidden."""

from __future__ import annotations

import itertools
import re
import threading
import time
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core import engine
from mowlab.core.game import Game, new_tables
from mowlab.core.plan import Plan, PlanError
from mowlab.core.search import Tree
from mowlab.core.table import KINDS, LOG_COLUMNS, Table, seed_words
from mowlab.core.view import View
from mowlab.match import Match
from mowlab.search import Searcher, Thoughts, _Search, _untried, imagined, level_bot, think

from .play import (
    GAMES,
    Setting,
    every_game,
    every_player_count,
    every_setting,
    needs_numba,
    opened,
    walk,
)
from .test_bots import is_telling

FEW = 4  # iterations: uncompiled games take their time


def decisions(setting: Setting, most: int) -> list[Any]:
    """Some turns of a played match where there was something to choose, spread over it."""
    found = [turn for turn in walk(setting).turns if len(moves_in(opened(setting), turn.before[0])) > 1]
    return found[:: max(1, len(found) // most)][:most]


def moves_in(game: Game, state: Any) -> list[int]:
    t: Any = Table.new()
    return list(t.moves[: game.plain.list_moves(state, t)])


def view_of(game: Game, state: Any) -> View:
    return game.view(state, game.plain.mover(state), moves_in(game, state))


def another_world(game: Game, view: View, seed: int) -> Any:
    """A state that the seat of `view` cannot tell from the true one."""
    t: Any = Table.new()
    t.dice = seed_words(seed, 1)[0].tolist()[4:]
    world = view.state.__copy__()
    game.plain.determinize(world, view.seat, t)
    return world


# ---- what it answers ------------------------------------------------------------------------------------------------
@every_setting
def test_every_choice_is_legal_and_the_view_is_left_alone(setting: Setting) -> None:
    game = opened(setting)
    for turn in decisions(setting, 2):
        view = view_of(game, turn.before[0])
        before = view.state.__copy__()
        found = think(view, FEW, compiled=False)
        assert found.iterations == FEW
        assert sum(c.visits for c in found.choices) == FEW
        assert all(view.allows(c.action) for c in found.choices)
        assert {c.action for c in found.choices} >= set(view.moves)
        assert len({c.action for c in found.choices}) == len(found.choices)
        assert all(0.0 <= c.value <= 1.0 for c in found.choices if c.visits)
        assert all(c.low <= c.value <= c.high for c in found.choices if c.visits > 1)
        assert found.best.visits == max(c.visits for c in found.choices)
        assert view.state == before


@every_setting
def test_worlds_that_look_alike_get_the_same_answer(setting: Setting) -> None:
    """Nothing hidden is read: whatever else may be true, the same view and seed give the same numbers."""
    game = opened(setting)
    for turn in decisions(setting, 3)[1:2]:
        view = view_of(game, turn.before[0])
        other = another_world(game, view, 3)
        again = view_of(game, other)
        assert again.moves == view.moves
        assert think(view, FEW, compiled=False).choices == think(again, FEW, compiled=False).choices


@every_game
def test_plans_of_one_step_are_weighed_as_single_actions_are(key: str) -> None:
    """The same choices in the same order meet the same worlds."""
    setting = Setting(key, (("players", 3),))
    view = next(view for view in views(setting) if not view.game.is_amount(view.moves[0]))
    search = _Search(view, 1, view.game.search_module.METHOD, None, False)
    order = search.trees[0].choices[: search.trees[0].n_choices]
    single = think(view, 24, compiled=False)
    planned = think(view, 24, compiled=False, plans=[Plan((a,), f"do {a}") for a in order])
    assert {c.key: (c.visits, c.value) for c in planned.choices} == {
        (c.key,): (c.visits, c.value) for c in single.choices
    }
    assert planned.words(planned.best) == f"do {planned.best.action}"


@every_game
def test_plans_of_several_steps_are_carried_out(key: str) -> None:
    setting = Setting(key, (("players", 3),))
    view = next(view for view in views(setting) if not view.game.is_amount(view.moves[0]))
    chains = [(a, *then) for a in view.moves[:4] for then in steps_after(view, a)]
    found = think(view, len(chains), compiled=False, plans=[Plan(chain) for chain in chains])
    assert {c.key for c in found.choices} == set(chains)
    assert [c.visits for c in found.choices] == [1] * len(chains)


def steps_after(view: View, a: int) -> list[tuple[int, ...]]:
    """What the same seat can do next, in an imagined world; or nothing."""
    world, tables = another_world(view.game, view, 1), new_tables()
    view.game.plain.apply(world, a, tables[0])
    if view.game.plain.is_over(world) or view.game.plain.mover(world) != view.seat:
        return [()]
    return [(b,) for b in moves_in(view.game, world)[:2]]


def views(setting: Setting) -> list[View]:
    """Of some turns where there was something to choose."""
    return [view_of(opened(setting), turn.before[0]) for turn in decisions(setting, 12)]


def test_a_plan_that_cannot_be_carried_out_is_refused() -> None:
    view = views(Setting("mow", (("players", 3),)))[0]
    with pytest.raises(PlanError, match="step 2, take, is not allowed"):
        think(view, 1, compiled=False, plans=[Plan((view.moves[0], view.game.action("take")), "two at once")])


@every_setting
def test_every_world_that_is_imagined_looks_like_the_view(setting: Setting) -> None:
    """Also where a game's `imagine_world` fills in what the seat cannot see."""
    game = opened(setting)
    for turn in decisions(setting, 12):
        view = view_of(game, turn.before[0])
        assert [view_state(view, world) for world in imagined(view, 3, 3)] == [view_state(view, view.state)] * 3


@every_game
def test_another_seed_meets_other_worlds(key: str) -> None:
    setting = Setting(key, (("players", 3),))
    view = view_of(opened(setting), decisions(setting, 3)[0].before[0])
    assert think(view, 30, seed=1, compiled=False).choices != think(view, 30, seed=2, compiled=False).choices


@every_game
def test_a_search_in_parts_is_the_same_search(key: str) -> None:
    setting = Setting(key, (("players", 3),))
    view = view_of(opened(setting), decisions(setting, 3)[1].before[0])
    method = view.game.search_module.METHOD
    whole, parts = (_Search(view, 1, method, None, False) for _ in range(2))
    whole.go_on(12)
    for upto in (1, 5, 12):
        parts.go_on(upto)
    assert whole.trees[0] == parts.trees[0]


@needs_numba
@every_game
def test_plans_are_weighed_compiled_as_uncompiled(key: str) -> None:
    view = views(Setting(key, (("players", 3),)))[1]
    plans = [Plan((a,)) for a in view.moves]
    assert think(view, 20, plans=plans, compiled=True).choices == think(view, 20, plans=plans, compiled=False).choices


@needs_numba
@every_player_count
def test_compiled_and_uncompiled_trees_are_the_same(setting: Setting) -> None:
    game = opened(setting)
    for turn in decisions(setting, 2):
        view = view_of(game, turn.before[0])
        plain, compiled = (_Search(view, 5, game.search_module.METHOD, None, c) for c in (False, True))
        for search in (plain, compiled):
            search.go_on(20)
        assert Tree.from_record(compiled.trees[0]) == plain.trees[0]


# ---- when it stops --------------------------------------------------------------------------------------------------
@every_game
@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=needs_numba)], ids=["plain", "compiled"])
def test_a_cancel_stops_it(key: str, compiled: bool) -> None:
    setting = Setting(key, (("players", 3),))
    view = view_of(opened(setting), decisions(setting, 3)[1].before[0])
    assert think(view, 50, cancel=np.ones(1, np.int64), compiled=compiled).iterations == 0
    asked = threading.Event()
    seen: list[int] = []

    def progress(done: int, wanted: int) -> None:
        seen.append(done)
        asked.set()

    found = think(view, 200_000, cancel=asked, compiled=compiled, progress=progress)
    assert found.partial
    assert 0 < found.iterations == seen[-1] < 200_000


@needs_numba
@every_game
def test_a_flag_stops_a_long_step_in_its_middle(key: str) -> None:
    setting = Setting(key, (("players", 3),))
    view = view_of(opened(setting), decisions(setting, 3)[1].before[0])
    flag = np.zeros(1, np.int64)
    search = _Search(view, 1, view.game.search_module.METHOD, flag, True)
    search.go_on(1)
    thread = threading.Thread(target=search.go_on, args=(100_000,))
    thread.start()
    time.sleep(0.05)
    flag[0] = 1
    thread.join(5)
    assert not thread.is_alive()
    assert search.tree_iterations < 100_000


@every_game
def test_a_time_limit_is_kept(key: str) -> None:
    setting = Setting(key, (("players", 3),))
    view = view_of(opened(setting), decisions(setting, 3)[1].before[0])
    found = think(view, seconds=0.05, compiled=False)
    assert 1 <= found.iterations < 1_000, "not the 200,000 that there may be at the most"
    assert found.seconds >= 0.05
    assert not found.partial


# ---- bots -----------------------------------------------------------------------------------------------------------
@every_game
def test_a_searching_bot_plays_by_name_and_says_why(key: str) -> None:
    game = mowlab.game(key, players=3)
    matches = [game.match(["ismcts-3", "random", "random"], seed=5) for _ in range(2)]
    for match in matches:
        asked = 0
        while not match.over and asked < 4:
            seat = match.mover
            legal = match.legal()
            turn = match.bot_move()
            if seat == 0 and len(legal) > 1:
                asked += 1
                assert is_telling(match.why()), match.why()
                said = thoughts_of(match).words(thoughts_of(match)[turn.action], match.names())
                assert said in match.why()
        assert asked == 4 or match.over
    assert [t.action for t in matches[0].turns] == [t.action for t in matches[1].turns]


def test_a_number_that_was_not_thought_of_is_explained_all_the_same() -> None:
    """A bot that is stopped by the clock and thinks again, as after a reload, may come to other numbers."""
    setting = Setting("magic-money", (("players", 3),))
    view = next(view for view in views(setting) if view.game.is_amount(view.moves[0]) and len(view.moves) > 1)
    thoughts = think(view, 5, compiled=False)
    other = next(a for a in range(1, 1_000) if view.allows(a) and a not in [c.action for c in thoughts.choices])
    why = thoughts.why(other, discreet=True)
    assert f"«{thoughts.words(_untried(view.game, other))}» was not tried; " in why


def thoughts_of(match: Match) -> Thoughts:
    """What the bot that moved last had thought."""
    play: Any = match.seats[match.turns[-1].seat].bot.play  # type: ignore[union-attr]
    return play.thoughts(match.view_before(-1))  # type: ignore[no-any-return]


@every_game
def test_why_names_no_choice_that_must_stay_secret(key: str) -> None:
    """Of the choices that were not taken, those are named alone of which the game says that everybody knows of them."""
    game = mowlab.game(key, players=3)
    match, tells, kept, named = game.match(["ismcts-12"] * 3, seed=5), game.search_module.tells, 0, 0
    for _ in range(14):
        view = match.view(match.mover)
        turn = match.bot_move()
        bot = match.seats[turn.seat].bot
        assert bot is not None
        why, thoughts = bot.why(view, turn.action), thoughts_of(match)
        chosen = thoughts.words(thoughts[turn.action])  # two cards may be alike
        for choice in thoughts.choices:
            if thoughts.words(choice) != chosen and choice.visits:
                is_named = f"«{thoughts.words(choice)}»" in why
                assert tells(view.state, choice.action) or not is_named
                kept, named = kept + (not tells(view.state, choice.action)), named + is_named
    assert kept or key == "magic-money", "bids are no secret once they are told of at all"
    assert named


@every_game
def test_what_is_believed_is_counted_in_worlds_that_look_like_the_view(key: str) -> None:
    setting = Setting(key, (("players", 3),))
    said: set[str] = set()
    for view in views(setting):
        worlds = imagined(view, 3, 20)
        assert [world.__copy__() for world in worlds] == imagined(view, 3, 20)
        assert [view_state(view, world) for world in worlds] == [view_state(view, view.state)] * 20
        for sentence in think(view, 2, compiled=False).beliefs(view.moves[0], ["Ada", "Bo", "Cy"]):
            assert is_telling(sentence)
            assert re.search(r"\b(\d|\d\d|100) (%|of 100 worlds)", sentence)
            said.add(sentence)
    assert said


def view_state(view: View, state: Any) -> Any:
    """What the seat of the view sees of a state."""
    seen = state.__copy__()
    view.game.plain.hide(seen, view.seat)
    return seen


@every_game
def test_the_ladder_goes_from_beginner_to_expert(key: str) -> None:
    game = mowlab.game(key)
    levels = list(game.ladder.values())
    assert (levels[0].key, levels[-1].key) == ("beginner", "expert")
    assert len(levels) >= 4
    assert len({level.name for level in levels}) == len(levels)
    searching = [level.bot for level in levels if isinstance(level.bot, int)]
    assert searching == sorted(searching), "the more worlds the higher"
    for level in levels:
        bot = game.bot(level.key)
        assert (bot.key, bot.name) == (level.key, level.name)
        assert is_telling(bot.idea)
        assert (bot.policy == engine.OUTSIDE) == isinstance(level.bot, int)
    assert len({level_bot(game, level).key for level in levels}) == len(levels)


@every_game
def test_a_bot_thinks_once_about_a_position(key: str) -> None:
    setting = Setting(key, (("players", 3),))
    view = view_of(opened(setting), decisions(setting, 3)[1].before[0])
    does = Searcher(iterations=3, compiled=False)
    asked = threading.Event()
    asked.set()
    assert does.thoughts(view, asked).iterations == 0
    assert not does.knows(view), "what was cut short is not kept"
    a = does(view)
    assert does.knows(view)
    first = does.thoughts(view)
    assert does.why(view, a)
    assert does.thoughts(view) is first


# ---- what a game says about itself ----------------------------------------------------------------------------------
def told(game: Game, state: Any, action: int, seat: int) -> tuple[Any, list[int]]:
    """What seat `seat` knows after an action: its view, and the events that it may see."""
    tables: list[Any] = new_tables()
    t = tables[engine.REAL]
    t.keep = [1] * KINDS
    t.chance = seed_words(2, 1)[0].tolist()[:4]
    after = state.__copy__()
    game.plain.apply(after, action, t)
    game.plain.hide(after, seat)
    rows = [t.log[i : i + LOG_COLUMNS] for i in range(0, t.n_log * LOG_COLUMNS, LOG_COLUMNS)]
    return after, [row if row[4] == -1 or row[4] >> seat & 1 else row[:2] for row in rows]


@every_player_count
def test_who_is_said_to_see_an_action_can_tell_it_from_all_others(setting: Setting) -> None:
    """Else the tree would let rivals answer what they cannot know."""
    game = opened(setting)
    seen_by = game.search_module.seen_by
    pairs = 0
    asked = decisions(setting, 10_000)
    in_the_open = [turn for turn in asked if seen_by(turn.before[0], turn.action) != 1 << turn.seat]
    for turn in in_the_open[:: max(1, len(in_the_open) // 12)]:
        state = turn.before[0]
        for a, b in itertools.islice(itertools.combinations(moves_in(game, state), 2), 15):
            for seat in range(game.players):
                if seat != turn.seat and seen_by(state, a) >> seat & 1 and seen_by(state, b) >> seat & 1:
                    pairs += 1
                    assert told(game, state, a, seat) != told(game, state, b, seat), (a, b, seat)
    assert pairs or game.players == 1


@every_setting
def test_outlooks_are_shares_of_one_victory(setting: Setting) -> None:
    game = opened(setting)
    outlook = plain_outlook(game)
    for turn in decisions(setting, 10):
        shares = [outlook(turn.before[0], p) for p in range(game.players)]
        assert all(0.0 <= share <= 1.0 for share in shares)
        assert game.players == 1 or abs(sum(shares) - 1.0) < 1e-9


def plain_outlook(game: Game) -> Any:
    from mowlab.core.link import link

    hooks = {f.__name__: f for f in game.rules.HOOKS}
    return link([game.search_module.outlook], hooks, game.constants, compiled=False, label=game.key).outlook


def test_every_game_is_searched() -> None:
    assert len(GAMES) >= 4
