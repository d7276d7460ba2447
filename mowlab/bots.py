"""A bot from a notebook cell: an ordinary function of the view, guarded so that no fault in it can hang or harm a game.

>>> import mowlab
>>> @mowlab.bot("mow", name="Always Takes")
... def f(view):
...     return "take" if "take" in view.notations else view.moves[0]
>>> match = mowlab.game("mow").match(["you", "always-takes", "random", "random"])
"""

from __future__ import annotations

import contextvars
import ctypes
import inspect
import linecache
import operator
import queue
import re
import threading
import traceback
import types
import weakref
from collections.abc import Callable
from typing import Any

from .core.bot import Bot, BotError
from .core.engine import OUTSIDE
from .core.game import PYTHON_BOTS
from .core.view import View
from .core.words import Names
from .games import game as open_game

Policy = Callable[[View], Any]
SECONDS = 5.0  # a child at the screen should not wait longer than this for a bot that got lost
LISTED = 20  # legal moves that an error message lists
MOST_SAID = 400  # letters of what a function's own error says: room for the names that a view has


def bot(
    game: str,
    *,
    name: str | None = None,
    idea: str = "",
    why: Callable[[View, int], str] | None = None,
    seconds: float = SECONDS,
) -> Callable[[Policy], Bot]:
    """Make the function below it a bot of `game`: f(view) returns a legal move, as its number or its notation.

    name: what the bot is called, by default what the function is called.  Its key is the name in small letters with
    hyphens; running the cell again replaces the bot.  idea: a sentence for others to read.  why(view, a): a sentence
    why it made move `a`.  seconds: how long one move may take.

    The view that f is given is a copy: f may change it.  Raises UnknownGame, ValueError, TypeError where the bot is
    made.  While it plays, a fault of f raises BotError and the game is left as it was.
    """
    if callable(game):
        raise TypeError('Say which game the bot plays, as in @mowlab.bot("mow").')
    known = open_game(game).bots
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < threading.TIMEOUT_MAX:
        raise ValueError(f"seconds = {seconds!r}: a bot needs a time limit in seconds, more than 0.")

    def made(f: Policy) -> Bot:
        _check_function(f)
        called = name if name is not None else getattr(f, "__name__", "").replace("_", " ").strip()
        key = _key(called)
        if key in known and (game, key) not in PYTHON_BOTS:
            raise ValueError(f"{game} already has a bot {key!r} of its own: choose another name than {called!r}.")
        guard = _Guard(called, f, seconds)
        text = idea or next(iter((inspect.getdoc(f) or "").splitlines()), "") or "Written in Python by one of us."
        PYTHON_BOTS[game, key] = new = Bot(
            key,
            called,
            text,
            "a program written here",
            OUTSIDE,
            lambda view, a: guard.why(why, view, a),
            guard.play,
            game,
        )
        return new

    return made


def _check_function(f: Any) -> None:
    try:
        inspect.signature(f).bind(None)
    except (TypeError, ValueError):
        problem = f"{_short(f)} cannot be a bot: write a function of one thing, the view, as in «def f(view): ...»."
        raise TypeError(problem) from None


def _key(name: Any) -> str:
    key = re.sub(r"[\W_]+", "-", name.lower()).strip("-") if isinstance(name, str) else ""
    if not key:
        raise ValueError(f"name = {name!r}: a bot needs a name with at least one letter or digit in it.")
    return key


# ---- calling the function -------------------------------------------------------------------------------------------
class _Guard:
    """A player's function with a time limit and checked answers."""

    def __init__(self, name: str, f: Policy, seconds: float):
        self.name, self.f, self.seconds = name, f, seconds
        self.idle: list[_Worker] = []  # more than one only if several matches run at once
        weakref.finalize(self, _dismiss, self.idle)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Guard, (self.name, self.f, self.seconds)  # another process has threads of its own

    def play(self, view: View) -> int:
        """The move that f chooses.  Raises BotError."""
        try:
            answer, error = self._ask(self.f, _copy(view))
        except _TooSlow as slow:
            raise BotError(f"Bot {self.name!r} did not answer within {slow}. {_allowed(view)}") from None
        if error is not None:
            raise BotError(f"Bot {self.name!r} {_raised(error, self.f)} {_allowed(view)}") from error
        return self._read(answer, view)

    def why(self, why: Callable[[View, int], str] | None, view: View, a: int) -> str:
        """The bot's own sentence, or a general one; a fault in it is told in its place."""
        chose = f"Its program chose {view.game.notation(a)}, one of {len(view.moves)} legal moves."
        if why is None:
            return chose
        try:
            text, error = self._ask(why, _copy(view), a)
        except _TooSlow as slow:
            return f"{chose} Its explanation did not come within {slow}."
        if error is not None:
            return f"{chose} Its explanation {_raised(error, why)}"
        return text if isinstance(text, str) and text else f"{chose} Its explanation is {_short(text)}, not a sentence."

    def _ask(self, f: Callable[..., Any], *args: Any) -> tuple[Any, BaseException | None]:
        """What f answered and what it raised.  Raises _TooSlow."""
        worker = self.idle.pop() if self.idle else _Worker()
        try:
            outcome = worker.run(f, args, self.seconds)
        except queue.Empty:
            stopped = worker.stop()
            left = "" if stopped else " and could not be stopped: it goes on in the background"
            raise _TooSlow(f"{self.seconds:g} s{left}") from None
        except BaseException:  # the stop button of the notebook
            worker.stop()
            raise
        self.idle.append(worker)
        return outcome

    def _read(self, answer: Any, view: View) -> int:
        """The action that an answer means.  Raises BotError unless it is one of the legal ones."""
        game = view.game
        said = f"Bot {self.name!r} answered {_short(answer)}, which is not"
        try:
            a = game.action(answer.strip()) if isinstance(answer, str) else _index(answer)
        except Exception:  # an answer of somebody's own class may fail in its own way
            raise BotError(f"{said} a move. {_allowed(view)}") from None
        if view.allows(a):
            return a
        names = Names([f"farmer {p}" for p in range(game.players)])
        code = game.plain.check(view.state, a)
        reason = f" {game.words.reason(code, a, view.state, game.cards, names)}" if code else ""
        raise BotError(f"{said} allowed now.{reason} {_allowed(view)}")


def _copy(view: View) -> View:
    return View(view.game, view.state.__copy__(), view.seat, list(view.moves))


def _index(answer: Any) -> int:
    if isinstance(answer, bool):
        raise TypeError
    return int(operator.index(answer))


# ---- the thread it runs in ------------------------------------------------------------------------------------------
class _Stopped(BaseException):
    """Raised inside a function that took too long."""


class _TooSlow(Exception):
    """Raised where its answer was waited for: after how long, and whether it is still running."""


class _Worker:
    """A thread that calls one function after another; starting a thread for each call would take twice as long."""

    def __init__(self) -> None:
        self.asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.answered: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        self.thread = threading.Thread(target=_serve, args=(self.asked, self.answered), name="mowlab bot", daemon=True)
        self.thread.start()

    def run(self, f: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> tuple[Any, BaseException | None]:
        """What f answered or raised.  Raises queue.Empty if it took too long."""
        # In the caller's context what f prints appears below the caller's cell, not below the cell that came first.
        self.asked.put((contextvars.copy_context(), f, args))
        return self.answered.get(timeout=seconds)

    def stop(self) -> bool:
        """End the thread if Python can: code that waits inside a C function cannot be reached."""
        thread = ctypes.c_ulong(self.thread.ident or 0)
        for _ in range(5):  # a function may catch the first ones
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(_Stopped))
            self.thread.join(0.05)
            if not self.thread.is_alive():
                return True
        return False


def _serve(asked: queue.SimpleQueue[Any], answered: queue.SimpleQueue[Any]) -> None:
    try:
        while (job := asked.get()) is not None:
            context, f, args = job
            outcome: tuple[Any, BaseException | None]
            try:
                outcome = context.run(f, *args), None
            except _Stopped:
                return
            except BaseException as error:
                outcome = None, error
            answered.put(outcome)
            del job, context, f, args, outcome  # while it waits for the next job it keeps nothing alive
    except _Stopped:
        pass


def _dismiss(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.asked.put(None)


# ---- words ----------------------------------------------------------------------------------------------------------
def _allowed(view: View) -> str:
    listed = [view.game.notation(a) for a in view.moves[:LISTED]]
    more = f" and {len(view.moves) - LISTED} more" if len(view.moves) > LISTED else ""
    return f"Allowed now: {', '.join(listed)}{more}."


def _raised(error: BaseException, f: Callable[..., Any]) -> str:
    said = _short(error, str, MOST_SAID).rstrip(".")
    return f"raised {type(error).__name__}{': ' if said else ''}{said}{_where(error, f)}."


def _where(error: BaseException, f: Callable[..., Any]) -> str:
    """The line of the cell or file of f in which it went wrong, or an empty text if that is not known."""
    code = getattr(inspect.unwrap(f), "__code__", None)
    if not isinstance(code, types.CodeType):
        return ""
    lines = [at for at in traceback.walk_tb(error.__traceback__) if at[0].f_code.co_filename == code.co_filename]
    if not lines:
        return ""
    text = linecache.getline(code.co_filename, lines[-1][1]).strip()
    return f", in line {lines[-1][1]}" + (f": {text}" if text else "")


def _short(value: Any, text: Callable[[Any], str] = repr, most: int = 80) -> str:
    try:
        shown = text(value)
    except Exception:  # a repr of somebody's own class may fail, too
        shown = f"a {type(value).__name__}"
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."
