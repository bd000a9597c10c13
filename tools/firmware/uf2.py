"""A Pico's program as the file that its USB drive takes: `python3 -m tools.firmware.uf2 BIN UF2`.

The first 256 bytes of the program are its second boot stage. The chip's ROM runs it only if its last
four bytes are the sum of the others, so the sum is written here. Nothing but the standard library is
used: make builds firmware also where boardpi is not installed.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

FLASH: Final = 0x10000000
STAGE: Final = 256  # bytes of the second boot stage
PAYLOAD: Final = 256  # bytes of the program in each block of the file
BLOCK: Final = struct.Struct("<8I476sI")
START: Final = (0x0A324655, 0x9E5D5157)
END: Final = 0x0AB16F30
FAMILY_IS_TOLD: Final = 0x2000
RP2040: Final = 0xE48BFF56


def crc32(data: bytes) -> int:
    """The sum that the ROM counts: polynomial 04C11DB7, start FFFFFFFF, nothing reflected.

    >>> hex(crc32(b"123456789"))  # known as CRC-32/MPEG-2
    '0x376e6e7'
    """
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = crc << 1 ^ (0x04C11DB7 if crc & 0x80000000 else 0)
            crc &= 0xFFFFFFFF
    return crc


def with_sum(program: bytes) -> bytes:
    """The program with the sum of its second boot stage in its place."""
    if len(program) <= STAGE:
        raise ValueError(f"a program of {len(program)} bytes has nothing behind its boot stage")
    stage = program[: STAGE - 4]
    return stage + struct.pack("<I", crc32(stage)) + program[STAGE:]


def blocks(program: bytes) -> Iterator[bytes]:
    """The blocks of the file, 512 bytes each."""
    count = -(-len(program) // PAYLOAD)
    for number in range(count):
        data = program[number * PAYLOAD : (number + 1) * PAYLOAD].ljust(PAYLOAD, b"\xff")
        place = FLASH + number * PAYLOAD
        head = (*START, FAMILY_IS_TOLD, place, PAYLOAD, number, count, RP2040)
        yield BLOCK.pack(*head, data, END)


def main(words: Sequence[str]) -> int:
    """From the bytes that objcopy wrote to the file for the drive."""
    source, target = map(Path, words)
    target.write_bytes(b"".join(blocks(with_sum(source.read_bytes()))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
