"""Magic Money's characters do what they say, and the listed amounts are the ones worth a thought."""

from __future__ import annotations

from typing import Any

import pytest

import mowlab
from mowlab.core.table import MAX_MOVES
from mowlab.games.magic_money import state as st
from mowlab.match import Match, Turn

from .magic_money_play import CODES, play, table


def turns(bot: str, games: int = 6) -> list[Turn]:
    """The decisions of `bot` against the other characters."""
    game = mowlab.game("magic-money", players=5)
    others = [key for key in ("miser", "valuer", "spender", "shadow", "lurker") if key != bot]
    found: list[Turn] = []
    for seed in range(games):
        match = game.match([bot, *others], seed=seed)
        match.advance()
        found += [turn for turn in match.turns if turn.seat == 0]
    return found


def sealed(bot: str) -> list[tuple[Any, int]]:
    """Its sealed bids with the position before each."""
    return [(turn.before[0], turn.action) for turn in turns(bot) if turn.before[0].phase == st.BIDDING]


# ---- characters -----------------------------------------------------------------------------------------------------
def test_the_miser_never_spends_more_than_what_is_free_but_pennies() -> None:
    count = mowlab.game("magic-money", players=5).plain
    free = [(count.free_budget(s, s.turn), bid) for s, bid in sealed("miser")]
    assert all(bid <= (budget or 6) for budget, bid in free)
    assert any(bid == budget > 6 for budget, bid in free)


def test_the_spender_spends_in_the_first_third() -> None:
    early = [bid for s, bid in sealed("spender") if 3 * s.auction < s.n_auctions]
    late = [bid for s, bid in sealed("spender") if 3 * s.auction >= s.n_auctions]
    assert sum(early) / len(early) > 2 * sum(late) / len(late)


def test_the_lurker_waits_for_the_second_half() -> None:
    bids = sealed("lurker")
    assert max(bid for s, bid in bids if 2 * (s.n_auctions - 1 - s.auction) >= s.n_auctions) <= 6
    assert max(bid for s, bid in bids) > 20


def test_the_shadow_stays_close_to_the_cheapest_of_the_last_creatures() -> None:
    for s, bid in sealed("shadow"):
        if s.auction:
            least = min(s.bid[max(0, s.auction - s.players) : s.auction])
            assert bid <= least + least // 5 + 1


def test_the_valuer_pays_more_for_what_is_worth_more() -> None:
    """The same auction with a good creature and with a bad one."""
    bids = {}
    for code in ("puddlewyrm", "gossamer-hare"):
        after = "1 40 7 seat1  4 30 50 seat0"
        match = table(f"brambleram moonmule {code} oddling", after=after + " 5")
        proposals = {match.proposal(match.game.bot("valuer")) for _ in range(30)}
        bids[code] = proposals
    assert min(bids["puddlewyrm"]) > max(bids["gossamer-hare"])


@pytest.mark.parametrize("bot", ["miser", "valuer", "spender", "shadow", "lurker"])
def test_targets_make_sense(bot: str) -> None:
    def chosen(match: Match) -> str:
        return match.notation(match.proposal(match.game.bot(bot)))

    private = table(
        "puddlewyrm moonmule sootkit brambleram", after="1 9 70 8 seat2 1 12 30 5 seat0 1 20 6 2 seat1", players=4
    )
    assert chosen(private) == "private1", "the dearest"
    tie = table("puddlewyrm moonmule", after="1 1 1")
    assert chosen(tie) == "seat0", "itself"
    swap = table("puddlewyrm moonmule mirror-newt brambleram", "1 90 7 seat1  9 40 5 seat2  4 3 60 seat1")
    assert chosen(swap) == "public1"
    play(swap, "public1")
    assert chosen(swap) == "seat0"
    play(swap, "seat0")
    assert chosen(swap) == "public1"
    two = table("puddlewyrm moonmule forgetfawn brambleram", after="1 9 70 seat2  1 80 5 seat0  8 20 6 seat1 private2")
    assert chosen(two) == "private1", "two are better than one"


# ---- candidates -----------------------------------------------------------------------------------------------------
def test_listed_amounts_have_those_with_a_meaning() -> None:
    match = table("puddlewyrm moonmule brambleram", after="1 4000 700 seat1  300")
    assert match.mover == 2
    budget = match.view(2).facts["free_budget"]
    assert budget == 4000 + 300 - 700 - 1
    assert {1, 2, 5, 10, 20, 50, 100, 300, 301, 4000, 4001, budget, budget + 1, 10000} <= set(match.legal())
    assert len(match.legal()) < 40


def test_who_picks_from_the_list_does_not_speak_of_all_that_is_legal() -> None:
    match = table("puddlewyrm moonmule", "1 50 7 seat1  5")
    view, unlisted = match.view(2), 49
    assert unlisted not in view.moves
    assert match.why_not(unlisted) is None
    dice, expect = (match.game.bot(key) for key in ("random", "expected"))
    said = f"It threw dice: one of {len(view.moves)} listed moves, each as likely as the others."
    assert dice.why(view, view.moves[0]) == said
    for bot in (dice, expect):
        assert "listed move" in bot.idea
        assert "legal" not in bot.idea


def test_an_opening_lists_amounts_up_to_the_limit() -> None:
    match = table("puddlewyrm moonmule", after="1 5739 20 seat1")
    assert match.legal() == [1, 2, 5, 10, 20, 50, 100, 200, 500, 573]


def test_the_list_has_room_for_the_highest_bids() -> None:
    match = table(" ".join(CODES[:3]), after=f"1 {st.CAP} 20 seat1")
    assert max(match.legal()) == st.CAP // 10
    play(match, str(st.CAP // 10))
    assert max(match.legal()) == st.CAP
    assert len(match.legal()) < MAX_MOVES / 4


# ---- how a seat stands ----------------------------------------------------------------------------------------------
def test_standings_are_shares_and_in_the_end_those_of_the_victory() -> None:
    match = mowlab.game("magic-money", players=4).match(["random"] * 4, seed=5)
    standing = match.game.plain.standing
    while not match.over:
        match.bot_move()
        assert sum(standing(match.state, p) for p in range(4)) == pytest.approx(1)
    assert [standing(match.state, p) for p in range(4)] == match.payoffs()


def test_more_points_and_less_spent_stand_better() -> None:
    owned = ("puddlewyrm", "", "")
    ahead = table("moonmule brambleram oddling", "1 5 9 seat2", owned=owned)
    standing = ahead.game.plain.standing
    assert standing(ahead.state, 0) > standing(ahead.state, 1), "more points, less spent"
    near_end = table("moonmule brambleram", "1 5 9 seat2", owned=owned)
    assert standing(near_end.state, 2) < standing(ahead.state, 2), "the greediest, and less time to change that"
