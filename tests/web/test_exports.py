"""Exports are made once for all who ask, and are never old; who reads keeps nobody from writing."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from boardpi.club import open_book
from boardpi.daemon.page.book import MOST_QUESTIONS
from boardpi.web.worker import MOST_EXPORTS, Exports
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


@pytest.mark.parametrize("path", ["/games", "/games.csv"])
def test_who_reads_is_told_to_come_again_and_a_move_is_written(tmp_path: Path, path: str) -> None:
    """So many questions wait, and no more; the writer's thread is another."""
    end = threading.Event()
    with serving(tmp_path) as table, table.client() as browser:
        reader = table.built.service._book

        async def keep_busy() -> list[asyncio.Task[bool]]:
            exports: Exports = reader._exports
            if path == "/games":
                many = [reader.read(end.wait) for _ in range(MOST_QUESTIONS)]
            else:
                many = [exports._worker.run(end.wait) for _ in range(MOST_EXPORTS)]
            asked = [asyncio.create_task(one) for one in many]
            await asyncio.sleep(0)
            return asked

        busy = asyncio.run_coroutine_threadsafe(keep_busy(), table.loop)
        try:
            asked = busy.result()
            answer = browser.get(path)
            assert answer.status_code == 503
            assert answer.headers["retry-after"] == "3"
            assert "Too many read" in answer.json()["error"]["message"]
            table.play("b1-d2")
        finally:
            end.set()

        async def wait() -> None:
            await asyncio.wait(asked)

        asyncio.run_coroutine_threadsafe(wait(), table.loop).result()
        assert browser.get(path).status_code == 200
