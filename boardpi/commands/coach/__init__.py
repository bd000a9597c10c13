"""`boardpi coach …` (`command`), and `lessons` and `puzzles`: learning at the keyboard."""

from boardpi.commands.coach.command import add_parsers

__all__ = ["add_parsers"]
