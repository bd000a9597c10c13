"""Saving the book and going back to a copy, over HTTP and while the table plays."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from boardpi.cli import main
from boardpi.club import open_book, read_book
from tests.club.stories import WORKED_GAME, Wristwatch, play_text, write_down
from tests.page.tables import Running
from tests.patience import patiently
from tests.web.serving import Serving, serving


@pytest.fixture
def organiser(table: Serving) -> Iterator[httpx.Client]:
    with table.organiser() as client:
        yield client


def save(organiser: httpx.Client) -> bytes:
    """A backup, as a browser saves it."""
    answer = organiser.get("/backup.sqlite").raise_for_status()
    assert answer.headers["content-disposition"].endswith('.sqlite"')
    return answer.content


def upload(organiser: httpx.Client, content: bytes, name: str = "copy.sqlite") -> httpx.Response:
    return organiser.post("/restore", params={"name": name}, content=content)


def test_a_backup_is_a_whole_book(table: Serving, organiser: httpx.Client, tmp_path: Path) -> None:
    table.play("b1-d2 d5-b4")
    before = organiser.get("/backups").json()
    assert before["last"] is None
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(save(organiser))
    with read_book(copy) as book:
        assert book.archive.entry(1).plies == 2
    assert organiser.get("/backups").json()["last"] is not None
    assert list(tmp_path.glob("*.part")) == []


def test_copies_are_for_who_has_the_pin(table: Serving) -> None:
    """A copy holds the mistakes of pupils, too."""
    with table.client() as visitor:
        assert visitor.get("/backup.sqlite").status_code == 401
        assert visitor.get("/backups").status_code == 401
        assert upload(visitor, b"x" * 100).status_code == 401


def test_what_would_be_lost_is_told_and_nothing_is_done(
    table: Serving, organiser: httpx.Client, tmp_path: Path
) -> None:
    copy = save(organiser)
    organiser.post("/table/match", json={"white": "New player"}).raise_for_status()
    table.play("b1-d2")
    organiser.post("/table/draw", json={}).raise_for_status()
    organiser.post("/table/next", json={}).raise_for_status()
    told = upload(organiser, copy).raise_for_status().json()
    assert (told["lost_games"], told["lost_players"], told["players"]) == (1, 1, ["New player"])
    assert told["games"][0]["white"] == "New player"
    assert told["playing"] is None, "nobody has moved"
    assert organiser.get("/players").json()["players"] != []
    assert organiser.delete("/restore").status_code == 200
    again = organiser.post("/restore/now", json={"id": told["id"]})
    assert (again.status_code, again.json()["error"]["reason"]) == (409, "no_backup")
    assert list(tmp_path.glob("*.part*")) == []


@pytest.mark.parametrize("content", [b"", b"a letter", b"SQLite format 3\0" + b"\xff" * 9000])
def test_a_file_that_is_no_book_is_named_and_refused(
    organiser: httpx.Client, content: bytes, tmp_path: Path
) -> None:
    refused = upload(organiser, content, "holiday.jpg")
    assert refused.status_code == 409
    assert refused.json()["error"]["message"].startswith("holiday.jpg ")
    assert refused.json()["error"]["reason"] in ("backup_foreign", "backup_damaged")
    assert list(tmp_path.glob("*.part*")) == []


def test_a_copy_at_the_table_is_chosen_by_its_name(
    table: Serving, organiser: httpx.Client, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "day-3.sqlite").write_bytes(save(organiser))
    assert [copy["name"] for copy in organiser.get("/backups").json()["copies"]] == ["day-3.sqlite"]
    assert organiser.post("/restore/copy", json={"name": "day-3.sqlite"}).status_code == 200
    assert organiser.post("/restore/copy", json={"name": "day-4.sqlite"}).status_code == 404
    assert organiser.post("/restore/copy", json={"name": "../book.sqlite"}).status_code == 400


def test_the_table_goes_back_and_plays_on(tmp_path: Path) -> None:
    """The daemon itself starts again; the game on the table goes on in the restored book."""
    running = Running(tmp_path)
    try:
        running.tell("/table/match", white="First player", black="Second player")
        running.tell("/table/resign", side="w")
        copy = running.send("/backup.sqlite")
        running.tell("/table/match", white="Third player")
        running.tell("/table/resign", side="b")
        running.tell("/table/match", white="Fourth player")
        running.tell("/table/coach", side="w", level="1", begin=True)
        patiently(lambda: running.moves != [])
        moves = running.moves
        told = compare(running, copy)
        assert (told["lost_games"], told["playing"]["plies"]) == (1, len(moves))
        aside = running.tell("/restore/now", id=told["id"])["aside"]
        running.wait_for_start(2)
        assert names(running) == {"First player", "Second player"}
        assert running.moves[: len(moves)] == moves
        with open_book(aside) as kept:
            assert {player.name for player in kept.players.all()} >= {"Third player"}
    finally:
        running.stop()
    with sqlite3.connect(tmp_path / "book.sqlite") as book:
        assert book.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    book.close()


def test_the_terminal_asks_the_running_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever may write its file of secrets needs no PIN."""
    running, copy = Running(tmp_path), tmp_path / "copy.sqlite"
    words = ["--config", str(running.config)]
    try:
        running.tell("/table/match", white="First player")
        assert main(["backup", str(copy), *words]) == 0
        running.tell("/table/match", white="Third player")
        assert main(["restore", str(copy), "--yes", *words]) == 0
        told = capsys.readouterr().out
        assert "Players who are not in it: 1 (Third player)" in told
        assert "The table starts again with it." in told
        running.wait_for_start(2)
        assert names(running) == {"First player"}
        assert main(["restart", *words]) == 0
        running.wait_for_start(3)
        copy.write_text("Dear club")
        assert main(["restore", str(copy), "--yes", *words]) == 2
        assert "copy.sqlite is not a score book" in capsys.readouterr().err
    finally:
        running.stop()


def test_a_damaged_book_is_replaced_while_the_table_runs(tmp_path: Path) -> None:
    running = Running(tmp_path)
    try:
        running.tell("/table/match", white="First player")
        copy = running.send("/backup.sqlite")
        running.stop()
        (tmp_path / "book.sqlite").write_bytes(b"\xff" * 9000)
        running.start()
        assert running.read("/table")["warnings"][0]["code"] == "book_damaged"
        told = compare(running, copy)
        assert told["present"] is None
        aside = running.tell("/restore/now", id=told["id"])["aside"]
        running.wait_for_start(3)
        assert running.read("/table")["warnings"] == []
        assert names(running) == {"First player"}
        assert Path(aside).read_bytes() == b"\xff" * 9000
    finally:
        running.stop()


def test_a_reminder_after_an_evening_without_a_backup(tmp_path: Path) -> None:
    """Not on the evening itself; a backup ends it."""
    drawn = play_text(WORKED_GAME).agree_draw()
    with open_book(tmp_path / "book.sqlite", Wristwatch()) as book:
        write_down(book, drawn)
    with serving(tmp_path) as table, table.organiser() as organiser:
        patiently(lambda: codes(organiser) == ["backup_due"])
        save(organiser)
        assert codes(organiser) == []


def compare(running: Running, copy: bytes) -> Any:
    return json.loads(running.send("/restore?name=copy.sqlite", copy, "application/octet-stream"))


def codes(client: httpx.Client) -> list[str]:
    return [warning["code"] for warning in client.get("/table").json()["warnings"]]


def names(running: Running) -> set[str]:
    """Of everybody in the book."""
    return {player["name"] for player in running.read("/players")["players"]}


def test_the_terminal_shows_a_code_for_a_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = Running(tmp_path)
    try:
        assert main(["address", "--device", "--json", "--config", str(running.config)]) == 0
        (url,) = json.loads(capsys.readouterr().out)["urls"]
        code = json.dumps({"code": url.partition("#")[2], "name": "Tablet"}).encode()
        joined = json.loads(running.send("/devices/join", code, "application/json"))
        assert joined["is_open"] is True
    finally:
        running.stop()
