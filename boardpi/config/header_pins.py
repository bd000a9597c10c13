"""The pins of the direct build: none is used twice, and each can do its work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

SPI_PIXELS: Final = 10
PIXEL_PINS: Final = {10: "SPI", 12: "PWM", 13: "PWM", 18: "PWM", 19: "PWM", 21: "PCM"}
SPI_COMPANIONS: Final = (7, 8, 9, 11)  # chip selects, MISO and clock of SPI0
PULLED_UP: Final = (2, 3)  # by 1.8 kΩ on every Pi, for I2C


class Pins(Protocol):
    """The keys of the board that name pins."""

    @property
    def pixels(self) -> int: ...
    @property
    def rows(self) -> tuple[int, ...]: ...
    @property
    def columns(self) -> tuple[int, ...]: ...
    @property
    def button(self) -> int: ...
    @property
    def buzzer(self) -> int: ...
    @property
    def pixels_driver(self) -> str: ...


def pin_problems(board: Pins) -> list[str]:
    """A sentence for each pin that is used twice or cannot do its work."""
    return [*_doubles(board), *_unfit_pixels(board), *_unfit_rows(board)]


def _uses(board: Pins) -> Iterator[tuple[str, int]]:
    yield "pixels", board.pixels
    yield from (("rows", pin) for pin in board.rows)
    yield from (("columns", pin) for pin in board.columns)
    yield "button", board.button
    yield "buzzer", board.buzzer


def _doubles(board: Pins) -> Iterator[str]:
    taken: dict[int, str] = {}
    if board.pixels == SPI_PIXELS:
        taken = dict.fromkeys(SPI_COMPANIONS, "SPI0, which drives the pixels")
    for name, pin in _uses(board):
        if taken.get(pin) == f"board.{name}":
            yield f"board.{name}: GPIO {pin} stands there twice"
        elif pin in taken:
            yield f"board.{name}: GPIO {pin} is taken by {taken[pin]}"
        else:
            taken[pin] = f"board.{name}"


def _unfit_pixels(board: Pins) -> Iterator[str]:
    if board.pixels not in PIXEL_PINS:
        able = ", ".join(f"{pin} ({kind})" for pin, kind in PIXEL_PINS.items())
        yield f"board.pixels: GPIO {board.pixels} cannot drive pixels; these can: {able}"
    elif board.pixels_driver == "spidev" and board.pixels != SPI_PIXELS:
        yield (
            f'board.pixels_driver: "spidev" drives GPIO {SPI_PIXELS} only, '
            f"and board.pixels is {board.pixels}"
        )


def _unfit_rows(board: Pins) -> Iterator[str]:
    for pin in board.rows:
        if pin in PULLED_UP:
            yield (
                f"board.rows: GPIO {pin} has a pull-up of its own and cannot float: "
                "use it for a column or the button"
            )
