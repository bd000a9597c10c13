"""What can go wrong with a score book, each with a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path


class BookError(Exception):
    """Anything that the score book refuses or suffers."""


class BadEntry(BookError, ValueError):
    """A wish that cannot be written: an unknown game, a name that is none, a move out of order."""

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason  # for pages, which say it in the reader's language


class BookTrouble(BookError):
    """The file of the book cannot be used as it should; the table may play on without it."""

    sentence = "The score book {path} cannot be used: {detail}."

    def __init__(self, path: Path | str, detail: object = "") -> None:
        super().__init__(self.sentence.format(path=path, detail=detail))
        self.path = path


class BookMissing(BookTrouble):
    """Nothing has been written yet, or the path is wrong."""

    sentence = (
        "There is no score book at {path}: it is made when the table first runs; "
        "if yours lies elsewhere, name it with --book."
    )


class BookDamaged(BookTrouble):
    """The file is no longer what was written."""

    sentence = (
        "The score book {path} is damaged ({detail}). It was left as it is: go back to your last "
        "backup with boardpi restore, or on the page under Backup."
    )


class BookRotten(BookTrouble):
    """The file can be read, but some of it is no longer what was written."""

    sentence = (
        "The score book {path} has changed on the disk by itself: {detail}. Look at it with "
        "boardpi games verify, which also finds the newest whole backup, and replace the card."
    )


class NotABook(BookTrouble):
    """A database, but of another program."""

    sentence = (
        "{path} is a database of another program ({detail}), not a score book: "
        "choose another file in [book] path."
    )


class BookTooNew(BookTrouble):
    """Written by a later boardpi."""

    sentence = "The score book {path} was written by a newer boardpi ({detail}): update boardpi."


class BookReadOnly(BookTrouble):
    """The file, its directory or its disk cannot be written."""

    sentence = (
        "The score book {path} cannot be written: give boardpi the right to write the file "
        "and its directory, or choose another place in [book] path."
    )


class BookFull(BookTrouble):
    """No room is left on the disk."""

    sentence = (
        "The disk that holds the score book {path} is full: free some space. "
        "What was written before is safe; what comes now is not yet on disk."
    )


class BookBusy(BookTrouble):
    """Another program has been writing for too long."""

    sentence = (
        "The score book {path} is held by another program: wait and try again, "
        "or end the program that holds it."
    )


class BookTaken(BookTrouble):
    """Another table keeps this book: two would write over each other's game."""

    sentence = (
        "The score book {path} is kept by a boardpi that runs already ({detail}): stop that one "
        "(sudo systemctl stop boardpi, or Ctrl+C where it runs), or give this table a book of its "
        "own in [book] path."
    )


class DiskFailing(BookTrouble):
    """The disk answers with errors."""

    sentence = (
        "The disk that holds the score book {path} fails ({detail}): back the book up to "
        "another disk and replace the card."
    )


class BookUnreachable(BookTrouble):
    """The file cannot be opened at all."""

    sentence = (
        "The score book {path} cannot be opened ({detail}): check that the directory exists "
        "and that boardpi may enter it, or choose another place in [book] path."
    )
