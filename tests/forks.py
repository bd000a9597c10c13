"""Daemons that start quickly: everything is imported once, and each of them is a fork of that.

`python -m tests.forks` is that process: every line on stdin, `[[word, …], log]`, starts `boardpi`
with these words, and its process number is printed.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path
from typing import IO

import uvicorn.protocols.http.h11_impl
import uvicorn.protocols.websockets.websockets_sansio_impl

import boardpi.daemon.assemble  # noqa: F401  imported before the forks
from boardpi.cli import main
from tests.patience import PATIENCE_S

__all__ = ["Fork", "uvicorn"]


class Fork:
    """A running `boardpi`, from its start to its end; what it says goes behind what a log has."""

    def __init__(self, words: list[str], log: Path | str = os.devnull) -> None:
        order, answer = _pipes()
        order.write(f"{json.dumps([words, str(log)])}\n")
        order.flush()
        self.pid = int(answer.readline())
        self._life = os.pidfd_open(self.pid)

    @property
    def is_alive(self) -> bool:
        """Not yet ended."""
        return not self._has_ended(0)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal, unless it has ended."""
        if self.is_alive:
            signal.pidfd_send_signal(self._life, number)

    def wait(self) -> None:
        """Until it has ended."""
        assert self._has_ended(PATIENCE_S), f"process {self.pid} does not end"

    def _has_ended(self, patience_s: float) -> bool:
        return bool(select.select([self._life], [], [], patience_s)[0])


@cache
def _pipes() -> tuple[IO[str], IO[str]]:
    """Orders and answers of the process that forks; it ends with this one."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forks"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate, timeout=PATIENCE_S)
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def fork(words: list[str], log: str) -> int:
    """One daemon, in a session of its own."""
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        for number, name in enumerate((os.devnull, log, log)):
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND if number else os.O_RDONLY
            os.dup2(os.open(name, flags, 0o666), number)
        try:
            code = main(words)
        except BaseException:  # it must not go on as the process that forks
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        os._exit(code)
    return pid


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how a daemon ended
    for line in sys.stdin:
        print(fork(*json.loads(line)), flush=True)
