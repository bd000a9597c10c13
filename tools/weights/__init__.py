"""How the learned weights of the coach are found: games of the coach against itself, and a fit.

`python -m tools.weights --help`; docs/decisions/0074 tells what it is for.
"""
