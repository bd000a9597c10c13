"""A small sample of `python -m tools.fuzz`: nothing but errors with a name."""

from __future__ import annotations

import logging
from random import Random

import pytest

from boardpi.boards.serial.link import messages
from tools.fuzz.__main__ import PARTS, fuzz
from tools.fuzz.line import Line

SAMPLE = {"parsers": 1500, "line": 4000, "calls": 300, "club": 800}


@pytest.mark.parametrize("part", PARTS)
def test_nothing_but_errors_with_a_name(part: str) -> None:
    logging.disable(logging.CRITICAL)
    try:
        found = fuzz(SAMPLE[part], 19, [part])
    finally:
        logging.disable(logging.NOTSET)
    assert found.inputs == SAMPLE[part]
    assert found.unnamed == []
    assert found.answers["taken"] > SAMPLE[part] / 20, "some must be good, or nothing is tried"


def test_much_of_what_is_said_reaches_the_table() -> None:
    line = Line(Random(19))
    for _ in range(2000):
        line.say()
    assert line.events > 200


def test_a_hole_in_the_checks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_ALLOWED", {})
    found = fuzz(4000, 19, ["line"])
    assert any("IndexError" in line for line in found.unnamed)
