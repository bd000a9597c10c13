"""What `boardpi board info` says of the computer: its model, what fits, what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boardpi.boards.gpio.fitness import DriverFit, advice, matrix_problems, pixel_fits
from boardpi.boards.gpio.machine import Machine


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
    advice: tuple[str, ...]

    @property
    def driver(self) -> str | None:
        """What drives the pixels: the wanted back end, or the first that fits."""
        fits = [fit.driver for fit in self.pixels if fit.fits]
        return next((name for name in fits if self.wanted in (name, "auto")), None)

    @property
    def is_ready(self) -> bool:
        """Whether `boardpi run --board gpio` finds all it needs."""
        return not self.reeds_missing and self.driver is not None

    def describe(self) -> str:
        """For people."""
        lines = [f"this computer  {self._computer}"]
        lines += _part("reeds", "gpiozero with lgpio", self.reeds_missing)
        for fit in self.pixels:
            lines += _part("pixels", f"{fit.driver} on GPIO {self.pin}", fit.missing)
        if self.driver:
            lines.append(f"  taken       {self.driver} for the pixels")
        lines += [f"  advice      {sentence}" for sentence in self.advice]
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
                "advice": list(self.advice),
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
        advice=tuple(advice(machine, pin)),
    )
