"""mowlab: four tabletop games, their bots, and the game theory in them."""

__version__ = "0.1.0"
