"""The index of docs/decisions: one line a note, in the order of their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

FOLDER = "docs/decisions"


def write_index(notes: Iterable[Path]) -> str:
    """A link and the title of every note."""
    return "".join(
        f"- [{note.name[:4]}]({note.name}) {title(note).partition(' ')[2]}\n"
        for note in sorted(notes, key=lambda note: note.name)
    )


def title(note: Path) -> str:
    """The heading of a note: its number and what was decided."""
    return note.read_text("utf-8").partition("\n")[0].removeprefix("# ")


def find_mistakes(notes: Iterable[Path]) -> list[str]:
    """Numbers and titles in use twice, and headings that do not bear the number of their file."""
    found = sorted(notes)
    numbers = Counter(note.name[:4] for note in found)
    titles = Counter(title(note).partition(" ")[2] for note in found)
    return [
        *(f"the number {number} is in use twice" for number, n in numbers.items() if n > 1),
        *(f"the title {words!r} is in use twice" for words, n in titles.items() if n > 1),
        *(
            f"{note.name} begins with {title(note)!r}, not with its number"
            for note in found
            if not title(note).startswith(f"{note.name[:4]} ")
        ),
    ]
