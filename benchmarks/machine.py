"""The machine under the figures: what it is, and how busy others kept it meanwhile."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def cpu_model() -> str:
    """Name of the processor, as the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor())


def usable_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> float:
    """Bytes of main memory, or 0 where the system does not tell."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return 0.0


def load() -> str:
    """Load averages over 1, 5 and 15 minutes, this run's own work included."""
    try:
        return ", ".join(f"{value:.2f}" for value in os.getloadavg())
    except (AttributeError, OSError):
        return "not told by this system"


class Bystanders:
    """How many cores other processes kept busy between `start` and `cores`, from the system's own counters."""

    def __init__(self) -> None:
        self.wall = time.perf_counter()
        self.busy = busy_seconds()

    def cores(self, own_cpu: float) -> float | None:
        """Mean number of cores used by others; `own_cpu` is what our processes used, in seconds. None if not known."""
        now = busy_seconds()
        if now is None or self.busy is None:
            return None
        return max(0.0, (now - self.busy - own_cpu) / (time.perf_counter() - self.wall))


def busy_seconds() -> float | None:
    """CPU seconds that all cores together have worked since the system started; None where it is not told."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return None
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, stat.read_text().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / TICKS
