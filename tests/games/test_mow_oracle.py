"""The rules against an independent referee, step by step: legal moves, cards, herds, arrow, totals, winners.

The referee (tests/oracles/mow.py) was written from the rulebook alone and gets the same decks.  Policies with a liking,
and decks that are not shuffled, lead to states that random play hardly ever sees; the last test counts them.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mowlab
from mowlab.games.mow import rules as r
from mowlab.match import Match, Turn

from ..oracles.mow import COWS, MowOracle

Policy = Callable[[random.Random, list[str], MowOracle], str]
SEEN: Counter[str] = Counter()  # what happened in all games of this file
STUCK = ["gA7", "gA9", "gSa", "gSb", "yC", "yM"]  # the six cows that cannot start a herd (M4)


# ---- both sides of the same game ------------------------------------------------------------------------------------
class Pair:
    """One game, played by the rules of mowlab and by the referee alike."""

    def __init__(self, seed: int, deck: list[str] | None = None, **options: object):
        self.game = mowlab.game("mow", **options)
        script = None if deck is None else [self.game.action(code) for code in deck]
        self.match = Match(self.game, ["you"] * self.game.players, seed, script=script)
        if script is not None:
            assert self.match.end_script()
        self.by_chance = bool(self.game.numbers["random_starter"])
        self.decks: deque[list[str]] = deque()
        opening = list(self.match.opening.chance)
        first = opening.pop(0) if self.by_chance else 0
        self.decks.append(self.codes(opening))
        numbers = self.game.numbers
        self.oracle = MowOracle(
            self.game.players, numbers["packets"], bool(numbers["six_specials"]), first, self.next_decks()
        )
        SEEN["games"] += 1
        self.count(self.match.opening)
        self.compare()

    def codes(self, cards: list[int]) -> list[str]:
        return [self.game.notation(c) for c in cards]

    def next_decks(self) -> Iterator[list[str]]:
        while True:
            yield self.decks.popleft()

    def play(self, move: str) -> None:
        turn = self.match.play(move)
        if turn.chance:
            tie = len(turn.chance) - self.match.state.n_cards
            self.decks.append(self.codes(turn.chance[tie:]))
        self.oracle.play(move)
        if turn.chance and self.by_chance:
            self.check_starter_by_chance()
        self.count(turn)
        self.compare()

    def check_starter_by_chance(self) -> None:
        """The referee knows only the fixed way to break a tie, so it is told who was drawn from those tied."""
        oracle, starter = self.oracle, self.match.state.starter
        assert oracle.totals[starter] == max(oracle.totals)
        oracle.starter = oracle.seat = starter

    def compare(self) -> None:
        match, oracle, s = self.match, self.oracle, self.match.state
        assert match.over == oracle.over
        assert match.scores() == oracle.totals
        assert s.rounds == len(oracle.round_scores)
        places = self.places()
        if oracle.over:
            assert match.payoffs() == pytest.approx(oracle.payoffs())
            kept = [places[r.HAND + p] | places[r.SHED + p] for p in range(s.players)]
            assert kept == oracle.sheds()
            return
        assert {match.notation(a) for a in match.legal()} == oracle.legal()
        assert match.mover == oracle.mover()
        assert (s.starter, s.direction, s.herd) == (oracle.starter, oracle.direction, oracle.pointer)
        assert [places[r.HAND + p] for p in range(s.players)] == oracle.hands()
        assert s.held[: s.players] == [len(hand) for hand in oracle.hands()]
        assert [places[r.SHED + p] for p in range(s.players)] == oracle.sheds()
        assert s.n_cards - s.deck_top == oracle.deck_left()
        assert self.codes(s.deck[s.deck_top : s.n_cards]) == [cow.code for cow in oracle.deck]
        assert s.n_herds == len(oracle.herds())
        for h, theirs in enumerate(oracle.herds()):
            line = s.cow[h * r.SLOTS : (h + 1) * r.SLOTS]
            missing = [n for n in range(s.low[h] + 1, s.high[h]) if line[n] == -1]
            assert places[r.HERD + h] == theirs["cards"]
            assert len(missing) == theirs["gaps"]
            if theirs["low"] is None:
                assert s.low[h] > s.high[h]
            else:
                assert (s.low[h], s.high[h]) == (theirs["low"], theirs["high"])

    def places(self) -> list[set[str]]:
        found: list[set[str]] = [set() for _ in range(r.UNKNOWN + 1)]
        for c in range(self.match.state.n_cards):
            found[self.match.state.place[c]].add(self.game.notation(c))
        return found

    def count(self, turn: Turn) -> None:
        s = self.match.state
        for kind, _, what, _, _ in turn.events:
            SEEN[f"event {kind}"] += 1
            if kind == r.WON and s.flies[: s.players].count(what) > 1:
                SEEN["shared win"] += 1
        if turn.action >= 0:
            SEEN[self.match.notation(turn.action)] += 1
        if s.phase != r.ENDED and s.held[s.turn] == 0:
            SEEN["empty hand"] += 1
        if s.n_herds == 3 and turn.action == r.TURN:
            SEEN["two farmers turn the arrow"] += 1
        if any(s.mad):
            SEEN["mad herd"] += 1


# ---- policies -------------------------------------------------------------------------------------------------------
def any_move(chance: random.Random, moves: list[str], game: MowOracle) -> str:
    return chance.choice(moves)


def likes(wanted: Callable[[str], bool], how_often: float) -> Policy:
    """A policy that plays a move of the wanted sort that often, where it can, and any other move otherwise."""

    def choose(chance: random.Random, moves: list[str], game: MowOracle) -> str:
        some = [move for move in moves if wanted(move)]
        others = [move for move in moves if not wanted(move)]
        pool = some if some and (not others or chance.random() < how_often) else others
        return chance.choice(pool)

    return choose


def gently(chance: random.Random, moves: list[str], game: MowOracle) -> str:
    """The cow that narrows the line least: so herds grow long and hands run empty once the deck is."""
    herd = game.herds()[game.pointer]
    low, high = herd["low"], herd["high"]
    if low is None or high is None:
        return min(moves, key=lambda move: abs(int(move[1:].split(".")[0]) - 8) if "." in move else 0)

    def narrows(move: str) -> int:
        if move == "take":
            return 100
        number = COWS[move].number if move in COWS else None
        return 0 if number is None else min(abs(number - low), abs(number - high))

    return min(moves, key=narrows)


POLICIES: dict[str, Policy] = {
    "any move": any_move,
    "takes often": likes(lambda move: move == "take", 0.7),
    "never takes": likes(lambda move: move == "take", 0.0),
    "specials and choices": likes(
        lambda move: move[0] in "tn" or ("." not in move and move not in ("take", "keep")), 0.9
    ),
    "gently": gently,
    "keeps its specials": likes(lambda move: "." in move or move == "keep", 0.95),
}


def play_on(pair: Pair, policy: Policy, chance: random.Random, most: int = 3000) -> None:
    for _ in range(most):
        if pair.oracle.over:
            return
        pair.play(policy(chance, sorted(pair.oracle.legal()), pair.oracle))


# ---- games ----------------------------------------------------------------------------------------------------------
SETTINGS = [
    (players, packets)
    for players in range(2, 11)
    for packets in ("rulebook", "green", "both")
    if (players, packets) != (10, "green")
]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("players", "packets"), SETTINGS)
def test_both_play_the_same_game(players: int, packets: str, policy: str) -> None:
    chance = random.Random(f"{players} {packets} {policy}")
    for game in range(2):
        options = {"six_specials": ("off", "on")[game], "random_starter": ("fixed", "random")[chance.random() < 0.3]}
        pair = Pair(chance.randrange(2**32), players=players, packets=packets, **options)
        play_on(pair, POLICIES[policy], chance)
        assert pair.oracle.over


def stacked(chance: random.Random, *first: str) -> list[str]:
    """A deck of both packets with these cows on top, the others shuffled."""
    codes = [row["code"] for row in mowlab.game("mow", players=6).cards.rows]
    others = [code for code in codes if code not in first]
    return [*first, *chance.sample(others, len(others))]


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_farmers_who_cannot_start_a_herd_pass(players: int) -> None:
    chance = random.Random(players)
    for _ in range(5):
        deck = stacked(chance, *chance.sample(STUCK, 5))
        pair = Pair(chance.randrange(2**32), deck, players=players, packets="both")
        assert pair.oracle.legal() == {"pass"}
        for _ in range(200):
            seat = pair.oracle.mover()
            moves = sorted(pair.oracle.legal())
            # seat 0 keeps what it holds and takes herds that it then cannot start again
            pair.play("take" if seat == 0 and "take" in moves else chance.choice(moves))
            if pair.oracle.round > 1 or pair.oracle.over:
                break
    assert SEEN["pass"] > 5


@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_yellow_specials_in_a_hand_from_the_start(players: int) -> None:
    chance = random.Random(players)
    for eight in ("g8.0", "y8.3", "g8.1"):
        for first in (["yM", eight, "yC", "yT7", "yD9"], [eight, "g7.0", "g9.0", "y1.0", "y15.0", "yM", "yC"]):
            pair = Pair(chance.randrange(2**32), stacked(chance, *first), players=players, packets="both")
            play_on(pair, POLICIES["specials and choices"], chance, most=150)


@pytest.mark.parametrize("players", [3, 5])
def test_a_farmer_who_gathers_six_specials(players: int) -> None:
    chance = random.Random(players)
    for _ in range(10):
        specials = chance.sample(["gB0", "gB16", *STUCK, "yB0", "yB16", "yT7", "yD9"], 5)
        deck = stacked(chance, *specials)
        pair = Pair(chance.randrange(2**32), deck, players=players, packets="both", six_specials="on")
        for _ in range(2000):
            seat = pair.oracle.mover()
            moves = sorted(pair.oracle.legal())
            plain = [move for move in moves if "." in move or move in ("keep", "pass")]
            pair.play(chance.choice((seat == 0 and (["take"] if "take" in moves else plain)) or moves))
            if pair.oracle.round > 1 or pair.oracle.over:
                break
    assert SEEN[f"event {r.SIX_SPECIALS}"] > 0


@given(
    players=st.integers(2, 10),
    first=st.lists(st.sampled_from(list(COWS)), unique=True, max_size=30),
    choices=st.lists(st.integers(0, 29), max_size=120),
)
@settings(max_examples=40)
def test_any_sequence_of_moves_from_any_deck(players: int, first: list[str], choices: list[int]) -> None:
    """Decks and moves that Hypothesis thinks of, and would shrink to the shortest on which the two disagree."""
    pair = Pair(1, [*first, *(code for code in COWS if code not in first)], players=players, packets="both")
    for choice in choices:
        moves = sorted(pair.oracle.legal())
        if moves:
            pair.play(moves[choice % len(moves)])


def test_z_together_they_met_everything_that_can_happen() -> None:
    if SEEN["games"] < 300:
        pytest.skip("counts what the games above met: run the whole file")
    kinds = {f"event {kind}" for kind in range(r.WON + 1)}
    moves = {"take", "keep", "turn", "pass", "yC-", "yC+", *(f"next{seat}" for seat in range(10))}
    cards = {row["code"] for row in mowlab.game("mow", players=6).cards.rows} - {"yC"}
    others = {"shared win", "empty hand", "two farmers turn the arrow", "mad herd"}
    missing = {what for what in kinds | moves | cards | others if SEEN[what] < 2}
    assert not missing
