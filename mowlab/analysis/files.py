"""Tidy tables, given by column, into files that other programs read: CSV and Parquet."""

from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    import pandas as pd

Columns = dict[str, list[Any]]


class MissingPackage(RuntimeError):
    """An optional package that is not installed: says which one, and how to get it."""


class Tidy:
    """What has a tidy table (`columns`) can be written to files."""

    def columns(self) -> Columns:
        """The tidy table by column; all have the same length."""
        raise NotImplementedError

    def frame(self) -> pd.DataFrame:
        """The tidy table as a pandas data frame; pandas is imported now."""
        import pandas as pd

        return pd.DataFrame(self.columns())

    def to_csv(self, out: str | os.PathLike[str] | TextIO) -> None:
        """Write the tidy table to a path or an open text file."""
        write_csv(self.columns(), out)

    def to_parquet(self, out: str | os.PathLike[str]) -> None:
        """Write the tidy table to a path as Parquet, columns with their types.  Raises MissingPackage."""
        write_parquet(self.columns(), out)


def write_csv(columns: Columns, out: str | os.PathLike[str] | TextIO) -> None:
    """Write a table given by column, with a heading, to a path or an open text file."""
    if isinstance(out, (str, os.PathLike)):
        with open(out, "w", encoding="utf-8", newline="") as file:
            write_csv(columns, file)
        return
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))


def write_parquet(columns: Columns, out: str | os.PathLike[str]) -> None:
    """Write a table given by column to a path as Parquet.  Raises MissingPackage."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingPackage(
            "Parquet files need the package pyarrow: install it in mowlab's own folder with: pip install .[parquet]"
        ) from None
    parquet.write_table(pyarrow.table(columns), os.fspath(out))
