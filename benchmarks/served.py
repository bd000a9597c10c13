"""The two processes that benchmarks/page.py measures: a table that is served, and its spectators.

Orders come as JSON lines on stdin, answers go to stdout.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from contextlib import suppress
from dataclasses import replace
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
from boardpi.daemon.thinker import Thinker
from boardpi.daemon.thinking import game_json
from boardpi.rules import RULE_SETS, START, Game, Hole
from boardpi.table.events import Began, Event, Sensed, Woke
from boardpi.table.step import next_moment


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


# ── the table ────────────────────────────────────────────────────────────────────────────────────


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
            answer(await obey(order, built, board))
        daemon.inbox.close()
        await play


def answer(told: dict[str, Any]) -> None:
    """To the process that measures."""
    print(json.dumps(told), flush=True)


async def obey(order: dict[str, Any], built: house.Built, board: WatchedBoard) -> dict[str, Any]:
    """One measurement."""
    daemon, thinker = built.daemon, built.desk.coach.thinker
    match order["do"]:
        case "lights":
            return {"waits": await measure_lights(board, order["samples"])}
        case "idle":
            return {"cpu": await measure_idle(order["seconds"])}
        case "thinking":
            waits, memory_kb = await measure_thinking(thinker, board, order["samples"])
            return {"waits": waits, "coach_mb": memory_kb / 1024}
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


async def measure_thinking(
    thinker: Thinker, board: WatchedBoard, samples: int
) -> tuple[list[float], int]:
    """The same while the coach thinks at full strength; its memory at most, in kB."""

    async def think() -> None:
        game = game_json(Game())
        while True:
            await thinker.ask({"do": "choose", "game": game, "level": "7", "seed": 1})

    thinking = asyncio.create_task(think())
    waits = await measure_lights(board, samples)
    lines = Path(f"/proc/{thinker.pid}/status").read_text(encoding="ascii").splitlines()
    thinking.cancel()
    await asyncio.wait([thinking])
    return waits, next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


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


if __name__ == "__main__":
    if sys.argv[1] == "table":
        asyncio.run(run_table(Path(sys.argv[2]), int(sys.argv[3])))
    else:
        asyncio.run(run_crowd(int(sys.argv[2]), int(sys.argv[3])))
