"""Reference values for the stage games, computed once by other code (linear programs, simulations, exact algebra)."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

REFERENCE: dict[str, Any] = json.loads(pathlib.Path(__file__).with_name("reference.json").read_text(encoding="utf-8"))


def numbers(text: str) -> list[int]:
    """All whole numbers in a key such as "h5k2n3"."""
    return [int(n) for n in re.findall(r"\d+", text)]
