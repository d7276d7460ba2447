"""The win rates of the levels: the same numbers beside the levels, in docs/search.md and in the deals kept on file."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import mowlab
from mowlab import games
from mowlab.analysis.intervals import share_of_units
from mowlab.core.level import FAIR, Level, Won
from mowlab.ui import panel as p
from mowlab.ui.forms import NO_BREAK, strengths

GAMES = list(games.keys())
ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
CELL = re.compile(r"(\d+) % \((\d+) to (\d+), ([\d,]+)\)")
STEPS = ("easy", "medium", "hard", "expert")
TOP = "expert among medium"
SEATS = 4
ROUNDED = 0.55  # of 100 games: to one digit by the program, to none by hand

Run = tuple[str, str, str, str, str]  # file, game, bot, rival, seed
ALL = "all seeds"  # all deals of the same bots together


def level_of(game: str, step: str) -> Level:
    return mowlab.game(game).ladder[step]


def cells() -> dict[tuple[str, str], str]:
    """The cells of the table in the docs, by game and step; TOP: Expert among the strongest character."""
    titles = {mowlab.game(key).title: key for key in GAMES}
    head = "| game | Easy among Beginners | Medium among Easy | Hard among Medium | Expert among Hard |"
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {(titles[row[0]], step): row[k] for row in rows for k, step in enumerate((*STEPS, TOP), 1)}


def runs() -> dict[Run, list[float]]:
    """The share of the victory in each deal that is on file, of all runs with four seats."""
    found: dict[Run, list[float]] = {}
    for path in sorted((ROOT / "benchmarks").glob("results-ladder-*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if int(row["players"]) == SEATS:
                    for seed in (row["seed"], ALL):
                        key = path.name, row["game"], row["bot"], row["rival"], seed
                        found.setdefault(key, []).append(float(row["share"]))
    return found


def runs_of(game: str, step: str) -> Iterator[list[float]]:
    """The runs that a step may have been measured in: as many games."""
    levels = list(mowlab.game(game).ladder.values())
    k = next(k for k, level in enumerate(levels) if level.key == step)
    upper, lower = levels[k], levels[k - 1]
    for (_, played, bot, rival, _), shares in runs().items():
        right = (played, bot) == (game, upper.key) and rival in (lower.key, lower.bot)
        if right and upper.won is not None and SEATS * len(shares) == upper.won.games:
            yield shares


@pytest.mark.parametrize(("game", "step"), [(key, step) for key in GAMES for step in STEPS])
def test_the_docs_say_what_stands_beside_the_level(game: str, step: str) -> None:
    level, cell = level_of(game, step), cells()[game, step]
    if level.won is None:
        assert cell == "not measured"
        return
    found = CELL.fullmatch(cell)
    assert found, cell
    of_100, low, high, games = (int(number.replace(",", "")) for number in found.groups())
    assert level.won == Won(of_100, low, high, games)


def told(shares: list[float]) -> tuple[float, float, float]:
    """The share of the victory in these deals, and its interval, in games of 100."""
    e = share_of_units([SEATS * x for x in shares], [SEATS] * len(shares))
    return 100 * e.value, 100 * e.low, 100 * e.high


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_on_file_give_the_same_numbers(game: str) -> None:
    for step in STEPS:
        found = [told(shares) for shares in runs_of(game, step)]
        won = level_of(game, step).won
        if found and won is not None:
            right = [one for one in found if (won.of_100, won.low, won.high) == pytest.approx(one, abs=ROUNDED)]
            assert right, (step, found)


@pytest.mark.parametrize("game", ["mow", "mob-town", "mow-money"])
def test_the_deals_of_expert_among_the_strongest_character_are_on_file(game: str) -> None:
    medium = level_of(game, "medium")
    found = CELL.fullmatch(cells()[game, TOP])
    assert found
    of_100, low, high, games = (int(number.replace(",", "")) for number in found.groups())
    runs_of_all = [
        shares
        for (_, played, bot, rival, _), shares in runs().items()
        if (played, bot) == (game, "expert") and rival in (medium.key, medium.bot) and SEATS * len(shares) == games
    ]
    assert any((of_100, low, high) == pytest.approx(told(shares), abs=ROUNDED) for shares in runs_of_all)


def test_some_steps_are_on_file() -> None:
    on_file = {(game, step) for game in GAMES for step in STEPS if any(runs_of(game, step))}
    assert {("mow", "hard"), ("mow", "expert"), ("mob-town", "expert")} <= on_file


def test_nobody_is_below_the_beginner() -> None:
    assert all(level_of(key, "beginner").won is None for key in GAMES)


def test_an_interval_holds_its_number() -> None:
    for key in GAMES:
        for won in (level_of(key, step).won for step in STEPS):
            assert won is None or won.low <= won.of_100 <= won.high


# ---- as they are shown ----------------------------------------------------------------------------------------------
def table_and_notes(game: mowlab.Game) -> tuple[p.Block, str]:
    table, *notes = strengths(game)
    return table, " ".join(note["text"] for note in notes)


@pytest.mark.parametrize("key", GAMES)
def test_every_step_is_shown_with_its_number(key: str) -> None:
    game = mowlab.game(key)
    shown, notes = table_and_notes(game)
    levels = list(game.ladder.values())
    assert [row[:2] for row in shown["rows"]] == [[b.name, a.name] for a, b in itertools.pairwise(levels)]
    for row, level in zip(shown["rows"], levels[1:], strict=True):
        assert level.won is not None
        assert row[2].replace(NO_BREAK, " ") == f"{level.won.of_100} ({level.won.low} to {level.won.high})"
        unsure = f"These games do not yet tell if {level.name} is stronger" in notes
        assert unsure == (level.won.low <= FAIR)


def shown_if_hard(won: Won | None, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], str]:
    """The row of the level Hard, and the notes, if that had been measured of it."""
    game = mowlab.game("mow")
    ladder = tuple(replace(level, won=won) if level.key == "hard" else level for level in game.ladder.values())
    monkeypatch.setattr(game.search_module, "LADDER", ladder)
    table, notes = table_and_notes(game)
    return table["rows"][2], notes


def test_what_was_not_measured_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    row, notes = shown_if_hard(None, monkeypatch)
    assert row == ["Hard", "Medium", "not measured", ""]
    assert "Hard" not in notes


@pytest.mark.parametrize(("low", "told_yet"), [(FAIR, False), (FAIR + 1, True)])
def test_games_that_tell_nothing_yet(low: int, told_yet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    row, notes = shown_if_hard(Won(33, low, 45, 60), monkeypatch)
    assert row[2].replace(NO_BREAK, " ") == f"33 ({low} to 45)"
    assert ("These games do not yet tell if Hard is stronger than Medium." in notes) != told_yet


def test_a_researcher_reads_it_in_one_line() -> None:
    assert str(Won(37, 27, 47, 100)) == "37 of 100 games (27 to 47; 100 games)"
