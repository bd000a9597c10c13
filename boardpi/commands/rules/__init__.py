"""`boardpi rules …` (`command`) and `record`: the games without a table."""

from boardpi.commands.rules.command import add_parsers

__all__ = ["add_parsers"]
