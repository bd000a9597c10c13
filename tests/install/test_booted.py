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
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.usefixtures("containers")

UNIT = "boardpi.service"
AS_BOARDPI = ("setpriv", "--reuid=boardpi", "--regid=boardpi", "--init-groups")
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


SAVE = """
import json, sys, urllib.request
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
def tell(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request("http://127.0.0.1:8025/api/v1" + path, data,
                                   {"content-type": "application/json"})
    return json.load(browser.open(asked))
tell("/session", {"pin": sys.argv[1]})
before = tell("/settings")
after = tell("/settings", {"table.name": "Elm", "clocks.main_s": 600})
print(json.dumps([before["is_writable"], after["pending"], tell("/restart", {})]))
"""
ASK_ROOT = """
import socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect("/run/boardpi-settings.socket")
line.sendall(sys.argv[1].encode())
line.shutdown(socket.SHUT_WR)
print(line.makefile().read())
"""


def test_settings_of_the_page_take_effect_and_nothing_else_does(installed: Machine) -> None:
    """The file is root's and keeps its comments; the table's user gets no other key changed."""
    config = installed.path("/etc/boardpi/boardpi.toml")
    comments = [line for line in config.read_text().splitlines() if line.startswith("# ")]
    with boot(installed) as booted:
        assert booted.show("boardpi-settings.socket", "ActiveState") == "active"
        pin = booted.run("boardpi", "pin").stdout
        number = re.search(r"\d{6,}", pin)
        assert number, pin
        told = json.loads(booted.run("python3", "-c", SAVE, number[0]).stdout)
        assert told == [True, ["table.name", "clocks.main_s"], {"is_restarting": True}]
        text = config.read_text()
        assert 'name = "Elm"\n' in text
        assert [line for line in text.splitlines() if line.startswith("# ")] == comments
        assert installed.mode("/etc/boardpi/boardpi.toml") == "644 root"
        end = time.monotonic() + PATIENCE_S
        while "Elm" not in booted.run("sh", "-c", "boardpi status --json || true").stdout:
            assert time.monotonic() < end, booted.journal()
            time.sleep(0.2)
        status = json.loads(booted.run("boardpi", "status", "--json").stdout)
        assert status["table"]["clocks"]["control"]["main_s"] == 600
        asked = ("python3", "-c", ASK_ROOT)
        for wish in ('{"book.path": "/tmp/x"}', '{"hub.updates": ""}', "what?"):
            answer = booted.run(*AS_BOARDPI, *asked, wish).stdout
            assert json.loads(answer)["reason"] == "bad_file"
        nobody = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
        booted.run(*nobody, *asked, '{"table.name": "Mine"}', code=1)
        assert config.read_text() == text


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
