"""The bit stream for the pixels, measured as pixels would, at the rates that a Pi really makes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.boards.emulator import colours_of
from boardpi.boards.gpio.machine import HardwareError
from boardpi.boards.gpio.pixels import (
    BUFFER_LENGTH,
    SPI_HZ,
    WS281X_HZ,
    arrange,
    encode,
    limit,
    require_rate,
)
from tests.boards.wire import ONE_HIGH_NS, ZERO_HIGH_NS, pulses, read_strip

frames = st.binary(min_size=75, max_size=75)
MHZ = 1_000_000


def bcm2835_hz(clock_hz: int, asked_hz: int) -> float:
    """As spi-bcm2835.c of Linux divides the core clock: rounded up to an even number."""
    divider = -(-clock_hz // asked_hz)
    return clock_hz / (divider + divider % 2)


def designware_hz(clock_hz: int, asked_hz: int) -> float:
    """As spi-dw-core.c does it, for the RP1 of a Pi 5."""
    return clock_hz / (-(-clock_hz // asked_hz) + 1 & 0xFFFE)


RATES = {
    "Pi 1, 2; others with core_freq=250": bcm2835_hz(250 * MHZ, SPI_HZ),
    "Pi Zero, 3, Zero 2 at full speed": bcm2835_hz(400 * MHZ, SPI_HZ),
    "Pi 4 with core_freq_min=500": bcm2835_hz(500 * MHZ, SPI_HZ),
    "Pi 5": designware_hz(200 * MHZ, SPI_HZ),
    "exactly as asked": SPI_HZ,
}


@pytest.mark.parametrize("gap", [0, 1, 4])
@pytest.mark.parametrize("hz", RATES.values(), ids=RATES.keys())
def test_every_pulse_is_within_its_window(hz: float, gap: int) -> None:
    """Also with idle clocks between bytes, as in transfers without DMA."""
    strip = bytes(range(75))
    assert read_strip(encode(strip), hz, gap) == strip


def test_every_pi_makes_the_same_rate() -> None:
    assert {hz for name, hz in RATES.items() if name.startswith("Pi")} == {6_250_000}


CORE_MHZ = {  # what the firmware of each model may set, by load; a Pi 4 goes to 550 for 4K
    "Pi 1, 2": (250,),
    "Pi 3, Zero, Zero 2": (250, 300, 400),
    "Pi 4": (200, 250, 275, 500, 550),
}
# The driver divides the clock that it found; the wire has the clock of the moment.
WANDERED = sorted(
    {
        bcm2835_hz(found * MHZ, SPI_HZ) * now / found
        for clocks in CORE_MHZ.values()
        for found in clocks
        for now in clocks
    }
)


@pytest.mark.parametrize("hz", WANDERED)
def test_no_rate_is_accepted_at_which_pixels_misread(hz: float) -> None:
    """Of all that the clocks of all models can make; refused ones may be right by luck."""
    try:
        require_rate(hz)
    except HardwareError:
        return
    for strip in (bytes(75), bytes([255]) * 75, bytes(range(75))):
        assert read_strip(encode(strip), hz) == strip


def test_the_rates_with_a_fixed_clock_are_accepted_also_with_a_gap_between_bytes() -> None:
    for hz in RATES.values():
        require_rate(hz)
        require_rate(8 / 9 * hz)


@pytest.mark.parametrize("hz", [2_500_000, 3_125_000])
def test_dark_becomes_white_on_a_pi_whose_clock_falls(hz: float) -> None:
    """Why such a rate is refused: all zeros are long enough for ones."""
    assert hz in WANDERED
    _, found = pulses(encode(bytes(75)), hz)
    assert all(pulse.high_ns >= ONE_HIGH_NS[0] for pulse in found)
    with pytest.raises(HardwareError, match=r"instead of 6\.25"):
        require_rate(hz)


@given(frames)
def test_any_frame_comes_out_at_its_holes(frame: bytes) -> None:
    """`colours_of` is how the emulated board's pixels are read."""
    assert colours_of(read_strip(encode(arrange(frame)), SPI_HZ)) == frame


@pytest.mark.parametrize("order", ["grb", "rgb", "brg", "bgr", "gbr", "rbg"])
def test_colours_come_in_the_order_of_the_pixels(order: str) -> None:
    red_a1 = bytes([9, 0, 0]) + bytes(72)
    assert arrange(red_a1, order).index(9) == order.index("r")


def test_a_whole_frame_fits_into_the_buffer_of_spidev() -> None:
    assert len(encode(bytes([255]) * 75)) <= BUFFER_LENGTH


def test_a_line_that_rests_high_shifts_nothing() -> None:
    """It is low long enough before the first bit, and again before it may rise."""
    lead, found = pulses(encode(bytes(75)), SPI_HZ)
    assert lead >= 280_000
    assert found[-1].low_ns >= 280_000


@pytest.mark.parametrize(
    "bit_hz",
    [
        *(bcm2835_hz(clock * MHZ, 3 * WS281X_HZ) for clock in (250, 400, 500)),
        19_200_000 / (19_200_000 // (3 * WS281X_HZ)),  # PWM and PCM of a Pi 1 to 3
        54_000_000 / (54_000_000 // (3 * WS281X_HZ)),  # … and of a Pi 4
    ],
)
def test_rpi_ws281x_is_asked_for_pulses_within_the_windows(bit_hz: float) -> None:
    """Its README: a zero is 100 and a one 110, at three times the frequency."""
    assert ZERO_HIGH_NS[0] <= 1e9 / bit_hz <= ZERO_HIGH_NS[1]
    assert ONE_HIGH_NS[0] <= 2e9 / bit_hz <= ONE_HIGH_NS[1]


def test_a_frame_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(ValueError, match="this one has 74"):
        arrange(bytes(74))


@given(frames, st.integers(0, 2000))
def test_no_frame_draws_more_than_its_limit(frame: bytes, limit_ma: int) -> None:
    drawn_ma = sum(limit(frame, limit_ma)) * 20 / 255 + 18
    assert drawn_ma <= max(50, min(1000, limit_ma))
