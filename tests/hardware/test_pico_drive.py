"""Flashing a Pico: its drive is a folder here, and what the Pico does to it is done by a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardpi.boards.serial import pico_drive
from boardpi.boards.serial.flash import FlashError
from boardpi.boards.serial.pico_drive import UF2, flash_pico
from boardpi.cli import main
from tests.patience import PATIENCE_S

NOTE = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"


def yes(question: str) -> str:
    return "yes"


@pytest.fixture(autouse=True)
def mounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with one disk and nothing plugged in."""
    file = tmp_path / "mounts"
    file.write_text("/dev/sda1 / ext4 rw 0 0\n")
    monkeypatch.setattr(pico_drive, "MOUNTS", file)
    monkeypatch.setattr(pico_drive, "DEVICE", tmp_path / "by-label")
    monkeypatch.setattr(pico_drive, "GONE_WITHIN_S", PATIENCE_S)
    return file


def plug_in(folder: Path, mounts: Path) -> Path:
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(NOTE)
    name = str(folder).replace(" ", "\\040")
    mounts.write_text(mounts.read_text() + f"/dev/sdb1 {name} vfat rw 0 0\n")
    return folder


@pytest.fixture
def drive(tmp_path: Path, mounts: Path) -> Path:
    return plug_in(tmp_path / "my pi", mounts)


@pytest.fixture
def pico(drive: Path) -> Iterator[Path]:
    """It reads the file that is copied to it, and goes away."""
    over = threading.Event()

    def live() -> None:
        file = drive / "boardpi.uf2"
        while not over.is_set():
            if file.exists() and file.stat().st_size == UF2.stat().st_size:
                (drive / "INFO_UF2.TXT").unlink()
                return
            time.sleep(0.01)

    thread = threading.Thread(target=live)
    thread.start()
    yield drive
    over.set()
    thread.join()


def test_the_file_is_copied_to_the_only_pico(
    pico: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert flash_pico(None, ask=yes)
    assert (pico / "boardpi.uf2").read_bytes() == UF2.read_bytes()
    said = capsys.readouterr().out
    assert f"This replaces the program of the Pico whose drive is {pico}" in said
    assert "Done." in said


def test_nothing_is_written_without_a_yes(drive: Path) -> None:
    assert not flash_pico(drive, ask=lambda question: "no")
    with pytest.raises(FlashError, match="nobody is there to ask"):
        flash_pico(drive)
    assert not (drive / "boardpi.uf2").exists()


def test_without_a_pico_it_says_how_to_plug_one_in() -> None:
    with pytest.raises(FlashError, match="no Pico shows its drive: hold the Pico's BOOTSEL button"):
        flash_pico(None, ask=yes)


def test_a_drive_that_is_not_mounted_is_told_with_the_command(tmp_path: Path) -> None:
    (tmp_path / "by-label").touch()
    with pytest.raises(FlashError, match=r"its drive is not mounted: sudo mount .*by-label /mnt"):
        flash_pico(None, ask=yes)


def test_several_picos_must_be_named(drive: Path, tmp_path: Path, mounts: Path) -> None:
    other = plug_in(tmp_path / "other", mounts)
    with pytest.raises(FlashError, match=f"name one: --drive {drive} or {other}"):
        flash_pico(None, ask=yes)


def test_another_drive_is_never_written_to(tmp_path: Path) -> None:
    with pytest.raises(FlashError, match="is not the drive of a Pico"):
        flash_pico(tmp_path, ask=yes)
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: SAMD51-something\n")
    with pytest.raises(FlashError, match="is not the drive of a Pico"):
        flash_pico(tmp_path, ask=yes)


@pytest.mark.parametrize("content", [b"", b":00000001FF\n", b"UF2\n" + bytes(508)])
def test_what_is_no_file_for_a_pico_is_refused(content: bytes, drive: Path, tmp_path: Path) -> None:
    image = tmp_path / "image"
    image.write_bytes(content)
    with pytest.raises(FlashError, match="image is not a UF2 file for a Pico"):
        flash_pico(drive, image, ask=yes)
    with pytest.raises(FlashError, match=r"cannot read .*none: No such file"):
        flash_pico(drive, tmp_path / "none", ask=yes)


def test_a_pico_that_stays_has_not_taken_it(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pico_drive, "GONE_WITHIN_S", 0)
    with pytest.raises(FlashError, match="did not take the file"):
        flash_pico(drive, ask=yes)


def test_a_drive_that_cannot_be_written_is_told(drive: Path) -> None:
    (drive / "boardpi.uf2").mkdir()
    with pytest.raises(FlashError, match=f"cannot write to {drive}: Is a directory"):
        flash_pico(drive, ask=yes)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--pico", "--port", "/dev/ttyUSB0"], "--port cannot be used here: a Pico is flashed"),
        (["--pico", "--old-bootloader"], "--old-bootloader cannot be used here"),
        (["--drive", "/mnt"], "--drive cannot be used here: it goes with --pico"),
        (["--pico", "--drive", "/nowhere"], "/nowhere is not the drive of a Pico"),
    ],
)
def test_the_command_refuses_what_does_not_go_together(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["flash", *words]) == 1
    assert why in capsys.readouterr().err
