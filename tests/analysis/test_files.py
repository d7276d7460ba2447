"""Tables out: Parquet with types and values as in the arrays, CSV the same; a clear word where pyarrow is missing."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from mowlab.analysis import Comparison, MissingPackage, Outcomes, compare, simulate

LINEUP = ["random", "shedder", "random", "random"]


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare("mow", LINEUP, ["opener", *LINEUP[1:]], 12, 3, compiled=False)


def read(path: Path) -> Any:
    return pytest.importorskip("pyarrow.parquet").read_table(path)


def test_parquet_holds_the_tidy_table_with_its_types(comparison: Comparison, tmp_path: Path) -> None:
    outcomes: Outcomes = comparison.a
    outcomes.to_parquet(tmp_path / "games.parquet")
    table = read(tmp_path / "games.parquet")
    assert table.to_pydict() == outcomes.columns()
    types = {field.name: str(field.type) for field in table.schema}
    assert (types["game"], types["payoff"], types["bot"]) == ("int64", "double", "string")


def test_a_comparison_has_both_line_ups_in_its_table(comparison: Comparison, tmp_path: Path) -> None:
    comparison.to_parquet(tmp_path / "both.parquet")
    columns = read(tmp_path / "both.parquet").to_pydict()
    assert columns == comparison.columns()
    assert [columns["line_up"].count(name) for name in "ab"] == [48, 48]
    assert columns["score"][48:] == comparison.b.score.ravel().tolist()
    text = io.StringIO()
    comparison.to_csv(text)
    rows = list(csv.DictReader(io.StringIO(text.getvalue())))
    assert [row["bot"] for row in rows] == columns["bot"]
    assert list(comparison.frame().columns) == list(columns)


def test_an_empty_run_gives_an_empty_table(tmp_path: Path) -> None:
    none = Outcomes.from_chunks(simulate("mow", LINEUP, 4, cancel=[1], compiled=False).plan, {})
    none.to_parquet(tmp_path / "none.parquet")
    assert read(tmp_path / "none.parquet").num_rows == 0


def test_without_pyarrow_a_sentence_says_what_to_install(
    comparison: Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackage, match=r"need the package pyarrow: .* pip install \.\[parquet\]"):
        comparison.to_parquet(tmp_path / "x.parquet")
    assert not list(tmp_path.iterdir())
    simulate("mow", LINEUP, 2, compiled=False).to_csv(tmp_path / "x.csv")
