"""Positions of Mow Money where the bid is worth a look.  Only data: what is best is worked out when somebody asks."""

from __future__ import annotations

from ...core.puzzle import Puzzle

FOUR = {"players": 4, "fixed_starter": "fixed"}

PUZZLES = (
    Puzzle(
        "curve",
        "How low must you go?",
        "You have the marker, so you win ties. Cheap cards win Cherry Creek more often, dear ones pay more when they "
        "do. Where between $4 and $9 is your bid?",
        {
            "hands": [
                ["b1c1", "b1t1", "b2c1", "b2t1", "b3f1", "b3ct1", "b3cp1"],
                ["b1c2", "b1t2", "b2c2", "b2t2", "b3*c1"],
                ["b1c3", "b1t3", "b2c3", "b2*t1", "b3*t1"],
                ["b1c4", "b2*c1", "b2ct1", "b2*c2", "b3*f1"],
            ],
            "money": [2, 3, 1, 4],
            "up": ["r1.1", "r1.2", "r2.1", "r5.1"],
            "rounds": 1,
        },
        FOUR,
    ),
    Puzzle(
        "stake",
        "Stake your reputation?",
        "The contract of 8 points is up, and the others hold advanced cards too. You may stake what you have won: the "
        "bid gets lower, but what is staked is gone.",
        {
            "hands": [
                ["a4s1", "a4p1", "a5fs1", "b1*c1", "b2*c1"],
                ["a3s1", "a4s2", "b1c1", "b2c1"],
                ["a3p1", "a5s1", "b1c2", "b2c2"],
                ["m2*f1", "m3*f1", "m4*f1", "b1c3"],
            ],
            "money": [4, 5, 2, 7],
            "mowers": ["bma", "ba", "ba", "bm"],
            "won": [["r1.1", "r2.1", "r3.1"], ["r1.2", "r4.1"], ["r2.2"], ["r1.3", "r2.3"]],
            "up": ["r8.1", "r3.2", "r2.4", "r4.2"],
            "rounds": 5,
        },
        FOUR,
    ),
    Puzzle(
        "job",
        "A job or a contract?",
        "Your three sprinkler cards bring $23 as an odd job. Two of them are also a bid for the 5 points of Bear Cave "
        "Way. What are they worth more for?",
        {
            "hands": [
                ["a3s1", "a4s1", "m4*s1", "b1c1", "b2t1"],
                ["a3p1", "a4p1", "b1c2", "b1t1"],
                ["m2*f1", "m2*t1", "m3*f1", "b2c1"],
            ],
            "money": [0, 6, 3],
            "mowers": ["bma", "ba", "bm"],
            "won": [["r2.1"], ["r3.1"], ["r1.1", "r2.2"]],
            "up": ["r2.3", "r5.1", "r4.1"],
            "rounds": 4,
        },
        {"players": 3, "fixed_starter": "fixed"},
    ),
    Puzzle(
        "last",
        "The last contract",
        "Apple Hollow has one contract left: whoever wins it ends the game. You are behind. Do you want that?",
        {
            "hands": [
                ["m2*f1", "m3*f1", "m2f1", "b1*c1", "b2*c1", "b1*t1"],
                ["m2*f2", "m3*f2", "b1c1", "b2c1"],
                ["m3*f3", "m4*f1", "b1c2", "b1t1"],
            ],
            "money": [9, 4, 11],
            "mowers": ["bm", "bm", "bma"],
            "won": [["r2.1", "r4.1"], ["r3.1", "r5.1"], ["r6.1"]],
            "piles": [["r3.2"], ["r4.2", "r2.2"], ["r2.3", "r5.2", "r1.3"]],
            "rounds": 8,
        },
        {"players": 3, "fixed_starter": "fixed"},
    ),
    Puzzle(
        "invest",
        "What to buy?",
        "You have $9 and only the push mower. A motor mower for $3 opens the better contracts; cards for the next bids "
        "cost money too.",
        {
            "hands": [
                ["b1c1", "b2*c1", "b3ct1"],
                ["b1c2", "b1t1", "b2c1", "m2*f1"],
                ["b1c3", "b1t2", "b2t1", "b3f1"],
                ["b1c4", "b2t2", "m3*f1", "m2*t1"],
            ],
            "money": [9, 2, 5, 1],
            "mowers": ["b", "bm", "b", "bm"],
            "won": [["r1.1"], ["r1.2"], ["r2.1"], ["r3.1"]],
            "up": ["r4.1", "r3.2", "r6.1", "r2.2"],
            "rounds": 2,
            "phase": "invest",
        },
        FOUR,
    ),
    Puzzle(
        "solo",
        "Against the dummy",
        "Alone you win ties, but the dummy draws its bid from the deck and takes what you leave. Which of the two "
        "contracts do you go for?",
        {
            "hands": [["b1*c1", "b2*c1", "b2*t1", "b3*c1", "b1c1", "m2*f1", "m3f1"]],
            "money": [3],
            "mowers": ["bm"],
            "won": [["r1.1", "r2.1"]],
            "dummy": ["r1.2", "r3.1", "r4.1"],
            "up": ["r3.2", "r4.2"],
            "rounds": 3,
        },
        {"players": 1},
    ),
)
