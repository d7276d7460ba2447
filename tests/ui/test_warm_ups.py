"""Warm-ups without a browser: nothing is revealed too early, answers are those of other methods, nothing is lost."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from mowlab.theory import zero_sum
from mowlab.theory.stages.classics import BIASED_RPS, blotto, urns
from mowlab.theory.stages.escalation import DollarAuction, outlasting, war_of_attrition
from mowlab.ui.lesson_page import is_right, number
from mowlab.ui.lessons.warm_ups import BLOTTO, BY_KEY, LUPI, WARM_UPS, WarmUp, WarmUps, lowest, signs, spread

from .test_play import ids, press, said

each = pytest.mark.parametrize("warm_up", WARM_UPS, ids=lambda warm_up: warm_up.key)
NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "lessons" / "00-warm-ups.ipynb"


def words(page: WarmUps, warm_up: WarmUp) -> str:
    return said(page.panels[warm_up.key].blocks)


def done(warm_up: WarmUp, seed: int, page: WarmUps | None = None) -> WarmUps:
    """A page on which this one was tried to the end, with other choices at every seed."""
    page = page or WarmUps(seed)
    press(page.panels[warm_up.key], f"keep-{warm_up.key}", **{warm_up.key: "1"})
    for i in range(len(warm_up.tasks)):
        press(page.panels[warm_up.key], f"try-{warm_up.key}-{(seed + i) % len(warm_up.choices)}")
    return page


@each
def test_predict_then_try_then_the_answer(warm_up: WarmUp) -> None:
    page = WarmUps(1)
    panel = page.panels[warm_up.key]
    assert ids(panel.blocks) == {warm_up.key, f"keep-{warm_up.key}"}
    press(panel, f"try-{warm_up.key}-0")
    press(panel, f"keep-{warm_up.key}", **{warm_up.key: "1"})
    buttons = {f"try-{warm_up.key}-{i}" for i in range(len(warm_up.choices))}
    for i, task in enumerate(warm_up.tasks):
        assert ids(panel.blocks) == buttons
        assert task in words(page, warm_up)
        assert warm_up.answer not in words(page, warm_up)
        press(panel, f"try-{warm_up.key}-{i % len(warm_up.choices)}")
    assert warm_up.answer in words(page, warm_up)
    assert not buttons & ids(panel.blocks)
    assert "1 of 7 tried" in said(page.top.blocks)


@each
@pytest.mark.parametrize("seed", range(8))
def test_what_was_done_is_whole_after_a_reload(warm_up: WarmUp, seed: int) -> None:
    page = done(warm_up, seed)
    again = WarmUps()
    again.restore(page.kept.text())
    assert again.kept == page.kept
    assert words(again, warm_up) == words(page, warm_up)


@each
def test_what_cannot_have_been_done_is_left_alone(warm_up: WarmUp) -> None:
    text = done(warm_up, 0).kept.text()
    row = json.loads(text)["play"][0]
    for odd in (
        [],
        ["x", 0],
        row[:-1],
        [*row, 0],
        [row[0], len(warm_up.choices), *row[2:]],
        [*row[:-1], 101],
        5,
        [[], 0],
    ):
        page = WarmUps()
        page.restore(json.dumps({**json.loads(text), "play": [odd]}))
        assert page.kept.play == []
    page.restore(json.dumps({**json.loads(text), "play": [row] * (len(warm_up.tasks) + 1)}))
    assert page.kept.play == []


@each
def test_exercises_know_right_and_wrong(warm_up: WarmUp) -> None:
    page = WarmUps(1)
    press(page.end, "open")
    exercise, panel = warm_up.exercise, page.panels[warm_up.key]
    for answer, reply in (
        ("", "An empty field is not a number"),
        (f"{exercise.answer():.5f}", f"Right. {exercise.why}"),
        (f"{exercise.answer() + 2.5 * exercise.within:.5f}", "Not yet."),
        ("a lot", "is not a number"),
    ):
        press(panel, f"check-{exercise.id}", **{exercise.id: answer})
        assert reply in words(page, warm_up)
    press(page.end, "open")
    assert warm_up.answer not in words(page, warm_up)


@each
def test_a_prediction_out_of_range_is_refused_and_the_truth_is_in_range(warm_up: WarmUp) -> None:
    page = WarmUps(1)
    press(page.panels[warm_up.key], f"keep-{warm_up.key}", **{warm_up.key: "1000"})
    assert "is not possible here" in words(page, warm_up)
    assert page.kept.predictions == {}
    assert warm_up.ask.low <= warm_up.truth() <= warm_up.ask.high


def test_everything_can_be_forgotten() -> None:
    page = done(WARM_UPS[0], 1)
    press(page.end, "again")
    assert (page.kept.play, page.kept.predictions) == ([], {})
    assert page.memory.to_store == page.kept.text()


def test_the_notebook_shows_each_once() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    assert code[1:-1] == [f'warm_ups.show("{warm_up.key}")' for warm_up in WARM_UPS]
    assert code[0].endswith("warm_ups.begin()")


# ---- answers by other ways ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("found", [lowest(), spread(), signs()])
def test_mixes_are_equilibria(found: object) -> None:
    assert getattr(found, "regret") < 1e-12  # noqa: B009


def test_mixes_are_those_of_the_solvers() -> None:
    assert lowest().mix == pytest.approx(LUPI.equilibrium().mix, abs=1e-6)
    assert signs().mix == pytest.approx(zero_sum.solve(BIASED_RPS.table).mixes[0], abs=1e-6)
    plans, _, table = blotto(5, 5, 3)
    kinds = [tuple(sorted(plan, reverse=True)) for plan in plans]
    weights = [spread().mix[BLOTTO.actions.index(kind)] / kinds.count(kind) for kind in kinds]
    assert float((table @ np.array(weights)).max()) <= 1e-12, "in the game of all 21 plans, too"


def test_the_dollar_auction_by_trying_all_openings() -> None:
    for stake, budget in ((10, 20), (10, 14), (10, 25), (20, 30)):
        game = DollarAuction(stake, budget)
        assert game.first_bid() == next(b for b in range(1, budget + 1) if game.next_bid(0, b) == 0)
    assert all(DollarAuction(10, 20).next_bid(0, bid) == 0 for bid in range(11, 21))


def test_staying_by_adding_up_all_ends() -> None:
    prize, cost, rounds, quits = 5.0, 0.75, 4, 0.3
    ends = [(quits * (1 - quits) ** n) * (prize * (rounds > n) - cost * min(n, rounds)) for n in range(200)]
    assert outlasting(prize, cost, rounds, quits) == pytest.approx(sum(ends))
    q = war_of_attrition(prize, cost)
    assert all(outlasting(prize, cost, n, q) == pytest.approx(0) for n in range(9))


def test_urns_by_counting_balls() -> None:
    for drawn in itertools.product("rb", repeat=3):
        ways = {urn: np.prod([balls.count(ball) for ball in drawn]) for urn, balls in (("A", "rrb"), ("B", "rbb"))}
        found = urns(drawn.count("r"), drawn.count("b"))
        assert found["A"] == Fraction(int(ways["A"]), int(ways["A"] + ways["B"]))


def test_known_answers() -> None:
    known = {"guess": 0, "lowest": 46.41, "dollar": 2, "stay": 13.04, "spread": 0, "signs": 62.5, "urns": 66.67}
    assert {key: w.truth() for key, w in BY_KEY.items()} == pytest.approx(known, abs=0.01)
    solved = {"guess": "14.8", "lowest": "2/9", "dollar": "11", "stay": "20", "spread": "-1", "signs": "1/16"}
    assert all(is_right(BY_KEY[key].exercise, text) for key, text in solved.items())
    assert number("8/9") == pytest.approx(BY_KEY["urns"].exercise.answer())


def test_the_page_starts_without_scipy() -> None:
    code = "import sys, mowlab.ui.lessons.warm_ups as w; w.WarmUps(); assert 'scipy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
