"""Only what was tested gets in: by install.sh, by `make wheels`, by `make deb`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from boardpi import __version__
from installer.lock import files_of, read_lock, sum_of
from tests.install.machine import ROOT, SOURCE, Machine
from tests.install.wheels import LOCKS, locked, replace_wheel, sum_up, versions

WHEELS = ROOT / "build" / "wheels"
BILL = ROOT / "dist" / f"boardpi_{__version__}-1.cdx.json"


def spoil(wheel: Path) -> Path:
    """One byte more, in a comment at the end of the archive: it would install like the real one."""
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.comment = b"x"
    return wheel


def spoil_one(folder: Path, name: str) -> Path:
    return spoil(next(folder.glob(f"{name}-*.whl")))


@pytest.mark.parametrize("name", ["websockets", "boardpi"])
def test_a_spoiled_wheel_is_refused_by_its_name(clean: Machine, name: str) -> None:
    wheel = spoil_one(clean.path(f"{SOURCE}/wheels"), name)
    told = clean.install(code=1).stderr
    assert f"{SOURCE}/wheels/{wheel.name} is not the file that" in told
    assert not clean.path("/opt/boardpi/releases").exists()


def test_pip_itself_refuses_what_the_lock_does_not_name(clean: Machine) -> None:
    """Should our own look at the wheels ever fail."""
    clean.path(f"{SOURCE}/installer/lock.py").write_text("")
    wheel = spoil_one(clean.path(f"{SOURCE}/wheels"), "websockets")
    told = clean.install(code=1).stderr
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in told
    assert wheel.name in told
    assert not list(clean.path("/opt/boardpi").glob("releases/*/.complete"))


def test_a_lock_that_does_not_fit_is_named(clean: Machine) -> None:
    wheels = clean.path(f"{SOURCE}/wheels")
    replace_wheel(wheels, "99.0.0")
    wheel = wheels / "boardpi-99.0.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    about = "boardpi-99.0.0.dist-info/METADATA"
    contents[about] = contents[about].replace(
        b"\nVersion:", b"\nRequires-Dist: marble>=1\nVersion:"
    )
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    sum_up(wheel)
    told = clean.install(code=1).stderr
    assert "installer/lock/boardpi.txt does not fit boardpi 99.0.0 ('make lock' mends it)" in told
    assert "marble, which is not installed" in told
    assert not clean.path("/opt/boardpi/current").is_symlink()


def test_what_is_installed_is_what_the_lock_names(first_run: tuple[Machine, str]) -> None:
    found = versions(first_run[0])
    found.pop("setuptools", None)  # a venv of Debian 12 brings its own
    assert found == locked("boardpi")


def test_make_deb_refuses_a_spoiled_wheel(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    shutil.copytree(WHEELS, wheels)
    wheel = spoil_one(wheels, "click")
    build = [ROOT / "installer" / "deb" / "build", wheels, tmp_path / "dist"]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{wheel} is not the file that was tested" in done.stderr
    assert not (tmp_path / "dist").exists()


def test_make_wheels_refuses_what_the_lock_does_not_name(tmp_path: Path) -> None:
    locks = tmp_path / "lock"
    shutil.copytree(LOCKS, locks)
    lock = locks / "boardpi.txt"
    hashes = read_lock(lock)["click"].hashes
    text = lock.read_text(encoding="utf-8")
    for each in hashes:
        text = text.replace(each, "0" * 64)
    lock.write_text(text, encoding="utf-8")
    for path in locks.iterdir():
        os.utime(path, (0, 0))  # the environment of these tests is not to be made anew
    done = subprocess.run(
        ["make", "wheels", f"LOCK={locks}", f"WHEELS={tmp_path / 'wheels'}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in done.stderr
    assert "click==" in done.stderr
    assert not (tmp_path / "wheels" / ".done").exists()


def test_the_list_of_parts_is_valid_and_names_every_file() -> None:
    text = BILL.read_text(encoding="utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    bill = json.loads(text)
    parts = [bill["metadata"]["component"], *bill["components"]]
    hashes = {part["hashes"][0]["content"] for part in parts if "hashes" in part}
    assert hashes == {sum_of(path) for path in files_of(WHEELS)}
    named = {(part["name"], part["version"]) for part in parts}
    for lock in ("boardpi", "build", "drawings", "gpio", "ws281x"):
        for each in read_lock(LOCKS / f"{lock}.txt").values():
            assert (each.name, each.version) in named or not each.is_for_linux
    assert all(part["licenses"] for part in parts if "hashes" in part)
    needs = {each["ref"]: each["dependsOn"] for each in bill["dependencies"]}
    assert f"pkg:pypi/h11@{read_lock(LOCKS / 'boardpi.txt')['h11'].version}" in next(
        wanted for ref, wanted in needs.items() if ref.startswith("pkg:pypi/uvicorn@")
    )


def test_the_package_brings_its_list_of_parts(tmp_path: Path) -> None:
    package = ROOT / "dist" / f"boardpi_{__version__}-1_all.deb"
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    inside = tmp_path / "usr/share/doc/boardpi/boardpi.cdx.json"
    assert inside.read_bytes() == BILL.read_bytes()
    assert (tmp_path / "usr/share/boardpi/installer/lock/boardpi.txt").is_file()
