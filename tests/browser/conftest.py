"""Real pages in real Chromium with the network off.

The fixtures that other test files use:

``serve_url``     address of a mowlab server over ``notebooks/``, one for the whole run, ends with a slash
``start_server``  ``start_server(folder, settings)`` → ``Server``: another one, for a test's own notebooks
``quiet_page``    ``quiet_page(width=1280, dark=False)`` → a Playwright page that may ask nothing of another machine and
                  may report no error; that is asserted when the test ends
``app_page``      ``app_page("mow.ipynb", width=390)`` → such a page with that notebook open and its widgets drawn
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Route, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HERE = ("127.0.0.1", "localhost")
LOOK = "/api/kernels/"  # where a page looks now and then whether its kernel still runs
# A page that goes to another address, or is loaded anew, gives its kernel up first (as Voila does): what it is still
# drawing then complains to nobody.
GOING = """addEventListener("beforeunload", () => {
  console.error = () => {};
  for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, (event) => event.preventDefault());
}, { capture: true });"""
WAIT = 60_000  # ms a page may take to open: generous, as test machines are shared
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # no name is ever looked up
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@dataclass
class Server:
    """A running ``python -m mowlab.serve``."""

    process: subprocess.Popen[str]
    url: str
    log: list[str] = field(default_factory=list)

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(self.url + "mowlab/health", timeout=10) as answer:
            return dict(json.load(answer))

    def kernels(self) -> int:
        """Kernels that the server knows."""
        return int(self.health()["kernels"])

    def kernel_processes(self) -> int:
        return sum("ipykernel_launcher" in one for one in map(command_line, family(self.process)))

    def wait_for_kernels(self, number: int, seconds: float = 30) -> None:
        """Until the server knows that many kernels and that many kernel processes run."""
        end = time.monotonic() + seconds
        while (counts := (self.kernels(), self.kernel_processes())) != (number, number):
            assert time.monotonic() < end, f"{counts} kernels (known, running) after {seconds} s, not {number}"
            time.sleep(0.2)

    def stop(self) -> None:
        """SIGTERM; the server must end by itself and take its kernels with it."""
        kernels = family(self.process)
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the server did not end within 30 s of SIGTERM") from None
        left = still_running(kernels, 5)
        for orphan in left:
            orphan.kill()
        assert not left, f"kernels outlived the server: {left}"


def family(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []


def command_line(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:  # gone, or ended and not yet collected by its parent
        return ""


def still_running(processes: list[psutil.Process], seconds: float) -> list[psutil.Process]:
    """Those that have not ended after so many seconds."""
    end = time.monotonic() + seconds
    while (left := [one for one in processes if command_line(one)]) and time.monotonic() < end:
        time.sleep(0.1)
    return left


def launch(notebooks: Path, log: Path, *options: str) -> Server:
    """Start a server on a free port and wait until it says that it is ready."""
    command = [sys.executable, "-m", "mowlab.serve", str(notebooks), "--port", "0", "--no-browser", *options]
    with log.open("w") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, cwd=ROOT)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    if found is None:
        process.kill()
        raise AssertionError(f"the server did not start: {line} {log.read_text()}")
    return Server(process, found[0])


def browser_path() -> str:
    named = os.environ.get("MOWLAB_CHROMIUM")
    path = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert path, "No Chromium found; `python3 do.py test` installs it, or set MOWLAB_CHROMIUM to its path."
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser_path(), headless=True, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def serve_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = launch(ROOT / "notebooks", tmp_path_factory.mktemp("serve") / "log")
    yield server.url
    server.stop()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    running: list[Server] = []

    def start(notebooks: Path, settings: dict[str, Any] | None = None, *options: str) -> Server:
        config = tmp_path / f"settings-{len(running)}.json"
        settings = settings or {}
        kernels = {"spare_kernels": 0, **settings.get("CappedKernelManager", {})}  # a test that counts wants none
        config.write_text(json.dumps({**settings, "CappedKernelManager": kernels}))
        server = launch(notebooks, tmp_path / f"log-{len(running)}", "--config", str(config), *options)
        running.append(server)
        return server

    yield start
    for server in running:
        server.stop()


@dataclass
class Watch:
    """What a page did that it must not do."""

    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def route(self, route: Route) -> None:
        parts = urlsplit(route.request.url)
        if parts.scheme in ("data", "blob") or parts.hostname in HERE:
            route.continue_()
        else:
            self.outside.append(route.request.url)
            route.abort()

    def report(self, page: Page, error: str) -> None:
        if not getattr(page, "left", False):  # a widget drawn while its page closes finds its kernel gone
            self.errors.append(error)

    def console(self, message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        if LOOK in url and "404" in message.text:  # just reloaded: others say what they lost
            return
        if message.type == "error" and message.page is not None:
            self.report(message.page, f"{message.text} ({url})")


@pytest.fixture
def quiet_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    contexts: list[BrowserContext] = []
    watch = Watch()

    def open_page(width: int = 1280, height: int = 800, dark: bool = False, **options: Any) -> Page:
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        contexts.append(context)
        context.add_init_script(GOING)
        expect.set_options(timeout=WAIT / 2)
        context.set_default_timeout(WAIT)
        page = context.new_page()
        page.watch = watch  # for a test that expects an error and takes it off the list
        page.route("**/*", watch.route)
        page.on("pageerror", lambda error: watch.report(page, str(error)))
        page.on("console", watch.console)
        return page

    yield open_page
    for context in contexts:
        for page in context.pages:
            leave(page)
        context.close()
    assert watch.outside == [], "the page asked another machine"
    assert watch.errors == [], "the page reported errors"


@pytest.fixture
def app_page(quiet_page: Callable[..., Page], serve_url: str) -> Callable[..., Page]:
    def open_app(notebook: str, width: int = 1280, **options: Any) -> Page:
        page = quiet_page(width, **options)
        open_notebook(page, serve_url, notebook)
        return page

    return open_app


def leave(page: Page) -> None:
    """Close a page as a person does: it may say goodbye to its kernel.  What it reports from then on does not count."""
    with suppress(Error):  # it is on its way to another address
        page.evaluate("0")  # what it has reported is here now
    page.left = True  # type: ignore[attr-defined]
    with page.expect_event("close"):
        page.close(run_before_unload=True)


def open_notebook(page: Page, url: str, notebook: str) -> None:
    """Go to a notebook's page and wait until its cells are shown."""
    page.goto(f"{url}voila/render/{notebook}", wait_until="commit")
    page.wait_for_selector("#rendered_cells", state="visible")
