"""Exports are made once for all who ask, and are never old."""

from __future__ import annotations

from pathlib import Path

from boardpi.club import open_book
from tests.siege.books import fill_book
from tests.web.serving import serving


def test_a_file_is_made_again_when_the_book_was_written(tmp_path: Path) -> None:
    fill_book(tmp_path / "book.sqlite", 5)
    with serving(tmp_path) as table, table.organiser() as organiser:
        for path in ("/games.json", "/games.csv"):
            first = organiser.get(path)
            assert int(first.headers["content-length"]) == len(first.content)
            assert organiser.get(path).content == first.content
            game = organiser.get("/games").json()["games"][-1]["id"]
            organiser.delete(f"/games/{game}").raise_for_status()
            second = organiser.get(path)
            assert second.content != first.content, "the deleted game is gone"
            organiser.post(f"/games/{game}/restore", json={}).raise_for_status()
            assert organiser.get(path).content == first.content
            assert organiser.get(path, params={"offset": 1}).content != first.content


def test_a_game_is_told_without_unpacking_its_trace(tmp_path: Path) -> None:
    """It may be a hundred megabytes long, or damaged."""
    fill_book(tmp_path / "book.sqlite", 1)
    with open_book(tmp_path / "book.sqlite") as book:
        book.traces.add(1, "{}\n" * 1000, most_bytes=10_000)
        with book.store.writing():
            book.store.write("UPDATE traces SET data = ?", (b"rubbish",))
    with serving(tmp_path) as table, table.client() as browser:
        assert browser.get("/games/1").json()["has_trace"] is True
        refused = browser.get("/games/1/trace")
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "book_trouble")
        assert browser.get("/games/7/trace").status_code == 404
