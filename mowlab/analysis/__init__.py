"""Many games, and one decision under the same luck: arrays in, tidy tables with intervals out."""

from .arrays import is_ready, warm_up
from .comparison import Change, Comparison, compare
from .exploration import Choice, Choices, NothingToChoose, PlanError, explore, explore_steps
from .intervals import Estimate
from .outcomes import Events, Group, NoSuchEvents, NoSuchGame, Outcomes
from .reviewing import Decision, Review, review
from .simulation import LineupError, simulate
from .variants import Variants, vary

__all__ = [
    "Change",
    "Choice",
    "Choices",
    "Comparison",
    "Decision",
    "Estimate",
    "Events",
    "Group",
    "LineupError",
    "NoSuchEvents",
    "NoSuchGame",
    "NothingToChoose",
    "Outcomes",
    "PlanError",
    "Review",
    "Variants",
    "compare",
    "explore",
    "explore_steps",
    "is_ready",
    "review",
    "simulate",
    "vary",
    "warm_up",
]
