"""The shipped tables with all their blocks kept: tests jump about, where games walk."""

from __future__ import annotations

from functools import cache

from boardpi.coach.endgames.tables import Tables
from boardpi.daemon.coach.endgames import shipped_tables
from boardpi.rules import DEFAULT, RuleSet, rule_set

OCA = rule_set("jasir-oca")
JASIR = (DEFAULT, OCA)


@cache
def tables(rules: RuleSet = DEFAULT) -> Tables:
    """The tables of a rule set."""
    return Tables(shipped_tables(), rules, cached_bytes=1 << 26)
