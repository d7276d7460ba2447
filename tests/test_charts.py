"""Charts: small tables with the right counts, specs that are current and need nothing from outside, true sentences."""

import dataclasses
import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab import charts
from mowlab.analysis import (
    Choices,
    Comparison,
    Outcomes,
    Review,
    Tournament,
    Variants,
    compare,
    explore,
    review,
    simulate,
    tournament,
    vary,
)
from mowlab.analysis.intervals import mean_of_units, share_of_units
from mowlab.analysis.playing import Played
from mowlab.charts import CHARTS, OWN, NoSuchChart, Picture
from mowlab.charts.curves import CURVE, LOG_CURVE, RANGES
from mowlab.charts.rows import _bins
from mowlab.core import engine
from mowlab.core.chart import DOTS, GROUPED, KINDS, LINES, OwnChart, Tally
from mowlab.core.game import Game

LINEUP = ["random", "shedder", "opener", "counter"]
MOST_ROWS = 500
SPECS = [*CHARTS, CURVE, LOG_CURVE, RANGES, *(name for name, _ in OWN.values())]


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    return simulate("mow", LINEUP, 80, compiled=False)


@pytest.fixture(scope="module")
def choices() -> Choices:
    match = mowlab.game("mow", players=4).match(["random"] * 4, seed=3)
    return explore(match, worlds=60, whole=True, compiled=False)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare("mow", LINEUP, ["counter", *LINEUP[1:]], 40, compiled=False)


@pytest.fixture(scope="module")
def variants() -> Variants:
    return vary("mow", LINEUP, "packets", 16, compiled=False)


@pytest.fixture(scope="module")
def reviewed() -> Review:
    match = mowlab.game("mow", players=4).match(["random"] * 4, seed=3)
    match.advance(60)
    return review(match, iterations=8, worlds=8, compiled=False)


@pytest.fixture(scope="module")
def contest() -> Tournament:
    return tournament("mow", ["random", "shedder", "opener"], 40, players=4, compiled=False)


@pytest.fixture(scope="module")
def pictures(
    outcomes: Outcomes,
    choices: Choices,
    comparison: Comparison,
    variants: Variants,
    reviewed: Review,
    contest: Tournament,
) -> dict[str, Picture]:
    sources = (variants, outcomes, choices, comparison, reviewed, contest)
    many = simulate("mow", LINEUP, 400, events=False, compiled=False)  # luck needs a hundred deals
    found = {name: charts.picture(name, source) for source in sources for name in charts.names(source)}
    return {**found, "luck": charts.picture("luck", many)}


# ---- specs ----------------------------------------------------------------------------------------------------------
def test_every_spec_file_is_what_altair_makes_of_the_drawing_today() -> None:
    drawing = pytest.importorskip("mowlab.charts.drawing")
    assert {file.stem for file in charts.SPECS.glob("*.json")} == set(SPECS) == set(drawing.DRAWINGS)
    for name in SPECS:
        assert (charts.SPECS / f"{name}.json").read_text("utf-8") == charts.text_of(drawing.to_spec(name)), (
            f"{name}.json is old: run python -m mowlab.charts"
        )


def spec_of(name: str) -> dict[str, Any]:
    spec: dict[str, Any] = json.loads((charts.SPECS / f"{name}.json").read_text("utf-8"))
    return spec


@pytest.mark.parametrize("name", SPECS)
def test_specs_fill_their_place_name_their_data_and_reach_for_nothing_outside(name: str) -> None:
    spec = spec_of(name)
    assert spec["data"] == {"name": "rows"}
    assert "width" not in spec, "the page gives charts its width"
    assert not {"config", "$schema", "datasets"} & spec.keys()
    assert "http" not in json.dumps(spec)


@pytest.mark.parametrize("name", SPECS)
def test_no_chart_tells_anything_by_colour_alone(name: str) -> None:
    for layer in spec_of(name)["layer"]:
        encoding = layer["encoding"]
        colour = encoding.get("color") or encoding.get("stroke")
        if colour is not None:
            other = encoding.get("shape") or encoding["strokeDash"]
            assert other["field"] == colour["field"]


def test_words_of_the_game_stand_in_the_spec() -> None:
    spec = charts.spec("scores", unit='"dollars"', lanes=5)
    assert spec["layer"][0]["encoding"]["x"]["title"] == '"dollars" in a game'
    assert spec["height"] == charts.spec("scores", lanes=10)["height"] / 2
    assert "{" not in json.dumps(charts.spec("behind")["layer"][0]["encoding"]["x"]["title"])


def test_spec_and_rows_do_not_import_altair_or_pandas() -> None:
    code = (
        "import sys\nfrom mowlab import charts, simulate\n"
        "o = simulate('mow', ['random'] * 3, 4, compiled=False)\n"
        "for name in charts.names(o): charts.picture(name, o)\n"
        "print(sorted({'altair', 'pandas', 'numba', 'ipywidgets', 'rfc3987_syntax'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_drawing_keeps_the_slow_module_out() -> None:
    code = "import sys\nfrom mowlab import charts\ncharts.draw('wins')\nprint('rfc3987_syntax' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"


def test_vega_draws_every_chart_with_its_rows(pictures: dict[str, Picture]) -> None:
    """The library itself, not a browser: each row is a mark, and every label can be read in the picture."""
    vl_convert = pytest.importorskip("vl_convert")
    assert pictures.keys() == CHARTS.keys() | mowlab.game("mow").charts.keys()
    for picture in pictures.values():
        spec = {**picture.spec, "width": 300, "datasets": {"rows": picture.rows}}
        svg = vl_convert.vegalite_to_svg(spec, vl_version="6.4")
        for label in {line for row in picture.rows for line in row["label"].split("\n")}:
            assert label.replace("&", "&amp;") in svg, (picture.name, label)
        assert "NaN" not in svg
        assert "undefined" not in svg


# ---- rows -----------------------------------------------------------------------------------------------------------
def test_rows_are_few_and_flat_and_columns_name_their_fields(pictures: dict[str, Picture]) -> None:
    for picture in pictures.values():
        assert 0 < len(picture.rows) < MOST_ROWS
        assert json.loads(json.dumps(picture.rows)) == picture.rows
        fields = {field for row in picture.rows for field in row}
        assert {column["field"] for column in picture.columns} <= fields, picture.name
        assert len(picture.summary) < 700
        assert not set("{}") & set(picture.summary)


def test_a_table_of_ten_farmers_and_long_games_stays_small() -> None:
    lineup = [*LINEUP, "spoiler", "expected", "random", "random", "random", "random"]
    plan = dataclasses.replace(simulate("mow", lineup, 1, cancel=[1], compiled=False).plan, games=600)
    results = np.zeros((600, 20 + engine.MORE_RESULTS))
    results[:, :20:2] = np.random.default_rng(1).integers(0, 2000, (600, 10))
    rows = {name: np.zeros((0, 5), np.int32) for name in plan.kinds}
    size = plan.per_chunk
    chunks = {i: Played(results[i * size : (i + 1) * size], rows) for i in range(plan.chunks)}
    wide = Outcomes.from_chunks(plan, chunks)
    assert len({row["label"] for row in charts.scores_rows(wide)}) == 6
    for name in ("scores", "wins", "seats", "seat_bots", "decisions"):
        assert len(charts.picture(name, wide).rows) < MOST_ROWS


def test_bars_count_every_game_once(outcomes: Outcomes) -> None:
    rows = charts.scores_rows(outcomes)
    for b, label in enumerate(outcomes.labels.values()):
        mine = outcomes.score[outcomes.bot == b]
        bars = [row for row in rows if row["part"] == "bar" and row["label"] == label]
        assert sum(bar["count"] for bar in bars) == 80
        assert sum(bar["share"] for bar in bars) == pytest.approx(1)
        for bar in bars:
            assert bar["count"] == ((mine >= bar["from"]) & (mine <= bar["to"])).sum()
        (mean,) = [row for row in rows if row["part"] == "mean" and row["label"] == label]
        assert mean["mean"] == pytest.approx(mine.mean())
        assert mean["low"] < mean["mean"] < mean["high"]


@pytest.mark.parametrize(
    ("low", "high", "most"), [(0, 0, 2), (0, 39, 40), (0, 40, 40), (-7, 3, 4), (95, 2096, 20), (0, 10**9, 5)]
)
def test_bins_hold_all_and_are_not_too_many(low: int, high: int, most: int) -> None:
    start, width, bins = _bins([np.array([low, high])], most)
    assert start <= low
    assert start + width * bins > high
    assert bins <= most
    assert str(width).strip("0") in {"1", "2", "5"}


def test_events_have_their_own_distributions(outcomes: Outcomes) -> None:
    herds = outcomes.events("herd")
    cows = [row for row in charts.picture("herd_cows", outcomes).rows if row["part"] == "bar"]
    assert sum(bar["count"] for bar in cows) == len(herds)
    assert sum(bar["from"] * bar["count"] for bar in cows) == herds.columns["cows"].sum()
    assert sum(bar["count"] for bar in charts.rounds_rows(outcomes) if bar["part"] == "bar") == len(
        outcomes.events("round")
    )
    lengths = charts.round_counts_rows(outcomes)
    assert sum(row["count"] * row["from"] for row in lengths if row["part"] == "bar") * 4 == len(
        outcomes.events("round")
    )


def test_victories_carry_their_intervals_and_the_even_share(outcomes: Outcomes) -> None:
    rows = charts.wins_rows(outcomes)
    for row, group in zip(rows, outcomes.groups("bot"), strict=True):
        assert (row["value"], row["low"], row["high"]) == (group.win.value, group.win.low, group.win.high)
        assert row["even"] == 0.25
    assert len(charts.seat_bots_rows(outcomes)) == 16
    text = charts.picture("wins", outcomes).summary
    assert all(row["label"] in text and row["text"] in text for row in rows)
    assert "25.0 %" in text


def test_the_best_and_the_chosen_move_are_named(choices: Choices) -> None:
    worst = choices.rows()[-1]["move"]
    rows = [row for row in charts.choices_rows(choices, worst) if row["part"] == "mean"]
    assert [row["mark"] for row in rows] == ["best", *[""] * (len(rows) - 2), "yours"]
    assert rows[0]["label"].endswith("(best)")
    assert rows[-1]["label"].endswith("(yours)")
    best = choices.rows()[0]["move"]
    assert charts.choices_rows(choices, best)[-1]["mark"] == ""
    assert "best, yours" in {row.get("mark") for row in charts.choices_rows(choices, best)}
    picture = charts.picture("behind", choices, chosen=worst)
    assert "Your choice" in picture.summary
    assert picture.rows[0]["value"] == 0
    regret = choices.regret(worst)
    assert picture.rows[-1]["value"] == pytest.approx(100 * regret.value)


def test_squares_tell_more_and_less_only_where_the_whole_interval_does(contest: Tournament) -> None:
    rows = charts.picture("payoffs", contest).rows
    assert len(rows) == len(contest.cells) == 6
    for row in rows:
        side = "more" if row["low"] > 0.25 else "less" if row["high"] < 0.25 else "unsure"
        assert row["side"] == side
        assert 0 <= row["away"] <= 1
    cell = contest.cells["shedder", "random"]
    (row,) = [row for row in rows if (row["label"], row["among"]) == ("Felix\nFlyswatter", "Dora Dice")]
    assert (row["value"], row["low"], row["high"]) == (cell.win.value, cell.win.low, cell.win.high)
    assert row["text"] == f"▲ {100 * cell.win.value:.0f} %"
    assert "No circle shows." in charts.picture("payoffs", contest).summary


def test_the_course_of_ratings_ends_where_they_are(contest: Tournament) -> None:
    rows = charts.picture("rating_course", contest).rows
    for bot, rating in contest.ratings.items():
        own = [row for row in rows if row["series"] == contest.labels[bot]]
        assert len(own) <= 12
        assert own[-1]["x"] == len(contest.duels)
        assert own[-1]["value"] == rating.mu
        assert own[0]["high"] - own[0]["low"] > own[-1]["high"] - own[-1]["low"]


def test_a_tournament_without_games_draws_nothing(contest: Tournament) -> None:
    none = {pair: Outcomes.from_chunks(run.plan, {}) for pair, run in contest.runs.items()}
    empty = dataclasses.replace(contest, runs=none)
    assert charts.names(empty) == ["standings", "payoffs"]
    for name in charts.names(empty):
        assert charts.picture(name, empty).rows == []
        assert charts.picture(name, empty).summary == "No game has come to its end yet."


def test_strips_hold_every_world(choices: Choices) -> None:
    rows = [row for row in charts.choices_rows(choices) if row["part"] == "strip"]
    for label in {row["label"] for row in rows}:
        assert sum(row["share"] for row in rows if row["label"] == label) == pytest.approx(1)


def test_changes_are_in_percent_of_games(comparison: Comparison) -> None:
    rows = charts.changes_rows(comparison)
    assert [row["value"] for row in rows] == pytest.approx([100 * change.win.value for change in comparison.changes])
    assert "\N{RIGHTWARDS ARROW}" in rows[0]["label"]
    assert "no clear difference" in charts.picture("changes", compare("mow", LINEUP, LINEUP, 8, compiled=False)).summary


def test_costs_are_in_percent_and_the_dearest_decision_is_named(reviewed: Review) -> None:
    rows, worst = charts.costs_rows(reviewed), reviewed.worst()[0]
    assert [row["value"] for row in rows] == pytest.approx([100 * d.cost.value for d in reviewed.decisions])
    assert max(rows, key=lambda row: float(row["value"]))["label"] == worst.played_words
    picture = charts.picture("costs", reviewed)
    assert f"As good as the best in {reviewed.as_good} of " in picture.summary
    assert worst.played_words in picture.summary
    assert picture.spec["height"] == charts.spec("costs", lanes=None)["height"]


def test_the_title_below_the_choices_has_two_lines_to_fit_a_phone() -> None:
    spec = charts.spec("choices", unit="reputation points")
    titles = [layer["encoding"]["x"].get("title") for layer in spec["layer"]]
    assert titles[0] == ["reputation points", "to the end of the round"]


@pytest.mark.parametrize(("band", "widths"), [(5, [2.5, 1]), (60, [5, 2])])
def test_an_interval_does_not_hide_a_narrow_bar(band: int, widths: list[float]) -> None:
    strokes = [layer["mark"]["strokeWidth"]["expr"] for layer in charts.spec("costs", lanes=None)["layer"][1:]]
    assert [eval(one.replace("bandwidth('x')", str(band)), {"min": min}) for one in strokes] == widths


def test_nothing_played_gives_no_rows_and_says_so() -> None:
    none = Outcomes.from_chunks(simulate("mow", LINEUP, 4, cancel=[1], compiled=False).plan, {})
    for name in charts.names(none):
        picture = charts.picture(name, none)
        assert picture.rows == []
        assert picture.summary == "No game has come to its end yet."


def test_one_deal_has_no_interval_and_no_number_that_json_lacks() -> None:
    one = simulate("mow", LINEUP, 1, compiled=False)
    for name in charts.names(one):
        json.dumps(charts.picture(name, one).rows, allow_nan=False)
    rows = charts.picture("wins", one).rows
    assert {row["low"] for row in rows} == {None}


# ---- what a game declares for itself --------------------------------------------------------------------------------
def tallies(outcomes: Outcomes) -> list[Tally]:
    """Rounds of more than five flies for each bot, counted from the arrays in the plainest way."""
    rounds = outcomes.events("round")
    found = []
    for b, label in enumerate(outcomes.labels.values()):
        sums, counts = np.zeros((2, len(outcomes)))
        for row, seat, flies in zip(rounds.row, rounds.seat, rounds.columns["flies"], strict=True):
            if outcomes.bot[row, seat] == b:
                counts[row] += 1
                sums[row] += flies > 5
        found += [Tally(label, sums, counts, series, x) for x, series in enumerate(("half", "whole"), 1)]
    return [*found, Tally("nobody", sums * 0, sums * 0, "half", 1)]


@pytest.mark.parametrize("kind", [DOTS, GROUPED, LINES])
@pytest.mark.parametrize("share", [True, False])
def test_a_chart_declared_by_a_game_gets_its_intervals_by_deal(outcomes: Outcomes, kind: str, share: bool) -> None:
    own = OwnChart(title="Bad", kind=kind, events=("round",), axis="bad rounds", count=tallies, share=share)
    picture = charts._own_picture("bad", own, outcomes)
    assert "nobody" not in {row["label"] for row in picture.rows}
    rounds = outcomes.events("round")
    for b, label in enumerate(outcomes.labels.values()):
        row = next(row for row in picture.rows if row["label"] == label)
        mine = outcomes.bot[rounds.row, rounds.seat] == b
        bad, deal = rounds.columns["flies"][mine] > 5, outcomes.deal[rounds.row[mine]]
        units = [(bad[deal == d].sum(), (deal == d).sum()) for d in np.unique(deal)]
        wanted = (share_of_units if share else mean_of_units)(*zip(*units, strict=True))
        assert (row["value"], row["low"], row["high"]) == pytest.approx((wanted.value, wanted.low, wanted.high))
        assert row["n"] == mine.sum()
        assert row["text"] in picture.summary or (kind == LINES and b)  # of lines: where they begin and end
    title = picture.spec["layer"][0]["encoding"]["y" if kind == LINES else "x"]["title"]
    assert title == "bad rounds"


def test_what_never_happened_is_said(outcomes: Outcomes) -> None:
    nothing = np.zeros(len(outcomes))
    own = OwnChart(
        title="Bad", kind=DOTS, events=(), axis="bad rounds", count=lambda _: [Tally("nobody", nothing, nothing)]
    )
    assert charts._own_picture("bad", own, outcomes).summary == "Nothing of this kind happened in these games."


def test_unfinished_games_count_in_no_chart_of_a_game(outcomes: Outcomes) -> None:
    cut = dataclasses.replace(outcomes, status=np.where(outcomes.number < 40, outcomes.status, engine.LIMIT))
    half = simulate("mow", LINEUP, 40, compiled=False)
    for name in mowlab.game("mow").charts:
        assert charts.picture(name, cut).rows == charts.picture(name, half).rows
    own = OwnChart(title="Bad", kind=DOTS, events=("round",), axis="bad rounds", count=tallies)
    assert charts._own_picture("bad", own, cut).rows == charts._own_picture("bad", own, half).rows


@pytest.mark.parametrize("key", mowlab.keys())
def test_what_games_declare_fits_together(key: str) -> None:
    game = mowlab.game(key)
    assert not game.charts.keys() & CHARTS.keys(), "a general chart has that name"
    for name, own in game.charts.items():
        assert own.kind in KINDS
        assert set(own.events) <= game.words.KEPT_EVENTS.keys(), name
        assert bool(own.across) == (own.kind == LINES)


def test_a_game_without_charts_of_its_own_has_none() -> None:
    bare = Game.__new__(Game)
    bare.package = "mowlab.core"  # any package without a charts.py
    assert bare.charts == {}


def test_bots_of_the_same_name_keep_their_own_lanes(outcomes: Outcomes) -> None:
    bots = tuple(dataclasses.replace(bot, name="Dora Dice") for bot in outcomes.plan.bots)
    same = dataclasses.replace(outcomes, plan=dataclasses.replace(outcomes.plan, bots=bots))
    assert [row["label"] for row in charts.wins_rows(same)] == [f"Dora Dice ({key})" for key in LINEUP]


def test_unknown_charts_are_refused(outcomes: Outcomes, choices: Choices) -> None:
    with pytest.raises(NoSuchChart, match="There is no chart 'pie'; there are: scores, "):
        charts.spec("pie")
    with pytest.raises(NoSuchChart, match="There is no chart 'pie'"):
        charts.draw("pie")
    with pytest.raises(NoSuchChart, match="no chart 'choices' of this result; there are: scores, "):
        charts.picture("choices", outcomes)
    round_only: Any = explore(choices.view, worlds=4, compiled=False)
    assert charts.names(round_only) == ["choices", "behind"]
