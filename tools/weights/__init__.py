"""How the learned weights of the coach are found: from positions whose exact value is known.

`python -m tools.weights --help`; docs/decisions/0250 tells what it is for.
"""
