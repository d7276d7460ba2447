"""What is said of the choices that a bot weighed, and of what it believes, so that no secret is given away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .words import Names, decimal, number_of, percent

if TYPE_CHECKING:
    from .view import View

SHOWN, FEW = 3, 2  # choices that are named beside the chosen one: of a search, of others


class Weighed(NamedTuple):
    """A choice that was not taken: its action, what it is called, what was expected of it."""

    action: int
    words: str
    value: float


@dataclass(frozen=True)
class Reckoning:
    """What a character goes by in a position: what it counts, and what each action that it compares is worth to it."""

    measure: str
    worth: dict[int, float]
    percent: bool = False


def reckoned(view: View, a: int, reckoning: Reckoning | None, names: Names) -> list[str]:
    """What move `a` and the others were worth to a character, in a sentence; nothing where it did not compare any."""
    if reckoning is None or len(reckoning.worth) < 2 or a not in reckoning.worth:
        return []
    ranked = sorted(reckoning.worth.items(), key=lambda item: -item[1])
    others = (Weighed(b, action_words(view, b, names), value) for b, value in ranked if b != a)
    number = percent if reckoning.percent else decimal
    told = [f"this one {number(reckoning.worth[a])}", *others_in_words(view, others, number, discreet=True, most=FEW)]
    return [f"{reckoning.measure}: {'; '.join(told)}."]


def others_in_words(
    view: View, others: Iterable[Weighed], number: Callable[[float], str], discreet: bool, most: int = SHOWN
) -> Iterator[str]:
    """What was weighed beside the chosen one, the best first: `most` of those that may be named, and what the others
    brought.

    discreet: name only choices that everybody knew to be open to the seat (the game's `tells`); count the others.
    """
    tells = getattr(view.game.search_module, "tells", _tell_none) if discreet else _tell_all
    named: list[Weighed] = []
    kept: list[Weighed] = []
    for other in others:
        (named if tells(view.state, other.action) else kept).append(other)
    yield from (f"«{other.words}» {number(other.value)}" for other in named[:most])
    for few, one, many in ((named[most:], "other", "others"), (kept, "secret one", "secret ones")):
        if few:
            ends = dict.fromkeys(number(f(other.value for other in few)) for f in (min, max))
            yield f"{number_of(len(few), one, many)} {' to '.join(ends)}"


def _tell_all(s: Any, a: int) -> bool:
    return True


def _tell_none(s: Any, a: int) -> bool:
    return False


def believed(view: View, a: int, worlds: list[Any], names: Names) -> list[str]:
    """What the seat believes about hidden things as it chooses `a`, from these imagined worlds; nothing where the game
    has no words for it.
    """
    told = getattr(view.game.search_module, "beliefs", None)
    return [] if told is None else list(told(view, a, worlds, names))


def names_of(view: View, called: Sequence[str] | Names | None) -> Names:
    """The names of the seats as they are used in sentences; «Seat 1» and so on where there are none."""
    if isinstance(called, Names):
        return called
    return Names(called or [f"Seat {p + 1}" for p in range(view.game.players)])


def action_words(view: View, a: int, names: Names) -> str:
    """An action as a player would say it."""
    return str(view.game.words.action_words(a, view.state, view.game.cards, names))
