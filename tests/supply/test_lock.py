"""The locks: they fit pyproject.toml, they are what is tested here, and nothing else passes."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

from installer.lock import BadLock, Locked, faults, more, normal, read_lock

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "installer" / "lock"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
NAMES = sorted(path.stem for path in LOCKS.glob("*.txt"))
INSTALLED = {"boardpi": "", "drawings": "drawings", "gpio": "gpio", "ws281x": "ws281x"}
PYTHONS = ("3.11", "3.12", "3.13")


def wanted(extra: str) -> list[str]:
    """What pyproject.toml asks for, with an extra or without."""
    return [*PROJECT["project"]["dependencies"], *EXTRAS.get(extra, [])]


def unmet(asked: list[str], lock: dict[str, Locked]) -> list[str]:
    """The requirements that a lock leaves open."""
    found = [Requirement(line) for line in asked if not line.startswith("boardpi[")]
    return [
        str(need)
        for need in found
        if normal(need.name) not in lock or lock[normal(need.name)].version not in need.specifier
    ]


@pytest.mark.parametrize(("name", "extra"), INSTALLED.items())
def test_a_lock_covers_pyproject(name: str, extra: str) -> None:
    assert unmet(wanted(extra), read_lock(LOCKS / f"{name}.txt")) == []


def test_the_tests_lock_covers_every_extra_and_what_builds() -> None:
    lock = read_lock(LOCKS / "test.txt")
    everything = [line for extra in EXTRAS for line in wanted(extra)]
    assert unmet([*everything, *PROJECT["build-system"]["requires"]], lock) == []


def test_what_builds_is_locked() -> None:
    lock = read_lock(LOCKS / "build.txt")
    assert unmet([*PROJECT["build-system"]["requires"], "setuptools", "editables"], lock) == []


def test_a_lock_that_lags_behind_is_found_out() -> None:
    lock = read_lock(LOCKS / "boardpi.txt")
    assert unmet(["marble>=1", "starlette>=999"], lock) == ["marble>=1", "starlette>=999"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "uv"])
def test_every_lock_is_a_part_of_what_is_tested(name: str) -> None:
    tested = read_lock(LOCKS / "test.txt")
    for package in read_lock(LOCKS / f"{name}.txt").values():
        assert (package.version, package.hashes) == (
            tested[package.name].version,
            tested[package.name].hashes,
        )


def test_what_is_tested_here_is_what_the_lock_names() -> None:
    lock = read_lock(LOCKS / "test.txt")
    here = {normal(each.name): each.version for each in metadata.distributions()}
    needed = {name for name, package in lock.items() if is_needed_here(package)}
    assert {name: here.get(name) for name in needed} == {n: lock[n].version for n in needed}


def is_needed_here(package: Locked) -> bool:
    return not package.marker or Marker(package.marker).evaluate()


@pytest.mark.parametrize("name", INSTALLED)
def test_a_lock_is_complete_on_every_python(name: str) -> None:
    """What a locked package needs is locked, as this environment's own metadata tell it."""
    lock = read_lock(LOCKS / f"{name}.txt")
    for package in lock.values():
        for line in (package.is_for_linux and metadata.requires(package.name)) or ():
            need = Requirement(line)
            if any(is_needed_on(need, python) for python in PYTHONS):
                assert normal(need.name) in lock, f"{package.name} needs {need}"


def is_needed_on(need: Requirement, python: str) -> bool:
    where = {"python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    return need.marker is None or need.marker.evaluate(where)


def test_wheels_for_every_pi_are_in_the_lock() -> None:
    """It has a wheel for each machine and Python, and one for all: some dozens of files."""
    assert len(read_lock(LOCKS / "boardpi.txt")["websockets"].hashes) > 50


@pytest.mark.parametrize("name", NAMES)
def test_no_lock_names_a_host_or_a_place_on_a_disk(name: str) -> None:
    text = (LOCKS / f"{name}.txt").read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index-url|--find-links|(?<![\w.])/\w", text)


@pytest.mark.parametrize("text", ["", "h11==0.16.0\n", "h11>=0.16 \\\n    --hash=sha256:00\n"])
def test_what_is_no_lock_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "lock.txt"
    file.write_text(text)
    with pytest.raises(BadLock, match="'make lock' makes one"):
        read_lock(file)


# A folder of two small wheels and the lock that fits it.


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    file = tmp_path / "lock.txt"
    file.write_text(
        f"h11==1.0 \\\n    --hash=sha256:{'0' * 64} \\\n    --hash=sha256:{digest(b'h11')}\n"
    )
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "wheels"
    place.mkdir()
    (place / "h11-1.0-py3-none-any.whl").write_bytes(b"h11")
    (place / "boardpi-1.0-py3-none-any.whl").write_bytes(b"boardpi")
    (place / "SHA256SUMS").write_text(f"{digest(b'boardpi')}  boardpi-1.0-py3-none-any.whl\n")
    return place


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_what_was_tested_passes(lock: Path, folder: Path) -> None:
    assert list(faults([lock], folder)) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("h11-1.0-py3-none-any.whl", "is not the file that was tested"),
        ("boardpi-1.0-py3-none-any.whl", "is not the file that 'make wheels' made"),
        ("marble-1.0.tar.gz", "is not among what was tested"),
    ],
)
def test_a_file_that_was_not_tested_is_named(
    lock: Path, folder: Path, name: str, sentence: str
) -> None:
    (folder / name).write_bytes(b"something else")
    told = list(faults([lock], folder))
    assert len(told) == 1
    assert f"{folder / name} {sentence}" in told[0]


def test_a_missing_package_is_named(lock: Path, folder: Path) -> None:
    (folder / "h11-1.0-py3-none-any.whl").unlink()
    assert list(faults([lock], folder)) == [f"{folder} has no h11 1.0, which {lock} names"]


def test_what_only_another_extra_needs_is_no_fault(lock: Path, folder: Path) -> None:
    """Wheels gathered for the pins also install a table without them; yet nothing untested."""
    extra = folder / "lgpio-1.0.tar.gz"
    extra.write_bytes(b"sources")
    assert "is not among what was tested" in next(faults([lock], folder))
    told = f"lgpio==1.0 \\\n    --hash=sha256:{hashlib.sha256(b'sources').hexdigest()}\n"
    lock.with_name("test.txt").write_text(lock.read_text(encoding="utf-8") + told)
    assert list(faults([lock], folder)) == []
    extra.write_bytes(b"something else")
    assert "is not the file that was tested" in next(faults([lock], folder))


@pytest.mark.parametrize(
    ("name", "packages"),
    [
        ("gpio", {"colorzero", "gpiozero", "lgpio", "setuptools", "spidev"}),
        ("ws281x", {"rpi-ws281x"}),
    ],
)
def test_what_an_extra_needs_beyond_the_rest(name: str, packages: set[str], tmp_path: Path) -> None:
    (tmp_path / "more").write_text(more([LOCKS / "boardpi.txt"], LOCKS / f"{name}.txt"))
    found = read_lock(tmp_path / "more")
    assert set(found) == packages
    assert found == {
        each: value for each, value in read_lock(LOCKS / f"{name}.txt").items() if each in packages
    }


def test_ours_without_its_sum_is_refused(lock: Path, folder: Path) -> None:
    (folder / "SHA256SUMS").unlink()
    assert "boardpi-1.0-py3-none-any.whl is not the file" in next(faults([lock], folder))


def test_the_script_says_it_and_ends_with_1(lock: Path, folder: Path) -> None:
    script = [sys.executable, "-I", str(ROOT / "installer" / "lock.py"), str(lock), str(folder)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    (folder / "h11-1.0-py3-none-any.whl").write_bytes(b"something else")
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "h11-1.0-py3-none-any.whl is not the file that was tested" in done.stderr
