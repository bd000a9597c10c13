"""`python -m tools.fuzz --inputs 100000 --seed 1 [--only parsers line calls club]`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tools.fuzz.calls import playing
from tools.fuzz.club import evening
from tools.fuzz.line import Line
from tools.fuzz.parsers import Parser, build_parsers

PARTS = ("parsers", "line", "calls", "club")
SHARES = {"parsers": 6, "line": 3, "calls": 1, "club": 1}  # a call takes far longer than a text


class Findings:
    """How many inputs, how they were answered, and what nobody had a name for."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.unnamed: list[str] = []

    @property
    def inputs(self) -> int:
        """How many there were."""
        return self.answers.total()

    def note(self, what: str, error: BaseException | None, example: object = "") -> None:
        """One input and what came of it."""
        if error is None:
            self.answers["taken"] += 1
        elif type(error).__module__.startswith("boardpi."):
            self.answers[type(error).__name__] += 1
        else:
            self.answers[f"UNNAMED {type(error).__name__}"] += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.unnamed.append(
                f"{what}: {error!r:.200} at {where.filename}:{where.lineno} of {example!r:.400}"
            )


def fuzz_parsers(inputs: int, random: Random, found: Findings) -> None:
    """Texts."""
    parsers = build_parsers()
    for _ in range(inputs):
        parser = random.choice(parsers)
        text = parser.spoil(random.choice(parser.examples), random)
        found.note(parser.name, _try(parser, text), text)


def _try(parser: Parser, text: str) -> Exception | None:
    try:
        parser.read(text)
    except Exception as error:
        return error
    return None


def fuzz_line(inputs: int, random: Random, found: Findings) -> None:
    """Frames; a table that a bug has left is replaced."""
    line = Line(random)
    for number in range(inputs):
        try:
            line.say()
        except Exception as error:
            found.note("line", error, number)
            line = Line(random)
        else:
            found.note("line", None)
            if number % 5000 == 4999:
                line = Line(random)  # a new game: an old one that is over hears little


async def fuzz_calls(inputs: int, random: Random, found: Findings) -> None:
    """Requests to a table that plays."""
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), random) as calls:
            for number in range(inputs):
                try:
                    what = await calls.ask()
                    calls.check_alive()
                except Exception as error:
                    found.note("calls", error, number)
                else:
                    found.note(what, None)


async def fuzz_club(inputs: int, random: Random, found: Findings) -> None:
    """Words to a hub, and of a hub to a table."""
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder), random) as ask:
            for number in range(inputs):
                try:
                    what = await ask()
                except Exception as error:
                    found.note("club", error, number)
                else:
                    found.note(what, None)


def fuzz(inputs: int, seed: int, parts: Sequence[str] = PARTS) -> Findings:
    """So many inputs, shared among the parts."""
    found, shares = Findings(), sum(SHARES[part] for part in parts)
    for part in parts:
        random, count = Random(f"{seed} {part}"), inputs * SHARES[part] // shares
        if part == "parsers":
            fuzz_parsers(count, random, found)
        elif part == "line":
            fuzz_line(count, random, found)
        else:
            asyncio.run((fuzz_calls if part == "calls" else fuzz_club)(count, random, found))
    return found


def main() -> int:
    """Print what came out; 1 if anything had no name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    began = time.perf_counter()
    found = fuzz(args.inputs, args.seed, args.only)
    for name, count in found.answers.most_common():
        print(f"{count:9} {name}")
    for line in sorted(set(found.unnamed))[:50]:
        print(ascii(line))
    ended = f"seed {args.seed}, {time.perf_counter() - began:.0f} s, unnamed: {len(found.unnamed)}"
    print(f"{found.inputs} inputs, {ended}")
    return 1 if found.unnamed else 0


if __name__ == "__main__":
    sys.exit(main())
