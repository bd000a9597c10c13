"""Writes the firmware into a Raspberry Pi Pico: a file copied to the drive that it becomes.

A Pico that is plugged in while its BOOTSEL button is held shows a drive named RPI-RP2. A file for
it says of itself what it is for; anything else would be taken silently and do nothing, so it is
refused here.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Final

from boardpi.boards.serial.flash import Ask, FlashError, is_wanted

UF2: Final = Path(__file__).parent / "firmware" / "boardpi.uf2"  # ships with the package: 0086
LABEL: Final = "RPI-RP2"
NOTE: Final = "INFO_UF2.TXT"
MOUNTS: Final = Path("/proc/self/mounts")
DEVICE: Final = Path("/dev/disk/by-label") / LABEL
GONE_WITHIN_S: Final = 20.0
BLOCK: Final = 512
MAGIC: Final = bytes.fromhex("5546320a57515d9e")
FAMILY: Final = bytes.fromhex("56ff8be4")  # RP2040

HOW: Final = "hold the Pico's BOOTSEL button, plug its own USB socket into this computer, let go"


def flash_pico(drive: Path | None, image: Path = UF2, *, ask: Ask = input) -> bool:
    """Explains, asks, copies; False if the answer was no."""
    program = _program(image)
    drive = drive or _only_drive()
    if not _is_pico(drive):
        raise FlashError(f"{drive} is not the drive of a Pico: {HOW}")
    print(
        f"This replaces the program of the Pico whose drive is {drive}.\n"
        f"  new         {image}\n"
        "Its board id stays. A running table finds its board again by itself."
    )
    if not is_wanted(ask):
        return False
    _copy(program, drive)
    print("Done. Plug the board in again; `boardpi board info` asks it how it feels.")
    return True


def _program(image: Path) -> bytes:
    try:
        program = image.read_bytes()
    except OSError as error:
        raise FlashError(f"cannot read {image}: {error.strerror}") from error
    is_right = program.startswith(MAGIC) and program[28:32] == FAMILY and len(program) % BLOCK == 0
    if not is_right:
        raise FlashError(f"{image} is not a UF2 file for a Pico (RP2040)")
    return program


def _is_pico(drive: Path) -> bool:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return LABEL in (drive / NOTE).read_text("ascii")
    return False


def _only_drive() -> Path:
    found = [drive for drive in _mounted() if _is_pico(drive)]
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(map(str, found))
        raise FlashError(f"several Picos are plugged in, name one: --drive {names}")
    if DEVICE.exists():
        raise FlashError(
            f"a Pico is plugged in, but its drive is not mounted: sudo mount {DEVICE} /mnt, "
            "then sudo boardpi flash --pico --drive /mnt"
        )
    raise FlashError(f"no Pico shows its drive: {HOW}")


def _mounted() -> list[Path]:
    """Folders where FAT drives are mounted; a blank in a name is written as a number there."""
    lines = [line.split() for line in MOUNTS.read_text("utf-8").splitlines()]
    return [Path(_unescaped(words[1])) for words in lines if words[2] in ("vfat", "msdos")]


def _unescaped(name: str) -> str:
    r"""A name as the kernel writes it in its list of mounts.

    >>> _unescaped(r"/media/my\040pi/RPI-RP2")
    '/media/my pi/RPI-RP2'
    """
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), name)


def _copy(program: bytes, drive: Path) -> None:
    """The Pico starts its program with the last block, and its drive is gone: that is the sign.

    Whoever looks after drives may already complain while the file is being closed.
    """
    try:
        with (drive / UF2.name).open("wb", buffering=0) as file:
            if file.write(program) != len(program):
                raise FlashError(f"{drive} took only a part of the file: try again")
            with contextlib.suppress(OSError):
                os.fsync(file.fileno())
    except OSError as error:
        if _is_pico(drive):
            raise FlashError(f"cannot write to {drive}: {error.strerror}") from error
    end = time.monotonic() + GONE_WITHIN_S
    while _is_pico(drive):
        if time.monotonic() > end:
            raise FlashError(f"the Pico did not take the file: its drive {drive} is still there")
        time.sleep(0.1)
