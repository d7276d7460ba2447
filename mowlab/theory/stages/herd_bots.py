"""Ways to play the end of a round of MOW with hidden hands, from naive to careful.

Each takes the game and gives a policy: from what a farmer sees to the probability of each move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..extensive import Policy, backward
from .herd import TAKE, Cow, Herd, HiddenHerd, OpenHerd, Position, Seen, _moves

Chooser = Callable[[HiddenHerd, Position, Seen], Mapping[Any, float]]


def _policy(game: HiddenHerd, choose: Chooser) -> Policy:
    def policy(seen: Seen) -> Mapping[Any, float]:
        return choose(game, game.worlds(seen)[0], seen)

    return policy


def take(game: HiddenHerd) -> Policy:
    """Takes the herd at once."""
    return _policy(game, lambda g, s, seen: {TAKE: 1.0})


def random(game: HiddenHerd) -> Policy:
    """Any legal move."""
    return _policy(game, lambda g, s, seen: dict.fromkeys(_moves(s), 1.0 / len(_moves(s))))


def flyiest(game: HiddenHerd) -> Policy:
    """Adds the cow with most flies, of those the one that stretches the line least; takes only if none fits."""
    return _policy(game, lambda g, s, seen: {most_flies(s): 1.0})


def narrow(game: HiddenHerd) -> Policy:
    """Adds the cow that stretches the line least, of those the one with most flies; takes only if none fits."""
    return _policy(game, lambda g, s, seen: {_first(s, lambda c, herd: (_stretch(c, herd), -c.flies)): 1.0})


def most_flies(s: Position) -> Any:
    """What `flyiest` does in a position; it looks at its own hand and at the herd only."""
    return _first(s, lambda c, herd: (-c.flies, _stretch(c, herd)))


def _first(s: Position, order: Callable[[Cow, Herd], tuple[int, int]]) -> Any:
    herd = s.herds[s.at]
    cows = [m for m in _moves(s) if m != TAKE]
    return min(cows, key=lambda c: order(c, herd)) if cows else TAKE


def _stretch(cow: Cow, herd: Herd) -> int:
    return max(herd.low - cow.number, cow.number - herd.high)


def guessing(game: HiddenHerd) -> Policy:
    """Averages over all hands that the other may hold, playing each out as if both hands were open from now on.

    (Known as perfect-information Monte Carlo, here without the Monte Carlo.)  It plans to know later what it will not.
    Of equal guesses it prefers to take, then the lower cow.
    """
    return _policy(game, lambda g, s, seen: {_best(guesses(g, seen)): 1.0})


def _best(values: Mapping[Any, Fraction]) -> Any:
    return max(sorted(values, key=lambda move: move != TAKE), key=values.__getitem__)


def guesses(game: HiddenHerd, seen: Seen) -> dict[Any, Fraction]:
    """What each move is worth on average over the hands that the other may hold, if these were open."""
    worlds = game.worlds(seen)
    me = len(seen.said) % 2
    totals: dict[Any, Fraction] = {}  # moves as they are listed: cows ascending, then taking
    for world in worlds:
        opened = OpenHerd(world._replace(said=()))
        for move in _moves(world):
            value = Fraction(backward(opened, opened.play(opened.start(), move)).value[me])
            totals[move] = totals.get(move, Fraction(0)) + value
    return {move: total / len(worlds) for move, total in totals.items()}


BOTS: dict[str, Callable[[HiddenHerd], Policy]] = {
    "take": take,
    "flyiest": flyiest,
    "narrow": narrow,
    "guessing": guessing,
    "random": random,
}
