"""`boardpi coach …` (`command`), and `lessons` and `puzzles`: learning at the keyboard.

Both kinds of session are here as well: a game against the coach, a lesson with the keyboard for
hands.
"""

from boardpi.commands.coach.command import add_parsers

__all__ = ["add_parsers"]
