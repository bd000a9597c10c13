"""Ports for the daemons of tests, which run side by side."""

from __future__ import annotations

import os
import socket
from random import SystemRandom
from typing import Final

OURS: Final = range(20_000, 32_000)
"""Below those that the kernel gives to outgoing connections: none of these takes one of ours
between the moment when it is found free and the moment when a daemon listens on it."""


WORKERS: Final = 8  # each has ports of its own
_given: set[int] = set()


def free_port() -> int:
    """A port that nobody listens on, on any address of this machine; never the same twice: of ten
    that are asked for at once, two would be the same in one run of three hundred.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS
    while True:
        port = SystemRandom().choice(OURS[worker::WORKERS])
        if port in _given and len(_given) < len(OURS) // WORKERS // 2:
            continue
        if _is_free(socket.AF_INET, "0.0.0.0", port) and _is_free(socket.AF_INET6, "::", port):
            _given.add(port)
            return port


def _is_free(family: socket.AddressFamily, host: str, port: int) -> bool:
    try:
        line = socket.socket(family)
    except OSError:  # a machine without IPv6
        return True
    with line:
        try:
            line.bind((host, port))
        except OSError:
            return False
    return True
