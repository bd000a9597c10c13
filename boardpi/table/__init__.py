"""From raw scans to moves and lights: settling, worlds that may be true, decisions, roles.

Pure: `step(table, event)` gives the next table and what must be done; time is an input.
"""
