"""A day of play in accelerated time: does memory or the number of open files grow?

`python -m benchmarks.day --hours 24 --seed 1`. The whole table runs, its page served; hands play
random games with slips and pulled cables, somebody looks at the book all the time. Each hour of the
table's own clock one line: memory, open files, games. Flat means: from the second hour on.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from boardpi.clock import now_ms
from boardpi.config import Config
from boardpi.daemon import assemble
from boardpi.daemon.loop import Daemon
from boardpi.rules import RULE_SETS, START, Hole, Move, Side
from boardpi.table.events import BoardFound, BoardLost, Event, GaveUp, Sensed, Woke
from boardpi.table.step import next_moment
from boardpi.web.service import ApiRequest

HOUR_MS = 3_600_000
LONGEST_GAME = 80  # plies; then somebody gives up
READ = ("/table", "/health", "/games", "/standings", "/players", "/rules")


@dataclass(frozen=True, slots=True)
class Sample:
    """How the process is after so many hours of the table's clock."""

    hour: int
    memory_mb: float
    files: int
    games: int
    moves: int


class Day:
    """Hands at a table, whose time they set."""

    def __init__(self, built: assemble.Built, seed: int, move_ms: int) -> None:
        self.built, self.random, self.move_ms = built, Random(seed), move_ms
        self.daemon: Daemon = built.daemon
        self.ms = self.began_ms = now_ms()
        self.mask = START.occupied
        self.games = self.moves = 0
        api = built.service.api
        self.reads = [e for e in api.endpoints if e.path in READ and not e.changes]

    async def happen(self, kind: Callable[..., Event], *values: Any) -> None:
        """An event at this moment."""
        await self.daemon.hear(kind(self.ms, *values))

    async def rest(self, ms: int) -> None:
        """Only what falls due happens."""
        end = self.ms + ms
        while (due := next_moment(self.daemon.table)) is not None and due <= end:
            self.ms = max(self.ms, due)
            await self.happen(Woke)
        self.ms = end
        await self.happen(Woke)

    async def touch(self, hole: Hole) -> None:
        """Lift or place, with a bounce now and then."""
        for _ in range(self.random.choice((1, 1, 1, 3))):
            self.mask ^= hole.bit
            self.ms += 40
            await self.happen(Sensed, self.mask)

    async def turn(self) -> None:
        """One move, one slip, or the end of the game."""
        table = self.daemon.table
        if table.game.outcome is not None or table.is_over:
            await self.begin_again()
        elif len(table.game.moves) > LONGEST_GAME:
            await self.daemon.take(GaveUp(self.ms, self.random.choice(list(Side))))
        else:
            before = len(table.game.moves)
            for hole in _touches(self.random.choice(table.game.legal_moves())):
                await self.touch(hole)
            await self.rest(self.move_ms)
            self.moves += len(self.daemon.table.game.moves) > before
        await self.put_right()

    async def begin_again(self) -> None:
        """All archers back in their first rows."""
        self.games += 1
        self.mask = START.occupied
        await self.happen(Sensed, self.mask)
        await self.rest(self.move_ms)

    async def put_right(self) -> None:
        """What hands left astray goes back to where the table has it."""
        if self.daemon.table.game.outcome is None:
            self.mask = self.daemon.table.game.position.occupied
            await self.happen(Sensed, self.mask)
            await self.rest(2000)

    async def live(self, hours: int) -> list[Sample]:
        """Play so long; a sample for each hour."""
        await self.happen(BoardFound, "a board for a day")
        await self.happen(Sensed, self.mask)
        samples = [self.sample(0)]
        for hour in range(1, hours + 1):
            while self.ms < self.began_ms + hour * HOUR_MS:
                await self.turn()
                await self.look_around()
            samples.append(self.sample(hour))
            print(_line(samples[-1]), flush=True)
        return samples

    async def look_around(self) -> None:
        """Somebody reads; now and then the cable is pulled; what waits is written."""
        if self.random.random() < 0.02:
            await self.happen(BoardLost, "the cable was pulled")
            self.ms += 5000
            await self.happen(BoardFound, "a board for a day")
            await self.happen(Sensed, self.mask)
        endpoint = self.random.choice(self.reads)
        await endpoint.answer(ApiRequest({}, spectators=1))
        await self.daemon.tracer.write()

    def sample(self, hour: int) -> Sample:
        """Now."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        return Sample(
            hour, memory, len(list(Path("/proc/self/fd").iterdir())), self.games, self.moves
        )


def _touches(move: Move) -> list[Hole]:
    if move.origin is None or move.target is None:
        holes = []
    elif move.takes:
        holes = [move.origin, move.target, move.target]
    else:
        holes = [move.origin, move.target]
    return holes + ([move.reentry] if move.reentry is not None else [])


def _line(sample: Sample) -> str:
    return (
        f"hour {sample.hour:2}  {sample.memory_mb:6.1f} MB  {sample.files:3} files"
        f"  {sample.games:4} games  {sample.moves:6} moves"
    )


async def live(folder: Path, hours: int, seed: int, move_ms: int) -> list[Sample]:
    """A table, built and served, that lives so long."""
    config = Config()
    config = replace(
        config,
        page=replace(config.page, port=0),
        book=replace(config.book, path=str(folder / "book.sqlite")),
        log=replace(config.log, level="error"),
    )
    built = assemble.build(config, RULE_SETS)
    async with assemble.running(built):
        return await Day(built, seed, move_ms).live(hours)


def main() -> int:
    """Print a line an hour, and how much it grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--move-ms", type=int, default=10_000, help="between two moves")
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)  # a day of pulled cables
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        samples = asyncio.run(live(Path(folder), args.hours, args.seed, args.move_ms))
        size = (Path(folder) / "book.sqlite").stat().st_size / 1e6
    second, last = samples[min(2, len(samples) - 1)], samples[-1]
    print(
        f"from hour {second.hour} to {last.hour}: {last.memory_mb - second.memory_mb:+.1f} MB, "
        f"{last.files - second.files:+d} files; book {size:.1f} MB; "
        f"{time.perf_counter() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
