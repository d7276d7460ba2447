"""Mob Town: take over a city property by property, 2 to 4 families, hidden agendas."""
