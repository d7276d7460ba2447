"""Charts of Magic Money: every number counted once more, from games replayed move by move."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab import charts
from mowlab.analysis import Outcomes, simulate
from mowlab.games.magic_money import state as st
from mowlab.games.magic_money.charts import class_words, size_words
from mowlab.games.magic_money.rules import SERIES
from mowlab.match import Match

LINEUP = ["random", "spender", "valuer"]
GAMES = 12
Seen = dict[tuple[str, str, int], list[float]]  # label, series, x -> everything that was observed


@pytest.fixture(scope="module", params=["all", "none"])
def outcomes(request: pytest.FixtureRequest) -> Outcomes:
    return simulate("magic-money", LINEUP, GAMES, seed=5, compiled=False, top_tie=request.param)


@pytest.fixture(scope="module")
def matches(outcomes: Outcomes) -> list[Match]:
    return [outcomes.replay(number) for number in range(GAMES)]


def check(outcomes: Outcomes, name: str, seen: Seen) -> None:
    """The chart shows the mean of each list, and nothing else."""
    rows = {(row["label"], row["series"], row["x"]): row for row in charts.picture(name, outcomes).rows}
    wanted = {key: values for key, values in seen.items() if values}
    assert rows.keys() == wanted.keys()
    for key, values in wanted.items():
        assert rows[key]["n"] == len(values), key
        assert rows[key]["value"] == pytest.approx(np.mean(values)), key


def bids(match: Match, k: int) -> list[int]:
    """The bids of all seats in auction k, from the state at the end, where nothing is hidden."""
    return [match.state.token[st.slot(p, k)] for p in range(match.game.players)]


def more(values: list[int], p: int) -> int:
    """How many have more than p."""
    return sum(v > values[p] for v in values)


def ends(match: Match) -> list[dict[str, Any]]:
    """For each seat what came of it, from the final ledgers and creatures."""
    s, count, seats = match.state, match.game.plain, range(match.game.players)
    totals, points = [count.spent(s, p) for p in seats], [count.points(s, p) for p in seats]
    return [
        {
            "bot": match.seats[p].name,
            "total": totals[p],
            "out": s.out[p],
            "above": more(totals, p),
            "ahead": more(points, p),
            "share": count.payoff(s, p),
        }
        for p in seats
    ]


def test_bids_by_size_and_auction(outcomes: Outcomes, matches: list[Match]) -> None:
    sizes = ["1", "2 to 9", "10 to 99", "100 to 999", "1,000 to 9,999", "10,000 and more"]
    assert sizes == [size_words(i) for i in range(6)]
    made = [(k, len(str(bid)), bid) for match in matches for k in range(9) for bid in bids(match, k)]
    used = {0 if bid == 1 else min(digits, 5) for _, digits, bid in made}
    seen: Seen = defaultdict(list)
    for k, digits, bid in made:
        for i in used:
            seen[sizes[i], sizes[i], k + 1].append(i == (0 if bid == 1 else min(digits, 5)))
    assert len(used) >= 4
    check(outcomes, "bid_sizes", seen)


def test_what_winners_and_losers_pay(outcomes: Outcomes, matches: list[Match]) -> None:
    seen: Seen = defaultdict(list)
    for match in matches:
        for k in range(9):
            for p, bid in enumerate(bids(match, k)):
                series = "the winner pays" if match.state.winner[k] == p else "each loser pays"
                seen[series, series, k + 1].append(bid)
    check(outcomes, "spending", seen)


def test_how_often_the_greediest_had_most_points(outcomes: Outcomes, matches: list[Match]) -> None:
    labels = ["nobody ahead", "one ahead", "two ahead"]
    out = [end["ahead"] for match in matches for end in ends(match) if end["out"]]
    assert {0, 1} <= set(out)
    check(outcomes, "greediest", {(label, "", 0): [a == i for a in out] for i, label in enumerate(labels)})


def test_who_is_thrown_out_and_who_wins_by_what_was_spent(outcomes: Outcomes, matches: list[Match]) -> None:
    rows = charts.picture("risk", outcomes).rows
    everybody = [end for match in matches for end in ends(match)]
    for row in rows:
        high = int(row["label"].removeprefix("up to ").replace(",", ""))
        low = max(n for n in (0, *SERIES) if n < high)
        of_it = [end for end in everybody if low < end["total"] <= high]
        name = {"thrown out": "out", "wins the game": "share"}[row["series"]]
        assert row["n"] == len(of_it) > 0
        assert row["value"] == pytest.approx(np.mean([end[name] for end in of_it]))
    assert sum(row["n"] for row in rows) == 2 * len(everybody)


def test_rare_totals_are_left_out() -> None:
    result = simulate("magic-money", ["random"] * 3, 300, seed=2, compiled=False)
    rows = charts.picture("risk", result).rows
    shown = sum(row["n"] for row in rows) / 2
    assert 0.9 * 900 < shown < 900
    assert min(row["n"] for row in rows) >= 9


def test_classes_of_totals_in_words() -> None:
    assert [class_words(i, (1, 2_000)) for i in range(3)] == ["up to 1", "up to 2,000", "over 2,000"]


def test_most_points_and_victories_by_the_place_in_spending(outcomes: Outcomes, matches: list[Match]) -> None:
    places = ["spent most", "second", "third"]
    seen: Seen = defaultdict(list)
    for end in (end for match in matches for end in ends(match)):
        seen[places[end["above"]], "has most points", 0].append(end["ahead"] == 0)
        seen[places[end["above"]], "wins the game", 0].append(end["share"])
    check(outcomes, "ranks", seen)


def test_who_is_thrown_out_and_who_has_most_points(outcomes: Outcomes, matches: list[Match]) -> None:
    seen: Seen = defaultdict(list)
    for end in (end for match in matches for end in ends(match)):
        seen[end["bot"], "thrown out", 0].append(end["out"])
        seen[end["bot"], "has most points", 0].append(end["ahead"] == 0)
    check(outcomes, "thrown_out", seen)


# ---- all of them ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lineup", [["random"] * 6, LINEUP])
def test_every_chart_can_be_drawn_and_is_said_in_words(lineup: list[str]) -> None:
    """Random bids grow to millions: still few rows and a short sentence."""
    vl_convert = pytest.importorskip("vl_convert")
    result = simulate("magic-money", lineup, 150, seed=2, compiled=False)
    assert mowlab.game("magic-money").charts.keys() <= set(charts.names(result))
    for name in charts.names(result):
        picture = charts.picture(name, result)
        assert 0 < len(picture.rows) < 500
        assert len(picture.summary) < 1_000
        assert not set("{}") & set(picture.summary)
        assert {column["field"] for column in picture.columns} <= {f for row in picture.rows for f in row}, name
        svg = vl_convert.vegalite_to_svg(
            {**picture.spec, "width": 300, "datasets": {"rows": picture.rows}}, vl_version="6.4"
        )
        assert "NaN" not in svg
        assert "undefined" not in svg
        for row in picture.rows:
            assert (row.get("series") or row["label"]) in svg, (name, row)


def test_no_events_leave_the_charts_that_need_none() -> None:
    bare = simulate("magic-money", LINEUP, 3, compiled=False, events=False)
    assert charts.names(bare) == ["scores", "wins", "seats", "seat_bots", "luck", "decisions"]
