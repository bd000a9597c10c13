"""Serial ports: which could be a board, and one of them open without ever blocking."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
from pathlib import Path

import serial
from serial.tools import list_ports

BAUD = 250_000
UDEV_NAME = "/dev/boardpi"  # given by systemd/*.rules
WAITING_MOST = 16_384  # bytes that the board has not taken: more than half a second of the line


class PortError(OSError):
    """A port that cannot be opened or has gone; the text is a sentence for people."""


class PortBusy(PortError):
    """Another program talks through this port."""


def candidates() -> list[str]:
    """Ports worth a greeting: the udev name first, then every USB serial adapter."""
    found = [port.device for port in list_ports.comports() if port.vid is not None]
    named = [UDEV_NAME] if Path(UDEV_NAME).exists() else []
    real = {os.path.realpath(name) for name in named}
    return named + sorted(device for device in found if os.path.realpath(device) not in real)


def try_port(path: str) -> None:
    """Opens the port for a moment; raises why that is not possible."""
    _open(path).close()


class Port:
    """An open serial port on the running loop: bytes arrive in `arrived`, writes never wait."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.arrived = asyncio.Event()
        self._incoming = bytearray()
        self._outgoing = bytearray()
        self._failure: str | None = None
        self._loop = asyncio.get_running_loop()
        self._serial = _open(path)
        self._fd = self._serial.fileno()
        self._loop.add_reader(self._fd, self._read)

    def take(self) -> bytes:
        """What has arrived since the last call; raises `PortError` once the port is gone."""
        self.arrived.clear()
        data = bytes(self._incoming)
        self._incoming.clear()
        if self._failure and not data:
            raise PortError(self._failure)
        return data

    def write(self, data: bytes) -> None:
        self._outgoing += data
        self._write()
        if len(self._outgoing) > WAITING_MOST:
            self._outgoing.clear()
            self._fail(f"the board on {self.path} talks but does not listen")

    def close(self) -> None:
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        with contextlib.suppress(OSError):  # an unplugged port may fail to close; it is gone
            self._serial.close()

    def _read(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError as error:
            data = b""
            self._fail(f"{self.path} is gone ({error.strerror})")
        if not data:
            self._fail(f"{self.path} is gone: was the cable pulled?")
        self._incoming += data
        self.arrived.set()

    def _write(self) -> None:
        try:
            written = os.write(self._fd, self._outgoing) if self._outgoing else 0
        except BlockingIOError:
            written = 0
        except OSError as error:
            self._fail(f"{self.path} is gone ({error.strerror})")
            return
        del self._outgoing[:written]
        if self._outgoing:
            self._loop.add_writer(self._fd, self._write)
        else:
            self._loop.remove_writer(self._fd)

    def _fail(self, why: str) -> None:
        self._failure = self._failure or why
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        self.arrived.set()


def _open(path: str) -> serial.Serial:
    port = serial.Serial(baudrate=BAUD, timeout=0, write_timeout=0, exclusive=True)
    port.port = path
    port.dtr = True  # before opening: a pty has no DTR to set afterwards
    try:
        port.open()
    except (serial.SerialException, OSError) as error:
        raise _why_not(path, error) from error
    return port


def _why_not(path: str, error: OSError) -> PortError:
    if error.errno == errno.ENOENT:
        return PortError(f"there is no {path}: is the board plugged in?")
    if error.errno == errno.EACCES:
        return PortError(f"no right to open {path}: the user must be in the group dialout")
    if error.errno in (errno.EBUSY, errno.EAGAIN) or "lock" in str(error):
        return PortBusy(f"another program holds {path}")
    return PortError(f"cannot open {path}: {error}")
