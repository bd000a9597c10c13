"""What is installed, and what the locks name; and another boardpi: the wheel that was built, of
another version, with lines added to its files.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from boardpi import __version__
from installer.lock import read_lock
from tests.install.machine import ROOT, Machine

LOCKS = ROOT / "installer" / "lock"
PYTHON = "/opt/boardpi/current/bin/python"
SHIPPED = """
from boardpi.boards.serial.flash import HEX
from boardpi.boards.serial.pico_drive import UF2
for image in (HEX, UF2):
    assert image.stat().st_size > 1000
    print(image)
"""


def versions(place: Machine) -> dict[str, str]:
    """All that lies in the environment of boardpi, but for itself and pip."""
    told = place.run(PYTHON, "-m", "pip", "list", "--format=freeze").stdout
    found = dict(line.lower().replace("_", "-").split("==") for line in told.splitlines())
    return {name: version for name, version in found.items() if name not in ("boardpi", "pip")}


def locked(name: str) -> dict[str, str]:
    """The same from a lock."""
    lock = read_lock(LOCKS / f"{name}.txt").values()
    return {each.name: each.version for each in lock if each.is_for_linux}


def replace_wheel(folder: Path, version: str, lines: Mapping[str, str] | None = None) -> None:
    """Put a boardpi of this version in the place of the one that lies there."""
    old = folder / f"boardpi-{__version__}-py3-none-any.whl"
    added = {"boardpi/__init__.py": f'__version__ = "{version}"\n', **(lines or {})}
    with zipfile.ZipFile(old) as source:
        contents = {name: source.read(name) for name in source.namelist()}
    old.unlink()
    for name, text in added.items():
        contents[name] += text.encode()
    info = f"boardpi-{version}.dist-info"
    renamed = {
        name.replace(f"boardpi-{__version__}.dist-info", info): data
        for name, data in contents.items()
    }
    was, now = f"\nVersion: {__version__}\n".encode(), f"\nVersion: {version}\n".encode()
    renamed[f"{info}/METADATA"] = renamed[f"{info}/METADATA"].replace(was, now)
    renamed[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in renamed).encode()
    new = folder / f"boardpi-{version}-py3-none-any.whl"
    with zipfile.ZipFile(new, "w") as target:
        for name, data in renamed.items():
            target.writestr(name, data)
    sum_up(new)


def sum_up(wheel: Path) -> None:
    """As `make wheels` does, for the wheel of boardpi."""
    told = f"{hashlib.sha256(wheel.read_bytes()).hexdigest()}  {wheel.name}\n"
    wheel.with_name("SHA256SUMS").write_text(told)


def shipped_firmware(place: Machine) -> list[str]:
    """Where an installed boardpi has its images to flash: in itself, not in a checkout around."""
    return place.run(PYTHON, "-I", "-c", SHIPPED).stdout.split()
