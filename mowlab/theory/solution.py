"""What a solver gives back: mixes, values, and the certificate that nobody can gain much alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]  # an array of floats of any shape; each use says which

SURE = 1e-9  # regret below this is rounding


def frozen(values: npt.ArrayLike) -> Vector:
    """A copy as floats that nobody can write to."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


def shares(weights: Vector) -> Vector:
    """Weights from 0 up as probabilities; even ones where all are 0."""
    total = weights.sum()
    mix: Vector = weights / total if total > 0 else np.full(len(weights), 1.0 / len(weights))
    return mix


@dataclass(frozen=True, eq=False)
class Solution:
    """A profile of mixed strategies with its proof.

    mixes: for each player the probability of each action, in the order of the game's actions.
    values: expected payoff of each player.  regret: the most that any one player could gain by another strategy while
    the others keep theirs, in units of payoff; 0 in an equilibrium.
    """

    mixes: tuple[Vector, ...]
    values: tuple[float, ...]
    regret: float

    @property
    def mix(self) -> Vector:
        """The first player's strategy: everybody's in a symmetric game."""
        return self.mixes[0]

    @property
    def value(self) -> float:
        """The first player's payoff."""
        return self.values[0]

    def __str__(self) -> str:
        values = ", ".join(f"{v:.6g}" for v in self.values)
        return f"values {values}; nobody gains more than {self.regret:.1e} by changing alone"
