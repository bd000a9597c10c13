"""`boardpi hub …` in a terminal: what an organiser asks, with and without a running hub."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.club import open_book, read_book
from boardpi.web.lock import Lock, read_secret
from boardpi.web.secret_file import SecretFile
from tests.hub.unbrokered import BLACK_WINS, WHITE_WINS, Hub
from tests.ports import free_port


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Of a hub that has seen one round of a Swiss evening."""
    path, port = tmp_path / "hub.sqlite", free_port()
    with open_book(path) as book:
        hub = Hub(book, SecretFile(tmp_path / "hub.sqlite.secret"))
        hub.sign_in("organiser")
        hub.do("plan", name="Friday", format="swiss", rounds=3)
        hub.do("import", csv="Name,Club\nAda,North\nBen,South\nCem,North")
        for pairing in hub.do("pair")["pairings"][0]:
            if pairing["two"] is not None:
                hub.tables[pairing["table"]].play(pairing, WHITE_WINS, BLACK_WINS)
        hub.do("close")
        hub.close()
    file = tmp_path / "hub.toml"
    file.write_text(f'[hub]\npath = "{path}"\nport = {port}\nbroker_port = {free_port()}\n')
    return file


def ask(config: Path, *words: str) -> int:
    return main(["hub", *words, "--config", str(config)])


def test_lists_are_for_people_and_for_programs(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = {"tables": "t01", "players": "Ada", "pairings": "bye", "standings": "Cem"}
    for command, word in expected.items():
        assert ask(config, command) == 0
        assert word in capsys.readouterr().out
        assert ask(config, command, "--json") == 0
        assert word in json.dumps(json.loads(capsys.readouterr().out)) or command == "pairings"


def test_no_hub_runs_is_said_with_its_own_code(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(config, "status") == 3
    assert "no hub is running on port" in capsys.readouterr().err


def test_everything_is_exported_into_an_empty_folder(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    assert ask(config, "export", str(folder)) == 0
    names = {path.name for path in folder.iterdir()}
    assert {"games.csv", "games.json", "standings.csv", "00001.jas", "00002.jas"} <= names
    assert len(json.loads((folder / "games.json").read_text())["games"]) == 2
    assert ask(config, "export", str(folder)) == 2
    assert "is not empty: choose another folder" in capsys.readouterr().err


def test_a_backup_is_restored_and_the_old_book_kept(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, copy = tmp_path / "hub.sqlite", tmp_path / "copy.sqlite"
    assert ask(config, "backup", str(copy)) == 0
    assert ask(config, "backup", str(copy)) == 2
    with open_book(book) as changed:
        changed.players.add("Dana")
    with open_book(book, alone=True):
        assert ask(config, "restore", str(copy)) == 2  # a hub runs
    assert ask(config, "restore", str(copy)) == 0
    with read_book(book) as restored:
        assert restored.players.find("Dana") is None
    with read_book(book.with_name("hub.sqlite.before")) as before:
        assert before.players.find("Dana") is not None
    copy.write_bytes(b"no book")
    capsys.readouterr()
    assert ask(config, "restore", str(copy)) == 2
    assert "copy.sqlite" in capsys.readouterr().err


def test_new_pins_count_at_once(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    organiser = SecretFile(tmp_path / "hub.sqlite.secret")
    lock = Lock(organiser)
    assert ask(config, "pins", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    lock.look()
    arbiter = SecretFile(tmp_path / "hub.sqlite.arbiter.secret")
    for role, file in (("organiser", organiser), ("arbiter", arbiter)):
        secret = read_secret(file.read())
        assert secret is not None
        assert secret.fits(told[role])
    assert lock._secret.fits(told["organiser"])
    lock.close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("broker", "--bridge", "fed:port"), "--bridge 'fed:port': write it as HOST or HOST:PORT"),
        (("broker", "--bridge", "fed", "--ca", "/nowhere"), "--ca '/nowhere'"),
        (("broker", "--user", "x", "--password-file", "/nowhere"), "--password-file '/nowhere'"),
        (("join", "127.0.0.1:9", "ABCD-EFGH"), "No hub answers at"),
        (("join", "ftp://x", "ABCD-EFGH"), "'ftp://x' is not the address of a hub"),
        (("join", "http://x", "ABCD-EFGH-JKLM"), "its address begins with https://"),
        (("backup", "/nowhere/copy"), "/nowhere"),
    ],
)
def test_mistakes_are_quoted(
    config: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert ask(config, *words) == 2
    assert sentence in capsys.readouterr().err
