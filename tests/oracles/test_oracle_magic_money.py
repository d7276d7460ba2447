"""The naive Magic Money referee against the rulebook's own examples and the rulings, on games played by hand."""

from __future__ import annotations

import random

import pytest

from .magic_money import CREATURES, CREATURES_SOLD, HIGHEST_BID, Creature, Entry, MagicMoneyOracle, Points, Wizard

PLAIN = [creature.code for creature in CREATURES if creature.ability == "none"]
BY_CODE = {creature.code: creature for creature in CREATURES}


def game(first: str = "", moves: str = "", players: int = 3, active: int = 0, **options: str) -> MagicMoneyOracle:
    """A game in which these creatures are sold first and creatures without ability after them, after these moves.

    Bids stand in the order in which they are made: the opening, then those of the next seats upwards.
    """
    codes = first.split()
    deck = codes + [code for code in BY_CODE if code not in codes]
    return play(MagicMoneyOracle(players, deck, active, **options), moves)


def play(oracle: MagicMoneyOracle, moves: str) -> MagicMoneyOracle:
    for move in moves.split():
        oracle.play(move)
    return oracle


def public(oracle: MagicMoneyOracle, seat: int) -> list[int]:
    """Amounts on a Public side; those crossed out with a minus."""
    return [-entry.amount if entry.crossed_out else entry.amount for entry in oracle.wizards[seat].public]


def private(oracle: MagicMoneyOracle, seat: int) -> list[int]:
    return [-entry.amount if entry.crossed_out else entry.amount for entry in oracle.wizards[seat].private]


def finished(oracle: MagicMoneyOracle, totals: list[int], owned: list[str]) -> MagicMoneyOracle:
    """The count of a game in which the wizards have spent these totals and own these creatures."""
    for wizard, total, codes in zip(oracle.wizards, totals, owned, strict=True):
        wizard.public = [Entry(1, total)]
        wizard.private = []
        wizard.creatures = [BY_CODE[code] for code in codes.split()]
    oracle._end_game()
    return oracle


# Set-up and creatures


@pytest.mark.parametrize(("players", "sold"), [(3, 9), (4, 10), (5, 11), (6, 12)])
def test_number_of_auctions(players: int, sold: int) -> None:
    oracle = game(players=players)
    for auction in range(1, sold + 1):
        assert (oracle.over, oracle.auction) == (False, auction)
        while oracle.auction == auction and not oracle.over:
            oracle.play("1" if oracle.bids() else min(oracle.choices()))
    assert oracle.over
    assert sum(len(wizard.creatures) for wizard in oracle.wizards) == sold


def test_the_creatures_add_up_to_the_totals_of_the_research() -> None:
    assert len({creature.code for creature in CREATURES}) == 21
    sums = [sum(values) for values in zip(*(creature[1:6] for creature in CREATURES), strict=True)]
    assert sums == [47, 15, 13, 8, 8]
    assert sum(creature.ability == "none" for creature in CREATURES) == 9


# An auction


def test_rulebook_example_a_win_with_5739_lets_open_with_573_at_most() -> None:
    oracle = game("puddlewyrm", "1 5739 5 seat1")
    assert oracle.bids() == range(1, 574)
    play(oracle, "500")
    assert public(oracle, 1) == [5739, 500]
    assert game("puddlewyrm", "1 5739 5 seat1", opening_mode="exact").bids() == range(573, 574)


@pytest.mark.parametrize(("won", "highest"), [(1, 1), (9, 1), (10, 1), (19, 1), (20, 2), (100, 10)])
def test_opening_limit(won: int, highest: int) -> None:
    assert game("puddlewyrm", f"1 {won} 1 seat1").bids() == range(1, highest + 1)


def test_first_opening() -> None:
    assert game().bids() == range(1, 2)
    assert game(first_opening="free").bids() == range(1, HIGHEST_BID + 1)
    assert game(first_opening="free", opening_mode="exact").bids() == range(1, HIGHEST_BID + 1)
    with pytest.raises(ValueError, match="may not be bid"):
        game(moves="2")


def test_bids_go_round_and_losers_pay_in_secret() -> None:
    oracle = game("puddlewyrm", "1", players=4, active=2)
    movers = []
    for bid in "465":
        movers.append(oracle.mover())
        oracle.play(bid)
    assert movers == [3, 0, 1]
    assert (oracle.mover(), oracle.choices()) == (2, {"seat0"})
    play(oracle, "seat0")
    assert [public(oracle, seat) for seat in range(4)] == [[6], [], [1], []]
    assert [private(oracle, seat) for seat in range(4)] == [[], [5], [], [4]]
    assert oracle.mover() == 0  # W11
    assert oracle.totals() == [6, 5, 1, 4]


def test_W5_the_active_wizard_is_among_those_who_tie() -> None:
    oracle = game("puddlewyrm", "1 30 4 seat1  3 3 2")
    assert oracle.choices() == {"seat1", "seat2"}
    play(oracle, "seat1")
    assert public(oracle, 1) == [30, 3]  # W4
    assert private(oracle, 2) == [4, 3]


@pytest.mark.parametrize(("option", "total"), [("public", 1), ("both", 2)])
def test_W3a_a_beaten_opening(option: str, total: int) -> None:
    oracle = game("puddlewyrm", "1 5 4 seat1", beaten_opening=option)
    assert public(oracle, 0) == [1]
    assert oracle.totals()[0] == total


# Abilities


def test_erase_public_spares_what_was_just_paid() -> None:
    oracle = game("puddlewyrm inkling-otter", "1 90 4 seat1  9 3 4")
    play(oracle, "seat1")
    assert oracle.choices() == {"public1"}
    play(oracle, "public1")
    assert public(oracle, 1) == [-90, 9]
    assert oracle.totals()[1] == 9
    assert oracle.bids() == range(1, 2)  # the next opening goes by 9


def test_erase_public_without_an_older_entry_does_nothing() -> None:
    assert game("inkling-otter", "1 90 4 seat1").question == "opening"


def test_erase_private_one_and_two() -> None:
    moves = "1 90 7 seat1  1 5 3 seat2"
    one = game("puddlewyrm moonmule sootkit", moves + " 1 3 2 seat0")
    assert (one.question, one.choices()) == ("private", {"private2"})
    two = game("puddlewyrm moonmule brambleram forgetfawn", moves + " 1 2 3 seat1  1 2 90 seat0")
    assert two.choices() == {"private2", "private3"}
    play(two, "private3")
    assert two.choices() == {"private2", "enough"}
    assert private(play(two, "private2"), 0) == [-3, -2]
    single = game("puddlewyrm moonmule forgetfawn", moves + " 1 3 2 seat0 private2")
    assert (single.question, private(single, 0)) == ("opening", [-3])


def test_halve_and_double_leave_the_announced_bid() -> None:
    halved = game("pennyphoenix", "1 41 4 seat1")
    assert (public(halved, 1), halved.bids()[-1]) == ([20], 4)
    assert public(game("pennyphoenix", "1 1 1 seat0"), 0) == [1]
    doubled = game("coinbadger", "1 41 4 seat1")
    assert (public(doubled, 1), doubled.bids()[-1]) == ([41, 41], 4)


def test_peek_and_forge_act_on_any_opponent() -> None:
    peeking = game("snoopowl", "1 90 4 seat1")
    assert peeking.choices() == {"seat0", "seat2"}
    assert play(peeking, "seat0").peeks == {(1, 0): 1}
    forged = game("grudgeling", "1 95 4 seat1 seat2")
    assert public(forged, 2) == [9]
    assert public(game("grudgeling", "1 5 4 seat1 seat2"), 2) == [1]


def test_expose_the_earliest_of_equals_that_is_live() -> None:
    oracle = game("puddlewyrm moonmule tattlefinch", "1 90 7 seat1  1 7 3 seat2  1 9 2 seat0")
    assert oracle.choices() == {"seat1", "seat2"}
    play(oracle, "seat2")
    assert (public(oracle, 2), private(oracle, 2)) == ([7, 1, 7], [])
    twice = game("puddlewyrm moonmule tattlefinch", "1 90 7 seat1  1 7 9 seat0  1 50 1 seat1 seat2")
    assert (public(twice, 2), twice.wizards[2].private) == ([7], [Entry(2, 7), Entry(3, 1)])
    latest = game("puddlewyrm moonmule tattlefinch", "1 90 7 seat1  1 7 9 seat0  1 50 9 seat1 seat2")
    assert (public(latest, 2), latest.wizards[2].private) == ([9], [Entry(1, 7), Entry(2, 7)])


def test_swap_an_older_entry_with_an_opening_of_this_auction() -> None:
    oracle = game("puddlewyrm moonmule mirror-newt", "1 90 7 seat1  9 3 80 seat0  8 200 6")
    play(oracle, "seat1")
    assert oracle.choices() == {"public1", "public2"}
    play(oracle, "public1")
    assert oracle.choices() == {"seat0"}  # seat 2 has nothing in public
    play(oracle, "seat0")
    assert oracle.choices() == {"public1", "public2", "public3"}
    play(oracle, "public3")
    assert (public(oracle, 1), public(oracle, 0)) == ([8, 9, 200], [1, 80, 90])


def test_restore_what_an_opponent_crossed_out_in_public() -> None:
    oracle = game("puddlewyrm inkling-otter sealwax-golem", "1 90 4 seat1  9 3 4 seat1 public1  1 5 6")
    play(oracle, "seat0")
    assert oracle.choices() == {"seat1"}
    play(oracle, "seat1")
    assert oracle.choices() == {"public1"}
    assert public(play(oracle, "public1"), 1) == [90, 9, 1]


# The count


@pytest.mark.parametrize(
    ("creatures", "points"),
    [
        ("brambleram moonmule", Points(5, 5, 0, 0)),
        ("moonmule", Points(3, 0, 0, 0)),
        ("oddling", Points(1, 3, 0, 0)),
        ("oddling brambleram", Points(3, 5, 0, 0)),
        ("lanternmoth", Points(2, 0, 2, 0)),
        ("forgetfawn gossamer-hare", Points(3, 1, 0, 4)),
        ("hushhound thistlegryph", Points(2, 0, 1, 3)),
        ("", Points(0, 0, 0, 0)),
    ],
)
def test_points_by_parts(creatures: str, points: Points) -> None:
    oracle = finished(game(), [1, 2, 3], [creatures, "snoopowl", ""])
    assert oracle.points[0] == points


@pytest.mark.parametrize(
    ("option", "totals", "out"),
    [
        ("all", [5, 9, 7], {1}),
        ("all", [9, 9, 7], {0, 1}),
        ("all", [9, 9, 9], set()),
        ("none", [9, 9, 7], set()),
        ("none", [9, 5, 7], {0}),
    ],
)
def test_W13_who_is_thrown_out(option: str, totals: list[int], out: set[int]) -> None:
    assert finished(game(top_tie=option), totals, ["", "", ""]).out == out


@pytest.mark.parametrize(("lot", "out"), [(0, 0), (1, 2)])
def test_W13a_one_of_them_by_lot(lot: int, out: int) -> None:
    oracle = MagicMoneyOracle(3, list(BY_CODE), top_tie="random", lots=[lot])
    assert finished(oracle, [9, 5, 9], ["", "", ""]).out == {out}


@pytest.mark.parametrize(
    ("totals", "owned", "payoffs"),
    [
        ([9, 5, 7], ["puddlewyrm", "moonmule", "brambleram"], [0, 0, 1]),  # 3 horns: 2 + 3
        ([9, 5, 7], ["", "moonmule", "moonmule"], [0, 0, 1]),  # equal points: the higher total
        ([9, 7, 7], ["", "moonmule", "moonmule"], [0, 0.5, 0.5]),
        ([9, 9, 9], ["", "", ""], [1 / 3] * 3),
    ],
)
def test_W14_who_wins(totals: list[int], owned: list[str], payoffs: list[float]) -> None:
    assert finished(game(), totals, owned).payoffs() == pytest.approx(payoffs)


# Itself


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": 2}, "3 to 6 wizards"),
        ({"first_active": 3}, "first active wizard"),
        ({"deck": PLAIN[:8]}, "at least 9"),
        ({"deck": [*PLAIN, "puddlewyrm"]}, "different creatures"),
    ],
)
def test_arguments_that_are_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        MagicMoneyOracle(**({"players": 3, "deck": PLAIN} | change))  # type: ignore[arg-type]


def test_moves_that_are_refused() -> None:
    for moves, wrong in (("1", "0"), ("1", "seat1"), ("1 2 3", "5"), ("1 2 3", "seat1"), ("1 2 3", "enough")):
        with pytest.raises(ValueError, match="allowed"):
            play(game(moves=moves), wrong)


@pytest.mark.parametrize("players", CREATURES_SOLD)
def test_random_games_come_to_an_end_with_one_victory_to_share(players: int) -> None:
    chance = random.Random(players)
    for _ in range(20):
        oracle = MagicMoneyOracle(players, chance.sample(list(BY_CODE), 21), chance.randrange(players))
        while not oracle.over:
            bids = oracle.bids()
            oracle.play(str(chance.choice(bids[:500])) if bids else chance.choice(sorted(oracle.choices())))
        assert sum(oracle.payoffs()) == pytest.approx(1)


def test_an_owner_of_two_wild_horns_gets_one() -> None:
    twins = [Creature(f"wild{i}", 0, 1, 0, 0, 0, "wild-horn") for i in range(2)]
    assert MagicMoneyOracle(3, PLAIN)._points_of(Wizard(creatures=twins)).horns == 3
