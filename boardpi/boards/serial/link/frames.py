"""Frames: COBS ended by 0x00; inside type, sequence, payload and CRC-16/MCRF4XX, low byte first.

>>> wire_of(Frame(0x83, 7, b"")).hex(" ")
'05 83 07 a3 22 00'
>>> Decoder().take(wire_of(Frame(0x83, 7, b"")))
[Frame(type=131, sequence=7, payload=b'')]
"""

from __future__ import annotations

from dataclasses import dataclass

from cobs import cobs

PAYLOAD_MOST = 75  # a light frame; both sides refuse anything longer
_FRAME_MOST = 2 + PAYLOAD_MOST + 2
_WIRE_MOST = _FRAME_MOST + 1  # one COBS code is enough below 254 bytes


@dataclass(frozen=True, slots=True)
class Frame:
    """One message on the wire, not yet understood."""

    type: int
    sequence: int
    payload: bytes


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
        table.append(crc)
    return tuple(table)


_CRC = _crc_table()


def crc_of(data: bytes) -> int:
    """CRC-16/MCRF4XX; over a message that ends with its own CRC it is 0.

    >>> hex(crc_of(b"123456789"))
    '0x6f91'
    """
    crc = 0xFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 0xFF]
    return crc


def wire_of(frame: Frame) -> bytes:
    """The bytes of a frame, delimiter included."""
    message = bytes((frame.type, frame.sequence)) + frame.payload
    return bytes(cobs.encode(message + crc_of(message).to_bytes(2, "little"))) + b"\0"


def _parse(wire: bytes) -> Frame | None:
    if len(wire) > _WIRE_MOST:
        return None
    try:
        message = bytes(cobs.decode(wire))
    except cobs.DecodeError:
        return None
    if len(message) < 4 or crc_of(message):
        return None
    return Frame(message[0], message[1], message[2:-2])


class Decoder:
    """Turns a stream of bytes into frames; after any garbage the next delimiter starts afresh."""

    def __init__(self) -> None:
        self.bad = 0
        self._rest = b""

    def take(self, data: bytes) -> list[Frame]:
        *wires, self._rest = (self._rest + data).split(b"\0")
        # Noise without a delimiter must not grow; one byte too many is kept so that it stays bad.
        self._rest = self._rest[: _WIRE_MOST + 1]
        frames = [_parse(wire) for wire in wires if wire]
        self.bad += frames.count(None)
        return [frame for frame in frames if frame]
