"""Everything that the direct build hangs on the Pi's header: reeds, button, buzzer, pixels."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

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
    """

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        factory: Any,
        *,
        settle_us: int = SETTLE_US,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settle_s = settle_us / 1e6
        self._wait = wait
        self._devices: list[Any] = []
        try:
            self._rows = [self._open(pin, factory, pull_up=None) for pin in rows]
            self._columns = [self._open(pin, factory, pull_up=True) for pin in columns]
        except BaseException:
            self.close()
            raise
        self._bits = {place: 1 << hole for hole, place in enumerate(MATRIX)}

    def scan(self) -> int:
        """The mask of all closed reeds, bit 0 = a1."""
        mask = 0
        for number, row in enumerate(self._rows):
            row.output_with_state(False)
            try:
                self._wait(self._settle_s)
                for column, pin in enumerate(self._columns):
                    if not pin.state:
                        mask |= self._bits[number, column]
            finally:
                row.function = "input"
        return mask

    def close(self) -> None:
        """Lets all pins float, also those after one that fails."""
        with contextlib.ExitStack() as stack:
            for device in self._devices:
                stack.callback(device.close)

    def _open(self, pin: int, factory: Any, pull_up: bool | None) -> Any:
        """The pin of a device that keeps others from taking it."""
        from gpiozero import InputDevice  # edge events would fire at every scan, so no other kind

        active = None if pull_up else False
        device = InputDevice(pin, pull_up=pull_up, active_state=active, pin_factory=factory)
        self._devices.append(device)
        return device.pin


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

    def __init__(self, wiring: PinWiring, factory: Any, pixels: Pixels, **matrix: Any) -> None:
        self.pixels = pixels
        self._factory = factory
        self._parts: list[Any] = [pixels]
        try:
            with complaining():
                self._open(wiring, **matrix)
        except BaseException:
            self.close()
            raise

    def _open(self, wiring: PinWiring, **matrix: Any) -> None:
        from gpiozero import Buzzer, InputDevice

        self._matrix = self._keep(
            Matrix(wiring.rows, wiring.columns, self._factory, settle_us=wiring.settle_us, **matrix)
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
    return PinHeader(wiring, factory, pixels)


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
