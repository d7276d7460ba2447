"""The naive Mow Money referee against the rulebook's own examples and the rulings, on positions set up by hand."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest

from .mow_money import (
    BID_CARDS,
    CARD_PRICE,
    CONTRACTS,
    DUMMY,
    HAND_LIMIT,
    ICONS,
    JOB_PAY,
    MOWER_POINTS,
    MOWER_PRICE,
    SET_UP_CHART,
    TIERS,
    BidCard,
    MowMoneyOracle,
    Result,
    shared_jobs,
)

CARD_FILE = Path(__file__).parents[2] / "mowlab" / "games" / "mow_money" / "cards.toml"


def cards_of(codes: str) -> list[BidCard]:
    return [BID_CARDS[code] for code in codes.split()]


def ids(codes: str) -> list[int]:
    return [card.id for card in cards_of(codes)]


def contracts_in_play(players: int) -> list[str]:
    counts = SET_UP_CHART[players]
    return [f"r{points}.{copy}" for points, count in enumerate(counts, start=1) for copy in range(1, count + 1)]


def chance(players: int, marker: int | None = 0, contracts: Sequence[str] = (), basics: str = "") -> list[int]:
    """Chance of a set-up without luck: everything ascending, but these contracts and basic cards come first.

    No lot if `marker` is None or there is one player.
    """
    dealt = [code for code in contracts_in_play(players) if CONTRACTS[code].points > 1]
    dealt.sort(key=lambda code: contracts.index(code) if code in contracts else len(contracts))
    lot = [] if marker is None or players == 1 else [marker]
    decks = [[card.id for card in BID_CARDS.values() if card.tier == tier] for tier in TIERS]
    decks[0].sort(key=lambda number: ids(basics).index(number) if number in ids(basics) else len(ids(basics)))
    return lot + [CONTRACTS[code].id for code in dealt] + decks[0] + decks[1] + decks[2]


def position(
    *hands: str,
    tops: str = "",
    won: Sequence[str] = (),
    money: Sequence[int] = (),
    marker: int = 0,
    more_chance: Sequence[int] = (),
    **options: str | int,
) -> MowMoneyOracle:
    """The first bid phase with these hands, contracts on top of A, B, ..., won contracts and money by seat.

    Nothing is said about the remaining cards.
    """
    players = len(hands)
    game = MowMoneyOracle(players, [*chance(players, marker), *more_chance], **options)  # type: ignore[arg-type]
    for company, hand in zip(game.companies, hands, strict=True):
        company.hand = cards_of(hand)
    for company, contracts in zip(game.companies, won, strict=False):
        company.won = [CONTRACTS[code] for code in contracts.split()]
    for company, dollars in zip(game.companies, money, strict=False):
        company.money = dollars
    for stack, top in zip(game.neighborhoods.values(), tops.split(), strict=False):
        stack[0] = CONTRACTS[top]
    return game


@dataclass
class Plan:
    """One stack to be laid."""

    aim: str
    cards: str = ""
    stakes: str = ""
    bluffs: int = 0
    way: str = "free"


def lay(game: MowMoneyOracle, plan: Plan) -> None:
    game.play(plan.aim)
    game.play(plan.way)
    for code in sorted(plan.cards.split(), key=lambda code: BID_CARDS[code].id):
        game.play(code)
    if game.topic() == "card":
        game.play("done")
    for code in plan.stakes.split():
        game.play(code)
    if game.topic() == "stake":
        game.play("done")
    if game.topic() == "bluff":
        game.play(f"bluff{plan.bluffs}")


def place(game: MowMoneyOracle, *plans: list[Plan]) -> MowMoneyOracle:
    """A whole bid phase: the plans of seat 0, seat 1, ...; a seat without plans bids nothing."""
    assert game.topic() == "aim"
    for _ in range(game.players):
        seat = game.mover()
        assert seat is not None
        mine = plans[seat] if seat < len(plans) else []
        for plan in mine:
            lay(game, plan)
        if len(mine) < 2:
            game.play("done")
    return game


def pass_to(game: MowMoneyOracle, topic: str | None) -> MowMoneyOracle:
    """Everybody declines until this is asked."""
    while game.topic() != topic:
        game.play("done")
    return game


def outcome(game: MowMoneyOracle, where: str) -> Result:
    """The result of the last round at this place (the first one, of odd jobs)."""
    return next(result for result in game.results[-1] if result.place == where)


# Contents


def test_the_box_has_106_bid_cards_and_36_contracts() -> None:
    assert [card.id for card in BID_CARDS.values()] == list(range(106))
    assert [contract.id for contract in CONTRACTS.values()] == list(range(36))
    assert Counter(card.tier for card in BID_CARDS.values()) == {"b": 50, "m": 36, "a": 20}


@pytest.mark.parametrize(
    ("tier", "values", "stars", "icons", "with_two"),
    [
        ("b", {1: 15, 2: 20, 3: 15}, 20, {"c": 32, "t": 24, "f": 10, "p": 4, "s": 0}, 20),
        ("m", {2: 11, 3: 14, 4: 11}, 18, {"c": 6, "t": 12, "f": 20, "p": 10, "s": 4}, 16),
        ("a", {3: 6, 4: 8, 5: 6}, 0, {"c": 0, "t": 2, "f": 6, "p": 10, "s": 12}, 10),
    ],
)
def test_each_tier_counts_up_to_the_totals_of_the_facts(
    tier: str, values: dict[int, int], stars: int, icons: dict[str, int], with_two: int
) -> None:
    cards = [card for card in BID_CARDS.values() if card.tier == tier]
    assert Counter(card.value for card in cards) == values
    assert sum(card.star for card in cards) == stars
    assert {icon: sum(icon in card.icons for card in cards) for icon in ICONS} == icons
    assert sum(len(card.icons) == 2 for card in cards) == with_two
    assert all(len(card.icons) in (1, 2) for card in cards)


def test_the_card_file_of_the_package_says_the_same() -> None:
    data = tomllib.loads(CARD_FILE.read_text(encoding="utf-8"))
    assert [(c["code"], c["tier"], c["value"], c["star"], c["icons"]) for c in data["cards"]] == [
        (c.code, TIERS[c.tier], c.value, c.star, [ICONS[icon] for icon in c.icons]) for c in BID_CARDS.values()
    ]
    of_the_file = []
    for row in data["contracts"]:
        of_the_file += [(f"{row['code']}.{n + 1}", row["points"], row["needs"]) for n in range(row["count"])]
    assert of_the_file == [
        (c.code, c.points, [[TIERS[w.tier], w.count, "starred" if w.starred else "any"] for w in c.ways])
        for c in CONTRACTS.values()
    ]
    assert {row["players"]: tuple(row["counts"]) for row in data["chart"]} == SET_UP_CHART
    assert [(row["code"], row["name"], row["pay"]) for row in data["jobs"]] == [
        (job, ICONS[job], pay) for job, pay in JOB_PAY.items()
    ]
    assert [(row["code"], row["price"], row["points"], row["card_price"], row["limit"]) for row in data["mowers"]] == [
        (t, MOWER_PRICE.get(t, 0), MOWER_POINTS[t], CARD_PRICE[t], HAND_LIMIT[t]) for t in TIERS
    ]


# Set-up


@pytest.mark.parametrize(
    ("players", "neighborhoods", "on_each", "points"),
    [(1, 2, 8, 60), (2, 2, 8, 60), (3, 3, 8, 90), (4, 4, 8, 120), (5, 5, 7, 134), (6, 6, 6, 135)],
)
def test_set_up_chart(players: int, neighborhoods: int, on_each: int, points: int) -> None:
    stacks = MowMoneyOracle(players, chance(players)).stacks()
    assert [len(stack) for stack in stacks] == [on_each] * neighborhoods
    assert [stack[0] for stack in stacks] == [f"r1.{n + 1}" for n in range(neighborhoods)]
    everything = [CONTRACTS[code] for stack in stacks for code in stack]
    assert sum(contract.points for contract in everything) == points
    assert sum(contract.points == 1 for contract in everything) == neighborhoods


def test_one_neighborhood_is_dealt_after_the_other_and_the_first_card_lies_on_top() -> None:
    order = [code for code in reversed(contracts_in_play(3)) if CONTRACTS[code].points > 1]
    game = MowMoneyOracle(3, chance(3, contracts=order))
    assert game.stacks() == [
        ["r1.1", *order[:7]],
        ["r1.2", *order[7:14]],
        ["r1.3", *order[14:]],
    ]


def test_first_hands_are_five_basic_cards_off_the_top_seat_by_seat() -> None:
    game = MowMoneyOracle(2, chance(2, basics="b3f1 b1c1 b2*f1"))
    assert game.hands()[0] == {"b3f1", "b1c1", "b2*f1", "b1*c1", "b1*c2"}
    assert game.hands()[1] == {"b1*c3", "b1*t1", "b1*t2", "b1c2", "b1c3"}
    assert game.decks()["b"][0] == "b1c4"
    assert [len(deck) for deck in game.decks().values()] == [40, 36, 20]
    assert game.money == [0, 0]
    assert game.mowers == [{"b"}, {"b"}]


def test_m34_the_marker_is_drawn_by_lot_or_fixed() -> None:
    assert MowMoneyOracle(4, chance(4, marker=2)).mover() == 2
    fixed = MowMoneyOracle(4, chance(4, marker=None), starter="fixed")
    assert (fixed.marker, fixed.mover()) == (0, 0)
    assert MowMoneyOracle(1, chance(1)).marker == 0


def test_chance_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="a seat from 0 to 2"):
        MowMoneyOracle(3, [3, *chance(3)[1:]])
    with pytest.raises(ValueError, match="ids"):
        MowMoneyOracle(3, chance(3)[:-1])
    with pytest.raises(ValueError, match="ids"):
        MowMoneyOracle(3, chance(2))


@pytest.mark.parametrize(
    "options",
    [
        {"players": 7},
        {"players": 0},
        {"players": 2, "sole_bidder": "maybe"},
        {"players": 2, "max_stakes": 4},
        {"players": 1, "difficulty": "mild"},
        {"players": 2, "starter": "me"},
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, int | str]) -> None:
    with pytest.raises(ValueError, match="must be one of"):
        MowMoneyOracle(**options)  # type: ignore[arg-type]


# What is a valid bid


@pytest.mark.parametrize(
    ("points", "cards", "valid"),
    [
        # the rulebook's 3-point contract: two medium cards, with or without stars, or three basic cards all starred
        (3, "m2f1 m4fp1", True),
        (3, "m2*f1 m2f1", True),
        (3, "m2*f1 m2*f2", True),
        (3, "b1*c1 b2*c1 b3*c1", True),
        (3, "b1*c1 b2*c1 b3f1", False),
        (3, "b1*c1 b2*c1", False),
        (3, "m2f1", False),
        (3, "m2f1 m2f2 m2t1", False),
        (3, "a3s1 a3s2", False),
        # the 5-point contract: two advanced, three starred medium or four starred basic cards
        (5, "a3s1 a5s1", True),
        (5, "m2*f1 m3*f1 m4*f1", True),
        (5, "b1*c1 b1*c2 b1*c3 b1*t1", True),
        (5, "m2*f1 m3*f1 m4fp1", False),
        (5, "b1*c1 b1*c2 b1*c3 b1c1", False),
        (5, "b1*c1 b1*c2 b1*c3", False),
        (5, "b1*c1 b1*c2 b1*c3 b1*t1 b1*t2", False),
        (5, "a3s1", False),
        (5, "a3s1 a3s2 a3p1", False),
        # kinds of cards are never combined
        (5, "a3s1 m2*f1", False),
        (5, "m2*f1 m3*f1 b3*c1", False),
        (3, "m2f1 b1*c1", False),
        (5, "", False),
    ],
)
def test_three_and_five_point_contracts_and_m8_m9(points: int, cards: str, valid: bool) -> None:
    game = position(cards, "", tops=f"r{points}.1 r1.2")
    place(game, [Plan("A", cards, bluffs=0 if cards else 1)])
    result = outcome(game, "A")
    assert result.bids[0].valid is valid
    assert result.winner == (0 if valid else None)
    assert game.won()[0] == ({f"r{points}.1"} if valid else set())


def test_m10_no_cards_can_fulfil_two_ways_of_a_contract() -> None:
    for contract in CONTRACTS.values():
        assert len({(way.tier, way.count) for way in contract.ways}) == len(contract.ways)


# Placing bids, question by question


def stacks_that_can_be_laid(way: str, hand: str, tops: str = "r5.1 r1.2", bluffs_gone: bool = False) -> Counter[str]:
    """Every set of cards that the questions after A and this way lead to, and how often."""
    found: Counter[str] = Counter()
    open_ends: list[list[str]] = [[]]
    while open_ends:
        answers = open_ends.pop()
        game = position(hand, "", tops=tops)
        if bluffs_gone:
            lay(game, Plan("B", bluffs=3))
        for answer in ["A" if way[0] != "j" else "OJ", way, *answers]:
            game.play(answer)
        if game.topic() == "card":
            open_ends += [[*answers, answer] for answer in game.legal()]
        else:
            found[" ".join(answer for answer in answers if answer != "done")] += 1
    return found


STARS = "b1*c1 b1*t1 b2*c1 b2*ct1 b3*f1 b3*tf1"


def test_a_named_way_leads_to_every_suitable_choice_exactly_once() -> None:
    found = stacks_that_can_be_laid("as3", f"{STARS} b1c1 b3f1 m2*f1")
    assert found == {" ".join(choice): 1 for choice in combinations(STARS.split(), 4)}


def test_a_named_job_leads_to_every_suitable_choice_exactly_once() -> None:
    found = stacks_that_can_be_laid("job-t", f"{STARS} m2*t1 a5ts1")
    suitable = ["b1*t1", "b2*ct1", "b3*tf1", "m2*t1", "a5ts1"]
    assert found == {" ".join(choice): 1 for choice in combinations(suitable, 3)}


def test_m2_a_free_stack_can_be_any_cards_and_none_only_over_a_bluff_card() -> None:
    hand = ["b1c1", "b3f1", "m2*f1", "a3s1"]
    some = {" ".join(choice): 1 for size in range(1, 5) for choice in combinations(hand, size)}
    assert stacks_that_can_be_laid("free", " ".join(hand)) == some | {"": 1}
    assert stacks_that_can_be_laid("free", " ".join(hand), bluffs_gone=True) == some


def test_m6_m7_two_stacks_and_each_token_once() -> None:
    game = position("b1c1 b1c2", "b1t1", "", tops="r1.1 r1.2 r1.3")
    assert game.legal() == {"A", "B", "C", "OJ", "done"}
    lay(game, Plan("B", "b1c1"))
    assert (game.mover(), game.legal()) == (0, {"A", "C", "OJ", "done"})
    lay(game, Plan("OJ", "b1c2"))
    assert (game.mover(), game.legal()) == (1, {"A", "B", "C", "OJ", "done"})


def test_bids_go_clockwise_from_the_marker() -> None:
    game = position("b1c1", "b1c2", "b1c3", marker=1)
    seats = []
    for _ in range(3):
        seats.append(game.mover())
        game.play("done")
    assert seats == [1, 2, 0]


def test_ways_are_offered_if_the_hand_is_enough_and_free_always() -> None:
    hand = "b1*c1 b2*c1 b3*c1 b1c1 m2f1 m2f2 m2*f1 a3s1"
    game = position(hand, "", tops="r5.1 r3.1")
    game.play("A")
    assert game.legal() == {"free"}
    game = position(hand, "", tops="r5.1 r3.1")
    game.play("B")
    assert game.legal() == {"as1", "as2", "free"}
    game.play("as2")  # exactly three basic cards have a star, so one card fits at a time
    for code in ("b1*c1", "b2*c1", "b3*c1"):
        assert game.legal() == {code}
        game.play(code)
    assert game.topic() == "bluff"
    game.play("bluff0")
    game.play("OJ")
    assert game.legal() == {"free", "job-f"}  # only one card with a clean-up icon is left in hand


def test_a_card_lies_in_the_hand_or_under_a_token() -> None:
    game = position("b1c1 b1t1 b3f1", "")
    lay(game, Plan("A", "b1c1 b3f1"))
    game.play("B")
    game.play("free")
    assert game.legal() == {"b1t1", "done"}
    assert game.hands()[0] == {"b1t1"}


def test_a_free_stack_goes_on_by_itself_when_no_greater_card_is_left() -> None:
    game = position("b1c1 b1t1 b3f1", "")
    for answer in ("A", "free", "b3f1"):
        game.play(answer)
    assert game.legal() == {"bluff0", "bluff1", "bluff2", "bluff3"}


def test_three_bluff_cards_for_both_stacks_and_one_at_least_under_a_bare_token() -> None:
    game = position("b1c1", "")
    for answer in ("A", "free", "done"):
        game.play(answer)
    assert game.legal() == {"bluff1", "bluff2", "bluff3"}
    game.play("bluff2")
    for answer in ("B", "free", "b1c1"):
        game.play(answer)
    assert game.legal() == {"bluff0", "bluff1"}


def test_a_seat_with_bluff_cards_only_and_one_with_nothing_left() -> None:
    game = position("", "")
    game.play("A")
    assert game.legal() == {"free"}
    game.play("free")
    assert game.topic() == "bluff"
    game.play("bluff3")
    assert game.legal() == {"done"}


def test_without_a_bluff_card_left_the_stack_is_sealed_by_itself() -> None:
    game = position("b1c1 b1c2", "")
    lay(game, Plan("A", "b1c1", bluffs=3))
    for answer in ("B", "free", "b1c2"):
        game.play(answer)
    assert (game.mover(), game.topic()) == (1, "aim")


def test_m14_any_number_of_contracts_can_be_staked_over_both_bids_each_once() -> None:
    game = position("b1c1 b1c2", "", won=["r1.1 r2.3 r3.1"])
    for answer in ("A", "free", "b1c1", "done"):
        game.play(answer)
    assert game.legal() == {"r1.1", "r2.3", "r3.1", "done"}
    game.play("r2.3")
    assert game.legal() == {"r3.1", "done"}  # ascending
    game.play("r3.1")
    assert game.topic() == "bluff"  # by itself
    game.play("bluff0")
    for answer in ("B", "free", "b1c2"):
        game.play(answer)
    assert game.legal() == {"r1.1", "done"}


def test_max_stakes_counts_per_bid() -> None:
    game = position("b1c1 b1c2", "", won=["r1.1 r2.3 r3.1"], max_stakes=1)
    for answer in ("A", "free", "b1c1", "done", "r1.1"):
        game.play(answer)
    assert game.topic() == "bluff"
    game.play("bluff0")
    for answer in ("B", "free", "b1c2"):
        game.play(answer)
    assert game.legal() == {"r2.3", "r3.1", "done"}
    game.play("r3.1")
    assert game.topic() == "bluff"


def test_m14a_nothing_is_staked_on_an_odd_job() -> None:
    game = position("b1c1 b1c2 b1c3", "", won=["r1.1"])
    for answer in ("OJ", "job-c", "b1c1", "b1c2", "b1c3"):
        game.play(answer)
    assert game.topic() == "bluff"


def test_m15_a_contract_won_in_this_round_can_be_staked_in_the_next() -> None:
    game = position("b1c1 b1c2 b1t1 b1t2", "", tops="r1.1 r1.2")
    lay(game, Plan("A", "b1c1 b1c2"))
    for answer in ("B", "free", "b1t1", "b1t2"):
        game.play(answer)
    assert game.topic() == "bluff"  # it holds nothing yet
    game.play("bluff0")
    pass_to(game, "invest")
    pass_to(game, "aim")
    game.play("done")  # seat 1 has the marker now
    game.play("A")
    game.play("free")
    assert (game.mover(), game.legal()) == (0, {"r1.1", "r1.2", "done"})
    game.play("r1.2")
    assert game.won()[0] == {"r1.1", "r1.2"}  # until the reveal (M1b)


# Resolving bids


def test_the_picture_with_four_bids() -> None:
    """A contract of 5: orange, yellow, green and red sit in this order."""
    orange = "m3*f1 m3*f2 m3f1"
    yellow = "b2*c1 b2*c2 b3*c1 b3*t1"
    green = "m3*f3 m3*t1 m4*f1"
    red = "a4s1 a5s1"
    game = position(orange, yellow, green, red, tops="r1.1 r5.1", won=["", "r2.1"])
    place(
        game,
        [Plan("B", orange)],
        [Plan("B", yellow, stakes="r2.1")],
        [Plan("B", green)],
        [Plan("B", red, bluffs=1)],
    )
    result = outcome(game, "B")
    assert [bid.valid for bid in result.bids] == [False, True, True, True]
    assert [bid.bid for bid in result.bids][1:] == [8, 10, 9]
    assert [bid.amount for bid in result.bids][1:] == [10, 10, 9]
    assert (result.winner, result.prize, result.paid) == (1, "r5.1", 10)
    assert game.money == [0, 10, 0, 0]
    assert game.won() == [set(), {"r5.1"}, set(), set()]  # the staked 2 points are gone
    assert game.removed == {"r2.1"}
    assert game.hands() == [set(orange.split()), set(), set(green.split()), set(red.split())]
    assert game.discards() == {"b": set(yellow.split()), "m": set(), "a": set()}
    assert game.companies[3].bluffs_left() == 3


def test_zach_bids_7_with_10_dollars_and_is_paid_10() -> None:
    game = position("a5s1 a5fs1", "a4s1 a4p1", tops="r8.1 r1.2", won=["r3.1"])
    place(game, [Plan("A", "a5s1 a5fs1", stakes="r3.1", way="as1")], [Plan("A", "a4s1 a4p1", way="as1")])
    result = outcome(game, "A")
    assert [bid.bid for bid in result.bids] == [7, 8]
    assert (result.winner, result.paid) == (0, 10)
    assert game.money == [10, 0]
    assert game.won() == [{"r8.1"}, set()]
    assert game.scores() == [8 + 1 + 3, 1]


def test_a_stake_is_lost_by_a_losing_bid_too() -> None:
    game = position("a5s1 a5fs1", "a3s1 a3p1", tops="r8.1 r1.2", won=["r3.1 r1.6"])
    place(game, [Plan("A", "a5s1 a5fs1", stakes="r3.1")], [Plan("A", "a3s1 a3p1")])
    assert outcome(game, "A").winner == 1
    assert game.won() == [{"r1.6"}, {"r8.1"}]
    assert game.money == [0, 6]
    assert game.hands()[0] == {"a5s1", "a5fs1"}


def test_m17_m18_an_unopposed_stake_is_lost_and_the_full_amount_paid() -> None:
    game = position("b3f1 b3cp1", "", tops="r1.1 r1.2", won=["r4.1"])
    place(game, [Plan("A", "b3f1 b3cp1", stakes="r4.1")])
    assert outcome(game, "A").bids[0].bid == 2
    assert game.money == [6, 0]
    assert game.won()[0] == {"r1.1"}
    assert game.removed == {"r4.1"}


def test_m3_an_invalid_bid_never_wins_returns_its_cards_and_loses_its_stake() -> None:
    game = position("b1c1", "b3f1 b3cp1", tops="r1.1 r1.2", won=["r8.1"])
    place(game, [Plan("A", "b1c1", stakes="r8.1")], [Plan("A", "b3f1 b3cp1")])
    assert (outcome(game, "A").winner, outcome(game, "A").paid) == (1, 6)
    assert game.hands()[0] == {"b1c1"}
    assert game.won() == [set(), {"r1.1"}]
    assert game.removed == {"r8.1"}


@pytest.mark.parametrize("bidders", [1, 2])
def test_m4_m5_m5a_without_a_valid_bid_the_contract_goes_to_the_bottom_and_stakes_are_gone(bidders: int) -> None:
    game = position("b1c1", "b3f1", tops="r1.1 r1.2", won=["r8.1", "r7.1"])
    below = game.stacks()[0][1:]
    plans = [[Plan("A", "b1c1", stakes="r8.1")], [Plan("A", "b3f1", stakes="r7.1")]]
    place(game, *plans[:bidders])
    assert outcome(game, "A").winner is None
    assert game.hands() == [{"b1c1"}, {"b3f1"}]
    pass_to(game, "invest")
    assert game.stacks()[0] == [*below, "r1.1"]
    assert game.removed == {"r8.1", "r7.1"} if bidders == 2 else {"r8.1"}
    assert game.won()[0] == set()


def test_m4a_by_the_literal_sentence_a_sole_bidder_wins_with_anything() -> None:
    game = position("b1c1 b2c1 m4fp1", "", tops="r8.1 r1.2", sole_bidder="always")
    place(game, [Plan("A", "b1c1 m4fp1"), Plan("B", bluffs=2)])
    assert [outcome(game, where).winner for where in "AB"] == [0, 0]
    assert [outcome(game, where).bids[0].valid for where in "AB"] == [False, False]
    assert game.money == [5, 0]
    assert game.won()[0] == {"r8.1", "r1.2"}
    assert game.hands()[0] == {"b2c1"}


@pytest.mark.parametrize(("second", "winner"), [("b3f1", None), ("b3f1 b3cp1", 1)])
def test_m4a_two_bidders_need_valid_bids_under_either_option(second: str, winner: int | None) -> None:
    game = position("b1c1", second, tops="r1.1 r1.2", sole_bidder="always")
    place(game, [Plan("A", "b1c1")], [Plan("A", second)])
    assert outcome(game, "A").winner == winner


def test_m16_a_bid_may_be_below_zero_and_is_compared_as_it_is() -> None:
    game = position("b1c1 b1c2", "b1c3 b2c1", "", tops="r1.1", won=["r5.1", "r6.1 r1.2"])
    place(game, [Plan("A", "b1c1 b1c2", stakes="r5.1")], [Plan("A", "b1c3 b2c1", stakes="r1.2 r6.1")])
    assert [bid.bid for bid in outcome(game, "A").bids] == [-3, -4]
    assert (outcome(game, "A").winner, outcome(game, "A").paid) == (1, 3)


ETHAN, ELIZA, ZACH = 0, 1, 2


@pytest.mark.parametrize(
    ("marker", "bidders", "winner"),
    [
        (ETHAN, (ELIZA, ZACH), ELIZA),  # the rulebook's example
        (ETHAN, (ETHAN, ELIZA, ZACH), ETHAN),
        (ELIZA, (ETHAN, ZACH), ZACH),
        (ZACH, (ETHAN, ELIZA), ETHAN),
        (ZACH, (ELIZA, ZACH), ZACH),
        (ELIZA, (ETHAN, ELIZA), ELIZA),
    ],
)
def test_m19_a_tie_goes_to_the_marker_or_the_nearest_clockwise(
    marker: int, bidders: tuple[int, ...], winner: int
) -> None:
    pairs = ["b1c1 b2c1", "b1c2 b2c2", "b1c3 b2c3"]
    game = position(*pairs, tops="r1.1", marker=marker)
    place(game, *[[Plan("A", pairs[seat])] if seat in bidders else [] for seat in (ETHAN, ELIZA, ZACH)])
    assert outcome(game, "A").winner == winner


@pytest.mark.parametrize(
    ("stakes", "winner"),
    [
        (("", "r1.1", ""), 1),  # $3 against $4 less 1 against $5: the stake wins
        (("", "r1.1", "r2.1"), 2),  # all at 3
        (("r1.3", "r1.1", "r2.1"), 0),  # 2 is lower than 3, whatever was staked
        (("r1.3", "r1.1 r1.2", "r3.1"), 2),  # all at 2
        (("r1.3", "r2.1", "r1.1 r1.2 r1.4"), 2),  # points count, not contracts
        (("", "r1.1", "r1.2 r1.4"), 2),
    ],
)
def test_m19_among_equal_bids_more_points_staked_win(stakes: tuple[str, ...], winner: int) -> None:
    pairs = ["b1c1 b2c1", "b1c2 b3f1", "b2t1 b3cp1"]  # $3, $4, $5
    game = position(*pairs, tops="r1.5", won=stakes, marker=0)
    place(game, *[[Plan("A", pair, stakes=stake)] for pair, stake in zip(pairs, stakes, strict=True)])
    assert outcome(game, "A").winner == winner


def test_m19_equal_stakes_go_to_the_marker() -> None:
    pairs = ["b1c1 b2c1", "b1c2 b2c2", "b1c3 b2c3"]
    game = position(*pairs, tops="r1.5", won=["r2.1", "r1.1 r1.2", ""], marker=2)
    place(game, [Plan("A", pairs[0], stakes="r2.1")], [Plan("A", pairs[1], stakes="r1.1 r1.2")], [])
    assert outcome(game, "A").winner == 0


def test_a_company_can_win_two_contracts_and_m20_they_are_resolved_in_order() -> None:
    game = position("b1c1 b1c2 b2c1 b2c2", "b3f1 b3cp1", tops="r1.1 r1.2")
    place(game, [Plan("B", "b1c1 b1c2"), Plan("A", "b2c1 b2c2")], [Plan("B", "b3f1 b3cp1")])
    assert [result.place for result in game.results[-1]] == ["A", "B"]
    assert game.won() == [{"r1.1", "r1.2"}, set()]
    assert game.money == [6, 0]


def test_m1a_the_order_of_placing_changes_nothing() -> None:
    money = []
    for marker in range(3):
        hands = ["b1c1 b1c2 b3f1", "b1t1 b2c1 b2c2", "b2t1 b3cp1 b3cp2"]
        game = position(*hands, tops="r1.1 r2.1 r1.3", marker=marker)
        place(
            game,
            [Plan("A", "b1c1 b1c2"), Plan("C", "b3f1")],
            [Plan("A", "b1t1 b2c1")],
            [Plan("B", "b2t1 b3cp1 b3cp2"), Plan("C", bluffs=1)],
        )
        money.append(game.money)
    assert money == [[2, 0, 8]] * 3


# Odd jobs


def test_eliza_gets_23_for_the_sprinklers() -> None:
    game = position("a3s1 a3s2 m4*s1", "")
    place(game, [Plan("OJ", "a3s1 a3s2 m4*s1", way="job-s")])
    assert game.money == [23, 0]
    assert game.discards() == {"b": set(), "m": {"m4*s1"}, "a": {"a3s1", "a3s2"}}
    assert game.hands()[0] == set()


@pytest.mark.parametrize(
    ("cards", "job", "pay"),
    [
        ("b1c1 b1c2 b1c3", "c", 4),
        ("b1t1 m2t1 a5ts1", "t", 5),
        ("b3f1 m2f1 a3f1", "f", 9),  # the three kinds may be mixed
        ("b3cp1 m3p1 a3p1", "p", 14),
        ("m4fs1 a3s1 a4s1", "s", 20),
    ],
)
def test_pay_with_the_token_and_by_pick_up(cards: str, job: str, pay: int) -> None:
    with_token = position(cards, "")
    place(with_token, [Plan("OJ", cards)])
    assert with_token.money == [pay + 3, 0]
    assert outcome(with_token, "OJ").prize == job
    picked_up = place(position(cards, ""))
    for answer in (f"job-{job}", *cards.split()):
        picked_up.play(answer)
    assert picked_up.money == [pay, 0]
    assert outcome(picked_up, "pick-up").paid == pay


@pytest.mark.parametrize(("way", "job", "paid"), [("free", "f", 12), ("job-f", "f", 12), ("job-t", "t", 8)])
def test_m11_m11a_with_two_shared_icons_the_owner_names_the_job_or_gets_the_dearer(
    way: str, job: str, paid: int
) -> None:
    cards = "b2tf1 b2tf2 b3*tf1"
    game = place(position(cards, ""), [Plan("OJ", cards, way=way)])
    assert (outcome(game, "OJ").prize, outcome(game, "OJ").paid) == (job, paid)


@pytest.mark.parametrize("cards", ["b1c1 b1c2", "b1c1 b1c2 b1t1", "b1c1 b1c2 b1c3 b1c4", "b1ct1 b2tf1 b2cf1", ""])
def test_m12_a_failed_job_pays_nothing_and_leaves_the_pick_up_open(cards: str) -> None:
    game = place(position(f"{cards} b3f1", ""), [Plan("OJ", cards, bluffs=0 if cards else 1)])
    assert game.money == [0, 0]
    assert outcome(game, "OJ").winner is None
    assert game.hands()[0] == {*cards.split(), "b3f1"}
    assert (game.mover(), game.topic()) == (0, "pick-up")


def test_bluff_cards_do_not_harm_a_job() -> None:
    game = place(position("b1c1 b1c2 b1c3", ""), [Plan("OJ", "b1c1 b1c2 b1c3", bluffs=2)])
    assert game.money == [7, 0]


def test_m13_pick_up_goes_round_from_the_marker_to_those_without_contract_and_oj_job() -> None:
    hands = ["b1c1 b1c2 b3f1", "b1t1 b1t2 b1t3", "b2t1 b2t2 b2tf1", "b2c1 b2c2 b2c3 b1*c1"]
    game = position(*hands, tops="r1.1", marker=3)
    place(
        game,
        [Plan("A", "b1c1 b1c2")],  # wins a contract
        [Plan("OJ", "b1t1 b1t2 b1t3")],  # completes a job with the token
        [Plan("A", "b2t1")],  # bids and loses
        [],  # bids nothing
    )
    assert (game.mover(), game.legal()) == (3, {"job-c", "done"})
    for answer in ("job-c", "b1*c1", "b2c2", "b2c3"):
        game.play(answer)
    assert (game.mover(), game.legal()) == (2, {"job-t", "done"})
    game.play("done")
    assert game.money == [2, 8, 0, 4]
    assert game.hands()[3] == {"b2c1"}
    assert (game.round, game.topic()) == (2, "invest")  # one job each, nobody else is asked


def test_m13_cards_of_a_lost_bid_can_be_used_for_a_pick_up() -> None:
    game = position("b1c1 b1c2 b1c3", "b1*c1 b1*c2", tops="r1.1", marker=1)
    place(game, [Plan("A", "b1c1 b1c2")], [Plan("A", "b1*c1 b1*c2")])
    assert (game.mover(), game.legal()) == (0, {"job-c", "done"})


def test_m13a_a_seat_without_any_job_is_asked_as_well() -> None:
    game = place(position("b1c1", "", ""))
    for seat in range(3):
        assert (game.mover(), game.topic(), game.legal()) == (seat, "pick-up", {"done"})
        game.play("done")


# Maintenance


def test_unbid_contracts_go_to_the_bottom_and_m28_the_next_one_is_bid_for() -> None:
    game = position("m2f1 m2f2", "", "", tops="r1.1 r2.1 r3.1")
    a, b, c = game.stacks()
    place(game, [Plan("C", "m2f1 m2f2")])
    assert game.stacks() == [a, b, c[1:]]  # M28a: nothing moves before Maintenance
    pass_to(game, "invest")
    assert game.stacks() == [[*a[1:], a[0]], [*b[1:], b[0]], c[1:]]
    pass_to(game, "aim")
    game.companies[1].hand = [BID_CARDS[code] for code in BID_CARDS]
    game.play("A")
    ways = len(CONTRACTS[a[1]].ways)
    assert game.legal() == {"free", "as1", "as2", "as3"} - {f"as{n}" for n in range(ways + 1, 4)}


def test_m29_an_unbid_single_contract_stays() -> None:
    game = position("", "")
    game.neighborhoods["A"] = [CONTRACTS["r4.1"]]
    pass_to(game, "invest")
    assert game.stacks()[0] == ["r4.1"]


def test_the_marker_moves_to_the_left_and_invest_starts_there() -> None:
    game = position("", "", "", marker=1)
    pass_to(game, "invest")
    assert (game.round, game.marker, game.mover()) == (2, 2, 2)
    order = []
    while game.topic() == "invest":
        order.append(game.mover())
        game.play("done")
    assert order == [2, 0, 1]
    assert (game.topic(), game.mover()) == ("aim", 2)
    pass_to(game, "invest")
    assert game.marker == 0


def test_m30_m31a_the_end_is_checked_before_recycling_and_after_every_neighborhood_and_pick_up() -> None:
    game = position("b1c1 b1c2 b1t1 b1t2", "b3f1 b2cf1 m2f1", "", tops="r1.1 r1.2 r1.3")
    game.neighborhoods["A"] = [CONTRACTS["r1.1"]]
    unbid = game.stacks()[2]
    place(game, [Plan("A", "b1c1 b1c2"), Plan("B", "b1t1 b1t2")])
    assert not game.over
    assert game.won()[0] == {"r1.1", "r1.2"}
    for answer in ("job-f", "b2cf1", "b3f1", "m2f1", "done"):
        game.play(answer)
    assert game.over
    assert (game.mover(), game.legal(), game.topic()) == (None, set(), None)
    assert game.money == [4, 9, 0]
    assert game.stacks()[2] == unbid
    assert (game.marker, game.round) == (0, 1)
    with pytest.raises(ValueError, match="not allowed"):
        game.play("done")


def test_m31_m31a_the_cap_ends_round_60_before_recycling_and_the_marker() -> None:
    game = MowMoneyOracle(2, chance(2))
    while game.round < 60:
        game.play("done")
    stacks, marker = game.stacks(), game.marker
    assert (game.topic(), game.over) == ("invest", False)
    pass_to(game, None)
    assert game.over
    assert (game.round, len(game.results)) == (60, 60)
    assert (game.stacks(), game.marker) == (stacks, marker)
    assert game.payoffs() == [0.5, 0.5]


# Invest


def test_m27_nothing_is_bought_in_round_one() -> None:
    game = position("", "", money=[50, 50])
    assert (game.round, game.topic()) == (1, "aim")


def invest_with(dollars: int, hand: str = "") -> MowMoneyOracle:
    """Seat 1 of two, the new marker holder, invests in round 2."""
    game = position("", hand, money=[0, dollars])
    return pass_to(game, "invest")


@pytest.mark.parametrize(
    ("dollars", "offers"),
    [
        (0, set()),
        (1, {"card-b"}),
        (2, {"card-b"}),
        (3, {"card-b", "mower-m"}),
        (5, {"card-b", "mower-m"}),
        (6, {"card-b", "mower-m", "mower-a"}),
    ],
)
def test_a_push_mower_buys_basic_cards_and_bigger_mowers_by_price(dollars: int, offers: set[str]) -> None:
    assert invest_with(dollars).legal() == offers | {"done"}


def test_m25_one_thing_at_a_time_in_any_order_and_the_advanced_mower_may_come_first() -> None:
    game = invest_with(6 + 5 + 1 + 3 + 3)
    top = {tier: deck[0] for tier, deck in game.decks().items()}
    bought = []
    for answer in ("mower-a", "card-a", "card-b", "mower-m", "card-m"):
        assert answer in game.legal()
        game.play(answer)
        bought.append((game.money[1], len(game.hands()[1])))
    assert bought == [(12, 0), (7, 1), (6, 2), (3, 2), (0, 3)]
    assert game.hands()[1] == set(top.values())
    assert game.mowers[1] == {"b", "m", "a"}
    assert (game.mover(), game.legal()) == (1, {"done"})


def test_a_card_needs_its_mower_and_a_mower_is_bought_once() -> None:
    game = invest_with(20)
    assert game.legal() == {"card-b", "mower-m", "mower-a", "done"}
    game.play("mower-a")
    assert game.legal() == {"card-b", "card-a", "mower-m", "done"}
    game.play("card-a")
    assert game.money[1] == 9
    game.play("card-a")
    assert game.legal() == {"card-b", "mower-m", "done"}  # $4


def test_tera_discards_two_basic_and_one_advanced_card() -> None:
    nine, three, four = "b1c1 b1c2 b1c3 b1c4 b1c5 b1t1 b1t2 b1t3 b3f1", "m2f1 m2f2 m2t1", "a3s1 a3s2 a3p1 a3p2"
    game = invest_with(0, f"{nine} {three} {four}")
    game.play("done")
    assert (game.mover(), game.topic()) == (1, "discard")
    assert game.legal() == {*nine.split(), *four.split()}  # any order
    game.play("b3f1")
    game.play("a3p1")
    assert game.legal() == set(nine.split()) - {"b3f1"}
    game.play("b1c2")
    assert game.mover() == 0
    assert game.hands()[1] == {*nine.split(), *three.split(), *four.split()} - {"b3f1", "a3p1", "b1c2"}
    assert game.discards() == {"b": {"b3f1", "b1c2"}, "m": set(), "a": {"a3p1"}}


def test_m26_the_limit_binds_in_the_own_invest_turn_only() -> None:
    eight = "b1c1 b1c2 b1c3 b1c4 b1c5 b1t1 b1t2 b1t3"
    game = position(eight, eight.replace("b1", "b2").replace("t3", "ct1").replace("c5", "ct2"))
    pass_to(game, "invest")
    assert [len(hand) for hand in game.hands()] == [8, 8]
    game.play("done")
    assert (game.mover(), game.topic()) == (1, "discard")
    game.play("b2c1")
    assert [len(hand) for hand in game.hands()] == [8, 7]
    assert (game.mover(), game.topic()) == (0, "invest")


def test_a_full_hand_may_buy_more_before_it_discards() -> None:
    game = invest_with(3, "b1c1 b1c2 b1c3 b1c4 b1c5 b1t1 b1t2")
    for _ in range(3):
        game.play("card-b")
    game.play("done")
    discarded = 0
    while game.topic() == "discard":
        game.play(min(game.legal()))
        discarded += 1
    assert discarded == 3


def test_m24_m24a_a_deck_is_shuffled_again_when_its_next_card_is_needed() -> None:
    game = position("", "", money=[0, 5], more_chance=ids("b2c1 b1c1"))
    pass_to(game, "invest")
    game.deck["b"] = [BID_CARDS["b3f1"]]
    game.discarded["b"] = [BID_CARDS["b1c1"], BID_CARDS["b2c1"]]
    game.play("card-b")
    assert (game.decks()["b"], game.discards()["b"]) == ([], {"b1c1", "b2c1"})
    game.play("card-b")
    assert (game.decks()["b"], game.discards()["b"]) == (["b1c1"], set())
    assert game.hands()[1] == {"b3f1", "b2c1"}
    game.play("card-b")
    assert game.money[1] == 2
    assert game.legal() == {"done"}  # deck and discards are empty: no basic card can be bought


def test_m23_the_bank_never_runs_out() -> None:
    game = position("a3s1 a3s2 m4*s1", "", money=[150])
    place(game, [Plan("OJ", "a3s1 a3s2 m4*s1")])
    assert game.money[0] == 173


# Scores


@pytest.mark.parametrize(("dollars", "points"), [(25, 8), (2, 0), (3, 1)])
def test_teras_money_counts_a_third_rounded_down(dollars: int, points: int) -> None:
    assert position("", "", money=[dollars]).scores() == [1 + points, 1]


def test_m32_only_bought_mowers_count() -> None:
    game = invest_with(9)
    assert game.scores()[1] == 1 + 3
    game.play("mower-a")
    assert game.scores()[1] == 1 + 3 + 1
    game.play("mower-m")
    assert game.scores()[1] == 1 + 2 + 3 + 0


@pytest.mark.parametrize(
    ("won", "payoffs"),
    [(["r4.1", "", ""], [1, 0, 0]), (["r2.1", "r3.1", "r3.2"], [0, 0.5, 0.5]), (["", "", ""], [1 / 3] * 3)],
)
def test_m33_most_points_win_and_a_tie_is_a_shared_win(won: list[str], payoffs: list[float]) -> None:
    game = position("", "", "b1c1 b1c2", won=won)
    game.neighborhoods["C"] = [CONTRACTS["r2.6"]]
    with pytest.raises(ValueError, match="before the game is over"):
        game.payoffs()
    place(game, [], [], [])
    game.neighborhoods["C"] = []  # as if somebody had won it
    pass_to(game, None)
    assert game.payoffs() == payoffs


# Solo play


def solo(
    hand: str, top: str, basics: str = "", won: str = "", more_chance: Sequence[int] = (), difficulty: str = "standard"
) -> MowMoneyOracle:
    """A solo game with this hand, contract on A and top of the basic deck."""
    game = position(hand, tops=top, won=[won], more_chance=more_chance, difficulty=difficulty)
    game.deck["b"] = cards_of(basics) + [BID_CARDS["b3*c1"]] * 9
    return game


def test_m35_the_dummy_takes_contracts_without_a_bid_or_without_a_valid_one() -> None:
    game = solo("b1c1 b1c2", "r4.1", won="r1.6")
    second = game.stacks()[1][0]
    place(game, [Plan("A", "b1c1 b1c2", stakes="r1.6")])
    assert game.dummy == {"r4.1", second}
    assert game.hands() == [{"b1c1", "b1c2"}]
    assert game.won() == [set()]
    assert game.removed == {"r1.6"}
    assert (outcome(game, "A").winner, outcome(game, "A").dummy) == (DUMMY, None)


def test_m35a_m39_easy_such_contracts_leave_the_game() -> None:
    game = solo("b1c1 b1c2", "r4.1", difficulty="easy")
    second = game.stacks()[1][0]
    place(game, [Plan("A", "b1c1 b1c2")])
    assert game.dummy == set()
    assert game.removed == {"r4.1", second}
    assert outcome(game, "A").winner is None


FOUR_STARS = "b1*c1 b1*c2 b2*c1 b2*c2"  # $6


def test_zachs_dummy_draws_until_four_starred_cards_came() -> None:
    game = solo(FOUR_STARS, "r4.1", "b1*c3 b1c1 b2*c3 b1*t1 b3f1 b1*t2 b1c2")
    place(game, [Plan("A", FOUR_STARS)])
    result = outcome(game, "A")
    assert result.dummy == ("b1*c3", "b2*c3", "b1*t1", "b1*t2")  # $5
    assert (result.winner, result.paid) == (DUMMY, 0)
    assert "r4.1" in game.dummy
    assert game.money == [0]
    assert game.hands() == [set(FOUR_STARS.split())]
    assert game.discards()["b"] == {"b1*c3", "b1c1", "b2*c3", "b1*t1", "b3f1", "b1*t2"}
    assert game.decks()["b"][0] == "b1c2"


def test_m36_without_a_star_the_first_cards_count() -> None:
    game = solo("b1c1 b2c1", "r1.1", "b2*c1 b3f1 b1t1")
    place(game, [Plan("A", "b1c1 b2c1")])
    assert outcome(game, "A").dummy == ("b2*c1", "b3f1")
    assert (outcome(game, "A").winner, game.money) == (0, [3])
    assert game.won() == [{"r1.1"}]
    assert game.discards()["b"] == {"b2*c1", "b3f1", "b1c1", "b2c1"}


@pytest.mark.parametrize(
    ("difficulty", "stake", "dummys", "winner"),
    [
        ("standard", "", "b1t1 b2t1", 0),  # $3 each: the human wins ties
        ("easy", "", "b1t1 b2t1", 0),
        ("hard", "", "b1t1 b2t1", DUMMY),
        ("hard", "", "b2t2 b2t1", 0),
        ("standard", "r1.6", "b1t1 b1t2", 0),  # the stake lowers the human's bid only
        ("hard", "r1.6", "b1t1 b1t2", DUMMY),  # M39a: whatever was staked
        ("hard", "r2.6", "b1t1 b1t2", 0),
        ("standard", "", "b1t1 b1t2", DUMMY),
        ("easy", "", "b1t1 b1t2", DUMMY),  # only contracts without a bid leave the game
    ],
)
def test_m37_m39a_ties_and_stakes_against_the_dummy(
    difficulty: str, stake: str, dummys: str, winner: int | str
) -> None:
    game = solo("b1c1 b2c1", "r1.1", dummys, won=stake, difficulty=difficulty)
    place(game, [Plan("A", "b1c1 b2c1", stakes=stake)])
    assert outcome(game, "A").winner == winner
    assert game.money == [3 if winner == 0 else 0]
    assert game.removed >= set(stake.split())
    assert ("r1.1" in game.dummy) == (winner == DUMMY)


def test_m36a_drawn_cards_lie_aside_through_a_reshuffle() -> None:
    game = solo(FOUR_STARS, "r4.1", more_chance=ids("b3*f1 b1c1 b1*c3"))
    game.deck["b"] = cards_of("b3*t1 b3f1 b3*ct1")
    game.discarded["b"] = cards_of("b1*c3 b1c1 b3*f1")
    place(game, [Plan("A", FOUR_STARS)])
    assert outcome(game, "A").dummy == ("b3*t1", "b3*ct1", "b3*f1", "b1*c3")
    assert outcome(game, "A").winner == 0
    assert game.decks()["b"] == []
    assert len(game.discards()["b"]) == 6 + 4


def test_m36a_a_dummy_that_is_short_after_a_reshuffle_has_no_bid() -> None:
    game = solo(FOUR_STARS, "r4.1", more_chance=ids("b1*t1"), difficulty="hard")
    game.deck["b"] = cards_of("b1*c3 b3f1 b1*t2")
    game.discarded["b"] = [BID_CARDS["b1*t1"]]
    place(game, [Plan("A", FOUR_STARS)])
    assert outcome(game, "A").dummy is None
    assert (outcome(game, "A").winner, game.money) == (0, [6])
    assert game.discards()["b"] == {"b1*c3", "b3f1", "b1*t2", "b1*t1", *FOUR_STARS.split()}


def test_m38_a_then_b_and_cards_of_a_can_come_back_for_b() -> None:
    hand = "b1c1 b1c2 b1t1 b1t2"
    game = solo(hand, "r1.1", more_chance=ids("b3f1 b3cp1 b1c1 b1c2"))
    game.deck["b"] = [BID_CARDS["b3f1"], BID_CARDS["b3cp1"]]
    place(game, [Plan("B", "b1t1 b1t2"), Plan("A", "b1c1 b1c2")])
    assert outcome(game, "A").dummy == ("b3f1", "b3cp1")
    assert outcome(game, "B").dummy == ("b3f1", "b3cp1")
    assert game.won() == [{"r1.1", "r1.2"}]


def test_m38_the_human_does_odd_jobs_and_picks_up() -> None:
    game = solo("b1c1 b1c2 b1c3", "r1.1")
    place(game, [Plan("OJ", "b1c1 b1c2 b1c3")])
    assert (game.money, game.round) == ([7], 2)
    game = place(solo("b1c1 b1c2 b1c3", "r1.1"))
    assert game.legal() == {"job-c", "done"}


def test_a_solo_game_has_eight_rounds_and_the_marker_stays() -> None:
    game = MowMoneyOracle(1, chance(1))
    pass_to(game, None)
    assert len(game.results) == 8
    assert game.marker == 0
    assert game.stacks() == [[], []]
    assert game.dummy_score() == 60
    assert (game.scores(), game.payoffs()) == ([1], [0.0])


@pytest.mark.parametrize("difficulty", ["easy", "standard", "hard"])
@pytest.mark.parametrize(("dollars", "payoff"), [(6, 0.0), (9, 0.5), (12, 1.0)])
def test_m37_m39a_equal_points_are_a_draw(difficulty: str, dollars: int, payoff: float) -> None:
    game = position("", money=[dollars], difficulty=difficulty)
    game.neighborhoods = {"A": [CONTRACTS["r1.1"]], "B": [CONTRACTS["r1.2"]]}
    game.dummy = {"r4.1"} if difficulty == "easy" else {"r2.1"}
    pass_to(game, None)
    assert game.dummy_score() == 4
    assert game.payoffs() == [payoff]


# Random play


class Lucky(MowMoneyOracle):
    """A game that makes its own luck and writes it down."""

    def __init__(self, rng: random.Random, players: int, **options: str | int) -> None:
        self.rng = rng
        self.luck: list[int] = []
        self.reshuffles = -4  # the set-up has four shuffles
        super().__init__(players, **options)  # type: ignore[arg-type]

    def _lot(self, below: int) -> int:
        self.luck.append(self.rng.randrange(below))
        return self.luck[-1]

    def _shuffle(self, ids: list[int]) -> list[int]:
        assert ids == sorted(ids)
        order = self.rng.sample(ids, len(ids))
        self.luck += order
        self.reshuffles += 1
        return order


def eager(rng: random.Random, game: MowMoneyOracle) -> str:
    """Any answer, but mostly not `done` and mostly a bid that keeps its promise."""
    answers = sorted(game.legal())
    if rng.random() < 0.8 and (better := [answer for answer in answers if answer not in ("done", "free")]):
        return rng.choice(better)
    return rng.choice(answers)


def check_that_nothing_got_lost(game: MowMoneyOracle) -> None:
    """Every bid card and contract of the game is at exactly one place."""
    cards = [
        code for places in (game.hands(), game.decks().values(), game.discards().values()) for p in places for code in p
    ]
    cards += [card.code for stacks in game.laid() for stack in stacks for card in stack.cards]
    assert sorted(cards) == sorted(BID_CARDS)
    contracts = [
        code for places in (game.won(), game.stacks(), [game.dummy, game.removed]) for p in places for code in p
    ]
    assert sorted(contracts) == sorted(contracts_in_play(game.players))
    assert min(game.money) >= 0
    assert all(0 <= company.bluffs_left() <= 3 for company in game.companies)


def check_the_round(game: MowMoneyOracle, marker: int, counts: Counter[str]) -> None:
    """Judge the contracts of the last round once more, with one sort key instead of the rulebook's steps."""
    for result in game.results[-1]:
        counts["failed job"] += result.place == "OJ" and result.winner is None
        counts["job"] += result.place == "OJ" and result.winner is not None
        counts["pick-up"] += result.place == "pick-up"
        if result.place not in "ABCDEF":
            continue
        valid = [bid for bid in result.bids if bid.valid]
        counts["invalid"] += len(valid) < len(result.bids)
        counts["stake"] += any(bid.staked for bid in result.bids)
        if game.solo:
            against = sum(BID_CARDS[code].value for code in result.dummy or ())
            counts["dummy bids"] += result.dummy is not None
            counts["dummy wins"] += result.dummy is not None and result.winner == DUMMY
            if result.dummy is not None:
                assert len(result.dummy) == len(valid[0].cards)
                assert {code[0] for code in result.dummy} == {code[0] for code in valid[0].cards}
                assert result.winner == (0 if valid[0].bid < against + (game.difficulty != "hard") else DUMMY)
        elif not valid and not (game.sole_bidder_always_wins and len(result.bids) == 1):
            assert result.winner is None
            counts["nobody"] += 1
        else:
            bids = valid or list(result.bids)

            def rank(seat: int, bid: int, amount: int) -> tuple[int, int, int]:
                return bid, bid - amount, (seat - marker) % game.players

            best = min(bids, key=lambda bid: rank(bid.seat, bid.bid, bid.amount))
            assert (result.winner, result.paid) == (best.seat, best.amount)
            counts["rivals"] += len(bids) > 1
            counts["tie"] += sum(bid.bid == best.bid for bid in bids) > 1


def play_at_random(seed: int, players: int, counts: Counter[str], **options: str | int) -> tuple[Lucky, list[str]]:
    rng = random.Random(f"{seed} {players} {sorted(options.items())}")
    game = Lucky(rng, players, **options)
    answers: list[str] = []
    ledger = [0] * players
    rounds, marker = 0, game.marker
    while not game.over:
        seat, before = game.mover(), game.round
        assert seat is not None
        if game.topic() == "aim":  # between two Invest Phases
            for hand in game.hands():
                assert all(sum(code[0] == tier for code in hand) <= limit for tier, limit in HAND_LIMIT.items())
        answer = eager(rng, game)
        assert game.legal()
        answers.append(answer)
        counts[game.topic() or ""] += 1
        if answer.startswith("card-"):
            ledger[seat] -= CARD_PRICE[answer[-1]]
        if answer.startswith("mower-"):
            ledger[seat] -= MOWER_PRICE[answer[-1]]
        game.play(answer)
        check_that_nothing_got_lost(game)
        if game.over or game.round > before:
            check_the_round(game, marker, counts)
            rounds += 1
            assert len(game.results) == rounds
            for result in game.results[-1]:
                if isinstance(result.winner, int):
                    ledger[result.winner] += result.paid
            assert game.money == ledger
            if not game.over:
                assert game.marker == (marker + 1) % players
            marker = game.marker
    assert any(not stack for stack in game.stacks()) or game.round == 60
    counts["reshuffle"] += game.reshuffles
    counts["cap"] += game.round == 60
    return game, answers


OPTIONS: list[dict[str, str | int]] = [
    {},
    {"sole_bidder": "always", "max_stakes": 1},
    {"starter": "fixed", "max_stakes": 2},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_random_play_loses_nothing_and_judges_every_round_alike(players: int, options: dict[str, str | int]) -> None:
    counts: Counter[str] = Counter()
    for seed in range(3):
        game, _ = play_at_random(seed, players, counts, **options)
        assert sum(game.payoffs()) == pytest.approx(1)
    for event in ("job", "pick-up", "invalid", "stake", "rivals", "invest"):
        assert counts[event] > 0, event


@pytest.mark.parametrize("difficulty", ["easy", "standard", "hard"])
def test_random_solo_play(difficulty: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(8):
        game, _ = play_at_random(seed, 1, counts, difficulty=difficulty)
        assert game.round == 8
        assert game.payoffs()[0] in (0.0, 0.5, 1.0)
        assert (game.dummy | game.removed | game.won()[0]) == set(contracts_in_play(1))
    for event in ("job", "pick-up", "invalid", "stake", "dummy bids", "dummy wins"):
        assert counts[event] > 0, event


def test_rarer_events_occur_in_random_play() -> None:
    counts: Counter[str] = Counter()
    for seed in range(6):
        play_at_random(seed, 4, counts)
    for event in ("tie", "failed job", "nobody", "reshuffle", "discard"):
        assert counts[event] > 0, event


@pytest.mark.parametrize("players", [1, 3, 6])
def test_the_written_luck_and_answers_give_the_same_game(players: int) -> None:
    game, answers = play_at_random(7, players, Counter())
    again = MowMoneyOracle(players, iter(game.luck))
    for answer in answers:
        again.play(answer)
    assert again.over
    assert (again.scores(), again.results, again.stacks()) == (game.scores(), game.results, game.stacks())
    assert next(again.chance, None) is None  # all of it was needed


def test_best_paid_job_comes_first() -> None:
    cards = cards_of("a5fs1 a5fs2 a4fs1")
    assert shared_jobs(cards) == ["s", "f"]
    assert shared_jobs(cards[:2]) == []
