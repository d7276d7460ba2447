"""Where a learner stands in a lesson: step, task, tries, quiz; what table and text show of it.  No widgets here.

A `Course` is changed by `choose` (something pressed at the table), `go`, `move_on`, `again` and `restore`.
"""

from __future__ import annotations

import importlib
import json
import secrets
from collections.abc import Collection, Iterator
from typing import Any

from mowlab.core.cards import Cards
from mowlab.core.game import Game
from mowlab.core.lesson import Exercise, Feedback, Lesson, Move, Question, Refusal, Score, Step
from mowlab.core.plan import Press
from mowlab.games import game as new_game
from mowlab.ui.scene import NO_MOVE, Card, Choice, LogLine, Message, Scene
from mowlab.ui.shared import Shared

MOVE_ON, CHECK, AGAIN, TAKE_BACK = range(NO_MOVE, NO_MOVE - 4, -1)  # choices of the table that are no moves
FIRST_OPTION = NO_MOVE - 10  # option i of a question is FIRST_OPTION - i
VERSION = 1  # of the progress that a browser keeps
MAX_PROGRESS = 10_000  # characters of such a text that are read
DONE = "Done."
MARK = "*"  # on the cards with a reconstructed value, and at the note that says so
MOST_NAMED = 6  # reconstructed cards that this note names; more of them the mark alone has to tell


class Course:
    """One learner's way through a lesson and its quiz.

    at: index of the step; `len(lesson.steps)` is the quiz.  done: keys of the steps that were solved.
    exercise: the step or question being worked on; None on the page with the quiz's result.
    """

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.lesson: Lesson = importlib.import_module(f"{shared.game.package}.lesson").LESSON
        self.at = 0
        self.done: set[str] = set()
        self.best = 0  # most questions of a quiz right at once
        self.touched = False  # something was pressed on this page
        self.exercise: Exercise | None = None
        self.feedback: Feedback | None = None  # of the last try
        self.ticked: set[int] = set()  # options of a question that asks for all that apply
        self.draft: tuple[int, ...] = ()  # what has been put together of a move that takes several decisions
        self.log: tuple[str, ...] = ()  # what happened in this step
        self._games: dict[str, Game] = {}
        self._stamp = 0
        self._new_quiz()
        self._open()

    # ---- where we are ------------------------------------------------------------------------------------------------
    @property
    def in_quiz(self) -> bool:
        return self.at == len(self.lesson.steps)

    @property
    def quiz_over(self) -> bool:
        return self.in_quiz and self.exercise is None

    @property
    def step(self) -> Step | None:
        return self.exercise.step if self.exercise else None

    # ---- what the learner does ---------------------------------------------------------------------------------------
    def choose(self, action: int) -> None:
        """A card or button of the table: a move of the game, or one of the choices made here."""
        self.touched = True
        exercise = self.exercise
        if action == MOVE_ON:
            self.move_on()
        elif action == AGAIN:
            self.again()
        elif exercise is None:
            return
        elif isinstance(exercise.task, Question):
            self._answer(exercise.task, action)
        elif action == TAKE_BACK:
            self.draft = self.draft[:-1]
        elif isinstance(exercise.task, Move | Refusal) and action > NO_MOVE:
            self._press(action)

    def _press(self, action: int) -> None:
        """Try a move, or put it to the draft if the game has drafts."""
        exercise, you = self.exercise, self.lesson.you
        assert exercise is not None
        press = Press(moves=(action,))
        if self.shared.drafts and not exercise.match.over:
            press = self.shared.table.press(exercise.match.view(you), self.draft, action, exercise.match.names(you))
        if press.refused is not None:
            self._take(exercise.refuse(press.refused))
        elif press.moves:
            self._take(exercise.move(press.moves))
        else:
            self.draft, self.feedback = press.draft, None

    def _answer(self, task: Question, action: int) -> None:
        assert self.exercise is not None
        option = FIRST_OPTION - action
        if action == CHECK and task.many:
            self._take(self.exercise.answer(sorted(self.ticked)))
        elif not 0 <= option < len(self.exercise.options):
            return
        elif task.many:
            self.ticked ^= {option}
            self.feedback = None
        else:
            self._take(self.exercise.answer([option]))

    def _take(self, feedback: Feedback) -> None:
        """What a try led to; in the quiz the first answer counts."""
        exercise = self.exercise
        assert exercise is not None
        self.feedback = feedback
        if self.in_quiz and len(self.score.asked) == self.question:
            self.score.asked.append((exercise.step, feedback.right))
        if feedback.right:
            self.ticked, self.draft = set(), ()
            self.log += feedback.events
        if exercise.done and not self.in_quiz:
            self.done.add(exercise.step.key)

    def move_on(self) -> None:
        """The next step or question, whether or not this one is solved.  An unanswered question counts as wrong."""
        if self.quiz_over:
            return
        if self.in_quiz:
            assert self.exercise is not None
            if len(self.score.asked) == self.question:
                self.score.asked.append((self.exercise.step, False))
            self.question += 1
            if self.question == len(self.questions):
                self.best = max(self.best, self.score.right)
        else:
            self.at += 1
        self._open()

    def go(self, at: int) -> None:
        """To a step by its index; `len(steps)` is the quiz."""
        self.touched = True
        self.at = min(max(at, 0), len(self.lesson.steps))
        self._open()

    def again(self) -> None:
        """The same step from its beginning; after the quiz, another one with new questions."""
        if self.quiz_over:
            self._new_quiz()
        self._open()

    def _new_quiz(self, seed: int | None = None) -> None:
        self.quiz_seed = secrets.randbits(32) if seed is None else seed
        self.questions: tuple[Step, ...] = ()  # made when the quiz is first opened
        self.question = 0
        self.score = Score()

    def _open(self) -> None:
        """Put the step or question where we are on the table."""
        if self.in_quiz and not self.questions:
            self.questions = self.lesson.quiz_steps(self.quiz_seed)
        step = self._step_here()
        self.exercise = Exercise(self.lesson, step, self._game(step)) if step else None
        self.feedback, self.ticked, self.draft, self.log = None, set(), (), ()

    def _step_here(self) -> Step | None:
        if not self.in_quiz:
            return self.lesson.steps[self.at]
        return self.questions[self.question] if self.question < len(self.questions) else None

    def _game(self, step: Step) -> Game:
        key = json.dumps(step.options, sort_keys=True)
        if key not in self._games:
            self._games[key] = new_game(self.lesson.game, **step.options)
        return self._games[key]

    # ---- progress ----------------------------------------------------------------------------------------------------
    def text(self) -> str:
        """Progress as JSON text, for the browser to keep."""
        here = "quiz" if self.in_quiz else self.lesson.steps[self.at].key
        answers = [ok for _, ok in self.score.asked]
        quiz = {"seed": self.quiz_seed, "question": self.question, "answers": answers, "best": self.best}
        steps = len(self.lesson.steps)  # the gallery says how many of them are done
        return json.dumps({"version": VERSION, "at": here, "done": sorted(self.done), "steps": steps, "quiz": quiz})

    def restore(self, text: str) -> bool:
        """Go on where an earlier page was; False, and nothing changed, if the text is no progress of this lesson."""
        keys = [step.key for step in self.lesson.steps]
        try:
            kept = json.loads(text if len(text) <= MAX_PROGRESS else "")
            if kept["version"] != VERSION:
                return False
            at = [*keys, "quiz"].index(kept["at"])
            done = {key for key in keys if key in kept["done"]}  # steps that are no more are forgotten
            seed, question, answers, best = (kept["quiz"][name] for name in ("seed", "question", "answers", "best"))
        except (ValueError, KeyError, TypeError):
            return False
        rounds = len(self.lesson.quiz)
        if not (_is_number(seed, 2**32) and _is_number(question, rounds + 1) and _is_number(best, rounds + 1)):
            return False
        if not isinstance(answers, list) or len(answers) not in (question, question + 1) or len(answers) > rounds:
            return False
        self.at, self.done, self.best = at, done, best
        self._new_quiz(seed)
        if question or answers:
            self.questions = self.lesson.quiz_steps(seed)
            self.question = question
            self.score.asked = [(step, ok is True) for step, ok in zip(self.questions, answers, strict=False)]
        self._open()
        return True

    # ---- what the table shows ----------------------------------------------------------------------------------------
    def scene(self) -> Scene:
        self._stamp += 1
        if self.exercise is None:
            return self._result()
        exercise, table, you = self.exercise, self.shared.table, self.lesson.you
        match, task = exercise.match, exercise.task
        view, names = match.view(you), match.names(you)
        rows = [row[:4] for turn in match.turns for row in turn.events]
        veil = {*exercise.step.veil, *(task.veil if task else ())}
        lines = None if "lines" in veil else table.scoring(rows, names, view)
        log: list[LogLine] = [{"text": text, "mine": text.startswith("You")} for text in self.log]
        scene: Scene = table.scene(
            view,
            names,
            log=log,
            message=self._message(),
            stamp=self._stamp,
            lines=lines,
            result=table.result(view, names),
            status=self._status(),
            live=isinstance(task, Move | Refusal),
            **({"draft": self.draft} if self.shared.drafts else {}),
        )
        scene["title"] = ""  # it stands above the text
        if lines:
            scene["log"] = []
        if lines and (exercise.done or match.over):
            scene["zones"] = []  # the scoring is to be read, not the new deal
        _show_alike(scene)
        self._link_cards(scene)
        _mark(scene, match.game.cards)
        _hide(scene, veil)
        beside = any(choice.get("beside") for choice in scene["choices"])
        scene["choices"] = [*scene["choices"], *self._choices(_actions(scene), beside)]
        return scene

    def _link_cards(self, scene: Scene) -> None:
        """A card that stands for an option of the question answers like its button."""
        exercise = self.exercise
        if exercise is None or not isinstance(exercise.task, Question):
            return
        by_card = {option.card: i for i, option in enumerate(exercise.options) if option.card}
        for card in _cards(scene):
            if (i := by_card.get(card.get("code", ""))) is not None:
                card["action"] = FIRST_OPTION - i
                if i in self.ticked:
                    card["tag"] = "\N{CHECK MARK}"

    def _status(self) -> str:
        """The task; after a right try in words that set it apart from the one just done."""
        assert self.exercise is not None
        task = self.exercise.task
        if task is None:
            return DONE
        return f"Next: {task.say}" if self.feedback and self.feedback.right else task.say

    def _message(self) -> Message | None:
        feedback = self.feedback
        if feedback is None:
            return None
        text = f"{feedback.text} {feedback.nudge}".strip()
        return {"text": text, "tone": "good" if feedback.right else "bad", "rule": feedback.rule}

    def _choices(self, shown: Collection[int], beside: bool) -> Iterator[Choice]:
        """Besides those that the table has anyway, which are `shown`.  beside: its buttons stand beside the task."""
        exercise = self.exercise
        assert exercise is not None
        task, match = exercise.task, exercise.match
        if isinstance(task, Question):
            for i, option in enumerate(exercise.options):
                label = f"{'☑' if i in self.ticked else '☐'} {option.label}" if task.many else option.label
                yield {
                    "action": FIRST_OPTION - i,
                    "label": label,
                    "tone": "plain",
                }
            if task.many:
                yield {"action": CHECK, "label": "Check my answer", "tone": "primary"}
        for a in exercise.offers():
            if a in shown:
                continue
            label = match.game.words.action_words(a, match.state, match.game.cards, match.names(self.lesson.you))
            yield {"action": a, "label": label[:1].upper() + label[1:], "beside": beside}
        if self.draft:
            yield {"action": TAKE_BACK, "label": "Take back", "hint": "what you put last"}
        if exercise.done:
            yield {"action": MOVE_ON, "label": self.next_label(), "tone": "primary"}
            if not self.in_quiz:
                yield {"action": AGAIN, "label": "Once more"}

    def next_label(self) -> str:
        if not self.in_quiz:
            return "Next step" if self.at + 1 < len(self.lesson.steps) else "To the quiz"
        return "Next question" if self.question + 1 < len(self.questions) else "See how I did"

    def _result(self) -> Scene:
        right, asked = self.score.right, len(self.score.asked)
        rows = [
            [step.title, "right" if ok else "look again", step.rule.removeprefix("Rulebook: ")]
            for step, ok in self.score.asked
        ]
        wrong = self.score.look_again()
        return {
            "title": "Quiz",
            "status": "Try again with new questions, or go back to a step.",
            "stamp": self._stamp,
            "result": {
                "title": f"{right} of {asked} right at once",
                "text": "The steps that are worth another look are listed."
                if wrong
                else f"You know {self.shared.title}. Now play!",
                "tone": "info" if wrong else "good",
                "art": "trophy" if 2 * right > asked else "",
            },
            "lines": {
                "title": "Your answers",
                "header": ["question", "first answer", "where the rule stands"],
                "rows": rows,
            },
            "choices": [{"action": AGAIN, "label": "New questions", "tone": "primary"}],
        }

    # ---- what the text beside it shows -------------------------------------------------------------------------------
    def page(self) -> dict[str, Any]:
        """For `Pane.page`: key, chapter, count, fraction, title, text, rule, note, task, steps, summary, review,
        back, next, solved."""
        step = self.step
        n, of = (self.question, len(self.questions)) if self.in_quiz else (self.at, len(self.lesson.steps))
        chapter = step.chapter if step else "Quiz"
        unit = "Question" if self.in_quiz else "Step"
        return {
            "key": f"{step.key if step else 'result'} {n}",
            "chapter": chapter,
            "count": f"{unit} {n + 1} of {of}" if step else "",
            "fraction": n / of if self.in_quiz else len(self.done) / of,
            "title": step.title if step else "How you did",
            "text": self._text(step),
            "rule": step.rule if step else "",
            "note": self._note(),
            "task": self._task_number(),
            "steps": [
                {"title": s.title, "chapter": s.chapter, "done": s.key in self.done, "here": i == self.at}
                for i, s in enumerate(self.lesson.steps)
            ]
            + [{"title": self._quiz_title(), "chapter": "Quiz", "done": self.best > 0, "here": self.in_quiz}],
            "summary": f"All steps: {len(self.done)} of {len(self.lesson.steps)} done",
            "review": self._review(),
            "back": self.at > 0,
            "next": self._next(),
            "solved": self._solved(),
        }

    def _next(self) -> str:
        """The button below the text; once the tasks are done it stands at the table instead."""
        if self.exercise is None or self.exercise.done:
            return ""
        return self.next_label() if self._solved() else "Skip"

    def _solved(self) -> bool:
        return self.exercise is not None and (self.exercise.done or (self.step_key in self.done and not self.in_quiz))

    @property
    def step_key(self) -> str:
        return self.exercise.step.key if self.exercise else ""

    def _quiz_title(self) -> str:
        return f"Quiz (best: {self.best} of {len(self.lesson.quiz)})" if self.best else "Quiz"

    def _text(self, step: Step | None) -> str:
        if step is None:
            return f"You had {self.score.right} of {len(self.score.asked)} right at the first try."
        return step.text or "What does the table say? Your first answer counts, but you may try again."

    def _task_number(self) -> str:
        if self.exercise is None or len(self.exercise.step.tasks) == 1:
            return ""
        tasks = len(self.exercise.step.tasks)
        return f"Task {min(self.exercise.at + 1, tasks)} of {tasks}"

    def _note(self) -> str:
        """Which cards of this step have reconstructed values."""
        if self.exercise is None:
            return ""
        match = self.exercise.match
        cards, codes = match.game.cards, match.game.cards.column("code")
        scene = self.shared.table.scene(match.view(self.lesson.you), match.names(self.lesson.you))
        guessed = [card["code"] for card in _cards(scene) if is_guessed(card.get("code", ""), cards)]
        if not guessed:
            return ""
        if len(guessed) <= MOST_NAMED and set(guessed) <= set(codes):
            names = (match.game.words.card_name(codes.index(code), cards) for code in guessed)
            told = f"Reconstructed: {', '.join(names)}"
        else:
            told = "Cards with this mark are reconstructed"
        return f"{MARK} {told} ({cards.provenance['reconstructed']})."

    def _review(self) -> list[dict[str, Any]]:
        """Steps to look at again after the quiz, each once."""
        if not self.quiz_over:
            return []
        keys = list(dict.fromkeys(step.review for step in self.score.look_again()))
        order = [step.key for step in self.lesson.steps]
        return [{"at": order.index(key), "title": self.lesson.step(key).title} for key in keys if key in order]


def _is_number(value: Any, end: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < end


def _cards(scene: Scene) -> Iterator[Card]:
    for zone in scene.get("zones", []):
        for card in zone.get("cards", []):
            yield card
            yield from card.get("on_top", [])


def _actions(scene: Scene) -> set[int]:
    """All that can be pressed on the table."""
    on_cards = {a for card in _cards(scene) if (a := card.get("action")) is not None}
    return on_cards | {choice["action"] for choice in scene.get("choices", [])}


def is_guessed(code: str, cards: Cards) -> bool:
    """Whether values of that card are reconstructed.  Copies of one card may be told apart behind a dot."""
    return code in cards.reconstructed or code.rpartition(".")[0] in cards.reconstructed


def _mark(scene: Scene, cards: Cards) -> None:
    """Mark the cards with reconstructed values."""
    for card in _cards(scene):
        if is_guessed(card.get("code", ""), cards) and "face" in card:
            card["face"]["caption"] = f"{card['face'].get('caption', '')} {MARK}"


def _show_alike(scene: Scene) -> None:
    """Let all cards and buttons look alike: finding out which may be played is the learner's task.

    Buttons beside the question, which are for moves that are allowed, go where cards stand for the same moves; numbers
    are not proposed.
    """
    on_cards = {card.get("action") for card in _cards(scene)}
    scene["choices"] = [
        choice for choice in scene.get("choices", []) if not (choice.get("beside") and choice["action"] in on_cards)
    ]
    if number := scene.get("number"):
        number.pop("value", None)
        number["offers"] = []
    for card in _cards(scene):
        card.pop("legal", None)
        card.pop("why", None)
    for choice in scene["choices"]:
        choice["legal"] = True
        if choice.get("beside"):
            choice["tone"] = "plain"
            choice.pop("hint", None)


def _hide(scene: Scene, veil: set[str]) -> None:
    """Take away parts of the table by name; see `Step.veil`."""
    scene["zones"] = [zone for zone in scene.get("zones", []) if zone["id"] not in veil]
    for zone in scene["zones"]:
        if "notes" in veil:
            zone.pop("note", None)
        if "ends" in veil:
            zone["markers"] = []
        if "prices" in veil:
            for card in zone.get("cards", []):
                card.get("face", {}).pop("foot", None)
                card.pop("price", None)
    if "arrow" in veil:
        scene["markers"] = []
    if "seats" in veil:
        scene["seats"] = []
    for seat in scene.get("seats", []):
        seat["is_you"] = False  # the name says it already
        seat["facts"] = [fact for fact in seat.get("facts", []) if fact["label"].partition(",")[0] not in veil]
