"""A process that runs batches of one side (`ours` or `peers`) on request, so that rounds can be interleaved.

Started as `python worker.py SIDE`. It answers each JSON line on standard input with one on standard output:

    (at start)                                       {"versions": {...}}
    {"bench": "hearts", "size": 100, "seed": 3}      {"games": 100, "decisions": 6104, ..., "cpu": 0.04, "wall": 0.04}

`cpu` is the CPU time of the whole process with all its threads, `wall` the time on the clock, both in seconds. What a
bench sets up before (a deal, a position) is left out of both. A bench that fails answers {"error": "..."}.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CPU = "cpu"  # asked for like a bench: the process's CPU time since its start


class Worker:
    """The asking side: starts `worker.py` under the given Python and talks to it; use it in a `with` block."""

    def __init__(self, python: str | Path, side: str, env: Mapping[str, str] | None = None) -> None:
        self.side = side
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [str(python), str(HERE / "worker.py"), side],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **(env or {})},
        )  # fmt: skip
        self.versions: dict[str, str] = self.receive()["versions"]

    def send(self, bench: str, size: int, seed: int) -> None:
        """Ask for a batch without waiting for it."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"bench": bench, "size": size, "seed": seed}) + "\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next answer; RuntimeError with the worker's sentence if it failed or died."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the worker for {self.side} ended with exit code {self.process.wait()}; see above")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{self.side}: {answer['error']}")
        return answer

    def ask(self, bench: str, size: int, seed: int) -> dict[str, Any]:
        """Run one batch and wait for its counts and times."""
        self.send(bench, size, seed)
        return self.receive()

    def cpu(self) -> float:
        """Seconds of CPU time that the process has used so far."""
        return float(self.ask(CPU, 0, 0)["cpu"])

    def age(self) -> float:
        """Seconds since the process was started."""
        return time.perf_counter() - self.started

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_failure: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def timed(side: Any, bench: str, size: int, seed: int) -> dict[str, Any]:
    """Prepare a batch, run it, and return its counts with both times."""
    if bench == CPU:
        return {"cpu": time.process_time()}
    if bench not in side.BENCHES:
        raise ValueError(f"no bench {bench!r}; there are {', '.join(side.BENCHES)}")
    batch = side.BENCHES[bench](size, seed)
    cpu, wall = time.process_time(), time.perf_counter()
    counts = batch()
    return {**counts, "cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}


def serve(name: str) -> None:
    """Answer requests until standard input ends."""
    # The libraries may print: only the protocol may use the real standard output.
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(2, 1)

        def reply(answer: dict[str, Any]) -> None:
            print(json.dumps(answer), file=out, flush=True)

        side = importlib.import_module(name)
        reply({"versions": side.versions()})
        for line in sys.stdin:
            try:
                reply(timed(side, **json.loads(line)))
            except Exception as error:  # the asking side has to hear of any failure, or it would wait for ever
                reply({"error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    serve(sys.argv[1])
