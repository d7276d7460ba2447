"""Mow Money step by step for somebody who has never seen it, and a quiz.  Only data and what is asked of the engine.

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
    choices,
    moves,
    numbers,
    seats,
)
from ...core.words import number_of
from . import rules as r
from . import words as w
from .cards import DEPTH, N_CARDS, N_CONTRACTS, NONE, TIERS, load

YOU = 0
NAMES = ("You", "Bea", "Carl", "Dina", "Emil", "Fay")
TECHNICAL = {  # reasons that nobody meets at a table
    r.NO_SUCH_ACTION: "no button stands for it",
    r.NO_SUCH_WAY: "the table has buttons for the ways that a contract lists",
    r.NOT_ASCENDING: "the table takes cards in any order and puts them in order itself",
    r.TOO_FEW_AFTER: "the table takes cards in any order and puts them in order itself",
    r.STACK_NOT_READY: "the table seals whole stacks",
}
_CARDS = load()
_ROWS = {row["code"]: row for row in _CARDS.rows}
_CODES = tuple(_ROWS)
_CHART = {row["players"]: row["counts"] for row in _CARDS.others["chart"]}
_PAY = {row["code"]: row["pay"] for row in _CARDS.others["jobs"]}
THREE: dict[str, Any] = {"players": 3}
FOUR: dict[str, Any] = {"players": 4}

INTRO, OVERVIEW, SETUP = "Rulebook: Introduction", "Rulebook: Game Play, overview", f"Rulebook: {w.SETUP}"
INVEST, LIMIT, BID, NEEDS = (f"Rulebook: {text}" for text in (w.INVEST, w.LIMIT, w.BID, w.NEEDS))
BLUFFS, STAKES, JOBS, PICK = (f"Rulebook: {text}" for text in (w.BLUFFS, w.STAKES, w.JOBS_, w.PICK))
RESOLVE, TIES, MAINTENANCE = "Rulebook: Resolve Phase", "Rulebook: Resolve Phase, ties", "Rulebook: Maintenance Phase"
WINNER, SOLO = f"Rulebook: {w.WINNER}", "Rulebook: Solo Play"


# ---- positions ------------------------------------------------------------------------------------------------------
def contracts_in_play(players: int) -> list[str]:
    return [f"r{i + 1}.{copy + 1}" for i, n in enumerate(_CHART[players]) for copy in range(n)]


def place(
    hand: str,
    up: str,
    *,
    others: Sequence[str] = (),
    won: Sequence[str] = (),
    bids: str = "",
    draws: str = "",
    players: int = 3,
    depth: int = 5,
    **more: Any,
) -> dict[str, Any]:
    """Keyword arguments of a position: your hand and the contracts that are up as codes; the rest always the same.

    others: the next seats' hands where they matter, else five basic cards each.  won: contracts of each seat.
    bids: moves of this bid phase so far.  draws: cards that lie on top of their decks.  depth: contracts of each
    neighborhood.
    """
    rng = random.Random(" ".join((hand, up, *others, *won, draws)))
    named = " ".join((hand, *others, draws)).split()
    rest = [code for code in _CODES if code not in named]
    rng.shuffle(rest)
    basic = [code for code in rest if _ROWS[code]["tier"] == TIERS[0]]
    hands = [hand.split(), *(text.split() for text in others)]
    while len(hands) < players:
        hands.append([basic.pop() for _ in range(r.HAND_SIZE)])
    dealt = {code for cards in hands for code in cards}
    deck = [*draws.split(), *(code for code in rest if code not in dealt)]
    tops, taken = up.split(), " ".join((up, *won, more.get("dummy", ""))).split()
    pool = [code for code in contracts_in_play(players) if code not in taken and not code.startswith("r1.")]
    rng.shuffle(pool)
    below = min(depth - 1, len(pool) // len(tops))
    return {
        "hands": hands,
        "decks": {tier[0]: [code for code in deck if _ROWS[code]["tier"] == tier] for tier in TIERS},
        "piles": [[top, *pool[i * below : (i + 1) * below]] for i, top in enumerate(tops)],
        "won": [codes.split() for codes in won] or (),
        "bids": bids.split(),
        **{name: value.split() if name in ("dummy", "discards") else value for name, value in more.items()},
    }


def worth(codes: str) -> int:
    """Dollars on these bid cards."""
    return sum(_ROWS[code]["value"] for code in codes.split())


def points(codes: str) -> int:
    """Reputation points of these contracts."""
    return sum(int(code[1]) for code in codes.split())


# ---- what is asked of the engine ------------------------------------------------------------------------------------
def score(match: Match) -> int:
    return int(match.game.plain.score(match.state, YOU))


def money(match: Match) -> int:
    return int(match.state.money[YOU])


def hand_size(match: Match) -> int:
    return int(match.game.plain.cards_in(match.state, r.HAND + YOU))


def leader(match: Match) -> int:
    """The seat with the highest score."""
    return max(range(match.game.players), key=lambda p: match.game.plain.score(match.state, p))


def then(answer: Number, *played: str) -> Number:
    """What `answer` will be after these moves."""
    return lambda match: answer(after(match, *played))


def change(answer: Number, *played: str) -> Number:
    """By how much `answer` will change with these moves."""
    return lambda match: answer(after(match, *played)) - answer(match)


def phase_after(*played: str) -> Number:
    """0 Invest, 1 Bid, 2 Resolve (the pick-up), 3 the game is over."""
    return lambda match: {r.INVESTING: 0, r.AIMING: 1, r.PICKING_UP: 2, r.ENDED: 3}[after(match, *played).state.phase]


def _events(match: Match, *kinds: int) -> list[tuple[int, int, int, int]]:
    """(kind, who, what, more) of the events of these kinds in all turns so far."""
    return [(row[0], row[1], row[2], row[3]) for turn in match.turns for row in turn.events if row[0] in kinds]


def winner_of(area: str, *played: str) -> Number:
    """The seat that wins the contract of that neighborhood with these moves; NONE for nobody."""

    def answer(match: Match) -> int:
        contract = match.state.up["ABCDEF".index(area)]
        won = _events(after(match, *played), r.WON_CONTRACT)
        return next((who for _, who, what, _ in won if what == contract), NONE)

    return answer


def bid_of(*played: str) -> Number:
    """What your last bid counts as, stakes taken off."""
    return lambda match: [what for _, who, what, _ in _events(after(match, *played), r.OFFERED) if who == YOU][-1]


def card_dollars(match: Match) -> int:
    return sum(r.VALUE[c] for c in range(N_CARDS) if match.state.place[c] == r.HAND + YOU)


def marker_after(*played: str) -> Number:
    return lambda match: int(after(match, *played).state.marker)


def lying(match: Match, bid: int = 0) -> int:
    """Cards of all kinds in your bid number `bid`, as the others see it."""
    return int(match.state.laid[YOU * r.SLOTS + bid])


def bid_cards_under(seat: int) -> Callable[[Match], list[Option]]:
    """How many bid cards may lie in the first stack of `seat`, as far as anybody can tell from its size."""

    def make(match: Match) -> list[Option]:
        size = int(match.state.laid[seat * r.SLOTS])
        return [
            Option(
                str(n),
                size - r.BLUFF_CARDS <= n <= size,
                "Not that many cards lie there." if n > size else "There are not bluff cards enough for that.",
            )
            for n in range(size + 2)
        ]

    return make


def stacks(area: str, *some: str) -> Callable[[Match], list[Option]]:
    """Stacks of your cards to choose from: right are those that are valid for the contract of that neighborhood."""

    def make(match: Match) -> list[Option]:
        return [
            Option(_told(codes), way_of(match, area, codes) != NONE, "It does not meet any way exactly.")
            for codes in some
        ]

    return make


def way_of(match: Match, area: str, codes: str) -> int:
    """The row of the NEED tables that this stack of your cards meets for the contract of that neighborhood."""
    s = match.state.__copy__()
    for code in codes.split():
        s.place[_CODES.index(code)] = r.STACK
    return int(match.game.plain.way_met(s, 0, s.up["ABCDEF".index(area)]))


def _told(codes: str) -> str:
    """«basic $1★, basic $2»"""
    rows = [_ROWS[code] for code in codes.split()]
    return ", ".join(f"{row['tier']} ${row['value']}{'★' if row['star'] else ''}" for row in rows)


# ---- goals ----------------------------------------------------------------------------------------------------------
class Bid(NamedTuple):
    """One of your bids as it was sealed.  target: a neighborhood or ODD_JOB.  way: NONE if it is not valid for it."""

    target: int
    cards: tuple[int, ...]
    stakes: tuple[int, ...]
    bluffs: int
    way: int
    job: int

    @property
    def dollars(self) -> int:
        return sum(r.VALUE[c] for c in self.cards)

    @property
    def tiers(self) -> set[int]:
        return {r.TIER[c] for c in self.cards}


def last_bid(match: Match) -> Bid | None:
    """The bid that the last move sealed, or None if it sealed none."""
    turn = match.turns[-1]
    s, a = turn.before[0], turn.action
    if s.phase != r.BLUFFING:
        return None
    plain, bid = match.game.plain, r.here(s)
    target = int(s.target[bid])
    is_job = target == r.ODD_JOB
    return Bid(
        target,
        tuple(c for c in range(N_CARDS) if s.place[c] == r.STACK + bid),
        tuple(c for c in range(N_CONTRACTS) if s.contract[c] == r.STAKED + bid),
        a - r.BLUFF,
        NONE if is_job else int(plain.way_met(s, bid, plain.top(s, target))),
        int(plain.job_done(s, bid)) if is_job else NONE,
    )


def sealed(area: str, wanted: Callable[[Bid], bool] = lambda bid: bid.way != NONE) -> Goal:
    """You sealed a bid for that neighborhood (or OJ) that is as wanted; by default a valid one."""
    target = r.ODD_JOB if area == "OJ" else "ABCDEF".index(area)

    def reached(match: Match) -> bool:
        bid = last_bid(match)
        return bid is not None and bid.target == target and wanted(bid)

    return reached


def is_mixed(bid: Bid) -> bool:
    return bid.way == NONE and len(bid.tiers) > 1


def is_short(bid: Bid) -> bool:
    """One type and, where it matters, all with a star; but not enough cards."""
    return bid.way == NONE and len(bid.tiers) == 1 and len(bid.cards) < 3


def is_long(bid: Bid) -> bool:
    return bid.way == NONE and len(bid.tiers) == 1 and len(bid.cards) > 3


def lacks_star(bid: Bid) -> bool:
    return bid.way == NONE and bid.tiers == {0} and len(bid.cards) == 3 and not all(r.STAR[c] for c in bid.cards)


def did(*codes: str) -> Goal:
    """The last move was one of these."""
    return lambda match: match.notation(match.turns[-1].action) in codes


def owns(tier: int) -> Goal:
    return lambda match: bool(match.state.mower[YOU * r.N_TIERS + tier])


def is_lowest_pair(bid: Bid, match: Match) -> bool:
    """A valid bid of two basic cards that no other two in the hand would undercut."""
    s = match.turns[-1].before[0]
    mine = (r.HAND + YOU, r.STACK + YOU, r.STACK + YOU + 1)
    values = sorted(r.VALUE[c] for c in range(r.FIRST_OF_TIER[1]) if s.place[c] in mine)
    return bid.way != NONE and bid.dollars == sum(values[:2])


def lowest_for(area: str) -> Goal:
    return lambda match: sealed(area, lambda bid: is_lowest_pair(bid, match))(match)


def picked_up(match: Match) -> bool:
    return any(row[0] == r.PICKED_UP for row in match.turns[-1].events)


def bought_card(tier: int) -> Goal:
    return lambda match: match.turns[-1].action == r.BUY_CARD + tier


# ---- more that is asked of the engine -------------------------------------------------------------------------------
def must_discard(match: Match) -> int:
    """Cards that you must discard once you are done investing."""
    ahead, n = after(match, "done"), 0
    while ahead.state.phase == r.DISCARDING:
        ahead.play(ahead.legal()[0])
        n += 1
    return n


def goes_to(area: str, *played: str) -> Number:
    """Where the contract that is up goes: 0 it stays up, 1 to the bottom, 2 out of the game."""

    def answer(match: Match) -> int:
        n, contract = "ABCDEF".index(area), match.state.up["ABCDEF".index(area)]
        s = after(match, *played).state
        if s.up[n] == contract:
            return 0
        return 1 if s.pile[n * DEPTH + s.depth[n] - 1] == contract else 2

    return answer


def taker_of(area: str, *played: str) -> Number:
    """Solo: who has that contract after these moves: 0 you, 1 the dummy, 2 nobody."""

    def answer(match: Match) -> int:
        where = after(match, *played).state.contract[match.state.up["ABCDEF".index(area)]]
        return {r.WON + YOU: 0, r.DUMMY: 1}.get(where, 2)

    return answer


def points_lost(*played: str) -> Number:
    return lambda match: -change(score, *played)(match)


# ---- the steps ------------------------------------------------------------------------------------------------------
IDEA, PHASES, WRONG, CLEVER, WORK, ENDING = (
    "What it is about",
    "The phases of a round",
    "Bids that go wrong",
    "Winning a bid",
    "Odd jobs and cards",
    "How it ends",
)
FEW = ("seats",)  # what a step leaves out
NOBODY = "done done"  # Bea and Carl place no bid
PHASE_NAMES = ("Invest", "Bid", "Resolve", "None, the game is over")

MINE, LOW, CARLS = "b1t1 b2c1 b2t1", "b2*c1 b3cp1", "b2t2 b2ct1 b3f1"  # resolve
BEAS = "b1c1 b3*t1"
STAKING = "A as1 a4p1 a5s1 r2.1 done bluff0 done"  # stake
LOSING = "A as1 m3f1 m4ts1 r2.1 bluff0"  # stake-lost
TIE_A, TIE_A_BEA, TIE_B, TIE_B_CARL, TIE_C, TIE_C_DINA = (
    "b1*c1 b3cp1",
    "b3*c1 b3f1",
    "b1c2 b2c2",
    "b1c1 b2c1",
    "b1ct1 b2ct1",
    "b1t1 b2t1",
)
TREES = "OJ job-p b3tp1 m4fp1 a4fp1 bluff0 done"  # odd-job
DUMMYS, AGAINST = "b2c1 b2t1", "b1c1 b3cp1"  # solo
SOLO_BID = f"A as1 {AGAINST} bluff0 done"
LAST_ROUND = "done done done"  # your second bid, then the pick-ups of Bea and Carl

STEPS = (
    Step(
        key="theme",
        veil=("seats", "areas", "arrow"),
        chapter=IDEA,
        title="Mowing for money",
        text=(
            "You run a small company that mows lawns and keeps gardens. Your bid cards are offers: each has a price, "
            "some have a star, and all show one or two odd jobs. They come in three types, basic, medium and "
            "advanced. You begin with five basic cards and no money."
        ),
        rule=INTRO,
        options=THREE,
        position=place("b1*c1 b1ct1 b2*f1 b2t1 b3cp1", "r1.1 r1.2 r1.3", depth=8),
        tasks=(
            Question(
                say="How many dollars do your five bid cards show in all?",
                options=numbers(card_dollars, [(hand_size, "That is how many cards you hold.")], "${}"),
                because="Yes. The large number of a bid card is its price in dollars.",
                look="Add up the large numbers of your bid cards.",
                nudge="One, one, two, two and three.",
            ),
        ),
    ),
    Step(
        key="goal",
        veil=("points",),
        chapter=IDEA,
        title="Reputation wins",
        text=(
            "Bid cards win contracts, and contracts are worth reputation points. Your mowers are worth some, too: the "
            "basic one 1, the medium one 2, the advanced one 3. At the end every $3 is one more point. Most points win."
        ),
        rule=WINNER,
        options=THREE,
        position=place(
            "b1*c2 b1c3 b2t2 b2ct1 b3f1",
            "r2.2 r3.2 r4.2",
            won=("r3.1 r2.1", "r5.1 r1.1", "r4.1"),
            mowers=("b", "bm", "b"),
            rounds=4,
        ),
        tasks=(
            Question(
                say="Imagine the game ended now. Who would win?",
                options=seats(leader),
                because="Right: contracts and mowers together.",
                look="Add up contracts and mowers of each player.",
                nudge="You have 6 points. Who has more?",
            ),
        ),
    ),
    Step(
        key="round",
        veil=FEW,
        chapter=IDEA,
        title="Four phases",
        text=(
            "Every round has four phases. In Invest you buy mowers and bid cards, in Bid you lay cards face down for "
            "contracts. In Resolve they are turned over, and the lowest bid wins. Maintenance puts the table in order. "
            "In the first round nobody has money, so it begins with bids."
        ),
        rule=f"{OVERVIEW}; ruling M27",
        options=THREE,
        position=place("b1c1 b1t1 b2*c1 b2ct2 b3tp1", "r1.1 r1.2 r1.3", depth=8),
        tasks=(
            Question(
                say="This is the first round. Which phase are we in?",
                options=choices(phase_after(), *PHASE_NAMES),
                because="Right: without money there is nothing to invest.",
                look="Nobody has money yet.",
                nudge="The first phase is left out in the first round.",
            ),
            Question(
                say="And with which phase will the second round begin?",
                options=choices(phase_after("done " * 6), *PHASE_NAMES),
                because="Right: from then on every round has all four.",
                look="Only the first round leaves something out.",
                nudge="Which of the four comes first?",
            ),
        ),
    ),
    Step(
        key="invest",
        chapter=PHASES,
        title="Invest",
        text=(
            "Beginning with the holder of the starting marker, everybody may buy. A medium mower costs $3, an advanced "
            "one $6 (our guess). Bid cards cost $1, $3 and $5, and you need the mower of their type. You see each card "
            "before you decide on the next."
        ),
        rule=f"{INVEST}; ruling M25",
        options=THREE,
        position=place(
            "b1*t1 b2c2 b2ct1 b3cf1",
            "r2.1 r3.1 r2.2",
            money=(8, 3, 2),
            phase="invest",
            rounds=2,
            draws="m3*tf1",
        ),
        tasks=(
            Refusal(
                say="You have only the basic mower. Try to buy a medium bid card.",
                code=r.NO_MOWER,
                solution="card-m",
                offers=("card-m",),
                because="",
                nudge="Press the button for a medium bid card.",
            ),
            Move(
                say="Buy the medium mower.",
                goal=owns(1),
                solution="mower-m",
                refused={"card-a": r.NO_MOWER, "card-b": r.OK},
                because="It is yours for the rest of the game, and it is worth 2 points at the end.",
                nudge="It costs $3.",
            ),
            Refusal(
                say="Try to buy it once more.",
                code=r.HAVE_MOWER,
                solution="mower-m",
                offers=("mower-m",),
                because="",
                nudge="Press the medium mower again.",
            ),
            Move(
                say="Now buy a medium bid card.",
                goal=bought_card(1),
                solution="card-m",
                refused={"mower-a": r.NO_MONEY},
                offers=("mower-a",),
                because="You see it at once, and may go on buying.",
                nudge="It costs $3, and you have $5.",
            ),
            Move(
                say="You have $2 left. Say that you are done.",
                goal=did("done"),
                solution="done",
                refused={"card-m": r.NO_MONEY},
                then=("done done",),
                because="Then the others invest, clockwise.",
                nudge="Press «Done investing».",
            ),
        ),
    ),
    Step(
        key="needs",
        veil=FEW,
        chapter=PHASES,
        title="What a contract asks for",
        text=(
            "A contract lists one or more ways to bid for it. The one worth 3 takes two medium cards, with stars or "
            "without, or three basic cards that all have a star. The number must be exact, types are never mixed, and "
            "a type that is not listed will not do."
        ),
        rule=f"{NEEDS}; rulings M8, M9",
        options=THREE,
        position=place(
            "b1*c1 b1*t1 b2*c1 b2*t1 b2c1 m2f1 m3*f1 m4fp1 a3s1 a4s1",
            "r3.1 r2.1 r4.1",
            rounds=3,
            mowers=("bma", "b", "b"),
        ),
        tasks=(
            Question(
                say="You bid for A with three basic cards. Which of these may go in? Tick all that may.",
                many=True,
                options=moves("b1*c1", "b1*t1", "b2c1", "m3*f1", "b3*f1", first="A as2"),
                because="Right: basic, with a star, and from your own hand.",
                look="Basic, with a star, and in your hand?",
                nudge="Two of them may.",
            ),
            Question(
                say="Which whole stacks would be valid for A? Tick all.",
                many=True,
                options=stacks(
                    "A",
                    "m2f1 m3*f1",
                    "b1*c1 b1*t1",
                    "b1*c1 b1*t1 b2*c1",
                    "b1*c1 b1*t1 b2c1",
                    "m2f1 m3*f1 m4fp1",
                    "a3s1 a4s1",
                ),
                because="Right: exact number, one type that is listed, and stars where they are asked for.",
                look="Two medium cards, or three basic ones that all have a star.",
                nudge="One is medium, one is basic.",
            ),
        ),
    ),
    Step(
        key="bid",
        chapter=PHASES,
        title="Bid",
        text=(
            "You bid by laying cards face down under a token that says what for. A contract worth 1 takes any two "
            "basic cards. Choose the neighborhood, put the cards, and seal the stack; nobody sees what is in it."
        ),
        rule=BID,
        options=THREE,
        position=place("b1*c1 b1t1 b2t1 b2ct3 b3cp2", "r1.1 r1.2 r1.3", bids=NOBODY, marker=1, depth=8),
        tasks=(
            Refusal(
                say="With three players there are three neighborhoods. Try to bid on a fourth.",
                code=r.NO_SUCH_AREA,
                solution="D",
                offers=("D",),
                because="",
                nudge="Press «Bid on D».",
            ),
            Move(
                say="Put together a valid bid for A and seal it.",
                goal=sealed("A"),
                solution="A as1 b1*c1 b1t1 bluff0",
                refused={"card-b": r.NOT_NOW, "A free b1*c1 done bluff0": r.OK, "A as1 m2f1": r.NOT_IN_HAND},
                because="The stack is sealed. Now you might place a second bid.",
                nudge="A, two basic cards, then seal it without bluff cards.",
            ),
            Move(
                say="One bid is enough for now: place no further one.",
                goal=did("done"),
                solution="done",
                because="The bids are turned over. Yours is the only one for A: you win the contract and are paid.",
                nudge="Press «No further bid».",
            ),
        ),
    ),
    Step(
        key="two-bids",
        chapter=PHASES,
        title="At most two bids",
        text=(
            "You may place up to two bids in a round. You have one token for each neighborhood, so they must be for "
            "different ones. Each takes its own cards."
        ),
        rule=f"{BID}; rulings M6, M7",
        options=THREE,
        position=place(
            "b1*c1 b1t1 b2t1 b2ct3 b3cp2",
            "r1.1 r2.1 r3.1",
            bids=f"{NOBODY} A as1 b1*c1 b1t1 bluff0",
            marker=1,
            rounds=1,
            phase="bid",
        ),
        tasks=(
            Refusal(
                say="You have bid for A. Try to bid for A once more.",
                code=r.AIMED_THERE,
                solution="A",
                offers=("A",),
                because="",
                nudge="Press A again.",
            ),
            Move(
                say="Place a valid bid for another neighborhood.",
                goal=sealed("B"),
                solution="B as1 b2t1 b2ct3 b3cp2 bluff0",
                refused={"C as1": r.CANNOT_MEET, "C as2": r.CANNOT_MEET, "B free b2t1 done bluff0": r.OK},
                because="With the second stack your bids are complete, and everything is turned over.",
                nudge="B takes three basic cards, and you have three.",
            ),
        ),
    ),
    Step(
        key="resolve",
        chapter=PHASES,
        title="Resolve: the lowest bid wins",
        text=(
            "Stacks are turned over and counted, A first. The lowest valid bid gets the contract. The winner is paid "
            "what the cards show and discards them. Losers take their cards back. So a low bid wins more easily but "
            "brings less."
        ),
        rule=f"{RESOLVE}; ruling M20",
        options=THREE,
        position=place(
            f"{MINE} {LOW}",
            "r2.1 r1.1 r3.1",
            others=(f"{BEAS} b2c3 b1c2 b2tf1", f"{CARLS} b1ct1 b1t3"),
            bids=f"A as1 {MINE} bluff0 B as1 {LOW} bluff0 B as1 {BEAS} bluff0 done A as1 {CARLS} bluff0",
            rounds=1,
        ),
        tasks=(
            Question(
                say=f"For A your cards show ${worth(MINE)}, those of Carl ${worth(CARLS)}. Who wins it?",
                options=seats(winner_of("A", "done")),
                because="Right: the lower bid wins.",
                look="Lower is better.",
                nudge="Compare the two.",
            ),
            Question(
                say=f"For B you bid ${worth(LOW)}, Bea ${worth(BEAS)}. Who wins that one?",
                options=seats(winner_of("B", "done")),
                because="Right: one dollar less is enough.",
                look="Lower is better.",
                nudge="Compare the two.",
            ),
            Question(
                say="How many dollars will you be paid?",
                options=numbers(
                    change(money, "done"),
                    [(lambda match: worth(f"{MINE} {LOW}"), "Only a bid that wins is paid.")],
                    "${}",
                ),
                because="Right: what the cards of your winning bid show.",
                look="Only the bid for A wins.",
                nudge="Your bid for A is one card of $1 and two of $2.",
            ),
            Question(
                say="And how many cards will you hold then?",
                options=numbers(then(hand_size, "done"), [(lambda match: 5, "The cards that won are discarded.")]),
                because="Right: the stack that lost comes back.",
                look="Cards that won are gone, cards that lost come back.",
                nudge="Two cards lie under B.",
                then=("done",),
            ),
        ),
    ),
    Step(
        key="maintenance",
        chapter=PHASES,
        title="Maintenance",
        text=(
            "After the bids the table is put in order. If a neighborhood has no contract left, the game is over. A "
            "contract that nobody won goes face down to the bottom of its pile, and the next one is turned up. "
            "The starting marker goes to the left."
        ),
        rule=f"{MAINTENANCE}; rulings M5, M28, M30",
        options=THREE,
        position=place("b1*t2 b2c1 b2*ct1 b3tp1 b1c4", "r2.1 r2.2 r3.1", marker=1, rounds=2, phase="pick-up", turn=0),
        tasks=(
            Question(
                say="Nobody bid in this round. Where does the contract of A go?",
                options=choices(
                    goes_to("A", "done"), "It stays where it is", "To the bottom of its pile", "Out of the game"
                ),
                because="Right, and another one is turned up.",
                look="It waits for a later round.",
                nudge="It goes face down to the bottom.",
            ),
            Question(
                say="Bea has the starting marker. Who has it in the next round?",
                options=seats(marker_after("done")),
                because="Right: left of you sits the next one in the list, and so on.",
                look="To the left is the next name in the list.",
                nudge="Who sits left of Bea?",
            ),
            Move(
                say="You are asked for an odd job; more about that later. Do none, and the round is over.",
                goal=did("done"),
                solution="done",
                because="The table tells what was turned up. The next round begins with Invest.",
                nudge="Press «No odd job».",
            ),
        ),
    ),
    Step(
        key="mixed-short",
        chapter=WRONG,
        title="Mixed, or too few",
        text=(
            "You may lay whatever you like: a stack is judged only when it is turned over. A bid that does not meet a "
            "way exactly is not valid and wins nothing. Its cards come back to you. Try two of them on purpose."
        ),
        rule=f"{NEEDS}; rulings M2, M3, M5",
        options=THREE,
        position=place(
            "b1*c1 b2*t1 m2f1 m2t1 m3*f1", "r3.1 r4.1 r2.1", bids=NOBODY, marker=1, rounds=3, mowers=("bm", "b", "b")
        ),
        tasks=(
            Move(
                say="Bid for A with a mix of types: one basic and one medium card.",
                goal=sealed("A", is_mixed),
                solution="A free b1*c1 m2f1 done bluff0",
                refused={"A as1 m2f1 m2t1 bluff0": r.OK},
                because="The stack is sealed. Nobody complains yet.",
                nudge="A, one basic card, one medium card, seal it.",
            ),
            Move(
                say="Now bid for B with too few cards: two medium ones, where three are asked for.",
                goal=sealed("B", is_short),
                solution="B free m2t1 m3*f1 bluff0",
                refused={"B as1": r.CANNOT_MEET},
                because="All is turned over, and neither bid is valid: nobody gets these contracts.",
                nudge="B, the two medium cards that are left, seal it.",
            ),
            Question(
                say="How many bid cards do you hold now?",
                options=numbers(hand_size, [(lambda match: 0, "The cards of a bid that is not valid come back.")]),
                because="Right: they are all back.",
                look="The cards of a bid that is not valid come back.",
                nudge="You had five, and none is lost.",
            ),
        ),
    ),
    Step(
        key="long-starless",
        chapter=WRONG,
        title="Too many, or no star",
        text=(
            "One card too many is as bad as one too few. And where stars are asked for, every single card must have "
            "one. Again, try it on purpose and see it turned over."
        ),
        rule=f"{NEEDS}; rulings M3, M8",
        options=THREE,
        position=place("b1*c1 b1c1 b1t1 b2*t1 b2c1 b2t1 b3cp1", "r2.1 r3.1 r4.1", bids=NOBODY, marker=1, rounds=3),
        tasks=(
            Move(
                say="A asks for three basic cards. Bid for it with four.",
                goal=sealed("A", is_long),
                solution="A free b1c1 b1t1 b2c1 b2t1 done bluff0",
                refused={"A as1 b1c1 b1t1 b2c1 bluff0": r.OK},
                because="Sealed. Keep your starred cards for the next one.",
                nudge="A, four basic cards without a star, seal it.",
            ),
            Move(
                say="B asks for three basic cards with stars. Bid for it with three, one of them without a star.",
                goal=sealed("B", lacks_star),
                solution="B free b1*c1 b2*t1 b3cp1 bluff0",
                refused={"B as2": r.CANNOT_MEET},
                because="Turned over, neither is valid. Your cards are back.",
                nudge="B, the three cards that are left, seal it.",
            ),
            Question(
                say="Which of these would have been valid for A? Tick all.",
                many=True,
                options=stacks("A", "b1c1 b1t1 b2c1", "b1*c1 b2*t1", "b1c1 b1t1 b2c1 b2t1", "b1*c1 b2*t1 b3cp1"),
                because="Right: three basic cards, and a star does no harm.",
                look="Exactly three basic cards, with stars or without.",
                nudge="Two of them have three cards.",
            ),
        ),
    ),
    Step(
        key="stake",
        chapter=CLEVER,
        title="Staking your reputation",
        text=(
            "A contract that you won in an earlier round can be put under a bid: its points are taken off the bid. So "
            "you undercut others with dear cards. If you win, you are paid what the cards show. The staked contract "
            "leaves the game, whether you win or lose."
        ),
        rule=f"{STAKES}; rulings M14, M15, M18",
        options=THREE,
        position=place(
            "a4p1 a5s1 b1c1 b2t1 b2ct1",
            "r8.1 r2.3 r3.1",
            others=("a4s1 a4fs1 b1c2 b2c3 b1t1",),
            won=("r2.1 r3.2", "r1.1", "r2.2"),
            mowers=("bma", "bma", "bm"),
            bids="A as1 a4s1 a4fs1 done bluff0 done done",
            marker=1,
            rounds=6,
        ),
        tasks=(
            Question(
                say=(
                    f"You bid ${worth('a4p1 a5s1')} for A and stake your contract worth {points('r2.1')}. "
                    "What does your bid count as?"
                ),
                options=numbers(
                    bid_of(STAKING),
                    [
                        (lambda match: worth("a4p1 a5s1"), "That is what the cards show. Take the stake off."),
                        (lambda match: worth("a4p1 a5s1") + points("r2.1"), "A stake makes the bid lower."),
                    ],
                    "${}",
                ),
                because="Right: cards less stake.",
                look="Take the points staked off the dollars.",
                nudge="Nine less two.",
            ),
            Question(
                say="Say this bid wins. How many dollars will you be paid?",
                options=numbers(
                    change(money, STAKING), [(bid_of(STAKING), "You are paid what the cards show.")], "${}"
                ),
                because="Right: a stake does not make the payment smaller.",
                look="You are paid what the cards show.",
                nudge="Count the cards only.",
            ),
            Move(
                say="Bid for A with your two advanced cards and stake a contract.",
                goal=sealed("A", lambda bid: bid.way != NONE and len(bid.stakes) > 0),
                solution="A as1 a4p1 a5s1 r2.1 done bluff0",
                refused={"A as1 a4p1 a5s1 r1.1": r.NOT_YOUR_CONTRACT, "A as1 a4p1 a5s1 done bluff0": r.OK},
                then=("done",),
                because="Bea bid less than your cards show, but the stake made you lower. Now it is gone.",
                nudge="A, two advanced cards, one of your contracts, seal it.",
            ),
        ),
    ),
    Step(
        key="stake-lost",
        chapter=CLEVER,
        title="A stake is gone, win or lose",
        text=(
            "A stake is a risk: if somebody is still lower, you have lost its points for nothing. By the rules you may "
            "stake as many contracts as you like. At this table you agreed on one for each bid, which mowlab allows "
            "as an option."
        ),
        rule=f"{STAKES}; rulings M14, M17",
        options={"players": 3, "max_stakes": 1},
        position=place(
            "m3f1 m4ts1 b1c1 b2t1 b2ct1",
            "r3.1 r2.3 r4.1",
            others=("m2f1 m2tf1 b1c2 b2c3 b1t1",),
            won=("r1.1 r2.1", "r2.2", ""),
            mowers=("bm", "bm", "b"),
            bids="A as1 m2f1 m2tf1 done bluff0 done done",
            marker=1,
            rounds=5,
        ),
        tasks=(
            Refusal(
                say="Build a bid for A with two medium cards and try to stake both your contracts.",
                code=r.TOO_MANY_STAKES,
                solution="A as1 m3f1 m4ts1 r1.1 r2.1",
                because="",
                nudge="Choose A, put two medium cards, then stake one contract and the other.",
            ),
            Question(
                say=(
                    f"Bea has ${worth('m2f1 m2tf1')} under A. You bid ${worth('m3f1 m4ts1')}, staking "
                    f"{points('r2.1')} points. How many points do you lose?"
                ),
                options=numbers(points_lost(LOSING, "done"), [(lambda match: 0, "A stake does not come back.")]),
                because="Right: Bea is lower, and your stake is gone.",
                look="Who wins? And what becomes of the stake?",
                nudge="Bea wins with the lower bid. The stake is gone in any case.",
            ),
            Move(
                say="Try it: bid for A with two medium cards and stake a contract.",
                goal=sealed("A", lambda bid: bid.way != NONE and len(bid.stakes) > 0),
                solution=LOSING,
                refused={"A as1 m3f1 m4ts1 r2.2": r.NOT_YOUR_CONTRACT},
                then=("done",),
                because="Your cards are back in your hand, the staked contract is not.",
                nudge="A, two medium cards, one of your contracts, seal it.",
            ),
        ),
    ),
    Step(
        key="ties",
        chapter=CLEVER,
        title="Equal bids",
        text=(
            "If the lowest bids are equal, whoever staked more points wins. If that is equal too, the holder of the "
            "starting marker wins. If neither has it, the one who comes first clockwise from the marker. Here Carl "
            "has the marker, and three neighborhoods are tied."
        ),
        rule=f"{TIES}; ruling M19",
        options=FOUR,
        position=place(
            f"{TIE_A} {TIE_C} b2*f1",
            "r1.1 r1.2 r1.3 r2.1",
            others=(f"{TIE_A_BEA} {TIE_B} b2*t3", f"{TIE_B_CARL} b2c4 b1c5 b3ct1", f"{TIE_C_DINA} b1t3 b2tf2 b3cf1"),
            won=("", "r2.2", "", ""),
            bids=(
                f"B as1 {TIE_B_CARL} bluff0 done C as1 {TIE_C_DINA} bluff0 done "
                f"A as1 {TIE_A} bluff0 C as1 {TIE_C} bluff0 A as1 {TIE_A_BEA} r2.2 bluff0 B as1 {TIE_B}"
            ),
            marker=2,
            players=4,
            rounds=2,
        ),
        tasks=(
            Question(
                say=(
                    f"A: you bid ${worth(TIE_A)}; Bea bids ${worth(TIE_A_BEA)} and stakes {points('r2.2')} points. "
                    "Who wins?"
                ),
                options=seats(winner_of("A", "bluff0")),
                because="Right: the bids are equal, and only Bea staked something.",
                look="What does Bea's bid count as? Then: who staked more?",
                nudge="Both count the same, so the larger stake wins.",
            ),
            Question(
                say=f"B: Bea bids ${worth(TIE_B)}, Carl bids ${worth(TIE_B_CARL)}, nothing staked. Who wins?",
                options=seats(winner_of("B", "bluff0")),
                because="Right: Carl has the starting marker.",
                look="Nobody staked anything. Who has the marker?",
                nudge="The holder of the starting marker wins such ties.",
            ),
            Question(
                say=f"C: you bid ${worth(TIE_C)}, Dina bids ${worth(TIE_C_DINA)}, nothing staked. Who wins?",
                options=seats(winner_of("C", "bluff0")),
                because="Right: clockwise from Carl, Dina comes before you.",
                look="Go clockwise from Carl: who comes first?",
                nudge="After Carl in the list comes Dina, then you.",
                then=("bluff0",),
            ),
        ),
    ),
    Step(
        key="bluff",
        chapter=CLEVER,
        title="Bluff cards",
        text=(
            "Bids are placed clockwise from the starting marker, and all see how many cards lie under a token. "
            "Everybody has three bluff cards to hide how many of them are bid cards. They never count and always come "
            "back."
        ),
        rule=f"{BLUFFS}; rulings M1, M8",
        options=THREE,
        position=place(
            "b1*c1 b1t1 b2t1 b2ct3 b3cp2",
            "r1.1 r2.1 r1.2",
            others=("b1c1 b2c1 b2tf1 b1c4 b2ct1",),
            bids="A as1 b1c1 b2c1 bluff1 done done",
            marker=1,
            rounds=1,
        ),
        tasks=(
            Question(
                say="Look at the size of Bea's stack. How many bid cards may be in it? Tick all.",
                many=True,
                options=bid_cards_under(1),
                because="Right: up to three of the cards may be bluff cards.",
                look="A stack can have up to three bluff cards.",
                nudge="Three cards lie there: all of them, or fewer, or even none may be bid cards.",
            ),
            Move(
                say="Bid for C with two basic cards, and make it look like four.",
                goal=sealed("C", lambda bid: bid.way != NONE and bid.bluffs == 2),
                solution="C as1 b1*c1 b1t1 bluff2",
                refused={"C as1 b1*c1 b1t1 bluff0": r.OK, "C free done bluff0": r.NEEDS_BLUFF},
                because="Your bid is valid: bluff cards do not count.",
                nudge="C, two basic cards, two bluff cards.",
            ),
            Question(
                say="How many cards do the others see under your token?",
                options=numbers(lying, [(lambda match: 2, "Bluff cards cannot be told from others.")]),
                because="Right. They cannot know which contract that would fit.",
                look="Bid cards and bluff cards look alike.",
                nudge="Two and two.",
                veil=("sealed cards",),
            ),
            Refusal(
                say="Put a card under B, and try to seal it with three bluff cards.",
                code=r.NO_BLUFF_LEFT,
                solution="B free b2t1 done bluff3",
                offers=("bluff3",),
                because="They come back when the bids are turned over.",
                nudge="Choose B, put one card, then «Seal it with 3 bluff cards».",
            ),
        ),
    ),
    Step(
        key="bluff-out",
        chapter=CLEVER,
        title="All cards on the table",
        text=(
            "A stack needs at least one card, but that may be a bluff card: a stack of nothing but bluff cards is "
            "allowed, though it wins nothing. Who has neither bid cards nor bluff cards left cannot bid any more."
        ),
        rule=f"{BLUFFS}; ruling M2",
        options=THREE,
        position=place("b1c1 b2t1", "r1.1 r2.1 r1.2", bids=NOBODY, marker=1, rounds=1),
        tasks=(
            Move(
                say="Bid for A with both your cards and all three bluff cards.",
                goal=sealed("A", lambda bid: bid.way != NONE and bid.bluffs == r.BLUFF_CARDS),
                solution="A as1 b1c1 b2t1 bluff3",
                refused={"A free b1c1 done bluff0": r.OK},
                because="Five cards lie there, and two of them are a valid bid.",
                nudge="A, both cards, three bluff cards.",
            ),
            Refusal(
                say="Try to place a second bid, for B.",
                code=r.NOTHING_TO_BID,
                solution="B",
                offers=("B",),
                because="",
                nudge="Press B.",
            ),
            Move(
                say="So place no further bid.",
                goal=did("done"),
                solution="done",
                because="The contract is yours, and the bluff cards are back.",
                nudge="Press «No further bid».",
            ),
        ),
    ),
    Step(
        key="odd-job",
        chapter=WORK,
        title="Odd jobs",
        text=(
            "Instead of one bid you may do an odd job: three cards that show the same one, of any types. Clean up pays "
            f"${_PAY['c']}, trim shrubs ${_PAY['t']}, repair fence ${_PAY['f']}, plant trees ${_PAY['p']}, sprinklers "
            f"${_PAY['s']}. Done with the odd job token it brings ${r.BONUS} more, and the cards are discarded; "
            "a job that fails brings nothing."
        ),
        rule=f"{JOBS}; rulings M11, M12",
        options=THREE,
        position=place(
            "b1c1 b2t1 b3tp1 m3tf1 m4fp1 a4fp1",
            "r2.1 r3.1 r4.1",
            bids=NOBODY,
            marker=1,
            rounds=4,
            mowers=("bma", "bm", "b"),
        ),
        tasks=(
            Question(
                say="Which odd jobs could you do with your hand? Tick all.",
                many=True,
                options=moves("job-c", "job-t", "job-f", "job-p", "job-s", first="OJ"),
                because="Right: three cards for each of them.",
                look="Count the pictures: three cards must show the same one.",
                nudge="Shrubs, fence and trees: count them.",
            ),
            Question(
                say="You plant trees with the odd job token. How many dollars do you get?",
                options=numbers(
                    change(money, TREES), [(lambda match: _PAY["p"], "And the bonus for using the token?")], "${}"
                ),
                because="Right: the pay and the bonus.",
                look="The pay, and $3 for using the token.",
                nudge="Fourteen and three.",
            ),
            Move(
                say="Do it: three cards that show trees, with the odd job token.",
                goal=sealed("OJ", lambda bid: bid.job == 3),
                solution="OJ job-p b3tp1 m4fp1 a4fp1 bluff0",
                refused={
                    "OJ job-p m3tf1": r.WRONG_ICON,
                    "OJ job-s": r.CANNOT_DO_JOB,
                    "OJ free b1c1 b2t1 b3tp1 done bluff0": r.OK,
                },
                then=("done",),
                because="Odd jobs come first when the stacks are turned over, and you are paid.",
                nudge="The odd job, then the three cards with a tree, seal it.",
            ),
        ),
    ),
    Step(
        key="pick-up",
        chapter=WORK,
        title="A job for those who won nothing",
        text=(
            "When all contracts are settled, whoever won none and did no odd job with the token may do one after all, "
            "straight from the hand. It pays the same, but without the bonus. Everybody who may is asked in turn."
        ),
        rule=f"{PICK}; rulings M13, M13a",
        options=THREE,
        position=place(
            "b1c1 b1ct1 b2*c1 b2c2 b3f1 m2f1",
            "r2.1 r3.1 r4.1",
            phase="pick-up",
            lucky=(1, 2),
            rounds=3,
            money=(1, 4, 6),
            mowers=("bm", "b", "b"),
        ),
        tasks=(
            Question(
                say="You want to clean up. Which of these cards may you use? Tick all.",
                many=True,
                options=moves("b1c1", "b1ct1", "b3f1", "m2f1", first="job-c"),
                because="Right: all three cards must show that job; a second picture does no harm.",
                look="Which of them show the picture for clean up?",
                nudge="Two of them show it.",
            ),
            Question(
                say="You clean up with three of your cards. How many dollars does that bring?",
                options=numbers(
                    change(money, "job-c b1c1 b1ct1 b2*c1"),
                    [(lambda match: _PAY["c"] + r.BONUS, "The bonus is only for those who used the token.")],
                    "${}",
                ),
                because="Right: no bonus this time.",
                look="Clean up, without the bonus.",
                nudge="It is the odd job that pays least.",
            ),
            Move(
                say="Pick up that odd job.",
                goal=picked_up,
                solution="job-c b1c1 b1ct1 b2*c1",
                refused={"job-s": r.CANNOT_DO_JOB, "job-c b3f1": r.WRONG_ICON},
                because="Not much, but better than nothing. Then the round is over.",
                nudge="Press «Clean up», and the three cards that show it.",
            ),
        ),
    ),
    Step(
        key="limit",
        veil=FEW,
        chapter=WORK,
        title="Hand limits",
        text=(
            "When you are done investing you may keep seven basic, five medium and three advanced cards; the rest you "
            "discard. Discarded cards are shuffled when a deck runs out. If there are no discards either, that type "
            "cannot be bought: very rare, but here it is so."
        ),
        rule=f"{LIMIT}; rulings M24, M26",
        options={"players": 6},
        position=place(
            "a3s1 a3p1 a4s1 a5ts1 a5s1 b1c1 b2t1",
            "r2.1 r2.2 r3.1 r3.2 r4.1 r5.1",
            others=(
                "a3s2 a3p2 a3f1 b1c2",
                "a3ps1 a4s2 a4p1 b1c3",
                "a4p2 a4ps1 a4ps2 b1c4",
                "a4fs1 a4fp1 a5fs1 b1c5",
                "a5fs2 a5tp1 a5fp1 b1t1",
            ),
            players=6,
            phase="invest",
            money=(9, 0, 0, 0, 0, 0),
            mowers=("bma",) * 6,
            rounds=5,
        ),
        tasks=(
            Refusal(
                say="All twenty advanced cards are in players' hands. Try to buy one.",
                code=r.NO_CARDS_LEFT,
                solution="card-a",
                offers=("card-a",),
                because="",
                nudge="Press the advanced bid card.",
            ),
            Question(
                say="You are done now. How many cards will you have to discard?",
                options=numbers(must_discard, [(hand_size, "Only what is over the limit of its type.")]),
                because="Right: you hold five advanced cards and may keep three.",
                look="Count each type of its own.",
                nudge="Which type are you over the limit of?",
                veil=("notes",),
            ),
            Move(
                say="Say that you are done.",
                goal=did("done"),
                solution="done",
                refused={"card-a": r.NO_CARDS_LEFT},
                because="Now the extra cards have to go.",
                nudge="Press «Done investing».",
            ),
            Refusal(
                say="Try to discard a basic card.",
                code=r.NOT_OVER_LIMIT,
                solution="b1c1",
                because="",
                nudge="Press one of your two basic cards.",
            ),
            Move(
                say="Discard an advanced card.",
                goal=lambda match: True,
                solution="a3s1",
                refused={"b2t1": r.NOT_OVER_LIMIT, "done": r.NOT_NOW},
                because="One more to go.",
                nudge="Press an advanced card.",
            ),
            Move(
                say="And another one.",
                goal=lambda match: True,
                solution="a5s1",
                refused={"b2t1": r.NOT_OVER_LIMIT},
                because="Three are left: that is allowed. Now the next player invests.",
                nudge="Press an advanced card.",
            ),
        ),
    ),
    Step(
        key="score",
        chapter=ENDING,
        title="The end and the count",
        text=(
            "When a neighborhood has no contract left at the end of a round, the game is over. Count your contracts, "
            "your mowers and one point for every $3; what is left over counts nothing. Cards in hand count nothing "
            "either. Equal points share the victory."
        ),
        rule=f"{WINNER}; rulings M30, M32, M33",
        options=THREE,
        position=place(
            "b1c1 b2t1 b2ct1",
            "r1.1 r2.2 r3.2",
            won=("r3.1 r4.1", "r5.1 r1.2", "r6.1"),
            money=(8, 7, 5),
            mowers=("bm", "ba", "b"),
            bids=f"{NOBODY} A as1 b1c1 b2t1 done bluff0",
            marker=1,
            rounds=8,
            depth=1,
        ),
        tasks=(
            Question(
                say="You win A, its last contract, for $3. How many points will you have?",
                options=numbers(
                    then(score, LAST_ROUND),
                    [
                        (score, "That is what you have now. The last contract counts as well."),
                        (
                            lambda match: points("r3.1 r4.1 r1.1"),
                            "Contracts alone. Your mowers and your money count, too.",
                        ),
                        (
                            lambda match: then(score, LAST_ROUND)(match) - then(money, LAST_ROUND)(match) // 3,
                            "And your money?",
                        ),
                    ],
                ),
                because="Right: contracts, mowers, and one point for every $3.",
                look="Contracts, mowers, and one point for every $3.",
                nudge="Contracts 3, 4 and 1; mowers 1 and 2; $8 and $3 more.",
                veil=("points",),
            ),
            Question(
                say="And who wins the game?",
                options=seats(then(leader, LAST_ROUND)),
                because="Right.",
                look="Count the same for Bea and Carl.",
                nudge="Bea: contracts 5 and 1, mowers 1 and 3, $7. Carl: contract 6, mower 1, $5.",
                veil=("points",),
            ),
            Move(
                say="Place no further bid, and see how it ends.",
                goal=did("done"),
                solution="done",
                then=("done done",),
                because="A has no contract left, and the game is over.",
                nudge="Press «No further bid».",
            ),
            Refusal(
                say="Try to go on.",
                code=r.GAME_OVER,
                solution="done",
                offers=("done",),
                because="",
                nudge="Press «Done».",
            ),
        ),
    ),
    Step(
        key="solo",
        chapter=ENDING,
        title="Alone against the dummy",
        text=(
            "Alone you play against a dummy, with neighborhoods A and B. It takes every contract that you do not "
            "validly bid for. If you bid, it draws cards of the same type, with stars if they were asked for, until it "
            "has as many. The lower bid wins, and ties are yours. The dummy counts contracts only."
        ),
        rule=f"{SOLO}; rulings M35, M36, M37",
        options={"players": 1},
        position=place(
            f"{AGAINST} b1t1 b1ct1 b2ct1",
            "r1.1 r2.1",
            players=1,
            draws=DUMMYS,
            rounds=1,
        ),
        tasks=(
            Question(
                say="You bid for A only. Who gets the contract of B?",
                options=choices(taker_of("B", SOLO_BID), "You", "The dummy", "Nobody: it goes to the bottom"),
                because="Right: the solo game never waits.",
                look="You do not bid for it.",
                nudge="Whatever you leave, somebody takes.",
            ),
            Question(
                say=f"For A you bid ${worth(AGAINST)}, and the dummy draws ${worth(DUMMYS)}. Who gets that contract?",
                options=choices(taker_of("A", SOLO_BID), "You", "The dummy", "Nobody: it goes to the bottom"),
                because="Right: in the solo game you win such ties.",
                look="The bids are equal.",
                nudge="Ties are yours.",
            ),
            Move(
                say="Bid for A with two basic cards.",
                goal=sealed("A"),
                solution=f"A as1 {AGAINST} bluff0",
                refused={"C": r.NO_SUCH_AREA, "A free b1t1 done bluff0": r.OK},
                then=("done",),
                because="The table tells what the dummy drew, and who got what.",
                nudge="A, two basic cards, seal it.",
            ),
        ),
    ),
    Step(
        key="tip",
        chapter=ENDING,
        title="One tip",
        text=(
            "Cheap cards win contracts, dear cards lose them. But odd jobs do not look at the price. So send your dear "
            "cards to odd jobs, and bid with the cheap ones. The money buys better mowers, which are points, too."
        ),
        rule=f"{JOBS}; tip",
        options=THREE,
        position=place("b1*c1 b1t1 b3cp1 b3cf1 b3ct1", "r1.1 r2.1 r3.1", bids=NOBODY, marker=1, rounds=1),
        tasks=(
            Move(
                say="Bid for A, which asks for two basic cards, as low as you can.",
                goal=lowest_for("A"),
                solution="A as1 b1*c1 b1t1 bluff0",
                refused={"A as1 b1*c1 b3cp1 bluff0": r.OK},
                because="Two dollars: nobody can be lower without a stake.",
                nudge="Put your two cards of $1.",
            ),
            Move(
                say="And let your dear cards do an odd job.",
                goal=sealed("OJ", lambda bid: bid.job != NONE),
                solution="OJ job-c b3cp1 b3cf1 b3ct1 bluff0",
                refused={"OJ job-t": r.CANNOT_DO_JOB},
                because="A contract and money in one round. Now you know Mow Money!",
                nudge="All three cards that are left show the same odd job.",
            ),
        ),
    ),
)


# ---- the quiz: each maker draws a position and asks one thing -------------------------------------------------------
def _of_tier(tier: int) -> list[str]:
    return [code for code in _CODES if _ROWS[code]["tier"] == TIERS[tier]]


def _in_order(codes: Sequence[str]) -> list[str]:
    return sorted(codes, key=_CODES.index)


def ask_valid(rng: random.Random) -> Step:
    top = f"r{rng.randint(2, 6)}.1"
    while True:
        groups = [rng.sample(_of_tier(tier), n) for tier, n in enumerate((6, 4, 2))]
        hand = [code for group in groups for code in group]
        some = [rng.sample(groups[0], n) for n in (3, 3, 4, 5)]
        some += [rng.sample(groups[1], n) for n in (2, 3, 3)] + [groups[2], rng.sample(hand, 3)]
        labels = {_told(" ".join(_in_order(codes))): " ".join(_in_order(codes)) for codes in some}
        chosen = rng.sample(sorted(labels.values()), 5)
        if len({_meets(top, codes) for codes in chosen}) == 2:
            break
    return Step(
        key="quiz-valid",
        review="needs",
        chapter="Quiz",
        title="Valid or not?",
        text="",
        rule=NEEDS,
        options=THREE,
        position=place(" ".join(hand), f"{top} r1.1 r1.2", rounds=4, mowers=("bma", "b", "b"), bids=""),
        veil=FEW,
        tasks=(
            Question(
                say="Which of these stacks would be a valid bid for A? Tick all.",
                many=True,
                options=stacks("A", *chosen),
                because="Exact number, one type, and stars where they are asked for.",
                look="Compare number, type and stars with each way that the contract lists.",
                nudge="Stacks of mixed types never do.",
            ),
        ),
    )


def _meets(contract: str, codes: str) -> bool:
    """Whether some of these cards are a valid bid: only to draw questions that have both kinds."""
    rows = [_ROWS[code] for code in codes.split()]
    return any(
        len(rows) == count and all(row["tier"] == tier and (row["star"] or star == "any") for row in rows)
        for tier, count, star in _CARDS.others["contracts"][int(contract[1]) - 1]["needs"]
    )


def _told_bid(p: int, cards: str, stake: str) -> str:
    """«Bea bids $5 and stakes 2 points»"""
    who, ending = ("you", "") if p == YOU else (NAMES[p], "s")
    staked = f" and stake{ending} {number_of(points(stake), 'point', 'points')}" if stake else ""
    return f"{who} bid{ending} ${worth(cards)}{staked}"


def ask_winner(rng: random.Random) -> Step:
    marker = rng.randrange(3)
    dealt = rng.sample(_of_tier(0), 3 * r.HAND_SIZE)
    hands = [_in_order(dealt[p * r.HAND_SIZE : (p + 1) * r.HAND_SIZE]) for p in range(3)]
    bids = [" ".join(_in_order(rng.sample(hand, 3))) for hand in hands]
    owned = ["r1.1", "r2.2", "r3.1"]
    stakes = [code if rng.random() < 0.5 else "" for code in owned]
    order = [(marker + i) % 3 for i in range(3)]
    told = "; ".join(_told_bid(p, bids[p], stakes[p]) for p in range(3))
    return Step(
        key="quiz-winner",
        review="stake" if any(stakes) else "resolve",
        chapter="Quiz",
        title="Who wins the contract?",
        text="",
        rule=f"{RESOLVE}; ruling M19",
        options=THREE,
        position=place(
            " ".join(hands[0]),
            "r2.1 r3.2 r4.1",
            others=[" ".join(hand) for hand in hands[1:]],
            won=owned,
            bids=" done ".join(f"A as1 {bids[p]} {stakes[p] or 'done'} bluff0" for p in order),
            marker=marker,
            rounds=4,
        ),
        tasks=(
            Question(
                say=f"All bids for A are valid: {told}. Who wins it?",
                options=seats(winner_of("A", "done")),
                because="The lowest bid, stakes taken off; then the larger stake; then the marker.",
                look="Take the stakes off, then look for the lowest.",
                nudge="If bids are equal: who staked more? If that is equal: who is nearer to the marker, clockwise?",
            ),
        ),
    )


def ask_paid(rng: random.Random) -> Step:
    hand = _in_order(rng.sample(_of_tier(0), r.HAND_SIZE))
    bid = " ".join(_in_order(rng.sample(hand, 3)))
    stake = rng.choice(("r1.1", "r2.2", "r3.1"))
    return Step(
        key="quiz-paid",
        review="stake",
        chapter="Quiz",
        title="What a bid brings",
        text="",
        rule=f"{STAKES}; ruling M18",
        options=THREE,
        position=place(
            " ".join(hand),
            "r2.1 r3.2 r4.1",
            won=(stake, "", ""),
            bids=f"{NOBODY} A as1 {bid} {stake} bluff0",
            marker=1,
            rounds=4,
        ),
        tasks=(
            Question(
                say=(
                    f"Yours is the only bid for A: cards of ${worth(bid)}, and "
                    f"{number_of(points(stake), 'point', 'points')} staked. How many dollars are you paid?"
                ),
                options=numbers(
                    change(money, "done"),
                    [
                        (bid_of("done"), "That is what the bid counts as. You are paid what the cards show."),
                        (lambda match: worth(bid) + points(stake), "A stake is not paid for."),
                    ],
                    "${}",
                ),
                because="You are paid what the cards show.",
                look="What do the cards show?",
                nudge="The stake does not matter for the payment.",
            ),
        ),
    )


def ask_jobs(rng: random.Random) -> Step:
    jobs = [f"job-{code}" for code in _PAY]
    while True:
        hand = _in_order([code for tier, n in enumerate((4, 2, 2)) for code in rng.sample(_of_tier(tier), n)])
        able = [row for row in _PAY if sum(_shows(code, row) for code in hand) >= r.JOB_CARDS]
        if 0 < len(able) < len(jobs):
            break
    return Step(
        key="quiz-jobs",
        veil=FEW,
        review="odd-job",
        chapter="Quiz",
        title="Which odd jobs?",
        text="",
        rule=f"{JOBS}; ruling M11",
        options=THREE,
        position=place(" ".join(hand), "r2.1 r3.2 r4.1", mowers=("bma", "b", "b"), rounds=4),
        tasks=(
            Question(
                say="Which odd jobs could you do with your hand? Tick all.",
                many=True,
                options=moves(*jobs, first="OJ"),
                because="Three cards that show the same job, of any types.",
                look="Three cards must show the same job; types do not matter.",
                nudge="Count the pictures one kind after the other.",
            ),
        ),
    )


def _shows(code: str, job: str) -> bool:
    name = next(row["name"] for row in _CARDS.others["jobs"] if row["code"] == job)
    return name in _ROWS[code]["icons"]


def ask_job_pay(rng: random.Random) -> Step:
    job, by_token = rng.choice(sorted(_PAY)), rng.random() < 0.5
    three = _in_order(rng.sample([code for code in _CODES if _shows(code, job)], 3))
    name = next(row["name"] for row in _CARDS.others["jobs"] if row["code"] == job).replace("_", " ")
    put = f"job-{job} {' '.join(three)}"
    phase: dict[str, Any] = {"bids": NOBODY, "marker": 1} if by_token else {"phase": "pick-up", "lucky": (1, 2)}
    return Step(
        key="quiz-job-pay",
        veil=FEW,
        review="odd-job" if by_token else "pick-up",
        chapter="Quiz",
        title="What an odd job pays",
        text="",
        rule=JOBS if by_token else PICK,
        options=THREE,
        position=place(" ".join(three), "r2.1 r3.2 r4.1", mowers=("bma", "b", "b"), rounds=4, **phase),
        tasks=(
            Question(
                say=f"You do the odd job «{name}» "
                + ("with the odd job token. " if by_token else "as a pick-up. ")
                + "How many dollars does it bring?",
                options=numbers(
                    change(money, f"OJ {put} bluff0 done" if by_token else put),
                    [
                        (lambda match: _PAY[job], "And the bonus?"),
                        (lambda match: _PAY[job] + r.BONUS, "A pick-up has no bonus."),
                    ],
                    "${}",
                ),
                because="Clean up 4, shrubs 5, fence 9, trees 14, sprinklers 20; $3 more with the token.",
                look="Clean up 4, shrubs 5, fence 9, trees 14, sprinklers 20; $3 more with the token.",
                nudge="With the token $3 are added, in a pick-up they are not.",
            ),
        ),
    )


def ask_discard(rng: random.Random) -> Step:
    while True:
        held = (rng.randint(4, 9), rng.randint(2, 7), rng.randint(1, 5))
        if any(n > limit for n, limit in zip(held, r.HAND_LIMIT, strict=True)):
            break
    hand = _in_order([code for tier, n in enumerate(held) for code in rng.sample(_of_tier(tier), n)])
    return Step(
        key="quiz-discard",
        veil=FEW,
        review="limit",
        chapter="Quiz",
        title="Hand limits",
        text="",
        rule=f"{LIMIT}; ruling M26",
        options=THREE,
        position=place(
            " ".join(hand), "r2.1 r3.2 r4.1", mowers=("bma", "b", "b"), phase="invest", rounds=4, money=(2, 0, 0)
        ),
        tasks=(
            Question(
                say=(
                    f"You hold {held[0]} basic, {held[1]} medium and {held[2]} advanced cards and are done investing. "
                    "How many must you discard?"
                ),
                veil=("notes",),
                options=numbers(must_discard, [(lambda match: max(0, sum(held) - 15), "Each type has its own limit.")]),
                because="Seven basic, five medium and three advanced may stay.",
                look="Seven basic, five medium and three advanced may stay.",
                nudge="Look at each type of its own.",
            ),
        ),
    )


def ask_score(rng: random.Random) -> Step:
    pool = [code for code in contracts_in_play(3) if code not in ("r2.1", "r3.1", "r4.1")]
    mine = " ".join(sorted(rng.sample(pool, 4)))
    mowers, dollars = rng.choice(("b", "bm", "ba", "bma")), rng.randint(4, 29)
    return Step(
        key="quiz-score",
        veil=FEW,
        review="score",
        chapter="Quiz",
        title="The final count",
        text="",
        rule=f"{WINNER}; ruling M32",
        options=THREE,
        position=place(
            "b1c1 b2t1 b2ct1",
            "r2.1 r3.1 r4.1",
            won=(mine, "", ""),
            mowers=(mowers, "b", "b"),
            money=(dollars, 0, 0),
            rounds=7,
        ),
        tasks=(
            Question(
                say=(
                    f"At the end your contracts are worth {points(mine)} points. You own the "
                    f"{' and the '.join(tier for tier in TIERS if tier[0] in mowers)} mower and have ${dollars}. "
                    "How many points in all?"
                ),
                options=numbers(
                    score,
                    [
                        (lambda match: points(mine), "And your mowers and your money?"),
                        (lambda match: score(match) - dollars // r.MONEY_PER_POINT, "And your money?"),
                        (lambda match: points(mine) + dollars // r.MONEY_PER_POINT, "And your mowers?"),
                    ],
                ),
                because="Contracts, mowers (1, 2 and 3), and one point for every $3.",
                look="Contracts, mowers (1, 2 and 3), and one point for every $3.",
                nudge="What is left over after dividing by three counts nothing.",
            ),
        ),
    )


def ask_tie(rng: random.Random) -> Step:
    players = rng.choice((3, 4, 5))
    marker, (one, other) = rng.randrange(players), rng.sample(range(players), 2)
    pairs = {one: "b1c1 b2t1", other: "b1t1 b2c1"}
    order = [(marker + i) % players for i in range(players)]
    bids = " done ".join(f"A as1 {pairs[p]} bluff0" if p in pairs else "" for p in order)
    hands = [pairs.get(p, "") for p in range(players)]
    tied = [NAMES[p] for p in sorted((one, other))]
    return Step(
        key="quiz-tie",
        review="ties",
        chapter="Quiz",
        title="Equal bids",
        text="",
        rule=f"{TIES}; ruling M19",
        options={"players": players},
        position=place(
            hands[0],
            " ".join(f"r1.{area + 1}" for area in range(players)),
            others=hands[1:],
            bids=bids,
            marker=marker,
            players=players,
            rounds=1,
        ),
        tasks=(
            Question(
                say=(
                    f"{NAMES[marker]} {'have' if marker == YOU else 'has'} the starting marker. {tied[0]} and "
                    f"{tied[1]} have bid the same for A, nothing is staked. Who wins it?"
                ),
                options=seats(winner_of("A", "done")),
                because="The marker's holder, else the first one clockwise from there.",
                look="Go clockwise from the holder of the starting marker.",
                nudge="Clockwise is down the list, and then from its top again.",
            ),
        ),
    )


LESSON = Lesson(
    game="mow-money",
    names=NAMES,
    steps=STEPS,
    quiz=(ask_valid, ask_winner, ask_paid, ask_jobs, ask_job_pay, ask_discard, ask_score, ask_tie),
    you=YOU,
)
