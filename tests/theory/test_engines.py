"""Stage games pay what the real games pay: positions of the engines against what is made of them."""

from __future__ import annotations

import copy
import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

import mowlab
from mowlab.core.table import Table
from mowlab.games.magic_money import state as magic
from mowlab.games.mob_town import rules as town
from mowlab.games.mob_town.cards import LAW_CARD, NONE
from mowlab.games.mow import rules as mow
from mowlab.games.mow_money import rules as money
from mowlab.games.mow_money.cards import N_CONTRACTS
from mowlab.theory.extensive import backward
from mowlab.theory.stages import agendas, hand_auction, herd, law
from mowlab.theory.stages.last_creature import LastCreature
from mowlab.theory.stages.stakes import StakeDuel

F = Fraction


# ---- MOW: the end of a round ----------------------------------------------------------------------------------------
COWS = [f"g{n}.{f}" for n in range(1, 16) for f in (0, 1) if f == 0 or 2 <= n <= 14]


def herds_of(players: int, seed: int) -> tuple[mowlab.Game, mow.State]:
    """A random end of a round: empty deck, ordinary cows, a herd or three, hands of up to four."""
    rng = random.Random(seed)
    game = mowlab.game("mow", players=players)
    cows = rng.sample(COWS, len(COWS))
    herds = []
    for start in cows[: 3 if players == 2 else 1]:
        herds.append([start])
    left = [c for c in cows if [c] not in herds]
    hands = [[left.pop() for _ in range(rng.randint(0, 3))] for _ in range(players)]
    s = game.position(hands=hands, herds=herds, deck=[], turn=rng.randrange(players), direction=rng.choice((1, -1)))
    return game, s


@pytest.mark.parametrize("players", [2, 3, 4])
def test_herds_go_move_by_move_as_in_mow(players: int) -> None:
    for seed in range(25):
        game, s = herds_of(players, seed)
        stage = herd.OpenHerd.of_match(game, s)
        position, rng, t = stage.start(), random.Random(seed), Table.new()
        while position.taken_by == herd.NOT_YET:
            assert stage.turn(position) == game.plain.mover(s)
            game.plain.list_moves(s, t)
            moves = {_cow(game, a): a for a in t.moves[: t.n_moves]}
            assert set(moves) == set(stage.moves(position))
            move = rng.choice(sorted(moves, key=str))
            position = stage.play(position, move)
            game.plain.apply(s, moves[move], t)
        counted = tuple(s.flies[p] for p in range(players))
        assert s.rounds == 1, "the round has ended"
        assert herd.flies(position) == counted
        assert stage.payoffs(position) == tuple(
            F(game.plain.standing(s, p)).limit_denominator(6) for p in range(players)
        )


def _cow(game: mowlab.Game, action: int) -> Any:
    if action == mow.TAKE:
        return herd.TAKE
    return herd.Cow(game.constants["NUMBER"][action], game.constants["FLIES"][action])


def test_backward_induction_is_right_about_mow() -> None:
    """The same search on the engine's own rules."""
    for seed in range(6):
        game, s = herds_of(2, seed)
        solved = backward(herd.OpenHerd.of_match(game, s))
        assert solved.regret == 0
        assert solved.value[s.turn] == _search(game, s)


def _search(game: mowlab.Game, s: mow.State) -> float:
    """The best standing that the mover can reach."""
    t, me = Table.new(), game.plain.mover(s)
    game.plain.list_moves(s, t)
    values = []
    for a in list(t.moves[: t.n_moves]):
        after = copy.copy(s)
        game.plain.apply(after, a, Table.new())
        values.append(game.plain.standing(after, me) if after.rounds > s.rounds else -_search(game, after))
    return max(values)


def test_only_an_end_without_draws_and_specials_is_this_stage() -> None:
    game = mowlab.game("mow", players=3)
    hands = [["g1.0"], ["g2.0"], ["g3.0"]]
    with pytest.raises(ValueError, match="deck is empty"):
        herd.OpenHerd.of_match(game, game.position(hands=hands, herds=[["g7.0"]]))
    special = game.position(hands=[["g1.0"], ["gSa"], []], herds=[["g7.0"]], deck=[])
    with pytest.raises(ValueError, match="special"):
        herd.OpenHerd.of_match(game, special)


# ---- Magic Money: the last creature ---------------------------------------------------------------------------------
@pytest.mark.parametrize("top_tie", ["all", "random", "none"])
@pytest.mark.parametrize("sold", ["puddlewyrm", "moonmule", "quillcalf", "lanternmoth"])
def test_the_last_creature_pays_what_magic_money_pays(top_tie: str, sold: str) -> None:
    game = mowlab.game("magic-money", players=3, top_tie=top_tie)
    owned = [["brambleram"], ["skyskillet"], ["gossamer-hare"]]
    before = game.position(cards=["puddlewyrm" if sold != "puddlewyrm" else "twinheart-toad", sold], owned=owned,
                           moves="1 3 2 seat1")  # fmt: skip
    stage = LastCreature.of_match(game, before, highest=4)
    assert stage.bids == ((1, 2, 3, 4), (1,), (1, 2, 3, 4)), "a tenth of 3 leaves 1 to open with"
    table = stage.game()
    for bids in itertools.product(*stage.bids):
        outcome = stage.outcome(*bids)
        assert outcome == _played(game, before, bids)
        at = tuple(a.index(b) for a, b in zip(stage.bids, bids, strict=True))
        assert [float(x) for x in outcome] == pytest.approx([table.payoffs[(p, *at)] for p in range(3)])


def _played(game: mowlab.Game, before: magic.State, bids: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Bid by the rules; the mean over all winners that may be named and over all lots."""
    s, t = copy.copy(before), Table.new()
    for _ in range(s.players):
        game.plain.apply(s, bids[s.turn], t)
    game.plain.list_moves(s, t)
    named = list(t.moves[: t.n_moves])
    ends = []
    for a in named:
        for lot in range(6):  # 2 and 3 tied ones divide it
            after, luck = copy.copy(s), Table.new()
            tied = [p for p in range(s.players) if _total(game, before, bids, p) == max(
                _total(game, before, bids, q) for q in range(s.players))]  # fmt: skip
            luck.scripted, luck.n_script, luck.script[0] = 1, 1, lot % len(tied)
            game.plain.apply(after, a, luck)
            ends.append([F(game.plain.payoff(after, p)).limit_denominator(6) for p in range(s.players)])
    return tuple(sum(column, F(0)) / len(ends) for column in zip(*ends, strict=True))


def _total(game: mowlab.Game, before: magic.State, bids: tuple[int, ...], p: int) -> int:
    return int(game.plain.spent(before, p)) + bids[p]


def test_bids_that_were_made_are_kept() -> None:
    game = mowlab.game("magic-money", players=3, first_opening="free")
    stage = LastCreature.of_match(game, game.position(cards=["puddlewyrm"], moves="5 2"), highest=7)
    assert stage.bids == ((5,), (2,), (1, 2, 3, 4, 5, 6, 7))
    assert stage.spent == (0, 0, 0)
    level = LastCreature.of_match(game, game.position(cards=["puddlewyrm"]), highest=4)
    same = LastCreature.level(3, 4, "all")
    assert level.table().table == pytest.approx(same.table().table), "three of a kind"


def test_only_a_last_auction_without_ability_is_this_stage() -> None:
    game = mowlab.game("magic-money", players=3)
    with pytest.raises(ValueError, match="last auction"):
        LastCreature.of_match(game, game.position(cards=["puddlewyrm", "moonmule"]), 5)
    with pytest.raises(ValueError, match="without an ability"):
        LastCreature.of_match(game, game.position(cards=["coinbadger"]), 5)


# ---- Mow Money: a contract ------------------------------------------------------------------------------------------
def cards(game: mowlab.Game, *values: int, without: tuple[str, ...] = ()) -> list[str]:
    """Basic cards of these values without a star, each another one."""
    found: list[str] = []
    for value in values:
        found.append(
            next(
                row["code"]
                for row in game.cards.rows
                if row["tier"] == "basic" and row["value"] == value and row["code"] not in (*found, *without)
            )
        )
    return found


def mow_money(
    marker: int, first: tuple[int, ...], second: tuple[int, ...], won: list[list[str]]
) -> tuple[Any, Any, Any]:
    game = mowlab.game("mow-money", players=2)
    own = cards(game, *first)
    hands = [own, cards(game, *second, without=tuple(own))]
    s = game.position(hands=hands, up=["r1.1", "r1.2"], won=won, marker=marker)
    return game, s, hands


def test_what_a_contract_pays_is_what_the_stage_says() -> None:
    game, s, hands = mow_money(0, (1, 2, 3, 3), (2, 2, 3), [[], []])
    choices = [hand_auction.stacks(game, s, p, 0) for p in (0, 1)]
    assert choices == [{3: 2, 4: 2, 5: 2, 6: 2}, {4: 2, 5: 2}]
    for mine, theirs in itertools.product(*choices):
        after, put = _bid_all(game, s, [_pair(game, hands[0], mine), _pair(game, hands[1], theirs)], [(), ()])
        winner = 0 if mine <= theirs else 1
        paid = [after.money[p] - s.money[p] for p in (0, 1)]
        points = [
            sum(game.constants["POINTS"][c] for c in range(N_CONTRACTS) if after.contract[c] == money.WON + p)
            for p in (0, 1)
        ]
        assert paid[winner] == (mine, theirs)[winner]
        assert paid[1 - winner] == 0
        assert points == [int(p == winner) for p in (0, 1)]
        assert paid[winner] + 3 * points[winner] == (mine, theirs)[winner] + hand_auction.worth(1, 2, 0)
        assert put[winner] == 2


def _pair(game: mowlab.Game, hand: list[str], total: int) -> list[str]:
    value = {row["code"]: row["value"] for row in game.cards.rows}
    return next(sorted(p) for p in itertools.combinations(hand, 2) if value[p[0]] + value[p[1]] == total)


def _bid_all(
    game: mowlab.Game, s: Any, chosen: list[list[str]], stakes: list[tuple[str, ...]]
) -> tuple[Any, list[int]]:
    """Both bid these cards and stakes for neighborhood A and nothing else; how many cards each has lost by that."""
    after = copy.copy(s)
    held = [after.held[p * 3] for p in (0, 1)]
    for _ in (0, 1):
        p = game.plain.mover(after)
        order = sorted(game.action(c) for c in chosen[p])
        moves = [game.action("A"), game.action("as1"), *order, *sorted(game.action(c) for c in stakes[p])]
        for a in moves:
            assert game.plain.check(after, a) == 0, game.notation(a)
            game.plain.apply(after, a, Table.new())
        while game.plain.is_bidding(after.phase) and game.plain.mover(after) == p:
            a = next(a for a in map(game.action, ("done", "bluff0")) if game.plain.check(after, a) == 0)
            game.plain.apply(after, a, Table.new())
    return after, [held[p] - after.held[p * 3] for p in (0, 1)]


@pytest.mark.parametrize("marker", [0, 1])
def test_stakes_decide_as_in_mow_money(marker: int) -> None:
    won = [["r2.1", "r4.1"], ["r2.2", "r3.1"]]
    game, s, hands = mow_money(marker, (1, 2), (1, 2), won)
    duel = StakeDuel.of_match(game, s, 0)
    order = (marker, 1 - marker)
    points = {code: int(code[1]) for codes in won for code in codes}
    assert duel.value == pytest.approx(1 + 3 / 3 - 2 / 3)
    assert duel.stakes == tuple(((0, 2, 4, 6), (0, 2, 3, 5))[p] for p in order)
    table = duel.game()
    for sets in itertools.product(*(_subsets(won[p]) for p in order)):
        staked: list[tuple[str, ...]] = [(), ()]
        staked[order[0]], staked[order[1]] = sets
        after, _ = _bid_all(game, s, [_pair(game, h, 3) for h in hands], staked)
        contract = game.plain.top(s, 0)
        amounts = [sum(points[c] for c in chosen) for chosen in sets]
        at = tuple(a.index(x) for a, x in zip(duel.stakes, amounts, strict=True))
        wins = after.contract[contract] == money.WON + order[0]
        assert wins == bool(duel.first_wins()[at])
        for i, p in enumerate(order):
            lost = sum(points[c] for c in won[p]) - sum(
                game.constants["POINTS"][c]
                for c in range(N_CONTRACTS)
                if after.contract[c] == money.WON + p and c != contract
            )
            mine = wins if i == 0 else not wins
            assert table.payoffs[(i, *at)] == pytest.approx(duel.value * mine - lost)


def _subsets(contracts: list[str]) -> list[tuple[str, ...]]:
    return [c for k in range(len(contracts) + 1) for c in itertools.combinations(contracts, k)]


def test_only_equal_stacks_of_two_players_are_a_duel() -> None:
    game, s, _ = mow_money(0, (1, 2), (2, 2), [[], []])
    with pytest.raises(ValueError, match="lowest stacks are equal"):
        StakeDuel.of_match(game, s, 0)


def test_hands_from_the_real_deck() -> None:
    stage = hand_auction.HandAuction.of_game(mowlab.game("mow-money"), points=1, bidders=3, each=1)
    assert (stage.hand, stage.need, stage.worth, sum(w for _, w in stage.faces)) == (5, 2, F(1), 50)
    assert sum(stage.types.values()) == 1
    assert stage.regret(stage.lowest()) == 0, "with cards at a dollar it is a race to the bottom"
    with pytest.raises(ValueError, match="just any basic cards"):
        hand_auction.HandAuction.of_game(mowlab.game("mow-money"), points=8, bidders=3, each=1)


# ---- Mob Town: agendas, prices, the law -----------------------------------------------------------------------------
CITY = {"G1": [0, 0], "G2": [1, 0], "R1": [0, 1], "H3": [1, 1], "T2": [2, 1]}


def mob_town(**more: Any) -> tuple[Any, Any]:
    game = mowlab.game("mob-town", players=2)
    return game, game.position(city=CITY, hands=[["rat1", "rat1"], ["shark1"]], **more)


def test_what_a_take_over_serves_is_what_mob_town_counts() -> None:
    game, s = mob_town(tokens=[[0, "G1"]])
    reading = agendas.Reading.of_match(game, s, 0)
    assert set(reading.serves) == set(CITY)
    codes = game.cards.column("code", "properties")
    for code, served in reading.serves.items():
        after = copy.copy(s)
        before = list(after.served)
        game.plain.put_token(after, 0, codes.index(code))
        counted = {
            agenda for a, agenda in enumerate(game.cards.column("code", "agendas")) if after.served[a] > before[a]
        }
        assert served == counted
    assert "district" in reading.serves["G2"]
    assert "empire" not in reading.serves["G1"]
    belief = reading.read(reading.prior(), "G2", set(CITY) - {"G1"})
    alone = reading.single(belief)
    assert alone["halls"] > alone["restaurants"]
    assert sum(alone.values()) == 2


@pytest.mark.parametrize("tokens", [[], [[0, "G1"]], [[0, "G1"], [1, "G1"], [0, "G1"]]])
def test_a_race_costs_what_mob_town_asks(tokens: list[list[Any]]) -> None:
    game, s = mob_town(tokens=tokens)
    race = law.TakeOverRace.of_match(game, s, "G1")
    begun = race.start()
    x = game.cards.column("code", "properties").index("G1")
    assert race.face + begun.tokens == game.plain.cost(s, x)
    assert begun.owner == (tokens[-1][0] if tokens else law.NOBODY)
    assert begun.hands == (2, 1)
    may_take = law.TAKE in race.moves(begun)
    assert may_take == (begun.owner != 0 and game.plain.cost(s, x) <= 2)


def test_the_law_lies_anywhere_in_its_zone() -> None:
    """All eleven outcomes of the draw by lot, at the engine's deck: how often it is among the next two cards."""
    game = mowlab.game("mob-town", players=2)
    at = []
    for lot in range(town.LAW_DEPTH):
        s: Any = game.blank()
        game.plain.start(s, Table.new())
        s.deck[:] = [*(k for k in s.deck if k != LAW_CARD), NONE]
        town.hide_law(s, len(s.deck) - town.LAW_DEPTH + lot)
        at.append(list(s.deck).index(LAW_CARD) - (len(s.deck) - town.LAW_DEPTH))
    assert sorted(at) == list(range(town.LAW_DEPTH))
    for gone in range(town.LAW_DEPTH):
        left = [i for i in at if i >= gone]
        assert law.chance_of_law(gone) == F(sum(i < gone + town.DRAWN for i in left), len(left))


@pytest.mark.parametrize(("above", "safe", "gone"), [(20, 10, 0), (10, 0, 0), (4, 0, 6)])
def test_the_clock_of_a_race_is_that_of_the_deck(above: int, safe: int, gone: int) -> None:
    game, s = mob_town(law=above)
    left = len(s.deck) - s.deck_top
    race = law.TakeOverRace.of_match(game, s, "G1")
    assert (race.safe, race.start().drawn) == (max(left - 11, 0), max(11 - left, 0))
    assert (race.safe, race.start().drawn) == (safe, gone)
