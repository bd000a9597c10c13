"""The virtual board misbehaves in real time as simulated boards do in theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

from boardpi.boards.board import Hands
from boardpi.boards.emulator import EmulatorBoard
from boardpi.boards.serial.serial_board import SerialBoard
from boardpi.boards.virtual import VirtualBoard
from boardpi.rules import START, Hole
from boardpi.sim.faults import SOUND, Faults
from boardpi.table.events import BoardLost
from tests.boards.listener import Listener, becomes

FULL = START.occupied
B1, C3 = Hole("b1").bit, Hole("c3").bit


def play(faults: Faults, story: Callable[[VirtualBoard, Listener], Awaitable[None]]) -> None:
    async def whole() -> None:
        board = VirtualBoard(FULL, faults, seed=4)
        async with Listener(board) as listener:
            await becomes(lambda: len(listener.events) >= 2)
            await story(board, listener)

    asyncio.run(whole())


def test_bouncing_reeds_end_where_the_archers_stand() -> None:
    async def story(board: VirtualBoard, listener: Listener) -> None:
        for _ in range(10):
            board.sense(board.standing ^ B1)
            await becomes(lambda: listener.masks[-1] == board.standing and board._timer is None)
        assert len(listener.masks) > 1 + 10, "no reed has bounced"
        assert {one ^ two for one, two in pairwise(listener.masks)} == {B1}
        assert len(listener.masks) % 2 == 1, "ten touches and whole bounces"

    play(Faults(bounces=3), story)


def test_a_slow_reed_opens_late() -> None:
    async def story(board: VirtualBoard, listener: Listener) -> None:
        board.sense(FULL ^ B1)
        assert (board.standing, board.mask) == (FULL ^ B1, FULL)
        lifted_ms = board._reeds.ms
        await listener.hears_mask(FULL ^ B1)
        assert listener.events[-1].ms == lifted_ms + 60

    play(Faults(slow_release_ms=60), story)


def test_a_chattering_reed_is_told_until_it_is_mended() -> None:
    async def story(board: VirtualBoard, listener: Listener) -> None:
        board.misbehave(Faults(chattering=C3, chatter_ms=2))
        await becomes(lambda: len(listener.masks) > 20)
        board.misbehave(SOUND)
        count = len(listener.masks) + board._told.qsize()
        assert board._timer is None
        assert board.mask == FULL
        await becomes(lambda: len(listener.masks) == count)
        assert {one ^ two for one, two in pairwise(listener.masks[:20])} <= {C3, 0}
        assert listener.masks[-1] == FULL

    play(SOUND, story)


def test_a_stuck_reed_is_told_at_once_and_hides_its_archer() -> None:
    async def story(board: VirtualBoard, listener: Listener) -> None:
        board.misbehave(Faults(stuck_open=B1, stuck_closed=C3))
        await listener.hears_mask(FULL ^ B1 | C3)
        board.sense(FULL ^ B1)
        board.sense(FULL)
        assert board.standing == FULL
        board.misbehave(SOUND)
        await listener.hears_mask(FULL, 3)
        assert set(listener.masks) == {FULL, FULL ^ B1 | C3}

    play(SOUND, story)


def test_a_pulled_cable_tells_nothing_of_what_the_reeds_do() -> None:
    async def story(board: VirtualBoard, listener: Listener) -> None:
        board.plug(False)
        place = await listener.hears_a(BoardLost)
        board.misbehave(Faults(stuck_closed=C3))
        board.sense(FULL ^ B1)
        board.plug(True)
        await listener.hears_mask(FULL ^ B1 | C3)
        assert len(listener.events) == place + 2

    play(SOUND, story)


def test_boards_without_wood_have_hands_and_real_ones_have_none() -> None:
    async def story() -> None:
        emulator = EmulatorBoard()
        assert isinstance(VirtualBoard(0), Hands)
        assert isinstance(emulator, Hands)
        assert not isinstance(SerialBoard(), Hands)
        await emulator.close()

    asyncio.run(story())
