"""Tournaments: every pair, the same deals, the same numbers as single simulations; ratings, circles, clear refusals."""

from __future__ import annotations

import csv
import dataclasses
import io
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab import games
from mowlab.analysis import Tournament, TournamentError, simulate, tournament
from mowlab.analysis import tournaments as module
from mowlab.analysis.intervals import Estimate, share_of_units
from mowlab.theory.ratings import rate

BOTS = ["random", "shedder", "opener"]


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament("mow", BOTS, 24, seed=5, players=4, compiled=False)


def wins(played: Tournament) -> list[float]:
    return [cell.win.value for cell in played.cells.values()]


# ---- what is played -------------------------------------------------------------------------------------------------
def test_each_cell_is_the_simulation_of_one_among_others(played: Tournament) -> None:
    assert set(played.cells) == {(a, b) for a in BOTS for b in BOTS if a != b}
    assert len(played) == 6 * 24
    for (a, b), cell in played.cells.items():
        alone = simulate("mow", [a, b, b, b], 24, seed=5, compiled=False)
        group = next(group for group in alone.groups("bot") if group.bot == a)
        assert (cell.win, cell.score, cell.games) == (group.win, group.score, 24)
        assert np.array_equal(alone.score, played.runs[a, b].score)
    assert played.matrix[0, 1] == played.cells["random", "shedder"].win.value
    assert np.array_equal(np.diag(played.matrix), [0.25] * 3)


def test_all_line_ups_meet_the_same_deals_and_every_bot_each_seat(played: Tournament) -> None:
    first, *others = played.runs.values()
    for run in others:
        assert np.array_equal(run.deal, first.deal)
        assert run.match(9).state.deck == first.match(9).state.deck
    assert first.place[:4].argmin(axis=1).tolist() == [0, 1, 2, 3]


def test_a_game_for_two_is_played_once_for_each_pair() -> None:
    played = tournament("mow", BOTS, 16, seed=5, players=2, compiled=False)
    assert list(played.runs) == [("random", "shedder"), ("random", "opener"), ("shedder", "opener")]
    assert played.matrix + played.matrix.T == pytest.approx(np.ones((3, 3)))
    for s in played.standings:
        assert s.games == 32
        assert s.win.value == pytest.approx(np.mean([c.win.value for (a, _), c in played.cells.items() if a == s.bot]))


def test_standings_count_deals_as_units_over_all_opponents(played: Tournament) -> None:
    values = [s.win.value for s in played.standings]
    assert values == sorted(values, reverse=True)
    best = played.standings[0]
    sums = np.zeros(6)
    for (a, _), run in played.runs.items():
        if a == best.bot:
            own = np.take_along_axis(run.payoff, run.place.argmin(axis=1)[:, None], axis=1)[:, 0]
            sums += own.reshape(6, 4).sum(axis=1)
    assert best.win == share_of_units(sums, np.full(6, 8))
    assert (best.games, best.win.units) == (48, 6)


def test_it_does_not_depend_on_threads_compiling_or_the_number_of_games(played: Tournament) -> None:
    assert wins(tournament("mow", BOTS, 24, seed=5, players=4, compiled=False, threads=2)) == wins(played)
    longer = tournament("mow", BOTS, 40, seed=5, players=4, compiled=False)
    assert np.array_equal(longer.runs["random", "opener"].score[:24], played.runs["random", "opener"].score)
    if mowlab.core.link.why_not_compiled() is None:  # type: ignore[attr-defined]
        compiled = tournament("mow", BOTS, 24, seed=5, players=4)
        assert all(run.plan.compiled for run in compiled.runs.values())
        assert compiled.rows() == played.rows()
        assert compiled.duels == played.duels


def test_a_single_game_is_played_again(played: Tournament) -> None:
    match = played.replay("opener", "random", 7)
    assert match.scores() == played.runs["opener", "random"].score[7].tolist()
    with pytest.raises(TournamentError, match="no games of 'opener' among 'cow'; there were: random among shedder; "):
        played.replay("opener", "cow", 7)


# ---- bots in ordinary Python, and those that search -----------------------------------------------------------------
def test_bots_from_a_cell_and_searching_bots_take_part() -> None:
    @mowlab.bot("mow", name="First")
    def first(view: Any) -> int:
        return int(view.moves[0])

    played = tournament(
        "mow", [first, mowlab.ismcts(3, compiled=False), "random"], 3, seed=2, players=3, compiled=False
    )
    assert list(played.bots) == ["first", "ismcts-3", "random"]
    assert {cell.games for cell in played.cells.values()} == {3}
    assert played.runs["first", "random"].problems == {}


def test_a_bot_that_fails_ends_the_tournament_with_its_error() -> None:
    @mowlab.bot("mow", name="Lost")
    def lost(view: Any) -> str:
        raise RuntimeError("no idea")

    with pytest.raises(mowlab.BotError, match="no idea"):
        tournament("mow", [lost, "random"], 4, players=3)


# ---- progress, cancel, precision ------------------------------------------------------------------------------------
def test_progress_watch_and_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WATCH_EVERY", 0.1)
    seen: list[tuple[int, int]] = []
    partial: list[Tournament] = []
    stop = threading.Event()

    def watch(so_far: Tournament) -> None:
        partial.append(so_far)
        if len(partial) == 3:
            stop.set()

    def progress(done: int, total: int) -> None:
        seen.append((done, total))

    found = tournament("mow", BOTS, 4_000, 5, players=4, compiled=False, progress=progress, watch=watch, cancel=stop)
    assert found.partial
    assert "of 24,000 games, seed 5, cancelled" in found.title
    assert [len(part) for part in partial] == sorted(len(part) for part in partial)
    assert {total for _, total in seen} == {24_000}
    counts = [cell.games for cell in found.cells.values()]
    assert min(counts) > 0, "all line-ups go on side by side"
    assert {s.games for s in found.standings} == {found.standings[0].games}


def test_a_tournament_cancelled_before_its_first_game_is_empty_but_usable() -> None:
    empty = tournament("mow", BOTS, 10_000, compiled=False, cancel=[1])
    none = dataclasses.replace(
        empty, runs={pair: dataclasses.replace(run, **nothing(run)) for pair, run in empty.runs.items()}
    )
    assert "cancelled" in str(none)
    assert none.ratings == {}
    assert np.isnan(none.standings[0].win.value)
    assert none.circle == ()


def nothing(run: Any) -> dict[str, Any]:
    names = ("number", "place", "score", "payoff", "decisions", "status", "fault")
    return {name: getattr(run, name)[:0] for name in names}


def test_it_stops_at_the_precision_asked_for() -> None:
    found = tournament("mow", ["random", "shedder"], 4_000, 5, players=3, precision=0.06, compiled=False)
    assert len(found) == 2 * 498, "the first look, at whole chunks"
    assert found.reached
    assert not found.partial
    assert "reached, after 1 look." in str(found)


# ---- ratings --------------------------------------------------------------------------------------------------------
def test_ratings_are_openskills_from_duels_that_somebody_won(played: Tournament) -> None:
    skills, course = rate(played.duels, changing=False)
    assert played.ratings == skills
    assert played.course == course
    run = played.runs["random", "shedder"]
    won = 0
    for seats, payoff in zip(run.place.tolist(), run.payoff.tolist(), strict=True):
        one = seats.index(0)
        won += payoff[one] > 0 or payoff[(one + 1) % 4] > 0
    assert won == sum({name for name, _ in duel} == {"random", "shedder"} for duel in played.duels) - sum(
        {name for name, _ in duel} == {"random", "shedder"} for duel in duels_of(played, "shedder", "random")
    )
    assert {s.bot: s.rating for s in played.standings} == skills


def duels_of(played: Tournament, one: str, among: str) -> list[Any]:
    return dataclasses.replace(played, runs={(one, among): played.runs[one, among]}).duels


def test_ratings_settle_and_their_own_uncertainty_is_honest() -> None:
    """Three bots of known strengths, 40 times: the ratings scatter no more than openskill says."""
    strengths = np.array([0.0, 0.5, 1.0])
    ends, sigmas, early = [], [], []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        duels = []
        for _ in range(600):
            i, j = rng.choice(3, 2, replace=False)
            won = rng.random() < 1 / (1 + np.exp(strengths[j] - strengths[i]))
            duels.append([(str(i), float(not won)), (str(j), float(won))])
        skills, course = rate(duels, changing=False)
        ends.append([skills[str(k)].mu for k in range(3)])
        sigmas.append([skills[str(k)].sigma for k in range(3)])
        early.append(course[60]["1"].sigma)
    assert (np.diff(np.mean(ends, axis=0)) > 1).all()
    ratio = np.std(ends, axis=0) / np.mean(sigmas, axis=0)
    assert (ratio < 1.1).all()
    assert (ratio > 0.3).all()
    assert np.mean(sigmas) < 0.6 * np.mean(early)


def test_without_openskill_there_are_no_ratings_and_all_else(
    played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mowlab.theory.ratings", None)
    bare = dataclasses.replace(played)
    assert bare.ratings == {}
    assert "rating" not in str(bare)
    assert bare.standings[0].win == played.standings[0].win
    with pytest.raises(mowlab.analysis.MissingPackage, match="openskill"):  # type: ignore[attr-defined]
        _ = bare.course


# ---- circles --------------------------------------------------------------------------------------------------------
def with_cells(played: Tournament, wins: dict[tuple[str, str], float]) -> Tournament:
    """The same tournament with other victories, each known to 2 points."""
    made = dataclasses.replace(played)
    cells = {
        (a, b): module.Cell(a, b, 400, Estimate(x, x - 0.02, x + 0.02, 400, 100), Estimate(0, 0, 0, 400, 100))
        for (a, b), x in wins.items()
    }
    made.__dict__["cells"] = cells
    return made


def test_a_circle_is_found_and_told_and_nothing_else(played: Tournament) -> None:
    a, b, c = BOTS
    up, down = [(a, b), (b, c), (c, a)], [(b, a), (c, b), (a, c)]
    circle = with_cells(played, {**dict.fromkeys(up, 0.4), **dict.fromkeys(down, 0.1)})
    assert circle.circle == (a, b, c)
    assert "A circle: random beats shedder, shedder beats opener, opener beats random." in circle.notes()
    both_gain_when_rare = with_cells(played, dict.fromkeys([*up, *down], 0.4))
    assert both_gain_when_rare.circle == ()
    unsure = with_cells(played, {**dict.fromkeys(up, 0.26), **dict.fromkeys(down, 0.1)})
    assert unsure.circle == ()
    order = with_cells(played, {(a, b): 0.4, (b, c): 0.4, (a, c): 0.4, (b, a): 0.1, (c, b): 0.1, (c, a): 0.1})
    assert order.circle == ()
    assert order.beats(a, c)
    assert not order.beats(c, a)


# ---- tables and words -----------------------------------------------------------------------------------------------
def test_tables_hold_every_seat_of_every_game(played: Tournament, tmp_path: Path) -> None:
    text = io.StringIO()
    played.to_csv(text)
    rows = list(csv.DictReader(io.StringIO(text.getvalue())))
    assert len(rows) == 6 * 24 * 4
    assert rows[0].keys() == {"one", "among", *played.runs["random", "shedder"].columns()}
    one = [float(r["payoff"]) for r in rows if (r["one"], r["among"], r["place"]) == ("opener", "random", "0")]
    assert np.mean(one) == pytest.approx(played.cells["opener", "random"].win.value)
    frame = played.frame()
    assert frame.groupby(["one", "among", "game"])["payoff"].sum().round(9).eq(1).all()
    pytest.importorskip("pyarrow")
    played.to_parquet(tmp_path / "t.parquet")
    assert (tmp_path / "t.parquet").stat().st_size > 0


def test_it_shows_itself(played: Tournament) -> None:
    text = str(played)
    assert text.startswith("MOW, 4 farmers: tournament of 3 bots, 6 line-ups, 144 games, seed 5\nbot ")
    assert "If all were equal: 25.0 %." in text
    assert all(cell.win.text(1, 100, " %") in text for cell in played.cells.values())
    html = played._repr_html_()
    assert html.count("<table>") == 2
    assert "<caption>MOW, 4 farmers: tournament" in html
    summary = played.summary()
    assert [row["bot"] for row in summary] == [s.bot for s in played.standings]
    assert summary[0]["rating_low"] < summary[0]["rating"] < summary[0]["rating_high"]


def test_games_that_do_not_end_are_counted_and_said(played: Tournament) -> None:
    cut = {pair: dataclasses.replace(run, status=np.full(24, 2)) for pair, run in played.runs.items()}
    broken = dataclasses.replace(played, runs={**played.runs, ("opener", "random"): cut["opener", "random"]})
    assert broken.notes()[-1] == "24 games left out: step limit reached."
    assert ("opener", "random") not in broken.cells
    assert np.isnan(broken.matrix[2, 0])
    assert next(s for s in broken.standings if s.bot == "opener").games == 0
    assert broken.standings[-1].bot == "opener"


def test_all_games_have_tournaments() -> None:
    for game in map(mowlab.game, games.keys()):
        if game.players > 1:
            bots = [bot.key for bot in game.bots_module.BOTS][:2]
            assert len(tournament(game, bots, 2, compiled=False)) == (2 if game.players == 2 else 4)


# ---- bad requests ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("error", "said", "request_"),
    [
        (TournamentError, "two or more bots, not 'random'", {"bots": "random"}),
        (TournamentError, r"two or more bots, not \['random'\]", {"bots": ["random"]}),
        (TournamentError, "needs different bots: 'random' is there twice", {"bots": ["random", "shedder", "random"]}),
        (TournamentError, "for one has no opponents to rank: .* players=2 to 6", {"game": "mow-money", "players": 1}),
        (mowlab.UnknownBot, "no bot 'rndom'", {"bots": ["random", "rndom"]}),
        (mowlab.OptionError, "players = 11", {"players": 11}),
        (ValueError, "options already", {"game": mowlab.game("mow"), "players": 3}),
        (ValueError, "games = 0", {"games": 0}),
        (ValueError, "precision = 2", {"precision": 2}),
    ],
)
def test_bad_requests_get_one_clear_sentence(error: type[Exception], said: str, request_: dict[str, Any]) -> None:
    asked = {"game": "mow", "bots": ["random", "shedder"], "games": 4, "compiled": False, **request_}
    with pytest.raises(error, match=said):
        tournament(**asked)
