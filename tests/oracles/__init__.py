"""Slow, simple referees written from the rulebooks alone; the real engines are compared with them move by move."""
