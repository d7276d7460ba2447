"""Everything that the benchmark asks of mowlab. The only file here that knows its interface."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path

import mowlab

Counts = dict[str, float]
Batch = Callable[[], Counts]

FARMERS = 4
GAMES = {  # bench -> game and seats: random play of every game
    "mow": ("mow", FARMERS),
    "mow-money": ("mow-money", 4),
    "mow-money, solo": ("mow-money", 1),
    "mob-town": ("mob-town", 4),
    "magic-money": ("magic-money", 4),
}
WORLDS = 2_000
POSITIONS = {"first decision of a match": 0, "10 decisions on": 10, "100 decisions on": 100}  # decisions before it
WHOLE_GAME = "first decision, to the end of the game"
LOOPS = {  # benches that between them use every loop of the engine that is compiled
    "simulate": "mow",
    "explore": "first decision of a match",
}
MATCH = f"mowlab.game('mow', players={FARMERS}).match(seed=1).legal()"
SIMULATE = f"mowlab.simulate('mow', bots=['random'] * {FARMERS}, games=100, seed=1)"
IMPORT = "`import mowlab`"
STARTS = {  # what a fresh process does -> its code; nothing of it is compiled
    IMPORT: "import mowlab",
    "a match and its legal moves": f"import mowlab; {MATCH}",
}
PAGE = f"import mowlab, mowlab.ui.table, numpy, ipywidgets; {MATCH}"
KERNELS = {  # what a kernel holds -> the cells it runs; in this order, since the first that compiles fills the cache
    "nothing": ["pass"],
    "widgets and a match": [PAGE],
    "widgets, a match, the engine compiled there": [PAGE, SIMULATE],
    "widgets, a match, the engine from the cache (numba)": [PAGE, SIMULATE],
    "widgets, a match, Altair": [PAGE, "import altair"],
    "widgets, a match, the engine from the cache, Altair": [PAGE, SIMULATE, "import altair"],
}
NOTEBOOK = Path(__file__).resolve().parents[1] / "notebooks" / "mow.ipynb"


def versions() -> dict[str, str]:
    """Exact versions of what is measured."""
    return {name: version(name) for name in ("mowlab", "numba", "numpy")}


def page_cells() -> list[str]:
    """The code cells of the MOW page, or none while there is no such notebook."""
    if not NOTEBOOK.exists():
        return []
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def simulate(game: str, threads: int, events: bool, size: int, seed: int) -> Batch:
    """`size` whole games with random bots in every seat; `events`: whether any are kept."""
    key, seats = GAMES[game]

    def batch() -> Counts:
        bots = ["random"] * seats
        outcomes = mowlab.simulate(key, bots=bots, games=size, seed=seed, threads=threads, events=events)
        if problem := outcomes.problems:
            raise RuntimeError(f"a game did not end as it should: {problem}")
        return {"games": size, "decisions": float(outcomes.decisions.sum()), "chance": 0}

    return batch


def explore(moves: int, whole: bool, size: int, seed: int) -> Batch:
    """`size` passes of the decision explorer, `moves` decisions into a match: every legal choice x 2,000 worlds."""
    match = mowlab.game("mow", players=FARMERS).match(seats=["random"] * FARMERS, seed=seed)
    for _ in range(moves):
        match.bot_move()
    choices = len(match.legal())

    def batch() -> Counts:
        for number in range(size):
            found = mowlab.explore(match, worlds=WORLDS, seed=seed + number, whole=whole)
            str(found)  # means and intervals are worked out when they are looked at
            if found.partial:
                raise RuntimeError(f"only {found.worlds} of {WORLDS} worlds were played")
        return {"games": size * choices * WORLDS, "choices": choices}

    return batch


def search(character: str | None, size: int, seed: int) -> Batch:
    """`size` iterations of search at the first decision of MOW, worlds played to the end of the game.

    character: who plays where there is no tree, or None for the usual one.
    """
    game = mowlab.game("mow", players=FARMERS)
    view = game.match(seats=["random"] * FARMERS, seed=seed).view(0)
    method = replace(game.search_module.METHOD, horizon=0, own=1.0, rivals=1.0, character=character)

    def batch() -> Counts:
        found = mowlab.think(view, size, seed=seed, method=method)
        return {"games": found.iterations, "decisions": found.decisions, "chance": 0}

    return batch


BENCHES: dict[str, Callable[[int, int], Batch]] = {
    **{game: partial(simulate, game, 1, True) for game in GAMES},
    "mow, no events": partial(simulate, "mow", 1, False),
    "mow, two threads": partial(simulate, "mow", 2, True),
    **{where: partial(explore, moves, False) for where, moves in POSITIONS.items()},
    WHOLE_GAME: partial(explore, 0, True),
    "search": partial(search, "random"),
    "search, character": partial(search, None),
}
