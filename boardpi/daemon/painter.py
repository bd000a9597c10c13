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
        self.covering: Lights | None = None  # shown instead of all else
        self._covered_ms = 0
        self._flood: Colour | None = None
        self._frame: Frame | None = None
        self._changed = asyncio.Event()

    async def show(self, lights: Lights, position: Position) -> None:
        """Light these roles from now on."""
        self._lights, self._position, self._since_ms = lights, position, now_ms()
        self._flood = None
        await self._paint(self._since_ms)
        self._changed.set()

    async def cover(self, lights: Lights | None) -> None:
        """Show these roles alone, whatever else is to be shown, until it is uncovered (None)."""
        if lights == self.covering:
            return
        self.covering, self._covered_ms = lights, now_ms()
        await self._paint(now_ms())
        self._changed.set()

    async def flood(self, colour: Colour) -> None:
        """Light all pixels in one colour, beside all roles, until the next `show`."""
        self._lights, self._flood = NO_LIGHTS, colour
        self._changed.set()
        await self._paint(now_ms())

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
            lights, since_ms = self._shown
            due = next_frame_ms(self.theme, lights, now_ms() - since_ms)
            wait = None if due is None else max(0, since_ms + due - now_ms()) / 1000
            try:
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            except TimeoutError:
                await self._paint(now_ms())

    async def darken(self) -> None:
        """Before the end: nothing shines over a table that nobody watches."""
        await self._send(DARK)

    @property
    def _shown(self) -> tuple[Lights, int]:
        """What shines, and since when."""
        if self.covering is not None:
            return self.covering, self._covered_ms
        return self._lights, self._since_ms

    async def _paint(self, now: int) -> None:
        if self._flood is not None and self.covering is None:
            await self._send(flood_frame(self._flood, self._budget_ma))
            return
        lights, since_ms = self._shown
        position, age_ms = self._position, now - since_ms
        await self._send(paint_frame(self.theme, lights, position, age_ms, self._budget_ma))

    async def _send(self, frame: Frame) -> None:
        if frame == self._frame:
            return
        self._frame = frame
        self.frames += 1
        self.last_ms = now_ms()
        await self._board.show(frame)
