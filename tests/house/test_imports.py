"""The house stands as docs/architecture.md says, and the test would notice if it did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.imports import FREE, check_module, level_of, modules, room_of

PACKAGE = Path(__file__).parents[2] / "boardpi"
MODULES = dict(modules(PACKAGE))


@pytest.mark.parametrize("name", MODULES)
def test_every_door_opens_the_right_way(name: str) -> None:
    assert check_module(name, MODULES[name]) == []


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
        ("boardpi.table.step", "from boardpi.coach.search import best"),
        ("boardpi.table.step", "from boardpi.boards.virtual import Board"),
        ("boardpi.coach.search", "from boardpi.table.step import State"),
        ("boardpi.coach.search", "text = open('lesson')"),
        ("boardpi.boards.link.frames", "import serial"),
        ("boardpi.boards.link.frames", "from time import monotonic"),
        ("boardpi.boards.serial", "from boardpi.web import page"),
        ("boardpi.club.standings", "from boardpi.boards import virtual"),
        ("boardpi.web.page", "import boardpi.daemon"),
        ("boardpi.daemon", "from boardpi.cli import main"),
        ("boardpi.config", "from boardpi.table import state"),
        ("boardpi.config", "from boardpi.boards import pins"),
        ("boardpi.config", "from boardpi.boards.serial import SerialBoard"),
        ("boardpi.workshop.pins", "from boardpi.boards.pins import PIXELS"),
        ("boardpi.cellar.wine", "from boardpi.rules import Game"),
    ],
)
def test_a_wrong_door_is_noticed(name: str, source: str) -> None:
    assert len(check_module(name, source)) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("boardpi.cli", "import os, sys\nfrom boardpi.commands import rules\nimport boardpi"),
        ("boardpi.cli", "from boardpi import __version__, daemon"),
        ("boardpi.commands.rules", "from boardpi.rules import Game\nfrom boardpi import daemon"),
        ("boardpi.daemon", "import asyncio\nfrom boardpi import boards, club, config, web"),
        ("boardpi.boards.serial", "import serial, time\nfrom boardpi.boards.link import frames"),
        (
            "boardpi.boards.virtual",
            "from boardpi import rules, table",
        ),
        ("boardpi.boards.link.frames", "from cobs import cobs\nimport struct"),
        (
            "boardpi.table.step",
            "import re\nfrom boardpi.rules import Game",
        ),
        ("boardpi.coach.search", "from boardpi.rules.turns import legal_moves"),
        ("boardpi.config", "import tomllib\nfrom boardpi.rules import RULE_SETS"),
        ("boardpi.config", "from boardpi.boards.pins import PI_ROWS"),
        ("boardpi.workshop.sources", "from boardpi import config\nfrom boardpi.rules import HOLES"),
        ("boardpi.rules.game", "from . import moves\nfrom .moves import Move\nimport re"),
    ],
)
def test_a_right_door_is_left_in_peace(name: str, source: str) -> None:
    assert check_module(name, source) == []
