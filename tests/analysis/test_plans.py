"""Same luck, every plan: several decisions of one seat compared as one choice, and what is noted of the worlds."""

import dataclasses
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab import charts
from mowlab.analysis import Choices, PlanError, explore
from mowlab.core import link
from mowlab.core.plan import Plan, Watch
from mowlab.games.mow import rules as r
from mowlab.match import Match

WORLDS = 60


def position() -> Match:
    """Seat 0 holds a blocking cow, after which it may turn the arrow."""
    hands = [["gB16", "g1.0", "g12.1"], ["g2.0", "g12.0"], ["g4.2", "g14.0"], ["g6.1", "g11.0"]]
    given = {"hands": hands, "herds": [["g5.0", "g8.1"]]}
    return Match(mowlab.game("mow", players=4), ["random"] * 4, 1, position=given)


def plan(match: Match, text: str, words: str = "") -> Plan:
    return Plan(tuple(match.action(move) for move in text.split()), words)


def taken(rows: Any, plans: int, worlds: int) -> dict[str, Any]:
    """How many flies seat 0 took, and how many herds were taken by anybody."""
    mine, herds = np.zeros((plans, worlds), dtype=np.int64), np.zeros((plans, worlds), dtype=np.int64)
    for k, w, kind, who, what, _, _ in rows.tolist():
        assert kind == r.TOOK
        herds[k, w] += 1
        mine[k, w] += what if who == 0 else 0
    return {"mine": mine, "herds": herds}


@pytest.fixture(scope="module")
def found() -> Choices:
    match = position()
    plans = [plan(match, "gB16 keep", "Block"), plan(match, "gB16 turn"), plan(match, "g1.0"), Plan((), "As the bot")]
    return explore(match, WORLDS, plans=plans, watch=Watch((r.TOOK,), taken), compiled=False)


def test_a_plan_is_played_to_its_last_step_before_anybody_else_moves(found: Choices) -> None:
    alone = explore(position(), WORLDS, compiled=False)
    assert np.array_equal(found.points[2], alone.points[alone.actions.index(position().action("g1.0"))])
    assert not np.array_equal(found.points[0], found.points[1]), "turning the arrow makes a difference"


def test_a_plan_without_a_step_is_what_the_bot_would_do(found: Choices) -> None:
    match = position()
    own = match.notation(match.proposal(match.game.usual_bot))
    alone = explore(match, WORLDS, compiled=False)
    if own != "gB16":  # one step, so the two are the same
        assert np.array_equal(found.points[3], alone.points[alone.actions.index(match.action(own))])
    else:
        assert any(np.array_equal(found.points[3], found.points[k]) for k in (0, 1))


def test_plans_are_named_by_their_words_and_found_by_their_notation(found: Choices) -> None:
    assert [choice.notation for choice in found.choices] == ["gB16 keep", "gB16 turn", "g1.0", ""]
    assert found["gB16 turn"].action == found.actions[1]
    assert found.words(found.actions[0]) == "Block"
    assert found.words(found.actions[1]) == "gB16 turn"
    assert {row["words"] for row in found.rows()} == {"Block", "gB16 turn", "g1.0", "As the bot"}
    assert [row["chosen"] for row in found.rows("g1.0")].count(True) == 1


def test_what_is_watched_is_noted_for_every_plan_and_world(found: Choices) -> None:
    """A round ends with a herd taken; what seat 0 took is part of what it got in the round."""
    assert found.noted["herds"].shape == (4, WORLDS)
    assert (found.noted["herds"] >= 1).all()
    assert (found.noted["mine"] <= found.points).all()
    assert found.noted["mine"].any()


def test_compiled_plans_are_the_same(found: Choices) -> None:
    if link.why_not_compiled() is not None:
        pytest.skip("there is nothing to compile with")
    again = explore(position(), WORLDS, plans=found.plans, watch=Watch((r.TOOK,), taken), compiled=True, whole=False)
    assert np.array_equal(again.points, found.points)
    assert np.array_equal(again.noted["mine"], found.noted["mine"])


def test_in_whole_games_only_this_round_is_noted() -> None:
    match = position()
    plans = [plan(match, "g1.0")]
    short, whole = (
        explore(match, 20, plans=plans, watch=Watch((r.TOOK,), taken), compiled=False, whole=upto)
        for upto in (False, True)
    )
    assert np.array_equal(short.noted["herds"], whole.noted["herds"])
    assert (whole.points >= short.points).all()


def test_a_watch_may_ask_for_the_whole_game() -> None:
    """Then worlds are played to the end of the game, with the same result, and everything up to there is noted."""
    match = position()
    plans = [plan(match, "g1.0"), plan(match, "gB16 keep")]
    short, whole = (
        explore(match, 20, plans=plans, watch=Watch((r.TOOK,), taken, upto), compiled=False, whole=not upto)
        for upto in (False, True)
    )
    assert whole.whole
    assert np.array_equal(short.payoffs, whole.payoffs)
    assert np.array_equal(short.points, whole.points)
    assert (whole.noted["herds"] > short.noted["herds"]).any(), "a game has several rounds"
    assert (whole.noted["mine"] >= short.noted["mine"]).all()
    assert (whole.noted["mine"] <= whole.points).all(), "the rest are flies in the hand at the end of a round"


@pytest.mark.parametrize("text", ["g7.0", "g1.0 g12.1", "gB16 next2"])
def test_a_plan_that_cannot_be_carried_out_is_refused(text: str) -> None:
    match = position()
    with pytest.raises(PlanError, match=f"{text.split()[-1]}, is not allowed"):
        explore(match, 5, plans=[plan(match, text)], compiled=False)


def test_no_plan_and_the_same_plan_twice_are_refused() -> None:
    match = position()
    for plans in ([], [plan(match, "g1.0")] * 2):
        with pytest.raises(PlanError, match="different plans"):
            explore(match, 5, plans=plans, compiled=False)


def test_the_leading_choices_are_the_same_in_a_smaller_company(found: Choices) -> None:
    worst = found.rows()[-1]["action"]
    few = found.leading(2, worst)
    assert {choice.action for choice in few.choices} == {row["action"] for row in found.rows()[:2]} | {worst}
    assert few[worst].behind == found[worst].behind
    assert few.noted["mine"].shape == (3, WORLDS)
    assert [plan.moves for plan in few.plans or ()] == list(few.actions)


def test_what_was_noted_is_averaged_with_an_interval(found: Choices) -> None:
    mean = found.average("herds", 1)
    assert mean.value == pytest.approx(found.noted["herds"][1].mean())
    assert mean.low < mean.value < mean.high
    some = dataclasses.replace(found, noted={"hit": found.noted["mine"] > 0})
    share = some.share("hit", 1)
    assert share.value == pytest.approx((found.noted["mine"][1] > 0).mean())
    assert 0 <= share.low < share.value < share.high <= 1


def test_a_short_name_stands_in_charts_and_the_long_one_in_sentences() -> None:
    match = position()
    long = "block the herd with sixteen and keep the arrow as it is"
    plans = [Plan(plan(match, "gB16 keep").moves, long, short="Block"), plan(match, "g1.0", "Play low")]
    some = explore(match, 5, plans=plans, compiled=False)
    labels = [row["label"].partition("\n")[0] for row in charts.behind_rows(some)]
    assert sorted(labels) == ["Block", "low"]
    assert {row["words"] for row in some.rows()} == {long, "Play low"}
