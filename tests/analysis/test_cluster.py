"""A real cluster on this machine: two worker processes of Dask, and the same games as on threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import joblib
import numpy as np
import pytest

import mowlab
from mowlab.analysis import Outcomes, simulate, tournament
from mowlab.analysis.playing import OtherRules
from mowlab.core import link

distributed = pytest.importorskip("distributed")
LINEUP = ["random", "shedder", "opener", "random"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """Two worker processes; what runs below uses them."""
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    )
    with made, distributed.Client(made), joblib.parallel_config("dask"):
        yield


def here(*args: Any, **more: Any) -> Outcomes:
    """The same simulation on threads of this process."""
    with joblib.parallel_config("threading", n_jobs=2):
        return simulate(*args, **more)


def assert_same(a: Outcomes, b: Outcomes) -> None:
    assert not a.partial
    for name in ("number", "place", "score", "payoff", "decisions", "status", "fault"):
        assert np.array_equal(getattr(a, name), getattr(b, name)), name
    for name, events in a.kept.items():
        assert np.array_equal(events.row, b.kept[name].row)
    assert a.log.columns() == b.log.columns()


def test_workers_play_the_games_that_threads_play(cluster: None) -> None:
    compiled = link.why_not_compiled() is None
    asked: dict[str, Any] = {"games": 64, "seed": 3, "log": True, "compiled": compiled}
    seen: list[int] = []
    there = simulate("mow", LINEUP, progress=lambda done, total: seen.append(done), **asked)
    assert there.plan.compiled == compiled
    assert_same(there, here("mow", LINEUP, **asked))
    assert seen[-1] == 64


def test_a_bot_from_a_cell_travels_to_the_workers(cluster: None) -> None:
    @mowlab.bot("mow", name="First")
    def first(view: Any) -> int:
        return int(view.moves[0])

    line_up = [first, "random", mowlab.ismcts(2, compiled=False)]
    asked: dict[str, Any] = {"games": 6, "seed": 3, "log": True, "compiled": False}
    played = here("mow", line_up, **asked)  # the bot has a thread by now, which stays here
    assert_same(simulate("mow", line_up, **asked), played)


def test_a_tournament_on_the_cluster(cluster: None) -> None:
    asked: dict[str, Any] = {"games": 8, "seed": 3, "players": 3, "compiled": False}
    with joblib.parallel_config("threading", n_jobs=2):
        wanted = tournament("mow", ["random", "shedder", "opener"], **asked)
    there = tournament("mow", ["random", "shedder", "opener"], **asked)
    assert there.rows() == wanted.rows()
    assert there.duels == wanted.duels


def test_errors_of_workers_arrive_here(cluster: None) -> None:
    @mowlab.bot("mow", name="Lost")
    def lost(view: Any) -> str:
        raise RuntimeError("no idea")

    with pytest.raises(mowlab.BotError, match="no idea"):
        simulate("mow", [lost, "random", "random"], 4)


def test_cancel_comes_back_at_once_and_the_cluster_plays_on(cluster: None) -> None:
    cancel = threading.Event()
    pressed: list[float] = []

    def press(done: int, total: int) -> None:
        if not pressed:
            pressed.append(time.monotonic())
            cancel.set()

    partial = simulate("mow", LINEUP, 4_000, 3, compiled=False, progress=press, cancel=cancel)
    assert time.monotonic() - pressed[0] < 3, "0.2 s on an idle machine"
    assert partial.partial
    assert len(partial) > 0
    began = time.monotonic()
    assert not simulate("mow", LINEUP, 8, 3, compiled=False).partial
    assert time.monotonic() - began < 60, "workers do not go on with what was cancelled"


def test_a_worker_with_other_rules_refuses() -> None:
    plan = simulate("mow", LINEUP, 1, compiled=False).plan
    state = plan.__getstate__()
    same = type(plan).__new__(type(plan))
    same.__setstate__(dict(state))
    assert same.games == 1
    with pytest.raises(
        OtherRules, match=r"has other rules of MOW or another mowlab .* the same mowlab on all computers"
    ):
        same.__setstate__({**state, "made_with": ("0.0", "x")})
