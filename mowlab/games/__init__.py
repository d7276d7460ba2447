"""The games, one folder each.  A folder with a rules.py is a game; its key is its name with hyphens."""

from __future__ import annotations

import functools
import pathlib
from typing import Any

from ..core.game import Game


class UnknownGame(ValueError):
    """No game of that name: says which ones there are."""


@functools.cache
def keys() -> tuple[str, ...]:
    """Keys of all games, in alphabetical order."""
    folders = pathlib.Path(__file__).parent.iterdir()
    return tuple(sorted(f.name.replace("_", "-") for f in folders if (f / "rules.py").is_file()))


def game(name: str, /, *, cards: str | pathlib.Path | None = None, **options: Any) -> Game:
    """A game with options: `game("mow", players=4)`.  Raises UnknownGame, OptionError, CardError."""
    if name not in keys():
        raise UnknownGame(f"There is no game {name!r}; there are: {', '.join(keys())}.")
    return Game(name, f"{__name__}.{name.replace('-', '_')}", cards, **options)
