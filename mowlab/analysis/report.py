"""Results as text and as a small table: what `print` and a notebook cell show."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence


class Report:
    """What has a title, lines (a heading first) and notes shows itself."""

    @property
    def title(self) -> str:
        """What was asked, in a line."""
        raise NotImplementedError

    def lines(self) -> list[list[str]]:
        """The result as text, a heading first."""
        raise NotImplementedError

    def notes(self) -> list[str]:
        """What a reader must know besides the numbers."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join([self.title, *text_table(self.lines()), *self.notes()])

    def _repr_html_(self) -> str:
        return html_table(self.title, self.lines(), self.notes())

    def __repr__(self) -> str:
        return f"<{self.title}>"


def text_table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines with columns of equal width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def html_table(title: str, rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    """A small table with a caption; all text is escaped."""
    head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    below = "".join(f"<p>{html.escape(note)}</p>" for note in notes)
    return (
        f"<table><caption>{html.escape(title)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{below}"
    )
