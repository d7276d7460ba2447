"""Measure mowlab: against OpenSpiel and RLCard, on two threads, its waiting times and its memory.

Everything is taken in one run and interleaved: each round runs every contestant once, in turning order, and a ratio is
formed within its round. Rates are per second of CPU time, so that a busy machine costs all of them alike.
Writes a dated markdown file that names the machine. Exit code: 0, or 1 if a goal is missed, 2 if a section failed.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import figures
import machine

try:
    import sections
    import starts
    from sections import Report, Settings
except ModuleNotFoundError as missing:
    sys.exit(f"run.py: {missing.name} is not installed under {sys.executable}; use the Python of mowlab's environment")

HERE = Path(__file__).resolve().parent

SECTIONS: dict[str, Callable[[Settings], Report]] = {
    "peers": sections.against_peers,
    "games": sections.games,
    "threads": sections.threads,
    "explorer": sections.explorer,
    "search": sections.search,
    "compile": starts.compiling,
    "import": starts.importing,
    "memory": starts.memory,
}


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Read the command line; argparse ends the program with a sentence if it is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--rounds", type=whole, default=9, help="rounds per section (default 9; slow sections take at most 3)")
    add("--seconds", type=positive, default=1.0, help="CPU seconds of one contestant's batch (default 1)")
    add("--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=f"only these: {', '.join(SECTIONS)}")
    add("--seed", type=whole, default=1, help="seed of the first round (default 1)")
    add("--out", type=Path, help="file to write (default results-YYYY-MM-DD.md beside this script)")
    return parser.parse_args(given)


def whole(text: str) -> int:
    """A whole number from 1 on, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def positive(text: str) -> float:
    """A number above 0, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value


def heading(chosen: argparse.Namespace, versions: dict[str, str], load_before: str) -> str:
    """What was measured, on what, with what."""
    cores, size = machine.usable_cores(), figures.megabytes(machine.memory())
    lines = {
        "machine": f"{machine.cpu_model()}, {cores} cores, {size} of memory, {platform.system()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": ", ".join(f"{name} {number}" for name, number in sorted(versions.items())),
        "load average before (1, 5, 15 min)": load_before,
        "load average after": machine.load(),
        "command": f"`python benchmarks/run.py {' '.join(sys.argv[1:])}`".replace(" `", "`"),
        "batches": f"{chosen.rounds} rounds of {chosen.seconds:g} CPU seconds per contestant, seed {chosen.seed}",
    }
    return "\n".join(f"- {name}: {value}" for name, value in lines.items())


def goals_table(goals: list[figures.Goal]) -> str:
    """The claims with their bounds, figures and verdicts."""
    rows = [[goal.claim, goal.bound, *figures.cells(goal.figure, goal.form), goal.verdict] for goal in goals]
    return figures.table(["claim", "goal", "median", "min", "max", "n", "verdict"], rows)


def measure(name: str, settings: Settings) -> tuple[Report, bool]:
    """A section's report and whether it was measured: one that fails is told of, and costs the others nothing."""
    print(f"measuring: {name} ...", file=sys.stderr)
    try:
        return SECTIONS[name](settings), True
    except Exception as error:  # whatever went wrong, half an hour of other figures must not be lost with it
        print(f"run.py: section {name} failed: {error}", file=sys.stderr)
        return Report(f"## Section {name}: not measured\n\n{type(error).__name__}: {error}"), False


def main(given: list[str] | None = None) -> int:
    """Run the chosen sections and write the file. Exit code 0, 1 if a goal was missed, 2 if a section failed."""
    chosen = arguments(given)
    load_before, started = machine.load(), time.perf_counter()
    settings = Settings(chosen.rounds, chosen.seconds, chosen.seed)
    measured = [measure(name, settings) for name in chosen.only or SECTIONS]
    reports = [report for report, _done in measured]
    goals = [goal for report in reports for goal in report.goals]
    versions = {name: number for report in reports for name, number in report.versions.items()}
    day = date.today().isoformat()
    parts = [f"# Benchmarks of {day}", heading(chosen, versions, load_before)]
    parts += ["## Goals", goals_table(goals)] if goals else []
    text = "\n\n".join(parts + [report.text for report in reports])
    out = chosen.out or HERE / f"results-{day}.md"
    out.write_text(text + "\n", encoding="utf-8")
    print(text)
    print(f"\nwrote {out} after {time.perf_counter() - started:.0f} s", file=sys.stderr)
    if not all(done for _report, done in measured):
        return 2
    return 1 if any(goal.missed for goal in goals) else 0


if __name__ == "__main__":
    sys.exit(main())
