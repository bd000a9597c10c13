"""A release in one file: who signed it, what it is, and everything that the installer needs.

    boardpi release 1
    {"version": "0.2.0", "made": 1763450000, "length": 6900000, "sha256": "…"}
    the public key of who made it, and the signature of the two lines above, in base64
    a tar with install.sh, installer/, systemd/ and wheels/

Nothing of the tar is looked at before the signature and the sum are right (docs/decisions/0186).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import shutil
import stat
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Final

from boardpi.club.transfer.outbox import LARGEST_RELEASE
from boardpi.documents import read_object
from boardpi.errors import BadRequest
from boardpi.web.certificate import SIGNS
from boardpi.web.shapes import check, number, record, text

FIRST_LINE: Final = b"boardpi release 1\n"
LARGEST_HEADER: Final = 2_048  # bytes
LARGEST_TREE: Final = 256_000_000  # bytes of all files that come out of it
MOST_FILES: Final = 1_000
PORTION: Final = 1 << 20
MARK_SIGNS: Final = 24  # 120 bits: nobody finds another key of this mark
OPENSSL_SECONDS: Final = 60.0
VERSION: Final = r"\d{1,6}(?:\.\d{1,6}){0,3}"
# What OpenSSL writes before the 32 bytes of a public key of Ed25519 (RFC 8410).
KEY_HEAD: Final = bytes.fromhex("302a300506032b6570032100")
ABOUT: Final = record(
    {
        "version": text(40, pattern=f"^{VERSION}$"),
        "made": number(0, 2**53),
        "length": number(1, LARGEST_RELEASE - LARGEST_HEADER),
        "sha256": text(64, pattern="^[0-9a-f]{64}$"),
    }
)
TOP: Final = frozenset({"install.sh", "installer", "systemd", "wheels"})


class BadRelease(BadRequest):
    """Not a release, or not one that may be installed here; the message says why."""


@dataclass(frozen=True, slots=True)
class About:
    """What is signed: the version, when it was made (seconds since 1970), and the tar."""

    version: str
    made: int
    length: int
    sha256: str

    def signed(self) -> bytes:
        """The two lines that the signature is of."""
        return FIRST_LINE + json.dumps(asdict(self)).encode() + b"\n"

    @property
    def order(self) -> tuple[tuple[int, ...], int]:
        """Newer ones come later."""
        return order_of(self.version), self.made


@dataclass(frozen=True, slots=True)
class Release:
    """A release whose signature is right."""

    about: About
    mark: str  # of the key that signed it
    header: int  # bytes before the tar

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return self.header + self.about.length


def order_of(version: str) -> tuple[int, ...]:
    """A version to compare by.

    >>> order_of("0.10.0") > order_of("0.9.9")
    True
    """
    found = re.match(VERSION, version)
    numbers = [int(part) for part in found[0].split(".")] if found else []
    return tuple(numbers + [0] * (4 - len(numbers)))


def mark_of_key(key: bytes) -> str:
    """The name of a key that people can compare and type.

    >>> mark_of_key(bytes(32))
    'N3WH-XMR2-NL8Z-Q5ER-2GF2-7H6Q'
    """
    value = int.from_bytes(hashlib.sha256(key).digest()) >> (256 - 5 * MARK_SIGNS)
    signs = "".join(SIGNS[value >> place & 31] for place in range(5 * (MARK_SIGNS - 1), -1, -5))
    return "-".join(signs[place : place + 4] for place in range(0, MARK_SIGNS, 4))


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def read_release(file: IO[bytes]) -> Release:
    """Header, signature and sum of a file that nobody else can change meanwhile."""
    release = read_header(file)
    summed, left = hashlib.sha256(), release.about.length
    while left and (part := file.read(min(PORTION, left))):
        summed.update(part)
        left -= len(part)
    if left or file.read(1):
        raise BadRelease("The release is longer or shorter than its header says: send it again.")
    if summed.hexdigest() != release.about.sha256:
        raise BadRelease("The release is damaged: its sum is not the signed one. Send it again.")
    return release


def read_header(file: IO[bytes]) -> Release:
    """The first four lines, signed by the key that is in them; the file stands at the tar then."""
    head = file.read(LARGEST_HEADER)
    lines = head.split(b"\n", 4)
    if len(lines) < 5 or lines[0] + b"\n" != FIRST_LINE:
        raise BadRelease("This is not a release of boardpi: 'make release' makes one.")
    signed = b"".join(line + b"\n" for line in lines[:2])
    try:
        values = read_object(lines[1], BadRequest, LARGEST_HEADER)
        check(ABOUT, values, "")
        key, signature = (base64.b64decode(line, validate=True) for line in lines[2:4])
    except (BadRequest, binascii.Error, ValueError) as error:
        raise BadRelease(f"The header of the release cannot be read: {error}") from None
    if len(key) != 32 or len(signature) != 64:
        raise BadRelease("The header of the release has no key and signature of Ed25519.")
    if not is_signed(signed, key, signature):
        raise BadRelease("The signature of the release is wrong: it was changed, or not signed.")
    header = sum(len(line) + 1 for line in lines[:4])
    file.seek(header)
    return Release(About(**values), mark_of_key(key), header)


def is_signed(message: bytes, key: bytes, signature: bytes) -> bool:
    """Whether this key signed the message, as OpenSSL says."""
    program = shutil.which("openssl")
    if program is None:
        raise BadRelease("Signatures are checked by the program openssl: install openssl.")
    with tempfile.TemporaryDirectory(prefix="boardpi.") as folder:
        place = Path(folder)
        (place / "key").write_bytes(KEY_HEAD + key)
        (place / "message").write_bytes(message)
        (place / "signature").write_bytes(signature)
        words = "pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in message"
        done = subprocess.run(
            [program, *words.split(), "-sigfile", "signature"],
            cwd=place,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=OPENSSL_SECONDS,
            check=False,
        )
    return done.returncode == 0


def need_newer(release: Release, version: str, made: int) -> None:
    """Refuse one that is older than what is here: old faults come back with old programs."""
    told = release.about
    if told.order < (order_of(version), made):
        when = "an older" if order_of(told.version) < order_of(version) else "an earlier made"
        raise BadRelease(f"This is {when} boardpi {told.version}; {version} is here already.")


# ── unpacking ─────────────────────────────────────────────────────────────────────────────────────


def unpack(file: IO[bytes], release: Release, folder: Path) -> None:
    """The installer's files into a new folder; plain files and folders of their own names alone."""
    folder.mkdir(mode=0o755)
    file.seek(release.header)
    try:
        with tarfile.open(fileobj=file, mode="r:") as tar:
            for name, member in _members(tar):
                target = folder / name
                if member.isdir():
                    target.mkdir(mode=0o755, parents=True, exist_ok=True)
                    continue
                target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
                _write(tar, member, target)
    except (tarfile.TarError, EOFError, FileExistsError, NotADirectoryError) as error:
        raise BadRelease(f"The archive of the release cannot be read: {error}") from None
    if not (folder / "install.sh").is_file():
        raise BadRelease("The release has no install.sh.")


def _members(tar: tarfile.TarFile) -> Iterator[tuple[PurePosixPath, tarfile.TarInfo]]:
    size = 0
    for count, member in enumerate(tar, 1):
        name, size = PurePosixPath(member.name), size + member.size
        if not (member.isreg() or member.isdir()):
            raise BadRelease(f"{member.name[:80]!r} in the release is no plain file.")
        parts = name.parts
        if not parts or name.is_absolute() or ".." in parts or parts[0] not in TOP:
            raise BadRelease(f"{member.name[:80]!r} does not belong into a release.")
        if count > MOST_FILES or size > LARGEST_TREE:
            raise BadRelease("The release unpacks to more than any release needs.")
        yield name, member


def _write(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    source = tar.extractfile(member)
    assert source is not None
    with target.open("xb") as written:  # a name that stands twice is refused
        shutil.copyfileobj(source, written, PORTION)
        target.chmod(0o755 if member.mode & stat.S_IXUSR else 0o644)


# ── making one ────────────────────────────────────────────────────────────────────────────────────


def write_release(target: IO[bytes], about: About, key: bytes, signature: bytes, tar: Path) -> None:
    """Put the parts together."""
    target.write(about.signed())
    for part in (key, signature):
        target.write(base64.b64encode(part) + b"\n")
    with tar.open("rb") as source:
        shutil.copyfileobj(source, target, PORTION)
