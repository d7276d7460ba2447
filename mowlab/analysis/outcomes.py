"""What came out of a simulation: arrays of results, tables with intervals, export, and every single game again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..core import engine, table
from ..core.bot import Bot
from ..core.game import Game, new_tables
from ..core.words import number_of, part_of
from .files import Tidy
from .intervals import Estimate, mean_of_units, share_of_units
from .log import Log, NotLogged
from .playing import Plan, Played
from .report import Report

if TYPE_CHECKING:
    from ..match import Match

Ints = NDArray[np.int64]
Row = dict[str, Any]

BY = ("bot", "seat", "place")
FAULT_WORDS = {
    table.LOG_FULL: "more events than the log holds",
    table.MOVES_FULL: "more legal moves than the list holds",
    table.CHANCE_FULL: "more chance outcomes than the list holds",
}


INTERVALS = "In brackets: 95 % intervals, with the deals as independent units."


class NotRepeated(RuntimeError):
    """A game of a run that came out otherwise when it was played again."""


class NoSuchGame(IndexError):
    """A game that is not among the outcomes: says which ones are."""


class NoSuchEvents(KeyError):
    """Events that the game does not keep: says which ones it does."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, eq=False)
class Events:
    """All kept events of one kind, one entry each, in order of play.

    row: index of the game in the arrays of the outcomes.  seat: who it happened to.  columns: two values by name.
    order: of two kept events of one game, of whichever kinds, the later one has the greater number.
    """

    row: Ints
    seat: Ints
    order: Ints
    columns: dict[str, Ints]

    def __len__(self) -> int:
        return len(self.row)


@dataclass(frozen=True)
class Group:
    """How the seats of one group fared.  bot: a key, seat, place: numbers from 0; None where the group has all of them.

    games: finished games with such a seat.  win: share of victories.  score: in the game's own unit.
    """

    bot: str | None
    seat: int | None
    place: int | None
    games: int
    win: Estimate
    score: Estimate

    def row(self) -> Row:
        """As a flat row for tables and charts."""
        keys = {name: value for name in BY if (value := getattr(self, name)) is not None}
        return {
            **keys,
            "games": self.games,
            **{"win": self.win.value, "win_low": self.win.low, "win_high": self.win.high},
            **{"score": self.score.value, "score_low": self.score.low, "score_high": self.score.high},
        }


@dataclass(frozen=True, eq=False)
class Outcomes(Report, Tidy):
    """Results of a simulation; g games, p seats.  All arrays have one entry for each game that was played.

    plan: what was asked for: game, line-up, number of games, seed.
    number[g]: which game of the run it is; place[g, p]: index in the line-up of the bot in seat p.
    score[g, p]: in the game's unit; payoff[g, p]: share of the victory (sums to 1 over the seats; in a game with one
    seat it is what that seat took from the game's own opponent).
    decisions[g]: moves made; status[g], fault[g]: how it ended, see `problems`.
    lead_changes[g]: how often, at the end of a stage (round) or of the game, another seat led alone than the last one
    that had led alone: who alone has the best score, at the end who alone has won.  None if no events were kept.
    """

    plan: Plan
    number: Ints
    place: Ints
    score: Ints
    payoff: NDArray[np.float64]
    decisions: Ints
    status: Ints
    fault: Ints
    lead_changes: Ints | None
    kept: dict[str, Events]
    decided: Log | None = None

    @classmethod
    def from_chunks(cls, plan: Plan, played: dict[int, Played]) -> Outcomes:
        """Join what came back, in order, whichever way it came."""
        seats = len(plan.bots)
        order = sorted(played)
        results = np.concatenate([np.zeros((0, 2 * seats + engine.MORE_RESULTS)), *(played[i].results for i in order)])
        number = np.concatenate(
            [np.zeros(0, np.int64), *(plan.numbers(i)[: len(played[i].results)] for i in order)]
        ).astype(np.int64)
        decisions, status, fault, lead_changes = (results[:, 2 * seats + k].astype(np.int64) for k in range(4))
        return cls(
            plan,
            number,
            plan.places(number),
            results[:, 0 : 2 * seats : 2].astype(np.int64),
            results[:, 1 : 2 * seats : 2],
            decisions,
            status,
            fault,
            lead_changes if plan.events else None,
            {name: _events(plan, name, number, [played[i].rows[name] for i in order]) for name in plan.kinds},
            Log.joined(plan, [played[i].decisions for i in order]) if plan.log else None,
        )

    def complete(self) -> Outcomes:
        """The same outcomes as those of a run of just so many games."""
        return replace(self, plan=replace(self.plan, games=max(len(self), 1)))

    # ---- what was played --------------------------------------------------------------------------------------------
    @property
    def game(self) -> Game:
        return self.plan.game

    @property
    def lineup(self) -> tuple[str, ...]:
        """Keys of the bots, by place at the table."""
        return tuple(bot.key for bot in self.plan.bots)

    @cached_property
    def bots(self) -> dict[str, Bot]:
        """The different bots of the line-up by key, in its order."""
        return {bot.key: bot for bot in self.plan.bots}

    @cached_property
    def labels(self) -> dict[str, str]:
        """What people call the bots, by key; the key is added where two have the same name."""
        names = [bot.name for bot in self.bots.values()]
        return {key: b.name if names.count(b.name) == 1 else f"{b.name} ({key})" for key, b in self.bots.items()}

    @cached_property
    def bot(self) -> Ints:
        """bot[g, p]: index in `bots` of the bot in seat p."""
        keys = list(self.bots)
        return np.array([keys.index(key) for key in self.lineup])[self.place]

    @property
    def deal(self) -> Ints:
        """deal[g]: games with the same deal have the same cards and the same dice."""
        return self.number // self.plan.per_deal

    @property
    def partial(self) -> bool:
        """Fewer games came back than were asked for: the run was cancelled."""
        return len(self) < self.plan.games

    @cached_property
    def finished(self) -> NDArray[np.bool_]:
        """finished[g]: the game came to its end; only these count in tables and charts."""
        finished: NDArray[np.bool_] = (self.status == engine.OVER) & (self.fault == table.NO_FAULT)
        return finished

    @property
    def problems(self) -> dict[str, int]:
        """Why games did not come to their end, and how many: empty if all did."""
        found: dict[str, int] = {}
        cut_short = np.column_stack([self.status, self.fault])[~self.finished]
        for status, fault in cut_short.tolist():
            why = FAULT_WORDS.get(fault, f"fault {fault}") if fault else engine.STATUS_WORDS[status]
            found[why] = found.get(why, 0) + 1
        return found

    def __len__(self) -> int:
        return len(self.number)

    # ---- tables -----------------------------------------------------------------------------------------------------
    def groups(self, *by: str) -> list[Group]:
        """Victories and scores, grouped by any of "bot", "seat", "place" (in the line-up); all seats together without.

        The independent units behind the intervals are the deals.
        """
        for name in by:
            if name not in BY:
                raise ValueError(f"Outcomes can be grouped by {', '.join(BY)}, not by {name!r}.")
        seats = len(self.plan.bots)
        sizes = {"bot": len(self.bots), "seat": seats, "place": seats}
        which = {"bot": self.bot, "seat": np.broadcast_to(np.arange(seats), self.place.shape), "place": self.place}
        shape = [sizes[name] for name in by]
        code = np.zeros(self.place.shape, dtype=np.int64)
        for name in by:
            code = code * sizes[name] + which[name]
        n, deals, cell = self._cells(code, int(np.prod(shape)))
        counts, wins, scores = (
            np.bincount(cell, weights=w, minlength=deals * n).reshape(deals, n) for w in (None, *self._values())
        )
        found = []
        for k in range(n):
            if not counts[:, k].any():
                continue
            at = dict(zip(by, map(int, np.unravel_index(k, shape)), strict=True)) if shape else {}
            everybody = seats > 1 and bool((self.finished.sum() * seats) == counts[:, k].sum())
            win = share_of_units(wins[:, k], counts[:, k])
            found.append(
                Group(
                    list(self.bots)[at["bot"]] if "bot" in at else None,
                    at.get("seat"),
                    at.get("place"),
                    int((code[self.finished] == k).any(axis=1).sum()),
                    # all seats together share exactly one victory
                    Estimate(1 / seats, 1 / seats, 1 / seats, win.n, win.units) if everybody else win,
                    mean_of_units(scores[:, k], counts[:, k], least=0.0),
                )
            )
        return found

    def _cells(self, code: Ints, n: int) -> tuple[int, int, Ints]:
        """For bincount: the number of groups and deals, and deal * n + group of each seat of each finished game."""
        deal = self.deal[self.finished]
        used, index = np.unique(deal, return_inverse=True)
        return n, len(used), (index[:, None] * n + code[self.finished]).ravel()

    def _values(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self.payoff[self.finished].ravel(), self.score[self.finished].ravel().astype(np.float64)

    def summary(self) -> list[Row]:
        """One row for each bot: games, win and score, each with the ends of its 95 % interval."""
        return [group.row() for group in self.groups("bot")]

    def by_seat(self) -> list[Row]:
        """One row for each seat, whoever sat there."""
        return [group.row() for group in self.groups("seat")]

    def events(self, name: str) -> Events:
        """Kept events by name.  Raises NoSuchEvents."""
        if name not in self.kept:
            kept = ", ".join(self.kept) or "none in this run"
            raise NoSuchEvents(f"{self.game.title} keeps no events {name!r}; it keeps: {kept}.")
        return self.kept[name]

    def means(self, name: str) -> list[Row]:
        """One row for each bot about its events of a kind: how many, how many a game, and the mean of each value."""
        events = self.events(name)
        used = self.finished[events.row]
        _, deal = np.unique(self.deal, return_inverse=True)
        deals, bots = (int(deal.max()) + 1 if len(deal) else 0), len(self.bots)
        bot = self.bot[events.row, events.seat][used]
        cell = deal[events.row][used] * bots + bot
        counts = np.bincount(cell, minlength=deals * bots).reshape(deals, bots)
        games = self._seats_of_bots(deal, deals)
        rows = []
        for b, key in enumerate(self.bots):
            row: Row = {"bot": key, "events": int(counts[:, b].sum())}
            row.update(_ends("per_game", mean_of_units(counts[:, b], games[:, b], least=0.0)))
            for column, values in events.columns.items():
                sums = np.bincount(cell, weights=values[used], minlength=deals * bots).reshape(deals, bots)
                row.update(_ends(column, mean_of_units(sums[:, b], counts[:, b])))
            rows.append(row)
        return rows

    def _seats_of_bots(self, deal: Ints, deals: int) -> Ints:
        """How often each bot sat at a finished game of each deal, array (deals, bots)."""
        cell = deal[:, None] * len(self.bots) + self.bot
        counts = np.bincount(cell[self.finished].ravel(), minlength=deals * len(self.bots))
        return counts.reshape(deals, len(self.bots))

    @property
    def log(self) -> Log:
        """Every decision of every game.  Raises NotLogged if they were not kept."""
        if self.decided is None:
            raise NotLogged("The decisions of these games were not kept: ask for them with log=True.")
        return self.decided

    # ---- out of here ------------------------------------------------------------------------------------------------
    def columns(self) -> dict[str, list[Any]]:
        """A tidy table by column: one line for each seat of each game, unfinished ones included."""
        seats = len(self.plan.bots)
        lineup = np.array(self.lineup, dtype=object)
        words = [engine.STATUS_WORDS[k] for k in range(len(engine.STATUS_WORDS))]
        return {
            "game": np.repeat(self.number, seats).tolist(),
            "deal": np.repeat(self.deal, seats).tolist(),
            "seat": np.tile(np.arange(seats), len(self)).tolist(),
            "bot": lineup[self.place].ravel().tolist(),
            "place": self.place.ravel().tolist(),
            "score": self.score.ravel().tolist(),
            "payoff": self.payoff.ravel().tolist(),
            "decisions": np.repeat(self.decisions, seats).tolist(),
            **({} if self.lead_changes is None else {"lead_changes": np.repeat(self.lead_changes, seats).tolist()}),
            "end": [words[k] for k in np.repeat(self.status, seats).tolist()],
        }

    # ---- single games -----------------------------------------------------------------------------------------------
    def match(self, number: int) -> Match:
        """Game `number` of the run from its deal, with the same luck and the same bots; `advance()` plays it as it was.

        Raises NoSuchGame.
        """
        from ..match import Match

        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number not in self.number:
            raise NoSuchGame(f"Game {number!r} is not among the outcomes; {self._range()}")
        numbers = np.array([number])
        bots = [self.plan.bots[b] for b in self.plan.places(numbers)[0]]
        opening, streams = _opening(self.game, self.plan.words(numbers).tolist())
        match = Match(self.game, bots, self.plan.seed, script=opening)
        match.end_script()
        match.reseed(streams)
        return match

    def replay(self, number: int) -> Match:
        """Game `number` of the run, played to its end again.

        Raises NoSuchGame; NotRepeated if a bot of ordinary Python answered otherwise than in the run.
        """
        match = self.match(number)
        match.advance()
        at = int(np.flatnonzero(self.number == number)[0])
        again = [match.game.plain.score(match.state, p) for p in range(match.game.players)]
        if len(match.turns) != self.decisions[at] or again != self.score[at].tolist():
            raise NotRepeated(
                f"Game {number} went another way this time: a bot answers the same view in different ways, by dice "
                "of its own or by what it remembers. Its games cannot be replayed; log=True keeps them."
            )
        return match

    def _range(self) -> str:
        return f"they are games {self.number[0]} to {self.number[-1]} of the run." if len(self) else "there are none."

    # ---- in words ---------------------------------------------------------------------------------------------------
    @property
    def title(self) -> str:
        """What was played, in a line."""
        plan, game = self.plan, self.game
        dealt = f", each deal in {plan.per_deal} seatings" if plan.per_deal > 1 else ""
        why = ", cancelled" if self.partial else ""
        seats = ", seats as given" if plan.per_deal == 1 and len(self.bots) > 1 else ""
        n = part_of(len(self), plan.games if self.partial else len(self), "game", "games")
        return f"{game.title}, {game.table_of}: {n}{dealt}{seats}, seed {plan.seed}{why}"

    def lines(self) -> list[list[str]]:
        """The summary as text, a heading first."""
        rows = [["bot", "games", "victories", f"{self.game.words.UNIT} a game"]]
        for g in self.groups("bot"):
            rows.append([str(g.bot), f"{g.games:,}", g.win.text(1, 100, " %"), g.score.text(1)])
        return rows

    def notes(self) -> list[str]:
        """What a reader must know besides the numbers."""
        few = len(np.unique(self.deal[self.finished])) < 2
        said = ["One deal gives no intervals." if few else INTERVALS]
        if self.game.players == 1:
            said.append(self.game.words.SOLO)
        for why, n in self.problems.items():
            said.append(f"{number_of(n, 'game', 'games')} left out: {why}.")
        return said


def _events(plan: Plan, name: str, number: Ints, rows: Sequence[NDArray[np.int64]]) -> Events:
    table = np.concatenate([np.zeros((0, 5), np.int64), *rows])
    game, who, first, second, order = table.T
    _, what, more = plan.game.words.KEPT_EVENTS[name]
    return Events(np.searchsorted(number, game), who, order, {what: first, more: second})


def _ends(name: str, estimate: Estimate) -> Row:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _opening(game: Game, words: list[list[int]]) -> tuple[list[int], list[int]]:
    """The chance outcomes of the deal that these words give, and where both streams stand after it."""
    s, t = game.blank(), new_tables()[engine.REAL]
    t.keep_chance = 1
    table.seed_streams(t, words, 0)
    game.plain.start(s, t)
    return list(t.outcomes[: t.n_outcomes]), [*t.chance, *t.dice]
