"""The exact tables that ship with boardpi, read once per rule set."""

from __future__ import annotations

import logging
from functools import cache
from importlib.resources import files

from boardpi.coach.endgames.perfect import Perfect
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import BadTables, WrongRules
from boardpi.rules.rulesets import RuleSet

log = logging.getLogger("boardpi.coach")


@cache
def shipped_tables() -> bytes:
    """The file of tables, as it was installed."""
    return files("boardpi.coach.endgames").joinpath("data", "jasir.tables").read_bytes()


@cache
def perfect_play(rules: RuleSet) -> Perfect:
    """All that is known for certain in this rule set; races alone where no table fits."""
    try:
        return Perfect(rules, Tables(shipped_tables(), rules))
    except WrongRules:
        return Perfect(rules, None)


@cache
def known_for_certain(rules: RuleSet) -> Perfect:
    """The tables and the races; the races alone where the file of tables is missing or damaged."""
    try:
        return perfect_play(rules)
    except (OSError, BadTables) as error:
        log.warning("The coach plays without its tables: %s", error)
        return Perfect(rules)


def shipped_puzzles() -> str:
    """The file of puzzles, as it was installed."""
    return files("boardpi.coach.endgames").joinpath("data", "puzzles.toml").read_text("utf-8")
