"""Mob Town's cards: the published counts, and a sentence with file and row for whatever is wrong with a file."""

from __future__ import annotations

import copy
import pathlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.core.cards import SOURCES, CardError
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town.cards import constants, load

from ..strategies import damaged, read_toml, to_toml

PUBLISHED = pathlib.Path(mowlab.__file__).parent / "games" / "mob_town" / "cards.toml"
FILE = read_toml(PUBLISHED)
CARDS = load()
Data = dict[str, Any]


# ---- the published cards --------------------------------------------------------------------------------------------
def test_the_draw_deck_has_56_cards_and_the_law() -> None:
    counts = dict(zip(CARDS.column("code"), CARDS.column("count"), strict=True))
    assert sum(counts.values()) == 57
    assert counts["law"] == 1
    for suit in ("rat", "shark", "snake", "fox", "weasel"):
        assert [counts[f"{suit}{value}"] for value in (1, 2, 3)] == [5, 3, 2]


def test_properties_have_five_types_four_values_two_suits_and_every_arrow_once_a_type() -> None:
    rows = CARDS.others["properties"]
    assert Counter((row["type"], row["value"]) for row in rows) == Counter((t, v) for t in "GRHTF" for v in range(1, 5))
    for kind in "GRHTF":
        assert {row["arrow"] for row in rows if row["type"] == kind} == {"up", "right", "down", "left"}
    suits = Counter(suit for row in CARDS.others["types"] for suit in (row["first"], row["second"]))
    assert set(suits.values()) == {2}, "each suit serves two types"


def test_what_the_rulebook_shows_is_there_and_what_nobody_printed_is_marked() -> None:
    types = {row["name"]: row for row in CARDS.others["types"]}
    assert {types["Gaming Hall"]["first"], types["Gaming Hall"]["second"]} == {"snake", "shark"}
    assert {types["Restaurant"]["first"], types["Restaurant"]["second"]} == {"rat", "shark"}
    marked = set(CARDS.reconstructed)
    assert {"H", "T", "F", "cash", "rat1", "G1", "empire"} <= marked
    assert not marked & {"G", "R", "law", "halls", "variety", "district"}
    assert set(CARDS.provenance) == set(SOURCES)


def test_there_are_eight_agendas_one_for_each_type_and_three_others() -> None:
    counts = Counter(row["counts"] for row in CARDS.others["agendas"])
    assert counts == {"type": 5, "types": 1, "group": 1, "properties": 1}


# ---- files that cannot be used --------------------------------------------------------------------------------------
def row(data: Data, table: str, code: str) -> Data:
    found: Data = next(row for row in data[table] if row["code"] == code)
    return found


def with_field(table: str, code: str, **fields: Any) -> Callable[[Data], Any]:
    return lambda data: row(data, table, code).update(fields)


FAULTS: list[tuple[Callable[[Data], Any], str]] = [
    (with_field("cards", "rat3", count=3), "the draw deck has 58 cards; it needs 57"),
    (with_field("cards", "law", count=2), "there is one law card, not 2"),
    (with_field("cards", "rat3", value=2), "row 1 of 'cards' must be rat of value 3"),
    (lambda data: data["cards"].reverse(), "row 1 of 'cards' must be rat of value 3"),
    (lambda data: data["cards"].pop(), "row 17 of 'cards' must be law of value 0"),
    (
        lambda data: data["cards"].append({**data["cards"][-1], "code": "two"}),
        "row 18 of 'cards' must be nothing more",
    ),
    (with_field("cards", "rat3", suit="cat"), "card 'rat3' has suit = 'cat'"),
    (with_field("types", "G", second="snake"), "row of types 'G' has the suit 'snake' twice"),
    (with_field("types", "G", second="cash"), "row of types 'G' has second = 'cash'"),
    (lambda data: data["types"].pop(), "there are 4 rows of 'types'"),
    (with_field("properties", "G1", type="X"), "row of properties 'G1' has type = 'X'; allowed is G, R, H, T, F"),
    (with_field("properties", "G1", value=0), "row of properties 'G1' has value = 0"),
    (with_field("properties", "G1", arrow="north"), "row of properties 'G1' has arrow = 'north'"),
    (lambda data: data["properties"].pop(), "there are 19 rows of 'properties'"),
    (with_field("agendas", "halls", of="all"), "row of agendas 'halls' counts type and has of = 'all'"),
    (with_field("agendas", "empire", of="G"), "row of agendas 'empire' counts properties and has of = 'G'"),
    (with_field("agendas", "halls", counts="points"), "row of agendas 'halls' has counts = 'points'"),
    (lambda data: data.pop("agendas"), "field 'agendas' must be a list"),
]


@pytest.mark.parametrize(("fault", "sentence"), FAULTS, ids=[sentence for _, sentence in FAULTS])
def test_a_faulty_file_is_refused_in_a_sentence(tmp_path: pathlib.Path, fault: Any, sentence: str) -> None:
    data = copy.deepcopy(FILE)
    fault(data)
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(data), "utf-8")
    with pytest.raises(CardError) as caught:
        load(path)
    assert str(caught.value).startswith("mine.toml: ")
    assert sentence in str(caught.value)


@given(st.data())
def test_a_damaged_file_is_refused_or_plays(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("cards") / "mine.toml"
    path.write_text(to_toml(data.draw(damaged(FILE))), "utf-8")
    try:
        game = mowlab.game("mob-town", players=2, cards=path)
    except CardError:
        return
    match = game.match(["random"] * 2, seed=1)
    match.advance(60)
    assert match.legal()


# ---- an owner's file ------------------------------------------------------------------------------------------------
def test_an_owners_values_are_played_and_told(tmp_path: pathlib.Path) -> None:
    data = copy.deepcopy(FILE)
    row(data, "properties", "G1").update({"value": 6, "from": "owner"})
    row(data, "types", "G").update({"first": "fox", "second": "weasel", "from": "owner"})
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(data), "utf-8")
    game = mowlab.game("mob-town", players=2, cards=path)
    position = {"city": {"G1": [0, 0]}, "hands": [["fox3", "weasel3"], ["snake1"]], "law": 0}
    match = game.match(["you", "you"], seed=1, position=position)
    place = match.view(0)["city"][0]
    assert (place["face"], place["value"], place["suits"], place["cards"]) == (6, 6, ["fox", "weasel"], 2)
    for move in ("take-G1", "fox3", "weasel3"):
        match.play(move)
    match.play("draw")
    assert match.scores()[0] >= 6


def test_all_columns_that_the_rules_read_come_from_the_file() -> None:
    assert {name: getattr(r, name) for name in constants(CARDS)} == constants(CARDS)
