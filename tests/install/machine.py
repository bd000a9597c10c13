"""A clean Debian in a directory: entered by chroot, or booted with its own systemd.

Every machine is a thin layer (overlayfs) over an untouched one: what was written lies in it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
SOURCE = "/root/boardpi"  # where the machine keeps what install.sh needs
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ENVIRONMENT = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", "NO_COLOR": "1"}
CONTROL_GROUPS = Path("/sys/fs/cgroup")
# One tree for everything, or, where the kernel still has several, those in which systemd counts.
GROUP_MOUNTS = (
    [CONTROL_GROUPS]
    if (CONTROL_GROUPS / "cgroup.procs").exists()
    else [CONTROL_GROUPS / "systemd", CONTROL_GROUPS / "unified"]
)
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True, slots=True)
class Machine:
    """A root directory whose changes go to `layer`."""

    root: Path
    layer: Path

    def command(self, *words: str) -> list[str]:
        """Words to run in there, with processes of its own that end with it."""
        enter = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
        space = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
        return [*space, "sh", "-c", enter, str(self.root), *words]

    def run(self, *words: str, code: int = 0, **environment: str) -> Done:
        """Run to the end, with this exit code."""
        done = subprocess.run(
            self.command(*words),
            env={**ENVIRONMENT, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def install(self, *options: str, code: int = 0) -> Done:
        """Run install.sh with the wheels that lie there."""
        return self.run(f"{SOURCE}/install.sh", "--wheels", f"{SOURCE}/wheels", *options, code=code)

    def path(self, name: str) -> Path:
        """A file of the machine as seen from outside."""
        return self.root / name.lstrip("/")

    def mode(self, name: str) -> str:
        """Mode and owner, such as `700 boardpi`."""
        return self.run("stat", "--dereference", "--format=%a %U", name).stdout.strip()

    def written(self) -> list[str]:
        """Every file that was made, changed or removed since this machine came to be."""
        return sorted(
            "/" + str(path.relative_to(self.layer))
            for path in self.layer.rglob("*")
            if path.is_symlink() or not path.is_dir()
        )


@contextmanager
def machine(place: Path, *below: Path) -> Iterator[Machine]:
    """A new machine over these layers, the topmost first."""
    place.mkdir(parents=True)
    layer, work, root = place / "layer", place / "work", place / "root"
    for folder in (layer, work, root):
        folder.mkdir()
    lower = ":".join(map(str, below))
    # Volatile: nobody needs these files after a power cut, so nothing waits for the disk.
    options = f"volatile,lowerdir={lower},upperdir={layer},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(root)], check=True)
    try:
        yield Machine(root, layer)
    finally:
        subprocess.run(["umount", "--lazy", str(root)], check=True)


@dataclass(frozen=True, slots=True)
class Booted:
    """A machine whose systemd runs as process 1, with a network of its own."""

    machine: Machine
    leader: int

    def run(self, *words: str, code: int = 0) -> Done:
        """Run beside its systemd."""
        enter = [
            "nsenter",
            f"--target={self.leader}",
            "--mount",
            "--uts",
            "--ipc",
            "--net",
            "--pid",
        ]
        done = subprocess.run(
            [*enter, "--root", "--wd", "--", *words],
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def install(self, *options: str, code: int = 0) -> Done:
        """Run install.sh with the wheels that lie there."""
        return self.run(f"{SOURCE}/install.sh", "--wheels", f"{SOURCE}/wheels", *options, code=code)

    def show(self, unit: str, name: str) -> str:
        """One property of a unit."""
        return self.run("systemctl", "show", "--value", f"--property={name}", unit).stdout.strip()

    def journal(self) -> str:
        """What the table has said."""
        return self.run("journalctl", "--unit=boardpi", "--no-pager", "--output=cat").stdout


@contextmanager
def boot(place: Machine) -> Iterator[Booted]:
    """Start systemd in there and wait until it has started everything."""
    options = ("--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe")
    with (
        _control_groups() as enter,
        (place.layer.parent / "console").open("w") as console,
        subprocess.Popen(
            [*enter, "systemd-nspawn", *options, f"--directory={place.root}", "--boot"],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            process_group=0,
        ) as container,
    ):
        try:
            booted = Booted(place, _leader(container))
            _wait_for_bus(booted)
            booted.run("systemctl", "is-system-running", "--wait")
            yield booted
            os.kill(booted.leader, signal.SIGRTMIN + 4)  # systemd's word for: power off
            container.wait(timeout=PATIENCE_S)
        finally:
            container.kill()


@contextmanager
def _control_groups() -> Iterator[list[str]]:
    """Words that start a command in control groups of its own.

    Two containers in one group would find each other's processes in the groups of their units,
    and systemd could signal none of them.
    """
    groups = [mount / f"boardpi-{uuid4().hex[:12]}" for mount in GROUP_MOUNTS if mount.exists()]
    for group in groups:
        group.mkdir()
    files = " ".join(f"{group}/cgroup.procs" for group in groups)
    try:
        yield ["sh", "-c", f'for f in {files}; do echo $$ > "$f"; done; exec "$@"', "sh"]
    finally:
        for group in groups:
            _remove_group(group)


def _remove_group(group: Path) -> None:
    """Whoever ended last may still be on the way out."""
    end = time.monotonic() + PATIENCE_S
    while group.exists() and time.monotonic() < end:
        for folder in sorted(filter(Path.is_dir, [group, *group.rglob("*")]), reverse=True):
            with suppress(OSError):
                folder.rmdir()
        time.sleep(0.02)


def _leader(container: subprocess.Popen[bytes]) -> int:
    """Process 1 of the container, as this machine counts."""
    children = Path(f"/proc/{container.pid}/task/{container.pid}/children")
    while container.poll() is None:
        for child in children.read_text().split():
            if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                return int(child)
        time.sleep(0.02)
    raise AssertionError("the container ended before it had started")


def _wait_for_bus(booted: Booted) -> None:
    """Until systemd answers: its private socket is there."""
    socket = Path(f"/proc/{booted.leader}/root/run/systemd/private")
    while not socket.exists():
        os.kill(booted.leader, 0)
        time.sleep(0.02)


def stock(place: Machine) -> None:
    """Lay install.sh, the units and the wheels into the machine."""
    target = place.path(SOURCE)
    for name in ("installer", "systemd"):
        shutil.copytree(ROOT / name, target / name)
    shutil.copy(ROOT / "install.sh", target)
    shutil.copytree(ROOT / "build" / "wheels", target / "wheels")
