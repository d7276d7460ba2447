"""Lessons: steps as data, each with a position and tasks that the game's own engine checks.  Knows no game, no screen.

A `Step` shows a position and sets one or more tasks on it, one after the other:

- `Move`      play something that reaches a goal;
- `Refusal`   try a move that is not allowed, and read why;
- `Question`  pick one of some options, or all that apply; what is right is worked out from the position.

A move is given in notation, several that make one choice with spaces between them: "A as1 b1c1 b2c1 bluff0".
`Exercise` is one step being worked on.  A `Quiz` makes steps of one question each from a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .game import Game
from .words import Reason

Match = Any  # mowlab.match.Match, which stands above the core
Goal = Callable[[Match], bool]
Number = Callable[[Match], int]
TOO_MANY_WRONG = 2  # wrong tries after which the learner gets a nudge
OPTIONS = 4  # how many numbers to choose from


# ---- tasks ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, kw_only=True)
class Task:
    """What all tasks have.

    say: what to do, one sentence.  because: why the right try was right.  nudge: help after two
    wrong tries, or after one that was allowed.
    then: moves that are played after the right try, for any seat, to show what follows.
    veil: parts of the table that would give the answer away; see `Step.veil`.
    """

    say: str
    because: str
    nudge: str
    then: tuple[str, ...] = ()
    veil: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Move(Task):
    """Play a move after which `goal(match)` holds.

    solution: one such move.  refused: moves that a learner may try, with the reason code each must get, or 0 for one
    that is allowed but is not the task.
    offers: moves for which the table gets a button although they are not allowed now.
    """

    goal: Goal
    solution: str
    refused: dict[str, int] = field(default_factory=dict)
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Refusal(Task):
    """Try a move that the engine refuses for the reason `code`; `solution` is one."""

    code: int
    solution: str
    offers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Option:
    """One answer: what it says, whether the engine calls it right, and if not, why (with reason code, 0 for none).

    card: code of the card that stands for this answer, so that pressing it says the same; empty for none.
    """

    label: str
    right: bool
    why: str = ""
    rule: str = ""
    code: int = 0
    card: str = ""


@dataclass(frozen=True, kw_only=True)
class Question(Task):
    """Pick the right option, or with `many` all right ones.

    options: makes them from the position.  look: where to look, said after a wrong pick that explains nothing itself.
    """

    options: Callable[[Match], list[Option]]
    look: str
    many: bool = False


@dataclass(frozen=True, kw_only=True)
class Step:
    """One page of a lesson.

    key: stays the same for ever, as progress is kept under it.  rule: rulebook section, and ruling where it is one.
    options, position: for `mowlab.game(...)` and `game.position(...)`.  review: key of the step that a quiz question
    is about.  veil: parts of the table that are not shown, as they do not matter yet: "seats", "arrow" (markers of the
    whole table), "notes" (of zones), "ends" (markers of zones), "prices" (the feet of cards), "lines" (what came out,
    line by line), the id of a zone, or the label of a fact about seats, up to its first comma.
    """

    key: str
    chapter: str
    title: str
    text: str
    rule: str
    position: dict[str, Any]
    tasks: tuple[Task, ...]
    options: dict[str, Any] = field(default_factory=dict)
    review: str = ""
    veil: tuple[str, ...] = ()


Maker = Callable[[random.Random], Step]


@dataclass(frozen=True)
class Lesson:
    """A whole lesson.  names: what the seats are called; the learner sits on seat `you`."""

    game: str
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    quiz: tuple[Maker, ...]
    you: int = 0

    def step(self, key: str) -> Step:
        """The step of that key.  Raises KeyError."""
        return {step.key: step for step in self.steps}[key]

    def quiz_steps(self, seed: int) -> tuple[Step, ...]:
        """The questions of one quiz: the same for the same seed."""
        return tuple(make(random.Random(f"{seed} {i}")) for i, make in enumerate(self.quiz))


# ---- options from a position ----------------------------------------------------------------------------------------
def numbers(
    answer: Number, mistakes: Sequence[tuple[Number, str]] = (), shown_as: str = "{}"
) -> Callable[[Match], list[Option]]:
    """Numbers to choose from: the answer, what typical mistakes lead to (with what to say then), and neighbours."""

    def make(match: Match) -> list[Option]:
        right = answer(match)
        why = {wrong(match): text for wrong, text in reversed(mistakes)}
        shown = {right, *why}
        for n in (right + 1, right - 1, right + 2, right + 3, right + 4):
            if n >= 0 and len(shown) < OPTIONS:
                shown.add(n)
        return [
            Option(shown_as.format(n), n == right, why.get(n, "That is too many." if n > right else "That is too few."))
            for n in sorted(shown)
        ]

    return make


def seats(answer: Number) -> Callable[[Match], list[Option]]:
    """All seats to choose from."""

    def make(match: Match) -> list[Option]:
        right = answer(match)
        names = ["you" if seat.name == "You" else seat.name for seat in match.seats]
        return [Option(_capital(name), p == right, f"It is not {name}.") for p, name in enumerate(names)]

    return make


def cards(answer: Number, **labels: str) -> Callable[[Match], list[Option]]:
    """Cards to choose from, by code, of which number `answer(match)` (from 0) is right."""
    return lambda match: [Option(text, i == answer(match), card=code) for i, (code, text) in enumerate(labels.items())]


def choices(answer: Number, *labels: str) -> Callable[[Match], list[Option]]:
    """Given answers, of which number `answer(match)` (from 0) is right."""
    return lambda match: [Option(text, i == answer(match)) for i, text in enumerate(labels)]


def moves(*notations: str, first: str = "") -> Callable[[Match], list[Option]]:
    """Moves to choose from: right are those that the engine allows; the others come with its reason.

    first: moves after which that is asked; none to ask it now.
    """

    def make(match: Match) -> list[Option]:
        then = after(match, first)
        return [_as_option(then, then.action(text), text) for text in notations]

    return make


def _as_option(match: Match, a: int, card: str) -> Option:
    label = match.game.words.action_words(a, match.state, match.game.cards, match.names(match.mover))
    reason = match.why_not(a, match.mover)
    if reason is None:
        return Option(_capital(label), True, card=card)
    return Option(_capital(label), False, reason.text, reason.rule, reason.code, card)


def after(match: Match, *played: str) -> Match:
    """The match as it would stand after these moves; `match` itself is not changed."""
    copy = match.game.match([None] * match.game.players, match.seed, names=[seat.name for seat in match.seats])
    match.state.copy_to(copy.state)
    copy.reseed(match.streams())
    for move in " ".join(played).split():
        copy.play(move)
    return copy


# ---- one step being worked on ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Feedback:
    """What a try led to.

    right: the task is done.  text, rule: why, or why not, and where that stands.  code: the engine's reason code, or 0.
    nudge: help, after some wrong tries.  events: what happened at the table, as sentences.
    """

    right: bool
    text: str
    rule: str = ""
    code: int = 0
    nudge: str = ""
    events: tuple[str, ...] = ()


class Exercise:
    """A step with its match: takes tries, says what each led to, goes on to the next task when one is done.

    match: never changed by a wrong try.  at: number of the task; `task` is None when all are done.
    misses: wrong tries at this task.  wrong: wrong tries at all tasks.
    """

    def __init__(self, lesson: Lesson, step: Step, game: Game):
        self.lesson, self.step = lesson, step
        self.match: Match = game.match(
            [None] * game.players, seed=1, names=lesson.names[: game.players], position=step.position
        )
        self.at = self.misses = self.wrong = 0
        self.options: list[Option] = []
        self._prepare()

    @property
    def task(self) -> Task | None:
        return self.step.tasks[self.at] if self.at < len(self.step.tasks) else None

    @property
    def done(self) -> bool:
        return self.task is None

    def offers(self) -> list[int]:
        """Moves that the table shall have a button for although they are not allowed."""
        task = self.task
        return [self.match.action(text) for text in task.offers] if isinstance(task, Move | Refusal) else []

    def move(self, move: int | str | Sequence[int]) -> Feedback:
        """Try a move, or several that make one choice, at the table.

        Raises ValueError if there is no such move at all, or no move is asked for.
        """
        task = self._move_task()
        parts: Sequence[int | str] = (
            [move] if isinstance(move, int) else move.split() if isinstance(move, str) else move
        )
        actions = [self.match.action(part) for part in parts]
        start = len(self.match.turns)
        for a in actions:
            if (reason := self.match.why_not(a, self.lesson.you)) is not None:
                self._back(start)
                return self.refuse(reason)
            self.match.play(a)
        if isinstance(task, Move) and task.goal(self.match):
            return self._passed(task, task.because, self.step.rule, since=start)
        self._back(start)
        if isinstance(task, Refusal):
            return self._missed("That move would be allowed. Look for one that is not.", self.step.rule, helpful=True)
        return self._missed("That is allowed, but not what is asked here.", self.step.rule, helpful=True)

    def refuse(self, reason: Reason) -> Feedback:
        """A move was tried that is not allowed, for that reason.  Raises ValueError if no move is asked for."""
        task = self._move_task()
        if isinstance(task, Move):
            return self._missed(reason.text, reason.rule, reason.code)
        if reason.code == task.code:
            return self._passed(task, f"{reason.text} {task.because}".strip(), reason.rule, reason.code)
        return self._missed(f"That one is refused too, but for another reason. {reason.text}", reason.rule, reason.code)

    def _move_task(self) -> Move | Refusal:
        task = self.task
        if not isinstance(task, Move | Refusal):
            raise ValueError("No move is asked for now.")
        return task

    def _back(self, turns: int) -> None:
        """Take moves back until there are only so many."""
        while len(self.match.turns) > turns:
            self.match.undo()

    def answer(self, picked: Sequence[int]) -> Feedback:
        """Answer a question with the numbers (from 0) of the options picked.  Raises ValueError if none is asked."""
        task = self.task
        if not isinstance(task, Question):
            raise ValueError("No question is asked now.")
        chosen = set(picked)
        if chosen == self.right_options():
            return self._passed(task, task.because, self.step.rule)
        for i in sorted(chosen - self.right_options()):
            option = self.options[i]
            label = f"{option.label}? " if task.many else ""
            why = f"{label}{option.why}" if option.code else f"{option.why} {task.look}".strip()
            return self._missed(why, option.rule or self.step.rule, option.code)
        return self._missed(f"There are more. {task.look}" if chosen else task.look, self.step.rule)

    def right_options(self) -> set[int]:
        return {i for i, option in enumerate(self.options) if option.right}

    def solve(self) -> Feedback:
        """Do the task right, as its data say."""
        task = self.task
        if isinstance(task, Question):
            return self.answer(sorted(self.right_options()))
        assert isinstance(task, Move | Refusal)
        return self.move(task.solution)

    def _passed(self, task: Task, text: str, rule: str, code: int = 0, since: int | None = None) -> Feedback:
        start = len(self.match.turns) if since is None else since
        for move in " ".join(task.then).split():
            self.match.play(move)
        you = self.lesson.you
        events = self.match.events(you, start, you) if len(self.match.turns) > start else []
        self.at += 1
        self.misses = 0
        self._prepare()
        return Feedback(True, text, rule, code, events=tuple(events))

    def _missed(self, text: str, rule: str = "", code: int = 0, helpful: bool = False) -> Feedback:
        """A wrong try.  helpful: say at once how to go on, as `text` does not explain it."""
        self.misses += 1
        self.wrong += 1
        assert self.task is not None
        return Feedback(
            False, text, rule, code, nudge=self.task.nudge if helpful or self.misses >= TOO_MANY_WRONG else ""
        )

    def _prepare(self) -> None:
        task = self.task
        self.options = task.options(self.match) if isinstance(task, Question) else []


# ---- a quiz ---------------------------------------------------------------------------------------------------------
@dataclass
class Score:
    """How a quiz went so far: for each question answered, its step and whether the first answer was right."""

    asked: list[tuple[Step, bool]] = field(default_factory=list)

    @property
    def right(self) -> int:
        return sum(ok for _, ok in self.asked)

    def look_again(self) -> list[Step]:
        """The questions whose rule is worth another look."""
        return [step for step, ok in self.asked if not ok]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
