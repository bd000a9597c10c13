"""What the pins of a Nano, a Pico and a Raspberry Pi's header are, and which are spoken for."""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.config.header_pins import PULLED_UP, SPI_COMPANIONS


class PortPin(NamedTuple):
    """A pin of the ATmega328P: PC3 is bit 3 of port C."""

    port: str
    bit: int

    def __str__(self) -> str:
        return f"P{self.port}{self.bit}"


NANO: Final[dict[str, PortPin]] = {
    **{f"D{bit}": PortPin("D", bit) for bit in range(8)},
    **{f"D{8 + bit}": PortPin("B", bit) for bit in range(6)},
    **{f"A{bit}": PortPin("C", bit) for bit in range(6)},
}
NANO_TAKEN: Final = {
    "D0": "it receives from USB",
    "D1": "it sends to USB",
    "D13": "the Nano's own light hangs on it",
    "A6": "it is an analogue input and nothing else",
    "A7": "it is an analogue input and nothing else",
}

PICO: Final[dict[str, int]] = {
    f"GP{number}": place
    for number, place in {
        **{0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16},
        **{13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29},
        **{26: 31, 27: 32, 28: 34},
    }.items()
}
"""From a name on the Pico to the number of its pin, counted from the USB socket."""
PICO_SEND: Final = "GP0"
PICO_RECEIVE: Final = "GP1"
PICO_TAKEN: Final = {
    PICO_SEND: "it sends to the host (UART)",
    PICO_RECEIVE: "it receives from the host (UART)",
    **dict.fromkeys(("GP23", "GP24", "GP25", "GP29"), "it is used inside the Pico"),
}

HEADER: Final[dict[int, int]] = {
    **{2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18},
    **{10: 19, 9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32},
    **{13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40},
}
"""From a GPIO number to the number of the pin on the Pi's header."""
HEADER_POWER: Final = {
    **dict.fromkeys((1, 17), "3.3 V"),
    **dict.fromkeys((2, 4), "5 V"),
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
}
PI_TAKEN: Final = {
    **dict.fromkeys((0, 1), "it identifies boards that are plugged on (ID EEPROM)"),
    **dict.fromkeys(PULLED_UP, "it has a strong pull-up of its own (I²C)"),
    **dict.fromkeys((14, 15), "it is the Pi's serial console (UART)"),
    **dict.fromkeys(SPI_COMPANIONS, "it belongs to SPI0, which lights the pixels"),
}
