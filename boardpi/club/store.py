"""One connection to the file of the book: opening, checking, writing, copying, SQLite's errors."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import sample
from typing import Final

from boardpi.club.errors import (
    BookBusy,
    BookDamaged,
    BookFull,
    BookMissing,
    BookReadOnly,
    BookTooNew,
    BookTrouble,
    BookUnreachable,
    DiskFailing,
    NotABook,
)
from boardpi.club.migrations import (
    APPLICATION,
    SEALED_SINCE,
    VERSION,
    migrate,
    schema,
    schema_of,
    version_of,
)
from boardpi.club.names import fold
from boardpi.club.safety.claim import Claim, claim
from boardpi.club.safety.seals import find_broken, teach

Value = str | int | bytes | None
Clock = Callable[[], datetime]
MEMORY: Final = ":memory:"
BUSY_SECONDS: Final = 5.0
NEWEST_CHECKED, OTHERS_CHECKED = 100, 400  # games whose moves are read at a start
SCARCE_BYTES: Final = 65_536  # with less than this left, an input/output error means a full disk

TROUBLES: Final[dict[int, type[BookTrouble]]] = {
    sqlite3.SQLITE_CORRUPT: BookDamaged,
    sqlite3.SQLITE_NOTADB: BookDamaged,
    sqlite3.SQLITE_READONLY: BookReadOnly,
    sqlite3.SQLITE_FULL: BookFull,
    sqlite3.SQLITE_BUSY: BookBusy,
    sqlite3.SQLITE_LOCKED: BookBusy,
    sqlite3.SQLITE_IOERR: DiskFailing,
    sqlite3.SQLITE_CANTOPEN: BookUnreachable,
    sqlite3.SQLITE_PERM: BookUnreachable,
}


def local_now() -> datetime:
    """The time with its zone: the day of a game is the day in the room."""
    return datetime.now().astimezone()


@contextmanager
def named_errors(path: Path | str) -> Iterator[None]:
    """Turn what SQLite says of the file into an error with a name and a remedy."""
    try:
        yield
    except sqlite3.Error as error:
        trouble = _trouble(error)
        if trouble is None:
            raise  # a broken constraint or a wrong statement is a bug, not a state of the disk
        if trouble is DiskFailing and _is_full(path):
            trouble = BookFull
        raise trouble(path, error) from error
    except UnicodeDecodeError as error:  # what SQLite said quotes broken bytes of the file
        raise BookDamaged(path, error) from error


def _trouble(error: sqlite3.Error) -> type[BookTrouble] | None:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return TROUBLES.get(code & 0xFF)  # the low byte; the others tell details
    # Python, not SQLite, refuses to read a text whose bytes are broken; this has no code.
    return BookDamaged if str(error).startswith("Could not decode") else None


def _is_full(path: Path | str) -> bool:
    try:
        disk = os.statvfs(Path(path).parent)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < SCARCE_BYTES


@dataclass(slots=True)
class Boot:
    """The clock that runs since this boot, and whether the one on the wall is right."""

    id: str
    now_ms: Callable[[], int]
    is_sure: bool = False


@dataclass
class Store:
    """A connection that one thread at a time uses, and the clock that stamps what is written."""

    connection: sqlite3.Connection
    path: Path | str
    clock: Clock = local_now
    lock: threading.RLock = field(default_factory=threading.RLock)
    claim: Claim | None = None
    boot: Boot | None = None  # set by a table; commands begin no games
    before_commit: Callable[[], None] | None = None  # what is written with every transaction
    rot: tuple[str, ...] = ()  # pages that were not as they had been written when it was opened

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction. What it wrote is on disk when it ends well; else nothing of it is."""
        with self.lock, named_errors(self.path):
            if self.connection.in_transaction:
                yield  # part of a larger whole
                return
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                if self.before_commit is not None:
                    self.before_commit()
                self.connection.execute("COMMIT")
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def write(self, sql: str, values: Sequence[Value] = ()) -> int:
        """Run one statement inside `writing`; the number of the row that an insert made."""
        cursor = self.connection.execute(sql, values)
        return cursor.lastrowid or 0

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[sqlite3.Row]:
        """All rows that a question finds."""
        with self.lock, named_errors(self.path):
            return self.connection.execute(sql, values).fetchall()

    def row(self, sql: str, values: Sequence[Value] = ()) -> sqlite3.Row | None:
        """The first of them."""
        found = self.rows(sql, values)
        return found[0] if found else None

    def version(self) -> tuple[int, int]:
        """Others whenever the file was written, by somebody else or by us."""
        found = self.row("PRAGMA data_version")
        return (0 if found is None else int(found[0])), self.connection.total_changes

    def now(self) -> str:
        """This moment, in UTC."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def today(self) -> str:
        """This day, where the table stands."""
        return self.clock().date().isoformat()

    def close(self) -> None:
        """Let go of the file; the write-ahead log is folded into it."""
        with self.lock:
            self.connection.close()
            if self.claim is not None:
                self.claim.release()


def open_store(
    path: Path | str, clock: Clock = local_now, *, check: bool = True, alone: bool = False
) -> Store:
    """The file of the book, made where there is none, checked, with its tables up to date.

    `alone` refuses a book that another table keeps, and keeps others out until it is closed.
    """
    with ExitStack() as undo, named_errors(path):
        _check_place(path)
        held = claim(path) if alone and path != MEMORY else None
        if held is not None:
            undo.callback(held.release)
        connection = sqlite3.connect(
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        undo.callback(connection.close)
        _check_identity(connection, path)
        _set_up(connection)
        if check:
            check_integrity(connection, path)
        migrate(connection)
        rot = find_rot(connection, sampled=True) if check else ()
        undo.pop_all()
    return Store(connection, path, clock, claim=held, rot=rot)


def open_to_read(path: Path | str, *, any_version: bool = False) -> Store:
    """An existing book that nothing will be written to; it may lie on a disk that is read-only.

    `any_version` also takes an older one, which can be copied but not read.
    """
    place = Path(path)
    if not place.is_file():
        raise BookMissing(path)
    with named_errors(path):
        connection = _connect_to_read(place)
        _set_up_reading(connection)
        try:
            _check_identity(connection, path)
            if version_of(connection) < VERSION and not any_version:
                raise BookUnreachable(path, "an older version that must be opened to write once")
        except BaseException:
            connection.close()
            raise
    return Store(connection, path)


def _connect_to_read(place: Path) -> sqlite3.Connection:
    """Without the right to write, a log that is empty may be passed over, but no other."""
    wal = Path(f"{place}-wal")
    still = not os.access(place.parent, os.W_OK) and not (wal.exists() and wal.stat().st_size)
    uri = f"{place.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)


def _check_place(path: Path | str) -> None:
    if path == MEMORY:
        return
    place = Path(path)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BookUnreachable(path, error.strerror) from error
    if place.is_dir():
        raise BookUnreachable(path, "it is a directory")
    if not os.access(place.parent, os.W_OK) or (place.exists() and not os.access(place, os.W_OK)):
        raise BookReadOnly(path)


def _check_identity(connection: sqlite3.Connection, path: Path | str) -> None:
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        raise BookDamaged(path, error) from error  # "unsupported file format": a broken header
    if tables and application != APPLICATION:
        raise NotABook(path, f"application {application}")
    if version_of(connection) > VERSION:
        raise BookTooNew(path, f"version {version_of(connection)}, known here: {VERSION}")


def _set_up(connection: sqlite3.Connection) -> None:
    _set_up_reading(connection)
    connection.execute("PRAGMA trusted_schema = ON")  # the triggers call a function of ours
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # a commit waits for the disk
    connection.execute("PRAGMA foreign_keys = ON")


def _set_up_reading(connection: sqlite3.Connection) -> None:
    connection.row_factory = sqlite3.Row
    teach(connection)
    connection.create_function("fold", 1, lambda text: fold(text or ""), deterministic=True)


def check_integrity(
    connection: sqlite3.Connection, path: Path | str, *, thoroughly: bool = False
) -> None:
    """Read every page: damage is found now, not in the middle of a game.

    `thoroughly` also compares the indexes with what they lead to.
    """
    check = "integrity_check" if thoroughly else "quick_check"
    found = connection.execute(f"PRAGMA {check}(1)").fetchone()[0]
    if found != "ok":
        raise BookDamaged(path, str(found).replace("\n", " "))
    if schema(connection) != schema_of(version_of(connection)):
        raise BookDamaged(path, "its tables are not those of a score book")
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise BookDamaged(path, "entries point to others that are gone")


def find_rot(connection: sqlite3.Connection, *, sampled: bool = False) -> tuple[str, ...]:
    """The pages that are not as they were written; nothing is known of a book without seals.

    `sampled` reads the moves of the newest games and of some others, other ones each time: a start
    must not wait for all that a club ever played. A backup and `boardpi games verify` read all.
    """
    if version_of(connection) < SEALED_SINCE:
        return ()
    is_mine = not connection.in_transaction
    if is_mine:
        connection.execute("BEGIN")  # what others write meanwhile is not seen
    try:
        return find_broken(connection, _sample(connection) if sampled else None)
    finally:
        if is_mine:
            connection.execute("ROLLBACK")


def _sample(connection: sqlite3.Connection) -> frozenset[int]:
    numbers = [row[0] for row in connection.execute("SELECT id FROM games ORDER BY id DESC")]
    newest, others = numbers[:NEWEST_CHECKED], numbers[NEWEST_CHECKED:]
    return frozenset([*newest, *sample(others, min(len(others), OTHERS_CHECKED))])
