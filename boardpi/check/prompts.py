"""What the check says to the maker: what it asks now, what it found, what to try."""

from __future__ import annotations

from typing import Final

from boardpi.check.check import ACT, TELL, Check
from boardpi.check.finding import Finding, listed
from boardpi.check.layout import COLOURS
from boardpi.check.plan import DISCS
from boardpi.table.theme import CHANNEL_MA, IDLE_MA
from boardpi.texts import CHECK

ADVICE: Final = {
    "columns_swapped": "wires",
    "rows_swapped": "wires",
    "columns_reversed": "wires",
    "rows_reversed": "wires",
    "columns_shifted": "wires",
    "rows_shifted": "wires",
    "columns_mixed": "wires",
    "rows_mixed": "wires",
    "columns_astray": "wires",
    "rows_astray": "wires",
    "lines_exchanged": "wires",
    "holes_exchanged": "reed",
    "hole_as": "line",
    "unproven": "wood",
    "chain_rows_snake": "chain",
    "chain_rows_same": "chain",
    "chain_columns_snake": "chain",
    "chain_columns_same": "chain",
    "chain_late": "chain",
    "chain_early": "chain",
    "pixels_exchanged": "chain",
    "pixel_as": "chain",
    "stuck": "stuck",
    "sticky": "sticky",
    "chatter": "chatter",
    "column_grounded": "short",
    "row_grounded": "short",
    "columns_joined": "short",
    "rows_joined": "short",
    "magnet_strong": "magnet",
    "magnets_strong": "magnet",
    "together": "short",
    "silent": "silent",
    "row_silent": "line",
    "column_silent": "line",
    "all_silent": "all",
    "diode_turned": "diode",
    "diode_missing": "diode",
    "diode_among": "diode",
    "diodes_untested": "again",
    "not_tested": "again",
    "pixel_dark": "pixel",
    "chain_broken": "broken",
    "chain_dark": "data",
    "colour_order": "order",
    "browned_out": "supply",
    "magnet_weak": "weak",
    "magnet_weaker": "weak",
    "reach_short": "deep",
}
"""Which advice belongs to which finding; the rest needs none."""


def prompt_of(check: Check) -> tuple[str, dict[str, str]]:
    """The code of what is asked now, and its facts."""
    task = check.task
    if check.lost_ms is not None:
        return "lost", {}
    if task.kind == "empty":
        return ("empty" if check.seen else "begin"), {}
    if task.kind == "result":
        return ("faults" if any(f.is_fault for f in check.findings) else "clean"), {}
    if task.kind == "place" and task.hole is not None:
        return _prompt_place(check)
    if task.kind == "anchor":
        return ("anchor", {"hole": str(task.hole)}) if check.stage == ACT else ("anchored", {})
    if task.kind == "reach":
        return _prompt_reach(check)
    if check.stage != ACT:
        return "lift", {}
    if task.kind == "colour":
        return COLOURS[task.number], {}
    if task.kind == "white":
        return "white", {"ma": str(white_ma(check.plan.budget_ma))}
    return "fill", {"left": str((task.pattern & ~check.seen).bit_count())}


def _prompt_reach(check: Check) -> tuple[str, dict[str, str]]:
    task = check.task
    facts = {"hole": str(task.hole), "archer": str(task.number)}
    if check.stage == ACT:
        return ("reach" if task.discs == DISCS else "nearer"), facts
    return ("held" if check.notes.reach[-1].holds else "let_go"), facts


def _prompt_place(check: Check) -> tuple[str, dict[str, str]]:
    hole = check.task.hole
    assert hole is not None
    facts = {"hole": str(hole)}
    if check.stage == ACT:
        return ("place_dark" if check.task.is_dark else "place"), facts
    if check.stage == TELL:
        return "unheard", facts
    seen = dict(check.notes.answers)[hole]
    return ("right", facts) if seen == hole.bit else ("wrong", facts | {"seen": listed(seen)})


def white_ma(budget_ma: int) -> int:
    """What all pixels draw in white: all they can, or what the budget allows."""
    return min(budget_ma, round(IDLE_MA + 25 * 3 * CHANNEL_MA))


def say(check: Check, language: str) -> str:
    """What is asked now, in this language."""
    code, facts = prompt_of(check)
    return CHECK.say(language, f"prompt.{code}", **facts)


def sentence(finding: Finding, language: str = "en") -> str:
    """A finding in one sentence.

    >>> from boardpi.check.finding import found
    >>> sentence(found("row_silent", line="3", pin="A2"))
    'Row 3 is silent: its wire (A2).'
    """
    facts = finding.params
    if "pin" in facts:
        facts["pin"] = f" ({facts['pin']})" if facts["pin"] else ""
    return CHECK.say(language, f"finding.{finding.code}", **facts)


def advise(finding: Finding, language: str = "en") -> str:
    """What to try against it; nothing where there is nothing to try."""
    code = ADVICE.get(finding.code)
    return CHECK.say(language, f"advice.{code}", **finding.params) if code else ""
