"""A choice that itself ends the round: nothing of the next round may count."""

import mowlab
from mowlab.analysis import explore
from mowlab.games.mow.lesson import place


def test_taking_the_last_herd_costs_herd_and_hand_in_every_world() -> None:
    match = mowlab.game("mow", players=4).match(position=place("g2.1 g8.0 g9.3", "g5.0 g7.1 g12.1", farmers=4, left=0))
    choices = explore(match, worlds=20, compiled=False)
    after = mowlab.game("mow", players=4).match(position=match.position)
    after.play("take")
    assert after.state.rounds == 1
    taken = choices.points[choices.actions.index(match.action("take"))]
    assert set(taken.tolist()) == {after.scores()[0]} == {2 + 4}
