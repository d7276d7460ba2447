"""Same luck, every choice: what follows each legal choice, in the same imagined worlds."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from ..core import engine
from ..core.bot import Bot
from ..core.cancel import Asked, wants_to_stop
from ..core.game import Game, new_tables
from ..core.plan import Plan, PlanError, Watch, check_plans, same_length
from ..core.table import LOG_COLUMNS, seed_words
from ..core.view import View
from ..core.weighing import action_words, names_of
from ..core.words import Names, part_of
from .arrays import is_ready, record_states, record_tables, warm_up_behind
from .chunks import LOOK_IN, Progress
from .intervals import Estimate, mean_of, share_of_units
from .report import Report
from .simulation import whole_number

if TYPE_CHECKING:
    from ..match import Match

Row = dict[str, Any]
Key = int | tuple[int, ...]  # what a choice is known by: its action, or the actions of its plan

QUICK = 200  # worlds played uncompiled while the compiler works: something to look at
CHUNK = 50  # worlds between two looks at Cancel: part of what a seed means, so never changed
MAX_WORLDS = 1_000_000
ROWS_KEPT = 160  # events of one world that there is room for, on average over a chunk
SHOW_EVERY = 0.05  # seconds between two partial results


__all__ = ["Choice", "Choices", "NothingToChoose", "PlanError", "UnfinishedPlayout", "explore", "explore_steps"]


class UnfinishedPlayout(RuntimeError):
    """An imagined game that did not come to its end: a fault in the rules or bots, which would bend every mean."""


class NothingToChoose(ValueError):
    """The seat whose view it is has no move to choose now: says why."""


@dataclass(frozen=True)
class Choice:
    """One legal choice.  points: the mover's points from now to the end of the stage (of the game if `whole`).

    behind: how much worse than the best choice, in the same worlds (0 for the best); win: share of the victory, whole
    games only; standing: how the mover stands at the end of the stage, only where the game compares that.  close: the
    worlds do not tell it from the best.
    """

    action: Key
    notation: str
    points: Estimate
    behind: Estimate
    win: Estimate | None
    best: bool
    close: bool
    standing: Estimate | None = None

    @property
    def measure(self) -> Estimate:
        """What differences within a stage are made of: the standing where the game compares that, else the points."""
        return self.standing or self.points

    def row(self) -> Row:
        """As a flat row for tables and charts."""
        row: Row = {"action": self.action, "move": self.notation, "best": self.best, "close": self.close}
        shown = {"points": self.points, "behind": self.behind, "win": self.win, "standing": self.standing}
        for name, e in shown.items():
            if e is not None:
                row |= {name: e.value, f"{name}_low": e.low, f"{name}_high": e.high}
        return row


@dataclass(frozen=True, eq=False)
class Choices(Report):
    """Every legal choice at one decision, or every plan that was given, played out in the same worlds.

    actions: for each choice its action, or the actions of its plan; plans: those plans, or None.
    points[k, w]: the mover's points after choice k in world w, from now to the end of the stage or of the game.
    payoffs[k, w]: its share of the victory (whole games) or its standing at the end of the stage.
    noted: what else was watched, arrays of the same shape by name.
    """

    view: View
    actions: tuple[Key, ...]
    points: NDArray[np.int64]
    payoffs: NDArray[np.float64]
    wanted: int
    whole: bool
    bot: Bot
    seed: int
    plans: tuple[Plan, ...] | None = None
    noted: Mapping[str, NDArray[Any]] = field(default_factory=dict)

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
        return part_of(self.worlds, max(self.worlds, self.wanted), "world", "worlds")

    @property
    def worth(self) -> NDArray[Any]:
        """worth[k, w]: what is compared, higher is better: the victory in whole games, else the points, or the standing
        in a game where points alone say little at the end of a stage.
        """
        if self.whole or self.by_standing:
            return self.payoffs
        return -self.points if self.game.words.LOWER_IS_BETTER else self.points

    @property
    def by_standing(self) -> bool:
        """Choices are compared by how the mover stands at the end of the stage."""
        return not self.whole and self.standing_words is not None

    @property
    def standing_words(self) -> str | None:
        """What the game calls `standing`, if it wants choices to be compared by it."""
        return getattr(self.game.words, "STANDING", None)

    @property
    def compared(self) -> str:
        """What differences between choices are counted in."""
        standing = self.standing_words if self.by_standing else None
        return "victories" if self.whole else (standing or self.game.words.UNIT).removesuffix(" ahead")

    @property
    def scale(self) -> int:
        """100 where differences between choices are shares, to be shown in percent; else 1."""
        return 100 if self.whole or (self.by_standing and "%" in self.compared) else 1

    @property
    def stage(self) -> str:
        """What is played to its end: "game", or what the game calls its stages."""
        return "game" if self.whole else self.game.stage_name

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
                    self._notation(a),
                    mean_of(self.points[k]),
                    behind,
                    share_of_units(self.payoffs[k], np.ones(self.worlds)) if self.whole else None,
                    k == self.best,
                    not behind.low > 0,
                    mean_of(self.payoffs[k]) if self.by_standing else None,
                )
            )
        return tuple(found)

    def _notation(self, a: Key) -> str:
        """A plan's actions are written one after the other."""
        return self.game.notation(a) if isinstance(a, int) else " ".join(map(self.game.notation, a))

    def __getitem__(self, move: Key | str) -> Choice:
        """The choice of that action, plan or notation.  Raises KeyError with the choices there are."""
        return self.choices[self._index(move)]

    def _index(self, move: Key | str) -> int:
        if move in self.actions:
            return self.actions.index(move)
        written = [self._notation(a) for a in self.actions]
        if move in written:
            return written.index(move)
        raise KeyError(f"{move!r} is not among the choices: {', '.join(written)}.")

    def regret(self, move: Key | str) -> Estimate:
        """How much worse than the best choice `move` is, with a paired interval, in points (whole games: victories)."""
        return self.difference(self.actions[self.best], move)

    def difference(self, move: Key | str, other: Key | str) -> Estimate:
        """How much better `move` is than `other`, world by world, in points (whole games: victories)."""
        return mean_of(self.worth[self._index(move)] - self.worth[self._index(other)])

    def words(self, a: Key, names: Sequence[str] | Names | None = None) -> str:
        """Action or plan `a` as a player would say it; `names`: what the seats are called."""
        if self.plans is not None:
            return self.plans[self._index(a)].words or self._notation(a)
        return action_words(self.view, cast(int, a), names_of(self.view, names))

    def average(self, name: str, k: int) -> Estimate:
        """The mean of what was noted under that name of choice number k."""
        return mean_of(self.noted[name][k])

    def share(self, name: str, k: int) -> Estimate:
        """The share of the worlds in which it came true, of what was noted as 0 or 1."""
        return share_of_units(self.noted[name][k], np.ones(self.worlds))

    # ---- out of here ------------------------------------------------------------------------------------------------
    def rows(self, chosen: Key | str | None = None, names: Sequence[str] | None = None) -> list[Row]:
        """One row for each choice, the best first; `chosen` marks one; `names`: what the seats are called."""
        at = None if chosen is None else self._index(chosen)
        order = (
            np.argsort(-self.worth.mean(axis=1), kind="stable").tolist() if self.worlds else range(len(self.actions))
        )
        return [
            {**self.choices[k].row(), "words": self.words(self.actions[k], names), "chosen": k == at, **self._short(k)}
            for k in order
        ]

    def _short(self, k: int) -> Row:
        return {"short": self.plans[k].short} if self.plans is not None and self.plans[k].short else {}

    def leading(self, n: int, keep: Key | None = None) -> Choices:
        """The n best of these choices (and `keep`), in the same worlds."""
        wanted = [row["action"] for row in self.rows()[:n]]
        kept = [k for k, a in enumerate(self.actions) if a in wanted or a == keep]
        return replace(
            self,
            actions=tuple(self.actions[k] for k in kept),
            points=self.points[kept],
            payoffs=self.payoffs[kept],
            plans=None if self.plans is None else tuple(self.plans[k] for k in kept),
            noted={name: values[kept] for name, values in self.noted.items()},
        )

    def lines(self) -> list[list[str]]:
        """The choices as text, a heading first, the best choice next."""
        unit = self.game.words.UNIT
        head = f"{unit} {'to the end' if self.whole else f'this {self.stage}'}"
        rows = [["choice", head, f"{self.compared} behind the best"]]
        for row in self.rows():
            choice = self[row["action"]]
            rows.append([choice.notation, choice.points.text(2), self._behind_words(choice)])
        return rows

    def _behind_words(self, choice: Choice) -> str:
        if choice.best:
            return "best"
        behind = choice.behind.text(1, 100, " %") if self.scale == 100 else choice.behind.text(2)
        return f"{behind}, too close to call" if choice.close else behind

    @property
    def title(self) -> str:
        return f"{self.game.title}, seat {self.view.seat}: every choice to the end of the {self.stage}, {self.quality}"

    def notes(self) -> list[str]:
        """What a reader must know besides the numbers."""
        return ["95 % intervals; differences are paired: the same worlds."]


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
    plans: Sequence[Plan] | None = None,
    watch: Watch | None = None,
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
    plans: compare these plans of several decisions (a whole bid) instead of the legal choices.
    watch: what else to note in each world; it is found in `noted`.  It may ask for `whole` games.

    Raises NothingToChoose, UnknownBot, PlanError, ValueError, CompileUnavailable.
    """
    last = None
    setup = _Setup.checked(view, worlds, seed, bot, whole, compiled, plans, watch)
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
    plans: Sequence[Plan] | None = None,
    watch: Watch | None = None,
) -> Iterator[Choices]:
    """As `explore`, but gives Choices with more and more worlds, one every `every` seconds, the complete one last.

    While the loop is being compiled (compiled=None), the first worlds are played uncompiled.
    """
    setup = _Setup.checked(view, worlds, seed, bot, whole, compiled, plans, watch)
    return _steps(setup, cancel, every, CHUNK if setup.whole else QUICK)  # whole games take long uncompiled


@dataclass(frozen=True)
class _Setup:
    """An exploration that was checked."""

    view: View
    worlds: int
    seed: int
    bot: Bot
    whole: bool
    compiled: bool | None
    plans: tuple[Plan, ...] | None
    watch: Watch | None

    @classmethod
    def checked(
        cls,
        view: View | Match,
        worlds: int,
        seed: int,
        bot: str | Bot | None,
        whole: bool,
        compiled: bool | None,
        plans: Sequence[Plan] | None,
        watch: Watch | None,
    ) -> _Setup:
        if not isinstance(view, View):
            if view.over:
                raise NothingToChoose("The game is over: there is nothing left to choose.")
            view = view.view(view.mover)
        if not view.moves:
            raise NothingToChoose(f"Seat {view.seat} has nothing to choose now: it is not to move.")
        whole_number("worlds", worlds, 1, MAX_WORLDS)
        whole_number("seed", seed, 0, 2**64 - 1)
        if plans is not None:
            check_plans(view, plans)
        if compiled:
            _ = view.game.compiled  # raises here what would otherwise be raised late
        given, whole = None if plans is None else tuple(plans), bool(whole or (watch and watch.whole))
        return cls(view, worlds, seed, _follower(view.game, bot), whole, compiled, given, watch)

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        return tuple(self.view.moves) if self.plans is None else tuple(plan.moves for plan in self.plans)

    @cached_property
    def steps(self) -> list[list[int]]:
        """For each choice its actions, all of the same length."""
        return same_length([(key,) if isinstance(key, int) else key for key in self.keys])

    @property
    def upto(self) -> int:
        """How far `evaluate` plays."""
        if self.watch and self.watch.whole:
            return engine.NOTED_TO_GAME
        return engine.TO_GAME if self.whole else engine.TO_STAGE

    @property
    def kinds(self) -> tuple[int, ...]:
        return self.watch.kinds if self.watch else ()

    def choices(
        self, points: NDArray[np.int64], payoffs: NDArray[np.float64], noted: Mapping[str, NDArray[Any]], done: int
    ) -> Choices:
        return Choices(
            self.view,
            self.keys,
            points[:, :done],
            payoffs[:, :done],
            self.worlds,
            self.whole,
            self.bot,
            self.seed,
            self.plans,
            {name: values[:, :done] for name, values in noted.items()},
        )


def _follower(game: Game, bot: str | Bot | None) -> Bot:
    """The bot that plays on after the choice."""
    if bot is None:
        return game.usual_bot
    found = game.bot(bot)
    if found.policy in (engine.OUTSIDE, engine.EXPECTED):
        able = ", ".join(b.key for b in game.bots.values() if b.policy not in (engine.OUTSIDE, engine.EXPECTED))
        raise ValueError(
            f"The bot {found.key!r} is too slow to play imagined worlds to their end; choose from: {able}."
        )
    return found


def _steps(setup: _Setup, cancel: Any, every: float, quick: int) -> Iterator[Choices]:
    game, view, seats = setup.view.game, setup.view, setup.view.game.players
    n = len(setup.keys)
    now = int(game.plain.score(view.state, view.seat))
    points = np.zeros((n, setup.worlds), dtype=np.int64)
    payoffs = np.zeros((n, setup.worlds))
    noted: dict[str, NDArray[Any]] = {}
    players = _players(setup, cancel, quick)
    done, shown = 0, time.monotonic()
    for chunk in range(-(-setup.worlds // CHUNK)):
        size = min(CHUNK, setup.worlds - done)
        out = _Out.new(n, size, seats, bool(setup.kinds))
        finished = next(players)(seed_words(setup.seed, CHUNK, chunk)[:size], out)
        points[:, done : done + finished] = out.scores[:, :finished, view.seat] - now
        payoffs[:, done : done + finished] = out.values[:, :finished]
        if setup.watch is not None:
            for name, values in setup.watch.read(out.rows[: int(out.n_rows[0])], n, size).items():
                everything = noted.setdefault(name, np.zeros((n, setup.worlds), dtype=values.dtype))
                everything[:, done : done + finished] = values[:, :finished]
        done += finished
        if finished < size or wants_to_stop(cancel):
            break
        if done < setup.worlds and time.monotonic() - shown >= every:
            yield setup.choices(points, payoffs, noted, done)
            shown = time.monotonic()
    yield setup.choices(points, payoffs, noted, done)


@dataclass(frozen=True)
class _Out:
    """What `evaluate` writes: see there."""

    scores: NDArray[np.int64]
    values: NDArray[np.float64]
    rows: NDArray[np.int64]
    n_rows: NDArray[np.int64]

    @classmethod
    def new(cls, choices: int, worlds: int, seats: int, keeps_events: bool) -> _Out:
        return cls(
            np.zeros((choices, worlds, seats), dtype=np.int64),
            np.zeros((choices, worlds)),
            np.zeros((choices * worlds * ROWS_KEPT * keeps_events, 2 + LOG_COLUMNS), dtype=np.int64),
            np.zeros(1, dtype=np.int64),
        )


def _players(setup: _Setup, cancel: Any, quick: int) -> Iterator[Callable[[Any, _Out], int]]:
    """What plays the next chunk, without end: a few uncompiled ones while the compiler works, then compiled ones."""
    game, asked = setup.view.game, Asked(cancel)
    if setup.compiled is None and (compiler := warm_up_behind(game, "evaluate")) is not None:
        for _ in range(quick // CHUNK):
            if compiler.is_alive():
                yield _Plain(setup, asked)
        while compiler.is_alive() and not asked[0]:  # two threads of Python would only slow each other down
            compiler.join(LOOK_IN)
    if setup.compiled or (setup.compiled is None and is_ready(game, "evaluate")):
        yield from itertools.repeat(_Compiled(setup, cancel))
    yield from itertools.repeat(_Plain(setup, asked))


class _Compiled:
    def __init__(self, setup: _Setup, cancel: Any):
        game = setup.view.game
        self.setup, self.evaluate = setup, game.compiled.evaluate
        self.states = record_states(game)
        game.state_class.to_record(setup.view.state, self.states[engine.VIEW])
        self.tables = record_tables()
        for kind in setup.kinds:
            self.tables[engine.IMAGINARY]["keep"][kind] = 1
        self.steps = np.array(setup.steps, dtype=np.int64)
        is_flag = isinstance(cancel, np.ndarray) and cancel.dtype == np.int64
        self.flag = cancel if is_flag else np.zeros(1, dtype=np.int64)  # else Cancel is looked at between two chunks

    def __call__(self, words: Any, out: _Out) -> int:
        setup = self.setup
        given = self.states, self.tables, self.steps, words, setup.bot.policy, setup.upto
        return _finished(self.evaluate(*given, out.scores, out.values, out.rows, out.n_rows, self.flag))


class _Plain:
    def __init__(self, setup: _Setup, cancel: Asked):
        game = setup.view.game
        self.setup, self.evaluate, self.cancel = setup, game.plain.evaluate, cancel
        self.states = [game.state_class.new() for _ in range(engine.N_STATES)]
        setup.view.state.copy_to(self.states[engine.VIEW])
        self.tables = new_tables()
        for kind in setup.kinds:
            self.tables[engine.IMAGINARY].keep[kind] = 1

    def __call__(self, words: Any, out: _Out) -> int:
        setup = self.setup
        given = self.states, self.tables, setup.steps, words.tolist(), setup.bot.policy, setup.upto
        return _finished(self.evaluate(*given, out.scores, out.values, out.rows, out.n_rows, self.cancel))


def _finished(n: Any) -> int:
    """How many worlds `evaluate` finished.  Raises UnfinishedPlayout."""
    if n < 0:
        raise UnfinishedPlayout(
            f"Imagined game {-1 - int(n)} of a chunk did not end within {engine.MAX_STEPS:,} decisions, "
            "or had no legal move: please report it."
        )
    return int(n)
