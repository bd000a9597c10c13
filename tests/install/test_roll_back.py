"""A new release that dies under systemd: no acknowledged move is lost, no link is followed.

systemd is played by a script, so that root can be robbed of its rights in the state folder.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi import __version__
from tests.install.machine import SOURCE, Machine
from tests.install.player import MOVES

STATE = "/var/lib/boardpi"
BOOK = f"{STATE}/book.sqlite"
SYSTEMCTL = """#!/bin/sh
case "$1" in
  start) touch /run/active ;;
  stop) rm -f /run/active ;;
  is-active) test -e /run/active ;;
  restart) sh -c "$(cat /srv/restart)"; exit 1 ;;
esac
"""
AS_BOARDPI = ("setpriv", "--reuid=boardpi", "--regid=boardpi", "--init-groups")
# Root as it is, but for what it may do with files of others.
AS_WEAK_ROOT = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown")
COUNT = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())"


@pytest.fixture
def table(with_bad_release: Machine) -> Machine:
    """A running table, and a 99.0.0 that is built and waits."""
    with_bad_release.path("/run/systemd/system").mkdir(parents=True)
    with_bad_release.path("/run/active").touch()
    script = with_bad_release.path("/usr/local/bin/systemctl")
    script.write_text(SYSTEMCTL)
    script.chmod(0o755)
    player = Path(__file__).with_name("player.py").read_text(encoding="utf-8")
    with_bad_release.path("/srv/player.py").write_text(player)
    return with_bad_release


def play(*words: str) -> str:
    return " ".join([*AS_BOARDPI, "/opt/boardpi/current/bin/python /srv/player.py", *words])


def upgrade(table: Machine, restart: str, *root: str) -> str:
    """Run install.sh, whose release does this when it is started; what it said."""
    table.path("/srv/restart").write_text(restart)
    words = (f"{SOURCE}/install.sh", "--wheels", f"{SOURCE}/wheels")
    done = table.run(*root, *words, code=1)
    assert "the upgrade was taken back" in done.stderr
    assert table.run("boardpi", "--version").stdout == f"boardpi {__version__}\n"
    return done.stdout + done.stderr


def moves_in(table: Machine, book: str) -> int:
    return int(table.run("python3", "-c", COUNT, book, "SELECT count(*) FROM moves").stdout)


def aside(table: Machine) -> list[str]:
    return [path.name for path in table.path(STATE).glob("failed-upgrade*")]


def test_moves_that_the_new_release_acknowledged_stay(table: Machine) -> None:
    told = upgrade(table, play("play"))
    assert "the score book stays, with every move since the upgrade" in told
    assert moves_in(table, BOOK) == MOVES
    assert aside(table) == []


def test_a_book_that_the_old_release_cannot_read_is_put_aside_whole(table: Machine) -> None:
    told = upgrade(table, play("play", "change"))
    [folder] = aside(table)
    assert f"the changed one is in {STATE}/{folder}" in told
    assert moves_in(table, BOOK) == 0
    assert "North" in table.run("boardpi", "players", "list").stdout
    assert table.path(f"{STATE}/{folder}/book.sqlite-wal").stat().st_size > 0
    assert moves_in(table, f"{STATE}/{folder}/book.sqlite") == MOVES


def test_moves_that_the_old_release_left_in_the_log_stay(table: Machine) -> None:
    table.run("sh", "-c", play("play"), code=137)
    assert table.path(f"{BOOK}-wal").stat().st_size > 0
    upgrade(table, play("change"))
    assert moves_in(table, BOOK) == MOVES


@pytest.mark.parametrize("words", [("play",), ("play", "change")])
def test_root_needs_no_right_in_the_state_folder(table: Machine, words: tuple[str, ...]) -> None:
    """Where root has none, it can follow no link."""
    table.run(*AS_WEAK_ROOT, "ls", STATE, code=2)
    upgrade(table, play(*words), *AS_WEAK_ROOT)
    assert moves_in(table, BOOK) == (0 if "change" in words else MOVES)
    assert table.run("find", STATE, "!", "-user", "boardpi").stdout == ""


LINKS = (".trial", "failed-upgrade", "book.sqlite.restored", "backups/before-0.sqlite")


@pytest.mark.parametrize("target", ["/srv/victim", "/srv/victim/file"])
def test_links_in_the_state_folder_lead_nowhere(table: Machine, target: str) -> None:
    victim = table.path("/srv/victim")
    victim.mkdir()
    (victim / "file").write_text("root's own\n")
    for name in LINKS:
        table.run(*AS_BOARDPI, "ln", "-s", target, f"{STATE}/{name}")
    before = {path: path.lstat() for path in (victim, victim / "file")}
    upgrade(table, play("play", "change"))
    assert (victim / "file").read_text() == "root's own\n"
    for path, was in before.items():
        now = path.lstat()
        assert (now.st_mode, now.st_uid, now.st_mtime_ns) == (was.st_mode, 0, was.st_mtime_ns)
