"""`sudo ./install.sh` on a clean Debian whose systemd does not run (a chroot)."""

from __future__ import annotations

import json
import re
import subprocess
import time
import tomllib
from pathlib import Path

import pytest

from boardpi import __version__
from tests.install.machine import ENVIRONMENT, ROOT, SOURCE, Machine

CLOCK = (ROOT / "installer" / "clock.txt").read_text()
LOCK = "/run/lock/boardpi-install.lock"
First = tuple[Machine, str]


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("/opt/boardpi/current/bin/boardpi", "755 root"),
        ("/etc/boardpi/boardpi.toml", "644 root"),
        ("/var/lib/boardpi", "700 boardpi"),
        ("/var/lib/boardpi/backups", "700 boardpi"),
        ("/var/lib/boardpi/book.sqlite", "600 boardpi"),
        ("/etc/systemd/system/boardpi.service", "644 root"),
        ("/etc/systemd/system/boardpi-backup.timer", "644 root"),
        ("/etc/udev/rules.d/70-boardpi.rules", "644 root"),
    ],
)
def test_everything_has_its_place_and_its_owner(first_run: First, name: str, mode: str) -> None:
    assert first_run[0].mode(name) == mode


def test_the_user_may_use_the_board_and_nothing_else(first_run: First) -> None:
    told = first_run[0].run("id", "boardpi").stdout
    assert set(re.findall(r"\((\w+)\)", told)) == {"boardpi", "dialout", "gpio", "spi"}
    account = first_run[0].run("getent", "passwd", "boardpi").stdout.strip()
    assert account.endswith("/var/lib/boardpi:/usr/sbin/nologin")


def test_the_command_is_on_the_path(first_run: First) -> None:
    assert first_run[0].run("boardpi", "--version").stdout == f"boardpi {__version__}\n"


def test_units_start_with_the_next_boot(first_run: First) -> None:
    for unit in ("boardpi.service", "boardpi-backup.timer", "boardpi-settings.socket"):
        assert first_run[0].run("systemctl", "is-enabled", unit).stdout == "enabled\n"


def test_the_pin_and_the_address_are_shown_once(first_run: First, installed: Machine) -> None:
    assert len(re.findall(r"PIN    \d{6}\b", first_run[1])) == 1
    assert ":8025/" in first_run[1]
    again = installed.install().stdout
    assert not re.search(r"PIN    \d", again)
    assert "PIN    as before" in again


def test_the_shown_pin_is_the_one_that_the_book_knows(first_run: First, installed: Machine) -> None:
    found = re.search(r"PIN    (\d{6})\b", first_run[1])
    assert found
    ask = (
        "import sys; from boardpi.web.lock import read_secret;"
        "from boardpi.web.secret_file import SecretFile, beside;"
        "file = SecretFile(beside('/var/lib/boardpi/book.sqlite'));"
        "sys.exit(not read_secret(file.read()).fits(sys.argv[1]))"
    )
    installed.run("/opt/boardpi/current/bin/python", "-c", ask, found[1])


def test_the_configuration_names_board_page_and_book(first_run: First) -> None:
    text = first_run[0].path("/etc/boardpi/boardpi.toml").read_text(encoding="utf-8")
    config = tomllib.loads(text)
    assert config["board"] == {"kind": "serial", "port": "/dev/boardpi"}
    assert config["page"] == {"host": "0.0.0.0"}
    assert config["book"] == {"path": "/var/lib/boardpi/book.sqlite"}
    first_run[0].run("boardpi", "config", "check")


def test_a_second_run_changes_nothing(installed: Machine) -> None:
    told = installed.install().stdout
    assert "Nothing had to be changed." in told
    assert "  + " not in told
    assert installed.written() == [LOCK]


def test_a_dry_run_tells_every_step_and_writes_nothing(clean: Machine) -> None:
    told = clean.install("--dry-run", "--board", "virtual").stdout
    assert clean.written() == []
    for word in (
        "user boardpi",
        "/opt/boardpi/releases/",
        "boardpi.toml",
        "PIN",
        "70-boardpi.rules",
    ):
        assert word in told
    assert "  + " not in told
    assert "Nothing was changed: this was a dry run" in told


def test_a_dry_run_of_the_removal_writes_nothing(installed: Machine) -> None:
    told = installed.install("--uninstall", "--purge", "--dry-run").stdout
    assert "~ remove /var/lib/boardpi" in told
    assert installed.written() == []


def test_the_daemon_starts_as_its_user_and_answers(installed: Machine) -> None:
    story = (
        "boardpi config show | grep -q 8025; "
        "sed -i 's/^#port = 8025/port = 18025/' /etc/boardpi/boardpi.toml; "
        "setpriv --reuid=boardpi --regid=boardpi --init-groups boardpi run & "
        "until boardpi status --json; do sleep 0.2; done 2>/dev/null; "
        "ps() { stat -c %U /proc/$!; }; ps; kill $!; wait $!"
    )
    told, owner = installed.run("sh", "-c", story).stdout.strip().splitlines()
    assert json.loads(told)["health"]["book"]["path"] == "/var/lib/boardpi/book.sqlite"
    assert owner == "boardpi"


MOMENTS = [
    "etc/sysusers.d/boardpi.conf",
    "opt/boardpi/releases/*/pip.log",
    "opt/boardpi/releases/*/.complete",
    "var/lib/boardpi/.trial/log",
    "opt/boardpi/curren[t]",  # a link that leads nowhere from outside
    "var/lib/boardpi/book.sqlite",
    "etc/systemd/system/boardpi.service",
]


def kill_at(place: Machine, moment: str) -> None:
    """Kill install.sh without warning as soon as this file is written."""
    with subprocess.Popen(
        place.command(f"{SOURCE}/install.sh", "--wheels", f"{SOURCE}/wheels"),
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        while not any(place.layer.glob(moment)):
            assert process.poll() is None, f"it ended before {moment} was written"
            time.sleep(0.005)
        process.kill()


def test_an_installation_killed_again_and_again_is_completed(clean: Machine) -> None:
    for moment in MOMENTS:
        kill_at(clean, moment)
    clean.install()
    assert "Nothing had to be changed." in clean.install().stdout
    clean.run("boardpi", "--version")
    clean.run("systemctl", "is-enabled", "boardpi.service")
    assert clean.mode("/var/lib/boardpi/book.sqlite") == "600 boardpi"
    assert not clean.path("/var/lib/boardpi/.trial").exists()


def test_only_root_installs(clean: Machine) -> None:
    clean.run("cp", "--recursive", SOURCE, "/srv/boardpi")
    ask = ("setpriv", "--reuid=65534", "--clear-groups", "/srv/boardpi/install.sh")
    assert "must be run by root: sudo ./install.sh" in clean.run(*ask, code=1).stderr


def test_only_one_installer_at_a_time(installed: Machine) -> None:
    story = f"exec 8>{LOCK}; flock 8; {SOURCE}/install.sh --wheels {SOURCE}/wheels"
    assert "another install.sh is at work" in installed.run("bash", "-c", story, code=1).stderr


def write_os_release(place: Machine, **values: str) -> None:
    file = place.path("/etc/os-release")
    file.unlink()  # a link into /usr/lib
    file.write_text("".join(f'{key}="{value}"\n' for key, value in values.items()))


@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        (
            {"PRETTY_NAME": "Debian 11", "ID": "debian", "VERSION_ID": "11"},
            "'Debian 11' is too old",
        ),
        ({"PRETTY_NAME": "Other 4", "ID": "other", "VERSION_ID": "4"}, "'Other 4' is not Debian"),
    ],
)
def test_other_systems_are_refused(clean: Machine, system: dict[str, str], sentence: str) -> None:
    write_os_release(clean, **system)
    assert sentence in clean.install(code=1).stderr
    assert not clean.path("/opt/boardpi").exists()


def test_relatives_of_debian_are_warned(clean: Machine) -> None:
    write_os_release(clean, PRETTY_NAME="Cousin 24", ID="cousin", ID_LIKE="debian", VERSION_ID="24")
    assert "'Cousin 24' has not been tried" in clean.install("--dry-run").stderr


def test_an_old_python_is_refused(clean: Machine) -> None:
    python = clean.path("/usr/local/bin/python3")
    python.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit\nexit 1\n')
    python.chmod(0o755)
    assert "Python 3.9.2 is too old" in clean.install(code=1).stderr


def test_a_boardpi_of_somebody_else_is_left_alone(installed: Machine) -> None:
    other = installed.path("/usr/local/bin/boardpi")
    other.unlink()
    other.write_text("mine\n")
    assert "is something else and stays" in installed.install().stderr
    installed.install("--uninstall")
    assert other.read_text() == "mine\n"


def test_wheels_without_boardpi_are_refused(clean: Machine) -> None:
    next(clean.path(f"{SOURCE}/wheels").glob("boardpi-*")).unlink()
    assert f"no boardpi-*.whl in {SOURCE}/wheels" in clean.install(code=1).stderr


@pytest.mark.parametrize("layout", [Path("/boot/firmware"), Path("/boot")])
def test_spi_is_switched_on_once_and_the_old_file_kept(installed: Machine, layout: Path) -> None:
    file = installed.path(str(layout / "config.txt"))
    file.parent.mkdir(exist_ok=True)
    old = "# mine\n#dtparam=spi=on\n[pi4]\ndtparam=spi=on\n"
    file.write_text(old)
    told = installed.install("--spi")
    assert "'sudo reboot' before the first game" in told.stderr
    spi = "[all]\n# boardpi: the pixels hang on SPI\ndtparam=spi=on\n"
    assert file.read_text() == f"{old}\n{spi}\n{CLOCK}"
    assert file.with_name("config.txt.before-boardpi").read_text() == old
    again = installed.install("--spi").stdout
    assert "SPI is on" in again
    assert "the core clock is fixed" in again
    assert file.read_text() == f"{old}\n{spi}\n{CLOCK}"


@pytest.mark.parametrize(
    ("text", "is_on"),
    [
        ("dtparam=spi=on\n", True),
        ("dtparam=i2c_arm=on,spi=on\n", True),
        ("[pi5]\n[all]\ndtparam=spi\n", True),
        ("dtparam=spi=on\n[all]\ndtparam=spi=off\n", False),
        ("[cm4]\ndtparam=spi=on\n", False),
        ("dtparam=spi=off\n", False),
        ("# dtparam=spi=on\n", False),
        ("", False),
    ],
)
def test_how_config_txt_is_read(tmp_path: Path, text: str, is_on: bool) -> None:
    file = tmp_path / "config.txt"
    file.write_text(text)
    ask = f". {Path(__file__).parents[2]}/installer/system.sh; is_spi_on {file}"
    assert (subprocess.run(["bash", "-c", ask], check=False).returncode == 0) == is_on


@pytest.mark.parametrize(
    ("text", "is_fixed"),
    [
        (CLOCK, True),
        (f"core_freq=400\n{CLOCK}gpu_mem=16\n", True),
        (CLOCK.replace("\n", "\r\n"), True),
        (f"{CLOCK}core_freq=400\n", False),
        (f"{CLOCK}[pi4]\ncore_freq_min=200 # cooler\n", False),
        ("core_freq=250\n", False),
        ("", False),
    ],
)
def test_a_clock_counts_as_fixed_by_its_last_word(
    tmp_path: Path, text: str, is_fixed: bool
) -> None:
    file = tmp_path / "config.txt"
    file.write_bytes(text.encode())
    ask = f"HERE={ROOT}; . {ROOT}/installer/system.sh; is_clock_fixed {file}"
    assert (subprocess.run(["bash", "-c", ask], check=False).returncode == 0) == is_fixed


@pytest.mark.parametrize(
    ("options", "locks"),
    [
        ("--board direct", "gpio"),
        ("--board direct --extra ws281x", "gpio ws281x"),
        ("--extra drawings --board=direct --extra=gpio", "drawings gpio"),
        ("--board serial", "boardpi"),
        ("--board virtual --extra drawings", "drawings"),
    ],
)
def test_another_extra_takes_nothing_away(options: str, locks: str) -> None:
    """`--extra ws281x` used to remove gpiozero, lgpio and spidev from a direct build."""
    parts = "terminal options checks release"
    ask = (
        f"HERE={ROOT}; for part in {parts}; do . {ROOT}/installer/$part.sh; done;"
        f"read_options {options}; SOURCE={ROOT} VERSION=1; recall_choices; check_extras;"
        'basename --multiple --suffix .txt "${LOCK_FILES[@]}" | paste -sd " "'
    )
    done = subprocess.run(["bash", "-euc", ask], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == locks


def test_shells_complete_the_command(installed: Machine) -> None:
    """As bash-completion, zsh and fish look for it; a second run has nothing to write."""
    places = (
        "/usr/local/share/bash-completion/completions/boardpi",
        "/usr/local/share/zsh/site-functions/_boardpi",
        "/usr/local/share/fish/vendor_completions.d/boardpi.fish",
    )
    for shell, place in zip(("bash", "zsh", "fish"), places, strict=True):
        assert (
            installed.run("cat", place).stdout
            == installed.run("boardpi", "completion", shell).stdout
        )
    asked = f"source {places[0]}; COMP_WORDS=(boardpi gam) COMP_CWORD=1; _boardpi; echo $COMPREPLY"
    assert installed.run("bash", "-c", asked).stdout == "games\n"
    again = installed.install().stdout
    assert all(f"= {place}" in again for place in places)
