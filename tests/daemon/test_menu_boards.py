"""The same menu and the same button on the virtual, the emulated and the direct board."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from boardpi.boards.serial import serial_board as serial
from boardpi.config import Config
from boardpi.daemon.assemble import build_daemon
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.service import TableService
from boardpi.daemon.resume import resume
from boardpi.rules import RULE_SETS, START, Hole, rule_set
from tests.boards.benches import BENCHES, Bench
from tests.daemon.stories import story
from tests.patience import PATIENCE_S

HOLD_MS = 3300
NewBench = Callable[[int], Bench]


@pytest.fixture(params=BENCHES, ids=lambda kind: kind.__name__)
def new_bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> NewBench:
    monkeypatch.setattr(serial, "HELLO_WITHIN_MS", PATIENCE_S * 1000)  # the machine may be busy
    monkeypatch.setattr(serial, "SILENT_MS", PATIENCE_S * 1000)
    kind: NewBench = request.param
    return kind


class Hand:
    """At a board of some kind."""

    def __init__(self, bench: Bench, daemon: Daemon, service: TableService) -> None:
        self.bench, self.daemon, self.service = bench, daemon, service
        self.mask = START.occupied

    async def until(self, is_so: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                await asyncio.sleep(0.01)

    def lit(self, role: str) -> list[Hole]:
        lights = self.service.snapshot()["lights"]
        return [Hole(name) for name, told in lights.items() if told == role]

    def stands(self, wanted: int) -> bool:
        activity = self.daemon.activity
        table = self.daemon.table if activity is None else activity.table
        return table is not None and table.settling.mask == wanted

    async def touch(self, *holes: Hole) -> None:
        for hole in holes:
            self.mask ^= hole.bit
            self.bench.set_archers(self.mask)
            await self.until(partial(self.stands, self.mask))


@asynccontextmanager
async def sit_down(folder: Path, bench: Bench) -> AsyncIterator[Hand]:
    config = Config()
    config = replace(config, board=replace(config.board, by_hand=True))
    start = resume(folder / "book.sqlite", rule_set("jasir-pergioco"), "Table")
    daemon = build_daemon(config, start, bench.board)
    service = TableService(daemon, daemon.keeper.book, config, RULE_SETS)
    following = asyncio.create_task(daemon.inbox.follow(daemon.board))
    running = asyncio.create_task(daemon.run())
    hand = Hand(bench, daemon, service)
    try:
        await hand.until(lambda: daemon.what and hand.stands(START.occupied))
        yield hand
    finally:
        await service.close()
        await daemon.board.close()
        await following
        daemon.inbox.close()
        await running
        daemon.keeper.book.close()


def test_the_menu_is_used_by_lights_and_button(tmp_path: Path, new_bench: NewBench) -> None:
    """Held, the rows rise; let go, the menu shines; an archer chooses full help."""

    async def sit() -> None:
        bench = new_bench(START.occupied)
        async with sit_down(tmp_path, bench) as hand:
            bench.press(HOLD_MS)
            await hand.until(lambda: hand.lit("held"))
            await hand.until(lambda: bench.shown is not None and any(bench.shown[:15]))
            await hand.until(lambda: len(hand.lit("held")) == 25)
            await hand.until(lambda: hand.lit("menu1"))
            bench.press(100)
            await hand.until(lambda: hand.lit("menu8"))
            [lights] = hand.lit("menu8")
            await hand.touch(Hole("a1"), lights, lights)
            await hand.until(lambda: hand.lit("menu3"))
            [full] = hand.lit("menu3")
            await hand.touch(full)
            bench.set_archers(hand.mask ^ full.bit)
            await hand.until(lambda: hand.daemon.activity is None)
            await hand.until(lambda: hand.daemon.table.help == "full")

    story(sit())
