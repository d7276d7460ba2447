"""How often the lead changes: counted again from single games, and the same however the games are run."""

from __future__ import annotations

import itertools

import pytest

import mowlab
from mowlab import charts
from mowlab.analysis import Outcomes, simulate
from mowlab.analysis.luck import lead_words
from mowlab.core import engine, link
from mowlab.core.bot import Bot
from mowlab.core.game import new_tables
from mowlab.core.view import View
from mowlab.match import Match
from tests.conformance.play import GAMES


def counted(match: Match) -> int:
    """Changes of the lead in a finished match, in the plainest way: from the list of all who led alone."""
    plain, seats = match.game.plain, range(match.game.players)
    states = [*(turn.before[0] for turn in match.turns), match.state]
    led: list[int] = []
    for before, after in itertools.pairwise(states):
        if plain.stage(after) != plain.stage(before) or plain.is_over(after):
            shares = [plain.payoff(after, p) for p in seats]
            if len(seats) == 1:
                shares.append(1 - shares[0])
            led += [p for p, share in enumerate(shares) if share == 1]
    return sum(one != other for one, other in itertools.pairwise(led))


def of(outcomes: Outcomes) -> list[int]:
    assert outcomes.lead_changes is not None
    return [int(n) for n in outcomes.lead_changes]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_counts_as_one_by_one(key: str) -> None:
    lineup = ["random", "random", mowlab.game(key).usual_bot.key]
    outcomes = simulate(key, lineup, 8, compiled=False)
    assert of(outcomes) == [counted(outcomes.replay(int(g))) for g in outcomes.number]
    assert any(of(outcomes))


def test_the_own_opponent_of_a_solo_game_can_lead() -> None:
    outcomes = simulate("mow-money", ["random"], 6, players=1, compiled=False)
    assert of(outcomes) == [counted(outcomes.replay(int(g))) for g in outcomes.number]
    assert any(of(outcomes))


def test_mow_counts_the_fewest_flies_after_each_round() -> None:
    outcomes = simulate("mow", ["random", "shedder", "opener", "counter"], 8, compiled=False)
    rounds = outcomes.events("round")
    for g in range(8):
        totals = rounds.columns["total"][rounds.row == g].reshape(-1, 4)
        seats = rounds.seat[rounds.row == g].reshape(-1, 4)
        led = [
            int(seat[total == total.min()][0])
            for seat, total in zip(seats, totals, strict=True)
            if (total == total.min()).sum() == 1
        ]
        assert of(outcomes)[g] == sum(a != b for a, b in itertools.pairwise(led))


def test_a_bot_in_python_makes_no_difference() -> None:
    planner = mowlab.game("mow").bot("planner")

    def copied(view: View) -> int:
        states, tables = [view.state.__copy__() for _ in range(engine.N_STATES)], new_tables()
        view.game.plain.list_moves(states[engine.TRUTH], tables[engine.REAL])
        return int(view.game.plain.propose(states, tables, planner.policy, [0]))

    copy = Bot("copy", "Copy", "", "", engine.OUTSIDE, planner.why, copied)
    found = [simulate("mow", [bot, "shedder", "opener"], 6, compiled=False) for bot in (planner, copy)]
    assert of(found[0]) == of(found[1])


def test_without_events_nobody_looks_who_leads() -> None:
    outcomes = simulate("mow", ["random"] * 3, 3, compiled=False, events=False)
    assert outcomes.lead_changes is None
    assert "lead_changes" not in outcomes.columns()
    assert "lead_changes" not in charts.names(outcomes)
    assert "not watched" in lead_words(outcomes)


@pytest.mark.skipif(link.why_not_compiled() is not None, reason=str(link.why_not_compiled()))
@pytest.mark.parametrize("key", GAMES)
def test_compiled_games_count_the_same(key: str) -> None:
    lineup = ["random", "random", mowlab.game(key).usual_bot.key]
    plain, compiled = (simulate(key, lineup, 12, compiled=c) for c in (False, True))
    assert of(plain) == of(compiled)
