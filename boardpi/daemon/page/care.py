"""For whoever looks after the table: how its computer is, its last lines, and starting it anew.

Everything is read when somebody asks, and at no other time.
"""

from __future__ import annotations

import asyncio
import os
import platform
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from boardpi import __version__
from boardpi.boards.gpio.machine import Machine
from boardpi.clock import now_ms
from boardpi.club.store import MEMORY
from boardpi.daemon.logs import recent_lines
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import LogJson, MachineJson, RestartJson
from boardpi.web.errors import PinNeeded
from boardpi.web.service import Action, ApiRequest, Endpoint

LOOK_MS: Final = 1000


class Care:
    """The computer below the table."""

    actions: tuple[Action, ...] = ()

    def __init__(
        self,
        daemon: Daemon,
        machine: Machine | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._daemon = daemon
        self._machine = machine or Machine()
        self._environ = environ
        self._seen: tuple[int, asyncio.Task[MachineJson]] | None = None

    @property
    def is_service(self) -> bool:
        """Whether systemd has started us, and starts us again."""
        return "INVOCATION_ID" in self._environ and "NOTIFY_SOCKET" in self._environ

    async def tell_machine(self, request: ApiRequest) -> MachineJson:
        """Strangers hear no versions of others. However many ask, one look a second is taken, in a
        thread: the Pi's firmware takes its time, and players' clocks are marked in these threads.
        """
        if self._seen is None or now_ms() - self._seen[0] >= LOOK_MS:
            self._seen = now_ms(), asyncio.create_task(asyncio.to_thread(self._look))
        told = await asyncio.shield(self._seen[1])
        return told if request.is_trusted else {**told, "system": None, "python": None}

    def _look(self) -> MachineJson:
        path = self._daemon.keeper.book.store.path
        disk = os.statvfs("/" if path == MEMORY else Path(path).parent)
        now, ever = self._machine.throttled or (None, None)
        return {
            "model": self._machine.model,
            "system": self._system(),
            "python": platform.python_version(),
            "version": __version__,
            "disk_free": disk.f_bavail * disk.f_frsize,
            "disk_total": disk.f_blocks * disk.f_frsize,
            "temperature_c": self._machine.temperature_c,
            "trouble_now": now,
            "trouble_since_start": ever,
            "is_voltage_low": self._machine.is_voltage_low,
            "is_service": self.is_service,
        }

    def _system(self) -> str:
        """As the system calls itself."""
        try:
            text = self._machine.at("etc/os-release").read_text(errors="replace")
        except OSError:
            text = ""
        found = re.search(r'^PRETTY_NAME="?([^"\n]{1,80})', text, re.MULTILINE)
        return found[1] if found else platform.system()

    async def tell_log(self, request: ApiRequest) -> LogJson:
        """With the PIN alone: lines tell names of files and people."""
        if not request.is_trusted:
            raise PinNeeded("The log is read with the PIN only.")
        return {"lines": [{"at": a, "level": b, "text": c} for a, b, c in recent_lines()]}

    async def restart(self, request: ApiRequest) -> RestartJson:
        """With the configuration as it is now; the game goes on, as after a power cut."""
        await self._daemon.do(self._daemon.start_again)
        return {"is_restarting": True}

    endpoints = (
        Endpoint("GET", "/machine", "the computer below the table", tell_machine),
        Endpoint("GET", "/log", "the last lines of the log (PIN)", tell_log),
        Endpoint("POST", "/restart", "start the table anew", restart),
    )
