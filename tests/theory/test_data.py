"""Stored tables are what the scripts make, and say how good they are."""

from __future__ import annotations

import ast

import numpy as np
import pytest

import mowlab
from mowlab.theory import data, sequence
from mowlab.theory.alpharank import alpharank
from mowlab.theory.data import __main__ as script
from mowlab.theory.dynamics import replicator
from mowlab.theory.empirical import Empirical, exact_duels, profiles
from mowlab.theory.stages import habits, herd_bots
from mowlab.theory.stages.herd import HIDDEN
from mowlab.theory.symmetric import certified, equilibria

from .reference import REFERENCE

# S13: rows as first mover; take, flyiest, narrow, guessing, random (exact in the reference) without the learned one
DUELS = [
    [-3.0000, -3.0000, -3.0000, -3.0000, -3.0000],
    [4.5714, -0.5333, -0.3714, -0.6905, 2.7048],
    [4.5714, -0.5333, -0.3714, -0.6905, 2.7048],
    [1.7857, -0.5810, -0.4048, -0.7333, 0.8508],
    [1.6667, -2.7135, -2.6548, -2.7135, -0.6474],
]
LEARNED_ROW = [3.7654, -0.4482, -0.2962, -0.6021, 2.3519, -0.6324]
RANDOM, LEARNED = 4, 5


@pytest.mark.parametrize("name", HIDDEN)
def test_stored_policies_are_as_good_as_they_say(name: str) -> None:
    form, stored = sequence.SequenceForm.of(HIDDEN[name]), data.load(f"cfr-{name.lower()}")
    first, second = data.herd_policies(name)
    found = form.solution(form.plan(0, first), form.plan(1, second))
    assert found.exploitability == pytest.approx(stored["exploitability"], abs=1e-5), "six digits are kept"
    assert found.exploitability < 1e-3
    assert found.value == pytest.approx(REFERENCE["mow_hidden_values"][name]["value"], abs=2e-4)


def test_the_script_makes_what_is_stored() -> None:
    assert script.learned(HIDDEN["G6b"]) == data.load("cfr-g6b")


def test_duels_between_bots() -> None:
    first = np.array(data.load("duels-g8")["first"])
    assert data.empirical("duels-g8").bots == (*herd_bots.BOTS, script.LEARNED)
    assert first[:LEARNED, :LEARNED] == pytest.approx(np.array(DUELS), abs=1e-4)
    order = [0, 1, 2, 3, RANDOM, LEARNED]
    assert first[LEARNED, order] == pytest.approx(LEARNED_ROW, abs=0.03), "many strategies are optimal there"
    bots = {name: (make(HIDDEN["G8"]),) * 2 for name, make in herd_bots.BOTS.items() if name != "guessing"}
    again, _ = exact_duels(sequence.SequenceForm.of(HIDDEN["G8"]), bots)
    kept = [0, 1, 2, RANDOM]
    assert again == pytest.approx(first[np.ix_(kept, kept)], abs=1e-6)


def test_the_best_bot_of_a_table_need_not_be_hard_to_beat() -> None:
    stored = data.empirical("duels-g8")
    toys = Empirical(stored.bots[:LEARNED], 0, stored.means[:LEARNED, :LEARNED], stored.errors[:LEARNED, :LEARNED])
    found = list(equilibria(toys.game))
    assert [e.mix.argmax() for e in found] == [3], "guessing wins among the toys"
    assert found[0].mix[3] == 1
    assert certified(stored.game, np.eye(6)[LEARNED]).regret < 1e-3
    assert certified(stored.game, np.eye(6)[3]).regret > 0.05
    ranks = alpharank(toys.game, 0.1)
    assert ranks == pytest.approx([0, 0.3150, 0.1382, 0.5469, 0], abs=2e-3)
    assert alpharank(toys.game, 1.0) == pytest.approx([0, 0.0046, 0, 0.9954, 0], abs=2e-3)


def test_with_the_learned_plan_in_the_table_it_takes_over() -> None:
    game = data.empirical("duels-g8").game
    order = [0, 1, 2, 3, LEARNED, RANDOM]
    assert alpharank(game, 0.1)[order] == pytest.approx([0, 0.1730, 0.0782, 0.2349, 0.5139, 0], abs=5e-3)
    assert alpharank(game, 1.0)[LEARNED] == pytest.approx(0.9999, abs=1e-3)
    course = replicator(game, np.full(6, 1 / 6), [1.0, 10.0, 100.0])[:, order]
    assert course[0] == pytest.approx([0.0076, 0.2505, 0.2329, 0.2231, 0.2623, 0.0237], abs=2e-3)
    assert course[1] == pytest.approx([0, 0.1858, 0.0836, 0.2145, 0.5161, 0], abs=5e-3), "another learned plan"
    assert course[2][4] == pytest.approx(0.9999, abs=1e-3)


def test_openings_of_the_real_deck_are_stored() -> None:
    stored = data.load("openings")
    known = {}
    for card, value in REFERENCE["draw_decide_FULL"].items():
        number, flies = ast.literal_eval(card)
        known[f"{number}({flies})"] = value
    assert stored == pytest.approx(known, abs=1e-11)
    assert script.openings() == stored


@pytest.mark.parametrize("profile", [("miser", "flat", "shadow"), ("all-pay", "all-pay", "chaser")])
def test_habits_are_simulated_as_stored(profile: tuple[str, ...]) -> None:
    stored, games = data.empirical("habits"), 1000
    shares = habits.play(profile, games, seed=99)
    assert shares.sum(axis=1) == pytest.approx(1)
    at = [stored.bots.index(h) for h in profile]
    for i, _ in enumerate(profile):
        others = [a for j, a in enumerate(at) if j != i]
        error = np.hypot(shares[:, i].std() / np.sqrt(games), stored.errors[(at[i], *others)])
        assert shares[:, i].mean() == pytest.approx(stored.means[(at[i], *others)], abs=4 * error + 1e-9)


def test_habits_come_out_like_those_of_the_reference() -> None:
    stored = data.empirical("habits")
    assert np.abs(stored.means - np.array(REFERENCE["magic_egta_tensor"])).mean() < 0.01, "other code, other luck"
    assert len(list(profiles(stored.bots, 3))) == 35
    for common in ("miser", "chaser"):
        assert certified(stored.game, np.eye(5)[stored.bots.index(common)]).regret == 0, (
            "a common habit enforces itself"
        )


def test_a_resampled_table_moves_within_its_errors() -> None:
    stored = data.empirical("habits")
    other = stored.resampled(3)
    moved = np.abs(other.table - stored.means)
    assert 0 < moved.max() < 0.05
    assert (moved[stored.errors == 0] == 0).all()
    assert other.table == pytest.approx(np.swapaxes(other.table, 1, 2)), "the order of the others is no matter"


def test_characters_of_the_real_game() -> None:
    stored = data.empirical("characters")
    game = mowlab.game("magic-money", players=3)
    assert set(stored.bots) <= set(game.bots)
    total = stored.means + np.moveaxis(stored.means, 0, 1) + np.moveaxis(stored.means, 0, 2)
    assert total == pytest.approx(1, abs=1e-5), "the shares of a table sum to 1"
    a, b = stored.bots.index("miser"), stored.bots.index("shadow")
    own = mowlab.simulate(game, ["miser", "shadow", "shadow"], 60, seed=5, events=False, compiled=False)
    wins = {g.bot: g.win for g in own.groups("bot")}
    error = (wins["miser"].high - wins["miser"].low) / 2 / 1.96
    assert wins["miser"].value == pytest.approx(stored.means[a, b, b], abs=4 * error + 0.02)
