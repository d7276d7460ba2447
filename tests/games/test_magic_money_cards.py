"""The creatures of Magic Money: our own ones, and a sentence with file, card and field for every fault in a file."""

from __future__ import annotations

import copy
import pathlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.core.cards import CardError, Cards
from mowlab.games.magic_money.cards import ABILITIES, N_CARDS, load
from mowlab.games.magic_money.state import ENTRIES
from mowlab.games.magic_money.words import ABILITY_WORDS

from ..strategies import damaged, read_toml, to_toml

PUBLISHED = pathlib.Path(mowlab.__file__).parent / "games" / "magic_money" / "cards.toml"
FILE = read_toml(PUBLISHED)
Data = dict[str, Any]


@pytest.fixture(scope="module")
def cards() -> Cards:
    return load()


# ---- our own creatures ----------------------------------------------------------------------------------------------
def test_all_creatures_are_marked_as_made_up(cards: Cards) -> None:
    assert len(cards.rows) == N_CARDS == 21
    assert len(cards.reconstructed) == 21


def test_the_totals_are_those_of_the_research(cards: Cards) -> None:
    totals = {sign: sum(cards.column(sign)) for sign in ("vp", "horns", "wings", "left", "right")}
    assert totals == {"vp": 47, "horns": 15, "wings": 13, "left": 8, "right": 8}
    abilities = cards.column("ability")
    assert abilities.count("none") == 9
    assert sum(a in ("wild-horn", "loose-hearts") for a in abilities) == 2
    assert set(abilities) == set(ABILITIES)
    assert set(ABILITY_WORDS) == set(ABILITIES)


# ---- files that cannot be used --------------------------------------------------------------------------------------
def row(data: Data, code: str) -> Data:
    return next(r for r in data["cards"] if r["code"] == code)


def with_field(code: str, /, **fields: Any) -> Callable[[Data], Any]:
    return lambda data: row(data, code).update(fields)


def without_field(code: str, field: str) -> Callable[[Data], Any]:
    return lambda data: row(data, code).pop(field)


FAULTS: dict[str, tuple[Callable[[Data], Any], str]] = {
    "another game": (lambda data: data.update(game="mow"), "field 'game' is 'mow', but cards for 'magic-money'"),
    "a creature too few": (lambda data: data["cards"].pop(), "there are 20 creatures; Magic Money has 21"),
    "a missing field": (without_field("sootkit", "wings"), "card 'sootkit' lacks the field 'wings'"),
    "negative points": (with_field("sootkit", vp=-1), "card 'sootkit' has vp = -1; allowed is .* from 0 to 20"),
    "too many points": (with_field("sootkit", vp=21), "card 'sootkit' has vp = 21"),
    "too many horns": (with_field("sootkit", horns=10), "card 'sootkit' has horns = 10; allowed is .* from 0 to 9"),
    "half a heart": (with_field("sootkit", left=0.5), "card 'sootkit' has left = 0.5"),
    "an unknown ability": (with_field("sootkit", ability="fly"), "has ability = 'fly'; allowed is none, erase-public"),
    "no name": (with_field("sootkit", name="  "), "card 'sootkit' has name = '  '"),
    "an unknown field": (with_field("sootkit", tail=1), "card 'sootkit' has an unknown field 'tail'"),
    "a code used twice": (with_field("sootkit", code="oddling"), "card 'oddling' stands there twice"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_a_file_is_said(fault: str, tmp_path: pathlib.Path) -> None:
    change, says = FAULTS[fault]
    data = copy.deepcopy(FILE)
    change(data)
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(data), "utf-8")
    with pytest.raises(CardError, match=says) as caught:
        mowlab.game("magic-money", cards=path)
    assert str(caught.value).startswith("mine.toml: ")


def opened(path: pathlib.Path) -> Any:
    """The game with these cards, or what is wrong with them."""
    try:
        return mowlab.game("magic-money", cards=path, players=3)
    except CardError as error:
        return str(error)


@given(data=damaged(FILE))
def test_a_damaged_file_is_refused_in_a_sentence_or_can_be_played(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    path = tmp_path_factory.mktemp("cards") / "mine.toml"
    path.write_text(to_toml(data), "utf-8")
    game = opened(path)
    if isinstance(game, str):
        assert game.startswith("mine.toml: ")
        return
    match = game.match(["random"] * 3, seed=1)
    match.advance()
    assert match.over
    assert match.payoffs() is not None
    assert sum(match.payoffs() or []) == pytest.approx(1)


@given(abilities=st.lists(st.sampled_from(ABILITIES), min_size=21, max_size=21), seed=st.integers(0, 1000))
def test_an_owners_creatures_may_have_any_abilities(
    tmp_path_factory: pytest.TempPathFactory, abilities: list[str], seed: int
) -> None:
    data = copy.deepcopy(FILE)
    for r, ability in zip(data["cards"], abilities, strict=True):
        r.update({"ability": ability, "from": "owner"})
    path = tmp_path_factory.mktemp("cards") / "mine.toml"
    path.write_text(to_toml(data), "utf-8")
    game = mowlab.game("magic-money", cards=path, players=3 + seed % 4)
    match = game.match(["random"] * game.players, seed=seed)
    match.advance()
    assert match.over
    assert game.cards.reconstructed == ()
    assert max(match.state.entries) <= ENTRIES


def test_an_owners_values_count(tmp_path: pathlib.Path) -> None:
    data = copy.deepcopy(FILE)
    row(data, "puddlewyrm").update(vp=9, horns=1)
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(data), "utf-8")
    match = mowlab.game("magic-money", cards=path, players=3).match(
        ["you"] * 3, position={"cards": ["puddlewyrm", "moonmule"], "moves": "1 5 2 seat1"}
    )
    assert match.scores() == [0, 10, 0]
    assert match.view(0).facts["points"] == [0, 10, 0]
