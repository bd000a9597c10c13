"""The lock: which files of which packages may be installed.

    lock.py LOCK... FOLDER

names every file in the folder that was not tested, and every package that is missing there.

    lock.py --more KNOWN... LOCK

writes what a lock names beyond others, as a lock.
Runs on a bare Debian, before anything is installed: the standard library is all there is.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTED = "test.txt"  # the lock of all that is tested; the others are parts of it
SUMS = "SHA256SUMS"  # made with the wheel of boardpi, which no lock can know beforehand
PINNED = re.compile(
    r"(?m)^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)(?: ; ([^\\\n]*?))?((?: \\\n +--hash=\S+)+)$"
)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})\b")


class BadLock(ValueError):
    """A lock that cannot be read."""


@dataclass(frozen=True, slots=True)
class Locked:
    """One package at one version; the marker tells where it is needed."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]

    @property
    def is_for_linux(self) -> bool:
        """Whether a Pi could need it."""
        return "sys_platform == 'win32'" not in self.marker


def normal(name: str) -> str:
    """The name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(path: Path) -> dict[str, Locked]:
    """The packages of a lock by their names."""
    text = path.read_text(encoding="utf-8")
    found = [
        Locked(normal(name), version, marker, frozenset(HASH.findall(hashes)))
        for name, version, marker, hashes in PINNED.findall(text)
    ]
    lines = [line for line in text.splitlines() if line and line[0] not in " #"]
    if len(found) != len(lines) or not found:
        raise BadLock(f"{path} is not a lock with hashes: 'make lock' makes one")
    return {package.name: package for package in found}


def more(known: list[Path], lock: Path) -> str:
    """The packages of a lock that the others do not name, as pip reads them."""
    named = {name for each in known for name in read_lock(each)}
    found = PINNED.finditer(lock.read_text(encoding="utf-8"))
    return "".join(f"{match[0]}\n" for match in found if normal(match[1]) not in named)


def sum_of(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def package_of(path: Path) -> str:
    """The package that a wheel or a source archive belongs to."""
    return normal(
        path.name.split("-")[0] if path.suffix == ".whl" else path.name.rpartition("-")[0]
    )


def files_of(folder: Path) -> list[Path]:
    """Everything in there that pip would install."""
    return sorted(
        path for path in folder.iterdir() if path.name.endswith((".whl", ".tar.gz", ".zip"))
    )


def faults(locks: list[Path], folder: Path) -> Iterator[str]:
    """A sentence for each file that was not tested and each package that is missing."""
    packages = {name: each for lock in locks for name, each in read_lock(lock).items()}
    tested = locks[0].with_name(TESTED)  # for other extras: nobody needs them here
    known = {**(read_lock(tested) if tested.is_file() else {}), **packages}
    named = " and ".join(map(str, locks))
    files = files_of(folder)
    for path in files:
        if package_of(path) == "boardpi":
            yield from _own_faults(path)
        elif package_of(path) not in known:
            yield f"{path} is not among what was tested: {named} does not name it. Remove it"
        elif sum_of(path) not in known[package_of(path)].hashes:
            told = f"its hash is not in {named}. Fetch it again"
            yield f"{path} is not the file that was tested: {told}"
    for missing in sorted(packages.keys() - set(map(package_of, files))):
        if packages[missing].is_for_linux:
            yield f"{folder} has no {missing} {packages[missing].version}, which {named} names"


def _own_faults(path: Path) -> Iterator[str]:
    """Ours is as `make wheels` left it."""
    sums = path.with_name(SUMS)
    known = sums.read_text(encoding="utf-8").splitlines() if sums.is_file() else []
    if f"{sum_of(path)}  {path.name}" not in known:
        told = f"its hash is not in {sums}. Make it again"
        yield f"{path} is not the file that 'make wheels' made: {told}"


def main(words: list[str]) -> int:
    """Exit code 1 and sentences if something is wrong."""
    if words[0] == "--more":
        *known, lock = map(Path, words[1:])
        print(more(known, lock), end="")
        return 0
    *locks, folder = map(Path, words)
    try:
        told = list(faults(locks, folder))
    except (BadLock, OSError) as error:
        told = [str(error)]
    print(*told, sep="\n", end="\n" if told else "", file=sys.stderr)
    return bool(told)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
