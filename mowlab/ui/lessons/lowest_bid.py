"""Lesson 3, the lowest bid wins: what to add to your costs when others want the same contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.theory.stages.procurement import Procurement, best_ceiling, curse
from mowlab.ui import panel as p
from mowlab.ui.bid_lesson import BidLesson, Block, Row
from mowlab.ui.lesson_page import Ask, BadNumber, Exercise, Guide, Step, Thought, mean, number, shown, tiny

SCALE, ROUNDS = 100, 6  # costs are 0 to 100 dollars
BIDDERS = {"one": 2, "three": 4}
ASKED_COST, ASKED_BIDDERS = 40, 2
COUNTS = (2, 3, 4, 5, 6)
MARKUPS = ("more", "less", "as much")  # what each adds where there are more bidders
BLOCKS = (
    Block(
        "one",
        "Six contracts, one rival",
        ROUNDS,
        "You have one rival, whose cost you do not know; it may be anything from 0 to 100.",
        "Your rival bid as the theory tells for two.",
    ),
    Block(
        "three",
        "Six contracts, three rivals",
        ROUNDS,
        "Now there are three rivals, each with an own cost from 0 to 100.",
        "They bid as the theory tells for four: with less on top.",
    ),
)


@cache
def auction(bidders: int) -> Procurement:
    return Procurement(bidders)


def theory_bid(bidders: int, cost: float) -> float:
    """What the theory bids, in dollars."""
    return float(SCALE * auction(bidders).bid(cost / SCALE))


def theory_cost(bidders: int, bid: float) -> float:
    """The cost at which the theory bids so: the rule is a straight line."""
    low, high = theory_bid(bidders, 0), theory_bid(bidders, SCALE)
    return SCALE * (bid - low) / (high - low)


@cache
def mean_price(bidders: int) -> float:
    """What is paid for a contract on average, in dollars."""
    return SCALE * auction(bidders).price


@cache
def profit_curve(bidders: int, cost: int) -> tuple[tuple[int, float], ...]:
    """Bids, and what each earns on average against rivals who follow the theory, in dollars."""
    at = range(cost - 5, SCALE + 1)
    return tuple((bid, earns(bidders, cost, bid)) for bid in at)


def earns(bidders: int, cost: float, bid: float) -> float:
    """What a bid earns on average against rivals who follow the theory, in dollars."""
    return float(SCALE * auction(bidders).earns(cost / SCALE, bid / SCALE))


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "bid",
        "Your cost is 40. One other, whose cost may be anything from 0 to 100, wants the contract too. What do you "
        "bid?",
        0,
        SCALE,
        "0 to 100 dollars",
    ),
    Ask("price", "Four bidders: what is paid for a contract on average?", 0, SCALE, "0 to 100 dollars"),
    Ask(
        "markup",
        "Ten bidders instead of two: does each add more (1), less (2) or as much (3) to its costs?",
        1,
        3,
        "1, 2 or 3",
        only=(1, 2, 3),
    ),
)


@cache
def _rules() -> p.Block:
    costs = (0, 25, 50, 75)
    rows = [(str(n), *(f"{theory_bid(n, c):.1f}" for c in costs)) for n in COUNTS]
    regret = max(SCALE * auction(n).regret() for n in COUNTS)
    return p.table(
        "What the theory bids at a cost of …",
        ["bidders", *map(str, costs)],
        rows,
        note="Checked by trying other bids at every cost: nobody gains more than "
        f"{tiny(regret)} dollars by changing alone.",
    )


@cache
def _prices() -> p.Block:
    rows = [(str(n), f"{mean_price(n):.1f}", f"{SCALE * auction(n).profit:.2f}") for n in COUNTS]
    return p.table("By the number of bidders", ["bidders", "mean price", "profit of each, per contract"], rows)


@cache
def _ceilings() -> p.Block:
    rows, worst = [], 0.0
    for ceiling in (100, 80, 60, 50, 40):
        game = Procurement(2, ceiling / SCALE)
        worst = max(worst, SCALE * game.regret())
        cost = SCALE * (game.price * game.trade + 1 - game.trade)
        rows.append((str(ceiling), percent(game.trade), f"{SCALE * game.price:.1f}", f"{cost:.1f}"))
    return p.table(
        "Two bidders; who gets no bid pays 100 elsewhere",
        ["ceiling", "somebody bids", "mean price then", "cost to the buyer in all"],
        rows,
        note=f"No bidder gains more than {tiny(worst)} dollars by another bid.",
    )


@cache
def _entries() -> p.Block:
    rows, worst = [], 0.0
    for cost in (0, 5, 20, 40):
        game = Procurement(2, entry=cost / SCALE)
        worst = max(worst, SCALE * game.regret())
        rows.append(
            (
                str(cost),
                f"{SCALE * game.highest_cost:.1f}",
                f"{SCALE * float(game.bid(0)):.1f}",
                percent(1 - game.trade),
            )
        )
    return p.table(
        "Two bidders",
        ["bidding costs", "highest cost that bids", "bid at a cost of 0", "nobody bids"],
        rows,
        note=f"No bidder gains more than {tiny(worst)} dollars by another bid.",
    )


def _curses() -> p.Block:
    rows = [(str(n), f"{curse(n, 10):.2f}") for n in (2, 3, 4, 5)]
    return p.table(
        "All bid their estimates, which are up to 10 too high or too low",
        ["bidders", "the winner loses on average"],
        rows,
    )


STEPS = (
    Step(
        "Not your cost",
        "Whoever bids just the own cost earns nothing, won or lost. Every dollar on top earns a dollar if you win, "
        "but makes winning rarer. The best bid is where both just balance.",
        "what a bid earns = (bid − cost) · chance to win",
    ),
    Step(
        "The rule",
        "Suppose all others bid by a rule b(c) that rises with the cost. Bidding like a cost of t you win if all "
        "others have more: ((100 − t) / 100)ⁿ⁻¹. You want t = c to be best for yourself. Writing "
        "that down as «no gain from a small change» gives an equation with one solution. The mark-up is the n-th part "
        "of the way to 100.",
        "b(c) = c + (100 − c) / n",
        table=_rules,
        code=(Procurement.bid,),
    ),
    Step(
        "More bidders, lower prices",
        "The price is the winner's bid. On average it is what the second lowest cost is, 200 / (n + 1): the winner "
        "is paid as much as the runner-up would have had to spend. Profits melt faster than prices.",
        "mean price = 200 / (n + 1)",
        table=_prices,
    ),
    Step(
        "A ceiling",
        "A buyer may say: no bids above r. That drives bids down, but sometimes nobody is left. If having no bid costs "
        f"100, the best ceiling is {shown(SCALE * best_ceiling(2)[0])}, for any number of bidders.",
        table=_ceilings,
    ),
    Step(
        "When bidding has a price",
        "In Mow Money who bids gives up an odd job. If that is worth k, only those with low costs bid; the others do "
        "the job. Nobody bids at all with probability k, and who bids asks for more.",
        "highest cost that bids = 1 − k^(1/n)   (costs from 0 to 1)",
        table=_entries,
        code=(Procurement.earns,),
    ),
    Step(
        "When nobody knows the cost",
        "Sometimes the cost is the same for all, and each has only an estimate. The lowest estimate wins, and it is "
        "mostly too low: who wins has most to fear. So bid higher the more rivals there are. It is called the "
        "winner's curse.",
        table=_curses,
    ),
)

THOUGHTS = (
    Thought(
        "Why do towns ask for more than one offer?",
        "Each further bidder makes all others add less to their costs. From one rival to two the mean price falls by a "
        "quarter, from five bidders to six by a seventh.",
    ),
    Thought(
        "Your bid was the lowest, but far below the next one. Good or bad luck?",
        "You have left money on the table: a higher bid would have won too. It cannot be avoided by bidding well, as "
        "you do not know the others' costs. In an auction where the winner is paid the second lowest bid it cannot "
        "happen.",
    ),
    Thought(
        "People in experiments often bid lower than this rule. Why might that be?",
        "They may dislike losing the contract more than they like a dollar, or want to win as such. Both make bids "
        "lower.",
    ),
    Thought(
        "What would you do if you and your only rival could talk before?",
        "One bids 100, the other stays away, next time the other way round: the buyer pays for it. That is why such "
        "talks are forbidden.",
    ),
)

EXERCISES = (
    Exercise(
        "half",
        "Cost 50, three bidders. What does the theory bid?",
        lambda: theory_bid(3, 50),
        0.1,
        "50 + (100 − 50) / 3.",
        "Add the n-th part of the way to 100.",
    ),
    Exercise(
        "cheap",
        "Your cost is 0, the lowest there is. How much do you ask with six bidders?",
        lambda: theory_bid(6, 0),
        0.1,
        "100 / 6; with two bidders it would have been 50.",
        "The whole way from 0 to 100, divided by six.",
    ),
    Exercise(
        "price",
        "What is the mean price with four bidders?",
        lambda: mean_price(4),
        0.1,
        "200 / 5.",
        "200 / (n + 1).",
    ),
    Exercise(
        "ceiling",
        "Two bidders and a ceiling of 60: in how many percent of the cases does nobody bid?",
        lambda: 1 - Procurement(2, 0.6).trade,
        0.005,
        "Both costs are above 60: 0.4 · 0.4.",
        "Both must have costs above 60.",
        percent=True,
    ),
    Exercise(
        "entry",
        "Bidding costs 10, two bidders. Up to which cost does one bid?",
        lambda: SCALE * Procurement(2, entry=0.1).highest_cost,
        0.3,
        "1 − √0.1 = 0.684, so up to 68.4 dollars.",
        "With costs from 0 to 1: 1 − k^(1/2), k = 0.1.",
    ),
)

GUIDE = Guide(
    "The lowest bid wins (first-price procurement, private costs). From grade 9; the derivation in step 2 from grade "
    "11. Alone or in a class; 45 minutes. Nothing has to be known before.",
    "Have a slip with a secret cost for each pupil if you want to play a round in class: all write a bid, the lowest "
    "is paid.",
    (
        ("0–6", "Part 1: predict."),
        ("6–20", "Part 2: six contracts against one rival, six against three."),
        ("20–27", "Part 3: the dots and the lines. Who lies below the line, who above?"),
        ("27–40", "Part 4: the balance of step 1 on the board; the rule; prices. The ceiling if there is time."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«Bid what it costs, that is fair.»", "What do you live on then?"),
        ("«I won often, so I bid well.»", "And what did you earn?"),
        ("«The lowest cost always wins.»", "Only if all bid by the same rule. Did they?"),
        (
            "«With more rivals all bid lower by the same amount.»",
            "Look at the row of cost 75: there is hardly any room.",
        ),
    ),
    "Where it leads: in lesson 4 your costs are the cards in your hand, and there are several equilibria.",
)


class LowestBid(BidLesson):
    """A row of play: block, own bid, own cost, the rivals' bids, winner (0 is you)."""

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "lowest-bid", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE
    BLOCKS = BLOCKS

    def __init__(self, seed: int | None = None) -> None:
        self._cost: int | None = None  # of the contract that is up
        super().__init__(seed)

    # ---- rounds -----------------------------------------------------------------------------------------------------
    @property
    def cost(self) -> int:
        """Your cost of the contract that is up; drawn when it is first looked at."""
        if self._cost is None:
            self._cost = int(self.rng.integers(0, SCALE + 1))
        return self._cost

    def choices(self, block: Block) -> Sequence[int]:
        return range(SCALE + 1)

    def task(self, block: Block) -> str:
        return f"This contract costs you {self.cost} dollars to do. The lowest bid gets it and is paid."

    @property
    def field(self) -> str:
        """The field for the bid: a new and empty one for each contract."""
        return f"bid{len(self.kept.play) + 1}"

    def controls(self, block: Block) -> p.Block:
        bid = p.field_of_text(self.field, "Your bid in dollars", numeric=True, longest=6)
        return p.row(bid, p.button("place", "Bid", "primary"), p.button("cost", f"Bid my cost, {self.cost}"))

    def chosen(self, block: Block, event: p.Event) -> int | None:
        if event.id == "cost":
            return self.cost
        bid = number(event.values.get(self.field, ""), 0, SCALE)
        if bid != int(bid):
            raise BadNumber(f"{shown(bid)} is not a whole number of dollars; write one from 0 to {SCALE}.")
        return int(bid)

    def meet(self, block: Block, own: int) -> list[int]:
        n = BIDDERS[block.key]
        costs = self.rng.integers(0, SCALE + 1, n - 1)
        rivals = [round(theory_bid(n, float(c))) for c in costs]
        lowest = [i for i, bid in enumerate([own, *rivals]) if bid == min(own, *rivals)]
        cost, self._cost = self.cost, None
        return [cost, *rivals, int(self.rng.choice(lowest))]

    def can_be(self, row: Row) -> bool:
        n = BIDDERS[row[0]]
        if len(row) != n + 3 or not all(0 <= number <= SCALE for number in row[1:-1]) or row[-1] not in range(n):
            return False
        bids = [row[1], *row[3:-1]]
        return bool(bids[row[-1]] == min(bids))

    def tell(self, row: Row) -> tuple[str, bool]:
        own, cost, rivals, winner = row[1], row[2], row[3:-1], row[-1]
        if winner == 0:
            next_ = f" The next bid was {min(rivals)}."
            return (
                f"You bid {own} at a cost of {cost}, get the contract and earn {shown(own - cost)}.{next_}",
                own > cost,
            )
        return f"You bid {own} at a cost of {cost}; the contract went for {rivals[winner - 1]}.", False

    def sum_up(self, rows: Sequence[Row]) -> str:
        won = [row for row in rows if row[-1] == 0]
        money = sum(row[1] - row[2] for row in won)
        return (
            f"you got {len(won)} of {number_of(len(rows), 'contract', 'contracts')} and earned {shown(money)} dollars."
        )

    def chart_blocks(self) -> Iterator[p.Block]:
        """No class list here: bids without their costs say little."""
        return iter(())

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        for block in BLOCKS:
            if block.key == BLOCKS[0].key or self.rows(block.key):
                yield self._dots(block)
        yield self._prices()
        yield self._profits()

    def _dots(self, block: Block) -> Picture:
        n = BIDDERS[block.key]
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": charts.THEORY, "x": c, "value": theory_bid(n, c)}
            for c in range(0, SCALE + 1, 10)
        ]
        played = self.rows(block.key)
        rows += [{"part": charts.DOT, "series": charts.YOU, "x": row[2], "value": row[1]} for row in played]
        rivals = "your rival" if n == 2 else "your rivals"
        rows += [
            {"part": charts.DOT, "series": rivals, "x": theory_cost(n, bid), "value": bid}
            for row in played
            for bid in row[3:-1]
        ]
        summary = f"The higher the cost, the nearer the theory's bid to it. {rivals.capitalize()} followed that line."
        if gaps := [row[1] - theory_bid(n, row[2]) for row in played]:
            where = "above" if mean(gaps) > 0 else "below"
            summary += f" Your bids lie {shown(abs(mean(gaps)))} {where} it on average."
        bid, markup = self.kept.predictions.get("bid"), self.kept.predictions.get("markup")
        if n == ASKED_BIDDERS and bid is not None:
            rows.append({"part": charts.DOT, "series": charts.PREDICTED, "x": ASKED_COST, "value": bid})
            summary += f" At a cost of {ASKED_COST} you predicted {shown(bid)}; the theory bids "
            summary += f"{shown(theory_bid(n, ASKED_COST))}."
        elif n != ASKED_BIDDERS:
            rows += [
                {"part": charts.LINE, "series": "theory, 1 rival", "x": c, "value": theory_bid(2, c)}
                for c in (0, SCALE)
            ]
            summary += " With more bidders each adds less"
            summary += "." if markup is None else f"; you predicted: {MARKUPS[round(markup) - 1]}."
        title = f"Bids by cost, with {number_of(n - 1, 'rival', 'rivals')}"
        return charts.lines(f"bids-{block.key}", title, rows, summary, across="cost", axis="bid")

    def _prices(self) -> Picture:
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": charts.THEORY, "label": str(n), "value": mean_price(n)} for n in COUNTS
        ]
        for key, n in BIDDERS.items():
            if played := self.rows(key):
                price = mean([min(row[1], *row[3:-1]) for row in played])
                label = str(n)
                rows.append({"part": charts.BAR, "series": "your contracts", "label": label, "value": price})
        summary = f"With four bidders {shown(mean_price(4))} is paid on average."
        if (predicted := self.kept.predictions.get("price")) is not None:
            rows.append({"part": charts.BAR, "series": charts.PREDICTED, "label": "4", "value": predicted})
            summary += f" You predicted {shown(predicted)}."
        title = "Mean prices"
        return charts.bars("prices", title, rows, summary, across="bidders", axis="dollars", format=".0f", grouped=True)

    def _profits(self) -> Picture:
        n, cost = ASKED_BIDDERS, ASKED_COST
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": f"at cost {cost}", "x": bid, "value": value}
            for bid, value in profit_curve(n, cost)
        ]
        best = theory_bid(n, cost)
        rows.append(charts.mark("best", x=best))
        summary = f"At a cost of {cost} with one rival the bid {shown(best)} earns most: "
        summary += f"{shown(earns(n, cost, best))} dollars on average."
        if (predicted := self.kept.predictions.get("bid")) is not None:
            rows.append({"part": charts.DOT, "series": charts.PREDICTED, "x": predicted,
                         "value": earns(n, cost, predicted)})  # fmt: skip
            summary += f" Your {shown(predicted)} would earn {shown(earns(n, cost, predicted))}."
        title = "What a bid earns on average"
        return charts.lines("earns", title, rows, summary, across="bid", axis="dollars", format=".0f")
