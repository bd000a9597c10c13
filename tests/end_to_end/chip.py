"""The real ELF at the speed of a real chip, behind a pty, with everything on its wires noted."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from boardpi.boards.emulator import colours_of
from boardpi.boards.serial.link.frames import Decoder
from boardpi.boards.serial.link.messages import Lights, parse_message
from tests.hardware.bench import BENCH, ELF, START
from tests.patience import PATIENCE_S

BOOTLOADER_MS = 50


class Lit(NamedTuple):
    """Colours of all holes and the emulated moment at which their first bit was on the wire."""

    us: float
    colours: bytes


class Chip:
    """Orders go in; what the pixels showed and what the host asked for come out."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.us = 0.0
        self._heard_s = time.monotonic()
        self.shown: list[Lit] = []  # decoded from the pixels' wire
        self.asked: list[Lit] = []  # decoded from what the host wrote
        self.resets: list[float] = []
        self.faults: list[dict[str, Any]] = []
        self._decoder = Decoder()
        self._bench = subprocess.Popen(
            [BENCH, ELF, link, str(BOOTLOADER_MS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._listener = Thread(target=self._listen)
        self._listener.start()

    @property
    def now_us(self) -> float:
        """The emulated moment, as far as the wall clock tells."""
        return self.us + (time.monotonic() - self._heard_s) * 1e6

    def order(self, do: str, **values: object) -> None:
        """See firmware/emulator/README.md."""
        assert self._bench.stdin
        self._bench.stdin.write(json.dumps({"do": do, **values}) + "\n")

    def stop(self) -> None:
        self.order("stop")
        self._listener.join(PATIENCE_S)
        assert self._bench.stdin
        assert self._bench.stdout
        self._bench.stdin.close()
        self._bench.stdout.close()
        self._bench.wait(PATIENCE_S)

    def _listen(self) -> None:
        assert self._bench.stdout
        for line in self._bench.stdout:
            self._hear(json.loads(line))

    def _hear(self, said: dict[str, Any]) -> None:
        if "us" in said:
            self.us, self._heard_s = said["us"], time.monotonic()
        if "heard" in said:
            frames = self._decoder.take(bytes.fromhex(said["heard"]))
            messages = [parse_message(frame) for frame in frames]
            self.asked += [Lit(self.us, m.colours) for m in messages if isinstance(m, Lights)]
        elif "strip" in said and said["bits"] == 600:
            self.shown.append(Lit(said["began_us"], colours_of(bytes.fromhex(said["strip"]))))
        elif "reset" in said:
            self.resets.append(self.us)
        elif "port" not in said:
            self.faults.append(said)


@contextmanager
def chip(folder: Path) -> Iterator[Chip]:
    """A board on which both first rows stand, with the host's words noted."""
    running = Chip(folder / "port")
    running.order("listen")
    running.order("reeds", mask=START)
    try:
        yield running
    finally:
        running.stop()
