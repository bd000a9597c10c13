"""A real daemon with a book of many games, few descriptors and a service manager that listens."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.daemon.players import PagePlayer, meet
from tests.daemon.test_killed import write_config
from tests.patience import PATIENCE_S
from tests.ports import free_port
from tests.siege import attacks

FILES = 1024


@dataclass
class Table:
    """A daemon under attack."""

    process: subprocess.Popen[bytes]
    folder: Path
    port: int

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    @property
    def pin(self) -> str:
        return self.log.split("The PIN of this table is ")[1][:6]

    @property
    def files(self) -> int:
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    @property
    def memory_mb(self) -> float:
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}/api/v1", timeout=PATIENCE_S, **more
        )

    def play_a_move(self) -> None:
        """Two hands at the virtual board; the page tells it when it is on disk."""
        with meet(self.port, PATIENCE_S) as line:
            player = PagePlayer(line, Random(1))
            standing = player.standing
            player.begin_turn()
            player.wait_for(standing + 1, PATIENCE_S)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


@contextmanager
def service_manager(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a service of systemd."""
    address = str(folder / "notify")

    def hear(line: socket.socket) -> None:
        with suppress(OSError):
            while line.recv(4096):
                pass

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address)
        thread = threading.Thread(target=hear, args=(line,))
        thread.start()
        try:
            yield {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "500000"}
        finally:  # also after a failure: pytest would wait for the thread for ever
            line.shutdown(socket.SHUT_RDWR)
            thread.join(PATIENCE_S)


@contextmanager
def table(folder: Path, book: Path | None = None, page: str = "") -> Iterator[Table]:
    """Its log is a file, for a pipe that nobody reads would stop it."""
    port = free_port()
    config = write_config(folder, port, "jasir-pergioco")
    text = config.read_text(encoding="utf-8").replace('level = "error"', 'level = "info"')
    config.write_text(text.replace("[page]\n", f"[page]\n{page}\n"), encoding="utf-8")
    if book is not None:
        shutil.copy(book, folder / "book.sqlite")
    order = [sys.executable, "-m", "boardpi", "run", "--config", str(config)]
    with service_manager(folder) as environment, (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            order,
            stdout=log,
            stderr=log,
            env={**os.environ, **environment},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),
        )
        try:
            if "tls" not in page:
                with meet(port, PATIENCE_S):
                    pass
            yield Table(process, folder, port)
        finally:
            process.kill()
            process.wait()


@contextmanager
def attack(work: Coroutine[Any, Any, None]) -> Iterator[None]:
    """Attackers in a thread of their own, until the block ends."""
    attacks.allow_many_files()
    loop = asyncio.new_event_loop()
    tasks: list[asyncio.Task[None]] = []
    began = threading.Event()

    async def run() -> None:
        tasks.append(asyncio.ensure_future(work))
        began.set()
        await asyncio.wait(tasks)

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    assert began.wait(PATIENCE_S)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(tasks[0].cancel)
        thread.join(PATIENCE_S)
        loop.close()
