"""Analyze: bots play many games; charts, tables and files of what came out.  Two line-ups can be compared.

The controls are a panel of data, the games are played by a job in a thread, and the charts are drawn from specs, so
nothing heavy is loaded before the first run.
"""

from __future__ import annotations

import io
import itertools
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import ipywidgets

from mowlab.core import link
from mowlab.core.engine import EXPECTED, OUTSIDE
from mowlab.core.game import PLAYERS, Game
from mowlab.ui import panel as p
from mowlab.ui.shared import Shared
from mowlab.ui.work import Job, JobBar, guarded

if TYPE_CHECKING:
    from mowlab.analysis import Comparison, Outcomes
    from mowlab.charts import Picture
    from mowlab.ui.chart import Column, LiveChart

GAMES = (400, 1_000, 4_000, 10_000, 40_000, 100_000)
USUAL_GAMES, MAX_SEED = "10000", 10**18
MOST_IN_FILE = 20_000  # rows; a larger file is for the command line
ONE, TWO = "one", "two"
MODES = ((ONE, "one line-up"), (TWO, "two line-ups, same luck"))
COMPILING = "The first time, mowlab compiles its rules for speed: that takes up to half a minute, once."
UNCOMPILED = "This computer cannot compile the rules, so games take some fifty times longer. Begin with few."
SLOW = "Eve Expect thinks long: every move of hers plays out hundreds of imagined rounds. Begin with few games."
LINE_UPS = {"a": "Who plays", "b": "Instead, with the same luck"}


class Analyze(ipywidgets.VBox):  # type: ignore[misc]
    """The Analyze section of an app.

    asked: what the form holds, all as texts.  result: outcomes or a comparison, or None.
    panel, bar, findings: its widgets; charts, once there is a result.
    """

    def __init__(self, game_key: str, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(game_key)
        game = self.shared.game
        self.options = {name: str(value) for name, value in game.options.items()}
        self.asked = {"games": USUAL_GAMES, "seed": "1", "mode": ONE}
        self.line_ups: dict[str, list[str]] = {"a": [], "b": []}
        self.result: Outcomes | Comparison | None = None
        self.file = ""
        self.panel, self.bar, self.findings = p.Panel(), JobBar(), p.Panel()
        self.charts: dict[str, tuple[p.Panel, LiveChart]] = {}
        self.place = ipywidgets.VBox()
        super().__init__([self.panel, self.bar, self.findings, self.place])
        self.add_class("mow-analyze")
        self.panel.on_event(guarded(self.on_event, self.report))
        self.findings.on_event(guarded(self.on_event, self.report))
        self._fill()
        self.panel.show(list(self.form()))

    @property
    def players(self) -> int:
        return int(self.options[PLAYERS])

    def _fill(self) -> None:
        """A bot for each place: those chosen, then the game's characters in turn (line-up b begins with chance)."""
        for key, line_up in self.line_ups.items():
            usual = itertools.cycle(bot.key for bot in self.shared.game.bots_module.BOTS)
            row = [*(["random"] if key == "b" else [next(usual)]), *itertools.islice(usual, self.players - 1)]
            if key == "b":
                row[1:] = self.line_ups["a"][1:]
            self.line_ups[key] = (line_up + row[len(line_up) :])[: self.players]

    # ---- what a person does -----------------------------------------------------------------------------------------
    def on_event(self, event: p.Event) -> None:
        self.read(event.values)
        if event.id == "run":
            self.run()
        elif event.id == "file":
            self.make_file()
        else:
            self.panel.show(list(self.form()))

    def read(self, values: dict[str, str]) -> None:
        """Take over what the form holds."""
        self.options |= {name: values[name] for name in self.options if name in values}
        self.asked |= {name: values[name].strip() for name in self.asked if name in values}
        for key, line_up in self.line_ups.items():
            self.line_ups[key] = [values.get(f"{key}{i}", bot) for i, bot in enumerate(line_up)]
        self._fill()

    def chosen_game(self) -> Game:
        """The game with the chosen options.  Raises OptionError."""
        known = self.shared.game.state_class.options()
        options = {name: next(v for v in known[name].values if str(v) == value) for name, value in self.options.items()}
        return Game(self.shared.game_key, self.shared.game.package, **options)

    def run(self) -> Job | None:
        """Play the games in a thread."""
        seed = self.asked["seed"]
        if not (seed.isascii() and seed.isdigit() and int(seed) < MAX_SEED):
            self.report(f"The seed is a whole number from 0 to {MAX_SEED - 1}, not {seed[:30]!r}.")
            return None
        game, games, two = self.chosen_game(), int(self.asked["games"]), self.asked["mode"] == TWO
        line_ups = {key: list(line_up) for key, line_up in self.line_ups.items()}
        self.result, self.file = None, ""
        self.place.layout.display = "none"
        self.findings.show(list(self.warnings(game, line_ups["a"] + (line_ups["b"] if two else []))))

        def work(job: Job) -> Any:
            from mowlab.analysis import compare, simulate

            how: dict[str, Any] = {"games": games, "seed": int(seed), "progress": job.progress, "cancel": job.stopped}
            return compare(game, line_ups["a"], line_ups["b"], **how) if two else simulate(game, line_ups["a"], **how)

        return self.bar.start(work, self.receive, unit="games", what="Playing")

    def receive(self, job: Job) -> None:
        """The games have been played, or some of them before a cancel."""
        if job is not self.bar.job:
            return
        if not job.done:
            self.findings.show([p.text("Stopped before the first games were played.", "info")])
            return
        self.result = job.result
        self.findings.show(list(self.finding_blocks(job.result)))
        self.draw(job.result)

    def make_file(self) -> None:
        """Put a link to the table of all games on the page."""
        if self.result is not None:
            self.file = csv_of(self.result)
            self.findings.show(list(self.finding_blocks(self.result)))

    def report(self, sentence: str) -> None:
        """Something is wrong with what was asked for."""
        self.findings.show([p.text(sentence, "bad")])

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def warnings(self, game: Game, bots: list[str]) -> Iterator[p.Block]:
        if link.compiling_is_off():
            yield p.text(UNCOMPILED, "info")
        elif not is_compiled(game):
            yield p.text(COMPILING, "info")
        if any(game.bot(key).policy == EXPECTED for key in bots):
            yield p.text(SLOW, "info")

    def form(self) -> Iterator[p.Block]:
        table, game, asked = self.shared.table, self.shared.game, self.asked

        def option(name: str) -> p.Block:
            title, words = table.OPTIONS[name]
            values = game.state_class.options()[name].values
            return p.select(name, title, self.options[name], [(str(v), words.get(v, str(v))) for v in values])

        yield p.text("Bots play for you, thousands of games. What do you expect: who wins, and by how much?")
        yield p.row(
            option(PLAYERS),
            p.select("games", "Games", asked["games"], [(str(n), f"{n:,}") for n in GAMES]),
            p.select("mode", "Compare", asked["mode"], MODES),
            name="options",
        )
        for key, title in LINE_UPS.items():
            if key == "a" or asked["mode"] == TWO:
                yield p.group(*self._bots(key), title=title, name="bots")
        yield p.fold(
            "more",
            "More choices",
            p.row(
                *(option(name) for name in self.options if name != PLAYERS),
                p.field_of_text(
                    "seed", "Seed", asked["seed"], numeric=True, hint="The same seed plays the same games again."
                ),
                name="options",
            ),
        )
        yield p.row(p.button("run", "Play the games", "primary"))

    def _bots(self, key: str) -> Iterator[p.Block]:
        game = self.shared.game
        bots = [(bot.key, bot.name) for bot in game.bots.values() if bot.policy != OUTSIDE]
        for i, bot in enumerate(self.line_ups[key]):
            yield p.select(f"{key}{i}", f"Place {i + 1}", bot, bots, game.bots[bot].idea)

    def finding_blocks(self, result: Outcomes | Comparison) -> Iterator[p.Block]:
        """The summary as a table, what to know about it, and files."""
        header, *lines = result.lines()
        called = {key: label for part in _parts(result).values() for key, label in part.labels.items()}
        yield p.heading("What came out")
        yield p.table(result.title, header, [[_named(cell, called) for cell in line] for line in lines])
        yield p.text(" ".join(result.notes()), soft=True)
        name = f"{self.shared.game_key}-games.csv"
        if self.file:
            yield p.row(p.download(f"Save {name}", name, self.file, "text/csv"))
        elif csv_rows(result) <= MOST_IN_FILE:
            yield p.row(p.button("file", "Table of all games (CSV)"))
        else:
            yield p.text(
                f"For a table of more than {MOST_IN_FILE:,} rows use the command line: mowlab simulate … --out {name}. "
                "Each chart below has its own small table.",
                soft=True,
            )

    def draw(self, result: Outcomes | Comparison) -> None:
        """One chart after the other; those that do not fit this result are put away."""
        from mowlab import charts
        from mowlab.ui.chart import LiveChart

        shown = []
        for name in charts.names(result):
            picture = charts.picture(name, result)
            if name not in self.charts:
                self.charts[name] = p.Panel(), LiveChart(name=f"{self.shared.game_key}-{name}")
            title, chart = self.charts[name]
            title.show([p.heading(picture.title)])
            fill(chart, picture)
            shown += [title, chart]
        self.place.children = shown
        self.place.layout.display = None


def fill(chart: LiveChart, picture: Picture) -> None:
    chart.columns = cast("list[Column]", picture.columns)
    chart.draw(picture.rows, picture.summary, picture.spec)


def _named(cell: str, called: dict[str, str]) -> str:
    """A cell of a summary with bots by name instead of key, also «one → other»."""
    return " → ".join(called.get(part, part) for part in cell.split(" → "))


def is_compiled(game: Game) -> bool:
    """The loop that plays games is compiled in this process; asked without loading the compiler."""
    if "numba" not in sys.modules:
        return False
    from mowlab.analysis import is_ready

    return is_ready(game, "play_many")


def _parts(result: Outcomes | Comparison) -> dict[str, Outcomes]:
    from mowlab.analysis import Outcomes

    return {"": result} if isinstance(result, Outcomes) else {"a": result.a, "b": result.b}


def csv_rows(result: Outcomes | Comparison) -> int:
    return sum(len(part) * part.game.players for part in _parts(result).values())


def csv_of(result: Outcomes | Comparison) -> str:
    """The tidy table of all games, one row per game and seat; two line-ups one below the other."""
    text = io.StringIO()
    for i, part in enumerate(_parts(result).values()):
        lines = io.StringIO()
        part.to_csv(lines)
        rows = lines.getvalue().splitlines(keepends=True)
        if len(_parts(result)) > 1:
            rows = [("line-up," if k == 0 else f"{'ab'[i]},") + row for k, row in enumerate(rows)]
        text.writelines(rows if i == 0 else rows[1:])
    return text.getvalue()
