"""What Hint and Try it ask of search: the choices of the seat to move, or whole plans, weighed within two seconds.

Nothing but the view of the seat is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any

from mowlab.core import engine
from mowlab.core.bot import Bot
from mowlab.core.game import new_tables
from mowlab.core.link import compiling_is_off
from mowlab.core.plan import Plan
from mowlab.core.table import seed_words
from mowlab.core.view import View
from mowlab.core.words import Names
from mowlab.ui.shared import Shared
from mowlab.whole import plans_of

if TYPE_CHECKING:
    from mowlab.search import Thoughts

Progress = Callable[[int, int], object]

WORLDS, SECONDS = 4_000, 1.5  # an answer takes as many worlds or as long, whatever comes first
UNCOMPILED_SECONDS = 4.0  # fifty times slower, so a little more time
SEED = 1
LOOK_UP = 0.05  # seconds between two looks at whether somebody still waits
GETTING_READY = (
    "The search is being prepared: a few seconds, or up to two minutes if it has never run on this computer "
    "(the command mowlab warmup does that beforehand). Its advice comes by itself."
)


def prepare(shared: Shared, after: float = 0.0) -> Thread | None:
    """Have search ready for when it is asked, beginning so many seconds from now.

    The thread that sees to it; None if search answers at once: it is compiled, or never will be.
    """
    from mowlab.ready import get_ready

    return None if compiling_is_off() else get_ready(shared.game, after)


def compile_ahead(shared: Shared, after: float) -> None:
    """Have search compiled, if it never was on this computer, beginning so many seconds from now."""
    from mowlab.ready import compile_ahead

    compile_ahead(shared.game, after)


def wait_until_ready(shared: Shared, stop: Any) -> bool:
    """Wait for search to be ready; False if `stop` (a flag array) was set meanwhile."""
    while not stop[0] and (thread := prepare(shared)) is not None:
        thread.join(LOOK_UP)
    return not stop[0]


def weigh(
    view: View,
    stop: Any,
    plans: Sequence[Plan] | None = None,
    progress: Progress | None = None,
    seed: int = SEED,
) -> Thoughts:
    """What search finds in the time that there is; `stop`: a flag array."""
    from mowlab.search import think

    off = compiling_is_off()
    seconds, compiled = (UNCOMPILED_SECONDS, False) if off else (SECONDS, None)
    return think(view, WORLDS, seconds, seed, cancel=stop, progress=progress, compiled=compiled, plans=plans)


def hint(shared: Shared, view: View, draft: tuple[int, ...], stop: Any, progress: Progress | None = None) -> Thoughts:
    """What search advises: a whole plan where the game has such.

    draft: what was begun of a choice; then plans for that are weighed, else all plans there are.
    """
    lab = shared.lab
    if lab is None or not lab.topics(view):
        return weigh(view, stop, progress=progress)
    return weigh(view, stop, _plans(shared, view, lab.topic_of(view, draft)), progress=progress)


def _plans(shared: Shared, view: View, topic: str) -> list[Plan]:
    """The plans of the game's lab, and what its usual character would do."""
    lab = shared.lab
    assert lab is not None
    everything = topic == lab.topic_of(view, ())
    plans = {plan.moves: plan for plan in (plans_of(view) if everything else lab.plans(view, topic)) if plan.moves}
    usual = lab.own_plan(view, whole_choice(shared, view, shared.game.usual_bot))
    if lab.belongs(view, usual.moves, topic):
        plans.setdefault(usual.moves, usual)
    return list(plans.values())


def whole_choice(shared: Shared, view: View, bot: Bot) -> tuple[int, ...]:
    """What a character would do, to the end of a choice of several decisions; it sees the view alone."""
    moves: list[int] = []
    for state, a in _steps(view, bot):
        moves.append(a)
        if not shared.drafts or not shared.table.half_done(state):
            break
    return tuple(moves)


def _steps(view: View, bot: Bot) -> Iterator[tuple[Any, int]]:
    """The state after each decision that a character makes in a row, and the decision."""
    rules, states, tables = view.game.plain, [view.game.state_class.new() for _ in range(engine.N_STATES)], new_tables()
    state, t = states[engine.TRUTH], tables[engine.REAL]
    words = seed_words(SEED, 1)[0].tolist()
    t.chance, t.dice = words[:4], words[4:]
    view.state.copy_to(state)
    rules.determinize(state, view.seat, t)
    while not rules.is_over(state) and rules.mover(state) == view.seat:
        rules.list_moves(state, t)
        a = int(rules.propose(states, tables, bot.policy, [0]))
        rules.apply(state, a, t)
        yield state, a


def meanwhile(shared: Shared, view: View, names: Names) -> str:
    """What the game's usual character would do, and why: while search is not ready."""
    bot = shared.game.usual_bot
    moves = whole_choice(shared, view, bot)
    lab, game = shared.lab, view.game
    is_plan = lab is not None and bool(lab.topics(view))
    words = (
        lab.own_plan(view, moves).words
        if is_plan and lab
        else game.words.action_words(moves[0], view.state, game.cards, names)
    )
    return f"Until then, what {bot.name} would do: {words[:1].lower() + words[1:]}. {bot.why(view, moves[0])}"
