"""A state of MOW never contradicts itself, in play or built by hand, and imagined worlds are dealt evenly."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mowlab
from mowlab.core.game import PositionError
from mowlab.core.table import Table, seed_streams, seed_words
from mowlab.games.mow import rules as r

from ..conformance.play import every_setting_of, opened, states, walk, walks
from ..strategies import anything, numbers
from .mow_play import hand, play, table


def contradictions(game: Any, s: Any) -> list[str]:
    """Everything in a state that does not fit together."""
    found = []
    places = Counter(s.place)
    kinds, printed = game.cards.column("kind"), game.cards.column("number")
    in_deck = s.deck[s.deck_top : s.n_cards]
    if sorted(in_deck) != [c for c in range(s.n_cards) if s.place[c] == r.DECK]:
        found.append("the deck holds other cards than those that lie there")
    if any(s.place[c] != r.OUT for c in range(s.n_cards, r.N_CARDS)):
        found.append("a card of a packet that is not used is in the game")
    if s.held != [places[r.HAND + p] for p in range(r.MAX_PLAYERS)]:
        found.append("held is not the number of cards in each hand")
    if any(places[r.HAND + p] or places[r.SHED + p] for p in range(s.players, r.MAX_PLAYERS)):
        found.append("a farmer who does not play has cards")
    for h in range(r.MAX_HERDS):
        line = s.cow[h * r.SLOTS : (h + 1) * r.SLOTS]
        standing = [c for c in line if c != -1]
        cows = [c for c in range(r.N_CARDS) if s.place[c] == r.HERD + h]
        acrobats = [c for c in cows if kinds[c] == "acrobat"]
        if sorted(standing + acrobats) != cows:
            found.append(f"the line of herd {h} shows other cows than lie there")
        numbers_there = [n for n in range(r.SLOTS) if line[n] != -1]
        if (s.low[h], s.high[h]) != ((min(numbers_there), max(numbers_there)) if standing else (r.SLOTS, -1)):
            found.append(f"the ends of herd {h} are wrong")
        if any(printed[c] not in (-1, n) for n, c in enumerate(line) if c != -1):
            found.append(f"a cow of herd {h} stands at another number than its own")
        if s.mad[h] != any(kinds[c] == "mad" for c in cows):
            found.append(f"herd {h} is mad without a mad cow, or the other way round")
        if h >= s.n_herds and cows:
            found.append("there is a herd too many")
    if s.shown != -1 and not r.HAND <= s.place[s.shown] < r.HAND + s.players:
        found.append("the card that all have seen go to a hand is not in one")
    if not (0 <= s.turn < s.players and 0 <= s.starter < s.players and 0 <= s.herd < s.n_herds):
        found.append("a number points nowhere")
    if s.direction not in (1, -1):
        found.append("the arrow points nowhere")
    return found


@every_setting_of("mow")
def test_no_state_in_play_contradicts_itself(setting: Any) -> None:
    game = opened(setting)
    for s in states(walk(setting)):
        assert contradictions(game, s) == []


def test_nor_in_rare_play() -> None:
    for match in walks("mow"):
        for s in states(match)[-10:]:
            assert contradictions(match.game, s) == []


@every_setting_of("mow")
def test_what_events_count_is_what_was_there(setting: Any) -> None:
    """Flies and cows of herds taken, of hands and of rounds, as events tell them, against the cards themselves."""
    game, match = opened(setting), walk(setting)
    each = game.cards.column("flies")
    for turn, after in zip(match.turns, states(match)[1:], strict=True):
        s = turn.before[0]
        told = {kind: [row[1:4] for row in turn.events if row[0] == kind] for kind in game.words.EVENTS}
        at = [[c for c in range(s.n_cards) if s.place[c] == place] for place in range(r.UNKNOWN)]
        if turn.action == r.TAKE:
            cows = at[r.HERD + s.herd]
            assert told[r.CARRIED] == [(turn.seat, c, s.herd) for c in cows]
            assert told[r.TOOK] == [(turn.seat, sum(each[c] for c in cows), len(cows))]
        else:
            assert told[r.CARRIED] == told[r.TOOK] == []
        if after.rounds > s.rounds:
            hands = [at[r.HAND + p] for p in range(s.players)]
            assert told[r.HAND_SCORED] == [(p, sum(each[c] for c in cs), len(cs)) for p, cs in enumerate(hands)]
            gained = [after.flies[p] - s.flies[p] for p in range(s.players)]
            assert told[r.ROUND_SCORED] == [(p, n, after.flies[p]) for p, n in enumerate(gained)]
            winners = [p for p, share in enumerate(match.payoffs() or []) if share and after.phase == r.ENDED]
            assert told[r.WON] == [(p, after.flies[p], 0) for p in winners]


@every_setting_of("mow")
def test_no_imagined_world_contradicts_itself(setting: Any) -> None:
    game = opened(setting)
    t: Any = Table.new()
    seed_streams(t, seed_words(5, 1).tolist(), 0)
    for s in states(walk(setting), every=12):
        for p in range(game.players):
            world = s.__copy__()
            game.plain.hide(world, p)
            game.plain.determinize(world, p, t)
            assert contradictions(game, world) == []


def test_hidden_cards_are_dealt_evenly_to_the_places_where_they_can_be() -> None:
    """3,000 imagined worlds: each of 10 hidden cards is in each of 10 hidden places equally often (300 times)."""
    match = table("g1.0", "g2.0 g3.0 g4.0", "g5.0 g6.0", herd="g7.0", deck="g8.0 g9.0 g10.0 g11.0 g12.0")
    game, s = match.game, match.state
    t: Any = Table.new()
    seed_streams(t, seed_words(6, 1).tolist(), 0)
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(3000):
        world = s.__copy__()
        game.plain.hide(world, 0)
        game.plain.determinize(world, 0, t)
        order = [*(c for p in (1, 2) for c in range(48) if world.place[c] == r.HAND + p), *world.deck[s.deck_top : 48]]
        for place, card in enumerate(order):
            counts[place if place >= 5 else 0 if place < 3 else 3, card] += 1
    assert {card for _, card in counts} == {c for c in range(48) if s.place[c] in (r.DECK, r.HAND + 1, r.HAND + 2)}
    for (place, _), n in counts.items():
        expected = {0: 900, 3: 600}.get(place, 300)
        assert abs(n - expected) < 5 * (expected * 0.9) ** 0.5


def test_the_8_that_a_mad_cow_drove_out_stays_where_all_have_seen_it_go() -> None:
    match = table("yM g1.0", "g2.0 g3.0", "g5.0", herd="g8.3 g7.1", deck="g9.0 g10.0 g11.0")
    play(match, "yM", "keep")
    t: Any = Table.new()
    seed_streams(t, seed_words(6, 1).tolist(), 0)
    for _ in range(50):
        world = match.view(1).state
        match.game.plain.determinize(world, 1, t)
        assert world.place[match.action("g8.3")] == r.HAND
        assert world.held[:3] == [2, 2, 1]


# ---- positions ------------------------------------------------------------------------------------------------------
CODES = [row["code"] for row in mowlab.game("mow", players=6).cards.rows]


@st.composite
def positions(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """Positions that can occur: hands, cowsheds and a deck of any cards, herds grown cow by cow."""
    players = draw(st.sampled_from([2, 3, 6, 10]))
    chance = random.Random(draw(st.integers(0, 2**32)))
    cards = chance.sample(CODES, len(CODES))
    herds: list[list[str]] = []
    game = mowlab.game("mow", players=players, packets="both")
    for _ in range(3 if players == 2 else 1):
        line: list[str] = []
        for _ in range(chance.randrange(12)):
            move = cards.pop()
            move += chance.choice("+-") if move == "yC" else ""
            try:
                game.position(hands=[[]] * players, herds=[*herds, [*line, move]])
                line.append(move)
            except PositionError:
                cards.insert(0, move.rstrip("+-"))
        herds.append(line)
    hands = [[cards.pop() for _ in range(chance.randrange(6))] for _ in range(players)]
    sheds = [[cards.pop() for _ in range(chance.randrange(3))] for _ in range(players)]
    deck = cards[: chance.randrange(1, 10)] if chance.random() < 0.5 else None
    named = {"hands": hands, "herds": herds, "sheds": sheds, "deck": deck}
    numbered = {"turn": chance.randrange(players), "starter": chance.randrange(players), "rounds": chance.randrange(4)}
    more = {"flies": [chance.randrange(100) for _ in range(players)], "direction": chance.choice([1, -1])}
    return players, {**named, **numbered, **more, "herd": chance.randrange(len(herds))}


@given(positions())
def test_a_built_position_does_not_contradict_itself_and_can_be_played(position: tuple[int, dict[str, Any]]) -> None:
    players, described = position
    game = mowlab.game("mow", players=players, packets="both")
    s = game.position(**described)
    assert contradictions(game, s) == []
    match = game.match(["random"] * players, seed=1, position=described)
    for p, cards in enumerate(described["hands"]):
        assert hand(match, p) == set(cards)
    match.advance(400)
    assert contradictions(game, match.state) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": [["g1.0"]]}, "hands needs one entry for each of the 3 farmers, not 1"),
        ({"hands": "g1.0"}, "hands must be a list"),
        ({"hands": ["g1.0", "g2.0", "g3.0"]}, "a hand must be a list, not 'g1.0'"),
        ({"hands": [["g1.0"], ["g1.0"], []]}, "Card 'g1.0' is named twice"),
        ({"hands": [["g1.0"], ["bull"], []]}, "There is no card 'bull' among the 48 cards"),
        ({"hands": [["y1.0"], [], []]}, "There is no card 'y1.0' among the 48 cards"),
        ({"hands": [[7], [], []]}, "There is no card 7"),
        ({"herds": [[], []]}, "With 3 farmers there are 1 herds, not 2"),
        ({"herds": [["g5.0", "g5.1"]]}, "Herd 0: 'g5.1' cannot be added. .* the number 5 too"),
        ({"herds": [["gSa"]]}, "Herd 0: 'gSa' cannot be added. .* cannot start a herd"),
        ({"herds": [["g5.0", "g2.0"]]}, "Herd 0: 'g2.0' is not a free cow|Card 'g2.0' is named twice"),
        ({"herds": [["take"]]}, "Herd 0: 'take' is not a free cow"),
        ({"herds": [["castle"]]}, "Herd 0: 'castle' is not a move of MOW"),
        ({"herds": ["g5.0"]}, "a herd must be a list, not 'g5.0'"),
        ({"deck": ["g1.0"]}, "Card 'g1.0' is named twice"),
        ({"deck": []}, "With an empty deck no herd is empty"),
        ({"deck": 5}, "the deck must be a list, not 5"),
        ({"sheds": [["g9.0"]]}, "sheds needs one entry for each of the 3 farmers, not 1"),
        ({"flies": [1, 2]}, "flies needs one entry for each of the 3 farmers, not 2"),
        ({"flies": [0, 0, 100]}, "flies of seat 2 is 100; it must be a whole number from 0 to 99"),
        ({"flies": [0, 0, -1]}, "flies of seat 2 is -1"),
        ({"flies": [0, 0, "many"]}, "flies of seat 2 is 'many'"),
        ({"turn": 3}, "turn is 3; it must be a whole number from 0 to 2"),
        ({"turn": 1.0}, r"turn is 1\.0"),
        ({"starter": -1}, "starter is -1"),
        ({"herd": 1}, "herd is 1; it must be a whole number from 0 to 0"),
        ({"rounds": -1}, "rounds is -1"),
        ({"direction": 0}, "direction is 0; allowed are 1"),
        ({"phase": "over"}, "phase is 'over'; allowed are play, arrow, next"),
        ({"phase": "arrow"}, "nothing to choose: no special cow of the green packet"),
        ({"phase": "next"}, "nothing to choose: no special cow of the yellow packet"),
    ],
)
def test_a_position_that_cannot_be_says_why(change: dict[str, Any], says: str) -> None:
    game = mowlab.game("mow", players=3)
    described = {"hands": [["g1.0"], ["g2.0"], ["g3.0"]], **change}
    with pytest.raises(PositionError, match=says):
        game.position(**described)


@given(
    name=st.sampled_from(["hands", "herds", "sheds", "deck", "flies", "turn", "herd", "direction", "phase"]),
    value=anything,
)
def test_nonsense_in_a_position_is_a_position_error(name: str, value: Any) -> None:
    game = mowlab.game("mow", players=3)
    described = {"hands": [["g1.0"], ["g2.0"], ["g3.0"]], name: value}
    try:
        s = game.position(**described)
    except PositionError:
        return
    assert contradictions(game, s) == []


@given(st.lists(numbers, min_size=3, max_size=3), st.lists(st.lists(anything, max_size=2), min_size=3, max_size=3))
def test_nonsense_inside_the_lists_of_a_position(flies: list[Any], hands: list[Any]) -> None:
    game = mowlab.game("mow", players=3)
    for described in (
        {"hands": [[], [], []], "flies": flies},
        {"hands": hands},
        {"hands": [[]] * 3, "herds": hands[:1]},
    ):
        try:
            s = game.position(**described)
        except PositionError:
            continue
        assert contradictions(game, s) == []


# ---- how well a farmer stands ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("flies", "standings"), [([10, 20, 60], [30, 15, -45]), ([5, 5, 5], [0, 0, 0]), ([0, 99], [99, -99])]
)
def test_a_standing_is_how_many_flies_fewer_than_the_average_rival(flies: list[int], standings: list[int]) -> None:
    match = table(*["g1.0", "g2.0", "g3.0"][: len(flies)], flies=flies)
    assert [match.game.plain.standing(match.state, p) for p in range(len(flies))] == standings
