"""Everything simulated: a board that can misbehave, hands with habits, players, whole sessions.

Also boards that were soldered wrongly and the makers who check them. Pure: time is an input, and
every choice comes from a seed. Nothing of a real table imports this room but the virtual board.
"""
