"""The lessons of all games, learnt from beginning to end without a screen: by doing right, and by doing wrong."""

from __future__ import annotations

import functools
import importlib
import random
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import mowlab
from mowlab.core.game import Game
from mowlab.core.lesson import Exercise, Lesson, Move, Question, Refusal, Step

from .play import GAMES

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
TAUGHT = [game for game in GAMES if (NOTEBOOKS / f"{game}.ipynb").is_file()]  # a game with an app has a lesson


def module(game: str) -> ModuleType:
    return importlib.import_module(f"mowlab.games.{game.replace('-', '_')}.lesson")


def lesson(game: str) -> Lesson:
    found: Lesson = module(game).LESSON
    return found


@functools.cache
def _game(key: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return mowlab.game(key, **dict(options))


def begin(game: str, step: Step) -> Exercise:
    return Exercise(lesson(game), step, _game(game, tuple(step.options.items())))


STEPS = [(game, step) for game in TAUGHT for step in lesson(game).steps]
QUIZ_STEPS = [
    pytest.param(game, step, id=f"{game} {step.key} {seed}")
    for game in TAUGHT
    for seed in range(8)
    for step in lesson(game).quiz_steps(seed)
]
each_game = pytest.mark.parametrize("game", TAUGHT)
each_step = pytest.mark.parametrize(("game", "step"), STEPS, ids=[f"{game} {step.key}" for game, step in STEPS])
each_quiz_step = pytest.mark.parametrize(("game", "step"), QUIZ_STEPS)


@each_step
def test_every_step_can_be_solved_and_tells_what_happened(game: str, step: Step) -> None:
    exercise = begin(game, step)
    for task in step.tasks:
        assert exercise.task is task
        log = [row for turn in exercise.match.turns for row in turn.events]
        feedback = exercise.solve()
        assert feedback.right, feedback
        assert feedback.text
        assert feedback.rule
        told = [row for turn in exercise.match.turns for row in turn.events]
        assert bool(feedback.events) == (len(told) > len(log))
    assert exercise.done


@each_step
def test_you_are_to_move_wherever_a_move_is_asked_for(game: str, step: Step) -> None:
    exercise = begin(game, step)
    while not exercise.done:
        if isinstance(exercise.task, Move | Refusal) and not exercise.match.over:
            assert exercise.match.mover == lesson(game).you
        exercise.solve()


@each_step
def test_every_wrong_try_gets_its_reason_and_changes_nothing(game: str, step: Step) -> None:
    exercise = begin(game, step)
    while not exercise.done:
        if isinstance(task := exercise.task, Move):
            match = exercise.match
            before = match.game.state_class.values(match.state), match.streams()
            for move, code in task.refused.items():
                feedback = exercise.move(move)
                assert (feedback.right, feedback.code) == (False, code), move
                assert feedback.text
                assert feedback.rule
            assert (match.game.state_class.values(match.state), match.streams()) == before
        exercise.solve()


@each_step
def test_offered_buttons_are_for_moves_that_are_refused(game: str, step: Step) -> None:
    exercise = begin(game, step)
    while not exercise.done:
        assert all(exercise.match.why_not(a) for a in exercise.offers())
        exercise.solve()


def wrong_answers(exercise: Exercise) -> None:
    """The question at hand has right and wrong options, and each wrong one says why."""
    task, right = exercise.task, exercise.right_options()
    assert isinstance(task, Question)
    assert 0 < len(right) < len(exercise.options)
    assert task.many or len(right) == 1
    assert len({option.label for option in exercise.options}) == len(exercise.options)
    for i in set(range(len(exercise.options))) - right:
        feedback = exercise.answer([i])
        assert not feedback.right
        assert feedback.text.strip(" ?.")
        assert feedback.rule


@each_step
def test_every_question_has_a_right_and_a_wrong_answer_and_each_wrong_one_says_why(game: str, step: Step) -> None:
    exercise = begin(game, step)
    while not exercise.done:
        if isinstance(exercise.task, Question):
            wrong_answers(exercise)
        exercise.solve()


@each_quiz_step
def test_every_quiz_question_too(game: str, step: Step) -> None:
    exercise = begin(game, step)
    wrong_answers(exercise)
    assert exercise.solve().right
    assert exercise.done


@each_step
def test_texts_are_short_and_name_their_rulebook_section(game: str, step: Step) -> None:
    assert len(step.text.split()) <= 60
    assert 1 <= len(re.findall(r"[.!?](?= |$)", step.text)) <= 5
    assert re.fullmatch(r"Rulebook: [^;]+(; (rulings? [A-Z]\d+[ab]?(, [A-Z]\d+[ab]?)*|tip))?", step.rule)
    for task in step.tasks:
        assert len(task.say.split()) <= 25
        assert task.nudge


@each_game
def test_step_keys_differ_and_chapters_are_not_torn_apart(game: str) -> None:
    steps = lesson(game).steps
    keys = [step.key for step in steps]
    assert len(set(keys)) == len(keys)
    chapters = [step.chapter for step in steps]
    assert chapters == sorted(chapters, key=list(dict.fromkeys(chapters)).index)


@each_game
def test_every_reason_occurs_but_the_technical_ones(game: str) -> None:
    met: set[int] = set()
    for step in lesson(game).steps:
        exercise = begin(game, step)
        while not exercise.done:
            met |= {option.code for option in exercise.options}
            if isinstance(task := exercise.task, Move):
                met |= {exercise.move(move).code for move in task.refused}
            met.add(exercise.solve().code)
    reasons = mowlab.game(game).words.REASONS
    assert met - {0} == set(reasons) - set(module(game).TECHNICAL)


@each_game
def test_every_quiz_question_names_a_step_to_look_at_again(game: str) -> None:
    for make in lesson(game).quiz:
        step = make(random.Random(0))
        assert lesson(game).step(step.review)
        assert step.rule.startswith("Rulebook: ")


@each_game
def test_another_seed_asks_other_positions_and_the_same_seed_the_same(game: str) -> None:
    first, again, other = (lesson(game).quiz_steps(seed) for seed in (1, 1, 2))
    assert [step.position for step in first] == [step.position for step in again]
    assert sum(a.position != b.position for a, b in zip(first, other, strict=True)) >= len(first) - 1
