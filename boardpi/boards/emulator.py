"""The emulated microcontroller: the real firmware in simavr, with hands that set its reeds.

The bench (firmware/emulator) is a program of its own; this board starts it, talks to its serial
port like to any other, and gives it orders as JSON lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from boardpi.boards.board import BoardEvent, Frame
from boardpi.boards.pins import PIXELS
from boardpi.boards.serial.link.messages import HOLES_MASK, Chatter, Hello, Settings, State
from boardpi.boards.serial.serial_board import SerialBoard
from boardpi.rules import Position
from boardpi.sim.archers import Archers
from boardpi.sim.faults import SOUND, Faults

BUILD = Path(__file__).parents[2] / "firmware" / "build"
BOOTLOADER_MS = 1600


class BenchMissingError(FileNotFoundError):
    """The bench or the firmware has not been built."""


def colours_of(strip: bytes) -> Frame:
    """What the pixels show, hole by hole: the strip has an order of its own, green first.

    >>> strip = bytes(range(75))
    >>> list(colours_of(strip)[15:18])  # a2 is the tenth pixel
    [28, 27, 29]
    """
    colours = bytearray(len(strip))
    for hole, place in enumerate(PIXELS):
        green, red, blue = strip[3 * place : 3 * place + 3]
        colours[3 * hole : 3 * hole + 3] = red, green, blue
    return bytes(colours)


class EmulatorBoard:
    """A serial board whose chip, reeds and pixels are software."""

    name = "emulator"

    def __init__(
        self,
        build: Path = BUILD,
        *,
        mask: int = 0,
        settings: Settings | None = None,
        bootloader_ms: int = BOOTLOADER_MS,
    ) -> None:
        self.shown: Frame | None = None  # decoded from the pixels' wire
        self.notices: list[dict[str, object]] = []  # everything else that the bench said
        self.is_plugged = True
        self.archers = Archers(mask)
        self.standing = mask
        self.faults = SOUND
        self._build = build
        self._bootloader_ms = bootloader_ms
        self._folder = tempfile.TemporaryDirectory(prefix="boardpi-")
        self.link = str(Path(self._folder.name) / "port")
        self.serial = SerialBoard(self.link, settings=settings)
        self._bench: asyncio.subprocess.Process | None = None
        self._listener: asyncio.Task[None] | None = None
        self._plugged = asyncio.Event()
        self._before: list[dict[str, object]] = []
        self.order("reeds", mask=mask)

    @property
    def hello(self) -> Hello | None:
        """What the chip said of itself."""
        return self.serial.hello

    @property
    def state(self) -> State | None:
        """What it last said of its reeds and their wiring."""
        return self.serial.state

    @property
    def chatter(self) -> Chatter | None:
        """How many changes of each hole did not last."""
        return self.serial.chatter

    def ask_chatter(self) -> None:
        """Have these counted again."""
        self.serial.ask_chatter()

    async def events(self) -> AsyncIterator[BoardEvent]:
        await self._start()
        async for event in self.serial.events():
            yield event

    async def show(self, frame: Frame) -> None:
        await self.serial.show(frame)

    async def close(self) -> None:
        await self.serial.close()
        if self._bench:
            self.order("stop")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._bench.wait(), 5)
            if self._bench.returncode is None:
                self._bench.kill()
                await self._bench.wait()
        if self._listener:
            await self._listener
        self._folder.cleanup()

    # -- the page's hands ------------------------------------------------------------------------

    def sense(self, mask: int) -> None:
        """These holes have an archer now."""
        self.archers.follow(mask & HOLES_MASK)
        self._stand(mask & HOLES_MASK)

    def bring(self, moves: Mapping[str, str]) -> None:
        """These archers go to these places, all at once."""
        self.archers.bring(moves)
        self._stand(self.archers.mask)

    def set_up(self, position: Position) -> None:
        """All archers go where the position has them."""
        self.archers.stand(position)
        self._stand(self.archers.mask)

    def _stand(self, mask: int) -> None:
        self.standing = mask
        self.set_reeds(mask)

    def press(self, held_ms: int) -> None:
        """The button is held for so long."""
        self.hold(True)
        asyncio.get_running_loop().call_later(held_ms / 1000, self.hold, False)

    def plug(self, is_plugged: bool) -> None:
        """Pull the cable, or put it back."""
        if is_plugged == self.is_plugged:
            return
        self.is_plugged = is_plugged
        if is_plugged:
            self.order("plug", link=self.link)
        else:
            self.order("unplug")

    def misbehave(self, faults: Faults) -> None:
        """The bench has contacts that stick and chatter; how others bounce is its own."""
        self.faults = faults
        self.order("stick", closed=faults.stuck_closed, open=faults.stuck_open)
        self.order("chatter", mask=faults.chattering, every_us=faults.chatter_ms * 1000)

    # -- hands and faults ------------------------------------------------------------------------

    def set_reeds(self, mask: int, bounce_ms: float = 1.0) -> None:
        """Hands: these holes have an archer now."""
        self.order("reeds", mask=mask, bounce_us=bounce_ms * 1000)

    def hold(self, is_down: bool) -> None:
        """The button."""
        self.order("press", down=is_down)

    def order(self, do: str, **values: object) -> None:
        """Any order of the bench (firmware/emulator/README.md); kept until it has started."""
        order = {"do": do, **values}
        if self._bench is None or self._bench.stdin is None:
            self._before.append(order)
        elif not self._bench.stdin.is_closing():
            self._bench.stdin.write(json.dumps(order).encode() + b"\n")

    # -- the bench -------------------------------------------------------------------------------

    async def _start(self) -> None:
        bench, elf = self._build / "bench", self._build / "boardpi.elf"
        if not (bench.exists() and elf.exists()):
            raise BenchMissingError(f"{bench} or {elf.name} is not built: run `make emulator`")
        self._bench = await asyncio.create_subprocess_exec(
            *(bench, elf, self.link, str(self._bootloader_ms)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            process_group=0,  # Ctrl+C is for the daemon; the bench ends with its orders
        )
        self._listener = asyncio.create_task(self._listen(self._bench))
        for order in self._before:
            self.order(**order)  # type: ignore[arg-type]  # an order is its own keywords
        await self._plugged.wait()

    async def _listen(self, bench: asyncio.subprocess.Process) -> None:
        assert bench.stdout is not None
        try:
            async for line in bench.stdout:
                self._hear(json.loads(line))
        finally:
            self._plugged.set()

    def _hear(self, said: dict[str, object]) -> None:
        strip = said.get("strip")
        if "port" in said:
            self._plugged.set()
        elif isinstance(strip, str) and said["bits"] == 600:
            self.shown = colours_of(bytes.fromhex(strip))
        else:
            self.notices.append(said)
