"""docs/security.md names a test for each promise: the test must be there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")


def test_every_test_that_a_promise_names_is_there() -> None:
    named = set(re.findall(r"`(test_[a-z_0-9]+)`", PAGE))
    there = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_[a-z_0-9]+)\(", file.read_text(encoding="utf-8"), re.M)
    }
    assert len(named) > 40
    assert named - there == set()


def test_every_file_that_a_promise_names_is_there() -> None:
    named = set(re.findall(r"`((?:tests|tools|benchmarks)/[a-z_/.]+)`", PAGE))
    assert len(named) > 15
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_promise_names_what_tests_it() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "promise |" not in line]
    assert len(rows) > 25
    for row in rows:
        tested_by = row.rstrip("| ").rpartition("|")[2]
        assert re.search(r"`(test_|tests/|tools/|benchmarks/)", tested_by), row
