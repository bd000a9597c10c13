"""The exact tables and the opening book that ship with boardpi, read once per rule set."""

from __future__ import annotations

import logging
from functools import cache
from importlib.resources import files

from boardpi.coach.endgames.openings import Openings
from boardpi.coach.endgames.perfect import Perfect
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import BadTables, WrongRules
from boardpi.rules.rulesets import RuleSet

log = logging.getLogger("boardpi.coach")


def _shipped(name: str) -> bytes:
    return files("boardpi.coach.endgames").joinpath("data", name).read_bytes()


@cache
def shipped_tables() -> bytes:
    """The file of tables, as it was installed."""
    return _shipped("jasir.tables")


@cache
def shipped_openings() -> bytes:
    """The opening book, as it was installed."""
    return _shipped("jasir.openings")


@cache
def perfect_play(rules: RuleSet) -> Perfect:
    """All that is known for certain in this rule set; races alone where no file fits."""
    return Perfect(rules, _tables(rules), _openings(rules))


def _tables(rules: RuleSet) -> Tables | None:
    try:
        return Tables(shipped_tables(), rules)
    except WrongRules:
        return None


def _openings(rules: RuleSet) -> Openings | None:
    try:
        return Openings(shipped_openings(), rules)
    except WrongRules:
        return None


@cache
def known_for_certain(rules: RuleSet) -> Perfect:
    """The same, where a file that is missing or damaged only means that less is known."""
    tables = openings = None
    try:
        tables = _tables(rules)
    except (OSError, BadTables) as error:
        log.warning("The coach plays without its tables: %s", error)
    try:
        openings = _openings(rules)
    except (OSError, BadTables) as error:
        log.warning("The coach plays without its opening book: %s", error)
    return Perfect(rules, tables, openings)


def shipped_puzzles() -> str:
    """The file of puzzles, as it was installed."""
    return files("boardpi.coach.endgames").joinpath("data", "puzzles.toml").read_text("utf-8")
