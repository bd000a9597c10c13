"""`boardpi record …`: show and check game records."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardpi.commands.parser import Subparsers


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
