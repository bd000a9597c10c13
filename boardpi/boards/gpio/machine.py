"""The computer that boardpi runs on: which Raspberry Pi it is, and what it lets us use."""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final

SOCS: Final = ("BCM2835", "BCM2836", "BCM2837", "BCM2711", "BCM2712")
"""By the processor field of a revision code; old codes without that field are all BCM2835."""
BOOT_FILES: Final = ("boot/firmware/config.txt", "boot/config.txt")
FILTERS: Final = (  # chip, is a Zero, and the sections of config.txt that both belong to
    ("BCM2835", True, ("[pi0]",)),
    ("BCM2835", False, ("[pi1]",)),
    ("BCM2836", False, ("[pi2]",)),
    ("BCM2837", True, ("[pi0]", "[pi02]")),
    ("BCM2837", False, ("[pi3]",)),
    ("BCM2711", False, ("[pi4]",)),
)


TROUBLES: Final = ("low_voltage", "capped", "throttled", "hot")
"""What the firmware's word of throttling means, bit 0 to 3; bits 16 to 19: since the start."""
THROTTLED: Final = "sys/devices/platform/soc*/*firmware*/get_throttled"
HEAT: Final = ("cpu-thermal", "cpu_thermal", "soc-thermal", "soc_thermal", "x86_pkg_temp")


class HardwareError(OSError):
    """A part of the direct build that cannot be used; the text says why and what to do."""


def has_package(name: str) -> bool:
    """Whether this Python package is installed."""
    return find_spec(name) is not None


def may_use(path: Path) -> bool:
    """Whether this user may read and write a device."""
    return os.access(path, os.R_OK | os.W_OK)


@dataclass(frozen=True)
class Machine:
    """What can be read below `root`; tests put a folder there and choose what is allowed."""

    root: Path = Path("/")
    has_package: Callable[[str], bool] = has_package
    may_use: Callable[[Path], bool] = may_use
    is_root: bool = field(default_factory=lambda: os.geteuid() == 0)

    @cached_property
    def model(self) -> str | None:
        """How the Pi calls itself, such as "Raspberry Pi 4 Model B Rev 1.4"; None elsewhere."""
        text = self._read("proc/device-tree/model").rstrip(b"\0").decode(errors="replace")
        return text if text.startswith("Raspberry Pi") else None

    @cached_property
    def revision(self) -> int | None:
        """The revision code, from the device tree or from cpuinfo."""
        code = self._read("proc/device-tree/system/linux,revision")
        if len(code) == 4:
            return int(struct.unpack(">L", code)[0])
        found = re.search(rb"^Revision\s*:\s*([0-9a-fA-F]{1,8})\s*$", self._cpuinfo, re.MULTILINE)
        return int(found[1], 16) if found else None

    @cached_property
    def soc(self) -> str | None:
        """The processor, which decides what drives the pixels."""
        if self.model is None or self.revision is None:
            return None
        number = self.revision >> 12 & 0xF if self.revision & 0x800000 else 0
        return SOCS[number] if number < len(SOCS) else None

    @property
    def is_pi(self) -> bool:
        return self.model is not None

    @property
    def has_rp1(self) -> bool:
        """A Pi 5 or one of its family: the pins hang on another chip."""
        return self.soc == "BCM2712"

    @property
    def chips(self) -> list[Path]:
        """The GPIO chips of the kernel."""
        return sorted(self.root.glob("dev/gpiochip*"))

    def has(self, device: str) -> bool:
        """Whether there is such a device or module, by its path."""
        return self.at(device).exists()

    def at(self, device: str) -> Path:
        """Where a path of the machine lies."""
        return self.root / device.lstrip("/")

    def boot_setting(self, key: str) -> str | None:
        """What config.txt says of a key such as `core_freq` for this model: its last word."""
        found, counts = None, True
        for line in self._boot_text.decode(errors="replace").splitlines():
            line = line.partition("#")[0].strip()
            if line.startswith("["):
                counts = line in ("[all]", *self._filters)
            elif counts and line.partition("=")[0].strip() == key:
                found = line.partition("=")[2].strip()
        return found

    # ── how it is now ────────────────────────────────────────────────────────────────────────────

    @property
    def temperature_c(self) -> float | None:
        """Of the processor; None where no sensor tells it."""
        for zone in sorted(self.root.glob("sys/class/thermal/thermal_zone*")):
            if _word(zone / "type") in HEAT and (found := _word(zone / "temp")).isdecimal():
                return round(int(found) / 1000, 1)
        return None

    @property
    def throttled(self) -> tuple[list[str], list[str]] | None:
        """What troubles a Pi now, and what did since its start; None where nobody knows."""
        for file in self.root.glob(THROTTLED):
            if re.fullmatch("(0x)?[0-9a-fA-F]{1,8}", word := _word(file)):
                bits = int(word, 16)
                now = [name for bit, name in enumerate(TROUBLES) if bits >> bit & 1]
                ever = [name for bit, name in enumerate(TROUBLES, 16) if bits >> bit & 1]
                return now, ever
        return None

    @property
    def is_voltage_low(self) -> bool | None:
        """Whether the supply of a Pi is too weak just now; None where nobody measures it."""
        for sensor in self.root.glob("sys/class/hwmon/hwmon*"):
            if _word(sensor / "name") == "rpi_volt":
                return _word(sensor / "in0_lcrit_alarm") == "1"
        return None

    @property
    def has_boot_file(self) -> bool:
        """Whether there is a config.txt."""
        return any(self.has(name) for name in BOOT_FILES)

    @cached_property
    def _filters(self) -> tuple[str, ...]:
        """The sections of config.txt that surely are for this model."""
        for chip, is_zero, names in FILTERS:
            if self.soc == chip and ("Zero" in (self.model or "")) is is_zero:
                return names
        return ()

    @cached_property
    def _boot_text(self) -> bytes:
        return next((text for name in BOOT_FILES if (text := self._read(name))), b"")

    @cached_property
    def _cpuinfo(self) -> bytes:
        return self._read("proc/cpuinfo")

    def _read(self, name: str) -> bytes:
        try:
            return (self.root / name).read_bytes()
        except OSError:
            return b""


def _word(file: Path) -> str:
    """The one word of a file of the kernel; nothing where it cannot be read."""
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""
