"""The cards of MOW: what a card file must hold, and the columns that the rules work on."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

from ...core.cards import CardError, Cards, Column, load_cards

COW, BLOCKER, ACROBAT, SLOWPOKE, CALF, THIN, DAIRY, MAD = range(8)
KINDS = ("cow", "blocker", "acrobat", "slowpoke", "calf", "thin", "dairy", "mad")
PACKETS = ("green", "yellow")
PACKET_SIZE, N_CARDS = 48, 96
UNNUMBERED = ("slowpoke", "calf", "mad")
LAST_NUMBERS = (0, 16)  # the ends of every line
ONE_AT_MOST = ("calf", "mad")
CANNOT_START = (*UNNUMBERED, "acrobat")
MOST_STUCK = 9  # one less than two farmers hold: somebody can always start a herd, so passing (M5) comes to an end
NONE = -1  # no printed number; no such card

COLUMNS = (
    Column("packet", str, "green or yellow", lambda v: v in PACKETS),
    Column("kind", str, ", ".join(KINDS), lambda v: v in KINDS),
    Column("number", int, "a whole number from 0 to 16, or -1 for a cow without a number", lambda v: NONE <= v <= 16),
    Column("flies", int, "a whole number from 0 to 9", lambda v: 0 <= v <= 9),
)


def load(path: str | pathlib.Path | None = None) -> Cards:
    """The cards of the published game, or those of an owner's file.  Raises CardError."""
    path = pathlib.Path(path) if path else pathlib.Path(__file__).with_name("cards.toml")
    cards = load_cards(path, "mow", COLUMNS)
    if (problem := next(_problems(cards), None)) is not None:
        raise CardError(f"{path.name}: {problem}")
    return cards


def _problems(cards: Cards) -> Iterator[str]:
    """What the rules could not work with, though each card by itself is in order."""
    for i, packet in enumerate(PACKETS):
        have = [row for row in cards.rows if row["packet"] == packet]
        if len(have) != PACKET_SIZE:
            yield f"the {packet} packet has {len(have)} cards; a packet of MOW has {PACKET_SIZE}."
        if list(cards.rows[i * PACKET_SIZE : (i + 1) * PACKET_SIZE]) != have:
            yield "the cards of the green packet must stand before those of the yellow packet."
        if not any(row["flies"] for row in have):
            yield f"no card of the {packet} packet has flies; a game would never end."
    for row in cards.rows:
        if (row["number"] == NONE) != (row["kind"] in UNNUMBERED):
            need = "no number (-1)" if row["kind"] in UNNUMBERED else "a number"
            yield f"card {row['code']!r} has number = {row['number']}; a {row['kind']} has {need}."
        if row["number"] in LAST_NUMBERS and not row["flies"]:
            yield f"card {row['code']!r} has flies = 0; a 0 or 16 has some, or a calf could follow it."
    for kind in ONE_AT_MOST:
        if sum(row["kind"] == kind for row in cards.rows) > 1:
            yield f"more than one card is of kind {kind!r}; the game has at most one."
    stuck = [row["code"] for row in cards.rows if row["kind"] in (*CANNOT_START, "thin")]
    if len(stuck) > MOST_STUCK:
        yield (
            f"{len(stuck)} cards are of kind {', '.join(CANNOT_START)} or thin ({', '.join(stuck[:4])} ...); "
            f"at most {MOST_STUCK} may be, or nobody might be able to start a herd."
        )


def constants(cards: Cards) -> dict[str, int | tuple[int, ...]]:
    """The card columns under the names that `rules.py` and `bots.py` use."""
    kinds = tuple(KINDS.index(kind) for kind in cards.column("kind"))
    return {
        "NUMBER": tuple(cards.column("number")),
        "FLIES": tuple(cards.column("flies")),
        "KIND": kinds,
        "CALF_CARD": kinds.index(CALF) if CALF in kinds else NONE,
    }
