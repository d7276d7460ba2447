"""Why bots moved as they did, as a person at the table may hear it: nothing that is still secret."""

from __future__ import annotations

from dataclasses import dataclass

from .match import Match

NONE_YET = "Of the bots' moves since your last decision there is none to explain now."


@dataclass(frozen=True)
class Reasoning:
    """One move of a bot and why it was made."""

    who: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what} {self.why}"


def reasons(match: Match, me: int, you: int | None = None) -> list[Reasoning]:
    """The bots' moves since seat `me` decided last, each with its reason; steps of one move are told together.

    you: the seat that is spoken to as «you».  The game's table.py says which turns are told now, and how (`explained`,
    `why`).
    """
    table = match.game.table_module
    if hasattr(table, "explained"):
        told = table.explained(match, me)
    else:
        told = range(max((i for i, turn in enumerate(match.turns) if turn.seat == me), default=0), len(match.turns))
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
    return found


def why_none(match: Match) -> str:
    """What is said where there are no reasons to tell now."""
    return str(getattr(match.game.table_module, "NO_REASONS", NONE_YET))
