"""Positions of MOW where the choice is worth a look.  Only data: what is best is worked out when somebody asks."""

from __future__ import annotations

from ...core.puzzle import Puzzle
from .lesson import place

PUZZLES = (
    Puzzle(
        "cheap",
        "A cheap herd",
        "The herd costs a single fly. Take it while it is cheap, or play one of the two cows that still fit?",
        place("g3.0 g7.2 g8.3 g9.2 g15.0", "g6.0 g8.1 g12.0", farmers=4),
        {"players": 4},
    ),
    Puzzle(
        "flies",
        "Ten flies in hand",
        "Five cards are left in the deck, and what you hold at the end counts as well. Which cow goes first?",
        place("g1.0 g13.0 gA7 gB16 g11.2", "g4.1 g7.0 g10.1", farmers=4, left=5),
        {"players": 4},
    ),
    Puzzle(
        "last",
        "The last herd",
        "The deck is empty: the next herd that is taken ends the round. Is it worth ending it yourself?",
        place("g2.1 g8.0 g9.3", "g5.0 g7.1 g12.1", farmers=4, left=0),
        {"players": 4},
    ),
    Puzzle(
        "arrow",
        "Which way?",
        "You have closed the high end and may turn the arrow. Who should face this herd first?",
        place("g2.1 g7.0 g9.2 g13.1", "g4.2 g7.3 g10.0 gB16", farmers=4, phase="arrow"),
        {"players": 4},
    ),
    Puzzle(
        "calf",
        "A calf between two clean cows",
        "Both ends are cows without flies, so your calf may stand at either. Or is another cow better?",
        place("yC g2.1 y8.2 g10.1 y14.0", "g5.0 y7.1 g11.0", farmers=6),
        {"players": 6},
    ),
    Puzzle(
        "three",
        "Three herds",
        "Two farmers, three herds: you must deal with this one, and the arrow decides which your rival gets. What now?",
        place("g1.0 g6.1 g9.1 g14.0 gB0", "g5.2 g8.0 g12.2", "g7.0 g10.1", "g4.1", farmers=2),
        {"players": 2},
    ),
)
