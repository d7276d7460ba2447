"""Matches of Mob Town that lead to what random play hardly ever meets; the conformance suite plays them too."""

from __future__ import annotations

from collections.abc import Iterator

from mowlab.match import Match

from .mob_town_play import PROPERTIES, play, table


def matches() -> Iterator[Match]:
    line = "rat2 shark3 cash snake1 snake3"
    yield table("rat1 fox1", "fox1", line=line, idle=8, law=20, options={"agenda_swap": "on"})  # nothing moves any more
    full = {"city": " ".join(PROPERTIES[:14]), "tokens": " ".join(f"0{code}" for code in PROPERTIES[:12])}
    yield table("cash cash", "rat1", **full)  # all tokens are out
    yield table("rat1", "rat1", city=" ".join(PROPERTIES), briefcases=[0, 0])  # no open lot
    yield table("rat1", "rat1", briefcases=[0, 3], options={"agendas": "spent"}, spent=["district empire"] * 2)
    spaces = {"city": "G1 H1 H2 R1", "tokens": "0G1 1H2 1H1"}
    yield play(table("rat1 fox1 cash snake2", "", **spaces), "take-R1", "rat1")
    yield play(table("rat3 rat1 fox1", "fox1", city="R4 H1 R3", tokens="0R4 1R3"), "take-R3")
    diamond = {"city": "G1 G2 G3/ R1 F1 R3/ H1 H2 H3", "tokens": "0G1 1G2 2R1"}
    yield play(table("rat1 rat1", "fox1", "fox1", **diamond), "take-F1")
    yield play(table("cash", "fox1", line="rat3 rat2 rat2 rat1 cash", law=20), "cash-in", "rat2")
    yield play(table("rat1", "", lot="T1 T2 T3"), "lot-T1", "R4.right")
    yield play(table("", "", tokens="0G1", law=0, rounds=2, points=[10, 12]), "draw")
    yield play(
        table("rat1", "fox1", agendas=["halls hotels", "empire district"], options={"agenda_swap": "on"}), "halls"
    )
