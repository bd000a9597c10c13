"""The images of the firmware that ship: for each chip a file, and a note that says where it is from."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from boardpi.boards.serial.flash import HEX
from boardpi.boards.serial.pico_drive import UF2
from boardpi.documents import Json, read_object

PROJECT: Final = Path(__file__).parents[2]
FIRMWARE: Final = PROJECT / "firmware"
RECIPE: Final = FIRMWARE / "firmware.mk"
NOTE: Final = HEX.with_name("built.json")


@dataclass(frozen=True, slots=True)
class Image:
    """What is built for one chip."""

    shipped: Path
    sources: tuple[str, ...]
    """Patterns below firmware/."""
    flags: str
    """The variable of the recipe that has the compiler's flags."""
    compiler: str

    @property
    def built(self) -> Path:
        """Where `make firmware` puts it."""
        return FIRMWARE / "build" / self.shipped.name

    def compiler_flags(self) -> str:
        """The flags that decide the bytes, as the recipe has them."""
        pattern = rf"^{self.flags} := (.*?[^\\])\n"
        flags = re.search(pattern, RECIPE.read_text("utf-8"), re.M | re.S)
        if flags is None:
            raise ValueError(f"{RECIPE} sets no {self.flags}")
        return " ".join(flags[1].replace("\\\n", " ").split())

    def source_hash(self) -> str:
        """SHA-256 over the flags of the compiler and every source: a change of any changes it."""
        found = hashlib.sha256(self.compiler_flags().encode())
        for pattern in self.sources:
            for file in sorted(FIRMWARE.glob(pattern)):
                found.update(b"\0" + file.name.encode() + b"\0" + file.read_bytes())
        return found.hexdigest()

    def compiler_version(self) -> str:
        """The first line of what the compiler says of itself."""
        words = [self.compiler, "--version"]
        said = subprocess.run(words, capture_output=True, text=True, check=True)
        return said.stdout.splitlines()[0]


NANO: Final = Image(HEX, ("source/*.[ch]",), "AVR_FLAGS", "avr-gcc")
PICO: Final = Image(UF2, ("source/*.[ch]", "pico/*.*"), "PICO_FLAGS", "arm-none-eabi-gcc")
IMAGES: Final = (NANO, PICO)


def read_note() -> Mapping[str, Json]:
    """What the images that ship were built from, by their names."""
    return read_object(NOTE.read_bytes(), ValueError, 10_000)


def ship() -> None:
    """Copy what `make firmware` built into the package."""
    note = {}
    for image in IMAGES:
        shutil.copyfile(image.built, image.shipped)
        note[image.shipped.name] = {
            "compiler": image.compiler_version(),
            "sources": image.source_hash(),
        }
    NOTE.write_text(json.dumps(note, indent=2) + "\n", "utf-8")
