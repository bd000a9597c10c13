"""Everything simulated: reeds that fail, a board, hands with habits, players, whole sessions.

Also boards that were soldered wrongly and the makers who check them. Pure: time is an input, and
every choice comes from a seed. Of a running table only boards without wood, and who tells them
of faults, know this room.
"""
