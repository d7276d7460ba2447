"""What the gallery says of mowlab's own notebooks is so: players, minutes, pictures, storage keys, contents."""

from __future__ import annotations

import json
import re
import statistics
from pathlib import Path

import pytest

import mowlab
from mowlab import games
from mowlab.serve.cards import PICTURES, TABS, Card, cards, for_teachers, pictures, read_card

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
CARDS = [card for shelf in cards(NOTEBOOKS).values() for card in shelf]
GAMES = [card for card in CARDS if card.game]
OWN_DECISION, BOT_MOVE = 10, 1.1  # seconds, as the gallery says and as play.py waits
MOST_BYTES = 60_000


def size(webp: bytes) -> tuple[int, int]:
    """Width and height of a WebP picture with an extended header, as Chromium writes it."""
    assert (webp[:4], webp[8:16]) == (b"RIFF", b"WEBPVP8X")
    return int.from_bytes(webp[24:27], "little") + 1, int.from_bytes(webp[27:30], "little") + 1


def test_every_game_has_a_card() -> None:
    assert {card.game for card in GAMES} == set(games.keys())


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.path)
def test_a_card_says_what_there_is_to_know(card: Card) -> None:
    assert card.title
    assert 20 < len(card.summary) < 160
    assert card.minutes
    assert 2 <= len(card.learn) <= 3
    assert card.picture in pictures()
    assert len(card.alt) > 30


@pytest.mark.parametrize("name", sorted(pictures()))
def test_pictures_are_light_and_of_one_size(name: str) -> None:
    for scheme in ("light", "dark"):
        picture = (PICTURES / f"{name}-{scheme}.webp").read_bytes()
        assert len(picture) < MOST_BYTES
        assert size(picture) == (960, 600)
    assert name in {card.picture for card in CARDS}, "a picture that nothing shows"


@pytest.mark.parametrize("card", GAMES, ids=lambda card: card.game)
def test_minutes_are_those_of_a_game_against_bots(card: Card) -> None:
    game = mowlab.game(card.game)
    seconds = []
    for seed in range(3):
        match = game.match(seats=[game.usual_bot.key] * game.players, seed=seed)
        while not match.over:
            match.bot_move()
        mine = sum(turn.seat == 0 for turn in match.turns)
        seconds.append(OWN_DECISION * mine + BOT_MOVE * (len(match.turns) - mine))
    assert 0.5 < card.minutes / (statistics.median(seconds) / 60) < 2


@pytest.mark.parametrize("card", GAMES, ids=lambda card: card.game)
def test_whose_game_it_is(card: Card) -> None:
    assert "not affiliated" in card.about[0]
    numbers = list(mowlab.game(card.game).state_class.options()["players"].values)
    assert re.findall(r"\d+", card.players) == [str(min(numbers)), str(max(numbers))]


def test_the_parts_of_an_app_are_those_that_the_app_has() -> None:
    app = pytest.importorskip("mowlab.ui.app")
    assert [(tab.key, tab.title) for tab in app.TABS] == list(TABS)


def test_lessons_are_kept_where_the_gallery_looks() -> None:
    for card in CARDS:
        assert bool(card.lesson) == card.path.startswith("lessons/")
        if card.lesson:
            code = "".join(
                "".join(cell["source"])
                for cell in json.loads((NOTEBOOKS / card.path).read_text(encoding="utf-8"))["cells"]
                if cell["cell_type"] == "code"
            )
            found = re.search(r"from (mowlab\.ui\.lessons\.\w+) import (\w+)", code)
            assert found is not None
            page = getattr(pytest.importorskip(found[1]), found[2])
            assert card.lesson == page.KEY


def test_the_contents_for_jupyterlab_name_every_notebook() -> None:
    text = (NOTEBOOKS / "index.ipynb").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert sorted(links) == sorted([*(card.path for card in CARDS), for_teachers(NOTEBOOKS)])
    assert for_teachers(NOTEBOOKS / "lessons") == ""
    for card in CARDS:
        assert card.title in text
        assert card.summary in text


def teachers() -> str:
    """The text of the notebook for teachers."""
    cells = json.loads((NOTEBOOKS / for_teachers(NOTEBOOKS)).read_text(encoding="utf-8"))["cells"]
    assert {cell["cell_type"] for cell in cells} == {"markdown"}, "it needs no kernel"
    return "\n\n".join("".join(cell["source"]) for cell in cells)


@pytest.mark.parametrize("name", ["index.ipynb", "teachers.ipynb"])
def test_links_stay_in_the_folder_that_jupyterlab_shows(name: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", (NOTEBOOKS / name).read_text(encoding="utf-8"))
    assert len(links) > 10
    for link in links:
        assert (NOTEBOOKS / link).resolve().is_relative_to(NOTEBOOKS)
        assert (NOTEBOOKS / link).is_file()


def test_the_index_for_teachers_names_every_lesson() -> None:
    text = teachers()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if "ipynb" in line]
    lessons = [card for card in CARDS if card.lesson]
    assert [row[:2] + row[3:4] for row in rows] == [
        [str(card.order), f"[{card.title}]({card.path})", str(card.minutes)] for card in lessons
    ]
    for card, row in zip(lessons, rows, strict=True):
        assert len(row) == 8
        assert all(row)
        notebook = json.loads((NOTEBOOKS / card.path).read_text(encoding="utf-8"))
        grade = re.search(r"from grade (\d+)", notebook["cells"][0]["source"])
        assert grade is not None
        assert row[4].split()[0] == grade[1]


def test_the_index_for_teachers_counts_exercises_and_warm_ups() -> None:
    text = teachers()
    module = pytest.importorskip("mowlab.ui.lessons.warm_ups")
    for card in CARDS:
        source = (NOTEBOOKS / card.path).read_text(encoding="utf-8")
        found = re.search(r"from (mowlab\.ui\.lessons\.\w+) import (\w+)", source)
        if found is not None and card.lesson != module.WarmUps.KEY:
            page = getattr(pytest.importorskip(found[1]), found[2])
            row = next(line for line in text.splitlines() if card.path in line)
            assert row.endswith(f"| {len(page.EXERCISES)} exercises |")
    cells = json.loads((NOTEBOOKS / "lessons" / "00-warm-ups.ipynb").read_text(encoding="utf-8"))["cells"]
    titles = [cell["source"].removeprefix("## ") for cell in cells if re.match(r"## \d", cell["source"])]
    for title, warm_up in zip(titles, module.WARM_UPS, strict=True):
        assert f"| {title} | {warm_up.minutes} |" in text


def test_a_card_with_odd_metadata_is_left_out_or_shown_without_it(tmp_path: Path) -> None:
    def card(own: object) -> Card | None:
        path = tmp_path / "x.ipynb"
        path.write_text(json.dumps({"cells": [], "metadata": {"mowlab": own}}), encoding="utf-8")
        return read_card(path, "x.ipynb")

    assert card({"minutes": "soon"}) is None
    odd = card({"game": "chess", "picture": "../../secret", "learn": ["a"]})
    assert odd is not None
    assert (odd.game, odd.picture, odd.players, odd.about, odd.tabs) == ("", "", "", (), ())
