"""Cables between networks of our own, which can be cut and be slow: namespaces and veth pairs.

Everything runs in a network of its own (`in_own_network`), so that nothing of it is seen outside
and tests beside each other have the same addresses.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from tests.hub.hall import wait_until

SLOW: Final = ("rate", "1mbit", "burst", "4kb", "latency", "100ms")  # what waits longer is lost


def in_own_network(*command: str) -> list[str]:
    """The command that runs this one in a network of its own, which reaches nothing."""
    rights = () if os.geteuid() == 0 else ("--user", "--map-root-user")
    return ["unshare", *rights, "--net", "--kill-child", *command]


def open_loopback() -> None:
    """The first thing to do in a new network."""
    _run("ip", "link", "set", "lo", "up")


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


class Cable:
    """Another network, one cable away: ours is `here`, commands run there by `within`."""

    def __init__(self, number: int) -> None:
        self._name, self.here = f"cable{number}", f"192.0.2.{4 * number + 1}"
        self._holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        pid = str(self._holder.pid)
        ours = Path("/proc/self/ns/net").readlink()
        wait_until(lambda: Path(f"/proc/{pid}/ns/net").readlink() != ours, "the other network")
        self.within = ("nsenter", "--target", pid, "--net")
        _run("ip", "link", "add", self._name, "type", "veth", "peer", "end", "netns", pid)
        _run("ip", "address", "add", f"{self.here}/30", "dev", self._name)
        _run(*self.within, "ip", "address", "add", f"192.0.2.{4 * number + 2}/30", "dev", "end")
        _run(*self.within, "ip", "link", "set", "end", "up")
        self.mend()

    def cut(self) -> None:
        """Nothing passes, and nobody is told."""
        _run("ip", "link", "set", self._name, "down")

    def mend(self) -> None:
        """All is as it was."""
        _run("ip", "link", "set", self._name, "up")

    def slow_down(self) -> None:
        """Little passes, in both directions; what is too much is lost and must be sent again."""
        shape = ("root", "tbf", *SLOW)
        _run("tc", "qdisc", "replace", "dev", self._name, *shape)
        _run(*self.within, "tc", "qdisc", "replace", "dev", "end", *shape)

    def speed_up(self) -> None:
        """As fast as ever."""
        _run("tc", "qdisc", "delete", "dev", self._name, "root")
        _run(*self.within, "tc", "qdisc", "delete", "dev", "end", "root")

    def close(self) -> None:
        """The network goes with its last process."""
        self._holder.kill()
        self._holder.wait()
