"""Card data from TOML files, checked: each card has fields, a count of its own, and the provenance of its values.

A card file has `game`, `edition`, a `[provenance]` table that explains each source word, a list `cards`, and further lists
where a game has other things than cards (contracts, a chart).  An owner of the real game passes a file of their own;
whatever is wrong with it is said with file, card and field.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SOURCES = ("rulebook", "public source", "reconstructed", "owner")


class CardError(ValueError):
    """A card file that cannot be used: says which file, card and field, and what is allowed."""


@dataclass(frozen=True)
class Column:
    """One field of every card: its type, what is allowed (in words and as a check)."""

    name: str
    kind: type
    allowed: str
    accepts: Callable[[Any], bool]


@dataclass(frozen=True)
class Cards:
    """The cards of one game, in the order of their ids, and its other lists by name."""

    game: str
    edition: str
    rows: tuple[dict[str, Any], ...]
    provenance: dict[str, str]
    digest: str
    others: Mapping[str, tuple[dict[str, Any], ...]] = field(default_factory=dict)

    def column(self, name: str, table: str = "cards") -> list[Any]:
        return [row[name] for row in (self.rows if table == "cards" else self.others[table])]

    @property
    def reconstructed(self) -> tuple[str, ...]:
        """Codes of the cards (and of the rows of other lists) with a value that is not printed anywhere public."""
        tables = (self.rows, *self.others.values())
        return tuple(row["code"] for rows in tables for row in rows if row["from"] == "reconstructed")


def load_cards(
    path: pathlib.Path, game: str, columns: Sequence[Column], others: Mapping[str, Sequence[Column]] | None = None
) -> Cards:
    """Read and check a card file: `columns` of its cards, `others` the columns of further lists.  Raises CardError."""
    where = path.name
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise CardError(f"{path}: there is no such card file.") from None
    except OSError as error:
        raise CardError(f"{path}: the card file cannot be read ({error.strerror}).") from None
    except RecursionError:
        raise CardError(f"{where}: this is not a card file (lists within lists without end).") from None
    except ValueError as error:  # no TOML, no UTF-8, or a path that no system has
        raise CardError(f"{where}: this is not a TOML file ({error}).") from None
    if data.get("game") != game:
        raise CardError(f"{where}: field 'game' is {data.get('game')!r}, but cards for {game!r} are needed.")
    provenance = data.get("provenance", {})
    if not isinstance(provenance, dict) or not all(isinstance(text, str) for text in provenance.values()):
        raise CardError(f"{where}: field 'provenance' must be a table that explains each source in a text.")
    tables = {name: _rows(where, name, data.get(name), c) for name, c in {"cards": columns, **(others or {})}.items()}
    rows = tables.pop("cards")
    digest = hashlib.sha256(json.dumps([rows, *tables.items()] if tables else rows, sort_keys=True).encode())
    return Cards(game, str(data.get("edition", "")), rows, provenance, digest.hexdigest()[:16], tables)


def _rows(where: str, table: str, rows: Any, columns: Sequence[Column]) -> tuple[dict[str, Any], ...]:
    thing = "card" if table == "cards" else f"row of {table}"
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CardError(f"{where}: field {table!r} must be a list, each {thing} a table in braces.")
    codes: set[str] = set()
    for i, row in enumerate(rows):
        name = f"{thing} {row['code']!r}" if "code" in row else f"{thing} number {i + 1}"
        for column in (*_COMMON, *columns):
            _check(where, name, row, column)
        if row["code"] in codes:
            raise CardError(f"{where}: {name} stands there twice; every code may be used once.")
        codes.add(row["code"])
        if extra := set(row) - {c.name for c in (*_COMMON, *columns)}:
            raise CardError(f"{where}: {name} has an unknown field {sorted(extra)[0]!r}.")
    return tuple(rows)


def _check(where: str, card: str, row: dict[str, Any], column: Column) -> None:
    if column.name not in row:
        raise CardError(f"{where}: {card} lacks the field {column.name!r} ({column.allowed}).")
    value = row[column.name]
    if not isinstance(value, column.kind) or isinstance(value, bool) != (column.kind is bool) or not column.accepts(value):
        raise CardError(f"{where}: {card} has {column.name} = {value!r}; allowed is {column.allowed}.")


_COMMON = (
    Column("code", str, "a short code without spaces", lambda v: bool(v) and not any(c.isspace() for c in v)),
    Column("from", str, " or ".join(SOURCES), lambda v: v in SOURCES),
)
