"""Makes the exact tables of the coach: a solver in C, and `build`, which feeds it and packs them.

docs/coach-tables.md tells what they hold and how they are made.
"""
