"""The table as it stands, with whoever has the board: the snapshot, and how it all is."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from boardpi.daemon.page.answers.checks import FindingJson, ReportJson
from boardpi.daemon.page.answers.learning import PuzzleJson
from boardpi.daemon.page.answers.scores import PlayerJson
from boardpi.daemon.page.answers.table import (
    BoardJson,
    ClocksJson,
    ClubJson,
    CoachJson,
    ControlJson,
    ExpectedJson,
    HintJson,
    MatchJson,
    PictureJson,
    PlayedJson,
    PointJson,
    RuleSetJson,
    RulesJson,
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


class PhoneLessonJson(LessonGuestJson):
    """A lesson on a pupil's device, with its board."""

    position: str
    legal: list[str]
    lights: dict[str, str]
    rules: RulesJson


class PhoneJson(TypedDict):
    """What a pupil's device does, and whether it may."""

    is_allowed: bool
    lesson: PhoneLessonJson | None


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


class TeamsJson(TypedDict):
    """How many devices are in each team."""

    w: int
    b: int


class TeamJson(TypedDict):
    """The team of this device."""

    side: str


class VoteJson(TypedDict):
    """The vote that counts for this device now."""

    move: str


class ClassGuestJson(TypedDict):
    """A class has the board."""

    kind: Literal["class"]
    step: int
    steps: int
    pointed: dict[str, str]
    arrange: ArrangeJson | None
    vote: BallotJson | None
    teams: TeamsJson | None  # where two teams consult


class RotaJson(TypedDict):
    """Who is at the board, one after the other."""

    players: list[PlayerJson]
    at: int


class ClassroomJson(TypedDict):
    """What the teacher has arranged: whether phones may learn, and whose turn it is."""

    phones: bool
    rota: RotaJson | None


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
    counted: Literal["holes", "archers"]
    done: int
    of: int
    report: ReportJson | None


class MenuChoiceJson(TypedDict):
    """One light of the menu: its hole, its blinks (0 leads back) and what it is."""

    hole: str
    count: int
    words: Words


class MenuGuestJson(TypedDict):
    """The menu has the board."""

    kind: Literal["menu"]
    choices: list[MenuChoiceJson]
    touched: str | None
    say: Words
    told: int


class HandicapGuestJson(TypedDict):
    """The start of a game with a handicap is being set up; the game begins when it stands."""

    kind: Literal["handicap"]
    handicap: int
    title: Words
    say: Words
    told: int
    arrange: ArrangeJson | None


GuestJson = (
    LessonGuestJson
    | ReviewGuestJson
    | ClassGuestJson
    | CheckGuestJson
    | MenuGuestJson
    | HandicapGuestJson
)


class ArchersNewsJson(TypedDict):
    """Which game of Archers is on the page and how far it is: when it changes, a page asks."""

    game: int | None
    turns: int
    is_over: bool


class SnapshotJson(PictureJson):
    """The table as it stands; also the `table` message of the live connection."""

    type: Literal["table"]
    v: Literal[1]
    ms: int
    table: str
    touched: Words | None
    moves: list[PlayedJson]
    coach: CoachJson | None
    expected: ExpectedJson | None
    hint: HintJson | None
    is_frozen: bool
    guest: GuestJson | None
    match: MatchJson
    club: ClubJson | None
    classroom: ClassroomJson
    clock_ms: int
    is_running: bool
    clocks: ClocksJson | None
    next_clock: ControlJson | None
    theme: str
    is_new: bool
    board: BoardJson
    archers: ArchersNewsJson
    warnings: list[WarningJson]


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


class MachineJson(TypedDict):
    """How it is; null is what nobody can tell here, `system` and `python` are for the PIN only.

    Troubles are `low_voltage`, `capped` (the processor runs slower), `throttled` and `hot`.
    """

    model: str | None
    system: str | None
    python: str | None
    version: str
    disk_free: int
    disk_total: int
    temperature_c: float | None
    trouble_now: list[str] | None
    trouble_since_start: list[str] | None
    is_voltage_low: bool | None
    is_service: bool


class LogLineJson(TypedDict):
    """One line of the log."""

    at: str
    level: str
    text: str


class LogJson(TypedDict):
    """The last lines, oldest first."""

    lines: list[LogLineJson]


class RestartJson(TypedDict):
    """The table ends and starts anew."""

    is_restarting: bool


class RuleSetsJson(TypedDict):
    """All rule sets."""

    default: str
    rules: list[RuleSetJson]


class ThemesJson(TypedDict):
    """All themes, each as boardpi/table/theme.py defines it."""

    default: str
    themes: dict[str, dict[str, Any]]


class SettingJson(TypedDict):
    """A key of the configuration that a club changes, as its file has it."""

    name: str
    kind: str
    value: str | int | bool
    default: str | int | bool
    choices: list[str]
    low: int | None
    high: int | None


class SettingsJson(TypedDict):
    """All of them; `pending` count after a start anew."""

    path: str
    is_writable: bool
    settings: list[SettingJson]
    pending: list[str]
    is_new: bool
