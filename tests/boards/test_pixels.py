"""The two back ends behind one interface, on lines that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boardpi.boards.board import DARK
from boardpi.boards.gpio.fitness import SPI_DEVICE
from boardpi.boards.gpio.machine import HardwareError
from boardpi.boards.gpio.pixels import (
    SPI_HZ,
    Pixels,
    SpidevPixels,
    Ws281xPixels,
    arrange,
    limit,
    measure_hz,
    open_pixels,
)
from tests.boards.circuit import Chain
from tests.boards.machines import PI_3, PI_5, machine

WHITE = bytes([255]) * 75
SOME = bytes(range(75))


class Strip:
    """rpi-ws281x's PixelStrip, without a Pi below it."""

    made: list[Strip]

    def __init__(self, count: int, pin: int, **settings: Any) -> None:
        self.count, self.pin, self.settings = count, pin, settings
        self.colours = bytearray(3 * count)
        self.shown = b""
        self.trouble = ""
        self.is_clean = False
        Strip.made.append(self)

    def begin(self) -> None:
        if self.pin == 18:
            raise RuntimeError("ws2811_init failed with code -5 (mmap() failed)")

    def setPixelColorRGB(self, place: int, *colours: int) -> None:  # noqa: N802  its name
        self.colours[3 * place : 3 * place + 3] = colours

    def show(self) -> None:
        if self.trouble:
            raise RuntimeError(self.trouble)
        self.shown = bytes(self.colours)

    def _cleanup(self) -> None:
        self.is_clean = True


class Line(Chain):
    """spidev's SpiDev, whose clock is `now_s`."""

    now_s = 0.0
    sent_hz = 6_250_000.0

    def __init__(self) -> None:
        super().__init__()
        self.is_closed = False
        self.opened: tuple[int, int] | None = None
        self.max_speed_hz = 0
        self.mode = 3

    def open(self, bus: int, device: int) -> None:
        self.opened = bus, device

    def writebytes2(self, data: bytes) -> None:
        Line.now_s += 8 * len(data) / self.sent_hz + 0.0002  # what a driver needs beside the wire
        if any(data):
            super().writebytes2(data)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture(autouse=True)
def _libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    Strip.made = []
    ws = SimpleNamespace(WS2811_STRIP_RGB=0x100800)
    monkeypatch.setitem(sys.modules, "rpi_ws281x", SimpleNamespace(PixelStrip=Strip, ws=ws))
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=Line))
    monkeypatch.setattr("boardpi.boards.gpio.pixels.time.perf_counter", lambda: Line.now_s)


def test_a_pi_5_is_lit_through_spidev(tmp_path: Path) -> None:
    pixels = open_pixels(machine(tmp_path, PI_5), 10)
    assert isinstance(pixels, SpidevPixels)
    line = pixels._line
    assert (line.opened, line.max_speed_hz, line.mode) == ((0, 0), SPI_HZ, 0)
    pixels.show(SOME)
    assert line.frames == [limit(SOME, 1000)]
    pixels.close()


def test_a_pi_3_can_be_lit_through_rpi_ws281x(tmp_path: Path) -> None:
    pixels = open_pixels(machine(tmp_path, PI_3), 10, driver="ws281x")
    assert isinstance(pixels, Ws281xPixels)
    pixels.show(SOME)
    (strip,) = Strip.made
    assert strip.shown == arrange(limit(SOME, 1000))
    assert (strip.count, strip.pin, strip.settings["dma"]) == (25, 10, 10)
    pixels.close()
    assert strip.is_clean


@pytest.mark.parametrize(("pin", "channel"), [(12, 0), (13, 1), (19, 1), (21, 0)])
def test_each_pin_has_its_channel(tmp_path: Path, pin: int, channel: int) -> None:
    open_pixels(machine(tmp_path, PI_3, is_root=True), pin, order="rgb")
    assert Strip.made[0].settings["channel"] == channel


def test_a_strip_that_cannot_begin_is_told_and_not_cleaned_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library would crash at the exit of the program."""
    forgotten: list[object] = []
    monkeypatch.setattr("atexit.unregister", forgotten.append)
    with pytest.raises(HardwareError, match=r"cannot drive GPIO 18: .*mmap\(\) failed"):
        open_pixels(machine(tmp_path, PI_3, is_root=True), 18)
    assert forgotten == [Strip.made[0]._cleanup]


def test_a_line_that_is_gone_is_told() -> None:
    chain = Chain(is_gone=True)
    with pytest.raises(HardwareError, match=f"{SPI_DEVICE} fails: No such device"):
        SpidevPixels(chain).show(DARK)


def test_a_line_that_cannot_be_opened_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: int) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Line, "open", refuse)
    with pytest.raises(HardwareError, match=f"cannot open {SPI_DEVICE}: Permission denied"):
        open_pixels(machine(tmp_path, PI_5), 10)


def test_what_cannot_be_opened_gives_way_to_what_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The unit's policy hides a device that `os.access` allows."""

    def refuse(*_: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Line, "open", refuse)
    assert isinstance(open_pixels(machine(tmp_path, PI_3), 10), Ws281xPixels)
    monkeypatch.setattr(Strip, "begin", lambda strip: forbid_memory())
    with pytest.raises(HardwareError, match="Operation not permitted"):
        open_pixels(machine(tmp_path, PI_3), 10)


def forbid_memory() -> None:
    raise RuntimeError("ws2811_init failed with code -5 (mmap() failed)")


def test_rpi_ws281x_that_cannot_reach_memory_is_not_stuck_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Strip, "begin", lambda strip: forbid_memory())
    assert isinstance(open_pixels(machine(tmp_path, PI_3), 10), SpidevPixels)
    with pytest.raises(HardwareError, match=r"mmap\(\) failed"):
        open_pixels(machine(tmp_path, PI_3), 10, driver="ws281x")


@pytest.mark.parametrize("sent_hz", [2_500_000, 3_125_000, 3_906_250, 10_000_000])
def test_a_clock_that_is_not_fixed_is_measured_and_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent_hz: int
) -> None:
    monkeypatch.setattr(Line, "sent_hz", sent_hz)
    with pytest.raises(HardwareError, match="at which pixels show wrong colours"):
        open_pixels(machine(tmp_path, PI_3), 10)
    assert Strip.made == [], "rpi-ws281x would send by the same clock"


def test_a_machine_that_is_busy_is_not_taken_for_a_slow_clock(tmp_path: Path) -> None:
    """All transfers but the last are held up."""
    line, delays = Line(), iter([0.0, 0.02] * 19 + [0.0, 0.0])

    def timer() -> float:
        Line.now_s += next(delays)
        return Line.now_s

    assert 5_900_000 < measure_hz(line, timer) <= 6_250_000


def test_a_strip_that_fails_is_told(tmp_path: Path) -> None:
    pixels = open_pixels(machine(tmp_path, PI_3), 10, driver="ws281x")
    Strip.made[0].trouble = "ws2811_render failed with code -14 (SPI transfer error)"
    with pytest.raises(HardwareError, match=r"cannot be lit: .*SPI transfer error"):
        pixels.show(DARK)


def both() -> list[tuple[Pixels, Any]]:
    chain, strip = Chain(), Strip(25, 10)
    return [
        (SpidevPixels(chain, limit_ma=500), lambda: chain.frames[-1]),
        (Ws281xPixels(strip, limit_ma=500), lambda: strip.shown),
    ]


def test_both_keep_the_current_as_the_firmware_does() -> None:
    Strip.made = []
    for pixels, shown in both():
        pixels.show(WHITE)
        assert shown() == limit(WHITE, 500)
        assert sum(shown()) * 20 / 255 + 18 <= 500


def test_a_frame_of_the_wrong_length_is_refused() -> None:
    for pixels, _ in both():
        with pytest.raises(ValueError, match="this one has 74"):
            pixels.show(WHITE[:-1])
