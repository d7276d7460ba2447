"""Is this computer fit to serve mowlab to others?  What ``mowlab doctor`` adds to ``mowlab.diagnosis``."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import sys
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

from mowlab.diagnosis import MEND, OK, Finding
from mowlab.serve.config import DEFAULTS, read_config
from mowlab.serve.launch import is_port, probe, reachable

NOTE = "note"  # good to know, nothing to mend
PINS = Path(__file__).parents[2] / "constraints.txt"  # in a checkout; an installed package has none
SERVED = (
    "voila",
    "jupyter-server",
    "jupyter-client",
    "tornado",
    "ipykernel",
    "ipywidgets",
    "anywidget",
    "numpy",
    "numba",
)
MEGABYTE = 1024 * 1024
SERVER_MEMORY = 120 * MEGABYTE
PAGE_MEMORY = 120 * MEGABYTE  # the most a page takes until it draws a chart or simulates
BUSY_PAGE_MEMORY = 260 * MEGABYTE  # and afterwards
SERVER_FILES, PAGE_FILES = 60, 30  # open files of the server process: its own, and for each page


def examine_host(port: int, ip: str = "127.0.0.1", config: Path | None = None) -> list[Finding]:
    """Look at what serving needs, without changing anything: ``port``, ``ip`` and ``config`` as for ``serve``."""
    try:
        most = max_kernels({} if config is None else read_config(config))
    except ValueError as error:
        return [Finding(MEND, "settings", str(error))]
    return [
        python(sys.version_info[:2]),
        pins(PINS),
        memory(total_memory(), most),
        files(file_limit(), most),
        at_port(ip, port),
        account(os.geteuid() if hasattr(os, "geteuid") else 1),
        reach(ip),
    ]


def max_kernels(settings: dict[str, dict[str, Any]]) -> int:
    """How many pages may be open.  ValueError with a sentence if the settings give no positive number."""
    most = {**DEFAULTS["CappedKernelManager"], **settings.get("CappedKernelManager", {})}["max_kernels"]
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        raise ValueError(f"CappedKernelManager.max_kernels must be a whole number from 1 on, not {most!r}.")
    return most


def python(version: tuple[int, ...]) -> Finding:
    found = ".".join(map(str, version))
    if version >= (3, 11):
        return Finding(OK, "python", found)
    return Finding(MEND, "python", f"{found}; mowlab needs 3.11 or newer")


def pins(path: Path) -> Finding:
    """Whether what serves has the versions that mowlab is tested with."""
    if not path.is_file():
        return Finding(NOTE, "versions", "the tested versions are in constraints.txt of mowlab's own folder, not here")
    pinned = dict(re.findall(r"^([\w.-]+)==([^\s;]+)\s*$", path.read_text(encoding="utf-8"), re.MULTILINE))
    other = [
        f"{name} {found} (tested: {pinned[name]})"
        for name in SERVED
        if name in pinned and (found := _version(name)) not in (None, pinned[name])
    ]
    if other:
        advice = "in mowlab's own folder: pip install -c constraints.txt .[apps]"
        return Finding(MEND, "versions", f"{', '.join(other)}; {advice}")
    return Finding(OK, "versions", "as tested")


def memory(total: int, most: int) -> Finding:
    """Whether the pages that may be open fit: all of them as they start, or even after charts and simulations."""
    if not total:
        return Finding(NOTE, "memory", "this system does not tell how much it has; a page takes 70 to 260 MB")
    room = max(0, total - SERVER_MEMORY)
    what = f"{total // MEGABYTE:,} MB for max_kernels {most}"
    if most * PAGE_MEMORY > room:
        return Finding(MEND, "memory", f"{what} is too little; set CappedKernelManager.max_kernels to {_fit(room)}")
    if most * BUSY_PAGE_MEMORY > room:
        return Finding(NOTE, "memory", f"{what} is enough unless all of them simulate; {_fit(room)} would be safe")
    return Finding(OK, "memory", f"{what}, 260 MB each")


def files(limit: int | None, most: int) -> Finding:
    """Whether the server may open as many files and connections as the pages need."""
    need = SERVER_FILES + PAGE_FILES * most
    if limit is None or limit >= need:
        return Finding(OK, "open files", "no limit here" if limit is None else f"{limit:,} allowed, {need:,} needed")
    advice = f"ulimit -n {need}, or LimitNOFILE={need} in the systemd unit"
    return Finding(MEND, "open files", f"{limit:,} allowed, {need:,} needed for max_kernels {most}: {advice}")


def at_port(ip: str, port: int) -> Finding:
    """Whether the port is free, or mowlab itself is there already."""
    what = f"port {port}"
    if not is_port(port):
        return Finding(MEND, what, "no such port; choose one from 1024 to 65535")
    if port:
        try:
            probe(ip, port)
        except OSError as error:
            if (pages := running(ip, port)) is not None:
                return Finding(OK, what, f"mowlab runs there; open pages: {pages}")
            return Finding(MEND, what, f"cannot be used ({error}); choose another one: mowlab serve --port {port + 1}")
    return Finding(OK, what, "free" if port else "any free one")


def running(ip: str, port: int) -> int | None:
    """Number of open pages of the mowlab that answers there, or None if none does."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"http://{reachable(ip)}:{port}/mowlab/health", timeout=3) as answer:
            return int(json.load(answer)["kernels"])
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None


def account(user: int) -> Finding:
    if user == 0:
        return Finding(NOTE, "account", "this is root; for strangers run mowlab as a user of its own (docs/hosting.md)")
    return Finding(OK, "account", "not root")


def reach(ip: str) -> Finding:
    if ip in ("127.0.0.1", "localhost", "::1"):
        text = "this computer only; a proxy in front must pass on Host and Upgrade (docs/hosting.md)"
        return Finding(NOTE, "reach", text)
    return Finding(
        NOTE, "reach", "other computers, without encryption; on the internet put a proxy with HTTPS in front"
    )


def total_memory() -> int:
    """Bytes that this system, or the container or service that this runs in, may use; 0 if that is not told."""
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
    except OSError:
        return total
    return min(total, int(limit)) if limit.isdigit() else total


def file_limit() -> int | None:
    """Files that a process may have open; None if there is no limit."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def _fit(room: int) -> int:
    return max(1, room // BUSY_PAGE_MEMORY)


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
