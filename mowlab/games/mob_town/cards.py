"""The cards of Mob Town: what a card file must hold, and the columns that the rules work on."""

from __future__ import annotations

import pathlib
from typing import Any

from ...core.cards import CardError, Cards, Column, load_cards

SUITS = ("rat", "shark", "snake", "fox", "weasel", "cash", "law")
CASH_SUIT, LAW_SUIT = 5, 6
KINDS = (*((suit, value) for value in (3, 2, 1) for suit in SUITS[:CASH_SUIT]), ("cash", 1), ("law", 0))
N_KINDS, CASH_CARD, LAW_CARD = 16, 15, 16  # N_KINDS that can be in a hand; ids count from the highest value down
N_DRAW, N_PROPERTIES, N_TYPES, N_AGENDAS = 57, 20, 5, 8
ARROWS = ("up", "right", "down", "left")
COUNTS = ("type", "types", "group", "properties")
OF_TYPE, OF_TYPES, OF_GROUP, OF_PROPERTIES = range(4)
ALL = "all"
NONE = -1

_SUIT = ", ".join(SUITS[:CASH_SUIT])
COLUMNS = (
    Column("suit", str, ", ".join(SUITS), lambda v: v in SUITS),
    Column("value", int, "a whole number from 0 to 3", lambda v: 0 <= v <= 3),
    Column("count", int, f"a whole number from 0 to {N_DRAW}", lambda v: 0 <= v <= N_DRAW),
)
OTHERS = {
    "types": (
        Column("name", str, "the name of the type", lambda v: bool(v.strip())),
        Column("plural", str, "the name of several such properties", lambda v: bool(v.strip())),
        Column("first", str, _SUIT, lambda v: v in SUITS[:CASH_SUIT]),
        Column("second", str, _SUIT, lambda v: v in SUITS[:CASH_SUIT]),
    ),
    "properties": (
        Column("type", str, "the code of a type", bool),
        Column("value", int, "a whole number from 1 to 9", lambda v: 1 <= v <= 9),
        Column("arrow", str, ", ".join(ARROWS), lambda v: v in ARROWS),
    ),
    "agendas": (
        Column("counts", str, ", ".join(COUNTS), lambda v: v in COUNTS),
        Column("of", str, f"the code of a type, or {ALL}", bool),
    ),
}
_LENGTHS = {"types": N_TYPES, "properties": N_PROPERTIES, "agendas": N_AGENDAS}


def load(path: str | pathlib.Path | None = None) -> Cards:
    """The cards of the game as we reconstructed it, or those of an owner's file.  Raises CardError."""
    path = pathlib.Path(path) if path else pathlib.Path(__file__).with_name("cards.toml")
    cards = load_cards(path, "mob-town", COLUMNS, OTHERS)
    if (problem := _deck_problem(cards) or _city_problem(cards)) is not None:
        raise CardError(f"{path.name}: {problem}")
    return cards


def _deck_problem(cards: Cards) -> str | None:
    """What is wrong with the draw deck, or None."""
    kinds = [(row["suit"], row["value"]) for row in cards.rows]
    if kinds != list(KINDS):
        i = next((i for i, (a, b) in enumerate(zip(kinds, KINDS, strict=False)) if a != b), min(len(kinds), len(KINDS)))
        wanted = "nothing more" if i == len(KINDS) else "{} of value {}".format(*KINDS[i])
        return (
            f"row {i + 1} of 'cards' must be {wanted}: the list goes from the highest value to the lowest, "
            "in each value rat, shark, snake, fox, weasel, then cash (1) and the law (0); write count = 0 for none."
        )
    counts = cards.column("count")
    if counts[LAW_CARD] != 1:
        return f"there is one law card, not {counts[LAW_CARD]}."
    if sum(counts) != N_DRAW:
        return f"the draw deck has {sum(counts)} cards; it needs {N_DRAW}, the law among them."
    return None


def _city_problem(cards: Cards) -> str | None:
    """What is wrong with types, properties or agendas, or None."""
    for table, length in _LENGTHS.items():
        if len(cards.others[table]) != length:
            return f"there are {len(cards.others[table])} rows of {table!r}; Mob Town has {length}."
    types = cards.column("code", "types")
    for row in cards.others["types"]:
        if row["first"] == row["second"]:
            return f"row of types {row['code']!r} has the suit {row['first']!r} twice; a property shows two suits."
    for row in cards.others["properties"]:
        if row["type"] not in types:
            return f"row of properties {row['code']!r} has type = {row['type']!r}; allowed is {', '.join(types)}."
    for row in cards.others["agendas"]:
        allowed = types if row["counts"] == "type" else [ALL]
        if row["of"] not in allowed:
            return (
                f"row of agendas {row['code']!r} counts {row['counts']} and has of = {row['of']!r}; "
                f"allowed is {', '.join(allowed)}."
            )
    return None


def constants(cards: Cards) -> dict[str, Any]:
    """The card columns under the names that `rules.py` and `bots.py` use."""
    types = cards.column("code", "types")
    of = [types.index(code) for code in cards.column("type", "properties")]
    pays = [(SUITS.index(row["first"]), SUITS.index(row["second"])) for row in cards.others["types"]]
    return {
        "SUIT": tuple(SUITS.index(suit) for suit in cards.column("suit")),
        "VALUE": tuple(cards.column("value")),
        "COUNT": tuple(cards.column("count")),
        "TYPE": tuple(of),
        "FACE": tuple(cards.column("value", "properties")),
        "ARROW": tuple(ARROWS.index(arrow) for arrow in cards.column("arrow", "properties")),
        "FIRST_SUIT": tuple(pays[i][0] for i in of),
        "SECOND_SUIT": tuple(pays[i][1] for i in of),
        "AGENDA_COUNTS": tuple(COUNTS.index(counts) for counts in cards.column("counts", "agendas")),
        "AGENDA_OF": tuple(types.index(code) if code in types else NONE for code in cards.column("of", "agendas")),
    }
