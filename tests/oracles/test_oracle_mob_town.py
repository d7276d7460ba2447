"""The naive Mob Town referee against the rulebook's own examples and the rulings, on positions set up by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from .mob_town import ALL_CARDS, CARDS, KINDS, PROPERTIES, MobTownOracle, Setup

CODES = [card.code for card in ALL_CARDS]


def setup(stack: str = "", top: str = "", before_law: int = 10) -> Setup:
    """These properties and cards first, then the others in the order of the lists."""
    cards = list(CODES)
    for code in top.split():
        cards.remove(code)
    first = stack.split()
    return Setup([*first, *(code for code in PROPERTIES if code not in first)], [*top.split(), *cards], before_law)


def game(players: int = 2, setups: Sequence[Setup] = (), **options: object) -> MobTownOracle:
    """A game in which everybody has chosen agendas: the halls and the hotels."""
    oracle = MobTownOracle(players, 0, setups or [setup()] * 3, **options)  # type: ignore[arg-type]
    return play(oracle, *["halls", "hotels"] * players)


def position(*hands: str, city: str = "G1 H2 R4", taken: str = "", **options: object) -> MobTownOracle:
    """Seat 0 to move; the city is a map with rows behind slashes and .. for no property, `taken` like «0G1 1H2»."""
    oracle = game(len(hands), **options)  # type: ignore[arg-type]
    rows = [row.split() for row in city.split("/")]
    cells = {(x, y): code for y, row in enumerate(rows) for x, code in enumerate(row) if code != ".."}
    oracle.city = {cell: PROPERTIES[code] for cell, code in cells.items()}
    oracle.lot = [p for p in PROPERTIES.values() if p not in oracle.city.values()][:3]
    for player, hand in zip(oracle.players, hands, strict=True):
        player.hand = [CARDS[code] for code in hand.split()]
    oracle.tokens = {}
    for token in taken.split():
        oracle.tokens.setdefault(token[1:], []).append(int(token[0]))
    oracle._start_turn()
    return oracle


def play(oracle: MobTownOracle, *moves: str) -> MobTownOracle:
    for line in moves:
        for move in line.split():
            oracle.play(move)
    return oracle


def starting(oracle: MobTownOracle, start: str) -> set[str]:
    return {move for move in oracle.legal() if move.startswith(start)}


def hand(oracle: MobTownOracle, seat: int) -> list[str]:
    return [card.code for card in sorted(oracle.players[seat].hand, key=KINDS.index)]


def test_contents() -> None:
    assert (len(PROPERTIES), len(ALL_CARDS)) == (20, 56)
    assert sorted({p.arrow for p in PROPERTIES.values()}) == ["down", "left", "right", "up"]


@pytest.mark.parametrize(("players", "size", "hidden"), [(2, 12, 5), (3, 13, 4), (4, 14, 3)])
def test_round_setup(players: int, size: int, hidden: int) -> None:
    oracle = game(players)
    assert (len(oracle.city), len(oracle.lot), len(oracle.rest)) == (size, 3, hidden)
    assert len(oracle.deck) == 57 - 3 * players - 5
    assert oracle.deck[-1].suit == "law"
    assert game(players, [setup(before_law=0)]).deck[-11].suit == "law"


def test_the_city_goes_where_the_arrow_of_the_last_card_points_past_occupied_cells() -> None:
    # G2 right, H1 down, H2 left, T2 up: that is G2 itself, so one further up
    oracle = game(setups=[setup("G2 H1 F3 H2 T2 T1")])
    cells = {p.code: cell for cell, p in oracle.city.items()}
    assert [cells[code] for code in ("G2", "H1", "F3", "H2")] == [(0, 0), (1, 0), (1, 1), (1, 2)]
    assert (cells["T2"], cells["T1"]) == ((0, 2), (0, 1))
    assert cells["G1"] == (-1, 1)
    assert game(setups=[setup("G2 T1 H1")]).city[(-1, 0)].code == "H1"  # left of T1 lies G2


def test_draw_trade_and_cash_in() -> None:
    oracle = game(setups=[setup(top="rat1 fox1 cash rat2 rat2 rat2 snake1 snake1 shark3 cash weasel1")])
    play(oracle, "trade-snake fox1")
    assert hand(oracle, 0) == ["rat1", "snake1", "snake1", "cash"]
    assert sorted(card.code for card in oracle.line)[:2] == ["cash", "fox1"]
    assert len(oracle.line) == 5
    play(oracle, "draw")
    assert len(hand(oracle, 1)) == 5
    play(oracle, "cash-in shark3")
    assert "shark3" not in oracle.legal()
    play(oracle, "weasel1")
    assert oracle.legal() == {"cash"}  # only named from high values to low
    play(oracle, "cash")
    assert hand(oracle, 0) == ["shark3", "rat1", "snake1", "snake1", "weasel1", "cash"]


def test_the_guard_against_endless_trades() -> None:
    oracle = position("rat1", "rat1")
    oracle.line = [CARDS[code] for code in ("fox1", "shark1", "shark1", "snake1", "cash")]
    oracle.idle = 8
    oracle._start_turn()
    assert starting(oracle, "trade") == {"trade-shark"}
    assert play(oracle, "draw").idle == 0


def test_example_gaming_hall_for_a_snake_or_a_shark_or_cash() -> None:
    oracle = play(position("snake1 shark1 cash rat3", ""), "take-G1")
    assert oracle.legal() == {"snake1", "shark1", "cash"}
    assert play(oracle, "shark1").owner("G1") == 0


def test_example_restaurant_across_the_hotel() -> None:
    assert "take-R4" in position("rat3 shark1 fox1", "", taken="0G1").legal()
    assert "take-R4" not in position("rat3 shark1", "", taken="0G1").legal()  # nothing left to connect
    assert "take-R4" in position("rat3 shark1", "").legal()  # no own property
    oracle = play(position("rat3 shark1 fox1", "", taken="0G1 1H2"), "take-R4 rat3 shark1 fox1")
    assert (oracle.owner("R4"), hand(oracle, 0), hand(oracle, 1)) == (0, [], ["fox1"])


def test_tokens_make_dearer_and_the_top_one_controls() -> None:
    oracle = position("snake1 snake1 cash", "", taken="0G1 1G1")
    assert oracle.price(PROPERTIES["G1"]) == 3
    assert play(oracle, "take-G1 snake1 snake1 cash").owner("G1") == 0
    assert "take-G1" not in position("snake2", "", taken="0G1").legal()
    assert "take-G1" in position("snake2", "", taken="0G1", retake=True).legal()


def test_no_needless_card() -> None:
    oracle = position("rat3 shark3 rat1 cash", "")
    assert oracle.payments(PROPERTIES["R4"], 0) == {("rat3", "shark3"), ("rat3", "rat1"), ("shark3", "rat1")} | {
        ("rat3", "cash"),
        ("shark3", "cash"),
    }


def test_ways_that_feed_different_owners() -> None:
    diamond = {"city": "G1 G2 G3/R1 F1 R3/H1 H2 H3", "taken": "0G1 1G2 2R1"}
    oracle = position("rat1 fox1", "", "", **diamond)  # type: ignore[arg-type]
    assert oracle.feeds(PROPERTIES["F1"]) == [(0, 0, 1, 0), (0, 1, 0, 0)]
    play(oracle, "take-F1")
    assert oracle.legal() == {"way1", "way2"}
    play(oracle, "way1 rat1 fox1")
    assert (hand(oracle, 1), hand(oracle, 2)) == ([], ["fox1"])


def test_open_lot() -> None:
    oracle = position("rat1", "", city="G2 G3 G4/H2 .. H3/T1 T2 T3")
    play(oracle, "lot-G1")
    assert {"G3.down", "G2.up"} <= oracle.legal()
    assert "H2.right" not in oracle.legal()  # the same hole, and G3 is named first
    assert play(oracle, "G3.down").legal() == {"leave"}  # cannot be paid
    play(oracle, "leave")
    assert oracle.city[(1, 1)].code == "G1"
    assert (oracle.players[0].briefcases, len(oracle.lot)) == (2, 3)
    far = position("shark1", "", city="H2 R4", taken="0H2")
    play(far, "lot-G1 R4.right take-G1 shark1")
    assert far.owner("G1") == 0


def test_agendas_and_their_ties() -> None:
    oracle = position("", "", city="G1 G2 H1 H4 T3", taken="0G1 1G2 0H1 0T3 1H4")
    assert [oracle.achieves(p, "halls") for p in (0, 1)] == [False, True]
    assert [oracle.achieves(p, "variety") for p in (0, 1)] == [True, False]
    assert [oracle.achieves(p, "empire") for p in (0, 1)] == [True, False]
    assert [oracle.achieves(p, "district") for p in (0, 1)] == [False, False]  # no group of two
    assert not any(oracle.achieves(p, "factories") for p in (0, 1))
    groups = position("", "", city="G1 H1 .. G4 H4/R4 .. T3 R3 ..", taken="0G1 0H1 0R4 1G4 1R3 1T3")
    assert [groups.standing(p, "district") for p in (0, 1)] == [(3, 6), (3, 10)]


def test_the_law_scores_the_round_and_the_last_in_points_begins_the_next() -> None:
    oracle = position("", "", taken="0G1 1H2")
    oracle.deck = [CARDS["law"]]
    play(oracle, "draw")
    assert oracle.round_scores == [[4, 5]]
    assert oracle.agenda_scores == [[{"halls": 3, "hotels": 0}, {"halls": 0, "hotels": 3}]]
    assert (oracle.round, oracle.starter, oracle.tokens) == (2, 0, {})


def test_three_rounds_briefcases_and_a_shared_win() -> None:
    oracle = MobTownOracle(2, 0, [setup()] * 3, max)
    for rounds in range(3):
        assert oracle.starter == (1 if rounds else 0)  # all lots go to the higher seat
        play(oracle, *["variety", "empire"] * 2)
        oracle.deck = [CARDS["rat1"], CARDS["law"]]
        play(oracle, "draw")
    assert (oracle.over, oracle.totals, oracle.payoffs()) == (True, [6, 6], [0.5, 0.5])
    assert oracle.mover() is None


def test_agenda_options() -> None:
    oracle = game(agenda_swap=True, agendas="spent")
    play(oracle, "halls")
    assert "halls" not in oracle.legal()
    play(oracle, "empire")
    assert (oracle.players[0].agendas, oracle.seat) == (["hotels", "empire"], 1)
    oracle.deck = [CARDS["law"]]
    play(oracle, "draw")
    assert {"halls", "hotels", "empire"} - oracle.legal() == {"hotels", "empire"}


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        MobTownOracle(5, 0, [setup()])
    with pytest.raises(ValueError, match="20 properties"):
        MobTownOracle(2, 0, [setup()._replace(stack=["G1"])])
    with pytest.raises(ValueError, match="not allowed"):
        game().play("leave")
