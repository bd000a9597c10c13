"""Ports for the daemons of tests, which run side by side."""

from __future__ import annotations

import socket
from random import SystemRandom
from typing import Final

OURS: Final = range(20_000, 32_000)
"""Below those that the kernel gives to outgoing connections: none of these takes one of ours
between the moment when it is found free and the moment when a daemon listens on it."""


def free_port() -> int:
    """A port that nobody listens on, on any address of this machine."""
    while True:
        port = SystemRandom().choice(OURS)
        if _is_free(socket.AF_INET, "0.0.0.0", port) and _is_free(socket.AF_INET6, "::", port):
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
