"""Same luck, every choice."""

import dataclasses
import threading
import time
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.analysis import Choices, NothingToChoose, arrays, exploration, explore, explore_steps
from mowlab.core import link
from mowlab.core.game import UnknownBot
from mowlab.match import Match


def position(**changes: Any) -> Match:
    """Seat 0 holds 1 (no flies), 9 (3 flies) and a slowpoke; the herd runs from 5 to 8 with one fly and a gap."""
    described: dict[str, Any] = {
        "hands": [["g1.0", "g9.3", "gSa"], ["g2.0", "g12.1"], ["g4.2", "g14.0"], ["g6.1", "g11.0"]],
        "herds": [["g5.0", "g8.1"]],
        **changes,
    }
    return Match(mowlab.game("mow", players=4), ["random"] * 4, 1, position=described)


@pytest.fixture(scope="module")
def choices() -> Choices:
    return explore(position(), worlds=120, compiled=False)


def test_every_legal_choice_is_there_in_the_order_of_the_moves(choices: Choices) -> None:
    assert [choice.notation for choice in choices.choices] == ["g1.0", "g9.3", "gSa", "take"]
    assert choices.points.shape == choices.payoffs.shape == (4, 120)
    assert choices.quality == "120 worlds"


def test_the_same_choice_in_the_same_worlds_gives_the_same_numbers(choices: Choices) -> None:
    """The view lists one move twice: nothing but luck could tell the two apart, and luck is the same."""
    view = position().view(0)
    view.moves = [view.moves[0], view.moves[0]]
    twice = explore(view, worlds=30, compiled=False)
    assert np.array_equal(twice.points[0], twice.points[1])
    assert np.array_equal(twice.points[0], choices.points[0, :30])


def test_more_worlds_begin_with_the_same_worlds_and_compiled_ones_are_the_same_too(choices: Choices) -> None:
    fewer = explore(position(), worlds=70, compiled=False)
    assert np.array_equal(fewer.points, choices.points[:, :70])
    if link.why_not_compiled() is None:
        compiled = explore(position(), worlds=120, compiled=True)
        assert np.array_equal(compiled.points, choices.points)
        assert np.array_equal(compiled.payoffs, choices.payoffs)
    other = explore(position(), worlds=70, seed=2, compiled=False)
    assert not np.array_equal(other.points, fewer.points)


@pytest.mark.skipif(link.why_not_compiled() is not None, reason="there is nothing to compile with")
def test_while_the_loop_is_compiled_the_first_worlds_are_played_without(
    choices: Choices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A compiler that takes its time: partial results come at once, and the whole is the same as ever."""
    compiling = threading.Event()
    monkeypatch.setattr(arrays, "is_ready", lambda game, loop: False)
    monkeypatch.setattr(arrays, "warm_up", lambda game, loop: compiling.wait(20))
    monkeypatch.setattr(arrays, "_behind", {})
    monkeypatch.setattr(exploration, "is_ready", lambda game, loop: compiling.is_set())
    steps = explore_steps(position(), worlds=300, every=0)
    assert [next(steps).worlds for _ in range(4)] == [50, 100, 150, 200]
    threading.Timer(0.2, compiling.set).start()
    last = list(steps)[-1]
    assert last.worlds == 300
    assert np.array_equal(last.points[:, :120], choices.points)

    compiling.clear()
    arrays._behind.clear()
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    assert explore(position(), worlds=300, cancel=cancel).worlds == 0, (
        "explore waits for the compiler, but not for ever"
    )
    compiling.set()


def test_only_the_view_is_looked_at(choices: Choices) -> None:
    """Other hands of the same size that seat 0 cannot see: the same numbers."""
    hands = [["g1.0", "g9.3", "gSa"], ["g3.1", "g13.0"], ["gA9", "g15.0"], ["g2.1", "g10.0"]]
    other = explore(position(hands=hands), worlds=120, compiled=False)
    assert np.array_equal(other.points, choices.points)


def test_a_dominated_choice_is_found_and_its_regret_is_what_it_costs() -> None:
    """The deck is empty.  Taking the herd ends the round with 3 + 3 flies and 3 in hand.  Playing the last card costs
    nothing: seat 1 adds its 2 or takes, seat 2 has no card and must take.
    """
    match = position(hands=[["g9.3"], ["g2.0"], [], []], herds=[["g7.3", "g8.3"]], deck=[])
    found = explore(match, worlds=40, compiled=False)
    take, play = found["take"], found["g9.3"]
    assert (take.points.low, take.points.value, take.points.high) == (9, 9, 9)
    assert (play.points.low, play.points.value, play.points.high) == (0, 0, 0)
    assert (play.best, take.best, take.close) == (True, False, False)
    assert (found.regret("take").value, found.regret("g9.3").value) == (9, 0)
    assert [row["move"] for row in found.rows("take")] == ["g9.3", "take"]
    assert [row["chosen"] for row in found.rows("take")] == [False, True]


def test_differences_are_paired_world_by_world(choices: Choices) -> None:
    first, other = choices.points[0], choices.points[1]
    found = choices.difference("g1.0", "g9.3")
    apart = (other - first).astype(float)
    half = 1.9801 * apart.std(ddof=1) / np.sqrt(120)  # t for 119 degrees of freedom
    assert (found.value, found.high - found.value) == pytest.approx((apart.mean(), half), rel=1e-4)
    assert choices.choices[choices.best].behind.value == 0
    assert all(choice.behind.value >= 0 for choice in choices.choices)


def test_flies_already_scored_do_not_count_and_the_rest_of_the_round_does(choices: Choices) -> None:
    """Scores and the cowsheds of rounds before change nothing, what lies in the shed of this round is still to come."""
    later = explore(position(flies=[30, 10, 20, 0], rounds=1), worlds=50, compiled=False)
    assert np.array_equal(later.points, choices.points[:, :50])
    shed = explore(position(sheds=[["g3.2"], [], [], []]), worlds=50, compiled=False)
    assert shed.points.min() >= 2


def test_whole_games_give_victories() -> None:
    found = explore(position(flies=[80, 60, 70, 90]), worlds=20, whole=True, compiled=False)
    assert ((found.payoffs >= 0) & (found.payoffs <= 1)).all()
    assert found.best == int(np.argmax(found.payoffs.mean(axis=1)))
    win = found.choices[0].win
    assert win is not None
    assert win.value == pytest.approx(found.payoffs[0].mean())
    assert {"win", "win_low", "win_high"} <= found.rows()[0].keys()
    never = dataclasses.replace(found, payoffs=np.zeros_like(found.payoffs)).choices[0].win
    assert never is not None
    assert (never.value, never.low) == pytest.approx((0, 0))
    assert 0.1 < never.high < 0.2, "twenty worlds do not tell that it never wins"
    assert "end of the game" in str(found)
    assert str(found).endswith("differences are paired: the same worlds.")


def test_partial_results_grow_and_end_with_the_whole() -> None:
    seen = list(explore_steps(position(), worlds=130, compiled=False, every=0))
    assert [found.worlds for found in seen] == [50, 100, 130]
    assert [found.partial for found in seen] == [True, True, False]
    assert seen[0].quality == "50 of 130 worlds"


def test_progress_counts_playouts_and_cancel_stops_in_time() -> None:
    cancel, seen, pressed = threading.Event(), [], []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        pressed.append(time.monotonic())
        cancel.set()

    found = explore(position(), worlds=100_000, whole=True, progress=progress, cancel=cancel, compiled=False)
    assert time.monotonic() - pressed[0] < 1.0, "0.2 s on an idle machine"
    assert found.partial
    assert 50 <= found.worlds < 1000
    assert seen[0][1] == 400_000
    assert found.rows()[0]["best"]


def test_cancelled_before_the_first_world_it_is_empty_and_still_shows_itself() -> None:
    none = explore(position(), worlds=1000, cancel=[1], compiled=False)
    assert none.worlds == 0
    assert len(none.rows()) == 4
    assert "0 of 1,000 worlds" in str(none)
    assert "no games" in none._repr_html_()


def test_bad_requests_get_one_clear_sentence(choices: Choices) -> None:
    match = position()
    with pytest.raises(NothingToChoose, match="Seat 2 has nothing to choose now"):
        explore(match.view(2))
    with pytest.raises(ValueError, match="worlds = 0: it must be a whole number from 1 to 1,000,000"):
        explore(match, worlds=0)
    with pytest.raises(UnknownBot, match="no bot 'rando'"):
        explore(match, bot="rando")
    with pytest.raises(ValueError, match=r"'expected' is too slow .* choose from: random, "):
        explore(match, bot="expected")
    with pytest.raises(KeyError, match=r"is not among the choices: g1\.0, g9\.3, gSa, take"):
        choices["g2.0"]
    with pytest.raises(KeyError, match="is not among the choices"):
        choices.regret("g2.0")


def test_a_game_that_is_over_has_nothing_to_choose() -> None:
    match = Match(mowlab.game("mow", players=3), ["random"] * 3, 1)
    match.advance()
    with pytest.raises(NothingToChoose, match="The game is over"):
        explore(match)
