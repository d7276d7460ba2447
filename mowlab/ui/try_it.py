"""Try it: same luck, every choice.  From one position, each legal choice is played out in the same imagined worlds.

Nothing but what the seat to move may know is used: the position on the Play table is looked at only where a person
decides, or has decided.
"""

from __future__ import annotations

import importlib
import itertools
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import ipywidgets

from mowlab.core.bot import Bot, BotError
from mowlab.core.engine import EXPECTED, OUTSIDE, RANDOM
from mowlab.core.plan import Known, Press
from mowlab.match import Match
from mowlab.record import replay
from mowlab.ui import lookahead
from mowlab.ui import panel as p
from mowlab.ui.advice import best_in_words, how_counted, how_searched, simply_in_words, table_of, yours_in_words
from mowlab.ui.forms import COMPILING, is_ready, read_seed
from mowlab.ui.scene import Choice, Message, Scene
from mowlab.ui.session import TAKE_BACK, new_game
from mowlab.ui.shared import Shared
from mowlab.ui.table import Table
from mowlab.ui.work import Job, JobBar, guarded

if TYPE_CHECKING:
    from mowlab.analysis import Choices
    from mowlab.charts import Picture
    from mowlab.core.plan import Plan
    from mowlab.core.view import View
    from mowlab.search import Thoughts
    from mowlab.ui.chart import Column, LiveChart

WORLDS = (200, 1_000, 2_000, 10_000)
USUAL_WORLDS = "1000"
UNSEEN = "the other hands, nor what lies face down"
DRAW_EVERY = 0.3  # seconds between two pictures while worlds are played
Key = int | tuple[int, ...]  # a choice: an action, or the actions of a plan
NOT_WEIGHED = "–"
NOW, LAST = "play-now", "play-last"
CHARTS = {  # name: how to read it
    "choices": "Each strip shows how often a choice brought how many {unit}, the darker the more often; the mark is "
    "the mean with its 95 % interval.",
    "behind": "Compared world by world: how much worse than the best choice, with 95 % intervals. Where a line "
    "reaches 0, the choice may be just as good.",
}
CURVE = "Bands are 95 % intervals."
FEW = 5  # plans that need no curve
MOST_DRAWN = 12  # of many plans that have none: the best ones
NOTHING_HERE = "In your game there is nothing to choose yet. Pick one of the positions above."


@dataclass(frozen=True)
class Situation:
    """A position with a person to move.  match: a copy that nobody plays on; chosen: what was done there."""

    key: str
    title: str
    question: str
    match: Match
    chosen: int | tuple[int, ...] | None = None

    @property
    def view(self) -> View:
        """What the person knows there."""
        return self.match.view(self.match.mover)


@dataclass(frozen=True, eq=False)
class Question:
    """What results are about: a situation, what the plans that are compared are about, the person's own choice."""

    situation: Situation
    topic: str
    picked: Key | None


def from_play(match: Match, shared: Shared) -> Iterator[Situation]:
    """What can be tried of a game on the Play table: the decision now, and the last one with what was chosen."""
    people = [seat for seat, who in enumerate(match.seats) if who.bot is None]
    if not match.over and match.mover in people:
        yield Situation(NOW, "Your game: your decision now", "What would you do?", replay(match.record()))
    before = replay(match.record())
    while decided := [turn for turn in before.turns if turn.seat in people]:
        before.undo(decided[-1].seat)
        chosen = [decided[-1].action]
        while shared.drafts and before.turns and shared.table.half_done(before.state):  # to where it began
            chosen.insert(0, before.turns[-1].action)
            before.undo()
        if len(before.legal()) == 1 and not before.game.is_amount(before.legal()[0]):
            continue  # nothing to choose there
        said = "This was your last decision. Would another choice have been better?"
        title = "Your game: your last decision"
        yield Situation(LAST, title, said, before, tuple(chosen) if len(chosen) > 1 else chosen[0])
        return


def prepared(shared: Shared) -> Iterator[Situation]:
    """The game's positions that are worth a look."""
    for puzzle in importlib.import_module(f"{shared.game.package}.puzzles").PUZZLES:
        characters = itertools.cycle(bot.key for bot in shared.game.bots_module.BOTS)
        rivals = list(itertools.islice(characters, int(puzzle.options["players"]) - 1))
        match = new_game(shared, puzzle.options, rivals, seed=1, position=puzzle.position)
        yield Situation(puzzle.key, puzzle.title, puzzle.question, match)


class TryIt(ipywidgets.VBox):  # type: ignore[misc]
    """The Try it section of an app.

    situation: the position that is tried.  picked: the choice the person marked.  thoughts: what search advises, or
    None; choices: what came of playing every choice on with the same luck, or None.  numbers: they are unfolded.
    panel, table, bar, findings: its widgets; charts, once there are results.
    """

    def __init__(self, game_key: str, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(game_key)
        self.prepared = list(prepared(self.shared))
        self.situations = self.prepared
        self.situation = self.prepared[0]
        self.picked: Key | None = None
        self.draft: tuple[int, ...] = ()  # what is put together on the table
        self.topic = ""  # what the plans that are compared are about, in a game that has such
        self.message: Message | None = None
        self.thoughts: Thoughts | None = None
        self.choices: Choices | None = None
        self.numbers = self.shared.lab is not None  # numbers and charts are unfolded, in a laboratory from the start
        self.advice: list[tuple[Bot, Key | str]] = []
        self.asked = {"worlds": USUAL_WORLDS, "seed": "1", "whole": "", "bot": self.shared.game.usual_bot.key}
        self.asked |= {"whole": "whole"} if self.shared.whole_games else {}
        self.stamp = 0
        self.lock = threading.RLock()  # results come in a thread
        self.table = Table(art=self.shared.art)
        self.head, self.panel, self.bar, self.findings = p.Panel(), p.Panel(), JobBar(), p.Panel()
        self.charts: dict[str, LiveChart] = {}
        self.headings: dict[str, p.Panel] = {}  # of the charts
        self.place = ipywidgets.VBox()
        super().__init__([self.head, self.table, self.panel, self.bar, self.findings, self.place])
        self.add_class("mow-try")
        self.table.on_choose(guarded(self.pick, self.report))
        self.head.on_event(guarded(self.on_event, self.report))
        self.panel.on_event(guarded(self.on_event, self.report))
        self.findings.on_event(guarded(self.on_event, self.report))
        self._pick_up(None)
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
            self.situations = [*(from_play(match, self.shared) if match is not None else ()), *self.prepared]

    def take(self, situation: Situation) -> None:
        """Put another position on the table."""
        self.bar.cancel()
        same = _same(situation, self.situation)
        self.situation = situation
        self.message = None
        if not same:
            self.choices, self.thoughts, self.advice = None, None, []
            self._pick_up(situation.chosen)
        self.refresh()

    def _pick_up(self, chosen: int | tuple[int, ...] | None) -> None:
        """Take over what was chosen in this situation, and look at what it was about."""
        moves = chosen if isinstance(chosen, tuple) else () if chosen is None else (chosen,)
        self.draft = self.shared.table.redraft(moves) if self.shared.drafts else ()
        self.picked = chosen
        if self.topics:
            assert self.shared.lab is not None
            self.topic = self.shared.lab.topic_of(self.view, self.draft)
            self.picked = self.shared.lab.own_plan(self.view, moves).moves if moves else None

    @property
    def view(self) -> View:
        return self.situation.view

    @property
    def topics(self) -> list[tuple[str, str]]:
        """What whole plans can be compared about here; none where single choices are."""
        return [] if self.shared.lab is None else list(self.shared.lab.topics(self.view))

    # ---- what a person does -----------------------------------------------------------------------------------------
    def pick(self, action: int) -> None:
        """A choice on the table: marks it as the person's own, or is a step towards it."""
        match = self.situation.match
        self.message = None
        press = Press(self.draft, (action,))
        if action == TAKE_BACK:
            press = Press(self.draft[:-1])
        elif self.shared.drafts:
            press = self.shared.table.press(self.view, self.draft, action, self.names())
        why = press.refused or (match.why_not(press.moves[0], match.mover) if press.moves else None)
        if why is not None:
            self.message = {"text": why.text, "tone": "bad", "rule": why.rule}
        elif press.moves:
            self._decide(press.moves)
        else:
            self.draft, self.picked = press.draft, None
            if self.topics:
                assert self.shared.lab is not None
                self._look_at(self.shared.lab.topic_of(self.view, self.draft))
        self.refresh()

    def _look_at(self, topic: str) -> None:
        """Compare plans about this.  What was found about something else goes away, and is awaited no longer."""
        if topic != self.topic:
            self.bar.cancel()
            with self.lock:
                self.topic, self.choices, self.thoughts, self.advice = topic, None, None, []

    def _decide(self, moves: tuple[int, ...]) -> None:
        """The person's own choice; the same once more takes the mark away."""
        key: Key = moves[0]
        if self.topics:
            assert self.shared.lab is not None
            key = self.shared.lab.own_plan(self.view, moves).moves
        self.picked = None if self.picked == key else key

    def on_event(self, event: p.Event) -> None:
        self.asked |= {name: event.values[name] for name in self.asked if name in event.values}
        self._look_at(event.values.get("topic", self.topic))
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
        """Ask search, then play every choice out, in a thread."""
        try:
            seed = read_seed(self.asked["seed"])
        except ValueError as error:
            self.report(str(error))
            return None
        worlds, whole, bot = int(self.asked["worlds"]), bool(self.asked["whole"]), self.asked["bot"]
        about = self.asking
        game, view = about.situation.match.game, about.situation.view
        self.choices, self.thoughts, self.advice = None, None, []
        self.findings.show([p.text(COMPILING, "info")] if not is_ready(game, "evaluate") else [])

        def work(job: Job) -> Choices | None:
            from mowlab.analysis import explore_steps

            found = None
            more = self._plans(about) if game.lab is not None and game.lab.topics(view) else {}
            at_once = lookahead.prepare(self.shared) is None
            if at_once:
                self.ask_search(about, job, more.get("plans"), seed)
            how = {"whole": whole, "cancel": job.flag, "every": DRAW_EVERY, **more}
            for found in explore_steps(view, worlds, seed, bot, **how):
                job.progress(found.worlds, worlds)
                self.show(about, found)
            if not job.stopped.is_set() and not more:
                self.keep_advice(about, list(advice(about.situation.match)))
            if not at_once and lookahead.wait_until_ready(self.shared, job.flag):
                self.ask_search(about, job, more.get("plans"), seed)
            return found

        def then(job: Job) -> None:
            if job.result is not None and job.result.worlds:
                self.show(about, job.result)
            elif self.asks(about):
                self.findings.show([p.text("Stopped before the first worlds were played.", "info")])

        return self.bar.start(work, then, unit="worlds", what="Playing every choice")

    @property
    def asking(self) -> Question:
        """What results would be about now."""
        return Question(self.situation, self.topic, self.picked)

    def asks(self, about: Question) -> bool:
        """Whether what is found out about this is still wanted: else it is dropped."""
        return self.situation is about.situation and self.topic == about.topic

    def _plans(self, about: Question) -> dict[str, Any]:
        """The plans to compare, with the person's own and those of the bots, and what to note of the worlds."""
        lab, view, topic = self.shared.lab, about.situation.view, about.topic
        assert lab is not None
        advised = [(bot, lab.own_plan(view, moves).moves) for bot, moves in whole_advice(view, self.shared)]
        self.keep_advice(about, advised)
        plans = {plan.moves: plan for plan in lab.plans(view, topic)}
        wanted = [key for key in (about.picked, *(key for _, key in advised)) if isinstance(key, tuple)]
        for key in wanted:
            if key not in plans and lab.belongs(view, key, topic):
                plans[key] = lab.own_plan(view, key)
        if about.picked in plans and hasattr(lab, "with_stakes"):
            for plan in lab.with_stakes(view, about.picked):
                plans.setdefault(plan.moves, plan)
        return {"plans": list(plans.values()), "watch": lab.watch(view, topic)}

    def ask_search(self, about: Question, job: Job, plans: list[Plan] | None, seed: int) -> None:
        """What search advises, in a thread."""
        view = about.situation.view
        if len(view.moves) == 1 and not plans and not view.game.is_amount(view.moves[0]):
            return
        thoughts = lookahead.weigh(view, job.flag, plans, seed=seed)
        with self.lock:
            if self.asks(about) and thoughts.iterations and not job.stopped.is_set():
                self.thoughts = thoughts
                self.refresh_findings()

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def keep_advice(self, about: Question, advised: Sequence[tuple[Bot, Key | str]]) -> None:
        """What the bots would do."""
        with self.lock:
            if self.asks(about):
                self.advice = list(advised)

    def show(self, about: Question, choices: Choices) -> None:
        """Results as they come in."""
        with self.lock:
            if self.asks(about):
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
        choices = self.choices if self.choices is not None and self.choices.worlds else None
        if choices is not None or self.thoughts is not None:
            self.findings.show(list(self.finding_blocks(choices, self.thoughts)))
            if self.numbers and choices is not None:
                self.draw(choices)
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

    def topic_blocks(self) -> Iterator[p.Block]:
        """What the comparison is about, where there is something to choose."""
        if len(topics := self.topics) > 1:
            yield p.row(p.select("topic", "Compare bids on", self.topic, topics), name="options")

    @property
    def always_whole(self) -> bool:
        """What is compared here says something at the end of the game alone."""
        return bool(self.topics) and bool(self.shared.lab and self.shared.lab.watch(self.view, self.topic).whole)

    def known(self) -> Known | None:
        """What the seat knows of amounts that it does not see, if the game has such."""
        known = getattr(self.shared.lab, "known", None)
        return known(self.view, self.names()) if known is not None and self.topics else None

    def known_blocks(self) -> Iterator[p.Block]:
        if (known := self.known()) is not None:
            rows = [[who, f"{low:,}", f"{high:,}"] for who, low, high in known.rows]
            table = p.table("As far as you know", ["who", "at least", "at most"], rows, note=known.note)
            yield p.fold("known", known.title, table)

    def panel_blocks(self) -> Iterator[p.Block]:
        asked, game = self.asked, self.shared.game
        bots = [(key, bot.name) for key, bot in game.bots.items() if bot.policy not in (OUTSIDE, EXPECTED)]
        upto = ("", f"the end of the {game.stage_name}"), ("whole", "the end of the game")
        yield from self.topic_blocks()
        yield p.row(
            p.button("run", self._invitation(), "primary"),
            p.select("worlds", "Imagined worlds", asked["worlds"], [(str(n), f"{n:,}") for n in WORLDS]),
            name="run",
        )
        yield from self.known_blocks()
        yield p.fold(
            "how",
            "How it is worked out",
            p.text(
                f"You do not see {getattr(game.words, 'UNSEEN', UNSEEN)}. So they are imagined, again and again, in "
                "ways that fit what you know. In each such world every choice is played on with the same cards and the "
                "same dice. So differences between choices come from the choices, not from luck."
            ),
            p.row(
                *([] if self.always_whole else [p.select("whole", "Play on to", asked["whole"], upto)]),
                p.select("bot", "From then on all play like", asked["bot"], bots, game.bots[asked["bot"]].idea),
                p.field_of_text("seed", "Seed of the worlds", asked["seed"], numeric=True),
                name="options",
            ),
        )

    def scene(self) -> Scene:
        match = self.situation.match
        self.stamp += 1
        own: dict[str, Any] = {"draft": self.draft} if self.shared.drafts else {}
        scene: Scene = self.shared.table.scene(
            match.view(match.mover),
            self.names(),
            message=self.message,
            stamp=self.stamp,
            status=self._status(),
            **own,
        )
        if self.draft:
            back: Choice = {"action": TAKE_BACK, "label": "Take back", "hint": "what you put last"}
            scene["choices"] = [*scene.get("choices", []), back]
        self._mark(scene)
        return scene

    def _status(self) -> str | None:
        """None where the table knows better what to do next."""
        if self.picked is not None:
            return self._picked_words()
        if len(self.topics) > 1:
            return None if self.draft else "Put together the bid you would make, or just try every bid."
        if self.topics and self.always_whole:
            return "Choose what you would do, or just try them all."
        return None if self.draft else "Tap what you would do, then try every choice."

    def _invitation(self) -> str:
        usual = "Try every bid" if len(self.topics) > 1 else "Try every choice"
        return str(getattr(self.shared.lab, "INVITE", usual)) if self.topics else usual

    def _picked_words(self) -> str:
        return f"Your choice: {self._say(self.picked)}."

    def _say(self, action: Any) -> str:
        match = self.situation.match
        if isinstance(action, tuple):
            assert self.shared.lab is not None
            return str(self.shared.lab.own_plan(self.view, action).words)
        return str(match.game.words.action_words(action, match.state, match.game.cards, self.names()))

    def _mark(self, scene: Scene) -> None:
        """A word above the card, or a note on the button, that the person picked."""
        match = self.situation.match
        code = match.notation(self.picked).rstrip("+-") if isinstance(self.picked, int) else None
        for zone in scene.get("zones", []):
            for card in zone.get("cards", []):
                if zone["layout"] == "hand" and card.get("code") == code:
                    card["tag"] = "yours"
        for choice in scene.get("choices", []):
            if self.picked in (choice["action"], (choice["action"],)):
                choice["tone"] = "primary"
                choice["hint"] = "your choice"

    def finding_blocks(self, choices: Choices | None, thoughts: Thoughts | None) -> Iterator[p.Block]:
        """What came out, in plain sentences; all numbers, what the bots would do and the charts only when asked for."""
        yield p.heading("What came out")
        if thoughts is None:
            yield p.text(lookahead.GETTING_READY, "info")
        else:
            mine = self._weighed(thoughts)
            said = [yours_in_words(thoughts, mine.key, self.names())] if mine else []
            good = mine is not None and thoughts.close(mine)
            yield p.text(" ".join([best_in_words(thoughts, self.names()), *said]), "good" if good else "info")
        if choices is None:
            return
        if choices.plans is not None:
            yield from self.plan_blocks(choices, thoughts)
        yield p.row(p.button("numbers", "The numbers", expanded=self.numbers))
        if not self.numbers:
            return
        if thoughts is not None and choices.plans is None:
            yield table_of(thoughts, self.names())
        if self.advice:
            yield p.table(
                "What the characters would do here",
                ["character", "choice", "wins"],
                [[bot.name, *self._advised(thoughts, move)] for bot, move in self.advice],
            )
        yield p.heading("Played on with the same luck")
        yield p.text(simply_in_words(choices, thoughts, self.names()))
        yield p.text(self.picture("behind", choices).summary)
        yield p.text(how_counted(choices), soft=True)

    def plan_blocks(self, choices: Choices, thoughts: Thoughts | None) -> Iterator[p.Block]:
        """What the game has to say about the worlds, and all plans in a table, the best first."""
        lab = self.shared.lab
        assert lab is not None
        mine = self._mine(choices)
        about = mine if mine is not None or thoughts is None else thoughts.best.key
        yield p.bullets(lab.told(choices, self.topic, about, self.names()))
        rows = choices.rows(mine)
        if thoughts is not None:
            order = {choice.key: i for i, choice in enumerate(thoughts.choices)}
            rows.sort(key=lambda row: order.get(row["action"], len(order)))
        header, cells = lab.columns(choices, self.topic)
        yield p.fold(
            "plans",
            f"All {len(rows)} plans, the best first" if len(rows) > 1 else "The only plan",
            p.table(
                "What search expects, and averages of playing on simply",
                [header[0], "wins, by search", *header[1:], "behind, played on simply"],
                [
                    [
                        self._marked(row),
                        self._wins(thoughts, key),
                        *cells(choices.actions.index(key)),
                        self._behind(choices, key),
                    ]
                    for row in rows
                    for key in [row["action"]]
                ],
                mark=next((i for i, row in enumerate(rows) if row["chosen"]), None),
                note=how_searched(thoughts) if thoughts is not None else "",
            ),
        )

    def _marked(self, row: Any) -> str:
        return f"{row['words']} (yours)" if row["chosen"] else str(row["words"])

    def _mine(self, choices: Choices) -> Any:
        """The person's own choice, if it is among those that were compared."""
        return self.picked if self.picked in choices.actions else None

    def _weighed(self, thoughts: Thoughts) -> Any:
        """The person's own choice, if it is among those that were weighed."""
        return next((choice for choice in thoughts.choices if choice.key == self.picked), None)

    def _advised(self, thoughts: Thoughts | None, move: Key | str) -> tuple[str, str]:
        return (move, "") if isinstance(move, str) else (self._say(move), self._wins(thoughts, move))

    def _wins(self, thoughts: Thoughts | None, key: Key) -> str:
        """The chance of victory of a choice as search sees it, if it does."""
        found = next((c for c in thoughts.choices if c.key == key), None) if thoughts is not None else None
        return NOT_WEIGHED if found is None else found.text

    def _behind(self, choices: Choices, move: Key) -> str:
        return choices[move].behind.text(*((1, 100, " %") if choices.whole else (1, 1, "")))

    def picture(self, name: str, choices: Choices) -> Picture:
        from mowlab import charts

        seats = [self.names()[seat] for seat in range(choices.game.players)]
        return charts.picture(name, choices, chosen=self._mine(choices), names=seats)

    def draw(self, choices: Choices) -> None:
        """The charts: distributions with means and paired differences to the best, or curves of whole plans."""
        from mowlab.ui.chart import LiveChart

        shown = []
        for picture, reading in self.pictures(choices):
            if picture.name not in self.charts:
                self.charts[picture.name] = LiveChart(name=f"{self.shared.game_key}-{picture.name}")
                self.headings[picture.name] = p.Panel()
            title, chart = self.headings[picture.name], self.charts[picture.name]
            title.show([p.heading(picture.title)])
            chart.columns = cast("list[Column]", picture.columns)
            chart.draw(picture.rows, reading.format(unit=self.shared.game.words.UNIT), picture.spec)
            shown += [title, chart]
        if list(self.place.children) != shown:
            self.place.children = shown
        self.place.layout.display = None

    def pictures(self, choices: Choices) -> Iterator[tuple[Picture, str]]:
        """Each chart with how to read it."""
        lab = self.shared.lab
        if choices.plans is None or lab is None or len(choices.plans) <= FEW:
            for name, reading in CHARTS.items():
                yield self.picture(name, choices), reading
            return
        if not hasattr(lab, "curves"):
            yield self.picture("behind", choices.leading(MOST_DRAWN, self._mine(choices))), CHARTS["behind"]
            return
        from mowlab.charts.curves import curve, ranges

        for one in lab.curves(choices, self.topic):
            picture = curve(choices, one, self._mine(choices))
            if picture.rows:
                yield picture, f"{picture.summary} {CURVE}"
        if (known := self.known()) is not None:
            picture = ranges(known)
            yield picture, picture.summary


def _same(one: Situation, other: Situation) -> bool:
    """The same decision with the same thing chosen, so that results still hold."""
    return one.chosen == other.chosen and one.match.record() == other.match.record()


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


def whole_advice(view: View, shared: Shared) -> Iterator[tuple[Bot, tuple[int, ...]]]:
    """What each character would do for the seat to move, to the end of a choice of several decisions."""
    for bot in view.game.bots.values():
        if bot.policy not in (RANDOM, EXPECTED, OUTSIDE):  # dice say nothing, looking ahead at each step takes too long
            yield bot, lookahead.whole_choice(shared, view, bot)
