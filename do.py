#!/usr/bin/env python3
"""Two commands for a fresh checkout, on Linux, macOS and Windows, with nothing but Python 3.11 or newer:

    python3 do.py app     make .venv if need be, start the apps, open them in a browser (or print the address)
    python3 do.py test    make .venv if need be, then check and test everything (a minute or ten)

Both may be repeated; what is already there is kept.  Nothing is left outside this folder but caches.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # the one file that an older Python may meet
    sys.exit(f"mowlab needs Python 3.11 or newer; this is Python {sys.version_info[0]}.{sys.version_info[1]}.")

import argparse
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "mowlab-installed.txt"  # written last: a half-done install has none and is done again
INPUTS = ("pyproject.toml", "constraints.txt", "setup.py")  # what is installed depends on these

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
NO_BROWSER = (
    "The browser tests need Chromium, Chrome or Edge and found none. Install one (Debian, Ubuntu: sudo apt-get install "
    "chromium; elsewhere from its maker), or name one: MOWLAB_CHROMIUM=/path/to/it python3 do.py test."
)


class Stop(Exception):
    """Work cannot go on; the text says why in one sentence."""


# --- Setting up -----------------------------------------------------------------------------------------------------


def set_up(extra: str) -> None:
    """Make ``.venv`` hold mowlab with an extra ("apps", or "dev" which includes it) in the pinned versions."""
    wanted = digest()
    if installed() in (f"{extra} {wanted}", f"dev {wanted}") and works(PYTHON):
        return
    make_venv()
    STAMP.unlink(missing_ok=True)
    say(f"Installing mowlab's packages into {VENV.relative_to(ROOT)} (the first time this takes a minute or two)")
    pip = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet"]
    if run([*pip, "-c", "constraints.txt", "-e", f".[{extra}]"]) != 0:
        raise Stop("The packages could not be installed; pip's message above says why. Is there a network? Try again.")
    STAMP.write_text(f"{extra} {wanted}\n", encoding="utf-8")


def make_venv() -> None:
    """A working ``.venv``: the one that is there, or a new one."""
    if works(PYTHON):
        return
    for module in ("venv", "ensurepip"):  # Debian and Ubuntu ship them apart from Python
        if importlib.util.find_spec(module) is None:
            raise Stop(
                f"This Python has no {module} module, which makes the environment. On Debian or Ubuntu: "
                "sudo apt-get install python3-venv; elsewhere install Python from its maker."
            )
    if VENV.exists():
        if not (VENV / "pyvenv.cfg").exists() and any(VENV.iterdir()):
            raise Stop(f"{VENV} is in the way and is no Python environment; move it and try again.")
        say("The environment in .venv does not work; making it anew")
        shutil.rmtree(VENV)
    if run([sys.executable, "-m", "venv", VENV]) != 0:
        raise Stop(f"Python could not make an environment in {VENV}; the message above says why.")


def works(python: Path) -> bool:
    """Whether this is a Python that mowlab can use, with pip."""
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([python, "-c", probe], capture_output=True, cwd=VENV).returncode == 0
    except OSError:
        return False


def installed() -> str:
    return STAMP.read_text(encoding="utf-8").strip() if STAMP.is_file() else ""


def digest() -> str:
    """Of all that decides what is installed; the folder too, as an editable install points to it."""
    parts = [(ROOT / name).read_bytes() for name in INPUTS if (ROOT / name).exists()]
    return hashlib.sha256(b"\0".join([str(ROOT).encode(), *parts])).hexdigest()


def find_browser() -> str:
    """Path of a Chromium-like browser; installs Debian's where this may be done without asking."""
    named = os.environ.get("MOWLAB_CHROMIUM")
    if named:
        if shutil.which(named) is None:
            raise Stop(f"MOWLAB_CHROMIUM names {named}, which is no program.")
        return named
    if (found := next(filter(None, map(shutil.which, BROWSERS)), None)) is not None:
        return found
    if (sudo := apt()) is not None:
        say("Installing Chromium for the browser tests")
        run([*sudo, "apt-get", "update", "-qq"])
        run([*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "chromium"])
        if (found := shutil.which("chromium")) is not None:
            return found
    raise Stop(NO_BROWSER)


def find_nginx() -> str:
    """Path of nginx for the tests behind a proxy, or "" (they are skipped then).

    Debian's package is unpacked into .venv, not installed: that would start a web server on this computer.
    """
    unpacked = VENV / "nginx" / "usr" / "sbin" / "nginx"
    found = os.environ.get("MOWLAB_NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if found is None and not unpacked.exists() and (sudo := apt()) is not None:
        say("Fetching nginx for the tests behind a proxy")
        run([*sudo, "apt-get", "update", "-qq"])
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["apt-get", "download", "-qq", "nginx"], cwd=folder)
            for package in Path(folder).glob("nginx_*.deb"):
                run(["dpkg", "-x", package, VENV / "nginx"])
    found = found or str(unpacked)
    return found if shutil.which(found) and run([found, "-v"], quiet=True) == 0 else ""


def apt() -> list[str] | None:
    """What goes before apt-get where it may be used without asking, or None."""
    sudo = [] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n"]
    usable = shutil.which("apt-get") and (not sudo or (shutil.which("sudo") and run([*sudo, "true"], quiet=True) == 0))
    return sudo if usable else None


# --- Testing --------------------------------------------------------------------------------------------------------


def lint() -> int:
    return python("ruff", "check", ".") or python("mypy")


def unit(*arguments: str) -> int:
    return pytest("tests", "--ignore=tests/browser", *arguments)


def boundscheck(*arguments: str) -> int:
    """The marked tests with array bounds checked, with a cache of its own: the usual one holds unchecked code."""
    cache = str(VENV / "cache-boundscheck")
    return pytest(
        *("tests", "--ignore=tests/browser", "-m", "boundscheck", *arguments),
        NUMBA_BOUNDSCHECK="1",
        NUMBA_CACHE_DIR=cache,
        MOWLAB_CACHE_DIR=cache,
    )


def notebooks(*arguments: str) -> int:
    return pytest("--nbval-lax", "--nbval-current-env", "notebooks", *arguments)


def browser(*arguments: str) -> int:
    return pytest("tests/browser", *arguments, MOWLAB_CHROMIUM=find_browser(), MOWLAB_NGINX=find_nginx())


STAGES: dict[str, Callable[..., int]] = {
    "lint": lint,
    "unit": unit,
    "boundscheck": boundscheck,
    "notebooks": notebooks,
    "browser": browser,
}


def run_stages(names: Sequence[str], arguments: Sequence[str]) -> int:
    """Run the stages until one fails; the exit code of that one, else 0."""
    if "browser" in names:
        find_browser()  # say at once, not after ten minutes, that it is missing
    for name in names:
        say(f"Stage {name}")
        start = time.monotonic()
        code = STAGES[name](*([] if name == "lint" else arguments))
        say(f"Stage {name} {'passed' if code == 0 else 'FAILED'} after {time.monotonic() - start:.0f} s")
        if code != 0:
            return code
    return 0


# --- Commands -------------------------------------------------------------------------------------------------------


def app(arguments: Sequence[str]) -> int:
    set_up("apps")
    return python("mowlab.serve", *arguments)


def test(only: str | None, arguments: Sequence[str]) -> int:
    set_up("dev")
    if only is None and arguments:
        return pytest(*arguments)
    return run_stages([only] if only else list(STAGES), arguments)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="do.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="app | test")
    start = commands.add_parser("app", help="start the apps", allow_abbrev=False, add_help=False)
    start.description = "Options go to mowlab.serve: --port N, --ip ADDRESS, --no-browser, --lab, --help."
    check = commands.add_parser("test", help="check and test everything", allow_abbrev=False)
    check.description = "Without options, all stages.  Others go to pytest: do.py test tests/test_project.py -k import"
    check.add_argument("--only", choices=STAGES, help="one stage")
    known, others = parser.parse_known_args()
    os.chdir(ROOT)
    try:
        return app(others) if known.command == "app" else test(known.only, others)
    except Stop as reason:
        print(reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


# --- Small tools ----------------------------------------------------------------------------------------------------


def say(text: str) -> None:
    print(f"== {text}", flush=True)


def run(command: Sequence[str | Path], quiet: bool = False, **environment: str) -> int:
    """Exit code of a command; Ctrl-C and SIGTERM go to it, and we wait for its clean end."""
    nothing = subprocess.DEVNULL
    output = {"stdout": nothing, "stderr": nothing} if quiet else {}
    process = subprocess.Popen(list(map(str, command)), env={**os.environ, **environment}, stdin=nothing, **output)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def python(module: str, *arguments: str, **environment: str) -> int:
    return run([PYTHON, "-m", module, *arguments], **environment)


def pytest(*arguments: str, **environment: str) -> int:
    return python("pytest", *arguments, **environment)


if __name__ == "__main__":
    sys.exit(main())
