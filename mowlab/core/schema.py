"""States declared once: a typed class, a numpy dtype and a plain `__slots__` class with the same field names.

A state holds 64-bit integers only, single numbers or one-dimensional arrays.  Compiled code works on numpy records of
`dtype`; uncompiled code works on plain objects (30 to 80 times faster than `np.record` there), so the same rules run on
both.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast, overload

if TYPE_CHECKING:
    import numpy as np

PUBLIC, OWN, SECRET, CUSTOM = "public", "own", "secret", "custom"
AUDIENCES = (PUBLIC, OWN, SECRET, CUSTOM)

# Attributes of numpy records, arrays and record arrays: uncompiled, a field of that name would read the attribute.
_TAKEN = """
    T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy ctypes
    cumprod cumsum data device diagonal dot dtype dump dumps field fill flags flat flatten getfield imag item itemset
    itemsize mT max mean min nbytes ndim newbyteorder nonzero partition pprint prod ptp put ravel real repeat reshape
    resize round searchsorted setfield setflags shape size sort squeeze std strides sum swapaxes take to_device tobytes
    tofile tolist tostring trace transpose var view
"""
TAKEN = frozenset(_TAKEN.split())
OWN_NAMES = frozenset(("fields", "plain", "copy_to"))  # set on every schema or plain state, besides Schema's methods


class Ints(Protocol):
    """An array field: a list when uncompiled, a part of the record when compiled (rules index it, plain code may
    slice).
    """

    @overload
    def __getitem__(self, i: int, /) -> int: ...
    @overload
    def __getitem__(self, i: slice, /) -> list[int]: ...
    @overload
    def __setitem__(self, i: int, value: int, /) -> None: ...
    @overload
    def __setitem__(self, i: slice, value: Sequence[int], /) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True)
class Field:
    """One field: its length (None for a single number), who may see it, what it means."""

    length: int | None
    who: str
    doc: str


@dataclass(frozen=True)
class Option(Field):
    """A field that is set before the game starts.  `values` maps the names a person may use to numbers."""

    default: int = 0
    values: dict[Any, int] = field(default_factory=dict)
    rule: str = ""


def ints(length: int, doc: str, who: str = PUBLIC) -> Any:
    """Declare an array of `length` integers."""
    return Field(length, who, doc)


def num(doc: str, who: str = PUBLIC) -> Any:
    """Declare a single integer."""
    return Field(None, who, doc)


def option(default: int, values: dict[Any, int], doc: str, rule: str) -> Any:
    """Declare a choice made before the game: player count, packets, a house ruling."""
    return Option(None, PUBLIC, doc, default, values, rule)


class Schema:
    """Base of all state classes.  Subclasses list fields with `num`, `ints`, `option`; `new()` makes a blank plain
    state.
    """

    fields: ClassVar[dict[str, Field]]
    plain: ClassVar[type[Any]]

    def __init_subclass__(cls) -> None:
        declared = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        for name, f in declared.items():
            if (problem := _problem(name, f)) is not None:
                raise TypeError(f"{cls.__name__}.{name}: {problem}")
        cls.fields = {**getattr(cls, "fields", {}), **declared}
        cls.plain = _plain_class(cls)

    @classmethod
    def new(cls) -> Self:
        """A blank state as a plain object: every field 0."""
        return cast(Self, cls.plain())

    @classmethod
    def options(cls) -> dict[str, Option]:
        return {name: f for name, f in cls.fields.items() if isinstance(f, Option)}

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """The record type: one int64 (or int64 array) per field, in the order of declaration."""
        import numpy as np

        return np.dtype(
            [(n, "i8") if f.length is None else (n, "i8", (f.length,)) for n, f in cls.fields.items()], align=True
        )

    @classmethod
    def values(cls, s: Any) -> dict[str, int | list[int]]:
        """All fields of a plain state as numbers and lists, ready for JSON."""
        return {n: getattr(s, n) if f.length is None else list(getattr(s, n)) for n, f in cls.fields.items()}

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """The plain state with these values; the inverse of `values`."""
        s = cls.new()
        for n, f in cls.fields.items():
            setattr(s, n, int(values[n]) if f.length is None else [int(v) for v in values[n]])
        return s

    @classmethod
    def to_record(cls, s: Any, record: Any) -> None:
        """Write a plain state into a numpy record of `dtype()`."""
        for n in cls.fields:
            record[n] = getattr(s, n)

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """A plain state with the values of a numpy record."""
        s = cls.new()
        for n in cls.fields:
            setattr(s, n, record[n].tolist())
        return s


def _problem(name: str, f: Field) -> str | None:
    """Why a field cannot be declared so, or None."""
    if name in TAKEN:
        return "numpy records already have an attribute of that name"
    if name in OWN_NAMES or name in vars(Schema):
        return "every state already has an attribute of that name"
    if name.startswith("_") or not name.isidentifier() or keyword.iskeyword(name):
        return "a field needs a plain name without a leading underscore"
    if f.who not in AUDIENCES:
        return f"who is {f.who!r}, allowed are {', '.join(AUDIENCES)}"
    if f.length is not None and f.length < 1:
        return f"an array needs at least one number, not {f.length}"
    return None


def _plain_class(schema: type[Schema]) -> type[Any]:
    fields = schema.fields

    class Plain:
        __slots__ = tuple(fields)

        def __init__(self) -> None:
            for name, f in fields.items():
                setattr(self, name, 0 if f.length is None else [0] * f.length)

        def __eq__(self, other: object) -> bool:
            return type(other) is type(self) and all(getattr(self, n) == getattr(other, n) for n in fields)

        __hash__ = None  # type: ignore[assignment]  # states change

        def copy_to(self, other: Any) -> None:
            for name, f in fields.items():
                value = getattr(self, name)
                setattr(other, name, value if f.length is None else value[:])

        def __copy__(self) -> Plain:
            new: Plain = object.__new__(type(self))
            self.copy_to(new)
            return new

        def __deepcopy__(self, memo: dict[int, Any]) -> Plain:
            return self.__copy__()

        def __reduce__(self) -> tuple[Any, ...]:
            return schema.from_values, (schema.values(self),)

        def __repr__(self) -> str:
            return f"{schema.__qualname__}({', '.join(f'{n}={getattr(self, n)}' for n in fields)})"

    Plain.__name__ = Plain.__qualname__ = schema.__name__
    return Plain
