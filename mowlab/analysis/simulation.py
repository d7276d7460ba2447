"""Many games of bots against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import engine, link
from ..core.bot import Bot
from ..core.game import Game
from ..games import game as open_game
from .chunks import Progress, run
from .outcomes import Outcomes
from .playing import Plan, Played, play_chunk, seatings

MAX_GAMES, MAX_THREADS = 10_000_000, 1_024


class LineupError(ValueError):
    """A line-up that does not fit the game: how many bots there are and how many are needed."""


def simulate(
    game: str | Game,
    bots: Sequence[str | Bot],
    games: int = 10_000,
    seed: int = 1,
    *,
    rotate: bool = True,
    events: bool = True,
    players: int | None = None,
    progress: Progress | None = None,
    cancel: Any = None,
    threads: int | None = None,
    compiled: bool | None = None,
    **options: Any,
) -> Outcomes:
    """Play `games` games with a bot in every seat.

    game: a Game, or a game's key with `players` (by default as many as there are bots) and `options`.
    bots: keys or Bots, one for each place at the table.
    rotate: each deal is played in every seating: game 0 has the first bot in seat 0, game 1 in seat 1 with the same
    deal and the same dice, and so on, until the line-up sits as at first (at once if all bots are the same).  So no bot
    is lucky with its seat or its cards, and the deals, not the games, are the independent units of all intervals.
    Without, every game has a deal of its own and seats are as in `bots`.
    events: keep the events that the game names in KEPT_EVENTS (32 bytes each).
    progress: called as progress(done, total) in this thread, at most twenty times a second.
    cancel: an Event (anything with is_set()) or an array; once it is set, the games played so far are returned within
    0.2 s, with `partial` true.
    threads: how many to use, by default one for each processor; under joblib.parallel_config the chunks go there.
    compiled: True, False, or None for compiled where numba is there and no bot is written in ordinary Python.

    Game k depends on the seed, the line-up and k alone: not on `games`, threads, processes, or compiling.
    Raises UnknownGame, OptionError, UnknownBot, LineupError, ValueError, CompileUnavailable, and BotError if a Python
    bot fails.
    """
    plan = make_plan(game, bots, games, seed, rotate, events, compiled, players, options)
    return play_plan(plan, progress, cancel, threads)


def play_plan(plan: Plan, progress: Progress | None, cancel: Any, threads: int | None) -> Outcomes:
    """Play what was planned.  Raises ValueError, BotError."""
    if threads is not None:
        whole_number("threads", threads, 1, MAX_THREADS)
    played: dict[int, Played] = {}

    def work(chunk: int, live: Any) -> Played:
        return play_chunk(plan, chunk, live)

    def receive(chunk: int, result: Played) -> int:
        played[chunk] = result
        return len(result.results)

    run(
        work,
        plan.chunks,
        receive,
        plan.games,
        threads=threads if plan.compiled or threads is not None else 1,  # ordinary Python gains nothing from threads
        progress=progress,
        cancel=cancel,
    )
    return Outcomes.from_chunks(plan, played)


def make_plan(
    game: str | Game,
    bots: Sequence[str | Bot],
    games: int,
    seed: int,
    rotate: bool,
    events: bool,
    compiled: bool | None,
    players: int | None,
    options: dict[str, Any],
) -> Plan:
    """Check what was asked for.  Raises the errors that `simulate` names."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise LineupError(f"bots must be a list of bots, such as ['random', 'random'], not {bots!r}.")
    if isinstance(game, str):
        game = open_game(game, players=len(bots) if players is None else players, **options)
    elif players not in (None, game.players) or options:
        raise ValueError("A Game has its options already: give `players` and options with a game's key only.")
    lineup = check_lineup(game, bots)
    whole_number("games", games, 1, MAX_GAMES)
    whole_number("seed", seed, 0, 2**64 - 1)
    ordinary = any(bot.play is not None for bot in lineup)
    if compiled is None:
        compiled = not ordinary and link.why_not_compiled() is None
    elif compiled and ordinary:
        raise ValueError("A line-up with a bot in ordinary Python cannot be compiled: leave `compiled` out.")
    if compiled:
        _ = game.compiled  # raises here what would otherwise be raised in a thread
    return Plan(game, lineup, games, seed, seatings(lineup) if rotate else 1, compiled, events)


def check_lineup(game: Game, bots: Sequence[str | Bot]) -> tuple[Bot, ...]:
    """The Bots of a line-up.  Raises UnknownBot, LineupError."""
    found = tuple(game.bot(bot) for bot in bots)
    if len(found) != game.players:
        raise LineupError(
            f"{game.title} with {game.players} {game.words.PLAYERS} needs {game.players} bots, got {len(found)}."
        )
    for bot in found:
        if (bot.play is None) == (bot.policy == engine.OUTSIDE):
            raise LineupError(f"The bot {bot.key!r} has neither a policy nor a program that plays.")
    return found


def whole_number(name: str, value: Any, low: int, high: int) -> None:
    """Raise ValueError unless `value` is a whole number from low to high."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} = {value!r}: it must be a whole number from {low:,} to {high:,}.")
