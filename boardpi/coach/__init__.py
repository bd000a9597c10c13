"""The coach: an opponent, hints, reviews and lessons. Pure: time comes in through a callable.

`engine` finds moves, `endgames` knows what is exact, `lessons` teaches; `hints` and `review` put
what the engine finds into words.
"""
