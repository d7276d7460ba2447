"""Luck that is asked for: the rules say what it may bring, and with which probability."""

from __future__ import annotations

from typing import Any

import pytest

from mowlab.core import luck, table
from mowlab.core.link import link, rule
from mowlab.core.table import Table, below, shuffle


@rule
def toss(t: Any) -> int:
    """Two dice of different size, below functions of their own: what linking has to reach."""
    return _first(t) * 10 + below(t, 3)


@rule
def _first(t: Any) -> int:
    return below(t, 2)


@rule
def mix(t: Any) -> int:
    shuffle(t, t.scratch, 4)
    return t.scratch[0] * 1000 + t.scratch[1] * 100 + t.scratch[2] * 10 + t.scratch[3]


def linked() -> Any:
    return link((toss, mix), {}, {}, compiled=False, label="test", instead=luck.ASKED)


def scripted(outcomes: list[int], items: tuple[int, ...] = ()) -> Any:
    t: Any = Table.new()
    t.scratch[: len(items)] = items
    t.keep_chance, t.script, t.n_script = 1, outcomes, len(outcomes)
    return t


def asked(call: Any, t: Any) -> luck.Outcomes:
    with pytest.raises(luck.Undecided) as undecided:
        call(t)
    return undecided.value.outcomes


def test_a_die_is_asked_for_where_the_script_ends() -> None:
    assert asked(linked().toss, scripted([])) == ((0, 0.5), (1, 0.5))
    assert asked(linked().toss, scripted([1])) == ((0, 1 / 3), (1, 1 / 3), (2, 1 / 3))
    assert linked().toss(scripted([1, 2])) == 12


def test_equal_cards_are_one_outcome_as_likely_as_they_are_many() -> None:
    cards = (7, 5, 7, 7)
    assert asked(linked().mix, scripted([], cards)) == ((5, 0.25), (7, 0.75))
    assert asked(linked().mix, scripted([7], cards)) == ((5, 1 / 3), (7, 2 / 3))


def test_what_can_come_in_one_way_only_is_not_asked_but_kept() -> None:
    t = scripted([7, 5], (7, 5, 7, 7))
    assert linked().mix(t) == 7577
    assert t.outcomes[: t.n_outcomes] == [7, 5, 7, 7]
    again: Any = scripted([], (7, 5, 7, 7))
    again.scripted, again.n_script = 1, 4
    again.script[:] = [7, 5, 7, 7]
    assert mix(again) == 7577, "the rules of a match read these outcomes as a record"


@pytest.mark.parametrize(("outcomes", "allowed"), [([2], "0, 1"), ([0, -1], "0, 1, 2")])
def test_what_luck_cannot_bring_is_refused(outcomes: list[int], allowed: str) -> None:
    with pytest.raises(ValueError, match=f"cannot bring {outcomes[-1]} now; it may bring: {allowed}"):
        linked().toss(scripted(outcomes))


def test_the_rules_themselves_are_left_as_they_are() -> None:
    linked()
    assert below is table.below
    t: Any = Table.new()
    t.chance = [1, 2, 3, 4]
    assert toss(t) in {0, 1, 2, 10, 11, 12}
