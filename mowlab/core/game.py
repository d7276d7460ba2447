"""A game with its options set and its cards loaded: the door to its rules, bots and words."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import operator
import pathlib
import re
import threading
import types
from typing import Any

from . import engine, link, luck, policy, search
from .bot import GENERIC, Bot
from .cards import CardError, Cards
from .level import Level, Method
from .schema import Schema
from .table import Table
from .view import View
from .words import number_of

PLAYERS = "players"
PERSON = "you"  # who sits in a seat of a match where no bot does
SEARCHING = ("ismcts", "ismcts-N (N worlds for each move)")  # keys that mowlab.search makes bots of


class PositionError(ValueError):
    """A position that cannot occur: says which part and why."""


class OptionError(ValueError):
    """An option that does not exist or a value that is not allowed: says which ones are."""


class UnknownBot(ValueError):
    """No bot of that key: says which ones there are."""


class Game:
    """One game with chosen options.  `options` holds the names a person used, `numbers` what the rules read.

    Made by `mowlab.game`.  `plain` and `compiled` are the engine's loops and the game's rules, linked (see
    core/link.py).
    """

    def __init__(self, key: str, package: str, cards: str | pathlib.Path | None = None, /, **options: Any):
        self.key = key
        self.package = package
        self._card_file = cards
        self.rules, self.words, self.bots_module = self._part("rules"), self._part("words"), self._part("bots")
        card_module = self._part("cards")
        self.title: str = self.words.TITLE
        self.state_class: type[Schema] = self.rules.State
        self.options, self.numbers = self._read_options(options)
        self.cards: Cards = card_module.load(cards)
        self.constants: dict[str, Any] = {
            **card_module.constants(self.cards),
            "PLAYOUT_CHARACTER": self.bots_module.PLAYOUT,
            "WORLDS": self.bots_module.WORLDS,
            "LOWER_IS_BETTER": int(self.words.LOWER_IS_BETTER),
        }
        if (problem := self.words.refused(self.options, self.cards)) is not None:
            raise OptionError(problem)
        self._actions: dict[str, int] = {self.notation(a): a for a in self.words.all_actions()}
        if (twice := self._ambiguous()) is not None:
            raise CardError(f"{cards}: no card may have the code {twice!r}, as moves are written in that way.")

    @property
    def card_file(self) -> str | pathlib.Path | None:
        """The file that the cards came from, None for the usual ones."""
        return self._card_file

    @property
    def lab(self) -> types.ModuleType | None:
        """Which plans of several decisions can be compared, if the game has such (CONTRIBUTING.md)."""
        return self._part("lab") if importlib.util.find_spec(f"{self.package}.lab") else None

    def half_done(self, s: Any) -> bool:
        """State `s` is in the middle of several decisions that make one choice for a person, such as a bid."""
        half_done = getattr(self.table_module, "half_done", None)
        return half_done is not None and bool(half_done(s))

    @property
    def table_module(self) -> types.ModuleType:
        """What a screen shows of this game, and which reasons of bots a person may hear (CONTRIBUTING.md)."""
        return self._part("table")

    @property
    def search_module(self) -> types.ModuleType:
        """What search needs to know about this game: `seen_by`, `outlook`, `METHOD`, `LADDER`."""
        return self._part("search")

    def _part(self, name: str) -> types.ModuleType:
        """A module of this game's folder."""
        return importlib.import_module(f"{self.package}.{name}")

    # ---- options ----
    def _read_options(self, asked: dict[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
        known = self.state_class.options()
        for name in asked:
            if name not in known:
                raise OptionError(f"{self.title} has no option {name!r}; it has: {', '.join(known)}.")
        names, numbers = {}, {}
        for name, opt in known.items():
            back = {number: value for value, number in opt.values.items()}
            value = asked.get(name, back[opt.default])
            known_as = _found(value, opt.values)
            if known_as is None:
                allowed = ", ".join(map(str, opt.values))
                raise OptionError(f"{self.title}: {name} = {value!r} is not possible; allowed: {allowed} ({opt.rule}).")
            names[name], numbers[name] = known_as, opt.values[known_as]
        return names, numbers

    @property
    def players(self) -> int:
        return self.numbers[PLAYERS]

    @property
    def table_of(self) -> str:
        """«4 farmers»: how many sit at the table."""
        many: str = self.words.PLAYERS
        return number_of(self.players, many.removesuffix("s"), many)

    @property
    def stage_name(self) -> str:
        """What a stage of the game is called: a round, unless its words have another `STAGE`."""
        return str(getattr(self.words, "STAGE", "round"))

    def blank(self) -> Any:
        """A plain state with nothing but the options set: what `start` begins from."""
        s = self.state_class.new()
        for name, number in self.numbers.items():
            setattr(s, name, number)
        return s

    def varied(self, **options: Any) -> Game:
        """This game with the same cards and some options changed.  Raises OptionError."""
        return Game(self.key, self.package, self._card_file, **{**self.options, **options})

    # ---- linked code ----
    @property
    def plain(self) -> types.SimpleNamespace:
        """The rules and loops uncompiled, joined with this game's cards."""
        return _linked(self, compiled=False)

    @property
    def asking(self) -> types.SimpleNamespace:
        """The same, but luck is asked what it brings instead of drawn (core/luck.py)."""
        return _linked(self, compiled=False, asking=True)

    @property
    def compiled(self) -> types.SimpleNamespace:
        """The same, compiled on first call.  Raises CompileUnavailable where numba is missing."""
        return _linked(self, compiled=True)

    @property
    def best(self) -> types.SimpleNamespace:
        """Compiled where that is possible, plain otherwise."""
        return self.plain if link.why_not_compiled() else self.compiled

    # ---- words ----
    def is_amount(self, a: int) -> bool:
        """Action `a` is a number that is written as it is: a bid.  There are too many of them to list them all."""
        amounts: range = self.words.AMOUNTS
        return amounts.start <= a < amounts.stop

    def notation(self, a: int) -> str:
        return str(int(a)) if self.is_amount(a) else self.words.notation(a, self.cards)

    def action(self, text: str) -> int:
        """The action of a notation; numbers may have their digits in groups.  Raises ValueError with what is allowed.

        A number above all amounts becomes the first one that is too high: `check` then says what the highest is.
        """
        if text in self._actions:
            return self._actions[text]
        if self.words.AMOUNTS and _NUMBER.fullmatch(text):
            too_high: int = self.words.AMOUNTS.stop
            return min(int(_GROUPS.sub("", text)[:_DIGITS]), too_high)
        raise ValueError(f"{text!r} is not a move of {self.title}; moves look like {self.words.EXAMPLES}.")

    def allows(self, s: Any, a: Any) -> bool:
        """Action `a` is legal in state (or view) `s`, whether it is listed or not; what is no whole number is not."""
        try:
            return not self.plain.check(s, operator.index(a))
        except TypeError:
            return False

    def _ambiguous(self) -> str | None:
        """A notation that stands for two actions, if there is one: a card's code can be like another move's."""
        return next((n for a in self.words.all_actions() if self._actions[n := self.notation(a)] != a), None)

    # ---- bots ----
    @property
    def bots(self) -> dict[str, Bot]:
        """All bots that can play this game, by key."""
        from_cells = {key: b for (game, key), b in PYTHON_BOTS.items() if game == self.key}
        return {b.key: b for b in (*GENERIC, *self.bots_module.BOTS)} | from_cells

    def bot(self, bot: str | Bot) -> Bot:
        """The bot of a key, or the Bot itself.  Raises UnknownBot if there is none, or if it plays another game."""
        if isinstance(bot, Bot):
            if bot.home not in (None, self.key):
                raise UnknownBot(f"{bot.name} plays {self._title_of(bot.home)}, not {self.title}.")
            return bot
        found = self._named(bot) if isinstance(bot, str) else None
        if found is None:
            raise UnknownBot(self._no_bot(bot))
        return found

    def _named(self, key: str) -> Bot | None:
        """The bot of that key: of this game, of a cell, or one that searches."""
        return self.bots.get(key) or importlib.import_module("mowlab.search").named(self, key)

    def _no_bot(self, bot: Any) -> str:
        """Why `bot` is no bot, in a sentence."""
        if bot is None or bot == PERSON:
            return "A person can sit in a match only (game.match); every other seat needs a bot."
        if callable(bot):
            called = getattr(bot, "__name__", "<this>")
            what = "A function without a name" if called.startswith("<") else f"The function {called}"
            return f'{what} is no bot yet: write it with «def», and @mowlab.bot("{self.key}") above it.'
        return f"{self.title} has no bot {bot!r}; it has: {', '.join((*self.bots, *self.ladder, *SEARCHING))}."

    @staticmethod
    def _title_of(key: str | None) -> str:
        return str(importlib.import_module("mowlab.games").game(key).title)

    def has_bot(self, bot: str | Bot) -> bool:
        """`bot` knows this key, or this Bot plays this game."""
        try:
            self.bot(bot)
        except UnknownBot:
            return False
        return True

    @property
    def ladder(self) -> dict[str, Level]:
        """Opponents from Beginner to Expert, by key; `bot` makes bots of these keys, of `ismcts` and `ismcts-500`."""
        return {level.key: level for level in self.search_module.LADDER}

    @property
    def usual_bot(self) -> Bot:
        """The character that sits down where nobody says who should."""
        return next(b for b in self.bots.values() if b.policy == self.constants["PLAYOUT_CHARACTER"])

    def character_of(self, method: Method) -> Bot:
        """Who plays on in worlds that are searched by `method`."""
        return self.usual_bot if method.character is None else self.bot(method.character)

    def view(self, s: Any, seat: int, moves: list[int]) -> View:
        """What `seat` may know of the plain state `s`."""
        seen = s.__copy__()
        self.plain.hide(seen, seat)
        return View(self, seen, seat, moves)

    def match(self, seats: Any = None, seed: int | None = None, **more: Any) -> Any:
        """Start one game to play move by move; see mowlab.match.Match for what can be said about it."""
        match_class = importlib.import_module("mowlab.match").Match
        return match_class(self, seats, seed, **more)

    def position(self, **described: Any) -> Any:
        """A state described by hand and checked; see the game's position.py.  Raises PositionError."""
        build = self._part("position").build
        parts = {name: part for name, part in inspect.signature(build).parameters.items() if name != "game"}
        for name in described:
            if name not in parts:
                raise PositionError(f"A position of {self.title} has no {name!r}; it has: {', '.join(parts)}.")
        for name, part in parts.items():
            if part.default is part.empty and name not in described:
                raise PositionError(f"A position of {self.title} needs {name!r}.")
        return build(self, **described)

    @property
    def charts(self) -> dict[str, Any]:
        """The game's own charts by name (see core/chart.py); empty where its folder has no charts.py."""
        if importlib.util.find_spec(f"{self.package}.charts") is None:
            return {}
        return dict(self._part("charts").CHARTS)

    @property
    def digest(self) -> str:
        """Sixteen hex digits that stand for this game's rules and cards."""
        folder = pathlib.Path(str(self.rules.__file__)).parent
        sources = {pathlib.Path(f.__code__.co_filename) for f in link.reached(self.rules.HOOKS, {})}
        text = b"".join(path.read_bytes() for path in sorted(sources) if path.parent == folder)
        return hashlib.sha256(text + self.cards.digest.encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"mowlab.game({self.key!r}, {changed})"


_GROUPS = re.compile("[ ,'_\u00a0\u202f]")  # what may stand between groups of three digits
_NUMBER = re.compile(f"[0-9]+|[0-9]{{1,3}}({_GROUPS.pattern}[0-9]{{3}})+")
_DIGITS = 19  # enough for every 64-bit number; a longer one is too high anyway


def _found(value: Any, values: dict[Any, int]) -> Any:
    """The allowed value that equals `value` (so 4 for numpy's 4), or None."""
    try:
        return None if isinstance(value, bool) else {v: v for v in values}.get(value)
    except TypeError:  # lists and the like equal no allowed value
        return None


PYTHON_BOTS: dict[tuple[str, str], Bot] = {}  # (game, key): bots written in ordinary Python, by decorator

_LINKS: dict[tuple[str, str, bool, bool], types.SimpleNamespace] = {}
_LOCK = threading.Lock()


def _linked(game: Game, *, compiled: bool, asking: bool = False) -> types.SimpleNamespace:
    key = (game.key, game.cards.digest, compiled, asking)
    with _LOCK:
        if key not in _LINKS:
            sight, bots = game.search_module, game.bots_module
            weighing = (bots.worth,) if bots.choose is policy.choose else ()
            known = (*game.rules.HOOKS, bots.choose, *weighing, sight.seen_by, sight.outlook)
            hooks = {f.__name__: f for f in known}
            hooks["imagine_world"] = getattr(sight, "imagine_world", search.any_world)
            hooks["copy_state"] = engine.copy_record if compiled else engine.copy_plain
            tools = () if compiled else (*game.rules.TOOLS, bots.choose)
            functions = (*engine.LOOPS, *search.LOOPS, *game.rules.HOOKS, *tools)
            instead = luck.ASKED if asking else {}
            _LINKS[key] = link.link(
                functions, hooks, game.constants, compiled=compiled, label=game.key, instead=instead
            )
        return _LINKS[key]


def new_tables() -> list[Any]:
    """The two plain tables that the loops work on."""
    return [Table.new() for _ in range(engine.N_TABLES)]
