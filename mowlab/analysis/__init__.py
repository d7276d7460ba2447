"""Many games, and one decision under the same luck: arrays in, tidy tables with intervals out."""

from .intervals import Estimate
from .outcomes import Events, Group, Outcomes
from .simulate import LineupError, simulate

__all__ = ["Estimate", "Events", "Group", "LineupError", "Outcomes", "simulate"]
