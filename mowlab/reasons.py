"""Why bots moved as they did, as a person at the table may hear it: nothing that is still secret."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .match import Match

NONE_YET = "Of the bots' moves since your last decision there is none to explain now."


@dataclass(frozen=True)
class Reasoning:
    """One move of a bot and why it was made; times: how often the bot made it, one after the other."""

    who: str
    what: str
    why: str
    times: int = 1

    @property
    def lead(self) -> str:
        """What was done, as it stands in front of the reason."""
        return self.what if self.times == 1 else f"{self.what} ({self.times} times; the first time:)"

    def __str__(self) -> str:
        return f"{self.lead} {self.why}"


def reasons(match: Match, me: int, you: int | None = None) -> list[Reasoning]:
    """The bots' moves since seat `me` decided last, each with its reason; steps of one move are told together.

    you: the seat that is spoken to as «you».  The game's table.py says which turns are told now, and how (`explained`,
    `why`).
    """
    table = match.game.table_module
    if hasattr(table, "explained"):
        told = table.explained(match, me)
    else:
        told = _last_stretch([turn.seat for turn in match.turns], me)
    found: list[Reasoning] = []
    whys: list[str] = []
    for i in told:
        turn = match.turns[i]
        if (bot := match.seats[turn.seat].bot) is None:
            continue
        if not (bot.looks_ahead and whys):  # of the steps of one choice the first says most
            why = table.why(match, i) if hasattr(table, "why") else match.why(i)
            whys += [why] * (why not in whys)
        if turn.events or i + 1 not in told or match.turns[i + 1].seat != turn.seat:
            name = match.seats[turn.seat].name
            what = next(match.tell(turn.events, me, you), f"{name}:")
            found.append(Reasoning(name, what, " ".join(whys)))
            whys = []
    return list(_together(found))


def _last_stretch(seats: Sequence[int], me: int) -> range:
    """The turns since `me` decided last; where only `me` has moved since then, as with a herd that is taken before a
    new one is begun, those before that.
    """
    end = len(seats)
    while end and seats[end - 1] == me:
        end -= 1
    return range(max((i for i in range(end) if seats[i] == me), default=0), end)


def _together(found: list[Reasoning]) -> Iterator[Reasoning]:
    """The same move of the same bot, made again and again, is told once."""
    for _, same in itertools.groupby(found, key=lambda one: (one.who, one.what)):
        first, *others = same
        yield replace(first, times=1 + len(others))


def why_none(match: Match) -> str:
    """What is said where there are no reasons to tell now."""
    return str(getattr(match.game.table_module, "NO_REASONS", NONE_YET))
