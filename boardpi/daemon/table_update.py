"""A release that the hub wants installed here: fetched, and laid before root when nobody plays.

The table decides nothing about it but when. Root's own service looks at the file, at who signed it,
and at what the maker allowed in the configuration, and runs the installer
(`boardpi hub install-update`, docs/decisions/0186).
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import http.client
import json
import logging
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from boardpi.config import data_directory
from boardpi.daemon.loop import Daemon
from boardpi.daemon.uplink import Uplink
from boardpi.documents import read_object
from boardpi.errors import BadRequest, NotDone, NothingToDo
from boardpi.web.address import in_url
from boardpi.web.shapes import check, choice, number, record, text

log = logging.getLogger("boardpi.hub")
UNIT: Final = Path("/etc/systemd/system/boardpi-update.path")
"""Where it is, root waits for releases."""
REPORT: Final = Path("/opt/boardpi/update.json")
"""What root has done with the last one."""
RELEASE, READY = "release", "ready"
LOOK_SECONDS: Final = 2.0  # while an order is out; without one nothing ticks
FETCH_SECONDS: Final = 20.0  # without a byte
RETRY_SECONDS: Final = (2, 5, 10, 30)
MOST_DAMAGED: Final = 3
BEGIN_SECONDS: Final = 300.0  # so long root may take to begin
SPARE_BYTES: Final = 20_000_000
PORTION: Final = 65_536
REPORTED: Final = record(
    {
        "release": text(64),
        "attempt": number(0, 2**31),
        "state": choice("installing", "done", "failed"),
    },
    why=text(300),
    made=number(0, 2**53),
    tries=number(0, 1000),
)
Order = Mapping[str, Any]


def read_report(path: Path) -> dict[str, Any]:
    """What root has written of its last installation; nothing where nothing can be read."""
    try:
        values = read_object(path.read_bytes(), BadRequest, 4_096)
        check(REPORTED, values, "")
    except (OSError, BadRequest):
        return {}
    return values


class Damaged(NotDone):
    """What came is not what was ordered."""


class TableUpdates:
    """Carries out one order at a time; what comes of it is told to the hub."""

    def __init__(
        self,
        daemon: Daemon,
        uplink: Uplink,
        mark: str,
        folder: Path | None = None,
        unit: Path = UNIT,
        report: Path = REPORT,
    ) -> None:
        self._daemon, self._uplink, self._report = daemon, uplink, report
        self._folder = folder or data_directory() / "update"
        self._mark = mark if unit.exists() else ""
        self._task: asyncio.Task[None] | None = None
        uplink.ordered = self._hear
        self._tell(None, "")

    def _hear(self) -> None:
        """Another order, or none: what was begun for the old one ends, unless root has it."""
        self.close()
        order = self._uplink.order
        if order is None:
            self._tell(None, "")
        else:
            self._task = asyncio.get_running_loop().create_task(self._carry_out(order))

    def close(self) -> None:
        """No more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _tell(self, order: Order | None, state: str, why: str = "") -> None:
        told: dict[str, Any] = {"accepts": self._mark}
        if order is not None:
            told |= {"release": order["release"], "attempt": order["attempt"], "state": state}
        self._uplink.tell_updated({**told, "why": why[:300]} if why else told)

    # ── an order ─────────────────────────────────────────────────────────────────────────────────

    async def _carry_out(self, order: Order) -> None:
        try:
            if not self._mark:
                raise NothingToDo("This table lets no hub install anything.")
            if not self._is_final(order) and not self._is_requested(order):
                self._tell(order, "fetching")
                await self._fetch(order)
                while not self.is_free():
                    self._tell(order, "waiting")
                    await asyncio.sleep(LOOK_SECONDS)
                log.info("boardpi %s is given to the installer", order["version"])
                await asyncio.to_thread(self._request, order)
            await self._follow(order)
        except NothingToDo as error:
            self._tell(order, "refused", error.message)
        except NotDone as error:
            self._tell(order, "failed", error.message)
        except OSError as error:
            self._tell(order, "failed", f"{self._folder}: {error.strerror}")

    def is_free(self) -> bool:
        """Whether nobody is in a game here, or about to begin the one that the hub paired."""
        daemon, seat = self._daemon, self._uplink.seat
        is_playing = bool(daemon.table.game.moves) and not daemon.table.is_over
        if is_playing or daemon.activity is not None:
            return False
        if seat is None:
            return True
        rulings = self._uplink.rulings or ()
        if any(told["match"] == seat["match"] and told["halves"] for told in rulings):
            return True
        match = self._uplink.snapshot()["match"] if self._uplink.snapshot else {}
        is_here = daemon.keeper.page.entry.match_uid == seat["match"]
        return is_here and bool(match.get("is_over"))

    # ── fetching ─────────────────────────────────────────────────────────────────────────────────

    async def _fetch(self, order: Order) -> None:
        """Try until it is there: lines break, hubs are started anew."""
        tries = damaged = 0
        while not await asyncio.to_thread(self._is_here, order):
            try:
                await asyncio.to_thread(self._download, order)
            except Damaged:
                damaged += 1
                if damaged >= MOST_DAMAGED:
                    raise
            except ConnectionError as error:
                log.info("The release is not here yet: %s", error)
                await asyncio.sleep(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
                tries += 1

    def _is_here(self, order: Order) -> bool:
        try:
            with (self._folder / RELEASE).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
                return found == str(order["release"])
        except FileNotFoundError:
            return False

    def _urls(self, order: Order) -> list[str]:
        """First where the broker is, which is reached; then where the hub says that it is."""
        link, found = self._uplink.link, dict[str, None]()
        for url in order["urls"]:
            parts = urlsplit(url)
            if link is not None and parts.port is not None:
                near = parts._replace(netloc=f"{in_url(link.host)}:{parts.port}")
                found[urlunsplit(near)] = None
        return [*found, *(url for url in order["urls"] if url not in found)]

    def _download(self, order: Order) -> None:
        """The whole file or nothing. In a thread."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if shutil.disk_usage(self._folder).free < order["bytes"] + SPARE_BYTES:
            raise NotDone(f"The disk is full: {order['bytes']} bytes are needed for the release.")
        part = self._folder / f"{RELEASE}.part"
        problem = "the hub tells no address"
        try:
            for url in self._urls(order):
                try:
                    self._take(url, order, part)
                except (urllib.error.URLError, http.client.HTTPException, ValueError) as error:
                    problem = f"{url[:60]}: {error}"
                    continue
                except (TimeoutError, ConnectionError) as error:
                    problem = f"{url[:60]}: {error}"
                    continue
                part.replace(self._folder / RELEASE)
                return
            raise ConnectionError(problem)
        finally:
            part.unlink(missing_ok=True)

    def _take(self, url: str, order: Order, part: Path) -> None:
        link, summed, left = self._uplink.link, hashlib.sha256(), order["bytes"]
        trusts = None if link is None else link.tls()
        asked = urllib.request.urlopen(
            f"{url}{order['release']}", None, FETCH_SECONDS, context=trusts
        )
        with asked as answer, part.open("wb") as file:
            while left and (portion := answer.read(min(PORTION, left))):
                file.write(portion)
                summed.update(portion)
                left -= len(portion)
            file.flush()
            os.fsync(file.fileno())
        if left:
            raise ConnectionError(f"{left} bytes of the release are missing")
        if summed.hexdigest() != order["release"]:
            raise Damaged("The release that came is not the one that was ordered.")

    # ── root's part ──────────────────────────────────────────────────────────────────────────────

    def _request(self, order: Order) -> None:
        """Root's service waits for this file."""
        told = json.dumps({"release": order["release"], "attempt": order["attempt"]})
        draft = self._folder / f"{READY}.new"
        draft.write_text(told, encoding="utf-8")
        draft.replace(self._folder / READY)

    def _requested(self) -> dict[str, Any]:
        try:
            return read_object((self._folder / READY).read_bytes(), BadRequest, 1_000)
        except (OSError, BadRequest):
            return {}

    def _is_requested(self, order: Order) -> bool:
        told = self._requested()
        return all(told.get(key) == order[key] for key in ("release", "attempt"))

    def _told(self, order: Order) -> dict[str, Any]:
        """Root's report of this order."""
        report = read_report(self._report)
        is_mine = all(report.get(key) == order[key] for key in ("release", "attempt"))
        return report if is_mine else {}

    def _is_final(self, order: Order) -> bool:
        return self._told(order).get("state") in ("done", "failed")

    async def _follow(self, order: Order) -> None:
        """Until root's report is final; the installer stops and starts this program meanwhile."""
        loop = asyncio.get_running_loop()
        late_at = loop.time() + BEGIN_SECONDS
        while not self._is_final(order):
            self._tell(order, "installing")
            if not self._told(order) and loop.time() > late_at:
                with contextlib.suppress(OSError):
                    (self._folder / READY).unlink()
                raise NotDone("The installer of this table does not begin: look at its journal.")
            await asyncio.sleep(LOOK_SECONDS)
        report = self._told(order)
        self._tell(order, report["state"], report.get("why", ""))
