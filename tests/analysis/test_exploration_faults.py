"""A playout that does not end is an error, never a number."""

from __future__ import annotations

import pytest

import mowlab
from mowlab.analysis.exploration import UnfinishedPlayout
from mowlab.core import engine


def test_a_playout_that_does_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game = mowlab.game("mow")
    monkeypatch.setitem(game.plain.evaluate.__globals__, "MAX_STEPS", 1)
    match = game.match(seed=1)
    with pytest.raises(UnfinishedPlayout, match="did not end"):
        mowlab.explore(match.view(match.mover), worlds=10, compiled=False)
    monkeypatch.setitem(game.plain.evaluate.__globals__, "MAX_STEPS", engine.MAX_STEPS)
    assert mowlab.explore(match.view(match.mover), worlds=10, compiled=False).worlds == 10
