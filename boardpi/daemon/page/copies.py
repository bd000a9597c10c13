"""Copies of the book on the page: saving one, going back to one, and being reminded of it."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar, cast

from boardpi.clock import now_ms
from boardpi.club import Book, BookError, back_up
from boardpi.club.safety.backups import LAST_BACKUP
from boardpi.club.safety.restoring import (
    STAMP,
    Carried,
    Comparison,
    UnfitBackup,
    compare,
    copy_to_draft,
    draft_of,
    go_back,
    list_copies,
    open_draft,
    remove_draft,
)
from boardpi.config import Config, book_path
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.scores import BackupsJson, ComparisonJson, CopyJson, RestoredJson
from boardpi.daemon.page.answers.table import WarningJson
from boardpi.errors import BadRequest, BookAway, BookRefuses, NoSuch, NothingToDo
from boardpi.web.service import Action, ApiRequest, Endpoint, File
from boardpi.web.shapes import record, text
from boardpi.web.worker import Worker

Answer = TypeVar("Answer")
LARGEST: Final = 1_000_000_000  # bytes of a backup
PART: Final = 262_144  # bytes that are written at a time
SPARE: Final = 20_000_000  # bytes that stay free on the disk
MOST_WAITING: Final = 4
DOWNLOAD: Final = ".backup.part"
NAME: Final = text(100, pattern=r"^[^/\\]{1,100}$")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A copy that was looked at and waits for a yes."""

    id: str
    name: str
    comparison: Comparison

    def to_json(self) -> ComparisonJson:
        """For the page."""
        told = {"id": self.id, "name": self.name, **self.comparison.to_json()}
        return cast("ComparisonJson", told)


class BookCopies:
    """One draft at a time, beside the book; a thread of its own, so that no move waits."""

    actions: tuple[Action, ...] = ()

    def __init__(self, daemon: Daemon, config: Config) -> None:
        self._daemon, self._path = daemon, book_path(config)
        self._table, self._remind_days = config.table.name, config.book.remind_days
        self._worker = Worker("copies", 1, MOST_WAITING)
        self._draft = draft_of(self._path)
        self._waiting: Waiting | None = None
        self._using = asyncio.Lock()
        self._day, self._due = "", (0, "")
        self._refreshing: asyncio.Future[None] | None = None
        remove_draft(self._draft)

    @property
    def _book(self) -> Book:
        return self._daemon.keeper.book

    def close(self) -> None:
        """Nothing waits any more."""
        self._worker.close()
        remove_draft(self._draft)

    async def _work(self, work: Callable[[], Answer]) -> Answer:
        try:
            return await self._worker.run(work)
        except UnfitBackup as error:
            raise BookRefuses(str(error), reason=error.reason) from None
        except BookError as error:
            raise BookAway(str(error)) from None
        except OSError as error:
            raise BookAway(f"{self._path.parent}: {error.strerror}") from None

    # ── being reminded ───────────────────────────────────────────────────────────────────────────

    def warnings(self) -> list[WarningJson]:
        """After so many days with games, that no copy has them; asked anew every day."""
        today = self._book.store.today()
        if today != self._day and self._refreshing is None:
            self._day = today
            self._refreshing = asyncio.ensure_future(self._refresh())
        count, day = self._due
        if not count:
            return []
        message = f"{count} games since {day} are in no backup."
        return [{"code": "backup_due", "message": message, "params": {"count": count, "day": day}}]

    async def _refresh(self) -> None:
        try:
            with suppress(BookAway):
                self._due = await self._work(self._find_due)
        finally:
            self._refreshing = None
        if self._due[0]:
            self._daemon.look()

    def _find_due(self) -> tuple[int, str]:
        """Games of earlier days that are in no copy, and their first day."""
        if not self._remind_days or not self._daemon.keeper.is_kept:
            return 0, ""
        row = self._book.store.row(
            "SELECT count(*) AS games, count(DISTINCT day) AS days, min(day) AS first FROM games"
            " WHERE state = 'over' AND deleted IS NULL AND NOT imported AND day < ? AND ended >= ?",
            (self._book.store.today(), self._book.settings.get(LAST_BACKUP) or ""),
        )
        if row is None or row["days"] < self._remind_days:
            return 0, ""
        return row["games"], row["first"]

    def _games_since(self) -> int:
        row = self._book.store.row(
            "SELECT count(*) AS games FROM games"
            " WHERE state = 'over' AND deleted IS NULL AND NOT imported AND ended >= ?",
            (self._book.settings.get(LAST_BACKUP) or "",),
        )
        return 0 if row is None else int(row["games"])

    # ── saving ───────────────────────────────────────────────────────────────────────────────────

    async def tell_backups(self, request: ApiRequest) -> BackupsJson:
        """What there is."""
        return await self._work(self._tell_backups)

    def _tell_backups(self) -> BackupsJson:
        return {
            "last": self._book.settings.get(LAST_BACKUP),
            "games_since": self._games_since(),
            "is_kept": self._daemon.keeper.is_kept,
            "path": str(self._path),
            "copies": [_tell_copy(copy) for copy in list_copies(self._path)],
        }

    async def save_backup(self, request: ApiRequest) -> File:
        """A whole copy, checked, as one file."""
        file = await self._work(self._save)
        self._due = (0, "")
        self._daemon.look()
        return file

    def _save(self) -> File:
        """The file has no name any more when it is sent: it is gone with the last reader."""
        number, store = secrets.token_hex(4), self._book.store
        draft = self._path.with_name(f"{self._path.name}.{number}{DOWNLOAD}")
        name = f"boardpi-{_plain(self._table)}-{store.today()}.sqlite"
        if not self._daemon.keeper.is_kept:
            raise BookError("There is no score book that could be copied.")
        try:
            back_up(store, draft)
            file = File.on_disk(draft, name, "application/vnd.sqlite3")
        finally:
            with suppress(FileNotFoundError):
                draft.unlink()
        self._book.settings.put(LAST_BACKUP, store.now())
        return file

    # ── going back ───────────────────────────────────────────────────────────────────────────────

    async def upload(self, request: ApiRequest) -> ComparisonJson:
        """A copy from a browser, or from the terminal."""
        async with self._using:
            self._waiting = None
            await self._receive(request)
            return await self._look_at(request.values["name"])

    async def _receive(self, request: ApiRequest) -> None:
        if request.file is None:
            raise BadRequest("Send the backup itself as the body.")
        file = await self._work(self._open_draft_file)
        size, part = 0, bytearray()
        write = partial(self._write, file, part)
        try:
            async for piece in request.file:
                part += piece
                size += len(piece)
                if size > LARGEST:
                    raise BadRequest(f"A backup has at most {LARGEST} bytes.")
                if len(part) >= PART:
                    await self._work(write)
            await self._work(write)
        finally:
            os.close(file)

    def _open_draft_file(self) -> int:
        remove_draft(self._draft)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        return os.open(self._draft, flags, 0o600)

    def _write(self, file: int, part: bytearray) -> None:
        disk = os.fstatvfs(file)
        if disk.f_bavail * disk.f_frsize < SPARE:
            raise BookError("There is no room on the disk for this backup: free some space.")
        while part:
            del part[: os.write(file, part)]

    async def choose(self, request: ApiRequest) -> ComparisonJson:
        """A copy that lies at the table."""
        name = request.values["name"]
        async with self._using:
            self._waiting = None
            copies = await self._work(lambda: list_copies(self._path))
            found = next((copy for copy in copies if copy.name == name), None)
            if found is None:
                raise NoSuch(f"There is no copy {name!r} at this table.")
            remove_draft(self._draft)
            await self._work(partial(copy_to_draft, found, self._draft))
            return await self._look_at(name)

    async def _look_at(self, name: str) -> ComparisonJson:
        carried = self._carried()

        def look() -> Comparison:
            with open_draft(self._draft, name) as backup:
                return compare(self._book, backup, carried)

        try:
            found = await self._work(look)
        except BaseException:
            remove_draft(self._draft)
            raise
        if not self._daemon.keeper.is_kept:
            found = replace(found, present=None)
        self._waiting = Waiting(secrets.token_urlsafe(9), name, found)
        return self._waiting.to_json()

    def _carried(self, ms: int | None = None) -> Carried | None:
        """The game on the table as it stands, also where the book could not be written."""
        keeper, game = self._daemon.keeper, self._daemon.table.game
        if not game.moves or game.outcome is not None:
            return None
        stamps = keeper.clock.stamps[: len(game.moves)]
        stamps += [max([0, *stamps])] * (len(game.moves) - len(stamps))
        clocks = self._daemon.timekeeper.told(now_ms() if ms is None else ms)
        return Carried(keeper.page.entry, game, tuple(stamps), clocks)

    async def restore(self, request: ApiRequest) -> RestoredJson:
        """It was said what would be lost, and somebody has said yes."""
        async with self._using:
            waiting, self._waiting = self._waiting, None
            if waiting is None or waiting.id != request.values["id"]:
                raise NothingToDo("No such backup waits: choose it again.", reason="no_backup")
            aside: list[Path | None] = []

            async def put() -> None:
                daemon = self._daemon
                await daemon.keeper.flush()
                await daemon.tracer.write()
                carried = self._carried()
                aside.append(await daemon.keeper.give_way(lambda: self._put(waiting, carried)))
                daemon.timekeeper.forget_marks()  # they name the game by its number in that book
                daemon.tracer.forget()
                await daemon.start_again()

            try:
                await self._daemon.do(put)
            except BookError as error:
                raise BookAway(str(error)) from None
            except OSError as error:
                raise BookAway(f"{self._path.parent}: {error.strerror}") from None
        return {"aside": None if aside[0] is None else str(aside[0])}

    def _put(self, waiting: Waiting, carried: Carried | None) -> Path | None:
        stamp = datetime.now().strftime(STAMP)
        present = self._book.store if self._daemon.keeper.is_kept else None
        return go_back(self._draft, waiting.name, self._path, present, carried, stamp)

    async def forget(self, request: ApiRequest) -> RestoredJson:
        """Better not."""
        async with self._using:
            self._waiting = None
            await self._work(lambda: remove_draft(self._draft))
        return {"aside": None}

    endpoints = (
        Endpoint("GET", "/backups", "copies of the book", tell_backups, is_private=True),
        Endpoint(
            "GET",
            "/backup.sqlite",
            "a copy of the whole book, to keep elsewhere",
            save_backup,
            media="application/vnd.sqlite3",
            is_private=True,
        ),
        Endpoint(
            "POST",
            "/restore",
            "a backup as a file: what going back to it would change",
            upload,
            record({"name": NAME}),
            takes_file=True,
        ),
        Endpoint(
            "POST",
            "/restore/copy",
            "the same with a copy that lies at the table",
            choose,
            record({"name": NAME}),
        ),
        Endpoint(
            "POST",
            "/restore/now",
            "go back to it; the book until now is kept aside",
            restore,
            record({"id": text(40)}),
        ),
        Endpoint("DELETE", "/restore", "leave the book as it is", forget),
    )


def _tell_copy(copy: Path) -> CopyJson:
    found = copy.stat()
    at = datetime.fromtimestamp(found.st_mtime, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"name": copy.name, "at": at, "bytes": found.st_size}


def _plain(name: str) -> str:
    """A name that every disk takes."""
    kept = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name.lower())
    return "-".join(part for part in kept.split("-") if part)[:40] or "table"
