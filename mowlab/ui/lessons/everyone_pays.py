"""Lesson 1, everyone pays: bid for a creature, lose your bid either way, and see where the prize goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.theory.solution import Solution, Vector
from mowlab.theory.stages.allpay import LOSE, AllPay, Continuous, _needed, _share
from mowlab.ui import panel as p
from mowlab.ui.bid_lesson import BidLesson, Block, Row
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Step, Thought, mean, shown, tiny

PLAYERS, PRIZE, ROUNDS = 3, 10, 8
GAME = AllPay(PLAYERS, PRIZE)
FIRST, SECOND, CLASS = "your first rivals", "the other two", "your class"


BLOCKS = (
    Block(
        "theory",
        "First eight rounds",
        ROUNDS,
        "Two bidders who have worked it out. They know that you know.",
        "They were drawing their bids from the mix that the theory tells for three bidders and a prize of 10.",
    ),
    Block(
        "crowd",
        "Eight more rounds",
        ROUNDS,
        "Two other bidders. Watch how they bid.",
        "They were made up to bid like many people: either next to nothing or nearly all, seldom in between.",
    ),
)
CROWD = np.array([6, 5, 3, 1, 1, 1, 1, 2, 4, 5, 1]) / 30  # our own drawing of such a crowd, no measurement


@cache
def equilibrium() -> Solution:
    """The symmetric equilibrium of the game that is played here."""
    return GAME.equilibrium()


@dataclass(frozen=True)
class Round:
    """bids: yours first.  winner: 0 for you.  Ties are broken by lot, so the winner is kept."""

    bids: tuple[int, ...]
    winner: int

    @property
    def price(self) -> int:
        return max(self.bids)

    @property
    def gain(self) -> int:
        """What you have more afterwards."""
        return (PRIZE if self.winner == 0 else 0) - self.bids[0]

    @property
    def spent(self) -> int:
        return sum(self.bids)


def read_round(row: Row) -> Round:
    """The round that a row keeps."""
    return Round(tuple(row[1:-1]), row[-1])


def draw_round(own: int, block: Block, rng: np.random.Generator) -> Round:
    """Your bid against two that are drawn from the block's mix; equal highest bids have equal chances."""
    mix = equilibrium().mix if block.key == "theory" else CROWD
    bids = (own, *map(int, rng.choice(PRIZE + 1, size=PLAYERS - 1, p=mix)))
    top = [i for i, b in enumerate(bids) if b == max(bids)]
    return Round(bids, int(rng.choice(top)))


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "bid",
        f"Prize: {PRIZE} coins. Three bidders. What would you bid?",
        0,
        PRIZE,
        "a whole number, 0 to 10",
        only=range(PRIZE + 1),
    ),
    Ask("spent", "All three bids together: how many coins on average?", 0, 3 * PRIZE, "0 to 30"),
    Ask(
        "gain", "What does a bidder end up with on average, per round?", -PRIZE, PRIZE, "−10 to 10; a loss is negative"
    ),
)


def _mix_table() -> p.Block:
    found = equilibrium()
    rows = [
        (str(b), percent(chance, 1), f"{pay:.3f}")
        for b, chance, pay in zip(GAME.actions, found.mix, GAME.payoffs(found.mix), strict=True)
    ]
    return p.table(
        "Three bidders, prize 10, whole coins, ties by lot",
        ["bid", "how often", "earns"],
        rows,
        note=f"Computed here. Nobody gains more than {tiny(found.regret)} by any other way of bidding.",
    )


def _crowd_table() -> p.Block:
    rows, worst = [], 0.0
    for n in (2, 3, 4, 5, 10):
        game = Continuous(n, PRIZE)
        nothing = float(game.cdf(PRIZE / 20))
        worst = max(worst, float(game.payoffs(np.linspace(0, PRIZE, 101)).max()))
        rows.append(
            (
                str(n),
                f"{game.mean_bid:.2f}",
                f"{game.mean_highest:.2f}",
                percent(nothing),
                percent(game.overspending, 1),
            )
        )
    return p.table(
        "Any real bid allowed, prize 10",
        ["bidders", "mean bid", "mean highest bid", "bids below half a coin", "together more than the prize"],
        rows,
        note=f"Every bid from 0 to {PRIZE} earns the same: nothing. Nobody gains more than {tiny(worst)} by another.",
    )


def _all_bid(bid: int) -> tuple[float, Vector]:
    """What each bid earns where both others bid `bid`; first what `bid` itself earns."""
    pay = GAME.payoffs(np.eye(PRIZE + 1)[bid])
    return float(pay[bid]), pay


STEPS = (
    Step(
        "No fixed bid can last",
        "Suppose everybody bids 5. Each wins once in three rounds and pays 5 in every one: that loses "
        f"{shown(-_all_bid(5)[0])} coins a round. Bid 6 instead, you win each time and gain "
        f"{shown(_all_bid(5)[1][6])}. So would the others, and up it goes, until at 10 staying out is better. "
        "Whatever all are known to bid, somebody wants to bid something else. What can last is a mix: a bid that "
        "nobody can foresee.",
        code=(_share,),
    ),
    Step(
        "A mix that leaves you indifferent",
        "Let F(b) be the chance that one rival bids b or less. With the bid b you win if both rivals are below: F(b) · "
        "F(b). If some bids earned more than others, nobody would use the others. So all bids in use earn the same, "
        "and as bidding nothing earns nothing, that is 0.",
        "V · F(b)ⁿ⁻¹ − b = 0   ⇒   F(b) = (b / V)^(1 / (n − 1)).   Here: F(b) = √(b / 10)",
    ),
    Step(
        "Whole coins and ties",
        "Coins come in ones, and equal bids draw lots. Then the staircase gets teeth: 3 is bid more often than 2 or 4. "
        f"The grid leaves each bidder a little, {shown(equilibrium().value)} coins a round instead of 0. Every bid "
        "from 0 to 9 earns just that, and 10 earns nothing.",
        table=_mix_table,
        code=(AllPay._ladder, _needed),
    ),
    Step(
        "Who gets the prize",
        "With any real bid allowed, the three bids add up to 10 on average: the whole prize. The bidders as a group "
        "have fought it away, and the seller has it. In nearly half of all rounds they pay even more than it is worth.",
        "mean bid V / n,   all bids together V",
    ),
    Step(
        "More bidders",
        "The more there are, the less each bids, and the more bid next to nothing. The total stays the prize, and the "
        "highest bid falls only towards half of it.",
        table=_crowd_table,
    ),
)

THOUGHTS = (
    Thought(
        "Where outside of games do all pay and only one wins?",
        "Firms that lobby for one licence, laboratories that race for one patent, athletes who train for one medal, "
        "pupils who cram for one scholarship. The effort of those who lose is spent as well.",
    ),
    Thought(
        "«Mixing» sounds like not knowing what to do. Is it?",
        "No. Somebody who can be foreseen can be beaten by one coin. Drawing lots with the right chances is the "
        "plan; it makes all of the rival's bids equally good, so there is nothing to foresee.",
    ),
    Thought(
        "After five lost bids in a row: should you bid higher, to get your money back?",
        "What is gone is gone in every future: it is the same whatever you bid now. Each round is a new one. Feeling "
        "otherwise is called the sunk-cost trap; lesson 8 lives from it.",
    ),
    Thought(
        "Who might like such an auction, and what could bidders do about it?",
        "The seller of the prize. The bidders could agree to bid little and take turns, but each would have a reason "
        "to break the agreement; or they could ask for a rule such as: the losers' bids come back.",
    ),
)

EXERCISES = (
    Exercise(
        "six",
        "Prize 10, and both rivals always bid 5. What do you earn on average with the bid 6?",
        lambda: float(_all_bid(5)[1][6]),
        0.01,
        "You win for sure and pay 6.",
        "How often do you win? What do you get, what do you pay?",
    ),
    Exercise(
        "five",
        "And with the bid 5, like them (equal bids draw lots)?",
        lambda: _all_bid(5)[0],
        0.02,
        "A third of 10, less 5: minus five thirds.",
        "You win in one of three rounds and pay in all of them.",
    ),
    Exercise(
        "zero",
        "Another house rule: equal highest bids all lose. Three bidders, prize 10. How often does the theory bid 0?",
        lambda: float(AllPay(PLAYERS, PRIZE, LOSE).equilibrium().mix[0]),
        0.005,
        "The square root of 1/10: the bid 1 wins if both rivals bid 0, and must earn 0.",
        "The bid 1 costs 1 and wins only if both rivals bid 0. It must earn nothing: 10 · p · p = 1.",
        percent=True,
    ),
    Exercise(
        "mean",
        "Five bidders, prize 10, any real bid. What is the mean bid?",
        lambda: Continuous(5, PRIZE).mean_bid,
        0.01,
        "All bids together are the prize: 10 / 5.",
        "All bids together are 10 on average, however many bidders there are.",
    ),
    Exercise(
        "over",
        "Three bidders, any real bid: in how many percent of the rounds do they pay more than the prize together?",
        lambda: Continuous(PLAYERS, PRIZE).overspending,
        0.011,
        "1 − π/6: the bids are V · u², so the sum stays below V where (u₁, u₂, u₃) lies in an eighth of a ball.",
        "Read it off the last table of part 4.",
        percent=True,
    ),
)

GUIDE = Guide(
    "Everyone pays (all-pay auction, rent dissipation). From grade 8 with play and charts alone; from grade 10 with "
    "the formula. One to forty people, one device each or in pairs; 45 minutes. Nothing has to be known before.",
    "Let everybody keep the prediction before you say a word about strategy. With a class: after part 2 collect the "
    "bids (the button above the charts copies them), paste all lists on the projector, and let the class look at "
    "itself.",
    (
        ("0–6", "Part 1: predict, alone, in silence."),
        ("6–20", "Part 2: eight rounds, a word on what they saw, eight more."),
        ("20–27", "Part 3: where does my staircase leave the theory's? Who has spent more than the prize?"),
        ("27–40", "Part 4: no fixed bid lasts (on the board), then the indifference line; ties only if asked."),
        ("40–45", "Part 5 aloud. The exercises are homework."),
    ),
    (
        ("«If I lose, my bid comes back.»", "Play one round with real sweets: the losers' sweets are gone."),
        ("«Bid about half, that is fair.»", "Then half plus one wins every round. Who wants to try?"),
        ("«Mixing means not knowing.»", "Rock, paper, scissors: who plays without mixing?"),
        ("«I have paid so much, now I must win.»", "Would you bid the same if a friend took over your seat now?"),
    ),
    "Where it leads: lesson 2 throws out the biggest spender, which changes everything; lesson 8 has fights that go "
    "on.",
)


class EveryonePays(BidLesson):
    """A row of play: block, own bid, the rivals' bids, winner (0 is you)."""

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "everyone-pays", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE
    BLOCKS = BLOCKS

    def choices(self, block: Block) -> Sequence[int]:
        return GAME.actions

    def task(self, block: Block) -> str:
        return f"Prize: {PRIZE} coins. All three pay their bids, the highest takes it; equal ones draw lots."

    def meet(self, block: Block, own: int) -> list[int]:
        round_ = draw_round(own, block, self.rng)
        return [*round_.bids[1:], round_.winner]

    def can_be(self, row: Row) -> bool:
        if len(row) != PLAYERS + 2 or not all(0 <= n <= PRIZE for n in row[1:-1]) or row[-1] not in range(PLAYERS):
            return False
        return bool(row[1 + row[-1]] == max(row[1:-1]))

    def tell(self, row: Row) -> tuple[str, bool]:
        round_ = read_round(row)
        return told(round_), round_.gain > 0

    def sum_up(self, rows: Sequence[Row]) -> str:
        rounds = [read_round(row) for row in rows]
        won = sum(r.winner == 0 for r in rounds)
        return f"you won {won} of {len(rounds)}, and have {signed(sum(r.gain for r in rounds))} coins."

    def rounds(self, block: str = "") -> list[Round]:
        return [read_round(row) for row in self.rows(block)]

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        yield self._staircases()
        if rounds := self.rounds():
            yield self._spending(rounds)
        if mix := self.class_bids(0, PRIZE) or self.own():
            yield self._payoffs(mix, CLASS if self.class_bids(0, PRIZE) else charts.YOU)

    def _staircases(self) -> Picture:
        rows = charts.staircase(charts.THEORY, np.cumsum(equilibrium().mix))
        groups = {charts.YOU: self.own()}
        groups[FIRST] = [b for r in self.rounds(BLOCKS[0].key) for b in r.bids[1:]]
        groups[SECOND] = [b for r in self.rounds(BLOCKS[1].key) for b in r.bids[1:]]
        groups[CLASS] = self.class_bids(0, PRIZE)
        for name, bids in groups.items():
            if bids:
                rows += charts.staircase(name, np.cumsum(shares(bids)))
        predicted = self.kept.predictions.get("bid")
        if predicted is not None:
            rows.append(charts.mark(charts.PREDICTED, x=predicted))
        summary = f"The theory's mean bid is {shown(float(equilibrium().mix @ GAME.actions))}"
        means = [f"{name}: {shown(mean(bids))}" for name, bids in groups.items() if bids]
        summary += f" ({'; '.join(means)})." if means else "."
        if predicted is not None:
            summary += f" You predicted {shown(predicted)}."
        return charts.steps(
            "bids", "How often a bid is at most …", rows, summary, across="bid", axis="share of bids up to here"
        )

    def _spending(self, rounds: Sequence[Round]) -> Picture:
        total = mean([r.spent for r in rounds])
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": "all three bids", "label": str(i), "value": r.spent}
            for i, r in enumerate(rounds, 1)
        ]
        rows.append(charts.mark("the prize", value=PRIZE))
        above = sum(r.spent > PRIZE for r in rounds)
        summary = (
            f"All three paid {shown(total)} coins a round on average for a prize of {PRIZE}; more than it in {above} "
        )
        summary += f"of {number_of(len(rounds), 'round', 'rounds')}."
        if (predicted := self.kept.predictions.get("spent")) is not None:
            rows.append(charts.mark(charts.PREDICTED, value=predicted))
            summary += f" You predicted {shown(predicted)}."
        summary += f" You have {signed(mean([r.gain for r in rounds]))} coins a round"
        summary += (
            f", and predicted {signed(gain)}." if (gain := self.kept.predictions.get("gain")) is not None else "."
        )
        return charts.bars(
            "spent", "What was paid in each round", rows, summary, across="round", axis="coins paid", format="d"
        )

    def _payoffs(self, bids: Sequence[int], who: str) -> Picture:
        pay = GAME.payoffs(shares(bids))
        best = int(np.argmax(pay))
        group = "your class" if who == CLASS else "you"
        series = f"two like {group}"  # short, for the key on a phone
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": series, "label": str(b), "value": float(v)} for b, v in enumerate(pay)
        ]
        rows.append(charts.mark("if all follow the theory", value=equilibrium().value))
        summary = (
            f"Against two rivals who bid like {group}, the bid {best} would earn most: {signed(float(pay[best]))} "
            f"coins a round. If all follow the theory, every bid from 0 to 9 earns {signed(equilibrium().value)}: the "
            "flatter the bars, the nearer to it."
        )
        return charts.bars("earns", "What each bid would earn", rows, summary, across="bid", axis="coins a round")


def shares(bids: Sequence[int]) -> Vector:
    """How often each bid from 0 to the prize is among these."""
    counts = np.bincount(np.asarray(bids, dtype=np.int64), minlength=PRIZE + 1)
    mix: Vector = counts / counts.sum()
    return mix


def told(r: Round) -> str:
    """A round in words: of the rivals' bids only the winner's is told."""
    if r.winner == 0:
        return f"You bid {r.bids[0]} and win the prize: {signed(r.gain)} coins."
    tie = " Equal bids drew lots." if r.bids[0] == r.price else ""
    return f"You bid {r.bids[0]} and lose it; the winner had bid {r.price}.{tie} That makes {signed(r.gain)} coins."


def signed(value: float) -> str:
    return f"+{shown(value)}" if value > 0 else shown(value)
