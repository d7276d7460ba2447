"""Hypothesis strategies that several test files share: things a person, a file or another program might hand us."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

numbers = st.one_of(
    st.integers(-3, 120),
    st.integers(),
    st.sampled_from([-1, 2**31, 2**32, 2**63, -(2**63) - 1, 10**30]),
)
KNOWN = ["", "take", "g7.2", "yC+", "mow", "random", "you", "{Who}", "\0"]
words = st.one_of(st.text(max_size=8), st.sampled_from(KNOWN))
scalars = st.one_of(st.none(), st.booleans(), numbers, st.floats(), words)
json_values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)
anything = st.one_of(json_values, st.binary(max_size=3), st.tuples(numbers), st.complex_numbers(), st.just(object()))
seeds = st.integers(0, 2**32 - 1)


@st.composite
def damaged(draw: st.DrawFn, data: Any, most: int = 2) -> Any:
    """JSON-like data with one or more small faults somewhere: a part replaced, removed, doubled, or something added."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, most))):
        part = draw(st.sampled_from(_containers(data)))
        _damage(draw, part)
    return data


def _containers(data: Any) -> list[Any]:
    """All dicts and lists in `data` that are not empty, outermost first."""
    inner = list(data.values()) if isinstance(data, dict) else data if isinstance(data, list) else []
    return ([data] if inner else []) + [part for value in inner for part in _containers(value)]


def _damage(draw: st.DrawFn, part: Any) -> None:
    place = draw(st.sampled_from(list(part) if isinstance(part, dict) else range(len(part))))
    how = draw(st.sampled_from(["replace", "nudge", "remove", "double", "add"]))
    if how == "nudge" and isinstance(part[place], int) and not isinstance(part[place], bool):
        part[place] += draw(st.sampled_from([-1, 1]))
    elif how == "remove":
        del part[place]
    elif how == "double" and isinstance(part, list):
        part.insert(place, part[place])
    elif how == "add" and isinstance(part, list):
        part.insert(place, draw(json_values))
    elif how == "add":
        part[draw(words)] = draw(json_values)
    else:
        part[place] = draw(json_values)


# ---- card files -----------------------------------------------------------------------------------------------------
def read_toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def to_toml(data: dict[str, Any]) -> str:
    """TOML text of a table of JSON-like values; None, which TOML lacks, becomes an empty list."""
    return "".join(f"{json.dumps(name)} = {_toml(value)}\n" for name, value in data.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)  # nan, inf and -inf are written alike in both
    return "[]" if value is None else json.dumps(value)
