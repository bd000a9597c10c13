"""What every kind of board must do, whatever it is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from boardpi.boards.board import DARK
from boardpi.boards.serial import serial_board as serial
from boardpi.rules import START
from boardpi.table.events import BoardFound, BoardLost, Held, Pressed, Sensed
from tests.boards.benches import BENCHES, Bench
from tests.boards.listener import Listener, becomes
from tests.patience import PATIENCE_S

MASK = START.occupied
RED, BLUE = bytes([60, 0, 0]) + bytes(72), bytes(72) + bytes([0, 0, 60])
Story = Callable[[Bench, Listener], Awaitable[None]]
NewBench = Callable[[int], Bench]


@pytest.fixture(params=BENCHES, ids=lambda kind: kind.__name__)
def new_bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> NewBench:
    monkeypatch.setattr(serial, "HELLO_WITHIN_MS", PATIENCE_S * 1000)  # the machine may be busy
    monkeypatch.setattr(serial, "SILENT_MS", PATIENCE_S * 1000)
    kind: NewBench = request.param
    return kind


def play(new_bench: NewBench, story: Story) -> None:
    async def whole() -> None:
        bench = new_bench(MASK)
        async with Listener(bench.board) as listener:
            await story(bench, listener)

    asyncio.run(whole())


def test_it_is_found_and_shows_its_whole_mask(new_bench: NewBench) -> None:
    async def story(bench: Bench, listener: Listener) -> None:
        await listener.hears_mask(MASK)
        assert [type(event) for event in listener.events] == [BoardFound, Sensed]

    play(new_bench, story)


def test_every_change_is_told_once_and_in_order(new_bench: NewBench) -> None:
    async def story(bench: Bench, listener: Listener) -> None:
        await listener.hears_mask(MASK)
        masks = [MASK]
        for hole in (1, 8, 12, 8, 24):
            masks.append(masks[-1] ^ 1 << hole)
            bench.set_archers(masks[-1])
            await becomes(lambda: len(listener.masks) == len(masks))
            bench.set_archers(masks[-1])  # nothing new
        assert listener.masks == masks

    play(new_bench, story)


def test_the_button_is_told_when_it_is_let_go(new_bench: NewBench) -> None:
    async def story(bench: Bench, listener: Listener) -> None:
        await listener.hears_mask(MASK)
        bench.press(300)
        place = await listener.hears_a(Pressed)
        pressed = listener.events[place - 1]
        assert isinstance(pressed, Pressed)
        assert pressed.held_ms >= 150, "it was held for 300 ms of a clock that may be another"
        assert listener.masks == [MASK]
        assert sum(isinstance(event, Held) for event in listener.events) == 1, "and goes down"
        assert isinstance(listener.events[place - 2], Held)

    play(new_bench, story)


def test_it_shows_what_it_is_given(new_bench: NewBench) -> None:
    async def story(bench: Bench, listener: Listener) -> None:
        await listener.hears_mask(MASK)
        for frame in (RED, BLUE, DARK, RED):
            await bench.board.show(frame)
            await becomes(lambda wanted=frame: bench.shown == wanted)  # type: ignore[misc]

    play(new_bench, story)


def test_lights_given_before_it_is_found_are_its_first(new_bench: NewBench) -> None:
    async def whole() -> None:
        bench = new_bench(MASK)
        await bench.board.show(RED)
        async with Listener(bench.board):
            await becomes(lambda: bench.shown == RED)

    asyncio.run(whole())


def test_a_lost_board_comes_back_with_its_mask_and_its_lights(new_bench: NewBench) -> None:
    async def story(bench: Bench, listener: Listener) -> None:
        await listener.hears_mask(MASK)
        await bench.board.show(RED)
        await becomes(lambda: bench.shown == RED)
        bench.plug(False)
        place = await listener.hears_a(BoardLost)
        lost = listener.events[place - 1]
        assert isinstance(lost, BoardLost)
        assert " " in lost.why
        bench.set_archers(MASK ^ 1)
        await bench.board.show(BLUE)
        bench.plug(True)
        place = await listener.hears_a(BoardFound, place)
        await listener.hears_mask(MASK ^ 1, place)
        assert isinstance(listener.events[place], Sensed)
        await becomes(lambda: bench.shown == BLUE)

    play(new_bench, story)


def test_a_frame_of_the_wrong_length_is_refused(new_bench: NewBench) -> None:
    async def story(bench: Bench, listener: Listener) -> None:
        await listener.hears_mask(MASK)
        with pytest.raises(ValueError, match="this one has 74"):
            await bench.board.show(DARK[:-1])

    play(new_bench, story)


def test_closing_ends_its_events(new_bench: NewBench) -> None:
    async def story(bench: Bench, listener: Listener) -> None:
        await listener.hears_a(BoardFound)
        await bench.board.close()
        await asyncio.wait_for(listener._task, PATIENCE_S)

    play(new_bench, story)
