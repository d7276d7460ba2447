"""The frame of a lesson: predict, play, chart, theory, reflect, exercises, each a widget for one cell of a notebook.

>>> lesson = EveryonePays()   # a LessonPage
>>> lesson.predict()          # the widget of a cell

Nothing is revealed before it is due: play opens when the prediction has been written down, chart and theory when
enough has been played.  What a learner did is kept in the browser.
"""

from __future__ import annotations

import inspect
import json
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import ipywidgets

from mowlab.ui import panel as p
from mowlab.ui.memory import Memory
from mowlab.ui.work import guarded

if TYPE_CHECKING:
    from mowlab.charts import Picture
    from mowlab.ui.chart import LiveChart

LONGEST = 40  # characters of an answer that are shown
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
FORMAT = 1  # of what the browser keeps


@dataclass(frozen=True)
class Ask:
    """Something to predict: a number from low to high.

    percent: it counts percents, with the sign or without; only: nothing but these makes sense; names: letters for the
    numbers from 1 up, which are written instead (a number may be that of something else).
    """

    id: str
    text: str
    low: float
    high: float
    hint: str = ""
    percent: bool = False
    only: Sequence[int] = ()
    names: Sequence[str] = ()

    def read(self, text: str) -> float:
        """Raises BadNumber."""
        if self.names:
            return self._named(text)
        value = number(text.replace("%", "") if self.percent else text, self.low, self.high)
        if self.only and value not in self.only:
            raise BadNumber(f"{shown(value)} cannot be chosen here; write {self._choices()}.")
        return value

    def _named(self, text: str) -> int:
        if (name := text.strip().upper()) in self.names:
            return self.names.index(name) + 1
        wrong = f"«{text[:LONGEST]}» is none of them" if name else "An empty field is no answer"
        raise BadNumber(f"{wrong}; write a letter from {self.names[0]} to {self.names[-1]}.")

    def _choices(self) -> str:
        if isinstance(self.only, range):
            return f"a whole number from {self.only[0]} to {self.only[-1]}"
        *others, last = map(str, self.only)
        return f"{', '.join(others)} or {last}"

    def told(self, value: float) -> str:
        """A prediction as it is shown."""
        return self.names[round(value) - 1] if self.names else shown(value)


@dataclass(frozen=True)
class Step:
    """One thought of the theory, with a line of formula, a table, and the functions that compute it."""

    title: str
    text: str
    formula: str = ""
    table: Callable[[], p.Block] | None = None
    code: tuple[Callable[..., Any], ...] = ()


@dataclass(frozen=True)
class Thought:
    """A question to reflect on and what one may answer."""

    question: str
    answer: str


@dataclass(frozen=True)
class Exercise:
    """A number to work out.  answer is computed, not typed; percent: it may be given as 47.6 or 0.476 or 47.6 %."""

    id: str
    text: str
    answer: Callable[[], float]
    within: float
    why: str
    hint: str
    percent: bool = False


@dataclass(frozen=True)
class Guide:
    """For teachers: (minutes, what to do), what students get wrong and what to say."""

    course: str
    prepare: str
    timings: tuple[tuple[str, str], ...]
    mistakes: tuple[tuple[str, str], ...]
    then: str


@dataclass
class Kept:
    """What a learner has done: predictions and answers by id; play is the lesson's own."""

    predictions: dict[str, float] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    play: list[Any] = field(default_factory=list)
    opened: bool = False

    def text(self) -> str:
        return json.dumps({"format": FORMAT, **self.__dict__})

    @classmethod
    def read(cls, text: str) -> Kept | None:
        """What `text` has kept, or None if it is nothing of the kind."""
        try:
            data = json.loads(text)
            if data.pop("format") != FORMAT:
                return None
            kept = cls(**data)
            kept.predictions = {str(k): float(v) for k, v in kept.predictions.items()}
            kept.answers = {str(k): str(v) for k, v in kept.answers.items()}
            kept.play, kept.opened = list(kept.play), bool(kept.opened)
            return kept
        except (ValueError, TypeError, KeyError, AttributeError):
            return None


class LessonPage:
    """One lesson on one page.  A lesson gives the texts and implements `play_blocks`, `on_play` and `pictures`.

    kept: what the learner did.  Each section method gives its widget, the same one at every call.
    """

    KEY: str
    ASKS: tuple[Ask, ...]
    STEPS: tuple[Step, ...]
    THOUGHTS: tuple[Thought, ...]
    EXERCISES: tuple[Exercise, ...]
    GUIDE: Guide

    def __init__(self) -> None:
        self.kept = Kept()
        self.memory = Memory(storage_key=f"mowlab/lesson/{self.KEY}")
        self.memory.on_restore(guarded(self.restore, lambda sentence: None))
        names = ("predict", "play", "chart", "theory", "reflect", "exercises", "guide")
        self.panels = {name: p.Panel() for name in names}
        self.charts: dict[str, tuple[p.Panel, LiveChart]] = {}
        self.place = ipywidgets.VBox()
        self.said: dict[str, str] = {}  # what went wrong, by section
        self.unanswered = ""  # the exercise whose empty field was checked just now
        for name, panel in self.panels.items():
            panel.on_event(guarded(self._handler(name), self._reporter(name)))
        self.refresh()

    # ---- the sections, one for each cell ----------------------------------------------------------------------------
    def predict(self) -> ipywidgets.VBox:
        """Write down what you expect; also keeps everything in the browser, so it must be on the page."""
        return ipywidgets.VBox([self.memory, self.panels["predict"]])

    def play(self) -> p.Panel:
        return self.panels["play"]

    def chart(self) -> ipywidgets.VBox:
        return ipywidgets.VBox([self.panels["chart"], self.place])

    def theory(self) -> p.Panel:
        return self.panels["theory"]

    def reflect(self) -> p.Panel:
        return self.panels["reflect"]

    def exercises(self) -> p.Panel:
        return self.panels["exercises"]

    def guide(self) -> p.Panel:
        return self.panels["guide"]

    # ---- what a lesson adds -----------------------------------------------------------------------------------------
    def play_blocks(self) -> Iterator[p.Block]:
        """The play section, once it is open."""
        raise NotImplementedError

    def on_play(self, event: p.Event) -> None:
        """Something was pressed there."""
        raise NotImplementedError

    def chart_blocks(self) -> Iterator[p.Block]:
        """Above the charts."""
        return iter(())

    def on_chart(self, event: p.Event) -> None:
        """Something was pressed there."""

    def pictures(self) -> Iterator[Picture]:
        """The charts, once they are open."""
        raise NotImplementedError

    @property
    def played(self) -> bool:
        """Enough has been played to open charts and theory."""
        raise NotImplementedError

    # ---- what is open -----------------------------------------------------------------------------------------------
    @property
    def predicted(self) -> bool:
        return all(ask.id in self.kept.predictions for ask in self.ASKS)

    @property
    def revealed(self) -> bool:
        return self.kept.opened or (self.predicted and self.played)

    # ---- what a person does -----------------------------------------------------------------------------------------
    def _handler(self, name: str) -> Callable[[p.Event], None]:
        handle: Callable[[p.Event], None] = getattr(self, f"on_{name}")

        def run(event: p.Event) -> None:
            self.said.pop(name, None)
            try:
                handle(event)
            except BadNumber as error:  # no fault of the page
                self.said[name] = str(error)
            self.memory.keep(self.kept.text())
            self.refresh()

        return run

    def _reporter(self, name: str) -> Callable[[str], None]:
        def report(sentence: str) -> None:
            panel = self.panels[name]
            panel.show([*panel.blocks, p.text(sentence, "bad")])

        return report

    def on_predict(self, event: p.Event) -> None:
        if self.predicted:
            return
        found = {}
        for i, ask in enumerate(self.ASKS, 1):
            try:
                found[ask.id] = ask.read(event.values.get(ask.id, ""))
            except BadNumber as error:
                raise BadNumber(f"Question {i}: {error}") from None
        self.kept.predictions = found  # all or none

    def on_theory(self, event: p.Event) -> None:
        """Nothing to press but folds."""

    def on_reflect(self, event: p.Event) -> None:
        """Nothing to press but folds."""

    def on_exercises(self, event: p.Event) -> None:
        self.kept.answers |= {e.id: event.values[e.id][:LONGEST] for e in self.EXERCISES if event.values.get(e.id)}
        checked = event.id.removeprefix("check-")
        self.unanswered = "" if event.values.get(checked) else checked

    def on_guide(self, event: p.Event) -> None:
        if event.id == "open":
            self.kept.opened = not self.kept.opened
        elif event.id == "again":
            self.kept = Kept()

    def restore(self, text: str) -> None:
        """What the browser kept of an earlier visit; left alone if it cannot be read or something new was done."""
        kept = Kept.read(text)
        if kept is not None and self.kept == Kept() and self.is_whole(kept):
            self.kept = kept
            self.refresh()

    def is_whole(self, kept: Kept) -> bool:
        """Whether what was kept is a state of this lesson."""
        return True

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        for name, panel in self.panels.items():
            blocks = list(getattr(self, f"_{name}_shown")())
            if name in self.said:
                blocks.append(p.text(self.said[name], "bad"))
            panel.show(blocks)
        self._draw()

    def _predict_shown(self) -> Iterator[p.Block]:
        if self.predicted:
            rows = [(ask.text, ask.told(self.kept.predictions[ask.id])) for ask in self.ASKS]
            yield p.table("Kept as you wrote it", ["question", "your prediction"], rows)
            return
        for ask in self.ASKS:
            yield p.field_of_text(ask.id, ask.text, hint=ask.hint, numeric=not ask.names, longest=12)
        yield p.row(p.button("keep", "Keep my prediction", "primary"))

    def _play_shown(self) -> Iterator[p.Block]:
        if self.predicted or self.kept.opened:
            yield from self.play_blocks()
            if self.revealed:
                yield p.text("Parts 3 to 6 are open: look at them now, or when you have played on.", soft=True)
        else:
            yield p.text("Write down your prediction first: part 1 opens this one.", soft=True)

    def _chart_shown(self) -> Iterator[p.Block]:
        if self.revealed:
            yield from self.chart_blocks()
        else:
            yield p.text("Here your prediction, your play and the theory meet, once you have played.", soft=True)

    def _theory_shown(self) -> Iterator[p.Block]:
        if not self.revealed:
            yield p.text("This opens when you have played.", soft=True)
            return
        for i, step in enumerate(self.STEPS, 1):
            yield p.heading(f"{i}. {step.title}")
            yield p.text(step.text)
            if step.formula:
                yield p.group(p.text(step.formula, name="formula"))
            if step.table is not None:
                yield step.table()
            if step.code:
                source = "\n\n".join(source_of(function) for function in step.code)
                rows = min(source.count("\n") + 2, 24)
                yield p.fold(f"code-{i}", "The code", p.area(f"source-{i}", "Python", source, readonly=True, rows=rows))

    def _reflect_shown(self) -> Iterator[p.Block]:
        if not self.revealed:
            yield p.text("These questions come when you have played.", soft=True)
            return
        for i, thought in enumerate(self.THOUGHTS):
            yield p.text(thought.question)
            yield p.fold(f"thought-{i}", "One answer", p.text(thought.answer))

    def _exercises_shown(self) -> Iterator[p.Block]:
        if not self.revealed:
            yield p.text("The exercises open with the theory.", soft=True)
            return
        for exercise in self.EXERCISES:
            answer = self.kept.answers.get(exercise.id, "")
            yield to_solve(exercise, answer, unanswered=exercise.id == self.unanswered)
        right = sum(is_right(e, self.kept.answers.get(e.id, "")) for e in self.EXERCISES)
        yield p.text(f"{right} of {len(self.EXERCISES)} solved.", soft=True)

    def _guide_shown(self) -> Iterator[p.Block]:
        guide = self.GUIDE
        yield p.fold(
            "guide",
            "For teachers",
            p.text(guide.course),
            p.text(guide.prepare),
            p.table("Timing", ["minutes", "what"], guide.timings),
            p.table("What students get wrong", ["they say", "you may say"], guide.mistakes),
            p.text(guide.then),
            p.row(
                p.button("open", "Close what is not due" if self.kept.opened else "Open all parts now"),
                p.button("again", "Forget everything and begin again", "danger"),
            ),
        )

    def _draw(self) -> None:
        """Make or renew the charts; they are made when they are first due."""
        self.place.layout.display = None if self.revealed else "none"
        if not self.revealed:
            return
        from mowlab.ui.chart import LiveChart

        shown_now = []
        for picture in self.pictures():
            shown_now.append(picture.name)
            if picture.name not in self.charts:
                columns: Any = picture.columns
                self.charts[picture.name] = (
                    p.Panel([p.heading(picture.title)]),
                    LiveChart(picture.spec, columns=columns, name=f"{self.KEY}-{picture.name}"),
                )
            self.charts[picture.name][1].draw(picture.rows, picture.summary, picture.spec)
        self.place.children = [widget for name in shown_now for widget in self.charts[name]]


# ---- numbers that people type ---------------------------------------------------------------------------------------
class BadNumber(ValueError):
    """What was typed is no number, or too low or too high: says what is allowed."""


def number(text: str, low: float | None = None, high: float | None = None) -> float:
    """The number in «4», «4.5», «4,5», «9/2» or «45 %».  Raises BadNumber."""
    cleaned = text.strip().replace(" ", "").replace(",", ".").replace("\u2212", "-")
    scale = 1.0
    if cleaned.endswith("%"):
        cleaned, scale = cleaned[:-1], 0.01
    try:
        value = float(Fraction(cleaned)) * scale
    except (ValueError, ZeroDivisionError, OverflowError):
        what = f"«{text[:LONGEST]}»" if text.strip() else "An empty field"
        raise BadNumber(f"{what} is not a number; write it like 4, 4.5, 9/2 or 45 %.") from None
    if low is not None and high is not None and not low <= value <= high:
        raise BadNumber(f"{shown(value)} is not possible here; write a number from {shown(low)} to {shown(high)}.")
    return value


def is_right(exercise: Exercise, answer: str) -> bool:
    try:
        return abs(_nearest(exercise, answer) - exercise.answer()) <= exercise.within
    except BadNumber:
        return False


def _nearest(exercise: Exercise, answer: str) -> float:
    """What was answered; a percentage without its sign in the reading that is nearer to the truth.

    Raises BadNumber.
    """
    value = number(answer)
    given = [value, value / 100] if exercise.percent and "%" not in answer else [value]
    return min(given, key=lambda v: abs(v - exercise.answer()))


def what_is_wrong(exercise: Exercise, answer: str) -> str:
    """One sentence on a number that is not right.  Raises BadNumber."""
    value, right = _nearest(exercise, answer), exercise.answer()
    if value and abs(-value - right) <= exercise.within:
        return "The size is right, the sign is not."
    return "That is too much." if value > right else "That is too little."


def to_solve(exercise: Exercise, answer: str, unanswered: bool = False) -> p.Block:
    """An exercise with its field, what is to be said of `answer`, a hint and, after a try, the answer behind folds.

    unanswered: it was checked with an empty field.
    """
    return p.group(
        p.text(exercise.text),
        p.row(
            p.field_of_text(exercise.id, "Your answer", answer, longest=LONGEST),
            p.button(f"check-{exercise.id}", "Check"),
        ),
        *([_verdict(exercise, "" if unanswered else answer)] if answer or unanswered else []),
        p.fold(f"hint-{exercise.id}", "A hint", p.text(exercise.hint)),
        *([_solution(exercise)] if answer and not is_right(exercise, answer) else []),
    )


def _verdict(exercise: Exercise, answer: str) -> p.Block:
    try:
        number(answer)
    except BadNumber as error:
        return p.text(str(error), "bad")
    if is_right(exercise, answer):
        return p.text(f"Right. {exercise.why}", "good")
    return p.text(f"Not yet. {what_is_wrong(exercise, answer)} Try again, or unfold the hint.", "bad")


def _solution(exercise: Exercise) -> p.Block:
    """For those who have tried."""
    value = exercise.answer()
    words = f"{shown(100 * value)} %" if exercise.percent else shown(value)
    return p.fold(f"solution-{exercise.id}", "The answer, explained", p.text(f"It is {words}. {exercise.why}"))


def shown(value: float) -> str:
    """A number as people write it, with three digits after the point at most and a true minus sign."""
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-", "\N{MINUS SIGN}")


def shown_of(value: float, one: str, many: str) -> str:
    """«1 point», «0.5 points»."""
    return f"{shown(value)} {one if value == 1 else many}"


def tiny(value: float) -> str:
    """What rounding leaves, as people write it: 4 · 10⁻¹⁴; 0 if nothing."""
    if value == 0:
        return "0"
    digit, power = f"{value:.0e}".split("e")
    return f"{digit} · 10{str(int(power)).translate(SUPERSCRIPTS)}"


def source_of(function: Callable[..., Any]) -> str:
    return textwrap.dedent(inspect.getsource(function)).rstrip()


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
