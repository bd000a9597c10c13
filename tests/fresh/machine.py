"""A Debian that has nothing but python3 and make, and a checkout of this project on it."""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.fresh.carried import Carried, carry
from tests.install.machine import ENVIRONMENT, ROOT, Machine, machine

CHECKOUT = "/root/boardpi"
ARCHIVES = "/var/cache/apt/archives"
# With a /proc, a /dev/shm and the carried directories that vanish with the process.
ENTER = """
set -e
root=$1; shift
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm" && mount -t tmpfs tmpfs "$root/dev/shm"
while [ "$1" != -- ]; do mount --bind "$1" "$root$2"; shift 2; done
shift
exec chroot "$root" "$@"
"""


@dataclass(frozen=True, slots=True)
class Fresh:
    """Commands on such a machine; it shares the network of this one."""

    machine: Machine
    carried: Carried

    def command(self, *words: str) -> list[str]:
        """Words that run these in the checkout."""
        folders = [str(name) for pair in self.carried.folders.items() for name in pair]
        space = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        inside = ["env", f"--chdir={CHECKOUT}", *words]
        return [*space, "sh", "-c", ENTER, "enter", str(self.machine.root), *folders, "--", *inside]

    @property
    def environment(self) -> dict[str, str]:
        """What a command knows there."""
        return {**ENVIRONMENT, **self.carried.environment}

    def run(self, *words: str) -> str:
        """What a command says that must succeed."""
        done = subprocess.run(
            self.command(*words),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


@contextmanager
def fresh_machine(place: Path, debian: Path, archives: Path) -> Iterator[Fresh]:
    """A new machine over this Debian; packages that were fetched once are kept in `archives`."""
    with machine(place, debian) as fresh:
        carried = carry(fresh.root)
        (archives / "partial").mkdir(parents=True, exist_ok=True)
        carried.mount(archives, ARCHIVES)
        shutil.copytree(ROOT, fresh.path(CHECKOUT), symlinks=True, ignore=_ignored)
        yield Fresh(fresh, carried)


def _ignored(folder: str, names: Sequence[str]) -> set[str]:
    """What git ignores, and git's own."""
    words = (ROOT / ".gitignore").read_text().split()
    patterns = [".git/", *(word for word in words if not word.startswith("!"))]
    kept = {str(ROOT / word.removeprefix("!/")) for word in words if word.startswith("!/")}
    marked = {f"{name}/" if os.path.isdir(f"{folder}/{name}") else name: name for name in names}  # noqa: PTH112
    found = {marked[name] for pattern in patterns for name in fnmatch.filter(marked, pattern)}
    return {name for name in found if f"{folder}/{name}" not in kept}
