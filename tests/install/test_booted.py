"""The units under a real systemd: process 1 of a container.

A container has no device controller of its own: DevicePolicy= is rated by systemd-analyze only.
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from boardpi import __version__
from tests.install.machine import Booted, Machine, boot

pytestmark = pytest.mark.usefixtures("containers")

UNIT = "boardpi.service"
DROP_IN = "/etc/systemd/system/boardpi.service.d/test.conf"
PROBE = """
[Service]
Type=oneshot
WatchdogSec=0
Restart=no
ExecStart=
ExecStart=/opt/boardpi/current/bin/python /srv/probe.py
"""
ALLOWED = {
    "writes its state",
    "writes its pipes",
    "reads its configuration",
    "reads the model",
    "opens what belongs to dialout",
    "opens the null device",
    "calls C",
    "has a polite child",
    "speaks IPv4",
    "speaks IPv6",
}


def put_drop_in(place: Machine, text: str) -> None:
    file = place.path(DROP_IN)
    file.parent.mkdir()
    file.write_text(text)


def wait_for_restart(booted: Booted) -> None:
    while booted.show(UNIT, "NRestarts") == "0" or booted.show(UNIT, "ActiveState") != "active":
        time.sleep(0.2)


def test_the_table_runs_and_answers(booted: Booted) -> None:
    assert booted.show(UNIT, "ActiveState") == "active"
    assert booted.show(UNIT, "StatusText").startswith("The board is away: there is no /dev/boardpi")
    told = json.loads(booted.run("boardpi", "status", "--json").stdout)
    assert told["health"]["book"] == {
        "path": "/var/lib/boardpi/book.sqlite",
        "is_kept": True,
        "waiting": 0,
    }
    status = booted.run("cat", f"/proc/{booted.show(UNIT, 'MainPID')}/status").stdout
    facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert (facts["NoNewPrivs"], facts["Seccomp"]) == ("1", "2")
    assert int(facts["CapEff"], 16) == int(facts["CapBnd"], 16) == 0
    assert "0" not in facts["Uid"].split()


def test_a_loop_that_hangs_is_started_anew(installed: Machine) -> None:
    put_drop_in(installed, "[Service]\nWatchdogSec=2\nRestartSec=0\n")
    with boot(installed) as booted:
        before = booted.show(UNIT, "MainPID")
        booted.run("systemctl", "kill", "--signal=SIGSTOP", UNIT)
        wait_for_restart(booted)
        assert booted.show(UNIT, "MainPID") != before
        assert "Watchdog timeout" in booted.journal()


def test_a_killed_table_is_started_anew(installed: Machine) -> None:
    put_drop_in(installed, "[Service]\nRestartSec=0\n")
    with boot(installed) as booted:
        booted.run("systemctl", "kill", "--signal=SIGKILL", UNIT)
        wait_for_restart(booted)
        booted.run("boardpi", "status")


def test_the_sandbox_lets_through_what_is_needed_and_no_more(installed: Machine) -> None:
    probe = Path(__file__).with_name("probe.py").read_text(encoding="utf-8")
    installed.path("/srv/probe.py").write_text(probe)
    installed.path("/home/somebody").mkdir()
    installed.path("/srv/dialout").write_text("a port")
    installed.run("chgrp", "dialout", "/srv/dialout")
    installed.path("/srv/dialout").chmod(0o040)
    put_drop_in(installed, PROBE)
    with boot(installed) as booted:
        found = next(line for line in booted.journal().splitlines() if line.startswith("{"))
    assert {what for what, is_allowed in json.loads(found).items() if is_allowed} == ALLOWED


def test_the_daily_backup_is_one_of_seven(booted: Booted) -> None:
    assert booted.show("boardpi-backup.timer", "ActiveState") == "active"
    for _ in range(2):
        booted.run("systemctl", "start", "boardpi-backup.service")
    copies = list(booted.machine.path("/var/lib/boardpi/backups").iterdir())
    assert len(copies) == 1
    assert re.fullmatch(r"day-[1-7]\.sqlite", copies[0].name)


def test_an_installation_on_a_running_system(clean: Machine) -> None:
    with boot(clean) as booted:
        told = booted.install("--board", "virtual").stdout
        assert re.search(r"PIN    \d{6}\b", told)
        assert "virtual" in booted.run("boardpi", "status").stdout
        before = booted.show(UNIT, "MainPID")
        assert "Nothing had to be changed." in booted.install().stdout
        assert booted.show(UNIT, "MainPID") == before, "a game is not disturbed for nothing"
        assert "PIN of this table" not in booted.journal()
        booted.install("--uninstall")
        booted.run("systemctl", "status", UNIT, code=4)
        assert "boardpi" not in booted.run("systemctl", "list-units").stdout


def test_an_upgrade_that_fails_in_earnest_is_taken_back(with_bad_release: Machine) -> None:
    with boot(with_bad_release) as booted:
        told = booted.install(code=1).stderr
        assert "this boardpi does not like systemd" in told
        assert "the upgrade was taken back" in told
        assert booted.show(UNIT, "ActiveState") == "active"
        assert booted.run("boardpi", "--version").stdout == f"boardpi {__version__}\n"
        assert "North" in booted.run("boardpi", "players", "list").stdout
        assert list(with_bad_release.path("/var/lib/boardpi").glob("failed-upgrade-*/book.sqlite"))
