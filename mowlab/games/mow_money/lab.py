"""The bid laboratory: which whole bids are compared with the same luck, and what is noted of each imagined world.

Every plan is one stack (or none) of the seat to move; what it does afterwards in the round is left to the bot that
plays on, as for all others.  Try it and the hints of Play use this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.plan import Curve, Plan, Watch
from ...core.student import wilson
from ...core.words import Names, list_of, number_of, percent
from . import rules as r
from . import words
from .account import won_by
from .cards import NONE, STARRED, TIERS
from .stack import Stack, can_do, chain, for_job, in_hand, staked, total, way_met, ways

if TYPE_CHECKING:
    from ...core.view import View

ALL = "all"  # the topic that looks at every contract
MOST = 44  # plans compared at once
NO_BID = 1_000  # stands for the bid of nobody
Z = 1.96  # quantile for intervals of 95 %


# ---- what can be compared -------------------------------------------------------------------------------------------
def topics(view: View) -> list[tuple[str, str]]:
    """What a comparison can be about, as (key, title): each contract to bid for, then all of them; or nothing."""
    s = view.state
    if s.phase != r.AIMING or not view.moves:
        return [("pick-up", "The odd job")] if s.phase == r.PICKING_UP and view.moves else []
    found = [(str(n), f"{words.area_name(n)}: {_points(view, n)}") for n in range(s.areas) if r.AIM + n in view.moves]
    return [*found, (ALL, "All contracts and odd jobs")]


def _points(view: View, n: int) -> str:
    return number_of(words.points_of(view.game.plain.top(view.state, n), view.game.cards), "point", "points")


def beginning(view: View) -> Any:
    """The state before the bid that is being put together, as the seat saw it; None if there is none."""
    s = view.state
    if not r.is_bidding(s.phase):
        return None
    began, bid = s.__copy__(), r.here(s)
    began.place[:] = [r.HAND + view.seat if place == r.STACK + bid else place for place in s.place]
    began.contract[:] = [r.WON + view.seat if where == r.STAKED + bid else where for where in s.contract]
    began.phase, began.way, began.last, began.n_put = r.AIMING, NONE, NONE, 0
    began.target[bid] = began.job[bid] = NONE
    return began


def topic_of(view: View, draft: Sequence[int]) -> str:
    """The topic that a bid which was begun belongs to, else the first one."""
    target = Stack.of(draft).target
    keys = [key for key, _ in topics(view)]
    return str(target) if str(target) in keys else ALL if ALL in keys else keys[0]


def plans(view: View, topic: str) -> list[Plan]:
    """Every bid worth comparing on one contract, or the dearest and the cheapest on each."""
    s = view.state
    if topic == "pick-up":
        return [*_pick_ups(view), Plan((r.DONE,), "No odd job")]
    others = [Plan((r.DONE,), _no_bid(view)), Plan((), "As the bot would play"), *_odd_jobs(view, topic == ALL)]
    if topic == ALL:
        areas = [n for n in range(s.areas) if r.AIM + n in view.moves]
        return [*others, *(plan for n in areas for plan in _ends(view, n))]
    return [*others, *_bids(view, int(topic))][:MOST]


def own_plan(view: View, moves: Sequence[int]) -> Plan:
    """The plan of somebody who made these decisions, in words; the same stack always gives the same plan."""
    moves = tuple(moves)
    stack = Stack.of(moves)
    if moves[:1] == (r.DONE,):
        none = "No odd job" if view.state.phase == r.PICKING_UP else _no_bid(view)
        return Plan(moves, none)
    if view.state.phase == r.PICKING_UP:
        return Plan((moves[0], *sorted(moves[1:])), words.JOB_NAMES[moves[0] - r.JOB].capitalize())
    return _plan(view, stack, chain(view.game, view.state, stack, _bluffs(moves)))


def with_stakes(view: View, moves: Sequence[int]) -> list[Plan]:
    """A bid with no stake and with each that can go under it: `plans` has no room for all of them under every bid.

    None of them is on a curve, which would be full of single points.  Nothing for what is no valid bid for a contract.
    """
    stack, bluffs = Stack.of(moves), _bluffs(moves)
    if stack.target in (NONE, r.ODD_JOB) or way_met(view.game, view.state, stack) is None:
        return []
    stacks = [Stack(stack.target, stack.cards, stakes) for stakes in _stakes(view)]
    found = [_plan(view, one, chain(view.game, view.state, one, bluffs)) for one in stacks]
    return [Plan(plan.moves, plan.words) for plan in found]


def belongs(view: View, moves: tuple[int, ...], topic: str) -> bool:
    """Whether a plan is about the topic: a bid elsewhere is not compared with those on one contract."""
    return not topic.isdigit() or Stack.of(moves).target in (NONE, r.ODD_JOB, int(topic))


def _bluffs(moves: Sequence[int]) -> int:
    """Bluff cards that a bid is sealed with."""
    return next((a - r.BLUFF for a in moves if r.BLUFF <= a < r.BUY_CARD), 0)


def _no_bid(view: View) -> str:
    return "No further bid" if view.state.slot else "No bid"


def _plan(view: View, stack: Stack, moves: tuple[int, ...]) -> Plan:
    """A bid in words, with its place on the curve if it is a valid one for a contract."""
    game, s = view.game, view.state
    bluffs = _bluffs(moves)
    more = [f"{points} staked"] if (points := staked(game, s, stack)) else []
    more += [number_of(bluffs, "bluff card", "bluff cards")] if bluffs else []
    rest = f", {', '.join(more)}" if more else ""
    if stack.target == r.ODD_JOB:
        return Plan(moves, f"Odd job with {number_of(len(stack.cards), 'card', 'cards')}{rest}")
    letter = words.area_name(stack.target)[0]
    way = way_met(game, s, stack)
    if way is None:
        return Plan(moves, f"{letter}: {number_of(len(stack.cards), 'card', 'cards')}, not valid{rest}")
    dollars = total(game, s, stack)
    return Plan(moves, f"{letter} for ${dollars}: {_way(way)}{rest}", dollars, f"{_way(way)}{rest}")


def _way(way: list[Any]) -> str:
    tier, count, star = way
    return f"{count} {tier}{' ★' if star == STARRED else ''}"


def _odd_jobs(view: View, alone: bool) -> Iterator[Plan]:
    game, s = view.game, view.state
    if r.AIM + r.ODD_JOB not in view.moves:
        return
    for job in range(r.N_JOBS):
        if can_do(game, s, view.seat, job):
            stack = Stack(r.ODD_JOB, for_job(game, s, view.seat, job))
            pay = game.cards.others["jobs"][job]["pay"] + r.BONUS
            what = f"Odd job{'' if alone else ' instead'}: {words.JOB_NAMES[job]}, ${pay}"
            yield Plan(chain(game, s, stack, 0), what)


def _pick_ups(view: View) -> Iterator[Plan]:
    for job in range(r.N_JOBS):
        if can_do(view.game, view.state, view.seat, job):
            cards = sorted(for_job(view.game, view.state, view.seat, job))
            pay = view.game.cards.others["jobs"][job]["pay"]
            yield Plan((r.JOB + job, *cards), f"{words.JOB_NAMES[job].capitalize()}, ${pay}")


def _bids(view: View, area: int) -> Iterator[Plan]:
    """For each way of bidding and each sum of dollars a stack, first without stakes, then with them."""
    for stakes in _stakes(view):
        for way in ways(view.game, view.state, area):
            for cards in _sums(view, way):
                yield _sealed(view, Stack(area, cards, stakes))


def _ends(view: View, area: int) -> Iterator[Plan]:
    """The cheapest and the dearest stack of each way."""
    for way in ways(view.game, view.state, area):
        sums = list(_sums(view, way))
        for cards in sums[:1] + sums[1:][-1:]:
            yield _sealed(view, Stack(area, cards))


def _sealed(view: View, stack: Stack) -> Plan:
    return _plan(view, stack, chain(view.game, view.state, stack, 0))


def _sums(view: View, way: list[Any]) -> Iterator[tuple[int, ...]]:
    """For each sum that a way can make with the hand, the cards that spare most: stars, icons, then the lower ones."""
    tier, count, star = way
    rows = view.game.cards.rows
    hand = in_hand(view.state, view.seat)
    able = [c for c in hand if rows[c]["tier"] == tier and (rows[c]["star"] or star != STARRED)]
    best: dict[int, tuple[Any, tuple[int, ...]]] = {}
    for cards in combinations(able, count):
        dollars = sum(rows[c]["value"] for c in cards)
        spared = (sum(rows[c]["star"] for c in cards), sum(len(rows[c]["icons"]) for c in cards), cards)
        if dollars not in best or spared < best[dollars][0]:
            best[dollars] = spared, cards
    for dollars in sorted(best):
        yield best[dollars][1]


def _stakes(view: View) -> list[tuple[int, ...]]:
    """No stake, then for each sum of points that can be staked the smallest set of contracts."""
    s, cards = view.state, view.game.cards
    won = [c for c in won_by(s, view.seat) if s.contract[c] == r.WON + view.seat]
    most = min(len(won), s.max_stakes or len(won), 3)
    found: dict[int, tuple[int, ...]] = {}
    for n in range(1, most + 1):
        for some in combinations(won, n):
            found.setdefault(sum(words.points_of(c, cards) for c in some), some)
    return [(), *(found[points] for points in sorted(found))]


# ---- what is noted of a world ---------------------------------------------------------------------------------------
KINDS = (r.OFFERED, r.WON_CONTRACT, r.JOB_DONE, r.PICKED_UP, r.STAKE_GONE, r.DUMMY_OFFERED, r.DUMMY_WON)


def watch(view: View, topic: str) -> Watch:
    """Notes, up to the end of the round:

    won: 1 if the contract of the topic (any contract, where it is about all) came to the seat.
    winner: who won it (the seat, -1 for nobody; 6 for the dummy).  rival: the lowest modified bid of others on it, or
    NO_BID.  rivals: how many others made a valid bid on it.  reputation: points of contracts won less those staked.
    dollars: what came in.
    """
    contract = view.game.plain.top(view.state, int(topic)) if topic.isdigit() else NONE
    me, points = view.seat, np.array(view.game.constants["POINTS"])

    def read(rows: Any, n: int, worlds: int) -> Mapping[str, Any]:
        return _read(rows, (n, worlds), me, contract, points)

    return Watch(KINDS, read)


def _read(rows: Any, shape: tuple[int, int], me: int, contract: int, points: Any) -> dict[str, Any]:
    k, w, kind, who, what, more = (rows[:, i] for i in range(6))
    found = {name: np.zeros(shape, dtype=np.int16) for name in ("won", "rivals", "reputation", "dollars")}
    found["winner"] = np.full(shape, -1, dtype=np.int16)
    found["rival"] = np.full(shape, NO_BID, dtype=np.int16)
    taken = (kind == r.WON_CONTRACT) | (kind == r.DUMMY_WON)
    mine = who == me

    def add(name: str, rows_: Any, amount: Any) -> None:
        np.add.at(found[name], (k[rows_], w[rows_]), amount)

    own = mine & (kind == r.WON_CONTRACT)
    add("reputation", own, points[what[own]])
    lost = mine & (kind == r.STAKE_GONE)
    add("reputation", lost, -what[lost])
    paid = mine & ((kind == r.WON_CONTRACT) | (kind == r.JOB_DONE) | (kind == r.PICKED_UP))
    add("dollars", paid, more[paid])
    if contract == NONE:
        found["won"][k[own], w[own]] = 1
        return found
    it = taken & (what == contract)
    found["winner"][k[it], w[it]] = np.where(kind[it] == r.DUMMY_WON, 6, who[it])
    found["won"][k[it & own], w[it & own]] = 1
    # A valid bid on a contract is told before that contract is won, and some bid on it wins.
    bids = np.flatnonzero((kind == r.OFFERED) & ~mine | (kind == r.DUMMY_OFFERED))
    won = np.flatnonzero(taken)
    bids = bids[what[won[np.searchsorted(won, bids)]] == contract] if len(won) else bids[:0]
    np.minimum.at(found["rival"], (k[bids], w[bids]), what[bids])
    np.add.at(found["rivals"], (k[bids], w[bids]), 1)
    return found


# ---- what came out, in numbers --------------------------------------------------------------------------------------
ACROSS = "dollars of the bid"


def curves(choices: Any, topic: str) -> list[Curve]:
    """The chance to win the contract, and what each bid gains over the first plan, which is to bid nothing."""
    if not topic.isdigit():
        return []
    gained = choices.payoffs if choices.by_standing else choices.points
    gain = "gain in reputation points" if choices.whole else "gain in points ahead"
    found = [
        Curve("chance", "Chance to win the contract", "chance to win it", choices.noted["won"], True, ACROSS),
        Curve("gain", "What the bid gains, compared with none", gain, gained - gained[0], across=ACROSS),
    ]
    if choices.whole:
        found.append(Curve("victory", "Share of the victory", "share of the victory", choices.payoffs, True, ACROSS))
    return found


def columns(choices: Any, topic: str) -> tuple[list[str], Callable[[int], list[str]]]:
    """The headings of a table of all plans, and what stands there for plan k."""
    noted, view = choices.noted, choices.view
    final = ["final score", "share of the victory"] if choices.whole else ["points ahead"]
    now = int(view.game.plain.score(view.state, view.seat))

    def cells(k: int) -> list[str]:
        won = [_share(noted["won"][k])] if topic != "pick-up" else []
        end = (
            [_mean(now + choices.points[k]), _share(choices.payoffs[k])]
            if choices.whole
            else [_mean(choices.payoffs[k])]
        )
        return [*won, _mean(noted["reputation"][k]), f"${_mean(noted['dollars'][k])}", *end]

    wins = {"pick-up": []}.get(topic, ["wins it" if topic.isdigit() else "wins a contract"])
    return ["plan", *wins, "points won", "dollars paid", *final], cells


def _mean(values: Any, sign: str = "") -> str:
    """«2.3 ± 0.2»: a mean over the worlds with its 95 % interval; with its sign also where it is positive («+»)."""
    mean = f"{float(np.mean(values)):{sign}.1f}"
    if len(values) < 2:
        return mean
    return f"{mean} ± {Z * float(np.std(values, ddof=1)) / len(values) ** 0.5:.1f}"


def _share(values: Any) -> str:
    """«83 % (78–87)»: a share of the worlds with Wilson's 95 % interval; short, for a narrow column."""
    n, share = len(values), float(np.mean(values))
    low, high = (f"{100 * end:.0f}" for end in wilson(share, n, Z))
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}% ({low}\N{EN DASH}{high})"


# ---- what came out, in words ----------------------------------------------------------------------------------------
def told(choices: Any, topic: str, chosen: Any, names: Names) -> list[str]:
    """What the others did in the imagined worlds, and what it takes to beat the chosen bid (else the best one)."""
    if not topic.isdigit() or not choices.worlds:
        return []
    view, noted = choices.view, choices.noted
    curve = [i for i, plan in enumerate(choices.plans) if plan.amount is not None]
    if not curve:
        return ["With your hand no valid bid for this contract can be made."]
    i = choices.actions.index(chosen) if chosen in choices.actions else choices.best
    i = i if i in curve else max(curve, key=lambda k: choices.worth[k].mean())
    plan = choices.plans[i]
    said = [_rivals_words(noted["rival"][i], view)]
    modified = plan.amount - staked(view.game, view.state, Stack.of(plan.moves))
    beaten = noted["won"][i] == 0
    text = f"With «{plan.words}» you win it in {percent(noted['won'][i].mean())} of the worlds"
    if beaten.any():
        lower, equal = (noted["rival"][i] < modified) & beaten, (noted["rival"][i] == modified) & beaten
        text += f". You lose it where another bids less than {words.dollars(modified)} ({percent(lower.mean())})"
        if equal.any():
            text += f" or wins the tie at {words.dollars(modified)} ({percent(equal.mean())})"
    said.append(f"{text}.")
    winners = noted["winner"][i][beaten]
    by = [(int((winners == p).sum()), p) for p in set(winners.tolist()) if p >= 0]
    if by:
        most = ", ".join(
            f"{'the dummy' if p == 6 else names[p]} {percent(n / choices.worlds)}" for n, p in sorted(by, reverse=True)
        )
        said.append(f"Then it goes to: {most}.")
    if view.game.players > 1:
        said.append(_hands_that_beat(view, int(topic), modified, names))
    return [*said, *_what_stakes_add(choices, i), *_what_was_left_out(choices, int(topic))]


def _hands_that_beat(view: View, area: int, modified: int, names: Names) -> str:
    """What a rival must hold to bid less than that without a stake, and who holds enough cards of that type."""
    s, rows = view.state, view.game.cards.rows
    found = []
    for tier, count, star in ways(view.game, s, area):
        values = sorted(row["value"] for row in rows if row["tier"] == tier and (row["star"] or star != STARRED))
        if sum(values[:count]) >= modified:
            continue  # no such cards are that cheap
        held = [s.held[p * r.N_TIERS + TIERS.index(tier)] for p in range(s.players)]
        able = [names[p] for p in range(s.players) if p != view.seat and held[p] >= count]
        who = f"{list_of(able or ['nobody'])} {'hold' if len(able) > 1 else 'holds'} that many"
        found.append(f"{words.way_words([tier, count, star])} ({who})")
    if not found:
        return f"No hand can bid less than {words.dollars(modified)} without a stake."
    less = words.dollars(modified)
    return f"To bid less without a stake, a rival must hold, for less than {less}: {' or '.join(found)}."


def _what_stakes_add(choices: Any, i: int) -> Iterator[str]:
    """For each stake that was tried with the same cards: how the chance to win and the outcome change."""
    view = choices.view
    alike = [k for k, plan in enumerate(choices.plans) if _alike(plan, choices.plans[i])]
    by_points = {staked(view.game, view.state, Stack.of(choices.plans[k].moves)): k for k in (*alike, i)}
    base = by_points.pop(0, None)
    if base is None:
        return
    added, unit = [], "% of the victory" if choices.whole else "points ahead"
    for points, k in sorted(by_points.items()):
        stake = number_of(points, "point", "points")
        chance = 100 * float(np.mean(choices.noted["won"][k]) - np.mean(choices.noted["won"][base]))
        worth = (100 if choices.whole else 1) * (choices.worth[k] - choices.worth[base])
        added.append(f"{stake}: {chance:+.0f} % chance, {_mean(worth, '+')} {unit}")
    if added:
        yield f"What a stake adds to these cards: {'; '.join(added)}."


def _alike(one: Plan, other: Plan) -> bool:
    """The same bid and bluff cards for the same neighborhood."""
    mine, yours = Stack.of(one.moves), Stack.of(other.moves)
    same_cards = mine.target == yours.target and set(mine.cards) == set(yours.cards)
    return same_cards and _bluffs(one.moves) == _bluffs(other.moves)


def _what_was_left_out(choices: Any, area: int) -> Iterator[str]:
    """A rich hand with contracts to stake has more bids than are compared at once."""
    view = choices.view
    sums = sum(1 for way in ways(view.game, view.state, area) for _ in _sums(view, way))
    possible = len(_stakes(view)) * sums
    tried = sum(Stack.of(plan.moves).target == area for plan in choices.plans)
    if tried < possible:
        yield (
            f"You can make {possible} bids here that differ in type, dollars or stake; {tried} were tried. "
            "One that you put together yourself is tried with each stake."
        )


def _rivals_words(rival: Any, view: View) -> str:
    bid = rival[rival < NO_BID]
    whom = "The dummy bids" if view.game.players == 1 else "Somebody else makes a valid bid"
    if not len(bid):
        return "Nobody else makes a valid bid for it in any of these worlds."
    low, middle, high = (int(np.quantile(bid, q)) for q in (0.25, 0.5, 0.75))
    half = f"{words.dollars(low)} to {words.dollars(high)}" if low != high else words.dollars(low)
    lowest = "the lowest such bid counts as" if view.game.players > 1 else "its bid is"
    seen = f"{whom} for it in {percent((rival < NO_BID).mean())} of the worlds"
    return f"{seen}; {lowest} {words.dollars(middle)} in the middle, half of them {half}."
