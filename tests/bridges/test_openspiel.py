"""All games under OpenSpiel's own tests and algorithms."""

from __future__ import annotations

import itertools
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.encoding import Encoding, observation
from tests.conformance.play import GAMES, PLAYER_COUNTS, every_game

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install .[openspiel]")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import mowlab.openspiel

FEW = {setting.game: setting for setting in reversed(PLAYER_COUNTS) if setting.opened.players > 1}
SIMULATED = [
    *((setting.game, dict(setting.options)) for setting in FEW.values()),
    ("magic-money", {"players": 4, "opening_mode": "exact", "top_tie": "random"}),
    ("mow", {"players": 3, "random_starter": "random"}),
    ("mow-money", {"players": 1, "difficulty": "hard", "max_stakes": 2}),
]


def loaded(key: str, **params: Any) -> Any:
    return pyspiel.load_game(mowlab.openspiel.short_name(key), params or {"players": FEW[key].opened.players})


def dealt(game: Any, seed: int, turns: int = 0) -> Any:
    """A state after the deal and so many turns played by throwing dice."""
    state, dice = game.new_initial_state(), random.Random(seed)
    for _ in itertools.count():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, chances)[0])
        elif turns and not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            turns -= 1
        else:
            return state


@pytest.mark.parametrize(("key", "params"), SIMULATED, ids=str)
def test_openspiel_finds_no_fault(key: str, params: dict[str, Any]) -> None:
    """Its own simulation: cloning, history, masks, chances, texts, tensors, returns, serialising."""
    pyspiel.random_sim_test(loaded(key, **params), num_sims=1, serialize=True, verbose=False)


@every_game
def test_parameters_are_players_and_options(key: str) -> None:
    game = loaded(key)
    usual = mowlab.game(key, players=game.num_players())
    assert game.game.options == usual.options
    assert set(game.get_parameters()) == set(usual.options)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert game.num_distinct_actions() == Encoding(usual).n_actions
    assert game.observation_tensor_shape() == [len(Encoding(usual).names)]


def test_other_values_are_understood_or_refused() -> None:
    assert loaded("mow-money", max_stakes=2).game.options["max_stakes"] == 2
    assert loaded("mow-money", max_stakes=0).game.options["max_stakes"] == "any"
    assert loaded("mow-money", fixed_starter="fixed").game.options["fixed_starter"] == "fixed"
    with pytest.raises(mowlab.OptionError, match="max_stakes = 7 is not possible; allowed: any, 1, 2, 3"):
        loaded("mow-money", max_stakes=7)
    with pytest.raises(mowlab.OptionError, match="packets = 'blue' is not possible; allowed: rulebook, green, both"):
        loaded("mow", packets="blue")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'herds'"):
        loaded("mow", herds=2)


@every_game
def test_a_state_is_the_game(key: str) -> None:
    """What OpenSpiel is told is what mowlab's own node says; texts of the seats differ, and so do their tensors."""
    state = dealt(loaded(key), seed=2, turns=9)
    node, encoding = state.node, state.get_game().encoding
    me = state.current_player()
    assert me == node.mover
    assert state.legal_actions() == list(encoding.actions(node.moves))
    assert [state.action_to_string(a) for a in state.legal_actions()] == [node.game.notation(a) for a in node.moves]
    assert [state.string_to_action(node.game.notation(a)) for a in node.moves] == state.legal_actions()
    view = node.game.view(node.state, me, list(node.moves))
    assert state.observation_tensor(me) == encoding.vector(view).astype(np.float32).tolist()
    assert state.observation_string(me) == observation(view)
    texts = [state.information_state_string(p) for p in range(state.num_players())]
    assert texts == [node.remembered(p) for p in range(state.num_players())]
    assert len(set(texts)) == state.num_players()


@every_game
def test_returns_are_shares_less_the_fair_one(key: str) -> None:
    state = dealt(loaded(key), seed=3, turns=10**6)
    assert state.is_terminal()
    fair = 1 / state.num_players()
    assert state.returns() == [share - fair for share in state.node.payoffs()]
    assert sum(state.returns()) == pytest.approx(state.get_game().utility_sum())


@every_game
def test_a_world_is_resampled_that_looks_alike(key: str) -> None:
    state = dealt(loaded(key), seed=4, turns=9)
    me, dice = state.current_player(), random.Random(1)
    worlds = [state.resample_from_infostate(me, dice.random) for _ in range(4)]
    for world in worlds:
        assert world.current_player() == me
        assert world.information_state_string(me) == state.information_state_string(me)
        assert world.observation_tensor(me) == state.observation_tensor(me)
        assert world.legal_actions() == state.legal_actions()
    assert len({str(world) for world in worlds}) == len(worlds)
    assert str(state) not in {str(world) for world in worlds}
    again = pickle.loads(pickle.dumps(worlds[0]))
    assert again.node.state == worlds[0].node.state


@pytest.mark.parametrize("key", ["magic-money", "mow"])
def test_information_set_search_of_openspiel_runs(key: str) -> None:
    state, dice = dealt(loaded(key), seed=6, turns=8), np.random.RandomState(1)
    while len(state.legal_actions()) == 1:
        state = state.child(state.legal_actions()[0])
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = ismcts.ISMCTSBot(
        state.get_game(),
        evaluator,
        uct_c=0.7,
        max_simulations=20,
        random_state=dice,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
    )
    policy = dict(bot.get_policy(state))
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1, abs=0.06), "its first visit expands the root"
    assert bot.step(state) in state.legal_actions()


def test_counterfactual_regret_minimisation_of_openspiel_runs() -> None:
    """Outcome sampling on whole games: what it learns is keyed by our information states."""
    np.random.seed(1)  # it throws numpy's common dice
    game = loaded("magic-money")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    state = dealt(game, seed=1)
    learned = solver.average_policy().action_probabilities(state)
    assert set(learned) == set(state.legal_actions())
    assert sum(learned.values()) == pytest.approx(1)


@every_game
def test_an_illegal_action_says_why_and_changes_nothing(key: str) -> None:
    state = loaded(key).new_initial_state()
    with pytest.raises(ValueError, match="Luck cannot bring 255 now; possible: 0, 1"):
        state.apply_action(255)
    state = dealt(loaded(key), seed=1)
    before, kept = str(state), set(range(state.get_game().num_distinct_actions())) - set(state.legal_actions())
    with pytest.raises(mowlab.IllegalMove, match=r"\(.*Rulebook|\(How to Play"):
        state.apply_action(min(kept))
    with pytest.raises(ValueError, match="is no action: actions are whole numbers from 0"):
        state.apply_action(10**6)
    assert str(state) == before


def test_a_program_that_used_it_ends_in_peace() -> None:
    """OpenSpiel keeps what is registered until after Python's end: it must not be the last to hold it."""
    code = "import pyspiel, mowlab.openspiel\nprint(pyspiel.load_game('mowlab_mow').num_players())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "4"), done.stderr


def test_all_games_are_registered() -> None:
    assert {mowlab.openspiel.short_name(key) for key in GAMES} <= set(pyspiel.registered_names())
