"""Small tools that turn codes into sentences, for every game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Row = tuple[int, int, int | None, int]  # kind, who, what (None where a seat may not see it), more


@dataclass(frozen=True)
class Reason:
    """Why a move is not allowed: the code that `check` gave, a sentence, and where the rule stands."""

    code: int
    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


class Names:
    """What the seats are called in sentences; the seat `you` is spoken to as «you»."""

    def __init__(self, names: Sequence[str], you: int | None = None):
        self.names, self.you = tuple(names), you

    def __getitem__(self, seat: int) -> str:
        return "you" if seat == self.you else self.names[seat]

    def __len__(self) -> int:
        return len(self.names)

    def sentence(self, text: str, who: int, **details: Any) -> str:
        """Fill a template: {Who}, {whose}, verbs as {take|takes}, and `details` by name; the first letter becomes a
        capital.
        """
        is_you = who == self.you
        text = re.sub(r"\{(\w+)\|(\w+)\}", lambda m: m[1] if is_you else m[2], text)
        whose = "your" if is_you else f"{self[who]}'s"
        filled = text.format(Who=self[who].capitalize() if is_you else self[who], whose=whose, **details)
        return filled[:1].upper() + filled[1:]


def number_of(n: int, one: str, many: str) -> str:
    """«1 fly», «2,000 flies»."""
    return f"{n:,} {one if n == 1 else many}"


def list_of(texts: Sequence[str]) -> str:
    """«a, b and c»; at least one."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def part_of(n: int, whole: int, one: str, many: str) -> str:
    """«300 of 2,000 games», or «2,000 games» where that is all."""
    return f"{'' if n == whole else f'{n:,} of '}{number_of(whole, one, many)}"


def decimal(x: float, digits: int = 1) -> str:
    """«1.5»: fixed digits, with a true minus sign and no «-0.0»."""
    return f"{round(x, digits) + 0.0:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def percent(share: float, digits: int = 0) -> str:
    """«31 %»."""
    return f"{100 * share:.{digits}f} %"
