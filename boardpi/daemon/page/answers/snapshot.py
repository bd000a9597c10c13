"""The table as it stands, with whoever has the board: the snapshot, and how it all is."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from boardpi.daemon.page.answers.checks import FindingJson, ReportJson
from boardpi.daemon.page.answers.learning import PuzzleJson
from boardpi.daemon.page.answers.scores import PlayerJson
from boardpi.daemon.page.answers.table import (
    BoardJson,
    ClubJson,
    CoachJson,
    ExpectedJson,
    HintJson,
    MatchJson,
    PictureJson,
    PlayedJson,
    PointJson,
    RuleSetJson,
    WarningJson,
    Words,
)


class ArrangeJson(TypedDict):
    """What is still to be set up, and whose archers come now."""

    side: str | None
    missing: list[str]
    extra: list[str]


class LessonGuestJson(TypedDict):
    """A lesson, or a puzzle, has the board."""

    kind: Literal["lesson", "puzzle"]
    id: str
    title: Words
    step: int
    steps: int
    do: str
    mood: str
    task: Words
    reaction: Words | None
    say: Words
    told: int
    mistakes: None  # of earlier versions: a pupil's mistakes are told to nobody
    stars: int | None
    arrange: ArrangeJson | None
    player: PlayerJson | None
    next: str | None
    puzzle: NotRequired[PuzzleJson]


class ReviewGuestJson(TypedDict):
    """A review has the board."""

    kind: Literal["review"]
    game: int
    step: int
    steps: int
    point: PointJson
    shown: str
    arrange: ArrangeJson | None


class VotesJson(TypedDict):
    """The votes for one move."""

    move: str
    votes: int


class BallotJson(TypedDict):
    """A vote of the pupils."""

    is_open: bool
    left_s: int | None
    voters: int
    counts: list[VotesJson]
    is_secret: bool


class ClassGuestJson(TypedDict):
    """A class has the board."""

    kind: Literal["class"]
    step: int
    steps: int
    pointed: dict[str, str]
    arrange: ArrangeJson | None
    vote: BallotJson | None


class CheckGuestJson(TypedDict):
    """A check has the board."""

    kind: Literal["check"]
    chapter: str
    task: str
    stage: str
    hole: str | None
    sentences: Words
    answers: list[str]
    holes: dict[str, str]
    lights: dict[str, str]
    mask: int
    findings: list[FindingJson]
    done: int
    of: int
    report: ReportJson | None


GuestJson = LessonGuestJson | ReviewGuestJson | ClassGuestJson | CheckGuestJson


class SnapshotJson(PictureJson):
    """The table as it stands; also the `table` message of the live connection."""

    type: Literal["table"]
    v: Literal[1]
    ms: int
    table: str
    moves: list[PlayedJson]
    coach: CoachJson | None
    expected: ExpectedJson | None
    hint: HintJson | None
    is_frozen: bool
    guest: GuestJson | None
    match: MatchJson
    club: ClubJson | None
    clock_ms: int
    is_running: bool
    theme: str
    board: BoardJson
    warnings: list[WarningJson]


class ToldJson(TypedDict):
    """What the coach and the activity tell in words now, for the voice."""

    hint: HintJson | None
    guest: GuestJson | None


class HoleHealthJson(TypedDict):
    """How one reed behaves."""

    raw: bool
    settled: bool
    expected: bool
    changes_10s: int
    changes: int
    last_ms_ago: int | None
    is_dead: bool


class BookHealthJson(TypedDict):
    """The score book and what waits to be written."""

    path: str
    is_kept: bool
    waiting: int


class LightsHealthJson(TypedDict):
    """Frames since the start, and the age of the last one."""

    frames: int
    last_ms_ago: int | None


class HealthJson(TypedDict):
    """How the reeds, the book and the lights are."""

    holes: dict[str, HoleHealthJson]
    board: BoardJson
    book: BookHealthJson
    uptime_s: int
    version: str
    spectators: int
    lights: LightsHealthJson


class RuleSetsJson(TypedDict):
    """All rule sets."""

    default: str
    rules: list[RuleSetJson]


class ThemesJson(TypedDict):
    """All themes, each as boardpi/table/theme.py defines it."""

    default: str
    themes: dict[str, dict[str, Any]]
