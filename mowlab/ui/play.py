"""Play: choose farmers and opponents, then the table with Hint, Undo, Why, Save and Load.

The person's clicks come in the kernel's thread; bots move in a thread of their own, with a pause to read by.  A thread
whose token is not the newest one any more stops at once, so New, Undo and Load never meet a bot in mid-move.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import ipywidgets
import numpy as np

from mowlab.core.game import Game, OptionError, UnknownBot
from mowlab.core.level import Level
from mowlab.match import Match
from mowlab.reasons import why_none
from mowlab.record import RecordError
from mowlab.ui import lookahead
from mowlab.ui import panel as p
from mowlab.ui.advice import FEW, best_in_words, table_of
from mowlab.ui.forms import HOW_STRONG, Options, read_seed, strengths
from mowlab.ui.review import GameReview
from mowlab.ui.session import AGAIN, MAX_RECORD, SKIP, STEP, Session, new_game
from mowlab.ui.shared import Shared
from mowlab.ui.table import Table
from mowlab.ui.work import Job, JobBar, guarded

if TYPE_CHECKING:
    from mowlab.search import Thoughts

PAUSES = {"instant": 0.0, "normal": 1.1, "step": None}  # seconds before a bot moves; None: until Next is pressed
SPEEDS = (("normal", "one after the other"), ("instant", "at once"), ("step", "when I press Next"))
PREPARE_AFTER = 1.0  # seconds between the first look at a game and the loading of search, which takes some itself
DRAWERS = ("hint", "why", "more")


class Setup:
    """What is chosen for the next game, all as texts: options, a bot for each other seat, the seed."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.options = Options(shared)
        self.seed = ""
        self.bots: list[str] = []
        self._fill()

    def _fill(self) -> None:
        """One opponent for each other seat: those chosen, then the game's characters in turn."""
        characters = itertools.cycle(bot.key for bot in self.shared.game.bots_module.BOTS)
        usual = list(itertools.islice(characters, self.opponents))
        self.bots = (self.bots + usual[len(self.bots) :])[: self.opponents]

    @property
    def opponents(self) -> int:
        return self.options.players - 1

    def read(self, values: dict[str, str]) -> None:
        """Take over what the form holds."""
        self.options.read(values)
        self.bots = [values.get(f"bot{i}", key) for i, key in enumerate(self.bots)]
        self.seed = values.get("seed", self.seed).strip()
        self._fill()

    def take_over(self, match: Match) -> None:
        """The same options and opponents as in this match, as far as it was one person in seat 0 against bots."""
        bots = [seat.bot.key for seat in match.seats[1:] if seat.bot]
        if len(bots) == match.game.players - 1:
            self.options.take_over(match.game)
            self.bots = bots

    def match(self) -> Match:
        """The match that was chosen.  Raises ValueError, OptionError, UnknownBot with one sentence."""
        seed = read_seed(self.seed) if self.seed else None
        return new_game(self.shared, self.options.values(), self.bots, seed)


class Play(ipywidgets.VBox):  # type: ignore[misc]
    """The Play section of an app (as Learn, Try it and Analyze: `Section(game_key, shared)`).

    session: the game on the table.  table, panel, foot, review: its widgets.  bots: the thread that moves bots, for
    tests.
    """

    def __init__(self, game_key: str, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(game_key)
        self.session = Session(self.shared)
        self.setup = Setup(self.shared)
        self.drawer: str | None = None
        self.answer: list[p.Block] = []  # what the drawer says (a hint, an error of Load)
        self.choosing = True  # the form for a new game is shown
        self.speed = "normal"
        self.token = object()
        self.wake = threading.Event()
        self.stop = np.zeros(1, np.int64)  # set once what the bots' thread is thinking is of no use any more
        self.bots: threading.Thread | None = None
        self.table = Table(art=self.shared.art, storage_key=self.shared.storage_key("play"))
        self.panel, self.bar, self.foot = p.Panel(), JobBar(), p.Panel()
        self.review = GameReview(self.shared, self.session, self.put, self.refresh)
        super().__init__([self.panel, self.bar, self.review.bar, self.table, self.foot, self.review])
        self.add_class("mow-play")
        self.table.on_choose(guarded(self.choose, self.report))
        self.table.on_restore(guarded(self.restore, self.report))
        self.panel.on_event(guarded(self.on_event, self.report))
        self.foot.on_event(guarded(self.on_event, self.report))
        self.refresh()

    # ---- what a person does -----------------------------------------------------------------------------------------
    def choose(self, action: int) -> None:
        """A card or button of the table."""
        if action == AGAIN:
            self.setup.seed = ""
            self.begin(self.setup.match())
            return
        if action == STEP:
            self.wake.set()
            return
        if action == SKIP:
            self.go_on(at_once=True)
            return
        with self.session.lock:
            self.session.choose(action)
        self.close_drawer()
        self.go_on()

    def on_event(self, event: p.Event) -> None:
        """A control of the panel."""
        handlers = {
            "new": self.ask_for_new,
            "keep": self.keep,
            "start": self.start,
            "undo": self.undo,
            "load": self.load,
            "file": self.load,
            "shed": self.toggle_shed,
            "hint": self.toggle,
            "why": self.toggle,
            "more": self.toggle,
            "close": self.toggle,
            "speed": self.set_speed,
            "try": self.try_it,
            "review": self.review_game,
            "finished": self.back_to_the_end,
            "findings": self.see_review,
        }
        handlers.get(event.id, self.change_setup)(event)

    def change_setup(self, event: p.Event) -> None:
        self.setup.read(event.values)
        self.answer = []
        self.refresh()

    def ask_for_new(self, event: p.Event) -> None:
        self.choosing, self.drawer, self.answer = True, None, []
        self.pause()
        self.refresh()

    def keep(self, event: p.Event) -> None:
        self.choosing, self.answer = False, []
        self.go_on()

    def start(self, event: p.Event) -> None:
        self.setup.read(event.values)
        try:
            match = self.setup.match()
        except (OptionError, UnknownBot, ValueError) as error:
            self.answer = [p.text(str(error), "bad")]
            self.refresh()
            return
        self.begin(match)

    def undo(self, event: p.Event) -> None:
        self.pause()
        with self.session.lock:
            self.session.undo()
        self.close_drawer()
        self.go_on()

    def toggle(self, event: p.Event) -> None:
        """Open a drawer, or close the open one."""
        opened = event.id if event.id in DRAWERS and event.id != self.drawer else None
        self.close_drawer()
        self.drawer = opened
        if opened == "hint":
            self.hint()
        if opened == "why" and self.session.must_think_again:
            self.explain()
        self.refresh(focus="close" if opened else event.id if event.id in DRAWERS else "")

    def toggle_shed(self, event: p.Event) -> None:
        self.session.open_shed = not self.session.open_shed
        self.refresh()

    def set_speed(self, event: p.Event) -> None:
        self.speed = event.values.get("speed", self.speed)
        self.session.step_by_step = self.speed == "step"
        self.go_on()

    def try_it(self, event: p.Event) -> None:
        self.shared.open("try", self.session.match)

    def review_game(self, event: p.Event) -> None:
        self.review.begin()
        self.refresh()

    def see_review(self, event: p.Event) -> None:
        self.review.go_to()

    def back_to_the_end(self, event: p.Event) -> None:
        self.review.back()

    def put(self, match: Match, sentence: str) -> None:
        """Another position of the same game, or its end, on the table."""
        self.pause()
        with self.session.lock:
            self.session.begin(match, {"text": sentence, "tone": "info"})
        self.settle()
        self.refresh(focus="finished")  # the table is above what was pressed

    def load(self, event: p.Event) -> None:
        """A record, pasted or from a file.  Whatever is wrong with it is said; the game on the table stays."""
        text = event.values.get("record", "")
        if event.file is not None:
            if event.file.text is None:
                size = f"{event.file.name} has {event.file.size:,} bytes"
                self.fail_to_load(f"{size}; a record may have at most {MAX_RECORD:,}.")
                return
            text = event.file.text
        if not text.strip():
            self.fail_to_load("Paste a record into the field, or pick a file; then press Load.")
            return
        try:
            self.pause()
            with self.session.lock:
                self.session.load(text)
        except RecordError as error:
            self.fail_to_load(str(error))
            self.go_on()
            return
        self.settle()

    def fail_to_load(self, sentence: str) -> None:
        kept = " The game on the table stays as it is." if self.session.match else ""
        self.answer = [p.text(sentence + kept, "bad")]
        self.refresh()

    def restore(self, text: str) -> None:
        """What the browser kept from an earlier page."""
        if self.session.match is not None:  # the person was faster
            return
        with self.session.lock:
            self.session.restore(text)
        if self.session.match is None:
            self.answer = [p.text((self.session.message or {"text": ""})["text"], "bad")]
            self.table.save("")
            self.refresh()
        else:
            self.settle()

    # ---- the course of a game ---------------------------------------------------------------------------------------
    def begin(self, match: Match) -> None:
        """A fresh match on the table."""
        self.pause()
        with self.session.lock:
            self.session.begin(match)
        self.settle()

    def settle(self) -> None:
        """Another match lies on the table: close all drawers and go on with it."""
        if self.session.match is not None:
            self.setup.take_over(self.session.match)
        self.choosing = False
        self.close_drawer()
        self.go_on()
        lookahead.compile_ahead(self.shared, PREPARE_AFTER)

    def pause(self) -> None:
        """No bot moves from here on until `go_on`."""
        self.token = object()
        self.stop[0] = 1
        self.wake.set()

    def go_on(self, at_once: bool = False) -> None:
        """Show the table, and let bots move if it is their turn; at_once: without a pause, whatever was chosen."""
        self.pause()
        self.wake, self.stop, self.session.thinking = threading.Event(), np.zeros(1, np.int64), None
        if self.session.bots_turn and not self.choosing:
            self.refresh(store=self.speed != "instant")
            run = guarded(self.move_bots, self.report)
            asked = (self.token, self.wake, self.stop, 0.0 if at_once else PAUSES[self.speed])
            self.bots = threading.Thread(target=run, args=asked, daemon=True, name="mowlab bots")
            self.bots.start()
        else:
            self.refresh()

    def move_bots(self, token: object, wake: threading.Event, stop: Any, seconds: float | None) -> None:
        """In a thread: bots move, one by one, until a person must do something or the token is out of date."""
        going = True
        while going:
            began = time.monotonic()
            self.think_ahead(token, stop)
            if seconds != 0:  # what was thought counts as part of the pause
                wake.wait(None if seconds is None else max(0.0, seconds - (time.monotonic() - began)))
                wake.clear()
            going = self.one_choice(token, stop, seconds)
        if self.drawer == "hint" and self.token is token:  # asked for while bots moved
            self.hint()
            self.refresh()

    def one_choice(self, token: object, stop: Any, seconds: float | None) -> bool:
        """The bot to move makes one choice, or as many as it takes till others notice; whether bots go on."""
        shown = False
        while not shown:
            self.think_ahead(token, stop)
            with self.session.lock:
                if self.token is not token:
                    return False
                shown = self.session.bot_step()
                going = self.session.bots_turn
                if shown and (seconds != 0 or not going):
                    self.refresh()
        return going

    def think_ahead(self, token: object, stop: Any) -> None:
        """A bot that searches does so here, without the lock: whatever is pressed meanwhile is done at once."""
        with self.session.lock:
            asked = self.session.to_think() if self.token is token else None
            if asked is None:
                return
            self.say_thinking("{} gets ready to think …" if lookahead.prepare(self.shared) else "{} is thinking …")
        play, view = asked
        if lookahead.wait_until_ready(self.shared, stop):
            with self.session.lock:
                if self.token is token:
                    self.say_thinking("{} is thinking …")
            play.thoughts(view, stop)
        with self.session.lock:
            if self.token is token:
                self.session.thinking = None

    def say_thinking(self, text: str) -> None:
        session = self.session
        assert session.match is not None
        text = text.format(session.match.seats[session.match.mover].name)
        if session.thinking != text:
            session.thinking = text
            self.refresh(store=False)

    # ---- hints ------------------------------------------------------------------------------------------------------
    def hint(self) -> None:
        """What search advises, worked out in a thread."""
        session, shared = self.session, self.shared
        with session.lock:
            match = session.match
            if match is None or match.over or match.bot is not None or session.scored is not None:
                self.answer = [p.text("A hint is for your own turn: wait until it comes.", "info")]
                return
            view = match.view(match.mover)
        if len(view.moves) == 1 and not view.game.is_amount(view.moves[0]):
            only = view.game.words.action_words(view.moves[0], view.state, view.game.cards, session.names)
            self.answer = [p.text(f"There is only one legal choice: {only}.", "info")]
            return
        turns, draft = len(match.turns), session.draft
        self.answer = [p.text("Imagining how the game may go on …", soft=True)]

        def work(job: Job) -> Any:
            if lookahead.prepare(shared) is not None:
                if job is self.bar.job:
                    self.answer = [
                        p.text(lookahead.GETTING_READY, "info"),
                        p.text(lookahead.meanwhile(shared, view, session.names)),
                    ]
                    self.refresh()
                if not lookahead.wait_until_ready(shared, job.flag):
                    return None
            return lookahead.hint(shared, view, draft, job.flag, job.progress)

        def then(job: Job) -> None:
            with session.lock:
                still = session.match is match and len(match.turns) == turns and session.draft == draft
                if still and self.drawer == "hint" and job.result and job.result.iterations:
                    self.answer = list(hint_blocks(job.result, session))
                    session.hints = {
                        c.action: c.value for c in job.result.choices if c.plan is None and c.visits >= FEW
                    }
                    session.advice = {"text": best_in_words(job.result, session.names), "tone": "info", "look": True}
                    session.message = None
            self.refresh()

        self.bar.start(work, then, unit="worlds", what="Hint")

    def explain(self) -> None:
        """Why bots that look ahead moved so; after a reload they must think again, so that is done in a thread."""
        session, match = self.session, self.session.match
        assert match is not None
        turns = len(match.turns)
        self.answer = [p.text("Looking at what they thought …", soft=True)]

        def work(job: Job) -> list[p.Block]:
            ready = not session.search_sits_here or lookahead.wait_until_ready(self.shared, job.flag)
            return list(self.reason_blocks()) if ready else []

        def then(job: Job) -> None:
            with session.lock:
                if session.match is match and len(match.turns) == turns and self.drawer == "why":
                    self.answer = job.result or []
            self.refresh()

        self.bar.start(work, then, what="Why")

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def report(self, sentence: str) -> None:
        """Something went wrong in a handler or thread."""
        self.answer = [p.text(sentence, "bad")]
        self.panel.show(list(self.blocks()))

    def close_drawer(self) -> None:
        self.drawer, self.answer = None, []
        self.session.forget_hint()
        self.bar.cancel()

    def refresh(self, focus: str = "", store: bool = True) -> None:
        """Bring panel, table and browser storage up to date with the session."""
        with self.session.lock:
            shown = self.session.match is not None and not self.choosing
            self.review.refresh(shown)
            if self.session.match is not None and store:  # first: what is seen has been kept
                self.keep_in_browser()
            self.panel.show(list(self.blocks()), focus)
            self.foot.show(list(self.foot_blocks()) if shown else [])
            self.bar.layout.display = None if self.drawer in ("hint", "why") and self.bar.running else "none"
            self.table.layout.display = None if shown else "none"
            if shown:
                self.table.show(self.session.scene())

    def keep_in_browser(self) -> None:
        try:
            self.table.save(self.review.kept() or self.session.kept())
        except ValueError:
            note = "This game has become too long for the browser to keep; press Save to keep it."
            self.session.message = self.session.message or {"text": note, "tone": "info"}

    def blocks(self) -> Iterator[p.Block]:
        """The panel above the table."""
        if self.choosing or self.session.match is None:
            yield from self.setup_blocks()
            return
        over = self.session.match.over
        tools = [
            p.button("hint", "Hint", expanded=self.drawer == "hint", disabled=over),
            p.button("undo", "Undo", hint="Back to your last decision"),
            p.button("why", "Why?", expanded=self.drawer == "why", hint="Why the bots moved as they did"),
            p.button("new", "New game"),
            p.button("more", "More", expanded=self.drawer == "more", hint="How fast bots move, save, load"),
        ]
        yield p.row(*tools, name="tools")
        yield from self.review.tools()
        if self.drawer is not None:
            title, blocks = {
                "hint": ("Hint", self.hint_answer),
                "why": ("Why did they move like that?", self.why_blocks),
                "more": ("", self.more_blocks),
            }[self.drawer]
            more = [p.button("try", "More in Try it")] if self.session.advice else []
            yield p.group(*blocks(), p.row(*more, p.button("close", "Close")), title=title, name="drawer")
        else:
            yield from self.answer

    def setup_blocks(self) -> Iterator[p.Block]:
        options, table, game = self.setup.options, self.shared.table, self.shared.game
        levels = table.LEVELS
        characters = [(key, f"{b.name} ({levels[key]})" if key in levels else b.name) for key, b in game.bots.items()]
        ladder = [(key, f"{level.name}: {_plays_like(level, game)}") for key, level in game.ladder.items()]
        first = [name for name in table.FIRST_OPTIONS if options.applies(name)]
        yield p.heading("A new game", big=True)
        yield p.row(*map(options.block, first), name="options")
        if self.setup.bots:
            yield p.group(
                *(
                    p.select(
                        f"bot{i}",
                        f"{table.SEAT} {i + 2}",
                        key,
                        [*ladder, *characters],
                        game.bot(key).idea,
                        headings={ladder[0][0]: "Levels", characters[0][0]: "Characters"},
                    )
                    for i, key in enumerate(self.setup.bots)
                ),
                title="You play against",
                name="bots",
            )
            yield p.fold("strong", HOW_STRONG, *strengths(game))
        else:
            yield p.text(table.SOLO)
        yield p.fold(
            "more",
            "More choices",
            p.row(
                *options.blocks(besides=table.FIRST_OPTIONS),
                p.field_of_text(
                    "seed",
                    "Seed",
                    self.setup.seed,
                    numeric=True,
                    placeholder="fresh luck",
                    hint="The same seed deals the same cards again.",
                ),
                name="options",
            ),
        )
        yield from self.answer
        if self.session.unfinished:
            yield p.text("Your game is not finished. A new one throws it away, unless you save it first.", "info")
            yield p.row(
                p.button("keep", "Back to my game", "primary"),
                p.button("start", "Throw it away and start anew", "danger"),
                name="start",
            )
        elif self.session.match is not None:
            yield p.row(p.button("start", "Start the game", "primary"), p.button("keep", "Back"), name="start")
        else:
            yield p.row(p.button("start", "Start the game", "primary"), name="start")
            yield p.fold("load-first", "Load a saved game", *self.load_blocks())

    def hint_answer(self) -> Iterator[p.Block]:
        yield from self.answer

    def why_blocks(self) -> Iterator[p.Block]:
        yield from self.answer or self.reason_blocks()

    def reason_blocks(self) -> Iterator[p.Block]:
        assert self.session.match is not None
        if reasons := self.session.reasons():
            yield p.row(*(p.text(reason.why, lead=reason.lead) for reason in reasons), name="reasons")
        else:
            yield p.text(why_none(self.session.match), "info")

    def more_blocks(self) -> Iterator[p.Block]:
        yield p.row(p.select("speed", "Bots move", self.speed, SPEEDS), name="options")
        yield from self.save_blocks()

    def save_blocks(self) -> Iterator[p.Block]:
        text, name = self.session.text(indent=1), f"{self.shared.game_key}-game.json"
        yield p.heading("Save this game")
        yield p.text(
            "Keep the file, or copy the text to another device: cards, moves and luck are all in it.", soft=True
        )
        yield p.row(p.download("Save as a file", name, text), p.copy("Copy the text", text))
        yield p.area("saved", "This game as a record", text, readonly=True, rows=4)
        yield p.heading("Load a game")
        yield from self.load_blocks()

    def load_blocks(self) -> Iterator[p.Block]:
        yield p.area("record", "Load: paste a record here", rows=3, placeholder='{"format": "mowlab record", …}')
        yield p.row(p.button("load", "Load"), p.file("file", "or from a file", ".json,application/json", MAX_RECORD))
        if self.drawer == "more":
            yield from self.answer

    def foot_blocks(self) -> Iterator[p.Block]:
        match = self.session.match
        assert match is not None
        pile, is_open, seed = self.shared.own_pile, self.session.open_shed, str(match.seed)
        yield p.row(
            *([p.button("shed", pile[is_open], "link", expanded=is_open)] if pile else []),
            p.button("try", "Same luck, every choice", "link", hint="Try it: what would each choice have brought?"),
            p.row(p.text(f"Seed {seed}", soft=True), p.copy("Copy", seed, "link"), name="seed"),
            name="foot",
        )


def _plays_like(level: Level, game: Game) -> str:
    """Who that level is: a character, or search."""
    return "thinks ahead" if isinstance(level.bot, int) else f"as {game.bot(level.bot).name}"


def hint_blocks(thoughts: Thoughts, session: Session) -> Iterator[p.Block]:
    """What the numbers at the choices are, and those behind a hint, folded away."""
    if thoughts.best.plan is None:  # whole plans have no place at the table
        yield p.text("%: how many of 100 games each choice wins.", soft=True)
    yield p.fold("numbers", "The numbers", table_of(thoughts, session.names))
