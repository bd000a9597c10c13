"""`boardpi replay` and `boardpi trace …`: what a board saw, and what the table made of it."""

from boardpi.commands.traces.command import add_parsers

__all__ = ["add_parsers"]
