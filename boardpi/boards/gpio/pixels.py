"""The WS2812 chain of the direct build: one small interface, two back ends.

spidev sends our own bit stream and runs on every Pi that has SPI; rpi-ws281x knows the PWM and PCM
pins as well, but not the Pi 5. With a choice spidev is taken: its rate is measured. Nothing here
waits for the loop: whoever calls `show` owns a thread.

On SPI every bit of a pixel becomes one byte on the wire, high first and low at its end, so a pause
between two bytes only lengthens a low, which the pixels forgive up to several microseconds. At the
6.25 MHz that every Pi makes of `SPI_HZ` a zero is high for 320 ns (220 to 380 allowed) and a one
for 800 ns (580 to 1000).
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from boardpi.boards.board import Frame, check_frame
from boardpi.boards.gpio.fitness import SPI_DEVICE, SPIDEV, choose_drivers
from boardpi.boards.gpio.machine import HardwareError, Machine
from boardpi.boards.pins import PIXELS

LIMIT_MA: Final = 1000  # as the firmware begins; the table's own budget is smaller
CHANNEL_MA: Final = 20  # one colour of a WS2812B at 255
IDLE_MA: Final = 18  # 25 dark pixels, 0.7 mA each
LIMIT_MA_MOST: Final = 1000  # below the fuse of 1.25 A
LIMIT_MA_LEAST: Final = 50
PWM1_PINS: Final = (13, 19)
DMA_CHANNEL: Final = 10  # never 5: it corrupts the card of a Pi 3
# Three SPI or PWM bits make a bit of a pixel. At rpi-ws281x's usual 800 kHz a zero is high for
# 417 ns, which is outside 220 to 380; at 900 kHz it is 365 to 376 ns on all models.
WS281X_HZ: Final = 900_000

SPI_HZ: Final = 6_400_000  # asked for; a Pi's dividers are even and round the rate down
SENT_HZ: Final = 6_250_000  # what all models make of it with a fixed core clock
# A zero is as long as it may be at 5.26 MHz, and the pause as short as it may be at 7.3. Clocks not
# fixed make 5 MHz and less, or 10. An idle clock between bytes makes 6.25 look like 5.56.
LEAST_HZ: Final = 5_270_000
MOST_HZ: Final = 7_200_000
MEASUREMENTS: Final = 20  # at most
BUFFER_LENGTH: Final = 4096  # bytes that spidev takes at once by default
RESET_US: Final = 330  # WS2812B of today want 280 µs of low before they show what they got
QUIET: Final = bytes(RESET_US * SPI_HZ // 8_000_000)

ZERO, ONE = 0b11000000, 0b11111000
_PULSES: Final = tuple(
    bytes(ONE if value >> bit & 1 else ZERO for bit in range(7, -1, -1)) for value in range(256)
)


def limit(colours: bytes, limit_ma: int) -> bytes:
    """The colours as they are shown, dimmed evenly if they would draw too much: the firmware's
    current limit, bit for bit (firmware/source/power.c).

    >>> limit(bytes([255]) * 75, limit_ma=500)[:3].hex()
    '515151'
    """
    limit_ma = max(LIMIT_MA_LEAST, min(LIMIT_MA_MOST, limit_ma))
    asked = sum(colours) * CHANNEL_MA
    allowed = (limit_ma - IDLE_MA) * 255
    if asked <= allowed:
        return colours
    share = allowed * 256 // asked
    return bytes(colour * share >> 8 for colour in colours)


def arrange(frame: Frame, order: str = "grb") -> bytes:
    """The colours as the chain takes them: pixel by pixel along the snake, in its colour order.

    >>> red, green, blue = range(25), range(100, 125), range(200, 225)
    >>> strip = arrange(bytes(colour for hole in zip(red, green, blue) for colour in hole))
    >>> list(strip[15:18])  # the sixth pixel lies under e2, the tenth hole
    [109, 9, 209]
    """
    check_frame(frame)
    offsets = ["rgb".index(colour) for colour in order]
    strip = bytearray(len(frame))
    for hole, place in enumerate(PIXELS):
        strip[3 * place : 3 * place + 3] = (frame[3 * hole + offset] for offset in offsets)
    return bytes(strip)


def encode(strip: bytes) -> bytes:
    """The bytes for the SPI line.

    Low before the pixels' data, for the line may rest high, which would shift the first pixel; low
    after it, so that all is shown before the line rises again.
    """
    return QUIET + b"".join(_PULSES[value] for value in strip) + QUIET


class Pixels(Protocol):
    """Twenty-five pixels in a chain."""

    driver: str

    def show(self, frame: Frame) -> None:
        """Light these colours; returns when they are on the wire."""
        ...

    def close(self) -> None:
        """Let go of the line. The pixels keep what they show."""
        ...


def _send(line: Any, data: bytes) -> None:
    try:
        line.writebytes2(data)
    except OSError as error:
        raise HardwareError(f"{SPI_DEVICE} fails: {error.strerror or error}") from error


class SpidevPixels:
    """The chain on SPI0's MOSI, GPIO 10."""

    driver = SPIDEV

    def __init__(self, line: Any, *, order: str = "grb", limit_ma: int = LIMIT_MA) -> None:
        self._line, self._order, self._limit_ma = line, order, limit_ma

    def show(self, frame: Frame) -> None:
        """Takes 1.4 ms on the wire."""
        _send(self._line, encode(arrange(limit(frame, self._limit_ma), self._order)))

    def close(self) -> None:
        self._line.close()


class Ws281xPixels:
    """The chain on a pin that rpi-ws281x can drive: SPI (10), PWM (12, 13, 18, 19) or PCM (21)."""

    driver = "ws281x"

    def __init__(self, strip: Any, *, order: str = "grb", limit_ma: int = LIMIT_MA) -> None:
        self._strip, self._order, self._limit_ma = strip, order, limit_ma

    def show(self, frame: Frame) -> None:
        strip = arrange(limit(frame, self._limit_ma), self._order)
        for place in range(len(PIXELS)):
            self._strip.setPixelColorRGB(place, *strip[3 * place : 3 * place + 3])
        try:
            self._strip.show()
        except RuntimeError as error:
            raise HardwareError(f"the pixels cannot be lit: {error}") from error

    def close(self) -> None:
        self._strip._cleanup()  # the library has no other end, and would wait for the exit


def open_pixels(
    machine: Machine, pin: int, *, driver: str = "auto", order: str = "grb"
) -> SpidevPixels | Ws281xPixels:
    """The chain with the back end that suits this machine, or the one that is wanted.

    Only opening tells: a unit's policy for devices is not to be seen beforehand. What cannot be
    opened gives way to the next, and the first complaint is told.
    """
    complaints: list[HardwareError] = []
    for each in choose_drivers(machine, pin, driver):
        try:
            if each == SPIDEV:
                return SpidevPixels(_open_steady_spi(), order=order)
            return Ws281xPixels(open_strip(pin), order=order)
        except WrongRate:
            raise  # the other would send at the same rate
        except HardwareError as error:
            complaints.append(error)
    raise complaints[0]


def _open_steady_spi() -> Any:
    line = open_spi()
    try:
        require_rate(measure_hz(line))
    except BaseException:
        line.close()
        raise
    return line


class WrongRate(HardwareError):
    """SPI is not as fast as the pulses of the pixels need it."""


def measure_hz(line: Any, timer: Callable[[], float] | None = None) -> float:
    """How fast SPI really sends: the kernel knows what it asked for, not what the clock became.

    It sends lows alone, which the pixels take for a long pause. Whoever waits for a core in between
    makes a transfer look slow, never fast: so the fastest counts, or the first that will do.
    """
    timer = timer or time.perf_counter
    hz = 0.0
    for _ in range(MEASUREMENTS):
        began_s = timer()
        _send(line, bytes(BUFFER_LENGTH))
        hz = max(hz, 8 * BUFFER_LENGTH / (timer() - began_s))
        if hz >= LEAST_HZ:
            break
    return hz


def require_rate(hz: float) -> None:
    """Refuses a rate at which pixels would take a zero for a one, or a one for a zero."""
    if not LEAST_HZ <= hz <= MOST_HZ:
        raise WrongRate(
            f"SPI sends at {hz / 1e6:.2f} MHz instead of {SENT_HZ / 1e6:g}, at which pixels show "
            "wrong colours: fix the core clock in /boot/firmware/config.txt (docs/direct.md)"
        )


def open_spi() -> Any:
    """SPI0 at the rate that the encoder wants."""
    import spidev

    line = spidev.SpiDev()
    try:
        line.open(0, 0)
        line.max_speed_hz = SPI_HZ
        line.mode = 0
    except OSError as error:
        raise HardwareError(f"cannot open {SPI_DEVICE}: {error.strerror or error}") from error
    return line


def open_strip(pin: int) -> Any:
    """The chain as rpi-ws281x drives it."""
    from rpi_ws281x import PixelStrip, ws

    strip = PixelStrip(
        len(PIXELS),
        pin,
        freq_hz=WS281X_HZ,
        dma=DMA_CHANNEL,
        channel=1 if pin in PWM1_PINS else 0,
        strip_type=ws.WS2811_STRIP_RGB,  # `arrange` has put the colours into their order
    )
    try:
        strip.begin()
    except RuntimeError as error:
        atexit.unregister(strip._cleanup)  # it crashes on a strip that never began
        raise HardwareError(f"rpi-ws281x cannot drive GPIO {pin}: {error}") from error
    return strip
