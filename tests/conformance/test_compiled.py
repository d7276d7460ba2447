"""Every game compiled: step for step the same as uncompiled, limits and the cancel flag honoured, seeds kept apart.

These tests run once more with array bounds checked (NUMBA_BOUNDSCHECK=1), as a wrong index in compiled code is silent.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core import engine
from mowlab.core.game import Game, new_tables
from mowlab.core.table import LOG_COLUMNS, LOG_FULL, NO_FAULT, Table, seed_words

from .play import (
    PLAYER_COUNTS,
    Run,
    Setting,
    arrays,
    characters,
    every_game,
    every_player_count,
    every_setting,
    needs_numba,
    opened,
    plain_states,
    play_many,
    states,
    walk,
)

pytestmark = [needs_numba, pytest.mark.boundscheck]
BOTH = pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])


def middle(key: str) -> Game:
    """A game with a number of players between the fewest and the most."""
    settings = [setting for setting in PLAYER_COUNTS if setting.game == key]
    return opened(settings[len(settings) // 3])


# ---- the same -------------------------------------------------------------------------------------------------------
@every_setting
def test_whole_games_are_the_same_to_the_last_event(setting: Setting) -> None:
    game = opened(setting)
    plain = play_many(game, [engine.RANDOM] * game.players, 3, 7, compiled=False)
    compiled = play_many(game, [engine.RANDOM] * game.players, 3, 7, compiled=True)
    assert compiled.same_as(plain)
    assert compiled.done == 3
    assert set(compiled.status) == {engine.OVER}
    assert len(np.unique(compiled.rows[:, 0])) > 5, "events were kept"


@every_player_count
def test_characters_play_the_same_games(setting: Setting) -> None:
    game = opened(setting)
    some = characters(game)
    line_up = [some[p % len(some)] for p in range(game.players)]
    for policies in (line_up, line_up[::-1]):
        plain = play_many(game, policies, 1, 11, compiled=False)
        compiled = play_many(game, policies, 1, 11, compiled=True)
        assert compiled.same_as(plain)


@every_game
def test_the_bot_with_imagined_worlds_plays_the_same(key: str) -> None:
    game = middle(key)
    policies = [engine.EXPECTED] + [engine.RANDOM] * (game.players - 1)
    plain = play_many(game, policies, 1, 5, compiled=False, max_steps=2)
    compiled = play_many(game, policies, 1, 5, compiled=True, max_steps=2)
    assert compiled.same_as(plain)
    assert compiled.status == [engine.LIMIT]


@every_setting
def test_single_steps_are_the_same_as_in_a_match(setting: Setting) -> None:
    """A match's moves, with its chance outcomes as a script, through compiled `step`: same states, same moves."""
    game, match = opened(setting), walk(setting)
    made, tables = arrays(game, match.turns[0].before[0])
    t = tables[engine.REAL]
    for turn, after in zip(match.turns[:150], states(match)[1:], strict=False):
        t["scripted"], t["at_script"], t["n_script"] = 1, 0, len(turn.chance)
        t["script"][: len(turn.chance)] = turn.chance
        n = game.compiled.step(made, tables, turn.action)
        assert game.state_class.from_record(made[0]) == after
        expected: Any = Table.new()
        if game.plain.is_over(after):
            assert n == 0
        else:
            assert t["moves"][:n].tolist() == expected.moves[: game.plain.list_moves(after, expected)]
    assert t["fault"] == NO_FAULT


def evaluated(setting: Setting, compiled: bool, at: int = 0, flag: int = 0) -> tuple[int, Any, Any]:
    """Same luck, every choice, at one decision of a match: worlds finished, scores, payoffs."""
    game, match = opened(setting), walk(setting)
    turn = match.turns[at]
    view = game.view(turn.before[0], turn.seat, [])
    t: Any = Table.new()
    actions = t.moves[: game.plain.list_moves(turn.before[0], t)]
    words = seed_words(3, 4)
    scores = np.zeros((len(actions), len(words), game.players), dtype=np.int64)
    payoffs = np.zeros((len(actions), len(words)))
    rows, n_rows = np.zeros((0, 2 + LOG_COLUMNS), dtype=np.int64), np.zeros(1, dtype=np.int64)
    cancel = np.full(1, flag, dtype=np.int64)
    if compiled:
        made, tables = arrays(game)
        game.state_class.to_record(view.state, made[engine.VIEW])
        loop, args = game.compiled.evaluate, (made, tables, np.array(actions)[:, None], words)
    else:
        made = plain_states(game)
        view.state.copy_to(made[engine.VIEW])
        loop, args = game.plain.evaluate, (made, new_tables(), [[a] for a in actions], words.tolist())
    finished = int(loop(*args, game.usual_bot.policy, 0, scores, payoffs, rows, n_rows, cancel))
    return finished, scores.tolist(), payoffs.tolist()


@every_player_count
def test_same_luck_every_choice_is_the_same(setting: Setting) -> None:
    for at in range(len(walk(setting).turns)):
        plain = evaluated(setting, False, at)
        if len({str(scores) for scores in plain[1]}) > 1:  # else what is chosen changes nothing there
            break
    else:
        pytest.fail("no choice matters")
    assert plain == evaluated(setting, True, at)
    assert plain[0] == 4


@BOTH
@every_player_count
def test_a_set_cancel_flag_stops_the_trying_of_choices(setting: Setting, compiled: bool) -> None:
    assert evaluated(setting, compiled, flag=1)[0] == 0


# ---- luck -----------------------------------------------------------------------------------------------------------
@every_player_count
def test_the_same_seed_gives_the_same_games_and_another_one_others(setting: Setting) -> None:
    game = opened(setting)
    policies = [engine.RANDOM] * game.players
    one = play_many(game, policies, 5, 1, compiled=True)
    assert one.same_as(play_many(game, policies, 5, 1, compiled=True))
    assert not one.same_as(play_many(game, policies, 5, 2, compiled=True))
    assert len({tuple(row) for row in one.scores.tolist()}) > 1


@every_player_count
def test_a_game_of_a_run_can_be_played_alone(setting: Setting) -> None:
    """Nothing is left on the table from one game to the next."""
    game = opened(setting)
    policies = [engine.RANDOM] * game.players
    many = play_many(game, policies, 4, 9, compiled=True, keep=False)
    words = seed_words(9, 4)
    made, tables = arrays(game)
    root = made[:1].copy()
    result, rows = np.zeros((1, 2 * game.players + engine.MORE_RESULTS)), np.zeros((0, 5), dtype=np.int64)
    bots, cancel = np.array([policies]), np.zeros(1, dtype=np.int64)
    for g in (3, 0, 2):
        args = (words[g : g + 1].copy(), result, rows, engine.MAX_STEPS, cancel)
        game.compiled.play_many(root, made, tables, bots, *args)
        assert result[0].tolist() == many.result[g].tolist()


@every_player_count
def test_a_match_and_a_simulation_of_the_same_words_are_the_same_game(setting: Setting) -> None:
    game = opened(setting)
    run = play_many(game, [engine.RANDOM] * game.players, 2, 13, compiled=True)
    match = game.match(["random"] * game.players, seed=13)
    match.advance()
    assert match.scores() == run.scores[0].tolist()
    assert match.payoffs() == run.payoffs[0].tolist()
    assert len(match.turns) == run.steps[0]
    rows = [list(row) for turn in [match.opening, *match.turns] for row in turn.events]
    if run.faults[0] == NO_FAULT:
        assert run.rows[: len(rows)].tolist() == rows


# ---- limits ---------------------------------------------------------------------------------------------------------
@BOTH
@every_game
def test_a_step_limit_stops_a_game_and_says_so(key: str, compiled: bool) -> None:
    game = middle(key)
    for policies in (
        [engine.RANDOM] * game.players,
        [*characters(game), *[engine.RANDOM] * game.players][: game.players],
    ):
        run = play_many(game, policies, 3, 1, compiled, max_steps=7)
        assert run.status == [engine.LIMIT] * 3
        assert run.steps == [7] * 3
        assert not run.payoffs.any(), "nobody has won an unfinished game"


@BOTH
@every_game
def test_a_seat_from_outside_makes_the_loop_wait(key: str, compiled: bool) -> None:
    game = middle(key)
    policies = [engine.RANDOM] * (game.players - 1) + [engine.OUTSIDE]
    assert play_many(game, policies, 2, 1, compiled).status == [engine.WAITING] * 2


@BOTH
@every_game
def test_a_set_cancel_flag_stops_at_once(key: str, compiled: bool) -> None:
    game = middle(key)
    cancel = np.ones(1, dtype=np.int64)
    run = play_many(game, [engine.RANDOM] * game.players, 5, 1, compiled, cancel=cancel)
    assert run.done == 0
    expected = [engine.EXPECTED] * game.players
    assert play_many(game, expected, 1, 1, compiled, cancel=cancel).done == 0


@BOTH
@every_game
def test_a_cancel_flag_set_meanwhile_stops_a_long_run(key: str, compiled: bool) -> None:
    game = middle(key)
    policies = [engine.RANDOM] * game.players
    games = 200_000 if compiled else 5_000
    cancel, result = np.zeros(1, dtype=np.int64), np.zeros((games, 2 * game.players + engine.MORE_RESULTS))
    runs: list[Run] = []

    def work() -> None:
        runs.append(play_many(game, policies, games, 1, compiled, cancel=cancel, keep=False, result=result))

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive() and not result[0].any():
        time.sleep(0.001)  # compiled code leaves other threads their time
    cancel[0] = 1
    thread.join(10)
    assert not thread.is_alive()
    assert 0 < runs[0].done < games
    assert set(runs[0].status) == {engine.OVER}


@BOTH
@every_game
def test_each_game_says_which_rows_are_its_own(key: str, compiled: bool) -> None:
    game = middle(key)
    run = play_many(game, [engine.RANDOM] * game.players, 3, 1, compiled)
    starts, ends = run.result[:, -2].astype(int), run.result[:, -1].astype(int)
    assert starts.tolist() == [0, *ends[:-1]]
    assert not run.rows[ends[-1] :].any()


@BOTH
@every_game
def test_events_without_room_are_a_fault_of_their_game_and_change_nothing_else(key: str, compiled: bool) -> None:
    game = middle(key)
    policies = [engine.RANDOM] * game.players
    whole = play_many(game, policies, 2, 1, compiled)
    cut = play_many(game, policies, 2, 1, compiled, room=10)
    none = play_many(game, policies, 2, 1, compiled, keep=False)
    assert whole.scores.tolist() == none.scores.tolist() == cut.scores.tolist()
    assert (none.faults, cut.faults) == ([NO_FAULT] * 2, [LOG_FULL] * 2)
    assert cut.rows.tolist() == whole.rows[:20].tolist()


@every_game
def test_a_plain_and_a_compiled_namespace_are_made_once(key: str) -> None:
    game = mowlab.game(key)
    assert game.compiled is mowlab.game(key, players=middle(key).players).compiled
    assert game.best is game.compiled
