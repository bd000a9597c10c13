"""Inputs that nobody meant, by the million: every parser, the board's line and the API get them.
`python -m tools.fuzz --inputs 100000 --seed 1` runs; only errors with a name of the project pass.
"""
