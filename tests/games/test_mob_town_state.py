"""Mob Town in random play: nothing gets lost, chains and payments against brute force, what may be known, positions."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import mowlab
from mowlab.core.game import PositionError
from mowlab.core.table import Table, seed_streams, seed_words
from mowlab.games.mob_town import rules as r
from mowlab.match import Match

from .mob_town_play import AGENDAS, CARDS, CODES, deck, drawn, hand, line, play, table

COUNT = CARDS.column("count")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"cash_take": 2},
    {"traded": "discard"},
    {"agendas": "spent"},
    {"agenda_swap": "on"},
    {"retake": "on"},
    {"agenda_swap": "on", "traded": "discard", "agendas": "spent", "retake": "on", "cash_take": 2},
]
every_setting = pytest.mark.parametrize(
    ("players", "options"), [(players, options) for players in (2, 3, 4) for options in OPTIONS], ids=str
)


def walk(players: int, seed: int, **options: Any) -> Iterator[Match]:
    """A match after each of its random moves."""
    match: Match = mowlab.game("mob-town", players=players, **options).match(["random"] * players, seed=seed)
    yield match
    while not match.over:
        match.bot_move()
        yield match


@every_setting
def test_no_card_token_property_or_briefcase_is_lost_or_made(players: int, options: dict[str, Any]) -> None:
    rounds = 0
    for match in walk(players, 5, **options):
        s = match.state
        cards = Counter(deck(match)) + Counter(line(match))
        for k in range(r.N_KINDS):
            cards[CODES[k]] += s.discard[k] + sum(s.hand[p * r.N_KINDS + k] for p in range(players))
        if not match.over:
            assert cards["law"] == 1
        cards["law"] = 1
        assert [cards[code] for code in CODES] == COUNT
        assert list(s.held) == [sum(s.hand[p * r.N_KINDS : (p + 1) * r.N_KINDS]) for p in range(r.MAX_PLAYERS)]
        assert all(known <= there for known, there in zip(s.known, s.hand, strict=True))
        assert sum(s.tokens) == sum(s.used)
        assert max(s.used) <= 12
        placed = [x for x in range(20) if s.place[x] == r.CITY]
        assert len({s.cell[x] for x in placed}) == len(placed)
        assert [x for x in range(20) if s.tokens[x]] == [x for x in range(20) if s.owner[x] >= 0]
        spent = sum(3 - s.briefcases[p] for p in range(players))
        assert 0 <= spent <= 3 * players
        rounds = max(rounds, s.rounds)
    assert rounds == 3


@every_setting
def test_no_trading_goes_on_for_ever(players: int, options: dict[str, Any]) -> None:
    """Who always trades card for card, swaps agendas or waits is stopped by the guard."""
    game = mowlab.game("mob-town", players=players, **options)
    match = game.match(["you"] * players, seed=3)
    longest = 0
    for _ in range(4000):
        if match.over:
            break
        quiet = [a for a in match.legal() if a != r.DRAW and not r.TAKE <= a < r.LOT_CARD]
        match.play(quiet[0] if quiet else match.legal()[0])
        longest = max(longest, match.state.idle)
    assert match.over
    assert longest <= r.IDLE_ROUNDS * players + 3 * players, "at most the briefcases on top"


# ---- chains and payments against brute force ------------------------------------------------------------------------
def all_chains(s: Any, p: int, x: int) -> set[tuple[int, ...]]:
    """Every shortest chain of spaces between a property of p and x, by walking all paths that never come back."""
    mine = {y for y in range(20) if s.owner[y] == p}
    if not mine or x in mine:
        return {()}
    where = {y: (s.cell[y] % r.SIDE, s.cell[y] // r.SIDE) for y in range(20) if s.place[y] == r.CITY}
    for length in range(20):
        found: set[tuple[int, ...]] = set()
        paths = [(y,) for y in mine]
        for _ in range(length):
            paths = [(*path, y) for path in paths for y in beside(where, path[-1]) if y not in path and y not in mine]
            paths = [path for path in paths if path[-1] != x]
        found = {path[1:] for path in paths if x in beside(where, path[-1])}
        if found:
            return found
    raise AssertionError("not reached")


def beside(where: dict[int, tuple[int, int]], y: int) -> list[int]:
    a, b = where[y]
    return [z for z, (c, d) in where.items() if abs(a - c) + abs(b - d) == 1]


def test_chains_are_those_that_brute_force_finds() -> None:
    t: Any = Table.new()
    several = 0
    for seed in range(6):
        for i, match in enumerate(walk(4, seed)):
            s = match.state
            if i % 40 or s.phase != r.ACTING:
                continue
            for p, x in itertools.product(range(4), range(20)):
                if s.place[x] != r.CITY or s.owner[x] == p:
                    continue
                chains = all_chains(s, p, x)
                assert match.game.plain.gap(s, p, x) == len(next(iter(chains)))
                if chains == {()}:
                    continue
                world = s.__copy__()
                match.game.plain.find_ways(world, p, x, t)
                ways = world.way[: world.n_ways]
                fed = [tuple(sum(s.owner[y] == q for y in chain) for q in range(4)) for chain in chains]
                told = [tuple(sum(s.owner[y] == q for y in range(20) if w >> y & 1) for q in range(4)) for w in ways]
                assert told == sorted(set(fed)), "each set of owners once, seat 0 counting first"
                assert {tuple(y for y in range(20) if w >> y & 1) for w in ways} <= {
                    tuple(sorted(chain)) for chain in chains
                }
                several += len(ways) > 1
    assert several > 20


def test_a_take_over_is_legal_exactly_if_some_set_of_cards_pays_for_it() -> None:
    seen: Counter[bool] = Counter()
    for seed in range(4):
        for i, match in enumerate(walk(3, seed)):
            s = match.state
            held = [CODES.index(code) for code in hand(match, s.turn)] if not match.over else []
            if i % 15 or s.phase != r.ACTING or len(held) > 10:
                continue
            for x in range(20):
                if s.place[x] != r.CITY or s.owner[x] == s.turn:
                    continue
                row = CARDS.others["types"][x // 4]
                value = x % 4 + 1 + s.tokens[x]
                counts = [
                    CARDS.rows[k]["value"]
                    for k in held
                    if CARDS.rows[k]["suit"] in (row["first"], row["second"], "cash")
                ]
                between = match.game.plain.gap(s, s.turn, x)
                can = any(
                    sum(paid) >= value and n + between <= len(held)
                    for n in range(1, len(counts) + 1)
                    for paid in itertools.combinations(counts, n)
                )
                assert (match.why_not(r.TAKE + x) is None) == can
                seen[can] += 1
    assert min(seen.values()) > 20


def test_what_is_begun_is_completed() -> None:
    """From a take-over or cash-in, every choice of moves leads to its end: nothing half-built gets stuck."""
    actions = 0
    for seed in range(8):
        for match in walk(4, seed):
            s = match.state
            if s.phase in (r.PAYING, r.CONNECTING, r.PICKING, r.ROUTING):
                assert match.legal()
                actions += 1
    assert actions > 300


# ---- what may be known ----------------------------------------------------------------------------------------------
def dice(seed: int) -> Any:
    t: Any = Table.new()
    seed_streams(t, seed_words(seed, 1).tolist(), 0)
    return t


def test_imagined_hands_hold_what_all_have_seen_and_the_rest_is_dealt_evenly() -> None:
    match = table("rat1 fox2 fox3", "snake1 cash cash", seen=["", "snake1"], law=30)
    t, game = dice(1), match.game
    view = match.view(0).state
    found: Counter[str] = Counter()
    for _ in range(3000):
        world = view.__copy__()
        game.plain.determinize(world, 0, t)
        kinds = [CODES[k] for k in range(16) for _ in range(world.hand[16 + k])]
        assert len(kinds) == 3
        assert "snake1" in kinds
        found.update(kinds)
    unseen = {CODES[k]: game.plain.unseen(view, 0, k) for k in range(16)}
    total = sum(unseen.values())
    found["snake1"] -= 3000
    for code, n in unseen.items():
        assert found[code] / 6000 == pytest.approx(n / total, abs=0.02)


def test_the_imagined_law_is_anywhere_in_the_last_eleven_cards() -> None:
    for above, places in ((30, 11), (6, 7)):
        match = table("", "", law=above)
        t, seen = dice(2), Counter()
        view = match.view(0).state
        for _ in range(2200):
            world = view.__copy__()
            match.game.plain.determinize(world, 0, t)
            seen[57 - world.deck.index(16)] += 1
        assert set(seen) == set(range(1, places + 1))
        assert min(seen.values()) > 2200 / places * 0.7


def test_imagined_agendas_follow_the_chances_that_are_told() -> None:
    """How often an agenda is drawn is what `likely` says, and a take-over of the type makes its agenda more likely."""
    match = table("rat1", "fox1", city="G1 G2 G3/ R1 H1 T1", tokens="1G1 1G2", law=30)
    likely = match.view(0)["likely"][1]
    assert sum(likely.values()) == pytest.approx(2), "two agendas"
    assert likely["halls"] > likely["hotels"] == likely["restaurants"]
    assert likely["halls"] > match.view(1)["likely"][0]["halls"] == pytest.approx(2 / 8)
    t, found = dice(3), Counter()
    view = match.view(0).state
    for _ in range(4000):
        world = view.__copy__()
        match.game.plain.determinize(world, 0, t)
        chosen = [AGENDAS[a] for a in range(8) if world.agenda[1] >> a & 1]
        assert len(chosen) == 2
        found.update(chosen)
    for code, chance in likely.items():
        assert found[code] / 4000 == pytest.approx(chance, abs=0.03)


def test_spent_agendas_are_not_imagined() -> None:
    options = {"agendas": "spent"}
    match = table("", "", spent=["halls hotels", "empire variety"], options=options, law=30)
    likely = match.view(0)["likely"][1]
    assert likely["empire"] == likely["variety"] == 0
    t = dice(4)
    for _ in range(200):
        world = match.view(0).state
        match.game.plain.determinize(world, 0, t)
        assert not world.agenda[1] & world.spent[1]


# ---- the standing ---------------------------------------------------------------------------------------------------
def test_standing_counts_properties_agendas_and_briefcases_as_they_are_now() -> None:
    match = table("", "", tokens="0G1 0H2 1R4", agendas=["halls hotels"] * 2, points=[10, 4], briefcases=[1, 3], law=9)
    s, game = match.state, match.game
    mine, theirs = 10 + 1 + 2 + 3 + 3 + 2, 4 + 4 + 6
    assert game.plain.standing(s, 0) == mine - theirs
    assert game.plain.standing(s, 1) == theirs - mine
    assert match.scores() == [10, 4], "the score counts rounds that have been scored"


# ---- positions ------------------------------------------------------------------------------------------------------
GOOD: dict[str, Any] = {"city": drawn("G1 H2 R4"), "hands": [["rat1"], ["fox1"]]}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"city": {}}, "city must tell"),
        ({"city": {"X9": [0, 0]}}, "There is no property 'X9'"),
        ({"city": {"G1": [0, 0], "G2": [0, 0]}}, "G2 lies where G1 lies already"),
        ({"city": {"G1": [0, 0], "G2": [2, 0]}}, "not in one piece"),
        ({"city": {"G1": [0, 99]}}, "must be a whole number from -19 to 19"),
        ({"city": {"G1": 3}}, "the cell of G1 must be a list"),
        ({"hands": [["rat1"]]}, "hands needs 2 entries"),
        ({"hands": [["rat9"], []]}, "There is no card 'rat9'"),
        ({"hands": [["rat3"] * 3, []]}, "only 2 cards 'rat3'"),
        ({"hands": [["law"], []]}, "The law is in the deck"),
        ({"line": ["rat1"]}, "line needs 5 entries"),
        ({"line": ["law", "rat1", "rat1", "rat1", "rat1"]}, "The law is in the deck"),
        ({"deck": ["rat1"]}, "The law must be among the last 11"),
        ({"deck": ["law", *["cash"] * 6, *["rat2"] * 3, *["fox2"] * 2]}, "The law must be among the last 11"),
        ({"deck": ["law"], "law": 3}, "not both"),
        ({"law": 99}, "law is 99"),
        ({"tokens": [[0, "G2"]]}, "not in the city"),
        ({"tokens": [[5, "G1"]]}, "the seat of a token is 5"),
        ({"tokens": [[0, "G1"], [0, "G1"]]}, "twice in a row"),
        ({"tokens": [[0, "G1"], [1, "G1"]] * 13}, "more are listed"),
        ({"lot": ["G1"]}, "that are not in the city"),
        ({"lot": ["G2"]}, "shows 3 of them"),
        ({"agendas": [["halls"], ["halls", "hotels"]]}, "needs 2 agendas"),
        ({"agendas": [["halls", "halls"], ["halls", "hotels"]]}, "names an agenda twice"),
        ({"agendas": [["halls", "moon"], ["halls", "hotels"]]}, "There is no agenda 'moon'"),
        ({"agendas": [["halls", "hotels"]] * 2, "phase": "agendas"}, "nobody has chosen yet"),
        ({"phase": "night"}, "allowed are turn, agendas"),
        ({"phase": "agendas", "turn": 1}, "must be the same"),
        ({"seen": [["fox1"], []]}, "does not have as many"),
        ({"points": [1]}, "points needs 2 entries"),
        ({"briefcases": [4, 0]}, "briefcases of seat 0 is 4"),
        ({"turn": 2}, "turn is 2"),
        ({"rounds": True}, "rounds is True"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_position_that_cannot_be_is_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    game = mowlab.game("mob-town", players=2)
    game.position(**GOOD)
    with pytest.raises(PositionError, match=sentence) as caught:
        game.position(**{**GOOD, **change})
    assert str(caught.value)[-1] in ".!"


def test_a_position_can_be_played_from_recorded_and_replayed() -> None:
    match = table("rat3 shark1 fox1", "snake1", tokens="0G1 1H2", law=4, points=[5, 6], rounds=2)
    play(match, "take-R4", "rat3 shark1 fox1")
    while not match.over:
        match.play(match.legal()[0])
    again = mowlab.replay(match.record())
    assert again.state == match.state


def test_in_phase_agendas_a_round_begins_from_a_given_city() -> None:
    match = table("rat1 rat1 fox1", "snake1 cash cash", city="G1 H2 R4 T1", phase="agendas")
    assert play(match, "halls hotels empire variety").view(1)["agendas"] == ["variety", "empire"]
    assert "take-R4" not in {match.notation(a) for a in match.legal()}
