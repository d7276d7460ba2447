"""A turn being put together at the table: pressed in any order, changed until it is done.  No rule stands here.

The rules ask for an action as a chain of small decisions in one fixed order.  A person taps a property and sees which
cards it would take; so the table keeps a *draft*, and only when it is done does it become the chain.  The first entry
of a draft is an action of the rules (or, in a trade, perhaps the card to give away); nothing of it has been played:

    (TAKE + x, [WAY + i], [OWN, PUT + ...])       a take-over; without OWN the table proposes the cards
    (LOT_CARD + x, [SITE + ...], [TAKE + x, ...])  a property of the open lot, perhaps taken over as well
    (TRADE + suit,) or (card,)                     a trade; the other half completes it
    (CASH, card, ...)                              cards of the line-up for cash
    (AGENDA + a, ...)                              agendas to choose, or one to put back

What is refused is asked of the rules each time, on a copy of the position in which the question is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...core.plan import Press
from ...core.table import Table
from ...core.words import Names, Reason
from . import rules as r
from . import words
from .cards import CASH_CARD, N_KINDS, NONE

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.view import View

# ---- what can be pressed and is no action of the rules --------------------------------------------------------------
PRICE = 0  # places for cards: the price, 1 + q the connection cards for seat q, the last one those for nobody
N_SLOTS = 2 + r.NOBODY
OWN = r.N_ACTIONS  # from here on the person says which cards
PUT = OWN + 1  # PUT + slot * N_KINDS + card, OUT likewise: into that place, and out of it
OUT = PUT + N_SLOTS * N_KINDS
DO = OUT + N_SLOTS * N_KINDS  # do what has been put together

ALL_PAID = "Everything is paid. To use another card, first tap the one that you would rather keep."
HALF_DONE = (r.TRADING, r.PICKING, r.ROUTING, r.PAYING, r.CONNECTING, r.SITING, r.DECIDING, r.SWAPPING)


def half_done(s: Any) -> bool:
    """The rules are in the middle of a chain that a draft stands for."""
    return s.phase in HALF_DONE or (s.phase == r.CHOOSING and 0 < s.chosen[s.turn] < r.CHOSEN)


def redraft(actions: Iterable[int]) -> tuple[int, ...]:
    """The draft that stands for the first steps of a chain that was begun, or for all of one that was taken back."""
    steps = tuple(actions)
    if steps and r.TRADE <= steps[0] < r.TAKE:
        return steps[:1]  # the card to give away would complete it
    if not steps or not (r.TAKE <= steps[0] < r.LEAVE):
        return steps
    begun = tuple(a for a in steps if a >= N_KINDS and a != r.LEAVE)
    cards = tuple(a for a in steps if a < N_KINDS)
    return (*begun, OWN, *cards) if cards else begun


# ---- on copies of the position --------------------------------------------------------------------------------------
def asked(s: Any, phase: int, aim: int = NONE, owed: int = 0) -> Any:
    """A copy in which this question is open, and no card of it has been named yet."""
    copy = s.__copy__()
    copy.phase, copy.aim, copy.owed, copy.order, copy.apart = phase, aim, owed, 0, 0
    return copy


def sites(game: Game, s: Any, lot: int) -> list[int]:
    """The cells where a property of the open lot may go, as actions."""
    world = asked(s, r.SITING, lot)
    return [a for a in range(r.SITE, r.N_ACTIONS) if game.plain.check(world, a) == r.OK]


def cell_of(s: Any, site: int) -> int:
    """The cell that a SITE action names."""
    return int(s.cell[(site - r.SITE) // 4] + r.STEP[(site - r.SITE) % 4])


def in_hand(s: Any, me: int) -> list[int]:
    """Cards of a hand, each as its kind, from high values to low."""
    return [k for k in range(N_KINDS) for _ in range(s.hand[me * N_KINDS + k])]


def without(hand: list[int], cards: Iterable[int]) -> list[int]:
    """The hand less these cards, as far as it has them."""
    left = list(hand)
    for k in cards:
        if k in left:
            left.remove(k)
    return left


# ---- take-overs and new properties ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Deal:
    """What a draft of a take-over or a new property holds.

    lot: the property from the open lot; site: the action that names its cell; aim: what is to be taken over; way: which
    chain; each NONE where nothing was said.  put: cards where the person wants them, as PUT actions, or as plain cards,
    which go where the rules would ask for them next; None as long as the table proposes them.
    """

    lot: int = NONE
    site: int = NONE
    aim: int = NONE
    way: int = NONE
    put: tuple[int, ...] | None = None

    @classmethod
    def of(cls, draft: tuple[int, ...]) -> Deal | None:
        """None if the draft is of another kind."""
        if not draft or not r.TAKE <= draft[0] < r.LEAVE:
            return None

        def found(first: int, end: int) -> int:
            return next((a for a in draft if first <= a < end), NONE)

        lot, aim, way = found(r.LOT_CARD, r.LEAVE), found(r.TAKE, r.LOT_CARD), found(r.WAY, r.SITE)
        return cls(
            NONE if lot == NONE else lot - r.LOT_CARD,
            found(r.SITE, r.N_ACTIONS),
            NONE if aim == NONE else aim - r.TAKE,
            NONE if way == NONE else way - r.WAY,
            tuple(a for a in draft if a < N_KINDS or PUT <= a < OUT) if OWN in draft else None,
        )

    @property
    def draft(self) -> tuple[int, ...]:
        lot = () if self.lot == NONE else (r.LOT_CARD + self.lot,)
        site = () if self.site == NONE else (self.site,)
        aim = () if self.aim == NONE else (r.TAKE + self.aim,)
        way = () if self.way == NONE else (r.WAY + self.way,)
        return (*lot, *site, *aim, *way, *(() if self.put is None else (OWN, *self.put)))


class Purchase:
    """A deal with what it costs and the cards that lie there for it.

    world: the position with the new property in its place.  price, gap: value and connection cards asked for.  ways:
    chains to choose from, as masks.  needs: {slot: number of connection cards}.  cards: {slot: cards there}.
    """

    def __init__(self, game: Game, s: Any, me: int, deal: Deal):
        self.game, self.me, self.deal = game, me, deal
        self.world = s.__copy__()
        self.built = deal.lot != NONE and deal.site != NONE
        if self.built:
            game.plain.settle(self.world, deal.lot, cell_of(s, deal.site))
        self.price = self.gap = 0
        self.ways: list[int] = []
        self.needs: dict[int, int] = {}
        if deal.aim != NONE:
            self.price = int(game.plain.cost(self.world, deal.aim))
            if not self.built:
                self._connect(deal)
        self.cards: dict[int, list[int]] = {slot: [] for slot in (PRICE, *self.needs)}
        if deal.aim != NONE:
            for slot, k in self._proposed() if deal.put is None else self._placed(deal.put):
                self.cards[slot].append(k)

    def _connect(self, deal: Deal) -> None:
        game, world = self.game, self.world
        self.gap = int(game.plain.gap(world, self.me, deal.aim))
        if not self.gap:
            return
        scratch = asked(world, r.ACTING)
        scratch.n_ways = 0
        game.plain.find_ways(scratch, self.me, deal.aim, Table.new())
        self.ways = list(scratch.way[: scratch.n_ways])
        for x in words.members(self.chain):
            slot = 1 + (r.NOBODY if world.owner[x] == NONE else world.owner[x])
            self.needs[slot] = self.needs.get(slot, 0) + 1
        self.needs = dict(sorted(self.needs.items()))

    @property
    def way(self) -> int:
        """The number of the chain: the one that was named, else the one that feeds the fewest."""
        if 0 <= self.deal.way < len(self.ways):
            return self.deal.way
        return words.fewest_fed(self.world, self.ways) if self.ways else 0

    @property
    def chain(self) -> int:
        """The spaces that the connection passes, as a mask."""
        return self.ways[self.way] if self.ways else 0

    def value(self, k: int) -> int:
        return int(self.game.cards.rows[k]["value"])

    def pays(self, k: int) -> bool:
        return bool(self.game.plain.pays(k, self.deal.aim))

    @property
    def paid(self) -> int:
        return sum(map(self.value, self.cards[PRICE]))

    @property
    def hand(self) -> list[int]:
        """What is left of the hand."""
        return without(in_hand(self.world, self.me), [k for put in self.cards.values() for k in put])

    @property
    def complete(self) -> bool:
        if self.deal.lot != NONE and not self.built:
            return False
        if self.deal.aim == NONE:
            return self.built
        return self.paid >= self.price and all(len(self.cards[slot]) == n for slot, n in self.needs.items())

    # ---- which cards ----
    def _proposed(self) -> Iterable[tuple[int, int]]:
        """The price with the least value, cash spared; the poorest of what is left to connect, rivals first."""
        hand = in_hand(self.world, self.me)
        best = min(self._payments(hand), default=None)
        if best is None:
            return
        for k in best[-1]:
            yield PRICE, k
        rest = without(hand, best[-1])
        rest.sort(key=lambda k: (k == CASH_CARD, self.value(k), k))
        for slot, n in self.needs.items():
            for _ in range(n):
                yield slot, rest.pop(0)

    def _payments(self, hand: list[int]) -> Iterable[tuple[int, int, int, tuple[int, ...]]]:
        """All payments without a needless card that leave enough to connect: value, cash cards, number, cards."""
        able = [k for k in hand if self.pays(k)]
        open_ends: set[tuple[int, tuple[int, ...]]] = {(0, ())}  # where to go on, cards so far
        while open_ends:
            at, cards = open_ends.pop()
            total = sum(map(self.value, cards))
            if total >= self.price:
                if len(cards) + self.gap <= len(hand):
                    yield total, cards.count(CASH_CARD), len(cards), cards
                continue
            tried = set()
            for i in range(at, len(able)):
                if able[i] not in tried:
                    tried.add(able[i])
                    open_ends.add((i + 1, (*cards, able[i])))

    def _placed(self, put: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        """The cards where they were put; a plain one where it belongs."""
        total, room = 0, dict(self.needs)
        for a in put:
            slot, k = divmod(a - PUT, N_KINDS) if a >= PUT else (NONE, a)
            if slot == NONE:
                pays = total < self.price and self.pays(k)
                slot = PRICE if pays else next((q for q, n in room.items() if n), NONE)
            if slot == PRICE:
                total += self.value(k)
            elif room.get(slot, 0) > 0:
                room[slot] -= 1
            else:
                continue
            yield slot, k

    def _as_put(self) -> Deal:
        """The same deal with its cards named."""
        put = tuple(PUT + slot * N_KINDS + k for slot, cards in self.cards.items() for k in cards)
        return replace(self.deal, put=put)

    def with_card(self, k: int) -> Deal | None:
        """Card k of the hand put where it serves, or None if it serves nowhere."""
        slot = self._place_for(k)
        if slot == NONE:
            return None
        self.cards[slot].append(k)
        if slot == PRICE:
            self._spare(k)
        return self._as_put()

    def _place_for(self, k: int) -> int:
        if self.pays(k) and self.paid < self.price:
            return PRICE
        room = next((slot for slot, n in self.needs.items() if len(self.cards[slot]) < n), NONE)
        if room != NONE:
            return room
        if self.pays(k) and any(self.paid + self.value(k) - self.value(c) >= self.price for c in self.cards[PRICE]):
            return PRICE
        if self.gap == 1:  # in exchange for the one that lies there
            (only,) = self.needs
            self.cards[only].clear()
            return only
        return NONE

    def _spare(self, new: int) -> None:
        """Back to the hand with what is needless now (T17): the lowest first, cash before others, not the new card."""
        while True:
            old = without(self.cards[PRICE], [new])
            spare = [c for c in old if self.paid - self.value(c) >= self.price]
            if not spare:
                return
            self.cards[PRICE].remove(min(spare, key=lambda c: (self.value(c), c != CASH_CARD, c)))

    def without_card(self, slot: int, k: int) -> Deal | None:
        if k not in self.cards.get(slot, ()):
            return None
        self.cards[slot].remove(k)
        return self._as_put()

    # ---- what it becomes ----
    def moves(self) -> tuple[int, ...]:
        """The decisions that the rules ask for."""
        deal = self.deal
        begun = (*(() if deal.lot == NONE else (r.LOT_CARD + deal.lot, deal.site)),)
        if deal.aim == NONE:
            return (*begun, r.LEAVE)
        way = (r.WAY + self.way,) if len(self.ways) > 1 else ()
        return (*begun, r.TAKE + deal.aim, *way, *(k for slot in self.cards for k in sorted(self.cards[slot])))

    def missing(self) -> tuple[int, Any]:
        """The reason code that says what is still to be done, and the position in which it is asked."""
        deal, world = self.deal, self.world
        if deal.aim == NONE:
            return r.SITE_FIRST, asked(world, r.SITING, deal.lot)
        if self.paid < self.price:
            return r.PAY_FIRST, asked(world, r.PAYING, deal.aim, self.price - self.paid)
        return r.CONNECT_FIRST, asked(world, r.CONNECTING, deal.aim)


# ---- what a press does ----------------------------------------------------------------------------------------------
def press(view: View, draft: tuple[int, ...], a: int, names: Names) -> Press:
    """What pressing `a` does to the draft; see `Press`.  What no draft is made for is to be played as it is."""
    if view.state.phase == r.CHOOSING:
        return _Finger(view, names).agenda(tuple(draft), a)
    if view.state.phase == r.ACTING:
        return _Finger(view, names).press(tuple(draft), a)
    return Press(moves=(a,))


class _Finger:
    def __init__(self, view: View, names: Names):
        self.game, self.s, self.me, self.names = view.game, view.state, view.seat, names

    def press(self, draft: tuple[int, ...], a: int) -> Press:
        """In a turn."""
        if 0 <= a < N_KINDS:
            return self._card(draft, a)
        if r.TRADE <= a < r.TAKE:
            return self._suit(draft, a)
        if r.TAKE <= a < r.LOT_CARD:
            return self._take(draft, a)
        if r.LOT_CARD <= a < r.LEAVE or a == r.CASH:
            return self._begin(draft, a)
        if r.AGENDA <= a < r.WAY:
            return self._swap(draft, a)
        if OUT <= a < DO:
            return self._out(draft, *divmod(a - OUT, N_KINDS))
        if a == DO:
            return self._do(draft)
        deal = Deal.of(draft)
        if deal is not None and (a == r.LEAVE or r.WAY <= a < OUT):
            return self._deal(draft, deal, a)
        return self._refused(draft, self.s, a) or Press(moves=(a,))

    def agenda(self, draft: tuple[int, ...], a: int) -> Press:
        """In the choice of agendas: as many as are needed, the first one out if it gets one more."""
        number = r.CHOSEN - self.s.chosen[self.me]
        if a == DO:
            if len(draft) == number:
                return Press(moves=draft)
            return self._sorry(draft, r.AGENDAS_FIRST, self.s, a)
        if a in draft:
            return Press(tuple(b for b in draft if b != a))
        return self._refused(draft, self.s, a) or Press((*draft, a)[-number:])

    # ---- parts of a turn ----
    def _begin(self, draft: tuple[int, ...], a: int) -> Press:
        """Begin with `a`, or drop it if it is what was begun."""
        if draft[:1] == (a,):
            return Press()
        return self._refused(draft, self.s, a) or Press((a,))

    def _suit(self, draft: tuple[int, ...], a: int) -> Press:
        """What is wanted in a trade; the card to give away may have been named before."""
        if len(draft) == 1 and draft[0] < N_KINDS:
            return self._refused(draft, self.s, a) or Press(moves=(a, *draft))
        return self._begin(draft, a)

    def _card(self, draft: tuple[int, ...], k: int) -> Press:
        first = draft[0] if draft else NONE
        if first == r.CASH:
            return self._pick(draft, k)
        deal = Deal.of(draft)
        if deal is not None:
            return self._pay(draft, deal, k)
        if refused := self._refused(draft, asked(self.s, r.TRADING), k):
            return refused
        if r.TRADE <= first < r.TAKE:
            return Press(moves=(first, k))
        return Press() if first == k else Press((k,))

    def _pick(self, draft: tuple[int, ...], k: int) -> Press:
        """A card of the line-up for cash."""
        missing = self.s.cash_take - (len(draft) - 1)
        if missing == 0:
            rule = f"Rulebook: {words.CASH_IN}"
            text = f"You have picked {self.s.cash_take} cards. Tap one of them to put it back first."
            return Press(draft, refused=Reason(r.CANNOT_FINISH, text, rule))
        picking = asked(self.s, r.PICKING, NONE, missing)
        for taken in draft[1:]:
            picking.line[list(picking.line).index(taken)] = NONE
        picking.owed = 0  # the order of picks is put right later
        return self._refused(draft, picking, k) or Press((*draft, k))

    def _pay(self, draft: tuple[int, ...], deal: Deal, k: int) -> Press:
        purchase = Purchase(self.game, self.s, self.me, deal)
        if deal.aim == NONE:
            code = r.SITE_FIRST if deal.site == NONE else r.DECIDE_FIRST
            return self._sorry(draft, code, asked(purchase.world, r.SITING, deal.lot), k)
        if k not in purchase.hand:
            return self._sorry(draft, r.NOT_IN_HAND, self.s, k)
        if (changed := purchase.with_card(k)) is not None:
            return Press(changed.draft)
        if not purchase.pays(k):
            return self._sorry(draft, r.WRONG_SUIT, asked(purchase.world, r.PAYING, deal.aim), k)
        rule = f"Rulebook: {words.TAKE_OVER}; ruling T17"
        return Press(draft, refused=Reason(r.CANNOT_FINISH, ALL_PAID, rule))

    def _out(self, draft: tuple[int, ...], slot: int, k: int) -> Press:
        """A card back to the hand, or to the line-up."""
        if draft[:1] == (r.CASH,) and k in draft[1:]:
            at = len(draft) - 1 - draft[::-1].index(k)
            return Press((*draft[:at], *draft[at + 1 :]))
        deal = Deal.of(draft)
        changed = deal and Purchase(self.game, self.s, self.me, deal).without_card(slot, k)
        return Press(changed.draft if changed else draft)

    def _take(self, draft: tuple[int, ...], a: int) -> Press:
        deal = Deal.of(draft)
        if deal is not None and deal.site != NONE and a == r.TAKE + deal.lot:
            return self._also(draft, deal)
        return self._begin(draft, a)

    def _also(self, draft: tuple[int, ...], deal: Deal) -> Press:
        """Take over what is being built, too."""
        if deal.aim != NONE:
            return Press(draft)
        world = asked(Purchase(self.game, self.s, self.me, deal).world, r.DECIDING, deal.lot)
        return self._refused(draft, world, r.TAKE + deal.lot) or Press(replace(deal, aim=deal.lot).draft)

    def _deal(self, draft: tuple[int, ...], deal: Deal, a: int) -> Press:
        purchase = Purchase(self.game, self.s, self.me, deal)
        if a == r.LEAVE and purchase.built:
            return Press(moves=(r.LOT_CARD + deal.lot, deal.site, r.LEAVE))
        if r.SITE <= a < r.N_ACTIONS and deal.lot != NONE:
            return self._site(draft, deal, a)
        if r.WAY <= a < r.WAY + len(purchase.ways):
            return Press(replace(deal, way=a - r.WAY, put=None).draft)
        if a == OWN and deal.aim != NONE:
            return Press(replace(deal, put=deal.put or ()).draft)
        if PUT <= a < OUT and (a - PUT) % N_KINDS in purchase.hand and deal.put is not None:
            return Press(replace(deal, put=(*deal.put, a)).draft)
        return self._refused(draft, self.s, a) or Press(draft)

    def _site(self, draft: tuple[int, ...], deal: Deal, a: int) -> Press:
        """A cell for the new property; taking it over is proposed if that can be paid."""
        if refused := self._refused(draft, asked(self.s, r.SITING, deal.lot), a):
            return refused
        built = Deal(deal.lot, a)
        also = self._also(built.draft, built)
        return Press(also.draft)

    def _swap(self, draft: tuple[int, ...], a: int) -> Press:
        """Put an agenda back; the next one is held instead."""
        put_back = draft[0] - r.AGENDA if draft and r.AGENDA <= draft[0] < r.WAY else NONE
        if put_back == NONE or a == draft[0]:
            return self._begin(draft, a)
        swapping = asked(self.s, r.SWAPPING)
        swapping.agenda[self.me] &= ~(1 << put_back)
        swapping.put_back = put_back
        return self._refused(draft, swapping, a) or Press(moves=(draft[0], a))

    def _do(self, draft: tuple[int, ...]) -> Press:
        if draft[:1] == (r.CASH,):
            missing = self.s.cash_take - (len(draft) - 1)
            if missing:
                return self._sorry(draft, r.PICK_FIRST, asked(self.s, r.PICKING, NONE, missing), DO)
            return Press(moves=(r.CASH, *sorted(draft[1:])))
        deal = Deal.of(draft)
        if deal is None:
            return self._refused(draft, self.s, DO) or Press(draft)
        purchase = Purchase(self.game, self.s, self.me, deal)
        if purchase.complete:
            return Press(moves=purchase.moves())
        code, world = purchase.missing()
        return self._sorry(draft, code, world, DO)

    # ---- refusals ----
    def _refused(self, draft: tuple[int, ...], s: Any, a: int) -> Press | None:
        """The draft as it was, with the reason of the rules, or None if they allow `a`."""
        code = self.game.plain.check(s, a)
        return self._sorry(draft, code, s, a) if code else None

    def _sorry(self, draft: tuple[int, ...], code: int, s: Any, a: int) -> Press:
        return Press(draft, refused=self.game.words.reason(code, a, s, self.game.cards, self.names))
