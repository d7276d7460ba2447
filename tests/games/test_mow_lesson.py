"""The lesson of MOW, learnt from beginning to end without a screen: by doing right, and by doing wrong."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

import mowlab
from mowlab.core.game import Game
from mowlab.core.lesson import TOO_MANY_WRONG, Exercise, Question, Step, numbers
from mowlab.games.mow import rules as r
from mowlab.games.mow import words
from mowlab.games.mow.cards import KINDS
from mowlab.games.mow.lesson import LESSON, STEPS

from ..oracles.mow import COWS, Herd

SECTIONS = {"The Aim", "Contents", words.CARDS_, words.HERD_, words.END_, words.GREEN, words.YELLOW, words.TWO}
each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.key)
SEEDS = range(25)
CARDS = mowlab.game("mow").cards
CODES = CARDS.column("code")


@functools.cache
def _game(options: tuple[tuple[str, Any], ...]) -> Game:
    return mowlab.game("mow", **dict(options))


@functools.cache
def _quiz(seed: int) -> tuple[Step, ...]:
    return LESSON.quiz_steps(seed)


def begin(step: Step) -> Exercise:
    return Exercise(LESSON, step, _game(tuple(step.options.items())))


def code_of(exercise: Exercise, action: int) -> str | None:
    """The code of the card that this action plays."""
    code = exercise.match.notation(action).rstrip("+-")
    return code if code in CODES else None


def learn(key: str, tasks: int = 0) -> Exercise:
    """The exercise of that step with its first tasks solved."""
    exercise = begin(LESSON.step(key))
    for _ in range(tasks):
        assert exercise.solve().right
    return exercise


# ---- every step; more of what holds for any lesson is in tests/conformance/test_lessons.py --------------------------
@each_step
def test_steps_name_a_section_of_the_rulebook(step: Step) -> None:
    assert step.rule.removeprefix("Rulebook: ").split("; ")[0] in SECTIONS


# ---- the whole lesson -----------------------------------------------------------------------------------------------
def test_every_special_cow_is_played_in_a_step() -> None:
    played: set[str] = set()
    for step in STEPS:
        exercise = begin(step)
        while not exercise.done:
            exercise.solve()
        played |= {
            CARDS.rows[CODES.index(code)]["kind"]
            for turn in exercise.match.turns
            if (code := code_of(exercise, turn.action))
        }
    thin = learn("thin-dairy", tasks=2)
    assert thin.move("yT7").right
    assert played | {"thin"} == set(KINDS)


def test_cards_that_are_our_guess_appear() -> None:
    """So that the mark for them can be seen; see tests/ui/test_learn.py."""
    shown = {
        code for step in STEPS for cards in (*step.position["hands"][:1], *step.position["herds"]) for code in cards
    }
    assert set(CARDS.reconstructed) & shown >= {"yB16", "yT7", "yD9"}


# ---- tries that are neither listed nor right ------------------------------------------------------------------------
def test_an_allowed_move_that_misses_the_goal_is_taken_back() -> None:
    exercise = learn("blocker")
    before = r.State.values(exercise.match.state)
    feedback = exercise.move("g10.0")
    assert not feedback.right
    assert "allowed" in feedback.text
    assert r.State.values(exercise.match.state) == before


def test_a_refusal_for_another_reason_is_not_the_one_looked_for() -> None:
    exercise = learn("equal")
    feedback = exercise.move("g8.1")
    assert (feedback.right, feedback.code) == (False, r.INSIDE_LINE)
    assert "another reason" in feedback.text
    assert not exercise.move("g15.0").right


def test_the_nudge_comes_after_two_wrong_tries_and_is_gone_with_the_next_task() -> None:
    exercise = learn("line", tasks=2)
    task = exercise.task
    nudges = [exercise.move("g10.2").nudge for _ in range(TOO_MANY_WRONG + 1)]
    assert task is not None
    assert nudges == [""] * (TOO_MANY_WRONG - 1) + [task.nudge] * 2
    assert exercise.solve().nudge == ""
    assert (exercise.misses, exercise.wrong) == (0, 3)


def test_ticking_too_few_says_that_there_are_more() -> None:
    exercise = learn("line", tasks=1)
    one = sorted(exercise.right_options())[:1]
    assert "more" in exercise.answer(one).text
    assert not exercise.answer([]).right


def test_a_typical_mistake_is_named() -> None:
    exercise = learn("must-take")
    five = next(i for i, option in enumerate(exercise.options) if option.label == "5")
    assert "how many cows" in exercise.answer([five]).text


def test_what_is_not_asked_for_is_an_error() -> None:
    exercise = learn("line")
    with pytest.raises(ValueError, match="question"):
        exercise.answer([0])
    exercise.solve()
    with pytest.raises(ValueError, match="move"):
        exercise.move("g14.0")


@pytest.mark.parametrize("answer", range(12))
def test_numbers_to_choose_from_are_four_different_ones_and_not_negative(answer: int) -> None:
    options = numbers(lambda match: answer, [(lambda match: 3, "wrong")])(None)
    values = [int(option.label) for option in options]
    assert len(set(values)) == 4
    assert values == sorted(values)
    assert values[0] >= 0
    assert [int(option.label) for option in options if option.right] == [answer]


# ---- the quiz, against the referee that shares no code --------------------------------------------------------------
def asked(number: int, seed: int) -> tuple[Step, Question, set[str], set[str]]:
    """Question `number` of that quiz: the step, its task, and the labels of the right and of the wrong options."""
    step = _quiz(seed)[number]
    exercise = begin(step)
    task = exercise.task
    assert isinstance(task, Question)
    right = {option.label for option in exercise.options if option.right}
    return step, task, right, {option.label for option in exercise.options} - right


def referee(step: Step) -> Herd:
    herd = Herd()
    for action in step.position["herds"][0]:
        assert action in herd.ways_to_add(COWS[action])
        herd.add(action)
    return herd


def said(codes: list[str]) -> set[str]:
    """How the buttons name these cards."""
    return {f"Play {words.card_name(CODES.index(code), CARDS)}" for code in codes}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("number", [0, 3, 5], ids=["line", "specials", "mad"])
def test_quiz_what_fits(number: int, seed: int) -> None:
    step, _, right, wrong = asked(number, seed)
    herd = referee(step)
    hand = [code for code in step.position["hands"][0] if said([code]) & (right | wrong)]
    fitting = [code for code in hand if herd.ways_to_add(COWS[code])]
    assert right == said(fitting)
    assert right
    assert wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_flies_of_a_herd(seed: int) -> None:
    step, _, right, _ = asked(1, seed)
    assert right == {str(sum(cow.flies for cow in referee(step).cows()))}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_arrow(seed: int) -> None:
    step, _, right, _ = asked(2, seed)
    players, direction = step.options["players"], step.position["direction"]
    assert right == {LESSON.names[-direction % players]}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_calf(seed: int) -> None:
    step, _, right, _ = asked(4, seed)
    words_for = {"": "Nowhere", "-": "Only to the low end", "+": "Only to the high end", "-+": "To both ends"}
    ways = referee(step).ways_to_add(COWS["yC"])
    assert right == {words_for["".join(way[-1] for way in ways)]}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_cards_in_hand(seed: int) -> None:
    step, task, right, _ = asked(6, seed)
    drawn = next(n for name, n in {"thin": 0, "dairy": 2, "blocking": 1}.items() if name in task.say)
    assert right == {str(len(step.position["hands"][0]) - 1 + drawn)}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_flies_of_a_round(seed: int) -> None:
    step, _, right, _ = asked(7, seed)
    cards = [*step.position["hands"][0], *step.position["herds"][0], *step.position["sheds"][0]]
    assert step.position["deck"] == []
    assert right == {str(sum(COWS[code].flies for code in cards))}


def test_another_seed_asks_other_positions_and_the_same_seed_the_same() -> None:
    first, again, other = (LESSON.quiz_steps(seed) for seed in (1, 1, 2))
    assert [step.position for step in first] == [step.position for step in again]
    assert all(a.position != b.position for a, b in zip(first, other, strict=True))


def test_every_quiz_question_names_a_step_to_look_at_again() -> None:
    for make in LESSON.quiz:
        step = make(random.Random(0))
        assert LESSON.step(step.review)
        assert step.rule.startswith("Rulebook: ")
