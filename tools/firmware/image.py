"""The image of the firmware that ships: the hex file, and the note that says where it is from."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from boardpi.boards.serial.flash import HEX
from boardpi.documents import Json, read_object

PROJECT: Final = Path(__file__).parents[2]
SOURCES: Final = PROJECT / "firmware" / "source"
RECIPE: Final = PROJECT / "firmware" / "firmware.mk"
BUILT: Final = PROJECT / "firmware" / "build" / "boardpi.hex"
NOTE: Final = HEX.with_name("built.json")


def source_hash() -> str:
    """SHA-256 over the flags of the compiler and every source: a change of any changes it."""
    found = hashlib.sha256(compiler_flags().encode())
    for file in sorted(SOURCES.glob("*.[ch]")):
        found.update(b"\0" + file.name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def compiler_flags() -> str:
    """The flags that decide the bytes, as the recipe has them."""
    flags = re.search(r"^AVR_FLAGS := (.*?[^\\])\n", RECIPE.read_text("utf-8"), re.M | re.S)
    if flags is None:
        raise ValueError(f"{RECIPE} sets no AVR_FLAGS")
    return " ".join(flags[1].replace("\\\n", " ").split())


def compiler() -> str:
    """The first line of what the compiler says of itself."""
    said = subprocess.run(["avr-gcc", "--version"], capture_output=True, text=True, check=True)
    return said.stdout.splitlines()[0]


def read_note() -> Json:
    """What the image that ships was built from."""
    return read_object(NOTE.read_bytes(), ValueError, 10_000)


def ship() -> None:
    """Copy what `make firmware` built into the package."""
    HEX.parent.mkdir(exist_ok=True)
    shutil.copyfile(BUILT, HEX)
    NOTE.write_text(
        f'{{\n  "compiler": "{compiler()}",\n  "sources": "{source_hash()}"\n}}\n', "utf-8"
    )
