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
from tests.hardware.pico_mutations import PICO_MUTATIONS
from tests.proofs import IS_FULL

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
    for part in ("source", "pico"):
        shutil.copytree(FIRMWARE / part, folder / part, ignore=shutil.ignore_patterns("bench"))
    edits = ((mutation.file, mutation.old, mutation.new), *mutation.also)
    for name, old, new in edits:
        file = folder / name if "/" in name else folder / "source" / name
        text = file.read_text()
        assert text.count(old) == 1, f"{name} has changed: {old!r}"
        file.write_text(text.replace(old, new))


@pytest.mark.proof
@pytest.mark.parametrize(
    "mutation",
    [*MUTATIONS, *PICO_MUTATIONS][:: 1 if IS_FULL else 4],
    ids=lambda mutation: mutation.name,
)
def test_a_fault_is_caught(mutation: Mutation, tmp_path: Path) -> None:
    _mutate(tmp_path, mutation)
    if mutation.caught_by == UNIT:
        unit = subprocess.run([_build(tmp_path, "unit"), FIRMWARE / "vectors"], capture_output=True)
        assert unit.returncode != 0
        return
    image = _build(tmp_path, "boardpi.uf2" if mutation in PICO_MUTATIONS else "boardpi.elf")
    with pytest.raises((AssertionError, IndexError, LinkError)):
        CHECKS[mutation.caught_by](image)
