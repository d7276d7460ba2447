"""Choices of several decisions, weighed as wholes: what a bot that searches does where the game's lab knows plans.

A bid in Mow Money is some ten small decisions.  To search each after the one before it divides the time, and compares
a bid with what a character would make of another; plans are compared as they are.  The bot looks at the position before
the first of these decisions each time, so what it does depends on nothing but its view.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .core.plan import MAX_PLANS, Plan
from .core.table import Table

if TYPE_CHECKING:
    from .core.view import View
    from .search import Choice, Thoughts


def beginning(view: View) -> View | None:
    """The view before the choice that is being made, or None where no plans are known."""
    lab = view.game.lab
    find = getattr(lab, "beginning", None)
    state = find(view) if find is not None and view.moves else None
    if lab is None or state is None:
        return None
    t = Table.new()
    began = view.game.view(state, view.seat, list(t.moves[: view.game.plain.list_moves(state, t)]))
    return began if lab.topics(began) else None


def plans_of(began: View) -> list[Plan]:
    """All plans of the game's lab, whatever they are about."""
    lab = began.game.lab
    assert lab is not None
    topics = [key for key, _ in lab.topics(began)]
    plans = {plan.moves: plan for topic in reversed(topics) for plan in lab.plans(began, topic) if plan.moves}
    return list(plans.values())[: MAX_PLANS - 1]  # a hint adds what the usual character would do


def step_of(found: Thoughts, view: View) -> Thoughts | None:
    """What the search of whole plans says about the next decision; None if its best plan does not lead here.

    Each action stands for the best of the plans that take it.
    """
    best = _moves(found.best)
    done = _steps_to(found.view, best, view.state)
    if done is None:
        return None
    choices: dict[int, Choice] = {}
    for choice in found.choices:
        moves = _moves(choice)
        if moves[:done] == best[:done]:
            choices.setdefault(moves[done], choice)
    return replace(found, view=view, choices=tuple(_single(view, a, choice) for a, choice in choices.items()))


def _moves(choice: Choice) -> tuple[int, ...]:
    assert choice.plan is not None
    return choice.plan.moves


def _single(view: View, a: int, choice: Choice) -> Choice:
    return replace(choice, action=a, notation=view.game.notation(a), plan=None)


def _steps_to(began: View, moves: tuple[int, ...], state: Any) -> int | None:
    """How many of the moves lead to that state; None if it is not on their way."""
    here, t = began.state.__copy__(), Table.new()
    for done, a in enumerate(moves):
        if here == state:
            return done
        if done + 1 < len(moves):  # the last one may end the round, which a view cannot play on
            began.game.plain.apply(here, a, t)
    return None
