"""The creatures of Magic Money: what a card file must hold, and the columns that the rules work on."""

from __future__ import annotations

import pathlib

from ...core.cards import CardError, Cards, Column, load_cards

N_CARDS = 21
NONE = -1  # no such creature, seat, entry or auction
MOST_POINTS, MOST_SIGNS, MOST_NAME = 20, 9, 40

ABILITIES = (
    "none",
    "erase-public",
    "erase-private",
    "erase-private-2",
    "halve",
    "double",
    "peek",
    "expose",
    "swap",
    "forge",
    "restore",
    "wild-horn",
    "loose-hearts",
)
(
    NO_ABILITY,
    ERASE_PUBLIC,
    ERASE_PRIVATE,
    ERASE_PRIVATE_2,
    HALVE,
    DOUBLE,
    PEEK,
    EXPOSE,
    SWAP,
    FORGE,
    RESTORE,
    WILD_HORN,
    LOOSE_HEARTS,
) = range(len(ABILITIES))


SIGN_COLUMNS = ("vp", "horns", "wings", "left", "right")
VP, HORNS, WINGS, LEFT, RIGHT = range(len(SIGN_COLUMNS))


def _few(name: str, most: int) -> Column:
    return Column(name, int, f"a whole number from 0 to {most}", lambda v: 0 <= v <= most)


COLUMNS = (
    Column("name", str, f"a name of 1 to {MOST_NAME} characters", lambda v: bool(v.strip()) and len(v) <= MOST_NAME),
    _few("vp", MOST_POINTS),
    _few("horns", MOST_SIGNS),
    _few("wings", MOST_SIGNS),
    _few("left", MOST_SIGNS),
    _few("right", MOST_SIGNS),
    Column("ability", str, ", ".join(ABILITIES), lambda v: v in ABILITIES),
)


def load(path: str | pathlib.Path | None = None) -> Cards:
    """Our own creatures, or those of an owner's file.  Raises CardError."""
    path = pathlib.Path(path) if path else pathlib.Path(__file__).with_name("cards.toml")
    cards = load_cards(path, "magic-money", COLUMNS)
    if len(cards.rows) != N_CARDS:
        raise CardError(f"{path.name}: there are {len(cards.rows)} creatures; Magic Money has {N_CARDS}.")
    return cards


def constants(cards: Cards) -> dict[str, int | tuple[int, ...]]:
    """The card columns under the names that rules and bots use: SIGNS[sign * N_CARDS + card], ABILITY[card]."""
    return {
        "SIGNS": tuple(n for sign in SIGN_COLUMNS for n in cards.column(sign)),
        "ABILITY": tuple(ABILITIES.index(ability) for ability in cards.column("ability")),
    }
