"""Review my game: on the Play tab, after a game, what each decision of the person cost.

The panel with the findings stands below the table; the button that begins, and the way back from a position that was
reopened, stand above it (`tools`).
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import ipywidgets

from mowlab.core import link
from mowlab.core.game import Game
from mowlab.match import Match
from mowlab.ui import panel as p
from mowlab.ui.forms import COMPILING, is_ready
from mowlab.ui.session import Session
from mowlab.ui.shared import Shared
from mowlab.ui.work import Job, JobBar, guarded

if TYPE_CHECKING:
    from mowlab.analysis import Decision, Review
    from mowlab.ui.chart import LiveChart

ITERATIONS, WORLDS = 300, 1_000
SLOW_ITERATIONS, SLOW_WORLDS = 20, 60  # where nothing can be compiled
LOOPS = ("grow_tree", "weigh")
ASK = "What did each of your decisions cost you? Only what you could see then counts, not how the cards fell later."
UNCOMPILED = "This computer cannot compile the rules, so only few worlds are played: read the numbers as rough."
HOW = (
    "For each decision a search tries {iterations:,} times to find the best choice. Then that choice and yours are "
    "both played on in the same {worlds:,} new worlds that fit what you knew; from there on everybody plays like "
    "{bot}. The cost is how many of 100 victories your choice brought less; in brackets its 95 % interval. Of 100 good "
    "decisions two or three look worse by luck alone. One game says little about how well you play: the interval of "
    "the accuracy says how little."
)
TRIAL = "Try it another way: the luck is the same. Your finished game is kept."
VERDICTS = {"best": "the best", "better": "better", "as good": "as good", "worse": "worse"}


class GameReview(ipywidgets.VBox):  # type: ignore[misc]
    """The review of the game that was finished on the Play table.

    put(match, sentence): puts a match on that table.  changed(): what stands above it is to be drawn anew.
    finished: the game that is reviewed.  trial: the match of a reopened position, and looked: the decision there.
    result: the review, or None.  panel, bar: its widgets; chart, once there is a result.
    """

    def __init__(
        self,
        shared: Shared,
        session: Session,
        put: Callable[[Match, str], object],
        changed: Callable[[], object],
    ) -> None:
        self.shared, self.session, self.put, self.changed = shared, session, put, changed
        self.finished: Match | None = None
        self.trial: Match | None = None
        self.looked: Decision | None = None
        self.result: Review | None = None
        self.message: p.Block | None = None
        self.chart: LiveChart | None = None
        self.panel, self.bar, self.place = p.Panel(), JobBar(), ipywidgets.VBox()
        super().__init__([self.bar, self.panel, self.place])
        self.panel.on_event(guarded(self.on_event, self.report))

    # ---- which game -------------------------------------------------------------------------------------------------
    def refresh(self, shown: bool) -> None:
        """The table has changed: what is said of another game goes away.  shown: a game is to be seen there."""
        match = self.session.match
        if self.finished is not None and match not in (self.finished, self.trial):
            self.forget()
        if self.finished is not None and not self.finished.over:  # taken back
            self.forget()
        self.layout.display = None if shown and self.finished is not None else "none"

    def forget(self) -> None:
        """Put everything about a reviewed game away."""
        self.bar.cancel()
        self.bar.job = None
        self.finished = self.trial = self.looked = self.result = self.message = None
        self.draw()

    @property
    def can_begin(self) -> bool:
        """A game is over in which a person decided something."""
        match = self.session.match
        return match is not None and match.over and any(turn.seat in self.session.people for turn in match.turns)

    def tools(self) -> Iterator[p.Block]:
        """What stands above the table: the button that begins, or the way back."""
        if self.trial is not None and self.session.match is self.trial:
            yield p.row(p.text(TRIAL, "info"), p.button("finished", "Back to the finished game", "primary"), name="run")
        elif self.can_begin and self.result is None and not self.bar.running:
            yield p.row(p.button("review", "Review my game", "primary"), p.text(ASK, soft=True), name="run")

    def kept(self) -> str:
        """The finished game as text for the browser while another way of playing it is tried; else empty."""
        if self.trial is None or self.finished is None or self.session.match is not self.trial:
            return ""
        return json.dumps(self.finished.record(), separators=(",", ":"))

    # ---- what a person does -----------------------------------------------------------------------------------------
    def on_event(self, event: p.Event) -> None:
        if event.id.startswith("look-") and self.result is not None:
            turn = int(event.id.removeprefix("look-"))
            self.look(next(d for d in self.result.decisions if d.turn == turn))

    def look(self, decision: Decision) -> None:
        """Reopen the position of a decision on the table."""
        assert self.result is not None
        self.trial, self.looked = self.result.position(decision), decision
        self.put(self.trial, f"Move {decision.turn + 1} of your game. You chose: {decision.played_words}.")

    def back(self) -> None:
        """Put the finished game on the table again."""
        if self.finished is not None:
            finished, self.trial, self.looked = self.finished, None, None
            self.put(finished, "Back at the end of your game.")

    def begin(self) -> Job | None:
        """Review the finished game on the table, in a thread."""
        if not self.can_begin:
            return None
        with self.session.lock:
            match, seat = self.session.match, self.session.me
            assert match is not None
            record = match.record()
        self.finished, self.result = match, None
        game, slow = match.game, link.compiling_is_off()
        iterations, worlds = (SLOW_ITERATIONS, SLOW_WORLDS) if slow else (ITERATIONS, WORLDS)
        note = UNCOMPILED if slow else "" if _ready(game) else COMPILING
        self.message = p.text(note, "info") if note else None
        self.draw()

        def work(job: Job) -> Any:
            from mowlab.analysis import review

            how: dict[str, Any] = {"progress": job.progress, "cancel": job.stopped}
            return review(record, seat, iterations, worlds, **how)

        return self.bar.start(work, self.receive, unit="decisions", what="Looking at your game")

    def receive(self, job: Job) -> None:
        """The decisions have been judged, or some of them before a cancel."""
        if job is not self.bar.job or job.result is None:
            return
        self.result, self.message = job.result, None
        if not job.result.decisions and job.result.partial:
            self.result = None  # nothing to show: it can be begun once more
            self.message = p.text("Stopped before the first decision was judged.", "info")
        self.draw()
        self.changed()

    def report(self, sentence: str) -> None:
        """Something went wrong in a handler."""
        self.message = p.text(sentence, "bad")
        self.draw()

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def draw(self) -> None:
        self.panel.show(list(self.blocks()))
        if self.result is None or not self.result.decisions:
            self.place.layout.display = "none"
            return
        from mowlab import charts
        from mowlab.ui.chart import LiveChart

        picture = charts.picture("costs", self.result)
        if self.chart is None:
            self.chart = LiveChart()  # its numbers stand in the table of all decisions
            self.place.children = [self.chart]
        self.chart.draw(picture.rows, picture.summary, picture.spec)
        self.place.layout.display = None

    def blocks(self) -> Iterator[p.Block]:
        if self.message is not None:
            yield self.message
        if self.result is None:
            return
        found = self.result
        yield p.heading("Your game, reviewed")
        if not found.decisions:
            yield p.text("In this game you never had more than one choice.", "info")
            return
        yield p.text(figures(found), "info")
        yield from self.worst(found)
        yield p.fold("decisions", f"All decisions: {len(found.decisions)}", table_of(found))
        how = HOW.format(iterations=found.iterations, worlds=found.worlds, bot=found.character.name)
        yield p.fold("how", "How it is worked out", p.text(how))
        yield p.row(*files(found, f"{self.shared.game_key}-review"))
        yield p.heading("What each decision cost")

    def worst(self, found: Review) -> Iterator[p.Block]:
        """The dearest decisions, each with the way to its position."""
        worst = found.worst()
        if not worst:
            yield p.text("No decision of yours cost anything that shows. Well played!", "good")
            return
        yield p.heading("What cost you most" if len(worst) > 1 else "The one that cost you something")
        for d in worst:
            yield p.group(
                p.text(in_words(d, found.game.stage_name)),
                p.row(p.button(f"look-{d.turn}", "Look at it on the table", hint=f"Move {d.turn + 1}")),
                name="decision",
            )


def figures(found: Review) -> str:
    """Accuracy and loss in plain sentences."""
    cut = f" (stopped after {len(found.decisions)} of {found.wanted})" if found.partial else ""
    return (
        f"Accuracy {found.accuracy.text(0, 100, ' %')}: as good as the best {found.good_ones}{cut}. On average a "
        f"decision cost you {found.lost.text(1, 100)} of 100 victories. {found.quality}."
    )


def in_words(d: Decision, stage: str) -> str:
    """One decision as a sentence or two."""
    sure = " It may be luck of the worlds, though." if d.as_good else ""
    return (
        f"Move {d.turn + 1}, {stage} {d.stage + 1}. You chose: {d.played_words}. Better: {d.best_words}. "
        f"Cost: {d.cost.text(1, 100)} of 100 victories.{sure}"
    )


def table_of(found: Review) -> p.Block:
    rows = [
        [
            str(d.turn + 1),
            d.played_words,
            "" if d.is_best else d.best_words,
            "0" if d.is_best else d.cost.text(1, 100),
            VERDICTS[d.verdict],
        ]
        for d in found.decisions
    ]
    header = ["move", "you chose", "the search would", "cost, of 100 victories", "yours was"]
    return p.table("What each decision cost", header, rows, note="95 % intervals in brackets.")


def files(found: Review, name: str) -> Iterator[p.Block]:
    """The review to take away."""
    for ending, media, write in (
        ("csv", "text/csv", found.to_csv),
        ("json", "application/json", found.to_json),
    ):
        text = io.StringIO()
        write(text)
        yield p.download(f"Save {name}.{ending}", f"{name}.{ending}", text.getvalue(), media)


def _ready(game: Game) -> bool:
    return all(is_ready(game, loop) for loop in LOOPS)
