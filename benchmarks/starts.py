"""The sections of a run that start fresh processes: compiling, importing, and the memory of a page's kernel."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import ours
from figures import Figure, Goal, cells, megabytes, seconds, table
from sections import Report, Settings, turning
from worker import Worker

IMPORT_SECONDS = 0.2
KERNEL_TIMEOUT = 300  # seconds; a cold compile under load takes a tenth of it
NOTHING = "nothing"
WHOLE, CPU, FILES = "start of Python to first result", "CPU time of the process, both calls", "size of the cache"
Times = dict[str, float]

COMPILING_NOTES = """\
First calls in a fresh process by the clock, in this order: what one loop compiled, the next one need not."""
IMPORTING_NOTES = """\
Fresh processes by the clock, by turns; what is added is the difference within a round."""
MEMORY_NOTES = """\
A real Jupyter kernel of its own after it has run the named imports and calls. PSS counts memory shared with other
processes by its share."""


def first_calls(cache: Path, seed: int) -> Times:
    """Seconds of the first call of each loop in a fresh process that keeps compiled code in `cache`."""
    with Worker(sys.executable, "ours", {"MOWLAB_CACHE_DIR": str(cache)}) as worker:
        found: Times = {}
        for name, bench in ours.LOOPS.items():
            began = time.perf_counter()
            worker.ask(bench, 1, seed)
            found[f"`{name}`"] = time.perf_counter() - began
            found.setdefault(WHOLE, worker.age())
        found[CPU] = worker.cpu()
    return found


def still(cache: Path) -> None:
    """RuntimeError if mowlab was edited meanwhile: its cache has one folder for each state of the sources."""
    if len(list(cache.iterdir())) != 1:
        raise RuntimeError("mowlab's sources changed during this section, so its cache was not used; run it again")


def compiling(settings: Settings) -> Report:
    """First calls with an empty cache folder, and again from the folder that this filled, in fresh processes."""
    cold: list[Times] = []
    warm: list[Times] = []
    sizes: list[float] = []
    for number in range(settings.few):
        with tempfile.TemporaryDirectory() as folder:
            cold.append(first_calls(Path(folder), settings.seed + number))
            sizes.append(sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()))
            warm.append(first_calls(Path(folder), settings.seed + number))
            still(Path(folder))
    rows = [
        [f"{name}, {state}", *cells(Figure.of(taken[name] for taken in runs), seconds)]
        for name in cold[0]
        for state, runs in (("cold", cold), ("from the cache", warm))
    ]
    text = "\n\n".join([
        "## Compiling",
        COMPILING_NOTES,
        table(["first call", "median", "min", "max", "n"], [*rows, [FILES, *cells(Figure.of(sizes), megabytes)]]),
    ])  # fmt: skip
    return Report(text, [], ours.versions())


def python(code: str) -> float:
    """Seconds, by the clock, of a fresh Python that runs `code`."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - began


def importing(settings: Settings) -> Report:
    """`import mowlab` and a first match in fresh processes, by turns with one that does nothing."""
    codes = {NOTHING: "pass", **ours.STARTS}
    for code in codes.values():
        python(code)  # bytecode and the disk's cache
    taken: dict[str, list[float]] = {name: [] for name in codes}
    for _number, names in turning(list(codes), 3 * settings.rounds):
        for name in names:
            taken[name].append(python(codes[name]))
    figures = {name: Figure.of(found) for name, found in taken.items()}
    added = {name: figures[name].less(figures[NOTHING]) for name in ours.STARTS}
    rows = [[f"Python with {name}", *cells(figure, seconds)] for name, figure in figures.items()]
    rows += [[f"{name} adds", *cells(figure, seconds)] for name, figure in added.items()]
    text = "\n\n".join([
        "## Importing",
        IMPORTING_NOTES,
        table(["process", "median", "min", "max", "n"], rows),
    ])  # fmt: skip
    goals = [Goal(ours.IMPORT, added[ours.IMPORT], seconds, below=IMPORT_SECONDS)]
    return Report(text, goals, ours.versions())


def kernel_memory(code: list[str], env: Mapping[str, str]) -> tuple[float, float]:
    """Bytes of RSS and PSS of a fresh Jupyter kernel after it has run these cells; RuntimeError if one fails."""
    from jupyter_client.manager import start_new_kernel

    folder = str(ours.NOTEBOOK.parent) if ours.NOTEBOOK.exists() else None
    manager, client = start_new_kernel(kernel_name="python3", env={**os.environ, **env}, cwd=folder)
    try:
        for cell in code:
            reply = client.execute_interactive(cell, timeout=KERNEL_TIMEOUT, output_hook=lambda message: None)
            if reply["content"]["status"] != "ok":
                raise RuntimeError(f"a kernel failed: {reply['content']['ename']}: {reply['content']['evalue']}")
        return rollup(getattr(manager.provisioner, "pid"))  # noqa: B009  the base class does not promise a process
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def rollup(pid: int) -> tuple[float, float]:
    """Bytes of RSS and PSS of a process, from Linux's own account."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}
    return kilobytes["Rss"] * 1024.0, kilobytes["Pss"] * 1024.0


def memory(settings: Settings) -> Report:
    """Memory of a real Jupyter kernel by what the page has loaded."""
    if not Path("/proc/self/smaps_rollup").exists():
        raise RuntimeError("the section memory reads Linux's /proc/PID/smaps_rollup, which this system does not have")
    kernels = {**ours.KERNELS, **({"the MOW page, all its cells run": ours.page_cells()} if ours.page_cells() else {})}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in kernels}
    with tempfile.TemporaryDirectory() as folder:
        # The first kernel that compiles finds an empty cache in each round's own folder; the later ones load from it.
        for number in range(settings.few):
            cache = Path(folder) / str(number)
            for name, code in kernels.items():
                found[name].append(kernel_memory(code, {"MOWLAB_CACHE_DIR": str(cache)}))
            still(cache)
    rows = [
        [name, *cells(Figure.of(rss for rss, _ in got), megabytes), megabytes(Figure.of(pss for _, pss in got).median)]
        for name, got in found.items()
    ]
    text = "\n\n".join([
        "## Memory of a kernel",
        MEMORY_NOTES,
        table(["kernel with", "RSS median", "min", "max", "n", "PSS median"], rows),
    ])  # fmt: skip
    return Report(text, [], ours.versions())
