"""A table that plays while everybody in its Wi-Fi attacks it, on loopback only.

Run it with `python -m benchmarks.siege`; `--seconds` shortens the two minutes.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.besieged import NO_LIGHT
from benchmarks.page import Control, mark, percentile, spread
from boardpi.rules import START, parse_move
from tests.daemon.players import PagePlayer, meet
from tests.daemon.stories import touches
from tests.ports import free_port
from tests.siege.books import fill_book

BESIEGED = "benchmarks.besieged"
SETTLE_MS, DWELL_MS = 10, 400
PATIENCE_SECONDS = 60.0
FILES = 1024  # the limit that a service of systemd has where its unit says nothing
TARGET_MOVE_MS, TARGET_LIGHT_MS, TARGET_MB, TARGET_LOG = 500.0, 50.0, 120.0, 1_000_000
METHOD = """\
How it was measured: the whole daemon, started as by `boardpi run`, with a virtual board, a book of
{games} games, {files} file descriptors at most and a service manager that listens; two players who
move on the live connection, a move every second or so; and in a process of its own all attacks of
tests/siege/attacks.py at once, from 110 addresses of loopback, for {seconds:g} s.
Move: from the last touch of a turn until its snapshot is here, less the {dwell} ms for which hands
must be quiet; a snapshot comes after its record (and the book is asked whether the move is there).
Light: from the raw change to the frame that the table shows for it, the {settle} ms of a reed
included. A light that pulses by itself is no answer, and some raw changes change no light.
Control: a bare sleep of 10 ms in the players' process meanwhile: what this machine adds by itself.
Memory and descriptors: of the daemon's process, looked at four times a second."""
CONFIG = """
[table]
rules = "jasir-pergioco"
settle_ms = {settle}
dwell_ms = {dwell}
inhand_ms = 500
decline_ms = 1000
[page]
port = {port}
[book]
path = "{folder}/book.sqlite"
"""


@dataclass
class Figures:
    """What was seen."""

    moves_ms: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    lost: int = 0
    stuck_s: float = 0.0  # how long the last move was waited for in vain


class Watcher(threading.Thread):
    """Looks at the daemon's memory and descriptors."""

    def __init__(self, pid: int, figures: Figures) -> None:
        super().__init__(daemon=True)
        self._place, self._figures = Path(f"/proc/{pid}"), figures
        self._over = threading.Event()

    def run(self) -> None:
        """Until it is stopped or the daemon has gone."""
        with suppress(OSError, StopIteration):
            while not self._over.wait(0.25):
                self._figures.files.append(sum(1 for _ in (self._place / "fd").iterdir()))
                lines = (self._place / "status").read_text(encoding="ascii").splitlines()
                kilobytes = next(int(line.split()[1]) for line in lines if "VmRSS" in line)
                self._figures.memory_mb.append(kilobytes / 1024)

    def stop(self) -> None:
        """Enough."""
        self._over.set()
        self.join()


def keep_hearing(line: socket.socket) -> None:
    """A service manager: takes every datagram, so that the daemon's notes find a reader."""
    with suppress(OSError):
        while line.recv(4096):
            pass


@contextmanager
def service_manager(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a service of systemd."""
    address = str(folder / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address)
        threading.Thread(target=keep_hearing, args=(line,), daemon=True).start()
        yield {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "2000000"}
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def besieged(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The table; its log goes to a file."""
    config = folder / "boardpi.toml"
    text = CONFIG.format(settle=SETTLE_MS, dwell=DWELL_MS, port=port, folder=folder)
    config.write_text(text, encoding="utf-8")
    order = [sys.executable, "-m", BESIEGED, "table", str(config), str(folder / "lights")]
    with service_manager(folder) as environment, (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            order,
            stdout=log,
            stderr=log,
            env={**os.environ, **environment},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
            process.wait()


def play(port: int, book: Path, seconds: float, figures: Figures) -> None:
    """Move after move; each is looked for in the book when the page has told it."""
    end, random = time.monotonic() + seconds, Random(1)
    with meet(port) as line:
        player = PagePlayer(line, random)
        while time.monotonic() < end:
            before, game = len(player.table["moves"]), player.table["match"]["game_id"]
            touched = make_turn(player)
            is_measured = wait_for(player, before, game, touched, figures)
            if is_measured:
                figures.moves_ms.append(max(0.0, 1000 * (time.monotonic() - touched) - DWELL_MS))
                figures.lost += not is_on_disk(book, game, before + 1)
            time.sleep(random.uniform(0.2, 0.8))


def make_turn(player: PagePlayer) -> float:
    """A random legal move by hands that people have, or the next game; when it was done."""
    while player.table["outcome"] is None and not player.table["legal"]:
        player.listen(0.5)
    if player.table["outcome"] is not None:
        player.show(START.occupied)
        return time.monotonic()
    for hole in touches(parse_move(player.random.choice(player.table["legal"]))):
        time.sleep(0.1)
        player.show(player.mask ^ hole.bit)
    return time.monotonic()


def wait_for(player: PagePlayer, before: int, game: int, touched: float, figures: Figures) -> bool:
    """Until the turn is over; whether it is one to measure: no choice and no new game."""
    is_plain, start = True, player.table["mask"]
    while len(player.table["moves"]) <= before and player.table["match"]["game_id"] == game:
        figures.stuck_s = time.monotonic() - touched
        if figures.stuck_s > PATIENCE_SECONDS:
            raise TimeoutError
        player.listen(0.5)
        is_plain = is_plain and player.table["open_turn"] is None
        if player.table["question"] or player.table["astray"]:
            return put_back(player, start)  # our hands were held up in the middle of a turn
    figures.stuck_s = 0.0
    return is_plain and player.table["match"]["game_id"] == game


def put_back(player: PagePlayer, mask: int) -> bool:
    """Begin the turn anew; it is not measured."""
    player.show(mask)
    while player.table["question"] or player.table["astray"]:
        player.listen(0.5)
    return False


def is_on_disk(book: Path, game: int, ply: int) -> bool:
    """Ask the file itself."""
    with closing(sqlite3.connect(f"{book.as_uri()}?mode=ro", uri=True)) as file:
        found = file.execute("SELECT 1 FROM moves WHERE game_id = ? AND ply = ?", (game, ply))
        return found.fetchone() is not None


def besiege(folder: Path, seconds: float, enemy: str) -> int:
    """All of it; 1 if a target is missed."""
    book, port, figures = folder / "book.sqlite", free_port(), Figures()
    fill_book(book)
    with besieged(folder, port) as table:
        with meet(port):
            pass
        watcher, control = Watcher(table.pid, figures), Control()
        watcher.start()
        began = time.monotonic()
        enemies = subprocess.Popen(
            [sys.executable, "-m", BESIEGED, enemy, str(port), str(seconds)],
            stdout=subprocess.PIPE,
        )
        with suppress(Exception):  # whatever ends the play is told by the figures
            play(port, book, seconds, figures)
        lasted = time.monotonic() - began
        if lasted < seconds:
            with suppress(subprocess.TimeoutExpired):
                table.wait(5)  # the players heard of its end first
        code = table.poll()
        watcher.stop()
        print(f"{'control: a sleep of 10 ms':36} {spread(control.stop())}")
        if lasted < seconds:
            enemies.terminate()
        told, _ = enemies.communicate(timeout=60)
    print(f"the table answered its enemies: {told.decode().strip() or '(cut short)'}")
    return report(folder, figures, code, lasted, seconds)


def report(folder: Path, figures: Figures, code: int | None, lasted: float, seconds: float) -> int:
    """The figures beside their targets."""
    notes = (folder / "lights").read_text(encoding="ascii").split()
    lights = [float(note) for note in notes if note != NO_LIGHT]
    print(f"{'raw changes that change no light':36} {len(notes) - len(lights)} of {len(notes)}")
    moves = figures.moves_ms + ([1000 * figures.stuck_s] if figures.stuck_s else [])
    log = (folder / "log").stat().st_size
    half = figures.files[len(figures.files) // 2 :]
    results = [
        tell_waits("move on disk", moves, TARGET_MOVE_MS),
        tell_waits("light", lights, TARGET_LIGHT_MS),
        tell("memory, most", max(figures.memory_mb), TARGET_MB, "MB"),
        tell("descriptors, most", max(figures.files), FILES - 1, ""),
        tell("descriptors, growth in 2nd half", max(half) - half[0], 100, ""),
        tell("log", log, TARGET_LOG, "bytes"),
        tell("acknowledged moves not in the book", figures.lost, 0, ""),
    ]
    is_alive = code is None and lasted >= seconds
    end = "played to the end" if is_alive else f"exit {code} after {lasted:.0f} s"
    print(f"{'daemon':36} {end:34} {mark(is_alive)}")
    return 0 if all(results) and is_alive else 1


def tell_waits(name: str, waits: list[float], target: float) -> bool:
    """One line; none is a miss."""
    if not waits:
        print(f"{name:36} none at all {mark(False)}")
        return False
    p50, p99 = percentile(waits, 0.5), percentile(waits, 0.99)
    p95 = percentile(waits, 0.95)
    told = f"p50 {p50:.1f} p95 {p95:.1f} p99 {p99:.1f} worst {max(waits):.1f} ms of {len(waits)}"
    print(f"{name:36} {told} (target p99 <= {target:g}) {mark(p99 <= target)}")
    return p99 <= target


def tell(name: str, value: float, target: float, unit: str) -> bool:
    """One line."""
    print(f"{name:36} {value:.0f} {unit} (target <= {target:g}) {mark(value <= target)}")
    return value <= target


def main() -> int:
    """Besiege a table; 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long")
    parser.add_argument("--peace", action="store_true", help="nobody attacks: to compare")
    args = parser.parse_args()
    seconds, enemy = args.seconds, "nobody" if args.peace else "enemies"
    told = {"games": 1000, "files": FILES, "settle": SETTLE_MS, "dwell": DWELL_MS}
    print(METHOD.format(seconds=seconds, **told))
    print(f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}\n")
    with tempfile.TemporaryDirectory() as folder:
        return besiege(Path(folder), seconds, enemy)


if __name__ == "__main__":
    sys.exit(main())
