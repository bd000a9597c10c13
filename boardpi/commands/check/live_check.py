"""A check in real time: of a real board, or of the emulated one with a simulated maker."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from typing import Any, Final

from boardpi.boards.board import Board
from boardpi.boards.build import NoSuchBoard, build_board
from boardpi.boards.emulator import EmulatorBoard
from boardpi.check.events import ANSWERS
from boardpi.check.plan import CheckPlan
from boardpi.commands.check.check_screen import CheckScreen
from boardpi.commands.check.emulated_maker import EmulatedMaker
from boardpi.commands.terminal.files import CommandError
from boardpi.config import Config
from boardpi.daemon.activities.check import CheckActivity
from boardpi.daemon.activities.check_reports import checks_folder, has_probe, identify
from boardpi.daemon.inbox import Errand, Inbox, Wish
from boardpi.daemon.painter import Painter
from boardpi.documents import Json
from boardpi.sim.miswired_board import Wiring
from boardpi.table.events import BoardLost, Event, Sensed
from boardpi.table.themes import find_theme

FOUND_S: Final = 20  # a Nano takes two seconds after its port was opened


async def check_board(config: Config, plan: CheckPlan, wiring: Wiring, screen: CheckScreen) -> Json:
    """A real board, or the emulated one with a simulated maker."""
    try:
        board = build_board(config.board, 0, config.table.settle_ms)
        return await LiveCheck(config, board, replace(plan, has_probe=has_probe(board))).run(
            wiring, screen
        )
    except (NoSuchBoard, FileNotFoundError) as error:
        raise CommandError(str(error)) from None


class LiveCheck:
    """A board on the maker's table, with nothing but a check to do."""

    def __init__(self, config: Config, board: Board, plan: CheckPlan) -> None:
        self.config, self.board = config, board
        self.inbox = Inbox()
        self.painter = Painter(board, find_theme(config.table.theme), plan.budget_ma)
        self.checking = self._prepare(plan)

    def _prepare(self, plan: CheckPlan) -> CheckActivity:
        is_real = self.config.board.kind != "emulator"
        return CheckActivity(
            plan,
            self.board,
            self.painter,
            self.inbox,
            folder=checks_folder(self.config) if is_real else None,
            identify=lambda: identify(self.board, self.config.board),
            on_over=self.inbox.close,
        )

    async def run(self, wiring: Wiring, screen: CheckScreen) -> Json:
        """From the first scan to the report; Ctrl+C reports what was seen so far."""
        works = [self.inbox.follow(self.board), self.painter.move(), *self._hands(wiring)]
        tasks = [asyncio.create_task(work) for work in works]
        try:
            with self._keys():
                await self._follow(screen)
        except asyncio.CancelledError:
            await self._stop()
        finally:
            await self._put_away(tasks)
        assert self.checking.report is not None
        return self.checking.report

    async def _stop(self) -> None:
        if self.checking.check is None:
            raise KeyboardInterrupt
        await self.checking.tell("stop")

    async def _put_away(self, tasks: list[asyncio.Task[None]]) -> None:
        with contextlib.suppress(Exception):  # a board that is gone cannot be darkened
            await self.painter.darken()
        for task in tasks[1:]:
            task.cancel()
        await self.board.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hands(self, wiring: Wiring) -> list[Coroutine[Any, Any, None]]:
        if self.config.board.kind != "emulator":
            return []
        assert isinstance(self.board, EmulatorBoard)
        return [EmulatedMaker(self.board, wiring).follow(lambda: self.checking.check)]

    async def _follow(self, screen: CheckScreen) -> None:
        why = "it does not answer"
        deadline = asyncio.get_running_loop().time() + FOUND_S
        events = self.inbox.events()
        while True:
            try:
                limit = None if self.checking.check else deadline
                async with asyncio.timeout_at(limit):
                    event = await anext(events)
            except StopAsyncIteration:
                return
            except TimeoutError:
                raise CommandError(f"no board to check: {why}") from None
            if self.checking.check is not None:
                await self._take(event)
            elif isinstance(event, Sensed):
                await self.checking.arrive(event.mask)
            elif isinstance(event, BoardLost):
                why = event.why
            if self.checking.check is not None:
                screen.show(self.checking.check)

    async def _take(self, event: Event | Wish | Errand) -> None:
        if isinstance(event, Errand):
            await event.work()
            event.done.set_result(None)
        elif not isinstance(event, Wish):
            await self.checking.take(event)

    @contextlib.contextmanager
    def _keys(self) -> Iterator[None]:
        """What is typed goes to the check; nothing where there is no terminal."""
        if not sys.stdin.isatty():
            yield
            return
        loop = asyncio.get_running_loop()
        loop.add_reader(sys.stdin, self._hear_line)
        try:
            yield
        finally:
            loop.remove_reader(sys.stdin)

    def _hear_line(self) -> None:
        line = sys.stdin.readline()
        if not line:  # Ctrl+D: from now on the board's button is enough
            asyncio.get_running_loop().remove_reader(sys.stdin)
            return
        word = line.strip().lower() or "go"
        if word in ANSWERS and self.checking.check is not None:
            self._said = asyncio.ensure_future(self.inbox.run(lambda: self.checking.tell(word)))
