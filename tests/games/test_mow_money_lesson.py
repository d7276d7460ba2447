"""The lesson of Mow Money: what is said in it, and the quiz against the referee that shares no code.

What holds for the lesson of any game is in tests/conformance/test_lessons.py.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import pytest

import mowlab
from mowlab.core.game import Game
from mowlab.core.lesson import TOO_MANY_WRONG, Exercise, Move, Question, Step
from mowlab.games.mow_money import rules as r
from mowlab.games.mow_money import words
from mowlab.games.mow_money.lesson import LESSON, STEPS, last_bid

from ..oracles import mow_money as oracle

SECTIONS = {
    "Introduction",
    "Game Play, overview",
    "Resolve Phase",
    "Resolve Phase, ties",
    "Maintenance Phase",
    "Solo Play",
    *(words.INVEST, words.LIMIT, words.BID, words.NEEDS, words.BLUFFS, words.STAKES, words.JOBS_, words.PICK),
    words.WINNER,
}
each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.key)
SEEDS = range(25)
VALID, WINNER, PAID, JOBS, JOB_PAY, DISCARD, SCORE, TIE = range(8)  # questions of the quiz


@functools.cache
def _game(options: tuple[tuple[str, Any], ...]) -> Game:
    return mowlab.game("mow-money", **dict(options))


@functools.cache
def _quiz(seed: int) -> tuple[Step, ...]:
    return LESSON.quiz_steps(seed)


def begin(step: Step) -> Exercise:
    return Exercise(LESSON, step, _game(tuple(step.options.items())))


def learn(key: str, tasks: int = 0) -> Exercise:
    """The exercise of that step with its first tasks solved."""
    exercise = begin(LESSON.step(key))
    for _ in range(tasks):
        assert exercise.solve().right
    return exercise


# ---- the whole lesson -----------------------------------------------------------------------------------------------
@each_step
def test_steps_name_a_section_of_the_rulebook(step: Step) -> None:
    assert step.rule.removeprefix("Rulebook: ").split("; ")[0] in SECTIONS


def test_every_phase_is_gone_through() -> None:
    met: set[int] = set()
    for step in STEPS:
        exercise = begin(step)
        while not exercise.done:
            exercise.solve()
        met |= {turn.before[0].phase for turn in exercise.match.turns} | {exercise.match.state.phase}
    assert met == {
        r.INVESTING,
        r.DISCARDING,
        r.AIMING,
        r.CHOOSING_WAY,
        r.PUTTING_CARDS,
        r.STAKING,
        r.BLUFFING,
        r.PICKING_UP,
        r.PICKING_CARDS,
        r.ENDED,
    }


def shown(events: tuple[str, ...]) -> str:
    return " ".join(events)


# ---- bids that go wrong, as the table tells them --------------------------------------------------------------------
@pytest.mark.parametrize("key", ["mixed-short", "long-starless"])
def test_two_invalid_bids_are_seen_at_the_reveal_and_cost_no_card(key: str) -> None:
    exercise = learn(key)
    hand = exercise.match.game.plain.cards_in(exercise.match.state, r.HAND)
    first, second = exercise.solve(), exercise.solve()
    assert "not valid" not in shown(first.events)
    assert shown(second.events).count("is not valid") == 2
    assert exercise.match.game.plain.cards_in(exercise.match.state, r.HAND) == hand
    assert not exercise.match.state.money[0]


@pytest.mark.parametrize(
    ("key", "tasks", "bid"),
    [
        ("mixed-short", 0, "A free b1*c1 done bluff0"),  # too few, not mixed
        ("mixed-short", 0, "B free b1*c1 m2f1 done bluff0"),  # mixed, elsewhere
        ("mixed-short", 1, "B free b2*t1 m2t1 m3*f1 bluff0"),  # mixed, not too few
        ("long-starless", 0, "A free b1c1 b1t1 done bluff0"),  # too few
        ("long-starless", 1, "B free b1*c1 b2*t1 done bluff0"),  # too few
    ],
)
def test_another_kind_of_invalid_bid_is_not_the_task(key: str, tasks: int, bid: str) -> None:
    feedback = learn(key, tasks).move(bid)
    assert not feedback.right
    assert "not what is asked" in feedback.text


def test_a_bid_that_was_sealed_is_read_as_it_lies() -> None:
    exercise = learn("stake", tasks=2)
    exercise.match.play("A")
    for move in ("free", "a4p1", "a5s1", "r3.2"):
        exercise.match.play(move)
        assert last_bid(exercise.match) is None
    exercise.match.play("bluff1")
    bid = last_bid(exercise.match)
    assert bid is not None
    assert (bid.target, bid.bluffs, bid.dollars, bid.tiers, len(bid.stakes)) == (0, 1, 9, {2}, 1)
    assert bid.way >= 0


# ---- chains of moves as one try -------------------------------------------------------------------------------------
def test_a_chain_that_is_refused_on_its_way_is_taken_back_whole() -> None:
    exercise = learn("bid", tasks=1)
    before = r.State.values(exercise.match.state)
    feedback = exercise.move("A as1 b1*c1 card-m")
    assert (feedback.right, feedback.code) == (False, r.NOT_NOW)
    assert r.State.values(exercise.match.state) == before
    assert exercise.match.turns == []
    moves = [exercise.match.action(text) for text in ("A", "as1", "b1*c1", "b1t1", "bluff0")]
    assert exercise.move(moves).right


def test_the_nudge_comes_at_once_where_the_move_is_allowed_and_else_after_two_wrong_tries() -> None:
    exercise = learn("tip")
    task = exercise.task
    assert isinstance(task, Move)
    assert exercise.move("A as1 b1*c1 b3cp1 bluff0").nudge == task.nudge
    exercise = learn("tip")
    nudges = [exercise.move("card-m").nudge for _ in range(TOO_MANY_WRONG)]
    assert nudges == [""] * (TOO_MANY_WRONG - 1) + [task.nudge]


# ---- what the steps ask, worked out by hand or by the referee -------------------------------------------------------
def answers(key: str) -> list[set[str]]:
    """The right options of the questions of a step, in their order."""
    exercise, found = begin(LESSON.step(key)), []
    while not exercise.done:
        if isinstance(exercise.task, Question):
            found.append({exercise.options[i].label for i in exercise.right_options()})
        exercise.solve()
    return found


@pytest.mark.parametrize(
    ("key", "right"),
    [
        ("theme", [{"$9"}]),
        ("goal", [{"Bea"}]),
        ("round", [{"Bid"}, {"Invest"}]),
        ("resolve", [{"You"}, {"Bea"}, {"$5"}, {"2"}]),
        ("maintenance", [{"To the bottom of its pile"}, {"Carl"}]),
        ("stake", [{"$7"}, {"$9"}]),
        ("stake-lost", [{"2"}]),
        ("ties", [{"Bea"}, {"Carl"}, {"Dina"}]),
        ("bluff", [{"0", "1", "2", "3"}, {"4"}]),
        ("limit", [{"2"}]),
        ("score", [{"14"}, {"You"}]),
        ("solo", [{"The dummy"}, {"You"}]),
    ],
)
def test_answers_worked_out_by_hand(key: str, right: list[set[str]]) -> None:
    assert answers(key) == right


def test_each_way_in_which_a_stack_can_miss_a_contract_is_there_to_be_left_out() -> None:
    """Too few, no star, too many, and a type that the contract does not list."""
    exercise = learn("needs", tasks=1)
    marked = {option.label: option.right for option in exercise.options}
    assert marked == {
        "medium $2, medium $3★": True,
        "basic $1★, basic $1★, basic $2★": True,
        "basic $1★, basic $1★": False,
        "basic $1★, basic $1★, basic $2": False,
        "medium $2, medium $3★, medium $4": False,
        "advanced $3, advanced $4": False,
    }


# ---- the quiz, against the referee that shares no code --------------------------------------------------------------
def asked(number: int, seed: int) -> tuple[Step, set[str], set[str]]:
    """Question `number` of that quiz: the step, and the labels of the right and of the wrong options."""
    step = _quiz(seed)[number]
    exercise = begin(step)
    right = {option.label for option in exercise.options if option.right}
    return step, right, {option.label for option in exercise.options} - right


def cards(codes: list[str]) -> list[oracle.BidCard]:
    return [oracle.BID_CARDS[code] for code in codes]


def stacks_of(step: Step) -> list[tuple[int, oracle.Stack]]:
    """(seat, stack) of the bids in a position, clockwise from the marker."""
    found: list[tuple[int, oracle.Stack]] = []
    seat, fresh = step.position["marker"], True
    for move in step.position["bids"]:
        if fresh and move != "done":
            found.append((seat, oracle.Stack(move)))
            fresh = False
        elif fresh:
            seat = (seat + 1) % step.options["players"]
        elif move in oracle.BID_CARDS:
            found[-1][1].cards.append(oracle.BID_CARDS[move])
        elif move in oracle.CONTRACTS:
            found[-1][1].staked.append(oracle.CONTRACTS[move])
        elif move.startswith("bluff"):
            fresh = True
    return found


def winner(step: Step) -> int:
    bids = [(oracle.Company(seat), stack) for seat, stack in stacks_of(step) if stack.aim == "A"]
    assert all(oracle.CONTRACTS[step.position["piles"][0][0]].way_taken(stack.cards) for _, stack in bids)
    best: oracle.Company = oracle.MowMoneyOracle._best_bid(None, bids)[0]  # type: ignore[arg-type]
    return best.seat


def label(codes: list[oracle.BidCard]) -> str:
    return ", ".join(f"{oracle.TIERS[c.tier]} ${c.value}{'★' if c.star else ''}" for c in codes)


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_valid_stacks(seed: int) -> None:
    step, right, wrong = asked(VALID, seed)
    contract = oracle.CONTRACTS[step.position["piles"][0][0]]
    hand = cards(step.position["hands"][0])
    valid = set()
    for told in right | wrong:
        parts = [part.split() for part in told.split(", ")]
        stack = []
        for tier, value in parts:
            fitting = [c for c in hand if label([c]) == f"{tier} {value}" and c not in stack]
            stack.append(fitting[0])
        if contract.way_taken(stack) is not None:
            valid.add(told)
    assert right == valid


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("number", [WINNER, TIE], ids=["winner", "tie"])
def test_quiz_who_wins(number: int, seed: int) -> None:
    step, right, _ = asked(number, seed)
    assert len(stacks_of(step)) == (3 if number == WINNER else 2)
    assert right == {LESSON.names[winner(step)]}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_what_is_paid(seed: int) -> None:
    step, right, _ = asked(PAID, seed)
    [(seat, stack)] = stacks_of(step)
    assert seat == LESSON.you
    assert stack.staked
    assert right == {f"${stack.amount()}"}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_odd_jobs(seed: int) -> None:
    step, right, wrong = asked(JOBS, seed)
    company = oracle.Company(0, hand=cards(step.position["hands"][0]))
    possible = oracle.MowMoneyOracle._possible_jobs(None, company)  # type: ignore[arg-type]
    told = {
        job: f"{name.replace('_', ' ').capitalize()} for ${oracle.JOB_PAY[job]}" for job, name in oracle.ICONS.items()
    }
    assert right | wrong == set(told.values())
    assert right == {told[job.removeprefix("job-")] for job in possible}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_pay_of_an_odd_job(seed: int) -> None:
    step, right, _ = asked(JOB_PAY, seed)
    say = step.tasks[0].say
    [job] = [job for job, name in oracle.ICONS.items() if name.replace("_", " ") in say]
    assert job in oracle.shared_jobs(cards(step.position["hands"][0]))
    bonus = oracle.OJ_BONUS if "token" in say else 0
    assert right == {f"${oracle.JOB_PAY[job] + bonus}"}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_cards_to_discard(seed: int) -> None:
    step, right, _ = asked(DISCARD, seed)
    tiers = [card.tier for card in cards(step.position["hands"][0])]
    over = sum(max(0, tiers.count(tier) - limit) for tier, limit in oracle.HAND_LIMIT.items())
    assert right == {str(over)}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_final_count(seed: int) -> None:
    step, right, _ = asked(SCORE, seed)
    company = oracle.Company(
        0,
        money=step.position["money"][0],
        mowers=set(step.position["mowers"][0]),
        won=[oracle.CONTRACTS[code] for code in step.position["won"][0]],
    )
    [score] = oracle.MowMoneyOracle.scores(SimpleNamespace(companies=[company]))  # type: ignore[arg-type]
    assert right == {str(score)}


def test_quiz_asks_for_both_kinds_of_pay_and_for_ties_decided_by_seat() -> None:
    says = [_quiz(seed)[JOB_PAY].tasks[0].say for seed in SEEDS]
    assert any("token" in say for say in says)
    assert any("pick-up" in say for say in says)
    ties = [_quiz(seed)[TIE] for seed in SEEDS]
    assert {step.position["marker"] in [seat for seat, _ in stacks_of(step)] for step in ties} == {True, False}
