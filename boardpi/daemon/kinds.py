"""The board that the configuration names."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

from boardpi.boards.board import Board
from boardpi.boards.page import PageBoard
from boardpi.config import BoardConfig


class NoSuchBoard(Exception):
    """This kind of board is not in this boardpi; the message says what to do instead."""


def build_board(config: BoardConfig, mask: int) -> Board:
    """A board of this kind; the virtual one begins with its archers where the game has them."""
    if config.kind == "virtual":
        return PageBoard(mask)
    if config.kind == "serial":
        return _build("serial", "SerialBoard", config.port or None)
    if config.kind == "emulator":
        return _build("emulator", "EmulatorBoard")
    return _build("gpio", "GpioBoard")


def _build(kind: str, name: str, *values: Any) -> Board:
    module = f"boardpi.boards.{kind}"
    if find_spec(module) is None:
        raise NoSuchBoard(
            f"this boardpi has no board of the kind {kind!r} yet: use --board virtual"
        )
    try:
        board: Board = getattr(importlib.import_module(module), name)(*values)
    except ImportError as error:
        raise NoSuchBoard(
            f"the board of the kind {kind!r} needs the Python package {error.name!r}"
        ) from None
    return board
