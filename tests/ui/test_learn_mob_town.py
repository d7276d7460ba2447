"""Learn where a turn is put together on a map: drafts, refusals, and what the table must not give away."""

from __future__ import annotations

import json
from typing import Any

from mowlab.core.lesson import Exercise, Move, Question, Refusal
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town.draft import DO
from mowlab.ui.course import CHECK, FIRST_OPTION, MOVE_ON, TAKE_BACK, Course
from mowlab.ui.shared import Shared

SHARED = Shared("mob-town")


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


def on_the_table(course: Course) -> set[int]:
    scene = course.scene()
    cards = (card.get("action") for zone in scene["zones"] for card in zone.get("cards", []))
    return {*(a for a in cards if a is not None), *(choice["action"] for choice in scene["choices"])}


def press(course: Course, *moves: str | int) -> None:
    """Press one after the other, each of which the table must offer."""
    for move in moves:
        action = exercise(course).match.action(move) if isinstance(move, str) else move
        assert action in on_the_table(course), move
        course.choose(action)


def presses(solution: str) -> list[str | int]:
    """What is pressed at the table for a chain of moves: cards of a take-over are proposed, then it is done."""
    parts = solution.split()
    if parts[0].startswith(("take-", "lot-")):
        begun = [part for part in parts if part.startswith(("take-", "lot-", "way")) or "." in part]
        if parts[0].startswith("lot-"):
            begun = begun[:2]  # whether it is taken over as well is proposed, too
        return [*begun, "leave"] if parts[-1] == "leave" else [*begun, DO] if len(parts) > 1 else [*begun]
    return [*parts, DO] if parts[0] == "cash-in" or solution == "halls district" else [*parts]


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
        press(course, *presses(task.solution))


def zone(course: Course, name: str) -> dict[str, Any] | None:
    return next((dict(zone) for zone in course.scene()["zones"] if zone["id"] == name), None)


def codes(course: Course, name: str) -> list[str]:
    found = zone(course, name)
    assert found is not None
    return [card["code"] for card in found["cards"]]


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
            assert exercise(course).task is not task, (step.key, task)
            assert message(course)["tone"] == "good"
        course.choose(MOVE_ON)
    while not course.quiz_over:
        solve(course)
        course.choose(MOVE_ON)
    assert course.score.right == len(course.lesson.quiz)
    result = course.scene()["result"]
    assert result is not None
    assert "Mob Town" in result["text"]


# ---- a take-over that is put together -------------------------------------------------------------------------------
def test_other_cards_than_the_proposed_ones_are_another_try() -> None:
    course = at("rival-way", tasks=1)
    press(course, "take-R4")
    assert codes(course, "slot2") == ["fox1"]  # the poorest card is proposed for Bea
    press(course, "weasel3")
    assert codes(course, "slot2") == ["weasel3"]
    press(course, DO)
    assert message(course)["tone"] == "bad"
    assert exercise(course).match.turns == []
    press(course, "fox1", DO)
    assert message(course)["tone"] == "good"
    assert zone(course, "slot2") is None


def test_what_was_begun_can_be_dropped() -> None:
    course = at("connect", tasks=2)
    assert TAKE_BACK not in on_the_table(course)
    press(course, "take-R4")
    assert zone(course, "slot0") is not None
    course.choose(TAKE_BACK)
    assert zone(course, "slot0") is None


def test_a_draft_does_not_go_along_to_another_step() -> None:
    course = at("connect", tasks=2)
    press(course, "take-R4")
    course.move_on()
    assert course.draft == ()


def test_refusals_that_are_looked_for_come_from_the_map() -> None:
    course = at("too-far")
    press(course, "take-R1")
    assert course.feedback is not None
    assert (course.feedback.right, course.feedback.code) == (True, r.TOO_FAR)
    assert "ruling T22" in message(course)["rule"]


def test_another_refusal_than_the_one_looked_for_is_told_apart() -> None:
    course = at("too-far")
    press(course, "take-H2")
    assert (message(course)["tone"], exercise(course).misses) == ("bad", 1)
    assert "another reason" in message(course)["text"]


def test_a_property_of_the_open_lot_is_put_on_the_map_and_left() -> None:
    course = at("lot-leave")
    press(course, "lot-G4")
    assert {card.get("kind") for card in (zone(course, "city") or {})["cards"]} == {None, "spot"}
    press(course, "R1.left", "leave")
    assert message(course)["tone"] == "good"
    press(course, "lot-T1")
    assert course.feedback is not None
    assert course.feedback.code == r.NO_BRIEFCASE


# ---- what the table must not give away ------------------------------------------------------------------------------
def feet(course: Course) -> set[str]:
    found = zone(course, "city")
    assert found is not None
    return {card["face"]["foot"] for card in found["cards"] if "foot" in card["face"]}


def test_prices_are_hidden_where_they_are_asked_for() -> None:
    course = at("tokens")
    assert feet(course) == set()
    solve(course)
    assert feet(course) == {"1+1", "4"}
    solve(course)
    assert feet(course) == set()


def labels(course: Course) -> set[str]:
    return {fact["label"].partition(",")[0] for seat in course.scene()["seats"] for fact in seat["facts"]}


def test_points_and_properties_are_hidden_where_they_are_asked_for() -> None:
    course = at("score")
    assert not {"points", "properties"} & labels(course)
    solve(course)
    assert {"points", "properties"} <= labels(course)
    assert labels(at("theme")) == set()


def test_a_question_about_the_map_shows_the_map_alone() -> None:
    for key in ("arrow-left", "arrow-up"):
        scene = at(key).scene()
        assert [zone["id"] for zone in scene["zones"]] == ["city"]
        assert scene["seats"] == []
        assert scene["markers"] == []


def test_agendas_of_ones_own_say_nothing_where_they_are_counted() -> None:
    for key in ("most", "ties"):
        assert zone(at(key), "agendas") is None
    course = at("agendas", tasks=1)
    assert codes(course, "agendas") == ["halls", "district"]


def test_the_round_is_scored_and_read_once_the_law_has_come() -> None:
    course = at("law", tasks=2)
    solve(course)
    scene = course.scene()
    assert exercise(course).done
    assert scene["zones"] == []
    assert "halls" in json.dumps(scene["lines"]).lower()


def test_a_price_that_is_asked_for_is_not_said_either() -> None:
    key = next(step.key for step in Course(SHARED).lesson.steps if step.tasks and "prices" in step.tasks[0].veil)
    asked, answered = at(key), at(key, tasks=1)

    def said(course: Course) -> str:
        return json.dumps(course.scene()["zones"])

    assert "costs you" not in said(asked)
    assert "costs you" in said(answered)
