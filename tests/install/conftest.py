"""A clean Debian, one with boardpi installed, and fresh copies of both for every test."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.install.machine import ROOT, SOURCE, Booted, Machine, boot, machine, stock
from tests.install.wheels import replace_wheel

First = tuple[Machine, str]
SPOILER = """
if "NOTIFY_SOCKET" in os.environ:
    import sqlite3
    book = sqlite3.connect("/var/lib/boardpi/book.sqlite")
    book.execute("PRAGMA user_version = 99")
    raise RuntimeError("this boardpi does not like systemd")
"""


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where machines live that only this worker uses."""
    return tmp_path_factory.mktemp("machines")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where those live that all workers look at, and nobody changes."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


def once(made: Path, make: Callable[[Path], None]) -> Path:
    """A directory that the first worker who comes makes; the others wait for it."""
    with (made.parent / f"{made.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            began = made.with_suffix(".begun")
            began.mkdir()
            make(began)
            began.rename(made)
    return made


@pytest.fixture(scope="session")
def debian(shared: Path) -> Path:
    """A Debian as `make install-test` has bootstrapped it, with our files laid into it."""
    tar = os.environ.get("BOARDPI_ROOT_TAR")
    assert tar, "run these tests with: make install-test"

    def unpack(root: Path) -> None:
        take = ["tar", "--extract", f"--file={ROOT / tar}", f"--directory={root}"]
        subprocess.run(take, check=True)
        stock(Machine(root, root))

    return once(shared / "debian", unpack)


@pytest.fixture(scope="session")
def first_run(debian: Path, shared: Path, place: Path) -> Iterator[First]:
    """A machine on which install.sh has run once, and what it said."""

    def install(folder: Path) -> None:
        with machine(folder / "machine", debian) as clean:
            (folder / "said").write_text(clean.install().stdout)

    made = once(shared / "installed", install)
    layer = made / "machine" / "layer"
    with machine(place / "installed", layer, debian) as installed:
        yield Machine(installed.root, layer), (made / "said").read_text()


@pytest.fixture(scope="session")
def upgraded(first_run: First, debian: Path, place: Path) -> Iterator[First]:
    """A table with a player, its own name and old releases, upgraded to 99.0.0."""
    with machine(place / "upgraded", first_run[0].layer, debian) as used:
        config = used.path("/etc/boardpi/boardpi.toml")
        mine = config.read_text().replace('#name = "Table"', 'name = "Corner table"')
        config.write_text(mine.replace("/book.sqlite", "/club.sqlite"))
        used.run("mv", "/var/lib/boardpi/book.sqlite", "/var/lib/boardpi/club.sqlite")
        used.run("boardpi", "players", "add", "North")
        used.path("/opt/boardpi/releases/0.0.9-0123456789").mkdir()
        replace_wheel(used.path(f"{SOURCE}/wheels"), "99.0.0")
        yield used, used.install().stdout


@pytest.fixture(scope="session")
def refused(first_run: First, debian: Path, place: Path) -> Iterator[First]:
    """A table whose upgrade to a 99.0.0 was refused because of a section it does not know.

    That 99.0.0 works in a trial, but not under systemd, and spoils the book on its way out.
    """
    with machine(place / "refused", first_run[0].layer, debian) as used:
        used.run("boardpi", "players", "add", "North")
        config = used.path("/etc/boardpi/boardpi.toml")
        config.write_text(config.read_text() + "[marble]\n")
        replace_wheel(
            used.path(f"{SOURCE}/wheels"), "99.0.0", {"boardpi/daemon/systemd.py": SPOILER}
        )
        told = used.install(code=1).stderr
        config.write_text(config.read_text().removesuffix("[marble]\n"))
        yield used, told


@pytest.fixture
def with_bad_release(
    refused: First, first_run: First, debian: Path, tmp_path: Path
) -> Iterator[Machine]:
    """A table where a bad 99.0.0 is built but not in use."""
    with machine(tmp_path / "machine", refused[0].layer, first_run[0].layer, debian) as fresh:
        yield fresh


@pytest.fixture
def clean(debian: Path, tmp_path: Path) -> Iterator[Machine]:
    """A Debian without boardpi."""
    with machine(tmp_path / "machine", debian) as fresh:
        yield fresh


@pytest.fixture
def installed(first_run: First, debian: Path, tmp_path: Path) -> Iterator[Machine]:
    """A Debian with boardpi."""
    with machine(tmp_path / "machine", first_run[0].layer, debian) as fresh:
        yield fresh


@pytest.fixture(scope="session")
def containers(debian: Path) -> None:
    """The right to make containers, which no package can install."""
    ask = ("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", f"--directory={debian}")
    done = subprocess.run([*ask, "/bin/true"], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return
    told = f"this machine may not make containers: {done.stderr.strip()}"
    if os.environ.get("BOARDPI_CONTAINERS") == "no":
        pytest.skip(told)
    pytest.fail(f"{told}\nTo do without: make install-test CONTAINERS=no")


@pytest.fixture
def booted(installed: Machine) -> Iterator[Booted]:
    """A Debian with boardpi, started."""
    with boot(installed) as running:
        yield running
