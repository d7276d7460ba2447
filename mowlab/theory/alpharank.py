"""Alpha-rank (Omidshafiei and others, 2019): how long a population that now and then imitates plays each action.

A population of `size` members plays one action; a single mutant appears and either dies out or takes over, by the
Moran process with selection strength `alpha`.  Moves between such populations are a random walk; its long-run shares
are the ranking.  Only games of two against two actions at a time matter: the ranking says nothing about mixes.
"""

from __future__ import annotations

import numpy as np

from .solution import Vector, shares
from .symmetric import Symmetric

SIZE = 50


def fixation(mutant: Vector, resident: Vector, alpha: float) -> float:
    """Probability that one mutant takes over.

    mutant, resident: payoff of either kind while 1, 2, ... size - 1 members are mutants.
    """
    logs = np.cumsum(alpha * (np.asarray(resident) - np.asarray(mutant)))
    top = max(float(logs.max()), 0.0)  # sums of exponentials of large numbers, kept in range
    return float(np.exp(-top) / (np.exp(-top) + np.exp(logs - top).sum()))


def alpharank(game: Symmetric, alpha: float, size: int = SIZE) -> Vector:
    """Long-run share of each action, from payoffs against populations with k members of either kind.

    With two players a mutant always meets a resident, as in the published process: how a kind does against itself
    plays no part.  With more the others are drawn from the rest of the population, with replacement.
    """
    n = len(game.actions)
    moves = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i != j:
                moves[i, j] = fixation(*_meetings(game, j, i, size), alpha) / (n - 1)
        moves[i, i] = 1.0 - moves[i].sum()
    return stationary(moves)


def _meetings(game: Symmetric, mutant: int, resident: int, size: int) -> tuple[Vector, Vector]:
    """Payoffs of mutant and resident while k = 1 ... size - 1 members are mutants."""
    if game.players == 2:
        alone = np.eye(len(game.actions))
        against_resident, against_mutant = game.payoffs(alone[resident]), game.payoffs(alone[mutant])
        return np.full(size - 1, against_resident[mutant]), np.full(size - 1, against_mutant[resident])
    return (
        np.array([_pay(game, mutant, mutant, resident, (k - 1) / (size - 1)) for k in range(1, size)]),
        np.array([_pay(game, resident, mutant, resident, k / (size - 1)) for k in range(1, size)]),
    )


def _pay(game: Symmetric, kind: int, mutant: int, resident: int, share: float) -> float:
    """Payoff of `kind` where `share` of the others are mutants and the rest residents."""
    mix = np.zeros(len(game.actions))
    mix[mutant], mix[resident] = share, 1.0 - share
    return float(game.payoffs(mix)[kind])


def stationary(moves: Vector) -> Vector:
    """The long-run shares of a random walk with these move probabilities (rows sum to 1).

    By Grassmann, Taha and Heyman: states are taken out one by one without any subtraction, so shares of 1e-300 and
    shares near 1 are both right.
    """
    p = np.array(moves, dtype=np.float64)
    n = len(p)
    for k in range(n - 1, 0, -1):
        out = p[k, :k].sum()
        p[:k, k] /= out if out > 0 else np.finfo(float).tiny
        p[:k, :k] += np.outer(p[:k, k], p[k, :k])
    weights = np.zeros(n)
    weights[0] = 1.0
    for k in range(1, n):
        weights[k] = weights[:k] @ p[:k, k]
    return shares(weights)
