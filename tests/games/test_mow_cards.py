"""MOW's cards: the published counts, and a sentence with file, card and field for whatever is wrong with a file."""

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
from mowlab.games.mow.cards import KINDS, N_CARDS, PACKET_SIZE, load

from ..oracles.mow import COWS
from ..strategies import anything, damaged, read_toml, to_toml

PUBLISHED = pathlib.Path(mowlab.__file__).parent / "games" / "mow" / "cards.toml"
FILE = read_toml(PUBLISHED)
Data = dict[str, Any]


@pytest.fixture(scope="module")
def cards() -> Cards:
    return load()


# ---- the published cards --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("packet", ["green", "yellow"])
def test_a_packet_holds_what_the_rulebook_lists(cards: Cards, packet: str) -> None:
    rows = [row for row in cards.rows if row["packet"] == packet]
    assert len(rows) == PACKET_SIZE == 48
    assert sum(row["flies"] for row in rows) == 74
    numbers = {
        flies: sorted(row["number"] for row in rows if row["flies"] == flies and row["kind"] == "cow")
        for flies in range(4)
    }
    assert numbers == {0: [*range(1, 16)], 1: [*range(2, 15)], 2: [*range(3, 14)], 3: [7, 8, 9]}
    assert all(row["flies"] == 5 for row in rows if row["kind"] != "cow")


def test_the_special_cows_are_those_of_the_rulebook(cards: Cards) -> None:
    specials = {
        packet: Counter(row["kind"] for row in cards.rows if row["packet"] == packet and row["kind"] != "cow")
        for packet in ("green", "yellow")
    }
    assert specials == {
        "green": Counter(blocker=2, acrobat=2, slowpoke=2),
        "yellow": Counter(blocker=2, calf=1, thin=1, dairy=1, mad=1),
    }


def test_ids_codes_and_values_are_those_of_the_independent_referee(cards: Cards) -> None:
    kinds = {"cow": "ordinary", "blocker": "blocking", "acrobat": "acrobatic"}
    ours = [(row["code"], row["packet"], kinds.get(row["kind"], row["kind"]), row["number"]) for row in cards.rows]
    theirs = [(c.code, c.packet, c.kind, -1 if c.number is None else c.number) for c in COWS.values()]
    assert ours == theirs
    assert cards.column("flies") == [c.flies for c in COWS.values()]
    assert len(ours) == N_CARDS


def test_values_that_nobody_has_printed_are_marked_as_reconstructed(cards: Cards) -> None:
    assert cards.reconstructed == ("yB0", "yB16", "yT7", "yD9")
    assert set(cards.provenance) == set(SOURCES)
    assert {row["from"] for row in cards.rows} <= set(SOURCES)


# ---- files that cannot be used --------------------------------------------------------------------------------------
def row(data: Data, code: str) -> Data:
    return next(r for r in data["cards"] if r["code"] == code)


def with_field(code: str, /, **fields: Any) -> Callable[[Data], Any]:
    return lambda data: row(data, code).update(fields)


def without_field(code: str, field: str) -> Callable[[Data], Any]:
    return lambda data: row(data, code).pop(field)


def move_to_front(data: Data) -> None:
    data["cards"].insert(0, data["cards"].pop())


def of_each(**fields: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        for r in data["cards"]:
            r.update(fields)

    return change


FAULTS: dict[str, tuple[Callable[[Data], Any], str]] = {
    "a missing field": (without_field("g7.2", "flies"), "card 'g7.2' lacks the field 'flies'"),
    "a missing source": (without_field("g7.2", "from"), "card 'g7.2' lacks the field 'from'"),
    "a missing code": (without_field("g7.2", "code"), "card number 33 lacks the field 'code'"),
    "negative flies": (with_field("g7.2", flies=-1), "card 'g7.2' has flies = -1; allowed is .* from 0 to 9"),
    "too many flies": (with_field("g7.2", flies=10), "card 'g7.2' has flies = 10"),
    "flies as a word": (with_field("g7.2", flies="two"), "card 'g7.2' has flies = 'two'"),
    "half a fly": (with_field("g7.2", flies=0.5), "card 'g7.2' has flies = 0.5"),
    "true flies": (with_field("g7.2", flies=True), "card 'g7.2' has flies = True"),
    "a number too high": (with_field("g7.2", number=17), "card 'g7.2' has number = 17; allowed is .* from 0 to 16"),
    "a number too low": (with_field("g7.2", number=-2), "card 'g7.2' has number = -2"),
    "a cow without a number": (with_field("g7.2", number=-1), "card 'g7.2' has number = -1; a cow has a number"),
    "a slowpoke with a number": (with_field("gSa", number=7), "card 'gSa' has number = 7; a slowpoke has no number"),
    "an unknown kind": (with_field("gA7", kind="bull"), "card 'gA7' has kind = 'bull'; allowed is cow, blocker"),
    "an unknown packet": (with_field("g7.2", packet="red"), "has packet = 'red'; allowed is green or yellow"),
    "an unknown source": (with_field("g7.2", **{"from": "hearsay"}), "card 'g7.2' has from = 'hearsay'; allowed is"),
    "a code with a space": (with_field("g7.2", code="g 7"), "card 'g 7' has code = 'g 7'; allowed is a short code"),
    "an unknown field": (with_field("g7.2", value=3), "card 'g7.2' has an unknown field 'value'"),
    "a code used twice": (with_field("g7.2", code="g7.1"), "card 'g7.1' stands there twice"),
    "a code like another move": (with_field("g7.2", code="take"), "no card may have the code 'take'"),
    "a code like the calf's": (with_field("g7.2", code="yC-"), "no card may have the code 'yC-'"),
    "a card too few": (lambda data: data["cards"].pop(), "the yellow packet has 47 cards"),
    "a card too many": (lambda data: data["cards"].append({**row(data, "yM"), "code": "x"}), "yellow packet has 49"),
    "packets mixed": (move_to_front, "the green packet must stand before those of the yellow"),
    "a flyless last number": (with_field("yB16", flies=0), "card 'yB16' has flies = 0; a 0 or 16 has some"),
    "two calves": (with_field("yM", kind="calf"), "more than one card is of kind 'calf'"),
    "no flies at all": (of_each(flies=0), "no card of the green packet has flies"),
    "only thin cows": (lambda data: of_each(kind="thin", number=5)(data), "96 cards are of kind .* at most 9 may be"),
    "no cards": (lambda data: data.pop("cards"), "field 'cards' must be a list"),
    "cards as text": (lambda data: data.update(cards=["g7.2"]), "field 'cards' must be a list of cards"),
    "another game's file": (lambda data: data.update(game="chess"), "field 'game' is 'chess', but cards for 'mow'"),
    "a source explained by a number": (lambda data: data.update(provenance={"rulebook": 1}), "field 'provenance'"),
    "sources in a text": (lambda data: data.update(provenance="all from the rulebook"), "field 'provenance'"),
}


def card_file(folder: pathlib.Path, data: Data) -> pathlib.Path:
    path = folder / "my-cards.toml"
    path.write_text(to_toml(data), "utf-8")
    return path


@pytest.mark.parametrize("name", FAULTS)
def test_a_sentence_names_file_card_and_field(name: str, tmp_path: pathlib.Path) -> None:
    fault, says = FAULTS[name]
    data = copy.deepcopy(FILE)
    fault(data)
    with pytest.raises(CardError, match=says) as caught:
        mowlab.game("mow", players=6, cards=card_file(tmp_path, data))
    assert "my-cards.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"cards = [", "this is not a TOML file"),
        (b"\xff\xfe\x00", "this is not a TOML file"),
        (b"", "field 'game' is None"),
        (b"x = " + b"[" * 5000 + b"]" * 5000, "this is not a card file"),
    ],
)
def test_a_file_of_another_sort(content: bytes, says: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "my-cards.toml").write_bytes(content)
    with pytest.raises(CardError, match=rf"my-cards\.toml: {says}"):
        mowlab.game("mow", cards=tmp_path / "my-cards.toml")


def test_no_file_at_all(tmp_path: pathlib.Path) -> None:
    with pytest.raises(CardError, match="there is no such card file"):
        mowlab.game("mow", cards=tmp_path / "nowhere.toml")
    with pytest.raises(CardError, match="cannot be read"):
        mowlab.game("mow", cards=tmp_path)
    with pytest.raises(CardError):
        mowlab.game("mow", cards="a\0b")


@given(data=st.data())
def test_random_damage_is_refused_or_leaves_a_game_that_can_be_played(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    changed = data.draw(damaged(FILE, most=3))
    path = card_file(tmp_path_factory.getbasetemp(), changed)
    problem, game = "", None
    try:
        game = mowlab.game("mow", players=2, packets="both", cards=path)
    except CardError as error:
        problem = str(error)
    if game is None:
        assert re.search(r"my-cards\.toml: .+", problem)
    else:
        match = game.match(["random", "random"], seed=1)
        match.advance(300)
        assert mowlab.replay(match.record(), cards=path).state == match.state


@given(code=st.sampled_from(list(COWS)), field=st.sampled_from(["code", "kind", "number", "flies"]), value=anything)
def test_a_random_value_in_any_field(
    code: str, field: str, value: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = copy.deepcopy(FILE)
    row(data, code)[field] = value if isinstance(value, str | int | float | list | dict) else str(value)
    path = card_file(tmp_path_factory.getbasetemp(), data)
    try:
        game = mowlab.game("mow", players=6, cards=path)
    except CardError:
        return
    assert all(game.action(game.notation(a)) == a for a in game.words.all_actions())


# ---- files that can be used -----------------------------------------------------------------------------------------
def test_a_copy_of_the_published_file_plays_the_same_game(tmp_path: pathlib.Path) -> None:
    game = mowlab.game("mow", players=3, cards=card_file(tmp_path, FILE))
    assert game.cards.digest == mowlab.game("mow", players=3).cards.digest
    assert game.cards.rows == load().rows


def swapped(one: str, two: str) -> Data:
    """The published file with what is printed on two cards exchanged."""
    data = copy.deepcopy(FILE)
    a, b = row(data, one), row(data, two)
    for field in ("kind", "number", "flies"):
        a[field], b[field] = b[field], a[field]
    return data


def test_a_calf_and_a_mad_cow_elsewhere_are_found_there(tmp_path: pathlib.Path) -> None:
    data = swapped("gSa", "yC")
    game = mowlab.game("mow", players=3, cards=card_file(tmp_path, data))
    assert [game.notation(a) for a in (96, 97)] == ["gSa-", "gSa+"]
    state = game.position(hands=[["gSa", "g5.0"], [], []], herds=[["g7.0", "g9.1"]])
    match = game.match(seed=1, position={"hands": [["gSa", "g5.0"], [], []], "herds": [["g7.0", "g9.1"]]})
    assert match.state == state
    assert {game.notation(a) for a in match.legal()} == {"gSa-", "g5.0", "take"}
    reason = match.why_not("gSa+")
    assert reason is not None
    assert "no flies" in reason.text
    match.play("gSa-")
    assert match.state.low[0] == 6
    assert [game.notation(a) for a in match.legal()] == ["keep", "turn"]  # the card is still a green one
    herd = {"hands": [[], [], []], "herds": [["g7.0", "gSa-", "g5.0"]]}
    assert game.position(**herd).low[0] == 5


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_cow_can_be_any_card(kind: str, tmp_path: pathlib.Path) -> None:
    data = copy.deepcopy(FILE)
    for r in data["cards"]:
        if r["kind"] == kind and kind in ("calf", "mad"):
            r.update(kind="slowpoke")
    row(data, "g8.1").update(kind=kind, number=-1 if kind in ("slowpoke", "calf", "mad") else 8)
    game = mowlab.game("mow", players=6, cards=card_file(tmp_path, data))
    match = game.match(["random"] * 6, seed=3)
    match.advance()
    assert match.over
