"""The check has words for all that it can say, and says nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import boardpi.check
from boardpi.check.finding import NOTES, found
from boardpi.check.prompts import ADVICE, advise, sentence
from boardpi.texts import CHECK


def keys_of(kind: str) -> set[str]:
    """The names of all prompts, findings or advice."""
    return {key.removeprefix(kind) for key in CHECK.of("en") if key.startswith(kind)}


FINDINGS = keys_of("finding.")


def test_every_code_in_the_code_has_words() -> None:
    source = "".join(file.read_text() for file in Path(boardpi.check.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'found\(\s*"(\w+)"', source))
    assert codes
    assert codes <= FINDINGS


def test_advice_belongs_to_findings_that_exist() -> None:
    assert set(ADVICE) <= FINDINGS
    assert set(ADVICE.values()) == keys_of("advice.")
    assert FINDINGS - set(ADVICE) <= NOTES


def test_pins_are_named_where_they_are_known() -> None:
    named, unnamed = (found("row_silent", line="3", pin=pin) for pin in ("A2", ""))
    assert sentence(named) == "Row 3 is silent: its wire (A2)."
    assert sentence(unnamed) == "Row 3 is silent: its wire."
    assert advise(named) == "Follow this wire from the pin to its last reed."
