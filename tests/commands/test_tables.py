"""`boardpi tables`: what a file knows, whether it is whole, and which one the coach uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.coach.endgames import tables_file
from boardpi.coach.endgames.places import SIZES, Class
from boardpi.coach.endgames.tables_file import Contents, pack_block, pack_file
from boardpi.commands.coach import tables
from boardpi.daemon.coach import endgames
from boardpi.daemon.coach.endgames import given_file, known_for_certain, shipped_tables
from boardpi.rules import DEFAULT, RULE_SETS, parse_position
from boardpi.rules.rulesets import variant
from tests.commands.test_cli import run

TWO = Class(1, 1)
SMALL = pack_file(Contents([DEFAULT], 2, 1, 0, 0, [{}]), [pack_block(bytes([6]) * SIZES[TWO])])
"""A lie, easily told from the truth: White always wins by one."""
LAST_TWO = parse_position("5/2b2/5/2w2/5 w w0b0 w0b0 -")


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    known_for_certain.cache_clear()
    monkeypatch.setattr(endgames, "_tables", lambda rules: None)  # as if nothing shipped


@pytest.fixture
def small(tmp_path: Path) -> Path:
    file = tmp_path / "small.tables"
    file.write_bytes(SMALL)
    return file


def test_the_shipped_file_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "shipped"
    file.write_bytes(shipped_tables())
    code, out, err = run(capsys, "tables", "info", str(file))
    assert (code, err) == (0, "")
    for words in ("jasir-pergioco, jasir-oca", "5 of 10", "both sides", "up to 5 alive"):
        assert words in out


def test_a_file_is_used_until_none_is(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "ships with boardpi" in run(capsys, "tables", "info")[1]
    assert known_for_certain(DEFAULT).probe(LAST_TWO) is None
    code, out, _ = run(capsys, "tables", "use", str(small))
    assert (code, "2 of 10" in out) == (0, True)
    known_for_certain.cache_clear()
    assert known_for_certain(DEFAULT).probe(LAST_TWO) == 1
    assert "2 of 10" in run(capsys, "tables", "info")[1]
    assert run(capsys, "tables", "use", "none")[0] == 0
    known_for_certain.cache_clear()
    assert known_for_certain(DEFAULT).probe(LAST_TWO) is None


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "it is empty"),
        (b"something else altogether", "not a file of tables"),
        (SMALL[:-1], "should have"),
        (SMALL[:-1] + b"\1", "checksum is wrong"),
    ],
)
def test_a_bad_file_is_named_and_nothing_changes(
    small: Path, data: bytes, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "tables", "use", str(small))
    bad = small.with_name("bad.tables")
    bad.write_bytes(data)
    for words in (("check", str(bad)), ("use", str(bad))):
        code, _, err = run(capsys, "tables", *words)
        assert code == 2
        assert "bad.tables: " in err
        assert complaint in err
    assert given_file().read_bytes() == SMALL
    assert [file.name for file in given_file().parent.iterdir()] == ["jasir.tables"]


def test_tables_of_other_rules_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = variant(DEFAULT, lines=DEFAULT.lines[1:])
    block = pack_block(bytes(SIZES[TWO]))
    file = tmp_path / "other.tables"
    file.write_bytes(pack_file(Contents([other], 2, 1, 0, 0, [{}]), [block]))
    assert "other rules" in run(capsys, "tables", "use", str(file))[2]


def test_a_file_that_is_too_large_for_the_disk(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "ROOM", 1 << 62)
    code, _, err = run(capsys, "tables", "use", str(small))
    assert (code, "MB left" in err) == (2, True)
    assert not given_file().exists()


def test_a_damaged_file_in_use_is_named_and_ignored(caplog: pytest.LogCaptureFixture) -> None:
    given_file().parent.mkdir(parents=True)
    given_file().write_bytes(SMALL[:-1] + b"\1")
    assert known_for_certain(DEFAULT).given is None
    assert "jasir.tables is not used: the tables are damaged" in caplog.text
    assert known_for_certain(RULE_SETS["jarmo-oca"]).given is None


def test_damage_found_late_is_named_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A large file is not read whole when it is opened."""
    monkeypatch.setattr(tables_file, "CHECKED_WHOLE", 0)
    given_file().parent.mkdir(parents=True)
    at = SMALL.index(pack_block(bytes([6]) * SIZES[TWO])) + 6
    given_file().write_bytes(SMALL[:at] + bytes([SMALL[at] ^ 1]) + SMALL[at + 1 :])
    known = known_for_certain(DEFAULT)
    assert known.given is not None
    assert [known.probe(LAST_TWO), known.probe(LAST_TWO)] == [None, None]
    assert caplog.text.count("is not used any more: block 0") == 1


def test_root_means_the_service_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(endgames, "SERVICE_STATE", tmp_path / "service")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert given_file() == tmp_path / "own" / "boardpi" / "jasir.tables"
    (tmp_path / "service").mkdir()
    assert given_file() == tmp_path / "service" / "jasir.tables"
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert given_file() == tmp_path / "own" / "boardpi" / "jasir.tables"


def test_a_link_in_the_way_is_not_followed(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    precious = small.with_name("precious")
    precious.write_text("mine")
    given_file().parent.mkdir(parents=True)
    for name in ("jasir.tables.part", "jasir.tables"):
        given_file().with_name(name).symlink_to(precious)
    assert run(capsys, "tables", "use", str(small))[0] == 0
    assert precious.read_text() == "mine"
    assert given_file().read_bytes() == SMALL


def test_building_needs_a_checkout(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tables, "CHECKOUT", tmp_path)
    code, _, err = run(capsys, "tables", "build", "six.tables")
    assert (code, "make solve ALIVE=6 PACK=six.tables" in err) == (2, True)


def test_long_reading_and_copying_is_told_to_who_looks(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "tables", "use", str(small))[2] == ""
    monkeypatch.setattr(tables, "TOLD", 0)
    assert run(capsys, "tables", "use", str(small))[2] == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = run(capsys, "tables", "use", str(small))[2]
    assert "reading: 0 of 0 MB" in told
    assert "copying: 0 of 0 MB" in told
    assert told.endswith("\r\x1b[K")
