"""Ends of Magic Money: the biggest spender is thrown out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from mowlab.theory import dynamics
from mowlab.theory.stages import greediest
from mowlab.theory.stages.last_creature import LastCreature
from mowlab.theory.stages.two_auctions import Known, TwoAuctions
from mowlab.theory.symmetric import certified, equilibria

from .reference import REFERENCE

F = Fraction
HALF, THIRD = F(1, 2), F(1, 3)


def test_with_two_players_only_the_lowest_bid_is_left() -> None:
    left = LastCreature.level(2, 5).game().without_dominated()
    assert left.actions == ((1,), (1,))
    assert left.payoffs[:, 0, 0] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(
    ("bids", "random", "everybody"),
    [
        ((1, 2, 3), (0, 1, 0), (0, 1, 0)),
        ((2, 2, 3), (HALF, HALF, 0), (HALF, HALF, 0)),
        ((1, 3, 3), (0, HALF, HALF), (1, 0, 0)),
        ((2, 2, 2), (THIRD, THIRD, THIRD), (0, 0, 0)),
    ],
)
def test_the_middle_bid_wins(bids: tuple[int, ...], random: tuple[F, ...], everybody: tuple[F, ...]) -> None:
    assert LastCreature.level(3, 3, "random").outcome(*bids) == random
    assert LastCreature.level(3, 3, "none").outcome(*bids) == random
    assert LastCreature.level(3, 3, "everybody").outcome(*bids) == everybody


@pytest.mark.parametrize("highest", REFERENCE["magic_E1_n_sym_eq_random_tie"])
def test_every_common_bid_and_every_neighbouring_pair_is_an_equilibrium(highest: str) -> None:
    m = int(highest)
    found = list(equilibria(LastCreature.level(3, m).table()))
    assert len(found) == REFERENCE["magic_E1_n_sym_eq_random_tie"][highest] == 2 * m - 1
    assert max(e.regret for e in found) < 1e-9
    assert [e.value for e in found] == pytest.approx([1 / 3] * len(found))
    halves = {tuple(np.round(e.mix, 6)) for e in found}
    assert halves == {tuple(np.eye(m)[i]) for i in range(m)} | {
        tuple((np.eye(m)[i] + np.eye(m)[i + 1]) / 2) for i in range(m - 1)
    }


def test_if_all_tied_ones_fall_everybody_bids_one_and_falls() -> None:
    found = list(equilibria(LastCreature.level(3, 4, "everybody").table()))
    assert [(list(e.mix), e.value) for e in found] == [([1, 0, 0, 0], 0)]


@pytest.mark.parametrize(("highest", "middle"), [(5, 3), (9, 5), (21, 11)])
def test_a_population_drifts_to_the_middle(highest: int, middle: int) -> None:
    game = LastCreature.level(3, highest).table()
    even = np.full(highest, 1 / highest)
    if highest == 5:
        assert game.payoffs(even) == pytest.approx([0.1733, 0.4133, 0.4933, 0.4133, 0.1733], abs=1e-4)
    assert dynamics.replicator(game, even, [200], step=0.2)[-1].argmax() + 1 == middle


def test_a_public_opening_is_a_handicap() -> None:
    game = LastCreature.level(3, 6).opened(3).game()
    found = set(game.pure_equilibria())
    assert found == {(3, 2, 2), (3, 3, 3), (3, 4, 4)}
    assert game.pure(3, 4, 4).values == pytest.approx((0, 0.5, 0.5))


@pytest.mark.parametrize("secret", REFERENCE["magic_E2"])
def test_chasing_the_leader(secret: str) -> None:
    game, known = greediest.Chase(int(secret)), REFERENCE["magic_E2"][secret]
    rest = game.raising()
    assert rest == known["eq_offset"]
    assert (rest, rest) in set(game.game().pure_equilibria())
    assert float(game.leader_wins(rest)) == pytest.approx(known["leader_wins"], abs=1e-12)
    assert float(game.survives(0)) == pytest.approx(known["chasers_if_cooperating"], abs=1e-12)


def test_surviving_a_chase_by_the_rules() -> None:
    game = greediest.Chase(6)
    for offset in range(8):
        outcomes = [
            LastCreature.of((1, 0, 0), (5 + extra, 0, 0), 2, 99).outcome(1, 6 + offset, 1)[1] for extra in range(7)
        ]
        assert game.survives(offset) == sum(outcomes, F(0)) / 7


def test_secret_totals() -> None:
    game = greediest.SecretTotals((0, 1, 2))
    aim = game.aiming(3)
    assert list(game.chances(aim).values()) == [F(x) for x in REFERENCE["magic_E3_payoffs"]]
    assert [game.regret(aim, highest) for highest in (4, 6, 8)] == [0, 0, 0]
    for other in (1, 2, 3):
        two = greediest.SecretTotals((0, other))
        assert list(two.chances(two.aiming(other + 1)).values()) == [F(11, 24), F(5, 24)]
    wide = greediest.SecretTotals((0, 2, 4))
    assert [float(p) for p in wide.chances({0: 6, 2: 5, 4: 3}).values()] == pytest.approx(
        [0.7037, 0.2037, 0.0926], abs=1e-4
    )
    with pytest.raises(ValueError, match="nothing to bid"):
        game.aiming(2)


@pytest.mark.parametrize(
    ("worth", "profile", "payoff"),
    [
        ((1, 1), {(0, 1): 0.5, (1, 0): 0.5}, 4 / 9),
        ((1, 1), {(0, 2): 0.5, (2, 0): 0.5}, 4 / 9),
        ((1, 1), {(0, 0): 1.0}, 4 / 9),
        ((1, 1), {(2, 2): 1.0}, 4 / 9),
        ((2, 1), {(1, 0): 1.0}, 2 / 3),
    ],
)
def test_two_creatures_at_once(worth: tuple[int, int], profile: dict[tuple[int, int], float], payoff: float) -> None:
    game = greediest.two_at_once(worth, 2)
    found = certified(game, [profile.get(a, 0.0) for a in game.actions])
    assert found.regret < 1e-9
    assert found.value == pytest.approx(payoff)


def test_a_position_without_a_pure_equilibrium() -> None:
    known = REFERENCE["magic_E5"]
    for highest in (4, 5, 6, 8, 12):
        game = LastCreature.of(known["vp"], known["tot"], known["x"], highest).game()
        found = game.solution([[known[p].get(str(b), 0) for b in range(1, highest + 1)] for p in "ABC"])
        assert found.regret < 1e-9
        assert found.values == pytest.approx(known["win"])
        assert list(game.pure_equilibria()) == []


def test_the_other_position_without_a_pure_equilibrium() -> None:
    game = LastCreature.of((2, 1, 0), (1, 3, 0), 3, 5).game()
    found = game.solution([[0.25, 0, 0.75, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0.4, 0.6, 0]])
    assert found.regret < 1e-9
    assert found.values == pytest.approx(REFERENCE["magic_E5"]["win"])
    assert list(game.pure_equilibria()) == []


def test_two_auctions_in_a_row() -> None:
    game = TwoAuctions(3, (1, 1))
    one = np.eye(3)
    answer = {
        Known(1, False, 1): 2, Known(1, False, 2): 3, Known(1, False, 3): 3, Known(1, True, 1): 2,
        Known(2, True, 2): 1, Known(2, False, 2): 2, Known(2, False, 3): 2, Known(3, False, 3): 2,
        Known(3, True, 3): 1,
    }  # fmt: skip
    assert set(answer) == set(game.known())
    clean = game.certified(np.array([0.5, 0, 0.5]), {k: one[b - 1] for k, b in answer.items()})
    assert clean.exploitability < 1e-12


@pytest.mark.parametrize(
    ("highest", "worth", "first"), [(3, (1, 1), [0.5, 0, 0.5]), (4, (2, 1), [0.25, 0.25, 0, 0.5]), (3, (2, 1), None)]
)
def test_two_auctions_are_learned(highest: int, worth: tuple[int, int], first: list[float] | None) -> None:
    found = TwoAuctions(highest, worth).learned(500)
    assert found.exploitability < 5e-3
    if first:
        assert found.first == pytest.approx(first, abs=0.01)
