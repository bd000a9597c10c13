"""The small parts around the loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from pathlib import Path

import pytest

from boardpi.boards.board import DARK, Frame
from boardpi.boards.build import NoSuchBoard, _build, build_board
from boardpi.boards.virtual import VirtualBoard
from boardpi.club import open_book
from boardpi.config import BoardConfig, Config
from boardpi.daemon.assemble import build_beeper, build_table, open_lock
from boardpi.daemon.game_clock import GameClock
from boardpi.daemon.inbox import Inbox
from boardpi.daemon.logs import Ration, TextLines
from boardpi.daemon.page.settings import recall, remember
from boardpi.daemon.painter import Painter
from boardpi.daemon.resume import resume
from boardpi.daemon.systemd import keep_watchdog, notify, watchdog_seconds
from boardpi.rules import START, Hole, parse_move, rule_set
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed, Woke
from boardpi.table.facts import Moved, NewGame, Restored, TakenBack, WentAstray
from boardpi.table.table import DARK as NO_LIGHTS
from boardpi.table.themes import find_theme
from tests.patience import PATIENCE_S


class Film(VirtualBoard):
    """A board that keeps every frame."""

    def __init__(self) -> None:
        super().__init__(START.occupied)
        self.frames: list[Frame] = []
        self.three = asyncio.Event()

    async def show(self, frame: Frame) -> None:
        await super().show(frame)
        self.frames.append(frame)
        if len(self.frames) >= 3:
            self.three.set()


def lights(hole: str, role: str) -> tuple[str | None, ...]:
    shown = list(NO_LIGHTS)
    shown[Hole(hole)] = role
    return tuple(shown)


def test_what_moves_is_painted_again_and_again() -> None:
    async def story() -> None:
        film = Film()
        painter = Painter(film, find_theme("default"), 500)
        moving = asyncio.create_task(painter.move())
        await painter.show(lights("c3", "refused"), START)
        await asyncio.wait_for(film.three.wait(), PATIENCE_S)
        moving.cancel()
        assert len(set(film.frames)) >= 2
        assert film.frames[0] != DARK, "every motion begins at its brightest"

    asyncio.run(story())


def test_a_still_picture_is_painted_once() -> None:
    async def story() -> None:
        film = Film()
        painter = Painter(film, find_theme("default"), 500)
        moving = asyncio.create_task(painter.move())
        await painter.show(lights("c3", "target"), START)
        await painter.show(lights("c3", "target"), START)
        await asyncio.sleep(0.2)
        assert len(film.frames) == 1
        painter.forget()
        await painter.show(lights("c3", "target"), START)
        assert len(film.frames) == 2, "a board that was away is shown everything anew"
        await painter.darken()
        assert film.frames[-1] == DARK
        moving.cancel()

    asyncio.run(story())


def test_the_virtual_board_tells_masks_and_faults() -> None:
    async def story() -> None:
        board = VirtualBoard(START.occupied)
        told = board.events()
        assert isinstance(await anext(told), BoardFound)
        first = await anext(told)
        assert isinstance(first, Sensed)
        assert first.mask == START.occupied
        board.sense(START.occupied)  # nothing changed: nothing is told
        board.sense(1)
        board.press(40)
        board.plug(False)
        board.sense(3)
        board.press(50)
        board.plug(True)
        kinds = [type(await anext(told)) for _ in range(5)]
        assert kinds == [Sensed, Pressed, BoardLost, BoardFound, Sensed]
        assert board.mask == 3
        await board.close()
        assert [event async for event in told] == []

    asyncio.run(story())


def test_the_clock_wakes_once_and_only_for_the_last_wish() -> None:
    async def story() -> None:
        inbox = Inbox()
        inbox.wake_at(10**12)
        inbox.wake_at(0)
        async for event in inbox.events():
            assert isinstance(event, Woke)
            inbox.close()

    asyncio.run(story())


def test_what_breaks_the_board_ends_the_loop() -> None:
    class Broken(VirtualBoard):
        async def events(self):  # type: ignore[no-untyped-def]  # a generator that only raises
            raise OSError("the chip is gone")
            yield

    async def story() -> None:
        inbox = Inbox()
        await inbox.follow(Broken(0))
        with pytest.raises(OSError, match="the chip is gone"):
            async for _ in inbox.events():
                pass

    asyncio.run(story())


def test_choices_hold_until_the_configuration_says_something_new() -> None:
    memory = Memory()
    assert recall(memory, "help", "lift") == "lift"
    remember(memory, "help", "lift", "full")
    assert recall(memory, "help", "lift") == "full"
    assert recall(memory, "help", "off") == "off"
    memory.put("table.help", "{")
    assert recall(memory, "help", "lift") == "lift"


def test_the_clock_of_the_game() -> None:
    clock = GameClock()
    clock.heed(NewGame(10_000, START, "over"))
    assert (clock.played_ms(15_000), clock.is_running) == (0, False)
    move = parse_move("b1-d2")
    clock.heed(Moved(20_000, move, START))
    clock.heed(Moved(23_000, move, START))
    assert clock.stamps == [10_000, 13_000]
    assert (clock.played_ms(30_000), clock.is_running) == (10_000, True)
    clock.heed(TakenBack(31_000, 1, START))
    assert clock.stamps == [10_000]
    resumed = GameClock([10_000, 13_000], is_over=True)
    assert (resumed.played_ms(10**9), resumed.is_running) == (3_000, False)


def test_boards_that_are_not_in_this_boardpi() -> None:
    with pytest.raises(
        NoSuchBoard, match=r"'marble' needs the Python package 'boardpi\.boards\.marble'"
    ):
        _build("marble", "MarbleBoard")
    assert build_board(BoardConfig(), START.occupied, 10).name == "virtual"


@pytest.mark.parametrize(
    ("kind", "table_ms"), [("virtual", 10), ("gpio", 10), ("emulator", 0), ("serial", 0)]
)
def test_a_reed_settles_on_the_board_or_at_the_table(
    tmp_path: Path, kind: str, table_ms: int
) -> None:
    config = Config(board=BoardConfig(kind, "/dev/null"))
    start = resume(tmp_path / "book.sqlite", rule_set(config.table.rules), "Table")
    assert build_table(config, start).timing.settle_ms == table_ms
    start.keeper.book.close()


class Buzzer(VirtualBoard):
    """A board that can be heard."""

    def __init__(self) -> None:
        super().__init__(0)
        self.beeps: list[int] = []

    def buzz(self, ms: int) -> None:
        self.beeps.append(ms)


def test_only_what_must_be_mended_beeps() -> None:
    board = Buzzer()
    (beeper,) = build_beeper(Config(board=BoardConfig(beep_ms=8)), board)

    async def listen() -> None:
        beeper.tell(Moved(0, parse_move("b1-d2"), START))
        beeper.tell(Restored(0))
        beeper.look()
        assert board.beeps == []
        beeper.tell(WentAstray(0, 1, 2))
        assert beeper._playing is not None
        await beeper._playing

    asyncio.run(listen())
    assert board.beeps == [8, 8, 8]


def test_nothing_beeps_unless_it_is_wanted_and_can() -> None:
    assert build_beeper(Config(), Buzzer()) == []
    assert build_beeper(Config(board=BoardConfig(beep_ms=80)), VirtualBoard(0)) == []


class Memory(dict[str, str]):
    def put(self, name: str, value: str) -> None:
        self[name] = value

    def forget(self, name: str) -> None:
        del self[name]


def test_without_systemd_nobody_is_told() -> None:
    assert notify("READY=1", {}) is False
    assert watchdog_seconds({}) is None
    assert watchdog_seconds({"WATCHDOG_USEC": "2000000"}) == 2.0
    assert watchdog_seconds({"WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"}) is None


def test_a_pin_without_a_place_to_keep_it(tmp_path: Path) -> None:
    (tmp_path / "book.sqlite.secret").mkdir()  # a file can be neither read nor written there
    with open_book(tmp_path / "book.sqlite") as book:
        lock = open_lock(book, tmp_path / "book.sqlite")
        assert lock.first_pin is not None
        lock.close()


def test_systemd_that_does_not_listen_ends_nothing(tmp_path: Path) -> None:
    assert notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")}) is False


def test_a_flood_of_lines_is_rationed() -> None:
    now = [0.0]
    ration = Ration(lambda: now[0])

    def tell(line: int, **more: object) -> bool:
        record = logging.LogRecord("boardpi", logging.ERROR, "x.py", line, "bad %d", (1,), None)
        record.__dict__.update(more)
        return ration.filter(record)

    assert sum(tell(1) for _ in range(1000)) == 10
    assert tell(2), "another kind has its own measure"
    assert all(tell(1, fact={}) for _ in range(100)), "facts of the table are never left out"
    now[0] += 10
    record = logging.LogRecord("boardpi", logging.ERROR, "x.py", 1, "bad %d", (1,), None)
    assert ration.filter(record)
    assert record.getMessage() == "bad 1 (and 990 more like this, left out)"
    assert not tell(1)


def test_lines_of_the_journal_carry_their_level() -> None:
    record = logging.LogRecord("boardpi.book", logging.ERROR, "", 0, "full\nindeed", None, None)
    assert TextLines(in_journal=True).format(record) == "<3>book: error: full\n indeed"
    assert TextLines(in_journal=False).format(record).endswith(" book: error: full\nindeed")


def test_a_loop_that_hangs_falls_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "20000")
    monkeypatch.delenv("WATCHDOG_PID", raising=False)

    async def story(line: socket.socket) -> None:
        loop, feeding = asyncio.get_running_loop(), asyncio.create_task(keep_watchdog())
        for _ in range(3):
            assert await loop.sock_recv(line, 100) == b"WATCHDOG=1"
        with contextlib.suppress(BlockingIOError):
            while line.recv(100):
                pass
        time.sleep(0.5)  # the loop hangs for 25 intervals
        with pytest.raises(BlockingIOError):
            line.recv(100)
        assert await loop.sock_recv(line, 100) == b"WATCHDOG=1", "and it speaks again"
        feeding.cancel()

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        asyncio.run(story(line))
