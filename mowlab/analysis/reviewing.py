"""Decision review: after a game, what each decision of a seat cost it, judged by what the seat knew when it decided.

For each decision a search says what it would have done; then that and what was done are played on in the same imagined
worlds, which the search has not met: a choice that only looked best in the search's own worlds gains nothing by it.
The cost is the mean difference, world by world, in shares of the victory.  From the choice on everybody, the seat
itself too, plays like the game's playing-on character, to where the game's search stops (docs/search.md).

Several decisions that make one choice for a person (a whole bid) are one decision here.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from ..core import engine, link
from ..core.bot import Bot
from ..core.game import Game, new_tables
from ..core.plan import same_length
from ..core.student import t_quantile
from ..core.table import seed_words
from ..core.view import View
from ..core.words import Names, number_of, part_of
from ..match import Match
from ..record import replay
from ..search import MOST_ITERATIONS, Searcher, seed_of
from .arrays import record_states, record_tables
from .chunks import Live, Progress, run
from .files import Columns, Tidy
from .intervals import NOTHING, Estimate, mean_of, share_of_units
from .report import Report
from .simulation import whole_number

Row = dict[str, Any]

USUAL_ITERATIONS, USUAL_WORLDS = 300, 1_000
MAX_WORLDS = 100_000
CHUNK = 100  # worlds between two looks at Cancel: part of what a seed means, so never changed
FRESH = 1  # in the seed of the worlds that choices are measured in; search has worlds of its own
WORST = 3
TRIFLE = 0.005  # of the victory: what nobody would call a mistake
PERCENT = 100.0


@dataclass(frozen=True)
class Decision:
    """One decision of the seat, and what it cost.

    turn, last: its first and its last move, as indexes in the turns of the match.  stage: rounds scored before it.
    options: how many choices the first step had.  played, best: actions of what was done and of what the search would
    have done.  cost: by how much the share of the victory is higher after `best`, world by world.  value: that share
    after what was done.  played_words, best_words: both as a player would say them.
    """

    turn: int
    last: int
    stage: int
    options: int
    played: tuple[int, ...]
    best: tuple[int, ...]
    cost: Estimate
    value: Estimate
    played_notation: str
    best_notation: str
    played_words: str
    best_words: str

    @property
    def is_best(self) -> bool:
        """It is what the search would have done."""
        return self.played == self.best

    @property
    def as_good(self) -> bool:
        """The worlds do not show that it was worse, by more than a TRIFLE."""
        return not self.cost.low > TRIFLE

    @property
    def verdict(self) -> str:
        """«best», «better» (than what the search would have done), «as good» or «worse»."""
        if self.is_best or not self.as_good:
            return "best" if self.is_best else "worse"
        return "better" if self.cost.high < 0 else "as good"

    def row(self) -> Row:
        """As a flat row; shares are shares of the victory between 0 and 1, turns count from 1."""
        row: Row = {
            "turn": self.turn + 1,
            "stage": self.stage + 1,
            "options": self.options,
            "move": self.played_notation,
            "best": self.best_notation,
            "words": self.played_words,
            "best_words": self.best_words,
            "verdict": self.verdict,
            "worlds": self.cost.n,
        }
        for name, e in {"cost": self.cost, "value": self.value}.items():
            row |= {name: e.value, f"{name}_low": e.low, f"{name}_high": e.high}
        return row


@dataclass(frozen=True, eq=False)
class Review(Report, Tidy):
    """The decisions of one seat, in order.  match: a copy of the game; wanted: decisions that there are to review.

    iterations: of the search for each step of a decision.  worlds: that each decision was measured in.
    """

    match: Match
    seat: int
    decisions: tuple[Decision, ...]
    wanted: int
    iterations: int
    worlds: int
    seed: int
    character: Bot

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def partial(self) -> bool:
        """Fewer decisions than there are: cancelled."""
        return len(self.decisions) < self.wanted

    @property
    def quality(self) -> str:
        """How far the numbers go, for a caption."""
        return f"{number_of(self.worlds, 'world', 'worlds')} for each decision"

    @property
    def as_good(self) -> int:
        """How many decisions were the best, or not shown to be worse by more than a TRIFLE."""
        return sum(d.as_good for d in self.decisions)

    @property
    def good_ones(self) -> str:
        """«in 12 of 30 decisions»: how many were as good as the best."""
        return f"in {self.as_good} of {number_of(len(self.decisions), 'decision', 'decisions')}"

    @cached_property
    def accuracy(self) -> Estimate:
        """Share of the decisions that were as good as the best, between 0 and 1.

        The interval (Wilson's) is about how the seat decides in games like this one: a single game says little.
        """
        good = [float(d.as_good) for d in self.decisions]
        return share_of_units(good, [1] * len(good))

    @cached_property
    def lost(self) -> Estimate:
        """Share of the victory that a decision cost on average.

        The interval is about how well the costs of these very decisions were measured.
        """
        if not (n := len(self.decisions)):
            return NOTHING
        mean = math.fsum(d.cost.value for d in self.decisions) / n
        spread = math.sqrt(math.fsum(_variance(d.cost) for d in self.decisions)) / n
        half = t_quantile(self.worlds - 1) * spread
        return Estimate(mean, mean - half, mean + half, n, n)

    def worst(self, n: int = WORST) -> list[Decision]:
        """The n decisions that cost most, the dearest first; those that cost nothing are left out."""
        return sorted((d for d in self.decisions if d.cost.value > 0), key=lambda d: -d.cost.value)[:n]

    def position(self, decision: Decision) -> Match:
        """The match just before that decision, to look at or to play on in another way; the luck is the same."""
        match = replay(self.match.record(), self.game.card_file)
        while len(match.turns) > decision.turn:
            match.undo()
        return match

    # ---- out of here ------------------------------------------------------------------------------------------------
    def rows(self) -> list[Row]:
        """One flat row for each decision, in order."""
        return [d.row() for d in self.decisions]

    def columns(self) -> Columns:
        """The rows by column."""
        rows = self.rows()
        return {name: [row[name] for row in rows] for name in _NO_DECISION.row()}

    def data(self) -> dict[str, Any]:
        """All of it as JSON data, without the game itself; accuracy and lost with both ends of their intervals."""
        figures = {"accuracy": self.accuracy, "lost": self.lost}
        return {
            "game": self.game.key,
            "options": dict(self.game.options),
            "match_seed": self.match.seed,
            "seat": self.seat,
            "as_good": self.as_good,
            **{name: [_number(x) for x in (e.value, e.low, e.high)] for name, e in figures.items()},
            "decisions": [{k: _number(v) for k, v in row.items()} for row in self.rows()],
            "wanted": self.wanted,
            "iterations": self.iterations,
            "worlds": self.worlds,
            "seed": self.seed,
            "character": self.character.key,
        }

    def to_json(self, out: str | os.PathLike[str] | TextIO) -> None:
        """Write `data` to a path or an open text file."""
        if isinstance(out, (str, os.PathLike)):
            with open(out, "w", encoding="utf-8") as file:
                self.to_json(file)
            return
        json.dump(self.data(), out, indent=1, ensure_ascii=False)

    # ---- in words ---------------------------------------------------------------------------------------------------
    @property
    def title(self) -> str:
        who = self.match.seats[self.seat].name
        return f"{self.game.title}: the decisions of {who} (seat {self.seat}), {self.quality}"

    def lines(self) -> list[list[str]]:
        """The decisions as text, a heading first."""
        rows = [["move", "done", "search would", "cost, % of the victory", ""]]
        for d in self.decisions:
            better = "the same" if d.is_best else d.best_notation
            cost = "0" if d.is_best else d.cost.text(1, PERCENT)
            rows.append([str(d.turn + 1), d.played_notation, better, cost, d.verdict])
        return rows

    def notes(self) -> list[str]:
        """What a reader must know besides the numbers."""
        said = []
        if not self.decisions:
            said.append("There was no decision with more than one choice.")
        else:
            said.append(
                f"Accuracy {self.accuracy.text(0, PERCENT, ' %')}: as good as the best, or not shown to cost more than "
                f"half a percent of the victory, {self.good_ones}. On average a decision cost "
                f"{self.lost.text(2, PERCENT, ' %')}."
            )
        if self.partial:
            said.append(f"Cancelled: reviewed {part_of(len(self.decisions), self.wanted, 'decision', 'decisions')}.")
        tries = number_of(self.iterations, "iteration", "iterations")
        said.append(
            f"95 % intervals. A search of {tries} says what is best; both are then played on in the "
            f"same new worlds, by {self.character.name} for everybody. Only what the seat knew then is used. Of "
            "100 good decisions two or three look worse by luck of the worlds alone."
        )
        return said


def _variance(e: Estimate) -> float:
    """Of the mean that an estimate is."""
    return 0.0 if e.units < 2 else (e.half / t_quantile(e.units - 1)) ** 2


def _number(x: Any) -> Any:
    return None if isinstance(x, float) and not math.isfinite(x) else x


def review(
    match: Match | dict[str, Any],
    seat: int | None = None,
    iterations: int = USUAL_ITERATIONS,
    worlds: int = USUAL_WORLDS,
    seed: int = 1,
    *,
    progress: Progress | None = None,
    cancel: Any = None,
    threads: int | None = None,
    compiled: bool | None = None,
) -> Review:
    """What each decision of a seat cost it, by what it knew then.

    match: a Match or a record, over or not.  seat: by default that of the first person, or seat 0 if bots alone played.
    iterations: of the search that says what is best, for each step of a decision.  worlds: new ones in which that is
    compared with what was done.
    progress: called as progress(decisions, all).  cancel: an Event (anything with is_set()) or an array; once it is
    set, the decisions reviewed so far are returned, with `partial` true.
    threads: as in `simulate`.  compiled: True, False, or None for compiled where numba is there; the first call in a
    process then takes some seconds.  The same match, seed and numbers give the same review either way.

    Raises ValueError, RecordError, CompileUnavailable.
    """
    record, cards = (match.record(), match.game.card_file) if isinstance(match, Match) else (match, None)
    copy = replay(record, cards)
    if seat is None:
        seat = next((p for p, who in enumerate(copy.seats) if who.bot is None), 0)
    whole_number("seat", seat, 0, copy.game.players - 1)
    whole_number("iterations", iterations, 1, MOST_ITERATIONS)
    whole_number("worlds", worlds, 2, MAX_WORLDS)
    whole_number("seed", seed, 0, 2**64 - 1)
    if compiled is None:
        compiled = link.why_not_compiled() is None
    elif compiled:
        link.require_compiled()
    chains = list(_chains(copy, seat))
    asked = _Asked(copy, seat, iterations, worlds, seed, compiled)
    found: dict[int, Decision] = {}

    def work(i: int, live: Live) -> Decision | None:
        decision = asked.judge(chains[i], live.flag)
        return None if live.flag[0] else decision  # stopped in the middle of it

    def receive(i: int, decision: Decision | None) -> int:
        if decision is not None:
            found[i] = decision
        return int(decision is not None)

    many = threads if compiled or threads is not None else 1  # ordinary Python gains nothing from threads
    run(work, len(chains), receive, len(chains), threads=many, progress=progress, cancel=cancel)
    decisions = tuple(found[i] for i in sorted(found))
    return Review(copy, seat, decisions, len(chains), iterations, worlds, seed, asked.character)


# ---- the decisions of a game ----------------------------------------------------------------------------------------
def _chains(match: Match, seat: int) -> Iterator[range]:
    """For each decision with more than one choice the indexes of its turns: of a whole bid all steps."""
    turns, game, i = match.turns, match.game, 0
    while i < len(turns):
        end = i + 1
        while end < len(turns) and turns[end].seat == turns[i].seat and game.half_done(turns[end].before[0]):
            end += 1
        if turns[i].seat == seat and any(_is_open(match.view_before(k)) for k in range(i, end)):
            yield range(i, end)
        i = end


def _is_open(view: View) -> bool:
    """There is something to choose."""
    return len(view.moves) > 1 or any(map(view.game.is_amount, view.moves))


@dataclass(frozen=True)
class _Asked:
    """What a review is to find out, checked."""

    match: Match
    seat: int
    iterations: int
    worlds: int
    seed: int
    compiled: bool

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def character(self) -> Bot:
        """Who plays on in imagined worlds."""
        return self.game.character_of(self.game.search_module.METHOD)

    def judge(self, chain: range, flag: NDArray[np.int64]) -> Decision:
        """One decision against what the search would have done; worthless once the flag is set."""
        view = self.match.view_before(chain[0])
        played = _in_order(view, tuple(self.match.turns[i].action for i in chain))
        best = _in_order(view, self.search(view, flag))
        plans = [played] if played == best else [played, best]
        shares = self.weigh(view, plans, flag)
        names = self.match.names(self.seat)
        return Decision(
            chain[0],
            chain[-1],
            int(self.game.plain.stage(view.state)),
            len(view.moves),
            played,
            best,
            mean_of(shares[-1] - shares[0]),
            mean_of(shares[0]),
            self.notation(played),
            self.notation(best),
            words_of(view, played, names),
            words_of(view, best, names),
        )

    def notation(self, moves: tuple[int, ...]) -> str:
        return " ".join(map(self.game.notation, moves))

    def search(self, view: View, flag: Any) -> tuple[int, ...]:
        """What the search would do, to the end of the choice.  The steps of one choice do not depend on what the seat
        does not know, so any world that fits its view does for making them.
        """
        t, moves = new_tables()[engine.IMAGINARY], []
        t.chance = t.dice = seed_words(self.seed, 1)[0].tolist()[:4]
        world = view.state.__copy__()
        self.game.plain.determinize(world, view.seat, t)
        here, searcher = view, Searcher(self.iterations, seed=self.seed, compiled=self.compiled)
        while True:
            found = searcher.thoughts(here, flag)
            moves.append(found.best.action)
            self.game.plain.apply(world, moves[-1], t)
            plain = self.game.plain
            if flag[0] or plain.is_over(world) or plain.mover(world) != view.seat or not self.game.half_done(world):
                return tuple(moves)
            n = plain.list_moves(world, t)
            here = self.game.view(world, view.seat, list(t.moves[:n]))

    def weigh(self, view: View, plans: list[tuple[int, ...]], flag: Any) -> NDArray[np.float64]:
        """shares[k, w]: what plan k brought in world w.  Raises RuntimeError if a world cannot be played on."""
        weigh, states, tables = self._loop(view)
        steps: Any = same_length(plans)
        steps = np.array(steps, np.int64) if self.compiled else steps
        method, character = self.game.search_module.METHOD, self.character.policy
        root = seed_of(view, self.seed)
        shares = np.zeros((len(plans), self.worlds))
        for first in range(0, self.worlds, CHUNK):
            # An array of its own: where only some of a larger one is handed over, another loop is compiled for that.
            part = np.zeros((len(plans), min(CHUNK, self.worlds - first)))
            words = seed_words(root, CHUNK, FRESH, first // CHUNK)[: part.shape[1]]
            given = words if self.compiled else words.tolist()
            done = weigh(states, tables, steps, given, character, method.horizon, part, flag)
            if done < 0:
                raise RuntimeError(f"World {first - 1 - done} could not be played on. Please report it.")
            shares[:, first : first + CHUNK] = part
            if flag[0]:
                break
        return shares

    def _loop(self, view: View) -> tuple[Any, Any, Any]:
        game = self.game
        if not self.compiled:
            states = [game.state_class.new() for _ in range(engine.N_STATES)]
            view.state.copy_to(states[engine.VIEW])
            return game.plain.weigh, states, new_tables()
        records = record_states(game)
        game.state_class.to_record(view.state, records[engine.VIEW])
        return game.compiled.weigh, records, record_tables()


def _in_order(view: View, moves: tuple[int, ...]) -> tuple[int, ...]:
    """The steps of a choice in the order in which the game compares them, so that equal choices are equal."""
    lab = view.game.lab
    if len(moves) == 1 or lab is None or not lab.topics(view):
        return moves
    return tuple(lab.own_plan(view, moves).moves)


def words_of(view: View, moves: tuple[int, ...], names: Names) -> str:
    """A choice as a player would say it."""
    game, lab = view.game, view.game.lab
    if lab is not None and len(moves) > 1 and lab.topics(view):
        return str(lab.own_plan(view, moves).words)
    said = [str(game.words.action_words(a, view.state, game.cards, names)) for a in moves]
    return ", ".join([said[0], *(text[:1].lower() + text[1:] for text in said[1:])])


_NO_DECISION = Decision(0, 0, 0, 0, (), (), NOTHING, NOTHING, "", "", "", "")  # for its column names
