"""Everything that the direct build hangs on the Pi's header: reeds, button, buzzer, pixels."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from boardpi.boards.board import Frame
from boardpi.boards.gpio.fitness import require_pins
from boardpi.boards.gpio.machine import HardwareError, Machine
from boardpi.boards.gpio.pixels import Pixels, open_pixels
from boardpi.boards.pins import MATRIX, PI_BUTTON, PI_BUZZER, PI_COLUMNS, PI_PIXELS, PI_ROWS

SETTLE_US: Final = 30  # at least, before a row is read


class Matrix:
    """The 5×5 reeds: reads which are closed. One thread at a time.

    A diode at each reed lets current flow from its column to its row only. So one row after the
    other is pulled low, and the columns that follow it have a closed reed there. Rows are never
    driven high: two reeds closed in one column would short one row against another.

    Rows are claimed once as open drain and columns as one group, by lgpio: gpiozero would claim a
    row anew at each change of direction, and read columns one by one (docs/decisions/0164).
    """

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        pins: GroupedPins,
        *,
        settle_us: int = SETTLE_US,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._rows, self._pins, self._wait = rows, pins, wait
        self._settle_s = settle_us / 1e6
        self._bits = {place: 1 << hole for hole, place in enumerate(MATRIX)}
        try:
            for row in rows:
                pins.claim_open_drain(row)
            pins.claim_inputs(columns)
        except BaseException:
            self.close()
            raise

    def scan(self) -> int:
        """The mask of all closed reeds, bit 0 = a1."""
        mask = 0
        for number, row in enumerate(self._rows):
            self._pins.drive(row, low=True)
            try:
                self._wait(self._settle_s)
                levels = self._pins.read()
            finally:
                self._pins.drive(row, low=False)
            for column in range(len(self._rows)):
                if not levels >> column & 1:
                    mask |= self._bits[number, column]
        return mask

    def close(self) -> None:
        """Lets all pins float."""
        self._pins.close()


class GroupedPins(Protocol):
    """Pins that are claimed once."""

    def claim_open_drain(self, pin: int) -> None:
        """From now on it is low or floats, and floats at first."""
        ...

    def claim_inputs(self, pins: Sequence[int]) -> None:
        """These are read together, with pull-ups."""
        ...

    def drive(self, pin: int, *, low: bool) -> None:
        """Pull an open drain low, or let it go."""
        ...

    def read(self) -> int:
        """The levels of the inputs, bit 0 = the first."""
        ...

    def close(self) -> None:
        """Let all of them float."""
        ...


class LgpioPins:
    """Pins of a gpiochip, by lgpio. Closing the chip frees all that was claimed on it."""

    def __init__(self, chip: int) -> None:
        import lgpio

        self._lgpio = lgpio
        self._handle: int | None = lgpio.gpiochip_open(chip)
        self._first = -1

    def claim_open_drain(self, pin: int) -> None:
        flags = self._lgpio.SET_OPEN_DRAIN | self._lgpio.SET_PULL_NONE
        self._lgpio.gpio_claim_output(self._handle, pin, 1, flags)

    def claim_inputs(self, pins: Sequence[int]) -> None:
        self._lgpio.group_claim_input(self._handle, list(pins), self._lgpio.SET_PULL_UP)
        self._first = pins[0]

    def drive(self, pin: int, *, low: bool) -> None:
        self._lgpio.gpio_write(self._handle, pin, int(not low))

    def read(self) -> int:
        _, levels = self._lgpio.group_read(self._handle, self._first)
        return int(levels)

    def close(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            self._lgpio.gpiochip_close(handle)


@dataclass(frozen=True, slots=True)
class PinWiring:
    """Which pins carry what, by their BCM numbers, and how the chain of pixels is driven."""

    rows: tuple[int, ...] = PI_ROWS
    columns: tuple[int, ...] = PI_COLUMNS
    pixels: int = PI_PIXELS
    button: int = PI_BUTTON
    buzzer: int = PI_BUZZER
    pixels_driver: str = "auto"
    pixels_order: str = "grb"
    settle_us: int = SETTLE_US


class PinHeader:
    """The open hardware. All failures are `HardwareError`s; one thread at a time."""

    def __init__(
        self,
        wiring: PinWiring,
        factory: Any,
        pixels: Pixels,
        open_pins: Callable[[], GroupedPins],
        **matrix: Any,
    ) -> None:
        self.pixels = pixels
        self._factory, self._open_pins = factory, open_pins
        self._parts: list[Any] = [pixels]
        try:
            with complaining():
                self._open(wiring, **matrix)
        except BaseException:
            self.close()
            raise

    def _open(self, wiring: PinWiring, **matrix: Any) -> None:
        from gpiozero import Buzzer, InputDevice

        pins = self._open_pins()
        self._matrix = self._keep(
            Matrix(wiring.rows, wiring.columns, pins, settle_us=wiring.settle_us, **matrix)
        )
        # A gpiozero Button would start its own watch; this one is read with the reeds.
        self._button = self._keep(
            InputDevice(wiring.button, pull_up=True, pin_factory=self._factory)
        )
        self._buzzer = self._keep(Buzzer(wiring.buzzer, pin_factory=self._factory))

    def _keep(self, part: Any) -> Any:
        self._parts.append(part)
        return part

    def scan(self) -> tuple[int, bool]:
        """The mask of the reeds, and whether the button is down."""
        with complaining():
            return self._matrix.scan(), self._button.is_active

    def show(self, frame: Frame) -> None:
        """Light these colours."""
        self.pixels.show(frame)

    def sound(self, is_on: bool) -> None:
        """The buzzer."""
        with complaining():
            self._buzzer.value = is_on

    def close(self) -> None:
        """Let go of all pins, also of those that fail."""
        for part in reversed(self._parts):
            with contextlib.suppress(HardwareError), complaining():
                part.close()
        self._factory.pins.clear()  # a pin that failed to close would be taken for an open one
        with contextlib.suppress(HardwareError), complaining():
            self._factory.close()


Opener = Callable[[], PinHeader]


def open_header(wiring: PinWiring, machine: Machine) -> PinHeader:
    """The hardware of this Pi."""
    require_pins(machine)
    pixels = open_pixels(
        machine, wiring.pixels, driver=wiring.pixels_driver, order=wiring.pixels_order
    )
    try:
        with complaining():
            factory = open_factory()
    except BaseException:
        pixels.close()
        raise
    return PinHeader(wiring, factory, pixels, lambda: LgpioPins(factory.chip))


def open_factory() -> Any:
    """The pins by gpiozero and lgpio; no other library is fallen back to."""
    _import_lgpio()
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def _import_lgpio() -> None:
    """Importing lgpio makes a pipe in `LG_WD` or the working directory, which a service may not
    write, and moves there. It is read once and forgotten.
    """
    if "lgpio" in sys.modules or "LG_WD" in os.environ:
        return
    here = os.getcwd()  # noqa: PTH109 - goes straight back to chdir
    with tempfile.TemporaryDirectory(prefix="boardpi-") as folder:
        os.environ["LG_WD"] = folder
        try:
            import lgpio  # noqa: F401  imported for what it does
        finally:
            del os.environ["LG_WD"]
            os.chdir(here)


@contextlib.contextmanager
def complaining() -> Iterator[None]:
    """What the pins' libraries raise, as a sentence."""
    try:
        yield
    except HardwareError:
        raise
    except Exception as error:
        if isinstance(error, failures()):
            raise HardwareError(_sentence(error)) from error
        raise


def failures() -> tuple[type[Exception], ...]:
    """How hardware fails, in the words of the libraries that are there."""
    from gpiozero import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (OSError, GPIOZeroError, *([lgpio.error] if lgpio else []))


def _sentence(error: Exception) -> str:
    text = str(error).strip("'\"") or type(error).__name__
    if "busy" in text:
        return "another program holds a pin of the board: `gpioinfo` names it"
    return f"the pins of the board fail: {text}"
