"""Games as files: `.jas` for people, JSON for programs and other tables, CSV for spreadsheets."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from boardpi.club.archive import Archive, Ply
from boardpi.club.entries import Entry
from boardpi.club.games import BesideGames
from boardpi.club.names import UNKNOWN
from boardpi.rules import RULE_SETS, Game, Outcome, Side
from boardpi.rules.record import GameRecord, name_winner, write_record
from boardpi.timekeeping.clocks import Clocks, read_clocks, times_of
from boardpi.timekeeping.control import parse_control

FORMAT: Final = 1
CORRECTED: Final = "Corrected"
CLOCK, TIMES, FLAG = "Clock", "Times", "Flag"
"""Further headers of a record: `600+5 loses`, the seconds of each move, whose flag fell."""
WHERE: Final = ("id", "day", "table", "rules", "match", "number", "white", "black")
RESULT: Final = ("white_points", "black_points", "winner", "reason", "state", "corrected")
COLUMNS: Final = (*WHERE, *RESULT, "plies", "moves")


def to_record(entry: Entry, game: Game, clocks: Clocks | None = None) -> GameRecord:
    """The record of a game; what an organiser corrected stands in a header of its own."""
    others: tuple[tuple[str, str], ...] = ()
    if entry.corrected:
        others = ((CORRECTED, name_correction(entry.outcome)),)
    if clocks is not None:
        others += _clock_headers(clocks, game)
    return GameRecord(
        game,
        entry.white,
        entry.black,
        entry.day or UNKNOWN,
        entry.table or UNKNOWN,
        entry.match_uid,
        str(entry.number),
        others,
    )


def _clock_headers(clocks: Clocks, game: Game) -> tuple[tuple[str, str], ...]:
    times = " ".join(f"{ms / 1000:.1f}" for ms in times_of(clocks, game))
    fallen = [side.name.lower() for side in Side if clocks.flagged[side]]
    flags = ((FLAG, " ".join(fallen)),) if fallen else ()
    return ((CLOCK, str(clocks.control)), (TIMES, times), *flags)


def clocks_of(archive: Archive, entry: Entry) -> Clocks | None:
    """The clocks of a game that was played with them."""
    kept = BesideGames(archive.store).clocks(entry.id)
    try:
        return None if kept is None else read_clocks(parse_control(kept[0]), kept[1])
    except ValueError:
        return None  # rot, which `boardpi games verify` tells


def name_correction(outcome: Outcome | None) -> str:
    """`white 5-0 resigned`, or `*` for a game that counts no more."""
    if outcome is None:
        return "*"
    return f"{name_winner(outcome)} {outcome.points[0]}-{outcome.points[1]} {outcome.reason}"


def to_jas(archive: Archive, entry: Entry) -> str:
    """The text of a `.jas` file."""
    return write_record(to_record(entry, archive.game(entry.id), clocks_of(archive, entry)))


class Pieces:
    """Games that were written into files before: a book is exported again for little.

    A piece is known by all that the book says of its game; so it is never an old one.
    """

    def __init__(self, most: int = 2_000) -> None:
        self._most = most
        self._known: OrderedDict[object, bytes] = OrderedDict()

    def of(self, key: object, write: Callable[[], bytes]) -> bytes:
        """The piece of this key, written if it is not known."""
        found = self._known.pop(key, None)
        if found is None:
            found = write()
        self._known[key] = found
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return found


def to_json(archive: Archive, entries: Iterable[Entry]) -> str:
    """Everything that the book knows of these games; `imports` reads it back."""
    return b"".join(json_pieces(archive, entries, Pieces(0))).decode()


def json_pieces(archive: Archive, entries: Iterable[Entry], pieces: Pieces) -> Iterator[bytes]:
    """The same, game by game."""
    head, between = b'{\n "boardpi": %d,\n "games": [' % FORMAT, b"\n  "
    yield head
    for entry in entries:
        beside = BesideGames(archive.store)
        key = (
            *(entry, _digest(archive.plies(entry.id))),
            *(beside.clocks(entry.id), beside.analysis(entry.id)),
        )
        yield between
        yield pieces.of(key, partial(_json_piece, archive, entry))
        between = b",\n  "
    yield b"]\n}\n" if between == b"\n  " else b"\n ]\n}\n"


def _digest(plies: Iterable[Ply]) -> bytes:
    text = "".join(f"{ply.move} {ply.position} {ply.ms}\n" for ply in plies)
    return hashlib.sha256(text.encode()).digest()


def _json_piece(archive: Archive, entry: Entry) -> bytes:
    """Two steps in, as `json.dumps` writes the items of a list in an object."""
    game = game_json(archive, entry)
    if (analysis := BesideGames(archive.store).analysis(entry.id)) is not None:
        game["analysis"] = json.loads(analysis)
    told = json.dumps(game, ensure_ascii=False, indent=1)
    return told.replace("\n", "\n  ").encode()


def game_json(archive: Archive, entry: Entry) -> dict[str, Any]:
    """One game with its moves."""
    game = archive.game(entry.id)
    told = entry.to_json()
    told["start"], told["any_first"] = str(game.start), game.any_first
    told["ended_by_players"] = game.ended
    told["resigned"] = None if game.resigned is None else game.resigned.letter
    if RULE_SETS.get(entry.rules) != game.rules:
        told["rule_set"] = game.rules.to_toml()
    told["moves"] = [
        {"move": ply.move, "position": ply.position, "ms": ply.ms}
        for ply in archive.plies(entry.id)
    ]
    if (clocks := clocks_of(archive, entry)) is not None:
        told["clock"] = {
            "control": str(clocks.control),
            "used_ms": times_of(clocks, game),
            "flagged": list(clocks.flagged),
        }
    return told


def to_csv(archive: Archive, entries: Iterable[Entry]) -> str:
    """One line per game."""
    return b"".join(csv_pieces(archive, entries, Pieces(0))).decode()


def csv_pieces(archive: Archive, entries: Iterable[Entry], pieces: Pieces) -> Iterator[bytes]:
    """The same, line by line; a line costs no more than to know it."""
    yield _csv_line(COLUMNS)
    for entry in entries:
        yield _csv_line([harmless(cell) for cell in _cells(archive, entry)])


def _csv_line(cells: Iterable[object]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return text.getvalue().encode()


def _cells(archive: Archive, entry: Entry) -> list[object]:
    told = entry.to_json()
    outcome = entry.outcome
    told["white"], told["black"] = entry.white, entry.black
    told["white_points"], told["black_points"] = outcome.points if outcome else ("", "")
    told["winner"] = name_winner(outcome) if outcome else ""
    told["reason"] = outcome.reason if outcome else ""
    told["moves"] = " ".join(ply.move for ply in archive.plies(entry.id))
    return [told[column] for column in COLUMNS]


def harmless(cell: object) -> object:
    """Spreadsheets run a cell that begins like a formula; an apostrophe makes it a text.

    >>> harmless("=1+1"), harmless("First player"), harmless(5)
    ("'=1+1", 'First player', 5)
    """
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@")):
        return "'" + cell
    return cell
