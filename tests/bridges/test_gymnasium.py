"""One seat among bots, as Gymnasium wants it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import mowlab
from tests.conformance.play import every_game

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install .[gymnasium]")

from gymnasium.utils.env_checker import check_env

import mowlab.gymnasium


def play(env: Any, seed: int) -> tuple[list[int], float, int]:
    """The legal actions taken by throwing dice, the reward, how often it was the seat's turn."""
    dice = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    taken = []
    while True:
        taken.append(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
        seen, reward, over, broken_off, _ = env.step(taken[-1])
        assert not broken_off
        assert env.observation_space.contains(seen)
        if over:
            return taken, reward, len(taken)
        assert reward == 0


@every_game
def test_gymnasium_finds_no_fault(key: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*does not have a spec|.*not having a spec")
        check_env(mowlab.gymnasium.env(key, ["random", "random"], seat=1))


@every_game
def test_a_game_is_played_among_bots(key: str) -> None:
    env = mowlab.gymnasium.env(key, ["random", "random"], seat=2)
    taken, reward, turns = play(env, seed=5)
    assert turns > 5
    assert -1 / 3 <= reward <= 1 - 1 / 3
    assert play(env, seed=5) == (taken, reward, turns), "the same seed, the same game"
    assert play(env, seed=6)[0] != taken


def test_bots_sit_where_they_were_put() -> None:
    env = mowlab.gymnasium.env("mow", ["counter", "shedder"], seat=1)
    env.reset(seed=1)
    assert [seat.bot.key if seat.bot else None for seat in env.match.seats] == ["counter", None, "shedder"]


def test_an_illegal_action_ends_the_game_with_the_reason() -> None:
    env = mowlab.gymnasium.env("mow", ["random"])
    seen, _ = env.reset(seed=1)
    _, reward, over, broken_off, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, over, broken_off) == (-1.0, True, False)
    assert "not in your hand" in info["illegal"]
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        env.step(0)


def test_render_says_what_the_seat_knows(capsys: pytest.CaptureFixture[str]) -> None:
    env = mowlab.gymnasium.env("mow", ["random"], render_mode="ansi")
    assert env.render() == "No game is going on."
    env.reset(seed=1)
    assert "hand: ['g" in env.render()
    env = mowlab.gymnasium.env("mow", ["random"], render_mode="human")
    play(env, seed=1)
    assert "hand: ['g" in capsys.readouterr().out


def test_a_game_may_begin_at_a_position() -> None:
    position = {"hands": [["g5.2", "g9.3"], ["g1.0", "g2.0"]]}
    env = mowlab.gymnasium.env("mow", ["random"])
    env.reset(seed=1, options={"position": position})
    assert sorted(env.match.view(0)["hand"]) == ["g5.2", "g9.3"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"rivals": ["random"], "seat": 2}, "seat = 2: seats here are the whole numbers from 0 to 1"),
        ({"rivals": ["nobody"]}, "no bot 'nobody'"),
        ({"rivals": []}, "played against 1 to 9 rivals, got 0"),
        ({"rivals": "counter"}, "rivals must be a list of bots"),
        ({"rivals": ["you"]}, "every other seat needs a bot"),
        ({"rivals": ["random"], "seat": "a"}, "seat = 'a': seats here"),
        ({"rivals": ["random"], "render_mode": "rgb_array"}, "allowed: human, ansi"),
    ],
)
def test_what_is_not_possible_is_said(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        mowlab.gymnasium.env("mow", **arguments)
