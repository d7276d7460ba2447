"""Positions of Mob Town where the turn is worth a look.  Only data: what is best is worked out when somebody asks."""

from __future__ import annotations

from ...core.puzzle import Puzzle
from .lesson import place

THREE, FOUR = {"players": 3}, {"players": 4}

PUZZLES = (
    Puzzle(
        "law",
        "Four cards left",
        "The law is one of the last four cards. Take something over, or draw and hope that the round ends while it "
        "stands like this?",
        place(
            "T2 F1 H3 R2/G3 R1 T4 H1/F4 G2 H2 T1/.. G4",
            "snake3 snake1 rat2 weasel1 cash",
            players=3,
            tokens="0T2 1H1 2F4 0G3 1H2 2R1 0F1 2G2 1T4",
            law=3,
            agendas=("halls variety", "hotels empire", "factories district"),
            points=[14, 11, 15],
            rounds=1,
            line="shark1 fox2 weasel2 rat1 snake1",
        ),
        THREE,
    ),
    Puzzle(
        "strike",
        "Strike now?",
        "You hold a strong hand, and the law is still far. What you take over now may be taken back; what you wait for "
        "may be gone.",
        place(
            "H4 T3 G1 R4/F2 G4 R2 H1/T1 F3 H3 R1/.. T2 F1 ..",
            "fox3 fox2 snake3 shark2 shark1 weasel2 cash",
            players=4,
            tokens="1R2 2H1 3F2 1R1",
            law=24,
            agendas=("hotels theaters", "restaurants district", "empire variety", "factories halls"),
            line="rat2 weasel1 weasel3 shark1 fox1",
        ),
        FOUR,
    ),
    Puzzle(
        "rob",
        "Whom to rob?",
        "The rival in front has three Hotels; the other one has the dear Gaming Hall. You can pay for one of them. "
        "Which one hurts whom?",
        place(
            "H1 H3 T2/G4 H2 F1/R3 T4 R1/F3 G1 T1/.. R2",
            "fox3 weasel2 snake3 shark2 cash",
            players=3,
            tokens="1H1 2G4 0T2 1H3 2R3 0F1 1H2 2F3",
            law=8,
            agendas=("halls variety", "hotels district", "restaurants empire"),
            points=[16, 24, 17],
            rounds=1,
        ),
        THREE,
    ),
    Puzzle(
        "feed",
        "Across the neighbours",
        "The Restaurant 4 would be yours for the asking, but the way there feeds somebody. Which way, or none at all?",
        place(
            "G2 H3 R2/F1 T2 F4/R1 T1 R4/H1 G1 F2/T4",
            "rat3 shark2 rat1 weasel1 fox1 snake1",
            players=3,
            tokens="0G2 1H3 2F1 0T2 1F4 2T1",
            law=11,
            agendas=("restaurants district", "empire hotels", "variety factories"),
        ),
        THREE,
    ),
    Puzzle(
        "briefcase",
        "A briefcase for a Gaming Hall?",
        "It is the last round. In the open lot lies the Gaming Hall 4, and you could pay for it. But a briefcase that "
        "you keep is 2 points as well.",
        place(
            "T2 F1 H3 R2/G3 R1 T4 H1/F3 G2 H2 T1",
            "snake3 shark1 snake1 fox2 weasel1",
            players=2,
            tokens="0G3 1T4 0R1 1H2 0T2 1G2",
            law=6,
            agendas=("halls empire", "hotels variety"),
            lot="G4 R4 F2",
            points=[21, 23],
            briefcases=[2, 1],
            rounds=2,
        ),
        {"players": 2},
    ),
    Puzzle(
        "agendas",
        "Which two agendas?",
        "The city is laid, and you hold three cards. All choose two agendas now, in secret. Which two promise most?",
        place(
            "H4 G3 G1 R4/F2 G4 T2 H1/T1 G2 H3 R1/.. .. F1",
            "snake3 shark2 weasel1",
            players=3,
            phase="agendas",
            agendas=None,
            line="snake2 shark1 rat1 fox2 cash",
        ),
        THREE,
    ),
)
