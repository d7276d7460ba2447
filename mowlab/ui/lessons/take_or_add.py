"""Lesson 6, take or add: when to stop, how likely the next one is stuck, and how to think backwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.games import game
from mowlab.theory import data
from mowlab.theory.extensive import backward, move_values
from mowlab.theory.stages import herd_bots
from mowlab.theory.stages.herd import TAKE, Cow, Herd, OpenHerd
from mowlab.theory.stages.one_herd import SMALL, OneHerd
from mowlab.ui import panel as p
from mowlab.ui.bid_lesson import BidLesson, Block, Row
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Step, Thought, mean, shown, shown_of

HAND, DRAWS = 5, 6
BOT, BOT_WORDS = "bot: most flies", "a bot that always adds the cow with most flies"
ASKED = Herd(5, 11, 0)  # the line of the second prediction, with four cows
ASKED_COWS = 4
PUZZLES = (  # your cows, the other's, lowest and highest of the herd, its flies
    OpenHerd.of([[(2, 0), (6, 1)], [(1, 0), (2, 1)]], 3, 5, 2),
    OpenHerd.of([[(1, 0), (6, 1)], [(4, 3), (5, 2)]], 3, 5, 1),
    OpenHerd.of([[(2, 1), (6, 0)], [(1, 0), (7, 0)]], 3, 5, 3),
    OpenHerd.of([[(1, 0), (3, 1), (7, 0)], [(2, 0), (4, 2), (6, 0)]], 3, 5, 3),
    OpenHerd.of([[(2, 1), (3, 2), (7, 0)], [(1, 0), (5, 1), (6, 0)]], 4, 4, 3),
    OpenHerd.of([[(2, 0), (6, 0), (7, 0)], [(1, 0), (2, 1), (6, 1)]], 3, 5, 4),
)
LAST = PUZZLES[-1]  # the one of the predictions
BLOCKS = (
    Block(
        "open",
        "Six ends of a round",
        len(PUZZLES),
        "The deck is empty: whoever takes the herd ends the round.",
        "After your move both went on in the best way.",
    ),
    Block(
        "draw",
        "Six herds, a card at a time",
        DRAWS,
        "Now nobody sees a hand: each in turn draws one of the 16 cows of a small deck.",
        "The values are exact, from all ways in which the cards can come.",
    ),
)


@cache
def regret() -> Fraction:
    """The most that one other move anywhere in a puzzle would gain, with all of them solved backwards."""
    return max(Fraction(backward(stage).regret) for stage in PUZZLES)


def fly_words(n: int) -> str:
    return number_of(n, "fly", "flies")


def cows(hand: Sequence[Cow]) -> str:
    """«2, 6 with 1 fly»."""
    return ", ".join(f"{c.number}{f' with {fly_words(c.flies)}' if c.flies else ''}" for c in hand) or "no cow"


@cache
def values(puzzle: int) -> dict[Any, Fraction]:
    """What each move of a puzzle is worth, in flies less than the other."""
    stage = PUZZLES[puzzle]
    return {move: Fraction(v) for move, v in move_values(stage, stage.start()).items()}


@cache
def real_deck() -> OneHerd:
    """The ordinary green cows of MOW."""
    return OneHerd.of_game(game("mow"))


def stuck(low: int, high: int, hand: int = HAND) -> Fraction:
    """How likely so many unseen cards do not fit a line with a cow at about every second number."""
    return real_deck().stuck(low, high, (high - low) // 2 + 1, hand)


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "last",
        "The herd goes from 3 to 5 and has 4 flies. You hold 2, 6 and 7, all without flies; the other holds 1, 2 "
        "with a fly, 6 with a fly. Take (write 0), or add which cow?",
        0,
        7,
        "0, 2, 6 or 7",
        only=(0, 2, 6, 7),
    ),
    Ask(
        "stuck",
        "A herd of four cows goes from 5 to 11. Your neighbour has five cards you do not know. In how many of 100 "
        "cases does none of them fit?",
        0,
        100,
        "0 to 100",
        percent=True,
    ),
)


def _last() -> p.Block:
    rows = []
    for move, value in values(len(PUZZLES) - 1).items():
        if move == TAKE:
            what = f"you count {LAST.position.herds[0].flies}, the other 2"
        else:
            after = LAST.play(LAST.start(), move)
            best = backward(LAST, after).best[after][0]
            what = f"the other's best answer: {'take' if best == TAKE else f'add {cows([best])}'}"
        rows.append(("take" if move == TAKE else f"add {cows([move])}", shown(float(value)), what))
    note = f"In none of the six puzzles does one other move anywhere gain anything: {shown(float(regret()))} flies."
    return p.table(
        "The first prediction, looked through to the end", ["move", "worth", "what follows"], rows, note=note
    )


def _stuck() -> p.Block:
    lines = ((7, 9), (6, 10), (5, 11), (4, 12), (3, 13), (2, 14))
    rows = [
        (f"{lo} to {hi}", str((hi - lo) // 2 + 1), *(percent(float(stuck(lo, hi, h)), 1) for h in (5, 3, 1)))
        for lo, hi in lines
    ]
    return p.table(
        "How likely none of so many unknown cards fits (the 42 ordinary green cows)",
        ["line", "cows in it", "five cards", "three", "one"],
        rows,
    )


def _openings() -> p.Block:
    stored = data.load("openings")
    shown_ = [card for card in stored if int(card.split("(")[0]) <= 8]
    rows = [(card, f"{stored[card]:.3f}") for card in sorted(shown_, key=lambda c: -stored[c])]
    return p.table(
        "First cows",
        ["first cow", "worth to the next player"],
        [*rows[:4], ("…", "…"), *rows[-4:]],
        note="In flies. 3(2) is a 3 with two flies; 13 is worth as much as 3, 12 as 4, and so on.",
    )


STEPS = (
    Step(
        "Flies are conserved",
        "At the end of a round all flies count, in hands and in the herd. Whoever takes pays the herd's and the own "
        "hand's; the other only the own hand's. So only the difference matters: what is good for you is just as bad "
        "for the other.",
        "worth = flies of the other − your flies",
    ),
    Step(
        "Thinking backwards",
        "Begin at the end: where nothing fits one must take, and that is easily counted. One move before, the mover "
        "picks the better of taking and the best that can follow. And so on back to now. What follows is seen with "
        "the other's eyes, hence the minus.",
        "V = the larger of: taking, and −V(what comes then)",
        table=_last,
        code=(backward,),
    ),
    Step(
        "Sometimes one takes though something fits",
        "In the first prediction three cows fit, and all are worse than taking. Whichever you add, "
        "the other can stretch the line as well, until you are the one who is stuck and takes more.",
    ),
    Step(
        "How likely is the next one stuck?",
        "Of the unseen cards some fit, some do not. A hand is stuck if all its cards come from those that do not. "
        "What was taken before is gone, so count: that is all there is to counting cards.",
        "C(unseen − fitting, hand) / C(unseen, hand)",
        table=_stuck,
        code=(OneHerd.stuck,),
    ),
    Step(
        "A card at a time",
        "If each draws a single card, it is easy to be stuck, and the herd's first cow decides a lot. Cows near the "
        "ends make wide lines soon; a cow with flies makes it dear. Taking on purpose pays almost only while the "
        "herd has no flies.",
        table=_openings,
        code=(OneHerd.add,),
    ),
)

THOUGHTS = (
    Thought(
        "When is it right to stop although one could go on?",
        "When what may still come is worse than what one has now. That holds for herds, for a parking space far from "
        "the door, and for selling a house to the third who asks.",
    ),
    Thought(
        "You count the cows in the herds and in your hand. What else do you know?",
        "What was taken before, lies in the sheds and cannot come back in this round. And what others did not play "
        "when it would have fitted, they probably do not hold.",
    ),
    Thought(
        "«Always add the cow with most flies.» What is good about it, and what not?",
        "It gets rid of flies, but makes the herd dear, and you may be the one who has to take it. What matters is "
        "who will.",
    ),
    Thought(
        "Why do both players agree on the value of a position, though they want opposite things?",
        "Each assumes that the other does its best. Then there is nothing left to hope for beyond that number.",
    ),
)

EXERCISES = (
    Exercise(
        "value",
        "What is the position of the first prediction worth to you, if both go on in the best way?",
        lambda: float(max(values(len(PUZZLES) - 1).values())),
        0.001,
        "Taking: the other has 2 flies, you 4.",
        "The largest number in the table of step 2.",
    ),
    Exercise(
        "five",
        "The line goes from 5 to 11 with four cows. How likely is a neighbour with five unknown cards stuck?",
        lambda: float(stuck(ASKED.low, ASKED.high)),
        0.002,
        "38 cards are unseen, 18 of them fit: C(20, 5) / C(38, 5).",
        "42 cows less 4; those from 1 to 4 and from 12 to 15 fit.",
        percent=True,
    ),
    Exercise(
        "one",
        "The same with a single card?",
        lambda: float(stuck(ASKED.low, ASKED.high, 1)),
        0.004,
        "20 of 38.",
        "How many of the 38 do not fit?",
        percent=True,
    ),
    Exercise(
        "small",
        "Small deck of 16 cows (1 to 7; 2 to 6 with a fly, 3 to 5 with two, 4 with three). The herd is a single 4 "
        "without flies. How many of the other 15 cards do not fit?",
        lambda: float(len(SMALL.deck) - 1 - SMALL.fitting(4, 4)),
        0.001,
        "The three other 4s.",
        "How many 4s are there?",
    ),
    Exercise(
        "worst",
        "Real deck, a card at a time: by how many flies is the next one better off if you open with a 3 with two "
        "flies?",
        lambda: float(data.load("openings")["3(2)"]),
        0.005,
        "Over half a fly: no first cow is worse to leave to others.",
        "It is in the last table.",
    ),
)

GUIDE = Guide(
    "Take or add (optimal stopping, backward induction, counting). From grade 8; the formula from grade 10. Who has "
    "played MOW before has it easier. Alone or in pairs; 45 minutes.",
    "A pack of paper cards from 1 to 7 is enough to lay the puzzles on the table.",
    (
        ("0–6", "Part 1: predict; who takes, who adds?"),
        ("6–20", "Part 2: six ends of a round, six draws. Say the other's best answer before you press."),
        ("20–27", "Part 3: where were flies given away? How wide must a line be to frighten you?"),
        ("27–40", "Part 4: the tree of the first prediction on the board, from the leaves back; then count cards."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«Never take if you can add.»", "Look at the first prediction: three cows fit."),
        ("«I only count my own cards.»", "Whose turn is it after yours?"),
        ("«Flies in my hand do not count.»", "They do, when the round ends."),
        ("«The other will make a mistake.»", "Perhaps. What if not?"),
    ),
    "Where it leads: in lesson 7 the hands are hidden, and thinking backwards is not enough.",
)


class TakeOrAdd(BidLesson):
    """A row of play: block, choice, puzzle; or block, choice (0: take, 1: add), line, cows, flies, and the drawn "
    "cow."""

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "take-or-add", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE
    BLOCKS = BLOCKS

    def __init__(self, seed: int | None = None) -> None:
        self._drawn: tuple[Herd, int, Cow] | None = None
        super().__init__(seed)

    # ---- rounds -----------------------------------------------------------------------------------------------------
    @property
    def drawn(self) -> tuple[Herd, int, Cow]:
        """A herd of the small deck, its number of cows, and the drawn cow, which fits; drawn when first looked at."""
        while self._drawn is None:
            first, *deck = (SMALL.deck[i] for i in self.rng.permutation(len(SMALL.deck)))
            herd, n = Herd(first.number, first.number, first.flies), 1
            wanted = int(self.rng.integers(1, 4))
            for cow in deck:
                if not herd.fits(cow):
                    break  # this herd was taken before it was your turn
                if n == wanted:
                    self._drawn = herd, n, cow
                    break
                herd, n = herd.with_cow(cow), n + 1
        return self._drawn

    def choices(self, block: Block) -> Sequence[int]:
        return range(len(values(len(self.rows("open"))))) if block.key == "open" else (0, 1)

    def name(self, block: Block, choice: int) -> str:
        if block.key == "open":
            move = list(values(len(self.rows("open"))))[choice]
            return "Take the herd" if move == TAKE else f"Add {cows([move])}"
        return "Take the herd" if choice == 0 else f"Add {cows([self.drawn[2]])}"

    def task(self, block: Block) -> str:
        if block.key == "open":
            own, other = PUZZLES[len(self.rows("open"))].position.hands
            herd = PUZZLES[len(self.rows("open"))].position.herds[0]
            return f"{line(herd)} You hold {cows(own)}; the other holds {cows(other)}."
        herd, n, cow = self.drawn
        return f"{line(herd)} It has {number_of(n, 'cow', 'cows')}. You drew {cows([cow])}."

    def meet(self, block: Block, own: int) -> list[int]:
        if block.key == "open":
            return [len(self.rows("open"))]
        (herd, n, cow), self._drawn = self.drawn, None
        return [*herd, n, *cow]

    def can_be(self, row: Row) -> bool:
        if row[0] == "open":
            return len(row) == 3 and row[2] in range(len(PUZZLES)) and row[1] in range(len(values(row[2])))
        if len(row) != 8 or row[1] not in (0, 1) or not 1 <= row[2] <= row[3] <= 7:
            return False
        herd, cow = Herd(*row[2:5]), Cow(*row[6:])
        most = herd.high - herd.low + 1
        return 1 <= row[5] <= most and 0 <= herd.flies <= 3 * most and cow in SMALL.deck and herd.fits(cow)

    def bot_worth(self, row: Row) -> float:
        """What the choice of a bot was worth in the same place that always adds the cow with most flies."""
        if row[0] == "open":
            return float(values(row[2])[herd_bots.most_flies(PUZZLES[row[2]].position)])
        return self.worths([row[0], 1, *row[2:]])[0]  # the cow that was drawn is the only one

    def worths(self, row: Row) -> tuple[float, float]:
        """What the choice of a row was worth, and what the best one."""
        if row[0] == "open":
            all_ = list(values(row[2]).values())
            return float(all_[row[1]]), float(max(all_))
        herd, cow = Herd(*row[2:5]), Cow(*row[6:])
        both = float(-herd.flies), float(SMALL.add(herd, row[5], cow))
        return both[row[1]], max(both)

    def tell(self, row: Row) -> tuple[str, bool]:
        own, best = self.worths(row)
        if row[0] == "open":
            told = ", ".join(
                f"{'taking' if m == TAKE else f'adding {cows([m])}'} is worth {shown(float(v))}"
                for m, v in values(row[2]).items()
            )
        else:
            herd, cow = Herd(*row[2:5]), Cow(*row[6:])
            told = f"taking is worth {shown(float(-herd.flies))}, adding {shown(float(SMALL.add(herd, row[5], cow)))}"
        verdict = "The best choice" if own == best else f"That gives {shown(best - own)} away"
        return f"{verdict}: {told}.", own == best

    def sum_up(self, rows: Sequence[Row]) -> str:
        lost = [best - own for own, best in map(self.worths, rows)]
        return (
            f"{sum(loss == 0 for loss in lost)} of {number_of(len(rows), 'choice', 'choices')} were best; "
            f"{shown_of(sum(lost), 'fly', 'flies')} given away."
        )

    def chart_blocks(self) -> Iterator[p.Block]:
        """No class list: choices are not numbers."""
        return iter(())

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        for block in BLOCKS:
            if self.rows(block.key) or (block.key == "open" and self.kept.predictions):
                yield self._worths(block)
        yield self._heat()

    def _worths(self, block: Block) -> Picture:
        rows: list[charts.Row] = []
        played = self.rows(block.key)
        lost, bot_lost = [], []
        for i, row in enumerate(played, 1):
            own, best = self.worths(row)
            bot = self.bot_worth(row)
            lost.append(best - own)
            bot_lost.append(best - bot)
            for series, value in ((charts.THEORY, best), (charts.YOU, own), (BOT, bot)):
                rows.append({"part": charts.BAR, "series": series, "label": str(i), "value": value})
        summary = ""
        if played:
            summary = f"Flies given away per choice: you {shown(mean(lost))}, {BOT_WORDS} {shown(mean(bot_lost))}."
        if block.key == "open" and (predicted := self.kept.predictions.get("last")) is not None:
            moves = {0.0 if m == TAKE else float(m.number): v for m, v in values(len(PUZZLES) - 1).items()}
            if (worth := moves.get(predicted)) is not None:
                at = str(len(PUZZLES))
                rows.append({"part": charts.BAR, "series": charts.PREDICTED, "label": at, "value": float(worth)})
                what = "to take" if predicted == 0 else f"the {shown(predicted)}"
                summary += f" In choice {at} you predicted {what}, worth {shown(float(worth))}; the best is worth "
                summary += f"{shown(float(max(moves.values())))}."
        title = f"{block.title}: what the choices were worth"
        axis = "flies less than the other"
        return charts.bars(f"worth-{block.key}", title, rows, summary.strip(), across="choice", axis=axis, grouped=True)

    def _heat(self) -> Picture:
        rows: list[charts.Row] = [
            {"label": str(lo), "x": hi, "value": float(stuck(lo, hi))} for lo in range(1, 9) for hi in range(8, 16)
        ]
        asked = float(stuck(ASKED.low, ASKED.high))
        summary = f"From 5 to 11 a hand of five unknown cards is stuck in {percent(asked, 1)} of cases, from 2 to 14 "
        summary += f"in {percent(float(stuck(2, 14)))}."
        if (predicted := self.kept.predictions.get("stuck")) is not None:
            summary += f" You predicted {shown(predicted)} %."
            cell = next(r for r in rows if (r["label"], r["x"]) == (str(ASKED.low), ASKED.high))
            cell["text"] = f"{charts.THEORY} {percent(asked)}\n{charts.PREDICTED} {shown(predicted)} %"
        title = "How likely five unknown cards are stuck (with a cow at every second number)"
        return charts.heat("stuck", title, rows, summary, across="highest cow", axis="lowest cow")


def line(herd: Herd) -> str:
    """A herd in words."""
    return f"The herd goes from {herd.low} to {herd.high} and has {fly_words(herd.flies)}."
