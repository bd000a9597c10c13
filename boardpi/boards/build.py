"""The board that the configuration names."""

from __future__ import annotations

import importlib
from typing import Any

from boardpi.boards.board import Board
from boardpi.boards.gpio.fitness import require_pins
from boardpi.boards.gpio.gpio_board import GpioBoard
from boardpi.boards.gpio.header import PinWiring, open_header
from boardpi.boards.gpio.machine import HardwareError, Machine
from boardpi.boards.serial.link.messages import DEBOUNCE_MS_MOST, Settings
from boardpi.boards.virtual import VirtualBoard
from boardpi.config import BoardConfig


class NoSuchBoard(Exception):
    """This kind of board cannot be used here; the message says why and what to do."""


def share_settling(kind: str, settle_ms: int) -> tuple[int, int]:
    """How long the board waits for a reed to settle, and how long the table does after it.

    A microcontroller does it alone, as far as its byte goes: nothing is waited for twice.

    >>> share_settling("serial", 10), share_settling("virtual", 10), share_settling("serial", 120)
    ((10, 0), (0, 10), (100, 20))
    """
    board_ms = min(settle_ms, DEBOUNCE_MS_MOST) if kind in ("serial", "emulator") else 0
    return board_ms, settle_ms - board_ms


def build_board(config: BoardConfig, mask: int, settle_ms: int) -> Board:
    """A board of this kind; one without wood begins with its archers where the game has them."""
    settings = Settings(debounce_ms=share_settling(config.kind, settle_ms)[0])
    if config.kind == "virtual":
        return VirtualBoard(mask)
    if config.kind == "serial":
        port = config.port or None
        return _build("serial.serial_board", "SerialBoard", port=port, settings=settings)
    if config.kind == "emulator":
        return _build("emulator", "EmulatorBoard", mask=mask, settings=settings)
    return _build_gpio(config)


def _build(kind: str, name: str, **values: Any) -> Board:
    try:
        board: Board = getattr(importlib.import_module(f"boardpi.boards.{kind}"), name)(**values)
    except ImportError as error:
        raise NoSuchBoard(
            f"the board of the kind {kind.split('.')[0]!r} needs the Python package {error.name!r}"
        ) from None
    return board


def wiring_of(config: BoardConfig) -> PinWiring:
    """The pins that are configured."""
    return PinWiring(
        rows=config.rows,
        columns=config.columns,
        pixels=config.pixels,
        button=config.button,
        buzzer=config.buzzer,
        pixels_driver=config.pixels_driver,
        pixels_order=config.pixels_order,
        settle_us=config.row_settle_us,
    )


def _build_gpio(config: BoardConfig) -> Board:
    """The board on this Pi's pins; a machine that has none is told at once."""
    machine, wiring = Machine(), wiring_of(config)
    try:
        require_pins(machine)
    except HardwareError as error:
        raise NoSuchBoard(f"the board of the kind 'gpio': {error}") from None
    return GpioBoard(lambda: open_header(wiring, machine), scan_hz=config.scan_hz)
