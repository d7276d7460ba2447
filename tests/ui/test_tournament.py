"""The tournament page without a browser: what is chosen, played, watched, explained, saved; your own bots; mistakes."""

from __future__ import annotations

import csv
import io
import threading
from typing import Any
from urllib.parse import unquote

import pytest

import mowlab
from mowlab import games
from mowlab.core import link
from mowlab.ui import panel as p
from mowlab.ui import tournament as module
from mowlab.ui.forms import UNCOMPILED
from mowlab.ui.tournament import TournamentPage, tournament_page

from .test_play import ids, press, said

SECONDS = 120.0


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "_switched_off", lambda: True)


@pytest.fixture
def page() -> TournamentPage:
    return tournament_page()


@pytest.fixture
def mine() -> mowlab.Bot:
    @mowlab.bot("mob-town", name="Mine")
    def first(view: Any) -> int:
        return int(view.moves[0])

    return first


def choose(page: TournamentPage, *bots: str, **values: str) -> None:
    """Tick these bots and no others."""
    ticks = {f"bot-{key}": p.TICKED if key in bots else "" for key in page.known}
    press(page.panel, "games", **{**ticks, **values})


def run(page: TournamentPage) -> str:
    press(page.panel, "run")
    assert page.bar.job is not None
    assert page.bar.job.wait(SECONDS)
    return said(page.findings.blocks)


def test_the_form_offers_every_bot_and_level_of_every_game(page: TournamentPage) -> None:
    for game in map(games.game, games.keys()):
        press(page.panel, "game", game=game.key)
        assert {f"bot-{bot}" for bot in (*game.bots, *game.ladder)} <= ids(page.panel.blocks)
        assert "bot-expected" not in {f"bot-{bot}" for bot in page.chosen}, "slow ones are not chosen beforehand"
        assert 2 < len(page.chosen) <= module.MOST_BOTS
        players = next(b for row in page.panel.blocks for b in row.get("blocks", []) if b["id"] == "players")
        assert all(int(value) > 1 for value, _ in players["options"])


def test_what_will_be_played_is_said(page: TournamentPage) -> None:
    choose(page, "random", "shedder", "opener", games="400")
    assert "6 line-ups, one bot among 3 of another kind, play 400 games each" in said(page.panel.blocks)
    press(page.panel, "players", players="2")
    assert "3 pairs play 400 games each" in said(page.panel.blocks)
    choose(page, "random")
    assert "Choose two bots or more." in said(page.panel.blocks)


def test_a_tournament_is_played_and_shown_and_explained(page: TournamentPage) -> None:
    choose(page, "random", "shedder", "opener", games="20")
    words = run(page)
    same = mowlab.tournament("mow", ["random", "shedder", "opener"], games=20, seed=1, compiled=False)
    assert page.result is not None
    assert page.result.rows() == same.rows()
    for bot, _, *cells in same.lines()[1:]:
        assert same.labels[bot] in words
        assert all(cell in words for cell in cells)
    assert [name for name, _ in page.charts.items()] == ["standings", "payoffs", "rating_course"]
    assert all(chart.rows and chart.summary for _, chart in page.charts.values())
    explained = said(page.words.blocks)
    assert "A rating is a number for how strong a bot is." in explained
    assert "No circle shows here" in explained


def test_a_circle_is_told_with_names(page: TournamentPage, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(page, "random", "shedder", "opener", games="20")
    run(page)
    assert page.result is not None
    page.result.__dict__["circle"] = ("random", "opener", "shedder")
    told = said(list(module.explanations(page.result)))
    assert (
        "A circle: Dora Dice beats Wanda Wide, Wanda Wide beats Felix Flyswatter, Felix Flyswatter beats Dora Dice"
        in told
    )
    assert "none of them is the best against all" in told


def test_it_can_be_watched_and_cancelled(page: TournamentPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mowlab.analysis.tournaments.WATCH_EVERY", 0.2)
    shown: list[str] = []
    often = threading.Event()

    def see(change: dict[str, Any]) -> None:
        shown.append(said(change["new"]))
        if sum("So far" in words for words in shown) == 3:
            often.set()

    page.findings.observe(see, "blocks")
    choose(page, "random", "shedder", "opener", games="4000")
    press(page.panel, "run")
    assert often.wait(SECONDS)
    assert page.charts["rating_course"][1].rows
    assert not any("cancelled" in words for words in shown)
    page.bar.cancel()
    assert page.bar.job is not None
    assert page.bar.job.wait(SECONDS)
    assert page.result is not None
    assert page.result.partial
    assert "cancelled" in said(page.findings.blocks)
    assert "What came out" in said(page.findings.blocks)
    assert page.words.blocks


def test_tables_can_be_saved(page: TournamentPage) -> None:
    choose(page, "random", "shedder", games="20")
    run(page)
    press(page.findings, "file")
    files = [b for row in page.findings.blocks if row["kind"] == "row" for b in row["blocks"]]
    assert [file["name"] for file in files] == ["mow-who-beats-whom.csv", "mow-tournament.csv"]
    cells, every = (list(csv.DictReader(io.StringIO(unquote(file["text"])))) for file in files)
    assert [(row["bot"], row["among"], row["games"]) for row in cells] == [
        ("random", "shedder", "20"),
        ("shedder", "random", "20"),
    ]
    assert all(float(row["win_low"]) <= float(row["win"]) <= float(row["win_high"]) for row in cells)
    assert len(every) == 2 * 20 * 4


def test_files_are_named_after_the_game_that_was_played(page: TournamentPage) -> None:
    choose(page, "random", "shedder", games="20")
    run(page)
    press(page.panel, "game", game="mob-town")
    press(page.findings, "file")
    files = [b for row in page.findings.blocks if row["kind"] == "row" for b in row["blocks"]]
    assert [file["name"] for file in files] == ["mow-who-beats-whom.csv", "mow-tournament.csv"]
    assert page.result is not None
    page.draw(page.result)
    assert {chart.name for _, chart in page.charts.values()} == {"mow-standings", "mow-payoffs", "mow-rating_course"}


# ---- bots of your own -----------------------------------------------------------------------------------------------
def test_your_own_bot_opens_its_game_and_is_chosen(mine: mowlab.Bot) -> None:
    page = tournament_page(bots=[mine, mowlab.ismcts(2)])
    assert page.shared.game_key == "mob-town"
    assert page.chosen[:2] == ["mine", "ismcts-2"]
    assert "Your bots" in said(page.panel.blocks)
    choose(page, "mine", "random", games="20", players="2")
    assert "Mine" in run(page)
    press(page.panel, "game", game="mow")
    assert "bot-mine" not in ids(page.panel.blocks)
    assert "bot-ismcts-2" in ids(page.panel.blocks)


def test_the_page_says_how_to_add_one_and_that_it_runs_no_code_of_visitors(page: TournamentPage) -> None:
    words = said(page.panel.blocks)
    assert "it never runs their code" in words
    block = next(
        b for fold in page.panel.blocks if fold.get("id") == "own" for b in fold["blocks"] if b["kind"] == "area"
    )
    assert block["readonly"]
    space: dict[str, Any] = {}
    exec(block["value"], space)  # the example works as it stands
    assert space["mine"].key == "mine"
    press(page.panel, "games", code="raise SystemExit")


@pytest.mark.parametrize("bots", ["mine", [3]])
def test_what_are_no_bots_is_refused(bots: Any) -> None:
    with pytest.raises(ValueError, match=r"bots must be a list of bots, such as \[my_bot\]"):
        tournament_page(bots=bots)


# ---- mistakes and warnings ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("chosen", [[], ["random"], ["random", "shedder", "opener", "planner", "counter", "spoiler",
                                                   "expected", "beginner", "easy"]])  # fmt: skip
def test_too_few_and_too_many_bots_get_a_sentence(page: TournamentPage, chosen: list[str]) -> None:
    choose(page, *chosen)
    press(page.panel, "run")
    assert page.bar.job is None
    assert f"Choose from two to 8 bots, not {len(chosen)}." in said(page.findings.blocks)


def test_a_bad_seed_gets_a_sentence(page: TournamentPage) -> None:
    press(page.panel, "run", seed="x")
    assert page.bar.job is None
    assert "The seed is a whole number" in said(page.findings.blocks)


def test_options_that_do_not_go_together_get_a_sentence(page: TournamentPage) -> None:
    press(page.panel, "run", players="10", packets="green")
    assert "use both packets" in said(page.findings.blocks)


def test_what_takes_long_is_said_beforehand(page: TournamentPage) -> None:
    known = page.known
    warned = said(list(page.warnings(page.chosen_game(), [known["random"], known["hard"]])))
    assert warned == f"{UNCOMPILED} {module.LOOKS_AHEAD}"
    assert known["expected"].looks_ahead
    assert not known["medium"].looks_ahead
