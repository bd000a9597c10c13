"""Clocks of the players: how much time each has, and what is left of it. Time is an input."""
