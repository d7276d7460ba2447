"""Search from Python: what a player with a given view should do, and bots that play so.

>>> import mowlab
>>> match = mowlab.game("mow", players=4).match(["you", "expert", "ismcts", mowlab.ismcts(iterations=300)], seed=7)
>>> thoughts = mowlab.think(match, iterations=50)
>>> match.play(thoughts.best.action).seat
0
"""

from __future__ import annotations

import hashlib
import math
import numbers
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from . import whole
from .core import engine, link
from .core.bot import Bot
from .core.cancel import Asked, wants_to_stop
from .core.game import Game, new_tables
from .core.level import USUAL_ITERATIONS, Level, Method
from .core.plan import Plan, check_plans, same_length
from .core.search import MILLION, Tree
from .core.student import wilson
from .core.table import Table, seed_streams, seed_words
from .core.view import View
from .core.weighing import Weighed, action_words, believed, names_of, others_in_words
from .core.words import Names, number_of, part_of
from .match import Match, seed_number

MOST_ITERATIONS = 200_000
WORDS_AT_ONCE = 1_000  # worlds that get their random words together: part of what a seed means, so never changed
LOOK_IN = 0.04  # seconds of work between two looks at the clock and at Cancel
Z95 = 1.96  # half the width of a 95 % interval, in standard errors
PATIENCE = 4.0  # seconds that a level may think uncompiled
REMEMBERED = 64  # searches that a bot keeps, to explain what it has just done
SERIOUS = 0.25  # as often as the best, at least, a choice was tried that is called about as good
BELIEVED = 100  # worlds that beliefs are counted in

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Choice:
    """One choice of the seat to move.  visits: worlds in which it was tried.  value: share of the victory expected
    after it, between 0 and 1; low, high: its 95 % interval (NaN below two visits).  plan: the plan that it is, where
    plans were weighed; then `action` is the first step of it.

    Choices that look worse are tried less: their intervals are wide.
    """

    action: int
    notation: str
    visits: int
    value: float
    low: float
    high: float
    plan: Plan | None = None

    @property
    def key(self) -> int | tuple[int, ...]:
        """What the choice is known by: its action, or the actions of its plan."""
        return self.action if self.plan is None else self.plan.moves

    @property
    def text(self) -> str:
        """«31 % (28 to 34)»."""
        if not self.visits:
            return "not tried"
        if math.isnan(self.low):
            return f"{100 * self.value:.0f} %"
        return f"{100 * self.value:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f})"


@dataclass(frozen=True)
class Thoughts:
    """What a search found.  choices: the best first, that is the one tried most.  wanted: iterations asked for, or 0
    if there was a time limit alone.  decisions: how many were made in all these worlds.
    """

    view: View
    choices: tuple[Choice, ...]
    iterations: int
    wanted: int
    decisions: int
    seconds: float

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def partial(self) -> bool:
        """Fewer iterations than were asked for: cancelled, or out of time."""
        return self.iterations < self.wanted

    @property
    def quality(self) -> str:
        """How far the numbers go, for a caption: «2,000 worlds»."""
        return part_of(self.iterations, max(self.iterations, self.wanted), "world", "worlds")

    def __getitem__(self, key: int | tuple[int, ...]) -> Choice:
        """The choice of that action, or the actions of that plan.  Raises KeyError."""
        found = next((choice for choice in self.choices if choice.key == key), None)
        if found is None:
            raise KeyError(f"{key!r} is not among the choices: {', '.join(c.notation for c in self.choices)}.")
        return found

    def close(self, choice: Choice) -> bool:
        """About as good as the best: the worlds do not tell them apart, and search went on trying it.

        What search hardly tried any more soon looked worse; its few worlds say little else.
        """
        best = self.best
        if choice is best:
            return True
        if choice.visits < max(2, SERIOUS * best.visits) or math.isnan(best.low):
            return False
        apart = math.hypot(best.value - best.low, choice.value - choice.low)
        return best.value - choice.value <= apart

    def words(self, choice: Choice, names: Sequence[str] | Names | None = None) -> str:
        """A choice as a player would say it; `names`: what the seats are called."""
        if choice.plan is not None:
            return choice.plan.words or choice.notation
        return action_words(self.view, choice.action, names_of(self.view, names))

    def rows(self) -> list[dict[str, Any]]:
        """One flat row for each choice, the best first, for tables and charts."""
        names = ("action", "notation", "visits", "value", "low", "high")
        return [
            {**{name: getattr(c, name) for name in names}, "words": self.words(c), "best": c is self.best}
            for c in self.choices
        ]

    def why(self, a: int, names: Sequence[str] | Names | None = None, discreet: bool = False) -> str:
        """What was expected of the legal action `a` and of the choices weighed beside it, in a sentence.

        A bot that stops by the clock may think again without coming to the number that it has played: that was not
        tried then.
        discreet: name only choices that everybody knew to be open to the seat (the game's `tells`); count the others.
        """
        if len(self.choices) == len(self.view.moves) == 1:
            return "There was only one legal move."
        chosen = next((c for c in self.choices if c.action == a), None) or _untried(self.view.game, a)
        between = f" ({_of_100(chosen.low)} to {_of_100(chosen.high)})" if chosen.visits > 1 else ""
        wins = f"wins about {_of_100(chosen.value)} of 100 games{between}" if chosen.visits else "was not tried"
        said = f"In {self.quality} that fit what it knows, «{self.words(chosen, names)}» {wins}"
        return f"{'; '.join([said, *self._weighed(chosen, names, discreet)])}."

    def _weighed(self, chosen: Choice, names: Sequence[str] | Names | None, discreet: bool) -> Iterator[str]:
        """What was weighed beside the chosen one: those that may be named, and what the others brought."""
        others = (
            Weighed(c.action, self.words(c, names), c.value) for c in self.choices if c is not chosen and c.visits
        )
        return others_in_words(self.view, others, _of_100, discreet)

    def beliefs(self, a: int, names: Sequence[str] | Names | None = None, seed: int = 1) -> list[str]:
        """What the seat believes about hidden things as it chooses `a`, from worlds imagined as a search imagines them;
        nothing where the game has no words for it.
        """
        return believed(self.view, a, imagined(self.view, seed), names_of(self.view, names))

    def __str__(self) -> str:
        lines = [f"{self.view.game.title}, seat {self.view.seat}: share of the victories, {self.quality}"]
        wide = max(len(c.notation) for c in self.choices)
        lines += [f"{c.notation:<{wide}}  {c.visits:>7,}  {c.text}" for c in self.choices]
        return "\n".join(lines)


def _untried(game: Game, a: int) -> Choice:
    return Choice(a, game.notation(a), 0, math.nan, math.nan, math.nan)


def _of_100(share: float) -> str:
    return f"{100 * share:.0f}"


def imagined(view: View, seed: int = 1, worlds: int = BELIEVED) -> list[Any]:
    """So many worlds as states, imagined as a search by the game's METHOD does it.  They are not those of a search with
    that seed, whose luck depends on the view as well.
    """
    game, found = view.game, []
    states: list[Any] = [game.state_class.new() for _ in range(engine.N_STATES)]
    view.state.copy_to(states[engine.VIEW])
    character = game.character_of(game.search_module.METHOD).policy
    words, t = seed_words(seed, worlds).tolist(), Table.new()
    for w in range(worlds):
        seed_streams(t, words, w)
        game.plain.new_world(states, character, t)
        found.append(states[engine.IMAGINED].__copy__())
    return found


def think(
    view: View | Match,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    *,
    method: Method | None = None,
    progress: Progress | None = None,
    cancel: Any = None,
    compiled: bool | None = None,
    plans: Sequence[Plan] | None = None,
) -> Thoughts:
    """Search the choices of the seat to move by information-set Monte-Carlo tree search (see core/search.py).

    view: what that seat may know (`match.view(seat)`), or a Match: then the view of the seat to move.  Nothing else of
    the match is looked at.
    iterations: worlds to play, 1,000 if neither that nor `seconds` is given; seconds: when to stop, whatever was done.
    With iterations alone the same view and seed give the same answer, compiled or not.
    method: how to search, by default as the game's search.py says.
    progress: called as progress(done, wanted) now and then.  cancel: an Event (anything with is_set()) or an array;
    once it is set, what was found so far is returned.
    compiled: True, False, or None for compiled where numba is there; the first call in a process then takes some
    seconds.
    plans: weigh these plans of several decisions (a whole bid) instead of single actions.  Each is carried out before
    the tree begins, so that the answer is a whole plan and no time goes into trees for its single steps.

    Raises ValueError where there is nothing to choose or a number is out of range, UnknownBot, PlanError,
    CompileUnavailable.
    """
    view, seed = _view(view), seed_number(seed)
    wanted = _budget(iterations, seconds)
    if plans is not None:
        plans = [plan for plan in plans if plan.moves]  # one without steps is no choice
        check_plans(view, plans)
    elif len(view.moves) == 1 and not view.game.is_amount(view.moves[0]):
        return Thoughts(view, (_untried(view.game, view.moves[0]),), 0, 0, 0, 0.0)
    search = _Search(view, seed, method or view.game.search_module.METHOD, cancel, compiled, plans)
    began = time.perf_counter()
    step = 1 if seconds else 16
    while search.tree_iterations < wanted and not wants_to_stop(cancel):
        looked = time.perf_counter()
        if seconds is not None and looked - began >= seconds:
            break
        search.go_on(min(wanted, search.tree_iterations + step))
        took = time.perf_counter() - looked
        step = max(1, min(2 * step, int(step * LOOK_IN / max(took, 1e-6))))
        if progress is not None:
            progress(search.tree_iterations, wanted)
    asked = wanted if iterations is not None or seconds is None else 0
    took = time.perf_counter() - began
    return Thoughts(view, search.choices(), search.tree_iterations, asked, search.decisions, took)


def _view(view: View | Match) -> View:
    if isinstance(view, Match):
        if view.over:
            raise ValueError("The game is over: there is nothing left to choose.")
        view = view.view(view.mover)
    elif not isinstance(view, View):
        raise ValueError(f"think needs a match, or the view of a seat (match.view(0)), not {view!r}.")
    if not view.moves:
        raise ValueError(f"Seat {view.seat} has nothing to choose now: it is not to move.")
    return view


def _budget(iterations: int | None, seconds: float | None) -> int:
    """How many iterations there may be at the most.  Raises ValueError."""
    if seconds is not None and not (_is_number(seconds) and 0 < seconds < math.inf):
        raise ValueError(f"seconds = {seconds!r}: it must be a number above 0.")
    if iterations is None:
        return USUAL_ITERATIONS if seconds is None else MOST_ITERATIONS
    if isinstance(iterations, bool) or not isinstance(iterations, int) or not 1 <= iterations <= MOST_ITERATIONS:
        raise ValueError(f"iterations = {iterations!r}: it must be a whole number from 1 to {MOST_ITERATIONS:,}.")
    return iterations


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


# ---- one search -----------------------------------------------------------------------------------------------------
class _Search:
    """A tree that grows, compiled or plain."""

    def __init__(
        self,
        view: View,
        seed: int,
        method: Method,
        cancel: Any,
        compiled: bool | None,
        plans: Sequence[Plan] | None = None,
    ):
        game = view.game
        self.view, self.method, self.plans = view, method, plans
        self.seed = seed_of(view, seed)
        self.compiled = link.why_not_compiled() is None if compiled is None else compiled
        self.policy = game.character_of(method).policy
        self.states, self.tables, self.trees, self.flag = self._arrays(cancel)
        self.loops = game.compiled if self.compiled else game.plain
        self.words: Any = [] if not self.compiled else None
        self.n_words = 0
        self._sow()
        self.steps = self._steps()
        self.loops.plant(self.states, self.tables, self.trees, self.policy, len(plans or ()))

    def _arrays(self, cancel: Any) -> tuple[Any, Any, Any, Any]:
        game, state = self.view.game, self.view.state
        if not self.compiled:
            states = [game.state_class.new() for _ in range(engine.N_STATES)]
            state.copy_to(states[engine.VIEW])
            return states, new_tables(), [Tree.new()], Asked(cancel)
        import numpy as np

        records = np.zeros(engine.N_STATES, game.state_class.dtype())
        game.state_class.to_record(state, records[engine.VIEW])
        is_flag = isinstance(cancel, np.ndarray) and cancel.dtype == np.int64
        flag = cancel if is_flag else np.zeros(1, np.int64)  # else Cancel is looked at between two steps
        return records, np.zeros(engine.N_TABLES, Table.dtype()), np.zeros(1, Tree.dtype()), flag

    def _steps(self) -> Any:
        """The actions of the plans, as the loops read them."""
        steps = same_length([plan.moves for plan in self.plans]) if self.plans else []
        if not self.compiled:
            return steps
        import numpy as np

        return np.array(steps, np.int64).reshape(len(steps), -1 if steps else 1)

    def _sow(self) -> None:
        """The dice that the character throws at the root."""
        words = seed_words(self.seed, 1)[0].tolist()
        real = self.tables[engine.REAL]
        if self.compiled:
            real["dice"] = words[4:]
        else:
            real.dice = words[4:]

    @property
    def tree_iterations(self) -> int:
        return int(self._read("iterations"))

    @property
    def decisions(self) -> int:
        return int(self._read("decisions"))

    def _read(self, name: str) -> Any:
        tree = self.trees[0]
        return tree[name] if self.compiled else getattr(tree, name)

    def go_on(self, upto: int) -> None:
        """Grow the tree to `upto` iterations, or until Cancel."""
        self._more_words(upto)
        m = self.method
        numbers = int(len(self.view.game.words.AMOUNTS) > 0 and self.plans is None)
        status = self.loops.grow_tree(
            self.states,
            self.tables,
            self.trees,
            self.words,
            self.steps,
            upto,
            self.policy,
            float(m.exploration),
            float(m.own),
            float(m.rivals),
            m.horizon,
            numbers,
            self.flag,
        )
        if status not in (engine.OVER, engine.CANCELLED):
            raise RuntimeError(f"A world could not be played on: {engine.STATUS_WORDS[status]}. Please report it.")

    def _more_words(self, upto: int) -> None:
        while self.n_words < upto:
            more = seed_words(self.seed, WORDS_AT_ONCE, self.n_words // WORDS_AT_ONCE)
            if not self.compiled:
                self.words += more.tolist()
            elif self.words is None:
                self.words = more
            else:
                import numpy as np

                self.words = np.concatenate([self.words, more])
            self.n_words += WORDS_AT_ONCE

    def choices(self) -> tuple[Choice, ...]:
        found = [self._choice(k) for k in range(int(self._read("n_choices")))]
        return tuple(sorted(found, key=lambda c: (-c.visits, -c.value)))

    def _choice(self, k: int) -> Choice:
        game, plan = self.view.game, self.plans[k] if self.plans else None
        moves = plan.moves if plan else (int(self._read("choices")[k]),)
        n = int(self._read("tried")[k])
        return Choice(moves[0], " ".join(map(game.notation, moves)), n, *self._worth(k, n), plan)

    def _worth(self, k: int, n: int) -> tuple[float, float, float]:
        """What choice k brought in n tries on average, and the 95 % interval: Wilson's where it always or never won, as
        a spread of nothing would deny that the next world may be another one.
        """
        if n == 0:
            return -math.inf, math.nan, math.nan
        mean = int(self._read("total")[k]) / n / MILLION
        if n == 1:
            return mean, math.nan, math.nan
        if mean in (0.0, 1.0):
            return mean, *wilson(mean, n, Z95)
        spread = max(int(self._read("squares")[k]) / MILLION / n - mean * mean, 0.0) * n / (n - 1)
        half = Z95 * math.sqrt(spread / n)
        return mean, max(mean - half, 0.0), min(mean + half, 1.0)


def seed_of(view: View, seed: int) -> int:
    """A seed that depends on `seed` and on what this view shows, on nothing else."""
    shown = repr((seed, view.seat, view.game.state_class.values(view.state)))
    return int.from_bytes(hashlib.blake2b(shown.encode(), digest_size=8).digest(), "big")


def warm_up(game: Game) -> None:
    """Compile search for a game, or load it from the cache; takes seconds.  Raises CompileUnavailable."""
    if not game.compiled.grow_tree.signatures:
        match = game.match(seed=1)
        while len(match.legal()) == 1:
            match.play(match.legal()[0])
        think(match, iterations=1, compiled=True)


# ---- bots -----------------------------------------------------------------------------------------------------------
@dataclass
class Searcher:
    """What a searching bot does: f(view) is its move; `why` explains what it has done, from the same search."""

    iterations: int | None = USUAL_ITERATIONS
    seconds: float | None = None
    seed: int = 1
    method: Method | None = None
    compiled: bool | None = None
    recent: OrderedDict[tuple[str, int], Thoughts] = field(default_factory=OrderedDict, repr=False, compare=False)

    def thoughts(self, view: View, cancel: Any = None) -> Thoughts:
        """What it thinks, or thought before; what a cancel cut short is not kept."""
        return self._once("step", view, cancel, self._step)

    def _step(self, view: View, cancel: Any) -> Thoughts:
        """One decision: a step of the best plan where whole plans are weighed, else searched by itself."""
        method = self.method or view.game.search_module.METHOD
        began = whole.beginning(view) if method.whole and len(view.moves) > 1 else None
        found = whole.step_of(self.plans(began, cancel), view) if began is not None else None
        return found or self._think(view, cancel)

    def plans(self, began: View, cancel: Any = None) -> Thoughts:
        """What it thinks of all plans of the game's lab, before the first step of one."""
        return self._once("whole", began, cancel, self._weigh_plans)

    def _weigh_plans(self, began: View, cancel: Any) -> Thoughts:
        return self._think(began, cancel, whole.plans_of(began))

    def _think(self, view: View, cancel: Any, plans: Sequence[Plan] | None = None) -> Thoughts:
        how: dict[str, Any] = {"method": self.method, "compiled": self.compiled, "cancel": cancel, "plans": plans}
        return think(view, self.iterations, self.seconds, self.seed, **how)

    def _once(self, what: str, view: View, cancel: Any, work: Callable[[View, Any], Thoughts]) -> Thoughts:
        key = what, seed_of(view, self.seed)
        found = self.recent.get(key)
        if found is None:
            found = work(view, cancel)
            if not wants_to_stop(cancel):
                self.recent[key] = found
            while len(self.recent) > REMEMBERED:
                self.recent.popitem(last=False)
        return found

    def knows(self, view: View) -> bool:
        """It has thought about this view, and answers at once."""
        return ("step", seed_of(view, self.seed)) in self.recent

    def __call__(self, view: View) -> int:
        return self.thoughts(view).best.action

    def why(self, view: View, a: int) -> str:
        """What it expected of the choices it weighed; none is named that others cannot know of."""
        return self.thoughts(view).why(a, discreet=True)

    def explain(self, view: View, a: int, names: Names, beliefs: bool = True) -> str:
        """As `why`, with the names of the seats, and perhaps with what it believed about hidden things."""
        thoughts = self.thoughts(view)
        believed = thoughts.beliefs(a, names, self.seed) if beliefs else []
        return " ".join([thoughts.why(a, names, discreet=True), *believed])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "recent": OrderedDict()}  # another process thinks for itself


IDEA = "Imagines worlds that fit what it sees, and looks ahead in all of them at once: {budget} for each move."
SOURCE = "information-set Monte-Carlo tree search, Cowling, Powley and Whitehouse 2012"


def ismcts(
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    *,
    method: Method | None = None,
    compiled: bool | None = None,
    key: str | None = None,
    name: str = "Sybil Search",
) -> Bot:
    """A bot that searches before each move; it can sit in matches and simulations of every game.

    iterations, seconds, seed, method, compiled: as in `think`.  A bot with a number of iterations alone always answers
    the same in the same position.  key: what it is called in records, by default `ismcts-500` for 500 iterations.
    """
    _budget(iterations, seconds)
    seed = seed_number(seed)
    if iterations is None and seconds is None:
        iterations = USUAL_ITERATIONS
    worlds = [number_of(iterations, "world", "worlds")] if iterations is not None else []
    times = [f"{seconds:g} second{'s' * (seconds != 1)}"] if seconds is not None else []
    own = f"ismcts-{iterations}" if iterations is not None else "ismcts"
    does = Searcher(iterations, seconds, seed, method, compiled)
    idea = IDEA.format(budget=" or ".join(worlds + times))
    return Bot(key or own, name, idea, SOURCE, engine.OUTSIDE, does.why, does)


def level_bot(game: Game, level: Level) -> Bot:
    """The bot of one step of a game's ladder.  Where nothing can be compiled, it stops thinking after PATIENCE."""
    if isinstance(level.bot, int):
        seconds = PATIENCE if link.compiling_is_off() else None
        return ismcts(level.bot, seconds, key=level.key, name=level.name)
    return replace(game.bot(level.bot), key=level.key, name=level.name)


_BY_NAME = re.compile(r"ismcts(?:-([1-9]\d{0,5}))?")


def named(game: Game, key: str) -> Bot | None:
    """The searching bot or the level of that name: `expert`, `ismcts`, `ismcts-500`; None if there is none."""
    if level := next((level for level in game.search_module.LADDER if level.key == key), None):
        return level_bot(game, level)
    if (found := _BY_NAME.fullmatch(key)) is None or int(found[1] or 1) > MOST_ITERATIONS:
        return None
    return ismcts(int(found[1]), key=key) if found[1] else ismcts(key=key)
