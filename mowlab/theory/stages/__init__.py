"""Stage games: one decision of a tabletop game, small enough to be solved."""
