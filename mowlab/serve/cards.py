"""What the list of apps shows: one card per notebook, read from the notebook itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

UNLISTED = {"index"}  # a table of contents for JupyterLab; here the list of apps is the contents


@dataclass(frozen=True, order=True)
class Card:
    """A notebook as the list of apps shows it.

    Read from the notebook's metadata ``{"title": ..., "mowlab": {"summary": ..., "icon": ..., "order": ...}}``; without
    them from its first heading and first paragraph.
    """

    order: int
    title: str
    summary: str
    icon: str
    path: str  # relative to the served folder, with forward slashes


def cards(root: Path) -> dict[str, list[Card]]:
    """Cards of all notebooks below ``root``, by folder ("" first), each list in its order.

    A file that is no notebook, or is hidden, is left out.
    """
    shelves: dict[str, list[Card]] = {}
    for path in sorted(root.rglob("*.ipynb")):
        inside = path.relative_to(root)
        if path.stem in UNLISTED or any(part.startswith(".") for part in inside.parts):
            continue
        card = read_card(path, inside.as_posix())
        if card is not None:
            shelves.setdefault(inside.parent.as_posix().removeprefix("."), []).append(card)
    return {folder: sorted(shelves[folder]) for folder in sorted(shelves)}


def read_card(path: Path, name: str) -> Card | None:
    """The card of one notebook file, or None if the file cannot be read as a notebook."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        own = notebook["metadata"].get("mowlab", {})
        words = list(_paragraphs(notebook))
        heading = next((text for text in words if text.startswith("#")), path.stem.replace("_", " ").title())
        prose = next((text for text in words if not text.startswith("#")), "")
        return Card(
            order=int(own.get("order", 100)),
            title=str(notebook["metadata"].get("title") or heading.lstrip("# ")),
            summary=str(own.get("summary") or _plain(prose)),
            icon=str(own.get("icon", path.stem)),
            path=name,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _paragraphs(notebook: dict[str, Any]) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            for block in re.split(r"\n\s*\n", "".join(cell["source"])):
                heading, _, rest = block.strip().partition("\n") if block.strip().startswith("#") else ("", "", block)
                yield from (text.strip() for text in (heading, rest) if text.strip())


def _plain(markdown: str) -> str:
    """Markdown's emphasis and links as plain words."""
    return re.sub(r"\s+", " ", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"[*_`]", "", markdown))).strip()
