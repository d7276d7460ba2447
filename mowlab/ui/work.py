"""Handlers that cannot fail in silence, and long work in a thread with progress and Cancel.

Voila shows nothing of an error in a callback or thread, and drops updates for good past a thousand messages a second:
so every handler goes through `guarded`, and all progress through a `Job`, which reports ten times a second at most.

>>> bar = JobBar()
>>> bar.start(lambda job: simulate(..., progress=job.progress, cancel=job.flag), then=draw, unit="games")
"""

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, Literal, ParamSpec, TypeVar

import anywidget
import numpy as np
import numpy.typing as npt
import traitlets

from mowlab.ui import STATIC, asset

P = ParamSpec("P")
R = TypeVar("R")

State = Literal["new", "running", "done", "cancelled", "failed"]
INTERVAL = 0.1  # seconds between two reports of progress


def explain(error: BaseException) -> str:
    """One sentence for the page: mowlab's own errors are written for readers, others are named and left to the log."""
    text = str(error).strip()
    if type(error).__module__.partition(".")[0] == "mowlab" and text:
        return text
    return f"Something went wrong ({type(error).__name__}). The details are in the log of the server."


def guarded(handler: Callable[P, R], report: Callable[[str], object]) -> Callable[P, R | None]:
    """`handler` for a callback or thread: an error goes to `report` as a sentence and to the log with its traceback."""

    def run(*args: P.args, **kwargs: P.kwargs) -> R | None:
        try:
            return handler(*args, **kwargs)
        except Exception as error:
            traceback.print_exc(file=sys.__stderr__)
            report(explain(error))
            return None

    return run


class Cancelled(Exception):
    """Raised by `Job.check` in the work of a job that was cancelled."""


class Job:
    """One piece of long work in a daemon thread.

    work:   work(job) in the thread; it calls `job.progress(done, total)` as often as it likes, and stops when asked:
            compiled loops poll `job.flag[0]`, Python calls `job.check()` or hands `job.stopped` on.  What it returns
            is `job.result`, also after a cancel (then it is what was reached)
    watch:  watch(job), called in the thread: at most every INTERVAL seconds while it runs, and once when it has ended

    state, done, total, result, error and seconds (so far, or in all) may be read from any thread.
    """

    def __init__(self, work: Callable[["Job"], Any], watch: Callable[["Job"], object] | None = None) -> None:
        self.state: State = "new"
        self.done = 0.0
        self.total = 0.0
        self.result: Any = None
        self.error: BaseException | None = None
        self.stopped = threading.Event()
        self.flag: npt.NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self._work = work
        self._watch = guarded(watch, lambda text: None) if watch is not None else None
        self._began = self._ended = self._reported = 0.0
        self._thread = threading.Thread(target=self._run, daemon=True, name="mowlab job")

    @property
    def seconds(self) -> float:
        """How long the work has taken so far, or took."""
        return 0.0 if self.state == "new" else (self._ended or time.monotonic()) - self._began

    @property
    def fraction(self) -> float:
        """Share done, 0 to 1."""
        return min(1.0, max(0.0, self.done / self.total)) if self.total > 0 else 0.0

    def start(self) -> "Job":
        """Begin; a job runs once."""
        self.state, self._began = "running", time.monotonic()
        self._thread.start()
        return self

    def progress(self, done: float, total: float) -> None:
        """Note how far the work is; passed on to `watch` not more often than every INTERVAL seconds."""
        self.done, self.total = float(done), float(total)
        now = time.monotonic()
        if self._watch is not None and now - self._reported >= INTERVAL:
            self._reported = now
            self._watch(self)

    def cancel(self) -> None:
        """Ask the work to stop; returns at once."""
        self.flag[0] = 1
        self.stopped.set()

    def check(self) -> None:
        """Raise `Cancelled` if the job was cancelled (for work written in Python)."""
        if self.stopped.is_set():
            raise Cancelled("The work was cancelled.")

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end including the last `watch`; False if `timeout` seconds passed before."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        end: State = "done"
        try:
            self.result = self._work(self)
        except Cancelled:
            pass
        except BaseException as error:  # whatever it is: the page must hear of it, the thread ends anyway
            traceback.print_exc(file=sys.__stderr__)
            self.error, end = error, "failed"
        if end == "done" and self.stopped.is_set():
            end = "cancelled"
        self._ended = time.monotonic()
        self.state = end
        if self._watch is not None:
            self._watch(self)


class JobBar(anywidget.AnyWidget):
    """Progress of one job at a time, with Cancel and the time left; draws nothing before the first `start`.

    shown:  {state, fraction, text}: what the page draws
    asked:  counts the presses of Cancel; set by the page
    """

    _esm = STATIC / "work.js"
    _css = asset("tokens.css") + asset("work.css")

    shown: "traitlets.Dict[str, Any]" = traitlets.Dict({"state": "new", "fraction": 0.0, "text": ""}).tag(sync=True)
    asked = traitlets.Int(0).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.job: Job | None = None
        self.observe(lambda change: self.cancel(), "asked")

    @property
    def running(self) -> bool:
        """Whether a job is at work."""
        return self.job is not None and self.job.state == "running"

    def start(
        self, work: Callable[[Job], Any], then: Callable[[Job], object] | None = None, *, unit: str = "", what: str = ""
    ) -> Job:
        """Run `work(job)` in a thread; a job still running is cancelled and shown no more.

        then:  then(job) in that thread when it is done or cancelled (not when it failed or was replaced)
        unit:  what is counted ("games"); what: the task in a word or two, shown first ("Playing")
        """

        def watch(job: Job) -> None:
            if self.job is not job:
                return
            failures: list[str] = []
            if then is not None and job.state in ("done", "cancelled"):
                guarded(then, failures.append)(job)
            self.shown = look(job, unit, what, *failures)

        self.cancel()
        self.job = Job(work, watch)
        self.shown = {"state": "running", "fraction": 0.0, "text": what or "Working …"}
        return self.job.start()

    def cancel(self) -> None:
        """Cancel the job at work, if there is one."""
        if self.job is not None:
            self.job.cancel()


def look(job: Job, unit: str = "", what: str = "", failure: str = "") -> dict[str, Any]:
    """What a bar shows of a started job, {state, fraction, text}; `failure` = what went wrong after it."""
    if job.error is not None:
        failure = explain(job.error)
    if failure:
        return {"state": "failed", "fraction": job.fraction, "text": failure}
    reached = f"{job.done:,.0f} of {job.total:,.0f} {unit}".strip()
    text = {
        "running": reached + _time_left(job) if job.total else "Working …",
        "done": f"{job.total:,.0f} {unit} in {job.seconds:.1f} s" if unit else f"Done in {job.seconds:.1f} s",
        "cancelled": f"Stopped at {reached}" if job.total else "Stopped",
    }[job.state]
    fraction = 1.0 if job.state == "done" else job.fraction
    return {"state": job.state, "fraction": fraction, "text": f"{what}: {text}" if what else text}


def _time_left(job: Job) -> str:
    if job.seconds < 1 or job.fraction < 0.02:  # too early to tell
        return ""
    return f" · about {max(1, round(job.seconds * (1 / job.fraction - 1)))} s left"
