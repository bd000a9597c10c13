"""`boardpi hub …`: the hub of a club with many tables (docs/club.md)."""

from boardpi.commands.hub.command import add_parsers

__all__ = ["add_parsers"]
