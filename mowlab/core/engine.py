"""The loops that are the same for every game, written once; `link` joins them with one game's rules and bots.

`states` is an array of four states of the game: the truth, the mover's view of it, an imagined world, the mover's view
of that; `tables` an array of two: the real one and the one of imagined worlds.  Every loop has a step limit and polls
`cancel[0]`, so that neither a fault in a game nor an impatient user can hang a process.
"""

from __future__ import annotations

from typing import Any

from .link import hook, rule
from .table import DECISION, LOG_COLUMNS, LOG_FULL, Table, _next, dice, fail, seed_streams, write_row

TRUTH, VIEW, IMAGINED, IMAGINED_VIEW, N_STATES = 0, 1, 2, 3, 4
REAL, IMAGINARY, N_TABLES = 0, 1, 2
OVER, WAITING, LIMIT, CANCELLED, STUCK = range(5)  # why a loop came back
STATUS_WORDS = (
    "over",
    "waiting for a move from outside",
    "step limit reached",
    "cancelled",
    "no legal move: a fault in the rules",
)
TO_STAGE, TO_GAME, NOTED_TO_GAME = range(3)  # how far `evaluate` plays, and where it stops to keep events
NO_MOVE = -1  # behind the last action of a plan
NOBODY = -1  # where no seat leads alone
MORE_RESULTS = 6  # numbers about a game that `play_many` writes behind those of its seats
PART = 200  # decisions after which the log is emptied, so that it has room for the longest game
MAX_STEPS = 20_000  # decisions in one game; only two-farmer games without a bound come near it

RANDOM, OUTSIDE, EXPECTED, FIRST_CHARACTER = 0, 1, 2, 10  # policies by number; a game's characters from 10 on
PLAYOUT_CHARACTER = 10  # replaced by the game's: who plays the imagined rest of a stage
WORLDS = 24  # replaced by the game's: imagined worlds of the one-step expected-value policy
LOWER_IS_BETTER = 0  # replaced by the game's: 1 where the lowest score wins


# ---- what a game provides -------------------------------------------------------------------------------------------
@hook
def start(s: Any, t: Table) -> None:
    """Set up a game; the options are in `s` already."""
    raise NotImplementedError


@hook
def check(s: Any, a: int) -> int:
    """Reason code why `a` is not allowed now, 0 if it is."""
    raise NotImplementedError


@hook
def list_moves(s: Any, t: Table) -> int:
    """Write all legal actions to the move list and return their number."""
    raise NotImplementedError


@hook
def apply(s: Any, a: int, t: Table) -> None:
    """Carry out the legal action `a`."""
    raise NotImplementedError


@hook
def mover(s: Any) -> int:
    """The seat that decides next."""
    raise NotImplementedError


@hook
def is_over(s: Any) -> int:
    """1 once the game has ended."""
    raise NotImplementedError


@hook
def payoff(s: Any, p: int) -> float:
    """Share of the victory of seat p at the end: the shares of all seats add to 1."""
    raise NotImplementedError


@hook
def score(s: Any, p: int) -> int:
    """Points (flies, dollars ...) of seat p so far, in the game's own unit; never below 0."""
    raise NotImplementedError


@hook
def stage(s: Any) -> int:
    """Number of rounds that have been scored: where it goes up, a short playout stops."""
    raise NotImplementedError


@hook
def standing(s: Any, p: int) -> float:
    """How well seat p stands at the end of a stage, higher is better: what short-sighted policies maximise."""
    raise NotImplementedError


@hook
def hide(s: Any, me: int) -> None:
    """Blank, in place, all that seat `me` may not know."""
    raise NotImplementedError


@hook
def determinize(s: Any, me: int, t: Table) -> None:
    """Fill, in place, what `hide` blanked with a world that seat `me` cannot tell from the true one."""
    raise NotImplementedError


@hook
def choose(s: Any, bot: int, t: Table) -> int:
    """The action of character `bot`, from its view `s` and the move list."""
    raise NotImplementedError


# ---- copying: the one operation that differs between plain states and records ---------------------------------------
@hook
def copy_state(states: Any, i: int, s: Any) -> None:
    """states[i] becomes a copy of s."""
    raise NotImplementedError


@rule
def copy_record(states: Any, i: int, s: Any) -> None:
    states[i] = s


def copy_plain(states: Any, i: int, s: Any) -> None:
    s.copy_to(states[i])


copy_plain.__mowlab_rule__ = True  # type: ignore[attr-defined]  # linked when uncompiled, never compiled


# ---- policies -------------------------------------------------------------------------------------------------------
@rule
def decide(states: Any, i: int, bot: int, t: Table) -> int:
    """The action of the seat to move in states[i] under a policy without look-ahead; it sees its view alone."""
    s = states[i]
    if bot == RANDOM:
        return t.moves[dice(t, t.n_moves)]
    copy_state(states, i + 1, s)
    hide(states[i + 1], mover(s))
    return choose(states[i + 1], bot, t)


@rule
def play_out(states: Any, bot: int, tables: Any, whole: int, cancel: Any) -> int:
    """Play the imagined world on with `bot` in every seat, to the end of the stage or (whole = 1) of the game.

    The stage is that of the decision in states[VIEW]: the action tried there may itself have ended it.
    """
    s = states[IMAGINED]
    t: Table = tables[IMAGINARY]
    began = stage(states[VIEW])
    for _ in range(MAX_STEPS):
        if cancel[0]:
            return CANCELLED
        if is_over(s) or (not whole and stage(s) != began):
            return OVER
        if list_moves(s, t) == 0:
            return STUCK
        apply(s, decide(states, IMAGINED, bot, t), t)
    return LIMIT


@rule
def imagine(states: Any, tables: Any) -> None:
    """states[IMAGINED] becomes a world that the mover of states[VIEW] cannot tell from the true one."""
    real = tables[REAL]
    t: Table = tables[IMAGINARY]
    for k in range(4):
        t.chance[k] = _next(real.dice)
        t.dice[k] = _next(real.dice)
    copy_state(states, IMAGINED, states[VIEW])
    determinize(states[IMAGINED], mover(states[VIEW]), t)


@rule
def expected_value(states: Any, tables: Any, cancel: Any) -> int:
    """One step of look-ahead: the move with the best mean standing at the end of the stage, over the same sampled
    worlds.
    """
    t: Table = tables[REAL]
    me = mover(states[VIEW])
    best = t.moves[0]
    if t.n_moves == 1:
        return best
    best_total = -1e300
    for k in range(4):
        t.mark[k] = t.dice[k]
    for m in range(t.n_moves):
        for k in range(4):
            t.dice[k] = t.mark[k]
        total = 0.0
        for _ in range(WORLDS):
            imagine(states, tables)
            apply(states[IMAGINED], t.moves[m], tables[IMAGINARY])
            play_out(states, PLAYOUT_CHARACTER, tables, 0, cancel)
            total += standing(states[IMAGINED], me)
        if total > best_total:
            best = t.moves[m]
            best_total = total
    return best


@rule
def propose(states: Any, tables: Any, bot: int, cancel: Any) -> int:
    """The action of policy `bot` for the seat to move in the true game; list_moves has been called."""
    if bot == EXPECTED:
        copy_state(states, VIEW, states[TRUTH])
        hide(states[VIEW], mover(states[TRUTH]))
        return expected_value(states, tables, cancel)
    t: Table = tables[REAL]
    return decide(states, TRUTH, bot, t)


# ---- whole games ----------------------------------------------------------------------------------------------------
@rule
def play_on(states: Any, tables: Any, bots: Any, max_steps: int, cancel: Any) -> int:
    """Play the true game until it is over, a seat with policy OUTSIDE must move, or `max_steps` decisions were made.

    `bots` holds one policy number per seat.  Returns a status; `tables[0].steps` then holds the decisions made.
    """
    s = states[TRUTH]
    t: Table = tables[REAL]
    t.steps = 0
    while not is_over(s):
        if t.watch_lead and stage(s) != t.scored:
            note_lead(s, t)
        if cancel[0]:
            return CANCELLED
        if t.steps >= max_steps:
            return LIMIT
        n = list_moves(s, t)
        if n == 0:
            return STUCK
        bot = bots[mover(s)]
        if bot == OUTSIDE:
            return WAITING
        a = propose(states, tables, bot, cancel)
        note(s, a, n, t)
        apply(s, a, t)
        t.steps += 1
    if t.watch_lead:
        note_lead(s, t)
    return OVER


@rule
def leader(s: Any) -> int:
    """The seat that alone has the best score, at the end the one that alone has won; or NOBODY.  For one player seat 1
    is the game's own opponent.
    """
    if is_over(s) or s.players == 1:
        return winner(s)
    best = 0
    first = score(s, 0)
    alone = True
    for p in range(1, s.players):
        points = score(s, p)
        ahead = first - points if LOWER_IS_BETTER else points - first
        if ahead == 0:
            alone = False
        if ahead > 0:
            best = p
            first = points
            alone = True
    return best if alone else NOBODY


@rule
def winner(s: Any) -> int:
    """The seat that alone would win if the game ended now, or NOBODY."""
    for p in range(s.players):
        share = payoff(s, p)
        if share == 1.0:
            return p
        if s.players == 1 and share == 0.0:
            return 1
    return NOBODY


@rule
def note_lead(s: Any, t: Table) -> None:
    """A stage or the game has ended: see who leads, and whether that was somebody else before."""
    t.scored = stage(s)
    now = leader(s)
    if now == NOBODY or now == t.leader:
        return
    if t.leader != NOBODY:
        t.lead_changes += 1
    t.leader = now


@rule
def no_leader(s: Any, t: Table) -> None:
    """A game begins: nobody leads."""
    t.scored = stage(s)
    t.leader = NOBODY
    t.lead_changes = 0


@rule
def note(s: Any, a: int, n_moves: int, t: Table) -> None:
    """Write a decision to the log, if that was asked for: who makes which move of how many, in which stage."""
    if t.log_decisions:
        write_row(t, DECISION, mover(s), a, n_moves, stage(s))


@rule
def step(states: Any, tables: Any, a: int) -> int:
    """Carry out one legal action in the true game and return the number of moves the next seat has."""
    apply(states[TRUTH], a, tables[REAL])
    if is_over(states[TRUTH]):
        return 0
    return list_moves(states[TRUTH], tables[REAL])


@rule
def play_many(
    root: Any, states: Any, tables: Any, bots: Any, words: Any, result: Any, rows: Any, max_steps: int, cancel: Any
) -> int:
    """Play one game for every row of `words` and return how many were finished before a cancel.

    root[0]: a state with the options set.  bots[g][p]: policy of seat p in game g.  words[g]: seed words.
    result[g]: for each seat score and payoff as float64, then the MORE_RESULTS: steps, status, fault, how often the
    lead changed (if the table watches it), first row and end row in `rows`.
    rows: kept events, one int64 row of LOG_COLUMNS (of a decision: DECISION, seat, action, how many moves there were,
    stage); one that finds no room is counted as a fault of its game.
    """
    t: Table = tables[REAL]
    n_rows = 0
    for g in range(len(result)):
        seed_streams(t, words, g)
        t.n_log = 0
        t.fault = 0
        copy_state(states, TRUTH, root[0])
        start(states[TRUTH], t)
        no_leader(states[TRUTH], t)
        first = n_rows
        steps = 0
        status = LIMIT
        while status == LIMIT and steps < max_steps:
            status = play_on(states, tables, bots[g], min(PART, max_steps - steps), cancel)
            steps += t.steps
            n_rows = drain(t, rows, n_rows)
        if status == CANCELLED:
            return g
        seats = len(bots[g])
        for p in range(seats):
            result[g][2 * p] = score(states[TRUTH], p)
            result[g][2 * p + 1] = payoff(states[TRUTH], p) if status == OVER else 0.0
        result[g][2 * seats] = steps
        result[g][2 * seats + 1] = status
        result[g][2 * seats + 2] = t.fault
        result[g][2 * seats + 3] = t.lead_changes
        result[g][2 * seats + 4] = first
        result[g][2 * seats + 5] = n_rows
    return len(result)


@rule
def drain(t: Table, rows: Any, n: int) -> int:
    """Move the log of the table behind the first n rows, as far as there is room; the new number of rows."""
    for i in range(t.n_log):
        if n == len(rows):
            fail(t, LOG_FULL)
            break
        for c in range(LOG_COLUMNS):
            rows[n][c] = t.log[i * LOG_COLUMNS + c]
        n += 1
    t.n_log = 0
    return n


@rule
def evaluate(
    states: Any,
    tables: Any,
    plans: Any,
    words: Any,
    bot: int,
    whole: int,
    scores: Any,
    payoffs: Any,
    rows: Any,
    n_rows: Any,
    cancel: Any,
) -> int:
    """Same luck, every choice: play each of `plans` in each world and return how many worlds were finished, or -1 - w
    if a playout in world w did not come to its end (step limit, no legal move).

    states[VIEW]: what the seat to move knows.  plans[k]: actions that it takes one after the other, filled up with
    NO_MOVE; what a world does not allow ends the plan there.  words[w]: seed words of world w (the same world and the
    same dice for every plan).  bot: policy of all seats after the plan.  whole: TO_STAGE to stop at the end of the
    stage, TO_GAME at the game's, NOTED_TO_GAME to keep events up to there too.  scores[k][w][p]: score of seat p;
    payoffs[k][w]: the mover's payoff at the end of the game, or its standing.  rows: for each event until then
    (TO_GAME: until the end of the stage) whose kind is kept in tables[IMAGINARY] a row of k, w and its LOG_COLUMNS, as
    far as there is room; n_rows[0]: how many were written.
    """
    t: Table = tables[IMAGINARY]
    me = mover(states[VIEW])
    n_rows[0] = 0
    for w in range(len(words)):
        for k in range(len(plans)):
            seed_streams(t, words, w)
            copy_state(states, IMAGINED, states[VIEW])
            determinize(states[IMAGINED], me, t)
            t.n_log = 0
            follow(states, plans[k], me, t)
            status = play_out(states, bot, tables, 1 if whole == NOTED_TO_GAME else 0, cancel)
            n_rows[0] = keep_events(t, k, w, rows, n_rows[0])
            t.n_log = 0
            if status == OVER and whole == TO_GAME:
                status = play_out(states, bot, tables, 1, cancel)
            if status == CANCELLED:
                return w
            if status != OVER:
                return -1 - w
            for p in range(len(scores[k][w])):
                scores[k][w][p] = score(states[IMAGINED], p)
            payoffs[k][w] = payoff(states[IMAGINED], me) if whole else standing(states[IMAGINED], me)
    return len(words)


@rule
def follow(states: Any, plan: Any, me: int, t: Table) -> None:
    """Carry out a plan of seat `me` in the imagined world."""
    s = states[IMAGINED]
    for i in range(len(plan)):
        a = plan[i]
        if a == NO_MOVE or is_over(s) or mover(s) != me or check(s, a) != 0:
            return
        apply(s, a, t)


@rule
def keep_events(t: Table, k: int, w: int, rows: Any, n: int) -> int:
    """Write the log of the table behind the first n rows, with k and w before each event; the new number of rows."""
    for i in range(t.n_log):
        if n == len(rows):
            return n
        rows[n][0] = k
        rows[n][1] = w
        for c in range(LOG_COLUMNS):
            rows[n][2 + c] = t.log[i * LOG_COLUMNS + c]
        n += 1
    return n


LOOPS = (propose, play_on, step, play_many, evaluate, note, no_leader, drain)
