"""One table at a time keeps a book: a lock on a small file beside it, gone with its holder."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from boardpi.club.errors import BookTaken, BookUnreachable

SUFFIX: Final = ".lock"
LONGEST_NUMBER: Final = 20  # bytes that are read of the file


class Claim:
    """Held while the file is open. The kernel lets go of it when the process dies, however."""

    def __init__(self, number: int) -> None:
        self._number: int | None = number

    def release(self) -> None:
        """Another table may keep the book now. The file stays: removing it would be a race."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


def claim(path: Path | str) -> Claim:
    """Be the one table that keeps the book at this path, or say who is.

    The lock lies beside the book itself, by whatever links it is called.
    """
    lock = f"{os.path.realpath(path)}{SUFFIX}"
    try:
        number = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise BookUnreachable(path, f"its lock file: {error.strerror}") from error
    try:
        _lock(path, number)
    except BaseException:
        os.close(number)
        raise
    return Claim(number)


def _lock(path: Path | str, number: int) -> None:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BookTaken(path, _holder(number)) from None
    except OSError:
        return  # a disk without locks (some network shares): better a table than none
    with suppress(OSError):  # a full disk: the number is a courtesy
        os.ftruncate(number, 0)
        os.pwrite(number, f"{os.getpid()}\n".encode(), 0)


def _holder(number: int) -> str:
    text = os.pread(number, LONGEST_NUMBER, 0).decode("ascii", "replace").strip()
    return f"process {text}" if text.isdecimal() else "another process"
