"""The settings on the page: what a club changes in its configuration, and the first start.

The file stays the truth: the page shows what it says, writes into it, and offers to start anew.
Where the file belongs to root, as on an installed table, root's own service writes it (0214).
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, get_type_hints

from boardpi.club import BookError
from boardpi.config import SYSTEM_FILE, BadConfig, Config, known_rule_sets, load_config
from boardpi.config.editing import (
    CLUB,
    LARGEST_WISH,
    CannotWrite,
    Changes,
    change_file,
    is_said,
)
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import SettingJson, SettingsJson
from boardpi.documents import read_object
from boardpi.errors import BadRequest, BookRefuses
from boardpi.table.themes import THEMES
from boardpi.web.service import Action, ApiRequest, Endpoint
from boardpi.web.shapes import FLAG, Shape, choice, number, record, text

ROOTS_EAR: Final = Path("/run/boardpi-settings.socket")
"""Where boardpi-settings.socket listens."""
ROOT_SECONDS: Final = 60
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
CHOICES: Final = {"table.theme": tuple(THEMES), "page.host": (HERE, EVERYWHERE)}
SEEN: Final = "setup.seen"
"""The setting of the book that says that nobody needs to be asked at the first start any more."""


def facts_of(name: str) -> tuple[object, Any]:
    """The type of a key and what the schema says of it."""
    section, _, key = name.partition(".")
    kind = get_type_hints(Config)[section]
    found = next(one for one in fields(kind) if one.name == key)
    return get_type_hints(kind)[key], found


def shape_of(name: str) -> Shape:
    """What the page may send for a key."""
    hint, found = facts_of(name)
    if hint is bool:
        return FLAG
    if hint is int:
        return number(found.metadata["low"], found.metadata["high"])
    if name in CHOICES or found.metadata["choices"]:
        return text(60) if name == "page.host" else choice(*choices_of(name))
    return text(60, shortest=1)


def choices_of(name: str) -> tuple[str, ...]:
    """What there is to choose from, if anything."""
    _, found = facts_of(name)
    return CHOICES.get(name) or found.metadata["choices"]


CHANGES: Final = record(**{name: shape_of(name) for name in CLUB})


class TableSetup:
    """Reads and writes the file when somebody asks."""

    actions: tuple[Action, ...] = ()

    def __init__(
        self, daemon: Daemon, config: Config, source: Path | None = None, root: Path | None = None
    ) -> None:
        """`root` is where root's service listens, if it looks after this file."""
        self._daemon, self._config = daemon, config
        self._source = source
        self._root = ROOTS_EAR if root is None and source == SYSTEM_FILE else root
        self.is_new = self._find_new()

    def _find_new(self) -> bool:
        """A table that nobody has named, and at which nobody has played."""
        book = self._daemon.keeper.book
        try:
            is_seen = book.settings.get(SEEN) is not None
            is_played = book.store.row("SELECT 1 FROM moves LIMIT 1") is not None
        except BookError:
            return False
        is_named = self._source is None or is_said(self._source, "table.name")
        return not (is_seen or is_played or is_named)

    async def tell(self, request: ApiRequest) -> SettingsJson:
        """As the file says now; what the table does not know yet counts after a start anew."""
        return await asyncio.to_thread(self._tell)

    def _tell(self) -> SettingsJson:
        written = self._read()
        return {
            "path": str(self._source or ""),
            "is_writable": self._can_write(),
            "settings": list(self._settings(written)),
            "pending": [n for n in CLUB if value_of(written, n) != value_of(self._config, n)],
            "is_new": self.is_new,
        }

    def _can_write(self) -> bool:
        if self._source is None:
            return False
        return is_writable(self._source) or (self._root is not None and self._root.is_socket())

    def _write(self, changes: Changes) -> None:
        """By ourselves where we may, else by root's service, if it listens."""
        assert self._source is not None
        self._check_rules(changes)
        try:
            change_file(self._source, changes)
        except CannotWrite:
            if self._root is None or not self._root.is_socket():
                raise
            ask_root(self._root, self._source, changes)

    def _check_rules(self, changes: Changes) -> None:
        """A rule set that nobody knows would keep the table from starting."""
        if "table.rules" in changes:
            config = self._read()
            rules = str(changes["table.rules"])
            known_rule_sets(replace(config, table=replace(config.table, rules=rules)))

    def _read(self) -> Config:
        try:
            is_there = self._source is not None and self._source.exists()
            return load_config(self._source if is_there else None)
        except BadConfig as error:
            raise BookRefuses(str(error), reason="bad_file") from None

    def _settings(self, config: Config) -> Iterator[SettingJson]:
        for name in CLUB:
            hint, found = facts_of(name)
            choices = list(choices_of(name))
            if name == "table.rules":
                choices = list(known_rule_sets(config))
            value = value_of(config, name)
            if choices and value not in choices:
                choices.append(str(value))
            yield {
                "name": name,
                "kind": "flag" if hint is bool else "number" if hint is int else "text",
                "value": value,
                "default": found.default,
                "choices": choices,
                "low": found.metadata["low"],
                "high": found.metadata["high"],
            }

    async def change(self, request: ApiRequest) -> SettingsJson:
        """Write them; all of them or none."""
        changes = request.values
        if not changes or self._source is None:
            raise BadRequest("There is nothing to change.")
        try:
            await asyncio.to_thread(self._write, changes)
        except CannotWrite as error:
            raise BookRefuses(str(error), reason="file_locked") from None
        except BadConfig as error:
            raise BadRequest(str(error), reason="bad_file") from None
        return await asyncio.to_thread(self._tell)

    async def finish(self, request: ApiRequest) -> SettingsJson:
        """The first start is over: nobody is asked again."""
        self.is_new = False
        keeper = self._daemon.keeper
        try:
            await keeper.writer.run(keeper.book.settings.put, SEEN, "yes")
        except BookError as error:
            raise BookRefuses(str(error)) from None
        self._daemon.look()
        return await asyncio.to_thread(self._tell)

    endpoints = (
        Endpoint("GET", "/settings", "what a club changes", tell, is_private=True),
        Endpoint("POST", "/settings", "change it in the file", change, CHANGES),
        Endpoint("POST", "/settings/seen", "the first start is over", finish),
    )


def ask_root(ear: Path, source: Path, changes: Changes) -> None:
    """Let root's service write the file; CannotWrite if it does not, BadConfig if it must not."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(ROOT_SECONDS)
            line.connect(str(ear))
            line.sendall(json.dumps(changes).encode())
            line.shutdown(socket.SHUT_WR)
            with line.makefile("rb") as answer:
                told = read_object(answer.read(LARGEST_WISH + 1), ValueError, LARGEST_WISH)
    except (OSError, ValueError) as error:
        raise CannotWrite(source, str(error), changes) from None
    if told.get("reason") == "file_locked":
        raise CannotWrite(source, "also by root", changes)
    if "error" in told:
        raise BadConfig([str(told["error"])])


def value_of(config: Config, name: str) -> Any:
    """The value of a key."""
    section, _, key = name.partition(".")
    return getattr(getattr(config, section), key)


def is_writable(path: Path) -> bool:
    """Whether the file could be replaced by another."""
    folder = path.resolve().parent
    while not folder.exists():
        folder = folder.parent
    return os.access(folder, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
