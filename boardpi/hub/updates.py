"""Updates of all tables: the release that the organiser brought, and its way through the club.

What is decided is in `rollout`; here it is kept in the hub's book, told to tables, and shown.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Final

from boardpi.club.transfer.outbox import LARGEST_RELEASE
from boardpi.errors import BadRequest, BookAway, NoSuch, NothingToDo
from boardpi.hub.evening import Evening, Fact
from boardpi.hub.post import Post, TableView
from boardpi.hub.release_file import BadRelease, Release, read_release
from boardpi.hub.rollout import Rollout, TableNow, TableWay, UpdateReport, begin, step
from boardpi.web.requests import PORTION, Pace

log = logging.getLogger("boardpi.hub")
ROLLOUT: Final = "hub.rollout"
LARGEST_PART: Final = 1_000_000  # bytes of one request of an upload
LOOK_SECONDS: Final = 1.0  # while a release is on its way


@dataclass(frozen=True, slots=True)
class Stored:
    """The release that lies here."""

    path: Path
    sum: str
    release: Release


def sum_up(path: Path) -> Stored:
    """A file that is known to be a whole release. In a thread."""
    with path.open("rb") as file:
        release = read_release(file)
        file.seek(0)
        return Stored(path, hashlib.file_digest(file, "sha256").hexdigest(), release)


class HubUpdates:
    """One release, one way."""

    def __init__(
        self,
        folder: Path,
        evening: Evening,
        post: Post,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.urls: Callable[[], tuple[str, ...]] = tuple  # where pages of this hub are
        self.stored: Stored | None = None
        self._folder, self._evening, self._post, self._clock = folder, evening, post, clock
        self._settings = evening.settings
        self._something = asyncio.Event()
        self.rollout = self._load()
        post.moved = self._something.set

    def _load(self) -> Rollout | None:
        try:
            self.stored = sum_up(self._path)
        except FileNotFoundError:
            pass
        except (OSError, BadRelease) as error:
            log.warning("%s cannot be used: %s", self._path, error)
        try:
            return Rollout.from_json(json.loads(self._settings.get(ROLLOUT) or "null"))
        except (TypeError, ValueError, KeyError, AttributeError):  # a book changed by hand
            return None

    @property
    def _path(self) -> Path:
        return self._folder / "boardpi.release"

    # ── the release ──────────────────────────────────────────────────────────────────────────────

    def take(self, at: int, whole: int, part: bytes) -> int:
        """One part of a release, in their order; how much is here. In a thread.

        What is not a release is refused when its last part is here, and forgotten.
        """
        if not 0 < whole <= LARGEST_RELEASE or at + len(part) > whole:
            raise BadRequest(f"bytes: a release has at most {LARGEST_RELEASE}")
        draft = self._folder / "incoming"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with draft.open("wb" if at == 0 else "ab") as file:
                if file.tell() != at:
                    raise NothingToDo(f"{file.tell()} bytes are here: go on from there.")
                file.write(part)
                file.flush()
                os.fsync(file.fileno())
            if at + len(part) == whole:
                self._keep(draft)
        except OSError as error:
            raise BookAway(f"{draft}: cannot be written ({error.strerror})") from None
        return at + len(part)

    def _keep(self, draft: Path) -> None:
        if self.rollout is not None and self.rollout.orders():
            raise NothingToDo("An update is under way: wait for its end, or stop it.")
        try:
            stored = sum_up(draft)
        except BadRelease as error:
            draft.unlink()
            raise BadRequest(error.message) from None
        draft.replace(self._path)
        self.stored = replace(stored, path=self._path)

    def open(self, sum_: str) -> tuple[int, IO[bytes]]:
        """The file for a table, which was told its sum; its length."""
        if self.stored is None or self.stored.sum != sum_:
            raise NoSuch("There is no such release here.")
        return self.stored.release.size, self.stored.path.open("rb")

    # ── what the organiser does ──────────────────────────────────────────────────────────────────

    def start(self, values: Fact, who: str) -> None:
        """Let the canary install it."""
        if self.rollout is not None and self.rollout.state == "running":
            raise NothingToDo("An update is under way already.")
        if self.rollout is not None and self.rollout.orders():
            raise NothingToDo("A table is still at work with the last release: wait for it.")
        if self.stored is None:
            raise NothingToDo("Bring a release first.")
        canary, about, seen = values["canary"], self.stored.release.about, self._see()
        if canary not in seen:
            raise NothingToDo(f"There is no table {canary[:40]!r}.")
        told = self.stored.sum, about.version, self.stored.release.mark
        found = begin(told, canary, {*values.get("leave", ())}, seen)
        if found.tables[canary].at == "left":
            raise NothingToDo(f"{canary} does not take releases of {self.stored.release.mark}.")
        log.info("boardpi %s is on its way, %s first (%s)", about.version, canary, who)
        self._go(found)

    def stop(self, values: Fact, who: str) -> None:
        """Nobody begins any more."""
        self._go(replace(self._need(), state="stopped"))

    def resume(self, values: Fact, who: str) -> None:
        """Go on with those that wait; those that failed are left as they are."""
        rollout = self._need()
        if rollout.tables[rollout.canary].at in ("failed", "left"):
            raise NothingToDo("The canary has not made it: try it again, or bring another release.")
        self._need_file(rollout)
        self._go(replace(rollout, state="running"))

    def leave(self, values: Fact, who: str) -> None:
        """A table stays as it is."""
        rollout, name, place = self._find(values)
        if place.at == "done" or name == rollout.canary:
            raise NothingToDo("The canary, and who is done, cannot be left out.")
        self._go(rollout.put(name, replace(place, at="left", why="chosen")))

    def again(self, values: Fact, who: str) -> None:
        """A table that failed or was left out is tried once more, and the others after it."""
        rollout, name, place = self._find(values)
        if place.at not in ("failed", "left"):
            raise NothingToDo("This table is neither failed nor left out.")
        if self._see().get(name, TableNow()).accepts != rollout.mark:
            raise NothingToDo(f"{name} does not take releases of {rollout.mark}.")
        self._need_file(rollout)
        tried = TableWay(attempt=place.attempt + (place.at == "failed"))
        self._go(replace(rollout.put(name, tried), state="running"))

    def _need(self) -> Rollout:
        if self.rollout is None:
            raise NothingToDo("No update is under way.")
        return self.rollout

    def _has_file(self, rollout: Rollout) -> bool:
        """A book that was restored elsewhere, or another release since: there is none to give."""
        return self.stored is not None and self.stored.sum == rollout.release

    def _need_file(self, rollout: Rollout) -> None:
        if not self._has_file(rollout):
            raise NothingToDo("Another release lies here now: start with that one.")

    def _find(self, values: Fact) -> tuple[Rollout, str, TableWay]:
        rollout, name = self._need(), values["table"]
        place = rollout.tables.get(name)
        if place is None:
            raise NothingToDo(f"{name[:40]!r} has no part in this update.")
        return rollout, name, place

    # ── its way ──────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Look whenever a table tells something, and every second while one is at work."""
        self.look()
        while True:
            is_under_way = self.rollout is not None and (
                self.rollout.state == "running" or bool(self.rollout.orders())
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS if is_under_way else None):
                    await self._something.wait()
            self._something.clear()
            self.look()

    def look(self) -> None:
        """What has come of it since."""
        if self.rollout is not None:
            self._go(self.rollout)
            return
        for name in self._post.tables:  # an order may stay at the broker from before a restore
            self._post.tell(name, "update", None)

    def _go(self, rollout: Rollout) -> None:
        """One step; what is decided is in the book before it is told."""
        if rollout.state == "running" and not self._has_file(rollout):
            log.warning("The release that is on its way is not here: the update is stopped")
            rollout = replace(rollout, state="stopped")
        stepped = step(rollout, self._see(), self._clock())
        if self.rollout is None or stepped.to_json() != self.rollout.to_json():
            self._settings.put(ROLLOUT, json.dumps(stepped.to_json()))
            self._note(stepped)
        self.rollout = stepped
        orders = stepped.orders()
        for name in {*stepped.tables, *self._post.tables}:
            self._post.tell(name, "update", self._order(stepped, orders.get(name)))

    def _note(self, rollout: Rollout) -> None:
        before = {} if self.rollout is None else self.rollout.tables
        for name, place in rollout.tables.items():
            if name not in before or before[name].at != place.at:
                log.info("Update of %s: %s %s", name, place.at, place.why)

    def _order(self, rollout: Rollout, attempt: int | None) -> Fact | None:
        if attempt is None or self.stored is None:
            return None
        return {
            "release": rollout.release,
            "attempt": attempt,
            "version": rollout.version,
            "bytes": self.stored.release.size,
            "urls": [f"{url}api/v1/release/" for url in self.urls()][:8],
        }

    # ── what the hub sees ────────────────────────────────────────────────────────────────────────

    def _see(self) -> dict[str, TableNow]:
        return {name: self._look_at(name, view) for name, view in self._post.tables.items()}

    def _look_at(self, name: str, view: TableView) -> TableNow:
        picture, told = view.picture or {}, view.updated
        is_playing = picture.get("moves", 0) > 0 and picture.get("outcome") is None
        keys = ("release", "attempt", "state", "why")
        report = UpdateReport(**{key: told[key] for key in keys if key in told})
        return TableNow(
            # A hub that was just started hears one thing after the other of what the broker kept.
            is_known=view.picture is not None and bool(told),
            is_online=view.is_online,
            is_busy=is_playing or self._evening.is_seated(name),
            has_board=not picture.get("is_lost", False),
            version=view.version,
            accepts=told.get("accepts", ""),
            report=report,
        )

    def picture(self) -> Fact:
        """For the organiser's page and `boardpi hub update`."""
        rollout, seen = self.rollout, self._see()
        places = {} if rollout is None else rollout.tables
        mark = "" if self.stored is None else self.stored.release.mark
        return {
            "release": None if self.stored is None else _picture_release(self.stored),
            "state": None if rollout is None else rollout.state,
            "version": None if rollout is None else rollout.version,
            "canary": None if rollout is None else rollout.canary,
            "is_of_release": rollout is not None and self._has_file(rollout),
            "tables": {
                name: self._picture_table(seen.get(name, TableNow()), places.get(name), mark, name)
                for name in sorted({*seen, *places})
            },
        }

    def _picture_table(self, seen: TableNow, place: TableWay | None, mark: str, name: str) -> Fact:
        view = self._post.tables.get(name, TableView())
        told: dict[str, Any] = {
            "title": view.title or name,
            "version": seen.version,
            "is_online": seen.is_online,
            "is_busy": seen.is_busy,
            "is_allowed": bool(mark) and seen.accepts == mark,
            "at": None if place is None else place.at,
            "why": "" if place is None else place.why,
        }
        # An order that was carried out before is told by another attempt: nothing of it is shown.
        is_mine = (
            place is not None
            and self.rollout is not None
            and (seen.report.release, seen.report.attempt) == (self.rollout.release, place.attempt)
        )
        return {**told, "does": seen.report.state if is_mine else ""}


def _picture_release(stored: Stored) -> Fact:
    about = stored.release.about
    return {"version": about.version, "mark": stored.release.mark, "bytes": stored.release.size}


async def portions(file: IO[bytes], pace: Pace) -> AsyncIterator[bytes]:
    """The file in pieces, at the pace of all files."""
    with file:
        while part := await asyncio.to_thread(file.read, PORTION):
            await pace.wait(len(part))
            yield part
