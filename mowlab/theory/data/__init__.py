"""Tables that take too long for a lesson, stored.  `python -m mowlab.theory.data` makes them again."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from ..empirical import Empirical
from ..extensive import Policy
from ..stages.herd import Seen


@cache
def load(name: str) -> Any:
    """A stored table by name, as it stands in the file."""
    return json.loads(resources.files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8"))


def herd_policies(name: str) -> tuple[Policy, Policy]:
    """What CFR+ learned for a hidden-hand game of MOW (a name of `stages.herd.HIDDEN`), for each seat.

    A policy gives probabilities by moves; take them for what a farmer sees.
    """
    first, second = load(f"cfr-{name.lower()}")["policies"]
    return _policy(first), _policy(second)


def _policy(table: dict[str, dict[str, float]]) -> Policy:
    def policy(seen: Seen) -> dict[Any, float]:
        moves: dict[str, Any] = {str(cow): cow for cow in seen.hand}
        return {moves.get(move, move): p for move, p in table[str(seen)].items()}

    return policy


def empirical(name: str) -> Empirical:
    """A stored table of bots against each other."""
    return Empirical.from_record(load(name))
