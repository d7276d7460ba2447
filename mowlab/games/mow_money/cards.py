"""The cards of Mow Money: what a card file must hold, and the columns that the rules work on."""

from __future__ import annotations

import pathlib
from typing import Any

from ...core.cards import CardError, Cards, Column, load_cards

BASIC, MEDIUM, ADVANCED = range(3)
TIERS = ("basic", "medium", "advanced")
JOBS = ("clean_up", "trim_shrubs", "repair_fence", "plant_trees", "install_sprinklers")
SIZES = (50, 36, 20)  # bid cards of each tier
N_CARDS, N_CONTRACTS, MAX_POINTS, MAX_NEEDS, MAX_PLAYERS = 106, 36, 8, 3, 6
DEPTH = 8  # contracts that a neighborhood has room for
NONE = -1
ANY, STARRED = "any", "starred"


def _whole(low: int, high: int) -> tuple[str, Any]:
    return f"a whole number from {low} to {high}", lambda v: low <= v <= high


def _is_needs(v: Any) -> bool:
    return 1 <= len(v) <= MAX_NEEDS and all(
        isinstance(n, list)
        and len(n) == 3
        and n[0] in TIERS
        and type(n[1]) is int
        and 1 <= n[1] <= 7
        and n[2] in (ANY, STARRED)
        for n in v
    )


_ROW = (
    f"a list of {MAX_POINTS} whole numbers",
    lambda v: len(v) == MAX_POINTS and all(type(n) is int and n >= 0 for n in v),
)
_NEEDS = ('one to three of [tier, number of cards from 1 to 7, "any" or "starred"]', _is_needs)
_ICONS = (
    f"one or two different ones of {', '.join(JOBS)}",
    lambda v: 1 <= len(v) <= 2 and all(icon in JOBS for icon in v) and v.count(v[0]) == 1,
)

COLUMNS = (
    Column("tier", str, " or ".join(TIERS), lambda v: v in TIERS),
    Column("value", int, *_whole(1, 9)),
    Column("star", bool, "true or false", lambda v: True),
    Column("icons", list, *_ICONS),
)
OTHERS = {
    "contracts": (
        Column("points", int, *_whole(1, 8)),
        Column("count", int, *_whole(1, 36)),
        Column("needs", list, *_NEEDS),
    ),
    "chart": (Column("players", int, *_whole(1, 6)), Column("counts", list, *_ROW)),
    "jobs": (Column("name", str, " or ".join(JOBS), lambda v: v in JOBS), Column("pay", int, *_whole(0, 99))),
    "mowers": (
        Column("tier", str, " or ".join(TIERS), lambda v: v in TIERS),
        Column("price", int, *_whole(0, 99)),
        Column("points", int, *_whole(0, 99)),
        Column("card_price", int, *_whole(0, 99)),
        Column("limit", int, *_whole(1, 20)),
    ),
}
_IN_ORDER: dict[str, tuple[str, list[Any]]] = {
    "contracts": ("points", list(range(1, MAX_POINTS + 1))),
    "chart": ("players", list(range(1, MAX_PLAYERS + 1))),
    "jobs": ("name", list(JOBS)),
    "mowers": ("tier", list(TIERS)),
}


def load(path: str | pathlib.Path | None = None) -> Cards:
    """The cards of the game as we reconstructed it, or those of an owner's file.  Raises CardError."""
    path = pathlib.Path(path) if path else pathlib.Path(__file__).with_name("cards.toml")
    cards = load_cards(path, "mow-money", COLUMNS, OTHERS)
    tiers = cards.column("tier")
    for tier, size in zip(TIERS, SIZES, strict=True):
        if tiers.count(tier) != size:
            raise CardError(f"{path.name}: there are {tiers.count(tier)} {tier} bid cards; Mow Money has {size}.")
    if tiers != sorted(tiers, key=TIERS.index):
        raise CardError(f"{path.name}: the bid cards must stand in the order basic, medium, advanced.")
    for table, (column, wanted) in _IN_ORDER.items():
        if cards.column(column, table) != wanted:
            rows = f"one row each for {column} = {', '.join(map(str, wanted))}"
            raise CardError(f"{path.name}: the {table} must have {rows}, in that order.")
    box = cards.column("count", "contracts")
    if sum(box) != N_CONTRACTS:
        raise CardError(f"{path.name}: there are {sum(box)} contracts in the box; Mow Money has {N_CONTRACTS}.")
    for row in cards.others["chart"]:
        _check_chart(path.name, row, box)
    return cards


def _check_chart(where: str, row: dict[str, Any], box: list[int]) -> None:
    """Each neighborhood gets the same number of contracts, one of them worth 1 point, and has room for them."""
    areas = max(2, row["players"])
    if (
        row["counts"][0] != areas
        or sum(row["counts"]) % areas
        or sum(row["counts"]) > DEPTH * areas
        or any(n > have for n, have in zip(row["counts"], box, strict=True))
    ):
        raise CardError(
            f"{where}: the chart for {row['players']} players has {row['counts']}; it needs {areas} contracts worth 1 "
            f"point, the same number, at most {DEPTH}, for each of {areas} neighborhoods, and no more of a kind than "
            f"the box has ({box})."
        )


def constants(cards: Cards) -> dict[str, int | tuple[int, ...]]:
    """The columns under the names that `rules.py` and `bots.py` use."""
    icons = [[JOBS.index(i) for i in row] for row in cards.column("icons")]
    needs = cards.column("needs", "contracts")
    flat = [n for row in needs for n in [*row, *[None] * (MAX_NEEDS - len(row))]]
    return {
        "TIER": tuple(TIERS.index(t) for t in cards.column("tier")),
        "VALUE": tuple(cards.column("value")),
        "STAR": tuple(int(star) for star in cards.column("star")),
        "ICON": tuple(i[0] for i in icons),
        "ICON_2": tuple(i[-1] for i in icons),
        "POINTS": tuple(p for p, n in enumerate(cards.column("count", "contracts"), 1) for _ in range(n)),
        "NEED_TIER": tuple(NONE if n is None else TIERS.index(n[0]) for n in flat),
        "NEED_COUNT": tuple(0 if n is None else n[1] for n in flat),
        "NEED_STAR": tuple(0 if n is None else int(n[2] == STARRED) for n in flat),
        "CHART": tuple(n for row in cards.column("counts", "chart") for n in row),
        "JOB_PAY": tuple(cards.column("pay", "jobs")),
        "MOWER_PRICE": tuple(cards.column("price", "mowers")),
        "MOWER_POINTS": tuple(cards.column("points", "mowers")),
        "CARD_PRICE": tuple(cards.column("card_price", "mowers")),
        "HAND_LIMIT": tuple(cards.column("limit", "mowers")),
    }
