"""What the conformance tests share: every game in many settings, a played match of each, games through the loops."""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core import engine, link
from mowlab.core.game import Game, OptionError, new_tables
from mowlab.core.table import KINDS, LOG_COLUMNS, LOG_ROWS, Table, seed_words
from mowlab.match import Match

needs_numba = pytest.mark.skipif(link.why_not_compiled() is not None, reason=str(link.why_not_compiled()))
GAMES = mowlab.keys()
SAMPLES = 150


@dataclass(frozen=True)
class Setting:
    """A game with options; its text names the test."""

    game: str
    options: tuple[tuple[str, Any], ...]

    @functools.cached_property
    def opened(self) -> Game:
        return opened(self)

    def __str__(self) -> str:
        return " ".join([self.game, *(f"{name}={value}" for name, value in self.options)])


@functools.cache
def opened(setting: Setting) -> Game:
    return mowlab.game(setting.game, **dict(setting.options))


def _settings(key: str) -> list[Setting]:
    """Each number of players, and each other value of each option with the fewest, a middle and the most players."""
    options = mowlab.game(key).state_class.options()
    players = list(options["players"].values)
    found = [Setting(key, (("players", n),)) for n in players]
    few = sorted({players[0], players[len(players) // 3], players[-1]})
    for name, option in options.items():
        if name != "players":
            others = [value for value, number in option.values.items() if number != option.default]
            found += [Setting(key, (("players", n), (name, value))) for value in others for n in few]
    return found


def _refused(setting: Setting) -> bool:
    try:
        opened(setting)
    except OptionError:
        return True
    return False


ASKED = [setting for key in GAMES for setting in _settings(key)]
SETTINGS = [setting for setting in ASKED if not _refused(setting)]
REFUSED = [setting for setting in ASKED if _refused(setting)]
PLAYER_COUNTS = [setting for setting in SETTINGS if len(setting.options) == 1]

every_game = pytest.mark.parametrize("key", GAMES)
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)


def every_setting_of(key: str) -> Any:
    """Only those of one game: for its own tests."""
    return pytest.mark.parametrize("setting", [setting for setting in SETTINGS if setting.game == key], ids=str)


every_player_count = pytest.mark.parametrize("setting", PLAYER_COUNTS, ids=str)


# ---- matches --------------------------------------------------------------------------------------------------------
@functools.cache
def walk(setting: Setting, seed: int = 1) -> Match:
    """A match played to its end by throwing dice.  Shared: look, do not touch."""
    game = opened(setting)
    match: Match = game.match(["random"] * game.players, seed=seed)
    match.advance()
    return match


@functools.cache
def rare(key: str) -> tuple[Match, ...]:
    """Matches that lead to what random play hardly ever meets, from tests/games/<game>_rare.py where there is one."""
    name = f"tests.games.{key.replace('-', '_')}_rare"
    return tuple(importlib.import_module(name).matches()) if importlib.util.find_spec(name) else ()


def walks(key: str) -> list[Match]:
    """All played matches of a game: of every setting, and the rare ones."""
    return [*(walk(setting) for setting in SETTINGS if setting.game == key), *rare(key)]


def states(match: Match, every: int = 1) -> list[Any]:
    """The states of a match before each (or every so many) of its turns, and the last one.  Shared: do not touch.

    Of a long match at most SAMPLES, unless all are asked for.
    """
    every = max(every, len(match.turns) // SAMPLES) if every > 1 else 1
    return [turn.before[0] for turn in match.turns[::every]] + [match.state]


# ---- whole games through the engine's loops -------------------------------------------------------------------------
@dataclass
class Run:
    """What play_many gave: how many games came back, one row of results for each, the events they kept."""

    done: int
    result: Any
    rows: Any
    seats: int

    @property
    def status(self) -> list[int]:
        return [int(x) for x in self.result[: self.done, 2 * self.seats + 1]]

    @property
    def steps(self) -> list[int]:
        return [int(x) for x in self.result[: self.done, 2 * self.seats]]

    @property
    def faults(self) -> list[int]:
        return [int(x) for x in self.result[: self.done, 2 * self.seats + 2]]

    @property
    def scores(self) -> Any:
        return self.result[: self.done, 0 : 2 * self.seats : 2]

    @property
    def payoffs(self) -> Any:
        return self.result[: self.done, 1 : 2 * self.seats : 2]

    def same_as(self, other: Run) -> bool:
        return self.done == other.done and (self.result == other.result).all() and (self.rows == other.rows).all()


def arrays(game: Game, state: Any = None) -> tuple[Any, Any]:
    """States and tables as compiled code wants them; states[0] is `state`, or blank with the options set."""
    made = np.zeros(engine.N_STATES, game.state_class.dtype())
    game.state_class.to_record(game.blank() if state is None else state, made[0])
    return made, np.zeros(engine.N_TABLES, Table.dtype())


def plain_states(game: Game, state: Any = None) -> list[Any]:
    made = [game.state_class.new() for _ in range(engine.N_STATES)]
    (game.blank() if state is None else state).copy_to(made[0])
    return made


def play_many(
    game: Game,
    policies: Sequence[int],
    games: int,
    seed: int,
    compiled: bool,
    *,
    max_steps: int = engine.MAX_STEPS,
    cancel: Any = None,
    keep: bool = True,
    room: int = LOG_ROWS,
    result: Any = None,
) -> Run:
    """Play games with the same line-up, all kinds of events kept, with room for that many rows a game."""
    bots = np.array([policies] * games, dtype=np.int64)
    result = np.zeros((games, 2 * game.players + engine.MORE_RESULTS)) if result is None else result
    rows = np.zeros((games * room if keep else 0, LOG_COLUMNS), dtype=np.int64)
    cancel = np.zeros(1, dtype=np.int64) if cancel is None else cancel
    words = seed_words(seed, games)
    if compiled:
        made, tables = arrays(game)
        root = made[:1].copy()
        tables[engine.REAL]["keep"] = int(keep)
        done = game.compiled.play_many(root, made, tables, bots, words, result, rows, max_steps, cancel)
    else:
        tables = new_tables()
        tables[engine.REAL].keep = [int(keep)] * KINDS
        plain: Any = plain_states(game)
        done = game.plain.play_many(
            [game.blank()], plain, tables, bots.tolist(), words.tolist(), result, rows, max_steps, cancel
        )
    return Run(int(done), result, rows, game.players)


def characters(game: Game) -> list[int]:
    """Policies of the game's own compiled bots."""
    return [bot.policy for bot in game.bots.values() if bot.policy >= engine.FIRST_CHARACTER]
