"""What of the direct build fits this machine, what is missing, and what to do about it.

A problem is one sentence for people. Where there is none, the part can be opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from boardpi.boards.gpio.machine import HardwareError, Machine

SPIDEV, WS281X = "spidev", "ws281x"
SPI_PIN: Final = 10
PWM_PINS: Final = (12, 13, 18, 19)
PCM_PIN: Final = 21
SPI_DEVICE: Final = "/dev/spidev0.0"
MATRIX_PACKAGES: Final = ("gpiozero", "lgpio")


@dataclass(frozen=True, slots=True)
class DriverFit:
    """How one back end fits: it can be used where nothing is missing."""

    driver: str
    missing: tuple[str, ...]

    @property
    def fits(self) -> bool:
        return not self.missing


def matrix_problems(machine: Machine) -> Iterator[str]:
    """Why the reeds cannot be scanned."""
    if not machine.chips:
        yield (
            "this machine has no GPIO pins (no /dev/gpiochip*): the direct build needs a "
            "Raspberry Pi; `--board virtual` runs everywhere"
        )
        return
    if not machine.is_pi:
        yield "this machine is not a Raspberry Pi: gpiozero does not know its pins"
    yield from _missing_packages(machine, MATRIX_PACKAGES, "gpio")
    if not any(machine.may_use(chip) for chip in machine.chips):
        yield _no_right("/dev/gpiochip0", "gpio")


def require_pins(machine: Machine) -> None:
    """Refuses a machine on which no waiting will bring pins: it has none, or no packages."""
    for problem in matrix_problems(machine):
        raise HardwareError(problem)


def pixel_fits(machine: Machine, pin: int) -> list[DriverFit]:
    """Both back ends, the one that suits this machine better first."""
    fits = [
        DriverFit(WS281X, tuple(_ws281x_problems(machine, pin))),
        DriverFit(SPIDEV, tuple(_spidev_problems(machine, pin))),
    ]
    return fits[::-1] if pin == SPI_PIN else fits


def choose_drivers(machine: Machine, pin: int, wanted: str = "auto") -> list[str]:
    """The back ends to try for the pixels, the best first; a sentence says why where none fits."""
    fits = {fit.driver: fit for fit in pixel_fits(machine, pin)}
    if wanted != "auto":
        fits = {wanted: fits[wanted]}
    if fitting := [fit.driver for fit in fits.values() if fit.fits]:
        return fitting
    # spidev needs least, so its complaint is the nearest to a remedy, where it drives the pin.
    nearest = fits.get(SPIDEV if pin == SPI_PIN else WS281X) or next(iter(fits.values()))
    raise HardwareError(nearest.missing[0])


def clock_problem(machine: Machine) -> str | None:
    """Why the pulses on SPI are not to be trusted: the core clock sets them, and must not change.

    A Pi 4 that falls from 500 to 200 MHz stretches each dark bit into a bright one: all is white
    at once, past every limit of the current. Without a config.txt only measuring is left.
    """
    wanted = _core_settings(machine)
    lacking = [f"{key}={mhz}" for key, mhz in wanted if machine.boot_setting(key) != mhz]
    if not lacking or not machine.has_boot_file:
        return None
    return (
        f"the core clock of this Pi changes and would turn dark pixels white: add "
        f"{' and '.join(lacking)} to /boot/firmware/config.txt, then reboot "
        "(`install.sh --board direct` does it)"
    )


def _core_settings(machine: Machine) -> tuple[tuple[str, str], ...]:
    if machine.soc == "BCM2711":
        return (("core_freq", "500"), ("core_freq_min", "500"))
    if machine.soc == "BCM2837" or "Zero" in (machine.model or ""):
        return (("core_freq", "250"),)
    return ()


def _spidev_problems(machine: Machine, pin: int) -> Iterator[str]:
    if pin != SPI_PIN:
        yield (
            f"spidev drives GPIO {SPI_PIN} only, not {pin}: "
            f"set board.pixels = {SPI_PIN}, or use rpi-ws281x"
        )
    yield from _missing_packages(machine, ("spidev",), "gpio")
    yield from _spi_problems(machine)


def _ws281x_problems(machine: Machine, pin: int) -> Iterator[str]:
    if not machine.is_pi:
        yield "rpi-ws281x runs on a Raspberry Pi only"
        return
    if machine.has_rp1:
        yield 'rpi-ws281x does not run on a Raspberry Pi 5: set board.pixels_driver = "spidev"'
        return
    yield from _missing_packages(machine, ("rpi_ws281x",), "ws281x")
    if pin == SPI_PIN:
        yield from _spi_problems(machine)
        if machine.has("/dev/gpiomem") and not machine.may_use(machine.at("/dev/gpiomem")):
            yield _no_right("/dev/gpiomem", "gpio")
    else:
        yield from _dma_problems(machine, pin)


def _dma_problems(machine: Machine, pin: int) -> Iterator[str]:
    """PWM and PCM reach into the memory of the chip."""
    kind = "PCM" if pin == PCM_PIN else "PWM"
    if not machine.is_root:
        yield (
            f"GPIO {pin} is driven by {kind}, which needs root: "
            f"wire the pixels to GPIO {SPI_PIN} (SPI) and set board.pixels = {SPI_PIN}"
        )
    if pin in PWM_PINS and machine.has("/sys/module/snd_bcm2835"):
        yield (
            f"GPIO {pin} is driven by PWM, which the audio jack also uses: set dtparam=audio=off "
            "in /boot/firmware/config.txt, then reboot"
        )
    if pin == PCM_PIN and machine.has("/sys/module/snd_soc_bcm2835_i2s"):
        yield (
            f"GPIO {pin} is driven by PCM, which an I2S sound card also uses: remove its dtoverlay "
            "from /boot/firmware/config.txt, then reboot"
        )


def _spi_problems(machine: Machine) -> Iterator[str]:
    if not machine.has(SPI_DEVICE):
        remedy = "enable it with `sudo raspi-config nonint do_spi 0`, then reboot"
        yield f"SPI is off (no {SPI_DEVICE})" + (f": {remedy}" if machine.is_pi else "")
    elif not machine.may_use(machine.at(SPI_DEVICE)):
        yield _no_right(SPI_DEVICE, "spi")
    if problem := clock_problem(machine):
        yield problem


def _missing_packages(machine: Machine, names: tuple[str, ...], extra: str) -> Iterator[str]:
    missing = [name for name in names if not machine.has_package(name)]
    if missing:
        many = "packages" if len(missing) > 1 else "package"
        verb = "are" if len(missing) > 1 else "is"
        yield (
            f"the Python {many} {' and '.join(missing)} {verb} missing: "
            f"pip install 'boardpi[{extra}]'"
        )


def _no_right(device: str, group: str) -> str:
    return (
        f"no right to open {device}: put the user into the group {group} "
        f"(sudo usermod -aG {group} USER), then log in again"
    )


# ── what `boardpi board info` says of the computer ────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Survey:
    """How the direct build fits a machine whose pixels hang on this pin."""

    model: str | None
    soc: str | None
    revision: int | None
    reeds_missing: tuple[str, ...]
    pin: int
    pixels: tuple[DriverFit, ...]  # the better one first
    wanted: str  # `board.pixels_driver`
    spi_hz: float | None = None  # as measured just now
    spi_problem: str | None = None

    @property
    def driver(self) -> str | None:
        """What drives the pixels: the wanted back end, or the first that fits."""
        fits = [fit.driver for fit in self.pixels if fit.fits]
        return next((name for name in fits if self.wanted in (name, "auto")), None)

    @property
    def is_ready(self) -> bool:
        """Whether `boardpi run --board gpio` finds all it needs."""
        return not self.reeds_missing and self.driver is not None and not self.spi_problem

    def describe(self) -> str:
        """For people."""
        lines = [f"this computer  {self._computer}"]
        lines += _part("reeds", "gpiozero with lgpio", self.reeds_missing)
        for fit in self.pixels:
            lines += _part("pixels", f"{fit.driver} on GPIO {self.pin}", fit.missing)
        if self.driver:
            lines.append(f"  taken       {self.driver} for the pixels")
        if self.spi_hz is not None:
            lines.append(f"  measured    {self.spi_hz / 1e6:.2f} MHz on the wire of the pixels")
        if self.spi_problem:
            lines.append(f"  PIXELS      {self.spi_problem}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        revision = None if self.revision is None else f"{self.revision:x}"
        return {
            "machine": {"model": self.model, "soc": self.soc, "revision": revision},
            "direct": {
                "ready": self.is_ready,
                "reeds": {"fits": not self.reeds_missing, "missing": list(self.reeds_missing)},
                "pixels": [
                    {"driver": fit.driver, "fits": fit.fits, "missing": list(fit.missing)}
                    for fit in self.pixels
                ],
                "pin": self.pin,
                "driver": self.driver,
                "spi_hz": None if self.spi_hz is None else round(self.spi_hz),
                "spi_problem": self.spi_problem,
            },
        }

    @property
    def _computer(self) -> str:
        if self.model is None:
            return "not a Raspberry Pi"
        code = f"revision {self.revision:x}" if self.revision is not None else "revision unknown"
        return f"{self.model} ({self.soc or 'a chip that boardpi does not know'}, {code})"


def _part(what: str, how: str, missing: tuple[str, ...]) -> list[str]:
    if not missing:
        return [f"  {what:<11} {how}: ready"]
    return [
        f"  {what:<11} {how}: not yet",
        *(f"              - {sentence}" for sentence in missing),
    ]


def survey(machine: Machine, pin: int, wanted: str = "auto") -> Survey:
    """Looks at everything and opens nothing."""
    return Survey(
        model=machine.model,
        soc=machine.soc,
        revision=machine.revision if machine.is_pi else None,
        reeds_missing=tuple(matrix_problems(machine)),
        pin=pin,
        pixels=tuple(pixel_fits(machine, pin)),
        wanted=wanted,
    )
