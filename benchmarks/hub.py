"""The hub with many tables: how late the wall is, what hub and broker cost, a crowd that returns.

`python -m benchmarks.hub [--tables 500] [--seconds 60]`. Broker, hub and a process that stands for
all tables run on this machine. A table publishes its picture once a second, as a table does whose
players are fast; the wall is a live connection of the hub. Then 50 tables come back at once, each
with letters of 200 games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from aiomqtt import Client, ProtocolVersion
from websockets.asyncio.client import connect

from boardpi.clock import now_ms
from boardpi.club import unkept_book
from boardpi.daemon.uplink import AHEAD
from boardpi.hub.broker import HUB
from boardpi.rules import Outcome, Side
from tests.hub.hall import Hall, hall

LINES = [f"{a}1-{a}2" for a in "abcde"] * 6
PICTURE: dict[str, Any] = {
    "position": "bbbbb/5/5/5/wwwww w w0b0 w0b0 -",
    "side": "w",
    "points": [0, 0],
    "hand": [0, 0],
    "outcome": None,
    "lights": {"a1": "movable", "b1": "movable"},
    "dead_holes": [],
    "clock_ms": 0,
    "table": "Table",
    "rules": {"name": "jasir-pergioco", "title": "Jasir", "lines": LINES, "dotted": []},
    "match": {"game": 1, "white": "Ada", "black": "Ben", "score": [0, 0], "is_over": False},
    "moves": 0,
    "last": None,
    "is_astray": False,
    "is_asking": False,
    "is_lost": False,
    "warnings": [],
}


def usage(pid: int) -> tuple[float, float]:
    """Seconds of CPU and megabytes of memory of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def line_to(club: Hall, name: str) -> Client:
    login = club.logins.of(HUB)  # the hub's own user may write as any table
    assert login is not None
    return Client(
        "127.0.0.1",
        club.broker_port,
        username=login.user,
        password=login.password,
        identifier=name,
        protocol=ProtocolVersion.V5,
        timeout=120,
    )


async def play(club: Hall, tables: int, seconds: float) -> int:
    """Every table publishes a picture a second, spread over the second; how many were sent."""
    sent, names = 0, [f"x{number:03}" for number in range(tables)]
    async with line_to(club, "all-tables") as client:
        for name in names:
            told = '{"online": true, "name": "Table", "first": 1, "last": 0}'
            await client.publish(f"boardpi/club/{name}/online", told, retain=True)
        began = time.monotonic()
        while (now := time.monotonic()) < began + seconds:
            for number, name in enumerate(names):
                due = now + number / tables
                if (wait := due - time.monotonic()) > 0:
                    await asyncio.sleep(wait)
                picture = {
                    **PICTURE,
                    "clock_ms": time.monotonic_ns() // 1_000_000,
                    "moves": sent % 99,
                }
                topic = f"boardpi/club/{name}/state"
                await client.publish(topic, json.dumps(picture, separators=(",", ":")), retain=True)
                sent += 1
    return sent


async def watch(club: Hall, late: list[float], sizes: list[int]) -> None:
    """The wall: how old each picture is when it arrives."""
    async with connect(f"ws://127.0.0.1:{club.page_port}/api/v1/live", max_size=None) as socket:
        async for text in socket:
            now = now_ms()
            tables = json.loads(text).get("tables", {}).values()
            sizes.append(len(text))
            late += [now - one["picture"]["clock_ms"] for one in tables if one["picture"]]


async def measure_wall(club: Hall, tables: int, seconds: float) -> None:
    late: list[float] = []
    sizes: list[int] = []
    before = {name: usage(club.running[name].pid) for name in ("hub", "broker")}
    watching = asyncio.create_task(watch(club, late, sizes))
    began = time.monotonic()
    sent = await play(club, tables, seconds)
    await asyncio.sleep(1)
    took = time.monotonic() - began
    watching.cancel()
    cuts = statistics.quantiles(late, n=100)
    print(f"{tables} tables, {sent / took:.0f} pictures a second for {took:.0f} s")
    print(f"wall: p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms, most {max(late):.0f} ms,")
    print(f"      {len(late)} pictures seen, {sum(sizes) / took / 1000:.0f} kB/s to one wall")
    for name, (cpu, _) in before.items():
        cpu_now, memory = usage(club.running[name].pid)
        print(f"{name}: {100 * (cpu_now - cpu) / took:.0f} % of a core, {memory:.0f} MB")
    size = len(json.dumps(PICTURE, separators=(",", ":")))
    hourly = sent / took / tables * 3600
    print(f"a table: {hourly:.0f} messages and {size * hourly / 1000:.0f} kB an hour")


def letters_of(games: int) -> list[str]:
    book = unkept_book()
    book.outbox.join("club", "t01")
    for _ in range(games):
        entry = book.games.begin(white="Ada", black="Ben")
        book.games.finish(entry.id, Outcome("resigned", Side.WHITE, (5, 0)))
    return [row.payload for row in book.outbox.after(0, 10 * games)]


async def return_at_once(club: Hall, tables: int, games: int) -> None:
    letters = letters_of(games)
    began = time.monotonic()

    async def send(number: int) -> None:
        """As a table does: so many ahead of what the hub has confirmed."""
        name, sent = f"boardpi/club/y{number:03}", 0
        async with line_to(club, f"back-{number}") as client:
            await client.subscribe(f"{name}/ack", qos=1)
            await client.publish(f"{name}/online", '{"online": true, "first": 1}', qos=1)
            async for message in client.messages:
                has = json.loads(bytes(message.payload))["seq"]
                while sent < min(has + AHEAD, len(letters)):
                    mine = letters[sent].replace('"uid": "', f'"uid": "{number:04}', 1)
                    sent += 1
                    await client.publish(f"{name}/out/{sent}", mine, qos=1)
                if has == len(letters):
                    return

    await asyncio.gather(*(send(number) for number in range(tables)))
    took, total = time.monotonic() - began, tables * len(letters)
    kept = (club.ask("status") or {})["letters"]
    print(f"{tables} tables return with {games} games each: {kept} of {total} letters are on the")
    print(f"hub's disk after {took:.1f} s ({total / took:.0f} a second)")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hub", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--returning", type=int, default=50)
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as club:
        asyncio.run(measure_wall(club, args.tables, args.seconds))
        asyncio.run(return_at_once(club, args.returning, args.games))


if __name__ == "__main__":
    main()
