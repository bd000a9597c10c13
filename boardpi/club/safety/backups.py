"""Copies of the book: making one that is whole, and finding the newest that is."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from boardpi.club.errors import BadEntry, BookError, BookRotten
from boardpi.club.safety.seals import summarise
from boardpi.club.store import Store, check_integrity, find_rot, named_errors, open_to_read

FOLDER: Final = "backups"  # beside the book, where the nightly copies go
LAST_BACKUP: Final = "backup.last"
"""The setting of the book that says when it was last copied to another place."""


def back_up(store: Store, target: Path, *, replace: bool = False, checked: bool = True) -> int:
    """Copy the book as it stands at one moment; the number of bytes written.

    The copy is made beside its name, checked, synced, and only then given the name:
    a backup that exists is whole. One that is not `checked` is kept as it is, whole or not.
    """
    if target.exists() and not replace:
        raise BadEntry(f"{target} exists already: choose another name or replace it (--replace)")
    if target.exists() and target.samefile(store.path):
        raise BadEntry(f"{target} is the score book itself: choose another name")
    if not target.parent.is_dir():
        raise BadEntry(f"there is no directory {target.parent} for the backup")
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with suppress(OSError):  # a place that cannot be written is named below
            draft.touch(mode=0o600)  # the copy, too, tells of people
        _copy(store, draft, checked)
        sync(draft)
        draft.replace(target)
        sync(target.parent)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()
    return target.stat().st_size


def _copy(store: Store, draft: Path, checked: bool) -> None:
    with named_errors(draft), closing(sqlite3.connect(draft, isolation_level=None)) as copy:
        with store.lock:
            store.connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, readable from any disk
        if checked:
            check_integrity(copy, draft, thoroughly=True)
            _check_seals(copy, store.path)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _check_seals(connection: sqlite3.Connection, path: Path | str) -> None:
    broken = find_rot(connection)
    if broken:
        raise BookRotten(path, summarise(broken))


def verify(store: Store) -> tuple[str, ...]:
    """Read every row and every index of the book: the pages that are not as they were written."""
    with store.lock, named_errors(store.path):
        check_integrity(store.connection, store.path, thoroughly=True)
        return find_rot(store.connection)


def find_whole_backup(path: Path | str) -> Path | None:
    """The newest copy of this book that is whole, in its folder or in the one of the backups."""
    return next((copy for copy in _copies(Path(path)) if _is_whole(copy)), None)


def _copies(book: Path) -> Iterator[Path]:
    """The newest first."""
    found = [*book.parent.glob("*.sqlite"), *(book.parent / FOLDER).glob("*.sqlite")]
    aged = []
    for copy in found:
        with suppress(OSError):  # it may be on its way out
            if not (book.exists() and copy.samefile(book)):
                aged.append((copy.stat().st_mtime, copy))
    yield from (copy for _, copy in sorted(aged, reverse=True))


def _is_whole(copy: Path) -> bool:
    try:
        with closing(open_to_read(copy, any_version=True)) as store:
            return not verify(store)
    except (BookError, sqlite3.Error):
        return False
