"""mowlab: four tabletop games, their bots, and the game theory in them.

>>> import mowlab
>>> game = mowlab.game("mow", players=4)
>>> match = game.match(seats=["you", "random", "random", "random"], seed=7)
>>> match.play(match.legal()[0]).seat
0

Everything is loaded when first used: importing mowlab costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import analysis as analysis
    from . import bots as bots
    from . import charts as charts
    from . import encoding as encoding
    from . import games as games
    from . import match as match
    from . import record as record
    from . import search as search
    from . import theory as theory
    from .analysis import compare as compare
    from .analysis import explore as explore
    from .analysis import review as review
    from .analysis import simulate as simulate
    from .analysis import tournament as tournament
    from .analysis import vary as vary
    from .bots import bot as bot
    from .core.bot import Bot as Bot
    from .core.bot import BotError as BotError
    from .core.cards import CardError as CardError
    from .core.game import Game as Game
    from .core.game import OptionError as OptionError
    from .core.game import UnknownBot as UnknownBot
    from .games import UnknownGame as UnknownGame
    from .games import game as game
    from .games import keys as keys
    from .match import IllegalMove as IllegalMove
    from .match import Match as Match
    from .match import NotYourTurn as NotYourTurn
    from .match import SeatError as SeatError
    from .record import RecordError as RecordError
    from .record import replay as replay
    from .search import ismcts as ismcts
    from .search import think as think

__version__ = "0.1.0"

_HOMES = {
    "analysis": ("compare", "explore", "review", "simulate", "tournament", "vary"),
    "bots": ("bot",),
    "core.bot": ("Bot", "BotError"),
    "core.cards": ("CardError",),
    "core.game": ("Game", "OptionError", "UnknownBot"),
    "games": ("UnknownGame", "game", "keys"),
    "match": ("IllegalMove", "Match", "NotYourTurn", "SeatError"),
    "record": ("RecordError", "replay"),
    "search": ("ismcts", "think"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
_MODULES = ("analysis", "bots", "charts", "encoding", "games", "match", "record", "search", "theory")
__all__ = [*sorted(_HOME), "__version__"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"mowlab.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'mowlab' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mowlab.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})
