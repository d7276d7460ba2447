"""Records: JSON there and back, and a sentence for whatever is wrong with one."""

from __future__ import annotations

import functools
import json
import pathlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.core.game import PYTHON_BOTS
from mowlab.match import Match
from mowlab.record import RecordError

from .strategies import damaged, json_values, numbers

Record = dict[str, Any]
POSITION = {"hands": [["g7.2", "gSa"], ["g5.0"], ["g6.0"]], "herds": [["g8.0", "g10.0"]], "deck": ["g1.0", "g2.0"]}


@functools.cache
def _played(players: int, moves: int, position: bool, options: tuple[tuple[str, Any], ...]) -> str:
    game = mowlab.game("mow", players=players, **dict(options))
    match = game.match(["random"] * players, seed=players, position=POSITION if position else None)
    match.advance(moves)
    return json.dumps(match.record())


def played(players: int = 3, moves: int = 20_000, position: bool = False, **options: Any) -> Record:
    """A record fresh from JSON: of a whole game, or of its first moves."""
    record: Record = json.loads(_played(players, moves, position, tuple(options.items())))
    return record


RECORDS = {
    "four farmers": played(4),
    "two farmers, three herds": played(2),
    "ten farmers, both packets": played(10),
    "nothing played yet": played(3, 0),
    "in mid-game": played(6, 100),
    "with every option": played(5, random_starter="random", six_specials="on", packets="both"),
    "from a position": played(3, 30, position=True),
}


# ---- there and back -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", RECORDS)
def test_replay_leads_to_the_same_record(name: str) -> None:
    record = RECORDS[name]
    assert json.loads(json.dumps(mowlab.replay(record).record())) == record


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_played_is_what_is_replayed_step_by_step(name: str) -> None:
    record = RECORDS[name]
    game = mowlab.game("mow", **record["options"])
    first = Match(game, [s["bot"] for s in record["seats"]], record["seed"], position=record["position"])
    first.advance(len(record["moves"]))
    again = mowlab.replay(record)
    assert again.state == first.state
    assert [turn.before[0] for turn in again.turns] == [turn.before[0] for turn in first.turns]
    assert [turn.chance for turn in again.turns] == [turn.chance for turn in first.turns]
    for seat in (None, *range(game.players)):
        assert again.events(seat) == first.events(seat)


@pytest.mark.parametrize("moves", [0, 1, 57])
def test_a_loaded_match_goes_on_with_the_same_luck(moves: int) -> None:
    first = mowlab.game("mow", players=4).match(["random"] * 4, seed=5)
    first.advance(moves)
    again = mowlab.replay(json.loads(json.dumps(first.record())))
    first.advance()
    again.advance()
    assert again.record() == first.record()


def test_luck_taken_back_in_a_loaded_match_comes_again() -> None:
    record = RECORDS["four farmers"]
    match = mowlab.replay(record)
    assert sum(bool(turn.chance) for turn in match.turns) >= 2, "this test needs deals of later rounds"
    states = [turn.before[0] for turn in match.turns] + [match.state.__copy__()]
    while match.undo():
        pass
    for entry, state in zip(record["moves"], states, strict=False):
        assert match.state == state
        match.play(entry["move"])
    assert match.state == states[-1]
    assert match.scores() == record["result"]["scores"]


def test_a_record_with_other_cards_needs_those_cards(tmp_path: pathlib.Path) -> None:
    text = (pathlib.Path(mowlab.__file__).parent / "games" / "mow" / "cards.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(text.replace('"g7.2"', '"my7"'), "utf-8")
    match = mowlab.game("mow", players=3, cards=tmp_path / "mine.toml").match(["random"] * 3, seed=1)
    match.advance(40)
    record = match.record()
    with pytest.raises(RecordError, match="other cards"):
        mowlab.replay(record)
    assert mowlab.replay(record, cards=tmp_path / "mine.toml").record() == record


def test_a_bot_that_is_not_here_leaves_its_seat_to_a_person() -> None:
    @mowlab.bot("mow", name="Gone Tomorrow")
    def gone(view: Any) -> Any:
        return view.moves[0]

    match = mowlab.game("mow", players=3).match(["gone-tomorrow", "random", "random"], seed=1)
    match.advance(10)
    del PYTHON_BOTS["mow", "gone-tomorrow"]
    again = mowlab.replay(match.record())
    assert again.state == match.state
    assert [seat.bot.key if seat.bot else None for seat in again.seats] == [None, "random", "random"]
    assert "gone-tomorrow" in again.notes[0]


# ---- what can be wrong ----------------------------------------------------------------------------------------------
def change(path: str, value: Any) -> Callable[[Record], None]:
    """Put `value` at a path such as "moves.3.move"."""
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]

    def change_it(record: Record) -> None:
        part: Any = record
        for step in way:
            part = part[step]
        part[last] = value

    return change_it


def drop(name: str) -> Callable[[Record], None]:
    return lambda record: record.pop(name)


def swap_first_cards(record: Record) -> None:
    record["opening"][0], record["opening"][20] = record["opening"][20], record["opening"][0]


FAULTS: dict[str, tuple[Callable[[Record], Any], str]] = {
    "another program's file": (change("format", "chess"), "not a mowlab record"),
    "a newer format": (change("version", 2), "version 2; this mowlab reads version 1"),
    "no version": (drop("version"), "version None"),
    "no moves": (drop("moves"), "'moves' is missing or is not a list"),
    "options as a list": (change("options", []), "'options' is missing or is not a JSON object"),
    "an unknown game": (change("game", "chess"), "There is no game 'chess'; there are: "),
    "too many farmers": (change("options.players", 11), "players = 11 is not possible; allowed: 2, 3"),
    "farmers as a list": (change("options.players", [3]), r"players = \[3\] is not possible"),
    "an unknown option": (change("options.speed", 1), "no option 'speed'"),
    "an option left out": (lambda record: record["options"].pop("packets"), "every option of MOW; missing: packets"),
    "a card file named in the record": (change("options.cards", "/etc/passwd"), "'cards', which no game has"),
    "an option called name": (change("options.name", 1), "no option 'name'"),
    "an option called self": (change("options.self", 1), "no option 'self'"),
    "other cards": (change("cards", "0123456789abcdef"), "played with other cards"),
    "a seat too few": (lambda record: record["seats"].pop(), "needs 3 seats"),
    "a seat without a name": (change("seats.0", {"bot": None}), "needs a name"),
    "an endless name": (change("seats.0.name", "x" * 41), "1 to 40 characters"),
    "a bot as a list": (change("seats.0.bot", ["random"]), "must be a bot's key or null"),
    "a negative seed": (change("seed", -1), "a seed is a whole number"),
    "a position that cannot be": (change("position", {"hands": [["g7.2"]] * 3}), "'g7.2' is named twice"),
    "a position without hands": (change("position", {}), "cannot be set up"),
    "a position as a list": (change("position", []), "'position' must be a JSON object or null"),
    "a deal of other cards": (change("opening.0", 48), "does not hold the chance outcomes of a deal"),
    "half a deal": (lambda record: record["opening"].pop(), "does not hold the chance outcomes of a deal"),
    "a deal with words": (change("opening.0", "g1.0"), "'opening' must be a list of whole numbers"),
    "two cards of the deal exchanged": (swap_first_cards, r"Move \d+ .* is not allowed"),
    "a move nobody knows": (change("moves.0.move", "castle"), "Move 1: 'castle' is not a move of MOW"),
    "an illegal move": (change("moves.0.move", "take"), r"Move 1 \(take\) is not allowed: There is no herd to take"),
    "a move as a number": (change("moves.0.move", 5), "Move 1 must have a seat"),
    "a move out of turn": (change("moves.1.seat", 0), "Move 2 is made by seat 0, but seat 1 is to move"),
    "chance out of nowhere": (change("moves.0.chance", [1, 2]), r"Move 1 .*chance outcomes are missing, too many"),
    "chance in words": (change("moves.0.chance", "dice"), "Move 1: chance must be a list of whole numbers"),
    "a move after the end": (lambda record: record["moves"].append(record["moves"][-1]), "The game is over"),
    "broken streams": (change("streams", [1, 2, 3]), "'streams' must be a list of eight"),
    "another result": (change("result.scores", [0, 0, 0]), r"result is .* but its moves lead to"),
    "a result too early": (lambda record: record["moves"].pop(), r"result is .* but its moves lead to None"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_sentence_says_what_is_wrong(name: str) -> None:
    fault, says = FAULTS[name]
    record = played(3)
    fault(record)
    with pytest.raises(RecordError, match=says) as caught:
        mowlab.replay(record)
    assert "\n" not in str(caught.value)


def test_a_record_of_other_rules_says_so_where_it_fails() -> None:
    record = played(3)
    record["rules"] = "0000000000000000"
    mowlab.replay(record)  # where the moves still fit, it does not matter
    record["moves"][0]["move"] = "take"
    with pytest.raises(RecordError, match="written by another version of the rules"):
        mowlab.replay(record)


def must_be_refused_or_valid(record: Any) -> None:
    untouched = repr(record)
    match, problem = None, ""
    try:
        match = mowlab.replay(record)
    except RecordError as error:
        problem = str(error)
    assert repr(record) == untouched
    if match is None:
        assert problem
        assert "\n" not in problem
        return
    assert mowlab.replay(json.loads(json.dumps(match.record()))).state == match.state
    match.advance(5)


@pytest.mark.parametrize("name", ["nothing played yet", "from a position", "in mid-game"])
@given(data=st.data())
def test_random_damage_is_refused_or_leaves_a_valid_match(name: str, data: st.DataObject) -> None:
    must_be_refused_or_valid(data.draw(damaged(RECORDS[name])))


@given(path=st.sampled_from(["hands", "herds", "deck", "flies", "sheds", "turn", "direction", "phase"]), data=st.data())
def test_random_values_in_a_position_are_refused_or_leave_a_valid_match(path: str, data: st.DataObject) -> None:
    record = played(3, 0, position=True)
    record["position"][path] = data.draw(json_values | st.lists(numbers, min_size=3, max_size=3))
    must_be_refused_or_valid(record)


@given(json_values)
def test_anything_else_is_no_record(value: Any) -> None:
    with pytest.raises(RecordError):
        mowlab.replay(value)
