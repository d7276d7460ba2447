"""The end of a round of MOW: open hands, hidden hands, a card at a time."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import mowlab
from mowlab.theory import cfr, sequence
from mowlab.theory.extensive import backward, largest_gain, move_values
from mowlab.theory.stages import herd_bots
from mowlab.theory.stages.herd import HIDDEN, TAKE, Cow, Herd, OpenHerd, Position, Seen, sorted_hand
from mowlab.theory.stages.one_herd import SMALL, OneHerd

from .reference import REFERENCE, numbers

FORMS = {name: sequence.SequenceForm.of(game) for name, game in HIDDEN.items()}


@pytest.mark.parametrize("name", REFERENCE["mow_positions"])
def test_open_hands(name: str) -> None:
    known = REFERENCE["mow_positions"][name]
    game = OpenHerd.of([known["me"], known["opp"]], known["lo"], known["hi"], known["f"])
    values = {str(tuple(m)) if isinstance(m, Cow) else m: v for m, v in move_values(game, game.start()).items()}
    assert values == known["values"]
    solved = backward(game)
    assert solved.value == (max(values.values()), -max(values.values()))
    assert solved.regret == 0


def test_a_worse_policy_has_regret() -> None:
    game = OpenHerd.of([[(2, 0), (6, 0), (7, 0)], [(1, 0), (2, 1), (6, 1)]], 3, 5, 4)
    solved = backward(game)
    policy: dict[Any, Any] = {s: moves[0] for s, moves in solved.best.items()}
    policy[game.start()] = Cow(2, 0)
    assert largest_gain(game, policy) == 2, "taking is worth -2, adding -4"


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_hands_by_linear_programs(name: str) -> None:
    known, found = REFERENCE["mow_hidden_values"][name], sequence.solve(FORMS[name])
    assert found.value == pytest.approx(known["value"], abs=1e-9)
    assert found.value == pytest.approx(float(Fraction(known["rational_guess"])), abs=1e-9)
    assert found.regret < 1e-9
    game = HIDDEN[name]
    assert [list(c) for c in game.pool] == known["pool"]
    assert (game.herd.low, game.herd.high, game.herd.flies) == (known["lo"], known["hi"], known["f"])


@pytest.mark.parametrize("name", HIDDEN)
def test_open_hands_would_help_the_first_farmer(name: str) -> None:
    assert HIDDEN[name].opened() == Fraction(REFERENCE["mow_hidden_values"][name]["perfect_info_average"])


def test_sizes_of_the_hidden_games() -> None:
    sizes = {name: (len(HIDDEN[name].deals()), *map(len, form.infosets)) for name, form in FORMS.items()}
    assert sizes == {"G6": (90, 127, 168), "G6b": (90, 87, 113), "G8": (420, 494, 788)}


@pytest.mark.parametrize(("name", "iterations", "at_most"), [("G6", 100, 8e-4), ("G6b", 100, 8e-4), ("G8", 50, 2e-3)])
def test_hidden_hands_are_learned(name: str, iterations: int, at_most: float) -> None:
    found = cfr.cfr_plus(FORMS[name], iterations)
    assert found.exploitability < at_most
    assert found.value == pytest.approx(REFERENCE["mow_hidden_values"][name]["value"], abs=2 * at_most)


EXPLOITABLE = {
    "take": (3.6, 2.6, 3.7857),
    "random": (2.4963, 1.6463, 2.7317),
    "narrow": (0.3222, 0.3889, 0.2690),
    "flyiest": (0.3222, 0.3889, 0.2214),
    "guessing": (0.0, 0.0444, 0.2595),
}


@pytest.mark.parametrize("bot", herd_bots.BOTS)
def test_what_a_perfect_opponent_wins_from_bots(bot: str) -> None:
    make = herd_bots.BOTS[bot]
    found = [sequence.exploitability(form, [make(HIDDEN[name])] * 2) for name, form in FORMS.items()]
    assert found == pytest.approx(EXPLOITABLE[bot], abs=1e-4)


def test_guessing_hands_plans_to_know_what_it_will_not_know() -> None:
    game, hand = HIDDEN["G8"], Seen((Cow(2, 0), Cow(5, 1)), ())
    guesses = herd_bots.guesses(game, hand)
    assert [float(guesses[c]) for c in hand.hand] == pytest.approx([-2.467, -3.933], abs=1e-3)
    best = sequence.solve(FORMS["G8"]).policy(0)[hand]
    assert best[Cow(5, 1)] > 0.9, "the equilibrium plays the other card"
    hand = Seen((Cow(3, 1), Cow(6, 0)), ())
    guesses = herd_bots.guesses(game, hand)
    assert max(guesses, key=guesses.__getitem__) == Cow(6, 0)
    assert sequence.solve(FORMS["G8"]).policy(0)[hand][Cow(3, 1)] > 0.9, "here, too"


# ---- a card at a time -----------------------------------------------------------------------------------------------
FULL = OneHerd.of_game(mowlab.game("mow"))


@pytest.mark.parametrize("card", REFERENCE["draw_decide_MINI"])
def test_openings_of_the_small_deck(card: str) -> None:
    assert SMALL.opening(ast.literal_eval(card)) == Fraction(REFERENCE["draw_decide_MINI"][card])


def test_openings_of_the_real_deck() -> None:
    found = {card: float(FULL.opening(ast.literal_eval(card))) for card in REFERENCE["draw_decide_FULL"]}
    assert found == pytest.approx(REFERENCE["draw_decide_FULL"], abs=1e-12)
    assert found["(3, 2)"] == max(found.values()), "the worst first card to leave to others"


@pytest.mark.parametrize(
    ("herd", "cows", "card", "value"),
    [
        (Herd(7, 9, 2), 3, Cow(5, 2), 0.549931),
        (Herd(8, 8, 0), 1, Cow(9, 3), 0.019166),
        (Herd(8, 8, 0), 1, Cow(15, 0), -0.234705),
        (Herd(6, 10, 0), 3, Cow(12, 0), -0.140439),
        (Herd(2, 14, 5), 6, Cow(15, 0), 33 / 7),
    ],
)
def test_adding_a_drawn_card(herd: Herd, cows: int, card: Cow, value: float) -> None:
    assert float(FULL.add(herd, cows, card)) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("key", REFERENCE["p_no_legal_card"])
def test_how_likely_a_hand_is_stuck(key: str) -> None:
    low, high, cows = numbers(key)
    found = {hand: float(FULL.stuck(low, high, cows, int(hand))) for hand in REFERENCE["p_no_legal_card"][key]}
    assert found == pytest.approx(REFERENCE["p_no_legal_card"][key], abs=1e-12)


def test_taking_on_purpose_pays_only_while_the_herd_has_no_flies() -> None:
    states: set[tuple[Herd, int]] = set()
    left = [(Herd(c.number, c.number, c.flies), 1) for c, _ in FULL.kinds]
    while left:
        herd, cows = left.pop()
        if (herd, cows) not in states:
            states.add((herd, cows))
            left += [(herd.with_cow(c), cows + 1) for c, _ in FULL.kinds if herd.fits(c)]
    fits = ((herd, cows, c) for herd, cows in states for c, _ in FULL.kinds if herd.fits(c))
    better = [herd.flies for herd, cows, c in fits if -herd.flies > FULL.add(herd, cows, c)]
    assert len(better) > 1000
    assert max(better) == 0


def some_end(rng: np.random.Generator) -> OpenHerd:
    """A herd of three cows, fewer if no more fit, of the small deck, and hands of three."""
    first, *deck = (SMALL.deck[i] for i in rng.permutation(len(SMALL.deck)))
    herd, cows, rest = Herd(first.number, first.number, first.flies), 1, []
    for cow in deck:
        if cows < 3 and herd.fits(cow):
            herd, cows = herd.with_cow(cow), cows + 1
        else:
            rest.append(cow)
    hands = [rest[i] for i in rng.permutation(len(rest))]
    return OpenHerd(Position((sorted_hand(hands[:3]), sorted_hand(hands[3:6])), (herd,)))


def test_ends_of_the_small_deck_by_simulation() -> None:
    rng, deals, stuck, taking, lost = np.random.default_rng(21), 2000, 0, [], []
    for _ in range(deals):
        end = some_end(rng)
        values = {move: float(value) for move, value in move_values(end, end.start()).items()}
        if len(values) == 1:
            stuck += 1
            continue
        add = max(value for move, value in values.items() if move != TAKE)
        taking.append((values[TAKE] > add, values[TAKE] == add, values[TAKE] < add))
        lost.append(max(values.values()) - values[herd_bots.most_flies(end.start())])
    assert stuck / deals == pytest.approx(0.429, abs=4 * 0.5 / np.sqrt(deals))
    assert np.mean(taking, axis=0) == pytest.approx([0.074, 0.305, 0.621], abs=4 * 0.5 / np.sqrt(len(taking)))
    assert np.mean(lost) == pytest.approx(0.301, abs=4 * np.std(lost) / np.sqrt(len(lost)))
