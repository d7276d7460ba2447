"""All games as PettingZoo environments, for agents that take turns (AEC): `mowlab.pettingzoo.env("mow", players=4)`.

Observations are dictionaries: "observation", all that the seat may know, and "action_mask", which actions are legal
(mowlab/encoding.py says what the numbers mean).  Rewards come at the end: the share of the victory less the fair share.
Needs the package pettingzoo, see docs/bots.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .core import engine
from .core.game import Game
from .encoding import Encoding, rewards
from .games import game as open_game
from .match import Match, seed_number, unnamed

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from .gymnasium import ILLEGAL, MODES, coded, spaces_of, text
except ImportError as error:
    raise ImportError(f"mowlab.pettingzoo needs PettingZoo ({error}): pip install .[pettingzoo]") from None


def env(game: str, players: int | None = None, *, seed: int | None = None, **more: Any) -> Any:
    """The environment of a game with PettingZoo's usual wrappers: an illegal action ends the game, with -1 for whoever
    took it and 0 for the others.

    game, players: as in `mowlab.game`.  seed: the luck of games that are begun without a seed of their own.  more: the
    game's options; cards, a card file; render_mode, "human" or "ansi".  Raises UnknownGame, OptionError, CardError.
    """
    made = raw_env(game, players, seed=seed, **more)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def raw_env(
    game: str,
    players: int | None = None,
    *,
    seed: int | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> Environment:
    """The environment without wrappers: an illegal action raises IllegalMove, or ValueError, and changes nothing."""
    if players is not None:
        options["players"] = players
    return Environment(open_game(game, **options), seed, render_mode)


class Environment(AECEnv):  # type: ignore[misc]
    """A match whose seats are all moved from outside.  `match` and `encoding` are mowlab's own."""

    def __init__(self, game: Game, seed: int | None = None, render_mode: str | None = None):
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode = {render_mode!r} is not possible; allowed: {', '.join(MODES)}, None.")
        super().__init__()
        self.game, self.encoding, self.render_mode = game, Encoding(game), render_mode
        self.metadata = {"name": f"mowlab_{game.key}", "render_modes": MODES, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        made = {agent: spaces_of(self.encoding) for agent in self.possible_agents}
        self.observation_spaces = {agent: seen for agent, (seen, _) in made.items()}
        self.action_spaces = {agent: done for agent, (_, done) in made.items()}
        self.agents: list[str] = []
        self._luck = _luck(seed)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.  options: {"position": ...} begins there and not with a deal (`Game.position`)."""
        if seed is not None:
            self._luck = _luck(seed)
        seats, names = [None] * self.game.players, unnamed(self.game).names
        luck, position = int(self._luck.integers(2**32)), (options or {}).get("position")
        self.match: Match = self.game.match(seats, luck, names=names, position=position)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._look()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(self.encoding.action(action, self.match.legal()))
        self._cumulative_rewards[agent] = 0.0
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Whose turn it is, and whether the game has ended or is broken off as it would last for ever."""
        self.rewards = dict(zip(self.agents, rewards(self.game, self.match.payoffs()), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        broken_off = not self.match.over and len(self.match.turns) >= engine.MAX_STEPS
        self.truncations = dict.fromkeys(self.agents, broken_off)
        self.agent_selection = self.possible_agents[0 if self.match.over else self.match.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        return coded(self.encoding, self.match.view(self.seats[agent]))

    def render(self) -> str | None:
        """What the seat to move knows, as text; it is printed if render_mode is "human"."""
        shown = text(self.match)
        if self.render_mode == "human":
            print(shown)
            return None
        return shown


def _luck(seed: int | None) -> np.random.Generator:
    """Where the games' seeds come from.  Raises ValueError."""
    return np.random.default_rng(None if seed is None else seed_number(seed))
