"""A panel of controls and texts, described by data, as a table is by its scene.

>>> panel = Panel([select("farmers", "Farmers", "4", [("4", "four"), ("5", "five")]), button("go", "Go")])
>>> panel.on_event(lambda event: print(event.id, event.values))  # go {'farmers': '4'}

The functions make the blocks of a panel; all text is shown as text (never as HTML).  A button, a chosen option, Enter
in an input and a picked file are events; each brings what all the panel's inputs hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import anywidget
import traitlets

from mowlab.ui import STATIC, asset

Block = dict[str, Any]
Tone = Literal["info", "good", "bad"]
TICKED = "yes"
ButtonTone = Literal["plain", "primary", "danger", "link"]


def heading(text: str, big: bool = False) -> Block:
    return {"kind": "heading", "text": text, "big": big}


def text(
    text: str, tone: Tone | None = None, *, rule: str = "", soft: bool = False, name: str = "", lead: str = ""
) -> Block:
    """A paragraph; with a tone it is a message (and read out), `rule` says where the rule stands; `lead` stands in
    front of it, in bold.
    """
    return {"kind": "text", "text": text, "tone": tone, "rule": rule, "soft": soft, "name": name or None, "lead": lead}


def bullets(items: Iterable[str]) -> Block:
    return {"kind": "list", "items": list(items)}


def button(
    id: str,
    label: str,
    tone: ButtonTone = "plain",
    *,
    disabled: bool = False,
    expanded: bool | None = None,
    hint: str | None = None,
) -> Block:
    """`expanded` says whether what the button unfolds is to be seen (None: it unfolds nothing)."""
    return {
        "kind": "button",
        "id": id,
        "label": label,
        "tone": tone,
        "disabled": disabled,
        "expanded": expanded,
        "hint": hint,
    }


def select(
    id: str,
    label: str,
    value: str,
    options: Iterable[tuple[str, str]],
    hint: str = "",
    *,
    headings: Mapping[str, str] | None = None,
) -> Block:
    """One of several; options are (value, what is shown), `headings` says above which values a heading stands."""
    return {
        "kind": "select",
        "id": id,
        "label": label,
        "value": value,
        "options": [list(option) for option in options],
        "headings": dict(headings or {}),
        "hint": hint,
    }


def tick(id: str, label: str, on: bool, hint: str = "") -> Block:
    """A box to tick; `event.values` has TICKED or an empty text for it."""
    return {"kind": "tick", "id": id, "label": label, "value": TICKED if on else "", "hint": hint}


def field_of_text(
    id: str,
    label: str,
    value: str = "",
    *,
    hint: str = "",
    placeholder: str = "",
    numeric: bool = False,
    longest: int = 60,
) -> Block:
    """A line to type in."""
    return {
        "kind": "input",
        "id": id,
        "label": label,
        "value": value,
        "hint": hint,
        "placeholder": placeholder,
        "numeric": numeric,
        "longest": longest,
    }


def area(
    id: str, label: str, value: str = "", *, readonly: bool = False, rows: int = 6, placeholder: str = ""
) -> Block:
    """Many lines to type in or to copy from."""
    return {
        "kind": "area",
        "id": id,
        "label": label,
        "value": value,
        "readonly": readonly,
        "rows": rows,
        "placeholder": placeholder,
    }


def file(id: str, label: str, accept: str, limit: int) -> Block:
    """A file to pick; its text arrives in `event.file`, or None there if it has more than `limit` bytes."""
    return {"kind": "file", "id": id, "label": label, "accept": accept, "limit": limit}


def download(label: str, name: str, text: str, media: str = "application/json") -> Block:
    """A link that saves `text` as file `name`; the page needs no server for it."""
    return {"kind": "download", "label": label, "name": name, "text": text, "media": media}


def copy(label: str, text: str, tone: ButtonTone = "plain", done: str = "Copied") -> Block:
    """A button that copies `text` and says `done`."""
    return {"kind": "copy", "label": label, "text": text, "tone": tone, "done": done}


def table(
    caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], mark: int | None = None, note: str = ""
) -> Block:
    """`mark`: the row that stands out."""
    return {
        "kind": "table",
        "caption": caption,
        "header": list(header),
        "rows": [list(row) for row in rows],
        "mark": mark,
        "note": note,
    }


def row(*blocks: Block, name: str = "") -> Block:
    """Blocks side by side, as far as there is room."""
    return {"kind": "row", "blocks": list(blocks), "name": name}


def group(*blocks: Block, title: str = "", name: str = "") -> Block:
    """Blocks on a ground of their own."""
    return {"kind": "group", "blocks": list(blocks), "title": title, "name": name}


def fold(id: str, title: str, *blocks: Block, open: bool = False) -> Block:
    """Blocks that are folded away until the title is pressed."""
    return {"kind": "fold", "id": id, "title": title, "blocks": list(blocks), "open": open}


@dataclass(frozen=True)
class Picked:
    """A file from the person's device; text is None if it was too large."""

    name: str
    size: int
    text: str | None


@dataclass(frozen=True)
class Event:
    """What was pressed or changed (`id`), what the inputs hold (by id), and the file if one was picked."""

    id: str
    values: dict[str, str] = field(default_factory=dict)
    file: Picked | None = None


class Panel(anywidget.AnyWidget):
    """See the module.  All state is in the traits, so a late or reloaded page draws right.

    blocks:  what to show; see `show`
    event:   {id, values, file, nonce}, set by the page; see `on_event`
    focused: id of the control that shall have the keyboard
    heard:   nonce of the last event that has arrived here; without it the page says that nobody answers
    """

    _esm = STATIC / "panel.js"
    _css = asset("tokens.css") + asset("app.css")

    blocks: traitlets.List[Any] = traitlets.List().tag(sync=True)
    event = traitlets.Dict().tag(sync=True)
    focused = traitlets.Unicode("").tag(sync=True)
    heard = traitlets.Unicode("").tag(sync=True)

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        super().__init__(blocks=list(blocks))
        self.observe(lambda change: self.set_trait("heard", str(change["new"].get("nonce", ""))), "event")

    def show(self, blocks: Iterable[Block], focus: str = "") -> None:
        """Show these blocks instead, and put the keyboard on the control `focus`."""
        with self.hold_sync():
            self.blocks = list(blocks)
            self.focused = focus

    def on_event(self, callback: Callable[[Event], object]) -> None:
        """Call `callback(event)` for whatever a person does on the panel."""

        def handle(change: dict[str, Any]) -> None:
            if (event := read_event(change["new"])) is not None:
                callback(event)

        self.observe(handle, "event")


def read_event(data: dict[str, Any]) -> Event | None:
    """The event in what the page sent; None if it is not one."""
    if not isinstance(data.get("id"), str) or not isinstance(data.get("values"), dict):
        return None
    values = {str(key): str(value) for key, value in data["values"].items()}
    file = data.get("file")
    if not isinstance(file, dict):
        return Event(data["id"], values)
    text = file.get("text")
    return Event(
        data["id"],
        values,
        Picked(str(file.get("name")), int(file.get("size", 0)), text if isinstance(text, str) else None),
    )
