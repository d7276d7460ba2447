"""A tournament on a page: choose a game and bots, watch the table and the ratings settle, read who beats whom.

>>> tournament_page()  # as the last line of a notebook's cell
>>> tournament_page(bots=[my_bot])  # in JupyterLab: with a bot from a cell above

Only bots that are in this program can be chosen on the page: it never runs code that somebody typed into it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mowlab.core.bot import Bot
from mowlab.core.game import PLAYERS, Game
from mowlab.core.words import number_of
from mowlab.games import game as open_game
from mowlab.games import keys
from mowlab.ui import panel as p
from mowlab.ui.forms import Options, read_seed, speed_notes, strengths
from mowlab.ui.results import MOST_IN_FILE, Results
from mowlab.ui.shared import Shared
from mowlab.ui.work import Job

if TYPE_CHECKING:
    from mowlab.analysis import Tournament

GAMES = (20, 100, 400, 1_000, 4_000)
USUAL_GAME, USUAL_GAMES = "mow", "1000"
MOST_BOTS = 8
LOOKS_AHEAD = "A bot that looks ahead takes seconds for a game, where others take a thousandth. Begin with 20 games."
OWN_CODE = """import mowlab
from mowlab.ui.tournament import tournament_page

@mowlab.bot("mow", name="Mine")
def mine(view):
    cards = [m for m in view.notations if m != "take"]
    return cards[0] if cards else "take"

tournament_page(bots=[mine])"""
OWN = (
    "In JupyterLab (mowlab lab) you can add a bot of your own: write it in a cell, as here, and give it to "
    "tournament_page. On a page that a server shows to visitors this is not possible: it never runs their code."
)
BRACKETS = (
    "In brackets: the 95 % interval. Nineteen times out of twenty the true value lies in it. "
    "If all were equal, everybody would win {even:.1f} % of the games."
)
SQUARES = (
    "Each square is one bot, that of its row, at a table full of bots of its column. The large number says how many of "
    "those games the one bot won. The small ones are the 95 % interval: nineteen times out of twenty the true value "
    "lies between them.",
    "▲ means: it surely wins more than its even share there. ▼ means: less. ? means: these games do not tell. With "
    "many squares a sign or two may be wrong by chance: play again with another seed and see which ones stay.",
)
RATING = (
    "A rating is a number for how strong a bot is. Everybody begins with 25. Whoever beats a stronger bot goes up a "
    "lot, whoever beats a weaker one hardly. With every game the steps get smaller: the rating settles. How far it may "
    "still be off stands behind it.",
    "One number cannot tell everything: with a circle in the squares, the best bot depends on who else is there.",
)
CIRCLE = "{steps}. Like rock, paper, scissors: none of them is the best against all."
NO_CIRCLE = "No circle shows here: it is not like rock, paper, scissors, where each is beaten by another."


class TournamentPage(Results):
    """See the module.  asked: what the form holds, as texts.  chosen: keys of the bots that take part.

    result: the last tournament, or None; while one is played, what there is so far.  words: how to read it, a widget.
    """

    def __init__(self, game: str | None = None, bots: Sequence[str | Bot] = ()) -> None:
        if isinstance(bots, str) or not all(isinstance(bot, (str, Bot)) for bot in bots):
            raise ValueError(f"bots must be a list of bots, such as [my_bot], not {bots!r}.")
        self.own = list(bots)
        self.asked = {"games": USUAL_GAMES, "seed": "1"}
        self.words = p.Panel()
        self.open_game(game or next((bot.home for bot in self.own if isinstance(bot, Bot) and bot.home), USUAL_GAME))
        super().__init__(self.words)
        self.add_class("mow-tournament")
        self.panel.show(list(self.form()))

    def open_game(self, key: str) -> None:
        """Begin a form for this game, with its characters and your own bots chosen.  Raises UnknownGame."""
        self.shared = Shared(key)
        self.options = Options(self.shared)
        self.known = dict(self.choice_of_bots())
        own = [bot.key for bot in self.own_bots()]
        usual = [*own, *(bot.key for bot in self.shared.game.bots_module.BOTS), "random"]
        self.chosen = [key for key in self.known if key in usual[:MOST_BOTS]]

    def own_bots(self) -> list[Bot]:
        """Your bots that can play this game."""
        game = self.shared.game
        return [game.bot(bot) for bot in self.own if game.has_bot(bot)]

    def choice_of_bots(self) -> Iterator[tuple[str, Bot]]:
        """All bots that can be chosen, by key: your own first, then the game's, then the steps of its ladder."""
        game = self.shared.game
        for bot in (*self.own_bots(), *game.bots.values(), *map(game.bot, game.ladder)):
            yield bot.key, bot

    # ---- what a person does -----------------------------------------------------------------------------------------
    def read(self, values: dict[str, str]) -> None:
        """Take over what the form holds."""
        self.asked |= {name: values[name].strip() for name in self.asked if name in values}
        if values.get("game", self.shared.game_key) != self.shared.game_key:
            self.open_game(values["game"])
            return
        self.options.read(values)
        ticks = {key: values.get(f"bot-{key}", p.TICKED if key in self.chosen else "") for key in self.known}
        self.chosen = [key for key, tick in ticks.items() if tick == p.TICKED]

    def chosen_game(self) -> Game:
        """The game with the chosen options.  Raises OptionError."""
        return Game(self.shared.game_key, self.shared.game.package, **self.options.values())

    def run(self) -> Job | None:
        """Play the tournament in a thread."""
        if not 2 <= len(self.chosen) <= MOST_BOTS:
            self.report(f"Choose from two to {MOST_BOTS} bots, not {len(self.chosen)}.")
            return None
        try:
            seed = read_seed(self.asked["seed"])
        except ValueError as error:
            self.report(str(error))
            return None
        game, games, bots = self.chosen_game(), int(self.asked["games"]), [self.known[key] for key in self.chosen]
        self.forget()
        self.words.layout.display = "none"
        self.findings.show(list(self.warnings(game, bots)))

        def work(job: Job) -> Any:
            from mowlab.analysis import tournament

            def watch(so_far: Tournament) -> None:
                if job is self.bar.job and not job.stopped.is_set():
                    self.show(so_far, live=True)

            return tournament(game, bots, games, seed, progress=job.progress, cancel=job.stopped, watch=watch)

        return self.bar.start(work, self.receive, unit="games", what="Playing")

    def receive(self, job: Job) -> None:
        """The games have been played, or some of them before a cancel."""
        if job is self.bar.job:
            if len(job.result):
                self.show(job.result)
            else:
                self.findings.show([p.text("Stopped before the first games were played.", "info")])

    def file_text(self, result: Tournament) -> str:
        return csv_of(result.columns())

    # ---- what is shown ----------------------------------------------------------------------------------------------
    def warnings(self, game: Game, bots: Sequence[Bot]) -> Iterator[p.Block]:
        yield from speed_notes(game)
        if any(bot.looks_ahead for bot in bots):
            yield p.text(LOOKS_AHEAD, "info")

    def form(self) -> Iterator[p.Block]:
        game, words = self.shared.game, self.shared.table.OPTIONS[PLAYERS]
        players = [n for n in self.options.known[PLAYERS].values if n > 1]
        titles = [(key, open_game(key).title) for key in keys()]
        yield p.row(
            p.select("game", "Game", game.key, titles),
            p.select(
                PLAYERS, words[0], self.options.texts[PLAYERS], [(str(n), words[1].get(n, str(n))) for n in players]
            ),
            p.select("games", "Games of each line-up", self.asked["games"], [(str(n), f"{n:,}") for n in GAMES]),
            name="options",
        )
        own = [bot.key for bot in self.own_bots()]
        levels = [key for key in self.known if key in game.ladder]
        others = [key for key in self.known if key not in own and key not in levels]
        if own:
            yield p.group(*map(self._tick, own), title="Your bots", name="bots")
        yield p.group(*map(self._tick, others), title="Bots", name="bots")
        yield p.fold("levels", "Levels, from Beginner to Expert", *map(self._tick, levels), *strengths(game))
        yield p.fold("own", "A bot of your own", p.text(OWN), p.area("code", "Cell", OWN_CODE, readonly=True, rows=10))
        yield p.fold(
            "more",
            "More choices",
            p.row(
                *self.options.blocks(besides=(PLAYERS,)),
                p.field_of_text(
                    "seed", "Seed", self.asked["seed"], numeric=True, hint="The same seed plays the same games again."
                ),
                name="options",
            ),
        )
        yield p.text(self.plan(), soft=True)
        yield p.row(p.button("run", "Play the tournament", "primary"))

    def _tick(self, key: str) -> p.Block:
        bot, game = self.known[key], self.shared.game
        level = game.ladder.get(key)
        same = game.bots[level.bot].name if level is not None and isinstance(level.bot, str) else ""
        return p.tick(f"bot-{key}", bot.name, key in self.chosen, f"Plays as {same}." if same else bot.idea)

    def plan(self) -> str:
        """What will be played, in a sentence."""
        n, games, players = len(self.chosen), int(self.asked["games"]), self.options.players
        if n < 2:
            return "Choose two bots or more."
        if players == 2:
            pairs = number_of(n * (n - 1) // 2, "pair plays", "pairs play")
            return f"{pairs} {games:,} games each: every deal twice, with seats changed."
        return (
            f"{n * (n - 1)} line-ups, one bot among {players - 1} of another kind, play {games:,} games each: every "
            f"deal {players} times, so that each bot has each seat with the same cards."
        )

    def show(self, tournament: Tournament, live: bool = False) -> None:
        """The table and the charts of what there is; while it is played without files and explanations."""
        self.result = tournament
        self.findings.show(list(self.finding_blocks(tournament, live)))
        self.draw(tournament)
        self.words.show(list(explanations(tournament)) if not live else [])
        self.words.layout.display = None

    def finding_blocks(self, tournament: Tournament, live: bool = False) -> Iterator[p.Block]:
        header, *lines = tournament.lines()
        header, lines = header[:1] + header[2:], [[tournament.labels[bot], *rest] for bot, _, *rest in lines]
        yield p.heading("So far" if live else "What came out")
        yield p.table(tournament.played if live else tournament.title, header, lines)
        if live:
            return
        yield p.text(" ".join([BRACKETS.format(even=100 * tournament.fair), *tournament.left_out()]), soft=True)
        key = tournament.game.key
        cells: dict[str, list[Any]] = {}
        for row in tournament.rows():
            for name, value in row.items():
                cells.setdefault(name, []).append(value)
        files = [p.download(f"Save {key}-who-beats-whom.csv", f"{key}-who-beats-whom.csv", csv_of(cells), "text/csv")]
        if self.file:
            files.append(p.download(f"Save {key}-tournament.csv", f"{key}-tournament.csv", self.file, "text/csv"))
        elif len(tournament) * tournament.game.players <= MOST_IN_FILE:
            files.append(p.button("file", "Table of all games (CSV)"))
        yield p.row(*files)


def explanations(tournament: Tournament) -> Iterator[p.Block]:
    """What the numbers mean, in plain words, and whether there is a circle."""
    from mowlab.charts.contest import circle_sentence

    yield p.heading("How to read it")
    steps = circle_sentence(tournament).rstrip(".")
    yield p.text(CIRCLE.format(steps=steps) if tournament.circle else NO_CIRCLE)
    yield p.fold("squares", "Who wins against whom: the squares", *map(p.text, SQUARES))
    yield p.fold("rating", "What a rating is", *map(p.text, RATING))


def csv_of(columns: dict[str, list[Any]]) -> str:
    """A table by column as the text of a CSV file."""
    from mowlab.analysis.files import write_csv

    text = io.StringIO()
    write_csv(columns, text)
    return text.getvalue()


def tournament_page(game: str | None = None, bots: Sequence[str | Bot] = ()) -> TournamentPage:
    """The page of a tournament, to be shown by a notebook.

    game: which one is open at first; by default that of your bots, or the first.  bots: your own, from cells or
    `mowlab.ismcts`; they are chosen already.  `page.result` is the Tournament.  Raises ValueError, UnknownGame.
    """
    return TournamentPage(game, bots)
