"""Learn where a move is put together at the table: drafts, refusals, and what is seen when bids are turned over."""

from __future__ import annotations

import json
from typing import Any

from mowlab.core.lesson import Exercise, Move, Question, Refusal
from mowlab.games.mow_money import rules as r
from mowlab.ui.course import CHECK, FIRST_OPTION, MARK, MOVE_ON, TAKE_BACK, Course
from mowlab.ui.shared import Shared

SHARED = Shared("mow-money")


def at(key: str, tasks: int = 0) -> Course:
    """A learner who has come to that step and solved its first tasks."""
    course = Course(SHARED)
    course.go([step.key for step in course.lesson.steps].index(key))
    for _ in range(tasks):
        solve(course)
    return course


def exercise(course: Course) -> Exercise:
    assert course.exercise is not None
    return course.exercise


def presses(solution: str) -> list[str]:
    """What is pressed at the table for a chain of moves: it asks for no way, and a job comes after its three cards."""
    parts = solution.split()
    if len(parts) == 1:
        return parts
    jobs = [part for part in parts if part.startswith("job-")]
    rest = [part for part in parts if not part.startswith(("as", "free", "done", "job-"))]
    return rest + (jobs if parts[0] in jobs else [])


def on_the_table(course: Course) -> set[int]:
    scene = course.scene()
    cards = [card["action"] for zone in scene["zones"] for card in zone.get("cards", []) if "action" in card]
    return {*cards, *(choice["action"] for choice in scene["choices"])}


def press(course: Course, moves: str) -> None:
    """Press one after the other, each of which the table must offer."""
    for move in moves.split():
        action = exercise(course).match.action(move)
        assert action in on_the_table(course), move
        course.choose(action)


def solve(course: Course) -> None:
    doing = exercise(course)
    task = doing.task
    if isinstance(task, Question):
        for i in doing.right_options():
            course.choose(FIRST_OPTION - i)
        if task.many:
            course.choose(CHECK)
    else:
        assert isinstance(task, Move | Refusal)
        press(course, " ".join(presses(task.solution)))


def zone(course: Course, name: str) -> dict[str, Any] | None:
    return next((dict(zone) for zone in course.scene()["zones"] if zone["id"] == name), None)


def message(course: Course) -> dict[str, Any]:
    said = course.scene()["message"]
    assert said is not None
    return dict(said)


# ---- the way through ------------------------------------------------------------------------------------------------
def test_whole_lesson_and_quiz_by_pressing_what_the_table_offers() -> None:
    course = Course(SHARED)
    for step in course.lesson.steps:
        assert course.step is step
        while not exercise(course).done:
            task = exercise(course).task
            json.dumps(course.scene())
            solve(course)
            assert exercise(course).task is not task
            assert message(course)["tone"] == "good"
        course.choose(MOVE_ON)
    while not course.quiz_over:
        solve(course)
        course.choose(MOVE_ON)
    assert course.score.right == len(course.lesson.quiz)
    result = course.scene()["result"]
    assert result is not None
    assert "Mow Money" in result["text"]


# ---- a stack that is put together -----------------------------------------------------------------------------------
def test_a_wrong_stack_then_a_right_one() -> None:
    course = at("bid", tasks=1)
    press(course, "A b1*c1")
    stack = zone(course, "stack")
    assert stack is not None
    assert [card["code"] for card in stack["cards"]] == ["b1*c1"]
    press(course, "bluff0")
    assert message(course)["tone"] == "bad"
    assert exercise(course).match.turns == []
    assert zone(course, "stack") == stack  # it is still there, to be changed
    press(course, "b1t1 bluff0")
    assert message(course)["tone"] == "good"
    assert course.draft == ()
    assert zone(course, "stack") is None
    assert zone(course, "sealed0") is not None


def test_what_was_put_last_can_be_taken_back() -> None:
    course = at("bid", tasks=1)
    assert TAKE_BACK not in on_the_table(course)
    press(course, "A b1*c1 b2t1")
    course.choose(TAKE_BACK)
    stack = zone(course, "stack")
    assert stack is not None
    assert [card["code"] for card in stack["cards"]] == ["b1*c1"]
    for _ in range(2):
        course.choose(TAKE_BACK)
    assert zone(course, "stack") is None


def test_a_draft_does_not_go_along_to_another_step() -> None:
    course = at("bid", tasks=1)
    press(course, "A b1*c1")
    course.move_on()
    assert course.draft == ()
    course.go(course.at - 1)
    assert zone(course, "stack") is None


def test_a_stake_too_many_is_refused_while_the_stack_is_built() -> None:
    course = at("stake-lost")
    press(course, "A m3f1 m4ts1 r1.1")
    assert course.feedback is None
    press(course, "r2.1")
    assert course.feedback is not None
    assert (course.feedback.right, course.feedback.code) == (True, r.TOO_MANY_STAKES)


def test_another_refusal_than_the_one_looked_for_is_told_apart() -> None:
    course = at("bluff", tasks=3)
    press(course, "bluff3")  # before there is a stack
    assert (message(course)["tone"], exercise(course).misses) == ("bad", 1)
    assert "another reason" in message(course)["text"]


# ---- what the table shows -------------------------------------------------------------------------------------------
def test_invalid_bids_are_turned_over_and_the_cards_are_seen_to_be_back() -> None:
    course = at("mixed-short", tasks=2)
    scene = course.scene()
    told = json.dumps(scene["lines"])
    assert told.count('"not valid"') == 2
    hand = [card["code"] for zone in scene["zones"] if zone["id"].startswith("hand") for card in zone["cards"]]
    assert len(hand) == 5
    solve(course)
    assert exercise(course).done
    assert course.scene()["zones"] == []  # nothing more to do: only what came out is shown


def test_a_button_is_offered_once_even_if_the_table_has_it_anyway() -> None:
    course = at("two-bids")
    offers = exercise(course).offers()
    assert offers
    actions = [choice["action"] for choice in course.scene()["choices"]]
    assert not set(offers) & set(actions)
    assert set(offers) <= on_the_table(course)


def test_points_are_hidden_where_they_are_asked_for() -> None:
    def labels(course: Course) -> set[str]:
        return {fact["label"] for seat in course.scene()["seats"] for fact in seat["facts"]}

    course = at("score")
    assert "points" not in labels(course)
    assert {"money", "contracts"} <= labels(course)
    solve(course)
    solve(course)
    assert "points" in labels(course)


def test_reconstructed_cards_and_contracts_are_marked() -> None:
    course = at("mixed-short")
    areas = zone(course, "areas")
    assert areas is not None
    marked = [card["code"] for card in areas["cards"] if MARK in card["face"]["caption"]]
    assert marked == ["r4.1", "r2.1"]  # the contract worth 3 is as the rulebook has it
    assert course.page()["note"].startswith(f"{MARK} Cards with this mark are reconstructed")
