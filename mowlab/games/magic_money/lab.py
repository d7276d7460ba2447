"""The bid curve: which bids are compared with the same luck, to the end of the game, and what is noted of each world.

Try it and the hints of Play use this.  Everything here goes by the view of the seat to move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.plan import Curve, Known, Plan, Watch
from ...core.words import Names, number_of, percent
from . import rules as r
from . import state as st
from . import words
from .words import amount, counting

if TYPE_CHECKING:
    from ...core.view import View

BID = "bid"  # the only topic
WHOLE = True  # what a bid is worth shows at the end of the game: until then nobody knows who is the greediest
INVITE = "Try bids from 1 up"  # what the button says
STEPS = 20  # bids from 1 to far above, each the same number of times as high as the one before
FAR = 4  # times as high as all that has a meaning
LOWEST_TOP = 100
MOST_TOLD = 0.9  # of the worlds: what it takes to win the creature almost surely


# ---- what can be compared -------------------------------------------------------------------------------------------
def topics(view: View) -> list[tuple[str, str]]:
    """The bid for the creature on the table, as (key, title), where more than one bid is allowed; or nothing."""
    if st.ASKS[view.state.phase] != st.A_NUMBER or len(view.moves) < 2:
        return []
    return [(BID, f"A bid for {words.card_name(view.state.lot[view.state.auction], view.game.cards)}")]


def topic_of(view: View, draft: Sequence[int]) -> str:
    """There is only one."""
    return BID


def belongs(view: View, moves: tuple[int, ...], topic: str) -> bool:
    """Every bid is about the creature on the table."""
    return True


def plans(view: View, topic: str) -> list[Plan]:
    """Bids from 1 to far above, and among them those with a meaning, ascending."""
    limit = _limit(view)
    meant = {n for n in _meant(view) if 1 <= n <= limit}
    top = min(limit, FAR * max(LOWEST_TOP // FAR, *meant))
    return [own_plan(view, (n,)) for n in sorted(meant | set(_grid(top)))]


def own_plan(view: View, moves: Sequence[int]) -> Plan:
    """A bid with its place on the curve."""
    bid = moves[0]
    said = words.action_words(bid, view.state, view.game.cards, Names([""] * view.game.players))
    return Plan((bid,), said, bid)


def _limit(view: View) -> int:
    """The highest bid that is allowed now."""
    s, count = view.state, counting(view.game.cards)
    return int(count.opening_limit(s)) if s.phase == st.OPENING else st.CAP


def _meant(view: View) -> Iterator[int]:
    """Bids at which something changes, allowed or not: ties and what beats them, certainty to be above or below."""
    s, me, count = view.state, view.seat, counting(view.game.cards)
    own, budget = count.spent(s, me), count.free_budget(s, me)
    yield from (1, budget, budget + 1)
    if s.phase == st.BIDDING:
        opened = s.token[st.slot(s.active, s.auction)]
        yield from (opened, opened + 1)
    if s.auction > 0:
        yield from (s.bid[s.auction - 1], s.bid[s.auction - 1] + 1)
    for p in range(s.players):
        if p != me:
            yield count.ceiling_of(s, me, p) - own + 1


def _grid(top: int) -> Iterator[int]:
    """About STEPS whole numbers from 1 to `top`, evenly spread on a scale of ratios, with two digits that matter."""
    for i in range(STEPS + 1):
        n = round(top ** (i / STEPS))
        unit = 10 ** max(0, len(str(n)) - 2)
        yield min(top, n // unit * unit)
    yield top


# ---- what is noted of a world ---------------------------------------------------------------------------------------
KINDS = (r.WON_LOT, r.SCORED, r.ELIMINATED)


def watch(view: View, topic: str) -> Watch:
    """Notes, up to the end of the game:

    won: 1 if the creature on the table came to the seat.  winner, price: to whom, and the winning bid.
    greediest: 1 if the seat is thrown out.  spent, points: its total and its points at the end.
    """
    me, auction = view.seat, view.state.auction + 1

    def read(rows: Any, n: int, worlds: int) -> Mapping[str, Any]:
        return _read(rows, (n, worlds), me, auction)

    return Watch(KINDS, read, WHOLE)


def _read(rows: Any, shape: tuple[int, int], me: int, auction: int) -> dict[str, Any]:
    k, w, kind, who, what, more = (rows[:, i] for i in range(6))
    found = {name: np.zeros(shape, dtype=np.int64) for name in ("won", "price", "greediest", "spent", "points")}
    found["winner"] = np.full(shape, -1, dtype=np.int64)

    def note(name: str, where: Any, values: Any) -> None:
        found[name][k[where], w[where]] = values[where]

    here = (kind == r.WON_LOT) & (more == auction)
    note("winner", here, who)
    note("price", here, what)
    note("won", here, who == me)
    mine = (kind == r.SCORED) & (who == me)
    note("points", mine, what)
    note("spent", mine, more)
    note("greediest", (kind == r.ELIMINATED) & (who == me), np.ones(len(rows), dtype=np.int64))
    return found


# ---- what came out, in numbers --------------------------------------------------------------------------------------
WIN, GET, GREEDIEST = "win the game", "win the creature", "be the greediest"  # short, for narrow legends


def curves(choices: Any, topic: str) -> list[Curve]:
    """The bid curve: three chances over the bid, and where the free budget ends."""
    lines = {WIN: choices.payoffs, GET: choices.noted["won"], GREEDIEST: choices.noted["greediest"]}
    budget = free_budget(choices.view)
    marks = {"free budget": budget} if budget else {}
    return [Curve("bids", "The bid curve", "chance", lines, True, "your bid", log=True, marks=marks)]


def columns(choices: Any, topic: str) -> tuple[list[str], Callable[[int], list[str]]]:
    """The headings of a table of all bids, and what stands there for plan k."""
    noted = choices.noted

    def cells(k: int) -> list[str]:
        return [
            percent(noted["won"][k].mean()),
            percent(noted["greediest"][k].mean()),
            amount(int(np.median(noted["spent"][k]))),
            f"{float(np.mean(noted['points'][k])):.1f}",
            percent(choices.payoffs[k].mean()),
        ]

    return ["bid", "wins the creature", "is the greediest", "spent in all (middle)", "points", "wins the game"], cells


# ---- what is known before any world is played -----------------------------------------------------------------------
def free_budget(view: View) -> int:
    """The most that the seat can bid and still have spent less than some rival for certain; 0 if nothing."""
    return int(counting(view.game.cards).free_budget(view.state, view.seat))


def known(view: View, names: Names) -> Known | None:
    """What each wizard can have spent up to the last auction, as far as the seat knows; None if there was none."""
    if view.state.auction == 0:
        return None
    facts = view.facts
    seats = [view.seat, *(p for p in range(view.game.players) if p != view.seat)]
    rows = tuple((names[p], facts["least_spent"][p], facts["most_spent"][p]) for p in seats)
    return Known("What everybody can have spent so far", "spent so far", rows, note=_budget_words(view))


def _budget_words(view: View) -> str:
    budget = free_budget(view)
    if not budget:
        return (
            "You have no free budget: no rival has for certain spent more than you will have. So every bid may make "
            "you the greediest."
        )
    twice = ", even if it counts twice" if counting(view.game.cards).may_count_twice(view.state) else ""
    return (
        f"Your free budget is {amount(budget)}: if you bid no more than that now{twice}, some rival has spent more for "
        "certain. Later auctions can change that, and so can abilities, even that of the creature on the table."
    )


# ---- what came out, in words ----------------------------------------------------------------------------------------
def told(choices: Any, topic: str, chosen: Any, names: Names) -> list[str]:
    """How the worlds were made, the free budget, what the chosen bid (else the best) leads to, and what it takes."""
    if not choices.worlds:
        return []
    i = choices.actions.index(chosen) if chosen in choices.actions else choices.best
    return [_model_words(choices), _budget_words(choices.view), *_bid_words(choices, i, names), *_sure_words(choices)]


def _model_words(choices: Any) -> str:
    """How many worlds there are, what the seat has not seen and how that was guessed, and how they go on."""
    s = choices.view.state
    said = [f"{number_of(choices.worlds, 'world', 'worlds')}, each bid tried in all of them."]
    if any(s.token[st.slot(p, s.auction)] == st.SEALED for p in range(s.players)):
        usual = amount(min(st.CAP, 2 * counting(choices.game.cards).scale(s)))
        said.append(
            "Bids sealed before yours were guessed: often 1, sometimes a little more than the opening, else any size "
            f"up to {usual}."
        )
    if any(s.token[st.slot(p, k)] == st.SEALED for p in range(s.players) for k in range(s.auction)):
        said.append("So were older bids that you have not seen: often 1, else any size up to the bid that won then.")
    bot = choices.bot.name
    said.append(f"Whoever decides after you plays like {bot}, and so do you from your next decision on.")
    return " ".join(said)


def _bid_words(choices: Any, i: int, names: Names) -> Iterator[str]:
    noted, plan, me = choices.noted, choices.plans[i], choices.view.seat
    won, greediest, victory = (percent(x[i].mean()) for x in (noted["won"], noted["greediest"], choices.payoffs))
    yield (
        f"With a bid of {amount(plan.amount)} you win the creature in {won} of the worlds, end as the greediest in "
        f"{greediest} and win the game in {victory}."
    )
    lost = noted["won"][i] == 0
    if not lost.any():
        return
    low, middle, high = (int(np.quantile(noted["price"][i][lost], q)) for q in (0.25, 0.5, 0.75))
    half = f"{amount(low)} to {amount(high)}" if low != high else amount(low)
    winners = noted["winner"][i][lost]
    by = sorted(((float(np.mean(winners == p)), p) for p in range(choices.game.players) if p != me), reverse=True)
    most = ", ".join(f"{names[p]} {percent(share)}" for share, p in by if share > 0)
    yield (
        f"Where you lose it, the winning bid is {amount(middle)} in the middle (half of them {half}); "
        f"it goes to: {most}."
    )


def _sure_words(choices: Any) -> Iterator[str]:
    """From which bid on the creature is almost sure."""
    shares = choices.noted["won"].mean(axis=1)
    enough = [plan.amount for plan, share in zip(choices.plans, shares, strict=True) if share >= MOST_TOLD]
    if enough:
        yield f"To win the creature in {percent(MOST_TOLD)} of the worlds takes about {amount(min(enough))}."
    else:
        yield f"None of these bids wins the creature in {percent(MOST_TOLD)} of the worlds."
