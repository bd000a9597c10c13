"""Which Pi this is, what drives its pixels, and one sentence for everything that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.boards.gpio.fitness import choose_drivers, clock_problem, matrix_problems, pixel_fits
from boardpi.boards.gpio.machine import HardwareError, Machine
from tests.boards.machines import (
    CM_5,
    PI_1,
    PI_3,
    PI_4,
    PI_5,
    STEADY,
    ZERO_2,
    ZERO_W,
    Model,
    machine,
    write,
)

SPI, PWM, PCM = 10, 18, 21


@pytest.mark.parametrize(
    ("model", "soc"),
    [
        (PI_1, "BCM2835"),
        (ZERO_W, "BCM2835"),
        (PI_3, "BCM2837"),
        (ZERO_2, "BCM2837"),
        (PI_4, "BCM2711"),
        (PI_5, "BCM2712"),
        (CM_5, "BCM2712"),
    ],
)
def test_a_pi_is_known_by_its_revision(tmp_path: Path, model: Model, soc: str) -> None:
    pi = machine(tmp_path, model)
    assert (pi.model, pi.soc, pi.has_rp1) == (model.text, soc, soc == "BCM2712")


def test_the_revision_may_stand_in_cpuinfo_alone(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI_4)
    (tmp_path / "proc/device-tree/system/linux,revision").unlink()
    write(tmp_path / "proc/cpuinfo", b"processor\t: 0\nRevision\t: c03114\nSerial\t\t: 1\n")
    assert (pi.revision, pi.soc) == (0xC03114, "BCM2711")


@pytest.mark.parametrize("text", [b"", b"ODROID-N2\0", b"\xff\xfe\0"])
def test_anything_else_is_no_raspberry_pi(tmp_path: Path, text: bytes) -> None:
    other = machine(tmp_path, None)
    write(tmp_path / "proc/device-tree/model", text)
    write(tmp_path / "proc/cpuinfo", b"Revision : nonsense\n")
    assert (other.model, other.soc, other.is_pi) == (None, None, False)


def test_a_pi_from_the_future_is_a_pi_without_a_known_chip(tmp_path: Path) -> None:
    pi = machine(tmp_path, Model("Raspberry Pi 9", 0xC0F1F0))
    assert (pi.is_pi, pi.soc) == (True, None)


def test_this_machine_can_be_asked() -> None:
    assert Machine().has("/proc")


# ── the reeds ────────────────────────────────────────────────────────────────────────────────────


def test_a_whole_pi_has_no_problems(tmp_path: Path) -> None:
    assert list(matrix_problems(machine(tmp_path, PI_4))) == []


def test_a_machine_without_pins_is_told_first(tmp_path: Path) -> None:
    laptop = machine(tmp_path, None, devices=(), packages=())
    (problem,) = matrix_problems(laptop)
    assert problem.startswith("this machine has no GPIO pins (no /dev/gpiochip*)")


def test_packages_and_rights_are_named(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI_4, packages=(), forbidden=("dev/gpiochip0",))
    assert list(matrix_problems(pi)) == [
        "the Python packages gpiozero and lgpio are missing: pip install 'boardpi[gpio]'",
        "no right to open /dev/gpiochip0: put the user into the group gpio "
        "(sudo usermod -aG gpio USER), then log in again",
    ]


def test_pins_that_are_not_a_pis_are_told(tmp_path: Path) -> None:
    assert "not a Raspberry Pi" in next(matrix_problems(machine(tmp_path, None)))


# ── the pixels ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("model", "packages", "drivers"),
    [
        (PI_3, ("spidev", "rpi_ws281x"), ["spidev", "ws281x"]),
        (PI_4, ("spidev",), ["spidev"]),
        (ZERO_2, ("rpi_ws281x",), ["ws281x"]),
        (PI_5, ("spidev", "rpi_ws281x"), ["spidev"]),
        (CM_5, ("spidev",), ["spidev"]),
    ],
)
def test_the_back_ends_follow_model_and_packages(
    tmp_path: Path, model: Model, packages: tuple[str, ...], drivers: list[str]
) -> None:
    assert choose_drivers(machine(tmp_path, model, packages=packages), SPI) == drivers


def test_the_configuration_overrules(tmp_path: Path) -> None:
    assert choose_drivers(machine(tmp_path, PI_3), SPI, "spidev") == ["spidev"]


@pytest.mark.parametrize(
    ("changes", "pin", "wanted", "sentence"),
    [
        ({}, SPI, "ws281x", "rpi-ws281x does not run on a Raspberry Pi 5: set board.pixels_driver"),
        (
            {"devices": ()},
            SPI,
            "auto",
            "SPI is off (no /dev/spidev0.0): enable it with `sudo raspi",
        ),
        (
            {"forbidden": ("dev/spidev0.0",)},
            SPI,
            "auto",
            "no right to open /dev/spidev0.0: put the ",
        ),
        (
            {"packages": ()},
            SPI,
            "auto",
            "the Python package spidev is missing: pip install 'boardp",
        ),
        ({}, PWM, "spidev", "spidev drives GPIO 10 only, not 18"),
        ({}, PWM, "auto", "rpi-ws281x does not run on a Raspberry Pi 5"),
    ],
)
def test_what_a_pi_5_lacks_is_one_sentence(
    tmp_path: Path, changes: dict[str, tuple[str, ...]], pin: int, wanted: str, sentence: str
) -> None:
    pi = machine(tmp_path, PI_5, **changes)  # type: ignore[arg-type]  # each names its own type
    with pytest.raises(HardwareError) as caught:
        choose_drivers(pi, pin, wanted)
    assert str(caught.value).startswith(sentence)


def test_pwm_wants_root_and_the_audio_jack(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI_3, devices=("dev/gpiochip0", "sys/module/snd_bcm2835"))
    (ws281x, _) = pixel_fits(pi, PWM)
    assert ws281x.missing == (
        "GPIO 18 is driven by PWM, which needs root: "
        "wire the pixels to GPIO 10 (SPI) and set board.pixels = 10",
        "GPIO 18 is driven by PWM, which the audio jack also uses: set dtparam=audio=off "
        "in /boot/firmware/config.txt, then reboot",
    )
    with pytest.raises(HardwareError, match="needs root"):
        choose_drivers(pi, PWM)


def test_pcm_fights_i2s_sound(tmp_path: Path) -> None:
    sound = ("dev/gpiochip0", "sys/module/snd_soc_bcm2835_i2s")
    (ws281x, _) = pixel_fits(machine(tmp_path, PI_3, devices=sound, is_root=True), PCM)
    assert len(ws281x.missing) == 1
    assert "I2S sound card" in ws281x.missing[0]


def test_root_may_use_pwm(tmp_path: Path) -> None:
    assert choose_drivers(machine(tmp_path, PI_3, is_root=True), PWM) == ["ws281x"]


def test_rpi_ws281x_needs_the_group_gpio_even_on_spi(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI_3, packages=("rpi_ws281x",), forbidden=("dev/gpiomem",))
    with pytest.raises(HardwareError, match=r"no right to open /dev/gpiomem.*group gpio"):
        choose_drivers(pi, SPI, "ws281x")


def test_elsewhere_only_spidev_is_thought_of(tmp_path: Path) -> None:
    board = machine(tmp_path, None)
    assert choose_drivers(board, SPI) == ["spidev"]
    with pytest.raises(HardwareError, match="runs on a Raspberry Pi only"):
        choose_drivers(board, SPI, "ws281x")


# ── the core clock ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("model", "boot", "words"),
    [
        (PI_3, "", "add core_freq=250 to"),
        (ZERO_2, "#core_freq=250\ncore_freq=400", "add core_freq=250 to"),
        (PI_4, "core_freq=500", "add core_freq_min=500 to"),
        (PI_4, "", "add core_freq=500 and core_freq_min=500 to"),
        (PI_3, "[pi4]\ncore_freq=250", "add core_freq=250 to"),
        (PI_3, "core_freq=250\n[pi3]\ncore_freq=400", "add core_freq=250 to"),
        (PI_3, "[none]\ncore_freq=250", "add core_freq=250 to"),
        (ZERO_W, "[gpio4=1]\ncore_freq=250", "add core_freq=250 to"),
    ],
)
def test_pixels_are_not_driven_by_a_clock_that_changes(
    tmp_path: Path, model: Model, boot: str, words: str
) -> None:
    pi = machine(tmp_path, model, boot=boot)
    assert words in (clock_problem(pi) or "")
    with pytest.raises(HardwareError, match="would turn dark pixels white"):
        choose_drivers(pi, SPI)


@pytest.mark.parametrize(
    ("model", "boot"),
    [
        (PI_3, "core_freq=250 # for the pixels"),
        (PI_4, "core_freq=500\ncore_freq_min=500"),
        (ZERO_2, "[pi02]\ncore_freq = 250"),
        *((model, STEADY) for model in (ZERO_W, ZERO_2, PI_3, PI_4)),
        (PI_5, ""),
        (PI_1, ""),
        (None, ""),
    ],
)
def test_a_steady_clock_is_trusted(tmp_path: Path, model: Model | None, boot: str) -> None:
    assert clock_problem(machine(tmp_path, model, boot=boot)) is None


def test_without_a_config_txt_only_measuring_is_left(tmp_path: Path) -> None:
    pi = machine(tmp_path, PI_4)
    (tmp_path / "boot/firmware/config.txt").unlink()
    assert clock_problem(pi) is None


def test_pwm_has_a_clock_of_its_own(tmp_path: Path) -> None:
    assert choose_drivers(machine(tmp_path, PI_3, boot="", is_root=True), PWM) == ["ws281x"]
