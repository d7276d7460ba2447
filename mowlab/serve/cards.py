"""What the gallery shows: one card per notebook, read from the notebook itself and from the game it opens."""

from __future__ import annotations

import functools
import importlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mowlab import games
from mowlab.serve.config import JUPYTER_DATA

TEACHERS = "teachers"  # the lessons as teachers need them; has a link of its own
UNLISTED = {"index", TEACHERS}  # the contents for JupyterLab; here the gallery is the contents
PICTURES = JUPYTER_DATA / "voila" / "templates" / "mowlab" / "static" / "gallery"  # made by tests/browser/pictures.py
TABS = (("learn", "Learn"), ("play", "Play"), ("try", "Try it"), ("analyze", "Analyze"))  # as in ui/app.py


@dataclass(frozen=True, order=True)
class Card:
    """A notebook as the gallery shows it.

    order, title, summary, icon: from the notebook's metadata ``{"title": ..., "mowlab": {"summary": ..., "icon": ...,
        "order": ...}}``; without them from its first heading and first paragraph
    path:     relative to the served folder, with forward slashes
    minutes:  how long one game or the lesson takes; 0 = not said
    learn:    what one learns there, a few words each
    alt:      what the picture shows
    picture:  its name, if there is one: ``static/gallery/<picture>-light.webp`` and ``-dark.webp``
    game:     key of the game whose app this is, or ""
    lesson:   key of the lesson, or ""
    """

    order: int
    title: str
    summary: str
    icon: str
    path: str
    minutes: int = 0
    learn: tuple[str, ...] = ()
    alt: str = ""
    picture: str = ""
    game: str = ""
    lesson: str = ""

    @property
    def tabs(self) -> tuple[tuple[str, str], ...]:
        """Key and title of the sections of a game's app: ``#key`` behind its address opens one."""
        return TABS if self.game else ()

    @property
    def players(self) -> str:
        """ "2 to 10", or "" where this is no game."""
        return _players(self.game) if self.game else ""

    @property
    def about(self) -> tuple[str, ...]:
        """Whose game it is and where its cards come from: paragraphs, the same as in its app."""
        return _about(self.game) if self.game else ()


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


def for_teachers(root: Path) -> str:
    """The notebook for teachers below ``root``, or "" if there is none."""
    name = f"{TEACHERS}.ipynb"
    return name if (root / name).is_file() else ""


def read_card(path: Path, name: str) -> Card | None:
    """The card of one notebook file, or None if the file cannot be read as a notebook."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        own = notebook["metadata"].get("mowlab", {})
        words, known = list(_paragraphs(notebook)), games.keys()
        heading = next((text for text in words if text.startswith("#")), path.stem.replace("_", " ").title())
        prose = next((text for text in words if not text.startswith("#")), "")
        picture, game = str(own.get("picture", "")), str(own.get("game", ""))
        return Card(
            order=int(own.get("order", 100)),
            title=str(notebook["metadata"].get("title") or heading.lstrip("# ")),
            summary=str(own.get("summary") or _plain(prose)),
            icon=str(own.get("icon", path.stem)),
            path=name,
            minutes=int(own.get("minutes", 0)),
            learn=tuple(map(str, own.get("learn", ()))),
            alt=str(own.get("alt", "")),
            picture=picture if picture in pictures() else "",
            game=game if game in known else "",
            lesson=str(own.get("lesson", "")),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


@functools.cache
def pictures() -> frozenset[str]:
    """Names of the pictures that are here, light and dark."""
    light, dark = (
        {path.stem.removesuffix(scheme) for path in PICTURES.glob(f"*{scheme}.webp")} for scheme in ("-light", "-dark")
    )
    return frozenset(light & dark)


# A game's words are Python: they are imported when the gallery is first asked for, not when the server starts.
@functools.cache
def _about(key: str) -> tuple[str, ...]:
    return tuple(importlib.import_module(f"{games.game(key).package}.table").ABOUT)


@functools.cache
def _players(key: str) -> str:
    numbers = sorted(games.game(key).state_class.options()["players"].values)
    return f"{numbers[0]} to {numbers[-1]}"


def _paragraphs(notebook: dict[str, Any]) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            for block in re.split(r"\n\s*\n", "".join(cell["source"])):
                heading, _, rest = block.strip().partition("\n") if block.strip().startswith("#") else ("", "", block)
                yield from (text.strip() for text in (heading, rest) if text.strip())


def _plain(markdown: str) -> str:
    """Markdown's emphasis and links as plain words."""
    return re.sub(r"\s+", " ", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"[*_`]", "", markdown))).strip()
