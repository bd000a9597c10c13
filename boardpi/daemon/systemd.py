"""Telling systemd how we are: a datagram to the socket that it names."""

from __future__ import annotations

import asyncio
import atexit
import os
import socket
from collections.abc import Mapping
from functools import lru_cache


@lru_cache(maxsize=1)
def notify_line() -> socket.socket:
    """One socket for the whole life of the daemon: telling needs no new descriptor."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
    line.setblocking(False)
    atexit.register(line.close)
    return line


def notify(state: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Send `READY=1`, `STATUS=…`, `WATCHDOG=1` or `STOPPING=1`; False where nobody listens.

    Whatever is wrong with systemd's socket is no reason to stop a game.
    """
    address = environ.get("NOTIFY_SOCKET")
    if not address:
        return False
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    try:
        notify_line().sendto(state.encode(), address)
    except OSError:
        return False
    return True


def watchdog_seconds(environ: Mapping[str, str] = os.environ) -> float | None:
    """How often systemd wants to hear of us, if at all."""
    if environ.get("WATCHDOG_PID") not in (None, str(os.getpid())):
        return None
    usec = environ.get("WATCHDOG_USEC", "")
    return int(usec) / 1_000_000 if usec.isdecimal() and int(usec) else None


async def keep_watchdog() -> None:
    """Say twice in every interval that the loop still turns; a loop that hangs falls silent."""
    seconds = watchdog_seconds()
    while seconds is not None:
        notify("WATCHDOG=1")
        await asyncio.sleep(seconds / 2)
