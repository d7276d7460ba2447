"""One seat of a game as a Gymnasium environment, among bots: `mowlab.gymnasium.env("mow", ["counter", "random"])`.

Observations, actions and rewards are those of mowlab.pettingzoo.  Needs the package gymnasium, see docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .core.bot import Bot
from .core.game import PLAYERS
from .core.view import View
from .encoding import Encoding, rewards
from .games import game as open_game
from .match import IllegalMove, Match, SeatError, seat_number

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(f"mowlab.gymnasium needs Gymnasium ({error}): pip install .[gymnasium]") from None

ILLEGAL = -1.0  # the reward of whoever makes an illegal move
LARGEST = 2**62  # no number in an observation is larger
MODES = ("human", "ansi")


def env(
    game: str, rivals: Sequence[str | Bot], seat: int = 0, *, render_mode: str | None = None, **options: Any
) -> Environment:
    """The environment of one seat of a game.

    rivals: bots of the other seats, in their order; the game has one seat more.  options: the game's; cards, a card
    file.  Raises UnknownGame, OptionError, CardError, UnknownBot, SeatError.
    """
    return Environment(game, rivals, seat, render_mode, options)


class Environment(gymnasium.Env):  # type: ignore[misc]
    """A match in which all seats but one are bots.  `match` and `encoding` are mowlab's own.

    An illegal action ends the game with reward -1 and the reason in `info["illegal"]`.
    """

    def __init__(
        self, game: str, rivals: Sequence[str | Bot], seat: int, render_mode: str | None, options: dict[str, Any]
    ):
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode = {render_mode!r} is not possible; allowed: {', '.join(MODES)}, None.")
        if isinstance(rivals, str) or not isinstance(rivals, Sequence):
            raise SeatError(f"rivals must be a list of bots, such as ['random', 'random'], not {rivals!r}.")
        seat = seat_number(seat, len(rivals) + 1)
        self.game = open_game(game, **{**options, "players": _players(game, len(rivals))})
        bots = [self.game.bot(rival) for rival in rivals]
        self.seat, self.line_up = seat, [*bots[:seat], None, *bots[seat:]]
        self.encoding, self.render_mode = Encoding(self.game), render_mode
        self.metadata = {"name": f"mowlab_{game}", "render_modes": MODES}
        self.observation_space, self.action_space = spaces_of(self.encoding)
        self.match: Match | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game.  options: {"position": ...} begins there and not with a deal (`Game.position`)."""
        super().reset(seed=seed)
        luck, position = int(self.np_random.integers(2**32)), (options or {}).get("position")
        self.match = self.game.match(self.line_up, luck, position=position)
        self.match.advance()
        return self._observation(self.match), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        match, self.match = self.match, None
        if match is None:
            raise ValueError("No game is going on: call reset() first.")
        try:
            match.play(self.encoding.action(action, match.legal()), self.seat)
        except (IllegalMove, ValueError) as illegal:
            return self._observation(match), ILLEGAL, True, False, {"illegal": str(illegal)}
        match.advance()
        over, waits = match.over, match.bot is None
        if not over and waits:
            self.match = match
        if self.render_mode == "human":
            print(text(match))
        reward = rewards(self.game, match.payoffs())[self.seat]
        return self._observation(match), reward, over, not over and not waits, {}

    def _observation(self, match: Match) -> dict[str, Any]:
        return coded(self.encoding, match.view(self.seat))

    def render(self) -> str | None:
        """What the seat knows, as text; it is printed if render_mode is "human"."""
        shown = text(self.match) if self.match else "No game is going on."
        if self.render_mode == "human":
            print(shown)
            return None
        return shown


def _players(key: str, rivals: int) -> int:
    """How many play: a seat for each rival and one more.  Raises UnknownGame, SeatError."""
    game = open_game(key)
    possible = [players - 1 for players in game.state_class.options()[PLAYERS].values.values()]
    if rivals not in possible:
        raise SeatError(f"{game.title} is played against {min(possible)} to {max(possible)} rivals, got {rivals}.")
    return rivals + 1


# ---- shared with mowlab.pettingzoo ----------------------------------------------------------------------------------
def spaces_of(encoding: Encoding) -> tuple[Any, Any]:
    """The spaces of observations and of actions."""
    seen = spaces.Dict(
        {
            "observation": spaces.Box(-LARGEST, LARGEST, (len(encoding.names),), np.int64),
            "action_mask": spaces.Box(0, 1, (encoding.n_actions,), np.int8),
        }
    )
    return seen, spaces.Discrete(encoding.n_actions)


def coded(encoding: Encoding, view: View) -> dict[str, Any]:
    """What a seat may know and do, as it stands in the observation space."""
    return {"observation": encoding.vector(view), "action_mask": encoding.mask(view.moves)}


def text(match: Match) -> str:
    """The position in words, as the seat to move knows it; at the end the result."""
    if match.over:
        return f"{match.status()} Points: {match.scores()}, shares of the victory: {match.payoffs()}."
    facts = match.view(match.mover).facts
    return "\n".join((match.status(), *(f"  {name}: {value}" for name, value in facts.items())))
