"""Positions of Magic Money where the bid is worth a look.  Only data: what is best is worked out when somebody asks."""

from __future__ import annotations

from ...core.puzzle import Puzzle

THREE = {"players": 3, "first_active": "fixed"}
FOUR = {"players": 4, "first_active": "fixed"}

PUZZLES = (
    Puzzle(
        "curve",
        "How much for a Puddlewyrm?",
        "It is worth 5 points. The last creatures went for 30, 60 and 90, and you have spent 35 for nothing so far. "
        "How high do you go?",
        {
            "cards": [
                "moonmule",
                "lanternmoth",
                "quillcalf",
                "puddlewyrm",
                "brambleram",
                "snoopowl",
                "twinheart-toad",
                "sootkit",
                "gossamer-hare",
                "tattlefinch",
            ],
            "active": 1,
            "moves": "1 30 22 10 seat2  3 60 20 12 seat3  6 5 90 1 seat1  9 80 5",
        },
        FOUR,
    ),
    Puzzle(
        "budget",
        "A free budget of hundreds",
        "One rival has surely spent far more than you. So you can bid hundreds without being the greediest, as things "
        "stand. Do you use all of it, and why not?",
        {
            "cards": [
                "brambleram",
                "twinheart-toad",
                "moonmule",
                "thistlegryph",
                "puddlewyrm",
                "inkling-otter",
                "coinbadger",
                "snoopowl",
                "sootkit",
            ],
            "active": 1,
            "moves": "1 20 15 seat2  2 30 900 seat1  90 200 40 seat2  20",
        },
        THREE,
    ),
    Puzzle(
        "parity",
        "A horn too many",
        "Your three horns bring 3 points. Skyskillet would make them four, and all of them worthless. But nobody may "
        "stay out. What do you bid for a creature that you do not want?",
        {
            "cards": [
                "moonmule",
                "quillcalf",
                "lanternmoth",
                "thistlegryph",
                "skyskillet",
                "twinheart-toad",
                "oddling",
                "tattlefinch",
                "mirror-newt",
                "brambleram",
            ],
            "active": 1,
            "moves": "1 8 12 40 seat0  4 3 2 1 seat0  1 50 20 33 seat1  5 120 60 1 seat2  12 30",
        },
        FOUR,
    ),
    Puzzle(
        "opening",
        "Open high, or with 1?",
        "You won the last creature for 480 and have spent most by now. Twinheart Toad would go well with your two "
        "right halves. You may open with up to 48, for all to see.",
        {
            "cards": [
                "lanternmoth",
                "gossamer-hare",
                "twinheart-toad",
                "forgetfawn",
                "moonmule",
                "puddlewyrm",
                "sealwax-golem",
                "brambleram",
                "inkling-otter",
            ],
            "active": 1,
            "moves": "1 60 25 seat2  6 480 100 seat0",
        },
        THREE,
    ),
    Puzzle(
        "whom",
        "Whom does it hurt most?",
        "You won Grudgeling for 300, and 30 will be forged on the Public side of a rival. Just now you have spent most "
        "yourself. Who is to get it?",
        {
            "cards": [
                "puddlewyrm",
                "moonmule",
                "grudgeling",
                "lanternmoth",
                "quillcalf",
                "hushhound",
                "thistlegryph",
                "pennyphoenix",
                "brambleram",
                "snoopowl",
            ],
            "active": 1,
            "moves": "1 40 25 10 seat2  4 200 30 90 seat3  20 300 150 60 seat0",
        },
        FOUR,
    ),
    Puzzle(
        "last",
        "The last creature",
        "It is the last auction. Quillcalf would bring you six points and perhaps the victory, if only you do not end "
        "as the greediest. What is your bid?",
        {
            "cards": ["brambleram", "skyskillet", "sealwax-golem", "quillcalf"],
            "owned": [["moonmule", "inkling-otter"], ["puddlewyrm"], ["lanternmoth"]],
            "active": 1,
            "moves": "1 90 30 seat2  9 50 140 seat1  14 120 10 seat2  12",
        },
        THREE,
    ),
)
