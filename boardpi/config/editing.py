"""Changing keys in the file of the configuration: its comments and all other lines stay.

Lines are edited, then the file is read as a whole: if anything but the wanted keys would say
something else, nothing is written. So a file of any form is safe, and one that is too clever for
this editor is left to its author.
"""

from __future__ import annotations

import json
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from boardpi.config.config import Config, read_config
from boardpi.config.keys import BadConfig
from boardpi.documents import read_object

MOST_LINES: Final = 50  # of one value
LARGEST_WISH: Final = 16_384  # bytes
CLUB: Final = (
    *("table.name", "page.language", "table.rules", "table.help", "table.theme"),
    *("clocks.main_s", "clocks.increment_s", "clocks.delay_s", "clocks.flag"),
    *("page.host", "page.lock_play", "page.reading"),
    *("voice.kind", "voice.language", "voice.speed", "voice.verbosity", "voice.holes"),
    *("table.dwell_ms", "table.astray_ms", "table.inhand_ms", "table.decline_ms"),
    *("table.menu_ms", "table.touch_move", "book.remind_days"),
)
"""What a club changes, and the page offers. No path, program or pin is among it."""
Value = str | int | bool | list[str]
Changes = Mapping[str, Value]
"""Values by the names of their keys, such as `table.name`."""


class CannotWrite(Exception):
    """The file cannot be written; `remedy` is a command that can."""

    def __init__(self, path: Path, why: str, changes: Changes) -> None:
        words = " ".join(f"{name}={_quote(value)}" for name, value in changes.items())
        self.remedy = f"sudo boardpi config set {words}"
        super().__init__(f"{path} cannot be written ({why}). Type: {self.remedy}")


def _quote(value: Value) -> str:
    text = value if isinstance(value, str) else write_value(value)
    return text if re.fullmatch(r"[\w.:/-]+", text) else "'" + text.replace("'", "'\\''") + "'"


def write_value(value: object) -> str:
    """A value as it stands in the file.

    >>> write_value("Oak"), write_value(True), write_value(["a", "b"])
    ('"Oak"', 'true', '["a", "b"]')
    """
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(write_value(item) for item in value)}]"
    return json.dumps(str(value), ensure_ascii=False)


def edit(text: str, changes: Changes) -> str:
    """The text of a file with these keys changed, and nothing else.

    >>> edit("[table]\\nname = 'Oak'  # by the window\\n", {"table.name": "Elm"})
    '[table]\\nname = "Elm"  # by the window\\n'
    """
    wanted = _documents(text)
    lines = text.splitlines()
    for name, value in changes.items():
        section, _, key = name.partition(".")
        wanted.setdefault(section, {})[key] = value
        _put(lines, section, key, write_value(value))
    made = "\n".join(lines) + "\n"
    if _documents(made) != wanted:
        raise BadConfig(["this file is written in a way that only its author can change"])
    read_config(made)
    return made


def _documents(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig([str(error)]) from None


def _put(lines: list[str], section: str, key: str, value: str) -> None:
    begin, end = _section(lines, section)
    if begin is None:
        lines += [
            *([""] if lines and lines[-1].strip() else []),
            f"[{section}]",
            f"{key} = {value}",
        ]
        return
    for place in range(begin, end):
        if re.match(rf"\s*{key}\s*=", lines[place]):
            count, comment = _extent(lines[place:end])
            indent = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
            lines[place : place + count] = [f"{indent}{key} = {value}{comment}"]
            return
    shown = [p for p in range(begin, end) if re.match(rf"\s*#\s*{key}\s*=", lines[p])]
    at = shown[0] + 1 if shown else _last_line(lines, begin, end)
    lines.insert(at, f"{key} = {value}")


def _section(lines: list[str], section: str) -> tuple[int | None, int]:
    """Its first line after the head, and the one behind its last."""
    begin = None
    for place, line in enumerate(lines):
        if re.match(r"\s*\[", line):
            if begin is not None:
                return begin, place
            if re.match(rf"\s*\[\s*{section}\s*\]\s*(#.*)?$", line):
                begin = place + 1
    return begin, len(lines)


def _last_line(lines: list[str], begin: int, end: int) -> int:
    """Behind the last line that says something, before what introduces the next section."""
    said = [
        p for p in range(begin, end) if lines[p].strip() and not lines[p].lstrip().startswith("#")
    ]
    return said[-1] + 1 if said else begin


def _extent(lines: list[str]) -> tuple[int, str]:
    """How many lines a value takes, and the comment behind it."""
    for count in range(1, min(len(lines), MOST_LINES) + 1):
        text = "\n".join(lines[:count])
        if not _is_toml(text):
            continue
        for mark in re.finditer("#", lines[count - 1]):
            head = "\n".join([*lines[: count - 1], lines[count - 1][: mark.start()]])
            if _is_toml(head):
                last = lines[count - 1]
                space = len(last[: mark.start()]) - len(last[: mark.start()].rstrip())
                return count, last[mark.start() - space :]
        return count, ""
    return 1, ""


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def is_said(path: Path, name: str) -> bool:
    """Whether the file says something about a key."""
    section, _, key = name.partition(".")
    try:
        return key in _documents(path.read_text(encoding="utf-8")).get(section, {})
    except (OSError, UnicodeDecodeError, BadConfig):
        return False


def change_file(path: Path, changes: Changes) -> Config:
    """Write these keys into the file, made if there is none; the configuration that it is then."""
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        made = edit(text, changes)
        _replace(path.resolve(), made)
    except OSError as error:
        raise CannotWrite(path, error.strerror or str(error), changes) from None
    except BadConfig as error:
        raise BadConfig(list(error.problems), path) from None
    return read_config(made)


def _replace(path: Path, text: str) -> None:
    """Written beside its name, synced, then given the name: a power cut leaves one or the other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.stat() if path.exists() else None
    number, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            os.fchmod(number, 0o644 if before is None else before.st_mode & 0o7777)
            if before is not None and os.geteuid() == 0:
                _keep_owner(number, before)
            file.write(text)
            file.flush()
            os.fsync(number)
        os.replace(draft, path)  # noqa: PTH105  both are names beside each other
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)  # noqa: PTH108
        raise


def _keep_owner(number: int, before: os.stat_result) -> None:
    """Asked of the system only where it is another: root's own service may not give files away."""
    made = os.fstat(number)
    if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid):
        os.fchown(number, before.st_uid, before.st_gid)


# ── for the table, by root ───────────────────────────────────────────────────────────────────────


def take(wish: bytes, path: Path) -> dict[str, str]:
    """Root's part: what the table asks for, in the file that belongs to root. What came of it.

    Whoever asks is the table's user, who may be anybody: the keys of a club are taken, and no
    others; the file is the one that root names, and nothing on the way to it is a link.
    """
    try:
        changes = _read_wish(wish)
        _expect_roots_own(path)
        change_file(path, changes)
    except CannotWrite as error:
        return {"error": str(error), "reason": "file_locked"}
    except BadConfig as error:
        return {"error": str(error), "reason": "bad_file"}
    return {}


def _read_wish(wish: bytes) -> Changes:
    changes = read_object(wish, lambda problem: BadConfig([problem]), LARGEST_WISH)
    if not changes:
        raise BadConfig(["there is nothing to change"])
    for name, value in changes.items():
        if name not in CLUB:
            raise BadConfig([f"{name}: only the file itself can change this"])
        if not isinstance(value, str | int | bool):
            raise BadConfig([f"{name}: {value!r} is not a text, a number, true or false"])
    return changes


def _expect_roots_own(path: Path) -> None:
    """The file and its folder belong to whoever runs this, and others may not write them."""
    for place, is_kind in ((path.parent, stat.S_ISDIR), (path, stat.S_ISREG)):
        try:
            found = place.lstat()
        except OSError as error:
            raise BadConfig([f"{place}: {error.strerror}"]) from None
        if not is_kind(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
            raise BadConfig([f"{place}: must belong to root, and be no link; others may not write"])
