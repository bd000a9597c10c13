"""The configuration: every key with its type, default, range and meaning, in this one place.

`boardpi config example` and docs/configure.md are written from what stands here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, get_type_hints

from boardpi.boards.pins import PI_BUTTON, PI_BUZZER, PI_COLUMNS, PI_PIXELS, PI_ROWS
from boardpi.config.header_pins import pin_problems
from boardpi.config.keys import (
    HOST,
    PIN,
    PLACE,
    BadConfig,
    is_mark,
    is_table_name,
    is_theme,
    key,
    read_section,
    unknown_names,
)
from boardpi.documents import read_file, read_toml
from boardpi.rules import RULE_SETS, Hole, RulesError, RuleSet, read_rule_sets, rule_set
from boardpi.texts.languages import LANGUAGES

SYSTEM_FILE: Final = Path("/etc/boardpi/boardpi.toml")
LARGEST_FILE: Final = 100_000  # bytes; the example with every key has about 4,000
SHORTEST_S: Final = 10  # of a game with clocks
CLUB_WORDS: Final = "a name of small letters, digits and '-'"
MARK_WORDS: Final = "a mark of six groups of four signs, such as ABCD-EFGH-JKLM-NPQR-STUV-WXYZ"


@dataclass(frozen=True, slots=True)
class TableConfig:
    """How the table plays, reads hands and shines."""

    name: str = key(
        "Table",
        "What the table is called on the page and in records.",
        check=(is_table_name, "a line of 1 to 40 characters"),
    )
    rules: str = key("jasir-pergioco", "The rule set of a new game: one of ours or of `rule_sets`.")
    rule_sets: str = key("", "A file with rule sets of your own.", check=PLACE)
    help: str = key("lift", "How much the lights help.", choices=("off", "lift", "full"))
    settle_ms: int = key(10, "How long a reed keeps a new state before it counts.", low=0, high=500)
    dwell_ms: int = key(
        250, "How long all is quiet before a move is committed.", low=50, high=10_000
    )
    inhand_ms: int = key(
        2500, "When a capture that no reed saw may be asked about.", low=500, high=60_000
    )
    astray_ms: int = key(
        1500,
        "How long an unexplained board stands before it is shown.",
        low=200,
        high=60_000,
    )
    decline_ms: int = key(
        8000, "How long a re-entry that would end the game waits.", low=1000, high=600_000
    )
    menu_ms: int = key(
        20_000,
        "How long the start stands before the menu opens automatically; 0 = by the button alone.",
        low=0,
        high=600_000,
    )
    touch_move: bool = key(False, "Whether a committed move can no longer be amended on the board.")
    dead: tuple[Hole, ...] = key((), "Holes whose reed is broken, such as c3.", item=Hole)
    theme: str = key(
        "default",
        "The colours and motions of the lights.",
        check=(is_theme, "a name of small letters, digits and '-'"),
    )
    power_budget_ma: int = key(
        500, "The most that all pixels together may draw, in mA.", low=50, high=5000
    )


@dataclass(frozen=True, slots=True)
class ClocksConfig:
    """Clocks of new matches, until somebody chooses others, or none, for one of them."""

    main_s: int = key(0, "Seconds for each player and game; 0 = no clocks.", low=0, high=14_400)
    increment_s: int = key(0, "Seconds more after each turn.", low=0, high=300)
    delay_s: int = key(
        0, "Seconds at the beginning of each turn that cost nothing.", low=0, high=300
    )
    flag: str = key(
        "told",
        "When no time is left: it is told; the player loses; or the game ends and is counted as an"
        " agreed draw is.",
        choices=("told", "loses", "ends"),
    )


def clock_problems(clocks: ClocksConfig) -> list[str]:
    """What no clock can be."""
    problems = []
    if 0 < clocks.main_s < SHORTEST_S:
        problems.append(f"clocks.main_s: {clocks.main_s} is less than {SHORTEST_S}; 0 = no clocks")
    if clocks.increment_s and clocks.delay_s:
        problems.append("clocks.delay_s: a clock has an increment or a delay, not both")
    return problems


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """Where scans come from and lights go."""

    kind: str = key(
        "virtual", "The kind of board.", choices=("virtual", "serial", "gpio", "emulator")
    )
    port: str = key("", "The serial port, such as /dev/ttyUSB0.")
    rows: tuple[int, ...] = key(
        PI_ROWS, "gpio: pins of the rows 1 to 5, as BCM numbers.", **PIN, length=5
    )
    columns: tuple[int, ...] = key(PI_COLUMNS, "gpio: pins of the columns a to e.", **PIN, length=5)
    pixels: int = key(
        PI_PIXELS, "gpio: the pin of the first pixel; only 10 (SPI) needs no root.", **PIN
    )
    button: int = key(PI_BUTTON, "gpio: the pin of the button, which closes to ground.", **PIN)
    buzzer: int = key(PI_BUZZER, "gpio: the pin of the buzzer.", **PIN)
    pixels_driver: str = key(
        "auto", "gpio: what drives the pixels.", choices=("auto", "spidev", "ws281x")
    )
    pixels_order: str = key(
        "grb",
        "gpio: the order of colours that the pixels expect.",
        choices=("grb", "rgb", "brg", "bgr", "gbr", "rbg"),
    )
    scan_hz: int = key(100, "gpio: how often a second the reeds are read.", low=20, high=200)
    row_settle_us: int = key(
        30, "gpio: how long a row settles before it is read, in µs.", low=30, high=1000
    )
    beep_ms: int = key(
        0,
        "How long a short beep of the buzzer is, of its patterns for what calls for a hand;"
        " 0 = none.",
        low=0,
        high=1000,
    )
    by_hand: bool = key(
        False, "virtual: whether hands set archers up and move the coach's, as they do on wood."
    )


@dataclass(frozen=True, slots=True)
class PageConfig:
    """The page. It is for this machine alone until `host` says otherwise."""

    host: str = key("127.0.0.1", "Where to listen; 0.0.0.0 opens the page to the LAN.", check=HOST)
    port: int = key(8025, "The port to listen on.", low=1, high=65_535)
    allowed_hosts: tuple[str, ...] = key(
        (), "More names by which browsers may call the page, such as board.local.", check=HOST
    )
    language: str = key("en", "For browsers that ask for none of ours.", choices=LANGUAGES)
    lock_play: bool = key(
        False,
        "Whether taking back, hints, answers and lessons need the PIN at this computer, too.",
    )
    reading: str = key(
        "all",
        "Who may see the table and the book; pin = who has given the PIN, as schools want it.",
        choices=("all", "pin"),
    )
    tls: str = key(
        "off",
        "Encryption; self = a certificate of the table's own, its fingerprint in the terminal.",
        choices=("off", "self"),
    )


def scheme_of(page: PageConfig) -> str:
    """How addresses of the page begin."""
    return "http" if page.tls == "off" else "https"


@dataclass(frozen=True, slots=True)
class BookConfig:
    """The score book."""

    path: str = key("", 'Its file; "" = book.sqlite in the data directory.', check=PLACE)
    remind_days: int = key(
        1,
        "After so many days with games that are in no backup the page reminds of one; 0 = never.",
        low=0,
        high=365,
    )
    trace_games: int = key(200, "Traces of so many games are kept.", low=0, high=100_000)
    trace_mb: int = key(50, "Traces take so many megabytes at most.", low=1, high=10_000)


@dataclass(frozen=True, slots=True)
class LessonsConfig:
    """The lessons."""

    folder: str = key(
        "",
        'Where a teacher\'s own lessons lie; "" = lessons in the data directory.',
        check=PLACE,
    )


@dataclass(frozen=True, slots=True)
class VoiceConfig:
    """A voice on this computer, if it has a loudspeaker. The page has one of its own."""

    kind: str = key("off", "Who speaks.", choices=("off", "espeak-ng", "piper"))
    language: str = key("en", "In which language.", choices=LANGUAGES)
    program: str = key("", 'The program; "" = the one of this name on the path.', check=PLACE)
    model: str = key("", "piper: the file of the voice, which ends with .onnx.", check=PLACE)
    speed: int = key(175, "Words a minute.", low=80, high=450)
    verbosity: str = key(
        "usual",
        "How much is said; little = what calls for a hand, full = also what a lifted archer may.",
        choices=("little", "usual", "full"),
    )
    holes: str = key(
        "letters", "How holes are spoken; names = Anna 1, Bella 2.", choices=("letters", "names")
    )


@dataclass(frozen=True, slots=True)
class HubConfig:
    """The hub of a club, `boardpi hub run`. A table needs only `updates`: it joins by a code."""

    club: str = key(
        "club", "How the club is called in topics of the broker.", check=(is_theme, CLUB_WORDS)
    )
    name: str = key("", 'What the pages of the hub are headed; "" = the club.')
    host: str = key("127.0.0.1", "Where its pages are; 0.0.0.0 opens them to the LAN.", check=HOST)
    port: int = key(8026, "The port of its pages.", low=1, high=65_535)
    path: str = key("", 'Its book; "" = hub.sqlite in the data directory.', check=PLACE)
    broker: str = key("127.0.0.1", "The address of the MQTT broker.", check=HOST)
    broker_port: int = key(1883, "The port of the broker.", low=1, high=65_535)
    tls: str = key(
        "off",
        "self = pages and broker are encrypted, by a certificate that the hub makes for itself.",
        choices=("off", "self"),
    )
    federation: bool = key(False, "Whether this hub collects the results of several halls.")
    home_assistant: bool = key(False, "Whether tables are announced to Home Assistant.")
    updates: str = key(
        "",
        "At a table: the mark of who makes the releases that its hub may install here, as `make"
        ' release` and the hub\'s page Update show it; "" = nobody may.',
        check=(is_mark, MARK_WORDS),
    )


@dataclass(frozen=True, slots=True)
class LogConfig:
    """What the daemon tells."""

    level: str = key("info", "How much.", choices=("debug", "info", "warning", "error"))
    format: str = key("text", "For people or for programs.", choices=("text", "json"))


@dataclass(frozen=True, slots=True)
class Config:
    """All of it."""

    table: TableConfig = TableConfig()
    clocks: ClocksConfig = ClocksConfig()
    board: BoardConfig = BoardConfig()
    page: PageConfig = PageConfig()
    book: BookConfig = BookConfig()
    lessons: LessonsConfig = LessonsConfig()
    voice: VoiceConfig = VoiceConfig()
    hub: HubConfig = HubConfig()
    log: LogConfig = LogConfig()


def read_config(text: str) -> Config:
    """The configuration of a TOML text; every problem of it in one BadConfig.

    >>> read_config("[table]\\ndwell_ms = 400").table.dwell_ms
    400
    """
    return build_config(read_toml(text, _refuse))


def build_config(document: Mapping[str, object]) -> Config:
    """The configuration that these sections make, the rest by default."""
    problems = unknown_names(document, [f.name for f in fields(Config)], "section", "")
    sections: dict[str, Any] = {
        name: read_section(name, kind, document.get(name, {}), problems)
        for name, kind in get_type_hints(Config).items()
    }
    config = Config(**sections)
    problems += [*clock_problems(config.clocks), *pin_problems(config.board)]
    if problems:
        raise BadConfig(problems)
    if config.board.kind == "serial" and not config.board.port:
        raise BadConfig(['board.port: board.kind = "serial" needs a port, such as "/dev/ttyUSB0"'])
    return config


def find_config(
    named: str | None = None, system: Path = SYSTEM_FILE, own: Path | None = None
) -> Path | None:
    """The file to read: the one named on the command line, the system's, the user's, or none."""
    if named is not None:
        return Path(named)
    own = own or own_file()
    return next((file for file in (system, own) if file.exists()), None)


def own_file(environ: Mapping[str, str] = os.environ) -> Path:
    """Where a user's own configuration lies; the page writes it where there is no other."""
    folder = environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(folder) / "boardpi" / "boardpi.toml"


def load_config(source: Path | None) -> Config:
    """The configuration of this file, or the defaults, its rule set known to exist."""
    try:
        config = read_config(_text_of(source)) if source else Config()
        known_rule_sets(config)
    except BadConfig as error:
        raise BadConfig(list(error.problems), source) from None
    return config


def _text_of(source: Path) -> str:
    return read_file(source, _refuse, LARGEST_FILE)


def _refuse(problem: str) -> BadConfig:
    return BadConfig([problem])


def known_rule_sets(config: Config) -> dict[str, RuleSet]:
    """The rule sets that ship with boardpi and the maker's own; `table.rules` is one of them."""
    known = dict(RULE_SETS)
    try:
        if config.table.rule_sets:
            known |= read_rule_sets(_text_of(Path(config.table.rule_sets).expanduser()), known)
    except (BadConfig, RulesError) as error:
        raise BadConfig([f"table.rule_sets: {config.table.rule_sets!r}: {error}"]) from None
    try:
        rule_set(config.table.rules, known)
    except RulesError as error:
        raise BadConfig([f"table.rules: {error}"]) from None
    return known


def read_board(text: str, configured: BoardConfig | None = None) -> BoardConfig:
    """The board of `--board`: `virtual`, `gpio`, `emulator` or `serial:PORT`. It keeps the pins
    that are configured.
    """
    kind, _, port = text.partition(":")
    asked = build_config({"board": {"kind": kind, "port": port}}).board
    return replace(configured or asked, kind=asked.kind, port=asked.port)


def data_directory(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the score book lies: systemd's StateDirectory, else the XDG state directory."""
    if given := environ.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])
    state = environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "boardpi"


def lessons_folder(config: Config, environ: Mapping[str, str] = os.environ) -> Path:
    """Where a teacher's own lessons lie."""
    if config.lessons.folder:
        return Path(config.lessons.folder).expanduser()
    return data_directory(environ) / "lessons"


def book_path(config: Config, environ: Mapping[str, str] = os.environ) -> Path:
    """The file of the score book."""
    if config.book.path:
        return Path(config.book.path).expanduser()
    return data_directory(environ) / "book.sqlite"


def hub_path(config: Config, environ: Mapping[str, str] = os.environ) -> Path:
    """The file of the hub's book."""
    if config.hub.path:
        return Path(config.hub.path).expanduser()
    return data_directory(environ) / "hub.sqlite"
