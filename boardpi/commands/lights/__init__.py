"""`boardpi lights …`: the themes, and a drawing of what each light means."""

from boardpi.commands.lights.command import add_parsers

__all__ = ["add_parsers"]
