"""Random play by the libraries that mowlab is measured against. Runs under the Python of .venv-peers only.

Every bench is a function (size, seed) -> batch; calling the batch plays and returns its counts:
`games`, `decisions` (a player chose) and `chance` (a die or a card was drawn as a step of its own).
Only decisions count as speed; the time of dealing is the peer's as it is ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel
import rlcard
from open_spiel.python.algorithms import ismcts, mcts

Counts = dict[str, float]
Batch = Callable[[], Counts]

SPIEL_GAMES = {  # four players everywhere, as in our own row
    "hearts": "hearts",
    "oh_hell": "oh_hell(players=4)",
    "crazy_eights": "crazy_eights(players=4)",
}
LENGTH_SAMPLES = 20
UCT_C = 1.0
PASS_DIRECTIONS = 4


def versions() -> dict[str, str]:
    """Exact versions of what is measured."""
    return {name: version(name) for name in ("open_spiel", "rlcard", "numpy")}


def by_weight(state: Any, rng: random.Random) -> int:
    """Chance as OpenSpiel's interface gives it for any game: outcomes with their probabilities."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, weights)[0])


def by_luck(state: Any, rng: random.Random) -> int:
    """Chance in a game known to have only equally likely outcomes: skips the probabilities, which is much faster."""
    return int(rng.choice(state.legal_actions()))


def play_spiel(game: Any, chance: Callable[[Any, random.Random], int], size: int, rng: random.Random) -> Counts:
    """Play `size` whole games from Python, every player choosing evenly among the legal actions."""
    decisions = draws = 0
    for _ in range(size):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state, rng))
                draws += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return {"games": size, "decisions": decisions, "chance": draws}


def spiel(name: str, chance: Callable[[Any, random.Random], int], size: int, seed: int) -> Batch:
    """OpenSpiel driven from Python."""
    return partial(play_spiel, pyspiel.load_game(name), chance, size, random.Random(seed))


def dealt_hearts(game: Any, direction: int, rng: random.Random) -> Any:
    """A hearts deal with the given passing direction (0 = no passing), at its first decision."""
    state = game.new_initial_state()
    state.apply_action(direction)
    while state.is_chance_node():
        state.apply_action(by_luck(state, rng))
    return state


def mean_length(state: Any, rng: random.Random) -> float:
    """Mean number of decisions from `state` to the end under random play, counted by playing from Python."""
    decisions = 0
    for _ in range(LENGTH_SAMPLES):
        line = state.clone()
        while not line.is_terminal():
            if line.is_chance_node():
                raise ValueError("a rollout with chance in it: its decisions cannot be counted this way")
            line.apply_action(rng.choice(line.legal_actions()))
            decisions += 1
    return decisions / LENGTH_SAMPLES


def hearts_rollouts(size: int, seed: int) -> Batch:
    """`size` rollouts inside OpenSpiel's C++: MCTSBot makes one simulation, whose evaluator rolls out from the root.

    A fourth of them from a deal of each passing direction, the game's own mixture. The deals are made
    beforehand, so these rollouts hold no chance at all, while our games and the Python-driven ones deal.
    """
    game = pyspiel.load_game("hearts")
    rng = random.Random(seed)
    states = [dealt_hearts(game, direction, rng) for direction in range(PASS_DIRECTIONS)]
    lengths = [mean_length(state, rng) for state in states]
    each = max(1, size // len(states))
    evaluator = pyspiel.RandomRolloutEvaluator(each, seed)
    # in this order: uct_c, simulations, memory in MB, solve, seed, verbose
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, seed, False)

    def batch() -> Counts:
        for state in states:
            bot.step(state)
        return {"games": each * len(states), "decisions": each * sum(lengths), "chance": 0}

    return batch


def searching(make: Callable[[Any, int, int], Any], size: int, seed: int) -> Batch:
    """One move of an IS-MCTS bot with `size` simulations, at the first decision of hearts, cards passed to the left.

    Each simulation deals the hidden cards anew, goes down the tree and plays one rollout to the end, which no chance is
    part of: so all simulations have as many decisions as a rollout from there.
    """
    size = max(size, 2)  # the first simulation makes the root and counts for no action; with it alone the bot fails
    game = pyspiel.load_game("hearts")
    rng = random.Random(seed)
    state = dealt_hearts(game, 1, rng)
    length = mean_length(state, rng)
    bot = make(game, size, seed)

    def batch() -> Counts:
        bot.step(state)
        return {"games": size, "decisions": size * length, "chance": 0}

    return batch


def cpp_search(game: Any, size: int, seed: int) -> Any:
    """OpenSpiel's IS-MCTS bot in C++."""
    return pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), UCT_C, size)


def python_search(game: Any, size: int, seed: int) -> Any:
    """OpenSpiel's IS-MCTS bot in Python; the game beneath it is C++."""
    dice = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), UCT_C, size, random_state=dice)


def hearts_bots(size: int, seed: int) -> Batch:
    """Whole hearts games, deal included, between OpenSpiel's own C++ random bots, one call from Python a game."""
    game = pyspiel.load_game("hearts")
    rng = random.Random(seed)
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(4)]
    deals = [dealt_hearts(game, direction, rng) for direction in range(PASS_DIRECTIONS)]
    length = sum(mean_length(state, rng) for state in deals) / len(deals)  # the direction is drawn evenly

    def batch() -> Counts:
        for number in range(size):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + number)
        return {"games": size, "decisions": size * length, "chance": size * 53}  # a direction and 52 cards

    return batch


def uno(size: int, seed: int) -> Batch:
    """RLCard's uno through its environment, without its agents: only the choice of a legal action is ours."""
    env = rlcard.make("uno", config={"game_num_players": 4, "seed": seed})
    rng = random.Random(seed)

    def batch() -> Counts:
        decisions = 0
        for _ in range(size):
            state, _player = env.reset()
            while not env.is_over():
                state, _player = env.step(rng.choice(list(state["legal_actions"])))
                decisions += 1
        return {"games": size, "decisions": decisions, "chance": 0}

    return batch


BENCHES: dict[str, Callable[[int, int], Batch]] = {
    **{name: partial(spiel, spec, by_weight) for name, spec in SPIEL_GAMES.items()},
    **{f"{name} even": partial(spiel, spec, by_luck) for name, spec in SPIEL_GAMES.items()},
    "hearts rollouts": hearts_rollouts,
    "hearts bots": hearts_bots,
    "hearts search": partial(searching, cpp_search),
    "hearts search, Python": partial(searching, python_search),
    "uno": uno,
}
