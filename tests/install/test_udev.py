"""The rules of udev, asked by udev itself about adapters that umockdev pretends are plugged in."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.install.machine import ROOT

USB = "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
TTY = f"{USB}/1-1:1.0/ttyUSB0/tty/ttyUSB0"
# With a /run and a /dev of its own: nothing of this machine is changed.
ASK = """
set -e
mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3
mkdir -p /dev/pts /run/udev/rules.d
mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts && ln -s pts/ptmx /dev/ptmx
cp "$0" /run/udev/rules.d/70-boardpi.rules
exec umockdev-run --device="$1" -- udevadm test --action="$2" "$3"
"""


def ask_udev(folder: Path, device: str, path: str, action: str = "add") -> str:
    """What udev makes of it."""
    file = folder / "devices.umockdev"
    file.write_text(device)
    rules = str(ROOT / "systemd/boardpi.rules")
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", ASK, rules, str(file), action, path],
        capture_output=True,
        text=True,
        check=True,
    )
    ours = [line for line in done.stderr.splitlines() if "70-boardpi.rules" in line]
    assert ours, "it was read"
    assert [line for line in ours if re.search("(?i)invalid|unknown key|fail", line)] == []
    return done.stdout


def adapter(vendor: str, product: str) -> str:
    usb = f"P: {USB}\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\n"
    ids = f"A: idVendor={vendor}\\n\nA: idProduct={product}\\n\n\n"
    between = f"P: {USB}/1-1:1.0\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\n\n"
    port = f"P: {USB}/1-1:1.0/ttyUSB0\nE: SUBSYSTEM=usb-serial\n\n"
    tty = f"P: {TTY}\nN: ttyUSB0\nE: DEVNAME=/dev/ttyUSB0\nE: SUBSYSTEM=tty\n"
    return f"{usb}{ids}{between}{port}{tty}E: MAJOR=188\nE: MINOR=0\n"


@pytest.mark.parametrize(
    ("vendor", "product"),
    [
        ("1a86", "7523"),
        ("1a86", "55d4"),
        ("10c4", "ea60"),
        ("0403", "6001"),
        ("2341", "0043"),
        ("2a03", "0043"),
    ],
    ids=["CH340", "CH9102", "CP2102", "FTDI", "Arduino", "the other Arduino"],
)
def test_a_board_has_a_name_and_starts_the_table(tmp_path: Path, vendor: str, product: str) -> None:
    told = ask_udev(tmp_path, adapter(vendor, product), TTY)
    assert "DEVLINKS=/dev/boardpi\n" in told
    assert "SYSTEMD_WANTS=boardpi.service\n" in told
    assert ":systemd:" in told
    assert "ID_MM_DEVICE_IGNORE=1\n" in told


def test_another_adapter_is_left_alone(tmp_path: Path) -> None:
    told = ask_udev(tmp_path, adapter("1546", "01a7"), TTY)
    assert "DEVNAME=/dev/ttyUSB0\n" in told
    assert "boardpi" not in told.lower()


def test_a_board_that_is_unplugged_starts_nothing(tmp_path: Path) -> None:
    assert "boardpi" not in ask_udev(tmp_path, adapter("1a86", "7523"), TTY, "remove").lower()
