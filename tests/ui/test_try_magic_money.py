"""Try it and hints of Magic Money: the bid curve with a bid of one's own, and nothing hidden in what a page is sent."""

from __future__ import annotations

import json
from typing import Any

import mowlab
from mowlab.match import Match
from mowlab.ui.play import Play
from mowlab.ui.try_it import NOW, TryIt
from tests.ui.test_play import press, said, settled, tap

GAME = "magic-money"
CARDS = ["puddlewyrm", "moonmule", "lanternmoth", "brambleram"]
LOST, ZEROTH = 7_654_321, 8_765_432  # sealed bids that seat 1 must not learn


def to_bid(lost: int = LOST, zeroth: int = ZEROTH) -> Match:
    """Seat 1, a person, is to bid; seat 3 lost the first auction with `lost`, seat 0 has sealed `zeroth`."""
    game = mowlab.game(GAME, players=4)
    moves = f"1 3 9000000 {lost} seat2 40 2 {zeroth}"
    match: Match = game.match(
        ["valuer", "you", "valuer", "valuer"], seed=1, position={"cards": CARDS, "moves": moves, "active": 0}
    )
    return match


def opened(match: Match) -> TryIt:
    section = TryIt(GAME)
    section.receive(match)
    assert section.situation.key == NOW
    section.asked["worlds"] = "20"
    return section


def sent(section: TryIt) -> dict[str, Any]:
    """All that the page is sent of a Try it section."""
    charts = {name: [chart.rows, chart.summary, chart.spec] for name, chart in section.charts.items()}
    panels = [section.head.blocks, section.panel.blocks, section.findings.blocks]
    return {"panels": panels, "scene": section.table.scene, "charts": charts}


def run(section: TryIt) -> None:
    job = section.run()
    assert job is not None
    assert job.wait(300)
    assert job.state == "done"


def test_the_own_bid_is_typed_and_stands_on_the_curve() -> None:
    section = opened(to_bid())
    assert "Try bids from 1 up" in said(section.panel.blocks)
    assert "Play on to" not in said(section.panel.blocks), "bids are always compared at the end of the game"
    tap(section.table, 0)
    assert "too low" in section.table.scene["message"]["text"]
    tap(section.table, 5739)
    assert section.table.scene["status"] == "Your choice: Bid 5,739."
    run(section)
    words = said(section.findings.blocks)
    assert "Your choice, to bid 5,739," in words
    assert "Bid 5,739 (yours)" in words
    assert "20 worlds" in words
    assert "Minnie Mite" in words, "what the characters would do"
    assert list(section.charts) == ["bids", "ranges"]
    assert 5739 in {row["x"] for row in section.charts["bids"].rows if row.get("mark") in ("yours", "best, yours")}


def test_nothing_that_is_hidden_reaches_the_page() -> None:
    """Other sealed bids and Private entries, and all that is sent stays the same; and neither stands anywhere in it."""
    pages = []
    for match in (to_bid(), to_bid(1_234_567, 2_345_678)):
        section = opened(match)
        run(section)
        pages.append(sent(section))
        pages[-1]["panels"] = json.loads(json.dumps(pages[-1]["panels"]))
    text = json.dumps(pages[0])
    for hidden in (LOST, ZEROTH):
        assert str(hidden) not in text
        assert f"{hidden:,}" not in text
    assert pages[0] == pages[1]


def test_a_hint_compares_bids_and_says_how_many_games_they_win() -> None:
    play = Play(GAME)
    play.speed = "instant"
    play.begin(to_bid())
    settled(play)
    press(play.panel, "hint")
    assert play.bar.job is not None
    assert play.bar.job.wait(120)
    text = play.table.scene["message"]["text"]
    assert text.startswith("Best: bid ")
    assert "of 100 games (" in text
    words = said(play.panel.blocks)
    assert "Chance of victory" in words
    assert str(LOST) not in words
