"""One book of a thousand games for all attacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.siege.books import fill_book


@pytest.fixture(scope="session")
def club_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    book = tmp_path_factory.mktemp("club") / "book.sqlite"
    fill_book(book)
    return book
