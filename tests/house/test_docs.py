"""The documents are true: links lead somewhere, pictures are up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardpi.rules import DEFAULT, read_record
from boardpi.rules.drawing import DrawingStyle, draw_board
from tools.house.__main__ import make_documents
from tools.house.decisions import find_mistakes, write_index
from tools.house.marks import BEGIN, END, NoMarks, replace_between
from tools.house.modules import read_modules
from tools.house.tables import write_tables

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "wiring").rglob("*.md")]
)
WALKS = [
    section
    for section in (ROOT / "docs" / "architecture.md").read_text("utf-8").split("\n## ")
    if section.startswith("Life of ")
]


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


def test_what_is_made_of_the_documents_is_up_to_date() -> None:
    for file, text in make_documents(ROOT).items():
        assert file.read_text("utf-8") == text, "run `python -m tools.house --write`"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_files_that_documents_name_are_there(document: Path) -> None:
    files = re.findall(r"`(\w[\w./-]*/[\w.-]+\.(?:py|js|c|h|mk))`", document.read_text("utf-8"))
    places = [ROOT / place for place in (".", "boardpi", "boardpi/web/page", "firmware")]
    assert [f for f in files if not any((place / f).exists() for place in places)] == []


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.partition("\n")[0])
def test_a_walk_names_every_file_once(walk: str) -> None:
    files = re.findall(r"`([a-z0-9_/]+\.(?:py|js))`", walk)
    assert len(files) >= 8
    assert [file for file in files if not (ROOT / "boardpi" / file).exists()] == []
    assert sorted(files) == sorted(set(files))


def test_every_step_of_a_walk_begins_in_a_file() -> None:
    steps = [step for walk in WALKS for step in re.findall(r"^\d+\. (.+)", walk, re.MULTILINE)]
    assert [step for step in steps if not re.match(r"`[a-z0-9_/]+\.(py|js)` ", step)] == []
    assert len(WALKS) == 3


def test_every_module_is_named_once() -> None:
    modules = read_modules(ROOT)
    rows = re.findall(r"^\| `(\w+)` \| \S", write_tables(modules), re.MULTILINE)
    assert sorted(rows) == sorted(m.noun for m in modules.values() if not m.plate)


def test_decisions_have_one_number_and_one_title_each() -> None:
    assert find_mistakes((ROOT / "docs" / "decisions").glob("0*.md")) == []


@pytest.mark.parametrize(
    ("notes", "mistake"),
    [
        ({"0001-a.md": "# 0001 One", "0001-b.md": "# 0001 Two"}, "0001 is in use twice"),
        ({"0001-a.md": "# 0001 One", "0002-b.md": "# 0002 One"}, "'One' is in use twice"),
        ({"0001-a.md": "# 0010 One"}, "begins with '0010 One'"),
    ],
)
def test_a_mistaken_note_is_noticed(tmp_path: Path, notes: dict[str, str], mistake: str) -> None:
    for name, text in notes.items():
        (tmp_path / name).write_text(f"{text}\n")
    assert mistake in " ".join(find_mistakes(tmp_path.iterdir()))


def test_the_index_is_in_the_order_of_the_numbers(tmp_path: Path) -> None:
    for name in ("0002-b", "0010-c", "0001-a"):
        (tmp_path / f"{name}.md").write_text(f"# {name[:4]} About {name[5:]}\n\nText.\n")
    assert write_index(tmp_path.iterdir()).splitlines() == [
        "- [0001](0001-a.md) About a",
        "- [0002](0002-b.md) About b",
        "- [0010](0010-c.md) About c",
    ]


def test_a_document_without_marks_is_refused() -> None:
    with pytest.raises(NoMarks):
        replace_between(f"# Title\n{END}{BEGIN}", "new\n")


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
