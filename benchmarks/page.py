"""How late a light comes, with nobody and with 200 people watching; what an idle table costs.

Run it with `make benchmark`, on a machine that does nothing else. `--quick` takes a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect

from boardpi.boards.board import Frame
from boardpi.boards.habits import EVERYDAY
from boardpi.boards.page import PageBoard
from boardpi.boards.sitting import Plan, sit
from boardpi.config import Config
from boardpi.daemon import house
from boardpi.daemon.inbox import Nothing
from boardpi.daemon.loop import Daemon
from boardpi.daemon.match import Plan as Seats
from boardpi.rules import RULE_SETS, START, Game, Hole
from boardpi.table.events import Began, Event, Sensed, Woke
from boardpi.table.state import next_moment

SPECTATORS = 200
TARGET_MS, TARGET_CPU, TARGET_MB = 25.0, 2.0, 80.0
HOUR_MS = 3_600_000
METHOD = """\
How it was measured: the whole daemon (book on disk, page, virtual board, settle_ms = 10) in a
process of its own, the spectators in another, each on a live connection that reads everything.
Light: an archer of the start position is lifted and set back at random moments, {samples} times,
80 to 240 ms apart; counted is the time from the raw change (`PageBoard.sense`) to the frame with
its light (`Board.show`). The 10 ms that a reed must keep its state are part of it.
Control: in the process that measures, which does nothing else, a bare sleep of 10 ms again and
again meanwhile: what this machine adds by itself.
Idle: processor time of the daemon's process over {idle} s in which nothing happens.
Memory: resident set of the daemon's process, {spectators} spectators connected, after one hour of
play (the sittings of `boardpi.boards.sitting`, all reeds bouncing, as raw scans with their times)
has gone through loop, book, trace, lights and page as fast as it can."""


class WatchedBoard(PageBoard):
    """Notes when something changed and when its light came."""

    def __init__(self, mask: int) -> None:
        super().__init__(mask)
        self.waits: list[float] = []
        self._since: float | None = None

    def sense(self, mask: int) -> None:
        """A raw change."""
        self._since = time.perf_counter()
        super().sense(mask)

    async def show(self, frame: Frame) -> None:
        """A frame."""
        if self._since is not None:
            self.waits.append(1000 * (time.perf_counter() - self._since))
            self._since = None
        await super().show(frame)


# ── the process of the daemon: orders come as JSON lines on stdin, answers go to stdout ──────────


async def run_table(folder: Path, port: int) -> None:
    """The daemon, with a board that measures."""
    config = Config()
    config = replace(
        config,
        page=replace(config.page, port=port),
        book=replace(config.book, path=str(folder / "book.sqlite")),
    )
    board = WatchedBoard(START.occupied)
    built = house.build(config, RULE_SETS, board)
    daemon = built.daemon
    async with house.running(built):
        play = asyncio.create_task(daemon.run())
        answer({"ready": True})
        while order := json.loads(await asyncio.to_thread(sys.stdin.readline) or "null"):
            answer(await obey(order, daemon, board))
        daemon.inbox.close()
        await play


def answer(told: dict[str, Any]) -> None:
    """To the process that measures."""
    print(json.dumps(told), flush=True)


async def obey(order: dict[str, Any], daemon: Daemon, board: WatchedBoard) -> dict[str, Any]:
    """One measurement."""
    match order["do"]:
        case "lights":
            return {"waits": await measure_lights(board, order["samples"])}
        case "idle":
            return {"cpu": await measure_idle(order["seconds"])}
        case "hour":
            moves = await play_for(daemon, order["ms"])
            return {"moves": moves, **memory()}
        case _:
            raise AssertionError(order)


async def measure_lights(board: WatchedBoard, samples: int) -> list[float]:
    """Lift and set back; every raw change leads to one frame."""
    random, board.waits = Random(1), []
    while len(board.waits) < samples:
        hole = Hole(random.choice("abcde") + random.choice("15"))
        for mask in (START.occupied ^ hole.bit, START.occupied):
            board.sense(mask)
            await asyncio.sleep(random.uniform(0.08, 0.24))
    return board.waits


async def measure_idle(seconds: float) -> float:
    """Per cent of one core."""
    await asyncio.sleep(2)
    begin = time.process_time()
    await asyncio.sleep(seconds)
    return 100 * (time.process_time() - begin) / seconds


async def play_for(daemon: Daemon, ms: int) -> int:
    """So much play as fast as it can go; how many moves were written."""
    seed, now, moves = 0, daemon.table.ms, 0
    end = now + ms
    while now < end:
        seed += 1
        sitting = sit(Plan(RULE_SETS["jasir-pergioco"], EVERYDAY, plies=40), seed)
        game = Game(sitting.header.rules, sitting.header.position, (), sitting.header.any_first)
        await daemon.inbox.ask(Began(now, game), Seats())
        for scan in sitting.scans:
            await happen(daemon, Sensed(now + scan.ms, scan.mask))
        now += sitting.end_ms
        await happen(daemon, Woke(now))
        moves += len(daemon.table.game.moves)
    return moves


async def happen(daemon: Daemon, event: Event) -> None:
    """Everything that falls due before this event, then the event."""
    while (due := next_moment(daemon.table)) is not None and due < event.ms:
        await ask(daemon, Woke(due))
    await ask(daemon, event)


async def ask(daemon: Daemon, event: Event) -> None:
    """Through the loop, like everything else."""
    with suppress(Nothing):
        await daemon.inbox.ask(event)


def memory() -> dict[str, float]:
    """Resident now, and at most."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    resident = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"mb": resident / 1024, "peak_mb": peak / 1024}


# ── the process of the spectators ────────────────────────────────────────────────────────────────


async def run_crowd(port: int, count: int) -> None:
    """So many connections that read everything."""
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(watch(port, ready)) for _ in range(count)]
    for _ in range(count):
        await ready.acquire()
    answer({"ready": True})
    await asyncio.to_thread(sys.stdin.readline)
    for task in tasks:
        task.cancel()


async def watch(port: int, ready: asyncio.Semaphore) -> None:
    """One of them."""
    async with connect(f"ws://127.0.0.1:{port}/api/v1/live", compression=None) as line:
        await line.recv()
        ready.release()
        async for _ in line:
            pass


# ── the process that measures ────────────────────────────────────────────────────────────────────


@dataclass
class Other:
    """A process that takes orders."""

    process: subprocess.Popen[str]
    heard: list[dict[str, Any]] = field(default_factory=list)

    def ask(self, **order: Any) -> dict[str, Any]:
        """An order and its answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return self.hear()

    def hear(self) -> dict[str, Any]:
        """The next answer."""
        assert self.process.stdout is not None
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told


@contextmanager
def other(*arguments: str) -> Iterator[Other]:
    """This file in another role."""
    process = subprocess.Popen(
        [sys.executable, __file__, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    found = Other(process)
    try:
        assert found.hear() == {"ready": True}
        yield found
    finally:
        process.communicate(timeout=60)


def percentile(values: list[float], part: float) -> float:
    """The value that so many stay below."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def measure_waits(table: Other, samples: int, name: str) -> bool:
    """One line for the lights and one for the control; whether the lights are in time."""
    control = Control()
    waits = table.ask(do="lights", samples=samples)["waits"]
    good = percentile(waits, 0.99) <= TARGET_MS
    print(f"{name:32} {spread(waits)}   (target p99 <= {TARGET_MS:g}) {mark(good)}")
    print(f"{'  control: a sleep of 10 ms':32} {spread(control.stop())}")
    return good


def spread(waits: list[float]) -> str:
    """The usual, the rare and the worst."""
    p50, p99 = percentile(waits, 0.5), percentile(waits, 0.99)
    return f"p50 {p50:5.1f} ms   p99 {p99:5.1f} ms   worst {max(waits):5.1f} ms"


class Control:
    """Sleeps in a thread and notes how long that took."""

    def __init__(self) -> None:
        self._waits: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sleep)
        self._thread.start()

    def _sleep(self) -> None:
        while not self._over.is_set():
            begin = time.perf_counter()
            time.sleep(0.010)
            self._waits.append(1000 * (time.perf_counter() - begin))

    def stop(self) -> list[float]:
        """All of them."""
        self._over.set()
        self._thread.join()
        return self._waits


def mark(good: bool) -> str:
    """In words."""
    return "ok" if good else "MISSED"


def main() -> int:
    """Measure everything; 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer samples, a shorter hour")
    args = parser.parse_args()
    samples, idle, hour = (100, 5, HOUR_MS // 10) if args.quick else (600, 20, HOUR_MS)
    print(METHOD.format(samples=samples, idle=idle, spectators=SPECTATORS))
    print(f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}\n")
    with tempfile.TemporaryDirectory() as folder:
        return measure(folder, samples, idle, hour)


def measure(folder: str, samples: int, idle: int, hour: int) -> int:
    """All measurements on one daemon."""
    port = "18025"
    with other("--table", folder, port) as table:
        results = [measure_waits(table, samples, "light, nobody watches")]
        cpu = table.ask(do="idle", seconds=idle)["cpu"]
        with other("--crowd", port, str(SPECTATORS)) as crowd:
            results.append(measure_waits(table, samples, f"light, {SPECTATORS} watch"))
            watched = table.ask(do="idle", seconds=idle)["cpu"]
            played = table.ask(do="hour", ms=hour)
            assert crowd.process.poll() is None
        results.append(cpu <= TARGET_CPU)
        print(
            f"{'idle daemon':32} {cpu:.2f} % of a core, {watched:.2f} % with {SPECTATORS} watching"
            f"   (target <= {TARGET_CPU:g} %) {mark(results[-1])}"
        )
        results.append(played["mb"] <= TARGET_MB)
        print(
            f"{'memory after ' + str(hour // 60000) + ' min of play':32} {played['mb']:.1f} MB"
            f" (peak {played['peak_mb']:.1f} MB), {played['moves']} moves"
            f"   (target <= {TARGET_MB:g} MB) {mark(results[-1])}"
        )
    return 0 if all(results) else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--table"]:
        asyncio.run(run_table(Path(sys.argv[2]), int(sys.argv[3])))
    elif sys.argv[1:2] == ["--crowd"]:
        asyncio.run(run_crowd(int(sys.argv[2]), int(sys.argv[3])))
    else:
        sys.exit(main())
