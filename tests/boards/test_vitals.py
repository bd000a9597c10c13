"""How a Pi is: its heat, its supply, what slows it down. Elsewhere nobody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.boards.gpio.machine import Machine
from tests.boards.machines import PI_4, machine, write

FIRMWARE = "sys/devices/platform/soc/soc:firmware/get_throttled"
FIRMWARE_5 = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"


def test_a_computer_that_tells_nothing(tmp_path: Path) -> None:
    found = Machine(tmp_path)
    assert (found.temperature_c, found.throttled, found.is_voltage_low) == (None, None, None)


def test_heat_is_that_of_the_processor(tmp_path: Path) -> None:
    write(tmp_path / "sys/class/thermal/thermal_zone0/type", b"rp1_adc\n")
    write(tmp_path / "sys/class/thermal/thermal_zone0/temp", b"30000\n")
    write(tmp_path / "sys/class/thermal/thermal_zone1/type", b"cpu-thermal\n")
    write(tmp_path / "sys/class/thermal/thermal_zone1/temp", b"52582\n")
    assert machine(tmp_path, PI_4).temperature_c == 52.6


@pytest.mark.parametrize("path", [FIRMWARE, FIRMWARE_5])
@pytest.mark.parametrize(
    ("word", "now", "ever"),
    [
        ("0", [], []),
        ("50000", [], ["low_voltage", "throttled"]),
        ("0x50005", ["low_voltage", "throttled"], ["low_voltage", "throttled"]),
        ("80008", ["hot"], ["hot"]),
        ("20002", ["capped"], ["capped"]),
    ],
)
def test_what_slows_it_down(
    tmp_path: Path, path: str, word: str, now: list[str], ever: list[str]
) -> None:
    """The bits are those of the firmware: 0 to 3 now, 16 to 19 since the start."""
    write(tmp_path / path, f"{word}\n".encode())
    assert Machine(tmp_path).throttled == (now, ever)


def test_a_word_that_is_none_is_not_known(tmp_path: Path) -> None:
    write(tmp_path / FIRMWARE, b"error\n")
    assert Machine(tmp_path).throttled is None


@pytest.mark.parametrize(("alarm", "is_low"), [(b"1\n", True), (b"0\n", False)])
def test_the_supply(tmp_path: Path, alarm: bytes, *, is_low: bool) -> None:
    write(tmp_path / "sys/class/hwmon/hwmon0/name", b"cpu_thermal\n")
    write(tmp_path / "sys/class/hwmon/hwmon1/name", b"rpi_volt\n")
    write(tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm", alarm)
    assert Machine(tmp_path).is_voltage_low is is_low
