"""A Pi made of software: gpiozero's mock pins with the reed matrix wired to them, faults and all.

`Circuit` is the wood and the wires, `CircuitFactory` gives gpiozero its pins, `MockPi` puts them
together with a chain of pixels that listens on the SPI line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiBoardInfo

from boardpi.boards.board import Frame
from boardpi.boards.emulator import colours_of
from boardpi.boards.gpio.header import PinHeader, PinWiring
from boardpi.boards.gpio.pixels import SPI_HZ, SpidevPixels
from tests.boards.wire import read_strip

PI_3 = PiBoardInfo.from_revision(0xA02082)


@dataclass
class Flaws:
    """What a maker can get wrong. Masks name holes, bit 0 = a1."""

    no_diode: int = 0
    turned_diode: int = 0
    stuck_open: int = 0
    stuck_closed: int = 0
    swapped_rows: tuple[int, int] | None = None
    swapped_columns: tuple[int, int] | None = None
    no_pull_up: frozenset[int] = frozenset()  # columns that float when nothing pulls them low
    rise_us: float = 0.0  # how long a column needs to become high again
    is_gone: bool = False  # the chip answers no more


class Circuit:
    """Reeds, diodes and wires; `wait` lets its time pass."""

    def __init__(self, wiring: PinWiring | None = None, flaws: Flaws | None = None) -> None:
        self.wiring = wiring or PinWiring()
        self.flaws = flaws or Flaws()
        self.is_pressed = False
        self.is_sounding = False
        self.sounded = 0
        self.us = 0.0
        self.scans = 0
        self._mask = 0
        self._bounces: deque[int] = deque()  # masks of the next scans, before all is still
        self._random = Random(0)
        self._low: int | None = None  # the row that is pulled low now
        self._pulled_us: dict[int, float] = {}  # when each column was pulled low last

    # ── hands ────────────────────────────────────────────────────────────────────────────────────

    def set_archers(self, mask: int, bounces: int = 0) -> None:
        """These holes have an archer; the reeds that change flutter for so many scans."""
        changed = mask ^ self._mask
        self._bounces = deque(mask ^ changed & self._random.getrandbits(25) for _ in range(bounces))
        self._mask = mask

    @property
    def closed(self) -> int:
        """Which reeds conduct at this moment."""
        mask = self._bounces[0] if self._bounces else self._mask
        return mask & ~self.flaws.stuck_open | self.flaws.stuck_closed

    def wait(self, seconds: float) -> None:
        self.us += seconds * 1e6

    # ── what the pins do and see ─────────────────────────────────────────────────────────────────

    def check(self) -> None:
        if self.flaws.is_gone:
            raise OSError(5, "Input/output error")

    def drive(self, pin: int, is_low: bool) -> None:
        """A pin begins or ceases to pull low."""
        if pin == self.wiring.buzzer:
            return
        assert pin in self.wiring.rows, f"GPIO {pin} is no row and must not be driven"
        self._remember_pulled()
        row = _swap(self.wiring.rows.index(pin), self.flaws.swapped_rows)
        if is_low:
            assert self._low is None, "the row before was not released"
            self._low = row
            self._count_scan(row)
        else:
            self._low = None

    def level(self, pin: int, pull: str) -> bool:
        """What an input reads."""
        if pin == self.wiring.button:
            return pull == "up" and not self.is_pressed
        column = _swap(self.wiring.columns.index(pin), self.flaws.swapped_columns)
        if column in self._pulled():
            return False
        if self.us - self._pulled_us.get(column, float("-inf")) < self.flaws.rise_us:
            return False
        if pull != "up" or column in self.flaws.no_pull_up:
            return self._random.random() < 0.5
        return True

    def _count_scan(self, row: int) -> None:
        if row == _swap(0, self.flaws.swapped_rows):
            self.scans += 1
            if self._bounces:
                self._bounces.popleft()

    def _remember_pulled(self) -> None:
        self._pulled_us |= dict.fromkeys(self._pulled(), self.us)

    def _pulled(self) -> frozenset[int]:
        flaws = self.flaws
        return pulled_columns(self.closed, flaws.no_diode, flaws.turned_diode, self._low)


@lru_cache
def pulled_columns(closed: int, no_diode: int, turned: int, low: int | None) -> frozenset[int]:
    """The columns from which current finds a way to the row that is pulled low.

    The way is walked backwards from that row. Current flows from column to row through a diode,
    from row to column through one turned round, and both ways where there is none.
    """
    if low is None:
        return frozenset()
    to_row, to_column = closed & ~turned | closed & no_diode, closed & (turned | no_diode)
    rows, columns, fresh = {low}, set[int](), True
    while fresh:
        more_columns = {c for r in rows for c in range(5) if to_row >> 5 * r + c & 1} - columns
        columns |= more_columns
        more_rows = {r for c in columns for r in range(5) if to_column >> 5 * r + c & 1} - rows
        rows |= more_rows
        fresh = bool(more_columns or more_rows)
    return frozenset(columns)


def _swap(number: int, pair: tuple[int, int] | None) -> int:
    if pair is None or number not in pair:
        return number
    return pair[1] if number == pair[0] else pair[0]


class CircuitPin(MockPin):  # type: ignore[misc]  # gpiozero ships no types
    """A mock pin whose wire leads into the circuit."""

    _function: str

    def close(self) -> None:
        """Quietly, also when the chip is gone: gpiozero closes again in its destructors."""
        if self._function == "output":
            self.factory.circuit.drive(self._number, is_low=False)
        self._function = "input"

    def _set_function(self, value: str) -> None:
        self.factory.circuit.check()
        if self._function == "output" and value == "input":
            self.factory.circuit.drive(self._number, is_low=False)
        self._function = value

    def _set_pull(self, value: str) -> None:
        self._pull = value

    def _set_state(self, value: float) -> None:
        circuit = self.factory.circuit
        circuit.check()
        if self._number == circuit.wiring.buzzer:
            circuit.sounded += bool(value) and not circuit.is_sounding
            circuit.is_sounding = bool(value)
        super()._set_state(value)

    def _get_state(self) -> bool:
        self.factory.circuit.check()
        if self._function == "output":
            return bool(self._state)
        return bool(self.factory.circuit.level(self._number, self._pull))


class CircuitFactory(MockFactory):  # type: ignore[misc]  # gpiozero ships no types
    """Pins of a mock Pi 3, wired to a circuit."""

    def __init__(self, circuit: Circuit) -> None:
        super().__init__(pin_class=CircuitPin)
        self.chip = 0
        self._info = PI_3  # working it out anew takes longer than a scan
        self.circuit = circuit


class CircuitPins:
    """The same circuit as lgpio has it: rows claimed once, columns read together."""

    def __init__(self, circuit: Circuit) -> None:
        circuit.check()
        self._circuit = circuit
        self._inputs: Sequence[int] = ()
        self._low: int | None = None

    def claim_open_drain(self, pin: int) -> None:
        self._circuit.check()
        assert pin in self._circuit.wiring.rows

    def claim_inputs(self, pins: Sequence[int]) -> None:
        self._circuit.check()
        self._inputs = pins

    def drive(self, pin: int, *, low: bool) -> None:
        self._circuit.check()
        self._circuit.drive(pin, is_low=low)
        self._low = pin if low else None

    def read(self) -> int:
        self._circuit.check()
        levels = [self._circuit.level(pin, "up") for pin in self._inputs]
        return sum(level << place for place, level in enumerate(levels))

    def close(self) -> None:
        if self._low is not None:
            self._circuit.drive(self._low, is_low=False)
            self._low = None


@dataclass
class Chain:
    """The far end of the SPI line: pixels that take in a bit stream as real ones do."""

    frames: list[Frame] = field(default_factory=list)
    is_gone: bool = False

    def writebytes2(self, data: bytes) -> None:
        if self.is_gone:
            raise OSError(19, "No such device")
        self.frames.append(colours_of(read_strip(data, SPI_HZ)))

    def close(self) -> None:
        if self.is_gone:
            raise OSError(19, "No such device")


class MockPi:
    """The whole direct build. `open` is what a GpioBoard opens."""

    def __init__(self, wiring: PinWiring | None = None, flaws: Flaws | None = None) -> None:
        self.wiring = wiring or PinWiring()
        self.circuit = Circuit(self.wiring, flaws)
        self.chain = Chain()

    def open(self, **matrix: Any) -> PinHeader:
        pixels = SpidevPixels(self.chain)
        factory, pins = CircuitFactory(self.circuit), partial(CircuitPins, self.circuit)
        return PinHeader(self.wiring, factory, pixels, pins, **matrix)
