"""For makers: the wiring that follows from wiring/pins.toml, and drawings for wood and archers."""
