"""The lesson of Magic Money: what is said in it, and the quiz against the referee that shares no code.

What holds for the lesson of any game is in tests/conformance/test_lessons.py.
"""

from __future__ import annotations

import functools
from typing import Any

import pytest

import mowlab
from mowlab.core.game import Game
from mowlab.core.lesson import TOO_MANY_WRONG, Exercise, Move, Question, Step
from mowlab.core.puzzle import Puzzle
from mowlab.games.magic_money import rules as r
from mowlab.games.magic_money import state as st
from mowlab.games.magic_money import words
from mowlab.games.magic_money.lesson import LESSON, STEPS
from mowlab.games.magic_money.puzzles import PUZZLES

from ..oracles import magic_money as oracle

SECTIONS = {words.SET_UP, words.BEGIN, words.BID, words.RESOLVE, words.END, words.SIGNS, words.GREEDIEST}
each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.key)
SEEDS = range(25)
LIMIT, NAMED, SPENT, KNOWN, COST, HORNS, WINGS, HEARTS, OUT, CHAMPION, BUDGET = range(11)  # questions of the quiz
YOU, BEA, CARL = range(3)


@functools.cache
def _game(options: tuple[tuple[str, Any], ...]) -> Game:
    return mowlab.game("magic-money", **dict(options))


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


def test_every_question_of_the_game_is_answered_and_every_ability_met() -> None:
    phases: set[int] = set()
    abilities: set[str] = set()
    for step in STEPS:
        exercise = begin(step)
        while not exercise.done:
            exercise.solve()
        match = exercise.match
        phases |= {turn.before[0].phase for turn in match.turns} | {match.state.phase}
        adopted = [
            row["ability"]
            for row, place in zip(match.game.cards.rows, match.state.place, strict=True)
            if place >= st.OWNED
        ]
        abilities |= set(adopted)
    assert phases == set(range(st.ENDED + 1))
    assert abilities == {creature.ability for creature in oracle.CREATURES}


def test_a_secret_bid_is_not_told_to_somebody_who_is_not_active() -> None:
    told = " ".join(learn("win").solve().events)
    assert "Bea seals a bid." in told
    assert "40" not in told
    told = " ".join(learn("alone").solve().events)  # here you are active
    assert "Bea seals a bid of 20." in told


# ---- typed numbers --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("bid", [100, 101, 10**15])
def test_any_number_that_does_it_is_right(bid: int) -> None:
    exercise = learn("win")
    assert not exercise.move(99).right
    assert exercise.move(bid).right
    assert exercise.match.state.winner[1] == YOU


@pytest.mark.parametrize(("bid", "right"), [("573", True), ("1", True), ("574", False), ("5,739", False), ("0", False)])
def test_the_rulebooks_example_of_an_opening(bid: str, right: bool) -> None:
    feedback = learn("tenth", tasks=2).move(bid)
    assert feedback.right == right
    assert right or feedback.code == (r.TOO_LOW if bid == "0" else r.OVER_TENTH)


def test_the_free_budget_is_the_last_bid_that_is_safe() -> None:
    exercise = learn("budget", tasks=2)
    assert not exercise.move(911).right
    assert exercise.move(910).right
    assert exercise.match.game.plain.spent(exercise.match.state, YOU) == 991
    assert exercise.match.game.plain.spent(exercise.match.state, BEA) > 991


def test_the_nudge_comes_at_once_where_the_move_is_allowed_and_else_after_two_wrong_tries() -> None:
    exercise = learn("win")
    task = exercise.task
    assert isinstance(task, Move)
    assert exercise.move(50).nudge == task.nudge
    exercise = learn("win")
    assert [exercise.move(0).nudge for _ in range(TOO_MANY_WRONG)] == [""] * (TOO_MANY_WRONG - 1) + [task.nudge]


def test_either_of_two_who_are_tied_may_be_named() -> None:
    for move, winner in (("seat0", YOU), ("seat2", CARL)):
        exercise = learn("tie-own", tasks=1)
        assert exercise.move(move).right
        assert exercise.match.state.winner[1] == winner


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
        ("theme", [{"9"}]),
        ("goal", [{"Carl"}]),
        ("tenth", [{"573"}]),
        ("announce", [{"You", "Carl"}]),
        ("win", [{"You"}]),
        ("lose", [{"80"}]),
        ("sides", [{"50 of auction 1", "5 of auction 2"}, {"Auction 2", "Auction 3"}, {"2"}]),
        ("alone", [{"You"}, {"379"}]),
        ("tie", [{"Bea wins", "Carl wins"}, {"You", "Bea"}]),
        ("tie-own", [{"You win", "Carl wins"}]),
        ("erase-public", [{"115"}]),
        ("erase-private", [{"620"}]),
        ("erase-two", [{"98"}]),
        ("halve", [{"60"}, {"8"}]),
        ("double", [{"115"}]),
        ("peek", [{"35"}, {"108"}]),
        ("expose", [{"121"}]),
        ("swap", [{"7"}]),
        ("forge", [{"25"}]),
        ("restore", [{"999"}]),
        ("horns", [{"3"}, {"0"}]),
        ("wings", [{"1"}, {"3"}]),
        ("hearts", [{"4"}, {"6"}]),
        ("count", [{"5"}, {"11"}]),
        ("late", [{"5"}, {"4"}]),
        ("thrown-out", [{"Bea"}]),
        ("top-tie", [{"Bea", "Carl"}, {"Dina"}]),
        ("budget", [{"992"}, {"910"}]),
    ],
)
def test_answers_worked_out_by_hand(key: str, right: list[set[str]]) -> None:
    assert answers(key) == right


def test_every_step_with_a_question_is_worked_out_by_hand() -> None:
    [mark] = [m for m in test_answers_worked_out_by_hand.pytestmark if m.name == "parametrize"]
    asking = {step.key for step in STEPS if any(isinstance(task, Question) for task in step.tasks)}
    assert {key for key, _ in mark.args[1]} == asking


def test_points_and_money_that_a_sentence_names_are_those_at_the_table() -> None:
    exercise = learn("goal", tasks=1)
    match = exercise.match
    assert match.scores() == [4, 10, 7]
    assert match.state.total[:3] == [120, 700, 280]
    exercise = learn("top-tie", tasks=3)
    assert [exercise.match.scores()[p] for p in (0, 3)] == [4, 4]
    exercise = learn("thrown-out")
    assert [exercise.match.game.plain.spent(exercise.match.state, p) for p in range(3)] == [71, 550, 430]
    assert all(exercise.match.game.plain.ceiling_of(exercise.match.state, YOU, p) <= 550 for p in range(3))


# ---- the quiz, against the referee that shares no code --------------------------------------------------------------
def asked(number: int, seed: int) -> tuple[Step, set[str], set[str]]:
    """Question `number` of that quiz: the step, and the labels of the right and of the wrong options."""
    step = _quiz(seed)[number]
    exercise = begin(step)
    right = {option.label for option in exercise.options if option.right}
    return step, right, {option.label for option in exercise.options} - right


def referee(step: Step) -> oracle.MagicMoneyOracle:
    """The same creatures and ledgers, played by the referee."""
    position = step.position
    owned = position.get("owned", ())
    named = {code for codes in (position["cards"], *owned) for code in codes}
    deck = [*position["cards"], *(c.code for c in oracle.CREATURES if c.code not in named)]
    options = {name: value for name, value in step.options.items() if name != "players"}
    game = oracle.MagicMoneyOracle(step.options["players"], deck, first_active=position["active"], **options)
    game.deck = game.deck[: len(position["cards"]) - 1]  # one lies on the table already
    by_code = {creature.code: creature for creature in oracle.CREATURES}
    for wizard, codes in zip(game.wizards, owned, strict=False):
        wizard.creatures = [by_code[code] for code in codes]
    for move in position["moves"].split():
        game.play(move)
    return game


def name_highest(game: oracle.MagicMoneyOracle) -> None:
    game.play(min(game.choices()))


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_highest_opening(seed: int) -> None:
    step, right, _ = asked(LIMIT, seed)
    assert right == {f"{max(referee(step).bids()):,}"}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_who_may_be_named(seed: int) -> None:
    step, right, wrong = asked(NAMED, seed)
    told = {f"seat{p}": f"{name} win{'' if name == 'You' else 's'}" for p, name in enumerate(LESSON.names[:4])}
    assert right | wrong == set(told.values())
    assert right == {told[move] for move in referee(step).choices()}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_what_you_have_spent(seed: int) -> None:
    step, right, _ = asked(SPENT, seed)
    assert right == {f"{referee(step).totals()[YOU]:,}"}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_what_you_know(seed: int) -> None:
    step, right, _ = asked(KNOWN, seed)
    known, active = set(), step.position["active"]
    moves = step.position["moves"].split()
    for k in range(len(moves) // 4):  # an opening, two bids, the winner
        winner = int(moves[4 * k + 3].removeprefix("seat"))
        if CARL in (active, winner) or active == YOU:
            known.add(f"Auction {k + 1}")
        active = winner
    assert right == known


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_what_it_costs(seed: int) -> None:
    step, right, _ = asked(COST, seed)
    game = referee(step)
    before = game.totals()[YOU]
    game.play("seat0")
    assert right == {f"{game.totals()[YOU] - before:,}"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("number", "part"), [(HORNS, "horns"), (WINGS, "wings"), (HEARTS, "hearts")])
def test_quiz_points(number: int, part: str, seed: int) -> None:
    step, right, _ = asked(number, seed)
    game = referee(step)
    assert right == {str(getattr(game._points_of(game.wizards[YOU]), part))}


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_who_is_thrown_out(seed: int) -> None:
    step, right, _ = asked(OUT, seed)
    game = referee(step)
    name_highest(game)
    assert right == {LESSON.names[p] for p in game.out}
    for p, total in enumerate(game.totals()):
        assert f"{'you' if p == YOU else LESSON.names[p]} {total}" in step.tasks[0].say


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_who_wins(seed: int) -> None:
    step, right, _ = asked(CHAMPION, seed)
    game = referee(step)
    name_highest(game)
    assert right == {LESSON.names[game.payoffs().index(1.0)]}
    points = step.tasks[0].say.split("Points: ")[1]
    for p, parts in enumerate(game.points):
        assert f"{'you' if p == YOU else LESSON.names[p]} {sum(parts)}" in points


@pytest.mark.parametrize("seed", SEEDS)
def test_quiz_free_budget(seed: int) -> None:
    """Rivals' Public entries and what you saw as the active wizard count, what is hidden counts 1, and so does a bid
    that is still to come."""
    step, right, _ = asked(BUDGET, seed)
    game = referee(step)
    moves, active, yours = step.position["moves"].split(), step.position["active"], set()
    for k in range(len(moves) // 4):
        if active == YOU:
            yours.add(k + 1)
        active = int(moves[4 * k + 3].removeprefix("seat"))
    floors = []
    for p in (BEA, CARL):
        public, private = game.wizards[p].public, game.wizards[p].private
        seen = sum(entry.amount if entry.auction in yours else 1 for entry in private)
        floors.append(sum(entry.amount for entry in public) + seen + (p != game.active))
    assert right == {f"{max(floors) - game.totals()[YOU] - 1:,}"}


def test_quiz_has_ties_and_none() -> None:
    out = {len(asked(OUT, seed)[1]) for seed in SEEDS}
    named = {_quiz(seed)[NAMED].review for seed in SEEDS}
    horns = {_quiz(seed)[HORNS].review for seed in SEEDS}
    cost = {_quiz(seed)[COST].review for seed in SEEDS}
    champion = {_quiz(seed)[CHAMPION].review for seed in SEEDS}
    assert {1, 2} <= out
    assert named == {"tie", "tie-own", "alone"}
    assert horns == {"horns", "late"}
    assert cost == {"halve", "double"}
    assert champion == {"goal", "top-tie"}


# ---- positions to try -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
def test_seat_0_has_a_choice_in_every_position_to_try(puzzle: Puzzle) -> None:
    match = mowlab.game("magic-money", **puzzle.options).match(seed=1, position=puzzle.position)
    assert match.mover == 0
    assert len(match.legal()) > 1
    assert 5 < len(puzzle.question.split()) <= 45


def test_positions_to_try_are_as_they_are_described() -> None:
    by_key = {
        puzzle.key: mowlab.game("magic-money", **puzzle.options).match(seed=1, position=puzzle.position)
        for puzzle in PUZZLES
    }
    facts = {key: match.view(0).facts for key, match in by_key.items()}
    assert facts["curve"]["winning_bids"] == [30, 60, 90]
    assert facts["curve"]["least_spent"][0] == 35
    assert facts["budget"]["free_budget"] > 900
    assert gain(by_key["parity"]) < 0
    assert facts["opening"]["last_win"] == 480
    assert facts["opening"]["least_spent"][0] > max(facts["opening"]["most_spent"][1:])
    assert gain(by_key["last"]) == 6
    assert facts["last"]["auction"] == facts["last"]["auctions"]
    assert by_key["whom"].state.phase == st.FORGING


def gain(match: Any) -> int:
    """Points that you would have more with the creature on the table."""
    s, before = match.state.__copy__(), match.game.plain.points(match.state, 0)
    s.place[s.lot[s.auction]] = st.OWNED
    return int(match.game.plain.points(s, 0) - before)
