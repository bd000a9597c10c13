"""How late a light comes, with nobody and with 200 people watching; what an idle table costs.

Run it with `make benchmark`, on a machine that does nothing else. `--quick` takes a minute.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SERVED = Path(__file__).with_name("served.py")
SPECTATORS = 200
TARGET_MS, TARGET_CPU, TARGET_MB = 25.0, 2.0, 80.0
HOUR_MS = 3_600_000
METHOD = """\
How it was measured: the whole daemon (book on disk, page, virtual board, settle_ms = 10) in a
process of its own, the spectators in another, each on a live connection that reads everything.
Light: an archer of the start position is lifted and set back at random moments, {samples} times,
80 to 240 ms apart; counted is the time from the raw change (`VirtualBoard.sense`) to the frame with
its light (`Board.show`). The 10 ms that a reed must keep its state are part of it.
Control: in the process that measures, which does nothing else, a bare sleep of 10 ms again and
again meanwhile: what this machine adds by itself.
Idle: processor time of the daemon's process over {idle} s in which nothing happens.
Memory: resident set of the daemon's process, {spectators} spectators connected, after one hour of
play (the sessions of `boardpi.sim.sessions`, all reeds bouncing, as raw scans with their times)
has gone through loop, book, trace, lights and page as fast as it can."""


@dataclass
class Other:
    """A process that takes orders."""

    process: subprocess.Popen[str]

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
    """The table, or the crowd."""
    process = subprocess.Popen(
        [sys.executable, str(SERVED), *arguments],
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
    with other("table", folder, port) as table:
        results = [measure_waits(table, samples, "light, nobody watches")]
        cpu = table.ask(do="idle", seconds=idle)["cpu"]
        with other("crowd", port, str(SPECTATORS)) as crowd:
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
    sys.exit(main())
