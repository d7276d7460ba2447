"""Lesson 10, a tournament of habits: tables from many games, error bars, and three rankings that do not agree."""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from mowlab.charts import Picture
from mowlab.charts import lessons as charts
from mowlab.core.words import percent
from mowlab.theory import alpharank as ranking
from mowlab.theory import data, dynamics, empirical
from mowlab.theory.empirical import Empirical, profiles
from mowlab.theory.roots import root_between
from mowlab.theory.solution import SURE, Solution, Vector
from mowlab.theory.stages import habits
from mowlab.theory.symmetric import certified
from mowlab.ui import panel as p
from mowlab.ui.lesson_page import Ask, Exercise, Guide, Kept, LessonPage, Step, Thought, mean, shown, tiny

GAMES, RUNS, ENOUGH, MOST_SEED = 500, 12, 4, 2**31
HABITS = tuple(habits.HABITS)
NAMES = {"miser": "Miser", "flat": "Flat", "all-pay": "All-pay", "chaser": "Chaser", "shadow": "Shadow"}
IDEAS = {
    "miser": "always bids 1",
    "flat": "bids 8 to 12",
    "all-pay": "mostly next to nothing, now and then up to 10 coins a point",
    "chaser": "a fifth more than the last price, and 1 to 3",
    "shadow": "stays a little below the highest public total",
}
ALPHAS = tuple(round(0.25 * k - 2, 2) for k in range(13))  # powers of ten
RESAMPLES = 12
RATED = 400  # games behind the ratings
LINE_UPS = len(list(profiles(HABITS, habits.PLAYERS)))
LONG_RUN = "theory: the long run"


@cache
def table() -> Empirical:
    """The stored results of all line-ups."""
    return data.empirical("habits")


@cache
def average() -> dict[str, float]:
    """How often each habit wins, over all pairs of others, alike likely."""
    means = table().means.reshape(len(HABITS), -1).mean(axis=1)
    return dict(zip(HABITS, map(float, means), strict=True))


@cache
def alone(habit: str) -> Solution:
    """Everybody has this habit: what somebody gains by another one is the regret."""
    return certified(table().game, np.eye(len(HABITS))[HABITS.index(habit)])


@cache
def pair(first: str, second: str) -> Solution:
    """The mix of two habits at which both win equally often."""
    i, j = HABITS.index(first), HABITS.index(second)

    def mix(share: float) -> Vector:
        x = np.zeros(len(HABITS))
        x[i], x[j] = share, 1 - share
        return x

    def gap(share: float) -> float:
        pay = table().game.payoffs(mix(share))
        return float(pay[i] - pay[j])

    return certified(table().game, mix(root_between(gap, 0.01, 0.99)))


@cache
def swept() -> Vector:
    """Alpha-rank of the stored table (alphas, habits)."""
    return np.array([ranking.alpharank(table().game, 10.0**a) for a in ALPHAS])


@cache
def bands(power: float) -> tuple[Vector, Vector]:
    """The 5 and 95 % ends of the ranks at one alpha, over tables that might have come out as well."""
    ranks = [ranking.alpharank(table().resampled(seed), 10.0**power) for seed in range(RESAMPLES)]
    low, high = np.quantile(np.array(ranks), [0.05, 0.95], axis=0)
    return np.asarray(low), np.asarray(high)


@cache
def rated() -> dict[str, tuple[float, float]]:
    """Ratings after games of line-ups drawn by lot: (mu, sigma)."""
    from mowlab.theory.ratings import rate

    rng = np.random.default_rng(10)
    results = []
    for k in range(RATED):
        lineup = tuple(str(h) for h in rng.choice(HABITS, 3, replace=False))
        shares = habits.play(lineup, 1, seed=k)[0]
        results.append([(h, 0.0 if s == shares.max() else 1.0) for h, s in zip(lineup, shares, strict=True)])
    skills, _ = rate(results)
    return {h: (skills[h].mu, skills[h].sigma) for h in HABITS}


# ---- the texts ------------------------------------------------------------------------------------------------------
ASKS = (
    Ask(
        "best",
        "Five ways to bid in a small Magic Money for three: Miser (1), Flat (2), All-pay (3), Chaser (4), Shadow "
        "(5). Which wins most, over all opponents?",
        1,
        5,
        "1 to 5",
        only=range(1, 6),
    ),
    Ask("cells", "How many different line-ups of three are there, if bots may sit there twice or three times?", 1, 200),
    Ask(
        "miser",
        "Miser always bids 1. How often does it win against two of Flat, in percent?",
        0,
        100,
        "0 to 100",
        percent=True,
    ),
)


def _ideas() -> p.Block:
    return p.table("The five habits", ["name", "how it bids"], [(NAMES[h], IDEAS[h]) for h in HABITS])


def _errors() -> p.Block:
    rows = [(f"{n:,}", f"{math.sqrt(1 / 3 * 2 / 3 / n):.4f}") for n in (100, 500, 4000, 100_000)]
    return p.table("A share near a third", ["games", "standard error"], rows)


def _regrets() -> p.Block:
    rows = []
    for habit in HABITS:
        found = alone(habit)
        pay = table().game.payoffs(found.mix)
        better = NAMES[HABITS[int(pay.argmax())]] if found.regret > SURE else "nobody"
        rows.append((NAMES[habit], percent(average()[habit], 1), percent(found.regret, 1), better))
    mixed = pair("flat", "shadow")
    x = mixed.mix[HABITS.index("flat")]
    return p.table(
        "From the stored table",
        ["habit", "wins on average", "if all have it, one gains by changing", "to"],
        rows,
        note=f"Also {percent(x)} Flat and {percent(1 - x)} Shadow: nobody gains more than {tiny(mixed.regret)} "
        "by changing.",
    )


def _sweep() -> p.Block:
    rows = []
    for power in (-1.0, 0.0, 1.0):
        at = swept()[ALPHAS.index(power)]
        low, high = bands(power)
        cells = (f"{percent(x)} ({100 * lo:.0f} to {100 * hi:.0f})" for x, lo, hi in zip(at, low, high, strict=True))
        rows.append((shown(10.0**power), *cells))
    return p.table(
        "Long-run share of each habit, and how far it goes in tables that might have come out as well",
        ["alpha", *(NAMES[h] for h in HABITS)],
        rows,
    )


def _ratings() -> p.Block:
    rows = [
        (NAMES[h], f"{mu:.1f} ± {sigma:.1f}", percent(average()[h], 1))
        for h, (mu, sigma) in sorted(rated().items(), key=lambda item: -item[1][0])
    ]
    return p.table(f"After {RATED} games of three different ones", ["habit", "rating", "wins on average"], rows)


def _characters() -> p.Block:
    real = data.empirical("characters")
    means = real.means.reshape(len(real.bots), -1).mean(axis=1)
    rows = [
        (bot.title(), percent(mean, 1), percent(certified(real.game, np.eye(len(real.bots))[i]).regret, 1))
        for i, (bot, mean) in enumerate(zip(real.bots, means, strict=True))
    ]
    return p.table(
        f"The characters of Magic Money, {real.games:,} games for each line-up",
        ["character", "wins on average", "if all are like that, one gains by changing"],
        rows,
    )


STEPS = (
    Step(
        "A table from games",
        "Nobody can solve the whole game, but a few habits can be played against each other. Five bots at three "
        "places make 35 line-ups. Each number is an estimate; with four times the games its error halves.",
        "standard error = √(p (1 − p) / n)",
        table=_errors,
        code=(empirical.profiles,),
    ),
    Step(
        "Which habits enforce themselves?",
        "Suppose all have one habit. Does somebody gain by another? Where nobody does, the habit is an equilibrium "
        "among these five. It need not win most on average: if all are misers, who spends more is thrown out.",
        table=_regrets,
    ),
    Step(
        "Populations that copy",
        "Let what wins more become more common. Where it ends depends on where it began: the same five habits, "
        "several ends. The third picture begins with all alike.",
        "share grows by (own share of wins − average) · share",
        code=(dynamics.growth,),
    ),
    Step(
        "A walk among habits",
        "Alpha-rank lets one newcomer after the other try to take over a small population, and asks where it is "
        "found most. Alpha tells how strongly winning counts. With a large alpha tiny differences decide, also those "
        "that are only luck: look how wide the bands become.",
        table=_sweep,
        code=(ranking.fixation,),
    ),
    Step(
        "One number for each",
        "Ratings, as in chess, put all on one line. They predict well where skill is one thing. Here it matters "
        "against whom you play, and one number cannot say that.",
        table=_ratings,
    ),
    Step(
        "The real game",
        "The same for the characters that play Magic Money in this program, with all creatures and abilities.",
        table=_characters,
    ),
)

THOUGHTS = (
    Thought(
        "What does «the best bot» mean?",
        "The one that wins most against these others, or the one that nobody can gain against, or the one that is "
        "found most in the long run. Three questions, and often three answers.",
    ),
    Thought(
        "A newspaper ranks schools by one number, without errors. What would you ask?",
        "How large the error is, what else the number depends on, and whether the order of the first ten would stay "
        "the same next year.",
    ),
    Thought(
        "If all have a habit, changing it may cost. Is it therefore good?",
        "No. It enforces itself, that is all. All-miser and all-chaser do so here, and in both each wins a third.",
    ),
    Thought(
        "You add a sixth bot. What can change?",
        "Everything: who wins most, which habits last, where the walk goes. A table speaks of its bots alone.",
    ),
)

EXERCISES = (
    Exercise(
        "cells",
        "Five bots, three places, repetition allowed, order no matter: how many line-ups?",
        lambda: float(LINE_UPS),
        0.1,
        "C(7, 3) = 35.",
        "5 with three alike, 20 with a pair, and the rest all different.",
    ),
    Exercise(
        "error",
        "A share of 0.33 from 4000 games: how large is its standard error?",
        lambda: math.sqrt(0.33 * 0.67 / 4000),
        0.0006,
        "√(0.33 · 0.67 / 4000).",
        "√(p (1 − p) / n).",
    ),
    Exercise(
        "stable",
        "How many of the five habits enforce themselves (nobody gains by changing alone)?",
        lambda: float(sum(alone(h).regret < SURE for h in HABITS)),
        0.1,
        "All-miser and all-chaser.",
        "Count the rows with 0 % in the table of step 2.",
    ),
    Exercise(
        "flat",
        "All are Flat. How much does one gain by changing to the best other habit, in percent of the games?",
        lambda: alone("flat").regret,
        0.006,
        "Chaser then wins nearly two of three games.",
        "It is in the table of step 2.",
        percent=True,
    ),
    Exercise(
        "shadow",
        "Shadow wins most over all line-ups. If all are Shadow, how much does one gain by changing, in percent of the "
        "games?",
        lambda: alone("shadow").regret,
        0.001,
        "Little, but not nothing: whoever wins most need not be what lasts.",
        "It is in the table of step 2.",
        percent=True,
    ),
)

GUIDE = Guide(
    "A tournament of habits (empirical game theory, replicator dynamics, alpha-rank, ratings). From grade 11. In "
    "groups; 45 minutes. Lessons 1 and 2 help.",
    "Share out the 35 line-ups among the groups, and collect the results on the board.",
    (
        ("0–6", "Part 1: predict."),
        ("6–18", "Part 2: each group plays its line-ups, and says how sure it is."),
        ("18–27", "Part 3: who beats whom? Where does the population go?"),
        ("27–40", "Part 4: errors, regret, and why alpha 1 and alpha 10 do not agree."),
        ("40–45", "Part 5 aloud."),
    ),
    (
        ("«It wins most on average, so it is the best.»", "Average over whom? Who will sit there tomorrow?"),
        ("«0.34 is more than 0.33.»", "How many games? How large is the error?"),
        ("«One number is enough.»", "Who beats whom here? Can you put that on a line?"),
        ("«An equilibrium of the table is one of the game.»", "Only if nobody ever has a sixth idea."),
    ),
    "Where it leads: Analyze in each game's app plays such tournaments with the real bots, and mowlab.bot adds your "
    "own.",
)


class Tournament(LessonPage):
    """A row of play: the habits of the three places by number, and the seed of its games."""

    KEY, ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE = "tournament", ASKS, STEPS, THOUGHTS, EXERCISES, GUIDE

    def __init__(self, seed: int | None = None) -> None:
        self.rng = np.random.default_rng(secrets.randbits(32) if seed is None else seed)
        super().__init__()

    # ---- playing ----------------------------------------------------------------------------------------------------
    @property
    def played(self) -> bool:
        return len(self.kept.play) >= ENOUGH

    def is_whole(self, kept: Kept) -> bool:
        def fits(row: Any) -> bool:
            if not isinstance(row, list) or len(row) != habits.PLAYERS + 1 or not all(type(n) is int for n in row):
                return False
            return all(n in range(len(HABITS)) for n in row[:-1]) and 0 <= row[-1] < MOST_SEED

        return len(kept.play) <= RUNS and all(map(fits, kept.play))

    def on_play(self, event: p.Event) -> None:
        if event.id != "run" or len(self.kept.play) == RUNS:
            return
        lineup = [event.values.get(f"seat{i}", "") for i in range(habits.PLAYERS)]
        if all(h in HABITS for h in lineup):
            self.kept.play.append([*(HABITS.index(h) for h in lineup), int(self.rng.integers(MOST_SEED))])

    def result(self, row: list[Any]) -> tuple[tuple[str, ...], list[tuple[float, float]]]:
        """The line-up of a run, and each place's share of wins with its standard error."""
        lineup = tuple(HABITS[n] for n in row[:-1])
        shares = habits.play(lineup, GAMES, row[-1])
        return lineup, [(float(s.mean()), float(s.std(ddof=1) / math.sqrt(GAMES))) for s in shares.T]

    def _predict_shown(self) -> Iterator[p.Block]:
        yield _ideas()
        yield from super()._predict_shown()

    def play_blocks(self) -> Iterator[p.Block]:
        if len(self.kept.play) < RUNS:
            n = len(self.kept.play)
            last = self.kept.play[-1] if n else [0, 1, 4, 0]
            options = [(h, NAMES[h]) for h in HABITS]
            seats = [p.select(f"seat{i}", f"Place {i + 1}", HABITS[last[i]], options) for i in range(habits.PLAYERS)]
            yield p.row(*seats, name="options")
            yield p.row(p.button("run", f"Play {GAMES} games", "primary"))
            yield p.text(f"{n} of {RUNS} line-ups played; {ENOUGH} open what follows.", soft=True)
        if self.kept.play:
            rows = []
            for row in reversed(self.kept.play):
                lineup, shares = self.result(row)
                won = zip(lineup, shares, strict=True)
                rows.append([f"{NAMES[h]} {percent(m, 1)} ± {percent(2 * e, 1)}" for h, (m, e) in won])
            yield p.table(
                f"Shares of wins in {GAMES} games, ± two standard errors", ["place 1", "place 2", "place 3"], rows
            )

    # ---- charts -----------------------------------------------------------------------------------------------------
    def pictures(self) -> Iterator[Picture]:
        yield self._wins()
        yield self._heat()
        yield self._population()
        yield self._ranks()

    def _wins(self) -> Picture:
        """What you predicted, your games, all games of the five bots, and where the long run leads."""
        means, rank = table().means, ranking.alpharank(table().game, 1.0)
        miser, flat = HABITS.index("miser"), HABITS.index("flat")
        pair_label = "Miser v. two Flat"
        stored = {NAMES[h]: average()[h] for h in HABITS} | {pair_label: float(means[miser, flat, flat])}
        groups = {
            LONG_RUN: {NAMES[h]: float(x) for h, x in zip(HABITS, rank, strict=True)},
            "your games": self.won(pair_label),
            "all line-ups": stored,
        }
        rows: list[charts.Row] = [
            {"part": charts.BAR, "series": name, "label": label, "value": shares[label]}
            for name, shares in groups.items()
            for label in stored
            if label in shares
        ]
        top = max(average(), key=average().__getitem__)
        often = NAMES[HABITS[int(rank.argmax())]]
        summary = f"{NAMES[top]} wins most over all line-ups ({percent(average()[top], 1)}); in the long run there is "
        summary += f"most {often} (alpha 1). Miser wins {percent(stored[pair_label], 1)} against two of Flat."
        best, guess = self.kept.predictions.get("best"), self.kept.predictions.get("miser")
        if best is not None and guess is not None:
            name = NAMES[HABITS[round(best) - 1]]
            rows.append({"part": charts.BAR, "series": charts.PREDICTED, "label": pair_label, "value": guess / 100})
            rows.append(charts.mark("predicted the best", label=name))
            summary += f" You predicted {name}, and {shown(guess)} %."
        if (cells := self.kept.predictions.get("cells")) is not None:
            summary += f" There are {LINE_UPS} line-ups; you predicted {shown(cells)}."
        title = "Who wins most?"
        return charts.bars("who", title, rows, summary, across="who", axis="share", format=".0%", grouped=True)

    def won(self, pair_label: str) -> dict[str, float]:
        """Each habit's share of wins over all places it had in your games; and of Miser against two of Flat."""
        found: dict[str, list[float]] = {}
        for row in self.kept.play:
            lineup, shares = self.result(row)
            for habit, (share, _) in zip(lineup, shares, strict=True):
                found.setdefault(NAMES[habit], []).append(share)
                if habit == "miser" and sorted(lineup) == ["flat", "flat", "miser"]:
                    found.setdefault(pair_label, []).append(share)
        return {name: mean(shares) for name, shares in found.items()}

    def _heat(self) -> Picture:
        means = table().means
        rows = [
            {"label": NAMES[a], "x": NAMES[b], "value": float(means[i, j, j]), "text": percent(means[i, j, j])}
            for i, a in enumerate(HABITS)
            for j, b in enumerate(HABITS)
        ]
        summary = f"Each number comes from {table().games:,} games; twice its standard error is "
        widest = percent(2 * float(table().errors.max()), 1)
        summary += f"{widest} at most. Whoever meets two of its own kind wins a third."
        title = "How often the row wins against two of the column"
        return charts.heat("wins", title, rows, summary, across="the two others", axis="one")

    def _population(self) -> Picture:
        times = list(range(0, 61, 2))
        course = dynamics.replicator(table().game, np.full(len(HABITS), 1 / len(HABITS)), times, step=0.1)
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": NAMES[h], "x": t, "value": float(course[k, i])}
            for i, h in enumerate(HABITS)
            for k, t in enumerate(times)
        ]
        end = {h: float(x) for h, x in zip(HABITS, course[-1], strict=True)}
        most = max(end, key=end.__getitem__)
        summary = f"A population that begins with all alike has {percent(end[most])} {NAMES[most]} at time {times[-1]}."
        title = "What a population learns"
        return charts.lines("population", title, rows, summary, across="time", axis="share", format=".0%")

    def _ranks(self) -> Picture:
        rows: list[charts.Row] = [
            {"part": charts.LINE, "series": NAMES[h], "x": a, "value": float(swept()[k, i])}
            for i, h in enumerate(HABITS)
            for k, a in enumerate(ALPHAS)
        ]
        low, high = bands(1.0)
        widest = int((high - low).argmax())
        summary = f"At alpha 10 the share of {NAMES[HABITS[widest]]} goes from {percent(low[widest])} to "
        summary += f"{percent(high[widest])} "
        summary += "in tables that might have come out as well. The axis counts powers of ten: 0 is alpha 1."
        title = "Alpha-rank, by how strongly winning counts"
        return charts.lines("ranks", title, rows, summary, across="alpha, power of ten", axis="share", format=".0%")
