"""Every game there and back: records through JSON, undo and redo, states as JSON, pickles and numpy records."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np

import mowlab
from mowlab.match import Match

from .play import every_game, every_setting, opened, states, walk, walks


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def must_be_the_same(again: Match, match: Match) -> None:
    assert again.state == match.state
    assert through_json(again.record()) == through_json(match.record())
    assert [turn.before[0] for turn in again.turns] == [turn.before[0] for turn in match.turns]
    assert [turn.events for turn in again.turns] == [turn.events for turn in match.turns]


@every_setting
def test_a_record_through_json_replays_to_the_same_states_events_and_record(setting: Any) -> None:
    match = walk(setting)
    must_be_the_same(mowlab.replay(through_json(match.record())), match)


@every_game
def test_matches_from_positions_are_replayed_too(key: str) -> None:
    for match in walks(key):
        must_be_the_same(mowlab.replay(through_json(match.record())), match)


@every_setting
def test_replay_needs_no_random_generator(setting: Any) -> None:
    """With another seed in the record all cards come as they did: luck is in the record, not in the seed."""
    match = walk(setting)
    record = through_json({**match.record(), "seed": 999})
    again = mowlab.replay(record)
    assert [turn.before[0] for turn in again.turns] == [turn.before[0] for turn in match.turns]
    assert again.state == match.state


@every_setting
def test_undo_leads_back_through_the_same_states_and_redo_forward_again(setting: Any) -> None:
    match = walk(setting)
    again = mowlab.replay(through_json(match.record()))
    for turn in reversed(match.turns):
        assert again.undo() == 1
        assert again.state == turn.before[0]
    assert again.undo() == 0
    for turn in match.turns:
        assert again.state == turn.before[0]
        redone = again.play(turn.action)
        assert (redone.seat, redone.chance, redone.events) == (turn.seat, turn.chance, turn.events)
    assert again.state == match.state


@every_setting
def test_a_record_in_mid_game_goes_on_as_the_match_did(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    half = game.match(["random"] * game.players, seed=1)
    half.advance(len(match.turns) // 2)
    again = mowlab.replay(through_json(half.record()))
    again.advance()
    must_be_the_same(again, match)


@every_setting
def test_states_survive_json_pickle_and_numpy(setting: Any) -> None:
    schema = opened(setting).state_class
    record = np.zeros(1, schema.dtype())
    for s in states(walk(setting), every=15):
        assert schema.from_values(through_json(schema.values(s))) == s
        assert pickle.loads(pickle.dumps(s)) == s
        schema.to_record(s, record[0])
        assert schema.from_record(record[0]) == s
        assert schema.from_record(pickle.loads(pickle.dumps(record))[0]) == s
