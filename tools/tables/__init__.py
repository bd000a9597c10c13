"""Makes the exact tables that ship with boardpi: a prover in C, and `build`, which packs them.

docs/coach-tables.md tells what they hold and how they are made.
"""
