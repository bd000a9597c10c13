"""Reports of checks on disk, and what they say about the board of today."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from boardpi.boards.board import Board, Probing
from boardpi.boards.pins import PIXELS
from boardpi.boards.serial.link.messages import State
from boardpi.check.finding import Finding
from boardpi.check.layout import AS_DRAWN, Wires
from boardpi.check.prompts import advise, sentence
from boardpi.check.report import LONGEST, BadReport, CheckReport, Identity, name_wires, read_report
from boardpi.config import BoardConfig, Config, book_path
from boardpi.daemon.page.answers.checks import FindingJson, UnknownFindingJson
from boardpi.documents import Json
from boardpi.rules import HOLES
from boardpi.texts.languages import LANGUAGES

log = logging.getLogger("boardpi.checks")
KEPT: Final = 20  # reports; older ones are removed
UNNAMED: Final = 0xFFFFFFFF  # what an empty EEPROM says
CHAIN: Final = tuple(sorted(HOLES, key=PIXELS.__getitem__))
NANO: Final = Wires(
    rows=("A0", "A1", "A2", "A3", "A4"),
    columns=("D3", "D4", "D5", "D6", "D7"),
    pixels="D8",
    chain=CHAIN,
)
"""As wiring/pins.toml has it, which a test compares."""


def wires_of(board: BoardConfig) -> Wires:
    """What the lines are soldered to, by the names printed beside the pins."""
    if board.kind in ("serial", "emulator"):
        return NANO
    if board.kind != "gpio":
        return AS_DRAWN
    return Wires(
        rows=tuple(f"GPIO{pin}" for pin in board.rows),
        columns=tuple(f"GPIO{pin}" for pin in board.columns),
        pixels=f"GPIO{board.pixels}",
        chain=CHAIN,
        order=board.pixels_order.upper(),
    )


def hello_of(board: Board) -> tuple[int | None, str | None]:
    """The id and the firmware of a board that has them."""
    hello = board.hello if isinstance(board, Probing) else None
    if hello is None:
        return None, None
    return None if hello.board_id == UNNAMED else hello.board_id, hello.version


def state_of(board: Board) -> State | None:
    """What a firmware last said of its reeds and their wiring."""
    return board.state if isinstance(board, Probing) else None


def has_probe(board: Board) -> bool:
    """Whether its firmware looks at the wiring."""
    return isinstance(board, Probing)


def identify(board: Board, config: BoardConfig) -> Identity:
    """Which board this is."""
    number, firmware = hello_of(board)
    return Identity(config.kind, number, firmware, name_wires(wires_of(config)))


def checks_folder(config: Config) -> Path:
    """Beside the score book."""
    return book_path(config).parent / "checks"


def now_text() -> str:
    """The time of day, for a report."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def save_report(folder: Path, report: Json) -> Path:
    """Write it whole or not at all; OSError if the disk does not take it."""
    folder.mkdir(parents=True, exist_ok=True)
    name = str(report["at"]).replace(":", "-")
    file = folder / f"{name}.json"
    write_whole(file, json.dumps(report, ensure_ascii=False, indent=1) + "\n")
    for old in sorted(folder.glob("*.json"))[:-KEPT]:
        with contextlib.suppress(OSError):
            old.unlink()
    return file


def write_whole(file: Path, text: str) -> None:
    """A reader finds the old file or the new one, never half of it."""
    handle, part = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        Path(part).replace(file)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def last_text(folder: Path, kind: str) -> str | None:
    """The newest report of this kind of board, as it was written; what is damaged is left out."""
    for file in _newest_first(folder):
        try:
            with file.open(encoding="utf-8") as report:
                text = report.read(LONGEST + 1)
            if read_report(text).identity.kind == kind:
                return text
        except (OSError, UnicodeDecodeError, BadReport) as error:
            log.warning("The report %s is left out: it %s", file.name, error)
    return None


def _newest_first(folder: Path) -> Iterator[Path]:
    try:
        names = sorted((entry.name for entry in os.scandir(folder)), reverse=True)
    except OSError:
        return
    reports = [name for name in names if name.endswith(".json") and name[0] != "."]
    yield from (folder / name for name in reports[:KEPT])


def last_report(folder: Path, kind: str) -> CheckReport | None:
    """What the newest report of this kind of board says."""
    text = last_text(folder, kind)
    return None if text is None else read_report(text)


def picture_finding(finding: Finding) -> FindingJson:
    """A finding in every language."""
    return {
        "code": finding.code,
        "is_fault": finding.is_fault,
        "sentences": {language: sentence(finding, language) for language in LANGUAGES},
        "advice": {language: advise(finding, language) for language in LANGUAGES},
    }


def translate(told: dict[str, Any]) -> FindingJson | UnknownFindingJson:
    """A finding of a report in every language; as it stands where it comes from another boardpi."""
    try:
        return picture_finding(Finding(told["code"], tuple(told["params"].items())))
    except (KeyError, AttributeError, TypeError, IndexError):
        return {
            "code": told.get("code", ""),
            "is_fault": told.get("is_fault", ""),
            "sentence": told.get("sentence", ""),
            "advice": told.get("advice", ""),
        }
