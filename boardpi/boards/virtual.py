"""The virtual board: hands at the page set its archers, and its reeds can misbehave in real time.

The reeds are those of every simulated board (`sim.reeds`), driven by the clock of the loop: a fault
is the same here, in the demonstration, in the tests and on every device that shows the page.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

from boardpi.boards.board import DARK, BoardEvent, Frame, check_frame
from boardpi.clock import now_ms
from boardpi.rules import Position
from boardpi.rules.holes import ALL
from boardpi.sim.archers import Archers
from boardpi.sim.faults import SOUND, Faults
from boardpi.sim.reeds import SimulatedReeds
from boardpi.table.events import BoardFound, BoardLost, Held, Pressed, Sensed

WHAT = "the virtual board on the page"
PULLED = "the cable of the virtual board was pulled on the page"


class VirtualBoard:
    """Archers that are set by messages, on reeds that may be bad."""

    name = "virtual"

    def __init__(self, mask: int, faults: Faults = SOUND, *, seed: int = 0) -> None:
        self.archers = Archers(mask)
        self.standing = mask  # where archers stand, whatever the reeds show
        self.frame: Frame = DARK
        self.is_plugged = True
        self._down_ms: int | None = None  # since when the button is held
        self._reeds = SimulatedReeds(mask, faults, seed=seed, ms=now_ms())
        self._timer: asyncio.TimerHandle | None = None  # while reeds change without hands
        self._told: asyncio.Queue[BoardEvent | None] = asyncio.Queue()

    @property
    def mask(self) -> int:
        """What the reeds show."""
        return self._reeds.mask

    @property
    def faults(self) -> Faults:
        """How the reeds misbehave."""
        return self._reeds.faults

    async def events(self) -> AsyncIterator[BoardEvent]:
        """Begins with the whole mask."""
        self._meet()
        while (event := await self._told.get()) is not None:
            yield event

    async def show(self, frame: Frame) -> None:
        """The page paints roles by itself; the frame is kept for whoever wants to see it."""
        check_frame(frame)
        self.frame = frame

    async def close(self) -> None:
        """Ends `events`."""
        if self._timer is not None:
            self._timer.cancel()
        self._told.put_nowait(None)

    # -- hands -----------------------------------------------------------------------------------

    def sense(self, mask: int) -> None:
        """These holes have an archer now."""
        mask &= ALL
        self.archers.follow(mask)
        self._stand(mask)

    def bring(self, moves: Mapping[str, str]) -> None:
        """These archers go to these places, all at once."""
        self.archers.bring(moves)
        self._stand(self.archers.mask)
        self._show_archers()

    def set_up(self, position: Position) -> None:
        """All archers go where the position has them."""
        self.archers.stand(position)
        self._stand(self.archers.mask)
        self._show_archers()

    def press(self, held_ms: int) -> None:
        """The button was let go after so long."""
        self._run()
        self._tell(Pressed(self._reeds.ms, held_ms))

    def hold(self, is_down: bool) -> None:
        """The button goes down, or is let go."""
        self._run()
        if is_down and self._down_ms is None:
            self._down_ms = self._reeds.ms
            self._tell(Held(self._reeds.ms))
        elif not is_down and self._down_ms is not None:
            self._tell(Pressed(self._reeds.ms, self._reeds.ms - self._down_ms))
            self._down_ms = None

    def plug(self, is_plugged: bool) -> None:
        """Pull the cable, or put it back."""
        if is_plugged == self.is_plugged:
            return
        self._run()
        if is_plugged:
            self.is_plugged = True
            self._meet()
        else:
            self._tell(BoardLost(self._reeds.ms, PULLED))
            self.is_plugged = False

    def misbehave(self, faults: Faults) -> None:
        """The reeds have these faults from now on."""
        self._run()
        self._reeds.faults = faults
        self._run()
        self._show_archers()

    # -- reeds -----------------------------------------------------------------------------------

    def _stand(self, mask: int) -> None:
        changed, self.standing = mask ^ self.standing, mask
        self._reeds.follow(changed, mask, now_ms())
        self._run()

    def _show_archers(self) -> None:
        """The same mask again: whoever watches hears that the board looks different now."""
        self._tell(Sensed(self._reeds.ms, self.mask))

    def _meet(self) -> None:
        self._run()
        self._tell(BoardFound(self._reeds.ms, WHAT))
        self._tell(Sensed(self._reeds.ms, self.mask))

    def _run(self) -> None:
        """Let the reeds do what was due until now, and wake up for what comes next."""
        for scan in self._reeds.advance(now_ms()):
            self._tell(Sensed(scan.ms, scan.mask))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (due_ms := self._reeds.due_ms) is not None:
            wait_s = (due_ms - self._reeds.ms) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._run)

    def _tell(self, event: BoardEvent) -> None:
        if self.is_plugged:
            self._told.put_nowait(event)
