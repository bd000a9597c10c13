"""The real firmware in the emulators, check by check, on both chips."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from boardpi.boards.emulator import BUILD
from boardpi.boards.serial.link.frames import Decoder, Frame, wire_of
from tests.hardware.bench import ELF, UF2
from tests.hardware.checks import CHECKS


@pytest.mark.parametrize("image", [ELF, UF2], ids=["nano", "pico"])
@pytest.mark.parametrize("name", CHECKS)
def test_firmware(name: str, image: Path) -> None:
    CHECKS[name](image)


def test_the_logic_on_this_machine() -> None:
    """The C unit tests, with the sanitizers on: `make firmware-test`."""
    unit = BUILD / "unit"
    assert unit.exists(), "not built: run `make firmware-test`"
    done = subprocess.run([unit, BUILD.parent / "vectors"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def _stream(chance: random.Random) -> bytes:
    """Good frames, damaged ones and noise, in any order."""
    parts = []
    for _ in range(10_000):
        payload = bytes(
            chance.choice((0, chance.randrange(256)))
            for _ in range(chance.choice((0, 1, 7, 9, 24, 74, 75, 76)))
        )
        part = bytearray(wire_of(Frame(chance.randrange(256), chance.randrange(256), payload)))
        if chance.random() < 0.4:
            part[chance.randrange(len(part))] = chance.choice((0, 1, 255, chance.randrange(256)))
        parts.append(bytes(part) if chance.random() < 0.9 else chance.randbytes(40))
    return b"".join(parts) + b"\0"


def test_both_decoders_read_the_same_out_of_any_stream() -> None:
    stream = _stream(random.Random(1))
    unit = subprocess.run([BUILD / "unit", "decode"], input=stream, capture_output=True, check=True)
    *frames, bad = unit.stdout.decode().splitlines()
    decoder = Decoder()
    mine = [f"{f.type:02x} {f.sequence:02x} {f.payload.hex()}" for f in decoder.take(stream)]
    assert frames == mine
    assert len(frames) > 4000
    assert bad == f"bad {decoder.bad}"
