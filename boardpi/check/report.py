"""The report of a check: for people, for programs, and for the daemon to compare at every start."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final

from boardpi.check.check import Check
from boardpi.check.finding import Finding
from boardpi.check.layout import Wires
from boardpi.check.notes import states
from boardpi.check.prompts import advise, sentence, white_ma
from boardpi.documents import Json, read_object
from boardpi.rules import HOLES, RulesError, mask_of, name_holes
from boardpi.rules.holes import Hole
from boardpi.texts import CHECK, NoText

FORMAT: Final = 1
LONGEST: Final = 100_000  # characters; a report has about 6,000
FAULTY_DIODES: Final = ("diode_missing", "diode_turned", "diode_among")


class BadReport(ValueError):
    """Not the report of a check; the message says why."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which board this is, as far as it can be known without touching it."""

    kind: str
    board_id: int | None = None
    firmware: str | None = None
    wires: tuple[str, ...] = ()  # pins of rows, columns and pixels

    def to_json(self) -> Json:
        """As in the report."""
        return {
            "kind": self.kind,
            "id": self.board_id,
            "firmware": self.firmware,
            "wires": list(self.wires),
        }


def name_wires(wires: Wires) -> tuple[str, ...]:
    """All pins in one line."""
    return (*wires.rows, *wires.columns, wires.pixels)


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What the daemon needs of a report."""

    identity: Identity
    fingerprint: str
    faults: int  # how many
    bare: int  # holes whose diode was found wanting
    at: str


def write_report(check: Check, identity: Identity, at: str, version: str) -> Json:
    """The report of a check that is done. `at` is the time of day, in ISO 8601."""
    notes, findings = check.notes, check.findings
    told = states(notes)
    answers = dict(notes.answers)
    return {
        "boardpi_check": FORMAT,
        "at": at,
        "version": version,
        "board": identity.to_json(),
        "parts": sorted(check.plan.parts),
        "is_complete": not notes.ended and len(check.plan.holes) == len(HOLES),
        "is_sound": not any(finding.is_fault for finding in findings),
        "fingerprint": fingerprint(check, identity),
        "holes": {
            str(hole): {"state": told[hole], "answers": name_holes(answers.get(hole, 0))}
            for hole in HOLES
            if hole in told
        },
        "colours": list(notes.colours),
        "white_ma": white_ma(check.plan.budget_ma),
        "reach": [tried._asdict() for tried in notes.reach],
        "dead": name_holes(dead_holes(check)),
        "findings": [finding_json(finding) for finding in findings],
    }


def finding_json(finding: Finding) -> Json:
    """One finding with its sentence in English."""
    return {
        "code": finding.code,
        "is_fault": finding.is_fault,
        "params": finding.params,
        "holes": name_holes(finding.holes),
        "sentence": sentence(finding),
        "advice": advise(finding),
    }


def dead_holes(check: Check) -> int:
    """Holes that the table could play on without: offered, never marked by itself."""
    notes = check.notes
    dark = notes.unlit | notes.dim
    return notes.ignored | (notes.silent & ~dark)


def fingerprint(check: Check, identity: Identity) -> str:
    """A short code of the wiring as it was learned: another code, another wiring.

    It tells of the board, its pins, which hole answered as which, diodes and colours; not of the
    firmware's version nor of how long anything took.
    """
    notes = check.notes
    learned = [
        [identity.kind, identity.board_id, *identity.wires],
        [[str(hole), name_holes(seen)] for hole, seen in sorted(notes.answers)],
        name_holes(notes.ignored),
        name_holes(notes.backward | notes.bare),
        name_holes(notes.unlit | notes.dim),
        list(notes.colours),
    ]
    digest = hashlib.sha256(json.dumps(learned).encode()).digest()
    code = base64.b32encode(digest).decode()[:8]
    return f"{code[:4]}-{code[4:]}"


def print_report(report: Json, language: str = "en") -> str:
    """The report for people, in their language."""
    lines = [CHECK.say(language, "report.title", at=report["at"])]
    rows = _tell_board(report, language)
    width = max(map(len, rows)) + 2
    lines += [f"  {name.ljust(width)}{value}" for name, value in rows.items()]
    lines.append("")
    for told in report["findings"]:
        said, advice = _tell_finding(told, language)
        lines.append(f"{'!' if told['is_fault'] else '-'} {said}")
        if advice:
            lines.append(f"    {advice}")
    if not report["findings"]:
        lines.append(CHECK.say(language, "prompt.clean"))
    if report["dead"]:
        line = f"dead = {json.dumps(report['dead'])}"
        lines += ["", CHECK.say(language, "report.dead", line=line)]
    return "\n".join(lines) + "\n"


def _tell_board(report: Json, language: str) -> dict[str, str]:
    board = report["board"]
    which = [board["kind"]]
    if board["id"] is not None:
        which.insert(0, CHECK.say(language, "report.number", number=board["id"]))
    if board["firmware"]:
        which.append(CHECK.say(language, "report.firmware", version=board["firmware"]))
    return {
        CHECK.say(language, "report.board"): ", ".join(which),
        CHECK.say(language, "report.fingerprint"): report["fingerprint"],
        CHECK.say(language, "report.white"): CHECK.say(
            language, "report.supply", ma=report["white_ma"]
        ),
    }


def _tell_finding(told: Json, language: str) -> tuple[str, str]:
    """As it was written, where another boardpi knew a finding that this one does not."""
    finding = Finding(told["code"], tuple(told["params"].items()))
    try:
        return sentence(finding, language), advise(finding, language)
    except NoText:
        return told["sentence"], told["advice"]


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def read_report(text: str) -> CheckReport:
    """The report in this text, which may be anything."""
    data = read_object(text, lambda problem: BadReport(f"is {problem}"), LONGEST)
    if data.get("boardpi_check") != FORMAT:
        raise BadReport(f"is no report of version {FORMAT}")
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError, AttributeError, RulesError) as error:
        raise BadReport(f"is damaged: {error!r}") from None


def _read(data: Json) -> CheckReport:
    findings = [finding for finding in _list(data["findings"]) if finding["is_fault"] is True]
    bare = mask_of(
        Hole(_text(name))
        for finding in findings
        if finding["code"] in FAULTY_DIODES
        for name in _list(finding["holes"])
    )
    return CheckReport(
        _read_identity(data["board"]),
        _text(data["fingerprint"]),
        len(findings),
        bare,
        _text(data["at"]),
    )


def _read_identity(board: Json) -> Identity:
    number, firmware = board["id"], board["firmware"]
    if number is not None and type(number) is not int:
        raise ValueError(number)
    wires = tuple(_text(pin) for pin in _list(board["wires"]))
    return Identity(
        _text(board["kind"]), number, None if firmware is None else _text(firmware), wires
    )


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        raise ValueError(value)
    return value


# ── comparing ────────────────────────────────────────────────────────────────────────────────────

REAL: Final = ("serial", "gpio")


def compare(
    report: CheckReport | None, identity: Identity, backward: int = 0, grounded: int = 0
) -> list[tuple[str, dict[str, str]]]:
    """What differs from the last check, as codes with facts, from what can be seen untouched."""
    if report is None:
        return [("never_checked", {})] if identity.kind in REAL else []
    then, changes = report.identity, []
    if then.board_id != identity.board_id:
        facts = {"then": str(then.board_id), "now": str(identity.board_id)}
        changes.append(("board_changed", facts))
    elif then.wires != identity.wires:
        changes.append(("wires_changed", {"at": report.at}))
    elif then.firmware != identity.firmware:
        facts = {"then": str(then.firmware), "now": str(identity.firmware)}
        changes.append(("firmware_changed", facts))
    if fresh := backward & ~report.bare:
        changes.append(("diode_changed", {"holes": ", ".join(name_holes(fresh))}))
    if grounded:
        columns = ", ".join("abcde"[n] for n in range(5) if grounded >> n & 1)
        changes.append(("column_changed", {"columns": columns}))
    return changes
