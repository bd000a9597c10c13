"""Perfect play where it is known: exact tables for few archers, the exact race. Pure.

`data` holds the tables and the puzzles that ship with boardpi.
"""
