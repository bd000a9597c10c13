"""From positions to weights: `learn.c` is built once, run, and its floats become whole numbers."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from boardpi.coach.engine.judgement import ROWS, SCALE, TOWERS, WIDTH
from boardpi.coach.engine.weights import Learned
from tools.weights.module import pack_weights
from tools.weights.positions import Example, Home

SOURCE: Final = Path(__file__).with_name("learn.c")
COMMAND: Final = ("cc", "-O3", "-march=native", "-Wall", "-Wextra", "-o")
RATE, SHRINKAGE, SEED = 0.06, 0.001, 1
LARGEST: Final = 127


class Unlearnable(Exception):
    """Nothing was learned; the message says why."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """All positions once: the mean squared error in points of those learned from and of those held
    out, and how often the winner of a decided one that was held out is named.
    """

    number: int
    error: float
    held_out_error: float
    named: float


def build(folder: Path) -> Path:
    """The compiled learner."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "learn"
    if not program.exists() or program.stat().st_mtime < SOURCE.stat().st_mtime:
        try:
            subprocess.run([*COMMAND, program, SOURCE, "-lm"], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unlearnable(f"{SOURCE.name} cannot be compiled: {error}") from None
    return program


def write_examples(examples: Iterable[Example], home: Home, path: Path) -> int:
    """All records in a file; how many there are."""
    count = 0
    with path.open("wb") as out:
        for example in examples:
            out.write(example.to_bytes(home))
            count += 1
    return count


def learn(program: Path, records: Path, epochs: int) -> Iterator[Epoch | Learned]:
    """Every epoch as it ends, and the weights at last."""
    asked = [str(program), str(epochs), str(RATE), str(SHRINKAGE), str(SEED)]
    with (
        tempfile.TemporaryFile() as out,
        records.open("rb") as given,
        subprocess.Popen(asked, stdin=given, stdout=out, stderr=subprocess.PIPE, text=True) as run,
    ):
        assert run.stderr is not None
        for line in run.stderr:
            yield _epoch(line)
        if run.wait():
            raise Unlearnable(f"the learner ended with {run.returncode}")
        out.seek(0)
        yield Learned(pack_weights(_whole(out.read())))


def _epoch(line: str) -> Epoch:
    try:
        number, error, held_out, named = line.split()
        return Epoch(int(number), float(error), float(held_out), float(named))
    except ValueError:
        raise Unlearnable(f"the learner says: {line.strip()}") from None


def _whole(content: bytes) -> list[int]:
    floats = struct.unpack(f"<{TOWERS * ROWS * WIDTH}f", content)
    return [max(-LARGEST, min(round(number * SCALE), LARGEST)) for number in floats]
