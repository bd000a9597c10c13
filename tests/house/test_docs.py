"""The documents are true: examples run, links lead somewhere, pictures are up to date."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import boardpi.rules
from boardpi.rules import DEFAULT, read_record
from boardpi.rules.drawing import DrawingStyle, draw_board
from tests.house.imports import modules

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "wiring").rglob("*.md")]
)
PURE_MODULES = [
    name
    for name, source in modules(Path(boardpi.rules.__file__).parents[1])
    if name.startswith("boardpi.rules.") and ">>>" in source
]


@pytest.mark.parametrize("name", PURE_MODULES)
def test_examples_in_the_code(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0


def test_the_session_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted >= 8
    assert results.failed == 0


def test_the_scripts_of_the_table() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "table.md"), module_relative=False)
    assert results.attempted >= 15
    assert results.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'src="([^"]+)"', text)
    for link in links:
        if not link.startswith("https://"):
            assert (document.parent / link).exists(), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_anchors_are_headings(document: Path) -> None:
    for file, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", document.read_text("utf-8")):
        target = document.parent / file if file else document
        headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
        assert anchor in {re.sub(r"[^\w\- ]", "", h).lower().replace(" ", "-") for h in headings}


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    for file in folder.glob("0*.md"):
        assert f"({file.name})" in listed


@pytest.mark.parametrize(
    ("name", "look"), [("board.svg", DrawingStyle.WOOD), ("board-labels.svg", DrawingStyle.LABELS)]
)
def test_the_pictures_are_what_boardpi_draws(name: str, look: DrawingStyle) -> None:
    drawn = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert drawn == draw_board(DEFAULT, look=look), "CONTRIBUTING.md tells how to draw them anew"


def test_the_record_in_the_rules_is_a_true_record() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    example = next(block for block in text.split("```") if block.startswith("\n[Rules"))
    assert read_record(example).game.outcome is not None
