"""Many games of bots against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core import engine, link
from ..core.bot import Bot
from ..core.game import PLAYERS, Game
from ..core.words import number_of
from ..games import game as open_game
from .chunks import Progress, run
from .outcomes import Outcomes
from .playing import Plan, Played, play_chunk, seatings

# Arguments that could be taken for options of a game where they do not belong.
ELSEWHERE = {"precision": "compare and tournament", "rotate": "simulate, compare and vary"}
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
    log: bool = False,
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
    events: keep the events that the game names in KEPT_EVENTS (40 bytes each).
    log: keep every decision, for `Outcomes.log` (some 40 bytes each; a game has 40 to 4,000).
    progress: called as progress(done, total) in this thread, at most twenty times a second.
    cancel: an Event (anything with is_set()) or an array; once it is set, the games played so far are returned within
    0.2 s, with `partial` true.
    threads: how many to use, by default one for each processor; under joblib.parallel_config the chunks go there.
    compiled: True, False, or None for compiled where numba is there and no bot is written in ordinary Python.

    Game k depends on the seed, the line-up and k alone: not on `games`, threads, processes, or compiling.
    Raises UnknownGame, OptionError, UnknownBot, LineupError, ValueError, CompileUnavailable, and BotError if a Python
    bot fails.
    """
    plan = make_plan(game, bots, games, seed, rotate, events, log, compiled, players, options)
    return play_plan(plan, progress, cancel, threads)


def play_plan(plan: Plan, progress: Progress | None, cancel: Any, threads: int | None) -> Outcomes:
    """Play what was planned.  Raises ValueError, BotError."""
    return Outcomes.from_chunks(plan, play_plans([plan], 0, plan.games, progress, cancel, threads)[0])


def play_plans(
    plans: Sequence[Plan],
    begin: int,
    end: int,
    progress: Progress | None,
    cancel: Any,
    threads: int | None,
    played: list[dict[int, Played]] | None = None,
) -> list[dict[int, Played]]:
    """Play the games from number `begin` to below `end` of all plans, side by side; for each plan its chunks.

    begin, end: where chunks of every plan begin (or all games end).  played: chunks to add to, if there are some
    already.  Progress goes up to the games of all plans from `begin` on.  Raises ValueError, BotError.
    """
    if threads is not None:
        whole_number("threads", threads, 1, MAX_THREADS)
    elif not any(plan.compiled for plan in plans):
        threads = 1  # ordinary Python gains nothing from threads
    played = [{} for _ in plans] if played is None else played
    chunks = [(plan.first(i), k, i) for k, plan in enumerate(plans) for i in range(plan.chunks)]
    jobs = [(k, i) for first, k, i in sorted(chunks) if begin <= first < end]

    def work(job: int, live: Any) -> Played:
        k, i = jobs[job]
        return play_chunk(plans[k], i, live, job)

    def receive(job: int, result: Played) -> int:
        k, i = jobs[job]
        played[k][i] = result
        return len(result.results)

    total = sum(min(end, plan.games) - begin for plan in plans)
    run(work, len(jobs), receive, total, threads=threads, progress=progress, cancel=cancel)
    return played


def make_plan(
    game: str | Game,
    bots: Sequence[str | Bot],
    games: int,
    seed: int,
    rotate: bool,
    events: bool,
    log: bool,
    compiled: bool | None,
    players: int | None,
    options: dict[str, Any],
) -> Plan:
    """Check what was asked for.  Raises the errors that `simulate` names."""
    for name in options.keys() & ELSEWHERE.keys():
        raise ValueError(f"{name} is not for this function: it belongs to {ELSEWHERE[name]}.")
    game = game_for(game, bots, players, options)
    lineup = check_lineup(game, bots)
    whole_number("games", games, 1, MAX_GAMES)
    whole_number("seed", seed, 0, 2**64 - 1)
    for name, value in (("rotate", rotate), ("events", events), ("log", log)):
        if value not in (True, False):
            raise ValueError(f"{name} = {value!r}: it must be True or False.")
    ordinary = any(bot.play is not None for bot in lineup)
    if compiled is None:
        compiled = not ordinary and link.why_not_compiled() is None
    elif compiled and ordinary:
        raise ValueError("A line-up with a bot in ordinary Python cannot be compiled: leave `compiled` out.")
    if compiled:
        _ = game.compiled  # raises here what would otherwise be raised in a thread
    return Plan(game, lineup, games, seed, seatings(lineup) if rotate else 1, compiled, events, log)


def game_for(game: str | Game, bots: Sequence[str | Bot], players: int | None, options: dict[str, Any]) -> Game:
    """The game with these options and a place for each of the bots.  Raises LineupError, OptionError, ValueError."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise LineupError(f"bots must be a list of bots, such as ['random', 'random'], not {bots!r}.")
    if not bots:
        raise LineupError("bots is empty: it must have one bot for each place at the table.")
    if not isinstance(game, str):
        if players not in (None, game.players) or options:
            raise ValueError("A Game has its options already: give `players` and options with a game's key only.")
        return game
    if players is None:
        usual = open_game(game)
        allowed = usual.state_class.options()[PLAYERS].values
        if len(bots) not in allowed:
            have, seats = number_of(len(bots), "bot", "bots"), f"{min(allowed)} to {max(allowed)} {usual.words.PLAYERS}"
            raise LineupError(f"bots has {have}, one for each place at the table; {usual.title} is for {seats}.")
    return open_game(game, players=len(bots) if players is None else players, **options)


def check_lineup(game: Game, bots: Sequence[str | Bot]) -> tuple[Bot, ...]:
    """The Bots of a line-up.  Raises UnknownBot, LineupError."""
    found = tuple(game.bot(bot) for bot in bots)
    if len(found) != game.players:
        raise LineupError(
            f"{game.title} with {game.table_of} needs {number_of(game.players, 'bot', 'bots')}, got {len(found)}."
        )
    for bot in found:
        if (bot.play is None) == (bot.policy == engine.OUTSIDE):
            raise LineupError(f"The bot {bot.key!r} has neither a policy nor a program that plays.")
    return found


def whole_number(name: str, value: Any, low: int, high: int) -> None:
    """Raise ValueError unless `value` is a whole number from low to high."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} = {value!r}: it must be a whole number from {low:,} to {high:,}.")
