"""Matches of MOW that lead to what random play hardly ever meets; the conformance suite plays them too."""

from __future__ import annotations

from collections.abc import Iterator

from mowlab.match import Match

from .mow_play import play, table


def matches() -> Iterator[Match]:
    yield play(table("gA7 gSa", "g1.0 gA9", "g2.0", herd="g7.0"), "take", "pass", "g1.0", "g2.0", "take", "pass")
    specials = {"six_specials": "on"}
    sheds = ["gB0 gB16 gA9 gSa", "", ""]
    yield play(table("gSb", "g1.0", "g2.0", herd="g7.0 gA7", deck="", sheds=sheds, options=specials), "take")
    yield play(table("yM g3.1", "g1.0 g9.2", "g2.0", herd="g8.3 g5.0"), "yM", "next1", "g9.2", "take", "g2.0")
