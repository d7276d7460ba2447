"""Decision review: what a decision cost by what the seat knew, measured in worlds that the search has not met."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import threading
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.analysis import Review, review
from mowlab.analysis.reviewing import CHUNK, FRESH, TRIFLE, _Asked
from mowlab.core import link
from mowlab.core.table import seed_words
from mowlab.match import Match
from mowlab.search import WORDS_AT_ONCE, seed_of
from tests.conformance.play import GAMES, Setting, walk

HERD = ["g5.0", "g8.2", "g9.2", "g10.2", "g11.2"]
HANDS = [["g1.0", "g7.1"], ["g2.0", "g12.0"], ["g4.2", "g14.0"], ["g6.1", "g11.0"]]


def blunder(hands: list[list[str]] = HANDS, moves: tuple[str, ...] = ("take", "g1.0")) -> Match:
    """Seat 0 could add the 1 without flies, but takes eight flies shortly before the end of the game."""
    given = {"hands": hands, "herds": [HERD], "flies": [85, 92, 95, 95]}
    match = Match(mowlab.game("mow", players=4), ["you", "shedder", "shedder", "shedder"], 1, position=given)
    for move in moves:
        match.play(move)
    return match


def judged(match: Match, **more: Any) -> Review:
    return review(match, 0, **{"iterations": 60, "worlds": 200, "compiled": False, **more})


@pytest.fixture(scope="module")
def found() -> Review:
    return judged(blunder())


# ---- what is found --------------------------------------------------------------------------------------------------
def test_a_blunder_costs_and_the_better_move_is_named(found: Review) -> None:
    first = found.decisions[0]
    assert found.match.notation(first.played[0]) == "take"
    assert first.best_notation == "g1.0"
    assert first.verdict == "worse"
    assert TRIFLE < first.cost.low < first.cost.value < first.cost.high < 0.5
    assert found.worst()[0] is first
    assert first.played_words == "Take the herd"
    assert "the 1 with no flies" in first.best_words


def test_the_good_move_there_costs_nothing() -> None:
    good = judged(blunder(moves=("g1.0",))).decisions[0]
    assert good.is_best
    assert good.verdict == "best"
    assert (good.cost.low, good.cost.value, good.cost.high) == (0, 0, 0)
    assert good.cost.n == 200


def test_only_what_the_seat_knew_counts(found: Review) -> None:
    """The rivals hold other cards, and the review of the first decision is the same to the last digit."""
    other = [HANDS[0], ["g12.2", "g13.0"], ["g8.0", "g14.1"], ["g6.0", "g2.1"]]
    assert judged(blunder(other)).decisions[0].row() == found.decisions[0].row()


def test_it_is_measured_in_worlds_that_the_search_has_not_met(found: Review) -> None:
    root = seed_of(found.match.view_before(0), found.seed)
    searched = {tuple(row) for chunk in range(2) for row in seed_words(root, WORDS_AT_ONCE, chunk).tolist()}
    measured = {tuple(row) for chunk in range(5) for row in seed_words(root, CHUNK, FRESH, chunk).tolist()}
    assert len(measured) == 5 * CHUNK
    assert not searched & measured


def test_the_loop_is_compiled_for_one_kind_of_array_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a larger array are another kind where there are two choices, and not where there is one."""
    contiguous: list[tuple[int, bool]] = []

    def weigh(*given: Any) -> int:
        words, shares = given[3], given[6]
        contiguous.append((len(shares), shares.flags.c_contiguous))
        shares[:] = 0.25
        return len(words)

    monkeypatch.setattr(_Asked, "_loop", lambda *_: (weigh, None, None))
    found = judged(blunder(), iterations=2, worlds=2 * CHUNK + 1)
    judged(blunder(moves=("g1.0",)), worlds=2 * CHUNK + 1)
    assert {n for n, _ in contiguous} == {1, 2}
    assert all(one for _, one in contiguous)
    assert [(d.value.value, d.value.n) for d in found.decisions] == [(0.25, 2 * CHUNK + 1)] * 2


def test_more_worlds_narrow_the_interval_around_the_same_cost(found: Review) -> None:
    more = judged(blunder(), worlds=800).decisions[0].cost
    assert more.half < 0.75 * found.decisions[0].cost.half
    assert abs(more.value - found.decisions[0].cost.value) < found.decisions[0].cost.half + more.half


def test_the_same_seed_gives_the_same_review_on_any_number_of_threads(found: Review) -> None:
    assert judged(blunder(), threads=2).rows() == found.rows()
    assert judged(blunder(), seed=2).rows() != found.rows()


def test_a_record_does_as_well_as_its_match(found: Review) -> None:
    assert judged(blunder().record()).rows() == found.rows()


# ---- figures --------------------------------------------------------------------------------------------------------
def test_accuracy_and_loss_are_those_of_the_decisions(found: Review) -> None:
    costs = [d.cost for d in found.decisions]
    assert len(costs) == 2
    assert found.accuracy.value == sum(c.low <= TRIFLE for c in costs) / 2
    assert 0 <= found.accuracy.low < found.accuracy.value < found.accuracy.high <= 1
    assert found.lost.value == pytest.approx(np.mean([c.value for c in costs]))
    halves = np.array([c.half for c in costs])
    assert found.lost.half == pytest.approx(np.sqrt((halves**2).sum()) / 2, rel=1e-6)


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.1, 0.3, "worse"), (0.004, 0.2, "as good"), (-0.3, -0.1, "better")]
)
def test_verdicts(found: Review, low: float, high: float, verdict: str) -> None:

    cost = dataclasses.replace(found.decisions[0].cost, value=(low + high) / 2, low=low, high=high)
    assert dataclasses.replace(found.decisions[0], cost=cost).verdict == verdict


# ---- out of it ------------------------------------------------------------------------------------------------------
def test_the_position_of_a_decision_can_be_played_on_in_another_way(found: Review) -> None:
    second = found.decisions[1]
    match = found.position(second)
    assert len(match.turns) == second.turn
    assert not match.why_not(second.best[0])
    match.play(second.best[0])
    assert len(found.match.turns) == len(blunder().turns)


def test_tables_go_out_as_csv_json_and_frame(found: Review) -> None:
    text = io.StringIO()
    found.to_csv(text)
    rows = list(csv.DictReader(io.StringIO(text.getvalue())))
    assert [row["move"] for row in rows] == ["take", "g1.0"]
    assert float(rows[0]["cost"]) == found.decisions[0].cost.value
    text = io.StringIO()
    found.to_json(text)
    data = json.loads(text.getvalue())
    assert data["decisions"][0]["best"] == "g1.0"
    assert data["accuracy"][0] == found.accuracy.value
    assert list(found.frame()["turn"]) == [1, 2]
    assert "cost, % of the victory" in str(found)
    assert "<table>" in found._repr_html_()


def test_a_review_without_decisions_says_so() -> None:
    nothing = judged(blunder(moves=()))
    assert nothing.rows() == []
    assert "no decision" in str(nothing)
    text = io.StringIO()
    nothing.to_csv(text)
    assert text.getvalue().startswith("turn,stage,")
    json.dumps(nothing.data(), allow_nan=False)


# ---- stopped, and asked wrongly -------------------------------------------------------------------------------------
def test_cancel_leaves_what_was_reviewed_so_far() -> None:
    match, stop = walk(Setting("mow", (("players", 4),))), threading.Event()

    def progress(done: int, total: int) -> None:
        if done >= 3:
            stop.set()

    part = judged(match, iterations=4, worlds=4, progress=progress, cancel=stop)
    assert part.partial
    assert 3 <= len(part.decisions) < part.wanted
    whole = judged(match, iterations=4, worlds=4)
    assert not whole.partial
    assert part.rows() == whole.rows()[: len(part.rows())]
    assert "Cancelled" in str(part)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seat": 4}, "seat = 4: it must be a whole number from 0 to 3"),
        ({"worlds": 1}, "worlds = 1: it must be a whole number from 2"),
        ({"iterations": 0}, "iterations = 0: it must be"),
        ({"seed": -1}, "seed = -1: it must be"),
    ],
)
def test_wrong_questions_get_a_sentence(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        review(blunder(), **more)


# ---- all games ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", GAMES)
def test_every_open_turn_belongs_to_one_decision_and_whole_bids_are_one(key: str) -> None:
    whole = walk(Setting(key, (("players", 3),)))
    match = mowlab.replay(whole.record())
    while len(match.turns) > 120:
        match.undo()
    found = judged(match, iterations=2, worlds=2)
    game = match.game
    covered = [i for d in found.decisions for i in range(d.turn, d.last + 1)]
    assert len(covered) == len(set(covered))
    for i, turn in enumerate(match.turns):
        if turn.seat == 0 and len(match.view_before(i).moves) > 1:
            assert i in covered
    for d in found.decisions:
        assert not game.half_done(match.turns[d.turn].before[0])
        assert all(game.half_done(match.turns[i].before[0]) for i in range(d.turn + 1, d.last + 1))
        assert d.played_words
        assert d.best_words
        assert found.position(d).view(0).allows(d.best[0])
    if key in ("mow-money", "mob-town"):
        assert max(len(d.played) for d in found.decisions) > 1


@pytest.mark.skipif(link.why_not_compiled() is not None, reason=str(link.why_not_compiled()))
@pytest.mark.parametrize("key", GAMES)
def test_compiled_and_plain_reviews_are_the_same(key: str) -> None:
    match = mowlab.replay(walk(Setting(key, (("players", 3),))).record())
    while len(match.turns) > 40:
        match.undo()
    plain = judged(match, iterations=6, worlds=8)
    assert plain.decisions
    assert judged(match, iterations=6, worlds=8, compiled=True).rows() == plain.rows()
