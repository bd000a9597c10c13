"""Starts daemons quickly: everything is imported once, each daemon is a fork with its own life.

Run as: python -m tests.daemon.nursery CONFIG. Every line on stdin starts a daemon, whose process
number is printed; the one before must have ended.
"""

from __future__ import annotations

import os
import sys

import uvicorn.protocols.http.h11_impl
import uvicorn.protocols.websockets.websockets_sansio_impl

import boardpi.daemon.assemble  # noqa: F401  imported before the forks
from boardpi.cli import main

__all__ = ["uvicorn"]


def start(config: str) -> int:
    """One daemon."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os._exit(main(["run", "--config", config]))
    return pid


if __name__ == "__main__":
    for _ in sys.stdin:
        born = start(sys.argv[1])
        print(born, flush=True)
        os.waitpid(born, 0)
