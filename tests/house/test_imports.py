"""The house stands as docs/architecture.md says, and the test would notice if it did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.house.direction import FREE, check_module, level_of, room_of
from tools.house.modules import read_modules

MODULES = read_modules(Path(__file__).parents[2])


def test_every_room_has_a_place() -> None:
    rooms = {room_of(name) for name in MODULES} - {None, *FREE}
    assert [room for room in rooms if room is not None and level_of(room) is None] == []
    assert "rules" in rooms


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("boardpi.rules.game", "import boardpi.table.events"),
        ("boardpi.rules.game", "from boardpi.table import events"),
        ("boardpi.rules.game", "from boardpi import table"),
        ("boardpi.rules.game", "from ..table import events"),
        ("boardpi.rules.game", "from .. import table"),
        ("boardpi.rules.game", "def play():\n    from boardpi.coach import search"),
        ("boardpi.rules.game", "import time"),
        ("boardpi.rules.game", "from os import environ"),
        ("boardpi.rules.game", "import os.path"),
        ("boardpi.rules.game", "import numpy"),
        ("boardpi.rules.game", "import cobs"),
        ("boardpi.rules.game", "import boardpi.config"),
        ("boardpi.rules.game", "print(1)"),
        ("boardpi.table.step", "import asyncio"),
        ("boardpi.table.step", "import logging"),
        ("boardpi.table.step", "from boardpi.coach.engine.search import best"),
        ("boardpi.table.step", "from boardpi.sim.simulated_board import Board"),
        ("boardpi.coach.engine.search", "from boardpi.table.step import State"),
        ("boardpi.sim.sessions", "from time import sleep"),
        ("boardpi.sim.sessions", "from boardpi.boards.board import Board"),
        ("boardpi.coach.engine.search", "text = open('lesson')"),
        ("boardpi.boards.serial.link.frames", "import serial"),
        ("boardpi.boards.serial.link.frames", "from time import monotonic"),
        ("boardpi.boards.serial.serial_board", "from boardpi.web import page"),
        ("boardpi.club.standings", "from boardpi.boards import virtual"),
        ("boardpi.web.page", "import boardpi.daemon"),
        ("boardpi.daemon", "from boardpi.cli import main"),
        ("boardpi.config", "from boardpi.table import state"),
        ("boardpi.config", "from boardpi.boards import pins"),
        ("boardpi.config", "from boardpi.boards.serial.serial_board import SerialBoard"),
        ("boardpi.drawings.wood", "from boardpi.boards.pins import PIXELS"),
        ("boardpi.texts.texts", "from boardpi.rules import Game"),
        ("boardpi.table.step", "from boardpi.archers import Formation"),
        ("boardpi.boards.virtual", "from boardpi.archers import Formation"),
        ("boardpi.daemon.loop", "import boardpi.archers.combat"),
        ("boardpi.club.games", "from boardpi.archers import read_battle"),
        ("boardpi.archers.combat", "import random, time"),
        ("boardpi.texts.texts", "from boardpi.config import Config"),
        ("boardpi.cellar.wine", "from boardpi.rules import Game"),
        ("boardpi.commands.demo.command", "from boardpi.commands.lights import add_theme"),
        ("boardpi.commands.terminal.parser", "import boardpi.commands.lights"),
    ],
)
def test_a_wrong_door_is_noticed(name: str, source: str) -> None:
    assert len(check_module(name, source)) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("boardpi.cli", "import os, sys\nfrom boardpi.commands import rules\nimport boardpi"),
        ("boardpi.cli", "from boardpi import __version__, daemon"),
        (
            "boardpi.commands.rules.command",
            "from boardpi.rules import Game\nfrom boardpi import daemon",
        ),
        ("boardpi.daemon", "import asyncio\nfrom boardpi import boards, club, config, web"),
        (
            "boardpi.boards.serial.serial_board",
            "import serial, time\nfrom boardpi.boards.serial.link import frames",
        ),
        (
            "boardpi.sim.simulated_board",
            "from boardpi import rules, table",
        ),
        ("boardpi.boards.serial.link.frames", "from cobs import cobs\nimport struct"),
        (
            "boardpi.table.step",
            "import re\nfrom boardpi.rules import Game",
        ),
        ("boardpi.coach.engine.search", "from boardpi.rules.turns import legal_moves"),
        ("boardpi.config", "import tomllib\nfrom boardpi.rules import RULE_SETS"),
        ("boardpi.config", "from boardpi.boards.pins import PI_ROWS"),
        ("boardpi.drawings.wood", "from boardpi import config\nfrom boardpi.rules import HOLES"),
        ("boardpi.rules.refusals", "from boardpi.texts import RULES"),
        ("boardpi.config", "from boardpi.texts.languages import LANGUAGES"),
        ("boardpi.rules.game", "from . import moves\nfrom .moves import Move\nimport re"),
    ],
)
def test_a_right_door_is_left_in_peace(name: str, source: str) -> None:
    assert check_module(name, source) == []
