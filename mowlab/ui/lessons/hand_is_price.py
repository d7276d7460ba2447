"""Lesson 4, your hand is your price: few possible bids, several equilibria, and price wars without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.games import game
from mowlab.theory.stages.hand_auction import HandAuction, HandEquilibrium
from mowlab.ui import panel as p
from mowlab.ui.bid_lesson import BidLesson, Block, Row
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Step, Thought, shown, tiny

BIDDERS, HAND, NEED, ROUNDS = 2, 2, 1, 8
FACES = (1, 2, 3)
WORTH = {"dear": Fraction(-1), "free": Fraction(0)}  # K of each block
BETWEEN = Fraction(-1, 4)  # a K with several equilibria
BLOCKS = (
    Block(
        "dear",
        "Eight contracts, cards are dear",
        ROUNDS,
        "You and one rival hold two cards each.",
        "Your rival played the equilibrium of this game: a 3 rather than a 1, a 2 rather than either.",
    ),
    Block(
        "free",
        "Eight contracts, cards cost nothing",
        ROUNDS,
        "Now the card you put down is worth nothing elsewhere.",
        "Your rival played the equilibrium of this one: always the lowest card.",
    ),
)


@cache
def auction(worth: Fraction, bidders: int = BIDDERS, hand: int = HAND, need: int = NEED) -> HandAuction:
    return HandAuction(bidders, hand, need, worth)


@cache
def equilibria(worth: Fraction) -> tuple[HandEquilibrium, ...]:
    return tuple(auction(worth).equilibria())


def price_points() -> list[tuple[Fraction, HandEquilibrium]]:
    """All equilibria for K from -1 to 0 in steps of a sixteenth."""
    return [(Fraction(k, 16), e) for k in range(-16, 1) for e in equilibria(Fraction(k, 16))]


def dollars(k: Fraction) -> str:
    """What is paid beside the card, in words: «minus 1», «plus 0»."""
    return f"{'minus' if k < 0 else 'plus'} {shown(abs(float(k)))}"


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "dear",
        "You hold a 1 and a 3, one rival has two cards you do not see. The lower card wins and is paid its number "
        "minus 1. Which card do you put down?",
        1,
        3,
        "1 or 3",
        only=(1, 3),
    ),
    Ask("free", "And if it is paid its full number?", 1, 3, "1 or 3", only=(1, 3)),
    Ask(
        "ones",
        "Cards show 1, 2 or 3, equally often. How many of 100 hands of two cards have a 1?",
        0,
        100,
        "0 to 100",
        percent=True,
    ),
)


def _types() -> p.Block:
    rows = [
        (" or ".join(map(str, sums)), str(chance), percent(float(chance), 1))
        for sums, chance in auction(Fraction(0)).types.items()
    ]
    return p.table("Two cards in hand, one to be put down", ["what you can bid", "how often", "in percent"], rows)


def _replies() -> p.Block:
    worths = (Fraction(0), BETWEEN, Fraction(-1, 2))
    lowest = auction(Fraction(0)).lowest()
    win = auction(Fraction(0)).win(lowest)
    least = str(auction(Fraction(0)).threshold()).replace("-", "\N{MINUS SIGN}")
    rows = [
        (str(s), str(lowest[s]), str(win[s]), *(f"{float(auction(k).earns(lowest)[s]):.3f}" for k in worths))
        for s in FACES
    ]
    return p.table(
        "Where everybody puts down the lowest card",
        ["card", "how often", "wins", *(f"earns, {dollars(k)}" for k in worths)],
        rows,
        note=f"«All lowest» lasts as long as K is at least {least}.",
    )


def _several() -> p.Block:
    rows = []
    worst = 0.0
    for k in (Fraction(0), BETWEEN, Fraction(-1, 2), Fraction(-3, 4), Fraction(-1)):
        worst = max(worst, *(e.regret for e in equilibria(k)))
        for found in equilibria(k):
            cards = ", ".join(f"{s}: {percent(float(found.bids[s]), 1)}" for s in FACES)
            rows.append((shown(float(k)), cards, f"{found.price:.3f}", f"{found.value:.3f}"))
    return p.table(
        "All equilibria, two bidders",
        ["K", "how often each card is put down", "mean price", "each bidder earns"],
        rows,
        note="Found by trying every order of preference, with at most one pair that pays the same. Nobody gains by "
        f"changing alone: {tiny(worst)} at most.",
    )


def _rivals() -> p.Block:
    rows = []
    for n in (2, 3, 4):
        small, large = auction(Fraction(0), n), auction(Fraction(0), n, 5, 2)
        rows.append(
            (str(n), f"{float(small.price(small.lowest())):.3f}", shown(float(small.threshold())),
             f"{float(large.price(large.lowest())):.3f}", shown(float(large.threshold())))
        )  # fmt: skip
    return p.table(
        "Everybody bids the lowest",
        ["bidders", "price, one card of two", "lasts from K", "price, two cards of five", "lasts from K"],
        rows,
    )


@cache
def real_deck() -> HandAuction:
    """A one-point contract of Mow Money among three, with its real deck, cards being bought for a dollar."""
    return HandAuction.of_game(game("mow-money"), points=1, bidders=3, each=1)


def _real() -> p.Block:
    real = real_deck()
    lowest = real.lowest()
    rows = [(str(s), percent(float(q), 1), percent(float(real.win(lowest)[s]), 1)) for s, q in lowest.items() if q > 0]
    return p.table(
        f"Mow Money: five basic cards, {number_of(real.need, 'card', 'cards')} needed, three bidders",
        ["lowest sum", "how often", "wins"],
        rows,
        note=f"Here K is {real.worth}, and «all lowest» lasts down to {shown(float(real.threshold()))}: prices race "
        f"to the bottom. Nobody gains more than {tiny(float(real.regret(lowest)))} by another sum.",
    )


STEPS = (
    Step(
        "What you can bid is what you hold",
        "Elsewhere any bid is possible (lesson 3). Here your hand decides: somebody with two 3s can only bid 3. "
        "Most hands leave a choice between two cards. Winning pays the card plus K. K is what else the contract "
        "brings, less what the card could have earned elsewhere, so it may be negative.",
        "winning with the card s pays s + K",
        table=_types,
    ),
    Step(
        "The best reply",
        "Say all others put down their lowest card. A lower card wins more often, a higher one pays more: multiply. "
        "With K = 0 the 1 is best. The less a win brings beside the card, the better look the high cards.",
        "a card earns = chance to win · (card + K)",
        table=_replies,
        code=(HandAuction.win, HandAuction.threshold),
    ),
    Step(
        "Several answers",
        "If others bid high, a high bid wins more often too: so high prices hold each other up, and low ones as well. "
        "Between, both last, and a mix of both. In the last picture there are columns with three points.",
        table=_several,
        code=(HandAuction._indifferent,),
    ),
    Step(
        "Nobody has to say a word",
        f"At K = {shown(float(BETWEEN))} both bidders earn more with high prices, "
        f"{shown(equilibria(BETWEEN)[-1].value)} instead of {shown(equilibria(BETWEEN)[0].value)} each, and the town "
        "pays. No talk is needed: it is enough that each expects it of the other. One round of low prices, and the "
        "expectation is gone.",
    ),
    Step(
        "More bidders",
        "A third bidder brings the price down, and makes the low one last longer.",
        table=_rivals,
    ),
    Step("The real game", "And with the cards of Mow Money, where a card is bought for a dollar?", table=_real),
)

THOUGHTS = (
    Thought(
        "Filling stations show their prices on large boards. Does that help drivers?",
        "Drivers see where it is cheap. But the stations see each other too, and can keep high prices up without a "
        "word: who cuts is seen at once, and answered at once.",
    ),
    Thought(
        "Which of several equilibria will people play?",
        "The theory does not say. History does, or what is usual, or how much they trust that the others stay calm.",
    ),
    Thought(
        "You put down the 3, the rival a 1. Were you wrong?",
        "Not because of that. A plan is judged by all that could have happened, not by one pair of hands.",
    ),
    Thought(
        "What could the town do against high prices that hold each other up?",
        "Ask more bidders, set a ceiling, keep the losing bids secret, or make the cards worth less elsewhere.",
    ),
)

EXERCISES = (
    Exercise(
        "ones",
        "Two cards, each 1, 2 or 3 equally often: how often is the lowest one a 1?",
        lambda: float(auction(Fraction(0)).lowest()[1]),
        0.004,
        "1 − (2/3)² = 5/9.",
        "How often is there no 1 at all?",
        percent=True,
    ),
    Exercise(
        "win",
        "Two bidders, all put down the lowest. How often do you win with a 1?",
        lambda: float(auction(Fraction(0)).win(auction(Fraction(0)).lowest())[1]),
        0.004,
        "4/9 + half of 5/9 = 13/18.",
        "You win against a 2 or 3, and half the time against a 1.",
        percent=True,
    ),
    Exercise(
        "threshold",
        "Down to which K does «all lowest» last with two bidders?",
        lambda: float(auction(Fraction(0)).threshold()),
        0.005,
        "−3/8: there 13/18 · (1 + K) is as much as 5/18 · (2 + K).",
        "Compare the 1 with the 2: 13/18 · (1 + K) and 5/18 · (2 + K).",
    ),
    Exercise(
        "high",
        "K = −¼: how much does each bidder earn in the equilibrium with the highest prices?",
        lambda: equilibria(BETWEEN)[-1].value,
        0.002,
        "Read off; with the lowest prices it is 0.480.",
        "It is in the table of step 3.",
    ),
    Exercise(
        "third",
        "K = 0 and three bidders: what is the mean price?",
        lambda: float(auction(Fraction(0), 3).price(auction(Fraction(0), 3).lowest())),
        0.003,
        "1 + (4/9)³ + (1/9)³: the chances that the lowest of all is above 1, and above 2.",
        "1 plus the chance that all are above 1 plus the chance that all are above 2.",
    ),
)

GUIDE = Guide(
    "Your hand is your price (discrete types, strategic complements, tacit discipline). From grade 10; lesson 3 "
    "helps. Alone or in pairs; 45 minutes.",
    "Playing cards with the values 1 to 3 are enough to play it on the table.",
    (
        ("0–7", "Part 1: predict."),
        ("7–20", "Part 2: eight contracts with dear cards, eight with free ones."),
        ("20–28", "Part 3: which cards did you put down? Where are there three points above each other?"),
        ("28–40", "Part 4: the table of hands, then multiply chance and pay; several answers."),
        ("40–45", "Part 5 aloud: who sets prices where you live?"),
    ),
    (
        ("«The lowest bid wins, so bid the lowest.»", "What does it pay to win with a 1 and K = −1?"),
        ("«Losing costs the card.»", "No: losers take their cards back."),
        ("«There is one right answer.»", "Compute both rows of K = −¼."),
        ("«They must have talked.»", "Did you and the program?"),
    ),
    "Where it leads: lesson 5 lets both add stakes on top.",
)


class HandIsPrice(BidLesson):
    """A row of play: block, own card, both cards of your hand, the rival's card, winner (0 is you)."""

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "hand-is-price", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE
    BLOCKS = BLOCKS

    def __init__(self, seed: int | None = None) -> None:
        self._hand: tuple[int, int] | None = None
        super().__init__(seed)

    # ---- rounds -----------------------------------------------------------------------------------------------------
    @property
    def hand(self) -> tuple[int, int]:
        """Your cards for the contract that is up; dealt when they are first looked at."""
        if self._hand is None:
            low, high = sorted(map(int, self.rng.choice(FACES, HAND)))
            self._hand = low, high
        return self._hand

    def choices(self, block: Block) -> Sequence[int]:
        return sorted(set(self.hand))

    def task(self, block: Block) -> str:
        held = f"a {self.hand[0]} and a {self.hand[1]}"
        pay = dollars(WORTH[block.key])
        return f"You have {held}. The lower card wins and is paid its number {pay}; equal ones draw lots. Put down:"

    def meet(self, block: Block, own: int) -> list[int]:
        bids = equilibria(WORTH[block.key])[0].bids  # there is one
        rival = int(self.rng.choice(FACES, p=[float(bids[s]) for s in FACES]))
        winner = int(self.rng.integers(0, 2)) if own == rival else int(rival < own)
        hand, self._hand = self.hand, None
        return [*hand, rival, winner]

    def can_be(self, row: Row) -> bool:
        if len(row) != 6 or not all(n in FACES for n in row[1:5]) or row[5] not in (0, 1):
            return False
        own, low, high, rival, winner = row[1:]
        return own in (low, high) and low <= high and (own == rival or winner == int(rival < own))

    def gain(self, row: Row) -> Fraction:
        """Dollars that the round brought."""
        return row[1] + WORTH[row[0]] if row[-1] == 0 else Fraction(0)

    def tell(self, row: Row) -> tuple[str, bool]:
        own, rival, gain = row[1], row[4], self.gain(row)
        if row[-1] == 0:
            return f"Your {own} wins against a {rival} and brings {shown(float(gain))}.", gain > 0
        return f"Your {own} loses against a {rival}; you take your card back.", False

    def sum_up(self, rows: Sequence[Row]) -> str:
        won = sum(row[-1] == 0 for row in rows)
        total = shown(float(sum((self.gain(row) for row in rows), Fraction(0))))
        money = f"{total} {'dollar' if total == '1' else 'dollars'}"
        return f"you got {won} of {number_of(len(rows), 'contract', 'contracts')} and have {money}."

    def chart_blocks(self) -> Iterator[p.Block]:
        """No class list here: cards without the hand they came from say little."""
        return iter(())

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        for block in BLOCKS:
            yield self._cards(block)
        yield self._replies()
        yield self._prices()

    def _cards(self, block: Block) -> Picture:
        bids = equilibria(WORTH[block.key])[0].bids
        groups = {charts.THEORY: {s: float(bids[s]) for s in FACES}}
        if played := self.rows(block.key):
            for name, put in ((charts.YOU, self.own(block.key)), ("your rival", [row[4] for row in played])):
                groups[name] = {s: put.count(s) / len(put) for s in FACES}
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": name, "label": str(s), "value": share}
            for name, mix in groups.items()
            for s, share in mix.items()
        ]
        summary = f"Put down a 1: {', '.join(f'{name} {percent(mix[1])}' for name, mix in groups.items())}."
        if (predicted := self.kept.predictions.get(block.key)) is not None:
            rows.append(charts.mark(charts.PREDICTED, label=shown(predicted)))
            summary += f" With a 1 and a 3 you predicted the {shown(predicted)}."
        title = f"Which cards were put down, paid {dollars(WORTH[block.key])}"
        return charts.bars(
            f"cards-{block.key}", title, rows, summary, across="card", axis="share", format=".0%", grouped=True
        )

    def _replies(self) -> Picture:
        rows: list[charts.Row] = []
        best = []
        for block in BLOCKS:
            k = WORTH[block.key]
            pay = auction(k).earns(equilibria(k)[0].bids)
            rows += [
                {"part": charts.BAR, "series": f"paid {dollars(k)}", "label": str(s), "value": float(pay[s])}
                for s in FACES
            ]
            best.append(f"{max(FACES, key=lambda s, pay=pay: pay[s])} if paid {dollars(k)}")  # type: ignore[misc]
        summary = f"Against such a rival the best card, if you have it, is {', '.join(best)}."
        title = "What each card earns on average against your rival"
        return charts.bars("earns", title, rows, summary, across="card", axis="dollars", format=".2f", grouped=True)

    def _prices(self) -> Picture:
        points = price_points()
        rows: list[charts.Row] = [
            {
                "part": charts.DOT,
                "series": "a mixture" if e.mix else "a fixed order",
                "x": float(k),
                "value": e.price,
            }
            for k, e in points
        ]
        several = sorted({k for k, _ in points if sum(k == other for other, _ in points) > 1})
        summary = (
            "The less a win brings beside the card, the higher the prices. For some K there are three equilibria, "
        )
        summary += f"for instance at {', '.join(shown(float(k)) for k in several[:3])}."
        title = "Mean prices in equilibrium"
        return charts.lines("prices", title, rows, summary, across="K", axis="price", format=".1f")
