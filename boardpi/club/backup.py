"""A copy of the book while the table writes."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from boardpi.club.errors import BadEntry
from boardpi.club.store import Store, check_integrity, named_errors


def back_up(store: Store, target: Path, *, replace: bool = False) -> int:
    """Copy the book as it stands at one moment; the number of bytes written.

    The copy is made beside its name, checked, synced, and only then given the name:
    a backup that exists is whole.
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
            draft.touch(mode=0o600)  # the copy, too, holds the key that signs sessions
        _copy(store, draft)
        _sync(draft)
        draft.replace(target)
        _sync(target.parent)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()
    return target.stat().st_size


def _copy(store: Store, draft: Path) -> None:
    with named_errors(draft), closing(sqlite3.connect(draft, isolation_level=None)) as copy:
        with store.lock:
            store.connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, readable from any disk
        check_integrity(copy, draft)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
