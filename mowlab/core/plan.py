"""Plans: several decisions of one seat that a person thinks of as one choice, such as a whole bid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .words import Reason


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
    """

    kinds: tuple[int, ...]
    read: Callable[[Any, int, int], Mapping[str, Any]]


@dataclass(frozen=True)
class Press:
    """What pressing something on the table leads to while a choice of several decisions is being put together.

    draft: what has been put together by now, as the actions that were pressed.  moves: what is to be played at once,
    one after the other.  refused: why neither can be.
    """

    draft: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    refused: Reason | None = None
