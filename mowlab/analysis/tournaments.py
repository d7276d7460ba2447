"""A tournament: every bot against every other one, with the same luck; who wins how often against whom, and ratings.

For every two bots one sits among others of the second kind, in every seat in turn, and the other way round; all
line-ups play the same deals.  In games for two that is a duel of each pair.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..core.bot import Bot
from ..core.cancel import wants_to_stop
from ..core.game import PLAYERS, Game
from ..core.words import number_of, part_of
from ..games import game as open_game
from .chunks import Progress
from .comparison import precision_note, shown_from
from .files import MissingPackage, Tidy
from .intervals import NOTHING, Estimate, mean_of_units, share_of_units
from .outcomes import Outcomes
from .playing import Plan, Played
from .report import Report, html_table, text_table
from .simulation import make_plan, play_plans
from .stopping import check_precision, half_width, looks

if TYPE_CHECKING:
    from ..match import Match
    from ..theory.ratings import Rating

Row = dict[str, Any]
Pair = tuple[str, str]
Duel = list[tuple[str, float]]  # two bots, each with 0 for the winner, 1 for the loser

RATED = 4_000  # duels that ratings are made of; more hardly change them
Z95 = 1.959964
WATCH_EVERY = 1.0  # seconds between two partial results for `watch`


class TournamentError(ValueError):
    """A tournament that cannot be played: says why and what can."""


@dataclass(frozen=True)
class Cell:
    """How one `bot` fares among bots of the kind `among`: share of victories (fair: 1 / players), score a game."""

    bot: str
    among: str
    games: int
    win: Estimate
    score: Estimate

    def row(self) -> Row:
        """As a flat row for tables and charts."""
        row: Row = {"bot": self.bot, "among": self.among, "games": self.games}
        for name, e in {"win": self.win, "score": self.score}.items():
            row |= {name: e.value, f"{name}_low": e.low, f"{name}_high": e.high}
        return row


@dataclass(frozen=True)
class Standing:
    """How one bot fares over all its opponents, each counting alike.  rating: None where openskill is missing."""

    bot: str
    games: int
    win: Estimate
    score: Estimate
    rating: Rating | None


@dataclass(frozen=True, eq=False)
class Tournament(Report, Tidy):
    """Outcomes of a tournament.

    runs[row, column]: games of one `row` among bots of kind `column`; in a game for two, each pair once.
    precision, looks: as asked for; how often it was looked at.
    """

    game: Game
    bots: dict[str, Bot]
    runs: dict[Pair, Outcomes]
    precision: float | None = None
    looks: int = 1

    # ---- what was played --------------------------------------------------------------------------------------------
    @property
    def partial(self) -> bool:
        """Fewer games came back than were asked for: it was cancelled."""
        return any(run.partial for run in self.runs.values())

    @property
    def _duelling(self) -> bool:
        return self.game.players == 2

    @property
    def fair(self) -> float:
        """The share of the victories if all were equal."""
        return 1 / self.game.players

    @cached_property
    def labels(self) -> dict[str, str]:
        """What people call the bots, by key; the key is added where two have the same name."""
        names = [bot.name for bot in self.bots.values()]
        return {key: b.name if names.count(b.name) == 1 else f"{b.name} ({key})" for key, b in self.bots.items()}

    def __len__(self) -> int:
        return sum(len(run) for run in self.runs.values())

    # ---- who against whom -------------------------------------------------------------------------------------------
    @cached_property
    def cells(self) -> dict[Pair, Cell]:
        """One entry for each two different bots, as far as they have played."""
        found = {}
        for (row, column), run in self.runs.items():
            groups = {str(group.bot): group for group in run.groups("bot")}
            asked = [(row, column), (column, row)] if self._duelling else [(row, column)]
            for bot, among in asked:
                if bot in groups:
                    group = groups[bot]
                    found[bot, among] = Cell(bot, among, group.games, group.win, group.score)
        return found

    @cached_property
    def matrix(self) -> NDArray[np.float64]:
        """matrix[i, j]: share of victories of one bot i among bots j; fair for i = j, NaN where nothing is known."""
        known = {pair: cell.win.value for pair, cell in self.cells.items()}
        keys = list(self.bots)
        return np.array([[self.fair if a == b else known.get((a, b), np.nan) for b in keys] for a in keys])

    def beats(self, a: str, b: str) -> bool:
        """One a among bs wins more than its fair share, and one b among as less; both by their whole intervals."""
        one, other = self.cells.get((a, b)), self.cells.get((b, a))
        return one is not None and other is not None and one.win.low > self.fair > other.win.high

    @cached_property
    def circle(self) -> tuple[str, ...]:
        """A shortest circle in which each bot beats the next and the last beats the first; empty if there is none."""
        edges = {a: [b for b in self.bots if a != b and self.beats(a, b)] for a in self.bots}
        circles = [path for start in self.bots for path in _circle_from(start, edges)]
        return min(circles, key=len, default=())

    # ---- each bot ---------------------------------------------------------------------------------------------------
    @cached_property
    def standings(self) -> list[Standing]:
        """The bots, the highest share of victories first; those who have not played yet last."""
        found = [self._standing(bot) for bot in self.bots]
        return sorted(found, key=lambda s: -1.0 if np.isnan(s.win.value) else s.win.value, reverse=True)

    def _standing(self, bot: str) -> Standing:
        rating = self.ratings.get(bot)
        runs = [run for (row, column), run in self.runs.items() if bot == row or (self._duelling and bot == column)]
        both = functools.reduce(np.intersect1d, [run.number[run.finished] for run in runs])  # so that all count alike
        if not len(both):
            return Standing(bot, 0, NOTHING, NOTHING, rating)
        deal = np.unique(both // self.game.players, return_inverse=True)[1]
        counts = len(runs) * np.bincount(deal)
        wins, scores = (
            sum(np.bincount(deal, weights=_of_bot(run, bot, both, values)) for run in runs)
            for values in ("payoff", "score")
        )
        score = mean_of_units(scores, counts, least=0.0)
        return Standing(bot, int(counts.sum()), share_of_units(wins, counts), score, rating)

    @cached_property
    def duels(self) -> list[Duel]:
        """What ratings are made of: of each game the one bot and the bot of the other kind on its left, if either won.

        Whether one of two won, where one of them did, tells of these two alone, however many others there were.  First
        the first game of each line-up, then the second of each, and so on; at most RATED.
        """
        found: list[tuple[int, Duel]] = []
        for (row, column), run in self.runs.items():
            one = run.place.argmin(axis=1)  # place 0 of the line-up is the one bot
            games = np.arange(len(run))
            own, other = run.payoff[games, one], run.payoff[games, (one + 1) % self.game.players]
            decided = run.finished & ((own > 0) | (other > 0))
            for number, x, y in zip(run.number[decided].tolist(), own[decided], other[decided], strict=True):
                found.append((number, [(row, float(x < y)), (column, float(y < x))]))
        return [duel for _, duel in sorted(found, key=lambda entry: entry[0])[:RATED]]

    @cached_property
    def _rated(self) -> tuple[dict[str, Rating], list[dict[str, Rating]]]:
        try:
            from ..theory.ratings import rate
        except ImportError:
            return {}, []
        return rate(self.duels, changing=False)

    @property
    def ratings(self) -> dict[str, Rating]:
        """Rating of each bot by openskill, after all `duels`; empty where that package is missing.

        25 is average; `sigma` is how sure the method is, and mu - 2 sigma to mu + 2 sigma its interval.
        """
        return self._rated[0]

    @property
    def course(self) -> list[dict[str, Rating]]:
        """The ratings after each of the `duels`.  Raises MissingPackage."""
        if self.duels and not self._rated[0]:
            raise MissingPackage(
                "Ratings need the package openskill: install it in mowlab's folder: pip install .[theory]"
            )
        return self._rated[1]

    # ---- precision --------------------------------------------------------------------------------------------------
    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of a bot's share of victories."""
        return half_width([s.win for s in self.standings])

    @property
    def reached(self) -> bool | None:
        """Whether the precision asked for was reached; None if none was asked for."""
        return None if self.precision is None else bool(self.half_width <= self.precision)

    # ---- tables -----------------------------------------------------------------------------------------------------
    def rows(self) -> list[Row]:
        """One flat row for each two bots: how one of the first kind fares among the second."""
        return [cell.row() for cell in self.cells.values()]

    def summary(self) -> list[Row]:
        """One flat row for each bot, the best first."""
        found = []
        for s in self.standings:
            row: Row = {"bot": s.bot, "games": s.games}
            for name, e in {"win": s.win, "score": s.score}.items():
                row |= {name: e.value, f"{name}_low": e.low, f"{name}_high": e.high}
            if s.rating is not None:
                row |= {"rating": s.rating.mu, "rating_low": s.rating.mu - Z95 * s.rating.sigma}
                row["rating_high"] = s.rating.mu + Z95 * s.rating.sigma
            found.append(row)
        return found

    def columns(self) -> dict[str, list[Any]]:
        """A tidy table by column: one line for each seat of each game, behind the two bots of its line-up."""
        found: dict[str, list[Any]] = {"one": [], "among": []}
        for (one, among), run in self.runs.items():
            part = run.columns()
            names = {name: [bot] * len(part["game"]) for name, bot in (("one", one), ("among", among))}
            for name, values in {**names, **part}.items():
                found.setdefault(name, []).extend(values)
        return found

    def replay(self, one: str, among: str, number: int) -> Match:
        """Game `number` of one bot among others, played again to its end.  Raises TournamentError, NoSuchGame."""
        if (one, among) not in self.runs:
            known = "; ".join(f"{a} among {b}" for a, b in self.runs)
            raise TournamentError(f"There were no games of {one!r} among {among!r}; there were: {known}.")
        return self.runs[one, among].replay(number)

    # ---- in words ---------------------------------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """What was played, in a line."""
        return f"{self.played}{', cancelled' if self.partial else ''}"

    @property
    def played(self) -> str:
        """The title of a tournament that may still go on."""
        run = next(iter(self.runs.values()))
        asked = sum(run.plan.games for run in self.runs.values())
        games = part_of(len(self), asked if self.partial else len(self), "game", "games")
        line_ups = number_of(len(self.runs), "line-up", "line-ups")
        return (
            f"{self.game.title}, {self.game.table_of}: tournament of {len(self.bots)} bots, {line_ups}, {games}, "
            f"seed {run.plan.seed}"
        )

    def lines(self) -> list[list[str]]:
        """The standings as text, a heading first."""
        rated = bool(self.ratings)
        rows = [["bot", "games", "victories", f"{self.game.words.UNIT} a game", *(["rating"] if rated else [])]]
        for s in self.standings:
            rating = [] if not rated else [rating_text(s.rating) if s.rating is not None else ""]
            rows.append([s.bot, f"{s.games:,}", s.win.text(1, 100, " %"), s.score.text(1), *rating])
        return rows

    def matrix_lines(self) -> list[list[str]]:
        """The payoff matrix as text, a heading first: victories of one bot of the row among bots of the column."""
        rows = [["one, among …", *self.bots]]
        for a in self.bots:
            cells = [self.cells.get((a, b)) for b in self.bots]
            rows.append([a, *("" if cell is None else cell.win.text(1, 100, " %") for cell in cells)])
        return rows

    def notes(self) -> list[str]:
        """What a reader must know besides the numbers."""
        table = "duels of each pair" if self._duelling else "one bot among others of one kind, for every two kinds"
        said = [
            f"Played were {table}, all with the same deals, in all seats. In brackets: 95 % intervals, with the deals "
            f"as independent units. If all were equal: {100 * self.fair:.1f} %."
        ]
        if self.ratings:
            said.append(
                f"Ratings: openskill, from {len(self.duels):,} duels that somebody won; in brackets two of its own "
                "standard deviations to either side."
            )
        if self.circle:
            said.append(f"A circle: {circle_words(self.circle)}.")
        if self.precision is not None:
            said.append(precision_note(self.precision, [s.win for s in self.standings], self.looks))
        return [*said, *self.left_out()]

    def left_out(self) -> list[str]:
        """A sentence for each reason why games did not come to their end."""
        problems: dict[str, int] = {}
        for run in self.runs.values():
            for why, n in run.problems.items():
                problems[why] = problems.get(why, 0) + n
        return [f"{number_of(n, 'game', 'games')} left out: {why}." for why, n in problems.items()]

    def __str__(self) -> str:
        parts = [[self.title], text_table(self.lines()), [""], text_table(self.matrix_lines()), self.notes()]
        return "\n".join(itertools.chain(*parts))

    def _repr_html_(self) -> str:
        heading = "One bot of the row among bots of the column: share of victories"
        return html_table(self.title, self.lines(), []) + html_table(heading, self.matrix_lines(), self.notes())


def rating_text(rating: Rating) -> str:
    """«27.3 (26.1 to 28.5)»."""
    return Estimate(rating.mu, rating.mu - Z95 * rating.sigma, rating.mu + Z95 * rating.sigma, 0, 0).text(1)


def circle_words(circle: Sequence[str]) -> str:
    """«a beats b, b beats c, c beats a»."""
    return ", ".join(f"{a} beats {b}" for a, b in itertools.pairwise([*circle, circle[0]]))


def _circle_from(start: str, edges: dict[str, list[str]]) -> Iterator[tuple[str, ...]]:
    """A shortest way from `start` back to it, if there is one: breadth first."""
    ahead: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    while ahead:
        path = ahead.pop(0)
        for b in edges[path[-1]]:
            if b == start:
                yield path
                return
            if b not in seen:
                seen.add(b)
                ahead.append((*path, b))


def _of_bot(run: Outcomes, bot: str, numbers: Any, values: str) -> NDArray[np.float64]:
    """Payoff or score of the seat that `bot` had in these games of a run, where it has one seat."""
    rows = np.searchsorted(run.number, numbers)
    seat = (run.bot[rows] == list(run.bots).index(bot)).argmax(axis=1)
    return np.asarray(getattr(run, values)[rows, seat], dtype=np.float64)


# ---- playing --------------------------------------------------------------------------------------------------------
def tournament(
    game: str | Game,
    bots: Sequence[str | Bot],
    games: int = 1_000,
    seed: int = 1,
    *,
    players: int | None = None,
    precision: float | None = None,
    log: bool = False,
    progress: Progress | None = None,
    cancel: Any = None,
    watch: Callable[[Tournament], object] | None = None,
    threads: int | None = None,
    compiled: bool | None = None,
    **options: Any,
) -> Tournament:
    """Let every bot play against every other one, in every seat, with the same deals.

    game: a Game, or a game's key with `players` (by default its usual number) and `options`.
    bots: two or more different keys or Bots: characters, levels, searching bots, bots from a cell.
    games: for each line-up; there are n (n - 1) of them for n bots, half as many in a game for two.
    precision: stop as soon as each bot's share of victories is known so well (0.01: one percentage point to either
    side); then `games` is the most that is played.  Looked at as in `compare`.
    watch: called in this thread with what there is so far, at most once a second; the line-ups go on side by side.
    Everything else is as in `simulate`.  Game k of a line-up depends on the seed, the line-up and k alone.

    Raises TournamentError for a game without opponents or bots that are not different, and what `simulate` raises.
    """
    check_precision(precision)
    game = _opened(game, players, options)
    chosen = _different(game, bots)
    pairs = list(itertools.combinations(chosen, 2) if game.players == 2 else itertools.permutations(chosen, 2))
    plans = [
        make_plan(
            game, [chosen[a], *[chosen[b]] * (game.players - 1)], games, seed, True, False, log, compiled, None, {}
        )
        for a, b in pairs
    ]
    played: list[dict[int, Played]] = [{} for _ in plans]
    begin, found = 0, None
    for n, end in enumerate(looks(game.players, max(plan.per_chunk for plan in plans), games, precision), 1):
        gather = functools.partial(_gathered, game, chosen, pairs, plans, played, precision, n)
        shown = _watched(shown_from(progress, len(plans) * begin, len(plans) * games), watch, gather)
        play_plans(plans, begin, end, shown, cancel, threads, played)
        found, begin = gather(), end
        if wants_to_stop(cancel):
            break
        if found.reached:
            found = dataclasses.replace(found, runs={pair: run.complete() for pair, run in found.runs.items()})
            break
    assert found is not None
    if progress is not None and not found.partial and begin < games:
        progress(len(plans) * begin, len(plans) * begin)
    return found


def _opened(game: str | Game, players: int | None, options: dict[str, Any]) -> Game:
    """The game to play, for at least two.  Raises UnknownGame, OptionError, TournamentError, ValueError."""
    if isinstance(game, str):
        game = open_game(game, **(options if players is None else {**options, PLAYERS: players}))
    elif players not in (None, game.players) or options:
        raise ValueError("A Game has its options already: give `players` and options with a game's key only.")
    if game.players < 2:
        more = [n for n in game.state_class.options()[PLAYERS].values if n > 1]
        raise TournamentError(
            f"{game.title} for one has no opponents to rank: a tournament needs players={more[0]} to {more[-1]}."
        )
    return game


def _different(game: Game, bots: Sequence[str | Bot]) -> dict[str, Bot]:
    """The bots by key.  Raises TournamentError, UnknownBot."""
    if isinstance(bots, str) or not isinstance(bots, Sequence) or len(bots) < 2:
        raise TournamentError(f"A tournament needs a list of two or more bots, not {bots!r}.")
    found: dict[str, Bot] = {}
    for bot in map(game.bot, bots):
        if bot.key in found:
            raise TournamentError(f"A tournament needs different bots: {bot.key!r} is there twice.")
        found[bot.key] = bot
    return found


def _gathered(
    game: Game,
    bots: dict[str, Bot],
    pairs: Sequence[Pair],
    plans: Sequence[Plan],
    played: Sequence[dict[int, Played]],
    precision: float | None,
    n: int,
) -> Tournament:
    """What has been played so far; chunks may come in while this is made."""
    runs = {pair: Outcomes.from_chunks(plan, dict(p)) for pair, plan, p in zip(pairs, plans, played, strict=True)}
    return Tournament(game, bots, runs, precision, n)


def _watched(
    progress: Progress | None, watch: Callable[[Tournament], object] | None, gather: Callable[[], Tournament]
) -> Progress | None:
    """A progress that also shows partial results, now and then."""
    if watch is None:
        return progress
    last = time.monotonic()

    def shown(done: int, total: int) -> None:
        nonlocal last
        if progress is not None:
            progress(done, total)
        if time.monotonic() - last >= WATCH_EVERY:
            watch(gather())
            last = time.monotonic()

    return shown
