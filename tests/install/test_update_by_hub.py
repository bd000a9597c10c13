"""A release that a hub has sent, under a real systemd: root's service takes it, or leaves it."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from boardpi import __version__
from boardpi.hub.release_file import mark_of_key
from tests.install.machine import SOURCE, Booted, Machine, boot
from tests.install.test_hub import ASK_FOR_CODE, wait_until_joined
from tests.install.wheels import replace_wheel
from tests.patience import PATIENCE_S
from tools.release import make_key, make_release, public_key

pytestmark = pytest.mark.usefixtures("containers")
UPDATE, REPORT = "/var/lib/boardpi/update", "/opt/boardpi/update.json"
UNITS = ("boardpi-update.path", "boardpi-update.service")
UPDATING, WATCH = "boardpi/commands/hub/updating.py", "WATCH_SECONDS: Final = 60"
AS_BOARDPI = ("setpriv", "--reuid=boardpi", "--regid=boardpi", "--init-groups")
DIES = """
if "NOTIFY_SOCKET" in os.environ:
    import threading
    threading.Timer(4, os._exit, [3]).start()
"""


class Releases:
    """Releases of a key that the table knows."""

    def __init__(self, table: Machine, folder: Path) -> None:
        self.table, self.folder, self.key = table, folder, folder / "key.pem"
        make_key(self.key)
        self.made = 0

    def allow(self) -> None:
        """The maker's word in the configuration."""
        config, mark = (
            self.table.path("/etc/boardpi/boardpi.toml"),
            mark_of_key(public_key(self.key)),
        )
        text = config.read_text().replace('#updates = ""', f'updates = "{mark}"')
        assert mark in text
        config.write_text(text)

    def make(
        self, version: str, lines: dict[str, str] | None = None, key: Path | None = None
    ) -> Path:
        """A release that differs from what is installed by its version and these lines."""
        self.made += 1
        tree = self.folder / f"tree{self.made}"
        shutil.copytree(self.table.path(SOURCE), tree)
        replace_wheel(tree / "wheels", version, lines)
        path = self.folder / f"{self.made}.release"
        files = sorted(file for file in tree.rglob("*") if file.is_file())
        named = ((str(file.relative_to(tree)), file) for file in files)
        make_release(path, named, key or self.key, version, self.made)
        return path

    def lay(self, booted: Booted, release: Path) -> dict[str, object]:
        """As the daemon does, as its user; what root says of it."""
        shutil.copy(release, self.table.path("/srv/release"))
        self.table.path("/srv/ready").write_text(f'{{"release":"{self.made:064}","attempt":1}}')
        lay = f"mkdir -p {UPDATE} && cp /srv/release {UPDATE}/ && cp /srv/ready {UPDATE}/"
        booted.run(*AS_BOARDPI, "sh", "-c", lay)
        end = time.monotonic() + 2 * PATIENCE_S
        while True:
            if self.table.path(REPORT).exists():
                told: dict[str, object] = json.loads(self.table.path(REPORT).read_text())
                is_mine = told["release"] == f"{self.made:064}"
                if is_mine and told["state"] in ("done", "failed"):
                    return told
            assert time.monotonic() < end, booted.run("journalctl", "--no-pager", "-n", "60").stdout
            time.sleep(0.3)


@pytest.fixture
def releases(installed: Machine, tmp_path: Path) -> Releases:
    """A table without a board, whose installer watches for five seconds."""
    folder = tmp_path / "releases"
    folder.mkdir()
    (packages,) = installed.path("/opt/boardpi/releases").glob("*/lib/*/site-packages")
    text = (packages / UPDATING).read_text()
    assert WATCH in text
    (packages / UPDATING).write_text(text.replace(WATCH, "WATCH_SECONDS: Final = 5"))
    return Releases(installed, folder)


def version(booted: Booted) -> str:
    return booted.run("boardpi", "--version").stdout.strip()


def test_root_takes_the_release_of_whom_the_maker_named_and_no_other(releases: Releases) -> None:
    made, other = releases.make("99.0.0"), releases.folder / "other.pem"
    make_key(other)
    with boot(releases.table) as booted:
        assert booted.show(UNITS[0], "ActiveState") == "active"
        told = releases.lay(booted, made)
        assert "allows no updates" in str(told["why"])
        releases.allow()
        told = releases.lay(booted, releases.make("99.0.0", key=other))
        assert "is signed by" in str(told["why"])
        assert version(booted) == f"boardpi {__version__}"
        told = releases.lay(booted, releases.make("99.0.0", {"boardpi/daemon/systemd.py": DIES}))
        assert "taken back" in str(told["why"]), "it starts, and dies four seconds later"
        assert version(booted) == f"boardpi {__version__}"
        assert booted.show("boardpi.service", "ActiveState") == "active"
        assert booted.run("ls", UPDATE).stdout == ""
        assert not releases.table.path("/opt/boardpi/incoming").exists()


def test_a_hub_updates_the_table_on_its_own_machine_and_is_updated_with_it(
    releases: Releases,
) -> None:
    """From the code of the hub's page to the new program: nothing is played here."""
    release = releases.make("99.0.1", {"boardpi/hub/rollout.py": "CHECK_SECONDS = 3.0\n"})
    releases.allow()
    with boot(releases.table) as booted:
        said = booted.install("--hub").stdout
        pin = re.search(r"The PIN of the organiser is (\d+)", said)
        assert pin is not None, said
        booted.run("sh", "-c", "until boardpi hub status; do sleep 0.3; done")
        python = "/opt/boardpi/current/bin/python"
        code = booted.run(python, "-c", ASK_FOR_CODE, pin[1]).stdout.strip()
        booted.run("boardpi", "hub", "join", "127.0.0.1", code)
        wait_until_joined(booted)
        shutil.copy(release, releases.table.path("/srv/new.release"))

        def update(*words: str) -> dict[str, Any]:
            ask = f"echo {pin[1]} | boardpi hub update --json {' '.join(words)}"
            found: dict[str, Any] = json.loads(booted.run("sh", "-c", ask).stdout)
            return found

        def wait_for(is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
            end = time.monotonic() + 3 * PATIENCE_S
            while True:
                with suppress(AssertionError):  # the hub is started anew, too
                    if is_so(told := update()):
                        return told
                assert time.monotonic() < end
                time.sleep(1)

        update("/srv/new.release")
        wait_for(lambda told: bool(told["tables"]["t01"]["is_allowed"]))
        update("--canary", "t01")
        told = wait_for(lambda told: told["state"] != "running")
        journal = booted.run("journalctl", "--no-pager", "-n90", "-u", "boardpi*").stdout
        assert told["state"] == "done", f"{told['tables']}\n{journal}"
        assert told["tables"]["t01"]["version"] == "99.0.1"
        assert version(booted) == "boardpi 99.0.1"
        assert (
            json.loads(booted.run("boardpi", "hub", "status", "--json").stdout)["version"]
            == "99.0.1"
        )
        older = releases.lay(booted, releases.make("99.0.0"))
        assert "is here already" in str(older["why"])
