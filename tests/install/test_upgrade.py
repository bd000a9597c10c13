"""A newer boardpi over an older one: everything stays, or everything goes back."""

from __future__ import annotations

from boardpi import __version__
from tests.install.conftest import First
from tests.install.machine import Machine

CONFIG = "/etc/boardpi/boardpi.toml"
BACKUPS = "/var/lib/boardpi/backups"


def players(place: Machine, book: str) -> str:
    return place.run("boardpi", "players", "list", "--book", book).stdout


def version(place: Machine) -> str:
    return place.run("boardpi", "--version").stdout.strip()


def test_the_new_release_is_in_use(upgraded: First) -> None:
    assert version(upgraded[0]) == "boardpi 99.0.0"


def test_the_book_and_the_pin_stay(upgraded: First) -> None:
    assert "North" in players(upgraded[0], "/var/lib/boardpi/club.sqlite")
    assert "PIN    as before" in upgraded[1]


def test_the_configuration_stays(upgraded: First) -> None:
    config = upgraded[0].path(CONFIG)
    assert 'name = "Corner table"' in config.read_text()
    assert not config.with_name("boardpi.toml.new").exists(), "the default is the same as before"


def test_the_book_was_copied_wherever_it_lies(upgraded: First) -> None:
    backups = list(upgraded[0].path(BACKUPS).glob("before-99.0.0-*.sqlite"))
    assert len(backups) == 1
    name = f"{BACKUPS}/{backups[0].name}"
    assert upgraded[0].mode(name) == "600 boardpi"
    assert "North" in players(upgraded[0], name)


def test_the_release_before_stays_and_what_is_older_goes(upgraded: First) -> None:
    names = sorted(path.name for path in upgraded[0].path("/opt/boardpi/releases").iterdir())
    assert [name.split("-")[0] for name in names] == [__version__, "99.0.0"]


def test_nothing_is_left_of_the_trial(upgraded: First) -> None:
    assert not upgraded[0].path("/var/lib/boardpi/.trial").exists()


def test_a_configuration_that_the_new_release_refuses_stops_the_upgrade(refused: First) -> None:
    assert "there is no section 'marble'" in refused[1]
    assert version(refused[0]) == f"boardpi {__version__}"
    assert not list(refused[0].path("/opt/boardpi").glob(".current*"))


def test_a_release_that_does_not_start_is_not_used(with_bad_release: Machine) -> None:
    broken = "raise SystemExit('the new boardpi is broken')\n"
    found = with_bad_release.path("/opt/boardpi/releases").glob("99.0.0-*/lib/*/site-packages")
    (next(found) / "boardpi/daemon/assemble.py").write_text(broken)
    told = with_bad_release.install(code=1).stderr
    assert "the new boardpi is broken" in told
    assert "the old one stays" in told
    assert version(with_bad_release) == f"boardpi {__version__}"
    assert "North" in players(with_bad_release, "/var/lib/boardpi/book.sqlite")
    assert not with_bad_release.path("/var/lib/boardpi/.trial").exists()


def test_a_damaged_book_stops_the_upgrade_and_stays_as_it_is(with_bad_release: Machine) -> None:
    book = with_bad_release.path("/var/lib/boardpi/book.sqlite")
    damaged = book.read_bytes()[:5000] + b"\xff" * 5000
    book.write_bytes(damaged)
    told = with_bad_release.install(code=1).stderr
    assert "is damaged" in told
    assert book.read_bytes() == damaged
    assert version(with_bad_release) == f"boardpi {__version__}"


def test_a_new_default_lies_beside_the_old_configuration(installed: Machine) -> None:
    config = installed.path(CONFIG)
    before = config.read_text()
    told = installed.install("--board", "virtual", "--local").stdout
    assert config.read_text() == before
    new = config.with_name("boardpi.toml.new").read_text()
    assert 'kind = "virtual"' in new
    assert 'host = "127.0.0.1"' in new
    assert f"{CONFIG}.new" in told
    assert "Nothing had to be changed." in installed.install().stdout, "it is remembered"
