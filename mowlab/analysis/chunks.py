"""Many chunks of work: on threads or through any joblib backend, with progress and a Cancel that works at once.

The work runs beside the caller's thread, which looks in twenty times a second: so progress, Cancel and Ctrl-C do not
depend on how long a chunk takes, and a chunk that does not come back (a compiler at work, a bot in an endless loop)
cannot hold the caller.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from ..core.cancel import wants_to_stop

Result = TypeVar("Result")
Progress = Callable[[int, int], object]

LOOK_IN = 0.05  # seconds between two looks of the caller
GRACE = 0.15  # seconds that chunks have to come back after Cancel


class Live:
    """What caller and chunks share while they run in one process: the flag that stops, and how far each chunk is."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, dtype=np.int64)  # what the compiled loops poll as cancel[0]
        self.lock = threading.Lock()
        self.running: dict[int, Callable[[], int]] = {}
        self.closed = False

    def __reduce__(self) -> tuple[Any, ...]:
        return Live, ()  # another process has its own

    def reports(self, chunk: int, done: Callable[[], int]) -> None:
        """`done()` says how many units of this chunk are finished, at any time."""
        self.running[chunk] = done

    def done(self) -> int:
        return sum(done() for done in list(self.running.values()))


def run(
    work: Callable[[int, Live], Result],
    chunks: int,
    receive: Callable[[int, Result], int],
    total: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    cancel: Any = None,
) -> bool:
    """Call work(i, live) for i below `chunks`, receive(i, result) for each as it comes back; True if all came back.

    receive returns the units done by that chunk, out of `total` for `progress(done, total)`, which is called in this
    thread, never with a smaller number than before.  What work raises is raised here.
    """
    live = Live()
    received = 0
    failed: list[BaseException] = []
    parallel = _parallel(threads)

    def collect() -> None:
        nonlocal received
        try:
            # once the flag is set, no more chunks are handed out
            results = parallel(_call(work, i, live) for i in range(chunks) if not live.flag[0])
            for i, result in results:
                with live.lock:
                    if live.closed:
                        break
                    live.running.pop(i, None)
                    received += receive(i, result)
                if live.flag[0] and not _sees_flag(parallel):
                    getattr(results, "close", list)()  # a list holds all there is
                    break
        except BaseException as error:
            failed.append(error)

    def done() -> int:
        with live.lock:
            return received + live.done()

    worker = threading.Thread(target=collect, name="mowlab chunks", daemon=True)
    worker.start()
    shown = 0
    try:
        while worker.is_alive():
            worker.join(LOOK_IN)
            if failed:
                break
            if wants_to_stop(cancel):
                live.flag[0] = 1
                worker.join(GRACE)
                break
            if progress is not None and (now := done()) > shown and now < total:
                shown = now
                progress(now, total)
    finally:
        with live.lock:
            live.closed = True
        live.flag[0] = 1  # also for chunks beside one that failed
    if failed:
        raise failed[0]
    if progress is not None and received > shown:
        progress(received, total)
    return received == total


def _call(work: Callable[[int, Live], Result], i: int, live: Live) -> Any:
    from joblib import delayed  # type: ignore[import-untyped]

    return delayed(_labelled)(work, i, live)


def _labelled(work: Callable[[int, Live], Result], i: int, live: Live) -> tuple[int, Result]:
    return i, work(i, live)


def _sees_flag(parallel: Any) -> bool:
    """The chunks run in this process, so those under way come back by themselves."""
    return bool(getattr(parallel._backend, "supports_sharedmem", False))  # Dask's does not say


def _parallel(threads: int | None) -> Any:
    """What joblib.parallel_config asks for; without one, `threads` threads (default: one for each processor)."""
    from joblib import Parallel
    from joblib.parallel import get_active_backend  # type: ignore[import-untyped]

    # Only a configured backend or number of jobs stays the same whichever kind is preferred.
    (kind, _), (other_kind, jobs) = (get_active_backend(prefer=kind) for kind in ("threads", "processes"))
    configured = jobs is not None or type(kind) is type(other_kind)
    how: dict[str, Any] = {
        "n_jobs": threads if threads is not None or configured else os.cpu_count(),
        "prefer": "threads",
    }
    if type(kind).__name__ == "DaskDistributedBackend":  # of no more use after a Cancel, so each run has its own
        how |= {"backend": kind.get_nested_backend()[0], "n_jobs": -1}
    try:
        return Parallel(**how, return_as="generator_unordered")
    except ValueError:  # a backend that hands over all results at the end
        return Parallel(**how)
