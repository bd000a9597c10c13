"""Commands for the board itself: `boardpi board info`, `boardpi board name`, `boardpi flash`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from boardpi.boards.flash import HEX, FlashError, flash
from boardpi.boards.inspection import describe, inspect, name_board
from boardpi.boards.link.messages import LinkError
from boardpi.boards.ports import PortError

PORT_HELP = "serial port; without it the board is looked for"


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `board` and `flash`; each sets `run`, called with the arguments, to an exit code."""
    _add_board(subparsers.add_parser("board", help="talk to the board on the serial port"))
    _add_flash(subparsers.add_parser("flash", help="write the firmware into the board"))


def _add_board(board: argparse.ArgumentParser) -> None:
    verbs = board.add_subparsers(required=True, metavar="VERB")
    info = verbs.add_parser("info", help="what the board says of itself and its wiring")
    info.add_argument("--port", help=PORT_HELP)
    info.set_defaults(run=_run_info)
    name = verbs.add_parser("name", help="give the board a number of its own")
    name.add_argument("number", type=int)
    name.add_argument("--port", required=True)
    name.set_defaults(run=_run_name)


def _add_flash(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", help=PORT_HELP)
    parser.add_argument("--image", type=Path, default=HEX, help="Intel hex file to write")
    parser.add_argument("--old-bootloader", action="store_true", help="57600 baud, older Nanos")
    parser.set_defaults(run=_run_flash)


def _run_info(arguments: argparse.Namespace) -> int:
    try:
        board = asyncio.run(inspect(arguments.port))
    except (PortError, LinkError) as error:
        return _fail(error)
    print(describe(board))
    return 0 if board.is_sound else 1


def _run_name(arguments: argparse.Namespace) -> int:
    try:
        hello = asyncio.run(name_board(arguments.port, arguments.number))
    except (PortError, LinkError) as error:
        return _fail(error)
    print(f"This is board {hello.board_id} now.")
    return 0


def _run_flash(arguments: argparse.Namespace) -> int:
    try:
        is_done = flash(arguments.port, arguments.image, old_bootloader=arguments.old_bootloader)
    except (PortError, FlashError) as error:
        return _fail(error)
    return 0 if is_done else 1


def _fail(error: Exception) -> int:
    print(f"boardpi: {error}", file=sys.stderr)
    return 1
