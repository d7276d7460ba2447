"""The bid curve: which bids are tried, what is noted of worlds, what is said, and that nothing hidden gets into it."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.analysis import Choices, explore
from mowlab.charts.curves import curve, ranges
from mowlab.core.plan import Plan
from mowlab.core.table import Table
from mowlab.games.magic_money import lab
from mowlab.games.magic_money import state as st
from mowlab.match import Match
from mowlab.search import think
from mowlab.ui.advice import best_in_words, how_counted

from .magic_money_play import PLAIN, table

WORLDS = 20
# Four wizards; seat 0 opens with 1, seat 1 bids 3, seat 2 wins with 900, seat 3 loses with a bid that seat 1 does not
# see.  Then seat 2 opens with 40, seats 3 and 0 have sealed their bids, and seat 1 is to bid.
FIRST, SECOND = "1 3 900 {}", "40 {} {}"


def to_bid(lost: int = 7, third: int = 2, zeroth: int = 5) -> Match:
    return table(" ".join(PLAIN[:4]), f"{FIRST.format(lost)} seat2 {SECOND.format(third, zeroth)}", players=4)


def tried(match: Match) -> Choices:
    view = match.view(match.mover)
    plans, watch = lab.plans(view, lab.BID), lab.watch(view, lab.BID)
    return explore(view, WORLDS, plans=plans, watch=watch, compiled=False)


@pytest.fixture(scope="module")
def found() -> Choices:
    return tried(to_bid())


def amounts(match: Match) -> list[int]:
    plans = lab.plans(match.view(match.mover), lab.BID)
    assert all(plan.moves == (plan.amount,) for plan in plans)
    return [plan.amount or 0 for plan in plans]


# ---- which bids -----------------------------------------------------------------------------------------------------
def test_bids_go_from_one_to_far_above_on_a_scale_of_ratios() -> None:
    bids = amounts(to_bid())
    assert bids[0] == 1
    assert bids == sorted(set(bids))
    assert bids[-1] >= 4 * 901
    assert len(bids) <= 40
    assert max(b / a for a, b in itertools.pairwise(bids) if a >= 10) < 2


def test_bids_with_a_meaning_are_among_them() -> None:
    """Seat 1 has spent 3, seat 2 has spent 940 with its new opening, seat 0 opened with 1, seat 3 lost to 900."""
    match = to_bid()
    facts = match.view(1).facts
    assert facts["least_spent"] == [1, 3, 940, 1]
    assert facts["most_spent"] == [1, 3, 940, 900]
    budget = 940 - 3 - 1
    assert facts["free_budget"] == budget
    ceilings = {1 - 3 + 1, 940 - 3 + 1, 900 - 3 + 1}
    assert {1, 40, 41, 900, 901, budget, budget + 1, *(n for n in ceilings if n > 0)} <= set(amounts(match))


def test_an_opening_goes_no_higher_than_the_rules_allow() -> None:
    match = table(" ".join(PLAIN[:4]), f"{FIRST.format(7)} seat2", players=4)
    assert lab.topics(match.view(2)) == [(lab.BID, "A bid for Moonmule")]
    assert amounts(match)[0] == 1
    assert amounts(match)[-1] == 90
    assert all(match.why_not(bid) is None for bid in amounts(match))


def test_there_is_nothing_to_compare_where_no_bid_is_to_be_chosen() -> None:
    first = table(PLAIN[0])
    assert lab.topics(first.view(0)) == [], "the first opening is 1"
    assert lab.topics(first.view(1)) == [], "it is not that seat's turn"
    first.play("1")
    first.play("2")
    first.play("3")
    assert first.state.phase == st.RESOLVING
    assert lab.topics(first.view(0)) == []
    exact = table(" ".join(PLAIN[:2]), "1 2 90 seat2", opening_mode="exact")
    assert lab.topics(exact.view(2)) == []


def test_bids_of_fifteen_digits_stay_within_the_house_cap() -> None:
    match = table(" ".join(PLAIN[:2]), f"1 3 {st.CAP} seat2 {st.CAP // 10}")
    assert amounts(match)[-1] == st.CAP
    assert all(match.why_not(bid) is None for bid in amounts(match))


def test_a_bid_of_ones_own_stands_on_the_curve() -> None:
    view = to_bid().view(1)
    assert lab.own_plan(view, (5739,)) == Plan((5739,), "Bid 5,739", 5739)
    assert lab.topic_of(view, ()) == lab.BID
    assert lab.belongs(view, (5739,), lab.BID)


# ---- what is noted --------------------------------------------------------------------------------------------------
def test_worlds_are_played_to_the_end_of_the_game(found: Choices) -> None:
    assert found.whole
    assert set(np.unique(found.payoffs)) <= {0.0, 0.25, 1 / 3, 0.5, 1.0}
    alone = explore(to_bid(), WORLDS, plans=found.plans, whole=True, compiled=False)
    assert np.array_equal(alone.payoffs, found.payoffs)


def test_what_is_noted_is_what_happened(found: Choices) -> None:
    noted, bids = found.noted, np.array([plan.amount for plan in found.plans or ()])
    won = noted["won"] == 1
    assert (noted["winner"][won] == 1).all()
    assert ((noted["winner"] >= 0) & (noted["winner"] < 4)).all()
    assert (noted["winner"][~won] != 1).all()
    assert (noted["price"][won] == np.broadcast_to(bids[:, None], won.shape)[won]).all()
    assert (noted["price"] >= bids[:, None]).all(), "the highest bid wins"
    assert (np.diff(noted["won"], axis=0) >= 0).all(), (
        "with the same luck a higher bid never loses what a lower one won"
    )
    assert not won[0].any()
    assert won[-1].all()
    assert (found.payoffs[noted["greediest"] == 1] == 0).all()
    now = to_bid().game.plain.score(to_bid().state, 1)
    assert np.array_equal(noted["points"], found.points + now)


def test_spent_and_greediest_are_those_of_the_same_games(found: Choices) -> None:
    """Totals are what was bid, but where a later creature crossed something out; whoever bids far too much falls."""
    noted, bids = found.noted, [plan.amount or 0 for plan in found.plans or ()]
    assert (noted["spent"] >= 3 + np.array(bids)[:, None]).mean() > 0.8
    assert (np.median(noted["spent"], axis=1) >= 3 + np.array(bids)).all()
    assert noted["greediest"][-1].mean() > 0.5
    low = bids.index(1)
    assert noted["greediest"][low].mean() < noted["greediest"][-1].mean()


# ---- what is said ---------------------------------------------------------------------------------------------------
def test_the_curve_has_three_lines_with_bands_and_the_free_budget(found: Choices) -> None:
    (drawn,) = lab.curves(found, lab.BID)
    picture = curve(found, drawn, found.actions[2])
    points = [row for row in picture.rows if row["part"] == "point"]
    assert {row["series"] for row in points} == {lab.WIN, lab.GET, lab.GREEDIEST}
    assert len(points) == 3 * len(found.actions)
    for row in points:
        assert -1e-9 <= row["low"] <= row["value"] + 1e-9
        assert row["value"] - 1e-9 <= row["high"] <= 1 + 1e-9
    assert [row["x"] for row in picture.rows if row["part"] == "line"] == [936]
    marks = {row["mark"]: row for row in picture.rows if row["part"] == "mark"}
    assert {row["series"] for row in marks.values()} == {lab.WIN}
    assert marks.keys() in ({"best", "yours"}, {"best, yours"})
    assert '"log"' in str(picture.spec).replace("'", '"')


def test_without_a_free_budget_there_is_no_line_and_a_sentence() -> None:
    choices = tried(match := table(" ".join(PLAIN[:2]), "1 3 90 seat2"))
    assert lab.free_budget(choices.view) == 0
    assert lab.curves(choices, lab.BID)[0].marks == {}
    known = lab.known(choices.view, match.names(match.mover))
    assert known is not None
    assert "no free budget" in known.note
    first = tried(table(PLAIN[0], "1"))
    assert "no free budget" in " ".join(lab.told(first, lab.BID, None, match.names(1))), "nothing was paid yet"


def test_the_free_budget_says_that_the_creature_on_the_table_may_end_it() -> None:
    """Seat 2 stays within its budget and is the greediest all the same: the opening that beats it counts half."""
    match = table("puddlewyrm pennyphoenix", "1 1000 960 seat1 100")
    known = lab.known(match.view(2), match.names(2))
    assert known is not None
    assert known.note.startswith("Your free budget is 139:")
    assert "abilities, even that of the creature on the table" in known.note
    for move in ("99", "1", "seat1"):
        match.play(move)
    assert match.state.total[:3] == [1 + 1, 1000 + 50, 960 + 99]
    assert match.state.out[:3] == [0, 0, 1]


def test_worlds_and_the_opponent_model_are_told(found: Choices) -> None:
    names = to_bid().names(1)
    said = lab.told(found, lab.BID, (936,), names)
    text = " ".join(said)
    assert f"{WORLDS} worlds" in text
    assert found.bot.name in text
    assert "any size up to 1,800" in text, "twice the highest winning bid of late"
    assert "older bids that you have not seen" in text
    assert "With a bid of 936" in text
    assert "creatures still to come were imagined in 20 ways" in how_counted(found)
    header, cells = lab.columns(found, lab.BID)
    assert all(len(cells(k)) == len(header) - 1 for k in range(len(found.actions)))


def test_nothing_is_said_to_be_guessed_where_all_is_seen() -> None:
    opening = table(" ".join(PLAIN[:2]), "1 3 90 seat2")
    assert opening.state.phase == st.OPENING
    said = lab.told(tried(opening), lab.BID, None, opening.names(2))
    assert "sealed before yours" not in said[0]
    assert "older bids" in said[0], "what seat 1 bid"
    seen = table(" ".join(PLAIN[:2]), "1 3 90 seat2 9 1")
    said = lab.told(tried(seen), lab.BID, None, seen.names(1))
    assert seen.mover == 1
    assert "sealed before yours" in said[0]
    assert "older bids" not in said[0], "seat 0 opened, seat 2 won, and the third is its own"


def test_what_everybody_can_have_spent_is_drawn_as_ranges() -> None:
    match = to_bid()
    known = lab.known(match.view(1), match.names(1))
    assert known is not None
    assert known.rows[0] == ("you", 3, 3)
    assert known.note.startswith("Your free budget is 936:")
    assert sorted(row[1:] for row in known.rows) == [(1, 1), (1, 900), (3, 3), (940, 940)]
    picture = ranges(known)
    assert [(row["low"], row["high"]) for row in picture.rows] == [row[1:] for row in known.rows]
    assert "1 to 900" in picture.summary
    start = table(PLAIN[0], "1")
    assert lab.known(start.view(1), start.names(1)) is None, "nothing has been paid yet"


# ---- what is hidden stays hidden ------------------------------------------------------------------------------------
def everything(match: Match, seat: int) -> list[Any]:
    """All that the laboratory brings to the screen of a seat."""
    view, names = match.view(seat), match.names(seat)
    choices = tried(match)
    header, cells = lab.columns(choices, lab.BID)
    known = lab.known(view, names)
    return [
        lab.topics(view),
        lab.plans(view, lab.BID),
        known,
        lab.told(choices, lab.BID, None, names),
        [header, *(cells(k) for k in range(len(choices.actions)))],
        curve(choices, lab.curves(choices, lab.BID)[0]).rows,
        best_in_words(think(view, 40, plans=lab.plans(view, lab.BID), compiled=False), names),
    ]


def test_other_hidden_bids_change_nothing_that_is_shown() -> None:
    one, other = to_bid(7, 2, 5), to_bid(899, 60_000, 123)
    assert one.state.token != other.state.token
    assert everything(one, 1) == everything(other, 1)


def test_what_the_seat_has_seen_does_change_it() -> None:
    """The same, of a bid that the active wizard saw: or the test above would prove little."""
    game = [table(" ".join(PLAIN[:4]), f"1 {mine} 900 {lost} seat2 1 1 1 1 seat2 1", players=4) for mine, lost in
            ((3, 7), (3, 800))]  # fmt: skip
    for match in game:
        match.play("1")
        assert match.mover == 0, "seat 0 was active in the first auction"
    one, other = (lab.known(match.view(0), match.names(0)) for match in game)
    assert one != other


@pytest.mark.parametrize("seed", range(4))
def test_worlds_that_the_seat_cannot_tell_apart_are_one_to_the_laboratory(seed: int) -> None:
    """Private entries, sealed bids and the deck dealt anew in ways that fit what the seat knows."""
    match = mowlab.game("magic-money", players=4).match(["valuer", "random", "shadow", "lurker"], seed=seed)
    looked = 0
    while not match.over:
        seat = match.mover
        view, names = match.view(seat), match.names(seat)
        if lab.topics(view):
            looked += 1
            for luck in (1, 2):
                world, t = view.state.__copy__(), Table.new()
                t.dice = [luck, seed + 1, 3, 4]
                match.game.plain.determinize(world, seat, t)
                seen = match.game.view(world, seat, view.moves)
                assert lab.plans(seen, lab.BID) == lab.plans(view, lab.BID)
                assert lab.known(seen, names) == lab.known(view, names)
                assert lab.free_budget(seen) == lab.free_budget(view)
        match.bot_move()
    assert looked > 20
