"""A lesson of short rounds: you choose a number, others have chosen theirs, and it is told what came of it.

A round is kept as a row: the key of its block, your number, and what else the lesson needs to tell it again.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mowlab.ui import panel as p
from mowlab.ui.lesson_page import Kept, LessonPage

MOST_BIDS = 2000  # of a class, pasted
CLASS = "class"  # where its bids are kept among the answers
Row = list[Any]


@dataclass(frozen=True)
class Block:
    """Some rounds against the same kind of others.  who: said before; after: said when they are over."""

    key: str
    title: str
    rounds: int
    who: str
    after: str


class BidLesson(LessonPage):
    """A lesson gives BLOCKS and the methods of its rounds.  The first block opens the charts and the theory."""

    BLOCKS: tuple[Block, ...]

    def __init__(self, seed: int | None = None) -> None:
        self.rng = np.random.default_rng(secrets.randbits(32) if seed is None else seed)
        super().__init__()

    # ---- what a lesson adds -----------------------------------------------------------------------------------------
    def choices(self, block: Block) -> Sequence[int]:
        """What can be chosen in the round that is on."""
        raise NotImplementedError

    def name(self, block: Block, choice: int) -> str:
        """What the button of a choice says."""
        return str(choice)

    def task(self, block: Block) -> str:
        """What the round is about."""
        raise NotImplementedError

    def meet(self, block: Block, own: int) -> list[int]:
        """The rest of the row of a round in which you chose `own`."""
        raise NotImplementedError

    def can_be(self, row: Row) -> bool:
        """Whether a row that was kept can be a round of this lesson; it has a block's key and whole numbers."""
        raise NotImplementedError

    def tell(self, row: Row) -> tuple[str, bool]:
        """A round in words, and whether it went well for you."""
        raise NotImplementedError

    def sum_up(self, rows: Sequence[Row]) -> str:
        """How a block, or the play so far, went: «you won …»."""
        raise NotImplementedError

    # ---- what was played --------------------------------------------------------------------------------------------
    def rows(self, block: str = "") -> list[Row]:
        """The rounds of a block, or all."""
        return [row for row in self.kept.play if block in ("", row[0])]

    def own(self, block: str = "") -> list[int]:
        """Your numbers in them."""
        return [row[1] for row in self.rows(block)]

    @property
    def block(self) -> Block | None:
        """The block that goes on; None when all have been played."""
        return next((b for b in self.BLOCKS if len(self.rows(b.key)) < b.rounds), None)

    @property
    def played(self) -> bool:
        return len(self.rows(self.BLOCKS[0].key)) == self.BLOCKS[0].rounds

    def is_whole(self, kept: Kept) -> bool:
        most = {b.key: b.rounds for b in self.BLOCKS}
        if not all(isinstance(row, list) and len(row) > 1 and row[0] in most for row in kept.play):
            return False
        numbers = all(type(n) is int for row in kept.play for n in row[1:])
        counts = Counter(row[0] for row in kept.play)
        return numbers and all(map(self.can_be, kept.play)) and all(n <= most[key] for key, n in counts.items())

    # ---- playing ----------------------------------------------------------------------------------------------------
    def on_play(self, event: p.Event) -> None:
        block = self.block
        if block is not None and (own := self.chosen(block, event)) is not None:
            self.kept.play.append([block.key, own, *self.meet(block, own)])

    def chosen(self, block: Block, event: p.Event) -> int | None:
        """The number that was chosen, or None if none was.  May raise BadNumber."""
        kind, _, number = event.id.partition("-")
        return int(number) if kind == "bid" and number.isdigit() and int(number) in self.choices(block) else None

    def controls(self, block: Block) -> p.Block:
        """How a number is chosen: a button for each."""
        return p.row(*(p.button(f"bid-{n}", self.name(block, n)) for n in self.choices(block)), name="bids")

    def play_blocks(self) -> Iterator[p.Block]:
        block = self.block
        if self.kept.play:
            words, good = self.tell(self.kept.play[-1])
            yield p.text(words, "good" if good else "info")
        for done in self.BLOCKS:
            if len(rows := self.rows(done.key)) == done.rounds:
                yield p.text(f"{done.title}: {self.sum_up(rows)} {done.after}")
        if block is None:
            return
        rows = self.rows(block.key)
        yield p.heading(f"{block.title}: round {len(rows) + 1} of {block.rounds}")
        yield p.text(f"{block.who} {self.task(block)}")
        yield self.controls(block)
        if rows:
            yield p.text(f"So far {self.sum_up(rows)}", soft=True)

    # ---- a class ----------------------------------------------------------------------------------------------------
    def class_bids(self, low: int, high: int) -> list[int]:
        """The numbers that were pasted, as far as they are from low to high."""
        words = self.kept.answers.get(CLASS, "").replace(",", " ").split()
        return [int(w) for w in words[:MOST_BIDS] if w.isascii() and w.isdigit() and low <= int(w) <= high]

    def on_chart(self, event: p.Event) -> None:
        self.kept.answers[CLASS] = event.values.get(CLASS, "")[: 3 * MOST_BIDS]

    def chart_blocks(self) -> Iterator[p.Block]:
        if own := self.own():
            yield p.row(p.copy("Copy my bids", " ".join(map(str, own))))
        yield p.fold(
            "class-fold",
            "With a class: put all bids together",
            p.text("Let everybody send you the copied list, and paste all of them here, one after the other."),
            p.area(CLASS, "Bids of the class", self.kept.answers.get(CLASS, ""), rows=3, placeholder="3 0 7 …"),
            p.row(p.button("draw", "Draw them")),
        )
