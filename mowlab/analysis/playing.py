"""Playing one chunk of a simulation: which deals, who sits where, which loop plays, what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..core import engine
from ..core.bot import Bot, BotError
from ..core.game import Game, new_tables
from ..core.table import DECISION, LOG_COLUMNS, LOG_ROWS, NO_FAULT, Table, seed_streams, seed_words
from .arrays import record_states, record_tables, root_of
from .chunks import Live

DEALS = 100  # deals that get their random words together: part of what a seed means, so never changed
MOST_AT_ONCE, SHARES = 500, 16  # games in a chunk, and chunks in a run if there are fewer games: no matter for results
MOST_LOGGED = 50  # games in a chunk with all decisions: there is room for the longest game, each time

Ints = NDArray[np.int64]


class OtherRules(RuntimeError):
    """A worker process whose mowlab is not that of the computer that asked: its games would be other games."""


@dataclass(frozen=True)
class Plan:
    """What is played: `games` games of `game` with the line-up `bots` (one for each place at the table).

    Deal d has the random words seed_words(seed, DEALS, d // DEALS)[d % DEALS].  Each deal is played `per_deal` times,
    with the same cards and the same dice, the line-up one seat further each time.  log: decisions are kept.
    """

    game: Game
    bots: tuple[Bot, ...]
    games: int
    seed: int
    per_deal: int
    compiled: bool
    events: bool
    log: bool = False

    # A plan that travels to another process says what it was made with, and is refused where that is not the same.
    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "made_with": _made_with(self.game)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state.pop("made_with") != _made_with(state["game"]):
            raise OtherRules(
                f"A worker has other rules of {state['game'].title} or another mowlab than the computer that asked: "
                "install the same mowlab on all computers, and start the workers again."
            )
        self.__dict__.update(state)

    @property
    def per_chunk(self) -> int:
        """Games in a chunk, all seatings of a deal together: one deal where bots think for long."""
        slow = any(bot.policy in (engine.EXPECTED, engine.OUTSIDE) for bot in self.bots)
        games = 0 if slow else min(self.games // SHARES, MOST_LOGGED if self.log else MOST_AT_ONCE)
        return max(games // self.per_deal, 1) * self.per_deal

    @property
    def chunks(self) -> int:
        return -(-self.games // self.per_chunk)

    def first(self, chunk: int) -> int:
        """Number of the first game of a chunk."""
        return min(chunk * self.per_chunk, self.games)

    def numbers(self, chunk: int) -> Ints:
        """Numbers of the games of a chunk."""
        return np.arange(self.first(chunk), self.first(chunk + 1))

    def places(self, numbers: Ints) -> Ints:
        """places[g, p]: which bot of the line-up has seat p in that game; bot b has seat (b + game) % seats."""
        seats = np.arange(len(self.bots))
        shift = numbers % self.per_deal
        return (seats[None, :] - shift[:, None]) % len(self.bots)

    def words(self, numbers: Ints) -> Ints:
        """Random words for these games, one row each."""
        deals = numbers // self.per_deal
        together, index = np.unique(deals // DEALS, return_inverse=True)
        words = np.stack([seed_words(self.seed, DEALS, int(k)) for k in together])
        return np.ascontiguousarray(words[index, deals % DEALS])

    @property
    def kinds(self) -> dict[str, int]:
        return {name: kind for name, (kind, _, _) in self.game.words.KEPT_EVENTS.items()} if self.events else {}


@dataclass(frozen=True)
class Played:
    """One chunk come back.  results: rows as play_many writes them, of the games that were played.

    rows: kept events by name, columns game number, who, what, more, place among all rows of the chunk.
    decisions: of each decision game number, seat, action, number of legal moves, stage; empty if none are kept.
    """

    results: NDArray[np.float64]
    rows: dict[str, NDArray[np.int64]]
    decisions: Ints = field(default_factory=lambda: np.zeros((0, 5), np.int64))


def _made_with(game: Game) -> tuple[str, str]:
    return __version__, game.digest


def seatings(bots: Sequence[Bot]) -> int:
    """How many times a line-up can move on by a seat until it sits as at first: fewer than its length if it repeats."""
    keys = [bot.key for bot in bots]
    return next(n for n in range(1, len(keys) + 1) if keys[n:] + keys[:n] == keys)


def play_chunk(plan: Plan, chunk: int, live: Live, job: int = 0) -> Played:
    """Play the games of one chunk; fewer come back if the flag was set meanwhile.  job: what `live` knows it by."""
    numbers = plan.numbers(chunk)
    seats = len(plan.bots)
    results = np.zeros((len(numbers), 2 * seats + engine.MORE_RESULTS))
    room = (LOG_ROWS if plan.events else 0) + (engine.MAX_STEPS if plan.log else 0)
    rows = np.empty((len(numbers) * room, LOG_COLUMNS), dtype=np.int64)
    live.reports(job, partial(_finished, results, 2 * seats))
    policies = np.array([bot.policy for bot in plan.bots])[plan.places(numbers)]
    play = _compiled if plan.compiled else _outside if any(bot.play for bot in plan.bots) else _plain
    done = play(plan, numbers, policies, results, rows, live.flag)
    return Played(results[:done], *_by_kind(plan, results[:done], rows, int(numbers[0])))


def _finished(results: NDArray[np.float64], steps: int) -> int:
    return int(np.count_nonzero(results[:, steps]))


def _by_kind(
    plan: Plan, results: NDArray[np.float64], rows: Ints, first: int
) -> tuple[dict[str, NDArray[np.int64]], Ints]:
    """Kept events by name, and decisions, as in `Played`."""
    begin, end = results[:, -2].astype(np.int64), results[:, -1].astype(np.int64)
    rows = rows[: end[-1] if len(end) else 0]
    game = np.repeat(np.arange(first, first + len(results)), end - begin)
    events = np.column_stack([game, rows[:, 1:4], np.arange(len(rows))])
    decided = rows[:, 0] == DECISION
    decisions = np.column_stack([game[decided], rows[decided, 1:]])
    return {name: events[rows[:, 0] == kind] for name, kind in plan.kinds.items()}, decisions


def _compiled(plan: Plan, numbers: Ints, policies: Ints, results: Any, rows: Any, flag: Ints) -> int:
    game = plan.game
    root, states, tables = root_of(game), record_states(game), record_tables()
    for kind in plan.kinds.values():
        tables[engine.REAL]["keep"][kind] = 1
    tables[engine.REAL]["log_decisions"] = int(plan.log)
    tables[engine.REAL]["watch_lead"] = int(plan.events)
    words = plan.words(numbers)
    return int(game.compiled.play_many(root, states, tables, policies, words, results, rows, engine.MAX_STEPS, flag))


def _plain(plan: Plan, numbers: Ints, policies: Ints, results: Any, rows: Any, flag: Ints) -> int:
    game, words = plan.game, plan.words(numbers).tolist()
    states, tables = _plain_table(plan)
    root = [game.blank()]
    return int(
        game.plain.play_many(root, states, tables, policies.tolist(), words, results, rows, engine.MAX_STEPS, flag)
    )


def _plain_table(plan: Plan) -> tuple[list[Any], list[Table]]:
    tables = new_tables()
    for kind in plan.kinds.values():
        tables[engine.REAL].keep[kind] = 1
    tables[engine.REAL].log_decisions = int(plan.log)
    tables[engine.REAL].watch_lead = int(plan.events)
    return [plan.game.state_class.new() for _ in range(engine.N_STATES)], tables


# ---- bots in ordinary Python ----------------------------------------------------------------------------------------
def _outside(plan: Plan, numbers: Ints, policies: Ints, results: Any, rows: Any, flag: Ints) -> int:
    """As play_many, but seats with the policy OUTSIDE are asked for their move."""
    game, words = plan.game, plan.words(numbers).tolist()
    states, tables = _plain_table(plan)
    truth, t = states[engine.TRUTH], tables[engine.REAL]
    n_rows = 0
    for g, places in enumerate(plan.places(numbers).tolist()):
        seed_streams(t, words, g)
        t.n_log, t.fault = 0, NO_FAULT
        game.blank().copy_to(truth)
        game.plain.start(truth, t)
        game.plain.no_leader(truth, t)
        bots = [plan.bots[b] for b in places]
        first = n_rows
        steps, status = 0, engine.WAITING
        while status == engine.WAITING:
            steps, status = _play_on(game, states, tables, bots, flag, steps)
            n_rows = game.plain.drain(t, rows, n_rows)
        if status == engine.CANCELLED:
            return g
        for p in range(len(bots)):
            results[g, 2 * p] = game.plain.score(truth, p)
            results[g, 2 * p + 1] = game.plain.payoff(truth, p) if status == engine.OVER else 0.0
        results[g, 2 * len(bots) :] = steps, status, t.fault, t.lead_changes, first, n_rows
    return len(results)


def _play_on(
    game: Game, states: list[Any], tables: list[Table], bots: list[Bot], flag: Ints, steps: int
) -> tuple[int, int]:
    """Go on with the game in states[TRUTH] after `steps` decisions, up to and with the next one of a Python bot, or for
    engine.PART decisions; all decisions made, and status: WAITING if the game goes on.
    """
    truth, t = states[engine.TRUTH], tables[engine.REAL]
    part = min(engine.PART, engine.MAX_STEPS - steps)
    status = game.plain.play_on(states, tables, [bot.policy for bot in bots], part, flag)
    steps += t.steps
    if steps >= engine.MAX_STEPS and status == engine.WAITING:
        return steps, engine.LIMIT
    if status == engine.WAITING:
        n = t.n_moves
        a = ask(game, states, tables, bots)
        game.plain.note(truth, a, n, t)
        game.plain.apply(truth, a, t)
        return steps + 1, engine.WAITING
    return steps, engine.WAITING if status == engine.LIMIT and steps < engine.MAX_STEPS else status


def ask(game: Game, states: list[Any], tables: list[Table], bots: list[Bot]) -> int:
    """The move of the Python bot to move, from its view.  Raises BotError if it is not a legal one."""
    truth, t = states[engine.TRUTH], tables[engine.REAL]
    seat = game.plain.mover(truth)
    bot, moves = bots[seat], list(t.moves[: t.n_moves])
    assert bot.play is not None
    a = bot.play(game.view(truth, seat, moves))
    if not game.allows(truth, a):
        allowed = ", ".join(map(game.notation, moves))
        raise BotError(f"The bot {bot.key!r} answered {a!r} in seat {seat}; legal moves there were: {allowed}.")
    return int(a)
