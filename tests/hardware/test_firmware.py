"""The real ELF in the emulator, check by check."""

from __future__ import annotations

import subprocess

import pytest

from boardpi.boards.emulator import BUILD
from tests.hardware.bench import ELF
from tests.hardware.checks import CHECKS


@pytest.mark.parametrize("name", CHECKS)
def test_firmware(name: str) -> None:
    CHECKS[name](ELF)


def test_the_logic_on_this_machine() -> None:
    """The C unit tests, with the sanitizers on: `make firmware-test`."""
    unit = BUILD / "unit"
    assert unit.exists(), "not built: run `make firmware-test`"
    done = subprocess.run([unit, BUILD.parent / "vectors"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
