"""Lessons without a browser: nothing is revealed too early, what is said is true, nothing is lost on a reload."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from mowlab.charts import lessons as charts
from mowlab.charts import text_of
from mowlab.theory.stages.escalation import DollarAuction
from mowlab.theory.stages.one_herd import SMALL
from mowlab.ui import panel as p
from mowlab.ui.lesson_page import (
    Ask,
    BadNumber,
    Exercise,
    Kept,
    LessonPage,
    is_right,
    number,
    shown,
    tiny,
    what_is_wrong,
)
from mowlab.ui.lessons import everyone_pays, hidden_hands, one_more_token, reading_the_boss, take_or_add, tournament
from mowlab.ui.lessons.everyone_pays import EveryonePays, Round
from mowlab.ui.lessons.greediest_wizard import GreediestWizard
from mowlab.ui.lessons.hand_is_price import FACES, HandIsPrice
from mowlab.ui.lessons.hidden_hands import HANDS, HiddenHands
from mowlab.ui.lessons.lowest_bid import LowestBid, earns, theory_bid, theory_cost
from mowlab.ui.lessons.one_more_token import AUCTIONS, STAKE, OneMoreToken, race
from mowlab.ui.lessons.reading_the_boss import AGENDAS, ReadingTheBoss, beliefs
from mowlab.ui.lessons.stakes_and_crowds import JOB, SITES, VALUE, StakesAndCrowds, crowd, duels
from mowlab.ui.lessons.take_or_add import PUZZLES, TakeOrAdd, values
from mowlab.ui.lessons.tournament import GAMES, HABITS, Tournament, alone, pair, table

from .test_play import ids, press, said

LESSONS: list[type[LessonPage]] = [
    EveryonePays,
    GreediestWizard,
    LowestBid,
    HandIsPrice,
    StakesAndCrowds,
    TakeOrAdd,
    HiddenHands,
    OneMoreToken,
    ReadingTheBoss,
    Tournament,
]
PREDICTED = {"bid": "5", "spent": "12", "gain": "-1,5"}


@pytest.fixture
def lesson() -> EveryonePays:
    return EveryonePays(seed=3)


def words(lesson: LessonPage, section: str) -> str:
    return said(lesson.panels[section].blocks)


def play(lesson: EveryonePays, rounds: int) -> None:
    for i in range(rounds):
        press(lesson.panels["play"], f"bid-{i % 7}")


# ---- numbers that people type ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "value"), [("4", 4), (" 4,5 ", 4.5), ("9/2", 4.5), ("45 %", 0.45), ("\u22122", -2), ("-5/3", -5 / 3)]
)
def test_numbers_are_read_as_people_write_them(text: str, value: float) -> None:
    assert number(text) == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "x", "1/0", "4 5x", "1e999", "nan"])
def test_what_is_no_number_is_said(text: str) -> None:
    with pytest.raises(BadNumber, match="is not a number; write it like"):
        number(text)


def test_a_number_out_of_range_says_the_range() -> None:
    with pytest.raises(BadNumber, match="from \u221210 to 10"):
        number("11", -10, 10)
    assert [shown(v) for v in (2.0, -1.6667, 0.2139)] == ["2", "\u22121.667", "0.214"]


def test_what_cannot_be_chosen_is_said() -> None:
    one_of, whole = Ask("a", "", 0, 7, only=(0, 2, 6, 7)), Ask("b", "", 0, 10, only=range(11))
    with pytest.raises(BadNumber, match="5 cannot be chosen here; write 0, 2, 6 or 7"):
        one_of.read("5")
    with pytest.raises(BadNumber, match=r"4\.5 cannot be chosen here; write a whole number from 0 to 10"):
        whole.read("4,5")
    assert (one_of.read("6"), whole.read("10")) == (6, 10)


def test_a_prediction_may_have_a_name() -> None:
    ask = Ask("a", "", 1, 3, names=("A", "B", "C"))
    assert [ask.read(text) for text in ("b", " C ", "A")] == [2, 3, 1]
    assert ask.told(2) == "B"
    sentences = {"d": "«d» is none of them", "3": "«3» is none of them", " ": "An empty field is no answer"}
    for wrong, sentence in sentences.items():
        with pytest.raises(BadNumber, match=f"{sentence}; write a letter from A to C"):
            ask.read(wrong)


def test_what_is_wrong_with_an_answer_is_said() -> None:
    share = Exercise("a", "", lambda: 0.476, 0.005, "", "", percent=True)
    loss = Exercise("b", "", lambda: -5 / 3, 0.02, "", "")
    assert [what_is_wrong(share, text) for text in ("60", "0.3", "30 %")] == [
        "That is too much.",
        "That is too little.",
        "That is too little.",
    ]
    assert what_is_wrong(loss, "5/3") == "The size is right, the sign is not."


def test_what_rounding_leaves_is_written_for_people() -> None:
    assert [tiny(value) for value in (0.0, 4.2e-14, 1e-9)] == ["0", "4 · 10⁻¹⁴", "1 · 10⁻⁹"]


# ---- every lesson ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", LESSONS)
def test_nothing_is_revealed_before_a_prediction(kind: type[LessonPage]) -> None:
    lesson = kind()
    assert ids(lesson.panels["predict"].blocks) == {*(ask.id for ask in lesson.ASKS), "keep"}
    for section in ("play", "chart", "theory", "reflect", "exercises"):
        assert not ids(lesson.panels[section].blocks)
    assert lesson.charts == {}
    assert not any(step.text in words(lesson, "theory") for step in lesson.STEPS)


@pytest.mark.parametrize("kind", LESSONS)
def test_a_teacher_can_open_and_close_everything(kind: type[LessonPage]) -> None:
    lesson = kind()
    press(lesson.panels["guide"], "open")
    assert all(step.title in words(lesson, "theory") for step in lesson.STEPS)
    assert lesson.charts
    assert {e.id for e in lesson.EXERCISES} <= ids(lesson.panels["exercises"].blocks)
    press(lesson.panels["guide"], "open")
    assert not ids(lesson.panels["theory"].blocks)


@pytest.mark.parametrize("kind", LESSONS)
def test_exercises_know_right_and_wrong(kind: type[LessonPage]) -> None:
    lesson = kind()
    press(lesson.panels["guide"], "open")
    for exercise in lesson.EXERCISES:
        right = f"{exercise.answer():.5f}"
        press(lesson.panels["exercises"], f"check-{exercise.id}", **{exercise.id: ""})
        assert "An empty field is not a number" in words(lesson, "exercises")
        assert f". {exercise.why}" not in words(lesson, "exercises"), "nothing was tried yet"
        assert is_right(exercise, right)
        assert not is_right(exercise, f"{exercise.answer() + 2.5 * exercise.within + 1e-9:.5f}")
        press(lesson.panels["exercises"], f"check-{exercise.id}", **{exercise.id: right})
        assert f"Right. {exercise.why}" in words(lesson, "exercises")
        press(lesson.panels["exercises"], f"check-{exercise.id}", **{exercise.id: "977"})
        assert "Not yet. That is too much." in words(lesson, "exercises")
        assert f". {exercise.why}" in words(lesson, "exercises"), "the answer, for those who have tried"
        press(lesson.panels["exercises"], f"check-{exercise.id}", **{exercise.id: "a lot"})
        assert "is not a number" in words(lesson, "exercises")
        press(lesson.panels["exercises"], f"check-{exercise.id}", **{exercise.id: right})
    assert f"{len(lesson.EXERCISES)} of {len(lesson.EXERCISES)} solved." in words(lesson, "exercises")


@pytest.mark.parametrize("kind", LESSONS)
def test_the_guide_is_for_forty_five_minutes(kind: type[LessonPage]) -> None:
    ends = [minutes.split("–") for minutes, _ in kind.GUIDE.timings]
    assert [ends[0][0], ends[-1][1]] == ["0", "45"]
    assert all(a[1] == b[0] for a, b in itertools.pairwise(ends)), "no minute is left out"


@pytest.mark.parametrize("kind", LESSONS)
def test_steps_show_the_code_that_runs(kind: type[LessonPage]) -> None:
    lesson = kind()
    press(lesson.panels["guide"], "open")
    sources = [b["value"] for b in blocks(lesson.panels["theory"].blocks) if b["kind"] == "area"]
    assert len(sources) == sum(bool(step.code) for step in lesson.STEPS) > 0
    for source in sources:
        compile(source, "shown", "exec")


def blocks(found: list[p.Block]) -> Iterator[p.Block]:
    for block in found:
        yield block
        yield from blocks(block.get("blocks", []))


def drawn(spec: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """The chart as SVG, by the converter that knows no browser."""
    converter = pytest.importorskip("vl_convert")
    svg: str = converter.vegalite_to_svg(json.dumps({**spec, "width": 300, "datasets": {"rows": rows}}))
    return svg


@pytest.mark.parametrize("kind", LESSONS)
def test_charts_can_be_drawn_before_anything_was_played(kind: type[LessonPage]) -> None:
    lesson = kind()
    press(lesson.panels["guide"], "open")
    assert lesson.charts
    for _, chart in lesson.charts.values():
        assert chart.rows
        assert chart.summary.endswith((".", "?"))
        svg = drawn(chart.spec, chart.rows)
        assert "NaN" not in svg
        assert "1.797" not in svg, "a measure without an end"


# ---- predicting -----------------------------------------------------------------------------------------------------
def test_a_prediction_is_kept_and_cannot_be_changed(lesson: EveryonePays) -> None:
    press(lesson.panels["predict"], "keep", bid="5", spent="many", gain="0")
    assert "Question 2: «many» is not a number" in words(lesson, "predict")
    assert lesson.kept.predictions == {}
    press(lesson.panels["predict"], "keep", **PREDICTED)
    assert lesson.kept.predictions == {"bid": 5, "spent": 12, "gain": -1.5}
    assert "is not a number" not in words(lesson, "predict")
    press(lesson.panels["predict"], "keep", bid="1", spent="1", gain="1")
    assert lesson.kept.predictions["bid"] == 5
    press(lesson.panels["guide"], "again")
    assert lesson.kept == Kept()


# ---- everyone pays --------------------------------------------------------------------------------------------------
def test_rounds_are_played_and_told(lesson: EveryonePays) -> None:
    press(lesson.panels["predict"], "keep", **PREDICTED)
    press(lesson.panels["play"], "bid-10")
    (round_,) = lesson.rounds()
    assert round_.bids[0] == 10
    assert round_.gain == (0 if round_.winner == 0 else -10)
    assert ("win the prize" in words(lesson, "play")) == (round_.winner == 0)
    play(lesson, 6)
    assert not lesson.revealed
    play(lesson, 1)
    assert lesson.revealed
    assert "First eight rounds: you won" in words(lesson, "play")
    play(lesson, 20)
    assert len(lesson.kept.play) == 2 * everyone_pays.ROUNDS
    gains = [r.gain for r in lesson.rounds("crowd")]
    assert f"and have {everyone_pays.signed(sum(gains))} coins." in words(lesson, "play")


def test_only_the_winning_bid_is_told() -> None:
    assert everyone_pays.told(Round((4, 2, 7), 2)) == (
        "You bid 4 and lose it; the winner had bid 7. That makes \u22124 coins."
    )
    assert "Equal bids drew lots" in everyone_pays.told(Round((7, 2, 7), 2))
    assert everyone_pays.told(Round((8, 2, 7), 0)) == "You bid 8 and win the prize: +2 coins."


def test_rivals_bid_by_the_theory_and_then_like_a_crowd() -> None:
    rng = np.random.default_rng(5)
    for block, mix in zip(everyone_pays.BLOCKS, (everyone_pays.equilibrium().mix, everyone_pays.CROWD), strict=True):
        bids = [b for _ in range(1500) for b in everyone_pays.draw_round(5, block, rng).bids[1:]]
        assert everyone_pays.shares(bids) == pytest.approx(mix, abs=4 * 0.5 / np.sqrt(3000))
    assert everyone_pays.CROWD.sum() == pytest.approx(1)


def test_ties_are_drawn_by_lot() -> None:
    rng = np.random.default_rng(6)
    rounds = [everyone_pays.draw_round(8, everyone_pays.BLOCKS[1], rng) for _ in range(3000)]
    tied = [r.winner for r in rounds if r.bids.count(8) == 2 and r.price == 8]
    assert len(tied) > 100
    assert np.mean([w == 0 for w in tied]) == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(len(tied)))


def test_charts_show_prediction_play_and_theory(lesson: EveryonePays) -> None:
    press(lesson.panels["predict"], "keep", **PREDICTED)
    play(lesson, 16)
    drawn = {name: chart for name, (_, chart) in lesson.charts.items()}
    assert list(drawn) == ["bids", "spent", "earns"]
    series = {row["series"] for row in drawn["bids"].rows}
    assert series == {"the theory", "you", "your first rivals", "the other two", "you predicted"}
    own = [row["value"] for row in drawn["bids"].rows if row["series"] == "you"]
    bids = lesson.own()
    assert own == pytest.approx([np.mean([b <= x for b in bids]) for x in range(11)])
    spent = [row["value"] for row in drawn["spent"].rows if row["part"] == "bar"]
    assert spent == [sum(r.bids) for r in lesson.rounds()]
    assert f"All three paid {shown(float(np.mean(spent)))} coins a round" in drawn["spent"].summary
    earns = [row["value"] for row in drawn["earns"].rows if row["part"] == "bar"]
    assert f"the bid {int(np.argmax(earns))} would earn most" in drawn["earns"].summary


def test_a_class_puts_its_bids_together(lesson: EveryonePays) -> None:
    press(lesson.panels["guide"], "open")
    press(lesson.panels["chart"], "draw", **{"class": "3 0 7, 10 11 x -1 5"})
    assert lesson.class_bids(0, 10) == [3, 0, 7, 10, 5]
    assert "your class" in {row["series"] for row in lesson.charts["bids"][1].rows}
    assert "bid like your class" in lesson.charts["earns"][1].summary


def test_a_reload_loses_nothing(lesson: EveryonePays) -> None:
    press(lesson.panels["predict"], "keep", **PREDICTED)
    play(lesson, 9)
    text = lesson.memory.to_store
    assert text
    again = EveryonePays()
    again.memory.stored = text
    assert again.kept == lesson.kept
    assert words(again, "play") == words(lesson, "play")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps({"format": 2}),
        json.dumps({"format": 1, "play": [["theory", 1, 2, 3, 0]]}),  # the winner bid less than another
        json.dumps({"format": 1, "play": [["theory", 1, 2, 3, 2]] * 9}),
        json.dumps({"format": 1, "play": [["else", 1, 2, 3, 2]]}),
        json.dumps({"format": 1, "predictions": {"bid": "x"}}),
    ],
)
def test_what_is_no_record_of_this_lesson_is_left_alone(text: str) -> None:
    lesson = EveryonePays()
    lesson.memory.stored = text
    assert lesson.kept == Kept()


# ---- the greediest wizard -------------------------------------------------------------------------------------------
def test_the_middle_bid_wins_and_the_highest_is_out() -> None:
    lesson = GreediestWizard(seed=4)
    press(lesson.panels["predict"], "keep", bid="5", rank="2", caught="50 %")
    assert lesson.kept.predictions["caught"] == 50
    press(lesson.panels["play"], "bid-0")
    assert lesson.kept.play == [], "bids begin at 1"
    for i in range(15):
        press(lesson.panels["play"], f"bid-{1 + i % 9}")
    assert len(lesson.kept.play) == 12
    for row in lesson.kept.play:
        bids, winner = row[1:-1], row[-1]
        if len(set(bids)) == 3:
            assert sorted(bids)[1] == bids[winner]
            words, good = lesson.tell(row)
            assert good == (winner == 0)
            assert ("you are out" in words) == (bids[0] == max(bids))
    assert lesson.tell(["new", 4, 4, 4, 1]) == ("You bid 4, the others 4 and 4. The wizard with 4 wins.", False)
    clear = [row for row in lesson.kept.play if len(set(row[1:-1])) == 3]
    middle = next(r["value"] for r in lesson.charts["ranks"][1].rows if r["label"] == "the middle one")
    assert middle == len(clear)
    counted = [r["value"] for r in lesson.charts["bids"][1].rows if r["series"] == "you"]
    assert counted == [lesson.own().count(bid) for bid in range(1, 10)]


def test_watchers_bid_what_won() -> None:
    lesson = GreediestWizard(seed=5)
    press(lesson.panels["predict"], "keep", bid="5", rank="2", caught="50")
    for _ in range(12):
        press(lesson.panels["play"], "bid-4")
    rows = lesson.rows()
    for before, row in itertools.pairwise(rows):
        if row[0] == "watching":
            assert all(abs(bid - before[1 + before[-1]]) <= 1 for bid in row[2:-1])


# ---- prediction, play, bots and theory in one picture ----------------------------------------------------------------
Choice = Callable[[Any, np.random.Generator], tuple[str, dict[str, str]]]  # what is pressed next, and what is typed


def any_of(prefix: str) -> Choice:
    def choose(lesson: LessonPage, rng: np.random.Generator) -> tuple[str, dict[str, str]]:
        return str(rng.choice(sorted(i for i in ids(lesson.panels["play"].blocks) if i.startswith(prefix)))), {}

    return choose


def add_some(lesson: LowestBid, rng: np.random.Generator) -> tuple[str, dict[str, str]]:
    return "place", {lesson.field: str(min(100, lesson.cost + int(rng.integers(5, 25))))}


def outbid(lesson: OneMoreToken, rng: np.random.Generator) -> tuple[str, dict[str, str]]:
    row = lesson.current()
    assert row is not None
    other = lesson.bids(row)[1]
    return ("give-up", {}) if other > 12 else ("bid", {lesson.field: str(other + 3)})


def run(lesson: Tournament, rng: np.random.Generator) -> tuple[str, dict[str, str]]:
    return "run", {f"seat{i}": str(rng.choice(HABITS)) for i in range(3)}


STUDENTS: dict[type[LessonPage], tuple[dict[str, str], Choice, str]] = {
    # what is predicted, how one plays, and how the first picture calls the bots
    EveryonePays: ({"bid": "5", "spent": "12", "gain": "-1"}, any_of("bid-"), "your first rivals"),
    GreediestWizard: ({"bid": "4", "rank": "2", "caught": "50"}, any_of("bid-"), "strangers"),
    LowestBid: ({"bid": "55", "price": "50", "markup": "2"}, add_some, "your rival"),
    HandIsPrice: ({"dear": "3", "free": "1", "ones": "50"}, any_of("bid-"), "your rival"),
    StakesAndCrowds: ({"stake": "3", "marker": "1", "crowd": "50"}, any_of("bid-"), "your rival"),
    TakeOrAdd: ({"last": "2", "stuck": "20"}, any_of("bid-"), take_or_add.BOT),
    HiddenHands: ({"open": "1", "hidden": "0", "best": "2"}, any_of("move-"), hidden_hands.BOT),
    OneMoreToken: ({"first": "5", "law": "20"}, outbid, one_more_token.OTHER),
    ReadingTheBoss: ({"agenda": "B", "sure": "80", "block": "60"}, any_of("bid-"), reading_the_boss.READER),
    Tournament: ({"best": "3", "cells": "35", "miser": "10"}, run, "all line-ups"),
}


def student(kind: type[LessonPage], seed: int = 18) -> LessonPage:
    """A lesson as a student has it who has predicted and played until the charts came."""
    lesson, rng = kind(seed=seed), np.random.default_rng(seed)  # type: ignore[call-arg]
    predicted, choose, _ = STUDENTS[kind]
    press(lesson.panels["predict"], "keep", **predicted)
    for _ in range(100):
        if lesson.revealed:
            return lesson
        id, typed = choose(lesson, rng)
        press(lesson.panels["play"], id, **typed)
    raise AssertionError("the charts do not come")


@pytest.mark.parametrize("kind", LESSONS)
def test_the_first_picture_has_prediction_play_bots_and_theory(kind: type[LessonPage]) -> None:
    lesson = student(kind)
    picture = next(iter(lesson.pictures()))
    own = "your games" if kind is Tournament else charts.YOU
    theory = tournament.LONG_RUN if kind is Tournament else charts.THEORY
    four = {charts.PREDICTED, own, theory, STUDENTS[kind][-1]}
    assert four <= {row["series"] for row in picture.rows}
    assert lesson.place.children[1] is lesson.charts[picture.name][1], "it stands above the others"
    svg = drawn(picture.spec, picture.rows)
    assert all(f">{name}<" in svg for name in four), "each has a name in it"
    assert "redicted" in picture.summary


@pytest.mark.parametrize("kind", LESSONS)
def test_solutions_come_with_what_a_change_would_gain(kind: type[LessonPage]) -> None:
    told = words(student(kind), "theory")
    assert re.search(r"gains? (more than|anything)|gain of who changes|gains by changing|a perfect opponent wins", told)


def test_pictures_stand_in_their_order_and_go_when_all_is_forgotten() -> None:
    lesson = LowestBid(seed=19)
    press(lesson.panels["predict"], "keep", bid="55", price="50", markup="2")
    for _ in range(7):
        press(lesson.panels["play"], "cost")
    names = [picture.name for picture in lesson.pictures()]
    assert names[:2] == ["bids-one", "bids-three"]
    assert list(lesson.place.children[1::2]) == [lesson.charts[name][1] for name in names]
    press(lesson.panels["guide"], "again")
    press(lesson.panels["guide"], "open")
    assert lesson.charts["bids-three"][1] not in lesson.place.children


# ---- the lowest bid wins --------------------------------------------------------------------------------------------
def test_contracts_go_to_the_lowest_bid_and_pay_it() -> None:
    lesson = LowestBid(seed=6)
    press(lesson.panels["predict"], "keep", bid="55", price="50", markup="2")
    press(lesson.panels["play"], "place", bid1="much")
    assert "«much» is not a number" in words(lesson, "play")
    press(lesson.panels["play"], "place", bid1="4.5")
    assert "whole number of dollars" in words(lesson, "play")
    cost = lesson.cost
    press(lesson.panels["play"], "place", bid1="0")
    (row,) = lesson.kept.play
    assert row[:3] == ["one", 0, cost]
    assert (f"earn {shown(-cost)}" in words(lesson, "play")) == (row[-1] == 0)
    press(lesson.panels["play"], "cost")
    assert lesson.kept.play[1][1] == lesson.kept.play[1][2], "the button bids the cost"
    for i in range(12):
        press(lesson.panels["play"], "place", **{f"bid{i + 3}": str(round(theory_bid(3, lesson.cost)))})
    assert lesson.block is None
    for row in lesson.kept.play:
        bids = [row[1], *row[3:-1]]
        assert bids[row[-1]] == min(bids)
    for key in ("one", "three"):
        rows = lesson.charts[f"bids-{key}"][1].rows
        own = [(r["x"], r["value"]) for r in rows if r["series"] == "you"]
        assert own == [(row[2], row[1]) for row in lesson.rows(key)]
        bots = [r["value"] for r in rows if r["series"].startswith("your rival")]
        assert bots == [bid for row in lesson.rows(key) for bid in row[3:-1]]
    assert "each adds less; you predicted: less." in lesson.charts["bids-three"][1].summary


def test_a_bid_tells_the_cost_of_who_follows_the_theory() -> None:
    for bidders, cost in ((2, 0), (2, 35), (4, 100)):
        assert theory_cost(bidders, theory_bid(bidders, cost)) == pytest.approx(cost)


def test_the_best_bid_of_the_profit_curve_is_the_theorys() -> None:
    bids = range(101)
    for bidders, cost in ((2, 20), (3, 40), (4, 75)):
        best = max(bids, key=lambda bid: earns(bidders, cost, bid))
        assert best == pytest.approx(theory_bid(bidders, cost), abs=1)


# ---- your hand is your price ----------------------------------------------------------------------------------------
def test_only_cards_in_hand_can_be_put_down() -> None:
    lesson = HandIsPrice(seed=7)
    press(lesson.panels["predict"], "keep", dear="3", free="1", ones="56 %")
    for _ in range(16):
        hand = lesson.hand
        other = next((n for n in FACES if n not in hand), 4)
        played = len(lesson.kept.play)
        press(lesson.panels["play"], f"bid-{other}")
        assert len(lesson.kept.play) == played
        press(lesson.panels["play"], f"bid-{hand[1]}")
        row = lesson.kept.play[-1]
        assert (row[1], tuple(row[2:4])) == (hand[1], hand)
        assert lesson.gain(row) == ((hand[1] - (row[0] == "dear")) if row[-1] == 0 else 0)
    for key in ("dear", "free"):
        rows = lesson.charts[f"cards-{key}"][1].rows
        assert [r["value"] for r in rows if r["series"] == "you"] == [lesson.own(key).count(s) / 8 for s in FACES]
        rival = [row[4] for row in lesson.rows(key)]
        assert [r["value"] for r in rows if r["series"] == "your rival"] == [rival.count(s) / 8 for s in FACES]
    assert not lesson.can_be(["dear", 1, 2, 3, 2, 0]), "a card that is not in the hand"


# ---- stakes and crowds ----------------------------------------------------------------------------------------------
def test_stakes_are_lost_and_crowds_draw_lots() -> None:
    assert duels().regret < 1e-9
    assert crowd().regret < 1e-9
    lesson = StakesAndCrowds(seed=8)
    press(lesson.panels["predict"], "keep", stake="3", marker="1", crowd="50")
    for i in range(18):
        press(lesson.panels["play"], f"bid-{i % 3}")
    for row in lesson.rows("first") + lesson.rows("second"):
        own, rival = row[1:]
        wins = own > rival or (own == rival and row[0] == "first")
        assert lesson.gain(row) == VALUE * wins - own
    for row in lesson.rows("crowd"):
        own, others = row[1], row[2:-1]
        if own == 2:
            assert lesson.gain(row) == JOB
        elif own not in others:
            assert lesson.gain(row) == SITES[own], "nobody else is there"
        else:
            assert lesson.gain(row) in (0, SITES[own])
    assert len(lesson.rows("crowd")) == 6


def test_lots_at_a_contract_are_even() -> None:
    lesson = StakesAndCrowds(seed=9)
    rows = [["crowd", 0, *lesson.meet(lesson.BLOCKS[2], 0)] for _ in range(3000)]
    three = [lesson.won(row) for row in rows if row[2:-1] == [0, 0]]
    assert np.mean(three) == pytest.approx(1 / 3, abs=4 * 0.5 / np.sqrt(len(three)))
    assert np.mean([lesson.gain(row) for row in rows]) == pytest.approx(crowd().value, abs=4 * 4 / np.sqrt(3000))


# ---- take or add ----------------------------------------------------------------------------------------------------
def test_choices_are_worth_what_the_theory_says() -> None:
    lesson = TakeOrAdd(seed=10)
    press(lesson.panels["predict"], "keep", last="2", stuck="20")
    for i in range(len(PUZZLES)):
        best = max(values(i), key=values(i).__getitem__)
        press(lesson.panels["play"], f"bid-{list(values(i)).index(best)}")
        assert "The best choice" in words(lesson, "play")
    assert lesson.revealed
    assert f"Six ends of a round: {len(PUZZLES)} of {len(PUZZLES)} choices were best; 0 flies given away." in words(
        lesson, "play"
    )
    for _ in range(6):
        herd, n, cow = lesson.drawn
        assert herd.fits(cow)
        assert n <= herd.high - herd.low + 1
        press(lesson.panels["play"], "bid-1")
        row = lesson.kept.play[-1]
        own, best = lesson.worths(row)
        assert own == pytest.approx(float(SMALL.add(herd, n, cow)))
        assert best == max(own, -herd.flies)
    assert lesson.block is None
    assert "worth \u22124; the best is worth \u22122" in lesson.charts["worth-open"][1].summary
    rows = lesson.charts["worth-open"][1].rows
    bots = [r["value"] for r in rows if r["series"] == take_or_add.BOT]
    assert bots == [lesson.bot_worth(row) for row in lesson.rows("open")]
    assert sum(bots) < sum(r["value"] for r in rows if r["series"] == "the theory"), "it gives flies away"
    predicted = [r for r in rows if r["series"] == "you predicted"]
    assert [(r["label"], r["value"]) for r in predicted] == [("6", -4.0)], "beside the choice that it was about"


# ---- what don't they hold? ------------------------------------------------------------------------------------------
def test_hands_are_played_against_plans_that_see_only_their_own() -> None:
    lesson = HiddenHands(seed=11)
    press(lesson.panels["predict"], "keep", open="1", hidden="0", best="2")
    presses = 0
    while lesson.block is not None:
        row = lesson.current()
        assert row is not None
        assert lesson.at(row).turn == row[2], "it is your turn"
        own = lesson.at(row).hands[row[2]]
        assert take_or_add.cows(own) in words(lesson, "play")
        press(lesson.panels["play"], "move-0")
        presses += 1
        assert presses < 100
    first, second = lesson.rows("learned"), lesson.rows("guessing")
    assert len(first) == len(second) == HANDS
    assert [row[1:3] for row in second] == [row[1:3] for row in reversed(first)], "the same deals and seats"
    assert "the other" not in lesson.tell(first[0]).split(":")[1]
    assert "the other" in lesson.tell(second[0])
    mean = sum(map(lesson.result, first)) / HANDS
    assert shown(abs(mean)) in words(lesson, "play")
    again = HiddenHands()
    again.memory.stored = lesson.memory.to_store
    assert again.kept == lesson.kept
    assert lesson.revealed


@pytest.mark.parametrize("row", [["learned", 90, 0], ["learned", 0, 2], ["learned", 0, 0, 9], ["learned", 0, 0, -1]])
def test_hands_that_cannot_be_are_left_alone(row: list[Any]) -> None:
    assert not HiddenHands().is_whole(Kept(play=[row]))


# ---- one more token -------------------------------------------------------------------------------------------------
def test_auctions_and_races_are_played_to_their_ends() -> None:
    lesson = OneMoreToken(seed=12)
    press(lesson.panels["predict"], "keep", first="5", law="18 %")
    press(lesson.panels["play"], "bid", **{lesson.field: "21"})
    assert "write a number from 1 to 20" in words(lesson, "play")
    presses = 0
    while (row := lesson.current()) is not None:
        if row[0] == "auction":
            own, _ = lesson.bids(row)
            budget, who = AUCTIONS[row[1]]
            first = DollarAuction(STAKE, budget).first_bid()
            if own == 0:
                press(lesson.panels["play"], "bid", **{lesson.field: str(first)})
                assert lesson.is_over(row) == (who == "careful"), "a careful one gives up at the right first bid"
            else:
                press(lesson.panels["play"], "give-up")
                assert lesson.result(row) == -own
        else:
            moves = race(one_more_token.FACES[row[1]]).moves(lesson.at(row))
            press(lesson.panels["play"], moves[presses % len(moves)])
        presses += 1
        assert presses < 100
    careful = [row for row in lesson.rows("auction") if AUCTIONS[row[1]][1] == "careful"]
    assert [lesson.result(row) for row in careful] == [STAKE - DollarAuction(STAKE, b).first_bid() for b in (20, 25)]
    assert len(lesson.rows("race")) == len(one_more_token.FACES)
    first = {r["series"]: r["value"] for r in lesson.charts["paid"][1].rows if r["label"] == "20 careful"}
    right = DollarAuction(STAKE, 20).first_bid()
    assert first == {"the theory": right, "you": right, "the other": 0, "you predicted": 5}
    events = [event for row in lesson.rows("race") for event in row[2:]]
    assert len(lesson.takes()) == events.count(one_more_token.TOOK)
    assert sum(came for _, came in lesson.draws()) == len(lesson.rows("race")), "each race ends with the law"
    assert sum(r["value"] for r in lesson.charts["timing"][1].rows if r["series"] == "you") == sum(
        who == 0 for _, who in lesson.takes()
    )
    again = OneMoreToken()
    again.memory.stored = lesson.memory.to_store
    assert again.kept == lesson.kept


@pytest.mark.parametrize("face", sorted(set(one_more_token.FACES)))
def test_who_plays_best_takes_over_only_when_the_law_can_come(face: int) -> None:
    assert one_more_token.best_takes(face)
    assert max(one_more_token.best_takes(face)) <= one_more_token.LAW_DEPTH


def test_the_law_comes_as_often_as_it_should() -> None:
    lesson = OneMoreToken(seed=13)
    state = race(3).start()._replace(drawn=10)
    came = [lesson._happens(state, "draw") == 1 for _ in range(2000)]
    assert np.mean(came) == pytest.approx(2 / 5, abs=4 * 0.5 / np.sqrt(2000))


@pytest.mark.parametrize(
    "row",
    [["auction", 0, 5, 3], ["auction", 0, 21], ["auction", 9, 1], ["race", 0, 2, 2, 2, 2, 2], ["race", 0, 7], ["x", 0]],
)
def test_fights_that_cannot_be_are_left_alone(row: list[Any]) -> None:
    assert not OneMoreToken().is_whole(Kept(play=[row]))


# ---- reading the boss -----------------------------------------------------------------------------------------------
def test_bosses_are_read_and_read_back() -> None:
    lesson = ReadingTheBoss(seed=14)
    press(lesson.panels["predict"], "keep", agenda="B", sure="80 %", block="67")
    for _ in range(6):
        pair, takes = lesson.boss
        belief = beliefs(takes)[-1]
        single = {a: sum(float(p) for names, p in belief.items() if a in names) for a in AGENDAS}
        best = max(single, key=lambda a: single[a])
        press(lesson.panels["play"], "sure", sure="75")
        assert lesson.kept.play[-1:] == [] or lesson.kept.play[-1][-1] == 75, "to say how sure one is is no guess"
        press(lesson.panels["play"], f"bid-{AGENDAS.index(best)}", sure="75")
        row = lesson.kept.play[-1]
        assert tuple(AGENDAS[n] for n in row[2:4]) == pair
        assert lesson.takes(row) == takes
        assert lesson.points(row) == int(best in pair)
        assert f"your {best} {100 * single[best]:.0f} %" in words(lesson, "play")
    for _ in range(6):
        goal = lesson.goal
        press(lesson.panels["play"], f"bid-{goal}")
        row = lesson.kept.play[-1]
        assert lesson.points(row) == (4 if row[3] != goal else 1)
    assert lesson.block is None
    right = np.mean([lesson.points(row) for row in lesson.rows("guess")])
    judged = [(r["x"], r["value"]) for r in lesson.charts["judgement"][1].rows if r["series"] == "you"]
    assert judged == [(75, pytest.approx(right))]
    showed = next(r for r in lesson.charts["blocking"][1].rows if r["series"] == "you showed")
    assert showed["value"] == 1, "you always went to your own side"


def test_bosses_move_as_the_reader_thinks() -> None:
    lesson = ReadingTheBoss(seed=15)
    right = sure = 0.0
    for _ in range(300):
        pair, takes = lesson.boss
        lesson._boss = None
        belief = beliefs(takes)[-1]
        single = {a: sum(float(p) for names, p in belief.items() if a in names) for a in AGENDAS}
        best = max(single, key=lambda a: single[a])
        right, sure = right + (best in pair), sure + single[best]
    assert right / 300 == pytest.approx(sure / 300, abs=4 * 0.5 / np.sqrt(300)), "beliefs are as often true as they say"


def test_the_rival_blocks_what_it_sees_in_two_of_three_cases() -> None:
    lesson = ReadingTheBoss(seed=16)
    seen = [row[-1] == 0 for row in (lesson.meet(lesson.BLOCKS[1], 0) for _ in range(3000))]
    assert np.mean(seen) == pytest.approx(2 / 3, abs=4 * 0.5 / np.sqrt(3000))


# ---- a tournament of habits -----------------------------------------------------------------------------------------
def test_line_ups_are_played_and_told_with_their_errors() -> None:
    lesson = Tournament(seed=17)
    press(lesson.panels["predict"], "keep", best="3", cells="35", miser="10 %")
    press(lesson.panels["play"], "run", seat0="nobody", seat1="flat", seat2="flat")
    assert lesson.kept.play == []
    for seat in HABITS[:4]:
        press(lesson.panels["play"], "run", seat0=seat, seat1="flat", seat2="shadow")
    assert lesson.revealed
    for row in lesson.kept.play:
        lineup, shares = lesson.result(row)
        at = [HABITS.index(h) for h in lineup]
        assert sum(m for m, _ in shares) == pytest.approx(1)
        stored = table().means[at[0], at[1], at[2]]
        assert shares[0][0] == pytest.approx(stored, abs=4 * (shares[0][1] + table().errors[tuple(at)]) + 0.002)
        assert f"{100 * shares[0][0]:.1f} %" in words(lesson, "play")
    assert f"in {GAMES} games" in words(lesson, "play")
    assert "You predicted All-pay, and 10 %." in lesson.charts["who"][1].summary
    assert "There are 35 line-ups; you predicted 35." in lesson.charts["who"][1].summary
    shadow = [shares[2][0] for _, shares in map(lesson.result, lesson.kept.play)]
    drawn = {r["label"]: r["value"] for r in lesson.charts["who"][1].rows if r["series"] == "your games"}
    assert drawn["Shadow"] == pytest.approx(np.mean(shadow))


def test_what_enforces_itself_in_the_stored_table() -> None:
    assert [h for h in HABITS if alone(h).regret < 1e-9] == ["miser", "chaser"]
    assert pair("flat", "shadow").regret < 1e-6


# ---- charts ---------------------------------------------------------------------------------------------------------
def test_every_spec_file_is_what_altair_makes_of_the_drawing_today() -> None:
    drawing = pytest.importorskip("mowlab.charts.lessons.drawing")
    from mowlab.charts.drawing import spec_of

    assert {file.stem for file in charts.SPECS.glob("*.json")} == set(drawing.DRAWINGS)
    for name, draw in drawing.DRAWINGS.items():
        text = (charts.SPECS / f"{name}.json").read_text("utf-8")
        assert text == text_of(spec_of(draw())), "run python -m mowlab.charts.lessons"
