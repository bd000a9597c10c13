"""The two commands on a machine that has only python3 and make, in the order of a first day."""

from __future__ import annotations

import fcntl
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import IO

import pytest

from tests.fresh.machine import CHECKOUT, Fresh
from tests.install.wheels import PYTHON, locked, shipped_firmware, versions
from tests.patience import PATIENCE_S
from tests.ports import free_port


@pytest.fixture(scope="session")
def url(fresh: Fresh) -> Iterator[str]:
    """Where `make run` serves; the machine shares our network, so the port is its own."""
    port = free_port()
    config = fresh.machine.path("/etc/boardpi/boardpi.toml")
    config.parent.mkdir()
    config.write_text(f"[page]\nport = {port}\n")
    log = fresh.machine.path("/root/log")
    with (
        log.open("w") as said,
        subprocess.Popen(
            fresh.command("make", "run"),
            env=fresh.environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        ) as running,
    ):
        try:
            while not is_open(port):
                assert running.poll() is None, log.read_text()
                time.sleep(0.2)
            yield f"http://127.0.0.1:{port}"
        finally:
            running.kill()


def is_open(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(("path", "word"), [("/", "<html"), ("/api/v1/table", '"position"')])
def test_make_run_serves_its_page(url: str, path: str, word: str) -> None:
    with urllib.request.urlopen(url + path, timeout=PATIENCE_S) as answer:
        assert word in answer.read().decode()


def test_an_apt_of_somebody_else_is_waited_for(fresh: Fresh) -> None:
    """First it updates the lists, then it installs."""
    log = fresh.machine.path("/root/apt.log")
    with (
        held(fresh.machine.path("/var/lib/apt/lists/lock")) as lists,
        held(fresh.machine.path("/var/lib/dpkg/lock-frontend")) as packages,
        log.open("w") as said,
        subprocess.Popen(
            fresh.command(".ci/apt-install", "lint"),
            env=fresh.environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        ) as installing,
    ):
        for lock, name in ((lists, "lists/lock"), (packages, "lock-frontend")):
            while name not in log.read_text() or not log.read_text().endswith("waiting\n"):
                assert installing.poll() is None, log.read_text()
                time.sleep(0.1)
            lock.close()
    assert installing.returncode == 0, log.read_text()
    assert "not all new" not in log.read_text()
    assert fresh.machine.path("/usr/bin/shellcheck").exists()


def held(lock: Path) -> IO[str]:
    """As apt holds it."""
    file = lock.open("w")
    fcntl.lockf(file, fcntl.LOCK_EX)
    return file


@pytest.mark.parametrize(
    ("board", "lock", "imported"),
    [("serial", "boardpi", "serial, cobs"), ("direct", "gpio", "gpiozero, lgpio, spidev")],
)
def test_install_sh_installs_a_board_by_the_lock_alone(
    fresh: Fresh, board: str, lock: str, imported: str
) -> None:
    """From source where there is no wheel, as for lgpio on Python 3.13; what built it is gone."""
    fresh.run(".ci/apt-install", "install")  # systemd, which every Debian that boots has
    fresh.run("./install.sh", "--board", board, "--local")
    fresh.run(PYTHON, "-I", "-c", f"import {imported}")
    found = versions(fresh.machine)
    found.pop("setuptools", None)  # a venv of Debian 12 brings its own
    assert found == {
        name: version for name, version in locked(lock).items() if name != "setuptools"
    }
    images = shipped_firmware(fresh.machine)
    assert [PurePath(image).suffix for image in images] == [".hex", ".uf2"]
    assert all(image.startswith("/opt/boardpi/") for image in images)


@pytest.fixture(scope="session")
def equipped(fresh: Fresh) -> Fresh:
    """All is installed and built that `make test` needs."""
    fresh.run("make", "packages")
    fresh.run("make", "ready")
    return fresh


@pytest.mark.parametrize(
    "product",
    [
        "/usr/bin/chromium-headless-shell",
        "/usr/bin/shellcheck",
        f"{CHECKOUT}/.venv/bin/pytest",
        f"{CHECKOUT}/firmware/build/boardpi.hex",
        f"{CHECKOUT}/firmware/build/boardpi.uf2",
        f"{CHECKOUT}/firmware/build/bench",
        f"{CHECKOUT}/firmware/pico/bench/node_modules/rp2040js/package.json",
        f"{CHECKOUT}/build/tables/tables",
        f"{CHECKOUT}/build/wheels/.done",
    ],
)
def test_make_test_installs_and_builds_what_it_needs(equipped: Fresh, product: str) -> None:
    assert equipped.machine.path(product).exists()


def test_nothing_is_left_to_install(equipped: Fresh) -> None:
    assert "apt-install" not in equipped.run("make", "packages")


def test_rules_and_table_pass_there(equipped: Fresh) -> None:
    """With few examples of each property: the many are tried on the machine around."""
    pytest_there = (".venv/bin/pytest", "-n", "2", "-m", "not proof", "--hypothesis-profile=quick")
    assert " passed" in equipped.run(*pytest_there, "tests/rules", "tests/table")
