"""Lesson 7, what don't they hold?  Hidden hands, guessing them, and what it means to be hard to beat."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.theory import cfr, data
from mowlab.theory.extensive import Policy
from mowlab.theory.stages import herd_bots
from mowlab.theory.stages.herd import HIDDEN, NOT_YET, TAKE, Cow, Position, Seen
from mowlab.ui import panel as p
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Kept, LessonPage, Step, Thought, mean, shown
from mowlab.ui.lessons.take_or_add import cows, line

GAME, LARGE = HIDDEN["G6"], HIDDEN["G8"]
HANDS = 6  # of each block; in every other one you are second
BLOCKS = (
    ("learned", "Six hands against the learned plan", "It learned by playing against itself."),
    ("guessing", "The same six hands, in another order, against the guesser", "It guesses your hand, and averages."),
)
BOT_NAMES = {
    "take": "takes at once",
    "flyiest": "most flies",
    "narrow": "narrowest line",
    "guessing": "guesses and averages",
    "random": "anything",
    "learned": "learned plan",
}
OPPONENTS = {"learned": "the plan", "guessing": "the guesser"}
BOT = "the plan in your place"
PLANS = ("most flies", "guesses and averages", "anything")
EXAMPLE = Seen((Cow(2, 0), Cow(5, 1)), ())  # a first hand of the larger game where guessing errs


@cache
def deals() -> list[tuple[tuple[Cow, ...], tuple[Cow, ...]]]:
    return GAME.deals()


@cache
def policies(bot: str) -> tuple[Policy, Policy]:
    """How a bot plays as the first and as the second farmer."""
    if bot == "learned":
        return data.herd_policies("G6")
    policy = herd_bots.BOTS[bot](GAME)
    return policy, policy


def replay(deal: int, moves: Sequence[int]) -> Position:
    """The position after some moves, given by their places in the lists of moves.  Raises IndexError."""
    s = GAME.play(None, deals()[deal])
    for i in moves:
        s = GAME.play(s, GAME.moves(s)[i])
    return s


def in_your_place(bot: str, deal: int, seat: int) -> float:
    """What the learned plan may expect in this seat with these cards, in flies less than the bot has."""
    players = [policies(bot)[p] for p in (0, 1)]
    players[seat] = policies("learned")[seat]

    def go_on(s: Position) -> float:
        if s.taken_by != NOT_YET:
            return float(GAME.payoffs(s)[seat])
        mix = players[s.turn](GAME.sees(s))
        return sum(chance * go_on(GAME.play(s, move)) for move, chance in mix.items() if chance)

    return go_on(replay(deal, ()))


def open_value() -> Fraction:
    return GAME.opened()


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "open",
        "Of the cows 1, 2, 2 with a fly, 6, 6 with a fly and 7 two farmers get two each. The herd goes from 3 to 5 and "
        "has 3 flies; whoever takes it ends the hand. If both hands lie open, by how many flies is the first farmer "
        "better off, on average?",
        -5,
        5,
        "−5 to 5; worse off is negative",
    ),
    Ask("hidden", "And with hidden hands?", -5, 5, "−5 to 5; worse off is negative"),
    Ask(
        "best",
        "A perfect opponent knows your plan, not your cards. Against which plan does it win least: adding most flies "
        "(1), guessing hands and averaging (2), anything (3)?",
        1,
        3,
        "1, 2 or 3",
        only=(1, 2, 3),
    ),
)


def _guess() -> p.Block:
    guesses = herd_bots.guesses(LARGE, EXAMPLE)
    learned = data.herd_policies("G8")[0](EXAMPLE)
    rows = [
        ("take" if move == TAKE else f"add {cows([move])}", shown(float(guesses[move])), percent(learned[move]))
        for move in guesses
    ]
    return p.table(
        "Larger game, first move with 2 and 5 with 1 fly; the herd is a 4 with 3 flies",
        ["move", "guessing says it is worth", "the learned plan plays it"],
        rows,
    )


def _curve() -> p.Block:
    rows = [(str(i), f"{e:.5f}") for i, e in data.load("cfr-g6")["curve"]]
    return p.table("Learning the game that you played", ["rounds of learning", "a perfect opponent wins"], rows)


def _exploited() -> p.Block:
    lost = data.load("duels-g8")["exploitability"]
    won = data.empirical("duels-g8")
    at = won.bots.index("guessing")
    rows = [
        (BOT_NAMES[bot], f"{lost[bot]:.4f}", shown(won.means[at, i]))
        for i, bot in sorted(enumerate(won.bots), key=lambda pair: lost[pair[1]])
    ]
    return p.table(
        "Larger game, flies a hand, both seats",
        ["plan", "a perfect opponent wins", "the guesser wins against it"],
        rows,
    )


STEPS = (
    Step(
        "What one knows",
        "You see your cards and all that was played. All positions that look the same to you are one information "
        "set, and a plan must do the same in all of them. You cannot plan to do one thing if the other holds a 1, "
        "and another if not.",
    ),
    Step(
        "Open and hidden",
        "With open hands the first farmer is better off here. Hidden hands turn that round: the second one has seen "
        "a move, and a move tells something. On average over all deals the first one loses a little.",
        "open: +23/45,   hidden: −1/15",
    ),
    Step(
        "Guessing hands and averaging",
        "A natural plan: go through every hand that the other may hold, solve each as if it lay open, take the best "
        "average. It is often good, but it cheats itself: in each guess it will later act as if it knew the hand, "
        "which it will not. So it thinks well of moves that leave the hard choice for later.",
        table=_guess,
        code=(herd_bots.guesses,),
    ),
    Step(
        "Learning by regret",
        "Play against yourself. After each round ask in every information set: how much better would another move "
        "have been? Play the moves you regret not having played, in proportion. The average of all these plans gets "
        "as hard to beat as you like.",
        table=_curve,
        code=(cfr._regret_step,),
    ),
    Step(
        "Hard to beat, or good at winning?",
        "The guesser wins against the simple plans. Yet a perfect opponent wins more from it than from «most flies». "
        "Winning a tournament and being hard to beat are two different things, and the equilibrium promises only the "
        "second.",
        table=_exploited,
    ),
)

THOUGHTS = (
    Thought(
        "Is a game unfair that is worth −1/15 to the first player?",
        "One hand is. Swap seats and play the same deal again: over both hands nobody is ahead. In tournaments of "
        "bridge the same deals are played by others for that reason.",
    ),
    Thought(
        "The program never looks at your cards, and still plays well. What does it use?",
        "How often each hand would have come to this move. It does not need to know yours; its plan is good against "
        "all.",
    ),
    Thought(
        "Against a weak player, would you play the equilibrium?",
        "It does not lose, but it does not punish mistakes as much as one could. Who leaves it to win more can be "
        "punished in turn.",
    ),
    Thought(
        "Where else do you act on what others don't know?",
        "In any negotiation: what you offer tells what you need. So one sometimes does what one would not do with "
        "open cards.",
    ),
)

EXERCISES = (
    Exercise(
        "deals",
        "Six cows, two for each of the two players, in order: how many deals are there?",
        lambda: float(len(deals())),
        0.1,
        "15 hands for the first, 6 for the second.",
        "Choose 2 of 6, then 2 of the remaining 4.",
    ),
    Exercise(
        "open",
        "What is the game worth to the first farmer if all hands are open? (on average, in flies)",
        lambda: float(open_value()),
        0.003,
        "23/45.",
        "It is in step 2.",
    ),
    Exercise(
        "worlds",
        "You are first and hold 2 and 5 with a fly in the game of eight cows. How many hands may the other hold?",
        lambda: float(len(LARGE.worlds(EXAMPLE))),
        0.1,
        "Choose 2 of the other 6.",
        "How many cows do you not see?",
    ),
    Exercise(
        "guess",
        "What does the guesser think that adding the 2 is worth there?",
        lambda: float(herd_bots.guesses(LARGE, EXAMPLE)[Cow(2, 0)]),
        0.01,
        "More than adding the 5; and yet the learned plan adds the 5.",
        "Read the table of step 3.",
    ),
    Exercise(
        "half",
        "After how many rounds of learning in the table of step 4 does a perfect opponent win less than 0.001 for "
        "the first time?",
        lambda: float(next(i for i, e in data.load("cfr-g6")["curve"] if e < 0.001)),
        0.1,
        "Each tenfold number of rounds divides it by about a hundred here.",
        "Look for the first row below 0.001.",
    ),
)

GUIDE = Guide(
    "What don't they hold? (imperfect information, exploitability). From grade 11; lesson 6 helps. Alone or in "
    "pairs; 45 minutes.",
    "Lay the six cows out on the table: 1, 2, 2 with a fly, 6, 6 with a fly, 7; a herd from 3 to 5 with three flies.",
    (
        ("0–7", "Part 1: predict."),
        ("7–20", "Part 2: six hands against the learned plan, the same six against the guesser."),
        ("20–28", "Part 3: the same deals: where did the two play differently?"),
        ("28–40", "Part 4: information sets with real cards on the table; then the guess that cheats itself."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«The winner of the tournament is the best.»", "Against whom? Look at the last table."),
        ("«Averaging over all possibilities handles not knowing.»", "What will it do one move later, in each of them?"),
        ("«The equilibrium wins most.»", "It loses least. That is not the same."),
        ("«It must have seen my cards.»", "Play the same deal with other cards in your hand: it does the same."),
    ),
    "Where it leads: lesson 10 ranks many plans at once.",
)


class HiddenHands(LessonPage):
    """A row of play: block, deal, your seat, then the moves of both by their places in the lists; the last may be "
    "unfinished."""

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "hidden-hands", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE

    def __init__(self, seed: int | None = None) -> None:
        self.rng = np.random.default_rng(secrets.randbits(32) if seed is None else seed)
        super().__init__()

    # ---- what was played --------------------------------------------------------------------------------------------
    def rows(self, block: str) -> list[list[Any]]:
        """The finished hands of a block."""
        return [row for row in self.kept.play if row[0] == block and self.at(row).taken_by != NOT_YET]

    @staticmethod
    def at(row: list[Any]) -> Position:
        return replay(row[1], row[3:])

    @staticmethod
    def result(row: list[Any]) -> float:
        """Flies that you have less than the other."""
        return float(GAME.payoffs(replay(row[1], row[3:]))[row[2]])

    @property
    def played(self) -> bool:
        return len(self.rows(BLOCKS[0][0])) == HANDS

    @property
    def block(self) -> str | None:
        """The block that goes on; None when all have been played."""
        return next((key for key, *_ in BLOCKS if len(self.rows(key)) < HANDS), None)

    def current(self) -> list[Any] | None:
        """The hand that is being played; dealt, and opened by the bot where it is first, when it is first looked at."""
        block = self.block
        if block is None:
            return None
        if not self.kept.play or self.at(self.kept.play[-1]).taken_by != NOT_YET:
            k = len(self.rows(block))
            if block == BLOCKS[0][0]:
                hand = [int(self.rng.integers(len(deals()))), k % 2]
            else:  # the same deals and seats, the last one first
                hand = self.rows(BLOCKS[0][0])[-1 - k][1:3]
            self.kept.play.append([block, *hand])
            self._answer(self.kept.play[-1])
        row: list[Any] = self.kept.play[-1]
        return row

    def _answer(self, row: list[Any]) -> None:
        """The bot moves, if it is its turn."""
        s = self.at(row)
        if s.taken_by == NOT_YET and s.turn != row[2]:
            chances = policies(row[0])[s.turn](GAME.sees(s))
            moves = GAME.moves(s)
            mix = np.array([chances.get(m, 0.0) for m in moves])
            row.append(int(self.rng.choice(len(moves), p=mix / mix.sum())))

    def on_play(self, event: p.Event) -> None:
        row = self.current()
        kind, _, move = event.id.partition("-")
        if row is not None and kind == "move" and move.isdigit() and int(move) < len(GAME.moves(self.at(row))):
            row.append(int(move))
            self._answer(row)

    def is_whole(self, kept: Kept) -> bool:
        keys = [key for key, *_ in BLOCKS]
        for row in kept.play:
            if (
                not isinstance(row, list)
                or len(row) < 3
                or row[0] not in keys
                or not all(type(n) is int for n in row[1:])
            ):
                return False
            if row[1] not in range(len(deals())) or row[2] not in (0, 1) or min(row[1:]) < 0:
                return False
            try:
                s = GAME.play(None, deals()[row[1]])
                for i in row[3:]:
                    if s.taken_by != NOT_YET:
                        return False
                    s = GAME.play(s, GAME.moves(s)[i])
            except IndexError:
                return False
        return len(kept.play) <= 2 * HANDS

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def play_blocks(self) -> Iterator[p.Block]:
        row = self.current()
        finished = [r for key, *_ in BLOCKS for r in self.rows(key)]
        if finished and (row is None or len(row) <= 3 + row[2]):  # nothing of the next hand was played by you yet
            yield p.text(self.tell(finished[-1]), "good" if self.result(finished[-1]) > 0 else "info")
        for key, title, after in BLOCKS:
            if len(rows := self.rows(key)) == HANDS:
                yield p.text(f"{title}: {difference(mean(list(map(self.result, rows))))} {after}")
        if row is None:
            return
        title = next(title for key, title, _ in BLOCKS if key == row[0])
        s, me = self.at(row), row[2]
        yield p.heading(f"{title}: hand {len(self.rows(row[0])) + 1} of {HANDS}")
        yield p.text(
            f"Six cows are in the game: {cows(GAME.pool)}. Each farmer has two of them; two lie aside.", soft=True
        )
        if s.said:
            yield p.text(f"Played so far: {cows(s.said)}; you are {'first' if me == 0 else 'second'}.")
        yield p.text(f"{line(s.herds[0])} You hold {cows(s.hands[me])}.")
        moves = GAME.moves(s)
        labels = ["Take the herd" if m == TAKE else f"Add {cows([m])}" for m in moves]
        yield p.row(*(p.button(f"move-{i}", label) for i, label in enumerate(labels)), name="bids")

    def tell(self, row: list[Any]) -> str:
        """How a hand ended; the other's cards stay hidden as long as the same deal is to come again."""
        s, me = self.at(row), row[2]
        took = "You took" if s.taken_by == me else "The other took"
        words = (
            f"{took} the herd with {number_of(s.herds[0].flies, 'fly', 'flies')}: {shown(self.result(row))} for you."
        )
        if row[0] == BLOCKS[0][0]:
            return words
        own, other = deals()[row[1]][me], deals()[row[1]][1 - me]
        return f"{words} You had {cows(own)}, the other {cows(other)}."

    def pictures(self) -> Iterator[Picture]:
        yield self._values()
        yield self._learning()
        yield self._exploited()

    def _values(self) -> Picture:
        worth = {"open": float(open_value()), "hidden": float(data.load("cfr-g6")["value"])}
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": charts.THEORY, "label": f"{how} hands", "value": value}
            for how, value in worth.items()
        ]
        told = []
        for key, who in OPPONENTS.items():
            if done := self.rows(key):
                result = mean(list(map(self.result, done)))
                bot = mean([in_your_place(key, row[1], row[2]) for row in done])
                for series, value in ((charts.YOU, result), (BOT, bot)):
                    rows.append({"part": charts.BAR, "series": series, "label": f"against {who}", "value": value})
                told.append(f"against {who} you {shown(result)}, the learned plan with your cards {shown(bot)}")
        predicted = {how: self.kept.predictions[how] for how in worth if how in self.kept.predictions}
        rows += [
            {"part": charts.BAR, "series": charts.PREDICTED, "label": f"{how} hands", "value": value}
            for how, value in predicted.items()
        ]
        summary = (
            f"To the first farmer open hands are worth {shown(worth['open'])}, hidden ones {shown(worth['hidden'])}."
        )
        if predicted:
            summary += f" You predicted {' and '.join(map(shown, predicted.values()))}."
        if told:
            summary += f" In {HANDS} hands each, on average: {'; '.join(told)}. So few hands say little: luck with "
            summary += "the cards is larger than skill here."
        title = "Flies better than the other"
        return charts.bars(
            "values", title, rows, summary, across="hands", axis="flies a hand", format=".1f", grouped=True
        )

    def _learning(self) -> Picture:
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": name, "x": float(np.log10(i)), "value": float(np.log10(e))}
            for name, key in (("this game", "cfr-g6"), ("eight cows", "cfr-g8"))
            for i, e in data.load(key)["curve"]
        ]
        curve = data.load("cfr-g6")["curve"]
        summary = (
            f"After {curve[3][0]} rounds of learning a perfect opponent wins {curve[3][1]:.4f}, after {curve[6][0]} "
        )
        summary += f"{curve[6][1]:.5f}. Both axes count powers of ten: 2 is 100, −2 is 0.01."
        title = "Learning gets hard to beat"
        return charts.lines(
            "learning", title, rows, summary, across="rounds, power of ten", axis="lost, power of ten", format=".0f"
        )

    def _exploited(self) -> Picture:
        lost = data.load("duels-g8")["exploitability"]
        order = sorted(
            (bot for bot in lost if bot in ("flyiest", "narrow", "guessing", "learned", "random")), key=lost.get
        )
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": "eight cows", "label": BOT_NAMES[bot], "value": lost[bot]} for bot in order
        ]
        summary = "A perfect opponent wins " + "; ".join(f"{lost[b]:.3f} from «{BOT_NAMES[b]}»" for b in order) + "."
        if (predicted := self.kept.predictions.get("best")) is not None:
            at = BOT_NAMES[("flyiest", "guessing", "random")[round(predicted) - 1]]
            rows.append(charts.mark(charts.PREDICTED, label=at))
            summary += f" You predicted that «{PLANS[round(predicted) - 1]}» would lose least of the three."
        title = "What a perfect opponent wins from each plan"
        return charts.bars("exploited", title, rows, summary, across="plan", axis="flies a hand", format=".1f")


def difference(flies: float) -> str:
    """A mean result in words."""
    if flies == 0:
        return "as many flies as it had."
    return f"{shown(abs(flies))} flies a hand {'fewer' if flies > 0 else 'more'} than it had."
