"""Same luck, every choice: what follows each legal choice, in the same imagined worlds."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..core import engine
from ..core.bot import Bot
from ..core.game import Game, new_tables
from ..core.table import seed_words
from ..core.view import View
from .arrays import is_ready, record_states, record_tables, warm_up_behind
from .chunks import LOOK_IN, Progress, wants_to_stop
from .intervals import Estimate, mean_of_units
from .outcomes import html_table, text_table
from .simulation import whole_number

if TYPE_CHECKING:
    from ..match import Match

Row = dict[str, Any]

QUICK = 200  # worlds played uncompiled while the compiler works: something to look at
CHUNK = 50  # worlds between two looks at Cancel: part of what a seed means, so never changed
MAX_WORLDS = 1_000_000
SHOW_EVERY = 0.05  # seconds between two partial results


class UnfinishedPlayout(RuntimeError):
    """An imagined game that did not come to its end: a fault in the rules or bots, which would bend every mean."""


class NothingToChoose(ValueError):
    """The seat whose view it is has no move to choose now: says why."""


@dataclass(frozen=True)
class Choice:
    """One legal choice.  points: the mover's points from now to the end of the stage (of the game if `whole`).

    behind: how much worse than the best choice, in the same worlds (0 for the best); win: share of the victory, whole
    games only.  close: the worlds do not tell it from the best.
    """

    action: int
    notation: str
    points: Estimate
    behind: Estimate
    win: Estimate | None
    best: bool
    close: bool

    def row(self) -> Row:
        """As a flat row for tables and charts."""
        row: Row = {"action": self.action, "move": self.notation, "best": self.best, "close": self.close}
        shown = {"points": self.points, "behind": self.behind, "win": self.win}
        for name, e in shown.items():
            if e is not None:
                row |= {name: e.value, f"{name}_low": e.low, f"{name}_high": e.high}
        return row


@dataclass(frozen=True, eq=False)
class Choices:
    """Every legal choice at one decision, played out in the same worlds.

    points[k, w]: the mover's points after choice k in world w, from now to the end of the stage or of the game.
    payoffs[k, w]: its share of the victory (whole games) or its standing at the end of the stage.
    """

    view: View
    actions: tuple[int, ...]
    points: NDArray[np.int64]
    payoffs: NDArray[np.float64]
    wanted: int
    whole: bool
    bot: Bot
    seed: int

    @property
    def worlds(self) -> int:
        return int(self.points.shape[1])

    @property
    def partial(self) -> bool:
        """Fewer worlds than were asked for: cancelled, or not ready yet."""
        return self.worlds < self.wanted

    @property
    def game(self) -> Game:
        return self.view.game

    @property
    def quality(self) -> str:
        """How far the numbers go, for a caption: «2,000 worlds»."""
        of = f" of {self.wanted:,}" if self.partial else ""
        return f"{self.worlds:,}{of} worlds"

    @property
    def worth(self) -> NDArray[Any]:
        """worth[k, w]: what is compared, higher is better: the victory in whole games, else the points."""
        if self.whole:
            return self.payoffs
        return -self.points if self.game.words.LOWER_IS_BETTER else self.points

    @cached_property
    def best(self) -> int:
        """Index of the choice with the highest mean worth; of equals the first."""
        return int(np.argmax(self.worth.mean(axis=1))) if self.worlds else 0

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """In the order of `actions`."""
        found = []
        for k, a in enumerate(self.actions):
            behind = self.regret(a)
            found.append(
                Choice(
                    a,
                    self.game.notation(a),
                    _mean(self.points[k]),
                    behind,
                    _mean(self.payoffs[k]) if self.whole else None,
                    k == self.best,
                    not behind.low > 0,
                )
            )
        return tuple(found)

    def __getitem__(self, move: int | str) -> Choice:
        """The choice of that number or notation.  Raises KeyError with the choices there are."""
        for choice in self.choices:
            if move in (choice.action, choice.notation):
                return choice
        allowed = ", ".join(choice.notation for choice in self.choices)
        raise KeyError(f"{move!r} is not among the choices: {allowed}.")

    def regret(self, move: int | str) -> Estimate:
        """How much worse than the best choice `move` is, with a paired interval, in points (whole games: victories)."""
        return self.difference(self.actions[self.best], move)

    def difference(self, move: int | str, other: int | str) -> Estimate:
        """How much better `move` is than `other`, world by world, in points (whole games: victories)."""
        return _mean(self.worth[self._index(move)] - self.worth[self._index(other)])

    def _index(self, move: int | str) -> int:
        a = self.game.action(move) if isinstance(move, str) else move
        if a not in self.actions:
            self[move]
        return self.actions.index(a)

    def words(self, a: int, names: Sequence[str] | None = None) -> str:
        """Action `a` as a player would say it; `names`: what the seats are called."""
        called = names or [f"Seat {p + 1}" for p in range(self.game.players)]
        return str(self.game.words.action_words(a, self.view.state, self.game.cards, called))

    # ---- out of here ------------------------------------------------------------------------------------------------
    def rows(self, chosen: int | str | None = None, names: Sequence[str] | None = None) -> list[Row]:
        """One row for each choice, the best first; `chosen` marks one; `names`: what the seats are called."""
        at = None if chosen is None else self._index(chosen)
        order = (
            np.argsort(-self.worth.mean(axis=1), kind="stable").tolist() if self.worlds else range(len(self.actions))
        )
        return [
            {**self.choices[k].row(), "words": self.words(self.actions[k], names), "chosen": k == at} for k in order
        ]

    def lines(self) -> list[list[str]]:
        """The choices as text, a heading first, the best choice next."""
        unit = self.game.words.UNIT
        compared = "victories" if self.whole else unit
        rows = [["choice", f"{unit} {'to the end' if self.whole else 'this round'}", f"{compared} behind the best"]]
        for row in self.rows():
            choice = self[row["action"]]
            rows.append([choice.notation, choice.points.text(2), self._behind_words(choice)])
        return rows

    def _behind_words(self, choice: Choice) -> str:
        if choice.best:
            return "best"
        behind = choice.behind.text(1, 100, " %") if self.whole else choice.behind.text(2)
        return f"{behind}, too close to call" if choice.close else behind

    @property
    def title(self) -> str:
        upto = "game" if self.whole else "round"
        return f"{self.game.title}, seat {self.view.seat}: every choice to the end of the {upto}, {self.quality}"

    def __str__(self) -> str:
        return "\n".join([self.title, *text_table(self.lines())])

    def _repr_html_(self) -> str:
        return html_table(self.title, self.lines(), ["95 % intervals; differences are paired: the same worlds."])

    def __repr__(self) -> str:
        return f"<{self.title}>"


def _mean(values: NDArray[Any]) -> Estimate:
    return mean_of_units(values, np.ones(len(values)))


def explore(
    view: View | Match,
    worlds: int = 2_000,
    seed: int = 1,
    bot: str | Bot | None = None,
    *,
    whole: bool = False,
    progress: Progress | None = None,
    cancel: Any = None,
    compiled: bool | None = None,
) -> Choices:
    """Play out every legal choice of the seat to move in the same `worlds` imagined worlds.

    view: what that seat may know (`match.view(seat)`), or a Match: then the view of the seat to move.  Nothing else of
    the match is looked at.  A world deals the unseen cards and fixes the luck to come and the bots' dice.  Every choice
    meets the same worlds, so no choice looks better because it was lucky.
    bot: a character (no look-ahead, no Python) that plays all seats afterwards, by default the game's usual one.
    whole: to the end of the game instead of the stage (round).
    progress, cancel: as in `simulate`; after a Cancel the worlds played so far are returned, with `partial` true.
    compiled: True, False, or None for compiled where numba is there; the first call in a process then takes some
    seconds.  The numbers are the same either way.

    Raises NothingToChoose, UnknownBot, ValueError, CompileUnavailable.
    """
    last = None
    setup = _Setup.checked(view, worlds, seed, bot, whole, compiled)
    for last in _steps(setup, cancel, SHOW_EVERY, quick=0):
        if progress is not None:
            progress(last.worlds * len(last.actions), worlds * len(last.actions))
    assert last is not None
    return last


def explore_steps(
    view: View | Match,
    worlds: int = 2_000,
    seed: int = 1,
    bot: str | Bot | None = None,
    *,
    whole: bool = False,
    cancel: Any = None,
    compiled: bool | None = None,
    every: float = 0.1,
) -> Iterator[Choices]:
    """As `explore`, but gives Choices with more and more worlds, one every `every` seconds, the complete one last.

    While the loop is being compiled (compiled=None), the first worlds are played uncompiled.
    """
    setup = _Setup.checked(view, worlds, seed, bot, whole, compiled)
    return _steps(setup, cancel, every, QUICK)


@dataclass(frozen=True)
class _Setup:
    """An exploration that was checked."""

    view: View
    worlds: int
    seed: int
    bot: Bot
    whole: bool
    compiled: bool | None

    @classmethod
    def checked(
        cls, view: View | Match, worlds: int, seed: int, bot: str | Bot | None, whole: bool, compiled: bool | None
    ) -> _Setup:
        if not isinstance(view, View):
            if view.over:
                raise NothingToChoose("The game is over: there is nothing left to choose.")
            view = view.view(view.mover)
        if not view.moves:
            raise NothingToChoose(f"Seat {view.seat} has nothing to choose now: it is not to move.")
        whole_number("worlds", worlds, 1, MAX_WORLDS)
        whole_number("seed", seed, 0, 2**64 - 1)
        if compiled:
            _ = view.game.compiled  # raises here what would otherwise be raised late
        return cls(view, worlds, seed, _follower(view.game, bot), bool(whole), compiled)

    def choices(self, points: NDArray[np.int64], payoffs: NDArray[np.float64], done: int) -> Choices:
        return Choices(
            self.view,
            tuple(self.view.moves),
            points[:, :done],
            payoffs[:, :done],
            self.worlds,
            self.whole,
            self.bot,
            self.seed,
        )


def _follower(game: Game, bot: str | Bot | None) -> Bot:
    """The bot that plays on after the choice."""
    if bot is None:
        usual: int = game.constants["PLAYOUT_CHARACTER"]
        return next(b for b in game.bots.values() if b.policy == usual)
    found = game.bot(bot)
    if found.policy in (engine.OUTSIDE, engine.EXPECTED):
        able = ", ".join(b.key for b in game.bots.values() if b.policy not in (engine.OUTSIDE, engine.EXPECTED))
        raise ValueError(
            f"The bot {found.key!r} is too slow to play imagined worlds to their end; choose from: {able}."
        )
    return found


class _Asked:
    """A Cancel that uncompiled loops can read as they read a flag array: cancel[0]."""

    def __init__(self, cancel: Any):
        self.cancel = cancel

    def __getitem__(self, i: int) -> bool:
        return wants_to_stop(self.cancel)


def _steps(setup: _Setup, cancel: Any, every: float, quick: int) -> Iterator[Choices]:
    game, view, seats = setup.view.game, setup.view, setup.view.game.players
    n = len(view.moves)
    now = int(game.plain.score(view.state, view.seat))
    points = np.zeros((n, setup.worlds), dtype=np.int64)
    payoffs = np.zeros((n, setup.worlds))
    players = _players(setup, _Asked(cancel), quick)
    done, shown = 0, time.monotonic()
    for chunk in range(-(-setup.worlds // CHUNK)):
        size = min(CHUNK, setup.worlds - done)
        scores = np.zeros((n, size, seats), dtype=np.int64)
        values = np.zeros((n, size))
        finished = next(players)(seed_words(setup.seed, CHUNK, chunk)[:size], scores, values)
        points[:, done : done + finished] = scores[:, :finished, view.seat] - now
        payoffs[:, done : done + finished] = values[:, :finished]
        done += finished
        if finished < size or wants_to_stop(cancel):
            break
        if done < setup.worlds and time.monotonic() - shown >= every:
            yield setup.choices(points, payoffs, done)
            shown = time.monotonic()
    yield setup.choices(points, payoffs, done)


def _players(setup: _Setup, cancel: _Asked, quick: int) -> Iterator[Callable[[Any, Any, Any], int]]:
    """What plays the next chunk, without end: a few uncompiled ones while the compiler works, then compiled ones."""
    game = setup.view.game
    if setup.compiled is None and (compiler := warm_up_behind(game, "evaluate")) is not None:
        for _ in range(quick // CHUNK):
            if compiler.is_alive():
                yield _Plain(setup, cancel)
        while compiler.is_alive() and not cancel[0]:  # two threads of Python would only slow each other down
            compiler.join(LOOK_IN)
    if setup.compiled or (setup.compiled is None and is_ready(game, "evaluate")):
        yield from itertools.repeat(_Compiled(setup))
    yield from itertools.repeat(_Plain(setup, cancel))


class _Compiled:
    def __init__(self, setup: _Setup):
        game = setup.view.game
        self.setup, self.evaluate = setup, game.compiled.evaluate
        self.states = record_states(game)
        game.state_class.to_record(setup.view.state, self.states[engine.VIEW])
        self.tables = record_tables()
        self.actions = np.array(setup.view.moves, dtype=np.int64)
        self.flag = np.zeros(1, dtype=np.int64)  # a chunk takes milliseconds: Cancel is looked at in between

    def __call__(self, words: Any, scores: Any, values: Any) -> int:
        policy, whole = self.setup.bot.policy, int(self.setup.whole)
        n = self.evaluate(self.states, self.tables, self.actions, words, policy, whole, scores, values, self.flag)
        return _finished(n)


class _Plain:
    def __init__(self, setup: _Setup, cancel: _Asked):
        game = setup.view.game
        self.setup, self.evaluate, self.cancel = setup, game.plain.evaluate, cancel
        self.states = [game.state_class.new() for _ in range(engine.N_STATES)]
        setup.view.state.copy_to(self.states[engine.VIEW])
        self.tables = new_tables()

    def __call__(self, words: Any, scores: Any, values: Any) -> int:
        setup, words = self.setup, words.tolist()
        n = self.evaluate(
            self.states,
            self.tables,
            setup.view.moves,
            words,
            setup.bot.policy,
            int(setup.whole),
            scores,
            values,
            self.cancel,
        )
        return _finished(n)


def _finished(n: Any) -> int:
    """How many worlds `evaluate` finished.  Raises UnfinishedPlayout."""
    if n < 0:
        raise UnfinishedPlayout(
            f"Imagined game {-1 - int(n)} of a chunk did not end within {engine.MAX_STEPS:,} decisions, "
            "or had no legal move: please report it."
        )
    return int(n)
