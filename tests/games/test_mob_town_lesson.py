"""The lesson of Mob Town: what is said in it, and the quiz against the referee that shares no code.

What holds for the lesson of any game is in tests/conformance/test_lessons.py.
"""

from __future__ import annotations

import functools
import itertools
import re
from typing import Any

import pytest

import mowlab
from mowlab.core.game import Game
from mowlab.core.lesson import Exercise, Move, Question, Step
from mowlab.core.puzzle import Puzzle
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town import words
from mowlab.games.mob_town.lesson import LESSON, STEPS
from mowlab.games.mob_town.puzzles import PUZZLES

from ..oracles import mob_town as oracle

SECTIONS = {
    "Object of the Game",
    "Contents",
    *(words.SETUP, words.PLAY, words.TRADE, words.CASH_IN, words.TAKE_OVER, words.OPEN_LOT),
    *(words.END_OF_ROUND, words.SCORING, words.END),
}
each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.key)
each_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
SEEDS = range(25)
PRICE, CONNECTION, RECEIVER, PAY, AGENDA, GROUP, SCORE, END = range(8)  # questions of the quiz


@functools.cache
def _game(options: tuple[tuple[str, Any], ...]) -> Game:
    return mowlab.game("mob-town", **dict(options))


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


def test_every_action_and_every_phase_is_gone_through() -> None:
    phases: set[int] = set()
    kinds: set[str] = set()
    for step in STEPS:
        exercise = begin(step)
        while not exercise.done:
            exercise.solve()
        phases |= {turn.before[0].phase for turn in exercise.match.turns} | {exercise.match.state.phase}
        kinds |= {exercise.match.notation(turn.action).split("-")[0] for turn in exercise.match.turns}
    assert phases == set(range(r.ENDED + 1))
    assert kinds > {"draw", "trade", "cash", "take", "lot", "leave", "way1"}


# ---- what the steps ask, worked out by hand -------------------------------------------------------------------------
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
        ("theme", [{"5"}]),
        ("goal", [{"You"}]),
        ("arrow-left", [{"To the left of it"}]),
        ("arrow-up", [{"Above it"}]),
        ("arrow-down", [{"Further away: the next free place"}]),
        ("draw", [{"2"}]),
        ("trade", [{"4"}]),
        ("cash-in", [{"2"}]),
        ("take", [{"Pay shark 1", "Pay snake 1", "Pay cash"}]),
        ("pay", [{"rat 3 and shark 1", "rat 3 and shark 3", "shark 3 and cash"}]),
        ("tokens", [{"4"}, {"5"}, {"2"}]),
        ("connect", [{"1"}, {"4"}]),
        ("rival-way", [{"Bea"}, {"3"}]),
        ("ways", [{"2"}]),
        ("none-left", [{"0"}]),
        ("lot", [{"2"}]),
        ("most", [{"3"}, {"4"}, {"Most Factories", "Most different types", "Most properties in all"}]),
        ("ties", [{"You"}, {"Nobody"}, {"Nobody"}, {"Bea"}]),
        ("guess", [{"Most Hotels"}]),
        ("twelve", [{"12"}]),
        ("law", [{"Draw two cards"}, {"The round is over at once"}]),
        ("score", [{"8"}, {"You"}]),
        ("end", [{"29"}, {"You share the victory"}]),
    ],
)
def test_answers_worked_out_by_hand(key: str, right: list[set[str]]) -> None:
    assert answers(key) == right


def test_every_step_with_a_question_is_worked_out_by_hand() -> None:
    asking = {step.key for step in STEPS if any(isinstance(task, Question) for task in step.tasks)}
    (marked,) = (m for m in test_answers_worked_out_by_hand.pytestmark if m.name == "parametrize")  # type: ignore[attr-defined]
    assert {key for key, _ in marked.args[1]} == asking


# ---- the examples of the rulebook -----------------------------------------------------------------------------------
@pytest.mark.parametrize("card", ["snake1", "shark1"])
def test_example_the_gaming_hall_for_one_snake_or_shark(card: str) -> None:
    exercise = learn("take", tasks=1)
    assert exercise.move(f"take-G1 {card}").right


@pytest.mark.parametrize("cards", ["rat3 shark1 fox1"])
def test_example_the_restaurant_across_the_hotel(cards: str) -> None:
    exercise = learn("connect", tasks=2)
    before = exercise.match.state.held[0]
    assert exercise.move(f"take-R4 {cards}").right
    assert before - exercise.match.state.held[0] == 3


def test_the_arrows_of_the_steps_are_those_of_the_cards() -> None:
    for key, code in (("arrow-left", "G4"), ("arrow-up", "G1"), ("arrow-down", "H1")):
        arrow = oracle.PROPERTIES[code].arrow
        said = LESSON.step(key).tasks[0].say
        assert re.search(rf"points (to the )?{arrow}", said), said


# ---- chains of moves as one try -------------------------------------------------------------------------------------
def test_another_way_of_paying_is_allowed_but_not_what_is_asked() -> None:
    exercise = learn("rival-way", tasks=1)
    before = r.State.values(exercise.match.state)
    feedback = exercise.move("take-R4 rat3 shark1 weasel3")
    assert not feedback.right
    assert "not what is asked" in feedback.text
    assert r.State.values(exercise.match.state) == before
    assert isinstance(exercise.task, Move)


@pytest.mark.parametrize("pair", ["halls empire", "variety halls"])
def test_any_second_agenda_will_do(pair: str) -> None:
    assert learn("agendas").move(pair).right


def test_what_the_others_choose_is_not_told() -> None:
    exercise = learn("agendas")
    told = " ".join(exercise.solve().events)
    assert told.count("Bea chooses an agenda.") == 2
    assert "Hotels" not in told


# ---- the quiz, against the referee that shares no code --------------------------------------------------------------
def asked(number: int, seed: int) -> tuple[Step, set[str], set[str]]:
    """Question `number` of that quiz: the step, and the labels of the right and of the wrong options."""
    step = _quiz(seed)[number]
    exercise = begin(step)
    right = {option.label for option in exercise.options if option.right}
    return step, right, {option.label for option in exercise.options} - right


def referee(step: Step) -> oracle.MobTownOracle:
    """The referee with the city, tokens and hands of a step, seat 0 to move."""
    any_round = oracle.Setup(list(oracle.PROPERTIES), [card.code for card in oracle.ALL_CARDS], 5)
    found = oracle.MobTownOracle(step.options["players"], 0, itertools.repeat(any_round))
    found.city = {(x, y): oracle.PROPERTIES[code] for code, (x, y) in step.position["city"].items()}
    found.tokens = {}
    for seat, code in step.position["tokens"]:
        found.tokens.setdefault(code, []).append(seat)
    for player, hand in zip(found.players, step.position["hands"], strict=True):
        player.hand = [oracle.CARDS[code] for code in hand]
    found.seat = 0
    return found


def named(step: Step) -> list[oracle.Property]:
    """The properties that the question names, in order."""
    kinds = {row["name"]: row["code"] for row in mowlab.game("mob-town").cards.others["types"]}
    pattern = rf"the ({'|'.join(kinds)}) (\d)"
    return [oracle.PROPERTIES[kinds[kind] + value] for kind, value in re.findall(pattern, step.tasks[0].say)]


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_price(seed: int) -> None:
    step, right, _ = asked(PRICE, seed)
    assert right == {str(referee(step).price(named(step)[0]))}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_connection(seed: int) -> None:
    step, right, _ = asked(CONNECTION, seed)
    (length,) = {len(chain) for chain in referee(step).chains(named(step)[0])}
    assert length > 0
    assert right == {str(length)}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_who_gets_the_card(seed: int) -> None:
    step, right, _ = asked(RECEIVER, seed)
    (feed,) = referee(step).feeds(named(step)[1])
    assert sum(feed) == 1
    assert right == {("You", "Bea", "Carl", "Nobody: it is discarded")[feed.index(1)]}


def told(cards: tuple[str, ...]) -> str:
    names = [code if code == "cash" else f"{code[:-1]} {code[-1]}" for code in cards]
    return f"{', '.join(names[:-1])} and {names[-1]}"


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_payments(seed: int) -> None:
    step, right, wrong = asked(PAY, seed)
    allowed = {told(cards) for cards in referee(step).payments(named(step)[0], 0) if len(cards) > 1}
    assert right == (right | wrong) & allowed
    assert not wrong & allowed


def agendas_in(step: Step) -> list[str]:
    by_name = {words.agenda_name(i, mowlab.game("mob-town").cards): code for i, code in enumerate(AGENDAS)}
    return [by_name[name] for name in re.findall("«([^»]+)»", step.tasks[0].say)]


AGENDAS = mowlab.game("mob-town").cards.column("code", "agendas")


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_who_achieves_the_agenda(seed: int) -> None:
    step, right, _ = asked(AGENDA, seed)
    (agenda,) = agendas_in(step)
    able = [LESSON.names[seat] for seat in range(3) if referee(step).achieves(seat, agenda)]
    assert right == set(able or ["Nobody"])


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_group(seed: int) -> None:
    step, right, _ = asked(GROUP, seed)
    assert right == {str(max(map(len, referee(step).groups(0))))}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_score_of_the_round(seed: int) -> None:
    step, right, _ = asked(SCORE, seed)
    judge, mine = referee(step), agendas_in(step)
    assert mine == step.position["agendas"][0]
    score = sum(p.value for p in judge.owned(0)) + 3 * sum(judge.achieves(0, agenda) for agenda in mine)
    assert right == {str(score)}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_last_count(seed: int) -> None:
    step, right, _ = asked(END, seed)
    judge, position = referee(step), step.position
    assert not any(judge.achieves(0, agenda) for agenda in position["agendas"][0])
    faces = sum(p.value for p in judge.owned(0))
    assert right == {str(position["points"][0] + faces + 2 * position["briefcases"][0])}


def test_quiz_meets_ties_nobody_and_achieved_agendas() -> None:
    winners = {label for seed in SEEDS for label in asked(AGENDA, seed)[1]}
    assert winners == {"You", "Bea", "Carl", "Nobody"}
    judges = [(referee(_quiz(seed)[SCORE]), agendas_in(_quiz(seed)[SCORE])) for seed in SEEDS]
    assert {sum(judge.achieves(0, a) for a in mine) for judge, mine in judges} == {0, 1, 2}
    receivers = {label for seed in SEEDS for label in asked(RECEIVER, seed)[1]}
    assert receivers == {"Bea", "Carl", "Nobody: it is discarded"}


# ---- positions worth trying -----------------------------------------------------------------------------------------
@each_puzzle
def test_puzzles_leave_seat_0_something_to_choose(puzzle: Puzzle) -> None:
    game = mowlab.game("mob-town", **puzzle.options)
    state = game.position(**puzzle.position)
    assert game.plain.mover(state) == 0
    match = game.match([None] * game.players, seed=1, position=puzzle.position)
    assert len(match.legal()) > 5
    if puzzle.key != "agendas":
        assert sum(match.notation(a).startswith("take-") for a in match.legal()) > 3
    assert len(puzzle.question.split()) <= 40
    assert len(puzzle.position["city"]) == 10 + game.players


def test_the_way_feeds_somebody_in_the_puzzle_that_says_so() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.key == "feed")
    game = mowlab.game("mob-town", **puzzle.options)
    match = game.match([None] * 3, seed=1, position=puzzle.position)
    match.play("take-R4")
    assert match.state.phase == r.ROUTING
    assert match.state.n_ways == 2


def test_puzzle_keys_differ() -> None:
    assert len({puzzle.key for puzzle in PUZZLES}) == len(PUZZLES)
