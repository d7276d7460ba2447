"""Magic Money step by step for somebody who has never seen it, and a quiz.  Only data and what is asked of the engine.

The sentences are our own; every step names the rulebook section, and the ruling where it is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...core.lesson import (
    Goal,
    Lesson,
    Match,
    Move,
    Number,
    Option,
    Question,
    Refusal,
    Step,
    after,
    moves,
    numbers,
    seats,
)
from . import rules as r
from . import state as st
from . import words as w
from .cards import load

YOU, BEA, CARL, DINA = range(4)
NAMES = ("You", "Bea", "Carl", "Dina", "Emil", "Fay")
WHO = ("you", *NAMES[1:])  # within a sentence
TECHNICAL = {  # reasons that nobody meets at a table
    r.NO_SUCH_ACTION: "nothing at the table stands for it",
    r.NO_SUCH_SEAT: "only wizards who sit at the table can be named",
}
_CARDS = load()
_ROWS = {row["code"]: row for row in _CARDS.rows}
_CODES = tuple(_ROWS)
PLAIN = tuple(code for code in _CODES if _ROWS[code]["ability"] == "none")
THREE: dict[str, Any] = {"players": 3}
FOUR: dict[str, Any] = {"players": 4}
SUMS = ("spent", "notes", "lines")  # what of the table tells what somebody has spent in all
POINTS = ("seats", "arrow", "notes")  # where points are counted, nothing else matters
RIVALS = ("wizard1", "wizard2", "wizard3")  # places on the table that do not matter in a step
LEDGER = ("public", "private")
OWN = ("creatures", *LEDGER)

SETUP, BEGIN, BID, RESOLVE, END, SIGNS, GREEDIEST = (
    f"Rulebook: {text}" for text in (w.SET_UP, w.BEGIN, w.BID, w.RESOLVE, w.END, w.SIGNS, w.GREEDIEST)
)


# ---- positions ------------------------------------------------------------------------------------------------------
def place(
    cards: str, moves: str = "", *, active: int = YOU, owned: Sequence[str] = (), players: int = 3, last: bool = False
) -> dict[str, Any]:
    """Keyword arguments of a position: the creatures that are sold first, and what was done so far.

    active: who opened the first auction.  owned: creatures that each seat has from the beginning.
    last: no further creatures are sold after these; else as many as there are in a whole game.
    """
    first, taken = cards.split(), " ".join((cards, *owned)).split()
    rest = [code for code in _CODES if code not in taken]
    random.Random(" ".join(taken)).shuffle(rest)
    more = 0 if last else max(0, players + st.MORE_CREATURES - len(taken))
    return {
        "cards": [*first, *rest[:more]],
        "moves": moves,
        "active": active,
        **({"owned": [codes.split() for codes in owned]} if owned else {}),
    }


def of_seat(seat: int, codes: str, players: int = 3) -> tuple[str, ...]:
    """For `owned`: that seat alone has creatures."""
    return tuple(codes if p == seat else "" for p in range(players))


# ---- what is asked of the engine ------------------------------------------------------------------------------------
def asked(tool: str, *who: int) -> Number:
    """What a function of the rules says: `asked("spent", YOU)`."""
    return lambda match: int(getattr(match.game.plain, tool)(match.state, *who))


def then(answer: Number, *played: str) -> Number:
    """What `answer` will be after these moves."""
    return lambda match: answer(after(match, *played))


def change(answer: Number, *played: str) -> Number:
    """By how much `answer` will change with these moves."""
    return lambda match: answer(after(match, *played)) - answer(match)


def gold(answer: Number, mistakes: Sequence[tuple[Number, str]] = ()) -> Callable[[Match], list[Option]]:
    """Amounts to choose from."""
    return numbers(answer, mistakes, "{:,}")


def always(n: int) -> Number:
    return lambda match: n


def creatures_sold(match: Match) -> int:
    return int(match.state.n_auctions)


def named(match: Match) -> int:
    """The only wizard who can be named as the winner now."""
    [only] = match.legal()
    return int(only) - st.SEAT


def champion(*played: str) -> Number:
    """The seat that wins the game with these moves."""
    return lambda match: [share > 0 for share in after(match, *played).payoffs()].index(True)


def public_only(match: Match) -> int:
    return int(match.game.plain.public_sum(match.state, YOU))


def bid_in(auction: int, seat: int) -> Number:
    return lambda match: int(match.state.token[st.slot(seat, auction - 1)])


def written(seat: int) -> Number:
    """Entries on the Private side of `seat`, crossed-out ones included."""
    return lambda match: int(match.state.written[seat])


Holds = Callable[[Match, int], bool]


def wizards(holds: Holds, why: str) -> Callable[[Match], list[Option]]:
    """All seats to tick from; right are those for which `holds(match, seat)`."""

    def make(match: Match) -> list[Option]:
        return [Option(seat.name, holds(match, p), why) for p, seat in enumerate(match.seats)]

    return make


def knows_bid(auction: int, seat: int) -> Holds:
    """Whether somebody knows what `seat` bid in that auction."""
    return lambda match, p: bool(match.game.plain.knows(match.state, p, seat, auction - 1))


def is_out(*played: str) -> Holds:
    """Whether somebody is thrown out with these moves."""
    return lambda match, p: bool(after(match, *played).state.out[p])


def your_bids(match: Match) -> list[Option]:
    """Your bids of all auctions that are over; right are those that all can see."""
    s, plain = match.state, match.game.plain
    return [
        Option(
            f"{w.amount(s.token[st.slot(YOU, k)])} of auction {k + 1}",
            not plain.on_private_side(s, YOU, k),
            "You lost that auction without having opened it, so this bid is secret.",
        )
        for k in range(s.auction)
    ]


def bids_of(seat: int) -> Callable[[Match], list[Option]]:
    """The auctions so far; right are those of which you know what `seat` bid."""

    def make(match: Match) -> list[Option]:
        return [
            Option(f"Auction {k + 1}", knows_bid(k + 1, seat)(match, YOU), "That bid you have not seen.")
            for k in range(match.state.auction)
        ]

    return make


# ---- goals ----------------------------------------------------------------------------------------------------------
def did(*codes: str) -> Goal:
    """The last move was one of these."""
    return lambda match: match.notation(match.turns[-1].action) in codes


def bid(low: int = 1, high: int = st.CAP) -> Goal:
    """The last move was a bid from `low` to `high`."""
    return lambda match: low <= match.turns[-1].action <= high


# ---- the steps ------------------------------------------------------------------------------------------------------
IDEA, AUCTION, RESOLVING, ADOPTING, COUNTING, ENDING = (
    "What it is about",
    "Opening and bidding",
    "Who wins, who pays",
    "Creatures with an ability",
    "Counting points",
    "The greediest wizard",
)
STORY = "1 400 60 seat1  40 200 90 seat2  20 29 260"  # goal
LOST = "1 12 50 seat0  5 64 22 seat1  6 88"  # lose, sides
BIG, LITTLE = 10**15 + 10**15, "0"

STEPS = (
    Step(
        key="theme",
        chapter=IDEA,
        title="Gold for creatures",
        text=(
            "You are a wizard and conjure as much gold as you like. With it you bid for creatures, which are worth "
            "points. One is sold in each auction; there are six more creatures than wizards. What is on the printed "
            "ones is not public, so these are our own invention."
        ),
        rule=SETUP,
        veil=("seats", "arrow", *OWN, *RIVALS),
        options=THREE,
        position=place("puddlewyrm"),
        tasks=(
            Question(
                say="Three wizards sit at this table. How many creatures will be sold?",
                options=numbers(
                    creatures_sold,
                    [
                        (lambda match: match.game.players, "That is how many wizards there are."),
                        (always(len(_CODES)), "Not all of them are sold: the others stay in the box."),
                    ],
                ),
                because="Right. Nobody knows which ones are left in the box.",
                look="Count the wizards and add six.",
                nudge="Three and six.",
            ),
        ),
    ),
    Step(
        key="goal",
        chapter=IDEA,
        title="Most points, but not most gold",
        text=(
            "Points win, but there is a catch. At the end all gold that you ever bid is added up, and the wizard who "
            "has spent most is thrown out as the greediest. Of the others, the one with most points wins."
        ),
        rule=GREEDIEST,
        veil=("bids",),
        options=THREE,
        position=place("puddlewyrm lanternmoth brambleram", STORY, owned=("quillcalf", "", "moonmule"), last=True),
        tasks=(
            Question(
                say="You have 4 points and spent 120. Bea: 10 points, 700 spent. Carl: 7 points, 280 spent. Who wins?",
                options=seats(champion("seat1")),
                because="Right: Bea has spent most and is out, and Carl has more points than you.",
                look="First throw out whoever has spent most. Then look at the points.",
                nudge="Bea is thrown out. Who of the other two has more points?",
                then=("seat1",),
            ),
        ),
    ),
    Step(
        key="open",
        chapter=AUCTION,
        title="The first opening",
        text=(
            "Every auction has an active wizard. The top creature is turned up, and the active wizard opens with a bid "
            "for all to see. It is written on the Public side of the ledger. The very first opening of a game can only "
            "be 1."
        ),
        rule=f"{BEGIN}; ruling W1",
        veil=("creatures", "private", *RIVALS),
        options=THREE,
        position=place("moonmule"),
        tasks=(
            Refusal(
                say="You are active. Try to open with 5.",
                code=r.ONLY_ONE,
                solution="5",
                because="",
                nudge="Type 5.",
            ),
            Move(
                say="Then open as you must.",
                goal=did("1"),
                solution="1",
                refused={"0": r.TOO_LOW, "20": r.ONLY_ONE, "seat1": r.NUMBER_ASKED},
                because="Your 1 stands on the Public side. Now the others write their bids.",
                nudge="Type 1.",
            ),
        ),
    ),
    Step(
        key="seal",
        chapter=AUCTION,
        title="Sealed bids",
        text=(
            "All others write a bid on their token and pass it to the active wizard, secretly. It may be any whole "
            "number from 1 up, as high as you can imagine. Nobody may stay out, and nobody else gets to see it."
        ),
        rule=f"{BID}; rulings W8, W8a",
        veil=("creatures", *RIVALS),
        options=THREE,
        position=place("brambleram", "1 9", active=BEA),
        tasks=(
            Refusal(
                say="Bea has opened with 1. Try to stay out of it with a bid of 0.",
                code=r.TOO_LOW,
                solution=LITTLE,
                because="",
                nudge="Type 0.",
            ),
            Refusal(
                say="Now exaggerate: try 2,000,000,000,000,000 (a 2 with fifteen zeros).",
                code=r.TOO_HIGH,
                solution=str(BIG),
                because="You will hardly miss it.",
                nudge="Type a 2 and fifteen zeros.",
            ),
            Move(
                say="Seal a bid that you like.",
                goal=bid(),
                solution="6",
                refused={"0": r.TOO_LOW, "seat2": r.NUMBER_ASKED, str(BIG): r.TOO_HIGH},
                because="Bea sees it, as she is active. For Carl it stays a secret.",
                nudge="Type any number from 1.",
            ),
        ),
    ),
    Step(
        key="tenth",
        chapter=AUCTION,
        title="At most a tenth",
        text=(
            "Whoever won the last auction is the next active wizard. A later opening is at most a tenth of the last "
            "winning bid: leave out its last digit, nothing is rounded. After a winning bid of a single digit the "
            "opening must be 1 again."
        ),
        rule=f"{BEGIN}; rulings W1, W11",
        veil=("private", *RIVALS),
        options=THREE,
        position=place("thistlegryph gossamer-hare", "1 40 5739 seat0", active=BEA),
        tasks=(
            Question(
                say="You won the last auction with 5,739. What is the most that you can open with?",
                options=gold(
                    asked("opening_limit"),
                    [
                        (always(574), "Nothing is rounded."),
                        (always(57), "Only one digit is left out."),
                        (always(5739), "That is the whole winning bid."),
                    ],
                ),
                because="Right: 5,739 without its last digit.",
                look="Leave out the last digit.",
                nudge="Cover the 9 with your thumb.",
            ),
            Refusal(
                say="Try to open with one more than that.",
                code=r.OVER_TENTH,
                solution="574",
                because="",
                nudge="Type 574.",
            ),
            Move(
                say="Open with a number that is allowed.",
                goal=bid(),
                solution="500",
                refused={"5739": r.OVER_TENTH, "0": r.TOO_LOW},
                because="It need not be the highest one that is allowed.",
                nudge="From 1 to 573, all are allowed.",
            ),
        ),
    ),
    Step(
        key="exact",
        chapter=AUCTION,
        title="Other ways to open",
        text=(
            "Some groups play that an opening is exactly a tenth, or that the first one of a game may be anything. "
            "Both can be chosen as options before a game. At this table you agreed on exactly a tenth."
        ),
        rule=f"{BEGIN}; ruling W1",
        veil=("private", *RIVALS),
        options={"players": 3, "opening_mode": "exact"},
        position=place("quillcalf skyskillet", "1 40 785 seat0", active=BEA),
        tasks=(
            Refusal(
                say="You won with 785. Try to open with less than a tenth, with 50.",
                code=r.NOT_A_TENTH,
                solution="50",
                because="",
                nudge="Type 50.",
            ),
            Move(
                say="Open as you agreed.",
                goal=bid(),
                solution="78",
                refused={"79": r.NOT_A_TENTH, "77": r.NOT_A_TENTH},
                because="In all other steps an opening may be lower, as the rulebook has it.",
                nudge="785 without its last digit.",
            ),
        ),
    ),
    Step(
        key="announce",
        chapter=RESOLVING,
        title="The active wizard announces",
        text=(
            "When all tokens have come in, the active wizard looks at them secretly and names whoever bid most. The "
            "winner tells the bid, writes it on the Public side and adopts the creature. The other numbers are not "
            "told."
        ),
        rule=f"{RESOLVE}; rulings W3, W7",
        veil=RIVALS,
        options=THREE,
        position=place("quillcalf moonmule", "1 30 90 seat0  9 40 31", active=BEA),
        tasks=(
            Move(
                say="You are active and see both tokens. Name the winner.",
                goal=did("seat1"),
                solution="seat1",
                refused={"seat2": r.NOT_HIGHEST, "seat0": r.OPENING_LOWER, "40": r.SEAT_ASKED},
                because="Bea shows her 40 and adopts Moonmule. Now she is active.",
                nudge="Whose number is highest?",
            ),
            Question(
                say="Who knows what Carl bid in this auction? Tick all.",
                many=True,
                options=wizards(knows_bid(2, CARL), "The active wizard tells only the winner's bid."),
                because="Right: Carl himself, and you, who have seen the tokens.",
                look="Whose bid was it, and who looked at the tokens?",
                nudge="Two of you know it.",
            ),
        ),
    ),
    Step(
        key="win",
        chapter=RESOLVING,
        title="Winning an auction",
        text=(
            "The highest bid wins. It does not matter by how much: you pay what you bid, even if half of it would have "
            "been enough. Your bid is public then, and it limits the next opening, which is yours."
        ),
        rule=f"{RESOLVE}; ruling W11",
        veil=RIVALS,
        options=THREE,
        position=place("puddlewyrm lanternmoth", "1 85 20 seat2  8", active=BEA),
        tasks=(
            Move(
                say="The last creature went for 85. Make sure of this one: bid 100 or more.",
                goal=bid(100),
                solution="120",
                refused={"99": r.OK, "0": r.TOO_LOW},
                then=("40 seat0",),
                because="Carl announces that you have won, and Lanternmoth is yours.",
                nudge="Type 100 or a higher number.",
            ),
            Question(
                say="Who opens the next auction?",
                options=seats(lambda match: int(match.state.active)),
                because="Right: the winner is the next active wizard.",
                look="The winner is the next active wizard.",
                nudge="Who won?",
                veil=("arrow", "seats"),
            ),
        ),
    ),
    Step(
        key="lose",
        chapter=RESOLVING,
        title="Losing one: the gold is gone",
        text=(
            "Here is the catch: everybody pays, not just the winner. Who loses writes the bid on the Private side of "
            "the ledger, where it counts just the same at the end. Only an opening that was beaten stays where it is, "
            "on the Public side, and counts once."
        ),
        rule=f"{RESOLVE}; rulings W3, W3a",
        veil=RIVALS,
        options=THREE,
        position=place("puddlewyrm moonmule lanternmoth", LOST, active=BEA),
        tasks=(
            Move(
                say="You won once, for 50, and opened once with 5. Now bid 25; it will not be enough.",
                goal=did("25"),
                solution="25",
                refused={"24": r.OK},
                then=("seat2",),
                because="Carl gets the creature, and your 25 are gone.",
                nudge="Type 25.",
            ),
            Question(
                say="How much have you spent in all?",
                options=gold(
                    asked("spent", YOU),
                    [
                        (always(50), "That is the bid that won. The other ones are gone as well."),
                        (public_only, "What stands on your Private side counts as well."),
                        (always(75), "And your opening, which was beaten?"),
                    ],
                ),
                because="Right: 50, 5 and 25, and one creature for all that.",
                look="Add up both sides of your ledger.",
                nudge="Fifty, five and twenty-five.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="sides",
        chapter=RESOLVING,
        title="What the others know",
        text=(
            "Public sides are open to all, Private sides to nobody else; only how many numbers stand there can be "
            "counted. So you know of another wizard: all openings, all winning bids, and what you saw on the tokens "
            "when you were active. Look at the same table once more."
        ),
        rule=f"{RESOLVE}; rulings W7, W17, W17a",
        options=THREE,
        position=place("puddlewyrm moonmule lanternmoth", f"{LOST} 25 seat2", active=BEA),
        tasks=(
            Question(
                say="Which of your own bids can all others see? Tick all.",
                many=True,
                options=your_bids,
                because="Right: one that won, and an opening.",
                look="Which ones stand on your Public side?",
                nudge="You won auction 1 and opened auction 2.",
            ),
            Question(
                say="Of which auctions do you know what Carl bid? Tick all.",
                many=True,
                options=bids_of(CARL),
                because="Right: in auction 2 you saw his token, and auction 3 he won.",
                look="What did he win or open, and where did you see the tokens?",
                nudge="In auction 2 you were active, auction 3 was won by Carl.",
            ),
            Question(
                say="How many numbers stand on Carl's Private side?",
                options=numbers(written(CARL), [(always(3), "The bid that won stands on his Public side.")]),
                because="Right: one for each auction that he lost.",
                look="He has lost some auctions. He did not open one yet.",
                nudge="He lost auctions 1 and 2.",
            ),
        ),
    ),
    Step(
        key="alone",
        chapter=RESOLVING,
        title="When the opening is enough",
        text=(
            "If all tokens show less than the opening, the active wizard wins with the opening itself. It stands on "
            "the Public side already and is not written twice. So a good opening after a dear creature is not "
            "hopeless."
        ),
        rule=f"{RESOLVE}; ruling W4",
        veil=RIVALS,
        options=THREE,
        position=place("lanternmoth brambleram", "1 60 345 seat0", active=BEA),
        tasks=(
            Move(
                say="You won the last one with 345. Open as high as you can.",
                goal=did("34"),
                solution="34",
                refused={"35": r.OVER_TENTH, "30": r.OK},
                then=("20 8",),
                because="The tokens are in.",
                nudge="345 without its last digit.",
            ),
            Question(
                say="Look at the tokens. Who wins?",
                options=seats(named),
                because="Right: both are below your opening.",
                look="Compare your opening with the tokens.",
                nudge="You opened with 34. Is one of them higher?",
            ),
            Move(
                say="So name the winner.",
                goal=did("seat0"),
                solution="seat0",
                refused={"seat1": r.NOT_HIGHEST, "seat2": r.NOT_HIGHEST},
                because="Brambleram is yours for 34.",
                nudge="It is you.",
            ),
            Question(
                say="How much have you spent in all?",
                options=gold(
                    asked("spent", YOU),
                    [(always(345 + 34 + 34), "An opening that wins is not written twice.")],
                ),
                because="Right: 345 and 34.",
                look="Two winning bids, each written once.",
                nudge="345 and 34.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="tie",
        chapter=RESOLVING,
        title="Equal bids",
        text=(
            "If several have bid the same highest number, the active wizard decides which of them wins, for whatever "
            "reason. Nobody is told that there was a tie, and the one who was not chosen pays all the same."
        ),
        rule=f"{RESOLVE}; rulings W5, W6",
        veil=RIVALS,
        options=FOUR,
        position=place(
            "puddlewyrm moonmule",
            "1 20 30 150 seat0  15 80 80 60",
            active=BEA,
            owned=("", "coinbadger", "inkling-otter", "sootkit"),
            players=4,
        ),
        tasks=(
            Question(
                say="You opened with 15 and see the tokens. Who may be named as the winner? Tick all.",
                many=True,
                options=moves("seat0", "seat1", "seat2", "seat3"),
                because="Right: those two have the highest bid.",
                look="Who has bid the highest number?",
                nudge="Two of them have bid 80.",
            ),
            Move(
                say="It is up to you. Bea has most points so far, so do not help her: name the other one.",
                goal=did("seat2"),
                solution="seat2",
                refused={"seat1": r.OK, "seat3": r.NOT_HIGHEST, "seat0": r.OPENING_LOWER},
                because="Carl adopts Moonmule. Bea loses 80 for nothing, and only guesses why.",
                nudge="Name Carl.",
            ),
            Question(
                say="Who knows that Bea bid 80? Tick all.",
                many=True,
                options=wizards(knows_bid(2, BEA), "Only the bid of Carl was told."),
                because="Right: it stands on her Private side like any other lost bid.",
                look="Whose bid was it, and who looked at the tokens?",
                nudge="Two of you know it.",
            ),
        ),
    ),
    Step(
        key="tie-own",
        chapter=RESOLVING,
        title="Equal to your own opening",
        text=(
            "The active wizard may be one of those who are tied: if the highest token shows just the same as the "
            "opening, you may name yourself. Then everybody else has paid and got nothing."
        ),
        rule=f"{RESOLVE}; ruling W5",
        veil=RIVALS,
        options=THREE,
        position=place("quillcalf twinheart-toad", "1 60 245 seat0  24 3 24", active=BEA),
        tasks=(
            Question(
                say="You opened with 24. Who may be named as the winner? Tick all.",
                many=True,
                options=moves("seat0", "seat1", "seat2"),
                because="Right: your opening is one of the two highest bids.",
                look="Who has bid the highest number? Your opening is a bid, too.",
                nudge="Two of you have bid 24.",
            ),
            Move(
                say="Name one of them.",
                goal=did("seat0", "seat2"),
                solution="seat0",
                refused={"seat1": r.NOT_HIGHEST},
                because="Whoever you name: both have paid their 24.",
                nudge="It is you or Carl.",
            ),
        ),
    ),
    Step(
        key="erase-public",
        chapter=ADOPTING,
        title="Crossing out in public",
        text=(
            "Some creatures have an ability that acts at once when you adopt them. Which abilities the printed ones "
            "have is not public; ours are invented. Inkling Otter crosses out one of your older Public numbers: it "
            "counts no more. What you have just paid must stay."
        ),
        rule=f"{RESOLVE}; rulings B3, B3a, W9",
        veil=RIVALS,
        options=THREE,
        position=place(
            "puddlewyrm moonmule lanternmoth inkling-otter",
            "1 40 700 seat0  50 20 30 seat0  5 30 90 seat2  9 60 12 seat0",
            active=BEA,
        ),
        tasks=(
            Refusal(
                say="You have just paid 60. Try to cross that out.",
                code=r.JUST_WRITTEN,
                solution="public4",
                offers=("public4",),
                because="",
                nudge="Press the 60, your newest Public number.",
            ),
            Move(
                say="Cross out the number that helps you most.",
                goal=did("public1"),
                solution="public1",
                refused={"public2": r.OK, "public9": r.NO_SUCH_ENTRY, "seat1": r.ENTRY_ASKED},
                because="700 less. All see it, and all see that you are no longer that greedy.",
                nudge="The highest of the older ones.",
            ),
            Question(
                say="How much have you spent in all now?",
                options=gold(
                    asked("spent", YOU), [(always(700 + 50 + 5 + 60), "A number that is crossed out does not count.")]
                ),
                because="Right: 50, 5 and 60.",
                look="Leave out what is crossed out.",
                nudge="Fifty, five and sixty.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="erase-private",
        chapter=ADOPTING,
        title="Crossing out in secret",
        text=(
            "Sootkit crosses out one of your Private numbers. The others see that you cross one out, but neither which "
            "one nor how much it was. Here Tattlefinch was nasty to you before: your 500 were moved to your Public "
            "side."
        ),
        rule=f"{RESOLVE}; rulings B3, W19",
        veil=RIVALS,
        options=THREE,
        position=place(
            "puddlewyrm tattlefinch moonmule sootkit",
            "1 40 30 seat2  4 500 600 seat1 seat0  60 300 220 seat2  30 90 50 seat0",
            active=BEA,
        ),
        tasks=(
            Refusal(
                say="Try to cross out the 500 that you bid in auction 2.",
                code=r.TOKEN_EXPOSED,
                solution="private2",
                offers=("private2",),
                because="",
                nudge="Press the 500.",
            ),
            Move(
                say="Cross out your highest Private number.",
                goal=did("private3"),
                solution="private3",
                refused={
                    "private1": r.OK,
                    "private2": r.TOKEN_EXPOSED,
                    "private4": r.NO_SUCH_TOKEN,
                    "public1": r.TOKEN_ASKED,
                },
                because="220 less, and nobody knows that it is so much.",
                nudge="You bid it in auction 3.",
            ),
            Question(
                say="How much have you spent in all now?",
                options=gold(
                    asked("spent", YOU),
                    [
                        (public_only, "And what is left on your Private side?"),
                        (always(500 + 90 + 30 + 220), "A number that is crossed out does not count."),
                    ],
                ),
                because="Right: 500 and 90 in public, 30 in private.",
                look="Both sides count; leave out what is crossed out.",
                nudge="500, 90 and 30.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="erase-two",
        chapter=ADOPTING,
        title="Two at once",
        text=(
            "Forgetfawn crosses out one or two of your Private numbers. Abilities are not optional: as long as there "
            "is something to act on, you must use them. So one number has to go; the second is up to you."
        ),
        rule=f"{RESOLVE}; ruling B3b",
        veil=RIVALS,
        options=THREE,
        position=place(
            "puddlewyrm moonmule lanternmoth forgetfawn",
            "1 9 8 seat2  1 25 70 seat1  7 200 130 seat2  20 90 33 seat0",
            active=BEA,
        ),
        tasks=(
            Refusal(
                say="Try to cross out nothing at all.",
                code=r.NOT_ENOUGH,
                solution="enough",
                offers=("enough",),
                because="",
                nudge="Press the button for no second one at once.",
            ),
            Move(
                say="Cross out your highest Private number.",
                goal=did("private3"),
                solution="private3",
                refused={"private1": r.OK, "private4": r.NO_SUCH_TOKEN, "seat1": r.TOKEN_ASKED},
                because="Now a second one, if you like.",
                nudge="It is the 130 of auction 3.",
            ),
            Move(
                say="Cross out the next highest as well.",
                goal=did("private2"),
                solution="private2",
                refused={"private3": r.TOKEN_CROSSED, "enough": r.OK},
                because="Both are gone.",
                nudge="It is the 25 of auction 2.",
            ),
            Question(
                say="How much have you spent in all now?",
                options=gold(
                    asked("spent", YOU),
                    [
                        (public_only, "And what is left on your Private side?"),
                        (always(90 + 8 + 25 + 130), "Numbers that are crossed out do not count."),
                    ],
                ),
                because="Right: the 90 for Forgetfawn, and your first 8.",
                look="Both sides count; leave out what is crossed out.",
                nudge="Ninety and eight.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="halve",
        chapter=ADOPTING,
        title="Half price",
        text=(
            "With Pennyphoenix the bid that won it counts half, rounded down, but at least 1. Nothing is asked, it "
            "just happens. The limit of the next opening still goes by the bid as it was announced."
        ),
        rule=f"{RESOLVE}; rulings B3, W2",
        veil=RIVALS,
        options=THREE,
        position=place("puddlewyrm pennyphoenix", "1 60 20 seat2  6", active=BEA),
        tasks=(
            Move(
                say="You have spent 20 so far. Bid 81 for Pennyphoenix.",
                goal=did("81"),
                solution="81",
                refused={"80": r.OK},
                then=("50 seat0",),
                because="It is yours, and your ledger says less than you bid.",
                nudge="Type 81.",
            ),
            Question(
                say="How much have you spent in all now?",
                options=gold(
                    asked("spent", YOU),
                    [
                        (always(20 + 81), "The bid counts half."),
                        (always(20 + 41), "It is rounded down."),
                        (public_only, "And what stands on your Private side?"),
                    ],
                ),
                because="Right: 20, and half of 81 rounded down.",
                look="Half of 81, rounded down, and your 20.",
                nudge="Twenty and forty.",
                veil=SUMS,
            ),
            Question(
                say="What is the most that you can open with now?",
                options=gold(
                    asked("opening_limit"), [(always(4), "Halving does not change the bid as it was announced.")]
                ),
                because="Right: a tenth of 81.",
                look="Take the bid as it was announced.",
                nudge="81 without its last digit.",
            ),
        ),
    ),
    Step(
        key="double",
        chapter=ADOPTING,
        title="Double price",
        text=(
            "Coinbadger is worth 6 points, more than any other creature. But its ability is a nuisance: whoever adopts "
            "it must write the winning bid a second time on the Public side."
        ),
        rule=f"{RESOLVE}; rulings B3, B3f",
        veil=RIVALS,
        options=THREE,
        position=place("puddlewyrm coinbadger", "1 12 97 seat0", active=BEA),
        tasks=(
            Move(
                say="You have spent 97 so far. Open the auction of Coinbadger with 9.",
                goal=did("9"),
                solution="9",
                refused={"10": r.OVER_TENTH, "8": r.OK},
                then=("4 6",),
                because="The tokens are in.",
                nudge="Type 9.",
            ),
            Move(
                say="Name the winner.",
                goal=did("seat0"),
                solution="seat0",
                refused={"seat2": r.NOT_HIGHEST, "seat1": r.NOT_HIGHEST},
                because="You adopt Coinbadger for your opening.",
                nudge="Both tokens are below your opening.",
            ),
            Question(
                say="How much have you spent in all now?",
                options=gold(
                    asked("spent", YOU), [(always(97 + 9), "With Coinbadger the bid is written a second time.")]
                ),
                because="Right: 97, 9 and 9 again.",
                look="The winning bid was written twice.",
                nudge="97, and two times nine.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="peek",
        chapter=ADOPTING,
        title="Looking at a Private side",
        text=(
            "Snoopowl lets you look at the whole Private side of one opponent. All hear at whom you look, only you see "
            "the numbers. Knowing what another wizard has really spent is worth a lot towards the end."
        ),
        rule=f"{RESOLVE}; rulings B3c, B3h",
        veil=OWN,
        options=THREE,
        position=place(
            "puddlewyrm moonmule lanternmoth snoopowl",
            "1 35 50 seat0  5 20 60 seat2  6 10 44 seat1  4 7 80 seat0",
            active=BEA,
        ),
        tasks=(
            Refusal(
                say="Try to look at your own Private side with it.",
                code=r.NOT_YOURSELF,
                solution="seat0",
                offers=("seat0",),
                because="You may do that at any time anyway.",
                nudge="Name yourself.",
            ),
            Move(
                say="You do not know what Carl bid in the first auction. Look at his Private side.",
                goal=did("seat2"),
                solution="seat2",
                refused={"seat1": r.OK, "seat0": r.NOT_YOURSELF, "5": r.SEAT_ASKED},
                because="Now you know all that stands there.",
                nudge="Name Carl.",
            ),
            Question(
                say="How much did Carl bid in auction 1?",
                options=gold(bid_in(1, CARL), [(always(7), "That was in auction 4.")]),
                because="Right. It stays known to you.",
                look="The table tells what you saw.",
                nudge="Read what happened last.",
            ),
            Question(
                say="How much has Carl spent in all?",
                options=gold(
                    asked("floor_of", YOU, CARL),
                    [
                        (lambda match: int(match.game.plain.public_sum(match.state, CARL)), "And his Private side?"),
                        (always(35 + 7), "And his Public side?"),
                    ],
                ),
                because="Right: 60 and 6 in public, 35 and 7 in private.",
                look="Add up both his sides.",
                nudge="60, 6, 35 and 7.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="expose",
        chapter=ADOPTING,
        title="Telling a secret",
        text=(
            "Tattlefinch moves the highest Private number of an opponent to the Public side, for all to see. The bids "
            "that were lost just now are among them. An opponent whose Private side is empty cannot be chosen."
        ),
        rule=f"{RESOLVE}; ruling B3d",
        veil=OWN,
        options=THREE,
        position=place("puddlewyrm tattlefinch", "1 300 20 seat2  30 400 120 seat0", active=BEA),
        tasks=(
            Refusal(
                say="Carl opened this auction and won the one before. Try to expose something of his.",
                code=r.NO_LIVE_PRIVATE,
                solution="seat2",
                offers=("seat2",),
                because="",
                nudge="Name Carl.",
            ),
            Move(
                say="Then expose a number of Bea.",
                goal=did("seat1"),
                solution="seat1",
                refused={"seat0": r.NOT_YOURSELF, "seat2": r.NO_LIVE_PRIVATE},
                offers=("seat2",),
                because="Now all know how much she lost.",
                nudge="Name Bea.",
            ),
            Question(
                say="How much has Bea spent in all?",
                options=gold(asked("floor_of", YOU, BEA), [(always(120), "And her opening?")]),
                because="Right: her opening of 1 and what was exposed.",
                look="It all stands on her Public side now.",
                nudge="Add up her two numbers.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="swap",
        chapter=ADOPTING,
        title="Swapping numbers",
        text=(
            "Mirror Newt exchanges one of your older Public numbers with one of an opponent. What is crossed out "
            "cannot be swapped, nor what you have just paid. First choose your number, then whom, then which one you "
            "take."
        ),
        rule=f"{RESOLVE}; rulings B3a, B3e, W19",
        veil=("creatures", "private"),
        options=THREE,
        position=place(
            "puddlewyrm inkling-otter mirror-newt",
            "1 5 600 seat0  60 2 3 seat0 public1  6 2 3 seat0",
            active=BEA,
        ),
        tasks=(
            Move(
                say="Give away your highest number that can be swapped.",
                goal=did("public2"),
                solution="public2",
                refused={"public1": r.CROSSED_OUT, "public3": r.JUST_WRITTEN, "private1": r.ENTRY_ASKED},
                because="Now choose who gets the 60.",
                nudge="The 600 are crossed out, the 6 are new. What is left?",
            ),
            Move(
                say="Swap with an opponent who has a number to give.",
                goal=did("seat1"),
                solution="seat1",
                refused={"seat2": r.NO_LIVE_PUBLIC, "seat0": r.NOT_YOURSELF},
                offers=("seat2",),
                because="Bea opened the first auction, so she has one.",
                nudge="Who of them has a Public number?",
            ),
            Move(
                say="Take over her 1.",
                goal=did("public1"),
                solution="public1",
                refused={"public2": r.NO_SUCH_ENTRY},
                because="You have a 1 in the place of the 60, and Bea has your 60.",
                nudge="It is the only number there.",
            ),
            Question(
                say="How much have you spent in all now?",
                options=gold(
                    asked("spent", YOU),
                    [
                        (always(60 + 6), "You have given the 60 away."),
                        (always(600 + 1 + 6), "What is crossed out does not count."),
                    ],
                ),
                because="Right: 1 and 6.",
                look="Add up what stands on your side and is not crossed out.",
                nudge="One and six.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="forge",
        chapter=ADOPTING,
        title="A forged number",
        text=(
            "Grudgeling writes a number on the Public side of an opponent: a tenth of your winning bid, at least 1. "
            "For that wizard it counts like gold really spent. Name somebody who might be the greediest anyway."
        ),
        rule=f"{RESOLVE}; rulings B3, B3f",
        veil=OWN,
        options=THREE,
        position=place("puddlewyrm grudgeling", "1 300 40 seat2  30 250 90 seat0", active=BEA),
        tasks=(
            Question(
                say="You won Grudgeling with 250. Which number will be forged?",
                options=gold(
                    change(asked("public_sum", CARL), "seat2"),
                    [(always(250), "Only a tenth of it."), (always(250 // 100), "Only one digit is left out.")],
                ),
                because="Right: a tenth, as with openings.",
                look="A tenth of your winning bid.",
                nudge="250 without its last digit.",
            ),
            Move(
                say="Forge it for the opponent who has spent most so far.",
                goal=did("seat2"),
                solution="seat2",
                refused={"seat1": r.OK, "seat0": r.NOT_YOURSELF, "250": r.SEAT_ASKED},
                because="It stands on Carl's Public side now.",
                nudge="Compare what you know of Bea and Carl.",
            ),
        ),
    ),
    Step(
        key="restore",
        chapter=ADOPTING,
        title="What was crossed out counts again",
        text=(
            "Sealwax Golem brings a crossed-out Public number of an opponent back to life. Here Carl had Inkling Otter "
            "and got rid of his 900 with it. Choose the opponent first, then the number."
        ),
        rule=f"{RESOLVE}; rulings B3, W19",
        veil=OWN,
        options=THREE,
        position=place(
            "puddlewyrm inkling-otter sealwax-golem",
            "1 900 40 seat2  90 60 30 seat2 public1  9 80 33 seat0",
            active=BEA,
        ),
        tasks=(
            Refusal(
                say="Bea has never crossed anything out. Try to restore a number of hers.",
                code=r.NONE_CROSSED,
                solution="seat1",
                offers=("seat1",),
                because="",
                nudge="Name Bea.",
            ),
            Move(
                say="Then name Carl.",
                goal=did("seat2"),
                solution="seat2",
                refused={"seat0": r.NOT_YOURSELF, "seat1": r.NONE_CROSSED},
                offers=("seat1",),
                because="Now choose which number.",
                nudge="Name Carl.",
            ),
            Move(
                say="Restore his 900.",
                goal=did("public1"),
                solution="public1",
                refused={"public2": r.NOT_CROSSED, "public9": r.NO_SUCH_ENTRY},
                because="They count again, and Carl is greedy once more.",
                nudge="It is the one that is crossed out.",
            ),
            Question(
                say="How much has Carl spent in all?",
                options=gold(asked("floor_of", YOU, CARL), [(always(99), "The 900 count again.")]),
                because="Right: 900, 90 and 9.",
                look="Add up his Public side. He has nothing on the Private side.",
                nudge="900, 90 and 9.",
                veil=SUMS,
            ),
        ),
    ),
    Step(
        key="horns",
        chapter=COUNTING,
        title="Horns: odd or even",
        text=(
            "At the end you score the points printed on your creatures, and for horns, wings and hearts. Count all "
            "your horns together. If their number is odd, each brings 1 point. If it is even, all of them bring "
            "nothing."
        ),
        rule=f"{SIGNS}; ruling W15",
        veil=(*POINTS, *LEDGER, "bids", *RIVALS),
        options=THREE,
        position=place("skyskillet", "1 9", active=BEA, owned=of_seat(YOU, "moonmule quillcalf")),
        tasks=(
            Question(
                say="You have Moonmule with two horns and Quillcalf with one. How many points do your horns bring?",
                options=numbers(
                    asked("horn_points", YOU),
                    [(always(0), "Three is odd, so they count."), (always(1), "Each of the horns brings 1.")],
                ),
                because="Right: three horns, and three is odd.",
                look="Is the number of your horns odd or even?",
                nudge="Two and one make three.",
            ),
            Question(
                say="If you win Skyskillet, you get one more horn. How many points would your horns bring then?",
                options=numbers(
                    then(asked("horn_points", YOU), "20 seat0"),
                    [(always(4), "Four is even."), (always(3), "All horns are counted together.")],
                ),
                because="Right: with four horns you get nothing for them.",
                look="Is four odd or even?",
                nudge="Four is even.",
            ),
        ),
    ),
    Step(
        key="wings",
        chapter=COUNTING,
        title="Wings: more than others",
        text=(
            "Compare your wings with each other wizard: you get 1 point for everybody who has fewer. Who has as many "
            "or more brings you nothing. The wings themselves are worth nothing else, and those of the greediest are "
            "compared, too."
        ),
        rule=f"{SIGNS}; ruling W12",
        veil=(*POINTS, *LEDGER, "bids"),
        options=FOUR,
        position=place(
            "pennyphoenix",
            "1 5 3",
            active=BEA,
            owned=("snoopowl", "lanternmoth", "skyskillet", "thistlegryph"),
            players=4,
        ),
        tasks=(
            Question(
                say="You have 2 wings, Bea 3, Carl 1, Dina 2. How many points do your wings bring?",
                options=numbers(
                    asked("wing_points", YOU),
                    [
                        (always(2), "Only those count who have fewer than you, and Dina has as many."),
                        (always(3), "Bea has more than you."),
                    ],
                ),
                because="Right: only Carl has fewer.",
                look="How many wizards have fewer wings than you?",
                nudge="Is it Bea, Carl or Dina?",
            ),
            Question(
                say="Pennyphoenix has two wings. If you win it, how many points will your wings bring?",
                options=numbers(
                    then(asked("wing_points", YOU), "20 seat0"),
                    [(always(4), "Not the wings are counted, but the wizards who have fewer.")],
                ),
                because="Right: all three have fewer than your four.",
                look="How many wizards have fewer wings than four?",
                nudge="The others have three, one and two.",
            ),
        ),
    ),
    Step(
        key="hearts",
        chapter=COUNTING,
        title="Hearts: two halves",
        text=(
            "Creatures carry left and right halves of hearts. One left and one right make a whole heart, whatever "
            "creatures they are on, and a whole heart brings 2 points. A half without a partner brings nothing."
        ),
        rule=SIGNS,
        veil=(*POINTS, *LEDGER, "bids", *RIVALS),
        options=THREE,
        position=place(
            "inkling-otter", "1 9", active=BEA, owned=of_seat(YOU, "quillcalf gossamer-hare twinheart-toad")
        ),
        tasks=(
            Question(
                say="You have two left halves and three right ones. How many points do your hearts bring?",
                options=numbers(
                    asked("heart_points", YOU),
                    [
                        (always(2), "Each whole heart brings 2."),
                        (always(5), "Only whole hearts count."),
                        (always(6), "The third right half has no partner."),
                    ],
                ),
                because="Right: two whole hearts.",
                look="How many pairs of a left and a right half are there?",
                nudge="Two pairs, and one half is left over.",
            ),
            Question(
                say="Inkling Otter has a left half. If you win it, how many points will your hearts bring?",
                options=numbers(
                    then(asked("heart_points", YOU), "20 seat0"),
                    [(always(4), "The new half finds a partner."), (always(5), "A whole heart brings 2.")],
                ),
                because="Right: three whole hearts.",
                look="How many pairs are there with one more left half?",
                nudge="Three left, three right.",
            ),
        ),
    ),
    Step(
        key="count",
        chapter=COUNTING,
        title="All together",
        text=(
            "Now count everything that a wizard has: the points printed on the creatures, the horns by odd or even, "
            "the wings against each other wizard, the hearts by pairs. Take your time; the page counts for you in a "
            "real game."
        ),
        rule=SIGNS,
        veil=(*POINTS, *LEDGER, "bids"),
        options=THREE,
        position=place(
            "sootkit",
            "1",
            owned=("brambleram thistlegryph twinheart-toad", "lanternmoth", "puddlewyrm"),
        ),
        tasks=(
            Question(
                say="How many points are printed on your three creatures, without horns, wings and hearts?",
                options=numbers(asked("signs", YOU, 0)),
                because="Right.",
                look="Look at the number of each creature.",
                nudge="Two, one and two.",
            ),
            Question(
                say="And with horns, wings and hearts, how many points do you have?",
                options=numbers(
                    asked("points", YOU),
                    [
                        (asked("signs", YOU, 0), "That is what is printed. Add horns, wings and hearts."),
                        (lambda match: _without(match, "horn_points"), "And your horns?"),
                        (lambda match: _without(match, "wing_points"), "And your wings? Carl has none."),
                        (lambda match: _without(match, "heart_points"), "And your hearts?"),
                    ],
                ),
                because="Right: 5 printed, 3 for horns, 1 for wings, 2 for a heart.",
                look="Three horns; two wings, of which Bea has three and Carl none; one left half, two right ones.",
                nudge="5, and 3, and 1, and 2.",
            ),
        ),
    ),
    Step(
        key="late",
        chapter=COUNTING,
        title="Abilities at the end",
        text=(
            "Two of our creatures act only when points are counted. Oddling adds one horn if you have an even number "
            "of them. With Hushhound each half heart that is left over brings 1 point."
        ),
        rule=f"{SIGNS}; rulings B3, W16",
        veil=(*POINTS, *LEDGER, "bids", "lot", *RIVALS),
        options=THREE,
        position=place("lanternmoth", "1", active=BEA, owned=of_seat(YOU, "oddling moonmule hushhound twinheart-toad")),
        tasks=(
            Question(
                say="Oddling and Moonmule have two horns each. How many points do your horns bring?",
                options=numbers(
                    asked("horn_points", YOU),
                    [
                        (always(0), "Oddling adds one horn to an even number."),
                        (always(4), "And the horn that is added?"),
                    ],
                ),
                because="Right: four horns become five.",
                look="Four is even, and you have Oddling.",
                nudge="Four and one.",
            ),
            Question(
                say="You have three left halves, one right half, and Hushhound. How many points do your hearts bring?",
                options=numbers(
                    asked("heart_points", YOU),
                    [
                        (always(2), "With Hushhound the halves that are left over count, too."),
                        (always(3), "A whole heart brings 2."),
                    ],
                ),
                because="Right: one whole heart, and two halves.",
                look="One whole heart, and 1 point for each half left over.",
                nudge="Two halves are left over.",
            ),
        ),
    ),
    Step(
        key="thrown-out",
        chapter=ENDING,
        title="The greediest is thrown out",
        text=(
            "After the last auction all count their points. Then both sides of the ledgers are added up, and the "
            "greediest wizard is out, with all points. This is the last auction. You saw all tokens of the first one, "
            "so you know what everybody has spent."
        ),
        rule=GREEDIEST,
        options=THREE,
        position=place("puddlewyrm moonmule twinheart-toad", "1 500 100 seat1  50 300 70 seat2  30", last=True),
        tasks=(
            Question(
                say="Bea has spent 550, Carl 430, you 71. You bid 150 now, and Bea 90. Who will be thrown out?",
                options=seats(lambda match: list(after(match, "150 90 seat0").state.out).index(1)),
                because="Right: nobody comes close to her 640.",
                look="Add the new bids to what has been spent.",
                nudge="550 and 90 is more than the others have.",
            ),
            Move(
                say="Get this last creature: bid from 100 to 200.",
                goal=bid(100, 200),
                solution="150",
                refused={"20": r.OK, "900": r.OK},
                then=("90 seat0",),
                because="Bea has most points, but she is out. You win!",
                nudge="Type 150.",
            ),
            Refusal(
                say="It is too late now, but try to bid once more.",
                code=r.GAME_OVER,
                solution="1",
                offers=("1",),
                because="",
                nudge="Bid 1.",
            ),
        ),
    ),
    Step(
        key="top-tie",
        chapter=ENDING,
        title="Ties at the end",
        text=(
            "If several have spent most, all of them are thrown out, unless that would be everybody; then nobody is. "
            "(An option changes that.) If several of the others have most points, the one who has spent more wins. So "
            "spending nothing at all is not best either."
        ),
        rule=f"{GREEDIEST}; rulings W13, W13a, W14",
        options=FOUR,
        position=place(
            "brambleram",
            "1 300 300 40",
            owned=("quillcalf", "puddlewyrm", "lanternmoth", "twinheart-toad"),
            players=4,
            last=True,
        ),
        tasks=(
            Question(
                say="The last auction: you opened with 1, Bea and Carl bid 300, Dina 40. Who is thrown out? Tick all.",
                many=True,
                options=wizards(is_out("seat1"), "Somebody has spent more."),
                because="Right: both have spent most.",
                look="Who has spent most? It may be several.",
                nudge="There are two of them.",
            ),
            Question(
                say="You and Dina are left, with 4 points each. Who wins?",
                options=seats(champion("seat1")),
                because="Right: with equal points the one who has spent more wins.",
                look="Points are equal. Then it matters who has spent more.",
                nudge="You have spent 1, Dina 40.",
            ),
            Move(
                say="Name Bea or Carl as the winner of the auction, and see.",
                goal=did("seat1", "seat2"),
                solution="seat1",
                refused={"seat3": r.NOT_HIGHEST, "seat0": r.OPENING_LOWER},
                because="Had you only spent a little more in time!",
                nudge="One of those who have bid 300.",
            ),
        ),
    ),
    Step(
        key="budget",
        chapter=ENDING,
        title="Your free budget",
        text=(
            "How much can you bid without any danger of being the greediest? Look for a rival who has surely spent "
            "much: what you have seen counts, a secret number counts 1 at least, and so does the bid of this auction. "
            "As long as your total stays below that, it is safe for now."
        ),
        rule=f"{GREEDIEST}; rulings W13, W17",
        veil=("creatures",),
        options=THREE,
        position=place(
            "puddlewyrm moonmule quillcalf skyskillet",
            "1 60 900 seat1  90 400 1 seat2  40 20 30 seat2  4",
            active=CARL,
        ),
        tasks=(
            Question(
                say="What is the least that Bea will have spent when this auction is over?",
                options=gold(
                    asked("highest_floor", YOU),
                    [
                        (always(990), "She has a secret number, too, and must bid now."),
                        (always(991), "Her secret number and her bid now count 1 each, at least."),
                        (always(1021), "The 30 that she lost in auction 3 you have not seen."),
                    ],
                ),
                because="Right: 900 and 90, and 1 each for the lost bid and for this auction.",
                look="Her Public side, 1 for her secret number, 1 for this auction.",
                nudge="990 and two more.",
                veil=SUMS,
            ),
            Question(
                say="You have spent 81. What is the most that you can bid and surely stay below that?",
                options=gold(
                    asked("free_budget", YOU),
                    [
                        (always(911), "Then you might be level with her, and both were thrown out."),
                        (always(992), "You have spent 81 already."),
                        (always(991), "You have spent 81 already."),
                    ],
                ),
                because="Right: 81 and 910 make 991, one less than Bea has spent.",
                look="Your total has to be one less than 992, at most.",
                nudge="991 less the 81 that you have spent.",
                veil=SUMS,
            ),
            Move(
                say="Use it: bid at least 900, and still safely.",
                goal=bid(900, 910),
                solution="910",
                refused={"911": r.OK, "100": r.OK},
                then=("5 seat0",),
                because="You got it, and Bea is still the greediest. Now you know Magic Money!",
                nudge="From 900 to 910.",
            ),
        ),
    ),
)


def _without(match: Match, tool: str) -> int:
    """Your points if one kind of them were forgotten."""
    return asked("points", YOU)(match) - asked(tool, YOU)(match)


# ---- the quiz: each maker draws a position and asks one thing -------------------------------------------------------
class Sold(NamedTuple):
    """One auction that was played: who opened it, who won it, and what each seat bid."""

    opener: int
    winner: int
    bids: tuple[int, ...]


def play_auctions(rng: random.Random, n: int, players: int = 3) -> list[Sold]:
    """So many auctions without ties, Bea being active first: each wizard bids 1 or something near the usual price."""
    sold: list[Sold] = []
    opener, usual = BEA, 40
    while len(sold) < n:
        opening = 1 if not sold else rng.randint(1, max(1, max(sold[-1].bids) // st.TENTH))
        bids = [rng.choice((1, rng.randint(2, 20), rng.randint(usual // 2, 3 * usual))) for _ in range(players)]
        bids[opener] = opening
        if bids.count(max(bids)) == 1:
            sold.append(Sold(opener, bids.index(max(bids)), tuple(bids)))
            opener, usual = sold[-1].winner, min(500, max(20, max(bids)))
    return sold


def as_moves(sold: Sequence[Sold]) -> str:
    """These auctions as moves of a position."""
    return "  ".join(
        " ".join([*(str(bid) for bid in (*auction.bids[auction.opener :], *auction.bids[: auction.opener]))])
        + f" seat{auction.winner}"
        for auction in sold
    )


def some(rng: random.Random, n: int, codes: Sequence[str] = PLAIN) -> str:
    return " ".join(rng.sample(codes, n))


def listed(codes: str) -> str:
    """«Moonmule, Oddling and Hushhound»"""
    names = [str(_ROWS[code]["name"]) for code in codes.split()]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def ask_limit(rng: random.Random) -> Step:
    last = rng.randint(2, 10 ** rng.randint(1, 5))
    return Step(
        key="quiz-limit",
        review="tenth",
        chapter="Quiz",
        title="The highest opening",
        text="",
        rule=f"{BEGIN}; ruling W1",
        veil=("private", *RIVALS),
        options=THREE,
        position=place(some(rng, 2), f"1 1 {last} seat0", active=BEA),
        tasks=(
            Question(
                say=f"You won the last auction with {last:,}. What is the most that you can open with?",
                options=gold(
                    asked("opening_limit"),
                    [
                        (always(last // 10 + 1), "Nothing is rounded up."),
                        (always(last), "That is the whole winning bid."),
                        (always(max(1, last // 100)), "Only one digit is left out."),
                    ],
                ),
                because="The last winning bid without its last digit, or 1.",
                look="Leave out the last digit; if nothing is left, it is 1.",
                nudge="Cover the last digit with your thumb.",
            ),
        ),
    )


def ask_named(rng: random.Random) -> Step:
    opening = rng.randint(3, 20)
    while True:
        bids = [opening, *(rng.choice((1, opening, opening + 5, opening + 9)) for _ in range(3))]
        if bids.count(max(bids)) < len(bids):
            break
    alone = max(bids[1:]) < opening
    return Step(
        key="quiz-named",
        review="alone" if alone else "tie-own" if max(bids) == opening else "tie",
        chapter="Quiz",
        title="Who may be named?",
        text="",
        rule=f"{RESOLVE}; ruling W5",
        veil=RIVALS,
        options=FOUR,
        position=place(
            some(rng, 2), f"1 2 3 217 seat0  {' '.join(str(n) for n in bids)}", active=BEA, players=len(bids)
        ),
        tasks=(
            Question(
                say=f"You opened with {opening}. On the tokens: Bea {bids[1]}, Carl {bids[2]}, Dina {bids[3]}. "
                "Who may be named as the winner? Tick all.",
                many=True,
                options=moves("seat0", "seat1", "seat2", "seat3"),
                because="All who share the highest bid, the opening included.",
                look="Who has the highest number? The opening is a bid, too.",
                nudge="Find the highest number, then everybody who has bid it.",
            ),
        ),
    )


def ask_spent(rng: random.Random) -> Step:
    while True:
        sold = play_auctions(rng, 3)
        if any(YOU not in (auction.opener, auction.winner) for auction in sold):
            break
    won = sum(auction.bids[YOU] for auction in sold if auction.winner == YOU)
    mistakes: list[tuple[Number, str]] = [(public_only, "Your Private side counts as well.")]
    if won:
        mistakes.append((always(won), "Bids that lost are gone, too."))
    return Step(
        key="quiz-spent",
        review="lose",
        chapter="Quiz",
        title="What have you spent?",
        text="",
        rule=f"{RESOLVE}; ruling W3",
        veil=(*SUMS, "lot", *RIVALS),
        options=THREE,
        position=place(some(rng, 4), as_moves(sold), active=BEA),
        tasks=(
            Question(
                say="You bid "
                + ", ".join(f"{auction.bids[YOU]} in auction {k + 1}" for k, auction in enumerate(sold))
                + ". How much have you spent in all?",
                options=gold(asked("spent", YOU), mistakes),
                because="All that you ever bid, won or lost.",
                look="Everybody pays, and both sides of the ledger count.",
                nudge="Add up the three numbers.",
            ),
        ),
    )


def ask_known(rng: random.Random) -> Step:
    while True:
        sold = play_auctions(rng, 4)
        known = [CARL in (a.opener, a.winner) or a.opener == YOU for a in sold]
        if len(set(known)) == 2:
            break
    return Step(
        key="quiz-known",
        review="sides",
        chapter="Quiz",
        title="What do you know?",
        text="",
        rule=f"{RESOLVE}; rulings W7, W17",
        veil=(*OWN, "lot", "wizard2"),
        options=THREE,
        position=place(some(rng, 5), as_moves(sold), active=BEA),
        tasks=(
            Question(
                say="; ".join(f"{k + 1}: {WHO[a.opener]} opened, {WHO[a.winner]} won" for k, a in enumerate(sold))
                + ". Which bids of Carl do you know? Tick all.",
                many=True,
                options=bids_of(CARL),
                because="All openings, all winning bids, and all tokens of auctions in which you were active.",
                look="What did he open or win, and where did you see the tokens?",
                nudge="You see the tokens in the auctions that you open.",
            ),
        ),
    )


def ask_horns(rng: random.Random) -> Step:
    horned = [code for code in _CODES if _ROWS[code]["horns"]]
    mine = some(rng, rng.randint(2, 3), horned)
    return Step(
        key="quiz-horns",
        review="late" if "oddling" in mine else "horns",
        chapter="Quiz",
        title="Horns",
        text="",
        rule=SIGNS,
        veil=(*POINTS, *LEDGER, "bids", "lot", *RIVALS),
        options=THREE,
        position=place("lanternmoth", "1", active=BEA, owned=of_seat(YOU, mine)),
        tasks=(
            Question(
                say=f"You have {listed(mine)}. How many points do your horns bring?",
                options=numbers(
                    asked("horn_points", YOU),
                    [
                        (asked("horns", YOU), "An even number of horns brings nothing."),
                        (always(0), "An odd number of horns brings 1 point for each."),
                    ],
                ),
                because="Odd: 1 point for each. Even: nothing. Oddling adds one to an even number.",
                look="Count the horns: odd or even? Oddling adds one to an even number.",
                nudge="Add up the horns of all your creatures first.",
            ),
        ),
    )


def ask_wings(rng: random.Random) -> Step:
    winged = [code for code in _CODES if _ROWS[code]["wings"]]
    while True:
        owned = rng.sample(winged, 4)
        if _ROWS[owned[YOU]]["wings"] > 1:
            break
    return Step(
        key="quiz-wings",
        review="wings",
        chapter="Quiz",
        title="Wings",
        text="",
        rule=SIGNS,
        veil=(*POINTS, *LEDGER, "bids", "lot"),
        options=FOUR,
        position=place("puddlewyrm", "1", active=BEA, owned=owned, players=4),
        tasks=(
            Question(
                say="Wings: "
                + _each([_ROWS[code]["wings"] for code in owned])
                + ". How many points do your wings bring?",
                options=numbers(
                    asked("wing_points", YOU),
                    [(asked("signs", YOU, 2), "Not the wings are counted, but the wizards who have fewer.")],
                ),
                because="1 point for each wizard who has fewer.",
                look="How many wizards have fewer wings than you?",
                nudge="Who has as many as you brings nothing.",
            ),
        ),
    )


def ask_hearts(rng: random.Random) -> Step:
    hearty = [code for code in _CODES if _ROWS[code]["left"] or _ROWS[code]["right"]]
    mine = some(rng, 3, hearty)
    return Step(
        key="quiz-hearts",
        review="late" if "hushhound" in mine else "hearts",
        chapter="Quiz",
        title="Hearts",
        text="",
        rule=SIGNS,
        veil=(*POINTS, *LEDGER, "bids", "lot", *RIVALS),
        options=THREE,
        position=place("lanternmoth", "1", active=BEA, owned=of_seat(YOU, mine)),
        tasks=(
            Question(
                say=f"You have {listed(mine)}. How many points do your hearts bring?",
                options=numbers(
                    asked("heart_points", YOU),
                    [(_halves, "A half alone brings nothing, unless you have Hushhound.")],
                ),
                because="2 for each whole heart. Halves left over bring 1 each, but only with Hushhound.",
                look="Count left and right halves, then the pairs. Do you have Hushhound?",
                nudge="Each pair of a left and a right half brings 2.",
            ),
        ),
    )


def _halves(match: Match) -> int:
    return asked("signs", YOU, 3)(match) + asked("signs", YOU, 4)(match)


ONE_AUCTION: dict[str, Any] = {"players": 4, "first_opening": "free"}  # what is spent in it is the whole total


def ask_out(rng: random.Random) -> Step:
    while True:
        totals = [rng.choice((30, 300, rng.randint(2, 299))) for _ in range(4)]
        if len(set(totals)) > 1:
            break
    ending = f"seat{totals.index(max(totals))}"
    return Step(
        key="quiz-out",
        review="top-tie" if totals.count(max(totals)) > 1 else "thrown-out",
        chapter="Quiz",
        title="Who is thrown out?",
        text="",
        rule=f"{GREEDIEST}; ruling W13",
        veil=(*SUMS, *OWN, "lot", *RIVALS),
        options=ONE_AUCTION,
        position=place(some(rng, 1), " ".join(str(n) for n in totals), players=4, last=True),
        tasks=(
            Question(
                say=f"The game ends. {_told(totals)} Who is thrown out? Tick all.",
                many=True,
                options=wizards(is_out(ending), "Somebody has spent more."),
                because="All who have spent most.",
                look="Who has spent most? It may be several.",
                nudge="Find the highest total, then everybody who has it.",
            ),
        ),
    )


def _told(totals: Sequence[int]) -> str:
    return f"Spent in all: {_each(totals)}."


def _each(values: Sequence[int]) -> str:
    """«you 30, Bea 40, Carl 50»"""
    return ", ".join(f"{who} {n}" for who, n in zip(WHO, values, strict=False))


def ask_champion(rng: random.Random) -> Step:
    totals = rng.sample(range(2, 300), 4)
    ending = totals.index(max(totals))
    last, *owned = rng.sample([code for code in PLAIN if not _ROWS[code]["wings"]], 5)
    earned = _points([*owned[:ending], f"{owned[ending]} {last}", *owned[ending + 1 :]])
    return Step(
        key="quiz-champion",
        review="goal" if len(set(earned)) == len(earned) else "top-tie",
        chapter="Quiz",
        title="Who wins the game?",
        text="",
        rule=f"{GREEDIEST}; ruling W14",
        veil=(*POINTS, *OWN, "lot", *RIVALS),
        options=ONE_AUCTION,
        position=place(last, " ".join(str(n) for n in totals), owned=owned, players=4, last=True),
        tasks=(
            Question(
                say=f"The game ends. {_told(totals)} Points: {_each(earned)}. Who wins?",
                options=seats(champion(f"seat{ending}")),
                because="Most points of those who are not thrown out; if points are equal, the higher total.",
                look="First throw out whoever has spent most, then look at the points.",
                nudge="Leave out the greediest. Who has most points then? If equal: who has spent more?",
            ),
        ),
    )


def _points(owned: Sequence[str]) -> list[int]:
    """The points of each seat with these creatures, by the rules of the game."""
    s, count = st.State.new(), w.counting(_CARDS)
    s.players = len(owned)
    for p, codes in enumerate(owned):
        for code in codes.split():
            s.place[_CODES.index(code)] = st.OWNED + p
    return [int(count.points(s, p)) for p in range(len(owned))]


def ask_cost(rng: random.Random) -> Step:
    creature, n = rng.choice(("pennyphoenix", "coinbadger")), rng.randint(31, 399)
    halved = creature == "pennyphoenix"
    return Step(
        key="quiz-cost",
        review="halve" if halved else "double",
        chapter="Quiz",
        title="What does it cost?",
        text="",
        rule=f"{RESOLVE}; ruling B3",
        veil=(*SUMS, *RIVALS),
        options=THREE,
        position=place(f"{some(rng, 1)} {creature}", f"1 60 20 seat2  6 {n} 30", active=BEA),
        tasks=(
            Question(
                say=f"You win {listed(creature)} with {n}. How much does your total grow in this auction?",
                options=gold(
                    _written_by("seat0"),
                    [
                        (always(n), "And its ability?"),
                        *([(always(-(-n // 2)), "It is rounded down.")] if halved and n % 2 else []),
                    ],
                ),
                because="With Pennyphoenix half of it, rounded down; with Coinbadger twice.",
                look="Pennyphoenix halves the bid, Coinbadger doubles it.",
                nudge="Half, or twice?",
            ),
        ),
    )


def _written_by(*played: str) -> Number:
    """By how much your Public side grows with these moves."""
    return change(asked("public_sum", YOU), *played)


def ask_budget(rng: random.Random) -> Step:
    while True:
        sold = play_auctions(rng, 3)
        mine = sum(auction.bids[YOU] for auction in sold)
        theirs = [sum(a.bids[p] for a in sold if p in (a.opener, a.winner, a.opener)) for p in (BEA, CARL)]
        if max(theirs) > mine + 20 and sold[-1].winner != YOU:
            break
    opening = max(1, max(sold[-1].bids) // st.TENTH)
    sealed = "1" if sold[-1].winner == BEA else ""  # Carl's token comes before yours
    return Step(
        key="quiz-budget",
        review="budget",
        chapter="Quiz",
        title="The free budget",
        text="",
        rule=f"{GREEDIEST}; ruling W17",
        options=THREE,
        position=place(some(rng, 4), f"{as_moves(sold)}  {opening} {sealed}", active=BEA),
        veil=SUMS,
        tasks=(
            Question(
                say=f"You have spent {mine}. What is the most that you can bid and surely stay below some rival?",
                options=gold(
                    asked("free_budget", YOU),
                    [
                        (_with_budget(1), "Then you might be level, and both were thrown out."),
                        (_with_budget(mine), "Of that, what you have spent already must be taken off."),
                    ],
                ),
                because="One less than the least that the biggest spender will have, less what you have spent.",
                look="Who has surely spent most? Public numbers, tokens that you saw, and 1 for each that is secret.",
                nudge="Whoever did not open this auction will bid 1 at least in it, too.",
            ),
        ),
    )


def _with_budget(more: int) -> Number:
    return lambda match: asked("free_budget", YOU)(match) + more


LESSON = Lesson(
    game="magic-money",
    names=NAMES,
    steps=STEPS,
    quiz=(
        ask_limit,
        ask_named,
        ask_spent,
        ask_known,
        ask_cost,
        ask_horns,
        ask_wings,
        ask_hearts,
        ask_out,
        ask_champion,
        ask_budget,
    ),
    you=YOU,
)
