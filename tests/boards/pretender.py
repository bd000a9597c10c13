"""A pty with a board on it that only pretends: for what the emulator cannot misbehave like."""

from __future__ import annotations

import asyncio
import os
import tty
from collections.abc import Callable

from boardpi.boards.serial.link.frames import Decoder, Frame

Answer = Callable[[Frame], bytes]


class Pretender:
    """Answers frames as it is told; use it inside a running loop."""

    def __init__(self, answer: Answer) -> None:
        self.heard: list[Frame] = []
        self._answer = answer
        self._decoder = Decoder()
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        asyncio.get_running_loop().add_reader(self._master, self._read)

    def say(self, data: bytes) -> None:
        os.write(self._master, data)

    def turn_deaf(self) -> None:
        """Read nothing any more."""
        asyncio.get_running_loop().remove_reader(self._master)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)

    def _read(self) -> None:
        for frame in self._decoder.take(os.read(self._master, 4096)):
            self.heard.append(frame)
            self.say(self._answer(frame))
