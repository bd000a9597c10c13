"""The reach of archers, measured on the pins of a direct build."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Coroutine
from typing import Any

import pytest

from boardpi.check.plan import CheckPlan, Patience
from boardpi.clock import now_ms
from boardpi.commands.check.check_screen import CheckScreen
from boardpi.commands.check.live_check import LiveCheck
from boardpi.config import BoardConfig, Config
from boardpi.rules.sketch import LetterInk
from boardpi.sim import maker
from boardpi.sim.maker import PRESS_MS, MakerAtBoard
from boardpi.sim.miswired_board import Wiring
from boardpi.sim.wiring_faults import miswire
from tests.boards.benches import GpioBench
from tests.patience import PATIENCE_S

QUICK = Patience(tell_ms=50, result_ms=50, reach_ms=300, still_ms=150, empty_ms=100)
PLAN = CheckPlan(parts=frozenset({"reach"}), patience=QUICK)
BLINK_S = 0.015  # longer than a scan, shorter than settling


class DirectCheck(LiveCheck):
    """A maker at mock pins: a reed at the end of its reach opens and closes all the time."""

    def __init__(self, bench: GpioBench) -> None:
        super().__init__(Config(board=BoardConfig(kind="virtual")), bench.board, PLAN)
        self._bench = bench

    def _hands(self, wiring: Wiring) -> list[Coroutine[Any, Any, None]]:
        return [self._touch(MakerAtBoard(wiring))]

    async def _touch(self, hands: MakerAtBoard) -> None:
        shown: object = None
        is_closed = False
        while (check := self.checking.check) is None or not check.is_over:
            await asyncio.sleep(BLINK_S)
            if check is None:
                continue
            if check.shown != shown:
                shown = check.shown
                hands.notice(now_ms())
            touch = hands.act(check, now_ms())
            if touch is not None and touch.hole is None:
                self._bench.press(PRESS_MS)
            board = hands.board
            is_closed = not is_closed
            self._bench.set_archers(board.closed & ~(board.flickering if is_closed else 0))


def test_weak_magnets_are_named_on_the_pis_own_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "HASTE_MS", 30)
    monkeypatch.setattr(maker, "DOUBT_MS", PATIENCE_S * 1000)
    wiring = miswire("weak:2,64")
    screen = CheckScreen(LetterInk(braille=False, colour=False), io.StringIO())

    async def check() -> dict[str, Any]:
        return await DirectCheck(GpioBench(0)).run(wiring, screen)

    report = asyncio.run(check())
    assert [finding["sentence"] for finding in report["findings"]] == [
        "Archer 2 lets go of the reed below 6 mm: its magnet is weak."
    ]
    assert report["reach"][1]["flickers"] >= 8
