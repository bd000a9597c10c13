"""The check on the emulated chip: the real firmware with wrong wiring, all at the same time."""

from __future__ import annotations

import asyncio
import contextlib
import io
from dataclasses import replace

import pytest

from boardpi.boards.serial import serial_board as serial
from boardpi.check.plan import CheckPlan, Patience
from boardpi.commands.check.check_screen import CheckScreen
from boardpi.commands.check.live_check import check_board
from boardpi.config import BoardConfig, Config
from boardpi.daemon.activities.check_reports import NANO
from boardpi.rules import Hole
from boardpi.rules.sketch import LetterInk
from boardpi.sim.miswired_board import SOUND, Wiring
from boardpi.sim.wiring_faults import miswire
from tests.patience import PATIENCE_S

HOLES = tuple(map(Hole, ("c2", "d2", "c3", "d3")))
CONFIG = Config(board=BoardConfig(kind="emulator"))
QUICK = Patience(settle_ms=0, tell_ms=100, result_ms=100)  # the firmware has settled already
REEDS = CheckPlan(HOLES, frozenset({"reeds", "diodes"}), NANO, QUICK)
PIXELS = replace(REEDS, parts=frozenset({"pixels"}))
REACH = replace(REEDS, parts=frozenset({"reach"}))
EXPECTED = {
    ("", REEDS): [],
    ("dead:c3", REEDS): ["c3 does not answer: its reed, its magnet or its wire."],
    ("no-diode:d3", REEDS): ["The diode of d3 is missing or bridged."],
    ("turned-diode:d2", REEDS): ["The diode of d2 is the wrong way round."],
    ("ground-column:c", REEDS): ["Column c (D5) touches ground: all its holes read closed."],
    ("stuck:d3", REEDS): ["The reed of d3 is closed on an empty board."],
    ("swap-columns:c,d", REEDS): ["c2 answers as d2: columns c and d are swapped."],
    ("weak:2,64", REACH): ["Archer 2 lets go of the reed below 6 mm: its magnet is weak."],
    ("colours:RGB", PIXELS): ["The pixels take their colours in the order RGB; GRB is sent."],
}


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine of the tests may be loaded; the wall clock is not what is tested here."""
    monkeypatch.setattr(serial, "HELLO_WITHIN_MS", PATIENCE_S * 1000)
    monkeypatch.setattr(serial, "SILENT_MS", PATIENCE_S * 1000)


async def faults_of(fault: str, plan: CheckPlan) -> list[str]:
    wiring: Wiring = miswire(fault) if fault else SOUND
    screen = CheckScreen(LetterInk(braille=False, colour=False), io.StringIO())
    with contextlib.redirect_stderr(io.StringIO()):
        report = await check_board(CONFIG, plan, wiring, screen)
    return [finding["sentence"] for finding in report["findings"] if finding["is_fault"]]


def test_the_firmware_and_the_check_find_every_fault_together() -> None:
    async def all_at_once() -> list[list[str]]:
        return await asyncio.gather(*(faults_of(fault, plan) for fault, plan in EXPECTED))

    assert asyncio.run(all_at_once()) == list(EXPECTED.values())
