"""Lesson 5, stakes and crowds: what is staked is gone, what decides a tie has a price, and crowded places pay less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.theory.solution import Solution, Vector
from mowlab.theory.stages.entry import Entry, coming, share
from mowlab.theory.stages.stakes import StakeDuel
from mowlab.ui import panel as p
from mowlab.ui.bid_lesson import BidLesson, Block, Row
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Step, Thought, shown, shown_of, tiny

VALUE, ROUNDS = 4.5, 6
DUELS = {"first": 0, "second": 1}  # who holds the marker: 0 is you
CROWD, SITES, JOB = 3, (8.0, 6.0), 4.0
PLACES = ("contract A", "contract B", "odd job")
BLOCKS = (
    Block(
        "first",
        "Six duels, you hold the marker",
        ROUNDS,
        "Your cards and your rival's are equal.",
        "Your rival staked as the theory tells.",
    ),
    Block(
        "second",
        "Six duels, your rival holds the marker",
        ROUNDS,
        "Your cards and your rival's are equal.",
        "Your rival staked as the theory tells for the marker's holder.",
    ),
    Block(
        "crowd",
        "Six choices among three",
        ROUNDS,
        "There are two others, and all three choose at once.",
        "The two others chose as the theory tells.",
    ),
)


@cache
def duel() -> StakeDuel:
    return StakeDuel.of(VALUE)


def mixes(value: float) -> tuple[Vector, Vector]:
    """How the holder of the marker stakes for a prize of `value`, and how the other one does, from 0 points up.

    For a prize V that is no whole number, m being V rounded down: the holder plays 0 ... m - 1 with 1/V each and m with
    the rest, the other the same backwards.  `duels` proves it.
    """
    m = int(value)
    holder = np.append(np.full(m, 1 / value), 1 - m / value)
    top = np.zeros(len(StakeDuel.of(value).stakes[0]) - m - 1)
    return np.append(holder, top), np.append(holder[::-1], top)


@cache
def duels(value: float = VALUE) -> Solution:
    """The equilibrium of a duel with its regret."""
    return StakeDuel.of(value).game().solution(mixes(value))


@cache
def crowd(players: int = CROWD) -> Solution:
    return Entry(players, SITES, JOB).equilibrium()


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "stake",
        "Your cards and the rival's are equal, so stakes decide: whoever stakes more points gets a contract worth 4.5. "
        "Both stakes are lost either way. How many do you stake?",
        0,
        5,
        "0 to 5",
        only=range(6),
    ),
    Ask("marker", "Equal stakes: the marker decides. What is holding it worth, in points?", 0, VALUE, "0 to 4.5"),
    Ask(
        "crowd",
        "Three choose at once among a contract worth 8, one worth 6, and an odd job that pays 4 to all who come. If "
        "several choose the same contract, one of them gets it, by lot. How many of 100 people go for the 8?",
        0,
        100,
        "0 to 100",
        percent=True,
    ),
)


def _stakes() -> p.Block:
    found = duels()
    rows = [
        (str(s), percent(found.mixes[0][i], 1), percent(found.mixes[1][i], 1))
        for i, s in enumerate(duel().stakes[0])
        if s <= VALUE
    ]
    return p.table(
        f"Worth {VALUE} points",
        ["stake", "holder of the marker", "the other"],
        rows,
        note=f"Worth {shown(found.values[0])} to the holder and {shown(abs(found.values[1]))} to the other. Nobody "
        f"gains more than {tiny(found.regret)} by changing alone.",
    )


def _markers() -> p.Block:
    rows = []
    for value in (2.5, 10 / 3, 4.5, 14 / 3, 26 / 3):
        found = duels(value)
        rows.append((f"{value:.2f}", f"{found.values[0]:.2f}", f"{tiny(found.regret)}"))
    return p.table(
        "What is left over whole points", ["contract worth", "marker worth", "gain of who changes alone"], rows
    )


def _places() -> p.Block:
    rows = []
    for n in (2, 3, 4, 5):
        found = crowd(n)
        rows.append((str(n), *(percent(x, 1) for x in found.mix), shown(round(found.value, 3))))
    return p.table(
        f"Worth {shown(SITES[0])}, {shown(SITES[1])} and {shown(JOB)}",
        ["players", *PLACES, "each earns"],
        rows,
        note=f"Nobody gains more than {tiny(max(crowd(n).regret for n in (2, 3, 4, 5)))} by going elsewhere alone.",
    )


STEPS = (
    Step(
        "A stake is a bid that all pay",
        "What you stake is gone, whether you win or not. So this is an auction that all pay, as in lesson 1: for two, "
        "in the middle of another one; only that here equal stakes go to the holder of the marker, not by lot.",
    ),
    Step(
        "What to stake",
        "The other must not know, so both mix. If the holder stakes 0, 1, 2 and 3 with 2/9 each and 4 with 1/9, "
        "every stake of the other earns the same: nothing. And the other way round.",
        "holder: 1/V each on 0 … m − 1, the rest on m;   the other: the same backwards;   m = V rounded down",
        table=_stakes,
        code=(StakeDuel.first_wins, StakeDuel.equilibrium),
    ),
    Step(
        "What the marker is worth",
        "The other can always win by staking m + 1, more than V: that is not worth it. So the holder keeps what V "
        "has over whole points, and the other gets nothing. A rule for ties looks like a trifle. Here it is all "
        "there is to gain.",
        "holder: V − m,   the other: 0",
        table=_markers,
    ),
    Step(
        "Crowded places",
        "Whoever is not alone at a contract gets it only now and then. If one place paid more than another, somebody "
        "would move there, until all places that are used pay the same. The better contract draws more people, just "
        "so many that it is not better any more.",
        "V · (1 − (1 − x)ⁿ) / (n · x)   is the same at every place;   x: how likely each comes there",
        table=_places,
        code=(share,),
    ),
    Step(
        "Why not all to the best?",
        "With all three at the 8, each gets 8/3, less than the odd job pays. The more players, the more do the odd "
        "job, and the contracts pay no more than it does.",
    ),
)

THOUGHTS = (
    Thought(
        "You staked 4, won, and have 0.5 more. Your rival staked 3 and lost. Who played better?",
        "That cannot be seen from one duel. All stakes of a good mix earn the same on average.",
    ),
    Thought(
        "Two roads lead to town, and one is faster when it is empty. What do you expect at eight o'clock?",
        "About the same time on both: if one were faster, drivers would change.",
    ),
    Thought(
        "A town pays more for its best contract: 12 instead of 8. Who gains?",
        "Less than one thinks those who go there: more come, until it pays as little as elsewhere.",
    ),
    Thought(
        "Is a tie-break ever a trifle?",
        "Where ties are rare. Here both want to be just above each other, so they meet in ties.",
    ),
)

EXERCISES = (
    Exercise(
        "zero",
        "V = 4.5: how often does the one without the marker stake nothing?",
        lambda: float(duels().mixes[1][0]),
        0.003,
        "1/9: what is left after four times 2/9.",
        "The same numbers as the holder's, backwards.",
        percent=True,
    ),
    Exercise(
        "marker",
        "What is the marker worth where a contract is worth 14/3 points?",
        lambda: duels(14 / 3).values[0],
        0.01,
        "14/3 − 4 = 2/3.",
        "What 14/3 has over whole points.",
    ),
    Exercise(
        "nothing",
        "The other has won no contract yet, so it has nothing to stake. What does the holder stake?",
        lambda: float(np.argmax(StakeDuel.of(5, most=(5, 0)).game().deviations(0, [[1.0], [1.0]]))),
        0.001,
        "Equal stakes go to the marker: 0 wins already.",
        "What is enough to win?",
    ),
    Exercise(
        "all",
        "All three go for the contract worth 8. What does each earn on average?",
        lambda: SITES[0] * share(1.0, CROWD),
        0.01,
        "8/3, less than the odd job.",
        "Each wins it with equal chances.",
    ),
    Exercise(
        "golden",
        "Three players, two contracts worth 6 each and an odd job worth 4: how likely does each go to the first one?",
        lambda: coming(6, JOB, 3),
        0.003,
        "(3 − √5) / 2, a golden number.",
        "6 · (1 − (1 − x)³) / (3x) = 4, that is 3 − 3x + x² = 2.",
        percent=True,
    ),
)


GUIDE = Guide(
    "Stakes and crowds (sunk stakes, tie-breaks, congestion). From grade 9; lesson 1 helps. Alone or in pairs; 45 "
    "minutes.",
    "For a class: three corners of the room are the contracts and the odd job; all go at once on a sign.",
    (
        ("0–6", "Part 1: predict."),
        ("6–20", "Part 2: twelve duels, six choices."),
        ("20–27", "Part 3: compare the stakes with and without the marker, then where people went."),
        ("27–40", "Part 4: why nobody stakes a fixed number; the marker; equal pay at all places."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«The stake comes back when I win.»", "Never. Look at the last round."),
        ("«Who stakes more deserves to win.»", "Deserves? Has it earned more, all in all?"),
        ("«The better contract must pay more.»", "To the first who comes. And to the third?"),
        ("«Ties are a detail.»", "Then give me the marker."),
    ),
    "Where it leads: lesson 8 has fights in which one stakes again and again.",
)


class StakesAndCrowds(BidLesson):
    """A row of play: block, own stake, rival's stake; or block, own place, the places of two others, who won it.

    In a crowd the last number is 0 if you got what you went for.
    """

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "stakes-and-crowds", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE
    BLOCKS = BLOCKS

    # ---- rounds -----------------------------------------------------------------------------------------------------
    def choices(self, block: Block) -> Sequence[int]:
        return range(len(PLACES)) if block.key == "crowd" else duel().stakes[0]

    def name(self, block: Block, choice: int) -> str:
        return PLACES[choice] if block.key == "crowd" else str(choice)

    def task(self, block: Block) -> str:
        if block.key == "crowd":
            a, b = (shown(v) for v in SITES)
            return f"Contract A is worth {a}, B {b}; several draw lots for it. The odd job pays {shown(JOB)} to all."
        tie = "Equal stakes go to you." if DUELS[block.key] == 0 else "Equal stakes go to your rival."
        return f"The contract is worth {VALUE} points; the higher stake wins, both are lost. {tie} You stake:"

    def meet(self, block: Block, own: int) -> list[int]:
        if block.key == "crowd":
            others = [int(n) for n in self.rng.choice(len(PLACES), CROWD - 1, p=crowd().mix)]
            beside = others.count(own) if PLACES[own] != "odd job" else 0
            return [*others, int(self.rng.integers(0, beside + 1))]
        mix = mixes(VALUE)[1 - DUELS[block.key]]
        return [int(self.rng.choice(duel().stakes[0], p=mix))]

    def can_be(self, row: Row) -> bool:
        if row[0] != "crowd":
            return len(row) == 3 and all(n in duel().stakes[0] for n in row[1:])
        if len(row) != CROWD + 2 or not all(n in range(len(PLACES)) for n in row[1:-1]):
            return False
        return bool(row[-1] in range(row[2:-1].count(row[1]) + 1))

    def won(self, row: Row) -> bool:
        """You got the contract, or did the odd job."""
        if row[0] == "crowd":
            return bool(row[-1] == 0)
        return bool(row[1] > row[2] or (row[1] == row[2] and DUELS[row[0]] == 0))

    def gain(self, row: Row) -> float:
        if row[0] == "crowd":
            return float((*SITES, JOB)[row[1]]) if self.won(row) else 0.0
        return float(VALUE * self.won(row) - row[1])

    def tell(self, row: Row) -> tuple[str, bool]:
        gain = self.gain(row)
        if row[0] == "crowd":
            where = " and ".join(PLACES[n] for n in row[2:-1])
            got = "you get it" if self.won(row) else "another one gets it"
            got = "the job is yours for sure" if PLACES[row[1]] == "odd job" else got
            return f"You chose {PLACES[row[1]]}, the others {where}: {got}. That makes {shown(gain)}.", self.won(row)
        result = "You win" if self.won(row) else "You lose"
        return f"You staked {row[1]}, your rival {row[2]}. {result}: {shown_of(gain, 'point', 'points')}.", gain > 0

    def sum_up(self, rows: Sequence[Row]) -> str:
        won = sum(map(self.won, rows))
        total = shown(sum(map(self.gain, rows)))
        return f"you won {won} of {number_of(len(rows), 'round', 'rounds')} and have {total} points."

    def chart_blocks(self) -> Iterator[p.Block]:
        """No class list: stakes with and without the marker are not one thing."""
        return iter(())

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        for key in DUELS:
            if key == BLOCKS[0].key or self.rows(key):
                yield self._stakes(key)
        yield self._places()
        yield self._pays()

    def _stakes(self, key: str) -> Picture:
        stakes = [s for s in duel().stakes[0] if s <= VALUE + 1]
        holder = DUELS[key]
        own, rival = mixes(VALUE)[holder], mixes(VALUE)[1 - holder]
        groups: dict[str, list[float]] = {charts.THEORY: [float(own[s]) for s in stakes]}
        if played := self.rows(key):
            for name, made in ((charts.YOU, self.own(key)), ("your rival", [row[2] for row in played])):
                groups[name] = [made.count(s) / len(made) for s in stakes]
            groups["theory for your rival"] = [float(rival[s]) for s in stakes]
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": name, "label": str(s), "value": value}
            for name, values in groups.items()
            for s, value in zip(stakes, values, strict=True)
        ]
        means = [sum(s * v for s, v in zip(stakes, values, strict=True)) for values in groups.values()]
        summary = "Mean stakes: " + "; ".join(f"{n} {shown(m)}" for n, m in zip(groups, means, strict=True)) + "."
        if (predicted := self.kept.predictions.get("stake")) is not None:
            rows.append(charts.mark(charts.PREDICTED, label=shown(predicted)))
            summary += f" You predicted {shown(predicted)}."
        if (predicted := self.kept.predictions.get("marker")) is not None:
            summary += f" The marker is worth {shown(duels().values[0])}; you predicted {shown(predicted)}."
        title = f"What was staked, {'you' if holder == 0 else 'your rival'} holding the marker"
        return charts.bars(
            f"stakes-{key}", title, rows, summary, across="stake", axis="share", format=".0%", grouped=True
        )

    def _places(self) -> Picture:
        groups = {charts.THEORY: list(map(float, crowd().mix))}
        if rows_ := self.rows("crowd"):
            own, others = self.own("crowd"), [n for row in rows_ for n in row[2:-1]]
            groups[charts.YOU] = [own.count(i) / len(own) for i in range(len(PLACES))]
            groups["the two others"] = [others.count(i) / len(others) for i in range(len(PLACES))]
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": name, "label": place, "value": value}
            for name, values in groups.items()
            for place, value in zip(PLACES, values, strict=True)
        ]
        summary = f"The theory sends {percent(crowd().mix[0])} to the contract worth {shown(SITES[0])}."
        if (predicted := self.kept.predictions.get("crowd")) is not None:
            share_ = predicted / 100
            rows.append({"part": charts.BAR, "series": charts.PREDICTED, "label": PLACES[0], "value": share_})
            summary += f" You predicted {shown(predicted)} %."
        title = "Where people went"
        return charts.bars("places", title, rows, summary, across="place", axis="share", format=".0%", grouped=True)

    def _pays(self) -> Picture:
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": PLACES[i], "x": x, "value": v * share(x / 100, CROWD)}
            for i, v in enumerate(SITES)
            for x in range(0, 101, 5)
        ]
        rows += [{"part": charts.LINE, "series": PLACES[-1], "x": x, "value": JOB} for x in (0, 100)]
        summary = (
            f"The more go to a contract, the less it pays each; at the theory's shares both pay {shown(crowd().value)}."
        )
        title = "What a place pays, by how many of 100 go there"
        return charts.lines("pays", title, rows, summary, across="of 100", axis="points each", format=".1f")
