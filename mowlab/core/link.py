"""Linking: the same source, uncompiled or compiled, joined with one game's rules and cards.

Functions of the compilable subset are marked with `@rule`; they stay ordinary Python functions.  The engine's loops
name the game's functions as `@hook`s.  `link` makes, for one game, a copy of every function reached from the asked
ones, with hooks replaced by that game's functions and card constants by that game's cards, and, if wanted, compiled by
numba.

Why copies and not `numba.extending.overload`: a page can start uncompiled without importing numba and be compiled later
in the same process, cards can be replaced without a branch in the rules, and each link has a cache folder of its own,
named after a digest of all sources and constants: numba by itself looks only at the file of the function it loads and
would run stale rules after an edit elsewhere.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import pathlib
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .cards import Cards

F = TypeVar("F", bound=Callable[..., Any])
RULE, HOOK = "__mowlab_rule__", "__mowlab_hook__"


class CompileUnavailable(RuntimeError):
    """Compiled code was asked for where it cannot be had."""


def rule(f: F) -> F:
    """Mark a function as part of the compilable subset: integers, records and arrays only."""
    setattr(f, RULE, True)
    return f


def hook(f: F) -> F:
    """Mark a place holder in the engine for the function of the same name in a game's rules or bots."""
    setattr(f, HOOK, True)
    return f


def compiling_is_off() -> bool:
    """Whether code cannot be compiled here, as far as that shows without loading numba."""
    return _switched_off() or importlib.util.find_spec("numba") is None


def _switched_off() -> bool:
    return os.environ.get("MOWLAB_JIT") == "0" or os.environ.get("NUMBA_DISABLE_JIT") == "1"


def why_not_compiled() -> str | None:
    """The reason why code cannot be compiled here, or None."""
    if _switched_off():
        return "compiling is switched off by MOWLAB_JIT=0 or NUMBA_DISABLE_JIT=1"
    try:
        importlib.import_module("numba")
    except Exception as error:  # an unwritable or broken installation fails in many ways
        return f"numba cannot be loaded here ({error}); install it in mowlab's own folder with: pip install .[fast]"
    return None


def require_compiled() -> None:
    """Raise CompileUnavailable, saying why, where code cannot be compiled."""
    if why := why_not_compiled():
        raise CompileUnavailable(f"Not compiled: {why}.")


def link(
    functions: Iterable[Callable[..., Any]],
    hooks: Mapping[str, Callable[..., Any]],
    constants: Mapping[str, Any],
    *,
    compiled: bool,
    label: str,
    instead: Mapping[Callable[..., Any], Callable[..., Any]] = types.MappingProxyType({}),
) -> types.SimpleNamespace:
    """The `functions`, joined with a game's `hooks` and `constants`, as a namespace.

    `constants` replace module globals of the same name (sequences become int64 arrays when compiled).
    `label` names the cache folder.  `instead` puts functions in the place of others, uncompiled only.
    Raises CompileUnavailable if `compiled` is wanted and cannot be had.
    """
    if compiled:
        require_compiled()
    functions = tuple(functions)
    linker = _Linker(hooks, constants, _compiler(label, hooks, constants, functions) if compiled else None, instead)
    return types.SimpleNamespace(**{f.__name__: linker.joined(f) for f in functions})


def by_cards(
    functions: Iterable[Callable[..., Any]], constants: Callable[[Cards], Mapping[str, Any]]
) -> Callable[[Cards], types.SimpleNamespace]:
    """f(cards): the `functions`, uncompiled, joined with these cards, as an owner's file may differ; for sentences.

    f(cards).worth(...) calls one of them.  `constants` gives the constants of cards.
    """
    made: dict[str, types.SimpleNamespace] = {}

    def joined(cards: Cards) -> types.SimpleNamespace:
        if cards.digest not in made:
            made[cards.digest] = link(functions, {}, constants(cards), compiled=False, label=cards.game)
        return made[cards.digest]

    return joined


class _Linker:
    def __init__(
        self,
        hooks: Mapping[str, Callable[..., Any]],
        constants: Mapping[str, Any],
        compiler: Callable[..., Any] | None,
        instead: Mapping[Callable[..., Any], Callable[..., Any]],
    ):
        self.hooks, self.constants, self.compiler, self.instead = hooks, constants, compiler, instead
        self.done: dict[Callable[..., Any], Any] = {}
        self.scopes: dict[str, dict[str, Any]] = {}

    def joined(self, f: Callable[..., Any]) -> Any:
        if hasattr(f, HOOK):
            return self.joined(self.hooks[f.__name__])
        f = self.instead.get(f, f)
        if f in self.done:
            return self.done[f]
        assert isinstance(f, types.FunctionType)
        scope = self.scopes.setdefault(f.__module__, dict(f.__globals__))
        copy = types.FunctionType(f.__code__, scope, f.__name__, f.__defaults__)
        copy.__module__, copy.__qualname__, copy.__doc__ = f.__module__, f.__qualname__, f.__doc__
        self.done[f] = made = self.compiler(copy) if self.compiler else copy
        for name in _names(f.__code__):
            if name in f.__globals__:
                scope[name] = self._value(name, f.__globals__[name])
        return made

    def _value(self, name: str, value: Any) -> Any:
        if hasattr(value, RULE) or hasattr(value, HOOK):
            return self.joined(value)
        value = self.constants.get(name, value)
        if self.compiler and isinstance(value, (list, tuple)):
            import numpy as np

            return np.array(value, dtype=np.int64)
        return value


def _names(code: types.CodeType) -> set[str]:
    inner = (_names(c) for c in code.co_consts if isinstance(c, types.CodeType))
    return set(code.co_names).union(*inner)


# ---- compiling ------------------------------------------------------------------------------------------------------
def cache_root() -> pathlib.Path:
    """Where compiled code is kept: MOWLAB_CACHE_DIR, or a folder in the user's cache."""
    named = os.environ.get("MOWLAB_CACHE_DIR")
    if named:
        return pathlib.Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or pathlib.Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "mowlab"


def cache_problem(folder: pathlib.Path) -> str | None:
    """Why compiled code cannot be kept in `folder`, or None."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        return f"{folder} cannot be written ({error.strerror}); set MOWLAB_CACHE_DIR to a folder that can"
    return None


def _compiler(
    label: str, hooks: Mapping[str, Callable[..., Any]], constants: Mapping[str, Any], functions: tuple[Any, ...]
) -> Callable[..., Any]:
    import numba

    folder = cache_root() / f"{label}-{_digest(hooks, constants, functions)}"
    cached = cache_problem(folder) is None

    def compile_one(f: types.FunctionType) -> Any:
        # The setting is process-wide and read when the dispatcher is made, so it is put back at once.
        config: Any = numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            return _plain_types(numba.njit(f, nogil=True, cache=cached))
        finally:
            config.CACHE_DIR = before

    return compile_one


def _plain_types(dispatcher: Any) -> Any:
    """Compile once for int64, not again for every literal constant, bool and small integer: a fifth of the time."""
    nb: Any = importlib.import_module("numba.core.types")

    compile_signature = dispatcher.compile

    def compile_plain(signature: Any) -> Any:
        if isinstance(signature, tuple):
            plain = (nb.unliteral(a) for a in signature)
            signature = tuple(nb.int64 if isinstance(a, (nb.Integer, nb.Boolean)) else a for a in plain)
        return compile_signature(signature)

    dispatcher.compile = compile_plain
    return dispatcher


def _digest(
    hooks: Mapping[str, Callable[..., Any]], constants: Mapping[str, Any], functions: tuple[Callable[..., Any], ...]
) -> str:
    """Sixteen hex digits over every source file, constant and setting that the linked code is made of."""
    import numba

    config: Any = numba.config
    core = pathlib.Path(__file__).parent
    folders = {core}
    values: set[tuple[str, str]] = set()
    for f in reached(functions, hooks):
        folders.add(pathlib.Path(f.__code__.co_filename).parent)
        named = {name: f.__globals__[name] for name in _names(f.__code__) if name in f.__globals__}
        values.update((name, repr(v)) for name, v in named.items() if isinstance(v, (int, float, list, tuple)))
    made_with = (sys.version, numba.__version__, config.BOUNDSCHECK, config.OPT)
    hooked = sorted((name, f.__module__, f.__qualname__) for name, f in hooks.items())
    digest = hashlib.sha256(repr((made_with, hooked, sorted(constants.items()), sorted(values))).encode())
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def reached(
    functions: Iterable[Callable[..., Any]], hooks: Mapping[str, Callable[..., Any]]
) -> set[Callable[..., Any]]:
    """All functions that the asked ones may call, hooks filled in."""
    found: set[Callable[..., Any]] = set()
    ahead = list(functions)
    while ahead:
        f = ahead.pop()
        f = hooks[f.__name__] if hasattr(f, HOOK) else f
        if f not in found:
            found.add(f)
            named: list[Any] = [f.__globals__.get(name) for name in _names(f.__code__)]
            ahead += [g for g in named if hasattr(g, RULE) or hasattr(g, HOOK)]
    return found
