"""For tests of the pages without a browser: search stays small and uncompiled, so that answers stay the same."""

from __future__ import annotations

import pytest

from mowlab.ui import lookahead

FEW = 200  # worlds


@pytest.fixture(autouse=True)
def small_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "compiling_is_off", lambda: True)
    monkeypatch.setattr(lookahead, "WORLDS", FEW)
    monkeypatch.setattr(lookahead, "UNCOMPILED_SECONDS", 60.0)
