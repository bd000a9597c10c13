"""The emulator board as the daemon sees it: a pty, a Nano that resets when opened, wall clock."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from boardpi.boards.emulator import BenchMissingError, EmulatorBoard
from boardpi.boards.serial import serial_board as serial
from boardpi.boards.serial.link.messages import BUTTON_BIT, Settings
from boardpi.table.events import BoardFound, BoardLost, Pressed
from tests.boards.listener import Listener, becomes
from tests.hardware.bench import START
from tests.hardware.checks.check import some_colours
from tests.patience import PATIENCE_S

Story = Callable[[EmulatorBoard, Listener], Awaitable[None]]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine of the tests may be loaded; the wall clock is not what is tested here."""
    monkeypatch.setattr(serial, "HELLO_WITHIN_MS", PATIENCE_S * 1000)
    monkeypatch.setattr(serial, "SILENT_MS", PATIENCE_S * 1000)


def play(story: Story, bootloader_ms: int = 50) -> None:
    async def whole() -> None:
        board = EmulatorBoard(bootloader_ms=bootloader_ms)
        board.set_reeds(START)
        async with Listener(board) as listener:
            await listener.hears_mask(START)
            await story(board, listener)
        faults = [notice for notice in board.notices if "reset" not in notice]
        assert faults == []

    asyncio.run(whole())


def test_a_nano_resets_when_opened_and_answers_after_its_bootloader() -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        assert isinstance(listener.events[0], BoardFound)
        assert board.serial.hello
        assert board.serial.hello.cause == "external"

    play(story, bootloader_ms=1600)


def test_moves_with_bounce_arrive_in_order_and_lights_come_out_as_sent() -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        chance = random.Random(1)
        masks = [START]
        for _ in range(30):
            masks.append(masks[-1] ^ 1 << chance.randrange(25))
            board.set_reeds(masks[-1], bounce_ms=2)
            colours = some_colours(chance)
            await board.show(colours)
            await becomes(lambda: len(listener.masks) == len(masks))
            await becomes(lambda want=colours: board.shown == want)  # type: ignore[misc]
        assert listener.masks == masks

    play(story)


def test_one_percent_of_corrupted_bytes_loses_nothing() -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        board.order("corrupt", percent=1)
        chance = random.Random(2)
        masks = [START]
        for _ in range(25):
            masks.append(masks[-1] ^ 1 << chance.randrange(25))
            board.set_reeds(masks[-1])
            await becomes(lambda: len(listener.masks) >= len(masks))
        colours = some_colours(chance)
        await board.show(colours)
        assert listener.masks == masks
        await becomes(lambda: board.shown == colours)

    play(story)


def test_resets_in_mid_session_leave_board_and_lights_right() -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        chance = random.Random(3)
        mask = START
        for cause in ("brownout", "watchdog", "external", "brownout"):
            colours = some_colours(chance)
            await board.show(colours)
            await becomes(lambda want=colours: board.shown == want)  # type: ignore[misc]
            since = len(listener.events)
            mask ^= 1 << chance.randrange(25)
            board.order("reset", cause=cause, hold_ms=30)
            board.set_reeds(mask)
            await listener.hears_mask(mask, since)
            await becomes(lambda want=colours: board.shown == want)  # type: ignore[misc]
        assert [event for event in listener.events if isinstance(event, BoardLost)] == []

    play(story)


def test_an_unplugged_cable_is_lost_found_and_lit_again() -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        colours = some_colours(random.Random(4))
        await board.show(colours)
        await becomes(lambda: board.shown == colours)
        board.plug(False)
        place = await listener.hears_a(BoardLost)
        board.set_reeds(START ^ 1)
        board.shown = None
        board.plug(True)
        place = await listener.hears_a(BoardFound, place)
        await listener.hears_mask(START ^ 1, place)
        await becomes(lambda: board.shown == colours)

    play(story)


def test_a_dead_chip_is_lost_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        monkeypatch.setattr(serial, "SILENT_MS", 3000)
        board.order("freeze", on=True)
        place = await listener.hears_a(BoardLost)
        board.order("freeze", on=False)
        place = await listener.hears_a(BoardFound, place)
        await listener.hears_mask(START, place)

    play(story)


def test_the_button_reaches_the_table() -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        board.hold(True)
        await becomes(lambda: bool(board.serial.state and board.serial.state.settled & BUTTON_BIT))
        board.hold(False)
        place = await listener.hears_a(Pressed)
        pressed = listener.events[place - 1]
        assert isinstance(pressed, Pressed)
        assert pressed.held_ms < 5000

    play(story)


def test_bad_wiring_is_in_the_state() -> None:
    async def story(board: EmulatorBoard, listener: Listener) -> None:
        board.order("wire", no_diode=0x1FFFFFF)
        await becomes(lambda: bool(board.serial.state and board.serial.state.backward & START))

    play(story)


def test_a_missing_bench_is_named(tmp_path: Path) -> None:
    async def story() -> None:
        board = EmulatorBoard(tmp_path, settings=Settings())
        with pytest.raises(BenchMissingError, match="run `make emulator`"):
            await anext(aiter(board.events()))
        await board.close()

    asyncio.run(story())
