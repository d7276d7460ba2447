"""Simulations: the same games however they are run, counted right, stopped at once, and clear about bad requests."""

import csv
import dataclasses
import io
import threading
import time
from typing import Any

import joblib
import numpy as np
import pytest

import mowlab
from mowlab.analysis import LineupError, NoSuchEvents, NoSuchGame, Outcomes, simulate
from mowlab.analysis.chunks import Live, run
from mowlab.analysis.intervals import mean_of_units
from mowlab.analysis.playing import play_chunk
from mowlab.core import engine, table
from mowlab.core.bot import Bot
from mowlab.core.game import OptionError, UnknownBot
from mowlab.games import UnknownGame

LINEUP = ["random", "shedder", "opener", "random"]
ARRAYS = ("number", "place", "score", "payoff", "decisions", "status", "fault", "lead_changes")


def play(games: int = 40, **more: Any) -> Outcomes:
    return simulate("mow", LINEUP, games, seed=3, **{"compiled": False, **more})


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    return play(120)


def assert_same(a: Outcomes, b: Outcomes) -> None:
    for name in ARRAYS:
        assert np.array_equal(getattr(a, name), getattr(b, name)), name
    assert a.kept.keys() == b.kept.keys()
    for name, events in a.kept.items():
        assert np.array_equal(events.row, b.kept[name].row)
        assert np.array_equal(events.seat, b.kept[name].seat)
        for column, values in events.columns.items():
            assert np.array_equal(values, b.kept[name].columns[column])


# ---- the same games -------------------------------------------------------------------------------------------------
def test_compiled_and_plain_on_one_and_two_threads_and_two_processes_play_the_same_games() -> None:
    plain = play(520)
    assert plain.plan.chunks > 2
    assert len(plain.kept["herd"]) > 520
    assert_same(plain, play(520, threads=2))
    if mowlab.core.link.why_not_compiled() is None:
        assert_same(plain, play(520, compiled=True, threads=1))
        assert_same(plain, play(520, compiled=True, threads=2))
    with joblib.parallel_config("loky", n_jobs=2):
        assert_same(plain, play(520))


def test_a_longer_run_begins_with_the_games_of_a_shorter_one(outcomes: Outcomes) -> None:
    shorter = play(30)
    assert np.array_equal(shorter.score, outcomes.score[:30])
    assert np.array_equal(shorter.kept["herd"].row, outcomes.kept["herd"].row[: len(shorter.kept["herd"])])


def test_luck_does_not_depend_on_how_the_work_is_cut(outcomes: Outcomes) -> None:
    """Longer runs have longer chunks, and random words are made for 100 deals at a time."""
    shorter, longer = outcomes.plan, dataclasses.replace(outcomes.plan, games=100_000)
    assert shorter.per_chunk < longer.per_chunk
    numbers = np.arange(390, 410)  # deals 97 to 102
    each = [longer.words(np.array([n]))[0] for n in numbers]
    assert np.array_equal(shorter.words(numbers), each)
    assert len({tuple(words) for words in each}) == 6
    assert np.array_equal(each[0], table.seed_words(3, 100, 0)[97])
    assert np.array_equal(each[-1], table.seed_words(3, 100, 1)[2])


def test_another_seed_gives_other_games(outcomes: Outcomes) -> None:
    other = simulate("mow", LINEUP, 40, seed=4, compiled=False)
    assert not np.array_equal(other.score, outcomes.score[:40])


def test_a_game_of_the_run_is_played_again_move_by_move(outcomes: Outcomes) -> None:
    for number in (0, 1, 77):
        match = outcomes.replay(number)
        assert match.scores() == outcomes.score[number].tolist()
        assert match.payoffs() == outcomes.payoff[number].tolist()
        assert len(match.turns) == outcomes.decisions[number]
        assert [seat.bot.key for seat in match.seats if seat.bot] == [LINEUP[b] for b in outcomes.place[number]]
        again = mowlab.replay(match.record())
        assert again.scores() == match.scores()


# ---- what is counted ------------------------------------------------------------------------------------------------
def test_rotation_gives_each_place_each_seat_with_the_same_deal(outcomes: Outcomes) -> None:
    assert outcomes.place[:5].tolist() == [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0], [0, 1, 2, 3]]
    first_hands = [outcomes.match(g).state.deck[:20] for g in range(5)]
    assert first_hands[0] == first_hands[1] == first_hands[3] != first_hands[4]


def test_without_rotation_every_game_has_its_own_deal() -> None:
    fixed = play(4, rotate=False)
    assert fixed.place.tolist() == [[0, 1, 2, 3]] * 4
    decks = [tuple(fixed.match(g).state.deck) for g in range(4)]
    assert len(set(decks)) == 4


def test_each_game_has_one_victory_for_fewest_flies_and_ends_at_100(outcomes: Outcomes) -> None:
    assert np.allclose(outcomes.payoff.sum(axis=1), 1)
    assert (outcomes.score.max(axis=1) >= 100).all()
    best = outcomes.score == outcomes.score.min(axis=1, keepdims=True)
    assert ((outcomes.payoff > 0) == best).all()


def test_summary_agrees_with_a_naive_count(outcomes: Outcomes) -> None:
    won, flies, seats = dict.fromkeys(LINEUP, 0.0), dict.fromkeys(LINEUP, 0), dict.fromkeys(LINEUP, 0)
    columns = outcomes.columns()
    for bot, payoff, score in zip(columns["bot"], columns["payoff"], columns["score"], strict=True):
        won[bot] += payoff
        flies[bot] += score
        seats[bot] += 1
    for row in outcomes.summary():
        assert row["win"] == pytest.approx(won[row["bot"]] / seats[row["bot"]])
        assert row["score"] == pytest.approx(flies[row["bot"]] / seats[row["bot"]])
        assert row["win_low"] <= row["win"] <= row["win_high"]
        assert row["games"] == 120
    assert [row["bot"] for row in outcomes.summary()] == ["random", "shedder", "opener"]


def test_seats_and_places_split_what_bots_sum_up(outcomes: Outcomes) -> None:
    seats = outcomes.by_seat()
    assert [row["seat"] for row in seats] == [0, 1, 2, 3]
    assert sum(row["win"] for row in seats) == pytest.approx(1)
    cells = outcomes.groups("bot", "seat")
    assert len(cells) == 12
    shedder = [group.win.value for group in cells if group.bot == "shedder"]
    assert np.mean(shedder) == pytest.approx(outcomes.summary()[1]["win"])
    with pytest.raises(ValueError, match="grouped by bot, seat, place"):
        outcomes.groups("colour")


@pytest.mark.parametrize(("lineup", "seatings"), [("aaaa", 1), ("abab", 2), ("aabb", 4), ("aab", 3), ("abcabc", 3)])
def test_a_line_up_that_repeats_itself_is_not_played_twice_in_one_seating(lineup: str, seatings: int) -> None:
    names = {"a": "random", "b": "shedder", "c": "opener"}
    played = simulate("mow", [names[x] for x in lineup], 8, compiled=False, events=False)
    assert played.deal.tolist() == [g // seatings for g in range(8)]
    lineups = [tuple(played.lineup[b] for b in row) for row in played.place.tolist()]
    assert len(set(lineups)) == seatings


def test_all_seats_together_share_one_victory_for_certain() -> None:
    (row,) = simulate("mow", ["random"] * 4, 8, compiled=False).summary()
    assert (row["win_low"], row["win"], row["win_high"]) == (0.25, 0.25, 0.25)
    assert row["score_low"] < row["score"] < row["score_high"]


def test_rounds_add_up_to_the_scores_and_herds_are_counted(outcomes: Outcomes) -> None:
    rounds = outcomes.events("round")
    total = np.zeros_like(outcomes.score)
    np.add.at(total, (rounds.row, rounds.seat), rounds.columns["flies"])
    assert np.array_equal(total, outcomes.score)
    herds = outcomes.events("herd")
    for row in outcomes.means("herd"):
        mine = outcomes.bot[herds.row, herds.seat] == list(outcomes.bots).index(row["bot"])
        assert row["cows"] == pytest.approx(herds.columns["cows"][mine].mean())
        assert row["events"] == mine.sum()
        assert row["per_game"] == pytest.approx(mine.sum() / (240 if row["bot"] == "random" else 120))
    orders = [(row, order) for kept in outcomes.kept.values() for row, order in zip(kept.row, kept.order, strict=True)]
    assert len(set(orders)) == len(herds) + len(rounds), "every event has a place of its own in its game"
    with pytest.raises(NoSuchEvents, match=r"keeps no events 'cow'; it keeps: herd, round"):
        outcomes.events("cow")
    with pytest.raises(NoSuchEvents, match="none in this run"):
        play(4, events=False).means("round")


def test_games_that_do_not_end_are_counted_and_said_not_dropped(outcomes: Outcomes) -> None:
    status, fault = outcomes.status.copy(), outcomes.fault.copy()
    status[3], fault[8] = engine.LIMIT, table.LOG_FULL
    broken = dataclasses.replace(outcomes, status=status, fault=fault)
    assert broken.problems == {"step limit reached": 1, "more events than the log holds": 1}
    assert {row["games"] for row in broken.summary()} == {118}
    assert "1 game left out: step limit reached." in str(broken)
    assert len(broken) == 120
    assert outcomes.problems == {}


def test_csv_and_frame_hold_every_seat_of_every_game(outcomes: Outcomes, tmp_path: Any) -> None:
    outcomes.to_csv(tmp_path / "out.csv")
    text = io.StringIO()
    outcomes.to_csv(text)
    rows = list(csv.DictReader((tmp_path / "out.csv").open(encoding="utf-8")))
    assert len(rows) == 480
    assert list(csv.DictReader(io.StringIO(text.getvalue()))) == rows
    assert rows[5] == {
        "game": "1",
        "deal": "0",
        "seat": "1",
        "bot": "random",
        "place": "0",
        "score": str(outcomes.score[1, 1]),
        "payoff": str(outcomes.payoff[1, 1]),
        "decisions": str(outcomes.decisions[1]),
        "lead_changes": str(np.ravel(outcomes.lead_changes)[1]),
        "end": "over",
    }
    frame = outcomes.frame()
    assert frame.groupby("game")["payoff"].sum().round(9).eq(1).all()


def test_outcomes_show_themselves(outcomes: Outcomes) -> None:
    assert str(outcomes).startswith("MOW, 4 farmers: 120 games, each deal in 4 seatings, seed 3\nbot ")
    assert "<caption>MOW, 4 farmers: 120 games" in outcomes._repr_html_()


# ---- bots in ordinary Python ----------------------------------------------------------------------------------------
def test_a_python_bot_that_plays_like_a_compiled_one_gets_its_games() -> None:
    """The first legal move, as a bot in Python; seats of others keep their dice."""

    @mowlab.bot("mow", name="First")
    def first(view: Any) -> int:
        return int(view.moves[0])

    mixed = simulate("mow", ["first", "random", "shedder"], 12, seed=5)
    assert mixed.problems == {}
    assert (mixed.score.max(axis=1) >= 100).all()
    assert len(mixed.kept["round"]) % 3 == 0
    match = mixed.replay(7)
    assert match.scores() == mixed.score[7].tolist()
    assert len(match.turns) == mixed.decisions[7]
    with pytest.raises(ValueError, match="cannot be compiled"):
        simulate("mow", ["first", "random", "random"], 4, compiled=True)


def test_a_python_bot_that_fails_ends_the_run_with_its_error() -> None:
    @mowlab.bot("mow", name="Lost")
    def lost(view: Any) -> str:
        raise RuntimeError("no idea")

    with pytest.raises(mowlab.BotError, match="no idea"):
        simulate("mow", ["random", "lost", "random"], 4)


def test_a_bot_object_that_answers_nonsense_is_stopped_at_its_first_move() -> None:
    nonsense = Bot("nonsense", "N", "", "", engine.OUTSIDE, lambda view, a: "", lambda view: "moo")
    with pytest.raises(mowlab.BotError, match=r"'nonsense' answered 'moo' in seat 0; legal moves there were: g"):
        simulate("mow", [nonsense, "random", "random"], 4)
    with pytest.raises(LineupError, match="neither a policy nor a program"):
        simulate("mow", [dataclasses.replace(nonsense, play=None), "random", "random"], 4)


def test_games_of_python_bots_have_a_step_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MAX_STEPS", 10)
    first = Bot("first", "F", "", "", engine.OUTSIDE, lambda view, a: "", lambda view: view.moves[0])
    cut = simulate("mow", [first] * 3, 2)
    assert cut.problems == {"step limit reached": 2}
    assert cut.decisions.tolist() == [10, 10]
    assert cut.summary() == []


# ---- progress and cancel --------------------------------------------------------------------------------------------
def test_progress_goes_up_to_the_end_in_the_callers_thread() -> None:
    seen: list[tuple[int, int, int]] = []
    play(300, progress=lambda done, total: seen.append((done, total, threading.get_ident())))
    done = [d for d, _, _ in seen]
    assert done == sorted(set(done))
    assert len(done) > 2
    assert done[-1] == 300
    assert {(total, thread) for _, total, thread in seen} == {(300, threading.get_ident())}


def test_cancel_comes_back_at_once_with_what_was_played(outcomes: Outcomes) -> None:
    cancel = threading.Event()
    pressed: list[float] = []

    def press(done: int, total: int) -> None:
        if done >= 20 and not pressed:
            pressed.append(time.monotonic())
            cancel.set()

    partial = play(100_000, progress=press, cancel=cancel)
    assert time.monotonic() - pressed[0] < 1.0, "0.2 s on an idle machine"
    assert partial.partial
    assert 20 <= len(partial) < 10_000
    n = min(len(partial), 120)
    assert np.array_equal(partial.score[:n], outcomes.score[:n])
    assert "of 100,000 games" in str(partial)
    assert partial.summary()[0]["games"] > 0
    assert not outcomes.partial


@pytest.mark.parametrize("cancel", [threading.Event(), np.ones(1, dtype=np.int64), [1]])
def test_cancel_before_the_start_gives_empty_but_usable_outcomes(cancel: Any) -> None:
    if isinstance(cancel, threading.Event):
        cancel.set()
    empty = play(100_000, cancel=cancel)
    assert empty.partial
    assert len(empty) < 200
    none = Outcomes.from_chunks(empty.plan, {})
    assert (len(none), none.summary(), none.means("herd")[0]["events"]) == (0, [], 0)
    with pytest.raises(NoSuchGame, match="there are none"):
        none.match(0)
    assert "0 of 100,000 games" in str(none)


def test_progress_is_seen_within_a_long_chunk() -> None:
    seen = []
    plan = dataclasses.replace(play(4).plan, games=300)
    play_chunk(plan, 0, live := Live())
    assert live.done() == plan.per_chunk
    live.reports(1, lambda: 7)
    assert live.done() == plan.per_chunk + 7
    gate = threading.Event()

    def work(i: int, live: Live) -> int:
        live.reports(i, lambda: 3)
        gate.wait(20)
        return 5

    def progress(done: int, total: int) -> None:
        seen.append(done)
        gate.set()

    assert run(work, 1, lambda i, n: n, 5, progress=progress)
    assert seen == [3, 5]


def test_a_chunk_that_never_comes_back_cannot_hold_the_caller() -> None:
    stuck, cancel = threading.Event(), threading.Event()
    threading.Timer(0.1, cancel.set).start()
    began = time.monotonic()
    done = run(lambda i, live: stuck.wait(60), 1, lambda i, result: 1, 1, cancel=cancel)
    assert not done
    assert time.monotonic() - began < 5
    stuck.set()


# ---- bad requests ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("error", "said", "request_"),
    [
        (LineupError, r"MOW with 4 farmers needs 4 bots, got 3\.", {"bots": ["random"] * 3, "players": 4}),
        (LineupError, "bots must be a list of bots", {"bots": "random"}),
        (
            LineupError,
            r"bots has 1 bot, one for each place at the table; MOW is for 2 to 10 farmers\.",
            {"bots": ["counter"]},
        ),
        (UnknownBot, r"MOW has no bot 'rndom'; it has: random, ", {"bots": ["rndom"] * 4}),
        (UnknownGame, "There is no game 'cow'", {"game": "cow"}),
        (LineupError, "bots has 11 bots", {"bots": ["random"] * 11}),
        (OptionError, "allowed: 2, 3", {"bots": ["random"] * 11, "players": 11}),
        (OptionError, "no option 'farmers'", {"farmers": 4}),
        (ValueError, "games = 0: it must be a whole number from 1 to 10,000,000", {"games": 0}),
        (ValueError, "games = 2.5", {"games": 2.5}),
        (ValueError, "games = True", {"games": True}),
        (ValueError, r"seed = -1: it must be a whole number from 0", {"seed": -1}),
        (ValueError, "threads = 0: it must be a whole number from 1", {"threads": 0}),
        (ValueError, "log = 'yes': it must be True or False", {"log": "yes"}),
        (ValueError, "rotate = 'no': it must be True or False", {"rotate": "no"}),
        (ValueError, "options already", {"game": mowlab.game("mow"), "starter": "random"}),
        (ValueError, "options already", {"game": mowlab.game("mow"), "players": 5}),
    ],
)
def test_bad_requests_get_one_clear_sentence(error: type[Exception], said: str, request_: dict[str, Any]) -> None:
    asked = {"game": "mow", "bots": ["random"] * 4, "games": 4, "compiled": False, **request_}
    with pytest.raises(error, match=said):
        simulate(**asked)


def test_a_game_that_was_not_played_is_not_replayed(outcomes: Outcomes) -> None:
    with pytest.raises(NoSuchGame, match="Game 120 is not among the outcomes; they are games 0 to 119"):
        outcomes.replay(120)


# ---- few deals ------------------------------------------------------------------------------------------------------
def test_two_deals_give_no_interval_of_flies_below_0() -> None:
    outcomes = simulate("mow", ["shedder", "random"], 4, seed=1, compiled=False)
    wide = [mean_of_units(*parts) for parts in ([[1, 30], [1, 1]], [[0, 9], [2, 2]])]
    assert all(e.low < 0 for e in wide), "without a limit they do"
    found = [group.score for group in outcomes.groups("bot")]
    assert {e.units for e in found} == {2}
    assert all(0 <= e.low <= e.value < e.high for e in found)
    assert "\N{MINUS SIGN}" not in str(outcomes)
