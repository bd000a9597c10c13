"""What the page is told of a check of the board."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from boardpi.daemon.page.answers.table import Words


class FindingJson(TypedDict):
    """A finding in every language."""

    code: str
    is_fault: bool
    sentences: Words
    advice: Words


class WrittenFindingJson(TypedDict):
    """A finding as a report has it, in English."""

    code: str
    is_fault: bool
    params: dict[str, Any]
    holes: list[str]
    sentence: str
    advice: str


class UnknownFindingJson(TypedDict):
    """A finding of another boardpi, told as it is written."""

    code: Any
    is_fault: Any
    sentence: Any
    advice: Any


class CheckedBoardJson(TypedDict):
    """Which board was checked."""

    kind: str
    id: int | None
    firmware: str | None
    wires: list[str]


class CheckedHoleJson(TypedDict):
    """What a hole showed."""

    state: str
    answers: list[str]


class ReachedJson(TypedDict):
    """How an archer did that stood on discs."""

    archer: int
    discs: int
    holds: bool
    flickers: int


class CheckJson(TypedDict):
    """The report of a check but for its findings."""

    boardpi_check: int
    at: str
    version: str
    board: CheckedBoardJson
    parts: list[str]
    is_complete: bool
    is_sound: bool
    fingerprint: str
    holes: dict[str, CheckedHoleJson]
    colours: list[str]
    white_ma: int
    reach: NotRequired[list[ReachedJson]]  # not in reports of an older boardpi
    dead: list[str]


class ReportJson(CheckJson):
    """The report of a check."""

    findings: list[WrittenFindingJson]


class ToldReportJson(CheckJson):
    """The report of a check, its findings in every language."""

    findings: list[FindingJson | UnknownFindingJson]
