"""Every game as numbers, texts and a tree: nothing that a seat may know is lost, nothing else is in it."""

from __future__ import annotations

import functools
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.core.game import Game
from mowlab.core.schema import SECRET, Option
from mowlab.core.table import KINDS
from mowlab.encoding import SLOTS, Encoding, information_state, news, observation, rewards
from mowlab.match import Match, Turn, event_rows
from mowlab.unfolding import Node, root

from .play import GAMES, every_game, every_player_count, every_setting, opened, states, walk, walks
from .test_views import imagined, seats, table_with_dice


def listed(game: Game, s: Any) -> list[int]:
    if game.plain.is_over(s):
        return []
    t = table_with_dice(0)
    n = game.plain.list_moves(s, t)
    return list(t.moves[:n])


def views(game: Game, s: Any) -> Iterator[Any]:
    """What each seat may know; the seat to move with its moves."""
    for p in seats(game):
        yield game.view(s, p, listed(game, s) if p == game.plain.mover(s) else [])


# ---- actions --------------------------------------------------------------------------------------------------------
@every_setting
def test_every_legal_action_has_an_id_of_its_own(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    encoding = Encoding(game)
    for s in states(match, every=10):
        moves = listed(game, s)
        actions = encoding.actions(moves)
        assert sorted(actions.values()) == moves, "all of them, each once"
        assert list(actions) == sorted(actions)
        assert set(actions) <= set(range(encoding.n_actions))
        assert all(game.plain.check(s, a) == 0 for a in actions.values())
        assert np.flatnonzero(encoding.mask(moves)).tolist() == list(actions)
        assert all(encoding.action(i, moves) == a for i, a in actions.items())


@pytest.mark.parametrize("key", [key for key in GAMES if mowlab.game(key).words.AMOUNTS])
def test_numbers_find_room(key: str) -> None:
    """In games with high bids, too, no more numbers are listed than there are ids for them."""
    for match in walks(key):
        for s in states(match):
            assert sum(map(match.game.is_amount, listed(match.game, s))) <= SLOTS


@every_game
def test_ids_that_do_not_change_are_called_as_in_the_game(key: str) -> None:
    game = walks(key)[0].game
    encoding = Encoding(game)
    names = [encoding.notation(i) for i in range(encoding.n_actions)]
    assert len(set(names)) == len(names)
    assert {game.notation(a) for a in game.words.all_actions()} <= set(names)
    assert encoding.n_actions == len(game.words.all_actions()) + (SLOTS if game.words.AMOUNTS else 0)


@pytest.mark.parametrize("wrong", [-1, 10_000, 1.5, "take", None, True])
def test_what_is_no_action_is_refused(wrong: Any) -> None:
    match = walks("mow")[0]
    with pytest.raises(ValueError, match="is no action: actions are whole numbers from 0 to 111"):
        Encoding(match.game).action(wrong, listed(match.game, match.turns[0].before[0]))


# ---- observations ---------------------------------------------------------------------------------------------------
@every_setting
def test_an_observation_holds_all_that_a_seat_may_know(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    encoding = Encoding(game)
    fields = game.state_class.fields.items()
    for s in states(match, every=40):
        for view in views(game, s):
            seen = dict(zip(encoding.names, encoding.vector(view).tolist(), strict=True))
            assert seen["seat"] == view.seat
            for name, f in fields:
                if f.who != SECRET and not isinstance(f, Option):
                    value = getattr(view.state, name)
                    places = [name] if f.length is None else [f"{name}[{i}]" for i in range(f.length)]
                    assert [seen[place] for place in places] == (value if f.length else [value])
            numbers = [n for name, n in seen.items() if name.startswith("number[") and n]
            assert numbers == [a for a in view.moves if game.is_amount(a)]


@every_setting
def test_observations_of_worlds_that_look_alike_are_alike(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    encoding, t = Encoding(game), table_with_dice(11)
    for s in states(match, every=30):
        for view in views(game, s):
            world = imagined(game, s, view.seat, t)
            other = list(views(game, world))[view.seat]
            assert (encoding.vector(other) == encoding.vector(view)).all()
            assert (encoding.mask(other.moves) == encoding.mask(view.moves)).all()
            assert observation(other) == observation(view)


@every_setting
def test_observations_tell_apart_what_a_seat_can_tell_apart(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    encoding = Encoding(game)
    for p in seats(game):
        seen = [game.view(s, p, []) for s in states(match, every=30)]
        texts = {observation(view) for view in seen}
        assert len({encoding.vector(view).tobytes() for view in seen}) == len(texts)
        assert len(texts) == len(
            {repr([getattr(v.state, n) for n, f in game.state_class.fields.items()]) for v in seen}
        )


# ---- information states ---------------------------------------------------------------------------------------------
@every_player_count
def test_a_memory_only_grows_and_holds_what_the_seat_did(setting: Any) -> None:
    game, match = opened(setting), walk(setting)
    for p in (0, game.players - 1):
        whole = information_state(match, p)
        own = [f"> {match.notation(turn.action)}" for turn in match.turns if turn.seat == p]
        assert [line for line in whole.splitlines() if line.startswith("> ")] == own
    early = game.match(["random"] * game.players, seed=1)
    for turns in (0, 7, 20):
        while not early.over and len(early.turns) < turns:
            early.bot_move()
        assert whole.startswith(information_state(early, game.players - 1))


@every_setting
def test_memories_of_worlds_that_look_alike_go_on_alike(setting: Any) -> None:
    """After the same action of somebody else in another world; after another action, where its view is the same.

    Turns that uncover hidden things are left out, as in test_views.
    """
    game, match = opened(setting), walk(setting)
    if game.players == 1:
        pytest.skip("there are no others")
    t, compared = table_with_dice(12), 0
    for turn in match.turns[:: max(1, len(match.turns) // 30)]:
        s, p = turn.before[0], (turn.seat + 1) % game.players
        told, seen, shown = after(game, s, turn.action, p)
        others = [(s, a) for a in unseen_by(game, s, turn.action, p)]
        worlds = [imagined(game, s, p, t) for _ in range(2)]
        others += [(world, turn.action) for world in worlds if can_follow(game, s, world, turn.action)]
        for world, a in others if not shown else []:
            other_told, other_seen, other_shown = after(game, world, a, p)
            if not other_shown and (a == turn.action or other_seen == seen):
                assert other_told == told
                compared += 1
    assert compared > 10


def can_follow(game: Game, s: Any, world: Any, a: int) -> bool:
    same_question = getattr(world, "phase", None) == getattr(s, "phase", None)
    return same_question and game.plain.check(world, a) == 0


def unseen_by(game: Game, s: Any, a: int, p: int) -> list[int]:
    """A few other actions that the seat to move could take, as far as p learns of neither which one it was."""
    sees = game.search_module.seen_by
    if sees(s, a) >> p & 1:
        return []
    return [b for b in listed(game, s)[:4] if b != a and not sees(s, b) >> p & 1]


def after(game: Game, s: Any, a: int, p: int) -> tuple[str, Any, bool]:
    """What p notices of action a and sees then, and whether something hidden was shown to all."""
    t = table_with_dice(13)
    t.keep = [1] * KINDS
    then = s.__copy__()
    game.plain.apply(then, a, t)
    turn = Turn(game.plain.mover(s), a, (s, [], []), events=event_rows(t))
    shown = game.plain.stage(then) != game.plain.stage(s)
    shown = shown or any(row[0] in getattr(game.words, "REVEALS", ()) for row in turn.events)
    return news(game, p, turn, then), game.view(then, p, []).state, shown


# ---- the tree -------------------------------------------------------------------------------------------------------
@functools.cache
def path(setting: Any) -> tuple[Node, ...]:
    """The nodes of the match that `walk` plays: its record, taken as a path."""
    match, nodes = walk(setting), [root(opened(setting))]
    for turn in (match.opening, *match.turns):
        if turn.seat >= 0:
            nodes.append(nodes[-1].play(turn.action))
        while nodes[-1].outcomes:
            nodes.append(nodes[-1].draw(turn.chance[len(nodes[-1].turn.chance)]))
        assert nodes[-1].turn.chance == turn.chance
    return tuple(nodes)


def settled(setting: Any) -> list[Node]:
    return [node for node in path(setting) if not node.outcomes]


@every_player_count
def test_a_record_is_a_path_through_the_tree(setting: Any) -> None:
    match = walk(setting)
    nodes = settled(setting)
    assert [node.state for node in nodes] == states(match)
    assert [list(node.moves) for node in nodes[::20]] == [listed(match.game, s) for s in states(match)[::20]]
    assert [node.over for node in nodes] == [False] * len(match.turns) + [True]
    assert nodes[-1].payoffs() == match.payoffs()
    assert nodes[0].payoffs() is None


@every_player_count
def test_a_path_is_remembered_as_the_match_is(setting: Any) -> None:
    last = settled(setting)[-1]
    assert last.remembered(0) == information_state(walk(setting), 0)


@every_player_count
def test_what_luck_may_bring_adds_up(setting: Any) -> None:
    deals = [node for node in path(setting) if node.outcomes]
    assert deals
    for node in deals:
        outcomes, chances = zip(*node.outcomes, strict=True)
        assert len(set(outcomes)) == len(outcomes) > 1
        assert min(chances) > 0
        assert sum(chances) == pytest.approx(1)
        assert node.moves == ()
        assert not node.over
        with pytest.raises(ValueError, match="Luck cannot bring -7 now; it may bring"):
            node.draw(-7)


@every_player_count
def test_an_imagined_node_is_remembered_alike_and_played_on(setting: Any) -> None:
    game, dice = opened(setting), random.Random(3)
    nodes = [node for node in settled(setting) if not node.over]
    for node in nodes[: len(nodes) // 2 : len(nodes) // 4]:
        me = node.mover
        worlds = [node.imagined(me, seed) for seed in range(2)]
        for world in worlds:
            assert world.remembered(me) == node.remembered(me)
            assert world.moves == node.moves
            assert world.mover == me
            for p in seats(game):
                if p != me:
                    assert observation(game.view(world.state, p, [])) in world.remembered(p), "as it is there"
        assert node.imagined(me, 1).state == worlds[1].state
        world = worlds[0]
        for _ in range(30):
            if world.outcomes:
                world = world.draw(dice.choice(world.outcomes)[0])
            elif not world.over:
                world = world.play(dice.choice(world.moves))
        assert world.remembered(me).startswith(node.remembered(me))


@every_player_count
def test_a_node_can_be_sent_to_another_process(setting: Any) -> None:
    nodes = path(setting)
    for node in (*nodes[:3], nodes[len(nodes) // 4]):
        other = pickle.loads(pickle.dumps(node))
        assert (other.state, other.outcomes, other.depth) == (node.state, node.outcomes, node.depth)
        assert (other.over, other.moves, other.payoffs()) == (node.over, node.moves, node.payoffs())
        assert [other.remembered(p) for p in seats(node.game)] == [node.remembered(p) for p in seats(node.game)]


def test_no_world_is_imagined_while_luck_decides() -> None:
    with pytest.raises(ValueError, match="not where luck decides"):
        root(walks("mow")[0].game).imagined(0, seed=1)


# ---- rewards --------------------------------------------------------------------------------------------------------
@every_player_count
def test_rewards_are_shares_less_the_fair_one(setting: Any) -> None:
    match: Match = walk(setting)
    payoffs = match.payoffs()
    assert payoffs is not None
    got = rewards(match.game, payoffs)
    if match.game.players > 1:
        assert sum(got) == pytest.approx(0)
        assert max(got) - min(got) == pytest.approx(max(payoffs) - min(payoffs))
    else:
        assert got == [payoffs[0] - 0.5]
    assert rewards(match.game, None) == [0.0] * match.game.players
