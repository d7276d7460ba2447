"""One line-up under every value of an option: the same luck, tables and charts, and what cannot be varied."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mowlab
from mowlab import charts
from mowlab.analysis import LineupError, Variants, simulate, vary

LINEUP = ["random", "shedder", "opener"]


@pytest.fixture(scope="module")
def packets() -> Variants:
    return vary("mow", LINEUP, "packets", 18, seed=3, compiled=False)


@pytest.fixture(scope="module")
def dummies() -> Variants:
    return vary("mow-money", ["undercutter"], "difficulty", 20, compiled=False)


def test_each_value_is_played_as_simulate_plays_it(packets: Variants) -> None:
    known = mowlab.game("mow").state_class.options()["packets"].values
    assert list(packets.runs) == list(known)
    for value, run in packets.runs.items():
        alone = simulate("mow", LINEUP, 18, seed=3, compiled=False, packets=value)
        assert np.array_equal(run.score, alone.score)
    assert not packets.partial


def test_what_an_option_does_not_change_stays_the_same(dummies: Variants) -> None:
    """The dummy's strength changes who has a contract, not the cards that were dealt."""
    hands = {str(run.match(7).state.place) for run in dummies.runs.values()}
    assert len(hands) == 1
    wins = {value: run.payoff.mean() for value, run in dummies.runs.items()}
    assert wins["easy"] > wins["standard"] >= wins["hard"]


def test_tables_have_a_line_for_each_value_and_bot(packets: Variants) -> None:
    rows = packets.rows()
    assert [(row["packets"], row["bot"]) for row in rows] == [(v, b) for v in packets.runs for b in LINEUP]
    head, *lines = packets.lines()
    assert head[:3] == ["bot", "packets", "games"]
    assert len(lines) == len(rows)
    assert "for each value of packets:" in str(packets)
    assert "<caption>MOW, 3 farmers: 18 games" in packets._repr_html_()


def test_scores_of_you_and_of_the_dummy_by_difficulty(dummies: Variants) -> None:
    assert charts.names(dummies) == ["option_scores", "option_wins", "against_dummy"]
    pictures = {name: charts.picture(name, dummies) for name in charts.names(dummies)}
    means = {row["label"]: row for row in pictures["against_dummy"].rows if row["part"] == "mean"}
    assert len(means) == 2 * 3
    for value, run in dummies.runs.items():
        assert means[f"{value}: Una Undercut"]["mean"] == pytest.approx(run.score.mean())
        assert means[f"{value}: The dummy"]["mean"] == pytest.approx(run.events("dummy").columns["points"].mean())
    wins = {row["label"]: row["value"] for row in pictures["option_wins"].rows}
    assert wins == {str(value): pytest.approx(run.payoff.mean()) for value, run in dummies.runs.items()}
    assert pictures["option_scores"].title == "Scores by difficulty"
    for picture in pictures.values():
        json.dumps(picture.rows, allow_nan=False)
        assert all(str(value) in picture.summary for value in dummies.runs)


def test_progress_goes_up_to_all_games_and_cancel_leaves_a_part() -> None:
    seen: list[tuple[int, int]] = []
    vary("mow", LINEUP, "random_starter", 12, compiled=False, progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (24, 24)
    cut = vary("mow", LINEUP, "random_starter", 3_000, compiled=False, cancel=[1])
    assert cut.partial
    assert len(cut.runs) == 2


def test_what_cannot_be_varied_is_said() -> None:
    with pytest.raises(mowlab.OptionError, match="MOW has no option 'players' to vary; it has: packets"):
        vary("mow", LINEUP, "players", 4)
    for values in ([], "both", 5):
        with pytest.raises(
            mowlab.OptionError, match=r"values = .*: it must be a list of values of packets, such as \['"
        ):
            vary("mow", LINEUP, "packets", 4, values=values)
    with pytest.raises(LineupError, match="bots has 1 bot, one for each place"):
        vary("mow", LINEUP[:1], "packets", 4)
    with pytest.raises(mowlab.OptionError, match="packets = 'blue' is not possible"):
        vary("mow", LINEUP, "packets", 4, values=["blue"])
    with pytest.raises(mowlab.OptionError, match="for the solo game only"):
        vary("mow-money", LINEUP[:1] * 3, "difficulty", 4)
    with pytest.raises(ValueError, match="A Game has its options already"):
        vary(mowlab.game("mow", players=3), LINEUP, "packets", 4, random_starter="fixed")
    with pytest.raises(LineupError):
        vary(mowlab.game("mow", players=4), LINEUP, "packets", 4)


def test_all_runs_go_into_one_table(packets: Variants) -> None:
    frame = packets.frame()
    assert len(frame) == sum(3 * len(run) for run in packets.runs.values())
    for value, run in packets.runs.items():
        assert frame[frame["packets"] == value]["score"].tolist() == run.frame()["score"].tolist()


def test_an_option_cannot_be_fixed_and_varied() -> None:
    with pytest.raises(mowlab.OptionError, match="leave one of them out"):
        vary("mow", LINEUP, "packets", packets="both")
