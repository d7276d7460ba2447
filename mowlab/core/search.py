"""Information-set Monte-Carlo tree search, once for all games.

Each iteration imagines a world that the mover of the root cannot tell from the true one, goes down the tree in it, adds
one choice to the tree, lets a character play the world to its end, and counts the shares of the victory for all choices
on the way (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012).

The tree is a hash table of choices.  A choice is known by what its mover has seen happen since the root, and by its
action: worlds that differ in what the mover cannot see share their counts, and a sealed bid is a decision of its own
that those who come later do not know of.  Luck is no part of the key.  As not every choice is possible in every world,
each counts how often it was.

Shares of the victory are counted in whole millionths, so that compiled and uncompiled searches agree to the last digit.
"""

from __future__ import annotations

import math
from typing import Any

from .engine import (
    CANCELLED,
    IMAGINARY,
    IMAGINED,
    NO_MOVE,
    OVER,
    REAL,
    STUCK,
    VIEW,
    apply,
    check,
    copy_state,
    decide,
    determinize,
    follow,
    is_over,
    list_moves,
    mover,
    payoff,
    stage,
)
from .link import hook, rule
from .schema import Ints, Schema, ints, num
from .table import MAX_MOVES, Table, dice, seed_streams

ROOM = 1 << 16  # cells of the hash table; beyond three quarters of them the tree stops growing
KEY, VISITS, POSSIBLE, TOTAL, CELL = range(5)  # what a cell holds
MAX_SEATS, DEEPEST, MAX_CHOICES = 16, 64, MAX_MOVES + 64
MILLION = 1_000_000  # a whole victory
MOST_STEPS = 3_000  # decisions of a playout; where they do not do, it is judged by `outlook`
EVEN = 1024
NARROWED_FROM = 64  # iterations after which, and after each doubling, a number beside the best one is added

# Two hashes of 31 bits make a key of 62: so no product leaves 64 bits, and uncompiled numbers are the same.
PRIME, LOW_FACTOR, HIGH_FACTOR = (1 << 31) - 1, 1_812_433_253, 1_566_083_941


class Tree(Schema):
    cells: Ints = ints(ROOM * CELL, "the hash table: for each choice its key, its visits and what they brought")
    n_cells: int = num("cells in use")
    low: Ints = ints(MAX_SEATS, "what each seat has seen in this iteration, lower half of the key")
    high: Ints = ints(MAX_SEATS, "and upper half")
    path: Ints = ints(DEEPEST, "cells of the choices made in the tree in this iteration")
    path_seat: Ints = ints(DEEPEST, "who made them")
    depth: int = num("how many")
    grew: int = num("1 once this iteration has left the tree")
    share: Ints = ints(MAX_SEATS, "what this iteration brought each seat, in millionths of a victory")
    choices: Ints = ints(MAX_CHOICES, "actions at the root, the character's own first; or numbers of plans")
    n_choices: int = num("how many")
    tried: Ints = ints(MAX_CHOICES, "how often each was tried")
    total: Ints = ints(MAX_CHOICES, "what that brought the mover, in millionths of a victory")
    squares: Ints = ints(MAX_CHOICES, "the squares of that, in millionths")
    iterations: int = num("iterations so far")
    decisions: int = num("decisions made in all their worlds, those at the root included")


# ---- what a game provides -------------------------------------------------------------------------------------------
@hook
def seen_by(s: Any, a: int) -> int:
    """A bit mask of the seats that learn which action `a` the mover takes, itself included."""
    raise NotImplementedError


@hook
def outlook(s: Any, p: int) -> float:
    """The share of the victory that seat p may expect in a game that is not over: where a playout stops."""
    raise NotImplementedError


@hook
def imagine_world(states: Any, character: int, t: Table) -> None:
    """states[IMAGINED], a copy of the view in states[VIEW], becomes a world that its mover cannot tell from the true
    one.  character: who is taken to have made the choices that are hidden.  Games without it get `any_world`.
    """
    raise NotImplementedError


@rule
def any_world(states: Any, character: int, t: Table) -> None:
    """A world of the game's `determinize`, whoever plays."""
    determinize(states[IMAGINED], mover(states[VIEW]), t)


@rule
def new_world(states: Any, character: int, t: Table) -> None:
    """states[IMAGINED] becomes a world that the mover of states[VIEW] cannot tell from the true one."""
    copy_state(states, IMAGINED, states[VIEW])
    imagine_world(states, character, t)


# ---- keys -----------------------------------------------------------------------------------------------------------
@rule
def mixed(h: int, value: int, factor: int) -> int:
    h = ((h ^ value % PRIME) * factor) % PRIME
    return h ^ (h >> 15)


@rule
def key_of(tree: Tree, p: int, value: int) -> int:
    """Key of what seat p has seen, together with `value`."""
    low = mixed(mixed(tree.low[p], p, LOW_FACTOR), value, LOW_FACTOR)
    high = mixed(mixed(tree.high[p], p, HIGH_FACTOR), value, HIGH_FACTOR)
    return (high << 31 | low) + 1


@rule
def note(s: Any, a: int, tree: Tree) -> None:
    """All seats that learn of action `a`, which is about to be taken, have seen it."""
    seats = seen_by(s, a)
    value = a * MAX_SEATS + mover(s)
    for p in range(s.players):
        if seats >> p & 1:
            tree.low[p] = mixed(tree.low[p], value, LOW_FACTOR)
            tree.high[p] = mixed(tree.high[p], value, HIGH_FACTOR)


@rule
def find(tree: Tree, key: int) -> int:
    """Where the cell of that key begins, or would begin: its KEY then is 0."""
    i = key % ROOM
    while tree.cells[i * CELL] != 0 and tree.cells[i * CELL] != key:
        i = (i + 1) % ROOM
    return i * CELL


@rule
def is_full(tree: Tree) -> bool:
    return tree.n_cells >= ROOM - ROOM // 4


@rule
def add(tree: Tree, at: int, key: int) -> None:
    """Put a new choice at cell `at`."""
    tree.cells[at + KEY] = key
    tree.cells[at + POSSIBLE] = 1
    tree.n_cells += 1


# ---- the root -------------------------------------------------------------------------------------------------------
@rule
def plant(states: Any, tables: Any, trees: Any, character: int, plans: int) -> int:
    """Begin a search in states[VIEW], the view of the seat to move: list its choices and return their number.

    plans: how many plans are weighed instead of single actions, or 0.
    """
    tree: Tree = trees[0]
    tree.n_choices = 0
    tree.iterations = 0
    tree.decisions = 0
    for k in range(plans):
        add_choice(tree, k)
    if plans > 0:
        return plans
    t: Table = tables[REAL]
    copy_state(states, IMAGINED, states[VIEW])
    list_moves(states[IMAGINED], t)
    usual = decide(states, IMAGINED, character, t)
    add_choice(tree, usual)
    for k in range(t.n_moves):
        if t.moves[k] != usual:
            add_choice(tree, t.moves[k])
    return tree.n_choices


@rule
def add_choice(tree: Tree, a: int) -> None:
    tree.choices[tree.n_choices] = a
    tree.tried[tree.n_choices] = 0
    tree.total[tree.n_choices] = 0
    tree.squares[tree.n_choices] = 0
    tree.n_choices += 1


@rule
def pick_root(tree: Tree, exploration: float) -> int:
    """The next choice to try: one never tried, else the one with the highest upper bound."""
    best = 0
    most = -1.0
    for k in range(tree.n_choices):
        if tree.tried[k] == 0:
            return k
        bound = upper_bound(tree.total[k], tree.tried[k], tree.iterations, exploration)
        if bound > most:
            best = k
            most = bound
    return best


@rule
def upper_bound(total: int, visits: int, possible: int, exploration: float) -> float:
    return total / MILLION / visits + exploration * math.sqrt(math.log(possible) / visits)


@rule
def best_choice(tree: Tree) -> int:
    """The choice tried most; of equals the one that brought most."""
    best = 0
    for k in range(1, tree.n_choices):
        more = tree.tried[k] - tree.tried[best]
        if more > 0 or (more == 0 and tree.total[k] > tree.total[best]):
            best = k
    return best


@rule
def narrow(s: Any, tree: Tree) -> None:
    """Where numbers are asked for, add those halfway between the best number and its neighbours on the list."""
    best = tree.choices[best_choice(tree)]
    below = -1
    above = -1
    for k in range(tree.n_choices):
        a = tree.choices[k]
        if 0 <= a < best and a > below:
            below = a
        if a > best and (above < 0 or a < above):
            above = a
    add_number(s, tree, below, best)
    add_number(s, tree, best, above)


@rule
def add_number(s: Any, tree: Tree, below: int, above: int) -> None:
    middle = below + (above - below) // 2
    if 0 <= below < middle and tree.n_choices < MAX_CHOICES and check(s, middle) == 0:
        add_choice(tree, middle)


# ---- going down the tree --------------------------------------------------------------------------------------------
@rule
def act(states: Any, a: int, tree: Tree, t: Table) -> None:
    s = states[IMAGINED]
    note(s, a, tree)
    apply(s, a, t)


@rule
def pick(states: Any, tree: Tree, t: Table, character: int, exploration: float, own: float, rivals: float) -> int:
    """The action to take in the imagined world; t.moves holds the legal ones, more than one.

    What the character would do here is the first choice of every node; others join it as the node is visited more.
    Bounds are widened by chance, between nothing and twice as much: rivals who choose without seeing each other, each
    by fixed bounds, would fall into step, and one of them would always win.
    """
    s = states[IMAGINED]
    p = mover(s)
    widening = own if p == mover(states[VIEW]) else rivals
    usual = decide(states, IMAGINED, character, t)
    if widening == 0.0:
        return usual
    node_key = key_of(tree, p, -1)
    node = find(tree, node_key)
    if tree.cells[node] == 0:
        if is_full(tree):
            tree.grew = 1
            return usual
        add(tree, node, node_key)
    tree.cells[node + VISITS] += 1
    usual_key = key_of(tree, p, usual)
    at = find(tree, usual_key)
    if tree.cells[at] == 0:
        return grow(tree, at, usual_key, p, usual)
    best = at
    action = usual
    most = -1.0
    known = 0
    n_new = 0
    new = usual
    for k in range(t.n_moves):
        a = t.moves[k]
        at = find(tree, key_of(tree, p, a))
        if tree.cells[at] == 0:
            n_new += 1
            if dice(t, n_new) == 0:
                new = a
        else:
            known += 1
            tree.cells[at + POSSIBLE] += 1
            width = exploration * dice(t, 2 * EVEN) / EVEN
            bound = upper_bound(tree.cells[at + TOTAL], tree.cells[at + VISITS], tree.cells[at + POSSIBLE], width)
            if bound > most:
                most = bound
                best = at
                action = a
    if n_new > 0 and known < 1.0 + widening * math.sqrt(tree.cells[node + VISITS]):
        key = key_of(tree, p, new)
        return grow(tree, find(tree, key), key, p, new)
    step_on(tree, best, p)
    return action


@rule
def grow(tree: Tree, at: int, key: int, p: int, a: int) -> int:
    """Add choice `a`, and leave the tree."""
    tree.grew = 1
    if not is_full(tree):
        add(tree, at, key)
        step_on(tree, at, p)
    return a


@rule
def step_on(tree: Tree, at: int, p: int) -> None:
    tree.path[tree.depth] = at
    tree.path_seat[tree.depth] = p
    tree.depth += 1


@rule
def has_come_to_its_end(s: Any, until: int) -> bool:
    if is_over(s):
        return True
    return until > 0 and stage(s) >= until


@rule
def play_world(
    states: Any,
    tables: Any,
    trees: Any,
    character: int,
    exploration: float,
    own: float,
    rivals: float,
    until: int,
    cancel: Any,
) -> int:
    """Play the imagined world on: in the tree as long as there is one, then by the character.  Returns a status."""
    s = states[IMAGINED]
    tree: Tree = trees[0]
    t: Table = tables[IMAGINARY]
    for n in range(MOST_STEPS):
        if cancel[0]:
            return CANCELLED
        if has_come_to_its_end(s, until):
            tree.decisions += n + 1
            return OVER
        if list_moves(s, t) == 0:
            return STUCK
        if tree.grew or tree.depth == DEEPEST:
            apply(s, t.moves[0] if t.n_moves == 1 else decide(states, IMAGINED, character, t), t)
        elif t.n_moves == 1:
            act(states, t.moves[0], tree, t)
        else:
            act(states, pick(states, tree, t, character, exploration, own, rivals), tree, t)
    tree.decisions += MOST_STEPS + 1
    return OVER


@rule
def judge(s: Any, tree: Tree) -> None:
    """What the world brought each seat."""
    for p in range(s.players):
        value = payoff(s, p) if is_over(s) else outlook(s, p)
        tree.share[p] = int(value * MILLION + 0.5)


@rule
def count(tree: Tree, k: int, me: int) -> None:
    """Count what the world brought for all choices on the way; k: the one at the root."""
    for d in range(tree.depth):
        at = tree.path[d]
        tree.cells[at + VISITS] += 1
        tree.cells[at + TOTAL] += tree.share[tree.path_seat[d]]
    tree.tried[k] += 1
    tree.total[k] += tree.share[me]
    tree.squares[k] += tree.share[me] * tree.share[me] // MILLION
    tree.iterations += 1


@rule
def begin_world(states: Any, trees: Any, t: Table, k: int, words: Any, plans: Any, character: int) -> None:
    """Imagine a world and take choice k in it.  The n-th try of every choice meets the same world."""
    tree: Tree = trees[0]
    s = states[IMAGINED]
    seed_streams(t, words, tree.tried[k])
    new_world(states, character, t)
    for p in range(s.players):
        tree.low[p] = LOW_FACTOR
        tree.high[p] = HIGH_FACTOR
    tree.depth = 0
    tree.grew = 0
    if len(plans) == 0:
        act(states, tree.choices[k], tree, t)
        return
    for i in range(len(plans[k])):
        a = plans[k][i]
        if a == NO_MOVE or is_over(s) or mover(s) != mover(states[VIEW]) or check(s, a) != 0:
            return
        act(states, a, tree, t)


@rule
def grow_tree(
    states: Any,
    tables: Any,
    trees: Any,
    words: Any,
    plans: Any,
    upto: int,
    character: int,
    exploration: float,
    own: float,
    rivals: float,
    horizon: int,
    numbers: int,
    cancel: Any,
) -> int:
    """Go on with a search that `plant` began until `upto` iterations are made, and return OVER; or why it stopped.

    words[w]: seed words of world w, at least `upto` rows.  plans[k]: the actions of plan k, NO_MOVE behind them; no
    rows where single actions are weighed.  character: who plays where there is no tree.  exploration:
    how eagerly choices that look worse are tried.  own, rivals: how fast choices beside the character's join a node, of
    the seat that searches and of others; 0 leaves them to the character.  horizon: stages that a world is played for, 0
    for the whole game.  numbers: 1 if actions from 0 up are numbers that others lie between.
    """
    tree: Tree = trees[0]
    me = mover(states[VIEW])
    t: Table = tables[IMAGINARY]
    until = stage(states[VIEW]) + horizon if horizon > 0 else 0
    while tree.iterations < upto:
        k = pick_root(tree, exploration)
        begin_world(states, trees, t, k, words, plans, character)
        status = play_world(states, tables, trees, character, exploration, own, rivals, until, cancel)
        if status != OVER:
            return status
        judge(states[IMAGINED], tree)
        count(tree, k, me)
        n = tree.iterations
        if numbers and n >= NARROWED_FROM and n & (n - 1) == 0 and tree.choices[k] >= 0:
            narrow(states[VIEW], tree)
    return OVER


# ---- what a choice is worth -----------------------------------------------------------------------------------------
@rule
def weigh(
    states: Any, tables: Any, plans: Any, words: Any, character: int, horizon: int, shares: Any, cancel: Any
) -> int:
    """Same luck for some choices: play each of `plans` in each world, without a tree.  Returns how many worlds were
    finished, or -1 - w if there was no legal move in world w.

    states[VIEW], plans, words: as in `evaluate`.  character: who plays on for all seats.  horizon: as in `grow_tree`.
    shares[k][w]: the share of the victory that plan k brought the mover in world w, by `outlook` where the game was
    not over yet.
    """
    t: Table = tables[IMAGINARY]
    me = mover(states[VIEW])
    until = stage(states[VIEW]) + horizon if horizon > 0 else 0
    for w in range(len(words)):
        for k in range(len(plans)):
            seed_streams(t, words, w)
            new_world(states, character, t)
            follow(states, plans[k], me, t)
            status = play_by_character(states, character, until, t, cancel)
            if status != OVER:
                return w if status == CANCELLED else -1 - w
            s = states[IMAGINED]
            shares[k][w] = payoff(s, me) if is_over(s) else outlook(s, me)
    return len(words)


@rule
def play_by_character(states: Any, character: int, until: int, t: Table, cancel: Any) -> int:
    """Play the imagined world on with one character in every seat.  Returns a status."""
    s = states[IMAGINED]
    for _ in range(MOST_STEPS):
        if cancel[0]:
            return CANCELLED
        if has_come_to_its_end(s, until):
            return OVER
        if list_moves(s, t) == 0:
            return STUCK
        apply(s, decide(states, IMAGINED, character, t), t)
    return OVER


LOOPS = (plant, grow_tree, weigh, new_world)
