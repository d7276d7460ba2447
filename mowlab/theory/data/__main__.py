"""`python -m mowlab.theory.data` computes the stored tables again: a minute or three, mostly games of Magic Money."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from ...games import game as open_game
from .. import cfr
from ..empirical import by_simulation, exact_duels
from ..sequence import SequenceForm, exploitability, looked_up
from ..stages import habits, herd_bots
from ..stages.herd import HIDDEN, HiddenHerd
from ..stages.one_herd import OneHerd

ITERATIONS, DIGITS, GAMES, SEED = 400, 6, 4000, 1
CURVE = [1, 2, 5, 10, 20, 50, 100, 200, 400]  # iterations at which learning is looked at
LEARNED = "learned"
CHARACTERS = ("miser", "valuer", "spender", "shadow", "lurker")


def learned(game: HiddenHerd) -> dict[str, Any]:
    """The average policies of CFR+ and how far they are from perfect."""
    form = SequenceForm.of(game)
    solution = cfr.cfr_plus(form, ITERATIONS)
    tables = [
        {str(k): {str(m): round(p, DIGITS) for m, p in moves.items()} for k, moves in solution.policy(p).items()}
        for p in (0, 1)
    ]
    return {
        "iterations": ITERATIONS,
        "value": round(solution.value, 8),
        "exploitability": round(solution.exploitability, 8),
        "curve": [[i, round(e, 8)] for i, e in cfr.convergence(form, CURVE)],
        "policies": tables,
    }


def duels(name: str) -> dict[str, Any]:
    """All bots and the learned policies against each other, by expectation."""
    game = HIDDEN[name]
    form = SequenceForm.of(game)
    solution = cfr.cfr_plus(form, ITERATIONS)
    policies = {bot: (make(game),) * 2 for bot, make in herd_bots.BOTS.items()}
    policies[LEARNED] = looked_up(solution.policy(0)), looked_up(solution.policy(1))
    first, both = exact_duels(form, policies)
    lost = {bot: round(exploitability(form, pair), DIGITS) for bot, pair in policies.items()}
    return {**both.record(), "first": first.round(DIGITS).tolist(), "exploitability": lost}


def openings() -> dict[str, float]:
    """What it is worth to answer each first cow of a herd with the real deck, for the one who must."""
    herd = OneHerd.of_game(open_game("mow"))
    return {str(cow): round(float(herd.opening(cow)), 2 * DIGITS) for cow, _ in herd.kinds}


def tables() -> dict[str, Any]:
    magic = open_game("magic-money", players=3)
    return {
        **{f"cfr-{name.lower()}": learned(game) for name, game in HIDDEN.items()},
        "duels-g8": duels("G8"),
        "openings": openings(),
        "habits": {**habits.measured(GAMES, SEED).record(), "seed": SEED},
        "characters": {**by_simulation(magic, CHARACTERS, GAMES, SEED).record(), "seed": SEED},
    }


if __name__ == "__main__":
    folder = pathlib.Path(__file__).parent
    for name, table in tables().items():
        (folder / f"{name}.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
        print(f"{name}.json written.")
