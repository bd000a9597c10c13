"""Run by systemd in the place of the daemon, inside its sandbox: says what it can and cannot do."""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import socket
from collections.abc import Callable
from pathlib import Path


def can(act: Callable[[], object]) -> bool:
    """Whether it is allowed."""
    try:
        act()
    except (OSError, MemoryError):
        return False
    return True


def nice_child() -> int:
    """The coach: another process that thinks politely."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(os.nice, (10,))


def main() -> None:
    """One line of JSON."""
    told = {
        "writes its state": can(lambda: Path("/var/lib/boardpi/probe").write_text("x")),
        "writes its pipes": can(lambda: Path(os.environ["LG_WD"], "probe").write_text("x")),
        "reads its configuration": can(lambda: Path("/etc/boardpi/boardpi.toml").read_text()),
        "reads the model": can(lambda: Path("/proc/cpuinfo").read_text()),
        "opens what belongs to dialout": can(lambda: Path("/srv/dialout").read_text()),
        "opens the null device": can(lambda: Path("/dev/null").write_text("x")),
        "calls C": ctypes.CDLL(None).getpid() == os.getpid(),
        "has a polite child": nice_child() == 10,
        "speaks IPv4": can(lambda: socket.socket(socket.AF_INET).close()),
        "speaks IPv6": can(lambda: socket.socket(socket.AF_INET6).close()),
        "speaks netlink": can(lambda: socket.socket(socket.AF_NETLINK).close()),
        "writes its configuration": can(lambda: Path("/etc/boardpi/probe").write_text("x")),
        "writes its program": can(lambda: Path("/opt/boardpi/probe").write_text("x")),
        "sees homes": can(lambda: list(Path("/home/somebody").iterdir())),
        "changes owners": can(lambda: os.chown("/var/lib/boardpi/probe", 0, 0)),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
