"""The files in bodies/, and the note that says what they were made from."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from boardpi.documents import Json, read_object
from tools.bodies.dimensions import NAMES

PROJECT: Final = Path(__file__).parents[2]
FOLDER: Final = PROJECT / "bodies"
NOTE: Final = FOLDER / "made.json"
DRAWINGS: Final = (FOLDER / "exploded.svg", FOLDER / "exploded-pcb.svg")
SOURCES: Final = (
    *("boardpi/drawings/measures.py", "boardpi/drawings/archer.py", "boardpi/drawings/wood.py"),
    *("tools/bodies/dimensions.py", "tools/bodies/shapes.py", "tools/bodies/exploded.py"),
)


def files() -> list[Path]:
    """Everything that is made."""
    return [
        *(FOLDER / f"{name}{ending}" for name in NAMES for ending in (".stl", ".step")),
        *DRAWINGS,
    ]


def source_hash() -> str:
    """SHA-256 over all that decides the shapes."""
    found = hashlib.sha256()
    for name in SOURCES:
        found.update(b"\0" + name.encode() + b"\0" + (PROJECT / name).read_bytes())
    return found.hexdigest()


def note(maker: str) -> str:
    """What is written beside the files: the maker's version, the sources, each file's hash."""
    made = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files()}
    content = {"made by": maker, "sources": source_hash(), "files": made}
    return json.dumps(content, indent=2) + "\n"


def read_note() -> Json:
    """What the files that are checked in were made from."""
    return read_object(NOTE.read_bytes(), ValueError, 10_000)
