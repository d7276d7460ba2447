"""Mow Money's cards, contracts and chart: the published facts, and a sentence for whatever is wrong with a file."""

from __future__ import annotations

import copy
import pathlib
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.core.cards import SOURCES, CardError, Cards
from mowlab.games.mow_money.cards import JOBS, SIZES, TIERS, constants, load

from ..oracles.mow_money import BID_CARDS, CONTRACTS, JOB_PAY, MOWER_POINTS, MOWER_PRICE, SET_UP_CHART
from ..strategies import anything, damaged, read_toml, to_toml
from .mow_money_play import play

PUBLISHED = pathlib.Path(mowlab.__file__).parent / "games" / "mow_money" / "cards.toml"
FILE = read_toml(PUBLISHED)
Data = dict[str, Any]


@pytest.fixture(scope="module")
def cards() -> Cards:
    return load()


# ---- the cards as we reconstructed them -----------------------------------------------------------------------------
def test_cards_are_those_of_the_independent_referee(cards: Cards) -> None:
    letters = dict(zip(JOBS, "ctfps", strict=True))
    ours = [
        (row["code"], row["tier"][0], row["value"], row["star"], "".join(letters[i] for i in row["icons"]))
        for row in cards.rows
    ]
    assert ours == [(c.code, c.tier, c.value, c.star, c.icons) for c in BID_CARDS.values()]


def test_contracts_chart_jobs_and_mowers_are_those_of_the_referee(cards: Cards) -> None:
    def ways(contract: str) -> list[tuple[int, str, bool]]:
        return [(way.count, way.tier, way.starred) for way in CONTRACTS[contract].ways]

    for row in cards.others["contracts"]:
        needs = [(n, tier[0], stars == "starred") for tier, n, stars in row["needs"]]
        assert needs == ways(f"r{row['points']}.1")
    assert Counter(c.points for c in CONTRACTS.values()) == {
        row["points"]: row["count"] for row in cards.others["contracts"]
    }
    assert {row["players"]: tuple(row["counts"]) for row in cards.others["chart"]} == SET_UP_CHART
    assert [row["pay"] for row in cards.others["jobs"]] == list(JOB_PAY.values())
    assert {row["tier"][0]: row["points"] for row in cards.others["mowers"]} == MOWER_POINTS
    assert {row["tier"][0]: row["price"] for row in cards.others["mowers"] if row["price"]} == MOWER_PRICE


def test_tiers_have_the_published_sizes_and_values(cards: Cards) -> None:
    assert Counter(cards.column("tier")) == dict(zip(TIERS, SIZES, strict=True))
    assert not any(row["star"] for row in cards.rows if row["tier"] == "advanced"), "no contract asks for them"


@pytest.mark.parametrize(("stars", "tier", "count", "dollars"), [(True, "basic", 4, 10), (True, "medium", 3, 10)])
def test_the_bids_of_the_rulebooks_picture_can_be_made(
    cards: Cards, stars: bool, tier: str, count: int, dollars: int
) -> None:
    values = sorted(row["value"] for row in cards.rows if row["tier"] == tier and row["star"] == stars)
    assert sum(values[:count]) <= dollars <= sum(values[-count:])


def test_all_that_is_reconstructed_is_marked_and_what_the_rulebook_says_is_not(cards: Cards) -> None:
    assert {row["from"] for row in cards.rows} == {"reconstructed"}
    marked = set(cards.reconstructed)
    printed = {"r3", "r5", "p1", "p2", "c", "t", "f", "p", "s", "b", "m"}
    assert not marked & printed
    assert {"r1", "r2", "r4", "r6", "r7", "r8", "p3", "p4", "p5", "p6", "a"} <= marked
    assert set(cards.provenance) == set(SOURCES)


# ---- files that cannot be used --------------------------------------------------------------------------------------
def row(data: Data, code: str, table: str = "cards") -> Data:
    return next(r for r in data[table] if r["code"] == code)


def with_field(code: str, table: str = "cards", /, **fields: Any) -> Callable[[Data], Any]:
    return lambda data: row(data, code, table).update(fields)


def without_field(code: str, field: str) -> Callable[[Data], Any]:
    return lambda data: row(data, code).pop(field)


def move_to_front(data: Data) -> None:
    data["cards"].insert(0, data["cards"].pop())


FAULTS: dict[str, tuple[Callable[[Data], Any], str]] = {
    "a missing field": (without_field("b1c1", "value"), "card 'b1c1' lacks the field 'value'"),
    "a missing source": (without_field("b1c1", "from"), "card 'b1c1' lacks the field 'from'"),
    "no value": (with_field("b1c1", value=0), "card 'b1c1' has value = 0; allowed is .* from 1 to 9"),
    "half a dollar": (with_field("b1c1", value=0.5), "card 'b1c1' has value = 0.5"),
    "a star as a number": (with_field("b1c1", star=1), "card 'b1c1' has star = 1; allowed is true or false"),
    "a value as a star": (with_field("b1c1", value=True), "card 'b1c1' has value = True"),
    "no icon": (with_field("b1c1", icons=[]), r"card 'b1c1' has icons = \[\]; allowed is one or two different"),
    "three icons": (with_field("b1c1", icons=list(JOBS[:3])), "card 'b1c1' has icons"),
    "an icon twice": (with_field("b1c1", icons=["clean_up"] * 2), "card 'b1c1' has icons"),
    "an unknown icon": (with_field("b1c1", icons=["mow_lawn"]), "card 'b1c1' has icons"),
    "icons as lists": (with_field("b1c1", icons=[["clean_up"]]), "card 'b1c1' has icons"),
    "an unknown tier": (with_field("b1c1", tier="gold"), "card 'b1c1' has tier = 'gold'; allowed is basic or medium"),
    "another tier": (with_field("b1c1", tier="medium"), "there are 49 basic bid cards; Mow Money has 50"),
    "a card too few": (lambda data: data["cards"].pop(), "there are 19 advanced bid cards; Mow Money has 20"),
    "a card too many": (
        lambda data: data["cards"].append({**row(data, "a5s1"), "code": "x"}),
        "there are 21 advanced bid cards",
    ),
    "another order": (move_to_front, "must stand in the order basic, medium, advanced"),
    "a code used twice": (with_field("b1c2", code="b1c1"), "card 'b1c1' stands there twice"),
    "a code like a contract's": (with_field("b1c2", code="r3.1"), "no card may have the code 'r3.1'"),
    "a code like another move": (with_field("b1c2", code="done"), "no card may have the code 'done'"),
    "a contract too few": (with_field("r8", "contracts", count=1), "there are 35 contracts in the box; .* has 36"),
    "contracts out of order": (
        lambda data: data["contracts"].reverse(),
        "the contracts must have one row each for points = 1, 2, 3, 4, 5, 6, 7, 8, in that order",
    ),
    "a contract of nine points": (with_field("r8", "contracts", points=9), "row of contracts 'r8' has points = 9"),
    "no way to bid": (with_field("r8", "contracts", needs=[]), "row of contracts 'r8' has needs"),
    "four ways to bid": (with_field("r8", "contracts", needs=[["basic", n, "any"] for n in range(1, 5)]), "has needs"),
    "a way of eight cards": (with_field("r8", "contracts", needs=[["basic", 8, "any"]]), "has needs"),
    "a way with half a star": (with_field("r8", "contracts", needs=[["basic", 2, "some"]]), "has needs"),
    "a way as a text": (with_field("r8", "contracts", needs=["2 advanced"]), "has needs"),
    "a chart row too short": (with_field("p3", "chart", counts=[3, 5, 4, 4, 3, 2, 2]), "row of chart 'p3' has counts"),
    "a chart without one-point contracts": (
        with_field("p3", "chart", counts=[0, 6, 6, 4, 3, 2, 2, 1]),
        "the chart for 3 players has .* it needs 3 contracts worth 1 point",
    ),
    "a chart that does not divide": (
        with_field("p3", "chart", counts=[3, 5, 4, 4, 3, 2, 2, 2]),
        "the chart for 3 players .* the same number",
    ),
    "a chart with more than the box": (
        with_field("p3", "chart", counts=[3, 5, 4, 4, 2, 2, 1, 3]),
        "the chart for 3 players .* no more of a kind than the box has",
    ),
    "a chart with more than a neighborhood has room for": (
        with_field("p2", "chart", counts=[2, 4, 4, 3, 2, 1, 1, 1]),
        "the chart for 2 players .* at most 8",
    ),
    "no chart": (lambda data: data.pop("chart"), "field 'chart' must be a list"),
    "a chart row missing": (lambda data: data["chart"].pop(), "the chart must have one row each for players = 1, 2,"),
    "jobs as texts": (lambda data: data.update(jobs=["c"]), "field 'jobs' must be a list of rows, each a table"),
    "a job missing": (lambda data: data["jobs"].pop(), "the jobs must have one row each for name = clean_up"),
    "a negative pay": (with_field("s", "jobs", pay=-1), "row of jobs 's' has pay = -1"),
    "a mower for nothing": (with_field("m", "mowers", price="free"), "row of mowers 'm' has price = 'free'"),
    "a limit of no cards": (with_field("m", "mowers", limit=0), "row of mowers 'm' has limit = 0"),
    "an unknown field": (with_field("b1c1", flies=2), "card 'b1c1' has an unknown field 'flies'"),
    "an unknown source": (with_field("b1c1", **{"from": "hearsay"}), "card 'b1c1' has from = 'hearsay'"),
    "another game's file": (lambda data: data.update(game="mow"), "field 'game' is 'mow', but cards for 'mow-money'"),
}


def card_file(folder: pathlib.Path, data: Data) -> pathlib.Path:
    path = folder / "my-cards.toml"
    path.write_text(to_toml(data), "utf-8")
    return path


@pytest.mark.parametrize("name", FAULTS)
def test_a_sentence_names_file_card_and_field(name: str, tmp_path: pathlib.Path) -> None:
    change, expected = FAULTS[name]
    data = copy.deepcopy(FILE)
    change(data)
    with pytest.raises(CardError) as caught:
        mowlab.game("mow-money", cards=card_file(tmp_path, data))
    text = str(caught.value)
    assert re.search(expected, text), text
    assert "my-cards.toml" in text
    assert text.endswith(".")
    assert "\n" not in text


@given(damaged(FILE))
def test_whatever_is_wrong_with_a_file_is_said_in_a_sentence_or_the_game_can_be_played(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    path = card_file(tmp_path_factory.mktemp("cards"), data)
    sentence = "."
    try:
        game = mowlab.game("mow-money", players=2, cards=path)
        game.match(["random", "random"], seed=1).advance(60)
    except CardError as error:
        sentence = str(error)
    assert sentence.endswith(".")


@given(st.sampled_from(["cards", "contracts", "chart", "jobs", "mowers"]), anything)
def test_anything_in_the_place_of_a_list(tmp_path_factory: pytest.TempPathFactory, table: str, value: Any) -> None:
    try:
        path = card_file(tmp_path_factory.mktemp("cards"), {**FILE, table: value})
    except (TypeError, ValueError):
        return  # TOML cannot say that
    with pytest.raises(CardError):
        load(path)


# ---- an owner's cards -----------------------------------------------------------------------------------------------
def owners(folder: pathlib.Path, change: Callable[[Data], Any]) -> mowlab.Game:
    data = copy.deepcopy(FILE)
    change(data)
    return mowlab.game("mow-money", players=2, cards=card_file(folder, data))


def test_values_icons_and_stars_of_an_owners_file_are_played_with(tmp_path: pathlib.Path) -> None:
    def change(data: Data) -> None:
        row(data, "b1c1").update(value=3, star=True, icons=["plant_trees"], **{"from": "owner"})
        row(data, "s", "jobs").update(pay=30)

    game = owners(tmp_path, change)
    assert constants(game.cards)["VALUE"] != constants(load())["VALUE"]
    match = game.match(["you", "you"], position={"hands": [["b1c1", "b1c2"], ["b2c1", "b2c2"]]})
    play(match, "A as1 b1c1 b1c2 bluff0 done", "A as1 b2c1 b2c2 bluff0 done")
    assert match.state.money[:2] == [4, 0], "3 and 1, on a tie with the marker"
    assert "b1c1" not in game.cards.reconstructed


def test_a_box_with_other_numbers_of_contracts_renames_their_copies(tmp_path: pathlib.Path) -> None:
    def change(data: Data) -> None:
        row(data, "r2", "contracts").update(count=5)
        row(data, "r8", "contracts").update(count=3)
        row(data, "p6", "chart").update(counts=[6, 5, 6, 6, 4, 3, 3, 3])
        row(data, "p5", "chart").update(counts=[5, 5, 6, 6, 4, 3, 3, 3])
        row(data, "p4", "chart").update(counts=[4, 5, 6, 6, 4, 2, 2, 3])

    game = owners(tmp_path, change)
    assert game.action("r8.3") == game.action("r8.1") + 2
    assert game.words.contract_name(35, game.cards) == "the contract worth 8 points"
    assert game.words.contract_name(10, game.cards) == "the contract worth 2 points"
    assert game.words.contract_name(11, game.cards) == "the contract worth 3 points"
    with pytest.raises(ValueError, match="is not a move"):
        game.action("r2.6")


def test_other_ways_prices_and_limits_hold(tmp_path: pathlib.Path) -> None:
    def change(data: Data) -> None:
        row(data, "r1", "contracts").update(needs=[["advanced", 1, "any"]])
        row(data, "a", "mowers").update(price=5, points=4, card_price=2, limit=1)

    game = owners(tmp_path, change)
    position = {"hands": [["b1c1"], []], "phase": "invest", "rounds": 1, "money": [9, 0]}
    match = game.match(["you", "you"], position=position)
    for move in ("mower-a", "card-a", "card-a", "done"):
        match.play(move)
    assert match.state.money[0] == 0
    assert match.scores() == [5, 1]
    assert match.state.phase == game.rules.DISCARDING
