"""Every example is true: the sessions in the code's docstrings and in the documents."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from tools.house.measures import code_files

ROOT = Path(__file__).parents[2]
PROMPT = ">" * 3 + " "
"""Not written out, so that this file is not taken for an example."""
MODULES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for file in code_files(ROOT)
    if file.suffix == ".py" and PROMPT in file.read_text("utf-8")
]
DOCUMENTS = [
    file.relative_to(ROOT).as_posix()
    for file in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    if PROMPT in file.read_text("utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_code(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sessions_in_the_documents(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_examples_are_found() -> None:
    assert {"boardpi.rules.moves", "boardpi.table.script", "tools.house.modules"} <= set(MODULES)
    assert {"README.md", "docs/board-scripts.md"} <= set(DOCUMENTS)
