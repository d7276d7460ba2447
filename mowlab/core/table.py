"""The table a game is played on, apart from its state: chance, the bots' dice, the move list, the event log.

One record type serves every game.  Randomness lives here and never in a state: a planner that copies a state cannot
peek at what chance will bring, and the same luck can be put under another decision.

Two independent streams of xoshiro128++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2019),
32 bits a step, in 64-bit integer arithmetic: bit for bit the same compiled and uncompiled.  `chance` is what the rules
draw and a record keeps; `dice` is what bots and imagined worlds draw.
"""

from __future__ import annotations

from typing import Any

from .link import rule
from .schema import SECRET, Ints, Schema, ints, num

M32 = 0xFFFFFFFF
MAX_MOVES, LOG_ROWS, LOG_COLUMNS, CHANCE, KINDS, SCRATCH = 512, 2048, 5, 1024, 64, 512
WORDS = 8  # seed words of a table: four for chance, four for dice
NO_FAULT, BAD_SCRIPT, LOG_FULL, MOVES_FULL, CHANCE_FULL = range(5)
EVERYONE = -1  # audience mask with every bit set
DECISION = KINDS  # in the log: a move that was made, beside the kinds of events that a game has


class Table(Schema):
    chance: Ints = ints(4, "state of the stream that the rules draw from", SECRET)
    dice: Ints = ints(4, "state of the stream that bots and imagined worlds draw from", SECRET)
    mark: Ints = ints(4, "where the dice stood, to throw them again in the same way", SECRET)
    steps: int = num("decisions made in this game")
    watch_lead: int = num("1 to count how often the lead changes")
    scored: int = num("stages that had ended when it was last looked who leads")
    leader: int = num("the seat that alone led then, or the last one before that did")
    lead_changes: int = num("how often another seat came to lead alone")
    moves: Ints = ints(MAX_MOVES, "legal actions, written by list_moves")
    n_moves: int = num("how many of them")
    keep: Ints = ints(KINDS, "1 for each kind of event that emit writes down")
    log: Ints = ints(LOG_ROWS * LOG_COLUMNS, "rows of kind, who, what, more, audience")
    n_log: int = num("rows written since the log was last emptied")
    log_decisions: int = num("1 to write a row for each decision, too")
    keep_chance: int = num("1 to write chance outcomes down")
    outcomes: Ints = ints(CHANCE, "chance outcomes since they were last emptied", SECRET)
    n_outcomes: int = num("how many of them")
    script: Ints = ints(CHANCE, "chance outcomes to use instead of the stream (replay)", SECRET)
    n_script: int = num("how many of them")
    at_script: int = num("the next one to use")
    scripted: int = num("1 if chance must come from the script alone")
    fault: int = num("the first thing that went wrong at the table, NO_FAULT if nothing did")
    scratch: Ints = ints(SCRATCH, "free for use within one call")


@rule
def _next(state: Ints) -> int:
    s0 = state[0]
    s1 = state[1]
    s2 = state[2] ^ s0
    s3 = state[3] ^ s1
    mixed = (s0 + state[3]) & M32
    out = ((((mixed << 7) & M32) | (mixed >> 25)) + s0) & M32
    state[0] = s0 ^ s3
    state[1] = s1 ^ s2
    state[2] = s2 ^ ((s1 << 9) & M32)
    state[3] = ((s3 << 11) & M32) | (s3 >> 21)
    return out


@rule
def dice(t: Table, n: int) -> int:
    """A random integer 0 <= k < n for bots and imagined worlds (n < 2**31; bias below n / 2**32)."""
    return (_next(t.dice) * n) >> 32


@rule
def fail(t: Table, fault: int) -> None:
    """Note a fault, unless there was one before: what follows from the first one says little."""
    if t.fault == NO_FAULT:
        t.fault = fault


@rule
def _keep_outcome(t: Table, value: int) -> None:
    if t.keep_chance:
        if t.n_outcomes < CHANCE:
            t.outcomes[t.n_outcomes] = value
            t.n_outcomes += 1
        else:
            fail(t, CHANCE_FULL)


@rule
def _from_script(t: Table) -> int:
    """The next outcome of the script, or -1 where there is none."""
    if t.at_script >= t.n_script:
        fail(t, BAD_SCRIPT)
        return -1
    t.at_script += 1
    return t.script[t.at_script - 1]


# The stream moves on below a script too: when a replayed match is taken back, its luck goes on as it first did.


@rule
def below(t: Table, n: int) -> int:
    """A chance outcome of the rules: 0 <= k < n, equally likely, kept in the record."""
    k = (_next(t.chance) * n) >> 32
    if t.scripted:
        k = _from_script(t)
        if k < 0 or k >= n:
            fail(t, BAD_SCRIPT)
            k = 0
    _keep_outcome(t, k)
    return k


@rule
def shuffle(t: Table, items: Ints, n: int) -> None:
    """Put the first n of `items` (equal ones are alike) in random order; the order is the outcome a record keeps."""
    for i in range(n - 1, 0, -1):
        j = (_next(t.chance) * (i + 1)) >> 32
        item = items[i]
        items[i] = items[j]
        items[j] = item
    if t.scripted:
        order_by_script(t, items, n)
    for i in range(n):
        _keep_outcome(t, items[i])


@rule
def order_by_script(t: Table, items: Ints, n: int) -> None:
    for i in range(n):
        wanted = _from_script(t)
        j = i
        while j < n and items[j] != wanted:
            j += 1
        if j == n:
            fail(t, BAD_SCRIPT)
            return
        items[j] = items[i]
        items[i] = wanted


@rule
def emit(t: Table, kind: int, who: int, what: int, more: int, audience: int) -> None:
    """Write one event.  `audience` is a bit mask of the seats that may see `what` and `more`, EVERYONE for all."""
    if t.keep[kind]:
        write_row(t, kind, who, what, more, audience)


@rule
def write_row(t: Table, kind: int, who: int, what: int, more: int, last: int) -> None:
    """Add one row to the log."""
    if t.n_log < LOG_ROWS:
        row = t.n_log * LOG_COLUMNS
        t.log[row] = kind
        t.log[row + 1] = who
        t.log[row + 2] = what
        t.log[row + 3] = more
        t.log[row + 4] = last
        t.n_log += 1
    else:
        fail(t, LOG_FULL)


@rule
def offer(t: Table, action: int) -> None:
    """Add one action to the move list."""
    if t.n_moves < MAX_MOVES:
        t.moves[t.n_moves] = action
        t.n_moves += 1
    else:
        fail(t, MOVES_FULL)


@rule
def seed_streams(t: Table, words: Any, i: int) -> None:
    """Start both streams from row i of `words` (n rows of WORDS numbers of 32 bits)."""
    for k in range(4):
        t.chance[k] = words[i][k]
        t.dice[k] = words[i][k + 4]


def seed_words(seed: int, n: int, *key: int) -> Any:
    """Seed words for n tables, int64 array (n, WORDS), from numpy's SeedSequence(seed, spawn_key=key)."""
    import numpy as np

    return (
        np.random.SeedSequence(seed, spawn_key=key)
        .generate_state(n * WORDS, np.uint32)
        .astype(np.int64)
        .reshape(n, WORDS)
    )
