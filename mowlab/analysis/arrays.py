"""The arrays that compiled loops work on, and having the loops compiled before they are needed."""

from __future__ import annotations

import sys
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import engine, link
from ..core.game import Game
from ..core.table import LOG_COLUMNS, WORDS, Table

LOOPS = ("play_many", "evaluate", "weigh")


def record_states(game: Game) -> NDArray[Any]:
    """Blank states for the compiled loops."""
    return np.zeros(engine.N_STATES, game.state_class.dtype())


def record_tables() -> NDArray[Any]:
    """Blank tables for the compiled loops."""
    return np.zeros(engine.N_TABLES, Table.dtype())


def root_of(game: Game) -> NDArray[Any]:
    """One state with the game's options set."""
    root = np.zeros(1, game.state_class.dtype())
    game.state_class.to_record(game.blank(), root[0])
    return root


def is_ready(game: Game, loop: str) -> bool:
    """True if a compiled loop ("play_many", "evaluate") of this game needs no more compiling in this process.

    Asking does not load the compiler, which takes a second.
    """
    loaded = "numba" in sys.modules and link.why_not_compiled() is None
    return loaded and bool(getattr(game.compiled, loop).signatures)


def warm_up(game: Game, *loops: str) -> None:
    """Compile these loops (default: all), or load them from the cache; takes seconds.  Raises CompileUnavailable."""
    calls = {"play_many": _play_nothing, "evaluate": _evaluate_nothing, "weigh": _weigh_nothing}
    for loop in loops or LOOPS:
        if not is_ready(game, loop):
            calls[loop](game)


_lock = threading.Lock()
_behind: dict[tuple[str, str, str], threading.Thread] = {}


def warm_up_behind(game: Game, loop: str) -> threading.Thread | None:
    """Compile a loop in the background, once.  The thread that does it; None if it is ready or cannot be compiled."""
    if link.why_not_compiled() is not None or is_ready(game, loop):
        return None
    key = (game.key, game.cards.digest, loop)
    with _lock:
        if key not in _behind:
            _behind[key] = threading.Thread(target=warm_up, args=(game, loop), name="mowlab warm-up", daemon=True)
            _behind[key].start()
    return _behind[key]


def _play_nothing(game: Game) -> None:
    none = np.zeros((0, 2 * game.players + engine.MORE_RESULTS))
    policies, words = np.zeros((0, game.players), np.int64), np.zeros((0, WORDS), np.int64)
    rows, flag = np.zeros((0, LOG_COLUMNS), np.int64), np.zeros(1, np.int64)
    game.compiled.play_many(
        root_of(game), record_states(game), record_tables(), policies, words, none, rows, engine.MAX_STEPS, flag
    )


def _evaluate_nothing(game: Game) -> None:
    plans, words = np.zeros((1, 1), np.int64), np.zeros((0, WORDS), np.int64)
    scores, values = np.zeros((1, 0, game.players), np.int64), np.zeros((1, 0))
    rows, n_rows, flag = np.zeros((0, 2 + LOG_COLUMNS), np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64)
    states, tables = record_states(game), record_tables()
    game.compiled.evaluate(states, tables, plans, words, engine.RANDOM, 0, scores, values, rows, n_rows, flag)


def _weigh_nothing(game: Game) -> None:
    plans, words = np.zeros((2, 1), np.int64), np.zeros((0, WORDS), np.int64)
    shares, flag = np.zeros((2, 0)), np.zeros(1, np.int64)
    game.compiled.weigh(record_states(game), record_tables(), plans, words, engine.RANDOM, 0, shares, flag)
