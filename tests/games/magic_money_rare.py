"""Matches of Magic Money that lead to what random play seldom meets; the conformance suite plays them too."""

from __future__ import annotations

from collections.abc import Iterator

from mowlab.match import Match

from .magic_money_play import play, table


def matches() -> Iterator[Match]:
    yield every_question()
    yield play(table("grudgeling pennyphoenix coinbadger"), "1 30 20 seat1 seat0  3 4 50 seat0  5 60 60 seat1")
    # nothing to act on
    yield play(table("inkling-otter sealwax-golem"), "1 9 1 seat1  1 9 1 seat2")
    # one entry only for the creature that erases two
    yield play(table("puddlewyrm forgetfawn moonmule"), "1 3 4 seat2  1 5 9 seat1 private1  1 9 5 seat2")
    # the same in another order: an opponent without a Public entry, and one who has lost a Private one
    yield play(table("puddlewyrm mirror-newt moonmule"), "1 90 7 seat1  9 3 8 seat1 public1 seat0 public1  1 1 1 seat1")
    yield play(table("tattlefinch moonmule forgetfawn"), "1 90 40 seat1 seat2  9 12 8 seat2  1 20 7 seat0 private2")
    # from the question on: some answers are wrong in a way of their own
    yield play(table("tattlefinch moonmule", after="1 90 40 seat1"), "seat2 9 1 1 seat1")
    after = "1 90 7 seat1  9 3 5 seat1 public1  1 70 2 seat2"
    yield play(table("puddlewyrm inkling-otter sealwax-golem", after=after), "seat1 public1")
    after = "1 90 7 seat1  9 1 1 seat1 public1  1 50 1 seat2  5 1 70 seat1"
    yield play(table("puddlewyrm inkling-otter moonmule mirror-newt", after=after), "public2 seat2 public1")
    after = "1 90 40 seat1  9 9 8 seat1 seat2  1 99 2 seat2"
    yield play(table("puddlewyrm tattlefinch sootkit", after=after), "private2")
    # all have spent the same, or two of them have
    yield play(table("puddlewyrm"), "1 1 1 seat0")
    yield play(table("puddlewyrm", top_tie="none"), "1 30 30 seat1")
    yield play(table("puddlewyrm", top_tie="random"), "1 30 30 seat1")
    # the literal reading: a beaten opening stands on both sides
    both = table("puddlewyrm sootkit moonmule", beaten_opening="both")
    yield play(both, "1 3 4 seat2  1 5 3 seat0 private1  1 9 5 seat1")


def every_question() -> Match:
    """Each ability that asks, once: crossed out, restored, swapped, erased, exposed, looked at."""
    creatures = "puddlewyrm moonmule inkling-otter sealwax-golem mirror-newt sootkit forgetfawn tattlefinch snoopowl"
    match = table(creatures)
    play(match, "1 40 7 seat1  4 50 6 seat2  5 8 60 seat1 public1  6 70 9 seat2 seat1 public1")
    play(match, "7 90 10 seat0 public1 seat2 public1  9 20 8 seat1 private5  2 5 30 seat0 private2 private3")
    return play(match, "3 40 9 seat1 seat0  4 50 8 seat2 seat0")
