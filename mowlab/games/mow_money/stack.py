"""A stack being put together at the table: cards in any order, changed until it is sealed.  No rule stands here.

The rules ask for a bid as a chain of small decisions in one fixed order.  A person picks things up as they come: so the
table keeps a *draft*, the actions that were pressed (a target, cards, contracts to stake), and only when the stack is
sealed does it become the chain (`chain`).  What is valid and what is refused is asked of the rules each time, on a
copy of the position with the stack laid out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core.plan import Press
from ...core.table import Table
from ...core.words import Names, number_of
from . import rules as r
from . import words
from .cards import JOBS, MAX_NEEDS, N_CARDS, NONE, STARRED, TIERS

if TYPE_CHECKING:
    from ...core.game import Game
    from ...core.view import View

HALF_DONE = (r.CHOOSING_WAY, r.PUTTING_CARDS, r.STAKING, r.BLUFFING, r.PICKING_CARDS)  # a draft stands for these


@dataclass(frozen=True)
class Stack:
    """What a draft holds.  target: a neighborhood, ODD_JOB or NONE; cards, stakes: in the order they were put."""

    target: int = NONE
    cards: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()

    @classmethod
    def of(cls, draft: Iterable[int]) -> Stack:
        draft = tuple(draft)
        return cls(
            next((a - r.AIM for a in draft if r.AIM <= a < r.DONE), NONE),
            tuple(a for a in draft if a < N_CARDS),
            tuple(a - r.STAKE for a in draft if r.STAKE <= a < r.BLUFF),
        )

    @property
    def draft(self) -> tuple[int, ...]:
        aim = () if self.target == NONE else (r.AIM + self.target,)
        return (*aim, *self.cards, *(r.STAKE + c for c in self.stakes))


# ---- on a copy of the position --------------------------------------------------------------------------------------
def laid(s: Any, stack: Stack) -> Any:
    """A copy of the view's state in which the stack lies under its token."""
    copy = s.__copy__()
    bid = r.here(copy)
    copy.target[bid] = stack.target
    for card in stack.cards:
        copy.place[card] = r.STACK + bid
    for contract in stack.stakes:
        copy.contract[contract] = r.STAKED + bid
    copy.n_put, copy.last, copy.way = len(stack.cards), NONE, r.FREE - r.WAY
    return copy


def total(game: Game, s: Any, stack: Stack) -> int:
    """Dollars: what gets paid, stakes or not."""
    return int(game.plain.total_of(laid(s, stack), r.here(s)))


def staked(game: Game, s: Any, stack: Stack) -> int:
    """Reputation points staked."""
    return int(game.plain.points_staked(laid(s, stack), r.here(s)))


def way_met(game: Game, s: Any, stack: Stack) -> list[Any] | None:
    """The way of bidding that the stack meets exactly: [tier, count, any or starred], or None."""
    need = game.plain.way_met(laid(s, stack), r.here(s), game.plain.top(s, stack.target))
    return None if need == NONE else ways(game, s, stack.target)[need % MAX_NEEDS]


def job_done(game: Game, s: Any, cards: tuple[int, ...]) -> int:
    """The best paid odd job that these cards do, or NONE."""
    copy = laid(s, Stack(r.ODD_JOB, cards)) if s.phase == r.AIMING else _for_pick_up(s, cards)
    return int(game.plain.job_done(copy, r.here(copy)))


def _for_pick_up(s: Any, cards: tuple[int, ...]) -> Any:
    copy = s.__copy__()
    copy.slot = 0
    copy.job[r.here(copy)] = NONE
    for card in cards:
        copy.place[card] = r.STACK + r.here(copy)
    return copy


def ways(game: Game, s: Any, area: int) -> list[list[Any]]:
    """The ways to bid for the contract that is up in a neighborhood."""
    return words.needs_of(game.plain.top(s, area), game.cards)


def in_hand(s: Any, me: int) -> list[int]:
    return [c for c in range(N_CARDS) if s.place[c] == r.HAND + me]


def cheapest(game: Game, s: Any, me: int, way: list[Any]) -> tuple[int, ...]:
    """The cards of the hand that meet a way for the least, sparing stars and second icons where that is free."""
    tier, count, star = way
    rows = game.cards.rows
    able = [c for c in in_hand(s, me) if rows[c]["tier"] == tier and (rows[c]["star"] or star != STARRED)]
    able.sort(key=lambda c: (rows[c]["value"], len(rows[c]["icons"]), rows[c]["star"], c))
    return tuple(able[:count])


def for_job(game: Game, s: Any, me: int, job: int) -> tuple[int, ...]:
    """Three cards for an odd job: cheap to buy, and poor for bids."""
    rows = game.cards.rows
    able = [c for c in in_hand(s, me) if JOBS[job] in rows[c]["icons"]]
    able.sort(key=lambda c: (TIERS.index(rows[c]["tier"]), rows[c]["star"], -rows[c]["value"], c))
    return tuple(able[: r.JOB_CARDS])


def can_do(game: Game, s: Any, me: int, job: int) -> bool:
    """Whether three cards in hand show this odd job."""
    return len(for_job(game, s, me, job)) == r.JOB_CARDS


# ---- is it valid? ---------------------------------------------------------------------------------------------------
def verdict(game: Game, s: Any, stack: Stack) -> tuple[bool, str]:
    """Whether the stack would be a valid bid, or do its job, and a sentence that says so or what is amiss."""
    if stack.target == NONE:
        return False, "Say what it is for: tap a neighborhood, or take the odd job."
    if stack.target == r.ODD_JOB:
        return _job_verdict(game, s, stack.cards, r.BONUS)
    if (way := way_met(game, s, stack)) is not None:
        points = words.points_of(game.plain.top(s, stack.target), game.cards)
        return True, f"Valid for {number_of(points, 'point', 'points')}: {words.way_words(way)}."
    return False, _amiss(game, s, stack)


def pick_up_verdict(game: Game, s: Any, cards: tuple[int, ...]) -> tuple[bool, str]:
    """The same for three cards of a pick-up, which brings no bonus."""
    return _job_verdict(game, s, cards, 0)


def _job_verdict(game: Game, s: Any, cards: tuple[int, ...], bonus: int) -> tuple[bool, str]:
    job = job_done(game, s, cards)
    if job != NONE:
        pay = game.cards.others["jobs"][job]["pay"]
        return True, f"{words.JOB_NAMES[job].capitalize()}: brings ${pay}{f' and ${bonus} more' if bonus else ''}."
    if len(cards) != r.JOB_CARDS:
        return False, f"Not done: an odd job takes exactly three cards that show the same one, and here {_are(cards)}."
    return False, "Not done: these three cards show no odd job that is on all of them."


def _are(cards: tuple[int, ...]) -> str:
    return f"{'is' if len(cards) == 1 else 'are'} {len(cards) or 'none'}"


def _amiss(game: Game, s: Any, stack: Stack) -> str:
    rows = [game.cards.rows[c] for c in stack.cards]
    tiers = [tier for tier in TIERS if any(row["tier"] == tier for row in rows)]
    asked = " or ".join(words.way_words(way) for way in ways(game, s, stack.target))
    if not rows:
        return f"Not valid: without bid cards it can only mislead the others. Asked for: {asked}."
    if len(tiers) > 1:
        return f"Not valid: {' and '.join(tiers)} cards may not be mixed. Asked for: {asked}."
    way = next((way for way in ways(game, s, stack.target) if way[0] == tiers[0]), None)
    if way is None:
        return f"Not valid: {tiers[0]} cards do not do for this contract. Asked for: {asked}."
    plain = [row for row in rows if not row["star"]] if way[2] == STARRED else []
    if plain:
        which = "one card has" if len(plain) == 1 else f"{len(plain)} cards have"
        return f"Not valid: {which} no star. Asked for: {words.way_words(way)}."
    missing = way[1] - len(rows)
    if missing > 0:
        return f"Not valid yet: {missing} more for {words.way_words(way)}."
    return f"Not valid: {-missing} too many for {words.way_words(way)}."


# ---- what a press does ----------------------------------------------------------------------------------------------
def press(view: View, draft: tuple[int, ...], a: int, names: Names) -> Press:
    """What pressing action `a` does to the draft; see `Press`.  What no draft is made for is to be played as it is."""
    if view.state.phase == r.AIMING and a != r.DONE:
        return _Bid(view, names).press(Stack.of(draft), a)
    if view.state.phase == r.PICKING_UP and a != r.DONE:
        return _PickUp(view, names).press(tuple(draft), a)
    return Press(moves=(a,))


def redraft(actions: Iterable[int]) -> tuple[int, ...]:
    """The draft that stands for the first steps of a chain that was begun."""
    return Stack.of(actions).draft


class _Bid:
    def __init__(self, view: View, names: Names):
        self.game, self.s, self.me, self.names = view.game, view.state, view.seat, names

    def press(self, stack: Stack, a: int) -> Press:
        if r.AIM <= a < r.DONE:
            return self._aim(stack, a)
        if 0 <= a < N_CARDS:
            return self._card(stack, a)
        if r.STAKE <= a < r.BLUFF:
            return self._stake(stack, a)
        if stack.target != NONE and (r.WAY <= a < r.FREE or r.JOB <= a < r.STAKE):
            return self._fill(stack, a)
        if stack.target != NONE and r.BLUFF <= a < r.BUY_CARD:
            return self._seal(stack, a)
        return self._refusal(stack, self.s, a) or Press(stack.draft)

    def _aim(self, stack: Stack, a: int) -> Press:
        stakes = () if a - r.AIM == r.ODD_JOB else stack.stakes
        aimed = Stack(a - r.AIM, stack.cards, stakes)
        return self._refusal(stack, self.s, a) or Press(aimed.draft)

    def _card(self, stack: Stack, a: int) -> Press:
        if a in stack.cards:
            return Press(Stack(stack.target, tuple(c for c in stack.cards if c != a), stack.stakes).draft)
        putting = self._at(r.PUTTING_CARDS, stack)
        putting.last = NONE
        return self._refusal(stack, putting, a) or Press(Stack(stack.target, (*stack.cards, a), stack.stakes).draft)

    def _stake(self, stack: Stack, a: int) -> Press:
        c = a - r.STAKE
        if c in stack.stakes:
            return Press(Stack(stack.target, stack.cards, tuple(x for x in stack.stakes if x != c)).draft)
        if stack.target == r.ODD_JOB:
            return Press(stack.draft)
        staking = self._at(r.STAKING, stack)
        return self._refusal(stack, staking, a) or Press(Stack(stack.target, stack.cards, (*stack.stakes, c)).draft)

    def _fill(self, stack: Stack, a: int) -> Press:
        """Put the cheapest cards of one way, or three for a job, into the stack instead of what is there."""
        choosing = self._at(r.CHOOSING_WAY, Stack(stack.target))
        if refusal := self._refusal(stack, choosing, a):
            return refusal
        if a < r.FREE:
            cards = cheapest(self.game, self.s, self.me, ways(self.game, self.s, stack.target)[a - r.WAY])
        else:
            cards = for_job(self.game, self.s, self.me, a - r.JOB)
        return Press(Stack(stack.target, cards, stack.stakes).draft)

    def _seal(self, stack: Stack, a: int) -> Press:
        refusal = self._refusal(stack, self._at(r.BLUFFING, stack), a)
        return refusal or Press(moves=chain(self.game, self.s, stack, a - r.BLUFF))

    def _at(self, phase: int, stack: Stack) -> Any:
        copy = laid(self.s, stack)
        copy.phase = phase
        copy.job[r.here(copy)] = NONE
        return copy

    def _refusal(self, stack: Stack, s: Any, a: int) -> Press | None:
        code = self.game.plain.check(s, a)
        if not code:
            return None
        return Press(stack.draft, refused=self.game.words.reason(code, a, s, self.game.cards, self.names))


class _PickUp:
    """Three cards for an odd job: pressing a job picks cards for it, pressing it again does it."""

    def __init__(self, view: View, names: Names):
        self.game, self.s, self.me, self.names = view.game, view.state, view.seat, names

    def press(self, cards: tuple[int, ...], a: int) -> Press:
        if a in cards:
            return Press(tuple(c for c in cards if c != a))
        if 0 <= a < N_CARDS and self.s.place[a] == r.HAND + self.me:
            return Press((*cards, a))
        if code := self.game.plain.check(self.s, a):
            return Press(cards, refused=self.game.words.reason(code, a, self.s, self.game.cards, self.names))
        shows = [JOBS[a - r.JOB] in self.game.cards.rows[c]["icons"] for c in cards]
        if len(cards) == r.JOB_CARDS and all(shows):
            return Press(moves=(a, *sorted(cards)))
        return Press(for_job(self.game, self.s, self.me, a - r.JOB))


def chain(game: Game, s: Any, stack: Stack, bluffs: int) -> tuple[int, ...]:
    """The decisions that the rules ask for to seal this stack, from the question for its target on."""
    copy, t, moves = s.__copy__(), Table.new(), []
    none_left = game.plain.unused_bluffs(copy, copy.turn) == 0
    if none_left:  # the rules then seal by themselves: not on this copy, where the stacks of others are blank
        copy.bluffs[copy.turn * r.SLOTS] -= 1

    def do(a: int) -> None:
        moves.append(a)
        game.plain.apply(copy, a, t)

    do(r.AIM + stack.target)
    do(r.FREE)
    for card in sorted(stack.cards):
        do(card)
    if copy.phase == r.PUTTING_CARDS:
        do(r.DONE)
    if copy.phase == r.STAKING:
        for contract in sorted(stack.stakes):
            do(r.STAKE + contract)
        if copy.phase == r.STAKING:
            do(r.DONE)
    return tuple(moves) if none_left else (*moves, r.BLUFF + bluffs)
