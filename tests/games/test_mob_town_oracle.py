"""The rules against an independent referee, step by step: legal moves, city, tokens, hands, line-up, scores, winners.

The referee (tests/oracles/mob_town.py) was written from the rulebook and the rulings alone and gets the same chance.
Policies with a liking, and long chains, lead to states that random play hardly ever sees; the last test counts them.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import mowlab
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town.words import place_name
from mowlab.match import Match, Turn

from ..oracles.mob_town import AGENDAS, CARDS, PROPERTIES, SUITS, MobTownOracle, Setup

Policy = Callable[[random.Random, list[str], MobTownOracle], str]
SEEN: Counter[str] = Counter()  # what happened in all games of this file
CARD_CODES, PROPERTY_CODES = list(CARDS), list(PROPERTIES)


# ---- both sides of the same game ------------------------------------------------------------------------------------
class Pair:
    """One game, played by the rules of mowlab and by the referee alike."""

    def __init__(self, seed: int, script: list[int] | None = None, **options: Any):
        self.game = mowlab.game("mob-town", **options)
        self.match = Match(self.game, ["you"] * self.game.players, seed, script=script)
        assert script is None or self.match.end_script()
        self.chance: deque[int] = deque(self.match.opening.chance)
        self.oracle = MobTownOracle(
            self.game.players,
            self.chance.popleft(),
            self.setups(),
            self.lots,
            cash_take=int(options.get("cash_take", 3)),
            traded=options.get("traded", "line-up"),
            agendas=options.get("agendas", "all"),
            agenda_swap=options.get("agenda_swap") == "on",
            retake=options.get("retake") == "on",
        )
        SEEN["games"] += 1
        self.compare(None)

    def setups(self) -> Iterator[Setup]:
        while True:
            stack = [PROPERTY_CODES[self.chance.popleft()] for _ in range(20)]
            cards = [CARD_CODES[self.chance.popleft()] for _ in range(56)]
            yield Setup(stack, cards, self.chance.popleft())

    def lots(self, tied: list[int]) -> int:
        SEEN["lots"] += 1
        return tied[self.chance.popleft()]

    def play(self, move: str) -> None:
        turn = self.match.play(move)
        self.chance.extend(turn.chance)
        self.oracle.play(move)
        self.compare(turn)
        self.count(turn)

    def compare(self, turn: Turn | None) -> None:
        match, oracle, s = self.match, self.oracle, self.match.state
        assert not self.chance  # both sides used the same
        assert match.over == oracle.over
        assert match.scores() == oracle.totals
        assert s.rounds == len(oracle.round_scores)
        if turn is not None:
            self.compare_round_end(turn)
        if oracle.over:
            assert match.payoffs() == pytest.approx(oracle.payoffs())
            return
        assert {match.notation(a) for a in match.legal()} == oracle.legal()
        assert match.mover == oracle.mover()
        assert (s.starter, s.idle) == (oracle.starter, oracle.idle)
        self.compare_city()
        self.compare_cards()

    def compare_city(self) -> None:
        s, oracle = self.match.state, self.oracle
        at = {code: i for i, code in enumerate(PROPERTY_CODES)}
        city = {place_name(s.cell[i]): code for code, i in at.items() if s.place[i] == r.CITY}
        assert city == {cell: p.code for cell, p in oracle.city.items()}
        for code in city.values():
            owner = oracle.owner(code)
            assert s.owner[at[code]] == (-1 if owner is None else owner)
            assert s.tokens[at[code]] == len(oracle.tokens.get(code, []))
        assert {c for c, i in at.items() if s.place[i] == r.LOT} == {p.code for p in oracle.lot}
        assert {c for c, i in at.items() if s.place[i] == r.REST} == {p.code for p in oracle.rest}
        assert s.used[: s.players] == [12 - oracle.tokens_left(p) for p in range(s.players)]

    def compare_cards(self) -> None:
        s, oracle = self.match.state, self.oracle
        hands = [s.hand[p * r.N_KINDS : (p + 1) * r.N_KINDS] for p in range(s.players)]
        theirs = [Counter(card.code for card in player.hand) for player in oracle.players]
        assert [Counter(codes(hand)) for hand in hands] == theirs
        assert s.held[: s.players] == [len(player.hand) for player in oracle.players]
        assert sorted(CARD_CODES[k] for k in s.line if k >= 0) == sorted(card.code for card in oracle.line)
        assert Counter(codes(s.discard)) == Counter(card.code for card in oracle.discards)
        assert [CARD_CODES[k] for k in s.deck[s.deck_top :]] == [card.code for card in oracle.deck]
        chosen = [{a for i, a in enumerate(AGENDAS) if s.agenda[p] >> i & 1} for p in range(s.players)]
        assert chosen == [set(player.agendas) for player in oracle.players]
        assert s.briefcases[: s.players] == [player.briefcases for player in oracle.players]

    def compare_round_end(self, turn: Turn) -> None:
        """What the log says of agendas and rounds scored in this turn is what the referee counted."""
        scored = {who: what for kind, who, what, _, _ in turn.events if kind == r.ROUND_SCORED}
        agendas = {(who, AGENDAS[a]): more for kind, who, a, more, _ in turn.events if kind == r.AGENDA_SCORED}
        came = [who for kind, who, *_ in turn.events if kind == r.LAW_CAME]  # T7a
        if not came:
            assert not scored
            assert not agendas
            return
        assert came == [turn.seat]
        oracle = self.oracle
        assert scored == dict(enumerate(oracle.round_scores[-1]))
        assert agendas == {(p, a): n for p, worth in enumerate(oracle.agenda_scores[-1]) for a, n in worth.items()}
        SEEN.update(f"{a} {n}" for (_, a), n in agendas.items())

    def count(self, turn: Turn) -> None:
        move, oracle = self.match.notation(turn.action), self.oracle
        SEEN.update([move, *(f"event {kind}" for kind, *_ in turn.events)])
        kinds = [kind for kind, *_ in turn.events]
        if r.LAW_CAME in kinds:
            second = "second" if r.DREW in kinds else "first"
            SEEN[f"law as the {second} card drawn" if move == "draw" else "law in a refill"] += 1
        if oracle.over:
            SEEN["shared win"] += oracle.totals.count(max(oracle.totals)) > 1
            return
        SEEN["guard"] += oracle.idle >= 4 * oracle.n
        SEEN["lot card that cannot be paid"] += oracle.legal() == {"leave"}
        SEEN["lot is empty"] += not oracle.lot
        if move.startswith("take-") and r.TOOK_OVER not in kinds and move.removeprefix("take-") in PROPERTIES:
            p = PROPERTIES[move.removeprefix("take-")]
            feeds = oracle.feeds(p)
            SEEN["dear"] += oracle.price(p) > 4
            SEEN["own property again"] += oracle.owner(p.code) == oracle.seat
            SEEN["two spaces of one rival"] += any(max(feed[:-1]) > 1 for feed in feeds)
            SEEN["spaces of two rivals"] += any(sum(n > 0 for n in feed[:-1]) > 1 for feed in feeds)
            SEEN["choice of ways"] += len(feeds) > 1


def codes(counts: list[int]) -> list[str]:
    return [CARD_CODES[k] for k, n in enumerate(counts) for _ in range(n)]


# ---- policies: what to begin; within an action any card, cell or way ------------------------------------------------
def any_move(chance: random.Random, moves: list[str], game: MobTownOracle) -> str:
    return chance.choice(moves)


def likes(*starts: str, how_often: float = 0.9) -> Policy:
    """A policy that plays a move that starts so where it can, mostly, and else draws more often than not."""

    def choose(chance: random.Random, moves: list[str], game: MobTownOracle) -> str:
        for start in starts:
            some = [move for move in moves if move.startswith(start)]
            if some and chance.random() < how_often:
                return chance.choice(some)
        return "draw" if "draw" in moves and chance.random() < 0.8 else chance.choice(moves)

    return choose


def reaches_far(chance: random.Random, moves: list[str], game: MobTownOracle) -> str:
    """Takes what feeds most owners or may be reached in most ways, with the cards of a few turns in hand."""
    takes = [move for move in moves if move.startswith("take-")] if "draw" in moves else []
    if takes and (len(game.hand) > 7 or not game.owned(game.seat)):

        def interest(move: str) -> tuple[int, int, float]:
            feeds = game.feeds(PROPERTIES[move.removeprefix("take-")])
            return len(feeds), max(sum(feed[:-1]) for feed in feeds), chance.random()

        return max(takes, key=interest)
    return "draw" if "draw" in moves and chance.random() < 0.95 else chance.choice(moves)


def takes_from_others(chance: random.Random, moves: list[str], game: MobTownOracle) -> str:
    """Takes over the property with the most tokens, whoever has it: so prices rise."""
    takes = [move for move in moves if move.startswith("take-")] if "draw" in moves else []
    if takes:
        return max(takes, key=lambda move: (len(game.tokens.get(move[5:], [])), chance.random()))
    return any_move(chance, moves, game) if "draw" not in moves or chance.random() < 0.1 else "draw"


def stalls(chance: random.Random, moves: list[str], game: MobTownOracle) -> str:
    """In the first round nothing but trades that turn up nothing, and agendas swapped, until that is not allowed."""
    if game.round == 1 and "draw" in moves and game.idle < 4 * game.n:
        suits = Counter(card.suit for card in game.line)
        still = [move for move in moves if move in AGENDAS or suits[move.removeprefix("trade-")] == 1]
        if still:
            return chance.choice(still)
    return likes("trade", "cash-in", how_often=0.2)(chance, moves, game)


POLICIES: dict[str, Policy] = {
    "any move": any_move,
    "takes over": likes("take-"),
    "open lot": likes("lot-", "take-"),
    "line-up": likes("cash-in", "trade-", how_often=0.7),
    "reaches far": reaches_far,
    "takes from others": takes_from_others,
    "stalls": stalls,
}
GAMES = 10  # of each policy and number of players: some to the end, of the others only the first decisions
TO_THE_END = 2
DECISIONS = 50


def options_for(chance: random.Random) -> dict[str, str | int]:
    return {
        "cash_take": chance.choice([3, 3, 2]),
        "traded": chance.choice(["line-up", "line-up", "discard"]),
        "agendas": chance.choice(["all", "spent"]),
        "agenda_swap": chance.choice(["off", "off", "on"]),
        "retake": chance.choice(["off", "on"]),
    }


# ---- games ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_play_the_same_game(players: int, policy: str) -> None:
    chance = random.Random(f"{players} {policy}")
    for game in range(GAMES):
        options = options_for(chance) if game else {}
        pair = Pair(chance.randrange(2**32), players=players, **options)
        for _ in range(2000 if game < TO_THE_END else DECISIONS):
            if pair.oracle.over:
                break
            pair.play(POLICIES[policy](chance, sorted(pair.oracle.legal()), pair.oracle))
        assert pair.oracle.over or game >= TO_THE_END


def test_z_together_they_met_everything_that_can_happen() -> None:
    if SEEN["games"] < 3 * GAMES * len(POLICIES):
        pytest.skip("counts what the games above met: run the whole file")
    kinds = {f"event {kind}" for kind in range(r.WON + 1)}
    moves = {"draw", "cash-in", "leave", "way1", "way2", "way3", *(f"trade-{suit}" for suit in (*SUITS, "cash"))}
    begun = {f"{action}-{code}" for action in ("take", "lot") for code in PROPERTIES}
    cards = set(CARDS) - {"law"}
    scored = {f"{agenda} {points}" for agenda in AGENDAS for points in (0, 3)}
    laws = {"law as the first card drawn", "law as the second card drawn", "law in a refill"}
    others = {"guard", "lots", "lot card that cannot be paid", "lot is empty", "dear", "own property again"}
    chains = {"choice of ways", "two spaces of one rival", "spaces of two rivals", "shared win"}
    missing = {what for what in kinds | moves | begun | cards | scored | laws | others | chains if SEEN[what] < 2}
    assert not missing
