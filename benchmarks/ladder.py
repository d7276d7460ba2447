"""Measure the ladder of a game: how often each level wins against a table of the level below it, or of any bot.

Each deal is played in every seating; the deals are the units of the intervals.  Prints a table in markdown; --rows adds
a line to a file after each deal, so that nothing is lost when a run is cut.  Examples:

    python benchmarks/ladder.py mow --deals 50 --seconds 600 --steps expert --against spoiler
    python benchmarks/ladder.py mow --deals 50 --iterations 300 --set horizon=2 --against spoiler

The second one measures a search that is not on the ladder.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import pathlib
import time
from typing import Any

import figures
import numpy as np

import mowlab
from mowlab.analysis.chunks import Live
from mowlab.analysis.outcomes import Outcomes
from mowlab.analysis.playing import Plan, play_chunk, seatings
from mowlab.core.bot import Bot
from mowlab.core.level import Method

HEADS = ("game", "players", "bot", "rival", "seed", "deal", "share", "score", "rivals")


def measure(plan: Plan, first: int, seconds: float, rows: pathlib.Path | None) -> list[str]:
    """A row of the table: the first bot of the line-up among the others, for that many seconds by the clock at most.

    first: the deal to begin with, to go on with a run that was cut.
    """
    began, cpu = time.monotonic(), time.process_time()
    upper, lower = plan.bots[0].key, plan.bots[-1].key
    played = {}
    wanted = range(first * plan.per_deal // plan.per_chunk, plan.chunks)
    for chunk in wanted:
        if time.monotonic() - began > seconds:
            break
        played[chunk] = play_chunk(plan, chunk, Live())
        if rows is not None:
            write(rows, Outcomes.from_chunks(plan, {chunk: played[chunk]}), upper, lower)
    outcomes = Outcomes.from_chunks(plan, played)
    win = next(group.win for group in outcomes.groups("bot") if group.bot == upper)
    deals = len(np.unique(outcomes.deal))
    cut = " (cut)" if len(played) < len(wanted) else ""
    return [upper, lower, f"{deals:,}{cut}", win.text(1, 100, " %"), f"{time.process_time() - cpu:.0f}"]


def write(rows: pathlib.Path, outcomes: Outcomes, upper: str, lower: str) -> None:
    """Add a line for each deal, with means over its seatings: share of the victory, points, and points of a rival."""
    plan, own = outcomes.plan, outcomes.place == 0
    columns = np.array([outcomes.payoff[own], outcomes.score[own], outcomes.score.sum(axis=1) - outcomes.score[own]])
    columns[2] /= plan.game.players - 1
    with rows.open("a", newline="") as file:
        table = csv.writer(file)
        if file.tell() == 0:
            table.writerow(HEADS)
        for deal in np.unique(outcomes.deal):
            means = columns[:, outcomes.deal == deal].mean(axis=1).round(4)
            table.writerow([plan.game.key, plan.game.players, upper, lower, plan.seed, deal, *means])


def changed(method: Method, pairs: list[str]) -> Method:
    """The method with `name=value` put in."""
    values: dict[str, Any] = {}
    for pair in pairs:
        name, value = pair.split("=")
        values[name] = value if name == "character" else int(value) if name == "horizon" else float(value)
    return dataclasses.replace(method, **values)


def pairs(asked: argparse.Namespace, game: mowlab.Game) -> list[tuple[str | Bot, str]]:
    """Who is measured, and among whom."""
    if asked.iterations or asked.set:
        key = " ".join([f"ismcts-{asked.iterations or 1000}", *asked.set])
        bot = mowlab.ismcts(asked.iterations, method=changed(game.search_module.METHOD, asked.set), key=key)
        return [(bot, asked.against or game.usual_bot.key)]
    levels = list(game.ladder)
    below = dict(zip(levels, [None, *levels], strict=False))
    wanted = asked.steps or levels
    return [(level, rival) for level in wanted if (rival := asked.against or below[level]) is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=mowlab.keys())
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=50, help="each is played in every seating (default 50)")
    parser.add_argument("--first", type=int, default=0, help="the deal to begin with, to go on with a run that was cut")
    parser.add_argument("--seconds", type=float, default=300.0, help="by the clock, for each step (default 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", nargs="+", metavar="LEVEL", help="only these levels (default: all)")
    parser.add_argument("--against", metavar="BOT", help="a table of this bot instead of the level below")
    parser.add_argument("--iterations", type=int, help="measure a search with so many iterations instead of levels")
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=VALUE", help="parts of its method")
    parser.add_argument("--rows", type=pathlib.Path, help="CSV file that gets a line for each deal")
    asked = parser.parse_args()
    if not 0 <= asked.first < asked.deals:
        parser.error(f"--first {asked.first}: the deals are 0 to {asked.deals - 1}")
    game = mowlab.game(asked.game, players=asked.players)
    table = []
    for upper, lower in pairs(asked, game):
        bots = tuple(game.bot(bot) for bot in (upper, *[lower] * (game.players - 1)))
        per_deal = seatings(bots)
        searching = any(bot.play for bot in bots)
        plan = Plan(game, bots, asked.deals * per_deal, asked.seed, per_deal, not searching, events=False)
        table.append(measure(plan, asked.first, asked.seconds, asked.rows))
    heads = ["level", "among", "deals", f"wins, fair share {100 / game.players:.0f} %", "CPU seconds"]
    print(figures.table(heads, table))


if __name__ == "__main__":
    main()
