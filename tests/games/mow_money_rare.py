"""Matches of Mow Money that lead to what random play hardly ever meets; the conformance suite plays them too."""

from __future__ import annotations

from collections.abc import Iterator

import mowlab
from mowlab.match import Match

from .mow_money_play import play, table

ADVANCED = " ".join(row["code"] for row in mowlab.game("mow-money").cards.rows if row["tier"] == "advanced")


def matches() -> Iterator[Match]:
    yield play(table(ADVANCED, "", phase="invest", rounds=3, mowers=["bma", "b"], money=[9, 9]), "card-b")
    stakes = ["r1.1 r2.1 r2.2 r3.1", "r4.1", ""]
    match = table("b1*c1 b1c1", "", "b1c2", won=stakes, options={"max_stakes": 2})
    yield play(
        match, "A free b1*c1 done r1.1 r2.1 bluff1 B free done r2.2 r3.1 bluff1", "OJ free bluff3 done", "done done"
    )
    match = table("b1*c1 b1c1", "", "b1c2", won=stakes)
    yield play(
        match, "A free b1*c1 done r1.1 r2.1 r2.2 r3.1 bluff3 B free b1c1", "C free r4.1 bluff2 OJ free bluff1 done"
    )
