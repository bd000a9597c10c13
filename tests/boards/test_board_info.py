"""`boardpi board info` about the computer: the model, what fits, what is missing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from boardpi.boards.build import NoSuchBoard, build_board, wiring_of
from boardpi.boards.gpio.fitness import survey
from boardpi.boards.gpio.header import PinWiring
from boardpi.boards.gpio.machine import Machine
from boardpi.cli import main
from boardpi.commands import board as command
from boardpi.config import BoardConfig
from tests.boards.machines import PI_3, PI_4, PI_5, Model, machine
from tests.boards.test_pixels import Line
from tests.ports import free_port


def test_a_pi_that_is_ready_says_so(tmp_path: Path) -> None:
    here = survey(machine(tmp_path, PI_5), 10)
    assert here.is_ready
    assert here.describe().splitlines() == [
        "this computer  Raspberry Pi 5 Model B Rev 1.0 (BCM2712, revision c04170)",
        "  reeds       gpiozero with lgpio: ready",
        "  pixels      spidev on GPIO 10: ready",
        "  pixels      ws281x on GPIO 10: not yet",
        "              - rpi-ws281x does not run on a Raspberry Pi 5: "
        'set board.pixels_driver = "spidev"',
        "  taken       spidev for the pixels",
    ]


def test_the_driver_that_is_wanted_must_fit(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI_5)
    assert survey(pi, 10, "spidev").driver == "spidev"
    assert not survey(pi, 10, "ws281x").is_ready


def test_what_is_missing_is_listed_with_what_to_do(tmp_path: Path) -> None:
    here = survey(machine(tmp_path, PI_4, devices=("dev/gpiochip0",), packages=("gpiozero",)), 10)
    said = here.describe()
    assert not here.is_ready
    assert "the Python package lgpio is missing: pip install 'boardpi[gpio]'" in said
    assert "the Python package rpi_ws281x is missing: pip install 'boardpi[ws281x]'" in said
    assert "SPI is off (no /dev/spidev0.0): enable it with `sudo raspi-config" in said


def test_a_pi_that_boardpi_does_not_know_yet_is_named(tmp_path: Path) -> None:
    here = survey(machine(tmp_path, Model("Raspberry Pi 9", 0xC0F1F0)), 10)
    assert "Raspberry Pi 9 (a chip that boardpi does not know, revision c0f1f0)" in here.describe()


def test_elsewhere_it_says_that_this_is_no_pi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "Machine", lambda: Machine(tmp_path))
    assert main(["board", "info", "--port", "/dev/no-such-board"]) == 1
    assert capsys.readouterr().out.startswith("this computer  not a Raspberry Pi\n")


def test_a_direct_build_needs_no_serial_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "Machine", lambda: machine(tmp_path, PI_3))
    monkeypatch.setattr(command, "open_spi", Line)
    monkeypatch.setattr(command, "measure_hz", lambda line: 6_250_000.4)
    monkeypatch.setattr("boardpi.boards.serial.inspection.candidates", list)
    assert main(["board", "info", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["machine"] == {
        "model": "Raspberry Pi 3 Model B Rev 1.2",
        "soc": "BCM2837",
        "revision": "a02082",
    }
    direct = told["direct"]
    assert (direct["ready"], direct["driver"], direct["pin"]) == (True, "spidev", 10)
    assert (direct["spi_hz"], direct["spi_problem"]) == (6_250_000, None)
    assert told["serial"] is None
    assert "no USB serial port" in told["serial_missing"]


def test_a_rate_that_shows_wrong_colours_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "Machine", lambda: machine(tmp_path, PI_4))
    monkeypatch.setattr(command, "open_spi", Line)
    monkeypatch.setattr(command, "measure_hz", lambda line: 2_500_000.0)
    monkeypatch.setattr("boardpi.boards.serial.inspection.candidates", list)
    assert main(["board", "info"]) == 1
    said = capsys.readouterr().out
    assert "measured    2.50 MHz on the wire of the pixels" in said
    assert "PIXELS      SPI sends at 2.50 MHz instead of 6.25" in said


def test_run_on_a_machine_without_pins_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boardpi.boards.build.Machine", lambda: machine(tmp_path, None, devices=()))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    file = tmp_path / "boardpi.toml"
    file.write_text(f"[page]\nport = {free_port()}\n")
    assert main(["run", "--board", "gpio", "--config", str(file)]) == 2
    told = capsys.readouterr()
    assert "boardpi: the board of the kind 'gpio': this machine has no GPIO pins" in told.err
    assert "The page is at" not in told.out + told.err


def test_missing_packages_are_told_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "boardpi.boards.build.Machine", lambda: machine(tmp_path, PI_4, packages=())
    )
    with pytest.raises(NoSuchBoard, match=r"gpiozero and lgpio are missing: pip install 'boardpi"):
        build_board(BoardConfig("gpio"), 0, 10)


def test_every_key_reaches_the_wiring() -> None:
    config = BoardConfig(
        "gpio",
        rows=(0, 1, 4, 14, 15),
        columns=(2, 3, 22, 23, 24),
        pixels=18,
        button=8,
        buzzer=9,
        pixels_driver="ws281x",
        pixels_order="rgb",
        row_settle_us=100,
    )
    assert wiring_of(config) == PinWiring(
        (0, 1, 4, 14, 15), (2, 3, 22, 23, 24), 18, 8, 9, "ws281x", "rgb", 100
    )


def test_the_example_in_the_documentation_is_what_is_printed(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI_4, packages=("gpiozero", "lgpio", "spidev"))
    page = Path(__file__).parents[2] / "docs" / "direct.md"
    assert replace(survey(pi, 10), spi_hz=6_210_000).describe() in page.read_text()


def test_the_board_of_a_pi_is_built_from_its_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardpi.boards.build.Machine", lambda: machine(tmp_path, PI_4))
    assert build_board(BoardConfig("gpio", scan_hz=50), 0, 10).name == "gpio"
