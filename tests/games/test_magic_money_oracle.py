"""The rules against an independent referee, step by step: moves, ledgers, creatures, points, the greediest, winners.

The referee (tests/oracles/magic_money.py) was written from the rulebook alone and gets the same creatures in the same
order.  Wizards with a liking, and decks that are not shuffled, lead to states that random play hardly ever sees; the
last test counts them.
"""

from __future__ import annotations

import itertools
import pathlib
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mowlab
from mowlab.games.magic_money import rules as r
from mowlab.games.magic_money import state as codes
from mowlab.match import Match, Turn

from ..oracles.magic_money import CREATURES, CREATURES_SOLD, Creature, Entry, MagicMoneyOracle
from ..strategies import read_toml, to_toml
from .magic_money_play import rows

Bidder = Callable[[random.Random, MagicMoneyOracle], int]
SEEN: Counter[str] = Counter()  # what happened in all games of this file
ABILITIES = sorted({creature.ability for creature in CREATURES})
BY_CODE = {creature.code: creature for creature in CREATURES}
MOVES = mowlab.game("magic-money").words.all_actions()
HIGHEST = 10**15
FILE = read_toml(pathlib.Path(mowlab.__file__).parent / "games" / "magic_money" / "cards.toml")


# ---- both sides of the same game ------------------------------------------------------------------------------------
class Pair:
    """One game, played by the rules of mowlab and by the referee alike."""

    def __init__(
        self,
        seed: int,
        first: Sequence[str] = (),
        cards: pathlib.Path | None = None,
        creatures: Sequence[Creature] = CREATURES,
        **options: object,
    ):
        self.game = mowlab.game("magic-money", cards=cards, **options)
        self.chance = random.Random(seed)
        self.names = self.game.cards.column("code")
        lots = int(self.game.numbers["first_active"])
        script = None
        if first:  # these creatures on top, then the others
            others = [code for code in self.names if code not in first]
            deck = [*first, *self.chance.sample(others, len(others))]
            script = [self.names.index(code) for code in deck] + [self.chance.randrange(self.game.players)] * lots
        self.match = Match(self.game, ["you"] * self.game.players, seed, script=script)
        if script is not None:
            assert self.match.end_script()
        opening = self.match.opening.chance
        assert len(opening) == len(self.names) + lots
        self.lots: deque[int] = deque()
        named = {key: value for key, value in self.game.options.items() if key not in ("players", "first_active")}
        self.oracle = MagicMoneyOracle(
            self.game.players,
            [self.names[c] for c in opening[: len(self.names)]],
            opening[-1] if lots else 0,
            **named,
            lots=self.next_lots(),
            creatures=creatures,
        )
        SEEN["games"] += 1
        self.compare()

    def next_lots(self) -> Iterator[int]:
        while True:
            yield self.lots.popleft()

    def play(self, move: str) -> None:
        turn = self.match.play(move)
        self.lots.extend(turn.chance)
        asked, creature = self.oracle.question, self.oracle.on_sale
        if asked == "winner":
            self.count_resolution(move)
        self.oracle.play(move)
        assert not self.lots  # drawn where the referee draws, and nowhere else
        if asked == "winner" and (self.oracle.over or self.oracle.question == "opening"):
            SEEN[f"no question: {creature.ability}"] += 1
        self.count(turn, move)
        self.compare()

    # ---- comparing --------------------------------------------------------------------------------------------------
    def compare(self) -> None:
        match, oracle = self.match, self.oracle
        assert match.over == oracle.over
        if oracle.over or oracle.question != "bid":  # a sealed bid changes nothing else
            self.compare_ledgers()
            self.compare_creatures()
        if oracle.over:
            self.compare_end()
        else:
            self.compare_auction()
            self.compare_moves()

    def compare_creatures(self) -> None:
        """In mowlab scores change between auctions only: a creature lies on the table until its ability is settled."""
        oracle, s = self.oracle, self.match.state
        on_table = {self.names[c] for c, place in enumerate(s.place) if place == codes.TABLE}
        assert on_table == (set() if oracle.over else {oracle.on_sale.code})
        for p, wizard in enumerate(oracle.wizards):
            owned = {self.names[c] for c, place in enumerate(s.place) if place == codes.OWNED + p}
            assert owned == {creature.code for creature in wizard.creatures} - on_table
            if not oracle.over and oracle.on_sale in wizard.creatures:
                assert s.winner[s.auction] == p
            peeked = [s.peeked[p * codes.MAX_PLAYERS + q] for q in range(oracle.players)]
            assert peeked == [oracle.peeks.get((p, q), 0) for q in range(oracle.players)]

    def compare_auction(self) -> None:
        oracle, s = self.oracle, self.match.state
        assert self.match.mover == oracle.mover()
        assert (s.auction + 1, s.n_auctions) == (oracle.auction, CREATURES_SOLD[oracle.players])
        assert self.names[s.lot[s.auction]] == oracle.on_sale.code
        assert s.opener[s.auction] == oracle.active
        assert s.bid[: s.auction][-1:] == ([] if oracle.last_win is None else [oracle.last_win])

    def compare_ledgers(self) -> None:
        match, oracle, s = self.match, self.oracle, self.match.state
        plain = match.game.plain
        sold = s.auction if oracle.over else s.auction + 1
        for p, wizard in enumerate(oracle.wizards):
            public = [(s.amount[row], bool(s.crossed[row])) for row in rows(match, p)]
            assert public == [(entry.amount, entry.crossed_out) for entry in wizard.public]
            private = [
                Entry(k + 1, s.token[codes.slot(p, k)], not plain.is_live(s, p, k))
                for k in range(sold)
                if plain.on_private_side(s, p, k) and not plain.was_exposed(s, p, k)
            ]
            assert private == wizard.private
            assert (s.written[p], s.live[p]) == (len(wizard.private), len(wizard.live_private()))
            assert plain.spent(s, p) == wizard.total()

    def compare_moves(self) -> None:
        match, oracle, s = self.match, self.oracle, self.match.state
        game, bids = self.game, oracle.bids()
        listed = set(match.legal())
        if not bids:
            assert {match.notation(a) for a in listed} == oracle.choices()
        for a in self.chance.sample(MOVES, 5) if bids else MOVES:
            assert game.allows(s, a) == (game.notation(a) in oracle.choices())
        if oracle.question == "opening":
            assert game.plain.opening_limit(s) == bids[-1]
        ends = {0, 1, HIGHEST, HIGHEST + 1, self.chance.randrange(HIGHEST)}
        if bids:
            assert listed
            assert all(a in bids for a in listed)
            ends |= {bids[0] - 1, bids[0], bids[-1], bids[-1] + 1, self.chance.choice(bids)}
        for a in ends:
            assert game.allows(s, a) == (a in bids), a

    def compare_end(self) -> None:
        match, oracle, s = self.match, self.oracle, self.match.state
        plain = self.game.plain
        for p, points in enumerate(oracle.points):
            assert (plain.signs(s, p, 0), plain.horn_points(s, p), plain.wing_points(s, p)) == points[:3]
            assert plain.heart_points(s, p) == points.hearts
            assert plain.points(s, p) == sum(points)
        assert match.scores() == [sum(points) for points in oracle.points]
        assert s.total[: oracle.players] == oracle.totals()
        assert {p for p in range(oracle.players) if s.out[p]} == oracle.out
        assert match.payoffs() == pytest.approx(oracle.payoffs())
        assert not match.legal()
        assert not any(self.game.allows(s, a) for a in (*MOVES, 1))

    # ---- counting what was met --------------------------------------------------------------------------------------
    def count_resolution(self, move: str) -> None:
        oracle = self.oracle
        if len(oracle.choices()) > 1:
            SEEN["tie in an auction"] += 1
            SEEN["tie that the active wizard is in"] += f"seat{oracle.active}" in oracle.choices()
        SEEN["active wizard wins"] += move == f"seat{oracle.active}"
        SEEN["beaten opening on both sides"] += oracle.beaten_opening == "both" and move != f"seat{oracle.active}"

    def count(self, turn: Turn, move: str) -> None:
        oracle = self.oracle
        for kind, *_ in turn.events:
            SEEN[f"event {kind}"] += 1
        if not oracle.over:
            SEEN[f"question: {oracle.question}" + f" {oracle.on_sale.ability}" * (not oracle.bids())] += 1
            SEEN["forced choice"] += len(oracle.choices()) == 1 and oracle.question != "winner"
            SEEN["enough"] += move == "enough"
            self.count_targets()
            return
        totals = oracle.totals()
        tied = totals.count(max(totals))
        if tied > 1:
            SEEN[f"top tie of {'all' if tied == oracle.players else 'some'}, {oracle.top_tie}"] += 1
        payoffs = oracle.payoffs()
        SEEN["shared win"] += max(payoffs) < 1
        rest = [sum(oracle.points[p]) for p in range(oracle.players) if p not in oracle.out]
        SEEN["equal points, higher total"] += rest.count(max(rest)) > sum(payoff > 0 for payoff in payoffs)
        for p, wizard in enumerate(oracle.wizards):
            horns = sum(creature.horns for creature in wizard.creatures)
            SEEN[f"wild horn, {'odd' if horns % 2 else 'even'}"] += wizard.has("wild-horn")
            halves = abs(sum(creature.left - creature.right for creature in wizard.creatures))
            SEEN[f"loose hearts, {'some' if halves else 'none'}"] += wizard.has("loose-hearts")
            SEEN["most points, but out"] += p in oracle.out and sum(oracle.points[p]) > max(rest)

    def count_targets(self) -> None:
        oracle = self.oracle
        if oracle.question == "their public" and oracle.on_sale.ability == "swap":
            theirs = oracle.wizards[oracle.victim].public
            SEEN["opening of this auction to swap"] += theirs[-1].auction == oracle.auction
        if oracle.question == "whom" and oracle.on_sale.ability == "expose":
            for wizard in oracle.wizards:
                amounts = sorted(entry.amount for entry in wizard.live_private())
                SEEN["equal entries to expose"] += len(amounts) > 1 and amounts[-1] == amounts[-2]


# ---- wizards with a liking ------------------------------------------------------------------------------------------
def within(amount: int, bids: range) -> int:
    return max(bids[0], min(bids[-1], amount))


def always_one(chance: random.Random, game: MagicMoneyOracle) -> int:
    return 1


def few_numbers(chance: random.Random, game: MagicMoneyOracle) -> int:
    return chance.choice((1, 1, 2, 3, 12, 12, 25))


def like_the_opening(chance: random.Random, game: MagicMoneyOracle) -> int:
    """Ties with the active wizard, who opens as high as possible."""
    if game.question == "opening" or chance.random() < 0.2:
        return chance.choice((HIGHEST, 150, 90))
    return game.bid[game.active] + chance.choice((-1, 0, 0, 0))


def any_size(chance: random.Random, game: MagicMoneyOracle) -> int:
    return int(10 ** chance.uniform(0, 4))


def giants(chance: random.Random, game: MagicMoneyOracle) -> int:
    return HIGHEST - chance.choice((0, 0, 1, 10**14))


def in_turn(chance: random.Random, game: MagicMoneyOracle) -> int:
    """Everybody bids the same in the course of the game, but not in the same auction: so that totals are equal."""
    seat = game.mover()
    assert seat is not None
    return 20 if (seat + game.auction) % game.players == 0 else 1


BIDDERS: dict[str, Bidder] = {
    f.__name__: f for f in (always_one, few_numbers, like_the_opening, any_size, giants, in_turn)
}


def next_move(pair: Pair, bidder: Bidder, chance: random.Random) -> str:
    bids = pair.oracle.bids()
    if bids:
        return str(within(bidder(chance, pair.oracle), bids))
    return chance.choice(sorted(pair.oracle.choices()))


def play_on(pair: Pair, bidder: Bidder, chance: random.Random) -> None:
    while not pair.oracle.over:
        pair.play(next_move(pair, bidder, chance))


# ---- games ----------------------------------------------------------------------------------------------------------
OPTIONS = [
    {"opening_mode": mode, "first_opening": first, "top_tie": tie, "beaten_opening": beaten}
    for mode, first, tie, beaten in itertools.product(
        ("at_most", "exact"), ("one", "free"), ("all", "random", "none"), ("public", "both")
    )
]
WITH_ABILITY = [creature.code for creature in CREATURES if creature.ability != "none"]
PLAIN = [creature.code for creature in CREATURES if creature.ability == "none"]


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("bidder", BIDDERS)
def test_both_play_the_same_game(players: int, bidder: str) -> None:
    chance = random.Random(f"{players} {bidder}")
    for i, options in enumerate(chance.sample(OPTIONS, 10)):
        first = chance.sample(WITH_ABILITY, len(WITH_ABILITY)) if i % 3 == 0 else ()
        who = chance.choice(("fixed", "random"))
        pair = Pair(chance.randrange(2**32), first, players=players, first_active=who, **options)
        play_on(pair, BIDDERS[bidder], chance)


@pytest.mark.parametrize("players", range(3, 7))
def test_a_wizard_who_wins_everything_finds_nothing_to_swap_for(players: int) -> None:
    pair = Pair(players, ["inkling-otter", "mirror-newt", "sealwax-golem"], players=players, first_active="fixed")
    while pair.oracle.auction < 3:
        pair.play("1" if pair.oracle.bids() else "seat0")
    assert [len(wizard.public) for wizard in pair.oracle.wizards] == [2] + [0] * (players - 1)
    play_on(pair, few_numbers, random.Random(players))


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("top_tie", ["all", "random", "none"])
def test_ledgers_without_abilities_end_in_ties(players: int, top_tie: str) -> None:
    chance = random.Random(f"{players} {top_tie}")
    for _ in range(4):
        first = chance.sample(PLAIN, len(PLAIN))
        pair = Pair(chance.randrange(2**32), first, players=players, top_tie=top_tie)
        play_on(pair, chance.choice((always_one, in_turn)), chance)
        assert pair.oracle.over


@pytest.mark.parametrize("players", range(3, 7))
def test_an_owners_cards_with_the_same_abilities_many_times(players: int, tmp_path: pathlib.Path) -> None:
    """Restorations of what was erased, swaps of what was exposed or forged, two wild horns of one owner."""
    chance = random.Random(players)
    for i in range(6):
        wanted = chance.sample([ability for ability in ABILITIES if ability != "none"], 5)
        creatures = [
            creature._replace(
                ability=chance.choice(wanted),
                vp=chance.randrange(3),
                **{sign: chance.randrange(4) for sign in ("horns", "wings", "left", "right")},
            )
            for creature in CREATURES
        ]
        path = tmp_path / f"mine{i}.toml"
        cards = [creature._asdict() | {"name": creature.code, "from": "owner"} for creature in creatures]
        path.write_text(to_toml(FILE | {"cards": cards}), "utf-8")
        pair = Pair(chance.randrange(2**32), (), path, creatures, players=players, **chance.choice(OPTIONS))
        play_on(pair, chance.choice((few_numbers, any_size)), chance)


@given(
    players=st.integers(3, 6),
    first=st.lists(st.sampled_from(list(BY_CODE)), unique=True, min_size=1, max_size=12),
    options=st.sampled_from(OPTIONS),
    choices=st.lists(st.one_of(st.integers(0, 5), st.integers(0, HIGHEST)), max_size=90),
)
@settings(max_examples=40)
def test_any_sequence_of_moves_from_any_deck(
    players: int, first: list[str], options: dict[str, str], choices: list[int]
) -> None:
    """Decks and moves that Hypothesis thinks of, and would shrink to the shortest on which the two disagree."""
    pair = Pair(1, first, players=players, **options)
    for choice in choices:
        if pair.oracle.over:
            return
        moves: Sequence[int | str] = pair.oracle.bids() or sorted(pair.oracle.choices())
        pair.play(str(moves[choice % len(moves)]))


def test_z_together_they_met_everything_that_can_happen() -> None:
    if SEEN["games"] < 300:
        pytest.skip("counts what the games above met: run the whole file")
    questions = {
        *(f"whom {ability}" for ability in ("peek", "expose", "swap", "forge", "restore")),
        *(f"own public {ability}" for ability in ("erase-public", "swap")),
        *(f"their public {ability}" for ability in ("swap", "restore")),
        *(f"private {ability}" for ability in ("erase-private", "erase-private-2")),
        "one more private erase-private-2",
    }
    wanted = {
        *(f"event {kind}" for kind in range(r.WON + 1)),
        *(f"question: {question}" for question in questions),
        *(f"no question: {ability}" for ability in {*ABILITIES} - {"peek", "forge", "expose"}),
        *(f"top tie of {who}, {option}" for who in ("all", "some") for option in ("all", "random", "none")),
        *(f"wild horn, {n}" for n in ("odd", "even")),
        *(f"loose hearts, {n}" for n in ("some", "none")),
        *("tie in an auction", "tie that the active wizard is in", "active wizard wins", "forced choice", "enough"),
        *("beaten opening on both sides", "opening of this auction to swap", "equal entries to expose"),
        *("shared win", "equal points, higher total", "most points, but out"),
    }
    missing = {what for what in wanted if SEEN[what] < 2}
    assert not missing
