"""The hub with many tables: how late the wall is, what hub and broker cost, a crowd that returns.

`python -m benchmarks.hub [--tables 500] [--seconds 60]`. Broker, hub and a process that stands for
all tables run on this machine. A table publishes its picture once a second, as a table does whose
players are fast; the wall is a live connection of the hub. Then 50 tables come back at once, each
with letters of 200 games. Before all that: what being joined adds to the light of a table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from aiomqtt import Client, ProtocolVersion
from websockets.asyncio.client import connect

from benchmarks.page import other, percentile, spread
from boardpi.clock import now_ms
from boardpi.club import open_book, unkept_book
from boardpi.club.transfer.outbox import AHEAD
from boardpi.daemon.hub_link import join_by
from boardpi.hub.broker import HUB
from boardpi.rules import Outcome, Side
from boardpi.web.secret_file import SecretFile, beside
from tests.hub.hall import PICTURE, Hall, hall
from tests.ports import free_port


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
            told = json.loads(text).get("tables", {})
            tables = [one for name, one in told.items() if name.startswith("x")]  # not who measured
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
        used = cpu_now - cpu
        each = f"{1e6 * used / sent:.0f} us a picture"  # the same on a busy machine
        print(f"{name}: {100 * used / took:.0f} % of a core ({each}), {memory:.0f} MB")
    size = len(json.dumps(PICTURE, separators=(",", ":")))
    hourly = sent / took / tables * 3600
    print(f"a table: {hourly:.0f} messages and {size * hourly / 1000:.0f} kB an hour")


def measure_light(club: Hall, samples: int) -> None:
    """Two tables side by side, one alone and one that has joined, asked in turns."""
    waits: dict[str, list[float]] = {"alone": [], "joined": []}
    with ExitStack() as stack:
        tables = {}
        for name in waits:
            folder = club.folder / name
            folder.mkdir()
            if name == "joined":
                with open_book(folder / "book.sqlite") as book:
                    join_by(club.link("t01"), book, SecretFile(beside(folder / "book.sqlite")))
            tables[name] = stack.enter_context(other("table", str(folder), str(free_port())))
        while len(waits["joined"]) < samples:
            for name, table in tables.items():
                waits[name] += table.ask(do="lights", samples=50)["waits"]
    for name, found in waits.items():
        print(f"light of a table, {name:7} {spread(found)}")
    ratio = [percentile(waits["joined"], at) / percentile(waits["alone"], at) for at in (0.5, 0.99)]
    print(f"joined to alone: p50 x {ratio[0]:.2f}, p99 x {ratio[1]:.2f}")


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
    parser.add_argument("--lights", type=int, default=400, help="changes of reeds at each table")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as club:
        measure_light(club, args.lights)
        asyncio.run(measure_wall(club, args.tables, args.seconds))
        asyncio.run(return_at_once(club, args.returning, args.games))


if __name__ == "__main__":
    main()
