"""When to stop playing: as soon as an interval is as narrow as was asked for.

Whoever looks after every game and stops when the numbers please fools himself: an interval of 95 % then holds less
often.  Three things keep that small here.  There are few looks: the number of games doubles from one to the next.  What
decides is how wide the interval is, never where it lies, so that no result is stopped at because it is welcome (Chow
and Robbins, 1965: in the limit of narrow intervals they hold as often as they say).  And the first look is late.

What is left, measured in 8,000 simulated runs for each of several precisions: where line-ups differ in many deals,
95 % intervals held in 94.2 to 95.4 % of the runs.  Where they differ in one deal of seven, and mostly to one side, in
92.2 to 94.2 %; a number of games fixed before gives 93.4 to 94.9 % there.  tests/analysis/test_stopping.py does it
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .intervals import Estimate

LEAST_UNITS = 100  # deals before the first look
RARE = 6.0  # what happens in a share x of the deals shows in 6 / x of them, but one time in 400


def check_precision(precision: float | None) -> None:
    """Raise ValueError unless it is None or a share of victories."""
    if precision is not None and (
        isinstance(precision, bool) or not isinstance(precision, (int, float)) or not 0 < precision < 1
    ):
        raise ValueError(f"precision = {precision!r}: it must be a share of victories between 0 and 1, such as 0.01.")


def half_width(estimates: Sequence[Estimate]) -> float:
    """Half the width of the widest of these intervals, NaN if there is none.

    Not less than what so few deals can tell: something that happens in one deal of a hundred may well be missing from
    fifty, however narrow their interval then looks.
    """
    return max((max(e.half, RARE / e.units) if e.units > 1 else float("nan") for e in estimates), default=0.0)


def looks(per_deal: int, step: int, games: int, precision: float | None) -> Iterator[int]:
    """After how many games to look: the first time when the precision can have been reached, then at every doubling.

    per_deal: games of one deal.  step: games that are played together; looks fall between such steps.  The last look is
    at all `games`; without a precision it is the only one.
    """
    if precision is not None:
        first = max(LEAST_UNITS, RARE / precision) * per_deal
        at = -int(-first // step) * step
        while at < games:
            yield at
            at *= 2
    yield games
