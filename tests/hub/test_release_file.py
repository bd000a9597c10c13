"""A release in one file: signed, whole, newer, and nothing in it that leads elsewhere."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest

from boardpi import __version__
from boardpi.commands.hub.updating import Installation
from boardpi.commands.terminal.files import CommandError
from boardpi.daemon.table_update import read_report
from boardpi.hub import release_file
from boardpi.hub.release_file import About, BadRelease, mark_of_key, read_release, write_release
from tools.release import make_key, make_release, public_key, sign

FILES = {"install.sh": b"#!/bin/sh\n", "wheels/boardpi.whl": b"wheel", "systemd/x.service": b""}
Member = tuple[str, bytes] | tarfile.TarInfo


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of who makes releases."""
    path = tmp_path_factory.mktemp("keys") / "release.pem"
    make_key(path)
    assert path.stat().st_mode & 0o077 == 0
    return path


@pytest.fixture(scope="module")
def mark(key: Path) -> str:
    """By which tables know the key."""
    return mark_of_key(public_key(key))


def pack(
    path: Path, key: Path, *members: Member, version: str = __version__, made: int = 9
) -> Path:
    """A release of these members, properly signed."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w:") as archive:
        for member in members or tuple(FILES.items()):
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size, info.mode = len(member[1]), 0o755
                archive.addfile(info, io.BytesIO(member[1]))
    content = path.with_suffix(".tar")
    content.write_bytes(tar.getvalue())
    about = About(version, made, len(tar.getvalue()), hashlib.sha256(tar.getvalue()).hexdigest())
    with path.open("wb") as file:
        write_release(file, about, public_key(key), sign(about.signed(), key), content)
    return path


def refusal(path: Path) -> str:
    with path.open("rb") as file, pytest.raises(BadRelease) as refused:
        read_release(file)
    return refused.value.message


def test_what_make_release_writes_is_read(tmp_path: Path, key: Path, mark: str) -> None:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "install.sh").chmod(0o755)
    path = tmp_path / "boardpi.release"
    make_release(path, iter([(name, tmp_path / name) for name in FILES]), key, "1.2.3", 77)
    with path.open("rb") as file:
        release = read_release(file)
        assert (release.about.version, release.about.made, release.mark) == ("1.2.3", 77, mark)
        assert release.size == path.stat().st_size
        release_file.unpack(file, release, tmp_path / "tree")
    for name, content in FILES.items():
        assert (tmp_path / "tree" / name).read_bytes() == content
    assert os.access(tmp_path / "tree" / "install.sh", os.X_OK)


def test_every_changed_byte_of_the_header_is_refused(tmp_path: Path, key: Path) -> None:
    path = pack(tmp_path / "r", key)
    whole = path.read_bytes()
    end = whole.index(b"\n", len(release_file.FIRST_LINE)) + 1
    for place in (0, 8, 20, end - 30, end - 4, end + 3, end + 50, end + 100):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert refusal(path)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda whole: whole[:-700] + b"x" + whole[-699:], "damaged"),
        (lambda whole: whole[:-1], "longer or shorter"),
        (lambda whole: whole + b"x", "longer or shorter"),
        (lambda whole: whole[:100], "not a release"),
        (lambda whole: b"", "not a release"),
        (lambda whole: b"PK\x03\x04" + whole, "not a release"),
    ],
)
def test_damage_is_named(
    tmp_path: Path, key: Path, damage: Callable[[bytes], bytes], told: str
) -> None:
    path = pack(tmp_path / "r", key)
    path.write_bytes(damage(path.read_bytes()))
    assert told in refusal(path)


def test_a_signature_of_another_key_is_wrong(tmp_path: Path, key: Path) -> None:
    path, other = pack(tmp_path / "r", key), tmp_path / "other.pem"
    make_key(other)
    lines = path.read_bytes().split(b"\n", 4)
    signed = b"\n".join(lines[:2]) + b"\n"
    lines[3] = base64.b64encode(sign(signed, other))
    path.write_bytes(b"\n".join(lines))
    assert "signature" in refusal(path)


def link(name: str, to: str, kind: bytes = tarfile.SYMTYPE) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    return info


HOSTILE: list[tuple[Member, ...]] = [
    (("../evil", b"x"),),
    (("installer/../../evil", b"x"),),
    (("/etc/cron.d/evil", b"x"),),
    (("evil", b"x"),),
    ((".", b"x"),),
    (link("wheels", "/etc"), ("wheels/evil", b"x")),
    (link("installer/x", "/etc/passwd"),),
    (link("installer/x", "/etc/passwd", tarfile.LNKTYPE),),
    (link("installer/x", "", tarfile.FIFOTYPE),),
    (link("installer/x", "", tarfile.CHRTYPE),),
    (("install.sh", b"1"), ("install.sh", b"2")),
    (("installer", b"x"), ("installer/y", b"x")),
    (("wheels/x", b"x"),),  # without an installer
    tuple((f"wheels/{number}", b"") for number in range(1_001)),
]


@pytest.mark.parametrize("members", HOSTILE, ids=range(len(HOSTILE)))
def test_an_archive_that_leads_elsewhere_is_refused(
    tmp_path: Path, key: Path, members: tuple[Member, ...]
) -> None:
    """Also by who may sign: a mistake there must not overwrite a table's system."""
    path, before = pack(tmp_path / "r", key, *members), {*tmp_path.iterdir()}
    with path.open("rb") as file:
        release = read_release(file)
        with pytest.raises(BadRelease):
            release_file.unpack(file, release, tmp_path / "tree")
    made = {*tmp_path.iterdir()} - before
    assert made <= {tmp_path / "tree", tmp_path / "r.tar"}
    assert not any(found.is_symlink() for found in (tmp_path / "tree").rglob("*"))


def test_an_archive_that_claims_to_be_endless_is_refused(tmp_path: Path, key: Path) -> None:
    info = tarfile.TarInfo("wheels/big")
    info.size = 10**12
    path = tmp_path / "r"
    content = info.tobuf() + bytes(10_240)
    (tmp_path / "tar").write_bytes(content)
    about = About("1.0", 1, len(content), hashlib.sha256(content).hexdigest())
    with path.open("wb") as file:
        write_release(file, about, public_key(key), sign(about.signed(), key), tmp_path / "tar")
    with path.open("rb") as file, pytest.raises(BadRelease, match="more than any release"):
        release_file.unpack(file, read_release(file), tmp_path / "tree")


def test_nothing_is_trusted_without_openssl(
    tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pack(tmp_path / "r", key)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "install openssl" in refusal(path)


# ── root's part at a table ────────────────────────────────────────────────────────────────────────


class Laid:
    """A table's folder with a release before root, and root's own places."""

    def __init__(self, place: Path, mark: str) -> None:
        self.folder, self.opt = place / "state" / "update", place / "opt"
        self.folder.mkdir(parents=True)
        self.opt.mkdir()
        self.ran: list[list[str]] = []
        self.code, self.said = 0, ["all is well"]
        self.installation = Installation(self.folder, self.opt, mark, self.install)

    def install(self, tree: Path) -> tuple[int, list[str]]:
        self.ran.append(sorted(str(path.relative_to(tree)) for path in tree.rglob("*")))
        return self.code, self.said

    def lay(self, release: Path, **request: Any) -> None:
        shutil.copy(release, self.folder / "release")
        told = {"release": "a" * 64, "attempt": 1, **request}
        (self.folder / "ready").write_text(str(told).replace("'", '"'))

    def run(self) -> tuple[str, str]:
        self.installation.run()
        told = read_report(self.opt / "update.json")
        assert not (self.opt / "incoming").exists()
        return told["state"], told.get("why", "")


@pytest.fixture
def laid(tmp_path: Path, mark: str) -> Laid:
    return Laid(tmp_path / "table", mark)


def test_a_release_that_is_right_is_installed(tmp_path: Path, laid: Laid, key: Path) -> None:
    laid.lay(pack(tmp_path / "r", key))
    assert laid.run() == ("done", "")
    assert laid.ran == [
        ["install.sh", "systemd", "systemd/x.service", "wheels", "wheels/boardpi.whl"]
    ]
    assert list(laid.folder.iterdir()) == []
    assert (laid.opt / "update.json").stat().st_mode & 0o777 == 0o644


def test_what_the_installer_says_last_is_why_it_failed(
    tmp_path: Path, laid: Laid, key: Path
) -> None:
    laid.lay(pack(tmp_path / "r", key))
    laid.code, laid.said = 1, ["install.sh: the upgrade was taken back; look", "    a log line"]
    assert laid.run() == ("failed", "the upgrade was taken back; look")


def test_no_mark_no_update(tmp_path: Path, laid: Laid, key: Path) -> None:
    laid.lay(pack(tmp_path / "r", key))
    laid.installation = replace(laid.installation, mark="")
    assert laid.run() == ("failed", "The configuration of this table allows no updates by a hub.")
    assert laid.ran == []


def test_another_signer_is_not_enough(tmp_path: Path, laid: Laid) -> None:
    other = tmp_path / "other.pem"
    make_key(other)
    laid.lay(pack(tmp_path / "r", other))
    state, why = laid.run()
    assert (state, "is signed by" in why, laid.ran) == ("failed", True, [])


@pytest.mark.parametrize(("version", "made"), [("0.0.9", 99), (__version__, 8)])
def test_what_is_older_is_not_installed(
    tmp_path: Path, laid: Laid, key: Path, version: str, made: int
) -> None:
    laid.lay(pack(tmp_path / "first", key))
    assert laid.run() == ("done", "")
    laid.lay(pack(tmp_path / "r", key, version=version, made=made), attempt=2)
    state, why = laid.run()
    assert (state, "is here already" in why, len(laid.ran)) == ("failed", True, 1)


def test_an_installation_that_is_cut_short_is_taken_up_again_but_not_for_ever(
    tmp_path: Path, laid: Laid, key: Path
) -> None:
    class PowerCut(BaseException):
        pass

    def cut(tree: Path) -> tuple[int, list[str]]:
        raise PowerCut

    laid.lay(pack(tmp_path / "r", key))
    good, laid.installation = laid.installation, replace(laid.installation, install=cut)
    for _ in range(2):
        with pytest.raises(PowerCut):
            laid.installation.run()
        assert (laid.folder / "ready").exists(), "systemd starts it again at the next boot"
    laid.installation = good
    assert laid.run() == ("done", "")
    laid.lay(pack(tmp_path / "r", key), attempt=2)
    laid.installation = replace(good, install=cut)
    for _ in range(3):
        with pytest.raises(PowerCut):
            laid.installation.run()
    assert laid.run() == ("failed", "The installation was interrupted 3 times.")


@pytest.mark.parametrize("name", ["release", "ready"])
@pytest.mark.parametrize("kind", ["link", "fifo", "folder", "long", "missing"])
def test_what_only_looks_like_a_file_is_not_read(
    tmp_path: Path, laid: Laid, key: Path, name: str, kind: str
) -> None:
    laid.lay(pack(tmp_path / "r", key))
    place, other = laid.folder / name, tmp_path / "elsewhere"
    place.rename(other)
    if kind == "link":
        place.symlink_to(other)
    elif kind == "fifo":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    elif kind == "long":
        with place.open("wb") as file:
            file.truncate(70_000_000)  # a hole: nothing on the disk
    if name == "ready":  # it has nobody to be told to
        with pytest.raises(CommandError, match="cannot be read"):
            laid.run()
    else:
        assert laid.run()[0] == "failed"
    assert laid.ran == []
    assert other.exists()
    assert not (laid.folder / "ready").exists(), "systemd would ask again and again"


def test_a_full_disk_is_told(
    tmp_path: Path, laid: Laid, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(file: IO[bytes], *more: object) -> None:
        raise OSError(28, "No space left on device", "/opt/boardpi/incoming/tree")

    laid.lay(pack(tmp_path / "r", key))
    monkeypatch.setattr(release_file, "_write", fill)
    assert laid.run() == ("failed", "/opt/boardpi/incoming/tree: No space left on device")


def test_the_table_cannot_change_what_root_has_looked_at(
    tmp_path: Path, laid: Laid, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is exchanged after it was checked: root unpacks its own copy."""
    laid.lay(pack(tmp_path / "r", key))
    check = release_file.need_newer

    def exchange(*values: Any) -> None:
        (laid.folder / "release").write_bytes(b"evil")
        check(*values)

    monkeypatch.setattr(release_file, "need_newer", exchange)
    assert laid.run() == ("done", "")
    assert "install.sh" in laid.ran[0]
