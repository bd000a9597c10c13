"""`boardpi board info`, `boardpi board name` and `boardpi flash`, on the emulated board."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
import serial

from boardpi.boards.serial import inspection
from boardpi.boards.serial.flash import FlashError, flash, flash_command
from boardpi.cli import main
from tests.hardware.bench import BENCH, ELF, START
from tests.patience import PATIENCE_S


class Nano:
    """The bench with a port, in real time, for commands that make their own loop."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "port")
        self._bench = subprocess.Popen(
            [BENCH, ELF, self.path, "20"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._out: IO[str] = self._bench.stdout  # type: ignore[assignment]  # a pipe, see above
        while "port" not in json.loads(self._out.readline()):
            continue

    def order(self, do: str, **values: object) -> None:
        assert self._bench.stdin
        self._bench.stdin.write(json.dumps({"do": do, **values}) + "\n")
        self._bench.stdin.flush()

    def close(self) -> None:
        self._bench.communicate('{"do": "stop"}\n', timeout=PATIENCE_S)


@pytest.fixture
def nano(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nano]:
    monkeypatch.setattr(inspection, "PATIENCE_S", PATIENCE_S)  # the machine may be busy
    board = Nano(tmp_path)
    yield board
    board.close()


def run(*words: str) -> int:
    return main(words)


def test_info_tells_who_the_board_is(nano: Nano, capsys: pytest.CaptureFixture[str]) -> None:
    nano.order("reeds", mask=START)
    assert run("board", "info", "--port", nano.path) == 0
    said = capsys.readouterr().out
    assert f"unnamed board on {nano.path}" in said
    assert "firmware    0.1.0, protocol 1" in said
    assert "last reset  external" in said
    assert "archers on  a1 b1 c1 d1 e1 a5 b5 c5 d5 e5" in said
    assert "wiring      good at a1" in said


def test_info_diagnoses_missing_diodes(nano: Nano, capsys: pytest.CaptureFixture[str]) -> None:
    nano.order("reeds", mask=1 << 12 | 1 << 14)
    nano.order("wire", no_diode=1 << 12, grounded=0b00010)
    assert run("board", "info", "--port", nano.path) == 1
    said = capsys.readouterr().out
    assert "WIRING      no diode, or one turned round, at c3:" in said
    assert "WIRING      column b is shorted to ground" in said


def test_info_does_not_call_an_empty_board_good(
    nano: Nano, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("board", "info", "--port", nano.path) == 0
    assert "not tested: put an archer" in capsys.readouterr().out


def test_info_without_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("board", "info", "--port", "/dev/no-such-board") == 1
    said = capsys.readouterr().out
    assert "serial board   there is no /dev/no-such-board: is the board plugged in?" in said


def test_info_for_programs(nano: Nano, capsys: pytest.CaptureFixture[str]) -> None:
    nano.order("reeds", mask=0b100001)
    assert run("board", "info", "--json", "--port", nano.path) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["serial_missing"] is None
    board = told["serial"]
    assert (board["port"], board["board_id"], board["firmware"]) == (nano.path, None, "0.1.0")
    assert (board["archers"], board["backward"], board["is_sound"]) == (["a1", "a2"], [], True)


def test_a_number_that_a_board_cannot_keep_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for number in ("4294967295", "-1", "three"):
        with pytest.raises(SystemExit):
            run("board", "name", "--port", "/dev/null", "--", number)
        assert number in capsys.readouterr().err


def test_a_board_can_be_named(nano: Nano, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("board", "name", "42", "--port", nano.path) == 0
    assert "This is board 42 now." in capsys.readouterr().out


# -- flashing ------------------------------------------------------------------------------------


@pytest.fixture
def avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An avrdude that only notes how it was called, on a machine where no table runs."""
    tool, notes = tmp_path / "avrdude", tmp_path / "called"
    idle = tmp_path / "systemctl"
    idle.write_text("#!/bin/sh\nexit 3\n")
    idle.chmod(0o755)
    tool.write_text(f'#!/bin/sh\necho "$@" > {notes}\ntest "$FAIL" = ""\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return notes


@pytest.fixture
def image(tmp_path: Path) -> Path:
    file = tmp_path / "boardpi.hex"
    file.write_text(":00000001FF\n")
    return file


def test_flash_explains_and_asks(
    nano: Nano, avrdude: Path, image: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not flash(nano.path, image, ask=lambda question: "no")
    said = capsys.readouterr().out
    assert "there now   unnamed board, firmware 0.1.0" in said
    assert "Nothing was written." in said
    assert not avrdude.exists()


def test_flash_calls_avrdude_after_a_yes(nano: Nano, avrdude: Path, image: Path) -> None:
    assert flash(nano.path, image, ask=lambda question: "yes")
    assert avrdude.read_text().split() == [
        *("-p", "atmega328p", "-c", "arduino", "-P", nano.path, "-b", "115200"),
        *("-D", "-U", f"flash:w:{image}:i"),
    ]


def test_flash_never_goes_on_by_itself(nano: Nano, avrdude: Path, image: Path) -> None:
    """Standard input is no terminal here: nobody could have said yes."""
    with pytest.raises(FlashError, match="nobody is there to ask"):
        flash(nano.path, image)
    assert not avrdude.exists()


@pytest.fixture
def systemctl(avrdude: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A systemctl whose table runs; it notes its words, and avrdude's between them."""
    tool, notes = avrdude.with_name("systemctl"), avrdude.with_name("story")
    tool.write_text(
        f'#!/bin/sh\ncat {avrdude} >> {notes} 2>/dev/null\necho "$1" >> {notes}\n'
        'test "$1" != "$REFUSED"\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("REFUSED", "")
    return notes


def test_a_running_table_is_stopped_for_flashing_and_started_again(
    nano: Nano, avrdude: Path, systemctl: Path, image: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert flash(nano.path, image, ask=lambda question: "yes")
    assert "boardpi.service runs: it is stopped for this" in capsys.readouterr().out
    active, stop, avr, start = systemctl.read_text().splitlines()
    assert (active, stop, start) == ("is-active", "stop", "start")
    assert "atmega328p" in avr


def test_it_is_also_started_again_when_avrdude_fails(
    nano: Nano, systemctl: Path, image: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIL", "yes")
    with pytest.raises(FlashError, match="avrdude failed"):
        flash(nano.path, image, ask=lambda question: "yes")
    assert systemctl.read_text().splitlines()[-1] == "start"


def test_a_table_that_cannot_be_stopped_is_not_flashed_under(
    nano: Nano, avrdude: Path, systemctl: Path, image: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFUSED", "stop")
    with pytest.raises(FlashError, match="could not be stopped: run `sudo boardpi flash`"):
        flash(nano.path, image, ask=lambda question: "yes")
    assert not avrdude.exists()


def test_a_table_that_does_not_start_again_is_told(
    nano: Nano,
    systemctl: Path,
    image: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REFUSED", "start")
    assert flash(nano.path, image, ask=lambda question: "yes")
    assert "sudo systemctl start boardpi.service" in capsys.readouterr().err


def test_a_port_that_another_program_holds_is_not_flashed(
    nano: Nano, avrdude: Path, image: Path
) -> None:
    with (
        serial.Serial(nano.path, exclusive=True),
        pytest.raises(FlashError, match=r"another program holds .*: end that program first"),
    ):
        flash(nano.path, image, ask=lambda question: "yes")
    assert not avrdude.exists()


def test_flash_says_what_is_missing(
    avrdude: Path, image: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "57600" in flash_command("/dev/x", image, old_bootloader=True)
    with pytest.raises(FlashError, match="run `make firmware` first"):
        flash_command("/dev/x", tmp_path / "none.hex", old_bootloader=False)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(FlashError, match="apt install avrdude"):
        flash_command("/dev/x", image, old_bootloader=False)


def test_a_failing_avrdude_is_a_failure(
    nano: Nano, avrdude: Path, image: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIL", "yes")
    with pytest.raises(FlashError, match="avrdude failed"):
        flash(nano.path, image, ask=lambda question: "yes")
