"""The coach at the table: its process, and the opponent, hints and reviews that ask it.

`thinker` talks to the process, whose own side is `thinking`; the loop never waits for either.
"""
