"""The log of decisions: the moves that replays make, from every loop, for the longest games, and out of the way."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest

import mowlab
from mowlab import games
from mowlab.analysis import Log, NotLogged, Outcomes, simulate
from mowlab.core import link
from mowlab.core.engine import PART
from mowlab.core.table import LOG_ROWS

ARRAYS = ("number", "turn", "seat", "legal", "action", "stage")
LINEUP = ["random", "shedder", "opener", "random"]


def assert_same(a: Log, b: Log) -> None:
    assert len(a) > 0
    for name in ARRAYS:
        assert np.array_equal(getattr(a, name), getattr(b, name)), name


def assert_replayed(outcomes: Outcomes, number: int) -> None:
    """The log of a game is what its replay does."""
    log, match = outcomes.log.of(number), outcomes.replay(number)
    moves = match.record()["moves"]
    assert [(m["seat"], m["move"]) for m in moves] == list(zip(log.seat.tolist(), log.notations, strict=True))
    assert log.turn.tolist() == list(range(len(moves)))
    for turn in (0, len(moves) // 2, len(moves) - 1):
        view = match.view_before(turn)
        assert log.legal[turn] == len(view.moves)
        assert log.stage[turn] == outcomes.game.plain.stage(match.turns[turn].before[0])
    bots = [seat.bot.key for seat in match.seats if seat.bot]
    assert [bots[seat] for seat in log.seat] == log.columns()["bot"]


@pytest.mark.parametrize("key", games.keys())
def test_the_log_of_a_game_is_its_record_in_every_game(key: str) -> None:
    game = games.game(key)
    bots = [bot.key for bot in game.bots_module.BOTS][: game.players]
    logged = simulate(game, (bots * game.players)[: game.players], 5, seed=2, compiled=False, log=True)
    assert logged.problems == {}
    assert len(logged.log) == logged.decisions.sum()
    for number in (0, 4):
        assert_replayed(logged, number)


def test_the_same_log_compiled_or_not_on_threads_or_processes() -> None:
    plain = simulate("mow", LINEUP, 120, seed=3, compiled=False, log=True)
    assert_same(plain.log, simulate("mow", LINEUP, 120, seed=3, compiled=False, log=True, events=False, threads=2).log)
    with joblib.parallel_config("loky", n_jobs=2):
        assert_same(plain.log, simulate("mow", LINEUP, 120, seed=3, compiled=False, log=True).log)
    if link.why_not_compiled() is None:
        assert_same(plain.log, simulate("mow", LINEUP, 120, seed=3, log=True).log)


def test_a_log_changes_nothing_else() -> None:
    plain, logged = (simulate("mow", LINEUP, 120, seed=3, compiled=False, log=log) for log in (False, True))
    assert logged.plan.per_chunk < 50 * 4
    for name in ("number", "place", "score", "payoff", "decisions", "status", "fault"):
        assert np.array_equal(getattr(plain, name), getattr(logged, name)), name
    for name, events in plain.kept.items():
        assert np.array_equal(events.row, logged.kept[name].row)
    with pytest.raises(NotLogged, match="ask for them with log=True"):
        _ = plain.log


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.boundscheck)])
def test_games_longer_than_the_tables_log_are_kept_whole(compiled: bool) -> None:
    if compiled and link.why_not_compiled():
        pytest.skip("nothing is compiled here")
    logged = simulate("mow-money", ["random"] * 6, 2, seed=1, compiled=compiled, log=True)
    assert logged.decisions.max() > LOG_ROWS > PART
    assert logged.problems == {}
    assert len(logged.log) == logged.decisions.sum()
    plain = simulate("mow-money", ["random"] * 6, 2, seed=1, compiled=compiled)
    assert np.array_equal(plain.decisions, logged.decisions)
    assert all(len(plain.kept[name]) == len(events) for name, events in logged.kept.items())


def test_bots_in_python_and_bots_that_search_are_logged_too() -> None:
    @mowlab.bot("mow", name="First")
    def first(view: Any) -> int:
        return int(view.moves[0])

    line_up = ["first", "random", mowlab.ismcts(2, compiled=False)]
    logged = simulate("mow", line_up, 3, seed=5, log=True, compiled=False)
    assert logged.log.columns()["bot"].count("first") > 10
    for number in range(3):
        assert_replayed(logged, number)


def test_runs_of_several_line_ups_are_logged_as_single_ones_are() -> None:
    """Each line-up of a comparison, of the values of an option, of a tournament keeps its own log."""
    other = ["opener", *LINEUP[1:]]
    both = mowlab.compare("mow", LINEUP, other, 8, seed=3, log=True, compiled=False)
    for bots, run in ((LINEUP, both.a), (other, both.b)):
        assert_same(run.log, simulate("mow", bots, 8, seed=3, log=True, compiled=False).log)
    values = mowlab.vary("mow", LINEUP, "packets", 8, seed=3, log=True, compiled=False)
    for value, run in values.runs.items():
        assert_same(run.log, simulate("mow", LINEUP, 8, seed=3, log=True, compiled=False, packets=value).log)
    cup = mowlab.tournament("mow", ["random", "shedder"], 6, seed=3, players=3, log=True, compiled=False)
    for (a, b), run in cup.runs.items():
        assert_same(run.log, simulate("mow", [a, b, b], 6, seed=3, log=True, compiled=False).log)
        assert_replayed(run, 5)


def test_a_logged_comparison_stops_at_its_precision() -> None:
    found = mowlab.compare(
        "mow", ["random"] * 2, ["shedder", "random"], 3_000, 2, precision=0.3, log=True, compiled=False, events=False
    )
    assert found.reached
    assert len(np.unique(found.a.log.number)) == len(found.a) < 3_000


def test_csv_and_parquet_have_a_row_for_each_decision(tmp_path: Path) -> None:
    log = simulate("mow", LINEUP, 8, seed=3, compiled=False, log=True).log
    text = io.StringIO()
    log.to_csv(text)
    rows = list(csv.DictReader(io.StringIO(text.getvalue())))
    assert len(rows) == len(log)
    assert list(rows[0]) == ["game", "deal", "turn", "stage", "seat", "bot", "legal", "action", "move"]
    assert {row["deal"] for row in rows} == {"0", "1"}
    game = games.game("mow", players=4)
    assert all(game.action(row["move"]) == int(row["action"]) for row in rows)
    assert log.frame().groupby("game")["turn"].max().tolist() == [len(log.of(g)) - 1 for g in range(8)]
    pytest.importorskip("pyarrow")
    log.to_parquet(tmp_path / "log.parquet")
    assert (tmp_path / "log.parquet").stat().st_size > 0


def test_nothing_played_is_an_empty_log() -> None:
    none = simulate("mow", LINEUP, 4, compiled=False, log=True, cancel=[1])
    empty = Outcomes.from_chunks(none.plan, {}).log
    assert (len(empty), empty.notations, empty.columns()["bot"], len(empty.of(0))) == (0, [], [], 0)
