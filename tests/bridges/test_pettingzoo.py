"""All games under PettingZoo's own tests."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core import engine
from tests.conformance.play import PLAYER_COUNTS, Setting, every_game

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install .[pettingzoo]")

from pettingzoo.test import api_test, render_test, seed_test

import mowlab.pettingzoo

FEW = {setting.game: setting for setting in reversed(PLAYER_COUNTS)}.values()
MANY = {setting.game: setting for setting in PLAYER_COUNTS}.values()
OTHER_OPTIONS = [
    Setting("magic-money", (("players", 4), ("opening_mode", "exact"), ("first_opening", "free"))),
    Setting("mow", (("players", 5), ("packets", "both"), ("random_starter", "random"))),
    Setting("mow-money", (("players", 3), ("simultaneous", "simultaneous"), ("max_stakes", 2))),
    Setting("mob-town", (("players", 3), ("agenda_swap", "on"), ("traded", "discard"))),
]


def made(setting: Setting, **more: Any) -> Any:
    return mowlab.pettingzoo.env(setting.game, **dict(setting.options), **more)


def play(env: Any, seed: int | None = None) -> tuple[list[int], dict[str, float]]:
    """The legal actions taken by throwing dice, and what each agent got in all."""
    dice, taken, got = np.random.default_rng(9), [], {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, broken_off, _ = env.last()
        got[agent] = reward
        legal = np.flatnonzero(seen["action_mask"])
        action = None if over or broken_off else int(dice.choice(legal))
        assert not (over and len(legal))
        taken += [] if action is None else [action]
        env.step(action)
    return taken, got


@pytest.mark.parametrize("setting", [*FEW, *MANY, *OTHER_OPTIONS], ids=str)
def test_pettingzoo_finds_no_fault(setting: Setting) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error")  # but for what it says of every environment with an action mask
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array|Observation space for each agent")
        api_test(made(setting), num_cycles=100)
        seed_test(lambda: made(setting), num_cycles=30)


@pytest.mark.parametrize("setting", [*FEW, *OTHER_OPTIONS], ids=str)
def test_rewards_are_shares_less_the_fair_one(setting: Setting) -> None:
    env = made(setting)
    _, got = play(env, seed=4)
    match = env.unwrapped.match
    fair = 1 / max(2, match.game.players)
    assert [got[f"player_{p}"] for p in range(match.game.players)] == [share - fair for share in match.payoffs()]
    assert env.agents == []


@every_game
def test_an_agent_is_shown_its_own_view(key: str) -> None:
    env = mowlab.pettingzoo.env(key)
    env.reset(seed=2)
    for _ in range(12):
        match, encoding = env.unwrapped.match, env.unwrapped.encoding
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert (seen["observation"] == encoding.vector(match.view(seat))).all()
            assert bool(seen["action_mask"].any()) == (agent == env.agent_selection)
            assert env.observation_space(agent).contains(seen)
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))


def test_seeds_fix_the_luck() -> None:
    def deals(env: Any, *seeds: int | None) -> list[int]:
        found = []
        for seed in seeds:
            env.reset(seed=seed)
            found.append(env.unwrapped.match.seed)
        return found

    first = deals(mowlab.pettingzoo.env("mow", 3, seed=8), None, None, None)
    assert len(set(first)) == 3
    assert deals(mowlab.pettingzoo.env("mow", 3, seed=8), None, None, None) == first
    assert deals(mowlab.pettingzoo.env("mow", 3), 8, None, 8) == [*first[:2], first[0]]
    env = mowlab.pettingzoo.env("mow", 3)
    assert play(env, seed=8) == play(env, seed=8)


def test_an_illegal_action_ends_the_game() -> None:
    env = mowlab.pettingzoo.env("mow", 2)
    env.reset(seed=1)
    loser = env.agent_selection
    seen = env.observe(loser)
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())


def test_without_wrappers_an_illegal_action_says_why_and_changes_nothing() -> None:
    env = mowlab.pettingzoo.raw_env("mow", 2)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(mowlab.IllegalMove, match="not in your hand"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    with pytest.raises(ValueError, match="whole numbers from 0 to 111"):
        env.step(112)
    assert env.match.turns == []
    bids = mowlab.pettingzoo.raw_env("magic-money", 3)
    bids.reset(seed=1)
    with pytest.raises(ValueError, match="stands for no number now; legal now: 43"):
        bids.step(44)


def test_a_game_without_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MAX_STEPS", 5)
    taken, got = play(mowlab.pettingzoo.env("mow", 2), seed=1)
    assert len(taken) == 5
    assert got == {"player_0": 0.0, "player_1": 0.0}


def test_render_says_what_the_seat_to_move_knows(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: mowlab.pettingzoo.env("mow", 2, **mode))
    env = mowlab.pettingzoo.env("mow", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("Player 0 starts a new herd.")
    assert "hand: ['g" in env.render()
    play(env, seed=1)
    assert "shares of the victory" in env.render()
    play(mowlab.pettingzoo.env("mow", 2, render_mode="human"), seed=1)
    assert "Player 1" in capsys.readouterr().out


def test_a_game_may_begin_at_a_position() -> None:
    env = mowlab.pettingzoo.env("mow", 2)
    env.reset(seed=1, options={"position": {"hands": [["g5.2", "g9.3"], ["g1.0", "g2.0"]]}})
    assert sorted(env.unwrapped.match.view(0)["hand"]) == ["g5.2", "g9.3"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": "mow", "players": 99}, "players = 99 is not possible"),
        ({"game": "mow", "herds": 2}, "no option 'herds'"),
        ({"game": "mow", "render_mode": "rgb_array"}, "allowed: human, ansi"),
    ],
)
def test_what_is_not_possible_is_said(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        mowlab.pettingzoo.env(**arguments)


@pytest.mark.parametrize("seed", [-1, "a", 1.5])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        mowlab.pettingzoo.env("mow", seed=seed)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        mowlab.pettingzoo.env("mow").reset(seed=seed)
