"""Learn where a number is typed and ledgers lie open: tries, refusals, and what the table must not tell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mowlab.core.lesson import Exercise, Move, Question, Refusal
from mowlab.games.magic_money import rules as r
from mowlab.ui.course import CHECK, FIRST_OPTION, MARK, MOVE_ON, Course
from mowlab.ui.shared import Shared

SHARED = Shared("magic-money")


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
    cards = [card["action"] for zone in scene["zones"] for card in zone.get("cards", []) if "action" in card]
    return {*cards, *(choice["action"] for choice in scene["choices"])}


def send(course: Course, move: str) -> None:
    """Type a number, or press what stands for the move; the table must ask for it."""
    action = exercise(course).match.action(move)
    field = course.scene()["number"]
    if action >= 0 and field is not None:
        course.choose(min(action, field["most"] + 1))  # as the page does
        return
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
        send(course, task.solution)


def zone(course: Course, name: str) -> dict[str, Any]:
    return next(dict(zone) for zone in course.scene()["zones"] if zone["id"] == name)


def message(course: Course) -> dict[str, Any]:
    said = course.scene()["message"]
    assert said is not None
    return dict(said)


# ---- the way through ------------------------------------------------------------------------------------------------
def test_whole_lesson_and_quiz_by_what_the_table_offers() -> None:
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
    assert "Magic Money" in result["text"]


# ---- a number is typed ----------------------------------------------------------------------------------------------
def test_a_number_that_is_refused_says_why_with_the_rule_and_may_be_changed() -> None:
    course = at("tenth", tasks=1)
    before = course.scene()["number"]
    assert before is not None
    assert before["offers"] == []
    send(course, "573")
    assert (message(course)["tone"], exercise(course).misses) == ("bad", 1)
    assert "would be allowed" in message(course)["text"]
    send(course, "574")  # what the task looks for
    assert message(course)["tone"] == "good"
    send(course, "6000")
    assert message(course)["tone"] == "bad"
    assert "573 at most" in message(course)["text"]
    assert message(course)["rule"] == "Rulebook: Begin the Auction"
    after = course.scene()["number"]
    assert after is not None
    assert after["id"] == before["id"]  # so that what was typed stays
    send(course, "570")
    assert message(course)["tone"] == "good"
    assert course.scene()["number"] is None


def test_zero_and_far_too_much_are_tries_too() -> None:
    course = at("seal")
    send(course, "9" * 17)
    assert "another reason" in message(course)["text"]
    send(course, "0")
    assert message(course)["tone"] == "good"
    send(course, "9" * 17)
    assert (message(course)["tone"], course.feedback and course.feedback.code) == ("good", r.TOO_HIGH)


def test_no_number_is_asked_for_while_a_question_is() -> None:
    course = at("tenth")
    assert isinstance(exercise(course).task, Question)
    assert course.scene()["number"] is None
    course.choose(573)
    assert exercise(course).misses == 0


def test_a_number_after_the_game_is_a_button() -> None:
    course = at("thrown-out", tasks=2)
    assert course.scene()["number"] is None
    send(course, "1")
    assert exercise(course).done
    assert course.feedback is not None
    assert course.feedback.code == r.GAME_OVER


# ---- naming a wizard, choosing an entry -----------------------------------------------------------------------------
def test_who_wins_is_to_be_found_out_at_the_tokens() -> None:
    course = at("announce")
    bids = zone(course, "bids")["cards"]
    assert [card["face"]["title"] for card in bids] == ["9", "40", "31"]
    assert all("action" in card and "legal" not in card for card in bids)
    assert course.scene()["choices"] == []
    send(course, "seat2")
    assert message(course)["tone"] == "bad"
    assert "highest" in message(course)["text"]
    send(course, "seat1")
    assert message(course)["tone"] == "good"


def test_an_entry_is_crossed_out_on_the_ledger() -> None:
    course = at("erase-public", tasks=1)
    cards = zone(course, "public")["cards"]
    assert [card["face"]["title"] for card in cards] == ["700", "50", "5", "60"]
    course.choose(cards[1]["action"])
    assert "not what is asked" in message(course)["text"]
    course.choose(cards[0]["action"])
    assert message(course)["tone"] == "good"
    assert [card["face"].get("struck", False) for card in zone(course, "public")["cards"]] == [
        True,
        False,
        False,
        False,
    ]


def test_of_two_entries_the_second_may_be_left() -> None:
    course = at("erase-two", tasks=2)
    assert exercise(course).match.action("enough") in on_the_table(course)
    send(course, "enough")
    assert "not what is asked" in message(course)["text"]


@pytest.mark.parametrize(("key", "tasks"), [("swap", 1), ("expose", 1), ("restore", 1)])
def test_who_can_be_chosen_is_to_be_found_out(key: str, tasks: int) -> None:
    choices = [
        choice for choice in at(key, tasks).scene()["choices"] if "Bea" in choice["label"] or "Carl" in choice["label"]
    ]
    assert len(choices) == 2
    assert all(choice["beside"] and choice.get("tone", "plain") == "plain" for choice in choices)
    assert not any("hint" in choice for choice in choices)


# ---- what the table must not tell -----------------------------------------------------------------------------------
def everything_said(course: Course) -> str:
    """All that the page shows of the table, but not the answers to choose from."""
    scene = course.scene()
    return json.dumps({**scene, "choices": [], "message": None}, ensure_ascii=False)


@pytest.mark.parametrize(
    ("key", "tasks", "total"),
    [("lose", 1, "80"), ("erase-public", 2, "115"), ("peek", 3, "108"), ("restore", 3, "999")],
)
def test_a_total_that_is_asked_for_is_not_on_the_table(key: str, tasks: int, total: str) -> None:
    course = at(key, tasks)
    assert isinstance(exercise(course).task, Question)
    assert f'"{total}"' not in everything_said(course)
    assert f": {total}" not in everything_said(course)
    solve(course)
    assert total in everything_said(course)


@pytest.mark.parametrize("key", ["horns", "wings", "hearts", "count", "late"])
def test_points_are_hidden_where_they_are_asked_for(key: str) -> None:
    scene = at(key).scene()
    assert "points" not in {fact["label"] for seat in scene["seats"] for fact in seat["facts"]}
    assert not [zone["note"] for zone in scene["zones"] if "note" in zone]


def test_a_bid_that_you_have_not_seen_is_nowhere() -> None:
    course = at("win", tasks=1)  # Bea has bid 40, and Carl was active
    assert '"40"' not in everything_said(course)
    course = at("budget")  # Bea lost with 30
    assert '"30"' not in everything_said(course)


def test_invented_creatures_are_marked() -> None:
    course = at("announce")
    lot = zone(course, "lot")["cards"]
    assert MARK in lot[0]["face"]["caption"]
    assert course.page()["note"].startswith(f"{MARK} Reconstructed: ")
