"""Folders that look like the root of a machine, one for each model that we know."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

from boardpi.boards.gpio.machine import Machine

ROOT = Path(__file__).parents[2]
ALL_PACKAGES = ("gpiozero", "lgpio", "spidev", "rpi_ws281x")
STEADY = (ROOT / "installer" / "clock.txt").read_text()  # what install.sh adds to config.txt


class Model(NamedTuple):
    """A Pi by the words and the number it boots with."""

    text: str
    revision: int


ZERO_W = Model("Raspberry Pi Zero W Rev 1.1", 0x9000C1)
ZERO_2 = Model("Raspberry Pi Zero 2 W Rev 1.0", 0x902120)
PI_1 = Model("Raspberry Pi Model B Rev 2", 0x000E)
PI_3 = Model("Raspberry Pi 3 Model B Rev 1.2", 0xA02082)
PI_4 = Model("Raspberry Pi 4 Model B Rev 1.4", 0xC03114)
PI_5 = Model("Raspberry Pi 5 Model B Rev 1.0", 0xC04170)
CM_5 = Model("Raspberry Pi Compute Module 5 Rev 1.0", 0xC04180)


def machine(
    root: Path,
    model: Model | None,
    *,
    devices: tuple[str, ...] = ("dev/gpiochip0", "dev/spidev0.0", "dev/gpiomem"),
    packages: tuple[str, ...] = ALL_PACKAGES,
    forbidden: tuple[str, ...] = (),
    boot: str = STEADY,
    is_root: bool = False,
) -> Machine:
    """Everything is there and allowed unless it is said otherwise."""
    for device in devices:
        write(root / device, b"")
    write(root / "boot/firmware/config.txt", boot.encode())
    if model is not None:
        write(root / "proc/device-tree/model", model.text.encode() + b"\0")
        write(root / "proc/device-tree/system/linux,revision", struct.pack(">L", model.revision))
    return Machine(
        root,
        has_package=lambda name: name in packages,
        may_use=lambda path: str(path.relative_to(root)) not in forbidden,
        is_root=is_root,
    )


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
