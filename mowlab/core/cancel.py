"""What stops work that was begun: an Event (anything with is_set) or a flag array, whose first entry is then not 0."""

from __future__ import annotations

from typing import Any


def wants_to_stop(cancel: Any) -> bool:
    """Whether `cancel` is set; None never is."""
    if cancel is None:
        return False
    is_set = getattr(cancel, "is_set", None)
    return bool(is_set()) if is_set is not None else bool(cancel[0])


class Asked:
    """A Cancel of either kind that uncompiled loops read as they read a flag array: cancel[0]."""

    def __init__(self, cancel: Any):
        self.cancel = cancel

    def __getitem__(self, i: int) -> bool:
        return wants_to_stop(self.cancel)
