"""Learn as the kernel sees it: what is shown, what a click does, what is kept for the next visit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mowlab.core.lesson import Exercise, Question
from mowlab.ui.course import AGAIN, CHECK, FIRST_OPTION, MARK, MAX_PROGRESS, MOVE_ON, Course
from mowlab.ui.learn import Learn
from mowlab.ui.shared import Shared

SHARED = Shared("mow")


def at(key: str) -> Course:
    """A learner who has just come to that step."""
    course = Course(SHARED)
    course.go([step.key for step in course.lesson.steps].index(key))
    return course


def exercise(course: Course) -> Exercise:
    assert course.exercise is not None
    return course.exercise


def solve(course: Course) -> None:
    """Press what solves the task, as a learner would."""
    doing = exercise(course)
    task = doing.task
    if isinstance(task, Question):
        for i in doing.right_options():
            course.choose(FIRST_OPTION - i)
        if task.many:
            course.choose(CHECK)
    else:
        course.choose(doing.match.action(task.solution))  # type: ignore[union-attr]


def solve_all(course: Course) -> None:
    while not exercise(course).done:
        solve(course)


def labels(course: Course) -> list[str]:
    return [choice["label"] for choice in course.scene()["choices"]]


# ---- the way through the lesson -------------------------------------------------------------------------------------
def test_whole_lesson_and_quiz_by_pressing_what_the_table_offers() -> None:
    course = Course(SHARED)
    for step in course.lesson.steps:
        assert course.step is step
        while not exercise(course).done:
            assert course.scene()["status"].endswith(exercise(course).task.say)  # type: ignore[union-attr]
            json.dumps(course.scene())
            solve(course)
        assert course.page()["solved"]
        assert MOVE_ON in [choice["action"] for choice in course.scene()["choices"]]
        course.choose(MOVE_ON)
    assert course.in_quiz
    assert course.page()["fraction"] == 0
    while not course.quiz_over:
        solve_all(course)
        course.choose(MOVE_ON)
    assert course.score.right == len(course.lesson.quiz) == course.best
    assert course.page()["summary"] == "All steps: 24 of 24 done"
    assert course.page()["review"] == []


def test_a_wrong_try_says_why_with_the_rule_and_leaves_the_task() -> None:
    course = at("equal")
    course.choose(exercise(course).match.action("g15.0"))
    solve(course)
    course.choose(exercise(course).match.action("g4.2"))
    message = course.scene()["message"]
    assert message is not None
    assert message["tone"] == "bad"
    assert "4" in message["text"]
    assert message["rule"] == "Rulebook: How to Play"
    assert course.page()["task"] == "Task 2 of 2"
    assert not course.page()["solved"]


def test_after_a_right_try_the_table_says_so_and_what_happened() -> None:
    course = at("start")
    solve(course)
    scene = course.scene()
    assert scene["message"] is not None
    assert scene["message"]["tone"] == "good"
    assert [line["text"] for line in scene["log"]][:1] == ["You play the 8 with no flies."]
    assert course.done == {"start"}


def test_skipping_leaves_a_step_open_and_it_can_be_visited_again() -> None:
    course = Course(SHARED)
    course.move_on()
    assert (course.at, course.done) == (1, set())
    course.go(0)
    solve_all(course)
    assert course.done == {"theme"}
    course.choose(AGAIN)
    assert not exercise(course).done
    assert course.page()["next"] == "Next step"  # it was solved before


@pytest.mark.parametrize("at", [-5, 99])
def test_going_nowhere_stays_within_the_lesson(at: int) -> None:
    course = Course(SHARED)
    course.go(at)
    assert course.at in (0, len(course.lesson.steps))


@pytest.mark.parametrize("action", [CHECK, FIRST_OPTION - 99, 5, -4])
def test_a_choice_that_is_not_offered_changes_nothing(action: int) -> None:
    course = at("theme")
    course.choose(action)
    assert course.feedback is None
    assert exercise(course).misses == 0


# ---- what the table gives away --------------------------------------------------------------------------------------
def test_cards_look_alike_whether_they_fit_or_not() -> None:
    course = at("equal")
    hand = next(zone for zone in course.scene()["zones"] if zone["id"] == "hand")
    assert len(hand["cards"]) == 5
    assert not any("legal" in card for card in hand["cards"])  # neither ringed nor dull
    assert all("action" in card for card in hand["cards"])
    assert not any("why" in card for card in hand["cards"])


def test_a_question_hides_what_would_answer_it() -> None:
    course = at("must-take")
    herd = next(zone for zone in course.scene()["zones"] if zone["id"] == "herd0")
    assert "note" not in herd
    solve(course)
    herd = next(zone for zone in course.scene()["zones"] if zone["id"] == "herd0")
    assert "6 flies" in herd["note"]


def test_during_a_question_no_card_can_be_played() -> None:
    hand = next(zone for zone in at("must-take").scene()["zones"] if zone["id"] == "hand")
    assert not any("action" in card for card in hand["cards"])


def test_a_card_that_is_an_answer_can_be_pressed_like_its_button() -> None:
    course = at("theme")
    hand = next(zone for zone in course.scene()["zones"] if zone["id"] == "hand")
    clean = next(card for card in hand["cards"] if card["code"] == "g10.0")
    assert sorted(card["action"] for card in hand["cards"]) == sorted(FIRST_OPTION - i for i in range(5))
    course.choose(clean["action"])
    assert exercise(course).done


def test_a_card_that_was_ticked_shows_it() -> None:
    course = at("line")
    solve(course)
    course.choose(FIRST_OPTION)
    hand = next(zone for zone in course.scene()["zones"] if zone["id"] == "hand")
    assert [card["code"] for card in hand["cards"] if card.get("tag")] == ["g3.1"]


def test_the_way_on_stands_in_one_place() -> None:
    course = at("theme")
    assert course.page()["next"] == "Skip"
    solve_all(course)
    assert course.page()["next"] == ""
    assert labels(course)[0] == "Next step"


def test_a_move_that_is_allowed_but_not_asked_for_gets_help_at_once() -> None:
    course = at("line")
    course.choose(exercise(course).match.action("g14.0"))
    message = course.scene()["message"]
    assert message is not None
    assert message["text"].endswith(exercise(course).task.nudge)  # type: ignore[union-attr]


def test_ticks_are_kept_until_the_answer_is_right() -> None:
    course = at("line")
    solve(course)
    course.choose(FIRST_OPTION)
    assert labels(course)[0].startswith("☑")
    course.choose(CHECK)
    assert labels(course)[0].startswith("☑")
    course.choose(FIRST_OPTION)
    assert labels(course)[0].startswith("☐")


def test_reconstructed_cards_are_marked_and_explained() -> None:
    course = at("thin-dairy")
    hand = next(zone for zone in course.scene()["zones"] if zone["id"] == "hand")
    marked = [card["code"] for card in hand["cards"] if MARK in card["face"].get("caption", "")]
    assert marked == ["yT7", "yD9"]
    assert "thin cow 7" in course.page()["note"]
    assert at("calf").page()["note"] == ""


# ---- the quiz -------------------------------------------------------------------------------------------------------
def test_in_the_quiz_the_first_answer_counts_and_the_rule_to_look_at_is_named() -> None:
    course = at("theme")
    course.go(len(course.lesson.steps))
    wrong = min(set(range(len(exercise(course).options))) - exercise(course).right_options())
    course.choose(FIRST_OPTION - wrong)
    course.choose(CHECK)
    course.choose(FIRST_OPTION - wrong)
    solve_all(course)
    assert course.score.right == 0
    course.choose(MOVE_ON)
    solve_all(course)
    while not course.quiz_over:
        course.choose(MOVE_ON)
    assert (course.score.right, len(course.score.asked), course.best) == (1, 8, 1)
    result = course.scene()["result"]
    assert result is not None
    assert result["title"] == "1 of 8 right at once"
    assert {"at": 4, "title": "Lower or higher"} in course.page()["review"]
    seed = course.quiz_seed
    course.choose(AGAIN)
    assert course.quiz_seed != seed
    assert (course.question, course.score.asked, course.best) == (0, [], 1)


# ---- kept in the browser --------------------------------------------------------------------------------------------
def test_progress_comes_back_after_a_reload() -> None:
    course = Course(SHARED)
    solve_all(course)
    course.go(6)
    fresh = Course(SHARED)
    assert fresh.restore(course.text())
    assert (fresh.at, fresh.done) == (6, {"theme"})


def test_a_quiz_comes_back_at_the_same_question() -> None:
    course = Course(SHARED)
    course.go(len(course.lesson.steps))
    solve_all(course)
    course.choose(MOVE_ON)
    fresh = Course(SHARED)
    assert fresh.restore(course.text())
    assert (fresh.question, fresh.score.right) == (1, 1)
    assert exercise(fresh).step.position == exercise(course).step.position
    for _ in range(7):
        course.choose(MOVE_ON)
    assert fresh.restore(course.text())
    assert fresh.quiz_over
    assert fresh.score.right == 1


def good() -> dict[str, Any]:
    return dict(json.loads(Course(SHARED).text()))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        "{}",
        json.dumps(good() | {"version": 2}),
        json.dumps(good() | {"at": "nowhere"}),
        json.dumps(good() | {"done": None}),
        json.dumps(good() | {"quiz": {"seed": -1, "question": 0, "answers": [], "best": 0}}),
        json.dumps(good() | {"quiz": {"seed": 1, "question": 3, "answers": [True], "best": 0}}),
        json.dumps(good() | {"quiz": {"seed": 1, "question": 9, "answers": [True] * 9, "best": 0}}),
        json.dumps(good() | {"done": ["x" * MAX_PROGRESS]}),
    ],
)
def test_damaged_progress_is_left_alone(text: str) -> None:
    course = Course(SHARED)
    course.go(3)
    assert not course.restore(text)
    assert (course.at, course.done) == (3, set())


# ---- the widget -----------------------------------------------------------------------------------------------------
def press(learn: Learn, action: int) -> None:
    """What the page does at a click on the table."""
    learn.table.chosen = {
        "action": action,
        "stamp": learn.table.scene["stamp"],
        "nonce": str(learn.table.scene["stamp"]),
    }


def test_clicks_change_table_and_text_and_are_kept() -> None:
    learn = Learn("mow", SHARED)
    assert learn.table.storage_key == "mowlab/mow/learn"
    assert learn.table.to_store is None
    doing = exercise(learn.course)
    press(learn, FIRST_OPTION - min(doing.right_options()))
    assert learn.table.scene["message"]["tone"] == "good"
    assert learn.head.page == learn.foot.page == learn.course.page()
    assert json.loads(learn.table.to_store)["done"] == ["theme"]
    learn.foot.asked = {"what": "next", "at": 0, "nonce": "1"}
    assert learn.head.page["title"] == "Few flies win"
    learn.foot.asked = {"what": "go", "at": 4, "nonce": "2"}
    assert learn.head.page["count"] == "Step 5 of 24"


@pytest.mark.parametrize("asked", [{}, {"what": 1, "at": 0}, {"what": "go", "at": "0"}, {"what": "go", "at": True}])
def test_nonsense_from_the_page_is_dropped(asked: dict[str, Any]) -> None:
    learn = Learn("mow", SHARED)
    learn.foot.asked = asked | {"nonce": "x"}
    assert learn.course.at == 0
    assert not learn.course.touched


def test_progress_from_the_browser_is_shown_but_never_over_something_just_done() -> None:
    course = Course(SHARED)
    course.go(7)
    learn, busy = Learn("mow", SHARED), Learn("mow", SHARED)
    learn.table.stored = course.text()
    assert learn.head.page["count"].startswith("Step 8 ")
    press(busy, FIRST_OPTION)
    busy.table.stored = course.text()
    assert busy.head.page["count"].startswith("Step 1 ")


def test_an_error_in_a_handler_is_said_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    learn = Learn("mow", SHARED)
    monkeypatch.setattr(learn.course, "choose", lambda action: 1 // 0)
    press(learn, FIRST_OPTION)
    assert learn.table.scene["message"]["tone"] == "bad"
    assert "ZeroDivisionError" in learn.table.scene["message"]["text"]
