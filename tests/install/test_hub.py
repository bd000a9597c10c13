"""`install.sh --hub` under a real systemd: broker and hub run, a table joins, all ends."""

from __future__ import annotations

import json
import re
import time

import pytest

from tests.install.machine import Booted, Machine, boot
from tests.install.test_units import MOST_EXPOSED
from tests.patience import PATIENCE_S

UNITS = ("boardpi-hub.service", "boardpi-broker.service")
ASK_FOR_CODE = """
import json, sys, urllib.request as web
from http.cookiejar import CookieJar
browser = web.build_opener(web.HTTPCookieProcessor(CookieJar()))
body, kind = json.dumps({"pin": sys.argv[1]}).encode(), {"content-type": "application/json"}
browser.open(web.Request("http://127.0.0.1:8026/api/v1/session", body, kind)).read()
print(json.load(browser.open("http://127.0.0.1:8026/api/v1/code"))["code"])
"""


def wait_until_joined(booted: Booted) -> None:
    end = time.monotonic() + PATIENCE_S
    while True:
        told = json.loads(booted.run("boardpi", "hub", "status", "--json").stdout)
        if told["broker"]["is_online"] and any(t["is_online"] for t in told["tables"].values()):
            return
        assert time.monotonic() < end, told
        time.sleep(0.5)


@pytest.mark.usefixtures("containers")
def test_a_machine_becomes_the_hub_of_a_club_and_its_own_table_joins(installed: Machine) -> None:
    with boot(installed) as booted:
        told = booted.install("--hub").stdout
        pin = re.search(r"The PIN of the organiser is (\d+)", told)
        assert pin is not None, told
        assert [booted.show(unit, "ActiveState") for unit in UNITS] == ["active", "active"]
        assert booted.show("mosquitto.service", "ActiveState") == "inactive"
        assert "=" in booted.install().stdout.split("the hub is running")[0][-6:]
        python = "/opt/boardpi/current/bin/python"
        code = booted.run(python, "-c", ASK_FOR_CODE, pin[1]).stdout.strip()
        told = booted.run("boardpi", "hub", "join", "127.0.0.1", code).stdout
        assert "has joined the club 'club' as t01" in told
        assert installed.mode("/var/lib/boardpi/book.sqlite.secret") == "600 boardpi"
        wait_until_joined(booted)
        for unit in UNITS:
            options = ("--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager")
            booted.run("systemd-analyze", "security", *options, f"/etc/systemd/system/{unit}")
        booted.install("--no-hub")
        assert [booted.show(unit, "LoadState") for unit in UNITS] == ["not-found", "not-found"]
        assert booted.show("boardpi.service", "ActiveState") == "active"
        assert installed.path("/var/lib/boardpi/hub.sqlite").exists()
