"""The settings on the page: what a club changes in its configuration, and the first start.

The file stays the truth: the page shows what it says, writes into it, and offers to start anew.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, get_type_hints

from boardpi.club import BookError
from boardpi.config import BadConfig, Config, load_config
from boardpi.config.editing import CLUB, CannotWrite, change_file, is_said
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import SettingJson, SettingsJson
from boardpi.errors import BadRequest, BookRefuses
from boardpi.rules import RULE_SETS
from boardpi.table.themes import THEMES
from boardpi.web.service import Action, ApiRequest, Endpoint
from boardpi.web.shapes import FLAG, Shape, choice, number, record, text

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

    def __init__(self, daemon: Daemon, config: Config, source: Path | None = None) -> None:
        self._daemon, self._config = daemon, config
        self._source = source
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
            "is_writable": self._source is not None and is_writable(self._source),
            "settings": list(self._settings(written)),
            "pending": [n for n in CLUB if value_of(written, n) != value_of(self._config, n)],
            "is_new": self.is_new,
        }

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
                choices = list(RULE_SETS)
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
            await asyncio.to_thread(change_file, self._source, changes)
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
