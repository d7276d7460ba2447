"""A state is declared once: names that would read a numpy method are refused, every form carries the same values."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mowlab.core.schema import TAKEN, Field, Ints, Schema, ints, num, option
from mowlab.core.table import Table

INT64 = st.integers(-(2**63), 2**63 - 1)


class Pond(Schema):
    """A small state with each kind of field."""

    frogs: int = num("how many")
    lilies: Ints = ints(4, "size of each", "own")
    depth: int = option(2, {"shallow": 1, "deep": 2}, "how deep the water is", "the pond's own rule")


def declare(name: str, value: Any) -> type[Schema]:
    return type("Declared", (Schema,), {name: value, "__annotations__": {name: "int"}})


# ---- names ----------------------------------------------------------------------------------------------------------
PUBLIC_ATTRIBUTES = {
    name for kind in (np.record, np.void, np.recarray) for name in dir(kind) if not name.startswith("_")
}
OWN_ATTRIBUTES = {name for name in dir(Pond) if not name.startswith("_")} - set(Pond.fields)


@pytest.mark.parametrize("name", sorted(PUBLIC_ATTRIBUTES | OWN_ATTRIBUTES | {"copy_to"}))
def test_a_field_must_not_hide_an_attribute_of_numpy_records_or_of_the_schema(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Declared\.{name}"):
        declare(name, num("anything"))


def test_the_list_of_taken_names_holds_what_the_installed_numpy_has() -> None:
    assert PUBLIC_ATTRIBUTES <= TAKEN


@pytest.mark.parametrize("name", ["_hidden", "__class__", "class", "two words", "9lives", ""])
def test_a_field_needs_a_plain_public_name(name: str) -> None:
    with pytest.raises(TypeError, match="Declared"):
        declare(name, num("anything"))


def test_a_field_must_say_who_may_see_it() -> None:
    with pytest.raises(TypeError, match=r"Declared\.frogs: who is 'nobody', allowed are public, own, secret, custom"):
        declare("frogs", num("how many", "nobody"))


@pytest.mark.parametrize("length", [0, -1])
def test_an_array_has_at_least_one_number(length: int) -> None:
    with pytest.raises(TypeError, match=r"Declared\.frogs"):
        declare("frogs", ints(length, "how many"))


def test_fields_of_a_base_schema_are_fields_too() -> None:
    class Lake(Pond):
        boats: int = num("how many")

    assert list(Lake.fields) == ["frogs", "lilies", "depth", "boats"]
    assert Lake.dtype().names == ("frogs", "lilies", "depth", "boats")


# ---- forms ----------------------------------------------------------------------------------------------------------
def test_a_blank_state_is_all_zero_and_options_are_found_by_name() -> None:
    assert Pond.values(Pond.new()) == {"frogs": 0, "lilies": [0, 0, 0, 0], "depth": 0}
    assert list(Pond.options()) == ["depth"]
    assert Pond.options()["depth"].default == 2
    assert isinstance(Pond.fields["lilies"], Field)
    assert Pond.fields["lilies"].who == "own"


def test_a_wrong_field_name_is_an_error_uncompiled() -> None:
    with pytest.raises(AttributeError):
        Pond.new().toads = 1  # type: ignore[attr-defined]


def test_the_record_type_holds_int64_alone() -> None:
    for schema in (Pond, Table):
        dtype = schema.dtype()
        assert {dtype[n].base for n in dtype.names} == {np.dtype("i8")}
        assert dtype.itemsize == 8 * sum(f.length or 1 for f in schema.fields.values())


@given(frogs=INT64, lilies=st.lists(INT64, min_size=4, max_size=4), depth=st.sampled_from([1, 2]))
def test_values_survive_every_form(frogs: int, lilies: list[int], depth: int) -> None:
    values = {"frogs": frogs, "lilies": lilies, "depth": depth}
    s = Pond.from_values(values)
    assert Pond.values(s) == values
    assert Pond.from_values(json.loads(json.dumps(Pond.values(s)))) == s
    assert pickle.loads(pickle.dumps(s)) == s
    record = np.zeros(1, Pond.dtype())
    Pond.to_record(s, record[0])
    assert Pond.from_record(record[0]) == s
    assert Pond.values(Pond.from_record(record[0])) == values


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))])
def test_a_copy_is_equal_and_stands_alone(duplicate: Any) -> None:
    s = Pond.from_values({"frogs": 3, "lilies": [1, 2, 3, 4], "depth": 1})
    twin = duplicate(s)
    assert twin == s
    assert twin is not s
    twin.lilies[2] = 9
    assert s.lilies == [1, 2, 3, 4]
    assert twin != s


def test_copy_to_leaves_nothing_shared() -> None:
    s, other = Pond.new(), Pond.new()
    s.frogs = 7
    s.copy_to(other)  # type: ignore[attr-defined]
    other.lilies[0] = 1
    assert (other.frogs, s.lilies) == (7, [0, 0, 0, 0])
