"""Try it: same luck, every choice.  From one position, each legal choice is played out in the same imagined worlds.

Nothing but what the seat to move may know is used: the position on the Play table is looked at only where a person
decides, or has decided.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import ipywidgets

from mowlab.core.bot import Bot, BotError
from mowlab.core.engine import EXPECTED, OUTSIDE
from mowlab.core.game import Game
from mowlab.match import Match
from mowlab.record import replay
from mowlab.ui import panel as p
from mowlab.ui.advice import best_in_words, how_counted, yours_in_words
from mowlab.ui.scene import Message, Scene
from mowlab.ui.session import new_game
from mowlab.ui.shared import Shared
from mowlab.ui.table import Table
from mowlab.ui.work import Job, JobBar, guarded

if TYPE_CHECKING:
    from mowlab.analysis import Choices
    from mowlab.charts import Picture
    from mowlab.ui.chart import Column, LiveChart

WORLDS = (200, 1_000, 2_000, 10_000)
USUAL_WORLDS, MAX_SEED = "1000", 10**18
UPTO = (("", "the end of the round"), ("whole", "the end of the game"))
DRAW_EVERY = 0.3  # seconds between two pictures while worlds are played
NOW, LAST = "play-now", "play-last"
CHARTS = {  # name: how to read it
    "choices": "Each strip shows how often a choice brought how many {unit}, the darker the more often; the mark is "
    "the mean with its 95 % interval.",
    "behind": "Compared world by world: how much worse than the best choice, with 95 % intervals. Where a line "
    "reaches 0, the choice may be just as good.",
}
COMPILING = "The first time, mowlab compiles its rules for speed: that takes up to half a minute, once."
NOTHING_HERE = "In your game there is nothing to choose yet. Pick one of the positions above."


@dataclass(frozen=True)
class Situation:
    """A position with a person to move.  match: a copy that nobody plays on; chosen: what was done there."""

    key: str
    title: str
    question: str
    match: Match
    chosen: int | None = None


def from_play(match: Match) -> Iterator[Situation]:
    """What can be tried of a game on the Play table: the decision now, and the last one with what was chosen."""
    people = [seat for seat, who in enumerate(match.seats) if who.bot is None]
    if not match.over and match.mover in people:
        yield Situation(NOW, "Your game: your decision now", "What would you do?", replay(match.record()))
    decided = [turn for turn in match.turns if turn.seat in people]
    if decided:
        before = replay(match.record())
        before.undo(decided[-1].seat)
        said = "This was your last decision. Would another choice have been better?"
        yield Situation(LAST, "Your game: your last decision", said, before, decided[-1].action)


def prepared(shared: Shared) -> Iterator[Situation]:
    """The game's positions that are worth a look."""
    usual = usual_bot(shared.game)
    for puzzle in importlib.import_module(f"{shared.game.package}.puzzles").PUZZLES:
        rivals = [usual] * (puzzle.options["players"] - 1)
        match = new_game(shared, puzzle.options, rivals, seed=1, position=puzzle.position)
        yield Situation(puzzle.key, puzzle.title, puzzle.question, match)


def usual_bot(game: Game) -> str:
    """Key of the bot that plays imagined worlds on."""
    return next(key for key, bot in game.bots.items() if bot.policy == game.constants["PLAYOUT_CHARACTER"])


class TryIt(ipywidgets.VBox):  # type: ignore[misc]
    """The Try it section of an app.

    situation: the position that is tried.  picked: the choice the person marked.  choices: what came out, or None.
    numbers: they are unfolded.  panel, table, bar, findings: its widgets; charts, once there are results.
    """

    def __init__(self, game_key: str, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(game_key)
        self.prepared = list(prepared(self.shared))
        self.situations = self.prepared
        self.situation = self.prepared[0]
        self.picked: int | None = None
        self.message: Message | None = None
        self.choices: Choices | None = None
        self.numbers = False  # the numbers and charts are unfolded
        self.advice: list[tuple[Bot, int | str]] = []
        self.asked = {"worlds": USUAL_WORLDS, "seed": "1", "whole": "", "bot": usual_bot(self.shared.game)}
        self.stamp = 0
        self.lock = threading.RLock()  # results come in a thread
        self.table = Table(art=self.shared.art)
        self.head, self.panel, self.bar, self.findings = p.Panel(), p.Panel(), JobBar(), p.Panel()
        self.charts: dict[str, LiveChart] = {}
        self.place = ipywidgets.VBox()
        super().__init__([self.head, self.table, self.panel, self.bar, self.findings, self.place])
        self.add_class("mow-try")
        self.table.on_choose(guarded(self.pick, self.report))
        self.head.on_event(guarded(self.on_event, self.report))
        self.panel.on_event(guarded(self.on_event, self.report))
        self.findings.on_event(guarded(self.on_event, self.report))
        self.opened()

    # ---- where the position comes from ------------------------------------------------------------------------------
    def opened(self) -> None:
        """The tab was opened: the game on the Play table may have gone on.  Results of another position stay."""
        self._look_for(self.shared.match)
        of_game = self.situation.key in (NOW, LAST)
        self.take(self.situation if self.choices is not None and not of_game else self.situations[0])

    def receive(self, match: Match) -> None:
        """Try the position of this match: the decision now if a person has to decide, else the last one."""
        self._look_for(match)
        self.take(self.situations[0])

    def _look_for(self, match: Match | None) -> None:
        with self.shared.lock:
            self.situations = [*(from_play(match) if match is not None else ()), *self.prepared]

    def take(self, situation: Situation) -> None:
        """Put another position on the table."""
        self.bar.cancel()
        same = _same(situation, self.situation)
        self.situation = situation
        self.message = None
        if not same:
            self.picked, self.choices, self.advice = situation.chosen, None, []
        self.refresh()

    # ---- what a person does -----------------------------------------------------------------------------------------
    def pick(self, action: int) -> None:
        """A choice on the table: marks it as the person's own."""
        match = self.situation.match
        why = match.why_not(action, match.mover)
        if why is None:
            self.picked = None if self.picked == action else action
            self.message = None
        else:
            self.message = {"text": why.text, "tone": "bad", "rule": why.rule}
        self.refresh()

    def on_event(self, event: p.Event) -> None:
        self.asked |= {name: event.values[name] for name in self.asked if name in event.values}
        if event.id == "position":
            self.take(next(one for one in self.situations if one.key == event.values["position"]))
        elif event.id == "run":
            self.run()
        elif event.id == "numbers":
            self.numbers = not self.numbers
            self.refresh_findings()
        elif event.id == "back":
            self.shared.open("play")
        else:
            self.refresh()

    def run(self) -> Job | None:
        """Play every choice out, in a thread."""
        seed = self.asked["seed"].strip()
        if not (seed.isascii() and seed.isdigit() and int(seed) < MAX_SEED):
            self.findings.show(
                [p.text(f"The seed is a whole number from 0 to {MAX_SEED - 1}, not {seed[:30]!r}.", "bad")]
            )
            return None
        situation, worlds, whole, bot = (
            self.situation,
            int(self.asked["worlds"]),
            bool(self.asked["whole"]),
            self.asked["bot"],
        )
        game = situation.match.game
        view = situation.match.view(situation.match.mover)
        self.choices, self.advice = None, []
        self.findings.show([p.text(COMPILING, "info")] if not compiled_already(game) else [])

        def work(job: Job) -> Choices | None:
            from mowlab.analysis import explore_steps

            found = None
            steps = explore_steps(view, worlds, int(seed), bot, whole=whole, cancel=job.flag, every=DRAW_EVERY)
            for found in steps:
                job.progress(found.worlds, worlds)
                self.show(situation, found)
            if not job.stopped.is_set():
                self.advice = list(advice(situation.match))
            return found

        def then(job: Job) -> None:
            if job.result is not None and job.result.worlds:
                self.show(situation, job.result)
            elif self.situation is situation:
                self.findings.show([p.text("Stopped before the first worlds were played.", "info")])

        return self.bar.start(work, then, unit="worlds", what="Playing every choice")

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def show(self, situation: Situation, choices: Choices) -> None:
        """Results as they come in; dropped if another position lies on the table by now."""
        with self.lock:
            if self.situation is situation:
                self.choices = choices
                self.refresh_findings()

    def report(self, sentence: str) -> None:
        """Something went wrong in a handler."""
        self.findings.show([p.text(sentence, "bad")])

    def refresh(self) -> None:
        """Bring all widgets up to date."""
        with self.lock:
            self.head.show(list(self.head_blocks()))
            self.table.show(self.scene())
            self.panel.show(list(self.panel_blocks()))
            self.refresh_findings()

    def refresh_findings(self) -> None:
        if self.choices is not None and self.choices.worlds:
            self.findings.show(list(self.finding_blocks(self.choices)))
            if self.numbers:
                self.draw(self.choices)
            else:
                self.place.layout.display = "none"
        elif not self.bar.running:
            self.findings.show([])
            self.place.layout.display = "none"

    def names(self) -> Any:
        match = self.situation.match
        return match.names(match.mover)

    def head_blocks(self) -> Iterator[p.Block]:
        options = [(one.key, one.title) for one in self.situations]
        yield p.row(
            p.select("position", "Position", self.situation.key, options),
            p.text(self.situation.question, name="question"),
            name="position",
        )

    def panel_blocks(self) -> Iterator[p.Block]:
        asked, game = self.asked, self.shared.game
        bots = [(key, bot.name) for key, bot in game.bots.items() if bot.policy not in (OUTSIDE, EXPECTED)]
        yield p.row(
            p.button("run", "Try every choice", "primary"),
            p.select("worlds", "Imagined worlds", asked["worlds"], [(str(n), f"{n:,}") for n in WORLDS]),
            name="run",
        )
        yield p.fold(
            "how",
            "How it is worked out",
            p.text(
                "You do not see the other hands, nor the order of the deck. So they are imagined, again and again, in "
                "ways that fit what you know. In each such world every choice is played on with the same cards and the "
                "same dice. So differences between choices come from the choices, not from luck."
            ),
            p.row(
                p.select("whole", "Play on to", asked["whole"], UPTO),
                p.select("bot", "From then on all play like", asked["bot"], bots, game.bots[asked["bot"]].idea),
                p.field_of_text("seed", "Seed of the worlds", asked["seed"], numeric=True),
                name="options",
            ),
        )

    def scene(self) -> Scene:
        match = self.situation.match
        self.stamp += 1
        scene: Scene = self.shared.table.scene(
            match.view(match.mover),
            self.names(),
            message=self.message,
            stamp=self.stamp,
            status="Tap what you would do, then try every choice." if self.picked is None else self._picked_words(),
        )
        self._mark(scene)
        return scene

    def _picked_words(self) -> str:
        return f"Your choice: {self._say(self.picked)}."

    def _say(self, action: Any) -> str:
        match = self.situation.match
        return str(match.game.words.action_words(action, match.state, match.game.cards, self.names()))

    def _mark(self, scene: Scene) -> None:
        """A word above the card, or a note on the button, that the person picked."""
        match = self.situation.match
        code = None if self.picked is None else match.notation(self.picked).rstrip("+-")
        for zone in scene.get("zones", []):
            for card in zone.get("cards", []):
                if zone["layout"] == "hand" and card.get("code") == code:
                    card["tag"] = "yours"
        for choice in scene.get("choices", []):
            if choice["action"] == self.picked:
                choice["tone"] = "primary"
                choice["hint"] = "your choice"

    def finding_blocks(self, choices: Choices) -> Iterator[p.Block]:
        """What came out, in plain sentences; all numbers, what the bots would do and the charts only when asked for."""
        said = [best_in_words(choices, self.names())]
        if self.picked is not None:
            said.append(yours_in_words(choices, self.picked, self.names()))
        yield p.heading("What came out")
        yield p.text(" ".join(said), "good" if self._is_good(choices) else "info")
        yield p.row(p.button("numbers", "The numbers", expanded=self.numbers))
        if not self.numbers:
            return
        yield p.text(self.picture("choices", choices).summary)
        if self.advice:
            yield p.table(
                "What the characters would do here",
                ["character", "choice", "worse than the best by"],
                [[bot.name, *self._advised(choices, move)] for bot, move in self.advice],
            )
        yield p.text(how_counted(choices), soft=True)

    def _is_good(self, choices: Choices) -> bool:
        return self.picked is not None and choices[self.picked].close

    def _advised(self, choices: Choices, move: int | str) -> tuple[str, str]:
        if isinstance(move, str):
            return move, ""
        scale = (1, 100, " %") if choices.whole else (1, 1, "")
        return self._say(move), "best" if choices[move].best else choices[move].behind.text(*scale)

    def picture(self, name: str, choices: Choices) -> Picture:
        from mowlab import charts

        seats = [self.names()[seat] for seat in range(choices.game.players)]
        return charts.picture(name, choices, chosen=self.picked, names=seats)

    def draw(self, choices: Choices) -> None:
        """The charts: distributions with means, and paired differences to the best."""
        from mowlab.ui.chart import LiveChart

        parts = []
        for name, reading in CHARTS.items():
            picture = self.picture(name, choices)
            if name not in self.charts:
                self.charts[name] = LiveChart(name=f"{self.shared.game_key}-{name}")
                parts += [p.Panel([p.heading(picture.title)]), self.charts[name]]
            chart = self.charts[name]
            chart.columns = cast("list[Column]", picture.columns)
            chart.draw(picture.rows, reading.format(unit=self.shared.game.words.UNIT), picture.spec)
        if parts:
            self.place.children = parts
        self.place.layout.display = None


def _same(one: Situation, other: Situation) -> bool:
    """The same decision with the same thing chosen, so that results still hold."""
    return one.chosen == other.chosen and one.match.record() == other.match.record()


def compiled_already(game: Game) -> bool:
    """The loop that plays choices out is compiled in this process; asked without loading the compiler."""
    if "numba" not in sys.modules:
        return False
    from mowlab.analysis import is_ready

    return is_ready(game, "evaluate")


def advice(match: Match) -> Iterator[tuple[Bot, int | str]]:
    """What each bot would do for the seat to move: its action, or why it could not say."""
    scratch = replay(match.record())
    for bot in scratch.game.bots.values():
        if bot.key == "random":  # it would do anything
            continue
        try:
            yield bot, scratch.proposal(bot)
        except BotError as error:
            yield bot, str(error)
