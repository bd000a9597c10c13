"""Exports are made once for all who ask, and are never old."""

from __future__ import annotations

from pathlib import Path

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
