"""Games as files: `.jas` for people, JSON for programs and other tables, CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any, Final

from boardpi.club.archive import Archive
from boardpi.club.entries import Entry
from boardpi.club.names import UNKNOWN
from boardpi.rules import RULE_SETS, Game, Outcome
from boardpi.rules.record import GameRecord, name_winner, write_record

FORMAT: Final = 1
CORRECTED: Final = "Corrected"
WHERE: Final = ("id", "day", "table", "rules", "match", "number", "white", "black")
RESULT: Final = ("white_points", "black_points", "winner", "reason", "state", "corrected")
COLUMNS: Final = (*WHERE, *RESULT, "plies", "moves")


def to_record(entry: Entry, game: Game) -> GameRecord:
    """The record of a game; what an organiser corrected stands in a header of its own."""
    others = ((CORRECTED, name_correction(entry.outcome)),) if entry.corrected else ()
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


def name_correction(outcome: Outcome | None) -> str:
    """`white 5-0 resigned`, or `*` for a game that counts no more."""
    if outcome is None:
        return "*"
    return f"{name_winner(outcome)} {outcome.points[0]}-{outcome.points[1]} {outcome.reason}"


def to_jas(archive: Archive, entry: Entry) -> str:
    """The text of a `.jas` file."""
    return write_record(to_record(entry, archive.game(entry.id)))


def to_json(archive: Archive, entries: Iterable[Entry]) -> str:
    """Everything that the book knows of these games; `imports` reads it back."""
    games = [game_json(archive, entry) for entry in entries]
    return json.dumps({"boardpi": FORMAT, "games": games}, ensure_ascii=False, indent=1) + "\n"


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
    return told


def to_csv(archive: Archive, entries: Iterable[Entry]) -> str:
    """One line per game."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in entries:
        writer.writerow([harmless(cell) for cell in _cells(archive, entry)])
    return text.getvalue()


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
