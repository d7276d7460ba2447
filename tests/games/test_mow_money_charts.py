"""Charts of Mow Money: every number counted once more, from games replayed move by move and from what they showed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab import charts
from mowlab.analysis import Outcomes, simulate
from mowlab.charts import CHARTS
from mowlab.games.mow_money import rules as r
from mowlab.games.mow_money.words import JOB_NAMES
from mowlab.match import Match

LINEUP = ["bluffer", "random", "jobber"]
GAMES = 9
Seen = dict[tuple[str, str, int], list[float]]  # label, series, x -> everything that was observed


@pytest.fixture(scope="module", params=["valid", "always"])
def outcomes(request: pytest.FixtureRequest) -> Outcomes:
    return simulate("mow-money", LINEUP, GAMES, seed=8, compiled=False, sole_wins=request.param)


@pytest.fixture(scope="module")
def matches(outcomes: Outcomes) -> list[Match]:
    return [outcomes.replay(number) for number in range(GAMES)]


@pytest.fixture(scope="module")
def solo() -> Outcomes:
    return simulate("mow-money", ["undercutter"], 30, seed=4, compiled=False)


# ---- counting once more ---------------------------------------------------------------------------------------------
def bids(match: Match) -> Iterator[dict[str, Any]]:
    """Every bid that was turned over: whose, what for, what it held, and what became of it."""
    constants = match.game.constants
    for turn, after in steps(match):
        found: dict[int, dict[str, Any]] = {}
        for kind, who, what, more, _ in turn.events:
            if kind == r.REVEALED:
                found[more] = {"who": who, "target": what, "cards": [], "stakes": [], "bluffs": 0, "valid": True}
            elif kind == r.SHOWED_CARD:
                found[more]["cards"].append(what)
            elif kind == r.SHOWED_STAKE:
                found[more]["stakes"].append(what)
            elif kind == r.SHOWED_BLUFFS:
                found[more]["bluffs"] = what
            elif kind in (r.INVALID, r.JOB_FAILED):
                found[more]["valid"] = False
        for bid in found.values():
            bid["paid"] = sum(constants["VALUE"][c] for c in bid["cards"])
            bid["less"] = bid["paid"] - sum(constants["POINTS"][c] for c in bid["stakes"])
            bid["contract"] = None if bid["target"] == r.ODD_JOB else turn.before[0].up[bid["target"]]
            bid["won"] = (
                bid["valid"] if bid["contract"] is None else after.contract[bid["contract"]] == r.WON + bid["who"]
            )
            yield bid


def steps(match: Match) -> Iterator[tuple[Any, Any]]:
    """Each turn with the state it led to."""
    states = [turn.before[0] for turn in match.turns[1:]] + [match.state]
    return zip(match.turns, states, strict=True)


def label(match: Match, seat: int) -> str:
    return match.seats[seat].name


def check(outcomes: Outcomes, name: str, seen: Seen) -> None:
    """The chart shows the mean of each list, and nothing else."""
    rows = {(row["label"], row["series"], row["x"]): row for row in charts.picture(name, outcomes).rows}
    wanted = {key: values for key, values in seen.items() if values}
    assert rows.keys() == wanted.keys()
    for key, values in wanted.items():
        assert rows[key]["n"] == len(values), key
        assert rows[key]["value"] == pytest.approx(np.mean(values)), key


def test_winning_bids_by_contract_value_paid_and_less_stakes(outcomes: Outcomes, matches: list[Match]) -> None:
    seen: Seen = defaultdict(list)
    for match in matches:
        for bid in bids(match):
            if bid["contract"] is not None and bid["won"]:
                points = match.game.constants["POINTS"][bid["contract"]]
                name = f"{points} point{'s' if points > 1 else ''}"
                seen[name, "paid", 0].append(bid["paid"])
                if bid["valid"]:  # M4a: an invalid bid has no modified value
                    seen[name, "less stakes", 0].append(bid["less"])
    assert any(
        seen[name, "paid", 0] != seen[name, "less stakes", 0] for name, series, _ in list(seen) if series == "paid"
    )
    check(outcomes, "winning_bids", seen)


@pytest.mark.parametrize("chart", ["money", "mowers"])
def test_money_and_mowers_at_the_end_of_each_round(outcomes: Outcomes, matches: list[Match], chart: str) -> None:
    seen: Seen = defaultdict(list)
    for match in matches:
        for turn, after in steps(match):
            if after.rounds > turn.before[0].rounds and after.rounds <= 30:
                for p in range(3):
                    owned = sum(after.mower[p * r.N_TIERS : (p + 1) * r.N_TIERS])
                    name = label(match, p)
                    seen[name, name, after.rounds].append(after.money[p] if chart == "money" else owned)
    still_on = {k: sum(match.state.rounds >= k for match in matches) for _, _, k in seen}
    assert min(still_on.values()) < GAMES, "some games end before others"
    check(outcomes, chart, {key: values for key, values in seen.items() if still_on[key[2]] >= 0.2 * GAMES})


@pytest.mark.parametrize(("chart", "part"), [("stakes", "stakes"), ("bluffs", "bluffs")])
def test_how_bids_fared_with_and_without_what_was_added(
    outcomes: Outcomes, matches: list[Match], chart: str, part: str
) -> None:
    seen: Seen = defaultdict(list)
    for match in matches:
        for bid in bids(match):
            if chart == "bluffs" or bid["contract"] is not None:
                seen[label(match, bid["who"]), "with" if bid[part] else "without", 0].append(bid["won"])
    assert {series for _, series, _ in seen} == {"with", "without"}
    check(outcomes, chart, seen)


def test_bids_that_were_not_valid(outcomes: Outcomes, matches: list[Match]) -> None:
    seen: Seen = defaultdict(list)
    for match in matches:
        for bid in bids(match):
            series = "for odd jobs" if bid["contract"] is None else "for contracts"
            seen[label(match, bid["who"]), series, 0].append(not bid["valid"])
    check(outcomes, "invalid", seen)


def test_odd_jobs_by_kind_as_a_bid_and_as_a_pick_up(outcomes: Outcomes, matches: list[Match]) -> None:
    rows = {(row["label"], row["series"]): row for row in charts.picture("odd_jobs", outcomes).rows}
    events = [event for match in matches for turn in match.turns for event in turn.events]
    for job, name in enumerate(JOB_NAMES):
        for series, kind in (("with the token", r.JOB_DONE), ("picked up", r.PICKED_UP)):
            done = sum(event[0] == kind and event[2] == job for event in events)
            assert rows[name, series]["value"] == pytest.approx(done / (3 * GAMES))
            assert rows[name, series]["n"] == 3 * GAMES


# ---- all of them ----------------------------------------------------------------------------------------------------
def test_every_chart_can_be_drawn_and_is_said_in_words(outcomes: Outcomes, solo: Outcomes) -> None:
    vl_convert = pytest.importorskip("vl_convert")
    own = mowlab.game("mow-money").charts.keys()
    assert own - {"against_dummy"} <= set(charts.names(outcomes))
    assert "against_dummy" not in charts.names(outcomes)
    for result in (outcomes, solo):
        for name in charts.names(result):
            picture = charts.picture(name, result)
            assert 0 < len(picture.rows) < 500
            assert len(picture.summary) < 800
            assert not set("{}") & set(picture.summary)
            assert {column["field"] for column in picture.columns} <= {f for row in picture.rows for f in row}, name
            svg = vl_convert.vegalite_to_svg(
                {**picture.spec, "width": 300, "datasets": {"rows": picture.rows}}, vl_version="6.4"
            )
            assert "NaN" not in svg
            assert "undefined" not in svg
            for row in picture.rows:
                assert row.get("series", row["label"]) in svg, (name, row)


def test_running_totals_are_no_scores_of_rounds(outcomes: Outcomes) -> None:
    assert "rounds" not in charts.names(outcomes)
    assert "round_counts" in charts.names(outcomes)


def test_no_events_leave_the_charts_that_need_none() -> None:
    bare = simulate("mow-money", LINEUP, 3, compiled=False, events=False)
    assert charts.names(bare) == ["scores", "wins", "seats", "seat_bots", "decisions"]
    assert set(charts.names(bare)) <= CHARTS.keys()


# ---- alone against the dummy ----------------------------------------------------------------------------------------
def test_a_solo_victory_is_one_over_the_dummy(solo: Outcomes) -> None:
    (group,) = solo.groups("bot")
    assert group.win.value == pytest.approx(solo.payoff.mean())
    assert 0 < group.win.low < group.win.value < group.win.high < 1
    assert solo.groups()[0].win == group.win
    assert solo.deal.tolist() == list(range(30)), "one seat, one seating: every game has a deal of its own"
    assert str(solo).startswith("Mow Money, 1 player: 30 games, seed 4\n")
    assert "Victories are those over the dummy" in str(solo)
    assert not {"seats", "seat_bots"} & set(charts.names(solo))
    assert [row["even"] for row in charts.wins_rows(solo)] == [0.5]


def test_the_scores_of_the_dummy_have_a_lane_of_their_own(solo: Outcomes) -> None:
    rows = {row["label"]: row for row in charts.picture("against_dummy", solo).rows if row["part"] == "mean"}
    reputation = [solo.game.plain.reputation(solo.replay(number).state, r.DUMMY) for number in range(30)]
    assert rows["The dummy"]["mean"] == pytest.approx(np.mean(reputation))
    assert rows["The dummy"]["n"] == 30
    mine = solo.score[:, 0]
    assert rows["Una Undercut"]["mean"] == pytest.approx(mine.mean())
    wins = np.sign(mine - reputation) / 2 + 0.5
    assert solo.payoff[:, 0].tolist() == wins.tolist()


def test_games_that_were_stopped_after_60_rounds_can_be_told_apart() -> None:
    @mowlab.bot("mow-money", name="Stays at home")
    def idler(view: Any) -> Any:
        """Does nothing at all."""
        return "done"

    idle = simulate("mow-money", [idler, idler], 2, seed=1, compiled=False)
    assert list(idle.events("capped").row) == [0, 1]
    assert list(idle.events("capped").columns["rounds"]) == [r.MAX_ROUNDS] * 2
    assert len(simulate("mow-money", ["undercutter"], 2, seed=1, compiled=False).events("capped")) == 0
