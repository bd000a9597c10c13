"""The firmware that ships in the package is the one that the sources of today make."""

from __future__ import annotations

import struct

import pytest

from boardpi.boards.serial.flash import HEX, flash_command
from boardpi.boards.serial.pico_drive import UF2
from tools.firmware.image import IMAGES, PROJECT, Image, read_note
from tools.firmware.uf2 import blocks, crc32, with_sum

AGAIN = "run `make firmware-image` and check the result in"
images = pytest.mark.parametrize("image", IMAGES, ids=lambda image: image.shipped.name)


@images
def test_it_was_built_from_the_sources_of_today(image: Image) -> None:
    assert read_note()[image.shipped.name]["sources"] == image.source_hash(), AGAIN


@images
def test_it_is_what_this_compiler_builds(image: Image) -> None:
    """Other versions of the compiler make other bytes of the same sources: these are not judged."""
    assert image.built.exists(), "not built: run `make firmware`"
    if image.compiler_version() == read_note()[image.shipped.name]["compiler"]:
        assert image.shipped.read_bytes() == image.built.read_bytes(), AGAIN


@images
def test_its_note_follows_every_source(image: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    before = image.source_hash()
    monkeypatch.setattr(Image, "compiler_flags", lambda image: "-O2")
    assert image.source_hash() != before


def test_the_nano_s_is_a_whole_hex_file_that_fits_the_chip() -> None:
    records = [bytes.fromhex(line.removeprefix(":")) for line in HEX.read_text().split()]
    assert all(sum(record) % 256 == 0 for record in records)
    assert all(record[0] == len(record) - 5 for record in records)
    assert records[-1].hex() == "00000001ff"
    assert 4_000 < sum(record[0] for record in records if record[3] == 0) <= 12_288


def test_the_pico_s_is_a_whole_file_for_its_drive() -> None:
    """Block by block without a gap, for the RP2040; its board id lies far behind it."""
    file = UF2.read_bytes()
    assert len(file) % 512 == 0
    parts = [file[at : at + 512] for at in range(0, len(file), 512)]
    heads = [struct.unpack("<8I", part[:32]) for part in parts]
    assert {head[:3] for head in heads} == {(0x0A324655, 0x9E5D5157, 0x2000)}
    assert [head[3] for head in heads] == [0x10000000 + 256 * n for n in range(len(parts))]
    assert [head[4:] for head in heads] == [
        (256, n, len(parts), 0xE48BFF56) for n in range(len(parts))
    ]
    assert {part[-4:] for part in parts} == {bytes.fromhex("306fb10a")}
    stage = parts[0][32 : 32 + 256]
    assert stage[252:] == struct.pack("<I", crc32(stage[:252]))


def test_a_program_without_anything_behind_its_boot_stage_is_refused() -> None:
    with pytest.raises(ValueError, match="256 bytes has nothing behind"):
        with_sum(bytes(256))
    assert len(list(blocks(with_sum(bytes(257))))) == 2


def test_flashing_takes_it_without_being_told(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path_factory.mktemp("tools") / "avrdude"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent))
    command = flash_command("/dev/x", HEX, old_bootloader=False)
    assert command[-1] == f"flash:w:{HEX}:i"
    assert all(image.shipped.is_relative_to(PROJECT / "boardpi") for image in IMAGES)
