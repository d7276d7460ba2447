"""How hard a bot is said to be to beat is what it shows at the table."""

from __future__ import annotations

import importlib
import itertools

import numpy as np
import pytest

import mowlab
from mowlab.core.engine import RANDOM
from mowlab.core.game import PLAYERS, Game
from mowlab.games import keys

SCALE = ("very strong", "strong", "good", "fair", "weak", "very weak")
GAMES = 6_000  # of each tournament, over all line-ups


def levels(game: Game) -> dict[str, str]:
    table = importlib.import_module(f"{game.package}.table")
    return getattr(table, "LEVELS", {})


LEVELLED = [key for key in keys() if importlib.util.find_spec(f"{mowlab.game(key).package}.table")]


@pytest.mark.parametrize("key", LEVELLED)
def test_every_character_and_chance_has_a_level(key: str) -> None:
    game = mowlab.game(key)
    chance = [bot.key for bot in game.bots.values() if bot.policy == RANDOM]
    assert set(levels(game)) == {bot.key for bot in game.bots_module.BOTS} | set(chance)
    assert set(levels(game).values()) <= set(SCALE)


def tournament(key: str, names: list[str], players: int) -> dict[str, float]:
    """Each bot's share of the victories: every choice of bots, in every order round the table."""
    line_ups = [
        [first, *order]
        for first, *others in itertools.combinations(names, players)
        for order in itertools.permutations(others)
    ]  # who sits first is turned by `simulate`
    won: dict[str, list[float]] = {name: [] for name in names}
    for seed, line_up in enumerate(line_ups):
        for row in mowlab.simulate(key, line_up, -(-GAMES // len(line_ups)), seed, events=False).summary():
            won[row["bot"]].append(row["win"])
    return {name: float(np.mean(shares)) for name, shares in won.items()}


@pytest.mark.parametrize("key", LEVELLED)
def test_levels_are_the_order_of_a_tournament_of_all_characters(key: str) -> None:
    game = mowlab.game(key)
    names = [bot.key for bot in game.bots_module.BOTS]
    share = tournament(key, names, min(len(names), max(game.state_class.options()[PLAYERS].values)))
    for one, other in itertools.permutations(names, 2):
        if SCALE.index(levels(game)[one]) < SCALE.index(levels(game)[other]):
            assert share[one] > share[other], share


@pytest.mark.parametrize("key", LEVELLED)
def test_chance_comes_last_among_the_characters(key: str) -> None:
    game = mowlab.game(key)
    share = tournament(key, [*(bot.key for bot in game.bots_module.BOTS), "random"], 4)
    assert min(share, key=share.__getitem__) == "random", share
