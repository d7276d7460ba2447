"""Plans: several decisions of one seat that a person thinks of as one choice, such as a whole bid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .engine import NO_MOVE
from .table import Table, seed_words
from .words import Reason

if TYPE_CHECKING:
    from .view import View

MAX_PLANS = 256


class PlanError(ValueError):
    """A plan that the seat to move cannot carry out: says which step of it and why."""


@dataclass(frozen=True)
class Plan:
    """Decisions of the seat to move, one after the other, none of which may depend on what it does not know.

    moves: actions; none at all leaves it to whoever plays on.  words: what it is, as a player would say it.
    amount, kind: where it stands on a curve (None: on none), and on which one.  short: a name for charts, where `words`
    are many.
    """

    moves: tuple[int, ...]
    words: str = ""
    amount: int | None = None
    kind: str = ""
    short: str = ""


@dataclass(frozen=True)
class Watch:
    """What else to note in each imagined world, from what happened there until the end of the stage.

    kinds: the kinds of events to keep.  read(rows, plans, worlds): arrays by name, each of shape (plans, worlds), from
    rows of plan, world, kind, who, what, more, audience in the order in which they happened.
    whole: until the end of the game instead; then all worlds are played to that end, and choices compared by it.
    """

    kinds: tuple[int, ...]
    read: Callable[[Any, int, int], Mapping[str, Any]]
    whole: bool = False


@dataclass(frozen=True)
class Curve:
    """A chart over the amount of plans that were tried.

    values[plan, world]: shares if they are 0 or 1; one line for each kind of plan.  Or several such arrays by what a
    line shows: then the first is the one that counts.  axis: what they are; across: what the amount is.
    log: the amounts go from small to far above.  marks: amounts that get a line of their own, with their names.
    """

    name: str
    title: str
    axis: str
    values: Any
    share: bool = False
    across: str = "amount"
    log: bool = False
    marks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Known:
    """What a seat knows of amounts that it does not see: rows of who, the least and the most it can be.

    axis: what the amounts are.  marks: amounts that they are compared with, by name.  note: a sentence about it.
    """

    title: str
    axis: str
    rows: tuple[tuple[str, int, int], ...]
    marks: Mapping[str, int] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class Press:
    """What pressing something on the table leads to while a choice of several decisions is being put together.

    draft: what has been put together by now, as the actions that were pressed.  moves: what is to be played at once,
    one after the other.  refused: why neither can be.
    """

    draft: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    refused: Reason | None = None


def check_plans(view: View, plans: Sequence[Plan]) -> None:
    """Play each plan in one imagined world.  Raises PlanError."""
    game, t = view.game, Table.new()
    if not 1 <= len(plans) <= MAX_PLANS or len({plan.moves for plan in plans}) < len(plans):
        raise PlanError(f"Give 1 to {MAX_PLANS} different plans, not {len(plans)} of which some may be the same.")
    t.dice = seed_words(0, 1)[0].tolist()[:4]
    world = view.state.__copy__()
    game.plain.determinize(world, view.seat, t)
    for plan in plans:
        s = world.__copy__()
        for i, a in enumerate(plan.moves):
            if game.plain.is_over(s) or game.plain.mover(s) != view.seat or game.plain.check(s, a) != 0:
                raise PlanError(f"Plan {plan.words or plan.moves!r}: step {i + 1}, {game.notation(a)}, is not allowed.")
            game.plain.apply(s, a, t)


def same_length(chains: Sequence[Sequence[int]]) -> list[list[int]]:
    """The actions of each plan, NO_MOVE behind those of the shorter ones: what compiled loops read."""
    longest = max(1, *map(len, chains))
    return [[*chain, *[NO_MOVE] * (longest - len(chain))] for chain in chains]
