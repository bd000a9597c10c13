"""Reading files that people name on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from boardpi.rules import GameRecord, RulesError, RuleSet, read_record


class CommandError(Exception):
    """What a command cannot do, in one sentence for the person who typed it."""


def read_text(file: str) -> str:
    """The text of a file in UTF-8."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} is not a text in UTF-8: {error.reason}") from None


def read_game(file: str, known: Mapping[str, RuleSet]) -> GameRecord:
    """The record in a file; errors name the file, the line and the move."""
    try:
        return read_record(read_text(file), known)
    except RulesError as error:
        raise CommandError(f"{file}: {error}") from None
