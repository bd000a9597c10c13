"""Faults that the hands once found in the table, made short: none may come back.

`may_ask`: two stories explain what the reeds saw, so a question is as good as the answer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardpi.sim.expectations import ANYTHING, Told
from boardpi.sim.verdict import judge
from boardpi.table.trace import replay

LINES = Path(__file__).with_name("findings.jsonl").read_text(encoding="utf-8").splitlines()
FINDINGS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def expected(finding: dict[str, Any]) -> list[Told]:
    """What the table must tell; `anything` is one value, not one that looks like it."""
    return [ANYTHING if told == ANYTHING else told for told in finding["expected"]]


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding["title"][:60])
def test_a_fault_once_found_stays_cured(finding: dict[str, Any]) -> None:
    trace = [json.dumps(line) for line in finding["trace"]]
    is_lenient = "dead" in finding["trace"][0]
    verdict = judge(expected(finding), replay(trace), is_lenient=is_lenient)
    assert verdict.is_right or (finding["may_ask"] and verdict.unanswered)
