"""Measure the ladder of a game: how often each level wins against a table of the level below it, and Expert against a
table of any character.

Seats rotate and each deal is played in every seating; the deals are the units of the intervals.  Prints a table in
markdown.  Example: python benchmarks/ladder.py mow --games 200 --seconds 300 --steps expert
"""

from __future__ import annotations

import argparse
import threading
import time

import figures

import mowlab


def measure(game: mowlab.Game, upper: str, lower: str, games: int, seconds: float, seed: int) -> list[str]:
    """A row of the table: one `upper` among `lower`s."""
    stop, began = threading.Event(), time.process_time()
    timer = threading.Timer(seconds, stop.set)
    timer.start()
    bots = [upper, *[lower] * (game.players - 1)]
    outcomes = mowlab.simulate(game, bots, games, seed, events=False, threads=1, cancel=stop)
    timer.cancel()
    group = next(group for group in outcomes.groups("bot") if group.bot == upper)
    return [upper, lower, str(group.games), group.win.text(1, 100, " %"), f"{time.process_time() - began:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=mowlab.keys())
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=200, help="games of each step (default 200)")
    parser.add_argument("--seconds", type=float, default=300.0, help="by the clock, for each step (default 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", nargs="+", metavar="LEVEL", help="only these levels (default: all)")
    parser.add_argument("--against", metavar="BOT", help="a table of this bot instead of the level below")
    asked = parser.parse_args()
    game = mowlab.game(asked.game, players=asked.players)
    levels = list(game.ladder)
    rows = []
    for below, level in zip([None, *levels], levels, strict=False):
        rival = asked.against or below
        if rival is not None and (not asked.steps or level in asked.steps):
            rows.append(measure(game, level, rival, asked.games, asked.seconds, asked.seed))
    heads = ["level", "among", "games", f"wins, fair share {100 / game.players:.0f} %", "CPU seconds"]
    print(figures.table(heads, rows))


if __name__ == "__main__":
    main()
