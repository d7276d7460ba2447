"""Ratings from results, by the method of Weng and Lin (2011) through the openskill package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import BradleyTerryFull, PlackettLuce

MODELS: dict[str, Any] = {"plackett-luce": PlackettLuce, "bradley-terry": BradleyTerryFull}


@dataclass(frozen=True)
class Rating:
    """mu: estimated strength; sigma: how uncertain it is still."""

    mu: float
    sigma: float


def rate(
    results: Iterable[Sequence[tuple[str, float]]], model: str = "plackett-luce", *, changing: bool = True
) -> tuple[dict[str, Rating], list[dict[str, Rating]]]:
    """Ratings of all players after all games, and after each game.

    results: games in order; each a list of (name, rank), 0 for the first, equal for those who tied.
    changing: strengths may change from game to game, as people's do, so a rating never settles; with False it does.
    """
    if model not in MODELS:
        raise ValueError(f"There is no model {model!r}; there are {', '.join(MODELS)}.")
    system = MODELS[model]() if changing else MODELS[model](tau=0.0)
    skills: dict[str, Any] = {}
    course: list[dict[str, Rating]] = []
    for result in results:
        for name, _ in result:
            skills.setdefault(name, system.rating())
        after = system.rate([[skills[name]] for name, _ in result], ranks=[rank for _, rank in result])
        skills.update((name, team[0]) for (name, _), team in zip(result, after, strict=True))
        course.append({name: Rating(s.mu, s.sigma) for name, s in skills.items()})
    return (course[-1] if course else {}), course
