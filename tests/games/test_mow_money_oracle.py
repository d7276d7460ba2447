"""Mow Money against the naive referee: the same moves and the same luck must lead to the same game, step by step."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence

import pytest

import mowlab
from mowlab.games.mow_money import rules as r
from mowlab.match import Match, Turn

from ..oracles.mow_money import BID_CARDS, CONTRACTS, DUMMY, MowMoneyOracle

Policy = Callable[[random.Random, list[str]], str]
SEEN: Counter[str] = Counter()  # what happened in all games of this file
LETTERS = "ABCDEF"
TIERS = "bma"
JOBS = "ctfps"
CODES = [mowlab.game("mow-money").notation(a) for a in range(r.N_ACTIONS)]


# ---- both sides of the same game ------------------------------------------------------------------------------------
class Pair:
    """One game, played by the rules of mowlab and by the referee alike."""

    def __init__(self, seed: int, **options: object):
        self.game = mowlab.game("mow-money", **options)
        self.match = Match(self.game, ["you"] * self.game.players, seed)
        self.chance: deque[int] = deque(self.match.opening.chance)
        numbers = self.game.numbers
        self.oracle = MowMoneyOracle(
            self.game.players,
            self.outcomes(),
            str(self.game.options["sole_wins"]),
            numbers["max_stakes"],
            str(self.game.options["difficulty"]),
            str(self.game.options["fixed_starter"]),
        )
        self.told: list[tuple[str | None, int | str, int]] = []  # who got what, in the order in which it was told
        self.compare()

    def outcomes(self) -> Iterator[int]:
        while self.chance:
            yield self.chance.popleft()
        raise AssertionError("the referee wants more luck than the rules")

    def play(self, move: str) -> None:
        turn = self.match.play(move)
        self.chance.extend(turn.chance)
        self.oracle.chance = self.outcomes()
        self.oracle.play(move)
        assert not self.chance, "all luck is used by both"
        self.count(turn)
        self.compare()

    def compare(self) -> None:
        match, oracle, s = self.match, self.oracle, self.match.state
        seats = range(self.game.players)
        assert match.over == oracle.over
        assert {CODES[a] for a in match.legal()} == oracle.legal()
        assert match.scores() == oracle.scores()
        assert s.rounds == oracle.round - (not oracle.over)
        assert list(s.money[: s.players]) == oracle.money
        owned = [{TIERS[tier] for tier in range(3) if s.mower[p * 3 + tier]} for p in seats]
        assert owned == oracle.mowers
        contracts = self.by_place(s.contract, r.STAKE)
        staked = [contracts[r.STAKED + 2 * p] | contracts[r.STAKED + 2 * p + 1] for p in seats]
        assert [contracts[r.WON + p] | staked[p] for p in seats] == oracle.won()
        assert contracts[r.DUMMY] == oracle.dummy
        assert contracts[r.GONE] == oracle.removed
        if oracle.over:
            assert match.payoffs() == pytest.approx(oracle.payoffs())
            assert r.reputation(s, r.DUMMY) == oracle.dummy_score()
        else:
            self.compare_table(self.by_place(s.place), contracts)
        if not r.is_bidding(s.phase):
            results = [result for results in oracle.results for result in results if result.winner is not None]
            assert self.told == [(result.prize, result.winner, result.paid) for result in results]

    def compare_table(self, cards: list[set[str]], contracts: list[set[str]]) -> None:
        match, oracle, s = self.match, self.oracle, self.match.state
        seats = range(self.game.players)
        assert (match.mover, s.marker) == (oracle.mover(), oracle.marker)
        piles = [[self.contract(c) for c in s.pile[n * 8 : n * 8 + s.depth[n]]] for n in range(s.areas)]
        assert piles == oracle.stacks()
        assert [cards[r.HAND + p] for p in seats] == oracle.hands()
        for p in seats:
            held = cards[r.HAND + p] | cards[r.STACK + 2 * p] | cards[r.STACK + 2 * p + 1]
            assert list(s.held[3 * p : 3 * p + 3]) == [sum(code[0] == tier for code in held) for tier in TIERS]
        decks = {}
        for tier, letter in enumerate(TIERS):
            first = r.FIRST_OF_TIER[tier]
            decks[letter] = [CODES[c] for c in reversed(s.deck[first : first + s.left[tier]])]
        assert decks == oracle.decks()
        discards = set().union(*oracle.discards().values())
        if s.phase == r.PICKING_CARDS:
            discards |= {card.code for card in oracle.laid()[match.mover][0].cards}
        assert cards[r.DISCARD] == discards
        if not r.is_bidding(s.phase):
            return
        for p, stacks in enumerate(oracle.laid()):
            for slot, bid in enumerate((2 * p, 2 * p + 1)):
                if slot >= len(stacks):
                    assert (s.target[bid], s.bluffs[bid], s.laid[bid]) == (-1, 0, 0)
                    continue
                stack = stacks[slot]
                assert s.target[bid] == (r.ODD_JOB if stack.aim == "OJ" else LETTERS.index(stack.aim))
                assert cards[r.STACK + bid] == {card.code for card in stack.cards}
                assert contracts[r.STAKED + bid] == {contract.code for contract in stack.staked}
                assert s.bluffs[bid] == stack.bluffs
                assert (JOBS[s.job[bid]] if s.job[bid] >= 0 else None) == stack.job
                sealed = p != s.turn or slot < s.slot
                assert s.laid[bid] == (len(stack.cards) + len(stack.staked) + stack.bluffs if sealed else 0)

    def by_place(self, places: Sequence[int], first: int = 0) -> list[set[str]]:
        found: list[set[str]] = [set() for _ in range(r.GONE + 1)]
        for i, place in enumerate(places):
            found[place].add(CODES[first + i])
        return found

    def contract(self, c: int) -> str:
        return CODES[r.STAKE + c]

    def count(self, turn: Turn) -> None:
        SEEN[CODES[turn.action]] += 1
        for kind, who, what, more, _ in turn.events:
            SEEN[f"event {kind}"] += 1
            if kind == r.WON_CONTRACT:
                self.told.append((self.contract(what), who, more))
            elif kind == r.DUMMY_WON:
                self.told.append((self.contract(what), DUMMY, 0))
            elif kind in (r.JOB_DONE, r.PICKED_UP):
                self.told.append((JOBS[what], who, more))
            if kind == r.OFFERED and what < 0:
                SEEN["a bid below nothing"] += 1
            if kind in (r.STAKE_GONE, r.BLUFFS_BACK):
                SEEN[f"event {kind}, success {more}"] += 1
            if kind == r.VICTORY and more > 1:
                SEEN["shared win"] += 1


# ---- policies -------------------------------------------------------------------------------------------------------
def any_move(chance: random.Random, moves: list[str]) -> str:
    return chance.choice(moves)


def likes(*wanted: tuple[str, float]) -> Policy:
    """Moves that begin so, with these chances one after the other; what is not named is taken last."""

    def choose(chance: random.Random, moves: list[str]) -> str:
        for start, how_often in wanted:
            some = [move for move in moves if move.startswith(tuple(start.split("|")))]
            if some and chance.random() < how_often:
                return chance.choice(some)
        return chance.choice(moves)

    return choose


BID = ("A|B|C|D|E|F", 0.8)
NEVER = {r.BUY_MOWER}  # everybody starts with the basic mower
POLICIES: dict[str, Policy] = {
    "any move": any_move,
    "bids well": likes(("mower", 0.9), ("card", 0.8), BID, ("as", 0.98), ("job", 0.95), ("bluff0", 0.8)),
    "stakes": likes(("mower", 0.5), ("card", 0.7), BID, ("as", 0.95), ("r", 0.6), ("job", 0.9)),
    "bluffs": likes(("card", 0.7), BID, ("free", 0.5), ("done", 0.3), ("bluff2|bluff3", 0.7), ("job", 0.9)),
    "jobs": likes(
        ("mower-a", 1), ("card-a", 1), ("job-s", 1), ("card-b", 0.5), ("job-c|job-t", 0.9), ("OJ", 0.97), ("b", 1)
    ),
    "wants it all": likes(("A", 0.9), ("B", 0.9), ("as", 0.9), ("card-b", 0.9), ("r", 0.3)),
}


def play_on(pair: Pair, policy: Policy, chance: random.Random, rounds: int = 60) -> None:
    while not pair.oracle.over and pair.oracle.round <= rounds:
        pair.play(policy(chance, sorted(pair.oracle.legal())))


# ---- games ----------------------------------------------------------------------------------------------------------
def chosen(chance: random.Random, players: int) -> Pair:
    """A game with options by lot."""
    return Pair(
        chance.randrange(2**32),
        players=players,
        simultaneous=chance.choice(["visible", "simultaneous"]),
        sole_wins=chance.choice(["valid", "always"]),
        max_stakes=chance.choice(["any", "any", 1, 2, 3]),
        difficulty=chance.choice(["standard", "easy", "hard"]) if players == 1 else "standard",
        fixed_starter=chance.choice(["random", "fixed"]),
    )


GAMES, LONG = 34, 4  # of each policy and number of players; the others are left after their first rounds


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", range(1, 7))
def test_both_play_the_same_game(players: int, policy: str) -> None:
    chance = random.Random(f"{players} {policy}")
    for game in range(GAMES):
        play_on(chosen(chance, players), POLICIES[policy], chance, rounds=18 if game < LONG or players == 1 else 3)


@pytest.mark.parametrize("players", range(2, 7))
def test_both_stop_a_game_without_end_after_60_rounds(players: int) -> None:
    chance = random.Random(players)
    pair = chosen(chance, players)
    play_on(pair, likes(("OJ|done", 1), ("job", 0.9)), chance)
    assert pair.oracle.over
    assert pair.oracle.round == 60
    assert SEEN[f"event {r.CAPPED}"] > 0


def test_the_same_cards_and_contracts() -> None:
    assert CODES[: r.N_CARDS] == list(BID_CARDS)
    assert CODES[r.STAKE : r.BLUFF] == list(CONTRACTS)


def test_z_together_they_met_everything_that_can_happen() -> None:
    kinds = {f"event {kind}" for kind in range(r.VICTORY + 1) if kind != r.ROUND_STARTED}
    results = {f"event {kind}, success {k}" for kind in (r.STAKE_GONE, r.BLUFFS_BACK) for k in (0, 1)}
    moves = {CODES[a] for a in range(r.N_ACTIONS) if a not in NEVER}
    others = {"a bid below nothing", "shared win"}
    missing = {what for what in kinds | results | moves | others if SEEN[what] < 2}
    assert not missing
