"""Frames: golden vectors shared with the C tests, and noise of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.boards.serial.link.frames import PAYLOAD_MOST, Decoder, Frame, crc_of, wire_of
from boardpi.boards.serial.link.messages import LinkError, Message, frame_of, parse_message

VECTORS = Path(__file__).parents[2] / "firmware" / "vectors" / "frames.txt"

frames = st.builds(
    Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=PAYLOAD_MOST)
)


def _vectors() -> list[tuple[str, Frame, bytes]]:
    lines = [line.split() for line in VECTORS.read_text().splitlines() if line[0] != "#"]
    return [
        (
            name,
            Frame(int(kind, 16), int(number, 16), bytes.fromhex(payload.replace("-", ""))),
            bytes.fromhex(wire),
        )
        for name, kind, number, payload, wire in lines
    ]


def _golden_messages() -> list[tuple[Message, int]]:
    return [(parse_message(frame), frame.sequence) for _, frame, _ in _vectors()]


@pytest.mark.parametrize(("name", "frame", "wire"), _vectors(), ids=lambda v: str(v)[:20])
def test_golden_vectors(name: str, frame: Frame, wire: bytes) -> None:
    assert wire_of(frame) == wire
    assert Decoder().take(wire) == [frame]
    assert frame_of(parse_message(frame), frame.sequence) == frame


def test_every_type_has_a_vector() -> None:
    assert {frame.type for _, frame, _ in _vectors()} == {*range(1, 7), *range(0x81, 0x87)}


def test_the_crc_is_the_catalogued_one() -> None:
    assert crc_of(b"123456789") == 0x6F91  # CRC-16/MCRF4XX


@given(st.lists(frames), st.integers(1, 7))
def test_frames_survive_any_cutting_of_the_stream(sent: list[Frame], size: int) -> None:
    wire = b"".join(map(wire_of, sent))
    decoder = Decoder()
    got = [frame for i in range(0, len(wire), size) for frame in decoder.take(wire[i : i + size])]
    assert got == sent
    assert decoder.bad == 0


@given(st.binary(max_size=400), frames)
def test_garbage_never_hides_the_frame_after_it(garbage: bytes, frame: Frame) -> None:
    decoder = Decoder()
    decoder.take(garbage + b"\0")
    assert decoder.take(wire_of(frame)) == [frame]


@given(st.binary(min_size=4, max_size=300))
@settings(max_examples=500, derandomize=True)
def test_noise_is_no_frame(noise: bytes) -> None:
    """Derandomized: one noise in 65536 is a frame by chance."""
    assert Decoder().take(noise + b"\0") == []


@given(st.sampled_from(_golden_messages()), st.data())
@settings(max_examples=500, derandomize=True)
def test_no_damaged_message_is_accepted(golden: tuple[Message, int], data: st.DataObject) -> None:
    """Frames with flipped bits are refused, by the CRC or by the length that each type has."""
    wire = bytearray(wire_of(frame_of(*golden)))
    flips = st.tuples(st.integers(0, len(wire) - 1), st.integers(0, 7))
    for place, bit in data.draw(st.sets(flips, min_size=1, max_size=3)):
        wire[place] ^= 1 << bit
    for frame in Decoder().take(bytes(wire) + b"\0"):
        with pytest.raises(LinkError):
            parse_message(frame)


def test_a_crc_that_loses_its_last_zero_is_caught_by_the_length() -> None:
    """One flipped bit, found by the soak of the C tests: COBS ends the frame a zero early."""
    payloads = (ms.to_bytes(4, "little") + b"\1\2\0" for ms in range(100_000))
    payload = next(each for each in payloads if crc_of(b"\4\2" + each) < 256)
    frame = Frame(0x04, 2, payload)
    cut = wire_of(frame)[:-2] + b"\0"
    (damaged,) = Decoder().take(cut)
    with pytest.raises(LinkError, match="cannot be 6 bytes"):
        parse_message(damaged)


def test_what_never_ends_does_not_grow() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.take(b"\x55" * 1000) == []
    assert len(decoder._rest) < 100
    assert decoder.take(b"\0") == []
    assert decoder.bad == 1
