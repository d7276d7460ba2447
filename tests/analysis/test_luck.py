"""Luck against skill: known shares are found in made-up results, intervals cover them, and nonsense is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mowlab.analysis import LuckError, Outcomes, luck_and_skill, seat_advantage, simulate
from mowlab.analysis.luck import LEAST_DEALS, NAMES, _parts, lead_words, luck_words, seat_words

LINEUP = ["random", "shedder", "opener", "counter"]
SKILLS = np.array([-1.5, -0.5, 0.5, 1.5])  # variance 1.25


def rotation(line_up: list[int]) -> NDArray[np.int64]:
    """bot[r, p]: who has seat p in seating r."""
    seats = len(line_up)
    repeats = next(n for n in range(1, seats + 1) if line_up[n:] + line_up[:n] == line_up)
    return np.array([[line_up[(p - r) % seats] for p in range(seats)] for r in range(repeats)])


def made_up(
    deals: int, luck: float, skill: float, rest: float, seed: int, bot: NDArray[np.int64], seat: float = 0.0
) -> NDArray[np.float64]:
    """Results with these variances."""
    rng = np.random.default_rng(seed)
    cards = rng.normal(0, np.sqrt(luck), (deals, 1, bot.shape[1]))
    return (
        7
        + seat * np.arange(bot.shape[1])
        + cards
        + np.sqrt(skill / SKILLS.var()) * SKILLS[bot]
        + rng.normal(0, np.sqrt(rest), (deals, *bot.shape))
    )


def shares_of(values: NDArray[np.float64], bot: NDArray[np.int64], draws: int = 300) -> dict[str, tuple[float, ...]]:
    blocks = min(len(values), 900)
    samples = np.random.default_rng(1).multinomial(blocks, np.full(blocks, 1 / blocks), size=draws)
    parts = _parts("points", values, bot, samples)
    return {name: (e.value, e.low, e.high) for name in NAMES for e in [getattr(parts, name)]}


# ---- known shares ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("luck", "skill", "rest"), [(4, 1, 5), (0, 1, 1), (3, 0, 1), (1, 0.02, 8), (0.2, 5, 0.8), (0, 0, 1)]
)
def test_known_shares_are_found(luck: float, skill: float, rest: float) -> None:
    bot = rotation([0, 1, 2, 3])
    found = shares_of(made_up(4_000, luck, skill, rest, 5, bot), bot)
    total = luck + skill + rest
    for name, truth in {"luck": luck, "skill": skill, "rest": rest}.items():
        assert found[name][0] == pytest.approx(truth / total, abs=0.02)
    assert sum(value for value, _, _ in found.values()) == pytest.approx(1)


def test_the_seat_belongs_to_luck() -> None:
    bot = rotation([0, 1, 2, 3])
    found = shares_of(made_up(4_000, 0, 1, 1, 6, bot, seat=2), bot)
    assert found["luck"][0] == pytest.approx(5 / 7, abs=0.02)  # seats 0, 2, 4, 6: variance 5


@pytest.mark.parametrize("line_up", [[0, 0, 3, 3], [0, 3, 0, 3], [0, 0, 0, 3]])
def test_bots_that_sit_there_more_than_once_count_as_often(line_up: list[int]) -> None:
    bot = rotation(line_up)
    values = made_up(6_000, 1, 1, 1, 7, bot)
    named = np.searchsorted([0, 3], bot)
    skill = SKILLS[np.array(line_up)].var() / SKILLS.var()
    found = shares_of(values, named)
    assert found["skill"][0] == pytest.approx(skill / (2 + skill), abs=0.03)
    assert found["luck"][0] == pytest.approx(1 / (2 + skill), abs=0.03)


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    bot, hits, runs = rotation([0, 1, 2, 3]), dict.fromkeys(NAMES, 0), 120
    for seed in range(runs):
        found = shares_of(made_up(150, 2, 0.5, 4, seed, bot), bot, draws=200)
        for name, truth in {"luck": 2 / 6.5, "skill": 0.5 / 6.5, "rest": 4 / 6.5}.items():
            hits[name] += found[name][1] <= truth <= found[name][2]
    assert min(hits.values()) >= 0.88 * runs  # 95 % of 120 are 114, give or take five


def test_blocks_of_deals_give_the_intervals_that_single_deals_give() -> None:
    bot = rotation([0, 1, 2, 3])
    values = made_up(3_000, 2, 0.5, 4, 3, bot)
    widths = []
    for blocks in (3_000, 500):
        draws = np.random.default_rng(1).multinomial(blocks, np.full(blocks, 1 / blocks), size=400)
        skill = _parts("points", values, bot, draws).skill
        widths.append(skill.high - skill.low)
    assert widths[1] == pytest.approx(widths[0], rel=0.15)


# ---- of real games --------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    return simulate("mow", LINEUP, 402, seed=2, compiled=False)


def test_results_of_a_run_are_put_in_their_cells(outcomes: Outcomes) -> None:
    """The victories are replaced by numbers that the bot alone, or the seat of the deal alone, decides."""
    by_bot = dataclasses.replace(outcomes, payoff=outcomes.bot.astype(float))
    assert luck_and_skill(by_bot)[0].skill.value == pytest.approx(1)
    cell = (outcomes.deal[:, None] * 4 + np.arange(4)) * 0.7 % 1
    assert luck_and_skill(dataclasses.replace(outcomes, payoff=cell))[0].luck.value == pytest.approx(1)
    victory, flies = luck_and_skill(outcomes)
    assert (victory.of, flies.of) == ("victory", "flies")
    assert victory.skill.units == 100, "the last deal was not played in every seating"
    for parts in (victory, flies):
        assert parts.luck.value + parts.skill.value + parts.rest.value == pytest.approx(1)
        assert all(0 <= row["low"] <= row["value"] + 1e-9 <= row["high"] + 1e-9 <= 1 + 1e-8 for row in parts.rows())


def test_the_bootstrap_has_a_seed(outcomes: Outcomes) -> None:
    assert luck_and_skill(outcomes) == luck_and_skill(outcomes)
    assert luck_and_skill(outcomes, seed=2)[0].skill.low != luck_and_skill(outcomes)[0].skill.low


def test_seats_are_compared_with_the_even_share(outcomes: Outcomes) -> None:
    found = seat_advantage(outcomes)
    wins = outcomes.payoff[:400].mean(axis=0)
    assert [e.value for e in found] == pytest.approx((wins - 0.25).tolist())
    assert found[0].half > outcomes.groups("seat")[0].win.half, "it holds for all seats together"
    unfair = dataclasses.replace(outcomes, payoff=np.tile([0.7, 0.1, 0.1, 0.1], (402, 1)) + 0 * outcomes.payoff)
    assert "seat 1 wins 45.0 points of 100 more than its share" in seat_words(unfair)
    assert "makes no difference that shows" in seat_words(
        dataclasses.replace(outcomes, payoff=outcomes.payoff * 0 + 0.25)
    )


def test_sentences_say_the_numbers(outcomes: Outcomes) -> None:
    victory, _ = luck_and_skill(outcomes)
    assert f"{victory.skill.text(0, 100, ' %')} who plays" in luck_words(outcomes)
    assert outcomes.lead_changes is not None
    assert f"{outcomes.lead_changes.mean():.2f} (" in lead_words(outcomes)


# ---- refused --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (simulate("mow", ["random"] * 3, 60, compiled=False), "same bot"),
        (simulate("mow", LINEUP, 60, rotate=False, compiled=False), "one seating only"),
        (simulate("mow-money", ["random"], 4, players=1, compiled=False), "one player"),
        (simulate("mow", LINEUP, 60, compiled=False), "Only 15 deals"),
    ],
    ids=["one bot", "no rotation", "solo", "few"],
)
def test_what_makes_no_sense_is_refused_with_the_reason(run: Outcomes, sentence: str) -> None:
    with pytest.raises(LuckError, match=sentence):
        luck_and_skill(run)
    assert sentence in luck_words(run)


def test_the_docs_say_how_many_deals_it_takes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    assert f"fewer than {LEAST_DEALS} deals there is nothing to split" in page


def test_seats_of_one_bot_can_be_compared_and_those_of_a_fixed_line_up_cannot() -> None:
    same = simulate("mow", ["random"] * 3, 30, compiled=False)
    assert len(seat_advantage(same)) == 3
    with pytest.raises(LuckError, match="cannot be told from bots"):
        seat_advantage(simulate("mow", LINEUP, 8, rotate=False, compiled=False))
