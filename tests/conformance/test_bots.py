"""Every bot of every game: it introduces itself, plays legally in every setting, sees only its view, and says why."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import mowlab
from mowlab.core import engine
from mowlab.core.bot import Bot, BotError
from mowlab.core.expectation import NEW_DEALS, Expectation
from mowlab.core.game import PYTHON_BOTS, Game
from mowlab.core.weighing import action_words
from mowlab.match import Match, Seat

from .play import GAMES, every_player_count, every_setting, needs_numba, opened, play_many, walk

EVERY_BOT = [(key, bot) for key in GAMES for bot in mowlab.game(key).bots]
every_bot = pytest.mark.parametrize(("key", "bot"), EVERY_BOT, ids=lambda value: str(value))
FEW_MOVES = 3  # of a bot that imagines worlds, which takes long uncompiled


def is_telling(text: str) -> bool:
    """One or two sentences: begins with a capital, ends with a full stop, nothing left unfilled."""
    return bool(re.fullmatch(r"[^a-z{}\n][^{}\n]*[.!?]", text)) and " None" not in text and len(text) < 400


@every_bot
def test_a_bot_introduces_itself(key: str, bot: str) -> None:
    b = mowlab.game(key).bots[bot]
    assert b.key == bot
    assert re.fullmatch(r"[a-z][a-z0-9-]*", bot)
    assert 0 < len(b.name) <= 40
    assert is_telling(b.idea)
    assert b.source
    assert b.idea in str(b)


@pytest.mark.parametrize("key", GAMES)
def test_bots_have_names_and_policies_of_their_own(key: str) -> None:
    assert {bot.home for bot in mowlab.game(key).bots_module.BOTS} == {key}
    bots = mowlab.game(key).bots.values()
    assert len({b.name for b in bots}) == len(bots)
    assert len({b.policy for b in bots if b.play is None}) == len([b for b in bots if b.play is None])
    assert {"random", "expected"} < {b.key for b in bots}
    assert len([b for b in bots if b.policy >= engine.FIRST_CHARACTER]) >= 3, "at least three characters"


@every_bot
def test_a_bot_plays_legally_and_says_why(key: str, bot: str) -> None:
    game = mowlab.game(key)
    b = game.bots[bot]
    for seed in range(1 if b.policy == engine.EXPECTED else 4):
        match = game.match([bot, *["random"] * (game.players - 1)], seed=seed)
        moves = 0
        while not match.over and not (b.policy == engine.EXPECTED and moves == FEW_MOVES):
            seat = match.mover
            turn = match.bot_move()
            assert game.allows(turn.before[0], turn.action)
            if seat == 0:
                moves += 1
                assert is_telling(match.why(beliefs=False)), match.why()
        assert moves >= FEW_MOVES


def with_a_choice(key: str) -> list[Match]:
    """Some positions of a random game in which there is something to choose, one match each."""
    game = mowlab.game(key, players=3)
    played = game.match(["random"] * 3, seed=4)
    played.advance()
    matches = [in_position(game, turn.before[0]) for turn in played.turns[:: max(1, len(played.turns) // 12)]]
    return [match for match in matches if len(match.legal()) > 1][:3]


@pytest.mark.parametrize("key", GAMES)
def test_expectations_are_those_that_the_loops_go_by(key: str) -> None:
    matches = with_a_choice(key)
    assert len(matches) > 2
    for match in matches:
        dice = match.streams()[4:]
        thought = Expectation(match.view(match.mover), dice)
        a = match.proposal(match.game.bot("expected"))
        assert (thought.best.action, thought.dice) == (a, match.streams()[4:])
        assert all(move.low <= move.value <= move.high for move in thought.moves)
        assert len(thought.moves) == len(match.legal())


@pytest.mark.parametrize("key", GAMES)
def test_expectations_are_told_and_none_that_is_secret(key: str) -> None:
    counted = 0
    for match in with_a_choice(key):
        match.seats = tuple(Seat("Eve", match.game.bot("expected")) for _ in match.seats)
        view, turn = match.view(match.mover), match.bot_move()
        assert turn.thought
        why, called = match.why(), {a: action_words(view, a, match.names()) for a in view.moves}
        assert f"«{called[turn.action]}»" in why
        for a in view.moves:
            told = called[a] == called[turn.action] or match.game.search_module.tells(view.state, a)
            assert told or f"«{called[a]}»" not in why
        assert f"{len(view.moves)} moves in the same {match.game.constants['WORLDS']} imagined deals" in why
        counted += len(view.moves) - 1
        turn.thought = None  # as after a reload, where the dice are not known
        turn.before = (*turn.before[:2], [1, 2, 3, 4])
        again = match.why()
        assert turn.thought
        assert (turn.thought.best.action == turn.action) == (NEW_DEALS not in again)
        worst = turn.thought.moves[-1]
        assert (NEW_DEALS in turn.thought.why(worst.action)) == (worst is not turn.thought.best)
    assert counted > 3


@pytest.mark.parametrize("key", GAMES)
def test_characters_say_what_the_other_moves_were_worth(key: str) -> None:
    """The chosen one was worth most; those that may be known are named, the others are counted."""
    game = mowlab.game(key)
    characters = [bot.key for bot in game.bots_module.BOTS]
    match = game.match((characters * 2)[1 : game.players + 1], seed=3)
    match.advance()
    compared = 0
    for i, turn in enumerate(match.turns):
        bot = match.seats[turn.seat].bot
        assert bot
        view, why = match.view_before(i), match.why(i)
        found = bot.weigh(view) if bot.weigh else None
        assert match.why(i, weighed=False) == bot.why(view, turn.action)
        if found is None or turn.action not in found.worth or len(found.worth) < 2:
            assert why == bot.why(view, turn.action)
            continue
        compared += 1
        assert is_telling(why)
        assert found.worth[turn.action] == max(found.worth.values())
        assert f"{found.measure}: this one " in why
        told = why[why.index(found.measure) :]
        called = {a: action_words(view, a, match.names()) for a in found.worth}
        for a in found.worth:
            open_to_all = game.search_module.tells(view.state, a) or called[a] == called[turn.action]
            assert open_to_all or f"«{called[a]}»" not in told
    assert (compared > 20) == (key != "magic-money"), "there bids follow from prices, no moves are compared"


def test_expecting_says_so_where_there_is_no_choice() -> None:
    match = mowlab.game("mow").match(["expected"] * 4, seed=1)
    while len(match.legal()) > 1:
        match.play(match.legal()[0])
    dice = match.streams()
    turn = match.bot_move()
    assert match.why() == "There was only one legal move."
    assert turn.before[1:] == (dice[:4], dice[4:])
    assert match.streams()[4:] == dice[4:]


def fast_bots(game: Game) -> Iterator[Bot]:
    return (b for b in game.bots.values() if b.policy != engine.EXPECTED)


@every_setting
def test_bots_play_and_explain_every_kind_of_position(setting: Any) -> None:
    """Asked in the positions of a random game, at the seat to move: a legal move with a reason, the same with the same
    dice.
    """
    game, played = opened(setting), walk(setting)
    for turn in played.turns[:: max(1, len(played.turns) // 30)]:
        for b in fast_bots(game):
            match = in_position(game, turn.before[0])
            a = match.proposal(b)
            assert game.allows(match.state, a)
            assert is_telling(b.why(match.view(match.mover), a))
            if b.policy != engine.RANDOM:
                assert in_position(game, turn.before[0]).proposal(b) == a


def in_position(game: Game, s: Any) -> Match:
    match: Match = game.match(["random"] * game.players, seed=1)
    s.copy_to(match.state)
    return match


@every_setting
def test_characters_decide_by_their_view_alone(setting: Any) -> None:
    """In worlds that the mover cannot tell apart, a character with the same dice plays the same."""
    game, played = opened(setting), walk(setting)
    chance = random.Random(1)
    for turn in chance.sample(played.turns, 15):
        s = turn.before[0]
        match = in_position(game, s)
        t = match._tables[engine.IMAGINARY]
        t.dice = [1, 2, 3, chance.randrange(2**32)]
        world = s.__copy__()
        game.plain.determinize(world, turn.seat, t)
        for b in fast_bots(game):
            if b.policy != engine.RANDOM:
                assert in_position(game, world).proposal(b) == in_position(game, s).proposal(b)


@needs_numba
@pytest.mark.boundscheck
@every_player_count
def test_bots_play_whole_games_compiled(setting: Any) -> None:
    game = opened(setting)
    policies = [b.policy for b in game.bots.values() if b.play is None]
    line_up = [policies[p % len(policies)] for p in range(game.players)]
    for seats in (line_up, line_up[::-1]):
        run = play_many(game, seats, 2, 3, compiled=True, keep=False)
        assert (run.status, run.faults) == ([engine.OVER] * 2, [0, 0])


@needs_numba
@pytest.mark.parametrize("key", GAMES)
def test_an_unknown_policy_is_an_error_and_no_silent_move(key: str) -> None:
    game = mowlab.game(key)
    for compiled in (False, True):
        with pytest.raises(ValueError, match="no character"):
            play_many(game, [999] * game.players, 1, 1, compiled, keep=False)


@pytest.mark.parametrize("key", GAMES)
def test_a_bot_in_ordinary_python_plays_a_whole_game(key: str) -> None:
    @mowlab.bot(key, name="Last Move Louise")
    def last(view: Any) -> str:
        """Always the last one listed."""
        return str(view.notations[-1])

    try:
        game = mowlab.game(key)
        match = game.match(["last-move-louise", *["random"] * (game.players - 1)], seed=2)
        while not match.over:
            legal, seat = match.legal(), match.mover
            turn = match.bot_move()
            assert seat != 0 or turn.action == legal[-1]
        assert is_telling(match.why(0)) or match.turns[0].seat != 0
    finally:
        PYTHON_BOTS.pop((key, "last-move-louise"))


@pytest.mark.parametrize("key", GAMES)
def test_a_python_bot_that_fails_leaves_the_match_as_it_was(key: str) -> None:
    @mowlab.bot(key, name="Broken Ben")
    def broken(view: Any) -> str:
        raise RuntimeError("no idea")

    try:
        game = mowlab.game(key)
        match = game.match(["broken-ben", *["random"] * (game.players - 1)], seed=2)
        while match.mover != 0:
            match.bot_move()
        match_state, turns = match.state.__copy__(), len(match.turns)
        with pytest.raises(BotError, match="Broken Ben"):
            match.advance()
        assert match.state == match_state
        assert len(match.turns) == turns
    finally:
        PYTHON_BOTS.pop((key, "broken-ben"))
