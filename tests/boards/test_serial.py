"""The serial board on ports that misbehave."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from boardpi.boards.board import DARK
from boardpi.boards.serial import ports
from boardpi.boards.serial import serial_board as serial
from boardpi.boards.serial.link.frames import Frame, wire_of
from boardpi.boards.serial.link.messages import Done, Greet, Hello, Lights, State, frame_of
from boardpi.boards.serial.serial_board import SerialBoard
from boardpi.table.events import BoardFound, BoardLost
from tests.boards.listener import Listener, becomes
from tests.boards.pretender import Answer, Pretender
from tests.patience import PATIENCE_S

HELLO = Hello(1, 0, 1, 0, 7, 2, 10, 1000, 0, 0, 0, 0, 4)
STATE = State(5, 0x1F, 0x1F, 0, 0)
RED = bytes([99, 0, 0]) * 25


def polite(frame: Frame) -> bytes:
    """A board as it should be."""
    if frame.type == Greet.TYPE:
        return wire_of(frame_of(HELLO, frame.sequence)) + wire_of(frame_of(STATE, 0))
    return wire_of(frame_of(Done(0), frame.sequence))


def why(listener: Listener) -> str:
    return next(event.why for event in listener.events if isinstance(event, BoardLost))


async def _told(answer: Answer, sentence: str) -> None:
    board = Pretender(answer)
    async with Listener(SerialBoard(board.path)) as listener:
        await listener.hears_a(BoardLost)
        assert sentence in why(listener)
        assert not any(isinstance(event, BoardFound) for event in listener.events)
    board.close()


def test_a_polite_board_is_found_told_and_lit() -> None:
    async def story() -> None:
        board = Pretender(polite)
        host = SerialBoard(board.path)
        async with Listener(host) as listener:
            await listener.hears_mask(0x1F)
            assert [type(event).__name__ for event in listener.events] == ["BoardFound", "Sensed"]
            await host.show(RED)
            await becomes(lambda: board.heard[-1].payload == RED)
        board.close()

    asyncio.run(story())


def test_a_board_that_talks_and_does_not_listen_fills_no_memory() -> None:
    """Acknowledgements and lights that it does not take would wait for ever."""

    async def story() -> None:
        board = Pretender(polite)
        board.turn_deaf()
        port = ports.Port(board.path)
        for _ in range(2000):
            port.write(RED)
            assert len(port._outgoing) <= ports.WAITING_MOST
        with pytest.raises(ports.PortError, match=f"{board.path} talks but does not listen"):
            port.take()
        port.close()
        board.close()

    asyncio.run(story())


def test_an_old_firmware_is_told_apart_and_flashing_offered() -> None:
    old = wire_of(Frame(Hello.TYPE, 0, bytes([0, 0, 0, 9, 1, 2, 3])))
    asyncio.run(_told(lambda frame: old, "0.0.9 speaks protocol 0, boardpi speaks 1: run `boardpi"))


def test_a_port_with_something_else_on_it_is_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial, "HELLO_WITHIN_MS", 500)
    asyncio.run(_told(lambda frame: b"$GPGGA,hello\r\n", "answers like a board"))


def test_a_port_that_is_not_there_is_named() -> None:
    async def story() -> None:
        async with Listener(SerialBoard("/dev/no-such-board")) as listener:
            await listener.hears_a(BoardLost)
            assert why(listener) == "there is no /dev/no-such-board: is the board plugged in?"
            await asyncio.sleep(0.6)
            assert len(listener.events) == 1  # told once, not at every try

    asyncio.run(story())


def test_a_second_opener_is_refused_and_the_first_goes_on() -> None:
    async def story() -> None:
        board = Pretender(polite)
        first = SerialBoard(board.path)
        async with Listener(first) as listener:
            await listener.hears_a(BoardFound)
            async with Listener(SerialBoard(board.path)) as second:
                await second.hears_a(BoardLost)
                assert why(second) == f"another program holds {board.path}"
            await first.show(RED)
            await becomes(lambda: board.heard[-1].payload == RED)
            assert not any(isinstance(event, BoardLost) for event in listener.events)
        board.close()

    asyncio.run(story())


def test_a_silent_board_is_lost_and_lit_again_when_it_speaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serial, "SILENT_MS", 600)
    monkeypatch.setattr(serial, "HELLO_WITHIN_MS", 600)
    is_silent = False

    async def story() -> None:
        nonlocal is_silent
        board = Pretender(lambda frame: b"" if is_silent else polite(frame))
        host = SerialBoard(board.path)
        async with Listener(host) as listener:
            await listener.hears_a(BoardFound)
            await host.show(RED)
            is_silent = True
            place = await listener.hears_a(BoardLost)
            assert "has fallen silent" in why(listener)
            board.heard.clear()
            is_silent = False
            place = await listener.hears_a(BoardFound, place)
            await listener.hears_mask(0x1F, place)
            await becomes(lambda: any(frame.payload == RED for frame in board.heard))
        board.close()

    asyncio.run(story())


def test_half_frames_and_noise_are_skipped() -> None:
    async def story() -> None:
        board = Pretender(polite)
        board.say(b"\x13\x37\x05\x02")  # half a frame from before the port was opened
        async with Listener(SerialBoard(board.path)) as listener:
            place = await listener.hears_a(BoardFound)
            board.say(b"\xff" * 300 + b"\0" + wire_of(frame_of(STATE, 0))[:-4])
            board.say(b"\0" + wire_of(frame_of(State(9, 0x0F, 0x0F, 0, 0), 0)))
            await listener.hears_mask(0x0F, place)
        board.close()

    asyncio.run(story())


def test_another_board_than_the_wanted_one_is_passed_by() -> None:
    async def story() -> None:
        board = Pretender(polite)
        async with Listener(SerialBoard(board.path, board_id=8)) as listener:
            await listener.hears_a(BoardLost)
            assert why(listener) == f"on {board.path} is the board 7, not board 8"
        board.close()

    asyncio.run(story())


def test_the_board_is_found_among_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that cannot be opened, one with something else, one with the board."""
    monkeypatch.setattr(serial, "HELLO_WITHIN_MS", 400)

    async def story() -> None:
        board, stranger = Pretender(polite), Pretender(lambda frame: b"no")
        paths = ["/dev/no-such-board", stranger.path, board.path]
        monkeypatch.setattr(serial, "candidates", lambda: paths)
        async with Listener(SerialBoard()) as listener:
            await listener.hears_mask(0x1F)
            assert isinstance(listener.events[0], BoardFound)
            assert board.path in listener.events[0].what
        board.close()
        stranger.close()

    asyncio.run(story())


def test_the_udev_name_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Adapter:
        vid = 0x1A86

        def __init__(self, device: str) -> None:
            self.device = device

    named, other = tmp_path / "boardpi", tmp_path / "ttyUSB1"
    real = tmp_path / "ttyUSB0"
    real.touch()
    named.symlink_to(real)
    monkeypatch.setattr(ports, "UDEV_NAME", str(named))
    adapters = [Adapter(str(other)), Adapter(str(real))]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: adapters)
    assert ports.candidates() == [str(named), str(other)]


def test_no_port_at_all_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(serial, "candidates", list)
        async with Listener(SerialBoard()) as listener:
            await listener.hears_a(BoardLost)
            assert why(listener) == "no board found: no USB serial port is plugged in"

    asyncio.run(story())


def test_a_board_closed_at_once_ends_its_events() -> None:
    async def story() -> None:
        board = SerialBoard("/dev/no-such-board")
        listening = asyncio.create_task(anext(aiter(board.events()), None))
        await asyncio.sleep(0)  # `events` has begun, its connection has not
        await board.close()
        assert await asyncio.wait_for(listening, PATIENCE_S) is None

    asyncio.run(story())


def test_a_bug_is_raised_and_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise RuntimeError("a bug")

    async def story() -> None:
        monkeypatch.setattr(serial, "candidates", broken)
        async for event in SerialBoard().events():
            raise AssertionError(event)

    with pytest.raises(RuntimeError, match="a bug"):
        asyncio.run(story())


def test_a_frame_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="this one has 74"):
        asyncio.run(SerialBoard().show(DARK[:-1]))


def test_lights_alone_do_not_need_an_open_port() -> None:
    """Shown before the board is found, they are its first lights."""

    async def story() -> None:
        board = Pretender(polite)
        host = SerialBoard(board.path)
        await host.show(RED)
        async with Listener(host) as listener:
            await listener.hears_a(BoardFound)
            await becomes(lambda: any(frame.type == Lights.TYPE for frame in board.heard))
            lit = next(frame for frame in board.heard if frame.type == Lights.TYPE)
            assert lit.payload == RED
        board.close()

    asyncio.run(story())
