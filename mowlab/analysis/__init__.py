"""Many games, and one decision under the same luck: arrays in, tidy tables with intervals out."""

from .arrays import is_ready, warm_up
from .comparison import Change, Comparison, compare
from .exploration import Choice, Choices, NothingToChoose, PlanError, explore, explore_steps
from .files import MissingPackage
from .intervals import Estimate
from .log import Log, NotLogged
from .luck import LuckError, Parts, luck_and_skill, seat_advantage
from .outcomes import Events, Group, NoSuchEvents, NoSuchGame, NotRepeated, Outcomes
from .reviewing import Decision, Review, review
from .simulation import LineupError, simulate
from .tournaments import Cell, Standing, Tournament, TournamentError, tournament
from .variants import Variants, vary

__all__ = [
    "Cell",
    "Change",
    "Choice",
    "Choices",
    "Comparison",
    "Decision",
    "Estimate",
    "Events",
    "Group",
    "LineupError",
    "Log",
    "LuckError",
    "MissingPackage",
    "NoSuchEvents",
    "NoSuchGame",
    "NotLogged",
    "NotRepeated",
    "NothingToChoose",
    "Outcomes",
    "Parts",
    "PlanError",
    "Review",
    "Standing",
    "Tournament",
    "TournamentError",
    "Variants",
    "compare",
    "explore",
    "explore_steps",
    "is_ready",
    "luck_and_skill",
    "review",
    "seat_advantage",
    "simulate",
    "tournament",
    "vary",
    "warm_up",
]
