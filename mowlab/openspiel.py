"""All games for OpenSpiel: `import mowlab.openspiel`, then `pyspiel.load_game("mowlab_mow(players=3)")`.

Names are `mowlab_` and the game's key with underscores; parameters are `players` and the game's options.  Luck is drawn
by explicit chance nodes, one card or die at a time.  Returns are shares of the victory less the fair share (zero-sum).
Needs the package open_spiel, see docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

import numpy as np

from .core import engine, table
from .core.game import PLAYERS, Game
from .core.schema import Option
from .encoding import Encoding, observation, rewards
from .games import game as open_game
from .games import keys
from .match import IllegalMove, unnamed, why_not
from .unfolding import Node, root

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"mowlab.openspiel needs OpenSpiel ({error}): pip install .[openspiel]") from None

OUTCOMES = 256  # outcomes of luck are cards, seats, dice: numbers below this


def short_name(key: str) -> str:
    """What OpenSpiel calls the game of that key."""
    return f"mowlab_{key.replace('-', '_')}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of mowlab as OpenSpiel sees it.  `game` and `encoding` are mowlab's own."""

    key: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None):
        known = open_game(self.key).state_class.options()
        self.game = open_game(self.key, **{name: _value(known[name], value) for name, value in (params or {}).items()})
        self.encoding = Encoding(self.game)
        self.start = root(self.game)
        super().__init__(_type(self.game), _info(self.game, self.encoding), params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return table.CHANCE * (engine.MAX_STEPS + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"Observers of mowlab have no parameters, got {params!r}.")
        return SpielObserver(self.encoding, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; `node` is mowlab's own and is replaced, never changed."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.node: Node = game.start

    @property
    def _encoding(self) -> Encoding:
        encoding: Encoding = self.get_game().encoding
        return encoding

    def current_player(self) -> int:
        if self.node.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.outcomes else self.node.mover

    def is_terminal(self) -> bool:
        return self.node.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.node.outcomes)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._encoding.actions(self.node.moves))

    def _apply_action(self, action: int) -> None:
        if self.node.outcomes:
            self.node = self.node.draw(self._brought(action))
        else:
            self.node = self.node.play(self._allowed(action))

    def _brought(self, outcome: int) -> int:
        """What luck brings.  Raises ValueError if it cannot."""
        possible = [number for number, _ in self.node.outcomes]
        if outcome not in possible:
            raise ValueError(f"Luck cannot bring {outcome} now; possible: {', '.join(map(str, possible))}.")
        return outcome

    def _allowed(self, action: int) -> int:
        """The game's own number of an action.  Raises IllegalMove, or ValueError where it stands for nothing."""
        node = self.node
        a = self._encoding.action(action, node.moves)
        if a not in node.moves and (reason := why_not(node.game, node.state, a, unnamed(node.game))) is not None:
            raise IllegalMove(reason)
        return a

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck {action}"
        legal = self._encoding.actions(self.node.moves)
        return self.node.game.notation(legal[action]) if action in legal else self._encoding.notation(action)

    def returns(self) -> list[float]:
        return rewards(self.node.game, self.node.payoffs())

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A position that `player_id` cannot tell from this one, as the game imagines it.

        Its history is that of this one; only what it holds is imagined, and what others remember of the past is left
        out.  Not where luck decides.
        """
        other: SpielState = self.clone()
        other.node = self.node.imagined(player_id, int(probability_sampler() * 2**32))
        return other

    def __str__(self) -> str:
        """The whole truth and how it came about; for debugging."""
        node = self.node
        luck = f" luck {node.turn.action}:{node.turn.chance}" if node.outcomes else ""
        return f"{self.history_str()} {node.state}{luck}"


class SpielObserver:
    """Observations (a tensor and a text), or with perfect recall information states (a text)."""

    def __init__(self, encoding: Encoding, perfect_recall: bool):
        self.encoding, self.perfect_recall = encoding, perfect_recall
        self.tensor = None if perfect_recall else np.zeros(len(encoding.names), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """The view of `player` as float32: numbers above 2**24 are rounded."""
        if self.tensor is not None:
            node = state.node
            moves = list(node.moves) if node.moves and node.mover == player else []
            self.tensor[:] = self.encoding.vector(node.game.view(node.state, player, moves))

    def string_from(self, state: SpielState, player: int) -> str:
        node = state.node
        return node.remembered(player) if self.perfect_recall else observation(node.game.view(node.state, player, []))


# ---- what OpenSpiel wants to know of a game -------------------------------------------------------------------------
def _is_mixed(option: Option) -> bool:
    """Its values are words and numbers, where OpenSpiel's parameters have one type: they go by the rules' numbers."""
    return len({type(name) for name in option.values}) > 1


def _value(option: Option, parameter: int | str) -> Any:
    """The option's value that a parameter stands for."""
    names = {number: name for name, number in option.values.items()}
    return names.get(cast(int, parameter), parameter) if _is_mixed(option) else parameter


def _parameter(option: Option) -> int | str:
    """The default; its type is that of all values."""
    names = {number: name for name, number in option.values.items()}
    return option.default if _is_mixed(option) else cast("int | str", names[option.default])


def _type(game: Game) -> Any:
    options = game.state_class.options()
    players = options[PLAYERS].values.values()
    solo = game.players == 1
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(game.key),
        long_name=f"{game.title} (mowlab)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if solo else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: _parameter(option) for name, option in options.items()},
    )


def _info(game: Game, encoding: Encoding) -> Any:
    least, most = (rewards(game, [share] * game.players)[0] for share in (0.0, 1.0))
    return pyspiel.GameInfo(
        num_distinct_actions=encoding.n_actions,
        max_chance_outcomes=OUTCOMES,
        num_players=game.players,
        min_utility=least,
        max_utility=most,
        utility_sum=None if game.players == 1 else 0.0,
        max_game_length=engine.MAX_STEPS,
    )


for _key in keys():
    pyspiel.register_game(_type(open_game(_key)), type(short_name(_key), (SpielGame,), {"key": _key}))
