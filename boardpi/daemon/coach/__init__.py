"""The coach at the table: its process, and the opponent, hints and reviews that ask it."""
