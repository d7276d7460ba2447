"""Bayes' rule in exact fractions: what moves tell about a hidden fact."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import log2
from typing import TypeVar

H = TypeVar("H", bound=Hashable)
S = TypeVar("S")


class Impossible(ValueError):
    """No hypothesis allows what was seen."""


def even(hypotheses: Iterable[H]) -> dict[H, Fraction]:
    """The prior under which all are equally likely."""
    names = list(hypotheses)
    return {h: Fraction(1, len(names)) for h in names}


def update(prior: Mapping[H, Fraction], likelihood: Callable[[H], Fraction]) -> dict[H, Fraction]:
    """The posterior after something that hypothesis h makes as likely as likelihood(h).  Raises Impossible."""
    joint = {h: p * likelihood(h) for h, p in prior.items()}
    total = sum(joint.values(), Fraction(0))
    if total == 0:
        raise Impossible("What was seen is impossible under every hypothesis.")
    return {h: p / total for h, p in joint.items()}


def entropy(belief: Mapping[H, Fraction]) -> float:
    """How much is not known, in bits."""
    return -sum(float(p) * log2(p) for p in belief.values() if p)


def log_score(belief: Mapping[H, Fraction], truth: H) -> float:
    """Bits of surprise at the truth: 0 for who was sure and right; infinite for who had ruled it out."""
    return -log2(belief[truth]) if belief.get(truth) else float("inf")
