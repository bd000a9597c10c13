"""`boardpi demo`: simulated hands play a game in the terminal, and the table reads them."""

from boardpi.commands.demo.command import add_parsers

__all__ = ["add_parsers"]
