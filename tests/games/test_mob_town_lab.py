"""The take-over laboratory of Mob Town: which turns are compared, what they cost, and what is told of the worlds."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.analysis import Choices, explore
from mowlab.core.puzzle import Puzzle
from mowlab.core.view import View
from mowlab.games.mob_town import lab
from mowlab.games.mob_town import rules as r
from mowlab.games.mob_town.cards import N_KINDS
from mowlab.games.mob_town.puzzles import PUZZLES
from mowlab.match import Match
from mowlab.search import think
from mowlab.ui.advice import best_in_words, yours_in_words

from .mob_town_play import table

BY_KEY = {puzzle.key: puzzle for puzzle in PUZZLES}
NAMES = ["You", "Bea", "Carl", "Dina"]
WORLDS = 25
each_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)


def match_of(puzzle: Puzzle) -> Match:
    game = mowlab.game("mob-town", **puzzle.options)
    match: Match = game.match([None] * game.players, seed=1, names=NAMES[: game.players], position=puzzle.position)
    return match


def view_of(match: Match) -> View:
    view: View = match.view(match.mover)
    return view


def words_of(match: Match) -> set[str]:
    view = view_of(match)
    return {plan.words for plan in lab.plans(view, lab.topic_of(view, ()))}


def compared(match: Match, worlds: int = WORLDS, **how: Any) -> tuple[Choices, str]:
    view = view_of(match)
    topic = lab.topic_of(view, ())
    return explore(
        view, worlds, plans=lab.plans(view, topic), watch=lab.watch(view, topic), compiled=False, **how
    ), topic


# ---- which plans there are ------------------------------------------------------------------------------------------
@each_puzzle
def test_every_plan_can_be_carried_out_and_ends_the_turn(puzzle: Puzzle) -> None:
    for plan in lab.plans(view_of(match_of(puzzle)), lab.topic_of(view_of(match_of(puzzle)), ())):
        match = match_of(puzzle)
        for a in plan.moves:
            assert match.mover == 0
            match.play(a)
        assert match.state.phase in (r.ACTING, r.CHOOSING)
        assert match.mover != 0 or match.state.rounds > match_of(puzzle).state.rounds


@pytest.mark.parametrize("puzzle", [p for p in PUZZLES if p.key != "agendas"], ids=lambda puzzle: puzzle.key)
def test_everything_that_can_be_begun_is_compared(puzzle: Puzzle) -> None:
    view = view_of(match_of(puzzle))
    assert {plan.moves[0] for plan in lab.plans(view, lab.TURN)} == set(view.moves)
    for names in (lambda plan: plan.words, lambda plan: plan.short):
        assert len({names(plan) for plan in lab.plans(view, lab.TURN)}) == len(lab.plans(view, lab.TURN))


@each_puzzle
def test_what_is_asked_calls_nobody_by_a_name(puzzle: Puzzle) -> None:
    """In Try it rivals are called after their characters, not as in the lesson."""
    assert not [name for name in NAMES[1:] if name in puzzle.question]


def test_a_take_over_is_compared_once_for_each_way_of_feeding_others() -> None:
    ways = {text for text in words_of(match_of(BY_KEY["feed"])) if "the Restaurant 4 through" in text}
    assert ways == {
        "take over the Restaurant 4 through the Factory 4",
        "take over the Restaurant 4 through the Theater 1",
    }


def test_all_pairs_of_agendas_are_compared() -> None:
    view = view_of(match_of(BY_KEY["agendas"]))
    assert lab.topics(view) == [(lab.AGENDAS, "Your agendas")]
    pairs = {plan.moves for plan in lab.plans(view, lab.AGENDAS)}
    assert pairs == set(itertools.combinations(range(r.AGENDA, r.WAY), 2))
    assert lab.own_plan(view, (r.AGENDA + 5, r.AGENDA)) == lab.own_plan(view, (r.AGENDA, r.AGENDA + 5))


def test_swaps_of_agendas_are_compared_where_they_are_allowed() -> None:
    match = table(
        "rat1",
        "fox1",
        options={"agenda_swap": "on", "agendas": "spent"},
        agendas=["variety empire", "halls hotels"],
        spent=["halls hotels", ""],
    )
    swaps = {text for text in words_of(match) if text.startswith("swap")}
    assert "swap «most different types» for «most Factories»" in swaps
    assert len(swaps) == 2 * 4
    assert not any("Hotels" in text for text in swaps)


def test_a_new_property_is_taken_over_where_that_can_be_paid_and_put_beside_ones_own() -> None:
    match = table("snake3 shark1", "fox1", city="R1 H2 R4", tokens="0R1", lot="G4 F1 T1")
    assert {"add the Gaming Hall 4 to the city and take it over", "add the Factory 1 to the city and leave it"} <= (
        words_of(match)
    )
    (plan,) = (plan for plan in lab.plans(view_of(match), lab.TURN) if "Gaming Hall 4" in plan.words)
    for a in plan.moves:
        match.play(a)
    own = match.action("take-R1") - r.TAKE
    assert match.state.near[match.action("take-G4") - r.TAKE] >> own & 1


def test_there_is_nothing_to_compare_in_the_middle_of_an_action_or_for_others() -> None:
    match = table("snake3 shark1", "fox1", city="R1 H2 R4")
    assert lab.topics(match.view(1)) == []
    match.play("lot-G2")
    assert lab.topics(match.view(0)) == []


def test_what_somebody_does_by_hand_is_the_same_plan_or_one_more() -> None:
    match = match_of(BY_KEY["rob"])
    view = view_of(match)
    proposed = next(plan for plan in lab.plans(view, lab.TURN) if plan.words == "take over the Hotel 3")
    assert lab.own_plan(view, proposed.moves) == proposed
    other = tuple(match.action(move) for move in ("take-H3", "fox3", "weasel2"))
    assert other != proposed.moves
    assert lab.own_plan(view, other).words == "take over the Hotel 3 with fox 3 and weasel 2"
    assert lab.own_plan(view, other).short == "Hotel 3 with fox 3 and weasel 2"
    lot = tuple(match.action(move) for move in ("lot-F2", "R2.down", "leave"))
    assert (
        lab.own_plan(view, lot).words
        == "add the Factory 2 to the city and leave it, on the cell below the Restaurant 2"
    )


def test_cards_that_were_chosen_by_hand_are_named_once() -> None:
    match = mowlab.game("mob-town").match(["you", *["random"] * 3], seed=3)
    while match.state.phase == r.CHOOSING:
        match.play(match.legal()[0])
    picks = lab.own_plan(match.view(match.mover), (r.CASH, 0, 1, 2))
    assert picks.words.startswith("pay cash for ")
    assert " with " not in picks.words
    assert " with " in picks.short, "the chart tells it from the one that the table proposes"


def test_the_plans_and_what_is_told_come_from_the_view_alone() -> None:
    """Others' hands, agendas and the deck changed: nothing of it shows."""
    match, other = match_of(BY_KEY["strike"]), match_of(BY_KEY["strike"])
    s, bea, carl = other.state, slice(N_KINDS, 2 * N_KINDS), slice(2 * N_KINDS, 3 * N_KINDS)
    s.agenda[1], s.agenda[2] = s.agenda[2], s.agenda[1]
    s.hand[bea], s.hand[carl] = s.hand[carl], s.hand[bea]
    s.deck[s.deck_top :] = s.deck[: s.deck_top - 1 : -1]
    (one, topic), (two, _) = compared(match, 2), compared(other, 2)
    assert one.plans == two.plans
    assert np.array_equal(one.payoffs, two.payoffs)
    assert lab.told(one, topic, None, match.names(0)) == lab.told(two, topic, None, other.names(0))


# ---- what is noted and told -----------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def rob() -> tuple[Match, Choices, str]:
    match = match_of(BY_KEY["rob"])
    return match, *compared(match)


def test_what_is_noted_adds_up(rob: tuple[Match, Choices, str]) -> None:
    _, choices, _ = rob
    noted = choices.noted
    held = [i for i in range(8) if choices.view.state.agenda[0] >> i & 1]
    assert np.array_equal(noted["points"], choices.points), "a round brings what the score goes up by"
    assert np.array_equal(noted["agendas"], sum(noted[f"agenda{i}"] for i in held))
    assert not any(noted[f"agenda{i}"].any() for i in range(8) if i not in held)
    assert ((noted["points"] - 3 * noted["agendas"]) >= 0).all()
    assert 0 < noted["kept"].mean() < 1


def test_kept_is_told_from_who_took_it_over_last() -> None:
    rows = [
        # plan, world, kind, who, what, more, audience: property 5 is taken by seat 0, lost, and taken back
        (0, 0, r.TOOK_OVER, 0, 5, -1, 0),
        (0, 0, r.TOOK_OVER, 1, 5, 0, 0),
        (0, 0, r.TOOK_OVER, 0, 7, 1, 0),
        (0, 0, r.TOOK_OVER, 0, 5, 1, 0),
        # lost for good
        (0, 1, r.TOOK_OVER, 0, 5, -1, 0),
        (0, 1, r.TOOK_OVER, 0, 6, -1, 0),
        (0, 1, r.TOOK_OVER, 2, 5, 0, 0),
        # the other plan took nothing over
        (1, 0, r.TOOK_OVER, 2, 5, -1, 0),
        (1, 1, r.TOOK_OVER, 0, 3, -1, 0),
    ]
    watch = lab.watch(view_of(match_of(BY_KEY["rob"])), lab.TURN)
    found = watch.read(np.array(rows), 2, 2)
    assert found["kept"].tolist() == [[1, 0], [0, 1]]


def test_the_table_has_cost_points_and_the_chance_of_each_own_agenda_with_intervals(
    rob: tuple[Match, Choices, str],
) -> None:
    _, choices, topic = rob
    header, cells = lab.columns(choices, topic)
    assert header == [
        "plan", "cost", "kept", "points this round", "most Gaming Halls", "most different types", "points ahead",
    ]  # fmt: skip
    plans = choices.plans or ()
    rows = {plan.words: cells(k) for k, plan in enumerate(plans)}
    assert all(len(row) == len(header) - 1 for row in rows.values())
    assert rows["take over the Hotel 3"][0] == "4 (fox 3 and cash)"
    assert rows["take over the Gaming Hall 4"][0] == "5 (snake 3 and shark 2), weasel 2 to connect, 1 of them to rivals"
    assert rows["draw two cards"][:2] == ["–", "–"]
    assert rows["add the Hotel 4 to the city and take it over"][0] == "a briefcase, 4 (fox 3 and cash)"
    for row in rows.values():
        assert all(re.fullmatch(r"\d+ % \(\d+ to \d+\)", chance) for chance in row[3:5])
        assert re.fullmatch(r"\d+\.\d \(\d+\.\d to \d+\.\d\)", row[2])
    k = next(k for k, plan in enumerate(plans) if plan.words == "take over the Hotel 3")
    assert rows["take over the Hotel 3"][3].startswith(f"{100 * choices.noted['agenda0'][k].mean():.0f} %")


def test_the_likely_agendas_of_rivals_are_told_with_the_moves_that_speak_for_them(
    rob: tuple[Match, Choices, str],
) -> None:
    match, choices, topic = rob
    said = lab.told(choices, topic, None, match.names(0))
    likely = match.view(0)["likely"]
    assert len(said) == 3
    assert said[1] == (
        f"Bea's likely agendas, each 25 % at first: most Hotels {100 * likely[1]['hotels']:.0f} % (3 of 3 take-overs "
        "fit: Hotel 1, Hotel 2 and Hotel 3), the largest group of neighbours "
        f"{100 * likely[1]['district']:.0f} % (2 of 3 take-overs fit: Hotel 2 and Hotel 3), "
        f"most properties in all {100 * likely[1]['empire']:.0f} % (3 of 3 take-overs fit: "
        "Hotel 1, Hotel 2 and Hotel 3)."
    )
    assert said[2].startswith("Carl's likely agendas")


def test_a_take_over_that_somebody_has_covered_counts_but_is_not_named() -> None:
    match = table(
        "rat3 shark1", "fox1", "fox1", city="G1 H1 H2 R1", tokens="1H1 1H2 2H2", seed=1, agendas=["hotels variety"] * 3
    )
    choices, topic = compared(match, 2)
    _, robbed, robber = lab.told(choices, topic, None, match.names(0))
    assert re.search(r"most Hotels \d+ % \(2 of 2 take-overs fit, among them Hotel 1\)", robbed)
    assert re.search(r"most Hotels \d+ % \(1 of 1 take-over fits: Hotel 2\)", robber)


def test_the_chosen_plan_is_told_first_else_the_best_one(rob: tuple[Match, Choices, str]) -> None:
    match, choices, topic = rob
    plans = choices.plans or ()
    chosen = next(plan for plan in plans if plan.words == "draw two cards")
    assert lab.told(choices, topic, chosen.moves, match.names(0))[0].startswith("If you draw two cards, you score ")
    best = lab.told(choices, topic, None, match.names(0))[0]
    assert best.startswith(f"If you {plans[choices.best].words}, you score ")


def test_who_has_taken_over_nothing_is_not_guessed_at() -> None:
    match = match_of(BY_KEY["agendas"])
    choices, topic = compared(match, 2)
    header, cells = lab.columns(choices, topic)
    assert header == ["plan", "points this round", "agendas achieved", "points ahead"]
    assert len(cells(0)) == 3
    assert lab.told(choices, topic, None, match.names(0))[1:] == [
        f"{name} has taken over nothing yet, so nothing is known of {name}'s agendas." for name in ("Bea", "Carl")
    ]


def test_agendas_that_are_used_up_are_not_counted_among_those_a_rival_may_have() -> None:
    match = table(
        "rat3 shark1", "fox1", "fox1", options={"agendas": "spent"}, tokens="1H2", spent=["halls empire"] * 3, seed=1,
        agendas=["hotels variety"] * 3,
    )  # fmt: skip
    choices, topic = compared(match, 2)
    _, taker, idler = lab.told(choices, topic, None, match.names(0))
    assert "likely agendas, each unused one 33 % at first: most Hotels " in taker
    assert re.fullmatch(r"(.+) has taken over nothing yet, so each unused one of \1's agendas is as likely\.", idler)


def test_to_the_end_of_the_game_it_is_shares_of_the_victory() -> None:
    match = match_of(BY_KEY["briefcase"])
    choices, topic = compared(match, 4, whole=True)
    header, cells = lab.columns(choices, topic)
    assert header[-1] == "share of the victory"
    assert cells(0)[-1].endswith(")")
    assert "%" in cells(0)[-1]


def test_what_search_advises_is_said_as_something_one_does(rob: tuple[Match, Choices, str]) -> None:
    match, _, topic = rob
    view = match.view(0)
    found = think(view, 300, plans=lab.plans(view, topic), compiled=False)
    best = best_in_words(found, match.names(0))
    assert re.match(r"Best: take over the .+\. It wins about \d+ of 100 games \(300 worlds\)", best)
    worst = found.choices[-1]
    said = yours_in_words(found, worst.key, match.names(0))
    assert said.startswith(f"Your choice, to {found.words(worst)}, soon looked worse")
