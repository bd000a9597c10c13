"""The Debian package: installed, installed again, removed, purged in a clean Debian."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import PurePath

from boardpi import __version__
from tests.install.machine import ROOT, Machine
from tests.install.wheels import shipped_firmware

PACKAGE = ROOT / "dist" / f"boardpi_{__version__}-1_all.deb"


def test_lintian_finds_no_error() -> None:
    subprocess.run(["lintian", "--allow-root", "--fail-on=error", PACKAGE], check=True)


def test_the_life_of_the_package(clean: Machine) -> None:
    shutil.copy(PACKAGE, clean.path("/root/boardpi.deb"))
    told = clean.run("dpkg", "--install", "/root/boardpi.deb").stdout
    assert re.search(r"PIN    \d{6}\b", told)
    images = shipped_firmware(clean)
    assert [PurePath(image).suffix for image in images] == [".hex", ".uf2"], "ready to flash"
    clean.run("boardpi", "players", "add", "North")
    clean.run("systemctl", "is-enabled", "boardpi.service")
    assert not clean.path("/etc/systemd/system/boardpi.service").exists()

    again = clean.run("dpkg", "--install", "/root/boardpi.deb").stdout
    assert "PIN    as before" in again
    assert "North" in clean.run("boardpi", "players", "list").stdout
    assert "as a Debian package" in clean.install(code=1).stderr

    clean.run("dpkg", "--remove", "boardpi")
    assert not clean.path("/opt/boardpi").exists()
    assert clean.path("/var/lib/boardpi/book.sqlite").exists()

    clean.run("dpkg", "--purge", "boardpi")
    places = ("/opt", "/etc", "/usr", "/var/lib")
    left = clean.run("find", *places, "-iname", "*boardpi*").stdout.split()
    assert left == []
