"""The units as systemd's own tools judge them, inside the machine where they are installed."""

from __future__ import annotations

import shutil

import pytest

from tests.install.machine import ROOT, Machine

MOST_EXPOSED = "20"  # tenths: 2.0, as the tool counts its threshold


@pytest.fixture
def with_kiosk(installed: Machine) -> Machine:
    """The kiosk's packages are large; its unit is placed by hand."""
    shutil.copy(ROOT / "systemd/boardpi-kiosk.service", installed.path("/etc/systemd/system"))
    return installed


def test_every_unit_is_well_formed(with_kiosk: Machine) -> None:
    names = [path.name for path in (ROOT / "systemd").glob("boardpi*.*") if is_unit(path.name)]
    assert len(names) == 8
    units = [f"/etc/systemd/system/{name}" for name in names]
    done = with_kiosk.run("systemd-analyze", "verify", "--man=no", *units)
    assert done.stderr == ""


def is_unit(name: str) -> bool:
    return name.endswith((".service", ".socket", ".timer", ".path"))


@pytest.mark.parametrize(
    "unit", ["boardpi.service", "boardpi-backup.service", "boardpi-settings@.service"]
)
def test_services_are_exposed_to_2_0_at_most(installed: Machine, unit: str) -> None:
    options = ("--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager")
    told = installed.run("systemd-analyze", "security", *options, f"/etc/systemd/system/{unit}")
    assert "Overall exposure level" in told.stdout


def test_the_user_of_the_kiosk_may_use_the_screen(installed: Machine) -> None:
    file = installed.path("/etc/sysusers.d/boardpi-kiosk.conf")
    shutil.copy(ROOT / "systemd/boardpi-kiosk.sysusers", file)
    installed.run("systemd-sysusers", file.name)
    assert "video" in installed.run("id", "boardpi-kiosk").stdout
