"""A game as the tree of game theory: decisions of seats, decisions of luck, memories, payoffs.  Nodes never change.

Luck is drawn one card, one die at a time, each outcome with its exact probability, so that a deal is a path and not one
of 96! branches.  A node knows its parent; whoever copies a position copies a reference.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .core import engine
from .core.game import Game
from .core.luck import Outcomes, Undecided
from .core.table import KINDS, Table, seed_streams, seed_words
from .encoding import news, own_move
from .games import game as open_game
from .match import Turn, event_rows

DEAL = -1  # seat and action of the turn that deals


@dataclass(frozen=True, eq=False)
class Node:
    """One position.

    state: the whole truth; while luck decides, as it was before the turn.  turn: how the node came about.  outcomes:
    what luck may bring now, each with its probability; empty where a seat is to move or the game is over.  memories:
    what each seat remembers where the path begins here.  depth: decisions made by seats so far.
    """

    game: Game
    state: Any
    turn: Turn
    parent: Node | None = None
    outcomes: Outcomes = ()
    memories: tuple[str, ...] = ()
    depth: int = 0

    @property
    def over(self) -> bool:
        """The game has ended, or gone on for so long (engine.MAX_STEPS) that nobody wins it."""
        return not self.outcomes and (self.depth >= engine.MAX_STEPS or bool(self.game.plain.is_over(self.state)))

    @property
    def mover(self) -> int:
        """The seat that decides, where neither luck does nor the game is over."""
        return int(self.game.plain.mover(self.state))

    @functools.cached_property
    def moves(self) -> tuple[int, ...]:
        """Legal actions, ascending (of numbers those that are listed); empty where no seat decides."""
        if self.outcomes or self.over:
            return ()
        t = Table.new()
        n = self.game.plain.list_moves(self.state, t)
        return tuple(t.moves[:n])

    def play(self, a: int) -> Node:
        """The node after the legal action `a` of the seat to move."""
        return _reached(self.game, self, Turn(self.mover, a, (self.state, [], [])))

    def draw(self, outcome: int) -> Node:
        """The node after luck has brought `outcome`.  Raises ValueError if it cannot."""
        return _reached(
            self.game,
            self.parent,
            Turn(self.turn.seat, self.turn.action, self.turn.before, [*self.turn.chance, outcome]),
        )

    def payoffs(self) -> list[float] | None:
        """Each seat's share of the victory, or None while the game goes on or if it never ended."""
        if self.outcomes or not self.game.plain.is_over(self.state):
            return None
        return [float(self.game.plain.payoff(self.state, p)) for p in range(self.game.players)]

    def remembered(self, seat: int) -> str:
        """All that `seat` has done, heard and seen on the way here (see encoding.information_state)."""
        parts = []
        node: Node | None = self
        while node is not None:
            parts.append(node._part(seat))
            node = node.parent
        return "".join(reversed(parts))

    @functools.cached_property
    def _parts(self) -> dict[int, str]:
        return {}

    def _part(self, seat: int) -> str:
        """What `seat` remembers of the last turn, kept once it was asked for."""
        if self.memories:
            return self.memories[seat]
        if self.outcomes:
            return "".join(f"{line}\n" for line in own_move(self.game, seat, self.turn))
        if seat not in self._parts:
            self._parts[seat] = news(self.game, seat, self.turn, self.state)
        return self._parts[seat]

    def imagined(self, seat: int, seed: int) -> Node:
        """A world that `seat` cannot tell from this one: it remembers the same; the others what they would see there.

        Where luck decides the world is not imagined.  Raises ValueError then.
        """
        if self.outcomes:
            raise ValueError("Worlds are imagined where a seat is to move or the game is over, not where luck decides.")
        t, world = Table.new(), self.state.__copy__()
        seed_streams(t, seed_words(seed, 1).tolist(), 0)
        self.game.plain.hide(world, seat)
        self.game.plain.determinize(world, seat, t)
        fresh = Turn(DEAL, DEAL, (world, [], []))
        memories = [
            self.remembered(seat) if p == seat else news(self.game, p, fresh, world) for p in range(self.game.players)
        ]
        return Node(self.game, world, fresh, memories=tuple(memories), depth=self.depth)

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Without the path, which may be thousands of turns deep: memories stand for it."""
        options = tuple(self.game.options.items())
        if self.outcomes:
            turn = self.turn
            return _pending, (self.game.key, options, self.parent, turn.seat, turn.action, turn.chance)
        memories = tuple(self.remembered(p) for p in range(self.game.players))
        return _settled, (self.game.key, options, self.state, memories, self.depth)


def root(game: Game) -> Node:
    """The game before the deal."""
    return _reached(game, None, Turn(DEAL, DEAL, (game.blank(), [], [])))


def _reached(game: Game, parent: Node | None, turn: Turn) -> Node:
    """The node after `turn`: as far as luck has decided in it."""
    state, t = turn.before[0].__copy__(), Table.new()
    t.keep, t.keep_chance = [1] * KINDS, 1
    t.script, t.n_script = turn.chance, len(turn.chance)
    try:
        if turn.seat == DEAL:
            game.asking.start(state, t)
        else:
            game.asking.apply(state, turn.action, t)
        asked: Outcomes = ()
    except Undecided as undecided:
        asked = undecided.outcomes
    turn.chance, turn.events = t.outcomes[: t.n_outcomes], event_rows(t)
    if asked:
        return Node(game, turn.before[0], turn, parent, asked, depth=parent.depth if parent else 0)
    return Node(game, state, turn, parent, depth=parent.depth + 1 if parent else 0)


@functools.cache
def _opened(key: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return open_game(key, **dict(options))


def _settled(key: str, options: tuple[tuple[str, Any], ...], state: Any, memories: tuple[str, ...], depth: int) -> Node:
    return Node(_opened(key, options), state, Turn(DEAL, DEAL, (state, [], [])), memories=memories, depth=depth)


def _pending(
    key: str,
    options: tuple[tuple[str, Any], ...],
    parent: Node | None,
    seat: int,
    action: int,
    chance: Sequence[int],
) -> Node:
    game = _opened(key, options)
    before = parent.state if parent else game.blank()
    return _reached(game, parent, Turn(seat, action, (before, [], []), list(chance)))
