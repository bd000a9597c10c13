"""What is soldered on the board: pads in millimetres, y upward, as seen from above.

Pads of bought parts are those of KiCad's library, which `make pcb-check` compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boardpi.drawings.geometry import Point
from boardpi.drawings.measures import GLASS, LEAD


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad; one without a drill is on the surface."""

    number: str
    at: Point
    size: tuple[float, float]
    drill: float = 0.0


@dataclass(frozen=True, slots=True)
class Footprint:
    """Pads, and the half sides of the room that a part takes around `middle`."""

    name: str
    pads: tuple[Pad, ...]
    room: tuple[float, float]
    middle: Point = (0.0, 0.0)
    library: str = ""  # what KiCad calls the same; "" where it has none
    on_back: bool = False  # soldered from above, for the part is below

    @property
    def is_through(self) -> bool:
        """Whether its leads go through the board."""
        return any(pad.drill for pad in self.pads)


def _chip(name: str, library: str, reach: float, size: tuple[float, float]) -> Footprint:
    """Two pads beside each other."""
    pads = (Pad("1", (-reach, 0.0), size), Pad("2", (reach, 0.0), size))
    return Footprint(name, pads, (reach + size[0] / 2 + 0.2, size[1] / 2 + 0.2), library=library)


def _row(
    name: str, places: dict[str, Point], size: float, drill: float, room: float, library: str = ""
) -> Footprint:
    """Leads of a part below the board."""
    pads = tuple(Pad(number, at, (size, size), drill) for number, at in places.items())
    xs, ys = [at[0] for at in places.values()], [at[1] for at in places.values()]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    half = (max(xs) - min(xs)) / 2 + room, (max(ys) - min(ys)) / 2 + room
    return Footprint(name, pads, half, middle, library, on_back=True)


# Its straight leads are soldered to posts of copper wire: bent down they would be iron that pulls
# the other way (tests/drawings/test_magnets.py). A lead ends a little beyond its post.
REED_REACH: Final = GLASS[0] / 2 + LEAD - 0.6
REED: Final = Footprint(
    "Reed_7x2mm_on_posts",
    tuple(Pad(str(n), (x, 0.0), (1.8, 1.8), 0.8) for n, x in ((1, -REED_REACH), (2, REED_REACH))),
    (REED_REACH + 1.0, 1.25),
)
DIODE: Final = _chip("D_SOD-123", "Diode_SMD:D_SOD-123", 1.65, (0.9, 1.2))
RESISTOR: Final = _chip("R_0805", "Resistor_SMD:R_0805_2012Metric", 0.9125, (1.025, 1.4))
CAPACITOR: Final = _chip("C_0805", "Capacitor_SMD:C_0805_2012Metric", 0.95, (1.0, 1.45))
PIXEL_UP: Final = 1.65  # from the middle of a pixel to its pads, across the chain
PIXEL: Final = Footprint(
    "WS2812B_5050",
    (
        Pad("1", (-2.45, PIXEL_UP), (1.5, 0.9)),
        Pad("2", (-2.45, -PIXEL_UP), (1.5, 0.9)),
        Pad("3", (2.45, -PIXEL_UP), (1.5, 0.9)),
        Pad("4", (2.45, PIXEL_UP), (1.5, 0.9)),
    ),
    (3.45, 2.75),
    library="LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
)
SHIFTER: Final = Footprint(
    "SOT-23-5",
    (
        Pad("1", (-1.1375, 0.95), (1.325, 0.6)),
        Pad("2", (-1.1375, 0.0), (1.325, 0.6)),
        Pad("3", (-1.1375, -0.95), (1.325, 0.6)),
        Pad("4", (1.1375, -0.95), (1.325, 0.6)),
        Pad("5", (1.1375, 0.95), (1.325, 0.6)),
    ),
    (2.05, 1.7),
    library="Package_TO_SOT_SMD:SOT-23-5",
)
TRANSISTOR: Final = Footprint(
    "SOT-23",
    (
        Pad("1", (-0.9375, 0.95), (1.475, 0.6)),
        Pad("2", (-0.9375, -0.95), (1.475, 0.6)),
        Pad("3", (0.9375, 0.0), (1.475, 0.6)),
    ),
    (1.92, 1.7),
    library="Package_TO_SOT_SMD:SOT-23",
)

STEP: Final = 2.54
NANO_ROWS: Final = 6 * STEP
# Below the board, with its USB socket to the right: seen from above it is mirrored.
NANO: Final = _row(
    "Arduino_Nano_below",
    {
        **{str(1 + n): (n * STEP, NANO_ROWS) for n in range(15)},
        **{str(30 - n): (n * STEP, 0.0) for n in range(15)},
    },
    1.6,
    1.0,
    1.3,
    "Module:Arduino_Nano",
)
PI: Final = _row(
    "PinHeader_2x20_below",
    {str(40 - 2 * n - 1 + row): (n * STEP, row * STEP) for n in range(20) for row in (0, 1)},
    1.7,
    1.0,
    1.0,
    "Connector_PinHeader_2.54mm:PinHeader_2x20_P2.54mm_Vertical",
)
JUMPER: Final = _row(
    "PinHeader_1x03_below",
    {str(n + 1): (n * STEP, 0.0) for n in range(3)},
    1.7,
    1.0,
    1.0,
    "Connector_PinHeader_2.54mm:PinHeader_1x03_P2.54mm_Vertical",
)
TERMINAL: Final = _row(
    "Terminal_2x5.08_below",
    {str(n + 1): (n * 5.08, 0.0) for n in range(2)},
    2.6,
    1.3,
    2.5,
    "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
)
FUSE: Final = _row(
    "Fuseholder_5x20_below",
    {"1": (0.0, 0.0), "2": (22.6, 0.0)},
    3.0,
    1.3,
    1.7,
    "Fuse:Fuseholder_Cylinder-5x20mm_Stelvio-Kontek_PTF78_Horizontal_Open",
)
RESERVOIR: Final = _row(
    "CP_D10_P5_below",
    {"1": (0.0, 0.0), "2": (5.0, 0.0)},
    2.0,
    1.0,
    2.8,
    "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm",
)
TEST_POINT: Final = Footprint(
    "TestPoint_D1.5", (Pad("1", (0.0, 0.0), (1.5, 1.5)),), (1.0, 1.0), on_back=True,
    library="TestPoint:TestPoint_Pad_D1.5mm",
)  # fmt: skip
