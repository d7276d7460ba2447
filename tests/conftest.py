"""For all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from mowlab.core.game import PYTHON_BOTS

# The same examples each time, so that a red run is red for everybody; HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(autouse=True)
def _no_bots_left() -> Iterator[None]:
    """A bot that one test registers must not play in another."""
    before = dict(PYTHON_BOTS)
    yield
    PYTHON_BOTS.clear()
    PYTHON_BOTS.update(before)
