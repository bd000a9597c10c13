"""Commands for the board itself: `boardpi board info`, `boardpi board name`, `boardpi flash`."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentTypeError, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from boardpi.boards.gpio.fitness import SPIDEV, Survey, survey
from boardpi.boards.gpio.machine import HardwareError, Machine
from boardpi.boards.gpio.pixels import measure_hz, open_spi, require_rate
from boardpi.boards.serial.flash import HEX, FlashError, flash
from boardpi.boards.serial.inspection import Inspection, describe, inspect, name_board, to_json
from boardpi.boards.serial.link.messages import UNNAMED, LinkError
from boardpi.boards.serial.pico_drive import UF2, flash_pico
from boardpi.boards.serial.ports import PortError
from boardpi.commands.terminal.configuration import add_config, asked_config
from boardpi.commands.terminal.parser import add_command, add_group, count

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

PORT_HELP = "serial port, such as /dev/ttyUSB0; without it the board is looked for"

ABOUT: Final = """\
The board of wood: what this computer can do for one on its own pins, and what a
microcontroller on a serial port says of itself and its wiring."""
INFO: Final = """\
First this computer: which Raspberry Pi it is, what can scan the reeds and drive the
pixels of a direct build here, and for everything that is missing what to do. Then the
board on the serial port: who it is, what it has counted, and whether it is wired right.
The exit code is 0 if a board answers and is wired right, or a direct build can be used."""
INFO_EXAMPLES: Final = """
examples:
  boardpi board info                        this computer, and the board if one is plugged in
  boardpi board info --port /dev/ttyUSB0    the board on this port
  boardpi board info --json                 for programs
"""
NAME: Final = """\
Gives the board a number of its own, which it keeps without power. A table with several
boards tells them apart by it. A running daemon must be stopped first."""
NAME_EXAMPLES: Final = """
examples:
  boardpi board name 3 --port /dev/ttyUSB0
"""
FLASH: Final = """\
Writes the firmware into the microcontroller, after telling what will happen and asking.
A Nano is written through avrdude; a running table is stopped for it and started again.
A Raspberry Pi Pico (--pico) takes a file on its drive: hold its BOOTSEL button while you
plug its own USB socket in. The number of the board stays."""
FLASH_EXAMPLES: Final = """
examples:
  boardpi flash                             the only board that is plugged in
  boardpi flash --port /dev/ttyUSB0 --old-bootloader
  boardpi flash --pico                      the Pico whose drive is mounted
  sudo boardpi flash --pico --drive /mnt    where you mounted the drive yourself
"""


def board_number(text: str) -> int:
    """A number that a board can keep, for argparse."""
    number = count(text)
    if number >= UNNAMED:
        raise ArgumentTypeError(f"must be below {UNNAMED}, not {text!r}")
    return number


def add_parsers(subparsers: Subparsers) -> None:
    """Add `board` and `flash` to the command line."""
    verbs = add_group(
        subparsers,
        "board",
        "the board of wood, its wiring and its chip",
        description=ABOUT,
        epilog=INFO_EXAMPLES,
    )
    info = add_command(
        verbs,
        "info",
        run_info,
        "what fits this computer, and how the board is",
        description=INFO,
        epilog=INFO_EXAMPLES,
    )
    info.add_argument("--port", help=PORT_HELP)
    info.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    add_config(info)
    name = add_command(
        verbs,
        "name",
        run_name,
        "give the board a number of its own",
        description=NAME,
        epilog=NAME_EXAMPLES,
    )
    name.add_argument("number", type=board_number, help=f"0 to {UNNAMED - 1}")
    name.add_argument("--port", required=True, help="its serial port, such as /dev/ttyUSB0")
    _add_flash(subparsers)


def _add_flash(subparsers: Subparsers) -> None:
    parser = add_command(
        subparsers,
        "flash",
        run_flash,
        "write the firmware into the board",
        description=FLASH,
        epilog=FLASH_EXAMPLES,
    )
    parser.add_argument("--port", help=PORT_HELP)
    parser.add_argument(
        "--image",
        type=Path,
        help="file to write: Intel hex for a Nano, UF2 for a Pico; without it the firmware that "
        "ships with boardpi",
    )
    parser.add_argument("--pico", action="store_true", help="a Raspberry Pi Pico, not a Nano")
    parser.add_argument("--drive", type=Path, help="with --pico: the folder of its drive")
    parser.add_argument("--old-bootloader", action="store_true", help="57600 baud, older Nanos")


def run_info(args: Namespace) -> int:
    """This computer, then the board on the serial port."""
    config = asked_config(args).board
    here = _with_rate(survey(Machine(), config.pixels, config.pixels_driver))
    board, why = _look(args.port)
    if args.json:
        print(json.dumps(_answer(here, board, why), indent=2))
    else:
        print(here.describe(), end="\n\n")
        print(describe(board) if board else f"serial board   {why}")
    is_bad = not board.is_sound if board else bool(args.port) or not here.is_ready
    return int(is_bad)


def _with_rate(here: Survey) -> Survey:
    """Also measures SPI where it lights the pixels; a running table goes on meanwhile."""
    if here.driver != SPIDEV:
        return here
    try:
        hz = measure_hz(line := open_spi())
        line.close()
        here = replace(here, spi_hz=hz)
        require_rate(hz)
    except HardwareError as error:
        return replace(here, spi_problem=str(error))
    return here


def _look(port: str | None) -> tuple[Inspection | None, str]:
    try:
        return asyncio.run(inspect(port)), ""
    except (PortError, LinkError) as error:
        return None, str(error)


def _answer(here: Survey, board: Inspection | None, why: str) -> dict[str, Any]:
    serial = to_json(board) if board else None
    return {**here.to_json(), "serial": serial, "serial_missing": why or None}


def run_name(args: Namespace) -> int:
    """A number for the board."""
    try:
        hello = asyncio.run(name_board(args.port, args.number))
    except (PortError, LinkError) as error:
        return _fail(error)
    print(f"This is board {hello.board_id} now.")
    return 0


def run_flash(args: Namespace) -> int:
    """The firmware."""
    try:
        if args.pico:
            _refuse(args.port, "--port", "a Pico is flashed through its drive")
            _refuse(
                args.old_bootloader, "--old-bootloader", "a Pico has no bootloader of Arduino's"
            )
            is_done = flash_pico(args.drive, args.image or UF2)
        else:
            _refuse(args.drive, "--drive", "it goes with --pico")
            is_done = flash(args.port, args.image or HEX, old_bootloader=args.old_bootloader)
    except (PortError, FlashError) as error:
        return _fail(error)
    return 0 if is_done else 1


def _refuse(is_given: object, option: str, why: str) -> None:
    if is_given:
        raise FlashError(f"{option} cannot be used here: {why}")


def _fail(error: Exception) -> int:
    print(f"boardpi: {error}", file=sys.stderr)
    return 1
