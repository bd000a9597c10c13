"""From roles to frames: at once when a role changes, then as often as the theme moves.

A still picture is painted once and costs nothing afterwards.
"""

from __future__ import annotations

import asyncio

from boardpi.boards.board import DARK, Board, Frame
from boardpi.clock import now_ms
from boardpi.rules import START, Position
from boardpi.table.effects import Lights
from boardpi.table.table import DARK as NO_LIGHTS
from boardpi.table.theme import Colour, Theme, flood_frame, next_frame_ms, paint_frame


class Painter:
    """Paints what the table wants to show, in the colours of a theme."""

    def __init__(self, board: Board, theme: Theme, budget_ma: int) -> None:
        self.theme = theme
        self.frames = 0
        self.last_ms: int | None = None
        self._board = board
        self._budget_ma = budget_ma
        self._lights: Lights = NO_LIGHTS
        self._position: Position = START
        self._since_ms = now_ms()
        self._frame: Frame | None = None
        self._changed = asyncio.Event()

    async def show(self, lights: Lights, position: Position) -> None:
        """Light these roles from now on."""
        self._lights, self._position, self._since_ms = lights, position, now_ms()
        await self._paint(0)
        self._changed.set()

    async def flood(self, colour: Colour) -> None:
        """Light all pixels in one colour, beside all roles, until the next `show`."""
        self._lights = NO_LIGHTS
        self._changed.set()
        await self._send(flood_frame(colour, self._budget_ma))

    async def use(self, theme: Theme) -> None:
        """Change the theme."""
        self.theme = theme
        await self.show(self._lights, self._position)

    def forget(self) -> None:
        """The board was away: what it shows is not known."""
        self._frame = None

    async def move(self) -> None:
        """Paint what moves, for ever."""
        while True:
            self._changed.clear()
            due = next_frame_ms(self.theme, self._lights, now_ms() - self._since_ms)
            wait = None if due is None else max(0, self._since_ms + due - now_ms()) / 1000
            try:
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            except TimeoutError:
                await self._paint(now_ms() - self._since_ms)

    async def darken(self) -> None:
        """Before the end: nothing shines over a table that nobody watches."""
        await self._send(DARK)

    async def _paint(self, ms: int) -> None:
        await self._send(paint_frame(self.theme, self._lights, self._position, ms, self._budget_ma))

    async def _send(self, frame: Frame) -> None:
        if frame == self._frame:
            return
        self._frame = frame
        self.frames += 1
        self.last_ms = now_ms()
        await self._board.show(frame)
