"""The sections of a run that compare rates: mowlab against its peers, on two threads, and its decision explorer."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import machine
import ours
import peers_env
from figures import Figure, Goal, cells, per_second, seconds, table, times
from worker import Worker

FASTER_THAN_PYTHON_DRIVEN = 10.0
SHARE_OF_CPP_ROLLOUTS = 0.6
TWO_THREADS = 1.7
EXPLORER_SECONDS = 1.0
MOW_MONEY_RATE = 0.5e6  # decisions a second
SHARE_OF_CPP_SEARCH = 0.5
FASTER_THAN_PYTHON_SEARCH = 10.0
IDLE_CORES = 0.1  # others may keep this much of a core busy and the machine still counts as idle

OURS = "mowlab MOW"
BARE = "mowlab MOW, keeping no events"
PEERS = {  # what the table calls it -> the bench in peers.py, and the ratio to reach if there is one
    "OpenSpiel hearts, from Python": ("hearts", FASTER_THAN_PYTHON_DRIVEN),
    "OpenSpiel oh_hell, from Python": ("oh_hell", FASTER_THAN_PYTHON_DRIVEN),
    "OpenSpiel crazy_eights, from Python": ("crazy_eights", FASTER_THAN_PYTHON_DRIVEN),
    "OpenSpiel hearts, from Python, even chance": ("hearts even", None),
    "OpenSpiel oh_hell, from Python, even chance": ("oh_hell even", None),
    "OpenSpiel crazy_eights, from Python, even chance": ("crazy_eights even", None),
    "OpenSpiel hearts, C++ rollouts": ("hearts rollouts", SHARE_OF_CPP_ROLLOUTS),
    "OpenSpiel hearts, C++ games with its random bots": ("hearts bots", None),
    "RLCard uno, from Python": ("uno", None),
}

GAMES = {  # our games: what the table calls them -> the bench in ours.py, and the rate to reach if there is one
    OURS: ("mow", None),
    "mowlab Mow Money": ("mow-money", MOW_MONEY_RATE),
    "mowlab Mow Money, solo": ("mow-money, solo", None),
    "mowlab Mob Town": ("mob-town", None),
    "mowlab Magic Money": ("magic-money", None),
}
BESIDE = ("OpenSpiel hearts, from Python", "OpenSpiel hearts, C++ rollouts")  # the peers that they are set beside

GAMES_NOTES = """\
Every row is random play on one thread, four players where nothing else is said, in decisions a CPU second, our games
with all events that they keep. A decision is one answer to one question: a bid in Mow Money takes several of them, in
Magic Money it is one, among some dozen listed amounts. Games differ in what a decision costs: read the ratios as orders
of magnitude."""
PEERS_NOTES = """\
Every row is random play, four players, one thread, in decisions a second. Drawing a card is not a decision, though its
time counts. Games differ in what one decision costs: read the ratios as orders of magnitude.

- *mowlab*: `mowlab.simulate` on one thread, as by default; the ratios are formed with this row.
- *From Python*: the loop that plays any OpenSpiel game, drawing chance by `chance_outcomes()` with its probabilities.
- *Even chance*: the fastest such loop we could write; it uses that chance in these three games happens to be even.
- *C++ rollouts*: MCTSBot with one simulation, whose RandomRolloutEvaluator plays from the first decision to the end,
  a quarter of the rollouts for each passing direction. The deals are made beforehand and not timed, while ours deals
  within its time. Decisions per rollout were counted by playing on from the same positions from Python.
- *C++ games*: `evaluate_bots` with OpenSpiel's own uniform random bots, one call for a whole game, deal included.
- *RLCard*: its environment's `reset` and `step`, without its agents."""
SEARCHES = {  # what the table calls it -> side and bench
    "mowlab MOW, dice play on": ("ours", "search"),
    "mowlab MOW, the character plays on": ("ours", "search, character"),
    "OpenSpiel hearts, C++ ISMCTSBot": ("peers", "hearts search"),
    "OpenSpiel hearts, Python ISMCTSBot": ("peers", "hearts search, Python"),
}
SEARCH_GOALS = {  # the goal of each peer, for the first of ours
    "OpenSpiel hearts, C++ ISMCTSBot": SHARE_OF_CPP_SEARCH,
    "OpenSpiel hearts, Python ISMCTSBot": FASTER_THAN_PYTHON_SEARCH,
}
SEARCH_NOTES = """\
One move by information-set tree search, four players, one thread. An iteration deals the hidden cards anew, goes down
the tree and plays one game on to its end. A MOW game has several rounds and many more decisions than a deal of hearts:
ratios are of decisions a CPU second, all those of an iteration counted, in the tree and below it. OpenSpiel's bots
throw dice where their tree ends, so the goals are for our row that does the same; our bots let a character play on."""
THREADS_NOTES = """\
The same games on one thread, on two, and (as a control for what the machine gives) shared between two processes, by the
clock. The load averages include this work; *others* is what all other processes kept busy meanwhile."""
EXPLORER_NOTES = """\
One pass is every legal choice x 2,000 worlds, by the clock: four farmers, a fresh match each round, compiled before.
As by default: one thread, the usual character plays on to the end of the round (the last row: of the game)."""


@dataclass(frozen=True)
class Settings:
    """How long to measure: rounds, CPU seconds of one batch, and the first round's seed."""

    rounds: int
    seconds: float
    seed: int

    @property
    def few(self) -> int:
        """Rounds for what takes many seconds each time."""
        return min(self.rounds, 3)


@dataclass(frozen=True)
class Report:
    """What a section found: its text for the results file, the goals it judged, and what was measured."""

    text: str
    goals: list[Goal] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)


Answers = list[dict[str, Any]]


def rate(answers: Answers, clock: str = "cpu", what: str = "decisions") -> Figure:
    """`what` per second, by `cpu` or `wall`."""
    return Figure.of(answer[what] / answer[clock] for answer in answers)


def turning(names: list[str], rounds: int) -> Iterator[tuple[int, list[str]]]:
    """Each round's number with the names in turning order, so that none always runs first."""
    for number in range(rounds):
        shift = number % len(names)
        yield number, names[shift:] + names[:shift]


def calibrate(worker: Worker, bench: str, settings: Settings) -> int:
    """The size at which a batch takes about `settings.seconds` of CPU time; warms the bench up on the way."""
    worker.ask(bench, 1, settings.seed)  # compiles, imports, fills caches
    size = 4
    while (cpu := float(worker.ask(bench, size, settings.seed)["cpu"])) < settings.seconds / 8:
        size *= 2
    return max(1, round(size * settings.seconds / cpu))


def interleave(contestants: Mapping[str, Callable[[int], dict[str, Any]]], settings: Settings) -> dict[str, Answers]:
    """Every contestant once a round (called with the round's seed); its answers in the order of the rounds."""
    answers: dict[str, Answers] = {name: [] for name in contestants}
    for number, names in turning(list(contestants), settings.rounds):
        for name in names:
            answers[name].append(contestants[name](settings.seed + number))
    return answers


def asking(worker: Worker, bench: str, settings: Settings) -> Callable[[int], dict[str, Any]]:
    """A contestant that runs one calibrated batch of `bench`."""
    size = calibrate(worker, bench, settings)
    return partial(worker.ask, bench, size)


def against_peers(settings: Settings) -> Report:
    """Random play against OpenSpiel and RLCard, in decisions a second."""
    with Worker(sys.executable, "ours") as own, Worker(peers_env.ensure(), "peers") as peers:
        contestants = {OURS: asking(own, "mow", settings), BARE: asking(own, "mow, no events", settings)}
        contestants |= {name: asking(peers, bench, settings) for name, (bench, _goal) in PEERS.items()}
        answers = interleave(contestants, settings)
        versions = peers.versions | own.versions
    rates = {name: rate(got) for name, got in answers.items()}
    ratios = {name: rates[OURS].over(rates[name]) for name in PEERS}
    walls = {name: rate(answers[OURS], "wall").over(rate(answers[name], "wall")) for name in PEERS}
    by_rate = [[name, length(answers[name]), *cells(figure, per_second)] for name, figure in rates.items()]
    by_ratio = [[name, *cells(ratios[name], times), times(walls[name].median)] for name in PEERS]
    text = "\n\n".join([
        "## Against OpenSpiel and RLCard",
        PEERS_NOTES,
        table(["decisions per CPU second", "decisions a game", "median", "min", "max", "n"], by_rate),
        table(["mowlab is this many times as fast as", "median", "min", "max", "n", "by the clock"], by_ratio),
    ])  # fmt: skip
    goals = [Goal(f"mowlab / {name}", ratios[name], times, at_least=goal) for name, (_, goal) in PEERS.items() if goal]
    return Report(text, goals, versions)


def games(settings: Settings) -> Report:
    """Random play of each of our games against MOW and OpenSpiel, in decisions a second."""
    with Worker(sys.executable, "ours") as own, Worker(peers_env.ensure(), "peers") as peers:
        contestants = {name: asking(own, bench, settings) for name, (bench, _goal) in GAMES.items()}
        contestants |= {name: asking(peers, PEERS[name][0], settings) for name in BESIDE}
        answers = interleave(contestants, settings)
        versions = peers.versions | own.versions
    rates = {name: rate(got) for name, got in answers.items()}
    by_rate = [[name, length(answers[name]), *cells(figure, per_second)] for name, figure in rates.items()]
    pairs = [(name, other) for name in GAMES if name != OURS for other in (OURS, *BESIDE)]
    by_ratio = [[f"{name} / {other}", *cells(rates[name].over(rates[other]), times)] for name, other in pairs]
    text = "\n\n".join([
        "## Our games",
        GAMES_NOTES,
        table(["decisions per CPU second", "decisions a game", "median", "min", "max", "n"], by_rate),
        table(["ratio", "median", "min", "max", "n"], by_ratio),
    ])  # fmt: skip
    goals = [Goal(name, rates[name], per_second, at_least=goal) for name, (_, goal) in GAMES.items() if goal]
    return Report(text, goals, versions)


def length(answers: Answers) -> str:
    """Mean number of decisions in one game, over all rounds."""
    return f"{sum(a['decisions'] for a in answers) / sum(a['games'] for a in answers):.1f}"


def watched(batch: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A batch's answer with `others`: the cores that other processes kept busy meanwhile (None if not known)."""
    bystanders = machine.Bystanders()
    answer = batch()
    return {**answer, "others": bystanders.cores(answer["cpu"])}


def both(workers: tuple[Worker, Worker], size: int, seed: int) -> dict[str, Any]:
    """The same batch size in two processes at once, each with half the games."""
    began = time.perf_counter()
    for number, worker in enumerate(workers):
        worker.send("mow", size // 2, seed + number)
    answers = [worker.receive() for worker in workers]
    total = {key: sum(answer[key] for answer in answers) for key in ("games", "decisions", "cpu")}
    return {**total, "wall": time.perf_counter() - began}


def search(settings: Settings) -> Report:
    """Information-set tree search against OpenSpiel's two bots, in decisions a second."""
    with Worker(sys.executable, "ours") as own, Worker(peers_env.ensure(), "peers") as peers:
        sides = {"ours": own, "peers": peers}
        contestants = {name: asking(sides[side], bench, settings) for name, (side, bench) in SEARCHES.items()}
        answers = interleave(contestants, settings)
        versions = peers.versions | own.versions
    rates = {name: rate(got) for name, got in answers.items()}
    iterations = {name: rate(got, what="games") for name, got in answers.items()}
    mine = next(iter(SEARCHES))
    ratios = {name: rates[mine].over(rates[name]) for name in SEARCH_GOALS}
    by_rate = [[name, length(answers[name]), *cells(figure, per_second)] for name, figure in rates.items()]
    by_iteration = [[name, *cells(figure, per_second)] for name, figure in iterations.items()]
    text = "\n\n".join([
        "## Search",
        SEARCH_NOTES,
        table(["decisions per CPU second", "decisions an iteration", "median", "min", "max", "n"], by_rate),
        table(["iterations per CPU second", "median", "min", "max", "n"], by_iteration),
        table(["mowlab is this many times as fast as", "median", "min", "max", "n"],
              [[name, *cells(ratio, times)] for name, ratio in ratios.items()]),
    ])  # fmt: skip
    goals = [
        Goal(f"search: mowlab / {name}", ratios[name], times, at_least=goal) for name, goal in SEARCH_GOALS.items()
    ]
    return Report(text, goals, versions)


def threads(settings: Settings) -> Report:
    """`mowlab.simulate` on two threads against one, with two processes as a control for what the machine can do."""
    before, cores = machine.load(), machine.usable_cores()
    with Worker(sys.executable, "ours") as own, Worker(sys.executable, "ours") as other:
        size = 2 * calibrate(own, "mow", settings)
        for worker, bench in ((own, "mow, two threads"), (other, "mow")):
            worker.ask(bench, 1, settings.seed)
        answers = interleave({
            "one thread": lambda seed: watched(lambda: own.ask("mow", size, seed)),
            "two threads": lambda seed: watched(lambda: own.ask("mow, two threads", size, seed)),
            "two processes": lambda seed: watched(lambda: both((own, other), size, seed)),
        }, settings)  # fmt: skip
    rates = {name: rate(got, "wall") for name, got in answers.items()}
    gain = {name: rates[name].over(rates["one thread"]) for name in ("two threads", "two processes")}
    known = [answer["others"] for got in answers.values() for answer in got if answer["others"] is not None]
    rows = [[name, *cells(figure, per_second)] for name, figure in rates.items()]
    rows += [[f"{name} / one thread", *cells(figure, times)] for name, figure in gain.items()]
    rows += [["cores kept busy by others", *cells(Figure.of(known), "{:.2f}".format)]] if known else []
    text = "\n\n".join([
        "## Two threads",
        THREADS_NOTES,
        f"Load average {before} before, {machine.load()} after; {cores} cores; {size:,} games a batch.",
        table(["decisions a second", "median", "min", "max", "n"], rows),
    ])  # fmt: skip
    goal = Goal("two threads / one", gain["two threads"], times, at_least=TWO_THREADS, void=not_idle(known))
    return Report(text, [goal], ours.versions())


def not_idle(others: list[float]) -> str:
    """Why the machine was not fit to judge a speed-up by threads, or nothing."""
    if machine.usable_cores() < 2:
        return "one core only"
    if not others:
        return "this system does not tell how busy others kept it"
    busy = Figure.of(others).median
    return f"others kept {busy:.2f} cores busy" if busy > IDLE_CORES else ""


def explorer(settings: Settings) -> Report:
    """One decision explorer pass: every legal choice x 2,000 worlds, by the clock, at positions of growing depth."""
    with Worker(sys.executable, "ours") as own:
        names = [*ours.POSITIONS, ours.WHOLE_GAME]
        for name in names:
            own.ask(name, 1, settings.seed)
        answers = interleave({name: partial(own.ask, name, 1) for name in names}, settings)
    walls = {name: Figure.of(answer["wall"] for answer in got) for name, got in answers.items()}
    choices = {name: Figure.of(answer["choices"] for answer in got) for name, got in answers.items()}
    rows = [[n, f"{choices[n].low:.0f} to {choices[n].high:.0f}", *cells(walls[n], seconds)] for n in walls]
    text = "\n\n".join([
        "## Decision explorer",
        EXPLORER_NOTES,
        table(["position", "choices", "median", "min", "max", "n"], rows),
    ])  # fmt: skip
    goals = [Goal(f"explorer pass, {n}", walls[n], seconds, below=EXPLORER_SECONDS) for n in ours.POSITIONS]
    return Report(text, goals, ours.versions())
