"""Seals: a hash over every page of the book, so that a bit that turned over is noticed.

SQLite checks the shape of its file, not what is written in it. Triggers keep a seal for each game
and for each other page up to date inside the transaction that writes, whoever writes; a check
computes them anew from the rows and compares. They are against rot, not against forgers.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

Value = str | int | float | bytes | None
Pages = dict[tuple[str, int], int]
"""The seals by page: its kind and its number."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A table whose rows are sealed with a page; `number` is the column that names the page."""

    table: str
    columns: tuple[str, ...]
    page: str
    number: str = "0"


SEALED_FIRST: Final = (
    Sealed(
        "games",
        (
            *("id", "uid", "match_id", "number", "rule_set_id", "white_id", "black_id"),
            *("table_name", "start", "any_first", "day", "started", "ended", "state", "agreed"),
            *("resigned", "reason", "winner", "white_points", "black_points", "corrected"),
            *("imported", "deleted"),
        ),
        "game",
        "id",
    ),
    Sealed("moves", ("game_id", "ply", "move", "position", "ms"), "moves of game", "game_id"),
    Sealed("fingerprints", ("print", "game_id"), "fingerprints of game", "game_id"),
    Sealed("traces", ("game_id", "part", "data"), "trace of game", "game_id"),
    Sealed("players", ("id", "name", "folded", "club", "prefers", "merged_into"), "player", "id"),
    Sealed("rule_sets", ("id", "name", "definition"), "rule set", "id"),
    Sealed("matches", ("id", "uid"), "matches"),
    Sealed(
        "history",
        ("id", "at", "who", "what", "game_id", "player_id", "before", "after"),
        "history",
    ),
    Sealed("settings", ("name", "value"), "settings"),
    Sealed("lesson_progress", ("id", "player_id", "lesson", "stars", "mistakes", "at"), "lessons"),
    Sealed("unsure_days", ("game_id", "boot", "started_ms", "ended_ms"), "unsure days"),
)
SEALED_FOR_HUBS: Final = (
    Sealed("uplink", ("id", "club", "name", "base"), "uplink"),
    Sealed("untold", ("game_id",), "untold games"),
    Sealed("outbox", ("seq", "uid", "version", "payload"), "outbox"),
    Sealed("inbox", ("table_name", "uid", "version", "seq", "arrived", "payload"), "inbox"),
    Sealed("hub_tables", ("name", "club", "cursor"), "tables of the hub"),
    Sealed("evening_log", ("id", "event", "at", "who", "fact"), "evenings"),
)
SEALED_FOR_ARCHERS: Final = (
    Sealed(
        "archers_games",
        (
            *("id", "size", "kings", "white", "black", "day", "started", "ended", "state"),
            *("reason", "winner"),
        ),
        "game of Archers",
        "id",
    ),
    Sealed("archers_turns", ("game_id", "number", "turn"), "turns of Archers", "game_id"),
)
SEALED_BESIDE_GAMES: Final = (
    Sealed("clocks", ("game_id", "control", "state"), "clocks of game", "game_id"),
    Sealed("analyses", ("game_id", "at", "content"), "analysis of game", "game_id"),
)
SEALED: Final = (*SEALED_FIRST, *SEALED_FOR_HUBS, *SEALED_FOR_ARCHERS, *SEALED_BESIDE_GAMES)
LONG: Final = (
    *("moves of game", "fingerprints of game", "trace of game", "outbox", "inbox"),
    "turns of Archers",
)
"""Pages with too many rows to read all of them at every start."""


def mark(seal: Value, *row: Value) -> int:
    """The seal with this row put in; with the same row again it is taken out.

    >>> mark(mark(7, "moves", 1), "moves", 1)
    7
    """
    hashed = hashlib.blake2b(digest_size=8)
    for value in row:
        part = _bytes(value)
        hashed.update(len(part).to_bytes(4, "little"))
        hashed.update(part)
    before = seal if isinstance(seal, int) else 0  # a seal, too, can rot
    return before ^ int.from_bytes(hashed.digest(), "little", signed=True)


def _bytes(value: Value) -> bytes:
    if value is None:
        return b""
    if isinstance(value, bytes):
        return b"b" + value
    if isinstance(value, str):
        return b"s" + value.encode("utf-8", "surrogatepass")
    return f"n{value!r}".encode()


def teach(connection: sqlite3.Connection) -> None:
    """Every connection that writes must know how to mark."""
    connection.create_function("mark", -1, mark, deterministic=True)


def make_triggers(tables: Iterable[Sealed]) -> str:
    """The statements of the triggers that keep the seals."""
    return "\n".join(trigger for sealed in tables for trigger in _triggers(sealed))


def _triggers(sealed: Sealed) -> Iterator[str]:
    for event, sides in (("INSERT", ("NEW",)), ("DELETE", ("OLD",)), ("UPDATE", ("OLD", "NEW"))):
        name = f"{sealed.table}_seal_{event.lower()}"
        steps = "\n".join(_steps(sealed, side) for side in sides)
        yield f"CREATE TRIGGER {name} AFTER {event} ON {sealed.table} BEGIN\n{steps}\nEND;"


def _steps(sealed: Sealed, side: str) -> str:
    number = sealed.number if sealed.number == "0" else f"{side}.{sealed.number}"
    row = ", ".join(f"{side}.{column}" for column in sealed.columns)
    where = f"page = '{sealed.page}' AND number = {number}"
    # Without a conflict clause: the one of the statement that fires the trigger would rule here.
    return (
        f"INSERT INTO seals SELECT '{sealed.page}', {number}, 0"
        f" WHERE NOT EXISTS (SELECT 1 FROM seals WHERE {where});\n"
        f"UPDATE seals SET seal = mark(seal, '{sealed.table}', {row}) WHERE {where};"
    )


def seal_all(connection: sqlite3.Connection) -> None:
    """Seal the book as it stands, inside a transaction."""
    connection.execute("DELETE FROM seals")
    rows = [(*page, seal) for page, seal in _compute(connection, None).items()]
    connection.executemany("INSERT INTO seals VALUES (?, ?, ?)", rows)


def find_broken(
    connection: sqlite3.Connection, games: Collection[int] | None = None
) -> tuple[str, ...]:
    """The pages that are not as they were written, by name. Inside a transaction.

    With `games` the moves of these alone are read, and no traces: quick enough for every start.
    """
    seals, pages = _kept(connection, games), _compute(connection, games)
    either = seals.keys() | pages.keys()
    wrong = [page for page in either if seals.get(page, 0) != pages.get(page, 0)]
    return tuple(f"{page} {number or ''}".strip() for page, number in sorted(wrong, key=str))


def _compute(connection: sqlite3.Connection, games: Collection[int] | None) -> Pages:
    pages: Pages = {}
    there = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    for sealed in SEALED:
        if sealed.table not in there:  # a book of an earlier version
            continue
        for number, *row in _rows(connection, sealed, games):
            page = (sealed.page, number if isinstance(number, int) else 0)
            pages[page] = mark(pages.get(page, 0), sealed.table, *row)
    return pages


def _rows(
    connection: sqlite3.Connection, sealed: Sealed, games: Collection[int] | None
) -> Iterator[tuple[Any, ...]]:
    select = f"SELECT {sealed.number}, {', '.join(sealed.columns)} FROM {sealed.table}"
    cursor = connection.cursor()
    cursor.row_factory = None  # plain tuples are twice as fast
    if games is None or sealed.page not in LONG:
        yield from cursor.execute(select)
    elif sealed.table == "moves":
        for game in games:
            yield from cursor.execute(f"{select} WHERE game_id = ?", (game,))


def _kept(connection: sqlite3.Connection, games: Collection[int] | None) -> Pages:
    cursor = connection.cursor()
    cursor.row_factory = None
    found: Pages = {}
    for page, number, seal in cursor.execute("SELECT page, number, seal FROM seals"):
        if games is None or page not in LONG or (page == "moves of game" and number in games):
            found[str(page), number] = seal
    return found


def summarise(names: Sequence[str], most: int = 5) -> str:
    """A few of them, for a sentence.

    >>> summarise(["game 7", "settings"]), summarise(["a", "b", "c"], most=2)
    ('game 7, settings', 'a, b and 1 more')
    """
    shown, more = ", ".join(names[:most]), len(names) - most
    return f"{shown} and {more} more" if more > 0 else shown
