"""From raw scans to moves and lights: settling, stories of what hands did, decisions, roles.

Pure: `step(table, event)` gives the next table and what must be done about it; time is an input.
docs/table.md tells players what it does.
"""
