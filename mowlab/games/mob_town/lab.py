"""The take-over laboratory: which whole turns are compared with the same luck, and what is noted of each world.

Every plan is one action of the seat to move with all that belongs to it: which chain, which cards.  The cards are those
that the table proposes.  What follows in the round is left to the bot that plays on, as for all others.  Try it and the
hints of Play use this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.plan import Plan, Watch
from ...core.words import Names, list_of, number_of, percent
from . import rules as r
from . import words
from .cards import CASH_CARD, N_AGENDAS, N_KINDS, N_PROPERTIES, NONE, SUITS
from .draft import Deal, Purchase, cell_of, in_hand, sites

if TYPE_CHECKING:
    from ...core.view import View

TURN, AGENDAS = "turn", "agendas"
NAMED = 3  # likely agendas of a rival that are named
NOTHING = "–"


# ---- what can be compared -------------------------------------------------------------------------------------------
def topics(view: View) -> list[tuple[str, str]]:
    """What a comparison can be about, as (key, title): a turn, or the two agendas; or nothing."""
    s = view.state
    if view.moves and s.phase == r.ACTING:
        return [(TURN, "Your turn")]
    return [(AGENDAS, "Your agendas")] if view.moves and s.phase == r.CHOOSING and not s.chosen[view.seat] else []


def topic_of(view: View, draft: Sequence[int]) -> str:
    """There is just one."""
    return topics(view)[0][0]


def belongs(view: View, moves: tuple[int, ...], topic: str) -> bool:
    """Every plan is about it."""
    return True


def plans(view: View, topic: str) -> list[Plan]:
    """Every pair of agendas; or every action of the turn, each with the cards that the table proposes for it."""
    if topic == AGENDAS:
        return [own_plan(view, pair) for pair in combinations(view.moves, r.CHOSEN)]
    chains = [chain for a in view.moves for chain in _chains(view, a)]
    return [own_plan(view, chain) for chain in dict.fromkeys(chains)]


def own_plan(view: View, moves: Sequence[int]) -> Plan:
    """The plan of somebody who made these decisions, in words."""
    moves = tuple(sorted(moves)) if view.state.phase == r.CHOOSING else tuple(moves)
    other = _other(view, moves)
    named = r.TRADE <= moves[0] < r.TAKE or moves[0] == r.CASH  # the words name the cards that are given away already
    return Plan(moves, _words(view, moves) + ("" if named else other), short=_short(view, moves) + other)


def _other(view: View, moves: tuple[int, ...]) -> str:
    """What tells a plan from the one that the table proposes: «with fox 3 and cash», «above the Hotel 2»."""
    if view.state.phase == r.CHOOSING or moves in _chains(view, moves[0]):
        return ""
    places = [words.site_name((a - r.SITE) // 4, (a - r.SITE) % 4, view.game.cards) for a in moves if a >= r.SITE]
    paid = [words.card_name(k, view.game.cards) for k in moves if k < N_KINDS]
    return "".join([*(f", on {site}" for site in places), *([f" with {list_of(paid)}"] if paid else [])])


def _chains(view: View, a: int) -> Iterator[tuple[int, ...]]:
    """The chains of decisions that begin with this action and are worth comparing."""
    if r.TAKE <= a < r.LOT_CARD:
        yield from _take_overs(view, a - r.TAKE)
    elif r.LOT_CARD <= a < r.LEAVE:
        yield _new_property(view, a - r.LOT_CARD)
    elif a == r.CASH:
        yield (a, *_best_picks(view))
    elif r.TRADE <= a < r.TAKE:
        yield a, _poorest(view)
    elif r.AGENDA <= a < r.WAY:
        held = view.state.agenda[view.seat]
        spent = view.state.spent[view.seat] if view.state.agendas else 0
        yield from ((a, r.AGENDA + i) for i in range(N_AGENDAS) if not (held | spent) >> i & 1)
    else:
        yield (a,)


def _take_overs(view: View, x: int) -> Iterator[tuple[int, ...]]:
    """One for each way of feeding others."""
    game, s = view.game, view.state
    for way in range(max(1, len(Purchase(game, s, view.seat, Deal(aim=x)).ways))):
        purchase = Purchase(game, s, view.seat, Deal(aim=x, way=way))
        if purchase.complete:
            yield purchase.moves()


def _new_property(view: View, x: int) -> tuple[int, ...]:
    """On the cell with the most neighbours of one's own, taken over if that can be paid."""
    game, s, me = view.game, view.state, view.seat
    site = max(sites(game, s, x), key=lambda a: (_own_neighbours(s, me, cell_of(s, a)), -a))
    take = Purchase(game, s, me, Deal(x, site, x))
    able = take.complete and s.used[me] < r.TOKENS
    return (take if able else Purchase(game, s, me, Deal(x, site))).moves()


def _own_neighbours(s: Any, me: int, cell: int) -> int:
    return sum(s.place[x] == r.CITY and s.owner[x] == me and r.is_beside(s.cell[x], cell) for x in range(N_PROPERTIES))


def _poorest(view: View) -> int:
    """The card of the hand to give away in a trade: the lowest value, no cash if that can be."""
    rows = view.game.cards.rows
    return min(in_hand(view.state, view.seat), key=lambda k: (k == CASH_CARD, rows[k]["value"], k))


def _best_picks(view: View) -> tuple[int, ...]:
    """The highest cards of the line-up, cash before other ones of its value."""
    rows = view.game.cards.rows
    line = sorted((k for k in view.state.line if k != NONE), key=lambda k: (-rows[k]["value"], k != CASH_CARD, k))
    return tuple(sorted(line[: view.state.cash_take]))


# ---- a plan in words ------------------------------------------------------------------------------------------------
def _words(view: View, moves: tuple[int, ...]) -> str:
    """«take over the Hotel 3», to go into a sentence."""
    cards, a = view.game.cards, moves[0]
    given = [words.card_name(k, cards) for k in moves if k < N_KINDS]
    if r.AGENDA <= a < r.WAY:
        named = [f"«{words.agenda_name(b - r.AGENDA, cards)}»" for b in moves]
        return f"swap {' for '.join(named)}" if view.state.phase == r.ACTING else f"choose {list_of(named)}"
    if r.TAKE <= a < r.LOT_CARD:
        return f"take over {words.property_name(a - r.TAKE, cards)}{_through(view, moves)}"
    if r.LOT_CARD <= a < r.LEAVE:
        also = "and leave it" if moves[-1] == r.LEAVE else "and take it over"
        return f"add {words.property_name(a - r.LOT_CARD, cards)} to the city {also}"
    if r.TRADE <= a < r.TAKE and given:
        return f"trade {given[0]} for {_of_suit(view, SUITS[a - r.TRADE])}"
    if a == r.CASH and given:
        return f"pay cash for {list_of(given)}"
    return "draw two cards"


def _short(view: View, moves: tuple[int, ...]) -> str:
    """A plan's name in a chart: «Hotel 3», «Hotel 3, way 2», «new Hotel 3», «trade for fox»."""
    cards, a = view.game.cards, moves[0]
    if r.AGENDA <= a < r.WAY:
        return ", ".join(words.agenda_name(b - r.AGENDA, cards).removeprefix("most ") for b in moves)
    if r.TAKE <= a < r.LEAVE:
        x = a - (r.TAKE if a < r.LOT_CARD else r.LOT_CARD)
        name = words.property_name(x, cards).removeprefix("the ")
        way = [words.notation(b, cards).replace("way", "way ") for b in moves if r.WAY <= b < r.SITE]
        return ", ".join([name if a < r.LOT_CARD else f"new {name}", *way])
    return f"trade for {SUITS[a - r.TRADE]}" if r.TRADE <= a < r.TAKE else "cash in" if a == r.CASH else "draw"


def _of_suit(view: View, suit: str) -> str:
    """«2 sharks» that lie in the line-up."""
    rows = view.game.cards.rows
    return number_of(sum(k != NONE and rows[k]["suit"] == suit for k in view.state.line), suit, words.PLURALS[suit])


def _through(view: View, moves: tuple[int, ...]) -> str:
    """Which of several chains, and whom it feeds; nothing where there is no choice."""
    way = next((a - r.WAY for a in moves if r.WAY <= a < r.SITE), NONE)
    if way == NONE:
        return ""
    s, cards = view.state, view.game.cards
    mask = Purchase(view.game, s, view.seat, Deal(aim=moves[0] - r.TAKE)).ways[way]
    through = list_of([words.property_name(x, cards) for x in words.members(mask)])
    return f" through {through}"


def _cost(view: View, moves: tuple[int, ...]) -> str:
    """What a plan costs: «4 (rat 3 and shark 1), fox 1 to connect, 1 of them to rivals»."""
    cards = view.game.cards
    paid = [k for k in moves if k < N_KINDS]
    case = ["a briefcase"] if r.LOT_CARD <= moves[0] < r.LEAVE else []
    take = next((a - r.TAKE for a in moves if r.TAKE <= a < r.LOT_CARD), NONE)
    if take == NONE:
        given = ["cash"] if moves[0] == r.CASH else [words.card_name(k, cards) for k in paid]
        return ", ".join([*case, *given]) or NOTHING
    way = _fed(view, moves, take) if view.state.place[take] == r.CITY else ()
    return ", ".join([*case, *_price(view, moves, take, paid), *way])


def _price(view: View, moves: tuple[int, ...], take: int, paid: list[int]) -> Iterator[str]:
    """«4 (rat 3 and shark 1)», and «fox 1 to connect»."""
    cards, s = view.game.cards, view.state
    price = view.game.plain.cost(s, take)
    gap = view.game.plain.gap(s, view.seat, take) if s.place[take] == r.CITY else 0
    split = len(paid) - gap
    yield f"{price} ({list_of([words.card_name(k, cards) for k in paid[:split]])})"
    if gap:
        yield f"{list_of([words.card_name(k, cards) for k in paid[split:]])} to connect"


def _fed(view: View, moves: tuple[int, ...], take: int) -> Iterator[str]:
    """«1 of them to rivals»"""
    way = next((a - r.WAY for a in moves if r.WAY <= a < r.SITE), 0)
    needs = Purchase(view.game, view.state, view.seat, Deal(aim=take, way=way)).needs
    if given := sum(n for slot, n in needs.items() if slot != 1 + r.NOBODY):
        yield f"{given} of them to rivals"


# ---- what is noted of a world ---------------------------------------------------------------------------------------
KINDS = (r.TOOK_OVER, r.AGENDA_SCORED, r.ROUND_SCORED)


def watch(view: View, topic: str) -> Watch:
    """Notes, up to the end of the round:

    points: what the seat scored in the round.  agendas: how many of its agendas it achieved; agenda0 ... agenda7: 1 if
    that one.  kept: 1 if the first property that it took over is still its own at the end.
    """
    me = view.seat

    def read(rows: Any, n: int, worlds: int) -> Mapping[str, Any]:
        return _read(rows, (n, worlds), me)

    return Watch(KINDS, read)


def _agenda(i: int) -> str:
    return f"agenda{i}"


def _read(rows: Any, shape: tuple[int, int], me: int) -> dict[str, Any]:
    k, w, kind, who, what, more = (rows[:, i] for i in range(6))
    names = ("points", "agendas", "kept", *map(_agenda, range(N_AGENDAS)))
    found = {name: np.zeros(shape, dtype=np.int16) for name in names}
    scored = (kind == r.ROUND_SCORED) & (who == me)
    found["points"][k[scored], w[scored]] = what[scored]
    achieved = (kind == r.AGENDA_SCORED) & (who == me) & (more > 0)
    np.add.at(found["agendas"], (k[achieved], w[achieved]), 1)
    for i in range(N_AGENDAS):
        this = achieved & (what == i)
        found[_agenda(i)][k[this], w[this]] = 1
    found["kept"][:] = _kept(k * shape[1] + w, kind == r.TOOK_OVER, who, what, me, shape[0] * shape[1]).reshape(shape)
    return found


def _kept(world: Any, took: Any, who: Any, what: Any, me: int, worlds: int) -> Any:
    """For each world: whether the first property that `me` took over is its own at the end."""
    first, last = np.full(worlds, NONE), np.full(worlds, NONE)
    mine = np.flatnonzero(took & (who == me))[::-1]
    first[world[mine]] = what[mine]  # of several the last assignment stands: the earliest take-over
    it = np.flatnonzero(took & (what == first[world]))
    last[world[it]] = who[it]  # here the latest
    return last == me


# ---- what came out, in numbers --------------------------------------------------------------------------------------
def columns(choices: Any, topic: str) -> tuple[list[str], Callable[[int], list[str]]]:
    """The headings of a table of all plans, and what stands there for plan k."""
    view = choices.view
    held = [i for i in range(N_AGENDAS) if view.state.agenda[view.seat] >> i & 1]

    def cells(k: int) -> list[str]:
        moves = choices.plans[k].moves
        chances = [choices.share(_agenda(i), k).text(0, 100, " %") for i in held]
        agendas = chances if held else [choices.average("agendas", k).text(2)]
        last = choices.choices[k].win.text(0, 100, " %") if choices.whole else choices.choices[k].measure.text(1)
        cost = [] if topic == AGENDAS else [_cost(view, moves), _kept_words(choices, k)]
        return [*cost, choices.average("points", k).text(1), *agendas, last]

    chances = [words.agenda_name(i, view.game.cards) for i in held] or ["agendas achieved"]
    final = "share of the victory" if choices.whole else "points ahead"
    return ["plan", *([] if topic == AGENDAS else ["cost", "kept"]), "points this round", *chances, final], cells


def _takes(moves: tuple[int, ...]) -> bool:
    return any(r.TAKE <= a < r.LOT_CARD for a in moves)


def _kept_words(choices: Any, k: int) -> str:
    return str(choices.share("kept", k).text(0, 100, " %")) if _takes(choices.plans[k].moves) else NOTHING


# ---- what came out, in words ----------------------------------------------------------------------------------------
def told(choices: Any, topic: str, chosen: Any, names: Names) -> list[str]:
    """What comes of the chosen plan (else of the best one), and what the others are probably up to."""
    if not choices.worlds:
        return []
    k = choices.actions.index(chosen) if chosen in choices.actions else choices.best
    view = choices.view
    said = [_outcome(choices, k)]
    return [*said, *(_likely(view, p, names) for p in range(view.state.players) if p != view.seat)]


def _outcome(choices: Any, k: int) -> str:
    view, plan = choices.view, choices.plans[k]
    points = choices.average("points", k).text(1)
    text = f"If you {plan.words}, you score {points} points this round on average"
    held = [i for i in range(N_AGENDAS) if view.state.agenda[view.seat] >> i & 1]
    chances = [
        f"«{words.agenda_name(i, view.game.cards)}» in {choices.share(_agenda(i), k).text(0, 100, ' %')}" for i in held
    ]
    text += f" and achieve {' and '.join(chances)} of the worlds." if chances else "."
    if _takes(plan.moves):
        text += f" What you take over now is still yours at the end in {_kept_words(choices, k)}."
    return text


def _likely(view: View, p: int, names: Names) -> str:
    """The likeliest agendas of rival p, and which of its moves speak for them."""
    s, cards = view.state, view.game.cards
    n, gone = s.used[p], len(words.members(s.spent[p])) if s.agendas else 0  # gone: used before, not to be had again
    if not n:
        known = "each unused one of {p}'s agendas is as likely" if gone else "nothing is known of {p}'s agendas"
        return f"{names[p]} has taken over nothing yet, so {known.format(p=names[p])}."
    each, before = "each unused one" if gone else "each", r.CHOSEN / (N_AGENDAS - gone)
    chance = [view.game.plain.agenda_chance(s, p, i) for i in range(N_AGENDAS)]
    best = sorted(range(N_AGENDAS), key=lambda i: (-chance[i], i))[:NAMED]
    found = [f"{words.agenda_name(i, cards)} {percent(chance[i])} ({_speak_for(view, p, i)})" for i in best]
    return f"{names[p]}'s likely agendas, {each} {percent(before)} at first: {', '.join(found)}."


def _speak_for(view: View, p: int, agenda: int) -> str:
    """How many take-overs of rival p fit an agenda, and which: those whose token nobody has covered since."""
    s, n = view.state, view.state.used[p]
    fit = s.served[p * N_AGENDAS + agenda]
    told = f"{fit} of {number_of(n, 'take-over', 'take-overs')} {'fits' if n == 1 else 'fit'}"
    there = [x for x in range(N_PROPERTIES) if s.owner[x] == p and s.taken_for[x] >> agenda & 1]
    if not there:
        return told
    which = list_of([words.property_name(x, view.game.cards).removeprefix("the ") for x in there])
    return f"{told}: {which}" if len(there) == fit else f"{told}, among them {which}"
