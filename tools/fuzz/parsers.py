"""Everything that reads a text or a file, each with a good example to be spoilt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from itertools import islice
from random import Random
from typing import Any, Final
from urllib.parse import parse_qsl

from boardpi.archers import (
    BattleRecord,
    new_battle,
    parse_formation,
    parse_turn,
    read_battle,
    start_formation,
    write_battle,
)
from boardpi.check.report import read_report
from boardpi.club import parse_period, read_games, unkept_book
from boardpi.club.names import parse_club, parse_name
from boardpi.club.periods import parse_day
from boardpi.club.transfer.exports import to_jas, to_json
from boardpi.club.transfer.imports import read_correction
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.coach.lessons.puzzles import read_puzzles
from boardpi.commands.config import example
from boardpi.commands.rules.command import answer
from boardpi.config.config import read_board, read_config
from boardpi.drawings.measures import read_magnet
from boardpi.rules import (
    DEFAULT,
    RULE_SETS,
    Game,
    Hole,
    parse_move,
    parse_position,
    read_rule_sets,
)
from boardpi.rules.lines import parse_lines
from boardpi.rules.record import read_record
from boardpi.table.script import run
from boardpi.table.trace import Header, replay
from boardpi.web.guards import host_of, is_address
from boardpi.web.live import read_message
from boardpi.web.shapes import FLAG, number, read_query, record
from boardpi.web.shapes import text as line_of
from tools.fuzz.files import Languages, Secrets, read_tables, small_tables
from tools.fuzz.mutations import spoil_json, spoil_text

Spoil = Callable[[str, Random], str]
MOVES: Final = "b1-d2 d5-b4 c1-d3 e5xd3 d2xd3 b4xd3 e1xd3 @e5"
MOST_EVENTS: Final = 200
PARAMETERS: Final = record({}, limit=number(1, 500), bin=FLAG, period=line_of(40))


@dataclass(frozen=True, slots=True)
class Parser:
    """A reader of texts, good texts, and how they are spoilt."""

    name: str
    read: Callable[[str], object]
    examples: Sequence[str]
    spoil: Spoil = spoil_text


def _read_trace(text: str) -> object:
    """A whole trace, as `boardpi replay` does it: also its events go through the table."""
    return [None for _ in islice(replay(text.split("\n")), MOST_EVENTS)]


def _trace() -> str:
    header = json.dumps(Header(DEFAULT, Game(DEFAULT).position, any_first=True).to_json())
    start = 0x1F0001F
    masks = [start, start ^ 2, start ^ 2 ^ (1 << 8), start ^ 2 ^ (1 << 8) ^ (1 << 23)]
    events = [json.dumps({"ms": 400 * place, "mask": mask}) for place, mask in enumerate(masks)]
    return "\n".join([header, *events, json.dumps({"ms": 5000, "end": True})])


def _battle() -> str:
    battle = new_battle(9).play("d3<,d3-c3").play("f7<,f7^")
    return write_battle(BattleRecord(battle.agree_draw(), "First player"))


def _files() -> tuple[str, str]:
    """A finished game as a record and as JSON."""
    game = Game(DEFAULT, any_first=True)
    for move in MOVES.split():
        game = game.play(move)
    game = game.agree_draw()
    with unkept_book() as book:
        entry = book.games.begin(white="First player", black="Second player")
        for ply, played in enumerate(game.moves, 1):
            book.games.record_move(entry.id, ply, str(played), str(game.positions[ply]), 100 * ply)
        assert game.outcome is not None
        book.games.finish(entry.id, game.outcome)
        entry = book.archive.entry(entry.id)
        return to_jas(book.archive, entry), to_json(book.archive, [entry])


def _read_period(text: str) -> object:
    return parse_period(text, date(2026, 11, 17))


def _read_query(text: str) -> object:
    """A line for `boardpi rules query`."""
    return json.dumps(answer(text.encode(errors="surrogatepass"), RULE_SETS, DEFAULT))


def _read_host(text: str) -> object:
    """A `Host` header; headers are Latin-1."""
    name = text.encode("latin-1", errors="replace").decode("latin-1")
    return is_address(host_of(name))


def _read_parameters(text: str) -> object:
    """What stands behind the `?` of an address."""
    return read_query(PARAMETERS, dict(parse_qsl(text, errors="replace")))


def _packaged(*path: str) -> str:
    return files("boardpi").joinpath(*path).read_text(encoding="utf-8")


REPORT: Final = {
    "boardpi_check": 1,
    "board": {"kind": "serial", "id": 7, "firmware": "0.1.0", "wires": ["D2", "D3"]},
    "fingerprint": "ab12",
    "findings": [{"code": "diode_backward", "is_fault": True, "holes": ["a1"]}],
    "at": "2026-11-17",
}

QUERY: Final = {
    "rules": "jasir-pergioco",
    "position": str(Game(DEFAULT).play("b1-d2").position),
    "move": "d5-b4",
    "from": "d5",
    "to": "b4",
}


def build_parsers() -> list[Parser]:
    """All of them."""
    record, games = _files()
    lessons = ("coach", "lessons", "builtin")
    toml = [rules.to_toml() for rules in RULE_SETS.values()]
    small: Iterable[tuple[str, Callable[[str], object], Sequence[str]]] = (
        ("move", parse_move, MOVES.split()),
        ("position", parse_position, [str(Game(DEFAULT).play("b1-d2").position)]),
        ("hole", Hole, ["a1", "e5"]),
        ("lines", parse_lines, ["a1-c2 b1-d2"]),
        ("field of Archers", parse_formation, [str(start_formation(7, kings=True))]),
        ("turn of Archers", parse_turn, ["d3xd6,d3-d4,d4>"]),
        ("record of Archers", read_battle, [_battle()]),
        ("period", _read_period, ["season", "2026-11", "2024/25", "2025-06-01..2025-06-30"]),
        ("day", parse_day, ["2026-11-17"]),
        ("name", parse_name, ["First player"]),
        ("club", parse_club, ["Chess club"]),
        ("correction", read_correction, ["white 5-0 resigned", "draw 0-0 agreed"]),
        ("magnet", read_magnet, ["8x5", "10x3"]),
        ("board", read_board, ["serial:/dev/ttyUSB0", "gpio", "virtual"]),
        ("script", run, ["b1. d2. Pd2.", "c1. d3. Pd3."]),
        ("record", read_record, [record]),
        ("rule sets", read_rule_sets, toml),
        ("configuration", read_config, [example(), example().replace("#", "")]),
        ("lesson", read_lesson, [_packaged(*lessons, "01-jasir-lines.toml")]),
        ("puzzles", read_puzzles, [_packaged("coach", "endgames", "data", "puzzles.toml")[:3000]]),
        ("trace", _read_trace, [_trace()]),
        ("host", _read_host, ["board.local:8025", "[::1]:8025", "192.0.2.7"]),
        ("parameters", _read_parameters, ["limit=50&bin=true&period=season"]),
    )
    told: Iterable[tuple[str, Callable[[str], object], Any]] = (
        ("games", read_games, json.loads(games)),
        ("report", read_report, REPORT),
        ("message", read_message, {"type": "hands", "mask": 3, "id": 7}),
        ("rules query", _read_query, QUERY),
    )
    small = (*small, *Languages().readers(), ("tables", read_tables, [small_tables()]))
    found = [Parser(name, read, examples) for name, read, examples in small]
    found += [Parser(*reader, spoil_json) for reader in Secrets().readers()]
    found += [Parser(name, read, [json.dumps(value)], spoil_json) for name, read, value in told]
    return [*found, Parser("games from a record", read_games, [record])]
