"""Analyze without a browser: what a person's press does, what is shown, what goes wrong and how."""

from __future__ import annotations

import csv
import io
import threading

import pytest

import mowlab
from mowlab.core import link
from mowlab.ui import analyze as module
from mowlab.ui import panel as p
from mowlab.ui.analyze import Analyze, csv_of
from mowlab.ui.forms import UNCOMPILED

from .test_play import ids, press, said

SECONDS = 120.0


@pytest.fixture
def section() -> Analyze:
    return Analyze("mow")


def run(section: Analyze, **values: str) -> str:
    """Press the button, wait, and return what is said then."""
    press(section.panel, "run", **values)
    assert section.bar.job is not None
    assert section.bar.job.wait(SECONDS)
    return said(section.findings.blocks)


def test_the_form_offers_a_bot_for_each_place(section: Analyze) -> None:
    assert {"players", "games", "mode", "a0", "a3", "seed", "run"} <= ids(section.panel.blocks)
    press(section.panel, "players", players="6")
    assert "a5" in ids(section.panel.blocks)
    assert "b0" not in ids(section.panel.blocks)
    press(section.panel, "mode", mode="two")
    assert {"b0", "b5"} <= ids(section.panel.blocks)
    press(section.panel, "players", players="2")
    assert "a2" not in ids(section.panel.blocks)


def section_bullets(section: Analyze) -> str:
    """What decides a game, in sentences."""
    return " ".join(text for block in section.findings.blocks if block["kind"] == "list" for text in block["items"])


def test_games_are_played_and_shown(section: Analyze) -> None:
    words = run(section, games="400", seed="5", a0="random")
    same = mowlab.simulate("mow", bots=section.line_ups["a"], games=400, seed=5)
    assert all(cell in words for line in same.lines()[1:] for cell in line[1:])
    assert "Dora Dice" in words  # bots are called by their names
    assert "What decides a game" in words
    assert " who plays, and " in section_bullets(section)
    assert "The lead changes " in section_bullets(section)
    assert {"luck", "lead_changes"} <= set(section.charts)
    assert {"wins", "scores", "rounds", "seats", "herd_flies", "decisions"} <= set(section.charts)
    shown = [child for child in section.place.children if not isinstance(child, p.Panel)]
    assert len(shown) == len(section.charts) >= 8
    assert all(chart.rows and chart.summary for chart in shown)


def test_two_line_ups_are_compared_with_the_same_luck(section: Analyze) -> None:
    words = run(section, games="400", mode="two", a0="shedder", b0="random", a1="opener", b1="opener")
    assert "Felix Flyswatter → Dora Dice" in words
    assert isinstance(section.result, mowlab.analysis.Comparison)  # type: ignore[attr-defined]
    assert "with the same luck" in words
    assert len(section.place.children) == 2 * 2  # two charts, each with a heading
    assert section_bullets(section) == ""


def test_each_value_of_an_option_is_played_with_the_same_luck(section: Analyze) -> None:
    press(section.panel, "mode", mode="each")
    block = next(b for row in section.panel.blocks if row["kind"] == "row" for b in row["blocks"] if b["id"] == "vary")
    assert (
        {value for value, _ in block["options"]}
        == set(section.variable())
        <= section.options.texts.keys() - {"players"}
    )
    words = run(section, games="400", vary="six_specials")
    assert isinstance(section.result, mowlab.analysis.Variants)  # type: ignore[attr-defined]
    values = section.shared.game.state_class.options()["six_specials"].values
    assert all(f"|{value}|" in words or str(value) in words for value in values)
    assert {"option_scores", "option_wins", "herd_flies"} <= set(section.charts)
    rows = list(csv.DictReader(io.StringIO(csv_of(section.result))))
    assert [sum(row["six_specials"] == str(value) for row in rows) for value in values] == [1600] * len(values)
    press(section.panel, "mode", mode="one")
    assert "vary" not in ids(section.panel.blocks)


def test_options_that_would_be_refused_are_not_offered_to_be_varied(section: Analyze) -> None:
    press(section.panel, "players", players="10")
    assert "packets" not in section.variable()
    press(section.panel, "players", players="4")
    assert "packets" in section.variable()


def test_mow_money_has_its_charts_here_too_and_the_solo_game_its_difficulties(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "_switched_off", lambda: True)
    section = Analyze("mow-money")
    assert "difficulty" not in section.variable()
    press(section.panel, "players", players="1")
    assert "difficulty" in section.variable()
    words = run(section, games="20", mode="each", vary="difficulty", a0="undercutter")
    assert all(level in words for level in ("easy", "standard", "hard"))
    assert set(section.charts) == {"option_scores", "option_wins", "against_dummy"}
    run(section, games="8", mode="one", players="2", a0="bluffer")
    own = section.shared.game.charts.keys() - {"against_dummy"}
    assert own <= set(section.charts)


def test_the_table_of_all_games_can_be_saved(section: Analyze) -> None:
    run(section, games="400")
    press(section.findings, "file")
    block = next(b for row in section.findings.blocks if row["kind"] == "row" for b in row["blocks"])
    rows = list(csv.DictReader(io.StringIO(block["text"])))
    assert (block["kind"], block["media"], len(rows)) == ("download", "text/csv", 400 * 4)
    assert {row["seat"] for row in rows} == set("0123")


def test_a_comparison_is_saved_with_its_line_ups(section: Analyze) -> None:
    run(section, games="400", mode="two")
    rows = list(csv.DictReader(io.StringIO(csv_of(section.result))))  # type: ignore[arg-type]
    assert [sum(row["line-up"] == key for row in rows) for key in "ab"] == [1600, 1600]


def test_large_tables_are_left_to_the_command_line(section: Analyze, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_IN_FILE", 1000)
    assert "mowlab simulate" in run(section, games="400")
    assert "file" not in ids(section.findings.blocks)


@pytest.mark.parametrize("seed", ["", "x", "-1", "1.5", "9" * 40])
def test_a_bad_seed_gets_a_sentence(section: Analyze, seed: str) -> None:
    press(section.panel, "run", seed=seed)
    assert section.bar.job is None
    assert "The seed is a whole number" in said(section.findings.blocks)


def test_options_that_do_not_go_together_get_a_sentence(section: Analyze) -> None:
    press(section.panel, "run", players="10", packets="green")
    assert "use both packets" in said(section.findings.blocks)


def test_cancel_keeps_the_games_played_so_far(section: Analyze, monkeypatch: pytest.MonkeyPatch) -> None:
    run(section, games="400")  # compiled now
    begun = threading.Event()
    section.bar.observe(lambda change: change["new"]["fraction"] > 0 and begun.set(), "shown")
    press(section.panel, "run", games="100000")
    assert begun.wait(SECONDS)
    section.bar.cancel()
    assert section.bar.job is not None
    assert section.bar.job.wait(SECONDS)
    assert section.bar.job.state == "cancelled"
    assert section.result is not None
    assert section.result.partial
    assert "cancelled" in said(section.findings.blocks)


def test_where_nothing_can_be_compiled_the_page_says_so(section: Analyze, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "_switched_off", lambda: True)
    warned = said(list(section.warnings(section.chosen_game(), ["random"])))
    assert warned == UNCOMPILED


def test_slow_bots_come_with_a_warning(section: Analyze) -> None:
    assert module.SLOW in said(list(section.warnings(section.chosen_game(), ["expected"])))
