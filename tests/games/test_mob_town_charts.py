"""Charts of Mob Town: every number counted once more, from games replayed move by move and from what they showed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

import mowlab
from mowlab import charts
from mowlab.analysis import Outcomes, simulate
from mowlab.charts import CHARTS
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town import words
from mowlab.games.mob_town.cards import N_KINDS
from mowlab.match import Match

LINEUP = ["planner", "random", "schemer"]
GAMES = 9
Seen = dict[tuple[str, str], list[float]]  # label, series -> everything that was observed
Rows = Sequence[tuple[int, ...]]
SHORT = {6: "largest group", 7: "properties"}  # of the agendas by number
PLACES = ("first", "second", "third")


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    return simulate("mob-town", LINEUP, GAMES, seed=8, compiled=False)


@pytest.fixture(scope="module")
def matches(outcomes: Outcomes) -> list[Match]:
    return [outcomes.replay(number) for number in range(GAMES)]


# ---- counting once more ---------------------------------------------------------------------------------------------
def rounds(match: Match) -> Iterator[tuple[int, Rows]]:
    """Each round: who began it, and all that happened in it up to its scoring (the last one: to the end)."""
    rows = [row for turn in [match.opening, *match.turns] for row in turn.events]
    starts = [i for i, row in enumerate(rows) if row[0] == r.ROUND_STARTED]
    for begin, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield rows[begin][1], rows[begin:end]


def of_kind(rows: Rows, kind: int) -> list[tuple[int, ...]]:
    return [row[1:4] for row in rows if row[0] == kind]


def name(match: Match, seat: int) -> str:
    return match.seats[seat].name


def check(outcomes: Outcomes, chart: str, seen: Seen) -> None:
    """The chart shows the mean of each list, and nothing else."""
    rows = {(row["label"], row["series"]): row for row in charts.picture(chart, outcomes).rows}
    wanted = {key: values for key, values in seen.items() if values}
    assert rows.keys() == wanted.keys()
    for key, values in wanted.items():
        assert rows[key]["n"] == len(values), key
        assert rows[key]["value"] == pytest.approx(np.mean(values)), key


def test_points_by_source_add_up_to_the_score(outcomes: Outcomes, matches: list[Match]) -> None:
    kinds = (
        ("properties", r.FACES_SCORED, 1),
        ("agendas", r.AGENDA_SCORED, 2),
        ("briefcases", r.BRIEFCASES_SCORED, 1),
    )
    seen: Seen = defaultdict(list)
    total: dict[str, list[float]] = defaultdict(list)
    for match in matches:
        rows = [row for _, found in rounds(match) for row in found]
        for seat in range(3):
            for series, kind, column in kinds:
                mine = [row[column] for row in of_kind(rows, kind) if row[0] == seat]
                seen[name(match, seat), series].append(sum(mine))
            total[name(match, seat)].append(match.scores()[seat])
    check(outcomes, "sources", seen)
    shown = charts.picture("sources", outcomes).rows
    for label, scores in total.items():
        assert sum(row["value"] for row in shown if row["label"] == label) == pytest.approx(np.mean(scores))


def test_agendas_chosen_and_achieved(outcomes: Outcomes, matches: list[Match]) -> None:
    seen: Seen = defaultdict(list)
    for match in matches:
        for _, rows in rounds(match):
            shown = {(who, what): points for who, what, points in of_kind(rows, r.AGENDA_SCORED)}
            for i in range(8):
                label = SHORT.get(i, words.agenda_name(i, match.game.cards).removeprefix("most "))
                for seat in range(3):
                    seen[label, "chosen"].append((seat, i) in shown)
                    if (seat, i) in shown:
                        seen[label, "achieved"].append(shown[seat, i] == 3)
    assert any(0 < np.mean(values) < 1 for (_, series), values in seen.items() if series == "achieved")
    check(outcomes, "agendas", seen)


def label_of(tokens: int) -> str:
    return ("no token", "1 token", "2 tokens", "3 tokens", "4 tokens", "5 or more")[min(tokens, 5)]


def test_cards_and_number_of_take_overs_by_tokens(outcomes: Outcomes, matches: list[Match]) -> None:
    """Counted from the decisions: cards that left the hand, tokens that lay there before."""
    paid: Seen = defaultdict(list)
    often: Seen = defaultdict(list)
    for match in matches:
        counts: list[dict[str, int]] = [defaultdict(int) for _ in range(3)]
        spent = 0
        for turn in match.turns:
            before = turn.before[0]
            spent += turn.action < N_KINDS and before.phase in (r.PAYING, r.CONNECTING)
            for kind, _, what, _, _ in turn.events:
                if kind == r.TOOK_OVER:
                    label = label_of(before.tokens[what])
                    paid[label, ""].append(spent)
                    counts[before.rounds][label] += 1
                    spent = 0
        for count in counts:
            for n in range(6):
                often[label_of(n), ""].append(count[label_of(n)])
    assert len(paid) > 2
    check(outcomes, "prices", paid)
    rows = {row["label"]: row["value"] for row in charts.picture("take_overs", outcomes).rows}
    assert rows == {label: pytest.approx(np.mean(values)) for (label, _), values in often.items()}


def test_a_length_that_is_always_the_same_is_no_chart(outcomes: Outcomes) -> None:
    assert "round_counts" not in charts.names(outcomes)
    assert "decisions" in charts.names(outcomes)


def test_how_long_rounds_last(outcomes: Outcomes, matches: list[Match]) -> None:
    turns: list[list[int]] = [[], [], []]
    cards: list[list[int]] = [[], [], []]
    for match in matches:
        states = [turn.before[0] for turn in match.turns]
        for before, after in zip(states, [*states[1:], match.state], strict=True):
            if after.rounds > before.rounds:
                turns[before.rounds].append(before.turns + 1)
        for k, (_, rows) in enumerate(rounds(match)):
            drawn = len(of_kind(rows, r.DREW)) + len(of_kind(rows, r.TURNED_UP)) - 5 + 1
            cards[k].append(drawn)
    for chart, lists in (("turns", turns), ("law_cards", cards)):
        means = {row["label"]: row["mean"] for row in charts.picture(chart, outcomes).rows if row["part"] == "mean"}
        assert means == {f"Round {k + 1}": pytest.approx(np.mean(values)) for k, values in enumerate(lists)}


def test_who_draws_the_law_and_what_that_round_brings(outcomes: Outcomes, matches: list[Match]) -> None:
    drew: Seen = defaultdict(list)
    points: Seen = defaultdict(list)
    for match in matches:
        for turn in match.turns:
            for who, what, _ in of_kind(turn.events, r.ROUND_SCORED):
                is_drawer = who == turn.seat
                drew[name(match, who), ""].append(is_drawer)
                points[name(match, who), "drew the law" if is_drawer else "the others"].append(what)
    check(outcomes, "law", drew)
    check(outcomes, "law_points", points)


def test_does_it_help_to_begin(outcomes: Outcomes, matches: list[Match]) -> None:
    wins: Seen = defaultdict(list)
    points: Seen = defaultdict(list)
    for match in matches:
        shares = match.payoffs()
        assert shares is not None
        for k, (starter, rows) in enumerate(rounds(match)):
            assert k or match.opening.events[0][1] == starter
            for who, what, _ in of_kind(rows, r.ROUND_SCORED):
                points[PLACES[(who - starter) % 3], f"round {k + 1}"].append(what)
            if k == 0:
                for seat, share in enumerate(shares):
                    wins[PLACES[(seat - starter) % 3], ""].append(share)
    check(outcomes, "order_wins", wins)
    check(outcomes, "order_points", points)


# ---- all of them ----------------------------------------------------------------------------------------------------
def test_every_chart_can_be_drawn_and_is_said_in_words(outcomes: Outcomes) -> None:
    vl_convert = pytest.importorskip("vl_convert")
    assert mowlab.game("mob-town").charts.keys() <= set(charts.names(outcomes))
    assert "rounds" in charts.names(outcomes)
    for chart in charts.names(outcomes):
        picture = charts.picture(chart, outcomes)
        assert 0 < len(picture.rows) < 500
        assert len(picture.summary) < 800
        assert not set("{}") & set(picture.summary)
        svg = vl_convert.vegalite_to_svg(
            {**picture.spec, "width": 300, "datasets": {"rows": picture.rows}}, vl_version="6.4"
        )
        assert "NaN" not in svg
        assert "undefined" not in svg


def test_no_events_leave_the_charts_that_need_none() -> None:
    bare = simulate("mob-town", LINEUP, 3, compiled=False, events=False)
    assert set(charts.names(bare)) <= CHARTS.keys()


class Stop:
    """Cancels at the third look."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks > 2


def test_a_run_that_was_cut_short_has_charts_of_what_was_played() -> None:
    outcomes = simulate("mob-town", ["planner", "random"], 400, seed=2, compiled=False, cancel=Stop())
    assert outcomes.partial
    for chart in outcomes.game.charts:
        assert charts.picture(chart, outcomes).summary
