"""Logs that a maker can read, or a program."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

LINES_AT_ONCE, LINES_PER_SECOND = 10.0, 0.1
LEVELS = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}


class TextLines(logging.Formatter):
    """`14:03:07 table: c1xd3`; the journal of systemd stamps the time by itself."""

    def __init__(self, *, in_journal: bool) -> None:
        super().__init__()
        self._in_journal = in_journal

    def line(self, record: logging.LogRecord) -> str:
        """Room, level and text, and what a bug left behind."""
        room = record.name.removeprefix("boardpi.")
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        line = f"{room}: {level}{record.getMessage()}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line

    def format(self, record: logging.LogRecord) -> str:
        """The line as a terminal or the journal wants it."""
        line = self.line(record)
        if self._in_journal:
            return f"<{LEVELS.get(record.levelno, 6)}>" + line.replace("\n", "\n ")
        return f"{self.formatTime(record, '%H:%M:%S')} {line}"


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, room, text; facts of the table as they are."""
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "room": record.name,
            "text": record.getMessage(),
        }
        fact = getattr(record, "fact", None)
        if fact is not None:
            told["fact"] = fact
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class Ration(logging.Filter):
    """Ten lines of the same kind at once, then one in ten seconds: nobody can fill the disk.

    A kind is the place in the program that tells it. Facts of the table are told always: they come
    from the board, not from the network.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, int], list[float]] = {}  # lines left, since when, left out

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is told; the next one that is says how many were not."""
        if hasattr(record, "fact"):
            return True
        now = self._clock()
        kind = self._kinds.setdefault((record.pathname, record.lineno), [LINES_AT_ONCE, now, 0])
        kind[0] = min(LINES_AT_ONCE, kind[0] + (now - kind[1]) * LINES_PER_SECOND)
        kind[1] = now
        if kind[0] < 1:
            kind[2] += 1
            return False
        kind[0] -= 1
        if kind[2]:
            record.msg = f"{record.getMessage()} (and {kind[2]:.0f} more like this, left out)"
            record.args, kind[2] = (), 0
        return True


RECENT: Final = deque[logging.LogRecord](maxlen=300)
SECRET: Final = "The PIN of this table is"


class Spout(logging.StreamHandler):  # type: ignore[type-arg]  # of a text stream, as ever
    """Tells lines, and keeps the last ones for who asks; they are put into words only then."""

    def emit(self, record: logging.LogRecord) -> None:
        """What is told, and nothing that must not be told twice."""
        if not record.msg.startswith(SECRET):
            RECENT.append(record)
        super().emit(record)


def recent_lines() -> list[tuple[str, str, str]]:
    """The last lines, oldest first: when, how bad, what."""
    plain = TextLines(in_journal=False)
    return [
        (
            datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds"),
            record.levelname.lower(),
            plain.line(record),
        )
        for record in list(RECENT)
    ]


def set_up_logs(level: str, form: str) -> None:
    """Everything goes to stderr, where systemd and people look."""
    spout = Spout(sys.stderr)
    in_journal = "JOURNAL_STREAM" in os.environ
    spout.setFormatter(JsonLines() if form == "json" else TextLines(in_journal=in_journal))
    spout.addFilter(Ration())
    root = logging.getLogger()
    root.handlers[:] = [spout]
    root.setLevel(logging.WARNING)
    logging.getLogger("boardpi").setLevel(level.upper())
