"""The rulebook of Magic Money, sentence by sentence in its own order, each example by name."""

from __future__ import annotations

import itertools

import pytest

import mowlab
from mowlab.games.magic_money import rules as r
from mowlab.games.magic_money import state as st

from .magic_money_play import CODES, PLAIN, happened, legal, owner, play, private, public, refused, table, total, totals


# ---- Components, Set Up ---------------------------------------------------------------------------------------------
def test_there_are_21_creatures() -> None:
    assert len(CODES) == len(set(CODES)) == 21


@pytest.mark.parametrize(("players", "cards"), [(3, 9), (4, 10), (5, 11), (6, 12)])
def test_the_deck_has_so_many_creatures_and_the_rest_is_not_used(players: int, cards: int) -> None:
    match = mowlab.game("magic-money", players=players).match(["random"] * players, seed=players)
    assert match.state.place.count(st.BOX) == 21 - cards
    match.advance()
    owned = [c for c in range(21) if match.state.place[c] >= st.OWNED]
    assert len(owned) == cards
    assert [what for _, what, _ in happened(match, r.AUCTION)] == match.state.lot[:cards]
    assert sorted(match.state.lot[:cards]) == owned


def test_the_creatures_are_shuffled_well() -> None:
    game = mowlab.game("magic-money")
    decks = {tuple(game.match(seed=seed).state.deck) for seed in range(50)}
    assert len(decks) == 50
    assert len({deck[0] for deck in decks}) > 12


def test_the_first_active_wizard_is_drawn_by_lot() -> None:
    game = mowlab.game("magic-money", players=5)
    assert {game.match(seed=seed).mover for seed in range(60)} == set(range(5))


# ---- 1. Begin the Auction -------------------------------------------------------------------------------------------
def test_the_top_creature_lies_open_and_the_active_wizard_opens_in_public() -> None:
    match = table("snoopowl puddlewyrm", active=2)
    assert match.mover == 2
    assert happened(match, r.AUCTION) == []  # a position starts in the middle
    for seat in range(3):
        assert match.view(seat).facts["card"] == "snoopowl"
        assert match.view(seat).facts["opening"] is None
    play(match, "1")
    for seat in range(3):
        assert match.view(seat).facts["opening"] == 1
        assert match.view(seat).facts["public"] == [[], [], [1]]


def test_jon_won_with_5739_and_may_open_with_573_at_most() -> None:
    jon, opened = 1, "500"
    match = table("puddlewyrm moonmule", "1 5739 20 seat1")
    assert match.mover == jon
    assert match.game.plain.opening_limit(match.state) == 573
    assert {"573", "500", "1"} <= legal(match)
    assert max(match.legal()) == 573
    assert refused(match, "573") == 0
    assert refused(match, "574") == r.OVER_TENTH
    reason = match.why_not("5739")
    assert reason is not None
    assert "5,739" in reason.text
    assert "573" in reason.text
    play(match, opened)
    assert public(match, jon) == [5739, 500]


@pytest.mark.parametrize(
    ("won", "most"), [(1, 1), (9, 1), (10, 1), (19, 1), (20, 2), (99, 9), (100, 10), (999, 99), (10**15, 10**14)]
)
def test_the_last_digit_is_removed_without_rounding(won: int, most: int) -> None:
    match = table("puddlewyrm moonmule", f"1 {won} 1 seat1")
    assert refused(match, str(most)) == 0
    assert refused(match, str(most + 1)) == (r.ONLY_ONE if most == 1 else r.OVER_TENTH)


@pytest.mark.parametrize("moves", ["", "1 7 3 seat1"])
def test_in_the_first_auction_and_after_a_single_digit_the_opening_is_1(moves: str) -> None:
    match = table("puddlewyrm moonmule", moves)
    assert legal(match) == {"1"}
    assert refused(match, "2") == r.ONLY_ONE


# ---- 2. Bidding -----------------------------------------------------------------------------------------------------
def test_all_others_bid_in_secret() -> None:
    match = table("puddlewyrm", "1 8000", players=4)
    assert match.mover == 2
    for seat in (2, 3):
        assert match.view(seat).facts["bids"] == [[1, None, None, None]]
        assert "8,000" not in " ".join(match.events(seat))
    assert match.view(1).facts["bids"] == [[1, 8000, None, None]], "one's own bid"


@pytest.mark.parametrize("bid", [1, 2, 17, 10**6, 123456789012345, 10**15])
def test_any_whole_positive_number_is_a_bid(bid: int) -> None:
    match = table("puddlewyrm", "1")
    assert refused(match, bid) == 0
    play(match, f"{bid} 1 seat{1 if bid > 1 else 0}")
    assert match.state.bid[0] == bid


@pytest.mark.parametrize("bid", [0, "0"])
def test_nobody_can_bid_less_than_1(bid: int | str) -> None:
    assert refused(table("puddlewyrm", "1"), bid) == r.TOO_LOW


@pytest.mark.parametrize("text", ["-5", "2.5", "1e6", "ten", "", "5,73", "1,0000", "٣"])
def test_what_is_no_whole_number_is_no_bid(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move of Magic Money; moves look like 573"):
        table("puddlewyrm", "1").play(text)


@pytest.mark.parametrize("text", ["5739", "5,739", "5 739", "5'739", "5_739", "005739"])
def test_a_number_may_be_written_in_groups(text: str) -> None:
    match = table("puddlewyrm", "1")
    match.play(text)
    assert match.state.token[st.slot(1, 0)] == 5739
    assert match.record()["moves"][-1]["move"] == "5739"


# ---- 3. Resolve the Auction -----------------------------------------------------------------------------------------
def test_only_the_active_wizard_sees_the_tokens() -> None:
    match = table("puddlewyrm", "1 40 7 12", players=4)
    assert match.mover == 0
    assert match.view(0).facts["bids"] == [[1, 40, 7, 12]]
    assert match.view(2).facts["bids"] == [[1, None, 7, None]]


def test_the_highest_bid_wins_and_the_winner_and_the_amount_are_announced() -> None:
    match = table("puddlewyrm moonmule", "1 7 40 12", players=4)
    assert legal(match) == {"seat2"}
    assert refused(match, "seat1") == refused(match, "seat3") == r.NOT_HIGHEST
    assert refused(match, "seat0") == r.OPENING_LOWER
    assert refused(match, "seat4") == r.NO_SUCH_SEAT
    play(match, "seat2")
    assert happened(match, r.WON_LOT) == [(2, 40, 1)]
    assert public(match, 2) == [40]
    assert private(match, 2) == {}


def test_a_tie_is_decided_by_the_active_wizard() -> None:
    match = table("puddlewyrm moonmule", "1 30 7 30", players=4)
    assert legal(match) == {"seat1", "seat3"}
    play(match, "seat3")
    assert (public(match, 3), private(match, 1)) == ([30], {1: 30})


def test_the_active_wizard_wins_if_all_others_bid_lower() -> None:
    match = table("puddlewyrm moonmule brambleram", "1 500 20 seat1 50 49 7")
    assert legal(match) == {"seat1"}
    play(match, "seat1")
    assert owner(match, "moonmule") == 1
    assert public(match, 1) == [500, 50], "the opening is not written twice"
    assert (private(match, 0), private(match, 2)) == ({2: 7}, {1: 20, 2: 49})


def test_the_losers_write_what_they_bid_on_their_private_side_and_it_is_spent() -> None:
    match = table("puddlewyrm moonmule", "1 40 7 seat1")
    assert private(match, 2) == {1: 7}
    assert totals(match) == [1, 40, 7]


def test_a_wizard_sees_the_own_private_side_at_any_time_and_nobody_elses() -> None:
    match = table("puddlewyrm moonmule brambleram", "1 40 7 seat1 4 9 30 seat0")
    assert match.view(2).facts["private"] == [7, 9]
    assert match.view(1).facts["private"] == match.view(0).facts["private"] == []
    assert match.view(0).facts["bids"][:2] == [[1, 40, 7], [30, 4, None]], "seat 0 was active in the first auction only"


def test_the_winner_adopts_the_creature_and_is_the_new_active_wizard() -> None:
    match = table("puddlewyrm moonmule", "1 7 40 seat2")
    assert owner(match, "puddlewyrm") == 2
    assert (match.mover, match.state.active, match.state.phase) == (2, 2, st.OPENING)
    assert match.scores() == [0, 0, 5]


def test_an_ability_is_settled_before_the_next_round() -> None:
    match = table("puddlewyrm snoopowl moonmule", "1 7 40 seat2 4 9 3 seat0")
    assert (match.mover, match.state.phase) == (0, st.PEEKING)
    assert happened(match, r.AUCTION)[-1][1] == CODES.index("snoopowl")
    play(match, "seat2")
    assert happened(match, r.AUCTION)[-1][1] == CODES.index("moonmule")


def test_the_game_ends_when_all_creatures_are_adopted() -> None:
    match = table(" ".join(PLAIN[:3]), "1 2 3 seat2  1 2 3 seat1  1 2 3")
    assert not match.over
    play(match, "seat0")
    assert match.over
    assert match.legal() == []
    assert refused(match, "5") == r.GAME_OVER


# ---- End of Game: Attributes ----------------------------------------------------------------------------------------
def score_parts(*owned: str) -> list[tuple[int, ...]]:
    """Points of each seat for creatures, horns, wings and hearts."""
    match = table("puddlewyrm", owned=owned, players=len(owned))
    count, s = match.game.plain, match.state
    parts = (count.signs, count.horn_points, count.wing_points, count.heart_points)
    return [tuple(f(s, p, 0) if f is count.signs else f(s, p) for f in parts) for p in range(len(owned))]


@pytest.mark.parametrize(
    ("codes", "points"),
    [
        ("", 0),
        ("quillcalf", 1),
        ("moonmule", 0),
        ("brambleram", 3),
        ("moonmule quillcalf", 3),
        ("brambleram quillcalf", 0),
        ("moonmule brambleram", 5),
        ("moonmule brambleram quillcalf", 0),
    ],
)
def test_an_odd_number_of_horns_scores_one_each_and_an_even_one_nothing(codes: str, points: int) -> None:
    assert score_parts(codes, "", "")[0][1] == points


def test_wings_score_one_for_each_wizard_with_fewer() -> None:
    assert [parts[2] for parts in score_parts("lanternmoth", "thistlegryph", "skyskillet", "")] == [3, 2, 1, 0]
    assert [parts[2] for parts in score_parts("thistlegryph", "snoopowl", "skyskillet", "")] == [2, 2, 1, 0]
    assert [parts[2] for parts in score_parts("", "", "")] == [0, 0, 0]


@pytest.mark.parametrize(
    ("codes", "points"),
    [
        ("", 0),
        ("twinheart-toad", 2),
        ("quillcalf gossamer-hare", 2),
        ("quillcalf skyskillet", 0),
        ("gossamer-hare", 0),
        ("quillcalf skyskillet gossamer-hare", 4),
        ("quillcalf skyskillet gossamer-hare twinheart-toad thistlegryph", 6),
    ],
)
def test_each_whole_heart_scores_two_and_left_over_halves_nothing(codes: str, points: int) -> None:
    assert score_parts(codes, "", "")[0][3] == points


def test_victory_points_and_bonus_points_add_up() -> None:
    match = table("puddlewyrm", owned=("brambleram twinheart-toad", "lanternmoth", ""))
    assert match.scores() == [2 + 2 + 3 + 2, 2 + 2, 0]


# ---- End of Game: Greediest Wizard ----------------------------------------------------------------------------------
def test_public_and_private_entries_make_the_total() -> None:
    match = table(" ".join(PLAIN[:2]), "1 2 3 seat2  1 20 30 seat1")
    assert match.over
    assert match.state.total[:3] == [1 + 20, 2 + 30, 3 + 1] == totals(match)
    assert [row[2] for row in happened(match, r.SCORED)] == [21, 32, 4]


def test_crossed_out_numbers_do_not_count() -> None:
    match = table("puddlewyrm inkling-otter moonmule", "1 100 3 seat1  10 4 2 seat1 public1")
    assert public(match, 1) == [10]
    assert total(match, 1) == 10


def test_the_greediest_is_thrown_out_and_the_best_of_the_others_wins() -> None:
    match = table("puddlewyrm moonmule", "1 90 2 seat1  1 5 2 seat2", players=3)
    # seat 1: 90 and the Puddlewyrm; seat 2 has the Moonmule for 5
    assert match.over
    assert match.scores() == [0, 5, 3]
    assert happened(match, r.ELIMINATED) == [(1, 5, 91)]
    assert match.payoffs() == [0, 0, 1]
    assert happened(match, r.WON) == [(2, 3, 7)]


def test_a_tie_in_points_goes_to_the_higher_total() -> None:
    match = table("puddlewyrm", "1 3 2 9 seat3", players=4)
    assert match.scores() == [0, 0, 0, 5]
    assert match.state.out[:4] == [0, 0, 0, 1]
    assert match.payoffs() == [0, 1, 0, 0]


# ---- the whole of it ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", range(3, 7))
def test_every_wizard_bids_once_in_every_auction(players: int) -> None:
    match = mowlab.game("magic-money", players=players).match(["random"] * players, seed=7)
    match.advance()
    bids = [turn for turn in match.turns if turn.action > 0]
    by_auction = itertools.groupby(bids, key=lambda turn: turn.before[0].auction)
    assert [sorted(turn.seat for turn in turns) for _, turns in by_auction] == [list(range(players))] * (players + 6)
