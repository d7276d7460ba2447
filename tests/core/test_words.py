"""Numbers in sentences: one and many, digits in groups."""

from __future__ import annotations

import pytest

import mowlab
from mowlab.core.words import list_of, number_of, part_of


@pytest.mark.parametrize(("n", "said"), [(0, "0 flies"), (1, "1 fly"), (2, "2 flies"), (2_000, "2,000 flies")])
def test_one_fly_and_many_flies(n: int, said: str) -> None:
    assert number_of(n, "fly", "flies") == said


@pytest.mark.parametrize(
    ("n", "whole", "said"),
    [(1, 1, "1 world"), (0, 1, "0 of 1 world"), (300, 2_000, "300 of 2,000 worlds"), (2_000, 2_000, "2,000 worlds")],
)
def test_a_part_and_the_whole(n: int, whole: int, said: str) -> None:
    assert part_of(n, whole, "world", "worlds") == said


@pytest.mark.parametrize(("texts", "said"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_one_thing_and_a_list_of_them(texts: list[str], said: str) -> None:
    assert list_of(texts) == said


def test_a_table_says_how_many_sit_at_it() -> None:
    assert mowlab.game("mow", players=4).table_of == "4 farmers"
    assert mowlab.game("mow-money", players=1).table_of == "1 player"


def test_results_of_one_are_spoken_of_as_one() -> None:
    match = mowlab.game("mow").match(["random"] * 4, seed=1)
    match.bot_move()
    view = match.view(match.mover)
    assert mowlab.explore(view, worlds=1, compiled=False).quality == "1 world"
    assert mowlab.think(view, iterations=1, compiled=False).quality == "1 world"
    assert ", 1 move: " in str(match)
    assert "1 world for each move" in mowlab.ismcts(1).idea
    assert "or 1 second for each move" in mowlab.ismcts(1, seconds=1).idea
    run = mowlab.simulate("mow", ["shedder", "random"], 1, compiled=False)
    assert ": 1 game" in run.title
