"""What is said of the choices that a bot weighed, and of what it believes, so that no secret is given away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .table import Table, seed_streams
from .words import Names

if TYPE_CHECKING:
    from .view import View

SHOWN = 3  # choices that are named beside the chosen one


class Weighed(NamedTuple):
    """A choice that was not taken: its action, what it is called, what was expected of it."""

    action: int
    words: str
    value: float


def others_in_words(
    view: View, others: Iterable[Weighed], number: Callable[[float], str], discreet: bool
) -> Iterator[str]:
    """What was weighed beside the chosen one, the best first: those that may be named, and what the others brought.

    discreet: name only choices that everybody knew to be open to the seat (the game's `tells`); count the others.
    """
    tells = getattr(view.game.search_module, "tells", _tell_none) if discreet else _tell_all
    named: list[Weighed] = []
    kept: list[Weighed] = []
    for other in others:
        (named if tells(view.state, other.action) else kept).append(other)
    yield from (f"«{other.words}» {number(other.value)}" for other in named[:SHOWN])
    for few, what in ((named[SHOWN:], "more"), (kept, "kept secret")):
        if few:
            ends = dict.fromkeys(number(f(other.value for other in few)) for f in (min, max))
            yield f"{len(few)} {what} {' to '.join(ends)}"


def _tell_all(s: Any, a: int) -> bool:
    return True


def _tell_none(s: Any, a: int) -> bool:
    return False


def imagined(view: View, words: Sequence[Sequence[int]]) -> list[Any]:
    """A world, as a state, for each row of seed words that the seat cannot tell from the true one."""
    found, t = [], Table.new()
    for w in range(len(words)):
        seed_streams(t, words, w)
        world = view.state.__copy__()
        view.game.plain.determinize(world, view.seat, t)
        found.append(world)
    return found


def believed(view: View, a: int, words: Sequence[Sequence[int]], names: Names) -> list[str]:
    """What the seat believes about hidden things as it chooses `a`, from these worlds; nothing where the game has no
    words for it.
    """
    told = getattr(view.game.search_module, "beliefs", None)
    return [] if told is None else list(told(view, a, imagined(view, words), names))


def names_of(view: View, called: Sequence[str] | Names | None) -> Names:
    """The names of the seats as they are used in sentences; «Seat 1» and so on where there are none."""
    if isinstance(called, Names):
        return called
    return Names(called or [f"Seat {p + 1}" for p in range(view.game.players)])


def action_words(view: View, a: int, names: Names) -> str:
    """An action as a player would say it."""
    return str(view.game.words.action_words(a, view.state, view.game.cards, names))
