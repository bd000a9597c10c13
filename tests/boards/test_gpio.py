"""The board on the Pi's pins: one thread, no blocked loop, failures told and mended."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from boardpi.boards.board import Buzzing
from boardpi.boards.gpio import gpio_board as gpio
from boardpi.boards.gpio.gpio_board import GpioBoard
from boardpi.boards.gpio.header import PinHeader, PinWiring
from boardpi.boards.gpio.machine import HardwareError
from boardpi.boards.pins import PI_BUTTON, PI_BUZZER, PI_COLUMNS, PI_PIXELS, PI_ROWS
from boardpi.config import BoardConfig
from boardpi.table.events import BoardFound, BoardLost, Sensed
from tests.boards.circuit import MockPi
from tests.boards.listener import Listener, becomes

RED = bytes([60, 0, 0]) * 25
Story = Callable[[MockPi, GpioBoard, Listener], Awaitable[None]]


@pytest.fixture(autouse=True)
def _haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio, "BACKOFF_S", (0.01,))


def play(story: Story, **settings: Any) -> MockPi:
    async def whole() -> MockPi:
        pi = MockPi()
        board = GpioBoard(pi.open, **settings)
        async with Listener(board) as listener:
            await listener.hears_a(Sensed)
            await story(pi, board, listener)
        return pi

    return asyncio.run(whole())


def losses(listener: Listener) -> list[str]:
    return [event.why for event in listener.events if isinstance(event, BoardLost)]


def test_the_defaults_are_those_of_the_wiring() -> None:
    config = BoardConfig()
    assert (config.rows, config.columns) == (PI_ROWS, PI_COLUMNS)
    assert (config.pixels, config.button, config.buzzer) == (PI_PIXELS, PI_BUTTON, PI_BUZZER)
    assert (config.scan_hz, config.row_settle_us) == (gpio.SCAN_HZ, PinWiring().settle_us)


def test_bounces_are_told_as_they_are_and_end_in_the_truth() -> None:
    """Settling is the table's work."""

    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        pi.circuit.set_archers(0b11111, bounces=6)
        await listener.hears_mask(0b11111)
        scans = pi.circuit.scans
        await becomes(lambda: pi.circuit.scans > scans + 8)
        assert listener.masks[-1] == 0b11111
        assert all(
            one != other for one, other in zip(listener.masks, listener.masks[1:], strict=False)
        )

    play(story)


def test_one_thread_serves_all_the_hardware() -> None:
    before = threading.active_count()

    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        await board.show(RED)
        board.buzz(5)
        pi.circuit.is_pressed = True
        await becomes(lambda: pi.circuit.sounded == 1)
        assert threading.active_count() == before + 1
        assert any(thread.name == "boardpi-gpio" for thread in threading.enumerate())

    play(story)
    assert not any(thread.name == "boardpi-gpio" for thread in threading.enumerate())


def test_the_loop_is_free_while_the_hardware_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        hangs, goes_on = threading.Event(), threading.Event()

        def hang(data: bytes) -> None:
            hangs.set()
            goes_on.wait(30)

        monkeypatch.setattr(pi.chain, "writebytes2", hang)
        await board.show(RED)
        await becomes(hangs.is_set)
        await board.show(bytes(75))  # returns at once, or nobody would let it go on
        board.buzz(10)
        goes_on.set()
        await becomes(lambda: pi.circuit.sounded == 1)

    play(story)


def test_a_beep_ends_by_itself() -> None:
    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        assert isinstance(board, Buzzing)
        board.buzz(30)
        await becomes(lambda: pi.circuit.sounded == 1)
        await becomes(lambda: not pi.circuit.is_sounding)

    play(story)


def test_nothing_sounds_after_the_end() -> None:
    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        board.buzz(60_000)
        await becomes(lambda: pi.circuit.is_sounding)

    assert not play(story).circuit.is_sounding


def test_the_last_frame_is_shown_before_the_pins_are_let_go() -> None:
    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        await board.show(RED)
        await board.close()

    assert play(story).chain.frames[-1] == RED


def test_pixels_that_fail_are_a_loss_with_a_sentence() -> None:
    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        pi.chain.is_gone = True
        await board.show(RED)
        place = await listener.hears_a(BoardLost)
        assert losses(listener) == ["/dev/spidev0.0 fails: No such device"]
        pi.chain.is_gone = False
        place = await listener.hears_a(BoardFound, place)
        await listener.hears_a(Sensed, place)
        assert pi.chain.frames[-1] == RED

    play(story)


def test_a_chip_that_is_gone_is_told_once_however_often_it_is_tried() -> None:
    async def story(pi: MockPi, board: GpioBoard, listener: Listener) -> None:
        opened = 0

        def count() -> PinHeader:
            nonlocal opened
            opened += 1
            return pi.open()

        board._open_header = count
        pi.circuit.flaws.is_gone = True
        await becomes(lambda: opened > 4)
        said = "the pins of the board fail: [Errno 5] Input/output error"
        assert losses(listener) == [said]

    play(story)


def test_a_door_that_stays_shut_says_why() -> None:
    def refuse() -> PinHeader:
        raise HardwareError("SPI is off")

    async def story() -> None:
        async with Listener(GpioBoard(refuse)) as listener:
            await listener.hears_a(BoardLost)
            assert losses(listener) == ["SPI is off"]

    asyncio.run(story())


def test_a_bug_is_raised_and_not_swallowed() -> None:
    def broken() -> PinHeader:
        raise RuntimeError("a bug")

    async def story() -> None:
        async for event in GpioBoard(broken).events():
            raise AssertionError(event)

    with pytest.raises(RuntimeError, match="a bug"):
        asyncio.run(story())


def test_a_board_that_was_never_opened_can_be_closed() -> None:
    async def story() -> None:
        board = GpioBoard(MockPi().open)
        await board.close()

    asyncio.run(story())


def test_listeners_who_leave_stop_the_thread() -> None:
    async def story() -> None:
        events = GpioBoard(MockPi().open).events()
        assert isinstance(await anext(events), BoardFound)
        await events.aclose()  # type: ignore[attr-defined]  # it is a generator
        await becomes(
            lambda: not any(thread.name == "boardpi-gpio" for thread in threading.enumerate())
        )

    asyncio.run(story())


def test_any_pins_can_be_wired() -> None:
    wiring = PinWiring(rows=(0, 1, 4, 14, 15), columns=(2, 3, 22, 23, 24), button=12, buzzer=13)

    async def story() -> None:
        pi = MockPi(wiring)
        pi.circuit.set_archers(0b1000001)
        async with Listener(GpioBoard(pi.open)) as listener:
            await listener.hears_mask(0b1000001)

    asyncio.run(story())
