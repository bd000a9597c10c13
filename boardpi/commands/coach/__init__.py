"""`boardpi coach …` (`command`), and `lessons` and `puzzles`: learning at the keyboard.

`coach_play` is a game against the coach, `lesson_session` a lesson with the keyboard for hands.
"""

from boardpi.commands.coach.command import add_parsers

__all__ = ["add_parsers"]
