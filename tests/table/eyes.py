"""How eyes see a light: simulated colour blindness, and distances as the eye feels them."""

from __future__ import annotations

from math import dist
from typing import Final

from boardpi.table.theme import Colour, to_linear

Matrix = tuple[tuple[float, float, float], ...]

EYES: Final[dict[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
Deficiency (IEEE TVCG 15, 2009), severity 1.0, for linear RGB."""

SRGB_TO_XYZ: Final = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
DAYLIGHT: Final = (0.95047, 1.0, 1.08883)


def see(colour: Colour, matrix: Matrix) -> tuple[float, float, float]:
    """The CIELAB value that these eyes get of a light."""
    light = _times(matrix, tuple(to_linear(value / 255) for value in colour))
    inside = tuple(min(1.0, max(0.0, value)) for value in light)
    x, y, z = (
        _cube_root(value / white)
        for value, white in zip(_times(SRGB_TO_XYZ, inside), DAYLIGHT, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Colour, two: Colour, eyes: str) -> float:
    """CIE 1976: about 2.3 is just noticeable side by side."""
    return dist(see(one, EYES[eyes]), see(two, EYES[eyes]))


def _times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
