"""`install.sh --uninstall`, and what it leaves."""

from __future__ import annotations

from tests.install.machine import Machine


def test_the_book_and_the_configuration_stay_and_are_found_again(installed: Machine) -> None:
    installed.run("boardpi", "players", "add", "North")
    told = installed.install("--uninstall").stdout
    assert "/var/lib/boardpi stays" in told
    found = installed.run("find", "/opt", "/etc", "/usr/local").stdout.splitlines()
    left = [name for name in found if "boardpi" in name]
    assert left == ["/etc/boardpi", "/etc/boardpi/boardpi.toml"]
    assert "PIN    as before" in installed.install().stdout
    assert "North" in installed.run("boardpi", "players", "list").stdout


def test_purge_leaves_nothing(installed: Machine) -> None:
    installed.install("--uninstall", "--purge", "--yes")
    places = ("/opt", "/etc", "/usr", "/var/lib", "/home")
    assert installed.run("find", *places, "-iname", "*boardpi*").stdout == ""
    installed.run("getent", "passwd", "boardpi", code=2)


def test_nothing_to_remove_is_no_error(clean: Machine) -> None:
    assert "there is nothing to remove" in clean.install("--uninstall").stdout
