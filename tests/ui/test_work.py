"""Guarded handlers and jobs: nothing fails in silence, progress is throttled, the last state always arrives."""

import sys
import threading
import time
from typing import Any

import pytest

from mowlab.ui import work
from mowlab.ui.work import Job, JobBar, explain, guarded, look

LONG = 5.0  # seconds; only reached when something hangs


class Clear(Exception):
    """An error of mowlab's own, written for readers."""

    __module__ = "mowlab.somewhere"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What goes to the server's log."""
    lines: list[str] = []

    class Log:
        def write(self, text: str) -> None:
            lines.append(text)

        def flush(self) -> None: ...

    monkeypatch.setattr(sys, "__stderr__", Log())
    return lines


def test_a_guarded_handler_passes_arguments_and_result_on() -> None:
    assert guarded(lambda a, b: a - b, print)(7, b=2) == 5


def test_an_error_in_a_handler_reaches_the_page_and_the_log(log: list[str]) -> None:
    page: list[str] = []
    assert guarded(lambda: 1 // 0, page.append)() is None
    assert page == ["Something went wrong (ZeroDivisionError). The details are in the log of the server."]
    assert "ZeroDivisionError: integer division" in "".join(log)


def test_mowlabs_own_errors_are_shown_word_for_word() -> None:
    assert explain(Clear("There is no bot called 'bob'.")) == "There is no bot called 'bob'."
    assert "Clear" in explain(Clear(""))


def test_a_job_reports_at_most_ten_times_a_second_and_once_at_the_end() -> None:
    seen: list[tuple[str, float]] = []

    def count(job: Job) -> str:
        until = time.monotonic() + 0.55
        steps = 0
        while time.monotonic() < until:
            steps += 1
            job.progress(steps, 10**9)
        job.progress(10**9, 10**9)
        return "counted"

    job = Job(count, lambda job: seen.append((job.state, job.done))).start()
    assert job.wait(LONG)
    running = [done for state, done in seen if state == "running"]
    assert 2 <= len(running) <= 7
    assert seen[-1] == ("done", 10**9)
    assert [state for state, done in seen].count("done") == 1
    assert job.result == "counted"


@pytest.mark.parametrize("way", ["flag", "event", "check"])
def test_cancel_stops_each_kind_of_loop(way: str) -> None:
    def loop(job: Job) -> str:
        job.progress(3, 10)
        while not (job.flag[0] if way == "flag" else way == "event" and job.stopped.is_set()):
            if way == "check":
                job.check()
            time.sleep(0.005)
        return "part"

    states: list[str] = []
    job = Job(loop, lambda job: states.append(job.state)).start()
    time.sleep(0.05)
    job.cancel()
    assert job.wait(LONG)
    assert job.state == states[-1] == "cancelled"
    assert job.result == (None if way == "check" else "part")
    assert look(job, "games")["text"] == "Stopped at 3 of 10 games"


def test_a_failing_job_says_so_and_logs(log: list[str]) -> None:
    states: list[str] = []
    job = Job(lambda job: 1 // 0, lambda job: states.append(job.state)).start()
    assert job.wait(LONG)
    assert states == ["failed"]
    assert isinstance(job.error, ZeroDivisionError)
    assert "ZeroDivisionError" in "".join(log)
    assert look(job) == {"state": "failed", "fraction": 0.0, "text": explain(job.error)}


def test_time_left_is_said_once_it_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(lambda job: None)
    job.state = "running"
    job.done, job.total = 250.0, 1000.0
    clock = [0.5]
    monkeypatch.setattr(work.time, "monotonic", lambda: clock[0])
    assert look(job, "games")["text"] == "250 of 1,000 games"
    clock[0] = 2.0
    assert look(job, "games")["text"] == "250 of 1,000 games · about 6 s left"


def test_the_bar_shows_start_end_and_calls_then() -> None:
    bar, results, shown = JobBar(), list[Any](), list[dict[str, Any]]()
    bar.observe(lambda change: shown.append(change["new"]), "shown")
    assert bar.shown["state"] == "new"
    job = bar.start(lambda job: job.progress(10, 10) or 42, lambda job: results.append(job.result), unit="games")
    assert job.wait(LONG)
    assert results == [42]
    assert shown[0]["state"] == "running"
    assert (bar.shown["state"], bar.shown["fraction"]) == ("done", 1.0)
    assert bar.shown["text"].startswith("10 games in ")
    assert not bar.running


def test_cancel_on_the_page_stops_the_job() -> None:
    bar, results = JobBar(), list[Any]()
    job = bar.start(lambda job: job.stopped.wait(LONG), lambda job: results.append(job.state))
    assert bar.running
    bar.asked += 1  # what the page does
    assert job.wait(LONG)
    assert results == ["cancelled"]
    assert bar.shown["state"] == "cancelled"


def test_an_error_while_drawing_the_result_is_shown(log: list[str]) -> None:
    bar = JobBar()

    def then(job: Job) -> None:
        raise Clear("The chart has no rows.")

    assert bar.start(lambda job: 1, then).wait(LONG)
    assert bar.shown == {"state": "failed", "fraction": 0.0, "text": "The chart has no rows."}
    assert "no rows" in "".join(log)


def test_a_new_job_replaces_the_old_one_which_draws_no_more() -> None:
    bar, results = JobBar(), list[str]()
    released = threading.Event()

    def slow(job: Job) -> str:
        job.stopped.wait(LONG)
        released.wait(LONG)
        return "old"

    old = bar.start(slow, lambda job: results.append(job.result))
    new = bar.start(lambda job: "new", lambda job: results.append(job.result))
    assert new.wait(LONG)
    released.set()
    assert old.wait(LONG)
    assert old.state == "cancelled"
    assert results == ["new"]
    assert bar.shown["state"] == "done"
