"""A match: who may do what when, what each seat hears, taking back, and that nothing wrong changes anything."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.core import engine
from mowlab.core.bot import GENERIC, Bot, BotError
from mowlab.core.game import UnknownBot
from mowlab.match import IllegalMove, Match, NotYourTurn, SeatError

from .strategies import anything, numbers, words

THREE = ["you", "random", "random"]


def match_of(seats: Any = None, seed: int = 1, **more: Any) -> Match:
    found: Match = mowlab.game("mow", players=3).match(seats or THREE, seed=seed, **more)
    return found


def at(hand: str, *herds: str, **more: Any) -> Match:
    """A match of three persons with seat 0 to move."""
    hands = [hand.split(), ["g1.0", "g15.0"], ["g2.0", "g14.0"]]
    position = {"hands": hands, "herds": [herd.split() for herd in herds] or [[]], **more}
    return match_of(["you"] * 3, position=position)


def snapshot(match: Match) -> tuple[Any, ...]:
    return copy.deepcopy(match.state), len(match.turns), match.streams(), match.record()


# ---- setting up -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [["you"], ["you"] * 4, [], "you", "random", 3, {"a": 1, "b": 2, "c": 3}])
def test_a_seat_for_each_player(seats: Any) -> None:
    with pytest.raises(SeatError, match="with 3 farmers needs 3 seats"):
        mowlab.game("mow", players=3).match(seats)


@pytest.mark.parametrize("bot", ["nobody", "", 7, ["random"], 1.5])
def test_an_unknown_bot_is_told_which_ones_there_are(bot: Any) -> None:
    with pytest.raises(UnknownBot, match=r"has no bot .*; it has: random, expected"):
        match_of(["you", bot, "random"])


@pytest.mark.parametrize("bot", ["counter", "beginner"])
def test_a_bot_of_another_game_is_refused(bot: str) -> None:
    with pytest.raises(UnknownBot, match="plays MOW, not Magic Money"):
        mowlab.game("magic-money", players=3).match(["you", mowlab.game("mow").bot(bot), "random"])


@pytest.mark.parametrize("bot", ["random", "expected", "ismcts", "expert"])
def test_bots_that_know_every_game_sit_anywhere(bot: str) -> None:
    at_home = mowlab.game("mow").bot(bot)
    assert mowlab.game("mob-town").bot(at_home) is at_home


@pytest.mark.parametrize("bot", [lambda view: view.moves[0], min])
def test_a_plain_function_is_told_how_to_become_a_bot(bot: Any) -> None:
    with pytest.raises(UnknownBot, match=r'@mowlab.bot\("mow"\) above it'):
        match_of(["you", bot, "random"])


@pytest.mark.parametrize("who", ["you", None])
def test_a_person_sits_in_a_match_only(who: Any) -> None:
    with pytest.raises(UnknownBot, match=r"A person can sit in a match only \(game.match\)"):
        mowlab.simulate("mow", [who, "random", "random"])


@pytest.mark.parametrize("seat", [9, 3, -1, "you", True, 1.0])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    match = match_of()
    move = match.legal()[0]
    for ask in (match.view, match.events, match.undo, lambda seat: match.play(move, seat)):
        with pytest.raises(SeatError, match="seats here are the whole numbers from 0 to 2"):
            ask(seat)
    assert not match.turns


@pytest.mark.parametrize("names", [["a", "b"], ["a", "b", ""], ["a", "b", "c" * 41], ["a", "b", 3]])
def test_each_seat_needs_a_name(names: Any) -> None:
    with pytest.raises(SeatError, match="needs a name of 1 to 40 characters"):
        match_of(names=names)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True, [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"seed = .*: a seed is a whole number, 0 or more\."):
        match_of(seed=seed)


def test_without_a_seed_one_is_drawn_and_kept() -> None:
    seeds = {mowlab.game("mow").match().seed for _ in range(5)}
    assert len(seeds) == 5
    seed = seeds.pop()
    assert mowlab.game("mow").match(seed=seed).state == mowlab.game("mow").match(seed=np.int64(seed)).state


def test_seats_by_default_are_you_and_the_usual_bots_with_different_names() -> None:
    match = mowlab.game("mow", players=5).match(seed=1)
    assert [seat.bot is None for seat in match.seats] == [True, False, False, False, False]
    assert len({seat.name for seat in match.seats}) == 5


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 1}, "players = 1 is not possible; allowed: 2, 3, 4, 5, 6, 7, 8, 9, 10"),
        ({"players": "four"}, "players = 'four' is not possible"),
        ({"players": [4]}, r"players = \[4\] is not possible"),
        ({"players": True}, "players = True is not possible"),
        ({"packets": "red"}, "packets = 'red' is not possible; allowed: rulebook, green, both"),
        ({"herds": 3}, "MOW has no option 'herds'; it has: players, packets"),
        ({"self": 3, "key": 1, "package": 2}, "MOW has no option 'self'"),
        ({"players": 10, "packets": "green"}, "10 farmers need 50 cards to start, but the green packet has 48"),
    ],
)
def test_options_that_are_not_possible(options: dict[str, Any], says: str) -> None:
    with pytest.raises(mowlab.OptionError, match=says):
        mowlab.game("mow", **options)


def test_options_are_kept_as_they_are_written_in_the_rules() -> None:
    options = mowlab.game("mow", players=np.int64(4), six_specials="on").options
    assert options == {"players": 4, "packets": "rulebook", "random_starter": "fixed", "six_specials": "on"}
    assert type(options["players"]) is int


@pytest.mark.parametrize("name", ["chess", "", "Mow", "mow/../mow", None, 3])
def test_an_unknown_game_is_told_which_ones_there_are(name: Any) -> None:
    with pytest.raises(mowlab.UnknownGame, match=r"there are: .*mow"):
        mowlab.game(name)


# ---- playing --------------------------------------------------------------------------------------------------------
def test_a_move_can_be_a_number_of_any_kind_or_its_notation() -> None:
    for move in ("g12.0", 11, np.int64(11)):
        match = at("g12.0 g6.1", "g8.0")
        turn = match.play(move)
        assert (turn.seat, match.notation(turn.action), match.mover) == (0, "g12.0", 1)


def test_an_illegal_move_says_why_and_where_the_rule_stands_and_changes_nothing() -> None:
    match = at("g9.0 g6.1", "g8.0 g10.0")
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"runs from 8 to 10, and 9 lies in between.* \(Rulebook: How to Play\)"):
        match.play("g9.0")
    assert snapshot(match) == before
    assert match.why_not("g6.1") is None
    reason = match.why_not("g9.0")
    assert reason is not None
    assert reason.code == mowlab.games.mow.rules.INSIDE_LINE


def test_nobody_moves_for_somebody_else() -> None:
    match = at("g9.0 g6.1", "g8.0")
    before = snapshot(match)
    with pytest.raises(NotYourTurn, match="not of seat 1: wait"):
        match.play("g1.0", seat=1)
    assert snapshot(match) == before
    match.play("g9.0", seat=0)


@given(moves=st.lists(anything | numbers | words, min_size=1, max_size=5), played=st.integers(0, 60))
def test_nonsense_is_refused_and_changes_nothing(moves: list[Any], played: int) -> None:
    match = match_of(["random"] * 3, seed=played)
    match.advance(played)
    legal = match.legal()
    for move in moves:
        before = snapshot(match)
        if isinstance(move, int) and not isinstance(move, bool) and move in legal:
            continue
        if isinstance(move, str) and move in [match.notation(a) for a in legal]:
            continue
        with pytest.raises(ValueError, match=r".+") as caught:
            match.play(move)
        assert "\n" not in str(caught.value)
        assert snapshot(match) == before


def test_after_the_end_nobody_moves() -> None:
    match = match_of(["random"] * 3)
    match.advance()
    assert match.over
    assert (match.legal(), match.bot) == ([], None)
    for a in (0, 98, 101):
        with pytest.raises(IllegalMove, match="The game is over"):
            match.play(a)
    with pytest.raises(BotError, match="No bot is to move"):
        match.bot_move()
    assert match.status() == "The game is over."
    assert sum(match.payoffs() or []) == pytest.approx(1)


def test_a_game_without_end_does_not_hang_the_bots() -> None:
    match = match_of(["random"] * 3)
    match.advance(7)
    assert len(match.turns) == 7
    assert engine.MAX_STEPS >= 10_000


# ---- bots -----------------------------------------------------------------------------------------------------------
def test_bots_play_until_a_person_is_to_move() -> None:
    match = match_of(["random", "you", "random"], seed=4)
    match.advance()
    assert match.mover == 1
    assert match.bot is None
    with pytest.raises(BotError, match="it is a person's turn"):
        match.bot_move()


def test_what_a_bot_proposes_changes_nothing_but_its_dice() -> None:
    match = match_of(["random"] * 3)
    state, turns = copy.deepcopy(match.state), len(match.turns)
    chance = match.streams()[:4]
    for bot in match.game.bots.values():
        if bot.policy != engine.EXPECTED:
            assert match.proposal(bot) in match.legal()
    assert (match.state, len(match.turns), match.streams()[:4]) == (state, turns, chance)


@pytest.mark.parametrize("answer", [94, -1, 10**9])
def test_a_bot_that_answers_nonsense_is_a_bot_error_and_changes_nothing(answer: int) -> None:
    wrong = Bot("wrong", "Wrong", "none", "test", engine.OUTSIDE, lambda view, a: "", lambda view: answer)
    match = match_of([wrong, "random", "random"])
    before = snapshot(match)
    with pytest.raises(BotError, match="Wrong chose a move that is not allowed"):
        match.bot_move()
    assert snapshot(match) == before


def test_a_bot_sees_only_its_view() -> None:
    seen: list[Any] = []

    def spy(view: Any) -> int:
        seen.append(view)
        return int(view.moves[0])

    bot = Bot("spy", "Spy", "looks", "test", engine.OUTSIDE, lambda view, a: "", spy)
    match = match_of([bot, "random", "random"], seed=2)
    for _ in range(60):
        truth = match.state.__copy__()
        mover = match.mover
        match.bot_move()
        if mover == 0:
            hidden = truth.__copy__()
            match.game.plain.hide(hidden, 0)
            assert seen[-1].state == hidden
            assert set(seen[-1].state.deck) == {-1}


def test_why_is_told_for_bots_and_from_what_they_knew() -> None:
    knew: list[Any] = []

    def why(view: Any, a: int) -> str:
        knew.append((view.seat, view.state, view.moves, a))
        return "Because."

    bot = dataclasses.replace(GENERIC[0], why=why)
    match = match_of([bot, "you", "random"])
    match.bot_move()
    assert match.why() == "Because."
    seat, state, moves, a = knew[0]
    assert (seat, a) == (0, match.turns[0].action)
    assert a in moves
    assert set(state.deck) == {-1}
    match.play(match.legal()[0])
    assert match.why() == ""


# ---- what each seat hears -------------------------------------------------------------------------------------------
def test_only_the_farmer_who_draws_a_card_hears_which() -> None:
    match = at("g9.0 g6.1", "g8.0", deck=["g7.2", "g3.0"])
    match.play("g9.0")
    told = {seat: match.events(seat, since=0) for seat in (None, 0, 1)}
    assert told[0] == told[None] != told[1]
    assert "the 7 with 2 flies" in " ".join(told[0])
    assert "the 7 with 2 flies" not in " ".join(told[1])
    assert "draws a card" in " ".join(told[1])
    assert match.events(0, since=0, you=0)[0].startswith("You play ")


def test_events_can_be_asked_for_from_any_turn_on() -> None:
    match = match_of(["random"] * 3)
    match.advance(30)
    whole = match.events()
    assert whole[: len(match.events()) - len(match.events(since=0))] == [*match.tell(match.opening.events, None)]
    for since in (0, 7, 29):
        assert whole[-len(match.events(since=since)) :] == match.events(since=since)
    assert match.events(since=30) == []


def test_hidden_events_hide_every_detail() -> None:
    match = match_of(["random"] * 3)
    row = (mowlab.games.mow.rules.DREW, 1, 5, 12345, 0b010)
    assert list(match.tell([row], 0)) == list(match.tell([(row[0], 1, 6, 999, 0b010)], 0))


# ---- taking back ----------------------------------------------------------------------------------------------------
def test_undo_takes_back_one_turn_with_its_luck() -> None:
    match = match_of(["random"] * 3, seed=11)
    states = [copy.deepcopy(match.state)]
    while not match.over:
        match.bot_move()
        states.append(copy.deepcopy(match.state))
    record = match.record()
    for state in reversed(states[:-1]):
        assert match.undo() == 1
        assert match.state == state
    assert match.undo() == 0
    match.advance()
    assert match.record() == record, "the same dice and the same cards come again"


def test_undo_for_a_seat_goes_back_to_where_that_seat_decided() -> None:
    match = match_of(["you", "random", "random"], seed=3)
    match.advance()
    decided = copy.deepcopy(match.state)
    match.play(next(a for a in match.legal() if a < 42))
    match.advance()
    after = copy.deepcopy(match.state)
    turns = len(match.turns)
    assert match.undo(seat=0) == turns
    assert (match.state, match.mover, match.turns) == (decided, 0, [])
    assert match.undo(seat=0) == 0
    match.play(next(a for a in match.legal() if a < 42))
    match.advance()
    assert match.state == after


def test_another_choice_after_undo_meets_the_same_deck() -> None:
    match = at("g9.0 g6.1", "g8.0", deck=["g7.2", "g3.0"])
    drawn = []
    for move in ("g9.0", "g6.1"):
        turn = match.play(move)
        drawn += [row[2] for row in turn.events if row[0] == mowlab.games.mow.rules.DREW]
        match.undo()
    assert len(drawn) == 2
    assert drawn[0] == drawn[1]


# ---- names ----------------------------------------------------------------------------------------------------------
@given(st.lists(st.text(min_size=1, max_size=40) | st.sampled_from(["{Who}", "{take|takes}", "{", "%s"]), min_size=3))
def test_any_name_is_told_as_it_is(names: list[str]) -> None:
    match = match_of(["random"] * 3, names=names[:3])
    match.advance(40)
    told = " ".join(match.events(you=None))
    mover = match.turns[-1].seat
    for name in names[:3]:
        shown = name[:1].upper() + name[1:]
        assert name in told or shown in told
    assert match.status(you=mover)
    assert mowlab.replay(match.record()).events(1) == match.events(1)
