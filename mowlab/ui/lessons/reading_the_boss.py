"""Lesson 9, reading the boss: what moves tell about hidden goals, and why somebody may hide them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.theory import bayes
from mowlab.theory.stages import signal
from mowlab.theory.stages.agendas import SLIP, STREET, Pair, Reading
from mowlab.ui import panel as p
from mowlab.ui.bid_lesson import BidLesson, Block, Row
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Step, Thought, mean, shown, tiny

AGENDAS = STREET.agendas
PROPERTIES = tuple(STREET.serves)
TAKES, GUESSES, HIDINGS = 3, 6, 6
SURENESS = (25, 50, 75, 95)  # percent, that one can say of a guess
READER = "a careful reader"
BLOCKED, SHOWED = "theory: blocked", "theory: shown"
EXAMPLE = (("3", "7"), ("4", "1"), ("9", "6"))  # take-overs of the boss, each with what went to its rival afterwards
GAME = signal.Signal(1)
BLOCKS = (
    Block(
        "guess",
        "Six bosses",
        GUESSES,
        "A boss has two secret agendas of eight.",
        f"Each boss took a property that serves an own agenda, and in {SLIP} of the cases just anything.",
    ),
    Block(
        "hide",
        "Six times you are the boss",
        HIDINGS,
        "Now you have a goal, and a rival who watches you.",
        "Your rival blocked the side that it saw you on in two of three cases, as the theory tells.",
    ),
)
Takes = tuple[tuple[str, str], ...]


def beliefs(takes: Takes) -> list[dict[Pair, Fraction]]:
    """What a careful reader believes at first and after each take-over."""
    open_ = set(PROPERTIES)
    found = [STREET.prior()]
    for taken, gone in takes:
        found.append(STREET.read(found[-1], taken, open_))
        open_ -= {taken, gone}
    return found


@cache
def example() -> tuple[dict[str, Fraction], ...]:
    """How likely each agenda is in the example, at first and after each take-over."""
    return tuple(STREET.single(belief) for belief in beliefs(EXAMPLE))


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "agenda",
        "A boss takes over 3, then 4, then 9 (the table tells what they serve). Which agenda does it have most likely? "
        "Write its letter.",
        1,
        8,
        "A to H",
        names=AGENDAS,
    ),
    Ask("sure", "How sure are you of it, in percent?", 0, 100, "0 to 100", percent=True),
    Ask(
        "block",
        "Your rival moves to one side and earns 1 if its goal is there; an unblocked goal is worth 3. You block one "
        "side. How often do you block the side that you saw, in percent?",
        0,
        100,
        "0 to 100",
        percent=True,
    ),
)


def street() -> p.Block:
    rows = [(x, " or ".join(sorted(agendas))) for x, agendas in STREET.serves.items()]
    return p.table("What each property serves", ["property", "agenda"], rows)


def _likelihoods() -> p.Block:
    pairs = [("A", "B"), ("B", "E"), ("B", "G"), ("C", "F")]
    open_ = set(PROPERTIES)
    rows = []
    for pair in pairs:
        wanted = [x for x in PROPERTIES if STREET.serves[x] & set(pair)]
        rows.append(("".join(pair), ", ".join(wanted), str(STREET.likelihood(pair, "3", open_))))
    return p.table(
        "All nine are open, and the boss takes 3", ["agendas", "properties that serve them", "so likely is 3"], rows
    )


def _posteriors() -> p.Block:
    course = example()
    header = ["agenda", "before", *(f"after {', '.join(t for t, _ in EXAMPLE[:k])}" for k in range(1, TAKES + 1))]
    rows = [(a, *(percent(float(belief[a]), 1) for belief in course)) for a in AGENDAS]
    bits = [bayes.entropy(belief) for belief in beliefs(EXAMPLE)]
    note = f"Each boss has two, so a column sums to 200 %. Bits still unknown: {', '.join(f'{b:.2f}' for b in bits)}."
    return p.table("The example of the prediction", header, rows, note=note)


def _signals() -> p.Block:
    rows = []
    for gain in (0, 1, 2, 3, 4):
        game = signal.Signal(Fraction(gain))
        rows.append((str(gain), percent(float(game.blocks_what_it_sees()), 1), shown(float(game.value()))))
    worst = max(float(signal.Signal(Fraction(gain)).regret()) for gain in range(5))
    return p.table(
        "By what showing your side earns",
        ["earns", "rival blocks the side it sees", "worth to the boss"],
        rows,
        note=f"Nobody gains more than {tiny(worst)} by another plan.",
    )


STEPS = (
    Step(
        "How likely is this move?",
        "For each pair of agendas ask: if the boss had these, how likely would it have taken just this property? With "
        "probability 1 − ε one that serves, each equally likely; with ε any. Pairs with few wanted properties make "
        "each of them likelier.",
        "chance = ε / open + (1 − ε) / wanted,   if it is wanted;   ε / open otherwise",
        table=_likelihoods,
        code=(Reading.likelihood,),
    ),
    Step(
        "Bayes' rule",
        "Multiply what you believed by how likely the move was, for each pair, and divide so that all sums to 1 "
        "again. That is all. The next move starts from there, with fewer open properties.",
        "new belief ∝ old belief × chance of the move",
        table=_posteriors,
        code=(bayes.update,),
    ),
    Step(
        "Why E lost weight",
        "After 3 both B and E stand out, as 3 serves both. Then the boss takes 4, which serves B and G but not E. "
        "For pairs with B that was likely, for pairs with E alone a slip. One move is no proof; three that fit "
        "together nearly are.",
    ),
    Step(
        "Somebody who knows that you read",
        "Moving to your own side earns at once, but shows the goal. If you always showed it, the rival would always "
        "block; if you never did, it would block the other side. So you show it half the time, and your move tells "
        "nothing. The rival blocks what it sees just so often that both pay you the same.",
        "blocks the seen side with (3 + g) / 6,   worth (3 + g) / 2,   as long as g < 3",
        table=_signals,
    ),
    Step(
        "Two kinds of readers",
        "Bayes' rule is right if you know how the other moves. If you take a hiding boss for an honest one, you read "
        "with great care what was written to mislead you.",
    ),
)

THOUGHTS = (
    Thought(
        "A friend is late three times. What do you learn, and what would you have to know?",
        "How often friends are late who do not care, how often those who do, and how many of either there are. The "
        "last one is what people forget most.",
    ),
    Thought(
        "You saw a move, believed it, and later think of it again. May it count twice?",
        "No. The same evidence counts once. If it is told by three people who all heard it from one, that is once too.",
    ),
    Thought(
        "A central bank says what it will do. Why should one believe it?",
        "Because it would lose something by doing otherwise. Words that cost nothing tell nothing.",
    ),
    Thought(
        "Would you rather play against somebody who reads moves well or badly?",
        "It depends on whether you can hide. To somebody who reads well one can also show something on purpose.",
    ),
)

EXERCISES = (
    Exercise(
        "three",
        "The boss takes 3, all nine being open. How likely does it have agenda B then?",
        lambda: float(example()[1]["B"]),
        0.005,
        "From 25 % to 47 %.",
        "It is in the table of step 2.",
        percent=True,
    ),
    Exercise(
        "all",
        "And after 3, 4 and 9?",
        lambda: float(example()[3]["B"]),
        0.005,
        "Three moves that fit.",
        "Last column of the table of step 2.",
        percent=True,
    ),
    Exercise(
        "likely",
        "A boss has B and E, and all nine are open. How likely does it take 3?",
        lambda: float(STREET.likelihood(("B", "E"), "3", set(PROPERTIES))),
        0.004,
        "Five serve B or E: 0.2 / 9 + 0.8 / 5.",
        "B: 3, 4, 9. E: 1, 3, 8. Then ε / open + (1 − ε) / wanted.",
        percent=True,
    ),
    Exercise(
        "block",
        "Showing earns 1. How often does the rival block the side that it saw?",
        lambda: float(GAME.blocks_what_it_sees()),
        0.005,
        "(3 + 1) / 6.",
        "(3 + g) / 6.",
        percent=True,
    ),
    Exercise(
        "worth",
        "And what is that game worth to the boss?",
        lambda: float(GAME.value()),
        0.01,
        "(3 + 1) / 2.",
        "(3 + g) / 2.",
    ),
)

GUIDE = Guide(
    "Reading the boss (Bayes' rule, signalling). From grade 10. Alone or in pairs; 45 minutes.",
    "Write the table of properties and agendas on the board; everybody needs it all the time.",
    (
        ("0–6", "Part 1: predict."),
        ("6–20", "Part 2: six bosses to read, each with how sure one is; six rounds as a boss."),
        ("20–28", "Part 3: who said 95 %, and was right how often? And the careful reader?"),
        ("28–40", "Part 4: one row of the first table by hand, then Bayes' rule; hiding if there is time."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«It took 3, so it has B.»", "Or E. Or it slipped."),
        ("«Now it took 4, so B is certain.»", "How certain? What could still be?"),
        ("«That fits, that fits, that fits.»", "Did you count the same move twice?"),
        ("«I always do the opposite, so nobody can read me.»", "Then I read the opposite."),
    ),
    "Where it leads: the bots of Mob Town read moves in this way, see the app; in lesson 7 reading was part of the "
    "plan.",
)


class ReadingTheBoss(BidLesson):
    """A row of play: "guess", guessed agenda, the boss's two, what it took and what was gone after it, three times, and
    how sure you were in percent;
    or "hide", your move, your goal, what was blocked (0: left, 1: right).
    """

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "reading-the-boss", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE
    BLOCKS = BLOCKS

    def __init__(self, seed: int | None = None) -> None:
        self._boss: tuple[Pair, Takes] | None = None
        self._goal: int | None = None
        self._sure = SURENESS[1]  # what is chosen for the next guess
        super().__init__(seed)

    # ---- rounds -----------------------------------------------------------------------------------------------------
    @property
    def boss(self) -> tuple[Pair, Takes]:
        """The agendas of the boss that is to be read, and its take-overs; made up when it is first looked at."""
        if self._boss is None:
            pairs = list(STREET.prior())
            pair = pairs[int(self.rng.integers(len(pairs)))]
            open_, takes = list(PROPERTIES), []
            for _ in range(TAKES):
                chances = [float(STREET.likelihood(pair, x, open_)) for x in open_]
                taken = str(self.rng.choice(open_, p=chances))
                open_.remove(taken)
                gone = str(self.rng.choice(open_))
                open_.remove(gone)
                takes.append((taken, gone))
            self._boss = pair, tuple(takes)
        return self._boss

    @property
    def goal(self) -> int:
        """Your side: 0 left, 1 right."""
        if self._goal is None:
            self._goal = int(self.rng.integers(0, 2))
        return self._goal

    def choices(self, block: Block) -> Sequence[int]:
        return range(len(AGENDAS)) if block.key == "guess" else range(2)

    def name(self, block: Block, choice: int) -> str:
        return AGENDAS[choice] if block.key == "guess" else signal.SIDES[choice]

    def task(self, block: Block) -> str:
        if block.key == "guess":
            moves = "; ".join(f"it took {taken}, its rival {gone}" for taken, gone in self.boss[1])
            return f"From the open ones {moves}. Say how sure you are, and name one of its agendas:"
        side = signal.SIDES[self.goal]
        return (
            f"Your goal is on the {side}. Moving there earns 1, but your rival sees where you move and blocks a side. "
            f"An unblocked goal is worth {signal.GOAL}. You move:"
        )

    def controls(self, block: Block) -> p.Block:
        if block.key != "guess":
            return super().controls(block)
        options = [(str(n), f"{n} %") for n in SURENESS]
        return p.group(p.select("sure", "How sure are you?", str(self._sure), options), super().controls(block))

    def chosen(self, block: Block, event: p.Event) -> int | None:
        if (sure := event.values.get("sure", "")) in map(str, SURENESS):
            self._sure = int(sure)
        return super().chosen(block, event)

    def meet(self, block: Block, own: int) -> list[int]:
        if block.key == "guess":
            (pair, takes), self._boss = self.boss, None
            gone = (PROPERTIES.index(x) for take in takes for x in take)
            return [*(AGENDAS.index(a) for a in pair), *gone, self._sure]
        goal, self._goal = self.goal, None
        seen = self.rng.random() < float(GAME.blocks_what_it_sees())
        return [goal, own if seen else 1 - own]

    def can_be(self, row: Row) -> bool:
        if row[0] == "hide":
            return len(row) == 4 and all(n in (0, 1) for n in row[1:])
        if len(row) != 5 + 2 * TAKES or not all(n in range(len(AGENDAS)) for n in row[1:4]) or row[2] >= row[3]:
            return False
        seen = row[4:-1]
        known = all(n in range(len(PROPERTIES)) for n in seen) and len(set(seen)) == 2 * TAKES
        return known and row[-1] in SURENESS

    def takes(self, row: Row) -> Takes:
        names = [PROPERTIES[n] for n in row[4:-1]]
        return tuple(zip(names[0::2], names[1::2], strict=True))

    def read(self, row: Row) -> dict[str, Fraction]:
        """How likely a careful reader holds each agenda at the end of a round."""
        return STREET.single(beliefs(self.takes(row))[-1])

    def points(self, row: Row) -> int:
        """One for a right guess; or what a round as a boss brought."""
        if row[0] == "guess":
            return int(row[1] in row[2:4])
        return int(row[1] == row[2]) + (signal.GOAL if row[3] != row[2] else 0)

    def tell(self, row: Row) -> tuple[str, bool]:
        if row[0] == "hide":
            blocked = "and it was blocked" if row[3] == row[2] else "and the other side was blocked"
            words = f"You moved {signal.SIDES[row[1]]}; your goal was {signal.SIDES[row[2]]}, {blocked}: "
            return f"{words}{number_of(self.points(row), 'point', 'points')}.", row[3] != row[2]
        belief = self.read(row)
        best = max(belief, key=belief.__getitem__)
        pair = " and ".join(AGENDAS[n] for n in row[2:4])
        own = AGENDAS[row[1]]
        words = f"It had {pair}. A careful reader gives your {own} {percent(float(belief[own]))}"
        return f"{words}{'' if best == own else f', and {best} {percent(float(belief[best]))}'}.", row[1] in row[2:4]

    def sum_up(self, rows: Sequence[Row]) -> str:
        total = sum(map(self.points, rows))
        if rows[0][0] == "guess":
            return f"you named a true agenda {total} of {number_of(len(rows), 'time', 'times')}."
        return f"you have {number_of(total, 'point', 'points')} from {number_of(len(rows), 'round', 'rounds')}."

    def _predict_shown(self) -> Iterator[p.Block]:
        yield street()
        yield from super()._predict_shown()

    def play_blocks(self) -> Iterator[p.Block]:
        yield from super().play_blocks()
        if self.block is not None and self.block.key == "guess":
            yield p.fold("street", "What each property serves", street(), open=True)

    def chart_blocks(self) -> Iterator[p.Block]:
        """No class list: guesses are not numbers."""
        return iter(())

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        yield self._judgement()
        yield self._belief()
        if self.rows("guess"):
            yield self._hits()
        yield self._blocking()

    def _judgement(self) -> Picture:
        """How often one is right, by how sure one was."""
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": charts.THEORY, "x": x, "value": x / 100} for x in (0, 100)
        ]
        own = [(row[-1] / 100, bool(self.points(row))) for row in self.rows("guess")]
        reader = [self.best(row) for row in self.rows("guess")]
        for series, guesses in ((charts.YOU, own), (READER, reader)):
            rows += [{"part": charts.DOT, "series": series, **dot} for dot in calibration(guesses)]
        summary = "Who judges well is right in 75 of 100 cases in which it says 75 %: on the line."
        if own:
            summary += f" By the logarithmic score (0 is perfect, 1 a coin) you have {shown(log_score(own))}, a "
            summary += f"careful reader {shown(log_score(reader))} on average. Six bosses are few."
        agenda, sure = self.kept.predictions.get("agenda"), self.kept.predictions.get("sure")
        if agenda is not None and sure is not None:
            true = float(example()[-1][AGENDAS[round(agenda) - 1]])
            rows.append({"part": charts.DOT, "series": charts.PREDICTED, "x": sure, "value": true})
            summary += (
                f" In the first example you predicted {AGENDAS[round(agenda) - 1]}, {shown(sure)} % sure; the moves "
            )
            summary += f"make it {percent(true)}."
        title = "Are you as often right as you think?"
        across, axis = "how sure, in percent", "right"
        return charts.lines("judgement", title, rows, summary, across=across, axis=axis, format=".0%")

    def best(self, row: Row) -> tuple[float, bool]:
        """The best guess in a round: how sure a careful reader is of it, and whether it is right."""
        belief = self.read(row)
        name = max(belief, key=belief.__getitem__)
        return float(belief[name]), AGENDAS.index(name) in row[2:4]

    def _belief(self) -> Picture:
        course = example()
        rows: list[charts.Row] = []
        for k, belief in enumerate(course[1:], 1):
            series = f"after {', '.join(t for t, _ in EXAMPLE[:k])}"
            rows += [{"part": charts.BAR, "series": series, "label": a, "value": float(belief[a])} for a in AGENDAS]
        last = course[-1]
        best = max(last, key=last.__getitem__)
        summary = f"After 3, 4 and 9 the boss has {best} with {percent(float(last[best]), 1)}."
        agenda, sure = self.kept.predictions.get("agenda"), self.kept.predictions.get("sure")
        if agenda is not None and sure is not None:
            own = AGENDAS[round(agenda) - 1]
            rows.append({"part": charts.BAR, "series": charts.PREDICTED, "label": own, "value": sure / 100})
            summary += f" You predicted {AGENDAS[round(agenda) - 1]}, {shown(sure)} % sure."
        rows.append(charts.mark("before", value=float(course[0]["A"])))
        title = "What a careful reader believes"
        return charts.bars("belief", title, rows, summary, across="agenda", axis="belief", format=".0%", grouped=True)

    def _hits(self) -> Picture:
        rows: list[charts.Row] = []
        own = best = 0.0
        for i, row in enumerate(self.rows("guess"), 1):
            belief = self.read(row)
            mine, top = float(belief[AGENDAS[row[1]]]), float(max(belief.values()))
            own, best = own + mine, best + top
            rows.append({"part": charts.BAR, "series": "your guess", "label": str(i), "value": mine})
            rows.append({"part": charts.BAR, "series": "best guess", "label": str(i), "value": top})
        n = len(self.rows("guess"))
        hits = sum(map(self.points, self.rows("guess")))
        summary = f"Your guesses had {percent(own / n)} on average, the best ones {percent(best / n)}; "
        summary += f"{hits} of {n} were right."
        title = "How likely your guesses were, given the moves"
        return charts.bars("hits", title, rows, summary, across="boss", axis="belief", format=".0%", grouped=True)

    def _blocking(self) -> Picture:
        gains = [Fraction(g, 4) for g in range(17)]
        games = [signal.Signal(g) for g in gains]
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": BLOCKED, "x": float(g), "value": float(game.blocks_what_it_sees())}
            for g, game in zip(gains, games, strict=True)
        ]
        summary = (
            "If showing earns 1, the rival blocks what it sees in "
            f"{percent(float(GAME.blocks_what_it_sees()), 1)} of cases."
        )
        before, after = float(GAME.shows()), float(signal.Signal(signal.GOAL).shows())
        course = ((0, before), (signal.GOAL, before), (signal.GOAL, after), (4, after))
        rows += [{"part": charts.LINE, "series": SHOWED, "x": x, "value": value} for x, value in course]
        if played := self.rows("hide"):
            blocked, showed = mean([row[3] == row[1] for row in played]), mean([row[1] == row[2] for row in played])
            rows.append({"part": charts.DOT, "series": "rival blocked", "x": 1, "value": blocked})
            rows.append({"part": charts.DOT, "series": "you showed", "x": 1, "value": showed})
            summary += f" Yours did in {percent(blocked)}. You moved to your own side in {percent(showed)} of "
            theory = percent(float(GAME.shows()))
            summary += f"{number_of(len(played), 'round', 'rounds')}; the theory does in {theory}."
        if (predicted := self.kept.predictions.get("block")) is not None:
            rows.append({"part": charts.DOT, "series": charts.PREDICTED, "x": 1, "value": predicted / 100})
            summary += f" You predicted {shown(predicted)} %."
        title = "Showing your side, and being blocked there"
        return charts.lines("blocking", title, rows, summary, across="what showing earns", axis="share", format=".0%")


def calibration(guesses: Sequence[tuple[float, bool]]) -> list[charts.Row]:
    """Guesses (how sure, whether right) put together by the sureness that is next to theirs."""
    groups: dict[int, list[tuple[float, bool]]] = {}
    for sure, right in guesses:
        groups.setdefault(min(SURENESS, key=lambda n: abs(n - 100 * sure)), []).append((sure, right))
    return [
        {"x": 100 * mean([sure for sure, _ in group]), "value": mean([right for _, right in group])}
        for _, group in sorted(groups.items())
    ]


def log_score(guesses: Sequence[tuple[float, bool]]) -> float:
    """The mean logarithmic score of guesses, in bits: 0 is perfect, 1 is a coin."""
    return mean([bayes.log_score({True: Fraction(sure), False: 1 - Fraction(sure)}, right) for sure, right in guesses])
