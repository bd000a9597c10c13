"""Every sentence stands in four languages with the same facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boardpi.check
from boardpi.check.advice import ADVICE, OF_FINDING
from boardpi.check.finding import NOTES, found
from boardpi.check.prompts import PROMPTS, advise, sentence
from boardpi.check.words import FINDINGS, Sentences

TABLES = {"findings": FINDINGS, "advice": ADVICE, "prompts": PROMPTS}


def facts_of(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("language", ["it", "pl", "fr"])
def test_every_language_has_every_sentence(name: str, language: str) -> None:
    table: Sentences = TABLES[name]
    assert list(table[language]) == list(table["en"])
    for code, text in table[language].items():
        assert facts_of(text) == facts_of(table["en"][code]), code


def test_every_code_in_the_code_has_words() -> None:
    source = "".join(file.read_text() for file in Path(boardpi.check.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'found\(\s*"(\w+)"', source))
    assert codes
    assert codes <= set(FINDINGS["en"])


def test_advice_belongs_to_findings_that_exist() -> None:
    assert set(OF_FINDING) <= set(FINDINGS["en"])
    assert set(OF_FINDING.values()) == set(ADVICE["en"])
    assert set(FINDINGS["en"]) - set(OF_FINDING) <= NOTES


def test_pins_are_named_where_they_are_known() -> None:
    named, unnamed = (found("row_silent", line="3", pin=pin) for pin in ("A2", ""))
    assert sentence(named) == "Row 3 is silent: its wire (A2)."
    assert sentence(unnamed) == "Row 3 is silent: its wire."
    assert advise(named) == "Follow this wire from the pin to its last reed."
