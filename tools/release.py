"""`make release`: a release in one file, signed, for `boardpi hub update` (docs/club.md).

    python -m tools.release WHEELS TARGET

The key lies in ~/.config/boardpi/release.pem (or $BOARDPI_RELEASE_KEY); the first release makes it.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from boardpi import __version__
from boardpi.hub.release_file import KEY_HEAD, About, mark_of_key, write_release

ROOT = Path(__file__).parents[1]
INSTALLER = ("*.sh", "lock.py", "clock.txt")


def main(words: list[str]) -> int:
    """Make it and say by which mark tables know who made it."""
    wheels, target = map(Path, words)
    key = key_path()
    if not key.exists():
        make_key(key)
        print(f"{key} is new: keep it secret and safe. Whoever has it can update your tables.")
    made = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    target.mkdir(parents=True, exist_ok=True)
    path = target / f"boardpi-{__version__}.release"
    make_release(path, files_of(wheels), key, __version__, made)
    mark = mark_of_key(public_key(key))
    print(f'{path}: for tables with updates = "{mark}" in [hub] of their boardpi.toml')
    return 0


def key_path() -> Path:
    """Where the key of who makes releases lies."""
    named = os.environ.get("BOARDPI_RELEASE_KEY")
    return Path(named) if named else Path.home() / ".config" / "boardpi" / "release.pem"


def make_key(path: Path) -> None:
    """A new one, for its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = run_openssl("genpkey", "-algorithm", "ed25519")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(made)


def public_key(key: Path) -> bytes:
    """The 32 bytes that everybody may know."""
    told = run_openssl("pkey", "-in", str(key), "-pubout", "-outform", "DER")
    if not told.startswith(KEY_HEAD):
        raise SystemExit(f"{key} is not a key of Ed25519: name another in BOARDPI_RELEASE_KEY")
    return told.removeprefix(KEY_HEAD)


def sign(message: bytes, key: Path) -> bytes:
    """The signature, 64 bytes."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(message)
        file.flush()
        return run_openssl("pkeyutl", "-sign", "-rawin", "-inkey", str(key), "-in", file.name)


def run_openssl(*words: str) -> bytes:
    """What it answers."""
    done = subprocess.run(["openssl", *words], capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"openssl {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def files_of(wheels: Path) -> Iterator[tuple[str, Path]]:
    """All that install.sh needs, by its name in the release."""
    yield "install.sh", ROOT / "install.sh"
    found = [path for pattern in INSTALLER for path in (ROOT / "installer").glob(pattern)]
    found += (ROOT / "installer" / "lock").glob("*.txt")
    found += (path for path in (ROOT / "systemd").rglob("*") if path.is_file())
    yield from sorted((str(path.relative_to(ROOT)), path) for path in found)
    packed = (*wheels.glob("*.whl"), *wheels.glob("*.tar.gz"), wheels / "SHA256SUMS")
    yield from ((f"wheels/{path.name}", path) for path in sorted(packed))


def make_release(
    path: Path, files: Iterator[tuple[str, Path]], key: Path, version: str, made: int
) -> None:
    """The same files make the same tar: owners and times are nobody's."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        tar = Path(folder) / "tar"
        with tarfile.open(tar, "w:", format=tarfile.USTAR_FORMAT) as archive:
            for name, file in files:
                member = tarfile.TarInfo(name)
                member.size, member.mtime = file.stat().st_size, made
                member.mode = 0o755 if os.access(file, os.X_OK) else 0o644
                with file.open("rb") as content:
                    archive.addfile(member, content)
        with tar.open("rb") as content:
            summed = hashlib.file_digest(content, "sha256").hexdigest()
        about = About(version, made, tar.stat().st_size, summed)
        whole = Path(folder) / "release"
        with whole.open("wb") as target:
            write_release(target, about, public_key(key), sign(about.signed(), key), tar)
        whole.replace(path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
