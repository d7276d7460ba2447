"""Counterfactual regret minimisation, CFR+ (Tammelin, 2014): learning by regret, with the averages converging.

Works on the sequence form: one sparse product gives what every sequence of a player is worth against the other's plan.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .sequence import InfoSet, SequenceForm, SequenceSolution
from .solution import Vector, shares


def cfr_plus(form: SequenceForm, iterations: int) -> SequenceSolution:
    """The average plans after so many iterations, with their exploitability."""
    for _, plans in _learn(form, iterations):
        averages = plans
    return form.solution(*averages)


def convergence(form: SequenceForm, at: list[int]) -> list[tuple[int, float]]:
    """(iterations, exploitability) at the given iterations: the curve of learning."""
    return [(i, form.solution(*plans).exploitability) for i, plans in _learn(form, max(at)) if i in at]


def _learn(form: SequenceForm, iterations: int) -> Iterator[tuple[int, tuple[Vector, Vector]]]:
    if iterations < 1:
        raise ValueError(f"iterations = {iterations}: at least one is needed.")
    regrets = [np.zeros(form.length(p)) for p in (0, 1)]
    plans = [form.even_plan(p) for p in (0, 1)]
    sums = [np.zeros(form.length(p)) for p in (0, 1)]
    for i in range(1, iterations + 1):
        for p in (0, 1):
            _regret_step(form.infosets[p], form.against(p, plans[1 - p]), regrets[p])
            plans[p] = _matched(form.infosets[p], regrets[p])
            sums[p] += i * plans[p]
        total = i * (i + 1) / 2
        yield i, (sums[0] / total, sums[1] / total)


def _regret_step(infosets: tuple[InfoSet, ...], worth: Vector, regrets: Vector) -> None:
    """Add to each move's regret how much better it would have been than the mix that it gave; never below 0."""
    for info in reversed(infosets):
        mix = shares(regrets[info.own])
        options = worth[info.own]
        value = float(mix @ options)
        regrets[info.own] = np.maximum(regrets[info.own] + options - value, 0.0)
        worth[info.parent] += value


def _matched(infosets: tuple[InfoSet, ...], regrets: Vector) -> Vector:
    """The plan that plays each move in proportion to its regret."""
    plan = np.zeros(len(regrets))
    plan[0] = 1.0
    for info in infosets:
        plan[info.own] = plan[info.parent] * shares(regrets[info.own])
    return plan
