"""Mutation proof: each deliberate fault is built, and the named check catches it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from boardpi.boards.emulator import BUILD
from boardpi.boards.serial.link.messages import LinkError
from tests.hardware.checks import CHECKS
from tests.hardware.mutations import MUTATIONS, UNIT, Mutation

FIRMWARE = BUILD.parent


def _build(folder: Path, product: str) -> Path:
    made = folder / "build" / product
    done = subprocess.run(
        [
            "make",
            "-f",
            "firmware/firmware.mk",
            f"FIRMWARE={folder}",
            "APT_INSTALL=true",
            "C_STRICT=",
            made,
        ],
        cwd=FIRMWARE.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return made


def _mutate(folder: Path, mutation: Mutation) -> None:
    shutil.copytree(FIRMWARE / "source", folder / "source")
    edits = ((mutation.file, mutation.old, mutation.new), *mutation.also)
    for name, old, new in edits:
        file = folder / "source" / name
        text = file.read_text()
        assert text.count(old) == 1, f"{name} has changed: {old!r}"
        file.write_text(text.replace(old, new))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_fault_is_caught(mutation: Mutation, tmp_path: Path) -> None:
    _mutate(tmp_path, mutation)
    if mutation.caught_by == UNIT:
        unit = subprocess.run([_build(tmp_path, "unit"), FIRMWARE / "vectors"], capture_output=True)
        assert unit.returncode != 0
        return
    elf = _build(tmp_path, "boardpi.elf")
    with pytest.raises((AssertionError, IndexError, LinkError)):
        CHECKS[mutation.caught_by](elf)
