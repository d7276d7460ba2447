"""Rules of every game: play ends, what is listed is what is allowed, luck is written down, every code has words."""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import mowlab
from mowlab.core import engine
from mowlab.core.game import Game, OptionError, PositionError
from mowlab.core.table import CHANCE, KINDS, LOG_ROWS, MAX_MOVES, NO_FAULT, SCRATCH, Table
from mowlab.core.words import Names, Reason
from mowlab.match import Match

from .play import REFUSED, SETTINGS, every_game, every_setting, opened, states, walk, walks

ODD_ACTIONS = [-1, -(2**40), 2**40]


def all_actions(game: Game) -> list[int]:
    """All actions with a code of their own, some that do not exist, and amounts where moves can be amounts."""
    actions, amounts = list(game.words.all_actions()), game.words.AMOUNTS
    ends = [amounts.start - 1, amounts.start, amounts.stop - 1, amounts.stop] if amounts else []
    return [*actions, max(actions) + 1, *ODD_ACTIONS, *ends]


def is_sentence(text: str) -> bool:
    """Begins with a capital, ends with a full stop or the like, nothing left unfilled."""
    return bool(re.fullmatch(r"[^a-z{}|\n][^{}|\n]*[.!?]", text)) and " None" not in text


# ---- play -----------------------------------------------------------------------------------------------------------
@every_setting
def test_random_play_ends_with_a_winner(setting: Any) -> None:
    match = walk(setting)
    assert match.over
    assert 0 < len(match.turns) < engine.MAX_STEPS
    payoffs = match.payoffs()
    assert payoffs is not None
    assert min(payoffs) >= 0
    if match.game.players > 1:
        assert sum(payoffs) == pytest.approx(1)
    else:
        assert payoffs[0] <= 1, "who plays alone may lose to a dummy"
    assert match.legal() == []


@every_setting
def test_what_is_listed_is_what_check_allows_for_every_action_there_is(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    t: Any = Table.new()
    for s in states(match, every=2):
        before = s.__copy__()
        n = game.plain.list_moves(s, t)
        allowed = [a for a in all_actions(game) if game.plain.check(s, a) == 0]
        listed = t.moves[:n]
        if game.plain.is_over(s):
            assert allowed == []
        elif any(map(game.is_amount, [*allowed, *listed])):
            assert all(game.plain.check(s, a) == 0 for a in listed), "candidates are legal"
            assert listed == sorted(set(listed)), "in ascending order"
            assert all(map(game.is_amount, [*allowed, *listed])), "a question for an amount is answered by one"
            assert n > 0
        else:
            assert listed == allowed, "in ascending order"
            assert n > 0
        assert s == before, "looking changes nothing"
    assert t.fault == NO_FAULT


@every_setting
def test_the_mover_is_a_seat_and_only_the_end_is_the_end(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    for s in states(match)[:-1]:
        assert 0 <= game.plain.mover(s) < game.players
        assert not game.plain.is_over(s)
    assert game.plain.is_over(match.state)


@every_setting
def test_stages_go_up_one_by_one(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    for s, after in pairwise(states(match)):
        assert game.plain.stage(after) - game.plain.stage(s) in (0, 1)


@every_setting
def test_a_turn_fits_on_the_table(setting: Any) -> None:
    match = walk(setting)
    for turn in [match.opening, *match.turns]:
        assert len(turn.events) < LOG_ROWS / 4
        assert len(turn.chance) < CHANCE / 2
    game = match.game
    assert max(map(len, (game.words.all_actions(), game.cards.rows))) <= min(MAX_MOVES, SCRATCH)


@every_setting
def test_luck_comes_from_the_chance_stream_alone_and_is_written_down(setting: Any) -> None:
    match = walk(setting)
    for turn, after in pairwise(match.turns):
        moved = turn.before[1] != after.before[1]
        assert moved == bool(turn.chance)
    t: Any = Table.new()
    t.chance, t.dice, t.keep_chance = [1, 2, 3, 4], [5, 6, 7, 8], 1
    for turn in match.turns[-20:]:
        match.game.plain.apply(turn.before[0].__copy__(), turn.action, t)
    assert t.dice == [5, 6, 7, 8], "dice are for bots"


@pytest.mark.parametrize("setting", REFUSED, ids=str)
def test_options_that_do_not_go_together_are_refused_in_a_sentence(setting: Any) -> None:
    with pytest.raises(OptionError) as caught:
        mowlab.game(setting.game, **dict(setting.options))
    assert is_sentence(str(caught.value))


def test_there_are_settings_for_every_game() -> None:
    assert {setting.game for setting in SETTINGS} == set(mowlab.keys())


# ---- the same again -------------------------------------------------------------------------------------------------
@every_setting
def test_the_same_seed_gives_the_same_game_and_another_one_another(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    again = game.match(["random"] * game.players, seed=1)
    again.advance()
    assert again.record() == match.record()
    other = game.match(["random"] * game.players, seed=2)
    assert other.opening.chance != match.opening.chance


@every_setting
def test_a_start_forgets_the_game_before(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    for old in (match.state, match.turns[len(match.turns) // 2].before[0]):
        s = old.__copy__()
        t: Any = Table.new()
        outcomes = match.opening.chance
        t.scripted, t.n_script = 1, len(outcomes)
        t.script[: len(outcomes)] = outcomes
        game.plain.start(s, t)
        assert s == match.turns[0].before[0]
        assert (t.fault, t.at_script) == (NO_FAULT, len(outcomes))


# ---- notation -------------------------------------------------------------------------------------------------------
@every_game
def test_every_action_has_a_notation_of_its_own(key: str) -> None:
    game = mowlab.game(key)
    actions = list(game.words.all_actions())
    notations = [game.notation(a) for a in actions]
    assert len(set(notations)) == len(actions)
    assert [game.action(text) for text in notations] == actions
    assert all(re.fullmatch(r"[\w.+*-]{1,16}", text) for text in notations)
    for wrong in ("", "no such move", notations[0].upper() + "!", f" {notations[0]}"):
        with pytest.raises(ValueError, match="is not a move of") as caught:
            game.action(wrong)
        assert is_sentence(str(caught.value)[len(repr(wrong)) + 1 :].capitalize())


# ---- words ----------------------------------------------------------------------------------------------------------
def reasons_met(match: Match) -> Counter[int]:
    game = match.game
    actions = all_actions(game)
    return Counter(game.plain.check(s, a) for s in states(match, every=3) for a in actions)


@every_game
def test_every_reason_code_is_met_in_play_and_every_one_that_is_met_has_words(key: str) -> None:
    met: Counter[int] = Counter()
    for match in walks(key):
        met += reasons_met(match)
    assert set(met) - {0} == set(mowlab.game(key).words.REASONS)


@every_game
def test_every_kind_of_event_is_met_in_play_and_every_one_that_is_met_has_words(key: str) -> None:
    words = mowlab.game(key).words
    met: set[int] = set()
    private: set[int] = set()
    for match in walks(key):
        for turn in [match.opening, *match.turns]:
            met |= {row[0] for row in turn.events}
            private |= {row[0] for row in turn.events if row[4] != -1}
    assert met == set(words.EVENTS)
    assert private == set(words.PRIVATE)
    assert all(0 <= kind < KINDS for kind in met)


@every_game
def test_every_event_that_the_rules_can_emit_has_words(key: str) -> None:
    game = mowlab.game(key)
    tree = ast.parse(inspect.getsource(game.rules))
    emitted = {
        node.args[1].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "emit"
        and isinstance(node.args[1], ast.Name)
    }
    assert emitted
    assert {getattr(game.rules, name) for name in emitted} == set(game.words.EVENTS)


@every_game
def test_every_phase_is_met_and_has_words(key: str) -> None:
    game = mowlab.game(key)
    if "phase" not in game.state_class.fields:
        pytest.skip("this game has one phase")
    met = {s.phase for match in walks(key) for s in states(match)}
    assert met == set(game.words.PHASES)


@every_setting
def test_events_reasons_and_status_are_sentences(setting: Any) -> None:
    match = walk(setting)
    game = match.game
    for you in (None, 0):
        for seat in (None, 0, game.players - 1):
            for text in match.events(seat, you=you):
                assert is_sentence(text), text
    names = Names([f"Farmer {p}" for p in range(game.players)], 0)
    told: dict[int, set[str]] = {}
    for s in states(match, every=7):
        assert is_sentence(game.words.status(s, names))
        for a in all_actions(game):
            code = game.plain.check(s, a)
            if code:
                reason = game.words.reason(code, a, s, game.cards, names)
                assert isinstance(reason, Reason)
                assert reason.code == code
                assert is_sentence(reason.text), reason.text
                assert reason.rule.startswith(("Rulebook: ", "Ruling "))
                told.setdefault(code, set()).add(reason.text)
            elif a in game.words.all_actions():
                assert game.words.action_words(a, s, game.cards, names)
    one = [texts for code, texts in told.items()]
    assert len(set().union(*one)) == sum(map(len, one)), "two reasons never read alike"


@pytest.mark.parametrize("key", mowlab.games.keys())
def test_a_position_with_an_unknown_or_a_missing_part_is_refused_in_a_sentence(key: str) -> None:
    game = mowlab.game(key)
    with pytest.raises(PositionError, match="has no 'handz'; it has: "):
        game.position(handz=[])
    with pytest.raises(PositionError, match=r"needs '\w+'\."):
        game.position()
