"""Analyze: bots play many games; charts, tables and files of what came out.

Two line-ups can be compared with the same luck, or one line-up under all values of an option.

The controls are a panel of data, the games are played by a job in a thread, and the charts are drawn from specs, so
nothing heavy is loaded before the first run.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mowlab.core.engine import EXPECTED, OUTSIDE
from mowlab.core.game import PLAYERS, Game
from mowlab.ui import panel as p
from mowlab.ui.forms import Options, read_seed, speed_notes
from mowlab.ui.results import MOST_IN_FILE, Results
from mowlab.ui.shared import Shared
from mowlab.ui.work import Job

if TYPE_CHECKING:
    from mowlab.analysis import Comparison, Outcomes, Variants

    Result = Outcomes | Comparison | Variants

GAMES = (400, 1_000, 4_000, 10_000, 40_000, 100_000)
USUAL_GAMES = "10000"
ONE, TWO, EACH = "one", "two", "each"
MODES = ((ONE, "one line-up"), (TWO, "two line-ups, same luck"), (EACH, "one line-up, each value of an option"))
SLOW = "Eve Expect thinks long: every move of hers plays out hundreds of imagined rounds. Begin with few games."
LINE_UPS = {"a": "Who plays", "b": "Instead, with the same luck"}


class Analyze(Results):
    """The Analyze section of an app.

    asked: what the form holds, all as texts.  result: outcomes, a comparison or variants, or None.
    """

    def __init__(self, game_key: str, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(game_key)
        self.options = Options(self.shared)
        self.asked = {"games": USUAL_GAMES, "seed": "1", "mode": ONE, "vary": ""}
        self.line_ups: dict[str, list[str]] = {"a": [], "b": []}
        super().__init__()
        self.add_class("mow-analyze")
        self._fill()
        self.panel.show(list(self.form()))

    @property
    def players(self) -> int:
        return self.options.players

    def _fill(self) -> None:
        """A bot for each place: those chosen, then the game's characters in turn (line-up b begins with chance)."""
        for key, line_up in self.line_ups.items():
            usual = itertools.cycle(bot.key for bot in self.shared.game.bots_module.BOTS)
            row = [*(["random"] if key == "b" else [next(usual)]), *itertools.islice(usual, self.players - 1)]
            if key == "b":
                row[1:] = self.line_ups["a"][1:]
            self.line_ups[key] = (line_up + row[len(line_up) :])[: self.players]

    # ---- what a person does -----------------------------------------------------------------------------------------
    def read(self, values: dict[str, str]) -> None:
        """Take over what the form holds."""
        self.options.read(values)
        self.asked |= {name: values[name].strip() for name in self.asked if name in values}
        for key, line_up in self.line_ups.items():
            self.line_ups[key] = [values.get(f"{key}{i}", bot) for i, bot in enumerate(line_up)]
        self._fill()

    def chosen_game(self) -> Game:
        """The game with the chosen options.  Raises OptionError."""
        return Game(self.shared.game_key, self.shared.game.package, **self.options.values())

    def variable(self) -> list[str]:
        """The options that have several values, all of which go together with what else is chosen."""
        game, known, chosen = self.shared.game, self.options.known, self.options.values()
        usual = {name: next(v for v, n in opt.values.items() if n == opt.default) for name, opt in known.items()}

        def allowed(name: str) -> bool:
            varied = [{**usual, **chosen, name: value} for value in known[name].values]
            return len(varied) > 1 and all(game.words.refused(options, game.cards) is None for options in varied)

        return [name for name in chosen if name != PLAYERS and allowed(name)]

    @property
    def varied(self) -> str:
        """The option whose values are compared: the chosen one, or the first that can be."""
        names = self.variable()
        return self.asked["vary"] if self.asked["vary"] in names else next(iter(names), "")

    def run(self) -> Job | None:
        """Play the games in a thread."""
        try:
            seed = read_seed(self.asked["seed"])
        except ValueError as error:
            self.report(str(error))
            return None
        game, games, mode, option = self.chosen_game(), int(self.asked["games"]), self.asked["mode"], self.varied
        if mode == EACH and not option:
            self.report("With these choices there is no option that could have another value.")
            return None
        line_ups = {key: list(line_up) for key, line_up in self.line_ups.items()}
        self.forget()
        self.findings.show(list(self.warnings(game, line_ups["a"] + (line_ups["b"] if mode == TWO else []))))

        def work(job: Job) -> Any:
            from mowlab.analysis import compare, simulate, vary

            how: dict[str, Any] = {"games": games, "seed": seed, "progress": job.progress, "cancel": job.stopped}
            if mode == TWO:
                return compare(game, line_ups["a"], line_ups["b"], **how)
            return vary(game, line_ups["a"], option, **how) if mode == EACH else simulate(game, line_ups["a"], **how)

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

    def file_text(self, result: Result) -> str:
        return csv_of(result)

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def warnings(self, game: Game, bots: list[str]) -> Iterator[p.Block]:
        yield from speed_notes(game)
        if any(game.bot(key).policy == EXPECTED for key in bots):
            yield p.text(SLOW, "info")

    def form(self) -> Iterator[p.Block]:
        table, asked = self.shared.table, self.asked
        yield p.text("Bots play for you, thousands of games. What do you expect: who wins, and by how much?")
        yield p.row(
            self.options.block(PLAYERS),
            p.select("games", "Games", asked["games"], [(str(n), f"{n:,}") for n in GAMES]),
            p.select("mode", "Compare", asked["mode"], MODES),
            name="options",
        )
        if asked["mode"] == EACH and (names := self.variable()):
            titles = [(name, table.OPTIONS[name][0]) for name in names]
            yield p.row(p.select("vary", "Which option", self.varied, titles), name="options")
        for key, title in LINE_UPS.items():
            if key == "a" or asked["mode"] == TWO:
                yield p.group(*self._bots(key), title=title, name="bots")
        yield p.fold(
            "more",
            "More choices",
            p.row(
                *self.options.blocks(besides=(PLAYERS,)),
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

    def finding_blocks(self, result: Result) -> Iterator[p.Block]:
        """The summary as a table, what to know about it, and files."""
        header, *lines = result.lines()
        called = {key: label for part in _parts(result).values() for key, label in part.labels.items()}
        yield p.heading("What came out")
        yield p.table(result.title, header, [[_named(cell, called) for cell in line] for line in lines])
        yield p.text(" ".join(result.notes()), soft=True)
        yield from what_decides(result)
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


def what_decides(result: Result) -> Iterator[p.Block]:
    """Of one run, in sentences: the seat, luck and skill, the lead."""
    from mowlab.analysis import Outcomes
    from mowlab.analysis.luck import lead_words, luck_words, seat_words

    if isinstance(result, Outcomes) and result.finished.any():
        yield p.heading("What decides a game")
        yield p.bullets(words(result) for words in (seat_words, luck_words, lead_words))


def _named(cell: str, called: dict[str, str]) -> str:
    """A cell of a summary with bots by name instead of key, also «one → other»."""
    return " → ".join(called.get(part, part) for part in cell.split(" → "))


def _parts(result: Result) -> dict[str, Outcomes]:
    from mowlab.analysis import Comparison, Variants

    if isinstance(result, Variants):
        return result.named()
    return {"a": result.a, "b": result.b} if isinstance(result, Comparison) else {"": result}


def csv_rows(result: Result) -> int:
    return sum(len(part) * part.game.players for part in _parts(result).values())


def csv_of(result: Result) -> str:
    """The tidy table of all games, one row per game and seat; line-ups or values of an option one below the other."""
    text = io.StringIO()
    first = getattr(result, "option", "line-up")
    for i, (name, part) in enumerate(_parts(result).items()):
        lines = io.StringIO()
        part.to_csv(lines)
        rows = lines.getvalue().splitlines(keepends=True)
        if name:
            rows = [(f"{first}," if k == 0 else f"{name},") + row for k, row in enumerate(rows)]
        text.writelines(rows if i == 0 else rows[1:])
    return text.getvalue()
