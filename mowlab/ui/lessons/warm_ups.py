"""Seven warm-ups of a few minutes: predict, try, then the answer.  Each is a small classic game behind a lesson.

What was tried is kept as rows: the key of the warm-up, your choice, and what the others did; all whole numbers.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import ipywidgets
import numpy as np

from mowlab.core.words import number_of, percent
from mowlab.theory.solution import Solution
from mowlab.theory.stages.classics import BIASED_RPS, LowestUnique, blotto_kinds, levels, urns
from mowlab.theory.stages.escalation import DollarAuction, outlasting, war_of_attrition
from mowlab.theory.symmetric import certified
from mowlab.ui import panel as p
from mowlab.ui.lesson_page import (
    LONGEST,
    Ask,
    BadNumber,
    Exercise,
    Kept,
    is_right,
    mean,
    number,
    shown,
    source_of,
    to_solve,
)
from mowlab.ui.memory import Memory
from mowlab.ui.work import guarded

Row = list[Any]
Told = tuple[str, bool]  # a round in words, and whether it went well for you


@dataclass(frozen=True)
class WarmUp:
    """choices: what the buttons say.  tasks: what is asked at each try.  meet(rng, own, earlier rows): the rest of a
    row, whole numbers from 0 to those in `limits`.  leads: the lessons it is good before.
    """

    key: str
    minutes: int
    leads: tuple[int, ...]
    ask: Ask
    choices: tuple[str, ...]
    tasks: tuple[str, ...]
    limits: tuple[int, ...]
    meet: Callable[[np.random.Generator, int, Sequence[Row]], list[int]]
    tell: Callable[[Row], Told]
    answer: str
    truth: Callable[[], float]  # what was asked for, as the prediction is written
    table: Callable[[], p.Block]
    code: tuple[Callable[..., Any], ...]
    exercise: Exercise

    def fits(self, row: Row) -> bool:
        """Whether a row that was kept can be a try of this warm-up."""
        own, *others = row[1:]
        return (
            len(others) == len(self.limits)
            and own in range(len(self.choices))
            and all(0 <= n <= most for n, most in zip(others, self.limits, strict=True))
        )


# ---- guess two thirds of the average ------------------------------------------------------------------------------
SHARE, MIDDLE, CROWD = 2 / 3, 50, 4
GUESSES = (MIDDLE, *(round(guess) for guess in levels(SHARE, MIDDLE, 6)), 0)


def _guess_others(rng: np.random.Generator, own: int, before: Sequence[Row]) -> list[int]:
    """Each thinks nought to three steps ahead of the middle, or of the average of the round before."""
    start = mean(_guessed(before[-1])) if before else MIDDLE
    return [round(start * SHARE**k) for k in map(int, rng.integers(0, 4, size=CROWD))]


def _guessed(row: Row) -> list[int]:
    return [GUESSES[row[1]], *row[2:]]


def _guess_told(row: Row) -> Told:
    goal = mean(_guessed(row)) * SHARE
    best = min(abs(n - goal) for n in row[2:])
    won = abs(GUESSES[row[1]] - goal) <= best
    said = ", ".join(map(str, row[2:]))
    end = "nobody was nearer than you." if won else "another one was nearer."
    return f"You said {GUESSES[row[1]]}, the others {said}. Two thirds of the average: {shown(goal)}; {end}", won


def _guess_table() -> p.Block:
    guesses = [float(MIDDLE), *levels(SHARE, MIDDLE, 5)]
    rows = [(str(k), shown(a), shown(b)) for k, (a, b) in enumerate(pairwise(guesses), 1)]
    return p.table("Thinking further", ["steps", "if the others say", "you say"], rows)


# ---- the lowest number that nobody else has -------------------------------------------------------------------------
LUPI = LowestUnique(3, 3)


@cache
def lowest() -> Solution:
    """The equilibrium with numbers 1 to 3: 2√3 - 3 on the first, the rest in halves; with its regret."""
    first = 2 * 3**0.5 - 3
    return certified(LUPI, [first, (1 - first) / 2, (1 - first) / 2])


def _lowest_others(rng: np.random.Generator, own: int, before: Sequence[Row]) -> list[int]:
    return [int(n) for n in rng.choice(LUPI.highest, 2, p=lowest().mix)]


def _lowest_told(row: Row) -> Told:
    chosen = row[1:]
    winner = next((n for n in range(LUPI.highest) if chosen.count(n) == 1), None)
    won = winner == row[1]
    end = "nobody wins" if winner is None else "you win" if won else f"{winner + 1} wins"
    return f"You named {row[1] + 1}, the others {row[2] + 1} and {row[3] + 1}: {end}.", won


def _lowest_table() -> p.Block:
    found = lowest()
    pays = LUPI.payoffs(found.mix)
    rows = [(str(i + 1), percent(x, 1), percent(w, 1)) for i, (x, w) in enumerate(zip(found.mix, pays, strict=True))]
    return p.table("Three players, numbers 1 to 3", ["number", "how often", "wins then"], rows, note=_regret(found))


def _regret(found: Solution) -> str:
    return f"Nobody gains more than {found.regret:.0e} by changing alone."


# ---- the dollar auction ---------------------------------------------------------------------------------------------
NOTE, BUDGETS = 10, (20, 14, 25)


def _dollar(row: Row) -> DollarAuction:
    return DollarAuction(NOTE, row[2])


def _dollar_others(rng: np.random.Generator, own: int, before: Sequence[Row]) -> list[int]:
    game = DollarAuction(NOTE, BUDGETS[len(before)])
    return [game.budget, game.next_bid(0, own + 1)]


def _dollar_told(row: Row) -> Told:
    bid, answer = row[1] + 1, row[3]
    if answer == 0:
        return f"You bid {bid}, and your rival gives up. You gain {NOTE - bid}.", bid < NOTE
    again = _dollar(row).next_bid(bid, answer)
    more = "it pays to give up now" if again == 0 else f"you would have to go to {again}"
    return f"You bid {bid}, your rival {answer}: {more}. Your {bid} coins are gone.", False


def _dollar_table() -> p.Block:
    rows = [(str(b), str(DollarAuction(NOTE, b).first_bid())) for b in (12, *sorted(BUDGETS), 30)]
    return p.table(f"{NOTE} coins for sale", ["both have", "smallest bid after which a sensible rival gives up"], rows)


# ---- who gives up first? --------------------------------------------------------------------------------------------
PRIZE, COST, LONG = 5.0, 0.75, 8


def _stay_others(rng: np.random.Generator, own: int, before: Sequence[Row]) -> list[int]:
    return [min(int(rng.geometric(war_of_attrition(PRIZE, COST))) - 1, 99)]


def _stay_told(row: Row) -> Told:
    own, rival = row[1], row[2]
    gain = PRIZE * (own > rival) - COST * min(own, rival)
    end = "the prize is yours" if own > rival else "you both give up" if own == rival else "your rival gets the prize"
    paid = number_of(min(own, rival), "round", "rounds")
    return f"Both paid for {paid}, then {end}. That makes {shown(gain)} for you.", gain > 0


def _stay_table() -> p.Block:
    quits = (0.05, war_of_attrition(PRIZE, COST), 0.3)
    rows = [(str(n), *(shown(round(outlasting(PRIZE, COST, n, q), 2) + 0.0) for q in quits)) for n in (0, 1, 2, 4, 8)]
    return p.table(
        "What staying earns",
        ["rounds you stay", *(f"rival gives up in {percent(q, 1)} of rounds" for q in quits)],
        rows,
        note="In the middle column all plans earn the same: that is the equilibrium.",
    )


# ---- five soldiers, three fields ------------------------------------------------------------------------------------
SOLDIERS, FIELDS = 5, 3
BLOTTO = blotto_kinds(SOLDIERS, FIELDS)


@cache
def spread() -> Solution:
    """One equilibrium of many: half the time 3-2-0, half 3-1-1; with its regret."""
    return certified(BLOTTO, [0.5 if kind in ((3, 2, 0), (3, 1, 1)) else 0.0 for kind in BLOTTO.actions])


def _plan(kind: Sequence[int]) -> str:
    return "-".join(map(str, kind))


def _spread_others(rng: np.random.Generator, own: int, before: Sequence[Row]) -> list[int]:
    """Both plans, field by field, put on the fields by lot."""
    kinds = BLOTTO.actions[own], BLOTTO.actions[int(rng.choice(len(BLOTTO.actions), p=spread().mix))]
    return [int(n) for kind in kinds for n in rng.permutation(kind)]


def _spread_told(row: Row) -> Told:
    mine, theirs = row[2 : 2 + FIELDS], row[2 + FIELDS :]
    fields = sum(int(np.sign(a - b)) for a, b in zip(mine, theirs, strict=True))
    more = f"{number_of(abs(fields), 'field', 'fields')} more for {'you' if fields > 0 else 'your rival'}"
    end = more if fields else "level"
    return f"You {_plan(mine)}, your rival {_plan(theirs)}: {end}.", fields > 0


def _spread_table() -> p.Block:
    found = spread()
    pays = BLOTTO.payoffs(found.mix)
    rows = [
        (_plan(kind), percent(x), shown(float(v))) for kind, x, v in zip(BLOTTO.actions, found.mix, pays, strict=True)
    ]
    return p.table("One good mix", ["plan", "how often", "fields more, against it"], rows, note=_regret(found))


# ---- rock, paper, scissors with unequal prizes ----------------------------------------------------------------------
SIGNS = BIASED_RPS.actions


@cache
def signs() -> Solution:
    """The equilibrium (1, 10, 5) / 16 with its regret."""
    return certified(BIASED_RPS, np.array([1, 10, 5]) / 16)


def _signs_others(rng: np.random.Generator, own: int, before: Sequence[Row]) -> list[int]:
    return [int(rng.choice(len(SIGNS), p=signs().mix))]


def _signs_told(row: Row) -> Told:
    gain = 10 * float(BIASED_RPS.table[row[1], row[2]])
    return f"You {SIGNS[row[1]]}, your rival {SIGNS[row[2]]}: {shown(gain)} for you.", gain > 0


def _signs_table() -> p.Block:
    rows = [(name, percent(x, 2)) for name, x in zip(SIGNS, signs().mix, strict=True)]
    return p.table("How often", ["sign", "share"], rows, note=_regret(signs()))


# ---- two urns in a row ----------------------------------------------------------------------------------------------
SITUATIONS = ((1, 1, 0), (1, 1, 1), (1, 0, 1), (0, 0, 1))  # first guess, second, your ball; 1: A, red


def _belief(situation: Sequence[int]) -> float:
    """How likely urn A is: the first two guessed by their own balls."""
    red = sum(situation)
    return float(urns(red, len(situation) - red)["A"])


def _urn_task(first: int, second: int, ball: int) -> str:
    names = ["BA"[first], "BA"[second]]
    return f"The first said {names[0]}, the second {names[1]}. Your own ball is {'red' if ball else 'blue'}. You say:"


def _urn_others(rng: np.random.Generator, own: int, before: Sequence[Row]) -> list[int]:
    number = len(before)
    return [number, int(rng.random() < _belief(SITUATIONS[number]))]


def _urn_told(row: Row) -> Told:
    truth, sure = "BA"[row[3]], _belief(SITUATIONS[row[2]])
    likely, share = ("A", sure) if sure > 0.5 else ("B", 1 - sure)
    return f"You said {'AB'[row[1]]}; it was {truth}. {likely} was likely with {percent(share)}.", "AB"[row[1]] == truth


def _urn_table() -> p.Block:
    rows = [
        ("BA"[a] + " " + "BA"[b], "red" if ball else "blue", percent(_belief((a, b, ball)), 1))
        for a, b, ball in SITUATIONS
    ]
    return p.table("How likely urn A is", ["said before", "your ball", "urn A"], rows)


# ---- all of them ----------------------------------------------------------------------------------------------------
WARM_UPS = (
    WarmUp(
        "guess",
        10,
        (2,),
        Ask(
            "guess",
            "Everybody names a number from 0 to 100; who is nearest to two thirds of the average wins. Which number "
            "is right when everybody has thought it through to the end?",
            0,
            100,
            "0 to 100",
        ),
        tuple(map(str, GUESSES)),
        ("Four others guess too, and they learn from the last average. You name:",) * 4,
        (100,) * CROWD,
        _guess_others,
        _guess_told,
        "If all say 50, say 33; if all say 33, say 22; and so on. The only number from which nobody wants to move is "
        "0. In real groups few think more than two or three steps, so 0 wins late.",
        lambda: levels(SHARE, MIDDLE, 100)[-1],
        _guess_table,
        (levels,),
        Exercise(
            "guess-three",
            "Somebody thinks three steps ahead, starting from 50. What is the guess?",
            lambda: levels(SHARE, MIDDLE, 3)[-1],
            0.2,
            "50 · 2/3 · 2/3 · 2/3.",
            "Two thirds, three times.",
        ),
    ),
    WarmUp(
        "lowest",
        10,
        (2, 4),
        Ask(
            "lowest",
            "Three players name 1, 2 or 3 in secret; the lowest number that only one has named wins. How many of 100 "
            "good players name 1?",
            0,
            100,
            "0 to 100",
            percent=True,
        ),
        tuple(str(n + 1) for n in range(LUPI.highest)),
        ("Two others choose at the same time. You name:",) * 6,
        (LUPI.highest - 1,) * 2,
        _lowest_others,
        _lowest_told,
        "If all took 1, nobody would win, and a 2 would. If nobody took 1, it would win at once. In balance each "
        "number wins equally often: what is lower is named more often, but not always.",
        lambda: 100 * float(lowest().mix[0]),
        _lowest_table,
        (LowestUnique.payoffs,),
        Exercise(
            "lowest-two",
            "The two others choose among 1, 2 and 3 like a die. How often does your 2 win?",
            lambda: float(LUPI.payoffs(np.full(3, 1 / 3))[1]),
            0.003,
            "Both say 1, or both say 3: 1/9 each.",
            "When is 2 the lowest number that stands alone?",
            percent=True,
        ),
    ),
    WarmUp(
        "dollar",
        10,
        (8,),
        Ask(
            "dollar",
            "Ten coins are for sale. Two bid in turns, and both pay their last bid. Each has 20. What is the smallest "
            "first bid at which a sensible rival gives up?",
            1,
            20,
            "1 to 20",
        ),
        tuple(str(n + 1) for n in range(NOTE)),
        tuple(f"You both have {budget} coins; {NOTE} are for sale. You open with:" for budget in BUDGETS),
        (max(BUDGETS),) * 2,
        _dollar_others,
        _dollar_told,
        "Think from the end: who can pay 20 wins for sure, so bids from 11 on are as good as final, and so down in "
        "steps of nine. Other openings may be answered by a bid from which you cannot come back. What was paid is "
        "gone; only what is still to win counts.",
        lambda: float(DollarAuction(NOTE, BUDGETS[0]).first_bid()),
        _dollar_table,
        (DollarAuction.first_bid,),
        Exercise(
            "dollar-thirty",
            "Twenty coins are for sale, both have 30. The right first bid?",
            lambda: float(DollarAuction(20, 30).first_bid()),
            0.001,
            "30 − 19 = 11.",
            "Go down from 30 in steps of one less than the prize.",
        ),
    ),
    WarmUp(
        "stay",
        10,
        (8,),
        Ask(
            "stay",
            "Whoever stays longer gets 5; each round in which both stay costs both 0.75. How many of 100 good "
            "players give up in the first round?",
            0,
            100,
            "0 to 100",
            percent=True,
        ),
        tuple(str(n) for n in range(LONG + 1)),
        ("How many rounds do you stay at most?",) * 6,
        (99,),
        _stay_others,
        _stay_told,
        "If the rival gives up too often, staying is worth it; if too seldom, going is. In balance one more round "
        "costs on average just what it may bring, however much has been paid already.",
        lambda: 100 * war_of_attrition(PRIZE, COST),
        _stay_table,
        (war_of_attrition, outlasting),
        Exercise(
            "stay-four",
            "The prize is 4 and a round costs 1. How often does each give up in a round?",
            lambda: war_of_attrition(4, 1),
            0.003,
            "1 / (4 + 1).",
            "Giving up with chance q: q · 4 must be (1 − q) · 1.",
            percent=True,
        ),
    ),
    WarmUp(
        "spread",
        10,
        (2, 5),
        Ask(
            "spread",
            "Five soldiers on three fields; who has most on a field wins it, and every field counts. How many fields "
            "more than an equally good rival do you win on average?",
            -3,
            3,
            "−3 to 3",
        ),
        tuple(map(_plan, BLOTTO.actions)),
        ("Both spread five soldiers; lots say which field gets which. Your plan:",) * 6,
        (SOLDIERS,) * (2 * FIELDS),
        _spread_others,
        _spread_told,
        "Nothing: what you can do, the rival can. There are many good mixes, so compare what they win and not how "
        "they look. All on one field is never one of them.",
        lambda: abs(spread().value),
        _spread_table,
        (blotto_kinds,),
        Exercise(
            "spread-all",
            "5-0-0 against 2-2-1: how many fields more does 5-0-0 win?",
            lambda: float(BLOTTO.table[BLOTTO.actions.index((5, 0, 0)), BLOTTO.actions.index((2, 2, 1))]),
            0.001,
            "One field won, two lost.",
            "Count field by field; less than nothing is possible.",
        ),
    ),
    WarmUp(
        "signs",
        5,
        (10,),
        Ask(
            "signs",
            "Rock beats scissors for 10 points, paper beats rock for 5, scissors beat paper for 1. How many of 100 "
            "good players show paper?",
            0,
            100,
            "0 to 100",
            percent=True,
        ),
        SIGNS,
        ("The loser pays the winner: rock wins 10, paper 5, scissors 1. You show:",) * 6,
        (len(SIGNS) - 1,),
        _signs_others,
        _signs_told,
        "Not the sign with the largest prize is shown most, but the one that keeps the others from it: paper. Your "
        "shares must make all three signs of the rival earn the same.",
        lambda: 100 * float(signs().mix[1]),
        _signs_table,
        (certified,),
        Exercise(
            "signs-rock",
            "How many of 100 show rock?",
            lambda: float(signs().mix[0]),
            0.003,
            "1/16.",
            "Shares r, p, s: 10s − 5p, 5r − s and p − 10r must all be nothing.",
            percent=True,
        ),
    ),
    WarmUp(
        "urns",
        10,
        (9,),
        Ask(
            "urns",
            "Urn A has two red balls and a blue one, B two blue and a red. Two before you each saw a ball and said "
            "A. Your own ball is blue. How likely is A, in percent?",
            0,
            100,
            "0 to 100",
            percent=True,
        ),
        ("A", "B"),
        tuple(_urn_task(*situation) for situation in SITUATIONS),
        (len(SITUATIONS) - 1, 1),
        _urn_others,
        _urn_told,
        "Two red balls against your blue one: A, whatever you see yourself. From now on everybody says A, and nobody "
        "learns anything more from it. So a crowd can be sure and wrong.",
        lambda: 100 * _belief(SITUATIONS[0]),
        _urn_table,
        (urns,),
        Exercise(
            "urns-fifth",
            "Four before you said A: the first two by their balls, the others had to follow. Your ball is red. How "
            "likely is A?",
            lambda: float(urns(3, 0)["A"]),
            0.003,
            "Three red balls count: 8 against 1.",
            "Whose words tell of a ball?",
            percent=True,
        ),
    ),
)
BY_KEY = {warm_up.key: warm_up for warm_up in WARM_UPS}


class WarmUps:
    """The page of all warm-ups: `show(key)` is one of them.  `begin` must be shown: it keeps all in the browser."""

    KEY = "warm-ups"

    def __init__(self, seed: int | None = None) -> None:
        self.rng = np.random.default_rng(secrets.randbits(32) if seed is None else seed)
        self.kept = Kept()
        self.memory = Memory(storage_key=f"mowlab/lesson/{self.KEY}")
        self.memory.on_restore(guarded(self.restore, lambda sentence: None))
        self.said: dict[str, str] = {}  # what went wrong, by warm-up
        self.top, self.end = p.Panel(), p.Panel()
        self.panels = {warm_up.key: p.Panel() for warm_up in WARM_UPS}
        for key, panel in self.panels.items():
            panel.on_event(guarded(self._handler(BY_KEY[key]), self._reporter(panel)))
        self.end.on_event(guarded(self.on_end, self._reporter(self.end)))
        self.refresh()

    # ---- the cells --------------------------------------------------------------------------------------------------
    def begin(self) -> ipywidgets.VBox:
        return ipywidgets.VBox([self.memory, self.top])

    def show(self, key: str) -> p.Panel:
        return self.panels[key]

    def guide(self) -> p.Panel:
        return self.end

    # ---- how far one is ---------------------------------------------------------------------------------------------
    def rows(self, warm_up: WarmUp) -> list[Row]:
        return [row for row in self.kept.play if row[0] == warm_up.key]

    def begun(self, warm_up: WarmUp) -> bool:
        return self.kept.opened or warm_up.key in self.kept.predictions

    def tried(self, warm_up: WarmUp) -> bool:
        return len(self.rows(warm_up)) == len(warm_up.tasks)

    def revealed(self, warm_up: WarmUp) -> bool:
        return self.kept.opened or (warm_up.key in self.kept.predictions and self.tried(warm_up))

    # ---- what a person does -----------------------------------------------------------------------------------------
    def _handler(self, warm_up: WarmUp) -> Callable[[p.Event], None]:
        def run(event: p.Event) -> None:
            self.said.pop(warm_up.key, None)
            try:
                self.on(warm_up, event)
            except BadNumber as error:  # no fault of the page
                self.said[warm_up.key] = str(error)
            self.memory.keep(self.kept.text())
            self.refresh()

        return run

    def _reporter(self, panel: p.Panel) -> Callable[[str], None]:
        return lambda sentence: panel.show([*panel.blocks, p.text(sentence, "bad")])

    def on(self, warm_up: WarmUp, event: p.Event) -> None:
        name, _, choice = event.id.rpartition("-")
        if event.id == f"keep-{warm_up.key}" and warm_up.key not in self.kept.predictions:
            self.kept.predictions[warm_up.key] = warm_up.ask.read(event.values.get(warm_up.key, ""))
        elif name == f"try-{warm_up.key}" and self.begun(warm_up) and not self.tried(warm_up):
            self.try_out(warm_up, int(choice))
        elif answer := event.values.get(warm_up.exercise.id):
            self.kept.answers[warm_up.exercise.id] = answer[:LONGEST]
        elif event.id == f"check-{warm_up.exercise.id}":
            number("")  # says what is wrong with an empty field

    def try_out(self, warm_up: WarmUp, own: int) -> None:
        """One more try, with the choice of this number."""
        self.kept.play.append([warm_up.key, own, *warm_up.meet(self.rng, own, self.rows(warm_up))])

    def on_end(self, event: p.Event) -> None:
        if event.id == "open":
            self.kept.opened = not self.kept.opened
        elif event.id == "again":
            self.kept = Kept()
        self.memory.keep(self.kept.text())
        self.refresh()

    def restore(self, text: str) -> None:
        """What the browser kept of an earlier visit; left alone if it cannot be read or something new was done."""
        kept = Kept.read(text)
        if kept is not None and self.kept == Kept() and _is_whole(kept.play):
            self.kept = kept
            self.refresh()

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        done = sum(self.tried(w) for w in WARM_UPS)
        solved = sum(is_right(w.exercise, self.kept.answers.get(w.exercise.id, "")) for w in WARM_UPS)
        of = f"of {len(WARM_UPS)}"
        self.top.show([p.text(f"{done} {of} tried, {solved} {of} exercises solved.", soft=True)])
        for warm_up in WARM_UPS:
            blocks = list(self._shown(warm_up))
            if warm_up.key in self.said:
                blocks.append(p.text(self.said[warm_up.key], "bad"))
            self.panels[warm_up.key].show(blocks)
        self.end.show([_guide(self.kept.opened)])

    def _shown(self, warm_up: WarmUp) -> Iterator[p.Block]:
        key = warm_up.key
        predicted = self.kept.predictions.get(key)
        if predicted is None:
            yield p.field_of_text(key, warm_up.ask.text, hint=warm_up.ask.hint, numeric=True, longest=12)
            yield p.row(p.button(f"keep-{key}", "Keep my prediction", "primary"))
        else:
            yield p.text(f"{warm_up.ask.text} You wrote {shown(predicted)}.")
        if self.begun(warm_up):
            yield from self._tries(warm_up)
        if self.revealed(warm_up):
            yield from self._answer(warm_up)

    def _tries(self, warm_up: WarmUp) -> Iterator[p.Block]:
        rows = self.rows(warm_up)
        for row in rows:
            sentence, well = warm_up.tell(row)
            tone: p.Tone = "good" if well else "bad"
            yield p.text(sentence, tone if row is rows[-1] else None, soft=row is not rows[-1])
        if not self.tried(warm_up):
            yield p.heading(f"Try {len(rows) + 1} of {len(warm_up.tasks)}")
            yield p.text(warm_up.tasks[len(rows)])
            yield p.row(*(p.button(f"try-{warm_up.key}-{i}", name) for i, name in enumerate(warm_up.choices)))

    def _answer(self, warm_up: WarmUp) -> Iterator[p.Block]:
        yield p.heading(f"The answer: {shown(round(warm_up.truth(), 1) + 0.0)}")
        yield p.text(warm_up.answer)
        yield warm_up.table()
        source = "\n\n".join(map(source_of, warm_up.code))
        code = p.area(f"source-{warm_up.key}", "Python", source, readonly=True, rows=min(source.count("\n") + 2, 24))
        yield p.fold(f"code-{warm_up.key}", "The code", code)
        yield to_solve(warm_up.exercise, self.kept.answers.get(warm_up.exercise.id, ""))
        lessons = " and ".join(f"lesson {number}" for number in warm_up.leads)
        yield p.text(f"It comes back in {lessons}.", soft=True)


def _is_whole(play: Sequence[Any]) -> bool:
    """Whether these can be the tries of a visit."""
    if not all(isinstance(row, list) and len(row) > 1 and row[0] in [*BY_KEY] for row in play):
        return False
    tries = Counter(row[0] for row in play)
    return all(tries[w.key] <= len(w.tasks) for w in WARM_UPS) and all(
        all(type(n) is int for n in row[1:]) and BY_KEY[row[0]].fits(row) for row in play
    )


def _guide(opened: bool) -> p.Block:
    return p.fold(
        "guide",
        "For teachers",
        p.text(
            "Each warm-up stands alone and takes five to ten minutes. Two minutes to predict, in silence; then try; "
            "then let somebody explain the answer before you read it out."
        ),
        p.text(
            "All of them can be played in the room, without devices: slips of paper for the numbers, play money for "
            "the auction, two paper bags with three balls for the urns. Stop the auction in time."
        ),
        p.row(
            p.button("open", "Close what is not due" if opened else "Open all parts now"),
            p.button("again", "Forget everything and begin again", "danger"),
        ),
    )
