"""Whether the time of day can be trusted, and the moment when it can.

A policy with time as its input: `look` is told what the clocks show and says whether the wall clock
has just been set. The shell below asks the system, and dates the games that began before.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from boardpi.club import BookError
from boardpi.club.store import Boot
from boardpi.daemon.bookkeeper import Bookkeeper

log = logging.getLogger("boardpi.clock")
JUMP_MS: Final = 5_000  # a server that corrects slowly moves the clock by 0.5 ms in a second
EARLIEST_MS: Final = 1_735_689_600_000  # 2025: no boardpi is older, so no clock that is right
LOOK_SECONDS: Final = 5.0
RTC_AGREES_MS: Final = 60_000
UNSYNCHRONISED: Final = 0x40  # STA_UNSYNC of adjtimex(2)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What the clocks show at one moment: on the wall (UTC), since the boot, and what is said."""

    wall_ms: int
    running_ms: int
    is_synchronised: bool

    @property
    def offset_ms(self) -> int:
        """The wall clock at the boot, if it was right then."""
        return self.wall_ms - self.running_ms


@dataclass(frozen=True, slots=True)
class ClockTrust:
    """What is known of the wall clock since the start."""

    offset_ms: int
    is_sure: bool


def begin(reading: ClockReading) -> ClockTrust:
    """The first look: nothing to compare it with, so only the system's word counts."""
    return ClockTrust(reading.offset_ms, _is_right(reading) and reading.is_synchronised)


def look(trust: ClockTrust, reading: ClockReading) -> tuple[ClockTrust, bool]:
    """A later look; True when the clock has become right at this moment.

    Somebody has set the clock if the system says so, or if it jumped, either way. A clock that was
    right once is not doubted again: whoever turns it later turns it on purpose.
    """
    has_jumped = abs(reading.offset_ms - trust.offset_ms) > JUMP_MS
    is_set = _is_right(reading) and (reading.is_synchronised or has_jumped)
    return ClockTrust(reading.offset_ms, trust.is_sure or is_set), is_set and not trust.is_sure


def _is_right(reading: ClockReading) -> bool:
    return reading.wall_ms >= EARLIEST_MS


# ── the system ───────────────────────────────────────────────────────────────────────────────────


def running_ms() -> int:
    """Milliseconds since the boot: the same in every process, and they never run back."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def read_clocks(root: Path = Path("/")) -> ClockReading:
    """This moment."""
    wall_ms = time.time_ns() // 1_000_000
    return ClockReading(wall_ms, running_ms(), is_synchronised(root, wall_ms))


def is_synchronised(root: Path, wall_ms: int) -> bool:
    """Whether a time server has answered, or a clock with a battery agrees."""
    if (root / "run/systemd/timesync/synchronized").exists():
        return True
    return _kernel_says_so() or _has_battery(root / "sys/class/rtc/rtc0", wall_ms)


def _kernel_says_so() -> bool:
    """Any program that keeps the time tells the kernel (chrony, ntpd)."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        answer = (ctypes.c_long * 64)()  # struct timex, modes = 0: only ask
        state = library.adjtimex(ctypes.byref(answer))
    except (OSError, AttributeError):
        return False
    status = ctypes.cast(answer, ctypes.POINTER(_Timex)).contents.status
    return state >= 0 and not status & UNSYNCHRONISED


class _Timex(ctypes.Structure):
    """The beginning of `struct timex`."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
    )


def _has_battery(rtc: Path, wall_ms: int) -> bool:
    """The kernel took the time from this clock, and both still agree."""
    try:
        was_used = (rtc / "hctosys").read_text().strip() == "1"
        seconds = int((rtc / "since_epoch").read_text())
    except (OSError, ValueError):
        return False
    return was_used and abs(seconds * 1000 - wall_ms) < RTC_AGREES_MS


def read_boot(root: Path = Path("/")) -> str:
    """What distinguishes this boot from all others."""
    try:
        return (root / "proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"at {time.time_ns() // 1_000_000 - running_ms()}"


# ── the table's ──────────────────────────────────────────────────────────────────────────────────


class WallClock:
    """Watches the clock of a running table until it is right."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self.trust = begin(read_clocks(root))
        self.boot = Boot(read_boot(root), running_ms, self.trust.is_sure)

    async def keep_watching(self, keeper: Bookkeeper) -> None:
        """Look from time to time, until the time is known."""
        if self.trust.is_sure:
            await self._date(keeper)  # it became known while nobody ran
        while not self.trust.is_sure:
            await asyncio.sleep(LOOK_SECONDS)
            await self.heed(read_clocks(self._root), keeper)

    async def heed(self, reading: ClockReading, keeper: Bookkeeper) -> None:
        """One look."""
        trust, is_set = look(self.trust, reading)
        if not is_set or await self._date(keeper):
            self.trust = trust

    async def _date(self, keeper: Bookkeeper) -> bool:
        """Games of this boot that began before the time was known get their day."""
        try:
            dated = await keeper.redate(self.boot)
        except BookError as error:
            log.warning("Games that began before the time was known keep their day: %s", error)
            return False
        if dated:
            log.info("The time is known now; games dated anew: %s", ", ".join(map(str, dated)))
        return True
