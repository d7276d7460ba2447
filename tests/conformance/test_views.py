"""Hidden information in every game: a view shows a seat all that it may know and nothing else; so do the events."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mowlab.core.game import Game
from mowlab.core.schema import SECRET
from mowlab.core.table import KINDS, LOG_COLUMNS, Table, seed_streams, seed_words

from .play import every_game, every_setting, opened, states, walk, walks


def table_with_dice(seed: int) -> Any:
    t: Any = Table.new()
    seed_streams(t, seed_words(seed, 1).tolist(), 0)
    return t


def hidden(game: Game, s: Any, seat: int) -> Any:
    seen = s.__copy__()
    game.plain.hide(seen, seat)
    return seen


def imagined(game: Game, s: Any, seat: int, t: Any) -> Any:
    """A world that `seat` cannot tell from `s`, made from its view alone."""
    world = hidden(game, s, seat)
    game.plain.determinize(world, seat, t)
    return world


def seats(game: Game) -> range:
    return range(game.players)


# ---- states ---------------------------------------------------------------------------------------------------------
@every_setting
def test_an_imagined_world_looks_the_same_to_every_seat_throughout_play(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    t = table_with_dice(1)
    chance = list(t.chance)
    for s in states(match, every=4):
        for p in seats(game):
            seen = hidden(game, s, p)
            assert hidden(game, seen, p) == seen, "hiding twice hides no more"
            assert hidden(game, imagined(game, s, p, t), p) == seen
            world = s.__copy__()
            game.plain.determinize(world, p, t)
            assert hidden(game, world, p) == seen, "the truth may be redealt in place, too"
    assert t.chance == chance, "imagining throws dice and draws no chance"


@every_game
def test_so_it_is_in_rare_positions(key: str) -> None:
    t = table_with_dice(2)
    for match in walks(key):
        for s in states(match)[-8:]:
            for p in seats(match.game):
                assert hidden(match.game, imagined(match.game, s, p, t), p) == hidden(match.game, s, p)


@every_setting
def test_an_imagined_world_has_as_many_cards_in_every_place(setting: Any) -> None:
    """By convention place[c] says where card c is: in the deck, in a hand, in a pile.

    Where a seat lays cards face down, all that it holds is one place: `holder` in the game's rules says which.
    """
    game, match = opened(setting), walk(setting)
    holder = getattr(game.rules, "holder", int)
    t = table_with_dice(3)
    for s in states(match, every=6):
        for p in seats(game):
            world = imagined(game, s, p, t)
            assert Counter(map(holder, world.place)) == Counter(map(holder, s.place))


@every_setting
def test_imagined_worlds_can_be_played_to_their_end(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    t, chance = table_with_dice(4), random.Random(4)
    for s in states(match, every=40):
        world = imagined(game, s, game.plain.mover(s), t)
        for _ in range(5000):
            if game.plain.is_over(world):
                break
            n = game.plain.list_moves(world, t)
            game.plain.apply(world, t.moves[chance.randrange(n)], t)
        assert game.plain.is_over(world)


@every_setting
def test_the_mover_sees_which_moves_are_allowed(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    t = table_with_dice(5)
    for s in states(match, every=9):
        p = game.plain.mover(s)
        worlds = (s, hidden(game, s, p), imagined(game, s, p, t))
        truth, seen, thought = ([game.plain.check(w, a) for a in game.words.all_actions()] for w in worlds)
        assert seen == thought == truth


@every_setting
def test_a_view_holds_no_secret(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    secret = [name for name, f in game.state_class.fields.items() if f.who == SECRET]
    for s in states(match, every=10):
        for p in seats(game):
            seen = hidden(game, s, p)
            for name in secret:
                value = getattr(seen, name)
                assert len(set(value if isinstance(value, list) else [value])) == 1, f"{name} is the same everywhere"
    first = {name: getattr(hidden(game, match.turns[0].before[0], 0), name) for name in secret}
    last = {name: getattr(hidden(game, match.turns[-1].before[0], 0), name) for name in secret}
    assert first == last


@every_setting
def test_imagined_worlds_differ(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    t = table_with_dice(6)
    s = match.turns[0].before[0]
    worlds = [imagined(game, s, 0, t) for _ in range(20)]
    different = {tuple(map(str, game.state_class.values(world).values())) for world in worlds}
    assert len(different) == 20


# ---- moves and events -----------------------------------------------------------------------------------------------
def heard(game: Game, t: Any, seat: int) -> list[str]:
    """What `seat` is told of the events on the table."""
    rows = [t.log[i : i + LOG_COLUMNS] for i in range(0, t.n_log * LOG_COLUMNS, LOG_COLUMNS)]
    match = game.match(["random"] * game.players, seed=0)
    return list(match.tell([tuple(row) for row in rows], seat))


def moved(game: Game, s: Any, a: int, seat: int) -> tuple[Any, list[str], bool]:
    """What `seat` sees and hears of action `a`, and whether things hidden were shown to all."""
    t = table_with_dice(7)
    t.keep = [1] * KINDS
    after = s.__copy__()
    game.plain.apply(after, a, t)
    reveals = getattr(game.words, "REVEALS", ())
    opened_up = any(t.log[i] in reveals for i in range(0, t.n_log * LOG_COLUMNS, LOG_COLUMNS))
    shown = opened_up or game.plain.stage(after) != game.plain.stage(s)
    return hidden(game, after, seat), heard(game, t, seat), shown


def pairs(game: Game, s: Any, seat: int, a: int, t: Any) -> Iterator[Any]:
    """Worlds that differ from `s` only in what `seat` cannot see and in which action `a` answers the same question."""
    for _ in range(30):
        world = imagined(game, s, seat, t)
        same_question = getattr(world, "phase", None) == getattr(s, "phase", None)
        if same_question and game.plain.check(world, a) == 0 and world != s:
            yield world


@every_setting
def test_a_seat_learns_nothing_hidden_from_what_others_do(setting: Any) -> None:
    """After the same action in two worlds that a seat could not tell apart it still cannot: it sees and hears the same.

    The end of a stage is left out: there hands are counted in the open.  So is what the game names in REVEALS.
    """
    game, match = opened(setting), walk(setting)
    if game.players == 1:
        pytest.skip("there are no others")
    t = table_with_dice(8)
    compared = 0
    for turn in match.turns[:: max(1, len(match.turns) // 60)]:
        s, a = turn.before[0], turn.action
        for seat in seats(game):
            if seat == turn.seat:
                continue
            view, told, shown = moved(game, s, a, seat)
            for world in pairs(game, s, seat, a, t):
                if shown:
                    break
                other_view, other_told, other_ended = moved(game, world, a, seat)
                if other_ended:  # the deck of that world held what ends a stage
                    continue
                assert other_told == told
                assert other_view == view
                compared += 1
                break
    assert compared > 10


@every_setting
def test_the_truth_is_told_to_somebody_who_may_see_all(setting: Any) -> None:
    """The same events tell a seat less than they tell an onlooker: hiding is not done by telling nobody."""
    match = walk(setting)
    whole = match.events()
    for seat in seats(match.game):
        told = match.events(seat)
        assert len(told) == len(whole)
    if match.game.words.PRIVATE and match.game.players > 1:
        assert all(match.events(seat) != whole for seat in seats(match.game))


@every_setting
def test_match_views_are_hidden_states_with_the_movers_moves(setting: Any) -> None:
    game = opened(setting)
    match = game.match(["random"] * game.players, seed=3)
    match.advance(10)
    for p in seats(game):
        view = match.view(p)
        assert view.state == hidden(game, match.state, p)
        assert view.moves == (match.legal() if p == match.mover else [])
        assert view.notations == [game.notation(a) for a in view.moves]
        assert view.facts["seat"] == p
    before = match.state.__copy__()
    for name, f in game.state_class.fields.items():
        setattr(match.view(0).state, name, 99 if f.length is None else [99] * f.length)
    assert match.state == before, "a view is a copy"


@every_setting
def test_facts_for_python_bots_are_the_same_in_worlds_that_look_the_same(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    t = table_with_dice(9)
    for s in states(match, every=20):
        for p in seats(game):
            facts = game.view(s, p, []).facts
            assert game.view(imagined(game, s, p, t), p, []).facts == facts


@pytest.mark.parametrize("seat", [-1, 99])
@every_game
def test_a_seat_that_is_not_there_sees_no_hand(key: str, seat: int) -> None:
    match = walks(key)[0]
    s = match.turns[0].before[0]
    unknown = hidden(match.game, s, seat)
    for p in seats(match.game):
        assert hidden(match.game, unknown, p) == unknown, "nothing more to hide from anybody"
