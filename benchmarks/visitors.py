"""Measure what a visitor waits for, in real Chromium: a page from a spare kernel and cold, the first move, memory.

    python benchmarks/visitors.py                  single visitors: waiting times and memory per visitor
    python benchmarks/visitors.py --visitors 30    so many visitors within a minute, each of them playing

The browser runs on the same computer as the server, so with many visitors much of the work measured is the browsers'
own.  Exit code: 0, or 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import machine

try:
    import psutil
    from playwright.async_api import Browser, Locator, Page, async_playwright
except ModuleNotFoundError as missing:
    sys.exit(f"visitors.py: {missing.name} is not installed under {sys.executable}; use mowlab's own environment")

ROOT = Path(__file__).resolve().parents[1]
GALLERY, GAME = "", "voila/render/mow.ipynb"
USABLE = "[role=tabpanel] button:enabled"
LEGAL = ".mt-hand .mt-legal, .mt-choice"
PATIENCE = 120_000  # ms; what takes longer has failed
FLAGS = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
MEGABYTE = 1e6

# seconds; megabytes of PSS
SPARE, COLD, FIRST_MOVE, BEFORE, AFTER = 1.0, 4.0, 0.1, 120.0, 260.0
SLOWEST, MEDIAN_MOVE = 15.0, 0.3


@dataclass
class Server:
    """A mowlab server of this checkout on a free port, with a given number of spare kernels."""

    spare: int
    process: Any = None
    url: str = ""
    folder: Any = field(default_factory=tempfile.TemporaryDirectory)

    def __enter__(self) -> Server:
        settings = Path(self.folder.name) / "settings.json"
        settings.write_text(json.dumps({"CappedKernelManager": {"spare_kernels": self.spare, "max_kernels": 64}}))
        command = [sys.executable, "-m", "mowlab.serve", str(ROOT / "notebooks"), "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--config", str(settings)], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment()
        )
        found = re.search(r"http://\S+", self.process.stdout.readline())
        if found is None:
            sys.exit("visitors.py: the server did not start")
        self.url = found[0]
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(60)
        self.folder.cleanup()

    def health(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}mowlab/health", timeout=30) as answer:
            return dict(json.load(answer))

    def kernels(self) -> list[psutil.Process]:
        return [
            one
            for one in psutil.Process(self.process.pid).children(recursive=True)
            if "ipykernel_launcher" in " ".join(one.cmdline())
        ]

    async def rest(self) -> None:
        """Until the spare kernels are warm and no page is open."""
        end = time.monotonic() + 120
        while self.health() | {"mowlab": 0, "max_kernels": 0} != {
            "mowlab": 0,
            "kernels": 0,
            "spare_kernels": self.spare,
            "max_kernels": 0,
        }:
            if time.monotonic() > end:
                sys.exit(f"visitors.py: the server does not come to rest: {self.health()}")
            await asyncio.sleep(0.3)
        await asyncio.sleep(2)


BYTECODE = tempfile.TemporaryDirectory()


def environment() -> dict[str, str]:
    """With Python's compiled files, as on any computer on which mowlab has run before, but not in the checkout."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": BYTECODE.name}


def family(number: int) -> list[psutil.Process]:
    """A process and all that came from it."""
    return [psutil.Process(number), *psutil.Process(number).children(recursive=True)]


class Used:
    """CPU time since it was made, in seconds: of the server with its kernels, and of this process with its browser."""

    def __init__(self, server: Server) -> None:
        self.server = server.process.pid
        self.began = self._now()

    def seconds(self) -> tuple[float, float]:
        behind, before = self._now()
        return behind - self.began[0], before - self.began[1]

    def _now(self) -> tuple[float, float]:
        own, everybody = psutil.Process(), psutil.Process().children(recursive=True)
        behind = {
            one.pid for one in (psutil.Process(self.server), *psutil.Process(self.server).children(recursive=True))
        }
        times = {one.pid: sum(one.cpu_times()[:2]) for one in (own, *everybody) if one.is_running()}
        mine = sum(time for pid, time in times.items() if pid in behind)
        return mine, sum(times.values()) - mine


def pss(process: psutil.Process) -> float:
    return float(process.memory_full_info().pss) / MEGABYTE


async def open_page(browser: Browser, url: str, before: Sequence[str] = ()) -> tuple[Page, float]:
    """A new visitor's page and the seconds until its first button may be pressed.

    before: where the visitor, whose browser begins with nothing kept, has been and looked around.
    """
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    for path in before:
        await page.goto(url + path, wait_until="commit")
        if path == GAME:
            await shown(page, USABLE)
        await asyncio.sleep(4)  # a spare kernel that was taken is made anew
    began = time.perf_counter()
    await page.goto(url + GAME, wait_until="commit")
    await shown(page, USABLE)
    return page, time.perf_counter() - began


async def shown(page: Page, selector: str) -> None:
    """Until the page shows such an element, looked for 40 times a second: Playwright's own waiting looks twice."""
    await page.wait_for_function(
        "(selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())",
        arg=selector,
        polling=25,
    )


def play_panel(page: Page) -> Locator:
    return page.get_by_role("tabpanel", name="Play")


async def start_game(page: Page) -> float:
    """Press "Start the game" and wait until a card may be played; seconds."""
    await page.get_by_role("tab", name="Play").click()
    button = page.get_by_role("button", name="Start the game")
    await button.wait_for()
    began = time.perf_counter()
    await button.click()
    await shown(page, LEGAL)
    return time.perf_counter() - began


async def move(page: Page) -> float:
    """Play the first thing that may be played; seconds until the log shows it, measured inside the page."""
    took = await play_panel(page).evaluate(
        """(section, legal) => new Promise((resolve, reject) => {
            const lines = () => section.querySelectorAll(".mt-log li").length;
            const card = section.querySelector(legal), before = lines(), began = performance.now();
            const look = () => {
                if (lines() > before) { watch.disconnect(); resolve(performance.now() - began); }
            };
            const watch = new MutationObserver(look);
            watch.observe(section, { childList: true, subtree: true });
            setTimeout(() => { watch.disconnect(); reject(new Error("no answer to a move")); }, 60000);
            card.click();
        })""",
        LEGAL,
    )
    return float(took) / 1000


async def state(page: Page | None) -> str:
    """What a page shows, for the report of one that failed."""
    if page is None:
        return "it never opened"
    shown = await page.evaluate(
        """[sessionStorage.getItem("mowlab/again") ? "reloaded itself" : "", location.hash,
            ...[...document.querySelectorAll("#mow-alert:not([hidden]), #loading, [role=tabpanel]")]
            .filter((one) => one.checkVisibility()).map((one) => one.innerText)].join(" | ").slice(0, 600)"""
    )
    return f"it shows: {shown!r}"


async def leave(page: Page) -> None:
    await page.close(run_before_unload=True)
    await asyncio.sleep(0.5)
    await page.context.close()


async def singles(browser: Browser, rounds: int) -> list[tuple[str, float, float, str]]:
    """Rows of (what, figure, goal, unit): the medians over some rounds, one visitor at a time."""
    spare, led, again, cold, games, first, before, after = [], [], [], [], [], [], [], []
    with Server(1) as server:
        for _ in range(rounds):
            await server.rest()
            page, took = await open_page(browser, server.url)
            spare.append(took)
            games.append(await start_game(page))
            first.append(await move(page))
            [*kernels] = sorted(server.kernels(), key=psutil.Process.create_time)
            before.append(pss(kernels[0]))
            await page.get_by_role("tab", name="Analyze").click()
            await page.get_by_role("button", name="Play the games").click()
            await page.locator("svg.marks:visible").first.wait_for()
            after.append(pss(kernels[0]))
            await leave(page)
            await server.rest()
            for been, times in (((GALLERY,), led), ((GAME, GALLERY), again)):
                page, took = await open_page(browser, server.url, been)
                times.append(took)
                await leave(page)
                await server.rest()
    with Server(0) as server:
        for _ in range(rounds):
            await server.rest()
            page, took = await open_page(browser, server.url)
            cold.append(took)
            await leave(page)
    return [
        ("page usable, spare kernel, first visit, from the gallery", median(led), SPARE, "s"),
        ("page usable, spare kernel, first visit, by a link from elsewhere", median(spare), SPARE, "s"),
        ("page usable, spare kernel, been here before", median(again), SPARE, "s"),
        ("page usable, cold", median(cold), COLD, "s"),
        ("new game until a card may be played", median(games), 1.0, "s"),
        ("first move until it is told", median(first), FIRST_MOVE, "s"),
        ("memory of a visitor before the first chart or simulation", median(before), BEFORE, "MB"),
        ("memory after", median(after), AFTER, "MB"),
    ]


async def crowd(browser: Browser, visitors: int, moves: int, spare: int) -> list[tuple[str, float, float, str]]:
    """Rows of (what, figure, goal, unit) for many visitors who arrive within a minute, each playing some moves."""
    ready: list[float] = []
    answers: list[float] = []
    failed: list[str] = []

    async def visit(number: int) -> None:
        await asyncio.sleep(60 * number / max(visitors, 30))  # a class of 30 in a minute; fewer at the same pace
        page = None
        try:
            page, took = await open_page(browser, server.url)
            ready.append(took)
            await start_game(page)
            for _ in range(moves):
                answers.append(await move(page))
                await asyncio.sleep(2)  # somebody thinks, the bots move
                if not await play_panel(page).locator(LEGAL).count():
                    break
        except Exception as error:
            failed.append(f"visitor {number}: {str(error).splitlines()[0]}")
            print(failed[-1], await state(page), sep="\n", file=sys.stderr, flush=True)

    with Server(spare) as server:
        await server.rest()
        used = Used(server)
        began = time.monotonic()
        await asyncio.gather(*(visit(number) for number in range(visitors)))
        lasted = time.monotonic() - began
        behind, before = used.seconds()
        memory = [pss(kernel) for kernel in server.kernels()]
        whole = sum(memory) + pss(psutil.Process(server.process.pid))
        files = float(psutil.Process(server.process.pid).num_fds())
        for page in [page for context in browser.contexts for page in context.pages]:  # those of who failed, too
            await leave(page)
        await server.rest()
    return [
        (f"of {visitors} visitors within a minute, failed", float(len(failed)), 0.0, ""),
        ("slowest page", max(ready, default=float("inf")), SLOWEST, "s"),
        ("median page", median(ready or [float("inf")]), SLOWEST, "s"),
        ("median move", median(answers or [float("inf")]), MEDIAN_MOVE, "s"),
        ("slowest move", max(answers, default=float("inf")), float("inf"), "s"),
        ("memory of a visitor, largest", max(memory, default=0.0), BEFORE, "MB"),
        ("memory of the server and all kernels", whole, float("inf"), "MB"),
        ("CPU time of the server and all kernels", behind, float("inf"), "s"),
        ("CPU time of the browsers", before, float("inf"), "s"),
        ("from the first arrival until the last has played", lasted, float("inf"), "s"),
        ("open files of the server", files, float("inf"), ""),
    ]


async def measure(chosen: argparse.Namespace) -> int:
    path = os.environ.get("MOWLAB_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        sys.exit("visitors.py: no Chromium found; set MOWLAB_CHROMIUM to its path")
    # Nobody shall wait for a compiler during the measurement.
    subprocess.run([sys.executable, "-m", "mowlab.cli", "warmup", "mow"], cwd=ROOT, env=environment(), check=True)
    with Server(1) as server:
        await server.rest()
    load = machine.load()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        if chosen.visitors:
            rows = await crowd(browser, chosen.visitors, chosen.moves, chosen.spare)
        else:
            rows = await singles(browser, chosen.rounds)
        await browser.close()
    print(
        f"{machine.cpu_model()}, {machine.usable_cores()} cores; load average before {load}, after {machine.load()}\n"
    )
    print("| what | figure | goal |\n|---|---|---|")
    for what, figure, goal, unit in rows:
        most = "" if goal == float("inf") else f"at most {goal:g} {unit}"
        print(f"| {what} | {figure:.3g} {unit} | {most}{'' if figure <= goal else ', MISSED'} |")
    return int(any(figure > goal for _, figure, goal, _ in rows))


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visitors", type=int, default=0, help="a crowd of so many instead of single visitors")
    parser.add_argument("--moves", type=int, default=5, help="moves of each in a crowd (default 5)")
    parser.add_argument("--spare", type=int, default=2, help="spare kernels for a crowd (default 2)")
    parser.add_argument("--rounds", type=int, default=5, help="single visitors of each kind (default 5)")
    return asyncio.run(measure(parser.parse_args(given)))


if __name__ == "__main__":
    sys.exit(main())
