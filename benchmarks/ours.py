"""Everything that the benchmark asks of mowlab. The only file here that knows its interface."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version

import mowlab

Counts = dict[str, float]
Batch = Callable[[], Counts]

FARMERS = 4
WORLDS = 2_000
POSITIONS = {"first decision of a match": 0, "20 decisions on": 20, "100 decisions on": 100}  # decisions before it
LOOPS = ("mow", "step", "first decision of a match")  # benches that between them compile every loop
PAGE = "import mowlab, numpy, ipywidgets, anywidget"
COMPILED = f"mowlab.simulate('mow', bots=['random'] * {FARMERS}, games=100, seed=1)"
KERNELS = {  # what is loaded -> what the kernel runs; in this order, since the first that compiles fills the cache
    "nothing": "pass",
    "numpy, ipywidgets, anywidget, mowlab": PAGE,
    "... and the engine compiled there": f"{PAGE}; {COMPILED}",
    "... and the engine (numba) from the cache": f"{PAGE}; {COMPILED}",
    "... and Altair, without numba": f"{PAGE}, altair",
    "... and the engine from the cache and Altair": f"{PAGE}, altair; {COMPILED}",
}


def versions() -> dict[str, str]:
    """Exact versions of what is measured."""
    return {name: version(name) for name in ("mowlab", "numba", "numpy")}


def simulate(workers: int, size: int, seed: int) -> Batch:
    """`size` whole games of MOW, four farmers, random bots in every seat, on `workers` threads."""

    def batch() -> Counts:
        outcomes = mowlab.simulate("mow", bots=["random"] * FARMERS, games=size, seed=seed, workers=workers)
        return {"games": size, "decisions": float(outcomes.decisions.sum()), "chance": 0}

    return batch


def explore(moves: int, size: int, seed: int) -> Batch:
    """`size` passes of the decision explorer, `moves` decisions into a match: every legal choice x 2,000 worlds."""
    from mowlab.analysis import explore as same_luck

    match = mowlab.game("mow", players=FARMERS).match(seats=["random"] * FARMERS, seed=seed)
    for _ in range(moves):
        match.bot_move()
    choices = len(match.legal())

    def batch() -> Counts:
        for number in range(size):
            same_luck(match, worlds=WORLDS, seed=seed + number)
        return {"games": size * choices * WORLDS, "choices": choices}

    return batch


def step(size: int, seed: int) -> Batch:
    """`size` moves in a match, as a page plays them."""

    def batch() -> Counts:
        match = mowlab.game("mow", players=FARMERS).match(seats=["random"] * FARMERS, seed=seed)
        for _ in range(size):
            match.bot_move()
        return {"games": 1, "decisions": size, "chance": 0}

    return batch


BENCHES: dict[str, Callable[[int, int], Batch]] = {
    "mow": partial(simulate, 1),
    "mow, two threads": partial(simulate, 2),
    "step": step,
    **{where: partial(explore, moves) for where, moves in POSITIONS.items()},
}
