"""Lesson 2, the greediest wizard: the biggest spender is thrown out, so nobody wants to bid most, nor least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import number_of, percent
from mowlab.theory.dynamics import replicator
from mowlab.theory.solution import SURE, Vector
from mowlab.theory.stages import last_creature
from mowlab.theory.stages.greediest import Chase, SecretTotals
from mowlab.theory.stages.last_creature import ALL, EVERYBODY, RANDOM, LastCreature
from mowlab.theory.symmetric import SymmetricTable, certified
from mowlab.ui import panel as p
from mowlab.ui.bid_lesson import BidLesson, Block, Row
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Step, Thought, mean, shown, tiny

PLAYERS, HIGHEST, ROUNDS = 3, 9, 6
GAME = LastCreature.level(PLAYERS, HIGHEST, RANDOM)
BIDS = GAME.bids[0]
RANKS = ("the lowest", "the middle one", "the highest")
BLOCKS = (
    Block(
        "new",
        "Six rounds",
        ROUNDS,
        "Two new wizards come every round. Some have thought about it, some have not.",
        "Two in five of them bid anything from 1 to 9; the others bid what is best against such people.",
    ),
    Block(
        "watching",
        "Six more rounds",
        ROUNDS,
        "These two watch: they bid what won last time.",
        "They copied the last winner, one time in ten a bid next to it. Any number would do, if only all agree on it.",
    ),
)
THOUGHTLESS, WANDERING = 0.4, 0.1  # how often a newcomer bids just anything, and a watcher something near
SECRETS, CAUGHT, AIM = (4, 6, 10, 20), 10, 3


@cache
def table() -> SymmetricTable:
    return GAME.table()


@cache
def newcomers() -> Vector:
    """The bids of those who come new: just anything, or the best reply to just anything."""
    even = np.full(HIGHEST, 1 / HIGHEST)
    best = np.eye(HIGHEST)[int(np.argmax(table().payoffs(even)))]
    mix: Vector = THOUGHTLESS * even + (1 - THOUGHTLESS) * best
    return mix


@cache
def drift() -> tuple[list[int], Vector]:
    """Times, and the share of each bid in a population that began with all bids alike."""
    times = list(range(0, 61, 3))
    return times, replicator(table(), np.full(HIGHEST, 1 / HIGHEST), times, step=0.1)


def learnt() -> int:
    """The bid at which that population ends."""
    return BIDS[int(drift()[1][-1].argmax())]


def commons(highest: int) -> list[Vector]:
    """The mixes that are meant in step 2: everybody at one number, or half at each of two neighbours."""
    one = np.eye(highest)
    return [*one, *((one[i] + one[i + 1]) / 2 for i in range(highest - 1))]


def count_equilibria(highest: int) -> int:
    """How many of them are equilibria, checked one by one."""
    game = LastCreature.level(PLAYERS, highest, RANDOM).table()
    return sum(certified(game, mix).regret < SURE for mix in commons(highest))


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "bid",
        "Three wizards, all level, one last creature, bids from 1 to 9. What do you bid?",
        1,
        HIGHEST,
        "1 to 9",
        only=BIDS,
    ),
    Ask(
        "rank",
        "Three different bids: which one wins the game, the lowest (1), the middle (2) or the highest (3)?",
        1,
        3,
        "1, 2 or 3",
        only=(1, 2, 3),
    ),
    Ask(
        "caught",
        "A leader is a point ahead. Two rivals bid for a creature worth 2: whoever gets it wins, but only with less "
        "spent in all than the leader, who may secretly have spent up to 10 more than they know. How often does one "
        "of them win, in percent?",
        0,
        100,
        "0 to 100",
        percent=True,
    ),
)


def _outcomes() -> p.Block:
    cases = ((1, 2, 3), (2, 2, 3), (1, 3, 3), (2, 2, 2))
    rules = (RANDOM, ALL, EVERYBODY)
    games = [LastCreature.level(PLAYERS, 3, rule) for rule in rules]
    rows = [
        (
            ", ".join(map(str, bids)),
            *("   ".join(str(share) for share in game.outcome(*bids)) for game in games),
        )
        for bids in cases
    ]
    return p.table(
        "Chances to win, in the order of the bids",
        ["bids", "one of those tied falls, by lot", "all tied fall, unless that is all", "all tied fall"],
        rows,
    )


def _equilibria() -> p.Block:
    game = LastCreature.level(PLAYERS, 4, RANDOM).table()
    rows = []
    for mix in commons(4):
        found = certified(game, mix)
        used = " or ".join(f"{bid} ({percent(share)})" for bid, share in zip(game.actions, mix, strict=True) if share)
        rows.append((used, f"{found.value:.4f}", f"{tiny(found.regret)}"))
    return p.table("Bids from 1 to 4", ["all bid", "each wins", "gain of who changes alone"], rows)


def _chases() -> p.Block:
    rows, worst = [], 0.0
    for secret in SECRETS:
        game = Chase(secret)
        rest = game.raising()
        bids = np.eye(secret + 2)[rest]
        worst = max(worst, game.game().solution((bids, bids)).regret)
        rows.append(
            (str(secret), percent(float(game.leader_wins(rest)), 1), percent(1 - float(game.leader_wins(rest)), 1),
             percent(float(game.survives(0)), 1))
        )  # fmt: skip
    return p.table(
        "Where the race of two rivals ends",
        ["secret up to", "leader wins", "a rival wins", "if the rivals could agree"],
        rows,
        note=f"Where it ends neither rival gains more than {tiny(worst)} by another bid.",
    )


def _secret() -> p.Block:
    game = SecretTotals((0, 1, 2))
    aim = game.aiming(AIM)
    rows = [(str(t), str(aim[t]), f"{chance} = {percent(float(chance), 1)}") for t, chance in game.chances(aim).items()]
    return p.table(
        "What was spent in secret is 0, 1 or 2, equally likely; all aim at 3",
        ["spent before", "bid", "wins"],
        rows,
        note=f"Nobody gains by another bid (checked up to 9: {game.regret(aim, 9)}).",
    )


STEPS = (
    Step(
        "Who can win with which bid",
        "All have the same points, and the creature brings some. The highest bid gets it, but has then spent most "
        "and is out. Of the others, who spent more wins the tie. So of three different bids the middle one wins. "
        "Where several have spent most, the house rule decides; here one of them falls, by lot.",
        table=_outcomes,
        code=(last_creature._end,),
    ),
    Step(
        "Any number will do",
        "If both others bid 4, then 4 wins one game in three, and every other bid none. So «everybody bids 4» lasts, "
        "and so does any other number; also half and half on two neighbours. For bids from 1 to m that makes 2m − 1 "
        "symmetric equilibria, in all of which each wins a third.",
        table=_equilibria,
    ),
    Step(
        "But no smooth mix",
        "Where all just pay, a mix over all bids can leave everybody indifferent (lesson 1). Here it cannot. If a "
        "share q of all bids lies below yours, you win when one rival is below and one above. That is likeliest in "
        "the middle, so bids in the middle earn more than others, and the mix falls together.",
        "chance to win = 2 · q · (1 − q),   largest at q = ½",
    ),
    Step(
        "The middle pulls, if there is one",
        "Let a large population play, and let what wins more become more common. From all bids alike it runs to 5, the "
        "middle of 1 to 9 (the third picture above). Without a highest bid there is no middle; then people look for "
        "something that stands out, such as 10 or 100. Thomas Schelling called it a focal point.",
    ),
    Step(
        "Chasing a leader",
        "One leads by a point and bids 1. Two rivals want a creature worth 2; whoever gets it wins, if it then has "
        "spent less than the leader. They know what the leader has spent up to a secret extra. Each outbids the "
        "other as long as that pays, until hardly any room is left: their own race saves the leader.",
        table=_chases,
        code=(Chase.survives, Chase.raising),
    ),
    Step(
        "Secret totals",
        "When what you spent before is secret, do not ask what to bid, but what total to end at. If all aim at the "
        "same total, nobody can do better, whatever they spent before; who has spent least so far wins most often.",
        table=_secret,
    ),
)

THOUGHTS = (
    Thought(
        "Where else do you want much, but not the most?",
        "Tenders in which the dearest or the cheapest offer is struck out; speeding where only the fastest is stopped; "
        "firms just below the size at which other rules begin.",
    ),
    Thought(
        "All these equilibria are equally good for everybody. Why is it still hard?",
        "Because nobody knows which one. Knowing the rules does not tell it; a habit, a talk, or a number that "
        "stands out does. Driving on the right or on the left is the same problem.",
    ),
    Thought(
        "In the second part the others copied the last winner. Who decided which number it would be?",
        "The first winner, by chance. Conventions often begin like that, and stay because they are there.",
    ),
    Thought(
        "The two chasers would win far more often if they agreed. Why don't they?",
        "Whoever breaks the agreement by one coin gets all. Unless somebody can make them keep it, the promise is "
        "empty.",
    ),
)

EXERCISES = (
    Exercise(
        "two",
        "Only two wizards, level. What do you bid?",
        lambda: float(LastCreature.level(2, HIGHEST).game().without_dominated().actions[0][0]),
        0.001,
        "Who spends more is out, so less is always better.",
        "Who of two is thrown out?",
    ),
    Exercise(
        "tie",
        "Bids 1, 3, 3; one of those who spent most falls, by lot. How often does your 3 win?",
        lambda: float(LastCreature.level(3, 3, RANDOM).outcome(1, 3, 3)[1]),
        0.001,
        "One 3 falls, and the other has spent more than the 1.",
        "After one of the two has fallen: who of the rest has spent more?",
        percent=True,
    ),
    Exercise(
        "count",
        "Bids from 1 to 6: how many symmetric equilibria of step 2 are there?",
        lambda: float(count_equilibria(6)),
        0.001,
        "Six common numbers and five pairs of neighbours.",
        "Count the common numbers, then the pairs of neighbours.",
    ),
    Exercise(
        "caught",
        "The leader's secret extra goes up to 10. How often is the leader stopped by two rivals who race each other?",
        lambda: 1 - float(Chase(CAUGHT).leader_wins(Chase(CAUGHT).raising())),
        0.002,
        "They end at offset 9: (10 − 9 + ½) / 11 = 3/22.",
        "Read it off the table of step 5, or work out (H − c + ½) / (H + 1) for c = H − 1.",
        percent=True,
    ),
    Exercise(
        "secret",
        "You have spent 2 in secret, the others 0, 1 or 2, and all aim at 3. How often do you win?",
        lambda: float(SecretTotals((0, 1, 2)).chances(SecretTotals((0, 1, 2)).aiming(AIM))[2]),
        0.002,
        "One time in nine both others have spent 2 as well, and you win a third of these. Else somebody outbids your "
        "1, and you win if the lot takes that one, and then half: 1/9 · 1/3 + 8/9 · 1/6 = 5/27.",
        "All end at 3, so one of three falls by lot. Who gets the creature?",
        percent=True,
    ),
)

GUIDE = Guide(
    "The greediest wizard (coordination, focal points, elimination). From grade 8; steps 3 and 6 from grade 10. In "
    "threes or alone; 45 minutes. Lesson 1 helps, but is not needed.",
    "After part 1 play once by hand: three volunteers write a number from 1 to 9, all show at once, and the class "
    "finds out by the rules who wins.",
    (
        ("0–7", "Part 1: predict. Let two say why, without judging."),
        (
            "7–20",
            "Part 2: six rounds against strangers, six against watchers. With a class: triples, new ones each round.",
        ),
        ("20–27", "Part 3: where did the bids go? Did it matter where they began?"),
        ("27–40", "Part 4: the table of outcomes by hand, then «any number will do»; the chase if there is time."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«The creature always helps.»", "Who has it has paid most. And then?"),
        ("«As low as possible is safe.»", "When did the lowest of three bids win? Never."),
        ("«There must be one right answer.»", "Which side of the road is the right one?"),
        ("«Only this round's bid counts.»", "It is the total that falls; what did you spend before?"),
    ),
    "Where it leads: with two creatures at once a common total becomes a budget to be divided, see "
    "mowlab.theory.stages.greediest; a position without any equilibrium in single bids is in last_creature.",
)


class GreediestWizard(BidLesson):
    """A row of play: block, own bid, the others' bids, winner (0 is you)."""

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "greediest-wizard", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE
    BLOCKS = BLOCKS

    # ---- rounds -----------------------------------------------------------------------------------------------------
    def choices(self, block: Block) -> Sequence[int]:
        return BIDS

    def task(self, block: Block) -> str:
        won = f" Last time {self.last_winner()} won." if block.key == "watching" else ""
        return f"The highest bid gets the creature, and its wizard is out; of the others the higher one wins.{won}"

    def last_winner(self) -> int:
        """The bid that won the last round."""
        row = self.kept.play[-1]
        return int(row[1 + row[-1]])

    def meet(self, block: Block, own: int) -> list[int]:
        others = [self._bid(block) for _ in range(PLAYERS - 1)]
        chances = [float(share) for share in GAME.outcome(own, *others)]
        return [*others, int(self.rng.choice(PLAYERS, p=chances))]

    def _bid(self, block: Block) -> int:
        if block.key == "new":
            return int(self.rng.choice(BIDS, p=newcomers()))
        step = int(self.rng.choice([-1, 1])) if self.rng.random() < WANDERING else 0
        return min(max(self.last_winner() + step, BIDS[0]), BIDS[-1])

    def can_be(self, row: Row) -> bool:
        if len(row) != PLAYERS + 2 or not all(n in BIDS for n in row[1:-1]) or row[-1] not in range(PLAYERS):
            return False
        return GAME.outcome(*row[1:-1])[row[-1]] > 0

    def tell(self, row: Row) -> tuple[str, bool]:
        own, others, winner = row[1], row[2:-1], row[-1]
        words = f"You bid {own}, the others {others[0]} and {others[1]}."
        if winner == 0:
            return f"{words} You win the game.", True
        out = own == max(row[1:-1]) and len({own, *others}) > 1  # if all spent the same, the lot fell on any of them
        return f"{words} The wizard with {row[1 + winner]} wins{' and you are out' if out else ''}.", False

    def sum_up(self, rows: Sequence[Row]) -> str:
        return f"you won {sum(row[-1] == 0 for row in rows)} of {number_of(len(rows), 'game', 'games')}."

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        if self.kept.play or self.class_bids(1, HIGHEST):
            yield self._histogram()
        if self.kept.play:
            yield self._ranks()
        yield self._drift()

    def _histogram(self) -> Picture:
        groups = {
            charts.YOU: self.own(),
            "strangers": [n for row in self.rows("new") for n in row[2:-1]],
            "watchers": [n for row in self.rows("watching") for n in row[2:-1]],
            "your class": self.class_bids(1, HIGHEST),
        }
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": name, "label": str(bid), "value": bids.count(bid)}
            for name, bids in groups.items()
            if bids
            for bid in BIDS
        ]
        means = "; ".join(f"{name} {shown(mean(bids))}" for name, bids in groups.items() if bids)
        summary = f"Mean bids: {means}."
        if (predicted := self.kept.predictions.get("bid")) is not None:
            rows.append(charts.mark(charts.PREDICTED, label=shown(predicted)))
            summary += f" You predicted {shown(predicted)}."
        rows.append(charts.mark(charts.THEORY, label=str(learnt())))
        summary += f" Where winners are copied, bids end at {learnt()}; but any number that all bid would last."
        return charts.bars("bids", "What was bid", rows, summary, across="bid", axis="how often", format="d")

    def _ranks(self) -> Picture:
        """Which of three different bids won."""
        clear = [row for row in self.rows() if len(set(row[1:-1])) == PLAYERS]
        ranks = [sorted(row[1:-1]).index(row[1 + row[-1]]) for row in clear]
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": "games won", "label": name, "value": ranks.count(i)}
            for i, name in enumerate(RANKS)
        ]
        if not clear:
            summary = "There were no three different bids yet."
        else:
            summary = f"In {number_of(len(clear), 'game', 'games')} with three different bids the middle one won "
            summary += f"{ranks.count(1)} times."
        rows.append(charts.mark(charts.THEORY, label=RANKS[1]))
        if (predicted := self.kept.predictions.get("rank")) is not None:
            rows.append(charts.mark(charts.PREDICTED, label=RANKS[round(predicted) - 1]))
            summary += f" You predicted {RANKS[round(predicted) - 1]}."
        title = "Which of three different bids won"
        return charts.bars("ranks", title, rows, summary, across="bid", axis="games", format="d")

    def _drift(self) -> Picture:
        times, course = drift()
        rows = [
            {"label": str(bid), "x": t, "value": float(course[i, k])}
            for i, t in enumerate(times)
            for k, bid in enumerate(BIDS)
        ]
        summary = f"From all bids alike, a population in which winners are copied ends at {learnt()} "
        summary += f"({percent(course[-1].max())})."
        title = "What a population learns that began with all bids alike"
        return charts.heat("drift", title, rows, summary, across="time", axis="bid")
