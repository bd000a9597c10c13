"""The firmware that ships in the package is the one that the sources of today make."""

from __future__ import annotations

import pytest

from boardpi.boards.serial.flash import HEX, flash_command
from tools.firmware import image

AGAIN = "run `make firmware-image` and check the result in"


def test_it_was_built_from_the_sources_of_today() -> None:
    assert image.read_note()["sources"] == image.source_hash(), AGAIN


def test_it_is_what_this_compiler_builds() -> None:
    """Other versions of the compiler make other bytes of the same sources: these are not judged."""
    assert image.BUILT.exists(), "not built: run `make firmware`"
    if image.compiler() == image.read_note()["compiler"]:
        assert HEX.read_bytes() == image.BUILT.read_bytes(), AGAIN


def test_it_is_a_whole_hex_file_that_fits_the_chip() -> None:
    records = [bytes.fromhex(line.removeprefix(":")) for line in HEX.read_text().split()]
    assert all(sum(record) % 256 == 0 for record in records)
    assert all(record[0] == len(record) - 5 for record in records)
    assert records[-1].hex() == "00000001ff"
    assert 4_000 < sum(record[0] for record in records if record[3] == 0) <= 12_288


def test_flashing_takes_it_without_being_told(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path_factory.mktemp("tools") / "avrdude"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent))
    command = flash_command("/dev/x", HEX, old_bootloader=False)
    assert command[-1] == f"flash:w:{HEX}:i"
    assert HEX.is_relative_to(image.PROJECT / "boardpi")


def test_its_note_follows_every_source(monkeypatch: pytest.MonkeyPatch) -> None:
    before = image.source_hash()
    monkeypatch.setattr(image, "compiler_flags", lambda: "-O2")
    assert image.source_hash() != before
