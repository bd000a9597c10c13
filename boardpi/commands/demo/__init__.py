"""`boardpi demo`: simulated hands play a game in the terminal, and the table reads them.

`planned_game` is what they play, `demo_session` lets them, and `screen` draws it.
"""

from boardpi.commands.demo.command import add_parsers

__all__ = ["add_parsers"]
